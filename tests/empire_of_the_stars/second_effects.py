"""Moments and prices of effects, in the second reading of the rules (C13, C16.13 to C16.15)."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final

from tests.empire_of_the_stars.second_story import DONE, Ask, Story, choose
from tests.empire_of_the_stars.second_things import RESOURCES, SHIPS, SUPPLY
from tests.empire_of_the_stars.second_verbs import Verbs

from sse_core.empire_of_the_stars.content import Effect
from sse_core.empire_of_the_stars.vocabulary import COMPARISONS, COSTS, MOMENTS, SERVED, TESTS, VERBS

USED: Final = ""
"""Told where a player used an effect beside a step's own actions: the step goes on."""

COMPARE: Final = dict(zip(COMPARISONS, (operator.ge, operator.le, operator.eq), strict=True))
MOST_USES: Final = 20
"""S62."""


class Effects(Verbs):
    """Windows, and effects beside the actions of a step."""

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

    def use(self, seat: int, name: str) -> Story[None]:
        """C16.14: first its price is paid, then its verbs are done in order."""
        effect = self.effects[name]
        self.used[name] += 1
        self.happened[f"{self.kind_of(name)} is used"] += 1
        for what, _ in effect.cost:
            self.happened[f"{COSTS[what]} is paid"] += 1
        yield from self._pay(seat, effect)
        for do in effect.does:
            if self.can(seat, effect, do):
                self.happened[f"{VERBS[do.verb]} at {MOMENTS[effect.when]}"] += 1
            yield from self.do(seat, name, effect, do)

    def _pay(self, seat: int, effect: Effect) -> Story[None]:
        """C16.14, S69."""
        player = self.players[seat]
        cost = {COSTS[what]: n for what, n in effect.cost}
        player.credits -= cost.get("credits", 0)
        for kind in RESOURCES:
            player.resources[kind] -= cost.get(kind, 0)
        player.stock -= cost.get("token", 0)
        player.spent += cost.get("token", 0)
        for _ in range(cost.get("any", 0)):
            kind = yield from choose("effect-resource", seat, "resource", +player.resources)
            player.resources[kind] -= 1
        for kind in SHIPS:
            for _ in range(cost.get(kind, 0)):
                places = {ship.place for ship in self.ships_of(seat) if ship.type == kind}
                region = yield from choose("effect-from", seat, "from", places)
                self.take_ship(region, seat, kind, SUPPLY)
        for _ in range(cost.get("card", 0)):
            yield from self._discard_one("effect-card", seat)

    # --- windows

    def window(self, moment: str) -> Story[None]:
        """C16.13: owners of usable effects are asked, the lowest number first; what must happen happens by itself."""
        for seat in self.by_number():
            if self.battle is None or seat in self.battle.leader:
                yield from self._window_of(moment, seat)

    def _window_of(self, moment: str, seat: int) -> Story[None]:
        while True:
            names = self.usable(seat, moment)
            forced = [name for name in names if self.effects[name].must or moment == "setup"]
            if forced:
                self.happened["an effect by itself"] += 1
                yield from self.use(seat, forced[0])
                continue
            choices = {f"use={name}" for name in names}
            if moment.startswith("before:") and self.players[seat].surged:
                # S51.
                choices.add("core")
            if not choices:
                return
            _, choice = yield Ask("window", {seat: {*choices, DONE}})
            if choice == DONE:
                return
            if choice == "core":
                self.flip(seat, surged=False)
                self.happened["a power is flipped back before a role"] += 1
            else:
                yield from self.use(seat, choice.partition("=")[2])

    def with_uses(self, step: str, seat: int, verb: str, things: Iterable[str | int], *others: str) -> Story[str]:
        """C16.13: ask for a thing or another choice of a step; tell `USED` if an effect was used first."""
        names = self.usable(seat, f"during:{step}", "during:turn")
        own = {f"{verb}={thing}" for thing in things}.union(others)
        _, choice = yield Ask(step, {seat: own.union(f"use={name}" for name in names)})
        head, _, tail = choice.rpartition("=")
        if head == "use":
            yield from self.use(seat, tail)
            return USED
        return tail

    def with_uses_or_end(self, step: str, seat: int, verb: str, things: Iterable[str | int]) -> Story[str]:
        """The same with `done`; a player who could only end the step isn't asked (C16.1)."""
        found = [*things]
        if not found and not self.usable(seat, f"during:{step}", "during:turn"):
            return DONE
        return (yield from self.with_uses(step, seat, verb, found, DONE))

    # --- the end of a role

    def end_uses(self) -> None:
        """C13.5, C16.15: who used the surge side flips back; then all effects can be used again."""
        for seat in self.by_number():
            names = self.effects_of(seat)
            if self.players[seat].surged and any(".surge" in name and self.used[name] for name in names):
                self.flip(seat, surged=False)
                self.happened["a power flips back after its use"] += 1
        self.used.clear()

    def end_role(self) -> Story[None]:
        """C16.15, S65, S68."""
        if not self.options.powers:
            return
        self.numbers.end_role()
        self.trim()
        self.end_uses()
        self.flip_by_wormholes()
        yield from self.discard_all()

    def discard_all(self) -> Story[None]:
        """S68."""
        for seat in self.by_number():
            yield from self._discard_to_limit(seat)
