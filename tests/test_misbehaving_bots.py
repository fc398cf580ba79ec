"""Bots that misbehave: they hang, are slow, fail, end their process, start others, and print. Each is named for it."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import sleep
from typing import Any, Final

import pytest
from tests.command import spawn

from sse_core import SplitMix64
from sse_core.arena import MEMORY, Plan, ProcessWorkers, Row, Schedule, Setup, Store, Tournament, seatings
from sse_core.arena.jobs import Job, JobResult, play_job
from sse_core.arena.plans import Own
from sse_core.arena.workers.children import end_child
from sse_core.arena.workers.limits import check_limit
from sse_core.errors import ArgumentError

POSIX: Final = pytest.mark.skipif(os.name != "posix", reason="groups and signals of POSIX")
DUEL: Final = ("--map", "duel", "--seed", "7")
LIMIT: Final = 1.0
"""The seconds of a limit that nothing overruns by chance."""

BOT: Final = """\
import os, subprocess, sys, time

def choose(view, player, rng):
    if view.ply == {ply}:
        {deed}
    return rng.choice(view.legal_actions(player))
"""

HANGS: Final = {
    "loops": "while True: pass",
    "sleeps": "time.sleep(1000)",
    # A thread that has the interpreter for itself: no other one runs until it is done.
    "calls C": "pow(3, 10**9)",
}
# A sanitizer makes another signal of a wrong address; of this it makes none.
ENDS: Final = {"exits": ("os._exit(3)", "status 3"), "crashes": ("os.abort()", "signal 6")}


def bot_that(deed: str, folder: Path, ply: int = 4) -> str:
    """The name of a random bot that does something at a ply; seat A has the even ones."""
    path = folder / "bot.py"
    path.write_text(BOT.format(deed=deed, ply=ply), encoding="utf-8")
    return str(path)


def job_of(bot: str, games: int = 4, *, choice: float | None = None, game: float | None = None) -> Job:
    setup = Setup("small_star_empires", options={"map": "duel"})
    tables = tuple(seatings(2))
    return Job(setup, (bot, "random"), 7, tables, 0, games, choice_seconds=choice, game_seconds=game)


def rows_of(job: Job, *, careful: bool = False) -> list[Row]:
    """The rows of a job, after which its child has ended."""
    try:
        return list(JobResult.parse(play_job(job.text, careful)).rows)
    finally:
        end_child()


def what_came(rows: list[Row]) -> list[tuple[str | None, int | None]]:
    return [(row.error, row.failed) for row in rows]


@pytest.fixture
def harmless(tmp_path: Path) -> list[Row]:
    """The rows of the same games with a bot that does nothing else than they."""
    folder = tmp_path / "harmless"
    folder.mkdir()
    return rows_of(job_of(bot_that("pass", folder)))


# --- limits of time


def test_limits_change_no_game(harmless: list[Row], tmp_path: Path) -> None:
    assert rows_of(job_of(bot_that("pass", tmp_path), choice=LIMIT, game=100.0)) == harmless


@POSIX
def test_a_bot_that_hangs_costs_its_game(tmp_path: Path, harmless: list[Row]) -> None:
    def play(name: str) -> tuple[str, list[Row]]:
        folder = tmp_path / name
        folder.mkdir()
        bot = bot_that(HANGS[name], folder)
        return bot, rows_of(job_of(bot, games=2, choice=LIMIT))

    # Each thread has a child of its own.
    with ThreadPoolExecutor(len(HANGS)) as pool:
        found = list(pool.map(play, HANGS))
    for bot, (failed, other) in found:
        assert failed.error == f"{bot} at seat A failed at ply 4: it took longer than the limit of 1 s for a choice"
        assert (failed.failed, failed.plies, failed.winners, failed.is_timed) == (0, 4, (), True)
        assert other == harmless[1]


def test_a_choice_that_came_back_too_late_has_no_other_row(tmp_path: Path) -> None:
    bot = bot_that("time.sleep(0.06)", tmp_path)
    (row,) = rows_of(job_of(bot, games=1, choice=0.05))
    assert row.error == f"{bot} at seat A failed at ply 4: it took longer than the limit of 0.05 s for a choice"
    assert (row.failed, row.is_timed) == (0, True)


def test_the_slower_bot_fails_a_game_that_takes_too_long(tmp_path: Path) -> None:
    """The other one has its turn when the time is up, and took less of it."""
    slow = bot_that("time.sleep(0.3)", tmp_path)
    other = tmp_path / "other.py"
    other.write_text(BOT.format(deed="time.sleep(0.2)", ply=5), encoding="utf-8")
    job = Job(
        Setup("small_star_empires", options={"map": "duel"}), (slow, str(other)), 7, ((0, 1),), 0, 1, game_seconds=0.4
    )
    (row,) = rows_of(job)
    assert row.error == (
        f"{slow} at seat A failed at ply 5: the game took longer than the limit of 0.4 s, and it the most of them"
    )
    assert row.failed == 0


@POSIX
def test_a_game_that_never_ends_is_ended(tmp_path: Path) -> None:
    bot = bot_that("time.sleep(1000)", tmp_path)
    failed, other = rows_of(job_of(bot, games=2, game=LIMIT))
    assert failed.error == (
        f"{bot} at seat A failed at ply 4: the game took longer than the limit of 1 s, and it the most of them"
    )
    assert other.error is None


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_limits_that_are_none(seconds: float) -> None:
    with pytest.raises(ArgumentError, match="choice_seconds"):
        check_limit(seconds, "choice_seconds")


# --- failures, and ends of processes


@pytest.mark.parametrize("choice", [None, LIMIT])
def test_a_bot_that_fails_fails_apart_as_it_does_here(choice: float | None, tmp_path: Path) -> None:
    bot = bot_that("1 / 0", tmp_path)
    rows = rows_of(job_of(bot, choice=choice), careful=True)
    assert rows == rows_of(job_of(bot))
    why = f"{bot} at seat A failed at ply 4: ZeroDivisionError: division by zero (bot.py, line 5)"
    assert what_came(rows) == [(why, 0), (None, None)] * 2


@POSIX
@pytest.mark.parametrize("name", ENDS)
def test_a_bot_that_ends_its_process_is_named(name: str, tmp_path: Path, harmless: list[Row]) -> None:
    deed, how = ENDS[name]
    bot = bot_that(deed, tmp_path)
    rows = rows_of(job_of(bot), careful=True)
    assert what_came(rows) == [(f"{bot} at seat A failed at ply 4: it ended its process ({how})", 0), (None, None)] * 2
    assert rows[1::2] == harmless[1::2]
    assert not any(row.is_timed for row in rows)


# --- processes that bots start


@contextmanager
def heard(folder: Path) -> Generator[tuple[Path, int], None, None]:
    """A pipe with a name, and its end for reading."""
    path = folder / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        yield path, reading
    finally:
        os.close(reading)


def assert_all_ended(reading: int) -> None:
    """Assert that something was written to a pipe, and that all who had it open for writing end by themselves."""
    written = b""
    while True:
        ready, _, _ = select.select([reading], [], [], 30)
        assert ready, "somebody still lives"
        found = os.read(reading, 100)
        if not found:
            assert written
            return
        written += found


FORKS: Final = "writing = os.open({pipe!r}, os.O_WRONLY); os.write(writing, b'.'); os.fork() or time.sleep(1000)"
"""A fork that stays, and has the pipe open."""

RETURNS: Final = "os.fork()"
"""A fork that chooses, too."""

SPAWNS: Final = (
    "writing = os.open({pipe!r}, os.O_WRONLY); os.write(writing, b'.');"
    "subprocess.Popen(['sleep', '1000'], pass_fds=[writing])"
)


@POSIX
@pytest.mark.parametrize("deed", [FORKS, SPAWNS])
@pytest.mark.parametrize("choice", [None, LIMIT])
def test_what_a_bot_starts_ends_with_its_child(
    deed: str, choice: float | None, tmp_path: Path, harmless: list[Row]
) -> None:
    with heard(tmp_path) as (pipe, reading):
        bot = bot_that(deed.format(pipe=str(pipe)), tmp_path)
        assert rows_of(job_of(bot, choice=choice), careful=True) == harmless
        assert_all_ended(reading)


@POSIX
def test_a_fork_that_chooses_plays_no_game_twice(tmp_path: Path, harmless: list[Row]) -> None:
    bot = bot_that(RETURNS, tmp_path)
    assert rows_of(job_of(bot)) == rows_of(job_of(bot), careful=True) == harmless


@POSIX
@pytest.mark.parametrize(
    "limits",
    [(), ("--choice-seconds", "100"), pytest.param(("--cluster", "1"), marks=pytest.mark.ci)],
)
def test_what_a_bot_starts_ends_with_the_command(limits: tuple[str, ...], tmp_path: Path) -> None:
    if "--cluster" in limits:
        pytest.importorskip("distributed")
    with heard(tmp_path) as (pipe, reading):
        bot = bot_that(SPAWNS.format(pipe=str(pipe)), tmp_path)
        assert spawn("arena", bot, "random", *DUEL, "--games", 2, *limits).status == 0
        assert_all_ended(reading)


@POSIX
@pytest.mark.parametrize("limits", [(), ("--choice-seconds", "100")])
def test_all_end_with_a_command_that_is_killed(limits: tuple[str, ...], tmp_path: Path) -> None:
    """The bot holds the interpreter, so no thread beside it can see that the command is gone."""
    deed = "writing = os.open({pipe!r}, os.O_WRONLY); os.write(writing, b'.'); pow(3, 10**9)"
    with heard(tmp_path) as (pipe, reading):
        bot = bot_that(deed.format(pipe=str(pipe)), tmp_path)
        command = [sys.executable, "-m", "sse_core", "arena", bot, "random", *DUEL, "--games", "2", *limits]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            ready, _, _ = select.select([reading], [], [], 60)
            assert ready
            process.send_signal(signal.SIGKILL)
        assert_all_ended(reading)


LOADING: Final = """\
import os, sys
from sse_core.arena.workers.executors import ProcessWorkers
writing = os.open(sys.argv[1], os.O_WRONLY)
os.write(writing, b".")
if __name__ == "__mp_main__":
    # It goes on loading, after what started it has been killed.
    os.kill(os.getppid(), 9)
    while os.getppid() == int(os.environ["PARENT"]):
        pass
