"""What lies on the table, and what it shows: a position, its limits and its points."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple

from .cards import HOME_METAL, HOME_WEALTH, Deck, Event, System, Technology

__all__ = [
    "CHANCES",
    "NEAR_CARDS",
    "TURNS",
    "TURNS_OF_YEAR_1",
    "Due",
    "Position",
    "Score",
    "changed",
    "has",
    "hidden",
    "military_cap",
    "near_cards",
    "near_unaligned",
    "production",
    "score_of",
    "start_of",
    "store_cap",
    "turned_over",
    "weakest",
    "year_of",
]

TURNS: Final = 13
TURNS_OF_YEAR_1: Final = 7
NEAR_CARDS: Final = 7
"""How many near systems a game has; with the expansion they are drawn from nine (M1)."""

_ALL_SYSTEMS: Final = 10


class Due(StrEnum):
    """What is to be decided, or left to chance, next (M2.2)."""

    CHOICE = "choice"
    """Phase 1: explore, conquer, or bide."""

    NEAR = "near"
    """Chance turns over a near system."""

    DISTANT = "distant"
    DIPLOMACY = "diplomacy"
    """The player says whether the attack needs a roll (M3.3)."""

    ATTACK = "attack"
    """The die of an attack (M3.1)."""

    TRADE = "trade"
    """The end of phase 2 (M4.2)."""

    BUILD = "build"
    """Phase 3 (M5.1)."""

    EVENT = "event"
    """Chance turns over an event: phase 4."""

    REVOLT = "revolt"
    """Chance says which of several systems revolts (M6.1)."""

    DEFENSE = "defense"
    """The die of a revolt or an invasion (M6.2)."""

    END = "end"


CHANCES: Final = frozenset({Due.NEAR, Due.DISTANT, Due.ATTACK, Due.EVENT, Due.REVOLT, Due.DEFENSE})
"""When the die or a card comes next."""


class Position(NamedTuple):
    """All that lies on the table; sets of cards are numbers whose bit i is member i."""

    turn: int
    """1 to 13 (M2.1)."""

    due: Due
    metal: int
    wealth: int
    military: int
    technologies: int
    empire: tuple[System, ...]
    """The systems that were joined, in that order; the Home World is always there and isn't named (M6.1)."""

    unaligned: int
    """The systems that were turned over and are not in the empire, that under attack among them."""

    seen: int
    """The events of this year that were turned over (M2.1)."""

    struck: bool
    """Whether the next collection is hit by a strike (M4.3)."""

    diplomatic: bool
    """Whether an attack may succeed without a roll in this turn (M3.3)."""

    built: bool
    """Whether military was built in this turn (M5.1)."""

    discovered: Technology | None
    """What was discovered in this turn (M5.1)."""

    event: Event | None
    """The revolt or invasion that is being fought out (M6.1)."""

    target: System | None
    """The system that is attacked by the empire or by the event."""

    lost: bool
    """Whether the Home World has fallen (M6.3)."""

    expansion: bool
    """Whether the two near systems of the expansion are in the box (M1)."""


class Score(NamedTuple):
    """What a game is worth, part by part (M7)."""

    systems: int
    technologies: int
    explored: int
    """One if every system card was turned over."""

    scientific: int
    """One if all technologies were discovered."""

    warlord: int
    """Three if all ten systems are in the empire."""

    total: int


def start_of(*, expansion: bool) -> Position:
    """M1: nothing in store, the Home World alone, no technology."""
    return Position(
        turn=1,
        due=Due.CHOICE,
        metal=0,
        wealth=0,
        military=0,
        technologies=0,
        empire=(),
        unaligned=0,
        seen=0,
        struck=False,
        diplomatic=False,
        built=False,
        discovered=None,
        event=None,
        target=None,
        lost=False,
        expansion=expansion,
    )


def changed(p: Position, **changes: Any) -> Position:
    """Return a position with some fields changed, as `_replace` does, in half the time."""
    fields = [*p]
    for name in changes:
        fields[_PLACES[name]] = changes[name]
    return Position._make(fields)


_PLACES: Final = {name: place for place, name in enumerate(Position._fields)}


# --- what the table shows


def year_of(turn: int) -> int:
    """M2.1: seven turns in Year 1, six in Year 2."""
    return 1 if turn <= TURNS_OF_YEAR_1 else 2


def has(p: Position, technology: Technology) -> bool:
    """Whether a technology was discovered."""
    return bool(p.technologies >> technology & 1)


def store_cap(p: Position) -> int:
    """M1: how much of a resource can be stored."""
    return 5 if p.technologies & _BANKING else 3


def military_cap(p: Position) -> int:
    """M1: how large the military can be."""
    return 5 if p.technologies & _CAPITAL_SHIPS else 3


_BANKING: Final = 1 << Technology.INTERSTELLAR_BANKING
_CAPITAL_SHIPS: Final = 1 << Technology.CAPITAL_SHIPS


def production(empire: Iterable[System]) -> tuple[int, int]:
    """M1: the metal and the wealth that the Home World and these systems produce a turn."""
    metal, wealth = HOME_METAL, HOME_WEALTH
    for system in empire:
        metal += system.metal
        wealth += system.wealth
    return metal, wealth


def turned_over(p: Position) -> int:
    """The systems that were turned over, as a set."""
    found = p.unaligned
    for system in p.empire:
        found |= 1 << system
    return found


def hidden(p: Position, deck: Deck) -> tuple[System, ...]:
    """M1: the systems that the top card of a deck may be, each as likely; none once the deck is empty."""
    return _left(near_cards(p) if deck is Deck.NEAR else _DISTANT, turned_over(p))


@cache
def _left(cards: tuple[System, ...], seen: int) -> tuple[System, ...]:
    """Of the cards in the box, what is left of those in the game, as far as one can know."""
    left = tuple(system for system in cards if not seen >> system & 1)
    return left if len(cards) - len(left) < NEAR_CARDS else ()


def near_cards(p: Position) -> tuple[System, ...]:
    """M1: the near systems in the box, of which seven are in the game."""
    return _NEAR_WITH_EXPANSION if p.expansion else _NEAR


_NEAR_WITH_EXPANSION: Final = tuple(system for system in System if system.deck is Deck.NEAR)
_NEAR: Final = _NEAR_WITH_EXPANSION[:NEAR_CARDS]
_DISTANT: Final = tuple(system for system in System if system.deck is Deck.DISTANT)
_NEAR_MASK: Final = sum(1 << system for system in _NEAR_WITH_EXPANSION)


def weakest(p: Position) -> list[System]:
    """M6.1: the systems of lowest printed resistance, each as likely to revolt."""
    lowest = min([system.resistance for system in p.empire])
    return sorted([system for system in p.empire if system.resistance == lowest])


def near_unaligned(p: Position) -> bool:
    """Whether a near system is unaligned, which bars the way to distant ones (M3.2)."""
    return bool(p.unaligned & _NEAR_MASK)


def score_of(p: Position) -> Score:
    """M7: the points as they stand, whether the game was lost or not."""
    systems = sum([system.points for system in p.empire])
    technologies = p.technologies.bit_count()
    explored = int(turned_over(p).bit_count() == _ALL_SYSTEMS)
    scientific = int(technologies == len(Technology))
    warlord = 3 * (len(p.empire) == _ALL_SYSTEMS)
    total = systems + technologies + explored + scientific + warlord
    return Score(systems, technologies, explored, scientific, warlord, total)
