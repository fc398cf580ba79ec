"""`sse solve`: its page, its JSON, its options, what Ctrl-C leaves, and games that have no solver."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.command import AtTerminal, Run, assert_refused

import sse_core as sse
from sse_core.play.game_commands import SolverCommand, command_of
from sse_core.small_star_empires import solve
from sse_core.small_star_empires.strength.solution import caption_of, object_of, play_of, rows_of

pytestmark = pytest.mark.usefixtures("heard_signals")

START = sse.new_game(sse.parse_map("A 1 2 3 B"), ships=1)


@pytest.mark.parametrize("objective", ["margin", "win", "win-margin"])
def test_json_is_the_solution(run: Run, objective: str) -> None:
    args = ["--objective", objective, "--all", "--json"]
    told = json.loads(run("solve", "-", *args, stdin=sse.format_state(START)).out)
    found = object_of(solve(START, objective=objective, all=True))  # type: ignore[arg-type]
    assert told.pop("seconds") >= 0
    assert told == {key: value for key, value in found.items() if key != "seconds"}
    assert told["exact"]
    assert len(told["worths"]) == START.legal_count()


def test_exact_fractions_are_texts(run: Run) -> None:
    told = json.loads(run("solve", "-", "--json", stdin="A ? 1 ? B").out)
    found = solve(sse.new_game(sse.parse_map("A ? 1 ? B")))
    assert found.margin is not None
    assert told["margin"] == list(map(str, found.margin))


def test_the_page_says_what_is_known(run: Run) -> None:
    found = solve(START, all=True)
    told = run("solve", "-", "--all", stdin=sse.format_state(START))
    assert (told.status, told.err) == (0, "")
    assert told.out.isascii()
    head, caption, play, table = without_times(told.out).split("\n\n")
    assert head == "Ply 0, A to act."
    assert caption == without_times(f"{caption_of(found)}.")
    assert play == play_of(found)
    assert [line.split() for line in table.split("\n") if line] == [" ".join(row).split() for row in rows_of(found)]


def without_times(page: str) -> str:
    return re.sub(r"in [\d.]+\s+s\b", "in time", page)


def test_a_ply_of_a_record(run: Run) -> None:
    record = sse.GameRecord(START, ["a1-a3=C"])
    told = json.loads(run("solve", "-", "--ply", 0, "--json", stdin=sse.format_game(record)).out)
    assert told["line"][0] == sse.format_action(solve(START).line[0], START)
    assert run("solve", "-", "--ply", 1, stdin=sse.format_game(record)).out.startswith("Ply 1, B to act.\n")


def test_what_is_not_solved_has_bounds(run: Run) -> None:
    told = run("solve", "duel", "--nodes", 100)
    assert told.status == 0
    assert re.search(r"Not solved yet: between -\d+ and \d+ \(margin\); [\d,]+ positions in ", told.out)
    assert "Best so far: " in told.out


def test_odds_that_are_too_fine_are_said(run: Run) -> None:
    page = run("solve", "unexplored-2p", "--objective", "win-margin").out
    assert "Not solved: so many tiles can be revealed that the odds need more than 64 bits." in page


@pytest.mark.ci
def test_ctrl_c_keeps_what_is_known(tmp_path: Path) -> None:
    pytest.importorskip("pty")
    work = AtTerminal("solve", "base-2p", folder=tmp_path)
    work.wait_until("Not solved yet")
    work.type("\x03", end="")
    assert work.end() == 130
    end = work.page[work.page.rindex("Ply 0, A to act.") :]
    assert "Not solved yet: between " in end
    assert end.rstrip().endswith("sse: interrupted")


def test_what_cannot_be_solved(run: Run) -> None:
    over = sse.playout(START, 1)
    assert_refused(run("solve", "-", stdin=sse.format_state(over)), 1, f"the game is over after {over.ply} plies, and")
    assert_refused(run("solve", "duel", "--objective", "points"), 2, "--objective", "win-margin")
    assert_refused(run("solve", "duel", "--megabytes", -1, "--nodes", 5), 1, "megabytes is -1")
    assert_refused(run("solve", "duel", "--seconds", "0"), 2, "a time in seconds is above 0")


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_game_without_a_solver_says_so(run: Run, name: str) -> None:
    if isinstance(command_of(sse.GAMES[name]), SolverCommand):
        assert run("solve", name, "--help").status == 0
    else:
        words = f"{name} has no solver; name a game that has, after the command: small_star_empires"
        assert_refused(run("solve", name, "position.sse"), 2, words)
