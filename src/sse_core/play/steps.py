"""Steps of actions: the choices that make up an action, one after the other, for games with steps and without."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from ..errors import SseError
from ..forms.checks import check_texts
from ..game import State, Step
from .records.record import checked_game_of
from .sentences import refusal_of

__all__ = ["SteppedGame", "question", "questions", "refusal", "refusal_of_text", "stepper", "steps", "words_of"]

ActionT = TypeVar("ActionT")


@runtime_checkable
class SteppedGame(Protocol):
    """A game whose actions people choose step by step, such as a place, a target, and a deed there."""

    def steps(self, state: Any, action: Any, /, player: int | None = None) -> Sequence[Step]:
        """Return the choices that make up a legal action of a player, None for the one to act, in order.

        Two legal actions of a seat differ in a key, and the keys of none are the beginning of another's.
        """
        ...

    def question(self, state: Any, keys: Sequence[str] = (), /, player: int | None = None) -> str:
        """Return the question to a player for the step after these keys, in words, with its clause.

        The keys are the beginning of a legal action of the player, None for the one to act. It tells people who don't
        know the game what is chosen, from how many, and for what.
        """
        ...

    def refusal(self, state: Any, keys: Sequence[str], /, player: int | None = None) -> str:
        """Return why no legal action of a player begins with these keys, with the clause; empty if one does.

        None stands for the player to act.
        """
        ...


def _one_step(text: str) -> Sequence[Step]:
    return (Step(text, text),)


def stepper(
    state: State[Any], otherwise: Callable[[str], Sequence[Step]] = _one_step, player: int | None = None
) -> Callable[[Any], Sequence[Step]]:
    """Return the function that gives the steps of an action of a player, None for the one to act, in a state.

    In a game without steps, `otherwise` makes them from the text of the action: by default one step.
    """
    # Finding out whether a game has steps takes longer than finding the steps of an action.
    game = checked_game_of(state)
    if isinstance(game, SteppedGame):
        return lambda action: game.steps(state, action, player)
    return lambda action: otherwise(game.format_action(action, state))


def steps(state: State[ActionT], action: ActionT, player: int | None = None) -> Sequence[Step]:
    """Return the choices that make up a legal action, in order; in a game without steps it is the text of the action.

    The action is that of a player, None for the one to act.

    >>> from sse_core import micro_space_empire as micro
    >>> state = micro.new_game()
    >>> [step.words for step in steps(state, micro.parse_action("explore=near", state))]
    ['explore', 'a near system']
    """
    return stepper(state, player=player)(action)


def question(state: State[Any], keys: Sequence[str] = (), player: int | None = None) -> str:
    """Return the question to a player, None for the one to act, for the step after these keys, with its clause.

    A game without steps has one question: it only says that an action is to be chosen.

    >>> from sse_core import micro_space_empire as micro
    >>> question(micro.new_game(), ["explore"])
    'From which deck do you turn over a system, to attack it? (M2.2)'
    """
    game = checked_game_of(state)
    if isinstance(game, SteppedGame):
        return game.question(state, keys, player)
    check_texts(keys, "keys")
    return "What do you do?"


def questions(
    state: State[Any], chains: Sequence[Sequence[Step]], player: int | None = None
) -> Mapping[tuple[str, ...], str]:
    """Return the `question` for each step of some actions, by the keys of the steps before it."""
    found: dict[tuple[str, ...], str] = {}
    for chain in chains:
        keys = tuple(step.key for step in chain)
        for n in range(len(keys)):
            if keys[:n] not in found:
                found[keys[:n]] = question(state, keys[:n], player)
    return found


def refusal(state: State[Any], keys: Sequence[str], player: int | None = None) -> str:
    """Return why no legal action of a player, None for the one to act, begins with these keys; empty if one does.

    The keys are those of steps; in a game without steps there is one key, the text of an action.

    >>> from sse_core import micro_space_empire as micro
    >>> refusal(micro.new_game(), ["explore", "distant"])
    'explore=distant: distant systems need Forward Starbases (M3.2)'
    """
    game = checked_game_of(state)
    if isinstance(game, SteppedGame):
        return game.refusal(state, keys, player)
    chosen = check_texts(keys, "keys")
    return refusal_of_text(state, "".join(chosen), player) if chosen else ""


def refusal_of_text(state: State[Any], text: str, player: int | None = None) -> str:
    """Return why the action of a text is refused, in words for whoever typed it; empty if it is legal."""
    try:
        state.after(state.game.parse_action(text, state), player)
    except SseError as error:
        return refusal_of(error)
    return ""


def words_of(steps: Sequence[Step]) -> str:
    """Return the steps in words, as one text."""
    return ", ".join(step.words for step in steps)
