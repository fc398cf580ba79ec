"""Memory leaks: making, refusing and dropping values leaves as much memory in use as before."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable

import pytest

import sse_core as sse
from sse_core.small_star_empires import Batch, parse_state

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
    batch = Batch(STATE, 2, seed=1)
    batch.step(batch.sample())
    assert batch.state(1).ply >= 1


def observe() -> None:
    seen = sse.small_star_empires.observe(STATE, 1)
    assert sse.small_star_empires.observe(END, 0, seen) is seen
    with pytest.raises(sse.ArgumentError):
        sse.small_star_empires.observe(STATE, 0, seen[:1])


WORK: dict[str, tuple[Callable[[], object], int]] = {
    "after": (lambda: STATE.after(STATE.legal_ids()[0]), 1000),
    "legal actions": (lambda: (STATE.legal_actions(), STATE.legal_ids(), END.score_sheet(), END.outcome), 300),
    "playout": (lambda: sse.playout(STATE, 5), 300),
    "playouts": (lambda: sse.playouts(STATE, 3, 5, threads=2, ends=True), 20),
    "perft": (lambda: sse.perft(STATE, 3, threads=2, table=100), 20),
    "texts": (lambda: parse_state(TEXT), 50),
    "refusals": (refuse, 50),
    "boards": (a_board_of_its_own, 10),
    "batches": (a_batch, 50),
    "observations": (observe, 100),
}
"""What is done, and how often in a round."""


def left_behind(work: Callable[[], object], times: int, rounds: int, little: float = 0.0) -> float:
    """Return how many blocks of memory a call of some work leaves in use, at least, in two rounds running.

    What leaks does so in every round, what Python keeps for later only in some: most in the first ones, and after some
    rounds there are two that leave as little as nothing, or `little`.
    """
    gc.collect()
    least = last = float("inf")
    before = sys.getallocatedblocks()
    for _ in range(rounds):
        for _ in range(times):
            work()
        gc.collect()
        after = sys.getallocatedblocks()
        left, before = (after - before) / times, after
        least, last = min(least, max(left, last)), left
        if least <= little:
            break
    return least


def all_left_behind() -> dict[str, float]:
    return {name: left_behind(work, times, 60, 0.1) for name, (work, times) in WORK.items()}


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="it is about counted references")
def test_nothing_leaks() -> None:
    """In a process of its own: in this one, threads that other tests have left may still be at work."""
    module = "tests.small_star_empires.test_leaks"
    script = f"import json; from {module} import all_left_behind; print(json.dumps(all_left_behind()))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found.keys() == WORK.keys()
    assert {name: left for name, left in found.items() if left > 0.1} == {}


@pytest.mark.nightly
@pytest.mark.parametrize(("work", "times"), WORK.values(), ids=WORK)
def test_nothing_leaks_in_millions(work: Callable[[], object], times: int) -> None:
    assert left_behind(work, 300 * times, 8) < 0.01
