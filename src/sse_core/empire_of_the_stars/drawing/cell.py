"""Regions of narrow SVG drawings: cells with tile, token, ships and influence one below the other, in full size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...drawing.panels import cut
from ...drawing.svg import at, element, title
from ..actions import SEATS
from ..board import Board
from ..positions.fields import BLOCKED, HOME_TILE
from ..positions.position import Position
from ..words.table import region_words
from .art import PLATE_HEIGHT, Art, Plate
from .rows import SMALL

__all__ = ["CELL_WIDTH", "Cell", "cell_of", "drawn_cell"]

CELL_WIDTH: Final = 66
_NAME: Final = 15
"""The height of the name."""

_TILE: Final = 33
_HOME: Final = 38
_ROW: Final = PLATE_HEIGHT + 1.5
_EMPTY: Final = 30
"""The height of a cell without anything: a finger hits it."""

_BLOCKED: Final = 18


class Cell(NamedTuple):
    """The content of a cell, and its height."""

    region: int
    height: float
    plates: tuple[tuple[tuple[int, Plate, bool], ...], ...]
    """Rows of plates; each plate with its seat, and whether it moves."""


def cell_of(art: Art, p: Position, region: int) -> Cell:
    """Return the cell of a region."""
    tile = p.tile[region]
    rows = tuple(_rows(art, p, region))
    if tile == BLOCKED and not rows:
        return Cell(region, _BLOCKED, rows)
    is_there = tile not in (0, BLOCKED) or p.token[region]
    face = _HOME if BLOCKED > tile >= HOME_TILE else _TILE if is_there else 0
    return Cell(region, max(_EMPTY, _NAME + face + _ROW * len(rows) + 2), rows)


def _rows(art: Art, p: Position, region: int) -> Iterator[tuple[tuple[int, Plate, bool], ...]]:
    """Yield rows of plates: each fleet has its own row, influence stands in pairs if there is room."""
    room = CELL_WIDTH - 2
    for seat in range(p.players):
        numbers = [(p.ships[seat, kind, region], p.moved[seat, kind, region]) for kind in range(3)]
        if any(n for n, _ in numbers):
            for plate in art.fleets(seat, numbers, room):
                yield ((seat, plate, True),)
    placed = [(seat, art.influence(seat, n), False) for seat in range(p.players) if (n := p.placed[seat][region])]
    while placed:
        n = 2 if len(placed) > 1 and placed[0][1].width + placed[1][1].width + 2 <= room else 1
        yield tuple(placed[:n])
        placed = placed[n:]


def drawn_cell(art: Art, b: Board, p: Position, cell: Cell, place: tuple[float, float], height: float) -> str:
    """Return a region at its upper left corner: its outline, its name, its tile, its token, ships, influence."""
    region, palette = cell.region, art.palette
    tile, name = p.tile[region], b.content.regions[region]
    outline: dict[str, float | str] = {"fill": palette.cell, "stroke": palette.edge, "stroke_width": 1.5}
    ink = palette.dim
    if tile == BLOCKED:
        outline |= {"fill": palette.blocked, "stroke_opacity": 0.3}
        ink = palette.faint
    elif not tile:
        outline |= {"fill": palette.sector, "stroke_dasharray": "4 4"}
    return element(
        "g",
        element("rect", width=CELL_WIDTH, height=height, rx=8, **outline),
        title(region_words(b, p, region)),
        art.start(6, 12.5, cut(name, CELL_WIDTH - 10, SMALL), SMALL, ink, class_="name"),
        *_tile(art, b, tile, p.token[region]),
        *_plates(cell, height),
        data_place=name,
        transform=at(*place),
    )


def _tile(art: Art, b: Board, tile: int, token: int) -> Iterator[str]:
    """Yield the drawing of a tile, and the token beside it."""
    middle = CELL_WIDTH / 2
    if tile == BLOCKED:
        cross = "M-5 -5L5 5M5 -5L-5 5"
        where = at(CELL_WIDTH - 14, 9)
        yield element("path", d=cross, stroke=art.palette.edge, stroke_opacity=0.4, stroke_width=2, transform=where)
    elif tile >= HOME_TILE:
        home = tile - HOME_TILE
        yield element("g", art.home(home), data_seat=SEATS[home], transform=at(middle, _NAME + _HOME / 2))
    elif tile:
        kind = b.content.tiles[tile - 1]
        yield element("g", art.tile(kind.face, kind.makes), transform=at(middle + (12 if token else 0), _NAME + 19))
    if token:
        seat = token - 1 >> 1
        drawn = art.token(seat, starbase=token % 2 == 0)
        yield element("g", drawn, data_seat=SEATS[seat], transform=at(middle - 15, _NAME + 15))


def _plates(cell: Cell, height: float) -> Iterator[str]:
    """Yield the rows of plates, the first one lowest."""
    for row, plates in enumerate(cell.plates):
        wide = sum(plate.width for _, plate, _ in plates) + 2 * (len(plates) - 1)
        x = (CELL_WIDTH - wide) / 2
        for seat, plate, moves in plates:
            more = {"data_moves": "ship"} if moves else {}
            where = at(x + plate.width / 2, height - _ROW * (row + 0.5) - 1.5)
            yield element("g", plate.content, data_seat=SEATS[seat], **more, transform=where)
            x += plate.width + 2
