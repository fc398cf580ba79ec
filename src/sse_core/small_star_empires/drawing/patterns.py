"""Patterns of the seats on the systems that they hold: stripes, dots, bars and crosses, as paths inside a hex."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

from ...drawing.svg import number

__all__ = ["Ground", "pattern"]


class Ground(NamedTuple):
    """The part of a hex that a pattern fills."""

    corners: Sequence[tuple[float, float]]
    """The corners of the hex about its middle, one after the other."""

    bottom: float
    """The lower end of the pattern below the middle, so that the names of systems stand on plain ground."""


def pattern(seat: int, ground: Ground) -> tuple[str, float]:
    """Return the path of a seat's pattern on a ground, and the width of its strokes."""
    strokes, width = _PATTERNS[seat]
    return "".join(strokes(ground)), width


def _stripes(ground: Ground) -> Iterator[str]:
    return _lines(ground, pi / 4)


def _bars(ground: Ground) -> Iterator[str]:
    return _lines(ground, 0)


def _lines(ground: Ground, angle: float) -> Iterator[str]:
    """Yield parallel lines across a hex."""
    ux, uy = cos(angle), -sin(angle)
    for i in range(-4, 5):
        x, y = -9 * i * uy, 9 * i * ux
        ends = [far for far in (_leaving(ground, x, y, ux, uy), _leaving(ground, x, y, -ux, -uy)) if far is not None]
        if len(ends) == 2 and sum(ends) > 0:
            far, back = ends
            yield f"M{_pair(x - back * ux, y - back * uy)}L{_pair(x + far * ux, y + far * uy)}"


def _dots(ground: Ground) -> Iterator[str]:
    return (f"M{_pair(x, y)}h.1" for x, y in _grid(ground, 10, room=2))


def _crosses(ground: Ground) -> Iterator[str]:
    return (f"M{_pair(x - 2.5, y)}h5M{_pair(x, y - 2.5)}v5" for x, y in _grid(ground, 13, room=3))


def _grid(ground: Ground, step: float, room: float) -> Iterator[tuple[float, float]]:
    """Yield the places of a grid in a hex, `room` from its sides; every other row is moved by half a step."""
    for row in range(-4, 5):
        for column in range(-5, 6):
            x, y = step * (column + row % 2 / 2), 0.9 * step * row
            if all(gap >= room for gap, *_ in _sides(ground, x, y)):
                yield x, y


def _sides(ground: Ground, x: float, y: float) -> Iterator[tuple[float, float, float]]:
    """Yield, for each side of a ground, how far inside it a place lies, and the direction straight outwards."""
    yield ground.bottom - y, 0, 1
    for (ax, ay), (bx, by) in zip(ground.corners, (*ground.corners[1:], ground.corners[0]), strict=True):
        mx, my = (ax + bx) / 2, (ay + by) / 2
        far = (mx * mx + my * my) ** 0.5
        yield far - (x * mx + y * my) / far, mx / far, my / far


def _leaving(ground: Ground, x: float, y: float, ux: float, uy: float) -> float | None:
    """Return how far from a place a line in a direction leaves the hex; None if it lies outside of a side."""
    found = [(gap, nx * ux + ny * uy) for gap, nx, ny in _sides(ground, x, y)]
    if any(gap < 0 and abs(slope) < 1e-9 for gap, slope in found):
        return None
    return min(gap / slope for gap, slope in found if slope > 1e-9)


_PATTERNS: Final[tuple[tuple[Callable[[Ground], Iterator[str]], float], ...]] = (
    (_stripes, 1.4),
    (_dots, 2.8),
    (_bars, 1.4),
    (_crosses, 1.4),
)


def _pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
