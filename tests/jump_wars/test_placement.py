"""Positions made by hand: those that play reaches pass, and each other one is refused with its clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from tests.jump_wars.steps import (
    FRESH,
    LATER,
    SCENES,
    dealt,
    decided,
    holding,
    learned,
    meeting,
    raised,
)
from tests.profiles import by_profile

from sse_core.errors import SetupError
from sse_core.jump_wars.actions import Verb
from sse_core.jump_wars.board import N_SPACES, Space
from sse_core.jump_wars.cards import N_CARDS, Card
from sse_core.jump_wars.options import Options
from sse_core.jump_wars.positions.checks import check_position
from sse_core.jump_wars.positions.laws import Law
from sse_core.jump_wars.positions.makers import new_game, position
from sse_core.jump_wars.positions.position import (
    NO_CARDS,
    NOBODY,
    NOTHING_WRITTEN,
    Battle,
    Deal,
    Due,
    Offer,
    Order,
    Player,
    Position,
    WrittenOrders,
    changed,
    decide,
    with_fleets,
    with_player,
)
from sse_core.jump_wars.state import State
from sse_core.jump_wars.strategies import random_state
from sse_core.jump_wars.text.shapes import MAX_BOOST, MAX_FLEETS, MAX_LEVEL, MAX_ROUND, MAX_STACK, MAX_TOKENS
from sse_core.seeds import SplitMix64

Change = Callable[[Position], Position]


def of(name: str, **changes: Any) -> Position:
    """Return the position of a step with other fields."""
    return SCENES[name]()._replace(**changes)


def of_player(name: str, seat: int, **changes: Any) -> Position:
    """Return the position of a step in which a player has other things."""
    return with_player(SCENES[name](), seat, **changes)


def of_written(name: str, seat: int, **changes: Any) -> Position:
    """Return the position of a step in which a player has written something else."""
    p = SCENES[name]()
    return with_player(p, seat, written_orders=p.players[seat].written_orders._replace(**changes))


def of_offer(name: str, **changes: Any) -> Position:
    """Return the position of a step with another offer."""
    p = SCENES[name]()
    assert p.offer is not None
    return p._replace(offer=p.offer._replace(**changes))


def of_battle(name: str, **changes: Any) -> Position:
    """Return the position of a step with another battle."""
    p = SCENES[name]()
    assert p.battle is not None
    return p._replace(battle=p.battle._replace(**changes))


def of_deal(**changes: Any) -> Position:
    """Return the position in which B has dealt and C is to deal, with another deal of B."""
    p = SCENES["deal, second"]()
    assert p.battle is not None
    return p._replace(battle=p.battle._replace(deals=(p.battle.deals[0]._replace(**changes),)))


def sealing(p: Position) -> Position:
    """Return the position in a game whose deals are sealed."""
    return p._replace(options=replace(p.options, simultaneous=True))


def boosted_at_deal(seat: int) -> Position:
    """Return the position in which B has dealt and C is to deal, with a sealed boost."""
    p = SCENES["deal, second"]()
    written = p.players[seat].written_orders._replace(boosts=(Card.JUMP,))
    return with_player(p, seat, written_orders=written)._replace(unseen=changed(p.unseen, Card.JUMP, -1))


def laid(p: Position, space: int, kind: Space) -> Position:
    """Return the position with another counter in a space."""
    return p._replace(spaces=(*p.spaces[:space], kind, *p.spaces[space + 1 :]))


def test_a_battle_without_the_neutral_side_passes() -> None:
    check_position(without_neutral(SCENES["deal"]()))


def homes(*spaces: int) -> Position:
    """Return a later position with Homeworlds of A, B and C elsewhere; the counters from there are where they were."""
    p = LATER
    for old, new in zip(p.homeworlds, spaces, strict=True):
        p = laid(laid(p, old, p.spaces[new]), new, Space.HOMEWORLD)
    return p._replace(homeworlds=spaces)


def order(origin: int, target: int, fleets: int, *, void: bool = False) -> Order:
    """Return an order from a space to another one."""
    return Order(origin, target, fleets, void)


def plus(cards: tuple[int, ...], card: Card, by: int = 1) -> tuple[int, ...]:
    """Return card counts with some more of a kind."""
    return changed(cards, card, by)


# --- what passes


@pytest.mark.parametrize("name", SCENES)
def test_a_position_of_each_step_passes(name: str) -> None:
    p = SCENES[name]()
    assert check_position(p) is p
    assert position(p, 3) == State.of(p, 3)


def test_a_hidden_deal_and_a_boost_sealed_with_a_deal_pass() -> None:
    check_position(sealing(of_deal(bombs=0, force=0, points=())))
    check_position(sealing(boosted_at_deal(1)))


def test_the_scenes_have_every_step() -> None:
    assert {scene().step for scene in SCENES.values()} == {*Due}


@pytest.mark.parametrize("name", SCENES)
def test_a_view_of_each_step_passes_and_so_does_what_follows(name: str) -> None:
    """Ten actions are looked ahead in the view of each player."""
    stream = SplitMix64(len(name))
    for viewer in range(3):
        state = State.of(SCENES[name](), 0).view(viewer)
        for _ in range(10):
            check_position(state.position)
            if not state.to_act:
                break
            player = stream.choice(state.to_act)
            state = state.after(stream.choice(state.legal_ids(player)), player)


def assert_play_passes(seed: int, plies: int) -> set[Due]:
    """Play on from a position that was made up; assert that all positions, views and samples pass; return the steps."""
    stream = SplitMix64(seed)
    state = random_state(stream.below)
    steps = set[Due]()
    for _ in range(plies):
        steps.add(state.position.step)
        check_position(state.position)
        for viewer in range(state.players):
            check_position(state.view(viewer).position)
        viewer = stream.below(state.players)
        sample = state.sample(viewer, stream)
        check_position(sample.position)
        assert sample.view(viewer) == state.view(viewer)
        if not state.to_act:
            break
        player = stream.choice(state.to_act)
        state = state.after(stream.choice(state.legal_ids(player)), player)
    return steps


@pytest.mark.ci
def test_what_play_reaches_passes() -> None:
    """From 20 or 60 positions on, of 2 to 5 players, both grids and all options; all steps come up."""
    steps = set[Due]()
    for seed in range(115, 115 + by_profile(dev=20, ci=60)):
        steps |= assert_play_passes(seed, 30)
    assert steps >= {*Due} - {Due.START}


@pytest.mark.nightly
def test_what_long_play_reaches_passes() -> None:
    for seed in range(1_000, 1_500):
        assert_play_passes(seed, 200)


# --- what is refused

TYPES: dict[str, tuple[Callable[[], Position], str]] = {
    "options": (lambda: of("draw", options=None), "options is Options, not NoneType"),
    "step": (lambda: of("draw", step="draw"), "step is Due, not str"),
    "players in a list": (lambda: of("draw", players=list(LATER.players)), "players is a tuple, not list"),
    "a player": (lambda: of("draw", players=(1, 2)), "players has Player entries, not int"),
    "spaces": (lambda: of("draw", spaces=(0,) * N_SPACES), "spaces has Space entries, not int"),
    "fleets": (lambda: of("draw", fleets=([],) * 4), "fleets has tuple entries, not list"),
    "a fleet": (lambda: of("draw", fleets=((None,) * N_SPACES,) * 4), "fleets has int entries, not NoneType"),
    "turn": (lambda: of("draw", turn=2.0), "turn is an integer, not float"),
    "begun": (lambda: of("draw", begun=1), "begun is True or False, not 1"),
    "used": (lambda: of("draw", used=set()), "used is a frozenset, not set"),
    "a verb": (lambda: of("draw", used=frozenset({"take"})), "used has Verb entries, not str"),
    "draft": (lambda: of("draw", draft=(True,)), "draft is an integer, not bool"),
    "led": (lambda: of_player("draw", 0, led=0), "led is True or False, not 0"),
    "learned": (lambda: of_player("draw", 0, learned=frozenset({21})), "learned has Card entries, not int"),
    "written_orders": (
        lambda: of_player("draw", 0, written_orders=None),
        "written_orders is WrittenOrders, not NoneType",
    ),
    "order": (lambda: of_written("orders", 0, orders=((0, 1, 2),)), "orders has Order entries, not tuple"),
    "void": (lambda: of_written("orders", 0, orders=(Order(0, 10, 1, void=1),)), "void is True or False, not 1"),  # type: ignore[arg-type]
    "sealed": (lambda: of_written("orders", 0, boosts=(1,)), "written boosts has Card entries, not int"),
    "offer": (lambda: of("answer", offer=(0, 1)), "offer is Offer, not tuple"),
    "give": (lambda: of_offer("answer", give=(1,)), "give has Card entries, not int"),
    "alliance": (lambda: of("orders", alliance=[0, 1]), "alliance is a tuple, not list"),
    "battle": (lambda: of("deal", battle=()), "battle is Battle, not tuple"),
    "damage": (lambda: of_battle("deal", damage=([], [], [], [])), "damage has tuple entries, not list"),
    "groups": (lambda: of_battle("deal", groups=[(1, 0)]), "groups is a tuple, not list"),
    "deals": (lambda: of_battle("deal", deals=((1, 0, 0, ()),)), "deals has Deal entries, not tuple"),
}
"""A position with a field of the wrong type, and the error, by what is wrong."""

SHAPES: dict[str, tuple[Callable[[], Position], str]] = {
    "players": (lambda: of("draw", players=(Player(),)), "there are 1 players, not 2 to 5 (J1.3)"),
    "six players": (lambda: of("draw", players=(Player(),) * 6), "there are 6 players, not 2 to 5 (J1.3)"),
    "spaces": (lambda: of("draw", spaces=LATER.spaces[:99]), "spaces has 99 entries, not 100"),
    "homeworlds": (lambda: of("draw", homeworlds=(0, 9)), "homeworlds has 2 entries, not 3"),
    "a homeworld": (lambda: of("draw", homeworlds=(0, 9, 100)), "homeworlds is 100, not in 0 to 99"),
    "sides": (lambda: of("draw", fleets=LATER.fleets[:3]), "fleets has 3 entries, not 4"),
    "fewer fleets than none": (lambda: with_fleets(LATER, 0, 0, -6), "fleets is -1, not in 0 to 1000000"),
    "a huge number": (lambda: with_fleets(LATER, 0, 0, 10**5000), "fleets is an unprintable int, not in 0 to 1000000"),
    "fleets in all": (
        lambda: with_fleets(with_fleets(LATER, 0, 0, MAX_FLEETS - 10), 1, 9, 10),
        "there are 1000018 fleets, and a position has at most 1000000",
    ),
    "held": (lambda: of("draw", held=(4,) * N_SPACES), "held is 4, not in -1 to 3"),
    "unseen": (lambda: of("draw", unseen=(6,) * N_CARDS), "unseen is 6, not in 0 to 5"),
    "discard": (lambda: of("draw", discard=(0,)), "discard has 1 entries, not 26"),
    "start player": (lambda: of("draw", start_player=3), "start_player is 3, not in -1 to 2"),
    "actor": (lambda: of("draw", actor=-2), "actor is -2, not in -1 to 2"),
    "turn": (lambda: of("draw", turn=0), "turn is 0, not in 1 to 1000"),
    "due": (lambda: of("drawing", due=4), "due is 4, not in 0 to 3"),
    "sold": (lambda: of("mine", sold=75), "sold is 75, not in 0 to 74"),
    "level": (lambda: of_player("draw", 0, levels=(0,) * 12), "levels is 0, not in 1 to 10000"),
    "high level": (lambda: raised(LATER, 0, Card.JUMP, MAX_LEVEL), "levels is 10001, not in 1 to 10000"),
    "levels": (lambda: of_player("draw", 0, levels=(1,)), "levels has 1 entries, not 12"),
    "boosts": (lambda: of_player("draw", 0, boosts=(-1,) * 12), "boosts is -1, not in 0 to 100"),
    "high boosts": (lambda: of_player("draw", 0, boosts=(MAX_BOOST + 1,) * 12), "boosts is 101, not in 0 to 100"),
    "tokens": (lambda: of_player("draw", 0, tokens=-1), "tokens is -1, not in 0 to 1000000000"),
    "many tokens": (
        lambda: of_player("draw", 0, tokens=MAX_TOKENS + 1),
        "tokens is 1000000001, not in 0 to 1000000000",
    ),
    "hand": (lambda: of_player("draw", 0, hand=(0,) * 25), "hand has 25 entries, not 26"),
    "hidden": (lambda: of_player("draw", 0, hidden=75), "hidden is 75, not in 0 to 74"),
    "origin": (lambda: of_written("orders", 0, orders=(order(100, 0, 1),)), "origin is 100, not in 0 to 99"),
    "target": (lambda: of_written("orders", 0, orders=(order(0, -1, 1),)), "target is -1, not in 0 to 99"),
    "sealed lead": (lambda: of_written("orders", 0, led=12), "written led is 12, not in -1 to 11"),
    "giver": (lambda: of_offer("answer", giver=3), "giver is 3, not in 0 to 2"),
    "three cards": (
        lambda: of_offer("answer", give=(Card.ATTACK,) * 3),
        "give has 3 cards, and at most 2 can be (J4.6)",
    ),
    "three cards asked for": (
        lambda: of_offer("answer", ask=(Card.ATTACK,) * 3),
        "ask has 3 cards, and at most 2 can be (J4.6)",
    ),
    "pay": (lambda: of_offer("answer", pay=-1), "pay is -1, not in 0 to 1000000000"),
    "ally": (lambda: of("orders", alliance=(0, 3)), "alliance is 3, not in 0 to 2"),
    "allies": (lambda: of("orders", alliance=(0, 1, 2)), "alliance has 3 entries, not 2"),
    "round": (lambda: of_battle("deal", round=0), "round is 0, not in 1 to"),
    "late round": (
        lambda: of_battle("deal", round=MAX_ROUND + 1),
        "round is 100000001, not in 1 to 100000000",
    ),
    "stack": (
        lambda: of_written("final", 0, orders=(order(0, 10, MAX_STACK + 1),)),
        "fleets of an order is 65536, not in 0 to 65535",
    ),
    "kills": (lambda: of_battle("deal", kills=(0, 0)), "kills has 2 entries, not 4"),
    # Assimilation makes fleets of them (J2.7).
    "many kills": (lambda: of_battle("deal", kills=(MAX_FLEETS + 1, 0, 0, 0)), "kills is 1000001, not in 0 to 1000000"),
    "points": (lambda: of_deal(points=(0, 0, 0, -1)), "points is -1, not in 0 to"),
}
"""A position with a field of the wrong length or range."""

MAPS: dict[str, tuple[Callable[[], Position], str]] = {
    "five and the neutral": (
        lambda: new_game(players=5).position._replace(options=Options(neutral=True)),
        "a neutral Homeworld stands in games for up to 4, not 5 (J3.3)",
    ),
    "two in one space": (lambda: of("draw", homeworlds=(0, 0, 94)), "two Homeworlds are in one space (J1.3)"),
    "one on the neutral": (lambda: of("draw", homeworlds=(0, 44, 94)), "two Homeworlds are in one space (J1.3)"),
    "none in a space": (lambda: laid(LATER, 0, Space.VOID), "a1 is no Homeworld, and must be one (J1.3)"),
    "one of nobody": (lambda: laid(LATER, 1, Space.HOMEWORLD), "b1 is a Homeworld of nobody (J1.3)"),
    "counters": (
        lambda: LATER._replace(
            spaces=tuple(Space.STAR_FIELD if s is Space.NEBULA else s for s in LATER.spaces),
        ),
        "spaces are Star Field, and there are 20 counters (J1.2)",
    ),
    "a Homeworld elsewhere": (
        lambda: homes(0, 9, 93),
        "the Homeworld of C is not in e10, and can't jump (J1.3)",
    ),
    "a Homeworld far away": (
        lambda: learned(homes(30, 9, 94), 0, Card.PLANET_JUMP),
        "the Homeworld of A is more jumps from a1 than there were turns (J4.11)",
    ),
    "cut off": (
        lambda: cut_off(LATER),
        "Black Holes cut a Homeworld off (J1.3)",
    ),
}

PLAYERS: dict[str, tuple[Callable[[], Position], str]] = {
    "turn": (lambda: of("draw", turn=10), "turn is 10, and the limit is 9 (J3.4)"),
    "no start player": (lambda: of("draw", start_player=NOBODY), "draw is due without a start player (J1.5)"),
    "start player at the start": (lambda: of("start", start_player=0), "start is due with a start player (J1.5)"),
    "tokens at the start": (
        lambda: of_player("start", 0, tokens=1),
        "the start player is drawn before anybody has cards, levels or tokens (J1.4)",
    ),
    "a basic is learned": (lambda: learned(LATER, 0, Card.ATTACK), "A has learned Attack, which can't be (J2.3)"),
    "ruins are learned": (
        lambda: learned(LATER, 1, Card.PROGENITOR_RUINS),
        "B has learned Progenitor Ruins, which can't be (J2.3)",
    ),
    "led without a boost": (lambda: of_player("draw", 0, led=True), "A has used Leadership without a boost (J2.9)"),
    "led without Leadership": (
        lambda: of_player("draw", 1, led=True, boosts=(1,) * 12),
        "B has used Leadership without Leadership (J2.9)",
    ),
    "ally of the same player": (lambda: of("orders", alliance=(1, 1)), "an alliance is with another player (J2.2)"),
    "early alliance": (lambda: of("draw", alliance=(0, 1)), "there is an alliance already, and draw is due (J2.2)"),
    "cards": (
        lambda: of("draw", discard=plus(NO_CARDS, Card.JUMP)),
        "there are 6 cards Jump, not 5 (J1.5)",
    ),
    "a card too few": (
        lambda: of_player("draw", 2, hand=NO_CARDS),
        "there are 0 cards Genesis, not 1 (J1.5)",
    ),
    "a sealed card": (
        lambda: of_written("orders", 0, boosts=()),
        "there are 4 cards Attack, not 5 (J1.5)",
    ),
    "hidden": (
        lambda: with_player(emptied(), 0, hidden=1),
        "1 cards are hidden in hands, and 0 are unseen (J1.6)",
    ),
}

FLEETS: dict[str, tuple[Callable[[], Position], str]] = {
    "in a Black Hole": (
        lambda: with_fleets(LATER, 0, LATER.spaces.index(Space.BLACK_HOLE), 1),
        "e1 is a Black Hole, and fleets are or were there (J2.6)",
    ),
    "held Black Hole": (
        lambda: of("draw", held=changed(LATER.held, LATER.spaces.index(Space.BLACK_HOLE), 1)),
        "e1 is a Black Hole, and fleets are or were there (J2.6)",
    ),
    "first fleets": (lambda: with_fleets(FRESH, 1, 9, 1), "B begins with 5 fleets in j1 (J1.4)"),
    "first fleets elsewhere": (lambda: with_fleets(FRESH, 1, 8, 1), "B begins with 5 fleets in j1 (J1.4)"),
    "first neutral fleets": (lambda: with_fleets(FRESH, 3, 44, -1), "the neutral side begins with 3 fleets (J3.3)"),
    "held by nobody": (lambda: with_fleets(LATER, 0, 1, 1), "b1 is held by another side than has fleets there (J2.7)"),
    "held without fleets": (
        lambda: with_fleets(LATER, 0, 0, -5),
        "a1 is held by another side than has fleets there (J2.7)",
    ),
    "two sides before the Build phase": (
        lambda: with_fleets(LATER, 0, 9, 1),
        "j1 is held by another side than has fleets there (J2.7)",
    ),
    "built elsewhere": (
        lambda: with_fleets(SCENES["build"](), 0, 9, 1),
        "A has fleets in j1, which it did not hold, before the jumps (J2.5)",
    ),
    "two sides after the fights": (
        lambda: with_fleets(SCENES["final"](), 0, 9, 1),
        "two sides have fleets in j1 after the fights (J2.7)",
    ),
    "neutral fleets elsewhere": (
        lambda: with_fleets(with_fleets(SCENES["final"](), 3, 45, 1), 3, 44, -1),
        "the neutral side has at most 3 fleets, on its Homeworld, with the option `neutral` (J3.3)",
    ),
    "more neutral fleets": (
        lambda: with_fleets(SCENES["final"](), 3, 44, 1),
        "the neutral side has at most 3 fleets, on its Homeworld, with the option `neutral` (J3.3)",
    ),
    "neutral fleets without the option": (
        lambda: with_fleets(without_neutral(SCENES["final"]()), 3, 44, 1),
        "the neutral side has at most 3 fleets, on its Homeworld, with the option `neutral` (J3.3)",
    ),
    "held by the neutral side": (
        lambda: of("final", held=changed(LATER.held, 1, 4)),
        "the neutral side never holds b1 (J3.3)",
    ),
    "neutral fleets come back": (
        lambda: of("final", held=changed(LATER.held, 44, -4)),
        "the neutral side has fleets, and did not hold its Homeworld (J3.3)",
    ),
    "a holder for no turn": (
        lambda: holding(0),
        "the neutral Homeworld is held by a player for some turns, or by nobody for none (J3.3)",
    ),
    "too many turns": (lambda: holding(5), "the neutral Homeworld is held for 5 turns in turn 5 (J3.3)"),
    "another holder": (
        lambda: holding()._replace(neutral_holder=0),
        "the player who counts as the holder of the neutral Homeworld does not hold it (J3.3)",
    ),
    "no holder": (
        lambda: holding()._replace(neutral_holder=NOBODY, neutral_turns=0),
        "the player who counts as the holder of the neutral Homeworld does not hold it (J3.3)",
    ),
    "three turns": (lambda: holding(3), "the game goes on, and a player had won as the last turn ended (J3.1)"),
    "conquest": (
        lambda: conquered(),
        "the game goes on, and a player had won as the last turn ended (J3.1)",
    ),
    "over too early": (
        lambda: of("end", turn=8),
        "the game is over, and nobody has won, nor is it the last turn (J3.1)",
    ),
}

DECISIONS: dict[str, tuple[Callable[[], Position], str]] = {
    "no actor": (lambda: of("draw", actor=NOBODY), "draw is due of nobody (J4.2)"),
    "an actor of orders": (lambda: of("orders", actor=1), "orders is due of B alone (J4.2)"),
    "half made": (lambda: of("give", begun=False), "give is due, and the decision has not begun (J4.2)"),
    "begun at the start": (lambda: of("start", begun=True), "start is no decision that begins (J4.2)"),
    "begun at the end": (lambda: of("end", begun=True), "end is no decision that begins (J4.2)"),
    "thief": (lambda: of("steal", actor=1), "steal is due of B, whose Trade is not the highest (J1.7)"),
    "tied thief": (
        lambda: raised(SCENES["steal"](), 1, Card.TRADE, 1),
        "steal is due of A, whose Trade is not the highest (J1.7)",
    ),
    "diplomat": (lambda: of("alliance", actor=0), "alliance is due of A, whose Diplomacy is not the highest (J1.7)"),
    "spy": (lambda: of("rewrite", actor=2), "rewrite is due of C, whose Espionage is not the highest (J1.7)"),
    "saboteur": (lambda: of("sabotage", actor=1), "sabotage is due of B, who has not learned Sabotage (J2.3)"),
    "time jump": (lambda: of("negate, card", actor=2), "negate-card is due of C, who has not learned Time Jump (J2.3)"),
    "bomber": (
        lambda: of_player("bombs", 1, learned=frozenset()),
        "bombs is due of B, who has not learned Nova Bombs (J2.3)",
    ),
    "used": (
        lambda: of("drawn", used=frozenset({Verb.FIRE})),
        "a Draw decision uses `take`, `ruins` and `brains` (J2.1)",
    ),
    "used elsewhere": (
        lambda: of("tech", used=frozenset({Verb.TAKE}), begun=True),
        "cards are drawn, and tech is due (J2.1)",
    ),
    "due elsewhere": (lambda: of("tech", due=1), "cards are drawn, and tech is due (J2.1)"),
    "used before it began": (
        lambda: of("drawn", begun=False, due=0),
        "cards were drawn, and the decision has not begun (J4.2)",
    ),
    "brains": (
        lambda: of("drawing", used=frozenset({Verb.BRAINS}), due=1),
        "B has not learned Positronic Brains (J2.1)",
    ),
    "due without use": (lambda: of("draw", due=1, begun=True), "1 cards are due, and at most 0 can be (J2.1)"),
    "three of the ruins": (
        lambda: of("drawing", used=frozenset({Verb.RUINS}), due=3),
        "3 cards are due, and at most 2 can be (J2.1)",
    ),
    "an empty deck": (
        lambda: emptied()._replace(begun=True, used=frozenset({Verb.TAKE}), due=1),
        "1 cards are due, and the deck is empty (J4.4)",
    ),
    "sold elsewhere": (
        lambda: of("build", sold=1),
        "1 cards were discarded in this Mine decision, which can't be (J2.4)",
    ),
    "sold and not discarded": (
        lambda: of("mine", sold=3),
        "3 cards were discarded in this Mine decision, which can't be (J2.4)",
    ),
    "a draft": (lambda: of("draw", draft=(1,)), "draw is due with 1 drafted numbers, not 0 (J5)"),
    "no draft": (lambda: of("sabotage, space", draft=()), "sabotage-space is due with 0 drafted numbers, not 1 (J5)"),
    "counted": (lambda: of("draw", counted=99), "a number is counted, and draw is due (J5)"),
    "counted out of step": (lambda: of("bombs in parts", counted=98), "98 is no part of a number up to 250 (J5)"),
    "counted too far": (lambda: of("bombs in parts", counted=297), "297 is no part of a number up to 250 (J5)"),
    "victim": (lambda: of("theft", draft=(0,)), "a card is stolen from another player who has one (J2.2)"),
    "neutral victim": (lambda: of("theft", draft=(3,)), "a card is stolen from another player who has one (J2.2)"),
    "victim without cards": (
        lambda: without_cards(of("theft", draft=(2,)), 2),
        "a card is stolen from another player who has one (J2.2)",
    ),
    "sabotaged side": (lambda: of("sabotage, space", draft=(4,)), "a fleet is sabotaged of a side that has one (J2.5)"),
    "sabotaged side without fleets": (
        lambda: with_fleets(SCENES["sabotage, card"](), 1, 9, -5),
        "a fleet is sabotaged of a side that has one (J2.5)",
    ),
    "sabotaged space": (
        lambda: of("sabotage, card", draft=(1, 8)),
        "no fleet of B is in the space of the sabotage (J2.5)",
    ),
    "sabotaged space off the board": (
        lambda: of("sabotage, card", draft=(1, 100)),
        "no fleet of B is in the space of the sabotage (J2.5)",
    ),
    "no card to sabotage with": (
        lambda: without_cards(SCENES["sabotage, card"](), 0),
        "A has no card to discard for it (J4.5)",
    ),
    "no card to negate with": (
        lambda: without_cards(SCENES["negate, order"](), 0),
        "A has no card to discard for it (J4.5)",
    ),
    "no order to rewrite": (lambda: of_written("rewrite", 0, orders=()), "A has no order to rewrite (J2.6)"),
    "rewrite in parts": (lambda: of("rewrite", counted=99), "99 is no part of a number up to 2 (J5)"),
    "place": (lambda: of("rewriting", draft=(2,)), "the order to rewrite has no place among the orders of A (J2.6)"),
    "nothing taken off": (
        lambda: of_written("rewriting", 0, orders=(order(0, 10, 1), order(0, 10, 1))),
        "A has taken no order out (J2.6)",
    ),
    "order of the neutral": (lambda: of("negate, order", draft=(3,)), "an order of a player is negated (J2.6)"),
    "no order to negate": (lambda: of("negate, order", draft=(1,)), "B has no such order to negate (J2.6)"),
    "no such order": (lambda: of("negate, card", draft=(0, 2)), "A has no such order to negate (J2.6)"),
    "negate in parts": (lambda: of("negate, order", counted=99), "99 is no part of a number up to 2 (J5)"),
    "hand after discarding": (
        lambda: dealt(SCENES["final"](), 1, Card.COMMAND, Card.COMMAND, Card.COMMAND),
        "B has discarded down, and has 5 cards (J2.8)",
    ),
}

OFFERS: dict[str, tuple[Callable[[], Position], str]] = {
    "no offer": (lambda: of("answer", offer=None), "answer is due without an offer (J2.2)"),
    "offer elsewhere": (lambda: of("tech", offer=Offer(0, 1)), "tech is due with an offer (J2.2)"),
    "option": (
        lambda: of("give", options=replace(LATER.options, trade=False)),
        "give is due, and the option `trade` is off (J2.2)",
    ),
    "to the same player": (lambda: of_offer("pay", receiver=0), "an offer is to another player (J4.6)"),
    "another giver": (
        lambda: of_offer("ask", giver=1, receiver=0),
        "ask is due of A, and the offer is from B to A (J4.6)",
    ),
    "another receiver": (
        lambda: of_offer("answer", receiver=2),
        "answer is due of B, and the offer is from A to C (J4.6)",
    ),
    "not in hand": (
        lambda: of_offer("pay", give=(Card.JUMP,)),
        "A offers cards that are not in the hand, or not in order (J4.6)",
    ),
    "not so often": (
        lambda: of_offer("pay", give=(Card.NOVA_BOMBS, Card.NOVA_BOMBS)),
        "A offers cards that are not in the hand, or not in order (J4.6)",
    ),
    "out of order": (
        lambda: of_offer("pay", give=(Card.NOVA_BOMBS, Card.ATTACK)),
        "A offers cards that are not in the hand, or not in order (J4.6)",
    ),
    "asked out of order": (
        lambda: of_offer("answer", ask=(Card.GENESIS, Card.TRADE)),
        "the cards asked for are not in order, or more than there are (J4.6)",
    ),
    "asked for two copies": (
        lambda: of_offer("answer", ask=(Card.GENESIS, Card.GENESIS)),
        "the cards asked for are not in order, or more than there are (J4.6)",
    ),
    "pay": (lambda: of_offer("answer", pay=251), "A has 250 RT, and is to pay 251 (J4.6)"),
    "charge": (lambda: of_offer("answer", charge=13), "B has 12 RT, and is to pay 13 (J4.6)"),
    "pay in parts": (lambda: of_offer("pay", pay=98), "98 is no part of a number up to 250 (J5)"),
    "charge in parts": (
        lambda: with_player(of_offer("charge in parts", charge=99), 0, tokens=99),
        "99 is no part of a number up to 99 (J5)",
    ),
    "a later part": (lambda: of_offer("give", pay=3), "give is due, and a later part of the offer is written (J4.6)"),
    "the last part": (lambda: of_offer("ask", charge=3), "ask is due, and a later part of the offer is written (J4.6)"),
    "two cards": (
        lambda: of_offer("give", give=(Card.ATTACK, Card.ATTACK)),
        "give is due, and two cards are written (J4.6)",
    ),
    "empty": (
        lambda: of_offer("charge", receiver=2, ask=()),
        "both sides of the offer are empty, and C has no RT (J4.6)",
    ),
}

WRITTEN: dict[str, tuple[Callable[[], Position], str]] = {
    "early orders": (lambda: of_written("draw", 1, done=True), "B has written orders, and draw is due (J2.6)"),
    "late orders": (
        lambda: of_player("final", 2, written_orders=NOTHING_WRITTEN),
        "what C has written is not open, and final is due (J2.6)",
    ),
    "late lead": (
        lambda: of_written("espionage", 0, led=1),
        "what A has written is not open, and espionage is due (J2.6)",
    ),
    "lines": (
        lambda: of_written("final", 0, orders=(order(0, 10, 1),) * 41),
        "A has 41 orders, and 40 is the most (J4.10)",
    ),
    "written after it is done": (lambda: of_written("orders, done", 0, draft=(0,)), "A writes no order now (J2.6)"),
    "written by another": (lambda: of_written("rewriting", 1, draft=(9,)), "B writes no order now (J2.6)"),
    "sealed special": (
        lambda: of_written("orders", 0, boosts=(Card.NOVA_BOMBS,)),
        "there are 4 cards Attack, not 5 (J1.5)",
    ),
    "sealed special of the hand": (
        lambda: sealed(Card.NOVA_BOMBS),
        "the sealed boosts of A are basic technologies in order (J4.3)",
    ),
    "sealed lead": (
        lambda: of_player("orders", 0, led=True, boosts=(1,) * 12),
        "A can't use Leadership in this turn (J2.9)",
    ),
    "sealed lead without Leadership": (
        lambda: of_written("orders", 1, led=0),
        "B can't use Leadership in this turn (J2.9)",
    ),
    "all done": (
        lambda: all_done(SCENES["orders, done"]()),
        "all orders are written, and are open then (J2.6)",
    ),
    "not begun": (lambda: of("orders", begun=False), "orders are written, and the step has not begun (J4.2)"),
    "many orders": (
        lambda: of_written("orders, done", 0, orders=(order(0, 10, 1),) * 3),
        "A has 3 orders, and may write 2 (J2.6)",
    ),
    "two planets": (
        lambda: of_written("orders, done", 0, orders=(order(0, 1, 0),) * 2),
        "A jumps with the Homeworld twice (J4.11)",
    ),
    "fleets twice": (
        lambda: of_written("orders, done", 0, orders=(order(0, 10, 3),) * 2),
        "the orders of A move more fleets than are in a1 (J2.6)",
    ),
    "planet of another": (
        lambda: of_written("orders, done", 1, orders=(order(9, 8, 0),)),
        "B can't have ordered j1-i1 of a Homeworld (J4.11)",
    ),
    "planet from elsewhere": (
        lambda: of_written("orders, done", 0, orders=(order(9, 1, 0),)),
        "A can't have ordered j1-b1 of a Homeworld (J4.11)",
    ),
    "planet far away": (
        lambda: of_written("orders, done", 0, orders=(order(0, 3, 0),)),
        "A can't have ordered a1-d1 of a Homeworld (J4.11)",
    ),
    "planet against the alliance": (
        lambda: against_alliance(order(0, 1, 0)),
        "A can't have ordered a1-b1 against the alliance (J2.2)",
    ),
    "out of reach": (
        lambda: of_written("orders, done", 0, orders=(order(0, 99, 1),)),
        "A can't have ordered a1-j10: it is out of reach, or against the alliance (J2.6)",
    ),
    "against the alliance": (
        lambda: against_alliance(order(0, 1, 1)),
        "A can't have ordered a1-b1: it is out of reach, or against the alliance (J2.6)",
    ),
    "stack": (
        lambda: with_fleets(of_written("orders, done", 0, orders=(order(0, 10, 7),)), 0, 0, 5),
        "A can't have ordered a1-a2 for 7 fleets; a stack has 6 (J2.6)",
    ),
    "void too early": (
        lambda: of_written("orders, done", 0, orders=(order(0, 10, 1, void=True),)),
        "A can't have ordered a1-a2 void before orders are revealed (J2.6)",
    ),
    "void without reason": (
        lambda: of_written("espionage", 0, orders=(order(0, 10, 1, void=True),)),
        "A can't have ordered a1-a2 void without a Time Jump (J2.6)",
    ),
    "void before a Time Jump": (
        lambda: of_written("time jump", 0, orders=(order(0, 10, 1, void=True),)),
        "A can't have ordered a1-a2 void without a Time Jump (J2.6)",
    ),
    "not void against the alliance": (
        lambda: against_alliance(order(0, 1, 1), revealed=True),
        "A can't have ordered a1-b1 against the alliance and not void (J2.2)",
    ),
    "begun without fleets": (
        lambda: of_written("orders, to", 0, draft=(1,)),
        "A can't have begun the order b1 (J2.6)",
    ),
    "begun to nowhere": (
        lambda: of_written("orders, to", 0, draft=(0, 99)),
        "A can't have begun the order a1 j10 (J2.6)",
    ),
    "begun with other parts": (
        lambda: of_written("orders, in parts", 0, draft=(0, 1, 98)),
        "the number of an order has parts of 99 (J5)",
    ),
    "begun with too many parts": (
        lambda: of_written("orders, in parts", 0, draft=(0, 1, 99, 99, 99, 99)),
        "396 is no part of a number up to 305 (J5)",
    ),
}

BATTLES: dict[str, tuple[Callable[[], Position], str]] = {
    "no battle": (lambda: of("deal", battle=None), "deal is due without a battle (J2.7)"),
    "battle elsewhere": (
        lambda: of("final", battle=Battle(0, 1, ((), (), (), ()), (0,) * 4, ())),
        "final is due with a battle (J2.7)",
    ),
    "another space": (
        lambda: of_battle("deal", space=11),
        "b2 is not the first space with fleets of two sides (J4.12)",
    ),
    "a later space": (
        lambda: with_fleets(with_fleets(meeting(0, 1), 0, 10, 1), 1, 10, 1),
        "c2 is not the first space with fleets of two sides (J4.12)",
    ),
    "damage": (
        lambda: of_battle("deal", damage=((0, 0), (0, 0, 0), (), ())),
        "A has 3 fleets in the battle, and damage of 2",
    ),
    "damage out of order": (
        lambda: of_battle("later round", damage=((0, 2, 0), (3, 0), (), ())),
        "the damage of A is in order, the worst hit fleet first (J4.12)",
    ),
    "damage of single fleets": (
        lambda: of_battle("later round", damage=((2, 2, 0), (3, 0), (), ())),
        "the fleets of A but the worst hit one have equal damage (J4.12)",
    ),
    "a deal without points": (
        lambda: of_deal(bombs=0, force=0, points=()),
        "the deal of B has no points, and is not hidden by the option `simultaneous` (J5.11)",
    ),
    "a hidden deal with bombs": (
        lambda: sealing(of_deal(bombs=1, force=0, points=())),
        "the deal of B has no points, and is not hidden by the option `simultaneous` (J5.11)",
    ),
    "a boost sealed before the deal": (
        lambda: sealing(boosted_at_deal(2)),
        "what C has written is not open, and deal is due (J2.6)",
    ),
    "a boost sealed without the option": (
        lambda: boosted_at_deal(1),
        "what B has written is not open, and deal is due (J2.6)",
    ),
    "a fleet that fell": (
        lambda: of_battle("deal", damage=((1, 0, 0), (0, 0, 0), (), ())),
        "a fleet of A has damage 1, and falls at 1 (J2.7)",
    ),
    "kills of no side": (
        lambda: without_neutral(of_battle("deal", kills=(0, 0, 0, 1))),
        "the neutral side fights, and the option `neutral` is off (J3.3)",
    ),
    "no side to deal later": (
        lambda: without_neutral(of_battle("deal", groups=((1, 0), (3,)))),
        "the neutral side fights, and the option `neutral` is off (J3.3)",
    ),
    "no groups": (
        lambda: of_battle("deal", groups=()),
        "each side deals once in a round, in groups of equal Initiative, each in turn order (J4.12)",
    ),
    "a side twice": (
        lambda: of_battle("deal", groups=((1, 0), (1,))),
        "each side deals once in a round, in groups of equal Initiative, each in turn order (J4.12)",
    ),
    "another order": (
        lambda: of_battle("deal", groups=((0, 1),)),
        "each side deals once in a round, in groups of equal Initiative, each in turn order (J4.12)",
    ),
    "an empty group": (
        lambda: of_battle("deal", groups=((1, 0), ())),
        "a side that deals has fleets in the battle (J2.7)",
    ),
    "nobody there": (
        lambda: of_battle("deal", groups=((2,), (1, 0))),
        "a side that deals has fleets in the battle (J2.7)",
    ),
    "another dealer": (lambda: of("deal", actor=0), "A is not the next to deal (J4.12)"),
    "all have dealt": (
        lambda: of_battle("deal", groups=((1,), (0,)), deals=(Deal(1, 0, 0, (3, 0, 0, 0)),)),
        "B is not the next to deal (J4.12)",
    ),
    "the neutral side is to deal": (
        lambda: of_battle("against the neutral", groups=((3,), (2,))),
        "C is not the next to deal (J4.12)",
    ),
    "bombs": (lambda: of_deal(bombs=4), "B can't have 4 Nova Bombs (J2.7)"),
    "bombs without the technology": (
        lambda: with_player(SCENES["deal, second"](), 1, learned=frozenset()),
        "B can't have 1 Nova Bombs (J2.7)",
    ),
    "force": (lambda: of_deal(force=2), "a Nova Bomb of B has another force than 2 (J2.7)"),
    "points": (lambda: of_deal(points=(1, 0, 2, 0)), "B deals 2 points, not 3 (J2.7)"),
    "points on oneself": (
        lambda: of_deal(points=(0, 1, 1, 0)),
        "B deals points to a side that is no enemy in the battle (J2.7)",
    ),
    "points on nobody": (
        lambda: of_deal(points=(1, 0, 0, 1)),
        "B deals points to a side that is no enemy in the battle (J2.7)",
    ),
    "split of nothing": (
        lambda: of("split", draft=()),
        "points are split between enemies, and the last one gets the rest (J2.7)",
    ),
    "split of the rest": (
        lambda: of("split", draft=(0, 1)),
        "points are split between enemies, and the last one gets the rest (J2.7)",
    ),
    "split bombs": (lambda: of("split", draft=(4,)), "B can't have 4 Nova Bombs (J2.7)"),
    "split bombs without the technology": (
        lambda: with_player(SCENES["split"](), 1, learned=frozenset()),
        "B can't have 1 Nova Bombs (J2.7)",
    ),
    "no point left": (lambda: of("split", draft=(3,)), "B has no point left to split (J2.7)"),
    "split in parts": (lambda: of("split in parts", counted=297), "297 is no part of a number up to 250 (J5)"),
}

REFUSED = {
    f"{group}: {name}": case
    for group, cases in {
        "shapes": SHAPES,
        "map": MAPS,
        "players": PLAYERS,
        "fleets": FLEETS,
        "decision": DECISIONS,
        "offer": OFFERS,
        "written_orders": WRITTEN,
        "battle": BATTLES,
    }.items()
    for name, case in cases.items()
}


def cut_off(p: Position) -> Position:
    """Return the position in which the three spaces around A's Homeworld, and three others, have changed places."""
    spaces = list(p.spaces)
    holes = [space for space, kind in enumerate(spaces) if kind is Space.BLACK_HOLE and space not in (1, 10, 11)]
    for near, hole in zip((1, 10, 11), holes, strict=False):
        if spaces[near] is not Space.BLACK_HOLE:
            spaces[near], spaces[hole] = spaces[hole], spaces[near]
    return p._replace(spaces=tuple(spaces))


