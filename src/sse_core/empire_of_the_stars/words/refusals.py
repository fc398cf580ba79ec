"""Errors for refused actions in words: the action, what is missing, and the clause."""

from __future__ import annotations

from ...errors import IllegalActionError, refused
from ..actions import text_of
from ..messages import say
from ..reasons import Reason
from ..state import State
from .legality import fault_of

__all__ = ["illegal_action"]


def illegal_action(state: State, player: int, index: int, reason: Reason) -> IllegalActionError:
    """Return the error for an action of the table that is refused for a reason."""
    words = fault_of(state, player, index)[1]
    return refused(say("{action}: {why}", action=text_of(state.actions[index]), why=words), reason)
