"""Tiles of unexplored systems, and the bag that they are drawn from (E9)."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple

from ...errors import NotationCode, NotationError, rules_error
from ...forms.checks import check_number, guess, shown
from ...forms.expressions import call

__all__ = ["BAGS", "MAX_COPIES", "Bag", "Tile", "format_bag", "parse_bag"]

MAX_COPIES: Final = 255
"""The largest number of tiles of one kind in a bag."""


class Tile(StrEnum):
    """The tile of an unexplored system (E9.3 to E9.9); the value is its name in texts."""

    THREE = "three"
    TWO = "two"
    CHROMATIC = "chromatic"
    ASTEROID = "asteroid"
    ABANDONED = "abandoned"
    REFUELING = "refueling"
    HOLLANA = "hollana"
    TENNAR = "tennar"
    NORDINN = "nordinn"

    @property
    def symbol(self) -> str:
        """The symbol in the drawing of a position."""
        return _SYMBOLS[self]

    @property
    def clause(self) -> str:
        """The clause of the rules about the tile."""
        return _CLAUSES[self]

    @property
    def planets(self) -> int:
        """The number of planets that score here (E9.3)."""
        return {Tile.THREE: 3, Tile.TWO: 2}.get(self, 0)

    @property
    def is_closed(self) -> bool:
        """Whether no ship enters or passes it once it is revealed (E9.5, E9.9)."""
        return self in (Tile.ASTEROID, Tile.NORDINN)


_CLAUSES: Final = {
    Tile.THREE: "E9.3",
    Tile.TWO: "E9.3",
    Tile.CHROMATIC: "E9.4",
    Tile.ASTEROID: "E9.5",
    Tile.ABANDONED: "E9.6",
    Tile.REFUELING: "E9.7",
    Tile.HOLLANA: "E9.8",
    Tile.TENNAR: "E9.8",
    Tile.NORDINN: "E9.9",
}

_SYMBOLS: Final = {
    Tile.THREE: "t",
    Tile.TWO: "p",
    Tile.CHROMATIC: "c",
    Tile.ASTEROID: "o",
    Tile.ABANDONED: "a",
    Tile.REFUELING: "f",
    Tile.HOLLANA: "h",
    Tile.TENNAR: "u",
    Tile.NORDINN: "n",
}


class Bag(NamedTuple):
    """The number of tiles of each kind, in the order of `Tile` (E9.10).

    >>> Bag(three=2, asteroid=1).total
    3
    """

    three: int = 0
    two: int = 0
    chromatic: int = 0
    asteroid: int = 0
    abandoned: int = 0
    refueling: int = 0
    hollana: int = 0
    tennar: int = 0
    nordinn: int = 0

    def __repr__(self) -> str:
        return call("Bag", **{name: count for name, count in self._asdict().items() if count})

    @property
    def total(self) -> int:
        """The number of tiles of all kinds."""
        return sum(self)

    def of(self, tile: Tile) -> int:
        """Return the number of tiles of one kind."""
        count: int = getattr(self, tile.value)
        return count

    def times(self, copies: int) -> Bag:
        """Return the bag of several copies of the game (E9.1)."""
        return Bag(*(count * copies for count in self))

    def checked(self) -> Bag:
        """Return the bag; raise SetupError or TypeError unless each count is an integer from 0 to 255."""
        return Bag(*(check_number(self.of(tile), f"the bag's {tile}", MAX_COPIES, error=rules_error) for tile in Tile))


BAGS: Final = {
    "first": Bag(three=3, two=4, chromatic=2, asteroid=2, abandoned=2, refueling=2),
    "second": Bag(three=2, two=3, chromatic=2, asteroid=2, abandoned=1, refueling=2, hollana=1, tennar=1, nordinn=1),
}
"""The published bags by edition, 15 tiles each (E9.10)."""


def format_bag(bag: Bag, comma: str = ", ") -> str:
    """Return a bag as text, such as ``three=2, two=3``, in the order of `Tile`; ``none`` for an empty bag."""
    return comma.join(f"{tile}={bag.of(tile)}" for tile in Tile if bag.of(tile)) or "none"


def parse_bag(text: str, comma: str = ", ") -> Bag:
    """Return the bag of a text. It is written as by `format_bag`, but kinds may be in any order.

    Raises NotationError with the column of the word at fault.
    """
    counts: dict[str, int] = {}
    column = 1
    for part in [] if text == "none" else text.split(comma):
        name, equals, count, rest = _ENTRY.findall(part)[0]
        if name and name not in Bag._fields:
            message = f"there is no tile {shown(name)}{guess(name, Tile)}; they are {', '.join(Tile)} (E9.10)"
            raise NotationError(message, text, column, code=NotationCode.WORD)
        if not (name and equals and count) or rest:
            message = f"a bag is written like `three=2{comma}two=3`, or `none` (E9.10)"
            raise NotationError(message, text, column + len(part) - len(rest))
        if name in counts:
            raise NotationError(f"{name} is given twice (E9.10)", text, column, code=NotationCode.KEY)
        counts[name] = int(count)
        if counts[name] > MAX_COPIES:
            message = f"the bag's {name} is {count}, not in 0 to {MAX_COPIES} (E9.10)"
            raise NotationError(message, text, column + len(name) + 1, code=NotationCode.NUMBER)
        column += len(part) + len(comma)
    return Bag(**counts)


_ENTRY: Final = re.compile(r"([^=,\s]*)(=?)([0-9]{0,3})(.*)", re.DOTALL)
"""A name, an equals sign and a count, each of which may be missing, and the rest of the text."""
