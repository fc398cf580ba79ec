"""Rewards at the end of a game: by the share of the win, the margin, or the total."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from ..errors import ArgumentError
from ..forms.checks import check_choice
from ..game import AnyState

__all__ = ["REWARDS", "Reward", "check_reward", "rewards_of", "shares"]

Reward: TypeAlias = Literal["win", "margin", "total"]
"""The kind of reward: ``"win"`` is the share of the win, from −1 to 1; ``"margin"`` the own total minus the mean of the
others; ``"total"`` the own total. The first two add to zero over all seats."""

REWARDS: Final[tuple[Reward, ...]] = get_args(Reward)


def check_reward(reward: str) -> Reward:
    """Return a kind of reward; raise ArgumentError, with the known kinds, for another text, TypeError for no text."""
    return check_choice(reward, REWARDS, "reward", error=ArgumentError)


def rewards_of(state: AnyState, reward: Reward) -> tuple[float, ...]:
    """Return the reward of each seat in a state: zeros while the game goes on.

    A solo game has no opponents: its win is 1, its loss −1, and its margin is the total.

    >>> from sse_core import playout, small_star_empires
    >>> end = playout(small_star_empires.new_game(), 7)
    >>> end.totals, rewards_of(end, "win"), rewards_of(end, "margin")
    ((46, 31), (1.0, -1.0), (15.0, -15.0))
    """
    outcome = state.outcome
    totals = state.totals
    n = len(totals)
    if outcome is None:
        return (0.0,) * n
    if reward == "win":
        return shares(outcome.winners, n)
    if reward == "total" or n == 1:
        return tuple(map(float, outcome.totals))
    whole = sum(outcome.totals)
    return tuple((n * total - whole) / (n - 1) for total in outcome.totals)


def shares(winners: Sequence[int], players: int) -> tuple[float, ...]:
    """Return the share of the win for each seat: they add to zero, and a sole winner has 1.

    The losers pay in equal parts: −1 against one opponent, −1/2 each against two. Joint winners get equal parts.

    >>> shares((0,), 2), shares((0, 1), 2), shares((2,), 3)
    ((1.0, -1.0), (0.0, 0.0), (-0.5, -0.5, 1.0))
    """
    if players == 1:
        return (1.0 if winners else -1.0,)
    won = (players / len(winners) - 1) / (players - 1)
    lost = -1 / (players - 1)
    return tuple(won if seat in winners else lost for seat in range(players))
