"""Interpolation between stages of a game: a position between two stages counts partly for both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Floats", "hats"]

Floats: TypeAlias = np.ndarray[Any, np.dtype[Any]]


def hats(places: Floats, stages: Sequence[float]) -> Floats:
    """Return the part with which each place counts for each stage, (places, stages), with rows of sum 1; stages ascend.

    >>> hats(np.array([0.0, 5.0, 99.0]), [0, 4, 8]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.75, 0.25], [0.0, 0.0, 1.0]]
    """
    return np.stack([np.interp(places, stages, row) for row in np.eye(len(stages))], axis=1)
