"""JSON of positions: the same content as their text, with the same checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, Final, TypeVar

from ..._fast import State
from ...errors import NotationError, SetupError
from ...forms.json_object import JsonObject
from ...forms.state_form import StateJson, itself
from ..maps.map import format_map, parse_map
from ..maps.tiles import Bag, Tile
from ..options import Rules
from ..positions.checks import DUE, DueKind, due_kind, mover_in_text
from ..positions.makers import position
from .notation import parse_cell
from .shapes import PLAYER, placed, told
from .state import STATE_TEXT

__all__ = ["STATE_JSON", "object_of", "read_object", "state_from_json", "state_to_json"]

PositionT = TypeVar("PositionT")

_LATER_OPTIONS: Final = {"conquest_own_only": False}
"""Options that older texts don't name, with the values that these texts mean."""


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``rules`` (every option; a bag is null or an object of counts; older texts
    have no ``conquest_own_only``, which is false there), ``ply``, ``to_act`` (seats, −1 for chance), ``due`` (null, or
    ``what``, ``cell`` and ``player``), ``passed`` (by seat), ``players`` (each with ``ships``, ``cities``, ``stations``
    as cell names, ``reserve``, ``received`` and ``banked``), ``tiles`` (revealed tiles by cell name), ``conquered``
    (cell names), ``map`` (its text).
    """
    return STATE_JSON.state_to_json(state)


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError for other texts, SetupError if it is impossible."""
    return STATE_JSON.state_from_json(text)


def object_of(state: State) -> dict[str, Any]:
    """Return the JSON object of a position without ``format`` and ``version``."""
    names, cells = state.board.cell_names, range(state.board.n_cells)
    due = state.due
    return {
        "rules": _rules_object(state.rules),
        "ply": state.ply,
        "to_act": state.to_act,
        "due": None if due is None else {**due._asdict(), "cell": names[due.cell]},
        "passed": state.passed,
        "players": [PLAYER.to_json(player) for player in told(state)],
        "tiles": {names[cell]: tile.value for cell in cells if (tile := state.tile(cell)) is not None},
        "conquered": [names[cell] for cell in state.conquered],
        "map": format_map(state.board),
    }


def _rules_object(rules: Rules) -> dict[str, Any]:
    options = {field.name: getattr(rules, field.name) for field in fields(Rules)}
    return options | {"bag": None if rules.bag is None else rules.bag._asdict()}


def read_object(found: JsonObject, make: Callable[..., PositionT]) -> PositionT:
    """Return the position of an object; `make` takes the arguments of `position`, and returns it."""
    board = parse_map(found.string("map"))
    players, to_act = found.objects("players"), found.integers("to_act")
    if len(players) != board.players:
        raise SetupError(f"the map has {board.players} players, the position {len(players)}")
    tiles, due = found.object("tiles"), found.object_or_none("due")
    return make(
        board,
        rules=_read_rules(found.object("rules")),
        tiles={parse_cell(name, board): tiles.string(name) for name in tiles.content},
        conquered=[parse_cell(name, board) for name in found.strings("conquered")],
        **placed(board, [PLAYER.from_json(player.content, "players") for player in players]),
        passed=found.flags("passed"),
        mover=mover_in_text(board, due.integer("player") if due else to_act[0] if to_act else None),
        due=None if due is None else (_read_due_kind(due.string("what")), parse_cell(due.string("cell"), board)),
        ply=found.integer("ply"),
    )


STATE_JSON: Final = StateJson(STATE_TEXT.name, itself, itself, object_of, partial(read_object, make=position))


def _read_rules(found: JsonObject) -> Rules:
    options: dict[str, Any] = {}
    found.add_defaults(_LATER_OPTIONS)
    for field in fields(Rules):
        published = field.default
        if field.name == "bag":
            options[field.name] = _read_bag(found.object_or_none("bag"))
        elif isinstance(published, bool):
            options[field.name] = found.flag(field.name)
        elif isinstance(published, int):
            options[field.name] = found.integer(field.name)
        elif isinstance(published, str):
            options[field.name] = found.string(field.name)
        else:
            options[field.name] = tuple(found.integers(field.name))
    return Rules(**options)


def _read_bag(found: JsonObject | None) -> Bag | None:
    return None if found is None else Bag(*(found.integer(tile.value) for tile in Tile))


def _read_due_kind(text: str) -> DueKind:
    kind = due_kind(text)
    if kind is None:
        raise NotationError(f"what is due is one of {', '.join(DUE)}", text)
    return kind
