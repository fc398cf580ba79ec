"""Steps of actions: regions of the map are chosen directly, most other choices by their verb first; and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ..errors import IllegalActionError
from ..forms.checks import check_texts, lowered, shown
from ..game import Step
from .actions import Action, Verb, text_of
from .board import Board
from .messages import say
from .state import State, check_state
from .text.notation import format_action
from .words.context import Context
from .words.steps import CHOICES, HEADS, Choice, numbers_words

__all__ = ["refusal", "steps"]

_AT_ONCE: Final = frozenset({Verb.AT, Verb.SETTLE, Verb.FROM, Verb.TO, Verb.HIT, Verb.PUT, Verb.POWER})
"""The verbs whose regions, or powers, are the first step; no two of them are ever due at the same time."""

_NUMBERS: Final = frozenset({Verb.POLYMERS, Verb.METAL, Verb.ENERGY, Verb.TACTICS, Verb.WEAPONS})
_TEN: Final = 10


def steps(state: State, action: Action, /, player: int | None = None) -> tuple[Step, ...]:
    """Return the choices that make up a legal action, in order, each with a note of the facts that matter.

    A region of the map is one step, ``c2``, and so is a power, by its name, or a number; from 10 on a number has two
    steps, such as ``20-29`` and ``23``. Other decisions are their verb, then its argument. A chance event is one step,
    its text.

    Raises IllegalActionError if the action isn't in the table, or isn't legal, TypeError if it is none at all.
    """
    check_state(state)
    format_action(action, state)
    keys = _keys(action)
    for seat in state.to_act if player is None else (player,):
        # If several seats choose in secret, and no player is given, it is a seat that can choose this action.
        if not state.why_not(action, seat):
            return tuple(map(Step, keys, *zip(*_words(Context(state, seat), action, len(keys)), strict=True)))
    return tuple(Step(key, key) for key in keys)


def _keys(action: Action) -> tuple[str, ...]:
    """Return the keys of an action's steps."""
    verb, argument = action
    if verb >= Verb.REVEAL:
        return (text_of(action),)
    if verb in _NUMBERS:
        low = int(argument) // _TEN * _TEN
        return (f"{low}-{low + _TEN - 1}", argument) if low else (argument,)
    if verb in _AT_ONCE:
        return (argument,)
    return (Verb(verb).word, argument) if argument else (Verb(verb).word,)


def _words(s: Context, action: Action, n: int) -> Iterator[Choice]:
    """Yield the words and the note of each of an action's steps."""
    verb = action.verb
    if n == 2 and verb in _NUMBERS:
        low = int(action.argument) // _TEN * _TEN
        yield numbers_words(verb, low, low + _TEN - 1), say("choose the number next")
    elif verb in HEADS:
        yield HEADS[verb](s)
    if verb in CHOICES:
        yield CHOICES[verb](s, s.number(action))


def refusal(state: State, keys: Sequence[str], player: int | None = None) -> str:
    """Return why no legal action of a player begins with these keys, with the clause; ``""`` if one does."""
    legal = check_state(state).legal_ids(player)
    # The letter of a seat is a capital; all other keys are in lower case.
    chosen = tuple(map(lowered, check_texts(keys, "keys")))
    board = state.board
    meant = [index for index, known in enumerate(_all_keys(board)) if known[: len(chosen)] == chosen]
    if not {*meant}.isdisjoint(legal):
        return ""
    if not meant:
        return say("there is no {choice} to choose (C16.1)", choice=shown(" ".join(chosen)))
    # The last reason in the order of checks, since its action breaks the fewest rules.
    index = max(meant, key=lambda each: (int(state.why_not(each, player)), -each))
    try:
        state.after(index, player)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(text_of(board.actions[index]))


@lru_cache(maxsize=64)
def _all_keys(board: Board) -> tuple[tuple[str, ...], ...]:
    """Return the keys of each action by id, in lower case. They depend on no state."""
    return tuple(tuple(map(lowered, _keys(action))) for action in board.actions)
