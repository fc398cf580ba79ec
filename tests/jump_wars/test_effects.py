"""Effects in words: a row for each kind, and sentences that are true of every action of random games."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from tests.jump_wars.by_hand import (
    at,
    dealt,
    discarded,
    due,
    laid,
    learned,
    manned,
    opened,
    order,
    ordered,
    played,
    raised,
)
from tests.jump_wars.rich_tables import rich_battle, rich_table

from sse_core import jump_wars
from sse_core.errors import ArgumentError, GameOverError, IllegalActionError
from sse_core.game import CHANCE
from sse_core.jump_wars import (
    ACTIONS,
    Action,
    Card,
    Due,
    Offer,
    Order,
    Position,
    Sheet,
    Space,
    State,
    Verb,
    effects,
    parse_action,
    position,
    start,
)
from sse_core.jump_wars.board import space_name
from sse_core.jump_wars.cards import COPIES
from sse_core.jump_wars.position import NO_CARDS, changed, fleets_at, with_player
from sse_core.jump_wars.reference.fight import begin as begin_fights
from sse_core.play.random_play import choose
from sse_core.seeds import SplitMix64

C: Final = Card


@dataclass(frozen=True)
class Row:
    """An action in a position, and the sentences about it."""

    before: State
    action: str
    said: tuple[str, ...]
    seat: int | None = None
    """Who acts, where several write orders."""


def with_deck(*deck: Card, discard: tuple[Card, ...] = (), hand: tuple[Card, ...] = ()) -> State:
    """A draws from this deck; B has all cards that are neither there nor on the discard nor in the hand of A."""
    p = dealt(discarded(opened(), *discard), 0, *hand)
    rest = p.unseen
    for card in deck:
        rest = changed(rest, card, -1)
    unseen = tuple(deck.count(card) for card in Card)
    return due(with_player(p._replace(unseen=unseen), 1, hand=rest), Due.DRAW, 0)


def rich(tokens: int, *specials: Card, step: Due = Due.BUILD) -> State:
    """A has tokens and specials."""
    return due(with_player(learned(opened(), 0, *specials), 0, tokens=tokens), step, 0)


def trading(step: Due, actor: int = 0, **levels: int) -> State:
    """A has levels; B has three cards."""
    p = dealt(raised(opened(3), 0, **levels), 1, C.JUMP, C.JUMP, C.TRADE)
    return due(p, step, actor)


OFFERED: Final = due(
    with_player(with_player(dealt(opened(3), 0, C.JUMP, C.TRADE), 0, tokens=7), 1, tokens=4),
    Due.ANSWER,
    1,
    offer=Offer(0, 1, (C.JUMP, C.TRADE), 5, (), 3),
)

MINES: Final = laid(
    manned(manned(opened(3), 0, a1=1, b1=1, c1=2, d1=1, e1=1, f1=1, j1=2), 1, i9=1),
    b1=Space.STAR_FIELD,
    c1=Space.STAR_FIELD,
    d1=Space.CLUSTER,
    e1=Space.NEBULA,
    f1=Space.VOID,
    c2=Space.VOID,
    i9=Space.VOID,
)
"""The spaces of A: the Homeworld, two Star Fields, a Cluster, a Nebula, a Void, and the Homeworld of B."""


def writing(orders: dict[int, tuple[Order, ...]], *, last: int = 0, players: int = 2, **changes: Any) -> State:
    """All have written their orders, and one has still to say so; `changes` are of the position."""
    p = around(players)._replace(**changes)
    p = ordered(p, orders)
    sheet = p.players[last].sheet._replace(done=False)
    return due(with_player(p, last, sheet=sheet), Due.ORDERS)


def around(players: int = 2) -> Position:
    """Each player has five fleets on the Homeworld; there are Voids about a1, and beside it."""
    return laid(opened(players), a2=Space.VOID, b1=Space.VOID, b2=Space.VOID, c1=Space.VOID, c3=Space.VOID)


SPIES: Final = (order("a1", "b1", 2), order("a1", "b2", 3))


def jumping_planet() -> State:
    """The Homeworld of A is to jump, and four of its five fleets elsewhere."""
    sheet = Sheet((order("a1", "b1"), order("a1", "a2", 4)))
    p = ordered(learned(around(), 0, C.PLANET_JUMP), {})
    return due(with_player(p, 0, sheet=sheet), Due.ORDERS)


def colliding() -> State:
    """The Homeworlds of A and B, which is at c1, are to jump into the Void between them; B is the start player."""
    p = around()
    spaces = list(p.spaces)
    spaces[at("c1")], spaces[at("j10")] = Space.HOMEWORLD, Space.VOID
    p = p._replace(spaces=tuple(spaces), homeworlds=(at("a1"), at("c1")), start_player=1)
    p = manned(manned(p, 0, a1=2), 1, c1=3)
    for seat in (0, 1):
        p = with_player(p, seat, learned=frozenset({C.PLANET_JUMP}))
    p = ordered(p, {1: (order("c1", "b1"),)})
    return due(with_player(p, 0, sheet=Sheet((order("a1", "b1"),))), Due.ORDERS)


def spying() -> State:
    """A has the highest Espionage and two orders."""
    p = ordered(raised(around(), 0, espionage=2), {0: SPIES})
    return due(p, Due.ESPIONAGE, 0)


def time_jump() -> State:
    """A has a Time Jump and a card; A has two orders."""
    p = ordered(dealt(learned(around(), 0, C.TIME_JUMP), 0, C.TRADE), {0: SPIES})
    return due(p, Due.TIME_JUMP, 0)


def battle(*sides: dict[str, int], specials: tuple[tuple[int, Card], ...] = (), **changes: Any) -> State:
    """A battle at c3 that has just begun: each side has so many fleets there, these levels, and a fleet at home."""
    n = max(2, len(sides))
    p = laid(opened(n), c3=Space.VOID)
    for seat, side in enumerate(sides):
        home = space_name(p.homeworlds[seat])
        p = raised(
            manned(p, seat, c3=side["fleets"], **{home: 1}), seat, **{k: v for k, v in side.items() if k != "fleets"}
        )
    for seat, special in specials:
        p = learned(p, seat, special)
    return position(begin_fights(ordered(p._replace(**changes), {})), 100)


def battle_for_the_centre() -> State:
    """Four fleets of A, of Attack 3 and Defense 1, at the neutral Homeworld with its three fleets of Defense 3."""
    p = manned(raised(opened(neutral=True), 0, attack=2, initiative=2), 0, e5=4, a1=1)
    return position(begin_fights(ordered(p, {})), 100)


def two_battles() -> State:
    """A, of the higher Initiative, meets B at c3 and at d5."""
    p = laid(opened(), c3=Space.VOID, d5=Space.VOID)
    p = manned(manned(raised(p, 0, initiative=2), 0, c3=1, d5=1, a1=1), 1, c3=1, d5=1, j10=1)
    return position(begin_fights(ordered(p, {})), 100)


def at_the_end(p: Position, *, actor: int = 1) -> State:
    """The last player has to end the turn, in which the fleets came to where they are."""
    return due(ordered(p, {}), Due.FINAL, actor, held=opened().held)


def conquering(p: Position, *seats: int) -> Position:
    """Players of a game for two have all their fleets on the Homeworld of the other; the others are at i9."""
    p = laid(p, i9=Space.VOID)
    for seat in {0, 1} - {*seats}:
        p = manned(p, seat, i9=4)
    for seat in seats:
        p = manned(p, seat, **{space_name(p.homeworlds[1 - seat]): 4})
    return p


def neutral_held(turns: int, **changes: Any) -> State:
    """A stands on the neutral Homeworld, and has so for so many turns."""
    p = manned(manned(ordered(opened(neutral=True), {}), 2), 0, e5=1, a1=1)
    return due(p._replace(neutral_holder=0, neutral_turns=turns, turn=9, **changes), Due.FINAL, 1)


ROWS: Final = {
    "J1.5 the start player": Row(start(), "first=B", ()),
    "J2.1 two cards": Row(due(opened(), Due.DRAW, 0), "take", ("A takes 2 cards (J2.1)",)),
    "J2.1 three cards": Row(
        due(raised(opened(), 0, research=2), Due.DRAW, 0),
        "take",
        ("A takes 3 cards: the highest Research (J2.1)",),
    ),
    "J1.7 two with the highest Research": Row(
        due(raised(raised(opened(), 0, research=2), 1, research=2), Due.DRAW, 0),
        "take",
        ("A takes 2 cards (J2.1)",),
    ),
    "J2.1 a card": Row(played(due(opened(), Due.DRAW, 0), "take"), "draw=jump", ()),
    "J2.1 the ruins": Row(
        due(dealt(opened(), 0, C.PROGENITOR_RUINS), Due.DRAW, 0), "ruins", ("A draws 2 more cards (J2.1)",)
    ),
    "J2.1 the brains": Row(
        rich(11, C.POSITRONIC_BRAINS, step=Due.DRAW), "brains", ("A pays 10 RT, and 1 is left (J2.1)",)
    ),
    "J2.1 the brains without a card": Row(
        due(
            with_player(
                with_player(opened(), 0, tokens=12, learned=frozenset({C.POSITRONIC_BRAINS}))._replace(unseen=NO_CARDS),
                1,
                hand=COPIES,
            ),
            Due.DRAW,
            0,
        ),
        "brains",
        ("A pays 10 RT, and 2 are left (J2.1)", "there is no card left to draw (J2.1)"),
    ),
    "J4.4 the discard becomes the deck": Row(
        with_deck(discard=(C.JUMP, C.TRADE, C.JUMP)),
        "take",
        ("A takes 2 cards (J2.1)", "the deck is empty, and the discard of 3 cards becomes the deck (J4.4)"),
    ),
    "J4.4 the discard becomes the deck between two cards": Row(
        played(with_deck(C.JUMP, discard=(C.TRADE, C.TRADE)), "take"),
        "draw=jump",
        ("the deck is empty, and the discard of 2 cards becomes the deck (J4.4)",),
    ),
    "J4.4 the ruins lie on the discard before": Row(
        with_deck(hand=(C.PROGENITOR_RUINS,)),
        "ruins",
        ("A draws 2 more cards (J2.1)", "the deck is empty, and the discard of 1 card becomes the deck (J4.4)"),
    ),
    "J4.4 the last card of all": Row(
        played(with_deck(C.JUMP), "take"), "draw=jump", ("there is no card left to draw (J2.1)",)
    ),
    "J4.4 the last card that is due": Row(played(with_deck(C.JUMP, C.TRADE), "take", "draw=jump"), "draw=trade", ()),
    "J2.1 no card at all": Row(with_deck(), "take", ("there is no card left to draw (J2.1)",)),
    "J2.9 a boost": Row(
        due(dealt(raised(opened(), 0, attack=4), 0, C.ATTACK), Due.MINE, 0),
        "boost=attack",
        ("Attack of A is 5 until the turn ends (J2.9)",),
    ),
    "J2.9 Leadership": Row(rich(0, C.LEADERSHIP), "lead=jump", ("Jump of A is 2 until the turn ends (J2.9)",)),
    "J4.3 a sealed boost": Row(
        due(dealt(opened(), 0, C.JUMP), Due.ORDERS), "boost=jump", ("Jump of A is 2 until the turn ends (J2.9)",)
    ),
    "J2.2 an offer that is accepted": Row(
        OFFERED, "accept", ("A gives 2 cards and 5 RT to B (J2.2)", "B gives 3 RT to A (J2.2)")
    ),
    "J2.2 an offer that is refused": Row(OFFERED, "refuse", ()),
    "J2.2 the highest Trade": Row(
        trading(Due.OFFER, 2, trade=2),
        "done",
        ("A has the highest Trade and may steal a card (J2.2)",),
    ),
    "J2.2 the highest Diplomacy": Row(
        trading(Due.STEAL, trade=2, diplomacy=2),
        "done",
        ("A has the highest Diplomacy and may name an ally (J2.2)",),
    ),
    "J2.2 nobody has the highest Diplomacy": Row(trading(Due.STEAL, trade=2), "done", ()),
    "J2.2 a steal": Row(
        played(trading(Due.STEAL, trade=2), "steal=B"), "draw=jump", ("A takes it from the hand of B (J2.2)",)
    ),
    "J2.2 an alliance": Row(
        trading(Due.ALLIANCE, diplomacy=2), "ally=C", ("orders of C that end where A has fleets are void (J2.2)",)
    ),
    "J2.3 a level": Row(
        due(dealt(raised(opened(), 0, jump=3), 0, C.JUMP), Due.TECH, 0),
        "raise=jump",
        ("Jump of A is 4 from now on (J2.3)",),
    ),
    "J2.3 a special": Row(
        due(dealt(opened(), 0, C.NOVA_BOMBS), Due.TECH, 0),
        "learn=nova_bombs",
        ("A has Nova Bombs from now on (J2.3)",),
    ),
    "J2.3 a pair": Row(
        due(dealt(opened(), 0, C.JUMP, C.JUMP), Due.PAIRS, 0), "pair=jump", ("Jump of A is 2 from now on (J2.3)",)
    ),
    "J2.4 the sum": Row(
        due(MINES, Due.MINE, 0),
        "done",
        (
            "A gains 11 RT: 5 for the own Homeworld, 2 for Star Fields, 2 for Clusters "
            "and 2 for enemy Homeworlds (J2.4)",
        ),
    ),
    "J2.4 the multiplier, Genesis and Ram Scoops": Row(
        due(learned(raised(MINES, 0, manufacturing=3), 0, C.GENESIS, C.RAM_SCOOPS), Due.MINE, 0),
        "done",
        (
            "A gains 42 RT: 5 for the own Homeworld, 4 for Star Fields, 2 for Clusters, 1 for Nebulae "
            "and 2 for enemy Homeworlds, times 3 for Manufacturing (J2.4)",
        ),
    ),
    "J2.4 a raid, and cards": Row(
        played(
            due(dealt(learned(manned(MINES, 1, c2=1), 1, C.SPACE_RAIDING), 0, C.JUMP, C.TRADE), Due.MINE, 0),
            "discard=jump",
            "discard=trade",
        ),
        "done",
        (
            "A gains 14 RT: 5 for the own Homeworld, 2 for Star Fields, 1 for Clusters, 2 for enemy Homeworlds "
            "and 4 for discarded cards (J2.4)",
        ),
    ),
    "J2.4 nothing": Row(due(manned(MINES, 0, f1=1), Due.MINE, 0), "done", ("A gains no RT (J2.4)",)),
    "J2.5 a fleet": Row(rich(7), "build=a1", ("the fleet costs 5 RT, and 2 are left (J2.5)",)),
    "J2.5 the last token": Row(rich(6), "build=a1", ("the fleet costs 5 RT, and 1 is left (J2.5)",)),
    "J2.5 sabotage": Row(
        played(due(dealt(learned(opened(), 0, C.SABOTAGE), 0, C.JUMP), Due.SABOTAGE, 0), "sabotage=B", "at=j10"),
        "discard=jump",
        ("B loses a fleet at j10, and 4 are left there (J2.5)",),
    ),
    "J4.9 sabotage of the neutral side": Row(
        played(
            due(dealt(learned(manned(opened(neutral=True), 2, e5=1), 0, C.SABOTAGE), 0, C.JUMP), Due.SABOTAGE, 0),
            "sabotage=neutral",
            "at=e5",
        ),
        "discard=jump",
        ("the neutral side loses a fleet at e5, and none is left there (J2.5)",),
    ),
    "J2.6 orders stay sealed": Row(
        played(due(around(), Due.ORDERS), "A:from=a1", "A:to=b1", "A:count=2"), "done", (), seat=0
    ),
    "J2.6 orders are open": Row(
        writing({0: SPIES}, last=1),
        "done",
        (
            "A has written 1. a1 to b1 with 2 fleets, 2. a1 to b2 with 3 fleets (J2.6)",
            "B has written no orders (J2.6)",
            "fleets jump: 5 of A (J2.6)",
        ),
    ),
    "J2.6 nobody jumps": Row(
        writing({}),
        "done",
        ("A has written no orders (J2.6)", "B has written no orders (J2.6)", "no fleet jumps (J2.6)"),
    ),
    "J2 turn order": Row(
        writing({}, start_player=1),
        "done",
        ("B has written no orders (J2.6)", "A has written no orders (J2.6)", "no fleet jumps (J2.6)"),
    ),
    "J4.3 boosts are shown": Row(
        played(
            due(dealt(learned(around(), 0, C.LEADERSHIP), 0, C.JUMP, C.JUMP), Due.ORDERS),
            "A:boost=jump",
            "A:lead=attack",
            "A:boost=jump",
            "A:done",
        ),
        "done",
        (
            "A has written no orders (J2.6)",
            "A has Attack 2 and Jump 3 until the turn ends (J4.3)",
            "B has written no orders (J2.6)",
            "no fleet jumps (J2.6)",
        ),
        seat=1,
    ),
    "J2.2 the alliance voids": Row(
        writing(
            {1: (order("j10", "i9", 2), order("j10", "i10", 1))},
            options=opened(void_orders=True).options,
            alliance=(0, 1),
            fleets=manned(manned(around(), 0, a1=1, i9=1), 1, j10=5).fleets,
        ),
        "done",
        (
            "A has written no orders (J2.6)",
            "B has written 1. j10 to i9 with 2 fleets, 2. j10 to i10 with 1 fleet (J2.6)",
            "order 1 of B is void: A has fleets at i9 (J2.2)",
            "fleets jump: 1 of B (J2.6)",
        ),
    ),
    "J2.6 the highest Espionage": Row(
        due(ordered(raised(around(), 0, espionage=2), {}, done=False), Due.ORDERS),
        "done",
        (),
        seat=0,
    ),
    "J2.6 the highest Espionage, when all are done": Row(
        played(due(ordered(raised(around(), 0, espionage=2), {}, done=False), Due.ORDERS), "A:done"),
        "done",
        (
            "A has written no orders (J2.6)",
            "B has written no orders (J2.6)",
            "A has the highest Espionage and may rewrite an order (J2.6)",
        ),
        seat=1,
    ),
    "J2.6 an order is taken off": Row(
        played(spying(), "rewrite"),
        "count=2",
        ("order 2 of A, a1 to b2 with 3 fleets, is taken off the sheet (J2.6)",),
    ),
    "J4.10 an order is cancelled": Row(
        played(spying(), "rewrite", "count=1"),
        "done",
        ("A writes no order in its place (J4.10)", "fleets jump: 3 of A (J2.6)"),
    ),
    "J4.10 an order is written anew": Row(
        played(spying(), "rewrite", "count=1", "from=a1", "to=c1"),
        "count=1",
        ("order 1 of A is a1 to c1 with 1 fleet now (J2.6)", "fleets jump: 4 of A (J2.6)"),
    ),
    "J2.6 a Time Jump": Row(
        played(time_jump(), "negate=A", "count=2"),
        "discard=trade",
        ("order 2 of A, a1 to b2 with 3 fleets, is void (J2.6)", "fleets jump: 2 of A (J2.6)"),
    ),
    "J2.6 a Planet Jump": Row(
        jumping_planet(),
        "done",
        (
            "A has written 1. Planet Jump a1 to b1, 2. a1 to a2 with 4 fleets (J2.6)",
            "B has written no orders (J2.6)",
            "the Homeworld of A jumps to b1, and a1 is a Void now (J2.6)",
            "fleets jump: 4 of A (J2.6)",
        ),
    ),
    "J2.6 two Homeworlds into one Void": Row(
        colliding(),
        "done",
        (
            "B has written 1. Planet Jump c1 to b1 (J2.6)",
            "A has written 1. Planet Jump a1 to b1 (J2.6)",
            "the Homeworld of B jumps to b1, and c1 is a Void now (J2.6)",
            "order 1 of A is void: the Homeworld of B takes b1 (J2.6)",
            "no fleet jumps (J2.6)",
        ),
        seat=0,
    ),
    "J2.7 a battle begins": Row(
        writing(
            {0: (order("a1", "b2", 2),), 1: (order("c3", "b2", 4),)},
            fleets=manned(manned(around(), 0, a1=5), 1, c3=5, j10=1).fleets,
        ),
        "done",
        (
            "A has written 1. a1 to b2 with 2 fleets (J2.6)",
            "B has written 1. c3 to b2 with 4 fleets (J2.6)",
            "fleets jump: 2 of A and 4 of B (J2.6)",
            "a battle begins at b2 between A and B: A and B deal (J2.7)",
        ),
    ),
    "J4.12 equal Initiative": Row(
        battle({"fleets": 3}, {"fleets": 2}),
        "fire",
        ("the damage is dealt once B deals, too: the Initiative is equal (J2.7)",),
    ),
    "J2.7 a winner": Row(
        played(battle({"fleets": 3}, {"fleets": 2}), "fire"),
        "fire",
        (
            "A loses 2 fleets at c3, 1 is left (J2.7)",
            "B loses 2 fleets at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
        ),
    ),
    "J4.12 nobody is left": Row(
        played(battle({"fleets": 2}, {"fleets": 2}), "fire"),
        "fire",
        (
            "A loses 2 fleets at c3, none is left (J2.7)",
            "B loses 2 fleets at c3, none is left (J2.7)",
            "nobody is left at c3 (J4.12)",
        ),
    ),
    "J2.7 a higher Initiative, and kills": Row(
        battle({"fleets": 3, "initiative": 2}, {"fleets": 5}),
        "fire",
        ("B loses 3 fleets at c3, 2 are left (J2.7)", "A has destroyed 3 fleets in this battle (J2.7)"),
    ),
    "J2.7 a second round": Row(
        played(battle({"fleets": 3, "initiative": 2, "defense": 3}, {"fleets": 4}), "fire"),
        "fire",
        ("no fleet falls at c3 (J2.7)", "round 2 begins: A, then B deal (J2.7)"),
    ),
    "J2.7 Assimilation": Row(
        played(battle({"fleets": 5, "initiative": 2}, {"fleets": 7}, specials=((0, C.ASSIMILATION),)), "fire", "fire"),
        "fire",
        (
            "B loses 2 fleets at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
            "A gains 3 fleets there, half of the 7 destroyed: Assimilation (J2.7)",
        ),
    ),
    "J2.7 Assimilation without a gain": Row(
        battle({"fleets": 5, "initiative": 2}, {"fleets": 1}, specials=((0, C.ASSIMILATION),)),
        "fire",
        (
            "B loses 1 fleet at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
            "A gains 0 fleets there, half of the 1 destroyed: Assimilation (J2.7)",
        ),
    ),
    "J2.7 Nova Bombs": Row(
        played(
            battle({"fleets": 5, "initiative": 2}, {"fleets": 4, "defense": 2}, specials=((0, C.NOVA_BOMBS),)), "bomb"
        ),
        "count=2",
        (
            "A gives up 2 fleets at c3 (J2.7)",
            "A loses 3 fleets at c3, none is left (J2.7)",
            "B loses 4 fleets at c3, none is left (J2.7)",
            "nobody is left at c3 (J4.12)",
        ),
    ),
    "J2.7 damage is split": Row(
        battle({"fleets": 4, "initiative": 2}, {"fleets": 2}, {"fleets": 2}),
        "fire",
        ("the damage, 4 points, is to be split between B and C (J2.7)",),
    ),
    "J2.7 a split": Row(
        played(battle({"fleets": 4, "initiative": 2}, {"fleets": 2}, {"fleets": 2}), "fire"),
        "count=1",
        (
            "B loses 1 fleet at c3, 1 is left (J2.7)",
            "C loses 2 fleets at c3, none is left (J2.7)",
            "A has destroyed 3 fleets in this battle (J2.7)",
        ),
    ),
    "J4.8 the neutral side fires by itself": Row(
        battle_for_the_centre(),
        "fire",
        (
            "A loses 3 fleets at e5, 1 is left (J2.7)",
            "the neutral side loses 2 fleets at e5, 1 is left (J2.7)",
            "A has destroyed 2 fleets in this battle (J2.7)",
            "the neutral side has destroyed 3 fleets in this battle (J2.7)",
            "round 2 begins: A, then the neutral side deal (J2.7)",
        ),
    ),
    "J4.12 battles one after another": Row(
        two_battles(),
        "fire",
        (
            "B loses 1 fleet at c3, none is left (J2.7)",
            "A wins the battle at c3 (J2.7)",
            "a battle begins at d5 between A and B: A, then B deal (J2.7)",
        ),
    ),
    "J2.8 down to the limit": Row(
        due(ordered(dealt(opened(), 0, *[C.JUMP] * 5), {}), Due.FINAL, 0), "discard=jump", ()
    ),
    "J2.8 the next player": Row(at_the_end(opened(), actor=0), "done", ()),
    "J2 a turn ends": Row(at_the_end(opened()), "done", ("turn 21 begins (J2)",)),
    "J3.1 conquest": Row(
        at_the_end(conquering(opened(), 0)),
        "done",
        ("the game is over, A wins: fleets on every enemy Homeworld (J3.1)",),
    ),
    "J4.13 two at once": Row(
        at_the_end(conquering(opened(), 0, 1)),
        "done",
        ("A and B would win at once, so nobody does (J4.13)", "turn 21 begins (J2)"),
    ),
    "J3.3 the neutral Homeworld is held": Row(
        neutral_held(1), "done", ("A has held the neutral Homeworld for 2 turns (J3.3)", "turn 10 begins (J2)")
    ),
    "J3.3 the neutral Homeworld wins": Row(
        neutral_held(2),
        "done",
        (
            "A has held the neutral Homeworld for 3 turns (J3.3)",
            "the game is over, A wins: the neutral Homeworld held for three turns (J3.3)",
        ),
    ),
    "J3.4 the turn limit": Row(
        at_the_end(manned(opened(), 0, a1=7)._replace(turn=100)),
        "done",
        ("the game is over, A wins: most fleets at the turn limit (J3.4)",),
    ),
    "J4.13 a draw": Row(
        at_the_end(opened()._replace(turn=100)),
        "done",
        ("the game is over, A and B share the win: equal in all at the turn limit (J3.4, J4.13)",),
    ),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_effects_of_one_kind(row: Row) -> None:
    action = parse_action(row.action)
    assert effects(row.before, action, row.before.after(action, row.seat)) == row.said


SENTENCE: Final = r"([A-E] |[a-z]|[A-Z][a-z]+ of [A-E] ).*[^.] \(J\d(\.\d+)?(, J\d\.\d+)?\)"
"""It begins with a small letter, a seat, or a technology, and ends with its clause."""


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"neutral": True}),
        (3, {"grid": "hex", "void_orders": True}),
        (5, {"any_map": True}),
    ],
)
def test_what_changes_is_said(players: int, options: dict[str, Any]) -> None:
    """In a random game, each change of a kind has its sentence, each sentence its clause, and no sentence names a card
    that only one player knows."""
    check_effects(start(players=players, turn_limit=8, **options), 0)


@pytest.mark.parametrize("seed", range(6))
def test_what_changes_at_a_rich_table_is_said(seed: int) -> None:
    """So it is where levels are high, specials are learned, and fleets stand close together."""
    options: dict[str, Any] = {
        "players": 2 + seed % 4,
        "grid": ("square", "hex")[seed % 2],
        "void_orders": True,
        "turn_limit": 20,
    }
    table = rich_table(start(neutral=seed % 4 < 3, seed=seed, **options).position, Random(seed))
    check_effects(position(table, 100), seed)


def check_effects(state: State, seed: int) -> None:
    """Check the effects of each action of a random game."""
    while state.to_act:
        rng = SplitMix64(1000 * seed + state.ply)
        player = rng.choice(state.to_act)
        action = rng.draw(state.odds()) if player == CHANCE else choose(state.view(player), player, rng)
        after = state.after(action, player)
        said = effects(state, action, after)
        assert all(re.fullmatch(SENTENCE, one) for one in said), said
        check_tokens(state, after, said)
        check_fights(state, after, said)
        check_secrets(state, action, after, said)
        state = after


def check_tokens(before: State, after: State, said: tuple[str, ...]) -> None:
    """Every change of RT is told, by how much or what is left."""
    p, q = before.position, after.position
    for old, new in zip(p.players, q.players, strict=True):
        gained = new.tokens - old.tokens
        if gained:
            words = (
                f"gains {gained} RT",
                f"and {new.tokens or 'none'} {'is' if new.tokens < 2 else 'are'} left",
                "RT to ",
            )
            assert any(word in one for one in said for word in words), said
    assert ("gains" in " ".join(said)) <= (p.step in (Due.MINE, *FIGHT))


FIGHT: Final = (Due.DEAL, Due.BOMBS, Due.SPLIT)


def check_fights(before: State, after: State, said: tuple[str, ...]) -> None:
    """The fleets that are gone from a battle were given up, or fell; what is there more was assimilated."""
    p, q = before.position, after.position
    if p.battle is None:
        return
    space = p.battle.space
    words = " ".join(said)
    for side in range(len(p.fleets)):
        name = "the neutral side" if side == len(p.players) else "ABCDE"[side]
        changes = [
            sign * int(found[1])
            for pattern, sign in (
                (rf"{name} gives up (\d+) fleets?", -1),
                (rf"{name} loses (\d+) fleets?", -1),
                (rf"{name} gains (\d+) fleets?", 1),
            )
            for found in re.finditer(pattern, words)
        ]
        assert fleets_at(q, side, space) - fleets_at(p, side, space) == sum(changes), said
    assert ("wins the battle" in words or "nobody is left" in words) == (q.battle is None or q.battle.space != space)


def check_secrets(before: State, action: Action, after: State, said: tuple[str, ...]) -> None:
    """A card is named if it was learned or raises a level, and not if it moves between the deck and hands."""
    titles = [card.title for card in Card if card.title in " ".join(said)]
    if action.verb in (Verb.DRAW, Verb.ACCEPT, Verb.TAKE, Verb.STEAL):
        assert not [title for title in titles if title not in ("Research", "Diplomacy", "Trade")]
    if before.position.step is Due.ORDERS is after.position.step and action.verb is Verb.DONE:
        assert said == ()


@pytest.mark.parametrize("seed", range(3))
def test_a_player_is_told_what_he_may_know(seed: int) -> None:
    """Whoever acts is told all; others, too, but for sealed orders and for offers that they don't see."""
    state: State = start(players=3, turn_limit=6, void_orders=True)
    hidden = 0
    while state.to_act:
        rng = SplitMix64(1000 * seed + state.ply)
        player = rng.choice(state.to_act)
        action = rng.draw(state.odds()) if player == CHANCE else choose(state.view(player), player, rng)
        after = state.after(action, player)
        said = effects(state, action, after)
        for seat in range(3):
            told = effects(state.view(seat), action, after.view(seat))
            if seat == player or not is_out_of_sight(state, after, seat):
                assert told == said, action
            else:
                hidden += 1
                assert not {*said} & {*told} or state.position.step is Due.ANSWER
        state = after
    assert hidden > 20


