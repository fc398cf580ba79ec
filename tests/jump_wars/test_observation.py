"""Observations of Jump Wars: the numbers of a view, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jump_wars.rich_tables import rich_battle
from tests.jump_wars.steps import SCENES
from tests.jump_wars.test_properties import Turned, plies, same, tables
from tests.profiles import by_profile

from sse_core.jump_wars import Card, Due, Position, Space, State, new_game, observation_space, observe
from sse_core.jump_wars.board import space_name
from sse_core.jump_wars.cards import BASICS, SPECIALS
from sse_core.jump_wars.positions.position import NOBODY, Offer, WrittenOrders, with_player
from sse_core.jump_wars.reference.fight import enemies_of
from sse_core.testing import seeds

FEW: Final = settings(max_examples=by_profile(dev=5, ci=20, nightly=200))
"""An example is a whole turn."""

TOLD_ORDERS: Final = 8


def told(view: Position, seat: int) -> Iterator[tuple[str, int]]:
    """Yield what a seat's own view says, by the names of the numbers; zeros may be left out."""
    n = len(view.players)
    whose = {(seat + k) % n: f"of player +{k}" for k in range(n)} | {n: "of the neutral side"}
    p, spaces = view, [space_name(space) for space in range(100)]
    for side, name in whose.items():
        yield from ((f"fleets at {spaces[i]} {name}", fleets) for i, fleets in enumerate(p.fleets[side]))
        yield from ((f"held at {spaces[i]} {name}", 1) for i in range(100) if p.held[i] == side)
    yield from ((f"Homeworld at {spaces[space]} {whose[other]}", 1) for other, space in enumerate(p.homeworlds))
    for space, kind in zip(spaces, p.spaces, strict=True):
        if kind is not Space.HOMEWORLD:
            words = {Space.STAR_FIELD: "Star Field", Space.BLACK_HOLE: "Black Hole"}
            yield f"{words.get(kind, kind.name.title())} at {space}", 1
    for other, one in enumerate(p.players):
        name, own = whose[other], one.written_orders
        yield from ((f"{card.title} level {name}", one.levels[card]) for card in BASICS)
        yield from ((f"{card.title} boosted {name}", one.boosts[card]) for card in BASICS)
        yield from ((f"{card.title} learned {name}", 1) for card in SPECIALS if card in one.learned)
        yield f"cards {name}", sum(one.hand) + one.hidden + len(own.boosts)
        yield f"Leadership used {name}", int(one.led)
        yield f"orders written {name}", int(own.done)
        yield f"tokens {name}", one.tokens
        for number, order in enumerate(own.orders[:TOLD_ORDERS], 1):
            what = f"own order {number}" if other == seat else f"open order {number}"
            values = (order.origin + 1, order.target + 1, order.fleets, order.void)
            for part, value in zip(("from", "to", "fleets", "void"), values, strict=True):
                yield (f"{what} {part}" if other == seat else f"{what} {part} {name}"), int(value)
    roles = (("start player", p.start_player), ("decision", p.actor), ("neutral holder", p.neutral_holder))
    for role, other in (*roles, *zip(("diplomat", "ally"), p.alliance or (), strict=False)):
        yield f"{role} {whose.get(other)}", int(other != NOBODY)
    yield f"{p.step} due", 1
    yield from ((f"{verb} used", 1) for verb in p.used)
    yield from (("cards to draw", p.due), ("cards sold", p.sold), ("part counted", p.counted))
    piles = (("in hand", p.players[seat].hand), ("unseen", p.unseen), ("discarded", p.discard))
    for pile, cards in piles:
        yield from ((f"{card.title} {pile}", cards[card]) for card in Card)
    yield from (("turn", p.turn), ("turns left", p.options.turn_limit - p.turn), ("neutral turns", p.neutral_turns))
    own = p.players[seat].written_orders
    yield from ((f"{card.title} boosted and sealed", own.boosts.count(card) + (own.led == card)) for card in BASICS)
    yield "Leadership used and sealed", int(own.led != NOBODY)
    writers = [one.written_orders.draft for one in p.players if one.written_orders.draft]
    for origin, *rest in writers:
        yield from (
            ("draft from", origin + 1),
            ("draft to", rest[0] + 1 if rest else 0),
            ("draft fleets", sum(rest[1:])),
        )
    yield from told_of_draft(p, whose)
    if p.battle is not None:
        yield from ((f"battle at {spaces[p.battle.space]}", 1), ("round of battle", p.battle.round))
        for side, name in whose.items():
            yield f"damage {name}", sum(p.battle.damage[side])
            yield f"kills {name}", p.battle.kills[side]
            yield from ((f"place to deal {name}", i) for i, group in enumerate(p.battle.groups, 1) if side in group)
    if p.offer is not None:
        yield f"offered by {whose[p.offer.giver].removeprefix('of player ')}", 1
        yield f"received by {whose[p.offer.receiver].removeprefix('of player ')}", 1
        yield from ((f"{card.title} given", p.offer.give.count(card)) for card in Card)
        yield from ((f"{card.title} asked", p.offer.ask.count(card)) for card in Card)
        yield from (("tokens given", p.offer.pay), ("tokens asked", p.offer.charge))


