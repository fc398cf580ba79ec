"""Answers of a State of Empire of the Stars beside what is legal: prices, reach, docks, decks, dials, effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tests.empire_of_the_stars.by_hand import Table

from sse_core import IllegalActionError, RangeError
from sse_core.empire_of_the_stars import Due, Reason, State, Verb, new_game, parse_action
from sse_core.empire_of_the_stars.packs.vocabulary import NUMBERS, RULE_NUMBERS
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.game import CHANCE


def names(state: State, regions: int) -> set[str]:
    """The names of a set of regions."""
    return {name for region, name in enumerate(state.board.content.regions) if regions >> region & 1}


def region(state: State, name: str) -> int:
    return state.board.content.regions.index(name)


def price(state: State, text: str, player: int | None = None) -> tuple[int, ...]:
    return state.price(parse_action(text, state), player)


def test_a_role_costs_a_credit_for_each_one_that_is_passed_over() -> None:
    """C2.3: clockwise and back; the role that the monolith stands on, and the first choice, cost nothing."""
    state = Table().state
    assert price(state, "role=merchant") == price(state, "on=merchant") == (0, 0, 0, 0)
    state = state.after(parse_action("role=steward", state))
    while state.to_act == (CHANCE,) or Position(state.data).step != Due.ROLE:
        state = state.after(state.legal_ids()[0])
    for verb in (Verb.ON, Verb.BACK):
        costs = sorted(state.price(index)[0] for index in range(*ids_of(state, verb)))
        assert costs == [0, 0, 1, 2, 3, 4, 5]


def ids_of(state: State, verb: Verb) -> tuple[int, int]:
    """The ids of a verb's actions: the first, and the one after the last."""
    first = state.board.first[verb]
    return first, first + len(state.board.arguments[verb])


def test_ships_investments_cards_and_influence_have_their_prices() -> None:
    """C6.3, C7.1, C7.2, C8.2, C11.2; whether they are legal or not."""
    state = Table().role("engineer")
    chooser, other = state.to_act[0], (state.to_act[0] + 1) % 3
    assert price(state, "build=fighter", chooser) == (0, 0, 0, 0)
    assert price(state, "build=fighter", other) == (0, 1, 1, 0)
    assert price(state, "build=dreadnought", chooser) == (0, 3, 3, 2)
    spaces = state.board.content.far_space
    assert [price(state, f"invest={n + 1}")[0] for n in range(len(spaces))] == [*spaces]
    assert price(state, "influence") == (2, 0, 0, 0)
    card = state.board.cards[1][0]
    paid = [0, 0, 0, 0]
    paid[1 + state.board.kinds[card]] = 2
    assert state.price(state.board.first[Verb.BUY] + card, other) == tuple(paid)
    # C8.2: the chooser pays 1 less.
    assert sum(state.price(state.board.first[Verb.BUY] + card, chooser)) == 1
    assert state.price(0) == state.price(0, CHANCE) == (0, 0, 0, 0)


def test_ships_stand_move_and_are_deployed_in_regions() -> None:
    """C7.3, C7.4, C9.1, C9.4, C10.4: room, docks, units, reach and strength."""
    state = Table().tile("a3", "2m").tile("b1", "asteroids").tile("a4", "space").token("A", "a3", starbase=True)
    full = state.ships("A", "fighter", "a4", 2).ships("B", "cruiser", "a4").state
    assert names(full, full.room(0)) == {*full.board.content.regions} - {"a4"}
    assert names(full, full.docks(0)) == {"a1", "a3"}
    assert names(full, full.units(0)) == {"a1", "a3", "a4"}
    assert names(full, full.units(1)) == {"d1", "a4"}
    sector = full.board.sector_of[region(full, "a4")]
    # A fighter and the home world at a1, the starbase, two fighters; a cruiser.
    assert [full.strength(seat, sector) for seat in range(3)] == [1 + 2 + 2 + 2, 3, 0]
    near = {full.board.content.regions[each] for each in full.board.beside[region(full, "a1")]}
    assert names(full, full.reach(0, region(full, "a1"), 1)) == near
    assert names(full, full.reach(0, region(full, "a1"), 0)) == set()
    beyond = names(full, full.reach(0, region(full, "b1"), 2)) - names(full, full.reach(0, region(full, "b1"), 1))
    # From an asteroid field a ship goes on where it began.
    assert beyond


