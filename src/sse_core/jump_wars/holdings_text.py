"""Words for what lies on the table beside the map: the stage of the game, and what each player holds."""

from __future__ import annotations

from collections.abc import Iterator

from ..forms.checks import check_index
from .cards import BASICS, Card
from .position import NOBODY, Player, Position, deck_size, hand_limit, hand_size, level
from .render_text import cards_of, cards_words, counted, has_sealed, order_words, situation, table_lines, turn_words
from .state import State, check_state

__all__ = ["holdings", "stage_lines"]


def stage_lines(state: State, /) -> tuple[str, ...]:
    """Return the turn, the phase and what is due; then the deck and the discard, and what goes on between players."""
    p = check_state(state).position
    size = sum(p.discard)
    discard = f"{counted(size, 'card')}: {cards_words(p.discard)}" if size else "none"
    deck = f"Deck: {counted(deck_size(p), 'card')}. Discard: {discard}"
    return f"{turn_words(p)}: {situation(state)}", deck, *(line.strip() for line in table_lines(p))


def holdings(state: State, player: int, /) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return a player's hand, levels by name with boosts behind a plus, learned technologies and orders.

    >>> from sse_core.jump_wars import start
    >>> holdings(start(), 1)
    (('hand, 0 of 4 cards', ()), ('levels', ('1 in each technology',)), ('learned', ()), ('orders', ()))
    """
    p = check_state(state).position
    found = p.players[check_index(player, len(p.players), "player")]
    hand = f"hand, {hand_size(found)} of {counted(hand_limit(p, player), 'card')}"
    return (
        (hand, tuple(_hand(found))),
        ("levels", tuple(_levels(p, player))),
        ("learned", tuple(card.title for card in sorted(found.learned))),
        ("orders", tuple(_orders(found))),
    )


def _hand(player: Player) -> Iterator[str]:
    for card, count in cards_of(player.hand):
        yield f"{card.title} ×{count}" if count > 1 else card.title
    if player.hidden:
        yield f"{counted(player.hidden, 'card')} face down"


def _levels(p: Position, seat: int) -> Iterator[str]:
    """Yield the levels above 1, then what holds for all others."""
    raised = list[Card]()
    for basic in BASICS:
        permanent = p.players[seat].levels[basic]
        boost = level(p, seat, basic) - permanent
        if permanent > 1 or boost:
            raised.append(basic)
            yield f"{basic.title} {permanent}+{boost}" if boost else f"{basic.title} {permanent}"
    if len(raised) < len(BASICS):
        yield f"1 in each {'other ' if raised else ''}technology"


def _orders(player: Player) -> Iterator[str]:
    yield from (f"{number}. {order_words(order)}" for number, order in enumerate(player.sheet.orders, 1))
    if player.sheet.draft:
        yield "an order is being written"
    if has_sealed(player):
        yield from (f"boost of {card.title}, sealed" for card in player.sheet.boosts)
        if player.sheet.led != NOBODY:
            yield f"Leadership for {Card(player.sheet.led).title}, sealed"
