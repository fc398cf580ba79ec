"""Bench of memory: the bytes of a state, a board and a game of a batch."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable

import sse_core as sse
from sse_core.small_star_empires import Batch

from .tables import table

MAPS = ("duel", "base-2p", "base-4p-wormholes", "everything-4p")


def section() -> str:
    """Return the table."""
    heading = ["bytes", "systems", "actions", "state", "game of a batch", "board and its tables"]
    return "\n".join(table(heading, [measured(name) for name in MAPS]))


def measured(name: str) -> list[str]:
    """Return a row of the table."""
    # A map that is turned by a sixth is new, so its tables aren't cached.
    symbols = sse.format_map(sse.load_map(name).turned(1))
    kept: list[object] = []
    tables = allocated(lambda: kept.append(sse.new_game(sse.parse_map(symbols))))
    state = sse.new_game(sse.load_map(name))
    game = Batch(state, 1).bytes_a_game
    numbers = (state.board.n_cells, len(state.actions), sys.getsizeof(state), game, tables)
    return [name, *(f"{number:,}" for number in numbers)]


def allocated(work: Callable[[], object]) -> int:
    """Return the increase of Python's memory by some work, in bytes."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        work()
        after, _ = tracemalloc.get_traced_memory()
        return after - before
    finally:
        tracemalloc.stop()
