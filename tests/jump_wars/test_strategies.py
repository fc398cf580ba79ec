"""The strategies of Jump Wars: what they draw, what it shrinks to, and the types that they are known by."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from tests.profiles import shortened

from sse_core.jump_wars import ACTIONS, Action, Due, GameRecord, Options, Reason, State, new_game
from sse_core.jump_wars.strategies import actions, games, options, random_state, states
from sse_core.seeds import SplitMix64


@given(states(players=4, stage="unfinished"))
def test_states_are_what_they_are_asked_for(state: State) -> None:
    assert state.players == 4
    assert state.to_act


@given(games(players=2))
def test_games_are_whole_and_short(game: GameRecord[State, Action]) -> None:
    assert game.start.players == 2
    assert game.final.outcome is not None
    assert game.final.position.turn <= 2


@given(states(stage="unfinished"), st.data())
def test_actions_are_legal_unless_asked_for_otherwise(state: State, data: st.DataObject) -> None:
    assert state.why_not(data.draw(actions(state=state))) is Reason.OK
    assert state.why_not(data.draw(actions(state=state, legal=False))) is not Reason.OK
    assert data.draw(actions(state=state, legal=None)) in ACTIONS


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (lambda: states(players=1), "players is 1, not in 2 to 5"),
        (lambda: games(players=6), "players is 6, not in 2 to 5"),
        (lambda: states(stage="finished"), "stage is 'finished', not one of 'any', 'unfinished'"),  # type: ignore[arg-type]
        (lambda: actions(state=over()), "no action is legal: the game is over"),
    ],
)
def test_what_cannot_be_drawn_is_told(strategy: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        strategy()


def over() -> State:
    """Return the end of a short game."""
    state, stream = new_game(turn_limit=1), SplitMix64(1)
    while state.to_act:
        player = state.to_act[0]
        state = state.after(stream.choice(state.legal_ids(player)), player)
    return state


def smallest(strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool]) -> Any:
    chosen = settings(database=None, max_examples=2_000, phases=[Phase.generate, Phase.shrink], deadline=None)
    return find(strategy, condition, settings=chosen, random=Random(0))


def test_the_smallest() -> None:
    assert smallest(states(), lambda state: True) == new_game()
    assert smallest(options(), lambda chosen: True) == Options()
    assert smallest(actions(), lambda action: True) == new_game().legal_actions()[0]
    assert len(smallest(games(whole=False), lambda game: True).moves) == 0


@pytest.mark.parametrize("step", shortened([Due.MINE, Due.FINAL]))
def test_a_position_of_a_step_shrinks_to_two_players_without_options(step: Due) -> None:
    state = smallest(states(), lambda state: state.position.step is step)
    assert state.players == 2
    assert state.position.options.changes().keys() <= {"turn_limit"}


def test_positions_begin_in_every_phase() -> None:
    """Of 300 positions that no action was played from yet; the same choices give the same ones."""
    found = [random_state(SplitMix64(seed).below) for seed in range(300)]
    assert [random_state(SplitMix64(seed).below) for seed in range(300)] == found
    steps = {state.position.step for state in found}
    phases = {
        Due.START,
        Due.DRAW,
        Due.OFFER,
        Due.STEAL,
        Due.TECH,
        Due.PAIRS,
        Due.MINE,
        Due.BUILD,
    }
    assert steps >= {
        *phases,
        Due.SABOTAGE,
        Due.ORDERS,
        Due.ESPIONAGE,
        Due.TIME_JUMP,
        Due.DEAL,
        Due.FINAL,
    }
    assert {state.players for state in found} == {2, 3, 4, 5}


_BY_ANNOTATION = """
from hypothesis import HealthCheck, given, settings
from sse_core import jump_wars as jw

@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(...)
def by_annotation(s: jw.State, a: jw.Action, o: jw.Options, g: jw.GameRecord[jw.State, jw.Action]) -> None:
    assert s == jw.parse_state(jw.format_state(s)) and a in jw.ACTIONS and o == jw.Options(**o.changes())
    assert g == jw.parse_game(jw.format_game(g)) and isinstance(g.start, jw.State)

by_annotation()
print("drawn")
"""


def test_types_are_known_by_annotation(tmp_path: Path) -> None:
    script = [sys.executable, "-W", "error", "-c", _BY_ANNOTATION]
    done = subprocess.run(script, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.stdout, done.stderr) == ("drawn\n", "")
