"""`sse find-map` and `sse show --seed`: shuffled maps that are found, drawn and saved, and what is refused."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Final

import pytest
from tests.command import TINY_SEARCH, Run, assert_refused, joined

import sse_core as sse
from sse_core.cli.commands.completion import completions

pytestmark = pytest.mark.usefixtures("heard_signals")

SEARCH: Final = [
    *("find-map", "--candidates", 4, "--screening", 40, "--games", 20, "--shuffles", 4, "--bot", "random", "--seed", 3),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def found_by(run: Run, *args: object) -> dict[str, Any]:
    result = run(*args, "--json")
    assert (result.status, result.err) == (0, "")
    found: dict[str, Any] = json.loads(result.out)
    return found


# --- find-map


def test_a_map_is_found_proved_and_saved(run: Run) -> None:
    found = found_by(run, *SEARCH, "--players", 3, "--holes", "balanced", "--out", "even.map")
    board = sse.base_map(3, seed=found["map_seed"], holes="balanced")
    assert sse.load_map("even.map") == sse.parse_map(found["map"]) == board
    assert found["file"] == "even.map"
    assert found["stages"] == [{"starts": 4, "games": 5}, {"starts": 2, "games": 10}]
    assert (found["players"], found["bot"], found["games"], found["shuffles"]) == (3, "random", 20, 4)
    assert found["games_of_shuffles"] == 20
    assert sum(row["wins"] + row["shared"] / 2 for row in found["seats"]) == pytest.approx(20, abs=1)
    for key in ("unevenness", "average_unevenness"):
        assert 0 <= found[key]["low"] <= found[key]["value"] <= found[key]["high"] <= 1
    # The file is one that every command takes.
    drawn = run("show", "even.map")
    assert drawn.out == run("show", "base-3p", "--seed", found["map_seed"], "--holes", "balanced").out
    assert run("balance", "even.map", "--games", 2, "--bot", "random", "--seed", 1).status == 0


def test_the_page_says_what_was_found_beside_the_average_shuffle(run: Run) -> None:
    found, page = found_by(run, *SEARCH), run(*SEARCH, "--out", "even.map").out
    first, *_ = joined(page).splitlines()
    assert first == ("Small Star Empires, the most even of 4 shuffled maps for 2 players; random at all seats; seed 3")
    assert "Games of each map in the screening: 4 maps with 5, 2 maps with 10.\n" in page
    assert f"\nThe map of seed {found['map_seed']}:\n" in page
    assert run("show", "base-2p", "--seed", found["map_seed"]).out in page
    for label, key, games in (("this map", "unevenness", 20), ("average of 4 shuffles", "average_unevenness", 20)):
        row = re.search(rf"^{label} +([\d.]+) +([\d.]+) +([\d.]+) +(\d+)$", page, re.MULTILINE)
        assert row is not None
        assert [float(each) for each in row.groups()[:3]] == pytest.approx(
            [100 * found[key][end] for end in ("value", "low", "high")], abs=0.051
        )
        assert int(row[4]) == games
    assert page.endswith("wrote even.map\n")


def test_a_search_goes_on_where_it_was_and_its_file_takes_no_other(run: Run) -> None:
    args = [*SEARCH, "--store", "search.sqlite3"]
    first, again = found_by(run, *args), run(*args)
    assert "search.sqlite3 has 80 games of it already.\n" in again.out
    assert {**found_by(run, *args), "seconds": 0} == {**first, "seconds": 0}
    assert {**found_by(run, *SEARCH), "seconds": 0} == {**first, "seconds": 0}
    without = [*SEARCH[:-2], "--store", "search.sqlite3"]
    assert found_by(run, *without)["seed"] == 3
    for other in (["--players", 3], ["--holes", "balanced"], ["--candidates", 5], ["--games", 30]):
        assert_refused(run(*args, *other), 1, "search.sqlite3 is of another arena: ")


@pytest.mark.ci
def test_a_search_in_several_processes_is_the_same(run: Run) -> None:
    one, two = (found_by(run, *SEARCH, "--jobs", jobs) for jobs in (1, 2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_rules_go_with_the_map(run: Run) -> None:
    found = found_by(run, *TINY_SEARCH, "--seed", 1, "--rule", "open_borders=yes", "--out", "open.map")
    assert "\nrules: open_borders=yes\n" in found["map"]
    board = sse.load_map("open.map")
    assert board.setup.rules == sse.Rules(open_borders=True)
    assert board.systems == sse.base_map(2, seed=found["map_seed"]).systems


def test_a_single_map_is_proved_without_a_screening(run: Run) -> None:
    args = [*TINY_SEARCH, "--seed", 1, "--candidates", 1]
    found = found_by(run, *args)
    assert (found["stages"], found["games"]) == ([], 2)
    assert "There is nothing to screen.\n" in run(*args).out


def test_a_bot_that_draws_nothing_has_openings(run: Run) -> None:
    args = [*SEARCH, "--bot", "star:0", "--candidates", 2, "--screening", 6]
    found = found_by(run, *args)
    assert (found["opening_plies"], found["opened_games"], found["different_games"]) == (None, 20, 20)
    assert "so each later one begins with 4 random plies; --opening-plies 0 leaves them out" in joined(run(*args).out)
    same = found_by(run, *args, "--opening-plies", 0)
    assert (same["games"], same["different_games"]) == (20, 1)


def test_a_bot_that_fails_in_all_games_finds_nothing(run: Run) -> None:
    Path("broken.py").write_text("def choose(view, player, rng):\n    return 1 / 0\n", encoding="utf-8")
    args = [*TINY_SEARCH, "--candidates", 1, "--seed", 1, "--bot", "broken.py"]
    result = run(*args)
    failed = "broken.py at seat A failed at ply 0: ZeroDivisionError: division by zero (broken.py, line 2)"
    assert (result.status, result.err) == (1, f"sse: broken.py failed in all its games, first so: {failed}\n")
    assert "No fresh game is finished, so nothing about this map is proved." in result.out
    assert "ended in this position:\n\nsse-state 1\n" in result.out
    found = json.loads(run(*args, "--json").out)
    nothing = ("unevenness", "average_unevenness", "median_unevenness")
    assert (found["games"], [found[key] for key in nothing]) == (0, [None] * 3)


def test_a_bot_that_ends_its_process_does_not_end_the_command(run: Run) -> None:
    source = "import os\n\ndef choose(view, player, rng):\n    os._exit(3)\n"
    Path("leaver.py").write_text(source, encoding="utf-8")
    result = run(*TINY_SEARCH, "--candidates", 1, "--games", 1, "--bot", "leaver.py", "--seed", 1)
    assert result.status == 1
    assert "it ended its process (status 3)" in result.err


@pytest.mark.skipif(os.name != "posix", reason="signals are others elsewhere")
def test_an_interruption_in_the_screening_finds_nothing_and_keeps_the_games(run: Run) -> None:
    source = (
        "import os, signal\nleft = [100]\n\ndef choose(view, player, rng):\n    left[0] -= 1\n    if not left[0]:\n"
        f"        os.kill({os.getpid()}, signal.SIGINT)\n        while True:\n            pass\n"
        "    return rng.choice(view.legal_actions(player))\n"
    )
    Path("stopper.py").write_text(source, encoding="utf-8")
    args = [*SEARCH, "--bot", "stopper.py", "--out", "even.map", "--store", "left.sqlite3"]
    result = run(*args)
    assert (result.status, result.err) == (130, "sse: interrupted\n")
    assert "The screening isn't over, so no map is found.\n" in result.out
    assert not Path("even.map").exists()
    assert Path("left.sqlite3").exists()


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (["--candidates", 0], 2, "argument --candidates: a number of maps is 1 to 10000, not '0'"),
        (["--shuffles", 1], 2, "argument --shuffles: a number of shuffles is 2 to 10000, not '1'"),
        (["--screening", "few"], 2, "argument --screening: a number of games is 1 to 1000000000, not 'few'"),
        (["--games", 0], 2, "a number of games is 1 to 1000000000, not '0'"),
        (["--bot", "bob"], 2, "there is no bot 'bob'"),
        (["--bot", "no.py"], 1, "no.py: no such file"),
        (["--players", 5], 1, "players is 5, not in 2 to 4"),
        (["--rule", "borders=yes"], 2, "there is no option 'borders'"),
        (["--opening-plies", 60], 2, "--opening-plies: 60 random plies leave the bots nothing to choose"),
        (["--map", "duel"], 2, "unrecognized arguments: --map duel"),
        (["--force"], 2, "--force goes with --out"),
        (["--out", "nowhere/even.map"], 1, "there is no folder nowhere"),
        (["--rules-from", "rule.py"], 2, "`sse find-map` is for the published rules alone"),
    ],
)
def test_what_is_refused(run: Run, args: list[object], status: int, words: str) -> None:
    assert_refused(run("find-map", *args), status, words)


def test_a_game_whose_maps_no_seed_shuffles_has_no_search(run: Run) -> None:
    refused = run("find-map", "micro_space_empire")
    assert_refused(refused, 2, "micro_space_empire has no shuffled maps; name a game that has, after the command")


# --- show --seed


@pytest.mark.parametrize(
    ("args", "board"),
    [
        (["base-2p", "--seed", 3], sse.base_map(2, seed=3)),
        (["base-4p", "--holes", "wormholes"], sse.base_map(4, holes="wormholes")),
        (["base-3p-balanced", "--seed", 0], sse.base_map(3, seed=0, holes="balanced")),
        (["base-3p-balanced", "--seed", 0, "--holes", "balanced"], sse.base_map(3, seed=0, holes="balanced")),
        (["unexplored-2p", "--seed", 9], sse.base_map(2, seed=9, unexplored=True)),
        (
            ["base-2p", "--seed", 5, "--holes", "black_holes", "--unexplored"],
            sse.base_map(2, seed=5, holes="black_holes", unexplored=True),
        ),
    ],
)
def test_a_base_map_is_laid_anew(run: Run, args: list[object], board: sse.Board) -> None:
    result = run("show", *args, "--out", "my.map")
    assert (result.status, result.out) == (0, "wrote my.map\n")
    assert sse.load_map("my.map") == board
    assert run("show", *args).out == run("show", "my.map").out
    assert run("show", *args, "--svg").out == run("show", "my.map", "--svg").out
    assert run("show", *args, "--json").out == f"{board.to_json()}\n"


def test_it_is_the_map_of_the_game_with_this_seed(run: Run) -> None:
    run("show", "base-2p", "--seed", 3, "--out", "my.map")
    start = sse.new_game(players=2, seed=3)
    assert sse.new_game(sse.load_map("my.map")) == start


def test_a_map_that_ships_is_saved_as_one(run: Run) -> None:
    assert run("show", "duel", "--out", "mine.map").status == 0
    assert sse.load_map("mine.map") == sse.load_map("duel")
    # With another name it is the drawing that the terminal shows.
    run("show", "duel", "--out", "mine.txt")
    assert Path("mine.txt").read_text("utf-8") == run("show", "duel").out


def test_a_position_is_no_map(run: Run) -> None:
    state = sse.new_game(sse.load_map("duel"))
    Path("state.sse").write_text(sse.format_state(state), encoding="utf-8")
    refused = run("show", "state.sse", "--out", "state.map")
    words = "state.map would be a map, and state.sse is a position: name the file otherwise"
    assert_refused(refused, 1, words)
    assert not Path("state.map").exists()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["duel", "--seed", 3], "--seed is for the base maps, which are laid from sectors: base-2p, "),
        (["my.map", "--unexplored"], "--unexplored is for the base maps, which are laid from sectors: "),
        (["base-2p-balanced", "--holes", "wormholes"], "--holes wormholes, but base-2p-balanced has holes of its own"),
        (["--seed", 3], "--seed lays a base map anew: name one, such as base-2p"),
        (["base-2p", "--seed", "x"], "argument --seed: a seed is 0 to 2**64 - 1, not 'x'"),
        (["base-2p", "--seed", 2**64], "argument --seed: a seed is 0 to 2**64 - 1"),
        (["base-2p", "--holes", "deep"], "argument --holes: invalid choice: 'deep'"),
    ],
)
def test_what_show_refuses(run: Run, args: list[object], words: str) -> None:
    assert_refused(run("show", *args), 2, words)


def test_a_map_that_is_laid_anew_has_no_variations(run: Run) -> None:
    refused = run("show", "base-2p", "--seed", 3, "--variation", 1)
    assert_refused(refused, 1, "base-2p is no record of a game, but a map")


def test_their_words_are_completed() -> None:
    assert completions(["find"]).words == ["find-map"]
    assert completions(["find-map", "--sh"]).words == ["--shuffles"]
    assert completions(["find-map", "--holes", "bl"]).words == ["black_holes"]
    assert completions(["find-map", "--bot", "gr"]).words == ["greedy"]
    assert completions(["find-map", "small"]).words == ["small_star_empires"]
    assert completions(["find-map", "--out", "x"]).takes_file
    assert "--seed" in completions(["show", "base-2p", "--se"]).words
