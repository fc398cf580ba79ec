"""Words for the numbers of a position: the noun for the counted things, in the singular and the plural."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..messages import message

__all__ = ["COUNTED"]

COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "planets": (message("point for planets"), message("points for planets")),
    "nebulae": (message("point for nebulae"), message("points for nebulae")),
    "stations": (message("point for stations"), message("points for stations")),
    "territory": (message("point for territory"), message("points for territory")),
    "tiles": (message("point for tiles"), message("points for tiles")),
    "tolls": (message("point for tolls"), message("points for tolls")),
    "largest_territory": (message("system in the largest territory"), message("systems in the largest territory")),
    "cities_left": (message("city in reserve"), message("cities in reserve")),
    "stations_left": (message("station in reserve"), message("stations in reserve")),
    "damaged": (message("ship damaged"), message("ships damaged")),
    "stuck": (message("ship stuck"), message("ships stuck")),
    "tight": (message("ship almost stuck"), message("ships almost stuck")),
    "now": (message("system in reach"), message("systems in reach")),
    "now_planets": (message("system with planets in reach"), message("systems with planets in reach")),
    "now_two": (
        message("system with two planets or more in reach"),
        message("systems with two planets or more in reach"),
    ),
    "now_three": (message("system with three planets in reach"), message("systems with three planets in reach")),
    "first": (message("system in reach before any opponent"), message("systems in reach before any opponent")),
    "first_planets": (
        message("system with planets in reach before any opponent"),
        message("systems with planets in reach before any opponent"),
    ),
    "first_two": (
        message("system with two planets or more in reach before any opponent"),
        message("systems with two planets or more in reach before any opponent"),
    ),
    "first_three": (
        message("system with three planets in reach before any opponent"),
        message("systems with three planets in reach before any opponent"),
    ),
    "alone": (message("system that no opponent reaches"), message("systems that no opponent reaches")),
    "alone_planets": (
        message("system with planets that no opponent reaches"),
        message("systems with planets that no opponent reaches"),
    ),
    "alone_two": (
        message("system with two planets or more that no opponent reaches"),
        message("systems with two planets or more that no opponent reaches"),
    ),
    "alone_three": (
        message("system with three planets that no opponent reaches"),
        message("systems with three planets that no opponent reaches"),
    ),
    "soon": (message("system in reach in two moves"), message("systems in reach in two moves")),
    "soon_planets": (
        message("system with planets in reach in two moves"),
        message("systems with planets in reach in two moves"),
    ),
    "soon_two": (
        message("system with two planets or more in reach in two moves"),
        message("systems with two planets or more in reach in two moves"),
    ),
    "soon_three": (
        message("system with three planets in reach in two moves"),
        message("systems with three planets in reach in two moves"),
    ),
    "safe": (
        message("system that no opponent reaches in two moves"),
        message("systems that no opponent reaches in two moves"),
    ),
    "safe_planets": (
        message("system with planets that no opponent reaches in two moves"),
        message("systems with planets that no opponent reaches in two moves"),
    ),
    "safe_two": (
        message("system with two planets or more that no opponent reaches in two moves"),
        message("systems with two planets or more that no opponent reaches in two moves"),
    ),
    "safe_three": (
        message("system with three planets that no opponent reaches in two moves"),
        message("systems with three planets that no opponent reaches in two moves"),
    ),
    "nebulae_now": (message("point by nebulae in reach"), message("points by nebulae in reach")),
    "nebulae_first": (
        message("point by nebulae in reach before any opponent"),
        message("points by nebulae in reach before any opponent"),
    ),
    "nebulae_alone": (
        message("point by nebulae that no opponent reaches"),
        message("points by nebulae that no opponent reaches"),
    ),
    "nebulae_soon": (
        message("point by nebulae in reach in two moves"),
        message("points by nebulae in reach in two moves"),
    ),
    "unexplored_now": (message("system unexplored and in reach"), message("systems unexplored and in reach")),
    "unexplored_soon": (
        message("system unexplored and in reach in two moves"),
        message("systems unexplored and in reach in two moves"),
    ),
    "tolled": (message("system in reach for a toll alone"), message("systems in reach for a toll alone")),
    "beside_now": (
        message("system beside own stations that an opponent reaches"),
        message("systems beside own stations that an opponent reaches"),
    ),
    "beside_soon": (
        message("system beside own stations that an opponent reaches in two moves"),
        message("systems beside own stations that an opponent reaches in two moves"),
    ),
    "best_spot": (message("point by a station in reach"), message("points by a station in reach")),
    "spots": (
        message("system where a station scores two points or more"),
        message("systems where a station scores two points or more"),
    ),
    "wait": (message("seat that acts before"), message("seats that act before")),
    "ply": (message("ply played"), message("plies played")),
}
"""The nouns for each number, by its name."""
