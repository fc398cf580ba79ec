"""Effects of Empire of the Stars: each verb at each moment where it works, what is refused, powers, numbers."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.empire_of_the_stars.by_hand import Table, credits_of, play, resources_of, rule, texts, throne, token
from tests.empire_of_the_stars.comparison import laid_at
from tests.empire_of_the_stars.laws import broken

import sse_core
from sse_core import IllegalActionError, SetupError, SplitMix64
from sse_core.empire_of_the_stars import (
    Board,
    Reason,
    State,
    Verb,
    format_state,
    load_pack,
    new_game,
    parse_action,
    parse_state,
    position,
    to_text,
)
from sse_core.empire_of_the_stars.packs.effect_reading import read_effects, works_at
from sse_core.empire_of_the_stars.packs.vocabulary import (
    COSTS,
    MEASURES,
    MOMENTS,
    NUMBERS,
    PRICES,
    RESOURCES,
    ROLES,
    RULE_NUMBERS,
    SERVED,
    STEPS,
    TESTS,
    TYPES,
    UNTIL,
    VERBS,
)
from sse_core.empire_of_the_stars.packs.vocabulary import SHIPS as SHIP_TYPES
from sse_core.empire_of_the_stars.positions.due import Due
from sse_core.empire_of_the_stars.positions.fields import IN_HAND, IN_PILE, NOBODY, OWNED
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.forms.packs import Pack
from sse_core.forms.toml_table import TomlTable
from sse_core.game import CHANCE

HOUSE = Path(sse_core.__file__).parent / "empire_of_the_stars" / "data" / "packs" / "house.toml"

DOES = {
    "gain": 'gain = "credits", n = 2',
    "take": 'take = "credits"',
    "score": 'score = "token"',
    "number": 'number = "hand", add = 1',
    "price": 'price = "technology", less = 1',
    "build": 'build = "fighter"',
    "move": 'move = "ship"',
    "settle": 'settle = 1, where = "any"',
    "upgrade": "upgrade = 1",
    "remove": 'remove = "ship", where = "any"',
    "draw": "draw = 1, cost = 2",
    "place": "place = 1",
    "influence": "influence = 1",
    "swap": "swap = { credits = 1 }, for = { energy = 1 }",
    "dial": 'dial = "tactics", add = 1',
    "spare": "spare = 1",
    "edict": "edict = 1",
    "surge": "surge = 1",
    "core": "core = 1",
}
"""A use of each verb."""

PAIRS = [(verb, moment) for verb in VERBS for moment in MOMENTS if works_at(verb, moment)]
REFUSED = [(verb, moment) for verb in VERBS for moment in MOMENTS if not works_at(verb, moment)]
ASKED = [(verb, moment) for verb, moment in PAIRS if moment not in ("always", "setup")]


def card(effects: str, tmp: Path) -> Pack[Board]:
    """The pack house with a technology `Probe` that has these effects."""
    text = HOUSE.read_text(encoding="utf-8").replace('name = "house"', 'name = "probe"', 1)
    row = f'[[technology]]\nname = "Probe"\ntype = "culture"\ncost = 3\neffects = [{effects}]\n\n[[power]]'
    path = tmp / "probe.toml"
    path.write_text(text.replace("[[power]]", row, 1), encoding="utf-8")
    return load_pack(path)


def price_of(state: State, seat: int, ship: str) -> tuple[int, ...]:
    """What a ship costs a player: polymers, metal and energy."""
    return tuple(laid_at(state).price_of_ship(seat, ship).values())


def owned(table: Table, name: str = "Probe") -> Table:
    """The table, with a technology that A owns."""
    return table.card(name, "owned", "A")


def near(pack: Pack[Board] | str, **options: Any) -> Table:
    """A table for three where all meet: ships, colonies and money for all, and A's power on its core side."""
    table = Table(3, pack=pack, powers=True, **options)
    for seat, name in zip("ABC", ("Gardeners", "Delvers", "Exiles"), strict=True):
        table.power(seat, name).purse(seat, credits=9, polymers=3, metal=3, energy=3)
        table.ships(seat, "fighter", "b1").ships(seat, "cruiser", "b3")
    table.tile("b2", "1p").tile("b4", "1p1m").tile("c1", "1m")
    return table.token("A", "b2").token("B", "b4").ships("A", "fighter", "c1").ships("A", "fighter", "c2")


# --- each verb at each moment


def _tokens(state: State) -> int:
    return sum(throne(state, "A"))


CHECKS: dict[str, Callable[[State, State], bool]] = {
    "gain": lambda old, new: credits_of(new, "A") >= credits_of(old, "A") + 2,
    "take": lambda old, new: (
        credits_of(new, "A") > credits_of(old, "A")
        and credits_of(new, "B") + credits_of(new, "C") < credits_of(old, "B") + credits_of(old, "C")
    ),
    "score": lambda old, new: _tokens(new) > _tokens(old),
    "number": lambda old, new: rule(new, "A", "hand") == rule(old, "A", "hand") + 1,
    "price": lambda old, new: rule(new, "A", "less.technology") == 1,
    "build": lambda old, new: (
        Position(new.data).supply[0][0] < Position(old.data).supply[0][0] or Position(new.data).step == Due.ROLE
    ),
    "move": lambda old, new: Position(new.data).ships != Position(old.data).ships,
    "settle": lambda old, new: [*Position(new.data).token[:40]].count(1) > [*Position(old.data).token[:40]].count(1),
    "upgrade": lambda old, new: [*Position(new.data).token[:40]].count(2) > [*Position(old.data).token[:40]].count(2),
    "remove": lambda old, new: _removed(new) > _removed(old),
    "draw": lambda old, new: _of_hand(new) > _of_hand(old) or Position(new.data).step == Due.DISCARD,
    "place": lambda old, new: [*Position(new.data).tile[:40]].count(0) < [*Position(old.data).tile[:40]].count(0),
    "influence": lambda old, new: Position(new.data).sway[0] == Position(old.data).sway[0] + 1,
    "swap": lambda old, new: resources_of(new, "A")[2] > resources_of(old, "A")[2],
    "dial": lambda old, new: sum(side[0] for side in Position(new.data).plus) > 0 or Position(new.data).sector == 255,
    "spare": lambda old, new: Position(new.data).spare[0] == 1 or Position(new.data).sector == 255,
    "edict": lambda old, new: Position(new.data).edict == 5,
    "surge": lambda old, new: Position(new.data).surged[0] == 1,
    "core": lambda old, new: Position(new.data).surged[0] == 0,
}


