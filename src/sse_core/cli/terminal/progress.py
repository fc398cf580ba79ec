"""The progress line of long commands, updated in place on a terminal.

It is written to the standard error, and only if that is a terminal: files and pipes never get it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter
from types import TracebackType
from typing import Final, Self

from ...play.markdown import WIDTH
from .streams import flush

__all__ = ["Progress", "duration", "speed", "waiting"]

_PAUSE: Final = 0.1
"""The seconds between two updates, so that the line doesn't slow fast work down."""

_ROUND: Final = 10
"""The speed from which on it is shown without decimals."""


class Progress:
    """The progress line as a context manager. `done` and `seconds` have the progress.

    Parameters
    ----------
    total
        The amount of work; None if it is unknown.
    noun
        The noun for what is counted, in the plural.
    at_most
        Whether the work may end before `total`.
    unit
        The noun for the unit of the speed, in the plural, if it isn't `noun` (see `add`).
    is_shown
        Whether the line is shown; None for "if the standard error is a terminal".
    """

    def __init__(
        self, total: int | None, noun: str, *, at_most: bool = False, unit: str = "", is_shown: bool | None = None
    ) -> None:
        self._total = total
        self._noun = noun
        self._bound = "at most " if at_most else ""
        self._unit = unit
        self.done = 0
        self.units = 0
        self._begin = self._now = self._written = perf_counter()
        self._is_shown = sys.stderr.isatty() if is_shown is None else is_shown
        self.more = ""
        """Further words at the end of the line."""

    def __enter__(self) -> Self:
        if self._is_shown and self._total is not None:
            _write(self.line)
        return self

    def add(self, n: int = 1, units: int = 0) -> None:
        """Count `n` more things, and `units` for the speed."""
        self.done += n
        self.units += units
        self._now = perf_counter()
        if self._is_shown and self._now - self._written >= _PAUSE:
            self._written = self._now
            _write(self.line)

    @property
    def seconds(self) -> float:
        """The seconds from the beginning to the last count."""
        return self._now - self._begin

    @property
    def line(self) -> str:
        """The text of the line: the progress, the speed, and the time that the rest will take."""
        of = "" if self._total is None else f" of {self._total:,}"
        fast = f"{speed(self.units, self.seconds)} {self._unit}" if self._unit else speed(self.done, self.seconds)
        parts = [f"{self.done:,}{of} {self._noun}", f"{fast} a second"]
        if self._total is not None and self.done:
            left = (self._total - self.done) * self.seconds / self.done
            parts.append(f"{self._bound}{duration(left)} left")
        if self.more:
            parts.append(self.more)
        return ", ".join(parts)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the line."""
        if self._is_shown:
            _write("")


@contextmanager
def waiting(words: str) -> Generator[None, None, None]:
    """Show words in place of the line during the block."""
    if not sys.stderr.isatty():
        yield
        return
    _write(words)
    try:
        yield
    finally:
        _write("")


def _write(text: str) -> None:
    """Replace the text of the line; an empty text removes it."""
    flush()
    width = _columns() - 1
    sys.stderr.write(f"\r{text[:width].ljust(width)}\r")
    sys.stderr.flush()


def _columns() -> int:
    """Return the columns for the line, at most 80; a line longer than the terminal couldn't be overwritten."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return min(columns or WIDTH, WIDTH)


def speed(n: int, seconds: float) -> str:
    """Return a speed per second as text, with at least two digits.

    >>> speed(2500, 2.0), speed(1, 3.0), speed(5, 0.0)
    ('1,250', '0.33', '0')
    """
    rate = n / seconds if seconds else 0.0
    return f"{rate:,.0f}" if rate >= _ROUND else f"{rate:.2g}"


def duration(seconds: float) -> str:
    """Return a time in hours, minutes and seconds.

    >>> duration(7.2), duration(3725)
    ('0:07', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
