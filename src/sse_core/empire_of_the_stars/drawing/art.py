"""Shapes of SVG drawings: tiles, resources, ships, tokens, coins, emblems and marks, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from ...drawing import svg
from ...drawing.panels import cut, text_width
from ...drawing.svg import Shape, at, element, number, shape
from ...game import Theme
from ..actions import SEATS
from ..packs.content import Face
from .palette import PALETTES, Palette

__all__ = ["PLATE_HEIGHT", "RADIUS", "Art", "Plate", "art_of"]

RADIUS: Final = 31
"""The radius of a region."""

PLATE_HEIGHT: Final = 15

_PLANET: Final = 15
_ICON: Final = 5.2
"""Half the width of a resource."""

Attributes = dict[str, float | str]


class Plate(NamedTuple):
    """A plate with words or forms: its SVG elements, drawn about its middle, and its width."""

    content: str
    width: float


_LETTER_ROOM: Final = 13
"""The width of the letter on a plate of ships."""

Numbers = Sequence[tuple[int, int]]
"""For each type of ship the number of ships, and the number of those that have moved."""


def _form_width(form: tuple[Shape, int]) -> float:
    """Return the width of so many ships of a type on a plate."""
    return 14 + (text_width(str(form[1]), 11) if form[1] > 1 else 0)


def _polygon(corners: int, radius: float, inner: float = 0, turn: float = -pi / 2) -> str:
    """Return the path of a polygon about the origin, or of a star with so long an inner radius."""
    n = 2 * corners if inner else corners
    points = [
        (size * cos(turn + 2 * pi * i / n), size * sin(turn + 2 * pi * i / n))
        for i in range(n)
        for size in [inner if inner and i % 2 else radius]
    ]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _spiral(arms: int, radius: float) -> str:
    """Return the path of arms that wind out of the origin."""
    path = ""
    for arm in range(arms):
        points = [
            (radius * t / 10 * cos(angle), radius * t / 10 * sin(angle))
            for t in range(2, 11)
            for angle in [2 * pi * arm / arms + t * 0.42]
        ]
        path += "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return path


_SHIPS: Final = (
    "M0 -5L4 5L0 3L-4 5Z",
    "M0 -6L2 -1L5.5 4.5H2.5L1.5 6H-1.5L-2.5 4.5H-5.5L-2 -1Z",
    "M0 -6.5L3 -3V0L6.5 2V5.5H3L2 6.5H-2L-3 5.5H-6.5V2L-3 0V-3Z",
)
"""The outline of a fighter, a cruiser and a dreadnought, as seen from above."""

_TYPES: Final = (
    _polygon(24, 5),
    "M-4.5 -4.5H4.5V4.5H-4.5Z",
    "M0 -5.5L5.5 4.5H-5.5Z",
)
"""The sign of each type of technology: a disc, a square, a triangle."""


@lru_cache(maxsize=3)
def art_of(theme: Theme) -> Art:
    """Return the shapes of a theme."""
    return Art(PALETTES[theme])


class Art:
    """The shapes in the colours of one theme."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        edge: Attributes = {"stroke": palette.halo, "stroke_width": 0.8, "stroke_linejoin": "round"}
        marks = (
            _polygon(6, _ICON),
            "M-3.2 -4H3.2L5 4H-5Z",
            "M1.5 -6L-4.2 1H-0.6L-1.8 6L4.2 -1.4H0.6Z",
        )
        self.resources: Final = tuple(
            shape(name, element("path", d=mark, fill=colour, **edge))
            for name, mark, colour in zip(("polymers", "metal", "energy"), marks, palette.resources, strict=True)
        )
        """A hexagon for polymers, an ingot for metal, a bolt for energy."""
        self.ground: Final = {
            Face.SPACE: shape("stars", self._dots(((-13, -4, 1.3), (9, -12, 1.6), (14, 4, 1.2), (-3, 4, 1)))),
            Face.ASTEROIDS: shape("asteroids", self._asteroids()),
            Face.WORMHOLE: shape("wormhole", self._wormhole()),
            Face.PLANET: shape(
                "planet",
                element("circle", r=_PLANET, fill=palette.planet, stroke=palette.planet_edge, stroke_width=1.5),
            ),
        }
        """The drawing of a tile, apart from its resources."""
        self.ships: Final = tuple(
            shape(name, element("path", d=path, fill=palette.letter))
            for name, path in zip(("fighter", "cruiser", "dreadnought"), _SHIPS, strict=True)
        )
        hollow: Attributes = {"fill": "none", "stroke": palette.letter, "stroke_width": 1.2}
        self.moved_ships: Final = tuple(shape("moved", element("path", d=path, **hollow)) for path in _SHIPS)
        """Ships that have moved in this role: outlines."""
        self.inked_ships: Final = tuple(shape("ship", element("path", d=path, fill=palette.ink)) for path in _SHIPS)
        """Ships beside the map."""
        self.types: Final = tuple(shape("type", element("path", d=path, fill=palette.ink)) for path in _TYPES)
        self.galaxy: Final = shape(
            "galaxy",
            element("path", d=_polygon(5, 9, 4), fill=palette.galaxy, stroke=palette.letter, stroke_width=0.8),
        )
        """A galaxy token: a star with five points."""
        self.monolith: Final = shape(
            "monolith",
            element("path", d="M-5.5 -12H5.5V12H-5.5Z", fill=palette.abyss, stroke=palette.light, stroke_width=1.8),
        )
        gold: Attributes = {"fill": palette.coin, "stroke": palette.letter, "stroke_width": 0.9}
        self.gold: Final = shape("gold", element("circle", r=6, **gold))
        """A coin without a number."""
        self.crown: Final = shape("crown", element("path", d="M-8 5V-5L-4 0L0 -7L4 0L8 -5V5Z", **gold))
        self.scepter: Final = shape(
            "scepter", element("path", d="M-1.3 -1H1.3V8H-1.3Z", **gold), element("circle", cy=-4, r=3.6, **gold)
        )
        self.framed: Final = shape("last", self._frame(palette.halo, palette.light, ""))
        """The frame of a region that one of the last actions names."""
        self.marked: Final = shape("marked", self._frame(palette.halo, palette.mark, "9 5"))
        self.shapes: Final[tuple[Shape, ...]] = (
            *self.ground.values(),
            *self.resources,
            *self.ships,
            *self.moved_ships,
            *self.inked_ships,
            *self.types,
            *(self.galaxy, self.gold, self.monolith, self.crown, self.scepter, self.framed, self.marked),
        )
        """All shapes that a picture uses more than once."""

    def text(self, x: float, y: float, words: str, size: float, fill: str = "", **attributes: float | str) -> str:
        """Return words at a place, as `svg.text`, in a colour or in that of ink."""
        return svg.text(x, y, words, size, fill=fill or self.palette.ink, **attributes)

    def start(self, x: float, y: float, words: str, size: float, fill: str = "", **more: float | str) -> str:
        """Return words that begin at a place."""
        return self.text(x, y, words, size, fill, text_anchor="start", **more)

    def words(
        self, x: float, y: float, words: str, size: float, room: float, fill: str = "", *, least: float = 0, **more: str
    ) -> str:
        """Return words that fit into a width: drawn smaller if needed, and cut at the least size.

        That is half the size unless another one is said.
        """
        words = cut(words, room, least or size / 2)
        return self.text(x, y, words, min(size, room / (text_width(words, 1) or 1)), fill, **more)

    # --- tiles

    def _dots(self, places: tuple[tuple[float, float, float], ...]) -> str:
        return "".join(element("circle", cx=x, cy=y, r=r, fill=self.palette.star) for x, y, r in places)

    def _asteroids(self) -> str:
        places = ((-13, -5, 7, 0.3), (2, -11, 5, 1), (13, -3, 6.5, 0.7), (-2, 3, 4.5, 0.2), (10, 9, 3.5, 0))
        return "".join(
            element("path", d=_polygon(5, r, turn=turn), fill=self.palette.rock, transform=at(x, y))
            for x, y, r, turn in places
        )

    def _wormhole(self) -> str:
        arms = element(
            "path",
            d=_spiral(3, 18),
            fill="none",
            stroke=self.palette.wormhole,
            stroke_width=2.6,
            stroke_linecap="round",
        )
        return element("g", element("circle", r=5, fill=self.palette.wormhole), arms, transform=at(0, -4))

    def tile(self, face: Face, makes: tuple[int, int, int], x: float = 0) -> str:
        """Return the drawing of a tile: a planet, moved so far aside, with the resources that it makes."""
        return self.ground[face].drawn(x, -4 if face is Face.PLANET else 0) + self.made(makes, x, -4)

    def made(self, makes: tuple[int, int, int], x: float, y: float) -> str:
        """Return a number of each resource about a place, in rows of two, or smaller ones in rows of three."""
        kinds = [kind for kind, n in enumerate(makes) for _ in range(n)]
        columns, scale = (2, 1.0) if len(kinds) < 5 else (3, 0.75) if len(kinds) < 10 else (5, 0.45)
        pitch = 11.5 * scale
        rows = [kinds[start : start + columns] for start in range(0, len(kinds), columns)]
        return "".join(
            self.resources[kind].drawn(
                x + pitch * (place - (len(row) - 1) / 2), y + pitch * (line - (len(rows) - 1) / 2), scale
            )
            for line, row in enumerate(rows)
            for place, kind in enumerate(row)
        )

    # --- what belongs to a seat

    def token(self, seat: int, *, starbase: bool, radius: float = 9) -> str:
        """Return a token: a disc for a colony, a disc in a star of eight points for a starbase."""
        points = ""
        if starbase:
            line: Attributes = {"fill": self.palette.letter, "stroke": self.palette.lines[seat], "stroke_width": 1.6}
            points = element("path", d=_polygon(8, radius + 5, radius), **line)
        disc = element("circle", r=radius, fill=self.palette.seats[seat], stroke=self.palette.letter, stroke_width=1.2)
        size = 1.5 * radius
        letter = self.text(0, 0.36 * size, SEATS[seat], size, self.palette.letter, font_weight="bold")
        return points + disc + letter

    def home(self, seat: int) -> str:
        """Return a home world: a large starbase with a ring around it."""
        ring: Attributes = {"fill": "none", "stroke": self.palette.ink, "stroke_width": 1.8}
        turned = "rotate(-18)"
        behind = element("path", d="M-25 0A25 7 0 0 1 25 0", transform=turned, **ring)
        front = element("path", d="M-25 0A25 7 0 0 0 25 0", transform=turned, **ring)
        return behind + self.token(seat, starbase=True, radius=12) + front

    def fleet(self, seat: int, numbers: Numbers) -> Plate:
        """Return ships: a plate in the colour of a player with its letter and a form for each type of ship.

        `numbers` has for each type the number of ships, and the number of those that have moved, which are outlines.
        """
        return self._fleet(seat, self._forms(numbers))

    def fleets(self, seat: int, numbers: Numbers, room: float) -> list[Plate]:
        """Return ships as `fleet`, on as many plates as they need, none wider than the room."""
        rows: list[list[tuple[Shape, int]]] = [[]]
        for form in self._forms(numbers):
            if rows[-1] and _LETTER_ROOM + sum(map(_form_width, [*rows[-1], form])) > room:
                rows.append([])
            rows[-1].append(form)
        return [self._fleet(seat, forms) for forms in rows]

    def _forms(self, numbers: Numbers) -> list[tuple[Shape, int]]:
        """Return the form of each type of ship with its number: of ships that haven't moved, then of moved ones."""
        return [
            (shapes[kind], n)
            for kind, (whole, moved) in enumerate(numbers)
            for shapes, n in ((self.ships, whole - moved), (self.moved_ships, moved))
            if n
        ]

    def _fleet(self, seat: int, forms: Sequence[tuple[Shape, int]]) -> Plate:
        palette = self.palette
        width = _LETTER_ROOM + sum(map(_form_width, forms))
        x = -width / 2
        ground: Attributes = {"fill": palette.seats[seat], "stroke": palette.letter, "stroke_width": 1}
        parts = [
            element("rect", x=x, y=-PLATE_HEIGHT / 2, width=width, height=PLATE_HEIGHT, rx=4, **ground),
            self.text(x + 8, 4, SEATS[seat], 11, palette.letter, font_weight="bold"),
        ]
        x += _LETTER_ROOM
        for form, n in forms:
            parts.append(form.drawn(x + 6.5, 0))
            if n > 1:
                parts.append(self.start(x + 13, 4, str(n), 11, palette.letter, font_weight="bold"))
            x += _form_width((form, n))
        return Plate("".join(parts), width)

    def influence(self, seat: int, n: int) -> Plate:
        """Return influence: a plate with a dashed edge."""
        edge: Attributes = {"stroke": self.palette.lines[seat], "stroke_width": 1.6, "stroke_dasharray": "3 2"}
        words = f"{SEATS[seat]}+{n}"
        width, high = text_width(words, 11) + 5, PLATE_HEIGHT
        plate = element(
            "rect", x=-width / 2, y=-high / 2, width=width, height=high, rx=3, fill=self.palette.panel, **edge
        )
        return Plate(plate + self.text(0, 4, words, 11, font_weight="bold"), width)

    def coin(self, n: int, radius: float = 9, size: float = 0) -> str:
        """Return credits: a coin with their number, as wide as the number needs.

        `size` is that of the number; 0 for a small one.
        """
        words, letters = str(n), size or 1.25 * radius
        width = max(2 * radius, text_width(words, letters) + radius)
        plate = element(
            "rect",
            x=-width / 2,
            y=-radius,
            width=width,
            height=2 * radius,
            rx=radius,
            fill=self.palette.coin,
            stroke=self.palette.letter,
            stroke_width=1,
        )
        return plate + self.text(0, 0.35 * letters, words, letters, self.palette.letter, font_weight="bold")

    # --- marks

    def _frame(self, below: str, colour: str, dashes: str) -> str:
        line: Attributes = {"r": RADIUS + 1.5, "fill": "none"}
        dashed: Attributes = {"stroke_dasharray": dashes} if dashes else {}
        return element("circle", **line, stroke=below, stroke_width=6.5) + element(
            "circle", **line, stroke=colour, stroke_width=3, **dashed
        )
