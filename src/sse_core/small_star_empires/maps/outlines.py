"""Outlines: the places of a drawing's symbols on the grid, whatever the symbols are (E1.5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from ...errors import map_error
from ...forms.lines import keeping_results
from .geometry import name_cells
from .hexes import Hex
from .playable import MAX_CELLS

__all__ = ["Outline", "drawn", "known", "outline_of"]

_SYMBOL: Final = "?"
"""What stands in an outline for every known symbol."""


def known(symbols: Iterable[str]) -> Mapping[int, str]:
    """Return the table for `str.translate` that makes an outline of a drawing with these symbols."""
    return str.maketrans(dict.fromkeys(symbols, _SYMBOL))


class Outline:
    """The places of a drawing's symbols, in the order of cells, which is the order of reading."""

    def __init__(self, hexes: tuple[Hex, ...], where: tuple[tuple[int, int], ...]) -> None:
        self.hexes = hexes
        """The hex of each symbol."""

        self.where = where
        """The line and the column of each symbol, counted from 1."""

    @cached_property
    def named(self) -> dict[str, int]:
        """The place of each symbol in the order of cells, by the name of its cell."""
        return {name: cell for cell, name in enumerate(name_cells(self.hexes))}


# Drawings of one size share an outline: those of all base maps for as many players, and of all positions on a map.


@keeping_results
def outline_of(drawing: str, origin: Hex, above: int, unknown: Callable[[str], str]) -> Outline:
    """Return the outline of a drawing whose symbols are `known`.

    `origin` is the hex of the first symbol, `above` the number of lines above the drawing, and `unknown` the message
    for another symbol. Raises SetupError, with line and column, for another symbol, one off the hex grid, and one too
    many.
    """
    hexes: list[Hex] = []
    where: list[tuple[int, int]] = []
    for row, line in enumerate(drawing.split("\n"), above + 1):
        for match in re.finditer(r"[^ ]", line):
            column = match.start() + 1
            if match[0] != _SYMBOL:
                raise map_error(unknown(match[0]), row, column)
            where.append((row, column))
            down, right = row - where[0][0], column - where[0][1]
            if (right - down) % 2:
                raise map_error("this symbol lies off the hex grid that the first one fixes (E1.5)", row, column)
            if len(hexes) == MAX_CELLS:
                raise map_error(f"more than {MAX_CELLS} systems, holes counted (E1.6)", row, column)
            hexes.append(Hex(origin.q + (right - down) // 2, origin.r + down))
    return Outline(tuple(hexes), tuple(where))


def drawn(hexes: Sequence[Hex], symbols: Sequence[str], width: int = 1) -> str:
    """Return a drawing without blanks at the ends of lines and without a newline at its end; empty without places.

    `hexes` are in the order of cells, with a symbol for each. One step of 2q + r is `width` characters wide.
    """
    if not hexes:
        return ""
    left = min(2 * q + r for q, r in hexes)
    top = hexes[0].r
    rows = [""] * (hexes[-1].r - top + 1)
    for (q, r), symbol in zip(hexes, symbols, strict=True):
        rows[r - top] = rows[r - top].ljust(width * (2 * q + r - left)) + symbol
    return "\n".join(row.rstrip() for row in rows)
