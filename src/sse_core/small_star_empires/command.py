"""Options of Small Star Empires in the `sse` command: maps, rules, and the first player."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, get_args

from .._fast import State
from ..errors import NotationError, SetupError
from ..play.sentences import either, players_wanted
from .board import Board
from .campaign import Campaign
from .info import INFO
from .maps.map import maps
from .maps.sectors import base_map
from .maps.systems import SEATS, Holes
from .messages import message, say
from .options import PUBLISHED, Edition, Rules, Setup, parse_rules
from .positions.makers import new_game
from .strength.solution import Objective, Solution, caption_of, object_of, play_of, rows_of
from .strength.solving import MEGABYTES, Solving

__all__ = [
    "SUGGESTIONS",
    "add_campaign",
    "add_layouts",
    "add_setup",
    "add_shuffles",
    "add_solver",
    "laid_anew",
    "set_up",
    "set_up_campaign",
    "shuffled",
    "solution_object",
    "solution_table",
    "solution_words",
    "solver",
]

_OPTIONS: Final = tuple(field.name for field in fields(Rules))
_RULE: Final = re.compile(r"([^ =]*)=[^ ]+")


SUGGESTIONS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({
    "rule": MappingProxyType({
        "open_borders=yes": message(
            "open borders: ships may pass opponents' systems, for a toll of one city each (E10.1)"
        ),
        "toll_compulsory=no": message("no forced tolls: who could only move for a toll may stay, and is out (E10.1)"),
        "unexplored_passable=no": message("unexplored systems stop ships (E3.3)"),
        "damaged_passes_unexplored=yes": message("damaged ships pass unexplored systems too (E5.2)"),
        "damaged_jump=no": message("damaged ships don't jump through wormholes (E4.3)"),
        "conquered_passable=yes": message("ships may pass conquered systems (E9.9)"),
        "conquest_own_only=yes": message("only a destroyed city of the explorer leaves a conquest marker (E9.9)"),
    })
})  # fmt: skip
"""The flags of the rules that differ from the published game."""


# --- setting up


def add_setup(parser: ArgumentParser) -> None:
    """Add the options for the map, the rules and the first player."""
    parser.add_argument("--map", metavar="NAME|FILE", help=say("play on a map that ships or a map file"))
    _add_base_map(parser)
    parser.add_argument(
        "--first",
        choices=tuple(SEATS),
        default="A",
        metavar="SEAT",
        help=say("the first player: A (default), B, C or D"),
    )


def add_campaign(parser: ArgumentParser) -> None:
    """Add the options for the maps and the rules."""
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="NAME|FILE",
        help=say(
            "play on a map that ships or a map file, not on new base maps; may be repeated, for several maps by turns"
        ),
    )
    _add_base_map(parser)


def _add_base_map(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=int, metavar="N", help=say("the number of players on the base map, if none are named")
    )
    _add_tiles(parser)
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        type=_rule,
        metavar="NAME=VALUE",
        help=say(
            "set an option of the rules, as position texts write it, such as open_borders=yes; may be repeated; "
            "the options are {options}",
            options=", ".join(_OPTIONS),
        ),
    )
    parser.add_argument(
        "--edition",
        choices=get_args(Edition),
        help=say("the edition of the rules; a map keeps its own bag (E10.5)"),
    )


def _add_tiles(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--holes",
        choices=get_args(Holes),
        help=say("put wormholes, black holes, or three of each on the base map (E8.1)"),
    )
    parser.add_argument(
        "--unexplored", action="store_true", help=say("put face-down tiles on the empty systems of the base map (E9.1)")
    )


def _rule(text: str) -> str:
    match = _RULE.fullmatch(text)
    if match is None:
        raise ArgumentTypeError(say("a rule is NAME=VALUE, not {rule}", rule=repr(text)))
    if match[1] not in _OPTIONS:
        options = ", ".join(_OPTIONS)
        raise ArgumentTypeError(
            say("there is no option {name}; they are {options}", name=repr(match[1]), options=options)
        )
    return text


def set_up(args: Namespace, players: int | None, seed: int, load_map: Callable[[str], Board]) -> State:
    """Return the start of a game on a named map, or on the base map of this seed, for two players by default."""
    if args.map is not None:
        _check_own_map(args)
    wanted = _players(args, players)
    if args.map is None:
        board = base_map(2 if wanted is None else wanted, seed=seed, holes=args.holes, unexplored=args.unexplored)
    else:
        board = load_map(args.map)
    if wanted not in (None, board.players):
        raise ArgumentTypeError(_not_for(str(args.map), board, wanted, players))
    if SEATS.index(args.first) >= board.players:
        n = board.players
        raise ArgumentTypeError(say("--first {seat}: there is no such seat with {n} players", seat=args.first, n=n))
    return new_game(board, rules=_rules(args, board.setup.rules), first=SEATS.index(args.first))


def set_up_campaign(args: Namespace, players: int | None, seed: int, load_map: Callable[[str], Board]) -> Campaign:
    """Return a campaign on named maps, or on base maps from this seed, for two players by default (E10.2)."""
    wanted = _players(args, players)
    if not args.map:
        rules = _rules(args, PUBLISHED)
        return Campaign(
            2 if wanted is None else wanted, seed, holes=args.holes, unexplored=args.unexplored, rules=rules
        )
    _check_own_map(args)
    boards = tuple(map(load_map, args.map))
    seats = boards[0].players if wanted is None else wanted
    for name, board in zip(args.map, boards, strict=True):
        if board.players != seats:
            raise ArgumentTypeError(_not_for(name, board, seats, players))
    if not args.rule and args.edition is None:
        return Campaign(seats, seed, maps=boards)
    changed = {_rules(args, board.setup.rules) for board in boards}
    if len(changed) > 1:
        raise ArgumentTypeError(say("--rule and --edition change the rules of the maps, which differ among these"))
    return Campaign(seats, seed, maps=boards, rules=changed.pop())


# --- shuffled maps

add_shuffles: Final = _add_base_map
"""Add the options for the base maps, whose sectors a seed shuffles."""


def shuffled(args: Namespace, seed: int) -> Board:
    """Return the base map of a seed, for two players by default, with rules that differ from the published ones."""
    wanted = _players(args, None)
    board = base_map(2 if wanted is None else wanted, seed=seed, holes=args.holes, unexplored=args.unexplored)
    rules = _rules(args, PUBLISHED)
    return board if rules == PUBLISHED else Board(dict(zip(board.hexes, board.systems, strict=True)), Setup(rules))


add_layouts: Final = _add_tiles
"""Add the options for the tiles of a base map that is laid anew."""


def laid_anew(args: Namespace) -> Board | None:
    """Return the base map that is named, laid by a seed or with other tiles; None if no option asks for it."""
    options = [
        option
        for option, given in (
            ("--seed", args.seed is not None),
            ("--holes", args.holes is not None),
            ("--unexplored", args.unexplored),
        )
        if given
    ]
    if not options:
        return None
    if args.source is None:
        raise ArgumentTypeError(say("{option} lays a base map anew: name one, such as base-2p", option=options[0]))
    tiles = _base_maps().get(args.source)
    if tiles is None:
        known = ", ".join(_base_maps())
        words = say(
            "{option} is for the base maps, which are laid from sectors: {known}; not for {name}",
            option=options[0],
            known=known,
            name=args.source,
        )
        raise ArgumentTypeError(words)
    if args.holes not in (None, tiles.holes) and tiles.holes is not None:
        raise ArgumentTypeError(
            say("--holes {holes}, but {map} has holes of its own", holes=args.holes, map=args.source)
        )
    return base_map(
        tiles.players,
        seed=args.seed,
        holes=args.holes or tiles.holes,
        unexplored=args.unexplored or tiles.unexplored,
    )


class _Tiles(NamedTuple):
    """What lies on a base map."""

    players: int
    holes: Holes | None
    unexplored: bool


@cache
def _base_maps() -> Mapping[str, _Tiles]:
    """Return the tiles of the maps that ship and are base maps, by name."""
    laid = {
        base_map(players, holes=holes, unexplored=unexplored): _Tiles(players, holes, unexplored)
        for players in range(INFO.least_players, INFO.most_players + 1)
        for holes in (None, *get_args(Holes))
        for unexplored in (False, True)
    }
    return {name: laid[board] for name, board in maps().items() if board in laid}


def _check_own_map(args: Namespace) -> None:
    """Raise ArgumentTypeError if an option for base maps is given with a map."""
    for option, given in (("--holes", args.holes is not None), ("--unexplored", args.unexplored)):
        if given:
            words = say("{option} is for the base map; a map of your own has such systems drawn in", option=option)
            raise ArgumentTypeError(words)


def _not_for(name: str, board: Board, wanted: int, named: int | None) -> str:
    """Return a sentence with the number of players of a map, and how many more are to be named, if any are."""
    if named is None:
        return say("{map} is for {n} players, not {wanted}", map=name, n=board.players, wanted=wanted)
    return players_wanted(name, named, board.players, board.players)


def _players(args: Namespace, named: int | None) -> int | None:
    """Return the number of players, None if the arguments don't give it."""
    if args.players is not None and named not in (None, args.players):
        words = say("--players {n}, but the players named are {named}", n=args.players, named=named)
        raise ArgumentTypeError(words)
    if named is not None and not args.map:
        why = players_wanted(INFO.title, named, INFO.least_players, INFO.most_players)
        if why:
            raise ArgumentTypeError(why)
    return named if args.players is None else int(args.players)


