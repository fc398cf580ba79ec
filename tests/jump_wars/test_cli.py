"""The `sse` command with this game's name: play with options and players, leave, resume, score, show, moves, rules."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from tests.command import Run, assert_refused, joined, spawn
from tests.jump_wars.steps import SCENES

from sse_core.bots import BOTS
from sse_core.jump_wars import (
    GameRecord,
    State,
    format_action,
    format_game,
    format_state,
    new_game,
    parse_game,
    presets,
)

GAME = "jump_wars"


def record_in(folder: Path) -> GameRecord:
    return parse_game((folder / "game.sse").read_text(encoding="utf-8"))


def decided(record: GameRecord, seat: int) -> list[str]:
    """The texts of a player's actions in a game."""
    states = zip(record.states(), record.moves, strict=False)
    return [format_action(action, state) for state, (player, action) in states if player == seat]


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    """A file with the position in which A splits damage."""
    path = tmp_path / "battle.sse"
    path.write_text(format_state(State.of(SCENES["deal, second"](), 30)) + "\n", encoding="utf-8")
    return path


# --- whole games

OPTIONS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "published": ([], {}),
    "hex": (["--grid", "hex"], {"grid": "hex"}),
    "neutral": (["--neutral"], {"neutral": True}),
    "no trade": (["--no-trade"], {"trade": False}),
    "first": (["--first", "B"], {"first": 1}),
    "rulings": (
        ["--void-orders", "--must-raise", "--genesis-adds", "--any-map", "--simultaneous"],
        dict.fromkeys(("void_orders", "must_raise", "genesis_adds", "any_map", "simultaneous"), True),
    ),
    "all": (
        ["--grid", "hex", "--neutral", "--no-trade", "--void-orders", "--must-raise", "--genesis-adds", "--any-map"],
        dict.fromkeys(("neutral", "void_orders", "must_raise", "genesis_adds", "any_map"), True)
        | {"grid": "hex", "trade": False},
    ),
}
"""Options of the command, and those of the rules that they set."""


@pytest.mark.parametrize("name", OPTIONS)
def test_bots_play_a_game_with_options(run: Run, tmp_path: Path, name: str) -> None:
    """Played, recorded, replayed, scored and drawn."""
    words, options = OPTIONS[name]
    played = run("play", GAME, "random", "greedy", "random", "--seed", 5, "--turns", 2, "--out", tmp_path, *words)
    assert (played.status, played.err) == (0, "")
    assert played.out.startswith("Jump Wars: A (random), B (greedy), C (random); seed 5\n")
    assert f"Replayed {tmp_path / 'game.sse'}: the same position, the same score." in joined(played.out)
    record = record_in(tmp_path)
    assert record.start == new_game(players=3, seed=5, turn_limit=2, **options)
    outcome = record.final.outcome
    assert outcome is not None
    assert record.tags == {"seed": "5", "A": "random", "B": "greedy", "C": "random"}
    assert ET.fromstring((tmp_path / "final.svg").read_text(encoding="utf-8")).tag.endswith("svg")
    scored = json.loads(run("score", GAME, tmp_path / "game.sse", "--json").out)
    assert [player["total"] for player in scored["players"]] == list(outcome.totals)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_players_named_are_the_players(run: Run, tmp_path: Path, players: int) -> None:
    run("play", GAME, *["random"] * players, "--seed", 2, "--turns", 1, "--out", tmp_path / "named")
    run("play", GAME, "--players", players, "--seed", 2, "--turns", 1, "--out", tmp_path / "counted")
    assert record_in(tmp_path / "named").start == new_game(players=players, seed=2, turn_limit=1)
    assert record_in(tmp_path / "counted").start == new_game(players=players, seed=2, turn_limit=1)


def test_two_play_unless_told(run: Run) -> None:
    assert run("play", GAME, "--seed", 1, "--turns", 1).out.startswith("Jump Wars: A (random), B (greedy); seed 1\n")


@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot != "mcts"])
def test_each_quick_bot_plays_the_same_game_under_the_same_seed(run: Run, bot: str) -> None:
    pages = [run("play", GAME, bot, "random", "--seed", 9, "--turns", 1) for _ in range(2)]
    assert pages[0] == pages[1]
    assert pages[0].status == 0


def test_a_game_at_the_terminal(run: Run, tmp_path: Path) -> None:
    """A person decides as a bot did, under the same seed: the game is the same."""
    run("play", GAME, "random", "random", "--seed", 3, "--turns", 1, "--out", tmp_path / "bot")
    game = record_in(tmp_path / "bot")
    typed = ["?", "from=a1", "tke", *decided(game, 0), ""]
    result = spawn(
        *("play", GAME, "human", "random", "--seed", 3, "--turns", 1, "--out", tmp_path / "human"),
        stdin="\n".join(typed),
    )
    assert (result.status, result.err) == (0, "")
    assert re.search(r"\nA \(human\): from=a1\nNo: .* \(J[0-9.]+\)\.\n", result.out)
    assert "\nA (human): tke\nNo: there is no 'tke' (did you mean 'take'?)" in joined(result.out)
    again = record_in(tmp_path / "human")
    assert (again.start, again.moves) == (game.start, game.moves)


def test_a_person_sees_the_own_cards_alone(run: Run) -> None:
    """The page for A has the two cards that A draws, and not the two that B draws."""
    page = run("play", GAME, "human", "random", "--seed", 4, "--turns", 1, stdin="take\ndone\nquit\n")
    assert page.status == 3
    assert "B: 0 enemy Homeworlds, 5 fleets, 0 RT, 2 cards" in page.out
    assert len(set(re.findall(r"draw=(\w+)", page.out))) == 2


