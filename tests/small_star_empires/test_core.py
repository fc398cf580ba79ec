"""The core by itself: equality and hash of states, and the checks of its own arguments.

`positions.py` checks first, with better messages. The core's checks are the last; its C functions check nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from tests.offered import offered

import sse_core as sse
from sse_core import Board, Rules, SetupError, State, _fast
from sse_core._core.variants import PORTABLE, file_of, levels
from sse_core.small_star_empires import Choose, Move, Reason, Reveal, Stay, System, Tile, position
from sse_core.small_star_empires.scores import Score, ScoreSheet
from sse_core.testing import states

BOARD = sse.parse_map("A 1 ? 2 r B")


def ruleset_of(board: Board) -> _fast.Ruleset:
    """A ruleset of its own, where states of one board and rules share theirs."""
    rules, cells = board.setup.rules, range(board.n_cells)
    return _fast.Ruleset(
        board,
        rules,
        board.setup.bag_under(rules),
        (Move, Reveal, Choose, Stay),
        tuple(Tile),
        tuple(Reason),
        (Score, ScoreSheet),
        [board.lines(cell) for cell in cells],
        [board.jumps(cell) for cell in cells],
    )


def placed(ruleset: _fast.Ruleset, **changes: Any) -> State:
    """A position on `BOARD`, where A has the first planet, and B the station at the nebula."""
    said: dict[str, Any] = {
        "owners": [[1], [4]],
        "stations": [4],
        "tiles": [[] for _ in Tile],
        "conquered": [],
        "ships": [[0, 3], [10, 10]],
        "reserves": [(5, 4), (3, 2)],
        "received": [0, 0],
        "banked": [(0, 0), (0, 0)],
        "passed": [False, True],
        "mover": 0,
        "due": 0,
        "spot": 0,
        "ply": 7,
        "turn_comes": False,
    }
    return _fast.place(ruleset, *(said | changes).values())


# --- the core's own door


def test_the_core_takes_what_its_door_hands_in() -> None:
    state = placed(ruleset_of(BOARD))
    assert state == position(
        BOARD,
        owners={1: 0, 4: 1},
        pieces={4: "station"},
        ships=[[0, (1, True)], [5, 5]],
        reserves=[(5, 4), (3, 2)],
        passed=[False, True],
        ply=7,
    )


@pytest.mark.parametrize("name", ["owners", "ships", "reserves", "received", "banked", "passed"])
def test_everything_comes_by_player(name: str) -> None:
    entries = {"owners": [], "ships": [], "reserves": (0, 0), "received": 0, "banked": (0, 0), "passed": False}
    for n in (0, 1, 3):
        with pytest.raises(SetupError, match=r"^every player has systems, ships, a reserve"):
            placed(ruleset_of(BOARD), **{name: [entries[name]] * n})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"owners": [[1], [6]]}, "there is no cell 6"),
        ({"owners": [[-1], [4]]}, "there is no cell -1"),
        ({"stations": [6]}, "there is no cell 6"),
        ({"tiles": [[]] * 8 + [[6]]}, "there is no cell 6"),
        ({"conquered": [128]}, "there is no cell 128"),
        ({"ships": [[12], []]}, "there is no cell 6"),
        ({"ships": [[], [0, -1]]}, "there is no cell -1"),
        ({"ships": [[], [0] * 17]}, "player B has more than 16 ships"),
    ],
)
def test_what_fits_no_position(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=f"^{message}$"):
        placed(ruleset_of(BOARD), **changes)


def test_the_bounds_fit() -> None:
    state = placed(ruleset_of(BOARD), ships=[[0] * 16, [11]], owners=[[1], [4]])
    assert (state.ships(0), state.ships(1)) == (((0, False),) * 16, ((5, True),))


# --- actions and their ids


class Noted(Move):
    """A child of Move that can have attributes of its own."""


def done(state: State, action: Any) -> State | str:
    """The state after an action, or the reason why it is refused."""
    try:
        return state.after(action)
    except sse.IllegalActionError as error:
        return str(error)


@pytest.mark.parametrize("drawing", ["A 1 ? 2 B", "A 1 w 2 . w B"])
@pytest.mark.parametrize("open_borders", [False, True])
def test_an_action_is_as_good_as_its_id(drawing: str, open_borders: bool) -> None:
    state = sse.new_game(sse.parse_map(drawing), rules=Rules(open_borders=open_borders))
    for index, action in enumerate(state.actions):
        assert done(state, action) == done(state, index)


def test_a_move_of_a_subclass_and_texts_of_their_own() -> None:
    state = sse.new_game(BOARD)
    for action in state.legal_actions():
        assert isinstance(action, Move)
        piece: Any = action.piece and "".join(list(action.piece))
        assert state.after(Noted(*action)) == state.after(action._replace(piece=piece)) == state.after(action)


# --- equality


def test_states_are_equal_whose_boards_and_rules_are() -> None:
    one, other = placed(ruleset_of(BOARD)), placed(ruleset_of(BOARD))
    assert one == other
    assert (hash(one), one.key) == (hash(other), other.key)


def test_states_differ_by_their_boards_or_rules_alone() -> None:
    """All parts of a position that change in a game are equal here."""
    state = sse.new_game(sse.parse_map("A 1 2 B"))
    others = [
        sse.new_game(sse.parse_map("A 2 1 B")),
        sse.new_game(state.board, rules=Rules(territory_points=7)),
        sse.new_game(sse.parse_map("A 2 1 B"), rules=Rules(territory_points=7)),
    ]
    assert all(state != other and state.key != other.key for other in others)


# --- the key and the hash


def stir(key: int, word: int) -> int:
    key = (key ^ word) * 0x9E3779B97F4A7C15 % 2**64
    return key ^ key >> 32


def unstirred(key: int) -> int:
    """What `stir` makes a key of, word by word: `key ^ word`."""
    return (key ^ key >> 32) * pow(0x9E3779B97F4A7C15, -1, 2**64) % 2**64


def halves(cells: Iterable[int]) -> tuple[int, int]:
    """A set of cells as two numbers of 64 bits."""
    high, low = divmod(sum(1 << cell for cell in cells), 2**64)
    return low, high


def words_of(state: State) -> Iterator[int]:
    """The content of a state without its board, as numbers of 64 bits."""
    seats, cells = range(state.board.players), range(state.board.n_cells)
    yield state.rules.key
    for player in seats:
        yield from halves(cell for cell in cells if state.owner(cell) == player)
        reserve, ships = state.reserve(player), state.ships(player)
        yield reserve.cities << 32 | reserve.stations << 16 | len(ships)
        yield from (2 * cell + damaged for cell, damaged in ships)
    yield from halves(cell for cell in cells if state.piece(cell) == "station")
    if state.rules.open_borders or System.UNEXPLORED in state.board.systems:
        for tile in Tile:
            yield from halves(cell for cell in cells if state.tile(cell) is tile)
        yield from halves(state.conquered)
        due = state.due
        yield ("reveal", "refuel", "choose").index(due.what) + 1 << 16 | due.cell << 8 | due.player if due else 0
        for player in seats:
            yield state.banked(player).planets << 32 | state.banked(player).tiles
            yield state.received(player)
    passed = sum(out << player for player, out in enumerate(state.passed))
    yield state.ply << 32 | passed << 8 | (state.to_act[0] if state.to_act else -2) & 255


def key_of(state: State) -> int:
    """A state's key in plain Python."""
    return reduce(stir, words_of(state), state.board.key)


