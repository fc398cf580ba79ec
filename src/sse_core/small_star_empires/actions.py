"""What can be done in a game: moves of ships, and the decisions and chance events that follow some of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from .layout import Layout
from .systems import System
from .tiles import Tile

__all__ = ["Action", "Choose", "Move", "Piece", "Reveal", "Stay", "every_action"]

Piece: TypeAlias = Literal["city", "station"]
"""What is put on a system to colonize it (E6.1)."""


class Move(NamedTuple):
    """A ship moves and colonizes where it lands, explores it, or is repaired (E2.1, E5.3, E9.1)."""

    origin: int
    """The cell that the ship leaves."""

    target: int
    """The cell that it reaches, by flight or by jump."""

    piece: Piece | None
    """What is put there, ``"city"`` for an unexplored system; None for a repair on the own homeworld."""

    damaged: bool = False
    """True only if an undamaged ship of the player stands in the origin too, and the damaged one moves."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Chance turns up a tile under the ship that explores (E9.2)."""

    tile: Tile
    """What is found; `State.due` says where."""

    origin: ClassVar[None] = None
    target: ClassVar[None] = None
    piece: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Choose:
    """A player chooses the city that the Nordinn Empire destroys (E9.9)."""

    target: int
    """The cell of the city."""

    origin: ClassVar[None] = None
    piece: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Stay:
    """A player lets a move be: the second one after refueling (E9.7), or one that would cost a toll (E10.1)."""

    origin: ClassVar[None] = None
    target: ClassVar[None] = None
    piece: ClassVar[None] = None


Action: TypeAlias = Move | Reveal | Choose | Stay
"""One decision, or one chance event: for people to read. Its id, an index into `Board.actions`, is for machines."""

_PIECES: Final[tuple[Piece, Piece]] = ("city", "station")
_DAMAGED_RANGE: Final = 2


def every_action(board: Layout) -> Iterator[Action]:
    """Yield the dense table of a board: what could ever be done on it under some rules.

    Moves come first, by origin, then undamaged before damaged; in each of these landings by target, the city before
    the station, then repairs by homeworld. Then, if the map has unexplored systems, each `Reveal` in the order of
    `Tile` and each `Choose` by cell; `Stay` is the last.
    """
    for origin, system in enumerate(board.systems):
        if not system.is_hole:
            yield from _moves(board, origin)
    if System.UNEXPLORED in board.systems:
        yield from map(Reveal, Tile)
        yield from (Choose(cell) for cell, system in enumerate(board.systems) if system.can_be_landed_on)
    yield Stay()


def _moves(board: Layout, origin: int) -> Iterator[Move]:
    jumps = set(board.jumps(origin))
    lines = {cell for direction in range(6) for cell in board.line(origin, direction)}
    near = {cell for cell in lines if board.distance(origin, cell) <= _DAMAGED_RANGE}
    homes = [board.homeworld(player) for player in range(board.players)]
    for damaged, reach in ((False, lines | jumps), (True, near | jumps)):
        for target in sorted(reach):
            if board.systems[target].can_be_landed_on:
                yield from (Move(origin, target, piece, damaged) for piece in _PIECES)
        # A damaged ship that stands alone moves under `damaged=False`, so both tell of repairs.
        if board.systems[origin].homeworld is None:
            yield from (Move(origin, home, None, damaged) for home in homes if home in near | jumps)
