"""`sse arena`: games of many bots by any number of workers, kept in a file, and the ratings that they give."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..arena import MEMORY, ArenaError, Plan, ProcessWorkers, Schedule, Setup, Store, Tournament, Workers, threads
from ..arena.schedules import KINDS
from ..bots.naming import bot_named
from ..errors import ArgumentError
from ..game import AnyGame
from ..play.game_commands import command_of
from ..seeds import child_seed
from .archive import check_pyarrow
from .arena_live import watched
from .arena_page import End, arena_html, arena_object, arena_page, heading
from .keeping import add_out, out_files, signals_as_interrupts
from .loading import map_loader
from .match import MOST_WORKERS, add_games, add_jobs, add_openings, add_test, test_of
from .numbers import number_of
from .pages import UsageError, echo, echo_json, paragraph
from .players import add_bots, fresh_seed, notes_of
from .streams import flush

if TYPE_CHECKING:
    from ..arena.archiving import ArchivedGames

__all__ = ["add", "run"]

_PATIENCE: Final = 30.0
_STAGE: Final = 10
_MOST_ROUNDS: Final = 10**6


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_bots(parser, game, None)
    command_of(game).add_setup(parser)
    add_games(parser, "how many games, with a test at most; filled up to a whole round")
    parser.add_argument(
        "--schedule",
        choices=KINDS,
        default=KINDS[0],
        help="who plays whom: each each (default), the first each, each one of as many wins, or each itself",
    )
    parser.add_argument(
        "--stage",
        type=number_of("rounds", _MOST_ROUNDS),
        default=_STAGE,
        metavar="ROUNDS",
        help=f"with swiss: pair anew after so many rounds (default: {_STAGE})",
    )
    parser.add_argument("--anchor", metavar="BOT", help="the bot whose rating is 0 (default: the first)")
    add_test(parser)
    add_openings(parser, "none")
    parser.add_argument(
        "--store", type=Path, metavar="FILE", help="keep all games in this file; the same command goes on with it"
    )
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
        type=_seconds,
        default=_PATIENCE,
        metavar="S",
        help=f"end after S seconds without a worker (default: {_PATIENCE:g}); what was played is kept",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_out(parser, "FILE", "write the results to a page of HTML", "--html")


def run(args: Namespace) -> int:
    """Play an arena, and print its results; those so far at an interruption, or where no worker is left."""
    plan, test = _plan(args), test_of(args)
    anchor = args.anchor or plan.bots[0]
    if anchor not in plan.bots:
        raise UsageError(f"--anchor {anchor}: the bots are {', '.join(plan.bots)}")
    if test is not None and args.schedule == "self-play":
        raise UsageError("--sprt tells two bots apart, and each plays itself")
    first = plan.setup.maker()(child_seed(plan.seed, 0)).state
    notes = notes_of((bot_named(name, args.game) for name in plan.bots), first)
    html = out_files(args, option="--html")
    kept = None if html is None else str(html.settle()[0])
    with Store(args.store or MEMORY, plan.to_json()) as store, ExitStack() as held:
        archived = None if args.out is None else held.enter_context(_archived(args.out, plan, store))
        workers = held.enter_context(_workers(args))
        arena = Tournament(plan, store, test)
        if not args.json:
            echo(heading(plan, args.game))
            for note in notes:
                echo(paragraph(f"{note}."))
            if arena.games:
                echo(paragraph(f"{args.store} has {arena.games} games of it already."))
            if kept is not None:
                echo(f"The page goes to {kept}.")
            if archived is not None:
                echo(f"The games go to {args.out}.")
            flush()
        error: ArenaError | KeyboardInterrupt | OSError | None = None
        view = watched(arena, workers, test)
        try:
            with signals_as_interrupts(), closing(arena.play(workers, patience=args.patience)) as games, view:
                for rows in games:
                    view.add(len(rows))
                    if archived is not None:
                        archived.write()
        except (ArenaError, KeyboardInterrupt, OSError) as found:
            error = found
        end = End(view.games, view.seconds, tuple(row.number for row in store.differing()), anchor, test)
    if args.json:
        told = ({"notes": notes} if notes else {}) | ({"page": kept} if kept is not None else {})
        told |= {} if args.out is None else {"archive": str(args.out)}
        echo_json(arena_object(arena, end, args.game) | told)
    else:
        echo(arena_page(arena, end, args.game))
    if html is not None:
        html.save(arena_html(arena, end, args.game))
    if isinstance(error, ArenaError) and args.store is not None:
        raise ArenaError(f"{error}; what was played is kept in {args.store}")
    if error is not None:
        raise error
    return 0


def _plan(args: Namespace) -> Plan:
    """Return what is asked for. The bots and the first start are made, to see that they can be."""
    game: AnyGame = args.game
    for name in args.names:
        bot_named(name, game)
    twice = {name for name in args.names if args.names.count(name) > 1}
    if twice:
        raise UsageError(f"{', '.join(sorted(twice))}: each bot is named once; self-play is --schedule self-play")
    setup = Setup.of(game, args, map_loader(game), args.opening_plies or 0)
    kept = None if args.store is None else Store.asked_in(args.store)
    seed = args.seed
    if seed is None:
        seed = fresh_seed() if kept is None else int(kept["seed"])
    try:
        seats = len(setup.maker()(child_seed(seed, 0)).state.totals)
        schedule = Schedule(args.schedule, len(args.names), seats, args.stage)
    except ArgumentError as error:
        raise UsageError(error.message) from None
    rounds = -(-args.games // schedule.per_round)
    return Plan(setup, tuple(args.names), seed, rounds, schedule, args.actions or args.out is not None)


def _archived(folder: Path, plan: Plan, store: Store) -> ArchivedGames:
    """Return the archive of an arena; raise RefusedError if a library is missing."""
    check_pyarrow()
    from ..arena.archiving import ArchivedGames

    return ArchivedGames(folder, plan, store)


def _workers(args: Namespace) -> Workers:
    """Return who plays; raise WorkersError if nobody answers, or a library is missing."""
    address: str | None = args.scheduler
    if args.threads is not None:
        return threads(args.threads)
    if address is None and args.cluster is None:
        return ProcessWorkers(args.jobs)
    from ..arena.dask_workers import DaskWorkers

    return DaskWorkers.local(args.cluster) if address is None else DaskWorkers.at(address, args.patience)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < 1e9:
        raise ArgumentTypeError(f"a number of seconds is more than 0, not {text!r}")
    return seconds
