"""What each action is worth: exact in the last turns of a game, and before them by simulation."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple, SupportsIndex

from ..checks import MAX_SEED, check_number
from ..seeds import SplitMix64
from .actions import ACTIONS, Action
from .best_play import Prospect, Prospects, preference
from .legality import legal_ids
from .planner import decide
from .position import CHANCES, TURNS, Due, Position
from .rules import play
from .state import State

__all__ = ["EXACT_FROM", "GAMES", "Analysis", "Estimate", "Worth", "analyse"]

EXACT_FROM: Final = 12
"""The first turn whose positions are worked out exactly, unless another is asked for."""

GAMES: Final = 400
"""How many games are simulated for an action, unless another number is asked for."""

_MOST_GAMES: Final = 10**9


class Estimate(NamedTuple):
    """A number, and how sure it is."""

    value: float
    error: float
    """The standard error; 0 where the number is exact."""


class Worth(NamedTuple):
    """What an action is worth."""

    action: Action
    score: Estimate
    """The expected score at the end, where a lost game is worth 0 (M6.3, M7)."""

    survival: Estimate
    """The probability that the Home World holds out."""


class Analysis(NamedTuple):
    """What each action of a position is worth, and how that was found out."""

    worths: tuple[Worth, ...]
    """The highest expected score first."""

    positions: int
    """How many positions were worked out exactly."""

    games: int
    """How many games were simulated for each action; 0 if all is exact."""


def analyse(
    state: State,
    *,
    exact_from: SupportsIndex = EXACT_FROM,
    games: SupportsIndex = GAMES,
    seed: SupportsIndex = 0,
) -> Analysis:
    """Return what each legal action is worth, or each chance event that can come; nothing if the game is over.

    From turn `exact_from` on, 13 at most, the numbers are those of best play, which is what gives the highest expected
    score; they are exact but for the rounding of floats. Before it they are means over `games` games of the planner for
    each action. It plays less than best, so that these are estimates of a lower bound.

    A position of turn 12 takes about a second, one of turn 11 half a minute, and each turn more some thirty times as
    long; a simulated game takes some milliseconds. Every action is followed by the same draws, which come from `seed`.

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
        p = play(state.position, index)
        if simulated:
            rng = SplitMix64(source)
            ends = [_simulate(p, exact, rng) for _ in range(repeated)]
            score, survival = (_mean([end[part] for end in ends]) for part in (0, 1))
        else:
            score, survival = (Estimate(part, 0.0) for part in exact.of(p))
        worths.append(Worth(ACTIONS[index], score, survival))
    worths.sort(key=lambda worth: preference(Prospect(worth.score.value, worth.survival.value)), reverse=True)
    return Analysis(tuple(worths), len(exact), repeated if simulated else 0)


def _simulate(p: Position, exact: Prospects, rng: SplitMix64) -> Prospect:
    """Let the planner play until the last turn, which it plays best, and return what can be expected there."""
    while p.due is not Due.END and not (p.turn == TURNS and p.due is Due.CHOICE):
        index = rng.choice(legal_ids(p)) if p.due in CHANCES else decide(p)
        p = play(p, index)
    return exact.of(p)


def _mean(values: list[float]) -> Estimate:
    mean = fmean(values)
    return Estimate(mean, stdev(values, mean) / sqrt(len(values)))
