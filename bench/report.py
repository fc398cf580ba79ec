"""The speed table: what pytest-benchmark measured, as Markdown, printed and put into README.

`make bench` runs ``python -m pytest bench --benchmark-json=build/bench.json``, then
``python bench/report.py build/bench.json --readme README.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BEGIN = "<!-- speed:begin -->"
END = "<!-- speed:end -->"

RATES = {
    "loop: plies": ("loop", "plies_per_second"),
    "playouts: plies": ("playouts", "plies_per_second"),
    "playouts: games": ("playouts", "playouts_per_second"),
}
"""What is shown as so many a second, as (operation, entry of extra_info); all other operations are shown as times."""


class ReportError(Exception):
    """Measurements or a README that no table can be made of or put into."""


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
    """Print the table, and put it into README if asked to; the exit status is 1 if that can't be."""
    parser = argparse.ArgumentParser(description="Print the speed table from pytest-benchmark's JSON.")
    parser.add_argument("json", type=Path, help="what `pytest --benchmark-json` wrote")
    parser.add_argument("--readme", type=Path, help=f"put the table between {BEGIN} and {END} of this file")
    options = parser.parse_args(arguments)
    try:
        table = report(read_run(options.json))
        print(table)
        if options.readme is not None:
            text = options.readme.read_text(encoding="utf-8")
            options.readme.write_text(replace_section(text, table), encoding="utf-8", newline="\n")
    except (ReportError, OSError) as error:
        print(f"bench/report.py: {error}", file=sys.stderr)
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
            "In perft the core only counts the actions of the last ply, where the reference plays each of them.",
            "",
            "What is done in a second, on one thread: core · reference · how many times more the core does. The loop",
            "is `while la := s.legal_actions(): s = s.after(la[int(random() * len(la))])`, run by Python.",
            "",
            *table(["per second", *run.positions], rates),
            "",
            *(f"- **{position}**: {about}" for position, about in run.positions.items()),
            "",
            "In every bench the answers of both were compared and are the same; of the games in the loop and in",
            f"playouts, those that both play. Measured by `make bench` on {run.machine}.",
        ]
    )


def replace_section(text: str, section: str, begin: str = BEGIN, end: str = END) -> str:
    """Return a text with what stands between two markers replaced; raise ReportError unless each stands there once."""
    for marker in (begin, end):
        if text.count(marker) != 1:
            raise ReportError(f"the page has {marker} {text.count(marker)} times, not once: no table was written")
    before, _, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not closed:
        raise ReportError(f"the page has {end} before {begin}: no table was written")
    return f"{before}{begin}\n\n{section}\n\n{end}{after}"


def _time_cell(run: Run, operation: str, position: str) -> str:
    fast, reference = (run.measured.get((operation, position, side)) for side in ("fast", "reference"))
    seconds = [side.seconds for side in (fast, reference) if side is not None]
    ratio = None if fast is None or reference is None else reference.seconds / fast.seconds
    return _cell(map(_time, seconds), ratio)


def _rate_cell(run: Run, operation: str, rate: str, position: str) -> str:
    sides = (run.measured.get((operation, position, side)) for side in ("fast", "reference"))
    rates = [side.rates[rate] for side in sides if side is not None]
    return _cell(map(shortened, rates), rates[0] / rates[1] if len(rates) == 2 else None)


def _cell(values: Iterable[str], ratio: float | None) -> str:
    """Return what was measured, and the ratio where both sides were."""
    return " · ".join([*values, *([] if ratio is None else [f"×{digits(ratio)}"])]) or "–"


def table(heading: list[str], rows: list[list[str]]) -> list[str]:
    """Return the lines of a Markdown table, its columns aligned for reading as text."""
    cells = [heading, *rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    return [f"| {' | '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))} |" for line in cells]


def _time(seconds: float) -> str:
    for unit, name in ((1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms")):
        if seconds < 999.5 * unit:
            return f"{digits(seconds / unit)} {name}"
    return f"{digits(seconds)} s"


def shortened(count: float) -> str:
    """Return a number of three digits with k or M for thousands or millions."""
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if count >= 0.9995 * unit:
            return f"{digits(count / unit)}{name}"
    return digits(count)


def digits(value: float) -> str:
    """Return a number with three digits, or all before the point."""
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


def _machine(info: Mapping[str, Any]) -> str:
    cpu = info["cpu"].get("brand_raw") or info["machine"]
    python = f"{info['python_implementation']} {info['python_version']}"
    return f"{cpu}, {info['system']} {info['machine']}, {python}"


if __name__ == "__main__":
    sys.exit(main())
