"""The search of Empire of the Stars: the contract of searches, plans that are kept, and what it finds."""

from __future__ import annotations

from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.empire_of_the_stars.by_hand import Table, play

import sse_core as sse
from sse_core import SplitMix64, empire_of_the_stars
from sse_core.bots import Mcts
from sse_core.bots import random as random_bot
from sse_core.empire_of_the_stars import Action, State, format_action, strategies
from sse_core.empire_of_the_stars.strength.search import search
from sse_core.errors import ArgumentError, IllegalActionError
from sse_core.game import CHANCE
from sse_core.play.search.analysis import Analysis, follow
from sse_core.play.search.monte_carlo import SearchedGame, search_of
from sse_core.play.search.plans import PlanSearch
from sse_core.play.turns import turns_of


def searched(state: State, visits: int, *, seed: int = 1, player: int | None = None) -> PlanSearch[State, Action]:
    found = search(state, player=player, seed=seed)
    found.run(visits=visits)
    return found


def texts(state: State, line: tuple[Action, ...]) -> list[str]:
    return [format_action(action, state) for action in line]


def sailing() -> State:
    """A moves ships: two planets are near."""
    return Table(3).tile("b1", "2m").tile("a3", "1e").ships("A", "cruiser", "a1").role("warlord")


def battle() -> State:
    """A and B set their dials."""
    table = Table(2).tile("a3", "1m").ships("A", "cruiser", "a3").ships("B", "cruiser", "a3")
    return play(table.role("warlord"), "A:done A:battle=a A:against=B")


# --- the contract


def test_every_seat_that_sets_a_dial_has_a_search() -> None:
    assert isinstance(empire_of_the_stars, SearchedGame)
    state = battle()
    for seat in state.to_act:
        found = search_of(state, player=seat, seed=1)
        assert isinstance(found, PlanSearch)
        found.run(visits=20)
        assert {line.action for line in found.analysis().lines} == {*state.legal_actions(seat)}
        assert found.analysis().player == seat
    alone = play(state, "A:tactics=0 A:weapons=0")
    with pytest.raises(IllegalActionError):
        search_of(alone, player=0)


def test_numbers_out_of_range_are_refused() -> None:
    state = sailing()
    for options in ({"seed": -1}, {"threads": 0}, {"player": 3}):
        with pytest.raises(ArgumentError):
            search(state, **options)
    with pytest.raises(ArgumentError, match="visits is 0"):
        search(state).run(visits=0)


def _check_lines(found: Analysis[Action], state: State, seat: int) -> None:
    for line in found.lines:
        assert abs(float(sum(line.value)) - 1) < 1e-9
        assert line.line[0] == line.action
        for before, player, action in follow(state, line.line, None if seat == CHANCE else seat):
            assert before.why_not(action, player) == 0
    visited = [line for line in found.lines if line.visits]
    assert visited == [*found.lines[: len(visited)]]
    assert sum(line.visits for line in visited) == found.visits


@given(strategies.states(), st.integers(0, 99))
def test_every_line_is_legal_and_no_line_knows_a_secret(state: State, seed: int) -> None:
    """In all steps, half-made decisions among them; another position with the same view has the same lines."""
    if not state.to_act:
        return
    seat = state.to_act[seed % len(state.to_act)]
    player = None if seat == CHANCE else seat
    found = searched(state, 12, seed=seed, player=player).analysis()
    assert found.visits == 12
    assert {line.action for line in found.lines} == {*state.legal_actions(seat)}
    _check_lines(found, state, seat)
    if player is not None:
        other = state.sample(player, SplitMix64(seed))
        assert searched(other, 12, seed=seed, player=player).analysis().lines == found.lines


def test_the_same_seed_finds_the_same_in_parts() -> None:
    state = sailing()
    whole, parts = searched(state, 60), searched(state, 1)
    for visits in (7, 32, 20):
        parts.run(visits=visits)
    assert parts.analysis().lines == whole.analysis().lines
    assert searched(state, 60, seed=2).analysis().lines != whole.analysis().lines


def test_a_token_ends_a_run() -> None:
    stop = Event()
    stop.set()
    found = search(sailing())
    found.run(seconds=1000, stop=stop)
    assert found.visits == 0


def test_after_the_end_there_is_nothing_to_find() -> None:
    end = sse.playout(empire_of_the_stars.new_game(round_limit=1), 1)
    found = searched(end, 5)
    assert found.analysis().lines == ()
    assert found.visits == 0


# --- plans that are kept


def test_a_plan_that_was_chosen_goes_on_without_another_search() -> None:
    state = sailing()
    found = searched(state, 60)
    line = next(line for line in found.analysis().lines if line.visits and len(line.line) == 3).line
    for place, action in enumerate(line[:-1]):
        state = state.after(action, 0)
        assert found.advance(state)
        kept = found.visits
        found.run(seconds=1000)
        assert found.visits == kept > 0
        assert found.analysis().lines[0].line == line[place + 1 :]
    # What follows the move is another decision.
    assert not found.advance(state.after(line[-1], 0))
    assert found.visits == 0


# --- what it finds


def test_a_ship_goes_to_a_planet_that_it_can_settle() -> None:
    state = play(sailing(), "from=a1 ship=cruiser")
    assert texts(state, searched(state, 100).analysis().lines[0].line)[0] in ("to=a2", "to=a3", "to=b1")


def test_the_winner_is_named() -> None:
    """C12.4."""
    state = play(Table(3, round_limit=1).scored("A", 3).scored("C", 3).role("steward"), "C:market=1")
    best = searched(state, 10).analysis().lines[0]
    assert texts(state, best.line) == ["favour=C"]
    assert best.value[2] > 0.9


def test_few_simulations_win_against_random_players() -> None:
    for seed, players in enumerate((2, 3)):
        bots = [Mcts(6).choose, *[random_bot.choose] * (players - 1)]
        *_, (_, _, end) = turns_of(empire_of_the_stars.new_game(players=players, seed=seed), bots, seed)
        assert end.outcome is not None
        assert end.outcome.winners == (0,)
