"""The speed tables: the times that pytest-benchmark measured, as Markdown.

`make bench` runs ``python -m pytest bench --benchmark-json=build/bench.json``, then
``python -m bench.report build/bench.json --page docs/speed.md --summary README.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .tables import PageError, add_page_option, digits, shortened, table, write_section

RATES = {
    "loop: plies": ("loop", "plies_per_second"),
    "playouts: plies": ("playouts", "plies_per_second"),
    "playouts: games": ("playouts", "playouts_per_second"),
}
"""Rows of counts per second, as (operation, entry of extra_info); all other operations are shown as times."""

SUMMARY_POSITION = "opening"
SUMMARY = {
    "`state.legal_actions()`": "legal_actions",
    "`state.after(action)`": "after",
    "`state.score_sheet()`": "score_sheet",
    "random play, a loop in Python": "loop: plies",
    "random play, `sse.playouts`": "playouts: plies",
}
"""Rows of the short table: what each is called there, and its name among the operations and RATES."""


class ReportError(Exception):
    """Measurements that no table can be made of."""


@dataclass(frozen=True)
class Measured:
    """One side's median in one operation and position."""

    seconds: float
    """For one call."""

    rates: Mapping[str, float]
    """Counts per second, by name."""


@dataclass(frozen=True)
class Run:
    """One run of all benches."""

    machine: str
    positions: Mapping[str, str]
    """What each position is, by name, in the order of measuring."""

    measured: Mapping[tuple[str, str, str], Measured]
    """By operation, position and side."""

    @property
    def operations(self) -> list[str]:
        """Those that are shown as times, in the order of measuring."""
        rated = {operation for operation, _ in RATES.values()}
        return [name for name in dict.fromkeys(operation for operation, _, _ in self.measured) if name not in rated]


def main(arguments: list[str] | None = None) -> int:
    """Print the tables, and write them into pages if asked to; the exit status is 1 if that fails."""
    parser = argparse.ArgumentParser(prog="bench.report", description="Print the speed tables.")
    parser.add_argument("json", type=Path, help="the file that `pytest --benchmark-json` wrote")
    add_page_option(parser, "speed")
    add_page_option(parser, "speed-summary", "--summary")
    options = parser.parse_args(arguments)
    try:
        run = read_run(options.json)
        section = report(run)
        print(section)
        write_section(options.page, "speed", section)
        write_section(options.summary, "speed-summary", summary(run))
    except (ReportError, PageError, OSError) as error:
        print(f"bench.report: {error}", file=sys.stderr)
        return 1
    return 0


def read_run(path: Path) -> Run:
    """Return what a file of pytest-benchmark holds; raise ReportError if it's none, or an answer in it was wrong."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        machine = _machine(found["machine_info"])
        infos = [benchmark["extra_info"] for benchmark in found["benchmarks"]]
        medians = [benchmark["stats"]["median"] for benchmark in found["benchmarks"]]
        wrong = [info for info in infos if info["correct"] is not True]
        positions = {info["position"]: info["about"] for info in infos}
        measured = {
            (info["operation"], info["position"], info["side"]): Measured(
                seconds=median / info["calls"],
                rates={name: value for name, value in info.items() if name.endswith("_per_second")},
            )
            for info, median in zip(infos, medians, strict=True)
        }
    except (ValueError, KeyError, TypeError) as error:
        raise ReportError(f"{path} is no JSON of these benches ({type(error).__name__}: {error})") from None
    if wrong:
        names = ", ".join(dict.fromkeys(f"{info['operation']} in {info['position']}" for info in wrong))
        raise ReportError(f"{path}: fast and reference disagree on {names}; a wrong answer has no speed")
    if not measured:
        raise ReportError(f"{path} holds no measurement")
    return Run(machine, positions, measured)


def report(run: Run) -> str:
    """Return the whole section: times, speeds, what the positions are, and the machine."""
    times = [[name, *(_time_cell(run, name, position) for position in run.positions)] for name in run.operations]
    rates = [
        [label, *(_rate_cell(run, operation, rate, position) for position in run.positions)]
        for label, (operation, rate) in RATES.items()
    ]
    return "\n".join(
        [
            "Median time of one call: core · reference · how many times faster the core is.",
            "",
            *table(["time", *run.positions], times),
            "",
            "In perft the core only counts the actions of the last ply; the reference plays each of them.",
            "",
            "Counts per second, on one thread: core · reference · how many times more the core does. The loop is",
            "`while la := s.legal_actions(): s = s.after(la[int(random() * len(la))])`, run by Python.",
            "",
            *table(["per second", *run.positions], rates),
            "",
            *(f"- **{position}**: {about}" for position, about in run.positions.items()),
            "",
            "Every bench compares the answers of both sides: they are the same. In the loop and in playouts, these are",
            f"the games that both sides play. Measured by `make bench` on {run.machine}.",
        ]
    )


def summary(run: Run) -> str:
    """Return the short table: some rows of one position, with both sides and their ratio."""
    rows = []
    for shown, name in SUMMARY.items():
        if name in RATES:
            cell = _rate_cell(run, *RATES[name], SUMMARY_POSITION, unit=" plies/s")
        else:
            cell = _time_cell(run, name, SUMMARY_POSITION)
        rows.append([shown, *cell.split(" · ")])
    return "\n".join(table(["", "core", "plain Python", "faster"], rows))


def _time_cell(run: Run, operation: str, position: str) -> str:
    fast, reference = (run.measured.get((operation, position, side)) for side in ("fast", "reference"))
    seconds = [side.seconds for side in (fast, reference) if side is not None]
    ratio = None if fast is None or reference is None else reference.seconds / fast.seconds
    return _cell(map(_time, seconds), ratio)


def _rate_cell(run: Run, operation: str, rate: str, position: str, unit: str = "") -> str:
    sides = (run.measured.get((operation, position, side)) for side in ("fast", "reference"))
    rates = [side.rates[rate] for side in sides if side is not None]
    return _cell((f"{shortened(count)}{unit}" for count in rates), rates[0] / rates[1] if len(rates) == 2 else None)


def _cell(values: Iterable[str], ratio: float | None) -> str:
    """Return what was measured, and the ratio where both sides were."""
    return " · ".join([*values, *([] if ratio is None else [f"×{digits(ratio)}"])]) or "–"


def _time(seconds: float) -> str:
    for unit, name in ((1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms")):
        if seconds < 999.5 * unit:
            return f"{digits(seconds / unit)} {name}"
    return f"{digits(seconds)} s"


def _machine(info: Mapping[str, Any]) -> str:
    cpu = info["cpu"].get("brand_raw") or info["machine"]
    python = f"{info['python_implementation']} {info['python_version']}"
    return f"{cpu}, {info['system']} {info['machine']}, {python}"


if __name__ == "__main__":
    sys.exit(main())
