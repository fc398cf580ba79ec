"""`make campaign WHAT=elsewhere`: what it plans, what it needs, and what it reads from the runs."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest
from bench.results import files
from tools import pythons
from tools.elsewhere.__main__ import main
from tools.elsewhere.processes import status_of
from tools.elsewhere.rows import Found, found_in, read, row_of, section, table_of
from tools.elsewhere.running import temporary_within
from tools.elsewhere.runs import KINDS, Run, arguments_of, for_make, plan
from tools.elsewhere.user import closed_above, script
from tools.pythons import Python

ROOT: Final = Path(__file__).parents[1]
PYTHONS: Final = [Python(f"python3.{n}", f"/python3.{n}", "/usr", f"3.{n}.0") for n in (11, 12, 13)]
RUN: Final = Run("harsh", PYTHONS[0], 5)

PRINTED: Final = """\
FAILED in the output of a test
=========================== short test summary info ============================
FAILED tests/inner.py::test_of_a_test - the summary of an inner run
====== 1 failed in 0.01s ======
\x1b[36m\x1b[1m=========================== short test summary info ============================\x1b[0m
SKIPPED [2] tests/test_a.py:7: no browser
\x1b[31mFAILED\x1b[0m tests/test_a.py::\x1b[1mtest_one[a - b]\x1b[0m - AssertionError: 1 - 2
ERROR tests/test_b.py - ImportError
ERROR tests/test_b.py - ImportError
\x1b[31m= \x1b[1m1 failed\x1b[0m, \x1b[32m14791 passed\x1b[0m, 2 skipped, 2 errors in 310.20s (0:05:10)\x1b[0m =
make: *** [Makefile:93: test] Fehler 1
"""


def test_harsh_runs_are_done_on_each_python_with_each_seed_and_others_once() -> None:
    runs = plan([*KINDS], PYTHONS, [1, 2, 3, 4, 5])
    assert len(runs) == len({*runs}) == 18
    assert [PYTHONS.index(run.python) for run in runs] == sorted(PYTHONS.index(run.python) for run in runs)
    assert {run.python for run in runs if run.kind != "harsh"} == {*PYTHONS}
    assert plan(["one-core"], PYTHONS, [7]) == [run for run in plan([*KINDS], PYTHONS, [7]) if run.kind == "one-core"]
    assert str(RUN) == "make campaign WHAT=elsewhere ONLY=harsh PYTHONS=python3.11 SEEDS=5"


def test_a_seed_puts_all_files_in_an_order() -> None:
    first, again, other = (arguments_of(RUN._replace(seed=seed), ROOT, ["-x"]) for seed in (5, 5, 6))
    assert first == again != other
    assert {*first} ^ {*other} == {"--hypothesis-seed=5", "--hypothesis-seed=6"}
    assert "tests/test_elsewhere.py" in first
    assert "tests/small_star_empires/test_rules.py" in first
    assert not any("web_browser" in word for word in first)


def test_named_files_take_the_place_of_all() -> None:
    named = ["tests/test_elsewhere.py::test_other", "tests/test_repr.py"]
    arguments = arguments_of(RUN._replace(kind="one-core"), ROOT, [*named, "-k", "a or b"])
    assert arguments[:-2] == ["--hypothesis-seed=5", "-n", "1", "-k", "a or b"]
    assert sorted(arguments[-2:]) == sorted(named)


def test_make_and_its_shell_hand_arguments_on() -> None:
    arguments = ["-k", "a or 'b'", "$HOME", 'tests/test_a.py::test_one["$(b)"]']
    name, _, value = for_make(arguments).partition("=")
    assert name == "PYTEST_ARGS"
    assert "$" not in value.replace("$$", "")
    assert shlex.split(value.replace("$$", "$")) == arguments


def test_what_a_run_printed_is_read_without_its_colours() -> None:
    failures = ["tests/test_a.py::test_one[a - b] - AssertionError: 1 - 2", "tests/test_b.py - ImportError"]
    assert found_in(PRINTED) == Found(14791, 3, 2, failures)
    assert found_in("collected 3 items\nKilled\n") is None


def test_rows_are_kept_and_the_last_one_of_a_run_counts(tmp_path: Path) -> None:
    red = row_of(RUN, "abc", tmp_path / "log", Found(1, 1, 0, ["größer"]), 31.26, "")
    green = row_of(RUN, "abc", tmp_path / "log", Found(2, 0, 0, []), 30, "")
    stopped = row_of(RUN._replace(seed=6), "abc", tmp_path / "log", Found(0, 0, 0, []), 9.5, "stopped")
    path = tmp_path / "rows.jsonl"
    assert read(path) == []
    path.write_text("".join(row.line() for row in (red, stopped, green)), encoding="utf-8")
    assert read(path) == [green, stopped]
    assert [row.is_green for row in (red, green, stopped)] == [False, True, False]
    assert [row.outcome for row in (red, green, stopped)] == ["1 failed", "2 passed", "stopped"]
    assert table_of([red]).splitlines()[-1].startswith("| harsh | 3.11.0 | 5    | 1      | 1      | 0       | 31.3 ")
    (line,) = (line for line in section([green, stopped]).splitlines() if line.startswith("| `harsh`"))
    assert [cell.strip() for cell in line.split("|")[3:-1]] == ["3.11.0", "2", "1", "2", "19.8 (9.50–30.0)"]


@pytest.mark.skipif(not (ROOT / "CONTRIBUTING.md").exists(), reason="the page is part of the checkout")
def test_the_result_says_what_each_run_sets() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in section([]).splitlines()[2:]]
    (table,) = (part for part in files.read(files.FOLDER / "elsewhere.toml").parts if isinstance(part, files.Table))
    shown = [[*row[:2]] for row in table.rows]
    assert [row for row in shown if row[0].strip("`") in KINDS] == rows


def test_what_the_machine_lacks_is_named_and_nothing_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.delenv("SSE_CHROMIUM", raising=False)
    assert pythons.find("python3.11") is None
    assert main(["--only", "harsh", "--pythons", "python3.11", "--seeds", "5"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert all(line.startswith("elsewhere: this machine lacks what the runs need: no ") for line in said)
    for missing in ("no git", "no browser", "no locale de_DE.UTF-8", "no right to mount", "no python3.11"):
        assert any(missing in line for line in said), missing


def test_a_temporary_folder_of_200_characters_has_brackets() -> None:
    path = temporary_within(Path("/tmp/elsewhere-abcdefgh/tmpabcdefgh"))
    assert len(str(path)) == 200
    assert {*"ö+()[]"} <= {*path.name}


def test_what_others_cant_enter_is_shown_in_part(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    closed = closed_above(tmp_path / "python")
    assert closed is not None
    assert tmp_path.is_relative_to(closed)
    assert closed_above(Path("/")) is None
    lines = script({Path("/root"): [Path("/root/a b")]}, Path("/s"), Path("/t()"), 0o077).splitlines()
    assert [shlex.split(line) for line in lines[2:]] == [
        ["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/s"],
        ["mkdir", "-p", "/s/a b"],
        ["mount", "--bind", "/root/a b", "/s/a b"],
        ["mount", "--move", "/s", "/root"],
        ["mount", "-t", "tmpfs", "-o", "noexec,nosuid,nodev,mode=1777", "tmpfs", "/t()"],
        ["umask", "077"],
        ["exec", "$@"],
    ]


def test_a_run_that_is_over_ends_with_all_that_it_started(tmp_path: Path) -> None:
    log = tmp_path / "log"
    os.mkfifo(log)
    # What a run writes into is open as long as any process of it lives.
    with open(os.open(log, os.O_RDONLY | os.O_NONBLOCK), "rb") as inside:
        with pytest.raises(subprocess.TimeoutExpired):
            status_of(["sh", "-c", "sleep 1000 & wait"], tmp_path, {"PATH": os.defpath}, log, 0.5)
        os.set_blocking(inside.fileno(), True)
        assert inside.read() == b""
