"""Hints and analyses: searches of a position that go on step by step, and can be stopped between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, Final

from ..game import CHANCE, State
from ..play.analysis import Analysis, Line, follow
from ..play.search import search_of
from .errors import StaleError
from .shown import Look, label_of, stepper, steps_object, steps_words

__all__ = ["MAX_HINT", "MAX_SECONDS", "analysed", "hint", "position_of"]

MAX_HINT: Final = 10.0
"""The most seconds of a hint."""

MAX_SECONDS: Final = 60.0
"""The seconds after which an analysis ends by itself."""

_SLICE: Final = 0.25
"""The seconds between two states of an analysis; a search is stopped within them."""

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
        raise StaleError(f"it is not the turn of {label_of(look.room, look.viewer)}, who alone may know this position")
    return state, look.viewer


def analysed(
    state: State[Any], seat: int, seconds: float = MAX_SECONDS, *, stopped: Callable[[], bool] = lambda: False
) -> Iterator[dict[str, Any]]:
    """Search a position, and yield what was found, a few times a second; the last one is `done`.

    Each value has numbers by seat. `stopped` is asked a few times a second.
    """
    player = None if seat == CHANCE else seat
    for found, done in _searched(state, player, seconds, stopped):
        yield _object(found, state, player) | {"seat": seat, "done": done}


def _searched(
    state: State[Any], player: int | None, seconds: float, stopped: Callable[[], bool]
) -> Iterator[tuple[Analysis[Any], bool]]:
    """Search for so many seconds at most; yield what was found, a few times a second, and whether that is the last."""
    search = search_of(state, player=player, seed=0)
    end = monotonic() + seconds
    slice_ = _SLICE / 5
    visits, done = -1, False
    while not done:
        search.run(seconds=max(0.001, min(slice_, end - monotonic())))
        slice_ = _SLICE
        found = search.analysis()
        # A search that makes no progress has proved all it can.
        done = found.exact or found.is_full or found.visits == visits or monotonic() >= end or stopped()
        visits = found.visits
        yield found, done


def hint(
    state: State[Any], seat: int, seconds: float, *, stopped: Callable[[], bool] = lambda: False
) -> dict[str, Any]:
    """Return the best action that a search of so many seconds finds: id, text, words and steps."""
    *_, (found, _) = _searched(state, seat, min(seconds, MAX_HINT), stopped)
    best = found.lines[0]
    steps = stepper(state)(best.action)
    return {
        "id": next(index for index in state.legal_ids(seat) if state.actions[index] == best.action),
        "text": state.game.format_action(best.action, state),
        "words": steps_words(steps),
        "steps": steps_object(steps),
        "value": float(best.value[seat]),
        "visits": found.visits,
        "exact": best.exact,
    }


def _object(found: Analysis[Any], state: State[Any], player: int | None) -> dict[str, Any]:
    return {
        "ply": state.ply,
        "visits": found.visits,
        "seconds": round(found.seconds, 3),
        "how": found.how,
        "exact": found.exact,
        "lines": [_line(line, state, player) for line in found.lines[:_LINES]],
    }


def _line(line: Line[Any], state: State[Any], player: int | None) -> dict[str, Any]:
    texts = [
        before.game.format_action(action, before) for before, _, action in follow(state, line.line[:_LONGEST], player)
    ]
    return {
        "text": state.game.format_action(line.action, state),
        "value": [round(float(share), 4) for share in line.value],
        "margin": [round(float(lead), 3) for lead in line.margin],
        "visits": line.visits,
        "error": round(float(line.error), 4),
        "exact": line.exact,
        "line": texts,
    }
