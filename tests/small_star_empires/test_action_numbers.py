"""The numbers of an action: the core against plain Python, their table, and laws that hold for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.profiles import one_a_kind
from tests.small_star_empires.strategies import one_seat_on

import sse_core as sse
from sse_core import State
from sse_core.game import CHANCE
from sse_core.small_star_empires import (
    ACTION_FEATURES,
    Move,
    Stay,
    action_features,
    features,
    position,
    reference,
)
from sse_core.small_star_empires.reference import action_features as reference_action_numbers
from sse_core.testing import states

FEW: Final = settings(max_examples=settings().max_examples // 4)
NAMES: Final = [feature.name for feature in ACTION_FEATURES]


def has_actions(state: State) -> bool:
    return state.to_act not in ((), (CHANCE,))


def assert_same_numbers(state: State) -> None:
    """The numbers of all actions are those in plain Python, in the order of the table."""
    if not has_actions(state):
        return
    found, expected = action_features(state), reference_action_numbers.action_features(reference.same(state))
    assert len(found) == len(expected) == state.legal_count()
    for action, row, plain in zip(state.legal_actions(), found, expected, strict=True):
        assert row == plain, (action, {name: (row[name], plain[name]) for name in row if row[name] != plain[name]})
        assert list(row) == list(plain) == NAMES


def numbers_of(state: State, text: str) -> dict[str, int]:
    """The numbers of a legal action, which is named by its text."""
    rows = dict(zip(state.legal_actions(), action_features(state), strict=True))
    return rows[sse.parse_action(text, state)]


def of(found: dict[str, int], *names: str) -> tuple[int, ...]:
    return tuple(found[name] for name in names)


def not_zero(found: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in found.items() if number}


# --- the core and plain Python


@FEW
@given(states())
def test_the_core_has_the_numbers_of_plain_python(state: State) -> None:
    assert_same_numbers(state)


@pytest.mark.parametrize("name", one_a_kind(sse.maps()))
def test_they_are_the_same_on_each_map_that_ships(name: str) -> None:
    """In a whole game, every sixteenth ply."""
    state, rng = sse.new_game(sse.load_map(name)), sse.SplitMix64(7)
    while state.to_act:
        if state.ply % 16 == 0:
            assert_same_numbers(state)
        state = state.after(rng.choice(state.legal_ids()))


@settings(max_examples=max(2, settings().max_examples // 20))
@given(states(stage="unfinished"), st.integers(0, 2**32))
def test_they_are_the_same_in_every_position_of_a_game(state: State, seed: int) -> None:
    rng = sse.SplitMix64(seed)
    for _ in range(30):
        assert_same_numbers(state)
        if not state.to_act:
            return
        state = state.after(rng.choice(state.legal_ids()))


LITTLE_LEFT: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "repairs alone": ("A 1 2 B", {"ships": [[(2, True)], [3]], "reserves": [(0, 0), (0, 0)]}),
    "a repair or a landing, of one ship of two": ("A 1 2 . 3 B", {"ships": [[(2, True), 3], [5]]}),
    "repairs alone of one seat": ("A 1 2 B", {"ships": [[(2, True)], [3]], "reserves": [(0, 0), (1, 1)]}),
    "stations alone": ("A 1 w 2 . w 3 B", {"reserves": [(0, 2), (0, 1)]}),
    "no city to explore with": ("A . ? r B", {"reserves": [(0, 1), (1, 0)]}),
    "a whole and a damaged ship in one place": ("A ? r B", {"ships": [[0, (0, True)], [3]]}),
    "a larger set scores less": ("A g r g B", {"rules": sse.Rules(nebula_points=(5, 1)), "owners": {3: 1}}),
    "every way costs tolls": (
        "rules: open_borders=yes toll_compulsory=no\n\nA 1 2 B",
        {"owners": {1: 1}, "reserves": [(3, 1), (1, 1)]},
    ),
    "a repair that costs a toll": (
        "rules: open_borders=yes\n\nA 1 . B",
        {"owners": {1: 1}, "ships": [[(2, True)], [3]]},
    ),
    "refuelling": (
        "A ? . B",
        {"tiles": {1: "refueling"}, "owners": {1: 0}, "ships": [[0, 1], [3]], "due": ("refuel", 1)},
    ),
    "a city to destroy": (
        "A ? 3 B",
        {"tiles": {1: "nordinn"}, "ships": [[(1, True)], [3]], "owners": {2: 1}, "due": ("choose", 1)},
    ),
    "cities to destroy": (
        "A ? 3 1 2 . B",
        {"tiles": {1: "nordinn"}, "ships": [[(1, True)], [6]], "owners": {2: 1, 3: 1, 4: 1}, "due": ("choose", 1)},
    ),
}
"""By what is left: a map, and the position on it."""


def little_left(name: str) -> State:
    drawing, options = LITTLE_LEFT[name]
    board = sse.parse_map(drawing)
    return position(board, **{"ships": [[0], [board.homeworld(1)]], **options})


@pytest.mark.parametrize("name", LITTLE_LEFT)
def test_they_are_the_same_where_little_is_left(name: str) -> None:
    state = little_left(name)
    assert has_actions(state)
    assert_same_numbers(state)


# --- the table


def test_each_number_has_a_name_words_a_unit_and_a_sentence() -> None:
    assert len(set(NAMES)) == len(NAMES) == 37
    assert all(name.isidentifier() and name.islower() for name in NAMES)
    assert {feature.unit for feature in ACTION_FEATURES} == {"flags", "systems", "points", "cities"}
    for feature in ACTION_FEATURES:
        assert feature.one != feature.many
        assert feature.about.endswith(".")
        assert (feature.unit == "flags") == feature.about.startswith("1 ")
    assert len({feature.about for feature in ACTION_FEATURES}) == len(NAMES)


def test_the_page_has_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs/analysis.md").read_text(encoding="utf-8")
    rows = [f"| `{feature.name}` | {feature.unit} | {feature.about} |" for feature in ACTION_FEATURES]
    assert "\n".join(rows) in page


# --- laws


@FEW
@given(states())
def test_what_they_say_is_what_the_state_says(state: State) -> None:
    if not has_actions(state):
        return
    rows = dict(zip(state.legal_actions(), action_features(state), strict=True))
    landings = {action.target for action in rows if isinstance(action, Move) and action.piece}
    for action, found in rows.items():
        is_move = isinstance(action, Move)
        piece = action.piece if is_move else None
        assert found["tolls"] == state.toll(action)
        assert found["station"] == (piece == "station")
        assert found["repair"] == (is_move and piece is None)
        assert found["stay"] == isinstance(action, Stay)
        assert found["unexplored"] == (piece == "city" and is_move and action.target in state.unexplored)
        assert found["ship_landings"] <= len(landings)
    if state.due is None:
        assert len(landings) == features(state, state.to_act[0])["now"]


@FEW
@given(states())
def test_smaller_sets_are_not_larger(state: State) -> None:
    for found in action_features(state) if has_actions(state) else []:
        assert 1 >= found["planets"] >= found["two"] >= found["three"] >= 0
        assert found["onward"] >= found["onward_new"] >= found["onward_new_rich"]
        assert found["onward"] >= found["onward_rich"] >= found["onward_new_rich"]
        assert found["open_beside"] >= found["contested_beside"] >= found["contested_rich_beside"]
        assert found["open_beside"] >= found["rich_beside"] >= found["contested_rich_beside"]
        assert found["contested_rich_in_line"] >= found["contested_rich_beside"]
        assert found["beside_own"] >= found["beside_own_stations"]
        assert found["beside_theirs"] >= found["beside_their_stations"]
        assert found["beside_own"] + found["beside_theirs"] + found["open_beside"] <= 6
        assert found["ship_landings"] >= found["ship_rich"]
        assert found["connected"] == (found["beside_own"] > 0)


@FEW
@given(states())
def test_a_piece_changes_what_is_said_of_it_alone(state: State) -> None:
    """A city and a station that the same ship puts in the same place differ in the numbers of stations."""
    rows = dict(zip(state.legal_actions(), action_features(state), strict=True)) if has_actions(state) else {}
    for action, found in rows.items():
        if isinstance(action, Move) and action.piece == "station":
            same = {
                "station_theirs": "beside_theirs",
                "station_contested": "contested_beside",
                "station_open": "open_beside",
            }
            assert {name: found[name] for name in same} == {name: found[beside] for name, beside in same.items()}
            city = rows.get(Move(action.origin, action.target, "city", action.damaged))
            if city is not None:
                of_stations = dict.fromkeys(("station", *same), 0)
                assert found | of_stations == city


@FEW
@given(states())
def test_seats_turned_round_change_nothing(state: State) -> None:
    if has_actions(state):
        assert action_features(one_seat_on(state)) == action_features(state)


@FEW
@given(states(), st.integers(1, 5))
def test_a_turned_board_has_the_same_numbers(state: State, k: int) -> None:
    if has_actions(state):
        expected = sorted(map(sorted_items, action_features(state)))
        for other in (state.turned(k), state.mirrored()):
            assert sorted(map(sorted_items, action_features(other))) == expected


def sorted_items(found: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(found.items())


# --- small positions by hand


def test_planets_and_neighbours_by_hand() -> None:
    """Both can land on all but the wormhole (E3.5); the station stands beside the other homeworld (E7.2)."""
    state = position(sse.parse_map("A 3 . w 1 2 B"), ships=[[0], [6]], reserves=[(2, 1), (2, 1)])
    near, far = numbers_of(state, "a1-a2=C"), numbers_of(state, "a1-a6=S")
    assert of(near, "planets", "two", "three", "connected", "beside_own", "beside_theirs") == (1, 1, 1, 1, 1, 0)
    assert of(far, "planets", "two", "three", "connected", "beside_own", "beside_theirs") == (1, 1, 0, 0, 0, 1)
    assert of(near, "contested", "contested_worth", "shared", "ship_landings", "ship_rich") == (1, 3, 0, 4, 2)
    # From a2 the ship goes on to a3, a5 and a6, where it can land already.
    assert of(near, "onward", "onward_rich", "onward_new", "dead_end") == (3, 1, 0, 0)
    # The wormhole is a line's part, and nobody's system.
    assert of(near, "open_beside", "contested_beside", "contested_rich_beside") == (1, 1, 0)
    assert of(near, "contested_rich_in_line", "rich_beside") == (1, 0)
    assert of(far, "station", "station_theirs", "station_contested", "station_open") == (1, 1, 1, 1)
    assert of(near, "station", "station_theirs", "station_contested", "station_open") == (0, 0, 0, 0)


def test_nebulae_by_hand() -> None:
    """E7.1: a second green nebula gives its holder 3 points more, and the opponent's first one 2."""
    board = sse.parse_map("A g g r B")
    state = position(board, ships=[[1], [4]], owners={1: 0})
    assert of(numbers_of(state, "a2-a3=C"), "nebula", "denied", "contested", "contested_worth") == (3, 2, 1, 2)
    assert of(numbers_of(state, "a2-a4=C"), "nebula", "denied", "planets", "ship_rich") == (2, 2, 0, 2)
    falling = position(board, ships=[[1], [4]], owners={1: 0}, rules=sse.Rules(nebula_points=(5, 1)))
    assert of(numbers_of(falling, "a2-a3=C"), "nebula", "denied") == (-4, 5)
    theirs = position(board, ships=[[0], [4]], owners={2: 1}, rules=sse.Rules(nebula_points=(5, 1)))
    assert of(numbers_of(theirs, "a1-a2=C"), "nebula", "denied", "contested_worth") == (5, -4, -4)


