"""Drawings of positions as SVG: the galaxy as a ring of sectors, and the table and the players beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from ..drawing.checks import check_marked, check_theme, check_width
from ..drawing.svg import at, description, document, element, text, title
from ..forms.checks import check_flag
from ..game import Theme
from .actions import SEATS, Action
from .board import Board
from .content import Face
from .layout import BLOCKED, HOME_TILE, N_PLAYERS, TILE, TOKEN, Data
from .palette import PALETTES, Palette
from .render_text import situation, table_lines
from .rules.tokens import points
from .state import State, check_state
from .trace import Trace, trace_of
from .vocabulary import SHIPS
from .words import (
    battle_words,
    fleet_line,
    hand_words,
    owned_words,
    player_line,
    power_words,
    region_words,
    ship_counts,
    tile_words,
    token_words,
)

__all__ = ["to_svg"]

_MARGIN: Final = 20
_RADIUS: Final = 24
"""Of a region."""

_STEP: Final = 62
"""The distance between neighbouring regions of a ring, about."""

_TOP: Final = 44
_PANEL: Final = 460
_LINE: Final = 15
_CHARACTERS: Final = 76
"""So many characters fit on a line of the panel."""


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
    title of each region names what is there. A region is a group with its name as ``data-place``; tokens and ships have
    ``data-seat``.

    Parameters
    ----------
    last
        The actions that led to the position: the regions that they name are framed, and a line has their texts.
    marked
        Names of regions to mark, such as ``["c4"]``.
    theme
        The colours: ``"dark"``, ``"light"``, or ``"print"`` for paper.
    panel
        Whether the table and the players stand beside the map.
    width
        The width in pixels; the height follows. None: that of the drawing.

    Raises ArgumentError for an option with no such value and for a region that isn't there, IllegalActionError for a
    last action that is none of this game.
    """
    b, p = check_state(state).board, state.data
    palette, trace = PALETTES[check_theme(theme)], trace_of(state, last)
    names = check_marked(marked, b.content.regions, "region")
    places, size = _places(b)
    chart = "".join(
        [
            *_joins(b, palette, places),
            *(_region(b, p, palette, trace, names, region, places) for region in range(b.n_regions)),
        ]
    )
    lines = _lines(state, trace) if check_flag(panel, "panel") else []
    height = max(_TOP + size + _MARGIN, _TOP + _LINE * len(lines) + _MARGIN)
    whole = 2 * _MARGIN + size + (_PANEL if lines else 0)
    parts = (
        title(f"Empire of the Stars. {situation(state)}"),
        description(_described(state)),
        element("rect", width=whole, height=height, rx=14, fill=palette.space),
        text(_MARGIN, 28, situation(state), 15, fill=palette.ink, font_weight="bold", text_anchor="start"),
        element("g", chart, class_="map", transform=at(_MARGIN, _TOP)),
        *(
            text(
                2 * _MARGIN + size, _TOP + _LINE * (row + 1), words, 11, fill=colour or palette.ink, text_anchor="start"
            )
            for row, (words, colour) in enumerate(_coloured(lines, palette))
        ),
    )
    return document(
        whole,
        height,
        "\n".join(("", *parts, "")),
        shown_width=check_width(width),
        role="img",
        font_family="Helvetica, Arial, sans-serif",
        text_anchor="middle",
    )


@lru_cache(maxsize=16)
def _places(b: Board) -> tuple[tuple[tuple[float, float], ...], float]:
    """Return the middle of each region, and the size of the map: sectors in a ring, their regions in two rows."""
    n = len(b.content.sectors)
    most = max((len(sector.regions) + 1) // 2 for sector in b.content.sectors)
    inner = max(1.2 * _STEP, n * most * _STEP / (2 * pi))
    half = inner + _STEP * 1.15 + _RADIUS + 4
    found: list[tuple[float, float]] = [(0, 0)] * b.n_regions
    for number, sector in enumerate(b.content.sectors):
        row = (len(sector.regions) + 1) // 2
        for index, region in enumerate(sector.regions):
            ring, place = divmod(index, row)
            turn = 2 * pi * (number + (place + 0.5) / row) / n - pi / 2
            radius = inner + ring * _STEP * 1.15
            found[region] = half + radius * cos(turn), half + radius * sin(turn)
    return tuple(found), 2 * half


def _joins(b: Board, palette: Palette, places: Sequence[tuple[float, float]]) -> Iterator[str]:
    for one, other in b.content.joins:
        (x1, y1), (x2, y2) = places[one], places[other]
        yield element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=palette.join, stroke_width=3)


