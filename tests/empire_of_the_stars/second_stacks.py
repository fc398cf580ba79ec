"""Tiles that are turned up and cards that are drawn, in the second reading of the rules (C4.6, C4.7, C8.1)."""

from __future__ import annotations

from tests.empire_of_the_stars.second_story import Story, chance, choose
from tests.empire_of_the_stars.second_table import Table
from tests.empire_of_the_stars.second_things import SPACE, UNKNOWN


class Stacks(Table):
    """What chance does."""

    def _fill_display(self) -> Story[None]:
        """C4.6, C4.7, S15."""
        self.put_back = 0
        # A number of one player acts on what is common to all: the largest one counts.
        wanted = self.n + max(self.numbers.of(seat, "display") for seat in self.seats)
        while self.stack and self.display.total() < wanted:
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

    def _can_draw(self, cost: int) -> bool:
        """S23: whether there is a card in a deck, or the pile below its top card can become the deck."""
        return bool(self.decks[cost]) or (self.options.reshuffle and len(self.piles[cost]) > 1)

    def _draw_card(self, seat: int, cost: int) -> Story[None]:
        if not self.decks[cost]:
            self.decks[cost] = set(self.piles[cost][:-1])
            del self.piles[cost][:-1]
            self.happened["a pile becomes the deck"] += 1
        card = yield from chance("card", "card", dict.fromkeys(self.decks[cost], 1))
        self.decks[cost].remove(card)
        self.players[seat].hand.add(card)

    def _discard_to_limit(self, seat: int) -> Story[None]:
        """C8.3, S25."""
        player = self.players[seat]
        while len(player.hand) > self.numbers.of(seat, "hand"):
            yield from self._discard_one("discard", seat)

    def _discard_one(self, step: str, seat: int) -> Story[None]:
        card = yield from self._give_card(step, seat)
        self.piles[self.cost[card]].append(card)

    def _give_card(self, step: str, seat: int) -> Story[str]:
        """Take a card out of a hand; its owner says which."""
        player = self.players[seat]
        card = yield from choose(step, seat, "discard", player.hand)
        player.hand.remove(card)
        player.shown.discard(card)
        return card
