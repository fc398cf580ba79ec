"""Steps of actions: the choices that make up an action, of a game with steps or without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..game import State, Step, SteppedGame

__all__ = ["stepper", "words_of"]


def _one_step(text: str) -> Sequence[Step]:
    return (Step(text, text),)


def stepper(
    state: State[Any], otherwise: Callable[[str], Sequence[Step]] = _one_step
) -> Callable[[Any], Sequence[Step]]:
    """Return the function that gives the steps of an action in a state.

    In a game without steps they are what `otherwise` makes of the text of the action: one step, if nothing is said.
    """
    # Whether a game has steps takes longer to find out than the steps of an action.
    game = state.game
    if isinstance(game, SteppedGame):
        return lambda action: game.steps(state, action)
    return lambda action: otherwise(game.format_action(action, state))


def words_of(steps: Sequence[Step]) -> str:
    """Return steps in words."""
    return ", ".join(step.words for step in steps)
