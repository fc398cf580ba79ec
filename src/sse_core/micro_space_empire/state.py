"""The compiled class `State`, and the check that an argument is a state."""

from __future__ import annotations

from .._core.micro_space_empire.state import State
from ..forms.checks import type_named

__all__ = ["State", "check_state"]


def check_state(state: State) -> State:
    """Return a state; raise TypeError for anything else."""
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Micro Space Empire, not {type_named(state)}")
    return state
