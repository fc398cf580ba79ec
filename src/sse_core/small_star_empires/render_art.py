"""Shapes of SVG drawings: systems, tiles, pieces, ships and marks, each about its own middle, in pixels."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt
from typing import Final

from .. import svg
from ..svg import at, element, number
from .palette import (
    BLACK,
    BLUE,
    CONQUERED,
    FACE_DOWN,
    FACE_DOWN_EDGE,
    FACE_DOWN_INK,
    FUEL,
    GLOW,
    GLOW_EDGE,
    GREEN,
    HOLE,
    HOLLANA,
    INK,
    NORDINN,
    RED,
    REFUELING,
    RING,
    ROCK,
    ROCK_EDGE,
    ROSE,
    SAND,
    SEA,
    SEAT_COLOURS,
    SPACE,
    STAR,
    TENNAR,
    WHITE,
    WORMHOLE,
    WORMHOLE_HEART,
)
from .systems import SEATS, System
from .tiles import Tile

__all__ = [
    "ART",
    "CONQUEST",
    "DUE",
    "TILE_ART",
    "arrow",
    "city",
    "frame",
    "hexagon",
    "ship",
    "station",
    "text",
]

# --- elements


def text(x: float, y: float, words: str, size: float, fill: str = INK, **attributes: float | str) -> str:
    """Return words at a place, as `svg.text`, in a colour."""
    return svg.text(x, y, words, size, fill=fill, **attributes)


def hexagon(size: float, **attributes: float | str) -> str:
    """Return a hexagon that stands on a point; `size` is the distance from the middle to a corner (E1.1)."""
    half = size * sqrt(3) / 2
    corners = ((0, -size), (half, -size / 2), (half, size / 2), (0, size), (-half, size / 2), (-half, -size / 2))
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in corners), **attributes)


# --- marks

DUE: Final[dict[str, float | str]] = {"fill": "none", "stroke": INK, "stroke_width": 2, "stroke_dasharray": "5 4"}
"""The frame of a hex where an action is due."""

_HALO: Final[dict[str, float | str]] = {
    "fill": "none",
    "stroke": SPACE,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}
_LIGHT: Final[dict[str, float | str]] = {
    "fill": "none",
    "stroke": WHITE,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}
"""White lines. With `_HALO` as a dark edge they stand out from every colour, and in grey too."""


def frame(size: float) -> str:
    """Return the frame of a hex where one of the last actions took place."""
    return hexagon(size, stroke_width=7, **_HALO) + hexagon(size, stroke_width=3.5, **_LIGHT)


def arrow(start: tuple[float, float], end: tuple[float, float], *, dotted: bool = False) -> str:
    """Return an arrow from the hex with one middle to the hex with another, with a dot at its start."""
    (x, y), (far_x, far_y) = start, end
    length = hypot(far_x - x, far_y - y)
    gap = min(32, 0.22 * length)
    line = f"M{number(gap)} 0H{number(length - gap - 8)}"
    dots: dict[str, float | str] = {"stroke_dasharray": "1 8"} if dotted else {}
    head = element(
        "path", d=f"M{number(length - gap - 10)} -7L{number(length - gap + 3)} 0L{number(length - gap - 10)} 7Z"
    )
    edge: dict[str, float | str] = {"fill": WHITE, "stroke": SPACE, "stroke_width": 1.5}
    return element(
        "g",
        element("path", d=line, stroke_width=7, stroke_opacity=0.75, **_HALO),
        element("path", d=line, stroke_width=3, **_LIGHT, **dots),
        element("g", head, element("circle", cx=gap, cy=0, r=5), **edge),
        transform=f"{at(x, y)} rotate({number(degrees(atan2(far_y - y, far_x - x)))})",
    )


# --- pieces and ships


def city(fill: str, letter: str = "") -> str:
    """Return a city, 20 pixels wide: a tower between two wings, with the owner's letter on the front."""
    outline = element("path", d="M-10 9V-3H-4.5V-9L0 -12L4.5 -9V-3H10V9Z", fill=fill, **_OUTLINE)
    return outline + text(0, 6.5, letter, 10.5, SPACE, font_weight="bold")


