"""Search for the smallest maps on which moving first loses, by trying all smaller maps.

Moving first loses on a map if, whichever seat begins, the other seat wins under best play. So it is the turn that
loses, not the seat. It loses by points if the margin of best play is below zero, else by a tie-break (E7.4).

All maps for two are tried, with all numbers of ships, cities and stations, equal for both players: up to turning and
mirroring, exchanging the players, the colours of nebulae, and the order of galaxies. Two things are left out:
unexplored systems, whose bag can be anything, and unpublished options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

import numpy as np

from sse_core.small_star_empires import Board, Setup
from sse_core.small_star_empires.maps.playable import UnplayableError

from .every_map import COLOURS, MARGIN, WIN, EveryMap, Pieces
from .layouts import Cells, Layout, exchanged, layouts, parts_of, up_to_symmetry


class Found(NamedTuple):
    """A map on which moving first loses."""

    layout: Layout
    kinds: str
    pieces: Pieces
    margin: int
    """The margin of seat A if A begins and plays for it; that of seat B if B begins may differ."""
    by_points: bool
    """Whether the margin is below zero, whichever seat begins."""

    @property
    def board(self) -> Board:
        """The map; raises SetupError if it can't be played."""
        return Board(self.layout.systems(self.kinds), Setup(**self.pieces._asdict()))

    @property
    def key(self) -> tuple[object, ...]:
        """A canonical form, the same for maps that differ by a symmetry."""
        parts = parts_of(self.layout, self.kinds)
        return self.pieces, min(least_map(parts), least_map(map(exchanged, parts)))

    @property
    def is_fair(self) -> bool:
        """Whether a symmetry of the map exchanges the players."""
        parts = parts_of(self.layout, self.kinds)
        return least_map(parts) == least_map(map(exchanged, parts))


class Tried(NamedTuple):
    """The numbers of tried layouts and games."""

    layouts: int
    games: int
    """Layouts with pieces."""

    maps: int
    """Games with kinds of systems."""


def least_map(parts: Iterable[Cells]) -> tuple[Cells, ...]:
    """Return a canonical form, the same for maps that differ by turning, mirroring, colours, or galaxies' order."""
    known = tuple(parts)
    renamed = (str.maketrans(COLOURS, "".join(names)) for names in permutations(COLOURS))
    return min(
        up_to_symmetry(tuple((place, sign.translate(names)) for place, sign in part) for part in known)
        for names in renamed
    )


def reserves(n_open: int) -> Iterator[Pieces]:
    """Yield the possible pieces of both players at the start, the fewest first.

    No player can place more pieces than there are open systems, nor move more often. So more ships, cities or stations
    than open systems change nothing. Without a ship, or without a piece to place, nobody moves.
    """
    upto = range(n_open + 1)
    every = [Pieces(ships, cities, stations) for ships in upto[1:] for cities in upto for stations in upto]
    return iter(sorted((each for each in every if each.cities + each.stations), key=lambda each: (sum(each), each)))


def losing(size: int, most: int | None = None) -> tuple[list[Found], Tried]:
    """Return the maps of so many systems on which moving first loses, the fewest pieces first, and the tried numbers.

    `most` is the largest number of pieces of a player, ships included; None is any number. Each map comes once up to
    symmetry.
    """
    found: dict[tuple[object, ...], Found] = {}
    counts = np.zeros(3, np.int64)
    for layout in layouts(size):
        maps = EveryMap(layout)
        counts[0] += 1
        for pieces in reserves(len(maps.open)):
            if most is not None and sum(pieces) > most:
                break
            counts[1:] += 1, len(maps.kinds)
            for each in lost(layout, maps, pieces):
                if each.key not in found and playable(each):
                    found[each.key] = each
    return sorted(found.values(), key=lambda each: (sum(each.pieces), not each.is_fair)), Tried(*map(int, counts))


def lost(layout: Layout, maps: EveryMap, pieces: Pieces) -> Iterator[Found]:
    """Yield the maps of a layout on which moving first loses."""
    mine, theirs = maps.values(pieces, 0), maps.values(pieces, 1)
    for index in map(int, np.flatnonzero((mine[WIN] < 0) & (theirs[WIN] > 0))):
        margin = int(mine[MARGIN, index])
        yield Found(layout, maps.kinds[index], pieces, margin, margin < 0 < theirs[MARGIN, index])


def playable(found: Found) -> bool:
    """Return whether ships can reach every open system of a map (E1.6)."""
    try:
        return bool(found.board)
    except UnplayableError:
        return False
