"""C6: credits of the market, trade, and far space."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board
from ..due import Due
from ..layout import (
    ACTOR,
    CHOOSER,
    COUNT,
    CREDITS,
    DRAFT,
    FAR,
    GALAXY,
    MARKET,
    N_PLAYERS,
    RESOURCE,
    STEP,
    STOCK,
    THRONE,
    Data,
    get4,
    put4,
)
from .form import Rule, Rules
from .standing import INVESTS, LESS_FAR_SPACE, TRACK, number
from .tokens import earn, token_of
from .windows import uses

__all__ = ["RULES", "begin", "far_price", "resume", "values"]

_TRADES: Final = (Due.TRADE, Due.TRADE_METAL, Due.TRADE_ENERGY)
_VERBS: Final = (Verb.POLYMERS, Verb.METAL, Verb.ENERGY)


def begin(b: Board, p: bytearray) -> None:
    """C6.1: the chooser gains the credits of the market; then all trade."""
    chooser = p[CHOOSER]
    earn(p, chooser, sum(tile.credits for number, tile in enumerate(b.content.market) if p[MARKET] >> number & 1))
    _trade(b, p, chooser)


# --- C6.2: trade


def values(b: Board, p: Data) -> tuple[int, int, int]:
    """C5.5: the value of each resource, in the column that no market tile covers."""
    column = p[MARKET].bit_count()
    polymers, metal, energy = b.content.values
    return polymers[column], metal[column], energy[column]


def _worth(b: Board, p: Data, seat: int) -> int:
    """Return the credits of a player when all resources that aren't settled yet are sold, and the others paid."""
    place = RESOURCE + 3 * seat
    worth = get4(p, CREDITS + 4 * seat)
    step = p[STEP] - Due.TRADE if p[STEP] in _TRADES else 0
    for resource, value in enumerate(values(b, p)):
        worth += value * (p[place + resource] - (p[DRAFT + resource] if resource < step else 0))
    return worth


def _trade(b: Board, p: bytearray, seat: int) -> None:
    """Let a player trade, or the next one if nothing can be bought or sold; when all have traded, invest."""
    cheapest = min(values(b, p))
    chooser = p[CHOOSER]
    while True:
        place = RESOURCE + 3 * seat
        if any(p[place : place + 3]) or get4(p, CREDITS + 4 * seat) >= cheapest or uses(b, p, seat, Due.TRADE):
            p[STEP], p[ACTOR] = Due.TRADE, seat
            return
        seat = (seat + 1) % p[N_PLAYERS]
        if seat == chooser:
            _invest(b, p, seat)
            return


def _legal_trade(b: Board, p: Data, seat: int) -> list[int]:
    resource = p[STEP] - Due.TRADE
    most = min(number(b, p, seat, TRACK + resource), _worth(b, p, seat) // values(b, p)[resource])
    first = b.first[_VERBS[resource]]
    return [*range(first, first + most + 1)]


def _play_trade(b: Board, p: bytearray, seat: int, verb: int, n: int) -> None:
    resource = p[STEP] - Due.TRADE
    if resource < 2:
        p[DRAFT + resource] = n
        p[STEP] += 1
        return
    amounts = p[DRAFT], p[DRAFT + 1], n
    worth = _worth(b, p, seat) - n * values(b, p)[2]
    put4(p, CREDITS + 4 * seat, worth)
    p[RESOURCE + 3 * seat : RESOURCE + 3 * seat + 3] = bytes(amounts)
    p[DRAFT] = p[DRAFT + 1] = 0
    following = (seat + 1) % p[N_PLAYERS]
    if following == p[CHOOSER]:
        _invest(b, p, following)
    else:
        _trade(b, p, following)


# --- C6.3: far space


def far_price(b: Board, p: Data, seat: int, place: int) -> int:
    """C6.3: what a location costs a player."""
    return max(0, b.content.far_space[place] - number(b, p, seat, LESS_FAR_SPACE))


def _places(b: Board, p: Data, seat: int) -> list[int]:
    """C6.3, C6.4, S20: the locations where a player can invest."""
    money, own = get4(p, CREDITS + 4 * seat), token_of(seat) + 1
    found: list[int] = []
    less = number(b, p, seat, LESS_FAR_SPACE)
    for place, price in enumerate(b.content.far_space):
        there = p[FAR + place]
        if price - less <= money and (there in (GALAXY, own) or (there == 0 and p[STOCK + seat])):
            found.append(place)
    return found


def _invest(b: Board, p: bytearray, seat: int) -> None:
    """Let a player invest, or the next one who can; after the last one the market is reset (C6.5)."""
    p[COUNT] = 0
    while not (_can_invest(b, p, seat) or uses(b, p, seat, Due.INVEST)):
        seat = (seat + 1) % p[N_PLAYERS]
        if seat == p[CHOOSER]:
            _end(p)
            return
    p[STEP], p[ACTOR] = Due.INVEST, seat


def _can_invest(b: Board, p: Data, seat: int) -> bool:
    return p[COUNT] < number(b, p, seat, INVESTS) and bool(_places(b, p, seat))


def _end(p: bytearray) -> None:
    p[MARKET] = p[COUNT] = 0
    p[STEP] = Due.END_ROLE


def _legal_invest(b: Board, p: Data, seat: int) -> list[int]:
    if p[COUNT] >= number(b, p, seat, INVESTS):
        # Only an effect can be used here.
        return [b.first[Verb.DONE]]
    return [b.first[Verb.DONE], *(b.first[Verb.INVEST] + place for place in _places(b, p, seat))]


def _play_invest(b: Board, p: bytearray, seat: int, verb: int, place: int) -> None:
    if verb == Verb.INVEST:
        earn(p, seat, -far_price(b, p, seat, place))
        there = p[FAR + place]
        if there == GALAXY:
            p[FAR + place] = 0
            p[THRONE + 5 * seat + 4] += 1
        elif there:
            p[FAR + place] += 1
        else:
            p[STOCK + seat] -= 1
            p[FAR + place] = token_of(seat) + 1
        p[COUNT] += 1
        if _can_invest(b, p, seat) or uses(b, p, seat, Due.INVEST):
            return
    _invested(b, p, seat)


def resume(b: Board, p: bytearray, seat: int, step: int) -> None:
    """Go on with trade or investments after an effect."""
    p[STEP] = step
    if step == Due.TRADE:
        # C16.4: the effect may have left nothing to sell, and too little to buy.
        _trade(b, p, seat)
    elif not (_can_invest(b, p, seat) or uses(b, p, seat, Due.INVEST)):
        _invested(b, p, seat)


def _invested(b: Board, p: bytearray, seat: int) -> None:
    following = (seat + 1) % p[N_PLAYERS]
    if following == p[CHOOSER]:
        _end(p)
    else:
        _invest(b, p, following)


RULES: Final[Rules] = {
    **dict.fromkeys(_TRADES, Rule(_legal_trade, _play_trade)),
    Due.INVEST: Rule(_legal_invest, _play_invest),
}
