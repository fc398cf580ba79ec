"""C8: cards are drawn, bought and discarded."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ..actions import Verb
from ..board import Board
from ..due import Due
from ..layout import (
    ACTOR,
    CHOOSER,
    COUNT,
    DRAFT,
    EFFECT,
    FLAGS,
    HEIGHT,
    HIDDEN,
    IN_DECK,
    IN_HAND,
    IN_PILE,
    KNOWN,
    LEFT,
    N_PLAYERS,
    OWNED,
    PLACE,
    RESHUFFLE,
    RESOURCE,
    RETURN,
    STEP,
    Data,
    get2,
)
from .form import Rule, Rules
from .standing import BUYS, DRAWS, HAND, LESS_TECHNOLOGY, has_powers, number, restand

__all__ = [
    "RULES",
    "begin",
    "can_draw",
    "cards_in_hand",
    "deck_size",
    "discard",
    "draw_from",
    "hand",
    "price",
    "resume",
    "top_of",
]


def begin(b: Board, p: bytearray) -> None:
    """C8: the chooser begins."""
    p[STEP], p[ACTOR] = Due.DRAW, p[CHOOSER]


def unseen(b: Board, p: Data, cost: int) -> list[int]:
    """Return the cards that can come from a deck; `cost` counts from 0."""
    return [card for card in b.cards[cost] if p[PLACE + card] == IN_DECK]


def deck_size(b: Board, p: Data, cost: int) -> int:
    """Return the number of cards in a deck; in a view, hidden cards of hands aren't there."""
    hidden = sum(p[HIDDEN + 3 * seat + cost] for seat in range(p[N_PLAYERS]))
    return len(unseen(b, p, cost)) - hidden


def top_of(b: Board, p: Data, cost: int) -> int:
    """Return the card on the top of a pile; -1 for an empty one."""
    height, top = 0, -1
    for card in b.cards[cost]:
        if p[HEIGHT + card] > height:
            height, top = p[HEIGHT + card], card
    return top


def can_draw(b: Board, p: Data, cost: int) -> bool:
    """C8.1, S23: whether a card can be drawn from a deck, or from the pile that becomes it."""
    if deck_size(b, p, cost):
        return True
    if not get2(p, FLAGS) & RESHUFFLE:
        return False
    top = top_of(b, p, cost)
    return top >= 0 and p[HEIGHT + top] > 1


def _legal_draw(b: Board, p: Data, seat: int) -> list[int]:
    draws = [b.first[Verb.DRAW] + cost for cost in range(3) if can_draw(b, p, cost)]
    return [b.first[Verb.DONE], *draws, *(b.first[Verb.TAKE] + cost for cost in range(3) if top_of(b, p, cost) >= 0)]


def _play_draw(b: Board, p: bytearray, seat: int, verb: int, cost: int) -> None:
    if verb == Verb.DRAW:
        draw_from(b, p, cost)
    elif verb == Verb.TAKE:
        card = top_of(b, p, cost)
        p[PLACE + card], p[HEIGHT + card], p[KNOWN + card] = IN_HAND + seat, 0, 1
        empty = top_of(b, p, cost) < 0 and deck_size(b, p, cost)
        if empty:
            p[DRAFT], p[STEP] = cost, Due.TURN
        else:
            _drawn(b, p, seat)
    else:
        p[COUNT], p[STEP] = 0, Due.BUY


def draw_from(b: Board, p: bytearray, cost: int) -> None:
    """Let chance draw a card of a deck, or of the pile that becomes it."""
    if not deck_size(b, p, cost):
        _reshuffle(b, p, cost)
    p[DRAFT], p[STEP] = cost, Due.CARD


def _drawn(b: Board, p: bytearray, seat: int) -> None:
    """Go on after a card: with the effect that drew it, with another one, or to buy."""
    p[DRAFT] = 0
    if get2(p, EFFECT):
        p[LEFT] -= 1
        p[STEP] = Due.GO_ON
        return
    again = p[COUNT] + 1 < number(b, p, seat, DRAWS)
    p[COUNT] = p[COUNT] + 1 if again else 0
    p[STEP] = Due.DRAW if again else Due.BUY


def _reshuffle(b: Board, p: bytearray, cost: int) -> None:
    """S23: the pile below its top card becomes the deck."""
    top = top_of(b, p, cost)
    for card in b.cards[cost]:
        if card != top and p[PLACE + card] == IN_PILE:
            p[PLACE + card], p[HEIGHT + card] = IN_DECK, 0
    p[HEIGHT + top] = 1


