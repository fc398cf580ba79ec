"""Perft: counts of the ways to play on from a state, on one thread or several, with a transposition table if wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from threading import Event
from typing import Final, SupportsIndex

from .._core.small_star_empires.perft import AT_ONCE, Count, TranspositionTable, count, key
from .._fast import State
from ..forms.checks import check_number
from ..play.game_tree import MAX_DEPTH, MAX_TABLE
from ..play.threads import MAX_THREADS, Team
from .actions import Action
from .playing import check_state
from .positions.makers import max_plies

__all__ = ["perft", "perft_divide"]

BUDGET: Final = 100_000
"""The actions that one call of the core counts: some milliseconds of work, after which Ctrl-C is noticed."""

TASKS: Final = 64
"""The number of tasks for each thread: so many that all threads are busy until nearly the end."""

MOST_TASKS: Final = 512
"""The number of tasks from which on no task is divided any more, since each keeps a State in memory."""


def perft(state: State, depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0) -> int:
    """Return the number of ways to play `depth` plies from a state; a game that ends sooner counts once.

    It is 1 at depth 0 and for a finished state. Each kind of tile left is one way to reveal (E9.2).

    `table`: how many positions are kept in a transposition table, 0 for none. A position that comes up again with as
    many plies left is not counted again. The result is the same and comes much sooner, most of all in deep counts. The
    table ignores points: positions are equal if the same actions can follow. Without a table every action but the last
    of each way is played, which tests the rules.

    A position in the table takes 64, 88 and 136 bytes on the base maps for two, three and four players, and at most 344
    on any map; where the counts may need more than 64 bits, 8 bytes more for each further 64. All threads share the
    table. Its memory is allocated at once and freed at the end.

    Raises ArgumentError for a number out of range: `depth` is 0 to 10,000, `threads` 1 to 1024, `table` 0 to 2**32;
    MemoryError if there is no room for the table.
    """
    plies, n_threads, n = _checked(depth, threads, table, 0)
    return _counts([check_state(state)], plies, n_threads, n)[0]


def perft_divide(
    state: State, depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
) -> dict[Action, int]:
    """Return the perft behind each legal action: ``perft(state.after(action), depth - 1)`` by action.

    The keys are in the order of ids. A finished state has none. Raises ArgumentError for a depth below 1.
    """
    plies, n_threads, n = _checked(depth, threads, table, 1)
    legal = check_state(state).legal_actions()
    return dict(zip(legal, _counts([state.after(action) for action in legal], plies - 1, n_threads, n), strict=True))


def _checked(depth: SupportsIndex, threads: SupportsIndex, table: SupportsIndex, least: int) -> tuple[int, int, int]:
    return (
        check_number(depth, "depth", MAX_DEPTH, least),
        check_number(threads, "threads", MAX_THREADS, 1),
        check_number(table, "table", MAX_TABLE),
    )


def _counts(starts: Sequence[State], plies: int, threads: int, n: int) -> list[int]:
    """Return the perft of each state, all of one game; `n` positions are kept in a table, 0 for none."""
    if plies > AT_ONCE:
        # A game that has ended counts once at any depth.
        plies = min(plies, max(map(max_plies, starts), default=0))
    if plies <= AT_ONCE:
        return [count(state, plies) for state in starts]
    table = TranspositionTable(starts[0], plies, n) if n else None
    states, rows, plies = _tasks(starts, plies, threads, merged=n > 0)
    ways = _run(states, plies, threads, table)
    return [sum(times * ways[number] for number, times in row.items()) for row in rows]


def _run(states: Iterable[State], plies: int, threads: int, table: TranspositionTable | None) -> list[int]:
    """Return the perft of each state. After Ctrl-C the other threads soon stop, too."""
    given_up = Event()

    def ways(state: State) -> int:
        if plies <= AT_ONCE:
            return count(state, plies)
        counted = Count(state, plies, table)
        while not counted.run(BUDGET) and not given_up.is_set():
            pass
        return counted.ways

    try:
        return Team(threads).run(ways, states)
    finally:
        given_up.set()


# --- tasks for threads


def _tasks(
    starts: Sequence[State], plies: int, threads: int, *, merged: bool
) -> tuple[list[State], list[Counter[int]], int]:
    """Return positions below some states, for each state how often each position counts, and the plies left there.

    `merged`: positions with the same key are one. A thread alone gets the states themselves.
    """
    states, rows = _numbered([[(state, 1)] for state in starts], plies, merged)
    wanted = min(TASKS * threads, MOST_TASKS)
    while threads > 1 and len(states) < wanted and plies > AT_ONCE and _work(states, plies) > BUDGET:
        plies -= 1
        below = [[state.after(action) for action in state.legal_actions()] or [state] for state in states]
        states, rows = _numbered(
            ([(child, times) for number, times in row.items() for child in below[number]] for row in rows),
            plies,
            merged,
        )
    return states, rows, plies


def _numbered(
    rows: Iterable[Iterable[tuple[State, int]]], plies: int, merged: bool
) -> tuple[list[State], list[Counter[int]]]:
    """Return the positions of some rows, and each row as a number of times by the index of the position."""
    states: list[State] = []
    numbers: dict[bytes | int, int] = {}
    numbered: list[Counter[int]] = []
    for row in rows:
        found: Counter[int] = Counter()
        for state, times in row:
            number = numbers.setdefault(key(state, plies) if merged else len(states), len(states))
            if number == len(states):
                states.append(state)
            found[number] += times
        numbered.append(found)
    return states, numbered


def _work(states: Iterable[State], plies: int) -> int:
    """Return a rough count of the actions below the largest position."""
    work: int = max(state.legal_count() for state in states) ** (plies - 1)
    return work
