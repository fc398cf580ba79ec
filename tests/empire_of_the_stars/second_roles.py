"""Explorer, Steward, Merchant, Engineer and Scientist in the second reading of the rules (C4 to C8)."""

from __future__ import annotations

from collections import Counter

from tests.empire_of_the_stars.second_story import DONE, Ask, Story, chance, choose, choose_or_end
from tests.empire_of_the_stars.second_table import Table
from tests.empire_of_the_stars.second_things import (
    GALAXY,
    PRICE,
    RESOURCES,
    SHIPS,
    SPACE,
    STAGING,
    SUPPLY,
    UNKNOWN,
    WORMHOLE,
    Ship,
    Token,
)

PAID_IN = {"culture": "polymers", "industry": "metal", "military": "energy"}
"""C8.2."""


class Roles(Table):
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
            kind = yield from choose("explore", seat, "tile", +self.display)
            region = yield from choose("explore-at", seat, "at", self.free_regions())
            self.display[kind] -= 1
            self.lay_tile(kind, region)
            if kind == WORMHOLE:
                self.happened["a wormhole is placed"] += 1
            player = self.players[seat]
            may_settle = seat == self.chooser and kind in self.planets and player.stock > 0
            if may_settle and (yield from choose_or_end("explore-settle", seat, "settle", [region])) != DONE:
                player.stock -= 1
                self.tokens[region] = Token(seat)
                self.happened["the chooser settles"] += 1
        yield from self._fill_display()

    def _fill_display(self) -> Story[None]:
        """C4.6, C4.7, S15."""
        self.put_back = 0
        while self.stack and self.display.total() < self.n + 1:
            yield from self._turn_up()
        while (
            not any(self.display[kind] for kind in self.planets)
            and self.display[SPACE]
            and len(self.stack) > self.put_back
        ):
            self.happened["empty space is put back"] += 1
            self.display[SPACE] -= 1
            self.stack.append(SPACE)
            self.put_back += 1
            yield from self._turn_up()
        self.put_back = 0

    def _turn_up(self) -> Story[None]:
        """S1, S54: wormholes and what was put back lie at known depths; all other tiles are alike."""
        top = self.stack[0]
        if top == UNKNOWN:
            kind = yield from chance("reveal", "reveal", self.unseen)
            self.unseen[kind] -= 1
        else:
            kind = yield from chance("reveal", "reveal", {top: 1})
            self.happened[f"a known {kind} is turned up"] += 1
        self.stack.pop(0)
        self.display[kind] += 1

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
        if not player.resources.total() and all(self.value(kind) > player.credits for kind in RESOURCES):
            # C16.4.
            self.happened["nothing to trade"] += 1
            return
        credits = player.credits + sum(player.resources[kind] * self.value(kind) for kind in RESOURCES)
        held = Counter[str]()
        for kind, end in zip(RESOURCES, self.content.tracks, strict=True):
            step = "trade" if kind == "polymers" else f"trade-{kind}"
            amounts = [n for n in range(end + 1) if n * self.value(kind) <= credits]
            held[kind] = int((yield from choose(step, seat, kind, amounts)))
            credits -= held[kind] * self.value(kind)
        player.resources = held
        player.credits = credits

    def _invest(self, seat: int) -> Story[None]:
        """C6.3, S20."""
        player = self.players[seat]
        for _ in range(2):
            places: list[int] = []
            for number, token in self.far.items():
                own = isinstance(token, Token) and token.owner == seat and not token.starbase
                open_to_all = token == GALAXY or (not token and player.stock > 0)
                if (own or open_to_all) and player.credits >= self.content.far_space[number - 1]:
                    places.append(number)
            found = yield from choose_or_end("invest", seat, "invest", places)
            if found == DONE:
                return
            number = int(found)
            player.credits -= self.content.far_space[number - 1]
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
            prices = {kind: dict(PRICE[kind]) for kind in SHIPS if kind in in_supply}
            if free_fighter and "fighter" in prices:
                prices["fighter"] = {}
            affordable = [
                kind for kind, price in prices.items() if all(player.resources[r] >= n for r, n in price.items())
            ]
            kind = yield from choose_or_end("build", seat, "build", affordable)
            if kind == DONE:
                return
            player.resources.subtract(prices[kind])
            if kind == "fighter":
                free_fighter = False
            self.put_ship(self._ship_beside(seat, SUPPLY, kind), STAGING)
            self.happened[f"a {kind} is built"] += 1

    def _ship_beside(self, seat: int, place: str, kind: str) -> Ship:
        return next(ship for ship in self.ships_beside(seat, place) if ship.type == kind)

    def _deploy(self, seat: int) -> Story[None]:
        """C7.3, C7.4, S21."""
        while True:
            staged = {ship.type for ship in self.ships_beside(seat, STAGING)}
            bases = [r for r in self.owned(seat) if self.is_starbase(r) and self.has_room(r, seat)]
            if not staged or not bases:
                break
            kind = yield from choose("deploy", seat, "deploy", staged)
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
            yield from self._discard(seat)

    def _draw(self, seat: int) -> Story[None]:
        """C8.1."""
        player = self.players[seat]
        choices = {DONE}
        choices |= {f"draw={cost}" for cost, deck in self.decks.items() if deck or self._can_renew(cost)}
        choices |= {f"take={cost}" for cost, pile in self.piles.items() if pile}
        _, choice = yield Ask("draw", {seat: choices})
        verb, _, what = choice.partition("=")
        if verb == DONE:
            return
        cost = int(what)
        if verb == "draw":
            if not self.decks[cost]:
                # S23.
                self.decks[cost] = set(self.piles[cost][:-1])
                del self.piles[cost][:-1]
                self.happened["a pile becomes the deck"] += 1
            card = yield from chance("card", "card", dict.fromkeys(self.decks[cost], 1))
            self.decks[cost].remove(card)
        else:
            card = self.piles[cost].pop()
            player.shown.add(card)
        player.hand.add(card)
        if not self.piles[cost] and self.decks[cost]:
            top = yield from chance("turn", "turn", dict.fromkeys(self.decks[cost], 1))
            self.decks[cost].remove(top)
            self.piles[cost].append(top)
            self.happened["a pile gets a new card"] += 1

    def _can_renew(self, cost: int) -> bool:
        """S23: whether the pile below its top card can become the deck."""
        return self.options.reshuffle and len(self.piles[cost]) > 1

    def _buy(self, seat: int) -> Story[None]:
        """C8.2."""
        player = self.players[seat]
        prices: dict[str, tuple[str, int]] = {}
        for card in player.hand:
            type_ = self.type[card]
            less = sum(self.type[own] == type_ for own in player.technologies) + (seat == self.chooser)
            paid = PAID_IN[type_]
            price = max(0, self.cost[card] - less)
            if player.resources[paid] >= price:
                prices[card] = paid, price
        card = yield from choose("buy", seat, "buy", prices, DONE)
        if card == DONE:
            return
        paid, price = prices[card]
        player.resources[paid] -= price
        player.hand.remove(card)
        player.shown.discard(card)
        player.technologies.add(card)
        self.happened["a technology for nothing" if price == 0 else "a technology"] += 1

    def _discard(self, seat: int) -> Story[None]:
        """C8.3, S25."""
        player = self.players[seat]
        while len(player.hand) > 3:
            card = yield from choose("discard", seat, "discard", player.hand)
            player.hand.remove(card)
            player.shown.discard(card)
            self.piles[self.cost[card]].append(card)
