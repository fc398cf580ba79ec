"""The contract of searches that try plans, which Jump Wars and Empire of the Stars have."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.empire_of_the_stars import by_hand as empire_by_hand
from tests.jump_wars import by_hand as jump_by_hand

import sse_core as sse
from sse_core import SplitMix64, empire_of_the_stars, jump_wars
from sse_core.empire_of_the_stars import strategies as empire_strategies
from sse_core.errors import ArgumentError, IllegalActionError
from sse_core.game import CHANCE, AnyGame, AnyState
from sse_core.jump_wars import Due
from sse_core.jump_wars import strategies as jump_strategies
from sse_core.play.search.analysis import Analysis, follow
from sse_core.play.search.monte_carlo import SearchedGame, search_of
from sse_core.play.search.plans import PlanSearch


def searched(state: AnyState, visits: int, *, seed: int = 1, player: int | None = None) -> PlanSearch[Any, Any]:
    """The search of a state after so many visits."""
    found = search_of(state, player=player, seed=seed)
    assert isinstance(found, PlanSearch)
    found.run(visits=visits)
    return found


def check_lines(found: Analysis[Any], state: AnyState, seat: int) -> None:
    """Each line can be played, and has shares that add up; those with visits come first."""
    for line in found.lines:
        assert abs(float(sum(line.value)) - 1) < 1e-9
        assert line.line[0] == line.action
        for before, player, action in follow(state, line.line, None if seat == CHANCE else seat):
            assert before.why_not(action, player) == 0
    visited = [line for line in found.lines if line.visits]
    assert visited == [*found.lines[: len(visited)]]
    assert sum(line.visits for line in visited) == found.visits


def writing(players: int = 2) -> jump_wars.State:
    """All write orders, with some fleets about."""
    p = jump_by_hand.manned(jump_by_hand.opened(players), 0, a1=8, b2=3, d4=1)
    return jump_by_hand.due(jump_by_hand.manned(p, 1, j10=8, i9=3, f6=1), Due.ORDERS)


def sailing() -> empire_of_the_stars.State:
    """A moves ships: two planets are near."""
    return empire_by_hand.Table(3).tile("b1", "2m").tile("a3", "1e").ships("A", "cruiser", "a1").role("warlord")


def battle() -> empire_of_the_stars.State:
    """A and B set their dials."""
    table = empire_by_hand.Table(2).tile("a3", "1m").ships("A", "cruiser", "a3").ships("B", "cruiser", "a3")
    return empire_by_hand.play(table.role("warlord"), "A:done A:battle=a A:against=B")


class Searched(NamedTuple):
    """A game, and positions of it."""

    game: AnyGame
    states: st.SearchStrategy[Any]
    """Positions in which a seat or chance is to act."""
    state: AnyState
    """The first seat is to act."""
    several: AnyState
    """Several seats are to act."""
    done: Sequence[str]
    """The actions by which the first of them is done."""
    ended: AnyState


each_game: Final = pytest.mark.parametrize(
    "searched_game",
    [
        Searched(
            jump_wars,
            jump_strategies.states(stage="unfinished"),
            writing(),
            writing(3),
            ["done"],
            sse.playout(jump_wars.new_game(turn_limit=1), 1),
        ),
        Searched(
            empire_of_the_stars,
            empire_strategies.states(stage="unfinished"),
            sailing(),
            battle(),
            ["tactics=0", "weapons=0"],
            sse.playout(empire_of_the_stars.new_game(round_limit=1), 1),
        ),
    ],
    ids=["jump_wars", "empire_of_the_stars"],
)


@each_game
def test_every_seat_that_is_to_act_has_a_search(searched_game: Searched) -> None:
    """A seat that writes orders or sets a dial beside others has it, too."""
    game, state = searched_game.game, searched_game.several
    assert isinstance(game, SearchedGame)
    assert len(state.to_act) > 1
    for seat in state.to_act:
        found = searched(state, 20, player=seat).analysis()
        assert {line.action for line in found.lines} == {*state.legal_actions(seat)}
        assert found.player == seat
    for text in searched_game.done:
        state = state.after(game.parse_action(text, state), 0)
    with pytest.raises(IllegalActionError):
        search_of(state, player=0)


@each_game
def test_numbers_out_of_range_are_refused(searched_game: Searched) -> None:
    state = searched_game.state
    wrong: tuple[dict[str, int], ...] = ({"seed": -1}, {"threads": 0}, {"player": len(state.totals)})
    for options in wrong:
        with pytest.raises(ArgumentError):
            search_of(state, **options)
    with pytest.raises(ArgumentError, match="visits is 0"):
        search_of(state).run(visits=0)


@each_game
@given(data=st.data(), seed=st.integers(0, 99))
def test_every_line_is_legal_and_no_line_knows_a_secret(
    searched_game: Searched, data: st.DataObject, seed: int
) -> None:
    """In all steps, half-made decisions among them; another position with the same view has the same lines."""
    state = data.draw(searched_game.states)
    seat = state.to_act[seed % len(state.to_act)]
    player = None if seat == CHANCE else seat
    found = searched(state, 20, seed=seed, player=player).analysis()
    assert found.visits == 20
    assert {line.action for line in found.lines} == {*state.legal_actions(seat)}
    check_lines(found, state, seat)
    if player is not None:
        other = state.sample(player, SplitMix64(seed))
        assert searched(other, 20, seed=seed, player=player).analysis().lines == found.lines


@each_game
def test_the_same_seed_finds_the_same_in_parts(searched_game: Searched) -> None:
    state = searched_game.state
    whole, parts = searched(state, 120), searched(state, 1)
    for visits in (7, 32, 80):
        parts.run(visits=visits)
    assert parts.analysis().lines == whole.analysis().lines
    assert searched(state, 120, seed=2).analysis().lines != whole.analysis().lines


@each_game
def test_a_token_ends_a_run(searched_game: Searched) -> None:
    stop = Event()
    stop.set()
    found = search_of(searched_game.state)
    found.run(seconds=1000, stop=stop)
    assert found.analysis().visits == 0


@each_game
def test_after_the_end_there_is_nothing_to_find(searched_game: Searched) -> None:
    found = searched(searched_game.ended, 5)
    assert found.analysis().lines == ()
    assert found.visits == 0
