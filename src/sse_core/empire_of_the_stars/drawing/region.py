"""Regions of SVG drawings: tile and token in the upper part, plates with ships and influence below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...drawing.svg import at, element, title
from ..actions import SEATS
from ..board import Board
from ..positions.fields import BLOCKED, HOME_TILE
from ..positions.position import Position
from ..words.table import region_words
from .art import PLATE_HEIGHT, RADIUS, Art, Plate

__all__ = ["drawn_region"]

_TOP: Final = -19
"""The top of the tile, below the name."""

_BOTTOM: Final = RADIUS + 1
"""The lower end of the plates."""

_ROW: Final = PLATE_HEIGHT + 0.5
"""The height of a row of plates, at most."""

_ROWS: Final = 38
"""The greatest height of all rows: the rest belongs to the tile."""

_WIDE: Final = 66
"""The width of a row of plates, the same in neighbouring regions."""

_TILE: Final = -4
"""The middle of a tile in its own size, as `Art.tile` draws it, and half its height."""

_HALF: Final = 15
_HOME_HALF: Final = 17
"""Half the height of a home world, as `Art.home` draws it."""


def drawn_region(art: Art, b: Board, p: Position, region: int, place: tuple[float, float]) -> str:
    """Return a region at its place: its outline, its tile, its token, ships, influence.

    The more plates there are, the smaller the tile is drawn, so that none hides it.
    """
    tile, name = p.tile[region], b.content.regions[region]
    outline: dict[str, float | str] = {"fill": art.palette.cell, "stroke": art.palette.edge, "stroke_width": 1.5}
    ink = art.palette.dim
    if tile == BLOCKED:
        outline |= {"fill": art.palette.blocked, "stroke_opacity": 0.3}
        ink = art.palette.faint
    elif not tile:
        outline |= {"fill": art.palette.sector, "stroke_dasharray": "4 4"}
    plates = [*_fleets(art, p, region), *_influence(art, p, region)]
    return element(
        "g",
        element("circle", r=RADIUS, **outline),
        title(region_words(b, p, region)),
        *_tile(art, b, tile, p.token[region], _BOTTOM - _TOP - sum(_heights(len(plates)))),
        art.words(0, -21, name, 11, 34, ink, class_="name"),
        *_plates(plates),
        data_place=name,
        transform=at(*place),
    )


# --- the tile and the token


def _tile(art: Art, b: Board, tile: int, token: int, room: float) -> Iterator[str]:
    """Yield the drawing of a tile and its token, in so much room from the top; a planet moves aside for its token."""
    half = _HOME_HALF if BLOCKED > tile >= HOME_TILE else _HALF
    scale = min(1, room / (2 * half))
    middle = _TOP + half * scale
    if tile == BLOCKED:
        yield element("path", d="M-7 -7L7 7M7 -7L-7 7", stroke=art.palette.edge, stroke_opacity=0.4, stroke_width=2)
    elif tile >= HOME_TILE:
        home = tile - HOME_TILE
        yield _label(element("g", art.home(home), transform=at(0, 0, scale)), home, 0, middle)
    elif tile:
        kind = b.content.tiles[tile - 1]
        drawn = art.tile(kind.face, kind.makes, 9 if token else 0)
        yield element("g", drawn, class_="tile-face", transform=at(0, middle - _TILE * scale, scale))
    if token:
        seat = token - 1 >> 1
        drawn = art.token(seat, starbase=token % 2 == 0)
        yield _label(element("g", drawn, transform=at(0, 0, scale)), seat, -23, middle)


def _label(drawn: str, seat: int, x: float, y: float, **more: str) -> str:
    """Return elements of a seat in a group that may be drawn larger about this place."""
    return element("g", drawn, data_label="true", data_seat=SEATS[seat], **more, transform=at(x, y))


# --- plates


def _fleets(art: Art, p: Position, region: int) -> Iterator[tuple[int, Plate, bool]]:
    """Yield each player with ships in a region, with their plate, which moves."""
    for seat in range(p.players):
        numbers = [(p.ships[seat, kind, region], p.moved[seat, kind, region]) for kind in range(3)]
        if any(n for n, _ in numbers):
            yield seat, art.fleet(seat, numbers), True


def _influence(art: Art, p: Position, region: int) -> Iterator[tuple[int, Plate, bool]]:
    """Yield each player with influence on a region, with their plate, which stays."""
    for seat in range(p.players):
        n = p.placed[seat][region]
        if n:
            yield seat, art.influence(seat, n), False


def _columns(n: int) -> int:
    """Return how many of so many plates stand side by side."""
    return 1 if n < 4 else 2


def _heights(n: int) -> list[float]:
    """Return the heights of the rows of so many plates."""
    rows = -(-n // _columns(n))
    return [min(_ROW, _ROWS / rows)] * rows if rows else []


def _plates(plates: Sequence[tuple[int, Plate, bool]]) -> Iterator[str]:
    """Yield plates in rows, the first one lowest, each as large as its part of the row allows."""
    columns, heights = _columns(len(plates)), _heights(len(plates))
    for index, (seat, plate, moves) in enumerate(plates):
        row, column = divmod(index, columns)
        alone = columns == 1 or (column == 0 and index == len(plates) - 1)
        room = _WIDE / (1 if alone else columns)
        scale = min(1, heights[row] / _ROW, (room - 1) / plate.width)
        x = 0 if alone else room * (column - 0.5)
        # The origin is the upper edge: an enlarged plate grows away from the tile.
        drawn = element("g", plate.content, transform=at(0, heights[row] / 2, scale))
        more = {"data_moves": "ship"} if moves else {}
        yield _label(drawn, seat, x, _BOTTOM - heights[row] * (row + 1), **more)
