"""Fit of the weights of action features to the visits of searches, by conditional logit and Newton's method."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ..small_star_empires.strength.action_features import ACTION_FEATURES
from .map_kinds import MapKind
from .matrices import Blocks, times, transposed_times
from .samples import Samples
from .stages import Floats, between

__all__ = ["fit_policy"]

_SAMPLE: Final = 8
"""One in so many choices is used for the first steps, which bring the weights near to the best ones."""

_FIRST_STEPS: Final = 8
"""The most steps with these choices."""

_STEPS: Final = 3
"""The most steps with all choices."""

_RIDGE: Final = 3.0
"""The penalty on the square of a weight, in choices."""

_HALVINGS: Final = 8
"""How often a step that makes the fit worse is halved before it is given up."""

_GAIN: Final = 1e-5
"""The gain of a step, in nats of a choice, below which no further step is made."""


def fit_policy(samples: Samples, kind: MapKind) -> tuple[Floats, str]:
    """Return the weights by stage in doublings of the odds, (stages, 37), and a report on held-out games."""
    held = samples.is_choice_held
    fitted = np.flatnonzero(~held)
    weights: Floats = np.zeros((len(kind.pieces), len(ACTION_FEATURES)))
    for steps, choices in ((_FIRST_STEPS, fitted[::_SAMPLE]), (_STEPS, fitted)):
        weights = _fitted(_Choices(samples, kind, choices), weights, steps)
    tested = _Choices(samples, kind, np.flatnonzero(held))
    n = max(1, tested.number)
    lost, least, uniform = tested.loss(weights) / n, tested.entropy / n, tested.uniform / n
    report = f"actions are told with {lost:.3f} nats, uniform {uniform:.3f}, visits themselves {least:.3f}"
    return weights / np.log(2), report


def _fitted(choices: _Choices, weights: Floats, steps: int) -> Floats:
    """Return weights after so many steps of Newton's method at most; each is halved until the fit is better."""
    loss = choices.loss(weights) + _penalty(weights)
    for _ in range(steps):
        slope, curvature = choices.derivatives(weights)
        step = curvature.solved(slope + _RIDGE * weights, _RIDGE)
        for _ in range(_HALVINGS):
            tried = weights - step
            found = choices.loss(tried) + _penalty(tried)
            if found < loss:
                break
            step /= 2
        else:
            return weights
        gain, weights, loss = loss - found, tried, found
        if gain < _GAIN * choices.number:
            break
    return weights


def _penalty(weights: Floats) -> float:
    return _RIDGE / 2 * float((weights**2).sum())


class _Part(NamedTuple):
    """The choices between two stages: only the weights of these two count for them."""

    stage: int
    """The first of the two stages."""

    actions: Floats
    """(actions, 37): the features, choice by choice."""

    shares: Floats
    """(actions,): the share of each action in the visits of its choice."""

    later: Floats
    """(choices,): the part with which the second stage counts."""

    sizes: Floats
    """(choices,): the number of actions of each choice."""

    begins: Floats
    """(choices,): the place of the first action of each choice."""

    def chances(self, weights: Floats) -> Floats:
        """Return the chance of each action by the weights."""
        later = np.repeat(self.later, self.sizes)
        both = times(self.actions, weights[self.stage : self.stage + 2].T.astype(np.float32))
        logits = both[:, 0] + later * (both[:, 1] - both[:, 0])
        logits -= np.repeat(np.maximum.reduceat(logits, self.begins), self.sizes)
        odds = np.exp(logits)
        chances: Floats = odds / np.repeat(np.add.reduceat(odds, self.begins), self.sizes)
        return chances


class _Choices:
    """Choices with the visits of their actions, grouped by the stages between which they lie."""

    def __init__(self, samples: Samples, kind: MapKind, choices: Floats) -> None:
        ends: Floats = np.cumsum(samples.sizes)
        first, part = between(samples.choice_pieces[choices], kind.pieces)
        self._parts = list[_Part]()
        self._shape = len(kind.pieces), samples.actions.shape[1]
        self.number = len(choices)
        for stage in np.unique(first):
            chosen, later = choices[first == stage], part[first == stage].astype(np.float32)
            sizes: Floats = samples.sizes[chosen]
            begins: Floats = np.cumsum(sizes) - sizes
            shifts: Floats = np.repeat(ends[chosen] - sizes - begins, sizes)
            places = shifts + np.arange(len(shifts))
            shares = samples.shares[places].astype(np.float32)
            self._parts.append(_Part(int(stage), samples.actions[places], shares, later, sizes, begins))

    def loss(self, weights: Floats) -> float:
        """Return the cross-entropy of all choices in nats."""
        return sum(-float((part.shares * np.log(part.chances(weights) + 1e-9)).sum()) for part in self._parts)

    @property
    def entropy(self) -> float:
        """The cross-entropy of chances that are the shares themselves."""
        return sum(-float((part.shares * np.log(part.shares + 1e-9)).sum()) for part in self._parts)

    @property
    def uniform(self) -> float:
        """The cross-entropy of even chances."""
        return sum(float(np.log(part.sizes).sum()) for part in self._parts)

    def derivatives(self, weights: Floats) -> tuple[Floats, Blocks]:
        """Return the slope of the cross-entropy and its curvature, by all weights stage by stage."""
        slope: Floats = np.zeros(self._shape)
        curvature = Blocks.zeros(*self._shape)
        for part in self._parts:
            chances, later = part.chances(weights), np.repeat(part.later, part.sizes)
            missed, here = chances - part.shares, part.stage
            slope[here : here + 2] += transposed_times(
                np.stack([missed * (1 - later), missed * later], 1), part.actions
            )
            # The curvature is the sum of the variances of the features by the chances, choice by choice.
            weighted = part.actions * chances[:, None]
            means = np.add.reduceat(weighted, part.begins, axis=0)
            curvature.add(here, later, weighted, part.actions)
            curvature.add(here, part.later, means, means, sign=-1)
        return slope, curvature
