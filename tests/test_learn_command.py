"""`sse learn`: what it writes, how it goes on after a stop, how it ends by the clock, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.command import Run, assert_refused, joined

import sse_core as sse
from sse_core.bots.naming import bot_named, visits_of
from sse_core.cli import main
from sse_core.learning import Clock, learn, own_kind
from sse_core.learning.map_kinds import MAP_KINDS

SHORT = ("--games", "20", "--jobs", "1")
"""A round of some tenths of a second."""


def _asked(seed: str) -> str:
    """The file of what was asked for, plain maps for two with a seed."""
    return f'{{"kind": "plain-2", "maps": "", "seed": {seed}}}'


def about(path: Path) -> Any:
    return tomllib.loads(path.read_text("utf-8"))["weights"]


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The weights of two short rounds on a map."""
    out = tmp_path_factory.mktemp("learned") / "mine.toml"
    assert main(["learn", "duel", "--rounds", "2", *SHORT, "--seed", "4", "--out", str(out)]) == 0
    return out


def test_what_is_learned_plays_wherever_a_bot_has_a_name(run: Run, learned: Path) -> None:
    assert about(learned)["kind"] == "plain-2"
    name = f"star:30@{learned}"
    match = run("match", name, "random", "--map", "duel", "--games", "8", "--seed", "1")
    assert "won 8, shared 0 and lost 0 of 8 games" in joined(match.out)
    played = run("play", name, "greedy", "--map", "duel", "--seed", "2")
    assert played.status == 0
    assert run("balance", "duel", "--bot", name, "--games", "2").status == 0
    analysed = json.loads(run("analyse", "duel", "--bot", name, "--json").out)
    assert analysed["visits"] == 30
    shipped = json.loads(run("analyse", "duel", "--visits", "30", "--json").out)
    assert [line["value"] for line in analysed["lines"]] != [line["value"] for line in shipped["lines"]]
    assert_refused(run("analyse", "duel", "--bot", "greedy"), 2, "--bot greedy: this bot has no search")
    run("play", "greedy", "random", "--map", "duel", "--seed", "1", "--out", learned.parent)
    reviews = [
        json.loads(run("review", learned.parent / "game.sse", "--plies", "0-3", *how, "--json").out)["plies"]
        for how in (("--bot", name), ("--bot", name, "--visits", "40"), ("--visits", "30"))
    ]
    assert [plies[0]["visits"] for plies in reviews] == [30, 40, 30]
    assert reviews[0][0]["value"] == analysed["lines"][0]["value"]
    assert reviews[0][0]["value"] != reviews[2][0]["value"]
    refused = run("review", learned.parent / "game.sse", "--bot", "greedy")
    assert_refused(refused, 2, "--bot greedy: this bot has no search")
    assert run("arena", name, "random", "greedy", "--map", "duel", "--games", "6", "--threads", "1").status == 0


def test_a_note_says_that_weights_are_of_another_kind_of_map(run: Run, learned: Path) -> None:
    said = joined(run("play", f"star:0@{learned}", "greedy", "random", "--map", "base-3p", "--seed", "1").out)
    assert f"{learned} was learned for plain-2, and this map is plain-3." in said


