"""The named positions of the benches, and the race of the two implementations over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from operator import eq
from typing import Any, NamedTuple, TypeVar

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import sse_core as sse
from sse_core.small_star_empires import reference

Fast = TypeVar("Fast")
Slow = TypeVar("Slow")


class Named(NamedTuple):
    """A position to measure on: words about it, its map, and the plies and seed of a random game to it."""

    about: str
    board: Callable[[], sse.Board]
    plies: int = 0
    seed: int = 0


POSITIONS = {
    "opening": Named("two players before the first ply, on the unturned map", partial(sse.base_map, 2)),
    "crowded": Named(
        "four players after 36 plies, more than half of the map held", partial(sse.base_map, 4, seed=1), plies=36
    ),
    "wormholes": Named(
        "three players after 12 plies, six wormholes, more jumps than flights",
        partial(sse.base_map, 3, seed=1, holes="wormholes"),
        plies=12,
        seed=2,
    ),
    "endgame": Named(
        "two players six plies before the end, three wormholes and three black holes",
        partial(sse.base_map, 2, seed=1, holes="balanced"),
        plies=34,
    ),
    "everything-2p": Named(
        "two players before the first ply, on the map that ships under this name: all variants at once",
        partial(sse.load_map, "everything-2p"),
    ),
    "everything-4p": Named(
        "four players after 40 plies, on the map that ships under this name: all variants at once",
        partial(sse.load_map, "everything-4p"),
        plies=40,
    ),
}


@cache
def played(named: Named) -> sse.State:
    """Return the position to which the first plies of `playout(new_game(…), seed)` lead."""
    state = sse.new_game(named.board())
    stream = sse.SplitMix64(named.seed)
    for _ in range(named.plies):
        choices = drawn_from(state) or state.legal_actions()
        state = state.after(choices[stream.below(len(choices))])
    assert state.to_act, f"the game of {named} is over too soon to measure anything"
    return state


def drawn_from(state: sse.State) -> list[sse.Action]:
    """Return the reveals that can come, each as often as the bag has its tile; none where no reveal is due."""
    return [reveal for reveal, odds in state.odds() for _ in range(int(odds * state.bag.total))]


@dataclass(frozen=True)
class Race:
    """One of the two implementations, timed on one position while the other one checks its answers."""

    position: str
    side: str
    fast: sse.State
    reference: reference.State
    benchmark: BenchmarkFixture

    def run(
        self,
        operation: str,
        *,
        fast: Callable[[], Fast],
        reference: Callable[[], Slow],
        agree: Callable[[Fast, Slow], bool] = eq,
        repeat: int = 1,
        calls: int = 1,
    ) -> Fast | Slow:
        """Time one side, compare what both answer, and return what the timed one answered.

        Parameters
        ----------
        agree
            Whether the two answers are the same; for equal types that is ``==``.
        repeat
            How often a timed round runs the operation, so that a loop's overhead is spread over all of them.
        calls
            How many calls, games or plies one run makes: times are shown for one of them.
        """
        self.benchmark.group = operation
        self.benchmark.extra_info.update(
            operation=operation,
            position=self.position,
            about=POSITIONS[self.position].about,
            side=self.side,
            calls=repeat * calls,
        )
        answer: Fast | Slow
        if self.side == "fast":
            answer = mine = self.benchmark(_repeated, fast, repeat)
            correct = agree(mine, reference())
        else:
            answer = theirs = self.benchmark(_repeated, reference, repeat)
            correct = agree(fast(), theirs)
        self.benchmark.extra_info["correct"] = correct
        assert correct, f"fast and reference disagree on {operation} in the position {self.position}"
        return answer

    def note_rate(self, name: str, count: int) -> None:
        """Record how many of something one round's median makes a second."""
        # There are no times under --benchmark-disable, which only checks the answers.
        if self.benchmark.stats is not None:
            self.benchmark.extra_info[name] = count / self.benchmark.stats["median"]


def _repeated(operation: Callable[[], Any], times: int) -> Any:
    """Run an operation several times and return its last answer."""
    for _ in range(times - 1):
        operation()
    return operation()


@pytest.fixture(params=list(POSITIONS))
def position(request: pytest.FixtureRequest) -> str:
    """The name of a position."""
    return str(request.param)


@pytest.fixture
def state(position: str) -> sse.State:
    """The position itself."""
    return played(POSITIONS[position])


@pytest.fixture(params=["fast", "reference"])
def side(request: pytest.FixtureRequest) -> str:
    """Which implementation is timed."""
    return str(request.param)


@pytest.fixture
def race(position: str, side: str, state: sse.State, benchmark: BenchmarkFixture) -> Race:
    """The race of both implementations in a position."""
    return Race(position, side, state, reference.same(state), benchmark)
