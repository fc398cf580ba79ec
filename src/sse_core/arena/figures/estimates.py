"""Numbers that a match is told in: what was measured with its interval, and how many games were won."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Estimate", "Tally"]


class Estimate(NamedTuple):
    """A number that was measured, and its 95 % interval."""

    value: float
    low: float
    high: float


class Tally(NamedTuple):
    """The games of A at one seat, or at all."""

    games: int
    wins: int
    """Those that A won alone."""

    shared: int
    """Those whose win A shared."""

    share: float
    """A's mean share of the win: 1 for a win alone, 1/k for one shared by k seats."""

    @property
    def losses(self) -> int:
        """Those that A didn't win."""
        return self.games - self.wins - self.shared
