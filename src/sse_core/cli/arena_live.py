"""The play of an arena by a command: what is seen of it meanwhile, and how it ended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from ..arena import ArenaError, Sprt, Store, Tournament, Workers
from ..arena.store import MEMORY
from ..game import AnyGame
from ..play.sentences import count
from .keeping import signals_as_interrupts
from .pages import RefusedError
from .progress import Progress

__all__ = ["Played", "play"]

_PAUSE: Final = 1.0
"""The seconds between two tables."""


@dataclass(frozen=True)
class Played:
    """An arena whose play has ended."""

    game: AnyGame
    arena: Tournament
    store: Store
    test: Sprt | None
    games: int
    """The games that were played now."""

    seconds: float
    error: ArenaError | KeyboardInterrupt | OSError | None
    """What ended it early; None if nothing did."""

    @property
    def differing(self) -> Sequence[int]:
        """The numbers of games that were played twice, and differ."""
        return [row.number for row in self.store.differing()]

    def check(self) -> int:
        """Return the status 0; raise what ended it early, and RefusedError if a bot failed in all its games."""
        if isinstance(self.error, ArenaError) and self.store.path != MEMORY:
            raise ArenaError(f"{self.error}; what was played is kept in {self.store.path}")
        if self.error is not None:
            raise self.error
        for bot, row in self.arena.standings.hopeless.items():
            raise RefusedError(f"{self.arena.plan.bots[bot]} failed in all its games, first so: {row.error}")
        return 0


def play(
    game: AnyGame,
    arena: Tournament,
    store: Store,
    workers: Workers | None,
    *,
    test: Sprt | None = None,
    patience: float = 30.0,
    seconds: float | None = None,
    table: Callable[[], str] | None = None,
    keep: Callable[[], None] | None = None,
) -> Played:
    """Play until all games are played, the test has decided, or something ends it.

    `patience` and `seconds` are those of `Tournament.play`, `table` is what a terminal shows if rich is installed, and
    `keep` is called after each job, to write what is kept elsewhere.
    """
    live = None if table is None else _live()
    # A record that can't be written, as on a full disk, ends the arena, and loses none of its results.
    error: ArenaError | KeyboardInterrupt | OSError | None = None
    left = Progress(
        arena.plan.games - arena.games, "games", at_most=test is not None, is_shown=None if live is None else False
    )
    view = _Watch(arena, workers, left, live, table)
    try:
        with signals_as_interrupts(), closing(arena.play(workers, patience=patience, seconds=seconds)) as jobs, view:
            for rows in chain([()], jobs):
                view.add(len(rows))
                if keep is not None:
                    keep()
    except (ArenaError, KeyboardInterrupt, OSError) as found:
        error = found
    return Played(game, arena, store, test, left.done, left.seconds, error)


class _Watch:
    """The view, while it is entered. It stands on the standard error, where that is a terminal."""

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
        """Count so many games more."""
        again = self._arena.tidings.again
        workers = [] if self._workers is None else [count(self._workers.alive(), "worker", "workers")]
        self._progress.more = ", ".join([*workers, *([f"{count(again, 'job', 'jobs')} sent again"] if again else [])])
        self._progress.add(games)
        if self._live is not None and self._table is not None and monotonic() - self._shown >= _PAUSE:
            self._shown = monotonic()
            self._live.update(f"{self._table()}\n\n{self._progress.line}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the view."""
        if self._live is not None:
            self._live.stop()
        self._progress.__exit__(kind, error, trace)


def _live() -> Any:
    """Return what writes a text anew on a terminal; None without a terminal, and without rich."""
    if not sys.stderr.isatty():
        return None
    try:
        from rich.console import Console
        from rich.live import Live
    except ModuleNotFoundError:
        return None
    console = Console(stderr=True, markup=False, highlight=False)
    return Live(console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
