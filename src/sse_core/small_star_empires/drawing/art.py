"""Shapes of SVG drawings: systems, tiles, pieces, ships and marks, each about its own middle, in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import Final, Literal, TypeAlias

from ...drawing.svg import Shape, at, element, number, shape, text
from ...game import Theme
from ..maps.systems import SEATS, System
from ..maps.tiles import Tile
from .palette import PALETTES, Palette
from .patterns import Ground, pattern

__all__ = ["SIZE", "Art", "Orientation", "art_of", "middle_of_hex"]

Orientation: TypeAlias = Literal["pointy", "flat"]
"""The orientation of hexes: on a point, as in clause E1.1, or on a side, 30 degrees further clockwise."""

SIZE: Final = 44
"""The distance from the middle of a hex to its corners."""

_Attributes: TypeAlias = dict[str, float | str]


@lru_cache(maxsize=12)
def art_of(theme: Theme, orientation: Orientation, words: bool) -> Art:
    """Return the shapes of a theme for an orientation of hexes, with letters on them or without."""
    return Art(PALETTES[theme], orientation, words)


def middle_of_hex(q: int, r: int, orientation: Orientation) -> tuple[float, float]:
    """Return the middle of a hex (E1.1)."""
    if orientation == "pointy":
        return SIZE * sqrt(3) * (q + r / 2), SIZE * 1.5 * r
    return SIZE * 1.5 * q, SIZE * sqrt(3) * (r + q / 2)


class Art:
    """The shapes in the colours of one theme."""

    def __init__(self, palette: Palette, orientation: Orientation, words: bool) -> None:
        self.palette: Final = palette
        self.orientation: Final[Orientation] = orientation
        self._words = words
        self.hex: Final = shape("hex", self.hexagon(SIZE - 1, fill=palette.system, stroke=palette.edge))
        self.hole: Final = shape("hole", self.hexagon(SIZE - 1, fill=palette.hole, stroke=palette.edge))
        self.held: Final = [shape(f"held-{seat}", self._held(index)) for index, seat in enumerate(SEATS)]
        """The ground of a system that a seat holds: its colour and its pattern."""
        self.systems: Final = {kind: shape(kind.name.lower(), art) for kind, art in self._systems()}
        """The shape of each system, about 50 pixels wide and 35 high."""
        self.tiles: Final = {kind: shape(kind.value, art) for kind, art in self._tiles()}
        """The shape of each revealed tile, as large as the systems. Planets are the same shape on both."""
        self.tiles[Tile.THREE], self.tiles[Tile.TWO] = self.systems[System.THREE], self.systems[System.TWO]
        seats = [*zip((*SEATS, "any"), (*palette.seats[:4], palette.dim), (*SEATS, ""), (*range(4), 0), strict=True)]
        self.cities: Final = [shape(f"city-{name}", self._city(fill, letter)) for name, fill, letter, _ in seats]
        """The city of each seat, and a city of no seat for the legend. The next three are sorted in the same way."""
        self.stations: Final = [
            shape(f"station-{name}", self._station(fill, letter)) for name, fill, letter, _ in seats
        ]
        self.ships: Final = [shape(f"ship-{name}", self._ship(fill, seat)) for name, fill, _, seat in seats]
        hulls = [*zip((*SEATS, "any"), (*palette.lines[:4], palette.dim), (*range(4), 0), strict=True)]
        self.wrecks: Final = [shape(f"damaged-{name}", self._damaged(line, seat)) for name, line, seat in hulls]
        self.conquest: Final = shape("conquest", self._conquest())
        """A conquest marker (E9.9)."""
        dashes: _Attributes = {"fill": "none", "stroke": palette.ink, "stroke_width": 2, "stroke_dasharray": "5 4"}
        self.due: Final = shape("due", self.hexagon(SIZE - 4, **dashes))
        """The frame of a hex where an action is due."""
        self.reached: Final = shape("reached", self.reached_frame(SIZE - 3))
        """The frame of a hex where one of the last actions took place."""
        self.marked: Final = shape("marked", self.marked_frame(SIZE - 5))
        """The frame of a marked hex, and of one that a ship can fly to."""
        self.jump: Final = shape("jump", self.jump_frame(SIZE - 5))
        """The frame of a hex that a ship can jump to."""
        self.chosen: Final = shape("chosen", self.chosen_frame(SIZE - 3))
        """The frame of the hex of a ship whose targets are marked."""
        self.shapes: Final[tuple[Shape, ...]] = (
            *(self.hex, self.hole, *self.held, *dict.fromkeys((*self.systems.values(), *self.tiles.values()))),
            *(*self.cities, *self.stations, *self.ships, *self.wrecks, self.conquest),
            *(self.due, self.reached, self.marked, self.jump, self.chosen),
        )
        """All shapes."""

    # --- elements

    def text(self, x: float, y: float, words: str, size: float, fill: str = "", **attributes: float | str) -> str:
        """Return words at a place, as `svg.text`, in a colour or in that of ink."""
        return text(x, y, words, size, fill=fill or self.palette.ink, **attributes)

    def hexagon(self, size: float, **attributes: float | str) -> str:
        """Return a hexagon; `size` is the distance from the middle to a corner."""
        corners = self.corners(size)
        return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in corners), **attributes)

    def corners(self, size: float) -> list[tuple[float, float]]:
        """Return the corners of a hex about its middle: corner k lies between the directions k and k + 1 of E1.1."""
        turn = pi / 6 if self.orientation == "pointy" else 0.0
        return [(size * cos(turn + pi * k / 3), -size * sin(turn + pi * k / 3)) for k in range(6)]

    def _letter(self, y: float, letter: str, size: float, fill: str) -> str:
        return text(0, y, letter, size, fill=fill, font_weight="bold") if self._words and letter else ""

    # --- marks

    def reached_frame(self, size: float) -> str:
        """Return the frame of `reached`, in another size."""
        return self._double(size, 7, 3.5, self.palette.light)

    def marked_frame(self, size: float) -> str:
        """Return the frame of `marked`, in another size: its corners."""
        arm = 0.27 * size
        return self._ground(size) + self._double(
            size, 5.5, 2.8, self.palette.mark, dash=f"{number(2 * arm)} {number(size - 2 * arm)}", offset=arm
        )

    def jump_frame(self, size: float) -> str:
        """Return the frame of `jump`, in another size: dots, as in the arrow of a jump."""
        return self._ground(size) + self._double(
            size, 5.5, 3.6, self.palette.mark, dash=f"0.1 {number(size / 5 - 0.1)}"
        )

    def chosen_frame(self, size: float) -> str:
        """Return the frame of `chosen`, in another size."""
        inner = self.hexagon(size - 5.5, fill="none", stroke=self.palette.mark, stroke_width=1.5)
        return self._double(size, 7, 3.5, self.palette.mark) + inner

    def _ground(self, size: float) -> str:
        return self.hexagon(size, fill=self.palette.marked_ground, fill_opacity=0.1)

    def _double(self, size: float, halo: float, width: float, colour: str, *, dash: str = "", offset: float = 0) -> str:
        """Return a frame that is seen on every colour, and in grey: a line with an edge."""
        dashes: _Attributes = {"stroke_dasharray": dash} if dash else {}
        if offset:
            dashes["stroke_dashoffset"] = offset
        line: _Attributes = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round", **dashes}
        edge = self.hexagon(size, stroke=self.palette.halo, stroke_width=halo, **line)
        return edge + self.hexagon(size, stroke=colour, stroke_width=width, **line)

    def arrow(self, start: tuple[float, float], end: tuple[float, float], *, dotted: bool = False) -> str:
        """Return an arrow from the hex with one middle to the hex with another, with a dot at its start."""
        (x, y), (far_x, far_y) = start, end
        length = hypot(far_x - x, far_y - y)
        gap = min(32, 0.22 * length)
        line: _Attributes = {"d": f"M{number(gap)} 0H{number(length - gap - 8)}", "fill": "none"}
        line |= {"stroke_linecap": "round"}
        dots: _Attributes = {"stroke_dasharray": "1 8"} if dotted else {}
        light, halo = self.palette.light, self.palette.halo
        point, back = length - gap + 3, length - gap - 10
        head = element("path", d=f"M{number(back)} -7L{number(point)} 0L{number(back)} 7Z")
        return element(
            "g",
            element("path", **line, stroke=halo, stroke_width=7, stroke_opacity=0.75),
            element("path", **line, stroke=light, stroke_width=3, **dots),
            element("g", head, element("circle", cx=gap, cy=0, r=5), fill=light, stroke=halo, stroke_width=1.5),
            transform=f"{at(x, y)} rotate({number(degrees(atan2(far_y - y, far_x - x)))})",
        )

    def coin(self, words: str) -> str:
        """Return the sign of a toll (E10.1), 18 pixels wide, with the number of cities."""
        edge = self.palette.space if self.palette.space != self.palette.coin else self.palette.ink
        disc = element("circle", r=9, fill=self.palette.coin, stroke=edge, stroke_width=1.5)
        return disc + self._letter(4, words, 11.5, self.palette.letter)

    # --- what a seat holds

    def _held(self, seat: int) -> str:
        """Return a hex in the colour of a seat, with its pattern: stripes, dots, bars or crosses."""
        # A small picture has larger strokes.
        density, strength, scale, bottom = (0.2, 0.5, 1.0, 21) if self._words else (0.35, 0.85, 2.0, SIZE)
        colour, tint = self.palette.lines[seat], self.palette.tints[seat]
        ground = self.hexagon(SIZE - 4, fill=tint, fill_opacity=density, stroke=colour, stroke_width=3 * scale)
        strokes, width = pattern(seat, Ground(self.corners(SIZE - 8), bottom))
        lines: _Attributes = {"stroke": colour, "stroke_width": width * scale, "stroke_linecap": "round"}
        return ground + element("path", d=strokes, fill="none", stroke_opacity=strength, **lines)

    # --- pieces and ships

    @property
    def _outline(self) -> _Attributes:
        return {"stroke": self.palette.ink, "stroke_width": 1.2, "stroke_linejoin": "round"}

    def _city(self, fill: str, letter: str) -> str:
        """Return a city, 20 pixels wide: a tower between two wings, with the owner's letter on the front."""
        outline = element("path", d="M-10 9V-3H-4.5V-9L0 -12L4.5 -9V-3H10V9Z", fill=fill, **self._outline)
        return outline + self._letter(6.5, letter, 10.5, self.palette.letter)

    def _station(self, fill: str, letter: str) -> str:
        """Return a trade station, 22 pixels wide: a disc with four arms."""
        arms = element("path", d="M-11 0H11M0 -11V11", stroke=self.palette.ink, stroke_width=2.5)
        disc = element("circle", r=8, fill=fill, **self._outline)
        return arms + disc + self._letter(3.8, letter, 10.5, self.palette.letter)

    def _ship(self, fill: str, silhouette: int) -> str:
        """Return a ship, 16 pixels wide."""
        return element("path", d=_SILHOUETTES[silhouette], fill=fill, **self._outline)

    def _damaged(self, fill: str, silhouette: int) -> str:
        """Return a damaged ship: it lies on its side, and is hollow."""
        line: _Attributes = {"stroke": fill, "stroke_width": 2, "stroke_linejoin": "round", "transform": "rotate(90)"}
        return element("path", d=_SILHOUETTES[silhouette], fill=self.palette.space, **line)

    # --- systems

    def _systems(self) -> Iterator[tuple[System, str]]:
        c = self.palette
        yield System.ONE, self._planet(0, 0, 13, c.sand)
        yield System.TWO, self._planet(-13, 3, 11, c.sea) + self._planet(13, -3, 10, c.rose)
        three = self._planet(-18, 4, 8.5, c.rose) + self._planet(18, 5, 9, c.sea) + self._planet(0, -5, 9, c.sand)
        yield System.THREE, three + self._ring(0, -5, 9)
        yield System.RED, self._nebula("r", c.red)
        yield System.GREEN, self._nebula("g", c.green)
        yield System.BLUE, self._nebula("b", c.blue)
        yield System.EMPTY, self._stars((-13, 4, 1.1), (9, -10, 1.5), (15, 8, 0.9), (-5, -12, 0.9), (2, 5, 1.2))
        yield System.WORMHOLE, self._wormhole()
        yield System.BLACK_HOLE, self._black_hole()
        yield System.UNEXPLORED, self._unexplored()
        for seat, letter in enumerate(SEATS):
            yield System(letter), self._homeworld(seat)

    def _planet(self, x: float, y: float, radius: float, colours: tuple[str, str]) -> str:
        """Return a planet that is lit from the upper left."""
        day, night = colours
        disc = element("circle", r=10, fill=day, stroke=self.palette.rim, stroke_width=0.6)
        shade = element("path", d="M6 -8A10 10 0 1 1 -8 6A11.5 11.5 0 0 0 6 -8Z", fill=night)
        return element("g", disc, shade, transform=at(x, y, radius / 10))

    def _ring(self, x: float, y: float, radius: float) -> str:
        """Return the ring of a planet."""
        line: _Attributes = {"fill": "none", "stroke": self.palette.ring, "stroke_width": 1.6}
        return element("ellipse", rx=1.75 * radius, ry=0.5 * radius, transform=f"{at(x, y)} rotate(-20)", **line)

    def _nebula(self, letter: str, colour: str) -> str:
        """Return a cloud, with a letter for people who can't tell the colours apart."""
        puffs = ((-11, 3, 14, 10), (10, 4, 15, 10), (-2, -6, 14, 11), (12, -5, 8, 7), (-15, -3, 8, 6), (0, 3, 10, 7))
        cloud = "".join(element("ellipse", cx=x, cy=y, rx=rx, ry=ry) for x, y, rx, ry in puffs)
        sparks = self._stars((-14, -2, 1.1), (13, -6, 1.1), (11, 8, 1.1), (-8, 8, 1.1))
        return (
            element("g", cloud, fill=colour, fill_opacity=0.5)
            + sparks
            + self._letter(5, letter, 14, self.palette.nebula_letter)
        )

    def _stars(self, *places: tuple[float, float, float]) -> str:
        stars = (element("circle", cx=x, cy=y, r=radius) for x, y, radius in places)
        return element("g", *stars, fill=self.palette.star)

    def _wormhole(self) -> str:
        rings = ((20, 2.4, 0.45), (15, 3, 0.7), (9.5, 3, 1))
        circles = (element("circle", r=r, stroke_width=width, stroke_opacity=density) for r, width, density in rings)
        heart = element("circle", r=4, fill=self.palette.wormhole_heart)
        return element("g", *circles, fill="none", stroke=self.palette.wormhole) + heart

    def _black_hole(self) -> str:
        """Return a dark disc, with a glowing ring behind and in front of it."""
        glow: _Attributes = {"fill": "none", "stroke": self.palette.glow, "stroke_width": 2.5}
        behind = element("ellipse", rx=27, ry=8, transform="rotate(-18)", **glow)
        front = element("path", d="M-27 0A27 8 0 0 0 27 0", transform="rotate(-18)", **glow)
        disc = element("circle", r=16, fill=self.palette.abyss, stroke=self.palette.glow_edge, stroke_width=2)
        return behind + disc + front

    def _homeworld(self, seat: int) -> str:
        points = "0,-20 5.3,-7.3 19,-6.2 8.6,2.8 11.8,16.2 0,9 -11.8,16.2 -8.6,2.8 -19,-6.2 -5.3,-7.3"
        star = element("polygon", points=points, fill=self.palette.seats[seat], **self._outline)
        return star + self._letter(4.5, SEATS[seat], 13, self.palette.letter)

    def _unexplored(self) -> str:
        """Return a tile face down."""
        c = self.palette
        tile = self.hexagon(19, fill=c.face_down, stroke=c.face_down_edge, stroke_width=1.4)
        return tile + self._letter(8, "?", 23, c.face_down_ink)

    # --- tiles

    def _tiles(self) -> Iterator[tuple[Tile, str]]:
        c = self.palette
        yield Tile.CHROMATIC, self._chromatic()
        yield Tile.ASTEROID, self._asteroids()
        cross = element("path", d="M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5", stroke=c.rock_edge, stroke_width=2)
        drop = element("path", d="M0 -6C3 -1 4.5 1 4.5 3.2A4.5 4.5 0 0 1 -4.5 3.2C-4.5 1 -3 -1 0 -6Z", fill=c.fuel)
        yield Tile.ABANDONED, self._derelict(c.rock, cross)
        yield Tile.REFUELING, self._derelict(c.refueling, drop)
        yield Tile.HOLLANA, self._arms(c.hollana, "H", "M-15 -14H15V2C15 11 7 16 0 19C-7 16 -15 11 -15 2Z")
        yield Tile.TENNAR, self._arms(c.tennar, "U", "M0 -18L16 -6L10 14H-10L-16 -6Z")
        burst = "M0 -19L6 -8L18 -10L11 1L17 13L4 11L0 19L-4 11L-17 13L-11 1L-18 -10L-6 -8Z"
        yield Tile.NORDINN, self._arms(c.nordinn, "N", burst)

    def _asteroids(self) -> str:
        rocks = ((-13, 2, 1.1, 20), (9, -6, 1.25, 70), (12, 9, 0.8, 10), (-3, -10, 0.7, 50), (-2, 7, 0.75, 130))
        outline = "M-8 -2L-3 -7L4 -6L8 0L4 6L-4 7L-8 3Z"
        field = (
            element("path", d=outline, transform=f"{at(x, y)} rotate({turn}) scale({number(size)})")
            for x, y, size, turn in rocks
        )
        return element("g", *field, fill=self.palette.rock, stroke=self.palette.rock_edge, stroke_width=1)

    def _chromatic(self) -> str:
        """Return a cloud of all three colours."""
        c = self.palette
        puffs = ((-11, 2, 13, 9, c.red), (11, 2, 13, 9, c.blue), (0, -4, 13, 9, c.green))
        cloud = [element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill) for x, y, rx, ry, fill in puffs]
        return element("g", *cloud, fill_opacity=0.6) + self._letter(5, "c", 14, c.nebula_letter)

    def _derelict(self, fill: str, emblem: str) -> str:
        """Return a station of no player: a ring with spokes, and an emblem in its middle."""
        ring = element("circle", r=16, fill="none", stroke=fill, stroke_width=4)
        spokes = element("path", d="M-16 0H16M0 -16V16", stroke=fill, stroke_width=2)
        hub = element("circle", r=8, fill=self.palette.hole, stroke=fill, stroke_width=2)
        return ring + spokes + hub + emblem

    def _arms(self, fill: str, letter: str, outline: str) -> str:
        """Return the coat of arms of an empire that no player leads."""
        line: _Attributes = {"stroke": self.palette.ink, "stroke_width": 1.4, "stroke_linejoin": "round"}
        return element("path", d=outline, fill=fill, **line) + self._letter(5.5, letter, 16, self.palette.arms_letter)

    def _conquest(self) -> str:
        cross: _Attributes = {"d": "M-13 -13L13 13M13 -13L-13 13", "stroke_linecap": "round"}
        edge = element("path", **cross, stroke=self.palette.halo, stroke_width=7.5)
        return edge + element("path", **cross, stroke=self.palette.conquered, stroke_width=5)


_SILHOUETTES: Final = (
    "M0 -8L7 7L0 4L-7 7Z",
    "M0 -8L5.5 0L0 8L-5.5 0Z",
    "M-2 -8H2V-2.5L8 1.5V6L2 3.5V8H-2V3.5L-8 6V1.5L-2 -2.5Z",
    "M-7.5 7V-1A7.5 7.5 0 0 1 7.5 -1V7H3.2V0A3.2 3.2 0 0 0 -3.2 0V7Z",
)
"""The ship of each seat: a dart, a diamond, a cruiser with wings, and a horseshoe."""
