"""The ladder of players, and the statistics of first moves: who plays, what is kept, and the tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import ladder, machine, openings
from bench.figures import mean
from bench.levels import machine_here
from bench.matches import rounds_in, setup_of
from bench.openings import Game
from bench.results import files
from tests.stopping_bot import write_stopper

import sse_core as sse
from sse_core import small_star_empires
from sse_core.arena import Rating, Row, elo_of
from sse_core.arena.figures.counts import win_share
from sse_core.bots.naming import bot_named
from sse_core.cli.terminal.output import INTERRUPTED


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results, on a machine that is quiet."""
    monkeypatch.setattr(files, "FOLDER", tmp_path / "results")
    monkeypatch.setattr(machine, "busy_here", str)
    return tmp_path / "results"


def cells(text: str, first: str) -> list[list[str]]:
    """The rows of tables whose first cell is the given one."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return [row for row in rows if row[0] == first]


# --- the ladder


def test_each_rung_plays_against_the_next_two() -> None:
    assert ladder.pairs_of(["a", "b", "c", "d"]) == [("b", "a"), ("c", "a"), ("c", "b"), ("d", "b"), ("d", "c")]
    assert len(ladder.pairs_of(ladder.RUNGS)) == 2 * len(ladder.RUNGS) - 3


def test_the_longest_choices_are_made_on_the_base_map_alone() -> None:
    assert ladder.rungs_of("base-4p") == [*ladder.RUNGS]
    assert set(ladder.RUNGS) - set(ladder.rungs_of("everything-2p")) == {"mcts:100000", "star:100000"}


@pytest.mark.parametrize("name", ladder.RUNGS)
def test_each_rung_is_a_player_with_rounds_of_its_own(name: str) -> None:
    assert callable(bot_named(name, small_star_empires).choose)
    assert 2 * ladder.rounds_of(name, name, 2) in ladder.GAMES.values()


def test_a_pair_plays_as_many_rounds_as_the_one_who_plays_fewer() -> None:
    """The last round has all its games: 400 games for three are 134 rounds."""
    assert [ladder.rounds_of("random", "mcts:100", seats) for seats in (2, 3, 4)] == [200, 134, 100]
    assert ladder.rounds_of("mcts:100000", "mcts:100", 4) == ladder.GAMES["100000"] / 4
    assert ladder.rounds_of("mcts:100000", "star:1s", 2) == ladder.GAMES["100000"] / 2
    assert ladder.rounds_of("mcts:777", "random", 2) == ladder.FEWEST / 2


def test_the_ladder_is_played_kept_rated_and_written(
    tmp_path: Path, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["base-3p", "--folder", str(tmp_path / "kept"), "--players", "random", "mcts:1", "--rounds", "2", "--write"]
    assert ladder.main(words) == 0
    printed = capsys.readouterr().out
    assert "base-3p: mcts:1 against random: 2 rounds, 2 of them new" in printed
    path = tmp_path / "kept" / "base-3p" / "mcts-1--random.sqlite3"
    players, rounds = rounds_in(path, ladder.KINDS["base-3p"])
    assert players == ("mcts:1", "random")
    assert [[row.seats.index(0) for row in rows] for rows in rounds] == [[0, 1, 2]] * 2
    won = sum(win_share(row.winners, 3, row.seats.index(0)) for rows in rounds for row in rows)
    ((_, elo, interval, games, time),) = cells(printed, "`mcts:1`")
    assert 0 < won < 6
    assert (elo, games) == (f"{elo_of(float(won / 6), 3):+.0f}", "6")
    assert interval != "fixed"
    assert float(time) > 0
    assert cells(printed, "`random`")[0][1:4] == ["0", "fixed", "6"]
    assert f"Played on {machine_here()}.\n" in printed
    assert "**Base map, 3 players**, 2 rounds of 3 games:" in (results / "ladder.toml").read_text("utf-8")
    # A second run plays nothing, and a third one goes on.
    assert ladder.main(words) == 0
    assert "new" not in capsys.readouterr().out
    assert ladder.main([*words[:-2], "3"]) == 0
    assert "3 rounds, 1 of them new" in capsys.readouterr().out
    assert rounds_in(path, ladder.KINDS["base-3p"])[1][:2] == rounds


@pytest.mark.usefixtures("results")
def test_all_that_is_kept_is_rated_whoever_is_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["everything-2p", "--folder", str(tmp_path), "--rounds", "1"]
    ladder.main([*common, "--players", "random", "greedy"])
    ladder.main([*common, "--players", "random", "mcts:1"])
    capsys.readouterr()
    assert ladder.main(["--folder", str(tmp_path), "--again"]) == 0
    printed = capsys.readouterr().out
    assert "**`everything-2p`**, 2 rounds of 2 games:" in printed
    assert {row[0] for row in cells(printed, "`random`") + cells(printed, "`mcts:1`") + cells(printed, "`greedy`")} == {
        "`random`",
        "`mcts:1`",
        "`greedy`",
    }
    assert cells(printed, "`random`")[0][3] == "4"


@pytest.mark.parametrize(
    ("rating", "number", "interval"),
    [
        (Rating(812.4, 700.6, 901.2, 9), "+812", "+701 to +901"),
        (Rating(812.4, 700.6, None, 9), "+812", "+701 or more"),
        (Rating(-812.4, None, -700.6, 9), "-812", "-701 or less"),
        (Rating(812.4, None, None, 9), "+812", "–"),
        (Rating(None, 700.6, None, 9), "at least +701", "–"),
        (Rating(None, None, -700.6, 9), "at most -701", "–"),
        (Rating(None, None, None, 9), "unknown", "–"),
    ],
)
def test_a_rating_is_told_plainly(rating: Rating, number: str, interval: str) -> None:
    shown = ladder.row("bench/threaded.py:2", rating, {})
    assert shown == ["`threaded.py:2`", number, interval, "9", "–"]


def test_times_have_three_digits_or_microseconds() -> None:
    assert [ladder.time(each) for each in (1234.5, 12.345, 0.12, 0.0034)] == ["1,234", "12.3", "0.12", "0.003"]


def test_who_does_not_play_is_refused_before_any_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["everywhere"], "there is no kind 'everywhere'; they are base-2p, base-3p"),
        (["--players", "random", "gredy"], "there is no bot 'gredy'"),
    ):
        with pytest.raises(SystemExit):
            ladder.main(["--folder", str(tmp_path), *words])
        assert said in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


# --- first moves


def game(number: int, first: str, winner: int, totals: tuple[int, int], digest: str | None = None) -> Game:
    return Game(Row(number, (0, 0), (winner,), totals, 20, digest), [first, "reply"])


GAMES = [
    game(0, "left", 0, (20, 10)),
    game(1, "left", 0, (20, 12)),
    game(2, "left", 1, (10, 20)),
    game(3, "right", 1, (10, 14)),
]


def test_moves_are_counted_with_their_scores() -> None:
    any_move, left, right = openings.rows(GAMES, 0)
    assert any_move[:3] == ["A", "any", "4"]
    assert any_move[3].startswith("50 % (")
    assert any_move[4].startswith("1.0 ± ")
    assert left[:3] == ["A", "`left`", "75 %"]
    assert left[3].startswith("67 % (")
    assert left[4].startswith("2.7 ± ")
    assert (right[2], right[4]) == ("25 %", "-4.0 ± ∞")
    assert [row[:3] for row in openings.rows(GAMES, 1)] == [["B", "any", "4"], ["B", "`reply`", "100 %"]]


def test_the_most_frequent_moves_have_a_row_each() -> None:
    games = [game(number, f"move {number % 5}", 0, (20, 10)) for number in range(9)]
    assert [row[1] for row in openings.rows(games, 0)] == ["any", "`move 0`", "`move 1`", "`move 2`"]


def test_equal_games_count_as_one() -> None:
    same = [game(number, "left", 0, (20, 10 + number % 2), "the same") for number in range(50)]
    assert openings.about(same) == "50 games, of which 1 differ"
    assert openings.scored(same, 0) == openings.scored(same[:2], 0)
    assert openings.about(GAMES) == "4 games"
    assert mean([1, 2, 3, 4, 5], 1) == "3.0 ± ∞"
    assert mean([1, 2, 3, 4, 5], 5) == mean([1, 2, 3, 4, 5])


def test_first_moves_are_played_kept_and_written(
    tmp_path: Path, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["duel", "unexplored-3p", "--player", "random", "--folder", str(tmp_path / "kept")]
    assert openings.main([*words, "--games", "2"]) == 0
    capsys.readouterr()
    before = openings.games_in(tmp_path / "kept", "random", "unexplored-3p")
    assert openings.main([*words, "--games", "3", "--write"]) == 0
    games = openings.games_in(tmp_path / "kept", "random", "unexplored-3p")
    assert games[:2] == before
    assert [each.played.number for each in games] == [0, 1, 2]
    assert all(len(each.firsts) == 3 and all(each.firsts) for each in games)
    printed = capsys.readouterr().out
    assert printed.startswith("`random` against itself at all seats, 6 games on 2 maps.")
    assert "**`unexplored-3p`**, 3 games:" in (results / "openings.toml").read_text("utf-8")
    assert {row[1] for row in cells(printed, "C")} == {"any", *(f"`{each.firsts[2]}`" for each in games)}


def test_first_moves_are_those_of_the_game(tmp_path: Path) -> None:
    openings.play(tmp_path, "greedy", "duel", 1)
    (only,) = openings.games_in(tmp_path, "greedy", "duel")
    state = sse.new_game(sse.load_map("duel"))
    for move in only.firsts:
        state = state.after(sse.parse_action(move, state))
    assert state.ply == 2
    assert only.share(0) + only.share(1) == 1
    assert only.margin(0) == -only.margin(1)


def test_maps_and_players_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in ((["nowhere"], "there is no map 'nowhere'"), (["--player", "gredy"], "there is no bot 'gredy'")):
        with pytest.raises(SystemExit):
            openings.main(["--folder", str(tmp_path), *words])
        assert said in capsys.readouterr().err


@pytest.mark.usefixtures("heard_signals")
def test_an_interruption_keeps_what_was_played(
    tmp_path: Path, results: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The folder of the games has the path of the player as its name.
    monkeypatch.chdir(tmp_path)
    write_stopper(tmp_path / "stopper.py", tmp_path, "kept/*/duel.sqlite3")
    words = ["duel", "--player", "stopper.py", "--games", "40", "--folder", "kept", "--write"]
    assert openings.main(words) == INTERRUPTED
    (kept,) = tmp_path.glob("kept/*/duel.sqlite3")
    assert 0 < len(rounds_in(kept, setup_of(map="duel"))[1]) < 40
    assert "**`duel`**" in capsys.readouterr().out
    # Results are those of finished runs.
    assert not results.exists()


def test_games_are_kept_outside_of_the_repository() -> None:
    assert ladder.FOLDER.parts[-3:] == ("build", "studies", "ladder")
    assert openings.FOLDER.parts[-3:] == ("build", "studies", "openings")
