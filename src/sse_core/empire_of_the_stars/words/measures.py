"""Words for measures of a player, as in tests and amounts of cards: ``4 planets``, ``1 for each planet``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from ..messages import counted, message, say
from ..packs.content import MAX_AMOUNT, NONE, Amount
from ..packs.vocabulary import COMPARISONS, MEASURES, TESTS
from .phrases import credits, resource

__all__ = ["for_each", "tested"]

_Counted: TypeAlias = Callable[[int], str]

_MANY: Final[Mapping[str, _Counted]] = MappingProxyType({
    "planets": lambda n: counted(n, "{n} planet", "{n} planets"),
    "colonies": lambda n: counted(n, "{n} colony", "{n} colonies"),
    "starbases": lambda n: counted(
        n, "{n} starbase, the home world counted", "{n} starbases, the home world among them"
    ),
    "far_space": lambda n: counted(n, "{n} location of far space", "{n} locations of far space"),
    "sectors": lambda n: counted(n, "{n} sector with own ships or planets", "{n} sectors with own ships or planets"),
    "ships": lambda n: counted(n, "{n} ship on the map", "{n} ships on the map"),
    "fighters": lambda n: counted(n, "{n} fighter on the map", "{n} fighters on the map"),
    "cruisers": lambda n: counted(n, "{n} cruiser on the map", "{n} cruisers on the map"),
    "dreadnoughts": lambda n: counted(n, "{n} dreadnought on the map", "{n} dreadnoughts on the map"),
    "strength": lambda n: say("a strength of {n}, that of all ships and planets", n=n),
    "staging": lambda n: counted(n, "{n} ship in staging", "{n} ships in staging"),
    "technologies": lambda n: counted(n, "{n} technology", "{n} technologies"),
    "technologies.culture": lambda n: counted(n, "{n} technology of culture", "{n} technologies of culture"),
    "technologies.industry": lambda n: counted(n, "{n} technology of industry", "{n} technologies of industry"),
    "technologies.military": lambda n: counted(n, "{n} military technology", "{n} military technologies"),
    "cards": lambda n: counted(n, "{n} card in hand", "{n} cards in hand"),
    "credits": credits,
    "polymers": lambda n: resource(n, 0),
    "metal": lambda n: resource(n, 1),
    "energy": lambda n: resource(n, 2),
    "resources": lambda n: say("{n} polymers, metal and energy together", n=n),
    "stock": lambda n: counted(n, "{n} token in the stock", "{n} tokens in the stock"),
    "throne": lambda n: counted(n, "{n} scored token", "{n} scored tokens"),
    "home_fleet": lambda n: counted(n, "{n} ship on the home world", "{n} ships on the home world"),
    "wormholes": lambda n: counted(n, "{n} wormhole with own ships", "{n} wormholes with own ships"),
    "asteroids": lambda n: counted(n, "{n} asteroid field with own ships", "{n} asteroid fields with own ships"),
    "contacts": lambda n: counted(n, "{n} opponent in the same sectors", "{n} opponents in the same sectors"),
    "made.polymers": lambda n: counted(n, "{n} polymer made by own planets", "{n} polymers made by own planets"),
    "made.metal": lambda n: say("{n} metal made by own planets", n=n),
    "made.energy": lambda n: say("{n} energy made by own planets", n=n),
})  # fmt: skip
"""The words for a number of each measure."""

_ONE: Final[Mapping[str, str]] = MappingProxyType({
    "planets": message("planet"),
    "colonies": message("colony"),
    "starbases": message("starbase, the home world among them"),
    "far_space": message("location of far space"),
    "sectors": message("sector with own ships or planets"),
    "ships": message("ship on the map"),
    "fighters": message("fighter on the map"),
    "cruisers": message("cruiser on the map"),
    "dreadnoughts": message("dreadnought on the map"),
    "strength": message("point of strength"),
    "staging": message("ship in staging"),
    "technologies": message("technology"),
    "technologies.culture": message("technology of culture"),
    "technologies.industry": message("technology of industry"),
    "technologies.military": message("military technology"),
    "cards": message("card in hand"),
    "credits": message("credit"),
    "polymers": message("polymer"),
    "metal": message("metal"),
    "energy": message("energy"),
    "resources": message("polymer, metal or energy"),
    "stock": message("token in the stock"),
    "throne": message("scored token"),
    "home_fleet": message("ship on the home world"),
    "wormholes": message("wormhole with own ships"),
    "asteroids": message("asteroid field with own ships"),
    "contacts": message("opponent in the same sectors"),
    "made.polymers": message("polymer made by own planets"),
    "made.metal": message("metal made by own planets"),
    "made.energy": message("energy made by own planets"),
})  # fmt: skip
"""The noun of each measure after `for each`."""

_EACH: Final = (
    message("{much} for each {one}"),
    message("{much} for each {one} of all opponents together"),
    message("{much} for each {one} of the opponent with the most"),
    message("{much} for each {one} of the opponent with the fewest"),
)
"""The words for whose measure it is, by the values of `Amount.of`."""

_COMPARED: Final[Mapping[str, str]] = MappingProxyType({
    ">=": message("with at least {what}"),
    "<=": message("with at most {what}"),
    "==": message("with exactly {what}"),
})  # fmt: skip

_HOLDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType({
    "winner": (message("if tactics are not won"), message("if tactics are won")),
    "emperor": (message("if not Emperor"), message("if Emperor")),
    "attacker": (message("if not the attacker"), message("if the attacker")),
})  # fmt: skip
"""The words of tests that are true or false."""


def for_each(much: str, n: Amount) -> str:
    """Return the words for an amount for each of a measure; if the amount has no measure, the words alone."""
    if n.per == NONE:
        return much
    words = say(_EACH[n.of], much=much, one=say(_ONE[MEASURES[n.per]]))
    return words if n.most == MAX_AMOUNT else say("{much}, {n} at most", much=words, n=n.most)


def tested(test: int, comparison: int, number: int) -> str:
    """Return a test of an effect in words, such as ``with at least 4 planets``."""
    name, sign = TESTS[test], COMPARISONS[comparison]
    if test >= len(MEASURES):
        return say(_HOLDS[name][number > 0 if sign == "==" else sign == ">="])
    return say(_COMPARED[sign], what=_MANY[name](number))
