"""The live view of a running arena on a terminal: a line of progress and, with rich, a table of results."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from ...arena import Sprt, Tournament, Workers
from ...play.sentences import count
from ..terminal.progress import Progress

__all__ = ["Watch", "watched"]

_PAUSE: Final = 1.0
"""The seconds between two updates of the table."""


class Watch:
    """The live view as a context manager. It is written to the standard error, if that is a terminal."""

    def __init__(
        self,
        arena: Tournament,
        workers: Workers | None,
        progress: Progress,
        live: Any,
        table: Callable[[], str] | None,
    ) -> None:
        self._arena, self._workers, self._progress = arena, workers, progress
        self._live, self._table = live, table
        self._shown = 0.0

    def __enter__(self) -> Self:
        self._progress.__enter__()
        if self._live is not None:
            self._live.start()
        return self

    def add(self, games: int) -> None:
        """Count so many more games."""
        again = self._arena.incidents.resent
        workers = [] if self._workers is None else [count(self._workers.alive(), "worker", "workers")]
        self._progress.more = ", ".join([*workers, *([f"{count(again, 'job', 'jobs')} sent again"] if again else [])])
        self._progress.add(games)
        if self._live is not None and self._table is not None and monotonic() - self._shown >= _PAUSE:
            self._shown = monotonic()
            self._live.update(f"{self._table()}\n\n{self._progress.line}")

    @property
    def games(self) -> int:
        """The number of games played in this run."""
        return self._progress.done

    @property
    def seconds(self) -> float:
        """The seconds that these games took."""
        return self._progress.seconds

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the view."""
        if self._live is not None:
            self._live.stop()
        self._progress.__exit__(kind, error, trace)


def watched(arena: Tournament, workers: Workers | None, test: Sprt | None, table: Callable[[], str] | None) -> Watch:
    """Return the view of an arena: the text of `table` if there is one and rich is installed, else a line."""
    live = None if table is None else _live()
    left = arena.plan.games - arena.games
    is_shown = None if live is None else False
    return Watch(arena, workers, Progress(left, "games", at_most=test is not None, is_shown=is_shown), live, table)


def _live() -> Any:
    """Return rich's `Live`, which updates a text on a terminal; None without a terminal or without rich."""
    if not sys.stderr.isatty():
        return None
    try:
        from rich.console import Console
        from rich.live import Live
    except ModuleNotFoundError:
        return None
    console = Console(stderr=True, markup=False, highlight=False)
    return Live(console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
