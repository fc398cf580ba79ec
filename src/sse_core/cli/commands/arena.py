"""`sse arena`: play games between many bots on any number of workers, store them in a file, and print ratings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...arena import Plan, ProcessWorkers, Setup, Store, Workers, threads
from ...arena.schedules import KINDS
from ...bots.naming import bot_named
from ...game import AnyGame
from ...play.game_commands import command_of
from ..loading import map_loader
from ..many_games.arena_options import (
    MOST_WORKERS,
    STAGE,
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
from ..many_games.arena_page import arena_html, arena_object, arena_page, cross_table, heading
from ..many_games.arena_play import play
from ..number_options import number_of, parse_seconds
from ..players import add_bots, notes_of
from ..saving import add_out, out_files
from ..terminal.output import UsageError, echo, echo_json, paragraph
from .archive import check_pyarrow

if TYPE_CHECKING:
    from ...arena.archiving import ArchivedGames

__all__ = ["add", "run"]

_PATIENCE: Final = 30.0
_MOST_ROUNDS: Final = 10**6


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_bots(parser, game, None)
    command_of(game).add_setup(parser)
    add_games(parser)
    parser.add_argument(
        "--schedule",
        choices=KINDS,
        default=KINDS[0],
        help="who plays whom: each each (default), the first each, each one of as many wins, or each itself",
    )
    parser.add_argument(
        "--stage",
        type=number_of("rounds", _MOST_ROUNDS),
        default=STAGE,
        metavar="ROUNDS",
        help=f"with swiss: pair anew after so many rounds (default: {STAGE})",
    )
    parser.add_argument("--anchor", metavar="BOT", help="the bot whose rating is 0 (default: the first)")
    add_test(parser)
    add_counting(parser)
    add_limits(parser)
    add_store(parser)
    parser.add_argument("--actions", action="store_true", help="keep the actions of each game, too")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write the games into this archive; --actions is implied"
    )
    workers = parser.add_mutually_exclusive_group()
    add_jobs(workers)
    many = number_of("workers", MOST_WORKERS)
    workers.add_argument("--threads", type=many, metavar="N", help="threads play, not processes")
    workers.add_argument("--scheduler", metavar="ADDRESS", help="the workers of this scheduler of Dask play")
    workers.add_argument("--cluster", type=many, metavar="N", help="so many processes of a cluster of Dask play here")
    parser.add_argument(
        "--patience",
        type=parse_seconds,
        default=_PATIENCE,
        metavar="S",
        help=f"end after S seconds without a worker (default: {_PATIENCE:g}); what was played is kept",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_out(parser, "FILE", "write the results to a page of HTML", "--html")


def run(args: Namespace) -> int:
    """Play an arena, and print its results; if it is interrupted or no worker is left, the results so far."""
    game, test = args.game, test_of(args)
    bots = [bot_named(name, game) for name in args.names]
    twice = {name for name in args.names if args.names.count(name) > 1}
    if twice:
        raise UsageError(f"{', '.join(sorted(twice))}: each bot is named once; self-play is --schedule self-play")
    anchor = args.anchor or args.names[0]
    if anchor not in args.names:
        raise UsageError(f"--anchor {anchor}: the bots are {', '.join(args.names)}")
    if test is not None and args.schedule == "self-play":
        raise UsageError("--sprt tells two bots apart, and each plays itself")
    setup, actions = Setup.of(game, args, map_loader(game)), args.actions or args.out is not None
    plan = plan_of(args, setup, args.names, args.schedule, seed=seed_of(args), stage=args.stage, actions=actions)
    notes = notes_of(bots, plan.start(0).state)
    html, told = out_files(args, option="--html"), dict[str, str]()
    if html is not None:
        told["page"] = str(html.settle()[0])
    if args.out is not None:
        told["archive"] = str(args.out)
    played = play(
        args,
        plan,
        [heading(plan, game), *(paragraph(f"{note}.") for note in notes)],
        test=test,
        told=told,
        writer=None if args.out is None else lambda arena, store: _archived(args.out, plan, store),
        workers=_workers,
        seconds=None,
        patience=args.patience,
        table=lambda arena: "\n".join(cross_table(arena.standings)),
    )
    if args.json:
        echo_json(arena_object(played, anchor) | ({"notes": notes} if notes else {}) | told)
    else:
        echo(arena_page(played, anchor))
    if html is not None:
        html.save(arena_html(played, anchor))
    return played.check()


def _archived(folder: Path, plan: Plan, store: Store) -> ArchivedGames:
    """Return the archive of an arena; raise RefusedError if a library is missing."""
    check_pyarrow()
    from ...arena.archiving import ArchivedGames

    return ArchivedGames(folder, plan, store)


def _workers(args: Namespace) -> Workers:
    """Return the workers; raise WorkersError if none answers, or a library is missing."""
    address: str | None = args.scheduler
    if args.threads is not None:
        return threads(args.threads)
    if address is None and args.cluster is None:
        return ProcessWorkers(args.jobs)
    from ...arena.workers.dask_workers import DaskWorkers

    return DaskWorkers.local(args.cluster) if address is None else DaskWorkers.at(address, args.patience)
