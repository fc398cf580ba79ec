"""Panels of SVG drawings: the turn, the scores of the players, and the legend, below the map."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple

from ..._fast import State
from ...drawing.svg import Shape, at, element
from ..board import Board
from ..maps.systems import SEATS, System
from ..maps.tiles import Tile
from ..messages import MESSAGES, say
from ..words.names import LABELS, system_name, tile_name
from .art import Art
from .marks import Marks
from .terminal import score_columns, ships_by_cell, situation_in_moves, standing, status
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


def panel_of(art: Art, board: Board, state: State | None, trace: Trace, marks: Marks, width: float) -> Panel:
    """Return the panel, drawn from its upper left corner, at most `width` wide."""
    content, height = "", 4
    if state is not None:
        scores_width = least_width(state)
        content = element("g", *_scores(art, state, trace), class_="table", transform=at((width - scores_width) / 2, 0))
        height = _SCORES_TOP + _ROW_HEIGHT * board.players + 16
    entries = list(_legend(art, board, state, trace, marks))
    columns = int((width - 2 * _MARGIN) // _ENTRY_WIDTH)
    # The same number of rows, in as few columns as they need.
    columns = ceil(len(entries) / ceil(len(entries) / columns))
    left = (width - columns * _ENTRY_WIDTH) / 2
    for index, (words, shape) in enumerate(entries):
        row, column = divmod(index, columns)
        place = at(left + column * _ENTRY_WIDTH + 22, height + row * _ENTRY_HEIGHT + _ENTRY_HEIGHT / 2)
        label = art.text(24, 4, words, 12, art.palette.dim, text_anchor="start")
        content += element("g", shape, label, class_="legend", transform=place)
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


def _scores(art: Art, state: State, trace: Trace) -> Iterator[str]:
    """Yield the turn, the last actions and the scores, drawn from the upper left corner."""
    more, dim = _COLUMN_WIDTH * _n_more_columns(state), art.palette.dim
    yield art.text(_MARGIN, 14, situation_in_moves(state), 16, text_anchor="start")
    if trace.words:
        yield art.text(_MARGIN, 33, say("Last: {actions}", actions=trace.words), 12, dim, text_anchor="start")
    ends = [(MESSAGES.label(LABELS, column), x) for column, x in _column_ends(state).items()]
    headings = (_figure(x, _SCORES_TOP - 8, heading) for heading, x in (*ends, (say("in reserve"), 612 + more)))
    yield element("g", *headings, fill=dim, font_size=12, text_anchor="end")
    for player in range(state.board.players):
        yield element("g", *_row(art, state, player), transform=at(0, _SCORES_TOP + _ROW_HEIGHT * player))


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


def _row(art: Art, state: State, player: int) -> Iterator[str]:
    """Yield the row of one player: letter and ship, status, points, reserve."""
    colour, score, reserve = art.palette.seats[player], state.score_sheet()[player], state.reserve(player)
    more = _COLUMN_WIDTH * _n_more_columns(state)
    is_bright = standing(state, player) in ("acts", "moving", "won")
    bar = {"x": _MARGIN, "y": 2, "width": _SCORES_WIDTH + more - 2 * _MARGIN, "height": _ROW_HEIGHT - 4, "rx": 6}
    yield element("rect", fill=colour, fill_opacity=0.35 if is_bright else 0.12, **bar)
    yield element("circle", cx=38, cy=14, r=9, fill=colour)
    yield art.text(38, 18.2, SEATS[player], 12, art.palette.letter, font_weight="bold")
    yield art.ships[player].drawn(60, 14.5)
    yield art.text(76, 18.5, status(state, player), 13, text_anchor="start")
    figures = [_figure(x, 18.5, getattr(score, heading)) for heading, x in _column_ends(state).items()]
    figures[-1] = element("g", figures[-1], font_weight="bold")
    for x, count, shapes in ((_CITIES_X, reserve.cities, art.cities), (_STATIONS_X, reserve.stations, art.stations)):
        yield shapes[player].drawn(x + more, 15, 0.75)
        figures.append(_figure(x + more + 34, 18.5, count))
    yield element("g", *figures, fill=art.palette.ink, font_size=14, text_anchor="end")


def _figure(x: float, y: float, words: str | int) -> str:
    """Return words that end at a place, in the colour and the size of the group around them."""
    return element("text", str(words), x=x, y=y)


# --- the legend

_ENTRY_WIDTH: Final = 150
_ENTRY_HEIGHT: Final = 28


def _legend(art: Art, board: Board, state: State | None, trace: Trace, marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield the name and the drawing of each kind of object in the picture."""
    tiles = {} if state is None else {cell: tile for cell in range(board.n_cells) if (tile := state.tile(cell))}
    kinds = {system for cell, system in enumerate(board.systems) if cell not in tiles}
    # Planets of systems and planets of tiles look the same and have one entry.
    found = {system_name(kind): art.systems[kind] for kind in System if kind in kinds and kind.homeworld is None}
    found |= {tile_name(tile): art.tiles[tile] for tile in Tile if tile in tiles.values()}
    found[say("homeworld")] = art.systems[System.HOMEWORLD_A]
    yield from ((words, shape.drawn(0, 0, 0.6)) for words, shape in found.items())
    if state is not None:
        yield from ((words, shape.drawn(0, 0, scale)) for words, shape, scale in _pieces(art, state))
    yield from ((words, element("g", shape, transform="scale(0.6)")) for words, shape in _marks(art, trace, marks))


def _pieces(art: Art, state: State) -> Iterator[tuple[str, Shape, float]]:
    """Yield the entries for pieces, ships and markers."""
    if state.conquered:
        yield say("conquered"), art.conquest, 0.6
    yield state.rules.city_word, art.cities[-1], 0.84
    yield say("trade station"), art.stations[-1], 0.84
    damages = {damaged for stack in ships_by_cell(state).values() for _, damaged in stack}
    if False in damages:
        yield say("ship"), art.ships[-1], 0.84
    if True in damages:
        yield say("damaged ship"), art.wrecks[-1], 0.84
    if state.due is not None:
        yield say("to be decided"), art.due, 0.3


def _marks(art: Art, trace: Trace, marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield the entries for the last actions and for marks."""
    for is_straight in sorted({leg.is_straight for leg in trace.legs}, reverse=True):
        yield (
            say("last move") if is_straight else say("last jump"),
            art.arrow((-38, 0), (38, 0), dotted=not is_straight),
        )
    if trace.touched:
        yield say("last action here"), art.reached_frame(20)
    if marks.ship is not None:
        yield say("this ship"), art.chosen_frame(20)
    for is_jump in sorted({target.is_jump for target in marks.targets}):
        yield (say("can jump here"), art.jump_frame(20)) if is_jump else (say("can fly here"), art.marked_frame(20))
    if any(target.toll for target in marks.targets):
        yield say("toll in cities"), element("g", art.coin("1"), transform="scale(1.4)")
    if marks.marked:
        yield say("marked"), art.marked_frame(20)
    for is_largest in sorted({territory.is_largest for territory in marks.territories}, reverse=True):
        words = say("largest territory") if is_largest else say("other territory")
        yield words, _line(art, 5.5 if is_largest else 2.5)


def _line(art: Art, width: float) -> str:
    """Return a piece of the line around a territory."""
    return element("path", d="M-30 0H30", stroke=art.palette.lines[0], stroke_width=1.6 * width)
