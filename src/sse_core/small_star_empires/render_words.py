"""Words of SVG drawings: the caption of each system, and the title and description of the whole picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from .._fast import State
from .board import Board
from .render_marks import Marks, Target
from .render_text import SYSTEM_NAMES, TILE_NAMES, Stack, ships_by_cell, situation_in_moves, status
from .systems import SEATS
from .trace import Trace

__all__ = ["captions", "described", "heading"]


def heading(board: Board, state: State | None) -> str:
    """Return the title of a picture: the game, and the situation of a position."""
    now = "" if state is None else f". {situation_in_moves(state)}"
    return f"Small Star Empires for {board.players} players{now}"


# --- systems


def captions(board: Board, state: State | None) -> list[str]:
    """Return the caption of each system: its name, its kind, its holder and its ships."""
    if state is None:
        return [f"{name}: {SYSTEM_NAMES[kind]}" for name, kind in zip(board.cell_names, board.systems, strict=True)]
    ships = ships_by_cell(state)
    return [_caption(state, cell, ships.get(cell, [])) for cell in range(board.n_cells)]


def _caption(state: State, cell: int, stack: Stack) -> str:
    tile, piece, owner = state.tile(cell), state.piece(cell), state.owner(cell)
    words = SYSTEM_NAMES[state.board.systems[cell]] if tile is None else TILE_NAMES[tile]
    if cell in state.conquered:
        words += ", conquered"
    if state.due is not None and state.due.cell == cell:
        words += f", {_DUE[state.due.what]}"
    if owner is not None and piece != "homeworld":
        words += f", {state.rules.city_word if piece == 'city' else piece} of {SEATS[owner]}"
    ships = ", ".join(SEATS[player] + " (damaged)" * damaged for player, damaged in stack)
    return f"{state.board.cell_names[cell]}: {words}{f'; ships: {ships}' if ships else ''}"


_DUE: Final = {
    "reveal": "being explored",
    "refuel": "a ship refuels here",
    "choose": "a city is to be destroyed from here",
}


# --- the whole picture


def described(board: Board, state: State | None, trace: Trace, marks: Marks) -> str:
    """Return what a picture shows, in sentences: the players or the systems, the last actions, the marks."""
    sentences = [*_systems(board), *_homeworlds(board)] if state is None else [*_players(state)]
    if trace.words:
        sentences.append(f"Last: {trace.words}")
    if marks.ship is not None:
        sentences += _targets(board, marks.ship, marks.targets)
    if marks.marked:
        sentences.append(f"Marked: {_listed(board.cell_names[cell] for cell in sorted(marks.marked))}")
    return " ".join(f"{sentence}." for sentence in sentences)


def _systems(board: Board) -> Iterator[str]:
    kinds = Counter(SYSTEM_NAMES[kind] for kind in board.systems if kind.homeworld is None)
    yield f"{board.n_cells} systems: " + ", ".join(f"{count} of {name}" for name, count in sorted(kinds.items()))


def _homeworlds(board: Board) -> Iterator[str]:
    places = (f"{SEATS[player]} at {board.cell_names[board.homeworld(player)]}" for player in range(board.players))
    yield f"Homeworlds: {', '.join(places)}"


def _players(state: State) -> Iterator[str]:
    """Yield a sentence for each player: points, reserve, ships."""
    for player, points in enumerate(state.totals):
        doing = status(state, player)
        cities, stations = state.reserve(player)
        fleet = [state.board.cell_names[cell] + " (damaged)" * damaged for cell, damaged in state.ships(player)]
        yield (
            f"{SEATS[player]}{f' ({doing})' if doing else ''}: {points} point{'s' * (points != 1)}, "
            f"{_counted(cities, state.rules.city_word, state.rules.cities_word)} and "
            f"{_counted(stations, 'station', 'stations')} in reserve, ships at {_listed(fleet) or 'no place'}"
        )


def _targets(board: Board, ship: int, targets: Iterable[Target]) -> Iterator[str]:
    """Yield what the ship whose targets are marked can do."""
    names = board.cell_names
    ways: dict[bool, list[str]] = {False: [], True: []}
    for target in targets:
        toll = f" (toll {target.toll})" if target.toll else ""
        ways[target.is_jump].append(names[target.cell] + toll)
    found = [f"{verb} to {_listed(ways[jumps])}" for jumps, verb in ((False, "fly"), (True, "jump")) if ways[jumps]]
    yield f"The ship at {names[ship]} can {' and '.join(found) or 'not move'}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
