"""Positions as JSON, the twin of their text: the same content, the same checks."""

from __future__ import annotations

import json
from typing import Any, Final

from .._fast import State
from .board import Board
from .json_object import JsonObject
from .maps import format_map, parse_map
from .notation import format_pieces, parse_cell
from .options import Rules
from .positions import position

__all__ = ["read_state_object", "state_from_json", "state_object", "state_to_json"]

_STATE: Final = {"format": "sse-state", "version": 1}


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``rules`` (every option), ``ply``, ``to_act`` (seats), ``passed`` (by seat),
    ``players`` (each with ``ships``, ``cities``, ``stations`` as cell names and ``reserve``), ``map`` (its text).
    """
    return json.dumps(state_object(state))


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
    return read_state_object(JsonObject.parse(text))


def state_object(state: State) -> dict[str, Any]:
    """Return what `state_to_json` writes."""
    rules, names = state.rules, state.board.cell_names
    return {
        **_STATE,
        "rules": {
            "damaged_jump": rules.damaged_jump,
            "nebula_points": rules.nebula_points,
            "territory_points": rules.territory_points,
        },
        "ply": state.ply,
        "to_act": state.to_act,
        "passed": state.passed,
        "players": [
            {
                "ships": [names[cell] + "!" * damaged for cell, damaged in state.ships(player)],
                "cities": format_pieces(state, player, "city"),
                "stations": format_pieces(state, player, "station"),
                "reserve": state.reserve(player)._asdict(),
            }
            for player in range(state.board.players)
        ],
        "map": format_map(state.board),
    }


def read_state_object(found: JsonObject) -> State:
    """Return the position of an object that `state_object` made."""
    board = parse_map(found.string("map"))
    players, to_act = found.objects("players"), found.integers("to_act")
    cities, stations = (
        [[parse_cell(name, board) for name in player.strings(kind)] for player in players]
        for kind in ("cities", "stations")
    )
    state = position(
        board,
        rules=_read_rules(found.object("rules")),
        owners={cell: player for kind in (cities, stations) for player, cells in enumerate(kind) for cell in cells},
        pieces={cell: "station" for cells in stations for cell in cells},
        ships=[[_read_ship(ship, board) for ship in player.strings("ships")] for player in players],
        reserves=[_read_reserve(player.object("reserve")) for player in players],
        passed=found.flags("passed"),
        mover=to_act[0] if to_act else None,
        ply=found.integer("ply"),
    )
    found.check_written_as(state_to_json(state))
    return state


def _read_rules(found: JsonObject) -> Rules:
    return Rules(
        damaged_jump=found.flag("damaged_jump"),
        nebula_points=tuple(found.integers("nebula_points")),
        territory_points=found.integer("territory_points"),
    )


def _read_ship(ship: str, board: Board) -> tuple[int, bool]:
    return parse_cell(ship.removesuffix("!"), board), ship.endswith("!")


def _read_reserve(found: JsonObject) -> tuple[int, int]:
    return found.integer("cities"), found.integer("stations")
