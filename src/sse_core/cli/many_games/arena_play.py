"""The play of a plan by a command: what it says before, what it keeps, and how it ended."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from ...arena import MEMORY, ArenaError, Plan, ProcessWorkers, Sprt, Store, Tournament, Workers
from ...arena.games import MATCH_SECONDS
from ...game import AnyGame
from ..saving import signals_as_interrupts
from ..terminal.output import RefusedError, echo, paragraph
from ..terminal.streams import flush
from .arena_live import watched

__all__ = ["Played", "play"]

_GO: Final = {"records": "The records go to", "page": "The page goes to", "archive": "The games go to"}
"""What is said of files that are written, by their keys in the JSON object."""


@dataclass(frozen=True)
class Played:
    """An arena whose play has ended."""

    game: AnyGame
    arena: Tournament
    test: Sprt | None
    games: int
    """The games that were played now."""

    seconds: float
    differing: Sequence[int]
    """The numbers of games that were played twice, and differ."""

    kept: Path | None
    """The file that keeps the games; None if they are in memory alone."""

    error: ArenaError | KeyboardInterrupt | OSError | None
    """What ended it early; None if nothing did."""

    def check(self) -> int:
        """Return the status 0; raise what ended it early, and RefusedError if a bot failed in all its games."""
        if isinstance(self.error, ArenaError) and self.kept is not None:
            raise ArenaError(f"{self.error}; what was played is kept in {self.kept}")
        if self.error is not None:
            raise self.error
        for bot, row in self.arena.standings.hopeless.items():
            raise RefusedError(f"{self.arena.plan.bots[bot]} failed in all its games, first so: {row.error}")
        return 0


class _Writer(Protocol):
    def write(self) -> None:
        """Write the games that have come."""
        ...


def _processes(args: Namespace) -> ProcessWorkers | None:
    """Return the processes of --jobs; None for one, since this process plays then."""
    return None if args.jobs == 1 else ProcessWorkers(args.jobs)


def play(
    args: Namespace,
    plan: Plan,
    said: Sequence[str],
    *,
    test: Sprt | None = None,
    told: Mapping[str, str] = MappingProxyType({}),
    writer: Callable[[Tournament, Store], AbstractContextManager[_Writer]] | None = None,
    workers: Callable[[Namespace], Workers | None] = _processes,
    seconds: float | None = MATCH_SECONDS,
    patience: float = 30.0,
    table: Callable[[Tournament], str] | None = None,
) -> Played:
    """Play until all games are played, the test has decided, or something ends it.

    `said` is what is printed before, and `told` what is written where. `writer` writes the games elsewhere, after each
    job. `seconds` and `patience` are those of `Tournament.play`, and `table` is what a terminal shows if rich is
    installed.
    """
    error: ArenaError | KeyboardInterrupt | OSError | None = None
    with Store(args.store or MEMORY, plan.to_json()) as store, ExitStack() as held:
        arena = Tournament(plan, store, test)
        written = None if writer is None else held.enter_context(writer(arena, store))
        hands = workers(args)
        if hands is not None:
            held.enter_context(hands)
        if not args.json:
            has = [paragraph(f"{args.store} has {arena.games} games of it already.")] if arena.games else []
            for line in (*said, *has, *(f"{_GO[key]} {path}." for key, path in told.items())):
                echo(line)
            flush()
        view = watched(arena, hands, test, None if table is None else lambda: table(arena))
        try:
            with signals_as_interrupts(), closing(arena.play(hands, patience=patience, seconds=seconds)) as jobs, view:
                for rows in chain([()], jobs):
                    view.add(len(rows))
                    if written is not None:
                        written.write()
        except (ArenaError, KeyboardInterrupt, OSError) as found:
            # A record that can't be written, as on a full disk, ends the arena, too, and loses none of its results.
            error = found
        differing = [row.number for row in store.differing()]
    return Played(args.game, arena, test, view.games, view.seconds, differing, args.store, error)
