"""Result types of a match: an estimate with its 95 % interval, and a tally of won games."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Estimate", "Tally"]


class Estimate(NamedTuple):
    """A measured number and its 95 % interval."""

    value: float
    low: float
    high: float


class Tally(NamedTuple):
    """The games of A at one seat, or at all seats."""

    games: int
    wins: int
    """The games that A won alone."""

    shared: int
    """The games in which A shared the win."""

    share: float
    """A's mean share of the win: 1 for a win alone, 1/k for one shared by k seats."""

    @property
    def losses(self) -> int:
        """The games that A didn't win."""
        return self.games - self.wins - self.shared
