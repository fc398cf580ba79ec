"""`sse arena`: what it prints, what it keeps and goes on with, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.command import AtTerminal, Run, Session, assert_refused, joined

from sse_core.arena import Store

pytestmark = pytest.mark.usefixtures("heard_signals")

PAGE = Path(__file__).parents[1] / "docs" / "arena.md"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are others elsewhere")
ARENA = ["arena", "greedy", "random", "mcts:5", "--map", "duel", "--seed", 7, "--games", 60, "--threads", 1]


def object_of(run: Run, *args: object) -> Any:
    result = run(*args, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def without_speed(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in ("seconds", "played")}


def test_the_page_and_the_object_say_the_same(run: Run) -> None:
    result, found = run(*ARENA), object_of(run, *ARENA)
    assert (result.status, result.err) == (0, "")
    page = joined(result.out)
    assert page.startswith("Small Star Empires, an arena: 3 bots, round-robin; 2 seats, turned on each start; seed 7\n")
    assert (found["games"], found["rounds"], found["finished"], found["anchor"]) == (60, 10, True, "greedy")
    assert [(pair["a"], pair["b"], pair["games"]) for pair in found["pairs"]] == [
        ("greedy", "random", 20),
        ("greedy", "mcts:5", 20),
        ("random", "mcts:5", 20),
    ]
    share = found["pairs"][0]["share"]
    cell = f"{100 * share['value']:.0f} ({100 * share['low']:.0f}-{100 * share['high']:.0f})"
    (line,) = (line for line in page.splitlines() if line.startswith("greedy  ") and "(" in line)
    assert cell in line
    ratings = {row["bot"]: row for row in found["ratings"]}
    assert ratings["greedy"]["elo"] == 0
    assert {row["games"] for row in ratings.values()} == {40}


@pytest.mark.skipif(not PAGE.exists(), reason="docs are part of the checkout, not of the package")
def test_the_page_of_arenas_shows_what_is_printed(run: Run) -> None:
    (command, shown) = re.findall(r"```\n\$ sse (arena .*?)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    printed = run(*command.split(), "--threads", 1).out
    assert [line for line in printed.splitlines() if not line.startswith("speed")] == [
        line for line in shown.splitlines() if not line.startswith("speed")
    ]


def test_bots_that_the_anchor_cannot_rate_are_rated_apart(run: Run, tmp_path: Path) -> None:
    """The planner wins all, so the two others have bounds alone beside it, and a table of their own."""
    args = ["arena", "micro_space_empire", "planner", "greedy", "random", "--games", 15, "--seed", 7, "--threads", 1]
    page = run(*args, "--html", tmp_path / "page.html").out
    words = "Between planner and these bots one side won all games, or there were none, so planner sets bounds at most."
    assert f"{words} With --anchor greedy:" in " ".join(page.split())
    first, _, second = page.partition("With --anchor greedy:")
    assert re.search(r"^greedy +- +- +-\d+ +10$", first, re.MULTILINE)
    assert re.search(r"^greedy +0 +fixed +10\nrandom +-147 +-\d+ +\+\d+ +10$", second, re.MULTILINE)
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Ratings beside greedy" in html
    assert words in html
    found = object_of(run, *args)
    (apart,) = found["rated_apart"]
    assert apart["anchor"] == "greedy"
    assert [(row["bot"], row["elo"] is None) for row in apart["ratings"]] == [("greedy", False), ("random", False)]
    # Beside greedy both have a number, and the planner has a bound.
    (other,) = [row for row in object_of(run, *args, "--anchor", "greedy")["ratings"] if row["bot"] == "random"]
    assert other == apart["ratings"][1]
    assert object_of(run, *ARENA)["rated_apart"] == []


def test_bots_that_repeat_their_games_have_wide_intervals_and_no_negative_zero(run: Run) -> None:
    page = joined(run("arena", "star:0", "star:club", "--map", "duel", "--games", 40, "--threads", 1).out)
    (line,) = re.findall(r"^star:club.*40$", page, re.MULTILINE)
    _, elo, low, high, _ = line.split()
    assert (elo, int(low) < -100, int(high) > 100) == ("+0", True, True)
    assert not re.search(r"-0\b(?!\.)", page)


def test_it_is_the_same_wherever_it_is_played(run: Run, tmp_path: Path) -> None:
    one = object_of(run, *ARENA, "--html", tmp_path / "one.html")
    assert one.pop("page") == str(tmp_path / "one.html")
    two = object_of(run, *ARENA[:-2], "--jobs", 2, "--html", tmp_path / "two.html")
    assert two.pop("page") == str(tmp_path / "two.html")
    assert without_speed(one) == without_speed(two)
    html = (tmp_path / "one.html").read_text(encoding="utf-8")
    assert html == (tmp_path / "two.html").read_text(encoding="utf-8")
    assert "<script" not in html
    assert "60 of 60 games" in html
    assert html.startswith("<!doctype html>")


def test_the_same_command_goes_on_and_another_is_refused(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite3"
    args = [*ARENA, "--store", store]
    first = object_of(run, *args)
    assert first["played"] == 60
    # The seed is that of the file where none is given.
    args.remove("--seed")
    args.remove(7)
    again = object_of(run, *args)
    assert (again["played"], without_speed(again)) == (0, without_speed(first))
    with sqlite3.connect(store) as db:
        db.execute("delete from game where number in (3, 4, 30)")
    db.close()
    assert object_of(run, *args)["played"] == 3
    assert_refused(run(*args, "--seed", 8), 1, f'{store} is of another arena: seed is "7" there, and "8" here')
    assert_refused(run(*args, "--games", 66), 1, "rounds is 10 there, and 11 here")
    assert object_of(run, *args)["played"] == 0


def test_a_store_that_another_arena_uses(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite3"
    with Store(store, {"seed": "7"}):
        assert_refused(run(*ARENA, "--store", store), 1, f"{store} is in use by another arena")


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_arena_that_is_stopped_goes_on(number: signal.Signals, tmp_path: Path, run: Run) -> None:
    """The bot writes down that it plays, so that the signal comes in the middle."""
    bot, store = tmp_path / "mybot.py", tmp_path / "games.sqlite3"
    bot.write_text(
        "from pathlib import Path\n\ndef choose(view, player, rng):\n    Path(__file__).with_name('plays').touch()\n"
        "    return rng.choice(view.legal_actions(player))\n",
        encoding="utf-8",
    )
    args = ["arena", bot, "greedy", "--map", "duel", "--seed", 3, "--games", 400, "--store", store]
    session = Session(*args, "--jobs", 2)
    session.wait_for("seed 3\n")
    while not (tmp_path / "plays").exists():
        pass
    session.send(number)
    result = session.end()
    if number == signal.SIGINT:
        assert (result.status, result.err) == (130, "sse: interrupted\n")
        assert "The arena was left after " in result.out
    else:
        assert result.status == -signal.SIGKILL
    found = object_of(run, *args, "--threads", 1)
    assert (found["games"], found["differing"], found["failures"]) == (400, [], [])
    assert found["played"] <= 400


def test_a_test_ends_the_arena(run: Run) -> None:
    args = ["arena", "random", "greedy", "--map", "duel", "--seed", 2, "--threads", 1, "--sprt-bounds", 0, 100]
    found = object_of(run, *args)
    (pair,) = found["pairs"]
    assert (pair["sprt"]["decision"], found["finished"]) == ("H0", True)
    assert found["games"] < 1000
    assert "H0 is accepted" in run(*args).out


def test_self_play_has_a_table_of_seats(run: Run) -> None:
    args = ["arena", "greedy", "--map", "duel", "--seed", 2, "--threads", 1, "--schedule", "self-play", "--games", 10]
    found = object_of(run, *args)
    assert [(row["bot"], row["games"]) for row in found["balances"]] == [("greedy", 10)]
    assert "greedy at all seats:" in run(*args).out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["jump_wars", "greedy", "random", "--turns", 1], "2 seats, turned"),
        (["micro_space_empire", "planner", "random"], "each plays the same seeds alone"),
        (["greedy", "random", "mcts:5", "--players", 3, "--schedule", "gauntlet"], "3 seats, turned"),
        (["greedy", "random", "mcts:5", "--map", "duel", "--schedule", "swiss", "--stage", 2], "3 bots, swiss"),
        (["empire_of_the_stars", "greedy", "random", "--rounds", 1], "Empire of the Stars"),
    ],
)
def test_any_game_and_schedule(run: Run, args: list[object], words: str) -> None:
    result = run("arena", *args, "--games", 4, "--seed", 1, "--threads", 2, "--opening-plies", 2)
    assert (result.status, result.err) == (0, "")
    assert words in joined(result.out)
    assert "after 2 random plies; seed 1" in joined(result.out)


def test_a_bot_that_fails_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot = Path("mybot.py")
    bot.write_text("def choose(view, player, rng):\n    return 1 / 0\n", encoding="utf-8")
    args = ["arena", bot, "greedy", "random", "--map", "duel", "--games", 6, "--seed", 1, "--threads", 1]
    page = joined(run(*args, "--anchor", "greedy").out)
    assert f"failed    4 games without a result: by {bot} 4 game 1: " in page
    assert "ZeroDivisionError: division by zero" in page
    found = object_of(run, *args, "--anchor", "greedy")
    assert [row["bot"] for row in found["failures"]] == [str(bot)] * 4


def test_a_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    pytest.importorskip("pty", exc_type=ImportError)
    session = AtTerminal("arena", "greedy", "random", "--seed", 7, "--games", 300, folder=tmp_path)
    assert session.end() == 0
    assert "1 worker" in session.page
    assert " of 300 games, " in session.page


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["greedy"], "round-robin is for 2 bots or more, not for 1"),
        (["greedy", "random", "greedy"], "greedy: each bot is named once"),
        (["greedy", "random", "--anchor", "mcts"], "--anchor mcts: the bots are greedy, random"),
        (["greedy", "bob"], "there is no bot 'bob'"),
        (["greedy", "random", "--jobs", 2, "--threads", 2], "not allowed with"),
        (["greedy", "random", "--patience", "-1"], "a number of seconds is more than 0, not '-1'"),
        (["greedy", "--schedule", "self-play", "--sprt"], "--sprt tells two bots apart"),
        (["micro_space_empire", "greedy", "random", "--schedule", "swiss"], "swiss pairs opponents"),
    ],
)
def test_it_is_used_wrongly(run: Run, args: list[object], words: str) -> None:
    assert_refused(run("arena", *args), 2, words, "sse arena")


def test_dask_that_is_missing_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for option in (["--cluster", 2], ["--scheduler", "tcp://127.0.0.1:1"]):
        assert_refused(
            run(*ARENA[:-2], *option), 1, "a cluster needs distributed: pip install '.[dask]' in the checkout"
        )
