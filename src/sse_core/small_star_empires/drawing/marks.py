"""Marks of SVG drawings: the last actions, marked systems, the targets of a ship, the outlines of territories."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ..._fast import State
from ...drawing.svg import at, element, number, title
from ...errors import ArgumentError
from ..actions import Move
from ..board import Board
from ..maps.systems import SEATS
from ..maps.territories import Corner, Territory, outlines
from ..messages import counted, say
from ..steps import is_jump
from .art import SIZE, Art, middle_of_hex
from .trace import Trace

__all__ = ["DASHES", "Marks", "Target", "drawn_marks", "drawn_territories", "ship_targets"]

Middles = Sequence[tuple[float, float]]
_OVER: Final[dict[str, float | str]] = {"pointer_events": "none"}
"""The attributes of a layer over the systems that lets clicks through."""


class Target(NamedTuple):
    """A system that a ship can go to."""

    cell: int
    is_jump: bool
    toll: int
    """The number of cities that the move pays (E10.1)."""


class Marks(NamedTuple):
    """The marks of a drawing, besides the last actions."""

    marked: Collection[int]
    """Cells."""

    ship: int | None
    """The cell of the ship whose targets are marked."""

    targets: Sequence[Target]
    territories: Sequence[Territory]


def ship_targets(state: State, cell: int) -> list[Target]:
    """Return the targets of the legal moves from a cell, ascending.

    If both a whole and a damaged ship can go to a target, the way is that of the whole one. Raises ArgumentError if the
    player to act has no ship there.
    """
    board = state.board
    if all(at != cell for player in state.to_act if player >= 0 for at, _ in state.ships(player)):
        is_players_turn = any(player >= 0 for player in state.to_act)
        why = f"where {SEATS[state.to_act[0]]} has no ship" if is_players_turn else "but no player is to move a ship"
        raise ArgumentError(f"targets_of is {board.cell_names[cell]}, {why}")
    found: dict[int, Target] = {}
    for action in state.legal_actions():
        if isinstance(action, Move) and action.origin == cell and action.target not in found:
            found[action.target] = Target(action.target, is_jump(state, action), state.toll(action))
    return [found[target] for target in sorted(found)]


# --- the last actions, marked systems, targets


def drawn_marks(art: Art, board: Board, trace: Trace, marks: Marks, middles: Middles) -> Iterator[str]:
    """Yield a frame for each marked system and where an action took place, and an arrow for each move."""
    names = board.cell_names
    for cell in sorted(marks.marked):
        yield art.marked.drawn(*middles[cell], class_="marked", **_OVER)
    for target in marks.targets:
        yield from _target(art, names[target.cell], target, middles[target.cell])
    if marks.ship is not None:
        yield art.chosen.drawn(*middles[marks.ship], class_="chosen", **_OVER)
    for cell in sorted(trace.touched):
        yield art.reached.drawn(*middles[cell], class_="reached", **_OVER)
    for leg in trace.legs:
        way = art.arrow(middles[leg.origin], middles[leg.target], dotted=not leg.is_straight)
        ends = {"data_from": names[leg.origin], "data_to": names[leg.target]}
        yield element("g", way, class_="leg", **ends, **_OVER)


def _target(art: Art, name: str, target: Target, middle: tuple[float, float]) -> Iterator[str]:
    frame, kind = (art.jump, "target jump") if target.is_jump else (art.marked, "target flight")
    toll: dict[str, float | str] = {"data_toll": target.toll} if target.toll else {}
    yield frame.drawn(*middle, class_=kind, data_target=name, **toll, **_OVER)
    if target.toll:
        x, y = middle
        yield element("g", art.coin(str(target.toll)), class_="toll", transform=at(x + 20, y - 23), **_OVER)


# --- territories

_INSET: Final = 4
"""The distance of a territory's outline from its corners, inwards."""

DASHES: Final = ("", "13 8", "0.1 8", "15 7 0.1 7")
"""The line around the territories of each seat: whole, dashes, dots, dashes and dots."""


def drawn_territories(art: Art, board: Board, marks: Marks) -> Iterator[str]:
    """Yield the outline of each territory in the colour and the line of its owner, wide around the largest ones.

    A plate at its top tells the number of its systems, if it has several.
    """
    for territory in marks.territories:
        colour, dashes = art.palette.lines[territory.player], DASHES[territory.player]
        lines = [[_place(art, corner) for corner in line] for line in outlines(board, territory.cells)]
        path = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in line) + "Z" for line in lines)
        width = 5.5 if territory.is_largest else 2.5
        dashed: dict[str, float | str] = {"stroke_dasharray": dashes, "stroke_linecap": "round"} if dashes else {}
        x, y = min((place for line in lines for place in line), key=lambda place: (place[1], place[0]))
        yield element(
            "g",
            title(_territory_words(territory)),
            element("path", d=path, stroke=art.palette.halo, stroke_width=width + 3),
            element("path", d=path, stroke=colour, stroke_width=width, **dashed),
            element("g", *_plate(art, territory), transform=at(x, y)) if len(territory.cells) > 1 else "",
            class_="largest territory" if territory.is_largest else "territory",
            data_seat=SEATS[territory.player],
            fill="none",
            stroke_linejoin="round",
            **_OVER,
        )


def _territory_words(territory: Territory) -> str:
    """Return a territory in words."""
    seat, systems = SEATS[territory.player], counted(len(territory.cells), "{n} system", "{n} systems")
    if territory.is_largest:
        return say("territory of {seat}: {systems}, the largest", seat=seat, systems=systems)
    return say("territory of {seat}: {systems}", seat=seat, systems=systems)


def _place(art: Art, corner: Corner) -> tuple[float, float]:
    """Return the place where an outline turns: inside the corner of a hex, or as far outside it."""
    x, y = middle_of_hex(corner.hex.q, corner.hex.r, art.orientation)
    dx, dy = art.corners(SIZE - _INSET if corner.is_inside else SIZE + _INSET)[corner.corner]
    return x + dx, y + dy


def _plate(art: Art, territory: Territory) -> Iterator[str]:
    words = f"{SEATS[territory.player]} {len(territory.cells)}"
    width = 8 + 6 * len(words)
    colour, edge = art.palette.seats[territory.player], art.palette.ink
    bold: dict[str, float | str] = {"stroke": edge, "stroke_width": 2 if territory.is_largest else 1}
    yield element("rect", x=-width / 2, y=-8, width=width, height=16, rx=8, fill=colour, **bold)
    yield art.text(0, 3.9, words, 11, art.palette.letter, font_weight="bold")
