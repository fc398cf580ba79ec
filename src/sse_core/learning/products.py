"""Products of long matrices, in pieces so small that BLAS takes no threads for them.

Its threads wait for each other in a loop that needs a processor. Where these are at work already, as in self-play, a fit
takes many times as long with them: 31 seconds in place of one were measured.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .stages import Floats

__all__ = ["times", "transposed_times"]

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
