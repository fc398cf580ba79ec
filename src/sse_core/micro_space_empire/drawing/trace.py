"""Marks of the last actions in a drawing: the cards that they name, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ...drawing.checks import check_actions
from ..actions import Action
from ..cards import Event, System, Technology
from ..text.notation import format_action

__all__ = ["MARK", "Trace", "trace_of"]

MARK: Final = "*"
"""The sign before a card of the last actions."""


class Trace(NamedTuple):
    """The cards and the texts of the last actions."""

    titles: frozenset[str]
    """The titles of the systems, events and technologies that the actions name."""

    words: str
    """The texts of the actions."""

    def sign(self, card: System | Event | Technology) -> str:
        """Return the sign that stands before a card; empty for a card that no action names."""
        return MARK if card.title in self.titles else ""


def trace_of(last: Sequence[Action]) -> Trace:
    """Return the trace of these actions, the last ones before a position.

    Raises IllegalActionError for an action that isn't in the table of actions, TypeError for a value that is no
    sequence of actions.
    """
    actions = check_actions(last, Action)
    titles = [action.argument.title for action in actions if isinstance(action.argument, System | Event | Technology)]
    return Trace(frozenset(titles), ", ".join(map(format_action, actions)))
