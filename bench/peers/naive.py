"""Contender of the naive version of the base game for two, compiled like the core's loops, with checks against it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

import sse_core as sse

from ..compiling import compiled, loaded
from ..levels import newest_loops
from ..racing import Contender
from ..samples import GAMES, CheckError, Sample, check_games, check_means

if TYPE_CHECKING:
    from numpy.typing import NDArray

PIECES = 4, 16, 4
"""The ships, cities and stations of each player, for the naive version."""


class Naive(Protocol):
    """The functions of `naive.pyx`, which play on the board loaded last."""

    def load(self, board: sse.Board) -> None: ...

    def playouts(
        self,
        n_ships: int,
        cities: int,
        stations: int,
        totals: NDArray[np.int32],
        plies: NDArray[np.int32],
        seed: int,
        /,
    ) -> None: ...

    def perft(self, n_ships: int, cities: int, stations: int, depth: int, /) -> int: ...

    def largest_territory(self, owner: NDArray[np.int8], player: int, times: int, /) -> int: ...

    def largest_territories(self, owners: NDArray[np.int8], most: NDArray[np.int64], times: int, /) -> None: ...


def built(board: sse.Board) -> Naive:
    """Compile the naive version with the flags of the loops that run on this processor, and load a board."""
    compiled("naive", newest_loops())
    naive = cast("Naive", loaded("naive", newest_loops()))
    naive.load(board)
    return naive


def games(naive: Naive, n: int, seed: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the players' scores in random games, and the numbers of plies."""
    totals, plies = np.empty((n, 2), np.int32), np.empty(n, np.int32)
    naive.playouts(*PIECES, totals, plies, seed)
    return totals, plies


def playouts(name: str, naive: Naive, like: Sample) -> Contender:
    return Contender(name, partial(play_playouts, naive), like)


def play_playouts(naive: Naive, size: int, seed: int) -> float:
    return float(games(naive, size, seed)[1].sum())


def check_core(start: sse.State, naive: Naive, from_python: Sample) -> None:
    """Check the core's playouts, its games from Python and its perft against the naive version."""
    totals, plies = games(naive, 10 * GAMES, 1)
    played = sse.playouts(start, 10 * GAMES, 2)
    check_means("playouts", played.totals, totals)
    check_means("the lengths of playouts", played.plies, plies)
    check_games("the naive version", from_python, totals, plies)
    if sse.perft(start, 3) != naive.perft(*PIECES, 3):
        raise CheckError("perft(3) is not that of the naive version")
