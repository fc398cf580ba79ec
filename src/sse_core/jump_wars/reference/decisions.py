"""Rules that all phases share: the class for the rules of a step, turn order, boosts, and numbers in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from ..actions import MOST, Action, Verb, id_of, ids_of
from ..cards import BASICS, Card
from ..positions.position import NOBODY, Due, Position, changed, has, is_sealing, level, with_player
from .hand import holds, spend, taken_from

__all__ = [
    "DONE",
    "Rule",
    "Rules",
    "boosted",
    "boosts",
    "count_ids",
    "highest",
    "in_turn_order",
    "is_part",
    "next_after",
    "next_holder",
    "unsealed",
]

DONE = id_of(Verb.DONE)


class Rule(NamedTuple):
    """The rules of a step."""

    legal: Callable[[Position, int], Iterable[int]]
    """Return the ids of the actions of a player, or of CHANCE, that are legal beside the boosts of J2.9."""

    play: Callable[[Position, int, Action], Position]
    """Return the position after a legal action that is no boost."""

    is_decision: bool = True
    """Whether J2.9 can be used here: not in a half-made decision, and not by chance (J4.2)."""


Rules: TypeAlias = dict[Due, Rule]


# --- seats


def next_after(p: Position, player: int) -> int:
    """Return the seat that follows in turn order, NOBODY after the last one."""
    follower = (player + 1) % len(p.players)
    return NOBODY if follower == p.start_player else follower


def in_turn_order(p: Position, sides: Iterable[int]) -> tuple[int, ...]:
    """J2: sides in turn order, the neutral one last."""
    n = len(p.players)
    return tuple(sorted(sides, key=lambda side: (side == n, (side - p.start_player) % n)))


def next_holder(p: Position, special: Card, after: int = NOBODY) -> int:
    """Return the next seat in turn order, after another one, that has learned a special; NOBODY if none has."""
    order = in_turn_order(p, range(len(p.players)))
    later = order if after == NOBODY else order[order.index(after) + 1 :]
    return next((seat for seat in later if has(p, seat, special)), NOBODY)


# --- technologies


def highest(p: Position, technology: Card) -> int:
    """J1.7: the one player with the highest level, NOBODY if several have it."""
    levels = [level(p, player, technology) for player in range(len(p.players))]
    best = max(levels)
    return levels.index(best) if levels.count(best) == 1 else NOBODY


# --- J2.9: boosts


def boosts(p: Position, player: int) -> Iterator[int]:
    """J2.9: any basic card of the hand, and Leadership once a turn."""
    yield from ids_of(Verb.BOOST, (card for card in BASICS if holds(p, player, card)))
    one = p.players[player]
    if Card.LEADERSHIP in one.learned and not one.led and one.written_orders.led == NOBODY:
        yield from ids_of(Verb.LEAD, BASICS)


def boosted(p: Position, player: int, action: Action) -> Position:
    """J2.9, J4.3: +1 until the turn ends; at a sealed decision, it is sealed with the orders."""
    technology = Card(action.argument or 0)
    one = p.players[player]
    if is_sealing(p):
        written = one.written_orders
        if action.verb is Verb.LEAD:
            return with_player(p, player, written_orders=written._replace(led=technology))
        written = written._replace(boosts=tuple(sorted((*written.boosts, technology))))
        return with_player(taken_from(p, player, technology), player, written_orders=written)
    levels = [n + (card == technology) for card, n in enumerate(one.boosts)]
    if action.verb is Verb.LEAD:
        return with_player(p, player, boosts=tuple(levels), led=True)
    return with_player(spend(p, player, technology), player, boosts=tuple(levels))


def unsealed(p: Position) -> Position:
    """J4.3: the boosts that were made at sealed decisions are shown, and their cards go to the discard."""
    discard = p.discard
    for seat, one in enumerate(p.players):
        written, levels = one.written_orders, one.boosts
        for card in written.boosts:
            levels, discard = changed(levels, card, 1), changed(discard, card, 1)
        if written.led != NOBODY:
            levels = changed(levels, written.led, 1)
        led = one.led or written.led != NOBODY
        p = with_player(p, seat, boosts=levels, led=led, written_orders=written._replace(boosts=(), led=NOBODY))
    return p._replace(discard=discard)


# --- numbers


def count_ids(allowed: Iterable[int], counted: int = 0) -> Iterator[int]:
    """Yield the ids of counts that can continue one of the allowed numbers; `counted` of it is already written."""
    if isinstance(allowed, range):
        # There may be a billion allowed numbers. All that exceed `counted` by 99 or more go on with the same part.
        allowed = range(max(allowed.start, counted), min(allowed.stop, counted + MOST + 1))
    return ids_of(Verb.COUNT, sorted({min(number - counted, MOST) for number in allowed if number >= counted}))


def is_part(part: int, largest: int, counted: int = 0) -> bool:
    """Return whether a count is a part of a number, so that another follows; `largest` is the largest one allowed."""
    return part == MOST and largest - counted > MOST
