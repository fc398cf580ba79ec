"""The strategies of Empire of the Stars: what they draw, what it shrinks to, and the types that they are known by."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sse_core.empire_of_the_stars import Action, GameRecord, Options, State, new_game
from sse_core.empire_of_the_stars.strategies import actions, games, options, random_state, states
from sse_core.seeds import SplitMix64


@given(states(players=4), games(players=3))
def test_as_many_play_as_it_is_asked_for(state: State, game: GameRecord[State, Action]) -> None:
    assert (len(state.totals), len(game.start.totals)) == (4, 3)


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (lambda: states(players=1), "players is 1, not in 2 to 4"),
        (lambda: games(players=5), "players is 5, not in 2 to 4"),
        (lambda: states(stage="finished"), "stage is 'finished', not one of 'any', 'unfinished'"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_drawn_is_told(strategy: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        strategy()


def smallest(strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool]) -> Any:
    chosen = settings(database=None, max_examples=2_000, phases=[Phase.generate, Phase.shrink], deadline=None)
    return find(strategy, condition, settings=chosen, random=Random(0))


def test_the_smallest() -> None:
    assert smallest(states(), lambda state: True) == new_game()
    assert smallest(options(), lambda chosen: True) == Options()
    assert smallest(actions(), lambda action: True) == new_game().legal_actions()[0]
    assert len(smallest(games(whole=False), lambda game: True).moves) == 0
    least = smallest(games(), lambda game: True)
    assert len(least.start.totals) == 2
    assert len(least.moves) <= 20


def test_positions_come_from_all_parts_of_a_game() -> None:
    """Of 200 positions; the same choices give the same ones."""
    found = [random_state(SplitMix64(seed).below) for seed in range(200)]
    assert [random_state(SplitMix64(seed).below) for seed in range(200)] == found
    assert {state.players for state in found} == {2, 3, 4}
    plies = [state.ply for state in found if state.to_act]
    assert min(plies) == 0
    assert sum(ply > 100 for ply in plies) > 20
    assert any(not state.to_act for state in found)
    assert all(random_state(SplitMix64(seed).below, unfinished=True).to_act for seed in range(200))
