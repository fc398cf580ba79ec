"""Python expressions for positions, as short as possible, for `repr`."""

from __future__ import annotations

from typing import Any

from ..._fast import State
from ...errors import SetupError
from ...forms.expressions import call, call_that_gives
from ..actions import Piece
from ..board import Board
from ..options import MAX_RESERVE
from ..positions.checks import box, count_placed, left_in_box, ships_in_box
from ..positions.makers import contents, new_game
from .state import format_state

__all__ = ["state_expression"]


def state_expression(state: State) -> str:
    """Return ``new_game(…)`` for the start of a game, else the shorter of ``position(…)`` and ``parse_state(…)``.

    Arguments with their default values are left out.
    """
    rules = {} if state.rules == state.board.setup.rules else {"rules": state.rules}
    start = _as_start(state, rules)
    if start is not None:
        return start
    piece_by_piece = call("position", state.board, **rules, **_keywords(state))
    return min(piece_by_piece, call("parse_state", format_state(state)), key=len)


def _as_start(state: State, rules: dict[str, Any]) -> str | None:
    """Return the call of `new_game` that gives a state; None if no call does."""
    board, players = state.board, range(state.board.players)
    reserves = [state.reserve(player) for player in players]
    if state.ply or max(max(reserve) for reserve in reserves) > MAX_RESERVE:
        return None
    counts = {
        "ships": _by_player([len(state.ships(player)) for player in players], ships_in_box(board)),
        "cities": _by_player([reserve.cities for reserve in reserves], box(board).cities),
        "stations": _by_player([reserve.stations for reserve in reserves], box(board).stations),
    }
    pieces: dict[str, Any] = {name: count for name, count in counts.items() if count is not None}
    ways = (rules | ({"first": first} if first else {}) | pieces for first in players)
    return call_that_gives(state, new_game, board, ways=ways)


def _by_player(counts: list[int], default: int) -> int | list[int] | None:
    """Return counts as `new_game` takes them: one number if all are equal, None if they are the default."""
    if len(set(counts)) > 1:
        return counts
    return None if counts[0] == default else counts[0]


def _keywords(state: State) -> dict[str, Any]:
    """Return the keywords of `position` that differ from their defaults, except the rules."""
    board, content = state.board, contents(state)
    empty: tuple[Any, ...] = ({}, [], None)
    defaults: dict[str, Any] = {
        "ships": [[(board.homeworld(player), False)] * ships_in_box(board) for player in range(board.players)],
        "reserves": _left(board, content["owners"], content["pieces"]),
        "received": [0] * board.players,
        "banked": [(0, 0)] * board.players,
        "passed": [False] * board.players,
        "mover": 0,
        "ply": 0,
    }
    found: dict[str, Any] = {
        name: value
        for name, value in content.items()
        if name != "rules" and (value != defaults[name] if name in defaults else value not in empty)
    }
    if "ships" in found:
        found["ships"] = [[(cell, True) if damaged else cell for cell, damaged in fleet] for fleet in found["ships"]]
    return found


def _left(board: Board, owners: dict[int, int], pieces: dict[int, Piece]) -> list[tuple[int, int]] | None:
    """Return the default reserves: the box less the pieces on the map; None if the box has too few."""
    cities: dict[int, Piece] = dict.fromkeys(owners, "city")
    try:
        return [
            (left.cities, left.stations) for left in left_in_box(board, count_placed(board, owners, cities | pieces))
        ]
    except SetupError:
        return None
