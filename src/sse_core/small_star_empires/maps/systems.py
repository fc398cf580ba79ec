"""Systems: the kinds of hexes that a map is made of."""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal, TypeAlias

from ..messages import say

__all__ = ["SEATS", "Holes", "System", "player_name"]

Holes: TypeAlias = Literal["balanced", "wormholes", "black_holes"]
"""What lies in the middle of the six outer sectors of the base map (E8.1)."""

SEATS: Final = "ABCD"
"""The letters of seats 0 to 3: the symbols of their homeworlds."""


class System(Enum):
    """The kind of one hex of the map (E1.2); the value is its symbol in drawings."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    RED = "r"
    GREEN = "g"
    BLUE = "b"
    EMPTY = "."
    HOMEWORLD_A = "A"
    HOMEWORLD_B = "B"
    HOMEWORLD_C = "C"
    HOMEWORLD_D = "D"
    WORMHOLE = "w"
    BLACK_HOLE = "x"
    UNEXPLORED = "?"

    planets: int
    """The number of planets that score here, 0 to 3 (E7.0); a revealed tile has `Tile.planets`."""

    nebula: int | None
    """The colour of a nebula: 0 red, 1 green, 2 blue; None for other systems (E7.1)."""

    homeworld: int | None
    """The seat whose homeworld this is; None for other systems."""

    is_hole: bool
    """Whether it is a wormhole or a black hole."""

    can_be_landed_on: bool
    """Whether a ship can ever land here and colonize it (E3.2)."""

    def __init__(self, symbol: str) -> None:
        self.planets = "123".find(symbol) + 1
        self.nebula = "rgb".index(symbol) if symbol in "rgb" else None
        self.homeworld = SEATS.index(symbol) if symbol in SEATS else None
        self.is_hole = symbol in "wx"
        self.can_be_landed_on = not self.is_hole and self.homeworld is None


def player_name(player: int) -> str:
    """Return the name of a player in messages, such as ``player A``, with the letter of the homeworld (E1.5)."""
    return say("player {seat}", seat=SEATS[player])
