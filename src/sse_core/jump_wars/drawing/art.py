"""Shapes of SVG drawings: spaces, counters, Homeworlds, fleets, arrows and marks, in pixels."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import Final

from ...drawing import svg
from ...drawing.panels import text_width
from ...drawing.svg import Shape, at, element, number, shape
from ...game import Theme
from ..board import Grid, Space
from .palette import PALETTES, Palette

__all__ = ["HALF", "Art", "art_of", "outline"]

HALF: Final = 31
"""The distance from the middle of a space to the middle of its sides."""

_CORNER: Final = HALF * 2 / sqrt(3)
"""The distance from the middle of a hex to its corners."""


# --- spaces


def outline(grid: Grid, inset: float = 0, **attributes: float | str) -> str:
    """Return the edge of a space about its middle, so much smaller than the space."""
    if grid is Grid.SQUARE:
        half = HALF - inset
        return element("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=6, **attributes)
    return element(
        "polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in _corners(grid, inset)), **attributes
    )


def _corners(grid: Grid, inset: float) -> list[tuple[float, float]]:
    """Return the corners of a space about its middle, in order, so much nearer to the middle than its sides are."""
    if grid is Grid.SQUARE:
        half = HALF - inset
        return [(-half, -half), (half, -half), (half, half), (-half, half)]
    size, half = _CORNER - inset * 2 / sqrt(3), HALF - inset
    return [(0, -size), (half, -size / 2), (half, size / 2), (0, size), (-half, size / 2), (-half, -size / 2)]


def _brackets(grid: Grid, inset: float) -> str:
    """Return the path of the corners of a space, with the beginning of the sides beside them."""
    corners = _corners(grid, inset)
    path = ""
    for index, (x, y) in enumerate(corners):
        beside = (corners[index - 1], corners[(index + 1) % len(corners)])
        (ax, ay), (bx, by) = ((x + (far_x - x) * 0.27, y + (far_y - y) * 0.27) for far_x, far_y in beside)
        path += f"M{number(ax)} {number(ay)}L{number(x)} {number(y)}L{number(bx)} {number(by)}"
    return path


# --- shapes


def _star(points: int, inner: float, turn: float = -pi / 2) -> str:
    """Return the path of a star, 1 from its middle to its points; a polygon if `inner` is that of one."""
    corners = [
        (radius * cos(turn + pi * i / points), radius * sin(turn + pi * i / points))
        for i in range(2 * points)
        for radius in [inner if i % 2 else 1]
    ]
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in corners) + "Z"


_EMBLEMS: Final = (
    "M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z",
    "M-.88 -.88H.88V.88H-.88Z",
    _star(3, 0.5),
    _star(4, cos(pi / 4)),
    _star(6, cos(pi / 6), 0),
    _star(8, 0.75),
)
"""The shape of each side: disc, square, triangle, diamond, hexagon; of the neutral side a star of eight points."""


@lru_cache(maxsize=3)
def art_of(theme: Theme) -> Art:
    """Return the shapes of a theme."""
    return Art(PALETTES[theme])


class Art:
    """The shapes in the colours of one theme."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        edge: dict[str, float | str] = {"stroke": palette.edge}
        self.ground: Final = {grid: shape("space", outline(grid, 1, fill=palette.cell, **edge)) for grid in Grid}
        """The ground of a space, by the grid."""
        self.hole: Final = {grid: shape("hole", outline(grid, 1, fill=palette.hole, **edge)) for grid in Grid}
        """The ground of a black hole."""
        self.counters: Final = {
            Space.VOID: shape("void", self._dust()),
            Space.STAR_FIELD: shape("star-field", self._star_field()),
            Space.CLUSTER: shape("cluster", self._cluster()),
            Space.BLACK_HOLE: shape("black-hole", self._black_hole()),
            Space.NEBULA: shape("nebula", self._nebula()),
        }
        """The shape of each counter, about 44 pixels wide and 34 high (J1.2)."""
        self.framed: Final = {grid: shape("last", self.frame(grid)) for grid in Grid}
        """The frame of a space that one of the last actions names."""
        self.marked: Final = {grid: shape("marked", self.marked_frame(grid)) for grid in Grid}
        """The frame of a marked space."""
        self.shapes: Final[tuple[Shape, ...]] = (
            *self.ground.values(),
            *self.hole.values(),
            *self.counters.values(),
            *self.framed.values(),
            *self.marked.values(),
        )
        """All shapes that a picture uses more than once."""

    def text(self, x: float, y: float, words: str, size: float, fill: str = "", **attributes: float | str) -> str:
        """Return words at a place, as `svg.text`, in a colour or in that of ink."""
        return svg.text(x, y, words, size, fill=fill or self.palette.ink, **attributes)

    # --- sides

    def line_of(self, side: int, players: int) -> str:
        """Return the colour of a side's lines: frames and arrows."""
        return self.palette.lines[side] if side < players else self.palette.neutral_line

    def colour_of(self, side: int, players: int) -> str:
        """Return the colour of a side; the number of players is that of the neutral side."""
        return self.palette.seats[side] if side < players else self.palette.neutral

    def emblem(self, side: int, players: int, radius: float, letter: str, ring: str = "") -> str:
        """Return the shape of a side in its colour, with its letter; `ring` goes behind the letter."""
        figure = _EMBLEMS[side if side < players else -1]
        # A triangle is larger and stands lower, so that its letter fits into it.
        is_triangle = figure is _EMBLEMS[2]
        size, scale, low = (1.15, 1.4, 0.22) if is_triangle else (1.2, 1.0, 0.0)
        path = element(
            "path",
            d=figure,
            fill=self.colour_of(side, players),
            stroke=self.palette.ink,
            stroke_width=number(1.4 / (scale * radius)),
            stroke_linejoin="round",
            transform=f"{at(0, low * radius)} scale({number(scale * radius)})",
        )
        words = self.text(
            0, (0.36 * size + 1.4 * low) * radius, letter, size * radius, self.palette.letter, font_weight="bold"
        )
        return path + ring + words

    def homeworld(self, side: int, players: int, letter: str) -> str:
        """Return a Homeworld: the shape of its side, as a world with a ring around it."""
        line: dict[str, float | str] = {
            "fill": "none",
            "stroke": self.palette.ink,
            "stroke_width": 1.8,
            "transform": "rotate(-16)",
        }
        behind = element("path", d="M-26 0A26 7.5 0 0 1 26 0", **line)
        front = element("path", d="M-26 0A26 7.5 0 0 0 26 0", **line)
        glow = element("circle", r=24, fill=self.colour_of(side, players), fill_opacity=0.16)
        return glow + behind + self.emblem(side, players, 16, letter, front)

    def badge(self, x: float, y: float, side: int, players: int, words: str, room: float) -> str:
        """Return the badge of a side's fleets: their number behind its letter, at most `room` wide."""
        size = min(13.0, (room - 6) / (text_width(words, 1) or 1))
        width = min(room, text_width(words, size) + 9)
        plate = element(
            "rect",
            x=-width / 2,
            y=-8,
            width=width,
            height=16,
            rx=8 if side < players else 3,
            fill=self.colour_of(side, players),
            stroke=self.palette.letter,
            stroke_width=1.5,
        )
        return element(
            "g",
            plate,
            self.text(0, size * 0.36, words, size, self.palette.letter, font_weight="bold"),
            class_="fleets",
            data_label="true",
            data_seat=words[:1],
            transform=at(x, y),
        )

    # --- marks

    def frame(self, grid: Grid) -> str:
        """Return the frame of a space that one of the last actions names."""
        line: dict[str, float | str] = {"fill": "none", "stroke_linejoin": "round"}
        # The name of a space stands within it.
        dark = outline(grid, 1.5, stroke=self.palette.halo, stroke_width=5.5, **line)
        return dark + outline(grid, 1.5, stroke=self.palette.light, stroke_width=2.5, **line)

    def battle_frame(self, grid: Grid) -> str:
        """Return the frame of a space where fleets fight."""
        line: dict[str, float | str] = {"stroke": self.palette.battle, "stroke_linejoin": "round"}
        rays = "".join(
            f"M{number(18 * cos(a))} {number(18 * sin(a))}L{number(27 * cos(a))} {number(27 * sin(a))}"
            for a in (pi * i / 6 for i in range(12))
        )
        burst = element("path", d=rays, stroke_width=2, stroke_opacity=0.8, stroke_linecap="round", **line)
        return outline(grid, 1, fill=self.palette.battle, fill_opacity=0.28, stroke_width=4, **line) + burst

    def draft_frame(self, grid: Grid) -> str:
        """Return the frame of a space in an order that is being written."""
        return outline(grid, 3, fill="none", stroke=self.palette.ink, stroke_width=2, stroke_dasharray="5 4")

    def marked_frame(self, grid: Grid) -> str:
        """Return the frame of a marked space: its corners."""
        line: dict[str, float | str] = {"d": _brackets(grid, 4), "fill": "none", "stroke_linejoin": "round"}
        line["stroke_linecap"] = "round"
        ground = outline(grid, 4, fill=self.palette.marked_ground, fill_opacity=0.12)
        edge = element("path", **line, stroke=self.palette.halo, stroke_width=5.5)
        return ground + edge + element("path", **line, stroke=self.palette.mark, stroke_width=2.8)

    # --- counters

    def _sparkle(self, x: float, y: float, size: float, fill: str) -> str:
        """Return a star with four points."""
        near = number(0.2 * size)
        far = number(size)
        path = f"M0 -{far}L{near} -{near}L{far} 0L{near} {near}L0 {far}L-{near} {near}L-{far} 0L-{near} -{near}Z"
        return element("path", d=path, fill=fill, transform=at(x, y))

    def _dots(self, places: tuple[tuple[float, float, float], ...], fill: str) -> str:
        return "".join(element("circle", cx=x, cy=y, r=radius, fill=fill) for x, y, radius in places)

    def _dust(self) -> str:
        return self._dots(((-12, 5, 1.1), (8, -10, 1.3), (14, 9, 1), (-5, -13, 1), (2, 3, 0.9)), self.palette.dust)

    def _star_field(self) -> str:
        sparks = ((-10, -5, 8), (9, 4, 9), (10, -12, 5), (-7, 10, 6))
        return "".join(self._sparkle(x, y, size, self.palette.star) for x, y, size in sparks)

    def _cluster(self) -> str:
        """Return a ball of many stars, thick in its middle."""
        rings = ((0, 1, 0.0), (5.5, 6, 0.3), (10.5, 10, 0.1), (16, 13, 0.35))
        dots = tuple(
            (radius * cos(2 * pi * i / count + turn), radius * sin(2 * pi * i / count + turn), 2.5 - radius / 11)
            for radius, count, turn in rings
            for i in range(count)
        )
        halo = "".join(
            element("circle", r=radius, fill=self.palette.cluster, fill_opacity=density)
            for radius, density in ((19, 0.12), (11, 0.22))
        )
        return halo + self._dots(dots, self.palette.cluster) + element("circle", r=4.2, fill=self.palette.sun)

    def _black_hole(self) -> str:
        """Return a dark disc, with a glowing ring behind and in front of it."""
        glow: dict[str, float | str] = {
            "fill": "none",
            "stroke": self.palette.glow,
            "stroke_width": 2.5,
            "transform": "rotate(-18)",
        }
        behind = element("ellipse", rx=23, ry=6.5, **glow)
        front = element("path", d="M-23 0A23 6.5 0 0 0 23 0", **glow)
        return (
            behind
            + element("circle", r=13, fill=self.palette.abyss, stroke=self.palette.glow_edge, stroke_width=2)
            + front
        )

    def _nebula(self) -> str:
        puffs = ((-9, 3, 13, 9, 0), (9, 4, 13, 9, 1), (-1, -6, 13, 10, 2), (11, -6, 8, 7, 0), (-13, -4, 8, 7, 1))
        cloud = [
            element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=self.palette.gas[gas], fill_opacity=0.6)
            for x, y, rx, ry, gas in puffs
        ]
        return "".join(cloud) + self._dots(
            ((-13, -2, 1.2), (12, -6, 1.2), (9, 8, 1.2), (-6, 7, 1.2), (1, -8, 1)), self.palette.star
        )

    # --- orders

    def arrow(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: str,
        *,
        aside: float,
        dashed: bool,
        double: bool,
    ) -> str:
        """Return an arrow between the middles of two spaces, in a colour, so far aside of the straight line.

        Void orders are dashed and crossed; that of a Homeworld is a double line.
        """
        (x, y), (far_x, far_y) = start, end
        length = hypot(far_x - x, far_y - y)
        line = f"M14 0H{number(length - 18)}"
        dashes: dict[str, float | str] = {"stroke_dasharray": "6 5"} if dashed else {}
        width = 7 if double else 3
        parts = [
            element("path", d=line, stroke=self.palette.halo, stroke_width=width + 3, stroke_opacity=0.7, fill="none"),
            element("path", d=line, stroke=colour, stroke_width=width, fill="none", **dashes),
        ]
        if double:
            parts.append(element("path", d=line, stroke=self.palette.halo, stroke_width=2.5, fill="none"))
        tip = number(length - 9)
        back = number(length - 21)
        parts.append(
            element(
                "path", d=f"M{back} -6.5L{tip} 0L{back} 6.5Z", fill=colour, stroke=self.palette.halo, stroke_width=1.2
            )
        )
        if dashed:
            middle = length - 30
            cross = f"M{number(middle - 5)} -5L{number(middle + 5)} 5M{number(middle + 5)} -5L{number(middle - 5)} 5"
            parts.append(element("path", d=cross, stroke=self.palette.halo, stroke_width=5, class_="cross"))
            parts.append(element("path", d=cross, stroke=self.palette.light, stroke_width=2.4))
        turn = f"{at(x, y)} rotate({number(degrees(atan2(far_y - y, far_x - x)))}) {at(0, aside)}"
        return element("g", *parts, transform=turn)
