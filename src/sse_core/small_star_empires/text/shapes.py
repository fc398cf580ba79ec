"""Shapes of each player's pieces and points in texts and JSON, with conversions from and to positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

from ..._fast import Banked, Reserve, State, colonized
from ...errors import NotationCode, NotationError
from ...forms.json_object import Json, array_of, typed
from ...forms.layout import Layout, Line
from ...forms.lines import Word
from ...forms.shapes import Number, Shape
from ...forms.structs import Struct
from ..board import Board
from ..positions.checks import NOTHING_BANKED
from .notation import no_cell

__all__ = ["LINES", "MOST", "PLAYER", "Told", "cell_of", "placed", "told"]

MOST: Final = 10**9 - 1
"""The largest number of a text."""

_DAMAGED: Final = "!"
_NUMBER: Final = Number(MOST)


class Cells(NamedTuple):
    """Cells by name, and an exclamation mark after that of a damaged ship. A text has its board below them."""

    names: Sequence[str]
    line: Word | None = None
    """The words of the names in a text, for errors."""

    def read(self, board: Board) -> list[int]:
        """Return the cells that are named; raise NotationError for a word that is no cell."""
        found = list(map(board.cell_named, self.names))
        if None in found:
            raise self._error(found.index(None), board)
        return cast("list[int]", found)

    def read_ships(self, board: Board) -> list[tuple[int, bool]]:
        """Return the ships that are named, each as (cell, damaged)."""
        damaged = [name.endswith(_DAMAGED) for name in self.names]
        named = Cells([name.removesuffix(_DAMAGED) for name in self.names], self.line) if any(damaged) else self
        return list(zip(named.read(board), damaged, strict=True))

    def _error(self, index: int, board: Board) -> NotationError:
        word = _word(self.names[index]) if self.line is None else self.line.words()[index]
        return _no_cell(word._replace(text=self.names[index]), board)


class _CellNames(Shape):
    """Cells as words."""

    def word(self, value: Cells) -> str:
        """Return the names of the cells."""
        return " ".join(value.names) or "none"

    def read(self, word: Word) -> Cells:
        """Return the cells of the words."""
        return Cells([] if word.text == "none" else [*filter(None, word.text.split(" "))], word)

    def to_json(self, value: Cells) -> Json:
        """Return the array of the names."""
        return [*value.names]

    def from_json(self, value: Json, key: str) -> Cells:
        """Return the cells of an array."""
        return Cells([typed(one, str, key) for one in array_of(value, key)])


class Told(NamedTuple):
    """The data of a player in a text."""

    ships: Cells
    cities: Cells
    stations: Cells
    reserve: Reserve
    received: int
    banked: Banked


PLAYER: Final = Struct(
    Told,
    {
        **dict.fromkeys(("ships", "cities", "stations"), _CellNames()),
        "reserve": Struct(
            Reserve,
            {"cities": _NUMBER, "stations": _NUMBER},
            like="cities {cities}, stations {stations}",
            expected="a reserve is written like `cities 16, stations 4`",
        ),
        "received": _NUMBER,
        "banked": Struct(
            Banked,
            {"planets": _NUMBER, "tiles": _NUMBER},
            like="planets {planets}, tiles {tiles}",
            expected="banked points are written like `planets 3, tiles 2`",
        ),
    },
)
LINES: Final = Layout(
    PLAYER,
    Line("ships"),
    *map(Line, ("cities", "stations", "reserve")),
    Line("received", left_out=0),
    Line("banked", left_out=NOTHING_BANKED),
)


def told(state: State) -> list[Told]:
    """Return the data of each player in texts."""
    names, held = state.board.cell_names, _held(state)
    return [
        Told(
            Cells([f"{names[cell]}{_DAMAGED}" if damaged else names[cell] for cell, damaged in state.ships(player)]),
            Cells([names[cell] for cell in cities]),
            Cells([names[cell] for cell in stations]),
            state.reserve(player),
            state.received(player),
            state.banked(player),
        )
        for player, (cities, stations) in enumerate(held)
    ]


def _held(state: State) -> Sequence[tuple[Sequence[int], Sequence[int]]]:
    """Return the cells of each player's cities and stations."""
    if isinstance(state, State):
        return colonized(state)
    # A position by a house rule has the face of a State.
    found: list[tuple[list[int], list[int]]] = [([], []) for _ in range(state.board.players)]
    for cell in range(state.board.n_cells):
        player = state.owner(cell)
        if player is not None and (piece := state.piece(cell)) != "homeworld":
            found[player][piece == "station"].append(cell)
    return found


def placed(board: Board, players: Sequence[Told]) -> dict[str, Any]:
    """Return the keywords of `position` from the players' data; raise NotationError for a word that is no cell."""
    cities = [player.cities.read(board) for player in players]
    stations = [player.stations.read(board) for player in players]
    return {
        "owners": {cell: seat for kind in (cities, stations) for seat, cells in enumerate(kind) for cell in cells},
        "pieces": {cell: "station" for cells in stations for cell in cells},
        "ships": [player.ships.read_ships(board) for player in players],
        "reserves": [player.reserve for player in players],
        "received": [player.received for player in players],
        "banked": [player.banked for player in players],
    }


def cell_of(word: Word, board: Board) -> int:
    """Return the cell that a word names."""
    cell = board.cell_named(word.text)
    if cell is None:
        raise _no_cell(word, board)
    return cell


def _no_cell(word: Word, board: Board) -> NotationError:
    return word.error(no_cell(word.text, board), NotationCode.PLACE)


def _word(name: str) -> Word:
    """Return a name as a word that is a line of its own."""
    return Word(name, name, 1, 1)
