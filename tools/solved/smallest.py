"""The smallest maps on which moving first loses, by trying all smaller ones.

Moving first loses on a map if, whichever seat begins, best play lets the other seat win. So it is the turn that loses
there, and not the seat.

All maps for two are tried, with any number of ships, cities and stations that both players have alike: up to turning
and mirroring, exchanging the players, the colours of nebulae, and the order of galaxies. Two things are left out:
unexplored systems, whose bag can be anything, and other options than the published ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sse_core.small_star_empires import Board, Setup
from sse_core.small_star_empires.playable import UnplayableError

from .every_map import MARGIN, EveryMap, Pieces
from .layouts import Layout, layouts


class Found(NamedTuple):
    """A map on which moving first loses."""

    layout: Layout
    kinds: str
    pieces: Pieces
    margin: int
    """Seat A's, if A begins."""

    @property
    def board(self) -> Board:
        """The map; raises SetupError if it can't be played."""
        return Board(self.layout.systems(self.kinds), Setup(**self.pieces._asdict()))


class Tried(NamedTuple):
    """How many were tried."""

    layouts: int
    games: int
    """Layouts with pieces."""

    maps: int
    """Games with kinds of systems."""


def reserves(n_open: int) -> Iterator[Pieces]:
    """Yield what both players may start with, the fewest pieces first.

    No player can place more pieces than there are open systems, nor move more often than that. So more ships, cities or
    stations than open systems change nothing. Without a ship, or without any piece to place, nobody moves.
    """
    upto = range(n_open + 1)
    every = [Pieces(ships, cities, stations) for ships in upto[1:] for cities in upto for stations in upto]
    return iter(sorted((each for each in every if each.cities + each.stations), key=lambda each: (sum(each), each)))


def losing(size: int, objective: int, most: int | None = None) -> tuple[list[Found], Tried]:
    """Return the maps of so many systems on which moving first loses, by `WIN` or by `MARGIN`, and how many were tried.

    `most` is the largest number of pieces a player, ships included.
    """
    found: list[Found] = []
    counts = np.zeros(3, np.int64)
    for layout in layouts(size):
        maps = EveryMap(layout)
        counts[0] += 1
        for pieces in reserves(len(maps.open)):
            if most is not None and sum(pieces) > most:
                break
            counts[1:] += 1, len(maps.kinds)
            mine, theirs = maps.values(pieces, 0), maps.values(pieces, 1)
            for index in np.flatnonzero((mine[objective] < 0) & (theirs[objective] > 0)):
                each = Found(layout, maps.kinds[int(index)], pieces, int(mine[MARGIN, index]))
                if playable(each):
                    found.append(each)
    return found, Tried(*map(int, counts))


def playable(found: Found) -> bool:
    """Return whether ships can reach every open system of a map (E1.6)."""
    try:
        return bool(found.board)
    except UnplayableError:
        return False
