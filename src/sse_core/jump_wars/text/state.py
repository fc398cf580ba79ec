"""Text of positions: complete, and read only in the exact form in which it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...forms.expressions import call, call_that_gives
from ...forms.lines import Lines, shifted
from ...forms.state_form import StateText
from ..board import SIDE
from ..positions.makers import MAX_PLY, content_of, new_game, state_of
from ..positions.position import Due, Position
from ..state import State, check_state
from .map import format_map, map_of
from .notation import SEATS, side_name
from .options import OPTIONS
from .shapes import SIDE_LINES, Side, of_sides, shapes_of, sides_of

__all__ = ["STATE_TEXT", "format_state", "parse_state", "state_expression"]

_WRITTEN: Final = "written: "
"""The beginning of the line with the number of actions in each seat's sealed orders."""

_SEEDS: Final = 10
"""The number of seeds that are tried to write a new game as an expression; each costs a shuffle of the counters."""


def _lines_of(content: tuple[Position, int, tuple[int, ...]]) -> Iterator[str]:
    p, ply, written = content
    shapes, n = shapes_of(len(p.players)), len(p.players)
    yield f"options: {OPTIONS.word(p.options)}"
    yield f"ply: {ply}"
    if any(written):
        yield f"{_WRITTEN}{' '.join(map(str, written))}"
    yield "map:"
    yield from format_map(p)
    yield from shapes.top.write(p)
    yield from shapes.middle[p.step].write(p)
    for seat, player in enumerate(p.players):
        yield from shapes.players.write(player, f"{SEATS[seat]} ")
    for side, one in enumerate(sides_of(p)):
        yield from SIDE_LINES.write(one, f"{side_name(side, n)} ")
    yield from shapes.end.write(p)


def _read_lines(lines: Lines) -> tuple[Position, int, tuple[int, ...]]:
    options = OPTIONS.read(lines.take("options: "))
    ply = lines.take("ply: ").number(MAX_PLY)
    written = lines.take(_WRITTEN).words() if lines.peek().startswith(_WRITTEN) else []
    counts = tuple(word.number(MAX_PLY) for word in written)
    lines.take_exactly("map:")
    above = lines.taken
    rows = [lines.take("").text for _ in range(SIDE)]
    with shifted(above):
        spaces, homeworlds = map_of(rows)
    n = len(homeworlds)
    shapes = shapes_of(n)
    found = shapes.top.read(lines)
    found |= shapes.middle[found["step"]].read(lines)
    players = [shapes.players.read(lines, f"{SEATS[seat]} ") for seat in range(n)]
    found["players"] = tuple(shapes.players.struct.build(player) for player in players)
    sides = [Side(**SIDE_LINES.read(lines, f"{side_name(side, n)} ")) for side in range(n + 1)]
    found |= shapes.end.read(lines)
    return Position(options=options, spaces=spaces, homeworlds=homeworlds, **found, **of_sides(sides)), ply, counts


STATE_TEXT: Final = StateText("jw-state", content_of, state_of, _lines_of, _read_lines)


def format_state(state: State) -> str:
    """Return a position as text that says everything: the map, the fleets, the cards, and what is due.

    The first line is ``jw-state 1``; the text has no newline at its end. On the map ``.`` is a Void, ``+`` a Star
    Field, ``%`` a Cluster, ``#`` a Black Hole, ``~`` a Nebula, a letter a Homeworld. Things that don't exist, such as a
    battle or orders that are being written, have no line. The text parses back to an equal state.
    """
    return STATE_TEXT.format_state(state)


def parse_state(text: str) -> State:
    """Return the position that a text describes, as `format_state` writes it, with any line ends.

    Raises NotationError, with line and column, if it is written in another way; SetupError if the position is
    impossible.
    """
    return STATE_TEXT.parse_state(text)


def state_expression(state: State) -> str:
    """Return a Python expression for a state: its `repr`.

    A new game with a seed from 0 to 9 is ``new_game(...)``, any other position ``parse_state(...)``.
    """
    p = check_state(state).position
    if p.step is Due.START or (p.step is Due.DRAW and not state.ply):
        options = p.options.changes()
        if p.step is Due.DRAW:
            options["first"] = p.start_player
        if "grid" in options:
            options["grid"] = p.options.grid.value
        ways = ({"players": len(p.players), "seed": seed, **options} for seed in range(_SEEDS))
        if found := call_that_gives(state, new_game, ways=ways):
            return found
    return call("parse_state", format_state(state))