def test_a_sealed_deal_is_told_when_its_group_has_settled() -> None:
    """To all alike, with the boosts and the losses; nobody is told anything before (J5.11)."""
    told: Counter[bool] = Counter()
    for seed in range(16):
        told += check_sealed_deals(seed)
    assert min(told[False], told[True]) > 16


def check_sealed_deals(seed: int) -> Counter[bool]:
    """Play a battle, and check what is told of each action; return how many of them settled a group, or not."""
    options: dict[str, Any] = {"players": 2 + seed % 4, "simultaneous": True, "turn_limit": 20}
    state = position(rich_battle(start(seed=seed, **options).position, Random(seed)), 100)
    told: Counter[bool] = Counter()
    while state.position.battle is not None:
        action = SplitMix64(1000 * seed + state.ply).choice(state.legal_actions())
        after = state.after(action)
        q = after.position
        said = effects(state, action, after)
        assert all(re.fullmatch(SENTENCE, one) for one in said), said
        settled = q.battle is None or not (q.begun or q.battle.deals)
        assert bool(said) == settled
        assert {effects(state.view(seat), action, after.view(seat)) for seat in range(state.players)} == {said}
        told[settled] += 1
        if settled:
            check_losses(state.position, q, " ".join(said))
        state = after
    return told


def check_losses(p: Position, q: Position, words: str) -> None:
    """The fleets that are gone are told, but of a winner, of whom it is told what is there."""
    assert p.battle is not None
    for side in range(len(p.fleets)):
        name = "the neutral side" if side == len(p.players) else "ABCDE"[side]
        gone = sum(int(n) for n in re.findall(rf"{name} loses (\d+) fleets?", words))
        there = re.search(rf"{name} wins the battle at \w+, where it has (\d+) fleets? now", words)
        now = fleets_at(q, side, p.battle.space)
        assert now == (int(there[1]) if there else fleets_at(p, side, p.battle.space) - gone), words