def station(fill: str, letter: str = "") -> str:
    """Return a trade station, 22 pixels wide: a disc with four arms."""
    arms = element("path", d="M-11 0H11M0 -11V11", stroke=INK, stroke_width=2.5)
    return arms + element("circle", r=8, fill=fill, **_OUTLINE) + text(0, 3.8, letter, 10.5, SPACE, font_weight="bold")


def ship(fill: str, width: float = 16, damaged: bool = False) -> str:
    """Return a ship: a triangle, lying on its side if damaged."""
    turn = "rotate(90) " if damaged else ""
    outline = element("path", d="M0 -8L7 7L0 4L-7 7Z", fill=fill, **_OUTLINE)
    return element("g", outline, transform=f"{turn}scale({number(width / 16)})")


_OUTLINE: Final[dict[str, float | str]] = {"stroke": INK, "stroke_width": 1.2, "stroke_linejoin": "round"}


# --- systems


def _planet(x: float, y: float, radius: float, day: str, night: str) -> str:
    """Return a planet that is lit from the upper left."""
    shade = "M6 -8A10 10 0 1 1 -8 6A11.5 11.5 0 0 0 6 -8Z"
    place = f"{at(x, y)} scale({number(radius / 10)})"
    return element("g", element("circle", r=10, fill=day), element("path", d=shade, fill=night), transform=place)


def _ring(x: float, y: float, radius: float) -> str:
    """Return the ring of a planet."""
    place = f"{at(x, y)} rotate(-20)"
    line: dict[str, float | str] = {"fill": "none", "stroke": RING, "stroke_width": 1.6}
    return element("ellipse", rx=1.75 * radius, ry=0.5 * radius, transform=place, **line)


def _nebula(letter: str, colour: str) -> str:
    """Return a cloud, with a letter for people who can't tell the colours apart."""
    puffs = ((-11, 3, 14, 10), (10, 4, 15, 10), (-2, -6, 14, 11), (12, -5, 8, 7), (-15, -3, 8, 6), (0, 3, 10, 7))
    cloud = [element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=colour, fill_opacity=0.5) for x, y, rx, ry in puffs]
    sparks = ((-14, -2, 1.1), (13, -6, 1.1), (11, 8, 1.1), (-8, 8, 1.1))
    return "".join(cloud) + _stars(sparks) + text(0, 5, letter, 14, WHITE, font_weight="bold")


def _stars(places: tuple[tuple[float, float, float], ...]) -> str:
    return "".join(element("circle", cx=x, cy=y, r=radius, fill=STAR) for x, y, radius in places)


def _wormhole() -> str:
    rings = ((20, 2.4, 0.45), (15, 3, 0.7), (9.5, 3, 1))
    circles = [
        element("circle", r=radius, fill="none", stroke=WORMHOLE, stroke_width=width, stroke_opacity=density)
        for radius, width, density in rings
    ]
    return "".join(circles) + element("circle", r=4, fill=WORMHOLE_HEART)


def _black_hole() -> str:
    """Return a dark disc, with a glowing ring behind and in front of it."""
    glow: dict[str, float | str] = {"fill": "none", "stroke": GLOW, "stroke_width": 2.5}
    behind = element("ellipse", rx=27, ry=8, transform="rotate(-18)", **glow)
    front = element("path", d="M-27 0A27 8 0 0 0 27 0", transform="rotate(-18)", **glow)
    return behind + element("circle", r=16, fill=BLACK, stroke=GLOW_EDGE, stroke_width=2) + front


def _homeworld(seat: int) -> str:
    points = "0,-20 5.3,-7.3 19,-6.2 8.6,2.8 11.8,16.2 0,9 -11.8,16.2 -8.6,2.8 -19,-6.2 -5.3,-7.3"
    star = element("polygon", points=points, fill=SEAT_COLOURS[seat], **_OUTLINE)
    return star + text(0, 4.5, SEATS[seat], 13, SPACE, font_weight="bold")


def _unexplored() -> str:
    """Return a tile face down."""
    return hexagon(19, fill=FACE_DOWN, stroke=FACE_DOWN_EDGE, stroke_width=1.4) + text(
        0, 8, "?", 23, FACE_DOWN_INK, font_weight="bold"
    )


