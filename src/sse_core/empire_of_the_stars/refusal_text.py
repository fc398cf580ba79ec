"""Errors for refused actions: what was tried, what is missing, and the clause."""

from __future__ import annotations

from ..errors import IllegalActionError, refused
from .actions import text_of
from .board import Board
from .legality import why_not
from .reasons import Reason

__all__ = ["illegal_action"]


def illegal_action(b: Board, p: bytes, player: int, index: int, reason: Reason) -> IllegalActionError:
    """Return the error for an action of the table that is refused for a reason."""
    words = why_not(b, p, player, index)[1]
    return refused(f"{text_of(b.actions[index])}: {words}", reason)