def is_out_of_sight(before: State, after: State, seat: int) -> bool:
    """Whether another player seals an order, or accepts an offer that this one doesn't see."""
    p, q = before.position, after.position
    if p.step is Due.ORDERS is q.step:
        return True
    return p.offer is not None and p.step is Due.ANSWER and seat not in p.offer[:2]


def test_others_are_told_that_there_is_a_trade() -> None:
    after = OFFERED.after(parse_action("accept"))
    told = ("A and B trade as A has offered (J2.2)",)
    assert effects(OFFERED.view(2), parse_action("accept"), after.view(2)) == told
    assert (
        effects(OFFERED.view(0), parse_action("accept"), after.view(0)) == ROWS["J2.2 an offer that is accepted"].said
    )


def test_whoever_has_no_card_to_raise_a_level_may_be_thought_to_have_one() -> None:
    """With the option `must_raise`, others see a hand that might have a card for a level (J2.3)."""
    before = due(dealt(opened(must_raise=True), 0, C.PROGENITOR_RUINS), Due.TECH, 0)
    done = parse_action("done")
    after = before.after(done)
    assert done not in before.view(1).legal_actions(0)
    assert effects(before.view(1), done, after.view(1)) == effects(before, done, after) == ()


def test_clauses_are_those_of_the_rules() -> None:
    rules = (Path(jump_wars.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    known = set(re.findall(r"J\d(?:\.\d+)?", rules))
    for row in ROWS.values():
        for sentence in row.said:
            clauses = sentence[sentence.rindex("(") + 1 : -1].split(", ")
            assert known >= {*clauses}


# --- what has no effects


def test_effects_are_those_of_the_player_whose_action_it_was() -> None:
    """Both write orders, and the action of each leads elsewhere."""
    state = due(dealt(dealt(around(), 0, C.JUMP), 1, C.JUMP), Due.ORDERS)
    boost = parse_action("boost=jump")
    assert effects(state, boost, state.after(boost, 0)) == ("Jump of A is 2 until the turn ends (J2.9)",)
    assert effects(state, boost, state.after(boost, 1)) == ("Jump of B is 2 until the turn ends (J2.9)",)
    only_b = due(dealt(around(), 1, C.JUMP), Due.ORDERS)
    assert effects(only_b, boost, only_b.after(boost, 1)) == ("Jump of B is 2 until the turn ends (J2.9)",)


def test_an_action_that_leads_elsewhere_is_refused() -> None:
    state = start()
    with pytest.raises(ArgumentError, match="leads to another position"):
        effects(state, parse_action("first=A"), state.after(parse_action("first=B")))
    with pytest.raises(ArgumentError, match="leads to another position"):
        effects(state, parse_action("first=A"), state)
    sheets = due(around(), Due.ORDERS)
    with pytest.raises(ArgumentError, match="leads to another position"):
        effects(sheets, parse_action("done"), sheets)


def test_an_illegal_action_is_refused() -> None:
    state = start()
    with pytest.raises(IllegalActionError) as refused:
        effects(state, parse_action("done"), state)
    assert refused.value.reason == state.why_not(parse_action("done"), CHANCE)
    sheets = due(around(), Due.ORDERS)
    with pytest.raises(IllegalActionError):
        effects(sheets, parse_action("boost=jump"), sheets)
    over = played(ROWS["J3.1 conquest"].before, "done")
    with pytest.raises(GameOverError):
        effects(over, parse_action("done"), over)


def test_other_things_have_no_effects() -> None:
    with pytest.raises(TypeError, match="an Action of Jump Wars has effects, not int"):
        effects(start(), 0, start())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a position is a State of Jump Wars, not str"):
        effects("start", ACTIONS[0], start())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a position is a State of Jump Wars, not None"):
        effects(start(), ACTIONS[0], None)  # type: ignore[arg-type]
