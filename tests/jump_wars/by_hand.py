"""Positions for the tests of drawings and effects, changed by hand from the start of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.jump_wars.scenes import spot

from sse_core.jump_wars import Card, Due, Order, Position, Space, State, WrittenOrders, new_game, parse_action, position
from sse_core.jump_wars.positions.position import (
    NO_FLEETS,
    NOBODY,
    NOTHING_WRITTEN,
    changed,
    decide,
    side_at,
    with_player,
)


def at(name: str) -> int:
    """The space with a name."""
    return spot(name)


def opened(players: int = 2, **options: Any) -> Position:
    """The 20th turn, with everything as in the first; A is the start player."""
    return new_game(players=players, **options).after(parse_action("first=A")).position._replace(turn=20)


def dealt(p: Position, seat: int, *cards: Card) -> Position:
    """A player has these cards more, from the deck."""
    for card in cards:
        p = p._replace(unseen=changed(p.unseen, card, -1))
        p = with_player(p, seat, hand=changed(p.players[seat].hand, card, 1))
    return p


def discarded(p: Position, *cards: Card) -> Position:
    """These cards lie on the discard, from the deck."""
    for card in cards:
        p = p._replace(unseen=changed(p.unseen, card, -1), discard=changed(p.discard, card, 1))
    return p


def learned(p: Position, seat: int, *specials: Card) -> Position:
    """A player has learned specials; their cards are on the discard."""
    return with_player(discarded(p, *specials), seat, learned=p.players[seat].learned | {*specials})


def raised(p: Position, seat: int, **levels: int) -> Position:
    """A player has these levels."""
    named = {Card[name.upper()]: level for name, level in levels.items()}
    return with_player(p, seat, levels=tuple(named.get(Card(i), old) for i, old in enumerate(p.players[seat].levels)))


def manned(p: Position, side: int, **fleets: int) -> Position:
    """A side has these fleets, and no other."""
    counts = {at(name): count for name, count in fleets.items()}
    row = tuple(counts.get(space, 0) for space in range(len(NO_FLEETS)))
    return p._replace(fleets=(*p.fleets[:side], row, *p.fleets[side + 1 :]))


def laid(p: Position, **kinds: Space) -> Position:
    """These counters lie on spaces, each in exchange for the one that lay there."""
    spaces = list(p.spaces)
    named = {at(name): kind for name, kind in kinds.items()}
    for space, kind in named.items():
        other = next(i for i, old in enumerate(spaces) if old is kind and (i not in named or i == space))
        spaces[space], spaces[other] = kind, spaces[space]
    return p._replace(spaces=tuple(spaces))


def ordered(p: Position, orders: Mapping[int, tuple[Order, ...]], *, done: bool = True) -> Position:
    """Players have written orders."""
    for seat in range(len(p.players)):
        p = with_player(p, seat, written_orders=WrittenOrders(orders.get(seat, ()), done=done))
    return p


def order(origin: str, target: str, fleets: int = 0, *, void: bool = False) -> Order:
    """An order; without fleets that of a Homeworld."""
    return Order(at(origin), at(target), fleets, void)


def due(p: Position, step: Due, actor: int = NOBODY, **fields: Any) -> State:
    """The state in which a step is due, where fleets stood at the end of the last turn as they do now."""
    held = tuple(side_at(p, space) for space in range(len(p.held)))
    p = decide(p._replace(held=held), step, actor)
    begun = step is Due.ORDERS and any(one.written_orders != NOTHING_WRITTEN for one in p.players)
    return position(p._replace(begun=begun)._replace(**fields), 100)


def played(state: State, *texts: str) -> State:
    """The state after actions; ``B:done`` is done by B."""
    for text in texts:
        seat, colon, action = text.rpartition(":")
        state = state.after(parse_action(action), "ABCDE".index(seat) if colon else None)
    return state
