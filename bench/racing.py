"""Races: two or more contenders take turns, timed by pytest-benchmark."""

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
"""The approximate seconds of a contender's turn."""


Run: TypeAlias = Callable[[int, int], float]
"""A function that does work of a given size with a seed, and returns the number of plies, calls or territories."""


class Pace(NamedTuple):
    """The pace of a run: how much time it takes."""

    rounds: int
    part: float
    """The length of turns, as a fraction of the normal time."""


NORMAL: Final = Pace(7, 1)
QUICK: Final = Pace(5, 0.2)

FINE: Final = get_clock_info("process_time").resolution < 1e-4
"""Whether CPU time is precise enough for a turn; if not, wall time is measured."""


@dataclass(frozen=True)
class Contender:
    """A contender of a race: a program that does some work again and again."""

    name: str
    run: Run
    games: Sample | None = None
    """A sample of its games, if it plays games."""

    counted: bool = True
    """Whether it counts its plies; if not, they are computed from the mean length of a game."""

    cpu: Callable[[], float] = process_time
    """A function that returns its CPU seconds so far, by default those of this process."""


@dataclass(frozen=True)
class Pair:
    """A comparison of a contender with others of its race, of which the fastest in each round counts."""

    mine: str
    theirs: Sequence[str]
    beside: str
    """The name for the others together."""

    @classmethod
    def of(cls, mine: Contender, *theirs: Contender, beside: str = "") -> Pair:
        return cls(mine.name, [each.name for each in theirs], beside or theirs[0].name)


class Turns:
    """The turns of one contender, all of the same size, with their times by a clock."""

    def __init__(self, contender: Contender, clock: Callable[[], float]) -> None:
        self.contender, self.clock, self.size = contender, clock, 1
        self.done: list[float] = []
        self.seconds: list[float] = []

    def calibrate(self, seconds: float) -> None:
        """Choose the size that takes about so many seconds, which also warms up the contender."""
        while (took := self.take()) < seconds / 4:
            self.size *= 2
        self.size = max(1, round(self.size * seconds / took))
        self.done, self.seconds = [], []

    def take(self) -> float:
        """Take a turn, with its number as the seed; return its seconds."""
        begun = self.clock()
        self.done.append(self.contender.run(self.size, len(self.done)))
        self.seconds.append(self.clock() - begun)
        return self.seconds[-1]

    def noted(self) -> dict[str, Any]:
        """Return the data for the report: the speed of each turn, and for a player numbers about its games."""
        rates = [done / seconds for done, seconds in zip(self.done, self.seconds, strict=True)]
        games = self.contender.games
        if games is None:
            return {"rates": rates}
        error = None if self.contender.counted else games.error
        return {"rates": rates, "length": games.length, "error": error, "choices": games.choices}


@dataclass(frozen=True)
class Race:
    """The fixture of every bench, which runs a race and notes the speed of each contender in each round."""

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
        """Run a race of checked contenders, in turns of so many seconds.

        They stay on one core, and CPU time is measured, which other programs disturb little. In a `wide` race they use
        all cores, and wall time is measured. `unit` is what their work counts; `info` is noted, too.

        pytest-benchmark times the first contender, and sees the turns of the others as the set-up of its rounds. Under
        --benchmark-disable each contender takes one turn.
        """
        gc.collect()
        # The garbage collector skips all objects made so far, so a contender pays only for its own garbage.
        gc.freeze()
        pin(wide=wide)
        first, *others = turns = [Turns(each, each.cpu if FINE and not wide else perf_counter) for each in contenders]
        if not self.benchmark.disabled:
            for each in turns:
                each.calibrate(seconds * self.pace.part)

        def take_others() -> None:
            # Turns go forwards and backwards, so that no contender always follows the same one.
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
