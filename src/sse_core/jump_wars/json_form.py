"""JSON of positions: the same content as their text, with the same checks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields
from typing import Any, Final

from ..errors import NotationError
from ..forms.checks import guess
from ..forms.json_object import JsonObject
from .actions import Verb
from .board import N_SPACES, space_name, space_named
from .cards import BASICS, N_CARDS, Card, card_named, name_of
from .notation import NEUTRAL_NAME, SEATS, side_name, side_named
from .options import Options
from .position import NOBODY, Battle, Deal, Offer, Order, Player, Position, Sheet, Step
from .positions import position
from .state import State
from .state_words import DRAW_VERBS, STATE_NAME, format_map, map_of

__all__ = ["read_state_object", "state_from_json", "state_object", "state_to_json"]

_HEAD: Final = {"format": STATE_NAME, "version": 1}
_NUMBERS: Final = ("turn", "due", "sold", "counted", "neutral_turns")


def state_to_json(state: State) -> str:
    """Return a position as a JSON object on one line.

    Keys: ``format``, ``version``, ``ply``, ``options`` (all of them), ``map`` (its ten rows, as in the text), and the
    fields of `Position` but for ``spaces`` and ``homeworlds``. Cards, spaces and sides have names; what is counted by
    card, space or side is an object without its zeros. ``fleets`` and ``held`` stand with each player; those of the
    neutral side are in ``neutral``. ``draft`` has numbers.
    """
    return json.dumps(state_object(state))


def state_from_json(text: str) -> State:
    """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
    return read_state_object(JsonObject.parse(text))


# --- writing


def state_object(state: State) -> dict[str, Any]:
    """Return what `state_to_json` writes."""
    p = state.position
    n = len(p.players)
    return {
        **_HEAD,
        "ply": state.ply,
        "options": asdict(p.options),
        "map": format_map(p),
        **{name: getattr(p, name) for name in _NUMBERS},
        "start_player": _seat_name(p.start_player),
        "step": p.step.value,
        "actor": _seat_name(p.actor),
        "begun": p.begun,
        "used": [verb.value for verb in DRAW_VERBS if verb in p.used],
        "draft": list(p.draft),
        "offer": None if p.offer is None else _offer_object(p.offer),
        "alliance": None if p.alliance is None else [SEATS[seat] for seat in p.alliance],
        "battle": None if p.battle is None else _battle_object(p.battle, n),
        "neutral_holder": _seat_name(p.neutral_holder),
        "players": [_player_object(one) | _side_object(p, seat) for seat, one in enumerate(p.players)],
        "neutral": _side_object(p, n),
        "unseen": _cards_object(p.unseen),
        "discard": _cards_object(p.discard),
    }


def _seat_name(seat: int) -> str | None:
    return None if seat == NOBODY else SEATS[seat]


def _cards_object(cards: Iterable[int]) -> dict[str, int]:
    return {name_of(Card(card)): n for card, n in enumerate(cards) if n}


def _names(cards: Iterable[int]) -> list[str]:
    return [name_of(Card(card)) for card in cards]


def _side_object(p: Position, side: int) -> dict[str, Any]:
    return {
        "fleets": {space_name(space): n for space, n in enumerate(p.fleets[side]) if n},
        "held": [space_name(space) for space, holder in enumerate(p.held) if holder == side],
    }


def _player_object(one: Player) -> dict[str, Any]:
    return {
        "levels": _cards_object(one.levels),
        "boosts": _cards_object(one.boosts),
        "learned": _names(sorted(one.learned)),
        "led": one.led,
        "tokens": one.tokens,
        "hand": _cards_object(one.hand),
        "hidden": one.hidden,
        "sheet": {
            "orders": [_order_object(order) for order in one.sheet.orders],
            "draft": list(one.sheet.draft),
            "boosts": _names(one.sheet.boosts),
            "led": None if one.sheet.led == NOBODY else name_of(Card(one.sheet.led)),
            "done": one.sheet.done,
        },
    }


