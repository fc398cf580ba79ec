"""Scientist: cards are drawn, bought and discarded (C8)."""

from __future__ import annotations

from .effects import Effects
from .story import DONE, Ask, Scene, Story, scene

__all__ = ["PAID_IN", "Scientist"]

PAID_IN = {"culture": "polymers", "industry": "metal", "military": "energy"}
"""C8.2."""


class Scientist(Effects):
    """The role of Scientist."""

    def scientist(self) -> list[Scene]:
        """C8.1 to C8.3: each does all of it before the next one begins."""
        scenes: list[Scene] = []
        for seat in self.from_seat(self.chooser):
            scenes += [scene(self.draw, seat, 0), scene(self.buy, seat, 0), scene(self.discard, seat)]
        return scenes

    def draw(self, seat: int, drawn: int) -> Story[None]:
        """C8.1, C16.6: a card of a deck or of a pile; the argument says how many the player has drawn before."""
        if drawn >= self.numbers.of(seat, "draws"):
            return
        draws = [f"draw={cost}" for cost in self.decks if self.can_draw(cost)]
        takes = [f"take={cost}" for cost, pile in self.piles.items() if pile]
        uses = [f"use={name}" for name in self.usable(seat, "during:draw", "during:turn")]
        _, choice = yield Ask("draw", {seat: {*draws, *takes, *uses, DONE}})
        verb, _, what = choice.partition("=")
        if verb == DONE:
            return
        if verb == "use":
            self.again()
            self.use(seat, what)
            return
        self.then(scene(self.draw, seat, drawn + 1))
        if verb == "draw":
            self.shuffle_pile(int(what))
            self.then(scene(self.draw_card, seat, int(what)))
        else:
            self._take_top(seat, int(what))

    def _take_top(self, seat: int, cost: int) -> None:
        """C8.1, S24: take the top card of a pile; all see which card it is."""
        card = self.piles[cost].pop()
        self.players[seat].shown.add(card)
        self.players[seat].hand.add(card)
        self.then(scene(self.renew_pile, cost))

    def buy(self, seat: int, bought: int) -> Story[None]:
        """C8.2: buy a technology of the hand; the argument says how many the player has bought before."""
        if bought >= self.numbers.of(seat, "buys"):
            return
        player = self.players[seat]
        prices = self._prices_of_cards(seat)
        card = yield from self.with_uses("buy", seat, "buy", prices, DONE)
        if card is None or card == DONE:
            return
        paid, price = prices[card]
        player.resources[paid] -= price
        player.hand.remove(card)
        player.shown.discard(card)
        player.technologies.add(card)
        self.happened["a technology for nothing" if price == 0 else "a technology"] += 1
        self.stand()
        self.then(scene(self.buy, seat, bought + 1))

    def _prices_of_cards(self, seat: int) -> dict[str, tuple[str, int]]:
        """C8.2: the prices of those cards of a hand that can be paid."""
        player, type_of = self.players[seat], self.components.type
        prices: dict[str, tuple[str, int]] = {}
        for card in player.hand:
            type_ = type_of[card]
            less = sum(type_of[own] == type_ for own in player.technologies) + (seat == self.chooser)
            less += self.numbers.of(seat, "less.technology") + self.numbers.of(seat, f"less.technology.{type_}")
            paid = PAID_IN[type_]
            price = max(0, self.components.cost[card] - less)
            if player.resources[paid] >= price:
                prices[card] = paid, price
        return prices
