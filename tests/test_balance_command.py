"""`sse balance`, and matches whose games are equal or of one bot: what they print, and what they refuse."""

from __future__ import annotations

import json
import os
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.command import Run, assert_refused, joined
from tests.test_match_command import lines_of, object_of

import sse_core as sse
from sse_core.arena import Balance, Sprt, games_within, play_match, starts_of
from sse_core.cli.commands.completion import completions
from sse_core.cli.many_games.balance_page import about

pytestmark = pytest.mark.usefixtures("heard_signals")


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots that draw nothing, in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, place in (("first.py", "0"), ("last.py", "-1")):
        source = f"def choose(view, player, rng):\n    return view.legal_actions(player)[{place}]\n"
        Path(name).write_text(source, encoding="utf-8")


DOCS = Path(__file__).parents[1] / "docs"
FIXED = ["match", "first.py", "last.py", "--map", "duel", "--seed", 3]


# --- matches whose rounds are alike


def test_bots_that_draw_nothing_on_one_map_get_openings_and_the_page_says_so(run: Run) -> None:
    found, lines = object_of(run, *FIXED, "--games", 40), lines_of(run(*FIXED, "--games", 40).out)
    assert (found["games"], found["different_games"]) == (40, 38)
    assert (found["rounds"], found["different_rounds"], found["opened_rounds"]) == (20, 19, 18)
    assert found["opening_plies"] is None
    assert lines["openings"] == (
        "the first 2 rounds were alike, so each later one begins with 4 random plies, the same in all its games; "
        "--opening-plies 0 leaves them out"
    )
    assert (
        lines["equal"]
        == "38 of the 40 games differ, and 19 of the 20 rounds; all intervals rest on the rounds that differ"
    )


def test_openings_that_random_play_does_not_reach_are_told(run: Run) -> None:
    """Both commands say it, in words and as JSON, and how much of a game the bots chose."""
    match = ["match", "greedy", "random", "--map", "duel", "--seed", 3, "--games", 20, "--opening-plies", 16]
    found, lines = object_of(run, *match), lines_of(run(*match).out)
    games = list(play_match("greedy", "random", islice(starts_of(duel, 3), 10), opening_plies=16))
    cut = sum(game.is_cut for game in games) // 2
    assert 0 < cut < 10
    assert found["cut_rounds"] == cut
    assert lines["cut"].startswith(f"{cut} of the 10 openings have fewer than 16 plies, as random play leaves nothing")
    after = sum(game.plies - game.opening for game in games) / 20
    assert lines["speed"].endswith(f" plies in a game, {after:.1f} of them after the opening")
    assert found["plies"] / 20 - found["plies_of_openings"] / 20 == pytest.approx(after)
    (one,) = balances(run, "duel", "--seed", 3, "--games", 20, "--opening-plies", 16)["balances"]
    page = joined(run("balance", "duel", "--seed", 3, "--games", 20, "--opening-plies", 16).out)
    assert one["cut_games"] > 0
    assert f"cut       {one['cut_games']} of the 20 openings have fewer than 16 plies" in page
    assert re.search(r"games, [\d,]+ a second; [\d.]+ plies in a game, [\d.]+ of them after the opening\n", page)


def duel(seed: int) -> sse.State:
    return sse.new_game(sse.load_map("duel"))


@pytest.mark.parametrize("args", [("match", "greedy", "random", "--map", "duel"), ("balance", "base-2p", "duel")])
def test_openings_that_leave_nothing_to_choose_are_refused_before_any_game(run: Run, args: tuple[str, ...]) -> None:
    refused = run(*args, "--seed", 1, "--opening-plies", 30)
    assert_refused(refused, 2, "--opening-plies: 30 random plies leave the bots nothing to choose: random play of each")


def test_without_openings_one_round_is_all_there_is_to_know(run: Run) -> None:
    args = [*FIXED, "--opening-plies", 0, "--sprt"]
    once, often = object_of(run, *args, "--games", 2), object_of(run, *args, "--games", 208)
    assert (often["games"], often["different_games"], often["different_rounds"]) == (208, 2, 1)
    for key in ("share", "elo", "margin"):
        assert often[key] == pytest.approx(once[key])
    assert often["by_seat"][0]["low"] == pytest.approx(once["by_seat"][0]["low"])
    assert often["sprt"]["ratio"] == pytest.approx(once["sprt"]["ratio"])
    assert often["sprt"]["decision"] is None
    lines = lines_of(run(*args, "--games", 208).out)
    assert lines["equal"] == (
        "2 of the 208 games differ, and 1 of the 104 rounds; all intervals rest on the rounds that differ; "
        "with --opening-plies 4, or on starts that the seed shuffles, they would differ"
    )
    assert "no 95 % interval from one round" in lines["margin"]
    assert lines["test"].endswith("nothing is decided; more games like these decide nothing")
    assert "openings" not in lines


