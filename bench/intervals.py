"""Study of the coverage of intervals: how often those of matches and ratings contain the true value, by simulation.

A match has two bots at two to four seats, or its rounds are single games, as in a balance. An arena has three or four
bots at two seats, each against each other. A round has all games on one start. The games of a round are correlated in
one of three ways: not at all, because the start favours a bot, or because it favours a seat. Each game draws a normal
number, with half of its variance from the start; the bot wins if the number is below the quantile of its chance. So
chances are right under any correlation, and the model of ratings is true.

Counts of wins are integers, so coverage jumps at small changes of the chance. Therefore each match draws its own
chance, uniformly from 5 points below the share of its table to 5 above, and coverage is the mean.

``python -m bench.intervals`` prints the tables, and ``--write`` writes them into docs/results.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import inf, log10
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from sse_core.arena import RatedGame, ratings_of
from sse_core.arena.figures.intervals import mean_interval

from .levels import machine_here
from .results import keep
from .tables import table

SEED: Final = 60

ROUNDS: Final = (3, 5, 10, 20, 50)
SHARES: Final = (0.5, 0.75, 0.9)
SEATS: Final = (1, 2, 3, 4)
"""The games of a round; with a single one, as in a balance, there is no correlation."""

BOTS: Final = (3, 4)

ALONE: Final = "nothing"
KINDS: Final = {ALONE: "independent", "bot": "start favours a bot", "seat": "start favours a seat"}
"""The kinds of correlation: what a start favours, with its words."""

MATCHES: Final = 10_000
"""The number of simulated matches for each number of the table."""

ARENAS: Final = 400
"""The number of simulated arenas for each number of the table."""

PART: Final = 0.5
"""The part of the variance that comes from a start that favours somebody."""

AROUND: Final = 0.05
"""The greatest distance of a match's chance from the share of its table."""

LEAST, MOST = 93.0, 97.0
"""The range of a good interval's coverage, in percent."""


class Cell(NamedTuple):
    """A cell of the tables: the settings of its simulation."""

    players: int
    """The seats of a match, or the bots of an arena."""

    kind: str
    rounds: int
    share: float


# --- simulations


