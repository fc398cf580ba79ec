"""Ctrl-C at any moment of any command: one line and status 130, and never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import pytest
from tests.command import AtTerminal, Result, Run, spawn

import sse_core as sse
from sse_core.arena.workers.executors import ProcessWorkers
from sse_core.cli.registry import commands_for
from sse_core.cli.terminal.signals import handler_set

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals of POSIX"),
    pytest.mark.usefixtures("heard_signals"),
]

PACKAGE: Final = str(Path(sse.__file__).parent)

WAYS: Final = {
    "module": [sys.executable, "-m", "sse_core"],
    "script": [sys.executable, str(Path(sys.executable).with_name("sse"))],
}
"""The ways to start the command: as a module, and by the script that an install makes."""

DUEL: Final = ["--map", "duel", "--seed", "1"]


# --- the moments that matter


@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_while_the_command_loads(way: str) -> None:
    """Python tells what it has imported, so that the signal comes in the middle."""
    python, *words = WAYS[way]
    endless = ["playouts", "base-2p", "--games", "1000000000"]
    command = [python, "-X", "importtime", *words, *endless]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while "sse_core.errors" not in (line := process.stderr.readline()):
            assert line
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    told = [line for line in err.splitlines() if not line.startswith("import time:")]
    assert (process.returncode, out, told) == (130, "", ["sse: interrupted"])


def match_of(source: str, folder: Path) -> Result:
    """Play a game of the random bot and one that runs such a source when it is loaded, `pressed` being Ctrl-C."""
    bot = folder / "mybot.py"
    bot.write_text(
        f"import signal\n\ndef pressed():\n    signal.raise_signal(signal.SIGINT)\n\n{source}\n\n"
        "def choose(view, player, rng):\n    return rng.choice(view.legal_actions(player))\n",
        encoding="utf-8",
    )
    return spawn("match", bot, "random", *DUEL, "--games", 2)


def test_ctrl_c_in_a_text_that_is_run(tmp_path: Path) -> None:
    """A NamedTuple and a dataclass run one when they are made; CPython would end a module's process by the signal."""
    result = match_of("exec('pressed()')", tmp_path)
    assert (result.status, result.err) == (130, "sse: interrupted\n")


def test_ctrl_c_in_a_finalizer(tmp_path: Path) -> None:
    """There it can't be raised, and comes again."""
    source = "class Final:\n    def __del__(self):\n        pressed()\n\nFinal()\nwhile True:\n    pass"
    result = match_of(source, tmp_path)
    assert (result.status, result.err) == (130, "sse: interrupted\n")


def test_ctrl_c_at_the_end_of_the_process(tmp_path: Path) -> None:
    """The work is done and told: the signal ends what is left, without a word."""
    result = match_of("import atexit\natexit.register(pressed)", tmp_path)
    assert (result.status, result.err) == (-signal.SIGINT, "")
    assert "of 2 games" in result.out


def test_what_the_process_was_told_to_ignore_stays_ignored(tmp_path: Path) -> None:
    """So it is under ``nohup`` or a shell's ``&``."""
    with handler_set(signal.SIG_IGN):
        result = match_of("import atexit\npressed()\natexit.register(pressed)", tmp_path)
    assert (result.status, result.err) == (0, "")


def test_a_program_that_imports_the_package_keeps_its_handlers(tmp_path: Path, run: Run) -> None:
    program = tmp_path / "sse"
    program.write_text(
        "import signal\nimport sse_core.cli\nassert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n",
        encoding="utf-8",
    )
    subprocess.run([sys.executable, program], check=True)

    def own(number: int, frame: object) -> None:
        raise AssertionError

    with handler_set(own):
        assert run("show").status == 0
        assert signal.getsignal(signal.SIGINT) is own


LOADING_WORKER: Final = """
import os, signal
if __name__ == "__mp_main__":
    for number in (signal.SIGINT, signal.SIGHUP):
        os.kill(os.getpid(), number)
from sse_core.arena.workers.executors import ProcessWorkers
if __name__ == "__main__":
    with ProcessWorkers(1) as workers:
        print(workers.submit(abs, -1).result())
"""


