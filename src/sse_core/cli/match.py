"""`sse match`: many games between two bots, with seats turned, and what they say about who is stronger."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

from ..arena import MEMORY, ProcessWorkers, Setup, Store, Tournament, is_same
from ..arena.games import MATCH_SECONDS
from ..arena.schedules import ScheduleKind
from ..bots.naming import bot_named
from ..game import AnyGame
from ..play.game_commands import command_of
from .arena_options import add_counting, add_games, add_jobs, add_store, add_test, plan_of, seed_of, test_of
from .arena_play import play
from .keeping import add_out, out_files
from .loading import map_loader
from .match_page import heading, match_object, match_page
from .pages import UsageError, echo, echo_json, paragraph
from .players import add_bots, notes_of
from .streams import flush, named

__all__ = ["add", "run"]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_bots(parser, game)
    command_of(game).add_setup(parser)
    add_games(parser)
    add_test(parser)
    add_counting(parser)
    add_store(parser)
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_out(parser, "FILE", "write the record of each game to a file, each a line of JSON")


def run(args: Namespace) -> int:
    """Play a match, and print its results; those so far at an interruption."""
    game: AnyGame = args.game
    bots = [bot_named(name, game) for name in args.names]
    test, same = test_of(args), is_same(*args.names)
    if same and test is not None:
        raise UsageError(f"--sprt: both bots are {args.names[0]}, and a test tells two bots apart")
    setup, names = Setup.of(game, args, map_loader(game)), args.names[:1] if same else args.names
    kind: ScheduleKind = "self-play" if same else "round-robin"
    plan = plan_of(args, setup, names, kind, seed=seed_of(args), actions=args.out is not None)
    notes = notes_of(bots, plan.start(0).state)
    out = out_files(args)
    with Store(args.store or MEMORY, plan.to_json()) as store, ExitStack() as held:
        workers = None if args.jobs == 1 else held.enter_context(ProcessWorkers(args.jobs))
        arena = Tournament(plan, store, test)
        records = None if out is None else held.enter_context(_Records(arena, out.settle()[0]))
        if not args.json:
            echo(heading(plan, game))
            for note in notes:
                echo(paragraph(f"{note}."))
            if records is not None:
                echo(f"The records go to {records.path}.")
            flush()
        keep = None if records is None else records.write
        played = play(game, arena, store, workers, test=test, seconds=MATCH_SECONDS, keep=keep)
        if args.json:
            told = ({"notes": notes} if notes else {}) | ({} if records is None else {"records": str(records.path)})
            echo_json(match_object(played) | told)
        else:
            echo(match_page(played))
        return played.check()


class _Records:
    """The file of --out, which has the records of the games that count, in their order. Those that failed have none."""

    def __init__(self, arena: Tournament, path: Path) -> None:
        self.path = path
        self._arena, self._next = arena, 0
        self._file = path.open("w", encoding="utf-8", newline="\n")

    def write(self) -> None:
        """Write the games that have come; raise an OSError that names the file if that fails."""
        plan = self._arena.plan
        for row in self._arena.counting(self._next):
            if row.error is None:
                text = row.record_from(plan.start(plan.round_of(row)), plan.bots).to_json()
                try:
                    self._file.write(f"{text}\n")
                    self._file.flush()
                except OSError as error:
                    raise named(error, self.path) from None
            self._next += 1

    def __enter__(self) -> Self:
        """Return the file."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the file."""
        # What couldn't be written before can't be now.
        with suppress(OSError):
            self._file.close()
