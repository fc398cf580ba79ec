"""Regent and edicts in the second reading of the rules (C11, C12.1)."""

from __future__ import annotations

from collections import Counter

from tests.empire_of_the_stars.second_story import DONE, Ask, Story, choose
from tests.empire_of_the_stars.second_table import Table
from tests.empire_of_the_stars.second_things import SEATS, Token

from sse_core.empire_of_the_stars.content import slug


class Regent(Table):
    """The role of Regent, and scoring."""

    def _regent(self) -> Story[None]:
        for player in self.players:
            player.influence = min(2, player.stock)
            player.stock -= player.influence
        for seat in self.from_seat(self.chooser):
            yield from self._buy_influence(seat)
        for seat in self.after_seat(self.chooser):
            yield from self._place_influence(seat)
        for region, placed in self.placed.items():
            self._settle_planet(region, placed)
        self.placed = {}
        self.bought = 0
        before = self.emperor
        self.emperor = self._settle_throne()
        if self.emperor != before:
            self.happened["a new Emperor"] += 1
        self.edict = yield from choose("edict", self.emperor, "edict", [slug(e.name) for e in self.content.edicts])
        self._score_edict()

    def _buy_influence(self, seat: int) -> Story[None]:
        """C11.2, S42."""
        player = self.players[seat]
        price = 2 + self.bought
        if player.stock and player.credits >= price:
            _, choice = yield Ask("influence", {seat: {"influence", DONE}})
            if choice == "influence":
                player.credits -= price
                player.stock -= 1
                player.influence += 1
                self.bought += 1
                self.happened["influence is bought"] += 1

    def _place_influence(self, seat: int) -> Story[None]:
        """C11.3, S43, S44."""
        player = self.players[seat]
        while player.influence:
            places = [region for region in self.regions if self.is_planet(region)]
            place = yield from choose("put", seat, "put", [*places, "throne"])
            player.influence -= 1
            if place == "throne":
                self.on_throne[seat] += 1
            else:
                self.placed.setdefault(place, Counter())[seat] += 1

    def _left(self, influence: Counter[int]) -> tuple[int, int]:
        """C11.5: who has influence left, and how much; -1 if nobody."""
        counts = sorted(influence.values(), reverse=True)
        if len(+influence) == 3:
            self.happened["influence of three"] += 1
        if len(+influence) == 4:
            self.happened["influence of four"] += 1
        left = counts[0] - (counts[1] if len(counts) > 1 else 0)
        if not left:
            return -1, 0
        return max(influence, key=lambda seat: influence[seat]), left

    def _settle_planet(self, region: str, placed: Counter[int]) -> None:
        """C11.4 to C11.6, S45."""
        influence = Counter(placed)
        # All tokens are taken up, and the winner lays one down again.
        for seat, n in placed.items():
            self.players[seat].stock += n
        old = self.tokens.pop(region, None)
        if old:
            influence[old.owner] += 2 if old.starbase else 1
            self.players[old.owner].stock += 1
        winner, left = self._left(influence)
        if winner < 0:
            self.happened["equal influence leaves a planet empty"] += 1
            return
        self.players[winner].stock -= 1
        self.tokens[region] = Token(winner, starbase=left >= 2)
        if old and old.owner != winner:
            self.happened["influence takes a planet"] += 1
        elif old and old.starbase and left == 1:
            self.happened["influence weakens a starbase"] += 1
        elif old and not old.starbase and left >= 2:
            self.happened["influence makes a starbase"] += 1

    def _settle_throne(self) -> int:
        """C11.7."""
        influence = self.on_throne
        self.on_throne = Counter()
        for seat, n in influence.items():
            self.players[seat].stock += n
        if not influence:
            return self.chooser
        winner, _ = self._left(influence)
        if winner < 0:
            self.happened["equal influence on the Throne"] += 1
            return self.chooser
        self.happened["influence on the Throne"] += 1
        return winner

    # --- C12

    def _score_edict(self) -> None:
        """C12.1, S9, S10."""
        for seat in self.from_seat(self.emperor):
            player = self.players[seat]
            if player.stock:
                player.stock -= 1
                player.throne[SEATS[seat]] += 1
            elif self.options.edict_substitute:
                self.happened["a galaxy token for the edict"] += 1
                self.score_galaxy(seat)
        winner = self.meets_edict()
        if winner >= 0:
            self.score_galaxy(winner)
