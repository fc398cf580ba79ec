"""Text, JSON and Python expression of positions: they say everything, are read strictly, and lead back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Final

from ..errors import NotationError, SetupError
from ..forms.checks import guess
from ..forms.expressions import call
from ..forms.json_object import JsonObject
from ..forms.lines import Lines, Word
from ..forms.shapes import Flag, Kind, Named, Number
from ..forms.state_form import StateForm
from ..forms.structs import Struct
from .board import N_SPACES, SIDE, Grid
from .map_text import format_map, map_of
from .notation import SEATS, side_name
from .options import MAX_TURNS, Options
from .position import NOBODY, Player, Position, Step
from .positions import MAX_PLY, position, start
from .shapes import SIDE_LINES, Side, shapes_of
from .state import State, check_state

__all__ = ["STATE_FORM", "format_state", "parse_state", "state_expression", "state_from_json", "state_to_json"]

_SEEDS: Final = 10
"""The seeds that are tried for the expression of a new game: each costs a shuffle of the counters."""

_PLY: Final = Number(MAX_PLY)


# --- what players agree on


@dataclass(frozen=True)
class _Agreed(Struct):
    """Options, written as those that differ from their defaults: ``grid=hex trade=yes``."""

    def word(self, value: Options) -> str:
        """Return the words of options."""
        words = [f"{name}={self.fields[name].word(one)}" for name, one in value.changes().items()]
        return " ".join(words) or "standard"

    def read(self, word: Word) -> Options:
        """Return the options of words."""
        found: dict[str, Any] = {}
        for one in [] if word.text == "standard" else word.words():
            name, equals, value = one.cut("=")
            if not equals or name.text not in self.fields:
                names = f"{', '.join(self.fields)}{guess(name.text, self.fields)}"
                raise one.error(f"an option is written like `trade=yes`, and is one of {names}")
            found[name.text] = self.fields[name.text].read(value)
        return Options(**found)


_OPTIONS: Final = _Agreed(
    Options,
    {
        "grid": Named(
            {str(grid): grid for grid in Grid}, f"a grid is one of {', '.join(Grid)}", None, Kind(Grid), guesses=True
        ),
        "turn_limit": Number(MAX_TURNS, first=1),
        **{one.name: Flag("yes", f"{one.name}, where it is named, is one of yes") for one in fields(Options)[2:]},
    },
)

# --- text


def _content_of(state: State) -> tuple[Position, int]:
    return check_state(state).position, state.ply


def _lines_of(content: tuple[Position, int]) -> Iterator[str]:
    p, ply = content
    shapes, n = shapes_of(len(p.players)), len(p.players)
    yield f"options: {_OPTIONS.word(p.options)}"
    yield f"ply: {ply}"
    yield "map:"
    yield from format_map(p)
    yield from shapes.top.write(p)
    yield from shapes.middle[p.step].write(p)
    for seat, player in enumerate(p.players):
        yield from shapes.players.write(player, f"{SEATS[seat]} ")
    for side, one in enumerate(_sides_of(p)):
        yield from SIDE_LINES.write(one, f"{side_name(side, n)} ")
    yield from shapes.end.write(p)


def _read_lines(lines: Lines) -> tuple[Position, int]:
    options = _OPTIONS.read(lines.take("options: "))
    ply = _PLY.read(lines.take("ply: "))
    lines.take_exactly("map:")
    above = lines.taken
    rows = [lines.take("").text for _ in range(SIDE)]
    try:
        spaces, homeworlds = map_of(rows)
    except NotationError as error:
        raise NotationError(error.message, error.text, error.column, error.line + above) from None
    except SetupError as error:
        raise SetupError(error.message, above + 1) from None
    n = len(homeworlds)
    shapes = shapes_of(n)
    found = shapes.top.read(lines)
    found |= shapes.middle[found["step"]].read(lines)
    players = [shapes.players.read(lines, f"{SEATS[seat]} ") for seat in range(n)]
    found["players"] = tuple(shapes.players.struct.build(player) for player in players)
    sides = [Side(**SIDE_LINES.read(lines, f"{side_name(side, n)} ")) for side in range(n + 1)]
    found |= shapes.end.read(lines)
    return Position(options=options, spaces=spaces, homeworlds=homeworlds, **found, **_of_sides(sides)), ply


# --- JSON


def _object_of(content: tuple[Position, int]) -> dict[str, Any]:
    p, ply = content
    *sides, neutral = _sides_of(p)
    players = [player._asdict() | side._asdict() for player, side in zip(p.players, sides, strict=True)]
    told: Any = shapes_of(len(players)).told.to_json(p._asdict() | {"players": players, "neutral": neutral})
    return {"ply": ply, "options": _OPTIONS.to_json(p.options), "map": format_map(p), **told}


def _read_object(found: JsonObject) -> tuple[Position, int]:
    spaces, homeworlds = map_of(found.strings("map"))
    n, players = len(homeworlds), len(found.objects("players"))
    if players != n:
        raise NotationError(f"the map has {n} players, and players has {players}", str(found.strings("map")))
    options = _OPTIONS.from_json(found.value("options"), "options")
    told = shapes_of(n).told.from_json(found.content, "the whole")
    whole = told.pop("players")
    sides = [*(Side(player.pop("fleets"), player.pop("held")) for player in whole), told.pop("neutral")]
    told["players"] = tuple(Player(**player) for player in whole)
    contents = Position(options=options, spaces=spaces, homeworlds=homeworlds, **told, **_of_sides(sides))
    return contents, found.integer("ply")


# --- sides


def _sides_of(p: Position) -> list[Side]:
    return [
        Side(fleets, tuple(space for space, holder in enumerate(p.held) if holder == side))
        for side, fleets in enumerate(p.fleets)
    ]


def _of_sides(sides: list[Side]) -> dict[str, Any]:
    held = [NOBODY] * N_SPACES
    for side, one in enumerate(sides):
        for space in one.held:
            held[space] = side
    return {"fleets": tuple(one.fleets for one in sides), "held": tuple(held)}


STATE_FORM: Final = StateForm(
    name="jw-state",
    content_of=_content_of,
    state_of=lambda content: position(*content),
    lines_of=_lines_of,
    read_lines=_read_lines,
    object_of=_object_of,
    read_object=_read_object,
)


def format_state(state: State) -> str:
    """Return a position as text that says everything: the map, the fleets, the cards, and what is due.

    The first line is ``jw-state 1``; the text has no newline at its end. On the map ``.`` is a Void, ``+`` a Star
    Field, ``%`` a Cluster, ``#`` a Black Hole, ``~`` a Nebula, a letter a Homeworld. What isn't there, such as a
    battle, has no line. The text parses back to an equal state.
    """
    return STATE_FORM.format_state(state)


def parse_state(text: str) -> State:
    """Return the position that a text describes, exactly as `format_state` writes it.

    Raises NotationError, with line and column, if it isn't written so; SetupError if the position can't be.
    """
    return STATE_FORM.parse_state(text)


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``ply``, ``options`` (all of them), ``map`` (its ten rows, as in the text), and the
    fields of `Position` but for ``spaces`` and ``homeworlds``. Cards, spaces and sides have names; what is counted by
    card, space or side is an object without its zeros. ``fleets`` and ``held`` stand with each player; those of the
    neutral side are in ``neutral``. ``draft`` has numbers.
    """
    return STATE_FORM.state_to_json(state)


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
    return STATE_FORM.state_from_json(text)


def state_expression(state: State) -> str:
    """Return a Python expression for a state: its `repr`.

    A new game with a seed from 0 to 9 is ``start(...)``, any other position ``parse_state(...)``.
    """
    p = state.position
    if p.step is Step.START:
        options = p.options.changes()
        if "grid" in options:
            options["grid"] = p.options.grid.value
        for seed in range(_SEEDS):
            if state == start(players=len(p.players), seed=seed, **options):
                return call("start", players=len(p.players), seed=seed, **options)
    return call("parse_state", format_state(state))
