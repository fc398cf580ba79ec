"""Options of Jump Wars in the `sse` command: the grid, the turn limit, and the rules that players choose."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Any, Final

from ..errors import SetupError
from ..play.sentences import players_wanted
from .board import Grid
from .info import INFO
from .messages import message, say
from .options import MAX_TURNS, TURN_LIMIT, Options
from .positions.makers import begun_by, new_game
from .state import State
from .text.notation import SEATS

__all__ = ["add_setup", "set_up"]

_USUAL: Final = Options()

_FLAGS: Final = {
    "neutral": message("put a neutral Homeworld into the centre, for up to four players (J3.3)"),
    "trade": message("let the players make no offers (J2.2)"),
    "void_orders": message("let an ally write orders that the alliance voids (J4.10)"),
    "must_raise": message("make the first Tech step a must for who can discard a card (J2.3)"),
    "genesis_adds": message("let Genesis make 2 RT more on a Star Field, not 2 instead of 1 (J2.4)"),
    "any_map": message("use the map as it falls, though Black Holes may cut Homeworlds off (J1.3)"),
    "simultaneous": message("seal the deals of equal Initiative until all of them are settled (J5.11)"),
}
"""The options that are on or off, each with the help for the value that isn't the default."""


def add_setup(parser: ArgumentParser) -> None:
    """Add the options for the players, the grid, the turn limit and the rules."""
    parser.add_argument(
        "--players", type=int, metavar="N", help=say("the number of players, 2 to 5, if none are named; left out: 2")
    )
    parser.add_argument(
        "--first", choices=SEATS, metavar="SEAT", help=say("the start player, A to E; left out: one is drawn (J1.5)")
    )
    parser.add_argument(
        "--grid",
        choices=[str(grid) for grid in Grid],
        default=str(Grid.SQUARE),
        help=say("how spaces are joined (J1.1)"),
    )
    parser.add_argument(
        "--turns",
        type=int,
        default=TURN_LIMIT,
        metavar="N",
        help=say(
            "the turn after which the game ends, 1 to {most}; left out: {usual} (J3.4)",
            most=MAX_TURNS,
            usual=TURN_LIMIT,
        ),
    )
    for name in _FLAGS:
        parser.add_argument(f"--{_flag(name).replace('_', '-')}", action="store_true", help=say(_FLAGS[name]))


def _flag(name: str) -> str:
    """Return the name of the argument that sets an option to the value that isn't its default."""
    return f"no_{name}" if getattr(_USUAL, name) else name


def set_up(args: Namespace, players: int | None, seed: int, load_map: Callable[[str], Any]) -> State:
    """Return a new game for the number of players that are named, two if none are; the seed lays the map."""
    if args.players is not None and players not in (None, args.players):
        words = say("--players {n}, but the players named are {named}", n=args.players, named=players)
        raise ArgumentTypeError(words)
    if players is not None and (why := players_wanted(INFO.title, players, INFO.least_players, INFO.most_players)):
        raise ArgumentTypeError(why)
    wanted = args.players if players is None else players
    flags = {name: getattr(args, _flag(name)) != getattr(_USUAL, name) for name in _FLAGS}
    try:
        state = new_game(players=wanted, seed=seed, grid=args.grid, turn_limit=args.turns, **flags)
    except SetupError as error:
        raise ArgumentTypeError(error.message.replace("turn_limit", "--turns")) from None
    if args.first is None:
        return state
    first = SEATS.index(args.first)
    if first >= state.players:
        last = SEATS[state.players - 1]
        raise ArgumentTypeError(say("--first {seat}, but the players are A to {last}", seat=args.first, last=last))
    return begun_by(state, first)
