"""Marks of the last actions in a drawing: the spaces that they name, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ...drawing.checks import check_actions
from ..actions import SPACE_VERBS, Action
from ..text.notation import format_action

__all__ = ["MARK", "Trace", "trace_of"]

MARK: Final = "*"
"""The sign after that of a space that one of the last actions names."""


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

    Raises IllegalActionError for an action that isn't in the table of actions, TypeError for a value that is no
    sequence of actions.
    """
    actions = check_actions(last, Action)
    words = ", ".join(map(format_action, actions))
    spaces = [action.argument for action in actions if action.verb in SPACE_VERBS and action.argument is not None]
    return Trace(frozenset(spaces), words)
