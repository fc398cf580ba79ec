"""Positions of the package in the words of the second reading, and what must be equal in both after every action."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from tests.empire_of_the_stars.second_reading import Game
from tests.empire_of_the_stars.second_story import CHANCE
from tests.empire_of_the_stars.second_things import (
    BLOCKED,
    GALAXY,
    HOME,
    RESOURCES,
    ROLES,
    SEATS,
    SHIPS,
    SPACE,
    STAGING,
    SUPPLY,
    UNKNOWN,
    WORMHOLE,
    Deal,
)
from tests.empire_of_the_stars.second_verbs import DIALS

from sse_core.empire_of_the_stars import Board, State, layout
from sse_core.empire_of_the_stars.actions import text_of
from sse_core.empire_of_the_stars.content import named_effects, slug
from sse_core.empire_of_the_stars.due import STEP_NAMES
from sse_core.empire_of_the_stars.layout import (
    HOME_TILE,
    IN_DECK,
    IN_HAND,
    IN_PILE,
    LAYOUT,
    MAX_REGIONS,
    NOBODY,
    OWNED,
    numbers_of,
    signed,
)
from sse_core.empire_of_the_stars.options import options_of
from sse_core.empire_of_the_stars.position import Position as Fields
from sse_core.empire_of_the_stars.vocabulary import LEAST, MOMENTS, MOST, RULE_NUMBERS, STANDING

FIELDS: Final = {field.name: field for field in LAYOUT}
BATTLE: Final = (
    *("battle", "leaders", "asked", "strength", "tactics", "weapons", "shifts", "hits", "fallen"),
    *("plus", "spare", "spared"),
)
SECRET: Final = "?"
"""A power that was chosen and isn't shown yet."""

SHIP_NAMES: Final = tuple(SHIPS)


class Words:
    """The names that a pack's numbers stand for, and the parts of positions in these words.

    A part changes seldom, so what its bytes say is kept.
    """

    def __init__(self, board: Board) -> None:
        content = board.content
        self.texts = tuple(map(text_of, board.actions))
        self.ids = {text: number for number, text in enumerate(self.texts)}
        self.regions = content.regions
        self.sectors = content.sectors
        self.kinds = [kind.name for kind in content.tiles]
        self.cards = [slug(card.name) for card in content.technologies]
        self.costs = board.costs
        self.edicts = [slug(edict.name) for edict in content.edicts]
        self.powers = {0: "", layout.SECRET: SECRET}
        self.powers |= {number: slug(power.name) for number, power in enumerate(content.powers, 1)}
        self.effects = [name for name, _ in named_effects(content)]
        self.standing = [*STANDING, *[0] * (len(RULE_NUMBERS) - len(STANDING))]
        for kind, end in zip(RESOURCES, content.tracks, strict=True):
            self.standing[RULE_NUMBERS.index(f"track.{kind}")] = end
        self.parts: dict[str, tuple[bytes, dict[str, Any]]] = {}
        """What a part told last time, by its first field."""

        self.fleets = lru_cache(maxsize=1024)(self._fleets)
        self.galaxy = lru_cache(maxsize=1024)(self._galaxy)
        self.technologies = lru_cache(maxsize=1024)(self._technologies)

    def _fleets(self, row: bytes) -> dict[tuple[int, str, str], int]:
        found: dict[tuple[int, str, str], int] = {}
        for place, n in enumerate(row):
            if n:
                rest, region = divmod(place, MAX_REGIONS)
                seat, kind = divmod(rest, len(SHIP_NAMES))
                found[seat, SHIP_NAMES[kind], self.regions[region]] = n
        return found

    def _galaxy(self, tiles: bytes, tokens: bytes, placed: bytes, far: bytes) -> dict[str, Any]:
        on_planets: dict[str, dict[int, int]] = {}
        for place, n in enumerate(placed):
            if n:
                seat, region = divmod(place, MAX_REGIONS)
                on_planets.setdefault(self.regions[region], {})[seat] = n
        return {
            "tiles": {self.regions[region]: self._tile(n) for region, n in enumerate(tiles) if n},
            "tokens": {self.regions[region]: token_of(n - 1) for region, n in enumerate(tokens) if n},
            "placed": on_planets,
            "far_space": {place: GALAXY if n == 1 else token_of(n - 2) for place, n in enumerate(far, start=1) if n},
        }

    def numbers(self, changes: list[bytes]) -> list[dict[str, int]]:
        """The numbers of each player that aren't as they stand."""
        found: list[dict[str, int]] = [{} for _ in changes]
        for numbers, row in zip(found, changes, strict=True):
            rules = zip(RULE_NUMBERS, self.standing, LEAST, MOST, row, strict=True)
            for name, standing, least, most, change in rules:
                number = min(most, max(least, standing + signed(change)))
                if number != standing:
                    numbers[name] = number
        return found

    def _tile(self, number: int) -> str:
        if number == layout.BLOCKED:
            return BLOCKED
        return HOME if number >= HOME_TILE else self.kinds[number - 1]

    def _technologies(self, n: int, places: bytes, heights: bytes, known: bytes) -> dict[str, Any]:
        numbers = range(len(self.cards))

        def at(place: int) -> list[int]:
            """The cards that lie at a place, in the order of a pile."""
            return sorted((card for card in numbers if places[card] == place), key=lambda card: heights[card])

        def by_cost(place: int) -> dict[int, list[str]]:
            there = at(place)
            return {cost: [self.cards[card] for card in there if self.costs[card] == cost] for cost in (1, 2, 3)}

        hands = [at(IN_HAND + seat) for seat in range(n)]
        return {
            "decks": {cost: set(cards) for cost, cards in by_cost(IN_DECK).items()},
            "piles": by_cost(IN_PILE),
            "hands": [{self.cards[card] for card in hand} for hand in hands],
            "shown": [{self.cards[card] for card in hand if known[card]} for hand in hands],
            "technologies": [{self.cards[card] for card in at(OWNED + seat)} for seat in range(n)],
        }


