"""Execution of one run of the tests, in a copy and as an ordinary user."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NamedTuple

from tools.elsewhere.processes import busy, status_of
from tools.elsewhere.rows import Found, Row, found_in, row_of
from tools.elsewhere.runs import KINDS, OVER, Run, arguments_of, for_make
from tools.elsewhere.user import User, entered

__all__ = ["Ground", "perform", "temporary_within"]

LONG: Final = 200
"""The length of the path of a harsh temporary folder, in characters."""


class Ground(NamedTuple):
    """The settings that all runs share."""

    commit: str
    user: User
    scratch: Path
    environment: Mapping[str, str]
    """The environment variables for the harsh runs."""

    arguments: Sequence[str]
    """Further arguments for pytest."""


def perform(run: Run, ground: Ground, tree: Path, log: Path, seconds: float) -> Row:
    """Run `make test` in a copy, for so many seconds at most, and return the row of the run."""
    kind, user = KINDS[run.kind], ground.user
    # The command of a run must reproduce it, so it doesn't start with Hypothesis examples of an earlier one.
    shutil.rmtree(tree / ".hypothesis", ignore_errors=True)
    with TemporaryDirectory(dir=ground.scratch, ignore_cleanup_errors=True) as name, busy(kind.busy):
        own = Path(name)
        own.chmod(0o755)
        stage, home = own / "stage", own / "home"
        temporary = temporary_within(own) if kind.has_noexec_tmp else own / "tmp"
        for folder in (stage, home, temporary):
            folder.mkdir()
        if user.is_dropped_to:
            os.chown(temporary, user.uid, user.gid)
        if kind.is_home_locked:
            home.chmod(0o555)
        elif user.is_dropped_to:
            os.chown(home, user.uid, user.gid)
        environment = {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "LOGNAME": user.name,
            "PATH": os.pathsep.join(user.reachable(os.environ["PATH"].split(os.pathsep))),
            "TMPDIR": str(temporary),
            "USER": user.name,
            **(ground.environment if kind.is_harsh else {}),
            **kind.environment,
        }
        shown = [ground.scratch, Path(run.python.prefix)]
        command = [
            *(["taskset", "--cpu-list", str(min(os.sched_getaffinity(0)))] if kind.is_on_one_core else []),
            *entered(user, shown, stage, temporary if kind.has_noexec_tmp else None, kind.umask),
            *("make", "test", for_make(arguments_of(run, tree, ground.arguments))),
        ]
        begun, fault = monotonic(), ""
        try:
            status = status_of(command, tree, environment, log, seconds)
        except subprocess.TimeoutExpired:
            status, fault = 0, f"stopped: {OVER}"
        took = monotonic() - begun
    found = found_in(log.read_text(encoding="utf-8", errors="replace")) or Found(0, 0, 0, [])
    if status and not found.failed:
        fault = f"ended with status {status}"
    return row_of(run, ground.commit, log, found, took, fault)


def temporary_within(scratch: Path) -> Path:
    """Return the path of a harsh temporary folder."""
    return Path(f"{scratch}/größer+()[]-{'long' * LONG}"[:LONG])
