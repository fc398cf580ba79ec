"""`sse find-map`: the most even of many shuffled maps for one bot at all seats, proved by fresh games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, cast

from ...arena import EvenSearch, Numbers, Own, Schedule
from ...arena.even_starts import MOST_STARTS
from ...bots.naming import bot_named
from ...errors import ArgumentError
from ...game import AnyGame
from ...play.game_commands import ShuffleCommand, command_of
from ...play.records.contents import content_of
from ..many_games.arena_options import (
    MOST_GAMES,
    add_games,
    add_jobs,
    add_limits,
    add_store,
    check_openings,
    plan_for,
    seed_of,
)
from ..many_games.arena_play import play
from ..many_games.find_map_page import found_object, found_page, heading
from ..number_options import number_of
from ..players import SEAT_BOT, add_seat_bots
from ..saving import add_out, map_text, out_files
from ..terminal.output import UsageError, echo, echo_json
from ..terminal.styles import add_style_options, pen_of

__all__ = ["add", "run"]

_USUAL: Final = Numbers()


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    _maps(game).add_shuffles(parser)
    add_seat_bots(parser, game, several=False)
    parser.add_argument(
        "--candidates",
        type=number_of("maps", MOST_STARTS),
        default=_USUAL.starts,
        metavar="N",
        help=f"how many shuffled maps are compared (default: {_USUAL.starts})",
    )
    parser.add_argument(
        "--screening",
        type=number_of("games", MOST_GAMES),
        default=_USUAL.screening,
        metavar="N",
        help=f"how many games compare them: few of each, then more of the better half (default: {_USUAL.screening})",
    )
    add_games(parser, "how many fresh games prove the map, beside as many of average shuffles together", _USUAL.proof)
    parser.add_argument(
        "--shuffles",
        type=number_of("shuffles", MOST_STARTS, least=2),
        default=_USUAL.others,
        metavar="N",
        help=f"how many other shuffles stand for the average one (default: {_USUAL.others})",
    )
    add_limits(parser)
    add_store(parser, grows="")
    add_jobs(parser)
    add_out(parser, "FILE", "write the map that was found to a file, such as even.map, that every command takes")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_style_options(parser)
    # A game counts if the bot plays it at all seats to the end.
    parser.set_defaults(failure="none")


def run(args: Namespace) -> int:
    """Search, prove, and print what was found; at an interruption what is known so far."""
    game: AnyGame = args.game
    bot = args.bot or SEAT_BOT
    bot_named(bot, game)
    seed, out = seed_of(args), out_files(args)
    search = _search(args, game, seed)
    schedule = Schedule("self-play", bots=1, seats=search.seats)
    plan = plan_for(args, None, [bot], schedule, search.numbers.rounds, seed=seed)
    check_openings(plan, map(search.start, range(search.ready)))
    own = Own(starts=search, about=_about(search, args, game))
    played = play(args, plan, heading(search, plan, game), own=own)
    shown = None if search.found is None else _maps(game).shuffled(args, search.found)
    text = None if shown is None else map_text(shown, game)
    # After an interruption of the proof, too, the map is written.
    files: Sequence[Path] = () if out is None or text is None else out.save(text)
    if args.json:
        echo_json({**found_object(search, played), "map": text, "file": str(files[0]) if files else None})
    else:
        drawn = "" if shown is None else game.to_text(shown, pen=pen_of(args))
        echo(found_page(search, played, drawn, files))
    return played.check(is_told=False)


def _search(args: Namespace, game: AnyGame, seed: int) -> EvenSearch:
    """Return the search on the shuffled maps of the arguments; raise UsageError if nothing is shuffled."""
    numbers = Numbers(args.candidates, args.screening, args.games, args.shuffles, args.games)
    maps = _maps(game)
    try:
        return EvenSearch(lambda each: content_of(maps.shuffled(args, each), game).state, seed, numbers)
    except ArgumentError as error:
        raise UsageError(error.message) from None


def _about(search: EvenSearch, args: Namespace, game: AnyGame) -> dict[str, Any]:
    """Return what identifies the starts of a search, for its file."""
    first = map_text(_maps(game).shuffled(args, 0), game)
    numbers = search.numbers
    return {"game": game.INFO.name, "find_map": asdict(numbers), "map_of_seed_0": first}


def _maps(game: AnyGame) -> ShuffleCommand:
    return cast("ShuffleCommand", command_of(game))
