"""`--json` of every command that tells something: one object, which says what the page says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core.cli.registry import commands_for, default_of, parser_of
from sse_core.empire_of_the_stars.packs.library import PACKS
from sse_core.games import GAMES
from sse_core.play.rules import clause_blocks, clauses_of, page_of

SILENT = {"completion", "engine", "serve"}
"""The commands that tell nothing of a game."""


def told(run: Run, *args: object, status: int = 0) -> Any:
    """The object that a command prints."""
    done = run(*args, "--json")
    assert done.status == status, done.err
    assert bool(done.err) == bool(status)
    return json.loads(done.out)


@pytest.mark.parametrize("command", [name for name in commands_for(None) if name not in SILENT])
def test_every_command_has_it(command: str) -> None:
    parser = parser_of(command, GAMES[default_of(commands_for(command)[command])])
    assert parser is not None
    assert any("--json" in action.option_strings for action in parser._actions)


@pytest.mark.parametrize("game", GAMES)
def test_play(run: Run, tmp_path: Path, game: str) -> None:
    """The score is that of its record, which it holds whole, and which is in the file."""
    found = told(run, "play", game, "--seed", 5, "--out", tmp_path)
    assert (found["game"], found["seed"], found["finished"]) == (game, 5, True)
    path, picture = map(Path, found["files"])
    assert picture.exists()
    record = sse.read(json.dumps(found["record"]))
    assert record == sse.read(path.read_text(encoding="utf-8"))
    score = told(run, "score", game, path)
    assert score == {key: found[key] for key in score}
    assert found["winners"] == [*record.final.outcome.winners]
    # Without --out nothing is written, and a part of a game goes on to the same end.
    again = told(run, "play", game, "--resume", path, "--ply", 2)
    assert again == found | {"files": []}
    assert told(run, "play", game, "--seed", 5, "--quiet") == again


def test_learn(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    words = ("learn", "duel", "--games", "20", "--jobs", "1", "--seed", "4", "--out", out)
    found = told(run, *words, "--rounds", "1")
    assert found == {
        "file": str(out),
        "kind": "plain-2",
        "maps": ["duel"],
        "seed": 4,
        "rounds": [(tmp_path / "mine.learning" / "plain-2" / "round-0" / "report.txt").read_text("utf-8").strip()],
    }
    assert out.exists()
    assert len(told(run, *words, "--rounds", "2")["rounds"]) == 2


def test_campaign(run: Run, tmp_path: Path) -> None:
    found = told(run, "campaign", "--map", "duel", "--seed", 5, "--out", tmp_path)
    (path,) = map(Path, found["files"])
    campaign = sse.read(json.dumps(found["campaign"]))
    assert campaign == sse.read(path.read_text(encoding="utf-8"))
    assert (found["game"], found["seed"], found["finished"]) == ("small_star_empires", 5, True)
    assert found["winners"] == [*campaign.winners]
    assert len(found["games"]) == len(campaign.games)
    score = told(run, "score", path)
    assert score | {"tags": {"A": "random", "B": "greedy"}} == {key: found[key] for key in score}
    assert told(run, "campaign", "--resume", path) == found | {"files": []}


@pytest.mark.parametrize("command", ["play", "campaign"])
def test_people_are_shown_pages(run: Run, command: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = "--json is for games of bots, and human plays here"
    assert_refused(run(command, "greedy", "human", "--json", "--out", out), 2, words, f"(see `sse {command} --help`)")
    assert not out.exists()


@pytest.mark.parametrize("command", ["play", "campaign"])
def test_a_game_that_a_bot_breaks_off_is_told_as_far_as_it_goes(run: Run, tmp_path: Path, command: str) -> None:
    bot = tmp_path / "bot.py"
    source = "def choose(state, player, rng):\n    assert state.ply < 4\n    return state.legal_actions()[0]\n"
    bot.write_text(source, encoding="utf-8")
    found = told(run, command, bot, bot, "--map", "duel", "--seed", 1, "--out", tmp_path, status=1)
    assert (found["finished"], found["winners"]) == (False, None)
    assert (found["plies_in_progress"] if command == "campaign" else found["plies"]) == 4
    assert Path(found["files"][0]).exists()


def test_notes_on_bots_are_told(run: Run) -> None:
    words = ["play", "micro_space_empire", "perfect", "--expansion", "--seed", 1]
    (note,) = told(run, *words)["notes"]
    assert note in " ".join(run(*words).out.split())


@pytest.mark.parametrize("game", GAMES)
def test_rules(run: Run, game: str) -> None:
    """The whole rules have every clause; one that is asked for stands alone in its section."""
    whole = told(run, "rules", game)
    assert whole["game"] == game
    sections = whole["sections"]
    numbers = [section["number"] for section in sections if section["number"]]
    numbers += [clause["number"] for section in sections for clause in section["clauses"]]
    assert numbers == clauses_of(GAMES[game])
    for section in sections:
        assert section["text"] or section["clauses"]
        assert told(run, "rules", game, section["number"] or section["title"])["sections"] == [section]
        for clause in section["clauses"][:2]:
            part = section | {"text": "", "clauses": [clause]}
            assert told(run, "rules", game, clause["number"]) == whole | {"sections": [part]}
            page = page_of(clause_blocks(clause["number"], GAMES[game]), columns=1 << 20)
            assert f"{clause['number']} {clause['text']}" == page
    assert_refused(run("rules", game, "Z99", "--json"), 1, "have no Z99")


def test_pack(run: Run) -> None:
    pack = PACKS.load("house")
    checked = told(run, "pack", "check", "house")
    assert (checked["name"], checked["digest"], checked["about"]) == (pack.name, pack.digest, pack.about)
    assert checked["map"] == {"regions": 40, "sectors": 10, "joins": 60, "blocked": 4}
    assert (sum(tile["n"] for tile in checked["tiles"]), checked["planets"], checked["powers"]) == (47, 30, 16)
    assert checked["edicts"][6] == {"name": "Renewal", "rewards": "least", "measure": "throne"}
    assert sum(checked["technologies"]["by_cost"].values()) == 54
    shown = told(run, "pack", "show", "house")
    assert (shown["name"], shown["digest"]) == (pack.name, pack.digest)
    assert PACKS.remake(json.dumps(shown["content"], sort_keys=True, ensure_ascii=False)) == pack
    for task in ("check", "show"):
        assert_refused(run("pack", task, "hose", "--json"), 1, "no pack 'hose' ships with the game")
