"""Perft: counts of the ways to play on from a state, on one thread or several, with a transposition table if wanted."""

from __future__ import annotations

from typing import Final, SupportsIndex

from .._core.empire_of_the_stars.playing import AT_ONCE, count
from ..play.game_tree import CountedTree
from .actions import Action
from .state import State, check_state

__all__ = ["perft", "perft_divide"]

_TREE: Final = CountedTree[State, Action](count, AT_ONCE)


def perft(state: State, depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0) -> int:
    """Return the number of ways to play `depth` plies from a state; a game that ends sooner counts once.

    It is 1 at depth 0 and for a finished state. Each kind of chance event is a branch. If several seats are to
    act, the first of them is next.

    `table`: how many positions are kept in a transposition table, 0 for none. A position that comes up again with more
    than three plies left is not counted again: deep counts are faster. A position in it takes some 4.2 kB, and the
    first ones stay. All threads share the table.

    Raises ArgumentError for a number out of range: `depth` is 0 to 10,000, `threads` 1 to 1024, `table` 0 to 2**32.
    """
    return _TREE.perft(check_state(state), depth, threads, table)


def perft_divide(
    state: State, depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
) -> dict[Action, int]:
    """Return the perft behind each legal action: ``perft(state.after(action), depth - 1)`` by action.

    The keys are in the order of ids. A finished state has none. Raises ArgumentError for a depth below 1.
    """
    return _TREE.perft_divide(check_state(state), depth, threads, table)