def told_of_draft(p: Position, whose: dict[int, str]) -> Iterator[tuple[str, int]]:
    match p.step, p.draft:
        case Due.THEFT | Due.SABOTAGE_SPACE | Due.NEGATE_ORDER, (side,):
            yield f"target {whose[side]}", 1
        case Due.SABOTAGE_CARD, (side, space):
            yield from ((f"target {whose[side]}", 1), ("target space", space + 1))
        case Due.NEGATE_CARD, (side, place):
            yield from ((f"target {whose[side]}", 1), ("target order", place + 1))
        case Due.REWRITING, (place,):
            yield "target order", place + 1
        case Due.SPLIT, (bombs, *points):
            yield "bombs", bombs
            names = [whose[side].removeprefix("of ").removeprefix("player ") for side in enemies_of(p, p.actor)]
            yield from zip((f"points for {name}" for name in names), points, strict=False)
        case _:
            assert p.draft == ()


def kept(view: Position) -> Position:
    """The view without what its observations leave out, as the docs list it."""
    battle = view.battle and view.battle._replace(damage=tuple((sum(d),) for d in view.battle.damage), deals=())
    p = view._replace(begun=False, battle=battle)
    for seat, one in enumerate(p.players):
        orders, boosts = one.written_orders.orders[:TOLD_ORDERS], one.written_orders.boosts
        sealed = (*boosts, Card(one.written_orders.led)) if one.written_orders.led != NOBODY else boosts
        draft = (*one.written_orders.draft[:2], sum(one.written_orders.draft[2:]))
        own = WrittenOrders(
            orders, draft, tuple(sorted(sealed)), int(one.written_orders.led != NOBODY), one.written_orders.done
        )
        p = with_player(p, seat, written_orders=own)
    return p


def seen(state: State, seat: int) -> dict[str, int]:
    array = observe(state, seat).tolist()
    return {name: value for name, value in zip(observation_space(state).names, array, strict=True) if value}


@FEW
@given(tables(), seeds())
def test_the_numbers_say_what_the_view_does(state: State, seed: int) -> None:
    """By their names; and views with the same numbers differ in what the docs leave out alone."""
    found: dict[tuple[int, bytes], Position] = {}
    for count, ply in enumerate(plies(state, seed)):
        seat = (seed + count) % state.players
        view = ply.after.view(seat).position
        if count % 5 == seed % 5:
            assert seen(ply.after, seat) == {name: value for name, value in told(view, seat) if value}
        assert found.setdefault((seat, observe(ply.after, seat).tobytes()), kept(view)) == kept(view)


