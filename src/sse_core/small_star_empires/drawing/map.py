"""Maps of SVG drawings: the systems with their pieces and ships."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, sqrt
from typing import Final, NamedTuple

from ..._fast import State
from ...drawing.svg import Shape, at, element, number, title
from ..board import Board
from ..maps.hexes import Hex
from ..maps.systems import SEATS, System
from ..maps.tiles import Tile
from .art import SIZE, Art, Orientation, middle_of_hex
from .terminal import ships_by_cell

__all__ = ["THUMBNAIL", "Frame", "Sizes", "frame_of", "ground_of", "map_of", "sizes_for"]


class Frame(NamedTuple):
    """The places of the systems of a map."""

    middles: Sequence[tuple[float, float]]
    left: float
    top: float
    width: float
    height: float


def frame_of(hexes: Sequence[Hex], art: Art) -> Frame:
    """Return the middle of each place, and the rectangle around all of them."""
    middles = [middle_of_hex(q, r, art.orientation) for q, r in hexes]
    half = SIZE * sqrt(3) / 2
    dx, dy = (half, SIZE) if art.orientation == "pointy" else (SIZE, half)
    left, top = min(x for x, _ in middles) - dx, min(y for _, y in middles) - dy
    right, bottom = max(x for x, _ in middles) + dx, max(y for _, y in middles) + dy
    return Frame(middles, left, top, right - left, bottom - top)


# --- sizes


class Sizes(NamedTuple):
    """Sizes and heights in a hex, which depend on the width at which the drawing is shown."""

    name: float
    """The font size of the cell's name; 0 for no names."""

    name_y: float
    free: float
    """The scale of a system without pieces and ships."""

    free_y: float
    held: float
    """The scale of a system with a piece or a ship."""

    held_y: float
    band: float
    """The scale of pieces and ships."""

    band_y: float


_PLAIN: Final = Sizes(name=10, name_y=33, free=1, free_y=-4, held=1, held_y=-14, band=1, band_y=13)
_LARGE: Final = Sizes(name=17, name_y=30, free=1.15, free_y=-8, held=0.72, held_y=-23, band=1.25, band_y=3)
"""The sizes with the largest font for a name of three characters in the corner of a hex."""

_NAMELESS: Final = Sizes(name=0, name_y=0, free=1.1, free_y=0, held=1, held_y=-13, band=1.15, band_y=17)
_FLAT: Final = 3
"""The distance by which names stand higher in a hex that stands on a side."""

THUMBNAIL: Final = Sizes(name=0, name_y=0, free=1.3, free_y=0, held=1.1, held_y=-12, band=1.6, band_y=18)
"""The sizes of a picture that is too small for words, and for pieces."""


def sizes_for(scale: float, orientation: Orientation, coordinates: bool) -> Sizes:
    """Return the sizes for a drawing that is shown `scale` times smaller; from 1.7 on they are `_LARGE`."""
    if not coordinates:
        return _NAMELESS
    share = min(1, (scale - 1) / (_LARGE.name / _PLAIN.name - 1))
    sizes = Sizes(*(plain + share * (large - plain) for plain, large in zip(_PLAIN, _LARGE, strict=True)))
    if orientation == "pointy":
        return sizes
    return sizes._replace(name_y=sizes.name_y - _FLAT, held_y=sizes.held_y + 1, band_y=sizes.band_y - 2)


# --- the systems


def map_of(
    art: Art, board: Board, state: State | None, frame: Frame, sizes: Sizes, captions: Sequence[str] | None
) -> Iterator[str]:
    """Yield the group of each system; without captions it has no name and is no place."""
    ships = {} if state is None else ships_by_cell(state)
    due = None if state is None or state.due is None else state.due.cell
    conquered = () if state is None else state.conquered
    for cell, (x, y) in enumerate(frame.middles):
        system, name = board.systems[cell], board.cell_names[cell]
        tile = None if state is None else state.tile(cell)
        owner = system.homeworld if state is None else state.owner(cell)
        piece = None if state is None or system.homeworld is not None or sizes is THUMBNAIL else state.piece(cell)
        stack = tuple(ships.get(cell, ()))
        drawn = _system(art, sizes, system, tile, owner, piece, stack, cell in conquered, cell == due)
        words, place = "", ""
        if captions is not None:
            # The tile of an unexplored system is still to be turned over (E9).
            face = ' data-face="down"' if system is System.UNEXPLORED and tile is None else ""
            words, place = title(captions[cell]), f' data-place="{name}"{face}'
        below = f'<text class="name" y="{number(sizes.name_y)}">{name}</text>' if sizes.name else ""
        # The element is written out by hand for speed: a page draws a hundred of them at each click.
        yield f'<g class="system"{place} transform="{at(x, y)}">{words}{drawn}{below}</g>'


