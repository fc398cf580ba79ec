"""Checks of the fields of a position, each by itself: types, lengths and ranges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

from ..errors import SetupError
from ..forms.checks import check_flag, shown
from .actions import Verb
from .board import N_SPACES, Space
from .cards import COPIES, N_BASICS, N_CARDS, Card
from .options import MAX_TURNS, Options
from .position import NOBODY, Battle, Deal, Offer, Order, Player, Position, Sheet, Step
from .rules.trade import MOST_OFFERED

__all__ = ["MAX_FLEETS", "MAX_LEVEL", "MAX_POINTS", "MAX_TOKENS", "check_shapes"]

MAX_FLEETS: Final = 10**6
"""The most fleets of a position, all sides together."""

MAX_LEVEL: Final = 10**5
"""The highest level of a technology, and the highest boost."""

MAX_TOKENS: Final = 10**9
"""The most RT of a player."""

MAX_POINTS: Final = 10**12
"""The largest number of a position, such as points of damage."""

_PLAYERS: Final = range(2, 6)
_MOST_COPIES: Final = max(COPIES)
_MOST_DUE: Final = 3


def check_shapes(p: Position) -> None:
    """Raise TypeError for a field of the wrong type, SetupError for a wrong length or a number out of range."""
    _check_kind(p.options, Options, "options")
    _check_kind(p.step, Step, "step")
    _check_items(p.players, Player, "players")
    n = len(p.players)
    if n not in _PLAYERS:
        raise SetupError(f"there are {n} players, not {_PLAYERS[0]} to {_PLAYERS[-1]} (J1.3)")
    _check_items(p.spaces, Space, "spaces", N_SPACES)
    _check_numbers(p.homeworlds, "homeworlds", 0, N_SPACES - 1, n)
    _check_fleets(p.fleets, n)
    _check_numbers(p.held, "held", NOBODY, n, N_SPACES)
    for name in ("unseen", "discard"):
        _check_numbers(getattr(p, name), name, 0, _MOST_COPIES, N_CARDS)
    for name in ("start_player", "actor", "neutral_holder"):
        _check_number(getattr(p, name), name, NOBODY, n - 1)
    _check_number(p.turn, "turn", 1, MAX_TURNS)
    _check_number(p.neutral_turns, "neutral_turns", 0, MAX_TURNS)
    check_flag(p.begun, "begun")
    _check_set(p.used, Verb, "used")
    _check_number(p.due, "due", 0, _MOST_DUE)
    _check_number(p.sold, "sold", 0, sum(COPIES))
    _check_numbers(p.draft, "draft", 0, MAX_POINTS)
    _check_number(p.counted, "counted", 0, MAX_POINTS)
    for player in p.players:
        _check_player(player)
    if p.offer is not None:
        _check_offer(p.offer, n)
    if p.alliance is not None:
        _check_numbers(p.alliance, "alliance", 0, n - 1, 2)
    if p.battle is not None:
        _check_battle(p.battle, n)


def _check_fleets(fleets: Any, n: int) -> None:
    _check_items(fleets, tuple, "fleets", n + 1)
    for row in fleets:
        _check_numbers(row, "fleets", 0, MAX_FLEETS, N_SPACES)
    if sum(map(sum, fleets)) > MAX_FLEETS:
        raise SetupError(f"there are {sum(map(sum, fleets))} fleets, and a position has at most {MAX_FLEETS}")


def _check_player(one: Player) -> None:
    _check_numbers(one.levels, "levels", 1, MAX_LEVEL, N_BASICS)
    _check_numbers(one.boosts, "boosts", 0, MAX_LEVEL, N_BASICS)
    _check_set(one.learned, Card, "learned")
    check_flag(one.led, "led")
    _check_number(one.tokens, "tokens", 0, MAX_TOKENS)
    _check_numbers(one.hand, "hand", 0, _MOST_COPIES, N_CARDS)
    _check_number(one.hidden, "hidden", 0, sum(COPIES))
    sheet = one.sheet
    _check_kind(sheet, Sheet, "sheet")
    _check_items(sheet.orders, Order, "orders")
    for order in sheet.orders:
        _check_number(order.origin, "origin", 0, N_SPACES - 1)
        _check_number(order.target, "target", 0, N_SPACES - 1)
        _check_number(order.fleets, "fleets of an order", 0, MAX_FLEETS)
        check_flag(order.void, "void")
    _check_numbers(sheet.draft, "draft of an order", 0, N_SPACES - 1)
    _check_items(sheet.boosts, Card, "boosts of a sheet")
    _check_number(sheet.led, "led of a sheet", NOBODY, N_BASICS - 1)
    check_flag(sheet.done, "done")


def _check_offer(offer: Offer, n: int) -> None:
    _check_kind(offer, Offer, "offer")
    for name in ("giver", "receiver"):
        _check_number(getattr(offer, name), name, 0, n - 1)
    for name in ("give", "ask"):
        _check_items(getattr(offer, name), Card, name)
        if len(getattr(offer, name)) > MOST_OFFERED:
            raise SetupError(f"{name} has {len(getattr(offer, name))} cards, and at most {MOST_OFFERED} can be (J4.6)")
    for name in ("pay", "charge"):
        _check_number(getattr(offer, name), name, 0, MAX_TOKENS)


def _check_battle(battle: Battle, n: int) -> None:
    _check_kind(battle, Battle, "battle")
    _check_number(battle.space, "space of a battle", 0, N_SPACES - 1)
    _check_number(battle.round, "round", 1, MAX_POINTS)
    _check_items(battle.damage, tuple, "damage", n + 1)
    for fleets in battle.damage:
        _check_numbers(fleets, "damage", 0, MAX_POINTS)
    _check_numbers(battle.kills, "kills", 0, MAX_POINTS, n + 1)
    _check_items(battle.groups, tuple, "groups")
    for group in battle.groups:
        _check_numbers(group, "group", 0, n)
    _check_items(battle.deals, Deal, "deals")
    for deal in battle.deals:
        _check_number(deal.side, "side of a deal", 0, n)
        for name in ("bombs", "force"):
            _check_number(getattr(deal, name), name, 0, MAX_POINTS)
        _check_numbers(deal.points, "points", 0, MAX_POINTS, n + 1)


# --- values


def _check_kind(value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{what} is {kind.__name__}, not {type(value).__name__}")


def _check_items(values: Any, kind: type, what: str, length: int | None = None) -> None:
    if type(values) is not tuple:
        raise TypeError(f"{what} is a tuple, not {type(values).__name__}")
    items = cast("tuple[object, ...]", values)
    if length is not None and len(items) != length:
        raise SetupError(f"{what} has {len(items)} entries, not {length}")
    for item in items:
        if not isinstance(item, kind):
            raise TypeError(f"{what} has {kind.__name__} entries, not {type(item).__name__}")


def _check_set(values: Any, kind: type, what: str) -> None:
    if type(values) is not frozenset:
        raise TypeError(f"{what} is a frozenset, not {type(values).__name__}")
    _check_items(tuple(cast("frozenset[object]", values)), kind, what)


def _check_number(value: Any, what: str, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{what} is an integer, not {type(value).__name__}")
    if not least <= value <= most:
        raise SetupError(f"{what} is {shown(value)}, not in {least} to {most}")


def _check_numbers(values: Iterable[Any], what: str, least: int, most: int, length: int | None = None) -> None:
    _check_items(values, int, what, length)
    for value in values:
        # Nearly every number is an ordinary one in its range.
        if type(value) is not int or not least <= value <= most:
            _check_number(value, what, least, most)
