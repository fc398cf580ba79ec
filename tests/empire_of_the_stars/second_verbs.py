"""The verbs of effects, one by one, in the second reading of the rules (C16.14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.empire_of_the_stars.second_cards import Cards
from tests.empire_of_the_stars.second_moves import Moves
from tests.empire_of_the_stars.second_numbers import PAID, is_set
from tests.empire_of_the_stars.second_stacks import Stacks
from tests.empire_of_the_stars.second_story import DONE, Story, choose
from tests.empire_of_the_stars.second_things import (
    RESOURCES,
    SEATS,
    STAGING,
    SUPPLY,
    WORMHOLE,
    Ship,
    Token,
)

from sse_core.empire_of_the_stars.content import Do, Effect, slug
from sse_core.empire_of_the_stars.vocabulary import SERVED, SHIPS, UNTIL, VERBS

MOVE_STEPS: Final = ("effect-from", "effect-ship", "effect-to")
DIALS: Final = ("tactics", "weapons", "shields")


class Verbs(Cards, Moves, Stacks):
    """Whether a verb can do something, and what it does."""

    # --- whether a verb can do something

    def can(self, seat: int, effect: Effect, do: Do) -> bool:
        n = self.amount(seat, do.n)
        if n == 0 and not is_set(do):
            return False
        served = self.served(seat, effect)
        match VERBS[do.verb]:
            case "gain":
                return any(self._can_gain(other, PAID[do.what]) for other in served)
            case "take":
                return any(self._can_give(other, do) for other in self.opponents(seat))
            case "score":
                stocks = any(self.players[other].stock for other in served)
                return self.pile > 0 or (do.what == 0 and stocks)
            case "number" | "price":
                return True
            case "build":
                return any(self._can_build(other, do) for other in served)
            case "move":
                return bool(self._able(self._movable(seat, do), steps=do.steps))
            case "settle":
                return bool(self._free_planets(seat, do))
            case "upgrade":
                return bool(self._colonies_of(seat))
            case "remove":
                return bool(self._victims(seat, do))
            case "draw":
                return self._can_draw(do.what)
            case "place":
                return bool(self.display.total() and self.free_regions())
            case "swap":
                return self._can_pay_swap(seat, do)
            case "dial":
                assert self.battle
                return SERVED[effect.who] == "side" or self.battle.leader[seat] == seat
            case "surge":
                return not self.players[seat].surged
            case "core":
                return self.players[seat].surged
            case verb:
                assert verb in ("influence", "spare", "edict")
                return True

    def _can_gain(self, seat: int, what: str) -> bool:
        if what == "credits":
            return True
        kinds = RESOURCES if what == "any" else (what,)
        return any(self.players[seat].resources[kind] < self.numbers.of(seat, f"track.{kind}") for kind in kinds)

    def _can_give(self, seat: int, do: Do) -> bool:
        player = self.players[seat]
        what = (*PAID[:4], "card")[do.what]
        if what == "card":
            return bool(player.hand)
        return (player.credits if what == "credits" else player.resources[what]) > 0

    def _can_build(self, seat: int, do: Do) -> bool:
        in_supply = any(ship.type == SHIPS[do.what] for ship in self.ships_beside(seat, SUPPLY))
        return in_supply and (do.where == 0 or bool(self._yards(seat, do)))

    def _yards(self, seat: int, do: Do) -> list[str]:
        """Where a ship can be built on the map: the home world, or any starbase."""
        regions = [self.players[seat].home] if do.where == 1 else self.owned(seat)
        return [region for region in regions if self.is_starbase(region) and self.has_room(region, seat)]

    def _movable(self, seat: int, do: Do) -> list[Ship]:
        owners = self.opponents(seat) if do.where == 1 else [seat]
        kinds = SHIPS if do.what == 0 else (SHIPS[do.what - 1],)
        return [ship for owner in owners for ship in self.ships_of(owner) if ship.type in kinds]

    def _free_planets(self, seat: int, do: Do) -> list[str]:
        """Planets without owner where own ships are, beside own planets, or anywhere."""
        if not self.players[seat].stock:
            return []
        near = {region for own in self.owned(seat) for region in self.beside[own]}
        fits: tuple[Callable[[str], bool], ...] = (
            lambda region: any(ship.owner == seat for ship in self.fleets[region]),
            lambda region: region in near,
            lambda _: True,
        )
        free = [region for region in self.regions if self.is_planet(region) and region not in self.tokens]
        return [region for region in free if fits[do.where](region)]

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
        battle = self.battle
        if battle:
            regions = {*self.sectors[battle.sector]}
            owners = {other for other in battle.leader if battle.leader[other] != battle.leader[seat]}
        else:
            own = [region for region in self.regions if self._has_unit_in(seat, region)]
            by_where = (
                {region for sector in self.sectors if self.has_unit(seat, sector) for region in self.sectors[sector]},
                {near for region in own for near in (region, *self.beside[region])},
                {*self.regions},
            )
            regions = by_where[do.where]
            owners = {*self.opponents(seat)}
        found: dict[str, set[str]] = {}
        what = ("ship", *SHIPS, "colony")[do.what]
        for region in regions:
            ships = [ship for ship in self.fleets[region] if ship.owner in owners]
            units = {f"{SEATS[ship.owner]}.{ship.type}" for ship in ships if what in ("ship", ship.type)}
            token = self.tokens.get(region)
            if what == "colony" and token and token.owner in owners and not token.starbase:
                guarded = any(ship.owner == token.owner for ship in self.fleets[region])
                if not guarded or not self.numbers.of(seat, "guards"):
                    units.add("token")
            if units:
                found[region] = units
        return found

    def _has_unit_in(self, seat: int, region: str) -> bool:
        return self.owner(region) == seat or any(ship.owner == seat for ship in self.fleets[region])

    # --- what a verb does

    def do(self, seat: int, name: str, effect: Effect, do: Do) -> Story[None]:
        n = self.amount(seat, do.n)
        served = self.served(seat, effect)
        match VERBS[do.verb]:
            case "gain":
                for other in served:
                    yield from self._gain_from_supply(other, PAID[do.what], n)
            case "take":
                yield from self._take(seat, do, n)
            case "score":
                for other in served:
                    self._score(other, do, n)
            case "number" | "price":
                for other in served:
                    self.numbers.change(other, do, n, UNTIL[effect.until] == "battle")
                self.trim()
            case "build":
                for other in served:
                    yield from self._build_free(other, do, n)
            case "move":
                yield from self._move_by_effect(seat, do, n)
            case "settle":
                yield from self._settle(seat, do, n)
            case "upgrade":
                yield from self._upgrade(seat, n)
            case "remove":
                yield from self._remove(seat, do, n)
            case "draw":
                for _ in range(n):
                    if self._can_draw(do.what):
                        yield from self._draw_card(seat, do.what)
            case "place":
                yield from self._place(seat, n)
            case "influence":
                for other in served:
                    self.players[other].sway += n
            case "swap":
                yield from self._swap(seat, name, do, n)
            case "dial":
                assert self.battle
                leader = self.battle.leader[seat]
                if leader in served:
                    self.battle.plus[leader][DIALS[do.what]] += n
            case "spare":
                assert self.battle
                if SERVED[effect.who] == "side":
                    self.battle.spared[self.battle.leader[seat]] += n
                else:
                    self.battle.spare[seat] += n
            case "edict":
                edicts = [slug(edict.name) for edict in self.content.edicts]
                self.edict = yield from choose("effect-edict", seat, "edict", edicts)
            case verb:
                assert verb in ("surge", "core")
                self.flip(seat, surged=verb == "surge")

    def _gain_from_supply(self, seat: int, what: str, n: int) -> Story[None]:
        if what == "credits":
            self.players[seat].credits += n
        elif what != "any":
            self.gain(seat, what, n)
        else:
            for _ in range(n):
                if self._can_gain(seat, what):
                    self.gain(seat, (yield from choose("effect-resource", seat, "resource", RESOURCES)))

    def _take(self, seat: int, do: Do, n: int) -> Story[None]:
        """S66."""
        givers = [other for other in self.opponents(seat) if n and self._can_give(other, do)]
        if do.where == 0 and givers:
            letter = yield from choose("effect-seat", seat, "against", [SEATS[other] for other in givers])
            givers = [SEATS.index(letter)]
        player = self.players[seat]
        what = (*PAID[:4], "card")[do.what]
        for other in givers:
            giver = self.players[other]
            if what == "card":
                for _ in range(min(n, len(giver.hand))):
                    card = yield from self._give_card("effect-card", other)
                    player.hand.add(card)
                    player.shown.add(card)
            elif what == "credits":
                taken = min(n, giver.credits)
                giver.credits -= taken
                player.credits += taken
            else:
                taken = min(n, giver.resources[what])
                giver.resources[what] -= taken
                self.gain(seat, what, taken)

    def _score(self, seat: int, do: Do, n: int) -> None:
        """C3.1."""
        player = self.players[seat]
        for _ in range(n):
            if do.what == 0 and player.stock:
                player.stock -= 1
                player.throne[SEATS[seat]] += 1
            else:
                self.score_galaxy(seat)

    def _build_free(self, seat: int, do: Do, n: int) -> Story[None]:
        for _ in range(n):
            if not self._can_build(seat, do):
                return
            place = STAGING if do.where == 0 else self.players[seat].home
            if do.where == 2:
                place = yield from choose("effect-at", seat, "at", self._yards(seat, do), DONE)
                if place == DONE:
                    return
            ship = next(ship for ship in self.ships_beside(seat, SUPPLY) if ship.type == SHIPS[do.what])
            self.put_ship(ship, place)

    def _move_by_effect(self, seat: int, do: Do, n: int) -> Story[None]:
        """S64."""

        def named(ship: Ship) -> str:
            return f"{SEATS[ship.owner]}.{ship.type}"

        for _ in range(n):
            able = self._able(self._movable(seat, do), steps=do.steps)
            move = yield from self._pick_move(MOVE_STEPS, seat, able, True, named, steps=do.steps)
            if move is None:
                return
            self._move_ship(*move)

    def _settle(self, seat: int, do: Do, n: int) -> Story[None]:
        for _ in range(n):
            planets = self._free_planets(seat, do)
            if not planets:
                return
            region = yield from choose("effect-at", seat, "settle", planets, DONE)
            if region == DONE:
                return
            self.players[seat].stock -= 1
            self.tokens[region] = Token(seat)

    def _upgrade(self, seat: int, n: int) -> Story[None]:
        for _ in range(n):
            colonies = self._colonies_of(seat)
            if not colonies:
                return
            region = yield from choose("effect-at", seat, "at", colonies, DONE)
            if region == DONE:
                return
            self.tokens[region].starbase = True

    def _remove(self, seat: int, do: Do, n: int) -> Story[None]:
        """S71."""
        for _ in range(n):
            victims = self._victims(seat, do)
            if not victims:
                return
            region = yield from choose("effect-hit", seat, "hit", victims, DONE)
            if region == DONE:
                return
            unit = yield from choose("effect-unit", seat, "unit", victims[region])
            if unit == "token":
                token = self.tokens.pop(region)
                self.players[seat].throne[SEATS[token.owner]] += 1
            else:
                letter, _, kind = unit.partition(".")
                self.take_ship(region, SEATS.index(letter), kind, STAGING)

    def take_ship(self, region: str, owner: int, kind: str, place: str) -> None:
        """S58: take a ship off the map; one that has moved goes first."""
        there = [ship for ship in self.fleets[region] if (ship.owner, ship.type) == (owner, kind)]
        ship = next((ship for ship in there if ship.moved), there[0])
        ship.moved = False
        self.put_ship(ship, place)

    def _place(self, seat: int, n: int) -> Story[None]:
        """S65."""
        for _ in range(n):
            if not self.display.total() or not self.free_regions():
                return
            kind = yield from choose("effect-tile", seat, "tile", +self.display, DONE)
            if kind == DONE:
                return
            region = yield from choose("effect-at", seat, "at", self.free_regions())
            self.display[kind] -= 1
            self.lay_tile(kind, region)
            if kind == WORMHOLE:
                self.new_wormhole = True
            yield from self._fill_display()

    def _swap(self, seat: int, name: str, do: Do, n: int) -> Story[None]:
        player = self.players[seat]
        for number in range(n):
            if not self._can_pay_swap(seat, do):
                return
            if number and (yield from choose("effect-again", seat, "use", [name], DONE)) == DONE:
                return
            player.credits += do.get[0] - do.give[0]
            for kind, paid, got in zip(RESOURCES, do.give[1:], do.get[1:], strict=True):
                player.resources[kind] -= paid
                self.gain(seat, kind, got)
