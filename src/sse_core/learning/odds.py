"""Logistic regression of results, with the log odds of a search's values as offsets."""

from __future__ import annotations

from typing import Final

import numpy as np

from .stages import Floats

__all__ = ["fitted_odds", "sum_by_game"]

_ITERATIONS: Final = 50
"""The most iterations of Newton's method; about ten are enough."""

_RIDGE: Final = 1e-9
"""The ridge that is added to the curvature, so that a column without positions keeps the weight 0."""


def fitted_odds(columns: Floats, won: Floats, predicted: Floats, games: Floats) -> tuple[Floats, Floats]:
    """Return the weights of columns by logistic regression, and their covariance, with games as clusters.

    `columns` has the shape (positions, columns). The weighted columns are added to the log odds `predicted`, so weights
    of 0 mean that these were right. `won` and `games` have the share of the win and the game of each position.
    """
    weights: Floats = np.zeros(columns.shape[1])
    for _ in range(_ITERATIONS):
        missed, inverse = _residuals(columns, won, weights, predicted)
        # Without a bound, a first step from bad values can go too far.
        step: Floats = np.clip(inverse @ missed.sum(axis=0), -0.5, 1)
        weights += step
    missed, inverse = _residuals(columns, won, weights, predicted)
    by_game: Floats = np.stack([sum_by_game(column, games) for column in missed.T])
    covariance: Floats = inverse @ (by_game @ by_game.T) @ inverse
    return weights, covariance


def sum_by_game(values: Floats, games: Floats) -> Floats:
    """Return the sum of the values of each game."""
    _, of_game = np.unique(games, return_inverse=True)
    found: Floats = np.bincount(of_game, weights=values)
    return found


def _residuals(columns: Floats, won: Floats, weights: Floats, predicted: Floats) -> tuple[Floats, Floats]:
    """Return each position's contribution to the slope, (positions, columns), and the inverse of the curvature."""
    chance: Floats = 1 / (1 + np.exp(-columns @ weights - predicted))
    missed: Floats = (won - chance)[:, None] * columns
    curvature: Floats = (columns * (chance * (1 - chance))[:, None]).T @ columns
    inverse: Floats = np.linalg.inv(curvature + _RIDGE * np.eye(len(weights)))
    return missed, inverse
