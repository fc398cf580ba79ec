"""Steps of actions: spaces of the map are chosen directly, other choices by their verb first; and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ..errors import IllegalActionError
from ..forms.checks import check_texts, lowered, shown
from ..game import Step
from .actions import ACTIONS, Action, Verb
from .messages import say
from .state import State, check_state
from .text.notation import format_action, text_of
from .words.refusals import choice_refused
from .words.steps import AT_ONCE, CHANCES, Choice, chooser_of, chosen_words, plain_words

__all__ = ["refusal", "steps"]

_TEN: Final = 10


def steps(state: State, action: Action, /, player: int | None = None) -> tuple[Step, ...]:
    """Return the choices that make up an action, in order.

    A space of the map, ``a1``, or a number is one step; from 10 on a number has two steps, such as ``20-29`` and
    ``23``. Other decisions are their verb, then its card, seat or space. A chance event is one step, its text. Notes
    are for `player`. None stands for the player of the view while several write orders, else for the first one who may
    choose the action. An illegal action has no notes.

    Raises IllegalActionError if the action isn't in the table, TypeError if it is none at all.

    >>> from sse_core.jump_wars import new_game
    >>> [step.key for step in steps(new_game(), Action(Verb.COUNT, 23))]
    ['20-29', '23']
    """
    check_state(state)
    format_action(action)
    keys, chooser = _keys(action), chooser_of(state, action, player)
    words = plain_words(action) if chooser is None else chosen_words(Choice(state, state.position, chooser, action))
    return tuple(Step(key, *each) for key, each in zip(keys, words, strict=True))


def _keys(action: Action) -> tuple[str, ...]:
    """Return the keys of an action's steps. They depend on no state."""
    verb, argument = action
    if argument is None:
        return (verb.value,)
    if verb in CHANCES:
        return (text_of(action),)
    if verb is Verb.COUNT:
        low = argument // _TEN * _TEN
        return (f"{low}-{low + _TEN - 1}", str(argument)) if low else (str(argument),)
    name = text_of(action).partition("=")[2]
    return (name,) if verb in AT_ONCE else (verb.value, name)


def refusal(state: State, keys: Sequence[str], player: int | None = None) -> str:
    """Return why no legal action of a player begins with these keys, with the clause; ``""`` if one does.

    >>> from sse_core.jump_wars import new_game
    >>> from sse_core.seeds import SplitMix64
    >>> refusal(new_game().resolve(SplitMix64(0)), ["build", "a1"])
    "there is no 'build a1' to choose (J5.1)"
    """
    legal = check_state(state).legal_ids(player)
    # The letter of a side is a capital; all other keys are in lower case.
    chosen = tuple(map(lowered, check_texts(keys, "keys")))
    meant = [index for index, known in enumerate(_all_keys()) if known[: len(chosen)] == chosen]
    if not {*meant}.isdisjoint(legal):
        return ""
    if not meant:
        return say("there is no {choice} to choose (J5.1)", choice=shown(" ".join(chosen)))
    # The last reason in the order of checks, since its action breaks the fewest rules.
    index = max(meant, key=lambda each: (int(state.why_not(each, player)), -each))
    try:
        state.after(index, player)
    except IllegalActionError as error:
        return choice_refused(state, ACTIONS[index], error)
    raise AssertionError(format_action(index))


@cache
def _all_keys() -> tuple[tuple[str, ...], ...]:
    """Return the keys of each action by id, in lower case. They depend on no state."""
    return tuple(tuple(map(lowered, _keys(action))) for action in ACTIONS)
