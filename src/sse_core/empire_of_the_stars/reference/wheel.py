"""The wheel of roles: the choice of a role, and the course of a round around it (C2, C12.2, C13.3, C14.2)."""

from __future__ import annotations

from .engineer import Engineer
from .explorer import Explorer
from .merchant import Merchant
from .regent import Regent
from .scientist import Scientist
from .steward import Steward
from .story import Ask, Scene, Story, choose, scene
from .warlord import Warlord

__all__ = ["Wheel"]


class Wheel(Explorer, Steward, Merchant, Engineer, Scientist, Warlord, Regent):
    """The rules of rounds, with one role in each."""

    def choose_role(self) -> Story[None]:
        """C2.1 to C2.4: the holder of the scepter chooses a role, and takes the credits that lie on it."""
        if not self.monolith:
            self.monolith = yield from choose("role", self.scepter, "role", self.components.wheel)
        else:
            yield from self._move_monolith()
        self.chooser = self.scepter
        self.rounds += 1
        self.players[self.chooser].credits += self.laid.pop(self.monolith, 0)
        self.happened[self.monolith] += 1
        self.then(scene(self.open_window, f"before:{self.monolith}"), scene(self.begin_role))

    def _move_monolith(self) -> Story[None]:
        """C2.3, C16.2, S7: either way round, with a credit for each role passed over."""
        player = self.players[self.scepter]
        wheel = self.components.wheel
        place = wheel.index(self.monolith)
        n = len(wheel)
        steps = range(1, min(n - 1, player.credits + 1) + 1)
        on = {f"on={wheel[(place + k) % n]}" for k in steps}
        back = set[str]() if self.options.one_way else {f"back={wheel[(place - k) % n]}" for k in steps}
        _, choice = yield Ask("role", {self.scepter: on | back})
        way, _, role = choice.partition("=")
        step = 1 if way == "on" else -1
        place = (place + step) % n
        while wheel[place] != role:
            player.credits -= 1
            self.laid[wheel[place]] += 1
            place = (place + step) % n
        self.monolith = role

    # --- a role

    def begin_role(self) -> None:
        """C2.1; C4.5, C5.1, S8: Explorer and Steward may have no effect any more."""
        scenes: list[Scene] = []
        if self.monolith == "explorer" and not self.can_explore():
            self.happened["Explorer without effect"] += 1
        elif self.monolith == "steward" and all(self.market.values()):
            self.happened["Steward without effect"] += 1
        else:
            if self.monolith == "explorer" and not self.can_place():
                self.happened["effects empty the display before Explorer"] += 1
            scenes = self.role()
        self.then(*scenes, *self.after_role())

    def role(self) -> list[Scene]:
        """The scenes of the role that the monolith stands on."""
        return {
            "explorer": self.explorer,
            "steward": self.steward,
            "merchant": self.merchant,
            "engineer": self.engineer,
            "scientist": self.scientist,
            "warlord": self.warlord,
            "regent": self.regent,
        }[self.monolith]()

    def after_role(self) -> list[Scene]:
        """C13.3, S50: effects after the role, then its end."""
        return [scene(self.open_window, f"after:{self.monolith}"), scene(self.end_role)]

    def end_role(self) -> None:
        """C16.15, S65, S68: changes by effects for the role end with it."""
        self.numbers.end_role()
        self.trim()
        self.end_uses()
        self.flip_by_wormholes()
        self.then(scene(self.discard_all), scene(self.pass_scepter))

    # --- from round to round

    def pass_scepter(self) -> None:
        """C2.5, C12.2, C14.2: of two players, each chooses two roles but in the first turn."""
        self.second = self.n == 2 and self.rounds > 1 and not self.second
        if self.second:
            self.then(scene(self.choose_role))
            return
        self.scepter = (self.scepter + 1) % self.n
        if self.scepter == self.emperor:
            self.score_edict()
            self.then(scene(self.open_window, "edict"), *self.after_edict())
        else:
            self.then(scene(self.begin_round))

    def after_edict(self) -> list[Scene]:
        """C12.2: the Emperor has received the scepter, and the edict was scored."""
        return [scene(self.end_of_edict)]

    def end_of_edict(self) -> None:
        """C12.2, C16.15: if a stock or the pile is empty, the game ends at once."""
        self.end_uses()
        self.then(*(self.end() if self.is_empty() else [scene(self.begin_round)]))

    def begin_round(self) -> None:
        """S47: after the last round the game ends, too."""
        if self.rounds >= self.options.round_limit:
            self.happened["ended by round_limit"] += 1
            self.then(*self.end())
        else:
            self.then(scene(self.choose_role))