def _removed(state: State) -> int:
    return sum(map(sum, Position(state.data).staging[1:]))


def _of_hand(state: State) -> int:
    return [*Position(state.data).place[: state.board.n_cards]].count(IN_HAND)


def used(state: State, effect: int) -> State:
    """The state when an effect is done: its choices are the first ones that go on, the last edict but one."""
    state = state.after(parse_action(f"use={state.board.arguments[Verb.USE][effect]}", state))
    stream = SplitMix64(effect)
    while Position(state.data).effect:
        assert [*broken(state)] == []
        assert State.of(state.pack, state.data, state.ply) == state
        if state.to_act == (CHANCE,):
            state = state.after(stream.draw(state.odds()), CHANCE)
            continue
        legal = [action for action in state.legal_actions() if action.verb is not Verb.DONE]
        state = state.after(legal[-2] if legal[0].verb is Verb.EDICT else legal[0])
    assert [*broken(state)] == []
    return state


@cache
def probed(verb: str) -> dict[str, bool]:
    """Whether a verb did what it says at each moment at which random play of some roles could use it."""
    moments = [moment for each, moment in ASKED if each == verb]
    effects = ", ".join(f'{{ when = "{moment}", do = [{{ {DOES[verb]} }}] }}' for moment in moments)
    with tempfile.TemporaryDirectory() as folder:
        pack = card(effects, Path(folder))
    board = pack.value
    first = next(n for n, row in enumerate(board.effects) if board.content.technologies[row.card].name == "Probe")
    found: dict[str, bool] = {}
    wanted = {first + n: moment for n, moment in enumerate(moments)}
    for seed in range(12):
        if len(found) == len(moments):
            break
        # The last seeds end the game soon, for the window there.
        limit = 200 if len(found) < len(moments) - 1 else 2
        _probe(owned(near(pack, round_limit=limit)).state, seed, wanted, verb, found)
    return found


def _probe(state: State, seed: int, wanted: dict[int, str], verb: str, found: dict[str, bool]) -> None:
    """Play at random, two of seven actions being battles, and try each effect once where it can be used."""
    stream = SplitMix64(seed)
    p = Position(bytearray(state.data))
    p.surged[0] = verb == "core"
    state = State.of(state.pack, bytes(p.data), state.ply)
    for _ in range(250):
        if not state.to_act or len(found) == len(wanted):
            return
        if state.to_act == (CHANCE,):
            state = state.after(stream.draw(state.odds()), CHANCE)
            continue
        player = stream.choice(state.to_act)
        legal = state.legal_actions(player)
        for action in legal if player == 0 else ():
            effect = state.board.arguments[Verb.USE].index(action.argument) if action.verb is Verb.USE else -1
            if effect in wanted and wanted[effect] not in found:
                found[wanted[effect]] = CHECKS[verb](state, used(state, effect))
        others = [action for action in legal if action.verb not in (Verb.USE, Verb.CORE)]
        fights = [action for action in others if action.verb is Verb.BATTLE]
        state = state.after(stream.choice(fights or others), player)


@pytest.mark.parametrize(("verb", "moment"), ASKED)
def test_a_verb_works_at_its_moment(verb: str, moment: str) -> None:
    assert probed(verb).get(moment) is True


@pytest.mark.parametrize(("verb", "moment"), REFUSED)
def test_a_verb_is_refused_elsewhere(verb: str, moment: str) -> None:
    table = TomlTable.parse(f'effects = [{{ when = "{moment}", do = [{{ {DOES[verb]} }}] }}]', "x.toml")
    with pytest.raises(SetupError, match=rf"\[effects\.1\.do\.1\] {verb} can't work at '{moment}'"):
        read_effects(table, "effects")


def test_the_verbs_of_set_up(tmp_path: Path) -> None:
    """C16.13: they happen by themselves, by number, before the first role; what they ask for is asked."""
    works = [verb for verb, moment in PAIRS if moment == "setup"]
    effects = ", ".join(f'{{ when = "setup", do = [{{ {DOES[verb]} }}] }}' for verb in works)
    text = HOUSE.read_text(encoding="utf-8").replace('name = "house"', 'name = "begun"', 1)
    path = tmp_path / "begun.toml"
    path.write_text(text.replace("core = [", f"core = [{effects}, "), encoding="utf-8")
    state = new_game(players=2, pack=load_pack(path), powers=True, seed=4)
    for _ in range(2):
        state = state.after(state.legal_ids()[0])
    stream = SplitMix64(1)
    while Position(state.data).step != Due.ROLE:
        if state.to_act == (CHANCE,):
            state = state.after(stream.draw(state.odds()), CHANCE)
        else:
            legal = [action for action in state.legal_actions() if action.verb is not Verb.DONE]
            state = state.after(legal[-1])
        assert [*broken(state)] == []
        assert State.of(state.pack, state.data, state.ply) == state
    assert works == ["gain", "take", "build", "settle", "draw"]
    for seat in range(2):
        assert Position(state.data).staging[seat][0] == 1
        assert Position(state.data).stock[seat] == 15
        # S68: the fourth card was drawn, and one was discarded.
        assert [*Position(state.data).place[: state.board.n_cards]].count(IN_HAND + seat) == 3
    assert [*Position(state.data).place[: state.board.n_cards]].count(IN_PILE) == 5
    assert not any(Position(state.data).used)


def at_probe(state: State, role: str) -> State:
    """The state after a role was chosen, where A can use `Probe`; others end their steps."""
    state = play(state, role)
    while "use=probe" not in texts(state):
        state = play(state, "done")
    return state


# --- what works always


