"""Standings of an arena: the results of each pair of bots, and ratings of all bots on one scale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ..rows import Failure, Row, check_failure
from ..schedules import Pair, Schedule
from .balance import Balance
from .counts import win_share
from .rated_games import RatedGame
from .ratings import Rating, rated_together, ratings_of
from .results import Results
from .sprt import Decision, Sprt
from .variety import Variety

__all__ = ["Standings"]


class Standings(Variety):
    """The results of an arena's rounds, which are added in order. Numbers of games include failed ones.

    `failure` says how a game counts in which a bot fails (`Row.counted`). If it doesn't count, neither do the other
    games of its pair in the round.
    """

    def __init__(self, schedule: Schedule, names: Sequence[str], failure: Failure = "loss") -> None:
        super().__init__()
        self.failure: Failure = check_failure(failure)
        self.schedule = schedule
        self.names = tuple(names)
        self.failed = Counter[int | None]()
        """How many games each bot failed, by its place; under None, the games that ended their process."""
        self.failures: list[Row] = []
        """The failed games, by number."""
        self.timed = 0
        """The number of games in which a bot looked at the clock."""
        self.played = Counter[int]()
        """The number of games of each bot, by its place."""
        self.results: dict[Pair, Results] = {}
        """The results of each pair that has met; A is the bot with the smaller place."""
        self.balances: dict[int, Balance] = {}
        """The results of the seats, for bots that play themselves."""
        self._rated: list[Sequence[RatedGame]] = []

    def add(self, pairs: Sequence[Pair], rows: Sequence[Row]) -> None:
        """Count a round in which these pairs met, with all of its rows by number."""
        for row in rows:
            self.timed += row.is_timed
            self.played.update({*row.seats})
            if row.error is not None:
                self.failed[row.failed] += 1
                self.failures.append(row)
        rated = list[RatedGame]()
        for pair, games in self.schedule.games(pairs, rows):
            if (counted := self._counted(games)) is not None:
                self._count(pair, counted)
                rated += self._compared(pair, counted)
        if rated:
            self._rated.append(rated)
        self._add_games(rows)

    def _counted(self, rows: Sequence[Row]) -> Sequence[Row] | None:
        """Return the games of a pair as they count for results; None if one doesn't count, and so none does."""
        counted = [row for each in rows if (row := each.counted(self.failure)) is not None]
        return counted if len(counted) == len(rows) else None

    def _count(self, pair: Pair, rows: Sequence[Row]) -> None:
        """Count the games of a pair in its own results, as if they were a match."""
        seats, (a, b) = self.schedule.seats, pair
        found: Results | Balance
        if a == b:
            found = self.balances.setdefault(a, Balance(seats))
        else:
            found = self.results.setdefault(pair, Results(seats))
        for number, row in enumerate(rows, self.rounds * found.per_round):
            failed = None if row.failed is None else int(row.failed != a)
            found.add(replace(row, number=number, seats=tuple(int(bot != a) for bot in row.seats), failed=failed))

    def _compared(self, pair: Pair, rows: Sequence[Row]) -> Sequence[RatedGame]:
        """Return the games as ratings take them; in a game for one, more points win, and equal points share the win."""
        if pair[0] == pair[1]:
            return []
        if self.schedule.seats > 1:
            return [RatedGame(tuple(self.names[bot] for bot in row.seats), row.winners, row.digest) for row in rows]
        points = [row.totals[0] if row.winners else 0 for row in rows]
        best = tuple(seat for seat, found in enumerate(points) if found == max(points))
        digest = "".join(row.digest or "" for row in rows)
        return [RatedGame(tuple(self.names[bot] for bot in pair), best, digest)]

    def shares(self, pairs: Sequence[Pair], rows: Sequence[Row]) -> Mapping[Pair, Fraction]:
        """Return A's share of the wins in a round for each pair, converted to two seats; ½ if the round doesn't count.

        With more seats, one seat of A plays several of B. The converted share is that of the same difference in Elo
        between two seats.
        """
        found = dict[Pair, Fraction]()
        for pair, games in self.schedule.games(pairs, rows):
            counted = self._counted(games)
            if counted is None:
                found[pair] = Fraction(1, 2)
                continue
            won = [win_share(row.winners, len(row.seats), row.seats.index(pair[0])) for row in counted]
            share, others = sum(won, Fraction()) / len(won), self.schedule.seats - 1
            found[pair] = others * share / (others * share + 1 - share)
        return found

    @property
    def hopeless(self) -> Mapping[int, Row]:
        """The bots that failed in all their games, by place, each with its first failed game."""
        first = {row.failed: row for row in reversed(self.failures) if row.failed is not None}
        return {bot: row for bot, row in sorted(first.items()) if self.failed[bot] == self.played[bot]}

    def decisions(self, test: Sprt) -> Mapping[Pair, Decision | None]:
        """Return the decision of a test for each pair that has met; None while it goes on."""
        return {pair: results.decision(test) for pair, results in self.results.items()}

    def ratings(self, anchor: str) -> dict[str, Rating]:
        """Return the ratings of all bots that have met another, the strongest first; the anchor has 0.

        The result is empty as long as the anchor has met nobody. See `ratings_of`.
        """
        if not any(anchor in game.players for games in self._rated for game in games):
            return {}
        return ratings_of(self._rated, anchor)

    def rated_apart(self, anchor: str) -> dict[str, dict[str, Rating]]:
        """Return the ratings of bots for which this anchor gives at most bounds, by other anchors that can rate them.

        Bots that have all beaten each other, directly or through others, are rated together (`rated_together`). Their
        anchor is the one with the smallest place.
        """
        groups = (group for group in rated_together(self._rated) if anchor not in group and len(group) > 1)
        return {first: self._rated_in(group, first) for group in groups for first in [min(group, key=self.names.index)]}

    def _rated_in(self, group: Sequence[str], anchor: str) -> dict[str, Rating]:
        return {name: rating for name, rating in self.ratings(anchor).items() if name in group}
