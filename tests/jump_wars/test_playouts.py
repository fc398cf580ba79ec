"""Playouts and perft of the compiled core: the same games and the same counts as those of any game."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sse_core as sse
from sse_core._core.jump_wars.playing import AT_ONCE, count, play_games
from sse_core.errors import ArgumentError
from sse_core.jump_wars import Action, Options, State, new_game, perft, perft_divide, playout, playouts
from sse_core.jump_wars.playing import CHUNK
from sse_core.jump_wars.positions.position import Due
from sse_core.jump_wars.state import LAST_PLY
from sse_core.jump_wars.strategies import states
from sse_core.play import game_tree, random_play
from sse_core.seeds import PlyStream, child_seed
from sse_core.testing import seeds


def ends_soon(state: State) -> State:
    """Return a state whose game ends with this turn."""
    p = state.position
    limited = Options(**{**p.options.changes(), "turn_limit": p.turn})
    return State.of(p._replace(options=limited), state.ply, state.written)


SHORT = states().map(ends_soon)


@given(SHORT, seeds())
def test_a_playout_is_the_game_of_random_bots(state: State, seed: int) -> None:
    assert playout(state, seed) == random_play.playout(state, seed) == sse.playout(state, seed)


@given(SHORT, seeds())
def test_a_playout_goes_on_as_it_began(state: State, seed: int) -> None:
    """Each ply draws from its own stream: from a later state the same seed leads to the same end."""
    end = playout(state, seed)
    for _ in range(25):
        if state.to_act:
            state = state.after(random_action(state, seed))
            assert playout(state, seed) == end


@given(SHORT, seeds(), st.integers(0, 4))
def test_many_playouts_are_single_ones(state: State, seed: int, n: int) -> None:
    found = sse.playouts(state, n, seed, ends=True)
    ends = [playout(state, child_seed(seed, index)) for index in range(n)]
    outcomes = [end.outcome for end in ends]
    assert found.ends == tuple(ends)
    assert found.totals.shape == found.winners.shape == (n, state.players)
    assert found.totals.tolist() == [list(end.totals) for end in ends]
    winners = [outcome.winners for outcome in outcomes if outcome]
    assert found.winners.tolist() == [[seat in won for seat in range(state.players)] for won in winners]
    assert found.plies.tolist() == [end.ply - state.ply for end in ends]
    assert [array.dtype.name for array in (found.totals, found.winners, found.plies)] == ["int32", "bool", "int32"]


def test_threads_and_chunks_change_nothing() -> None:
    """More games than one call of the core plays."""
    n = CHUNK + 3
    state = new_game(players=3, seed=5, turn_limit=8)
    one, two = playouts(state, n, 7), playouts(state, n, 7, threads=2, ends=True)
    assert one.ends is None
    assert two.ends is not None
    assert all((a == b).all() for a, b in zip(one[:3], two[:3], strict=True))
    assert [list(end.totals) for end in two.ends] == one.totals.tolist()
    assert (playout(state, child_seed(7, n - 1)).ply - state.ply) == one.plies[-1]


@given(states(), st.integers(0, 2), st.sampled_from([1, 2]), st.sampled_from([0, 1, 1_000]))
def test_perft_is_that_of_any_game(state: State, depth: int, threads: int, table: int) -> None:
    counted = game_tree.perft(state, depth)
    assert perft(state, depth, threads=threads, table=table) == sse.perft(state, depth) == counted
    if depth:
        divided = perft_divide(state, depth, threads=threads, table=table)
        assert list(divided.items()) == list(game_tree.perft_divide(state, depth).items())


def test_perft_by_hand() -> None:
    """The start player is drawn, who takes two cards, each of 26 kinds (J1.5, J2.1)."""
    state = new_game(seed=1)
    assert [perft(state, depth) for depth in range(4)] == [1, 2, 2, 2 * 26]
    # Of a special card there is one: the second card is of one kind fewer.
    assert perft(state, 4) == 2 * (12 * 26 + 14 * 25)
    assert (perft(playout(state, 1), 5), perft_divide(playout(state, 1), 1)) == (1, {})


@pytest.mark.parametrize("table", [0, 1, 1_000])
@pytest.mark.parametrize("threads", [1, 3])
def test_perft_beyond_one_call_of_the_core(table: int, threads: int) -> None:
    state = new_game(seed=1)
    assert AT_ONCE < 5
    divided = perft_divide(state, 5, table=table, threads=threads)
    assert divided == {action: game_tree.perft(state.after(action), 4) for action in state.legal_actions()}
    assert perft(state, 5, table=table, threads=threads) == sum(divided.values())
    last = last_decision()
    assert perft(last, 200, table=table, threads=threads) == game_tree.perft(last, 200)


def last_decision() -> State:
    """Return the state before the last action of a game of random play."""
    state = before = new_game(turn_limit=1, seed=1)
    while state.to_act:
        before, state = state, state.after(random_action(state, 3))
    assert before.position.step is Due.FINAL
    return before


def random_action(state: State, seed: int) -> Action:
    """Return what random play does."""
    stream = PlyStream(seed, state.ply)
    return stream.draw(state.odds()) if state.odds() else stream.choice(state.legal_actions())


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


def test_a_game_stops_where_the_count_of_actions_ends() -> None:
    """The last action that is counted may end the game; another one may not follow."""
    last = last_decision().position
    assert playout(State.of(last, LAST_PLY - 1), 1).ply == LAST_PLY
    assert playout(playout(State.of(last, LAST_PLY - 1), 1), 1).ply == LAST_PLY
    for play in (playout, lambda state, seed: playouts(state, 2, seed)):
        with pytest.raises(ArgumentError, match="no action follows ply 4000000000"):
            play(State.of(last, LAST_PLY), 1)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="a position is a State of Jump Wars"):
        playout(sse.GAMES["micro_space_empire"].new_game(), 0)  # type: ignore[arg-type]
