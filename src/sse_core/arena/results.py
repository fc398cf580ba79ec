"""The results of a match: wins, margins and Elo, with 95 % intervals that come from whole rounds.

The games of a round share a map and its luck. So they are no independent results, but rounds are, and every interval
and test counts rounds. Rounds that are equal, game for game, tell no more than one (see the module counts).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, sqrt

from ..errors import ArgumentError
from ..play.match import margin
from .counts import Different, Shares, estimate_of, evidence, tally_of, win_share
from .elo import elo_of
from .games import MatchGame, seatings
from .intervals import student_quantile
from .likelihood import cautious_variance
from .numbers import Estimate, Tally
from .results_table import empty_table, results_table
from .sprt import Decision, Sprt

__all__ = ["Results"]


class Results:
    """The results of A in a match of so many seats, from the games that were added.

    Where rounds are equal, game for game, intervals and tests are as wide as those of so many rounds as differ.

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
        self.per_round = len(seatings(seats))
        """The games of a round."""
        self._compared = seats
        """The results that the share of a round is a mean of."""
        self._open: list[MatchGame] = []
        """The games of the round that isn't complete."""
        self._shares = Counter[Fraction]()
        """The number of rounds by A's share of them."""
        self._margins: list[Fraction] = []
        """The mean margin of each round."""
        self._seats = [Shares() for _ in range(seats)]
        self._games, self._rounds = Different(), Different()
        self.plies = 0
        """The actions of all complete rounds."""
        self.opened = 0
        """The number of complete rounds that began with an opening."""
        self.cut = 0
        """The number of complete rounds whose opening was cut, since it would have left nothing to choose."""
        self.opening_plies = 0
        """The plies of the openings of all complete rounds, counted in each game."""

    def add(self, game: MatchGame) -> bool:
        """Count a game; return whether it completes a round. The games of a round come one after the other.

        Nothing else counts a game before its round is complete. Raises ArgumentError for a game that doesn't belong to
        the round, and for one of the same bot at all seats, which `Balance` counts.
        """
        if len(game.seats) != self.seats or len(game.totals) != self.seats:
            raise ArgumentError(f"the results are of games with {self.seats} seats, not {len(game.seats)}")
        if self.seats > 1 and game.seats not in seatings(self.seats):
            raise ArgumentError(f"results are of games in which A has one seat, not of {game.seats}")
        if self._open and game.round != self._open[0].round:
            raise ArgumentError(f"round {self._open[0].round} has games to come, and round {game.round} begins")
        self._open.append(game)
        if len(self._open) < self.per_round:
            return False
        if self.seats == 1:
            self._add_comparison(*self._open)
        else:
            self._add_round(self._open)
        digests = [each.digest for each in self._open]
        self._rounds.add(*digests)
        for digest in digests:
            self._games.add(digest)
        self.plies += sum(each.plies for each in self._open)
        self.opened += self._open[0].opening > 0
        self.cut += self._open[0].is_cut
        self.opening_plies += sum(each.opening for each in self._open)
        self._open = []
        return True

    def _add_comparison(self, ours: MatchGame, theirs: MatchGame) -> None:
        points = [game.totals[0] if game.winners else 0 for game in (ours, theirs)]
        share = Fraction(1 + (points[0] > points[1]) - (points[0] < points[1]), 2)
        self._seats[0].add(share, None)
        self._shares[share] += 1
        self._margins.append(Fraction(points[0] - points[1]))

    def _add_round(self, games: Sequence[MatchGame]) -> None:
        shares, margins = list[Fraction](), list[int]()
        for game in games:
            seat = game.seats.index(0)
            shares.append(win_share(game.winners, self.seats, seat))
            margins.append(margin(game.totals, seat))
            self._seats[seat].add(shares[-1], game.digest)
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
        return self.rounds * self.per_round

    @property
    def different_games(self) -> int:
        """The number of games that differ: by their start or by an action, whoever sat where."""
        return len(self._games)

    @property
    def different_rounds(self) -> int:
        """The number of rounds that differ in at least one of their games; all intervals rest on it."""
        return len(self._rounds)

    @property
    def by_seat(self) -> Sequence[Tally]:
        """The games of A at each seat. In a game for one, a round counts as one."""
        return [shares.tally for shares in self._seats]

    @property
    def tally(self) -> Tally:
        """All games of A. In a game for one, a round counts as one."""
        return tally_of(self._seats)

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
        mean = sum(share * count for share, count in self._shares.items()) / self.rounds
        return estimate_of(self._evidence(), float(mean), games=self._compared)

    @property
    def seat_shares(self) -> Sequence[Estimate]:
        """A's share of the win in a game at each seat; raises ArgumentError before the first complete round.

        Each interval holds by itself, and rests on the games that differ at that seat.
        """
        self._check()
        return [self.share] if self.seats == 1 else [shares.estimate() for shares in self._seats]

    @property
    def margin(self) -> Estimate:
        """A's points less the best opponent's, in a game for one less B's, with the interval of Student's distribution.

        It rests on the means of rounds. It has no ends, −∞ and ∞, where one round alone differs, or all have the same
        mean: then nothing is known of how much they vary. Raises ArgumentError before the first round.
        """
        self._check()
        mean, different = float(sum(self._margins, Fraction()) / self.rounds), self.different_rounds
        variance = sum((float(margin) - mean) ** 2 for margin in self._margins) / self.rounds
        if different == 1 or not variance:
            return Estimate(mean, -float("inf"), float("inf"))
        error = student_quantile(different) * sqrt(variance / (different - 1))
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
        return test.ratio(self._evidence(), self.table)

    def decision(self, test: Sprt) -> Decision | None:
        """Return what a test accepts; None while it goes on."""
        return test.decision(self.ratio(test))

    def _repr_html_(self) -> str:
        if not self.rounds:
            return empty_table()
        even = 1 / self.table
        seats = self.seat_shares if self.seats > 1 else ()
        return results_table(self.tally, seats, even, share=self.share, margin=self.margin, elo=self.elo)

    def games_for(self, test: Sprt) -> int:
        """Return about how many different games a test takes where the truth is halfway between its bounds.

        It rests on the variance of the rounds so far. Raises ArgumentError before the first.
        """
        self._check()
        return self.per_round * ceil(test.expected_rounds(cautious_variance(self._evidence()), self.table))

    def _evidence(self) -> dict[float, float]:
        return evidence(self.shares, self.different_rounds)

    def _check(self) -> None:
        if not self.rounds:
            raise ArgumentError("no round is complete")
