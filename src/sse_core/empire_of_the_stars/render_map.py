"""Maps of SVG drawings: the sectors in a ring with their regions, tiles, tokens and ships; the wheel in its middle."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from ..drawing.panels import text_width
from ..drawing.svg import at, element, number, title
from .actions import SEATS
from .board import Board
from .layout import (
    BLOCKED,
    HOME_TILE,
    MAX_REGIONS,
    MOVED,
    N_PLAYERS,
    PLACED,
    SECTOR,
    SHIPS,
    TILE,
    TOKEN,
    Data,
    ships_at,
)
from .render_art import RADIUS, Art
from .render_wheel import WHEEL_RADIUS, wheel_of
from .trace import Trace
from .words import region_words

__all__ = ["Chart", "map_of", "plate_of"]

_PITCH: Final = 70
"""The distance between neighbouring regions of a ring, at least, and between two rings."""

_RIM: Final = RADIUS + 7
"""How far the ground of a sector reaches beyond the middles of its regions."""

_NAMES: Final = 24
"""The room for the names of sectors around the map."""

_OVER: Final[dict[str, float | str]] = {"pointer_events": "none"}
"""The attributes of what lies between the regions, and over them: it lets clicks through."""

_PLATE: Final = 15
"""The height of a plate with ships."""


class Chart(NamedTuple):
    """The map: its SVG elements, drawn from the upper left corner, and its width and height in pixels."""

    content: str
    size: float


class _Rings(NamedTuple):
    """Where things lie: the middle of each region, the two radii, and half the size of the map."""

    places: tuple[tuple[float, float], ...]
    inner: float
    outer: float
    half: float


def map_of(art: Art, b: Board, p: Data, trace: Trace, marked: Collection[str]) -> Chart:
    """Return the map of a position, with the regions of the last actions and the marked ones framed."""
    rings = _rings(b)
    hole = (rings.inner - _RIM - 2) / WHEEL_RADIUS
    parts = [
        element("g", *_sectors(art, b, p, rings), class_="sectors", **_OVER),
        element("g", *_joins(art, b, p, rings), class_="joins", **_OVER),
        element("g", wheel_of(art, b, p), class_="wheel", transform=at(rings.half, rings.half, hole), **_OVER),
        *(_region(art, b, p, region, rings) for region in range(b.n_regions)),
        *_frames(art.framed.drawn(), "last", _numbers(b, trace.regions), rings),
        *_frames(art.marked.drawn(), "marked", _numbers(b, marked), rings),
    ]
    return Chart("\n".join(parts), 2 * rings.half)


def _numbers(b: Board, names: Collection[str]) -> list[int]:
    """Return the numbers of the regions of these names; actions name far space and the Throne, too."""
    return [region for region, name in enumerate(b.content.regions) if name in names]


@lru_cache(maxsize=16)
def _rings(b: Board) -> _Rings:
    """Return where things lie: sectors side by side in a ring, their regions in one row if there is room, else in two.

    Of two rows the first one lies within.
    """
    sectors = [sector.regions for sector in b.content.sectors]
    n, least = len(sectors), WHEEL_RADIUS + _RIM + 2
    rows = 1 if n * max(map(len, sectors)) * _PITCH <= 2 * pi * least else 2
    lengths = [-(-len(regions) // rows) for regions in sectors]
    inner = max(least, n * max(lengths) * _PITCH / (2 * pi))
    outer = inner + _PITCH * (rows - 1)
    half = outer + _RIM + _NAMES
    found: list[tuple[float, float]] = [(0, 0)] * b.n_regions
    for index, (regions, length) in enumerate(zip(sectors, lengths, strict=True)):
        for position, region in enumerate(regions):
            ring, place = divmod(position, length)
            turn = 2 * pi * (index + (place + 0.5) / length) / n - pi / 2
            radius = inner + ring * _PITCH
            found[region] = half + radius * cos(turn), half + radius * sin(turn)
    return _Rings(tuple(found), inner, outer, half)


def _at(rings: _Rings, radius: float, turn: float) -> tuple[float, float]:
    return rings.half + radius * cos(turn), rings.half + radius * sin(turn)


# --- sectors and joins


def _is_blocked(b: Board, p: Data, sector: int) -> bool:
    return all(p[TILE + region] == BLOCKED for region in b.content.sectors[sector].regions)


def _sectors(art: Art, b: Board, p: Data, rings: _Rings) -> Iterator[str]:
    """Yield the ground of each sector, with its name outside; a blocked one is quiet, one with a battle is not."""
    n = len(b.content.sectors)
    palette = art.palette
    for sector, each in enumerate(b.content.sectors):
        first, last = (2 * pi * turn / n - pi / 2 for turn in (sector, sector + 1))
        gap = 0.012 if n > 1 else 0
        blocked, fought = _is_blocked(b, p, sector), p[SECTOR] == sector
        edge = palette.battle if fought else palette.sector_edge
        yield element(
            "path",
            d=_wedge(rings, first + gap, last - gap),
            fill=palette.blocked if blocked else palette.sector,
            stroke=edge,
            stroke_width=4 if fought else 1.2,
            stroke_opacity=0.4 if blocked else 1,
            stroke_linejoin="round",
        )
        x, y = _at(rings, rings.outer + _RIM + _NAMES / 2, (first + last) / 2)
        colour = palette.battle if fought else palette.faint if blocked else palette.dim
        room = 2 * pi * (rings.outer + _RIM) / n
        label = art.words(0, 5, each.name, 15, min(room, 2 * _NAMES), colour, font_weight="bold")
        yield element("g", label, transform=at(x, y))


def _wedge(rings: _Rings, first: float, last: float) -> str:
    """Return the path around a part of the ring, in two halves, so that it may be the whole ring."""
    near, far = rings.inner - _RIM, rings.outer + _RIM
    middle = (first + last) / 2

    def arc(radius: float, turn: float, sweep: int) -> str:
        x, y = _at(rings, radius, turn)
        return f"A{number(radius)} {number(radius)} 0 0 {sweep} {number(x)} {number(y)}"

    (x, y), (far_x, far_y) = _at(rings, near, first), _at(rings, far, last)
    return (
        f"M{number(x)} {number(y)}{arc(near, middle, 1)}{arc(near, last, 1)}L{number(far_x)} {number(far_y)}"
        f"{arc(far, middle, 0)}{arc(far, first, 0)}Z"
    )


def _joins(art: Art, b: Board, p: Data, rings: _Rings) -> Iterator[str]:
    for one, other in b.content.joins:
        (x1, y1), (x2, y2) = rings.places[one], rings.places[other]
        shut = BLOCKED in (p[TILE + one], p[TILE + other])
        yield element(
            "path",
            d=f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}",
            stroke=art.palette.join,
            stroke_width=2 if shut else 4,
            stroke_opacity=0.3 if shut else 1,
        )


def _frames(frame: str, kind: str, regions: Collection[int], rings: _Rings) -> Iterator[str]:
    for region in regions:
        yield element("g", frame, class_=kind, **_OVER, transform=at(*rings.places[region]))


# --- regions


def _region(art: Art, b: Board, p: Data, region: int, rings: _Rings) -> str:
    """Return a region: its outline, its tile, its token, its ships, influence."""
    tile, token = p[TILE + region], p[TOKEN + region]
    name, blocked = b.content.regions[region], tile == BLOCKED
    outline: dict[str, float | str] = {"fill": art.palette.cell, "stroke": art.palette.edge, "stroke_width": 1.5}
    if blocked:
        outline |= {"fill": art.palette.blocked, "stroke_opacity": 0.3}
    elif not tile:
        outline |= {"fill": art.palette.sector, "stroke_dasharray": "4 4"}
    parts = [
        element("circle", r=RADIUS, **outline),
        title(region_words(b, p, region)),
        *_tile(art, b, tile, 6 if token else 0),
        art.words(0, -21.5, name, 9, 34, art.palette.faint if blocked else art.palette.dim, class_="name"),
    ]
    if token:
        seat = token - 1 >> 1
        drawn = art.token(seat, starbase=token % 2 == 0)
        parts.append(element("g", drawn, data_label="true", data_seat=SEATS[seat], transform=at(-19, -4)))
    parts += _fleets(art, p, region)
    placed = [(seat, p[PLACED + seat * MAX_REGIONS + region]) for seat in range(p[N_PLAYERS])]
    for row, (seat, n) in enumerate((seat, n) for seat, n in placed if n):
        plate = art.influence(seat, n)
        parts.append(element("g", plate, data_label="true", data_seat=SEATS[seat], transform=at(15, 14 * row - 15)))
    return element("g", *parts, data_place=name, transform=at(*rings.places[region]))


def _tile(art: Art, b: Board, tile: int, x: float) -> Iterator[str]:
    """Yield what lies on a tile; a planet is so far aside."""
    if tile == BLOCKED:
        yield element("path", d="M-7 -7L7 7M7 -7L-7 7", stroke=art.palette.edge, stroke_opacity=0.4, stroke_width=2)
    elif tile >= HOME_TILE:
        home = tile - HOME_TILE
        yield element("g", art.home(home), data_label="true", data_seat=SEATS[home], transform=at(0, -2))
    elif tile:
        kind = b.content.tiles[tile - 1]
        yield art.tile(kind.face, kind.makes, x)


def _fleets(art: Art, p: Data, region: int) -> Iterator[str]:
    """Yield a plate for each player with ships in a region, the first one lowest."""
    owners = [seat for seat in range(p[N_PLAYERS]) if any(p[SHIPS + ships_at(seat, kind, region)] for kind in range(3))]
    step = _PLATE + 0.5 if len(owners) < 4 else 12
    for row, seat in enumerate(owners):
        places = [ships_at(seat, kind, region) for kind in range(3)]
        numbers = [(p[SHIPS + place], p[MOVED + place]) for place in places]
        yield element(
            "g",
            plate_of(art, seat, numbers),
            data_label="true",
            data_seat=SEATS[seat],
            data_moves="ship",
            transform=at(0, 21 - step * row),
        )


def plate_of(art: Art, seat: int, numbers: list[tuple[int, int]]) -> str:
    """Return a plate in the colour of a player with its letter and a form for each type of ship, about its middle.

    `numbers` has for each type how many ships there are, and how many of them have moved, which are outlines.
    """
    palette = art.palette
    forms = [
        (shapes[kind], n)
        for kind, (whole, moved) in enumerate(numbers)
        for shapes, n in ((art.ships, whole - moved), (art.moved_ships, moved))
        if n
    ]
    widths = [14 + (text_width(str(n), 11) if n > 1 else 0) for _, n in forms]
    width = 13 + sum(widths)
    x = -width / 2
    parts = [
        element(
            "rect",
            x=x,
            y=-_PLATE / 2,
            width=width,
            height=_PLATE,
            rx=4,
            fill=palette.seats[seat],
            stroke=palette.letter,
            stroke_width=1,
        ),
        art.text(x + 8, 4, SEATS[seat], 11, palette.letter, font_weight="bold"),
    ]
    x += 13
    for (form, n), wide in zip(forms, widths, strict=True):
        parts.append(form.drawn(x + 6.5, 0))
        if n > 1:
            parts.append(art.text(x + 13, 4, str(n), 11, palette.letter, font_weight="bold", text_anchor="start"))
        x += wide
    return "".join(parts)
