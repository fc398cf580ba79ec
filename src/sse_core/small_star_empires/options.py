"""The options of Small Star Empires: where tables differ, and which clause says so."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import Final

from ..checks import shown
from ..errors import SetupError

__all__ = ["MAX_POINTS", "MAX_SET", "Rules"]

MAX_SET: Final = 16
"""The longest nebula table."""

MAX_POINTS: Final = 999
"""The most that one entry of an option may score."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game; the defaults are the published game.

    Raises SetupError if a number is out of range, TypeError if a value is of the wrong type.
    """

    damaged_jump: bool = True
    """Damaged ships may jump through wormholes (E4.3)."""

    nebula_points: tuple[int, ...] = (2, 5, 8)
    """Points for 1, 2, 3, … nebulae of one colour; more than the table has count as its last entry (E7.1).

    1 to 16 entries, each from 0 to 999.
    """

    territory_points: int = 3
    """Points for each player with a largest territory, 0 to 999 (E7.3)."""

    @property
    def key(self) -> int:
        """64 bits that depend on the options alone, the same in every process."""
        content = repr([(field.name, getattr(self, field.name)) for field in fields(self)])
        return int.from_bytes(hashlib.blake2b(content.encode(), digest_size=8).digest(), "little")

    def __post_init__(self) -> None:
        if type(self.damaged_jump) is not bool:
            raise TypeError(f"damaged_jump is True or False, not {shown(self.damaged_jump)}")
        if type(self.nebula_points) is not tuple:
            raise TypeError(f"nebula_points is a tuple of integers, not {shown(self.nebula_points)}")
        if not 1 <= len(self.nebula_points) <= MAX_SET:
            raise SetupError(f"nebula_points has {len(self.nebula_points)} entries; 1 to {MAX_SET} can be (E7.1)")
        for points in self.nebula_points:
            _check_points("nebula_points", points, "E7.1")
        _check_points("territory_points", self.territory_points, "E7.3")


def _check_points(option: str, points: int, clause: str) -> None:
    if type(points) is not int:
        raise TypeError(f"{option} counts in integers, not {shown(points)}")
    if not 0 <= points <= MAX_POINTS:
        raise SetupError(f"{option} {shown(points)} is not in 0 to {MAX_POINTS} ({clause})")
