"""Small maps that are solved from the first ply: the results, the lines, and the brute force beside the solver."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from bench.results import files, pages
from tests.profiles import by_profile
from tools.solved import __main__ as door
from tools.solved import family, page
from tools.solved.every_map import EveryMap, Pieces, kinds_of
from tools.solved.family import Result, names, read, start_of, write
from tools.solved.layouts import OPEN, Layout, layouts, polyhexes
from tools.solved.proving import check_line, notated, played, prove
from tools.solved.smallest import losing, lost, reserves

import sse_core as sse
from sse_core.small_star_empires import Setup, reference, solve

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "solved.md"
RESULTS = read()
QUICK = [name for name, result in RESULTS.items() if result.nodes <= 20_000]
"""Maps that are proved anew here; `python -m tools.solved solve --again` proves all."""

each_result = pytest.mark.parametrize("name", RESULTS)


# --- results


def test_most_of_the_family_is_solved() -> None:
    assert set(RESULTS) <= set(names())
    assert len(RESULTS) >= 20
    assert {start_of(name).board.players for name in RESULTS} == {2, 3}
    assert {start_of(name).board.n_cells for name in RESULTS} >= {5, 6, *range(7, 20)} - {8, 11, 17}


@each_result
def test_a_result_is_that_of_its_map(name: str) -> None:
    assert RESULTS[name].map == sse.format_map(start_of(name).board)


@each_result
def test_a_line_leads_to_its_margin(name: str) -> None:
    check_line(name, RESULTS[name])


@each_result
def test_the_line_begins_with_a_best_move_and_every_move_has_a_worth(name: str) -> None:
    result, start = RESULTS[name], start_of(name)
    (player,) = start.to_act
    worths = {Fraction(worth): moves for worth, moves in result.moves.items()}
    assert list(worths) == sorted(worths, reverse=True)
    assert next(iter(worths)) == Fraction(result.margin[player])
    assert result.line[0] in worths[Fraction(result.margin[player])]
    every = [move for moves in worths.values() for move in moves]
    assert sorted(every) == sorted(sse.format_action(action, start) for action in start.legal_actions())


@each_result
def test_shares_of_the_win_are_one_together(name: str) -> None:
    assert sum(map(Fraction, RESULTS[name].value)) == 1


@pytest.mark.parametrize("name", QUICK)
def test_a_quick_map_is_proved_anew(name: str) -> None:
    stated, found = RESULTS[name], prove(name)
    assert (found.margin, found.value, found.moves) == (stated.margin, stated.value, stated.moves)
    check_line(name, found)


def test_a_wrong_line_is_noticed() -> None:
    result = RESULTS["hex-7"]
    worst = list(result.moves.values())[-1][0]
    state = played("hex-7", [worst])
    line = [worst, *notated(state, solve(state).line)]
    changed = replace(result, line=tuple(line))
    with pytest.raises(ValueError, match="leads to the margins"):
        check_line("hex-7", changed)


def test_results_are_written_as_they_are_read(tmp_path: Path) -> None:
    kept = ROOT / "docs" / "results" / "solved.toml"
    write(RESULTS, files.read(kept), tmp_path / "solved.toml")
    assert read(tmp_path / "solved.toml") == RESULTS
    assert (tmp_path / "solved.toml").read_text("utf-8") == kept.read_text("utf-8")


@pytest.fixture
def heads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The heads of a file of results each time that it is written: two of earlier code, and a wrong one."""
    held = {name: replace(RESULTS[name], digest="") for name in ("hex-7", "ring-6")}
    held["line-7"] = replace(RESULTS["line-7"], margin=("0", "0"), digest=family.digest_for("line-7"))
    written = list[object]()

    def write(results: Mapping[str, Result], head: object) -> None:
        held.update(results)
        written.append(head)

    monkeypatch.setattr(family, "read", lambda: dict(held))
    monkeypatch.setattr(family, "write", write)
    monkeypatch.setattr(door, "head_of", lambda *_: "new")
    monkeypatch.setattr(door, "read", lambda _: "earlier")
    return written