def test_what_works_always_is_summed_up_when_a_card_is_bought() -> None:
    table = Table(3, powers=True).card("Fold Drive", "hand", "A").purse("A", energy=2)
    state = play(table.state, "role=scientist")
    while Position(state.data).step != Due.DRAW or Position(state.data).actor != 0:
        state = play(state, "done")
    assert rule(state, "A", "moves.fighter") == 4
    state = play(state, "done buy=fold-drive")
    assert [rule(state, "A", f"moves.{ship}") for ship in SHIP_TYPES] == [5, 3, 3]
    assert rule(state, "B", "moves.fighter") == 4


@pytest.mark.parametrize(("options", "far"), [({}, 5), ({"technologies": False}, 4), ({"powers": True}, 5)], ids=str)
def test_a_card_that_is_owned_before_set_up_acts_after_it(options: dict[str, Any], far: int) -> None:
    """A start that was edited, to try a card."""
    first = new_game(players=2, **options)
    p = Position(bytearray(first.data))
    p.place[[each.name for each in first.board.content.technologies].index("Fold Drive")] = OWNED
    state = position(first.pack, bytes(p.data), first.ply)
    moves = RULE_NUMBERS.index("moves.fighter")
    assert state.numbers(0)[moves] == 4
    while Position(state.data).step != Due.ROLE:
        state = state.after(state.legal_ids(state.to_act[0])[0], state.to_act[0])
    assert state.numbers(0)[moves] == rule(state, "A", "moves.fighter") == far
    assert State.of(state.pack, state.data, state.ply) == state


def test_a_fighter_with_fold_drive_moves_five() -> None:
    plain, fast = Table(3, powers=True).state, owned(Table(3, powers=True), "Fold Drive").state
    for state, steps in ((plain, 4), (fast, 5)):
        table = laid_at(state)
        ship = next(ship for ship in table.ships_of(0) if ship.type == "fighter")
        assert table.targets(ship) == {*filter(lambda region: table.has_room(region, 0), table.reach("a1", steps))} - {
            "d1",
            "g1",
        }


def test_tracks_prices_and_rooms_of_cards() -> None:
    """Deep Stores, Bulk Haulers, Open Archives, Pathfinders, Frontier Yards, Flagship, Home Guard."""
    names = ("Deep Stores", "Bulk Haulers", "Open Archives", "Pathfinders", "Frontier Yards", "Flagship", "Home Guard")
    table = Table(3, powers=True).purse("A", polymers=5, metal=5, energy=5)
    for name in names:
        owned(table, name)
    state = table.state
    assert [rule(state, "A", f"track.{kind}") for kind in RESOURCES] == [10, 10, 8]
    assert price_of(state, 0, "cruiser") == (2, 1, 1)
    assert rule(state, "A", "hand") == 4
    assert rule(state, "A", "asteroids_stop") == 0
    assert rule(state, "A", "deploy_to_colonies") == 1
    assert rule(state, "A", "strength.dreadnought") == 8
    # Two fighters, with which the Wayfinders of seat A began, and the home world, which counts 2 more.
    assert laid_at(state).strength(0, laid_at(state).sectors["a"]) == 2 + 2 + 2


def test_a_price_that_is_less_in_any_resource() -> None:
    """S61: who has enough of all has it off the largest part, the first of equal ones."""
    table = Table(3, powers=True).power("A", "Delvers").card("Ringworld Yards", "owned", "A")
    state = table.purse("A", polymers=5, metal=5, energy=5).role("engineer")
    while "use=ringworld-yards" not in texts(state):
        state = play(state, "done")
    state = play(state, "use=ringworld-yards")
    assert price_of(state, 0, "dreadnought") == (2, 2, 2)
    assert price_of(state, 1, "dreadnought") == (3, 3, 2)


@pytest.mark.parametrize(
    ("less", "price"),
    [
        ({}, (3, 3, 2)),
        ({"polymers": 1}, (2, 3, 2)),
        ({"metal": 2}, (3, 1, 2)),
        ({"energy": 1}, (3, 3, 1)),
        ({"energy": 3}, (3, 3, 0)),
        ({"any": 1}, (2, 3, 2)),
        ({"any": 3}, (1, 2, 2)),
        ({"any": 5}, (1, 1, 1)),
        ({"polymers": 2, "any": 2}, (1, 1, 2)),
        ({"any": -1}, (4, 3, 2)),
    ],
    ids=str,
)
def test_a_ship_is_paid_as_its_price_is_told(less: dict[str, int], price: tuple[int, ...], tmp_path: Path) -> None:
    """S61, by core and reference: to who has enough of all."""
    parts = {name: "" if name == "any" else f', in = "{name}"' for name in less}
    does = ", ".join(f'{{ price = "dreadnought", less = {n}{parts[name]} }}' for name, n in less.items())
    pack = card(f'{{ when = "always", do = [{does}] }}' if less else "", tmp_path)
    state = owned(Table(3, pack=pack, powers=True).purse("A", polymers=5, metal=5, energy=5)).role("engineer")
    assert price_of(state, 0, "dreadnought") == price
    state = play(state, "build=dreadnought")
    assert resources_of(state, "A") == tuple(5 - n for n in price)


def test_what_sets_a_number_goes_before_what_adds_to_it(tmp_path: Path) -> None:
    """S60, whichever stands first in the pack."""
    effects = """{ when = "always", do = [{ number = "room", add = 2 }, { number = "room", to = 1 }] }"""
    state = owned(Table(3, pack=card(effects, tmp_path), powers=True)).state
    assert rule(state, "A", "room") == 3
    assert rule(state, "B", "room") == 3


def test_what_serves_all_changes_a_number_of_all(tmp_path: Path) -> None:
    effects = """{ when = "always", who = "all", do = [{ number = "room", add = 1 }] }"""
    state = owned(Table(3, pack=card(effects, tmp_path), powers=True)).state
    assert [rule(state, seat, "room") for seat in "ABC"] == [4, 4, 4]


def test_a_number_for_a_role_ends_with_it(tmp_path: Path) -> None:
    effects = """{ when = "before:steward", do = [{ number = "moves.fighter", add = 1 }] }"""
    state = play(owned(Table(3, pack=card(effects, tmp_path), powers=True)).state, "role=steward")
    while "use=probe" not in texts(state):
        state = play(state, "done")
    state = play(state, "use=probe")
    assert rule(state, "A", "moves.fighter") == 5
    while Position(state.data).step != Due.ROLE:
        state = state.after(state.legal_ids()[0], state.to_act[0])
    assert rule(state, "A", "moves.fighter") == 4
    p = Position(state.data)
    assert not any(map(any, (*p.for_role, *p.for_battle)))


