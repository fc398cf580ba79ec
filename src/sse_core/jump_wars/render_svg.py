"""Drawings of positions as SVG: the map with its fleets and orders, and a panel for each player."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ..checks import check_marked, check_theme
from ..game import Theme
from ..svg import at, document, element, title
from .actions import Action
from .board import N_SPACES, Grid, space_name
from .palette import DIM, SPACE
from .render_art import text
from .render_map import map_of
from .render_panel import PANEL_WIDTH, Panel, legend_of, panels_of, words_lines
from .render_text import situation, turn_words
from .state import State, check_state
from .trace import Trace, trace_of

__all__ = ["to_svg"]

_MARGIN: Final = 20
_GAP: Final = 12
_TOP: Final = 66
"""The height of the heading."""


def to_svg(state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), theme: Theme = "dark") -> str:
    """Return a drawing of a position as one SVG document, without a newline at its end.

    The document needs no other file and no script. The ``<title>`` of each space, which browsers show under the
    pointer, names what lies there and whose fleets stand there; that of an arrow names the order. The panels of the
    players stand beside a square map and below a hexagonal one. A view is drawn with what its player may know.

    `last` has the actions that led to the position, such as those of the last turn: the spaces that they name are
    framed, and a line has their texts.

    Raises TypeError for what is no sequence of actions, IllegalActionError for what is no action of this game.
    """
    check_state(state)
    check_theme(theme)
    return _document(state, trace_of(last), check_marked(marked, _PLACES, "space"))


_PLACES: Final = tuple(map(space_name, range(N_SPACES)))


def _document(state: State, trace: Trace, marked: Collection[str]) -> str:
    """Return the document: the heading, the map, the panels, the legend, the last actions."""
    p = state.position
    chart = map_of(p, trace, marked)
    is_square = p.options.grid is Grid.SQUARE
    pair = 2 * PANEL_WIDTH + _GAP
    map_width = chart.width if is_square else max(chart.width, pair)
    width = 2 * _MARGIN + map_width + (_GAP + PANEL_WIDTH if is_square else 0)
    legend = legend_of(p, trace, map_width)
    map_left = _MARGIN + (map_width - chart.width) / 2
    below = _TOP + chart.height
    free = below + legend.height + _GAP
    # Each column of panels by its left end and its top: beside a square map and below it, below a hexagonal one.
    left = _MARGIN + (map_width - (PANEL_WIDTH if is_square else pair)) / 2
    right = _MARGIN + map_width + _GAP if is_square else left + PANEL_WIDTH + _GAP
    columns = [(right, _TOP), (left, free)] if is_square else [(left, free), (right, free)]
    placed, bottom = _columns(panels_of(p, state.outcome), columns)
    bottom = max(free, bottom)
    last_lines = words_lines(trace, width - 2 * _MARGIN)
    height = bottom + 16 * len(last_lines) + (_GAP if last_lines else 4)
    status = situation(state)
    parts = (
        title(f"Jump Wars. {turn_words(p)}: {status}"),
        element("rect", width=width, height=height, rx=14, fill=SPACE),
        text(_MARGIN, 30, f"Jump Wars · {turn_words(p)}", 18, font_weight="bold", text_anchor="start"),
        text(_MARGIN, 52, _capital(status), 15, DIM, text_anchor="start"),
        element("g", chart.content, class_="map", transform=at(map_left, _TOP)),
        element("g", legend.content, class_="legends", transform=at(_MARGIN, below)),
        *(element("g", panel.content, class_="panel", transform=at(x, y)) for panel, x, y in placed),
        *(
            text(_MARGIN, bottom + 10 + 16 * row, line, 12, DIM, text_anchor="start")
            for row, line in enumerate(last_lines)
        ),
    )
    words: dict[str, float | str] = {"font_family": "Helvetica, Arial, sans-serif", "text_anchor": "middle"}
    return document(width, height, "\n".join(("", *parts, "")), role="img", **words)


def _columns(
    panels: Sequence[Panel], columns: Sequence[tuple[float, float]]
) -> tuple[list[tuple[Panel, float, float]], float]:
    """Return each panel with its place, in the column that is shortest so far, and the end of the longest.

    Columns are pairs (left end, top).
    """
    ends = [top for _, top in columns]
    placed: list[tuple[Panel, float, float]] = []
    for panel in panels:
        column = ends.index(min(ends))
        placed.append((panel, columns[column][0], ends[column]))
        ends[column] += panel.height + _GAP
    return placed, max(ends)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