@pytest.mark.parametrize("name", SCENES)
def test_the_numbers_of_each_step_say_what_the_view_does(name: str) -> None:
    state = State.of(SCENES[name](), 0)
    for seat in range(state.players):
        view = state.view(seat).position
        assert seen(state, seat) == {name: value for name, value in told(view, seat) if value}


def test_a_sealed_card_of_each_kind_is_held() -> None:
    """J4.3: for others it is unseen, in a hand or in the deck."""
    for card in BASICS:
        state = State.of(with_player(SCENES["orders"](), 0, written_orders=WrittenOrders(boosts=(card,))), 0)
        for seat in range(state.players):
            view = state.view(seat).position
            assert seen(state, seat) == {name: value for name, value in told(view, seat) if value}


@FEW
@given(st.integers(2, 5), st.booleans(), seeds())
def test_the_numbers_of_a_battle_say_what_the_view_does(players: int, simultaneous: bool, seed: int) -> None:
    """There, bombs hit all fleets, and points are split among several enemies."""
    table = new_game(players=players, seed=seed, simultaneous=simultaneous)
    state = State.of(rich_battle(table.position, Random(seed)), 0)
    for count, ply in enumerate(plies(state, seed, most=40)):
        seat = (seed + count) % players
        view = ply.after.view(seat).position
        assert seen(ply.after, seat) == {name: value for name, value in told(view, seat) if value}


@FEW
@given(tables(), seeds(), st.integers(1, 4))
def test_seats_turned_round_turn_the_numbers(state: State, seed: int, by: int) -> None:
    n = state.players
    turned = Turned(lambda seat: (seat + by) % n, same)
    for count, ply in enumerate(plies(state, seed)):
        there = State.of(turned.position(ply.after.position), ply.after.ply)
        assert np.array_equal(observe(there, (count + by) % n), observe(ply.after, count % n))


def test_numbers_beyond_a_byte_and_beyond_the_array() -> None:
    """Fleets and RT have no limit (J4.9), and are written as 32,767 at most."""
    state = new_game(players=2, seed=1)
    p = state.position
    fleets = ((300, 256, 255, 40_000, *p.fleets[0][4:]), *p.fleets[1:])
    rich = with_player(p._replace(fleets=fleets), 1, tokens=10**12)
    array = observe(State.of(rich, 0), 1)
    found = dict(zip(observation_space(state).names, array.tolist(), strict=True))
    assert [found[f"fleets at {name} of player +1"] for name in ("a1", "b1", "c1", "d1")] == [300, 256, 255, 32_767]
    assert (found["tokens of player +0"], found["tokens of player +1"]) == (32_767, p.players[0].tokens)
    # All other numbers are those of the state with few fleets.
    changed = np.flatnonzero(array != observe(state, 1))
    assert {observation_space(state).names[at].split()[0] for at in changed} == {"fleets", "tokens"}


def test_an_offer_is_seen_by_two_alone() -> None:
    """J4.6: others see from whom to whom it is, and while it is put together nothing."""
    p = new_game(players=3, seed=1).position._replace(start_player=0, actor=0, begun=True)
    offer = Offer(0, 1, give=(Card.ATTACK,), pay=2)
    made = State.of(p._replace(step=Due.ASK, offer=offer), 0)
    sent = State.of(p._replace(step=Due.ANSWER, actor=1, offer=offer), 0)
    words = {"Attack given": 1, "tokens given": 2}
    between = [{"offered by +0": 1, "received by +1": 1}, {"offered by +2": 1, "received by +0": 1}]

    def of_offer(state: State, seat: int) -> dict[str, int]:
        kinds = ("given", "asked", "offered", "received")
        return {name: value for name, value in seen(state, seat).items() if any(kind in name for kind in kinds)}

    assert of_offer(made, 0) == between[0] | words
    assert of_offer(made, 1) == of_offer(made, 2) == {}
    assert seen(made, 1)["offer due"] == 1
    assert of_offer(sent, 0) == between[0] | words
    assert of_offer(sent, 1) == between[1] | words
    assert of_offer(sent, 2) == {"offered by +1": 1, "received by +2": 1}
