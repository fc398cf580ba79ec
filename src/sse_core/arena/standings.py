"""The standings of an arena: what its games say about each pair of bots, and about all on one scale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from .balance import Balance
from .counts import win_share
from .games import MatchGame, is_same
from .rated_games import RatedGame
from .ratings import Rating, rated_together, ratings_of
from .results import Results
from .rows import Row
from .schedules import Pair, Schedule
from .sprt import Decision, Sprt

__all__ = ["Standings"]


class Standings:
    """The results of an arena's rounds, which are added in their order.

    A game that failed has no winner, and counts for nobody: neither does the rest of its pair's games of the round.
    """

    def __init__(self, schedule: Schedule, names: Sequence[str]) -> None:
        self.schedule = schedule
        self.names = tuple(names)
        self.rounds = 0
        """The number of rounds."""
        self.games = 0
        """The number of games, those that failed included."""
        self.plies = 0
        """The number of actions in all games."""
        self.failed = Counter[int | None]()
        """How many games each bot failed, by its place; None: those that ended their process."""
        self.failures: list[Row] = []
        """The games that failed, by number."""
        self.timed = 0
        """The number of games in which a bot looked at the clock."""
        self.results: dict[Pair, Results] = {}
        """The results of each pair that has met: A is the one that was named first."""
        self.balances: dict[int, Balance] = {}
        """The results of the seats, where bots play themselves."""
        self._rated: list[Sequence[RatedGame]] = []

    def add(self, pairs: Sequence[Pair], rows: Sequence[Row]) -> Mapping[Pair, Fraction]:
        """Count a round, all its rows by number; return the share of the wins that A of each pair has in it.

        Where a seat of A plays several of B, the share is that between two that are as much stronger.
        """
        for row in rows:
            self.plies += row.plies
            self.timed += row.is_timed
            if row.error is not None:
                self.failed[row.failed] += 1
                self.failures.append(row)
        self.games += len(rows)
        shares, rated = dict[Pair, Fraction](), list[RatedGame]()
        for place, pair in enumerate(pairs):
            games = self._games(place, pair, rows, len(pairs))
            if any(row.error is not None for row in games):
                shares[pair] = Fraction(1, 2)
                continue
            self._count(pair, games)
            rated += self._compared(pair, games)
            shares[pair] = self._share(pair, games)
        if rated:
            self._rated.append(rated)
        self.rounds += 1
        return shares

    def _games(self, place: int, pair: Pair, rows: Sequence[Row], pairs: int) -> Sequence[Row]:
        """Return the rows of the pair at a place among those of the round."""
        if self.schedule.seats == 1:
            return [rows[bot] for bot in pair]
        per_pair = len(rows) // pairs
        return rows[place * per_pair : (place + 1) * per_pair]

    def _count(self, pair: Pair, rows: Sequence[Row]) -> None:
        seats, (a, b) = self.schedule.seats, pair
        found: Results | Balance
        if a == b:
            found = self.balances.setdefault(a, Balance(seats))
        else:
            found = self.results.setdefault(pair, Results(seats))
        for row in rows:
            who = tuple(int(bot != a) for bot in row.seats)
            found.add(
                MatchGame(
                    row.number,
                    self.rounds,
                    who,
                    row.winners,
                    row.totals,
                    row.plies,
                    opening=row.opening,
                    digest=row.digest,
                )
            )

    def _compared(self, pair: Pair, rows: Sequence[Row]) -> Sequence[RatedGame]:
        """Return the games as ratings take them; of two alone, who has more points wins, and equals share."""
        if is_same(*(self.names[bot] for bot in pair)):
            return []
        if self.schedule.seats > 1:
            return [RatedGame(tuple(self.names[bot] for bot in row.seats), row.winners, row.digest) for row in rows]
        points = [row.totals[0] if row.winners else 0 for row in rows]
        best = tuple(seat for seat, found in enumerate(points) if found == max(points))
        digest = "".join(row.digest or "" for row in rows)
        return [RatedGame(tuple(self.names[bot] for bot in pair), best, digest)]

    def _share(self, pair: Pair, rows: Sequence[Row]) -> Fraction:
        if pair[0] == pair[1] or self.schedule.seats == 1:
            return Fraction(1, 2)
        won = Fraction()
        for row in rows:
            won += win_share(row.winners, len(row.seats), row.seats.index(pair[0]))
        share, others = won / len(rows), self.schedule.seats - 1
        return others * share / (others * share + 1 - share)

    def decisions(self, test: Sprt) -> Mapping[Pair, Decision | None]:
        """Return what a test has accepted for each pair that has met."""
        return {pair: results.decision(test) for pair, results in self.results.items()}

    def ratings(self, anchor: str) -> dict[str, Rating]:
        """Return the ratings of all bots that have met another, the strongest first; that of the anchor is 0.

        They are empty as long as the anchor has met nobody. See `ratings_of`.
        """
        if not any(anchor in game.players for games in self._rated for game in games):
            return {}
        return ratings_of(self._rated, anchor)

    def rated_apart(self, anchor: str) -> dict[str, dict[str, Rating]]:
        """Return the ratings of bots of which this anchor sets bounds at most, by another one that rates them.

        Bots that have all beaten each other, if by others between, are rated together (`rated_together`). Their anchor
        is the one that was named first.
        """
        groups = (group for group in rated_together(self._rated) if anchor not in group and len(group) > 1)
        return {first: self._rated_in(group, first) for group in groups for first in [min(group, key=self.names.index)]}

    def _rated_in(self, group: Sequence[str], anchor: str) -> dict[str, Rating]:
        return {name: rating for name, rating in self.ratings(anchor).items() if name in group}
