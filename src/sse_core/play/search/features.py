"""Features: numbers of a position, in a game that tells them."""

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
    """What is counted, for one of it: ``system in reach``."""

    many: str
    """The same for several: ``systems in reach``. Its first word is the unit."""

    about: str
    """A sentence that says exactly what is counted, with the clause."""

    is_reason: bool = True
    """Whether it can be a reason for an action; False for what only says when it is, such as the ply."""

    @property
    def unit(self) -> str:
        """What the number counts, such as ``points`` or ``systems``."""
        return self.many.split()[0]


@runtime_checkable
class FeaturedGame(Protocol):
    """A game that tells in numbers what each seat has and what it can do next."""

    @property
    def FEATURES(self) -> Sequence[Feature]:
        """The numbers, in their order. Each name is there once."""
        ...

    def features(self, state: Any, player: SupportsIndex, /) -> Mapping[str, int]:
        """Return the numbers of a seat by name, in the order of `FEATURES`.

        Any state has them: out of turn, at a chance event and at the end, too. They depend on nothing that is hidden
        from the seat. Raises RangeError if there is no such seat.
        """
        ...


def featured(game: AnyGame) -> FeaturedGame:
    """Return a game that has numbers of positions; raise ArgumentError for another one."""
    if not isinstance(game, FeaturedGame):
        raise ArgumentError(f"{game.INFO.title} has no numbers of its positions")
    return game
