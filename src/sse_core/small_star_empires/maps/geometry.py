"""The geometry of a board: neighbours, straight lines, distances, and jumps through wormholes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from ...errors import RangeError
from ...forms.checks import check_index, shown
from .hexes import DIRECTIONS, Hex
from .systems import SEATS, System

__all__ = ["Layout", "name_cells", "way_between"]


class Layout:
    """The geometry of a map. Boards that differ in neither homeworlds nor holes have the same one.

    Cells are numbered row by row: by r, then by q.
    """

    __slots__ = (
        "_around",
        "_cells",
        "_homes",
        "_jumps",
        "_lines",
        "_named",
        "cell_names",
        "hexes",
        "players",
        "systems",
    )

    hexes: tuple[Hex, ...]
    """The place of each cell."""

    systems: tuple[System, ...]
    """The system of each cell."""

    players: int
    """The number of players: 2, 3 or 4."""

    cell_names: tuple[str, ...]
    """The name of each cell, such as ``c4``: the letter of its row, then its number in the row, from 1 on the left."""

    _around: tuple[tuple[int, ...], ...]
    _cells: dict[Hex, int]
    _homes: tuple[int, ...]
    _jumps: tuple[tuple[int, ...], ...]
    _lines: tuple[tuple[tuple[int, ...], ...], ...]
    _named: dict[str, int]

    def __new__(cls, hexes: tuple[Hex, ...], systems: tuple[System, ...], players: int) -> Self:
        """Return the layout of a map."""
        self = object.__new__(cls)
        self.hexes, self.systems, self.players = hexes, systems, players
        self.cell_names = tuple(name_cells(hexes))
        self._cells = {place: cell for cell, place in enumerate(hexes)}
        self._named = {name: cell for cell, name in enumerate(self.cell_names)}
        self._homes = tuple(systems.index(System(seat)) for seat in SEATS[:players])
        beside = tuple(_cells_beside(self._cells))
        self._around = tuple(tuple(cell for cell in around if cell is not None) for around in beside)
        self._lines = tuple(tuple(_lines_from(cell, beside, systems)) for cell in range(len(hexes)))
        wormholes = [cell for cell, system in enumerate(systems) if system is System.WORMHOLE]
        self._jumps = tuple(tuple(_jumps_from(cell, self._around, wormholes)) for cell in range(len(hexes)))
        return self

    @property
    def n_cells(self) -> int:
        """The number of systems, holes included."""
        return len(self.hexes)

    def cell(self, hex: Hex) -> int:
        """Return the cell at a place; raise RangeError where the map has none."""
        if not isinstance(hex, tuple):
            raise TypeError(f"a place is a Hex, not {type(hex).__name__}")
        try:
            return self._cells[hex]
        except KeyError:
            raise RangeError(f"there is no system at {shown(hex)} (E1.6)") from None

    def at(self, hex: Hex) -> int | None:
        """Return the cell at a place; None where the map has none."""
        return self._cells.get(hex)

    def cell_named(self, name: str) -> int | None:
        """Return the cell with this name; None if there is none."""
        return self._named.get(name)

    def system(self, cell: int) -> System:
        """Return the system of a cell; raise RangeError if there is no such cell."""
        return self.systems[self.check_cell(cell)]

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """Return the adjacent cells, counter-clockwise from east, without gaps in the map."""
        return self._around[self.check_cell(cell)]

    def line(self, cell: int, direction: int) -> tuple[int, ...]:
        """Return the cells that a ship can enter in one direction on an empty map, nearest first.

        The line ends before a gap or a black hole (E1.6, E3.1, E3.4). `direction` is 0 to 5, counter-clockwise from
        east.
        """
        return self.lines(cell)[check_index(direction, len(DIRECTIONS), "direction")]

    def lines(self, cell: int) -> tuple[tuple[int, ...], ...]:
        """Return the line in each direction from a cell, counter-clockwise from east."""
        return self._lines[self.check_cell(cell)]

    def jumps(self, cell: int) -> tuple[int, ...]:
        """Return the cells that a jump from here leads to, ascending (E4.1, E4.2).

        They are next to a wormhole other than the one that the ship enters.
        """
        return self._jumps[self.check_cell(cell)]

    def distance(self, cell: int, other: int) -> int:
        """Return the number of steps between two cells on the plane, over gaps in the map too."""
        return self.hexes[self.check_cell(cell)].distance(self.hexes[self.check_cell(other)])

    def homeworld(self, player: int) -> int:
        """Return the cell of a player's homeworld; raise RangeError if there is no such seat."""
        return self._homes[self.check_player(player)]

    def check_cell(self, cell: int) -> int:
        """Return `cell` if this board has it; raise RangeError or TypeError if not."""
        # Nearly every cell is a plain int, and the reference checks cells at every step.
        return cell if type(cell) is int and 0 <= cell < len(self.hexes) else check_index(cell, self.n_cells, "cell")

    def check_player(self, player: int) -> int:
        """Return `player` if this board has that seat; raise RangeError or TypeError if not."""
        return (
            player
            if type(player) is int and 0 <= player < self.players
            else check_index(player, self.players, "player")
        )


def way_between(layout: Layout, origin: int, target: int) -> tuple[int, ...] | None:
    """Return the cells between two that share a line, the nearest to the origin first; None if they share none."""
    for line in layout.lines(origin):
        if target in line:
            return line[: line.index(target)]
    return None


def _cells_beside(cells: Mapping[Hex, int]) -> Iterable[tuple[int | None, ...]]:
    """Yield the cell in each direction from each place, None where the map has a gap."""
    for place in cells:
        yield tuple(cells.get(place.step(direction)) for direction in range(len(DIRECTIONS)))


def _lines_from(
    cell: int, beside: Sequence[Sequence[int | None]], systems: Sequence[System]
) -> Iterable[tuple[int, ...]]:
    """Yield the cells that a ship can enter in each direction from a cell, up to a gap or a black hole."""
    for direction in range(len(DIRECTIONS)):
        line, entered = list[int](), beside[cell][direction]
        while entered is not None and systems[entered] is not System.BLACK_HOLE:
            line.append(entered)
            entered = beside[entered][direction]
        yield tuple(line)


def _jumps_from(cell: int, around: Sequence[Sequence[int]], wormholes: Sequence[int]) -> Iterable[int]:
    """Return the cells that a jump from a cell leads to, ascending."""
    entered = [hole for hole in wormholes if hole in around[cell]]
    exits = {hole for hole in wormholes for entry in entered if hole != entry}
    return sorted({exit for hole in exits for exit in around[hole]} - {cell})


def name_cells(hexes: tuple[Hex, ...]) -> Iterable[str]:
    """Yield the name of each cell. Rows with at least one system are a, b, … z, aa, ab and so on."""
    row, place, r = -1, 0, None
    for at in hexes:
        if at.r != r:
            row, place, r = row + 1, 0, at.r
        place += 1
        letter = chr(ord("a") + row % 26)
        yield f"{letter if row < 26 else chr(ord('a') + row // 26 - 1) + letter}{place}"