# The cache helps: a map has few kinds of systems, and a picture is drawn at each click.
@lru_cache(maxsize=4096)
def _system(
    art: Art,
    sizes: Sizes,
    system: System,
    tile: Tile | None,
    owner: int | None,
    piece: str | None,
    stack: Sequence[tuple[int, bool]],
    conquered: bool,
    due: bool,
) -> str:
    """Return the elements of one system, about its middle."""
    y, scale = (sizes.held_y, sizes.held) if stack or piece else (sizes.free_y, sizes.free)
    return "".join(
        [
            *ground_of(art, system, owner),
            art.due.drawn(class_="due") if due else "",
            (art.systems[system] if tile is None else art.tiles[tile]).drawn(0, y, scale),
            art.conquest.drawn(0, y, scale, class_="conquest") if conquered else "",
            *(_band(art, owner, piece, stack, sizes) if piece or stack else ()),
        ]
    )


def ground_of(art: Art, system: System, owner: int | None) -> Iterator[str]:
    """Yield the outline of a system, and the ground of its holder."""
    yield (art.hole if system.is_hole else art.hex).drawn()
    if owner is not None:
        yield art.held[owner].drawn(class_="held", data_seat=SEATS[owner])


# --- pieces and ships

_BAND_WIDTH: Final = 58
_BAND_HEIGHT: Final = 22
"""The size of the band across a hex, below the system, where the piece and the ships stand."""

_PIECE_WIDTH: Final = 23
_SHIP_WIDTH: Final = 16


def _band(
    art: Art, owner: int | None, piece: str | None, stack: Sequence[tuple[int, bool]], sizes: Sizes
) -> Iterator[str]:
    """Yield the piece and the ships in a system, side by side."""
    y, scale = sizes.band_y, sizes.band
    piece_width = _PIECE_WIDTH * scale
    room = _BAND_WIDTH - piece_width if piece else _BAND_WIDTH
    columns, rows, width = _grid(len(stack), room, scale)
    left = -(columns * width + _BAND_WIDTH - room) / 2
    if piece and owner is not None:
        shape = (art.cities if piece == "city" else art.stations)[owner]
        yield _placed(shape, left + piece_width / 2, y, scale, class_=piece, data_seat=SEATS[owner])
        left += piece_width
    for index, (player, damaged) in enumerate(stack):
        row, column = divmod(index, columns)
        kind: dict[str, float | str] = {"class_": "ship", "data_seat": SEATS[player], "data_moves": "true"}
        if damaged:
            kind |= {"class_": "damaged ship", "data_damaged": "true"}
        shape = (art.wrecks if damaged else art.ships)[player]
        across, down = left + (column + 0.5) * width, y + (row + 0.5 - rows / 2) * width
        yield _placed(shape, across, down, width / _SHIP_WIDTH, **kind)


def _placed(shape: Shape, x: float, y: float, scale: float, **attributes: float | str) -> str:
    """Return a shape in a group of its own, so that a page can move it."""
    return element("g", shape.drawn(0, 0, scale), **attributes, transform=at(x, y))


def _grid(count: int, room: float, scale: float) -> tuple[int, int, float]:
    """Return the columns and rows in which `count` ships are largest, and the width of each."""
    best = (0, 0, 0.0)
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        width = min(_SHIP_WIDTH * scale, room / columns, _BAND_HEIGHT * scale / rows)
        best = max(best, (columns, rows, width), key=lambda grid: grid[2])
    return best
