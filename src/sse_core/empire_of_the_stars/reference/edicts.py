"""Edicts and the end of the game (C12)."""

from __future__ import annotations

from ..packs.content import slug
from ..packs.vocabulary import MEASURES
from .effects import Effects
from .story import Scene, Story, choose, scene
from .things import SEATS

__all__ = ["Edicts"]


class Edicts(Effects):
    """The rules of scoring edicts, of the end of the game, and of winning."""

    def score_edict(self) -> None:
        """C12.1, S9, S10: all score a token of the stock; the player who meets the edict also scores a galaxy token."""
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

    def meets_edict(self) -> int:
        """C12.1, S46: the player who alone has most, or least; -1 if nobody."""
        edict = next(edict for edict in self.content.edicts if slug(edict.name) == self.edict)
        if edict.measure < 0:
            return -1
        measure = MEASURES[edict.measure]
        counts = [self.measure(seat, measure) for seat in self.seats]
        best = min(counts) if edict.least else max(counts)
        if counts.count(best) > 1:
            self.happened["a tie for the edict"] += 1
            return -1
        self.happened[f"an edict by {measure}"] += 1
        return counts.index(best)

    def is_empty(self) -> bool:
        """C12.2, S40: whether a stock or the pile is empty."""
        if not self.pile:
            self.happened["ended by the pile"] += 1
            return True
        if not all(player.stock for player in self.players):
            self.happened["ended by a stock"] += 1
            return True
        return False

    # --- the end

    def end(self) -> list[Scene]:
        """C12.2: effects at the end of the game, then it is counted."""
        return [scene(self.open_window, "final"), scene(self.name_winner)]

    def tied(self) -> tuple[list[int], list[int]]:
        """C12.4, S48: the players with most points, and of these those with most planets."""
        totals = [self.points(seat) for seat in self.seats]
        first = [seat for seat in self.seats if totals[seat] == max(totals)]
        most = max(len(self.owned(seat)) for seat in first)
        return first, [seat for seat in first if len(self.owned(seat)) == most]

    def name_winner(self) -> Story[None]:
        """C12.4, S49: the Emperor names the winner among those who are still tied."""
        _, second = self.tied()
        if len(second) > 1:
            name = yield from choose("favour", self.emperor, "favour", [SEATS[seat] for seat in second])
            self.favoured = SEATS.index(name)
            if self.emperor != self.favoured:
                self.happened["the Emperor favours another"] += 1
        self.happened[f"won by {self.winner[1]}"] += 1

    @property
    def winner(self) -> tuple[int, str]:
        """C12.4: the winner of a finished game, and the criterion: `total`, `planets` or `favour`."""
        first, second = self.tied()
        if len(first) == 1:
            return first[0], "total"
        if len(second) == 1:
            return second[0], "planets"
        return self.favoured, "favour"
