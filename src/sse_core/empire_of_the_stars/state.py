"""The compiled class `State`, and the check that an argument is a state."""

from __future__ import annotations

from .._core.empire_of_the_stars.state import State
from ..forms.checks import type_named

__all__ = ["State", "check_state"]


def check_state(state: State) -> State:
    """Return a state; raise TypeError for anything else."""
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Empire of the Stars, not {type_named(state)}")
    return state
