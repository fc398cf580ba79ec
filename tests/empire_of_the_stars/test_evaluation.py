"""The worth of positions in Empire of the Stars: laws that hold everywhere, and what counts in positions by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.empire_of_the_stars.by_hand import Table, play
from tests.profiles import by_profile

from sse_core import SplitMix64, empire_of_the_stars
from sse_core.bots import greedy
from sse_core.bots import random as random_bot
from sse_core.empire_of_the_stars import Due, State, evaluate, expected_leads, strategies
from sse_core.empire_of_the_stars.positions.fields import (
    HOME_TILE,
    IN_HAND,
    LAYOUT,
    NOBODY,
    OWNED,
    Field,
    numbers_of,
    put_numbers,
)
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.play.turns import margin, turns_of


def states(players: int, seed: int, every: int, bot: Any = random_bot, **options: Any) -> Iterator[State]:
    """Every so many states of a game, so that all steps come."""
    start = empire_of_the_stars.new_game(players=players, seed=seed, **options)
    for ply, (_, _, state) in enumerate(turns_of(start, [bot.choose] * players, seed)):
        if ply % every == 0 or not state.to_act:
            yield state


def lead(state: State, seat: int = 0) -> float:
    return margin(evaluate(state), seat)


# --- laws


@given(strategies.states(), st.integers(0, 99))
def test_each_seat_has_a_number_that_depends_on_nothing_hidden_from_it(state: State, seed: int) -> None:
    worth = evaluate(state)
    assert len(worth) == state.players
    assert min(worth) >= 0
    for seat, number in enumerate(worth):
        view = state.view(seat)
        assert evaluate(view)[seat] == number
        assert evaluate(view.sample(seat, SplitMix64(seed)))[seat] == number


@given(strategies.states())
def test_leads_found_at_once_are_those_after_each_action(state: State) -> None:
    for seat in range(state.players):
        view = state.view(seat)
        leads = expected_leads(view, seat)
        assert len(leads) == len(view.legal_ids(seat))
        if Position(view.data).step not in (Due.POWER, Due.DIAL):
            for index, found in zip(view.legal_ids(seat), leads, strict=True):
                assert found == greedy.expected_lead(view.after(index, seat), seat)


def test_who_seals_last_expects_what_the_first_does() -> None:
    """Powers and dials: who sets the own one when is chance, and nobody knows the others'."""
    battle = Table(2).tile("a3", "1m").ships("A", "cruiser", "a3").ships("B", "cruiser", "a3").role("warlord")
    battle = play(battle, "A:done A:battle=a A:against=B")
    seals = [battle, empire_of_the_stars.new_game(players=3, powers=True)]
    for state in seals:
        last = state.to_act[-1]
        alone = state
        while alone.to_act != (last,):
            alone = alone.after(alone.legal_ids()[0], alone.to_act[0])
        assert len(set(expected_leads(state.view(last), last))) > 1
        assert expected_leads(alone.view(last), last) == expected_leads(state.view(last), last)


_OF_SEATS = frozenset(
    {"credits", "resources", "stock", "throne", "influence", "on_throne", "supply", "staging", "home", "ships", "moved"}
    | {"shifted", "placed", "hidden", "power", "dealt", "surged", "changed", "for_role", "for_battle", "spent", "sway"}
    | {"sway_at", "sway_throne", "side", "spare"}
)
"""The fields that have a row for each seat."""

_A_SEAT = frozenset({"actor", "scepter", "emperor", "chooser", "favoured", "attacker", "defender"})


