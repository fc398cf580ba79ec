"""Trials: one mutant and a stage of tests, in a process of its own, up to the first test that fails."""

from __future__ import annotations

import importlib
import os
import select
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

import pytest
from tools.mutation.results import Result
from tools.mutation.stages import name_of, path_of, stages_of

try:
    import resource
except ImportError:
    sys.exit("trials are forked, which this system can't")


# Modules that every trial needs are imported once, before the fork. sse_core, which has the mutants, is imported in the
# trial. Hypothesis would import the installed one to learn its types, so it gets no plugins.
os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"
for _name in ("hypothesis", "numpy"):
    importlib.import_module(_name)
if "sse_core" in sys.modules:
    sys.exit("sse_core is imported already, so that no mutant of it would be tried")

ROOT: Final = Path(__file__).parents[2]
# The reference has no mutants, so a test can't fail where it runs on the reference: its parameter says so. One test
# reads the sources, which look different with mutants in them.
PYTEST: Final = (
    "-x",
    "-q",
    "-p",
    "no:cacheprovider",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
    "-k",
    "not [reference and not -reference and not what_a_key_leaves_out",
)
MEMORY: Final = 4 << 30
SLEEPS: Final = 30
"""A test whose wall time is this many times its patience hangs: it waits for something that won't come."""


def attempt(tree: Path, number: int, id: str, level: int, first: Sequence[str]) -> Result:
    """Run a stage on the mutant with a number, in a tree that `build` made; number 0 is no mutant.

    The tests of `first`, which are likely to kill it, run before.
    """
    begun = time.monotonic()
    stage = stages_of(id.split("/")[0])[level]
    outcome = by = ""
    for tests in (first, stage.tests):
        if tests:
            outcome, by = _run(tree, number, tests, stage.patience)
        if outcome not in {"", "survived"}:
            break
    return Result(id, outcome, by, level + 1, round(time.monotonic() - begun, 2))


def _run(tree: Path, number: int, tests: Sequence[str], patience: int) -> tuple[str, str]:
    """Run tests in a forked process; return the outcome, and the last test that began."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _be_the_mutant(tree, number, tests, _Witness(writing, patience))
    os.close(writing)
    last, hangs = _follow(reading, SLEEPS * patience)
    os.close(reading)
    if hangs:
        # End the processes that the tests have started, too.
        os.killpg(process, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if hangs or status == -signal.SIGXCPU:
        return "timeout", last
    if status == pytest.ExitCode.OK:
        return "survived", ""
    return "killed" if status > 0 else "crashed", last


def _follow(reading: int, patience: int) -> tuple[str, bool]:
    """Read the names of tests as they begin; return the last one, and whether none came for `patience` seconds."""
    said = b""
    while select.select([reading], [], [], patience)[0]:
        more = os.read(reading, 1 << 16)
        if not more:
            return _last(said), False
        said = (said + more)[-(1 << 12) :]
    return _last(said), True


def _last(said: bytes) -> str:
    lines = said.decode(errors="replace").split("\n")
    return name_of(lines[-2]) if len(lines) > 1 else ""


def _be_the_mutant(tree: Path, number: int, tests: Sequence[str], witness: _Witness) -> NoReturn:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.chdir(tree)
    sys.path[:0] = [str(tree), str(tree / "src")]
    os.environ |= {"PYTHONPATH": str(tree / "src"), "SSE_MUTANT": str(number), "HYPOTHESIS_PROFILE": "mutation"}
    asked = [path_of(test) for test in tests]
    try:
        status = int(pytest.main([*PYTEST, *asked], plugins=[witness]))
    except BaseException:
        status = int(pytest.ExitCode.INTERNAL_ERROR)
    os._exit(status)


class _Witness:
    """Reports each test that begins, and limits its processor time."""

    def __init__(self, writing: int, patience: int) -> None:
        self._writing = writing
        self._patience = patience

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        os.write(self._writing, f"{nodeid}\n".encode())
        # SIGXCPU ends an infinite loop, however busy the machine is.
        most = int(time.process_time()) + 1 + self._patience
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
