"""Long commands: their line of progress, where it is shown, and what they print at Ctrl-C; random games."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.command import AtTerminal, Run, assert_refused

import sse_core as sse

pytest.importorskip("pty")
pytestmark = pytest.mark.usefixtures("heard_signals")

START: Final = sse.new_game(sse.maps()["duel"])


def test_perft_tells_how_far_it_is_and_stops_with_what_it_has(tmp_path: Path) -> None:
    count = AtTerminal("perft", "base-4p", 9, "--divide", folder=tmp_path)
    count.wait_until(" positions a second")
    count.type("\x03", end="")
    assert count.end() == 130
    done = re.search(r"The count was left after (\d+) of (\d+) actions\.\n", count.page)
    assert done is not None
    assert int(done[1]) < int(done[2])
    assert re.search(r"0 of \d+ actions, ", count.page)


def test_playouts_stop_with_what_they_have(tmp_path: Path) -> None:
    games = AtTerminal("playouts", "base-2p", "--games", "1G", "--seed", 3, "--json", folder=tmp_path)
    games.wait_until(" games, ")
    games.wait_until(" left")
    games.type("\x03", end="")
    assert games.end() == 130
    found = json.loads(
        re.sub(r"\^C|sse: interrupted", "", "{" + games.page.partition("{")[2].partition("\n}")[0] + "}")
    )
    assert not found["finished"]
    assert found["games"] % 1000 == 0
    assert 0 < found["games"] < 10**9


@pytest.mark.parametrize("name", sse.GAMES)
def test_playouts_are_random_games(run: Run, name: str) -> None:
    fast = {"small_star_empires": "base-3p", "micro_space_empire": "start"}
    start = fast[name] if name in fast else next(iter(sse.GAMES[name].presets()))
    n = 1500 if name in fast else 1
    told = json.loads(run("playouts", name, start, "--games", n, "--seed", 5, "--json").out)
    assert (told["games"], told["finished"], told["seed"]) == (n, True, 5)
    assert sum(row["share"] for row in told["players"]) <= 1 + 1e-9
    state = sse.GAMES[name].presets()[start].value
    if name == "small_star_empires":
        games = [sse.playouts(sse.new_game(state), size, sse.child_seed(5, i)) for i, size in enumerate((1000, 500))]
        totals = [int(each.totals[:, 0].sum()) for each in games]
        assert told["players"][0]["score"] == pytest.approx(sum(totals) / n)


def test_the_page_of_playouts(run: Run) -> None:
    page = run("playouts", "base-3p", "--seed", 5).out
    assert page.startswith(
        "Small Star Empires, random play from ply 0; seed 5\n\nseat  wins  share %   +-  score  least  most\n"
    )
    assert re.search(r"\n1,000 games, [\d,]+ a second; [\d.]+ plies in a game, \d+ to \d+\n$", page)


def test_playouts_of_a_finished_game_are_refused(run: Run) -> None:
    over = sse.playout(START, 1)
    assert_refused(run("playouts", "-", stdin=sse.format_state(over)), 1, "the game is over")


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("words", "told"),
    [(["play"], "2 plies, "), (["campaign"], "2 plies of game 1, "), (["perft", 2], "2 of 14 actions, ")],
)
def test_how_far_is_told_at_each_step(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[object], told: str
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("sse_core.cli.terminal.progress._PAUSE", 0)
    command, *more = words
    assert run(command, *(["duel"] if command == "perft" else ["--map", "duel", "--seed", 1]), *more).status == 0
    assert f"\r{told}" in terminal.getvalue()
    assert terminal.getvalue().endswith(f"\r{' ' * 79}\r")


def test_analyse_tells_how_much_is_left(tmp_path: Path) -> None:
    search = AtTerminal("analyse", "base-2p", "--seconds", "0.8", folder=tmp_path)
    assert search.end() == 0
    assert re.search(r"0\.\d of 0\.8 s, [\d,]+ visits a second, 0:0[01] left", search.page)
