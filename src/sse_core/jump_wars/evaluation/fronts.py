"""Fronts: what the fleets on the board are worth to each seat, beside their number.

Equal fleets and technologies share one object. The front of a seat is worked out on first use.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from ..board import N_SPACES, Grid, Space, adjacent
from ..cards import Card
from ..position import NOBODY, Position
from .forecasts import NOWHERE, Forecast, occupied, quality, steps_from

__all__ = ["Front", "Fronts", "fronts_of"]

_DANGER: Final = 0.4
"""The own Homeworld lost, as a share of all that the seat has."""

_OPEN: Final = 0.05
"""The own Homeworld empty, with no enemy near, in the same way."""

_LATER: Final = 0.5
"""The part of a force that counts if it is two jumps away, or if the alliance hampers it."""

_STEP: Final = 0.03
"""The gain of a fleet of level 1 by a step towards the target, in fleets of level 1."""

_FAR: Final = 30
"""Steps beyond which nothing is nearer."""

_PRIVILEGED: Final = (Card.RESEARCH, Card.ESPIONAGE, Card.TRADE, Card.DIPLOMACY)

Technology: TypeAlias = tuple[tuple[int, ...], frozenset[Card]]
"""The levels and the specials of a player."""


class Front(NamedTuple):
    """The fleets of a seat, and where they stand."""

    fleets: float
    """The number of fleets."""
    made: int
    """J2.4: the RT of a turn, before Manufacturing."""
    yields: tuple[int, ...]
    """What each space makes with fleets of the seat, without raids."""
    held: int
    """Enemy Homeworlds with own fleets."""
    threat: float
    """The largest force that an enemy can bring to the own Homeworld soon."""
    danger: float
    """How far the own Homeworld is in danger: a loss, as a share of all that the seat has."""
    nearness: tuple[float, ...]
    """What a fleet of level 1 gains by standing in each space: the nearer the target, the more."""
    near: float
    """The same gain for all fleets together."""
    deals_first: bool
    """Whether the seat alone has the highest Initiative."""
    highest: tuple[Card, ...]
    """J1.7: of the technologies with a privilege, those in which the seat alone has the highest level."""


def fronts_of(p: Position, world: Forecast) -> Fronts:
    """Return the fronts of a forecast."""
    technologies = tuple([(one.levels, one.learned) for one in p.players])
    return _fronts_of(
        p.options.grid, p.options.genesis_adds, world.spaces, world.homeworlds, world.fleets, technologies, p.alliance
    )


@lru_cache(maxsize=1 << 12)
def _fronts_of(
    grid: Grid,
    genesis_adds: bool,
    spaces: tuple[Space, ...],
    homeworlds: tuple[int, ...],
    fleets: tuple[tuple[float, ...], ...],
    technologies: tuple[Technology, ...],
    alliance: tuple[int, int] | None,
) -> Fronts:
    return Fronts(grid, genesis_adds, spaces, homeworlds, fleets, technologies, alliance)


class Fronts:
    """Fleets, Homeworlds and technologies."""

    def __init__(
        self,
        grid: Grid,
        genesis_adds: bool,
        spaces: tuple[Space, ...],
        homeworlds: tuple[int, ...],
        fleets: tuple[tuple[float, ...], ...],
        technologies: tuple[Technology, ...],
        alliance: tuple[int, int] | None,
    ) -> None:
        self.grid, self.spaces, self.homeworlds, self.fleets = grid, spaces, homeworlds, fleets
        self.genesis_adds, self.technologies, self.alliance = genesis_adds, technologies, alliance
        self._fronts: dict[int, Front] = {}

    def front(self, seat: int) -> Front:
        """Return a seat's part."""
        if seat not in self._fronts:
            self._fronts[seat] = self._new_front(seat)
        return self._fronts[seat]

    def _new_front(self, seat: int) -> Front:
        row, home = self.fleets[seat], self.homeworlds[seat]
        places = occupied(row)
        levels, learned = self.technologies[seat]
        genesis = (1 + self.genesis_adds) * (Card.GENESIS in learned)
        yields = _yields(self.spaces, self.homeworlds, seat, 1 + genesis, Card.RAM_SCOOPS in learned)
        nearness, threat = self._nearness(seat), self._threat(seat)
        fleet = _force(levels)
        return Front(
            fleets=sum([n for _, n in places]),
            made=sum([yields[space] for space, _ in places]) - self._raided(seat, places),
            yields=yields,
            held=sum([row[other] > 0 for other in self.homeworlds if other != home]),
            threat=threat,
            danger=danger(row[home], levels, threat),
            nearness=nearness,
            near=fleet * sum([n * nearness[space] for space, n in places]),
            deals_first=self._is_highest(seat, Card.INITIATIVE),
            highest=tuple([card for card in _PRIVILEGED if self._is_highest(seat, card)]),
        )

    def _is_highest(self, seat: int, technology: Card) -> bool:
        """J1.7: whether a seat alone has the highest level, boosts aside."""
        mine = self.technologies[seat][0][technology]
        return all(levels[technology] < mine for other, (levels, _) in enumerate(self.technologies) if other != seat)

    def _raided(self, seat: int, places: Sequence[tuple[int, float]]) -> int:
        """J2.4: the RT that players with Space Raiding take from a seat's Clusters."""
        raiders = [
            _beside(self.grid, self.fleets[raider])
            for raider, (_, learned) in enumerate(self.technologies)
            if raider != seat and Card.SPACE_RAIDING in learned
        ]
        if not raiders:
            return 0
        clusters = [space for space, _ in places if self.spaces[space] is Space.CLUSTER]
        return sum(min(2, sum(space in beside for beside in raiders)) for space in clusters)

    def _threat(self, seat: int) -> float:
        """Return the largest force that an enemy can bring to the seat's Homeworld soon; a far one counts in part."""
        largest = 0.0
        steps = steps_from(self.grid, self.spaces, self.homeworlds[seat])
        for enemy, (levels, _) in enumerate(self.technologies):
            if enemy == seat:
                continue
            jump, near = 1 + levels[Card.JUMP], 0.0
            for space, n in occupied(self.fleets[enemy]):
                away = steps[space]
                if away <= jump:
                    near += n
                elif away <= 2 * jump:
                    near += _LATER * n
            # J2.6: so many can jump in a turn.
            near = min(near, (1 + levels[Card.COMMAND]) * (5 + levels[Card.LOGISTICS]))
            if self.alliance == (seat, enemy):
                near *= _LATER
            largest = max(largest, near * _force(levels))
        return largest

    def _nearness(self, seat: int) -> tuple[float, ...]:
        """Return what a fleet gains in each space. The target is a near enemy Homeworld with a weak garrison."""
        n, easiest, target = len(self.homeworlds), 0.0, NOBODY
        steps = steps_from(self.grid, self.spaces, self.homeworlds[seat])
        for place in range(1, n):
            enemy = (seat + place) % n
            home = self.homeworlds[enemy]
            if self.fleets[seat][home] > 0 or steps[home] == NOWHERE:
                continue
            garrison = max(
                [self.fleets[side][home] * _force(self.technologies[side][0]) for side in range(n) if side != seat]
            )
            ease = 1 / ((1 + garrison) * (8 + steps[home]))
            if ease > easiest:
                easiest, target = ease, home
        return _nearness_to(self.grid, self.spaces, target) if target != NOBODY else _NO_TARGET


