"""Games in lanes beside the same games one after the other, and seeds whose games draw a number."""

from __future__ import annotations

from types import ModuleType
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tests.builds import least

from sse_core import SplitMix64, State, child_seed
from sse_core._core import variants

LANES: Final = 16
LOOPS: Final = least("loops")
"""The loops that any processor runs, where they are built."""

GOLDEN, FIRST_MIX, SECOND_MIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

Arrays = tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32]]


def lanes_for(level: str, name: str = "lanes") -> ModuleType:
    """Return a module of lanes for a level that this machine has and runs."""
    return variants.variant(f"sse_core._core.small_star_empires.{name}", level)


def filled(state: State, n: int) -> Arrays:
    """Return the arrays for n games, with values that no game has."""
    players = state.board.players
    return np.full((n, players), -1, np.int32), np.full((n, players), 9, np.uint8), np.full(n, -1, np.int32)


def assert_same_games(module: ModuleType, state: State, n: int, seed: int, first: int = 0) -> None:
    """Play n games in lanes and one after the other, and compare scores, winners, plies and a row that isn't asked."""
    lanes, loops = filled(state, n + 1), filled(state, n + 1)
    module.play_games(state, seed, first, *(rows[:n] for rows in lanes))
    LOOPS.play_games(state, seed, first, *(rows[:n] for rows in loops), None)
    assert [mine.tolist() for mine in lanes] == [theirs.tolist() for theirs in loops]


def unmixed(number: int) -> int:
    """Return what a stream of SplitMix64 stands at when it gives a number: the generator backwards."""
    for shift, factor in ((31, SECOND_MIX), (27, FIRST_MIX), (30, 1)):
        mixed, number = number, 0
        for _ in range(64 // shift + 1):
            number = mixed ^ number >> shift
        number = number * pow(factor, -1, 2**64) % 2**64
    return number


def first_that_draws(number: int, ply: int, game: int) -> int:
    """Return the seed of games of which one draws a number at a ply."""
    seed = (unmixed(number) - (ply + 1) * GOLDEN) % 2**64
    assert SplitMix64((seed + ply * GOLDEN) % 2**64).next() == number
    first = (unmixed(seed) - (game + 1) * GOLDEN) % 2**64
    assert child_seed(first, game) == seed
    return first


def least_halves(n: int) -> list[int]:
    """Return by rank of n actions the least upper half of a number that draws it: the half times n, by 2**32."""
    return [-(-(rank << 32) // n) for rank in range(n)]
