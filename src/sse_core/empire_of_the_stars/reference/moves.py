"""Moves of ships, by Warlord, by tactics or by effects (C9.1 to C9.5, C16.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .story import DONE, Story, choose
from .table import Table
from .things import ASTEROIDS, SEATS, WORMHOLE, Ship

__all__ = ["Moves", "owner_and_type"]


class Moves(Table):
    """The rules of picking and moving a ship."""

    def targets(self, ship: Ship, among: Iterable[str] | None = None, steps: int | None = None) -> set[str]:
        """C9.2, C9.3: the regions where a ship can stop."""
        homes = {player.home for seat, player in enumerate(self.players) if seat != ship.owner}
        if steps is None:
            steps = self.numbers.of(ship.owner, f"moves.{ship.type}")
        found = self.reach(ship.place, steps, self.numbers.of(ship.owner, "asteroids_stop") == 1)
        if among is not None:
            found = found.intersection(among)
        return {region for region in found if region not in homes and self.has_room(region, ship.owner)}

    def able(
        self, ships: Iterable[Ship], goals: Iterable[str] | None = None, steps: int | None = None
    ) -> dict[str, list[Ship]]:
        """The ships that can move, by region."""
        found: dict[str, list[Ship]] = {}
        for ship in ships:
            if self.targets(ship, goals, steps):
                found.setdefault(ship.place, []).append(ship)
        return found

    def pick_move(
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
        return (yield from self.pick_ship(names, seat, able[region], named, goals, steps))

    def pick_ship(
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
        # S58: a moved ship goes first.
        ship = next((ship for ship in alike if ship.moved), alike[0])
        goal = yield from choose(names[2], seat, "to", self.targets(ship, goals, steps))
        return ship, goal

    def move_ship(self, ship: Ship, goal: str) -> None:
        """C9.1: put a ship into another region."""
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


def owner_and_type(ship: Ship) -> str:
    """C16.10: the name of a ship among ships of several players."""
    return f"{SEATS[ship.owner]}.{ship.type}"
