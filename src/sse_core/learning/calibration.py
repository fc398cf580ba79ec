"""Calibration: does a value of 70 % win 70 % of games? Predicted values, and how often they were won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from ..arena import Estimate
from ..small_star_empires.strength.learned import PREDICTED_VALUES
from .odds import fitted_odds, sum_by_game
from .stages import Floats, hats

__all__ = ["LONGER", "Calibration", "Group", "Prediction"]

LONGER: Final = (30, 100, 300, 1000, 3000, 30_000)
"""The visits whose values are compared with that of the last."""

_SPREAD: Final = NormalDist().inv_cdf(0.975)
"""The standard deviations on each side of an interval of 95 %."""

_SURE: Final = 1e-3
"""The share of the win nearest to 0 and to 1 whose odds count."""

_NEAR: Final = 0.25
"""How far from a value positions still tell of it."""


class Prediction(NamedTuple):
    """The value that a search predicts for a position, and what came of it."""

    game: int
    value: float
    """The share of the win that is predicted for the seat to act."""

    won: float
    """Its share of the win at the end."""

    longer: Sequence[float] = ()
    """The values after more and more visits; nothing where nobody looked again."""


class Group(NamedTuple):
    """Positions with about the same predicted value."""

    n: int
    predicted: float
    won: float
    error: float
    """The standard error of `won`, less what was predicted: positions of a game count as one."""


class Calibration(NamedTuple):
    """Predicted values of positions of fresh games, and how often these were won."""

    predictions: Sequence[Prediction]

    @property
    def exponent(self) -> float:
        """The number to whose power odds are to be raised so that they fit best: above 1, values are too cautious."""
        return 1 + float(self._fitted(self._logits[:, None])[0][0])

    def at(self, value: float) -> Estimate:
        """Return how much is won where `value` is predicted, by the line that fits the positions around it best.

        The line is that of the logarithm of the odds to win over that of the predicted odds (Cox 1958). It tells
        more than the positions of just this value, and needn't hold at the ends. Positions of a game count as one.
        """
        near = Calibration([each for each in self.predictions if abs(each.value - value) < _NEAR])
        weights, covariance = near._fitted(np.stack([np.ones(len(near.predictions)), near._logits], axis=1))
        place = np.array([1, log(value / (1 - value))])
        middle, error = log(value / (1 - value)) + float(place @ weights), sqrt(max(0.0, place @ covariance @ place))
        reach = _SPREAD * error
        return Estimate(*(1 / (1 + exp(-each)) for each in (middle, middle - reach, middle + reach)))

    @property
    def won(self) -> list[float]:
        """How much is won where each of `PREDICTED_VALUES` is predicted: the likeliest line of odds that bends there.

        Beyond the first and the last it goes on as the prediction does.
        """
        knots = [log(each / (1 - each)) for each in PREDICTED_VALUES]
        shifts = self._fitted(hats(self._logits, knots))[0]
        return [float(1 / (1 + exp(-knot - shift))) for knot, shift in zip(knots, shifts, strict=True)]

    @property
    def _logits(self) -> Floats:
        values = np.clip(self._columns()[0], _SURE, 1 - _SURE)
        logits: Floats = np.log(values / (1 - values))
        return logits

    def _fitted(self, columns: Floats) -> tuple[Floats, Floats]:
        return fitted_odds(columns, self._columns()[1], self._logits, self._games)

    @property
    def _games(self) -> Floats:
        return np.array([each.game for each in self.predictions])

    @property
    def bias(self) -> float:
        """By how much more is won than was predicted, over all positions."""
        values, won = self._columns()
        return float(np.mean(won - values))

    def group(self, low: float, high: float) -> Group | None:
        """Return the positions whose value is in [low, high); None if there are none."""
        values, won = self._columns()
        there = (values >= low) & (values < high)
        n = int(there.sum())
        if not n:
            return None
        missed: Floats = (won - values)[there]
        by_game = sum_by_game(missed - missed.mean(), self._games[there])
        error = float(np.sqrt((by_game**2).sum())) / n
        return Group(n, float(values[there].mean()), float(won[there].mean()), error)

    def misses(self) -> Iterator[tuple[int, float, float]]:
        """Yield visits, how far values after them lie from the last of `LONGER`, and the same in a coin's errors.

        Both are by the root of the mean square over the positions that were looked at for longer; none without them.
        """
        looked: Floats = np.array([each.longer for each in self.predictions if each.longer])
        if not len(looked):
            return
        last: Floats = looked[:, -1]
        doubt = float(np.sqrt(np.mean(last * (1 - last))))
        for column, visits in enumerate(LONGER[:-1]):
            miss = float(np.sqrt(np.mean((looked[:, column] - last) ** 2)))
            yield visits, miss, miss / doubt

    def _columns(self) -> tuple[Floats, Floats]:
        return np.array([each.value for each in self.predictions]), np.array([each.won for each in self.predictions])
