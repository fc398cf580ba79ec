"""Actions of a game: moves of ships, and the decisions and chance events that follow some moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from .maps.geometry import Layout
from .maps.tiles import Tile

__all__ = ["DAMAGED_RANGE", "Action", "Choose", "Move", "Piece", "Reveal", "Stay", "every_action"]

Piece: TypeAlias = Literal["city", "station"]
"""The piece that colonizes a system (E6.1)."""


class Move(NamedTuple):
    """A move of a ship, which colonizes, explores, or is repaired where it lands (E2.1, E5.3, E9.1)."""

    origin: int
    """The cell that the ship leaves."""

    target: int
    """The cell where the ship lands, by flight or by jump."""

    piece: Piece | None
    """The piece placed there, ``"city"`` on an unexplored system; None for a repair on the own homeworld."""

    damaged: bool = False
    """True if the player has damaged and undamaged ships at the origin and a damaged one moves; else False."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """A chance event: the tile under the ship that explores is revealed (E9.2)."""

    tile: Tile
    """The tile; its cell is that of `State.due`."""

    origin: ClassVar[None] = None
    target: ClassVar[None] = None
    piece: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Choose:
    """The choice of the city that the Nordinn Empire destroys (E9.9)."""

    target: int
    """The cell of the city."""

    origin: ClassVar[None] = None
    piece: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Stay:
    """The decision not to move: after refueling (E9.7), or where every move costs a toll (E10.1)."""

    origin: ClassVar[None] = None
    target: ClassVar[None] = None
    piece: ClassVar[None] = None


Action: TypeAlias = Move | Reveal | Choose | Stay
"""A decision or a chance event. Its id, for machines, is its index in `Board.actions`."""

_PIECES: Final[tuple[Piece, Piece]] = ("city", "station")
DAMAGED_RANGE: Final = 2
"""E5.1: how many systems a damaged ship flies at most."""


def every_action(board: Layout, *, explores: bool) -> Iterator[Action]:
    """Yield the dense table of a board: every action that is legal in some position under some rules.

    Moves come first, by origin, ``damaged=False`` before True. Within these, landings are in the order of targets, the
    city before the station, and repairs follow in the order of homeworlds. If there are systems to explore, each
    `Reveal` in the order of `Tile` is next, then each `Choose` by cell. `Stay` is the last.
    """
    homes = [board.homeworld(player) for player in range(board.players)]
    for origin, system in enumerate(board.systems):
        if not system.is_hole:
            yield from _moves(board, origin, homes)
    if explores:
        yield from map(Reveal, Tile)
        yield from (Choose(cell) for cell, system in enumerate(board.systems) if system.can_be_landed_on)
    yield Stay()


def _moves(board: Layout, origin: int, homes: Sequence[int]) -> Iterator[Move]:
    jumps, lines = set(board.jumps(origin)), board.lines(origin)
    near = {cell for line in lines for cell in line[:DAMAGED_RANGE]}
    for damaged, reach in ((False, jumps.union(*lines)), (True, near | jumps)):
        for target in sorted(reach):
            if board.systems[target].can_be_landed_on:
                yield from (Move(origin, target, piece, damaged) for piece in _PIECES)
        # A damaged ship that is alone at the origin moves with `damaged=False`, so both flags have repairs.
        if board.systems[origin].homeworld is None:
            yield from (Move(origin, home, None, damaged) for home in homes if home in near | jumps)
