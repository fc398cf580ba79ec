"""Territories of a position: connected systems that one player holds (E7.3), and their outlines."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..._fast import State
from ..board import Board
from .hexes import Hex

__all__ = ["Corner", "Territory", "outlines", "territories_of"]


class Territory(NamedTuple):
    """A territory."""

    player: int
    cells: frozenset[int]
    is_largest: bool
    """Whether none has more systems, so that its player scores for it if the game ends now."""


def territories_of(state: State) -> list[Territory]:
    """Return the territories of all players, by the lowest cell; homeworlds belong to them, wormholes don't connect."""
    board = state.board
    found: list[tuple[int, frozenset[int]]] = []
    left = {cell: owner for cell in range(board.n_cells) if (owner := state.owner(cell)) is not None}
    for start in tuple(left):
        if start in left:
            player = left.pop(start)
            cells = [start]
            for cell in cells:
                joined = [other for other in board.neighbours(cell) if left.get(other) == player]
                cells += joined
                for other in joined:
                    del left[other]
            found.append((player, frozenset(cells)))
    most = max(len(cells) for _, cells in found)
    return [Territory(player, cells, len(cells) == most) for player, cells in found]


class Corner(NamedTuple):
    """A corner of an outline."""

    hex: Hex
    """A hex at this corner: the one inside, or the one outside."""

    corner: int
    """Which of its corners it is: k lies between its neighbours in the directions k and k + 1."""

    is_inside: bool
    """Whether the hex is inside: then the outline turns towards it here."""


def outlines(board: Board, cells: Collection[int]) -> list[list[Corner]]:
    """Return the closed lines around connected cells, which lie to the left of the way along each line."""
    places = {board.hexes[cell] for cell in cells}
    left = {(place, side) for place in places for side in range(6) if place.step(side) not in places}
    lines: list[list[Corner]] = []
    for first in sorted(left):
        line: list[Corner] = []
        place, side = first
        while (place, side) in left:
            left.remove((place, side))
            beside = place.step((side + 1) % 6)
            if beside in places:
                # Seen from the hex outside, this corner lies two sixths of a turn behind that of the hex inside.
                line.append(Corner(place.step(side), (side + 2) % 6, is_inside=False))
                place, side = beside, (side - 1) % 6
            else:
                line.append(Corner(place, side, is_inside=True))
                side = (side + 1) % 6
        if line:
            lines.append(line)
    return lines
