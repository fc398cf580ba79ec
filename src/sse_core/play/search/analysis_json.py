"""JSON objects of analyses, and the texts of the actions of a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...game import State
from .analysis import Analysis, Line, follow

__all__ = ["analysis_object", "texts_of"]


def texts_of(line: Line[Any], state: State[Any], player: int | None = None, most: int | None = None) -> list[str]:
    """Return the texts of the actions of a line, or of its first `most` actions; the line's own action comes first.

    `player` is the seat of the search, None for the first to act (see `analysis.follow`).
    """
    steps = follow(state, line.line[:most], player)
    return [before.game.format_action(action, before) for before, _, action in steps]


def analysis_object(
    found: Analysis[Any],
    lines: Sequence[Line[Any]],
    state: State[Any],
    *,
    player: int | None = None,
    most: int | None = None,
) -> dict[str, Any]:
    """Return the JSON object of an analysis with the given lines, each with its first `most` actions."""
    return {
        "ply": state.ply,
        "player": state.to_act[0] if player is None else player,
        "visits": found.visits,
        "seconds": found.seconds,
        "exact": found.exact,
        "is_full": found.is_full,
        "how": found.how,
        "lines": [
            {
                "action": (texts := texts_of(line, state, player, most))[0],
                "visits": line.visits,
                "value": [float(share) for share in line.value],
                "margin": [float(lead) for lead in line.margin],
                "error": line.error,
                "exact": line.exact,
                "line": texts,
            }
            for line in lines
        ],
    }