def test_a_game_that_is_left_goes_on_as_without_the_break(run: Run, tmp_path: Path) -> None:
    run("play", GAME, "random", "greedy", "--seed", 6, "--turns", 2, "--grid", "hex", "--out", tmp_path / "whole")
    whole = record_in(tmp_path / "whole")
    result = run(
        *("play", GAME, "--resume", tmp_path / "whole" / "game.sse", "--ply", 20, "--out", tmp_path / "rest"),
    )
    assert (result.status, result.err) == (0, "")
    assert record_in(tmp_path / "rest") == whole


def test_a_game_goes_on_from_a_position(run: Run, tmp_path: Path, scene: Path) -> None:
    result = run("play", GAME, "random", "random", "random", "--resume", scene, "--seed", 1, "--out", tmp_path / "out")
    assert (result.status, result.err) == (0, "")
    record = record_in(tmp_path / "out")
    assert record.start == State.of(SCENES["deal, second"](), 30)
    assert record.final.outcome is not None


# --- positions and records


def test_what_ships(run: Run) -> None:
    listed = run("show", GAME).out.splitlines()
    assert [line.split()[0] for line in listed] == [*presets()]
    for name, preset in presets().items():
        assert State.to_json(preset.value) == run("show", GAME, name, "--json").out.strip()
        assert ET.fromstring(run("show", GAME, name, "--svg").out).tag.endswith("svg")


def test_a_position_is_shown(run: Run, scene: Path) -> None:
    shown = run("show", GAME, scene)
    assert (shown.status, shown.err) == (0, "")
    assert max(map(len, shown.out.splitlines())) <= 80
    assert ET.fromstring(run("show", GAME, scene, "--svg").out).tag.endswith("svg")
    assert json.loads(run("show", GAME, scene, "--json").out)["battle"]["space"] == "c2"


def test_moves(run: Run, scene: Path) -> None:
    listed = json.loads(run("moves", GAME, scene, "--json").out)["actions"]
    assert [entry["action"] for entry in listed] == ["fire", "bomb"]
    first = run("moves", GAME, "three").out.splitlines()
    assert first[0] == "Ply 0, chance to act, 3 legal actions:"
    assert [line.split()[0] for line in first[3:]] == ["first=A", "first=B", "first=C"]
    assert first[-1].split()[-1] == "1/3"


def test_moves_of_sealed_orders(run: Run) -> None:
    """All who still write orders are listed."""
    text = format_state(State.of(SCENES["orders, done"](), 5))
    listed = run("moves", GAME, "-", stdin=text)
    assert (listed.status, listed.err) == (0, "")
    assert "from=j1" in listed.out


def test_perft(run: Run) -> None:
    assert run("perft", GAME, "two", 2, "--divide").out.splitlines()[:2] == ["first=A  1", "first=B  1"]


def test_score_of_an_unfinished_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.sse"
    path.write_text(format_game(GameRecord(new_game(), ["first=A", "take"])) + "\n", encoding="utf-8")
    scored = run("score", GAME, path)
    assert scored.status == 0
    assert scored.out.splitlines()[0].split() == ["seat", "fleets", "tokens", "total"]


def test_rules(run: Run) -> None:
    assert run("rules", GAME, "J2.6").out.startswith("J2.6 ")
    assert run("rules", GAME).out.startswith("Jump Wars: ")


# --- what is refused


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (["play", GAME, "random"], 2, "Jump Wars is for 2 to 5 players, and 1 is named: name 1 to 4 more"),
        (["play", GAME, *["random"] * 6], 2, "Jump Wars is for 2 to 5 players, and 6 are named: leave 1 out"),
        (["play", GAME, "random", "random", "--players", 3], 2, "--players 3, but the players named are 2"),
        (
            ["play", GAME, "--players", 5, "--neutral"],
            2,
            "a neutral Homeworld stands in games for up to 4, not 5 (J3.3)",
        ),
        (["play", GAME, "--turns", 0], 2, "--turns is 0, not in 1 to 1000"),
        (["play", GAME, "--turns", 1001], 2, "--turns is 1001, not in 1 to 1000"),
        (["play", GAME, "--turns", "many"], 2, "--turns"),
        (["play", GAME, "--grid", "triangle"], 2, "--grid"),
        (["play", GAME, "nobody"], 2, "no player 'nobody'"),
        (["play", GAME, "--unexplored"], 2, "--unexplored"),
        (["play", GAME, "--resume", "two", "--grid", "hex"], 2, "--grid"),
        (["show", GAME, "duel"], 1, "no start of Jump Wars has this name"),
        (["score", GAME, "two"], 1, "two is no record of a game"),
    ],
)
def test_wrong_usage(run: Run, args: list[object], status: int, words: str) -> None:
    assert_refused(run(*args), status, words)


def test_a_position_that_cannot_be(run: Run, scene: Path) -> None:
    text = scene.read_text(encoding="utf-8")
    scene.write_text(text.replace("turn: 2", "turn: 10"), encoding="utf-8")
    assert_refused(run("show", GAME, scene), 1, str(scene), "turn is 10, and the limit is 9 (J3.4)")


def test_a_text_of_another_game(run: Run) -> None:
    for text in (format_state(new_game()), new_game().to_json()):
        assert_refused(run("show", "micro_space_empire", "-", stdin=text), 1, "another game, as jw-state says")
        assert run("show", GAME, "-", stdin=text).status == 0
