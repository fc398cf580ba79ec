"""The table: the things that lie on it, and the facts about them that several clauses need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..options import Options
from .components import Components, Map
from .numbers import Numbers
from .story import Scene
from .things import (
    ASTEROIDS,
    BLOCKED,
    GALAXY,
    RESOURCES,
    WORMHOLE,
    Battle,
    Player,
    Ship,
    Token,
    count_ships,
    kept,
)

__all__ = ["Table"]


class Table:
    """Everything that lies on the table, with the facts about it that several clauses need."""

    def __init__(self, components: Components, players: int, options: Options, the_map: Map) -> None:
        self.components = components
        self.content = components.content
        self.options = options
        self.n = players
        self.seats = range(players)
        self.map = the_map
        self.regions, self.sectors, self.beside = the_map.regions, the_map.sectors, the_map.beside
        self.happened: Counter[str] = Counter()
        """A count of the events of this game, for tests; no rule uses it."""

        self.to_come: list[Scene] = []
        """The scenes that are still to come, the next one last."""

        self.now: Scene | None = None
        """The scene that is running."""

        self.players = [Player() for _ in self.seats]
        self.numbers = Numbers(self.content, players)
        self.used: Counter[str] = Counter()
        """C16.13: how often each effect was used in this role."""

        self.new_wormhole = False
        """C4.8: whether a wormhole came into the galaxy, and powers haven't flipped yet."""

        self.tiles: dict[str, str] = {}
        self.stack: list[str] = []
        """C1.5: the tiles of the stack, the next one first; most of them are `UNKNOWN`."""

        self.display: Counter[str] = Counter()
        self.unseen: Counter[str] = Counter()
        """The tiles that lie at unknown places of the stack, or are blocked (S54)."""

        self.put_back = 0
        """C4.7: the tiles that this filling of the display has put back."""

        self.decks: dict[int, set[str]] = {1: set(), 2: set(), 3: set()}
        self.piles: dict[int, list[str]] = {1: [], 2: [], 3: []}
        """C1.2: by cost; of a pile the top is the last."""

        self.fleets: dict[str, list[Ship]] = {region: [] for region in self.content.regions}
        """The ships in each region."""

        self.tokens: dict[str, Token] = {}
        """The tokens on planets."""

        self.far: dict[int, Token | str] = dict.fromkeys(range(1, len(self.content.far_space) + 1), GALAXY)
        """C1.3: the locations of far space by number: a galaxy token, a player's token, or nothing."""

        self.pile = self.content.galaxy_tokens - len(self.far)
        self.market = dict.fromkeys(range(1, len(self.content.market) + 1), False)
        """C1.4: whether each market tile shows credits."""

        self.laid: Counter[str] = Counter()
        """C2.3: the credits on each role."""

        self.placed: dict[str, Counter[int]] = {}
        """C11.3: influence on planets, by player."""

        self.on_throne: Counter[int] = Counter()
        self.sway_placed: dict[str, Counter[int]] = {}
        """S63: the same for influence that is no token."""

        self.sway_on_throne: Counter[int] = Counter()
        self.bought = 0
        """C11.2: the influence that was bought in this Regent."""

        self.battle: Battle | None = None
        self.fought: set[str] = set()
        """C9.6: the sectors where the player on turn has fought."""

        self.monolith = ""
        self.emperor = self.scepter = self.chooser = players - 1
        self.edict = "chaos"
        self.second = False
        """C14.2: whether it is the second role of the holder of the scepter."""

        self.rounds: int = 0
        self.favoured = -1
        """C12.4: the player whom the Emperor has named; -1 for nobody."""

        self._reached: dict[tuple[str, int, bool], set[str]] = {}

    def then(self, *scenes: Scene) -> None:
        """Let these scenes come next, in this order, before all others."""
        self.to_come.extend(reversed(scenes))

    def again(self) -> None:
        """Let the running scene come once more."""
        assert self.now
        self.then(self.now)

    # --- seats

    def from_seat(self, seat: int) -> list[int]:
        """All players in turn order from one of them (C2.1)."""
        return [(seat + i) % self.n for i in range(self.n)]

    def after_seat(self, seat: int) -> list[int]:
        """All players in turn order from the left of one of them, who comes last (C9.1, C11.3)."""
        return self.from_seat((seat + 1) % self.n)

    # --- the map

    def free_regions(self) -> list[str]:
        """C4.1: the regions without a tile."""
        return [region for region in self.regions if region not in self.tiles]

    def lay_tile(self, kind: str, region: str) -> None:
        """C4.4: lay a tile; ships that are there stand on it from then on; C4.8: a wormhole will flip powers."""
        self.tiles[region] = kind
        if kind == WORMHOLE:
            self.happened["a wormhole is placed"] += 1
            self.new_wormhole = self.options.powers
        self._reached.clear()

    def is_planet(self, region: str) -> bool:
        """Whether a token can lie there: a home world is none of these (C11.3)."""
        return self.tiles.get(region) in self.components.planets

    def reach(self, start: str, steps: int, asteroids_stop: bool = True) -> set[str]:
        """C9.1, C9.4, C9.5, S26, S27: the other regions that a ship reaches, whether it can stop there or not."""
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

    def add_ship(self, seat: int, kind: str, region: str) -> None:
        """C4.4, C7.3: put a ship of a player on the board."""
        self.fleets[region].append(Ship(seat, kind, region))

    def put_ship(self, ship: Ship, region: str) -> None:
        """C9.1: put a ship of the board into another region."""
        self.fleets[ship.place].remove(ship)
        ship.place = region
        self.fleets[region].append(ship)

    def take_ship(self, region: str, owner: int, kind: str) -> None:
        """S58: take a ship off the map; a moved ship goes first."""
        there = [ship for ship in self.fleets[region] if (ship.owner, ship.type) == (owner, kind)]
        self.fleets[region].remove(next((ship for ship in there if ship.moved), there[0]))

    def has_room(self, region: str, seat: int) -> bool:
        """C7.4, C9.2, S22: whether one more ship of a player may be there."""
        fleet = self.fleets[region]
        room = self.numbers.of(seat, "room")
        if self.options.own_cap:
            return sum(ship.owner == seat for ship in fleet) < room
        return len(fleet) < room

    # --- units and players

    def owner(self, region: str) -> int:
        """C3.3: the owner of a planet; -1 for nobody."""
        for seat, player in enumerate(self.players):
            if player.home == region:
                return seat
        token = self.tokens.get(region)
        return token.owner if token else -1

    def owned(self, seat: int) -> list[str]:
        """C3.3: the planets of a player, the home world among them."""
        return [region for region in self.regions if self.owner(region) == seat]

    def has_unit(self, seat: int, sector: str) -> bool:
        """C9.6: whether a player has a ship or a planet in a sector."""
        return any(self.has_unit_in(seat, region) for region in self.sectors[sector])

    def has_unit_in(self, seat: int, region: str) -> bool:
        """The same for a region."""
        return self.owner(region) == seat or any(ship.owner == seat for ship in self.fleets[region])

    def is_starbase(self, region: str) -> bool:
        """C3.3: a home world always is one."""
        token = self.tokens.get(region)
        return token.starbase if token else any(player.home == region for player in self.players)

    def strength(self, seat: int, regions: Iterable[str]) -> int:
        """C10.4: the strength of a player's units in some regions."""
        units: list[str] = []
        for region in regions:
            units += [f"strength.{ship.type}" for ship in self.fleets[region] if ship.owner == seat]
            if self.players[seat].home == region:
                units.append("home_strength")
            elif self.owner(region) == seat:
                units.append("strength.starbase" if self.is_starbase(region) else "strength.colony")
        return sum(self.numbers.of(seat, unit) for unit in units)

    # --- the market

    def value(self, resource: str) -> int:
        """C5.5, C6.2: tiles with credits cover the table from the left, the others from the right."""
        covered = sum(self.market.values())
        return self.content.values[RESOURCES.index(resource)][covered]

    def made(self, seat: int, resource: str) -> int:
        """C5.3, S12: the resources that the planets of a player show."""
        total = 0
        for region in self.owned(seat):
            if region == self.players[seat].home:
                total += self.content.homes[seat][RESOURCES.index(resource)]
            else:
                total += self.components.makes[self.tiles[region]][resource]
        return total

    # --- tokens

    def gain(self, seat: int, resource: str, n: int = 1) -> None:
        """C5.4: a player gains a resource; the part that doesn't fit on the track is lost."""
        end = self.numbers.of(seat, f"track.{resource}")
        player = self.players[seat]
        if player.resources[resource] + n > end:
            self.happened["resources lost"] += 1
        player.resources[resource] = min(end, player.resources[resource] + n)

    def score_galaxy(self, seat: int) -> None:
        """S9: score galaxy tokens; an empty pile gives nothing."""
        if self.pile:
            self.pile -= 1
            self.players[seat].throne[GALAXY] += 1
        else:
            self.happened["no galaxy token left to score"] += 1

    def points(self, seat: int) -> int:
        """C12.3: 1 for each token in the throne, 1 for each colony, 2 for each starbase."""
        far = [token for token in self.far.values() if isinstance(token, Token)]
        tokens = [token for token in (*self.tokens.values(), *far) if token.owner == seat]
        return self.players[seat].throne.total() + sum(2 if token.starbase else 1 for token in tokens)

    # --- what is on the table

    def table(self) -> dict[str, Any]:
        """Return everything on the table and in the hands, as plain values; counts of 0 are left out."""
        ships = [ship for fleet in self.fleets.values() for ship in fleet]
        sector = self.sectors[self.battle.sector] if self.battle else self.regions
        return {
            "ships": count_ships(ships),
            "moved": count_ships(ship for ship in ships if ship.moved),
            # A ship that tactics have moved out of the sector is out of the battle.
            "shifted": count_ships(ship for ship in ships if ship.shifted and ship.place in sector),
            "round": self.rounds,
            "scepter": self.scepter,
            "second": self.second,
            "emperor": self.emperor,
            "edict": self.edict,
            "monolith": self.monolith,
            "chooser": self.chooser,
            "wheel": kept(self.laid),
            "favoured": self.favoured,
            "on_throne": kept(self.on_throne),
            "bought": self.bought,
            "tiles": dict.fromkeys(self.map.blocked, BLOCKED) | self.tiles,
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
            "new_wormhole": self.new_wormhole,
            "used": kept(self.used),
            "numbers": self.numbers.changes(),
            "sway_placed": {region: kept(counts) for region, counts in self.sway_placed.items()},
            "sway_on_throne": kept(self.sway_on_throne),
            "fought": self.fought,
            **{f"players' {name}": each for name, each in self._of_players().items()},
            **{f"battle's {name}": each for name, each in self._of_battle().items()},
        }

    def _of_players(self) -> dict[str, Any]:
        return {
            "credits": [player.credits for player in self.players],
            "resources": [kept(player.resources) for player in self.players],
            "stock": [player.stock for player in self.players],
            "throne": [kept(player.throne) for player in self.players],
            "supply": [kept(player.supply) for player in self.players],
            "staging": [kept(player.staging) for player in self.players],
            "influence": [player.influence for player in self.players],
            "home": [player.home for player in self.players],
            "hand": [player.hand for player in self.players],
            "shown": [player.shown for player in self.players],
            "hidden": [kept(player.hidden) for player in self.players],
            "technologies": [player.technologies for player in self.players],
            "dealt": [{*player.dealt} for player in self.players],
            "power": [player.power for player in self.players],
            "surged": [player.surged for player in self.players],
            "spent": [player.spent for player in self.players],
            "sway": [player.sway for player in self.players],
        }

    def _of_battle(self) -> dict[str, Any]:
        battle = self.battle
        if battle is None:
            return {}
        return {
            "place": (battle.sector, battle.attacker, battle.defender),
            "leaders": battle.leader,
            "asked": {seat: asked for seat, asked in battle.asked.items() if asked},
            "strength": kept(battle.strength),
            "tactics": battle.tactics,
            "weapons": battle.weapons,
            "shifts": battle.shifts,
            "hits": kept(battle.hits),
            "fallen": kept(battle.fallen),
            "plus": {leader: kept(plus) for leader, plus in battle.plus.items() if kept(plus)},
            "spare": kept(battle.spare),
            "spared": kept(battle.spared),
        }
