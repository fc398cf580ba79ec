"""Rows of JSON with the results of runs, read from pytest's output, and tables of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bench.tables import digits, spread, table
from tools.elsewhere.runs import KINDS, Run

__all__ = ["Found", "Row", "found_in", "read", "row_of", "section", "table_of"]

COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
COUNTED: Final = re.compile(r"(\d+) (passed|failed|error|skipped)")
SUMMARY: Final = "short test summary info"


class Found(NamedTuple):
    """The results of a pytest run."""

    passed: int
    failed: int
    """The number of failures, including errors of fixtures and of files."""

    skipped: int
    failures: list[str]
    """The name of each test that failed, and the first line of its reason."""


class Row(NamedTuple):
    """A finished run."""

    commit: str
    kind: str
    python: str
    seed: int
    passed: int
    failed: int
    skipped: int
    seconds: float
    fault: str
    """The reason why the run ended before pytest had all results; ``""`` if it didn't."""

    failures: list[str]
    log: str

    @property
    def is_green(self) -> bool:
        return not self.failed and not self.fault

    @property
    def outcome(self) -> str:
        return self.fault or (f"{self.failed} failed" if self.failed else f"{self.passed} passed")

    def line(self) -> str:
        return json.dumps(self._asdict(), ensure_ascii=False) + "\n"


def row_of(run: Run, commit: str, log: Path, found: Found, seconds: float, fault: str) -> Row:
    """Return the row of a run."""
    passed, failed, skipped, failures = found
    kind, python, seed = run.kind, run.python.version, run.seed
    return Row(commit, kind, python, seed, passed, failed, skipped, round(seconds, 1), fault, failures, str(log))


def read(path: Path) -> list[Row]:
    """Return the rows of a file; of several rows of the same run only the last one."""
    rows = [Row(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    return [*{(row.commit, row.kind, row.python, row.seed): row for row in rows}.values()]


def found_in(text: str) -> Found | None:
    """Return the results in pytest's output; None if it has no final line of counts."""
    lines = COLOUR.sub("", text).splitlines()
    last = next((line for line in reversed(lines) if re.search(r" in \d+\.\d+s\b", line)), None)
    if last is None:
        return None
    counts = {name: int(count) for count, name in COUNTED.findall(last)}
    begun = max((number for number, line in enumerate(lines) if SUMMARY in line), default=len(lines))
    # Each worker reports a file that can't be collected.
    failures = dict.fromkeys(line.partition(" ")[2] for line in lines[begun:] if line.startswith(("FAILED ", "ERROR ")))
    failed = counts.get("failed", 0) + counts.get("error", 0)
    return Found(counts.get("passed", 0), failed, counts.get("skipped", 0), [*failures])


def table_of(rows: Iterable[Row]) -> str:
    """Return a line for each run."""
    heading = ["run", "Python", "seed", "passed", "failed", "skipped", "seconds", "log"]
    return "\n".join(table(heading, [[*map(str, row[1:7]), digits(row.seconds), row.log] for row in rows]))


def section(rows: Sequence[Row]) -> str:
    """Return the table of the page: the conditions of each kind of run, and the results of one commit."""
    heading = ["run", "what it sets", "Python", "runs", "red", "tests", "seconds of each run"]
    return "\n".join(table(heading, [_summed(name, [row for row in rows if row.kind == name]) for name in KINDS]))


def _summed(name: str, rows: Sequence[Row]) -> list[str]:
    if not rows:
        return [f"`{name}`", KINDS[name].sets, *"–––––"]
    pythons = ", ".join(dict.fromkeys(row.python for row in rows))
    red = sum(not row.is_green for row in rows)
    tests = max(row.passed + row.failed + row.skipped for row in rows)
    seconds = spread([row.seconds for row in rows], {"": 1})
    return [f"`{name}`", KINDS[name].sets, pythons, f"{len(rows)}", f"{red}", f"{tests:,}", seconds]
