"""Features: numbers that describe a position, for games that have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, runtime_checkable

from ...errors import ArgumentError

if TYPE_CHECKING:
    from ...game import AnyGame

__all__ = ["Feature", "FeaturedGame", "featured"]


@dataclass(frozen=True, slots=True)
class Feature:
    """A number of a position (see `FeaturedGame`)."""

    name: str
    """Its key: lower case, words joined by underscores, such as ``soon_planets``."""

    one: str
    """The noun for one counted thing: ``system in reach``."""

    many: str
    """The noun for several: ``systems in reach``. Its first word is the unit."""

    about: str
    """A sentence that says exactly what is counted, with the clause."""

    is_reason: bool = True
    """Whether it can be a reason for an action; False for a number that only tells the time, such as the ply."""

    @property
    def unit(self) -> str:
        """The unit of the number, such as ``points`` or ``systems``."""
        return self.many.split()[0]


@runtime_checkable
class FeaturedGame(Protocol):
    """A game with numbers for what each seat has and what it can do next."""

    @property
    def FEATURES(self) -> Sequence[Feature]:
        """The numbers, in their order. No name comes twice."""
        ...

    def features(self, state: Any, player: SupportsIndex, /) -> Mapping[str, int]:
        """Return the numbers of a seat by name, in the order of `FEATURES`.

        Any state has them: out of turn, at a chance event and at the end, too. They depend on nothing that is hidden
        from the seat. Raises RangeError if there is no such seat.
        """
        ...


def featured(game: AnyGame) -> FeaturedGame:
    """Return the game if it has features; raise ArgumentError if it has none."""
    if not isinstance(game, FeaturedGame):
        raise ArgumentError(f"{game.INFO.title} has no numbers of its positions")
    return game
