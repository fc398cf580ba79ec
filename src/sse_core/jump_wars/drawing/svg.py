"""Drawings of positions as SVG: the map with its fleets and orders, and a panel for each player."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ...drawing.checks import check_marked, check_theme, check_width
from ...drawing.panels import ROOT, capital, packed
from ...drawing.svg import at, description, document, element, title
from ...forms.checks import check_flag
from ...game import Theme
from ..actions import Action
from ..board import N_SPACES, Grid, space_name
from ..state import State, check_state
from ..words.table import situation, turn_words
from .art import Art, art_of
from .map import map_of
from .panel import PANEL_WIDTH, described, legend_of, panels_of, words_lines
from .trace import Trace, trace_of

__all__ = ["to_svg"]

_MARGIN: Final = 20
_GAP: Final = 12
_TOP: Final = 66
"""The height of the heading."""


def to_svg(
    state: State,
    *,
    last: Sequence[Action] = (),
    marked: Collection[str] = (),
    theme: Theme = "dark",
    panel: bool = True,
    width: int | None = None,
) -> str:
    """Return a drawing of a position as one SVG document, without a newline at its end.

    The document needs no other file, no script and no style sheet. Its title and its description say the situation;
    the title of each space, which browsers show under the pointer, names what lies there and whose fleets stand there;
    that of an arrow names the order. The panels of the players stand beside a square map and below a hexagonal one. A
    view shows what its player may know.

    A space is a group with its name as ``data-place``, fleets and orders have ``data-seat``, orders the names of their
    ends as ``data-from`` and ``data-to``, and cards their names as ``data-card``.

    Parameters
    ----------
    last
        The actions that led to the position, such as those of the last turn: the spaces that they name are framed, and
        a line has their texts.
    marked
        Names of spaces to mark, such as ``["c4"]``.
    theme
        The colours: ``"dark"``, ``"light"``, or ``"print"`` for paper.
    panel
        Whether the heading, the players, the table and the legend stand around the map.
    width
        The width in pixels; the height follows. None: that of the drawing.

    Raises
    ------
    ArgumentError
        For an option with no such value, and for a marked space that isn't on the map.
    IllegalActionError
        For a last action that is none of this game.
    """
    check_state(state)
    art, trace, names = art_of(check_theme(theme)), trace_of(last), check_marked(marked, _PLACES, "space")
    draw = _document if check_flag(panel, "panel") else _map_alone
    return draw(art, state, trace, names, check_width(width))


_PLACES: Final = tuple(map(space_name, range(N_SPACES)))


def _document(art: Art, state: State, trace: Trace, marked: Collection[str], shown_width: int | None) -> str:
    """Return the document: the heading, the map, the panels, the legend, the last actions."""
    p = state.position
    chart = map_of(art, p, trace, marked)
    is_square = p.options.grid is Grid.SQUARE
    pair = 2 * PANEL_WIDTH + _GAP
    map_width = chart.width if is_square else max(chart.width, pair)
    width = 2 * _MARGIN + map_width + (_GAP + PANEL_WIDTH if is_square else 0)
    legend = legend_of(art, p, trace, marked, map_width)
    map_left = _MARGIN + (map_width - chart.width) / 2
    below = _TOP + chart.height
    free = below + legend.height + _GAP
    # Each column of panels by its left end and its top: beside a square map and below it, below a hexagonal one.
    left = _MARGIN + (map_width - (PANEL_WIDTH if is_square else pair)) / 2
    right = _MARGIN + map_width + _GAP if is_square else left + PANEL_WIDTH + _GAP
    columns = [(right, _TOP), (left, free)] if is_square else [(left, free), (right, free)]
    placed, bottom = packed(panels_of(art, p, state.outcome), columns, _GAP)
    bottom = max(free, bottom)
    last_lines = words_lines(trace, width - 2 * _MARGIN)
    height = bottom + 16 * len(last_lines) + (_GAP if last_lines else 4)
    parts = (
        *_words(state, trace, marked),
        element("rect", width=width, height=height, rx=14, fill=art.palette.space),
        art.text(_MARGIN, 30, f"Jump Wars · {turn_words(p)}", 18, font_weight="bold", text_anchor="start"),
        art.text(_MARGIN, 52, capital(situation(state)), 15, art.palette.dim, text_anchor="start"),
        element("g", chart.content, class_="map", transform=at(map_left, _TOP)),
        element("g", legend.content, class_="legends", transform=at(_MARGIN, below)),
        *(element("g", panel.content, class_="panel", transform=at(x, y)) for panel, x, y in placed),
        *(
            art.text(_MARGIN, bottom + 10 + 16 * row, line, 12, art.palette.dim, text_anchor="start")
            for row, line in enumerate(last_lines)
        ),
    )
    return document(width, height, "\n".join(("", *parts, "")), shapes=art.shapes, shown_width=shown_width, **ROOT)


def _map_alone(art: Art, state: State, trace: Trace, marked: Collection[str], shown_width: int | None) -> str:
    """Return the document with the map alone."""
    chart = map_of(art, state.position, trace, marked)
    width, height = chart.width + _MARGIN, chart.height + _MARGIN
    parts = (
        *_words(state, trace, marked),
        element("rect", width=width, height=height, rx=14, fill=art.palette.space),
        element("g", chart.content, class_="map", transform=at(_MARGIN / 2, _MARGIN / 2)),
    )
    return document(width, height, "\n".join(("", *parts, "")), shapes=art.shapes, shown_width=shown_width, **ROOT)


def _words(state: State, trace: Trace, marked: Collection[str]) -> tuple[str, str]:
    """Return the title and the description."""
    p = state.position
    words = described(p, state.outcome, trace, marked)
    return title(f"Jump Wars. {turn_words(p)}: {situation(state)}"), description(words)
