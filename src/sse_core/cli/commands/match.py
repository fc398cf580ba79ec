"""`sse match`: many games between two bots, which change seats, and statistics about which is stronger."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from typing import Self

from ...arena import Setup, Tournament, is_same
from ...arena.schedules import ScheduleKind
from ...bots.naming import bot_named
from ...game import AnyGame
from ...play.game_commands import command_of
from ..loading import map_loader
from ..many_games.arena_options import (
    add_counting,
    add_games,
    add_jobs,
    add_limits,
    add_store,
    add_test,
    plan_of,
    seed_of,
    test_of,
)
from ..many_games.arena_play import play
from ..many_games.match_page import heading, match_object, match_page
from ..players import add_bots, notes_of
from ..saving import add_out, out_files
from ..terminal.output import UsageError, echo, echo_json, paragraph
from ..terminal.streams import named

__all__ = ["add", "run"]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_bots(parser, game)
    command_of(game).add_setup(parser)
    add_games(parser)
    add_test(parser)
    add_counting(parser)
    add_limits(parser)
    add_store(parser)
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_out(parser, "FILE", "write the record of each game to a file, each a line of JSON")


def run(args: Namespace) -> int:
    """Play a match, and print its results; at an interruption the results so far."""
    game: AnyGame = args.game
    bots = [bot_named(name, game) for name in args.names]
    test, same = test_of(args), is_same(*args.names)
    if same and test is not None:
        raise UsageError(f"--sprt: both bots are {args.names[0]}, and a test tells two bots apart")
    setup, names = Setup.of(game, args, map_loader(game)), args.names[:1] if same else args.names
    kind: ScheduleKind = "self-play" if same else "round-robin"
    # A file with the actions also allows --out later.
    actions = args.out is not None or args.store is not None
    plan = plan_of(args, setup, names, kind, seed=seed_of(args), actions=actions)
    notes = notes_of(bots, plan.start(0).state)
    out, told = out_files(args), dict[str, str]()
    if out is not None:
        told["records"] = str(out.settle()[0])
    played = play(
        args,
        plan,
        [heading(plan, game), *(paragraph(f"{note}.") for note in notes)],
        test=test,
        told=told,
        writer=None if out is None else lambda arena, store: _Records(arena, out.settle()[0]),
    )
    if args.json:
        echo_json(match_object(played) | ({"notes": notes} if notes else {}) | told)
    else:
        echo(match_page(played))
    return played.check()


class _Records:
    """The file of --out, with the records of all games that count, in order. Failed games have no record."""

    def __init__(self, arena: Tournament, path: Path) -> None:
        self._arena, self._path, self._next = arena, path, 0
        self._file = path.open("w", encoding="utf-8", newline="\n")

    def write(self) -> None:
        """Write the records that have come; raise an OSError that names the file if that fails."""
        plan = self._arena.plan
        for row in self._arena.counting(self._next):
            if row.error is None:
                text = row.record_from(plan.start(plan.round_of(row)), plan.bots).to_json()
                try:
                    self._file.write(f"{text}\n")
                    self._file.flush()
                except OSError as error:
                    raise named(error, self._path) from None
            self._next += 1

    def __enter__(self) -> Self:
        """Return the file."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the file."""
        # The buffer couldn't be written before, and can't be now.
        with suppress(OSError):
            self._file.close()
