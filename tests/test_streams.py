"""The standard streams of the command and its files: closed ones, full disks, plain ASCII in pipes, narrow pages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias

import pytest
from tests.command import TINY_SEARCH, Result, Run
from tests.profiles import IS_SHORT

import sse_core as sse
from sse_core.cli.registry import COMMANDS, commands_for
from sse_core.cli.terminal.output import fitted
from sse_core.games import GAMES
from sse_core.play.rules import rules_of
from sse_core.play.search.monte_carlo import LONG
from sse_core.seeds import SplitMix64

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs fork and /dev/full")

DUEL: Final = ["--map", "duel", "--seed", "1"]

SAMPLES: Final = {
    "play": [["play", "random", "greedy", *DUEL, "--quiet"], ["play", "human", "greedy", *DUEL]],
    "campaign": [["campaign", "random", "random", *DUEL, "--quiet"]],
    "match": [["match", "random", "greedy", *DUEL, "--games", "2"]],
    "arena": [["arena", "random", "greedy", *DUEL, "--games", "2"]],
    "archive": [["archive", "show", "games"]],
    "balance": [["balance", "duel", "--games", "2", "--seed", "1"]],
    "find-map": [[*TINY_SEARCH, "--seed", "1"]],
    "show": [["show"], ["show", "-"]],
    "moves": [["moves", "duel"], ["moves", "-"]],
    "score": [["score", "-"]],
    "perft": [["perft", "duel", "1"]],
    "playouts": [["playouts", "duel", "--games", "2", "--seed", "1"]],
    "rules": [["rules", "E3"], ["rules", "--help"]],
    "completion": [["completion", "bash"], ["completion", "--words", "pl"]],
    "analyse": [["analyse", "duel", "--visits", "2"]],
    "review": [["review", "-", "--visits", "2"]],
    "solve": [["solve", "-", "--objective", "win"]],
    "engine-check": [["engine-check", "sh -c 'exit 3'"], ["engine-check", "--help"]],
    "pack": [["pack", "check", "house"]],
    "serve": [["serve", "--port", "99999"], ["serve", "--help"]],
    "engine": [["engine", "greedy"]],
    "learn": [["learn", "duel", "--rounds", "1", "--games", "20", "--jobs", "1", "--seed", "1", "--out", "mine.toml"]],
}
"""Some ways to run each command, all of them short."""

INPUTS: Final = {
    "play": "quit\n",
    **dict.fromkeys(("show", "moves", "solve"), "A 3 B\n"),
    "engine": '{"type":"hello","protocol":1}\n',
    "review": sse.format_game(sse.GameRecord(sse.new_game(sse.parse_map("A 3 B")))),
}
"""What the commands are given that read the standard input."""

STREAMS: Final = ("stdin", "stdout", "stderr")

WAYS: Final[dict[str, dict[str, str]]] = {
    "whole": {},
    **{f"{name} is closed": {name: "closed"} for name in STREAMS},
    "all are closed": dict.fromkeys(STREAMS, "closed"),
    **{f"{name} is full": {name: "full"} for name in STREAMS[1:]},
}

DRIVER: Final = """
import io, json, os, resource, sys, traceback
from sse_core.cli import main

def stream(number, mode, errors):
    # As Python makes them when it starts.
    try:
        return io.TextIOWrapper(io.open(number, mode, closefd=False), encoding="utf-8", errors=errors)
    except OSError:
        return None

def child(args, files, folder):
    modes = {"stdin": os.O_RDONLY, "stdout": os.O_WRONLY | os.O_CREAT, "stderr": os.O_WRONLY | os.O_CREAT}
    opened = [None if files[name] == "closed" else os.open(files[name], mode) for name, mode in modes.items()]
    for number, each in enumerate(opened):
        if each is None:
            os.close(number)
        else:
            os.dup2(each, number)
            os.close(each)
    if "limit" in files:
        # A file that grows beyond it fails as one on a full disk does.
        resource.setrlimit(resource.RLIMIT_FSIZE, (files["limit"], files["limit"]))
        os.chdir(folder)
    sys.stdin, sys.stdout, sys.stderr = stream(0, "rb", "strict"), stream(1, "wb", "strict"), stream(2, "wb", "strict")
    try:
        try:
            status = main(args)
        except SystemExit as left:
            status = int(left.code or 0)
        # Python does so at its end, and a failure changes its status to 120.
        for each in (sys.stdout, sys.stderr):
            each.flush()
    except BaseException:
        status = 99
        with open(os.path.join(folder, "fault"), "w") as file:
            traceback.print_exc(file=file)
    os._exit(status)

