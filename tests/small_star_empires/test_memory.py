"""What the core allocates itself it gives back."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable

import sse_core as sse


def _growth(make: Callable[[], object], times: int) -> int:
    """Return how many more bytes are in use after something was made and dropped again so many times."""
    make()
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(times):
            make()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_a_batch() -> None:
    start = sse.new_game(sse.load_map("duel"))
    # The least of its four arrays takes 8 bytes a game.
    assert _growth(lambda: sse.Batch(start, 5_000, seed=1), times=20) < 5_000 * 8


def test_the_tables_of_a_board() -> None:
    def play_by_many_rules() -> None:
        # A board has tables for each of its rules, and equal boards are one.
        board = sse.parse_map("A 1 2 3 r g b . w w 1 2 . B")
        for points in range(100):
            sse.new_game(board, rules=sse.Rules(territory_points=points))

    assert _growth(play_by_many_rules, times=1) < 100 * 1_000
