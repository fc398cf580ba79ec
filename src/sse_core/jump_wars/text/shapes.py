"""Shapes of a position's fields: the text and the JSON of each, and the bounds of its values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from ...forms.groups import Flags, Items, Row, Table
from ...forms.json_object import Json, object_of
from ...forms.layout import Block, Layout, Line
from ...forms.lines import Word
from ...forms.shapes import Flag, Instance, Maybe, Named, Number, Shape
from ...forms.structs import Struct
from ..actions import MOST, Verb
from ..board import N_SPACES, Space, space_name
from ..cards import BASICS, COPIES, N_BASICS, Card, name_of
from ..options import MAX_TURNS, Options
from ..positions.position import (
    NO_LEVELS,
    NOBODY,
    Battle,
    Deal,
    Due,
    Offer,
    Order,
    Player,
    Position,
    WrittenOrders,
)
from .notation import NEUTRAL_NAME, SEATS

__all__ = [
    "DRAFTS",
    "MAX_BOOST",
    "MAX_FLEETS",
    "MAX_LEVEL",
    "MAX_ROUND",
    "MAX_STACK",
    "MAX_TOKENS",
    "SIDE_LINES",
    "Shapes",
    "Side",
    "of_sides",
    "shapes_of",
    "sides_of",
]

MAX_FLEETS: Final = 10**6
"""The most fleets of a position, all sides together, and the most kills of a side in a battle."""

MAX_LEVEL: Final = 10**4
"""The highest level of a technology, without boosts."""

MAX_BOOST: Final = 100
"""The highest boost of a technology: the cards of a turn and Leadership give less (J2.9)."""

MAX_STACK: Final = 2**16 - 1
"""The most fleets of an order: no stack is so large, 5 + Logistics (J2.6)."""

MAX_ROUND: Final = 10**8
"""The latest round of a battle."""

MAX_TOKENS: Final = 10**9
"""The most RT of a player."""

MAX_POINTS: Final = 10**12
"""The largest number of a position, such as points of damage."""

_MOST_DUE: Final = 3
_MOST_DRAFTED: Final = 6

DRAFTS: Final = {
    Due.THEFT: ("side",),
    Due.SABOTAGE_SPACE: ("side",),
    Due.SABOTAGE_CARD: ("side", "space"),
    Due.REWRITING: ("place",),
    Due.NEGATE_ORDER: ("side",),
    Due.NEGATE_CARD: ("side", "place"),
}
"""The kinds of numbers in a draft: sides, spaces, or places of orders. In other steps they are plain numbers."""


# --- the same for any number of players


class _Basic(Named):
    """A basic technology by name; in JSON a special technology has another error than an unknown name."""

    def from_json(self, value: Json, key: str) -> Any:
        """Return the technology of a string."""
        if value is not None:
            _CARD.from_json(value, key)
        return super().from_json(value, key)


_POINTS: Final = Number(MAX_POINTS)
_ROUND: Final = Number(MAX_ROUND, 1, 1)
_SPACE: Final = Named(
    {space_name(space): space for space in range(N_SPACES)},
    "expected a space, a1 to j10",
    "there is no such space; they are a1 to j10",
    Number(N_SPACES - 1),
)
_NAMES: Final = {name_of(card): card for card in Card}
_BASICS: Final = {name_of(card): card for card in BASICS}
_CARD: Final = Named(
    _NAMES, f"expected one of {', '.join(_NAMES)}", "there is no such card", Instance(Card), guesses=True
)
_BASIC: Final = _Basic(
    _BASICS,
    f"expected one of {', '.join(_BASICS)}",
    "only basic technologies have levels (J1.5)",
    Instance(Card),
    guesses=True,
)
_LED: Final = replace(_BASIC, checked=Number(N_BASICS - 1, NOBODY), null=NOBODY)
_CARDS: Final = Table(_CARD, Number(max(COPIES)))
_STEP: Final = Named(
    {str(step): step for step in Due},
    f"a step is one of {', '.join(Due)}",
    f"a step is one of {', '.join(Due)}",
    Instance(Due),
    guesses=True,
)
_USED: Final = Named(
    {str(verb): verb for verb in (Verb.TAKE, Verb.RUINS, Verb.BRAINS)},
    "what is used is one of take, ruins, brains",
    "what is used is of take, ruins, brains",
    Instance(Verb),
    guesses=True,
)
_ORDER: Final = Struct(
    Order,
    {"origin": _SPACE, "target": _SPACE, "fleets": Number(MAX_STACK, first=1, zero="planet"), "void": Flag()},
    labels={"fleets": "fleets of an order"},
    like="{origin}-{target}:{fleets}[:void]",
    expected="an order is written like `a1-b2:3`, `a1-b1:planet` or `a1-b2:3:void`",
)
_WRITTEN_ORDERS: Final = Struct(
    WrittenOrders,
    {
        "orders": Items(_ORDER),
        "draft": Items(Number(N_SPACES - 1)),
        "boosts": Items(_BASIC),
        "led": _LED,
        "done": Flag(),
    },
    labels={"draft": "draft of an order", "boosts": "written boosts", "led": "written led"},
)
_PLAYER: Final = Struct(
    Player,
    {
        "levels": Table(_BASIC, Number(MAX_LEVEL, 1, 1), usual=1, nothing="all:1"),
        "boosts": Table(_BASIC, Number(MAX_BOOST)),
        "learned": Items(_CARD, kind=frozenset),
        "led": Flag(),
        "tokens": Number(MAX_TOKENS),
        "hand": _CARDS,
        "hidden": Number(sum(COPIES)),
        "written_orders": _WRITTEN_ORDERS,
    },
)


class _Writes(Shape):
    """An order that is being written: two spaces at most, and the parts of its number as their sum."""

    def word(self, value: Sequence[int]) -> str:
        """Return the words of a draft."""
        parts = value[2:]
        return " ".join([*map(space_name, value[:2]), *([str(sum(parts))] if parts else [])])

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the draft of the words."""
        words = word.words()
        if len(words) > 3:
            raise words[3].error("an order that is being written has two spaces and a number at most")
        parts = sum(number.number(MAX_FLEETS) // MOST for number in words[2:])
        return (*map(_SPACE.read, words[:2]), *[MOST] * parts)


_PLAYER_LINES: Final = Layout(
    _PLAYER,
    Line("levels"),
    Line("boosts", left_out=NO_LEVELS),
    Line("learned"),
    Line("tokens"),
    Line("hand"),
    Line("hidden", left_out=0),
    Line("orders", "written_orders.orders", left_out=()),
    Line("writes", "written_orders.draft", _Writes(), left_out=()),
    Line("sealed", "written_orders.boosts", left_out=()),
    Line("sealed lead", "written_orders.led", left_out=NOBODY),
    Line(
        "this turn",
        "led written_orders.done",
        Flags(("led", "done"), "what the turn has brought is one of led, done"),
        left_out=(False, False),
    ),
)


class Side(NamedTuple):
    """A side's fleets and held spaces, in the form of texts."""

    fleets: tuple[int, ...]
    """The number of fleets on each space."""

    held: tuple[int, ...]
    """The spaces where the side had fleets at the end of the last turn."""


_SIDE: Final = Struct(Side, {"fleets": Table(_SPACE, Number(MAX_FLEETS)), "held": Items(_SPACE)})
SIDE_LINES: Final = Layout(_SIDE, Line("fleets"), Line("held"))


def sides_of(p: Position) -> list[Side]:
    """Return the fleets and held spaces of each side, the neutral one last."""
    return [
        Side(fleets, tuple(space for space, holder in enumerate(p.held) if holder == side))
        for side, fleets in enumerate(p.fleets)
    ]


def of_sides(sides: list[Side]) -> dict[str, Any]:
    """Return the fields of a position for the fleets and held spaces of all sides."""
    held = [NOBODY] * N_SPACES
    for side, one in enumerate(sides):
        for space in one.held:
            held[space] = side
    return {"fleets": tuple(one.fleets for one in sides), "held": tuple(held)}


# --- battles


class _Runs(Items):
    """The damage of fleets, equal ones together: ``1x3,2x0`` is a fleet with 3 points and two with none."""

    def word(self, value: Iterable[int]) -> str:
        """Return the runs of a side's fleets."""
        return ",".join(f"{len(list(run))}x{points}" for points, run in groupby(value))

    def read(self, word: Word) -> tuple[int, ...]:
        """Return the damage of each fleet. An enemy has at least one fleet, so a side has fewer than all."""
        fleets: list[int] = []
        for run in word.split(","):
            match = _RUN.fullmatch(run.text)
            if match is None or len(fleets) + int(match[1]) >= MAX_FLEETS:
                raise run.error(f"damage is written like `1x3,2x0`, for at most {MAX_FLEETS} fleets")
            fleets += [int(match[2])] * int(match[1])
        return tuple(fleets)


_RUN: Final = re.compile(r"([0-9]{1,13})x([0-9]{1,13})")


class _Group(Items):
    """Sides that deal together: an object in JSON, since arrays of arrays are not read."""

    def to_json(self, value: Iterable[int]) -> Json:
        """Return the object of a group."""
        return {"sides": super().to_json(value)}

    def from_json(self, value: Json, key: str) -> Any:
        """Return the group of an object."""
        return super().from_json(object_of(value, key).value("sides"), "sides")

    def check(self, value: Any, what: str) -> None:
        """Raise for an impossible side."""
        super().check(value, "group")


@dataclass(frozen=True)
class _DealtPoints(Table):
    """The points of a deal for each side; a view hides those of other players (J5.11)."""

    def word(self, value: Sequence[Any]) -> str:
        """Return the points by side, or that they are hidden."""
        return super().word(value) if value else _HIDDEN

    def read(self, word: Word) -> tuple[Any, ...]:
        """Return the points of the words."""
        return () if word.text == _HIDDEN else super().read(word)

    def to_json(self, value: Sequence[Any]) -> Json:
        """Return the object of the points; None if they are hidden."""
        return super().to_json(value) if value else None

    def from_json(self, value: Json, key: str) -> tuple[Any, ...]:
        """Return the points of an object, or of None."""
        return () if value is None else super().from_json(value, key)

    def check(self, value: Any, what: str) -> None:
        """Raise for impossible points."""
        if value != ():
            super().check(value, what)


_HIDDEN: Final = "hidden"


def _battle(side: Named) -> tuple[Struct, Layout]:
    deal = Struct(
        Deal,
        {
            "side": side,
            "bombs": _POINTS,
            "force": _POINTS,
            "points": _DealtPoints(side, _POINTS, sign="=", between=",", nothing=""),
        },
        labels={"side": "side of a deal"},
        like="{side}:{bombs}x{force}:{points}",
        expected="a deal is written like `A:2x3:B=4`: its side, bombs and their force, points for each side",
    )
    battle = Struct(
        Battle,
        {
            "space": _SPACE,
            "round": _ROUND,
            "damage": Table(side, _Runs(_POINTS), usual=(), empty=()),
            "kills": Table(side, Number(MAX_FLEETS)),
            "groups": Items(_Group(side, between=",")),
            "deals": Items(deal),
        },
        labels={"space": "space of a battle"},
    )
    place = Row((_SPACE, _ROUND), "a space", "a battle is written like `e5 1`: its space, and its round")
    return battle, Layout(
        battle,
        Line("battle", "space round", place),
        Line("battle damage", "damage"),
        Line("battle kills", "kills"),
        Line("battle groups", "groups"),
        Line("battle deals", "deals", left_out=()),
    )


# --- positions of so many players


class Shapes(NamedTuple):
    """The shapes of positions of so many players."""

    position: Struct
    """All fields, for the check."""

    told: Struct
    """The fields of a position in JSON, without the map: fleets and held spaces stand with each side."""

    top: Layout
    """The lines of the turn and the step."""

    middle: dict[Due, Layout]
    """The lines of a half-made decision, by step."""

    players: Layout
    end: Layout


@dataclass(frozen=True)
class _Decision(Shape):
    """The words of a step: its name, the seat that decides, and whether the decision has begun."""

    seat: Named

    def word(self, value: tuple[Due, int, bool]) -> str:
        step, actor, begun = value
        return " ".join([step, *([] if actor == NOBODY else [SEATS[actor]]), *["begun"] * begun])

    def read(self, word: Word) -> tuple[Due, int, bool]:
        first, *others = word.some_words("a step")
        step = _STEP.read(first)
        seats = [self.seat.read(other) for other in others if other.text != "begun"]
        return step, seats[0] if seats else NOBODY, any(other.text == "begun" for other in others)


@cache
def shapes_of(n: int) -> Shapes:
    """Return the shapes of positions of n players."""
    letters, seats = {SEATS[seat]: seat for seat in range(n)}, f"{SEATS[0]} to {SEATS[n - 1]}"
    here = f"expected a seat, {seats}", f"there is no such seat; they are {seats}"
    seat = Named(letters, *here, Number(n - 1))
    nobody = Named({**letters, "nobody": NOBODY}, *here, Number(n - 1, NOBODY), null=NOBODY)
    side = Named(
        {**letters, NEUTRAL_NAME: n},
        f"{here[0]}, or {NEUTRAL_NAME}",
        f"there is no such side; they are {seats}, and {NEUTRAL_NAME}",
        Number(n),
    )
    offer = Struct(
        Offer,
        {
            "giver": seat,
            "receiver": seat,
            "give": Items(_CARD, between=","),
            "pay": Number(MAX_TOKENS),
            "ask": Items(_CARD, between=","),
            "charge": Number(MAX_TOKENS),
        },
        like="{giver} {receiver} give {give} pay {pay} ask {ask} charge {charge}",
        expected="an offer is written like `A B give attack pay 3 ask none charge 0`",
    )
    alliance = Items(
        seat,
        length=2,
        expected="an alliance is written like `A B`: the diplomat, and the ally",
        json_expected="an alliance is a diplomat and an ally",
    )
    battle, battle_lines = _battle(side)
    turn: dict[str, Shape] = {
        "turn": Number(MAX_TURNS, 1, 1),
        "due": Number(_MOST_DUE),
        "sold": Number(sum(COPIES)),
        "counted": _POINTS,
        "neutral_turns": Number(MAX_TURNS),
        "start_player": nobody,
        "step": _STEP,
        "actor": nobody,
        "begun": Flag(),
        "used": Items(_USED, kind=frozenset),
        "draft": Items(_POINTS),
        "offer": Maybe(offer),
        "alliance": Maybe(alliance),
        "battle": Maybe(battle),
        "neutral_holder": nobody,
    }
    cards: dict[str, Shape] = {"unseen": _CARDS, "discard": _CARDS}
    board: dict[str, Shape] = {
        "options": Instance(Options),
        "spaces": Items(Instance(Space), length=N_SPACES),
        "homeworlds": Items(_SPACE, length=n),
        "fleets": Items(Items(Number(MAX_FLEETS), length=N_SPACES), length=n + 1),
        "held": Items(Number(n, NOBODY), length=N_SPACES),
        "players": Items(_PLAYER),
    }
    position = Struct(Position, board | turn | cards)
    whole = Struct(dict, {**_PLAYER.fields, **_SIDE.fields})
    kinds: dict[str, Shape] = {"side": side, "space": _SPACE, "place": Number(MAX_POINTS, first=1, shift=1)}
    holder = Row(
        (nobody, Number(MAX_TURNS)),
        "a seat",
        "the neutral holder is written like `A 2`: a seat, and the turns in a row",
    )

    def middle(step: Due) -> Layout:
        drafted = [kinds[kind] for kind in DRAFTS.get(step, ())]
        drafted += [_POINTS] * (_MOST_DRAFTED - len(drafted))
        return Layout(
            position,
            Line(
                "draft",
                shape=Row(drafted, "a number", too_many=f"a draft has at most {_MOST_DRAFTED} numbers"),
                left_out=(),
            ),
            Line("counted", left_out=0),
            Line("used", left_out=frozenset()),
            Line("due", left_out=0),
            Line("sold", left_out=0),
            Line("offer", left_out=None),
            Line("alliance", left_out=None),
            Line("neutral holder", "neutral_holder neutral_turns", holder, left_out=(NOBODY, 0)),
            Block("battle", battle_lines),
        )

    decision = Line("step", "step actor begun", _Decision(seat))
    return Shapes(
        position,
        Struct(dict, turn | {"players": Items(whole), "neutral": _SIDE} | cards),
        Layout(position, Line("turn"), Line("start player", "start_player"), decision),
        {step: middle(step) for step in Due},
        _PLAYER_LINES,
        Layout(position, Line("unseen"), Line("discard")),
    )
