"""Playouts and perft of the compiled core: the same games and the same counts as those of any game."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sse_core as sse
from sse_core._core.micro_space_empire.state import play_games
from sse_core.micro_space_empire import Action, State, Verb, new_game, perft, perft_divide, playout, playouts
from sse_core.micro_space_empire.strategies import states
from sse_core.play import game_tree, random_play
from sse_core.play.random_play import CHUNK
from sse_core.seeds import child_seed
from sse_core.testing import seeds

DEPTHS = st.integers(0, 5)


@given(states(), seeds())
def test_a_playout_is_the_game_of_the_random_bot(state: State, seed: int) -> None:
    assert playout(state, seed) == random_play.playout(state, seed) == sse.playout(state, seed)


@given(states(), seeds())
def test_a_playout_goes_on_as_it_began(state: State, seed: int) -> None:
    """Each ply draws from its own stream: from any later state the same seed leads to the same end."""
    end, choices = playout(state, seed), 0
    while state.to_act:
        state, choices = state.after(sse.seeds.PlyStream(seed, state.ply).choice(state.legal_ids())), choices + 1
        assert playout(state, seed) == end
    assert state == end


@given(states(), seeds(), st.integers(0, 5))
def test_many_playouts_are_single_ones(state: State, seed: int, n: int) -> None:
    found = sse.playouts(state, n, seed, ends=True)
    ends = [playout(state, child_seed(seed, index)) for index in range(n)]
    assert found.ends == tuple(ends)
    assert found.totals.tolist() == [list(end.totals) for end in ends]
    assert found.winners.tolist() == [[not end.lost] for end in ends]
    assert found.plies.tolist() == [end.ply - state.ply for end in ends]
    assert [array.dtype.name for array in (found.totals, found.winners, found.plies)] == ["int32", "bool", "int32"]


def test_threads_and_chunks_change_nothing() -> None:
    """More games than one call of the core plays."""
    n = CHUNK + 3
    one, two = playouts(new_game(), n, 7), playouts(new_game(), n, 7, threads=2, ends=True)
    assert one.ends is None
    assert two.ends is not None
    assert all((a == b).all() for a, b in zip(one[:3], two[:3], strict=True))
    assert [end.totals[0] for end in two.ends] == one.totals[:, 0].tolist()
    single = playout(new_game(), child_seed(7, n - 1))
    assert (one.totals[-1, 0], one.plies[-1]) == (single.totals[0], single.ply)


@given(states(), DEPTHS, st.sampled_from([1, 2]), st.sampled_from([0, 1, 1_000]))
def test_perft_is_that_of_any_game(state: State, depth: int, threads: int, table: int) -> None:
    count = game_tree.perft(state, depth)
    assert perft(state, depth, threads=threads, table=table) == sse.perft(state, depth) == count
    if depth:
        divided = perft_divide(state, depth, threads=threads, table=table)
        assert list(divided.items()) == list(game_tree.perft_divide(state, depth).items())
        assert divided == sse.perft_divide(state, depth)


def test_perft_by_hand() -> None:
    """Explore or bide; then a card, or military or none; then a face of the die, or an event (M2.2)."""
    bide, explore = (Action(Verb.BIDE), new_game().legal_actions()[0])
    assert perft_divide(new_game(), 1) == {explore: 1, bide: 1}
    assert perft_divide(new_game(), 2) == {explore: 7, bide: 2}
    assert perft_divide(new_game(expansion=True), 3) == {explore: 9 * 6, bide: 2 * 8}
    assert (perft(new_game(), 0), perft(playout(new_game(), 1), 3)) == (1, 1)


@pytest.mark.parametrize("table", [0, 1, 100, 1_000_000])
@pytest.mark.parametrize("threads", [1, 3])
def test_perft_beyond_one_call_of_the_core(table: int, threads: int) -> None:
    assert perft(new_game(), 9, table=table, threads=threads) == 302_579
    late = playout_until(new_game(), 1, turn=13)
    assert perft(late, 200, table=table, threads=threads) == game_tree.perft(late, 200)


def playout_until(state: State, seed: int, turn: int) -> State:
    """Return the first state of a turn in a game of random play."""
    while state.turn < turn:
        state = state.after(sse.seeds.PlyStream(seed, state.ply).choice(state.legal_ids()))
    return state


@pytest.mark.parametrize("rows", [(2, 1, 1), (1, 2, 1), (1, 1, 2)])
def test_the_core_writes_no_row_that_is_not_there(rows: tuple[int, int, int]) -> None:
    totals, winners, plies = rows
    arrays = np.zeros((totals, 1), np.int32), np.zeros((winners, 1), np.uint8), np.zeros(plies, np.int32)
    with pytest.raises(ValueError, match="a row for each game"):
        play_games(new_game(), 1, 0, *arrays, None)
