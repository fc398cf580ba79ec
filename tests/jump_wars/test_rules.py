"""Rules, clause by clause: what is legal in a position, what is refused and why, and what follows.

The name of each row and each test begins with its clause; the last test sees that no clause is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.jump_wars.scenes import (
    after,
    at,
    jumped,
    legal,
    ordered,
    seat,
)

from sse_core.errors import IllegalActionError
from sse_core.game import CHANCE
from sse_core.jump_wars.actions import Verb
from sse_core.jump_wars.cards import BASICS, Card, name_of
from sse_core.jump_wars.positions.makers import new_game
from sse_core.jump_wars.positions.position import Due
from sse_core.jump_wars.reasons import Reason
from sse_core.jump_wars.state import State
from sse_core.jump_wars.text.notation import parse_action

S = Due


# --- what may be done


@dataclass(frozen=True)
class Row:
    """The legal actions of a player in a position, and refused ones with their reasons and the clause they cite."""

    state: Callable[[], State]
    legal: set[str]
    refused: dict[str, str] = field(default_factory=dict[str, str])
    """By action, such as ``"NO_TOKENS J2.5"``."""
    player: int | None = None


def named(verb: str, words: str) -> set[str]:
    return {f"{verb}={word}" for word in words.split()}


BASIC = " ".join(map(name_of, BASICS))
ALL = " ".join(map(name_of, Card))
NEAR_A1 = "a2 a3 b1 b2 b3 c1 c2 c3"
"""What lies within two steps of a1 on the square grid."""


def writing(**fields: Any) -> Callable[[], State]:
    """All write orders; A has one fleet at a1 unless it is said otherwise."""
    fields.setdefault("A", seat(fleets={"a1": 1}))
    return lambda: at(S.ORDERS, **fields)


def then(state: Callable[[], State], *actions: str) -> Callable[[], State]:
    return lambda: after(state(), *actions)


TRADING: dict[str, Any] = {"players": 3}


def trading(**fields: Any) -> Callable[[], State]:
    return lambda: at(S.OFFER, **(TRADING | fields))


ALLIED: dict[str, Any] = {"players": 3, "alliance": (1, 0), "B": seat(fleets={"j1": 5, "b2": 1})}
PLANET = seat(learned="planet_jump")
SPY = "espionage=2"

ROWS = {
    "J1.1 square": Row(
        then(writing(), "from=a1"),
        named("to", NEAR_A1),
        {"to=d1": "NO_PATH J2.6", "to=a1": "SAME_SPACE J4.10", "count=1": "NOT_DUE J5.1", "done": "NOT_DUE J5.1"},
    ),
    "J1.1 hex": Row(
        then(writing(options={"grid": "hex"}), "from=a1"), named("to", "a2 a3 b1 b2 c1"), {"to=c2": "NO_PATH J2.6"}
    ),
    "J1.5 the start player is drawn": Row(
        lambda: new_game(players=3), {"first=A", "first=B", "first=C"}, {"first=D": "NO_PLAYER J1.3"}, CHANCE
    ),
    "J2.1 take": Row(
        lambda: at(S.DRAW, A=seat(learned="ram_scoops", tokens=10)),
        {"take"},
        {
            "done": "MUST_TAKE J4.4",
            "ruins": "NO_RUINS J2.1",
            "brains": "NO_BRAINS J2.1",
            "draw=attack": "NOT_DUE J5.1",
        },
    ),
    "J2.1 any card of the deck comes": Row(
        lambda: after(at(S.DRAW, discard="genesis"), "take"),
        named("draw", ALL) - {"draw=genesis"},
        {"draw=genesis": "NOT_IN_DECK J2.1", "done": "NOT_DUE J5.1"},
        CHANCE,
    ),
    "J2.1 ruins from the hand": Row(lambda: at(S.DRAW, A=seat("progenitor_ruins")), {"take", "ruins"}),
    "J2.1 brains for 10 RT": Row(
        lambda: at(S.DRAW, A=seat(learned="positronic_brains", tokens=10)), {"take", "brains"}
    ),
    "J2.1 brains for no less": Row(
        lambda: at(S.DRAW, A=seat(learned="positronic_brains", tokens=9)),
        {"take"},
        {"brains": "NO_TOKENS_FOR_CARD J2.1"},
    ),
    "J4.4 each once": Row(
        lambda: at(
            S.DRAW,
            A=seat("progenitor_ruins", learned="positronic_brains", tokens=20),
            used=frozenset({Verb.TAKE, Verb.RUINS, Verb.BRAINS}),
            begun=True,
        ),
        {"done"},
        {"take": "USED J4.4", "ruins": "USED J4.4", "brains": "BRAINS_USED J2.1"},
    ),
    "J2.2 offers": Row(
        trading(),
        {"done", "offer=B", "offer=C"},
        {"offer=A": "OWN_OFFER J4.6", "offer=D": "NO_PLAYER J1.3", "give=attack": "NOT_DUE J5.1"},
    ),
    "J2.2 offers are off": Row(
        lambda: at(S.TECH), {"done"}, {"offer=B": "NOT_DUE J5.1", "accept": "NOT_DUE J5.1", "refuse": "NOT_DUE J5.1"}
    ),
    "J2.2 steal": Row(
        lambda: at(S.STEAL, players=4, A=seat(levels="trade=2"), B=seat("attack"), D=seat("jump")),
        {"done", "steal=B", "steal=D"},
        {"steal=A": "OWN_SEAT J2.2", "steal=C": "NO_CARDS_TO_STEAL J2.2", "steal=E": "NO_PLAYER J1.3"},
    ),
    "J2.2 what is stolen": Row(
        lambda: after(at(S.STEAL, A=seat("trade", levels="trade=2"), B=seat("attack attack genesis")), "steal=B"),
        {"draw=attack", "draw=genesis"},
        {"draw=trade": "NOTHING_TO_STEAL J2.2"},
        CHANCE,
    ),
    "J2.2 alliance": Row(
        lambda: at(S.ALLIANCE, players=3, A=seat(levels="diplomacy=2")),
        {"done", "ally=B", "ally=C"},
        {"ally=A": "OWN_SEAT J2.2", "ally=D": "NO_PLAYER J1.3"},
    ),
    "J2.2 the ally keeps off": Row(
        then(writing(**ALLIED), "from=a1"), named("to", NEAR_A1) - {"to=b2"}, {"to=b2": "ALLIED J2.2"}
    ),
    "J2.2 others don't": Row(
        then(writing(**(ALLIED | {"alliance": (1, 2)})), "from=a1"), named("to", NEAR_A1)
    ),
    "J2.2 nor does the diplomat": Row(
        then(writing(**(ALLIED | {"alliance": (0, 1)})), "from=a1"), named("to", NEAR_A1)
    ),
    "J2.3 one card": Row(
        lambda: at(S.TECH, A=seat("attack attack cloaking progenitor_ruins star_docks", learned="cloaking")),
        {"done", "raise=attack", "learn=star_docks", "boost=attack"},
        {
            "raise=jump": "NO_CARD_TO_LEARN J2.3",
            "learn=cloaking": "LEARNED J4.7",
            "learn=progenitor_ruins": "NEVER_LEARNED J2.3",
            "learn=genesis": "NO_CARD_TO_LEARN J2.3",
            "pair=attack": "NOT_DUE J5.1",
        },
    ),
    "J2.3 must_raise": Row(
        lambda: at(S.TECH, A=seat("attack star_docks"), options={"must_raise": True}),
        {"raise=attack", "learn=star_docks", "boost=attack"},
        {"done": "MUST_RAISE J2.3"},
    ),
    "J2.3 must_raise with a special alone": Row(
        lambda: at(S.TECH, A=seat("star_docks"), options={"must_raise": True}),
        {"learn=star_docks"},
        {"done": "MUST_RAISE J2.3"},
    ),
    "J2.3 must_raise without such a card": Row(
        lambda: at(S.TECH, A=seat("progenitor_ruins cloaking", learned="cloaking"), options={"must_raise": True}),
        {"done"},
    ),
    "J2.3 pairs": Row(
        lambda: at(S.PAIRS, A=seat("attack attack jump genesis")),
        {"done", "pair=attack", "boost=attack", "boost=jump"},
        {"pair=jump": "NO_CARD_TO_LEARN J2.3", "raise=attack": "NOT_DUE J5.1"},
    ),
    "J2.4 cards for RT": Row(
        lambda: at(S.MINE, A=seat("attack genesis")),
        {"done", "discard=attack", "discard=genesis", "boost=attack"},
        {"discard=jump": "NOT_IN_HAND J4.5"},
    ),
    "J2.5 at home": Row(
        lambda: at(S.BUILD, A=seat(tokens=5, fleets={"a1": 1, "c1": 1})),
        {"done", "build=a1"},
        {"build=c1": "NO_DOCKS J2.5", "build=j10": "NO_DOCKS J2.5"},
    ),
    "J2.5 the price": Row(
        lambda: at(S.BUILD, A=seat(tokens=4)), {"done"}, {"build=a1": "NO_TOKENS J2.5"}
    ),
    "J2.5 star docks": Row(
        lambda: at(S.BUILD, A=seat(tokens=5, learned="star_docks", fleets={"c1": 1, "b2": 2, "c3": 1, "b1": 1})),
        {"done", "build=a1", "build=c1", "build=b2"},
        {
            "build=c3": "WRONG_KIND J2.5",
            "build=b1": "WRONG_KIND J2.5",
            "build=a3": "NO_FLEETS_THERE J2.5",
            "build=j10": "WRONG_KIND J2.5",
        },
    ),
    "J2.5 sabotage": Row(
        lambda: at(S.SABOTAGE, players=3, A=seat("genesis", learned="sabotage"), B=seat(fleets={})),
        {"done", "sabotage=A", "sabotage=C"},
        {"sabotage=B": "NO_FLEETS_THERE J2.5", "sabotage=D": "NO_SIDE J2.5", "sabotage=neutral": "NO_SIDE J2.5"},
    ),
    "J2.5 sabotage takes a card": Row(
        lambda: at(S.SABOTAGE, A=seat(learned="sabotage")), {"done"}, {"sabotage=B": "NO_CARDS J2.5"}
    ),
    "J2.5 where to sabotage": Row(
        lambda: after(
            at(S.SABOTAGE, A=seat("attack", learned="sabotage"), B=seat(fleets={"a3": 1, "j10": 2})), "sabotage=B"
        ),
        {"at=a3", "at=j10"},
        {"at=a1": "NO_FLEETS_THERE J2.5", "boost=attack": "NOT_DUE J5.1", "done": "NOT_DUE J5.1"},
    ),
    "J4.5 any card for sabotage": Row(
        lambda: after(
            at(S.SABOTAGE, A=seat("attack genesis", learned="sabotage"), B=seat(fleets={"j10": 2})),
            "sabotage=B",
            "at=j10",
        ),
        {"discard=attack", "discard=genesis"},
        {"discard=jump": "NOT_IN_HAND J4.5", "boost=attack": "NOT_DUE J5.1"},
    ),
    "J2.6 orders": Row(
        writing(A=seat(fleets={"a1": 5, "c3": 1})),
        {"done", "from=a1", "from=c3"},
        {"from=b1": "NO_FLEETS J2.6", "from=j10": "NO_FLEETS J2.6", "planet=b1": "NO_PLANET_JUMP J2.6"},
    ),
    "J2.6 1 + Command": Row(
        writing(A=seat(fleets={"a1": 5}, orders=["a1-b1:1", "a1-b2:1"], learned="planet_jump"), begun=True),
        {"done"},
        {"from=a1": "NO_ORDERS_LEFT J2.6", "planet=b1": "NO_ORDERS_LEFT J2.6"},
    ),
    "J2.6 1 + Command 2": Row(
        writing(A=seat(fleets={"a1": 5}, orders=["a1-b1:1", "a1-b2:1"], levels="command=2"), begun=True),
        {"done", "from=a1"},
    ),
    "J4.10 40 orders at most": Row(
        writing(
            A=seat(fleets={"a1": 41}, orders=["a1-b1:1"] * 40, learned="planet_jump", levels="command=50"), begun=True
        ),
        {"done"},
        {"from=a1": "ORDER_LIMIT J4.10", "planet=b1": "ORDER_LIMIT J4.10"},
    ),
    "J4.10 the last line": Row(
        writing(A=seat(fleets={"a1": 41}, orders=["a1-b1:1"] * 39, levels="command=50"), begun=True),
        {"done", "from=a1"},
    ),
    "J2.6 each fleet once": Row(
        writing(A=seat(fleets={"a1": 5, "c3": 1}, orders=["a1-b1:5"]), begun=True),
        {"done", "from=c3"},
        {"from=a1": "BOUND J2.6"},
    ),
    "J2.6 range": Row(
        then(writing(A=seat(fleets={"a1": 1}, levels="jump=2")), "from=a1"),
        named("to", NEAR_A1 + " d1 d3 a4 c4 d4"),
        {"to=d2": "BLACK_HOLE J2.6", "to=b4": "BLACK_HOLE J2.6", "to=e1": "NO_PATH J2.6"},
    ),
    "J2.6 no path through Black Holes": Row(
        then(writing(counters={"a2": "b", "b2": "b"}), "from=a1"),
        named("to", "b1 c1 c2"),
        {"to=a3": "NO_PATH J2.6", "to=b2": "BLACK_HOLE J2.6"},
    ),
    "J2.6 Event Skimming": Row(
        then(
            writing(counters={"a2": "b", "b2": "b"}, A=seat(fleets={"a1": 1}, learned="event_skimming")), "from=a1"
        ),
        named("to", "b1 c1 c2 a3 b3 c3"),
        {"to=b2": "BLACK_HOLE J2.6"},
    ),
    "J2.6 enemies do not block": Row(
        then(writing(B=seat(fleets={"a2": 1, "b1": 1, "b2": 1})), "from=a1"), named("to", NEAR_A1)
    ),
    "J2.6 stack": Row(
        then(writing(A=seat(fleets={"a1": 9})), "from=a1", "to=b1"),
        {f"count={n}" for n in range(1, 7)},
        {"count=7": "STACK J2.6", "count=10": "NO_FLEETS J2.6", "count=0": "NUMBER J5.2", "boost=jump": "NOT_DUE J5.1"},
    ),
    "J2.6 stack with Logistics 3": Row(
        then(writing(A=seat(fleets={"a1": 9}, levels="logistics=3")), "from=a1", "to=b1"),
        {f"count={n}" for n in range(1, 9)},
        {"count=9": "STACK J2.6"},
    ),
    "J2.6 only fleets that are there": Row(
        then(writing(A=seat(fleets={"a1": 5}, orders=["a1-b1:3"]), begun=True), "from=a1", "to=b1"),
        {"count=1", "count=2"},
        {"count=3": "BOUND J2.6", "count=6": "NO_FLEETS J2.6"},
    ),
    "J2.6 Planet Jump": Row(
        writing(A=PLANET),
        {"done", "from=a1", "planet=a2", "planet=b1"},
        {"planet=b2": "NO_VOID J2.6", "planet=c2": "NO_PATH J2.6", "planet=a1": "NO_VOID J2.6"},
    ),
    "J2.6 Planet Jump on hexes": Row(
        writing(A=PLANET, options={"grid": "hex"}, counters={"b2": "."}),
        {"done", "from=a1", "planet=a2", "planet=b1"},
        {"planet=b2": "NO_PATH J2.6"},
    ),
    "J2.6 Planet Jump of an occupied Homeworld": Row(
        writing(A=seat(learned="planet_jump", fleets={"c3": 1})), {"done", "from=c3"}, {"planet=b1": "NO_FLEETS J2.6"}
    ),
    "J4.11 once a turn": Row(
        writing(A=seat(learned="planet_jump", orders=["a1-b1"]), begun=True),
        {"done", "from=a1"},
        {"planet=a2": "HAS_PLANET_JUMP J4.11"},
    ),
    "J4.11 fleets on the Void do not hinder, nor those bound": Row(
        writing(
            A=seat(learned="planet_jump", fleets={"a1": 1, "a2": 1}, orders=["a1-b2:1"]),
            B=seat(fleets={"b1": 1}),
            begun=True,
        ),
        {"done", "from=a2", "planet=a2", "planet=b1"},
        {"from=a1": "BOUND J2.6"},
    ),
    "J2.6 Planet Jump and the alliance": Row(
        writing(A=PLANET, alliance=(1, 0), B=seat(fleets={"b1": 1})),
        {"done", "from=a1", "planet=a2"},
        {"planet=b1": "ALLIED J2.2"},
    ),
    "J4.10 from where nothing can be ordered": Row(
        writing(
            A=seat(fleets={"a1": 1, "c3": 1}, levels="jump=1"),
            counters={"a2": "b", "b1": "b", "b2": "b"},
            options={"any_map": True},
        ),
        {"done", "from=c3"},
        {"from=a1": "NO_TARGET J4.10"},
    ),
    "J2.6 Espionage": Row(
        lambda: ordered(at(S.ORDERS, A=seat(levels=SPY)), "A a1-b1:1"), {"done", "rewrite"}, {"from=a1": "NOT_DUE J5.1"}
    ),
    "J2.6 nothing to rewrite": Row(
        lambda: ordered(at(S.ORDERS, A=seat(levels=SPY))), {"done"}, {"rewrite": "NO_ORDER J2.6"}
    ),
    "J2.6 which order": Row(
        lambda: after(ordered(at(S.ORDERS, A=seat(levels=SPY)), "A a1-b1:1", "A a1-b2:1"), "rewrite"),
        {"count=1", "count=2"},
        {"count=0": "NO_ORDER J2.6", "count=3": "NO_ORDER J2.6", "done": "NOT_DUE J5.1"},
    ),
    "J4.10 a rewritten order uses the fleets of the old one": Row(
        lambda: after(
            ordered(at(S.ORDERS, A=seat(levels=SPY)), "A a1-b1:3", "A a1-b2:2"),
            *("rewrite", "count=1", "from=a1", "to=c3"),
        ),
        {"count=1", "count=2", "count=3"},
        {"count=4": "BOUND J2.6", "count=6": "NO_FLEETS J2.6"},
    ),
    "J4.10 a rewritten order may be of the other kind": Row(
        lambda: after(
            ordered(at(S.ORDERS, A=seat("jump", levels=SPY, learned="planet_jump")), "A a1-b1:3"), "rewrite", "count=1"
        ),
        {"done", "from=a1", "planet=a2", "planet=b1"},
        {"boost=jump": "NOT_DUE J5.1"},
    ),
    "J2.6 Time Jump": Row(
        lambda: ordered(
            at(S.ORDERS, players=3, A=seat("attack", learned="time_jump")), "A a1-b1:1", "C e10-d10:1"
        ),
        {"done", "negate=A", "negate=C", "boost=attack"},
        {"negate=B": "NO_ORDER J2.6", "negate=D": "NO_PLAYER J1.3"},
    ),
    "J2.6 a Time Jump takes a card": Row(
        lambda: ordered(at(S.ORDERS, A=seat(learned="time_jump")), "A a1-b1:1"),
        {"done"},
        {"negate=A": "NO_CARDS_TO_NEGATE J2.6"},
    ),
    "J2.6 which order is negated": Row(
        lambda: after(
            ordered(
                at(S.ORDERS, A=seat("genesis", learned="time_jump"), B=seat("attack", learned="time_jump")),
                "A a1-b1:1",
                "A a1-b2:1",
                "B j10-j9:1",
            ),
            "negate=A",
            "count=1",
            "discard=genesis",
            "negate=A",
        ),
        {"count=2"},
        {"count=1": "VOID_ORDER J4.10", "count=3": "NO_ORDER J2.6"},
    ),
    "J4.10 all void already": Row(
        lambda: after(
            ordered(
                at(S.ORDERS, A=seat("genesis", learned="time_jump"), B=seat("attack", learned="time_jump")),
                "A a1-b1:1",
                "B j10-j9:1",
            ),
            "negate=A",
            "count=1",
            "discard=genesis",
        ),
        {"done", "negate=B", "boost=attack"},
        {"negate=A": "VOID_ORDER J4.10"},
    ),
    "J2.7 fire": Row(
        lambda: jumped(at(S.ORDERS, B=seat(fleets={"b1": 2})), "A a1-b1:2"), {"fire"}, {"bomb": "NO_NOVA_BOMBS J2.7"}
    ),
    "J2.7 Nova Bombs": Row(
        lambda: jumped(
            at(S.ORDERS, A=seat("jump", learned="nova_bombs"), B=seat(fleets={"b1": 2})), "A a1-b1:2"
        ),
        {"fire", "bomb", "boost=jump"},
    ),
    "J4.12 any number of bombs": Row(
        lambda: after(
            jumped(at(S.ORDERS, A=seat(learned="nova_bombs"), B=seat(fleets={"b1": 2})), "A a1-b1:2"), "bomb"
        ),
        {"count=1", "count=2"},
        {"count=0": "NUMBER J5.2", "count=3": "NO_FLEETS_TO_BOMB J2.7", "fire": "NOT_DUE J5.1"},
    ),
    "J2.8 above the limit": Row(
        lambda: at(S.FINAL, A=seat("attack attack genesis cloaking jump")),
        {"discard=attack", "discard=genesis", "discard=cloaking", "discard=jump", "boost=attack", "boost=jump"},
        {"done": "HAND_LIMIT J2.8", "discard=command": "NOT_IN_HAND J4.5"},
    ),
    "J2.8 within the limit": Row(
        lambda: at(S.FINAL, A=seat("attack attack genesis cloaking")),
        {"done", "boost=attack"},
        {"discard=attack": "HAND_LIMIT J2.8"},
    ),
    "J2.8 with Research 2": Row(
        lambda: at(S.FINAL, A=seat("attack attack genesis cloaking jump", levels="research=2")),
        {"done", "boost=attack", "boost=jump"},
    ),
    "J2.9 Leadership": Row(
        lambda: at(S.MINE, A=seat(learned="leadership")),
        {"done"} | named("lead", BASIC),
        {"boost=attack": "NO_CARD_TO_BOOST J2.9"},
    ),
    "J2.9 Leadership once a turn": Row(
        lambda: at(S.MINE, A=seat(learned="leadership", led=True, boosts="jump=1")),
        {"done"},
        {"lead=attack": "HAS_LED J2.9"},
    ),
    "J2.9 Leadership once a turn, sealed": Row(
        then(writing(A=seat(fleets={"a1": 1}, learned="leadership")), "lead=jump"),
        {"done", "from=a1"},
        {"lead=attack": "HAS_LED J2.9"},
    ),
    "J2.9 without Leadership": Row(lambda: at(S.MINE), {"done"}, {"lead=attack": "NO_LEADERSHIP J2.9"}),
    "J2.9 only basic cards": Row(
        lambda: at(S.MINE, A=seat("genesis")), {"done", "discard=genesis"}, {"boost=attack": "NO_CARD_TO_BOOST J2.9"}
    ),
    "J4.6 cards of the own hand": Row(
        then(trading(A=seat("attack attack genesis")), "offer=B"),
        {"done", "give=attack", "give=genesis"},
        {"give=jump": "NO_CARD_TO_OFFER J4.6", "boost=attack": "NOT_DUE J5.1", "count=0": "NOT_DUE J5.1"},
    ),
    "J4.6 two of a kind": Row(
        then(trading(A=seat("attack attack genesis")), "offer=B", "give=attack"),
        {"done", "give=attack", "give=genesis"},
    ),
    "J5.2 in order": Row(
        then(trading(A=seat("attack jump genesis")), "offer=B", "give=jump"),
        {"done", "give=genesis"},
        {"give=attack": "NOT_ASCENDING J5.2", "give=jump": "NO_CARD_TO_OFFER J4.6"},
    ),
    "J4.6 no more than two": Row(
        then(trading(A=seat("attack jump genesis", tokens=2)), "offer=B", "give=attack", "give=jump"),
        {"count=0", "count=1", "count=2"},
        {"count=3": "NO_TOKENS_TO_OFFER J4.6", "give=genesis": "NOT_DUE J5.1"},
    ),
    "J4.6 any card may be asked for": Row(
        then(trading(B=seat(tokens=1)), "offer=B", "done", "count=0"), {"done"} | named("ask", ALL)
    ),
    "J5.5 asked for no more often than there are": Row(
        then(trading(), "offer=B", "done", "count=0", "ask=sabotage"),
        {"done", "ask=positronic_brains"},
        {"ask=sabotage": "NO_COPY J1.5", "ask=attack": "NOT_ASCENDING J5.2"},
    ),
    "J4.6 not both sides empty": Row(
        then(trading(), "offer=B", "done", "count=0"), named("ask", ALL), {"done": "EMPTY_OFFER J4.6"}
    ),
    "J4.6 a charge at least": Row(
        then(trading(B=seat(tokens=2)), "offer=B", "done", "count=0", "done"),
        {"count=1", "count=2"},
        {"count=0": "EMPTY_OFFER J4.6", "count=3": "NO_TOKENS_TO_OFFER J4.6"},
    ),
    "J4.6 who has it all can accept": Row(
        then(
            trading(A=seat(tokens=1), B=seat("attack attack", tokens=2)),
            *("offer=B", "done", "count=1", "ask=attack", "ask=attack", "count=2"),
        ),
        {"accept", "refuse", "boost=attack"},
    ),
    "J4.6 who lacks a card can't": Row(
        then(
            trading(B=seat("attack", tokens=2)), "offer=B", "done", "count=0", "ask=attack", "ask=attack", "count=2"
        ),
        {"refuse", "boost=attack"},
        {"accept": "NO_CARD_TO_OFFER J4.6"},
    ),
    "J5.2 a number in parts": Row(
        then(trading(A=seat(tokens=250)), "offer=B", "done", "count=99"),
        {f"count={n}" for n in range(100)},
    ),
    "J5.2 the last part": Row(
        then(trading(A=seat(tokens=250)), "offer=B", "done", "count=99", "count=99"),
        {f"count={n}" for n in range(53)},
        {"count=53": "NO_TOKENS_TO_OFFER J4.6"},
    ),
    "J5.2 99 and no more": Row(
        then(trading(A=seat(tokens=99)), "offer=B", "done", "count=99"), {"done"} | named("ask", ALL)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_what_may_be_done(name: str) -> None:
    row = ROWS[name]
    state = row.state()
    player = state.to_act[0] if row.player is None else row.player
    assert legal(state, player) == row.legal
    for text, words in row.refused.items():
        reason, clause = words.split()
        action = parse_action(text, state)
        assert state.why_not(action, player) is Reason[reason], text
        with pytest.raises(IllegalActionError) as caught:
            state.after(action, player)
        assert caught.value.reason is Reason[reason]
        assert str(caught.value).startswith(f"{text}: ")
        assert str(caught.value).endswith(f" ({clause})")