def test_a_number_is_set_to_0(tmp_path: Path) -> None:
    """C16.13: a verb that sets a number to 0 can do something."""
    effects = """{ when = "before:steward", do = [{ number = "asteroids_stop", to = 0 }] }"""
    state = at_probe(owned(Table(3, pack=card(effects, tmp_path), powers=True)).state, "role=steward")
    state = play(state, "use=probe")
    assert [rule(state, seat, "asteroids_stop") for seat in "ABC"] == [0, 1, 1]


def test_influence_that_comes_when_all_is_placed_ends_with_regent(tmp_path: Path) -> None:
    """C16.15: who has had the turn places no more of it."""
    effects = """{ when = "during:put", who = "all", do = [{ influence = 1 }] }"""
    state = play(owned(Table(3, pack=card(effects, tmp_path), powers=True)).state, "role=regent")
    used, before = False, state
    while Position(state.data).step != Due.EDICT:
        before, choice = state, "use=probe" if "use=probe" in texts(state) and not used else min(texts(state))
        used = used or choice == "use=probe"
        state = play(state, choice)
    assert used
    assert any(Position(before.data).sway)
    assert not any(Position(state.data).sway)


def test_resources_beyond_a_track_that_gets_shorter_are_lost(tmp_path: Path) -> None:
    """C16.15, at once and not only when the next card is bought."""
    effects = """{ when = "before:steward", do = [{ number = "track.metal", add = -3 }] }"""
    table = owned(Table(3, pack=card(effects, tmp_path), powers=True)).purse("A", metal=8).purse("B", metal=8)
    state = play(at_probe(table.state, "role=steward"), "use=probe")
    assert (resources_of(state, "A"), resources_of(state, "B")) == ((0, 5, 0), (0, 8, 0))


def test_a_resource_of_choice_needs_room_on_a_track(tmp_path: Path) -> None:
    """C16.13: an effect can't be used if nothing fits; where one resource does, each can be chosen (C5.4)."""
    effects = """{ when = "before:steward", do = [{ gain = "any" }] }"""
    pack = card(effects, tmp_path)
    full = owned(Table(2, pack=pack, powers=True)).purse("A", polymers=10, metal=8, energy=6).state
    state = play(full, "role=steward")
    while Position(state.data).step == Due.WINDOW:
        assert "use=probe" not in texts(state)
        state = play(state, "done")
    room = owned(Table(2, pack=pack, powers=True)).purse("A", polymers=10, metal=7, energy=6).state
    state = play(at_probe(room, "role=steward"), "use=probe")
    assert texts(state) == {"resource=polymers", "resource=metal", "resource=energy"}


# --- powers


def test_c1_8_powers_are_dealt_and_chosen_in_secret() -> None:
    state = new_game(players=3, powers=True, seed=2)
    assert state.to_act == (0, 1, 2)
    dealt = [texts(state, seat) for seat in range(3)]
    assert all(len(each) == 3 for each in dealt)
    assert len(set.union(*dealt)) == 9
    chosen = state.after(state.legal_ids(1)[0], 1)
    assert chosen.to_act == (0, 2)
    # Others see that B has chosen, and neither what nor among which.
    assert chosen.view(0) == state.after(state.legal_ids(1)[2], 1).view(0)
    assert chosen.view(1) != chosen.view(0)
    action = parse_action(min(dealt[2]), chosen)
    assert chosen.why_not(action, 0) is Reason.NOT_DEALT
    done = chosen.after(chosen.legal_ids(0)[0], 0).after(chosen.legal_ids(2)[0], 2)
    assert Position(done.view(0).data).power == Position(done.data).power


def test_s5_a_sample_deals_and_chooses_for_others() -> None:
    state = new_game(players=4, powers=True, seed=3)
    state = state.after(state.legal_ids(2)[1], 2)
    view = state.view(0)
    stream = SplitMix64(5)
    for _ in range(20):
        sampled = state.sample(0, stream)
        assert sampled.view(0) == view
        assert sampled.ply == state.ply
        assert State.of(sampled.pack, sampled.data, sampled.ply) == sampled
        assert texts(sampled, 0) == texts(state, 0)


def test_c1_9_home_worlds_go_by_number_with_the_fleet_of_the_power() -> None:
    state = new_game(players=4, powers=True, seed=6)
    for seat in range(4):
        state = state.after(state.legal_ids(seat)[0], seat)
    numbers = [state.board.content.powers[Position(state.data).power[seat] - 1].number for seat in range(4)]
    seats = laid_at(state).by_number()
    assert [numbers[seat] for seat in seats] == sorted(numbers)
    placed: list[int] = []
    while Position(state.data).step == Due.HOME:
        placed.append(Position(state.data).actor)
        state = state.after(state.legal_ids()[0])
        state = state.after(state.legal_ids()[0])
    assert placed == seats
    # C1.11: the highest number is Emperor.
    assert Position(state.data).emperor == seats[-1]
    for seat in range(4):
        fleet = state.board.content.powers[Position(state.data).power[seat] - 1].fleet
        fighters, cruisers, _ = Position(state.data).supply[seat]
        assert [8 - fighters, 4 - cruisers] == [*fleet[:2]]


def begun(name: str, *others: str, pack: Pack[Board] | str = "house") -> State:
    """A game for as many as are named, with these powers for A, B and so on, after set-up."""
    for seed in range(400):
        state = new_game(players=1 + len(others), powers=True, seed=seed, pack=pack)
        wanted = [parse_action(f"power={each}", state) for each in (name, *others)]
        if all(action in state.legal_actions(seat) for seat, action in enumerate(wanted)):
            for seat, action in enumerate(wanted):
                state = state.after(action, seat)
            while Position(state.data).step in (Due.HOME, Due.FIRST_TILE):
                state = state.after(state.legal_ids()[0])
            return state
    raise AssertionError(name)


