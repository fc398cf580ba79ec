"""Fit of the weights of action features to the visits of searches, by conditional logit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..seeds import SplitMix64
from ..small_star_empires.strength.action_features import ACTION_FEATURES
from .map_kinds import MapKind
from .samples import Samples
from .stages import Floats, hats

__all__ = ["fit_policy"]

_EPOCHS: Final = 14
"""The number of passes over all choices."""

_FAST: Final = 9
"""The number of epochs with long steps; later ones have short steps."""

_BATCH: Final = 256
"""The number of choices in a step."""


def fit_policy(samples: Samples, kind: MapKind) -> tuple[Floats, str]:
    """Return the weights by stage in doublings of the odds, (stages, 37), and a report on held-out games."""
    held = samples.is_choice_held
    order, rng = [int(choice) for choice in np.flatnonzero(~held)], SplitMix64(1)
    weights = np.zeros((len(kind.pieces), len(ACTION_FEATURES)))
    mean, square, step = np.zeros_like(weights), np.zeros_like(weights), 0
    for epoch in range(_EPOCHS):
        rng.shuffle(order)
        for begin in range(0, len(order), _BATCH):
            batch = _Batch(samples, kind, order[begin : begin + _BATCH])
            gradient = batch.gradient(weights)
            # The optimizer is Adam (Kingma and Ba 2015).
            step += 1
            mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
            rate = (0.05 if epoch < _FAST else 0.01) / (1 - 0.9**step)
            weights -= rate * mean / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
    batch = _Batch(samples, kind, [int(choice) for choice in np.flatnonzero(held)])
    lost = -(batch.shares * np.log(batch.chances(weights) + 1e-9)).sum() / len(batch.sizes)
    least = -(batch.shares * np.log(batch.shares + 1e-9)).sum() / len(batch.sizes)
    uniform = np.log(batch.sizes).mean()
    report = f"actions are told with {lost:.3f} nats, uniform {uniform:.3f}, visits themselves {least:.3f}"
    return weights / np.log(2), report


class _Batch:
    """A batch of choices."""

    def __init__(self, samples: Samples, kind: MapKind, choices: Sequence[int]) -> None:
        chosen: Floats = np.array(choices, np.intp)
        ends: Floats = np.cumsum(samples.sizes)
        parts = [slice(ends[choice] - samples.sizes[choice], ends[choice]) for choice in choices]
        self.actions = np.concatenate([samples.actions[part] for part in parts])
        self.shares = np.concatenate([samples.shares[part] for part in parts])
        self.sizes: Floats = samples.sizes[chosen]
        self.begins: Floats = np.concatenate([[0], np.cumsum(self.sizes)])
        self.weight_of: Floats = np.repeat(hats(samples.choice_pieces[chosen], kind.pieces), self.sizes, axis=0)

    def chances(self, weights: Floats) -> Floats:
        """Return the chance of each action."""
        logits = ((self.actions @ weights.T) * self.weight_of).sum(axis=1)
        logits -= np.repeat(np.maximum.reduceat(logits, self.begins[:-1]), self.sizes)
        odds = np.exp(logits)
        chances: Floats = odds / np.repeat(np.add.reduceat(odds, self.begins[:-1]), self.sizes)
        return chances

    def gradient(self, weights: Floats) -> Floats:
        """Return the gradient of the mean cross-entropy of a choice."""
        miss = (self.chances(weights) - self.shares) / len(self.sizes)
        gradient: Floats = (miss[:, None] * self.weight_of).T @ self.actions
        return gradient + 1e-5 * weights
