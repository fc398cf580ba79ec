"""Text of actions, and names of seats and sides; the text of an action parses back to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...forms.action_table import VerbTexts
from ...forms.checks import not_in_table
from ..actions import MOST, NEUTRAL, SPACE_VERBS, TABLE, Action, Verb
from ..board import N_SPACES, space_name
from ..cards import Card, name_of
from ..reasons import Reason

__all__ = ["NEUTRAL_NAME", "SEATS", "format_action", "name_of", "parse_action", "side_name", "text_of"]

SEATS: Final = "ABCDE"
"""The letter of each seat."""

NEUTRAL_NAME: Final = "neutral"
"""The name of the neutral side (J3.3)."""


def side_name(side: int, n_players: int) -> str:
    """Return the letter of a seat; the neutral side, whose number is that of the players, is ``neutral``."""
    return NEUTRAL_NAME if side == n_players else SEATS[side]


_CARDS: Final = frozenset(
    {Verb.BOOST, Verb.LEAD, Verb.RAISE, Verb.LEARN, Verb.PAIR, Verb.DISCARD, Verb.GIVE, Verb.ASK, Verb.DRAW}
)


def _name_of_argument(verb: Verb) -> Callable[[int], str]:
    """Return the function that names the arguments of a verb."""
    if verb in _CARDS:
        return lambda argument: name_of(Card(argument))
    if verb in SPACE_VERBS:
        return space_name
    return str if verb is Verb.COUNT else lambda argument: side_name(argument, NEUTRAL)


def text_of(action: Action) -> str:
    """Return the text of an action that is in the table of actions."""
    verb, argument = action
    return str(verb) if argument is None else f"{verb}={_name_of_argument(verb)(argument)}"


_SPACES: Final = f"a space, {space_name(0)} to {space_name(N_SPACES - 1)}"
_RANGES: Final = {str(verb): _SPACES for verb in SPACE_VERBS} | {str(Verb.COUNT): f"a number from 0 to {MOST}"}
_TEXTS: Final = VerbTexts(TABLE, text_of, ranges=_RANGES, guesses=True)


def parse_action(text: str, context: object = None) -> Action:
    """Return the action that a text names, such as ``from=a1``, ``boost=attack``, ``offer=B``, ``count=3`` or ``done``.

    Capitals and small letters are the same. The context, which other games need, is ignored. Raises NotationError if
    the text names no action.

    >>> parse_action("give=nova_bombs")
    Action(verb=<Verb.GIVE: 'give'>, argument=<Card.NOVA_BOMBS: 14>)
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