def test_c1_10_who_depends_on_opponents_waits() -> None:
    """Brokers, number 5, take as many credits as the richest opponent; Delvers have 9."""
    state = begun("brokers", "delvers")
    assert (credits_of(state, "A"), credits_of(state, "B")) == (9, 9)
    assert resources_of(state, "B") == (3, 5, 2)


def test_c1_10_a_longer_track_of_a_power_has_room_for_its_start(tmp_path: Path) -> None:
    """C13.1: the core side works from the beginning."""
    text = HOUSE.read_text(encoding="utf-8").replace('name = "house"', 'name = "long"', 1)
    its = "credits = 9, polymers = 3, metal = 5, energy = 2"
    text = text.replace(its, "polymers = 1, metal = 10, energy = 1", 1)
    core = """core = [{ when = "during:produce", do = [{ gain = "metal", n = 1 }] }]"""
    assert core in text
    path = tmp_path / "long.toml"
    always = """core = [{ when = "always", do = [{ number = "track.metal", add = 2 }] }]"""
    path.write_text(text.replace(core, always, 1), encoding="utf-8")
    state = begun("delvers", "marauders", pack=load_pack(path))
    assert resources_of(state, "A") == (1, 10, 1)


def test_a_power_that_begins_with_a_cruiser() -> None:
    state = begun("shipwrights", "delvers")
    assert [*Position(state.data).supply[0]] == [8, 3, 2]


def test_c15_1_a_pack_without_powers_plays_the_first_game_alone() -> None:
    tiny = Path(__file__).with_name("data") / "tiny.toml"
    with pytest.raises(SetupError, match=r"powers is True, and the pack tiny has no powers \(C15.1\)"):
        new_game(pack=tiny, powers=True)


def test_c4_8_a_new_wormhole_flips_all_powers() -> None:
    table = Table(3, powers=True)
    state = table.state
    p = Position(bytearray(state.data))
    # The first wormhole comes into the display, and another tile of it goes into the stack.
    p.depth[0] = NOBODY
    p.depth[1] -= 1
    p.depth[2] -= 1
    p.display[state.board.wormhole] += 1
    kind = next(kind for kind, n in enumerate(p.display) if n and kind != state.board.wormhole)
    p.display[kind] -= 1
    p.unseen[kind] += 1
    state = State.of(state.pack, bytes(p.data), 0)
    assert State.of(state.pack, state.data, state.ply) == state
    state = play(state, "role=explorer")
    stream = SplitMix64(0)
    while Position(state.data).step != Due.ROLE:
        if state.to_act == (CHANCE,):
            state = state.after(stream.draw(state.odds()), CHANCE)
            continue
        wanted = [action for action in state.legal_actions() if action.argument == "wormhole"]
        state = state.after(wanted[0] if wanted else state.legal_actions()[0])
    assert [*Position(state.data).surged[:3]] == [1, 1, 1]


def test_c13_5_who_used_the_surge_side_flips_it_back() -> None:
    table = Table(3, powers=True).power("A", "Brokers", surge=True).power("B", "Delvers", surge=True)
    state = play(table.state, "role=steward")
    while "use=brokers.surge" not in texts(state):
        state = play(state, "done")
    state = play(state, "use=brokers.surge")
    while Position(state.data).step != Due.ROLE:
        state = play(state, "done" if "done" in texts(state) else min(texts(state)))
    assert [*Position(state.data).surged[:2]] == [0, 1]


def test_c13_5_who_used_the_surge_side_when_the_scepter_came_flips_it_back() -> None:
    """C12.2 is between two roles: Heirs score a token by their surge side, and their core side is up again."""
    table = Table(2, powers=True).power("A", "Heirs", surge=True).power("B", "Delvers", surge=True)
    p = Position(bytearray(table.state.data))
    p.scepter = p.chooser = p.actor = 1
    state = play(State.of(table.state.pack, bytes(p.data), 0), "role=engineer")
    while "use=heirs.surge" not in texts(state):
        state = play(state, "done" if "done" in texts(state) else min(texts(state)))
    assert Position(state.data).window == 1 + MOMENTS.index("edict")
    state = play(state, "use=heirs.surge")
    assert Position(state.data).step == Due.ROLE
    assert [*Position(state.data).surged[:2]] == [0, 1]


def test_s51_a_power_flips_back_before_a_role() -> None:
    table = Table(3, powers=True).power("A", "Brokers", surge=True)
    state = play(table.state, "role=engineer")
    while Position(state.data).actor != 0:
        state = play(state, "done")
    assert texts(state) == {"done", "core"}
    assert Position(play(state, "core").data).surged[0] == 0


# --- how effects ask


def test_the_lowest_number_is_asked_first(tmp_path: Path) -> None:
    """C13.6: Gardeners have 17, Brokers 5: B is asked before A."""
    effects = """{ when = "before:steward", who = "all", do = [{ gain = "credits", n = 1 }] }"""
    pack = card(effects, tmp_path)
    table = Table(2, pack=pack, powers=True).power("A", "Gardeners").power("B", "Brokers", surge=True)
    state = play(owned(table).state, "role=steward")
    assert (Position(state.data).step, Position(state.data).actor) == (Due.WINDOW, 1)
    state = play(state, "done")
    assert texts(state) == {"done", "use=probe"}
    before = credits_of(state, "B")
    after = play(state, "use=probe")
    assert credits_of(after, "B") == before + 1
    # It works once in a role.
    assert Position(after.data).step != Due.WINDOW


