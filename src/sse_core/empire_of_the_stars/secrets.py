"""Views: what each player may know (C16.12), and full positions that fit a view."""

from __future__ import annotations

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
    SEALED,
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


def _others(p: Data, viewer: int) -> list[int]:
    """Return the sides of a battle, 0 and 1, whose dials are being set by others."""
    if p[STEP] != Due.DIAL:
        return []
    return [side for side, seat in enumerate((p[ATTACKER], p[DEFENDER])) if seat != viewer]


def unknown_plies(p: Data, viewer: int) -> int:
    """Return how many actions have set the dials of others, which a viewer doesn't count."""
    return sum(p[WRITTEN + side] for side in _others(p, viewer) if p[WRITTEN + side] != SEALED)


def view(b: Board, before: bytes, viewer: int) -> bytes:
    """Return the position as a player may know it: without cards of others that nobody has seen, and without dials."""
    p = bytearray(before)
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
    """Return a full position for a view, and how many actions have set dials that were drawn.

    Each way to deal the hidden cards is equally likely; dials are drawn by random choices.
    """
    p = bytearray(seen)
    for seat in range(p[N_PLAYERS]):
        for cost, cards in enumerate(b.cards):
            for _ in range(p[HIDDEN + 3 * seat + cost]):
                deck = [card for card in cards if p[PLACE + card] == IN_DECK]
                p[PLACE + rng.choice(deck)] = IN_HAND + seat
            p[HIDDEN + 3 * seat + cost] = 0
    drawn = 0
    for side in range(2):
        if p[WRITTEN + side] == SEALED:
            force = get2(p, FORCE + 2 * side)
            tactics = rng.below(dial_end(b, force) + 1)
            put2(p, TACTICS + 2 * side, tactics)
            put2(p, WEAPONS + 2 * side, rng.below(dial_end(b, force - tactics) + 1))
            p[WRITTEN + side] = 2
            drawn += 2
    return bytes(p), drawn
