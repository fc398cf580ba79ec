"""Commands that a game owns: listed without loading the game, completed, and run as the others are."""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser

import pytest
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core import games
from sse_core.cli import registry
from sse_core.cli.commands.completion import completions
from sse_core.play.game_commands import OwnCommands, command_of, own_commands


@pytest.fixture(autouse=True)
def _line_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._MODULES, "heaps", "tests.heaps")


def test_a_command_of_a_game_works(run: Run) -> None:
    assert run("stones", "count", "nine") == (0, "stones: 9\n", "")
    assert run("stones", "heaps", "draw", "nine", "--twice") == (0, "ooooooooo\nooooooooo\n", "")
    assert_refused(run("stones", "count", "ten"), 1, "no heap is called ten")
    assert_refused(run("stones", "weigh", "nine"), 2, "invalid choice: 'weigh'", "(see `sse stones --help`)")
    assert_refused(
        run("stones", "jump_wars", "count", "nine"), 2, "jump_wars has no stones", "after the command: heaps"
    )


def test_it_is_listed_and_completed(run: Run) -> None:
    lines = [line.split(maxsplit=1) for line in run("--help").out.splitlines()]
    assert ["stones", "count stones, or draw a heap, in heaps"] in lines
    assert "say how many stones there are" in run("stones", "--help").out
    assert run("stones", "heaps", "draw", "--help").out.startswith("usage: sse stones heaps draw ")
    assert completions(["st"]).words == ["stones"]
    assert completions(["stones", ""]).words == ["heaps", "count", "draw"]
    assert completions(["stones", "heaps", "d"]).words == ["draw"]
    assert completions(["stones", "draw", "--t"]).words == ["--twice"]
    assert completions(["stones", "jump_wars", ""]).words == []


def test_a_game_without_such_a_command_does_not_list_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(games._MODULES, "heaps")
    assert "stones" not in registry.commands_for(None)
    assert_refused(run("stones", "count", "nine"), 2, "there is no command 'stones'; they are play, campaign, ")


def test_names_are_listed_without_loading_a_game() -> None:
    script = (
        "import sys\nfrom sse_core.games import _MODULES\n_MODULES['heaps'] = 'tests.heaps'\n"
        "from sse_core.play.game_commands import own_commands\nprint(own_commands(), 'tests.heaps' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("{'pack': {'empire_of_the_stars': ")
    assert done.stdout.endswith("'stones': {'heaps': 'count stones, or draw a heap'}} False\n")


def test_every_game_runs_the_commands_that_it_names() -> None:
    taken = registry.commands_for("play")
    for name, owners in own_commands().items():
        assert re.fullmatch("[a-z][a-z-]*", name)
        assert name not in taken
        for owner in owners:
            command = command_of(sse.GAMES[owner])
            assert isinstance(command, OwnCommands)
            command.add_command(name, ArgumentParser())