def emptied() -> Position:
    """Return the position in which the whole deck is on the discard."""
    return LATER._replace(unseen=NO_CARDS, discard=LATER.unseen)


def without_cards(p: Position, seat: int) -> Position:
    """Return the position in which a player has discarded the hand."""
    hand = p.players[seat].hand
    discard = tuple(map(sum, zip(p.discard, hand, strict=True)))
    return with_player(p._replace(discard=discard), seat, hand=NO_CARDS)


def without_neutral(p: Position) -> Position:
    """Return the position of a game without the neutral Homeworld: its space is a Cluster."""
    p = laid(with_fleets(p, 3, 44, -3), 44, Space.CLUSTER)._replace(options=replace(p.options, neutral=False))
    return p._replace(held=changed(p.held, 44, -4))


def conquered() -> Position:
    """Return the position in which A has fleets on both enemy Homeworlds."""
    p = LATER
    for seat, space in ((1, 9), (2, 94)):
        p = with_fleets(with_fleets(p, seat, space, -5), 0, space, 5)
    return p._replace(held=changed(changed(p.held, 9, -1), 94, -2))


def all_done(p: Position) -> Position:
    for seat in range(3):
        p = with_player(p, seat, written_orders=p.players[seat].written_orders._replace(done=True))
    return p