def test_the_market_the_decks_and_the_numbers_of_a_player() -> None:
    """C5.5, C8.1, C13.6."""
    state = Table().market(1, 2).state
    assert state.market_values == tuple(column[2] for column in state.board.content.values)
    for cost, (n, top) in enumerate(state.decks):
        assert state.board.costs[top] == cost + 1
        assert n == len(state.board.cards[cost]) - 1 - (9 if cost == 0 else 0)
    assert state.numbers(0) == state.board.bases
    assert len(state.numbers(2)) == len(RULE_NUMBERS)
    assert dict(zip(NUMBERS, state.numbers(1), strict=False))["moves.fighter"] == 4


def test_dials_and_hits() -> None:
    """C10.5, C10.7: an open dial has tactics, weapons, and the rest in shields."""
    table = Table(2).tile("a3", "space").ships("A", "fighter", "a3", 2).ships("B", "cruiser", "a3")
    state = table.role("warlord")
    assert state.dial(0) == state.dial(1) == (0, 0, 0)
    assert state.dial_end(7) == (7 if state.board.content.dial < 0 else min(7, state.board.content.dial))
    assert [state.hits(0, kind) for kind in range(3)] == [1, 2, 3]


def test_why_an_effect_cannot_be_used() -> None:
    """C16.13: the first reason; the effects that are legal have none."""
    state = new_game(players=3, seed=5, powers=True)
    met = set[Reason]()
    for _ in range(900):
        if not state.to_act:
            break
        player = state.to_act[0]
        if player != CHANCE:
            first, end = ids_of(state, Verb.USE)
            for effect in range(end - first):
                reason = state.why_not_use(effect, player)
                # Another exchange is a use, too.
                if Position(state.data).step != Due.EFFECT_AGAIN:
                    assert (reason is Reason.OK) == (first + effect in state.legal_ids(player))
                met.add(reason)
        state = state.after(state.legal_ids(player)[-1], player)
    assert {Reason.OK, Reason.NOT_OWNED, Reason.NOT_NOW} <= met


CALLS: dict[str, Callable[[State, Any], object]] = {
    "numbers": lambda state, value: state.numbers(value),
    "price": lambda state, value: state.price(0, value),
    "room": lambda state, value: state.room(value),
    "docks": lambda state, value: state.docks(value),
    "units": lambda state, value: state.units(value),
    "reach, player": lambda state, value: state.reach(value, 0, 1),
    "reach, region": lambda state, value: state.reach(0, value, 1),
    "strength": lambda state, value: state.strength(value, 0),
    "strength, sector": lambda state, value: state.strength(0, value),
    "dial": lambda state, value: state.dial(value),
    "hits": lambda state, value: state.hits(value, 0),
    "hits, kind": lambda state, value: state.hits(0, value),
    "why_not_use": lambda state, value: state.why_not_use(0, value),
    "why_not_use, effect": lambda state, value: state.why_not_use(value, 0),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_is_not_there_is_refused(name: str) -> None:
    state, call = new_game(players=2), CALLS[name]
    values: Iterable[int] = (-2, 1000, 10**30)
    for value in values:
        with pytest.raises(RangeError):
            call(state, value)
    others: list[object] = ["A", 1.5, []]
    for other in others:
        with pytest.raises(TypeError, match=r"\w"):
            call(state, other)


def test_no_action_has_no_price() -> None:
    with pytest.raises(IllegalActionError, match="10000 is no action of this game"):
        new_game().price(10_000)


def test_a_deal_checks_what_it_is_given() -> None:
    """`start` says what is wrong in its own words; what the core takes does no harm."""
    pack = new_game().pack
    for players, flags, limit, blocked, seed in (
        (5, 0, 9, (), 0),
        (1, 0, 9, (), 0),
        (2, 0, 0, (), 0),
        (2, 1 << 16, 9, (), 0),
        (2, 0, 9, (99,), 0),
        (2, 0, 9, (), -1),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            State.dealt(pack, players, flags, limit, blocked, seed)