def test_two_ships_share_a_target() -> None:
    """A whole ship and a damaged one, which flies two systems (E5.1); equal ones in one place are one (E3.4)."""
    board = sse.parse_map("A 1 2 3 B")
    state = position(board, ships=[[0, (0, True)], [4]])
    assert of(numbers_of(state, "a1-a3=C"), "shared", "shared_worth", "ship_damaged", "ship_landings") == (1, 2, 0, 3)
    damaged = next(row for row in action_features(state) if row["ship_damaged"])
    assert of(damaged, "ship_landings", "ship_rich", "shared") == (2, 1, 1)
    assert of(numbers_of(state, "a1-a4=C"), "shared", "shared_worth") == (0, 0)
    equal = position(board, ships=[[0, 0], [4]])
    assert {row["shared"] for row in action_features(equal)} == {0}


def test_lines_end_at_gaps_and_black_holes() -> None:
    """E1.6, E3.4: what lies behind a black hole is in nobody's line."""
    for hole, in_line in ((".", 1), ("x", 0)):
        board = sse.parse_map(f"A 1 {hole} 3 B")
        state = position(board, ships=[[0], [4]])
        found = numbers_of(state, "a1-a2=C")
        assert of(found, "contested_rich_in_line", "onward_rich", "dead_end") == (in_line, in_line, 1 - in_line)


