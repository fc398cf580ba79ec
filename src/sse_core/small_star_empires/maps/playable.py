"""Checks that a map can be played: size, homeworlds, and systems joined to homeworlds (E1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from ...errors import SetupCode, SetupError
from ...forms.checks import shown
from ..messages import say
from .geometry import Layout
from .hexes import Hex
from .systems import SEATS, System

__all__ = ["MAX_CELLS", "MAX_RADIUS", "UnplayableError", "check_reach", "check_size", "count_players"]

MAX_CELLS: Final = 128
"""The largest number of systems on a board, holes included: the width of the core's bit sets."""

MAX_RADIUS: Final = 10_000
"""The largest distance of a system from Hex(0, 0), in steps."""


class UnplayableError(SetupError):
    """A map that can't be played. Readers of texts add line and column.

    Attributes
    ----------
    hex
        The hex at fault; None for the map as a whole.
    """

    def __init__(self, message: str, hex: Hex | None = None) -> None:
        super().__init__(message, code=SetupCode.MAP)
        self.args = (message, hex)
        self.hex = hex


def check_size(hexes: Sequence[Hex]) -> None:
    """Raise if there are more than `MAX_CELLS` systems, or one lies more than `MAX_RADIUS` steps out."""
    if len(hexes) > MAX_CELLS:
        raise UnplayableError(
            say("{n} systems are more than {most}, holes counted (E1.6)", n=len(hexes), most=MAX_CELLS),
            hexes[MAX_CELLS],
        )
    for place in hexes:
        if place.distance(Hex(0, 0)) > MAX_RADIUS:
            far = say("{place} lies more than {n} steps from Hex(0, 0) (E1.6)", place=shown(place), n=MAX_RADIUS)
            raise UnplayableError(far, place)


def count_players(hexes: Sequence[Hex], systems: Sequence[System]) -> int:
    """Return the number of players of a map; raise unless each has one homeworld and no letter is left out (E1.6)."""
    seen: dict[int, Hex] = {}
    for place, system in zip(hexes, systems, strict=True):
        seat = system.homeworld
        if seat in seen:
            raise UnplayableError(say("homeworld {seat} stands twice (E1.6)", seat=system.value), place)
        if seat is not None:
            seen[seat] = place
    for seat, letter in enumerate(SEATS[: max(seen, default=-1) + 1]):
        if seat not in seen:
            raise UnplayableError(say("homeworld {seat} is left out (E1.6)", seat=letter), seen[max(seen)])
    if len(seen) < 2:
        raise UnplayableError(say("a map has 2 to 4 homeworlds, this one {n} (E1.6)", n=len(seen)))
    return len(seen)


def check_reach(board: Layout) -> None:
    """Raise if a system that can be landed on is joined to no homeworld (E1.6).

    Systems are joined by steps to neighbours other than black holes, and by jumps. A flight need not be possible.
    """
    wormholes = [cell for cell in range(board.n_cells) if board.systems[cell] is System.WORMHOLE]
    todo = [board.homeworld(player) for player in range(board.players)]
    joined = set(todo)
    entered: set[int] = set()
    while todo:
        cell = todo.pop()
        around = board.neighbours(cell)
        entered.update(hole for hole in around if board.systems[hole] is System.WORMHOLE)
        exits = (board.neighbours(hole) for hole in wormholes if entered - {hole})
        for other in chain(around, *exits):
            if other not in joined and board.systems[other] is not System.BLACK_HOLE:
                joined.add(other)
                todo.append(other)
    for cell, system in enumerate(board.systems):
        if system.can_be_landed_on and cell not in joined:
            name = board.cell_names[cell]
            raise UnplayableError(
                say("no ship can ever reach {cell}: it is joined to no homeworld (E1.6)", cell=name), board.hexes[cell]
            )
