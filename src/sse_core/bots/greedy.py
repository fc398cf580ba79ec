"""The greedy bot: it looks one action ahead, and takes the largest lead on the score sheet."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from ..game import CHANCE, State
from ..match import choices
from ..seeds import SplitMix64

__all__ = ["choose", "expected_lead", "lead"]

ActionT = TypeVar("ActionT")


def choose(view: State[ActionT], player: int, rng: SplitMix64) -> ActionT:
    """Return the action of `player` after which `expected_lead` is largest; a tie is drawn, each equally likely.

    Raises IllegalActionError, GameOverError below it, if `player` is not to act.
    """
    actions = choices(view, player)
    leads = [expected_lead(view.after(action, player), player) for action in actions]
    largest = max(leads)
    return rng.choice([action for action, found in zip(actions, leads, strict=True) if found == largest])


def expected_lead(state: State[ActionT], player: int) -> Fraction | int:
    """Return the `lead` of a player; where a chance event is due, its exact mean over the events that can come."""
    if state.to_act != (CHANCE,):
        return lead(state, player)
    return sum((chance * lead(state.after(event, CHANCE), player) for event, chance in state.odds()), Fraction())


def lead(state: State[ActionT], player: int) -> int:
    """Return a player's total less the best opponent's; in a game for one, the total itself."""
    opponents = [total for seat, total in enumerate(state.totals) if seat != player]
    return state.totals[player] - max(opponents, default=0)
