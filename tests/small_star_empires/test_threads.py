"""Boards and states shared by threads: several threads get the results of one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from threading import Barrier, Event, Thread, current_thread, main_thread
from time import monotonic
from typing import Any, Literal

import numpy as np
import pytest
from tests.profiles import by_profile

import sse_core as sse
from sse_core import IllegalActionError, SplitMix64, State
from sse_core.play.threads import Team
from sse_core.small_star_empires import Batch, parse_state
from sse_core.small_star_empires import batch as batches

THREADS = 8
MAPS = ("base-4p-wormholes", "everything-2p")


def everything_about(state: State, seed: int) -> list[Any]:
    """Return all values along a random game, with playouts and a batch of its start."""
    found: list[Any] = []
    stream = SplitMix64(seed)
    now = state
    while now.to_act:
        ids = now.legal_ids()
        index = ids[stream.below(len(ids))]
        found += [ids, now.key, now.why_not(index), now.why_not(stream.below(len(now.actions)))]
        now = now.after(index)
    found += [now.outcome, now.score_sheet(), parse_state(sse.format_state(now)) == now, hash(now)]
    found += [sse.playouts(state, 20, seed).totals.tolist(), sse.perft(state, 2)]
    batch = Batch(state, 3, seed=seed)
    batch.step(batch.sample())
    return [*found, batch.legal_mask().tobytes(), batch.observe().tobytes(), batch.scores().tolist()]


def rounds(seconds: float) -> Iterator[int]:
    """Count for so long, but once at least."""
    end = monotonic() + seconds
    for number in count():
        yield number
        if monotonic() > end:
            return


def share(name: str, seconds: float) -> int:
    """Run threads on one state at once; return the number of games compared with those of one thread."""
    # A board of its own, whose ruleset is made by whoever comes first.
    board = sse.parse_map(sse.format_map(sse.load_map(name)))
    expected = [everything_about(sse.new_game(sse.load_map(name)), seed) for seed in range(THREADS)]
    together = Barrier(THREADS)

    def work(thread: int) -> int:
        together.wait()
        mine, games = sse.new_game(board), 0
        for number in rounds(seconds):
            seed = (thread + number) % THREADS
            assert everything_about(mine if number % 2 else shared, seed) == expected[seed]
            games += 1
        return games

    shared = sse.new_game(sse.parse_map(sse.format_map(board)))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            return sum(pool.map(work, range(THREADS)))
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("name", MAPS)
def test_threads_share_a_board_and_a_state(name: str) -> None:
    assert share(name, 0) == THREADS


class Shifty(np.ndarray[Any, Any]):
    """An array whose items read from Python are 0, a legal action, whatever its buffer has."""

    def __getitem__(self, index: Any) -> Any:
        return 0


def test_a_batch_looks_once_at_what_it_is_to_do() -> None:
    batch = Batch(sse.parse_map("A 3 3 3 B"), 3)
    assert batch.state(0).legal_ids()[0] == 0
    actions = np.array([0, batch.n_actions - 1, 0], np.int32).view(Shifty)
    with pytest.raises(IllegalActionError, match=r"^game 1: player A must move \(E2\.1\)$"):
        batch.step(actions)
    assert [batch.state(i).ply for i in range(batch.n)] == [0, 0, 0]


@pytest.mark.parametrize("chance", ["batch", "caller"])
def test_a_batch_in_many_hands_stays_whole(chance: Literal["batch", "caller"], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "HAND_OVER", 0)
    # While some step it another writes into their actions, so that what was legal when looked at may not be when done.
    batch = Batch(sse.load_map("everything-2p"), 200, seed=1, auto_reset=True, chance=chance, threads=2)
    actions = batch.sample()
    stopped = Event()

    def scribble() -> None:
        samples = SplitMix64(2)
        while not stopped.is_set():
            actions[samples.below(batch.n)] = samples.below(batch.n_actions)

    def step(_: int) -> None:
        for _ in range(by_profile(dev=10, ci=10, nightly=100)):
            batch.sample(actions)
            with suppress(IllegalActionError):
                batch.step(actions)

    scribbler = Thread(target=scribble)
    scribbler.start()
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(step, range(THREADS)))
    finally:
        stopped.set()
        scribbler.join()
    for state in map(batch.state, range(batch.n)):
        assert parse_state(sse.format_state(state)).legal_ids() == state.legal_ids()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_team_answers_in_the_order_of_tasks(threads: int) -> None:
    team = Team(threads)
    for n in (0, 1, 3, 40):
        assert team.run(lambda task: task * task, range(n)) == [task * task for task in range(n)]


def test_a_team_works_side_by_side() -> None:
    """Each of three tasks waits for the other two, and one of them is done by the caller's thread."""
    together = Barrier(3, timeout=60)

    def work(_: int) -> bool:
        together.wait()
        return current_thread() is main_thread()

    assert sorted(Team(3).run(work, range(3))) == [False, False, True]


def test_an_error_in_the_callers_thread_ends_the_work_of_a_team() -> None:
    """While a helper is at work the caller's task fails: but for one that the helper may take meanwhile none begins."""
    together, over = Barrier(2, timeout=60), Event()
    begun: list[int] = []

    def work(task: int) -> None:
        begun.append(task)
        if task < 2:
            together.wait()
        if current_thread() is main_thread():
            raise ZeroDivisionError
        if task >= 2:
            assert over.wait(60)

    with pytest.raises(ZeroDivisionError):
        Team(2).run(work, range(100))
    over.set()
    assert set(begun) <= {0, 1, 2}


def test_an_error_in_a_helper_reaches_the_caller() -> None:
    together = Barrier(2, timeout=60)

    def work(task: int) -> None:
        together.wait()
        if current_thread() is not main_thread():
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Team(2).run(work, range(2), wait_running=True)


@pytest.mark.nightly
@pytest.mark.parametrize("name", MAPS)
def test_threads_share_a_board_and_a_state_for_a_minute(name: str) -> None:
    assert share(name, 60) > 10 * THREADS
