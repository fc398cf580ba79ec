"""Options of the commands that play many games, and the arena plan made from them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from ...arena import Plan, Schedule, Setup, Sprt, Start, Store, opened
from ...arena.rows import FAILURES
from ...arena.schedules import ScheduleKind
from ...arena.starts import MAX_OPENING
from ...errors import ArgumentError
from ...seeds import child_seed
from ..number_options import number_of, parse_seconds
from ..players import fresh_seed
from ..terminal.output import UsageError

__all__ = [
    "MOST_GAMES",
    "MOST_WORKERS",
    "STAGE",
    "add_counting",
    "add_games",
    "add_jobs",
    "add_limits",
    "add_store",
    "add_test",
    "check_openings",
    "plan_for",
    "plan_of",
    "seed_of",
    "test_of",
]

_GAMES: Final = 1000
_TEST: Final = Sprt()
MOST_GAMES: Final = 10**9
"""The most games of a command."""
STAGE: Final = 10
"""The default rounds of a stage of a Swiss arena."""
MOST_WORKERS: Final = 256
"""The most processes or threads on this machine."""


def add_games(
    parser: ArgumentParser,
    words: str = "how many games, with a test at most; filled up to a round",
    usual: int = _GAMES,
) -> None:
    """Add the options for the number of games, whose help is `words`, and for openings."""
    parser.add_argument(
        "--games",
        type=number_of("games", MOST_GAMES),
        default=usual,
        metavar="N",
        help=f"{words} (default: {usual})",
    )
    parser.add_argument(
        "--opening-plies",
        type=number_of("plies", MAX_OPENING, least=0),
        metavar="K",
        help="begin each round with K random plies, the same in all its games; left out: none, unless two bots have "
        "the same games in the first two rounds, then two for each seat",
    )


def add_test(parser: ArgumentParser) -> None:
    """Add the options for a sequential test."""
    parser.add_argument(
        "--sprt",
        action="store_true",
        help="end as soon as a sequential test has decided, with errors of 5 in 100; for two seats the pentanomial one",
    )
    parser.add_argument(
        "--sprt-bounds",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="the test decides whether the first bot is stronger by ELO0 or less, or by ELO1 or more"
        f" (default: {_TEST.elo0:g} {_TEST.elo1:g})",
    )


def test_of(args: Namespace) -> Sprt | None:
    """Return the sequential test from the options of `add_test`; None without one."""
    if args.sprt_bounds is None:
        return _TEST if args.sprt else None
    try:
        return Sprt(*args.sprt_bounds)
    except ArgumentError as error:
        raise UsageError(f"--sprt-bounds: {error.message}") from None


def add_counting(parser: ArgumentParser) -> None:
    """Add the option that says how games count in which a bot fails."""
    parser.add_argument(
        "--failure",
        choices=FAILURES,
        default=FAILURES[0],
        help="what a game counts as in which a bot fails: its loss (default), or nothing for anybody",
    )


def add_limits(parser: ArgumentParser) -> None:
    """Add the options for time limits."""
    parser.add_argument(
        "--choice-seconds",
        type=parse_seconds,
        metavar="S",
        help="a bot that takes longer than S seconds for a choice has failed, and its process is ended",
    )
    parser.add_argument(
        "--game-seconds",
        type=parse_seconds,
        metavar="S",
        help="in a game that takes longer than S seconds the bot has failed that took most of them",
    )


def add_store(parser: ArgumentParser, grows: str = ", and with more games or bots it grows") -> None:
    """Add the option for the file in which games are stored; `grows` says what else goes on with it."""
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help=f"keep all games in this file; the same command goes on with it{grows}",
    )


def add_jobs(parser: Any) -> None:
    """Add the option for processes to a parser, or to a group of arguments."""
    parser.add_argument(
        "--jobs",
        type=number_of("processes", MOST_WORKERS),
        default=1,
        metavar="N",
        help="how many processes play (default: 1); the games are the same",
    )


def seed_of(args: Namespace) -> int:
    """Return the seed from the arguments, else that of an existing file, else a fresh one."""
    if args.seed is not None:
        return int(args.seed)
    kept = None if args.store is None else Store.asked_in(args.store)
    return fresh_seed() if kept is None else int(kept["seed"])


def plan_of(
    args: Namespace,
    setup: Setup,
    names: list[str],
    kind: ScheduleKind,
    *,
    seed: int,
    stage: int = STAGE,
    actions: bool = False,
) -> Plan:
    """Return the plan of so many games between bots; raise UsageError if they can't play them after these openings.

    The first start is made as a check.
    """
    try:
        seats = len(setup.maker()(child_seed(seed, 0)).state.totals)
        schedule = Schedule(kind, len(names), seats, stage)
    except ArgumentError as error:
        raise UsageError(error.message) from None
    rounds = -(-args.games // schedule.per_round)
    plan = plan_for(args, setup, names, schedule, rounds, seed=seed, actions=actions)
    check_openings(plan, map(plan.start, range(plan.rounds)))
    return plan


def plan_for(
    args: Namespace,
    setup: Setup | None,
    names: list[str],
    schedule: Schedule,
    rounds: int,
    *,
    seed: int,
    actions: bool = False,
) -> Plan:
    """Return the plan of so many rounds, with openings and limits from the arguments; nothing is checked."""
    return Plan(
        setup,
        names,
        seed,
        rounds,
        schedule,
        actions,
        args.opening_plies,
        args.failure,
        choice_seconds=args.choice_seconds,
        game_seconds=args.game_seconds,
    )


def check_openings(plan: Plan, starts: Iterable[Start]) -> None:
    """Raise UsageError if, in all rounds that are tried, openings of so many plies leave the bots no choice."""
    try:
        next(opened(starts, plan.opening_plies or 0))
    except ArgumentError as error:
        raise UsageError(f"--opening-plies: {error.message}") from None
