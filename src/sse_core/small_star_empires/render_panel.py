"""Panels of SVG drawings: the turn, the scores of the players, and the legend, below the map."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple

from .._fast import State
from ..svg import at, element
from .board import Board
from .palette import DIM, SEAT_COLOURS, SPACE
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
from .render_text import SYSTEM_NAMES, TILE_NAMES, score_columns, ships_by_cell, situation, status
from .systems import SEATS, System
from .trace import Trace

__all__ = ["Panel", "least_width", "panel_of"]

_MARGIN: Final = 20


class Panel(NamedTuple):
    """The panel below a map: its SVG elements and their height in pixels."""

    content: str
    height: float


def least_width(state: State | None) -> int:
    """Return the least width of a drawing: that of the scores, or of two columns of the legend for a board."""
    return 2 * (_MARGIN + _ENTRY_WIDTH) if state is None else _SCORES_WIDTH + _COLUMN_WIDTH * _n_more_columns(state)


def panel_of(board: Board, state: State | None, trace: Trace, width: float) -> Panel:
    """Return the panel, drawn from its upper left corner, at most `width` wide."""
    content, height = "", 4
    if state is not None:
        scores_width = least_width(state)
        content = element("g", *_scores(state, trace), class_="table", transform=at((width - scores_width) / 2, 0))
        height = _SCORES_TOP + _ROW_HEIGHT * board.players + 16
    entries = list(_legend(board, state, trace))
    columns = int((width - 2 * _MARGIN) // _ENTRY_WIDTH)
    # The same number of rows, in as few columns as they need.
    columns = ceil(len(entries) / ceil(len(entries) / columns))
    left = (width - columns * _ENTRY_WIDTH) / 2
    for index, (words, shape) in enumerate(entries):
        row, column = divmod(index, columns)
        place = at(left + column * _ENTRY_WIDTH + 22, height + row * _ENTRY_HEIGHT + _ENTRY_HEIGHT / 2)
        label = text(24, 4, words, 12, DIM, text_anchor="start")
        content += element("g", element("g", shape, transform="scale(0.6)"), label, class_="legend", transform=place)
    return Panel(content, height + _ENTRY_HEIGHT * ceil(len(entries) / columns) + 12)


# --- the scores of the players

_SCORES_WIDTH: Final = 640
_SCORES_TOP: Final = 62
_ROW_HEIGHT: Final = 28
_COLUMN_WIDTH: Final = 54
_COLUMNS: Final = {"planets": 215, "nebulae": 280, "stations": 345, "territory": 412}
"""The right ends of the columns that every game has; the others follow, `_COLUMN_WIDTH` apart."""

_CITIES_X: Final = 520
_STATIONS_X: Final = 578


def _scores(state: State, trace: Trace) -> Iterator[str]:
    """Yield the turn, the last actions and the scores, drawn from the upper left corner."""
    more = _COLUMN_WIDTH * _n_more_columns(state)
    yield text(_MARGIN, 14, situation(state), 16, text_anchor="start")
    if trace.words:
        yield text(_MARGIN, 33, f"Last: {trace.words}", 12, DIM, text_anchor="start")
    for heading, x in (*_column_ends(state).items(), ("in reserve", 612 + more)):
        yield text(x, _SCORES_TOP - 8, heading, 12, DIM, text_anchor="end")
    for player in range(state.board.players):
        yield element("g", *_row(state, player), transform=at(0, _SCORES_TOP + _ROW_HEIGHT * player))


def _n_more_columns(state: State) -> int:
    """Return the number of columns beside those that every game has."""
    return len(score_columns(state)) - len(_COLUMNS)


def _column_ends(state: State) -> dict[str, int]:
    """Return the right end of each column, the total last."""
    ends = dict(_COLUMNS)
    for column in (*score_columns(state), "total"):
        if column not in ends:
            ends[column] = max(ends.values()) + _COLUMN_WIDTH
    return ends


def _row(state: State, player: int) -> Iterator[str]:
    """Yield the row of one player: status, points, reserve."""
    colour, score, reserve = SEAT_COLOURS[player], state.score_sheet()[player], state.reserve(player)
    more = _COLUMN_WIDTH * _n_more_columns(state)
    is_bright = status(state, player) in ("to act", "moving", "won")
    bar = {"x": _MARGIN, "y": 2, "width": _SCORES_WIDTH + more - 2 * _MARGIN, "height": _ROW_HEIGHT - 4, "rx": 6}
    yield element("rect", fill=colour, fill_opacity=0.35 if is_bright else 0.12, **bar)
    yield element("circle", cx=38, cy=14, r=9, fill=colour)
    yield text(38, 18.2, SEATS[player], 12, SPACE, font_weight="bold")
    yield text(56, 18.5, status(state, player), 13, text_anchor="start")
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
    """Yield the name and the shape of each kind of object in the drawing."""
    tiles = {} if state is None else {cell: tile for cell in range(board.n_cells) if (tile := state.tile(cell))}
    kinds = {system for cell, system in enumerate(board.systems) if cell not in tiles}
    # Planets on a system and on a tile are drawn alike and have one entry.
    found = {SYSTEM_NAMES[kind]: ART[kind] for kind in System if kind in kinds and kind.homeworld is None}
    found |= {TILE_NAMES[tile]: art for tile, art in TILE_ART.items() if tile in tiles.values()}
    yield from found.items()
    yield "homeworld", ART[System.HOMEWORLD_A]
    if state is not None:
        yield from _pieces(state)
    for is_straight in sorted({leg.is_straight for leg in trace.legs}, reverse=True):
        yield "last move" if is_straight else "last jump", arrow((-38, 0), (38, 0), dotted=not is_straight)
    if trace.touched:
        yield "last action here", frame(20)


def _pieces(state: State) -> Iterator[tuple[str, str]]:
    """Yield the entries for pieces, ships and markers."""
    if state.conquered:
        yield "conquered", CONQUEST
    yield state.rules.city_word, element("g", city(DIM), transform="scale(1.4)")
    yield "trade station", element("g", station(DIM), transform="scale(1.4)")
    damages = {damaged for stack in ships_by_cell(state).values() for _, damaged in stack}
    for damaged in sorted(damages):
        yield "damaged ship" if damaged else "ship", element("g", ship(DIM, damaged=damaged), transform="scale(1.4)")
    if state.due is not None:
        yield "to be decided", hexagon(22, **DUE)
