"""Memory leaks: making, refusing and dropping values leaves as much memory in use as before."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from itertools import pairwise

import pytest

import sse_core as sse

STATE = sse.new_game(sse.load_map("everything-2p"))
END = sse.playout(STATE, 1)
TEXT = sse.format_state(END)
DRAWING = sse.format_map(sse.load_map("duel"))


def refuse() -> None:
    for wrong in (-1, 1 << 40, "a1-a2", None):
        with pytest.raises((sse.SseError, TypeError)):
            STATE.after(wrong)  # type: ignore[arg-type]


def a_board_of_its_own() -> None:
    # Board, rulesets and states know each other.
    assert sse.new_game(sse.parse_map(DRAWING)).legal_count()


def a_batch() -> None:
    batch = sse.Batch(STATE, 2, seed=1)
    batch.step(batch.sample())
    assert batch.state(1).ply >= 1


WORK: dict[str, tuple[Callable[[], object], int]] = {
    "after": (lambda: STATE.after(STATE.legal_ids()[0]), 1000),
    "legal actions": (lambda: (STATE.legal_actions(), STATE.legal_ids(), END.score_sheet(), END.outcome), 300),
    "playout": (lambda: sse.playout(STATE, 5), 300),
    "playouts": (lambda: sse.playouts(STATE, 3, 5, threads=2, ends=True), 20),
    "perft": (lambda: sse.perft(STATE, 3, threads=2, table=100), 20),
    "texts": (lambda: sse.parse_state(TEXT), 50),
    "refusals": (refuse, 50),
    "boards": (a_board_of_its_own, 10),
    "batches": (a_batch, 50),
}
"""What is done, and how often in a round."""


def left_behind(work: Callable[[], object], times: int, rounds: int) -> float:
    """Return how many blocks of memory a call of some work leaves in use, at least.

    What leaks does so in every round, what Python keeps for later only in some.
    """
    held = []
    for _ in range(rounds):
        for _ in range(times):
            work()
        gc.collect()
        held.append(sys.getallocatedblocks())
    return min(after - before for before, after in pairwise(held)) / times


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="it is about counted references")
@pytest.mark.parametrize(("work", "times"), WORK.values(), ids=WORK)
def test_nothing_leaks(work: Callable[[], object], times: int) -> None:
    assert left_behind(work, times, 8) < 0.5


@pytest.mark.nightly
@pytest.mark.parametrize(("work", "times"), WORK.values(), ids=WORK)
def test_nothing_leaks_in_millions(work: Callable[[], object], times: int) -> None:
    assert left_behind(work, 300 * times, 4) < 0.01
