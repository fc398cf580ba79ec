"""Games in lanes under all rules: the same as one game after the other, for every board, options, start and seed."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from types import ModuleType
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builds import built
from tests.profiles import by_profile
from tests.small_star_empires.same_games import (
    LANES,
    assert_same_games,
    filled,
    first_that_draws,
    lanes_for,
    least_halves,
)

import sse_core as sse
from sse_core import State
from sse_core._core.variants import PORTABLE, levels
from sse_core.small_star_empires import Bag, Move, playing, position, reference
from sse_core.small_star_empires.playing import LEAST
from sse_core.testing import boards, seeds, states

OPTIONS: Final[list[dict[str, Any]]] = [
    {},
    {"open_borders": True},
    {"unexplored_passable": False},
    {"damaged_passes_unexplored": True},
    {"damaged_jump": False},
    {"conquered_passable": True},
    {"conquest_own_only": True},
    {"edition": "first"},
    {"open_borders": True, "conquered_passable": True, "conquest_own_only": True, "damaged_passes_unexplored": True},
    {"open_borders": True, "unexplored_passable": False, "damaged_jump": False, "edition": "first"},
]


@pytest.fixture(params=built("full_lanes"))
def lanes(request: pytest.FixtureRequest) -> ModuleType:
    return lanes_for(request.param, "full_lanes")


def starts() -> dict[str, sse.Board]:
    """Return the maps that ship, and base maps with all holes and unexplored systems."""
    found = {name: sse.load_map(name) for name in sse.maps()}
    for players in (2, 3, 4):
        for holes in ("wormholes", "black_holes", "balanced"):
            found[f"{players} {holes}"] = sse.base_map(players, seed=players, holes=holes, unexplored=True)
    return found


STARTS: Final = starts()


# --- boards, options, plies, numbers of games


@pytest.mark.parametrize("n", [by_profile(dev=40, ci=100), pytest.param(2_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", STARTS)
def test_every_map_is_played_with_all_options(lanes: ModuleType, name: str, n: int) -> None:
    for number, options in enumerate(OPTIONS):
        state = sse.new_game(STARTS[name], rules=sse.Rules(**options)) if options else sse.new_game(STARTS[name])
        assert lanes.has_lanes(state), options
        assert_same_games(lanes, state, n, seed=number)


@pytest.mark.parametrize("name", STARTS)
def test_every_fourth_ply_begins_games(lanes: ModuleType, name: str) -> None:
    state, rng, sizes = sse.new_game(STARTS[name]), sse.SplitMix64(len(name)), (1, LANES - 1, LANES, LANES + 1, 50)
    while state.to_act:
        if state.to_act == (sse.CHANCE,):
            assert not lanes.has_lanes(state)
            state = state.resolve(rng)
            continue
        if state.ply % 4 == 0 and lanes.has_lanes(state):
            for n in sizes if by_profile(dev=0, ci=1) else (sizes[state.ply // 4 % len(sizes)],):
                assert_same_games(lanes, state, n, seed=n, first=state.ply)
        ids = state.legal_ids()
        state = state.after(ids[rng.below(len(ids))])


@pytest.mark.parametrize("n", [*range(2 * LANES + 2), 4 * LANES - 1, 4 * LANES, 4 * LANES + 1])
def test_any_number_of_games_is_played(lanes: ModuleType, n: int) -> None:
    assert_same_games(lanes, sse.new_game(STARTS["everything-2p"]), n, seed=n)


@pytest.mark.parametrize("name", ["everything-2p", "epic-4p", "first-edition-2p", "four-galaxies"])
@pytest.mark.parametrize("ships", range(1, 7))
def test_fleets_of_up_to_six_ships_are_played(lanes: ModuleType, name: str, ships: int) -> None:
    state = sse.new_game(STARTS[name], ships=ships)
    assert lanes.has_lanes(state)
    assert_same_games(lanes, state, by_profile(dev=40, ci=200), seed=ships)


@given(states(stage="unfinished"), st.integers(1, 40), seeds(), st.integers(0, 2**40))
def test_any_position_that_has_lanes_is_played(state: State, n: int, seed: int, first: int) -> None:
    for level in built("full_lanes"):
        module = lanes_for(level, "full_lanes")
        if module.has_lanes(state):
            assert_same_games(module, state, n, seed, first)


SMALL: Final = states(board=boards(max_cells=40), stage="unfinished")


@given(SMALL, seeds())
def test_games_are_those_of_the_reference(state: State, seed: int) -> None:
    for level in built("full_lanes"):
        module = lanes_for(level, "full_lanes")
        if module.has_lanes(state):
            totals, winners, plies = filled(state, 3)
            module.play_games(state, seed, 0, totals, winners, plies)
            plain = reference.playouts(reference.same(state), 3, seed)
            outcomes = [end.outcome for end in plain if end.outcome is not None]
            seats = range(state.board.players)
            assert plies.tolist() == [end.ply - state.ply for end in plain]
            assert totals.tolist() == [list(outcome.totals) for outcome in outcomes]
            assert winners.tolist() == [[seat in outcome.winners for seat in seats] for outcome in outcomes]


@pytest.mark.parametrize(
    "bag", [Bag(three=32), Bag(refueling=32), Bag(nordinn=32), Bag(asteroid=32), Bag(two=24, tennar=36, hollana=12)]
)
def test_bags_with_a_common_divisor_are_drawn_from(lanes: ModuleType, bag: Bag) -> None:
    for name in ("unexplored-2p", "everything-2p"):
        state = sse.new_game(STARTS[name], rules=sse.Rules(bag=bag.times(2)))
        assert lanes.has_lanes(state)
        assert_same_games(lanes, state, 100, seed=1)


FUEL: Final = """
A 1 ? ? 1
 ? ? ? ? ?
