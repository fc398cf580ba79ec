"""Marks of the last actions in a drawing: the spaces that they name, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .actions import Action, Verb
from .notation import format_action

__all__ = ["MARK", "Trace", "trace_of"]

MARK: Final = "*"
"""Stands after the sign of a space that one of the last actions names."""

_PLACES: Final = frozenset({Verb.BUILD, Verb.AT, Verb.FROM, Verb.TO, Verb.PLANET})
"""The verbs whose argument is a space."""


class Trace(NamedTuple):
    """The spaces and the texts of the last actions."""

    spaces: frozenset[int]
    """The spaces that the actions name."""

    words: str
    """The texts of the actions."""

    def sign(self, space: int) -> str:
        """Return the sign that stands after a space's own; empty for a space that no action names."""
        return MARK if space in self.spaces else ""


def trace_of(last: Sequence[Action]) -> Trace:
    """Return the trace of these actions, the last ones before a position.

    Raises IllegalActionError for an action that isn't in the table of actions, TypeError for what is no sequence of
    actions.
    """
    if isinstance(last, Action):
        raise TypeError("last is a sequence of actions: for one of them it is [action]")
    actions = tuple(last)
    for action in actions:
        if not isinstance(action, Action):
            raise TypeError(f"last is a sequence of actions, there is a {type(action).__name__} in it")
    words = ", ".join(map(format_action, actions))
    spaces = [action.argument for action in actions if action.verb in _PLACES and action.argument is not None]
    return Trace(frozenset(spaces), words)
