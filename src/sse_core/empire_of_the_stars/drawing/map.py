"""Maps of SVG drawings: the sectors in a ring with their regions, and the wheel in its middle."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from ...drawing.svg import at, element, number
from ..board import Board
from ..positions.fields import BLOCKED
from ..positions.position import Position
from .art import RADIUS, Art
from .region import drawn_region
from .trace import Trace
from .wheel import WHEEL_RADIUS, wheel_of

__all__ = ["Chart", "map_of"]

_PITCH: Final = 70
"""The distance between neighbouring regions of a ring, at least, and between two rings."""

_RIM: Final = RADIUS + 7
"""The distance by which the ground of a sector reaches beyond the middles of its regions."""

_NAMES: Final = 24
"""The room for the names of sectors around the map."""

_OVER: Final[dict[str, float | str]] = {"pointer_events": "none"}
"""The attributes of elements between and over the regions: they let clicks through."""


class Chart(NamedTuple):
    """The map: its SVG elements, drawn from the upper left corner, and its width and height in pixels."""

    content: str
    size: float


class _Rings(NamedTuple):
    """The geometry of the map: the middle of each region, the two radii, and half the size of the map."""

    places: tuple[tuple[float, float], ...]
    inner: float
    outer: float
    half: float


def map_of(art: Art, b: Board, p: Position, trace: Trace, marked: Collection[str]) -> Chart:
    """Return the map of a position, with the regions of the last actions and the marked ones framed."""
    rings = _rings(b)
    hole = (rings.inner - _RIM - 2) / WHEEL_RADIUS
    parts = [
        element("g", *_sectors(art, b, p, rings), class_="sectors", **_OVER),
        element("g", *_joins(art, b, p, rings), class_="joins", **_OVER),
        element("g", wheel_of(art, b, p), class_="wheel", transform=at(rings.half, rings.half, hole), **_OVER),
        *(drawn_region(art, b, p, region, rings.places[region]) for region in range(b.n_regions)),
        *_frames(art.framed.drawn(), "last", _numbers(b, trace.regions), rings),
        *_frames(art.marked.drawn(), "marked", _numbers(b, marked), rings),
    ]
    return Chart("\n".join(parts), 2 * rings.half)


def _numbers(b: Board, names: Collection[str]) -> list[int]:
    """Return the numbers of the regions of these names; actions name far space and the Throne, too."""
    return [region for region, name in enumerate(b.content.regions) if name in names]


@lru_cache(maxsize=16)
def _rings(b: Board) -> _Rings:
    """Return the geometry: sectors side by side in a ring, their regions in one row if there is room, else in two.

    The first of two rows is the inner one.
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


def _is_blocked(b: Board, p: Position, sector: int) -> bool:
    return all(p.tile[region] == BLOCKED for region in b.content.sectors[sector].regions)


def _sectors(art: Art, b: Board, p: Position, rings: _Rings) -> Iterator[str]:
    """Yield the ground of each sector, with its name outside; a blocked one is quiet, one with a battle is not."""
    n = len(b.content.sectors)
    palette = art.palette
    for sector, each in enumerate(b.content.sectors):
        first, last = (2 * pi * turn / n - pi / 2 for turn in (sector, sector + 1))
        gap = 0.012 if n > 1 else 0
        blocked, fought = _is_blocked(b, p, sector), p.sector == sector
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


def _joins(art: Art, b: Board, p: Position, rings: _Rings) -> Iterator[str]:
    for one, other in b.content.joins:
        (x1, y1), (x2, y2) = rings.places[one], rings.places[other]
        shut = BLOCKED in (p.tile[one], p.tile[other])
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