def _ground(b: Board, palette: Palette, tile: int) -> str:
    if tile == BLOCKED:
        return palette.blocked
    if tile >= HOME_TILE:
        return palette.seats[tile - HOME_TILE]
    if not tile:
        return palette.space
    faces = {Face.PLANET: palette.planet, Face.ASTEROIDS: palette.asteroids, Face.WORMHOLE: palette.wormhole}
    return faces.get(b.content.tiles[tile - 1].face, palette.cell)


def _region(
    b: Board,
    p: Data,
    palette: Palette,
    trace: Trace,
    marked: Collection[str],
    region: int,
    places: Sequence[tuple[float, float]],
) -> str:
    """Return a region: its outline, its tile, its token, its ships."""
    name, tile = b.content.regions[region], p[TILE + region]
    edge, weight = palette.edge, 1.5
    if name in trace.regions:
        edge, weight = palette.light, 4
    if name in marked:
        edge, weight = palette.mark, 4
    ink = palette.letter if tile >= HOME_TILE and tile != BLOCKED else palette.ink
    parts = [
        element("circle", r=_RADIUS, fill=_ground(b, palette, tile), stroke=edge, stroke_width=weight),
        title(region_words(b, p, region)),
        text(0, -_RADIUS + 9, name, 8, fill=ink, class_="name"),
        text(0, -4, tile_words(b, p, region), 9, fill=ink),
    ]
    token = p[TOKEN + region]
    if token:
        seat = token - 1 >> 1
        badge = element("circle", r=8, fill=palette.seats[seat], stroke=palette.lines[seat], stroke_width=1 + token % 2)
        words = text(0, 3.5, token_words(token), 10, fill=palette.letter, font_weight="bold")
        parts.append(element("g", badge, words, data_seat=SEATS[seat], transform=at(-_RADIUS + 6, 8)))
    for row, (seat, kind, n) in enumerate(ship_counts(p, region)):
        words = f"{SEATS[seat]}{n}{SHIPS[kind][0]}"
        ships = element("rect", x=-11, y=-7, width=22, height=11, rx=3, fill=palette.seats[seat])
        label = text(0, 2, words, 9, fill=palette.letter)
        place = at(8 - 4 * (row % 2), 8 + 10 * row)
        parts.append(element("g", ships, label, data_seat=SEATS[seat], data_moves="ship", transform=place))
    return element("g", *parts, data_place=name, transform=at(*places[region]))


def _lines(state: State, trace: Trace) -> list[tuple[str, int]]:
    """Return the lines of the panel, each with the seat whose colour it has, or -1."""
    b, p = state.board, state.data
    lines: list[tuple[str, int]] = []
    for words in (*battle_words(b, p), *table_lines(b, p)):
        lines += [(part, -1) for part in _wrapped(words)]
    for seat in range(p[N_PLAYERS]):
        lines.append(("", -1))
        lines += [(part, seat) for part in _wrapped(f"{SEATS[seat]}: {points(b, p, seat)} points")]
        hand, owned = hand_words(b, p, seat), owned_words(b, p, seat)
        told = [player_line(b, p, seat), fleet_line(b, p, seat), f"hand {', '.join(hand) or 'empty'}"]
        power = power_words(b, p, seat)
        for words in [f"power {power}"] * bool(power) + told + [f"owns {', '.join(owned)}"] * bool(owned):
            lines += [(part, -1) for part in _wrapped(words)]
    if trace.words:
        lines.append(("", -1))
        lines += [(part, -1) for part in _wrapped(f"last: {trace.words}")]
    return lines


def _wrapped(words: str) -> list[str]:
    from textwrap import wrap

    return wrap(words, _CHARACTERS, subsequent_indent="  ") or [""]


def _coloured(lines: Sequence[tuple[str, int]], palette: Palette) -> Iterator[tuple[str, str]]:
    for words, seat in lines:
        yield words, palette.lines[seat] if seat >= 0 else ""


def _described(state: State) -> str:
    """Return the description: the points, and what lies on the table."""
    totals = ", ".join(f"{SEATS[seat]} {total}" for seat, total in enumerate(state.totals))
    return f"Points: {totals}. {'. '.join(table_lines(state.board, state.data))}."
