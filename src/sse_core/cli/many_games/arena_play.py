"""Running an arena plan in a command: the words before, the files written, and how the run ended."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from ...arena import MEMORY, ArenaError, Own, Plan, ProcessWorkers, Sprt, Store, Tournament, Workers
from ...arena.games import MATCH_SECONDS
from ...arena.plans import NOTHING
from ...bots.watched import LAST_WORDS
from ...game import AnyGame
from ..saving import signals_as_interrupts
from ..terminal.output import RefusedError, echo, paragraph
from ..terminal.streams import flush
from .arena_live import watched

__all__ = ["Played", "play"]

_GO: Final = {"records": "The records go to", "page": "The page goes to", "archive": "The games go to"}
"""The nouns for written files, by their keys in the JSON object."""


@dataclass(frozen=True)
class Played:
    """An arena after its run."""

    game: AnyGame
    arena: Tournament
    test: Sprt | None
    games: int
    """The number of games played in this run."""

    seconds: float
    differing: Sequence[int]
    """The numbers of games that were played twice, with different moves or results."""

    kept: Path | None
    """The file in which the games are stored; None if they are only in memory."""

    error: ArenaError | KeyboardInterrupt | OSError | None
    """The exception that ended the run early; None if none did."""

    def check(self, *, is_told: bool = True) -> int:
        """Return the exit status 0; raise what ended the run early, or RefusedError if a bot failed in all games.

        If the failures are told already, the error leaves out what the bot said last.
        """
        if isinstance(self.error, ArenaError) and self.kept is not None:
            raise ArenaError(f"{self.error}; what was played is kept in {self.kept}")
        if self.error is not None:
            raise self.error
        for bot, row in self.arena.standings.hopeless.items():
            why = str(row.error).partition(LAST_WORDS)[0] if is_told else row.error
            raise RefusedError(f"{self.arena.plan.bots[bot]} failed in all its games, first so: {why}")
        return 0


class _Writer(Protocol):
    def write(self) -> None:
        """Write the games that have come."""
        ...


def _processes(args: Namespace) -> ProcessWorkers | None:
    """Return the workers for --jobs; None for one job, which this process does itself."""
    return None if args.jobs == 1 else ProcessWorkers(args.jobs)


def play(
    args: Namespace,
    plan: Plan,
    said: Sequence[str],
    *,
    own: Own = NOTHING,
    test: Sprt | None = None,
    told: Mapping[str, str] = MappingProxyType({}),
    writer: Callable[[Tournament, Store], AbstractContextManager[_Writer]] | None = None,
    workers: Callable[[Namespace], Workers | None] = _processes,
    seconds: float | None = MATCH_SECONDS,
    patience: float = 30.0,
    table: Callable[[Tournament], str] | None = None,
) -> Played:
    """Play until all games are played, the test has decided, or something ends the run.

    `own` has starts of the command. `said` is printed before. `told` has the files that are written, by their keys in
    the JSON object. `writer` writes the games elsewhere, after each job. `seconds` and `patience` go to
    `Tournament.play`. `table` returns the table that a terminal shows meanwhile if rich is installed.
    """
    error: ArenaError | KeyboardInterrupt | OSError | None = None
    with Store(args.store or MEMORY, plan.to_json(own)) as store, ExitStack() as held:
        arena = Tournament(plan, store, test, own=own)
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
            # If a record can't be written, as on a full disk, the arena ends, too, but keeps its results.
            error = found
        differing = [row.number for row in store.differing()]
    return Played(args.game, arena, test, view.games, view.seconds, differing, args.store, error)