def test_an_effect_is_paid_wholly(tmp_path: Path) -> None:
    """A token out of the game, a resource of choice, a ship of the board to the supply, a card to its pile."""
    effects = (
        '{ when = "before:steward", cost = { token = 1, any = 1, fighter = 1, card = 1, credits = 2 },'
        ' do = [{ score = "galaxy" }] }'
    )
    table = owned(Table(2, pack=card(effects, tmp_path), powers=True)).power("A", "Delvers").power("B", "Brokers")
    state = play(table.purse("A", credits=3, metal=1).state, "role=steward")
    while "use=probe" not in texts(state):
        state = play(state, "done")
    state = play(state, "use=probe")
    assert (credits_of(state, "A"), Position(state.data).spent[0], Position(state.data).stock[0]) == (1, 1, 15)
    assert texts(state) == {"resource=metal"}
    refusal = parse_action("resource=energy", state)
    assert state.why_not(refusal) is Reason.NO_RESOURCES
    state = play(state, "resource=metal")
    assert texts(state) == {"from=a1"}
    supply = Position(state.data).supply[0][0]
    state = play(state, "from=a1")
    assert Position(state.data).supply[0][0] == supply + 1
    held = texts(state)
    assert all(text.startswith("discard=") for text in held)
    state = play(state, min(held))
    assert throne(state, "A")[4] == 1


def test_an_effect_that_cannot_be_paid_or_whose_test_fails_is_refused(tmp_path: Path) -> None:
    effects = (
        '{ when = "before:steward", cost = { credits = 9 }, do = [{ score = "token" }] },'
        '{ when = "before:steward", if = [["planets", ">=", 5]], do = [{ score = "token" }] },'
        '{ when = "before:merchant", do = [{ score = "token" }] },'
        '{ when = "before:steward", who = "others", do = [{ gain = "credits", n = 1 }] }'
    )
    table = owned(Table(2, pack=card(effects, tmp_path), powers=True)).power("A", "Gardeners").power("B", "Delvers")
    state = play(table.purse("A", credits=3).state, "role=steward")
    assert Position(state.data).actor == 0
    assert texts(state) == {"done", "use=probe.4"}
    for text, reason in {
        "use=probe": Reason.NO_PRICE,
        "use=probe.2": Reason.NOT_MET,
        "use=probe.3": Reason.NOT_NOW,
        "use=brokers.core": Reason.NOT_OWNED,
        "use=gardeners.surge": Reason.OTHER_SIDE,
        "core": Reason.NO_FLIP,
    }.items():
        assert state.why_not(parse_action(text, state)) is reason, text


def test_a_technology_that_does_not_act_is_refused_and_was_never_used(tmp_path: Path) -> None:
    """S67: with powers and `technologies=False`."""
    pack = card('{ when = "during:build", do = [{ gain = "credits" }] }', tmp_path)
    state = owned(Table(2, pack=pack, powers=True, technologies=False)).role("engineer")
    while Position(state.data).step != Due.BUILD:
        state = play(state, "done")
    with pytest.raises(IllegalActionError, match=r"use=probe: Probe is a technology, and they don't act in this game"):
        play(state, "use=probe")
    p = Position(bytearray(state.data))
    p.used[state.board.arguments[Verb.USE].index("probe")] = 1
    with pytest.raises(SetupError, match=r"probe was used, and technologies don't act \(S67\)"):
        position(state.pack, bytes(p.data), state.ply)


def test_a_card_is_taken_openly(tmp_path: Path) -> None:
    """S66: who gives it says which; all know it from then on."""
    effects = """{ when = "before:steward", do = [{ take = "card" }] }"""
    table = owned(Table(2, pack=card(effects, tmp_path), powers=True)).power("A", "Gardeners").power("B", "Delvers")
    state = play(table.state, "role=steward")
    state = play(state, "use=probe against=B")
    assert state.to_act == (1,)
    held = min(texts(state))
    given = play(state, held)
    number_of = given.board.arguments[Verb.DISCARD].index(held.partition("=")[2])
    assert Position(given.view(1).data).place[number_of] == IN_HAND


def test_several_cards_are_taken_from_one_opponent(tmp_path: Path) -> None:
    """C16.14: `against` names the opponent from whom they are taken, once; the second hand is left alone."""
    effects = """{ when = "before:steward", do = [{ take = "card", n = 5 }] }"""
    table = owned(Table(3, pack=card(effects, tmp_path), powers=True))
    state = play(at_probe(table.state, "role=steward"), "use=probe against=B")
    for left in (2, 1, 0):
        assert state.to_act == (1,)
        assert State.of(state.pack, state.data, state.ply) == state
        state = play(state, min(texts(state)))
        assert [*Position(state.data).place[: state.board.n_cards]].count(IN_HAND + 1) == left
    assert Position(state.data).step == Due.STEWARD
    assert [*Position(state.data).place[: state.board.n_cards]].count(IN_HAND) == 6


def test_a_ship_that_is_built_on_a_starbase_goes_to_no_colony() -> None:
    """C16.14: Frontier Yards deploy to colonies (C7.3), and Automated Yards say starbase."""
    table = Table(3, powers=True).power("A", "Gardeners").power("B", "Delvers").power("C", "Exiles")
    owned(owned(table, "Frontier Yards"), "Automated Yards").tile("b2", "1p").tile("b4", "1p1m")
    table.token("A", "b2").token("A", "b4", starbase=True).purse("A", polymers=1)
    state = play(table.state, "role=engineer")
    while "use=automated-yards" not in texts(state):
        state = play(state, "done")
    assert texts(play(state, "use=automated-yards")) == {"at=a1", "at=b4", "done"}


def test_who_gave_all_away_for_an_effect_trades_nothing(tmp_path: Path) -> None:
    """C16.4: who has nothing to sell and can buy nothing isn't asked."""
    effects = """{ when = "during:trade", cost = { any = 1 }, do = [{ score = "token" }] }"""
    table = owned(Table(2, pack=card(effects, tmp_path), powers=True)).power("A", "Gardeners").power("B", "Delvers")
    state = play(table.purse("A", metal=1).purse("B", metal=1).state, "role=merchant")
    while "use=probe" not in texts(state):
        state = play(state, "metal=0" if "metal=0" in texts(state) else min(texts(state)))
    state = play(state, "use=probe resource=metal")
    assert Position(state.data).step != Due.TRADE