FULL = sse.parse_map("A 1 ? ? ? 3 ? ? ? B")
EVERYTHING: dict[str, Any] = {
    "rules": Rules(open_borders=True),
    "owners": {1: 0, 3: 1, 4: 1, 7: 1},
    "pieces": {4: "station"},
    "tiles": {2: Tile.NORDINN, 3: Tile.THREE, 4: Tile.ABANDONED, 7: Tile.REFUELING},
    "ships": [[0, (1, True)], [7, 7, (9, True)]],
    "reserves": [(5, 4), (3, 2)],
    "received": [2, 3],
    "banked": [(5, 2), (1, 4)],
    "passed": [True, False],
    "mover": 1,
    "ply": 7,
}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"due": ("refuel", 7)},
        {"due": ("reveal", 8), "ships": [[0], [7, 8]]},
        {"conquered": (3,), "owners": {1: 0, 4: 1, 7: 1}},
        {"due": ("choose", 2), "ships": [[0], [7, (2, True)]]},
        {"mover": None, "passed": [True, True]},
    ],
    ids=["nothing due", "refuel", "reveal", "a marker", "choose", "over"],
)
def test_the_key_is_made_of_all_that_a_state_is(changes: dict[str, Any]) -> None:
    state = position(FULL, **EVERYTHING | changes)
    assert state.key == key_of(state)


