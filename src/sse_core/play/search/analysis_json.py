"""Analyses as JSON, and the expected play in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...game import State
from .analysis import Analysis, Line, follow

__all__ = ["analysis_object", "texts_of"]


def texts_of(line: Line[Any], state: State[Any], player: int | None = None, most: int | None = None) -> list[str]:
    """Return the text of each action of a line, of the first `most` if told to; its own action comes first.

    `player` is the seat for which was searched, None for the first to act (see `analysis.follow`).
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
    """Return the JSON object of what was found, with some of its lines, of the first `most` actions each."""
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
