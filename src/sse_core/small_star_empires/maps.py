"""Maps as text: a drawing with one symbol a system, and the maps that ship (E1.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ..checks import check_text, shown
from ..errors import SetupError
from .board import Board
from .hexes import Hex
from .playable import MAX_CELLS, MAX_RADIUS, UnplayableError
from .systems import System

__all__ = ["draw", "format_map", "load_map", "maps", "parse_map"]

_LEGEND: Final = {system.value: system for system in System}
_ORIGIN: Final = re.compile(r"(-?[0-9]{1,5}) (-?[0-9]{1,5})")


def parse_map(text: str) -> Board:
    """Return the board that a map draws.

    The drawing has one line for each row of hexes and one symbol for each system, at column 2q + r: neighbours in a
    row are two columns apart, rows are shifted by one. Symbols: ``1 2 3`` planets, ``r g b`` nebulae, ``.`` empty,
    ``A B C D`` homeworlds, ``w`` wormhole, ``x`` black hole. Blanks at a line's end, CRLF, and empty lines around the
    drawing do not count. Lines of the form ``key: value`` may come first, closed by an empty line; ``origin: q r``
    gives the Hex of the drawing's first symbol, Hex(0, 0) without it.

    Raises
    ------
    SetupError
        With line and column, if a symbol is unknown or lies off the hex grid, a header line is wrong, or the map
        can't be played (see `Board`; E1.6).

    >>> parse_map("A 3 B").n_cells
    3
    """
    lines = [line.rstrip(" \t\r") for line in check_text(text, "a map").split("\n")]
    origin, first_row = _parse_header(lines)
    systems: dict[Hex, System] = {}
    where: dict[Hex, tuple[int, int]] = {}
    start: tuple[int, int] | None = None
    for row, column, symbol in _symbols(lines, first_row):
        if symbol not in _LEGEND:
            legend = " ".join(_LEGEND)
            raise SetupError(f"unknown symbol {symbol!r}; the legend is {legend} (E1.2)", row + 1, column + 1)
        start = start or (row, column)
        down, right = row - start[0], column - start[1]
        if (right - down) % 2:
            raise SetupError("this symbol lies off the hex grid that the first one fixes (E1.5)", row + 1, column + 1)
        place = Hex(origin.q + (right - down) // 2, origin.r + down)
        if len(systems) == MAX_CELLS:
            raise SetupError(f"more than {MAX_CELLS} systems, holes counted", row + 1, column + 1)
        systems[place] = _LEGEND[symbol]
        where[place] = row + 1, column + 1
    try:
        return Board(systems)
    except UnplayableError as error:
        at = where.get(error.hex) if error.hex is not None else None
        line, column = at or (min(first_row + 1, len(lines)), 1)
        raise SetupError(error.message, line, column) from None


def format_map(board: Board) -> str:
    """Return a board as a map that parses back to it, its hexes included; it ends in a newline."""
    if not isinstance(board, Board):
        raise TypeError(f"a map is made of a Board, not of {type(board).__name__}")
    q, r = board.hexes[0]
    return f"origin: {q} {r}\n\n{draw(board, [system.value for system in board.systems])}\n"


def draw(board: Board, symbols: list[str], width: int = 1) -> str:
    """Return a drawing of a board with a symbol of your own for each cell.

    Parameters
    ----------
    symbols
        One for each cell, in the order of cells.
    width
        How many characters wide one step of 2q + r is; symbols may be up to ``2 * width - 1`` characters long.
    """
    left = min(2 * q + r for q, r in board.hexes)
    top = board.hexes[0].r
    rows = [""] * (board.hexes[-1].r - top + 1)
    for (q, r), symbol in zip(board.hexes, symbols, strict=True):
        rows[r - top] = rows[r - top].ljust(width * (2 * q + r - left)) + symbol
    return "\n".join(row.rstrip() for row in rows)


def load_map(path: str | PathLike[str]) -> Board:
    """Return the board of a map file, or of a map that ships, by its name (see `maps`).

    Raises OSError if the file can't be read, SetupError if it is no map.
    """
    if isinstance(path, str) and path in maps():
        return maps()[path]
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SetupError(f"{path} is not UTF-8 text: {error.reason} at byte {error.start}") from None
    except ValueError as error:
        raise SetupError(f"{shown(path)} is no name of a file: {error}") from None
    return parse_map(text)


@cache
def maps() -> Mapping[str, Board]:
    """Return the maps that ship, by name, in alphabetical order.

    >>> "base-2p" in maps()
    True
    """
    folder = files("sse_core.small_star_empires") / "data" / "maps"
    texts = {entry.name.removesuffix(".map"): entry for entry in folder.iterdir() if entry.name.endswith(".map")}
    return MappingProxyType({name: parse_map(texts[name].read_text(encoding="utf-8")) for name in sorted(texts)})


def _parse_header(lines: list[str]) -> tuple[Hex, int]:
    """Return the origin and the row in which the drawing starts."""
    if ":" not in lines[0]:
        return Hex(0, 0), 0
    if "" not in lines:
        raise SetupError("the header is not closed by an empty line", len(lines), len(lines[-1]) + 1)
    end = lines.index("")
    origin: Hex | None = None
    for row, line in enumerate(lines[:end]):
        key, colon, value = line.partition(":")
        if not colon:
            raise SetupError("a header line is `key: value`, and an empty line closes the header", row + 1, 1)
        if key != "origin":
            raise SetupError(f"unknown key {shown(key)}; the header knows `origin`", row + 1, 1)
        if origin is not None:
            raise SetupError("origin is given twice", row + 1, 1)
        match = _ORIGIN.fullmatch(value.strip(" "))
        if match is None or Hex(q := int(match[1]), r := int(match[2])).distance(Hex(0, 0)) > MAX_RADIUS:
            message = f"origin is two integers, `q r`, at most {MAX_RADIUS} steps from 0 0; not {shown(value)}"
            raise SetupError(message, row + 1, len(key) + 2)
        origin = Hex(q, r)
    return origin or Hex(0, 0), end + 1


def _symbols(lines: list[str], first_row: int) -> Iterator[tuple[int, int, str]]:
    """Yield row, column and symbol of whatever is drawn, in reading order."""
    for row in range(first_row, len(lines)):
        for match in re.finditer(r"[^ ]", lines[row]):
            yield row, match.start(), match[0]
