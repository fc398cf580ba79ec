"""What lies in the box: the cards of systems and events, and the technologies of the mat (M1)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Final, Self, TypeVar

__all__ = [
    "HOME_METAL",
    "HOME_WEALTH",
    "Deck",
    "Event",
    "Kind",
    "System",
    "Technology",
    "cards_of",
    "mask_of",
]

CardT = TypeVar("CardT", bound=IntEnum)

HOME_METAL: Final = 1
"""What the Home World produces each turn, as long as the game lasts (M1)."""

HOME_WEALTH: Final = 1


class Deck(StrEnum):
    """The two decks that systems are explored from (M1)."""

    NEAR = "near"
    DISTANT = "distant"


class System(IntEnum):
    """A card of a system; the Home World, which is always in the empire, has none (M1).

    The last two come with the expansion.
    """

    title: str
    """What is printed on the card."""

    deck: Deck
    resistance: int
    """What die and military must reach to join it, or die and force to lose it (M3.1, M6.2)."""

    metal: int
    """What it adds to each turn's production."""

    wealth: int
    points: int
    """Victory points, as long as it is in the empire."""

    def __new__(cls, value: int, title: str, deck: Deck, resistance: int, metal: int, wealth: int, points: int) -> Self:
        """Return the member with what its card says."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.title, member.deck, member.resistance = title, deck, resistance
        member.metal, member.wealth, member.points = metal, wealth, points
        return member

    WOLF_359 = 0, "Wolf 359", Deck.NEAR, 5, 1, 0, 1
    PROXIMA = 1, "Proxima", Deck.NEAR, 6, 1, 0, 1
    EPSILON_ERIDANI = 2, "Epsilon Eridani", Deck.NEAR, 8, 0, 0, 1
    CYGNUS = 3, "Cygnus", Deck.NEAR, 5, 0, 1, 1
    TAU_CETI = 4, "Tau Ceti", Deck.NEAR, 4, 0, 0, 1
    PROCYON = 5, "Procyon", Deck.NEAR, 7, 0, 1, 1
    SIRIUS = 6, "Sirius", Deck.NEAR, 6, 0, 0, 1
    CANOPUS = 7, "Canopus", Deck.DISTANT, 9, 0, 1, 2
    POLARIS = 8, "Polaris", Deck.DISTANT, 9, 1, 0, 2
    GALAXYS_EDGE = 9, "Galaxy's Edge", Deck.DISTANT, 10, 0, 0, 3
    AQUILA = 10, "Aquila", Deck.NEAR, 6, 0, 1, 1
    QUELOZ = 11, "Queloz", Deck.NEAR, 7, 1, 0, 1


class Technology(IntEnum):
    """A technology, in the order of the mat (M1)."""

    title: str
    cost: int
    """In wealth."""

    def __new__(cls, value: int, title: str, cost: int) -> Self:
        """Return the member with what the mat says."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.title, member.cost = title, cost
        return member

    CAPITAL_SHIPS = 0, "Capital Ships", 3
    FORWARD_STARBASES = 1, "Forward Starbases", 4
    ROBOT_WORKERS = 2, "Robot Workers", 2
    PLANETARY_DEFENSES = 3, "Planetary Defenses", 4
    HYPER_TELEVISION = 4, "Hyper Television", 3
    INTERSTELLAR_DIPLOMACY = 5, "Interstellar Diplomacy", 5
    INTERSPECIES_COMMERCE = 6, "Interspecies Commerce", 2
    INTERSTELLAR_BANKING = 7, "Interstellar Banking", 3

    @property
    def before(self) -> Technology | None:
        """The one on the left of its row, which must be discovered first; None for that one itself."""
        return list(Technology)[self - 1] if self % 2 else None


class Kind(StrEnum):
    """What an event does (M1)."""

    METAL = "metal"
    WEALTH = "wealth"
    STRIKE = "strike"
    REVOLT = "revolt"
    INVASION = "invasion"
    PEACE = "peace"


class Event(IntEnum):
    """A card of an event (M1)."""

    title: str
    kind: Kind
    force: tuple[int, int]
    """That of a revolt or an invasion in Year 1 and in Year 2."""

    def __new__(cls, value: int, title: str, kind: Kind, *force: int) -> Self:
        """Return the member with what its card says."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.title, member.kind = title, kind
        member.force = (force[0], force[1]) if force else (0, 0)
        return member

    ASTEROID = 0, "Asteroid", Kind.WEALTH
    STRIKE = 1, "Strike", Kind.STRIKE
    DERELICT_SHIP = 2, "Derelict Ship", Kind.METAL
    REVOLT_A = 3, "Revolt A", Kind.REVOLT, 1, 3
    SMALL_INVASION_FORCE = 4, "Small Invasion Force", Kind.INVASION, 1, 2
    PEACE_AND_QUIET = 5, "Peace & Quiet", Kind.PEACE
    LARGE_INVASION_FORCE = 6, "Large Invasion Force", Kind.INVASION, 2, 3
    REVOLT_B = 7, "Revolt B", Kind.REVOLT, 1, 2


def mask_of(cards: Iterable[IntEnum]) -> int:
    """Return a set of cards as a number whose bit i is member i."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(kind: type[CardT], mask: int) -> tuple[CardT, ...]:
    """Return the cards of a set, in the order of the box."""
    return tuple([card for card in kind if mask >> card & 1])
