"""Playouts and perft of the compiled core: the same games and the same counts as those of any game."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.empire_of_the_stars.small import TINY

from sse_core._core.empire_of_the_stars.playing import AT_ONCE, count, play_games
from sse_core.empire_of_the_stars import State, Verb, new_game, perft, perft_divide, playout, playouts, position
from sse_core.empire_of_the_stars.playing import CHUNK
from sse_core.empire_of_the_stars.positions.due import Due
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.strategies import states
from sse_core.errors import ArgumentError
from sse_core.play import game_tree, random_play
from sse_core.seeds import PlyStream, child_seed
from sse_core.testing import seeds


@given(st.integers(2, 4), st.booleans(), seeds())
def test_a_playout_is_the_game_of_random_bots(players: int, powers: bool, seed: int) -> None:
    state = new_game(players=players, powers=powers, seed=seed, round_limit=4)
    assert playout(state, seed) == random_play.playout(state, seed)


@given(states(), seeds())
def test_a_playout_goes_on_as_it_began(state: State, seed: int) -> None:
    """Each ply draws from its own stream: from a later state the same seed leads to the same end."""
    end = playout(state, seed)
    for _ in range(25):
        if state.to_act:
            stream = PlyStream(seed, state.ply)
            state = state.after(stream.draw(state.odds()) if state.odds() else stream.choice(state.legal_ids()))
            assert playout(state, seed) == end


@given(states(), seeds(), st.integers(0, 4))
def test_many_playouts_are_single_ones(state: State, seed: int, n: int) -> None:
    found = playouts(state, n, seed, ends=True)
    ends = [playout(state, child_seed(seed, index)) for index in range(n)]
    outcomes = [end.outcome for end in ends]
    assert found.ends == tuple(ends)
    assert found.totals.tolist() == [list(end.totals) for end in ends]
    winners = [outcome.winners for outcome in outcomes if outcome]
    assert found.winners.tolist() == [[seat in won for seat in range(state.players)] for won in winners]
    assert found.plies.tolist() == [end.ply - state.ply for end in ends]


def test_threads_and_chunks_change_nothing() -> None:
    """More games than one call of the core plays."""
    n = 2 * CHUNK + 3
    state = new_game(players=3, seed=5, round_limit=8)
    one, two = playouts(state, n, 7), playouts(state, n, 7, threads=2, ends=True)
    assert one.ends is None
    assert two.ends is not None
    assert all((a == b).all() for a, b in zip(one[:3], two[:3], strict=True))
    assert [list(end.totals) for end in two.ends] == one.totals.tolist()
    assert playout(state, child_seed(7, n - 1)).ply - state.ply == one.plies[-1]


@given(states(), st.integers(0, 2), st.sampled_from([1, 2]), st.sampled_from([0, 1, 1_000]))
def test_perft_is_that_of_any_game(state: State, depth: int, threads: int, table: int) -> None:
    assert perft(state, depth, threads=threads, table=table) == game_tree.perft(state, depth)
    if depth:
        divided = perft_divide(state, depth, threads=threads, table=table)
        assert list(divided.items()) == list(game_tree.perft_divide(state, depth).items())


@pytest.mark.parametrize("table", [0, 1_000])
@pytest.mark.parametrize("threads", [1, 3])
def test_perft_beyond_one_call_of_the_core(table: int, threads: int) -> None:
    """On the map of 8 regions there are few ways to begin."""
    state = new_game(pack=TINY, seed=1)
    assert AT_ONCE < 5
    divided = perft_divide(state, 5, table=table, threads=threads)
    assert divided == {action: game_tree.perft(state.after(action), 4) for action in state.legal_actions()}
    assert perft(state, 5, table=table, threads=threads) == sum(divided.values())


def test_a_view_that_hides_what_is_to_be_chosen_has_no_end() -> None:
    """B sees none of the powers that A was dealt."""
    state = new_game(players=2, powers=True)
    hidden = state.view(1)
    assert hidden.to_act == (0, 1)
    assert hidden.legal_ids(0) == ()
    with pytest.raises(ArgumentError, match="nobody has an action"):
        playout(hidden, 1)
    with pytest.raises(ArgumentError, match="nobody has an action"):
        playouts(hidden, 2, 1)
    assert playout(state.view(0).after(state.legal_ids(0)[0], 0).sample(0, PlyStream(1, 1)), 1).outcome is not None


def test_a_view_goes_on_when_the_last_has_chosen() -> None:
    """Powers that aren't known are the first that they can be, and a choice of all of them ends the step."""
    state = new_game(players=3, powers=True)
    for seat in (1, 2):
        state = state.after(state.legal_ids(seat)[0], seat)
    seen = state.view(0)
    then = seen.after(seen.legal_ids(0)[0], 0)
    assert Position(then.data).step == Due.HOME
    assert position(then.pack, then.data, then.ply) == then
    assert {action.verb for action in seen.legal_actions(0)} == {Verb.POWER}


@pytest.mark.parametrize("plies", [-1, AT_ONCE + 1])
def test_the_core_counts_some_plies_at_once(plies: int) -> None:
    with pytest.raises(ValueError, match="aren't counted at once"):
        count(new_game(), plies)


@pytest.mark.parametrize(
    ("totals", "winners", "plies"),
    [((2, 2), (1, 2), 1), ((1, 2), (2, 2), 1), ((1, 2), (1, 2), 2), ((1, 1), (1, 2), 1), ((1, 2), (1, 3), 1)],
)
def test_the_core_writes_no_row_that_is_not_there(
    totals: tuple[int, int], winners: tuple[int, int], plies: int
) -> None:
    arrays = np.zeros(totals, np.int32), np.zeros(winners, np.uint8), np.zeros(plies, np.int32)
    with pytest.raises(ValueError, match="a row for each game"):
        play_games(new_game(), 1, 0, *arrays, None)
