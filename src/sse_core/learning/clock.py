"""Clock of a run of learning that ends in time: the seconds that it has, over all its stops, and the end of each round.

The first rounds are short: their games are those of weak players, and soon worth nothing. A round ends its games so
early that the fit to them is done before the end of the clock.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Final, SupportsFloat

from ..errors import SetupError
from ..forms.checks import check_seconds
from .files import write_whole

__all__ = ["Clock"]

_ENDS: Final = (0.05, 0.13, 0.25, 0.42, 0.66, 1.0)
"""The parts of the time at which rounds end."""

_LEAST_SECONDS: Final = 10.0
"""The least seconds of a round; with little time there are fewer rounds."""

_FIT_SECONDS: Final = 3.0
"""The seconds that a fit takes in any case, on the machine where this was measured."""

_GAME_SECONDS: Final = 0.006
"""The seconds that it takes more for each game."""

_MARGIN: Final = 1.5
"""The factor of the time that is kept for a fit."""

_SPARE: Final = 1.0
"""The seconds that are kept for whatever else comes at the end."""

_SAVED_EVERY: Final = 1.0
"""The seconds after which the time is written down again."""


class Clock:
    """A clock with so many seconds. A file keeps how many of them are spent, so that a later run has the others.

    Raises ArgumentError for seconds out of range, TypeError for no number, SetupError if the file is damaged.
    """

    def __init__(self, seconds: SupportsFloat, file: Path) -> None:
        self.seconds = check_seconds(seconds)
        self._file = file
        self._before = _seconds_in(file) if file.exists() else 0.0
        self._begin = self._saved = monotonic()
        self._slowness = 1.0
        """The seconds of the last fit, in those that were expected."""
        self._end, self._least_games = self.seconds, 0

    @property
    def spent(self) -> float:
        """The seconds that are spent, those before the last stop included."""
        return self._before + monotonic() - self._begin

    @property
    def left(self) -> float:
        """The seconds that are left; 0 at the end."""
        return max(0.0, self.seconds - self.spent)

    def begin_round(self, games: int) -> bool:
        """Begin a round, and choose its end; return whether there is time for one, with a fit to so many games."""
        self._least_games = games
        earliest = self.spent + _LEAST_SECONDS + self._reserve(games)
        self._end = next((part * self.seconds for part in _ENDS if part * self.seconds >= earliest), self.seconds)
        return earliest <= self.seconds

    def ends_games(self, games: int) -> bool:
        """Return whether the round, which has so many games, must end its self-play now."""
        if monotonic() - self._saved > _SAVED_EVERY:
            self.save()
        return self.spent + self._reserve(games) >= self._end

    def _reserve(self, games: int) -> float:
        """Return the seconds that are kept for the fit to so many games, and for what else comes at the end."""
        return _MARGIN * self._slowness * _expected_seconds(max(games, self._least_games)) + _SPARE

    def fitted(self, games: int, seconds: float) -> None:
        """Note how long the fit to so many games took."""
        self._slowness = seconds / _expected_seconds(games)
        self.save()

    def save(self) -> None:
        """Write down the seconds that are spent."""
        self._saved = monotonic()
        write_whole(self._file, f"{self.spent:.1f}\n")


def _seconds_in(file: Path) -> float:
    """Return the seconds that a file keeps; raise SetupError if it is damaged."""
    try:
        return check_seconds(float(file.read_text(encoding="utf-8")))
    except ValueError:
        raise SetupError(f"{file} is damaged: it has the seconds that are spent, such as 0.0") from None


def _expected_seconds(games: int) -> float:
    """Return the seconds that a fit to so many games is expected to take on the machine where this was measured."""
    return _FIT_SECONDS + _GAME_SECONDS * games
