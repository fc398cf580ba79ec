"""`sse match`: many games between two bots, with seats turned, and what they say about who is stronger."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import islice
from typing import Any, Final, TextIO

from ..arena import Balance, GameFailedError, MatchGame, Results, Sprt, Start, is_same, opened, play_match, starts_of
from ..arena.starts import MAX_OPENING
from ..bots.naming import bot_named
from ..errors import ArgumentError
from ..game import AnyGame, State
from ..play.game_commands import command_of
from .keeping import OutFiles, add_out, out_files, signals_as_interrupts
from .loading import map_loader
from .match_page import Ending, Match, heading, match_object, match_page
from .numbers import number_of
from .pages import UsageError, echo, echo_json, paragraph
from .players import add_bots, fresh_seed, notes_of
from .progress import Progress
from .streams import flush, named

__all__ = [
    "MOST_WORKERS",
    "add",
    "add_games",
    "add_jobs",
    "add_openings",
    "add_playing",
    "add_test",
    "check_openings",
    "play_on",
    "run",
    "test_of",
]

_GAMES: Final = 1000
_TEST: Final = Sprt()
_MOST_GAMES: Final = 10**9
MOST_WORKERS: Final = 256
"""The most processes or threads of this machine."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_bots(parser, game)
    command_of(game).add_setup(parser)
    add_games(parser, "how many games, with a test at most; filled up to a whole round")
    add_test(parser)
    add_playing(parser)
    add_out(parser, "FILE", "write the record of each game to a file, each a line of JSON")


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


def add_games(parser: ArgumentParser, words: str) -> None:
    """Add the option for the number of games, with these words as its help."""
    parser.add_argument(
        "--games",
        type=number_of("games", _MOST_GAMES),
        default=_GAMES,
        metavar="N",
        help=f"{words} (default: {_GAMES})",
    )


def add_playing(parser: ArgumentParser) -> None:
    """Add the arguments that all commands with matches have: for openings, processes and JSON."""
    add_openings(parser, "none, unless the first two rounds are alike, then two for each seat")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def add_openings(parser: ArgumentParser, usual: str) -> None:
    """Add the option for openings, with these words for what holds without it."""
    parser.add_argument(
        "--opening-plies",
        type=number_of("plies", MAX_OPENING, least=0),
        metavar="K",
        help=f"begin each round with K random plies, the same in all its games; left out: {usual}",
    )


def add_jobs(parser: Any) -> None:
    """Add the option for processes to a parser, or to a group of one."""
    parser.add_argument(
        "--jobs",
        type=number_of("processes", MOST_WORKERS),
        default=1,
        metavar="N",
        help="how many processes play (default: 1); the games are the same",
    )


def run(args: Namespace) -> int:
    """Play a match, and print its results; those so far at an interruption, or where a bot fails."""
    start = _start(args)
    match = _set_up(args, start)
    bots = (bot_named(name, match.game) for name in match.names)
    notes = notes_of(bots, next(starts_of(start, match.seed)).state)
    check_openings(starts_of(start, match.seed), match.rounds, match.opening_plies)
    out = out_files(args)
    kept = None if out is None else str(out.settle()[0])
    with _records(out) as file:
        if not args.json:
            echo(heading(match))
            for note in notes:
                echo(paragraph(f"{note}."))
            if kept is not None:
                echo(f"The records go to {kept}.")
            flush()
        ending = play_on(match, starts_of(start, match.seed), args.jobs, file)
    if args.json:
        told = ({"notes": notes} if notes else {}) | ({"records": kept} if kept is not None else {})
        echo_json(match_object(match, ending) | told)
    else:
        echo(match_page(match, ending))
    ending.check()
    return 0


def _set_up(args: Namespace, start: Callable[[int], State[Any]]) -> Match:
    """Return the match before its first game. The bots and the first start are made, to see that they can be."""
    game: AnyGame = args.game
    for name in args.names:
        bot_named(name, game)
    seed = fresh_seed() if args.seed is None else args.seed
    test, seats = test_of(args), len(next(starts_of(start, seed)).state.totals)
    same = is_same(*args.names)
    if same and test is not None:
        raise UsageError(f"--sprt: both bots are {args.names[0]}, and a test tells two bots apart")
    results = Balance(seats) if same else Results(seats)
    rounds = -(-args.games // results.per_round)
    return Match(game, (args.names[0], args.names[1]), seed, rounds, test, results, args.opening_plies)


def _start(args: Namespace) -> Callable[[int], State[Any]]:
    """Return the function that makes the start of a round from its seed. It reads a map once."""
    load_map = cache(map_loader(args.game))
    return lambda seed: command_of(args.game).set_up(args, None, seed, load_map)


def check_openings(starts: Iterable[Start], rounds: int, plies: int | None) -> None:
    """Raise UsageError if openings of so many plies leave the bots nothing to choose in all rounds that are tried."""
    try:
        next(opened(islice(starts, rounds), plies or 0))
    except ArgumentError as error:
        raise UsageError(f"--opening-plies: {error.message}") from None


def play_on(match: Match, starts: Iterable[Start], jobs: int, file: TextIO | None = None) -> Ending:
    """Play until all games are played, or the test has decided; return how the match ended.

    The records go to a file, if there is one.
    """
    games = play_match(
        *match.names,
        islice(starts, match.rounds),
        jobs=jobs,
        records=file is not None,
        opening_plies=match.opening_plies,
    )
    progress = Progress(match.rounds * match.results.per_round, "games", at_most=match.test is not None)
    failure: GameFailedError | None = None
    interruption: KeyboardInterrupt | OSError | None = None
    try:
        with signals_as_interrupts(), closing(games), progress:
            for game in games:
                progress.add()
                _keep(game, file)
                if match.results.add(game) and match.decision is not None:
                    break
    except GameFailedError as error:
        failure = error
    except (KeyboardInterrupt, OSError) as error:
        # A record that can't be written, as on a full disk, ends the match, and loses none of its results.
        interruption = error
    return Ending(progress.done, progress.seconds, failure, interruption)


def _keep(game: MatchGame, file: TextIO | None) -> None:
    """Write the record of a game to the file of --out; raise an OSError that names the file if that fails."""
    if file is not None and game.record is not None:
        try:
            file.write(f"{game.record.to_json()}\n")
            file.flush()
        except OSError as error:
            raise named(error, file.name) from None


@contextmanager
def _records(out: OutFiles | None) -> Generator[TextIO | None, None, None]:
    """Open the file of --out for the records."""
    if out is None:
        yield None
        return
    file = out.settle()[0].open("w", encoding="utf-8", newline="\n")
    try:
        yield file
    finally:
        # What couldn't be written before can't be now.
        with suppress(OSError):
            file.close()


def test_of(args: Namespace) -> Sprt | None:
    """Return the test that the options of `add_test` ask for; None without one."""
    if args.sprt_bounds is None:
        return _TEST if args.sprt else None
    try:
        return Sprt(*args.sprt_bounds)
    except ArgumentError as error:
        raise UsageError(f"--sprt-bounds: {error.message}") from None
