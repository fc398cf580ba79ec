"""Maps as text with one symbol for each system, as JSON and as Python expressions, and the maps that ship (E1.5)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from ..._fast import State
from ...errors import NotationError, SetupError, map_error
from ...forms.checks import check_text, guess, shown, type_named
from ...forms.expressions import call
from ...forms.kinds import A_MAP, kind_of, kind_of_bytes, why_marked, wrong_kind
from ...forms.lazy_mapping import LazyMapping
from ...forms.lines import keeping_results, split_lines
from ..board import Board, board_of
from ..messages import counted, say
from ..options import PUBLISHED, Setup, format_rules, parse_rules
from ..words.options import setup_words
from .hexes import Hex
from .outlines import Outline, drawn, known, outline_of
from .playable import MAX_RADIUS, UnplayableError
from .systems import System
from .tiles import Tile, format_bag, parse_bag

__all__ = [
    "CONQUERED",
    "Drawing",
    "board_expression",
    "board_to_json",
    "draw",
    "draw_map",
    "facts",
    "format_map",
    "load_map",
    "map_text",
    "maps",
    "note_lines",
    "parse_map",
    "read_drawing",
    "read_map",
    "remember",
    "revealed_symbols",
    "setup_lines",
    "symbols_of",
]

_FOLDER: Final = Path(__file__).parents[1] / "data" / "maps"
"""The folder of the maps that ship."""

CONQUERED: Final = "#"
"""The symbol of a conquest marker in the drawing of a position (E9.9)."""

_LEGEND: Final = tuple(system.value for system in System)
_KNOWN: Final = known(_LEGEND)
_POSITION_SYMBOLS: Final = {
    **{tile.symbol: f"a revealed tile ({tile})" for tile in Tile},
    CONQUERED: "a conquest marker",
}
"""The symbols that only drawings of positions have, with their meanings."""


_NOTHING: Final[Mapping[int, str]] = MappingProxyType({})


def parse_map(text: str) -> Board:
    """Return the board of a map, given as text.

    The drawing has one line for each row of hexes and one symbol for each system, at column 2q + r: neighbours in a
    row are two columns apart, and each row is shifted by one. The symbols are ``1 2 3`` planets, ``r g b`` nebulae,
    ``.`` empty, ``A B C D`` homeworlds, ``w`` wormhole, ``x`` black hole, ``?`` unexplored. Blanks at a line's end,
    CRLF, and empty lines around the drawing are ignored. A header may come first: lines of the form ``key: value``,
    then an empty line. Its keys are

    - ``origin: q r``, the Hex of the drawing's first symbol; the default is ``0 0``;
    - ``rules: open_borders=yes nebula_points=2,5,8,12``, the options that the map is made for (see `Rules`);
    - ``bag: three=2, two=3``, its tiles; the default are the edition's (E9.10);
    - ``ships: 3``, ``cities: 32``, ``stations: 8``, the pieces that each player starts with;
    - ``note: …``, the source of the map.

    Raises
    ------
    SetupError
        With line and column, if a symbol is unknown or lies off the hex grid, a header line is wrong, or the map
        can't be played (see `Board`; E1.6).

    >>> parse_map("A 3 B").n_cells
    3
    """
    return read_map(text).board()


def read_map(text: str) -> Drawing:
    """Return the drawing of a map, which may be unplayable; raise SetupError, with line and column, if it is none."""
    if why := why_marked(check_text(text, "a map")):
        raise map_error(why, 1, 1)
    kind = kind_of(text)
    if kind not in (None, A_MAP):
        raise map_error(wrong_kind(A_MAP, str(kind)), 1, 1)
    return read_drawing(text, _KNOWN)


class Drawing(NamedTuple):
    """A drawing that was read: its symbols and their places."""

    symbols: str
    """The symbol of each system, in the order of cells."""

    outline: Outline
    setup: Setup
    start: int
    """The first line of the drawing, counted from 1."""

    def board(self) -> Board:
        """Return the board of these systems; raise SetupError, with line and column, if it can't be played."""
        hexes = self.outline.hexes
        try:
            return board_of(hexes, self.symbols, self.setup)
        except UnplayableError as error:
            line, column = (self.start, 1) if error.hex is None else self.outline.where[hexes.index(error.hex)]
            raise map_error(error.message, line, column) from None


