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
    COUNT,
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
    SWAY,
    SWAY_AT,
    SWAY_THRONE,
    TOKEN,
    Data,
    get4,
)
from .form import Rule, Rules
from .ships import terrain
from .standing import INFLUENCE_BOUGHT, INFLUENCE_FREE, INFLUENCE_PRICE, LESS_INFLUENCE, number
from .tokens import earn, token_of
from .windows import uses

__all__ = ["RULES", "begin", "influence_price", "resume", "settled"]


def begin(b: Board, p: bytearray) -> None:
    """C11.1: each takes two tokens of the stock; then all may buy one more."""
    for seat in range(p[N_PLAYERS]):
        taken = min(number(b, p, seat, INFLUENCE_FREE), p[STOCK + seat])
        p[STOCK + seat] -= taken
        p[INFLUENCE + seat] = taken
    p[BOUGHT] = 0
    _buy(b, p, p[CHOOSER])


def influence_price(b: Board, p: Data, seat: int) -> int:
    """C11.2: the price of one more influence."""
    less = number(b, p, seat, LESS_INFLUENCE)
    return max(0, number(b, p, seat, INFLUENCE_PRICE) + p[BOUGHT] - less)


def _can_buy(b: Board, p: Data, seat: int) -> bool:
    if not p[STOCK + seat] or get4(p, CREDITS + 4 * seat) < influence_price(b, p, seat):
        return False
    return p[COUNT] < number(b, p, seat, INFLUENCE_BOUGHT)


def _buy(b: Board, p: bytearray, seat: int) -> None:
    """Let a player buy an influence, or the next one who can; then all place theirs."""
    p[COUNT] = 0
    while not (_can_buy(b, p, seat) or uses(b, p, seat, Due.INFLUENCE)):
        seat = (seat + 1) % p[N_PLAYERS]
        if seat == p[CHOOSER]:
            _put(b, p, (seat + 1) % p[N_PLAYERS])
            return
    p[STEP], p[ACTOR] = Due.INFLUENCE, seat


def _legal_influence(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DONE], b.first[Verb.INFLUENCE]] if _can_buy(b, p, seat) else [b.first[Verb.DONE]]


def _play_influence(b: Board, p: bytearray, seat: int, verb: int, n: int) -> None:
    if verb == Verb.INFLUENCE:
        earn(p, seat, -influence_price(b, p, seat))
        p[BOUGHT] += 1
        p[STOCK + seat] -= 1
        p[INFLUENCE + seat] += 1
        if number(b, p, seat, INFLUENCE_BOUGHT) > 1 or uses(b, p, seat, Due.INFLUENCE):
            p[COUNT] += 1
            if _can_buy(b, p, seat) or uses(b, p, seat, Due.INFLUENCE):
                return
    _bought(b, p, seat)


def resume(b: Board, p: bytearray, seat: int, step: int) -> None:
    """Go on with buying or placing influence after an effect."""
    p[STEP] = step
    if step == Due.INFLUENCE:
        if not (_can_buy(b, p, seat) or uses(b, p, seat, Due.INFLUENCE)):
            _bought(b, p, seat)
    elif not (_has_influence(p, seat) or uses(b, p, seat, Due.PUT)):
        _placed(b, p, seat)


def _bought(b: Board, p: bytearray, seat: int) -> None:
    p[COUNT] = 0
    following = (seat + 1) % p[N_PLAYERS]
    if following == p[CHOOSER]:
        _put(b, p, (following + 1) % p[N_PLAYERS])
    else:
        _buy(b, p, following)


# --- C11.3: placing


def _has_influence(p: Data, seat: int) -> bool:
    return p[INFLUENCE + seat] + p[SWAY + seat] > 0


def _put(b: Board, p: bytearray, seat: int) -> None:
    """Let a player place influence, or the next one who has any; the chooser is the last."""
    while not (_has_influence(p, seat) or uses(b, p, seat, Due.PUT)):
        if seat == p[CHOOSER]:
            _settle(b, p)
            return
        seat = (seat + 1) % p[N_PLAYERS]
    p[STEP], p[ACTOR] = Due.PUT, seat


def _legal_put(b: Board, p: Data, seat: int) -> list[int]:
    if not _has_influence(p, seat):
        # Only an effect can be used here.
        return [b.first[Verb.DONE]]
    first = b.first[Verb.PUT]
    return [*(first + region for region in bits(terrain(b, p).planets)), first + b.n_regions]


def _play_put(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    if verb == Verb.PUT:
        # S63: tokens go first, then influence that is no token.
        held, throne, planets = INFLUENCE, ON_THRONE, PLACED
        if not p[INFLUENCE + seat]:
            held, throne, planets = SWAY, SWAY_THRONE, SWAY_AT
        p[held + seat] -= 1
        if region == b.n_regions:
            p[throne + seat] += 1
        else:
            p[planets + seat * MAX_REGIONS + region] += 1
        if _has_influence(p, seat) or uses(b, p, seat, Due.PUT):
            return
    _placed(b, p, seat)


def _placed(b: Board, p: bytearray, seat: int) -> None:
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
        sway = [p[SWAY_AT + seat * MAX_REGIONS + region] for seat in range(n)]
        if any(placed) or any(sway):
            _settle_planet(p, region, placed, sway)
    winner, _ = settled([p[ON_THRONE + seat] + p[SWAY_THRONE + seat] for seat in range(n)])
    p[EMPEROR] = p[CHOOSER] if winner == NOBODY else winner
    for seat in range(n):
        p[STOCK + seat] += p[ON_THRONE + seat]
    p[ON_THRONE : ON_THRONE + 4] = bytes(4)
    p[PLACED : PLACED + 4 * MAX_REGIONS] = bytes(4 * MAX_REGIONS)
    p[SWAY_AT : SWAY_AT + 4 * MAX_REGIONS] = bytes(4 * MAX_REGIONS)
    p[SWAY_THRONE : SWAY_THRONE + 4] = p[SWAY : SWAY + 4] = bytes(4)
    p[BOUGHT] = 0
    p[STEP], p[ACTOR] = Due.EDICT, p[EMPEROR]


def _settle_planet(p: bytearray, region: int, placed: list[int], sway: list[int]) -> None:
    """C11.4 to C11.6: all tokens go back, and who has influence left keeps one there.

    S63: influence that is no token counts in the conflict, and what wins is no more than tokens were there.
    """
    influence = [one + other for one, other in zip(placed, sway, strict=True)]
    token = p[TOKEN + region]
    if token:
        owner, starbase = divmod(token - 1, 2)
        influence[owner] += 1 + starbase
        p[STOCK + owner] += 1
    for seat, n in enumerate(placed):
        p[STOCK + seat] += n
    winner, left = settled(influence)
    left = min(left, influence[winner] - sway[winner]) if left else 0
    if not left:
        p[TOKEN + region] = 0
    else:
        p[STOCK + winner] -= 1
        p[TOKEN + region] = token_of(winner, starbase=left > 1)


RULES: Final[Rules] = {
    Due.INFLUENCE: Rule(_legal_influence, _play_influence),
    Due.PUT: Rule(_legal_put, _play_put),
}
