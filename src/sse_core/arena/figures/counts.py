"""Counts of results, and of how many of them are different.

A repeated game says nothing new: two deterministic bots play the same game on the same start, however often. So all
intervals and tests here are as wide as if only the different games had been played. The frequencies stay the same: a
mean of n results, d of them different, gets the interval of d results with these frequencies. If all results are
different, that is the usual interval. If chance happens to repeat a game, the interval is too wide rather than too
narrow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from ...errors import ArgumentError
from .estimates import Estimate, Tally
from .intervals import mean_interval

__all__ = ["DistinctCount", "Shares", "estimate_of", "evidence", "tally_of", "win_share"]

_OF_ONE: Final = (Fraction(0), Fraction(1, 2), Fraction(1))
"""The possible shares of the win in a game if at most two seats share a win."""


def win_share(winners: Sequence[int], seats: int, seat: int) -> Fraction:
    """Return a seat's share of the win; if nobody won, all seats share it.

    Raises ArgumentError for winners that are no seats.

    >>> win_share((0, 2), 3, 2), win_share((), 3, 2)
    (Fraction(1, 2), Fraction(1, 3))
    """
    having = winners or range(seats)
    if not {*having} <= {*range(seats)}:
        raise ArgumentError(f"winners are seats of 0 to {seats - 1}, not {winners}")
    return Fraction(seat in having, len(having))


class DistinctCount:
    """A counter of different things among all that were added."""

    def __init__(self) -> None:
        self._known = set[Hashable]()
        self._unknown = 0

    def add(self, *keys: str | None) -> None:
        """Add a thing; equal keys mean equal things, and a key None makes it different from all others."""
        if None in keys:
            self._unknown += 1
        else:
            self._known.add(keys)

    def __len__(self) -> int:
        return len(self._known) + self._unknown


class Shares:
    """A player's games at one seat, counted by the share of the win, with the number of different games."""

    def __init__(self) -> None:
        self._counts = Counter[Fraction]()
        self._different = DistinctCount()
        self._estimates = dict[int, Estimate]()
        """Cached estimates since the last game, by the number of intervals."""

    def add(self, share: Fraction, digest: str | None) -> None:
        """Count a game by its share of the win, 0 to 1, and its digest (`Row.digest`)."""
        self._counts[share] += 1
        self._different.add(digest)
        self._estimates.clear()

    @property
    def tally(self) -> Tally:
        """The games as a tally."""
        return tally_of([self])

    @property
    def counts(self) -> Counter[Fraction]:
        """The number of games by the share of the win."""
        return self._counts

    def estimate(self, intervals: int = 1) -> Estimate:
        """Return the mean share of at least one game; its interval is one of so many simultaneous ones."""
        if intervals not in self._estimates:
            known = {share: self._counts[share] for share in sorted({*_OF_ONE, *self._counts})}
            counts = evidence(known, len(self._different))
            self._estimates[intervals] = estimate_of(counts, self.tally.share, intervals)
        return self._estimates[intervals]


def tally_of(parts: Iterable[Shares]) -> Tally:
    """Return the tally of the games at several seats together."""
    counts = sum((part.counts for part in parts), Counter[Fraction]())
    games, wins, losses = counts.total(), counts[Fraction(1)], counts[Fraction(0)]
    total = sum((share * n for share, n in counts.items()), Fraction())
    return Tally(games, wins, games - wins - losses, float(total / games) if games else 0.0)


def evidence(counts: Mapping[Fraction, int], different: int) -> dict[float, float]:
    """Return counts for intervals and tests: the frequencies of `counts`, scaled to `different` results."""
    total = sum(counts.values())
    return {float(value): count * different / total if count else 0.0 for value, count in counts.items()}


def estimate_of(counts: Mapping[float, float], mean: float, intervals: int = 1, *, games: int = 1) -> Estimate:
    """Return a mean with its interval, from counts of rounds of so many games."""
    low, high = mean_interval(counts, intervals, games=games)
    return Estimate(mean, min(low, mean), max(high, mean))
