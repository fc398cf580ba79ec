"""Small Star Empires at the command: its maps and set-up options, its files, its score sheet. Answers `Table`."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..game import Outcome
from ..small_star_empires import (
    Board,
    GameRecord,
    State,
    base_map,
    format_map,
    maps,
    new_game,
    parse_game,
    parse_map,
    parse_state,
    perft_divide,
)
from ..small_star_empires.systems import SEATS
from .pages import RefusedError, UsageError, quoting, read
from .tables import Loaded

__all__ = [
    "NAME",
    "SEATS",
    "TITLE",
    "add_setup",
    "load",
    "perft_divide",
    "record",
    "score_sheet",
    "set_up",
    "shipped",
    "to_json",
    "verdict",
]

NAME: Final = "small_star_empires"
TITLE: Final = "Small Star Empires"

_VERDICTS: Final = {
    "total": "no tie-break was needed",
    "cities": "level on points, most cities left in reserve (E7.4)",
    "stations": "level on points and cities in reserve, most trade stations left in reserve (E7.4)",
    "planets": "level on points and reserves, most planets held (E7.4)",
    "shared": "level after every tie-break (E7.4)",
}


# --- setting up


def add_setup(parser: ArgumentParser) -> None:
    """Add the choice of a map, or of a base map, and of who begins."""
    parser.add_argument("--map", metavar="NAME|FILE", help="play on a map that ships or a map file")
    parser.add_argument(
        "--players", type=int, metavar="N", help="how many play on the base map, if no players are named"
    )
    parser.add_argument(
        "--holes",
        choices=("balanced", "wormholes", "black_holes"),
        help="lay wormholes, black holes, or three of each on the base map (E8.1)",
    )
    parser.add_argument(
        "--first", choices=tuple(SEATS), default="A", metavar="SEAT", help="who begins: A (the default), B, C or D"
    )


def set_up(args: Namespace, named: int | None, seed: int) -> State:
    """Return the start of a game on a named map, or on a base map of this seed, for two unless told."""
    if args.map is not None and args.holes is not None:
        raise UsageError("--holes is for the base map; a map of your own has its holes drawn in")
    if args.players is not None and named not in (None, args.players):
        raise UsageError(f"--players {args.players}, but the players named are {named}")
    wanted: int | None = named if args.players is None else args.players
    if args.map is None:
        board = base_map(2 if wanted is None else wanted, seed=seed, holes=args.holes)
    else:
        board = _load_map(args.map)
    if wanted not in (None, board.players):
        raise UsageError(f"{args.map} is for {board.players} players, not {wanted}")
    if SEATS.index(args.first) >= board.players:
        raise UsageError(f"--first {args.first}: there is no such seat with {board.players} players")
    return new_game(board, first=SEATS.index(args.first))


def _load_map(name: str) -> Board:
    board = load(name).shown
    if not isinstance(board, Board):
        raise RefusedError(f"{name} is no map")
    return board


# --- files


def shipped() -> Mapping[str, str]:
    """Return a line on each map that ships."""
    return {name: f"{board.players} players, {board.n_cells} systems" for name, board in maps().items()}


def load(name: str) -> Loaded:
    """Return the map, position or record of a file, or the map that ships under this name."""
    if name in maps():
        return _board(maps()[name])
    try:
        text = read(name)
    except FileNotFoundError:
        raise RefusedError(f"{name}: no such file, and no map that ships has this name") from None
    with quoting(name):
        return _parse(text)


def _parse(text: str) -> Loaded:
    """Return what a text holds; its beginning tells which kind it is."""
    if text.startswith("{"):
        is_record = '"sse-game"' in text[: text.find(",")]
        return _record(GameRecord.from_json(text)) if is_record else _state(State.from_json(text))
    if text.startswith("sse-game "):
        return _record(parse_game(text))
    if text.startswith("sse-state "):
        return _state(parse_state(text))
    return _board(parse_map(text))


def _board(board: Board) -> Loaded:
    return Loaded(board, new_game(board))


def _state(state: State) -> Loaded:
    return Loaded(state, state)


def _record(found: GameRecord) -> Loaded:
    return Loaded(found.final, found.final, found, found.tags)


def record(start: State, actions: Sequence[Any], tags: Mapping[str, str]) -> GameRecord:
    """Return the record of a game."""
    return GameRecord(start, tuple(actions), tags)


def to_json(loaded: Loaded) -> str:
    """Return a record or a position as its JSON twin; a map as an object with its text and its systems by cell."""
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


# --- the end


def score_sheet(state: State) -> list[dict[str, int]]:
    """Return what each seat scores for planets, nebulae, trade stations and territory (E7)."""
    return [
        {
            "planets": score.planets,
            "nebulae": score.nebulae,
            "trade stations": score.stations,
            "territory": score.territory,
            "total": score.total,
        }
        for score in state.score_sheet()
    ]


def verdict(outcome: Outcome) -> str:
    """Return the tie-break that was used, if one was (E7.4)."""
    return _VERDICTS[outcome.decided_by]
