"""Elo: differences in strength, and the shares of the win that they stand for.

With two seats it is the logistic scale of chess: 400 points are odds of ten to one. With n seats, one player has these
odds against each of n − 1 equal players, so a difference of 0 is a share of 1/n.
"""

from __future__ import annotations

from math import inf, log10

__all__ = ["elo_of", "share_of"]


def share_of(elo: float, seats: int = 2) -> float:
    """Return the expected share of the win of a player who is stronger by `elo` than each of the others.

    >>> share_of(0), share_of(400), share_of(0, seats=4)
    (0.5, 0.9090909090909091, 0.25)
    """
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo_of(share: float, seats: int = 2) -> float:
    """Return the difference that a share of the win stands for; −∞ and ∞ at 0 and 1.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return 400 * log10((seats - 1) * share / (1 - share))
