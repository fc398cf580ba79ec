"""Scripts that start processes: those without the guard of the main module get one error, which names its line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest
from tests.command import Result

from sse_core.arena import ExecutorWorkers, WorkersError

GUARD: Final = 'if __name__ == "__main__":'

IMPORTS: Final = """\
import os, sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from sse_core.arena import ExecutorWorkers, MEMORY, Plan, ProcessWorkers, Schedule, Setup, Store, Tournament, threads
from sse_core.arena.workers.dask_workers import DaskWorkers
sys.stderr.write("started\\n")
"""

ARENA: Final = """\
setup = Setup("small_star_empires", options={{"map": "duel"}})
plan = Plan(setup, ("greedy", "random"), 7, 2, Schedule("round-robin", 2, 2))
with Store(MEMORY, plan.to_json()) as store, {workers} as workers:
    games = sum(len(rows) for rows in Tournament(plan, store).play(workers))
print(games)
"""

SPAWNED: Final = "ExecutorWorkers(lambda: ProcessPoolExecutor(2, mp_context=get_context('spawn')), 2)"
FORKED: Final = "ExecutorWorkers(lambda: ProcessPoolExecutor(2, mp_context=get_context('fork')), 2)"


def script(workers: str, guard: str = "") -> str:
    """A script that plays an arena, below a guard or at module level."""
    body = ARENA.format(workers=workers)
    return IMPORTS + (f"{guard}\n" + "".join(f"    {line}\n" for line in body.splitlines()) if guard else body)


def ran(text: str, folder: Path) -> Result:
    path = folder / "script.py"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False, timeout=60)
    return Result(done.returncode, done.stdout, done.stderr)


def errors_in(result: Result) -> list[str]:
    """The lines of errors on the standard error; a traceback ends with one."""
    return [line for line in result.err.splitlines() if re.match(r"[\w.]*Error: ", line)]


@pytest.mark.parametrize(
    "workers",
    ["ProcessWorkers(2)", pytest.param(SPAWNED, marks=pytest.mark.ci), "DaskWorkers.local(2)"],
)
def test_without_the_guard_there_is_one_error_that_names_it(workers: str, tmp_path: Path) -> None:
    if "Dask" in workers:
        pytest.importorskip("distributed")
    result = ran(script(workers), tmp_path)
    assert (result.status, result.out) == (1, "")
    (error,) = errors_in(result)
    assert error.startswith("sse_core.arena.errors.WorkersError: ")
    assert "script.py starts processes there" in error
    assert error.endswith(f"the line `{GUARD}`")
    # Once to be run, and once to see what comes of it.
    assert result.err.count("started\n") == 2
    assert result.err.count("Traceback") == 1


@pytest.mark.parametrize(
    ("guard", "started"),
    [
        (GUARD, 1),
        # Nobody can see at once that this is a guard, so it is tried.
        pytest.param("if not sys.argv[0].endswith('-c') and 'mp_main' not in vars().get('__' + 'name__', ''):", 2),
    ],
)
def test_with_a_guard_it_plays(guard: str, started: int, tmp_path: Path) -> None:
    result = ran(script("ProcessWorkers(1)", guard), tmp_path)
    assert (result.status, result.out) == (0, "4\n")
    # The worker, too.
    assert result.err == "started\n" * (started + 1)


@pytest.mark.skipif(os.name != "posix", reason="nothing is forked elsewhere")
@pytest.mark.parametrize("workers", [FORKED, "threads(1)"])
def test_forks_and_threads_need_no_guard(workers: str, tmp_path: Path) -> None:
    result = ran(script(workers), tmp_path)
    assert (result.status, result.out, result.err) == (0, "4\n", "started\n")


def test_a_script_from_the_standard_input_is_told_to_be_a_file() -> None:
    done = subprocess.run(
        [sys.executable, "-"],
        input=script("ProcessWorkers(2)", GUARD),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    (error,) = errors_in(Result(done.returncode, done.stdout, done.stderr))
    assert "<stdin> is no file: write the script to a file" in error
    assert error.endswith(f"the line `{GUARD}`")
    assert done.stderr.count("started\n") == 1


def test_an_error_of_the_script_in_a_process_ends_it_at_once(tmp_path: Path) -> None:
    refusing = f"{IMPORTS}if 'mp_main' in __name__:\n    raise OSError('mine')\n" + ARENA.format(
        workers="ProcessWorkers(2)"
    )
    result = ran(refusing, tmp_path)
    assert errors_in(result) == [
        "OSError: mine",
        "sse_core.arena.errors.WorkersError: each process loads script.py again, and one that did ended with status 1",
    ]


def interpreters() -> Executor:
    """An executor of interpreters, or one of that name where Python has none."""
    import concurrent.futures

    kind: Any = getattr(concurrent.futures, "InterpreterPoolExecutor", None)
    if kind is None:
        kind = type("InterpreterPoolExecutor", (ThreadPoolExecutor,), {})
    made: Executor = kind(1)
    return made


def test_interpreters_cannot_play() -> None:
    executor = interpreters()
    for source in (executor, interpreters):
        with pytest.raises(WorkersError, match="an InterpreterPoolExecutor can't play: one interpreter of"):
            ExecutorWorkers(source, 1)
    executor.shutdown()
