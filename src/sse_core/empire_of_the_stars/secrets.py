"""Views: what each player may know (C16.12), and full positions that fit a view."""

from __future__ import annotations

from itertools import chain
from typing import Final

from ..seeds import SplitMix64
from .board import Board
from .due import Due
from .layout import IN_DECK, IN_HAND, SEALED, SECRET, Data
from .position import Position
from .rules.battle import dial_end

__all__ = ["sample", "unknown_plies", "view"]

_HALF_SEED: Final = 31
"""The bits of half a seed."""


def _others(p: Position, viewer: int) -> list[int]:
    """Return the sides of a battle, 0 and 1, whose dials are being set by others."""
    if p.step != Due.DIAL:
        return []
    return [side for side, seat in enumerate((p.attacker, p.defender)) if seat != viewer]


def unknown_plies(data: Data, viewer: int) -> int:
    """Return how many actions have set the dials, or chosen the powers, of others, which a viewer doesn't count."""
    p = Position(data)
    powers = range(p.players) if p.step == Due.POWER else ()
    chosen = sum(0 < p.power[seat] < SECRET and seat != viewer for seat in powers)
    return chosen + sum(p.written[side] for side in _others(p, viewer) if p.written[side] != SEALED)


def view(b: Board, before: bytes, viewer: int) -> bytes:
    """Return the position as a player may know it: without cards of others that nobody has seen, dials and powers."""
    p = Position(bytearray(before))
    others = [seat for seat in range(p.players) if seat != viewer]
    if p.step == Due.POWER:
        for seat in others:
            p.dealt[seat][:] = bytes(3)
            p.power[seat] = SECRET if p.power[seat] else 0
    places = bytes(p.place)
    for seat in others:
        card = places.find(IN_HAND + seat)
        while card >= 0:
            if not p.known[card]:
                p.place[card] = IN_DECK
                p.hidden[seat][b.costs[card] - 1] += 1
            card = places.find(IN_HAND + seat, card + 1)
    for side in _others(p, viewer):
        p.written[side] = SEALED if p.written[side] > 1 else 0
        p.tactics[side] = p.weapons[side] = 0
    if p.step == Due.DIAL:
        # Nobody knows whether others have begun; who has finished is open.
        p.begun = any(p.written)
    return bytes(p.data)


def sample(b: Board, seen: bytes, rng: SplitMix64) -> tuple[bytes, int]:
    """Return a full position for a view, and how many actions have made choices that were drawn.

    Each way to deal the hidden cards and powers is equally likely; dials, and powers that were chosen, are drawn by
    random choices. Two draws of ``rng.below(2**31)`` are the upper and the lower half of the seed of the stream that
    all these come from.
    """
    upper, lower = rng.below(1 << _HALF_SEED), rng.below(1 << _HALF_SEED)
    stream = SplitMix64(upper << _HALF_SEED | lower)
    p = Position(bytearray(seen))
    for seat in range(p.players):
        hidden = p.hidden[seat]
        for cost, cards in enumerate(b.cards):
            for _ in range(hidden[cost]):
                deck = [card for card in cards if p.place[card] == IN_DECK]
                p.place[stream.choice(deck)] = IN_HAND + seat
            hidden[cost] = 0
    drawn = _deal_powers(b, p, stream)
    for side in range(2):
        if p.written[side] == SEALED:
            p.tactics[side] = stream.below(dial_end(b, p.force[side]) + 1)
            p.weapons[side] = stream.below(dial_end(b, p.force[side] - p.tactics[side]) + 1)
            p.written[side] = 2
            drawn += 2
    return bytes(p.data), drawn


def _deal_powers(b: Board, p: Position, stream: SplitMix64) -> int:
    """Deal the powers that a view doesn't have, and choose for those who have chosen; return how many have."""
    if p.step != Due.POWER:
        return 0
    drawn, known = 0, {*chain.from_iterable(p.dealt)}
    left = [power for power in range(1, len(b.content.powers) + 1) if power not in known]
    for seat in range(p.players):
        dealt = p.dealt[seat]
        if not dealt[0]:
            for number in range(3):
                dealt[number] = left.pop(stream.below(len(left)))
        if p.power[seat] == SECRET:
            p.power[seat] = stream.choice(dealt)
            drawn += 1
    return drawn
