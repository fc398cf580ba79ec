"""`sse balance`: games of one bot at all seats of a map or a position, and what they say about the seats."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..arena import Balance, starts_of
from ..bots.naming import bot_named
from ..game import AnyGame, State
from ..play.sentences import count
from .balance_page import balance_lines, seat_objects
from .loading import load
from .match import add_games, add_playing, check_openings, play_on
from .match_page import Ending, Match, failure_lines, failure_object, plies_of, variety_lines
from .pages import RefusedError, echo, echo_json, paragraph
from .players import add_seat_bots, fresh_seed
from .progress import speed
from .streams import flush

__all__ = ["add", "run"]

_BOT: Final = "greedy"
_GOALS: Final = (0.05, 0.02, 0.01)
"""The distances for which the object says how many games they take."""


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
    add_playing(parser)


def run(args: Namespace) -> int:
    """Play, and print how the seats of each start fare; those so far at an interruption, or where a bot fails."""
    game: AnyGame = args.game
    bots: list[str] = args.bot or [_BOT]
    for name in bots:
        bot_named(name, game)
    states = [(name, _state(name, game)) for name in args.positions]
    seed = fresh_seed() if args.seed is None else args.seed
    for _, state in states:
        check_openings(starts_of(_always(state), seed), args.games, args.opening_plies)
    if not args.json:
        echo(_heading(args, game, seed))
    objects, ending = list[dict[str, Any]](), None
    for name, match, state in _matches(args, states, bots, seed):
        if not args.json:
            echo(f"\n{paragraph(f'{name}, {match.names[0]} at all seats')}\n")
            flush()
        ending = play_on(match, starts_of(_always(state), seed), args.jobs)
        if args.json:
            objects.append({"position": name, **_object(match, ending)})
        else:
            echo("\n".join(_lines(match, ending)))
        if ending.is_early:
            break
    if args.json:
        echo_json({"game": game.INFO.name, "seed": seed, "opening_plies": args.opening_plies, "balances": objects})
    assert ending is not None, "there is a position, and a bot"
    ending.check()
    return 0


def _state(name: str, game: AnyGame) -> State[Any]:
    state = load(name, game).state
    if not state.to_act:
        raise RefusedError(f"{name}: the game is over, and nothing can be played")
    if len(state.totals) == 1:
        raise RefusedError(f"{name} is for one player, and a balance compares seats")
    return state


def _matches(
    args: Namespace, states: list[tuple[str, State[Any]]], bots: list[str], seed: int
) -> Iterator[tuple[str, Match, State[Any]]]:
    for name, state in states:
        for bot in bots:
            balance = Balance(len(state.totals))
            yield name, Match(args.game, (bot, bot), seed, args.games, None, balance, args.opening_plies), state


def _always(state: State[Any]) -> Callable[[int], State[Any]]:
    return lambda seed: state


def _heading(args: Namespace, game: AnyGame, seed: int) -> str:
    opening = f", after {count(args.opening_plies, 'random ply', 'random plies')}" if args.opening_plies else ""
    return paragraph(f"{game.INFO.title}, the balance of seats{opening}; seed {seed}")


def _lines(match: Match, ending: Ending) -> Iterator[str]:
    balance = match.results
    assert isinstance(balance, Balance)
    if not match.finished:
        yield f"It was left after {count(ending.games, 'game', 'games')}."
    if balance.games:
        yield from balance_lines(balance, match.game)
        yield from ["", *variety_lines(match)]
        fast = f"{count(balance.games, 'game', 'games')}, {speed(ending.games, ending.seconds)} a second"
        yield paragraph(f"{fast}; {plies_of(balance)}")
    yield from failure_lines(match, ending)


def _object(match: Match, ending: Ending) -> dict[str, Any]:
    balance = match.results
    assert isinstance(balance, Balance)
    needed = [{"within": goal, "games": balance.games_within(goal)} for goal in _GOALS] if balance.games else []
    return {
        "bot": match.names[0],
        "players": balance.seats,
        "finished": match.finished,
        "games": balance.games,
        "different_games": balance.different_games,
        "opened_games": balance.opened,
        "cut_games": balance.cut,
        "even": balance.even,
        "seats": seat_objects(balance, match.game),
        "uneven": [match.game.INFO.seats[seat] for seat in balance.uneven] if balance.games else [],
        "needed": needed,
        "plies": balance.plies,
        "plies_of_openings": balance.opening_plies,
        "seconds": ending.seconds,
        "failure": failure_object(match, ending),
    }
