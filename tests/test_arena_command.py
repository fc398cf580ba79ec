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
    """With random plies at first their games differ, and yet each wins one of two: that is no certainty, either."""
    asked = ("arena", "star:0", "star:club", "--map", "duel", "--games", 40, "--threads", 1)
    (line,) = re.findall(r"^star:club.*40$", joined(run(*asked).out), re.MULTILINE)
    assert line.split()[1:] == ["+0", "-30", "+30", "40"]
    page = joined(run(*asked, "--opening-plies", 0).out)
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
    assert object_of(run, *args)["played"] == 0


def test_a_file_grows_by_games_and_bots(run: Run, tmp_path: Path) -> None:
    """What it has at the end is what one command would have played at once."""
    store, at_once = tmp_path / "games.sqlite3", tmp_path / "at_once.sqlite3"

    def asked(bots: str, games: int) -> list[object]:
        return [
            "arena",
            *bots.split(),
            "--map",
            "duel",
            "--seed",
            7,
            "--threads",
            1,
            "--store",
            store,
            "--games",
            games,
        ]

    assert object_of(run, *asked("greedy random", 10))["played"] == 10
    assert object_of(run, *asked("greedy random", 16))["played"] == 6
    refused = run(*asked("greedy random mcts:5", 42))
    assert_refused(refused, 1, f"{store} has 8 rounds, and 7 are asked for;", "ask for 48 games or more")
    found = object_of(run, *asked("greedy random mcts:5", 60))
    assert found["played"] == 60 - 16
    assert without_speed(found) == without_speed(object_of(run, *ARENA, "--store", at_once))
    assert rows_in(store) == rows_in(at_once)
    for bots in ("mcts:5 greedy random", "greedy random", "greedy mcts:5 random star:0"):
        assert_refused(run(*asked(bots, 600)), 1, "is of another arena: bots is")


def rows_in(store: Path) -> list[str]:
    with sqlite3.connect(store) as db:
        rows = [row for (row,) in db.execute("select row from game order by number")]
    db.close()
    return rows


def test_a_swiss_arena_takes_no_bot_later(run: Run, tmp_path: Path) -> None:
    args = ["--map", "duel", "--seed", 7, "--threads", 1, "--schedule", "swiss", "--store", tmp_path / "games.sqlite3"]
    two, three = (["arena", *bots, *args] for bots in (["greedy", "random"], ["greedy", "random", "mcts:5"]))
    assert object_of(run, *two, "--games", 8)["played"] == 8
    assert object_of(run, *two, "--games", 12)["played"] == 4
    assert_refused(run(*three, "--games", 30), 1, "is of a Swiss arena, which pairs by the results of all")


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
    """It loses to each other one, or counts for nobody."""
    monkeypatch.chdir(tmp_path)
    bot = Path("mybot.py")
    source = "def choose(view, player, rng):\n    return view.legal_actions(player)[0] if player else 1 / 0\n"
    bot.write_text(source, encoding="utf-8")
    args = ["arena", bot, "greedy", "random", "--map", "duel", "--games", 6, "--seed", 1, "--threads", 1]
    args += ["--anchor", "greedy"]
    page = joined(run(*args).out)
    assert (
        f"failed    2 games lost by the bot that failed: by {bot} 2 game 1: {bot} at seat A failed at ply 0: " in page
    )
    assert "ZeroDivisionError: division by zero" in page
    found = object_of(run, *args)
    assert [(row["game"], row["bot"]) for row in found["failures"]] == [(1, str(bot)), (3, str(bot))]
    assert all(pair["losses"] >= 1 for pair in found["pairs"] if pair["a"] == str(bot))
    assert {row["bot"]: row["games"] for row in found["ratings"]}[str(bot)] == 4
    args += ["--failure", "none"]
    assert f"failed    2 games without a result: by {bot} 2 game 1: " in joined(run(*args).out)
    found = object_of(run, *args)
    assert ([(pair["a"], pair["b"]) for pair in found["pairs"]], len(found["failures"])) == ([("greedy", "random")], 2)


def test_rounds_that_repeat_get_openings(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of three bots draw nothing: all have openings then, however many workers play, and after a resume."""
    monkeypatch.chdir(tmp_path)
    for name, place in (("first.py", 0), ("last.py", -1)):
        source = f"def choose(view, player, rng):\n    return view.legal_actions(player)[{place}]\n"
        Path(name).write_text(source, encoding="utf-8")
    args = ["arena", "first.py", "random", "last.py", "--map", "duel", "--seed", 3, "--threads"]
    page, found = joined(run(*args, 1, "--games", 30).out), object_of(run, *args, 1, "--games", 30)
    assert "openings  some bots played the same games in the first 2 rounds, so each later one begins with 4" in page
    assert "equal     28 of the 30 games differ, and 5 of the 5 rounds; all intervals rest on the rounds that" in page
    assert (found["different_games"], found["opened_rounds"], found["opening_plies"]) == (28, 3, None)
    # The game of two that draw nothing has an interval of the width of one round where nothing else is asked for.
    plain = object_of(run, *args, 1, "--games", 30, "--opening-plies", 0)
    assert (plain["different_games"], plain["opened_rounds"]) == (22, 0)
    store = tmp_path / "games.sqlite3"
    for games in (6, 12, 18, 30):
        grown = object_of(run, *args, 2, "--games", games, "--store", store)
    assert without_speed(grown) == without_speed(found)
    with sqlite3.connect(store) as db:
        db.execute("delete from game where number % 5 = 2")
    db.close()
    assert without_speed(object_of(run, *args, 2, "--games", 30, "--store", store)) == without_speed(found)


def test_bots_that_join_later_have_the_openings_of_those_before(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds were played without openings, so all rounds go on so, though the new bot repeats its games."""
    monkeypatch.chdir(tmp_path)
    Path("first.py").write_text("def choose(view, player, rng):\n    return view.legal_actions(player)[0]\n", "utf-8")
    Path("last.py").write_text("def choose(view, player, rng):\n    return view.legal_actions(player)[-1]\n", "utf-8")
    args = ["--map", "duel", "--seed", 3, "--threads", 1, "--store", tmp_path / "games.sqlite3"]
    assert object_of(run, "arena", "first.py", "random", *args, "--games", 6)["opened_rounds"] == 0
    grown = ["arena", "first.py", "random", "last.py", *args]
    assert object_of(run, *grown, "--games", 18)["opened_rounds"] == 0
    found = object_of(run, *grown, "--games", 24)
    assert (found["rounds"], found["opened_rounds"], found["played"]) == (4, 0, 6)


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
        (
            ["greedy", "random", "--patience", "-1"],
            "a time in seconds is above 0, in plain digits",
        ),
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
