"""Phrases for use in sentences: prices, ships, tiles, roles and edicts, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from ...play.sentences import listed
from ..messages import counted, message, say
from ..packs.content import NONE, Edict, Face, Tile
from ..packs.vocabulary import MEASURES, MOMENTS, ROLES

__all__ = [
    "a_ship",
    "an_edict",
    "cards",
    "credits",
    "fleet",
    "hits",
    "market_values",
    "measure_name",
    "moment_words",
    "purse",
    "regions",
    "resource",
    "resource_name",
    "role_name",
    "ships",
    "ships_to_move",
    "tile_name",
    "token_name",
    "tokens",
]

_Counted: TypeAlias = Callable[[int], str]

_SHIPS: Final[tuple[_Counted, ...]] = (
    lambda n: counted(n, "{n} fighter", "{n} fighters"),
    lambda n: counted(n, "{n} cruiser", "{n} cruisers"),
    lambda n: counted(n, "{n} dreadnought", "{n} dreadnoughts"),
)
_A_SHIP: Final = (message("a fighter"), message("a cruiser"), message("a dreadnought"))
_RESOURCES: Final[tuple[_Counted, ...]] = (
    lambda n: counted(n, "{n} polymer", "{n} polymers"),
    lambda n: say("{n} metal", n=n),
    lambda n: say("{n} energy", n=n),
)
_RESOURCE_NAMES: Final = (message("polymers"), message("metal"), message("energy"))
_ROLES: Final = {
    "explorer": message("Explorer"),
    "steward": message("Steward"),
    "merchant": message("Merchant"),
    "engineer": message("Engineer"),
    "scientist": message("Scientist"),
    "warlord": message("Warlord"),
    "regent": message("Regent"),
}
_TILES: Final = {
    Face.SPACE: message("empty space"),
    Face.ASTEROIDS: message("an asteroid field"),
    Face.WORMHOLE: message("a wormhole"),
    Face.PLANET: message("a planet that makes nothing"),
}
_DURING: Final = MappingProxyType({
    "explore": message("while exploring"),
    "produce": message("after production"),
    "trade": message("while trading"),
    "invest": message("while investing"),
    "build": message("while building"),
    "deploy": message("while deploying"),
    "draw": message("while drawing"),
    "buy": message("while buying technologies"),
    "move": message("while moving"),
    "colonize": message("while colonizing"),
    "influence": message("while buying influence"),
    "put": message("while placing influence"),
    "turn": message("in the own turn"),
})  # fmt: skip
_MOMENTS: Final = MappingProxyType({
    "always": message("always"),
    "setup": message("at set-up"),
    "battle:begin": message("when a battle begins"),
    "battle:open": message("when dials are open"),
    "battle:end": message("when a battle ends"),
    "edict": message("when the edict is scored"),
    "final": message("at the end of the game"),
})  # fmt: skip
_MEASURES: Final = {
    "planets": message("planets"),
    "colonies": message("colonies"),
    "starbases": message("starbases, the home world among them"),
    "far_space": message("locations of far space"),
    "sectors": message("sectors with own ships or planets"),
    "ships": message("ships on the map"),
    "fighters": message("fighters on the map"),
    "cruisers": message("cruisers on the map"),
    "dreadnoughts": message("dreadnoughts on the map"),
    "strength": message("strength of all ships and planets"),
    "staging": message("ships in staging"),
    "technologies": message("technologies"),
    "technologies.culture": message("technologies of culture"),
    "technologies.industry": message("technologies of industry"),
    "technologies.military": message("military technologies"),
    "cards": message("cards in hand"),
    "credits": message("credits"),
    "polymers": message("polymers"),
    "metal": message("metal"),
    "energy": message("energy"),
    "resources": message("polymers, metal and energy together"),
    "stock": message("tokens in the stock"),
    "throne": message("scored tokens"),
    "home_fleet": message("ships on the home world"),
    "wormholes": message("wormholes with own ships"),
    "asteroids": message("asteroid fields with own ships"),
    "contacts": message("opponents in the same sectors"),
    "made.polymers": message("polymers made by own planets"),
    "made.metal": message("metal made by own planets"),
    "made.energy": message("energy made by own planets"),
}


def credits(n: int) -> str:
    """Return the words for a number of credits."""
    return counted(n, "{n} credit", "{n} credits")


def resource(n: int, kind: int) -> str:
    """Return the words for a number of polymers, metal or energy."""
    return _RESOURCES[kind](n)


def resource_name(kind: int) -> str:
    """Return the name of a resource."""
    return say(_RESOURCE_NAMES[kind])


def purse(amounts: Sequence[int]) -> str:
    """Return the amounts of credits, polymers, metal and energy above 0 in words; `nothing` if there are none."""
    money, *resources = amounts
    parts = [credits(money)] if money else []
    parts += [resource(n, kind) for kind, n in enumerate(resources) if n]
    return listed(parts) or say("nothing")


def ships(n: int, kind: int) -> str:
    """Return the words for a number of ships of a type."""
    return _SHIPS[kind](n)


def a_ship(kind: int) -> str:
    """Return the words for one ship of a type."""
    return say(_A_SHIP[kind])


def fleet(numbers: Sequence[int]) -> str:
    """Return the words for ships of each type; `no ships` for none."""
    return listed(ships(n, kind) for kind, n in enumerate(numbers) if n) or say("no ships")


def role_name(role: int) -> str:
    """Return the name of a role."""
    return say(_ROLES[ROLES[role]])


def tile_name(tile: Tile) -> str:
    """Return the words for a tile: its kind, and the resources that it makes."""
    if any(tile.makes):
        return say("a planet that makes {what}", what=purse((0, *tile.makes)))
    return say(_TILES[tile.face])


def token_name(token: int) -> str:
    """Return the word for a token of a position: a colony or a starbase."""
    return say("colony") if token & 1 else say("starbase")


def tokens(n: int) -> str:
    """Return the words for a number of tokens."""
    return counted(n, "{n} token", "{n} tokens")


def cards(n: int) -> str:
    """Return the words for a number of cards."""
    return counted(n, "{n} card", "{n} cards")


def regions(n: int) -> str:
    """Return the words for a number of regions."""
    return counted(n, "{n} region", "{n} regions")


def hits(n: int) -> str:
    """Return the words for a number of hits."""
    return counted(n, "{n} hit", "{n} hits")


def ships_to_move(n: int) -> str:
    """Return the words for a number of ships that tactics can still move."""
    return counted(n, "{n} ship can still be moved by tactics", "{n} ships can still be moved by tactics")


def market_values(values: Sequence[int]) -> str:
    """Return the values of polymers, metal and energy in words."""
    polymers, metal, energy = values
    return say(
        "polymers are worth {polymers} each, metal {metal}, energy {energy}",
        polymers=credits(polymers),
        metal=metal,
        energy=energy,
    )


def moment_words(moment: int) -> str:
    """Return a moment of `MOMENTS` in words, such as ``before Explorer``."""
    start, _, which = MOMENTS[moment].partition(":")
    if start == "before":
        return say("before {role}", role=role_name(ROLES.index(which)))
    if start == "after":
        return say("after {role}", role=role_name(ROLES.index(which)))
    if start == "during":
        return say(_DURING[which])
    return say(_MOMENTS[MOMENTS[moment]])


def measure_name(measure: int) -> str:
    """Return the words for the things that a measure of `MEASURES` counts."""
    return say(_MEASURES[MEASURES[measure]])


def an_edict(edict: Edict) -> str:
    """Return the words for the condition on which an edict gives a galaxy token."""
    if edict.measure == NONE:
        return say("no galaxy token for anybody")
    if edict.least:
        return say("a galaxy token for the fewest {what}", what=measure_name(edict.measure))
    return say("a galaxy token for the most {what}", what=measure_name(edict.measure))
