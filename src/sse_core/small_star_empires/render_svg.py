"""Drawings of boards and positions as SVG: one self-contained document, the same characters in every process."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import ceil, sqrt
from typing import Final, NamedTuple

from .._fast import State
from ..checks import check_marked, check_theme
from ..game import Theme
from ..svg import at, document, element, number, title
from .actions import Action
from .board import Board
from .hexes import Hex
from .palette import DIM, HOLE, SEAT_COLOURS, SPACE, SYSTEM, SYSTEM_EDGE
from .render_art import (
    ART,
    CONQUEST,
    DUE,
    TILE_ART,
    arrow,
    city,
    frame,
    hexagon,
    ship,
    station,
    text,
)
from .render_panel import least_width, panel_of
from .render_text import SYSTEM_NAMES, TILE_NAMES, Stack, ships_by_cell, situation
from .systems import SEATS
from .trace import Trace, trace_of

__all__ = ["to_svg"]

_SIZE: Final = 44
"""The distance from the middle of a hex to its corners, in pixels, as all lengths here."""

_MARGIN: Final = 20
_SHOWN_WIDTH: Final = 800
"""The width at which a drawing is shown on a page. A wider drawing has larger words."""


def to_svg(
    board_or_state: Board | State,
    *,
    last: Sequence[Action] = (),
    marked: Collection[str] = (),
    theme: Theme = "dark",
) -> str:
    """Return a drawing of a board or of a position as one SVG document, without a newline at its end.

    The document needs no other file and no script. The ``<title>`` of each system, which browsers show under the
    pointer, names its kind, its holder and its ships. Below the map of a position are the turn and the scores and
    reserves of the players, then a legend. A wide map has larger names and a larger panel, so that both can be read
    when the drawing is shown 800 pixels wide.

    `last` has the actions that led to the position, such as those of the last turn. An arrow goes from the system that
    a ship left to the one where it landed, and the systems where an action took place are framed.

    >>> from sse_core.small_star_empires.maps import parse_map
    >>> to_svg(parse_map("A 3 B"))[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    if not isinstance(board_or_state, Board | State):
        raise TypeError(f"a Board or a State can be drawn, not {type(board_or_state).__name__}")
    board = board_or_state.board
    state = board_or_state if isinstance(board_or_state, State) else None
    check_theme(theme)
    names = check_marked(marked, board.cell_names, "cell")
    return _document(board, state, trace_of(board_or_state, last), names)


def _document(board: Board, state: State | None, trace: Trace, marked: Collection[str]) -> str:
    """Return the document: the map, and the panel below it."""
    half = _SIZE * sqrt(3) / 2
    middles = [_middle(place) for place in board.hexes]
    left, right = min(x for x, _ in middles) - half, max(x for x, _ in middles) + half
    top, bottom = middles[0][1] - _SIZE, middles[-1][1] + _SIZE
    width = max(right - left + 2 * _MARGIN, least_width(state))
    height = bottom - top + 2 * _MARGIN
    scale = max(1, width / _SHOWN_WIDTH)
    panel = panel_of(board, state, trace, width / scale)
    heading = f"Small Star Empires for {board.players} players" + (f". {situation(state)}" if state is not None else "")
    total = height + panel.height * scale
    ships = {} if state is None else ships_by_cell(state)
    sizes = _sizes_for(scale)
    systems = [
        element(
            "g",
            *_system(board, state, cell, ships.get(cell, []), sizes),
            class_="system",
            data_place=board.cell_names[cell],
            transform=at(*middle),
        )
        for cell, middle in enumerate(middles)
    ]
    return document(
        width,
        total,
        title(heading),
        element("rect", width=width, height=total, rx=14, fill=SPACE),
        element(
            "g",
            *systems,
            *_marks(board, trace, marked, middles),
            transform=at((width - left - right) / 2, _MARGIN - top),
        ),
        element("g", panel.content, class_="panel", transform=f"{at(0, height)} scale({number(scale)})"),
        role="img",
        font_family="Helvetica, Arial, sans-serif",
        text_anchor="middle",
    )


def _middle(place: Hex) -> tuple[float, float]:
    """Return the middle of a hex. E1.1: hexes stand on a point, q grows to the east and r downwards."""
    return _SIZE * sqrt(3) * (place.q + place.r / 2), _SIZE * 1.5 * place.r


# --- one system

_BAND_WIDTH: Final = 58
_BAND_HEIGHT: Final = 22
"""The size of the band across a hex, below the system, where the piece and the ships stand."""

_PIECE_WIDTH: Final = 23
_SHIP_WIDTH: Final = 16


class _Sizes(NamedTuple):
    """Sizes and heights in a hex, which depend on the scale at which the drawing is shown."""

    name: float
    """The font size of the cell's name."""

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


_PLAIN: Final = _Sizes(name=10, name_y=33, free=1, free_y=-4, held=1, held_y=-14, band=1, band_y=13)
_LARGE: Final = _Sizes(name=17, name_y=30, free=1.15, free_y=-8, held=0.72, held_y=-23, band=1.25, band_y=3)
"""The largest name of three characters that fits into the corner of a hex, and the sizes of all that is above it."""


def _sizes_for(scale: float) -> _Sizes:
    """Return the sizes for a drawing that is shown `scale` times smaller; those from 1.7 on are `_LARGE`."""
    share = min(1, (scale - 1) / (_LARGE.name / _PLAIN.name - 1))
    return _Sizes(*(plain + share * (large - plain) for plain, large in zip(_PLAIN, _LARGE, strict=True)))


def _system(board: Board, state: State | None, cell: int, stack: Stack, sizes: _Sizes) -> Iterator[str]:
    """Yield the elements of one system, about its middle."""
    system = board.systems[cell]
    tile = None if state is None else state.tile(cell)
    conquered = state is not None and cell in state.conquered
    due = None if state is None or state.due is None or state.due.cell != cell else state.due.what
    owner = system.homeworld if state is None else state.owner(cell)
    piece = None if state is None or system.homeworld is not None else state.piece(cell)
    caption = SYSTEM_NAMES[system] if tile is None else TILE_NAMES[tile]
    caption += ", conquered" * conquered + (f", {_DUE[due]}" if due else "")
    if piece == "city" and state is not None:
        caption += f", {state.rules.city_word} of {_seat_of(owner)}"
    elif piece:
        caption += f", {piece} of {_seat_of(owner)}"
    yield title(f"{board.cell_names[cell]}: {caption}{_ships_text(stack)}")
    yield hexagon(_SIZE - 1, fill=HOLE if system.is_hole else SYSTEM, stroke=SYSTEM_EDGE)
    if owner is not None:
        colour = SEAT_COLOURS[owner]
        yield hexagon(_SIZE - 4, fill=colour, fill_opacity=0.2, stroke=colour, stroke_width=3, class_="held")
    if due:
        yield hexagon(_SIZE - 4, **DUE, class_="due")
    art = (ART[system] if tile is None else TILE_ART[tile]) + CONQUEST * conquered
    y, scale = (sizes.held_y, sizes.held) if stack or piece else (sizes.free_y, sizes.free)
    yield element("g", art, transform=_scaled(0, y, scale))
    yield from _band(owner, piece, stack, sizes)
    yield text(0, sizes.name_y, board.cell_names[cell], sizes.name, DIM, class_="name")


def _band(owner: int | None, piece: str | None, stack: Stack, sizes: _Sizes) -> Iterator[str]:
    """Yield the piece and the ships in a system, side by side."""
    y, scale = sizes.band_y, sizes.band
    piece_width = _PIECE_WIDTH * scale
    room = _BAND_WIDTH - piece_width if piece else _BAND_WIDTH
    columns, rows, width = _grid(len(stack), room, scale)
    left = -(columns * width + _BAND_WIDTH - room) / 2
    if piece and owner is not None:
        shape = city if piece == "city" else station
        place = _scaled(left + piece_width / 2, y, scale)
        yield element("g", shape(SEAT_COLOURS[owner], SEATS[owner]), class_=piece, transform=place)
        left += piece_width
    for index, (player, damaged) in enumerate(stack):
        row, column = divmod(index, columns)
        place = at(left + (column + 0.5) * width, y + (row + 0.5 - rows / 2) * width)
        kind = "damaged ship" if damaged else "ship"
        harm: dict[str, float | str] = {"data_damaged": "true"} if damaged else {}
        yield element(
            "g",
            ship(SEAT_COLOURS[player], width, damaged),
            class_=kind,
            data_seat=SEATS[player],
            **harm,
            transform=place,
        )


def _scaled(x: float, y: float, scale: float) -> str:
    """Return the transform that moves a shape to a place and scales it."""
    return at(x, y) if scale == 1 else f"{at(x, y)} scale({number(scale)})"


def _grid(count: int, room: float, scale: float) -> tuple[int, int, float]:
    """Return the columns and rows in which `count` ships are largest, and the width of each."""
    best = (0, 0, 0.0)
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        width = min(_SHIP_WIDTH * scale, room / columns, _BAND_HEIGHT * scale / rows)
        best = max(best, (columns, rows, width), key=lambda grid: grid[2])
    return best


def _seat_of(owner: int | None) -> str:
    return "nobody" if owner is None else SEATS[owner]


def _ships_text(stack: Stack) -> str:
    """Return the ships in a system, as its title names them."""
    ships = [SEATS[player] + " (damaged)" * damaged for player, damaged in stack]
    return f"; ships: {', '.join(ships)}" if ships else ""


_DUE: Final = {
    "reveal": "being explored",
    "refuel": "a ship refuels here",
    "choose": "a city is to be destroyed from here",
}


# --- the last actions


_OVER: Final[dict[str, float | str]] = {"pointer_events": "none"}
"""What lies over the systems, which are clicked through it."""


def _marks(
    board: Board, trace: Trace, marked: Collection[str], middles: Sequence[tuple[float, float]]
) -> Iterator[str]:
    """Yield a frame where an action took place or a system is marked, and an arrow for each move, dotted for a jump."""
    for cell, name in enumerate(board.cell_names):
        if name in marked:
            yield element("g", frame(_SIZE - 9), class_="marked", transform=at(*middles[cell]), **_OVER)
    for cell in sorted(trace.touched):
        yield element("g", frame(_SIZE - 3), class_="reached", transform=at(*middles[cell]), **_OVER)
    for leg in trace.legs:
        ends = {"data_from": board.cell_names[leg.origin], "data_to": board.cell_names[leg.target]}
        way = arrow(middles[leg.origin], middles[leg.target], dotted=not leg.is_straight)
        yield element("g", way, class_="leg", **ends, **_OVER)
