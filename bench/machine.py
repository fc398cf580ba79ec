"""The machine of a run: its cores, its description, and the load by other programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

CORES: Final = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set[int]()
"""The cores of this process; empty if the system doesn't tell."""

BUSY: Final = 0.1
"""The share of other programs above which a figure means little."""

STAT: Final = Path("/proc/stat")
COUNTED: Final = (0, 1, 2, 5, 6, 7)
"""The columns of busy time in STAT: user, nice, system, interrupts of two kinds, and what other machines took."""


def pin(*, wide: bool) -> None:
    """Pin this process to one core, or with `wide` to all of its cores, if the system allows it."""
    if CORES:
        os.sched_setaffinity(0, CORES if wide else {max(CORES)})


def load() -> float | None:
    """Return the load average of the last minute; None if the system has none."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def described(info: Mapping[str, Any]) -> str:
    """Return the processor, the system and the Python from pytest-benchmark's data about a machine."""
    cpu = info["cpu"].get("brand_raw") or info["machine"]
    python = f"{info['python_implementation']} {info['python_version']}"
    return f"{cpu} ({info['level']}), {info['system']} {info['machine']}, {python}"


class Watch:
    """A watch on the work of other programs during a measurement.

    `cpu` has a function for each measured process, which returns its CPU seconds so far. The rest of the elapsed time
    it has waited; every system tells that. Linux also counts the busy time of all cores, of which the rest went to
    other programs.
    """

    def __init__(self, cpu: Collection[Callable[[], float]]) -> None:
        self._cpu = cpu
        self._begun = self._now()

    def seen(self, *, wide: bool = False) -> dict[str, float]:
        """Return shares from 0 to 1: `waited` of one core's time, unless `wide`, and `others` of all cores' time."""
        (wall, own, busy), now = self._begun, self._now()
        passed, used = now[0] - wall, now[1] - own
        seen = {} if wide else {"waited": max(0.0, 1 - used / passed)}
        if busy is not None and now[2] is not None:
            seen["others"] = max(0.0, now[2] - busy - used) / (passed * (os.cpu_count() or 1))
        return seen

    def _now(self) -> tuple[float, float, float | None]:
        return perf_counter(), sum(seconds() for seconds in self._cpu), busy_seconds()


def busy_seconds() -> float | None:
    """Return the busy seconds of all cores together; None if the system doesn't tell."""
    try:
        columns = STAT.read_text(encoding="ascii").split("\n", 1)[0].split()[1:]
    except OSError:
        return None
    return sum(int(columns[index]) for index in COUNTED) / os.sysconf("SC_CLK_TCK")


def busy_here(seconds: float = 1.0) -> str:
    """Return why this machine is too busy for measurements, ``""`` if it isn't.

    It computes for so many seconds, and measures its waiting for a core, and other programs' share of all cores.
    """
    watch, end = Watch([process_time]), perf_counter() + seconds
    while perf_counter() < end:
        pass
    return why_busy(watch.seen())


def why_busy(seen: Mapping[str, float]) -> str:
    """Return why a machine is too busy, from the shares that a loop has measured; ``""`` if it isn't."""
    if max(seen.values()) <= BUSY:
        return ""
    waited, others = (f"{100 * seen.get(name, 0):.0f} %" for name in ("waited", "others"))
    return (
        f"the machine is busy. A loop waited {waited} of its time for a core, and other programs took {others} of all "
        f"cores; at most {100 * BUSY:.0f} % is quiet enough."
    )


def remark(seen: Mapping[str, Mapping[str, float]], before: float | None) -> str:
    """Return a sentence about other programs, from shares by the name of a measurement; a warning if they took much."""
    shares = {name: max(each.values(), default=0.0) for name, each in seen.items()}
    busy = sorted((name for name, share in shares.items() if share > BUSY), key=lambda name: -shares[name])
    loaded = "" if before is None else f" The load average before it was {before:.2f}."
    if not busy:
        return f"Other programs took {100 * max(shares.values()):.0f} % of the machine's time at most.{loaded}"
    first = f"above all of {', '.join(busy[:5])}" if len(busy) > 5 else f"of {', '.join(busy)}"
    return (
        f"**The machine was busy**: other programs took up to {100 * shares[busy[0]]:.0f} % of its time during "
        f"{len(busy)} of {len(shares)} measurements, {first}. Their figures say little.{loaded}"
    )
