"""C9: where ships stand, where they can stop, and how far they get."""

from __future__ import annotations

from ..board import Board, Terrain, terrain_of
from ..layout import (
    FLAGS,
    HOME,
    MAX_REGIONS,
    MOVED,
    N_PLAYERS,
    OWN_CAP,
    SHIFTED,
    SHIPS,
    TILE,
    TOKEN,
    Data,
    get2,
    ships_at,
)
from .standing import ASTEROIDS_STOP, DEPLOY_TO_COLONIES, HOME_STRENGTH, MOVES, ROOM, STRENGTH, number

__all__ = [
    "carry",
    "crowd",
    "docks",
    "fleet",
    "go",
    "leave",
    "moves_from",
    "reach",
    "regions_with",
    "starbases",
    "stops",
    "strength_in",
    "terrain",
    "units_of",
    "with_room",
]

_ROW = MAX_REGIONS


def terrain(b: Board, p: Data) -> Terrain:
    """Return what the tiles make of the map."""
    return terrain_of(b, bytes(p[TILE : TILE + MAX_REGIONS]))


def fleet(p: Data, seat: int) -> bytes:
    """Return how many ships a player has in each region."""
    start = SHIPS + 3 * seat * _ROW
    rows = (p[start : start + _ROW], p[start + _ROW : start + 2 * _ROW], p[start + 2 * _ROW : start + 3 * _ROW])
    # A region holds less than 256 ships, so the sums of rows, as large numbers, are the rows of sums.
    return sum(int.from_bytes(row, "little") for row in rows).to_bytes(_ROW, "little")


def crowd(p: Data) -> bytes:
    """Return how many ships of all players are in each region."""
    end = SHIPS + 3 * p[N_PLAYERS] * _ROW
    rows = range(SHIPS, end, _ROW)
    return sum(int.from_bytes(p[row : row + _ROW], "little") for row in rows).to_bytes(_ROW, "little")


def regions_with(row: Data) -> int:
    """Return the set of the regions whose number in a row isn't 0."""
    found = 0
    for region, n in enumerate(row):
        if n:
            found |= 1 << region
    return found


def with_room(b: Board, p: Data, seat: int) -> int:
    """C7.4, S22: the set of regions where there is room for one more ship of a player."""
    counts = fleet(p, seat) if get2(p, FLAGS) & OWN_CAP else crowd(p)
    found, bit, room = 0, 1, number(b, p, seat, ROOM)
    for n in counts[: b.n_regions]:
        if n < room:
            found |= bit
        bit <<= 1
    return found


def stops(b: Board, p: Data, seat: int) -> int:
    """C9.2, C9.3, S54: the set of regions where a ship of a player can stop."""
    found = with_room(b, p, seat)
    for other in range(p[N_PLAYERS]):
        if other != seat:
            found &= ~(1 << p[HOME + other])
    return found


def units_of(b: Board, p: Data, seat: int) -> int:
    """Return the set of regions where a player has a unit: a ship, a token or the home world."""
    found = regions_with(fleet(p, seat)[: b.n_regions]) | 1 << p[HOME + seat]
    end = TOKEN + b.n_regions
    for token in (1 + 2 * seat, 2 + 2 * seat):
        place = p.find(token, TOKEN, end)
        while place >= 0:
            found |= 1 << place - TOKEN
            place = p.find(token, place + 1, end)
    return found


def strength_in(b: Board, p: Data, seat: int, sector: int) -> int:
    """C10.4: the strength of a player's units in a sector."""
    total = 0
    colony = 1 + 2 * seat
    strengths = [number(b, p, seat, STRENGTH + unit) for unit in range(5)]
    for region in b.content.sectors[sector].regions:
        for kind in range(3):
            total += strengths[kind] * p[SHIPS + ships_at(seat, kind, region)]
        token = p[TOKEN + region]
        if token == colony:
            total += strengths[3]
        elif token == colony + 1:
            total += strengths[4]
        elif p[HOME + seat] == region:
            total += number(b, p, seat, HOME_STRENGTH)
    return total


def docks(b: Board, p: Data, seat: int) -> int:
    """C7.3, S21: the set of regions with an own starbase and room for a ship; effects may add colonies."""
    colonies = number(b, p, seat, DEPLOY_TO_COLONIES) != 0
    return starbases(b, p, seat, colonies=colonies) & with_room(b, p, seat)


def starbases(b: Board, p: Data, seat: int, *, colonies: bool = False) -> int:
    """C3.3: the set of regions with an own starbase, the home world among them; if wanted, with those of colonies."""
    found = 1 << p[HOME + seat]
    colony = 1 + 2 * seat
    least = colony if colonies else colony + 1
    for region, token in enumerate(p[TOKEN : TOKEN + b.n_regions]):
        if least <= token <= colony + 1:
            found |= 1 << region
    return found


def reach(b: Board, p: Data, land: Terrain, seat: int, kind: int, region: int, steps: int | None = None) -> int:
    """C9.1: the regions that a player's ship of a type gets to from a region; with so many steps, if they are given."""
    far = number(b, p, seat, MOVES + kind) if steps is None else steps
    return land.reach(region, far, stop=number(b, p, seat, ASTEROIDS_STOP) != 0)


def moves_from(b: Board, p: Data, seat: int, land: Terrain, targets: int, *, any_ship: bool) -> dict[int, list[int]]:
    """Return the regions from which a player's ship reaches one of the targets, each with the types that do.

    Ships that have moved count only if `any_ship` is set.
    """
    found: dict[int, list[int]] = {}
    for kind in range(3):
        start = SHIPS + ships_at(seat, kind)
        row = p[start : start + b.n_regions]
        if not any(row):
            continue
        moved = start - SHIPS + MOVED
        far = number(b, p, seat, MOVES + kind)
        stop = number(b, p, seat, ASTEROIDS_STOP) != 0
        for region, n in enumerate(row):
            if n and (any_ship or n > p[moved + region]) and land.reach(region, far, stop=stop) & targets:
                found.setdefault(region, []).append(kind)
    return found


def carry(p: bytearray, owner: int, kind: int, origin: int, target: int) -> int:
    """Move a ship that stays as it was, moved or not (S31, S64); return its place (`ships_at`) in the target."""
    place = ships_at(owner, kind, target)
    p[MOVED + place] += leave(p, ships_at(owner, kind, origin))
    p[SHIPS + place] += 1
    return place


def go(p: bytearray, owner: int, kind: int, origin: int, target: int) -> None:
    """C9.1: move a ship that has not moved yet, and has then."""
    place = ships_at(owner, kind, target)
    p[SHIPS + ships_at(owner, kind, origin)] -= 1
    p[SHIPS + place] += 1
    p[MOVED + place] += 1


def leave(p: bytearray, place: int) -> bool:
    """S58: take a ship away; one that has moved goes first. Return whether it was one.

    `place` is that of `ships_at`. There are no more ships moved, or shifted, than there are.
    """
    moved = p[MOVED + place] > 0
    p[SHIPS + place] -= 1
    p[MOVED + place] -= moved
    if p[SHIFTED + place] > p[SHIPS + place]:
        p[SHIFTED + place] -= 1
    return moved
