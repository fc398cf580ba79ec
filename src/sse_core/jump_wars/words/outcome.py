"""The end of a game in words."""

from __future__ import annotations

from typing import Final

from ...errors import ArgumentError
from ..messages import message, say
from ..state import State, check_state

__all__ = ["verdict"]

_VERDICTS: Final = {
    "conquest": message("fleets on every enemy Homeworld (J3.1)"),
    "neutral": message("the neutral Homeworld held for three turns (J3.3)"),
    "homeworlds": message("most enemy Homeworlds at the turn limit (J3.4)"),
    "fleets": message("most fleets at the turn limit (J3.4)"),
    "tokens": message("most RT at the turn limit (J3.4)"),
    "shared": message("equal in all at the turn limit (J3.4, J4.13)"),
}
"""The criteria that decide a game, in words."""


def verdict(state: State) -> str:
    """Return a phrase for the criterion that decided a finished game (J3)."""
    outcome = check_state(state).outcome
    if outcome is None:
        raise ArgumentError("an unfinished game has no verdict")
    return say(_VERDICTS[outcome.decided_by])
