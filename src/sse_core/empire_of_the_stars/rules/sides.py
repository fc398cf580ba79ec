"""C4.8, C13: the sides of powers, and what ends with a role."""

from __future__ import annotations

from ..board import Board
from ..content import MAX_EFFECTS
from ..due import Due
from ..layout import (
    ACTOR,
    N_PLAYERS,
    NEW_WORMHOLE,
    POWER,
    RETURN,
    STEP,
    SURGED,
    USED,
    Data,
)
from .scientist import cards_in_hand
from .standing import HAND, end_role_changes, has_powers, number, restand

__all__ = ["by_number", "end_effects", "end_uses", "flip", "flip_all", "found_wormhole", "must_discard"]


def by_number(p: Data) -> list[int]:
    """C13.6, S52: the seats by the numbers of their powers, or as they sit without powers."""
    return sorted(range(p[N_PLAYERS]), key=lambda seat: p[POWER + seat])


def flip(b: Board, p: bytearray, seat: int, side: int) -> None:
    """Turn a side of a player's power up: 0 for core, 1 for surge."""
    if p[SURGED + seat] != side:
        p[SURGED + seat] = side
        restand(b, p)


def found_wormhole(b: Board, p: bytearray, kind: int) -> None:
    """C4.8: note that a wormhole came into the galaxy."""
    if kind == b.wormhole and has_powers(p):
        p[NEW_WORMHOLE] = 1


def flip_all(b: Board, p: bytearray) -> None:
    """C4.8: if a wormhole came into the galaxy, all powers flip to surge."""
    if p[NEW_WORMHOLE]:
        p[NEW_WORMHOLE] = 0
        for seat in range(p[N_PLAYERS]):
            flip(b, p, seat, 1)


def end_uses(b: Board, p: bytearray) -> None:
    """C13.5: who used the surge side flips it back; then all effects can be used again."""
    for seat in by_number(p):
        if any(p[USED + effect] for effect in b.at_side[1][p[POWER + seat] - 1]):
            flip(b, p, seat, 0)
    p[USED : USED + MAX_EFFECTS] = bytes(MAX_EFFECTS)


def end_effects(b: Board, p: bytearray) -> bool:
    """C16.15: end what effects changed for the role; return whether a player has to discard first."""
    end_role_changes(b, p)
    end_uses(b, p)
    flip_all(b, p)
    return must_discard(b, p, Due.ROLE_OVER)


def must_discard(b: Board, p: bytearray, then: Due) -> bool:
    """S68: let the next player discard whose hand is above its limit; return whether there is one."""
    for seat in by_number(p):
        if cards_in_hand(b, p, seat) > number(b, p, seat, HAND):
            p[STEP], p[ACTOR], p[RETURN] = Due.DISCARD, seat, then
            return True
    return False
