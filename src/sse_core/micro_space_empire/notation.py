"""Text of actions and names of cards; the text of an action parses back to it."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from ..errors import IllegalActionError, NotationCode, NotationError
from ..forms.checks import check_text, lowered, shown
from .actions import ACTIONS, TABLE, Action
from .reasons import Reason

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


_TEXTS: Final = tuple(map(text_of, ACTIONS))
_BY_TEXT: Final = dict(zip(_TEXTS, ACTIONS, strict=True))


def parse_action(text: str, context: object = None) -> Action:
    """Return the action that a text names, such as ``explore=near``, ``conquer=wolf_359``, ``bide`` or ``die=4``.

    Capitals and small letters are the same. The context, which other games need, is ignored. Raises NotationError if
    the text names no action.

    >>> parse_action("discover=capital_ships")
    Action(verb=<Verb.DISCOVER: 'discover'>, argument=<Technology.CAPITAL_SHIPS: 0>)
    """
    text = check_text(text, "an action")
    written = lowered(text)
    action = _BY_TEXT.get(written)
    if action is not None:
        return action
    verb, equals, _ = written.partition("=")
    arguments = [known.partition("=")[2] for known in _TEXTS if known.partition("=")[0] == verb]
    if not arguments:
        verbs = dict.fromkeys(known.partition("=")[0] for known in _TEXTS)
        raise NotationError(
            f"there is no action {shown(verb)}; they are {', '.join(verbs)}", text, code=NotationCode.WORD
        )
    if arguments == [""]:
        raise NotationError(f"{verb} stands alone", text, len(verb) + 1)
    column = len(verb) + len(equals) + 1
    message = f"{verb} is written like {verb}={arguments[0]}; it takes {', '.join(arguments)}"
    raise NotationError(message, text, column, code=NotationCode.WORD)


def format_action(action: Action | int, context: object = None) -> str:
    """Return the text of an action or of its id.

    Raises IllegalActionError if it isn't in the table of actions, TypeError if it is neither an Action nor an integer.
    """
    index = TABLE.id_of(action)
    if TABLE.is_id(index):
        return _TEXTS[index]
    raise IllegalActionError(f"{shown(action)} is no action of this game (M2.2)", Reason.NO_SUCH_ACTION)