def test_workers_hear_nothing_of_ctrl_c_from_their_beginning(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(LOADING_WORKER, encoding="utf-8")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


WAITING: Final = """
import multiprocessing, signal, sys, time
from pathlib import Path

where = "child" if sys.argv[0] == "-c" else "worker" if multiprocessing.parent_process() else "command"

def wait(moment):
    if where + moment == {moment!r}:
        Path(__file__).with_name("there").touch()
        time.sleep(1000)

wait(" loads")

def choose(view, player, rng):
    wait(" plays")
    return rng.choice(view.legal_actions(player))
"""
"""A bot that waits at a moment in a process, and says so."""


@pytest.mark.parametrize(
    ("moment", "args"),
    [
        ("command loads", ["match"]),
        ("child loads", ["match"]),
        ("child plays", ["match"]),
        ("worker loads", ["match", "--jobs", "2"]),
        ("worker plays", ["arena"]),
        ("child plays", ["arena", "--jobs", "2", "--choice-seconds", "1000"]),
    ],
)
def test_ctrl_c_at_a_terminal_wherever_a_bot_is(moment: str, args: list[str], tmp_path: Path) -> None:
    """The terminal sends it to all processes of the command that are in its group."""
    bot = tmp_path / "mybot.py"
    bot.write_text(WAITING.format(moment=moment), encoding="utf-8")
    terminal = AtTerminal(args[0], bot, "random", *DUEL, "--games", 2, *args[1:], folder=tmp_path)
    while not (tmp_path / "there").exists():
        pass
    terminal.type("\x03", end="")
    assert terminal.end() == 130
    *_, last = terminal.page.splitlines()
    assert last.endswith("sse: interrupted")
    assert "Traceback" not in terminal.page


def test_the_child_of_a_command_hears_nothing_of_ctrl_c(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    press = "sys.argv[0] == '-c' and [os.kill(os.getpid(), number) for number in (signal.SIGINT, signal.SIGHUP)]"
    bot.write_text(
        f"import os, signal, sys\n{press}\n\ndef choose(view, player, rng):\n    {press}\n"
        "    return rng.choice(view.legal_actions(player))\n",
        encoding="utf-8",
    )
    result = spawn("match", bot, "random", *DUEL, "--games", 2)
    assert (result.status, result.err) == (0, "")
    assert "failed" not in result.out


class Pressing:
    """What presses Ctrl-C, among processes, when it is told to end."""

    pid = 1
    is_told = False

    def terminate(self) -> None:
        self.is_told = True
        signal.raise_signal(signal.SIGINT)


def test_all_workers_are_told_to_end_though_ctrl_c_comes_between_them() -> None:
    """One that ends alone may leave the other waiting for its lock, and the command waiting for that."""
    workers = ProcessWorkers(2)
    processes = [Pressing(), Pressing()]
    started: list[Any] = workers._context._started
    started += processes
    with pytest.raises(KeyboardInterrupt):
        workers.__exit__(None, None, None)
    assert [process.is_told for process in processes] == [True, True]


# --- random moments

SAMPLES: Final = {
    "play": [["play", "random", "greedy", *DUEL, "--out", "OUT"], ["play", "jump_wars", "--seed", "1"]],
    "campaign": [["campaign", "random", "random", *DUEL, "--out", "OUT"]],
    "match": [["match", "random", "greedy", *DUEL, "--games", "40", "--jobs", "2"]],
    "arena": [
        ["arena", "random", "greedy", *DUEL, "--games", "40", "--jobs", "2"],
        ["arena", "random", "greedy", *DUEL, "--games", "40", "--cluster", "2"],
    ],
    "balance": [["balance", "duel", "--games", "40", "--seed", "1", "--jobs", "2"]],
    "find-map": [["find-map", "--candidates", "4", "--games", "10", "--screening", "40", "--seed", "1", "--jobs", "2"]],
    "archive": [["archive", "check", "games"]],
    "show": [["show"], ["show", "base-2p", "--svg", "--out", "OUT.svg"]],
    "moves": [["moves", "base-2p"]],
    "score": [["score", "game.sse"]],
    "perft": [["perft", "base-2p", "3"]],
    "playouts": [["playouts", "base-2p", "--games", "2000", "--seed", "1"]],
    "rules": [["rules"], ["--help"]],
    "completion": [["completion", "bash"]],
    "analyse": [["analyse", "duel", "--visits", "200"]],
    "review": [["review", "game.sse", "--visits", "20"]],
    "solve": [["solve", "duel", "--seconds", "1"]],
    "pack": [["pack", "show", "house"]],
    "serve": [["serve", "--port", "0"]],
    "engine": [["engine", "star:club"]],
}
"""Some ways to run each command, with all that they load, and with workers."""

TRIES: Final = 500


def ctrl_c(command: Sequence[str], folder: Path, moment: float | None) -> Result:
    """Run a command in a process group of its own, and press Ctrl-C at a moment, as a terminal does."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=folder,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
            try:
                out, err = process.communicate(timeout=60)
            finally:
                # What hangs fails, rather than hanging the tests.
                process.kill()
    return Result(process.returncode, out, err)


def what_came(tried: Result) -> str:
    """Say how a command ended at Ctrl-C; raise AssertionError if it may not end so."""
    if "Traceback" in tried.err or "Fatal" in tried.err:
        # Python itself has begun, and hasn't found the first file of the package yet.
        assert tried.status in (1, -signal.SIGINT), tried
        assert PACKAGE not in tried.err, tried
        assert "sse: " not in tried.err, tried
        return "Python's own"
    if tried.status == -signal.SIGINT:
        # Python begins, or ends.
        assert tried.err == "", tried
        return "by the signal"
    if tried.status == 130:
        assert tried.err.startswith("sse: interrupted"), tried
        assert tried.err.count("\n") == 1, tried
        return "interrupted"
    # It came too late, or to the server, which it ends.
    assert tried.status == 0, tried
    assert tried.err == "", tried
    return "over"


@pytest.mark.nightly
def test_ctrl_c_at_random_moments_of_all_commands(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {*SAMPLES} == {*commands_for(None)}, "each command has a sample"
    monkeypatch.chdir(tmp_path)
    assert run("play", "random", "greedy", *DUEL, "--quiet", "--out", ".").status == 0
    assert run("match", "random", "greedy", *DUEL, "--games", 20, "--out", "games.jsonl").status == 0
    assert run("archive", "convert", "games.jsonl", "--out", "games").status == 0
    random = Random(7)
    cases = [(way, args) for samples in SAMPLES.values() for args in samples for way in WAYS]
    folders = count()

    def attempt(way: str, args: Sequence[str], moment: float | None = None) -> Result:
        return ctrl_c([*WAYS[way], *(word.replace("OUT", f"out {next(folders)}") for word in args)], tmp_path, moment)

    def seconds_of(case: tuple[str, Sequence[str]]) -> float:
        """How long a command takes without Ctrl-C; the server is asked for a port that there is not."""
        way, args = case
        is_server = args[0] == "serve"
        begun = perf_counter()
        result = attempt(way, ["serve", "--port", "99999"] if is_server else args)
        assert result.status == (2 if is_server else 0), result
        return (perf_counter() - begun) * (2 if is_server else 1)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        lasting = [*pool.map(seconds_of, cases)]
        drawn = [(random.randrange(len(cases)), random.random()) for _ in range(TRIES)]
        tries = [(*cases[which], share * lasting[which]) for which, share in drawn]
        found = Counter(what_came(result) for result in pool.map(attempt, *zip(*tries, strict=True)))
    # Most moments are in the hands of the package, also where a busy machine made the whole commands slow.
    assert found["interrupted"] > TRIES / 4, found
