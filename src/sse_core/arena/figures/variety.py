"""The variety of rounds: how many of them differ, and how many began with openings."""

from __future__ import annotations

from collections.abc import Sequence

from ..rows import Row
from .counts import DistinctCount

__all__ = ["Variety"]


class Variety:
    """What results of any kind count of rounds and their games, whoever won."""

    def __init__(self) -> None:
        self.rounds = 0
        """The number of rounds that are complete, and count."""
        self.games = 0
        """The number of their games."""
        self.plies = 0
        """The actions of these games."""
        self.opened = 0
        """The number of rounds that began with an opening."""
        self.cut = 0
        """The number of rounds whose opening was cut, since it would have left nothing to choose."""
        self.opening_plies = 0
        """The plies of the openings, counted in each game."""
        self._games, self._rounds = DistinctCount(), DistinctCount()

    @property
    def different_games(self) -> int:
        """The number of games that differ: by their start or by an action, whoever sat where."""
        return len(self._games)

    @property
    def different_rounds(self) -> int:
        """The number of rounds that differ in at least one of their games; all intervals rest on it."""
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
