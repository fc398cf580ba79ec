"""Words for the table beside the map: the stage of the game, and the holdings of each player."""

from __future__ import annotations

from collections.abc import Iterator

from ...forms.checks import check_index
from ..cards import BASICS, Card
from ..messages import counted, say
from ..positions.position import NOBODY, Player, Position, hand_limit, hand_size, level
from ..state import State, check_state
from .table import NO_BREAK, cards_of, deck_words, has_sealed, order_words, situation, table_lines, turn_words

__all__ = ["holdings", "stage_lines"]


def stage_lines(state: State, /) -> tuple[str, ...]:
    """Return the turn, the phase and the due step; then the deck and the discard, offers and battles."""
    p = check_state(state).position
    now = say("{turn}: {situation}", turn=turn_words(p), situation=situation(state))
    return tuple(line.strip().replace(NO_BREAK, " ") for line in (now, deck_words(p), *table_lines(p)))


def holdings(state: State, player: int, /) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return a player's hand, levels by name with their boosts, learned technologies and orders.

    >>> from sse_core.jump_wars import new_game
    >>> for name, lines in holdings(new_game(), 1):
    ...     print(name, lines)
    hand, 0 cards (4 may be kept) ()
    levels ('1 in each technology',)
    learned ()
    orders ()
    """
    p = check_state(state).position
    found = p.players[check_index(player, len(p.players), "player")]
    hand = counted(
        hand_size(found),
        "hand, {n} card ({limit} may be kept)",
        "hand, {n} cards ({limit} may be kept)",
        limit=hand_limit(p, player),
    )
    return (
        (hand, tuple(_hand(found))),
        (say("levels"), tuple(_levels(p, player))),
        (say("learned"), tuple(card.title for card in sorted(found.learned))),
        (say("orders"), tuple(_orders(found))),
    )


def _hand(player: Player) -> Iterator[str]:
    for card, count in cards_of(player.hand):
        yield f"{card.title} ×{count}" if count > 1 else card.title
    if player.hidden:
        yield counted(player.hidden, "{n} card face down", "{n} cards face down")


def _levels(p: Position, seat: int) -> Iterator[str]:
    """Yield the levels above 1, then a sentence for all others."""
    raised = list[Card]()
    for basic in BASICS:
        permanent = p.players[seat].levels[basic]
        boost = level(p, seat, basic) - permanent
        if permanent > 1 or boost:
            raised.append(basic)
            yield _level_words(basic, permanent, boost)
    if not raised:
        yield say("1 in each technology")
    elif len(raised) < len(BASICS):
        yield say("1 in each other technology")


def _level_words(basic: Card, permanent: int, boost: int) -> str:
    if not boost:
        return say("{technology} {level}", technology=basic.title, level=permanent)
    return say(
        "{technology} {level}, and {boost} more until the turn ends",
        technology=basic.title,
        level=permanent,
        boost=boost,
    )


def _orders(player: Player) -> Iterator[str]:
    for number, order in enumerate(player.written_orders.orders, 1):
        yield say("{n}: {order}", n=number, order=order_words(order))
    if player.written_orders.draft:
        yield say("an order is being written")
    if has_sealed(player):
        yield from (
            say("{card} discarded for a boost, sealed", card=card.title) for card in player.written_orders.boosts
        )
        if player.written_orders.led != NOBODY:
            yield say("Leadership boosts {card}, sealed", card=Card(player.written_orders.led).title)
