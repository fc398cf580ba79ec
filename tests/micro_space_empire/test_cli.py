"""The `sse` command with this game's name: play, records, pictures, and the worth of actions."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.command import Run, assert_refused, joined, spawn
from tests.micro_space_empire.test_rules import S, at

import sse_core as sse
from sse_core.micro_space_empire import (
    GameRecord,
    State,
    format_action,
    format_game,
    format_state,
    new_game,
    parse_game,
)
from sse_core.micro_space_empire.strength.tablebase_built import are_tables_built

GAME = "micro_space_empire"


def record_in(folder: Path) -> GameRecord:
    return parse_game((folder / "game.sse").read_text(encoding="utf-8"))


@pytest.fixture
def late(tmp_path: Path) -> Path:
    """A position in the last turn."""
    path = tmp_path / "late.sse"
    path.write_text(format_state(at(13, wealth=2, unaligned=(S.TAU_CETI,))) + "\n", encoding="utf-8")
    return path


# --- a whole game


SIMPLE = ("random", "greedy", "mcts:10", "planner")
EXPANSION = [*SIMPLE, "endgame:12"]
PUBLISHED = EXPANSION if are_tables_built() else SIMPLE


@pytest.mark.parametrize(
    ("options", "name"), [([], name) for name in PUBLISHED] + [(["--expansion"], name) for name in EXPANSION]
)
def test_a_bot_plays_a_game(run: Run, tmp_path: Path, name: str, options: list[str]) -> None:
    played = run("play", GAME, name, "--seed", 7, "--out", tmp_path, *options)
    assert (played.status, played.err) == (0, "")
    assert played.out.startswith(f"Micro Space Empire: A ({name}); seed 7\n")
    assert f"Replayed {tmp_path / 'game.sse'}: the same position, the same score." in played.out
    record = record_in(tmp_path)
    assert record.start == new_game(expansion=bool(options))
    assert record.final.outcome is not None
    assert record.tags == {"seed": "7", "A": name}
    assert ET.fromstring((tmp_path / "final.svg").read_text(encoding="utf-8")).tag.endswith("svg")
    scored = run("score", GAME, tmp_path / "game.sse", "--json")
    assert json.loads(scored.out)["players"][0]["total"] == record.final.totals[0]


def test_a_game_at_the_terminal(run: Run, tmp_path: Path) -> None:
    """A person decides as the planner did, under the same seed: chance draws the same, and so the game is the same."""
    run("play", GAME, "planner", "--seed", 3, "--out", tmp_path / "bot")
    game = record_in(tmp_path / "bot")
    decided = [format_action(a) for s, a in zip(game.states(), game.actions, strict=False) if s.to_act == (0,)]
    typed = ["?", "explore=distant", *decided, ""]
    result = spawn("play", GAME, "human", "--seed", 3, "--out", tmp_path / "human", stdin="\n".join(typed))
    assert (result.status, result.err) == (0, "")
    assert "A (human): ?\nexplore=near  bide\n" in result.out
    assert "No: explore=distant: distant systems need Forward Starbases (M3.2).\n" in result.out
    drawn = [format_action(a) for s, a in zip(game.states(), game.actions, strict=False) if s.to_act != (0,)]
    told = result.out.partition("\nThe game:\n")[0]
    assert re.findall(r"\[((?:turn|die|event)=\w+)\]$", told, re.MULTILINE) == drawn
    again = record_in(tmp_path / "human")
    assert (again.start, again.actions) == (game.start, game.actions)


def test_a_person_leaves(run: Run) -> None:
    left = run("play", GAME, "human", stdin="explore=near\nquit\n")
    assert left.status == 3
    assert re.search(r"\nThe game was left after [2-9] plies\.\nIt isn't kept\. .*\n\Z", left.out)


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (["play", GAME, "random", "random"], 2, "is for 1 player, and 2 are named: leave 1 out"),
        (["play", GAME, "nobody"], 2, "human, greedy, mcts"),
        (["play", "planner", "random"], 2, "human, greedy, mcts"),
        (["play", GAME, "--unexplored"], 2, "--unexplored"),
        (["campaign", GAME], 2, "small_star_empires"),
        (["show", GAME, "duel"], 1, "no start of Micro Space Empire has this name"),
        (["score", GAME, "start"], 1, "start is no record of a game"),
    ],
)
def test_wrong_usage(run: Run, args: list[str], status: int, words: str) -> None:
    assert_refused(run(*args), status, words)


# --- positions and records


@pytest.mark.parametrize("options", [[], ["--expansion"]])
def test_perfect_without_its_table_says_what_it_does(run: Run, options: list[str]) -> None:
    for command in (["play", GAME, "perfect", "--seed", 3], ["match", GAME, "perfect", "random", "--games", 1]):
        out = joined(run(*command, *options).out)
        assert out.splitlines()[1].startswith("perfect has no table")
    (note,) = json.loads(run("match", GAME, "perfect", "random", "--games", 1, "--json", *options).out)["notes"]
    assert f"\n{note}.\n" in out
    assert "no table" not in run("play", GAME, "planner", "--seed", 3, *options).out


def test_what_ships(run: Run) -> None:
    assert [line.split()[0] for line in run("show", GAME).out.splitlines()] == ["start", "expansion"]
    assert "7 near, 3 distant" in run("show", GAME, "expansion").out
    assert State.from_json(run("show", GAME, "start", "--json").out) == new_game()
    assert ET.fromstring(run("show", GAME, "start", "--svg").out).tag.endswith("svg")


def test_moves(run: Run, late: Path) -> None:
    listed = json.loads(run("moves", GAME, late, "--json").out)["actions"]
    assert [entry["action"] for entry in listed] == ["explore=near", "conquer=tau_ceti", "bide"]
    cards = run("moves", GAME, "-", stdin=format_state(new_game().after(0))).out.splitlines()
    assert cards[0] == "Ply 1, chance to act, 7 legal actions:"
    assert cards[3].split() == ["turn=wolf_359", str(new_game().after(0).legal_ids()[0]), "1/7"]


def test_perft(run: Run) -> None:
    """A card, a die, or what a bider builds: 7 of the one and 2 of the other."""
    assert run("perft", GAME, "start", 2, "--divide").out.splitlines()[:2] == ["explore=near  7", "bide          2"]


def test_a_position_that_cannot_be(run: Run, late: Path) -> None:
    text = late.read_text(encoding="utf-8")
    late.write_text(text.replace("turn: 13", "turn: 14"), encoding="utf-8")
    assert_refused(run("show", GAME, late), 1, str(late), "13")


def test_a_text_of_the_other_game(run: Run, tmp_path: Path) -> None:
    run("play", "random", "random", "--map", "duel", "--seed", 1, "--out", tmp_path)
    assert_refused(run("score", GAME, tmp_path / "game.sse"), 1, "another game, as sse-game says")
    mine = format_state(new_game())
    for text, word in (
        (mine, "mse-state"),
        (new_game().to_json(), "mse-state"),
        (format_game(GameRecord(new_game(), ())), "mse-game"),
    ):
        assert_refused(run("show", "-", stdin=text), 1, f"standard input is of another game, as {word} says")
        assert run("show", GAME, "-", stdin=text).status == 0


# --- what an action is worth


def test_analyse(run: Run, late: Path) -> None:
    state = at(13, wealth=2, unaligned=(S.TAU_CETI,))
    found = sse.analyse(state)
    lines = run("analyse", GAME, late).out.splitlines()
    assert lines[0] == "Ply 0, A to act, 3 legal actions; 0 visits:"
    assert lines[2].split() == ["action", "visits", "win", "%", "+-", "score", "then"]
    for printed, line in zip(lines[3:6], found.lines, strict=True):
        percent, score = f"{100 * line.value[0]:.1f}", f"{line.margin[0]:.3f}"
        assert printed.split()[:5] == [format_action(line.action), "0", percent, "exact", score]
    assert " ".join(lines[7:]) == found.how
    assert found.how.startswith("Exact, under best play. ")
    told = json.loads(run("analyse", GAME, late, "--json").out)
    assert (told["exact"], told["visits"]) == (True, 0)
    assert told["lines"][0] == {
        "action": format_action(found.lines[0].action),
        "visits": 0,
        "value": list(found.lines[0].value),
        "margin": list(found.lines[0].margin),
        "error": 0,
        "exact": True,
        "line": [format_action(action) for action in found.lines[0].line],
    }


def test_analyse_by_simulation(run: Run) -> None:
    args = ["analyse", GAME, "start", "--visits", 40, "--seed", 5]
    lines = run(*args).out.splitlines()
    first, _ = sse.analyse(new_game(), visits=40, seed=5).lines
    action, visits, percent, error, score, *then = lines[3].split()
    assert (action, visits) == (format_action(first.action), "20")
    assert (percent, error) == (f"{100 * first.value[0]:.1f}", f"{100 * first.error:.1f}")
    assert score == f"{first.margin[0]:.3f}"
    assert then[0] == format_action(first.line[1])
    assert lines[0].endswith("40 visits:")
    assert lines[6].startswith("Means of games of the planner")
    assert run(*args).out == "\n".join(lines) + "\n"


def test_analyse_wants_a_game_that_goes_on(run: Run, tmp_path: Path) -> None:
    run("play", GAME, "random", "--seed", 1, "--out", tmp_path)
    assert_refused(run("analyse", GAME, tmp_path / "game.sse"), 1, "the game is over")
    assert_refused(run("analyse", GAME, "start", "--seed", "x"), 2, "--seed")
