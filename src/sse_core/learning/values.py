"""Fit of position weights, by ridge regression, and of the lead that doubles the odds, by likelihood."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..small_star_empires import FEATURES
from .map_kinds import MapKind
from .matrices import Blocks, times, transposed_times
from .samples import Samples
from .stages import Floats, between, hats

__all__ = ["fit_value", "tie_breaks"]

_PLANETS: Final = [feature.name for feature in FEATURES].index("planets")

_RIDGE: Final = 100.0
"""The penalty on the square of a weight, in positions."""


def fit_value(samples: Samples, kind: MapKind) -> tuple[Floats, Floats, str]:
    """Return the weights by stage in points, (stages, 45), the spreads, (stages,), and a report on held-out games."""
    stages, features = len(kind.pieces), len(FEATURES)
    weight_of, held = hats(samples.pieces, kind.pieces), samples.is_held
    squares = Blocks.zeros(stages, features)
    products: Floats = np.zeros((stages, features))
    first, part = between(samples.pieces, kind.pieces)
    for stage in np.unique(first[~held]):
        chosen = np.flatnonzero(~held & (first == stage))
        # A row for each seat of each position.
        rows: Floats = samples.features[chosen].reshape(-1, features)
        later = np.repeat(part[chosen], samples.features.shape[1])
        squares.add(int(stage), later, rows, rows)
        totals = samples.totals[chosen].ravel()
        products[stage : stage + 2] += transposed_times(np.stack([totals * (1 - later), totals * later], 1), rows)
    value = squares.solved(products, _RIDGE)
    by_stage = times(samples.features.reshape(-1, features), value.T.astype(np.float32))
    worth = (by_stage.reshape(*samples.totals.shape, stages) * weight_of[:, None]).sum(axis=2)
    residual = samples.totals[held] - worth[held]
    explained = 1 - (residual**2).sum() / (samples.totals[held] ** 2).sum()
    hope: Floats = worth + kind.tie_break * tie_breaks(samples.features[:, :, _PLANETS])
    spread = _fit_spread(hope[~held], samples.wins[~held], weight_of[~held])
    return value, spread, f"the worth of seats explains {explained:.3f} of the variance of their points"


def tie_breaks(planets: Floats) -> Floats:
    """Return each seat's advantage in the tie-break, at most a half, from all planets, as in ``learned.pxd``.

    >>> tie_breaks(np.array([[7, 6], [3, 9]])).tolist()
    [[0.25, -0.25], [-0.5, 0.5]]
    """
    n = planets.shape[1]
    others = np.stack([np.delete(planets, seat, axis=1).max(axis=1) for seat in range(n)], axis=1)
    found: Floats = np.clip(planets - others, -2, 2) / 4
    return found


def _fit_spread(worth: Floats, shares: Floats, weight_of: Floats) -> Floats:
    """Return the lead that doubles the odds to win, by stage, by maximum likelihood."""
    rates, before = np.full(weight_of.shape[1], 0.3), np.zeros(weight_of.shape[1])
    for _ in range(400):
        if np.allclose(rates, before, rtol=1e-5):
            break
        before, rate = rates, weight_of @ rates
        z = worth * rate[:, None]
        odds = np.exp(z - z.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        slope = ((odds - shares) * worth).sum(axis=1)
        curve = (odds * worth**2).sum(axis=1) - (odds * worth).sum(axis=1) ** 2
        step = (weight_of.T @ slope) / (weight_of.T @ curve + 1e-9)
        rates = np.clip(rates - 0.5 * step, 0.02, 20)
    spread: Floats = np.log(2) / rates
    return spread
