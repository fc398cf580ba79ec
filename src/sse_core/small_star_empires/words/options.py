"""Options of a game, and the setup of a map, in words for players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...forms.expressions import changes
from ..messages import counted, message, say
from ..options import Rules, Setup

__all__ = ["setup_words"]

_CHANGES: Final[dict[tuple[str, Any], str]] = {
    ("edition", "first"): message("first edition (E10.5)"),
    ("unexplored_passable", False): message("unexplored systems stop ships (E3.3)"),
    ("damaged_passes_unexplored", True): message("damaged ships pass unexplored systems too (E5.2)"),
    ("damaged_jump", False): message("damaged ships don't jump (E4.3)"),
    ("conquered_passable", True): message("ships may pass conquered systems (E9.9)"),
    ("conquest_own_only", True): message("only an own city that is destroyed leaves a marker (E9.9)"),
    ("open_borders", True): message("open borders, for a toll (E10.1)"),
    ("toll_compulsory", False): message("nobody is forced to pay a toll (E10.1)"),
}
"""The flags that differ from the published game."""


def setup_words(setup: Setup) -> Iterator[str]:
    """Yield the setup of a map in words, without its note: rules, tiles and pieces.

    >>> [*setup_words(Setup(Rules(open_borders=True, nebula_points=(2, 5)), ships=3))]
    ['open borders, for a toll (E10.1)', 'nebulae of a colour score 2/5 (E7.1)', '3 ships each']
    """
    yield from _rules_words(setup.rules)
    if setup.bag is not None:
        yield counted(setup.bag.total, "a bag of {n} tile", "a bag of {n} tiles")
    if setup.ships is not None:
        yield counted(setup.ships, "{n} ship each", "{n} ships each")
    if setup.cities is not None:
        city = setup.rules.city_word if setup.cities == 1 else setup.rules.cities_word
        yield say("{n} {cities} each", n=setup.cities, cities=city)
    if setup.stations is not None:
        yield counted(setup.stations, "{n} trade station each", "{n} trade stations each")


def _rules_words(rules: Rules) -> Iterator[str]:
    """Yield the options that differ from the published game."""
    for name, value in changes(rules).items():
        if (name, value) in _CHANGES:
            yield say(_CHANGES[name, value])
        elif name == "nebula_points":
            yield say("nebulae of a colour score {points} (E7.1)", points="/".join(map(str, rules.nebula_points)))
        elif name == "territory_points":
            yield counted(
                rules.territory_points,
                "{n} point for the largest territory (E7.3)",
                "{n} points for the largest territory (E7.3)",
            )
        elif rules.bag is not None:
            yield counted(rules.bag.total, "a bag of {n} tile", "a bag of {n} tiles")
