"""Boards and positions as SVG: one self-contained document of plain shapes, the same characters every time."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil, sqrt
from typing import Final

from .._fast import State
from .board import Board
from .hexes import Hex
from .render_art import (
    ART,
    CONQUEST,
    INK,
    SEAT_COLOURS,
    SPACE,
    TILE_ART,
    at,
    city,
    hexagon,
    number,
    ship,
    station,
    tag,
    text,
)
from .render_text import TILE_NAMES, Crew, crews, score_columns, situation, standing
from .systems import SEATS, System

__all__ = ["to_svg"]

_SIZE: Final = 44
"""From a hex's middle to its corners, in pixels, as is every length here."""

_MARGIN: Final = 20
_DIM: Final = "#98a2c6"


def to_svg(thing: Board | State) -> str:
    """Return a drawing of a board or of a position as one SVG document, without a newline at its end.

    It needs no other file and no script. Each system tells in its ``<title>``, which browsers show under the pointer,
    what it is, who holds it and whose ships are there. Below a position stands a table of the scores and reserves.

    >>> from sse_core.small_star_empires.maps import parse_map
    >>> to_svg(parse_map("A 3 B"))[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    if isinstance(thing, Board):
        return _document(thing, None)
    if isinstance(thing, State):
        return _document(thing.board, thing)
    raise TypeError(f"a Board or a State can be drawn, not {type(thing).__name__}")


def _document(board: Board, state: State | None) -> str:
    """Return the map, and for a position the panel below it."""
    half = _SIZE * sqrt(3) / 2
    middles = [_middle(place) for place in board.hexes]
    left, right = min(x for x, _ in middles) - half, max(x for x, _ in middles) + half
    top, bottom = middles[0][1] - _SIZE, middles[-1][1] + _SIZE
    width, height = right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN
    title = f"Small Star Empires for {board.players} players"
    panel = ""
    if state is not None:
        panel_width = _PANEL_WIDTH + _COLUMN_WIDTH * _n_more_columns(state)
        width = max(width, panel_width)
        panel = tag("g", *_panel(state), class_="panel", transform=at((width - panel_width) / 2, height))
        height += _PANEL_TOP + _ROW_HEIGHT * board.players + _LEGEND_HEIGHT
        title += f". {situation(state)}"
    ships = {} if state is None else crews(state)
    systems = [
        tag("g", *_system(board, state, cell, ships.get(cell, [])), class_="system", transform=at(*middle))
        for cell, middle in enumerate(middles)
    ]
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("rect", width=width, height=height, rx=14, fill=SPACE),
        tag("g", *systems, transform=at((width - left - right) / 2, _MARGIN - top)),
        panel,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        font_family="Helvetica, Arial, sans-serif",
        text_anchor="middle",
    )


def _middle(place: Hex) -> tuple[float, float]:
    """E1.1: hexes stand on a point, q grows to the east and r downwards."""
    return _SIZE * sqrt(3) * (place.q + place.r / 2), _SIZE * 1.5 * place.r


# --- one system

_BAND_WIDTH: Final = 58
_BAND_HEIGHT: Final = 22
_BAND_Y: Final = 13
"""The band across a hex, below what the system is, where the piece and the ships stand; y is that of its middle."""

_PIECE_WIDTH: Final = 23
_SHIP_WIDTH: Final = 16

_KINDS: Final = {
    System.ONE: "1 planet",
    System.TWO: "2 planets",
    System.THREE: "3 planets",
    System.RED: "red nebula",
    System.GREEN: "green nebula",
    System.BLUE: "blue nebula",
    System.EMPTY: "empty",
    System.WORMHOLE: "wormhole",
    System.BLACK_HOLE: "black hole",
    System.UNEXPLORED: "unexplored",
    **{System(letter): f"homeworld of {letter}" for letter in SEATS},
}


def _system(board: Board, state: State | None, cell: int, crew: Crew) -> Iterator[str]:
    """Yield the elements of one system, about its middle."""
    system = board.systems[cell]
    tile = None if state is None else state.tile(cell)
    conquered = state is not None and cell in state.conquered
    due = None if state is None or state.due is None or state.due.cell != cell else state.due.what
    owner = system.homeworld if state is None else state.owner(cell)
    piece = None if state is None or system.homeworld is not None else state.piece(cell)
    caption = _KINDS[system] if tile is None else TILE_NAMES[tile]
    caption += ", conquered" * conquered + (f", {_DUE[due]}" if due else "")
    if piece == "city" and state is not None:
        caption += f", {state.rules.city_word} of {_seat_of(owner)}"
    elif piece:
        caption += f", {piece} of {_seat_of(owner)}"
    yield tag("title", escape(f"{board.cell_names[cell]}: {caption}{_said_of(crew)}"))
    yield hexagon(_SIZE - 1, fill="#131934" if system.is_hole else "#1b2346", stroke="#2f3a6b")
    if owner is not None:
        colour = SEAT_COLOURS[owner]
        yield hexagon(_SIZE - 4, fill=colour, fill_opacity=0.2, stroke=colour, stroke_width=3, class_="held")
    if due:
        yield hexagon(_SIZE - 4, fill="none", stroke=INK, stroke_width=2, stroke_dasharray="5 4", class_="due")
    art = (ART[system] if tile is None else TILE_ART[tile]) + CONQUEST * conquered
    yield tag("g", art, transform=at(0, -14 if crew or piece else -4))
    yield from _band(owner, piece, crew)
    yield text(0, 33, board.cell_names[cell], 9, _DIM, class_="name")


def _band(owner: int | None, piece: str | None, crew: Crew) -> Iterator[str]:
    """Yield the piece and the ships of a system, side by side."""
    room = _BAND_WIDTH - _PIECE_WIDTH if piece else _BAND_WIDTH
    columns, rows, width = _grid(len(crew), room)
    left = -(columns * width + _BAND_WIDTH - room) / 2
    if piece and owner is not None:
        shape = city if piece == "city" else station
        yield tag(
            "g", shape(SEAT_COLOURS[owner], SEATS[owner]), class_=piece, transform=at(left + _PIECE_WIDTH / 2, _BAND_Y)
        )
        left += _PIECE_WIDTH
    for index, (player, damaged) in enumerate(crew):
        row, column = divmod(index, columns)
        place = at(left + (column + 0.5) * width, _BAND_Y + (row + 0.5 - rows / 2) * width)
        kind = "damaged ship" if damaged else "ship"
        yield tag("g", ship(SEAT_COLOURS[player], width, damaged), class_=kind, transform=place)


def _grid(count: int, room: float) -> tuple[int, int, float]:
    """Return in how many columns and rows so many ships are largest, and how wide each is then."""
    best = (0, 0, 0.0)
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        width = min(_SHIP_WIDTH, room / columns, _BAND_HEIGHT / rows)
        best = max(best, (columns, rows, width), key=lambda grid: grid[2])
    return best


def _seat_of(owner: int | None) -> str:
    return "nobody" if owner is None else SEATS[owner]


def _said_of(crew: Crew) -> str:
    """Return whose ships are in a system."""
    ships = [SEATS[player] + " (damaged)" * damaged for player, damaged in crew]
    return f"; ships: {', '.join(ships)}" if ships else ""


_DUE: Final = {
    "reveal": "being explored",
    "refuel": "a ship refuels here",
    "choose": "a city is to be destroyed from here",
}


# --- the panel below the map

_PANEL_WIDTH: Final = 640
_PANEL_TOP: Final = 58
_ROW_HEIGHT: Final = 28
_LEGEND_HEIGHT: Final = 50
_COLUMN_WIDTH: Final = 54
_COLUMNS: Final = {"planets": 215, "nebulae": 280, "stations": 345, "territory": 412}
"""Where the columns of every game end; the others follow, `_COLUMN_WIDTH` apart."""

_CITIES_X: Final = 520
_STATIONS_X: Final = 578
_LEGEND: Final = (
    (243, "trade station", station(_DIM)),
    (367, "ship", ship(_DIM)),
    (432, "damaged ship", ship(_DIM, damaged=True)),
)
_CITY_X: Final = 170


def _panel(state: State) -> Iterator[str]:
    """Yield the turn, the score table and the legend, from the panel's upper left corner."""
    more = _COLUMN_WIDTH * _n_more_columns(state)
    yield text(_MARGIN, 14, situation(state), 16, text_anchor="start")
    for heading, x in (*_column_ends(state).items(), ("in reserve", 612 + more)):
        yield text(x, 48, heading, 12, _DIM, text_anchor="end")
    for player in range(state.board.players):
        yield tag("g", *_row(state, player), transform=at(0, _PANEL_TOP + _ROW_HEIGHT * player))
    for x, words, shape in ((_CITY_X, state.rules.city_word, city(_DIM)), *_LEGEND):
        y = _PANEL_TOP + _ROW_HEIGHT * state.board.players + 22
        yield tag("g", shape, transform=f"{at(x + more / 2, y)} scale(0.8)")
        yield text(x + more / 2 + 14, y + 4, words, 12, _DIM, text_anchor="start")


