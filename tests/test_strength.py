"""The table of strength: matches that are kept, resumed and reported; and the times of the solver."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from bench import solver, strength, threaded
from bench.matches import Kept, Rounds, Setup, by_clock, further, line_of
from bench.strength import FOLDER, MATCHES, Match, decided, play_on, results_of, row

import sse_core as sse
from sse_core import small_star_empires
from sse_core.arena import MatchGame, Results
from sse_core.cli.pages import INTERRUPTED
from sse_core.seeds import SplitMix64

QUICK = Match("greedy against random", "greedy", "random", "above even", 8, Setup(map="duel"))


def game(number: int, winner: int) -> MatchGame:
    seats = ((0, 1), (1, 0))[number % 2]
    return MatchGame(
        number, number // 2, seats, (seats.index(winner),), (20, 10) if seats[0] == winner else (10, 20), 40
    )


def rounds(path: Path, match: Match) -> Rounds:
    return Rounds(path, match.a, match.b, match.setup)


def played(path: Path, match: Match, n: int | None = None) -> Rounds:
    kept = rounds(path, match)
    for _ in islice(play_on(match, kept), n):
        pass
    return kept


def results(match: Match, kept: Rounds) -> Results:
    return results_of(match.setup.seats, kept.played)


def test_a_match_that_was_stopped_goes_on_with_the_same_games(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole.jsonl", QUICK)
    assert (results(QUICK, whole).games, results(QUICK, whole).rounds) == (8, 4)
    stopped = tmp_path / "stopped.jsonl"
    assert len(played(stopped, QUICK, 1).played) == 1
    # The power went while a line was written.
    with stopped.open("a", encoding="utf-8") as file:
        file.write('{"round": 1, "games": [{"seats": [0')
    assert len(rounds(stopped, QUICK).played) == 1
    assert played(stopped, QUICK).played == whole.played
    assert stopped.read_text("utf-8") == (tmp_path / "whole.jsonl").read_text("utf-8")
    assert rounds(stopped, QUICK).played == whole.played


def test_a_round_is_a_line_that_is_kept_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for number, games in enumerate(rounds(path, QUICK).play_on(3)):
        head, *lines = path.read_text("utf-8").splitlines()
        assert head == '{"a": "greedy", "b": "random", "players": 2, "map": "duel", "seed": 1}'
        assert len(lines) == number + 1
        assert json.loads(lines[-1]) == json.loads(json.dumps(line_of(games)))
        assert [game.number for game in games] == [2 * number, 2 * number + 1]


def test_a_match_with_all_its_rounds_plays_no_more(tmp_path: Path) -> None:
    kept = played(tmp_path / "games.jsonl", QUICK)
    assert list(kept.play_on(4)) == list(kept.play_on(2)) == []
    assert list(play_on(QUICK, kept)) == []
    # Games are filled up to a whole round.
    assert len(played(tmp_path / "odd.jsonl", replace(QUICK, games=3)).played) == 2


def test_processes_play_the_same_rounds() -> None:
    one, two = (list(further("greedy", "random", Setup(map="duel"), range(1, 4), jobs)) for jobs in (1, 2))
    assert one == two
    assert [games[0].round for games in one] == [1, 2, 3]


def test_one_bot_at_all_seats_has_rounds_of_one_game() -> None:
    (first,), (second,) = further("random", "random", Setup(players=3), range(5, 7), records=True)
    assert (first.number, first.round, second.number, first.seats) == (5, 5, 6, (0, 0, 0))
    assert first.record is not None


@pytest.mark.parametrize(
    ("name", "clock"),
    [("mcts", False), ("mcts:1s", True), ("mcts:0.1s", True), ("mcts:100,2s", True), ("mcts:100", False)],
)
def test_who_plays_by_the_clock(name: str, clock: bool) -> None:
    assert by_clock(name) == clock


def test_another_match_begins_the_file_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert len(played(path, QUICK, 2).played) == 2
    other = Match("the other way", "random", "greedy", "", 4, Setup(map="duel"))
    assert rounds(path, other).played == []
    assert len(rounds(path, QUICK).played) == 2
    played(path, other, 1)
    assert rounds(path, QUICK).played == []


@pytest.mark.parametrize(
    "changed", [Setup(players=3), Setup(map="duel"), Setup(holes="balanced"), Setup(holes="wormholes")]
)
def test_a_match_on_other_starts_is_another_one(tmp_path: Path, changed: Setup) -> None:
    path, match = tmp_path / "games.jsonl", Match("on the base map", "greedy", "random", "", 4)
    assert len(played(path, match, 1).played) == len(rounds(path, match).played) == 1
    assert rounds(path, replace(match, setup=changed)).played == []


def test_lines_are_kept_below_what_they_are_about(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "lines.jsonl"
    kept = Kept(path, {"about": "numbers"})
    assert not path.exists()
    kept.add([1])
    kept.add([2])
    assert path.read_text("utf-8") == '{"about": "numbers"}\n[1]\n[2]\n'
    assert Kept(path, {"about": "numbers"}).lines == [[1], [2]]
    assert Kept(path, {"about": "words"}).lines == []


def test_a_match_has_all_its_games_when_its_test_has_decided(tmp_path: Path) -> None:
    match = Match("greedy against random", "greedy", "random", "", 4000, Setup(map="duel"), sprt=(0, 200))
    kept = played(tmp_path / "games.jsonl", match)
    assert results(match, kept).games < 100
    assert "accepts +200 Elo or more" in decided(match, results(match, kept))
    assert list(play_on(match, kept)) == []


@pytest.mark.parametrize("name", MATCHES)
def test_a_command_plays_the_match_of_the_table(name: str) -> None:
    match = MATCHES[name]
    words = match.command.split()
    assert words[:4] == ["sse", "match", match.a, match.b]
    setup = match.setup
    assert ("--map" in words) == (setup.map is not None)
    assert setup.seats == (setup.players if setup.map is None else sse.load_map(setup.map).players)


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


STOPPER = """
import signal

