"""Curves side by side as one SVG document, all on one scale, readable on a light page and on a dark one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, log, log10
from statistics import median
from typing import Final

from sse_core.svg import at, number
from sse_core.svg import element as tag


@dataclass(frozen=True)
class Point:
    """What was measured at one place of a curve, several times."""

    x: float
    measured: Sequence[float]

    @property
    def middle(self) -> float:
        return median(self.measured)


@dataclass(frozen=True)
class Curve:
    """One panel."""

    title: str
    unit: str
    """What x counts."""

    ticks: Sequence[float]
    """Where x is written on the axis."""

    series: dict[str, list[Point]]
    """One line each; where there are several, names are written beside them."""

    logarithmic: bool = False
    marks: dict[float, str] = field(default_factory=dict)
    """What is to be said of a place on the axis."""


COLUMNS: Final = 3
WIDTH: Final = 316
HEIGHT: Final = 232
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 34, 44
"""What a panel keeps free around its axes, in pixels, as is every length here."""

HEAD: Final = 46
MARGIN: Final = 12

STYLE: Final = """
.paper{fill:#fff}.ink{fill:#1b2346}.dim{fill:#5a6387}.grid{stroke:#d9deee}.axis{stroke:#8a93b5}
.mark{stroke:#8a93b5;stroke-dasharray:3 3}.line{fill:none;stroke-width:1.6;stroke-linejoin:round;opacity:.55}
.bar{stroke-width:1.4}.s0{stroke:#0072b2}.s1{stroke:#b34e00}.f0{fill:#0072b2}.f1{fill:#b34e00}
@media (prefers-color-scheme:dark){.paper{fill:#0c1022}.ink{fill:#e8ebf7}.dim{fill:#98a2c6}.grid{stroke:#242c52}
.axis{stroke:#5a6387}.mark{stroke:#5a6387}.s0{stroke:#56b4e9}.s1{stroke:#e69f00}.f0{fill:#56b4e9}.f1{fill:#e69f00}}
"""


def draw(heading: str, caption: str, unit: str, curves: Sequence[Curve]) -> str:
    """Return the document, with a newline at its end; `unit` is what all curves measure."""
    points = [point for curve in curves for line in curve.series.values() for point in line]
    step, top = scale(max(max(point.measured) for point in points))
    rows = ceil(len(curves) / COLUMNS)
    width, height = 2 * MARGIN + COLUMNS * WIDTH, HEAD + rows * HEIGHT + MARGIN
    panels = [
        tag(
            "g",
            *_panel(curve, unit, step, top),
            transform=at(MARGIN + index % COLUMNS * WIDTH, HEAD + index // COLUMNS * HEIGHT),
        )
        for index, curve in enumerate(curves)
    ]
    document = tag(
        "svg",
        tag("title", escape(f"{heading}: {', '.join(curve.title for curve in curves)}")),
        tag("style", STYLE),
        tag("rect", width=width, height=height, rx=10, class_="paper"),
        _words(2 * MARGIN, 24, heading, 15, font_weight="bold"),
        _words(2 * MARGIN, 41, caption, 11, "dim"),
        *panels,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        font_family="Helvetica, Arial, sans-serif",
    )
    return f"{document}\n"


def scale(most: float) -> tuple[float, float]:
    """Return a round step, of which four to eight reach up to `most`, and the first multiple of it that does."""
    power = 10.0 ** floor(log10(most))
    step = next(power * part for part in (0.1, 0.2, 0.25, 0.5, 1, 2) if most <= 7 * power * part)
    return step, step * ceil(most / step)


def _panel(curve: Curve, unit: str, step: float, top: float) -> Iterator[str]:
    """Yield the axes and lines of a curve, from the panel's upper left corner."""
    places = [point.x for line in curve.series.values() for point in line]
    least, most = min(places), max(places)

    def x_of(x: float) -> float:
        # The first and last points stand a little inside of the axes.
        part = log(x / least) / log(most / least) if curve.logarithmic else (x - least) / (most - least)
        return LEFT + 10 + part * (WIDTH - LEFT - RIGHT - 20)

    def y_of(y: float) -> float:
        return TOP + (1 - y / top) * (HEIGHT - TOP - BOTTOM)

    yield _words(LEFT, 18, curve.title, 13, font_weight="bold")
    for index in range(round(top / step) + 1):
        y = y_of(index * step)
        kind = "grid" if index else "axis"
        yield tag("path", d=f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", class_=kind)
        yield _words(LEFT - 6, y + 3.5, f"{index * step:g}", 10, "dim", text_anchor="end")
    middle = (TOP + HEIGHT - BOTTOM) / 2
    yield _words(0, 0, unit, 10, "dim", text_anchor="middle", transform=f"{at(14, middle)} rotate(-90)")
    for x in curve.ticks:
        yield tag("path", d=f"M{number(x_of(x))} {HEIGHT - BOTTOM}v4", class_="axis")
        yield _words(x_of(x), HEIGHT - BOTTOM + 15, f"{x:,g}", 10, "dim", text_anchor="middle")
    yield _words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 31, curve.unit, 11, text_anchor="middle")
    for x, words in curve.marks.items():
        yield tag("path", d=f"M{number(x_of(x))} {TOP}V{HEIGHT - BOTTOM}", class_="mark")
        yield _words(x_of(x) + 5, y_of(top - step / 2) + 3.5, words, 10, "dim")
    for index, (name, points) in enumerate(curve.series.items()):
        steps = " ".join(f"{number(x_of(point.x))},{number(y_of(point.middle))}" for point in points)
        yield tag("polyline", points=steps, class_=f"line s{index}")
        for point in points:
            low, high = (f"{number(x_of(point.x))} {number(y_of(end(point.measured)))}" for end in (min, max))
            bar = f"M{low}L{high}M{low}m-3 0h6M{high}m-3 0h6"
            said = f"{point.x:,g} {curve.unit}: {point.middle:.3g} {unit}"
            dot = tag("circle", cx=x_of(point.x), cy=y_of(point.middle), r=2.6, class_=f"f{index}")
            yield tag("g", tag("title", escape(said)), tag("path", d=bar, class_=f"bar s{index}"), dot)
        if len(curve.series) > 1:
            yield _words(LEFT + 10, y_of(top - step * (index + 0.5)) + 4, name, 11, f"f{index}", font_weight="bold")


def _words(x: float, y: float, words: str, size: float, kind: str = "ink", **attributes: float | str) -> str:
    """Return words at a place, in a colour of the style."""
    return tag("text", escape(words), x=x, y=y, font_size=size, class_=kind, **attributes)
