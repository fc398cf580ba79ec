"""Brute-force solver for all maps of a layout at once: an independent implementation of the rules for two players.

It has the rules for small maps without unexplored systems: E2 to E7, with the published options. It doesn't use the
core, so that each can check the other. A position is played once for all kinds of systems, since only the layout
decides where ships can land. Only the values at the end depend on the kinds. They are arrays with a place for each
choice of kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from sse_core.small_star_empires.maps.hexes import DIRECTIONS

from .layouts import Layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLOURS: Final = "rgb"
KINDS: Final = f".123{COLOURS}"
"""The possible kinds of open systems (E1.2)."""

NEBULA_POINTS: Final = np.array([0, 2, 5, *[8] * 17])
TERRITORY_POINTS: Final = 3

Values: TypeAlias = "NDArray[Any]"
"""Shape (2, number of kinds): +1, 0, −1 for a win, a tie, a loss of seat A (E7.4), and its margin."""

WIN: Final = 0
MARGIN: Final = 1


class Pieces(NamedTuple):
    """The pieces of each player at the start (E1.7)."""

    ships: int
    cities: int
    stations: int


@cache
def kinds_of(n_open: int) -> tuple[str, ...]:
    """Return the choices of kinds for so many open systems, a letter each; one of those that differ only by colours.

    >>> len(kinds_of(3))
    175
    """
    every = map("".join, product(KINDS, repeat=n_open))
    return tuple(kinds for kinds in every if colours(kinds) == COLOURS[: len(colours(kinds))])


def colours(kinds: str) -> str:
    """Return the colours of nebulae in the order in which they come up."""
    return "".join(dict.fromkeys(kind for kind in kinds if kind in COLOURS))


class Systems:
    """The points of open systems: for a set of them (as bits), an array with the points by choice of kinds."""

    def __init__(self, kinds: Sequence[str]) -> None:
        signs = np.array([list(each) for each in kinds])
        self._planets = np.where(np.isin(signs, list("123")), signs, "0").astype(np.int64)
        self._nebulae = [(signs == colour).astype(np.int64) for colour in COLOURS]
        self._known: dict[int, tuple[Values, Values]] = {}

    def points(self, held: int) -> tuple[Values, Values]:
        """Return planets and nebulae together, and planets alone (E7.0, E7.1)."""
        if held not in self._known:
            chosen = np.array([held >> bit & 1 for bit in range(self._planets.shape[1])])
            planets = self._planets @ chosen
            nebulae = sum(NEBULA_POINTS[colour @ chosen] for colour in self._nebulae)
            self._known[held] = planets + nebulae, planets
        return self._known[held]


class Side(NamedTuple):
    """A player's ships as ascending cells, and the sets of systems held by cities and by stations."""

    ships: tuple[int, ...]
    cities: int
    stations: int

    @property
    def held(self) -> int:
        return self.cities | self.stations