def test_the_same_seed_learns_the_same_and_goes_on_where_it_was_stopped(
    run: Run, learned: Path, tmp_path: Path
) -> None:
    out = tmp_path / "mine.toml"
    first = run("learn", "duel", "--rounds", "1", *SHORT, "--seed", "4", "--out", out)
    assert first.status == 0
    assert "round 1: 20 games" in joined(first.out)
    rounds = out.with_suffix(".learning") / "plain-2"
    # A stop in the second round: some of its games are there, and the fit isn't.
    kind = own_kind([sse.new_game(sse.load_map("duel"))])

    def stop(now: Any) -> None:
        if now.number == 1 and now.games == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(kind, rounds.parent, rounds=2, games=20, tested=False, seed=4, watch=stop)
    assert (rounds / "round-1" / "games.sqlite3").exists()
    assert not (rounds / "round-1" / "weights.toml").exists()
    # The seed is that of the folder.
    second = run("learn", "duel", "--rounds", "2", *SHORT, "--out", out)
    assert (second.status, "seed 4" in joined(second.out)) == (0, True)
    assert "round 1:" not in joined(second.out)
    assert out.read_bytes() == learned.read_bytes()
    again = json.loads(run("learn", "duel", "--rounds", "2", *SHORT, "--out", out, "--json").out)
    reports = again.pop("rounds")
    assert again == {"file": str(out), "kind": "plain-2", "maps": ["duel"], "seed": 4}
    assert len(reports) == 2
    assert reports[0] in joined(first.out)
    # Processes change nothing, another seed does.
    for seed, jobs, is_same in ((4, 2, True), (5, 1, False)):
        other = tmp_path / f"{seed}.toml"
        run("learn", "duel", "--rounds", "1", "--games", "20", "--jobs", jobs, "--seed", seed, "--out", other)
        weights = (other.with_suffix(".learning") / "plain-2" / "round-0" / "weights.toml").read_bytes()
        assert (weights == (rounds / "round-0" / "weights.toml").read_bytes()) == is_same


def test_the_clock_ends_learning_and_more_minutes_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "mine.toml"
    folder = out.with_suffix(".learning")
    assert run("learn", "duel", "--rounds", "1", *SHORT, "--seed", "4", "--out", out).status == 0
    spent = folder / "plain-2" / "seconds.txt"
    spent.write_text("595.0\n", "utf-8")
    before = out.read_bytes()
    over = run("learn", "duel", "--minutes", "10", "--jobs", "1", "--out", out)
    assert (over.status, out.read_bytes()) == (0, before)
    assert "has the weights of round 1" in joined(over.out)
    # The test has no ten seconds for a further round, nor half a minute for a fit that takes some tenths of a second.
    for name in ("_LEAST_SECONDS", "_FIT_SECONDS", "_GAME_SECONDS"):
        monkeypatch.setattr(f"sse_core.learning.clock.{name}", 1e-6)
    spent.write_text("595.0\n", "utf-8")
    more = run("learn", "duel", "--minutes", "9.97", "--jobs", "1", "--out", out)
    assert "round 2:" in joined(more.out)
    assert "has the weights of round 2" in joined(more.out)
    assert out.read_bytes() != before
    assert 597 < float(spent.read_text("utf-8")) < 700


def test_a_clock_gives_each_round_its_part_and_keeps_time_for_the_fit(tmp_path: Path) -> None:
    file = tmp_path / "seconds.txt"
    file.write_text("0.0\n", "utf-8")
    clock = Clock(600.0, file)
    assert clock.begin_round(0)
    assert not clock.ends_games(500)
    # The first round ends after a twentieth of the time; the fit to so many games takes longer.
    assert clock.ends_games(3000)
    file.write_text("500.0\n", "utf-8")
    later = Clock(600.0, file)
    assert later.begin_round(2000)
    assert not later.ends_games(3000)
    assert later.ends_games(12_000)
    # Where fits take four times as long, the games end earlier.
    later.fitted(1000, 36.0)
    assert later.ends_games(3000)
    assert float(file.read_text("utf-8")) >= 500.0
    assert 0 < later.left < 100.1
    file.write_text("595.0\n", "utf-8")
    assert not Clock(600.0, file).begin_round(2000)