def sealed(card: Card) -> Position:
    """Return the position in which A has sealed another card of the hand."""
    p = SCENES["orders"]()
    one = p.players[0]
    hand = plus(plus(one.hand, card, -1), Card.ATTACK)
    return with_player(p, 0, hand=hand, written_orders=one.written_orders._replace(boosts=(card,)))


def against_alliance(written: Order, *, revealed: bool = False) -> Position:
    """Return the position in which A is allied to B, who has fleets in b1, and has ordered something."""
    p = with_fleets(LATER, 1, 1, 1)._replace(alliance=(1, 0), held=changed(LATER.held, 1, 2))
    p = decide(p, Due.TIME_JUMP if revealed else Due.ORDERS, 0 if revealed else NOBODY)._replace(begun=True)
    p = with_player(p, 0, written_orders=WrittenOrders((written,), done=True))
    if revealed:
        p = all_done(p)._replace(options=replace(p.options, void_orders=True))
    return p


@pytest.mark.parametrize(("make", "message"), TYPES.values(), ids=TYPES)
def test_a_field_of_another_type_is_refused(make: Callable[[], Position], message: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        check_position(make())


@pytest.mark.parametrize(("make", "message"), REFUSED.values(), ids=REFUSED)
def test_a_position_that_cannot_be_is_refused(make: Callable[[], Position], message: str) -> None:
    with pytest.raises(SetupError) as caught:
        position(make())
    assert message in str(caught.value)


def test_every_law_is_broken_by_a_position() -> None:
    errors = set[str]()
    for make, _ in REFUSED.values():
        with pytest.raises(SetupError) as caught:
            check_position(make())
        errors.add(str(caught.value))
    for law in Law:
        sentence = re.sub(r"\\{\d(:\w+)?\\}", ".+", re.escape(law.value))
        assert any(re.fullmatch(sentence, error) for error in errors), law


def test_the_core_has_the_laws_in_the_same_order() -> None:
    header = (files("sse_core") / "_core" / "jump_wars" / "positions" / "faults.pxd").read_text(encoding="utf-8")
    names = re.sub("#.*", "", header.partition("NO_LAW = 0,")[2].partition("\n\n")[0])
    assert re.findall(r"\w+", names) == [law.name for law in Law]


def test_the_core_holds_every_position_that_passes() -> None:
    """Positions with some fields of another scene, or the greatest numbers of players."""
    rng, passed = SplitMix64(1), 0
    scenes = [p for name in SCENES if len((p := SCENES[name]()).players) == 3]
    for _ in range(400):
        p, other = rng.choice(scenes), rng.choice(scenes)
        fields = [field for field in Position._fields if rng.below(6) == 0]
        p = p._replace(**{field: getattr(other, field) for field in fields})
        if rng.below(2):
            p = with_player(p, rng.below(3), levels=(MAX_LEVEL,) * 12, boosts=(MAX_BOOST,) * 12, tokens=MAX_TOKENS)
        try:
            check_position(p)
        except SetupError:
            continue
        passed += 1
        assert State.of(p, 10**9).position == p
    assert passed > 60


def test_the_core_holds_a_position_as_it_is_or_refuses_it() -> None:
    """Of positions that can't be, and are refused with their clauses before."""
    held = 0
    for make, _ in REFUSED.values():
        p = make()
        try:
            state = State.of(p, 0)
        except SetupError:
            continue
        held += 1
        assert state.position == p
    assert 20 < held < len(REFUSED) - 20


def test_a_position_is_a_position() -> None:
    with pytest.raises(TypeError, match="contents is a Position, not tuple"):
        position(())  # type: ignore[arg-type]


@pytest.mark.parametrize("ply", [-1, 10**10])
def test_a_ply_is_bounded(ply: int) -> None:
    with pytest.raises(SetupError, match=f"ply is {ply}, not in 0 to"):
        position(FRESH, ply)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ((1, 2, 3), "written is 2 for B, who has sealed nothing"),
        ((1, 0), "written is a number for each of the 3 seats, not 2 in all"),
        ((6, 0, 0), "written is 6, not in 0 to 5"),
        ((-1, 0, 0), "written is -1, not in 0 to 5"),
    ],
)
def test_how_many_actions_wrote_orders_is_checked(written: tuple[int, ...], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        position(SCENES["orders"](), 5, written)


def test_all_that_wrote_orders_are_among_the_actions() -> None:
    sealed = with_player(SCENES["orders"](), 1, written_orders=WrittenOrders(done=True))
    assert position(sealed, 5, [4, 1, 0]).written == (4, 1, 0)
    assert position(sealed, 5, [0, 0, 0]) == position(sealed, 5)
    with pytest.raises(SetupError, match="written is 6 in all, and ply is 5"):
        position(sealed, 5, (5, 1, 0))


# --- positions at the bounds


def test_large_positions_cost_little() -> None:
    """A million fleets and a billion tokens: the legal actions are found, and a battle is fought."""
    p = with_fleets(with_fleets(meeting(0, 1, 2), 0, 0, 5), 1, 9, 5)
    many = meeting(0, 1, 2, fleets=(MAX_FLEETS - 20) // 3)
    for seat in range(3):
        many = with_player(many, seat, tokens=MAX_TOKENS)
    assert check_position(p) is p
    state = position(many)
    while state.position.step in (Due.DEAL, Due.BOMBS, Due.SPLIT):
        state = state.after(state.legal_ids()[0])
    assert sum(map(sum, state.position.fleets)) < MAX_FLEETS


def test_a_long_number_has_few_legal_parts() -> None:
    p = with_player(decided(Due.OFFER, 0), 0, tokens=MAX_TOKENS)
    state = position(p)
    for text in ("offer", "done"):
        state = state.after(next(a for a in state.legal_actions() if a.verb == text))
    assert len(state.legal_ids()) == 100