jobs = json.load(sys.stdin)
# A command may hand the standard output to something else.
results = os.fdopen(os.dup(1), "w")
# What is loaded here need not be loaded in each child.
out, sys.stdout = sys.stdout, io.StringIO()
err, sys.stderr = sys.stderr, io.StringIO()
for args in {tuple(job[0]) for job in jobs}:
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"A 3 B" if "-" in args else b"quit"))
    try:
        main(list(args))
    except SystemExit:
        pass
sys.stdout, sys.stderr = out, err
found = []
for job in jobs:
    number = os.fork()
    if not number:
        child(*job)
    found.append(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
json.dump(found, results)
"""


Job: TypeAlias = tuple[list[str], dict[str, Any], str]
"""The arguments of a command, what its streams are, and the folder with the files that they are written to."""


class Ended(NamedTuple):
    args: list[str]
    files: dict[str, Any]
    folder: Path
    status: int
    out: str
    err: str


def run_all(jobs: list[Job]) -> Iterator[Ended]:
    """Run commands, each in a process of its own, all made from one that has loaded what they need."""
    # Python 3.12 warns of a fork in a process with threads. That of pyarrow's memory allocator survives forks.
    command = [sys.executable, "-W", "ignore:This process:DeprecationWarning", "-c", DRIVER]
    with TemporaryDirectory() as anywhere:
        # What the first process writes itself, to load what is needed, is nobody's.
        done = subprocess.run(
            command, input=json.dumps(jobs), capture_output=True, encoding="utf-8", check=False, cwd=anywhere
        )
    assert done.stderr == ""
    statuses: list[int] = json.loads(done.stdout)
    for (args, files, name), status in zip(jobs, statuses, strict=True):
        folder = Path(name)
        out, err, fault = (read(folder / each) for each in ("stdout", "stderr", "fault"))
        assert fault == "", (args, folder.name)
        assert err == "" or (err.startswith("sse: ") and err.count("\n") == 1), (args, folder.name, err)
        yield Ended(args, files, folder, status, out, err)


def read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def ways_of(place: int) -> dict[str, dict[str, str]]:
    """The ways to try with a sample: in a short profile the whole streams, the closed output, and one of the others."""
    if not IS_SHORT:
        return WAYS
    always, others = ("whole", "stdout is closed"), [way for way in WAYS if way not in ("whole", "stdout is closed")]
    return {way: WAYS[way] for way in (*always, others[place % len(others)])}


@POSIX
@pytest.mark.ci
def test_closed_streams_and_full_disks_end_in_one_line(tmp_path: Path) -> None:
    assert {*SAMPLES} == {*commands_for(None)}, "each command has a sample"
    jobs, on_full_disk = jobs_of_streams(tmp_path), jobs_on_a_full_disk(tmp_path)
    # One process starts them all.
    found = [*run_all([*jobs, *on_full_disk])]
    check_streams(found[: len(jobs)])
    check_full_disk(found[len(jobs) :])


def jobs_of_streams(tmp_path: Path) -> list[Job]:
    jobs: list[Job] = []
    for place, args in enumerate(args for samples in SAMPLES.values() for args in samples):
        for way, broken in ways_of(place).items():
            folder = tmp_path / f"{len(jobs)} {way}"
            folder.mkdir()
            (folder / "stdin").write_text(INPUTS.get(args[0], ""), encoding="utf-8")
            files = {name: str(folder / name) for name in STREAMS}
            for name, fault in broken.items():
                files[name] = "/dev/full" if fault == "full" else "closed"
            jobs.append((args, files, str(folder)))
    return jobs


def check_streams(found: Sequence[Ended]) -> None:
    """Check that no traceback is seen, that a lost output is no success, and that a lost input is told."""
    whole: Ended | None = None
    for ended in found:
        case = (ended.args, ended.folder.name)
        heard = ended.files["stderr"] not in ("closed", "/dev/full")
        if "whole" in ended.folder.name:
            whole = ended
        assert whole is not None
        if ended.files["stdout"] in ("closed", "/dev/full") and whole.out:
            # What can't be written is no success.
            assert ended.status == 1, case
            assert "standard" in ended.err or not heard, case
        elif ended.files["stdin"] == "closed" and {"-", "human", "engine"} & {*ended.args}:
            assert ended.status == 1, case
            assert ended.err == "sse: standard input: it is closed\n" or not heard, case
        else:
            assert ended.status == whole.status, case


def jobs_on_a_full_disk(tmp_path: Path) -> list[Job]:
    jobs: list[Job] = []
    for args, name in (
        (["play", "random", "greedy", *DUEL, "--quiet"], "out"),
        (["campaign", "random", "random", *DUEL, "--quiet"], "out"),
        (["match", "random", "greedy", *DUEL, "--games", "2"], "games.jsonl"),
        (["show", "duel", "--svg"], "duel.svg"),
    ):
        folder = tmp_path / args[0]
        folder.mkdir()
        (folder / "stdin").touch()
        files = {name: str(folder / name) for name in STREAMS} | {"stdout": "/dev/null", "limit": 300}
        jobs.append(([*args, "--out", name], files, str(folder)))
    return jobs


def check_full_disk(found: Sequence[Ended]) -> None:
    """Check that errors have the names of the files, not of temporary ones, and that nothing half-written is left."""
    for ended in found:
        wanted = {"play": "out/game.sse", "campaign": "out/campaign.sse"}.get(ended.args[0], ended.args[-1])
        assert (ended.status, ended.err) == (1, f"sse: {wanted}: File too large\n"), ended.args
        left = {path.name for path in ended.folder.rglob("*")} - {*STREAMS}
        assert left == ({"games.jsonl"} if ended.args[0] == "match" else {"out"} - {ended.args[-1][3:]} & left)


# --- plain ASCII


@pytest.mark.parametrize("name", GAMES)
def test_what_goes_through_a_pipe_is_ascii(run: Run, name: str) -> None:
    """The pages of every command, the rules from the first clause to the last, and what a person is told."""
    game = GAMES[name]
    preset = next(iter(game.presets()), None)
    seats = ["random"] * game.INFO.least_players
    position = preset or "-"
    state = game.new_game(players=game.INFO.least_players, seed=1).resolve(SplitMix64(1))
    text = game.format_state(state)
    pages = [
        run("rules", name),
        run("rules", name, *(section.number for section in rules_of(game).sections if section.number)),
        *(run("rules", name, section.title) for section in rules_of(game).sections if not section.number),
        run("show", name),
        run("show", name, position, stdin=text),
        run("moves", name, "-", stdin=text),
        run("analyse", name, "-", "--visits", 3, stdin=text),
        # The page of playouts is the same in every game; a long game takes seconds.
        *([run("playouts", name, "-", "--games", 2, stdin=text)] if game.max_plies(state) < LONG else []),
        run("perft", name, "-", 1, "--divide", stdin=text),
        run(
            "play", name, "human", *seats[1:], "--seed", 1, stdin="?\nhint 0.01\nhelp\nrules\n\nnonsense\nscore\nquit\n"
        ),
        *(run(command, name, "--help") for command in COMMANDS),
    ]
    for number, page in enumerate(pages):
        assert page.out.isascii(), (number, page.out)
        assert page.err.isascii(), (number, page.err)
    assert {page.status for page in pages} <= {0, 2, 3}


# --- narrow terminals


def pages_of(run: Run, name: str) -> list[Result]:
    """Pages of sentences: rules, helps, lists, and what a person is shown and told."""
    game = GAMES[name]
    seats = ["human", *["random"] * (game.INFO.least_players - 1)]
    typed = "help\nb9\nbord\n\nhint 0.01\nlast\n?\nrules\nscore\nundo\nredo 2\nboard\nsave\nquit\n"
    state = game.new_game(players=game.INFO.least_players, seed=1).resolve(SplitMix64(1))
    return [
        run("rules", name),
        run("rules", name, *(section.number for section in rules_of(game).sections if section.number)),
        run("show", name),
        run("analyse", name, "-", "--visits", 3, stdin=game.format_state(state)),
        run("play", name, *seats, "--seed", 1, stdin=typed),
        run("play", name, *seats, "--seed", 1, "--out", "out", stdin=typed),
        run("--help"),
        *(run(command, name, "--help") for command in COMMANDS),
    ]


def is_sentence(line: str) -> bool:
    """Whether a line could be wrapped: not a row of a map or a table, a word alone or a command."""
    text = line.strip()
    return " " in text and "  " not in text and not text.startswith(("[", "--", "seat ", "`sse "))


@pytest.mark.parametrize("name", GAMES)
def test_sentences_fit_a_narrow_terminal(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "40")
    # A terminal that knows no colours, and whose cursor doesn't move.
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for page in pages_of(run, name):
        # The usage of a command, up to a blank line, is broken as each Python breaks it.
        text = re.sub(r"\Ausage: .*?\n\n", "", page.out, flags=re.DOTALL)
        assert [line for line in text.split("\n") if len(line) > 40 and is_sentence(line)] == []
    row = "rows  of a map are left as they are, however wide"
    painted = "a sentence with \x1b[1mpainted words\x1b[0m, which is"
    assert fitted(f"{row}\n{painted} too long") == f"{row}\n{painted}\n  too long"
