"""Hints and analyses: searches of a position that go on step by step, and can be stopped between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..game import CHANCE, State
from ..play.analysis import Analysis, Stop
from ..play.analysis_object import analysis_object
from ..play.search import Budget, search_of
from ..play.searching import PAUSE, search_in_parts
from ..play.seats import label_of
from ..play.steps import stepper, words_of
from .errors import StaleError
from .room_json import Look, names_of, steps_object

__all__ = ["MAX_HINT", "MAX_SECONDS", "analysed", "hint", "position_of"]

MAX_HINT: Final = 10.0
"""The most seconds of a hint."""

MAX_SECONDS: Final = 60.0
"""The seconds after which an analysis ends by itself."""

_LINES: Final = 12
"""The lines of an analysis that are sent."""

_LONGEST: Final = 12
"""The actions of a line that are sent."""


def position_of(look: Look) -> tuple[State[Any], int]:
    """Return the position of a look, as it may be searched, and the seat for which.

    Raises StaleError after the end, and where the one to act has secrets from who looks.
    """
    state = look.state
    if not state.to_act:
        raise StaleError("the game is over, and there is nothing to analyse")
    if look.viewer is None:
        return state, state.to_act[0]
    if look.viewer not in state.to_act:
        who = label_of(look.viewer, names_of(look.room), look.room.game)
        raise StaleError(f"it is not the turn of {who}, who alone may know this position")
    return state, look.viewer


def analysed(
    state: State[Any], seat: int, seconds: float = MAX_SECONDS, *, stop: Stop | None = None
) -> Iterator[dict[str, Any]]:
    """Search a position, and yield what was found, a few times a second; the last one is `done`.

    Each value has numbers by seat. The search ends some milliseconds after `stop` is set.
    """
    player = None if seat == CHANCE else seat
    for found, done in _searched(state, player, seconds, stop):
        yield _object(found, state, player) | {"seat": seat, "done": done}


def _searched(
    state: State[Any], player: int | None, seconds: float, stop: Stop | None
) -> Iterator[tuple[Analysis[Any], bool]]:
    """Search for so many seconds at most; yield what was found, a few times a second, and whether that is the last."""
    search = search_of(state, player=player, seed=0)
    budget = Budget(None, seconds, search.default_visits)
    return search_in_parts(
        search, budget, first=PAUSE / 5, is_enough=lambda found: found.exact or found.is_full, stop=stop
    )


def hint(state: State[Any], seat: int, seconds: float, *, stop: Stop | None = None) -> dict[str, Any]:
    """Return the best action that a search of so many seconds finds: id, text, words and steps."""
    *_, (found, _) = _searched(state, seat, min(seconds, MAX_HINT), stop)
    best = found.lines[0]
    steps = stepper(state)(best.action)
    return {
        "id": next(index for index in state.legal_ids(seat) if state.actions[index] == best.action),
        "text": state.game.format_action(best.action, state),
        "words": words_of(steps),
        "steps": steps_object(steps),
        "value": float(best.value[seat]),
        "visits": found.visits,
        "exact": best.exact,
    }


def _object(found: Analysis[Any], state: State[Any], player: int | None) -> dict[str, Any]:
    """Return the JSON object that the page is sent: rounded numbers, and no more than it shows."""
    whole = analysis_object(found, found.lines[:_LINES], state, player=player, most=_LONGEST)
    return {
        "ply": whole["ply"],
        "visits": whole["visits"],
        "seconds": round(whole["seconds"], 3),
        "how": whole["how"],
        "exact": whole["exact"],
        "lines": [
            {
                "text": line["action"],
                "value": [round(share, 4) for share in line["value"]],
                "margin": [round(lead, 3) for lead in line["margin"]],
                "visits": line["visits"],
                "error": round(float(line["error"]), 4),
                "exact": line["exact"],
                "line": line["line"],
            }
            for line in whole["lines"]
        ],
    }
