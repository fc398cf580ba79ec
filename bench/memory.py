"""Memory of a state, a board and a game of a batch, in bytes, as Markdown.

`make bench` runs ``python -m bench.memory --page docs/speed.md``.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable

import sse_core as sse

from .tables import PageError, add_page_option, table, write_section

MAPS = ("duel", "base-2p", "base-4p-wormholes", "everything-4p")


def main(arguments: list[str] | None = None) -> int:
    """Print the table, and write it into a page if asked to; the exit status is 1 if that fails."""
    parser = argparse.ArgumentParser(prog="bench.memory", description="Print the memory of a state, board and batch.")
    add_page_option(parser, "memory")
    options = parser.parse_args(arguments)
    heading = ["bytes", "systems", "actions", "state", "game of a batch", "board and its tables"]
    text = "\n".join(table(heading, [measured(name) for name in MAPS]))
    print(text)
    try:
        write_section(options.page, "memory", text)
    except (PageError, OSError) as error:
        print(f"bench.memory: {error}", file=sys.stderr)
        return 1
    return 0


def measured(name: str) -> list[str]:
    """Return a row of the table."""
    # A map turned by a sixth is a new one, so that its tables are not in the cache yet.
    symbols = sse.format_map(sse.load_map(name).turned(1))
    kept: list[object] = []
    tables = allocated(lambda: kept.append(sse.new_game(sse.parse_map(symbols))))
    state = sse.new_game(sse.load_map(name))
    game = sse.Batch(state, 1).bytes_a_game
    numbers = (state.board.n_cells, len(state.actions), sys.getsizeof(state), game, tables)
    return [name, *(f"{number:,}" for number in numbers)]


def allocated(work: Callable[[], object]) -> int:
    """Return how many bytes more Python holds after some work."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        work()
        after, _ = tracemalloc.get_traced_memory()
        return after - before
    finally:
        tracemalloc.stop()


if __name__ == "__main__":
    sys.exit(main())