def test_influence_that_is_no_token_wins_the_throne_and_no_colony(tmp_path: Path) -> None:
    """S63: A's three count in the conflict; on a planet nothing of them is left, on the Throne they are enough."""
    effects = """{ when = "before:regent", do = [{ influence = 3 }] }"""
    pack = card(effects, tmp_path)
    for place, crowned in (("a2", False), ("throne", True)):
        table = owned(Table(2, pack=pack, powers=True)).power("A", "Gardeners").power("B", "Delvers")
        table.scored("A", 16).purse("A").purse("B")
        state = play(table.state, "role=regent use=probe")
        assert Position(state.data).sway[0] == 3
        while Position(state.data).step == Due.PUT:
            state = play(state, f"put={place}" if Position(state.data).actor == 0 else "put=d2")
        assert token(state, "a2") == ""
        assert token(state, "d2") == "B*"
        assert (Position(state.data).emperor == 0) == crowned


def test_numbers_of_a_battle_end_with_it_and_serve_their_owner() -> None:
    """Feint Drills: A's three fighters fight as four more, C's in the same battle as they are (C10.3)."""
    table = Table(3, powers=True).power("A", "Gardeners").power("B", "Delvers").power("C", "Exiles")
    table.ships("A", "fighter", "b1", 3).ships("B", "fighter", "b2", 2)
    state = play(owned(table, "Feint Drills").state, "role=warlord")
    while "battle=b" not in texts(state):
        state = play(state, "done")
    state = play(state, "battle=b against=B")
    while "use=feint-drills" not in texts(state):
        state = play(state, "done" if "done" in texts(state) else "decline")
    state = play(state, "use=feint-drills")
    assert [*Position(state.data).force] == [6, 2]
    state = play(state, "A:tactics=0 A:weapons=0 B:tactics=0 B:weapons=0")
    while Position(state.data).sector != 255:
        state = play(state, "done")
    assert not any(map(any, Position(state.data).for_battle))


def test_who_takes_no_part_in_a_battle_uses_no_effect_there(tmp_path: Path) -> None:
    """C16.13: a position where C's effect is half done in a battle of A and B can't be."""
    pack = card('{ when = "battle:begin", do = [{ remove = "ship", where = "sector" }] }', tmp_path)
    table = Table(3, pack=pack, powers=True).power("A", "Gardeners").power("B", "Delvers").power("C", "Exiles")
    state = play(owned(table.ships("A", "fighter", "b1").ships("B", "fighter", "b2")).state, "role=warlord")
    while "battle=b" not in texts(state):
        state = play(state, "done")
    state = play(state, "battle=b against=B")
    while "use=probe" not in texts(state):
        state = play(state, "done")
    state = play(state, "use=probe")
    assert texts(state) == {"done", "hit=b2"}
    p = Position(bytearray(state.data))
    p.place[state.board.n_cards - 1] = OWNED + 2
    p.actor = 2
    with pytest.raises(SetupError, match=r"C uses an effect, and takes no part in the battle \(C16\.13\)"):
        position(state.pack, bytes(p.data), state.ply)
    with pytest.raises(SetupError):
        State.of(state.pack, bytes(p.data), state.ply)


@pytest.mark.parametrize("who", ["owner", "side"])
def test_c10_3_the_dial_of_a_side_is_changed_by_its_leader_or_by_cards_for_the_side(who: str, tmp_path: Path) -> None:
    """A is an ally of B: A's card changes B's dial only if it says that it serves the side."""
    effects = f'{{ when = "battle:open", who = "{who}", do = [{{ dial = "weapons", add = 1 }}] }}'
    table = owned(Table(3, pack=card(effects, tmp_path), powers=True))
    for seat, name in zip("ABC", ("Gardeners", "Delvers", "Exiles"), strict=True):
        table.power(seat, name).ships(seat, "fighter", "b1")
    state = play(table.state, "role=warlord")
    wanted = {0: ("join=B",), 1: ("battle=b", "against=C", "ally=A")}
    while Position(state.data).step not in (Due.WINDOW, Due.HIT, Due.SHIFT, Due.COLONIZE):
        player = state.to_act[0]
        legal = texts(state, player)
        choice = next((text for text in wanted.get(player, ()) if text in legal), "done" if "done" in legal else "")
        state = state.after(parse_action(choice or min(legal), state), player)
    assert ("use=probe" in texts(state, state.to_act[0])) == (who == "side")


def test_the_whole_turn_of_an_exchange() -> None:
    """Futures: 1 metal for 4 credits, twice."""
    table = Table(2, powers=True).power("A", "Gardeners").power("B", "Delvers").purse("A", metal=3)
    state = play(owned(table, "Futures").state, "role=merchant")
    while Position(state.data).step != Due.TRADE or Position(state.data).actor != 0:
        state = play(state, "done" if "done" in texts(state) else min(texts(state)))
    state = play(state, "use=futures")
    assert texts(state) == {"done", "use=futures"}
    state = play(state, "use=futures")
    assert (credits_of(state, "A"), resources_of(state, "A")) == (8, (0, 1, 0))
    assert "use=futures" not in texts(state)
    assert Position(state.data).step == Due.TRADE


# --- what packs may not say


WRONG = {
    "tests for ever": ('when = "always", if = [["planets", ">=", 1]]', 'number = "room", add = 1', "if has no meaning"),
    "for ever for the chooser": ('when = "always", who = "chooser"', 'number = "room", add = 1', "who is 'chooser'"),
    "a side out of battle": ('when = "before:steward", who = "side"', 'gain = "metal"', "who is 'side', and there"),
    "a battle out of battle": ('when = "before:warlord", until = "battle"', 'number = "room", add = 1', "until is"),
    "a must of choice": ('when = "before:steward", must = true', 'gain = "any"', "gain asks for something"),
    "a must beside steps": ('when = "during:build", must = true', 'gain = "metal"', "must has no meaning at"),
    "a move for all": ('when = "before:steward", who = "all"', 'move = "ship"', "move serves one player, not all"),
    "cards from each": ('when = "before:steward"', 'take = "card", from = "each"', "a card is taken from one opponent"),
    "a measure for ever": (
        'when = "always"',
        'number = "room", add = { per = "planets", each = 1 }',
        "what works always changes by a number",
    ),
    "ships for credits": ('when = "always"', 'price = "cruiser", less = 1, in = "credits"', "in is 'credits'"),
    "a table for a word": (
        'when = "after:explorer"',
        "gain = { metal = 1 }",
        "gain is one of credits, polymers, metal, energy, any, not {'metal': 1}",
    ),
    "technologies in metal": ('when = "always"', 'price = "technology", less = 1, in = "metal"', "is paid by its type"),
}