def _rules(args: Namespace, base: Rules) -> Rules:
    """Return the rules of a map, or the published ones, with the options that the arguments change."""
    edition = [] if args.edition is None else [f"edition={args.edition}"]
    try:
        return parse_rules(" ".join([*args.rule, *edition]), base)
    except (NotationError, SetupError) as error:
        option = "--rule" if args.edition is None else either(["--rule", "--edition"])
        raise ArgumentTypeError(f"{option}: {error.message}") from None


# --- the solver


def add_solver(parser: ArgumentParser) -> None:
    """Add the options for the number that players maximize, the actions to work out, and the memory."""
    parser.add_argument(
        "--objective",
        choices=get_args(Objective),
        default="margin",
        help="what each player maximizes: the margin (default), the share of the win, or the win first and the margin "
        "among equal shares",
    )
    parser.add_argument("--all", action="store_true", help="work out every legal action, not only the best one")
    parser.add_argument(
        "--megabytes", type=int, default=MEGABYTES, metavar="N", help=f"the memory of the table (default: {MEGABYTES})"
    )


def solver(args: Namespace, state: State) -> Solving:
    """Return the work on a position."""
    return Solving(state, objective=args.objective, megabytes=args.megabytes, all=args.all)


def solution_words(solution: Solution) -> list[str]:
    """Return the solver's results about a position, in paragraphs."""
    if not solution.nodes and not solution.exact:
        return ["Not solved: so many tiles can be revealed that the odds need more than 64 bits."]
    return [each for each in (f"{caption_of(solution)}.", play_of(solution)) if each]


def solution_table(solution: Solution) -> list[list[str]]:
    """Return the worths of actions, below a heading; empty if none were worked out."""
    return rows_of(solution) if solution.worths else []


def solution_object(solution: Solution) -> dict[str, Any]:
    """Return the results as a JSON object."""
    return object_of(solution)
