"""Results of a match: wins, margins and Elo, with 95 % intervals from whole rounds.

The games of a round share a map and its luck, so they aren't independent; rounds are. So every interval and test counts
rounds. Rounds that are equal, game for game, count as one (see the module counts).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, inf, sqrt

from ...errors import ArgumentError
from ...play.turns import margin
from ..rows import Failure, Row, check_failure
from ..schedules import seatings
from .counts import Shares, estimate_of, evidence, tally_of, win_share
from .elo import elo_of
from .estimates import Estimate, Tally
from .intervals import student_quantile
from .likelihood import cautious_variance
from .results_table import empty_table, results_table
from .sprt import Decision, Sprt
from .variety import Variety

__all__ = ["Results"]


class Results(Variety):
    """The results of A in a match with so many seats, from the games that were added.

    Rounds that are equal, game for game, count as one for the width of intervals and for tests.

    In a game for one, A and B are compared within a round: the bot with more points wins it, and equal bots share it. A
    lost game has 0 points.

    `failure` says how a game counts in which a bot fails (`Row.counted`). A loss has no final scores, so margins leave
    it out. If a game doesn't count, neither does its round.

    >>> results = Results(seats=2)
    >>> results.add(Row(0, (0, 1), winners=(0,), totals=(20, 11), plies=40))
    False
    >>> results.add(Row(1, (1, 0), winners=(0, 1), totals=(15, 15), plies=38))
    True
    >>> results.tally.wins, results.tally.shared, results.share.value, results.margin.value
    (1, 1, 0.75, 4.5)
    """

    def __init__(self, seats: int, failure: Failure = "loss") -> None:
        super().__init__()
        self._failure: Failure = check_failure(failure)
        if seats < 1:
            raise ArgumentError(f"a game has 1 seat or more, not {seats}")
        self._seatings = seatings(seats)
        self._compared = seats
        """The number of results whose mean is the share of a round."""
        self._open: list[Row] = []
        """The games of the incomplete round."""
        self._shares = Counter[Fraction]()
        """The number of rounds by A's share of them."""
        self._margins: list[Fraction] = []
        """The mean margin of each round that has one."""
        self._seats = [Shares() for _ in range(seats)]

    @property
    def seats(self) -> int:
        """The number of seats of a game."""
        return len(self._seats)

    @property
    def per_round(self) -> int:
        """The number of games of a round: A sits at each seat once. In a game for one A plays one, and B the other."""
        return len(self._seatings)

    def add(self, game: Row) -> bool:
        """Count a game; return whether it completes a round that counts. The games of a round come one after the other.

        All numbers include a game only once its round is complete. Raises ArgumentError for a game that doesn't belong
        to the round, and for one with the same bot at all seats, which `Balance` counts.
        """
        if len(game.seats) != self.seats or (len(game.totals) != self.seats and game.error is None):
            raise ArgumentError(f"the results are of games with {self.seats} seats, not {len(game.seats)}")
        if self.seats > 1 and game.seats not in self._seatings:
            raise ArgumentError(f"results are of games in which A has one seat, not of {game.seats}")
        rounds = [each.number // self.per_round for each in (*self._open[:1], game)]
        if rounds[0] != rounds[-1]:
            raise ArgumentError(f"round {rounds[0]} has games to come, and round {rounds[-1]} begins")
        self._open.append(game)
        if len(self._open) < self.per_round:
            return False
        games = [row for each in self._open if (row := each.counted(self._failure)) is not None]
        self._open = []
        if len(games) < self.per_round:
            return False
        if self.seats == 1:
            self._add_comparison(*games)
        else:
            self._add_round(games)
        self._add_games(games)
        return True

    def _add_comparison(self, ours: Row, theirs: Row) -> None:
        points = [game.totals[0] if game.winners else 0 for game in (ours, theirs)]
        share = Fraction(1 + (points[0] > points[1]) - (points[0] < points[1]), 2)
        self._seats[0].add(share, None)
        self._shares[share] += 1
        if ours.error is None is theirs.error:
            self._margins.append(Fraction(points[0] - points[1]))

    def _add_round(self, games: Sequence[Row]) -> None:
        shares, margins = list[Fraction](), list[int]()
        for game in games:
            seat = game.seats.index(0)
            shares.append(win_share(game.winners, self.seats, seat))
            if game.error is None:
                margins.append(margin(game.totals, seat))
            self._seats[seat].add(shares[-1], game.digest)
        self._shares[sum(shares, Fraction()) / len(games)] += 1
        if margins:
            self._margins.append(Fraction(sum(margins), len(margins)))

    # --- what was counted

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
        """The number of rounds for each mean share of the win of A, ascending.

        The keys include all shares that a round can have if at most two seats share a win: for two seats 0, ¼, ½, ¾ and
        1. Other shares are added when they come up.
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

        Each interval holds by itself, and is based on the different games at that seat.
        """
        self._check()
        return [self.share] if self.seats == 1 else [shares.estimate() for shares in self._seats]

    @property
    def has_margin(self) -> bool:
        """Whether there is a game without a failure."""
        return bool(self._margins)

    @property
    def margin(self) -> Estimate:
        """A's points minus the best opponent's, or in a game for one minus B's, with a Student interval.

        It is based on the means of rounds. The ends are −∞ and ∞ if there is only one different round, or if all have
        the same mean: then their variance is unknown. Raises ArgumentError without a margin (`has_margin`).
        """
        self._check()
        if not self._margins:
            raise ArgumentError("a bot failed in every game, so there is no margin")
        rounds = len(self._margins)
        mean, different = float(sum(self._margins, Fraction()) / rounds), min(self.different_rounds, rounds)
        variance = sum((float(margin) - mean) ** 2 for margin in self._margins) / rounds
        if different == 1 or not variance:
            return Estimate(mean, -inf, inf)
        error = student_quantile(different) * sqrt(variance / (different - 1))
        return Estimate(mean, mean - error, mean + error)

    @property
    def elo(self) -> Estimate:
        """The difference in Elo for the share (`elo_of`); raises ArgumentError before the first complete round."""
        return Estimate(*(elo_of(share, self.table) for share in self.share))

    @property
    def table(self) -> int:
        """The number of seats that share a win: two in a game for one, where A and B are compared."""
        return max(self.seats, 2)

    def ratio(self, test: Sprt) -> float:
        """Return the log likelihood ratio of a test; 0 before the first round."""
        return test.ratio(self._evidence(), self.table)

    def decision(self, test: Sprt) -> Decision | None:
        """Return the hypothesis that a test accepts; None while it goes on."""
        return test.decision(self.ratio(test))

    def _repr_html_(self) -> str:
        if not self.rounds:
            return empty_table()
        even = 1 / self.table
        seats = self.seat_shares if self.seats > 1 else ()
        margin = self.margin if self.has_margin else None
        return results_table(self.tally, seats, even, share=self.share, margin=margin, elo=self.elo)

    def games_for(self, test: Sprt) -> int:
        """Return about how many different games a test takes if the true difference is halfway between its bounds.

        It is based on the variance of the rounds so far. Raises ArgumentError before the first one.
        """
        self._check()
        return self.per_round * ceil(test.expected_rounds(cautious_variance(self._evidence()), self.table))

    def _evidence(self) -> dict[float, float]:
        return evidence(self.shares, self.different_rounds)

    def _check(self) -> None:
        if not self.rounds:
            raise ArgumentError("no round is complete")
