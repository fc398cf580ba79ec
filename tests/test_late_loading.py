"""Modules that a command loads: the game that it was asked for, and what it needs itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import sse_core as sse
from sse_core.cli.registry import COMMANDS
from sse_core.forms.lazy_mapping import LazyMapping
from sse_core.play.records.record import GameRecord, format_game

FIRST: Final = "small_star_empires"
"""The game that a command plays where none is named."""

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

PLAY: Final = """
import json, sys
before = {*sys.modules}
from sse_core import State, new_game, parse_map
state = new_game(parse_map("A 3 B"))
while legal := state.legal_actions():
    state = state.after(legal[0])
assert type(state) is State
print(json.dumps(sorted({*sys.modules} - before)))
"""

PLAYS_IN: Final = {
    *("actions", "any_state", "board", "messages", "options", "reasons", "ruleset_cache", "scores"),
    *(
        "maps",
        "maps.geometry",
        "maps.hexes",
        "maps.map",
        "maps.outlines",
        "maps.playable",
        "maps.systems",
        "maps.tiles",
    ),
    *("positions", "positions.checks", "positions.makers", "words", "words.options"),
}
"""The files of Small Star Empires that a map, a position and its play are made of."""

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


def ours(modules: set[str]) -> set[str]:
    """Return the modules of the package, without its name; the package itself is empty."""
    return {name.removeprefix("sse_core").removeprefix(".") for name in modules if re.match(r"sse_core\b", name)}


ALONE: Final = {"", "lazy", "_core", "_core.variants", "_core.processor"}
"""The package itself, and what chooses the variant of its `_fast`."""


def test_the_package_loads_nothing_but_itself() -> None:
    code = "import json, sys; before = {*sys.modules}; import sse_core; print(json.dumps([*{*sys.modules} - before]))"
    modules = loaded(code)
    assert ours(modules) == ALONE
    others = {name.partition(".")[0] for name in modules if not name.startswith(("sse_core", "_cython"))}
    assert others <= {"__future__", "cython_runtime", "importlib", "warnings"}


def test_play_loads_the_engine_and_what_positions_are_made_of() -> None:
    modules = loaded(PLAY)
    assert games_among(modules) == {FIRST}
    prefix = f"{FIRST}."
    assert {name.removeprefix(prefix) for name in ours(modules) if name.startswith(prefix)} == PLAYS_IN
    rooms = {name.partition(".")[0] for name in ours(modules)}
    assert rooms == {"", "lazy", FIRST, "_fast", "_core", "games", "errors", "forms", "drawing"}
    # The table that notebooks show of a score: no picture.
    assert {name for name in ours(modules) if name.startswith("drawing.")} == {"drawing.notebook"}
    assert not {*ALIEN, "tomllib", "importlib.util", "fractions"} & modules
    assert len(ours(modules)) <= 44


HYPOTHESIS: Final = """
import json, sys
import hypothesis
print(json.dumps(sorted(sys.modules)))
"""


def test_whoever_has_hypothesis_pays_for_no_game() -> None:
    modules = ours(loaded(HYPOTHESIS))
    assert modules == {*ALONE, "testing", "testing.registration"}


DRAWN: Final = """
from hypothesis import given, settings
{imports}

@settings(max_examples=2, database=None)
@given(...)
def check(value: {kind}) -> None:
    seen.append(type(value).__module__)

seen = []
check()
print(len(seen), *sorted({{*seen}}))
"""


@pytest.mark.parametrize(
    ("imports", "kind", "home"),
    [
        ("from sse_core import State", "State", "sse_core._fast"),
        ("from sse_core import GameRecord", "GameRecord", "sse_core.play.records.record"),
        ("from sse_core.small_star_empires.board import Board", "Board", "sse_core.small_star_empires.board"),
        ("import sse_core as sse", "sse.jump_wars.State", "sse_core._core.jump_wars.state"),
        (
            "from sse_core import GAMES\ntype_of_state = type(GAMES['micro_space_empire'].new_game())",
            "type_of_state",
            "sse_core._core.micro_space_empire.state",
        ),
    ],
)
def test_a_type_is_drawn_by_annotation_whenever_it_is_loaded(imports: str, kind: str, home: str) -> None:
    code = DRAWN.format(imports=imports, kind=kind)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"2 {home}\n", "")


@pytest.mark.parametrize("game", sse.GAMES)
def test_a_command_loads_the_game_that_it_was_asked_for(game: str) -> None:
    preset = next(iter(sse.GAMES[game].presets()))
    modules = loaded(CALL, "moves", game, preset)
    assert games_among(modules) == {game}
    assert not {f"sse_core.cli.commands.{name}" for name in COMMANDS if name not in ("moves", "score")} & modules
    assert not {f"sse_core.{room}" for room in LARGE} & modules
    assert not ALIEN & modules


def test_the_first_game_is_loaded_where_none_is_named() -> None:
    assert games_among(loaded(CALL, "moves", "base-2p")) == {FIRST}


@pytest.mark.parametrize("game", sse.GAMES)
def test_a_file_loads_its_own_game_alone(game: str, tmp_path: Path) -> None:
    start = next(iter(sse.GAMES[game].presets().values())).value
    state = start if hasattr(start, "to_act") else sse.new_game(start)
    record = format_game(GameRecord(state, (), {"seed": "1"}))
    path = tmp_path / "game.sse"
    path.write_text(record, encoding="utf-8")
    assert games_among(loaded(CALL, "score", game, str(path))) == {game}
    assert games_among(loaded(READ, stdin=record)) == {game}
    assert games_among(loaded(READ, stdin=sse.GAMES[game].format_state(state))) == {game}


def test_a_page_of_help_loads_its_command_alone() -> None:
    code = CALL.replace("assert main(sys.argv[1:]) == 0", "try: main(sys.argv[1:])\n    except SystemExit: pass")
    modules = loaded(code, "rules", "--help")
    assert games_among(modules) == {FIRST}
    assert "sse_core.cli.commands.play" not in modules


def test_values_are_made_late_and_once() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    values = LazyMapping(["a", "b"], make)
    assert (list(values), len(values), "b" in values, "c" in values) == (["a", "b"], 2, True, False)
    assert made == []
    assert values["b"] == values["b"] == "B"
    assert made == ["b"]
    with pytest.raises(KeyError):
        values["c"]
    assert values == {"a": "A", "b": "B"}
    assert repr(values) == "{'a': 'A', 'b': 'B'}"