if __name__ == "__main__":
    os.environ["PARENT"] = str(os.getpid())
    with ProcessWorkers(1) as workers:
        workers.submit(abs, -1).result()
"""


@POSIX
def test_a_worker_that_still_loads_ends_with_a_program_that_is_killed(tmp_path: Path) -> None:
    """It isn't in the group of the workers yet, which has ended when it comes."""
    program = tmp_path / "program.py"
    program.write_text(LOADING, encoding="utf-8")
    with heard(tmp_path) as (pipe, reading):
        assert subprocess.run([sys.executable, program, pipe], check=False).returncode == -signal.SIGKILL
        assert_all_ended(reading)


# --- bots of a caller


class Slow:
    """A bot that is no file, and takes its time."""

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        """Return an action by chance, at ply 4 after a while."""
        if view.ply == 4:
            sleep(0.06)
        return rng.choice(view.legal_actions(player))


@pytest.mark.parametrize("jobs", [None, 1])
def test_limits_hold_for_bots_of_a_caller(jobs: int | None) -> None:
    setup = Setup("small_star_empires", options={"map": "duel"})
    plan = Plan(setup, ("slow", "random"), 7, 1, Schedule("round-robin", 2, 2), choice_seconds=0.05)
    with Store(MEMORY, {}) as store, nullcontext() if jobs is None else ProcessWorkers(jobs) as workers:
        rows = [row for rows in Tournament(plan, store, own=Own({0: Slow()})).play(workers) for row in rows]
    assert [(row.error, row.failed) for row in rows] == [
        ("slow at seat A failed at ply 4: it took longer than the limit of 0.05 s for a choice", 0),
        (None, None),
    ]


