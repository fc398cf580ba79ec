"""Drawings of positions as SVG: the galaxy around the wheel, with the table and the players beside it or below it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from ...drawing.checks import check_marked, check_theme, check_width
from ...drawing.panels import ROOT, Panel, capital, cut, fitted, packed
from ...drawing.svg import at, description, document, element, title
from ...forms.checks import check_flag
from ...game import Theme
from ..actions import SEATS, Action
from ..board import Board
from ..messages import say
from ..positions.fields import NOBODY
from ..positions.position import Position
from ..state import State, check_state
from ..words.table import battle_words, due_words, role_words, round_words
from .art import Art, art_of
from .battle import battle_panel
from .column import column_of
from .legend import legend_of
from .map import map_of
from .panel import player_panel
from .rows import PANEL_WIDTH, below, lines
from .table import decks_panel, table_panel
from .terminal import situation, table_lines
from .trace import Trace, trace_of
from .wheel import WHEEL_RADIUS, wheel_of

__all__ = ["narrow_svg", "to_svg"]

_MARGIN: Final = 20
_GAP: Final = 12
_TOP: Final = 66
"""The height of the heading."""

_LINE: Final = 16

_WIDE_PANEL: Final = 344
_WIDE: Final = _WIDE_PANEL / PANEL_WIDTH
"""The scale of a panel beside the map. It is larger than in a column, since a wide drawing is shown smaller."""

_NARROW: Final = 300
_EDGE: Final = 4
"""The gap on each side of a column, and below each of its parts."""


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
    wheel of roles and the Throne; the table and the players stand beside the map and below it. A view shows what its
    player may know.

    A thing that can be chosen is a group with its name as ``data-place``: regions, roles, the Throne, tiles of the
    display, technologies and powers of players, players by their letters; by their number market tiles while one is
    picked, and locations of far space while players invest. Tokens, ships and influence have ``data-seat``, cards their
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


def narrow_svg(
    state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), theme: Theme = "dark"
) -> str:
    """Return the drawing of `to_svg` for a narrow window, such as that of a phone: its parts stand in one column.

    It is 300 pixels wide, and no words are smaller than 11. The sectors of the ring go down on the right and up on the
    left. Options and errors are those of `to_svg`.
    """
    regions, p = check_state(state).board.content.regions, Position(state.data)
    art, trace, names = art_of(check_theme(theme)), trace_of(state, last), check_marked(marked, regions, "region")
    return _column(art, state, p, trace, names)


def _document(
    art: Art, state: State, p: Position, trace: Trace, marked: Collection[str], shown_width: int | None
) -> str:
    """Return the document: the heading, the map, the legend, the panels, the last actions."""
    b = state.board
    chart = map_of(art, b, p, trace, marked)
    pair = 2 * _WIDE_PANEL + _GAP
    map_width = max(chart.size, pair)
    width = 2 * _MARGIN + map_width + _GAP + _WIDE_PANEL
    legend = _larger(legend_of(art, b, p, trace, marked, map_width / _WIDE))
    below = _TOP + chart.size
    free = below + legend.height + _GAP
    left = _MARGIN + (map_width - pair) / 2
    columns = [(_MARGIN + map_width + _GAP, _TOP), (left, free), (left + _WIDE_PANEL + _GAP, free)]
    panels = [_larger(panel) for panel in _panels(art, state, p)]
    placed, bottom = packed(panels, columns, _GAP)
    last_lines = fitted(_last_words(trace), width - 2 * _MARGIN) if trace.words else []
    height = bottom + _LINE * len(last_lines) + (_GAP if last_lines else 4)
    heading = f"Empire of the Stars · {round_words(p)} · {role_words(p)}"
    parts = (
        *_words(state, p, trace, marked),
        element("rect", width=width, height=height, rx=14, fill=art.palette.space),
        art.start(_MARGIN, 30, heading, 18, font_weight="bold"),
        art.start(_MARGIN, 52, capital(due_words(b, p)), 15, art.palette.dim),
        element("g", chart.content, class_="map", transform=at(_MARGIN + (map_width - chart.size) / 2, _TOP)),
        element("g", legend.content, class_="legends", transform=at(_MARGIN, below, _WIDE)),
        *(element("g", each.content, class_="panel", transform=at(x, y, _WIDE)) for each, x, y in placed),
        *(
            art.start(_MARGIN, bottom + 10 + _LINE * row, line, 12, art.palette.dim)
            for row, line in enumerate(last_lines)
        ),
    )
    return _shown(art, width, height, parts, shown_width)


def _larger(panel: Panel) -> Panel:
    """Return a panel with the height that it has in a wide drawing, which draws it larger."""
    return Panel(panel.content, panel.height * _WIDE)


def _shown(art: Art, width: float, height: float, parts: Iterable[str], shown_width: int | None = None) -> str:
    layout = "narrow" if width == _NARROW else "wide"
    content = "\n".join(("", *parts, ""))
    return document(width, height, content, shapes=art.shapes, shown_width=shown_width, data_layout=layout, **ROOT)


def _column(art: Art, state: State, p: Position, trace: Trace, marked: Collection[str]) -> str:
    """Return the document in one column: the heading, the wheel, the map, the panels, the legend, the last actions."""
    b = state.board
    inner = _NARROW - 2 * _EDGE
    wheel_scale = inner / 2 / WHEEL_RADIUS
    wheel = element("g", wheel_of(art, b, p), transform=at(inner / 2, inner / 2, wheel_scale))
    chart, panels = column_of(art, b, p, trace, marked), [*_panels(art, state, p)]
    battle = panels[:1] if p.sector != NOBODY else []
    legend = legend_of(art, b, p, trace, marked, inner)
    last = lines(art, _last_words(trace), room=inner) if trace.words else Panel("", 0)
    sections = [
        ("heading", _heading(art, b, p, inner)),
        *(("panel", panel) for panel in battle),
        ("wheel", Panel(wheel, inner)),
        ("regions", chart),
        *(("panel", panel) for panel in panels[len(battle) :]),
        ("legends", legend),
        ("trace", last),
    ]
    drawn, y = list[str](), float(_EDGE)
    for name, section in sections:
        drawn.append(element("g", section.content, class_=name, transform=at(_EDGE, y)))
        y += section.height + _EDGE
    ground = element("rect", width=_NARROW, height=y, rx=14, fill=art.palette.space)
    return _shown(art, _NARROW, y, (*_words(state, p, trace, marked), ground, *drawn))


def _heading(art: Art, b: Board, p: Position, inner: float) -> Panel:
    """Return the heading: the game, its stage, and what is due."""
    words = f"{round_words(p)} · {role_words(p)}"
    due = lines(art, capital(due_words(b, p)), room=inner)
    return below(
        [
            Panel(art.start(2, 18, "Empire of the Stars", 16, font_weight="bold"), 24),
            Panel(art.start(2, 12, cut(words, inner, 13), 13, font_weight="bold"), 18),
            Panel(element("g", due.content, transform=at(2, 0)), due.height),
        ]
    )


def _last_words(trace: Trace) -> str:
    return say("Last: {actions}", actions=trace.words)


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
    return _shown(art, size, size, parts, shown_width)


def _panels(art: Art, state: State, p: Position) -> Iterator[Panel]:
    """Yield the panel of the battle, if there is one, those of the table, and those of the players."""
    battle = battle_panel(art, state, p)
    if battle is not None:
        yield battle
    yield table_panel(art, state, p)
    yield decks_panel(art, state, p)
    for seat in range(state.players):
        yield player_panel(art, state, p, seat)


def _words(state: State, p: Position, trace: Trace, marked: Collection[str]) -> tuple[str, str]:
    """Return the title, and the description: the points, the battle, the table, the last actions, what is marked."""
    totals = ", ".join(f"{SEATS[seat]} {total}" for seat, total in enumerate(state.totals))
    sentences = [say("Points: {totals}", totals=totals), *battle_words(state, p), *table_lines(state, p)]
    if trace.words:
        sentences.append(_last_words(trace))
    if marked:
        sentences.append(say("Marked: {regions}", regions=", ".join(sorted(marked))))
    return (
        title(f"Empire of the Stars. {situation(state.board, p)}"),
        description(" ".join(f"{capital(sentence)}." for sentence in sentences)),
    )
