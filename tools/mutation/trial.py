"""Trials: the tests of a stage run on one mutant, in a process of their own, up to the first failure."""

from __future__ import annotations

import importlib
import os
import select
import signal
import sys
import time
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import inf
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

import pytest
from tools.mutation.results import Result
from tools.mutation.stages import name_of, path_of, stages_of

try:
    import resource
except ImportError:
    sys.exit("trials are forked, which this system can't")


# Modules that every trial needs are imported once, before the fork. sse_core, which has the mutants, is imported in the
# trial. Hypothesis would import the installed one to learn its types, so it gets no plugins. pytest gets none either,
# which would be loaded in each trial. The first trial writes the bytecode of tests and package for all others.
os.environ |= {"HYPOTHESIS_NO_PLUGINS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
sys.dont_write_bytecode = False
for _name in ("hypothesis", "numpy"):
    importlib.import_module(_name)
if "sse_core" in sys.modules:
    sys.exit("sse_core is imported already, so that no mutant of it would be tried")

# The reference has no mutants, so a test can't fail where it runs on it: its parameter says so. Jump Wars, the slowest
# game, has tests of its own; those of any game leave it out. One test reads the sources, which look different with
# mutants in them; others read pages, which aren't copied.
PYTEST: Final = (
    "-x",
    "-q",
    "-p",
    "no:cacheprovider",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
    "-k",
    "not [reference and not -reference and not [jump_wars and not -jump_wars and not what_a_key_leaves_out "
    "and not has_the_table",
)
MEMORY: Final = 4 << 30
PATIENCE: Final = 10
"""The limit of a test's processor time, as a multiple of its time without a mutant, plus `GRACE` seconds."""

GRACE: Final = 2
SLEEPS: Final = 30
"""The multiple of its patience in wall time after which a test hangs, waiting for something that won't come."""

LONGEST: Final = 120
"""Seconds of processor time for a test that has not been timed."""


class Run(NamedTuple):
    """The result of a run of tests."""

    outcome: str
    """The outcome, as in a `Result`."""

    last: str
    """The last test that began."""

    seconds: dict[str, float]
    """The processor time of each test that ended."""


def attempt(
    tree: Path, number: int, id: str, level: int, first: Sequence[str], seconds: Mapping[str, float], most: float
) -> Result:
    """Run a stage on the mutant with a number, in a tree that `build` has made.

    The tests of `first`, which are likely to kill it, run first. Then come the tests that take few `seconds`, as long
    as all together take at most `most`. A mutant that survives only some tests of a stage hasn't finished it.
    """
    begun = time.monotonic()
    tests = stages_of(id.split("/")[0])[level]
    found = run_tests(tree, number, tests, first, seconds, most)
    survived = found.outcome == "survived"
    stages = level + (most == inf or not survived)
    return Result(id, found.outcome, "" if survived else found.last, stages, round(time.monotonic() - begun, 2))


def run_tests(
    tree: Path,
    number: int,
    tests: Sequence[str],
    first: Sequence[str] = (),
    seconds: Mapping[str, float] | None = None,
    most: float = inf,
) -> Run:
    """Run tests on a mutant in a forked process, up to the first that fails; number 0 is no mutant.

    The tests of `first` begin, then those that take few `seconds`, up to `most` seconds together; without times, all
    tests run in the order of the stage.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _be_the_mutant(tree, number, tests, _Witness(writing, first, seconds, most))
    os.close(writing)
    last, taken, hangs = _follow(reading, seconds)
    os.close(reading)
    if hangs:
        # End the processes that the tests have started, too.
        os.killpg(process, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if hangs or status == -signal.SIGXCPU:
        return Run("timeout", last, taken)
    if status == pytest.ExitCode.OK:
        return Run("survived", last, taken)
    return Run("killed" if status > 0 else "crashed", last, taken)


def _patience(seconds: Mapping[str, float] | None, test: str) -> int:
    """Return the seconds of processor time that a test may take."""
    return LONGEST if seconds is None else GRACE + int(PATIENCE * seconds.get(test, 0))


def _follow(reading: int, seconds: Mapping[str, float] | None) -> tuple[str, dict[str, float], bool]:
    """Read the reports of a witness; return the last test, the time of each, and whether the last one hangs."""
    said = b""
    last, taken = "", dict[str, float]()
    while select.select([reading], [], [], SLEEPS * _patience(seconds, last))[0]:
        more = os.read(reading, 1 << 16)
        if not more:
            return last, taken, False
        *lines, said = (said + more).split(b"\n")
        for line in lines:
            time, _, last = line.decode(errors="replace").partition(" ")
            if time:
                taken[last] = float(time)
    return last, taken, True


def _be_the_mutant(tree: Path, number: int, tests: Sequence[str], witness: _Witness) -> NoReturn:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.chdir(tree)
    sys.path[:0] = [str(tree), str(tree / "src")]
    os.environ |= {"PYTHONPATH": str(tree / "src"), "SSE_MUTANT": str(number)}
    asked = [path_of(test) for test in tests]
    try:
        status = int(pytest.main([*PYTEST, *asked], plugins=[witness]))
    except BaseException:
        status = int(pytest.ExitCode.INTERNAL_ERROR)
    os._exit(status)


class _Witness:
    """A pytest plug-in that orders the tests, limits the processor time of each, and reports its begin and end."""

    def __init__(self, writing: int, first: Sequence[str], seconds: Mapping[str, float] | None, most: float) -> None:
        self._writing = writing
        self._places = {test: place - len(first) for place, test in enumerate(first)}
        self._seconds = seconds
        self._most = most
        self._begun = 0.0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        seconds = self._seconds or {}
        places = {**seconds, **self._places}
        items.sort(key=lambda item: places.get(name_of(item.nodeid), 0.0))
        taken = list(accumulate(seconds.get(name_of(item.nodeid), 0.0) for item in items))
        del items[bisect_right(taken, self._most) :]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        name = name_of(nodeid)
        self._say(f" {name}")
        self._begun = time.process_time()
        # SIGXCPU ends an infinite loop, even on a busy machine.
        most = int(self._begun) + 1 + _patience(self._seconds, name)
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._say(f"{time.process_time() - self._begun:.3f} {name_of(nodeid)}")

    def _say(self, line: str) -> None:
        os.write(self._writing, f"{line}\n".encode())
