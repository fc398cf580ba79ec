"""Interpolation between stages of a game: a position between two stages counts partly for both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Floats", "between", "hats"]

Floats: TypeAlias = np.ndarray[Any, np.dtype[Any]]


def hats(places: Floats, stages: Sequence[float]) -> Floats:
    """Return the part with which each place counts for each stage, (places, stages), with rows of sum 1; stages ascend.

    >>> hats(np.array([0.0, 5.0, 99.0]), [0, 4, 8]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.75, 0.25], [0.0, 0.0, 1.0]]
    """
    return np.stack([np.interp(places, stages, row) for row in np.eye(len(stages))], axis=1)


def between(places: Floats, stages: Sequence[float]) -> tuple[Floats, Floats]:
    """Return the first of the two stages between which each place lies, and the part with which the second one counts.

    >>> [each.tolist() for each in between(np.array([0.0, 5.0, 99.0]), [0, 4, 8])]
    [[0, 1, 1], [0.0, 0.25, 1.0]]
    """
    heights: Floats = np.array(stages, float)
    kept = np.clip(places, heights[0], heights[-1])
    first: Floats = np.clip(np.searchsorted(heights, kept, side="right") - 1, 0, len(heights) - 2)
    return first, (kept - heights[first]) / (heights[first + 1] - heights[first])
