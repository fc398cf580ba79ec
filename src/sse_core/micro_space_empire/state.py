"""State of a game: the compiled class of ``_core.micro_space_empire.state``, and the check of arguments."""

from __future__ import annotations

from .._core.micro_space_empire.state import State

__all__ = ["State", "check_state"]


def check_state(state: State) -> State:
    """Return a state; raise TypeError for anything else."""
    if not isinstance(state, State):
        raise TypeError(f"a position is a State, not {type(state).__name__}")
    return state
