"""The conversion of a position's fields to a table of the reference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeVar

from ..options import options_of
from ..packs.vocabulary import MOMENTS, RULE_NUMBERS, WHAT
from ..positions.fields import BLOCKED, HOME_TILE, IN_DECK, IN_HAND, IN_PILE, MAX_REGIONS, NOBODY, OWNED
from ..positions.fields import GALAXY as GALAXY_TOKEN
from ..positions.fields import SECRET as SECRET_POWER
from ..positions.position import Position, bytes_of
from .components import Components
from .game import Game
from .things import (
    GALAXY,
    HOME,
    RESOURCES,
    ROLES,
    SEATS,
    SECRET,
    SHIPS,
    SPACE,
    UNKNOWN,
    WORMHOLE,
    Battle,
    Ship,
    Token,
)

__all__ = ["lay"]

K = TypeVar("K")
_SHIPS: Final = tuple(SHIPS)
_NOT_0: Final = re.compile(rb"[^\0]")
_SET, _ALL_SET = 1, 2
"""C10.5: the number of parts of a dial that are set."""


def lay(components: Components, p: Position) -> Game:
    """Return a game with the table of a position, without the scenes to come.

    From a player's view (C16.12) it gets what the player sees: hidden cards are only counted, and lie in the decks.
    """
    content = components.content
    blocked = tuple(sector.name for sector in content.sectors if p.tile[sector.regions[0]] == BLOCKED)
    game = Game(components, p.players, options_of(p), components.map_without(blocked))
    _lay_round(game, p)
    _lay_players(game, p)
    _lay_galaxy(game, p)
    _lay_ships(game, p)
    _lay_tiles(game, p)
    _lay_cards(game, p)
    _lay_effects(game, p)
    game.fought = {sector.name for number, sector in enumerate(content.sectors) if p.fought >> number & 1}
    if p.sector != NOBODY:
        game.battle = _battle(components, p)
    return game


def _named(names: Iterable[K], numbers: Collection[int]) -> Counter[K]:
    """Return numbers by name; the last names may have none."""
    if not any(numbers):
        return Counter()
    return Counter({name: n for name, n in zip(names, numbers, strict=False) if n})


def _lay_round(game: Game, p: Position) -> None:
    game.rounds, game.scepter, game.second, game.emperor = p.round, p.scepter, bool(p.second), p.emperor
    game.edict = game.components.edicts[p.edict]
    game.monolith = "" if p.monolith == NOBODY else ROLES[p.monolith]
    game.chooser = p.chooser
    game.laid = _named(ROLES, p.wheel)
    game.favoured = -1 if p.favoured == NOBODY else p.favoured
    game.on_throne = _named(game.seats, p.on_throne)
    game.bought = p.bought


def _lay_players(game: Game, p: Position) -> None:
    powers = {0: "", SECRET_POWER: SECRET} | dict(enumerate(game.components.powers, 1))
    for seat, player in enumerate(game.players):
        player.credits = p.credits[seat]
        player.resources = _named(RESOURCES, p.resources[seat])
        player.stock = p.stock[seat]
        player.throne = _named((*SEATS, GALAXY), p.throne[seat])
        player.influence = p.influence[seat]
        player.home = "" if p.home[seat] == NOBODY else game.content.regions[p.home[seat]]
        player.power = powers[p.power[seat]]
        player.dealt = [powers[number] for number in p.dealt[seat] if number]
        player.surged = bool(p.surged[seat])
        player.spent, player.sway = p.spent[seat], p.sway[seat]


def _token(number: int) -> Token:
    """Return a token of a player: twice the seat, and 1 more for a starbase."""
    return Token(number // 2, starbase=number % 2 == 1)


def _lay_galaxy(game: Game, p: Position) -> None:
    regions = game.content.regions
    for region, token in zip(regions, p.token, strict=False):
        if token:
            game.tokens[region] = _token(token - 1)
    for number, token in zip(game.far, p.far_space, strict=False):
        game.far[number] = GALAXY if token == GALAXY_TOKEN else _token(token - 2) if token else ""
    for placed, rows in ((game.placed, p.placed), (game.sway_placed, p.sway_at)):
        for seat in game.seats:
            if any(rows[seat]):
                for region, n in _named(regions, rows[seat]).items():
                    placed.setdefault(region, Counter())[seat] = n
    game.sway_on_throne = _named(game.seats, p.sway_throne)
    game.pile = p.pile
    game.market = {tile: bool(p.market >> tile - 1 & 1) for tile in game.market}


def _lay_ships(game: Game, p: Position) -> None:
    """Among equal ships only the number of moved ones is known (S58)."""
    regions = game.content.regions
    there, moved, shifted = (p.data[bytes_of(name)] for name in ("ships", "moved", "shifted"))
    for found in _NOT_0.finditer(there):
        place = found.start()
        rest, region = divmod(place, MAX_REGIONS)
        seat, kind = divmod(rest, len(_SHIPS))
        n, name = there[place], regions[region]
        for number in range(n):
            ship = Ship(seat, _SHIPS[kind], name, number < moved[place], n - number <= shifted[place])
            game.fleets[name].append(ship)
    for seat, player in enumerate(game.players):
        player.supply, player.staging = _named(_SHIPS, p.supply[seat]), _named(_SHIPS, p.staging[seat])


def _lay_tiles(game: Game, p: Position) -> None:
    components = game.components
    for region, number in zip(game.content.regions, p.tile, strict=False):
        if number and number != BLOCKED:
            game.tiles[region] = HOME if number >= HOME_TILE else components.tiles[number - 1]
    game.display, game.unseen = _named(components.tiles, p.display), _named(components.tiles, p.unseen)
    game.stack = [UNKNOWN] * p.stack + [SPACE] * p.bottom
    for depth in p.depth:
        if depth != NOBODY:
            game.stack[depth] = WORMHOLE
    game.put_back = p.put_back


def _lay_cards(game: Game, p: Position) -> None:
    heights: dict[str, int] = {}
    for card, place, height, known in zip(game.components.cards, p.place, p.height, p.known, strict=False):
        cost = game.components.cost[card]
        if place == IN_DECK:
            game.decks[cost].add(card)
        elif place == IN_PILE:
            game.piles[cost].append(card)
            heights[card] = height
        elif place >= OWNED:
            game.players[place - OWNED].technologies.add(card)
        else:
            player = game.players[place - IN_HAND]
            player.hand.add(card)
            if known:
                player.shown.add(card)
    for pile in game.piles.values():
        pile.sort(key=heights.__getitem__)
    for seat, player in enumerate(game.players):
        player.hidden = _named(game.decks, p.hidden[seat])


def _lay_effects(game: Game, p: Position) -> None:
    game.new_wormhole = bool(p.new_wormhole)
    game.used = _named(game.components.effects, p.used)
    for seat in game.seats:
        for_role, for_battle = (_named(RULE_NUMBERS, rows[seat]) for rows in (p.for_role, p.for_battle))
        game.numbers.for_role[seat], game.numbers.for_battle[seat] = for_role, for_battle
        always = _named(RULE_NUMBERS, p.changed[seat])
        for part in (for_role, for_battle):
            always.subtract(part)
        game.numbers.always[seat] = always


# --- the battle


def _battle(components: Components, p: Position) -> Battle:
    """The counts of a side are kept with its leader."""
    leaders = p.attacker, p.defender

    def of_leaders(numbers: Iterable[int]) -> dict[int, int]:
        return dict(zip(leaders, numbers, strict=True))

    written, tactics, weapons = of_leaders(p.written), of_leaders(p.tactics), of_leaders(p.weapons)
    battle = Battle(components.content.sectors[p.sector].name, *leaders)
    battle.leader = {seat: leaders[side - 1] for seat, side in enumerate(p.side) if side}
    battle.asked = {
        who: {seat for seat in range(p.players) if bits >> seat & 1} for who, bits in of_leaders(p.asked).items()
    }
    battle.strength = of_leaders(p.force)
    battle.tactics = {who: tactics[who] for who in leaders if written[who] in (_SET, _ALL_SET)}
    battle.weapons = {who: weapons[who] for who in leaders if written[who] == _ALL_SET}
    battle.shifts = p.shifts
    battle.fallen = Counter(of_leaders(p.fallen))
    battle.plus = {who: _named(WHAT["dial"], plus) for who, plus in zip(leaders, p.plus, strict=True)}
    battle.spare = _named(range(p.players), p.spare)
    _lay_hits(battle, p, of_leaders(p.hits))
    return battle


def _lay_hits(battle: Battle, p: Position, hits: Mapping[int, int]) -> None:
    """C16.10: before hits are settled, their field holds the hits that the other side is spared (S70)."""
    attacker, defender = battle.leaders
    if p.window == MOMENTS.index("battle:open") + 1:
        battle.spared = Counter({defender: hits[attacker], attacker: hits[defender]})
    else:
        battle.hits = {**hits}