def test_openings_are_told_before_the_games_and_kept_in_records(run: Run) -> None:
    page = run(*FIXED, "--games", 4, "--opening-plies", 3, "--out", "games.jsonl").out
    assert "turned on each start, after 3 random plies; seed 3\n" in joined(page)
    assert not {"openings", "equal"} & {*lines_of(page)}
    records = [sse.GameRecord.from_json(text) for text in Path("games.jsonl").read_text("utf-8").splitlines()]
    assert [record.tags["opening"] for record in records] == ["3"] * 4
    assert records[0].moves[:3] == records[1].moves[:3] != records[2].moves[:3]
    # What was played from there on is the game that `sse play` resumes.
    Path("game.sse").write_text(sse.format_game(records[0]), encoding="utf-8")
    played = run("play", "first.py", "last.py", "--resume", "game.sse", "--ply", 3, "--out", "again")
    assert played.status == 0
    again = sse.read((Path("again") / "game.sse").read_text("utf-8"))
    assert again.moves == records[0].moves


def test_shares_at_each_seat_have_intervals(run: Run) -> None:
    args = ["match", "greedy", "random", "--map", "duel", "--seed", 7, "--games", 40]
    found, line = object_of(run, *args), lines_of(run(*args).out)["by seat"]
    assert line == "; ".join(
        f"{row['seat']} {100 * row['share']:.1f} %, {100 * row['low']:.1f} to {100 * row['high']:.1f} (95 %)"
        for row in found["by_seat"]
    )
    assert all(row["low"] < row["share"] < row["high"] for row in found["by_seat"])


# --- one bot on both sides


def test_the_same_bot_on_both_sides_plays_each_start_once(run: Run) -> None:
    args = ["match", "random", "random", "--players", 3, "--games", 10, "--seed", 5]
    found = object_of(run, *args, "--out", "games.jsonl")
    assert (found["rounds"], found["games"], found["different_games"]) == (10, 10, 10)
    assert [found[key] for key in ("wins", "share", "margin", "elo", "sprt")] == [None] * 5
    assert sum(row["share"] for row in found["by_seat"]) == pytest.approx(1)
    texts = Path("games.jsonl").read_text("utf-8").splitlines()
    assert len({sse.GameRecord.from_json(text).start for text in texts}) == 10
    page = run(*args).out
    assert "random against itself; 3 seats, each start once; seed 5" in joined(page)
    same = "Both are the same bot, so this says how the seats fare, and nothing about strength."
    assert same in page.replace("\n", " ")
    assert [row["seat"] for row in found["by_seat"]] == ["A", "B", "C"]


def test_the_same_bot_alone_says_how_often_it_wins(run: Run) -> None:
    found = object_of(run, "match", "micro_space_empire", "planner", "planner", "--games", 10, "--seed", 1)
    assert len(found["by_seat"]) == 1
    assert found["by_seat"][0]["wins"] + found["by_seat"][0]["losses"] == 10


def test_a_test_of_one_bot_is_refused(run: Run) -> None:
    refused = run("match", "greedy", "greedy", "--sprt")
    assert_refused(refused, 2, "both bots are greedy, and a test tells two bots apart")


# --- balance


