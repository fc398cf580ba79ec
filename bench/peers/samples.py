"""What random games are like, and whether two samples can be of the same games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAMES = 4000
"""How many games are played from Python to learn what a game is like."""

MAX_ERROR = 0.01
"""How uncertain a game's mean length may be, as a part of it."""

STANDARD_ERRORS = 5
"""How far apart two means of the same may lie."""


class CheckError(Exception):
    """A wrong answer, which has no speed."""


@dataclass(frozen=True)
class Sample:
    """What random games are like: one row a game."""

    lengths: NDArray[Any]
    """In plies."""

    scores: NDArray[Any]
    """Shape (games, players): whatever the players get in the end."""

    choices: float
    """How many legal actions a ply has, in the mean."""

    @property
    def length(self) -> float:
        return float(self.lengths.mean())

    @property
    def error(self) -> float:
        """The standard error of the length, as a part of it."""
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
