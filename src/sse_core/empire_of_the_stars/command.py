"""Options of Empire of the Stars in the `sse` command, and its own command, `sse pack`."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from ..errors import SetupError
from ..forms.lazy_mapping import LazyMapping
from ..play.sentences import players_wanted
from .info import INFO
from .messages import message, say
from .options import LIMIT, Options
from .packs.library import DEFAULT_PACK, PACKS, load_pack
from .packs.report import report, report_object
from .positions.fields import MAX_ROUNDS
from .positions.makers import new_game
from .state import State

__all__ = ["SHIPPED", "add_command", "add_setup", "load_named", "run_command", "set_up"]

SHIPPED: Final[Mapping[str, Sequence[str]]] = LazyMapping(["pack"], lambda _: PACKS.names())
"""The packs that ship."""

_FLAGS: Final = {
    "start_colony": message("let the 2-polymer tile begin with a colony (S4)"),
    "one_way": message("move the monolith clockwise only (S7)"),
    "own_cap": message("count the 3 ships of a region for each player apart (S22)"),
    "reshuffle": message("make the pile below its top card the deck when the deck is empty (S23)"),
    "free_allies": message("let ships that move as allies keep their own move (S31)"),
    "spare_hits": message("let a volley stop before its last hit (S36)"),
    "neutral_shields": message("let ships outside the battle guard colonies, too (S37)"),
}
"""The options that are off by default, with the help for each."""


def add_setup(parser: ArgumentParser) -> None:
    """Add the options for the players, powers, the pack, the blocked sectors, the last round and the rules."""
    parser.add_argument(
        "--players", type=int, metavar="N", help=say("the number of players, 2 to 4, if none are named; left out: 2")
    )
    parser.add_argument("--powers", action="store_true", help=say("deal player powers (C15.1)"))
    parser.add_argument(
        "--no-technologies",
        action="store_true",
        help=say("let technologies do nothing but be bought and counted (S67)"),
    )
    parser.add_argument(
        "--pack", default=DEFAULT_PACK, metavar="FILE", help=say("the content pack, by name or file (C17.1)")
    )
    parser.add_argument(
        "--blocked",
        default="",
        metavar="SECTORS",
        help=say("for two players, the sectors that are blocked, such as 'a b c d'"),
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=LIMIT,
        metavar="N",
        help=say("the last round, 1 to {most}; left out: {usual} (S47)", most=MAX_ROUNDS, usual=LIMIT),
    )
    parser.add_argument(
        "--no-substitute", action="store_true", help=say("score no galaxy token for an empty stock at the edict (S9)")
    )
    for name in _FLAGS:
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=say(_FLAGS[name]))


def load_named(args: Namespace) -> None:
    """Load the pack that records name."""
    load_pack(args.pack)


def set_up(args: Namespace, players: int | None, seed: int, load_map: Callable[[str], Any]) -> State:
    """Return a new game for the number of players that are named, two if none are; the seed deals."""
    if args.players is not None and players not in (None, args.players):
        words = say("--players {n}, but the players named are {named}", n=args.players, named=players)
        raise ArgumentTypeError(words)
    if players is not None and (why := players_wanted(INFO.title, players, INFO.least_players, INFO.most_players)):
        raise ArgumentTypeError(why)
    wanted = args.players if players is None else players
    flags = {name: getattr(args, name) for name in _FLAGS}
    try:
        flags |= {"technologies": not args.no_technologies, "edict_substitute": not args.no_substitute}
        options = Options(args.rounds, powers=args.powers, **flags)
        return new_game(players=wanted, seed=seed, pack=args.pack, blocked=args.blocked, options=options)
    except SetupError as error:
        raise ArgumentTypeError(str(error).replace("round_limit", "--rounds")) from None


def add_command(name: str, parser: ArgumentParser) -> None:
    """Add the arguments of `sse pack`."""
    parser.add_argument(
        "what",
        choices=["check", "show"],
        help="check: read a pack, and say what it has or where it is wrong; show: print the file of one that ships",
    )
    parser.add_argument("pack", metavar="FILE", help="the file of the pack, or the name of one that ships")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run_command(name: str, args: Namespace) -> Iterable[str] | Mapping[str, Any]:
    """Check a pack and return lines about its content; or return the lines of the file of a pack that ships.

    With ``--json`` the result is an object; that of a file has the whole content.

    Raises NotationError or SetupError, with file, table and key, if it can't be played; OSError if it can't be read.
    """
    if args.what == "show":
        text = PACKS.text(args.pack)
        if not args.json:
            return text.removesuffix("\n").split("\n")
        pack = load_pack(args.pack)
        return {**pack.to_object(), "content": json.loads(pack.content)}
    pack = load_pack(args.pack)
    return report_object(pack) if args.json else report(pack)