# --- what bots print


PRINTS: Final = """\
import os, sys
print("loaded")

def choose(view, player, rng):
    print("choosing")
    {more}
    return rng.choice(view.legal_actions(player))
"""


@pytest.mark.parametrize(
    ("args", "more"),
    [
        (["match"], "pass"),
        (["match", "--jobs", "2"], "os.system('echo choosing')"),
        (["arena"], "os.write(1, b'choosing')"),
        (["arena", "--choice-seconds", "100"], "os.write(1, b'choosing')"),
        (["arena", "--threads", "1"], "pass"),
        (["balance", "duel"], "pass"),
        (["find-map", "--candidates", "1", "--shuffles", "2", "--opening-plies", "0"], "os.write(1, b'choosing')"),
        (["play"], "pass"),
    ],
)
def test_what_bots_print_goes_to_the_standard_error(args: list[str], more: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(PRINTS.format(more=more), encoding="utf-8")
    command, *others = args
    bots = ["--bot", path] if command in ("balance", "find-map") else [path, "random", "--map", "duel"]
    games = [] if command == "play" else ["--games", 2]
    result = spawn(command, *others, *bots, *games, "--seed", 7, "--json")
    assert result.status == 0
    assert json.loads(result.out)
    assert "loaded\n" in result.err
    assert "choosing" in result.err
