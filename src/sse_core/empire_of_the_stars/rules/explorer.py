"""C4: tiles of the display are placed, and the display is filled."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board
from ..due import Due
from ..layout import (
    ACTOR,
    BOTTOM,
    CHOOSER,
    DEPTH,
    DISPLAY,
    DRAFT,
    EFFECT,
    N_PLAYERS,
    NOBODY,
    PUT_BACK,
    STACK,
    STEP,
    STOCK,
    TILE,
    UNSEEN,
    Data,
    get2,
)
from .form import Rule, Rules
from .sides import flip_all, found_wormhole
from .standing import DISPLAY_SIZE, has_powers, number
from .tokens import place_token

__all__ = ["RULES", "begin", "can_place", "display_size", "events", "fill", "resume", "turn_up"]


def begin(b: Board, p: bytearray) -> None:
    """C4.1, C4.5: the chooser begins, if there is a tile and a region for it."""
    p[STEP], p[ACTOR] = Due.EXPLORE if can_place(b, p) else Due.END_ROLE, p[CHOOSER]


def resume(b: Board, p: bytearray, seat: int, step: int) -> None:
    """Go on with a player's tile after an effect."""
    if can_place(b, p):
        p[STEP] = step
    else:
        _next(b, p, seat)


def can_place(b: Board, p: Data) -> bool:
    """C4.5: whether there is a tile on display and a region for it."""
    return any(p[DISPLAY : DISPLAY + b.n_kinds]) and p.find(0, TILE, TILE + b.n_regions) >= 0


def _next(b: Board, p: bytearray, seat: int) -> None:
    """Go on with the next player, or with the display when all have placed or nothing can be placed any more."""
    following = (seat + 1) % p[N_PLAYERS]
    if following != p[CHOOSER] and can_place(b, p):
        p[STEP], p[ACTOR] = Due.EXPLORE, following
    else:
        fill(b, p)


def _legal_tile(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.TILE]
    return [first + kind for kind in range(b.n_kinds) if p[DISPLAY + kind]]


def _play_tile(b: Board, p: bytearray, seat: int, verb: int, kind: int) -> None:
    p[DRAFT] = kind
    p[STEP] = Due.EXPLORE_AT


def _legal_at(b: Board, p: Data, seat: int) -> list[int]:
    first = b.first[Verb.AT]
    return [first + region for region in range(b.n_regions) if not p[TILE + region]]


def _play_at(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    kind = p[DRAFT]
    p[DISPLAY + kind] -= 1
    p[TILE + region] = kind + 1
    p[DRAFT] = 0
    found_wormhole(b, p, kind)
    # C4.2: the chooser may settle it.
    if seat == p[CHOOSER] and kind + 1 in b.planets and p[STOCK + seat]:
        p[DRAFT] = region
        p[STEP] = Due.EXPLORE_SETTLE
    else:
        _next(b, p, seat)


def _legal_settle(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.DONE], b.first[Verb.SETTLE] + p[DRAFT]]


def _play_settle(b: Board, p: bytearray, seat: int, verb: int, region: int) -> None:
    if verb == Verb.SETTLE:
        place_token(p, seat, region)
    p[DRAFT] = 0
    _next(b, p, seat)


# --- C4.6, C4.7: the display


def display_size(b: Board, p: Data) -> int:
    """C4.6: how many tiles the display has; what effects change for any player counts."""
    n = p[N_PLAYERS]
    more = sum(number(b, p, seat, DISPLAY_SIZE) - b.bases[DISPLAY_SIZE] for seat in range(n)) if has_powers(p) else 0
    return n + b.bases[DISPLAY_SIZE] + more


def fill(b: Board, p: bytearray) -> None:
    """C4.6, C4.7, S15: chance turns the next tile up, or the display is full and the role ends."""
    left = p[STACK] + p[BOTTOM]
    shown = p[DISPLAY : DISPLAY + b.n_kinds]
    p[STEP] = Due.REVEAL
    if sum(shown) < display_size(b, p):
        if left:
            return
    elif not any(shown[planet - 1] for planet in b.planets) and b.space >= 0 and shown[b.space] and left > p[PUT_BACK]:
        p[DISPLAY + b.space] -= 1
        p[BOTTOM] += 1
        p[PUT_BACK] += 1
        return
    p[PUT_BACK] = 0
    if get2(p, EFFECT):
        # An effect had placed a tile (S65).
        p[STEP] = Due.GO_ON
        return
    flip_all(b, p)
    p[STEP] = Due.END_ROLE


def events(b: Board, p: Data) -> dict[int, int]:
    """S1, S15: the kinds that can be turned up, each with its weight, ascending."""
    if 0 in p[DEPTH : DEPTH + 3]:
        return {b.wormhole: 1}
    if p[STACK]:
        return {kind: p[UNSEEN + kind] for kind in range(b.n_kinds) if p[UNSEEN + kind]}
    return {b.space: 1}


def turn_up(b: Board, p: bytearray, kind: int) -> None:
    """Put a tile of the stack into the display."""
    p[DISPLAY + kind] += 1
    if not p[STACK]:
        p[BOTTOM] -= 1
        return
    p[STACK] -= 1
    if 0 not in p[DEPTH : DEPTH + 3]:
        p[UNSEEN + kind] -= 1
    for place in range(DEPTH, DEPTH + 3):
        if p[place] != NOBODY:
            p[place] = p[place] - 1 if p[place] else NOBODY


def _legal_reveal(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.REVEAL] + kind for kind in events(b, p)]


def _play_reveal(b: Board, p: bytearray, seat: int, verb: int, kind: int) -> None:
    turn_up(b, p, kind)
    fill(b, p)


RULES: Final[Rules] = {
    Due.EXPLORE: Rule(_legal_tile, _play_tile),
    Due.EXPLORE_AT: Rule(_legal_at, _play_at),
    Due.EXPLORE_SETTLE: Rule(_legal_settle, _play_settle),
    Due.REVEAL: Rule(_legal_reveal, _play_reveal),
}
