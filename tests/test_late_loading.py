"""Modules that a command loads: the game that it was asked for, and what it needs itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import sse_core as sse
from sse_core.cli.commands import COMMANDS
from sse_core.forms.late import LateMapping
from sse_core.play.records import GameRecord, format_game

FACE: Final = "small_star_empires"
"""The game whose names ``import sse_core`` offers, so that it is always loaded."""

LARGE: Final = {"archive", "arena", "web", "bots", "testing"}
"""Rooms of the package that a list of moves needs none of."""

ALIEN: Final = {
    *("numpy", "pyarrow", "rich", "starlette", "uvicorn"),
    *("multiprocessing", "importlib.metadata", "webbrowser"),
}

CALL: Final = """
import contextlib, io, json, sys
from sse_core.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    assert main(sys.argv[1:]) == 0
print(json.dumps(sorted(sys.modules)))
"""

READ: Final = """
import json, sys
import sse_core
sse_core.read(sys.stdin.read())
print(json.dumps(sorted(sys.modules)))
"""


def loaded(code: str, *words: str, stdin: str = "") -> set[str]:
    """Return the modules that are loaded after some code."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words], input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {*json.loads(done.stdout)}


def games_among(modules: set[str]) -> set[str]:
    """Return the games that are loaded."""
    return {name for name in sse.GAMES if f"sse_core.{name}" in modules}


@pytest.mark.parametrize("game", sse.GAMES)
def test_a_command_loads_the_game_that_it_was_asked_for(game: str) -> None:
    preset = next(iter(sse.GAMES[game].presets()))
    modules = loaded(CALL, "moves", game, preset)
    assert games_among(modules) == {FACE, game}
    assert not {f"sse_core.cli.{name}" for name in COMMANDS if name not in ("moves", "score")} & modules
    assert not {f"sse_core.{room}" for room in LARGE} & modules
    assert not ALIEN & modules


def test_the_first_game_is_loaded_where_none_is_named() -> None:
    assert games_among(loaded(CALL, "moves", "base-2p")) == {FACE}


@pytest.mark.parametrize("game", sse.GAMES)
def test_a_file_loads_its_own_game_alone(game: str, tmp_path: Path) -> None:
    start = next(iter(sse.GAMES[game].presets().values())).value
    state = start if hasattr(start, "to_act") else sse.new_game(start)
    record = format_game(GameRecord(state, (), {"seed": "1"}))
    path = tmp_path / "game.sse"
    path.write_text(record, encoding="utf-8")
    assert games_among(loaded(CALL, "score", game, str(path))) == {FACE, game}
    assert games_among(loaded(READ, stdin=record)) == {FACE, game}
    assert games_among(loaded(READ, stdin=sse.GAMES[game].format_state(state))) == {FACE, game}


def test_a_page_of_help_loads_its_command_alone() -> None:
    code = CALL.replace("assert main(sys.argv[1:]) == 0", "try: main(sys.argv[1:])\n    except SystemExit: pass")
    modules = loaded(code, "rules", "--help")
    assert games_among(modules) == {FACE}
    assert "sse_core.cli.play" not in modules


def test_values_are_made_late_and_once() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    values = LateMapping(["a", "b"], make)
    assert (list(values), len(values), "b" in values, "c" in values) == (["a", "b"], 2, True, False)
    assert made == []
    assert values["b"] == values["b"] == "B"
    assert made == ["b"]
    with pytest.raises(KeyError):
        values["c"]
    assert values == {"a": "A", "b": "B"}
    assert repr(values) == "{'a': 'A', 'b': 'B'}"
