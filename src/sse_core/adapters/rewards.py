"""Rewards at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import numpy

from ..errors import ArgumentError
from ..forms.checks import check_choice
from ..game import AnyState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["REWARDS", "Reward", "check_reward", "rewards_of", "rewards_of_many", "shares"]

Reward: TypeAlias = Literal["win", "margin", "total"]
"""What is rewarded: ``"win"`` the share of the win, from −1 to 1; ``"margin"`` the own total less the mean of the
others'; ``"total"`` the own total. The first two add to zero over all seats."""

REWARDS: Final[tuple[Reward, ...]] = get_args(Reward)


def check_reward(reward: str) -> Reward:
    """Return a kind of reward; raise ArgumentError, with what there is, for another word, TypeError for no word."""
    return check_choice(reward, REWARDS, "reward", error=ArgumentError)


def rewards_of(state: AnyState, reward: Reward) -> tuple[float, ...]:
    """Return the reward of each seat in a state: zeros while the game goes on.

    A solo game is played against nobody: its win is 1, its loss −1, and its margin is the total.

    >>> from sse_core import playout, small_star_empires
    >>> end = playout(small_star_empires.start(), 7)
    >>> end.totals, rewards_of(end, "win"), rewards_of(end, "margin")
    ((26, 31), (-1.0, 1.0), (-5.0, 5.0))
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

    The losers share what the winners have: −1 against one opponent, −1/2 each against two. All who win together have
    as much.

    >>> shares((0,), 2), shares((0, 1), 2), shares((2,), 3)
    ((1.0, -1.0), (0.0, 0.0), (-0.5, -0.5, 1.0))
    """
    if players == 1:
        return (1.0 if winners else -1.0,)
    won = (players / len(winners) - 1) / (players - 1)
    lost = -1 / (players - 1)
    return tuple(won if seat in winners else lost for seat in range(players))


def rewards_of_many(
    winners: NDArray[np.bool_], totals: NDArray[Any], players: NDArray[Any], reward: Reward
) -> NDArray[np.float64]:
    """Return the rewards of many finished games, a row for each: those of `rewards_of`.

    The first two arrays have a column for each seat, as those of `game.GameBatch` have; `players` is the number of seats
    of each game. Seats that a game lacks have 0.

    >>> winners, totals = numpy.array([[True, False, False], [False, False, True]]), numpy.array([[9, 4, 0], [3, 5, 7]])
    >>> rewards_of_many(winners, totals, numpy.array([2, 3]), "win").tolist()
    [[1.0, -1.0, 0.0], [-0.5, -0.5, 1.0]]
    """
    n = players.reshape(-1, 1)
    others = numpy.maximum(n - 1, 1)
    found: NDArray[np.float64]
    if reward == "win":
        sharing = numpy.maximum(winners.sum(axis=1, keepdims=True), 1)
        won = numpy.where(n == 1, 1.0, (n / sharing - 1) / others)
        found = numpy.where(winners, won, -1 / others)
    elif reward == "margin":
        whole = totals.sum(axis=1, keepdims=True)
        found = numpy.where(n == 1, totals, (n * totals - whole) / others)
    else:
        found = totals.astype(numpy.float64)
    return numpy.where(numpy.arange(winners.shape[1]) < n, found, 0.0)
