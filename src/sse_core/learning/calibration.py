"""Calibration of a search's values: whether positions with a value of 70 % are won in 70 % of games."""

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
"""The numbers of visits whose values are compared with the value after the last number."""

_SPREAD: Final = NormalDist().inv_cdf(0.975)
"""The standard deviations on each side of an interval of 95 %."""

_SURE: Final = 1e-3
"""The least distance of values from 0 and 1; nearer ones are clipped before their odds are taken."""

_NEAR: Final = 0.25
"""The distance from a value within which positions count for it."""


class Prediction(NamedTuple):
    """The value that a search gave to a position, and the result of the game."""

    game: int
    value: float
    """The expected share of the win of the seat to act, by the search."""

    won: float
    """Its share of the win at the end."""

    longer: Sequence[float] = ()
    """The values after more and more visits; empty if the position wasn't searched for longer."""


class Group(NamedTuple):
    """Positions with about the same value."""

    n: int
    predicted: float
    won: float
    error: float
    """The standard error of `won` minus the values; positions of one game count as one."""


class Calibration(NamedTuple):
    """The values of positions of fresh games, with the results of these games."""

    predictions: Sequence[Prediction]

    @property
    def exponent(self) -> float:
        """The exponent of the odds that fits results best; above 1, values are too cautious."""
        return 1 + float(self._fitted(self._logits[:, None])[0][0])

    def at(self, value: float) -> Estimate:
        """Return the true share of the win at a value, by the line that fits the positions around it best.

        It is the line of the log odds of winning over the log odds of values (Cox 1958). It uses more than the
        positions with just this value, and may be wrong at the ends. Positions of one game count as one.
        """
        near = Calibration([each for each in self.predictions if abs(each.value - value) < _NEAR])
        weights, covariance = near._fitted(np.stack([np.ones(len(near.predictions)), near._logits], axis=1))
        place = np.array([1, log(value / (1 - value))])
        middle, error = log(value / (1 - value)) + float(place @ weights), sqrt(max(0.0, place @ covariance @ place))
        reach = _SPREAD * error
        return Estimate(*(1 / (1 + exp(-each)) for each in (middle, middle - reach, middle + reach)))

    @property
    def won(self) -> list[float]:
        """The true share of the win at each of `PREDICTED_VALUES`: the likeliest line of log odds bent only there.

        Beyond the first and the last value it is parallel to the values.
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
        """The mean true share minus the mean value, over all positions."""
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
        """Yield a number of visits, the error of values after them, and the same in units of a coin's standard error.

        Errors are root mean square differences from the values after the last of `LONGER`, over the positions that were
        searched for longer; nothing is yielded without such positions.
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
