"""Stored runs of the benches: files of pytest-benchmark, and comparisons of two runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from .machine import BUSY, described, remark
from .tables import spread, table, times_faster

ROOT: Final = Path(__file__).parent.parent
LAST: Final = ROOT / "build" / "bench"
"""The folder of the last runs, a file for each part."""

STUDIES: Final = ROOT / "build" / "studies"
"""The folder of the studies' games."""

SAVED: Final = ROOT / ".benchmarks"
"""The folder of runs that pytest-benchmark has saved on request."""


class RunError(Exception):
    """A run from which no table can be made."""


@dataclass(frozen=True)
class Run:
    """One run of a part of the benches."""

    path: Path
    found: Mapping[str, Any]
    """The data of pytest-benchmark."""

    @property
    def benches(self) -> list[Mapping[str, Any]]:
        """The notes of each bench, in the order of measurement."""
        return [bench["extra_info"] for bench in self.found["benchmarks"]]

    @property
    def partial(self) -> bool:
        """Whether the run was quick, or without some benches."""
        return bool(self.found["quick"] or self.found["selected"])

    @property
    def machine(self) -> str:
        """The processor, the system and the Python."""
        return described(self.found["machine_info"])

    @property
    def busy(self) -> bool:
        """Whether other programs took so much of the machine that the figures mean little."""
        return any(share > BUSY for each in self._seen.values() for share in each.values())

    @property
    def remark(self) -> str:
        """Words about the load of the machine."""
        return remark(self._seen, self.found["machine_info"]["load"])

    @property
    def _seen(self) -> Mapping[str, Mapping[str, float]]:
        """The shares of other programs, by bench."""
        return {each["name"].removeprefix("test_"): each["extra_info"]["busy"] for each in self.found["benchmarks"]}

    @property
    def about(self) -> str:
        """Words about the measurement and the load of the machine."""
        rough = " A quick run: its figures are rough." if self.found["quick"] else ""
        return (
            f"Each figure is the median of {self.found['rounds']} rounds, and in parentheses are the smallest and the "
            f"largest. In a round all contenders of a comparison took turns on one core, by CPU time.{rough} "
            f"Measured on {self.machine}. {self.remark}"
        )


def read(path: Path) -> Run:
    """Return the run in a file of pytest-benchmark; raise RunError if it has other benches."""
    try:
        run = Run(path, json.loads(path.read_text(encoding="utf-8")))
        rates = [each["rates"] for bench in run.benches for each in bench["contenders"].values()]
        if not rates or not all(bench["correct"] for bench in run.benches):
            raise RunError(f"{path} holds no measurement, or wrong answers")
        _ = run.about
    except FileNotFoundError:
        raise RunError(f"{path} is not there: measure first") from None
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path} is no run of these benches ({type(error).__name__}: {error})") from None
    return run


def earlier(name: str, part: str) -> Run:
    """Return an earlier run of a part, from a folder such as another checkout's build/bench, or saved under a name."""
    folder = Path(name)
    saved = [folder / f"{part}.json"] if folder.is_dir() else sorted(SAVED.glob(f"*/*_{name}-{part}.json"))
    if not saved:
        raise RunError(f"no run of {part} is saved as {name!r}, and there is no such folder")
    return read(saved[-1])


def compared(before: Run, now: Run) -> str:
    """Return a table of how much faster each contender has become between two runs, by bench and name.

    The runs did not take turns. The smallest ratio is that of the slowest round now to the fastest before.
    """
    old, new = dict(_speeds(before)), dict(_speeds(now))
    rows = []
    for key, rates in new.items():
        if key in old:
            ratio = median(rates) / median(old[key])
            extremes = [min(rates) / max(old[key]), ratio, max(rates) / min(old[key])]
            rows.append([*key, spread(old[key]), spread(rates), times_faster(extremes)])
    return "\n".join(
        [
            f"Beside {before.path}, per second: {described(before.found['machine_info'])}.",
            "",
            *table(["bench", "contender", "before", "now", "faster"], rows),
        ]
    )


def _speeds(run: Run) -> Iterator[tuple[tuple[str, str], Sequence[float]]]:
    for bench in run.found["benchmarks"]:
        for name, each in bench["extra_info"]["contenders"].items():
            yield (bench["name"].removeprefix("test_"), name), each["rates"]
