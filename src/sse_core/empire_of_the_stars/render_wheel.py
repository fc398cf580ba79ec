"""The middle of the map in SVG drawings: the wheel of seven roles, and the Throne with the Emperor's edict."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final

from ..drawing.svg import at, element
from .actions import SEATS
from .board import Board
from .content import NONE
from .layout import EDICT, EMPEROR, MONOLITH, N_PLAYERS, ON_THRONE, SCEPTER, WHEEL, Data, get2
from .render_art import Art
from .vocabulary import MEASURES, ROLES

__all__ = ["WHEEL_RADIUS", "wheel_of"]

WHEEL_RADIUS: Final = 182
_SPOKE: Final = 136
"""How far the middle of each role is from that of the wheel."""

_ROLE: Final = 40
"""The radius of a role."""

_THRONE: Final = 91


def wheel_of(art: Art, b: Board, p: Data) -> str:
    """Return the wheel about its middle: the roles clockwise in the pack's order, and the Throne within."""
    palette = art.palette
    ring = element("circle", r=_SPOKE, fill="none", stroke=palette.edge, stroke_width=8, stroke_opacity=0.45)
    # Roles lie above the Throne: on a small screen the page draws their names larger, and they reach over their discs.
    return ring + _throne(art, b, p) + "".join(_roles(art, b, p))


def _roles(art: Art, b: Board, p: Data) -> Iterator[str]:
    """Yield each role with its credits; the monolith stands on one."""
    palette = art.palette
    for place, role in enumerate(b.content.wheel):
        turn = 2 * pi * place / len(ROLES) - pi / 2
        chosen = p[MONOLITH] == role
        disc = element(
            "circle",
            r=_ROLE,
            fill=palette.open if chosen else palette.panel,
            stroke=palette.open_edge if chosen else palette.edge,
            stroke_width=3.5 if chosen else 1.5,
        )
        parts = [disc, art.text(0, 5, ROLES[role].capitalize(), 14, font_weight="bold")]
        if chosen:
            parts.append(element("g", art.monolith.drawn(), class_="monolith", transform=at(0, -24)))
        credits = get2(p, WHEEL + 2 * role)
        if credits:
            parts.append(element("g", art.coin(credits, 10), data_label="true", class_="credits", transform=at(0, 22)))
        yield element("g", *parts, class_="role", transform=at(_SPOKE * cos(turn), _SPOKE * sin(turn)))


def _throne(art: Art, b: Board, p: Data) -> str:
    """Return the Throne: the Emperor, the edict, the holder of the scepter, and influence there."""
    palette, edict = art.palette, b.content.edicts[p[EDICT]]
    what = (
        "no condition" if edict.measure == NONE else f"{'least' if edict.least else 'most'} {MEASURES[edict.measure]}"
    )
    placed = [(seat, p[ON_THRONE + seat]) for seat in range(p[N_PLAYERS]) if p[ON_THRONE + seat]]
    room = 1.7 * _THRONE
    parts = [
        element("circle", r=_THRONE, fill=palette.panel, stroke=palette.coin, stroke_width=1.5),
        *(
            element(
                "g",
                form.drawn(-13, 0),
                element("g", art.token(seat, starbase=False, radius=11), transform=at(9, 0)),
                class_=kind,
                data_label="true",
                data_seat=SEATS[seat],
                transform=at(x, -52),
            )
            for kind, form, seat, x in (
                ("emperor", art.crown, p[EMPEROR], -35),
                ("scepter", art.scepter, p[SCEPTER], 37),
            )
        ),
        art.text(0, -23, "edict", 11, palette.dim),
        art.words(0, -4, edict.name, 16, room, font_weight="bold"),
        art.words(0, 17, what, 12, room, palette.dim),
    ]
    for index, (seat, n) in enumerate(placed):
        x = 34 * (index - (len(placed) - 1) / 2)
        plate = art.influence(seat, n)
        parts.append(element("g", plate, data_label="true", data_seat=SEATS[seat], transform=at(x, 44)))
    return element("g", *parts, class_="throne")
