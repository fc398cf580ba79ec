"""The end of a game in words."""

from __future__ import annotations

from typing import Final

from ...errors import ArgumentError
from ..messages import message, say
from ..state import State, check_state

__all__ = ["verdict"]

_VERDICTS: Final = {
    "total": message("most points (C12.4)"),
    "planets": message("equal in points, most planets (C12.4)"),
    "favour": message("equal in points and planets, named by the Emperor (C12.4)"),
}
"""The criteria that decide a game, in words."""


def verdict(state: State) -> str:
    """Return a phrase for the criterion that decided a finished game (C12.4)."""
    outcome = check_state(state).outcome
    if outcome is None:
        raise ArgumentError("an unfinished game has no verdict")
    return say(_VERDICTS[outcome.decided_by])
