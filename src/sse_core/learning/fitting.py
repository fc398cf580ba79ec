"""Fit of all weights to games: for positions and for actions, by stage, with the quality of the fit."""

from __future__ import annotations

from dataclasses import dataclass

from .map_kinds import MapKind
from .policies import fit_policy
from .samples import Samples
from .stages import Floats
from .values import fit_value

__all__ = ["Fit", "fit"]


@dataclass(frozen=True)
class Fit:
    """Weights by stage, with a report on how well they fit held-out games."""

    value: Floats
    """Weights of position features, shape (stages, 45), in points."""

    spread: Floats
    """The lead that doubles the odds to win, shape (stages,), in points."""

    policy: Floats
    """Weights of action features, shape (stages, 37), in doublings of the odds."""

    report: str


def fit(samples: Samples, kind: MapKind) -> Fit:
    """Return the weights that fit the samples best."""
    value, spread, about_value = fit_value(samples, kind)
    policy, about_policy = fit_policy(samples, kind)
    return Fit(value, spread, policy, f"{about_value}; {about_policy}")
