"""Arguments of `new_game`, `position` and `Rules`: values that they take, and messages for others."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from itertools import product
from typing import Any

import numpy as np
import pytest

import sse_core as sse
from sse_core import ArgumentError, RangeError, Rules, SetupError, State, base_map, new_game, parse_map
from sse_core.small_star_empires import BAGS, Bag, Reserve, parse_state, position

# Cells 0 to 6. On the first map B can't move, on the second everybody can.
BOARD = parse_map("A 1 2 w 3 x B")
OPEN = parse_map("A 1 2 w 3 . B")
ANY: dict[str, Callable[..., State]] = {"new_game": new_game, "position": position}
"""Both without their types, for what a type checker would refuse."""

THREE = parse_map("A 1 2 B 3 . C")
LONG = parse_map("A" + " 1" * 40 + " B")

# --- new_game


def test_a_new_game() -> None:
    state = new_game(BOARD)
    assert (state.board, state.rules, state.to_act, state.ply) == (BOARD, Rules(), (0,), 0)
    assert state.ships(0) == ((0, False),) * 4
    assert state.reserve(1) == Reserve(cities=16, stations=4)
    assert state.passed == (False, False)
    assert state == position(BOARD)


def test_a_game_without_a_board_is_played_on_the_base_map() -> None:
    assert new_game() == new_game(base_map(2))
    assert new_game(players=3, seed=7, holes="balanced", unexplored=True, ships=2, first=1) == new_game(
        base_map(3, seed=7, holes="balanced", unexplored=True), ships=2, first=1
    )


def test_what_lays_the_base_map_leaves_a_board_as_it_is() -> None:
    assert new_game(BOARD, players=2, seed=7, holes=None, unexplored=False) == new_game(BOARD)


def test_numbers_by_player() -> None:
    state = new_game(THREE, ships=(0, 1, 16), cities=[255, 0, 3], stations=(0, 255, 4), first=1)
    assert [len(state.ships(player)) for player in range(3)] == [0, 1, 16]
    assert [state.reserve(player) for player in range(3)] == [(255, 0), (0, 255), (3, 4)]
    assert state.to_act == (1,)
    assert new_game(THREE, ships=2, cities=5, stations=0) == new_game(
        THREE, ships=[2] * 3, cities=[5] * 3, stations=[0] * 3
    )


def test_anybody_may_begin() -> None:
    states = [new_game(THREE, first=seat) for seat in range(3)]
    assert [state.to_act for state in states] == [(0,), (1,), (2,)]
    assert {state.passed for state in states} == {(False,) * 3}


def test_numpy_integers_are_numbers() -> None:
    state = ANY["new_game"](OPEN, first=np.int8(1), ships=np.uint8(2), cities=[np.int64(3), 4])
    assert state == new_game(OPEN, first=1, ships=2, cities=[3, 4])
    assert type(state.to_act[0]) is int
    assert type(state.reserve(0).cities) is int


NEW_GAME: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"first": 2}, RangeError, "there is no player 2"),
    ({"first": -1}, RangeError, "there is no player -1"),
    ({"first": None}, TypeError, "player is an integer, not NoneType"),
    ({"first": True}, TypeError, "player is an integer, not bool"),
    ({"first": "A"}, TypeError, "player is an integer, not str"),
    ({"ships": 17}, SetupError, "ships is 17, not in 0 to 16"),
    ({"ships": -1}, SetupError, "ships is -1, not in 0 to 16"),
    ({"ships": [4, 17]}, SetupError, "ships is 17, not in 0 to 16"),
    ({"ships": [4]}, SetupError, "ships has 1 entries for 2 players"),
    ({"ships": [4, 4, 4]}, SetupError, "ships has 3 entries for 2 players"),
    ({"ships": "44"}, TypeError, "ships is a sequence by player, not str"),
    ({"ships": [4, None]}, TypeError, "ships is an integer"),
    ({"ships": 1.5}, TypeError, "ships is an integer"),
    ({"ships": {0: 4, 1: 4}}, TypeError, "ships is an integer"),
    ({"cities": 256}, SetupError, "cities is 256, not in 0 to 255"),
    ({"cities": [-1, 0]}, SetupError, "cities is -1, not in 0 to 255"),
    ({"cities": []}, SetupError, "cities has 0 entries for 2 players"),
    ({"stations": 256}, SetupError, "stations is 256, not in 0 to 255"),
    ({"stations": (4, True)}, TypeError, "stations is an integer"),
    ({"rules": {}}, TypeError, "rules is a Rules, not dict"),
    ({"rules": Rules}, TypeError, "rules is a Rules, not type"),
    ({"players": 3}, ArgumentError, "the map is for 2 players, not 3"),
    ({"players": "2"}, TypeError, "players is an integer, not str"),
    ({"seed": -1}, ArgumentError, "seed is -1, not in 0 to 18446744073709551615"),
    ({"holes": "balanced"}, ArgumentError, "holes and unexplored lay the base map, and a map is given"),
    ({"unexplored": True}, ArgumentError, "holes and unexplored lay the base map, and a map is given"),
    ({"unexplored": 1}, TypeError, "unexplored is True or False, not 1"),
]


@pytest.mark.parametrize(("options", "error", "message"), NEW_GAME)
def test_refused_games(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refusal:
        new_game(BOARD, **options)
    assert type(refusal.value) is error
    assert message in str(refusal.value)


@pytest.mark.parametrize(("make", "board"), [*product((new_game, position), ("A 1 B", {}, [], 7)), (position, None)])
def test_no_board(make: Callable[..., State], board: Any) -> None:
    with pytest.raises(TypeError, match=f"of Small Star Empires is played on a Board, not on {type(board).__name__}"):
        make(board)


def test_options_go_by_keyword_only() -> None:
    for make in ANY.values():
        with pytest.raises(TypeError, match="positional argument"):
            make(BOARD, Rules())
        with pytest.raises(TypeError, match="unexpected keyword argument 'sides'"):
            make(BOARD, sides={})


# --- position


def test_everything_said() -> None:
    rules = Rules(damaged_jump=False, nebula_points=(1,), territory_points=0)
    state = position(
        OPEN,
        rules=rules,
        owners={1: 0, 2: 1, 4: 1},
        pieces={2: "station", 1: "city"},
        ships=[[4, (1, True), (0, False)], ((6, False), 2, (2, True), 2)],
        reserves=[(255, 0), (0, 255)],
        passed=[True, False],
        mover=1,
        ply=999_000,
    )
    assert [state.owner(cell) for cell in range(7)] == [0, 0, 1, None, 1, None, 1]
    assert [state.piece(cell) for cell in range(7)] == ["homeworld", "city", "station", None, "city", None, "homeworld"]
    assert state.ships(0) == ((0, False), (1, True), (4, False))
    assert state.ships(1) == ((2, False), (2, False), (2, True), (6, False))
    assert (state.reserve(0), state.reserve(1)) == ((255, 0), (0, 255))
    assert (state.passed, state.to_act, state.ply, state.rules) == ((True, False), (1,), 999_000, rules)


def test_what_is_not_said() -> None:
    state = position(OPEN, owners={1: 0, 2: 0, 5: 1}, pieces={2: "station"})
    assert (state.to_act, state.passed, state.ply, state.rules) == ((0,), (False, False), 0, Rules())
    assert state.piece(1) == state.piece(5) == "city"
    # What the box holds less what is placed.
    assert (state.reserve(0), state.reserve(1)) == ((15, 3), (15, 4))
    assert state.ships(0) == ((0, False),) * 4
    assert [position(THREE).ships(player) for player in range(3)] == [((home, False),) * 3 for home in (0, 3, 6)]


def test_order_and_way_of_writing_do_not_matter() -> None:
    one = position(OPEN, owners={1: 0, 5: 1}, ships=[[1, (0, False)], [6]], reserves=[(1, 2), (3, 4)])
    other = ANY["position"](
        OPEN,
        owners={np.int64(5): 1, 1: np.uint8(0)},
        pieces={1: "city"},
        ships=(iter([(np.int16(0), False), 1]), {6}),
        reserves=(Reserve(1, 2), (np.int32(3), 4)),
        passed=(False, False),
        mover=np.int64(0),
        ply=np.int64(0),
    )
    assert (one == other, hash(one) == hash(other), one.key == other.key) == (True, True, True)
    assert pickle.loads(pickle.dumps(other)) == one


def test_the_whole_box_can_be_placed() -> None:
    state = position(
        LONG, owners=dict.fromkeys(range(1, 21), 0), pieces=dict.fromkeys(range(17, 21), "station"), mover=1
    )
    assert (state.reserve(0), state.reserve(1)) == ((0, 0), (16, 4))


def test_more_than_the_box_if_the_reserve_is_said() -> None:
    state = position(LONG, owners=dict.fromkeys(range(1, 31), 0), reserves=[(7, 0), (0, 0)])
    assert state.reserve(0) == (7, 0)


def test_a_finished_game() -> None:
    assert position(BOARD, mover=None, passed=[True, True]).outcome is not None
    assert position(BOARD, mover=None, reserves=[(0, 0), (0, 0)]).passed == (False, False)
    assert position(BOARD, mover=None, reserves=[(0, 0), (0, 0)], passed=[True, False]).to_act == ()


EVERYTHING: dict[str, Any] = {
    "rules": Rules(),
    "owners": {1: 0, 2: 1},
    "pieces": {1: "city", 2: "station"},
    "ships": [[0, 1], [6, 6]],
    "reserves": [(5, 5), (5, 5)],
    "passed": [False, False],
    "mover": 1,
    "ply": 9,
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rules", Rules(damaged_jump=False)),
        ("rules", Rules(nebula_points=(2, 5, 9))),
        ("rules", Rules(territory_points=4)),
        ("owners", {1: 1, 2: 1}),
        ("owners", {1: 0, 2: 1, 4: 1}),
        ("pieces", {1: "station", 2: "station"}),
        ("pieces", {1: "city", 2: "city"}),
        ("ships", [[0, 1], [6, 4]]),
        ("ships", [[0, 1], [6, (6, True)]]),
        ("ships", [[0, 1], [6]]),
        ("ships", [[0], [6, 6]]),
        ("reserves", [(5, 5), (5, 4)]),
        ("reserves", [(4, 5), (5, 5)]),
        ("reserves", [(5, 5), (4, 6)]),
        ("passed", [True, False]),
        ("mover", 0),
        ("ply", 10),
    ],
)
def test_equality_covers_everything(name: str, value: Any) -> None:
    if name == "mover":
        # Player 0 needs a move for that.
        options = EVERYTHING | {"owners": {2: 0}, "pieces": {2: "station"}}
    else:
        options = EVERYTHING
    state, other = position(OPEN, **options), position(OPEN, **options | {name: value})
    assert state == position(OPEN, **options)
    assert state != other
    assert state.key != other.key
    assert len({state, other, position(OPEN, **options)}) == 2


def test_equality_covers_the_board() -> None:
    assert new_game(OPEN) != new_game(OPEN.turned(1))
    assert new_game(OPEN).key != new_game(OPEN.turned(1)).key


POSITION: list[tuple[dict[str, Any], type[Exception], str]] = [
    # owners
    ({"owners": {3: 0}}, SetupError, "a4 (wormhole) can't be colonized (E3.2)"),
    ({"owners": {5: 0}}, SetupError, "a6 (black hole) can't be colonized (E3.2)"),
    ({"owners": {0: 0}}, SetupError, "a1 (homeworld A) can't be colonized (E3.2)"),
    ({"owners": {6: 0}}, SetupError, "a7 (homeworld B) can't be colonized (E3.2)"),
    ({"owners": {7: 0}}, RangeError, "there is no cell 7"),
    ({"owners": {-1: 0}}, RangeError, "there is no cell -1"),
    ({"owners": {1: 2}}, RangeError, "there is no player 2"),
    ({"owners": {1: -1}}, RangeError, "there is no player -1"),
    ({"owners": {1: None}}, TypeError, "player is an integer, not NoneType"),
    ({"owners": {"a2": 0}}, TypeError, "cell is an integer, not str"),
    ({"owners": {True: 0}}, TypeError, "cell is an integer, not bool"),
    ({"owners": [0, 1]}, TypeError, "owners is a mapping from cell to player, not list"),
    ({"owners": "a2"}, TypeError, "owners is a mapping from cell to player, not str"),
    # pieces
    ({"pieces": {1: "city"}}, SetupError, "there is a city at a2 (one), which nobody owns (E6.1)"),
    ({"pieces": {0: "station"}}, SetupError, "there is a station at a1 (homeworld A), which nobody owns (E6.1)"),
    (
        {"owners": {1: 0}, "pieces": {1: "homeworld"}},
        SetupError,
        "a piece is 'city' or 'station', not 'homeworld' (E6.1)",
    ),
    ({"owners": {1: 0}, "pieces": {1: None}}, TypeError, "a piece is 'city' or 'station', not None"),
    ({"owners": {1: 0}, "pieces": {1: ["city"]}}, TypeError, "a piece is 'city' or 'station'"),
    ({"owners": {1: 0}, "pieces": {9: "city"}}, RangeError, "there is no cell 9"),
    ({"owners": {1: 0}, "pieces": {"a2": "city"}}, TypeError, "cell is an integer, not str"),
    ({"owners": {1: 0}, "pieces": ["city"]}, TypeError, "pieces is a mapping from cell to piece, not list"),
    # ships
    ({"ships": [[3], []]}, SetupError, "no ship of player A can stand at a4 (wormhole) (E3.4, E3.5)"),
    ({"ships": [[0], [5]]}, SetupError, "no ship of player B can stand at a6 (black hole) (E3.4, E3.5)"),
    ({"ships": [[6], []]}, SetupError, "no ship of player A can stand at a7 (homeworld B) (E3.4, E3.5)"),
    ({"ships": [[0], [(0, True)]]}, SetupError, "no ship of player B can stand at a1 (homeworld A) (E3.4, E3.5)"),
    ({"ships": [[7], []]}, RangeError, "there is no cell 7"),
    ({"ships": [[0]]}, SetupError, "ships has 1 entries for 2 players"),
    ({"ships": [[0], [6], []]}, SetupError, "ships has 3 entries for 2 players"),
    ({"ships": [[0] * 17, []]}, SetupError, "player A has 17 ships; at most 16 can be"),
    ({"ships": 4}, TypeError, "ships is a sequence by player, not int"),
    ({"ships": {0: [0], 1: [6]}}, TypeError, "ships is a sequence by player, not dict"),
    ({"ships": [0, 6]}, TypeError, "not iterable"),
    ({"ships": ["a1", []]}, TypeError, "cell is an integer, not str"),
    ({"ships": [[(0, 1)], []]}, TypeError, "a ship is a cell or (cell, damaged), not (0, 1)"),
    ({"ships": [[(0, None)], []]}, TypeError, "a ship is a cell or (cell, damaged), not (0, None)"),
    ({"ships": [[(0, False, 1)], []]}, TypeError, "a ship is a cell or (cell, damaged), not (0, False, 1)"),
    ({"ships": [[()], []]}, TypeError, "a ship is a cell or (cell, damaged), not ()"),
    ({"ships": [[None], []]}, TypeError, "cell is an integer, not NoneType"),
    # reserves
    ({"reserves": [(384, 0), (0, 0)]}, SetupError, "cities is 384, not in 0 to 383"),
    ({"reserves": [(383, 0), (0, 0)], "owners": {1: 0}}, SetupError, "cities is 383, not in 0 to 382"),
    ({"reserves": [(1, 256), (0, 0)]}, SetupError, "stations is 256, not in 0 to 255"),
    ({"reserves": [(1, 0), (0, -1)]}, SetupError, "stations is -1, not in 0 to 255"),
    ({"reserves": [(1, 0)]}, SetupError, "reserves has 1 entries for 2 players"),
    ({"reserves": (16, 4)}, TypeError, "a reserve is (cities, stations), not 16"),
    ({"reserves": [(1,), (1, 1)]}, TypeError, "a reserve is (cities, stations), not (1,)"),
    ({"reserves": [(1, 1), "11"]}, TypeError, "a reserve is (cities, stations), not '11'"),
    ({"reserves": [(1.0, 1), (1, 1)]}, TypeError, "cities is an integer"),
    ({"reserves": 5}, TypeError, "reserves is a sequence by player, not int"),
    # passed
    ({"passed": [False]}, SetupError, "passed has 1 entries for 2 players"),
    ({"passed": [0, 0]}, TypeError, "passed says True or False for each player"),
    ({"passed": "no"}, TypeError, "passed is a sequence by player, not str"),
    ({"passed": True}, TypeError, "passed is a sequence by player, not bool"),
    # ply
    ({"ply": -1}, SetupError, "ply is -1, not in 0 to"),
    ({"ply": 2**31}, SetupError, "ply is 2147483648, not in 0 to"),
    ({"ply": None}, TypeError, "ply is an integer"),
    # rules
    ({"rules": (2, 5, 8)}, TypeError, "rules is a Rules, not tuple"),
    # mover
    ({"mover": 2}, RangeError, "there is no player 2"),
    ({"mover": -1}, RangeError, "there is no player -1"),
    ({"mover": False}, TypeError, "player is an integer, not bool"),
    ({"passed": [True, False]}, SetupError, "player A is to act, but has passed (E2.2)"),
    ({"mover": 1, "passed": [True, True]}, SetupError, "player B is to act, but has passed (E2.2)"),
    ({"ships": [[], [6]]}, SetupError, "player A is to act, but can't move (E2.2)"),
    ({"mover": 1}, SetupError, "player B is to act, but can't move (E2.2)"),
    ({"owners": {1: 1}}, SetupError, "player A is to act, but can't move (E2.2)"),
    ({"reserves": [(0, 0), (9, 9)]}, SetupError, "player A is to act, but can't move (E2.2)"),
    (
        {"reserves": [(0, 0), (0, 0)], "ships": [[(1, True)], []], "ply": 1},
        SetupError,
        "player A is to act, but all reserves are empty, which ended the game (E2.3)",
    ),
    ({"mover": None}, SetupError, "the game isn't over: pieces are left, and not all have passed (E2.3)"),
    ({"mover": None, "passed": [True, False]}, SetupError, "the game isn't over"),
    ({"mover": None, "passed": [False, True], "reserves": [(0, 0), (0, 1)]}, SetupError, "the game isn't over"),
]


EXPLORED = parse_map("A ? ? ? 1 ? B")
_FOUND = {1: "refueling", 2: "nordinn", 3: "asteroid"}
_REFUELED: dict[str, Any] = {"tiles": {1: "refueling"}, "owners": {1: 0}, "ships": [[1], [6]]}

EXPLORED_POSITION: list[tuple[dict[str, Any], type[Exception], str]] = [
    # tiles
    ({"tiles": {4: "two"}}, SetupError, "a5 (one) is no unexplored system, so that it can't be revealed (E9.1)"),
    ({"tiles": {9: "two"}}, RangeError, "there is no cell 9"),
    ({"tiles": {1: "four"}}, SetupError, "there is no tile 'four'; they are three, two, chromatic"),
    ({"tiles": {1: 2}}, TypeError, "a tile is a Tile or its name, not 2"),
    ({"tiles": [1]}, TypeError, "tiles is a mapping from cell to tile, not list"),
    ({"tiles": {1: "nordinn", 2: "nordinn"}}, SetupError, "2 tiles 'nordinn' are revealed, the bag has 1 (E9.2)"),
    # what lies on them
    ({"owners": {1: 0}}, SetupError, "a2 (unexplored) can't be colonized before it is revealed (E9.1)"),
    ({"tiles": _FOUND, "owners": {3: 0}}, SetupError, "a4 (asteroid) can't be colonized (E9.5)"),
    ({"tiles": _FOUND, "conquered": [2]}, SetupError, "a3 (nordinn) can't be colonized (E9.9)"),
    ({"tiles": _FOUND, "owners": {1: 0}, "conquered": [1]}, SetupError, "a2 is conquered, so that nobody can hold it"),
    ({"tiles": _FOUND, "conquered": [1, 1]}, SetupError, "a2 is conquered twice (E9.9)"),
    ({"conquered": [4]}, SetupError, "a5 can't be conquered: no revealed Nordinn system is next to it (E9.9)"),
    (
        {"rules": Rules(edition="first"), "tiles": {2: "nordinn"}, "conquered": [4]},
        SetupError,
        "1 tiles 'nordinn' are revealed, the bag has 0 (E9.2)",
    ),
    ({"tiles": _FOUND, "conquered": [1, 4]}, SetupError, "a5 can't be conquered: no revealed Nordinn system"),
    ({"conquered": [5]}, SetupError, "a6 (unexplored) can't be colonized before it is revealed (E9.1)"),
    ({"conquered": "a5"}, TypeError, "conquered is some cells, not str"),
    ({"conquered": 4}, TypeError, "conquered is some cells, not int"),
    ({"ships": [[1], [6]]}, SetupError, "no ship of player A can be at a2 before it is revealed (E9.1)"),
    (
        {"tiles": _FOUND, "ships": [[3], [6]]},
        SetupError,
        "the ship of player A at a4 (asteroid) must be damaged (E9.5)",
    ),
    (
        {"tiles": _FOUND, "ships": [[(3, True)], [(3, True)]]},
        SetupError,
        "2 ships are at a4 (asteroid), where one can be (E9.5)",
    ),
    (
        {"rules": Rules(edition="first"), "banked": [(1, 0), (0, 0)]},
        SetupError,
        "no planets are banked in the first edition, which counts them at the end (E6.2)",
    ),
    # what is due
    ({"due": "reveal"}, TypeError, "due is (what, cell), not 'reveal'"),
    ({"due": ("look", 1)}, SetupError, "what is due is 'reveal', 'refuel' or 'choose', not 'look' (E9.2)"),
    ({"due": ("reveal", 9)}, RangeError, "there is no cell 9"),
    ({"due": ("reveal", 1)}, SetupError, "reveal is due at a2, where the mover has no undamaged ship (E9.2)"),
    ({"due": ("reveal", 4), "ships": [[4], [6]]}, SetupError, "a reveal is due at a5, which isn't unexplored (E9.2)"),
    (
        {"due": ("reveal", 1), "ships": [[1], [6]], "reserves": [(0, 4), (1, 1)]},
        SetupError,
        "player A explores a2 without a city in reserve (E9.1)",
    ),
    ({"due": ("reveal", 1), "ships": [[1, 1], [6]]}, SetupError, "no ship of player A can be at a2 before it is"),
    ({"due": ("reveal", 1), "ships": [[1], [6]], "mover": 1}, SetupError, "no ship of player A can be at a2 before"),
    ({"due": ("reveal", 1), "ships": [[1], [6]], "mover": None}, SetupError, "no ship of player A can be at a2"),
    ({"due": ("refuel", 0)}, SetupError, "player A refuels at a1, but has no city on a refueling station there (E9.7)"),
    (
        _REFUELED | {"due": ("refuel", 1), "pieces": {1: "station"}},
        SetupError,
        "player A refuels at a2, but has no city",
    ),
    (
        _REFUELED | {"due": ("refuel", 1), "reserves": [(0, 4), (1, 1)]},
        SetupError,
        "player A refuels at a2, but there is nowhere to go on to (E9.7)",
    ),
    (
        {"due": ("choose", 3), "tiles": _FOUND, "ships": [[(3, True)], [6]]},
        SetupError,
        "player A chooses a city for a4, which is not of the Nordinn Empire (E9.9)",
    ),
    (
        {"due": ("choose", 2), "tiles": _FOUND, "ships": [[(2, True)], [6]]},
        SetupError,
        "player A chooses a city for a3, but none can be destroyed (E9.9)",
    ),
    # what was received and scored
    ({"received": [1, 0]}, SetupError, "the borders are closed in this game (E10.1)"),
    ({"received": [0]}, SetupError, "received has 1 entries for 2 players"),
    ({"received": [-1, 0]}, SetupError, "received is -1, not in 0 to 766"),
    (
        {"received": [700, 0], "rules": Rules(open_borders=True), "reserves": [(60, 0), (7, 0)]},
        SetupError,
        "767 cities are in reserves, on the map and received; at most 766 can be (E10.1)",
    ),
    ({"banked": [(1, 1)]}, SetupError, "banked has 1 entries for 2 players"),
    ({"banked": [(1,), (0, 0)]}, TypeError, "banked points are (planets, tiles), not (1,)"),
    ({"banked": [(-1, 0), (0, 0)]}, SetupError, "planets is -1, not in 0 to 1000000"),
    ({"banked": [(999_990, 0), (0, 0)]}, SetupError, "player A could bank more than 1000000 points of one kind"),
]


@pytest.mark.parametrize(("options", "error", "message"), EXPLORED_POSITION, ids=[row[2] for row in EXPLORED_POSITION])
def test_refused_explored_positions(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refusal:
        position(EXPLORED, **options)
    assert type(refusal.value) is error
    assert message in str(refusal.value)


def test_what_a_map_without_tiles_has_not() -> None:
    with pytest.raises(SetupError, match="a2 can't be conquered: no revealed Nordinn system"):
        position(BOARD, conquered=[1])
    with pytest.raises(SetupError, match="the map has no tiles"):
        position(BOARD, banked=[(1, 0), (0, 0)])


def test_a_map_says_what_its_games_start_with() -> None:
    board = parse_map("rules: open_borders=yes\nbag: two=1\nships: 1\ncities: 5\nstations: 0\n\nA ? 1 B")
    state = new_game(board)
    assert (state.ships(1), state.reserve(1)) == (((3, False),), Reserve(5, 0))
    assert (state.rules, state.bag) == (Rules(open_borders=True), Bag(two=1))
    assert position(board, owners={2: 0}).reserve(0) == Reserve(4, 0)
    other = new_game(board, rules=Rules(bag=Bag(three=3)), ships=2, cities=1, stations=[1, 2])
    assert (other.ships(0), other.reserve(1), other.bag.three) == (((0, False),) * 2, Reserve(1, 2), 3)
    assert other.rules.open_borders is False


@pytest.mark.parametrize("make", [new_game, position])
def test_more_unexplored_systems_than_tiles(make: Callable[..., State]) -> None:
    board = parse_map(f"A {'? ' * 16}B")
    with pytest.raises(SetupError, match=r"too few tiles: the bag has 15, the map 16 to explore \(E9.1\)"):
        make(board)
    assert len(make(board, rules=Rules(bag=BAGS["second"].times(2))).unexplored) == 16


@pytest.mark.parametrize(("options", "error", "message"), POSITION, ids=[row[2][:40] for row in POSITION])
def test_refused_positions(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refusal:
        position(BOARD, **options)
    assert type(refusal.value) is error
    assert message in str(refusal.value)


@pytest.mark.parametrize(("cities", "stations"), [(17, 0), (0, 5), (17, 5)])
def test_more_than_the_box_holds(cities: int, stations: int) -> None:
    owners = dict.fromkeys(range(1, 1 + cities + stations), 1)
    with pytest.raises(SetupError) as refusal:
        position(LONG, owners=owners, pieces=dict.fromkeys(range(1, 1 + stations), "station"))
    assert str(refusal.value) == (
        f"player B has {cities} cities and {stations} stations on the map, more than the box holds "
        "(16 and 4, E1.7): say what is in reserve"
    )


def test_a_position_at_a_late_ply_can_be_played_on_and_written_down() -> None:
    """40 pieces are in reserve, so 40 plies can follow: to ply 1,000,000 and no farther."""
    state = position(OPEN, ply=999_960)
    while state.to_act:
        state = state.after(state.legal_ids()[0])
    assert parse_state(sse.format_state(state)) == state
    assert state.turned(1).turned(5) == state


@pytest.mark.parametrize("ply", [999_961, 1_000_000])
def test_a_position_so_late_that_it_could_not_be_written_down(ply: int) -> None:
    with pytest.raises(SetupError, match=f"ply is {ply}, so that the game could go on beyond ply 1000000"):
        position(OPEN, ply=ply)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64])
def test_a_ply_of_any_integer_type(kind: Callable[[int], Any]) -> None:
    assert position(OPEN, ply=kind(120)) == position(OPEN, ply=120)


# --- rules


def test_the_published_rules() -> None:
    assert (Rules().damaged_jump, Rules().nebula_points, Rules().territory_points) == (True, (2, 5, 8), 3)
    assert Rules("second", damaged_jump=True, nebula_points=(2, 5, 8), territory_points=3) == Rules()
    assert Rules().key == Rules().key
    changed = [
        Rules(edition="first"),
        Rules(unexplored_passable=False),
        Rules(damaged_passes_unexplored=True),
        Rules(damaged_jump=False),
        Rules(conquered_passable=True),
        Rules(conquest_own_only=True),
        Rules(open_borders=True),
        Rules(toll_compulsory=False),
        Rules(nebula_points=(2, 5)),
        Rules(territory_points=4),
        Rules(bag=BAGS["second"]),
    ]
    assert len({Rules().key, *(rules.key for rules in changed)}) == len(changed) + 1 == len(fields(Rules)) + 1
    with pytest.raises(FrozenInstanceError):
        Rules().territory_points = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    "options",
    [{"nebula_points": (0,)}, {"nebula_points": (999,) * 16}, {"territory_points": 0}, {"territory_points": 999}],
)
def test_rules_at_their_bounds(options: dict[str, Any]) -> None:
    assert new_game(BOARD, rules=Rules(**options)).rules == Rules(**options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"damaged_jump": 1}, TypeError, "damaged_jump is True or False, not 1"),
        ({"damaged_jump": None}, TypeError, "damaged_jump is True or False, not None"),
        ({"nebula_points": [2, 5, 8]}, TypeError, "nebula_points is a tuple of integers, not [2, 5, 8]"),
        ({"nebula_points": 2}, TypeError, "nebula_points is a tuple of integers, not 2"),
        ({"nebula_points": ()}, SetupError, "nebula_points has 0 entries; 1 to 16 can be (E7.1)"),
        ({"nebula_points": (1,) * 17}, SetupError, "nebula_points has 17 entries; 1 to 16 can be (E7.1)"),
        ({"nebula_points": (2, -1)}, SetupError, "nebula_points -1 is not in 0 to 999 (E7.1)"),
        ({"nebula_points": (1000,)}, SetupError, "nebula_points 1000 is not in 0 to 999 (E7.1)"),
        ({"nebula_points": (2.0,)}, TypeError, "nebula_points counts in integers, not 2.0"),
        ({"nebula_points": (True,)}, TypeError, "nebula_points counts in integers, not True"),
        ({"territory_points": -1}, SetupError, "territory_points -1 is not in 0 to 999 (E7.3)"),
        ({"territory_points": 1000}, SetupError, "territory_points 1000 is not in 0 to 999 (E7.3)"),
        ({"territory_points": "3"}, TypeError, "territory_points counts in integers, not '3'"),
        ({"territory_points": None}, TypeError, "territory_points counts in integers, not None"),
        ({"edition": "third"}, SetupError, "edition is 'first' or 'second', not 'third' (E10.5)"),
        ({"edition": 2}, TypeError, "edition is 'first' or 'second', not 2"),
        ({"open_borders": "yes"}, TypeError, "open_borders is True or False, not 'yes'"),
        ({"toll_compulsory": None}, TypeError, "toll_compulsory is True or False, not None"),
        ({"unexplored_passable": 0}, TypeError, "unexplored_passable is True or False, not 0"),
        ({"damaged_passes_unexplored": ()}, TypeError, "damaged_passes_unexplored is True or False, not ()"),
        ({"conquered_passable": 1}, TypeError, "conquered_passable is True or False, not 1"),
        ({"conquest_own_only": "no"}, TypeError, "conquest_own_only is True or False, not 'no'"),
        ({"bag": (2,) * 9}, TypeError, "a bag is a Bag, not tuple"),
        ({"bag": Bag(three=-1)}, SetupError, "the bag's three is -1, not in 0 to 255"),
        ({"bag": Bag(nordinn=256)}, SetupError, "the bag's nordinn is 256, not in 0 to 255"),
        ({"bag": Bag._make((1.5,) * 9)}, TypeError, "the bag's three is an integer, not float"),
        ({"price": 2}, TypeError, "unexpected keyword argument"),
    ],
)
def test_refused_rules(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refusal:
        Rules(**options)
    assert type(refusal.value) is error
    assert message in str(refusal.value)


# --- base_map


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"players": 1}, SetupError, "players is 1, not in 2 to 4"),
        ({"players": 5}, SetupError, "players is 5, not in 2 to 4"),
        ({"players": "2"}, TypeError, "players is an integer, not str"),
        ({"players": True}, TypeError, "players is an integer, not bool"),
        ({"seed": -1}, ArgumentError, "seed is -1, not in 0 to 18446744073709551615"),
        ({"seed": 2**64}, ArgumentError, "seed is 18446744073709551616, not in"),
        ({"seed": "7"}, TypeError, "seed is an integer, not str"),
        ({"seed": 7.0}, TypeError, "seed is an integer, not float"),
        (
            {"holes": "Balanced"},
            SetupError,
            "holes, unless None, is 'balanced', 'wormholes' or 'black_holes', not 'Balanced'",
        ),
        ({"holes": True}, TypeError, "holes, unless None, is 'balanced', 'wormholes' or 'black_holes', not True"),
        ({"holes": []}, TypeError, "holes, unless None, is 'balanced', 'wormholes' or 'black_holes', not []"),
        ({"unexplored": 1}, TypeError, "unexplored is True or False, not 1"),
        ({"unexplored": None}, TypeError, "unexplored is True or False, not None"),
        ({"sides": {1: "B"}}, SetupError, "side 'B' of sector 1 is not known; known: A (E1.3)"),
        ({"sides": {2: "C"}}, SetupError, "side 'C' of sector 2 is not known; known: A, B (E1.3)"),
        ({"sides": {2: None}}, TypeError, "a side is 'A' or 'B', not None"),
        ({"sides": {0: "A"}}, SetupError, "main sector is 0, not in 1 to 7"),
        ({"sides": {8: "A"}}, SetupError, "main sector is 8, not in 1 to 7"),
        ({"sides": {"2": "B"}}, TypeError, "main sector is an integer, not str"),
        ({"sides": {True: "A"}}, TypeError, "main sector is an integer, not bool"),
        ({"sides": "B"}, TypeError, "sides is a mapping from sector to side, not str"),
        ({"sides": ["A"] * 7}, TypeError, "sides is a mapping from sector to side, not list"),
    ],
)
def test_refused_base_maps(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refusal:
        sse.base_map(**{"players": 2} | options)
    assert type(refusal.value) is error
    assert message in str(refusal.value)
