"""Moves of ships in the second reading of the rules, whoever orders them (C9.1 to C9.5, C16.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.empire_of_the_stars.second_story import DONE, Story, choose
from tests.empire_of_the_stars.second_table import Table
from tests.empire_of_the_stars.second_things import ASTEROIDS, WORMHOLE, Ship


class Moves(Table):
    """How a ship is picked and moved."""

    def _able(
        self, ships: Iterable[Ship], goals: Iterable[str] | None = None, steps: int | None = None
    ) -> dict[str, list[Ship]]:
        """The ships that can move, by region."""
        found: dict[str, list[Ship]] = {}
        for ship in ships:
            if self.targets(ship, goals, steps):
                found.setdefault(ship.place, []).append(ship)
        return found

    def _pick_move(
        self,
        names: tuple[str, str, str],
        seat: int,
        able: dict[str, list[Ship]],
        may_end: bool,
        named: Callable[[Ship], str],
        goals: Iterable[str] | None = None,
        steps: int | None = None,
    ) -> Story[tuple[Ship, str] | None]:
        """C16.7: a region, a ship there, a target; nothing if the player ends, or if no ship can move."""
        if not able:
            return None
        region = yield from choose(names[0], seat, "from", able, *([DONE] if may_end else []))
        if region == DONE:
            return None
        return (yield from self._pick_ship(names, seat, able[region], named, goals, steps))

    def _pick_ship(
        self,
        names: tuple[str, str, str],
        seat: int,
        there: list[Ship],
        named: Callable[[Ship], str],
        goals: Iterable[str] | None = None,
        steps: int | None = None,
    ) -> Story[tuple[Ship, str]]:
        """C16.7: one of the ships of a region, and a target."""
        name = yield from choose(names[1], seat, "ship", {named(ship) for ship in there})
        alike = [ship for ship in there if named(ship) == name]
        # S58: one that has moved goes first.
        ship = next((ship for ship in alike if ship.moved), alike[0])
        goal = yield from choose(names[2], seat, "to", self.targets(ship, goals, steps))
        return ship, goal

    def _move_ship(self, ship: Ship, goal: str) -> None:
        tile = self.tiles.get(goal)
        if tile in (WORMHOLE, ASTEROIDS):
            self.happened[f"a ship stops at {tile}"] += 1
        if tile is None:
            self.happened["a ship stops in a region without a tile"] += 1
        if self.tiles.get(ship.place) == WORMHOLE and goal not in self.beside[ship.place]:
            self.happened["a ship leaves a wormhole for afar"] += 1
        if any(other.owner != ship.owner for other in self.fleets[goal]):
            self.happened["a ship joins one of another player"] += 1
        if len(self.fleets[goal]) >= 3:
            self.happened["four ships in a region"] += 1
        self.put_ship(ship, goal)
