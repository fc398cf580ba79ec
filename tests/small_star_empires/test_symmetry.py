"""Symmetries: what they take a state to is played, scored and observed as the state is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sse_core as sse
from sse_core import ArgumentError, State
from sse_core.small_star_empires import Batch, Symmetry, observe, symmetries
from sse_core.testing import states

MAPS: Final = (
    " A 1\n1 3 1\n 1 B",
    " A r\n1 . 1\n g B",
    "A 2 3 2 B",
    "  A 1 1\n 1 r . 1\n1 . 3 . 1\n 1 . g 1\n  1 1 B",
    " A 1\n1 3 B\n C 1",
    " A ?\n? 3 ?\n ? B",
    " A ?\n? 1 B\n C ?",
    " A w ?\n? r 1 b ?\n   ? w B",
)
BOARDS: Final = (*map(sse.parse_map, MAPS), *map(sse.load_map, ("duel", "everything-2p", "epic-4p")))
SHUFFLED: Final = (*map(sse.load_map, ("base-2p", "unexplored-3p", "base-4p-wormholes")), sse.parse_map("A w 3 B"))
"""Boards that nothing takes to themselves, and something to one of the same outline."""

symmetric_states = st.sampled_from((*BOARDS, *SHUFFLED)).flatmap(lambda board: states(board=board))
"""States of any rules, of the start too, on boards that have symmetries; players may have begun with unlike numbers."""


def every_symmetry(board: sse.Board) -> list[Symmetry]:
    return [*symmetries(board), *symmetries(board, same_board=False)]


@given(symmetric_states, st.data())
def test_a_moved_game_is_played_and_scored_as_the_game_is(state: State, data: st.DataObject) -> None:
    """What is legal moves with the state, each action leads to the moved state of what it led to, and totals follow."""
    for symmetry in every_symmetry(state.board):
        moved, actions, seats = symmetry.moved_state(state), symmetry.actions, symmetry.seats
        assert sorted(actions[list(state.legal_ids())].tolist()) == list(moved.legal_ids())
        assert moved.to_act == tuple(seats[seat] if seat >= 0 else seat for seat in state.to_act)
        assert [moved.totals[seat] for seat in seats] == list(state.totals)
        if state.outcome is not None:
            assert moved.outcome is not None
            assert set(moved.outcome.winners) == {seats[seat] for seat in state.outcome.winners}
        for id in data.draw(st.lists(st.sampled_from(state.legal_ids()), max_size=4)) if state.to_act else ():
            assert moved.after(int(actions[id])) == symmetry.moved_state(state.after(id))


@given(symmetric_states)
def test_a_moved_game_is_observed_as_the_game_is(state: State) -> None:
    """By every seat, and in batches, whose rows are wider where another board is larger."""
    larger = sse.new_game(sse.load_map("everything-4p"))
    found = every_symmetry(state.board)
    for symmetry in found:
        moved = symmetry.moved_state(state)
        for seat, to in enumerate(symmetry.seats):
            assert np.array_equal(symmetry.moved_planes(observe(state, seat)), observe(moved, to))
    symmetry, moved = found[0], found[0].moved_state(state)
    here, there = (Batch.from_states([one, larger], chance="caller") for one in (state, moved))
    mask, expected = here.legal_mask(packed=False)[0], there.legal_mask(packed=False)[0]
    assert np.array_equal(symmetry.moved_actions(mask), expected)
    if state.to_act:
        assert np.array_equal(symmetry.moved_planes(here.observe())[0], there.observe()[0])


@pytest.mark.parametrize("same_board", [True, False])
@pytest.mark.parametrize("board", [*BOARDS, *SHUFFLED], ids=range(len(BOARDS) + len(SHUFFLED)))
def test_symmetries_are_permutations_and_form_a_group(board: sse.Board, same_board: bool) -> None:
    """After one comes another one, or what changes nothing; those of a board are those of its new games."""
    found = symmetries(board, same_board=same_board)
    assert found == symmetries(sse.new_game(board), same_board=same_board)
    assert bool(found) == (not same_board or board in BOARDS)
    known = {(symmetry.cells, symmetry.shift) for symmetry in found}
    same = (tuple(range(board.n_cells)), 0)
    assert same not in known
    for one in found:
        assert one.board == board
        assert (one.target == board) or not same_board
        assert one.target.hexes == board.hexes
        assert sorted(one.actions.tolist()) == list(range(len(board.actions)))
        assert sorted(one.planes.tolist()) == list(range(len(one.planes)))
        for other in found:
            cells = tuple(other.cells[cell] for cell in one.cells)
            assert (cells, (one.shift + other.shift) % board.players) in {*known, same}


def test_a_shuffled_map_goes_to_a_map_that_is_shuffled_otherwise() -> None:
    """The systems move, homeworlds keep their places, and the table of actions of a base map stays."""
    board = sse.base_map(3, seed=5)
    for symmetry in symmetries(board, same_board=False):
        target = symmetry.target
        assert target != board
        assert target.actions == board.actions
        assert [target.homeworld(seat) for seat in range(3)] == [board.homeworld(seat) for seat in range(3)]
        others = [cell for cell in range(board.n_cells) if board.systems[cell].homeworld is None]
        assert all(target.systems[symmetry.cells[cell]] is board.systems[cell] for cell in others)


def test_maps_that_nothing_takes_to_themselves_have_none() -> None:
    assert symmetries(sse.base_map(2)) == symmetries(sse.base_map(3, seed=4)) == ()
    assert symmetries(sse.parse_map("A 1 2 B")) == ()
    # Neither if only the homeworlds are elsewhere, or the players would sit otherwise round the table.
    for text in ("A 1 B 2", " A 1\n1 3 B\n 2 C", "A 1 B C 1 D"):
        assert symmetries(sse.parse_map(text), same_board=False) == ()


def test_columns_and_planes_of_larger_boards_stay() -> None:
    (half_turn,) = symmetries(sse.load_map("duel"))
    n = len(half_turn.actions)
    values = np.arange(2.0 * (n + 3)).reshape(2, n + 3)
    moved = half_turn.moved_actions(values)
    assert moved.dtype == np.float64
    assert moved[:, n:].tolist() == values[:, n:].tolist()
    assert all(moved[1, half_turn.actions[id]] == values[1, id] for id in range(n))


HALF_TURN: Any = symmetries(sse.load_map("duel"))[0]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: HALF_TURN.moved_actions(np.zeros((2, 580))), ArgumentError, "the last axis has 581 actions, or more"),
        (lambda: HALF_TURN.moved_actions([0] * 581), TypeError, "values by action are a numpy array, not list"),
        (lambda: HALF_TURN.moved_planes(None), TypeError, "values by cell are a numpy array, not NoneType"),
        (lambda: HALF_TURN.moved_planes(np.zeros(19)), ArgumentError, "have an axis of planes and one of cells"),
        (lambda: HALF_TURN.moved_planes(np.zeros((36, 18))), ArgumentError, "the last axis has 19 cells, or more"),
        (lambda: HALF_TURN.moved_planes(np.zeros((35, 19))), ArgumentError, "there are 35 planes, not 36 or more"),
        (
            lambda: HALF_TURN.moved_state(sse.new_game(sse.base_map(2))),
            ArgumentError,
            "the state is on another board than the symmetry",
        ),
        (lambda: HALF_TURN.moved_state("duel"), TypeError, "a State of Small Star Empires is moved, not str"),
        (lambda: ANY("duel"), TypeError, "a Board or a State of Small Star Empires has symmetries, not str"),
    ],
)
def test_refused(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


ANY: Any = symmetries
"""The function as somebody without a type checker sees it."""


def test_what_a_symmetry_gives_is_read_only() -> None:
    for array in (HALF_TURN.actions, HALF_TURN.planes):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
