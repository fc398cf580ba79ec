"""Products and equations of the fits, in pieces so small that BLAS takes no threads for them.

Its threads wait for each other in a loop that needs a processor. Where all processors are at work already, a fit takes
many times as long with them: 31 seconds in place of one were measured.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from .stages import Floats

__all__ = ["Blocks", "times", "transposed_times"]

_ROWS: Final = 96
"""The rows of a piece. OpenBLAS takes threads from 262,144 multiplications on, and 96 x 45 x 45 are fewer."""


def times(left: Floats, right: Floats) -> Floats:
    """Return ``left @ right`` for many rows on the left.

    >>> times(np.ones((1000, 2)), np.array([[1.0], [2.0]]))[[0, 999]].tolist()
    [[3.0], [3.0]]
    """
    whole = len(left) // _ROWS * _ROWS
    first = (left[:whole].reshape(-1, _ROWS, left.shape[1]) @ right).reshape(whole, right.shape[1])
    found: Floats = np.concatenate([first, left[whole:] @ right])
    return found


def transposed_times(left: Floats, right: Floats) -> Floats:
    """Return ``left.T @ right`` for many rows of both.

    >>> transposed_times(np.ones((1000, 1)), np.ones((1000, 2))).tolist()
    [[1000.0, 1000.0]]
    """
    whole = len(left) // _ROWS * _ROWS
    first, second = (each[:whole].reshape(-1, _ROWS, each.shape[1]) for each in (left, right))
    found: Floats = (first.transpose(0, 2, 1) @ second).sum(axis=0) + left[whole:].T @ right[whole:]
    return found


class Blocks(NamedTuple):
    """A symmetric matrix of stages and features, in which each stage has to do with its neighbours alone."""

    same: Floats
    """(stages, features, features): the block of each stage with itself."""

    next: Floats
    """(stages - 1, features, features): the block of each stage, the rows, with the stage after it, the columns."""

    @classmethod
    def zeros(cls, stages: int, features: int) -> Blocks:
        """Return a matrix of zeros."""
        return cls(np.zeros((stages, features, features)), np.zeros((stages - 1, features, features)))

    def add(self, stage: int, parts: Floats, left: Floats, right: Floats, sign: int = 1) -> None:
        """Add ``left.T @ right`` of rows that lie between a stage and the one after it; `parts` is that of the second.

        The product is symmetric: the rows of `left` are those of `right`, each times a number.
        """
        for place, counts in (
            (self.same[stage], (1 - parts) ** 2),
            (self.next[stage], (1 - parts) * parts),
            (self.same[stage + 1], parts**2),
        ):
            place += sign * transposed_times(left * counts[:, None].astype(left.dtype), right)

    def solved(self, right: Floats, ridge: float) -> Floats:
        """Return the solution for a right side of shape (stages, features), after a ridge is added to the diagonal.

        >>> blocks = Blocks(np.array([[[2.0]], [[2.0]]]), np.array([[[1.0]]]))
        >>> blocks.solved(np.array([[4.0], [5.0]]), ridge=0.0).round(9).tolist()
        [[1.0], [2.0]]
        """
        stages, features = right.shape
        same: Floats = self.same + ridge * np.eye(features)
        found: Floats = right.copy()
        for stage in range(1, stages):
            above = self.next[stage - 1]
            same[stage] -= above.T @ np.linalg.solve(same[stage - 1], above)
            found[stage] -= above.T @ np.linalg.solve(same[stage - 1], found[stage - 1])
        for stage in reversed(range(stages)):
            if stage + 1 < stages:
                found[stage] -= self.next[stage] @ found[stage + 1]
            found[stage] = np.linalg.solve(same[stage], found[stage])
        return found
