"""The last actions as drawings mark them: their words, and the cards that they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .actions import Action
from .cards import Event, System, Technology
from .notation import format_action

__all__ = ["MARK", "Trace", "trace_of"]

MARK: Final = "*"
"""Stands before a card of the last actions."""


class Trace(NamedTuple):
    """What the last actions did to which cards."""

    titles: frozenset[str]
    """The titles of the systems, events and technologies that the actions name."""

    words: str
    """The actions as texts."""

    def sign(self, card: System | Event | Technology) -> str:
        """Return the sign that stands before a card, if one does."""
        return MARK if card.title in self.titles else ""


def trace_of(last: Sequence[Action]) -> Trace:
    """Return the cards and the words of these actions, the last ones before a position.

    Raises IllegalActionError for an action that isn't in the table of actions, TypeError for what is no sequence of
    actions.
    """
    if isinstance(last, Action):
        raise TypeError("last is a sequence of actions: for one of them it is [action]")
    actions = tuple(last)
    for action in actions:
        if not isinstance(action, Action):
            raise TypeError(f"last is a sequence of actions, there is a {type(action).__name__} in it")
    titles = [action.thing.title for action in actions if isinstance(action.thing, System | Event | Technology)]
    return Trace(frozenset(titles), ", ".join(map(format_action, actions)))
