"""Engineer: ships are built and deployed (C7)."""

from __future__ import annotations

from .effects import Effects
from .story import Scene, Story, choose, scene
from .things import PRICE, RESOURCES

__all__ = ["Engineer"]


class Engineer(Effects):
    """The role of Engineer."""

    def engineer(self) -> list[Scene]:
        """C7.1 to C7.4."""
        scenes = [scene(self.build, seat, seat == self.chooser) for seat in self.from_seat(self.chooser)]
        for seat in self.from_seat(self.chooser):
            scenes += [scene(self.deploy, seat), scene(self.clear_staging, seat)]
        return scenes

    def build(self, seat: int, free_fighter: bool) -> Story[None]:
        """C7.1, C7.2, C16.5, S18, S55: a ship of the supply; the chooser has a fighter for nothing."""
        player = self.players[seat]
        prices = {kind: self.price_of_ship(seat, kind) for kind in +player.supply}
        if free_fighter and "fighter" in prices:
            prices["fighter"] = {}
        affordable = [kind for kind, price in prices.items() if all(player.resources[r] >= n for r, n in price.items())]
        kind = yield from self.with_uses_or_end("build", seat, "build", affordable)
        if kind is None:
            return
        player.resources.subtract(prices[kind])
        player.supply[kind] -= 1
        player.staging[kind] += 1
        self.happened[f"a {kind} is built"] += 1
        self.then(scene(self.build, seat, free_fighter and kind != "fighter"))

    def price_of_ship(self, seat: int, ship: str) -> dict[str, int]:
        """C7.1, S61: a reduction in any resource first covers missing resources, then lowers the largest part."""
        have = self.players[seat].resources
        price = {kind: max(0, n - self.numbers.of(seat, f"less.{ship}.{kind}")) for kind, n in PRICE[ship].items()}
        less = self.numbers.of(seat, f"less.{ship}.any")
        for _ in range(less):
            short = [kind for kind in RESOURCES if price[kind] > have[kind]]
            kind = short[0] if short else max(RESOURCES, key=lambda kind: price[kind])
            price[kind] = max(0, price[kind] - 1)
            self.happened["a price falls where something is short"] += bool(short)
        price["polymers"] += max(0, -less)
        return price

    def deploy(self, seat: int) -> Story[None]:
        """C7.3, C16.5, S21: a ship of staging goes to a starbase; this is done as long as there is a ship and room."""
        staged = +self.players[seat].staging
        colonies = self.numbers.of(seat, "deploy_to_colonies")
        bases = [r for r in self.owned(seat) if (self.is_starbase(r) or colonies) and self.has_room(r, seat)]
        if staged and bases:
            kind = yield from self.with_uses("deploy", seat, "deploy", staged)
        else:
            kind = yield from self.with_uses_or_end("deploy", seat, "deploy", [])
        if kind is None:
            return
        region = yield from choose("deploy-at", seat, "at", bases)
        self.players[seat].staging[kind] -= 1
        self.add_ship(seat, kind, region)
        self.then(scene(self.deploy, seat))

    def clear_staging(self, seat: int) -> None:
        """C7.4: ships that found no room go back."""
        player = self.players[seat]
        self.happened["a ship goes back to the supply"] += player.staging.total()
        player.supply += player.staging
        player.staging.clear()
