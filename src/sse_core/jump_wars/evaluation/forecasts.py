"""Forecasts: where fleets will stand once written orders are carried out and battles are fought, by a rule of thumb.

The evaluation needs them, since bots look at positions in the middle of a turn. Fleets of a forecast can be fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from ..board import Grid, Space, adjacent
from ..cards import Card
from ..position import FIGHTING, NOBODY, Order, Position, has, level
from ..rules import fight, jump

__all__ = [
    "NOWHERE",
    "Forecast",
    "Strength",
    "after_battle",
    "forecast",
    "occupied",
    "quality",
    "steps_from",
    "strength",
    "support",
]

NOWHERE: Final = 99
"""Stands for the number of steps to a space that no path reaches."""

_ROUNDS: Final = 30
"""The rounds of a battle that are looked at."""

_FIGHT: Final = (Card.INITIATIVE, Card.ATTACK, Card.DEFENSE)

_LEAST: Final = 0.5
"""Fewer fleets count as none."""


class Forecast(NamedTuple):
    """The outcome of the orders and battles of a turn, as a rule of thumb sees it."""

    spaces: tuple[Space, ...]
    homeworlds: tuple[int, ...]
    fleets: tuple[tuple[float, ...], ...]
    """For each side, its fleets on each space."""
    destroyed: float = 0.0
    """The force of the fleets that the writer's enemies lose."""


def forecast(p: Position, orders: Sequence[tuple[int, Order]] = (), writer: int = NOBODY) -> Forecast:
    """Return the outcome of orders, given with their seats, and of the battles that follow.

    A `writer` still writes orders: in his battles, fleets that he can send by further orders count, too.
    """
    if not orders and p.step not in FIGHTING:
        return Forecast(p.spaces, p.homeworlds, p.fleets)
    spaces, homeworlds, contested = p.spaces, p.homeworlds, set[int]()
    rows: list[list[float]] = [list(row) for row in p.fleets]
    for seat, order in orders:
        if order.is_planet:
            spaces, homeworlds = jump.with_homeworld_moved(spaces, homeworlds, seat, order.target)
        else:
            rows[seat][order.origin] -= order.fleets
            rows[seat][order.target] += order.fleets
            contested.add(order.target)
    if p.step in FIGHTING:
        contested.update(space for row in p.fleets for space, _ in occupied(row))
    destroyed = 0.0
    for space in contested:
        if sum(row[space] > 0 for row in rows) > 1:
            destroyed += _fight(p, rows, space, writer)
    return Forecast(spaces, homeworlds, tuple(map(tuple, rows)), destroyed)


# --- battles


class Strength(NamedTuple):
    """J2.7: the strength of a side's fleets in a space, with boosts and bonuses."""

    initiative: int
    attack: int
    defense: int


def quality(initiative: int, attack: int, defense: int) -> float:
    """Return the force of a fleet: that of a fleet of level 1 is 1."""
    return (1.2 - 0.2 / initiative) * sqrt(attack * defense)


def strength(p: Position, side: int, space: int) -> Strength:
    """Return the strength of a side's fleets in a space; Cloaking counts as Initiative."""
    cloaked = 2 * (side < len(p.players) and has(p, side, Card.CLOAKING))
    initiative, attack, defense = (fight.strength(p, side, space, card) for card in _FIGHT)
    return Strength(initiative + cloaked, attack, defense)


@lru_cache(maxsize=1 << 14)
def after_battle(sides: tuple[Strength, ...], fleets: tuple[float, ...]) -> tuple[float, ...]:
    """Return the fleets of each side after a battle without Nova Bombs: the most numerous enemy is fired at."""
    numbers = list(fleets)
    groups = [
        [side for side, one in enumerate(sides) if one.initiative == rank]
        for rank in sorted({one.initiative for one in sides}, reverse=True)
    ]
    for _ in range(_ROUNDS):
        for group in groups:
            hits = [0.0] * len(sides)
            for side in group:
                target = max(range(len(sides)), key=lambda other: numbers[other] * (other != side))
                hits[target] += numbers[side] * sides[side].attack / sides[target].defense
            numbers = [n - hit if n - hit >= _LEAST else 0.0 for n, hit in zip(numbers, hits, strict=True)]
        if sum(n > 0 for n in numbers) < 2:
            break
    return tuple(numbers)


