"""The table of the second reading: the things that lie there, and what the clauses ask of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.empire_of_the_stars.second_numbers import Numbers
from tests.empire_of_the_stars.second_things import (
    ASTEROIDS,
    BLOCKED,
    GALAXY,
    RESOURCES,
    ROLES,
    SHIPS,
    SPACE,
    STAGING,
    SUPPLY,
    TYPES,
    UNKNOWN,
    WORMHOLE,
    Battle,
    Deal,
    Player,
    Ship,
    Token,
    count_ships,
    kept,
)

from sse_core.empire_of_the_stars import Options
from sse_core.empire_of_the_stars.content import Content, Face, slug
from sse_core.empire_of_the_stars.vocabulary import MEASURES


class Table:
    """Everything that lies on the table, and what the clauses ask of it."""

    def __init__(self, content: Content, players: int, options: Options, deal: Deal) -> None:
        self.content = content
        self.options = options
        self.n = players
        self.seats = range(players)
        self.happened: Counter[str] = Counter()
        """What came up, for those who count it."""

        self._lay_map(deal.blocked)
        self._check_blocked()
        self._lay_tiles(deal)
        self._lay_cards(deal)
        self.players = [Player() for _ in self.seats]
        for player, hand in zip(self.players, deal.hands, strict=True):
            player.hand = set(hand)
        for player, dealt in zip(self.players, deal.powers, strict=True):
            player.dealt = dealt
        self.numbers = Numbers(content, players)
        self.used: Counter[str] = Counter()
        """C16.13: how often each effect was used in this role."""

        self.new_wormhole = False
        """C4.8: whether a wormhole came into the galaxy, and powers haven't flipped yet."""

        self.supply_and_staging = [
            Ship(seat, ship) for seat in self.seats for ship, n in SHIPS.items() for _ in range(n)
        ]
        self.fleets: dict[str, list[Ship]] = {region: [] for region in content.regions}
        """The ships in each region."""

        self.tokens: dict[str, Token] = {}
        """On planets."""

        self.far: dict[int, Token | str] = dict.fromkeys(range(1, len(content.far_space) + 1), GALAXY)
        """C1.3: far space by its numbers; a galaxy token, a player's, or nothing."""

        self.pile = content.galaxy_tokens - len(self.far)
        self.market = dict.fromkeys(range(1, len(content.market) + 1), False)
        """C1.4: whether each market tile shows credits."""

        self.wheel = [ROLES[role] for role in content.wheel]
        self.laid: Counter[str] = Counter()
        """The credits on each role."""

        self.placed: dict[str, Counter[int]] = {}
        """C11.3: influence on planets, by player."""

        self.on_throne: Counter[int] = Counter()
        self.sway_placed: dict[str, Counter[int]] = {}
        """S63: the same of influence that is no token."""

        self.sway_on_throne: Counter[int] = Counter()
        self.bought = 0
        self.battle: Battle | None = None
        self.fought: set[str] = set()
        self.monolith = ""
        self.emperor = self.scepter = self.chooser = players - 1
        self.edict = "chaos"
        self.second = False
        """C14.2: whether it is the second role of the holder of the scepter."""

        self.rounds = 0
        self.favoured = -1

    # --- set-up

    def _lay_map(self, blocked: list[str]) -> None:
        """C1.1, C14.1, S54: nothing happens in blocked regions, so the map is what is left."""
        names = self.content.regions
        self.blocked = {names[r] for sector in self.content.sectors if sector.name in blocked for r in sector.regions}
        self.sectors = {s.name: [names[r] for r in s.regions] for s in self.content.sectors if s.name not in blocked}
        self.sector_of = {region: sector for sector, regions in self.sectors.items() for region in regions}
        self.regions = [region for region in names if region not in self.blocked]
        self.beside: dict[str, set[str]] = {region: set() for region in self.regions}
        for join in self.content.joins:
            one, other = (names[r] for r in join)
            if one not in self.blocked and other not in self.blocked:
                self.beside[one].add(other)
                self.beside[other].add(one)

    def _check_blocked(self) -> None:
        """C14.1, S53: two players have blocked sectors, which hang together as the others do."""
        n_blocked = len(self.content.sectors) - len(self.sectors)
        assert n_blocked == (self.content.blocked if self.n == 2 else 0)
        assert self._hang_together(set(self.blocked))
        assert self._hang_together(set(self.regions))

    def _hang_together(self, regions: set[str]) -> bool:
        """Whether paths within some regions join them all."""
        names = self.content.regions
        joins = [(names[one], names[other]) for one, other in self.content.joins]
        joins += [(other, one) for one, other in joins]
        found = {min(regions)} if regions else set[str]()
        while more := {there for here, there in joins if here in found and there in regions - found}:
            found |= more
        return found == regions

    def _lay_tiles(self, deal: Deal) -> None:
        """C1.5, C1.6, S1: which tiles lie where in the stack is unknown but for wormholes and what was put back."""
        kinds = self.content.tiles
        self.makes = {kind.name: dict(zip(RESOURCES, kind.makes, strict=True)) for kind in kinds}
        self.planets = {kind.name for kind in kinds if kind.face is Face.PLANET}
        self.two_polymers = next(kind.name for kind in kinds if kind.makes == (2, 0, 0))
        self.tiles: dict[str, str] = {}
        self._reached: dict[tuple[str, int, bool], set[str]] = {}
        rest = Counter({kind.name: kind.n for kind in kinds})
        wormholes = rest.pop(WORMHOLE)
        rest[self.two_polymers] -= self.n
        in_stacks = rest.total() - len(self.blocked)
        self.stack: list[str] = []
        for stack in range(wormholes):
            size = in_stacks // wormholes + (stack < in_stacks % wormholes)
            self.stack += [UNKNOWN] * (size // 2) + [WORMHOLE] + [UNKNOWN] * (size - size // 2)
        self.display = Counter(deal.display)
        assert self.display.total() == min(self.n + 1, len(self.stack))
        turned_up = self.display.total() + deal.put_back
        # C1.6, C4.7.
        has_planet = any(self.display[kind] for kind in self.planets)
        assert has_planet or not self.display[SPACE] or turned_up >= len(self.stack)
        assert self.display[WORMHOLE] == self.stack[:turned_up].count(WORMHOLE)
        self.stack = self.stack[turned_up:] + [SPACE] * deal.put_back
        self.put_back = 0
        self.unseen = rest - self.display - Counter({SPACE: deal.put_back})
        """The tiles that lie at unknown places of the stack, or are blocked (S54)."""

        assert self.unseen.total() == self.stack.count(UNKNOWN) + len(self.blocked)

    def _lay_cards(self, deal: Deal) -> None:
        """C1.2."""
        cards = self.content.technologies
        self.cost = {slug(card.name): card.cost for card in cards}
        assert all(len(hand) == 3 and all(self.cost[card] == 1 for card in hand) for hand in deal.hands)
        assert sorted(self.cost[card] for card in deal.tops) == [1, 2, 3]
        self.type = {slug(card.name): TYPES[card.kind] for card in cards}
        dealt = {card for hand in deal.hands for card in hand} | set(deal.tops)
        self.decks = {cost: {card for card in self.cost if self.cost[card] == cost} - dealt for cost in (1, 2, 3)}
        self.piles = {cost: [card for card in deal.tops if self.cost[card] == cost] for cost in (1, 2, 3)}
        """The discard piles, the top last."""

    # --- seats

    def from_seat(self, seat: int) -> list[int]:
        """All players in turn order from one of them."""
        return [(seat + i) % self.n for i in range(self.n)]

    def after_seat(self, seat: int) -> list[int]:
        """All players in turn order from the left of one of them, who comes last."""
        return self.from_seat((seat + 1) % self.n)

    # --- the map

    def free_regions(self) -> list[str]:
        """Regions without a tile."""
        return [region for region in self.regions if region not in self.tiles]

    def lay_tile(self, kind: str, region: str) -> None:
        assert region not in self.tiles
        assert region not in self.blocked
        self.tiles[region] = kind
        self._reached.clear()

    def is_planet(self, region: str) -> bool:
        """Whether a token can lie there: a home world is none of these."""
        return self.tiles.get(region) in self.planets

    def reach(self, start: str, steps: int, asteroids_stop: bool = True) -> set[str]:
        """C9.1, C9.4, C9.5: the other regions where a ship gets, whether it can stop there or not."""
        if (start, steps, asteroids_stop) not in self._reached:
            seen = edge = {start}
            for _ in range(steps):
                ahead: set[str] = set()
                for region in edge:
                    tile = self.tiles.get(region)
                    if tile == WORMHOLE:
                        ahead.update(self.regions)
                    elif tile != ASTEROIDS or region == start or not asteroids_stop:
                        ahead |= self.beside[region]
                edge = ahead - seen
                seen = seen | edge
            self._reached[start, steps, asteroids_stop] = seen - {start}
        return self._reached[start, steps, asteroids_stop]

    # --- ships

    def ships_of(self, seat: int) -> list[Ship]:
        """The ships of a player on the board."""
        return [ship for fleet in self.fleets.values() for ship in fleet if ship.owner == seat]

    def ships_beside(self, seat: int, place: str) -> list[Ship]:
        """The ships of a player in the supply or in staging."""
        return [ship for ship in self.supply_and_staging if ship.owner == seat and ship.place == place]

    def put_ship(self, ship: Ship, place: str) -> None:
        self.fleets.get(ship.place, self.supply_and_staging).remove(ship)
        ship.place = place
        self.fleets.get(place, self.supply_and_staging).append(ship)

    def has_room(self, region: str, seat: int) -> bool:
        """C7.4, C9.2, S22: whether one more ship of a player may be there."""
        fleet = self.fleets[region]
        room = self.numbers.of(seat, "room")
        if self.options.own_cap:
            return sum(ship.owner == seat for ship in fleet) < room
        return len(fleet) < room

    def targets(self, ship: Ship, among: Iterable[str] | None = None, steps: int | None = None) -> set[str]:
        """C9.2, C9.3: where a ship can stop."""
        homes = {player.home for seat, player in enumerate(self.players) if seat != ship.owner}
        if steps is None:
            steps = self.numbers.of(ship.owner, f"moves.{ship.type}")
        found = self.reach(ship.place, steps, self.numbers.of(ship.owner, "asteroids_stop") == 1)
        if among is not None:
            found = found.intersection(among)
        return {region for region in found if region not in homes and self.has_room(region, ship.owner)}

    # --- units and players

    def owner(self, region: str) -> int:
        """C3.3: whose planet it is; -1 if nobody's."""
        for seat, player in enumerate(self.players):
            if player.home == region:
                return seat
        token = self.tokens.get(region)
        return token.owner if token else -1

    def owned(self, seat: int) -> list[str]:
        """C3.3: the planets of a player, the home world among them."""
        return [region for region in self.regions if self.owner(region) == seat]

    def has_unit(self, seat: int, sector: str) -> bool:
        return any(
            self.owner(region) == seat or any(ship.owner == seat for ship in self.fleets[region])
            for region in self.sectors[sector]
        )

    def is_starbase(self, region: str) -> bool:
        """C3.3: a home world always is one."""
        token = self.tokens.get(region)
        return token.starbase if token else any(player.home == region for player in self.players)

    def strength(self, seat: int, regions: Iterable[str]) -> int:
        """C10.4."""
        units: list[str] = []
        for region in regions:
            units += [f"strength.{ship.type}" for ship in self.fleets[region] if ship.owner == seat]
            if self.players[seat].home == region:
                units.append("home_strength")
            elif self.owner(region) == seat:
                units.append("strength.starbase" if self.is_starbase(region) else "strength.colony")
        return sum(self.numbers.of(seat, unit) for unit in units)

    def value(self, resource: str) -> int:
        """C5.5, C6.2: tiles with credits cover the table from the left, the others from the right."""
        covered = sum(self.market.values())
        return self.content.values[RESOURCES.index(resource)][covered]

    def made(self, seat: int, resource: str) -> int:
        """C5.3, S12: what the planets of a player show."""
        total = 0
        for region in self.owned(seat):
            if region == self.players[seat].home:
                total += self.content.homes[seat][RESOURCES.index(resource)]
            else:
                total += self.makes[self.tiles[region]][resource]
        return total

    # --- tokens

    def gain(self, seat: int, resource: str, n: int = 1) -> None:
        """C5.4."""
        end = self.numbers.of(seat, f"track.{resource}")
        player = self.players[seat]
        if player.resources[resource] + n > end:
            self.happened["resources lost"] += 1
        player.resources[resource] = min(end, player.resources[resource] + n)

    def score_galaxy(self, seat: int) -> None:
        """S9: from an empty pile comes nothing."""
        if self.pile:
            self.pile -= 1
            self.players[seat].throne[GALAXY] += 1
        else:
            self.happened["no galaxy token left to score"] += 1

    def points(self, seat: int) -> int:
        """C12.3."""
        far = [token for token in self.far.values() if isinstance(token, Token)]
        tokens = [token for token in (*self.tokens.values(), *far) if token.owner == seat]
        return self.players[seat].throne.total() + sum(2 if token.starbase else 1 for token in tokens)

    # --- measures

    def measure(self, seat: int, name: str) -> int:
        """C17.2, S12: what edicts, amounts and tests of effects count."""
        player = self.players[seat]
        ships = self.ships_of(seat)
        planets = self.owned(seat)
        head, _, tail = name.partition(".")
        match head:
            case "planets":
                return len(planets)
            case "colonies":
                return sum(not self.is_starbase(region) for region in planets)
            case "starbases":
                return sum(self.is_starbase(region) for region in planets)
            case "far_space":
                return sum(isinstance(token, Token) and token.owner == seat for token in self.far.values())
            case "sectors":
                return sum(self.has_unit(seat, sector) for sector in self.sectors)
            case "ships":
                return len(ships)
            case "fighters" | "cruisers" | "dreadnoughts":
                return sum(ship.type == name.removesuffix("s") for ship in ships)
            case "strength":
                return self.strength(seat, self.regions)
            case "staging":
                return len(self.ships_beside(seat, STAGING))
            case "technologies":
                return sum(not tail or self.type[card] == tail for card in player.technologies)
            case "cards":
                return len(player.hand)
            case "credits":
                return player.credits
            case "polymers" | "metal" | "energy":
                return player.resources[name]
            case "resources":
                return player.resources.total()
            case "stock":
                return player.stock
            case "throne":
                return player.throne.total()
            case "home_fleet":
                return sum(ship.place == player.home for ship in ships)
            case "wormholes":
                return len({ship.place for ship in ships if self.tiles.get(ship.place) == WORMHOLE})
            case "asteroids":
                return len({ship.place for ship in ships if self.tiles.get(ship.place) == ASTEROIDS})
            case "contacts":
                mine = [sector for sector in self.sectors if self.has_unit(seat, sector)]
                return sum(any(self.has_unit(o, sector) for sector in mine) for o in self.seats if o != seat)
            case "made":
                return self.made(seat, tail)
            case "winner":
                return int(self.battle is not None and self.battle.winner == seat)
            case "attacker":
                return int(self.battle is not None and self.battle.attacker == seat)
            case _:
                assert head == "emperor"
                return int(self.emperor == seat)

    def meets_edict(self) -> int:
        """C12.1, S46: who alone has most, or least; -1 if nobody."""
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

    # --- what is on the table

    def _count_beside(self, place: str) -> list[dict[str, int]]:
        found: list[dict[str, int]] = [{} for _ in self.seats]
        for ship in self.supply_and_staging:
            if ship.place == place:
                found[ship.owner][ship.type] = found[ship.owner].get(ship.type, 0) + 1
        return found

    def table(self) -> dict[str, Any]:
        """Everything on the table and in the hands, as plain values."""
        ships = [ship for fleet in self.fleets.values() for ship in fleet]
        battle = self.battle
        # A ship that tactics have moved out of the sector is out of the battle.
        sector = self.sectors[battle.sector] if battle else []
        return {
            "ships": count_ships(ships),
            "moved": count_ships(ship for ship in ships if ship.moved),
            "shifted": count_ships(ship for ship in ships if ship.shifted and ship.place in sector),
            SUPPLY: self._count_beside(SUPPLY),
            STAGING: self._count_beside(STAGING),
            "round": self.rounds,
            "scepter": self.scepter,
            "second": self.second,
            "emperor": self.emperor,
            "edict": self.edict,
            "monolith": self.monolith,
            "chooser": self.chooser,
            "wheel": kept(self.laid),
            "favoured": self.favoured,
            "credits": [player.credits for player in self.players],
            "resources": [kept(player.resources) for player in self.players],
            "stock": [player.stock for player in self.players],
            "throne": [kept(player.throne) for player in self.players],
            "influence": [player.influence for player in self.players],
            "on_throne": kept(self.on_throne),
            "bought": self.bought,
            "home": [player.home for player in self.players],
            "tiles": dict.fromkeys(self.blocked, BLOCKED) | self.tiles,
            "tokens": {region: (token.owner, token.starbase) for region, token in self.tokens.items()},
            "placed": {region: kept(counts) for region, counts in self.placed.items()},
            "far_space": {
                number: token if isinstance(token, str) else (token.owner, token.starbase)
                for number, token in self.far.items()
                if token
            },
            "pile": self.pile,
            "display": kept(self.display),
            "unseen": kept(self.unseen),
            "stack": self.stack,
            "put_back": self.put_back,
            "market": self.market,
            "decks": self.decks,
            "piles": self.piles,
            "hands": [player.hand for player in self.players],
            "shown": [player.shown for player in self.players],
            "technologies": [player.technologies for player in self.players],
            "dealt": [set(player.dealt) for player in self.players],
            "power": [player.power for player in self.players],
            "surged": [player.surged for player in self.players],
            "new_wormhole": self.new_wormhole,
            "used": kept(self.used),
            "numbers": self.numbers.changed(),
            "spent": [player.spent for player in self.players],
            "sway": [player.sway for player in self.players],
            "sway_placed": {region: kept(counts) for region, counts in self.sway_placed.items()},
            "sway_on_throne": kept(self.sway_on_throne),
            "fought": self.fought,
            "battle": battle and (battle.sector, battle.attacker, battle.defender),
            "leaders": battle and battle.leader,
            "asked": battle and {seat: asked for seat, asked in battle.asked.items() if asked},
            "strength": battle and kept(battle.strength),
            "tactics": battle and battle.tactics,
            "weapons": battle and battle.weapons,
            "shifts": battle and battle.shifts,
            "hits": battle and {seat: n for seat, n in battle.hits.items() if n},
            "fallen": battle and kept(battle.fallen),
            "plus": battle and {leader: kept(plus) for leader, plus in battle.plus.items() if kept(plus)},
            "spare": battle and kept(battle.spare),
            "spared": battle and kept(battle.spared),
        }