def test_onward_systems_are_new_where_no_ship_lands_now() -> None:
    """A ship turns the corner: E3.1 lets it fly one line in a move."""
    board = sse.parse_map("A 1 2\n   3 .\n    B")
    state = sse.new_game(board, ships=1)
    corner = numbers_of(
        state, f"a1-{sse.small_star_empires.format_cell(board.cell(sse.small_star_empires.Hex(1, 0)), board)}=C"
    )
    now = {move.target for move in state.legal_actions() if isinstance(move, Move)}
    reached = {
        move.target
        for move in position(board, ships=[[1], [board.homeworld(1)]]).legal_actions()
        if isinstance(move, Move)
    } - {1}
    assert corner["onward"] == len(reached)
    assert corner["onward_new"] == len(reached - now) > 0


def test_stations_beside_a_target() -> None:
    """E9.6: an abandoned station counts as one of its holder."""
    board = sse.parse_map("A 1 2 ? B")
    state = position(board, owners={1: 0, 3: 1}, pieces={1: "station"}, tiles={3: "abandoned"}, ships=[[1], [4]])
    found = numbers_of(state, "a2-a3=S")
    assert of(found, "beside_own_stations", "beside_their_stations", "beside_own", "beside_theirs") == (1, 1, 1, 1)
    assert of(found, "station_theirs", "station_open") == (1, 0)


