"""Study of strategies in Micro Space Empire: their scores, and the number of positions that best play examines.

All chance comes from seeds, so the tables are reproducible. They take about half an hour, mostly for the searches.

Ring: laboratory.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import starmap
from math import sqrt
from statistics import fmean, median, stdev
from typing import Any, NamedTuple, TypeAlias

from sse_core.bots import greedy, random
from sse_core.micro_space_empire import Action, Due, State, Verb, new_game, search
from sse_core.micro_space_empire.strength import planner
from sse_core.micro_space_empire.strength.best_play import Prospects, at_random
from sse_core.play.search.analysis import Search
from sse_core.play.search.monte_carlo import TreeSearch
from sse_core.play.turns import choices, turns_of
from sse_core.seeds import SplitMix64

from .figures import Z95
from .levels import machine_here
from .results import keep
from .tables import table

GAMES = 5_000
POSITIONS = 40
"""The number of positions of turn 12 in which strategies are compared with best play."""

REPEATS = 50
"""The number of games of each strategy from each of those positions."""

SEARCHED = 100
"""The number of games of each search."""

Strategy: TypeAlias = Callable[[State, int, SplitMix64], Any]


def biding(view: State, player: int, rng: SplitMix64) -> Action:
    """Play the waiting strategy: explore, trade, build and discover nothing."""
    return next(a for a in view.legal_actions(player) if a.verb in (Verb.BIDE, Verb.KEEP, Verb.DONE))


STRATEGIES: Mapping[str, Strategy] = {
    "always biding": biding,
    "random": random.choose,
    "greedy": greedy.choose,
    "planner": planner.choose,
}


class Searching:
    """A bot that takes the best action of a search, either the general one or this game's own."""

    def __init__(self, begin: Callable[..., Search[Any]], visits: int, *, each: bool = False) -> None:
        self._begin = begin
        self._visits = visits
        self._each = each
        """Whether the number of visits is per action."""

    def choose(self, view: State, player: int, rng: SplitMix64) -> Any:
        """Return the best action; the only one without a search."""
        actions = choices(view, player)
        if len(actions) == 1:
            return actions[0]
        found = self._begin(view, seed=rng.next())
        found.run(visits=self._visits * (len(actions) if self._each else 1))
        return found.analysis().lines[0].action


by_planner = partial(search, exact_from=12)
"""This game's own search: playouts by the planner, and exact values in the last two turns."""

SEARCHES: Mapping[str, Strategy] = {
    "planner": planner.choose,
    "search of any game, 100 visits": Searching(TreeSearch, 100).choose,
    "search of any game, 1,000 visits": Searching(TreeSearch, 1000).choose,
    "games of the planner, 10 for each action": Searching(by_planner, 10, each=True).choose,
    "games of the planner, 30 for each action": Searching(by_planner, 30, each=True).choose,
    "games of the planner, 100 for each action": Searching(by_planner, 100, each=True).choose,
}


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        return cls(fmean(values), stdev(values) / sqrt(len(values)))

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.error:.2f}" if self.error else f"{self.value:.2f}"


def section() -> str:
    """Return the tables."""
    return "\n".join(report())


def report() -> Iterable[str]:
    yield "Whole games, ± one standard error:"
    yield ""
    yield from table(
        ["strategy", "games", "score", "survives", "best game"], list(starmap(whole_games, STRATEGIES.items()))
    )
    yield ""
    yield f"Searches, in the same {SEARCHED} games, with the interval of 95 %:"
    yield ""
    yield from table(["who plays", "score", "survives"], list(starmap(searched_games, SEARCHES.items())))
    late = [before(12, seed) for seed in range(POSITIONS)]
    yield ""
    yield f"From {POSITIONS} positions at the beginning of turn 12, all reached by the planner:"
    yield ""
    yield from table(["strategy", "score", "survives", "found"], two_turns(late))
    yield ""
    yield "The number of positions that best play examines:"
    yield ""
    counted = [
        (13, [before(13, seed) for seed in range(POSITIONS)]),
        (12, late),
        (11, [before(11, s) for s in range(5)]),
    ]
    yield from table(["from turn", "of positions", "median", "most"], list(starmap(count, counted)))


def whole_games(name: str, strategy: Strategy) -> list[str]:
    ends = [end_of(new_game(), strategy, seed) for seed in range(GAMES)]
    scores = [end.totals[0] for end in ends]
    return [name, f"{GAMES:,}", str(Mean.of(scores)), survival(ends), str(max(scores))]


def searched_games(name: str, strategy: Strategy) -> list[str]:
    ends = [end_of(new_game(), strategy, seed) for seed in range(SEARCHED)]
    mean = Mean.of([end.totals[0] for end in ends])
    return [name, f"{mean.value:.2f} ± {Z95 * mean.error:.2f}", survival(ends)]


def two_turns(positions: Sequence[State]) -> list[list[str]]:
    found = []
    for name, way in (("random", at_random), ("best play", None)):
        worths = [(Prospects(way) if way else Prospects()).of(state.position) for state in positions]
        score, alive = (fmean(worth[part] for worth in worths) for part in (0, 1))
        found.append([name, f"{score:.2f}", f"{100 * alive:.1f} %", "exactly"])
    for name in ("greedy", "planner"):
        strategy = STRATEGIES[name]
        ends = [[end_of(state, strategy, seed) for seed in range(REPEATS)] for state in positions]
        scores = [[end.totals[0] for end in each] for each in ends]
        # The positions are fixed. Only the play from each of them varies.
        error = sqrt(sum(stdev(each) ** 2 for each in scores) / REPEATS) / len(positions)
        mean = Mean(fmean(map(fmean, scores)), error)
        found.insert(
            -1, [name, str(mean), survival([end for each in ends for end in each]), f"{REPEATS} games from each"]
        )
    return found


def count(turn: int, positions: Sequence[State]) -> list[str]:
    counts = []
    for state in positions:
        prospects = Prospects()
        prospects.of(state.position)
        counts.append(len(prospects))
    return [str(turn), str(len(positions)), f"{median(counts):,.0f}", f"{max(counts):,}"]


def survival(ends: Sequence[State]) -> str:
    return f"{100 * fmean(not end.lost for end in ends):.1f} %"


def before(turn: int, seed: int) -> State:
    """Return the planner's position at the beginning of a turn; with the next seed if it has lost before."""
    while True:
        for _, _, state in turns_of(new_game(), [planner.choose], seed):
            if state.turn == turn and state.due is Due.CHOICE:
                return state
        seed += 1_000_000


def end_of(state: State, strategy: Strategy, seed: int) -> State:
    for _, _, after in turns_of(state, [strategy], seed):
        state = after
    return state


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command: measure, and store the tables on request."""
    parser = argparse.ArgumentParser(prog="python -m bench.strategies", description="Measure strategies.")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results")
    options = parser.parse_args(arguments)
    found = section()
    print(found)
    if options.write:
        keep("strategies", found, machine_here())
    return 0


if __name__ == "__main__":
    sys.exit(main())
