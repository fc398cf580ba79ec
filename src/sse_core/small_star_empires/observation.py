"""Observations: a position as a player sees it, as planes of bytes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, SupportsIndex

from .._fast import State
from .._fast import observe as observe_state
from ..forms.checks import check_number, type_named
from ..game import ObservationSpace
from .maps.tiles import Tile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["observation_planes", "observation_space", "observe"]

_PLAYER_PLANES: Final = {
    "homeworld": 1,
    "cities": 1,
    "stations": 1,
    "whole ships": 16,
    "damaged ships": 16,
    "cities in reserve": 255,
    "stations in reserve": 255,
    "tolls received": 255,
    "passed": 1,
}
"""The greatest value of each plane of a player."""

_SYSTEM_PLANES: Final = {
    "planets": 3,
    "red nebula": 1,
    "green nebula": 1,
    "blue nebula": 1,
    "chromatic nebula": 1,
    "wormhole": 1,
    "black hole": 1,
    "unexplored": 1,
    **{tile.value: 1 for tile in Tile if tile not in (Tile.THREE, Tile.TWO, Tile.CHROMATIC)},
    "conquered": 1,
    "reveal due": 1,
    "refueling due": 1,
    "choice due": 1,
}


def observation_planes(players: SupportsIndex) -> tuple[str, ...]:
    """Return the names of the planes of an observation, in order, for a number of players.

    Nine planes for each player come first. The first player is the observer: in `Batch.observe` the one whose turn it
    is (seat 0 after the end). The others follow clockwise. The planes of homeworld, cities and stations are 1 in the
    cells that have one. The planes of ships have their number in each cell. The planes of reserves, received tolls and
    passing have the same number in every cell.

    Planes of systems follow. The first has the number of planets, those of revealed tiles included. The others are 1 in
    the cells with a kind of system or tile, with a conquest marker, or where an action is due. Numbers beyond 255 are
    written as 255.
    """
    return _names(check_number(players, "players", 4, 2))


def observation_space(state: State) -> ObservationSpace:
    """Return the format of `observe`: the planes of `observation_planes`, with a byte for each cell of the board."""
    board = _checked(state).board
    return _space(board.players, board.n_cells)


def observe(state: State, player: SupportsIndex, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """Return a state as a player sees it: the planes of `observation_space`, in a new array or in `out`.

    The planes are those of a row of `Batch.observe`, for any player. They have the whole position except whose turn it
    is, the ply, the banked points and the rules. Needs numpy.

    Raises RangeError if there is no such player, and as `Batch` does for an `out` of another shape or dtype.

    >>> from sse_core import base_map, new_game, small_star_empires
    >>> state = new_game(base_map(2))
    >>> seen = small_star_empires.observe(state, 1)
    >>> seen.shape, small_star_empires.observation_space(state).names[3], int(seen[3].sum())
    ((36, 57), 'whole ships of player +0', 4)
    """
    return observe_state(_checked(state), player, out)


def _checked(state: State) -> State:
    if not isinstance(state, State):
        raise TypeError(f"a State of Small Star Empires is observed, not {type_named(state)}")
    return state


@cache
def _names(players: int) -> tuple[str, ...]:
    return (*(f"{what} of player +{seat}" for seat in range(players) for what in _PLAYER_PLANES), *_SYSTEM_PLANES)


@cache
def _space(players: int, cells: int) -> ObservationSpace:
    names = _names(players)
    high = (*[*_PLAYER_PLANES.values()] * players, *_SYSTEM_PLANES.values())
    return ObservationSpace(names, (len(names), cells), "uint8", (0,) * len(names), high)
