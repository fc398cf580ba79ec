"""Sizes of states of Jump Wars, and times of calls of random games and of games of greedy, as Markdown."""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

import sse_core as sse
from sse_core import jump_wars
from sse_core.bots import greedy
from sse_core.jump_wars import State
from sse_core.jump_wars.position import Due
from sse_core.play.match import turns_of

from .jump import play, positions
from .tables import TIMES, spread, table

EVERY = 7
"""One state in so many is measured: no number of seats, so that all come up."""

REPEATED = 5
"""How often each is measured, the shortest time counts: other programs may take the processor meanwhile."""

GAMES = 9
"""The games that are timed one by one, and whose spread is told."""

PLAYERS = (2, 3, 4, 5)


def section() -> str:
    """Return the tables."""
    heading = ["players", "state", "view", "sample", "sample, worst", "sample, an answer due", "worst of these"]
    calls = table(heading, [measured(players) for players in PLAYERS])
    games = table(["players", "`legal_ids` and `after`", "a game of greedy"], [timed(players) for players in PLAYERS])
    return "\n".join([*calls, "", f"The median of {GAMES} games, the least and the most:", "", *games])


def measured(players: int) -> list[str]:
    """Return a row of the table."""
    states = positions(players)
    answered = [state for state in states if state.position.step is Due.ANSWER]
    others = [state for state in states if state.position.step is not Due.ANSWER][::EVERY]
    views = seconds(others, lambda state, seat, seed: state.view(seat))
    apart, due = (seconds(some, sampled) for some in (others, answered))
    times = (median(views), median(apart), max(apart), median(due), max(due))
    return [str(players), f"{sys.getsizeof(states[0]):,} bytes", *(f"{time * 1e6:,.1f} µs" for time in times)]


def sampled(state: State, seat: int, seed: int) -> State:
    """Return a sample, whose draws follow from the seed."""
    return state.sample(seat, sse.SplitMix64(seed))


def seconds(states: list[State], work: Callable[[State, int, int], object]) -> list[float]:
    """Return how long the work takes for each state, by the seats in turn."""
    found: list[float] = []
    for number, state in enumerate(states):
        times: list[float] = []
        for _ in range(REPEATED):
            began = perf_counter()
            work(state, number % state.players, number)
            times.append(perf_counter() - began)
        found.append(min(times))
    return found


def timed(players: int) -> list[str]:
    """Return a row of the second table: a step of a random game from Python, and a game of greedy in all seats."""
    start = jump_wars.start(players=players, seed=1)
    steps, games = [], []
    for seed in range(GAMES):
        began = perf_counter()
        plies = play(start, 1, seed)
        steps.append((perf_counter() - began) / plies)
        state, began = jump_wars.start(players=players, seed=seed), perf_counter()
        for _ in turns_of(state, [greedy.choose] * players, seed):
            pass
        games.append(perf_counter() - began)
    return [str(players), spread(steps, TIMES), spread(games, TIMES)]