def test_a_file_of_results_is_stale_until_all_are_of_the_present_code(
    heads: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert door.main(["solve", "hex-7", "ring-6", "--write"]) == 0
    assert heads == ["earlier", "new"]
    assert capsys.readouterr().out.count("; as stated\n") == 2
    assert door.main(["solve", "hex-7", "ring-6", "--write"]) == 0
    assert (heads, capsys.readouterr().out) == (["earlier", "new"], "")
    assert door.main(["solve", "hex-7", "--again"]) == 0
    assert capsys.readouterr().out.startswith("hex-7: margins 4, -4, wins A")


def test_a_contradicted_result_stays(heads: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    assert door.main(["solve", "line-7", "--again", "--write"]) == 1
    assert capsys.readouterr().out.endswith("; NOT AS STATED\n")
    assert not heads


def test_the_page_has_the_results() -> None:
    text = pages.expanded(PAGE.read_text(encoding="utf-8"), {"solved": lambda: page.solved(RESULTS)})
    assert page.solved(RESULTS) in text
    assert (ROOT / "docs" / "conf.py").read_text(encoding="utf-8").count("solved_page.solved(family.read())") == 1


# --- the brute force


def test_as_many_shapes_as_are_known() -> None:
    """The numbers of free polyhexes (OEIS A000228)."""
    assert [len(polyhexes(size)) for size in range(1, 8)] == [1, 1, 3, 7, 22, 82, 333]


def test_shapes_of_small_layouts_are_counted_by_hand() -> None:
    """Three systems: homeworlds at the ends, or next to each other; in a line, a bend, a triangle; or in two parts."""
    found = list(layouts(3))
    assert sorted(layout.signs for layout in found) == sorted(layout.signs for layout in set(found))
    assert len(found) == 6


def games(size: int, n: int, seed: int) -> list[tuple[sse.State, int, int]]:
    """Random games on maps of so many systems, each with the win and the margin that brute force finds."""
    random, found = Random(seed), list[tuple[sse.State, int, int]]()
    every = list(layouts(size))
    while len(found) < n:
        layout = random.choice(every)
        pieces = random.choice(list(reserves(len(layout.open))))
        kinds, first = random.choice(kinds_of(len(layout.open))), random.randrange(2)
        try:
            board = sse.Board(layout.systems(kinds), Setup(**pieces._asdict()))
        except sse.SetupError:
            continue
        win, margin = (int(value) for value in EveryMap(layout, [kinds]).values(pieces, first)[:, 0])
        found.append((sse.new_game(board, first=first), win, margin))
    return found


def agree(size: int, n: int, seed: int) -> None:
    """See that the solver finds in random games what the brute force finds."""
    for start, win, margin in games(size, n, seed):
        assert solve(start).margin == (margin, -margin), sse.format_state(start)
        value = solve(start, objective="win").value
        assert value == (Fraction(1 + win, 2), Fraction(1 - win, 2)), sse.format_state(start)


@pytest.mark.parametrize(("size", "n"), [(3, 50), (4, by_profile(60, 100, 200)), (5, by_profile(20, 40, 100))])
def test_the_solver_agrees_with_the_brute_force(size: int, n: int) -> None:
    agree(size, n, seed=size)


@pytest.mark.nightly
def test_the_solver_agrees_with_the_brute_force_on_six_systems() -> None:
    agree(6, 2000, seed=6)


def best_of_reference(state: reference.State) -> int:
    """The margin of seat 0 under best play, by the reference alone."""
    if not state.to_act:
        return state.totals[0] - state.totals[1]
    choose = max if state.to_act == (0,) else min
    return choose(best_of_reference(state.after(action)) for action in state.legal_actions())


def test_the_reference_agrees_with_the_brute_force() -> None:
    for start, _, margin in games(4, 100, seed=1):
        assert best_of_reference(reference.same(start)) == margin, sse.format_state(start)


# --- the smallest maps on which moving first loses


def test_moving_first_loses_on_no_map_of_four_systems() -> None:
    for size in (3, 4):
        found, tried = losing(size)
        assert (found, tried.maps > 0) == ([], True)


@pytest.mark.parametrize(("name", "by_points"), [("wormholes-5", False), ("ring-6", True), ("zigzag-6", True)])
def test_the_brute_force_finds_where_who_begins_loses(name: str, by_points: bool) -> None:
    start = start_of(name)
    symbols = [system.value for system in start.board.systems]
    signs = "".join(symbol if symbol in "ABwx" else OPEN for symbol in symbols)
    layout = Layout(start.board.hexes, signs)
    maps = EveryMap(layout, ["".join(symbols[cell] for cell in layout.open)])
    (found,) = lost(layout, maps, Pieces(len(start.ships(0)), *start.reserve(0)))
    assert found.board.systems == start.board.systems
    assert (found.by_points, found.is_fair) == (by_points, name != "zigzag-6")


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("name", ["ring-6", "zigzag-6", "wormholes-5"])
def test_who_begins_loses(name: str, first: int) -> None:
    start = sse.new_game(start_of(name).board, first=first)
    value = solve(start, objective="win").value
    assert value is not None
    assert value[first] == 0
    margin = solve(start).margin
    assert margin is not None
    assert margin[first] < 0 or name == "wormholes-5"


def test_the_ring_has_the_fewest_pieces() -> None:
    start = start_of("ring-6")
    assert Pieces(len(start.ships(0)), *start.reserve(0)) == Pieces(1, 1, 1)


@pytest.mark.nightly
def test_moving_first_loses_by_points_on_no_smaller_map() -> None:
    assert not any(each.by_points for each in losing(5)[0])
    assert not any(each.by_points for each in losing(6, most=2)[0])


def test_the_numbers_of_the_page_are_those_of_the_tool() -> None:
    text = pages.expanded(PAGE.read_text(encoding="utf-8"))
    found, tried = losing(4)
    assert found == []
    row = rf"^\| 4 +\| any +\| {tried.layouts:,} +\| {tried.games:,} +\| {tried.maps:,} +\| 0 +\| 0 +\|$"
    assert re.search(row, text, re.MULTILINE)
