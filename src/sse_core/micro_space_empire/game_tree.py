"""Sizes of game trees (perft), on one thread or several, with a transposition table on request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, SupportsIndex

from .._core.micro_space_empire.state import count
from ..forms.checks import check_number
from ..play.game_tree import MAX_DEPTH, MAX_TABLE
from ..play.threads import MAX_THREADS, Team
from .actions import Action
from .state import State, check_state

__all__ = ["perft", "perft_divide"]

SHORT: Final = 6
"""The plies that one call of the core counts: a millisecond of work at most, after which Ctrl-C is noticed."""


def perft(state: State, depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0) -> int:
    """Return the number of ways to play `depth` plies from a state; a game that ends sooner counts once.

    It is 1 at depth 0 and for a finished state. Each chance event is a ply.

    `table`: how many positions are kept in a transposition table, 0 for none. One that comes up again with more than
    six plies left is not counted again: the same number, much sooner in deep counts. A position in it takes some 150
    bytes, and the first ones stay. All threads share the table.

    Raises ArgumentError for a number out of range: `depth` is 0 to 10,000, `threads` 1 to 1024, `table` 0 to 2**32.
    """
    plies, n_threads, leaves = _checked(state, depth, 0, threads, table)
    if n_threads == 1 or plies == 0 or not state.to_act:
        return leaves(state, plies)
    return sum(perft_divide(state, plies, threads=n_threads, table=table).values())


def perft_divide(
    state: State, depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
) -> dict[Action, int]:
    """Return the perft behind each legal action: ``perft(state.after(action), depth - 1)`` by action.

    The keys are in the order of ids. A finished state has none. Raises ArgumentError for a depth below 1.
    """
    plies, n_threads, leaves = _checked(state, depth, 1, threads, table)
    legal = state.legal_actions()
    found = Team(n_threads).run(lambda action: leaves(state.after(action), plies - 1), legal)
    return dict(zip(legal, found, strict=True))


def _checked(
    state: State, depth: SupportsIndex, least: int, threads: SupportsIndex, table: SupportsIndex
) -> tuple[int, int, Callable[[State, int], int]]:
    """Return the depth, the number of threads, and the function that counts."""
    check_state(state)
    plies = check_number(depth, "depth", MAX_DEPTH, least)
    return plies, check_number(threads, "threads", MAX_THREADS, 1), _counter(check_number(table, "table", MAX_TABLE))


def _counter(room: int) -> Callable[[State, int], int]:
    """Return a function that counts by short calls of the core, so that Ctrl-C is noticed between them.

    It keeps the counts of so many states. A state has its ply, so in one count it always has as many plies left.
    """
    kept: dict[State, int] = {}

    def leaves(state: State, plies: int) -> int:
        if plies <= SHORT:
            return count(state, plies)
        if not state.to_act:
            return 1
        found = kept.get(state)
        if found is None:
            found = sum(leaves(state.after(action), plies - 1) for action in state.legal_ids())
            if len(kept) < room:
                kept[state] = found
        return found

    return leaves
