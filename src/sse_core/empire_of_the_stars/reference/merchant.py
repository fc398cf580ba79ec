"""Merchant: credits of the market, trade, and far space (C6)."""

from __future__ import annotations

from collections import Counter

from .effects import Effects
from .story import Scene, Story, choose, scene
from .things import GALAXY, RESOURCES, Token

__all__ = ["Merchant"]


class Merchant(Effects):
    """The role of Merchant."""

    def merchant(self) -> list[Scene]:
        """C6.1 to C6.5: credits, trade, far space, then the market is reset."""
        order = self.from_seat(self.chooser)
        return [
            scene(self.collect_credits, self.chooser),
            *(scene(self.trade, seat) for seat in order),
            *(scene(self.invest, seat, 0) for seat in order),
            scene(self.flip_market),
        ]

    def collect_credits(self, seat: int) -> None:
        """C6.1: the credits of all market tiles that show credits."""
        shown = zip(self.content.market, self.market.values(), strict=True)
        self.players[seat].credits += sum(tile.credits for tile, shows in shown if shows)

    def trade(self, seat: int) -> Story[None]:
        """C6.2, C16.4, S18, S19: a player sells everything, and buys back the resources to hold, kind by kind."""
        player = self.players[seat]
        credits = player.credits + sum(player.resources[kind] * self.value(kind) for kind in RESOURCES)
        if all(self.value(kind) > credits for kind in RESOURCES):
            # C16.4: even when all is sold, nothing can be bought.
            self.happened["nothing to trade"] += 1
            if not self.usable(seat, "during:trade", "during:turn"):
                return
        first = yield from self.with_uses("trade", seat, "polymers", self._amounts(seat, "polymers", credits))
        if first is None:
            return
        held = Counter({"polymers": int(first)})
        credits -= held["polymers"] * self.value("polymers")
        for kind in RESOURCES[1:]:
            held[kind] = int((yield from choose(f"trade-{kind}", seat, kind, self._amounts(seat, kind, credits))))
            credits -= held[kind] * self.value(kind)
        player.resources = held
        player.credits = credits

    def _amounts(self, seat: int, kind: str, credits: int) -> list[int]:
        """C16.4: how many of a resource can be held."""
        return [n for n in range(self.numbers.of(seat, f"track.{kind}") + 1) if n * self.value(kind) <= credits]

    def invest(self, seat: int, invested: int) -> Story[None]:
        """C6.3, C6.4, S20: buy a location of far space; the argument says how often the player has invested before."""
        player = self.players[seat]
        prices = self._prices(seat) if invested < self.numbers.of(seat, "invests") else {}
        found = yield from self.with_uses_or_end("invest", seat, "invest", prices)
        if found is None:
            return
        number = int(found)
        player.credits -= prices[number]
        token = self.far[number]
        if isinstance(token, Token):
            token.starbase = True
            self.happened["a starbase in far space"] += 1
        elif token == GALAXY:
            self.far[number] = ""
            player.throne[GALAXY] += 1
            self.happened["a galaxy token of far space"] += 1
        else:
            player.stock -= 1
            self.far[number] = Token(seat)
            self.happened["a colony in far space"] += 1
        self.then(scene(self.invest, seat, invested + 1))

    def _prices(self, seat: int) -> dict[int, int]:
        """C6.3, C6.4: the locations where a player can invest, with their prices."""
        player = self.players[seat]
        prices: dict[int, int] = {}
        for number, token in self.far.items():
            own = isinstance(token, Token) and token.owner == seat and not token.starbase
            open_to_all = token == GALAXY or (not token and player.stock > 0)
            price = max(0, self.content.far_space[number - 1] - self.numbers.of(seat, "less.far_space"))
            if (own or open_to_all) and player.credits >= price:
                prices[number] = price
        return prices

    def flip_market(self) -> None:
        """C6.5: all market tiles show resources again."""
        self.market = dict.fromkeys(self.market, False)
