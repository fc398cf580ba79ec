"""Views: what each player may know (C16.12), and full positions that fit a view."""

from __future__ import annotations

from typing import Final

from ..seeds import SplitMix64
from .board import Board
from .due import Due
from .layout import (
    ATTACKER,
    BEGUN,
    DEFENDER,
    FORCE,
    HIDDEN,
    IN_DECK,
    IN_HAND,
    KNOWN,
    N_PLAYERS,
    PLACE,
    POWER,
    POWERS_DEALT,
    SEALED,
    SECRET,
    STEP,
    TACTICS,
    WEAPONS,
    WRITTEN,
    Data,
    get2,
    put2,
)
from .rules.battle import dial_end

__all__ = ["sample", "unknown_plies", "view"]

_HALF_SEED: Final = 31
"""The bits of half a seed."""


def _others(p: Data, viewer: int) -> list[int]:
    """Return the sides of a battle, 0 and 1, whose dials are being set by others."""
    if p[STEP] != Due.DIAL:
        return []
    return [side for side, seat in enumerate((p[ATTACKER], p[DEFENDER])) if seat != viewer]


def unknown_plies(p: Data, viewer: int) -> int:
    """Return how many actions have set the dials, or chosen the powers, of others, which a viewer doesn't count."""
    powers = range(p[N_PLAYERS]) if p[STEP] == Due.POWER else ()
    chosen = sum(0 < p[POWER + seat] < SECRET and seat != viewer for seat in powers)
    return chosen + sum(p[WRITTEN + side] for side in _others(p, viewer) if p[WRITTEN + side] != SEALED)


def view(b: Board, before: bytes, viewer: int) -> bytes:
    """Return the position as a player may know it: without cards of others that nobody has seen, dials and powers."""
    p = bytearray(before)
    if p[STEP] == Due.POWER:
        for seat in range(p[N_PLAYERS]):
            if seat != viewer:
                p[POWERS_DEALT + 3 * seat : POWERS_DEALT + 3 * seat + 3] = bytes(3)
                p[POWER + seat] = SECRET if p[POWER + seat] else 0
    end = PLACE + b.n_cards
    for seat in range(p[N_PLAYERS]):
        if seat == viewer:
            continue
        place = p.find(IN_HAND + seat, PLACE, end)
        while place >= 0:
            card = place - PLACE
            if not p[KNOWN + card]:
                p[place] = IN_DECK
                p[HIDDEN + 3 * seat + b.costs[card] - 1] += 1
            place = p.find(IN_HAND + seat, place + 1, end)
    for side in _others(p, viewer):
        p[WRITTEN + side] = SEALED if p[WRITTEN + side] > 1 else 0
        put2(p, TACTICS + 2 * side, 0)
        put2(p, WEAPONS + 2 * side, 0)
    if p[STEP] == Due.DIAL:
        # Nobody knows whether others have begun; who has finished is open.
        p[BEGUN] = any(p[WRITTEN : WRITTEN + 2])
    return bytes(p)


def sample(b: Board, seen: bytes, rng: SplitMix64) -> tuple[bytes, int]:
    """Return a full position for a view, and how many actions have made choices that were drawn.

    Each way to deal the hidden cards and powers is equally likely; dials, and powers that were chosen, are drawn by
    random choices. Two draws of ``rng.below(2**31)`` are the upper and the lower half of the seed of the stream that
    all these come from.
    """
    upper, lower = rng.below(1 << _HALF_SEED), rng.below(1 << _HALF_SEED)
    stream = SplitMix64(upper << _HALF_SEED | lower)
    p = bytearray(seen)
    for seat in range(p[N_PLAYERS]):
        for cost, cards in enumerate(b.cards):
            for _ in range(p[HIDDEN + 3 * seat + cost]):
                deck = [card for card in cards if p[PLACE + card] == IN_DECK]
                p[PLACE + stream.choice(deck)] = IN_HAND + seat
            p[HIDDEN + 3 * seat + cost] = 0
    drawn = _deal_powers(b, p, stream)
    for side in range(2):
        if p[WRITTEN + side] == SEALED:
            force = get2(p, FORCE + 2 * side)
            tactics = stream.below(dial_end(b, force) + 1)
            put2(p, TACTICS + 2 * side, tactics)
            put2(p, WEAPONS + 2 * side, stream.below(dial_end(b, force - tactics) + 1))
            p[WRITTEN + side] = 2
            drawn += 2
    return bytes(p), drawn


def _deal_powers(b: Board, p: bytearray, stream: SplitMix64) -> int:
    """Deal the powers that a view doesn't have, and choose for those who have chosen; return how many have."""
    if p[STEP] != Due.POWER:
        return 0
    drawn, n = 0, p[N_PLAYERS]
    left = [power for power in range(1, len(b.content.powers) + 1) if power not in p[POWERS_DEALT : POWERS_DEALT + 12]]
    for seat in range(n):
        place = POWERS_DEALT + 3 * seat
        if not p[place]:
            for number in range(3):
                p[place + number] = left.pop(stream.below(len(left)))
        if p[POWER + seat] == SECRET:
            p[POWER + seat] = stream.choice(p[place : place + 3])
            drawn += 1
    return drawn
