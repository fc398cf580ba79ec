"""The compiled State of Jump Wars: what it is made of, how actions are named, what it counts of sealed decisions."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy
import pytest
from tests.profiles import by_profile

from sse_core import SplitMix64
from sse_core.errors import ArgumentError, IllegalActionError, RangeError
from sse_core.game import CHANCE
from sse_core.jump_wars import ACTIONS, Action, Position, Reason, State, Verb, format_state, new_game, parse_state
from sse_core.jump_wars.positions.position import is_sealing
from sse_core.jump_wars.strategies import random_state


def kinds(value: object) -> object:
    """The types of a position's fields, and of the fields of these."""
    if isinstance(value, frozenset):
        return frozenset, {type(one) for one in value}
    return (type(value), *map(kinds, value)) if isinstance(value, tuple) else type(value)


# --- what it is made of


@pytest.mark.parametrize("first", range(0, by_profile(dev=60, ci=600), 20))
def test_a_position_is_given_back_as_it_was(first: int) -> None:
    """Its numbers, and their types: equal numbers of other types are written otherwise."""
    for seed in range(first, first + 20):
        state = random_state(SplitMix64(seed).below)
        for one in (state, state.view(seed % state.players)):
            p = one.position
            again = State.of(p, one.ply, one.written)
            # Of the same bytes, and made anew.
            assert again == one
            assert hash(again) == hash(one)
            assert again.position is not p
            assert again.position == p
            assert kinds(again.position) == kinds(p)
            assert again.position is again.position


def test_a_state_is_made_by_its_makers_only() -> None:
    made: Any = State
    for make in (made, made.__new__, lambda kind: kind.__new__(kind)):
        with pytest.raises(TypeError, match="a State is made by new_game, position or parse_state"):
            make(*([] if make is made else [made]))
    with pytest.raises(TypeError, match="a position is a Position, not tuple"):
        made.of((), 0)


def test_a_state_never_changes() -> None:
    state: Any = new_game()
    for name in ("position", "ply", "written", "to_act", "other"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)
    assert copy.copy(state) is copy.deepcopy(state) is state
    before = state.position, hash(state)
    assert state.after(0 + state.legal_ids()[0]) != state
    assert (state.position, hash(state)) == before


def test_pickled_it_is_equal() -> None:
    for seed in range(8):
        state = random_state(SplitMix64(seed).below)
        again = pickle.loads(pickle.dumps(state))
        assert again == state == parse_state(format_state(state))
        assert hash(again) == hash(state)
    assert new_game(seed=1) != new_game(seed=2)
    assert new_game(seed=1) != (new_game(seed=1).position, 0)


def test_equal_states_have_all_in_common() -> None:
    p = new_game(players=3).position
    states = {State.of(p, 0), State.of(p, 1), State.of(p._replace(turn=2), 0), State.of(p, 1)}
    assert len(states) == 3


# --- how actions are named


def test_an_action_is_named_by_itself_by_an_equal_one_and_by_its_id() -> None:
    state = new_game().after(Action(Verb.FIRST, 1))
    (take,) = state.legal_actions()
    index = ACTIONS.index(take)
    assert take is ACTIONS[index]
    for named in (take, Action(Verb.TAKE), index, numpy.int64(index), numpy.uint8(index)):
        assert state.after(named) == state.after(take)
        assert state.why_not(named) is Reason.OK


@pytest.mark.parametrize("named", [Action(Verb.TAKE, 3), Action(Verb.AT, 100), -1, len(ACTIONS), 10**30, -(10**30)])
def test_an_action_that_is_not_in_the_table(named: Any) -> None:
    assert new_game().why_not(named) is Reason.NO_SUCH_ACTION
    with pytest.raises(IllegalActionError, match=r"is no action of this game \(J5.1\)"):
        new_game().after(named)
    assert new_game().why_not(Action(Verb.TAKE, [])) is Reason.NO_SUCH_ACTION  # type: ignore[arg-type]


@pytest.mark.parametrize("named", ["take", True, 1.0, (Verb.TAKE, None)])
def test_no_action_at_all(named: Any) -> None:
    for ask in (new_game().after, new_game().why_not):
        with pytest.raises(TypeError, match="an action is"):
            ask(named)


def test_every_entry_of_the_table_is_found() -> None:
    """By itself, and by an equal action."""
    state = new_game().after(Action(Verb.FIRST, 0))
    for index, action in enumerate(ACTIONS):
        reasons = {state.why_not(named) for named in (index, action, Action(*action))}
        assert len(reasons) == 1
        assert reasons != {Reason.NO_SUCH_ACTION}


