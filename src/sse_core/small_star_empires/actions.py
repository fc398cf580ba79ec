"""What a player does in a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from .layout import Layout

__all__ = ["Action", "Piece", "every_action"]

Piece: TypeAlias = Literal["city", "station"]
"""What is put on a system to colonize it (E6.1)."""


class Action(NamedTuple):
    """One turn: a ship moves and colonizes where it lands, or is repaired (E2.1, E5.3).

    An action is one for people to read; its id, an index into `Board.actions`, says the same to machines.
    """

    origin: int
    """The cell that the ship leaves."""

    target: int
    """The cell that it reaches, by flight or by jump."""

    piece: Piece | None
    """What is put there; None for a repair on the own homeworld."""

    damaged: bool = False
    """True only if an undamaged ship of the player stands in the origin too, and the damaged one moves."""


_PIECES: Final[tuple[Piece, Piece]] = ("city", "station")
_DAMAGED_RANGE: Final = 2


def every_action(board: Layout) -> Iterator[Action]:
    """Yield the dense table of a board: what could be done from each cell where a ship can stand, pieces aside.

    The order is by origin, then undamaged before damaged; in each of these landings by target, the city before the
    station, then repairs by homeworld.
    """
    homes = [board.homeworld(player) for player in range(board.players)]
    for origin, system in enumerate(board.systems):
        if system.is_hole:
            continue
        jumps = set(board.jumps(origin))
        lines = {cell for direction in range(6) for cell in board.line(origin, direction)}
        near = {cell for cell in lines if board.distance(origin, cell) <= _DAMAGED_RANGE}
        for damaged, reach in ((False, lines | jumps), (True, near | jumps)):
            for target in sorted(reach):
                if board.systems[target].can_be_landed_on:
                    yield from (Action(origin, target, piece, damaged) for piece in _PIECES)
            # A damaged ship that stands alone moves under `damaged=False`, so both tell of repairs.
            if system.homeworld is None:
                yield from (Action(origin, home, None, damaged) for home in homes if home in near | jumps)
