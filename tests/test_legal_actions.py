"""Legal actions as a sequence: in every game they behave as the tuple of them does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

import sse_core as sse
from sse_core.seeds import SplitMix64

from .random_games import moves

PLIES = 60
SEATS = {"small_star_empires": 2, "micro_space_empire": 1, "jump_wars": 3, "empire_of_the_stars": 3}


def states(game: str, seed: int = 5) -> list[Any]:
    """States of a random game: the first ones of it, and its end if that is near."""
    module: Any = sse.GAMES[game]
    played = [*islice(moves(module.new_game(players=SEATS[game], seed=seed), SplitMix64(seed)), PLIES)]
    return [*(move.before for move in played), played[-1].after]


def by_ids(state: Any, seat: int | None = None) -> tuple[Any, ...]:
    return tuple([state.actions[index] for index in state.legal_ids(seat)])


@pytest.mark.parametrize("game", sse.GAMES)
def test_they_are_the_tuple_of_the_legal_ids(game: str) -> None:
    for state in states(game):
        for seat in (None, *range(SEATS[game]), sse.CHANCE):
            legal, expected = state.legal_actions(seat), by_ids(state, seat)
            assert legal == expected
            assert expected == legal
            assert legal == state.legal_actions(seat)
            assert hash(legal) == hash(expected)
            assert repr(legal) == repr(expected)
            assert {legal: 1}[expected] == 1
            assert len(legal) == len(expected)
            assert bool(legal) == bool(expected)
            assert [*legal] == [*expected]
            assert [*reversed(legal)] == [*reversed(expected)]
            assert isinstance(legal, Sequence)
            for place in range(-len(expected), len(expected)):
                assert legal[place] is expected[place]
            for part in (slice(1, 4), slice(None, None, -1), slice(-3, None, 2)):
                assert legal[part] == expected[part]
                assert type(legal[part]) is tuple
            again = pickle.loads(pickle.dumps(legal))
            assert again == expected
            assert copy.copy(legal) == expected
            assert copy.deepcopy(legal) == expected


@pytest.mark.parametrize("game", sse.GAMES)
def test_they_hold_what_is_legal_and_nothing_else(game: str) -> None:
    for state in states(game):
        legal, ids = state.legal_actions(), {*state.legal_ids()}
        for index, action in enumerate(state.actions):
            assert (action in legal) is (index in ids), action
        for place, action in enumerate(legal):
            assert legal.index(action) == place
            assert legal.count(action) == 1
        for other in (0, -1, None, "a", (), object(), [*legal[:2]]):
            assert other not in legal
            assert legal.count(other) == 0
            with pytest.raises(ValueError, match="not in tuple"):
                legal.index(other)


@pytest.mark.parametrize("game", sse.GAMES)
def test_a_place_that_is_none_is_refused(game: str) -> None:
    state = states(game)[0]
    legal = state.legal_actions()
    for place in (len(legal), -len(legal) - 1, 10**30):
        with pytest.raises(IndexError):
            legal[place]
    for other in (1.0, "1", None):
        with pytest.raises(TypeError, match="indices must be integers or slices"):
            legal[other]
    assert legal != [*legal]
    assert legal != by_ids(state)[1:]
    assert (legal == 3) is False
    with pytest.raises(TypeError, match=r"made by State\.legal_actions"):
        type(legal)()
    with pytest.raises(TypeError, match="item assignment"):
        legal[0] = legal[1]


@pytest.mark.parametrize("game", sse.GAMES)
def test_an_action_that_was_looked_up_is_no_pass_for_another_one(game: str) -> None:
    """A state remembers the action that was looked up last: whoever plays another one gets that, or its refusal."""
    for state in states(game, seed=8):
        if not state.to_act:
            break
        seat = state.to_act[0]
        legal, first = state.legal_actions(seat), by_ids(state, seat)
        for last in (legal[0], legal[-1]):
            for index, action in enumerate(state.actions[:: 1 + len(state.actions) // 40]):
                assert legal[first.index(last)] is last
                if action in first:
                    assert state.after(action) == state.after(state.actions.index(action))
                else:
                    with pytest.raises(sse.IllegalActionError) as refused:
                        state.after(action)
                    assert refused.value.reason == state.why_not(state.actions.index(action)) != 0, index
            assert legal[first.index(last)] is last
            for player in range(-1, SEATS[game]):
                if player not in state.to_act:
                    with pytest.raises(sse.IllegalActionError):
                        state.after(last, player)
