"""Drawings of positions as SVG: the galaxy around the wheel, and the table and the players beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ..drawing.checks import check_marked, check_theme, check_width
from ..drawing.panels import ROOT, Panel, capital, fitted, packed
from ..drawing.svg import at, description, document, element, title
from ..forms.checks import check_flag
from ..game import Theme
from .actions import SEATS, Action
from .position import Position
from .render_art import Art, art_of
from .render_map import map_of
from .render_panel import PANEL_WIDTH, player_panel
from .render_table import battle_panel, legend_of, table_panel
from .render_text import situation, table_lines
from .state import State, check_state
from .trace import Trace, trace_of
from .words import battle_words, due_words, role_words, round_words

__all__ = ["to_svg"]

_MARGIN: Final = 20
_GAP: Final = 12
_TOP: Final = 66
"""The height of the heading."""

_LINE: Final = 16


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

    The document needs no other file, no script and no style sheet. Its title and its description say the situation; the
    title of each region, which browsers show under the pointer, names what is there. Sectors lie in a ring around the
    wheel of roles and the Throne; the table and the players stand beside the map and below it. A view is drawn with
    what its player may know.

    A region is a group with its name as ``data-place``; tokens, ships and influence have ``data-seat``, cards their
    names as ``data-card``.

    Parameters
    ----------
    last
        The actions that led to the position: the regions that they name are framed, and a line has their texts.
    marked
        Names of regions to mark, such as ``["c4"]``.
    theme
        The colours: ``"dark"``, ``"light"``, or ``"print"`` for paper.
    panel
        Whether the heading, the table, the players and the legend stand around the map.
    width
        The width in pixels; the height follows. None: that of the drawing.

    Raises ArgumentError for an option with no such value and for a region that isn't there, IllegalActionError for a
    last action that is none of this game.
    """
    regions, p = check_state(state).board.content.regions, Position(state.data)
    art, trace, names = art_of(check_theme(theme)), trace_of(state, last), check_marked(marked, regions, "region")
    draw = _document if check_flag(panel, "panel") else _map_alone
    return draw(art, state, p, trace, names, check_width(width))


def _document(
    art: Art, state: State, p: Position, trace: Trace, marked: Collection[str], shown_width: int | None
) -> str:
    """Return the document: the heading, the map, the legend, the panels, the last actions."""
    b = state.board
    chart = map_of(art, b, p, trace, marked)
    pair = 2 * PANEL_WIDTH + _GAP
    map_width = max(chart.size, pair)
    width = 2 * _MARGIN + map_width + _GAP + PANEL_WIDTH
    legend = legend_of(art, b, p, trace, marked, map_width)
    below = _TOP + chart.size
    free = below + legend.height + _GAP
    left = _MARGIN + (map_width - pair) / 2
    columns = [(_MARGIN + map_width + _GAP, _TOP), (left, free), (left + PANEL_WIDTH + _GAP, free)]
    placed, bottom = packed([*_panels(art, state, p)], columns, _GAP)
    last_lines = fitted(f"Last: {trace.words}", width - 2 * _MARGIN) if trace.words else []
    height = bottom + _LINE * len(last_lines) + (_GAP if last_lines else 4)
    heading = f"Empire of the Stars · {round_words(p)} · {role_words(p)}"
    parts = (
        *_words(state, p, trace, marked),
        element("rect", width=width, height=height, rx=14, fill=art.palette.space),
        art.text(_MARGIN, 30, heading, 18, font_weight="bold", text_anchor="start"),
        art.text(_MARGIN, 52, capital(due_words(b, p)), 15, art.palette.dim, text_anchor="start"),
        element("g", chart.content, class_="map", transform=at(_MARGIN + (map_width - chart.size) / 2, _TOP)),
        element("g", legend.content, class_="legends", transform=at(_MARGIN, below)),
        *(element("g", each.content, class_="panel", transform=at(x, y)) for each, x, y in placed),
        *(
            art.text(_MARGIN, bottom + 10 + _LINE * row, line, 12, art.palette.dim, text_anchor="start")
            for row, line in enumerate(last_lines)
        ),
    )
    return document(width, height, "\n".join(("", *parts, "")), shapes=art.shapes, shown_width=shown_width, **ROOT)


def _map_alone(
    art: Art, state: State, p: Position, trace: Trace, marked: Collection[str], shown_width: int | None
) -> str:
    """Return the document with the map alone."""
    chart = map_of(art, state.board, p, trace, marked)
    size = chart.size + _MARGIN
    parts = (
        *_words(state, p, trace, marked),
        element("rect", width=size, height=size, rx=14, fill=art.palette.space),
        element("g", chart.content, class_="map", transform=at(_MARGIN / 2, _MARGIN / 2)),
    )
    return document(size, size, "\n".join(("", *parts, "")), shapes=art.shapes, shown_width=shown_width, **ROOT)


def _panels(art: Art, state: State, p: Position) -> Iterator[Panel]:
    """Yield the panel of the battle, if there is one, that of the table, and those of the players."""
    battle = battle_panel(art, state, p)
    if battle is not None:
        yield battle
    yield table_panel(art, state, p)
    for seat in range(state.players):
        yield player_panel(art, state, p, seat)


def _words(state: State, p: Position, trace: Trace, marked: Collection[str]) -> tuple[str, str]:
    """Return the title, and the description: the points, the battle, the table, the last actions, what is marked."""
    totals = ", ".join(f"{SEATS[seat]} {total}" for seat, total in enumerate(state.totals))
    sentences = [f"Points: {totals}", *battle_words(state, p), *table_lines(state, p)]
    if trace.words:
        sentences.append(f"Last: {trace.words}")
    if marked:
        sentences.append(f"Marked: {', '.join(sorted(marked))}")
    return (
        title(f"Empire of the Stars. {situation(state.board, p)}"),
        description(" ".join(f"{capital(sentence)}." for sentence in sentences)),
    )
