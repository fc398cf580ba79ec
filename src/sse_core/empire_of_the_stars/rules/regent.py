"""C11: influence is gained, placed and settled; the Emperor chooses an edict."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board, bits
from ..due import Due
from ..layout import (
    ACTOR,
    BOUGHT,
    CHOOSER,
    CREDITS,
    EMPEROR,
    INFLUENCE,
    MAX_REGIONS,
    N_PLAYERS,
    NOBODY,
    ON_THRONE,
    PLACED,
    STEP,
    STOCK,
    TOKEN,
    Data,
    get4,
)
from .form import Rule, Rules
from .ships import terrain
from .tokens import earn, token_of

__all__ = ["RULES", "begin", "influence_price", "settled"]

_FREE: Final = 2
_PRICE: Final = 2


def begin(b: Board, p: bytearray) -> None:
    """C11.1: each takes two tokens of the stock; then all may buy one more."""
    for seat in range(p[N_PLAYERS]):
        taken = min(_FREE, p[STOCK + seat])
        p[STOCK + seat] -= taken
        p[INFLUENCE + seat] = taken
    p[BOUGHT] = 0
    _buy(b, p, p[CHOOSER])


def influence_price(p: Data) -> int:
    """C11.2: the price of one more influence."""
    return _PRICE + p[BOUGHT]


def _buy(b: Board, p: bytearray, seat: int) -> None:
    """Let a player buy an influence, or the next one who can; then all place theirs."""
    while not p[STOCK + seat] or get4(p, CREDITS + 4 * seat) < influence_price(p):
        seat = (seat + 1) % p[N_PLAYERS]
        if seat == p[CHOOSER]:
            _put(b, p, (seat + 1) % p[N_PLAYERS])
            return
    p[STEP], p[ACTOR] = Due.INFLUENCE, seat


def _legal_influence(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DONE], b.first[Verb.INFLUENCE]]


def _play_influence(b: Board, p: bytearray, seat: int, verb: int, n: int) -> None:
    if verb == Verb.INFLUENCE:
        earn(p, seat, -influence_price(p))
        p[BOUGHT] += 1
        p[STOCK + seat] -= 1
        p[INFLUENCE + seat] += 1
    following = (seat + 1) % p[N_PLAYERS]
    if following == p[CHOOSER]:
        _put(b, p, (following + 1) % p[N_PLAYERS])
    else:
        _buy(b, p, following)


# --- C11.3: placing


def _put(b: Board, p: bytearray, seat: int) -> None:
    """Let a player place influence, or the next one who has any; the chooser is the last."""
    while not p[INFLUENCE + seat]:
        if seat == p[CHOOSER]:
            _settle(b, p)
            return
        seat = (seat + 1) % p[N_PLAYERS]
    p[STEP], p[ACTOR] = Due.PUT, seat


def _legal_put(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.PUT]
    return [*(first + region for region in bits(terrain(b, p).planets)), first + b.n_regions]


def _play_put(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    p[INFLUENCE + seat] -= 1
    if region == b.n_regions:
        p[ON_THRONE + seat] += 1
    else:
        p[PLACED + seat * MAX_REGIONS + region] += 1
    if p[INFLUENCE + seat]:
        return
    if seat == p[CHOOSER]:
        _settle(b, p)
    else:
        _put(b, p, (seat + 1) % p[N_PLAYERS])


# --- C11.5 to C11.7


def settled(influence: list[int]) -> tuple[int, int]:
    """C11.5: return who has influence left, NOBODY if nobody has, and how much.

    >>> settled([1, 3, 0]), settled([2, 2, 1])
    ((1, 2), (255, 0))
    """
    first, second = sorted(influence, reverse=True)[:2]
    return (influence.index(first), first - second) if first > second else (NOBODY, 0)


def _settle(b: Board, p: bytearray) -> None:
    """C11.5 to C11.7: settle all places, then the Throne; the Emperor chooses an edict."""
    n = p[N_PLAYERS]
    for region in range(b.n_regions):
        placed = [p[PLACED + seat * MAX_REGIONS + region] for seat in range(n)]
        if any(placed):
            _settle_planet(p, region, placed)
    winner, _ = settled([p[ON_THRONE + seat] for seat in range(n)])
    p[EMPEROR] = p[CHOOSER] if winner == NOBODY else winner
    for seat in range(n):
        p[STOCK + seat] += p[ON_THRONE + seat]
    p[ON_THRONE : ON_THRONE + 4] = bytes(4)
    p[PLACED : PLACED + 4 * MAX_REGIONS] = bytes(4 * MAX_REGIONS)
    p[BOUGHT] = 0
    p[STEP], p[ACTOR] = Due.EDICT, p[EMPEROR]


def _settle_planet(p: bytearray, region: int, placed: list[int]) -> None:
    """C11.4 to C11.6: all tokens go back, and who has influence left keeps one there."""
    influence = [*placed]
    token = p[TOKEN + region]
    if token:
        owner, starbase = divmod(token - 1, 2)
        influence[owner] += 1 + starbase
        p[STOCK + owner] += 1
    for seat, n in enumerate(placed):
        p[STOCK + seat] += n
    winner, left = settled(influence)
    if winner == NOBODY:
        p[TOKEN + region] = 0
    else:
        p[STOCK + winner] -= 1
        p[TOKEN + region] = token_of(winner, starbase=left > 1)


RULES: Final[Rules] = {
    Due.INFLUENCE: Rule(_legal_influence, _play_influence),
    Due.PUT: Rule(_legal_put, _play_put),
}