def read_drawing(text: str, legend: Mapping[int, str]) -> Drawing:
    """Return the drawing of a map, or of the map in a position, whose symbols are `known` in `legend`.

    Raises SetupError, with line and column, for a wrong header, another symbol, or a symbol off the hex grid.
    """
    lines = split_lines(check_text(text, "a map"))
    header = parse_header(lines)
    drawing = "\n".join(lines[header.n_lines :])
    outline = outline_of(drawing.translate(legend), header.origin, header.n_lines, _unknown)
    symbols = drawing.replace(" ", "").replace("\n", "")
    return Drawing(symbols, outline, header.setup, min(header.n_lines + 1, len(lines)))


def _unknown(symbol: str) -> str:
    only = f", {_POSITION_SYMBOLS[symbol]} that positions show and maps don't" if symbol in _POSITION_SYMBOLS else ""
    return f"unknown symbol {symbol!r}{only}; the legend is {' '.join(_LEGEND)} (E1.2)"


def format_map(board: Board) -> str:
    """Return the map of a board as text, which parses back to an equal board and ends in a newline."""
    if not isinstance(board, Board):
        raise TypeError(f"a map of Small Star Empires is made of a Board, not of {type_named(board)}")
    return draw_map(board)


def board_to_json(board: Board) -> str:
    """Return a map as a JSON object on one line.

    Keys: ``players``, ``map`` (its text), ``cells`` (each with ``cell``, its name, ``q``, ``r`` and ``system``).
    """
    cells = zip(board.cell_names, board.hexes, board.systems, strict=True)
    listed = [{"cell": name, "q": q, "r": r, "system": system.value} for name, (q, r), system in cells]
    return json.dumps({"players": board.players, "map": format_map(board), "cells": listed})


def symbols_of(state: State) -> list[str]:
    """Return the symbol of each cell in the drawing of a position: `CONQUERED` for a conquered system."""
    symbols = [system.value for system in state.board.systems]
    for cell, symbol in (revealed_symbols(state) | dict.fromkeys(state.conquered, CONQUERED)).items():
        symbols[cell] = symbol
    return symbols


def revealed_symbols(state: State) -> dict[int, str]:
    """Return the symbol of each revealed tile, by cell (E9.2)."""
    return {cell: tile.symbol for cell in state.board.unexplored if (tile := state.tile(cell)) is not None}


def draw_map(board: Board, symbols: Mapping[int, str] = _NOTHING) -> str:
    """Return the header and the drawing of a board; the text ends in a newline.

    `symbols` are those that differ from the map's, by cell.
    """
    found = _text_of(board)
    return found.changed(symbols) if symbols else found.text


class _MapText(NamedTuple):
    """The text of a board's map. It is made once, and all positions on the board are written from it."""

    text: str
    header: str
    """The text above the drawing."""

    drawing: bytes
    at: tuple[int, ...]
    """The place in the drawing of each cell's symbol."""

    def changed(self, symbols: Mapping[int, str]) -> str:
        """Return the text with other symbols at some cells."""
        drawing = bytearray(self.drawing)
        for cell, symbol in symbols.items():
            drawing[self.at[cell]] = ord(symbol)
        return self.header + drawing.decode("ascii")


_MAP_TEXTS: Final[WeakKeyDictionary[Board, _MapText]] = WeakKeyDictionary()


def _text_of(board: Board) -> _MapText:
    found = _MAP_TEXTS.get(board)
    if found is None:
        text = map_text(board.hexes, [system.value for system in board.systems], board.setup)
        header, close, drawing = text.partition("\n\n")
        at = tuple(match.start() for match in re.finditer(r"[^ \n]", drawing))
        found = _MAP_TEXTS[board] = _MapText(text, header + close, drawing.encode("ascii"), at)
    return found


