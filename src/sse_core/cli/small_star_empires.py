"""Small Star Empires at the command: its maps and set-up options, its files, its score sheet. Answers `Table`."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, get_args

from ..bots import BOTS
from ..errors import NotationError, SetupError
from ..json_object import JsonObject
from ..seeds import child_seed
from ..small_star_empires import (
    Board,
    Edition,
    GameRecord,
    Holes,
    Rules,
    State,
    System,
    base_map,
    format_map,
    maps,
    new_game,
    parse_game,
    parse_map,
    parse_state,
    perft_divide,
)
from ..small_star_empires.campaign import Campaign, format_campaign, parse_campaign
from ..small_star_empires.maps import setup_lines
from ..small_star_empires.options import PUBLISHED, parse_rules
from ..small_star_empires.render_text import score_columns
from ..small_star_empires.systems import SEATS
from .pages import RefusedError, UsageError, quoting, read
from .tables import Loaded

__all__ = [
    "BOTS",
    "NAME",
    "SEATS",
    "SHIPPED",
    "TITLE",
    "add_campaign",
    "add_setup",
    "campaign",
    "campaign_sheet",
    "format_campaign",
    "goes_on",
    "load",
    "perft_divide",
    "record",
    "score_sheet",
    "set_up",
    "shipped",
    "terms",
    "to_json",
    "verdict",
]

NAME: Final = "small_star_empires"
TITLE: Final = "Small Star Empires"
SHIPPED: Final = "map"

_VERDICTS: Final = {
    "total": "no tie-break was needed",
    "cities": "level on points, most {cities} left in reserve (E7.4)",
    "stations": "level on points and {cities} in reserve, most trade stations left in reserve (E7.4)",
    "planets": "level on points and reserves, most planets held (E7.4)",
    "shared": "level after every tie-break (E7.4)",
}
_HEADINGS: Final = {"stations": "trade stations"}
"""What the score sheet calls otherwise than `Score` does."""

_OPTIONS: Final = tuple(field.name for field in fields(Rules))
_RULE: Final = re.compile(r"([^ =]*)=[^ ]+")


# --- setting up


def add_setup(parser: ArgumentParser) -> None:
    """Add the choice of a map, or of a base map, of the rules, and of who begins."""
    parser.add_argument("--map", metavar="NAME|FILE", help="play on a map that ships or a map file")
    _add_base_map(parser)
    parser.add_argument(
        "--first", choices=tuple(SEATS), default="A", metavar="SEAT", help="who begins: A (the default), B, C or D"
    )


def add_campaign(parser: ArgumentParser) -> None:
    """Add the choice of maps, or of base maps, and of the rules."""
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="NAME|FILE",
        help="play on a map that ships or a map file instead of fresh base maps; repeated, on several by turns",
    )
    _add_base_map(parser)


def _add_base_map(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=int, metavar="N", help="how many play on the base map, if no players are named"
    )
    parser.add_argument(
        "--holes",
        choices=get_args(Holes),
        help="lay wormholes, black holes, or three of each on the base map (E8.1)",
    )
    parser.add_argument(
        "--unexplored", action="store_true", help="lay face-down tiles on the empty systems of the base map (E9.1)"
    )
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        type=_rule,
        metavar="NAME=VALUE",
        help="change an option of the rules, as position texts write it, such as open_borders=yes; may be repeated; "
        f"the options are {', '.join(_OPTIONS)}",
    )
    parser.add_argument(
        "--edition",
        choices=get_args(Edition),
        help="the edition to play by, short for --rule edition=...; a map's own bag stays (E10.5)",
    )


def _rule(text: str) -> str:
    match = _RULE.fullmatch(text)
    if match is None:
        raise ArgumentTypeError(f"a rule is NAME=VALUE, not {text!r}")
    if match[1] not in _OPTIONS:
        raise ArgumentTypeError(f"there is no option {match[1]!r}; they are {', '.join(_OPTIONS)}")
    return text


def set_up(args: Namespace, named: int | None, seed: int) -> State:
    """Return the start of a game on a named map, or on a base map of this seed, for two unless told."""
    if args.map is not None:
        _check_own_map(args)
    wanted = _players(args, named)
    if args.map is None:
        board = base_map(2 if wanted is None else wanted, seed=seed, holes=args.holes, unexplored=args.unexplored)
    else:
        board = _load_map(args.map)
    if wanted not in (None, board.players):
        raise UsageError(f"{args.map} is for {board.players} players, not {wanted}")
    if SEATS.index(args.first) >= board.players:
        raise UsageError(f"--first {args.first}: there is no such seat with {board.players} players")
    return new_game(board, rules=_rules(args, board.setup.rules), first=SEATS.index(args.first))


def campaign(args: Namespace, named: int | None, seed: int) -> Campaign:
    """Return a campaign on named maps, or on base maps that come from this seed, for two unless told (E10.2)."""
    wanted = _players(args, named)
    if not args.map:
        players, rules = 2 if wanted is None else wanted, _rules(args, PUBLISHED)
        return Campaign(players, seed, holes=args.holes, unexplored=args.unexplored, rules=rules)
    _check_own_map(args)
    boards = tuple(map(_load_map, args.map))
    players = boards[0].players if wanted is None else wanted
    for name, board in zip(args.map, boards, strict=True):
        if board.players != players:
            raise UsageError(f"{name} is for {board.players} players, not {players}")
    if not args.rule and args.edition is None:
        return Campaign(players, seed, maps=boards)
    changed = {_rules(args, board.setup.rules) for board in boards}
    if len(changed) > 1:
        raise UsageError("--rule and --edition change the rules of the maps, which differ among these")
    return Campaign(players, seed, maps=boards, rules=changed.pop())


def terms(campaign: Campaign) -> str:
    """Return the smaller reserves and what wins (E10.2)."""
    start = replace(campaign, games=(), unfinished=None).next_game()
    cities, stations = start.reserve(0)
    one, many = start.rules.city_word, start.rules.cities_word
    return (
        f"Smaller reserves than in a single game: {cities} {many} and {stations} trade stations each, less a {one} "
        f"for each game won; {campaign.points_to_win} games won or shared win the campaign (E10.2)."
    )


def _check_own_map(args: Namespace) -> None:
    """Raise UsageError if an option for base maps is given with a map."""
    for option, given in (("--holes", args.holes is not None), ("--unexplored", args.unexplored)):
        if given:
            raise UsageError(f"{option} is for the base map; a map of your own has such systems drawn in")


def _players(args: Namespace, named: int | None) -> int | None:
    """Return how many are to play, None if that is left open."""
    if args.players is not None and named not in (None, args.players):
        raise UsageError(f"--players {args.players}, but the players named are {named}")
    return named if args.players is None else int(args.players)


def _rules(args: Namespace, base: Rules) -> Rules:
    """Return the rules of a map, or the published ones, with the options that the arguments change."""
    edition = [] if args.edition is None else [f"edition={args.edition}"]
    try:
        return parse_rules(" ".join([*args.rule, *edition]), base)
    except (NotationError, SetupError) as error:
        option = "--rule" if args.edition is None else "--rule or --edition"
        raise UsageError(f"{option}: {error.message}") from None


def _load_map(name: str) -> Board:
    loaded = load(name)
    if not isinstance(loaded.shown, Board):
        raise RefusedError(f"{name} is no map, but {loaded.kind}")
    return loaded.shown


# --- files


def shipped() -> Mapping[str, str]:
    """Return a line on each map that ships."""
    return {name: ", ".join(_features(board)) for name, board in maps().items()}


def _features(board: Board) -> Iterator[str]:
    yield f"{board.players} players"
    yield f"{board.n_cells} systems"
    if unexplored := board.systems.count(System.UNEXPLORED):
        yield f"{unexplored} of them unexplored"
    yield from setup_lines(board.setup)


def load(name: str) -> Loaded:
    """Return the map, position or record of a file, or the map that ships under this name."""
    if name in maps():
        return _board(maps()[name])
    try:
        text = read(name, "sse")
    except FileNotFoundError:
        raise RefusedError(f"{name}: no such file, and no map that ships has this name") from None
    with quoting(name):
        return _parse(text)


def _parse(text: str) -> Loaded:
    """Return what a text holds; its beginning tells which kind it is."""
    if text.startswith("{"):
        return _parse_json(text)
    if text.startswith("sse-game "):
        return _record(parse_game(text))
    if text.startswith("sse-state "):
        return _state(parse_state(text))
    if text.startswith("sse-campaign "):
        return _campaign(parse_campaign(text))
    return _board(parse_map(text))


def _parse_json(text: str) -> Loaded:
    """Return what a JSON object holds; its key `format` names the kind."""
    kind = JsonObject.parse(text).content.get("format")
    if kind == "sse-game":
        return _record(GameRecord.from_json(text))
    if kind == "sse-campaign":
        return _campaign(Campaign.from_json(text))
    return _state(State.from_json(text))


def _board(board: Board) -> Loaded:
    return Loaded(board, new_game(board))


def _state(state: State) -> Loaded:
    return Loaded(state, state)


def _record(found: GameRecord) -> Loaded:
    return Loaded(found.final, found.final, record=found, tags=found.tags)


def _campaign(found: Campaign) -> Loaded:
    if not found.games and found.unfinished is None:
        start = found.next_game()
        return Loaded(start, start, campaign=found)
    last = found.unfinished or found.games[-1]
    return Loaded(last.final, last.final, record=last, campaign=found, tags=last.tags)


def record(start: State, actions: Sequence[Any], tags: Mapping[str, str]) -> GameRecord:
    """Return the record of a game."""
    return GameRecord(start, tuple(actions), tags)


def to_json(loaded: Loaded) -> str:
    """Return a campaign, record or position as its JSON twin; a map as an object with text and systems by cell."""
    if isinstance(loaded.campaign, Campaign):
        return loaded.campaign.to_json()
    if isinstance(loaded.record, GameRecord):
        return loaded.record.to_json()
    if isinstance(loaded.shown, State):
        return loaded.shown.to_json()
    return _board_to_json(loaded.shown)


def _board_to_json(board: Board) -> str:
    cells = zip(board.cell_names, board.hexes, board.systems, strict=True)
    return json.dumps(
        {
            "players": board.players,
            "map": format_map(board),
            "cells": [{"cell": name, "q": q, "r": r, "system": system.value} for name, (q, r), system in cells],
        }
    )


# --- the turn and the end


def goes_on(state: State) -> bool:
    """Return whether a reveal, a second move or a choice is due (E9)."""
    return state.due is not None


def score_sheet(state: State) -> list[dict[str, int]]:
    """Return what each seat scores by column (E7); tiles and tolls only where they can count."""
    columns = {_HEADINGS.get(column, column): column for column in (*score_columns(state), "total")}
    return [{heading: getattr(score, column) for heading, column in columns.items()} for score in state.score_sheet()]


def campaign_sheet(campaign: Campaign) -> list[dict[str, Any]]:
    """Return each game: its map or the map's seed, who began, the totals, who won, the win piles after it (E10.2)."""
    rows: list[dict[str, Any]] = []
    piles = [0] * campaign.players
    for index, game in enumerate(campaign.games):
        outcome = game.final.outcome
        assert outcome is not None
        piles = [pile + (seat in outcome.winners) for seat, pile in enumerate(piles)]
        rows.append(
            {
                "game": index + 1,
                **_map_of(campaign, index),
                "begun by": SEATS[index % campaign.players],
                "totals": list(outcome.totals),
                "won by": [SEATS[seat] for seat in outcome.winners],
                "win piles": piles,
            }
        )
    return rows


def _map_of(campaign: Campaign, index: int) -> dict[str, int]:
    """Return what tells the map of a game: its seed, or its place among the campaign's maps."""
    if campaign.maps:
        return {"map": index % len(campaign.maps) + 1}
    return {"map seed": child_seed(campaign.seed, index)}


def verdict(state: State) -> str:
    """Return the tie-break that was used, if one was, in the words of the edition (E7.4, E10.5)."""
    assert state.outcome is not None
    return _VERDICTS[state.outcome.decided_by].format(cities=state.rules.cities_word)