@pytest.mark.parametrize(
    ("what", "cell", "explorer", "to_act"),
    [("reveal", 8, 8, sse.CHANCE), ("refuel", 7, 7, 1), ("choose", 2, (2, True), 1)],
)
def test_a_position_inside_a_turn(what: str, cell: int, explorer: Any, to_act: int) -> None:
    state = position(FULL, **EVERYTHING | {"due": (what, cell), "ships": [[0], [7, explorer]]})
    assert (state.to_act, state.due) == ((to_act,), (what, cell, 1))
    assert state.legal_actions()
    assert [state.received(player) for player in range(2)] == EVERYTHING["received"]
    assert [state.banked(player) for player in range(2)] == EVERYTHING["banked"]


@given(states())
def test_keys_in_plain_python(state: State) -> None:
    assert state.key == key_of(state)


@pytest.mark.skipif(sys.hash_info.width != 64, reason="a hash has fewer bits than a key")
def test_the_hash_is_the_key_but_for_the_one_that_is_none() -> None:
    """In Python a hash of -1 stands for an error, so the key -1 hashes as -2, as the integer does."""
    state = sse.new_game(BOARD)
    assert hash(state) % 2**64 == state.key
    # A holds all but B's homeworld, and everybody is out: the stations of the higher cells are free to choose, so that
    # the key can be any number.
    board = sse.parse_map(" ".join("AB" + "1" * 126))
    options: dict[str, Any] = {"owners": dict.fromkeys(range(2, 128), 0), "passed": [True, True], "mover": None}
    options["reserves"] = [(0, 0), (0, 0)]
    *before, _, last = words_of(position(board, **options))
    stations = unstirred(unstirred(2**64 - 1) ^ last) ^ reduce(stir, before, board.key)
    options["pieces"] = {64 + bit: "station" for bit in range(64) if stations >> bit & 1}
    state = position(board, **options)
    assert state.key == key_of(state) == 2**64 - 1
    assert hash(state) == hash(-1) == -2


# --- the largest board


@pytest.mark.parametrize("cell", [0, 1, 63, 64, 126])
def test_a_damaged_ship_flies_two_steps_on_the_largest_board(cell: int) -> None:
    board = sse.parse_map(" ".join("A" + "1" * 126 + "B"))
    state = position(board, ships=[[(cell, True)], [127]])
    found = {action.target for action in state.legal_actions() if isinstance(action, Move)}
    assert found == {other for other in range(127) if 0 < abs(other - cell) <= 2}


@pytest.mark.parametrize(("damaged_jump", "expected"), [(True, {125}), (False, set())])
def test_E4_3_a_damaged_ship_jumps_to_the_highest_cells_or_not_at_all(damaged_jump: bool, expected: set[int]) -> None:
    board = sse.parse_map(" ".join("Aw" + "x" * 123 + "1wB"))
    assert board.jumps(0) == (125, 127)
    state = position(board, rules=Rules(damaged_jump=damaged_jump), ships=[[0, (0, True)], [127]])
    jumps = {action.target for action in state.legal_actions() if isinstance(action, Move) and action.damaged}
    assert jumps == expected


# --- what only some processors have


def test_new_instructions_can_be_denied(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for said in ("", "0"):
        monkeypatch.setenv("SSE_PORTABLE", said)
        found.add(tuple(levels()))
    monkeypatch.delenv("SSE_PORTABLE")
    assert found in ({("portable",)}, {("v3", "portable")}, {("v4", "v3", "portable")})
    assert found == {tuple(levels())}
    monkeypatch.setenv("SSE_PORTABLE", "v3")
    assert levels() == [level for level in found.pop() if level != "v4"]
    for said in ("1", "yes"):
        monkeypatch.setenv("SSE_PORTABLE", said)
        assert levels() == ["portable"]


def test_one_State_is_the_best_that_is_built() -> None:
    best = next(level for level in levels() if file_of("sse_core._fast", level))
    assert _fast.__file__ == str(file_of("sse_core._fast", best))
    assert (State.__module__, best == PORTABLE) == ("sse_core._fast", levels() == [PORTABLE])
    assert [name for name in sys.modules if name.endswith("._fast")] == ["sse_core._fast"]


# --- what people see of a state


def test_a_state_shows_itself_as_the_functions_show_it() -> None:
    state = placed(ruleset_of(BOARD))
    assert str(state) == sse.to_text(state)
    assert state._repr_svg_() == sse.to_svg(state)
    assert eval(repr(state), offered(sse.small_star_empires)) == state


@given(state=states())
def test_colonized_cells_are_those_with_a_city_or_a_station(state: State) -> None:
    def cells(player: int, piece: str) -> tuple[int, ...]:
        held = range(state.board.n_cells)
        return tuple(cell for cell in held if (state.owner(cell), state.piece(cell)) == (player, piece))

    players = range(state.board.players)
    assert _fast.colonized(state) == [(cells(player, "city"), cells(player, "station")) for player in players]
