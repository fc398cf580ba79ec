"""The panel of an SVG drawing, below its map: the turn, the table of the players, and the legend."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple

from .._fast import State
from ..svg import at, element
from .board import Board
from .render_art import (
    ART,
    CONQUEST,
    DIM,
    DUE,
    SEAT_COLOURS,
    SPACE,
    TILE_ART,
    arrow,
    city,
    frame,
    hexagon,
    ship,
    station,
    text,
)
from .render_text import SYSTEM_NAMES, TILE_NAMES, crews, score_columns, situation, standing
from .systems import SEATS, System
from .trace import Trace

__all__ = ["Panel", "least_width", "panel_of"]

_MARGIN: Final = 20


class Panel(NamedTuple):
    """What stands below a map."""

    content: str
    height: float


def least_width(state: State | None) -> int:
    """Return how wide a picture must be: for the table of a position, for two columns of the legend of a board."""
    return 2 * (_MARGIN + _ENTRY_WIDTH) if state is None else _TABLE_WIDTH + _COLUMN_WIDTH * _n_more_columns(state)


def panel_of(board: Board, state: State | None, trace: Trace, width: float) -> Panel:
    """Return the panel, from its upper left corner; `width` is how wide it may be."""
    content, height = "", 4
    if state is not None:
        table_width = least_width(state)
        content = element("g", *_table(state, trace), class_="table", transform=at((width - table_width) / 2, 0))
        height = _TABLE_TOP + _ROW_HEIGHT * board.players + 16
    entries = list(_legend(board, state, trace))
    columns = int((width - 2 * _MARGIN) // _ENTRY_WIDTH)
    # No more columns than so many rows need.
    columns = ceil(len(entries) / ceil(len(entries) / columns))
    left = (width - columns * _ENTRY_WIDTH) / 2
    for index, (words, shape) in enumerate(entries):
        row, column = divmod(index, columns)
        place = at(left + column * _ENTRY_WIDTH + 22, height + row * _ENTRY_HEIGHT + _ENTRY_HEIGHT / 2)
        label = text(24, 4, words, 12, DIM, text_anchor="start")
        content += element("g", element("g", shape, transform="scale(0.6)"), label, class_="legend", transform=place)
    return Panel(content, height + _ENTRY_HEIGHT * ceil(len(entries) / columns) + 12)


# --- the table of the players

_TABLE_WIDTH: Final = 640
_TABLE_TOP: Final = 62
_ROW_HEIGHT: Final = 28
_COLUMN_WIDTH: Final = 54
_COLUMNS: Final = {"planets": 215, "nebulae": 280, "stations": 345, "territory": 412}
"""Where the columns of every game end; the others follow, `_COLUMN_WIDTH` apart."""

_CITIES_X: Final = 520
_STATIONS_X: Final = 578


def _table(state: State, trace: Trace) -> Iterator[str]:
    """Yield the turn, the last actions and the scores, from the table's upper left corner."""
    more = _COLUMN_WIDTH * _n_more_columns(state)
    yield text(_MARGIN, 14, situation(state), 16, text_anchor="start")
    if trace.words:
        yield text(_MARGIN, 33, f"Last: {trace.words}", 12, DIM, text_anchor="start")
    for heading, x in (*_column_ends(state).items(), ("in reserve", 612 + more)):
        yield text(x, _TABLE_TOP - 8, heading, 12, DIM, text_anchor="end")
    for player in range(state.board.players):
        yield element("g", *_row(state, player), transform=at(0, _TABLE_TOP + _ROW_HEIGHT * player))


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
    bar = {"x": _MARGIN, "y": 2, "width": _TABLE_WIDTH + more - 2 * _MARGIN, "height": _ROW_HEIGHT - 4, "rx": 6}
    yield element("rect", fill=colour, fill_opacity=0.35 if stands_out else 0.12, **bar)
    yield element("circle", cx=38, cy=14, r=9, fill=colour)
    yield text(38, 18.2, SEATS[player], 12, SPACE, font_weight="bold")
    yield text(56, 18.5, standing(state, player), 13, text_anchor="start")
    for heading, x in _column_ends(state).items():
        weight = "bold" if heading == "total" else "normal"
        yield text(x, 18.5, str(getattr(score, heading)), 14, text_anchor="end", font_weight=weight)
    for x, count, shape in ((_CITIES_X, reserve.cities, city), (_STATIONS_X, reserve.stations, station)):
        yield element("g", shape(colour), transform=f"{at(x + more, 15)} scale(0.75)")
        yield text(x + more + 34, 18.5, str(count), 14, text_anchor="end")


# --- the legend

_ENTRY_WIDTH: Final = 150
_ENTRY_HEIGHT: Final = 28


def _legend(board: Board, state: State | None, trace: Trace) -> Iterator[tuple[str, str]]:
    """Yield what occurs in the picture, each in words and as it is drawn."""
    tiles = {} if state is None else {cell: tile for cell in range(board.n_cells) if (tile := state.tile(cell))}
    kinds = {system for cell, system in enumerate(board.systems) if cell not in tiles}
    # Planets are drawn alike on a system and on a tile, and told once.
    found = {SYSTEM_NAMES[kind]: ART[kind] for kind in System if kind in kinds and kind.homeworld is None}
    found |= {TILE_NAMES[tile]: art for tile, art in TILE_ART.items() if tile in tiles.values()}
    yield from found.items()
    yield "homeworld", ART[System.HOMEWORLD_A]
    if state is not None:
        yield from _things(state)
    for is_straight in sorted({leg.is_straight for leg in trace.legs}, reverse=True):
        yield "last move" if is_straight else "last jump", arrow((-38, 0), (38, 0), dotted=not is_straight)
    if trace.touched:
        yield "last action here", frame(20)


def _things(state: State) -> Iterator[tuple[str, str]]:
    """Yield the pieces, the ships and the markers that lie on the map, or in a reserve."""
    if state.conquered:
        yield "conquered", CONQUEST
    yield state.rules.city_word, element("g", city(DIM), transform="scale(1.4)")
    yield "trade station", element("g", station(DIM), transform="scale(1.4)")
    damages = {damaged for crew in crews(state).values() for _, damaged in crew}
    for damaged in sorted(damages):
        yield "damaged ship" if damaged else "ship", element("g", ship(DIM, damaged=damaged), transform="scale(1.4)")
    if state.due is not None:
        yield "to be decided", hexagon(22, **DUE)
