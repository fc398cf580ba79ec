"""Observations of Small Star Empires: the planes of a state for each seat."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.small_star_empires.strategies import one_seat_on
from tests.small_star_empires.test_batch import seen

import sse_core as sse
from sse_core import ArgumentError, RangeError, State
from sse_core.small_star_empires import Batch, observation_space, observe
from sse_core.testing import states

FEW: Final = settings(max_examples=settings().max_examples // 4)


def whose_turn(state: State) -> int:
    return state.due.player if state.due else state.to_act[0] if state.to_act else 0


@FEW
@given(states())
def test_every_seat_sees_the_planes_of_a_batch(state: State) -> None:
    """The one whose turn it is: those of the row of a batch; also at a chance event and at the end."""
    for seat in range(state.board.players):
        assert observe(state, seat).tolist() == seen(state, seat)
    row = Batch.from_states([state], chance="caller").observe()[0]
    assert np.array_equal(observe(state, whose_turn(state)), row)


@FEW
@given(states())
def test_seats_turned_round_turn_the_planes(state: State) -> None:
    there = one_seat_on(state)
    players = state.board.players
    assert observation_space(there) == observation_space(state)
    for seat in range(players):
        assert np.array_equal(observe(there, (seat + 1) % players), observe(state, seat))


def told(state: State) -> tuple[Any, ...]:
    """All of a state but what its observations leave out: whose turn it is, the ply, the banked points, the rules."""
    seats, cells = range(state.board.players), range(state.board.n_cells)
    return (
        state.board,
        state.passed,
        [(state.ships(seat), state.reserve(seat), state.received(seat)) for seat in seats],
        [(state.owner(cell), state.piece(cell), state.tile(cell)) for cell in cells],
        (state.unexplored, state.conquered, state.due and (state.due.what, state.due.cell)),
    )


@FEW
@given(states(), st.integers(0, 2**32))
def test_positions_with_the_same_planes_differ_in_what_is_left_out_alone(state: State, seed: int) -> None:
    found: dict[bytes, tuple[Any, ...]] = {}
    rng = sse.SplitMix64(seed)
    for _ in range(12):
        assert found.setdefault(observe(state, 0).tobytes(), told(state)) == told(state)
        if not state.to_act:
            break
        state = state.after(rng.choice(state.legal_ids()))


def test_the_turn_is_left_out() -> None:
    """As the rows of a batch leave it out, which are seen by whoever's turn it is."""
    board = sse.base_map(2)
    one, other = (sse.new_game(board, first=first) for first in (0, 1))
    assert one != other
    assert np.array_equal(observe(one, 0), observe(other, 0))


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ((2, None), RangeError, "there is no player 2: they are 0 to 1"),
        ((-1, None), RangeError, "there is no player -1"),
        (("A", None), TypeError, "player is an integer, not str"),
        ((0, [1]), TypeError, "out is a numpy array, not list"),
        ((0, np.zeros((36, 56), np.uint8)), ArgumentError, r"out has the shape \(36, 56\), not \(36, 57\)"),
        ((0, np.zeros((36, 57), np.int8)), ArgumentError, "out has the dtype int8, not uint8"),
        ((0, np.zeros((57, 36), np.uint8).T), ArgumentError, "out is not C-contiguous"),
        ((0, np.broadcast_to(np.uint8(0), (36, 57))), ArgumentError, "out is read-only"),
    ],
)
def test_what_is_no_seat_or_no_place_for_an_observation_is_told(
    given: tuple[Any, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        observe(sse.new_game(sse.base_map(2)), *given)


@pytest.mark.parametrize("game", sse.GAMES.values(), ids=sse.GAMES)
def test_a_kind_of_array_is_filled_and_one_that_tells_lies_is_not(game: Any) -> None:
    state = game.new_game(seed=1)
    space = game.observation_space(state)

    class Kind(np.ndarray[Any, np.dtype[Any]]):
        """Another class, and an array all the same."""

    liar = type("Liar", (Kind,), {"shape": space.shape})
    kind = np.zeros(space.shape, space.dtype).view(Kind)
    assert game.observe(state, 0, kind) is kind
    assert np.array_equal(kind, game.observe(state, 0))
    with pytest.raises(ArgumentError, match=r"^out has the shape \(1,\), not"):
        game.observe(state, 0, np.zeros(1, space.dtype).view(liar))
    with pytest.raises(TypeError, match=r"^out is a numpy array, not memoryview$"):
        game.observe(state, 0, np.zeros(space.shape, space.dtype).data)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="it is about counted references")
@pytest.mark.parametrize("game", sse.GAMES.values(), ids=sse.GAMES)
def test_no_array_is_held_after_the_call(game: Any) -> None:
    """Neither one that was filled, nor a refused one, of which one is of the right size and dtype."""
    state = game.new_game(seed=1)
    space = game.observation_space(state)
    shapes = [space.shape, (*space.shape, 1), (1, *space.shape), tuple(n + 1 for n in space.shape)]
    arrays = [np.zeros(shape, space.dtype) for shape in shapes] + [np.zeros(space.shape, "bool")]
    before = [sys.getrefcount(array) for array in arrays]
    for i in range(1, len(arrays)):
        with pytest.raises(ArgumentError, match=r"^out has the (shape|dtype) "):
            game.observe(state, 0, arrays[i])
    game.observe(state, 0, arrays[0])
    assert [sys.getrefcount(array) for array in arrays] == before


@pytest.mark.parametrize("game", sse.GAMES.values(), ids=sse.GAMES)
def test_no_seat_beyond_the_last_is_shown_a_state(game: Any) -> None:
    players = game.INFO.least_players
    state = game.new_game(seed=1, players=players)
    for player in (-1, players):
        with pytest.raises(RangeError):
            game.observe(state, player)


@pytest.mark.parametrize("game", sse.GAMES.values(), ids=sse.GAMES)
def test_the_state_of_another_game_is_refused(game: Any) -> None:
    other: Any = sse.GAMES["micro_space_empire" if game is sse.small_star_empires else "small_star_empires"]
    state = other.new_game(seed=1)
    message = r"State of [A-Z][A-Za-z ]+, not|is observed, not"
    with pytest.raises(TypeError, match=message):
        game.observe(state, 0)
    with pytest.raises(TypeError, match=message):
        game.observation_space(state)
