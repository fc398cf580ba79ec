"""Perft for any game: counts of sequences of actions, by which two implementations of the rules are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, SupportsIndex, TypeVar

from ..forms.checks import check_number
from ..game import AnyState, State
from .threads import MAX_THREADS, Team

__all__ = ["MAX_DEPTH", "MAX_TABLE", "CountedTree", "perft", "perft_divide"]

ActionT = TypeVar("ActionT")
StateT = TypeVar("StateT", bound=State[Any])

MAX_DEPTH: Final = 10_000
"""The largest depth of a perft; games are much shorter."""

MAX_TABLE: Final = 1 << 32
"""The most positions of a transposition table."""


def perft(state: State[Any], depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0) -> int:
    """Return the number of sequences of `depth` actions; a game that ends sooner counts once.

    Each kind of chance event is a branch. If several seats seal orders, the first of them is next.

    `table`: how many positions are kept in a transposition table, 0 for none. A position that comes up again with as
    many plies left is not counted again. The number is the same.
    """
    plies = check_number(depth, "depth", MAX_DEPTH)
    check_number(threads, "threads", MAX_THREADS, 1)
    check_number(table, "table", MAX_TABLE)
    if plies == 0 or not state.to_act:
        return 1
    return sum(perft_divide(state, plies, threads=threads, table=table).values())


def perft_divide(
    state: State[ActionT], depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
) -> dict[ActionT, int]:
    """Return the `perft` of each legal action by ascending id, with `depth` plies from here, at least 1."""
    plies = check_number(depth, "depth", MAX_DEPTH, 1)
    team = Team(check_number(threads, "threads", MAX_THREADS, 1))
    kept = _TranspositionTable(check_number(table, "table", MAX_TABLE))
    player = state.to_act[0] if state.to_act else None
    legal = state.legal_actions(player)
    counts = team.run(lambda action: kept.count(state.after(action, player), plies - 1), legal)
    return dict(zip(legal, counts, strict=True))


class _TranspositionTable:
    """A transposition table of at most `n` positions, each with its number of sequences of so many actions.

    Each position belongs to one entry. If two positions share an entry, the one with more plies left stays; if both
    have the same number, the new one. Threads may share a table: an entry is read and written as one tuple.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self._entries: dict[int, tuple[AnyState, int, int]] = {}

    def count(self, state: AnyState, plies: int) -> int:
        """Return the number of sequences of so many actions from a state."""
        if plies == 0 or not state.to_act:
            return 1
        if not self.n:
            return self._below(state, plies)
        place = hash((state, plies)) % self.n
        kept, left, ways = self._entries.get(place, (None, 0, 0))
        if left == plies and kept == state:
            return ways
        ways = self._below(state, plies)
        if self._entries.get(place, (None, 0, 0))[1] <= plies:
            self._entries[place] = state, plies, ways
        return ways

    def _below(self, state: AnyState, plies: int) -> int:
        player = state.to_act[0]
        return sum(self.count(state.after(action, player), plies - 1) for action in state.legal_actions(player))


class CountedTree(Generic[StateT, ActionT]):
    """Perft of a game whose compiled core counts a few plies in one call, some milliseconds of work at most.

    Between the calls Ctrl-C is noticed. ``count(state, plies)`` is the `perft` of up to `at_once` plies. The arguments
    of the methods are those of `perft` and `perft_divide`.
    """

    def __init__(self, count: Callable[[StateT, int], int], at_once: int) -> None:
        self._count = count
        self._at_once = at_once

    def perft(self, state: StateT, depth: SupportsIndex, threads: SupportsIndex, table: SupportsIndex) -> int:
        """Return the number of sequences of `depth` actions; a game that ends sooner counts once."""
        plies, n_threads = check_number(depth, "depth", MAX_DEPTH), check_number(threads, "threads", MAX_THREADS, 1)
        leaves = self._counter(check_number(table, "table", MAX_TABLE))
        if n_threads == 1 or plies == 0 or not state.to_act:
            return leaves(state, plies)
        return sum(self.perft_divide(state, plies, n_threads, table).values())

    def perft_divide(
        self, state: StateT, depth: SupportsIndex, threads: SupportsIndex, table: SupportsIndex
    ) -> dict[ActionT, int]:
        """Return the `perft` of each legal action by ascending id, with `depth` plies from here, at least 1."""
        plies, n_threads = check_number(depth, "depth", MAX_DEPTH, 1), check_number(threads, "threads", MAX_THREADS, 1)
        leaves = self._counter(check_number(table, "table", MAX_TABLE))
        legal = state.legal_actions()
        found = Team(n_threads).run(lambda action: leaves(state.after(action), plies - 1), legal)
        return dict(zip(legal, found, strict=True))

    def _counter(self, room: int) -> Callable[[StateT, int], int]:
        """Return a function that counts sequences, with a cache for so many states.

        A state includes its ply, so within one count it always has the same number of plies left.
        """
        kept: dict[StateT, int] = {}

        def leaves(state: StateT, plies: int) -> int:
            if plies <= self._at_once:
                return self._count(state, plies)
            if not state.to_act:
                return 1
            found = kept.get(state)
            if found is None:
                found = sum(leaves(state.after(action), plies - 1) for action in state.legal_ids())
                if len(kept) < room:
                    kept[state] = found
            return found

        return leaves
