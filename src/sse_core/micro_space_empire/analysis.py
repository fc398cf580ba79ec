"""Values of actions: exact in the last turns of a game, by simulation before them."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple, SupportsIndex

from ..checks import MAX_SEED, check_number
from ..seeds import SplitMix64
from .actions import ACTIONS, Action
from .best_play import Prospect, Prospects, preference
from .planner import decide
from .position import CHANCES, TURNS, Due
from .state import State

__all__ = ["EXACT_FROM", "GAMES", "Analysis", "Estimate", "Worth", "analyse"]

EXACT_FROM: Final = 12
"""The first turn whose positions are worked out exactly, by default."""

GAMES: Final = 400
"""The number of games that are simulated for an action, by default."""

_MOST_GAMES: Final = 10**9


class Estimate(NamedTuple):
    """A number and its standard error."""

    value: float
    error: float
    """The standard error; 0 where the number is exact."""


class Worth(NamedTuple):
    """The value of an action."""

    action: Action
    score: Estimate
    """The expected score at the end, where a lost game is worth 0 (M6.3, M7)."""

    survival: Estimate
    """The probability that the Home World holds out."""


class Analysis(NamedTuple):
    """The values of a position's actions, and the work that found them."""

    worths: tuple[Worth, ...]
    """One for each legal action, the highest expected score first."""

    positions: int
    """The number of positions that were worked out exactly."""

    games: int
    """The number of games that were simulated for each action; 0 if all values are exact."""


def analyse(
    state: State,
    *,
    exact_from: SupportsIndex = EXACT_FROM,
    games: SupportsIndex = GAMES,
    seed: SupportsIndex = 0,
) -> Analysis:
    """Return the value of each legal action, or of each chance event that can come; none if the game is over.

    From turn `exact_from` on, 1 to 13, the values are those of best play, which has the highest expected score. They
    are exact but for the rounding of floats. Before that turn they are means over `games` games, 2 at least, that the
    planner plays after each action. The planner is weaker than best play, so these estimate a lower bound.

    A position of turn 12 takes some tenths of a second, one of turn 11 some seconds, and each turn more about thirty
    times as long. A simulated game takes about a millisecond. After each action the same draws follow, which come from
    `seed`.

    Raises ArgumentError for numbers out of range, TypeError for values of another type.
    """
    if not isinstance(state, State):
        raise TypeError(f"a State is analysed, not {type(state).__name__}")
    first = check_number(exact_from, "exact_from", TURNS, 1)
    repeated = check_number(games, "games", _MOST_GAMES, 2)
    source = check_number(seed, "seed", MAX_SEED)
    exact = Prospects()
    simulated = state.turn < first
    worths: list[Worth] = []
    for index in state.legal_ids():
        after = state.after(index)
        if simulated:
            rng = SplitMix64(source)
            ends = [_simulate(after, exact, rng) for _ in range(repeated)]
            score, survival = (_mean([end[part] for end in ends]) for part in (0, 1))
        else:
            score, survival = (Estimate(part, 0.0) for part in exact.of(after.position))
        worths.append(Worth(ACTIONS[index], score, survival))
    worths.sort(key=lambda worth: preference(Prospect(worth.score.value, worth.survival.value)), reverse=True)
    return Analysis(tuple(worths), len(exact), repeated if simulated else 0)


def _simulate(state: State, exact: Prospects, rng: SplitMix64) -> Prospect:
    """Return the prospect of best play in the last turn, after the planner has played up to it."""
    while state.due is not Due.END and not (state.turn == TURNS and state.due is Due.CHOICE):
        state = state.after(rng.choice(state.legal_ids()) if state.due in CHANCES else decide(state))
    return exact.of(state.position)


def _mean(values: list[float]) -> Estimate:
    mean = fmean(values)
    return Estimate(mean, stdev(values, mean) / sqrt(len(values)))