left = [50]

class Stopper:
    def choose(self, view, player, rng):
        left[0] -= 1
        if not left[0]:
            signal.raise_signal(signal.SIGINT)
        return view.legal_actions()[0]
"""


@pytest.mark.usefixtures("heard_signals")
def test_an_interrupted_command_shows_and_keeps_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "stopper.py").write_text(STOPPER)
    match = Match("a bot against random", str(tmp_path / "stopper.py"), "random", "", 400, Setup(map="duel"))
    monkeypatch.setattr(strength, "TABLES", {"strength": {"quick": match, "later": QUICK}})
    assert strength.main(["--folder", str(tmp_path)]) == INTERRUPTED
    kept = results(match, rounds(tmp_path / "quick.jsonl", match)).games
    assert 0 < kept < 50
    assert f"| a bot against random: `stopper.py`, `random` | {kept} " in " ".join(capsys.readouterr().out.split())
    assert not (tmp_path / "later.jsonl").exists()


def test_games_are_kept_outside_of_the_repository() -> None:
    assert FOLDER.parts[-3:] == ("build", "bench", "strength")


def test_the_bot_with_threads_plays_legal_actions() -> None:
    state = small_star_empires.start(players=2, seed=1)
    bot = threaded.Threaded().with_option("2")
    assert bot.threads == 2
    assert bot.choose(state, 0, SplitMix64(1)) in state.legal_actions()


def test_late_positions_have_so_many_plies_to_come() -> None:
    for plies in (1, 6):
        state = solver.late(plies, seed=1)
        assert state.to_act
        solution = sse.solve(state)
        assert solver.solved(state).nodes == solution.nodes


def test_the_row_of_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "POSITIONS", 5)
    plies, choices, *times, nodes, rate = solver.row(4)
    assert plies == "4"
    assert float(choices) > 0
    assert all(time.endswith("s") for time in times)
    assert nodes
    assert rate
