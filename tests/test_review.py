"""Reviews of games: what each position was worth, what was lost, where the game turned, and the graph of it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import heaps
from tests.profiles import shortened

import sse_core as sse
from sse_core import games
from sse_core import micro_space_empire as micro
from sse_core.drawing.graph import Point, graph_svg, graph_text
from sse_core.game import CHANCE, Theme
from sse_core.play.random_play import choose
from sse_core.play.records.review import TURN, Review, Reviewing, review_object
from sse_core.play.search.monte_carlo import search_of
from sse_core.seeds import PlyStream
from sse_core.small_star_empires import solve

SVG = "{http://www.w3.org/2000/svg}"


def random_record(start: Any, seed: int, plies: int) -> sse.GameRecord:
    """The record of some plies of random play."""
    state = start
    moves: list[tuple[int, object]] = []
    while state.to_act and len(moves) < plies:
        player, rng = state.to_act[-1], PlyStream(seed, state.ply)
        action = rng.draw(state.odds()) if player == CHANCE else choose(state, player, rng)
        moves.append((player, action))
        state = state.after(action, player)
    return sse.GameRecord(start, moves)


def late_start() -> sse.State:
    """A position of a small map from which the search finds exact worths."""
    return sse.new_game(sse.parse_map("A 1 2 3 B"), ships=1)


def record_of(name: str) -> sse.GameRecord:
    """The record of some plies of a game; of a whole game of Heaps, which has sealed orders and chance."""
    if name == "heaps":
        return random_record(heaps.new_game(stones=5), 1, 100)
    return random_record(sse.GAMES[name].new_game(seed=1), 1, 5)


def whole_game() -> sse.GameRecord:
    return random_record(sse.new_game(sse.maps()["duel"]), 1, 100)


# --- what a position is worth


@pytest.mark.parametrize("name", [*sse.GAMES, "heaps"])
def test_each_position_is_worth_what_an_analysis_of_it_finds(name: str) -> None:
    """The seat that acted is asked, though others may write orders at the same time."""
    record = record_of(name)
    found = sse.review(record, visits=8, seed=3)
    assert [each.state for each in found.plies] == list(record.states())
    for each, move in zip(found.plies, [*record.moves, (None, None)], strict=True):
        assert (each.player, each.action) == move
        if each.state.outcome is not None:
            continue
        seat = None if each.player in (None, CHANCE) else each.player
        search = search_of(each.state, player=seat, seed=3)
        search.run(visits=8)
        assert each.found.lines == search.analysis().lines
        if each.state.to_act != (CHANCE,):
            assert (each.value, each.best) == (search.analysis().lines[0].value, search.analysis().lines[0])


def test_before_a_chance_event_a_position_is_worth_the_mean() -> None:
    record = sse.GameRecord(micro.new_game(), ["explore=near", "turn=sirius"])
    each = sse.review(record, visits=14, plies=[1]).plies[0]
    odds = dict(each.state.odds())
    for seat, share in enumerate(each.value):
        assert share == pytest.approx(sum(float(odds[line.action] * line.value[seat]) for line in each.found.lines))
    assert (each.best, each.loss, each.points) == (None, 0.0, 0.0)


def test_after_the_end_a_position_is_worth_its_outcome() -> None:
    final = sse.review(whole_game(), visits=1).plies[-1]
    outcome = final.state.outcome
    assert outcome is not None
    assert (final.exact, final.error, final.swing, final.found.lines) == (True, 0.0, 0.0, ())
    assert final.value == tuple(Fraction(seat in outcome.winners, len(outcome.winners)) for seat in range(2))
    assert final.margin == (outcome.totals[0] - outcome.totals[1], outcome.totals[1] - outcome.totals[0])


# --- what was given away


def test_where_all_is_exact_a_loss_is_the_difference_of_the_solved_worths() -> None:
    """Every play of a small map: what each action gives away is what the solver says, and nobody else is told of it."""
    plays = list(_plays(late_start(), []))
    assert len(plays) > 3
    turned = 0
    for moves in plays:
        record = sse.GameRecord(late_start(), moves)
        found = sse.review(record, visits=2_000)
        for each, after in zip(found.plies[:-1], found.plies[1:], strict=True):
            assert each.player is not None
            before, later = (share_by_the_solver(state) for state in (each.state, after.state))
            assert before is not None
            assert later is not None
            assert each.value == before
            assert each.loss == before[each.player] - later[each.player]
            assert each.is_turn == (each.loss >= TURN)
            turned += each.is_turn
        assert list(found.turns) == sorted(found.turns, key=lambda each: -each.swing)
    assert turned


def share_by_the_solver(state: Any) -> tuple[Fraction, ...] | None:
    return solve(state, objective="win").value


def _plays(state: sse.State, moves: list[sse.Action]) -> Iterator[list[sse.Action]]:
    if not state.to_act:
        yield moves
    for action in state.legal_actions():
        yield from _plays(state.after(action), [*moves, action])


@pytest.mark.tables
def test_where_all_is_exact_losses_and_luck_add_up_to_the_end() -> None:
    """The worth of a position and the change by what happens there are the worth of the next one."""
    record = random_record(micro.new_game(), 7, 400)
    last = len(record.moves)
    found = sse.review(record, plies=range(last - 12, last + 1))
    assert all(each.exact for each in found.plies)
    for each, after in pairwise(found.plies):
        assert each.change is not None
        assert float(each.value[0]) + each.change[0] == pytest.approx(float(after.value[0]))
        if each.player == CHANCE:
            assert each.swing == pytest.approx(abs(each.change[0]))
            assert each.loss == 0.0
        else:
            assert each.loss == each.swing == pytest.approx(-each.change[0])
    # Cards and a die turned this game, and its player twice.
    assert [each.player for each in found.turns] == [CHANCE, CHANCE, CHANCE, 0, CHANCE, 0]
    for each, words in zip(found.turns, found.words, strict=False):
        assert words.startswith(f"Ply {each.ply}: ")
        assert f" {each.swing:.1%} of the win" in words
        assert each.text in words
    assert "by chance, event=peace_and_quiet, A gained " in found.words[0]
    assert "A gave away " in found.words[3]


def test_an_action_that_the_search_hardly_tried_is_compared_by_searches_of_its_own() -> None:
    """After the best play of a search that is as long, the change is that between two positions searched alike."""
    start = sse.new_game(sse.maps()["duel"])
    search = search_of(start, seed=0)
    search.run(visits=400)
    best, *_, seldom = search.analysis().lines
    assert best.visits > 2 * seldom.visits
    each = sse.review(sse.GameRecord(start, [seldom.action]), visits=400).plies[0]
    after, better = (sse.analyse(start.after(line.action), visits=400).lines[0].value for line in (seldom, best))
    assert each.change == pytest.approx(tuple(a - b for a, b in zip(after, better, strict=True)))
    assert sse.review(sse.GameRecord(start, [best.action]), visits=400).plies[0].change == (0.0, 0.0)


def test_what_another_seat_has_sealed_changes_no_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._MODULES, "heaps", "tests.heaps")
    start = heaps.new_game(stones=5)
    rows = []
    for sealed in ("take 1", "take 2"):
        record: sse.GameRecord = sse.GameRecord(start, [(1, sealed), (0, "take 1")])
        rows.append(sse.review(record, visits=30).plies[1])
    one, other = rows
    assert one.player == other.player == 0
    assert (one.value, one.change, one.found.lines) == (other.value, other.change, other.found.lines)


# --- the whole of it


def test_a_review_goes_on_ply_by_ply() -> None:
    record = whole_game()
    whole = sse.review(record, visits=6)
    work: Reviewing[sse.Action] = Reviewing(record, visits=6)
    assert not work.review().is_whole
    for n in range(1, len(whole.plies) + 1):
        next(work)
        so_far = work.review()
        assert so_far.plies[-1].value == whole.plies[n - 1].value
        assert so_far.is_whole == work.is_finished == (n == len(whole.plies))
    assert ([each.ply for each in work.review().turns], list(work)) == ([each.ply for each in whole.turns], [])


def test_who_is_ahead_and_since_when() -> None:
    found = sse.review(whole_game(), visits=6)
    seat, since = found.ahead
    ahead = [each.ply for each in found.plies if seat is not None and each.value[seat] > each.value[1 - seat]]
    assert ahead[-1] == found.plies[-1].ply
    assert [ply for ply in ahead if ply >= since] == list(range(since, ahead[-1] + 1))
    assert since - 1 not in ahead
    with pytest.raises(sse.ArgumentError, match="no position was reviewed"):
        _ = Reviewing(record_of("heaps")).review().ahead


def test_plies_are_chosen_as_states_count_them() -> None:
    start = sse.new_game(sse.maps()["duel"]).after(0)
    record = random_record(start, 1, 3)
    assert [each.ply for each in sse.review(record, visits=1, plies=[3, 1, 3]).plies] == [1, 3]
    for ply in (0, 5):
        with pytest.raises(sse.RangeError, match=rf"no ply {ply}: they are 1, the start, to 4, the end"):
            sse.review(record, plies=[ply])
    with pytest.raises(sse.ArgumentError, match="plies is empty"):
        sse.review(record, plies=[])
    with pytest.raises(TypeError, match="plies is a sequence of plies"):
        sse.review(record, plies="3")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a review is of a GameRecord, not of a State"):
        sse.review(start)  # type: ignore[arg-type]
    with pytest.raises(sse.ArgumentError, match="visits is -1"):
        sse.review(record, visits=-1)


def test_of_a_long_game_positions_are_searched_evenly() -> None:
    record = random_record(sse.GAMES["jump_wars"].new_game(seed=1), 1, 450)
    plies = Reviewing(record).plies
    assert (len(plies), plies[0], plies[-1]) == (200, 0, 450)
    assert {b - a for a, b in pairwise(plies)} == {2, 3}


@pytest.mark.parametrize("name", [*sse.GAMES, "heaps"])
def test_json_has_a_row_for_each_position(name: str) -> None:
    found = sse.review(record_of(name), visits=5)
    told = json.loads(json.dumps(review_object(found)))
    assert [row["ply"] for row in told["plies"]] == [each.ply for each in found.plies] == told["asked"]
    assert [row["action"] or "" for row in told["plies"]] == [each.text for each in found.plies]
    assert told["turns"] == [each.ply for each in found.turns]
    assert (told["ahead"], told["ahead_since"]) == found.ahead
    assert told["words"] == list(found.words)


# --- the graph


def test_the_graph_has_a_place_for_each_position() -> None:
    found: Review[sse.Action] = sse.review(whole_game(), visits=20)
    for theme in get_args(Theme):
        root = ET.fromstring(found.to_svg(theme=theme))
        places = [each for each in root.iter(f"{SVG}rect") if each.get("class") == "ply"]
        assert [int(each.get("data-ply", "")) for each in places] == [each.ply for each in found.plies]
        assert [each[0].text for each in places][-1] == f"{found.plies[-1].ply}: " + ", ".join(
            f"{seat} {float(share):.1%}" for seat, share in zip("AB", found.plies[-1].value, strict=True)
        )
        assert len([each for each in root.iter() if each.get("class") == "turn"]) == len(found.turns)
    assert found._repr_svg_() == found.to_svg()
    assert "<figcaption>" in str(found._repr_html_())
    with pytest.raises(sse.ArgumentError, match="theme"):
        found.to_svg(theme="pink")  # type: ignore[arg-type]
    with pytest.raises(sse.ArgumentError, match="no position was reviewed"):
        Reviewing(found.record).review().to_svg()


@st.composite
def points(draw: st.DrawFn) -> list[Point]:
    """The points of a game for one to five."""
    seats = draw(st.integers(1, 5))
    plies = draw(st.lists(st.integers(0, 12_000), min_size=1, max_size=30, unique=True))
    share = st.lists(st.integers(0, 9), min_size=seats, max_size=seats)
    found = []
    for ply in sorted(plies):
        parts = draw(share)
        total = sum(parts) if seats > 1 else 9
        shares = tuple(part / total for part in parts) if total else (1 / seats,) * seats
        found.append(Point(ply, shares, "words", draw(st.booleans())))
    return found


@given(points())
def test_graphs_fit_their_page(found: list[Point]) -> None:
    first, last = found[0].ply, found[-1].ply
    letters = "ABCDE"[: len(found[0].shares)]
    page = graph_text(found, letters, first=first, last=last)
    assert page.isascii()
    lines = page.split("\n")
    assert max(map(len, lines)) <= 80
    drawn = {letter for line in lines[:11] for letter in line[5:]} - {" "}
    assert drawn <= {*letters, "*"}
    assert drawn
    assert ("!" in page) == any(point.is_marked for point in found)
    root = ET.fromstring(graph_svg(found, list(letters), title="a game", first=first, last=last))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for place in root.iter(f"{SVG}rect"):
        left, wide = float(place.get("x", 0)), float(place.get("width", 0))
        assert 0 <= left <= left + wide <= width + 1
        assert float(place.get("y", 0)) + float(place.get("height", 0)) <= height


class Set:
    """A token that is set after it was asked some times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("times", shortened([5, 0, 1, 25]))
def test_a_review_that_is_stopped_has_the_positions_before(times: int) -> None:
    """Those have all their visits, whenever the token is set."""
    record = random_record(micro.new_game(), 3, 8)
    whole, stopped = sse.review(record, visits=20), sse.review(record, visits=20, stop=Set(times))
    found = review_object(stopped)["plies"]
    assert found == review_object(whole)["plies"][: len(found)]
    assert len(found) < len(whole.plies)
    assert len(sse.review(record, visits=20, stop=Set(10_000)).plies) == len(whole.plies)
