"""Marks of the last actions in a drawing: the regions that they name, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ...drawing.checks import check_actions
from ..actions import Action, Verb
from ..state import State
from ..text.notation import format_action

__all__ = ["MARK", "REGION_VERBS", "Trace", "trace_of"]

MARK: Final = "'"
"""The sign after the name of a region that one of the last actions names."""

REGION_VERBS: Final = frozenset({Verb.AT, Verb.SETTLE, Verb.FROM, Verb.TO, Verb.HIT, Verb.PUT})
"""The verbs that name a region."""


class Trace(NamedTuple):
    """The regions and the texts of the last actions."""

    regions: frozenset[str]
    words: str

    def sign(self, region: str) -> str:
        """Return the sign that stands after a region's name; empty for one that no action names."""
        return MARK if region in self.regions else ""


def trace_of(state: State, last: Sequence[Action]) -> Trace:
    """Return the trace of these actions, the last ones before a position.

    Raises IllegalActionError for an action that isn't in the table of actions, TypeError for a value that is no
    sequence of actions.
    """
    actions = check_actions(last, Action)
    words = ", ".join(format_action(action, state) for action in actions)
    return Trace(frozenset(action.argument for action in actions if action.verb in REGION_VERBS), words)
