"""Positions: their fields, and the limits, production, cards and points that follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple

from ...drawing.notebook import score_table
from ..cards import HOME_METAL, HOME_WEALTH, Deck, Event, System, Technology

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
    "total_of",
    "turned_over",
    "weakest",
    "year_of",
]

TURNS: Final = 13
TURNS_OF_YEAR_1: Final = 7
NEAR_CARDS: Final = 7
"""The number of near systems in a game; with the expansion they are drawn from nine (M1)."""

_ALL_SYSTEMS: Final = 10


class Due(StrEnum):
    """The next decision or chance event of a turn (M2.2)."""

    CHOICE = "choice"
    """Phase 1: explore, conquer, or bide."""

    NEAR = "near"
    """Chance turns over a near system (M2.2)."""

    DISTANT = "distant"
    """Chance turns over a distant system (M2.2)."""

    DIPLOMACY = "diplomacy"
    """The choice between diplomacy and the die (M3.3)."""

    ATTACK = "attack"
    """The die of an attack (M3.1)."""

    TRADE = "trade"
    """The trade of phase 2 (M4.2)."""

    BUILD = "build"
    """Phase 3: military and technologies (M5.1)."""

    EVENT = "event"
    """Phase 4: chance turns over an event (M6)."""

    REVOLT = "revolt"
    """Chance chooses the system of a revolt among equals (M6.1)."""

    DEFENSE = "defense"
    """The die of a revolt or an invasion (M6.2)."""

    END = "end"
    """Nothing: the game is over (M2.1, M6.3)."""


CHANCES: Final = frozenset({Due.NEAR, Due.DISTANT, Due.ATTACK, Due.EVENT, Due.REVOLT, Due.DEFENSE})
"""The chance events of `Due`: a die or a card comes next."""


class Position(NamedTuple):
    """The things on the mat, and the phase of the turn. A set of cards is a number whose bit i is card i."""

    turn: int
    """The number of the turn, 1 to 13 (M2.1)."""

    due: Due
    """The next decision or chance event (M2.2)."""

    metal: int
    """The metal in store."""

    wealth: int
    """The wealth in store."""

    military: int
    """The military strength."""

    technologies: int
    """The set of technologies that were discovered."""

    empire: tuple[System, ...]
    """The systems of the empire, in the order in which they joined it; without the Home World (M6.1)."""

    unaligned: int
    """The set of systems that were turned over and are not in the empire; one under attack is still among them."""

    seen: int
    """The set of events that were turned over in this year (M2.1)."""

    struck: bool
    """Whether a strike reduces the next collection (M4.3)."""

    diplomatic: bool
    """Whether an attack may succeed without a roll in this turn (M3.3)."""

    built: bool
    """Whether military was built in this turn (M5.1)."""

    discovered: Technology | None
    """The technology that was discovered in this turn (M5.1)."""

    event: Event | None
    """The revolt or invasion whose die, or whose system, is due (M6.1)."""

    target: System | None
    """The system that the empire attacks, or that a revolt or an invasion strikes."""

    lost: bool
    """Whether the Home World has fallen (M6.3)."""

    expansion: bool
    """Whether the two near systems of the expansion are in the box (M1)."""


class Score(NamedTuple):
    """Points, part by part (M7)."""

    systems: int
    """The points of the systems in the empire."""

    technologies: int
    """One point for each technology."""

    explored: int
    """One point if every system card was turned over."""

    scientific: int
    """One point if all technologies were discovered."""

    warlord: int
    """Three points if all ten systems are in the empire."""

    total: int

    def _repr_html_(self) -> str:
        return score_table([self._asdict()], is_one=True)


def start_of(*, expansion: bool) -> Position:
    """Return the first position of a game (M1)."""
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
    """Return a position with some fields changed: `Position._replace` at twice the speed."""
    fields = [*p]
    for name in changes:
        fields[_PLACES[name]] = changes[name]
    return Position._make(fields)


_PLACES: Final = {name: place for place, name in enumerate(Position._fields)}


# --- what follows from the fields


def year_of(turn: int) -> int:
    """Return the year of a turn: 1 for its first seven, then 2 (M2.1)."""
    return 1 if turn <= TURNS_OF_YEAR_1 else 2


def has(p: Position, technology: Technology) -> bool:
    """Return whether a technology was discovered."""
    return bool(p.technologies >> technology & 1)


def store_cap(p: Position) -> int:
    """Return how much of each resource can be stored (M1)."""
    return 5 if p.technologies & _BANKING else 3


def military_cap(p: Position) -> int:
    """Return how large the military can be (M1)."""
    return 5 if p.technologies & _CAPITAL_SHIPS else 3


_BANKING: Final = 1 << Technology.INTERSTELLAR_BANKING
_CAPITAL_SHIPS: Final = 1 << Technology.CAPITAL_SHIPS


def production(empire: Iterable[System]) -> tuple[int, int]:
    """Return the metal and the wealth that the Home World and these systems produce in a turn (M1)."""
    metal, wealth = HOME_METAL, HOME_WEALTH
    for system in empire:
        metal += system.metal
        wealth += system.wealth
    return metal, wealth


def turned_over(p: Position) -> int:
    """Return the set of systems that were turned over."""
    found = p.unaligned
    for system in p.empire:
        found |= 1 << system
    return found


def hidden(p: Position, deck: Deck) -> tuple[System, ...]:
    """Return the systems that the top card of a deck can be, all equally likely; none if the deck is empty (M1)."""
    return _not_turned_over(near_cards(p) if deck is Deck.NEAR else _DISTANT, turned_over(p))


@cache
def _not_turned_over(cards: tuple[System, ...], seen: int) -> tuple[System, ...]:
    """Return the cards that were not turned over; none if seven were, as no deck has more than seven (M1)."""
    unseen = tuple(system for system in cards if not seen >> system & 1)
    return unseen if len(cards) - len(unseen) < NEAR_CARDS else ()


def near_cards(p: Position) -> tuple[System, ...]:
    """Return the near systems in the box, of which seven are in the game (M1)."""
    return _NEAR_WITH_EXPANSION if p.expansion else _NEAR


_NEAR_WITH_EXPANSION: Final = tuple(system for system in System if system.deck is Deck.NEAR)
_NEAR: Final = _NEAR_WITH_EXPANSION[:NEAR_CARDS]
_DISTANT: Final = tuple(system for system in System if system.deck is Deck.DISTANT)
_NEAR_MASK: Final = sum(1 << system for system in _NEAR_WITH_EXPANSION)


def weakest(p: Position) -> list[System]:
    """Return the systems with the lowest resistance on their cards, all equally likely to revolt (M6.1)."""
    lowest = min([system.resistance for system in p.empire])
    return sorted([system for system in p.empire if system.resistance == lowest])


def near_unaligned(p: Position) -> bool:
    """Return whether a near system is unaligned: then no distant one can be explored (M3.2)."""
    return bool(p.unaligned & _NEAR_MASK)


def score_of(p: Position) -> Score:
    """Return the points as they stand; a lost game has them, too (M7)."""
    systems = sum([system.points for system in p.empire])
    technologies = p.technologies.bit_count()
    explored = int(turned_over(p).bit_count() == _ALL_SYSTEMS)
    scientific = int(technologies == len(Technology))
    warlord = 3 * (len(p.empire) == _ALL_SYSTEMS)
    total = systems + technologies + explored + scientific + warlord
    return Score(systems, technologies, explored, scientific, warlord, total)


def total_of(p: Position) -> int:
    """Return the points that count: none in a lost game (M6.3)."""
    return 0 if p.lost else score_of(p).total
