"""The greedy bot: it looks one action ahead, and takes the largest lead.

The lead is in the unit of the game's evaluation (`play.turns.EvaluatedGame`). In a game without one it is the lead on
the score sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol, SupportsIndex, TypeVar, runtime_checkable

from ..game import CHANCE, State
from ..play.turns import choices, evaluation_of, margin
from ..seeds import SplitMix64

__all__ = ["LeadGame", "choose", "expected_lead", "lead"]

ActionT = TypeVar("ActionT")


@runtime_checkable
class LeadGame(Protocol):
    """A game that finds the leads after all actions of a player at once, quicker than action by action."""

    def expected_leads(self, state: Any, player: SupportsIndex, /) -> Sequence[float]:
        """Return what `bots.greedy.expected_lead` returns after each of the player's `legal_ids`, in their order.

        The numbers are in the unit of `EvaluatedGame.evaluate`: the player's own number less the largest of the others;
        if a chance event is due, the mean of this over the events. ``()`` out of turn.

        If an action opens sealed orders of others, the lead is computed as if they stayed sealed, since nobody knows
        them.
        """
        ...


def choose(view: State[ActionT], player: int, rng: SplitMix64) -> ActionT:
    """Return the action of `player` after which `expected_lead` is largest; a tie is drawn, each equally likely.

    Raises IllegalActionError, GameOverError below it, if `player` is not to act.
    """
    actions = choices(view, player)
    if len(actions) == 1:
        return actions[0]
    leads = _leads(view, player, actions)
    largest = max(leads)
    return rng.choice([action for action, found in zip(actions, leads, strict=True) if found == largest])


def expected_lead(state: State[Any], player: int) -> Fraction | float:
    """Return the `lead` of a player; where a chance event is due, its mean over the events that can come.

    Where the worth of states is counted in integers, the mean is exact.
    """
    return _expected(state, player, evaluation_of(state.game))


def lead(state: State[Any], player: int) -> float:
    """Return a player's worth less the best opponent's; in a game for one, the worth itself."""
    return margin(evaluation_of(state.game)(state), player)


def _leads(view: State[ActionT], player: int, actions: Sequence[ActionT]) -> Sequence[Fraction | float]:
    """Return the `expected_lead` after each of the legal actions."""
    game = view.game
    if isinstance(game, LeadGame):
        return game.expected_leads(view, player)
    evaluate = evaluation_of(game)
    return [_expected(view.after(action, player), player, evaluate) for action in actions]


def _expected(state: State[Any], player: int, evaluate: Callable[[State[Any]], Sequence[float]]) -> Fraction | float:
    if state.to_act != (CHANCE,):
        return margin(evaluate(state), player)
    margins = [(chance, margin(evaluate(state.after(event, CHANCE)), player)) for event, chance in state.odds()]
    return sum((chance * found for chance, found in margins), Fraction())
