"""The study of even maps: what is played and kept, and the tables of found maps and of the published ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import machine, maps
from bench.results import files

from sse_core.arena import Numbers, Row


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games between players that draw."""
    monkeypatch.setattr(maps, "SCREENER", "random")
    monkeypatch.setattr(maps, "JUDGE", "random")
    monkeypatch.setattr(maps, "NUMBERS", Numbers(4, 40, 12, 3, 12))
    monkeypatch.setattr(maps, "OTHERS", Numbers(1, 0, 1, 3, 6))


def cells(text: str, first: str) -> list[list[str]]:
    """The rows of tables whose first cell is the given one."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return [row for row in rows if row[0] == first]


def test_a_map_is_found_judged_kept_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "FOLDER", tmp_path / "results")
    monkeypatch.setattr(machine, "busy_here", str)
    folder = tmp_path / "games"
    for part in ("found", "judged", "published"):
        words = [part, "--players", "2", "--games", "4", "--folder", str(folder), "--write"]
        assert maps.main(words) == 0
    printed = capsys.readouterr().out
    search = maps.search_of(folder, 2).read()
    assert search is not None
    assert search.proof.games == 12
    found, judged, turns = cells(printed[printed.rindex("shuffles of the base map") :], "2")
    assert found[1] == judged[1] == f"`{search.found}`"
    assert (judged[2], turns[1]) == ("4", "5")
    assert "`base-2p-balanced`" in (tmp_path / "results" / "maps.toml").read_text("utf-8")
    for name in ("base-2p", "base-2p-balanced", "base-2p-wormholes", "base-2p-black-holes", "unexplored-2p"):
        (row,) = (row for row in cells(printed[printed.rindex("The published maps") :], f"`{name}`") if len(row) == 7)
        assert (row[1], row[4]) == ("4", "8")
    kept = {path.name for path in folder.iterdir()}
    assert f"judged-2p-{search.found}.sqlite3" in kept
    # Nothing is played again, and without games nothing is played at all.
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert maps.main(["found", "--players", "2", "--folder", str(folder)]) == 0
    assert maps.main(["--games", "0", "--folder", str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {*before}
    again = maps.search_of(folder, 2).read()
    assert again is not None
    assert again.found == search.found


def test_each_seat_of_a_published_map_moves_first_once() -> None:
    places = [place for place in maps.published(Path("folder"), 3) if place.name == "base-3p"]
    starts = [place.setup.maker()(0).state for place in places]
    assert [state.to_act for state in starts] == [(0,), (1,), (2,)]
    assert len({place.path for place in places}) == 3


def test_the_order_of_turns_is_apart_from_the_seats() -> None:
    """The first player wins three of four games, whichever seat that is, and else the next one does."""
    games = [
        [Row(n, (0, 0, 0), ((first + (n == 3)) % 3,), (1, 1, 1), digest=f"{first} {n}") for n in range(4)]
        for first in range(3)
    ]
    assert maps.shares_by_turn(games) == [0.75, 0.25, 0.0]
    assert maps.share_of([0.5, 0.5]) == "50.0 ± 0.0 %"
    # Student's quantile for two values is 12.7.
    assert maps.share_of([0.4, 0.6]) == "50.0 ± 127.1 %"


def test_points_make_up_for_what_a_seat_scores_less() -> None:
    rows = [Row(number, (0, 0, 0), (0,), (20 + number % 2, 18, 20)) for number in range(4)]
    given = maps.allowance(rows)
    # The means are 20.5, 18 and 20; halves are rounded to even.
    assert given == (0, 2, 0)
    assert [maps.with_points(row, given).winners for row in rows[:2]] == [(0, 1, 2), (0,)]
    assert maps.with_points(rows[0], (0, 0, 0)) is rows[0]


def test_a_map_that_is_not_found_yet_is_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert maps.main(["judged", "--players", "3", "--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "no map for 3 players is found yet: play the part found first\n"


def test_another_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        maps.main(["lost"])
    assert "there is no part 'lost'; they are found, published, judged" in capsys.readouterr().err
