"""The results of a match: wins, margins and Elo, with 95 % intervals that come from whole rounds.

The games of a round share a map and its luck. So they are no independent results, but rounds are, and every interval
and test counts rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from ..errors import ArgumentError
from ..play.match import margin
from .elo import elo_of
from .games import MatchGame, seatings
from .likelihood import mean_interval
from .numbers import Estimate, Tally
from .results_table import empty_table, results_table
from .sprt import Decision, Sprt

__all__ = ["Results"]


class Results:
    """The results of A in a match of so many seats, from the games that were added.

    A game for one is compared within its round: who has more points wins the round, equals share it. A lost game has
    0 points.

    >>> results = Results(seats=2)
    >>> results.add(MatchGame(0, 0, (0, 1), winners=(0,), totals=(20, 11), plies=40))
    False
    >>> results.add(MatchGame(1, 0, (1, 0), winners=(0, 1), totals=(15, 15), plies=38))
    True
    >>> results.tally.wins, results.tally.shared, results.share.value, results.margin.value
    (1, 1, 0.75, 4.5)
    """

    def __init__(self, seats: int) -> None:
        if seats < 1:
            raise ArgumentError(f"a game has 1 seat or more, not {seats}")
        self.seats = seats
        self._per_round = len(seatings(seats))
        self._compared = seats
        """The results that the share of a round is a mean of."""
        self._open: list[MatchGame] = []
        """The games of the round that isn't complete."""
        self._shares = Counter[Fraction]()
        """The number of rounds by A's share of them."""
        self._margins: list[Fraction] = []
        """The mean margin of each round."""
        self._tallies = [_Count() for _ in range(seats)]
        self.plies = 0
        """The actions of all complete rounds."""

    def add(self, game: MatchGame) -> bool:
        """Count a game; return whether it completes a round. The games of a round come one after the other.

        Nothing else counts a game before its round is complete.
        """
        if len(game.seats) != self.seats or len(game.totals) != self.seats:
            raise ArgumentError(f"the results are of games with {self.seats} seats, not {len(game.seats)}")
        if self._open and game.round != self._open[0].round:
            raise ArgumentError(f"round {self._open[0].round} has games to come, and round {game.round} begins")
        self._open.append(game)
        if len(self._open) < self._per_round:
            return False
        if self.seats == 1:
            self._add_comparison(*self._open)
        else:
            self._add_round(self._open)
        self.plies += sum(each.plies for each in self._open)
        self._open = []
        return True

    def _add_comparison(self, ours: MatchGame, theirs: MatchGame) -> None:
        points = [game.totals[0] if game.winners else 0 for game in (ours, theirs)]
        share = Fraction(1 + (points[0] > points[1]) - (points[0] < points[1]), 2)
        self._tallies[0].add(share)
        self._shares[share] += 1
        self._margins.append(Fraction(points[0] - points[1]))

    def _add_round(self, games: Sequence[MatchGame]) -> None:
        shares, margins = list[Fraction](), list[int]()
        for game in games:
            seat = game.seats.index(0)
            winners = game.winners or range(self.seats)
            shares.append(Fraction(seat in winners, len(winners)))
            margins.append(margin(game.totals, seat))
            self._tallies[seat].add(shares[-1])
        self._shares[sum(shares, Fraction()) / len(games)] += 1
        self._margins.append(Fraction(sum(margins), len(games)))

    # --- what was counted

    @property
    def rounds(self) -> int:
        """The number of complete rounds."""
        return len(self._margins)

    @property
    def games(self) -> int:
        """The number of games of complete rounds."""
        return self.rounds * self._per_round

    @property
    def by_seat(self) -> Sequence[Tally]:
        """The games of A at each seat. In a game for one, a round counts as one."""
        return [count.tally for count in self._tallies]

    @property
    def tally(self) -> Tally:
        """All games of A. In a game for one, a round counts as one."""
        return sum(self._tallies, _Count()).tally

    @property
    def shares(self) -> Mapping[Fraction, int]:
        """The number of rounds by A's mean share of the win in their games, ascending.

        The keys are all shares that a round can have if at most two seats share a win: for two seats 0, ¼, ½, ¾ and 1.
        Other shares are added when they come up.
        """
        steps = 2 * self._compared
        known = {Fraction(step, steps) for step in range(steps + 1)} | set(self._shares)
        return {share: self._shares[share] for share in sorted(known)}

    # --- estimates and tests

    @property
    def share(self) -> Estimate:
        """A's share of the win in a game; raises ArgumentError before the first complete round."""
        self._check()
        counts = self._counts()
        mean = sum(share * count for share, count in self._shares.items()) / self.rounds
        low, high = mean_interval(counts)
        return Estimate(float(mean), min(low, float(mean)), max(high, float(mean)))

    @property
    def margin(self) -> Estimate:
        """A's points less the best opponent's, in a game for one less B's; ± 1.96 standard errors of the round means.

        The interval has no ends, −∞ and ∞, after one round. Raises ArgumentError before the first.
        """
        self._check()
        mean = float(sum(self._margins, Fraction()) / self.rounds)
        if self.rounds == 1:
            return Estimate(mean, -float("inf"), float("inf"))
        variance = sum((float(margin) - mean) ** 2 for margin in self._margins) / (self.rounds - 1)
        error = 1.96 * sqrt(variance / self.rounds)
        return Estimate(mean, mean - error, mean + error)

    @property
    def elo(self) -> Estimate:
        """The difference in Elo that the share stands for (`elo_of`); raises ArgumentError before the first round."""
        return Estimate(*(elo_of(share, self.table) for share in self.share))

    @property
    def table(self) -> int:
        """The number of seats that share a win: two in a game for one, where A and B are compared."""
        return max(self.seats, 2)

    def ratio(self, test: Sprt) -> float:
        """Return the log likelihood ratio of a test; 0 before the first round."""
        return test.ratio(self._counts(), self.table)

    def decision(self, test: Sprt) -> Decision | None:
        """Return what a test accepts; None while it goes on."""
        return test.decision(self.ratio(test))

    def _repr_html_(self) -> str:
        if not self.rounds:
            return empty_table()
        even = 1 / self.table
        return results_table(self.tally, self.by_seat, even, share=self.share, margin=self.margin, elo=self.elo)

    def _counts(self) -> dict[float, float]:
        return {float(share): float(count) for share, count in self.shares.items()}

    def _check(self) -> None:
        if not self.rounds:
            raise ArgumentError("no round is complete")


class _Count:
    """A tally that grows."""

    def __init__(self) -> None:
        self._games = self._wins = self._shared = 0
        self._share = Fraction()

    def add(self, share: Fraction) -> None:
        self._games += 1
        self._wins += share == 1
        self._shared += 0 < share < 1
        self._share += share

    def __add__(self, other: _Count) -> _Count:
        found = _Count()
        found._games = self._games + other._games
        found._wins = self._wins + other._wins
        found._shared = self._shared + other._shared
        found._share = self._share + other._share
        return found

    @property
    def tally(self) -> Tally:
        share = float(self._share / self._games) if self._games else 0.0
        return Tally(self._games, self._wins, self._shared, share)