def turned(state: State) -> State:
    """The position in which every seat is called by the number before, and the first one by the last."""
    p, n = bytearray(state.data), state.players

    def renamed(numbers: tuple[int, ...], first: int, each: int = 1) -> list[int]:
        """Numbers from a first one on, so many for each seat, of which each tells a seat."""
        return [
            first + ((number - first) // each - 1) % n * each + (number - first) % each
            if first <= number < first + n * each
            else number
            for number in numbers
        ]

    def of(each: Field) -> list[int]:
        numbers = numbers_of(state.data, each)
        if each.name in _OF_SEATS:
            width = each.n // 4
            rows = [[*numbers[seat * width : (seat + 1) * width]] for seat in range(4)]
            if each.name == "throne":
                rows = [[*row[1:n], row[0], *row[n:]] for row in rows]
            return [number for row in (*rows[1:n], rows[0], *rows[n:]) for number in row]
        if each.name in _A_SEAT:
            return renamed(numbers, 0)
        if each.name == "tile":
            return renamed(numbers, HOME_TILE)
        if each.name == "token":
            return renamed(numbers, 1, 2)
        if each.name == "far_space":
            return renamed(numbers, 2, 2)
        if each.name == "place":
            return renamed(tuple(renamed(numbers, IN_HAND)), OWNED)
        return [*numbers]

    for each in LAYOUT:
        put_numbers(p, each, of(each))
    return empire_of_the_stars.State.of(state.pack, bytes(p))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turning_the_seats_turns_the_numbers(players: int) -> None:
    """Without powers seats differ in their order alone, once a role was chosen: before, the last one is the Emperor.

    What is half done names sides in more places.
    """
    checked = 0
    for state in states(players, 5, 3):
        p = Position(state.data)
        if p.monolith != NOBODY and p.sector == NOBODY and not any(p.asked):
            worth = evaluate(state)
            assert evaluate(turned(state)) == pytest.approx((*worth[1:], worth[0]), rel=1e-9)
            checked += 1
    assert checked > 20


def test_the_winner_has_nearly_all_in_the_end() -> None:
    *_, end = states(3, 1, 1000, round_limit=2)
    assert end.outcome is not None
    assert [number > 0 for number in evaluate(end)] == [seat in end.outcome.winners for seat in range(3)]


# --- what counts


def test_whatever_a_seat_has_more_counts_for_it() -> None:
    def table() -> Table:
        return Table(3).tile("a3", "1m").tile("a4", "space")

    base = evaluate(table().state)[0]
    better = [
        table().purse("A", 9, 3, 2, 1),
        table().purse("A", 5, 4, 2, 1),
        table().purse("A", 5, 3, 3, 1),
        table().purse("A", 5, 3, 2, 2),
        table().scored("A", 1),
        table().token("A", "a3"),
        table().token("A", "a3", starbase=True),
        table().ships("A", "fighter", "a4"),
        table().ships("A", "dreadnought", "a4"),
        table().far(1, "A"),
    ]
    worths = [evaluate(each.state)[0] for each in better]
    assert min(worths) > base + 0.02
    # A ship on a planet that it can settle is worth more than one in empty space.
    on = evaluate(table().ships("A", "fighter", "a3").state)[0]
    assert on > worths[7] + 0.2


def test_greedy_settles_a_planet_that_its_ship_reaches() -> None:
    state, moves = Table(2).tile("b1", "2m").role("warlord"), list[str]()
    while state.to_act == (0,):
        action = greedy.choose(state.view(0), 0, SplitMix64(1))
        moves.append(empire_of_the_stars.format_action(action, state))
        state = state.after(action, 0)
    assert moves[:3] == ["from=a1", "ship=fighter", "to=b1"]
    assert "settle=b1" in moves


def test_greedy_takes_a_winning_favour() -> None:
    """C12.4: the Emperor names the winner among those who are tied, and may be one of them."""
    state = Table(3, round_limit=1).scored("A", 3).scored("C", 3).role("steward")
    state = play(state, "C:market=1")
    assert (Position(state.data).step, state.to_act) == (Due.FAVOUR, (2,))
    assert empire_of_the_stars.format_action(greedy.choose(state, 2, SplitMix64(1)), state) == "favour=C"
    assert [lead(state.after(index), 2) > 0 for index in state.legal_ids()] == [False, True]


# --- play


@pytest.mark.parametrize("powers", [False, True])
def test_greedy_beats_random(powers: bool) -> None:
    won, games = 0, by_profile(20, 100)
    for seed in range(games):
        bots = [random_bot.choose, random_bot.choose]
        bots[seed % 2] = greedy.choose
        *_, (_, _, end) = turns_of(empire_of_the_stars.new_game(seed=seed, powers=powers), bots, seed)
        assert end.outcome is not None
        won += end.outcome.winners == (seed % 2,)
    assert won >= 0.95 * games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_games_end_by_the_check_of_the_emperor(players: int) -> None:
    """S47: who is behind could put the end off for ever."""
    for seed in range(by_profile(3, 20)):
        end = next(state for state in states(players, seed, 10**6, greedy, powers=seed % 2 == 1) if not state.to_act)
        assert Position(end.data).round < 100
