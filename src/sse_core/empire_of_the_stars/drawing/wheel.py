"""The middle of the map in SVG drawings: the wheel of seven roles, and the Throne with the Emperor's edict.

Roles are plates in a ring, each as wide as the longest name. The rows of the Throne stand between them without touching
them. Words are so large that a phone hardly has to enlarge them, so they stay inside their plates.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from ...drawing.panels import text_width
from ...drawing.svg import at, element, title
from ..actions import SEATS
from ..board import Board
from ..messages import say
from ..packs.vocabulary import ROLES
from ..positions.position import Position
from ..words.names import named
from ..words.phrases import credits, role_name
from .art import Art
from .captions import edict_condition
from .places import role_place, throne_place

__all__ = ["WHEEL_RADIUS", "wheel_of"]

WHEEL_RADIUS: Final = 182
_THRONE: Final = 132
"""The radius of the Throne; the plates of the roles lie on its rim."""

_SIZE: Final = 22
"""The size of words."""

_LEAST: Final = 14
"""The least size of words, for packs with long names. A narrow drawing shows the wheel on a scale of 0.8."""

_CLICKED: Final = "auto"
"""The attributes of places: other elements on the map let clicks through."""

_WIDTH: Final = max(text_width(role.capitalize(), _SIZE) for role in ROLES) + 13
"""The width of the plate of a role."""

_HEIGHT: Final = 54
_CORNER: Final = 18
"""The radius of its corners."""

_ROWS: Final = {"influence": -84, "holders": -25, "edict": 18, "name": 42, "measure": 81}
"""The heights of the rows of the Throne: the baseline of words, the middle of all else."""

_ROOM: Final = {"name": 122, "measure": 196}
"""The greatest width of words there."""

_INFLUENCE: Final = 78
"""The greatest width of a row of influence there."""


def wheel_of(art: Art, b: Board, p: Position) -> str:
    """Return the wheel about its middle: the roles clockwise in the pack's order, and the Throne within."""
    return "".join([*_throne(art, b, p), *_roles(art, b, p)])


def _spoke(turn: float) -> float:
    """Return the largest distance of a plate in a direction: its corners touch the edge of the wheel."""
    x, y = abs(cos(turn)), abs(sin(turn))
    dx, dy = _WIDTH / 2 - _CORNER, _HEIGHT / 2 - _CORNER
    inward = x * dx + y * dy
    return sqrt(inward**2 + (WHEEL_RADIUS - 1 - _CORNER) ** 2 - hypot(dx, dy) ** 2) - inward


def _roles(art: Art, b: Board, p: Position) -> Iterator[str]:
    """Yield each role with its credits; the monolith stands on one."""
    palette = art.palette
    for place, role in enumerate(b.content.wheel):
        turn = 2 * pi * place / len(ROLES) - pi / 2
        chosen, found = p.monolith == role, p.wheel[role]
        plate = element(
            "rect",
            x=-_WIDTH / 2,
            y=-_HEIGHT / 2,
            width=_WIDTH,
            height=_HEIGHT,
            rx=_CORNER,
            fill=palette.open if chosen else palette.panel,
            stroke=palette.open_edge if chosen else palette.edge,
            stroke_width=3.5 if chosen else 1.5,
        )
        name = art.words(0, -4, role_name(role), _SIZE, _WIDTH - 10, least=_LEAST)
        parts = [plate, title(_role_words(role, found, chosen)), name]
        if chosen:
            side = 16 - _WIDTH / 2 if found else 0.0
            parts.append(element("g", art.monolith.drawn(), class_="monolith", transform=at(side, 12, 0.9)))
        if found:
            side = 8.0 if chosen else 0.0
            parts.append(element("g", art.coin(found, 11.5, _SIZE), class_="credits", transform=at(side, 12)))
        radius = _spoke(turn)
        where = at(radius * cos(turn), radius * sin(turn))
        more = role_place(b, role) | {"pointer_events": _CLICKED}
        yield element("g", *parts, class_="role", data_label="true", **more, transform=where)


def _role_words(role: int, found: int, is_chosen: bool) -> str:
    """Return the words for a role: its name, and the things on it."""
    here = say("the monolith is here") if is_chosen else ""
    laid = say("{credits} for who chooses it", credits=credits(found)) if found else ""
    return ", ".join(filter(None, (say("role {name}", name=role_name(role)), here, laid)))


def _throne(art: Art, b: Board, p: Position) -> Iterator[str]:
    """Yield the Throne: the Emperor, the holder of the scepter, the edict, and influence there."""
    palette, edict = art.palette, b.content.edicts[p.edict]
    ground = element("circle", r=_THRONE, fill=palette.panel, stroke=palette.coin, stroke_width=2)
    yield element("g", ground, title(_throne_words(p)), **throne_place(b), pointer_events=_CLICKED)
    for kind, form, seat, x in (
        ("emperor", art.crown, p.emperor, -38.0),
        ("scepter", art.scepter, p.scepter, 38.0),
    ):
        token = element("g", art.token(seat, starbase=False, radius=14.5), transform=at(13, 0))
        place = at(x, _ROWS["holders"])
        drawn = form.drawn(-16, 0, 1.4) + token
        yield element("g", drawn, class_=kind, data_label="true", data_seat=SEATS[seat], transform=place)
    yield art.text(0, _ROWS["edict"], say("edict"), _SIZE - 4, palette.dim)
    yield art.words(0, _ROWS["name"], named(edict.name), _SIZE, _ROOM["name"], least=_LEAST, font_weight="bold")
    yield art.words(0, _ROWS["measure"], edict_condition(edict), _SIZE - 1, _ROOM["measure"], palette.dim, least=_LEAST)
    placed = [(seat, p.on_throne[seat]) for seat in range(p.players) if p.on_throne[seat]]
    columns = 1 if len(placed) < 3 else 2
    rows = -(-len(placed) // columns)
    for index, (seat, n) in enumerate(placed):
        row, column = divmod(index, columns)
        plate = art.influence(seat, n)
        drawn = element("g", plate.content, transform=at(0, 0, min(1.5, _INFLUENCE / columns / plate.width)))
        x = _INFLUENCE / columns * (column - (columns - 1) / 2)
        y = _ROWS["influence"] + 25 * (row - (rows - 1) / 2)
        yield element("g", drawn, data_label="true", data_seat=SEATS[seat], transform=at(x, y))


def _throne_words(p: Position) -> str:
    """Return the words for the Throne: its Emperor, the holder of the scepter, and the influence there."""
    words = say("Throne: Emperor {emperor}, scepter {scepter}", emperor=SEATS[p.emperor], scepter=SEATS[p.scepter])
    placed = (
        say("{n} influence of {who}", n=p.on_throne[seat], who=SEATS[seat])
        for seat in range(p.players)
        if p.on_throne[seat]
    )
    return ", ".join([words, *placed])
