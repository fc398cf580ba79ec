"""Measures of a player, for edicts, and for amounts and tests of effects (C17.2)."""

from __future__ import annotations

from .table import Table
from .things import ASTEROIDS, WORMHOLE, Token

__all__ = ["Measures"]


class Measures(Table):
    """The measures of a player."""

    def measure(self, seat: int, name: str) -> int:
        """C17.2, S12."""
        player = self.players[seat]
        ships = self.ships_of(seat)
        planets = self.owned(seat)
        head, _, tail = name.partition(".")
        match head:
            case "planets":
                return len(planets)
            case "colonies":
                return sum(not self.is_starbase(region) for region in planets)
            case "starbases":
                return sum(self.is_starbase(region) for region in planets)
            case "far_space":
                return sum(isinstance(token, Token) and token.owner == seat for token in self.far.values())
            case "sectors":
                return sum(self.has_unit(seat, sector) for sector in self.sectors)
            case "ships":
                return len(ships)
            case "fighters" | "cruisers" | "dreadnoughts":
                return sum(ship.type == name.removesuffix("s") for ship in ships)
            case "strength":
                return self.strength(seat, self.regions)
            case "staging":
                return player.staging.total()
            case "technologies":
                return sum(not tail or self.components.type[card] == tail for card in player.technologies)
            case "cards":
                return len(player.hand)
            case "credits":
                return player.credits
            case "polymers" | "metal" | "energy":
                return player.resources[name]
            case "resources":
                return player.resources.total()
            case "stock":
                return player.stock
            case "throne":
                return player.throne.total()
            case "home_fleet":
                return sum(ship.place == player.home for ship in ships)
            case "wormholes":
                return len({ship.place for ship in ships if self.tiles.get(ship.place) == WORMHOLE})
            case "asteroids":
                return len({ship.place for ship in ships if self.tiles.get(ship.place) == ASTEROIDS})
            case "contacts":
                mine = [sector for sector in self.sectors if self.has_unit(seat, sector)]
                return sum(any(self.has_unit(o, sector) for sector in mine) for o in self.seats if o != seat)
            case "made":
                return self.made(seat, tail)
            case "winner":
                return int(self.battle is not None and self.battle.winner == seat)
            case "attacker":
                return int(self.battle is not None and self.battle.attacker == seat)
            case "emperor":
                return int(self.emperor == seat)
            case _:
                raise ValueError(f"no measure is named {name}")