def _asteroids() -> str:
    rocks = ((-13, 2, 1.1, 20), (9, -6, 1.25, 70), (12, 9, 0.8, 10), (-3, -10, 0.7, 50), (-2, 7, 0.75, 130))
    shape = "M-8 -2L-3 -7L4 -6L8 0L4 6L-4 7L-8 3Z"
    return "".join(
        element(
            "path",
            d=shape,
            fill=ROCK,
            stroke=ROCK_EDGE,
            stroke_width=1,
            transform=f"{at(x, y)} rotate({turn}) scale({number(size)})",
        )
        for x, y, size, turn in rocks
    )


def _chromatic() -> str:
    """Return a cloud of all three colours."""
    puffs = ((-11, 2, 13, 9, RED), (11, 2, 13, 9, BLUE), (0, -4, 13, 9, GREEN))
    cloud = [
        element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=colour, fill_opacity=0.6) for x, y, rx, ry, colour in puffs
    ]
    return "".join(cloud) + text(0, 5, "c", 14, WHITE, font_weight="bold")


def _wreck(fill: str, emblem: str) -> str:
    """Return a station of no player: a ring with spokes, and an emblem in its middle."""
    ring = element("circle", r=16, fill="none", stroke=fill, stroke_width=4)
    spokes = element("path", d="M-16 0H16M0 -16V16", stroke=fill, stroke_width=2)
    hub = element("circle", r=8, fill=HOLE, stroke=fill, stroke_width=2)
    return ring + spokes + hub + emblem


_FUEL: Final = element("path", d="M0 -6C3 -1 4.5 1 4.5 3.2A4.5 4.5 0 0 1 -4.5 3.2C-4.5 1 -3 -1 0 -6Z", fill=FUEL)
_ABANDONED: Final = element("path", d="M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5", stroke=ROCK_EDGE, stroke_width=2)


def _shield(fill: str, letter: str, shape: str) -> str:
    """Return the coat of arms of an empire that no player leads."""
    outline = element("path", d=shape, fill=fill, stroke=INK, stroke_width=1.4, stroke_linejoin="round")
    return outline + text(0, 5.5, letter, 16, SPACE, font_weight="bold")


CONQUEST: Final = element(
    "path", d="M-13 -13L13 13M13 -13L-13 13", stroke=CONQUERED, stroke_width=5, stroke_linecap="round"
)
"""A conquest marker (E9.9)."""


ART: Final = {
    System.ONE: _planet(0, 0, 13, *SAND),
    System.TWO: _planet(-13, 3, 11, *SEA) + _planet(13, -3, 10, *ROSE),
    System.THREE: _planet(-18, 4, 8.5, *ROSE) + _planet(18, 5, 9, *SEA) + _planet(0, -5, 9, *SAND) + _ring(0, -5, 9),
    System.RED: _nebula("r", RED),
    System.GREEN: _nebula("g", GREEN),
    System.BLUE: _nebula("b", BLUE),
    System.EMPTY: _stars(((-13, 4, 1.1), (9, -10, 1.5), (15, 8, 0.9), (-5, -12, 0.9), (2, 5, 1.2))),
    System.WORMHOLE: _wormhole(),
    System.BLACK_HOLE: _black_hole(),
    System.UNEXPLORED: _unexplored(),
    System.HOMEWORLD_A: _homeworld(0),
    System.HOMEWORLD_B: _homeworld(1),
    System.HOMEWORLD_C: _homeworld(2),
    System.HOMEWORLD_D: _homeworld(3),
}
"""The shape of each system, about 50 pixels wide and 35 high."""

TILE_ART: Final = {
    Tile.THREE: ART[System.THREE],
    Tile.TWO: ART[System.TWO],
    Tile.CHROMATIC: _chromatic(),
    Tile.ASTEROID: _asteroids(),
    Tile.ABANDONED: _wreck(ROCK, _ABANDONED),
    Tile.REFUELING: _wreck(REFUELING, _FUEL),
    Tile.HOLLANA: _shield(HOLLANA, "H", "M-15 -14H15V2C15 11 7 16 0 19C-7 16 -15 11 -15 2Z"),
    Tile.TENNAR: _shield(TENNAR, "U", "M0 -18L16 -6L10 14H-10L-16 -6Z"),
    Tile.NORDINN: _shield(NORDINN, "N", "M0 -19L6 -8L18 -10L11 1L17 13L4 11L0 19L-4 11L-17 13L-11 1L-18 -10L-6 -8Z"),
}
"""The shape of each revealed tile, as large as the systems."""