def _n_more_columns(state: State) -> int:
    """Return how many columns a score has beside those of every game."""
    return len(score_columns(state)) - len(_COLUMNS)


def _column_ends(state: State) -> dict[str, int]:
    """Return where each column of the table ends, the total last."""
    ends = dict(_COLUMNS)
    for column in (*score_columns(state), "total"):
        if column not in ends:
            ends[column] = max(ends.values()) + _COLUMN_WIDTH
    return ends


def _row(state: State, player: int) -> Iterator[str]:
    """Yield one player's line: standing, points, reserve."""
    colour, score, reserve = SEAT_COLOURS[player], state.score_sheet()[player], state.reserve(player)
    more = _COLUMN_WIDTH * _n_more_columns(state)
    stands_out = standing(state, player) in ("to act", "moving", "won")
    bar = {"x": _MARGIN, "y": 2, "width": _PANEL_WIDTH + more - 2 * _MARGIN, "height": _ROW_HEIGHT - 4, "rx": 6}
    yield tag("rect", fill=colour, fill_opacity=0.35 if stands_out else 0.12, **bar)
    yield tag("circle", cx=38, cy=14, r=9, fill=colour)
    yield text(38, 18.2, SEATS[player], 12, SPACE, font_weight="bold")
    yield text(56, 18.5, standing(state, player), 13, text_anchor="start")
    for heading, x in _column_ends(state).items():
        weight = "bold" if heading == "total" else "normal"
        yield text(x, 18.5, str(getattr(score, heading)), 14, text_anchor="end", font_weight=weight)
    for x, count, shape in ((_CITIES_X, reserve.cities, city), (_STATIONS_X, reserve.stations, station)):
        yield tag("g", shape(colour), transform=f"{at(x + more, 15)} scale(0.75)")
        yield text(x + more + 34, 18.5, str(count), 14, text_anchor="end")