def _order_object(order: Order) -> dict[str, Any]:
    return order._asdict() | {"origin": space_name(order.origin), "target": space_name(order.target)}


def _offer_object(offer: Offer) -> dict[str, Any]:
    seats = {"giver": SEATS[offer.giver], "receiver": SEATS[offer.receiver]}
    return offer._asdict() | seats | {"give": _names(offer.give), "ask": _names(offer.ask)}


def _battle_object(battle: Battle, n: int) -> dict[str, Any]:
    names = [side_name(side, n) for side in range(n + 1)]
    return {
        "space": space_name(battle.space),
        "round": battle.round,
        "damage": {name: list(fleets) for name, fleets in zip(names, battle.damage, strict=True) if fleets},
        "kills": _sides_object(battle.kills, names),
        "groups": [{"sides": [names[side] for side in group]} for group in battle.groups],
        "deals": [
            deal._asdict() | {"side": names[deal.side], "points": _sides_object(deal.points, names)}
            for deal in battle.deals
        ],
    }


def _sides_object(numbers: Iterable[int], names: Iterable[str]) -> dict[str, int]:
    return {name: n for name, n in zip(names, numbers, strict=True) if n}


# --- reading


def read_state_object(found: JsonObject) -> State:
    """Return the position of an object that `state_object` made."""
    found.check_format(STATE_NAME)
    spaces, homeworlds = map_of(found.strings("map"))
    n = len(homeworlds)
    players = found.objects("players")
    if len(players) != n:
        raise NotationError(f"the map has {n} players, and players has {len(players)}", str(found.strings("map")))
    sides = [*players, found.object("neutral")]
    contents = Position(
        options=_read_options(found.object("options")),
        spaces=spaces,
        homeworlds=homeworlds,
        fleets=tuple(_counts(side.object("fleets"), _space, N_SPACES) for side in sides),
        held=_read_held(sides),
        players=tuple(map(_read_player, players)),
        unseen=_counts(found.object("unseen"), _card, N_CARDS),
        discard=_counts(found.object("discard"), _card, N_CARDS),
        start_player=_seat_or_nobody(found, "start_player", n),
        step=_read_step(found.string("step")),
        actor=_seat_or_nobody(found, "actor", n),
        begun=found.flag("begun"),
        used=frozenset(map(_read_verb, found.strings("used"))),
        draft=tuple(found.integers("draft")),
        offer=None if found.is_null("offer") else _read_offer(found.object("offer"), n),
        alliance=None if found.is_null("alliance") else _read_alliance(found.strings("alliance"), n),
        battle=None if found.is_null("battle") else _read_battle(found.object("battle"), n),
        neutral_holder=_seat_or_nobody(found, "neutral_holder", n),
        **{name: found.integer(name) for name in _NUMBERS},
    )
    state = position(contents, found.integer("ply"))
    found.check_written_as(state_to_json(state))
    return state


def _read_options(found: JsonObject) -> Options:
    values: dict[str, Any] = {"grid": found.string("grid"), "turn_limit": found.integer("turn_limit")}
    values |= {field.name: found.flag(field.name) for field in fields(Options) if field.name not in values}
    return Options(**values)


def _read_held(sides: Iterable[JsonObject]) -> tuple[int, ...]:
    held = [NOBODY] * N_SPACES
    for side, found in enumerate(sides):
        for name in found.strings("held"):
            held[_space(name)] = side
    return tuple(held)