def _legal_card(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.CARD] + card for card in unseen(b, p, p[DRAFT])]


def _play_card(b: Board, p: bytearray, seat: int, verb: int, card: int) -> None:
    p[PLACE + card] = IN_HAND + p[ACTOR]
    _drawn(b, p, p[ACTOR])


def _legal_turn(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.TURN] + card for card in unseen(b, p, p[DRAFT])]


def _play_turn(b: Board, p: bytearray, seat: int, verb: int, card: int) -> None:
    p[PLACE + card], p[HEIGHT + card] = IN_PILE, 1
    _drawn(b, p, p[ACTOR])


def odds(b: Board, p: Data) -> dict[int, Fraction]:
    """Return the probability of each card of the deck, by the id of its event: all are equally likely."""
    events = _legal_card(b, p, 0) if p[STEP] == Due.CARD else _legal_turn(b, p, 0)
    return dict.fromkeys(events, Fraction(1, len(events)))


# --- C8.2, C8.3


def price(b: Board, p: Data, seat: int, card: int) -> int:
    """C8.2: what a player pays for a technology, in the resource of its type."""
    kind = b.kinds[card]
    own = sum(p[PLACE + each] == OWNED + seat for each in range(b.n_cards) if b.kinds[each] == kind)
    less = number(b, p, seat, LESS_TECHNOLOGY) + number(b, p, seat, LESS_TECHNOLOGY + 1 + kind)
    return max(0, b.costs[card] - own - (seat == p[CHOOSER]) - less)


def hand(b: Board, p: Data, seat: int) -> list[int]:
    """Return the cards in a player's hand that are known here."""
    held = IN_HAND + seat
    return [card for card, place in enumerate(p[PLACE : PLACE + b.n_cards]) if place == held]


def _legal_buy(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.BUY]
    cards = [
        first + card for card in hand(b, p, seat) if price(b, p, seat, card) <= p[RESOURCE + 3 * seat + b.kinds[card]]
    ]
    return [b.first[Verb.DONE], *cards]


def _play_buy(b: Board, p: bytearray, seat: int, verb: int, card: int) -> None:
    if verb == Verb.BUY:
        p[RESOURCE + 3 * seat + b.kinds[card]] -= price(b, p, seat, card)
        p[PLACE + card], p[KNOWN + card] = OWNED + seat, 0
        if has_powers(p):
            restand(b, p)
        p[COUNT] += 1
        if p[COUNT] < number(b, p, seat, BUYS):
            return
    p[COUNT] = 0
    _end_turn(b, p, seat)


def cards_in_hand(b: Board, p: Data, seat: int) -> int:
    """Return how many cards a player has in hand, those that a view hides, too."""
    hidden = sum(p[HIDDEN + 3 * seat : HIDDEN + 3 * seat + 3])
    return p[PLACE : PLACE + b.n_cards].count(IN_HAND + seat) + hidden


def _end_turn(b: Board, p: bytearray, seat: int) -> None:
    """C8.3: discard, or let the next player begin."""
    if cards_in_hand(b, p, seat) > number(b, p, seat, HAND):
        p[STEP] = Due.DISCARD
        return
    following = (seat + 1) % p[N_PLAYERS]
    p[STEP], p[ACTOR] = (Due.END_ROLE, seat) if following == p[CHOOSER] else (Due.DRAW, following)


def _legal_discard(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DISCARD] + card for card in hand(b, p, seat)]


def _play_discard(b: Board, p: bytearray, seat: int, verb: int, card: int) -> None:
    discard(b, p, card)
    if p[RETURN]:
        # The role is over, and a hand was too large (C16.15).
        p[STEP] = p[RETURN]
        p[RETURN] = 0
    else:
        _end_turn(b, p, seat)


def discard(b: Board, p: bytearray, card: int) -> None:
    """C8.3: put a card on the pile of its cost."""
    top = top_of(b, p, b.costs[card] - 1)
    p[PLACE + card], p[KNOWN + card] = IN_PILE, 0
    p[HEIGHT + card] = (p[HEIGHT + top] if top >= 0 else 0) + 1


def resume(b: Board, p: bytearray, seat: int, step: int) -> None:
    """Go on with drawing or buying after an effect; both are always asked."""
    p[STEP] = step


RULES: Final[Rules] = {
    Due.DRAW: Rule(_legal_draw, _play_draw),
    Due.CARD: Rule(_legal_card, _play_card),
    Due.TURN: Rule(_legal_turn, _play_turn),
    Due.BUY: Rule(_legal_buy, _play_buy),
    Due.DISCARD: Rule(_legal_discard, _play_discard),
}
