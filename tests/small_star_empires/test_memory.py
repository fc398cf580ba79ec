"""Memory that the core allocates itself is freed."""

from __future__ import annotations

import gc
import threading
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import sse_core as sse
from sse_core import _fast
from sse_core.small_star_empires import Batch
from sse_core.small_star_empires.ruleset_cache import KEPT


def growth(make: Callable[[], object], times: int) -> int:
    """Return the growth of memory in bytes after a value was made and dropped some times."""
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
    assert growth(lambda: Batch(start, 5_000, seed=1), times=20) < 5_000 * 8


@pytest.mark.parametrize("packed", [False, True])
def test_the_masks_that_a_batch_keeps(packed: bool) -> None:
    start = sse.new_game(sse.load_map("duel"))
    assert growth(lambda: Batch(start, 1_000).legal_mask(packed=packed, kept=True), times=20) < 20_000


def test_the_rulesets_of_a_board() -> None:
    def play_by_many_rules() -> None:
        # A board has a ruleset for each of its rules, and equal boards are one.
        board = sse.parse_map("A 1 2 3 r g b . w w 1 2 . B")
        for points in range(100):
            sse.new_game(board, rules=sse.Rules(territory_points=points))

    assert growth(play_by_many_rules, times=1) < 100 * 1_000


def test_the_boards_of_the_last_texts_live_on() -> None:
    maps = [f"A {'1 ' * n}2 w x r B" for n in range(1, 21)]
    texts = [sse.format_state(sse.new_game(sse.parse_map(text))) for text in maps]
    for text in texts:
        sse.read(text)
    gc.collect()
    known = {sse.format_map(found) for found in gc.get_objects() if isinstance(found, sse.Board)}
    living = [text in known for text in map(sse.format_map, map(sse.parse_map, maps))]
    assert living == [False] * 16 + [True] * 4


def _rulesets_of(board: sse.Board) -> list[_fast.Ruleset]:
    """Return the living rulesets of a board."""
    gc.collect()
    return [found for found in gc.get_objects() if isinstance(found, _fast.Ruleset) and found.board is board]


def _by(points: int) -> sse.Rules:
    return sse.Rules(territory_points=points)


def test_a_board_keeps_the_rulesets_of_its_last_rules() -> None:
    board = sse.parse_map("A 1 2 3 r g b . w w 1 2 . B")
    for points in range(200):
        assert sse.playout(sse.new_game(board, rules=_by(points)), 1).rules == _by(points)
    assert sorted(ruleset.rules.territory_points for ruleset in _rulesets_of(board)) == [*range(200 - KEPT, 200)]


def test_what_was_asked_for_last_stays_longest() -> None:
    board = sse.parse_map("A 1 2 3 r g b . w w 1 2 1 B")
    for points in range(1, 50):
        sse.new_game(board, rules=_by(points))
        sse.new_game(board, rules=_by(0))
    assert sorted(ruleset.rules.territory_points for ruleset in _rulesets_of(board)) == [0, *range(51 - KEPT, 50)]


def test_states_keep_their_rulesets_which_are_found_again() -> None:
    board = sse.parse_map("A 1 2 3 r g b . w w 1 2 2 B")
    held = [sse.new_game(board, rules=_by(points)) for points in range(200)]
    assert len(_rulesets_of(board)) == 200
    again = [sse.new_game(board, rules=_by(points)) for points in range(200)]
    assert len(_rulesets_of(board)) == 200
    ends = [[sse.playout(state, 1).totals for state in states] for states in (held, again)]
    assert ends[0] == ends[1]
    # The totals differ by the points for territory alone, so that each state still goes by rules of its own.
    assert [end.rules.territory_points for end in held] == [*range(200)]
    del held, again
    assert len(_rulesets_of(board)) == KEPT


def test_threads_share_the_rulesets_of_a_board() -> None:
    board = sse.parse_map("A 1 2 3 r g b . w w 1 2 3 B")
    barrier, held = threading.Barrier(8), list[sse.State]()

    def ask_for_many(first: int) -> None:
        barrier.wait()
        for points in range(40):
            held.append(sse.new_game(board, rules=_by((first + points) % 40)))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask_for_many, range(0, 40, 5)))
    assert len(held) == 320
    assert sorted(ruleset.rules.territory_points for ruleset in _rulesets_of(board)) == [*range(40)]