def danger(garrison: float, levels: tuple[int, ...], threat: float) -> float:
    """Return how far a Homeworld with a garrison is in danger from a threat: a loss, as a share of all there is."""
    if not threat:
        return 0.0 if garrison > 0 else _OPEN
    # J2.7: the Homeworld adds 2 to Attack and Defense.
    defended = garrison * quality(levels[Card.INITIATIVE], levels[Card.ATTACK] + 2, levels[Card.DEFENSE] + 2)
    return _DANGER * max(0.0, 1 - (defended / threat) ** 2)


def _force(levels: tuple[int, ...]) -> float:
    return quality(levels[Card.INITIATIVE], levels[Card.ATTACK], levels[Card.DEFENSE])


# --- the board


@lru_cache(maxsize=1 << 10)
def _yields(
    spaces: tuple[Space, ...], homeworlds: tuple[int, ...], seat: int, star_field: int, nebula: bool
) -> tuple[int, ...]:
    """J2.4: return what each space makes with fleets of a seat, before Manufacturing and raids."""
    counters = {Space.STAR_FIELD: star_field, Space.CLUSTER: 2, Space.NEBULA: int(nebula)}
    found = [counters.get(counter, 0) for counter in spaces]
    for owner, home in enumerate(homeworlds):
        found[home] = 5 if owner == seat else 2
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _beside(grid: Grid, row: tuple[float, ...]) -> frozenset[int]:
    """Return the spaces beside fleets of a side."""
    return frozenset(near for space, _ in occupied(row) for near in adjacent(grid, space))


@lru_cache(maxsize=1 << 10)
def _nearness_to(grid: Grid, spaces: tuple[Space, ...], target: int) -> tuple[float, ...]:
    return tuple(_STEP * max(0, _FAR - steps) for steps in steps_from(grid, spaces, target))


_NO_TARGET: Final = (0.0,) * N_SPACES
