"""The bot that looks one action ahead: it takes the largest lead on the score sheet, now, and plans nothing."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TypeVar

from ..game import CHANCE, State
from ..match import choices

__all__ = ["choose", "expected_lead", "lead"]

ActionT = TypeVar("ActionT")


def choose(view: State[ActionT], player: int, rng: Random) -> ActionT:
    """Return an action of `player` after which `expected_lead` is largest, those that tie each as likely.

    Raises IllegalActionError, GameOverError below it, if `player` is not to act.
    """
    actions = choices(view, player)
    leads = [expected_lead(view.after(action, player), player) for action in actions]
    largest = max(leads)
    return rng.choice([action for action, found in zip(actions, leads, strict=True) if found == largest])


def expected_lead(state: State[ActionT], player: int) -> Fraction | int:
    """Return the `lead` of a player, exactly; where chance is due, the mean over what can come next."""
    if state.to_act != (CHANCE,):
        return lead(state, player)
    return sum((chance * lead(state.after(event, CHANCE), player) for event, chance in state.odds()), Fraction())


def lead(state: State[ActionT], player: int) -> int:
    """Return by how much a player's total exceeds the best opponent's; alone, it is the total itself."""
    opponents = [total for seat, total in enumerate(state.totals) if seat != player]
    return state.totals[player] - max(opponents, default=0)
