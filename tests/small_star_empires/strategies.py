"""Strategies and helpers for these tests alone: arguments of positions, and positions as arguments."""

from __future__ import annotations

from itertools import islice
from typing import Any, TypeAlias

from hypothesis import strategies as st

import sse_core as sse
from sse_core import Board, State
from sse_core.play.draws import Choice, from_choices, random_walk
from sse_core.small_star_empires import Banked, Piece, Reserve, position, reference
from sse_core.small_star_empires.strategies.layouts import random_base_map, random_board
from sse_core.small_star_empires.strategies.placing import (
    Due,
    GameOptions,
    PositionOptions,
    random_game_options,
    random_position_options,
)
from sse_core.small_star_empires.strategies.variants import random_rules, with_enough_tiles

AnyState: TypeAlias = State | reference.State

# --- strategies


def base_maps() -> st.SearchStrategy[Board]:
    """Base maps for 2 to 4 players."""
    return from_choices(random_base_map)


def boards_with_game_options() -> st.SearchStrategy[tuple[Board, GameOptions]]:
    """Boards, each with the arguments of a start."""

    def choose(below: Choice) -> tuple[Board, GameOptions]:
        rules, board = random_rules(below), random_board(below)
        return board, random_game_options(below, board, with_enough_tiles(rules, board))

    return from_choices(choose)


def boards_with_position_options() -> st.SearchStrategy[tuple[Board, PositionOptions]]:
    """Boards, each with the arguments of a position."""

    def choose(below: Choice) -> tuple[Board, PositionOptions]:
        rules, board = random_rules(below), random_board(below)
        return board, random_position_options(below, board, with_enough_tiles(rules, board))

    return from_choices(choose)


# --- states taken apart, and played on


def played_on(state: State, seed: int, plies: int) -> State:
    """Play some plies at random, to the end at most."""
    for _, after in islice(random_walk(sse.SplitMix64(seed).below, state), plies):
        state = after
    return state


def mover_of(state: AnyState) -> int | None:
    """Return the seat whose turn it is, also while chance is to act; None at the end."""
    if state.due is not None:
        return state.due.player
    return state.to_act[0] if state.to_act else None


def due_of(state: AnyState) -> Due | None:
    """Return the argument `due` of `position` for a state."""
    return None if state.due is None else (state.due.what, state.due.cell)


def options_of(state: State) -> PositionOptions:
    """Return the arguments of `position` that give a state, except `mover` and `due`."""
    seats, cells = range(state.board.players), range(state.board.n_cells)
    owners: dict[int, int] = {}
    pieces: dict[int, Piece] = {}
    for cell in cells:
        owner, piece = state.owner(cell), state.piece(cell)
        if owner is not None and (piece == "city" or piece == "station"):
            owners[cell], pieces[cell] = owner, piece
    reserves = [state.reserve(seat) for seat in seats]
    return {
        "rules": state.rules,
        "owners": owners,
        "pieces": pieces,
        "ships": [list(state.ships(seat)) for seat in seats],
        "reserves": [(reserve.cities, reserve.stations) for reserve in reserves],
        "passed": list(state.passed),
        "ply": state.ply,
        "tiles": {cell: tile for cell in cells if (tile := state.tile(cell)) is not None},
        "conquered": list(state.conquered),
        "received": [state.received(seat) for seat in seats],
        "banked": [(state.banked(seat).planets, state.banked(seat).tiles) for seat in seats],
    }


def one_seat_on(state: State) -> State:
    """Return a state with every player in the next seat, homeworlds relabelled."""
    board, players = state.board, state.board.players
    letters = dict(zip("ABCD"[:players], ("ABCD"[:players] * 2)[1:], strict=False))
    systems = (letters.get(system.value, system.value) for system in board.systems)
    options = options_of(state)
    options["owners"] = {cell: (owner + 1) % players for cell, owner in options["owners"].items()}
    by_players: list[list[Any]] = [
        options["ships"],
        options["reserves"],
        options["passed"],
        options["received"],
        options["banked"],
    ]
    for by_player in by_players:
        by_player.insert(0, by_player.pop())
    relabelled = Board(dict(zip(board.hexes, systems, strict=True)), board.setup)
    mover = mover_of(state)
    return position(relabelled, mover=None if mover is None else (mover + 1) % players, due=due_of(state), **options)


# --- the same states in plain Python


def reference_game(board: Board, options: GameOptions) -> reference.State:
    """Return the start of a game in the reference."""
    return reference.new_game(board, **options)


def reference_position(
    board: Board, options: PositionOptions, mover: int | None, due: Due | None = None
) -> reference.State:
    """Return a position in the reference, whoever is to act."""
    return reference.State(
        board,
        options["rules"],
        pieces={cell: (owner, options["pieces"][cell]) for cell, owner in options["owners"].items()},
        fleets=tuple(tuple(sorted(fleet)) for fleet in options["ships"]),
        reserves=tuple(Reserve(*reserve) for reserve in options["reserves"]),
        passed=tuple(options["passed"]),
        mover=mover,
        ply=options["ply"],
        tiles=dict(options["tiles"]),
        conquered_cells=frozenset(options["conquered"]),
        received_cities=tuple(options["received"]),
        banked_points=tuple(Banked(*points) for points in options["banked"]),
        pending=due,
    )