@pytest.mark.usefixtures("heard_signals")
def test_ctrl_c_keeps_what_is_there_and_says_how_to_go_on(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    options = ["--rounds", "100", "--games", "300", "--out", str(out)]
    command = [sys.executable, "-m", "sse_core", "learn", "duel", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "round 1:" in line:
                break
        # Meanwhile nobody else learns there.
        second = run("learn", "duel", "--rounds", "1", *SHORT, "--out", out)
        assert second.status == 1
        assert f"is in use: process {process.pid} on " in second.err
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the weights so far, and the same command goes on" in said
    assert visits_of(bot_named(f"star:10@{out}", sse.small_star_empires)) == 10
    assert json.loads((out.with_suffix(".learning") / "asked.json").read_text("utf-8"))["kind"] == "plain-2"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["duel"], "--out FILE is missing"),
        (["--out", "mine.txt"], "a file of weights ends in .toml"),
        (["duel", "--kind", "plain-2", "--out", "mine.toml"], "learn for a kind of map, or on maps of your own"),
        (["--minutes", "1", "--rounds", "2", "--out", "mine.toml"], "one of them says when to end"),
        (["--games", "50", "--out", "mine.toml"], "--games goes with --rounds"),
        (["--minutes", "0", "--out", "mine.toml"], "a time in minutes is above 0"),
        (["--minutes", "1e9", "--out", "mine.toml"], "a time in minutes is above 0"),
        (["--kind", "plain-9", "--out", "mine.toml"], "invalid choice: 'plain-9'"),
    ],
)
def test_wrong_usage_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(run("learn", *words), 2, why)
    assert not [*tmp_path.iterdir()]


def test_what_is_there_is_never_replaced_by_other_weights(run: Run, learned: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("mine", "utf-8")
    assert_refused(run("learn", "duel", "--rounds", "1", *SHORT, "--out", mine), 1, "name another file")
    assert mine.read_text("utf-8") == "mine"
    assert_refused(run("learn", "--out", tmp_path / "nowhere" / "mine.toml"), 1, "there is no folder")
    for words in (["--kind", "plain-2"], ["base-2p"], ["duel", "--seed", "5"]):
        refused = run("learn", *words, "--rounds", "1", *SHORT, "--out", learned)
        assert_refused(refused, 1, "has games for plain-2 on maps of your own with the seed 4, and these are others")
    assert_refused(run("learn", "duel", "base-3p", "--out", tmp_path / "two.toml"), 1, "learn one kind at once")


@pytest.mark.parametrize("asked", ["", "{}", "[]", *(_asked(seed) for seed in ("-1", "1e999", '"5"', "null"))])
def test_a_damaged_file_of_what_was_asked_for_is_told(run: Run, tmp_path: Path, asked: str) -> None:
    (tmp_path / "bad.learning").mkdir()
    (tmp_path / "bad.learning" / "asked.json").write_text(asked, "utf-8")
    assert_refused(run("learn", "--out", tmp_path / "bad.toml"), 1, "asked.json is damaged: name another file")


@pytest.mark.parametrize("seconds", ["", "ten", "nan", "-1", "1e999"])
def test_a_damaged_file_of_the_time_that_is_spent_is_told(run: Run, tmp_path: Path, seconds: str) -> None:
    folder = tmp_path / "bad.learning"
    (folder / "plain-2").mkdir(parents=True)
    (folder / "asked.json").write_text(_asked("5"), "utf-8")
    (folder / "plain-2" / "seconds.txt").write_text(seconds, "utf-8")
    refused = run("learn", "--minutes", "0.001", "--jobs", "1", "--out", tmp_path / "bad.toml")
    assert (refused.status, "seconds.txt is damaged" in refused.err) == (1, True)


def test_fewer_rounds_than_there_are_keep_the_last_weights(run: Run, learned: Path) -> None:
    before = learned.read_bytes()
    for rounds in (2, 1):
        again = run("learn", "duel", "--rounds", rounds, *SHORT, "--out", learned)
        assert (again.status, learned.read_bytes()) == (0, before)
        assert "has the weights of round 2." in joined(again.out)


def test_each_game_draws_one_of_the_own_maps() -> None:
    states = [sse.new_game(sse.load_map(name)) for name in ("duel", "base-2p")]
    kind = own_kind(states)
    # Every tenth game is held out of the fit: both these games and the others are on each map.
    for numbers in (range(0, 400, 10), [number for number in range(200) if number % 10]):
        drawn = [kind.start(number) for number in numbers]
        assert all(len(drawn) / 4 < drawn.count(state) < 3 * len(drawn) / 4 for state in states)
    assert kind.start(7) == kind.start(7)
    assert kind._replace(start=MAP_KINDS["plain-2"].start, about="") == MAP_KINDS["plain-2"]
    assert own_kind(states[:1]).about != kind.about
