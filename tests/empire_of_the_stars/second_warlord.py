"""Warlord and battles in the second reading of the rules (C9, C10)."""

from __future__ import annotations

from collections import Counter

from tests.empire_of_the_stars.second_effects import USED, Effects
from tests.empire_of_the_stars.second_story import DONE, Ask, Story, choose, choose_or_end
from tests.empire_of_the_stars.second_things import SEATS, STAGING, Battle, Ship, Token

MOVE_STEPS = ("move", "move-ship", "move-to")


class Warlord(Effects):
    """The role of Warlord."""

    def _warlord(self) -> Story[None]:
        """C9: the chooser goes last."""
        for seat in self.after_seat(self.chooser):
            self.fought = set()
            yield from self._moves(seat)
            yield from self._battles(seat)
            yield from self._colonies(seat)
        self.fought = set()
        for seat in self.seats:
            for ship in self.ships_of(seat):
                ship.moved = False

    # --- moves

    def _moves(self, seat: int) -> Story[None]:
        """C9.1."""
        while True:
            able = self._able(ship for ship in self.ships_of(seat) if not ship.moved)
            region = yield from self.with_uses_or_end("move", seat, "from", able)
            if region == DONE:
                return
            if region == USED:
                continue
            ship, goal = yield from self._pick_ship(MOVE_STEPS, seat, able[region], lambda ship: ship.type)
            self._move_ship(ship, goal)
            ship.moved = True

    def _colonies(self, seat: int) -> Story[None]:
        """C9.7."""
        player = self.players[seat]
        while True:
            places = [
                region
                for region, fleet in self.fleets.items()
                if player.stock
                and self.is_planet(region)
                and region not in self.tokens
                and fleet
                and all(ship.owner == seat for ship in fleet)
            ]
            region = yield from self.with_uses_or_end("colonize", seat, "settle", places)
            if region == DONE:
                return
            if region == USED:
                continue
            player.stock -= 1
            self.tokens[region] = Token(seat)
            self.happened["a colony by ships"] += 1

    # --- battles

    def _battles(self, seat: int) -> Story[None]:
        """C9.6, C10.1."""
        while True:
            sectors = [
                sector
                for sector in self.sectors
                if sector not in self.fought and self.has_unit(seat, sector) and self._opponents(seat, sector)
            ]
            sector = yield from self.with_uses_or_end("battle", seat, "battle", sectors)
            if sector == DONE:
                return
            if sector == USED:
                continue
            name = yield from choose("against", seat, "against", (SEATS[o] for o in self._opponents(seat, sector)))
            self.fought.add(sector)
            self.battle = Battle(sector, seat, SEATS.index(name))
            yield from self._fight(self.battle)
            self.battle = None
            self.numbers.end_battle()
            self.trim()

    def _opponents(self, seat: int, sector: str) -> list[int]:
        return [other for other in self.seats if other != seat and self.has_unit(other, sector)]

    def _fight(self, battle: Battle) -> Story[None]:
        attacker, defender = battle.attacker, battle.defender
        battle.leader = {attacker: attacker, defender: defender}
        battle.plus = {attacker: Counter(), defender: Counter()}
        yield from self._call_allies(battle)
        yield from self._hear_allies(battle)
        n_allies = len(battle.allies(attacker)), len(battle.allies(defender))
        self.happened[f"a battle with {n_allies[0]} and {n_allies[1]} allies"] += 1
        yield from self.window("battle:begin")
        regions = self.sectors[battle.sector]
        for leader in (attacker, defender):
            side = [leader, *battle.allies(leader)]
            battle.strength[leader] = sum(self.strength(seat, regions) for seat in side)
        yield from self._set_dials(battle)
        yield from self.window("battle:open")
        yield from self._tactics(battle)
        yield from self._volley(battle, attacker, defender)
        yield from self._volley(battle, defender, attacker)
        # C10.10, S10: allies score for colonies, the attacker's first.
        for leader in (attacker, defender):
            for ally in self.from_seat(leader):
                if ally in battle.allies(leader):
                    for _ in range(battle.fallen[leader]):
                        self.happened["an ally scores for a colony"] += 1
                        self.score_galaxy(ally)
        yield from self.window("battle:end")

    def _others(self, battle: Battle) -> list[int]:
        """Those who are neither attacker nor defender, in turn order from the attacker's left."""
        return [seat for seat in self.after_seat(battle.attacker) if seat not in (battle.attacker, battle.defender)]

    def _bringable(self, battle: Battle, seat: int) -> list[Ship]:
        """C10.2, S30, S31, S59: ships outside of the sector that can be brought into it."""
        regions = self.sectors[battle.sector]
        return [
            ship
            for ship in self.ships_of(seat)
            if ship.place not in regions
            and (self.options.free_allies or not ship.moved)
            and self.targets(ship, regions)
        ]

    def _can_join(self, battle: Battle, seat: int) -> bool:
        """C10.3, S30."""
        return self.has_unit(seat, battle.sector) or bool(self._bringable(battle, seat))

    def _call_allies(self, battle: Battle) -> Story[None]:
        """C10.2: first the attacker, then the defender."""
        for leader in (battle.attacker, battle.defender):
            asked = battle.asked[leader] = set()
            while True:
                wanted = [o for o in self._others(battle) if o not in asked and self._can_join(battle, o)]
                name = yield from choose_or_end("invite", leader, "ally", [SEATS[other] for other in wanted])
                if name == DONE:
                    break
                asked.add(SEATS.index(name))

    def _hear_allies(self, battle: Battle) -> Story[None]:
        """C10.2: each joins a side that asked, and brings ships at once, or declines."""
        regions = self.sectors[battle.sector]
        for seat in self._others(battle):
            sides = [leader for leader, asked in battle.asked.items() if seat in asked]
            if not sides:
                continue
            if not self._can_join(battle, seat):
                self.happened["no way left to join"] += 1
                continue
            if len(sides) == 2:
                self.happened["asked by both sides"] += 1
            name = yield from choose("answer", seat, "join", [SEATS[leader] for leader in sides], "decline")
            if name == "decline":
                self.happened["an ally declines"] += 1
                continue
            battle.leader[seat] = SEATS.index(name)
            while True:
                move = yield from self._pick_move(
                    ("bring", "bring-ship", "bring-to"),
                    seat,
                    self._able(self._bringable(battle, seat), regions),
                    self.has_unit(seat, battle.sector),
                    lambda ship: ship.type,
                    regions,
                )
                if move is None:
                    break
                ship, goal = move
                self._move_ship(ship, goal)
                self.happened["an ally brings a ship"] += 1
                if not self.options.free_allies:
                    ship.moved = True

    def _set_dials(self, battle: Battle) -> Story[None]:
        """C10.5, S57: both in secret, and in any order."""
        leaders = (battle.attacker, battle.defender)
        while len(battle.weapons) < 2:
            choices: dict[int, set[str]] = {}
            for leader in leaders:
                left = battle.strength[leader] - battle.tactics.get(leader, 0)
                most = left if self.content.dial < 0 else min(left, self.content.dial)
                if leader not in battle.tactics:
                    choices[leader] = {f"tactics={n}" for n in range(most + 1)}
                elif leader not in battle.weapons:
                    choices[leader] = {f"weapons={n}" for n in range(most + 1)}
            leader, choice = yield Ask("dial", choices)
            verb, _, number = choice.partition("=")
            dial = battle.tactics if verb == "tactics" else battle.weapons
            dial[leader] = int(number)

    def _shields(self, battle: Battle, leader: int) -> int:
        shields = battle.strength[leader] - battle.tactics[leader] - battle.weapons[leader]
        if self.content.dial >= 0 and shields > self.content.dial:
            self.happened["strength beyond the end of the dials"] += 1
            shields = self.content.dial
        return max(0, shields + battle.plus[leader]["shields"])

    def _tactics(self, battle: Battle) -> Story[None]:
        """C10.6; the hits are settled now (C16.10)."""
        attacker, defender = battle.attacker, battle.defender
        for leader, other in ((attacker, defender), (defender, attacker)):
            hits = battle.opened(leader, "weapons") - self._shields(battle, other)
            battle.hits[leader] = max(0, hits - battle.spared[other])
        battle.spared.clear()
        winner = battle.winner
        if winner < 0:
            self.happened["equal tactics"] += 1
            return
        self.happened["tactics of the attacker" if winner == attacker else "tactics of the defender"] += 1
        battle.shifts = abs(battle.opened(attacker, "tactics") - battle.opened(defender, "tactics"))
        for seat in self.from_seat(winner):
            if battle.leader.get(seat) == winner:
                self.score_galaxy(seat)
        while battle.shifts:
            ships = [
                ship
                for region in self.sectors[battle.sector]
                for ship in self.fleets[region]
                if ship.owner in battle.leader and not ship.shifted
            ]
            move = yield from self._pick_move(
                ("shift", "shift-ship", "shift-to"),
                winner,
                self._able(ships),
                True,
                lambda ship: f"{SEATS[ship.owner]}.{ship.type}",
            )
            if move is None:
                break
            ship, goal = move
            self._let_moved_one_go(ship)
            self._move_ship(ship, goal)
            ship.shifted = True
            battle.shifts -= 1
            out = ship.place not in self.sectors[battle.sector]
            mine = battle.leader[ship.owner] == winner
            whose = "of the own side" if mine else "of the other side"
            self.happened[f"tactics move a ship {whose} {'out of' if out else 'within'} the sector"] += 1
            if ship.moved:
                self.happened["tactics move a ship that has moved"] += 1
        battle.shifts = 0
        for seat in self.seats:
            for ship in self.ships_of(seat):
                ship.shifted = False

    def _let_moved_one_go(self, ship: Ship) -> None:
        """S58: of ships that are alike it counts how many have moved, not which; one that has moved goes first."""
        for other in self.fleets[ship.place]:
            if (other.owner, other.type) == (ship.owner, ship.type) and other.moved and not ship.moved:
                self.happened["a ship that has moved, and one that tactics have moved"] += 1
                ship.moved, other.moved = True, False

    def _volley(self, battle: Battle, firing: int, other: int) -> Story[None]:
        """C10.7, S36: hits must be used as long as one can be."""
        side = {other, *battle.allies(other)}
        while True:
            aims = {region: self._aims(battle, firing, side, region) for region in self.sectors[battle.sector]}
            found = [region for region, units in aims.items() if units]
            if not found:
                break
            if self.options.spare_hits:
                region = yield from choose_or_end("hit", firing, "hit", found)
            else:
                region = yield from choose("hit", firing, "hit", found)
            if region == DONE:
                self.happened["hits spared"] += 1
                break
            unit = yield from choose("hit-unit", firing, "unit", aims[region])
            if unit == "token":
                self._hit_token(battle, firing, region)
            else:
                seat, _, kind = unit.partition(".")
                self._hit_ship(battle, firing, region, SEATS.index(seat), kind)
        if battle.hits[firing]:
            self.happened["hits lost"] += 1
        battle.hits[firing] = 0

    def _aims(self, battle: Battle, firing: int, side: set[int], region: str) -> set[str]:
        """C10.7, C10.8: the units of a side in a region that the hits left can be used on."""
        hits = battle.hits[firing]
        ships = [ship for ship in self.fleets[region] if ship.owner in side]
        found = {
            f"{SEATS[ship.owner]}.{ship.type}" for ship in ships if self._price(battle, ship.owner, ship.type) <= hits
        }
        token = self.tokens.get(region)
        if token and token.owner in side and self._price(battle, token.owner, "token") <= hits:
            # S37: a starbase can be made a colony while ships guard it.
            guards = [
                ship
                for ship in self.fleets[region]
                if ship.owner in side or (self.options.neutral_shields and ship.owner not in battle.leader)
            ]
            if token.starbase or not guards or not self.numbers.of(firing, "guards"):
                found.add("token")
            elif not ships:
                self.happened["a colony guarded by ships of others"] += 1
        return found

    def _price(self, battle: Battle, owner: int, unit: str) -> int:
        """C10.7, S70: the hits that destroy a ship, or the next one on a token."""
        price = 1 if unit == "token" else self.numbers.of(owner, f"hits.{unit}")
        return price + battle.spare[owner]

    def _spend_hits(self, battle: Battle, firing: int, owner: int, unit: str) -> None:
        battle.hits[firing] -= self._price(battle, owner, unit)
        if battle.spare[owner]:
            self.happened["hits that don't count"] += 1
        battle.spare[owner] = 0

    def _hit_ship(self, battle: Battle, firing: int, region: str, owner: int, kind: str) -> None:
        """C10.9."""
        self.take_ship(region, owner, kind, STAGING)
        self._spend_hits(battle, firing, owner, kind)
        self.happened[f"a {kind} falls"] += 1

    def _hit_token(self, battle: Battle, firing: int, region: str) -> None:
        """C10.10, S39."""
        token = self.tokens[region]
        self._spend_hits(battle, firing, token.owner, "token")
        if token.starbase:
            token.starbase = False
            self.happened["a starbase becomes a colony"] += 1
            return
        del self.tokens[region]
        self.players[firing].throne[SEATS[token.owner]] += 1
        battle.fallen[firing] += 1
        self.happened["a colony falls"] += 1
