"""The numbers of a position: the core against plain Python, their table, and laws that hold for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.profiles import one_a_kind
from tests.small_star_empires.strategies import one_seat_on, played_on

import sse_core as sse
from sse_core import RangeError, State
from sse_core._core.small_star_empires.tree_search import fill_features
from sse_core.small_star_empires import FEATURES, Move, features, position, reference
from sse_core.small_star_empires.reference import features as reference_numbers
from sse_core.testing import states

FEW: Final = settings(max_examples=settings().max_examples // 4)
POINTS: Final = ("planets", "nebulae", "stations", "territory", "tiles", "tolls")
SETS: Final = ("now", "first", "alone", "soon", "safe")


def seats_of(state: State) -> range:
    return range(state.board.players)


def assert_same_numbers(state: State) -> None:
    """The numbers of all seats are those in plain Python, in the order of the table.

    The search has them from a module of its own, which is compiled for newer processors, too.
    """
    plain = reference.same(state)
    searched = np.zeros((len(seats_of(state)), len(FEATURES)), np.int32)
    fill_features(state, searched)
    for seat in seats_of(state):
        found, expected = features(state, seat), reference_numbers.features(plain, seat)
        assert found == expected, {name: (found[name], expected[name]) for name in found if found != expected}
        assert list(found) == list(expected) == [feature.name for feature in FEATURES]
        assert searched[seat].tolist() == list(found.values())


# --- the core and plain Python


@FEW
@given(states())
def test_the_core_has_the_numbers_of_plain_python(state: State) -> None:
    assert_same_numbers(state)


@pytest.mark.parametrize("name", one_a_kind(sse.maps()))
def test_they_are_the_same_on_each_map_that_ships(name: str) -> None:
    """In a whole game, every sixteenth ply, and at its end."""
    state, rng = sse.new_game(sse.load_map(name)), sse.SplitMix64(7)
    while state.to_act:
        if state.ply % 16 == 0:
            assert_same_numbers(state)
        state = state.after(rng.choice(state.legal_ids()))
    assert_same_numbers(state)


@pytest.mark.parametrize("n_cells", range(8, 13))
def test_they_are_the_same_where_a_flight_takes_more_steps_than_a_sweep(n_cells: int) -> None:
    # A ship lands first where the row begins, and flies along it next.
    assert_same_numbers(sse.new_game(sse.parse_map("A\n " + "1 " * n_cells + "B")))


@settings(max_examples=max(2, settings().max_examples // 20))
@given(states(stage="unfinished"), st.integers(0, 2**32))
def test_they_are_the_same_in_every_position_of_a_game(state: State, seed: int) -> None:
    rng = sse.SplitMix64(seed)
    for _ in range(30):
        assert_same_numbers(state)
        if not state.to_act:
            return
        state = state.after(rng.choice(state.legal_ids()))


# --- the table


def test_each_number_has_a_name_words_a_unit_and_a_sentence() -> None:
    names = [feature.name for feature in FEATURES]
    assert len(set(names)) == len(names) == 45
    assert all(name.isidentifier() and name.islower() for name in names)
    units = {feature.unit for feature in FEATURES}
    assert units == {"points", "systems", "cities", "stations", "ships", "seats", "plies"}
    for feature in FEATURES:
        assert feature.one != feature.many
        assert feature.about.endswith(".")
    assert len({feature.about for feature in FEATURES}) == len(names)


def test_the_page_has_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs/analysis.md").read_text(encoding="utf-8")
    rows = [f"| `{feature.name}` | {feature.unit} | {feature.about} |" for feature in FEATURES]
    assert "\n".join(rows) in page


# --- laws


@FEW
@given(states())
def test_what_they_say_is_what_the_state_says(state: State) -> None:
    for seat, score in enumerate(state.score_sheet()):
        found = features(state, seat)
        assert [found[name] for name in POINTS] == [getattr(score, name) for name in POINTS]
        assert (found["cities_left"], found["stations_left"]) == tuple(state.reserve(seat))
        assert (found["largest_territory"], found["ply"]) == (state.territory(seat), state.ply)
    if state.due is None and state.to_act:
        targets = {move.target for move in state.legal_actions() if isinstance(move, Move) and move.piece}
        assert features(state, state.to_act[0])["now"] == len(targets)


@FEW
@given(states())
def test_smaller_sets_are_not_larger(state: State) -> None:
    for seat in seats_of(state):
        found = features(state, seat)
        for name in SETS:
            counts = [found[name + end] for end in ("", "_planets", "_two", "_three")]
            assert counts == sorted(counts, reverse=True)
            assert counts[0] <= found["soon" if name == "soon" else "now"] <= found["soon"]
        assert found["safe"] <= found["alone"] <= found["first"]
        assert found["stuck"] + found["tight"] <= len(state.ships(seat))
        assert 0 <= found["wait"] < state.board.players


@FEW
@given(states())
def test_seats_turned_round_turn_the_numbers(state: State) -> None:
    there = one_seat_on(state)
    players = state.board.players
    if state.to_act:
        for seat in range(players):
            assert features(there, (seat + 1) % players) == features(state, seat)


@FEW
@given(states(), st.integers(1, 5))
def test_a_turned_board_has_the_same_numbers(state: State, k: int) -> None:
    for other in (state.turned(k), state.mirrored()):
        for seat in seats_of(state):
            assert features(other, seat) == features(state, seat)


@pytest.mark.parametrize(("tile", "planets"), [("two", 2), ("three", 3), ("chromatic", 0)])
def test_a_tile_that_nobody_holds_counts_by_its_planets(tile: str, planets: int) -> None:
    """E9.3: such as where a city was destroyed."""
    state = position(sse.parse_map("A ? . B"), ships=[[0], [3]], tiles={1: tile})
    assert_same_numbers(state)
    found = features(state, 0)
    counts = [found[name] for name in ("now_planets", "now_two", "now_three")]
    assert counts == [int(planets >= least) for least in (1, 2, 3)]


@pytest.mark.parametrize("map", ["A . . . . . . . . . . . B", "A ? . . . . . . . . . . B"])
@pytest.mark.parametrize(("ships", "now", "soon"), [([(6, True)], 4, 8), ([6, (6, True)], 10, 10), ([6], 10, 10)])
def test_a_damaged_ship_is_damaged_after_its_next_landing_too(map: str, ships: list[Any], now: int, soon: int) -> None:
    """E5.1: two steps, and two more."""
    state = position(sse.parse_map(map), ships=[ships, [12]], owners={6: 0})
    assert_same_numbers(state)
    found = features(state, 0)
    assert (found["now"], found["soon"]) == (now, soon)


def test_nor_does_it_fly_on_where_all_ships_fly_at_once() -> None:
    """E5.1: on a board whose rows fit a grid, along which whole ships fly side by side."""
    state = position(sse.parse_map("A . . . . . . . B"), ships=[[(1, True)], [8]], owners={1: 0})
    assert_same_numbers(state)
    found = features(state, 0)
    assert (found["now"], found["soon"]) == (2, 4)


def test_an_abandoned_station_scores_for_neighbours_to_come() -> None:
    """E9.6: as a trade station does."""
    state = position(sse.parse_map("A ? . B"), ships=[[0], [3]], owners={1: 0}, tiles={1: "abandoned"})
    assert_same_numbers(state)
    found = features(state, 0)
    assert (found["beside_now"], found["beside_soon"]) == (1, 1)


def test_three_nebulae_of_a_colour_count_at_most() -> None:
    """E7.1: of four in reach, where a fourth adds points, too; one at most of those that are reached now."""
    rules = sse.Rules(nebula_points=(1, 3, 6, 10))
    reserves = [(5, 1), (0, 0)]
    state = position(sse.parse_map("r r A r r . B"), rules=rules, ships=[[2], [6]], reserves=reserves)
    assert_same_numbers(state)
    found = features(state, 0)
    names = ("nebulae_now", "nebulae_first", "nebulae_alone", "nebulae_soon")
    assert [found[name] for name in names] == [1, 1, 6, 6]


@pytest.mark.parametrize("seat", [0, 1])
def test_who_is_out_lands_nowhere(seat: int) -> None:
    """E2.2: even where a ship could land once more, as in a position by hand."""
    passed = [player == seat for player in (0, 1)]
    state = position(sse.parse_map("A 3 . 2 B"), ships=[[0], [4]], passed=passed, mover=1 - seat)
    assert_same_numbers(state)
    found = features(state, seat)
    assert (found["now"], found["stuck"], features(state, 1 - seat)["now"]) == (0, 1, 3)


def test_a_position_by_hand() -> None:
    """One ship each at both ends of a line, of which each can land on all but the wormhole."""
    state = position(sse.parse_map("A 3 . w 1 2 B"), ships=[[0], [6]], reserves=[(2, 1), (2, 1)])
    found, other = features(state, 0), features(state, 1)
    assert (found["now"], found["now_planets"], found["now_three"]) == (4, 3, 1)
    assert (other["now"], found["alone"], found["safe"]) == (4, 0, 0)
    assert (found["wait"], other["wait"], found["first"], other["first"]) == (0, 1, 4, 0)
    after = state.after(sse.parse_action("a1-a5=C", state))
    found, other = features(after, 0), features(after, 1)
    assert (found["planets"], found["cities_left"], found["now"], found["largest_territory"]) == (1, 1, 3, 1)
    assert (other["now"], other["now_two"], other["best_spot"], other["wait"]) == (1, 1, 1, 0)
    assert (other["tight"], other["alone"], other["first"]) == (1, 0, 1)


def test_nobody_reaches_anything_after_the_end() -> None:
    end = played_on(sse.new_game(sse.load_map("everything-4p")), 3, 10_000)
    assert end.outcome is not None
    for seat in seats_of(end):
        found = features(end, seat)
        assert [found[name] for name in (*SETS, "wait")] == [0] * 6
        assert found["stuck"] == len(end.ships(seat))


# --- refusals


def test_what_has_no_numbers_is_refused() -> None:
    state = sse.new_game(sse.base_map(2))
    with pytest.raises(RangeError, match="there is no player 2: they are 0 to 1"):
        sse.features(state, 2)
    with pytest.raises(sse.ArgumentError, match=r"^Micro Space Empire has no numbers of its positions$"):
        sse.features(sse.micro_space_empire.new_game(), 0)
    with pytest.raises(TypeError, match="a State of Small Star Empires has numbers, not Board"):
        sse.features(state.board, 0)  # type: ignore[arg-type]
    house = sse.small_star_empires.house_game(SameRules).new_game()
    with pytest.raises(sse.ArgumentError, match="has no numbers of its positions"):
        sse.features(house, 0)


class SameRules(reference.State):
    """Nothing differs, but the core doesn't know it."""


def test_the_function_for_any_game_asks_this_one() -> None:
    state = sse.new_game(sse.load_map("duel"))
    assert sse.features(state, 1) == features(state, 1)
