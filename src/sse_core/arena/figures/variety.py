"""Variety of rounds: how many of them are different, and how many began with openings."""

from __future__ import annotations

from collections.abc import Sequence

from ..rows import Row
from .counts import DistinctCount

__all__ = ["Variety"]


class Variety:
    """The counts of rounds and games that all kinds of results share, without winners."""

    # With these words `help` describes each attribute.
    __slots__ = {  # noqa: RUF023 - in the order of interest
        "rounds": "The number of complete rounds that count.",
        "games": "The number of games of these rounds.",
        "plies": "The number of actions in the games that count.",
        "opened": "The number of rounds that began with an opening.",
        "cut": "The number of rounds whose opening was cut, since the full one would have left no choice.",
        "opening_plies": "The number of opening plies in the games that count.",
        "_games": "",
        "_rounds": "",
    }

    def __init__(self) -> None:
        self.rounds = self.games = self.plies = self.opened = self.cut = self.opening_plies = 0
        self._games, self._rounds = DistinctCount(), DistinctCount()

    @property
    def different_games(self) -> int:
        """The number of different games: they differ by their start or by an action, not just by their seating."""
        return len(self._games)

    @property
    def different_rounds(self) -> int:
        """The number of different rounds, which differ in at least one game; all intervals are based on it."""
        return len(self._rounds)

    def _add_games(self, rows: Sequence[Row]) -> None:
        """Count the games of a round."""
        self.rounds += 1
        self.games += len(rows)
        self.opened += rows[0].opening > 0
        self.cut += rows[0].is_cut
        self._rounds.add(*(row.digest for row in rows))
        for row in rows:
            self._games.add(row.digest)
            self.plies += row.plies
            self.opening_plies += row.opening
