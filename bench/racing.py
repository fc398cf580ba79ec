"""Contenders that take turns, timed by pytest-benchmark: a race of two or more."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from time import get_clock_info, perf_counter, process_time
from typing import Any, Final, NamedTuple, TypeAlias

from pytest_benchmark.fixture import BenchmarkFixture

from .machine import Watch, pin
from .samples import Sample

SECONDS: Final = 0.25
"""The time of a contender's turn, roughly."""


Run: TypeAlias = Callable[[int, int], float]
"""Does work of a size, in units of its own, with a seed; returns how many plies, calls or territories these were."""


class Pace(NamedTuple):
    """How much time a run takes."""

    rounds: int
    part: float
    """The part of a turn's normal time."""


NORMAL: Final = Pace(7, 1)
QUICK: Final = Pace(5, 0.2)

FINE: Final = get_clock_info("process_time").resolution < 1e-4
"""Whether the CPU time of a turn is known well; if not, the time that passes is measured."""


@dataclass(frozen=True)
class Contender:
    """A program that does some work again and again."""

    name: str
    run: Run
    games: Sample | None = None
    """A sample of its games, if it plays."""

    counted: bool = True
    """Whether its plies are counted; if not, they are computed from the mean length of a game."""

    cpu: Callable[[], float] = process_time
    """Returns the CPU seconds that it has used so far: those of this process, unless it runs in another."""


@dataclass(frozen=True)
class Pair:
    """A contender beside others of its race; the fastest of these in a round counts."""

    mine: str
    theirs: Sequence[str]
    beside: str
    """The name of the others together."""

    @classmethod
    def of(cls, mine: Contender, *theirs: Contender, beside: str = "") -> Pair:
        return cls(mine.name, [each.name for each in theirs], beside or theirs[0].name)


class Turns:
    """The turns of one contender, all of the same size, and what they took by a clock."""

    def __init__(self, contender: Contender, clock: Callable[[], float]) -> None:
        self.contender, self.clock, self.size = contender, clock, 1
        self.done: list[float] = []
        self.seconds: list[float] = []

    def calibrate(self, seconds: float) -> None:
        """Choose the size that takes about so many seconds; that warms the contender up, too."""
        while (took := self.take()) < seconds / 4:
            self.size *= 2
        self.size = max(1, round(self.size * seconds / took))
        self.done, self.seconds = [], []

    def take(self) -> float:
        """Take a turn, whose number is its seed; return the seconds that it took."""
        begun = self.clock()
        self.done.append(self.contender.run(self.size, len(self.done)))
        self.seconds.append(self.clock() - begun)
        return self.seconds[-1]

    def noted(self) -> dict[str, Any]:
        """Return what the report needs: how much was done a second in each turn, and about the games if it plays."""
        rates = [done / seconds for done, seconds in zip(self.done, self.seconds, strict=True)]
        games = self.contender.games
        if games is None:
            return {"rates": rates}
        error = None if self.contender.counted else games.error
        return {"rates": rates, "length": games.length, "error": error, "choices": games.choices}


@dataclass(frozen=True)
class Race:
    """The fixture of every bench: it runs a race, and notes how fast each contender was in each round."""

    benchmark: BenchmarkFixture
    pace: Pace

    def __call__(
        self,
        contenders: Sequence[Contender],
        pairs: Sequence[Pair] = (),
        *,
        seconds: float = SECONDS,
        wide: bool = False,
        kind: str = "random play",
        unit: str = "plies",
        **info: Any,
    ) -> None:
        """Run a race of contenders whose answers are right, in turns of so many seconds.

        They keep to one core, and CPU time is measured, which other programs disturb little. If the race is `wide` they
        use all cores, and the time that passes is measured. `unit` is what their work counts; `info` is noted, too.

        For pytest-benchmark the first contender is the one timed, and the turns of the others are the set-up of its
        rounds. Under --benchmark-disable each takes one turn.
        """
        gc.collect()
        # The collector skips all objects made so far: a contender pays for its own garbage only.
        gc.freeze()
        pin(wide=wide)
        first, *others = turns = [Turns(each, each.cpu if FINE and not wide else perf_counter) for each in contenders]
        if not self.benchmark.disabled:
            for each in turns:
                each.calibrate(seconds * self.pace.part)

        def take_others() -> None:
            # Forwards and backwards, so that no contender always follows the same one.
            for other in others[:: -1 if len(first.done) % 2 else 1]:
                other.take()

        watch = Watch({each.cpu for each in contenders})
        self.benchmark.pedantic(first.take, setup=take_others, rounds=self.pace.rounds)  # type: ignore[no-untyped-call]
        self.benchmark.extra_info.update(
            info,
            kind=kind,
            unit=unit,
            correct=True,
            contenders={each.contender.name: each.noted() for each in turns},
            pairs=[asdict(pair) for pair in pairs],
            busy=watch.seen(wide=wide),
        )
        pin(wide=False)

    def ratios(self, mine: str, *theirs: str) -> list[float]:
        """Return by round how many times faster one contender was than the fastest of others."""
        return ratios(self.benchmark.extra_info["contenders"], mine, theirs)


def ratios(noted: Mapping[str, Any], mine: str, theirs: Sequence[str]) -> list[float]:
    """Return by round how many times faster one contender was than the fastest of others, from what was noted."""
    others = zip(*(noted[name]["rates"] for name in theirs), strict=True)
    return [rate / max(other) for rate, other in zip(noted[mine]["rates"], others, strict=True)]