1 ? ? ? ? 2
 ? ? w ? ?
1 ? ? 1 B
"""


@pytest.mark.parametrize("bag", [Bag(refueling=30), Bag(refueling=20, nordinn=6), Bag(refueling=20, asteroid=8)])
def test_a_ship_explores_again_with_the_fuel_just_found(lanes: ModuleType, bag: Bag) -> None:
    for open_borders in (False, True):
        state = sse.new_game(sse.parse_map(FUEL), rules=sse.Rules(bag=bag, open_borders=open_borders))
        assert lanes.has_lanes(state)
        assert_same_games(lanes, state, 100, seed=3)


CROWDED: Final = """
A w ? 1 w ? 1 w B
 1 ? 1 1 ? 1 1 ?
1 w 1 ? w 1 ? w 1
 ? 1 ? 1 1 ? 1 1
1 1 w 1 ? w 1 ? 1
 1 ? 1 1 ? 1 w 1
1 w 1 ? w 1 1 ? 1
"""
"""A ship that jumps sees more cells than a star has; among them homeworlds and unexplored systems."""


@pytest.mark.parametrize("options", OPTIONS)
def test_ships_jump_to_more_cells_than_a_star_has(lanes: ModuleType, options: dict[str, Any]) -> None:
    # Most tiles damage the ship, which may jump home then, and not to what is unexplored.
    rules = sse.Rules(**options, bag=Bag(asteroid=20, two=12))
    state = sse.new_game(sse.parse_map(CROWDED), rules=rules, ships=4)
    assert len({action.target for action in state.legal_actions()}) > 32
    assert lanes.has_lanes(state)
    assert_same_games(lanes, state, by_profile(dev=40, ci=100), seed=7)


@pytest.mark.parametrize(
    ("largest", "numbers"),
    [(31, (0, 5, 49, 50)), (32, (2, 98, 108, 119, 122, 161)), (33, (3, 13, 15)), (34, (19, 228))],
)
def test_a_star_takes_all_its_room_or_a_cell_more(lanes: ModuleType, largest: int, numbers: tuple[int, ...]) -> None:
    # A star has room for 32, of which one is a wall where ships jump. These are seeds of boards with a star so large.
    for number in numbers:
        rng = Random(number)
        cells = rng.choices("1?w", (6, 2, 1), k=rng.randrange(44, 56))
        cells[0], cells[-1] = "A", "B"
        rows = [" " * (at // 9 % 2) + " ".join(cells[at : at + 9]) for at in range(0, len(cells), 9)]
        state = sse.new_game(sse.parse_map("\n".join(rows)), ships=3)
        stars = defaultdict[int, set[int]](set)
        for action in state.board.actions:
            if isinstance(action, Move) and not action.damaged:
                stars[action.origin].add(action.target)
        assert max(map(len, stars.values())) == largest
        assert lanes.has_lanes(state)
        assert_same_games(lanes, state, by_profile(dev=40, ci=100), seed=number)


# --- which states are played here

LINE = "A " + "1 " * 61 + "r 2 B"
"""63 systems to land on: a ship at an end sees them all."""

ROW = "A " + "1 " * 30 + "B"
"""A ship at an end sees 31 cells; one beside it sees 31, too."""

LONG = "A " + "1 " * 31 + "B"
LONGER = "A " + "1 " * 32 + "B"
LATE = "\n".join(
    " " * (number % 2) + row for number, row in enumerate(["A " + "1 " * 7, *["1 " * 8] * 5, "1 " * 33 + "B"])
)
"""Only the last row has stars of more than 32 systems, and most systems are before it."""

CUT = "A " + "1 " * 16 + "x " + "1 " * 16 + "B"


@pytest.mark.parametrize(
    ("board", "options", "expected"),
    [
        (LINE, {}, False),
        (ROW, {}, True),
        (LONG, {}, True),
        (LONGER, {}, False),
        (CUT, {}, True),
        (LATE, {}, False),
        (LONGER.replace("1 1 1", "1 ? 1"), {}, False),
        (LONG.replace("1 1 1", "1 ? 1"), {}, True),
        (LONG.replace("1 1 1", "1 w 1"), {}, True),
        ("A " + "1 w " * 30 + "1 B", {"rules": sse.Rules(open_borders=True)}, True),
        (ROW, {"rules": sse.Rules(open_borders=True)}, True),
        (ROW, {"rules": sse.Rules(open_borders=True, toll_compulsory=False)}, False),
        (ROW, {"rules": sse.Rules(toll_compulsory=False)}, True),
        (ROW, {"reserves": [(2, 2), (3, 3)]}, True),
        (ROW, {"reserves": [(0, 1), (0, 0)]}, True),
        ("A 1 1 B", {"reserves": [(0, 0), (0, 0)], "ships": [[0, (1, True)], [3, 3]]}, False),
        ("A 1 1 B", {"reserves": [(0, 1), (0, 0)], "ships": [[0, (1, True)], [3, 3]]}, True),
        (ROW, {"ships": [[0] * 4, [31] * 4]}, True),
        (ROW, {"ships": [[0] * 4, [31] * 3]}, False),
        (ROW, {"ships": [[0] * 6, [31] * 6]}, True),
        (ROW, {"ships": [[0] * 7, [31] * 7]}, False),
        (ROW, {"ships": [[0] * 3, [31, 31, (31, True)]]}, True),
    ],
)
def test_lanes_are_for_stars_of_a_word_and_equal_fleets(
    lanes: ModuleType, board: str, options: dict[str, Any], expected: bool
) -> None:
    state = position(sse.parse_map(board), **options)
    assert lanes.has_lanes(state) is expected
    if expected:
        assert_same_games(lanes, state, 40, seed=5)
    else:
        with pytest.raises(ValueError, match="a state without lanes"):
            lanes.play_games(state, 1, 0, *filled(state, 20))


def test_a_bag_has_at_most_255_tiles_here(lanes: ModuleType) -> None:
    for kind in ("three", "nordinn"):
        for n, expected in ((55, True), (56, False)):
            state = sse.new_game(STARTS["unexplored-2p"], rules=sse.Rules(bag=Bag(**{"two": 200, kind: n})))
            assert lanes.has_lanes(state) is expected


def test_a_board_has_at_most_127_cells_here(lanes: ModuleType) -> None:
    # Some black holes, so that no star is too large.
    rows = ["A " + "1 " * 7, *["1 1 1 1 1 1 1 1", "1 x 1 1 x 1 1 x"] * 7, "1 " * 7 + "B"]
    for last, expected in ((rows[-1], False), ("1 " * 6 + "B", True)):
        text = "\n".join(" " * (number % 2) + row for number, row in enumerate([*rows[:-1], last]))
        state = sse.new_game(sse.parse_map(text))
        assert state.board.n_cells == 127 + (not expected)
        assert lanes.has_lanes(state) is expected
        if expected:
            assert_same_games(lanes, state, 100, seed=2)


def test_a_finished_game_has_no_lanes(lanes: ModuleType) -> None:
    start = sse.new_game(STARTS["unexplored-2p"])
    assert not lanes.has_lanes(sse.playout(start, 1))
    with pytest.raises(ValueError, match="a state without lanes"):
        lanes.play_games(sse.playout(start, 1), 1, 0, *filled(start, 20))


def test_arrays_have_a_row_for_each_game(lanes: ModuleType) -> None:
    start = sse.new_game(STARTS["everything-2p"])
    totals, winners, plies = filled(start, 20)
    for arrays in ((totals[1:], winners, plies), (totals, winners[1:], plies), (totals, winners, plies[1:])):
        with pytest.raises(ValueError, match="arrays of other lengths"):
            lanes.play_games(start, 1, 0, *arrays)


def test_playouts_take_lanes_for_enough_games(monkeypatch: pytest.MonkeyPatch) -> None:
    start = sse.new_game(STARTS["everything-2p"])
    expected = [sse.playouts(start, n, 6) for n in (LEAST - 1, LEAST, 100)]
    assert (playing._in_lanes(start, LEAST) is None) is (levels()[0] == PORTABLE)
    assert playing._in_lanes(start, LEAST - 1) is None
    monkeypatch.setenv("SSE_PORTABLE", "1")
    assert playing._in_lanes(start, LEAST) is None
    for found in expected:
        again = sse.playouts(start, len(found.plies), 6)
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(again[:3], found[:3], strict=True))


# --- draws


@pytest.mark.parametrize("game", [0, 5, 15])
@pytest.mark.parametrize("ply", [0, 1, 7])
def test_a_number_that_is_rejected_is_drawn_again(lanes: ModuleType, game: int, ply: int) -> None:
    state = sse.new_game(STARTS["epic-2p"])
    for _ in range(ply):
        state = state.after(state.legal_ids()[3])
    n = len(state.legal_ids())
    # `below(n)` rejects a number whose upper half times n leaves less than 2**32 % n in its lower half.
    rejected = [half for half in least_halves(n) if half * n % 2**32 < 2**32 % n]
    for half in (rejected[0], rejected[-1]):
        assert_same_games(lanes, state, LANES, first_that_draws(half << 32, ply, game))


@pytest.mark.parametrize(
    ("bag", "divisor"),
    [
        (Bag(two=20, three=10), 10),
        (Bag(two=6, three=10, nordinn=15), 1),
        (Bag(three=21), 21),
        (Bag(three=10, abandoned=4), 2),
    ],
)
def test_a_number_that_a_tile_rejects_is_drawn_again(lanes: ModuleType, bag: Bag, divisor: int) -> None:
    # Every first action explores, so a game's second number is that of a tile. It draws below n / divisor.
    state = sse.new_game(sse.parse_map("A ? ? ? ? B"), rules=sse.Rules(bag=bag))
    assert all(state.after(id).to_act == (sse.CHANCE,) for id in state.legal_ids())
    m = bag.total // divisor
    # The halves that leave less than n in the lower half, which all that are rejected are among.
    near = least_halves(bag.total)
    rejected = [half for half in near if half * m % 2**32 < 2**32 % m]
    accepted = [half for half in near if half not in rejected]
    assert rejected or m == 1
    for half in (*rejected[:2], *rejected[-1:], *accepted[:3], *accepted[-3:]):
        for game in (0, 9):
            assert_same_games(lanes, state, LANES, first_that_draws(half << 32, 1, game))


@pytest.mark.parametrize("game", [0, 5, 15])
def test_the_last_bit_of_a_number_counts(lanes: ModuleType, game: int) -> None:
    start = sse.new_game(STARTS["epic-2p"])
    n = len(start.legal_ids())
    least = next(half for half in least_halves(n)[n // 2 + 1 :] if half % 2)
    for half in (least - 1, least):
        assert_same_games(lanes, start, LANES, first_that_draws(half << 32, 0, game))