def balances(run: Run, *args: object) -> Any:
    result = run("balance", *args, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def test_the_balance_is_that_of_the_library(run: Run) -> None:
    found = balances(run, "duel", "--games", 20, "--seed", 4)
    state = sse.new_game(sse.load_map("duel"))
    balance = Balance(2)
    for game in play_match("greedy", "greedy", starts_of(lambda seed: state, 4)):
        balance.add(game)
        if balance.games == 20:
            break
    (one,) = found["balances"]
    assert (found["game"], found["seed"], found["opening_plies"]) == ("small_star_empires", 4, None)
    assert {key: one[key] for key in ("position", "bot", "players", "games", "finished", "even", "failure")} == {
        "position": "duel",
        "bot": "greedy",
        "players": 2,
        "games": 20,
        "finished": True,
        "even": 0.5,
        "failure": None,
    }
    assert [(row["share"], row["low"], row["high"]) for row in one["seats"]] == [tuple(each) for each in balance.shares]
    assert [row["points"] for row in one["seats"]] == balance.points
    assert one["uneven"] == ["AB"[seat] for seat in balance.uneven]
    assert one["needed"][1] == {"within": 0.02, "games": balance.games_within(0.02)}


@pytest.mark.skipif(not DOCS.exists(), reason="docs are part of the checkout, not of the package")
def test_the_page_shows_what_is_printed(run: Run) -> None:
    page = (DOCS / "arena.md").read_text(encoding="utf-8")
    (command, shown) = re.findall(r"```\n\$ sse (balance .*?)\n(.*?)```", page, re.DOTALL)[0]
    printed = run(*command.split()).out
    assert [line for line in printed.splitlines() if " a second" not in line] == [
        line for line in shown.splitlines() if " a second" not in line
    ]


def table_of(name: str, mark: str) -> list[list[str]]:
    """The rows of a marked table of a page."""
    page = (DOCS / name).read_text(encoding="utf-8")
    table = page.partition(f"<!-- {mark}:begin -->")[2].partition(f"<!-- {mark}:end -->")[0].strip()
    return [[field.strip() for field in line.strip("|").split("|")] for line in table.splitlines()[2:]]


@pytest.mark.skipif(not DOCS.exists(), reason="docs are part of the checkout, not of the package")
def test_the_pages_say_how_many_games_it_takes() -> None:
    for first, *numbers in table_of("arena.md", "games-within"):
        distance = float(first.split()[0]) / 100
        assert numbers == [about(games_within(distance, seats)) for seats in (2, 3, 4)]
    for bounds, *numbers in table_of("arena.md", "sprt-games"):
        test = Sprt(*map(float, bounds.split()))
        rounds = [test.expected_rounds(1 / 8, elo=test.elo1), test.expected_rounds(1 / 8)]
        assert numbers == [about(2 * n) for n in rounds]
        assert rounds[0] == pytest.approx(test.expected_rounds(1 / 8, elo=test.elo0))


def test_several_maps_and_bots_have_a_table_each(run: Run) -> None:
    Path("my.map").write_text("A 1 2 1 B\n", encoding="utf-8")
    args = ["my.map", "base-3p", "--bot", "random", "--bot", "first.py", "--games", 4, "--seed", 4]
    found = balances(run, *args)["balances"]
    assert [(one["position"], one["bot"]) for one in found] == [
        ("my.map", "random"),
        ("my.map", "first.py"),
        ("base-3p", "random"),
        ("base-3p", "first.py"),
    ]
    page = run("balance", *args).out
    for one in found:
        assert f"\n{one['position']}, {one['bot']} at all seats\n\nseat  wins" in page
    assert "Small Star Empires, the balance of seats; seed 4\n" in page
    # The games of a bot that draws nothing have openings from the third on.
    assert [one["opened_games"] for one in found[1::2]] == [2, 2]
    assert "the first 2 games were alike, so each later one begins with 4 random plies;" in joined(page)
    assert "equal     3 of the 4 games differ; all intervals rest on these\n" in page


def test_the_page_says_what_the_intervals_do(run: Run) -> None:
    uneven = joined(run("balance", "duel", "--games", 100, "--seed", 1).out).replace("\n", " ")
    assert "Not balanced for this bot: A wins more, B wins less than the even share of 50 %." in uneven
    even = joined(run("balance", "base-4p", "--games", 8, "--seed", 1, "--bot", "random").out).replace("\n", " ")
    assert "No seat is shown to be better: the even share of 25 % lies in each interval." in even
    assert "5 points take about " in even


def test_a_position_has_a_balance_too(run: Run) -> None:
    state = sse.new_game(sse.load_map("duel"))
    text = sse.format_state(state.after(state.legal_actions()[0]))
    result = run("balance", "-", "--games", 4, "--bot", "random", "--seed", 1, stdin=text)
    assert (result.status, result.err) == (0, "")
    assert "\n-, random at all seats\n" in result.out


@pytest.mark.ci
def test_balances_in_several_processes_are_the_same(run: Run) -> None:
    args = ["duel", "--bot", "first.py", "--games", 4, "--seed", 2]
    one, two = (balances(run, *args, "--jobs", jobs)["balances"][0] for jobs in (1, 2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_a_game_that_the_bot_does_not_finish_tells_nothing_about_the_seats(run: Run) -> None:
    source = (
        "def choose(view, player, rng):\n    1 / rng.below({})\n    return rng.choice(view.legal_actions(player))\n"
    )
    Path("broken.py").write_text(source.format(1), encoding="utf-8")
    result = run("balance", "duel", "base-2p", "--bot", "broken.py", "--seed", 1, "--games", 4)
    assert result.status == 1
    failed = "broken.py at seat A failed at ply 0: ZeroDivisionError: division by zero (broken.py, line 2)"
    assert result.err == f"sse: broken.py failed in all its games, first so: {failed}\n"
    assert result.out.count("failed    4 games without a result: by broken.py 4\n") == 2
    assert f"Game 1, seed {sse.child_seed(1, 0)}, ended in this position:" in result.out
    again = run("balance", "duel", "--bot", "broken.py", "--seed", 1, "--games", 4, "--json")
    (one,) = json.loads(again.out)["balances"]
    assert (again.status, one["finished"], one["games"], one["failure"]["game"]) == (1, True, 0, 1)
    assert {row["share"] for row in one["seats"]} == {None}
    # It fails at one choice of forty, and games have seventeen.
    Path("late.py").write_text(source.format(40), encoding="utf-8")
    (one,) = balances(run, "duel", "--bot", "late.py", "--seed", 1, "--games", 20)["balances"]
    assert 0 < one["games"] < 20
    assert one["games"] + len(one["failures"]) == 20
    assert sum(row["wins"] + row["shared"] / 2 for row in one["seats"]) == one["games"]


@pytest.mark.skipif(os.name != "posix", reason="signals are others elsewhere")
def test_an_interruption_ends_a_balance_with_the_games_so_far(run: Run) -> None:
    source = (
        "import os, signal\nleft = [100]\n\ndef choose(view, player, rng):\n    left[0] -= 1\n    if not left[0]:\n"
        f"        os.kill({os.getpid()}, signal.SIGINT)\n        while True:\n            pass\n"
        "    return rng.choice(view.legal_actions(player))\n"
    )
    Path("stopper.py").write_text(source, encoding="utf-8")
    result = run("balance", "duel", "base-2p", "--bot", "stopper.py", "--seed", 1)
    assert (result.status, result.err) == (130, "sse: interrupted\n")
    assert re.search(r"\nIt was left after [0-9] games?\.\n", result.out)
    assert "base-2p" not in result.out


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        ([], 2, "MAP|POSITION"),
        (["nowhere"], 1, "nowhere: no such file, and no map of Small Star Empires has this name"),
        (["duel", "--bot", "bob"], 2, "there is no bot 'bob'"),
        (["duel", "--bot", "no.py"], 1, "no.py: no such file"),
        (["duel", "--games", 0], 2, "a number of games is 1 to 1000000000, not '0'"),
        (["duel", "--opening-plies", 1001], 2, "a number of plies is 0 to 1000, not '1001'"),
        (["micro_space_empire", "start"], 1, "for one player, and a balance compares seats"),
    ],
)
def test_what_is_refused(run: Run, args: list[object], status: int, words: str) -> None:
    if args == ["micro_space_empire", "start"]:
        args = ["micro_space_empire", *list(sse.GAMES["micro_space_empire"].presets())[:1]]
    assert_refused(run("balance", *args), status, words)


def test_a_file_keeps_the_balance_of_one_bot_on_one_map(run: Run) -> None:
    args = ["duel", "--bot", "random", "--seed", 4, "--store", "duel.sqlite3", "--games"]
    (grown,) = [balances(run, *args, games)["balances"][0] for games in (10, 20)][1:]
    (at_once,) = balances(run, "duel", "--bot", "random", "--seed", 4, "--games", 20)["balances"]
    assert {**grown, "seconds": 0} == {**at_once, "seconds": 0}
    refused = run("balance", "duel", "base-2p", "--store", "duel.sqlite3")
    assert_refused(refused, 2, "--store keeps the games of one bot on one start")


def test_a_finished_game_has_no_balance(run: Run) -> None:
    end = sse.playout(sse.new_game(sse.load_map("duel")), 1)
    refused = run("balance", "-", stdin=sse.format_state(end))
    assert_refused(refused, 1, "the game is over, and nothing can be played")


def test_its_words_are_completed() -> None:
    assert completions(["bal"]).words == ["balance"]
    assert "duel" in completions(["balance", "base-2p", "du"]).words
    assert completions(["balance", "duel", "--bot", "gr"]).words == ["greedy"]
    assert completions(["balance", "--op"]).words == ["--opening-plies"]
    assert completions(["match", "--op"]).words == ["--opening-plies"]
