"""The board: systems in their places, checked once, with all that never changes about them worked out."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, final
from weakref import WeakValueDictionary

from ..checks import check_index
from ..errors import RangeError, SetupError
from .actions import Action, every_action
from .hexes import DIRECTIONS, Hex
from .playable import check_reach, check_size, count_players
from .systems import SEATS, System

if TYPE_CHECKING:
    from .._fast import Tables
    from .options import Rules

__all__ = ["Board"]


@final
class Board:
    """A map that can be played on: an immutable value, equal to any board with the same systems in the same places.

    Cells are numbered row by row: by r, then by q. Equal boards are one object with one set of tables, however they
    were made, unpickled ones included.

    Parameters
    ----------
    systems
        What lies where: `System` or its symbol by `Hex`.

    Raises
    ------
    SetupError
        If a homeworld is doubled or left out, there are fewer than 2 or more than 4, there are more than 128
        systems, one lies more than 10,000 steps from Hex(0, 0), or one can never be reached (E1.6).

    >>> board = Board({Hex(0, 0): "A", Hex(1, 0): "3", Hex(2, 0): "B"})
    >>> board.n_cells, board.players, board.system(1)
    (3, 2, <System.THREE: '3'>)
    """

    __slots__ = (
        "__weakref__",
        "_actions",
        "_cells",
        "_ids",
        "_named",
        "cell_names",
        "hexes",
        "key",
        "players",
        "systems",
        "tables",
    )

    hexes: tuple[Hex, ...]
    """Where each cell lies."""

    systems: tuple[System, ...]
    """What each cell is."""

    players: int
    """How many play here: 2, 3 or 4."""

    cell_names: tuple[str, ...]
    """What people write for each cell: a letter for its row, then its place in the row from the left, from 1."""

    key: int
    """64 bits that depend on the content alone, the same in every process."""

    tables: dict[Rules, Tables]
    """What the core works with under some rules, made when a first state needs it and shared by all of them."""

    _cells: dict[Hex, int]
    _named: dict[str, int]
    _actions: tuple[Action, ...] | None
    _ids: dict[Action, int] | None

    def __new__(cls, systems: Mapping[Hex, System | str]) -> Board:
        """Return the board with these systems."""
        if not isinstance(systems, Mapping):
            raise TypeError(f"a board is made of a mapping from Hex to System, not of {type(systems).__name__}")
        places = sorted(
            ((_place(place), _system(system)) for place, system in systems.items()),
            key=lambda item: (item[0].r, item[0].q),
        )
        hexes = tuple(place for place, _ in places)
        kinds = tuple(system for _, system in places)
        with _LOCK:
            known = _BOARDS.get((hexes, kinds))
            return _BOARDS.setdefault((hexes, kinds), _build(hexes, kinds)) if known is None else known

    @property
    def n_cells(self) -> int:
        """How many systems there are, holes included."""
        return len(self.hexes)

    @property
    def board(self) -> Board:
        """The board itself, so that a board and a state on it serve alike as context."""
        return self

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action that some position on this board allows; an action's id is its index here.

        The order is by origin, undamaged before damaged, landings by target with the city before the station, then
        repairs. Made when first asked for.
        """
        if self._actions is None:
            self._actions = tuple(every_action(self))
        return self._actions

    def action_id(self, action: Action) -> int | None:
        """Return the id of an action, None if it isn't in the table."""
        if self._ids is None:
            self._ids = {known: index for index, known in enumerate(self.actions)}
        return self._ids.get(action)

    def cell(self, hex: Hex) -> int:
        """Return the cell at a place; raise RangeError where the map has none."""
        try:
            return self._cells[hex]
        except KeyError:
            raise RangeError(f"there is no system at {hex!r} (E1.6)") from None

    def cell_named(self, name: str) -> int | None:
        """Return the cell with a name of `cell_names`, None if there is none."""
        return self._named.get(name)

    def at(self, hex: Hex) -> int | None:
        """Return the cell at a place, None where the map has none."""
        return self._cells.get(hex)

    def system(self, cell: int) -> System:
        """Return what lies on a cell; raise RangeError if there is no such cell."""
        return self.systems[self.check_cell(cell)]

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """Return the adjacent cells, counter-clockwise from east; gaps are left out."""
        place = self.hexes[self.check_cell(cell)]
        around = (self._cells.get(place.step(direction)) for direction in range(6))
        return tuple(cell for cell in around if cell is not None)

    def line(self, cell: int, direction: int) -> tuple[int, ...]:
        """Return the cells that a ship could enter in one direction, nearest first, were nothing colonized.

        The line ends before a gap or a black hole (E1.6, E3.1, E3.4). `direction` is 0 to 5, counter-clockwise from
        east.
        """
        place = self.hexes[self.check_cell(cell)]
        check_index(direction, len(DIRECTIONS), "direction")
        line: list[int] = []
        while (entered := self._cells.get(place := place.step(direction))) is not None:
            if self.systems[entered] is System.BLACK_HOLE:
                break
            line.append(entered)
        return tuple(line)

    def jumps(self, cell: int) -> tuple[int, ...]:
        """Return the cells beside any wormhole but the one that is entered from here, ascending (E4.1, E4.2)."""
        around = self.neighbours(cell)
        wormholes = [hole for hole, system in enumerate(self.systems) if system is System.WORMHOLE]
        entered = [hole for hole in wormholes if hole in around]
        exits = {hole for hole in wormholes for entry in entered if hole != entry}
        return tuple(sorted({exit for hole in exits for exit in self.neighbours(hole)} - {cell}))

    def distance(self, cell: int, other: int) -> int:
        """Return the number of steps between two cells on the plane, gaps or not."""
        return self.hexes[self.check_cell(cell)].distance(self.hexes[self.check_cell(other)])

    def homeworld(self, player: int) -> int:
        """Return the cell of a player's homeworld; raise RangeError if there is no such seat."""
        return self.systems.index(System(SEATS[self.check_player(player)]))

    def turned(self, k: int) -> Board:
        """Return the board after k turns of 60 degrees, counter-clockwise, about Hex(0, 0)."""
        return Board({place.turned(k): system for place, system in zip(self.hexes, self.systems, strict=True)})

    def mirrored(self) -> Board:
        """Return the board with left and right exchanged."""
        return Board({place.mirrored(): system for place, system in zip(self.hexes, self.systems, strict=True)})

    def check_cell(self, cell: int) -> int:
        """Return `cell` if this board has it; raise RangeError or TypeError if not."""
        return check_index(cell, self.n_cells, "cell")

    def check_player(self, player: int) -> int:
        """Return `player` if this board has that seat; raise RangeError or TypeError if not."""
        return check_index(player, self.players, "player")

    def __setattr__(self, name: str, value: object) -> None:
        if name not in ("_actions", "_ids"):
            raise AttributeError(f"a Board is immutable: {name} can't be set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board is immutable: {name} can't be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or (self.hexes, self.systems) == (other.hexes, other.systems)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Board({ {tuple(place): kind.value for place, kind in zip(self.hexes, self.systems, strict=True)} })"

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, ({tuple(place): kind.value for place, kind in zip(self.hexes, self.systems, strict=True)},)


_BOARDS: WeakValueDictionary[tuple[tuple[Hex, ...], tuple[System, ...]], Board] = WeakValueDictionary()
_LOCK: Final = threading.Lock()


def _build(hexes: tuple[Hex, ...], systems: tuple[System, ...]) -> Board:
    """Check a map and make its board."""
    check_size(hexes)
    players = count_players(hexes, systems)
    cells = {place: cell for cell, place in enumerate(hexes)}
    names = tuple(_cell_names(hexes))
    board = object.__new__(Board)
    for name, value in {
        "hexes": hexes,
        "systems": systems,
        "players": players,
        "cell_names": names,
        "key": _key(hexes, systems),
        "_cells": cells,
        "_named": {name: cell for cell, name in enumerate(names)},
        "_actions": None,
        "_ids": None,
        "tables": {},
    }.items():
        object.__setattr__(board, name, value)
    check_reach(board)
    return board


def _cell_names(hexes: tuple[Hex, ...]) -> Iterable[str]:
    """Yield the name of each cell: the rows that hold a system are a, b, … z, aa, ab and so on."""
    row, place, r = -1, 0, None
    for at in hexes:
        if at.r != r:
            row, place, r = row + 1, 0, at.r
        place += 1
        letter = chr(ord("a") + row % 26)
        yield f"{letter if row < 26 else chr(ord('a') + row // 26 - 1) + letter}{place}"


def _key(hexes: tuple[Hex, ...], systems: tuple[System, ...]) -> int:
    content = " ".join(f"{q},{r}{system.value}" for (q, r), system in zip(hexes, systems, strict=True))
    return int.from_bytes(hashlib.blake2b(content.encode(), digest_size=8).digest(), "little")


def _place(place: Hex) -> Hex:
    if not isinstance(place, tuple) or [type(part) for part in place] != [int, int]:
        raise TypeError(f"a place is a Hex of two integers, not {place!r}")
    return Hex(*place)


def _system(system: System | str) -> System:
    try:
        return System(system)
    except ValueError:
        legend = " ".join(kind.value for kind in System)
        raise SetupError(f"{system!r} is no system; the legend is {legend} (E1.2)") from None
