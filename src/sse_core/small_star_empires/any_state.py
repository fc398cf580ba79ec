"""States of the game of both kinds: compiled ones, and those by house rules in plain Python."""

from __future__ import annotations

from typing import Final, TypeGuard

from .._fast import State
from ..forms.checks import type_named
from .actions import Move

__all__ = ["PlainState", "check_any_state", "is_state"]


class PlainState:
    """The parent of states in plain Python. Texts and drawings take them in the same way as a `State`."""

    __slots__ = ()

    def is_jump(self, move: Move) -> bool:
        """Return whether a legal move is a jump by the rules of this state."""
        raise NotImplementedError


_STATES: Final = (State, PlainState)


def is_state(value: object) -> TypeGuard[State]:
    """Return whether a value is a state of the game, with the attributes of a `State`."""
    return isinstance(value, _STATES)


def check_any_state(state: State) -> State:
    """Return a state; raise TypeError for a value of another type."""
    if not is_state(state):
        raise TypeError(f"a State of Small Star Empires is played, not {type_named(state)}")
    return state
