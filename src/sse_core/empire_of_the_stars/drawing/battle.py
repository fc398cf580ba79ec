"""Panel of the battle in SVG drawings: sides, strengths and, once open, dials."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...drawing.panels import Panel, fitted
from ...drawing.svg import at, element
from ..actions import SEATS
from ..messages import counted, say
from ..positions.due import Due
from ..positions.fields import NOBODY
from ..positions.position import Position
from ..state import State
from ..words.phrases import ships_to_move
from .art import Art
from .rows import INNER, SMALL, WORDS, boxed

__all__ = ["battle_panel"]

_SIDE: Final = (INNER - 20) / 2


def battle_panel(art: Art, state: State, p: Position) -> Panel | None:
    """Return the panel of the battle that goes on: sides, strengths and, once open, dials; None without one."""
    if p.sector == NOBODY:
        return None
    palette = art.palette
    sector = state.board.content.sectors[p.sector].name
    attacker, defender = SEATS[p.attacker], SEATS[p.defender]
    words = say("{attacker} against {defender} in sector {sector}", attacker=attacker, defender=defender, sector=sector)
    parts = [art.words(INNER / 2, 15, words, 15, INNER, palette.battle, least=SMALL, font_weight="bold")]
    for side in range(2):
        x = side * (_SIDE + 20)
        parts.append(element("g", _side(art, state, p, side), class_="battle-side", transform=at(x, 22)))
    height = 151.0
    if p.shifts:
        for line in fitted(ships_to_move(p.shifts), INNER, WORDS):
            parts.append(art.text(INNER / 2, height + 14, line, WORDS))
            height += 16
        height += 8
    return boxed(art, [Panel("".join(parts), height)], palette.battle, bright=True)


def _side(art: Art, state: State, p: Position, side: int) -> str:
    """Return a side of a battle: its players, the first one leads; its strength; its dial."""
    palette, lead = art.palette, (p.attacker, p.defender)[side]
    seats = [lead, *(seat for seat in range(p.players) if p.side[seat] == side + 1 and seat != lead)]
    counted_now = p.step >= Due.DIAL
    force = p.force[side] if counted_now else sum(state.strength(seat, p.sector) for seat in seats)
    parts = [
        element(
            "g", art.token(seat, starbase=False, radius=11 if seat == lead else 8), transform=at(12 + 21 * place, 27)
        )
        for place, seat in enumerate(seats)
    ]
    parts += [
        art.text(_SIDE, 34, str(force), 20, font_weight="bold", text_anchor="end"),
        art.text(0, 57, say("defender") if side else say("attacker"), SMALL, palette.dim, text_anchor="start"),
        art.text(_SIDE, 57, say("strength"), SMALL, palette.dim, text_anchor="end"),
    ]
    return "".join([*parts, *_dial(art, state, p, side, force)])


def _dial(art: Art, state: State, p: Position, side: int, force: int) -> Iterator[str]:
    """Yield the dial as three bars; while it is sealed, whether it is set."""
    palette, lead = art.palette, (p.attacker, p.defender)[side]
    is_open = p.step > Due.DIAL and min(p.written) > 1
    if not is_open:
        words = say("dial set") if p.step == Due.DIAL and p.written[side] > 1 else say("dial not set")
        plate = element(
            "rect",
            y=68,
            width=_SIDE,
            height=54,
            rx=6,
            fill=palette.face_down,
            stroke=palette.dim,
            stroke_dasharray="5 4",
        )
        yield plate + art.text(_SIDE / 2, 99, words, 13)
        return
    tactics, weapons = p.tactics[side], p.weapons[side]
    shields = state.dial_end(force - tactics - weapons)
    parts = ((say("tactics"), tactics), (say("weapons"), weapons), (say("shields"), shields))
    for row, (name, n) in enumerate(parts):
        y, long = 70 + 15 * row, _SIDE - 84
        bar = {"x": 54, "y": y, "height": 9, "rx": 2}
        yield art.text(0, y + 8.5, name, SMALL, palette.dim, text_anchor="start")
        yield element("rect", **bar, width=long, fill=palette.box)
        if n:
            yield element("rect", **bar, width=max(2, long * n / max(force, 1)), fill=palette.seats[lead])
        yield art.text(_SIDE, y + 9, str(n), 12, font_weight="bold", text_anchor="end")
    yield art.text(0, 125, counted(p.hits[side], "{n} hit left", "{n} hits left"), SMALL, text_anchor="start")
