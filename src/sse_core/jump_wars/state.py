"""The compiled class `State`, and the check that an argument is a state."""

from __future__ import annotations

from typing import Final

from .._core.jump_wars.state import State
from ..forms.checks import type_named

__all__ = ["LAST_PLY", "State", "check_state"]

LAST_PLY: Final = 4 * 10**9
"""The last ply. Each action builds at most one fleet, so the number of fleets fits 32 bits."""


def check_state(state: State) -> State:
    """Return a state; raise TypeError for anything else."""
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Jump Wars, not {type_named(state)}")
    return state
