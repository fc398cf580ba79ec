"""`sse balance`: games of one bot against itself, which show how fair the seats of a map or a position are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from ...arena import Balance, Setup
from ...bots.naming import bot_named
from ...game import AnyGame, State
from ...play.sentences import count
from ..loading import load
from ..many_games.arena_options import add_games, add_jobs, add_limits, add_store, plan_of, seed_of
from ..many_games.arena_play import Played, play
from ..many_games.balance_page import balance_lines, seat_objects
from ..many_games.match_page import results_in
from ..many_games.results_page import failures_object, opened_by, page, plies_of, variety_object
from ..players import SEAT_BOT, add_seat_bots
from ..terminal.output import RefusedError, UsageError, echo, echo_json, paragraph
from ..terminal.progress import speed

__all__ = ["add", "run"]

_GOALS: Final = (0.05, 0.02, 0.01)
"""The distances between seats for which the JSON object has the number of games that would show them."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "positions",
        nargs="+",
        metavar=f"{game.INFO.preset.upper()}|POSITION",
        help=f"the names of {game.INFO.preset}s that ship, or files with maps, positions or records",
    )
    add_seat_bots(parser, game)
    add_games(parser, "how many games of each bot on each start")
    add_limits(parser)
    add_store(parser)
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")
    # A game counts if the bot plays it at all seats to the end.
    parser.set_defaults(failure="none")


def run(args: Namespace) -> int:
    """Play, and print the results of the seats for each start; at an interruption the results so far."""
    game: AnyGame = args.game
    bots: list[str] = args.bot or [SEAT_BOT]
    for name in bots:
        bot_named(name, game)
    if args.store is not None and len(args.positions) * len(bots) > 1:
        raise UsageError("--store keeps the games of one bot on one start")
    states = [(name, _state(name, game)) for name in args.positions]
    seed = seed_of(args)
    plans = [
        (name, plan_of(args, Setup.at(state, getattr(args, "rules_from", None)), [bot], "self-play", seed=seed))
        for name, state in states
        for bot in bots
    ]
    if not args.json:
        echo(paragraph(f"{game.INFO.title}, the balance of seats{opened_by(args.opening_plies)}; seed {seed}"))
    objects, ends = list[dict[str, Any]](), list[Played]()
    for name, plan in plans:
        played = play(args, plan, [f"\n{paragraph(f'{name}, {plan.bots[0]} at all seats')}\n"])
        ends.append(played)
        if args.json:
            objects.append({"position": name, **_object(played)})
        else:
            echo(_page(played))
        if played.error is not None:
            break
    if args.json:
        echo_json({"game": game.INFO.name, "seed": seed, "opening_plies": args.opening_plies, "balances": objects})
    return max(played.check() for played in ends)


def _state(name: str, game: AnyGame) -> State[Any]:
    state = load(name, game).state
    if not state.to_act:
        raise RefusedError(f"{name}: the game is over, and nothing can be played")
    if len(state.totals) == 1:
        raise RefusedError(f"{name} is for one player, and a balance compares seats")
    return state


def _page(played: Played) -> str:
    balance = results_in(played)
    assert isinstance(balance, Balance)
    if not balance.games:
        return page(played, "It", [], balance, "")
    fast = f"{count(balance.games, 'game', 'games')}, {speed(played.games, played.seconds)} a second"
    lines = [*balance_lines(balance, played.game), ""]
    return page(played, "It", lines, balance, paragraph(f"{fast}; {plies_of(balance)}"))


def _object(played: Played) -> dict[str, Any]:
    balance, game = results_in(played), played.game
    assert isinstance(balance, Balance)
    needed = [{"within": goal, "games": balance.games_within(goal)} for goal in _GOALS] if balance.games else []
    return {
        "bot": played.arena.plan.bots[0],
        "players": balance.seats,
        "finished": played.arena.is_finished,
        "games": balance.games,
        **variety_object(balance, "games"),
        "even": balance.even,
        "seats": seat_objects(balance, game),
        "uneven": [game.INFO.seats[seat] for seat in balance.uneven] if balance.games else [],
        "needed": needed,
        "plies": balance.plies,
        "plies_of_openings": balance.opening_plies,
        "seconds": played.seconds,
        **failures_object(played),
    }
