"""`sse analyse`: its table, its JSON, its options, and how the table grows on a terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from tests import heaps
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core import games
from sse_core import micro_space_empire as micro
from sse_core.cli.terminal.styles import signed
from sse_core.game import AnyGame
from sse_core.play.search.analysis import follow
from sse_core.play.search.reasons import why

pty = pytest.importorskip("pty")
pytestmark = pytest.mark.usefixtures("heard_signals")

HEADING = r"Ply {ply}, {who} to act, {n} legal actions; {visits} visits:"
START: dict[str, str] = {"small_star_empires": "duel", "micro_space_empire": "start"}


def position_in(folder: Path, game: AnyGame, state: Any) -> Path:
    path = folder / "position.sse"
    path.write_text(game.format_state(state) + "\n", encoding="utf-8")
    return path


def with_a_choice(game: AnyGame) -> Any:
    """A position in which somebody has several actions."""
    state, rng = game.new_game(seed=3), sse.SplitMix64(3)
    while state.to_act == (sse.CHANCE,) or len(state.legal_actions(state.to_act[0])) < 3:
        player = state.to_act[0]
        state = state.resolve(rng) if player == sse.CHANCE else state.after(state.legal_actions(player)[0], player)
    return state


def texts(state: Any, line: Any) -> list[str]:
    return [before.game.format_action(action, before) for before, _, action in follow(state, line.line)]


# --- the table


@pytest.mark.parametrize("name", sse.GAMES)
def test_the_table_has_what_the_search_finds(run: Run, tmp_path: Path, name: str) -> None:
    game = sse.GAMES[name]
    state = with_a_choice(game)
    found = sse.analyse(state, visits=60, seed=5)
    printed = run("analyse", name, position_in(tmp_path, game, state), "--visits", 60, "--seed", 5)
    assert (printed.status, printed.err) == (0, "")
    heading, _, columns, *rows = printed.out.split("\n")
    player = state.to_act[0]
    assert heading == (
        f"Ply {state.ply}, {game.INFO.seats[player]} to act, {len(found.lines)} legal actions; 60 visits:"
    )
    alone = len(state.totals) == 1
    assert re.split(r" {2,}", columns)[:4] == ["action", "visits", "win %", "+-"]
    assert ("score" if alone else "margin") in columns
    for row, line in zip(rows, found.lines, strict=False):
        value, margin = float(line.value[player]), float(line.margin[player])
        shown = f"{margin:.3f}" if alone else f"{margin:+.2f}"
        action, *then = texts(state, line)
        words = row.removeprefix(action).split()
        assert words[:4] == [str(line.visits), f"{100 * value:.1f}", f"{100 * line.error:.1f}", shown]
        # What doesn't fit is cut between two actions.
        rest = row.removeprefix(action).split(shown, 1)[1].strip()
        assert " ".join(then).startswith(rest.removesuffix(" ..."))
        assert len(row) <= 80
    assert rows[len(found.lines)] == ""
    assert " ".join(rows[len(found.lines) + 1 :]).strip() == signed(found.how, unicode=False)


def test_the_same_command_prints_the_same(run: Run) -> None:
    assert run("analyse", "duel") == run("analyse", "duel", "--seed", 0)
    assert run("analyse", "duel", "--visits", 90) != run("analyse", "duel", "--visits", 90, "--seed", 1)


def test_chance_has_a_line_for_each_event(run: Run) -> None:
    state = micro.new_game().after(0)
    page = run("analyse", "micro_space_empire", "-", "--visits", 14, stdin=micro.format_state(state)).out
    assert page.startswith("Ply 1, chance to act, 7 chance events; 14 visits:\n")
    rows = page.split("\n")[3:10]
    assert {row.split()[0] for row in rows} == {micro.format_action(event) for event, _ in state.odds()}
    assert {row.split()[1] for row in rows} == {"2"}
    board = sse.maps()["everything-2p"]
    rng = sse.SplitMix64(1)
    found = sse.new_game(board)
    while found.to_act != (sse.CHANCE,):
        found = found.after(rng.choice(found.legal_actions()))
    page = run("analyse", "-", "--visits", 50, stdin=sse.format_state(found)).out
    assert re.match(rf"Ply {found.ply}, chance to act, \d+ chance events?, in the eyes of A; 50 visits:\n", page)


def test_the_best_lines_alone(run: Run) -> None:
    whole, top = (run("analyse", "duel", "--visits", 50, *more).out.split("\n") for more in ([], ["--top", 2]))
    assert (top[0], top[2], top[5]) == (whole[0], whole[2], "")
    assert [row.split()[:5] for row in top[3:5]] == [row.split()[:5] for row in whole[3:5]]
    told = json.loads(run("analyse", "duel", "--visits", 50, "--top", 1, "--json").out)
    assert [line["action"] for line in told["lines"]] == [whole[3].split()[0]]


@pytest.mark.parametrize("name", sse.GAMES)
def test_json(run: Run, tmp_path: Path, name: str) -> None:
    game = sse.GAMES[name]
    state = with_a_choice(game)
    found = sse.analyse(state, visits=40)
    told = json.loads(run("analyse", name, position_in(tmp_path, game, state), "--visits", 40, "--json").out)
    assert told.pop("seconds") > 0
    assert told == {
        "ply": state.ply,
        "player": state.to_act[0],
        "visits": 40,
        "exact": False,
        "is_full": False,
        "how": found.how,
        "lines": [
            {
                "action": game.format_action(line.action, state),
                "visits": line.visits,
                "value": list(line.value),
                "margin": list(line.margin),
                "error": line.error,
                "exact": line.exact,
                "line": texts(state, line),
            }
            for line in found.lines
        ],
    }


def test_why_tells_what_sets_the_best_action_apart(run: Run) -> None:
    plain, page = (run("analyse", "duel", "--visits", 50, *more).out for more in ([], ["--why"]))
    told = json.loads(run("analyse", "duel", "--visits", 50, "--top", 1, "--why", "--json").out)
    state = sse.new_game(sse.load_map("duel"))
    expected = why(state, sse.parse_action(told["lines"][0]["action"], state))
    assert told["why"] == {
        "sentences": list(expected.sentences),
        "changes": [asdict(change) for change in expected.changes],
    }
    assert page.startswith(plain)
    assert " ".join(page.removeprefix(plain).split()) == " ".join(expected.sentences)
    assert "why" not in json.loads(run("analyse", "duel", "--visits", 50, "--json").out)


def test_why_is_refused_where_positions_have_no_numbers(run: Run) -> None:
    refused = run("analyse", "micro_space_empire", "start", "--why")
    assert_refused(refused, 1, "Micro Space Empire has no numbers of its positions")


def test_numbers_may_be_short(run: Run) -> None:
    assert "; 1,000 visits:" in run("analyse", "micro_space_empire", "start", "--visits", "1k").out
    begun = json.loads(run("analyse", "duel", "--seconds", "0.05", "--json").out)
    assert begun["seconds"] >= 0.05
    assert "; 20 visits:" in run("analyse", "duel", "--visits", 20, "--seconds", 600).out


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (["--visits", "0"], "a number above 0"),
        (["--visits", "-1"], "--visits"),
        (["--visits", "many"], "not 'many'"),
        (["--seconds", "0"], "a time in seconds is above 0"),
        (["--seconds", "1e3"], "not '1e3'"),
        (["--seconds", "nan"], "not 'nan'"),
        (["--threads", "0"], "a number of threads is 1 to 1024"),
        (["--seed", "x"], "a seed is 0 to"),
        (["--top", "0"], "a number above 0"),
    ],
)
def test_an_option_that_cannot_be(run: Run, option: list[str], words: str) -> None:
    assert_refused(run("analyse", "duel", *option), 2, words)


def test_too_many_visits_are_refused(run: Run) -> None:
    for game, start in START.items():
        assert_refused(run("analyse", game, start, "--visits", "3G"), 1, "visits is 3000000000, not in 1 to 2147483648")


def test_a_finished_game_is_refused(run: Run, tmp_path: Path) -> None:
    end = sse.playout(sse.new_game(sse.maps()["duel"]), 1)
    path = position_in(tmp_path, sse.small_star_empires, end)
    assert_refused(run("analyse", path), 1, f"{path}: the game is over after {end.ply} plies, and no action")


def test_what_another_seat_has_sealed_is_not_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._MODULES, "heaps", "tests.heaps")
    start = heaps.new_game(stones=3)
    pages = [
        run("analyse", "heaps", "-", "--visits", 20, stdin=heaps.format_state(state)).out
        for state in (start, start.after("take 1", 1), start.after("take 2", 1))
    ]
    assert all("A to act, 2 legal actions; 20 visits:" in page for page in pages)
    assert pages[1] == pages[2]
    assert pages[0].split("\n")[1:] != pages[1].split("\n")[1:]


# --- on a terminal


def on_terminal(*args: object, term: str = "xterm", tables: int | None = None) -> tuple[int, str]:
    """Run the command on a terminal; return its status and all it writes.

    Ctrl-C comes as soon as so many tables are written.
    """
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sse_core", "analyse", *map(str, args)]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": term}, start_new_session=True
    ) as process:
        os.close(theirs)
        # What hangs fails, rather than hanging the tests.
        timer = threading.Timer(60, process.kill)
        timer.start()
        output = b""
        while part := _read(ours):
            output += part
            if tables is not None and output.count(b"Ply ") >= tables:
                process.send_signal(signal.SIGINT)
                tables = None
        status = process.wait()
        timer.cancel()
    os.close(ours)
    return status, output.decode()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # Linux says so when the other end is closed.
        return b""


def screen(output: str) -> list[str]:
    """The lines that stand on a terminal in the end: it knows how to go up, and to erase from there on."""
    lines, row = [""], 0
    for part in re.findall(r"\x1b\[\d*[A-Z]|\r|\n|[^\x1b\r\n]+", output):
        if part == "\n":
            row += 1
            lines += [""] * (row == len(lines))
        elif part.endswith("A") and part[0] == "\x1b":
            row -= int(part[2:-1])
            assert row >= 0
        elif part == "\x1b[J":
            del lines[row + 1 :]
            lines[row] = ""
        elif part != "\r":
            assert part[0] != "\x1b"
            lines[row] += part
    return lines


def test_the_table_grows_in_place_until_ctrl_c() -> None:
    """At the fourth table Ctrl-C ends the search, and what was found stands there alone."""
    status, output = on_terminal("micro_space_empire", "start", "--seconds", 600, tables=4)
    assert status == 130
    shown = [int(n.replace(",", "")) for n in re.findall(r"legal actions; ([\d,]+) visits:", output)]
    assert len(shown) >= 4
    assert shown == sorted(shown)
    assert shown[0] < shown[-1]
    lines = screen(output)
    assert [line.startswith("Ply 0, A to act") for line in lines].count(True) == 1
    assert lines[0].endswith(f"{shown[-1]:,} visits:")
    assert lines[2].split()[:2] == ["action", "visits"]
    assert {lines[3].split()[0], lines[4].split()[0]} == {"explore=near", "bide"}
    assert lines[-2].startswith("sse: interrupted")


def test_on_a_terminal_stands_what_a_file_would_have(run: Run) -> None:
    # After so few visits each expected play fits, whatever the weights say: its end would be cut off elsewhere.
    for args in (["duel", "--visits", 20], ["micro_space_empire", "start", "--visits", 40, "--top", 1]):
        status, output = on_terminal(*args)
        assert status == 0
        # The lines of a paragraph may break elsewhere, since a sign is longer in ASCII.
        assert signed("\n".join(screen(output)), unicode=False).split() == run("analyse", *args).out.split()


@pytest.mark.parametrize(
    ("args", "term"), [([], "dumb"), ([], ""), (["--json"], "xterm")], ids=["dumb", "none", "json"]
)
def test_no_cursor_is_moved_where_it_cannot_or_need_not(args: list[str], term: str) -> None:
    status, output = on_terminal("duel", "--seconds", "0.6", *args, term=term)
    assert status == 0
    assert "\x1b" not in output
    assert output.count("Ply 0") == ("--json" not in args)