def test_unexplored_targets_take_a_city() -> None:
    """E9.1: stations don't explore, and onward no unexplored system counts without a city."""
    board = sse.parse_map("A 1 ? B")
    found = numbers_of(position(board, ships=[[0], [3]], reserves=[(2, 1), (2, 1)]), "a1-a3=C")
    assert of(found, "unexplored", "planets", "onward", "open_beside") == (1, 0, 1, 1)
    found = numbers_of(position(board, ships=[[0], [3]], reserves=[(0, 1), (2, 1)]), "a1-a2=S")
    assert of(found, "unexplored", "onward", "dead_end", "open_beside", "contested_beside") == (0, 0, 1, 1, 1)


def test_who_is_out_contests_nothing() -> None:
    """E2.2: who has passed takes no further turn."""
    board = sse.parse_map("A 1 2 B")
    for passed, contested in (([False, False], 1), ([False, True], 0)):
        state = position(board, ships=[[0], [3]], passed=passed)
        assert {row["contested"] for row in action_features(state)} == {contested}


def test_a_repair_has_the_numbers_of_its_ship() -> None:
    """E5.3: it puts down no piece, and may pay tolls (E10.1); without a reserve the ship lands nowhere (E3.6)."""
    board = sse.parse_map("A 1 3 B")
    state = position(board, ships=[[(1, True)], [3]])
    assert not_zero(numbers_of(state, "a2-a1")) == {"ship_landings": 1, "ship_rich": 1, "ship_damaged": 1, "repair": 1}
    for rules in (sse.Rules(), sse.Rules(open_borders=True)):
        empty = position(board, ships=[[(1, True)], [3]], reserves=[(0, 0), (1, 0)], rules=rules)
        assert not_zero(numbers_of(empty, "a2-a1")) == {"ship_damaged": 1, "repair": 1}
    behind = position(
        board, ships=[[(2, True)], [3]], owners={1: 1}, reserves=[(2, 0), (1, 0)], rules=sse.Rules(open_borders=True)
    )
    assert of(numbers_of(behind, "a3-a1"), "tolls", "repair", "planets") == (1, 1, 0)


def test_tolls_and_staying() -> None:
    """E10.1: each opponent's system on the way costs a city; who must pay for every move may stay."""
    board = sse.parse_map("rules: open_borders=yes toll_compulsory=no\n\nA 1 2 3 B")
    state = position(board, ships=[[0], [4]], owners={1: 1, 2: 1}, reserves=[(3, 0), (1, 0)])
    assert of(numbers_of(state, "a1-a4=C"), "tolls", "onward", "ship_landings") == (2, 0, 1)
    assert not_zero(numbers_of(state, "stay")) == {"stay": 1}


def test_a_second_move_is_one_of_one_ship() -> None:
    """E9.7: only the ship that has refuelled goes on, so that it shares no target."""
    board = sse.parse_map("A ? 2 B")
    state = position(
        board, ships=[[0, 1], [3]], owners={1: 0}, tiles={1: "refueling"}, due=("refuel", 1), reserves=[(2, 0), (1, 0)]
    )
    assert [of(row, "shared", "stay", "ship_landings") for row in action_features(state)] == [(0, 0, 1), (0, 1, 0)]


def test_a_city_to_destroy_has_its_planets() -> None:
    """E9.9: an own city beside the Nordinn Empire, or else anybody's."""
    board = sse.parse_map("A 2 ? 3 B")
    for owners, own, planets in (({1: 0, 3: 1}, 1, 2), ({3: 1}, 0, 3)):
        state = position(board, ships=[[(2, True)], [4]], owners=owners, tiles={2: "nordinn"}, due=("choose", 2))
        (found,) = action_features(state)
        assert not_zero(found) == {name: n for name, n in (("own_city", own), ("destroyed", planets)) if n}


# --- refusals


def test_what_has_no_numbers_is_refused() -> None:
    start = sse.new_game(sse.load_map("unexplored-2p"))
    with pytest.raises(sse.ArgumentError, match="no player is to act, so that no action has numbers"):
        action_features(sse.playout(start, 1))
    exploring = next(after for action in start.legal_actions() if (after := start.after(action)).to_act == (CHANCE,))
    with pytest.raises(sse.ArgumentError, match="no player is to act"):
        action_features(exploring)
    with pytest.raises(TypeError, match="a State of Small Star Empires has numbers of actions, not Board"):
        action_features(start.board)  # type: ignore[arg-type]
