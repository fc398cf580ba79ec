"""Regent: influence is gained, placed and settled, and the Emperor chooses an edict (C11)."""

from __future__ import annotations

from collections import Counter

from .edicts import Edicts
from .story import DONE, Scene, Story, choose, scene
from .things import Token

__all__ = ["Regent"]


class Regent(Edicts):
    """The role of Regent."""

    def regent(self) -> list[Scene]:
        """C11.1 to C11.8."""
        return [
            scene(self.take_influence),
            *(scene(self.buy_influence, seat, 0) for seat in self.from_seat(self.chooser)),
            *(scene(self.place_influence, seat) for seat in self.after_seat(self.chooser)),
            scene(self.settle_influence),
            scene(self.choose_edict),
            scene(self.open_window, "edict"),
        ]

    # --- C11.1 to C11.3: influence is gained and placed

    def take_influence(self) -> None:
        """C11.1: each player takes 2 tokens of the stock, or as many as there are."""
        for seat, player in enumerate(self.players):
            player.influence = min(self.numbers.of(seat, "influence.free"), player.stock)
            player.stock -= player.influence

    def buy_influence(self, seat: int, bought: int) -> Story[None]:
        """C11.2, C16.11, S42: one more influence; the argument says how many the player has bought before."""
        player = self.players[seat]
        price = self.numbers.of(seat, "influence.price") + self.bought - self.numbers.of(seat, "less.influence")
        price = max(0, price)
        can_buy = bought < self.numbers.of(seat, "influence.bought") and player.stock and player.credits >= price
        if not can_buy and not self.usable(seat, "during:influence", "during:turn"):
            return
        others = ("influence", DONE) if can_buy else (DONE,)
        choice = yield from self.with_uses("influence", seat, "influence", [], *others)
        if choice == "influence":
            player.credits -= price
            player.stock -= 1
            player.influence += 1
            self.bought += 1
            self.happened["influence is bought"] += 1
            self.then(scene(self.buy_influence, seat, bought + 1))

    def place_influence(self, seat: int) -> Story[None]:
        """C11.3, C16.11, S43, S44: all influence is placed; S63: influence that is no token comes last."""
        player = self.players[seat]
        if player.influence or player.sway:
            places = [region for region in self.regions if self.is_planet(region)]
            place = yield from self.with_uses("put", seat, "put", [*places, "throne"])
        else:
            place = yield from self.with_uses_or_end("put", seat, "put", [])
        if place is None:
            return
        if player.influence:
            player.influence -= 1
            placed, on_throne = self.placed, self.on_throne
        else:
            player.sway -= 1
            placed, on_throne = self.sway_placed, self.sway_on_throne
            self.happened["influence that is no token"] += 1
        if place == "throne":
            on_throne[seat] += 1
        else:
            placed.setdefault(place, Counter())[seat] += 1
        self.again()

    # --- C11.4 to C11.8: conflicts, the Throne, the edict

    def settle_influence(self) -> None:
        """C11.5 to C11.7: all planets, then the Throne."""
        for region in {*self.placed, *self.sway_placed}:
            self._settle_planet(region, self.placed.get(region, Counter()), self.sway_placed.get(region, Counter()))
        self.placed = {}
        self.sway_placed = {}
        for player in self.players:
            # C16.15: a player who had placed everything before an effect brought more doesn't place the new influence.
            player.sway = 0
        self.bought = 0
        before = self.emperor
        self.emperor = self._settle_throne()
        if self.emperor != before:
            self.happened["a new Emperor"] += 1

    def left(self, influence: Counter[int]) -> tuple[int, int]:
        """C11.5: the player with influence left, and the amount: the largest less the second largest; else -1 and 0."""
        if len(+influence) == 3:
            self.happened["influence of three"] += 1
        if len(+influence) == 4:
            self.happened["influence of four"] += 1
        largest, second, *_ = sorted((*influence.values(), 0), reverse=True)
        if largest == second:
            return -1, 0
        return max(influence, key=lambda seat: influence[seat]), largest - second

    def _settle_planet(self, region: str, placed: Counter[int], sway: Counter[int]) -> None:
        """C11.5, C11.6: the influence left becomes a colony, from 2 on a starbase."""
        old = self.tokens.pop(region, None)
        tokens = self._take_up(placed, old)
        winner, left = self.left(tokens + sway)
        # S63: no more can be left than the tokens that were there.
        stays = min(left, tokens[winner])
        if stays:
            self.players[winner].stock -= 1
            self.tokens[region] = Token(winner, starbase=stays >= 2)
        if winner < 0:
            self.happened["equal influence leaves a planet empty"] += 1
        if stays < left:
            self.happened["influence that is no token goes"] += 1
        self._count_change(old, self.tokens.get(region))

    def _take_up(self, placed: Counter[int], old: Token | None) -> Counter[int]:
        """C11.4, S45: put a planet's tokens into the stocks (the winner lays one down again); return their count."""
        counted = Counter(placed)
        for seat, n in placed.items():
            self.players[seat].stock += n
        if old:
            counted[old.owner] += 2 if old.starbase else 1
            self.players[old.owner].stock += 1
        return counted

    def _count_change(self, old: Token | None, new: Token | None) -> None:
        if not old or not new:
            return
        if old.owner != new.owner:
            self.happened["influence takes a planet"] += 1
        elif old.starbase and not new.starbase:
            self.happened["influence weakens a starbase"] += 1
        elif new.starbase and not old.starbase:
            self.happened["influence makes a starbase"] += 1

    def _settle_throne(self) -> int:
        """C11.7: the new Emperor: the player with influence left on the Throne, or else the chooser."""
        influence = self.on_throne + self.sway_on_throne
        for seat, n in self.on_throne.items():
            self.players[seat].stock += n
        self.on_throne = Counter()
        self.sway_on_throne = Counter()
        if not influence:
            return self.chooser
        winner, _ = self.left(influence)
        if winner < 0:
            self.happened["equal influence on the Throne"] += 1
            return self.chooser
        self.happened["influence on the Throne"] += 1
        return winner

    def choose_edict(self) -> Story[None]:
        """C11.8: the Emperor lays an edict in front of the board, and it is scored."""
        self.edict = yield from choose("edict", self.emperor, "edict", self.components.edicts)
        self.score_edict()
