"""Explorer: tiles of the display are placed, and the display is filled (C4)."""

from __future__ import annotations

from .effects import Effects
from .story import DONE, Scene, Story, choose, choose_or_end, scene
from .things import Token

__all__ = ["Explorer"]


class Explorer(Effects):
    """The role of Explorer."""

    def explorer(self) -> list[Scene]:
        """C4.1, C4.6, C4.8: tiles are placed, the display is filled, wormholes flip powers."""
        return [
            *(scene(self.place_tile, seat) for seat in self.from_seat(self.chooser)),
            scene(self.fill_display),
            scene(self.flip_by_wormholes),
        ]

    def can_explore(self) -> bool:
        """C4.5: whether a region is free, and a tile is left on display or in the stack (S65)."""
        return bool(self.free_regions()) and (self.display.total() > 0 or bool(self.stack))

    def place_tile(self, seat: int) -> Story[None]:
        """C4.1, C4.3, C4.5, C16.3, S13: a player must place a tile if there is one and a region for it."""
        if not self.can_place():
            self.happened["no tile is left" if self.free_regions() else "no region is free"] += 1
            return
        kind = yield from self.with_uses("explore", seat, "tile", +self.display)
        if kind is None:
            return
        region = yield from choose("explore-at", seat, "at", self.free_regions())
        self.display[kind] -= 1
        self.lay_tile(kind, region)
        if seat == self.chooser and self.is_planet(region) and self.players[seat].stock:
            self.then(scene(self.settle_tile, seat, region))

    def settle_tile(self, seat: int, region: str) -> Story[None]:
        """C4.2, S14: the chooser may place a token on the own tile."""
        if (yield from choose_or_end("explore-settle", seat, "settle", [region])) != DONE:
            self.players[seat].stock -= 1
            self.tokens[region] = Token(seat)
            self.happened["the chooser settles"] += 1
