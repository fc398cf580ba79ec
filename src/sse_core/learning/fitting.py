"""Weights that fit games: those of positions and those of actions, by stage, and how well they fit."""

from __future__ import annotations

from dataclasses import dataclass

from .kinds import MapKind
from .policies import fit_policy
from .samples import Samples
from .stages import Floats
from .values import fit_value

__all__ = ["Fit", "fit"]


@dataclass(frozen=True)
class Fit:
    """Weights, by stage, and how well they fit games that were held out."""

    value: Floats
    """(stages, 45), in points."""

    spread: Floats
    """(stages,), in points."""

    policy: Floats
    """(stages, 37), in doublings of the odds."""

    report: str


def fit(samples: Samples, kind: MapKind) -> Fit:
    """Return the weights that fit best."""
    value, spread, about_value = fit_value(samples, kind)
    policy, about_policy = fit_policy(samples, kind)
    return Fit(value, spread, policy, f"{about_value}; {about_policy}")