def chances_near(share: float, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return n chances near a share."""
    return share + AROUND * (2 * rng.random(n) - 1)


def is_won(chances: np.ndarray, common: np.ndarray | float, kind: str, rng: np.random.Generator) -> np.ndarray:
    """Return which games are won, in the shape of `chances`; `common` is the common part of a round's games."""
    part = 0.0 if kind == ALONE else PART
    numbers = part**0.5 * common + (1 - part) ** 0.5 * rng.standard_normal(chances.shape)
    won: np.ndarray = numbers < quantiles(chances)
    return won


def quantiles(chances: np.ndarray) -> np.ndarray:
    """Return the normal quantile of each chance."""
    known, places = np.unique(chances, return_inverse=True)
    normal = NormalDist()
    return np.array([normal.inv_cdf(chance) for chance in known.tolist()])[places].reshape(chances.shape)


def match_coverage(cell: Cell, n: int, seed: int = SEED) -> float:
    """Return the percentage of n matches in which the interval contains the true share."""
    rng = np.random.default_rng([seed, cell.players, cell.rounds, round(100 * cell.share), [*KINDS].index(cell.kind)])
    chances = chances_near(cell.share, n, rng)
    shape = (n, cell.rounds, cell.players)
    common: np.ndarray | float = 0.0
    if cell.kind == "bot":
        common = rng.standard_normal((*shape[:2], 1))
    elif cell.kind == "seat":
        own = rng.standard_normal(shape)
        common = (own - own.mean(2, keepdims=True)) / (1 - 1 / cell.players) ** 0.5
    won = is_won(np.broadcast_to(chances[:, None, None], shape), common, cell.kind, rng).sum(2)
    held = 0
    for chance, wins in zip(chances.tolist(), np.sort(won, 1).tolist(), strict=True):
        low, high = interval(tuple(wins), cell.players)
        held += low <= chance <= high
    return 100 * held / n


@cache
def interval(wins: tuple[int, ...], games: int) -> tuple[float, float]:
    """Return the interval of a match from the number of won games in each of its rounds."""
    counts = {won / games: float(n) for won, n in Counter(wins).items()}
    return mean_interval(counts, games=games)


def arena_coverage(cell: Cell, n: int, seed: int = SEED) -> float:
    """Return the percentage of intervals, over the bots of n arenas, that contain the true rating.

    Each bot has the share of the cell against the bot before it; the first one is the anchor.
    """
    rng = np.random.default_rng([seed, cell.players, cell.rounds, round(100 * cell.share), [*KINDS].index(cell.kind)])
    held = 0
    for chance in chances_near(cell.share, n, rng).tolist():
        step = 400 * log10(chance / (1 - chance))
        found = ratings_of(arena_rounds(cell, step, rng), "0")
        for bot in range(1, cell.players):
            _, low, high, _ = found[str(bot)]
            held += (-inf if low is None else low) <= bot * step <= (inf if high is None else high)
    return 100 * held / n / (cell.players - 1)


def arena_rounds(cell: Cell, step: float, rng: np.random.Generator) -> Iterator[list[RatedGame]]:
    """Yield the rounds of an arena in which neighbouring bots differ by `step` Elo."""
    seats = [pair for a, b in combinations(range(cell.players), 2) for pair in ((a, b), (b, a))]
    first, second = np.array(seats).T
    chances = 1 / (1 + 10.0 ** ((second - first) * step / 400))
    for _ in range(cell.rounds):
        common: np.ndarray | float = 0.0
        if cell.kind == "bot":
            own = rng.standard_normal(cell.players)
            common = (own[second] - own[first]) / 2**0.5
        elif cell.kind == "seat":
            common = rng.standard_normal(1)
        won = is_won(chances, common, cell.kind, rng)
        yield [RatedGame((str(a), str(b)), (0 if has_won else 1,)) for (a, b), has_won in zip(seats, won, strict=True)]


# --- the tables


def coverage_table(
    what: str, players: Sequence[int], n: int, coverage: Callable[[Cell, int], float]
) -> tuple[list[str], list[float]]:
    """Return the lines of a table, and its numbers."""
    rows, found = list[list[str]](), list[float]()
    for count in players:
        for kind in kinds_of(count):
            row = [str(count), KINDS[kind]]
            for rounds in ROUNDS:
                cells = [coverage(Cell(count, kind, rounds, share), n) for share in SHARES]
                found += cells
                row.append(", ".join(map(shown, cells)))
            rows.append(row)
    return table([what, "games", *(f"{rounds} rounds" for rounds in ROUNDS)], rows), found


def kinds_of(players: int) -> Sequence[str]:
    """Return the kinds of correlation for so many players."""
    return [*KINDS] if players > 1 else [ALONE]


def shown(percent: float) -> str:
    """Return a number of a table, in bold if it is outside of the wanted range."""
    text = f"{percent:.1f}"
    return text if LEAST <= percent <= MOST else f"**{text}**"


def section(matches: int, arenas: int) -> str:
    """Return both tables with their explanations."""
    of_matches, first = coverage_table("games a round", SEATS, matches, match_coverage)
    of_arenas, second = coverage_table("bots", BOTS, arenas, arena_coverage)
    shares = ", ".join(f"{100 * share:g}" for share in SHARES)
    return "\n".join(
        [
            f"Matches, {matches:,} for each number, with shares of {shares} %:",
            "",
            *of_matches,
            "",
            outside(first),
            "",
            f"Arenas at two seats, {arenas:,} for each number, where each bot has {shares} % against the next:",
            "",
            *of_arenas,
            "",
            outside(second),
        ]
    )


def outside(found: Sequence[float]) -> str:
    """Return words for how many numbers are outside of the wanted range."""
    low, high = (sum(number < LEAST for number in found), sum(number > MOST for number in found))
    return (
        f"Of these {len(found)} numbers {low} are below {LEAST:g} %, the least {min(found):.1f}, "
        f"and {high} above {MOST:g} %; the mean is {sum(found) / len(found):.1f}."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.intervals", description="Simulate how good intervals are.")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help="matches for each number")
    parser.add_argument("--arenas", type=int, default=ARENAS, metavar="N", help="arenas for each number")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/results")
    options = parser.parse_args(arguments)
    found = section(options.matches, options.arenas)
    print(found)
    if options.write:
        keep("intervals", found, machine_here())
    return 0


if __name__ == "__main__":
    sys.exit(main())
