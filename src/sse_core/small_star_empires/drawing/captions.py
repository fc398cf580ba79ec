"""Words of SVG drawings: the caption of each system, and the title and description of the whole picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from ..._fast import State
from ..board import Board
from ..maps.systems import SEATS
from ..messages import counted, message, say
from ..words.names import system_name, tile_name
from .marks import Marks, Target
from .terminal import Stack, ships_by_cell, situation_in_moves, status
from .trace import Trace

__all__ = ["captions", "described", "heading"]


def heading(board: Board, state: State | None) -> str:
    """Return the title of a picture: the game, and the situation of a position."""
    if state is None:
        return say("Small Star Empires for {n} players", n=board.players)
    return say("Small Star Empires for {n} players. {situation}", n=board.players, situation=situation_in_moves(state))


# --- systems


def captions(board: Board, state: State | None) -> list[str]:
    """Return the caption of each system: its name, its kind, its holder and its ships."""
    if state is None:
        return [f"{name}: {system_name(kind)}" for name, kind in zip(board.cell_names, board.systems, strict=True)]
    ships = ships_by_cell(state)
    return [_caption(state, cell, ships.get(cell, [])) for cell in range(board.n_cells)]


def _caption(state: State, cell: int, stack: Stack) -> str:
    tile, piece, owner = state.tile(cell), state.piece(cell), state.owner(cell)
    words = [system_name(state.board.systems[cell]) if tile is None else tile_name(tile)]
    if cell in state.conquered:
        words.append(say("conquered"))
    if state.due is not None and state.due.cell == cell:
        words.append(say(_DUE[state.due.what]))
    if owner is not None and piece != "homeworld":
        what = state.rules.city_word if piece == "city" else say("station")
        words.append(say("{piece} of {seat}", piece=what, seat=SEATS[owner]))
    place = f"{state.board.cell_names[cell]}: {', '.join(words)}"
    if not stack:
        return place
    ships = _listed(_damaged(SEATS[player]) if damaged else SEATS[player] for player, damaged in stack)
    return say("{place}; ships: {ships}", place=place, ships=ships)


_DUE: Final = {
    "reveal": message("being explored"),
    "refuel": message("a ship refuels here"),
    "choose": message("a city is to be destroyed from here"),
}


def _damaged(ship: str) -> str:
    """Return the name of a ship with the word ``damaged``."""
    return say("{ship} (damaged)", ship=ship)


# --- the whole picture


def described(board: Board, state: State | None, trace: Trace, marks: Marks) -> str:
    """Return the description of a picture in sentences: the players or the systems, the last actions, the marks."""
    sentences = [*_systems(board), *_homeworlds(board)] if state is None else [*_players(state)]
    if trace.words:
        sentences.append(say("Last: {actions}", actions=trace.words))
    if marks.ship is not None:
        sentences += _targets(board, marks.ship, marks.targets)
    if marks.marked:
        marked = _listed(board.cell_names[cell] for cell in sorted(marks.marked))
        sentences.append(say("Marked: {cells}", cells=marked))
    return " ".join(f"{sentence}." for sentence in sentences)


def _systems(board: Board) -> Iterator[str]:
    kinds = Counter(system_name(kind) for kind in board.systems if kind.homeworld is None)
    counts = _listed(say("{n} of {system}", n=count, system=name) for name, count in sorted(kinds.items()))
    yield say("{n} systems: {counts}", n=board.n_cells, counts=counts)


def _homeworlds(board: Board) -> Iterator[str]:
    places = ((SEATS[player], board.cell_names[board.homeworld(player)]) for player in range(board.players))
    yield say(
        "Homeworlds: {places}", places=_listed(say("{seat} at {cell}", seat=seat, cell=at) for seat, at in places)
    )


def _players(state: State) -> Iterator[str]:
    """Yield a sentence for each player: points, reserve, ships."""
    for player, points in enumerate(state.totals):
        doing = status(state, player)
        cities, stations = state.reserve(player)
        names = [(state.board.cell_names[cell], damaged) for cell, damaged in state.ships(player)]
        fleet = _listed(_damaged(name) if damaged else name for name, damaged in names)
        city = state.rules.city_word if cities == 1 else state.rules.cities_word
        yield say(
            "{who}: {points}, {cities} and {stations} in reserve, ships at {places}",
            who=f"{SEATS[player]} ({doing})" if doing else SEATS[player],
            points=counted(points, "{n} point", "{n} points"),
            cities=say("{n} {cities}", n=cities, cities=city),
            stations=counted(stations, "{n} station", "{n} stations"),
            places=fleet or say("no place"),
        )


def _targets(board: Board, ship: int, targets: Iterable[Target]) -> Iterator[str]:
    """Yield a sentence about the ship whose targets are marked."""
    names = board.cell_names
    ways: dict[bool, list[str]] = {False: [], True: []}
    for target in targets:
        name = names[target.cell]
        ways[target.is_jump].append(say("{cell} (toll {n})", cell=name, n=target.toll) if target.toll else name)
    flights, jumps, here = _listed(ways[False]), _listed(ways[True]), names[ship]
    if flights and jumps:
        yield say(
            "The ship at {cell} can fly to {flights} and jump to {jumps}", cell=here, flights=flights, jumps=jumps
        )
    elif flights:
        yield say("The ship at {cell} can fly to {flights}", cell=here, flights=flights)
    elif jumps:
        yield say("The ship at {cell} can jump to {jumps}", cell=here, jumps=jumps)
    else:
        yield say("The ship at {cell} can not move", cell=here)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
