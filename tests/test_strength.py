"""The table of strength: matches that are kept, resumed and reported; and the times of the solver."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from bench import solver, strength, threaded
from bench.strength import FOLDER, MATCHES, Kept, Match, decided, line_of, play_on, row

import sse_core as sse
from sse_core import small_star_empires
from sse_core.arena import MatchGame, Results
from sse_core.cli.pages import INTERRUPTED
from sse_core.seeds import SplitMix64

QUICK = Match("greedy against random", "greedy", "random", "above even", 8, map="duel")


def game(number: int, winner: int) -> MatchGame:
    seats = ((0, 1), (1, 0))[number % 2]
    return MatchGame(
        number, number // 2, seats, (seats.index(winner),), (20, 10) if seats[0] == winner else (10, 20), 40
    )


def played(path: Path, match: Match, rounds: int | None = None) -> Kept:
    kept = Kept(path, match)
    for _ in islice(play_on(kept), rounds):
        pass
    return kept


def test_a_match_that_was_stopped_goes_on_with_the_same_games(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole.jsonl", QUICK)
    assert (whole.results.games, whole.results.rounds) == (8, 4)
    stopped = played(tmp_path / "stopped.jsonl", QUICK, rounds=1)
    assert len(stopped.games) == 2
    with stopped.path.open("a", encoding="utf-8") as file:
        file.write(f"{line_of(game(2, 0))}\n")
    assert played(stopped.path, QUICK).games == whole.games
    assert stopped.path.read_text("utf-8") == whole.path.read_text("utf-8")


def test_another_match_begins_the_file_anew(tmp_path: Path) -> None:
    path = played(tmp_path / "games.jsonl", QUICK, rounds=2).path
    other = Match("the other way", "random", "greedy", "", 4, map="duel")
    assert Kept(path, other).games == []
    assert len(Kept(path, QUICK).games) == 4


def test_a_match_has_all_its_games_when_its_test_has_decided(tmp_path: Path) -> None:
    match = Match("greedy against random", "greedy", "random", "", 4000, map="duel", sprt=(0, 200))
    kept = played(tmp_path / "games.jsonl", match)
    assert kept.results.games < 100
    assert "accepts +200 Elo or more" in decided(match, kept.results)


@pytest.mark.parametrize("name", MATCHES)
def test_a_command_plays_the_match_of_the_table(name: str) -> None:
    match = MATCHES[name]
    words = match.command.split()
    assert words[:4] == ["sse", "match", match.a, match.b]
    assert ("--map" in words) == (match.map is not None)
    assert match.seats == (match.players if match.map is None else sse.load_map(match.map).players)


def test_a_row_has_shares_and_intervals() -> None:
    results = Results(2)
    for number in range(40):
        results.add(game(number, int(number % 10 == 0)))
    shown = row(QUICK, results)
    assert shown[:2] == ["greedy against random: `greedy`, `random`", "40"]
    assert shown[2].startswith("90.0 % (")
    assert shown[3] == "above even"
    assert shown[5].startswith("+8.0 (")


def test_the_command_shows_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(strength, "MATCHES", {"quick": QUICK})
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
    match = Match("a bot against random", str(tmp_path / "stopper.py"), "random", "", 400, map="duel")
    monkeypatch.setattr(strength, "MATCHES", {"quick": match, "later": QUICK})
    assert strength.main(["--folder", str(tmp_path)]) == INTERRUPTED
    kept = Kept(tmp_path / "quick.jsonl", match).results.games
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
