"""Sizes of jobs: the number of games that take a given time, learned from finished jobs."""

from __future__ import annotations

__all__ = ["Sizes"]


class Sizes:
    """The number of games of a job. The first job is one game, and no job has more than twice the games of all before.

    >>> sizes = Sizes()
    >>> sizes.games(1.0), sizes.learn(1, 0.01), sizes.games(1.0), sizes.learn(2, 0.02), sizes.games(1.0)
    (1, None, 2, None, 4)
    """

    def __init__(self) -> None:
        self._most = 1
        self._speed = 0.0
        """Games per second in a worker; 0 if unknown."""

    def learn(self, games: int, seconds: float) -> None:
        """Note the seconds that a job with so many games took in its worker."""
        speed = games / max(seconds, 1e-6)
        self._speed = (self._speed + speed) / 2 if self._speed else speed
        self._most = max(self._most, 2 * games)

    def games(self, seconds: float) -> int:
        """Return how many games take so many seconds."""
        return max(1, min(self._most, round(self._speed * seconds)))
