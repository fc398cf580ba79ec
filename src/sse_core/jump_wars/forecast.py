"""Forecasts: where fleets will stand once written orders are carried out and battles are fought, by a rule of thumb.

The evaluation needs them, since bots look at positions in the middle of a turn. Fleets of a forecast can be fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from .board import Grid, Space, adjacent
from .cards import Card
from .position import NOBODY, Order, Position, Step, level
from .rules import fight, jump

__all__ = ["NOWHERE", "OPEN_ORDERS", "Forecast", "force", "forecast", "occupied", "quality", "steps_from", "support"]

OPEN_ORDERS: Final = frozenset(
    {Step.ESPIONAGE, Step.REWRITE, Step.REWRITING, Step.TIME_JUMP, Step.NEGATE_ORDER, Step.NEGATE_CARD}
)
"""The steps in which all orders are open, and not carried out yet."""

_FIGHTING: Final = frozenset({Step.DEAL, Step.BOMBS, Step.SPLIT})

NOWHERE: Final = 99
"""Stands for the steps to a space that no path reaches."""

_LEAST: Final = 0.5
"""Fewer fleets count as none."""


class Forecast(NamedTuple):
    """What a position comes to."""

    spaces: tuple[Space, ...]
    homeworlds: tuple[int, ...]
    fleets: tuple[tuple[float, ...], ...]
    """For each side, its fleets on each space."""
    destroyed: float = 0.0
    """The force of enemy fleets that the battles destroy."""


def forecast(p: Position, orders: Sequence[tuple[int, Order]], writer: int = NOBODY) -> Forecast:
    """Return the position after orders, given with their seats, and after the battles that follow.

    A `writer` still writes orders. In his battles, fleets count that he can send by further orders.
    """
    spaces, homeworlds = p.spaces, p.homeworlds
    if not orders and p.step not in _FIGHTING:
        return Forecast(spaces, homeworlds, p.fleets)
    rows: list[list[float]] = [list(row) for row in p.fleets]
    contested = set[int]()
    for seat, order in orders:
        if order.is_planet:
            spaces, homeworlds = _with_planet_moved(spaces, homeworlds, seat, order)
            continue
        rows[seat][order.origin] -= order.fleets
        rows[seat][order.target] += order.fleets
        contested.add(order.target)
    if p.step in _FIGHTING:
        contested |= {space for row in p.fleets for space, _ in occupied(row)}
    destroyed = 0.0
    for space in contested:
        sides = [side for side, row in enumerate(rows) if row[space] > 0]
        if len(sides) > 1:
            destroyed += _fight(p, rows, sides, space, support(p, writer, space) if writer in sides else 0.0, writer)
    return Forecast(spaces, homeworlds, tuple(map(tuple, rows)), destroyed)


def _with_planet_moved(
    spaces: tuple[Space, ...], homeworlds: tuple[int, ...], seat: int, order: Order
) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    laid, homes = list(spaces), list(homeworlds)
    laid[order.origin], laid[order.target] = Space.VOID, Space.HOMEWORLD
    homes[seat] = order.target
    return tuple(laid), tuple(homes)


# --- battles


def quality(initiative: int, attack: int, defense: int) -> float:
    """Return the force of a fleet: that of a fleet of level 1 is 1."""
    return (0.92 + 0.08 * initiative) * sqrt(attack * defense)


def force(p: Position, side: int, space: int) -> float:
    """Return the force of a side's fleet in a space, with its boosts (J2.7)."""
    initiative, attack, defense = (
        (1 if side == len(p.players) else level(p, side, card)) + fight.bonus(p, side, space, card)
        for card in (Card.INITIATIVE, Card.ATTACK, Card.DEFENSE)
    )
    return quality(initiative, attack, defense)


def _fight(
    p: Position, rows: list[list[float]], sides: Sequence[int], space: int, support: float, writer: int
) -> float:
    """Fight a battle by the square law of Lanchester, and return the force of what the writer's enemies lose.

    The side with the largest force wins. Of its fleets the share √(1 − (b/a)²) is left, for forces a against b.
    """
    forces = {side: force(p, side, space) for side in sides}
    if p.battle is not None and p.battle.space == space:
        _give_up_bombs(p, rows, space)
    strength = {side: rows[side][space] * forces[side] for side in sides}
    if writer in strength:
        strength[writer] += support * forces[writer]
    best = max(sides, key=strength.__getitem__)
    others = sum(strength.values()) - strength[best]
    left = sqrt(1 - (others / strength[best]) ** 2) if others < strength[best] else 0.0
    lost = 0.0
    for side in sides:
        share = left if side == best else 0.0
        fallen = rows[side][space] * (1 - share)
        if side != writer:
            lost += fallen * forces[side]
        rows[side][space] *= share
        if rows[side][space] < _LEAST:
            rows[side][space] = 0.0
    return lost


def _give_up_bombs(p: Position, rows: list[list[float]], space: int) -> None:
    """Count the Nova Bombs that dealers of the battle have settled: each wears all fleets down (J2.7)."""
    assert p.battle is not None
    for deal in p.battle.deals:
        if deal.bombs:
            rows[deal.side][space] -= deal.bombs
            for side, row in enumerate(rows):
                defense = fight.bonus(p, side, space, Card.DEFENSE) + (
                    1 if side == len(p.players) else level(p, side, Card.DEFENSE)
                )
                row[space] *= max(0.0, 1 - deal.bombs * deal.force / defense)


def support(p: Position, writer: int, space: int) -> float:
    """Return how many fleets more a writer can send to a space by the orders that are left, none from his Homeworld."""
    sheet = p.players[writer].sheet
    left = jump.most_orders(p, writer) - len(sheet.orders) - bool(sheet.draft)
    if sheet.done or left <= 0:
        return 0.0
    steps, reach, most = (
        steps_from(p.options.grid, p.spaces, space),
        1 + level(p, writer, Card.JUMP),
        jump.stack(p, writer),
    )
    home = p.homeworlds[writer]
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