@pytest.mark.parametrize("case", WRONG)
def test_effects_that_make_no_sense_are_refused(case: str) -> None:
    head, do, message = WRONG[case]
    table = TomlTable.parse(f"effects = [{{ {head}, do = [{{ {do} }}] }}]", "x.toml")
    with pytest.raises(SetupError) as caught:
        read_effects(table, "effects")
    assert message in str(caught.value)


def test_a_number_changes_by_no_more_than_a_byte_has(tmp_path: Path) -> None:
    effects = ", ".join(['{ when = "always", do = [{ number = "room", add = 9 }] }'] * 7)
    with pytest.raises(SetupError, match="change room by 63 in all, more than 60"):
        card(effects, tmp_path)


# --- games with many cards


def rich(players: int, seed: int, **options: Any) -> State:
    """A game after set-up in which most technologies are owned, and powers are on both sides."""
    stream = SplitMix64(seed)
    table = Table(players, powers=True, seed=seed, **options)
    names = [each.name for each in load_pack("house").value.content.technologies]
    state = table.state
    for number_of, name in enumerate(names):
        if Position(state.data).place[number_of] == 0 and stream.below(4):
            table.card(name, "owned", "ABCD"[stream.below(players)])
    for seat in range(players):
        table.purse("ABCD"[seat], credits=stream.below(30))
    return table.state


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {"own_cap": True, "spare_hits": True})])
def test_the_laws_hold_where_most_cards_are_owned(players: int, options: dict[str, Any]) -> None:
    state = rich(players, players, **options)
    before, stream = None, SplitMix64(players)
    for _ in range(400):
        assert [*broken(state, before)] == []
        if Position(state.data).step >= Due.WINDOW:
            assert State.of(state.pack, state.data, state.ply) == state
        before = state
        if not state.to_act:
            break
        if state.to_act == (CHANCE,):
            state = state.after(stream.draw(state.odds()), CHANCE)
            continue
        player = stream.choice(state.to_act)
        legal = state.legal_actions(player)
        uses = [action for action in legal if action.verb is Verb.USE]
        state = state.after(stream.choice(uses if uses and stream.below(2) else legal), player)


def part_of_the_docs() -> str:
    """What the docs say of cards of one's own."""
    page = Path(__file__).parents[2] / "docs" / "empire_of_the_stars.md"
    if not page.is_file():
        pytest.skip("the docs aren't part of the source distribution")
    return page.read_text(encoding="utf-8").partition("## Cards of your own\n")[2].partition("\n## ")[0]


def test_the_docs_say_what_each_verb_takes_and_when_it_works() -> None:
    """Each example is read at the moments of its row, and at no other."""
    told = dict[str, set[str]]()
    windows = ("before:", "after:", "during:")
    ranges = {"windows": windows, "battles": ("battle:",)}
    for line in part_of_the_docs().split("\n"):
        if not line.startswith("| `{ "):
            continue
        example, _, when = line.strip("| ").split(" | ")
        words = [word.strip("`") for word in when.split(", ")]
        starts = tuple(start for word in words for start in ranges.get(word, (word,)))
        moments = {moment for moment in MOMENTS if moment.startswith(starts)}
        for verb in re.findall(r"`\{ (.*?) \}`", example):
            told[verb.partition(" ")[0]] = moments
            for moment in moments:
                table = TomlTable.parse(f'effects = [{{ when = "{moment}", do = [{{ {verb} }}] }}]', "docs")
                read_effects(table, "effects")
                table.check_all_read()
    assert told == {verb: {moment for moment in MOMENTS if works_at(verb, moment)} for verb in VERBS}


def test_the_docs_name_every_word_of_an_effect() -> None:
    words = {word for code in re.findall("`([^`\n]*)`", part_of_the_docs()) for word in re.findall(r"[\w.:]+", code)}
    stand_for = {"TYPE": (*SHIP_TYPES, *TYPES), "RESOURCE": RESOURCES, "ROLE": ROLES, "STEP": STEPS}
    for word in {*words}:
        start, _, end = word.replace(":", ".").rpartition(".")
        words |= {f"{word[: len(start) + 1]}{each}" for each in stand_for.get(end, ())}
    assert {*MOMENTS, *NUMBERS, *PRICES, *COSTS, *SERVED, *UNTIL, *TESTS[len(MEASURES) :]} <= words


def test_the_cards_of_the_docs_are_read(tmp_path: Path) -> None:
    """The technology scores a token after Merchant, the power begins with a cruiser, as the page says."""
    cards = part_of_the_docs().partition("```toml\n")[2].partition("```")[0]
    text = HOUSE.read_text(encoding="utf-8").replace('name = "house"', 'name = "mine"', 1)
    (tmp_path / "mine.toml").write_text(f"{text}\n{cards}", encoding="utf-8")
    pack = load_pack(tmp_path / "mine.toml")
    table = owned(Table(2, pack=pack, powers=True), "Trade Guild").power("A", "Gardeners").power("B", "Delvers")
    state = play(table.purse("A", credits=4).purse("B").state, "role=merchant")
    while "use=trade-guild" not in texts(state):
        state = play(state, "done" if "done" in texts(state) else min(texts(state)))
    before = sum(throne(state, "A"))
    assert sum(throne(play(state, "use=trade-guild"), "A")) > before
    assert pack.value.content.powers[-1].fleet == (0, 1, 0)
    # The text of a start is edited, to try both.
    text = format_state(new_game(players=2, pack=pack, powers=True, seed=4))
    text = re.sub(r"A\.1=[a-z-]+", "A.1=corsairs", text)
    text = re.sub(r"^(place: .*?)[a-z-]+=hand-A (.*)$", r"\1\2 trade-guild=owned-A", text, flags=re.MULTILINE)
    state = play(parse_state(text), "A:power=corsairs")
    while Position(state.data).step != Due.ROLE:
        state = play(state, min(texts(state)))
    assert [*Position(state.data).supply[0]] == [8, 3, 2]
    assert "owns Trade Guild" in to_text(state)
