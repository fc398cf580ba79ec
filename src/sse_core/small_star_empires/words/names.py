"""Names of systems, tiles, and the game's data in the reader's language."""

from __future__ import annotations

from typing import Final

from ...forms.messages import Labels
from ..maps.systems import SEATS, System
from ..maps.tiles import Tile
from ..messages import message, say

__all__ = ["LABELS", "system_name", "tile_name"]

_SYSTEMS: Final = {
    System.ONE: message("1 planet"),
    System.TWO: message("2 planets"),
    System.THREE: message("3 planets"),
    System.RED: message("red nebula"),
    System.GREEN: message("green nebula"),
    System.BLUE: message("blue nebula"),
    System.EMPTY: message("empty"),
    System.WORMHOLE: message("wormhole"),
    System.BLACK_HOLE: message("black hole"),
    System.UNEXPLORED: message("unexplored"),
}
_TILES: Final = {
    Tile.THREE: message("3 planets"),
    Tile.TWO: message("2 planets"),
    Tile.CHROMATIC: message("chromatic nebula"),
    Tile.ASTEROID: message("asteroid field"),
    Tile.ABANDONED: message("abandoned station"),
    Tile.REFUELING: message("refueling station"),
    Tile.HOLLANA: message("Hollana Federation"),
    Tile.TENNAR: message("Tennar Union"),
    Tile.NORDINN: message("Nordinn Empire"),
}
LABELS: Final[Labels] = {
    # Columns of the score table.
    "planets": message("planets"),
    "nebulae": message("nebulae"),
    "stations": message("stations"),
    "trade stations": message("trade stations"),
    "territory": message("territory"),
    "tiles": message("tiles"),
    "tolls": message("tolls"),
    "total": message("total"),
    # Columns of the table of a campaign.
    "game": message("game"),
    "map": message("map"),
    "map seed": message("map seed"),
    "begun by": message("begun by"),
    "totals": message("totals"),
    "won by": message("won by"),
    "win piles": message("win piles"),
    # Options of the set-up.
    "first": message("first player"),
    "holes": message("holes"),
    "unexplored": message("unexplored"),
    "rule": message("rule"),
    "edition": message("edition"),
    # Values of options.
    ("holes", "wormholes"): message("wormholes"),
    ("holes", "black_holes"): message("black holes"),
    ("holes", "balanced"): message("balanced"),
    ("edition", "first"): message("first edition"),
    ("edition", "second"): message("second edition"),
}
"""The game's data in words, by name; a value of an option by the option and its name."""


def system_name(system: System) -> str:
    """Return the name of a system in captions and legends."""
    if system.homeworld is not None:
        return say("homeworld of {seat}", seat=SEATS[system.homeworld])
    return say(_SYSTEMS[system])


def tile_name(tile: Tile) -> str:
    """Return the name of a tile in captions and legends."""
    return say(_TILES[tile])
