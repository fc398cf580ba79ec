"""What one hex of the map is."""

from __future__ import annotations

from enum import Enum
from typing import Final

__all__ = ["SEATS", "System", "called"]

SEATS: Final = "ABCD"
"""What people write for seats 0 to 3: the symbol of the homeworld."""


class System(Enum):
    """What one hex of the map is (E1.2); the value is its symbol in a drawing."""

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

    @property
    def planets(self) -> int:
        """How many planets score here, 0 to 3 (E7.0); what a tile has is a matter of `Tile`."""
        return "123".find(self.value) + 1

    @property
    def nebula(self) -> int | None:
        """The nebula's colour, 0 red, 1 green, 2 blue; None if it is no nebula (E7.1)."""
        colour = "rgb".find(self.value)
        return None if colour < 0 else colour

    @property
    def homeworld(self) -> int | None:
        """The seat whose homeworld this is, or None."""
        seat = SEATS.find(self.value)
        return None if seat < 0 else seat

    @property
    def is_hole(self) -> bool:
        """Whether it is a wormhole or a black hole."""
        return self in (System.WORMHOLE, System.BLACK_HOLE)

    @property
    def can_be_landed_on(self) -> bool:
        """Whether a ship can ever land here and colonize it (E3.2)."""
        return not self.is_hole and self.homeworld is None


def called(player: int) -> str:
    """Return what messages call a player: by the letter of the homeworld, as texts and drawings do (E1.5)."""
    return f"player {SEATS[player]}"