@lru_cache(maxsize=16)
def words_of(board: Board) -> Words:
    """The words of a pack."""
    return Words(board)


def second_reading(state: State) -> Game:
    """The second reading of the start of a game."""
    told = Position(state).table()
    blocked = [
        sector.name
        for sector in state.board.content.sectors
        if told["tiles"].get(state.board.content.regions[sector.regions[0]]) == BLOCKED
    ]
    tops = [card for pile in told["piles"].values() for card in pile]
    deal = Deal(blocked, told["display"], told["stack"].count(SPACE), told["hands"], tops, told["dealt"])
    return Game(state.board.content, len(told["hands"]), options_of(Fields(state.data)), deal)


class Position:
    """A position of the package, in the words of the second reading."""

    def __init__(self, state: State) -> None:
        self.words = words_of(state.board)
        self.data = state.data
        self.n = self.number("players")

    def number(self, name: str) -> int:
        field = FIELDS[name]
        return int.from_bytes(self.data[field.offset : field.offset + field.width], "little")

    def row(self, name: str) -> bytes:
        """The numbers of a field whose numbers are bytes."""
        field = FIELDS[name]
        assert field.width == 1
        return self.data[field.offset : field.offset + field.n]

    def numbers(self, name: str) -> tuple[int, ...]:
        return numbers_of(self.data, FIELDS[name])

    def rows(self, name: str) -> list[bytes]:
        """The numbers of each seat."""
        found = self.row(name)
        size = len(found) // len(SEATS)
        return [found[seat * size : (seat + 1) * size] for seat in range(self.n)]

    @property
    def step(self) -> str:
        return STEP_NAMES[self.number("step")]

    def ships(self, name: str) -> list[dict[str, int]]:
        return [named(SHIP_NAMES, row) for row in self.rows(name)]

    def stack(self) -> list[str]:
        found = [UNKNOWN] * self.number("stack") + [SPACE] * self.number("bottom")
        for depth in self.row("depth"):
            if depth != NOBODY:
                found[depth] = WORMHOLE
        return found

    def battle(self) -> dict[str, Any]:
        """What is counted of a side is told of its leader."""
        if self.number("sector") == NOBODY:
            return self._fought() | dict.fromkeys(BATTLE)
        leaders = self.number("attacker"), self.number("defender")
        written = self.row("written")

        def of_leaders(name: str) -> list[tuple[int, int]]:
            return list(zip(leaders, self.numbers(name), strict=True))

        return {
            **self._fought(),
            "battle": (self.words.sectors[self.number("sector")].name, *leaders),
            "leaders": {seat: leaders[side - 1] for seat, side in enumerate(self.row("side")) if side},
            "asked": {who: {s for s in range(4) if bits >> s & 1} for who, bits in of_leaders("asked") if bits},
            "strength": {who: n for who, n in of_leaders("force") if n},
            "tactics": {
                who: n for (who, n), count in zip(of_leaders("tactics"), written, strict=True) if count in (1, 2)
            },
            "weapons": {who: n for (who, n), count in zip(of_leaders("weapons"), written, strict=True) if count == 2},
            "shifts": self.number("shifts"),
            **self._hits(leaders),
            "fallen": {who: n for who, n in of_leaders("fallen") if n},
            "plus": {
                who: plus
                for who, row in zip(leaders, (self.row("plus")[:3], self.row("plus")[3:]), strict=True)
                if (plus := named(DIALS, map(signed, row)))
            },
            "spare": named(range(self.n), self.row("spare")),
        }

    def _hits(self, leaders: tuple[int, int]) -> dict[str, Any]:
        """The hits that each leader has left; before they are settled, those that the other side is spared."""
        found = {who: n for who, n in zip(leaders, self.numbers("hits"), strict=True) if n}
        if self.number("window") != MOMENTS.index("battle:open") + 1:
            return {"hits": found, "spared": {}}
        attacker, defender = leaders
        other = {attacker: defender, defender: attacker}
        return {"hits": {}, "spared": {other[who]: n for who, n in found.items()}}

    def _fought(self) -> dict[str, Any]:
        fought = self.number("fought")
        return {"fought": {sector.name for number, sector in enumerate(self.words.sectors) if fought >> number & 1}}

    def part(self, first: str, last: str, tell: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """What the fields from one to another tell; what they told last time is kept."""
        raw = (
            bytes([self.n])
            + self.data[FIELDS[first].offset : FIELDS[last].offset + FIELDS[last].n * FIELDS[last].width]
        )
        told_raw, told = self.words.parts.get(first, (b"", {}))
        if raw != told_raw:
            told = tell()
            self.words.parts[first] = raw, told
        return told

    def table(self) -> dict[str, Any]:
        """What `Game.table` tells."""
        words = self.words
        return {
            **{name: words.fleets(self.row(name)) for name in ("ships", "moved", "shifted")},
            **words.galaxy(*map(self.row, ("tile", "token", "placed", "far_space"))),
            **words.technologies(self.n, *map(self.row, ("place", "height", "known"))),
            **self.part("scepter", "wheel", self._wheel),
            **self.part("favoured", "home", self._players),
            **self.part("pile", "market", self._tiles),
            **self.part("power", "new_wormhole", self._powers),
            **self.part("used", "used", self._used),
            **self.part("changed", "changed", self._numbers),
            **self.part("spent", "sway_throne", self._sway),
            **self.battle(),
            "round": self.number("round"),
        }

    def _wheel(self) -> dict[str, Any]:
        monolith = self.number("monolith")
        return {
            "scepter": self.number("scepter"),
            "second": self.number("second"),
            "emperor": self.number("emperor"),
            "edict": self.words.edicts[self.number("edict")],
            "monolith": "" if monolith == NOBODY else ROLES[monolith],
            "chooser": self.number("chooser"),
            "wheel": named(ROLES, self.numbers("wheel")),
        }

    def _players(self) -> dict[str, Any]:
        favoured = self.number("favoured")
        homes = self.row("home")[: self.n]
        return {
            "favoured": -1 if favoured == NOBODY else favoured,
            "credits": list(self.numbers("credits")[: self.n]),
            "resources": [named(RESOURCES, row) for row in self.rows("resources")],
            "stock": list(self.row("stock")[: self.n]),
            "throne": [named((*SEATS, GALAXY), row) for row in self.rows("throne")],
            "influence": list(self.row("influence")[: self.n]),
            "on_throne": named(range(self.n), self.row("on_throne")),
            "bought": self.number("bought"),
            SUPPLY: self.ships("supply"),
            STAGING: self.ships("staging"),
            "home": ["" if home == NOBODY else self.words.regions[home] for home in homes],
        }

    def _powers(self) -> dict[str, Any]:
        return {
            "power": [self.words.powers[number] for number in self.row("power")[: self.n]],
            "dealt": [{self.words.powers[number] for number in row if number} for row in self.rows("dealt")],
            "surged": [bool(surged) for surged in self.row("surged")[: self.n]],
            "new_wormhole": bool(self.number("new_wormhole")),
        }

    def _used(self) -> dict[str, Any]:
        return {"used": named(self.words.effects, self.row("used"))}

    def _numbers(self) -> dict[str, Any]:
        return {"numbers": self.words.numbers(self.rows("changed"))}

    def _sway(self) -> dict[str, Any]:
        on_planets: dict[str, dict[int, int]] = {}
        for seat, row in enumerate(self.rows("sway_at")):
            for region, n in named(self.words.regions, row).items():
                on_planets.setdefault(region, {})[seat] = n
        return {
            "spent": list(self.row("spent")[: self.n]),
            "sway": list(self.row("sway")[: self.n]),
            "sway_placed": on_planets,
            "sway_on_throne": named(range(self.n), self.row("sway_throne")),
        }

    def _tiles(self) -> dict[str, Any]:
        market = self.number("market")
        return {
            "pile": self.number("pile"),
            "display": named(self.words.kinds, self.row("display")),
            "unseen": named(self.words.kinds, self.row("unseen")),
            "stack": self.stack(),
            "put_back": self.number("put_back"),
            "market": {tile: bool(market >> tile - 1 & 1) for tile in (1, 2, 3, 4)},
        }


def named(names: Any, counts: Any) -> dict[Any, int]:
    """Counts by name, without those that are 0."""
    return {name: n for name, n in zip(names, counts, strict=False) if n}


def token_of(number: int) -> tuple[int, bool]:
    """A token of a player from 0: twice the seat, and 1 more for a starbase."""
    return number // 2, bool(number % 2)


def compare_view(state: State, game: Game, viewer: int) -> None:
    """C16.12, S24: what a player may know: not the cards of others but their costs and those shown, nor open dials."""
    view = state.view(viewer)
    texts = words_of(state.board).texts
    assert {texts[i] for i in view.legal_ids(viewer)} == game.legal(viewer)
    position, ours = Position(view), game.table()
    told = position.table()
    costs = [0] * 12
    decks = {cost: set(cards) for cost, cards in game.decks.items()}
    for seat in game.seats:
        hidden = game.players[seat].hand - game.players[seat].shown if seat != viewer else set[str]()
        ours["hands"][seat] = game.players[seat].hand - hidden
        for card in hidden:
            costs[3 * seat + game.cost[card] - 1] += 1
            decks[game.cost[card]].add(card)
    ours["decks"] = decks
    assert position.numbers("hidden") == tuple(costs)
    if game.step == "power":
        for seat in game.seats:
            if seat != viewer:
                ours["dealt"][seat] = set[str]()
                ours["power"][seat] = ours["power"][seat] and SECRET
    if game.step == "dial":
        for name in ("tactics", "weapons"):
            ours[name] = {seat: n for seat, n in ours[name].items() if seat == viewer}
    for name, thing in ours.items():
        assert told[name] == thing, ("view", viewer, name, told[name], thing, game.step)


def compare(state: State, game: Game) -> None:
    """The table, who is to act, the legal actions of everybody, the odds, the points, and the end."""
    texts = words_of(state.board).texts
    assert state.to_act == game.to_act, (state.to_act, game.to_act, game.step)
    position, step = Position(state), game.step
    assert position.step == step, (position.step, step)
    for player in (CHANCE, *game.seats):
        theirs = {texts[i] for i in state.legal_ids(player)}
        assert theirs == game.legal(player), (step, player, theirs ^ game.legal(player))
    odds = {text_of(action): chance for action, chance in state.odds()}
    assert odds == game.odds(), (odds, game.odds())
    assert state.totals == game.totals, (state.totals, game.totals)
    told, ours = position.table(), game.table()
    assert told.keys() == ours.keys()
    for name, thing in ours.items():
        assert told[name] == thing, (name, told[name], thing, step)
    outcome = state.outcome
    assert (outcome and (outcome.winners, outcome.decided_by)) == game.outcome
    assert outcome is None or outcome.totals == game.totals
