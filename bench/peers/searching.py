"""Contenders of Monte Carlo tree search: the core's and OpenSpiel's, each with a whole search of a start per call."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, Final

import sse_core as sse
from sse_core import small_star_empires
from sse_core.small_star_empires import solve

from ..racing import Contender
from ..samples import CheckError
from ..solver import late
from .openspiel import GAME

VISITS: Final = 10_000
"""The simulations of a search."""

EXPLORATION: Final = 1.4
MEGABYTES: Final = 1000
"""The memory limit of OpenSpiel's trees, which none of these searches reaches."""

ABOUT: Final = (
    f"A search makes {VISITS:,} simulations from the start of a game on one thread, each to the end of a game. What is "
    "counted are simulations. Each search begins anew, with a seed of its own.",
    "The core's rollouts are at random among the richest systems in reach, OpenSpiel's among all actions.",
    f"OpenSpiel's search is its C++ `MCTSBot` with one rollout of its `RandomRolloutEvaluator` a leaf, "
    f"c = {EXPLORATION}, without its solver, which needs more time.",
    f"Both were checked first: a tree counts {VISITS:,} simulations at its root, and as many in the children, less the "
    "first one at most. The core's search plays some late positions as well as the solver does.",
)


def core(name: str, start: sse.State) -> Contender:
    """Return the checked contender of the core's search of a start."""
    check_core(name, start)
    return Contender(name, partial(repeated, partial(searched, start)))


def openspiel(spiel: Any, shown: str) -> Contender:
    """Return the checked contender of OpenSpiel's search of a game's start."""
    game = spiel.load_game(GAME[shown])
    check_counts(f"OpenSpiel's tree of {shown}", *counts_of(root_of(spiel, game, 0)))
    return Contender(f"OpenSpiel, {shown}", partial(repeated, partial(root_of, spiel, game)))


def repeated(search: Callable[[int], object], size: int, seed: int) -> int:
    """Make so many searches; return their total number of simulations."""
    for each in range(size):
        search(seed * size + each)
    return size * VISITS


def searched(start: sse.State, seed: int) -> Any:
    search = small_star_empires.rollouts(start, seed=seed)
    search.run(visits=VISITS)
    return search


def root_of(spiel: Any, game: Any, seed: int) -> Any:
    """Return the root of OpenSpiel's tree."""
    evaluator = spiel.RandomRolloutEvaluator(1, seed)
    bot = spiel.MCTSBot(game, evaluator, EXPLORATION, VISITS, MEGABYTES, False, seed, False)
    return bot.mcts_search(game.new_initial_state())


def counts_of(root: Any) -> tuple[int, int]:
    return root.explore_count, sum(child.explore_count for child in root.children)


def check_core(name: str, start: sse.State) -> None:
    """Check that a search counts its simulations, and that it is reproducible by its seed."""
    analysis, again = (searched(start, 1).analysis() for _ in range(2))
    check_counts(name, analysis.visits, sum(line.visits for line in analysis.lines))
    if analysis.lines != again.lines:
        raise CheckError(f"{name}: the same seed finds something else")


def check_counts(name: str, root: int, children: int) -> None:
    if root != VISITS or children not in (VISITS - 1, VISITS):
        raise CheckError(f"{name} has {root} simulations, and {children} in the children, not {VISITS}")


def check_late(plies_left: int, seeds: range) -> None:
    """Check that the search plays late positions of the base map perfectly."""
    for seed in seeds:
        state = late(plies_left, seed)
        (player,) = state.to_act
        mine = searched(state, seed).analysis().lines[0].action
        if share_of(state.after(mine), player) != share_of(state, player):
            raise CheckError(f"the search throws away the win with {plies_left} plies left (seed {seed})")


def share_of(state: sse.State, player: int) -> Fraction:
    """Return a player's share of the win under best play."""
    value = solve(state, objective="win").value
    assert value is not None
    return value[player]
