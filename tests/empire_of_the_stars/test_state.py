"""The compiled State of Empire of the Stars: its bytes, how actions are named, and bytes of any origin."""

from __future__ import annotations

import copy
import pickle
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import given
from tests.empire_of_the_stars.lockstep import begin
from tests.hashes import assert_spread
from tests.profiles import by_profile

from sse_core import SplitMix64
from sse_core._core.empire_of_the_stars.state import field_places
from sse_core.empire_of_the_stars import Action, Board, Reason, State, Verb, load_pack, new_game, playout
from sse_core.empire_of_the_stars.positions.fields import LAYOUT, NOBODY, SIZE, Field
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.strategies import states
from sse_core.errors import ArgumentError, IllegalActionError, RangeError, SetupError
from sse_core.forms.packs import Pack
from sse_core.game import CHANCE

OTHER_NAMES = {"players": "n_players", "return": "then"}
"""Fields whose names are words of C."""


# --- the layout


def test_the_struct_is_the_layout() -> None:
    """Each field has its place, its size and its name, and there is no other byte."""
    places = {OTHER_NAMES.get(field.name, field.name): (field.offset, field.end - field.offset) for field in LAYOUT}
    assert field_places() == places
    assert list(field_places()) == list(places)
    assert sum(n for _, n in places.values()) == SIZE


def test_another_length_is_no_position() -> None:
    for n in (0, SIZE - 1, SIZE + 1):
        with pytest.raises(SetupError, match=f"a position has {SIZE} bytes, not {n}$"):
            State.of(load_pack("house"), bytes(n))


# --- what it is made of


@given(states())
def test_bytes_are_given_back_as_they_were(state: State) -> None:
    for each in (state, state.view(state.ply % state.players)):
        again = State.of(each.pack, each.data, max(0, each.ply))
        assert again.data == each.data
        assert (again == each) == (again.ply == each.ply)
        assert again.data is again.data
        assert hash(State.of(each.pack, each.data, again.ply)) == hash(again)


def test_a_state_is_made_by_its_makers_only() -> None:
    made: Any = State
    for make in (made, made.__new__, lambda kind: kind.__new__(kind)):
        with pytest.raises(TypeError, match="a State is made by new_game, position or parse_state"):
            make(*([] if make is made else [made]))
    data = new_game().data
    for pack, its_data in (("house", data), (Pack("a", "b", "", "", 1), data), (load_pack("house"), [*data])):
        with pytest.raises(TypeError, match=r"(pack|data) is"):
            made.of(pack, its_data)
    for ply in (-1, 10**9 + 1, 10**30):
        with pytest.raises(SetupError, match="ply is"):
            made.of(load_pack("house"), data, ply)


@pytest.mark.parametrize(
    "beyond",
    [
        {"galaxy_tokens": 300},
        {"dial": 70_000},
        {"far_space": (1,) * 17},
        {"homes": ((1, 1, 1),) * 3},
        {"wheel": (0, 1, 2, 3, 4, 5, 9, 6)},
        {"values": ((1, 1), (1, 1), (1, 1))},
    ],
)
def test_a_pack_that_the_core_cannot_hold_is_refused(beyond: dict[str, Any]) -> None:
    """Files have none such: their reader refuses them with the key."""
    state = new_game()
    board = Board(replace(state.board.content, **beyond))
    with pytest.raises(SetupError, match="a number of the pack is"):
        State.of(Pack("beyond", "0" * 16, "", "", board), state.data)


def test_a_state_never_changes() -> None:
    state: Any = new_game()
    for name in ("pack", "data", "ply", "to_act", "other"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)
    assert copy.copy(state) is copy.deepcopy(state) is state
    before = state.data, hash(state)
    assert state.after(0 + state.legal_ids()[0]) != state
    assert (state.data, hash(state)) == before
    assert pickle.loads(pickle.dumps(state)) == state


def test_equal_states_have_all_in_common() -> None:
    """The pack too: another one may have the same map, and so the same bytes."""
    state = new_game()
    pack = state.pack
    other = Pack(pack.name, "0" * 16, pack.about, pack.content, pack.value)
    found = {State.of(pack, state.data), State.of(pack, state.data, 1), State.of(other, state.data), state}
    assert len(found) == 3
    assert state != (state.pack, state.data, 0)


def test_hashes_tell_positions_apart() -> None:
    """Positions that follow in three actions differ in few bytes."""
    assert_spread(new_game(seed=1), plies=3, least=1_000)


# --- how actions are named


def test_an_action_is_named_by_itself_by_an_equal_one_and_by_its_id() -> None:
    state = new_game()
    first = state.legal_actions()[0]
    index = state.legal_ids()[0]
    assert first is state.actions[index]
    for named in (first, Action(*first), index, numpy.int64(index)):
        assert state.after(named) == state.after(first)
        assert state.why_not(named) is Reason.OK


