"""Symmetries of positions: turns and mirrorings that take a board, and what the players began with, to itself."""

from __future__ import annotations

from collections.abc import Iterator

from .._fast import State
from .board import Board
from .hexes import Hex

__all__ = ["symmetries"]


def symmetries(state: State) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the symmetries of the game of a state, without the one that changes nothing.

    Each is the cell that each cell goes to, and by how many seats the players move round the table. Nebulae may change
    their colours with each other, since all count alike (E7.1). Seats move only if all players have the same number of
    ships, and of cities and stations on the map and in reserve together.
    """
    found: list[tuple[tuple[int, ...], int]] = []
    # Two of the ways are one where all systems lie in a line.
    for cells in sorted(set(_places(state.board))):
        shift = _shift_of(state.board, cells)
        if shift is not None and (shift == 0 or _began_alike(state)):
            found.append((cells, shift))
    return tuple(found)


def _places(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield each way, but one, to turn or mirror the places of a board into each other, as the cell for each cell."""
    for turns in range(12):
        places = [(place.mirrored() if turns >= 6 else place).turned(turns) for place in board.hexes]
        lowest = min(places, key=lambda place: (place.r, place.q))
        by = Hex(board.hexes[0].q - lowest.q, board.hexes[0].r - lowest.r)
        cells = tuple(board.at(place.shifted(by)) for place in places)
        known = tuple(cell for cell in cells if cell is not None)
        if len(known) == board.n_cells and known != tuple(range(board.n_cells)):
            yield known


def _shift_of(board: Board, cells: tuple[int, ...]) -> int | None:
    """Return by how many seats homeworlds move; None if a system goes to one of another kind."""
    shifts: set[int] = set()
    colours: set[tuple[int, int]] = set()
    for cell, to in enumerate(cells):
        system, other = board.systems[cell], board.systems[to]
        if system.homeworld is not None and other.homeworld is not None:
            shifts.add((other.homeworld - system.homeworld) % board.players)
        elif system.nebula is not None and other.nebula is not None:
            colours.add((system.nebula, other.nebula))
        elif system is not other:
            return None
    # A symmetry keeps the number of nebulae of a colour, so no colour goes to two colours, and no two go to one.
    if len(shifts) > 1 or len({colour for colour, _ in colours}) < len(colours):
        return None
    return None if len({other for _, other in colours}) < len(colours) else shifts.pop()


def _began_alike(state: State) -> bool:
    """Return whether all players have the same pieces, on the map and in reserve together, and as many ships."""
    board = state.board
    rows: set[tuple[int, int, int]] = set()
    for player in range(board.players):
        pieces = [state.piece(cell) for cell in range(board.n_cells) if state.owner(cell) == player]
        cities, stations = state.reserve(player)
        rows.add((cities + pieces.count("city"), stations + pieces.count("station"), len(state.ships(player))))
    return len(rows) == 1
