"""The play of an arena by a command, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain

from ..arena import ArenaError, Sprt, Store, Tournament, Workers
from ..arena.store import MEMORY
from ..game import AnyGame
from .arena_live import watched
from .keeping import signals_as_interrupts
from .pages import RefusedError

__all__ = ["Played", "play"]


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
    # A record that can't be written, as on a full disk, ends the arena, and loses none of its results.
    error: ArenaError | KeyboardInterrupt | OSError | None = None
    view = watched(arena, workers, test, table)
    try:
        with signals_as_interrupts(), closing(arena.play(workers, patience=patience, seconds=seconds)) as jobs, view:
            for rows in chain([()], jobs):
                view.add(len(rows))
                if keep is not None:
                    keep()
    except (ArenaError, KeyboardInterrupt, OSError) as found:
        error = found
    return Played(game, arena, store, test, view.games, view.seconds, error)
