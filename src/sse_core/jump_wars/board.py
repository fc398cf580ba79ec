"""The board: 100 spaces on a square or a hexagonal grid, the counters on them, and distances (J1.1 to J1.3).

A space is an index, ``10 * y + x``. People write a letter for x and a number for y: ``a1`` is (0, 0), ``j10`` (9, 9).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final

__all__ = [
    "CENTRE",
    "N_COUNTERS",
    "N_SPACES",
    "PLAYERS",
    "SIDE",
    "SIGNS",
    "SITES",
    "Grid",
    "Space",
    "adjacent",
    "distance",
    "is_joined",
    "reach",
    "space_name",
    "xy",
]

SIDE: Final = 10
N_SPACES: Final = SIDE * SIDE


class Grid(StrEnum):
    """The kind of grid, which says how spaces are joined (J1.1)."""

    SQUARE = "square"
    HEX = "hex"


class Space(IntEnum):
    """The kind of a space: a counter (J1.2), or a Homeworld."""

    VOID = 0
    STAR_FIELD = 1
    CLUSTER = 2
    BLACK_HOLE = 3
    NEBULA = 4
    HOMEWORLD = 5


N_COUNTERS: Final = {
    Space.VOID: 30,
    Space.STAR_FIELD: 20,
    Space.CLUSTER: 10,
    Space.BLACK_HOLE: 20,
    Space.NEBULA: 20,
}
"""The number of counters of each kind, 100 in all (J1.2)."""

SIGNS: Final = {
    Space.VOID: ".",
    Space.STAR_FIELD: "+",
    Space.CLUSTER: "%",
    Space.BLACK_HOLE: "#",
    Space.NEBULA: "~",
}
"""The sign of each counter in texts and drawings. A Homeworld has a letter instead."""

CENTRE: Final = 44
"""The space (4, 4): of the fifth Homeworld on squares (J4.1), or of the neutral one (J3.3)."""

_FEW: Final = {2: (0, 99), 3: (0, 9, 94), 4: (0, 9, 99, 90)}
SITES: Final = {Grid.SQUARE: {**_FEW, 5: (0, 9, 99, 90, CENTRE)}, Grid.HEX: {**_FEW, 5: (0, 6, 39, 93, 60)}}
"""The space of each player's Homeworld, by the grid and the number of players; seats go clockwise (J1.3, J4.1)."""

PLAYERS: Final = tuple(SITES[Grid.SQUARE])
"""The numbers of players that a game can have."""

_SQUARE_DIRECTIONS: Final = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
_HEX_DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
_DIRECTIONS: Final = {Grid.SQUARE: _SQUARE_DIRECTIONS, Grid.HEX: _HEX_DIRECTIONS}


def xy(space: int) -> tuple[int, int]:
    """Return the coordinates of a space, counted from 0."""
    return space % SIDE, space // SIDE


def space_name(space: int) -> str:
    """Return the name of a space, such as ``a1``."""
    x, y = xy(space)
    return f"{'abcdefghij'[x]}{y + 1}"


def _neighbours(grid: Grid, space: int) -> Iterator[int]:
    x, y = xy(space)
    for dx, dy in _DIRECTIONS[grid]:
        if 0 <= x + dx < SIDE and 0 <= y + dy < SIDE:
            yield SIDE * (y + dy) + x + dx


_ADJACENT: Final = {grid: tuple(tuple(sorted(_neighbours(grid, s))) for s in range(N_SPACES)) for grid in Grid}


def adjacent(grid: Grid, space: int) -> tuple[int, ...]:
    """Return the spaces one step from a space, ascending (J1.1)."""
    return _ADJACENT[grid][space]


def distance(grid: Grid, a: int, b: int) -> int:
    """Return the number of steps between two spaces of an empty board (J1.1)."""
    (ax, ay), (bx, by) = xy(a), xy(b)
    dx, dy = bx - ax, by - ay
    return max(abs(dx), abs(dy)) if grid is Grid.SQUARE else max(abs(dx), abs(dy), abs(dx + dy))


@lru_cache(maxsize=256)
def reach(grid: Grid, spaces: tuple[Space, ...], origin: int, steps: int, skims: bool) -> tuple[int, ...]:
    """Return the spaces to which a path of at most `steps` steps leads, ascending, without the origin (J2.6).

    No path enters a Black Hole. One that `skims` may cross Black Holes, and ends in none.
    """
    found, edge = {origin}, {origin}
    for _ in range(steps):
        near = {space for one in edge for space in _ADJACENT[grid][one]} - found
        edge = {space for space in near if skims or spaces[space] is not Space.BLACK_HOLE}
        if not edge:
            break
        found |= edge
    return tuple(sorted(space for space in found - {origin} if spaces[space] is not Space.BLACK_HOLE))


def is_joined(grid: Grid, spaces: tuple[Space, ...], sites: set[int]) -> bool:
    """J1.3: whether paths free of Black Holes join some spaces."""
    one, *others = sorted(sites)
    return {*others} <= {*reach(grid, spaces, one, N_SPACES, skims=False)}