def map_text(hexes: Sequence[Hex], symbols: Sequence[str], setup: Setup) -> str:
    """Return the text of a map from its places in the order of cells, the symbol of each, and its header's values.

    Without places the drawing is empty. The text ends in a newline.
    """
    return f"{format_header(hexes[0] if hexes else Hex(0, 0), setup)}\n\n{drawn(hexes, symbols)}\n"


def draw(board: Board, symbols: Sequence[str], width: int = 1) -> str:
    """Return a drawing of a board with the given symbols, without a newline at its end.

    Parameters
    ----------
    symbols
        One for each cell, in the order of cells.
    width
        The width of one step of 2q + r, in characters. Symbols have at most ``2 * width - 1`` characters.
    """
    return drawn(board.hexes, symbols, width)


def load_map(path: str | PathLike[str]) -> Board:
    """Return the board of a map file, or of the map that ships with this name (see `maps`).

    Raises OSError if the file can't be read, SetupError if it is no map.
    """
    if isinstance(path, str) and path in maps():
        return maps()[path]
    try:
        # Some editors put a byte order mark before UTF-8.
        text = Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        if not isinstance(path, str):
            raise
        words = f"no such file, and no map that ships has this name{guess(path, maps())}"
        raise FileNotFoundError(error.errno, words, path) from None
    except UnicodeDecodeError as error:
        looks = "" if (kind := kind_of_bytes(error.object)) is None else f", and looks like {kind}"
        raise map_error(f"{path} is not UTF-8 text{looks}: {error.reason} at byte {error.start}") from None
    except ValueError as error:
        raise map_error(f"{shown(path)} is no name of a file: {error}") from None
    return parse_map(text)


@cache
def maps() -> Mapping[str, Board]:
    """Return the maps that ship, by name, in alphabetical order. Each is read on first use.

    >>> "base-2p" in maps()
    True
    """
    files = {path.stem: path for path in _FOLDER.glob("*.map")}
    return LazyMapping(sorted(files), lambda name: parse_map(files[name].read_text(encoding="utf-8")))


# --- boards as Python expressions

_MADE_BY: Final[WeakKeyDictionary[Board, str]] = WeakKeyDictionary()
"""The call that made a board, such as that of `base_map`."""

_AT_ORIGIN: Final = "origin: 0 0\n"
"""The first line of the header of a map that needs no header."""


def board_expression(board: Board) -> str:
    """Return the shortest expression that evaluates to a board.

    It is ``load_map(…)`` for a map that ships, else the call that `remember` was given, else the shorter of
    ``parse_map(…)`` and ``Board(…)``.
    """
    name = _names().get(board)
    if name is not None:
        return call("load_map", name)
    if (made_by := _MADE_BY.get(board)) is not None:
        return made_by
    drawing = format_map(board).removesuffix("\n").removeprefix(_AT_ORIGIN).removeprefix("\n")
    cells = {(q, r): system.value for (q, r), system in zip(board.hexes, board.systems, strict=True)}
    setup = [] if board.setup == Setup() else [board.setup]
    # A list of cells is shorter than a drawing if systems lie far apart.
    return min(call("parse_map", drawing), call("Board", cells, *setup), key=len)


def remember(board: Board, made_by: str) -> None:
    """Keep the call that made a board, for `board_expression`; the first call stays."""
    _MADE_BY.setdefault(board, made_by)


@cache
def _names() -> Mapping[Board, str]:
    return {board: name for name, board in maps().items()}


# --- the header: the lines above the drawing

_KEYS: Final = ("origin", "rules", "bag", "ships", "cities", "stations", "note")
_ORIGIN: Final = re.compile(r"(-?[0-9]{1,5}) (-?[0-9]{1,5})")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


class Header(NamedTuple):
    """The lines above a drawing."""

    origin: Hex
    """The hex of the first symbol."""

    setup: Setup
    n_lines: int
    """The number of lines before the drawing."""