@pytest.mark.parametrize("player", [2, -2, 10**30, True, "A", 0.5])
def test_a_player_who_is_not_there(player: Any) -> None:
    state = new_game().after(Action(Verb.FIRST, 0))
    for ask in (state.legal_ids, state.legal_actions, lambda player: state.after(1, player)):
        with pytest.raises((IndexError, ValueError, TypeError)):
            ask(player)


def test_a_player_may_be_any_integer() -> None:
    state = new_game().after(Action(Verb.FIRST, 1))
    assert state.legal_ids(numpy.int64(1)) == state.legal_ids(1) == state.legal_ids()
    assert state.legal_ids(numpy.int64(CHANCE)) == ()


# --- what words ask of it


def test_a_player_or_a_space_that_is_not_there_is_refused() -> None:
    state = new_game()
    for ask in (state.price, state.most_orders, state.stack):
        assert ask(numpy.int64(1)) == ask(1)
        with pytest.raises(RangeError, match="there is no player 2: they are 0 to 1"):
            ask(2)
    for wrong in ((3, 0), (-1, 0), (0, -1), (0, 100)):
        with pytest.raises(RangeError, match=r"there is no (side|space)"):
            state.strength(*wrong)
    for look in (state.free_fleets, state.is_voided, state.yield_of):
        assert look(numpy.int64(1), numpy.int64(99)) == look(1, 99)
        for wrong in ((2, 0), (-1, 0), (0, -1), (0, 100), (0, 10**30)):
            with pytest.raises(RangeError, match=r"there is no (player|space)"):
                look(*wrong)
        for strange in (("A", 0), (0, "a1"), (0, None), (True, 0)):
            with pytest.raises((TypeError, ValueError)):
                look(*strange)


def test_what_a_start_answers() -> None:
    state = new_game()
    assert (state.price(0), state.most_orders(0), state.stack(0)) == (5, 2, 6)
    assert (state.free_fleets(0, 0), state.free_fleets(0, 99), state.yield_of(0, 0), state.yield_of(0, 99)) == (
        5,
        0,
        5,
        2,
    )
    assert not state.is_voided(0, 99)
    assert (state.strength(0, 0), state.strength(0, 99), state.strength(2, 0)) == ((1, 3, 3), (1, 1, 1), (1, 3, 3))
    assert (state.would_win, state.points_left) == ((), 0)
    assert state.verbs_due(CHANCE) == (Verb.FIRST,)
    assert state.verbs_due(0) == ()
    begun = state.after(Action(Verb.FIRST, 1))
    assert begun.verbs_due(1) == (Verb.TAKE, Verb.RUINS, Verb.BRAINS, Verb.DONE, Verb.BOOST, Verb.LEAD)


def test_a_battle_after_an_action_that_cannot_be() -> None:
    state = new_game().after(Action(Verb.FIRST, 1))
    with pytest.raises(ArgumentError, match=r"no battle goes on \(J2.7\)"):
        state.battle_after(Action(Verb.TAKE))
    with pytest.raises(IllegalActionError, match="fire: what is due is take"):
        state.battle_after(Action(Verb.FIRE))


# --- what it counts of sealed decisions


def goes_on(p: Position) -> bool:
    """Whether a sealed decision has begun, and is sealed still: orders, or the deals of a group."""
    return is_sealing(p) and (p.battle is None or p.begun or bool(p.battle.deals))


def test_what_seats_have_sealed_is_counted() -> None:
    """By actions at sealed decisions since the first of them; others' views don't count them."""
    met = set[tuple[bool, bool, bool]]()
    for seed in range(1_200, 1_200 + by_profile(dev=100, ci=1_000)):
        stream = SplitMix64(seed)
        state, counts = random_state(stream.below), [0] * 5
        if state.written:
            continue
        for _ in range(40):
            if not state.to_act:
                break
            actor, sealing = stream.choice(state.to_act), is_sealing(state.position)
            state = state.after(stream.choice(state.legal_ids(actor)), actor)
            counts[actor] += sealing
            if not goes_on(state.position):
                counts = [0] * 5
            assert state.written == (tuple(counts[: state.players]) if any(counts) else ())
            assert state.is_sealed is any(counts)
            met.add((state.position.battle is None, sealing, state.is_sealed))
            for viewer in range(state.players):
                seen = state.view(viewer)
                assert seen.ply == state.ply - sum(counts) + counts[viewer]
                assert sum(seen.written) == counts[viewer]
    # Of orders and of deals: begun, gone on with, and opened.
    assert met >= {(True, True, True), (False, True, True), (False, True, False), (False, False, False)}
