"""What things weigh: bytes of a state, a board and a game of a batch, as Markdown, printed and put into README.

`make bench` runs ``python -m bench.memory --readme README.md``.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import sse_core as sse

from .report import replace_section, table

MAPS = ("duel", "base-2p", "base-4p-wormholes", "everything-4p")
BEGIN, END = "<!-- memory:begin -->", "<!-- memory:end -->"


def main(arguments: list[str] | None = None) -> int:
    """Print the table, and put it into README if asked to."""
    parser = argparse.ArgumentParser(description="Print what a state, a board and a batch weigh.")
    parser.add_argument("--readme", type=Path, help=f"put the table between {BEGIN} and {END} of this file")
    options = parser.parse_args(arguments)
    rows = [weighed(name) for name in MAPS]
    heading = ["bytes", "systems", "actions", "state", "game of a batch", "board and its tables"]
    text = "\n".join(table(heading, rows))
    print(text)
    if options.readme is not None:
        page = options.readme.read_text(encoding="utf-8")
        options.readme.write_text(replace_section(page, text, BEGIN, END), encoding="utf-8", newline="\n")
    return 0


def weighed(name: str) -> list[str]:
    """Return a row of the table."""
    # The sizes of a map that nobody has asked for yet, turned by a sixth, so that it isn't kept already.
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
