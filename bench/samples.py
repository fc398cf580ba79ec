"""Samples of random games, and checks that two samples can come from the same game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAMES = 4000
"""The size of a sample, in games played from Python."""

MAX_ERROR = 0.01
"""The largest standard error of a mean length, relative to the mean."""

STANDARD_ERRORS = 5
"""The largest accepted distance between two means of the same game."""


class CheckError(Exception):
    """A wrong answer, so that its speed is meaningless."""


@dataclass(frozen=True)
class Sample:
    """A sample of random games, with one row per game."""

    lengths: NDArray[Any]
    """The lengths in plies."""

    scores: NDArray[Any]
    """Shape (games, players): the final scores."""

    choices: float
    """The mean number of legal actions of a ply."""

    @property
    def length(self) -> float:
        return float(self.lengths.mean())

    @property
    def error(self) -> float:
        """The standard error of the mean length, relative to the mean."""
        return float(self.lengths.std() / len(self.lengths) ** 0.5 / self.length)


def sampled(name: str, lengths: list[int], scores: Sequence[Sequence[float]], choices: int) -> Sample:
    """Return a sample of games that had so many choices in all; raise CheckError if it is too small."""
    sample = Sample(np.array(lengths), np.array(scores), choices / sum(lengths))
    if sample.error > MAX_ERROR:
        raise CheckError(f"the mean length of a game of {name} is known to {sample.error:.1%} only")
    return sample


def check_games(what: str, games: Sample, totals: NDArray[Any], plies: NDArray[Any]) -> None:
    check_means(f"the scores of {what}", games.scores, totals)
    check_means(f"the lengths of {what}", games.lengths, plies)


def check_means(what: str, one: NDArray[Any], other: NDArray[Any]) -> None:
    """Raise CheckError if the means of two samples, column by column, are further apart than chance explains."""
    apart = np.abs(one.mean(axis=0) - other.mean(axis=0))
    error = np.sqrt(one.var(axis=0) / len(one) + other.var(axis=0) / len(other))
    if (apart > STANDARD_ERRORS * error).any():
        raise CheckError(f"{what}: means are {one.mean(axis=0)} and {other.mean(axis=0)}, too far apart")


def check_count(what: str, games: Sample, plies: float) -> None:
    """Check that a loop counts as many plies per game as the sample has."""
    error = games.length * games.error * (2 * GAMES) ** 0.5 * GAMES**0.5
    if abs(plies - games.lengths.sum()) > STANDARD_ERRORS * error:
        raise CheckError(f"{GAMES} games of {what} have {plies} plies, others {games.lengths.sum()}")
