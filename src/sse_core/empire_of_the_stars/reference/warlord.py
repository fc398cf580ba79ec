"""Warlord: a player's turn of moves, battles and colonies (C9)."""

from __future__ import annotations

from typing import Final

from .battle import Battles
from .story import Scene, Story, choose, scene
from .things import SEATS, Battle, Ship, Token

__all__ = ["Warlord"]

MOVE_STEPS: Final = ("move", "move-ship", "move-to")


class Warlord(Battles):
    """The role of Warlord."""

    def warlord(self) -> list[Scene]:
        """C9.1: the chooser goes last."""
        scenes: list[Scene] = []
        for seat in self.after_seat(self.chooser):
            scenes += [scene(self.begin_turn)]
            scenes += [scene(turn, seat) for turn in (self.move, self.start_battle, self.colonize)]
        return [*scenes, scene(self.end_warlord)]

    def begin_turn(self) -> None:
        """C9.6, S29: each player has one battle a sector."""
        self.fought = set()

    def end_warlord(self) -> None:
        """C9.4: ships that have moved can move when Warlord is chosen again."""
        self.fought = set()
        for seat in self.seats:
            for ship in self.ships_of(seat):
                ship.moved = False

    def move(self, seat: int) -> Story[None]:
        """C9.1: move a ship that hasn't moved yet."""
        able = self.able(ship for ship in self.ships_of(seat) if not ship.moved)
        region = yield from self.with_uses_or_end("move", seat, "from", able)
        if region is None:
            return
        ship, goal = yield from self.pick_ship(MOVE_STEPS, seat, able[region], _type_of)
        self.move_ship(ship, goal)
        ship.moved = True
        self.again()

    def start_battle(self, seat: int) -> Story[None]:
        """C9.6, C10.1: in a sector where the player has a unit, and an opponent has one."""
        sectors = [
            sector
            for sector in self.sectors
            if sector not in self.fought and self.has_unit(seat, sector) and self._opponents_in(seat, sector)
        ]
        sector = yield from self.with_uses_or_end("battle", seat, "battle", sectors)
        if sector is None:
            return
        opponents = [SEATS[other] for other in self._opponents_in(seat, sector)]
        name = yield from choose("against", seat, "against", opponents)
        self.fought.add(sector)
        self.battle = Battle(sector, seat, SEATS.index(name))
        self.again()
        self.then(*self.fight())

    def _opponents_in(self, seat: int, sector: str) -> list[int]:
        """C9.6: the opponents with a unit in a sector."""
        return [other for other in self.opponents(seat) if self.has_unit(other, sector)]

    def colonize(self, seat: int) -> Story[None]:
        """C9.7, S28: place a token on a planet without owner, where only this player has ships."""
        player = self.players[seat]
        places = [
            region
            for region, fleet in self.fleets.items()
            if player.stock
            and self.is_planet(region)
            and region not in self.tokens
            and fleet
            and all(ship.owner == seat for ship in fleet)
        ]
        region = yield from self.with_uses_or_end("colonize", seat, "settle", places)
        if region is None:
            return
        player.stock -= 1
        self.tokens[region] = Token(seat)
        self.happened["a colony by ships"] += 1
        self.again()


def _type_of(ship: Ship) -> str:
    return ship.type
