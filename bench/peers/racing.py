"""Timing of contenders that take turns, and the ratios of their speeds."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from .field import Contender, Race

SECONDS = 0.25
"""The time that a contender runs in one repetition, roughly."""

CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set[int]()
"""The cores of this process; empty where the system does not say."""


@dataclass(frozen=True)
class Speed:
    """The speed of one contender."""

    contender: Contender
    per_second: float


@dataclass(frozen=True)
class Ratio:
    """The result of a race: how many times faster one side was."""

    race: Race
    each: Sequence[float]
    """One for each repetition."""

    shown: float
    """The one that counts."""


@dataclass(frozen=True)
class Results:
    """The results of several races."""

    ratios: Sequence[Ratio]
    speeds: Sequence[Speed]
    """One for each contender, in the order of entering."""


def raced(races: Sequence[Race], repetitions: int) -> Results:
    """Run races: those on one core, then those on all."""
    gc.collect()
    # The collector skips all objects made so far: a contender pays for its own garbage only.
    gc.freeze()
    ratios: list[Ratio] = []
    speeds: list[Speed] = []
    for wide in (False, True):
        pin(wide=wide)
        run = [race for race in races if race.wide == wide]
        contenders = list({each.name: each for race in run for each in (race.mine, *race.theirs)}.values())
        rates = taken_in_turns(contenders, repetitions)
        ratios += [judged(race, rates) for race in run]
        speeds += [Speed(each, (max if wide else median)(rates[each.name])) for each in contenders]
    return Results(ratios, speeds)


def pin(*, wide: bool) -> None:
    """Keep to one core, or to all cores of this process, where the system allows it."""
    if CORES:
        os.sched_setaffinity(0, CORES if wide else {max(CORES)})


def taken_in_turns(contenders: list[Contender], repetitions: int) -> dict[str, list[float]]:
    """Run all contenders so many times; return the speed of each, by name and repetition."""
    sizes = {contender.name: calibrated(contender) for contender in contenders}
    rates: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for repetition in range(repetitions):
        # Forth and back, so that none always comes after the same one.
        for contender in contenders[:: -1 if repetition % 2 else 1]:
            seconds, done = timed(contender, sizes[contender.name], repetition)
            rates[contender.name].append(done / seconds)
    return rates


def judged(race: Race, rates: dict[str, list[float]]) -> Ratio:
    mine = rates[race.mine.name]
    theirs = [max(each) for each in zip(*(rates[other.name] for other in race.theirs), strict=True)]
    ratios = [a / b for a, b in zip(mine, theirs, strict=True)]
    return Ratio(race, ratios, max(mine) / max(theirs) if race.wide else median(ratios))


def calibrated(contender: Contender) -> int:
    """Return the size of work that takes a contender about `SECONDS`; it is warmed up by that."""
    size = 1
    while (seconds := timed(contender, size, 0)[0]) < SECONDS / 4:
        size *= 2
    return max(1, round(size * SECONDS / seconds))


def timed(contender: Contender, size: int, seed: int) -> tuple[float, float]:
    """Return the seconds that a size of work took, and its plies or territories."""
    begun = perf_counter()
    done = contender.run(size, seed)
    return perf_counter() - begun, done


def about(repetitions: int) -> str:
    """Return a remark about the method."""
    where = "on one core to which the process is pinned" if CORES else "on one thread, not pinned to a core"
    return (
        f"Uniform random play, {where}; {repetitions} repetitions of about {SECONDS} s, in which all contenders took "
        "turns. The table shows the median of the ratios within a repetition, and the smallest and the largest of them."
    )
