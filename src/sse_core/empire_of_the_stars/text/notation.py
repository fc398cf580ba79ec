"""Texts of actions: a verb alone or with its argument, as in ``from=c2``. Each pack has its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...errors import ArgumentError
from ...forms.action_table import VerbTexts
from ...forms.checks import not_in_table, shown
from ..actions import Action, Verb, text_of
from ..board import Board
from ..reasons import Reason

if TYPE_CHECKING:
    from ..state import State

__all__ = ["format_action", "parse_action", "texts_of"]

_LONG: Final = 8
"""The most arguments of a verb that an error lists; if there are more, it names the first and the last."""


@lru_cache(maxsize=64)
def texts_of(board: Board) -> VerbTexts[Action]:
    """Return the texts of a pack's actions."""
    ranges: dict[str, str] = {}
    for verb, arguments in zip(Verb, board.arguments, strict=True):
        if len(arguments) > _LONG and verb not in (Verb.EDICT, Verb.UNIT, Verb.SHIP):
            ranges[verb.word] = f"one of {len(arguments)}, {arguments[0]} to {arguments[-1]}"
    return VerbTexts(board.table, text_of, ranges=ranges, guesses=True)


def parse_action(text: str, context: State) -> Action:
    """Return the action that a text names in the pack of a state, such as ``from=c2``, ``tactics=3`` or ``done``.

    Capitals and small letters are the same. Raises NotationError if the text names no action.
    """
    return texts_of(_board_of(context)).parse(text)


def format_action(action: Action | int, context: State) -> str:
    """Return the text of an action or of its id, in the pack of a state.

    Raises IllegalActionError if it isn't in the table of actions, TypeError if it is neither an Action nor an integer.
    """
    text = texts_of(_board_of(context)).of(action)
    if text is None:
        raise not_in_table(action, Reason.NO_SUCH_ACTION)
    return text


def _board_of(context: State) -> Board:
    board = getattr(context, "board", None)
    if not isinstance(board, Board):
        raise ArgumentError(f"the context of an action is a state of Empire of the Stars, not {shown(context)}")
    return board
