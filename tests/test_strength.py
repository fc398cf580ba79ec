"""The table of strength: matches that are kept, resumed and reported; and the times of the solver."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from bench import solver, strength, threaded
from bench.matches import SEED, by_clock, plan_of, play_on, rounds_in, setup_of, standings_in
from bench.strength import FOLDER, MATCHES, Match, decided, row
from tests.stopping_bot import write_stopper

import sse_core as sse
from sse_core import small_star_empires
from sse_core.arena import ArenaError, Results, Row, Setup, play_match, starts_of
from sse_core.cli.terminal.output import INTERRUPTED
from sse_core.game import State
from sse_core.seeds import SplitMix64
from sse_core.small_star_empires import solve

DUEL = setup_of(map="duel")
QUICK = Match("greedy against random", "greedy", "random", "above even", 8, DUEL)


def game(number: int, winner: int) -> Row:
    seats = ((0, 1), (1, 0))[number % 2]
    return Row(number, seats, (seats.index(winner),), (20, 10) if seats[0] == winner else (10, 20), 40)


def played(path: Path, match: Match, rounds: int | None = None, jobs: int = 1) -> list[list[Row]]:
    for _ in play_on(path, match.plan, rounds=rounds, jobs=jobs, test=match.test):
        pass
    return rounds_in(path, match.setup)[1]


def results(path: Path, match: Match) -> Results:
    standings = standings_in(path, match.plan, match.test)
    assert standings is not None
    return standings.results[0, 1]


def test_a_match_that_was_stopped_goes_on_with_the_same_games(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole.sqlite3", QUICK)
    assert [[row.number for row in rows] for rows in whole] == [[0, 1], [2, 3], [4, 5], [6, 7]]
    stopped = tmp_path / "stopped.sqlite3"
    assert played(stopped, QUICK, 1) == whole[:1]
    assert played(stopped, QUICK) == whole
    found = results(stopped, QUICK)
    assert (found.games, found.rounds) == (8, 4)


def state_of(setup: Setup, seed: int) -> State[Any]:
    return setup.maker()(seed).state


def test_the_games_are_those_of_a_match(tmp_path: Path) -> None:
    """By the same seed; on one map, too, without the openings that a match has there."""
    for options in ({"map": "duel"}, {"players": 3, "holes": "balanced"}):
        setup = setup_of(**options)
        match = replace(QUICK, setup=setup, games=6)
        kept = [row for rows in played(tmp_path / f"{len(options)}.sqlite3", match) for row in rows]
        starts = starts_of(partial(state_of, setup), SEED)
        assert kept == [*islice(play_match("greedy", "random", starts, opening_plies=0), 6)]


def test_rounds_are_kept_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    steps = []
    for standings, new in play_on(path, QUICK.plan, rounds=3):
        steps.append((standings.rounds, new))
    assert steps == [(1, 1), (2, 2), (3, 3)]
    assert [new for _, new in play_on(path, QUICK.plan)] == [1]


def test_a_match_with_all_its_rounds_plays_no_more(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    assert len(played(path, QUICK)) == 4
    assert [*play_on(path, QUICK.plan)] == [*play_on(path, QUICK.plan, rounds=2)] == []
    # What was asked for stays, where a table asks for fewer later.
    assert len(played(path, replace(QUICK, games=2))) == 4
    # Games are filled up to a whole round.
    assert len(played(tmp_path / "odd.sqlite3", replace(QUICK, games=3))) == 2


def test_processes_play_the_same_rounds(tmp_path: Path) -> None:
    one, two = (played(tmp_path / f"{jobs}.sqlite3", QUICK, jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_one_bot_at_all_seats_has_rounds_of_one_game(tmp_path: Path) -> None:
    path, setup = tmp_path / "games.sqlite3", setup_of(players=3)
    for _ in play_on(path, plan_of(setup, ("random",), 2, actions=True)):
        pass
    (first,), (second,) = rounds_in(path, setup)[1]
    assert (first.number, second.number, first.seats) == (0, 1, (0, 0, 0))
    assert first.actions is not None
    assert len(first.actions) == first.plies


@pytest.mark.parametrize(
    ("name", "clock"),
    [("mcts", False), ("mcts:1s", True), ("mcts:0.1s", True), ("mcts:100,2s", True), ("mcts:100", False)],
)
def test_who_plays_by_the_clock(name: str, clock: bool) -> None:
    assert by_clock(name) == clock


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    played(path, QUICK)
    with pytest.raises(ArenaError, match="is of another arena"):
        played(path, replace(QUICK, a="mcts:1"))
    with pytest.raises(ArenaError, match="is of another arena"):
        results(path, replace(QUICK, setup=setup_of()))


def test_a_player_that_fails_ends_a_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.py").write_text("def choose(view, player, rng):\n    return 1 // 0\n")
    match = replace(QUICK, a=str(tmp_path / "broken.py"))
    monkeypatch.setattr(strength, "TABLES", {"strength": {"quick": match}})
    assert strength.main(["--folder", str(tmp_path)]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_match_has_all_its_games_when_its_test_has_decided(tmp_path: Path) -> None:
    match, path = replace(QUICK, games=4000, sprt=(0, 200)), tmp_path / "games.sqlite3"
    played(path, match)
    assert results(path, match).games < 100
    assert "accepts +200 Elo or more" in decided(match, results(path, match))
    assert [*play_on(path, match.plan, test=match.test)] == []


@pytest.mark.parametrize("name", MATCHES)
def test_a_command_plays_the_match_of_the_table(name: str) -> None:
    match = MATCHES[name]
    words = match.command.split()
    assert words[:4] == ["sse", "match", match.a, match.b]
    options = match.setup.options
    assert ("--map" in words) == ("map" in options)
    players = sse.load_map(options["map"]).players if "map" in options else options.get("players", 2)
    assert match.plan.schedule.seats == players


def test_a_row_has_shares_and_intervals() -> None:
    found = Results(2)
    for number in range(40):
        found.add(game(number, int(number % 10 == 0)))
    shown = row(QUICK, found)
    assert shown[:2] == ["greedy against random: `greedy`, `random`", "40"]
    assert shown[2].startswith("90.0 % (")
    assert shown[3] == "above even"
    assert shown[5].startswith("+8.0 (")


def test_the_command_shows_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strength, "TABLES", {"strength": {"quick": QUICK}})
    assert strength.main(["--folder", str(tmp_path), "--games", "2"]) == 0
    assert "quick: 2 games" in capsys.readouterr().out
    assert strength.main(["--folder", str(tmp_path), "--again"]) == 0
    printed = capsys.readouterr().out
    assert "| greedy against random: `greedy`, `random` | 2 " in printed
    assert "sse match greedy random --map duel --games 8 --seed 1" in printed
    with pytest.raises(SystemExit):
        strength.main(["none"])
    assert "there is no match 'none'; they are quick" in capsys.readouterr().err


@pytest.mark.usefixtures("heard_signals")
def test_an_interrupted_command_shows_and_keeps_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_stopper(tmp_path / "stopper.py", tmp_path, "quick.sqlite3")
    match = Match("a bot against random", str(tmp_path / "stopper.py"), "random", "", 400, DUEL)
    monkeypatch.setattr(strength, "TABLES", {"strength": {"quick": match, "later": QUICK}})
    assert strength.main(["--folder", str(tmp_path)]) == INTERRUPTED
    kept = results(tmp_path / "quick.sqlite3", match).games
    assert 0 < kept < 50
    assert f"| a bot against random: `stopper.py`, `random` | {kept} " in " ".join(capsys.readouterr().out.split())
    assert not (tmp_path / "later.sqlite3").exists()


def test_games_are_kept_outside_of_the_repository() -> None:
    assert FOLDER.parts[-3:] == ("build", "studies", "strength")


def test_the_bot_with_threads_plays_legal_actions() -> None:
    state = small_star_empires.new_game(players=2, seed=1)
    bot = threaded.Threaded().with_option("2")
    assert bot.threads == 2
    assert bot.choose(state, 0, SplitMix64(1)) in state.legal_actions()


def test_late_positions_have_so_many_plies_to_come() -> None:
    for plies in (1, 6):
        state = solver.late(plies, seed=1)
        assert state.to_act
        solution = solve(state)
        assert solver.solved(state).nodes == solution.nodes


def test_the_row_of_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "POSITIONS", 5)
    plies, choices, *times, nodes, rate = solver.row(4)
    assert plies == "4"
    assert float(choices) > 0
    assert all(time.endswith("s") for time in times)
    assert nodes
    assert rate
