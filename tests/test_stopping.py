"""Searches that end when they are told to: by a token, from any thread, and by asyncio."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Generator
from itertools import pairwise
from time import thread_time
from typing import Any, Final

import pytest
from tests import heaps

import sse_core as sse
from sse_core import State
from sse_core import micro_space_empire as micro
from sse_core.bots import greedy
from sse_core.play.search.analysis import Search
from sse_core.play.search.monte_carlo import Budget, TreeSearch, search_of
from sse_core.play.search.running import run_async, search_in_parts
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import search as begin
from sse_core.small_star_empires.strength.solving import Solving

LONG: Final = 600.0
"""The seconds of a search that nobody waits for."""


class Asked:
    """A token that is set when it is asked for the nth time, and notes when it was asked."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.times = [thread_time()]

    @property
    def count(self) -> int:
        return len(self.times) - 1

    def is_set(self) -> bool:
        self.times.append(thread_time())
        return self.count >= self.most

    def wait(self) -> float:
        """The processor seconds between two askings, of which nine in ten took less."""
        waits = sorted(after - before for before, after in zip(self.times, self.times[1:], strict=False))
        return waits[len(waits) * 9 // 10]


def late(players: int, plies: int) -> State:
    """A position so many plies before the end of a game of greedy bots."""
    start = sse.new_game(sse.base_map(players))
    return [state for *_, state in turns_of(start, [greedy.choose] * players, seed=5)][-plies]


def turn_11() -> micro.State:
    """A position of Micro Space Empire whose worth is found in a table of all that can follow."""
    for seed in range(100):
        state, rng = micro.new_game(), sse.SplitMix64(seed)
        while state.to_act and (state.turn < 11 or state.due is not micro.Due.CHOICE):
            state = state.after(rng.choice(state.legal_ids()))
        if state.to_act:
            return state
    raise AssertionError("no game comes to turn 11")


POSITIONS: Final[dict[str, Any]] = {
    **{name: sse.GAMES[name].new_game(seed=1) for name in sse.GAMES},
    "any game": heaps.new_game(),
    "solver": late(2, 12),
    "late, for three": late(3, 14),
}

each = pytest.mark.parametrize("name", POSITIONS)


@pytest.fixture(autouse=True)
def no_garbage() -> Generator[None, None, None]:
    """What Python's collector takes is not the time of a search, and grows with the tests before."""
    gc.disable()
    yield
    gc.enable()


@each
def test_a_search_asks_often_and_ends_when_it_is_told_to(name: str) -> None:
    search: Search[Any] = search_of(POSITIONS[name])
    stop = Asked(8)
    search.run(seconds=LONG, stop=stop)
    assert stop.most <= stop.count <= stop.most + 1
    assert stop.wait() < 0.05
    kept = search.analysis().visits
    search.run(visits=1)
    assert kept <= search.analysis().visits <= kept + 1


@each
def test_a_search_that_was_ended_goes_on_as_if_it_had_not_been(name: str) -> None:
    whole, parts = search_of(POSITIONS[name], seed=3), search_of(POSITIONS[name], seed=3)
    whole.run(visits=30)
    parts.run(visits=30, stop=Asked(1))
    assert parts.analysis().visits == 0
    parts.run(visits=30)
    assert parts.analysis().lines == whole.analysis().lines


def test_every_thread_of_a_search_ends() -> None:
    search, stop = begin(sse.new_game(sse.base_map(2)), threads=2), Asked(6)
    search.run(seconds=LONG, stop=stop)
    assert 6 <= stop.count <= 7
    assert search.visits > 0


def test_the_solver_ends_and_goes_on() -> None:
    solving = Solving(late(2, 9), objective="win-margin", all=True)
    assert not solving.run(stop=Asked(1))
    assert solving.run()
    assert solving.solution().exact


def test_the_solver_asks_every_few_thousand_positions() -> None:
    """A position takes less than a microsecond, so asyncio waits for some milliseconds, not for tens of them."""
    solving, counts = Solving(late(2, 12), objective="win-margin", all=True), [0]

    class Counting:
        def is_set(self) -> bool:
            counts.append(solving.solution().nodes)
            return len(counts) > 20

    solving.run(stop=Counting())
    assert max(after - before for before, after in pairwise(counts)) <= 5_000


@pytest.mark.tables
def test_a_table_of_what_can_follow_is_given_up_in_the_middle() -> None:
    search, stop = search_of(turn_11()), Asked(6)
    search.run(stop=stop)
    assert stop.count == 6
    assert not search.analysis().exact
    search.run()
    assert search.analysis().exact


def test_a_search_in_parts_ends_with_what_was_found() -> None:
    search = TreeSearch(heaps.new_game())
    *_, (found, done) = search_in_parts(search, Budget(None, LONG, 1), stop=Asked(20))
    assert (found.visits, done) == (19, True)


def test_an_analysis_takes_a_token() -> None:
    assert sse.analyse(heaps.new_game(), seconds=LONG, stop=Asked(5)).visits == 4


def test_another_thread_ends_a_search() -> None:
    search, stop = search_of(sse.new_game(sse.base_map(2))), threading.Event()
    thread = threading.Thread(target=search.run, kwargs={"seconds": LONG, "stop": stop})
    thread.start()
    stop.set()
    thread.join(LONG)
    assert not thread.is_alive()


# --- asyncio


@each
def test_asyncio_ends_a_search_that_it_waits_for_no_longer(name: str) -> None:
    search: Search[Any] = search_of(POSITIONS[name])
    before = threading.active_count()

    async def wait() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(run_async(search, seconds=LONG), 0.02)

    asyncio.run(wait())
    assert threading.active_count() == before
    kept = search.analysis().visits
    search.run(visits=1)
    assert kept <= search.analysis().visits <= kept + 1


def test_asyncio_gets_what_was_found_and_what_was_raised() -> None:
    search = search_of(heaps.new_game())
    asyncio.run(run_async(search, visits=30))
    assert search.analysis().visits == 30
    with pytest.raises(sse.ArgumentError, match="visits is -1"):
        asyncio.run(run_async(search, visits=-1))


def test_the_loop_goes_on_beside_a_search() -> None:
    async def both() -> bool:
        task = asyncio.create_task(run_async(search_of(sse.small_star_empires.new_game(seed=1)), seconds=LONG))
        for _ in range(20):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(both())
