"""A campaign that runs all tests under other conditions: harsh locales and paths, narrow terminals, one core.

`make campaign WHAT=elsewhere` starts it. The output of a run goes into build/elsewhere, and a row with its results into
rows.jsonl there. At the end it prints a table; the status is 1 unless all runs are green.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import FrameType
from typing import Final

from bench.levels import machine_here
from bench.results import keep
from tools.elsewhere.needs import lacking, needs_of
from tools.elsewhere.rows import Found, Row, read, row_of, section, table_of
from tools.elsewhere.running import Ground, perform
from tools.elsewhere.runs import KINDS, OVER, Run, plan
from tools.elsewhere.trees import ROOT, copy_tracked, install
from tools.elsewhere.user import User
from tools.pythons import find

BUILD: Final = ROOT / "build" / "elsewhere"
ROWS: Final = BUILD / "rows.jsonl"
PLACE: Final = Path("Prüf stand", "sse_core")
"""The path of the copy, with a blank and an umlaut."""


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.elsewhere", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=[*KINDS], help="some kinds of runs")
    parser.add_argument("--pythons", nargs="+", required=True, metavar="PYTHON", help="names on the path, or paths")
    parser.add_argument("--seeds", nargs="+", required=True, type=int, metavar="SEED")
    parser.add_argument("--minutes", type=float, default=180, help="all that is done may take; 180 unless it is said")
    parser.add_argument("--write", action="store_true", help="write the table of this commit into docs/results")
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="of pytest, after --")
    options = parser.parse_args(words)

    end = monotonic() + 60 * options.minutes
    with TemporaryDirectory(prefix="elsewhere-", ignore_cleanup_errors=True) as name:
        scratch, user = Path(name), User.ordinary()
        scratch.chmod(0o755)
        pythons = {name: find(name) for name in options.pythons}
        environment, missing = lacking(needs_of(options.only), user, scratch)
        missing += [f"no {name}" for name, python in pythons.items() if python is None]
        if missing:
            print(*(f"elsewhere: this machine lacks what the runs need: {each}" for each in missing), sep="\n")
            return 1
        BUILD.mkdir(parents=True, exist_ok=True)
        ground = Ground(_commit(), user, scratch, environment, options.arguments)
        runs = plan(options.only, [python for python in pythons.values() if python is not None], options.seeds)
        try:
            rows = [*_done(runs, ground, end)]
        except KeyboardInterrupt:
            print(f"elsewhere: interrupted; {ROWS} has the runs that ended")
            return 130

    print("", table_of(rows), sep="\n")
    for row in rows:
        if not row.is_green:
            print("", f"{row.kind}, Python {row.python}, seed {row.seed}: {row.outcome}, in {row.log}", sep="\n")
            print(*row.failures, sep="\n")
    if options.write:
        keep("elsewhere", section([row for row in read(ROWS) if row.commit == ground.commit]), machine_here())
    return 0 if all(row.is_green for row in rows) else 1


def _done(runs: Sequence[Run], ground: Ground, end: float) -> Iterator[Row]:
    """Do the runs, with one copy for each Python, and yield their rows; a run that can't be done has a fault."""
    for python, own in groupby(runs, key=lambda run: run.python):
        with TemporaryDirectory(dir=ground.scratch, ignore_cleanup_errors=True) as name:
            folder = Path(name)
            folder.chmod(0o755)
            tree = folder / PLACE
            log = BUILD / f"environment-{python.version}.log"
            print(f"elsewhere: the environment of {python.name}", flush=True)
            copy_tracked(ROOT, tree)
            hindered = install(tree, python, ground.user, log, end - monotonic())
            for run in own:
                if hindered or monotonic() >= end:
                    fault = f"not run: {hindered or OVER}"
                    yield row_of(run, ground.commit, log, Found(0, 0, 0, []), 0, fault)
                    continue
                print(run, flush=True)
                log = BUILD / f"{run.kind}-{python.version}-{run.seed}.log"
                row = perform(run, ground, tree, log, end - monotonic())
                print(f"    {row.outcome}, {row.seconds:.0f} s", flush=True)
                with ROWS.open("a", encoding="utf-8") as rows:
                    rows.write(row.line())
                yield row


def _end(signal: int, _frame: FrameType | None) -> None:
    sys.exit(128 + signal)


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    # The user must be able to reach the files that are made.
    os.umask(0o022)
    # SIGTERM raises SystemExit, so that everything is ended and removed.
    signal.signal(signal.SIGTERM, _end)
    sys.exit(main())
