"""Cards of systems and events, and technologies of the mat (M1); and sets of cards as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Final, Self, TypeVar

from ..forms.messages import message

__all__ = [
    "HOME_METAL",
    "HOME_WEALTH",
    "Deck",
    "Event",
    "EventKind",
    "System",
    "Technology",
    "cards_of",
    "mask_of",
]

CardT = TypeVar("CardT", bound=IntEnum)

HOME_METAL: Final = 1
"""The metal that the Home World produces each turn (M1)."""

HOME_WEALTH: Final = 1
"""The wealth that the Home World produces each turn (M1)."""


class Deck(StrEnum):
    """A deck of system cards (M1)."""

    NEAR = "near"
    DISTANT = "distant"


class System(IntEnum):
    """A system card (M1). The Home World has none: it is always in the empire.

    Aquila and Queloz come with the expansion.
    """

    title: str
    """The name on the card, in English; `names.title_of` says it."""

    deck: Deck
    resistance: int
    """The sum that takes the system: die and military in an attack (M3.1), die and force in a defense (M6.2)."""

    metal: int
    """The metal that the system produces each turn."""

    wealth: int
    """The wealth that the system produces each turn."""

    points: int
    """The victory points of the system while it is in the empire (M7)."""

    def __new__(cls, value: int, title: str, deck: Deck, resistance: int, metal: int, wealth: int, points: int) -> Self:
        """Return the member, with the numbers of its card."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.title, member.deck, member.resistance = title, deck, resistance
        member.metal, member.wealth, member.points = metal, wealth, points
        return member

    WOLF_359 = 0, message("Wolf 359"), Deck.NEAR, 5, 1, 0, 1
    PROXIMA = 1, message("Proxima"), Deck.NEAR, 6, 1, 0, 1
    EPSILON_ERIDANI = 2, message("Epsilon Eridani"), Deck.NEAR, 8, 0, 0, 1
    CYGNUS = 3, message("Cygnus"), Deck.NEAR, 5, 0, 1, 1
    TAU_CETI = 4, message("Tau Ceti"), Deck.NEAR, 4, 0, 0, 1
    PROCYON = 5, message("Procyon"), Deck.NEAR, 7, 0, 1, 1
    SIRIUS = 6, message("Sirius"), Deck.NEAR, 6, 0, 0, 1
    CANOPUS = 7, message("Canopus"), Deck.DISTANT, 9, 0, 1, 2
    POLARIS = 8, message("Polaris"), Deck.DISTANT, 9, 1, 0, 2
    GALAXYS_EDGE = 9, message("Galaxy's Edge"), Deck.DISTANT, 10, 0, 0, 3
    AQUILA = 10, message("Aquila"), Deck.NEAR, 6, 0, 1, 1
    QUELOZ = 11, message("Queloz"), Deck.NEAR, 7, 1, 0, 1


class Technology(IntEnum):
    """A technology, in the order of the mat (M1)."""

    title: str
    """The name on the mat, in English; `names.title_of` says it."""

    cost: int
    """The price in wealth."""

    def __new__(cls, value: int, title: str, cost: int) -> Self:
        """Return the member, with its name and price."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.title, member.cost = title, cost
        return member

    CAPITAL_SHIPS = 0, message("Capital Ships"), 3
    FORWARD_STARBASES = 1, message("Forward Starbases"), 4
    ROBOT_WORKERS = 2, message("Robot Workers"), 2
    PLANETARY_DEFENSES = 3, message("Planetary Defenses"), 4
    HYPER_TELEVISION = 4, message("Hyper Television"), 3
    INTERSTELLAR_DIPLOMACY = 5, message("Interstellar Diplomacy"), 5
    INTERSPECIES_COMMERCE = 6, message("Interspecies Commerce"), 2
    INTERSTELLAR_BANKING = 7, message("Interstellar Banking"), 3

    @property
    def before(self) -> Technology | None:
        """The technology on its left, which must be discovered first; None for the first one of a row."""
        return list(Technology)[self - 1] if self % 2 else None


class EventKind(StrEnum):
    """The kind of an event, by its effect (M1)."""

    METAL = "metal"
    WEALTH = "wealth"
    STRIKE = "strike"
    REVOLT = "revolt"
    INVASION = "invasion"
    PEACE = "peace"


class Event(IntEnum):
    """An event card (M1)."""

    title: str
    """The name on the card, in English; `names.title_of` says it."""

    kind: EventKind
    force: tuple[int, int]
    """The force of a revolt or an invasion in Year 1 and in Year 2; (0, 0) for other events."""

    def __new__(cls, value: int, title: str, kind: EventKind, *force: int) -> Self:
        """Return the member, with the numbers of its card."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.title, member.kind = title, kind
        member.force = (force[0], force[1]) if force else (0, 0)
        return member

    ASTEROID = 0, message("Asteroid"), EventKind.WEALTH
    STRIKE = 1, message("Strike"), EventKind.STRIKE
    DERELICT_SHIP = 2, message("Derelict Ship"), EventKind.METAL
    REVOLT_A = 3, message("Revolt A"), EventKind.REVOLT, 1, 3
    SMALL_INVASION_FORCE = 4, message("Small Invasion Force"), EventKind.INVASION, 1, 2
    PEACE_AND_QUIET = 5, message("Peace & Quiet"), EventKind.PEACE
    LARGE_INVASION_FORCE = 6, message("Large Invasion Force"), EventKind.INVASION, 2, 3
    REVOLT_B = 7, message("Revolt B"), EventKind.REVOLT, 1, 2


def mask_of(cards: Iterable[IntEnum]) -> int:
    """Return a set of cards as a number whose bit i is member i."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(kind: type[CardT], mask: int) -> tuple[CardT, ...]:
    """Return the cards of a set that `mask_of` made, in the order of their kind."""
    return tuple([card for card in kind if mask >> card & 1])
