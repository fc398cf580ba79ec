"""Use of effects: the windows that offer them, and their prices (C13, C16.13 to C16.15)."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final

from ..packs.content import Effect
from ..packs.vocabulary import COMPARISONS, COSTS, MOMENTS, SERVED, TESTS
from .story import DONE, Ask, Scene, Story, choose, scene
from .things import RESOURCES, SHIPS
from .verbs import Verbs

__all__ = ["Effects"]

COMPARE: Final = dict(zip(COMPARISONS, (operator.ge, operator.le, operator.eq), strict=True))
MOST_USES: Final = 20
"""S62."""


class Effects(Verbs):
    """The rules of windows, and of effects beside the actions of a step."""

    # --- what can be used

    def usable(self, seat: int, *moments: str) -> list[str]:
        """C16.13: the names of the effects that a player can use."""
        return [
            name
            for name, effect in self.effects_of(seat).items()
            if MOMENTS[effect.when] in moments
            and self.used[name] < (effect.times or MOST_USES)
            and self._is_for(seat, effect)
            and all(COMPARE[COMPARISONS[how]](self.measure(seat, TESTS[what]), n) for what, how, n in effect.tests)
            and self._can_pay(seat, effect)
            and any(self.can(seat, effect, do) for do in effect.does)
        ]

    def _is_for(self, seat: int, effect: Effect) -> bool:
        who = SERVED[effect.who]
        return who not in ("chooser", "others") or (who == "chooser") == (seat == self.chooser)

    def _can_pay(self, seat: int, effect: Effect) -> bool:
        player = self.players[seat]
        cost = {COSTS[what]: n for what, n in effect.cost}
        resources = sum(cost.get(kind, 0) for kind in (*RESOURCES, "any"))
        have = {
            "credits": player.credits,
            **player.resources,
            "token": player.stock,
            "card": len(player.hand),
            **{kind: sum(ship.type == kind for ship in self.ships_of(seat)) for kind in SHIPS},
        }
        return player.resources.total() >= resources and all(
            have.get(what, 0) >= n for what, n in cost.items() if what != "any"
        )

    # --- use

    def use(self, seat: int, name: str) -> None:
        """C16.14: first its price is paid, then its verbs are done in order."""
        self.used[name] += 1
        self.happened[f"{self.kind_of(name)} is used"] += 1
        self.happened["an effect without powers"] += not self.options.powers
        player = self.players[seat]
        cost = self._cost_of(name)
        for what in cost:
            self.happened[f"{what} is paid"] += 1
        player.credits -= cost.get("credits", 0)
        for kind in RESOURCES:
            player.resources[kind] -= cost.get(kind, 0)
        # S69: the token is out of the game.
        player.stock -= cost.get("token", 0)
        player.spent += cost.get("token", 0)
        self.then(*self.parts_of(seat, name))

    def _cost_of(self, name: str) -> dict[str, int]:
        return {COSTS[what]: n for what, n in self.components.effects[name].cost}

    def parts_of(self, seat: int, name: str) -> list[Scene]:
        """C16.14: the choices for the price of an effect, then its verbs."""
        cost = self._cost_of(name)
        parts = [scene(self.pay_resource, seat, cost["any"])] if "any" in cost else []
        parts += [scene(self.pay_ship, seat, kind, cost[kind]) for kind in SHIPS if kind in cost]
        parts += [scene(self.pay_card, seat, cost["card"])] if "card" in cost else []
        return parts + [scene(self.do, seat, name, number) for number in range(len(self.components.effects[name].does))]

    def pay_resource(self, seat: int, left: int) -> Story[None]:
        """C16.14: resources of choice."""
        if left:
            resources = self.players[seat].resources
            kind = yield from choose("effect-resource", seat, "resource", +resources)
            resources[kind] -= 1
            self.then(scene(self.pay_resource, seat, left - 1))

    def pay_ship(self, seat: int, kind: str, left: int) -> Story[None]:
        """C16.14: ships of the board, which go to the supply."""
        if left:
            places = {ship.place for ship in self.ships_of(seat) if ship.type == kind}
            region = yield from choose("effect-from", seat, "from", places)
            self.take_ship(region, seat, kind)
            self.players[seat].supply[kind] += 1
            self.then(scene(self.pay_ship, seat, kind, left - 1))

    def pay_card(self, seat: int, left: int) -> Story[None]:
        """C16.14: cards of the hand, which are discarded."""
        if left:
            yield from self.discard_one("effect-card", seat)
            self.then(scene(self.pay_card, seat, left - 1))

    # --- windows

    def window(self, moment: str) -> list[Scene]:
        """C16.13: owners of usable effects are asked, the lowest number first; in a battle those who take part."""
        seats = [seat for seat in self.by_number() if self.battle is None or seat in self.battle.leader]
        return [scene(self.window_of, moment, seat) for seat in seats]

    def open_window(self, moment: str) -> None:
        """C13.3: a moment at which effects can be used."""
        self.then(*self.window(moment))

    def window_of(self, moment: str, seat: int) -> Story[None]:
        """C13.2, C16.13: let a player use effects, one after the other; compulsory effects happen by themselves."""
        names = self.usable(seat, moment)
        forced = [name for name in names if self.components.effects[name].must or moment == "setup"]
        if forced:
            self.happened["an effect by itself"] += 1
            self.again()
            self.use(seat, forced[0])
            return
        choices = {f"use={name}" for name in names}
        if moment.startswith("before:") and self.players[seat].surged:
            # S51: a player who doesn't want to surge flips back.
            choices.add("core")
        if not choices:
            return
        _, choice = yield Ask("window", {seat: {*choices, DONE}})
        if choice == DONE:
            return
        self.again()
        if choice == "core":
            self.flip(seat, surged=False)
            self.happened["a power is flipped back before a role"] += 1
        else:
            self.use(seat, choice.partition("=")[2])

    def with_uses(
        self, step: str, seat: int, verb: str, things: Iterable[str | int], *others: str
    ) -> Story[str | None]:
        """C16.13: ask for a thing or another choice of a step; after the use of an effect, ask again."""
        own = {f"{verb}={thing}" for thing in things}.union(others)
        names = self.usable(seat, f"during:{step}", "during:turn")
        _, choice = yield Ask(step, {seat: own.union(f"use={name}" for name in names)})
        head, _, tail = choice.rpartition("=")
        if head != "use":
            return tail
        self.again()
        self.use(seat, tail)
        return None

    def with_uses_or_end(self, step: str, seat: int, verb: str, things: Iterable[str | int]) -> Story[str | None]:
        """The same with `done` as a further choice; a player who could only end the step isn't asked (C16.1)."""
        found = [*things]
        if not found and not self.usable(seat, f"during:{step}", "during:turn"):
            return None
        choice = yield from self.with_uses(step, seat, verb, found, DONE)
        return None if choice == DONE else choice

    # --- the end of a role

    def end_uses(self) -> None:
        """C13.5, C16.15: players who used the surge side flip back; then all effects can be used again."""
        for seat in self.by_number():
            names = self.effects_of(seat)
            if self.players[seat].surged and any(".surge" in name and self.used[name] for name in names):
                self.flip(seat, surged=False)
                self.happened["a power flips back after its use"] += 1
        self.used.clear()

    def discard_all(self) -> None:
        """S68: discard, one after the other, if an effect has drawn cards or made a hand smaller."""
        self.then(*(scene(self.discard, seat) for seat in self.by_number()))
