"""Games in lanes: the same as one game after the other, for every board, start, number of games and seed."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builds import built
from tests.small_star_empires.same_games import (
    GOLDEN,
    LANES,
    assert_same_games,
    filled,
    first_that_draws,
    lanes_for,
    least_halves,
    unmixed,
)

import sse_core as sse
from sse_core import State, child_seed
from sse_core._core.variants import PORTABLE, levels
from sse_core.small_star_empires import Holes, playing, position
from sse_core.small_star_empires.playing import LEAST
from sse_core.testing import boards, seeds, states


@pytest.fixture(params=built("lanes"))
def lanes(request: pytest.FixtureRequest) -> ModuleType:
    return lanes_for(request.param)


# --- boards, plies, numbers of games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("holes", [None, "wormholes", "black_holes", "balanced"])
def test_base_boards_are_played_from_every_ply(lanes: ModuleType, players: int, holes: Holes | None) -> None:
    for seed in (1, 2**64 - 1):
        state = sse.new_game(sse.base_map(players, seed=seed, holes=holes))
        assert lanes.has_lanes(state)
        assert_same_games(lanes, state, 200, seed)
        while state.to_act:
            for n in (1, LANES, LANES + 1):
                assert_same_games(lanes, state, n, child_seed(seed, state.ply), first=state.ply)
            ids = state.legal_ids()
            state = state.after(ids[child_seed(seed, state.ply) % len(ids)])


@pytest.mark.parametrize("n", [*range(2 * LANES + 2), 4 * LANES - 1, 4 * LANES, 4 * LANES + 1])
def test_any_number_of_games_is_played(lanes: ModuleType, n: int) -> None:
    assert_same_games(lanes, sse.new_game(sse.base_map(2, seed=3, holes="balanced")), n, seed=n)


@pytest.mark.parametrize("ships", range(1, 9))
def test_fleets_of_all_sizes_are_played(lanes: ModuleType, ships: int) -> None:
    state = sse.new_game(sse.base_map(2, seed=ships, holes="balanced"), ships=ships)
    assert lanes.has_lanes(state)
    assert_same_games(lanes, state, 200, seed=ships)


def test_maps_that_have_lanes_are_played(lanes: ModuleType) -> None:
    starts = {name: sse.new_game(sse.load_map(name)) for name in sse.maps()}
    played = {name for name, start in starts.items() if lanes.has_lanes(start)}
    assert played == {name for name in starts if name.startswith(("base-", "duel", "two-", "three-", "four-"))}
    for name in played:
        assert_same_games(lanes, starts[name], 500, seed=11)


PLAIN = states(board=boards(unexplored=False), rules=sse.Rules(), stage="unfinished")


@given(PLAIN, st.integers(1, 40), seeds(), st.integers(0, 2**40))
def test_any_position_that_has_lanes_is_played(state: State, n: int, seed: int, first: int) -> None:
    for level in built("lanes"):
        module = lanes_for(level)
        if module.has_lanes(state):
            assert_same_games(module, state, n, seed, first)


# --- which states are played here

LINE = "A " + "1 " * 61 + "r 2 B"
"""63 systems to land on."""


@pytest.mark.parametrize(
    ("board", "options", "expected"),
    [
        (LINE, {}, True),
        (LINE.replace("r", "x"), {}, True),
        (LINE.replace("r", "r r"), {}, False),
        (LINE.replace("r", "w r w"), {}, True),
        (LINE.replace("r", "?"), {}, False),
        (LINE, {"rules": sse.Rules(open_borders=True)}, False),
        (LINE, {"ships": [[0] * 4, [64] * 4]}, True),
        (LINE, {"ships": [[0] * 4, [64]]}, True),
        (LINE, {"ships": [[0] * 8, [64] * 5]}, True),
        (LINE, {"ships": [[0] * 9, [64] * 4]}, False),
        (LINE, {"ships": [[0] * 4, [64, 64, (64, True)]]}, False),
    ],
)
def test_lanes_are_for_plain_boards_and_whole_ships(
    lanes: ModuleType, board: str, options: dict[str, Any], expected: bool
) -> None:
    state = position(sse.parse_map(board), **options)
    assert lanes.has_lanes(state) is expected
    if expected:
        assert_same_games(lanes, state, 40, seed=5)


def test_a_finished_game_has_no_lanes(lanes: ModuleType) -> None:
    start = sse.new_game(sse.load_map("duel"))
    assert lanes.has_lanes(start)
    assert not lanes.has_lanes(sse.playout(start, 1))
    with pytest.raises(ValueError, match="a state without lanes"):
        lanes.play_games(sse.playout(start, 1), 1, 0, *filled(start, 20))


def test_arrays_have_a_row_for_each_game(lanes: ModuleType) -> None:
    start = sse.new_game(sse.load_map("duel"))
    totals, winners, plies = filled(start, 20)
    for arrays in ((totals[1:], winners, plies), (totals, winners[1:], plies), (totals, winners, plies[1:])):
        with pytest.raises(ValueError, match="arrays of other lengths"):
            lanes.play_games(start, 1, 0, *arrays)


def test_playouts_take_lanes_for_enough_games(monkeypatch: pytest.MonkeyPatch) -> None:
    start = sse.new_game(sse.base_map(3, seed=5))
    expected = [sse.playouts(start, n, 6) for n in (LEAST - 1, LEAST, 100)]
    assert (playing._in_lanes(start, LEAST) is None) is (levels() == [PORTABLE])
    assert playing._in_lanes(start, LEAST - 1) is None
    monkeypatch.setenv("SSE_PORTABLE", "1")
    assert playing._in_lanes(start, LEAST) is None
    for found in expected:
        again = sse.playouts(start, len(found.plies), 6)
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(again[:3], found[:3], strict=True))


# --- draws


def test_the_generator_is_turned_back() -> None:
    for seed in (0, 1, 2**64 - 1):
        assert unmixed(child_seed(seed, 3)) == (seed + 4 * GOLDEN) % 2**64


@pytest.mark.parametrize("game", [0, 5, 15])
@pytest.mark.parametrize("ply", [0, 1, 7])
def test_a_number_that_is_rejected_is_drawn_again(lanes: ModuleType, game: int, ply: int) -> None:
    start = sse.new_game(sse.base_map(2, seed=4))
    state = start
    for _ in range(ply):
        state = state.after(state.legal_ids()[3])
    n = len(state.legal_ids())
    # `below(n)` rejects a number whose upper half times n leaves less than 2**32 % n in its lower half.
    rejected = [half for half in least_halves(n) if half * n % 2**32 < 2**32 % n]
    for half in (rejected[0], rejected[-1]):
        assert_same_games(lanes, state, LANES, first_that_draws(half << 32, ply, game))


@pytest.mark.parametrize("game", [0, 5, 15])
def test_the_last_bit_of_a_number_counts(lanes: ModuleType, game: int) -> None:
    start = sse.new_game(sse.base_map(2, seed=4))
    n = len(start.legal_ids())
    least = next(half for half in least_halves(n)[n // 2 + 1 :] if half % 2)
    for half in (least - 1, least):
        assert_same_games(lanes, start, LANES, first_that_draws(half << 32, 0, game))
