"""Explorer, Steward, Merchant, Engineer and Scientist in the second reading of the rules (C4 to C8)."""

from __future__ import annotations

from collections import Counter

from tests.empire_of_the_stars.second_effects import USED, Effects
from tests.empire_of_the_stars.second_story import DONE, Ask, Story, chance, choose, choose_or_end
from tests.empire_of_the_stars.second_things import (
    GALAXY,
    PRICE,
    RESOURCES,
    SHIPS,
    STAGING,
    SUPPLY,
    WORMHOLE,
    Ship,
    Token,
)

PAID_IN = {"culture": "polymers", "industry": "metal", "military": "energy"}
"""C8.2."""


class Roles(Effects):
    """Five of the roles."""

    # --- C4

    def _explorer(self) -> Story[None]:
        if not self.display.total() or not self.free_regions():
            self.happened["Explorer without effect"] += 1
            return
        for seat in self.from_seat(self.chooser):
            if not self.display.total() or not self.free_regions():
                self.happened["no tile is left" if self.free_regions() else "no region is free"] += 1
                continue
            kind = USED
            while kind == USED and self.display.total() and self.free_regions():
                kind = yield from self.with_uses("explore", seat, "tile", +self.display)
            if kind == USED:
                self.happened["an effect takes the last tile, or the last region"] += 1
                continue
            region = yield from choose("explore-at", seat, "at", self.free_regions())
            self.display[kind] -= 1
            self.lay_tile(kind, region)
            if kind == WORMHOLE:
                self.happened["a wormhole is placed"] += 1
                self.new_wormhole = self.options.powers
            player = self.players[seat]
            may_settle = seat == self.chooser and kind in self.planets and player.stock > 0
            if may_settle and (yield from choose_or_end("explore-settle", seat, "settle", [region])) != DONE:
                player.stock -= 1
                self.tokens[region] = Token(seat)
                self.happened["the chooser settles"] += 1
        yield from self._fill_display()
        self.flip_by_wormholes()

    # --- C5

    def _steward(self) -> Story[None]:
        tiles = [tile for tile, shows_credits in self.market.items() if not shows_credits]
        if not tiles:
            self.happened["Steward without effect"] += 1
            return
        tile = int((yield from choose("steward", self.chooser, "market", tiles)))
        kinds = [RESOURCES[kind] for kind in self.content.market[tile - 1].kinds]
        for kind in kinds:
            self.gain(self.chooser, kind)
        for seat in self.seats:
            for kind in kinds:
                self.gain(seat, kind, self.made(seat, kind))
        self.market[tile] = True
        yield from self.window("during:produce")

    # --- C6

    def _merchant(self) -> Story[None]:
        income = sum(
            tile.credits for tile, shows in zip(self.content.market, self.market.values(), strict=True) if shows
        )
        self.players[self.chooser].credits += income
        for seat in self.from_seat(self.chooser):
            yield from self._trade(seat)
        for seat in self.from_seat(self.chooser):
            yield from self._invest(seat)
        self.market = dict.fromkeys(self.market, False)

    def _trade(self, seat: int) -> Story[None]:
        """C6.2, S19, C16.4: everything is sold, and what is held afterwards is bought, one kind after the other."""
        player = self.players[seat]
        held = Counter[str]()
        first, credits = USED, 0
        while first == USED:
            credits = player.credits + sum(player.resources[kind] * self.value(kind) for kind in RESOURCES)
            if all(self.value(kind) > credits for kind in RESOURCES):
                # C16.4.
                self.happened["nothing to trade"] += 1
                if not self.usable(seat, "during:trade", "during:turn"):
                    return
            first = yield from self.with_uses("trade", seat, "polymers", self._amounts(seat, "polymers", credits))
        held["polymers"] = int(first)
        credits -= held["polymers"] * self.value("polymers")
        for kind in RESOURCES[1:]:
            held[kind] = int((yield from choose(f"trade-{kind}", seat, kind, self._amounts(seat, kind, credits))))
            credits -= held[kind] * self.value(kind)
        player.resources = held
        player.credits = credits

    def _amounts(self, seat: int, kind: str, credits: int) -> list[int]:
        """How many of a resource can be held."""
        return [n for n in range(self.numbers.of(seat, f"track.{kind}") + 1) if n * self.value(kind) <= credits]

    def _invest(self, seat: int) -> Story[None]:
        """C6.3, S20."""
        player = self.players[seat]
        invested = 0
        while True:
            prices: dict[int, int] = {}
            for number, token in self.far.items():
                own = isinstance(token, Token) and token.owner == seat and not token.starbase
                open_to_all = token == GALAXY or (not token and player.stock > 0)
                price = max(0, self.content.far_space[number - 1] - self.numbers.of(seat, "less.far_space"))
                if (own or open_to_all) and player.credits >= price and invested < self.numbers.of(seat, "invests"):
                    prices[number] = price
            found = yield from self.with_uses_or_end("invest", seat, "invest", prices)
            if found == DONE:
                return
            if found == USED:
                continue
            invested += 1
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

    # --- C7

    def _engineer(self) -> Story[None]:
        for seat in self.from_seat(self.chooser):
            yield from self._build(seat)
        for seat in self.from_seat(self.chooser):
            yield from self._deploy(seat)

    def _build(self, seat: int) -> Story[None]:
        """C7.1, C7.2, S55."""
        player = self.players[seat]
        free_fighter = seat == self.chooser
        while True:
            in_supply = {ship.type for ship in self.ships_beside(seat, SUPPLY)}
            prices = {kind: self._price_of_ship(seat, kind) for kind in SHIPS if kind in in_supply}
            if free_fighter and "fighter" in prices:
                prices["fighter"] = {}
            affordable = [
                kind for kind, price in prices.items() if all(player.resources[r] >= n for r, n in price.items())
            ]
            kind = yield from self.with_uses_or_end("build", seat, "build", affordable)
            if kind == DONE:
                return
            if kind == USED:
                continue
            player.resources.subtract(prices[kind])
            if kind == "fighter":
                free_fighter = False
            self.put_ship(self._ship_beside(seat, SUPPLY, kind), STAGING)
            self.happened[f"a {kind} is built"] += 1

    def _price_of_ship(self, seat: int, ship: str) -> dict[str, int]:
        """C7.1, S61."""
        price = {kind: max(0, n - self.numbers.of(seat, f"less.{ship}.{kind}")) for kind, n in PRICE[ship].items()}
        less = self.numbers.of(seat, f"less.{ship}.any")
        for _ in range(less):
            largest = max(RESOURCES, key=lambda kind: price[kind])
            price[largest] = max(0, price[largest] - 1)
        price["polymers"] += max(0, -less)
        return price

    def _ship_beside(self, seat: int, place: str, kind: str) -> Ship:
        return next(ship for ship in self.ships_beside(seat, place) if ship.type == kind)

    def _deploy(self, seat: int) -> Story[None]:
        """C7.3, C7.4, S21."""
        while True:
            staged = {ship.type for ship in self.ships_beside(seat, STAGING)}
            colonies = self.numbers.of(seat, "deploy_to_colonies")
            bases = [r for r in self.owned(seat) if (self.is_starbase(r) or colonies) and self.has_room(r, seat)]
            if staged and bases:
                kind = yield from self.with_uses("deploy", seat, "deploy", staged)
            else:
                kind = yield from self.with_uses_or_end("deploy", seat, "deploy", [])
            if kind == DONE:
                break
            if kind == USED:
                continue
            region = yield from choose("deploy-at", seat, "at", bases)
            self.put_ship(self._ship_beside(seat, STAGING, kind), region)
        for ship in self.ships_beside(seat, STAGING):
            self.put_ship(ship, SUPPLY)
            self.happened["a ship goes back to the supply"] += 1

    # --- C8

    def _scientist(self) -> Story[None]:
        for seat in self.from_seat(self.chooser):
            yield from self._draw(seat)
            yield from self._buy(seat)
            yield from self._discard_to_limit(seat)

    def _draw(self, seat: int) -> Story[None]:
        """C8.1."""
        drawn = 0
        while drawn < self.numbers.of(seat, "draws"):
            draws = [f"draw={cost}" for cost in self.decks if self._can_draw(cost)]
            takes = [cost for cost, pile in self.piles.items() if pile]
            names = self.usable(seat, "during:draw", "during:turn")
            uses = [f"use={name}" for name in names]
            _, choice = yield Ask("draw", {seat: {*draws, *(f"take={cost}" for cost in takes), *uses, DONE}})
            verb, _, what = choice.partition("=")
            if verb == DONE:
                return
            if verb == "use":
                yield from self.use(seat, what)
                continue
            drawn += 1
            cost = int(what)
            if verb == "draw":
                yield from self._draw_card(seat, cost)
            else:
                card = self.piles[cost].pop()
                self.players[seat].shown.add(card)
                self.players[seat].hand.add(card)
            if not self.piles[cost] and self.decks[cost]:
                top = yield from chance("turn", "turn", dict.fromkeys(self.decks[cost], 1))
                self.decks[cost].remove(top)
                self.piles[cost].append(top)
                self.happened["a pile gets a new card"] += 1

    def _buy(self, seat: int) -> Story[None]:
        """C8.2."""
        player = self.players[seat]
        bought = 0
        while bought < self.numbers.of(seat, "buys"):
            prices = self._prices_of_cards(seat)
            card = yield from self.with_uses("buy", seat, "buy", prices, DONE)
            if card == DONE:
                return
            if card == USED:
                continue
            bought += 1
            paid, price = prices[card]
            player.resources[paid] -= price
            player.hand.remove(card)
            player.shown.discard(card)
            player.technologies.add(card)
            self.happened["a technology for nothing" if price == 0 else "a technology"] += 1
            self.stand()

    def _prices_of_cards(self, seat: int) -> dict[str, tuple[str, int]]:
        """C8.2: what the cards of a hand cost that can be paid."""
        player = self.players[seat]
        prices: dict[str, tuple[str, int]] = {}
        for card in player.hand:
            type_ = self.type[card]
            less = sum(self.type[own] == type_ for own in player.technologies) + (seat == self.chooser)
            less += self.numbers.of(seat, "less.technology") + self.numbers.of(seat, f"less.technology.{type_}")
            paid = PAID_IN[type_]
            price = max(0, self.cost[card] - less)
            if player.resources[paid] >= price:
                prices[card] = paid, price
        return prices
