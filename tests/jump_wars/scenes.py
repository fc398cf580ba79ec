"""Positions of Jump Wars made by hand, and short ways to play on from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sse_core.jump_wars.board import CENTRE, N_SPACES, SITES, Space, space_name
from sse_core.jump_wars.cards import COPIES, Card
from sse_core.jump_wars.options import Options
from sse_core.jump_wars.positions.makers import position
from sse_core.jump_wars.positions.position import (
    FIRST_LEVELS,
    NO_CARDS,
    NO_FLEETS,
    NO_LEVELS,
    NOBODY,
    Due,
    Order,
    Player,
    Position,
    WrittenOrders,
)
from sse_core.jump_wars.state import State
from sse_core.jump_wars.text.notation import format_action, parse_action

SEATS = "ABCDE"

MAP = """
    H . s . n b s s s b
    . c . b . n s n s s
    s . n . s n s n c c
    n b . . b n s n c c
    s . b . n b s n c c
    . . . . . . . n s b
    s b n . . b . n b b
    s b n . b c . n . s
    s n n . b c . . c .
    b b b . s b n n . H
"""
"""The counters of all scenes: . Void, s Star Field, c Cluster, b Black Hole, n Nebula; a1 stands at the top left."""

KINDS = dict(zip(".scbnH", Space, strict=True))


SPACES = {space_name(space): space for space in range(N_SPACES)}


def spot(name: str) -> int:
    return SPACES[name]


def card(name: str) -> Card:
    return Card[name.upper()]


def cards(names: str) -> tuple[int, ...]:
    """Counts of cards, such as of ``"attack attack genesis"``."""
    counts: list[int] = [*NO_CARDS]
    for name in names.split():
        counts[card(name)] += 1
    return tuple(counts)


def _levels(text: str, base: tuple[int, ...]) -> tuple[int, ...]:
    levels = list(base)
    for word in text.split():
        name, _, level = word.partition("=")
        levels[card(name)] = int(level)
    return tuple(levels)


def seat(
    hand: str = "",
    *,
    fleets: Mapping[str, int] | None = None,
    tokens: int = 0,
    learned: str = "",
    levels: str = "",
    boosts: str = "",
    led: bool = False,
    orders: Iterable[str] = (),
    void: Iterable[int] = (),
    sealed: str = "",
    done: bool = False,
) -> Any:
    """A player: hand and learned specials by name, levels as ``"attack=2"``, orders as ``"a1-b2:3"``."""
    written = WrittenOrders(
        orders=tuple(order(text, place in void) for place, text in enumerate(orders, 1)),
        boosts=tuple(sorted(map(card, sealed.split()))),
        done=done,
    )
    player = Player(
        levels=_levels(levels, FIRST_LEVELS),
        boosts=_levels(boosts, NO_LEVELS),
        learned=frozenset(map(card, learned.split())),
        led=led,
        tokens=tokens,
        hand=cards(hand),
        written_orders=written,
    )
    return {"player": player, "fleets": fleets}


def with_open_orders(player: Player) -> Player:
    return player._replace(written_orders=player.written_orders._replace(done=True))


def order(text: str, void: bool = False) -> Order:
    way, _, fleets = text.partition(":")
    origin, _, target = way.partition("-")
    return Order(spot(origin), spot(target), int(fleets or 0), void)


def laid(homeworlds: tuple[int, ...], neutral: bool, changes: Mapping[str, str]) -> tuple[Space, ...]:
    """The map, with other counters on some spaces: each change swaps a counter for one that lies far away."""
    spaces = [KINDS[symbol] for symbol in MAP.split()]
    for site in (*homeworlds, *([CENTRE] if neutral else [])):
        spaces[site] = Space.HOMEWORLD
    for space in (0, 99):
        if space not in homeworlds:
            spaces[space] = Space.STAR_FIELD
    named = {spot(name) for name in changes}
    for name, symbol in changes.items():
        kind, here = KINDS[symbol], spot(name)
        if spaces[here] is not kind:
            there = max(place for place in range(100) if spaces[place] is kind and place not in named)
            spaces[here], spaces[there] = kind, spaces[here]
    return tuple(spaces)


def row(fleets: Mapping[str, int]) -> tuple[int, ...]:
    counts: list[int] = [*NO_FLEETS]
    for name, n in fleets.items():
        counts[spot(name)] = n
    return tuple(counts)


def at(
    step: Due,
    *,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    counters: Mapping[str, str] | None = None,
    discard: str = "",
    deck: str | None = None,
    neutral: int = 3,
    held: Mapping[str, int] | None = None,
    homes: Mapping[str, str] | None = None,
    **fields: Any,
) -> State:
    """A position in turn 2, with A as the start player and the actor; who isn't described has five fleets at home.

    `deck` names the cards of the deck; the others are on the discard then. `held` gives the sides that held spaces,
    where it isn't those that have fleets there. `homes` are Homeworlds that have jumped.
    """
    agreed = Options(**(options or {}))
    homeworlds = list(SITES[agreed.grid][players])
    for letter, name in (homes or {}).items():
        homeworlds[SEATS.index(letter)] = spot(name)
    seats = [fields.pop(letter, None) or seat() for letter in SEATS[:players]]
    rows = []
    for one, home in zip(seats, homeworlds, strict=True):
        rows.append(row(one["fleets"]) if one["fleets"] is not None else tuple(5 * (s == home) for s in range(100)))
    rows.append(row({"e5": neutral}) if agreed.neutral else NO_FLEETS)
    opened = tuple(Due).index(step) > tuple(Due).index(Due.ORDERS)
    people = tuple(with_open_orders(one["player"]) if opened else one["player"] for one in seats)
    shown = [one.hand for one in people] + [
        cards(" ".join(c.name.lower() for c in one.written_orders.boosts)) for one in people
    ]
    left = tuple(n - sum(hand[c] for hand in shown) for c, n in enumerate(COPIES))
    lies = cards(discard) if deck is None else tuple(n - cards(deck)[c] for c, n in enumerate(left))
    holders = [next((side for side, one in enumerate(rows) if one[space]), NOBODY) for space in range(100)]
    for name, side in (held or {}).items():
        holders[spot(name)] = side
    made: dict[str, Any] = {
        "options": agreed,
        "spaces": laid(tuple(homeworlds), agreed.neutral, counters or {}),
        "homeworlds": tuple(homeworlds),
        "fleets": tuple(rows),
        "held": tuple(holders),
        "players": people,
        "unseen": tuple(n - lies[c] for c, n in enumerate(left)),
        "discard": lies,
        "start_player": 0,
        "turn": 2,
        "step": step,
        "actor": NOBODY if step in (Due.ORDERS, Due.END) else 0,
    }
    return position(Position(**(made | fields)))


# --- playing on


def legal(state: State, player: int | None = None) -> set[str]:
    return {format_action(action, state) for action in state.legal_actions(player)}


def after(state: State, *texts: str) -> State:
    """The state after actions; one of another seat than the first to act is written as ``"B done"``."""
    for text in texts:
        letter, _, action = text.rpartition(" ")
        state = state.after(parse_action(action, state), SEATS.index(letter) if letter else None)
    return state


def quiet(state: State, until: Due, actor: int | None = None) -> State:
    """The state when a step comes, while everybody does as little as possible and chance draws what it can."""
    while state.position.step is not until or (actor is not None and state.position.actor != actor):
        actions = legal(state)
        for text in ("take", "done", "refuse", "fire"):
            if text in actions:
                state = after(state, text)
                break
        else:
            state = state.after(state.legal_actions()[0])
    return state


def ordered(state: State, *orders: str) -> State:
    """The state after all orders are written, as ``"A a1-b2:3"``, and nobody changes them."""
    for text in orders:
        letter, _, way = text.partition(" ")
        one = order(way)
        origin, target = way.partition(":")[0].split("-")
        if one.is_planet:
            state = after(state, f"{letter} planet={target}")
        else:
            parts = [99] * ((one.fleets - 1) // 99)
            counts = [f"{letter} count={n}" for n in (*parts, one.fleets - sum(parts))]
            state = after(state, f"{letter} from={origin}", f"{letter} to={target}", *counts)
    for player in state.to_act:
        state = state.after(parse_action("done", state), player)
    return state


def jumped(state: State, *orders: str) -> State:
    """The state after all orders are carried out, and nobody rewrites or negates one."""
    state = ordered(state, *orders)
    while state.position.step in (Due.ESPIONAGE, Due.TIME_JUMP):
        state = after(state, "done")
    return state


def fought(state: State) -> State:
    """The state after all battles, in which everybody fires."""
    while state.position.step is Due.DEAL:
        state = after(state, "fire")
    return state


def fleets(state: State, side: int) -> dict[str, int]:
    """The fleets of a side by space."""
    return {space_name(space): n for space, n in enumerate(state.position.fleets[side]) if n}
