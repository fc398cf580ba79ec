"""Hexes on the plane, in axial coordinates, with pointy tops (E1.1)."""

from __future__ import annotations

from operator import index
from typing import Final, NamedTuple

__all__ = ["DIRECTIONS", "Hex"]


class Hex(NamedTuple):
    """A place on the plane in axial coordinates; r grows downwards (E1.1).

    >>> Hex(1, 0).turned(1)
    Hex(q=1, r=-1)
    >>> Hex(3, -2).distance(Hex(0, 0))
    3
    """

    q: int
    r: int

    def step(self, direction: int, steps: int = 1) -> Hex:
        """Return the hex `steps` steps away in a direction, an index into `DIRECTIONS`."""
        dq, dr = DIRECTIONS[direction]
        return Hex(self.q + steps * dq, self.r + steps * dr)

    def shifted(self, by: Hex) -> Hex:
        """Return the hex moved by a vector: the sum of both by coordinate."""
        return Hex(self.q + by.q, self.r + by.r)

    def turned(self, k: int) -> Hex:
        """Return the hex after k turns of 60 degrees, counter-clockwise, about the origin; any integer k."""
        q, r = self.q, self.r
        for _ in range(index(k) % 6):
            q, r = q + r, -q
        return Hex(q, r)

    def mirrored(self) -> Hex:
        """Return the hex with left and right exchanged."""
        return Hex(-self.q - self.r, self.r)

    def distance(self, other: Hex) -> int:
        """Return the number of steps to another hex."""
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))


DIRECTIONS: Final = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""The six neighbours of the origin, counter-clockwise: E, NE, NW, W, SW, SE (E1.1)."""