def _read_player(found: JsonObject) -> Player:
    sheet = found.object("sheet")
    return Player(
        levels=_counts(found.object("levels"), _basic, len(BASICS)),
        boosts=_counts(found.object("boosts"), _basic, len(BASICS)),
        learned=frozenset(map(_card, found.strings("learned"))),
        led=found.flag("led"),
        tokens=found.integer("tokens"),
        hand=_counts(found.object("hand"), _card, N_CARDS),
        hidden=found.integer("hidden"),
        sheet=Sheet(
            orders=tuple(map(_read_order, sheet.objects("orders"))),
            draft=tuple(sheet.integers("draft")),
            boosts=tuple(map(_card, sheet.strings("boosts"))),
            led=NOBODY if sheet.is_null("led") else int(_basic(sheet.string("led"))),
            done=sheet.flag("done"),
        ),
    )


def _read_order(found: JsonObject) -> Order:
    origin, target = (_space(found.string(key)) for key in ("origin", "target"))
    return Order(origin, target, found.integer("fleets"), found.flag("void"))


def _read_offer(found: JsonObject, n: int) -> Offer:
    giver, receiver = (_seat(found.string(key), n) for key in ("giver", "receiver"))
    give, ask = (tuple(map(_card, found.strings(key))) for key in ("give", "ask"))
    return Offer(giver, receiver, give, found.integer("pay"), ask, found.integer("charge"))


def _read_alliance(names: list[str], n: int) -> tuple[int, int]:
    if len(names) != 2:
        raise NotationError("an alliance is a diplomat and an ally", str(names))
    return _seat(names[0], n), _seat(names[1], n)


def _read_battle(found: JsonObject, n: int) -> Battle:
    def side(name: str) -> int:
        return _side(name, n)

    damage = found.object("damage")
    fleets = {side(name): tuple(damage.integers(name)) for name in damage.content}
    return Battle(
        space=_space(found.string("space")),
        round=found.integer("round"),
        damage=tuple(fleets.get(seat, ()) for seat in range(n + 1)),
        kills=_counts(found.object("kills"), side, n + 1),
        groups=tuple(tuple(map(side, group.strings("sides"))) for group in found.objects("groups")),
        deals=tuple(
            Deal(
                side(deal.string("side")),
                deal.integer("bombs"),
                deal.integer("force"),
                _counts(deal.object("points"), side, n + 1),
            )
            for deal in found.objects("deals")
        ),
    )


def _counts(found: JsonObject, key: Callable[[str], int], length: int) -> tuple[int, ...]:
    """Return the numbers of an object by card, space or side; those that aren't named are 0."""
    numbers = [0] * length
    for name in found.content:
        numbers[key(name)] = found.integer(name)
    return tuple(numbers)


# --- names


def _card(name: str) -> Card:
    card = card_named(name)
    if card is None:
        raise NotationError(f"there is no such card{guess(name, map(name_of, Card))}", name)
    return card


def _basic(name: str) -> Card:
    card = _card(name)
    if not card.is_basic:
        raise NotationError("only basic technologies have levels (J1.5)", name)
    return card


def _space(name: str) -> int:
    space = space_named(name)
    if space is None:
        raise NotationError("there is no such space; they are a1 to j10", name)
    return space


def _side(name: str, n: int) -> int:
    side = side_named(name, n)
    if side is None:
        raise NotationError(f"there is no such side; they are {SEATS[0]} to {SEATS[n - 1]}, and {NEUTRAL_NAME}", name)
    return side


def _seat(name: str, n: int) -> int:
    seat = side_named(name, n)
    if seat is None or seat == n:
        raise NotationError(f"there is no such seat; they are {SEATS[0]} to {SEATS[n - 1]}", name)
    return seat


def _seat_or_nobody(found: JsonObject, key: str, n: int) -> int:
    return NOBODY if found.is_null(key) else _seat(found.string(key), n)


def _read_step(name: str) -> Step:
    if name not in list(Step):
        raise NotationError(f"a step is one of {', '.join(Step)}{guess(name, Step)}", name)
    return Step(name)


def _read_verb(name: str) -> Verb:
    if name not in DRAW_VERBS:
        raise NotationError(f"what is used is of {', '.join(DRAW_VERBS)}{guess(name, DRAW_VERBS)}", name)
    return Verb(name)