def _fight(p: Position, rows: list[list[float]], space: int, writer: int) -> float:
    """Fight a battle, and return the force that the writer's enemies lose.

    A side that would lose uses Nova Bombs if they destroy all its enemies.
    """
    if p.battle is not None and p.battle.space == space:
        _settle_bombs(p, rows, space)
    sides = [side for side, row in enumerate(rows) if row[space] > 0]
    strengths = tuple([strength(p, side, space) for side in sides])
    numbers = [rows[side][space] for side in sides]
    before = tuple(numbers)
    if writer in sides:
        numbers[sides.index(writer)] += support(p, writer, space)
    after = after_battle(strengths, tuple(numbers)) if len(sides) > 1 else before
    if any(not n and _can_destroy_all(p, sides, strengths, before, place) for place, n in enumerate(after)):
        after = (0.0,) * len(sides)
    lost = 0.0
    for side, one, was, n, stood in zip(sides, strengths, before, numbers, after, strict=True):
        rows[side][space] = was * stood / n
        if side != writer:
            lost += (was - stood) * quality(*one)
    return lost


def _can_destroy_all(
    p: Position, sides: Sequence[int], strengths: Sequence[Strength], fleets: Sequence[float], place: int
) -> bool:
    """J2.7: whether a side can destroy every fleet of its enemies by Nova Bombs before they have dealt."""
    side, (initiative, attack, _) = sides[place], strengths[place]
    if side == len(p.players) or not has(p, side, Card.NOVA_BOMBS):
        return False
    enemies = [one for other, one in enumerate(strengths) if other != place]
    if max(one.initiative for one in enemies) > initiative:
        return False
    return fleets[place] * attack >= max(one.defense for one in enemies)


def _settle_bombs(p: Position, rows: list[list[float]], space: int) -> None:
    """Count the Nova Bombs that dealers of the battle have settled: each wears all fleets down (J2.7)."""
    assert p.battle is not None
    for deal in p.battle.deals:
        if deal.bombs:
            rows[deal.side][space] = max(0.0, rows[deal.side][space] - deal.bombs)
            for side, row in enumerate(rows):
                row[space] *= max(0.0, 1 - deal.bombs * deal.force / strength(p, side, space).defense)


def support(p: Position, writer: int, space: int, besides: int = 0) -> float:
    """Return how many more fleets a writer can send to a space, none from his Homeworld.

    He sends them by the orders that are left to him `besides` those that he needs elsewhere.
    """
    sheet = p.players[writer].sheet
    left = jump.most_orders(p, writer) - len(sheet.orders) - besides
    if sheet.done or left <= 0:
        return 0.0
    steps, reach = steps_from(p.options.grid, p.spaces, space), 1 + level(p, writer, Card.JUMP)
    most, home = jump.stack(p, writer), p.homeworlds[writer]
    near = [
        min(most, jump.free_fleets(p, writer, origin))
        for origin, _ in occupied(p.fleets[writer])
        if 0 < steps[origin] <= reach and origin != home
    ]
    return sum(sorted(near, reverse=True)[:left])


# --- the board


@lru_cache(maxsize=1 << 12)
def occupied(row: tuple[float, ...]) -> tuple[tuple[int, float], ...]:
    """Return the spaces with fleets of a side, ascending, each with its number of fleets."""
    return tuple((space, fleets) for space, fleets in enumerate(row) if fleets)


@lru_cache(maxsize=1 << 12)
def steps_from(grid: Grid, spaces: tuple[Space, ...], origin: int) -> tuple[int, ...]:
    """Return the steps from a space to each space, around Black Holes; `NOWHERE` where no path leads."""
    steps = [NOWHERE] * len(spaces)
    steps[origin], edge = 0, [origin]
    for near in edge:
        for space in adjacent(grid, near):
            if steps[space] == NOWHERE and spaces[space] is not Space.BLACK_HOLE:
                steps[space] = steps[near] + 1
                edge.append(space)
    return tuple(steps)
