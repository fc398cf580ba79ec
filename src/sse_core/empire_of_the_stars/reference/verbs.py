"""The verbs of effects, one by one (C16.14): tests whether a verb can do something, and its work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..packs.content import Do, Effect
from ..packs.vocabulary import MOMENTS, SERVED, SHIPS, UNTIL, VERBS
from .cards import Cards
from .moves import Moves, owner_and_type
from .numbers import is_set, what_of, where_of
from .stacks import Stacks
from .story import DONE, Story, choose, scene
from .things import RESOURCES, SEATS, Ship, Token

__all__ = ["Verbs"]

MOVE_STEPS: Final = ("effect-from", "effect-ship", "effect-to")


class Verbs(Cards, Moves, Stacks):
    """The work of effects."""

    # --- whether a verb can do something

    def can(self, seat: int, effect: Effect, do: Do) -> bool:
        """C16.13: whether a verb of an effect can do something now."""
        n = self.amount(seat, do.n)
        if n == 0 and not is_set(do):
            return False
        served = self.served(seat, effect)
        match VERBS[do.verb]:
            case "gain":
                return any(self._can_gain(other, what_of(do)) for other in served)
            case "take":
                return any(self._can_give(other, do) for other in self.opponents(seat))
            case "score":
                stocks = any(self.players[other].stock for other in served)
                return self.pile > 0 or (what_of(do) == "token" and stocks)
            case "number" | "price":
                return True
            case "build":
                return any(self._can_build(other, do) for other in served)
            case "move":
                return bool(self.able(self._movable(seat, do), steps=do.steps))
            case "settle":
                return bool(self._free_planets(seat, do))
            case "upgrade":
                return bool(self._colonies_of(seat))
            case "remove":
                return bool(self._victims(seat, do))
            case "draw":
                return self.can_draw(do.what)
            case "place":
                return self.can_place()
            case "swap":
                return self._can_pay_swap(seat, do)
            case "dial":
                # C10.3: an ally's card serves the ally's own units unless it names the side.
                return SERVED[effect.who] == "side" or self.leads(seat)
            case "surge":
                return self.options.powers and not self.players[seat].surged
            case "core":
                return self.players[seat].surged
            case _:
                # Influence, hits that are spared, an edict.
                return True

    def _can_gain(self, seat: int, what: str) -> bool:
        if what == "credits":
            return True
        kinds = RESOURCES if what == "any" else (what,)
        return any(self.players[seat].resources[kind] < self.numbers.of(seat, f"track.{kind}") for kind in kinds)

    def _can_give(self, seat: int, do: Do) -> bool:
        player = self.players[seat]
        what = what_of(do)
        if what == "card":
            return bool(player.hand)
        return (player.credits if what == "credits" else player.resources[what]) > 0

    def _can_build(self, seat: int, do: Do) -> bool:
        has_place = where_of(do) == "staging" or bool(self._yards(seat, do))
        return self.players[seat].supply[what_of(do)] > 0 and has_place

    def _yards(self, seat: int, do: Do) -> list[str]:
        """The regions where a ship can be built on the map: the home world, or any starbase."""
        regions = [self.players[seat].home] if where_of(do) == "home" else self.owned(seat)
        return [region for region in regions if self.is_starbase(region) and self.has_room(region, seat)]

    def _movable(self, seat: int, do: Do) -> list[Ship]:
        owners = self.opponents(seat) if where_of(do) == "opponent" else [seat]
        kinds = SHIPS if what_of(do) == "ship" else (what_of(do),)
        return [ship for owner in owners for ship in self.ships_of(owner) if ship.type in kinds]

    def leads(self, seat: int) -> bool:
        """C10.1: whether a player is the attacker or the defender."""
        return self.battle is not None and self.battle.leader.get(seat) == seat

    def _free_planets(self, seat: int, do: Do) -> list[str]:
        """Planets without owner where own ships are, beside own planets, or anywhere."""
        if not self.players[seat].stock:
            return []
        near = {region for own in self.owned(seat) for region in self.beside[own]}
        fits: dict[str, Callable[[str], bool]] = {
            "ship": lambda region: any(ship.owner == seat for ship in self.fleets[region]),
            "beside": lambda region: region in near,
            "any": lambda _: True,
        }
        free = [region for region in self.regions if self.is_planet(region) and region not in self.tokens]
        return [region for region in free if fits[where_of(do)](region)]

    def _colonies_of(self, seat: int) -> list[str]:
        return [region for region, token in self.tokens.items() if token.owner == seat and not token.starbase]

    def _can_pay_swap(self, seat: int, do: Do) -> bool:
        player = self.players[seat]
        credits, *resources = do.give
        return player.credits >= credits and all(
            player.resources[kind] >= n for kind, n in zip(RESOURCES, resources, strict=True)
        )

    def _victims(self, seat: int, do: Do) -> dict[str, set[str]]:
        """S71: the units that an effect can destroy, by region."""
        kind = what_of(do)
        found: dict[str, set[str]] = {}
        for region in self._in_reach(seat, where_of(do)):
            units = self._colony_in(seat, region) if kind == "colony" else self._ships_in(seat, region, kind)
            if units:
                found[region] = units
        return found

    def _in_reach(self, seat: int, where: str) -> set[str]:
        """S71: a battle's sector; else the sectors with own units, the regions in and beside own units, or any."""
        if self.battle:
            return {*self.sectors[self.battle.sector]}
        if where == "any":
            return {*self.regions}
        if where == "sector":
            own_sectors = [sector for sector in self.sectors if self.has_unit(seat, sector)]
            return {region for sector in own_sectors for region in self.sectors[sector]}
        own = [region for region in self.regions if self.has_unit_in(seat, region)]
        return {near for region in own for near in (region, *self.beside[region])}

    def _enemies(self, seat: int) -> set[int]:
        """S71: the opponents; in a battle those of the other side."""
        if not self.battle:
            return {*self.opponents(seat)}
        leader = self.battle.leader
        return {other for other in leader if leader[other] != leader[seat]}

    def _ships_in(self, seat: int, region: str, kind: str) -> set[str]:
        """S71: the ships of enemies in a region, of a type or of any."""
        ships = [ship for ship in self.fleets[region] if ship.owner in self._enemies(seat)]
        return {owner_and_type(ship) for ship in ships if kind in ("ship", ship.type)}

    def _colony_in(self, seat: int, region: str) -> set[str]:
        """S71: an enemy's colony in a region, unless ships guard it; a starbase is none."""
        token = self.tokens.get(region)
        if not token or token.starbase or token.owner not in self._enemies(seat):
            return set()
        return set() if self.is_guarded(region, token, seat) else {"token"}

    def is_guarded(self, region: str, token: Token, seat: int) -> bool:
        """C10.8, S37, S71: whether ships guard a colony against a player: in a battle those of its side."""
        guards = {token.owner}
        if self.battle:
            leader = self.battle.leader
            guards = {other for other in leader if leader[other] == leader[token.owner]}
            if self.options.neutral_shields:
                guards.update(other for other in self.seats if other not in leader)
        guarded = any(ship.owner in guards for ship in self.fleets[region])
        return guarded and self.numbers.of(seat, "guards") == 1

    # --- what a verb does

    def do(self, seat: int, name: str, number: int) -> None:
        """C16.14: do a verb of an effect, counted from 0; verbs that need choices become scenes."""
        effect = self.components.effects[name]
        do = effect.does[number]
        n = self.amount(seat, do.n)
        served = self.served(seat, effect)
        if self.can(seat, effect, do):
            self.happened[f"{VERBS[do.verb]} at {MOMENTS[effect.when]}"] += 1
        match VERBS[do.verb]:
            case "gain" if what_of(do) == "any":
                self.then(*(scene(self.gain_any, other, n) for other in served))
            case "gain":
                for other in served:
                    self._gain_from_supply(other, what_of(do), n)
            case "take":
                self._take(seat, do, n)
            case "score":
                for other in served:
                    self._score(other, do, n)
            case "number" | "price":
                for other in served:
                    self.numbers.change(other, do, n, UNTIL[effect.until] == "battle")
                self.trim()
            case "build" if where_of(do) == "starbase":
                self.then(*(scene(self.build_at_starbase, other, do, n) for other in served))
            case "build":
                for other in served:
                    self._build_free(other, do, n)
            case "move":
                self.then(scene(self.move_by_effect, seat, do, n))
            case "settle":
                self.then(scene(self.settle_by_effect, seat, do, n))
            case "upgrade":
                self.then(scene(self.upgrade, seat, n))
            case "remove":
                self.then(scene(self.remove, seat, do, n))
            case "draw":
                self.then(scene(self.draw_by_effect, seat, do.what, n))
            case "place":
                self.then(scene(self.place_by_effect, seat, n))
            case "influence":
                for other in served:
                    self.players[other].sway += n
            case "swap":
                self._swap(seat, name, do, n)
            case "dial":
                self._turn_dial(seat, served, do, n)
            case "spare":
                self._spare(seat, effect, n)
            case "edict":
                self.then(scene(self.edict_by_effect, seat))
            case verb:
                self.flip(seat, surged=verb == "surge")

    def _gain_from_supply(self, seat: int, what: str, n: int) -> None:
        """C5.4, C16.14: credits or a resource come from the supply."""
        if what == "credits":
            self.players[seat].credits += n
        else:
            self.gain(seat, what, n)

    def gain_any(self, seat: int, left: int) -> Story[None]:
        """C16.14: gain resources of choice, one by one."""
        if left > 0 and self._can_gain(seat, "any"):
            self.gain(seat, (yield from choose("effect-resource", seat, "resource", RESOURCES)))
            self.then(scene(self.gain_any, seat, left - 1))

    def _take(self, seat: int, do: Do, n: int) -> None:
        """S66: take from one opponent of choice, or from each."""
        if n > 0 and where_of(do) == "opponent":
            self.then(scene(self.take_from_one, seat, do, n))
        elif n > 0:
            for other in self.opponents(seat):
                self._take_from(seat, other, do, n)

    def take_from_one(self, seat: int, do: Do, n: int) -> Story[None]:
        """S66: take from one opponent, who is chosen."""
        givers = [other for other in self.opponents(seat) if self._can_give(other, do)]
        if givers:
            letter = yield from choose("effect-seat", seat, "against", [SEATS[other] for other in givers])
            self._take_from(seat, SEATS.index(letter), do, n)

    def _take_from(self, seat: int, other: int, do: Do, n: int) -> None:
        player, giver = self.players[seat], self.players[other]
        what = what_of(do)
        if what == "card":
            self.then(scene(self.give_cards, other, seat, n))
        elif what == "credits":
            taken = min(n, giver.credits)
            giver.credits -= taken
            player.credits += taken
        else:
            taken = min(n, giver.resources[what])
            giver.resources[what] -= taken
            self.gain(seat, what, taken)

    def give_cards(self, seat: int, taker: int, left: int) -> Story[None]:
        """S66: the giver chooses the cards, and shows them."""
        if left and self.players[seat].hand:
            card = yield from self.give_card("effect-card", seat)
            self.players[taker].hand.add(card)
            self.players[taker].shown.add(card)
            self.then(scene(self.give_cards, seat, taker, left - 1))

    def _score(self, seat: int, do: Do, n: int) -> None:
        """C3.1: score tokens of the stock, or galaxy tokens if the stock is empty or the effect says so."""
        player = self.players[seat]
        for _ in range(n):
            if what_of(do) == "token" and player.stock:
                player.stock -= 1
                player.throne[SEATS[seat]] += 1
            else:
                self.score_galaxy(seat)

    def _build_free(self, seat: int, do: Do, n: int) -> None:
        """C16.14: ships for nothing, into staging or to the home world."""
        for _ in range(n):
            if self._can_build(seat, do):
                player, kind = self.players[seat], what_of(do)
                player.supply[kind] -= 1
                if where_of(do) == "staging":
                    player.staging[kind] += 1
                else:
                    self.add_ship(seat, kind, player.home)

    def build_at_starbase(self, seat: int, do: Do, left: int) -> Story[None]:
        """C16.14: ships for nothing, to starbases of choice."""
        if left > 0 and self._can_build(seat, do):
            place = yield from choose("effect-at", seat, "at", self._yards(seat, do), DONE)
            if place != DONE:
                self.players[seat].supply[what_of(do)] -= 1
                self.add_ship(seat, what_of(do), place)
                self.then(scene(self.build_at_starbase, seat, do, left - 1))

    def move_by_effect(self, seat: int, do: Do, left: int) -> Story[None]:
        """S64: move ships, one by one."""
        if left <= 0:
            return
        able = self.able(self._movable(seat, do), steps=do.steps)
        move = yield from self.pick_move(MOVE_STEPS, seat, able, True, owner_and_type, steps=do.steps)
        if move:
            self.move_ship(*move)
            self.then(scene(self.move_by_effect, seat, do, left - 1))

    def settle_by_effect(self, seat: int, do: Do, left: int) -> Story[None]:
        """C16.14: a token of the stock goes on a planet without owner."""
        planets = self._free_planets(seat, do)
        if left <= 0 or not planets:
            return
        region = yield from choose("effect-at", seat, "settle", planets, DONE)
        if region != DONE:
            self.players[seat].stock -= 1
            self.tokens[region] = Token(seat)
            self.then(scene(self.settle_by_effect, seat, do, left - 1))

    def upgrade(self, seat: int, left: int) -> Story[None]:
        """C16.14: an own colony becomes a starbase."""
        colonies = self._colonies_of(seat)
        if left <= 0 or not colonies:
            return
        region = yield from choose("effect-at", seat, "at", colonies, DONE)
        if region != DONE:
            self.tokens[region].starbase = True
            self.then(scene(self.upgrade, seat, left - 1))

    def remove(self, seat: int, do: Do, left: int) -> Story[None]:
        """S71: destroy units, one by one."""
        victims = self._victims(seat, do)
        if left <= 0 or not victims:
            return
        region = yield from choose("effect-hit", seat, "hit", victims, DONE)
        if region == DONE:
            return
        unit = yield from choose("effect-unit", seat, "unit", victims[region])
        if unit == "token":
            self.destroy_colony(seat, region)
            self.happened[f"an effect destroys a colony{' in a battle' if self.battle else ''}"] += 1
        else:
            letter, _, kind = unit.partition(".")
            owner = SEATS.index(letter)
            self.take_ship(region, owner, kind)
            self.players[owner].staging[kind] += 1
        self.then(scene(self.remove, seat, do, left - 1))

    def destroy_colony(self, seat: int, region: str) -> None:
        """C10.10, S38, S39, S71: a colony goes into its destroyer's throne, and counts for that side of a battle."""
        token = self.tokens.pop(region)
        self.players[seat].throne[SEATS[token.owner]] += 1
        if self.battle:
            self.battle.fallen[self.battle.leader[seat]] += 1

    def draw_by_effect(self, seat: int, cost: int, left: int) -> None:
        """C16.14: cards of a deck, as long as it has any."""
        if left > 0 and self.can_draw(cost):
            self.shuffle_pile(cost)
            self.then(scene(self.draw_card, seat, cost), scene(self.draw_by_effect, seat, cost, left - 1))

    def place_by_effect(self, seat: int, left: int) -> Story[None]:
        """S65: place a tile of the display, which is filled at once, or in Explorer when all have placed."""
        if left <= 0 or not self.can_place():
            return
        kind = yield from choose("effect-tile", seat, "tile", +self.display, DONE)
        if kind == DONE:
            return
        region = yield from choose("effect-at", seat, "at", self.free_regions())
        self.display[kind] -= 1
        self.lay_tile(kind, region)
        filling = [] if self.is_filled_later() else [scene(self.fill_display)]
        self.then(*filling, scene(self.place_by_effect, seat, left - 1))

    def _swap(self, seat: int, name: str, do: Do, n: int) -> None:
        """C16.14: an exchange; the player is asked for each further one."""
        if n > 0 and self._can_pay_swap(seat, do):
            self._exchange(seat, do)
            self.then(scene(self.swap_again, seat, name, do, n - 1))

    def swap_again(self, seat: int, name: str, do: Do, left: int) -> Story[None]:
        """C16.14: another exchange."""
        if left and self._can_pay_swap(seat, do):
            choice = yield from choose("effect-again", seat, "use", [name], DONE)
            if choice != DONE:
                self._exchange(seat, do)
                self.then(scene(self.swap_again, seat, name, do, left - 1))

    def _exchange(self, seat: int, do: Do) -> None:
        player = self.players[seat]
        player.credits += do.get[0] - do.give[0]
        for kind, paid, got in zip(RESOURCES, do.give[1:], do.get[1:], strict=True):
            player.resources[kind] -= paid
            self.gain(seat, kind, got)

    def _turn_dial(self, seat: int, served: list[int], do: Do, n: int) -> None:
        """C10.3, C16.14: tactics, weapons or shields of a side change when the dials are open."""
        if self.battle and self.battle.leader[seat] in served:
            self.battle.plus[self.battle.leader[seat]][what_of(do)] += n

    def _spare(self, seat: int, effect: Effect, n: int) -> None:
        """S70: hits on a player, or on the side, that don't count."""
        if not self.battle:
            return
        if SERVED[effect.who] == "side":
            self.battle.spared[self.battle.leader[seat]] += n
        else:
            self.battle.spare[seat] += n

    def edict_by_effect(self, seat: int) -> Story[None]:
        """C11.8, C16.14: another edict is in effect."""
        self.edict = yield from choose("effect-edict", seat, "edict", self.components.edicts)
