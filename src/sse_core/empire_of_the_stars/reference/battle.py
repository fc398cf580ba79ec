"""Battles: allies, sealed dials, moves by tactics, and hits (C10)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from .effects import Effects
from .moves import owner_and_type
from .story import DONE, Ask, Scene, Story, choose, choose_or_end, scene
from .things import SEATS, Battle, Ship

__all__ = ["Battles"]

BRING_STEPS: Final = ("bring", "bring-ship", "bring-to")
SHIFT_STEPS: Final = ("shift", "shift-ship", "shift-to")


class Battles(Effects):
    """The rules of battles. `battle` has the battle while it lasts."""

    @property
    def this_battle(self) -> Battle:
        """The battle that is being fought."""
        assert self.battle
        return self.battle

    def fight(self) -> list[Scene]:
        """C10.1 to C10.10."""
        attacker, defender = self.this_battle.leaders
        return [
            scene(self.begin_battle),
            scene(self.call_ally, attacker),
            scene(self.call_ally, defender),
            *(scene(self.hear_ally, seat) for seat in self._others()),
            scene(self.open_window, "battle:begin"),
            scene(self.count_strength),
            scene(self.set_dial),
            scene(self.open_window, "battle:open"),
            scene(self.open_dials),
            scene(self.shift),
            scene(self.end_shifts),
            scene(self.hit, attacker, defender),
            scene(self.hit, defender, attacker),
            scene(self.open_window, "battle:end"),
            scene(self.reward_allies),
            scene(self.end_battle),
        ]

    def begin_battle(self) -> None:
        """C10.1: attacker and defender lead a side each."""
        for leader in self.this_battle.leaders:
            self.this_battle.leader[leader] = leader
            self.this_battle.asked[leader] = set()
            self.this_battle.plus[leader] = Counter()

    def end_battle(self) -> None:
        """C16.15: changes by effects for the battle end with it."""
        self.battle = None
        self.numbers.end_battle()
        self.trim()

    # --- C10.2, C10.3: allies

    def _others(self) -> list[int]:
        """The players other than attacker and defender, in turn order from the attacker's left."""
        return [seat for seat in self.after_seat(self.this_battle.attacker) if seat not in self.this_battle.leaders]

    def _bringable(self, seat: int) -> list[Ship]:
        """C10.2, S30, S31, S59: ships outside of the sector that can be brought into it."""
        regions = self.sectors[self.this_battle.sector]
        return [
            ship
            for ship in self.ships_of(seat)
            if ship.place not in regions
            and (self.options.free_allies or not ship.moved)
            and self.targets(ship, regions)
        ]

    def _can_join(self, seat: int) -> bool:
        """C10.3, S30: whether a player has a unit in the sector, or can bring one."""
        return self.has_unit(seat, self.this_battle.sector) or bool(self._bringable(seat))

    def call_ally(self, leader: int) -> Story[None]:
        """C10.2, C16.8: a leader asks players for help, one after the other."""
        asked = self.this_battle.asked[leader]
        wanted = [other for other in self._others() if other not in asked and self._can_join(other)]
        name = yield from choose_or_end("invite", leader, "ally", [SEATS[other] for other in wanted])
        if name != DONE:
            asked.add(SEATS.index(name))
            self.again()

    def hear_ally(self, seat: int) -> Story[None]:
        """C10.2, C16.8: a player who was asked joins a side, and brings ships at once, or declines."""
        sides = [leader for leader, asked in self.this_battle.asked.items() if seat in asked]
        if not sides:
            return
        if not self._can_join(seat):
            self.happened["no way left to join"] += 1
            return
        if len(sides) == 2:
            self.happened["asked by both sides"] += 1
        name = yield from choose("answer", seat, "join", [SEATS[leader] for leader in sides], "decline")
        if name == "decline":
            self.happened["an ally declines"] += 1
            return
        self.this_battle.leader[seat] = SEATS.index(name)
        self.then(scene(self.bring, seat))

    def bring(self, seat: int) -> Story[None]:
        """C10.2, C10.3: an ally moves a ship into the sector; an ally without a unit there must."""
        regions = self.sectors[self.this_battle.sector]
        able = self.able(self._bringable(seat), regions)
        may_end = self.has_unit(seat, self.this_battle.sector)
        move = yield from self.pick_move(BRING_STEPS, seat, able, may_end, lambda ship: ship.type, regions)
        if move is None:
            return
        ship, goal = move
        self.move_ship(ship, goal)
        self.happened["an ally brings a ship"] += 1
        if not self.options.free_allies:
            ship.moved = True
        self.again()

    # --- C10.4, C10.5: dials

    def count_strength(self) -> None:
        """C10.4: the strength of a side is that of all its units in the sector."""
        battle = self.this_battle
        n_allies = [len(battle.allies(leader)) for leader in battle.leaders]
        self.happened[f"a battle with {n_allies[0]} and {n_allies[1]} allies"] += 1
        regions = self.sectors[battle.sector]
        for leader in battle.leaders:
            side = [leader, *battle.allies(leader)]
            battle.strength[leader] = sum(self.strength(seat, regions) for seat in side)

    def set_dial(self) -> Story[None]:
        """C10.5, C16.9, S57: both leaders divide their strength in secret, and in any order."""
        battle = self.this_battle
        choices: dict[int, set[str]] = {}
        for leader in battle.leaders:
            left = battle.strength[leader] - battle.tactics.get(leader, 0)
            most = self.dial_end(left)
            if leader not in battle.tactics:
                choices[leader] = {f"tactics={n}" for n in range(most + 1)}
            elif leader not in battle.weapons:
                choices[leader] = {f"weapons={n}" for n in range(most + 1)}
        if not choices:
            return
        leader, choice = yield Ask("dial", choices)
        verb, _, number = choice.partition("=")
        dial = battle.tactics if verb == "tactics" else battle.weapons
        dial[leader] = int(number)
        self.again()

    def dial_end(self, strength: int) -> int:
        """S32, S57: the largest number on a part of a dial."""
        return strength if self.content.dial < 0 else min(strength, self.content.dial)

    def open_dials(self) -> None:
        """C10.5: both dials are shown; the hits are settled now, too (C16.10)."""
        self._settle_hits()
        self._score_tactics()

    def _settle_hits(self) -> None:
        """C10.7: the hits are the weapons less the other side's shields, and less the hits that it is spared (S70)."""
        battle = self.this_battle
        attacker, defender = battle.leaders
        for firing, other in ((attacker, defender), (defender, attacker)):
            hits = battle.opened(firing, "weapons") - self._shields(other)
            battle.hits[firing] = max(0, hits - battle.spared[other])
        battle.spared.clear()

    def _score_tactics(self) -> None:
        """C10.6: higher tactics bring moves, as many as the difference, and a galaxy token to all of the side; S34."""
        battle = self.this_battle
        attacker, defender = battle.leaders
        winner = battle.winner
        if winner < 0:
            self.happened["equal tactics"] += 1
            return
        self.happened["tactics of the attacker" if winner == attacker else "tactics of the defender"] += 1
        battle.shifts = abs(battle.opened(attacker, "tactics") - battle.opened(defender, "tactics"))
        for seat in self.from_seat(winner):
            if battle.leader.get(seat) == winner:
                self.score_galaxy(seat)

    def _shields(self, leader: int) -> int:
        """C10.5, S32: the rest of the strength."""
        battle = self.this_battle
        shields = battle.strength[leader] - battle.tactics[leader] - battle.weapons[leader]
        if self.content.dial >= 0 and shields > self.content.dial:
            self.happened["strength beyond the end of the dials"] += 1
            shields = self.content.dial
        return max(0, shields + battle.plus[leader]["shields"])

    # --- C10.6: moves by tactics

    def shift(self) -> Story[None]:
        """C10.6, S33: the winner of the tactics moves a ship of either side."""
        battle = self.this_battle
        if not battle.shifts:
            return
        ships = [
            ship
            for region in self.sectors[battle.sector]
            for ship in self.fleets[region]
            if ship.owner in battle.leader and not ship.shifted
        ]
        move = yield from self.pick_move(SHIFT_STEPS, battle.winner, self.able(ships), True, owner_and_type)
        if move is None:
            return
        ship, goal = move
        self._let_moved_one_go(ship)
        self.move_ship(ship, goal)
        ship.shifted = True
        battle.shifts -= 1
        self._count_shift(ship)
        self.again()

    def _count_shift(self, ship: Ship) -> None:
        battle = self.this_battle
        where = "out of" if ship.place not in self.sectors[battle.sector] else "within"
        whose = "own" if battle.leader[ship.owner] == battle.winner else "other"
        self.happened[f"tactics move a ship of the {whose} side {where} the sector"] += 1
        if ship.moved:
            self.happened["tactics move a ship that has moved"] += 1

    def _let_moved_one_go(self, ship: Ship) -> None:
        """S58: among equal ships only the number of moved ones counts; a moved ship goes first."""
        for other in self.fleets[ship.place]:
            if (other.owner, other.type) == (ship.owner, ship.type) and other.moved and not ship.moved:
                self.happened["a ship that has moved, and one that tactics have moved"] += 1
                ship.moved, other.moved = True, False

    def end_shifts(self) -> None:
        """C10.6: moves by tactics no longer count."""
        self.this_battle.shifts = 0
        for seat in self.seats:
            for ship in self.ships_of(seat):
                ship.shifted = False

    # --- C10.7 to C10.10: hits

    def hit(self, firing: int, other: int) -> Story[None]:
        """C10.7, S35, S36, S41: hits must be used as long as one can be, on the units of the other side."""
        battle = self.this_battle
        side = {other, *battle.allies(other)}
        aims = {region: self._aims(firing, side, region) for region in self.sectors[battle.sector]}
        found = [region for region, units in aims.items() if units]
        if found:
            others = [DONE] if self.options.spare_hits else []
            region = yield from choose("hit", firing, "hit", found, *others)
            if region != DONE:
                unit = yield from choose("hit-unit", firing, "unit", aims[region])
                if unit == "token":
                    self._hit_token(firing, region)
                else:
                    seat, _, kind = unit.partition(".")
                    self._hit_ship(firing, region, SEATS.index(seat), kind)
                self.again()
                return
            self.happened["hits spared"] += 1
        if battle.hits[firing]:
            self.happened["hits lost"] += 1
        battle.hits[firing] = 0

    def _aims(self, firing: int, side: set[int], region: str) -> set[str]:
        """C10.7, C10.8: the units of a side in a region on which the remaining hits can be used."""
        hits = self.this_battle.hits[firing]
        ships = [ship for ship in self.fleets[region] if ship.owner in side]
        found = {f"{SEATS[ship.owner]}.{ship.type}" for ship in ships if self._price(ship.owner, ship.type) <= hits}
        token = self.tokens.get(region)
        if token and token.owner in side and self._price(token.owner, "token") <= hits:
            # S37: a starbase can be made a colony while ships guard it.
            if token.starbase or not self.is_guarded(region, token, firing):
                found.add("token")
            elif not ships:
                self.happened["a colony guarded by ships of others"] += 1
        return found

    def _price(self, owner: int, unit: str) -> int:
        """C10.7, S70: the hits that destroy a ship, or the next one on a token."""
        price = 1 if unit == "token" else self.numbers.of(owner, f"hits.{unit}")
        return price + self.this_battle.spare[owner]

    def _spend_hits(self, firing: int, owner: int, unit: str) -> None:
        self.this_battle.hits[firing] -= self._price(owner, unit)
        if self.this_battle.spare[owner]:
            self.happened["hits that don't count"] += 1
        self.this_battle.spare[owner] = 0

    def _hit_ship(self, firing: int, region: str, owner: int, kind: str) -> None:
        """C10.9: a ship falls, and goes to its owner's staging."""
        self.take_ship(region, owner, kind)
        self.players[owner].staging[kind] += 1
        self._spend_hits(firing, owner, kind)
        self.happened[f"a {kind} falls"] += 1

    def _hit_token(self, firing: int, region: str) -> None:
        """C10.7, S38: a starbase becomes a colony; a colony is destroyed."""
        token = self.tokens[region]
        self._spend_hits(firing, token.owner, "token")
        if token.starbase:
            token.starbase = False
            self.happened["a starbase becomes a colony"] += 1
            return
        self.destroy_colony(firing, region)
        self.happened["a colony falls"] += 1

    def reward_allies(self) -> None:
        """C10.10, S10, S71: allies score for colonies that hits and effects destroyed, the attacker's first."""
        battle = self.this_battle
        for leader in battle.leaders:
            for ally in self.from_seat(leader):
                if ally in battle.allies(leader):
                    for _ in range(battle.fallen[leader]):
                        self.happened["an ally scores for a colony"] += 1
                        self.score_galaxy(ally)
