"""`sse review`: its page, its JSON, its graph in a file, its options, and what Ctrl-C leaves."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.command import AtTerminal, Run, assert_refused

import sse_core as sse
from sse_core.play.records.review import review_object

pytestmark = pytest.mark.usefixtures("heard_signals")


@pytest.fixture
def played(run: Run, tmp_path: Path) -> Path:
    """The record of a whole game."""
    run("play", "greedy", "random", "--map", "duel", "--seed", 1, "--out", tmp_path)
    return tmp_path / "game.sse"


def record_in(path: Path) -> sse.GameRecord:
    found = sse.read(path.read_text(encoding="utf-8"))
    assert isinstance(found, sse.GameRecord)
    return found


def test_the_page_has_the_graph_a_row_for_each_position_and_the_turns(run: Run, played: Path) -> None:
    found = sse.review(record_in(played), visits=10_000, seed=2)
    assert found.turns
    told = run("review", played, "--visits", 10_000, "--seed", 2)
    assert (told.status, told.err) == (0, "")
    assert told.out.isascii()
    assert max(map(len, told.out.split("\n"))) <= 80
    heading, graph, table, words, how = told.out.split("\n\n")
    assert heading.startswith("Small Star Empires: A (greedy), B (random); ")
    assert graph == found.to_text()
    columns, *rows = table.split("\n")
    assert columns.split() == ["ply", "A", "%", "B", "%", "+-", "lost", "points", "played", "best"]
    for row, each in zip(rows, found.plies, strict=True):
        assert int(row.split()[0]) == each.ply
        assert f" {100 * float(each.value[0]):.1f} " in row
        assert (" ! " in row) == each.is_turn
        assert each.text in row
        if each.loss >= 0.001:
            assert f" {100 * each.loss:.1f} " in row
            assert each.best_text in row
    assert re.sub(r"\n +", " ", words) == "\n".join(found.words)
    assert how.replace("\n", " ").strip() == found.how
    assert run("review", played, "--visits", 10_000, "--seed", 2) == told


@pytest.mark.parametrize("columns", [20, 37, 45, 80])
def test_a_terminal_that_is_too_narrow_is_told_so(
    run: Run, played: Path, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    told = run("review", played, "--visits", 5)
    assert (told.status, told.err) == (0, "")
    table = told.out.split("\n\n")[2].split("\n")
    wide = max(map(len, table[:-1]))
    assert (table[-1] == f"This is {wide} columns wide.") == (wide > columns)


def test_a_record_of_another_game_is_told_by_its_name(run: Run, played: Path) -> None:
    for game in sse.GAMES:
        told = run("review", game, played, "--visits", 5)
        if game == "small_star_empires":
            assert told.status == 0
        else:
            assert_refused(told, 1, "is of another game", "name small_star_empires after the command")


def test_json_is_that_of_the_library(run: Run, played: Path) -> None:
    told = json.loads(run("review", played, "--visits", 50, "--json").out)
    assert told == json.loads(json.dumps(review_object(sse.review(record_in(played), visits=50))))


def test_the_graph_is_written(run: Run, played: Path, tmp_path: Path) -> None:
    found = sse.review(record_in(played), visits=20, plies=[0, 2, 4])
    for theme in ("dark", "print"):
        path = tmp_path / f"{theme}.svg"
        told = run("review", played, "--visits", 20, "--plies", "0-4:2", "--svg", path, "--theme", theme)
        assert told.out.endswith(f"\nWrote {path}.\n")
        assert f"3 of {len(record_in(played).moves) + 1} positions are searched; --plies chooses others." in told.out
        assert path.read_text(encoding="utf-8") == found.to_svg(theme=theme) + "\n"


def test_a_game_that_is_not_over_has_a_review(run: Run, tmp_path: Path) -> None:
    start = sse.new_game(sse.maps()["duel"])
    record = sse.GameRecord(start, [start.legal_ids()[0]])
    told = json.loads(run("review", "-", "--visits", 5, "--json", stdin=sse.format_game(record)).out)
    assert [(row["ply"], row["player"], row["action"] is None) for row in told["plies"]] == [
        (0, 0, False),
        (1, None, True),
    ]


def test_what_cannot_be_reviewed(run: Run, played: Path) -> None:
    assert_refused(run("review", "duel"), 1, "duel is no record of a game, but a map; `sse play --out DIR`")
    plies = len(record_in(played).moves)
    words = f"{played}: the record has no ply {plies + 1}: they are 0, the start, to {plies}, the end"
    assert_refused(run("review", played, "--plies", "0-99999"), 1, words)
    assert_refused(run("review", played, "--plies", "3-1"), 2, "plies are written like")
    assert_refused(run("review", played, "--theme", "dark"), 2, "--theme is for pictures: --svg FILE --theme")
    assert_refused(run("review", played, "--visits", "0"), 2, "a number above 0")


def test_ctrl_c_keeps_what_was_found(played: Path, tmp_path: Path) -> None:
    pytest.importorskip("pty")
    work = AtTerminal("review", played, "--seconds", "0.2", "--svg", tmp_path / "graph.svg", folder=tmp_path)
    work.wait_until("2 of ")
    work.type("\x03", end="")
    assert work.end() == 130
    stopped = re.search(r"Stopped: (\d+) of (\d+) positions are searched\.", work.page)
    assert stopped is not None
    assert 2 <= int(stopped[1]) < int(stopped[2])
    svg = (tmp_path / "graph.svg").read_text(encoding="utf-8")
    assert svg.count('class="ply"') == int(stopped[1])


def test_ctrl_c_in_the_first_position_says_that_nothing_is_kept(played: Path, tmp_path: Path) -> None:
    pytest.importorskip("pty")
    work = AtTerminal("review", played, "--seconds", "50", "--svg", tmp_path / "graph.svg", folder=tmp_path)
    work.wait_until("0 of ")
    work.type("\x03", end="")
    assert work.end() == 130
    n = len(record_in(played).moves) + 1
    words = f"sse: interrupted in the first of {n} positions: nothing is kept, and nothing written; "
    assert f"{words}smaller --seconds, --visits or --plies take less time" in work.page.replace("\n", " ")
    assert not (tmp_path / "graph.svg").exists()


def test_a_game_without_turns_is_told_with_the_whole_rule() -> None:
    """A large change within the error of the search is none, and the words don't say that there was no such change."""
    record = sse.GameRecord(sse.new_game(sse.load_map("duel")))
    found = sse.review(record, visits=5)
    rule = "by 10% or more, and by more than two standard errors of the search"
    assert found.words[0] == f"No action and no chance event changed the win {rule}."
