"""What every game of `GAMES` owes to the tools, whatever its rules."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import sse_core as sse
from sse_core.game import CHANCE, Game, State

games = pytest.mark.parametrize("game", sse.GAMES.values(), ids=sse.GAMES.keys())
seeds = pytest.mark.parametrize("seed", range(4))


def played(game: Game, seed: int) -> Iterator[tuple[State[Any], Any]]:
    """Yield each state of a seeded game with the action taken in it, None with the last."""
    state, stream = game.start(seed=seed), sse.SplitMix64(seed)
    while state.to_act:
        legal = state.legal_actions(state.to_act[0])
        action = legal[stream.below(len(legal))]
        yield state, action
        state = state.after(action, state.to_act[0])
    yield state, None


@games
@seeds
def test_a_seed_gives_the_same_game_again(game: Game, seed: int) -> None:
    assert list(played(game, seed)) == list(played(game, seed))


@games
@seeds
def test_ids_are_places_in_the_table_and_legal_actions_ascend(game: Game, seed: int) -> None:
    for state, _ in played(game, seed):
        ids = [state.actions.index(action) for player in state.to_act for action in state.legal_actions(player)]
        assert ids == sorted(set(ids))
        for index in ids[:3]:
            assert state.after(index, state.to_act[0]) == state.after(state.actions[index], state.to_act[0])


@games
@seeds
def test_after_leaves_its_receiver_alone_and_counts_a_ply(game: Game, seed: int) -> None:
    for (before, action), (after, _) in pairwise(played(game, seed)):
        text, key = game.format_state(before), hash(before)
        assert before.after(action, before.to_act[0]) == after
        assert (game.format_state(before), hash(before)) == (text, key)
        assert after.ply == before.ply + 1
        assert after != before


@games
@seeds
def test_the_end_is_where_nobody_acts_and_only_there_is_an_outcome(game: Game, seed: int) -> None:
    states = list(played(game, seed))
    for state, action in states:
        assert (state.outcome is None) == bool(state.to_act) == (action is not None)
    state, _ = states[-1]
    assert state.outcome is not None
    assert state.outcome.totals == state.totals
    assert list(state.outcome.winners) == sorted(set(state.outcome.winners))
    assert state.legal_actions() == ()
    with pytest.raises(sse.GameOverError):
        state.after(0)


@games
@seeds
def test_chance_is_an_actor_whose_odds_add_to_one(game: Game, seed: int) -> None:
    for state, _ in played(game, seed):
        odds = state.odds()
        assert bool(odds) == (state.to_act == (CHANCE,))
        assert sum(chance for _, chance in odds) == (Fraction(1) if odds else 0)


@games
@seeds
def test_texts_parse_back(game: Game, seed: int) -> None:
    for state, action in played(game, seed):
        text = game.format_state(state)
        assert game.parse_state(text) == state
        assert game.format_state(game.parse_state(text)) == text
        if action is not None:
            assert game.parse_action(game.format_action(action, state), state) == action


@games
@seeds
def test_a_record_replays(game: Game, seed: int) -> None:
    states = list(played(game, seed))
    record = game.GameRecord(states[0][0], [action for _, action in states[:-1]])
    text = game.format_game(record)
    assert game.parse_game(text) == record
    assert game.format_game(game.parse_game(text)) == text
    assert list(game.parse_game(text).states()) == [state for state, _ in states]


@games
@seeds
def test_copies_and_pickles_are_equal_and_hash_equal(game: Game, seed: int) -> None:
    *_, (middle, _), _ = played(game, seed)
    for twin in (copy.copy(middle), copy.deepcopy(middle), pickle.loads(pickle.dumps(middle))):
        assert twin == middle
        assert hash(twin) == hash(middle)


@games
def test_what_is_drawn_is_the_same_every_time(game: Game) -> None:
    for draw in (game.to_text, game.to_svg):
        assert draw(game.start(seed=1)) == draw(game.start(seed=1)) != draw(game.start(seed=2))
