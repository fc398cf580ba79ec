"""Profiles of Hypothesis, what a run takes from its machine, and the fixture that runs the command.

Profile `dev` is for a fresh clone and for work at the desk, `elsewhere` for all files on other machines and builds,
`ci` for automation, `portable` for wheels and other Pythons, `seeds` for fresh seeds, `nightly` for long campaigns,
`mutation` for many mutants. `tests.profiles` says how much of a long test a profile runs. The option ``--ring`` chooses
the tests of one ring (`tests.rings`).
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings
from tests.libraries import lacking
from tests.profiles import FOR_CI, IS_SHORT, PROFILE
from tests.rings import RINGS, may_test, ring_of_test

from sse_core.micro_space_empire.strength.tablebase_built import are_tables_built

if TYPE_CHECKING:
    from tests.command import Run

# No deadlines: times say nothing about rules, and the first example on a board also pays for the board's tables.
# No health checks: they judge the first few examples and their times, so bad luck or a busy machine would fail a test.
settings.register_profile("seeds", deadline=None, suppress_health_check=list(HealthCheck))
# Each run takes other examples; those of CI are always the same.
settings.register_profile("dev", parent=settings.get_profile("seeds"), max_examples=15)
settings.register_profile("elsewhere", parent=settings.get_profile("dev"))
settings.register_profile("ci", parent=settings.get_profile("dev"), max_examples=15, derandomize=True, print_blob=True)
# What differs between Pythons differs in the first examples; the rules are the same C code.
settings.register_profile("portable", parent=settings.get_profile("ci"))
settings.register_profile("nightly", parent=settings.get_profile("seeds"), max_examples=1_000, print_blob=True)
# Every mutant gets the same examples. A failing example is not shrunk.
settings.register_profile(
    "mutation",
    parent=settings.get_profile("ci"),
    database=None,
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(PROFILE)

collect_ignore: Final = [*FOR_CI] if PROFILE == "dev" else []

# A failed assertion of this module shows its values, as one in a test does.
pytest.register_assert_rewrite("tests.command")


_OF_THE_MACHINE: Final = re.compile(
    # The look of a page.
    r"NO_COLOR|FORCE_COLOR|COLORTERM|TERM|COLUMNS|LINES|TTY_\w+"
    # What Python does, but not where it finds its files, nor how `make sanitize` has it take memory.
    r"|PYTHON(?!PATH|HOME|USERBASE|NOUSERSITE|PLATLIBDIR|EXECUTABLE|PYCACHEPREFIX|HASHSEED|MALLOC)\w+"
    # Packs and a table of the user, what a shell reads first, the way to servers, the browser that a page is opened in.
    r"|SSE_PACKS|SSE_MICRO_TABLE|BASH_ENV|\w+_PROXY|BROWSER",
    re.IGNORECASE,
)
"""The variables that change what the command, a server or a shell does. A test sets those that it is about."""


@pytest.fixture(scope="session", autouse=True)
def machine() -> Iterator[None]:
    """Take the variables of the machine away, for the tests and for the processes that they start."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [*filter(_OF_THE_MACHINE.fullmatch, os.environ)]:
            patch.delenv(name)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that chooses a ring."""
    parser.addoption("--ring", choices=RINGS, help="run the tests of this ring alone")


def ring_asked(config: pytest.Config) -> str:
    """Return the ring whose tests are to run; nothing for those of all rings."""
    return config.getoption("--ring") or ""


def pytest_report_header(config: pytest.Config) -> str:
    """Say how much of the tests is run."""
    ring = ring_asked(config)
    left = f": {len(FOR_CI)} files and the tests marked ci are left to CI" * (PROFILE == "dev")
    return f"profile {PROFILE}{left}" + f"; ring {ring} alone" * bool(ring)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without looking for garbage, which took nearly half the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        # What is there now stays until the end: nobody looks at it for garbage, unless a test calls gc.unfreeze.
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a file of tests that needs what the environment lacks, or is all outside the ring that is asked for."""
    ring = ring_asked(config)
    is_outside = ring and collection_path.match("test_*.py") and not may_test(collection_path, ring)
    return True if is_outside or lacking(collection_path) else None


class _Lacking(pytest.Module):
    """A file of tests that is named, so it isn't left out, and needs what the environment lacks."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        pytest.skip(f"needs {lacking(self.path)}")


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Skip a file of tests that needs what the environment lacks, rather than importing it."""
    return _Lacking.from_parent(parent, path=module_path) if lacking(module_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests that are marked ``ci`` to CI, and those marked ``tables`` to an install that has tables.

    If a ring is asked for, its tests alone are run.
    """
    left = {"ci"} if IS_SHORT else set[str]()
    left |= set() if are_tables_built() else {"tables"}
    others = {item for item in items if left & {mark.name for mark in item.iter_markers()}}
    if ring := ring_asked(config):
        others |= {item for item in items if ring_of_test(item) != ring}
    if others:
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test as pytest does, but let a worker report setup and teardown only where something is to be shown.

    Of those that pass and print nothing only their times and a file of JUnit tell. A report costs the worker and the
    process that shows it as much as a short test takes.
    """
    config = item.config
    if not hasattr(config, "workerinput") or config.option.durations is not None or config.option.xmlpath:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.sections:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture(scope="module")
def library_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder whose libraries can be loaded. Where temporary ones are mounted noexec, it is in the environment."""
    folder = tmp_path_factory.mktemp("libraries")
    if os.name == "posix" and os.statvfs(folder).f_flag & getattr(os, "ST_NOEXEC", 0):
        with TemporaryDirectory(dir=sys.prefix) as other:
            yield Path(other)
    else:
        yield folder


@pytest.fixture
def heard_signals() -> Iterator[None]:
    """Handle signals as a process at a terminal does, even if the tests run under ``nohup`` or a shell's ``&``."""
    known = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in known}
    for number in known:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process."""
    from tests.command import runner

    return runner(capsys, monkeypatch)
