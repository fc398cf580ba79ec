"""Bench of games with hidden cards: sizes of states, and times of calls and of whole games."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple

import sse_core as sse
from sse_core.bots import greedy
from sse_core.empire_of_the_stars import Due as EmpireDue
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.jump_wars.positions.position import Due as JumpDue
from sse_core.play.turns import turns_of

from .fast_games import GAMES, play, positions
from .tables import TIMES, spread, table

EVERY = 7
"""One state in so many is measured; the number isn't a number of seats, so that all seats come up."""

REPEATED = 5
"""The number of measurements of each, of which the shortest counts, since other programs may interfere."""

TIMED = 9
"""The number of games that are timed one by one, with their spread."""


class Row(NamedTuple):
    """A row of the tables: a game for so many players."""

    game: str
    players: int
    options: dict[str, Any]
    is_special: Callable[[Any], bool]
    """Whether a decision is due for which a sample draws more than cards: an answer to an offer, or a dial."""

    @property
    def title(self) -> str:
        return " ".join([f"{GAMES[self.game].title}, {self.players}", *self.options])


def _answers(state: Any) -> bool:
    return state.position.step is JumpDue.ANSWER


def _dials(state: Any) -> bool:
    return bool(Position(state.data).step == EmpireDue.DIAL)


ROWS: Final = (
    *(Row("jump_wars", players, {}, _answers) for players in (2, 3, 4, 5)),
    *(Row("empire_of_the_stars", players, {}, _dials) for players in (2, 3, 4)),
    *(Row("empire_of_the_stars", players, {"powers": True}, _dials) for players in (2, 3, 4)),
)


def section() -> str:
    """Return the tables."""
    heading = [
        "players",
        "state",
        "view",
        "sample",
        "sample, worst",
        "sample, answer or dial due",
        "worst of these",
    ]
    calls = table(heading, [measured(row) for row in ROWS])
    games = table(["players", "`legal_ids` and `after`", "a game of greedy"], [timed(row) for row in ROWS])
    return "\n".join([*calls, "", f"The median of {TIMED} games, the least and the most:", "", *games])


def measured(row: Row) -> list[str]:
    """Return a row of the table, from the first random game in which all such decisions come up."""
    games = (positions(row.game, row.players, seed, **row.options) for seed in count(1))
    states = next(states for states in games if any(map(row.is_special, states)))
    special = [state for state in states if row.is_special(state)]
    others = [state for state in states if not row.is_special(state)][::EVERY]
    views = seconds(others, lambda state, seat, seed: state.view(seat))
    apart, due = (seconds(some, sampled) for some in (others, special))
    times = (median(views), median(apart), max(apart), median(due), max(due))
    return [row.title, f"{sys.getsizeof(states[0]):,} bytes", *(f"{time * 1e6:,.1f} µs" for time in times)]


def sampled(state: Any, seat: int, seed: int) -> Any:
    """Return a sample drawn with a seed."""
    return state.sample(seat, sse.SplitMix64(seed))


def seconds(states: list[Any], work: Callable[[Any, int, int], object]) -> list[float]:
    """Return the seconds of the work for each state, with the seats in turn."""
    found: list[float] = []
    for number, state in enumerate(states):
        times: list[float] = []
        for _ in range(REPEATED):
            began = perf_counter()
            work(state, number % state.players, number)
            times.append(perf_counter() - began)
        found.append(min(times))
    return found


def timed(row: Row) -> list[str]:
    """Return a row of the second table: a step of a random game from Python, and a game with greedy at all seats."""

    def begin(seed: int) -> Any:
        return GAMES[row.game].module.new_game(players=row.players, seed=seed, **row.options)

    start = begin(1)
    steps, games = [], []
    for seed in range(TIMED):
        began = perf_counter()
        plies = play(start, 1, seed)
        steps.append((perf_counter() - began) / plies)
        state, began = begin(seed), perf_counter()
        for _ in turns_of(state, [greedy.choose] * row.players, seed):
            pass
        games.append(perf_counter() - began)
    return [row.title, spread(steps, TIMES), spread(games, TIMES)]
