"""Shapes of each player's pieces and points in texts and JSON, with conversions from and to positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ..._fast import Banked, Reserve, State
from ...errors import NotationCode
from ...forms.json_object import Json, array_of, typed
from ...forms.layout import Layout, Line
from ...forms.lines import Word
from ...forms.shapes import Number, Shape
from ...forms.structs import Struct
from ..actions import Piece
from ..board import Board
from ..positions.checks import NOTHING_BANKED
from .notation import no_cell

__all__ = ["LINES", "MOST", "PLAYER", "Told", "cell_of", "placed", "told"]

MOST: Final = 10**9 - 1
"""The largest number of a text."""

_DAMAGED: Final = "!"
_NUMBER: Final = Number(MOST)


class _Cells(Shape):
    """Cells as words. They stay words until the board is known, since a text has its board below them."""

    def word(self, value: Sequence[Word]) -> str:
        """Return the names of the cells."""
        return " ".join(one.text for one in value) or "none"

    def read(self, word: Word) -> list[Word]:
        """Return the words."""
        return [] if word.text == "none" else word.words()

    def to_json(self, value: Sequence[Word]) -> Json:
        """Return the array of the names."""
        return [one.text for one in value]

    def from_json(self, value: Json, key: str) -> list[Word]:
        """Return the words of an array."""
        return [_word(typed(one, str, key)) for one in array_of(value, key)]


class Told(NamedTuple):
    """The data of a player in a text; a damaged ship is its cell and an exclamation mark."""

    ships: list[Word]
    cities: list[Word]
    stations: list[Word]
    reserve: Reserve
    received: int
    banked: Banked


PLAYER: Final = Struct(
    Told,
    {
        **dict.fromkeys(("ships", "cities", "stations"), _Cells()),
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
    names = state.board.cell_names

    def pieces(player: int, piece: Piece) -> list[Word]:
        return [
            _word(name) for cell, name in enumerate(names) if state.owner(cell) == player and state.piece(cell) == piece
        ]

    return [
        Told(
            [_word(names[cell] + _DAMAGED * damaged) for cell, damaged in state.ships(player)],
            pieces(player, "city"),
            pieces(player, "station"),
            state.reserve(player),
            state.received(player),
            state.banked(player),
        )
        for player in range(state.board.players)
    ]


def placed(board: Board, players: Sequence[Told]) -> dict[str, Any]:
    """Return the keywords of `position` from the players' data; raise NotationError for a word that is no cell."""
    cities = [[cell_of(word, board) for word in player.cities] for player in players]
    stations = [[cell_of(word, board) for word in player.stations] for player in players]
    return {
        "owners": {cell: seat for kind in (cities, stations) for seat, cells in enumerate(kind) for cell in cells},
        "pieces": {cell: "station" for cells in stations for cell in cells},
        "ships": [[_ship(word, board) for word in player.ships] for player in players],
        "reserves": [player.reserve for player in players],
        "received": [player.received for player in players],
        "banked": [player.banked for player in players],
    }


def cell_of(word: Word, board: Board) -> int:
    """Return the cell that a word names."""
    cell = board.cell_named(word.text)
    if cell is None:
        raise word.error(no_cell(word.text, board), NotationCode.PLACE)
    return cell


def _ship(word: Word, board: Board) -> tuple[int, bool]:
    damaged = word.text.endswith(_DAMAGED)
    return cell_of(word._replace(text=word.text.removesuffix(_DAMAGED)), board), damaged


def _word(name: str) -> Word:
    """Return a name as a word that is a line of its own."""
    return Word(name, name, 1, 1)
