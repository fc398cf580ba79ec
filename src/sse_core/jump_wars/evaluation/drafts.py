"""Half-written orders: an estimate of the gain of their best completion, quicker than the evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..position import Position
from ..rules import jump
from .forecasts import Forecast, Strength, after_battle, occupied, quality, strength, support
from .fronts import danger, fronts_of

__all__ = ["Drafts", "Prices"]


class Prices(NamedTuple):
    """The worth of things to the writer, in the unit of the evaluation."""

    whole: float
    """All that he has."""
    fleet: float
    """A fleet more."""
    income: float
    """An RT more in each turn, before Manufacturing."""
    homeworld: float
    """An enemy Homeworld more, as a share of all that he has."""
    destroyed: float
    """A force of 1 less among his enemies."""


class Drafts:
    """Orders that a seat can add to a sheet, and what each gains while all else stays as it is.

    `p` has no draft, and `world` has the fleets after the orders that are written.
    """

    def __init__(self, p: Position, seat: int, world: Forecast, prices: Prices) -> None:
        self.p, self.seat, self.prices = p, seat, prices
        self.most = jump.stack(p, seat)
        self.row = world.fleets[seat]
        self.home = world.homeworlds[seat]
        self.front = fronts_of(p, world).front(seat)
        self.enemies: dict[int, list[int]] = {}
        """The sides of the enemies in each space with any."""
        for side, row in enumerate(p.fleets):
            if side != seat:
                for space, _ in occupied(row):
                    self.enemies.setdefault(space, []).append(side)
        self.battles: dict[int, tuple[tuple[Strength, ...], tuple[float, ...], float]] = {}
        """For each space: the strengths of the sides, the seat first, and their fleets, with those that can still
        come."""

        self.entries: dict[tuple[int, int], float] = {}
        """The gain of fleets that enter a space, by their number."""

    def best_gain(self, draft: tuple[int, ...]) -> float:
        """Return the gain of the best order, given its origin, its origin and target, or nothing."""
        origins = draft[:1] or [space for space, _ in occupied(self.p.fleets[self.seat])]
        return max([self._gain_from(origin, draft[1:2]) for origin in origins])

    def _gain_from(self, origin: int, targets: Sequence[int]) -> float:
        """Return the gain of the best order from a space; less than any gain if there is none."""
        p, seat, largest = self.p, self.seat, -1e99
        free = min(jump.free_fleets(p, seat, origin), self.most)
        if free < 1:
            return largest
        left = [(n, self._left(origin, n)) for n in {1, free, max(1, free - 1)}]
        for target in targets or jump.targets(p, seat, origin):
            for n, lost in left:
                gain = self.entries.get((target, n))
                if gain is None:
                    gain = self.entries[target, n] = self._entered(target, n)
                if gain - lost > largest:
                    largest = gain - lost
        return largest

    def _left(self, space: int, n: int) -> float:
        """Return the loss if n fleets leave a space."""
        here, front, prices = self.row[space], self.front, self.prices
        lost = prices.fleet * n * front.nearness[space]
        if n >= here:
            lost += prices.income * front.yields[space]
        if space == self.home:
            levels = self.p.players[self.seat].levels
            lost += prices.whole * (danger(here - n, levels, front.threat) - front.danger)
        return lost

    def _entered(self, space: int, n: int) -> float:
        """Return the gain if n fleets enter a space."""
        front, prices = self.front, self.prices
        gain = prices.income * front.yields[space] if self.row[space] <= 0 else 0.0
        near = prices.fleet * n * front.nearness[space]
        if space not in self.enemies:
            return gain + near
        return self._fought(space, n, gain)

    def _fought(self, space: int, n: int, gain: float) -> float:
        """Return the gain of n fleets that fight in a space."""
        p, seat, prices = self.p, self.seat, self.prices
        if space not in self.battles:
            sides = [seat, *self.enemies[space]]
            self.battles[space] = (
                tuple([strength(p, side, space) for side in sides]),
                tuple([p.fleets[side][space] for side in sides[1:]]),
                self.row[space] + support(p, seat, space, besides=1),
            )
        strengths, enemies, beside = self.battles[space]
        ours, *theirs = after_battle(strengths, (n + beside, *enemies))
        destroyed = sum(
            [(was - now) * quality(*side) for side, was, now in zip(strengths[1:], enemies, theirs, strict=True)]
        )
        gain = gain if ours and not any(theirs) else 0.0
        if gain and space in p.homeworlds and space != self.home:
            gain += prices.whole * prices.homeworld
        return gain + prices.destroyed * destroyed - prices.fleet * n * (1 - ours / (n + beside))
