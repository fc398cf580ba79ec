"""Tiles that are turned up and cards that are drawn (C4.6, C4.7, C8.1, C8.3)."""

from __future__ import annotations

from .story import Story, chance, choose, scene
from .table import Table
from .things import SPACE, UNKNOWN

__all__ = ["Stacks"]


class Stacks(Table):
    """The stack and the display, decks and piles."""

    # --- C4.6, C4.7

    def can_place(self) -> bool:
        """C4.5: whether there is a tile on display, and a region for it."""
        return self.display.total() > 0 and bool(self.free_regions())

    def is_filled_later(self) -> bool:
        """S65: whether the display is filled when all have placed: from the choice of Explorer on."""
        return self.monolith == "explorer" and any(each.name in ("begin_role", "fill_display") for each in self.to_come)

    def fill_display(self) -> None:
        """C4.6, C4.7, S15: turn up as many tiles as are missing; then put empty space back until there is a planet."""
        # S65: changes by effects of several players add up.
        wanted = self.n + 1 + sum(self.numbers.of(seat, "display") - 1 for seat in self.seats)
        if self.display.total() < wanted:
            if self.stack:
                self.then(scene(self.turn_up), scene(self.fill_display))
                return
        elif self._has_space_to_put_back():
            self.happened["empty space is put back"] += 1
            self.display[SPACE] -= 1
            self.stack.append(SPACE)
            self.put_back += 1
            self.then(scene(self.turn_up), scene(self.fill_display))
            return
        self.put_back = 0

    def _has_space_to_put_back(self) -> bool:
        has_planet = any(self.display[kind] for kind in self.components.planets)
        return not has_planet and self.display[SPACE] > 0 and len(self.stack) > self.put_back

    def turn_up(self) -> Story[None]:
        """S1, S54: wormholes and tiles that were put back lie at known depths; all other tiles are equally likely."""
        top = self.stack[0]
        if top == UNKNOWN:
            kind = yield from chance("reveal", "reveal", self.unseen)
            self.unseen[kind] -= 1
        else:
            kind = yield from chance("reveal", "reveal", {top: 1})
            self.happened[f"a known {kind} is turned up"] += 1
        self.stack.pop(0)
        self.display[kind] += 1

    # --- C8

    def can_draw(self, cost: int) -> bool:
        """S23: whether there is a card in a deck, or the pile below its top card can become the deck."""
        return bool(self.decks[cost]) or (self.options.reshuffle and len(self.piles[cost]) > 1)

    def shuffle_pile(self, cost: int) -> None:
        """S23: of an empty deck, the pile below its top card becomes the deck."""
        if not self.decks[cost]:
            self.decks[cost] = {*self.piles[cost][:-1]}
            del self.piles[cost][:-1]
            self.happened["a pile becomes the deck"] += 1

    def draw_card(self, seat: int, cost: int) -> Story[None]:
        """C8.1: a card of a deck comes into a hand."""
        card = yield from chance("card", "card", dict.fromkeys(self.decks[cost], 1))
        self.decks[cost].remove(card)
        self.players[seat].hand.add(card)

    def renew_pile(self, cost: int) -> Story[None]:
        """C8.1: an empty pile gets the first card of its deck."""
        if not self.piles[cost] and self.decks[cost]:
            top = yield from chance("turn", "turn", dict.fromkeys(self.decks[cost], 1))
            self.decks[cost].remove(top)
            self.piles[cost].append(top)
            self.happened["a pile gets a new card"] += 1

    def discard(self, seat: int) -> Story[None]:
        """C8.3, S25: discard down to the limit of the hand."""
        if len(self.players[seat].hand) > self.numbers.of(seat, "hand"):
            yield from self.discard_one("discard", seat)
            self.then(scene(self.discard, seat))

    def discard_one(self, step: str, seat: int) -> Story[None]:
        """C8.3: lay a card on the pile of its cost."""
        card = yield from self.give_card(step, seat)
        self.piles[self.components.cost[card]].append(card)

    def give_card(self, step: str, seat: int) -> Story[str]:
        """Take a card out of a hand; its owner chooses the card (C8.3, C16.14)."""
        player = self.players[seat]
        card = yield from choose(step, seat, "discard", player.hand)
        player.hand.remove(card)
        player.shown.discard(card)
        return card