def test_an_action_that_is_not_in_the_table() -> None:
    state: Any = new_game()
    for named in (Action(Verb.AT, "z9"), Action(Verb.AT, ""), -1, len(state.actions), 10**30, -(10**30)):
        assert state.why_not(named) is Reason.NO_SUCH_ACTION
        with pytest.raises(IllegalActionError, match=r"is no action of this game \(C16.1\)"):
            state.after(named)
    assert state.why_not(Action(Verb.AT, [])) is Reason.NO_SUCH_ACTION  # type: ignore[arg-type]
    for thing in ("at=a1", True, 1.0):
        for ask in (state.after, state.why_not):
            with pytest.raises(TypeError, match="an action is"):
                ask(thing)


def test_every_entry_of_the_table_is_found() -> None:
    """By itself, and by an equal action; `lockstep` plays actions by themselves, and by their ids."""
    end = playout(new_game(seed=3), 1)
    for index, action in enumerate(end.actions):
        assert {end.why_not(named) for named in (index, action, Action(*action))} == {Reason.GAME_OVER}


def test_a_player_may_be_any_integer_who_is_there() -> None:
    state = new_game()
    assert state.legal_ids(numpy.int64(0)) == state.legal_ids(0) == state.legal_ids()
    assert state.legal_ids(numpy.int64(CHANCE)) == state.legal_ids(1) == ()
    asked: Any = state
    for player in (2, -2, 10**30):
        for ask in (asked.legal_ids, asked.legal_actions, asked.view, lambda seat: asked.after(1, seat)):
            with pytest.raises(RangeError):
                ask(player)
    for nobody in ("A", 0.5, None):
        with pytest.raises(TypeError, match="player is an integer"):
            asked.view(nobody)


# --- bytes of any origin


def changed(data: bytearray, other: bytes, rng: Random) -> None:
    """Change a field of a position within its bounds: a number of it, all of it by another position's, or its sum."""
    field = rng.choice(LAYOUT)
    place = field.offset + rng.randrange(field.n) * field.width
    kind = rng.randrange(3)
    if kind == 0:
        data[place : place + field.width] = within(field, rng).to_bytes(field.width, "little")
    elif kind == 1:
        data[field.offset : field.end] = other[field.offset : field.end]
    elif field.width == 1:
        giver = field.offset + rng.randrange(field.n)
        if data[giver] > field.least and field.least <= data[place] < field.most:
            data[giver] -= 1
            data[place] += 1


def within(field: Field, rng: Random) -> int:
    """A number that a field may have."""
    if field.nobody and rng.randrange(5) == 0:
        return NOBODY
    return rng.choice((field.least, field.most, rng.randint(field.least, min(field.most, field.least + 5))))


def walk(number: int, rng: Random) -> list[State]:
    """The last positions of the beginning of a game of lockstep."""
    found = [begin(number, rng)]
    for _ in range(rng.randrange(400)):
        state = found[-1]
        if not state.to_act:
            break
        player = rng.choice(state.to_act)
        found.append(state.after(rng.choice(state.legal_ids(player)), player))
    return found[-40:]


def varied(met: list[State], n_changes: int, rng: Random) -> tuple[State, bytes]:
    """One of the positions met, and its bytes, or those of a view, with so many changes; a quarter has another step."""
    state = rng.choice(met)
    data = bytearray(rng.choice((state, state.view(rng.randrange(state.players)))).data)
    for _ in range(n_changes):
        changed(data, rng.choice(met).data, rng)
    if rng.randrange(4) == 0:
        Position(data).step = rng.randrange(LAYOUT_STEPS)
    return state, bytes(data)


@pytest.mark.parametrize("number", range(by_profile(dev=4, ci=100, nightly=1_000)))
def test_no_bytes_do_harm(number: int) -> None:
    """What `State.of` takes can be played on: the debug build stops where the rules miss what they rely on."""
    rng = Random(number)
    met = walk(number, rng)
    for _ in range(30):
        state, data = varied(met, rng.choice((0, 1, 1, 2, 3)), rng)
        try:
            taken = State.of(state.pack, data, state.ply)
        except SetupError:
            continue
        play_on(taken, rng)


LAYOUT_STEPS = next(field.most for field in LAYOUT if field.name == "step") + 1


def play_on(state: State, rng: Random) -> None:
    """Ask all of a position, and play some actions, then to the end."""
    # A view may hide what there is to choose, or to discard.
    with suppress(ArgumentError):
        playout(state, rng.getrandbits(64))
    for _ in range(20):
        legal = [(player, index) for player in state.to_act for index in state.legal_ids(player)]
        assert state.outcome is None or state.totals == state.outcome.totals
        state.view(rng.randrange(state.players)).sample(0, SplitMix64(1))
        if not legal:
            break
        player, index = rng.choice(legal)
        state = state.after(index, player)