class EveryMap:
    """A layout, with its maps for all choices of kinds."""

    def __init__(self, layout: Layout, kinds: Sequence[str] | None = None) -> None:
        index = {place: cell for cell, place in enumerate(layout.places)}
        self.open = layout.open
        self.kinds = kinds_of(len(self.open)) if kinds is None else kinds
        self.systems = Systems(self.kinds)
        self.homes = (layout.signs.index("A"), layout.signs.index("B"))
        closed = {cell for cell, sign in enumerate(layout.signs) if sign == "x"}
        holes = {cell for cell, sign in enumerate(layout.signs) if sign == "w"}
        self.around: list[list[int]] = []
        self.rays: list[list[list[int]]] = []
        for place in layout.places:
            rays = [ray for direction in range(6) if (ray := self._ray(index, closed, place, direction))]
            self.rays.append(rays)
            self.around.append([index[at] for step in DIRECTIONS if (at := place.shifted(step)) in index])
        self.jumps = [self._jumps(holes & {*around}, holes) for around in self.around]

    @staticmethod
    def _ray(index: dict[Any, int], closed: set[int], place: Any, direction: int) -> list[int]:
        """E3.1, E3.4: the cells of a flight until a gap or a black hole."""
        ray: list[int] = []
        while (place := place.step(direction)) in index and index[place] not in closed:
            ray.append(index[place])
        return ray

    def _jumps(self, entered: set[int], holes: set[int]) -> set[int]:
        """E4.1: the cells next to a wormhole other than the entered one."""
        return {cell for hole in holes if entered - {hole} for cell in self.around[hole]}

    def values(self, pieces: Pieces, first: int) -> Values:
        """Return the values of best play if a seat begins: for the win, and separately for the margin."""
        sides = tuple(Side((home,) * pieces.ships, 0, 0) for home in self.homes)
        return _Game(self, pieces).best(sides, first)

    def landings(self, origin: int, own: int, theirs: int, enemy_home: int) -> set[int]:
        """E3.1 to E3.5, E4.1: the free cells that a ship can land on."""
        free = {cell for cell in self.open if not (own | theirs) >> cell & 1}
        found = self.jumps[origin] & free
        for ray in self.rays[origin]:
            for cell in ray:
                if cell == enemy_home or theirs >> cell & 1:
                    break
                if cell in free:
                    found.add(cell)
        return found

    def final(self, sides: Sequence[Side]) -> Values:
        """E7: the values of a finished game."""
        (points, planets), (their_points, their_planets) = (self.systems.points(self._bits(side)) for side in sides)
        largest = [self._territory(side.held | 1 << home) for side, home in zip(sides, self.homes, strict=True)]
        same = self._trade(0, sides) - self._trade(1, sides)
        same += TERRITORY_POINTS * ((largest[0] >= largest[1]) - (largest[1] >= largest[0]))
        margin = points - their_points + same
        # The player with fewer placed pieces has more left: cities first, then stations, then held planets (E7.4).
        spent = [(side.cities.bit_count(), side.stations.bit_count()) for side in sides]
        ties = np.sign(planets - their_planets) if spent[0] == spent[1] else 1 if spent[0] < spent[1] else -1
        return np.stack([np.where(margin != 0, np.sign(margin), ties), margin])

    def _bits(self, side: Side) -> int:
        """Return the open systems that a player holds, as bits by their order."""
        return sum((side.held >> cell & 1) << bit for bit, cell in enumerate(self.open))

    def _trade(self, player: int, sides: Sequence[Side]) -> int:
        """E7.2: the points of a player's stations."""
        theirs = sides[1 - player].held | 1 << self.homes[1 - player]
        stations = (cell for cell in self.open if sides[player].stations >> cell & 1)
        return sum(theirs >> near & 1 for cell in stations for near in self.around[cell])

    def _territory(self, held: int) -> int:
        """E7.3: the size of the largest connected set."""
        largest = 0
        while held:
            todo, size = [held.bit_length() - 1], 0
            held &= ~(1 << todo[0])
            while todo:
                size += 1
                near = [cell for cell in self.around[todo.pop()] if held >> cell & 1]
                held &= ~sum(1 << cell for cell in near)
                todo += near
            largest = max(largest, size)
        return largest


class _Game:
    """Best play from every position of a game with certain pieces."""

    def __init__(self, maps: EveryMap, pieces: Pieces) -> None:
        self.maps, self.pieces = maps, pieces
        self._known: dict[tuple[tuple[Side, ...], int], Values] = {}

    def best(self, sides: tuple[Side, ...], turn: int) -> Values:
        """Return the values of a position with a player to act."""
        if (sides, turn) not in self._known:
            self._known[sides, turn] = self._best(sides, turn)
        return self._known[sides, turn]

    def _best(self, sides: tuple[Side, ...], turn: int) -> Values:
        # A player who can't move passes, and the other goes on (E2.2). Without damaged ships and tiles no way opens
        # later, so a player who has passed still can't move.
        for player in (turn, 1 - turn):
            found = [self.best(after, 1 - player) for after in self._moves(sides, player)]
            if found:
                result: Values = (np.maximum if player == 0 else np.minimum).reduce(found)
                return result
        return self.maps.final(sides)

    def _moves(self, sides: tuple[Side, ...], player: int) -> Iterator[tuple[Side, ...]]:
        """Yield the position after each move. E2.3: the game is over when all reserves are empty, and so are these."""
        own, theirs = sides[player], sides[1 - player]
        has_city = own.cities.bit_count() < self.pieces.cities
        has_station = own.stations.bit_count() < self.pieces.stations
        if not has_city and not has_station:
            return
        for origin in sorted({*own.ships}):
            others = list(own.ships)
            others.remove(origin)
            for cell in self.maps.landings(origin, own.held, theirs.held, self.maps.homes[1 - player]):
                ships = tuple(sorted([*others, cell]))
                if has_city:
                    yield placed(sides, player, Side(ships, own.cities | 1 << cell, own.stations))
                if has_station:
                    yield placed(sides, player, Side(ships, own.cities, own.stations | 1 << cell))


def placed(sides: tuple[Side, ...], player: int, side: Side) -> tuple[Side, ...]:
    return (side, sides[1]) if player == 0 else (sides[0], side)
