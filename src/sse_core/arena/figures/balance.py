"""Balance of a start: the share of the wins of each seat when one bot plays all of them.

The bot is equally good at all seats. So a seat that wins more than its even share has a better place, or a better turn,
for players such as this bot. Another bot may find what this one doesn't see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, sqrt
from typing import Final

from ...errors import ArgumentError
from ..rows import Row
from ..schedules import seatings
from .counts import Shares, evidence
from .estimates import Estimate, Tally
from .intervals import normal_quantile
from .likelihood import cautious_variance, mean_of
from .variety import Variety

__all__ = ["Balance", "games_within"]

_SMALLEST: Final = 1e-9
"""The smallest distance for which `games_within` has an answer."""


def games_within(distance: float, seats: int = 2, variance: float | None = None) -> int:
    """Return about how many different games determine each seat's share of the win to within a distance, 0 to 1.

    With so many games, the simultaneous intervals (`Balance.shares`) reach this far to each side. `variance` is the
    variance of a seat's share in one game; None stands for even seats that never share a win, (n − 1) / n².

    Raises ArgumentError unless the distance is above 0 and at most 1, and the variance 0 to ¼.

    >>> games_within(0.05), games_within(0.01), games_within(0.05, seats=4)
    (385, 9604, 468)
    """
    if not _SMALLEST <= distance <= 1:
        raise ArgumentError(f"distance is above 0, {_SMALLEST:g} to 1, not {distance:g}")
    if seats < 1:
        raise ArgumentError(f"a game has 1 seat or more, not {seats}")
    spread = (seats - 1) / seats**2 if variance is None else variance
    if not 0 <= spread <= 1 / 4:
        raise ArgumentError(f"variance is 0 to 0.25 for shares from 0 to 1, not {spread:g}")
    return max(ceil(spread * (normal_quantile(_comparisons(seats)) / distance) ** 2), 1)


class Balance(Variety):
    """The results of the seats of a start, from games of the same bot at all of them (`play_match` with one bot twice).

    Each game is one result. Equal games count as one for the width of intervals. In a game for one there is nothing to
    compare, and the share is the share of won games.

    >>> balance = Balance(seats=2)
    >>> for number, winner in enumerate([0, 0, 1, 0]):
    ...     assert balance.add(Row(number, (0, 0), winners=(winner,), totals=(20, 11), plies=40))
    >>> [tally.wins for tally in balance.by_seat], balance.shares[0].value, balance.uneven
    ([3, 1], 0.75, ())
    """

    per_round = 1
    """The games of a round."""

    def __init__(self, seats: int) -> None:
        if seats < 1:
            raise ArgumentError(f"a game has 1 seat or more, not {seats}")
        super().__init__()
        self.seats = seats
        (self._seating,) = seatings(seats, same=True)
        self._seats = [Shares() for _ in range(seats)]
        self._points = [0] * seats

    def add(self, game: Row) -> bool:
        """Count a game, which is a round; raise ArgumentError for a game of two bots. Return whether it was counted.

        A game that the bot didn't finish says nothing about the seats, and isn't counted.
        """
        if game.seats != self._seating:
            raise ArgumentError(f"a balance is of games of one bot at all of {self.seats} seats, not of {game.seats}")
        if game.error is not None:
            return False
        winners = game.winners or (range(self.seats) if self.seats > 1 else ())
        for seat, shares in enumerate(self._seats):
            shares.add(Fraction(seat in winners, max(len(winners), 1)), game.digest)
            self._points[seat] += game.totals[seat]
        self._add_games([game])
        return True

    # --- what was counted

    @property
    def by_seat(self) -> Sequence[Tally]:
        """The games of each seat."""
        return [shares.tally for shares in self._seats]

    # --- estimates

    @property
    def even(self) -> float:
        """The share of the win that each seat of a balanced start has."""
        return 1 / self.seats

    @property
    def shares(self) -> Sequence[Estimate]:
        """The share of the win of each seat; raises ArgumentError before the first game.

        The intervals are simultaneous: all hold together with 95 %. Two seats have a single interval, seen from both
        sides.
        """
        self._check()
        return [shares.estimate(_comparisons(self.seats)) for shares in self._seats]

    @property
    def points(self) -> Sequence[float]:
        """The mean final score of each seat; raises ArgumentError before the first game."""
        self._check()
        return [total / self.games for total in self._points]

    @property
    def uneven(self) -> tuple[int, ...]:
        """The seats whose interval excludes the even share. For a balanced start there is one in 5 % of cases."""
        if self.seats == 1:
            return ()
        return tuple(seat for seat, share in enumerate(self.shares) if not share.low <= self.even <= share.high)

    @property
    def reach(self) -> float:
        """The largest distance from a share to an end of its interval."""
        return max(max(share.value - share.low, share.high - share.value) for share in self.shares)

    @property
    def mean_square(self) -> float:
        """The mean square of the distances of the seats' shares from the even one, without what chance adds to it.

        A share of n different games with variance v is v / (n − 1) further off in the mean square. So the expected
        value is the true one from two games on, and the number of an even start can be below 0. One game alone has
        nothing that chance could be told by. Raises ArgumentError before the first game.
        """
        self._check()
        parts = [evidence(each.counts, self.different_games) for each in self._seats]
        off = sum((each.tally.share - self.even) ** 2 for each in self._seats)
        return (off - sum(map(_variance, parts)) / max(self.different_games - 1, 1)) / self.seats

    @property
    def unevenness(self) -> Estimate:
        """The root of `mean_square`, 0 if that is below 0, with an interval; of two seats, how far each is from ½.

        The interval has every unevenness that shares within their intervals (`shares`) can have, so it holds with 95 %
        at least.
        """
        value = sqrt(max(self.mean_square, 0.0))
        ends = [(share.low - self.even, share.high - self.even) for share in self.shares]
        least = [0.0 if low <= 0 <= high else min(abs(low), abs(high)) for low, high in ends]
        most = [max(abs(low), abs(high)) for low, high in ends]
        low, high = (sqrt(sum(each**2 for each in those) / self.seats) for those in (least, most))
        return Estimate(value, min(low, value), max(high, value))

    def games_within(self, distance: float) -> int:
        """Return about how many different games determine each share to within a distance, by the variances so far."""
        self._check()
        parts = [evidence(each.counts, self.different_games) for each in self._seats]
        return games_within(distance, self.seats, max(map(cautious_variance, parts)))

    def _check(self) -> None:
        if not self.games:
            raise ArgumentError("no game is finished")


def _variance(counts: Mapping[float, float]) -> float:
    """Return the variance of values by their counts, whose total is above 0."""
    mean = mean_of(counts)
    return sum(count * (value - mean) ** 2 for value, count in counts.items()) / sum(counts.values())


def _comparisons(seats: int) -> int:
    """Return the number of simultaneous intervals: one for two seats, since their shares add to 1."""
    return seats if seats > 2 else 1
