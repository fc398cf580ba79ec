"""Text of actions and names of cards; the text of an action parses back to it."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from ...forms.action_table import VerbTexts
from ...forms.checks import not_in_table
from ..actions import TABLE, Action
from ..reasons import Reason

__all__ = ["format_action", "name_of", "parse_action", "text_of"]


def name_of(card: IntEnum) -> str:
    """Return the name of a system, an event or a technology in texts, such as ``wolf_359``."""
    return card.name.lower()


def text_of(action: Action) -> str:
    """Return the text of an action that is in the table of actions."""
    argument = action.argument
    if argument is None:
        return str(action.verb)
    return f"{action.verb}={name_of(argument) if isinstance(argument, IntEnum) else argument}"


_TEXTS: Final = VerbTexts(TABLE, text_of)


def parse_action(text: str, context: object = None) -> Action:
    """Return the action that a text names, such as ``explore=near``, ``conquer=wolf_359``, ``bide`` or ``die=4``.

    Capitals and small letters are the same. The context, which other games need, is ignored. Raises NotationError if
    the text names no action.

    >>> parse_action("discover=capital_ships")
    Action(verb=<Verb.DISCOVER: 'discover'>, argument=<Technology.CAPITAL_SHIPS: 0>)
    """
    return _TEXTS.parse(text)


def format_action(action: Action | int, context: object = None) -> str:
    """Return the text of an action or of its id.

    Raises IllegalActionError if it isn't in the table of actions, TypeError if it is neither an Action nor an integer.
    """
    text = _TEXTS.of(action)
    if text is None:
        raise not_in_table(action, Reason.NO_SUCH_ACTION)
    return text
