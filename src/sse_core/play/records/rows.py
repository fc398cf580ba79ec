"""Rows of a recorded game: a flat dictionary for each ply, for data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...game import CHANCE, Recorded, State
from ..seats import letter_of

__all__ = ["rows_of"]


def rows_of(record: Recorded) -> list[dict[str, Any]]:
    """Return a row for each move of a record (see `GameRecord.to_rows`)."""
    game = record.game
    seats = game.INFO.seats[: len(record.start.totals)]
    rows: list[dict[str, Any]] = []
    turn = 0
    states = list(record.states())
    scores = [_score(state, seats) for state in states[1:]]
    columns = list(dict.fromkeys(key for score in scores for key in score))
    for ply, (player, action) in enumerate(record.moves, 1):
        before, after = states[ply - 1 : ply + 1]
        turn += ply == 1 or not game.continues_turn(before)
        seat = letter_of(player, game)
        rows.append(
            {
                "ply": ply,
                "turn": turn,
                "seat": int(player),
                "player": seat,
                "name": record.tags.get(seat),
                "action": game.format_action(action, before),
                "kind": _kind(action),
                "is_chance": player == CHANCE,
                "probability": float(dict(before.odds())[action]) if player == CHANCE else None,
                "effects": "; ".join(game.effects(before, action, after)),
                **{f"total_{letter}": int(total) for letter, total in zip(seats, after.totals, strict=True)},
                **{column: scores[ply - 1].get(column, 0) for column in columns},
            }
        )
    return rows


def _score(state: State[Any], seats: Sequence[str]) -> dict[str, int]:
    """Return the columns of the score by name and seat, without the total."""
    return {
        f"{column.replace(' ', '_')}_{seat}": int(points)
        for seat, row in zip(seats, state.game.score_table(state), strict=True)
        for column, points in row.items()
        if column != "total"
    }


def _kind(action: Any) -> str:
    """Return the verb of an action, or the name of its class."""
    return str(getattr(action, "verb", type(action).__name__.lower()))