def format_header(origin: Hex, setup: Setup) -> str:
    """Return the lines of a header that differ from the defaults, without the empty line that closes it."""
    return "\n".join([f"origin: {origin.q} {origin.r}", *setup_lines(setup), *note_lines(setup)])


def note_lines(setup: Setup) -> list[str]:
    """Return the line of a map's note, if it has one."""
    return [] if setup.note is None else [f"note: {setup.note}"]


def facts(board: Board) -> Iterator[str]:
    """Yield the facts about a map that matter before a game, in a few words each."""
    yield say("{n} players", n=board.players)
    yield counted(board.n_cells, "{n} system", "{n} systems")
    if unexplored := board.systems.count(System.UNEXPLORED):
        yield say("{n} of them unexplored", n=unexplored)
    yield from setup_words(board.setup)


def setup_lines(setup: Setup) -> list[str]:
    """Return a line for the rules, the bag and each number of pieces that a map names."""
    values = {
        "rules": None if setup.rules == PUBLISHED else format_rules(setup.rules),
        "bag": None if setup.bag is None else format_bag(setup.bag),
        "ships": setup.ships,
        "cities": setup.cities,
        "stations": setup.stations,
    }
    return [f"{key}: {value}" for key, value in values.items() if value is not None]


def parse_header(lines: Sequence[str]) -> Header:
    """Return the header of a map, which may have none; raise SetupError with line and column."""
    if ":" not in lines[0]:
        return Header(Hex(0, 0), Setup(), 0)
    if "" not in lines and lines[0].partition(":")[0] in _KEYS:
        raise map_error("the header is not closed by an empty line", len(lines), len(lines[-1]) + 1)
    # A text that begins with an unknown key gets the error of that line, even if no empty line closes a header.
    return _header_of("\n".join(lines[: lines.index("")] if "" in lines else lines))


@keeping_results
def _header_of(text: str) -> Header:
    """Return the header that is the whole of a text; raise SetupError with line and column."""
    lines = text.split("\n")
    values: dict[str, Any] = {}
    for row, line in enumerate(lines, 1):
        key, colon, value = line.partition(":")
        if not colon:
            raise map_error("a header line is `key: value`, and an empty line closes the header", row, 1)
        if key not in _KEYS:
            keys = ", ".join(_KEYS)
            raise map_error(f"unknown key {shown(key)}{guess(key, _KEYS)}; the header knows {keys}", row, 1)
        if key in values:
            raise map_error(f"{key} is given twice", row, 1)
        start = len(line) - len(value.lstrip(" "))
        try:
            values[key] = _parse_value(key, value.strip(" "))
        except NotationError as error:
            raise map_error(error.message, row, start + error.column) from None
        except SetupError as error:
            raise SetupError(error.message, row, start + 1, error.code) from None
    origin = values.pop("origin", Hex(0, 0))
    try:
        return Header(origin, Setup(**values), len(lines) + 1)
    except SetupError as error:
        # Each line alone is right. Together, only the bag of the map and the bag of its rules can contradict each
        # other.
        row = next(row for row, line in enumerate(lines, 1) if line.startswith("bag:"))
        raise SetupError(error.message, row, 1, error.code) from None


def _parse_value(key: str, value: str) -> Any:
    if key == "origin":
        return _parse_origin(value)
    if key == "rules":
        return parse_rules(value)
    if key == "bag":
        return parse_bag(value)
    if key == "note":
        return Setup(note=value).note
    if not _NUMBER.fullmatch(value):
        raise map_error(f"{key} is a number, not {shown(value)}")
    # `Setup` checks the bounds. It is made here, so that its error gets this line.
    number: dict[str, Any] = {key: int(value)}
    return getattr(Setup(**number), key)


def _parse_origin(value: str) -> Hex:
    match = _ORIGIN.fullmatch(value)
    if match is None or Hex(q := int(match[1]), r := int(match[2])).distance(Hex(0, 0)) > MAX_RADIUS:
        raise map_error(f"origin is two integers, `q r`, at most {MAX_RADIUS} steps from 0 0; not {shown(value)}")
    return Hex(q, r)
