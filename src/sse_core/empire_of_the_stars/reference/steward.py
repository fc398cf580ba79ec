"""Steward: a market tile is chosen, and planets make the resources on it (C5)."""

from __future__ import annotations

from .effects import Effects
from .story import Scene, Story, choose, scene
from .things import RESOURCES

__all__ = ["Steward"]


class Steward(Effects):
    """The role of Steward."""

    def steward(self) -> list[Scene]:
        """C5.2, C5.3: the chooser picks a tile; then effects after production can be used."""
        return [scene(self.choose_market_tile, self.chooser), scene(self.open_window, "during:produce")]

    def choose_market_tile(self, seat: int) -> Story[None]:
        """C5.2 to C5.5, S16, S17: the chooser gains 1 of each, all planets make what they show; the tile flips."""
        tiles = [tile for tile, shows_credits in self.market.items() if not shows_credits]
        tile = int((yield from choose("steward", seat, "market", tiles)))
        kinds = [RESOURCES[kind] for kind in self.content.market[tile - 1].kinds]
        for kind in kinds:
            self.gain(seat, kind)
        for each in self.seats:
            for kind in kinds:
                self.gain(each, kind, self.made(each, kind))
        self.market[tile] = True
