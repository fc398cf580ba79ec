"""What can be done in a game, and what the die and the cards can do: a dense table."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from .cards import Deck, Event, System, Technology

__all__ = ["ACTIONS", "FACES", "IDS", "Action", "Resource", "Verb"]

FACES: Final = range(1, 7)
"""What the die shows."""


class Resource(StrEnum):
    """What is stored (M1)."""

    METAL = "metal"
    WEALTH = "wealth"


class Verb(StrEnum):
    """What is done; the last four are chance's."""

    EXPLORE = "explore"
    """Turn over the top card of a deck and attack it (M2.2)."""

    CONQUER = "conquer"
    """Attack an unaligned system (M2.2)."""

    BIDE = "bide"
    DIPLOMACY = "diplomacy"
    """Let the attack succeed without a roll (M3.3)."""

    ROLL = "roll"
    """Let the die decide, where Diplomacy could (M3.3)."""

    TRADE = "trade"
    """Give two of a resource for one of the other (M4.2)."""

    KEEP = "keep"
    """Trade nothing (M4.2)."""

    BUILD = "build"
    """Add one to the military (M5.1)."""

    DISCOVER = "discover"
    """Buy a technology (M5.1)."""

    DONE = "done"
    """Build and discover nothing more in this turn (M5.1)."""

    TURN = "turn"
    """A card of a system is turned over (M2.2)."""

    DIE = "die"
    EVENT = "event"
    """A card of an event is turned over (M2.2)."""

    REVOLT = "revolt"
    """A revolt breaks out in one of the systems of equally low resistance (M6.1)."""


Thing: TypeAlias = Deck | System | Technology | Resource | Event | int | None


class Action(NamedTuple):
    """A decision, or a chance event; its id is its index in `ACTIONS`."""

    verb: Verb
    thing: Thing = None
    """What it is done to: a deck, a system, a resource to give, a technology, an event, or the face of the die."""


ACTIONS: Final[tuple[Action, ...]] = (
    *(Action(Verb.EXPLORE, deck) for deck in Deck),
    *(Action(Verb.CONQUER, system) for system in System),
    Action(Verb.BIDE),
    Action(Verb.DIPLOMACY),
    Action(Verb.ROLL),
    *(Action(Verb.TRADE, resource) for resource in Resource),
    Action(Verb.KEEP),
    Action(Verb.BUILD),
    *(Action(Verb.DISCOVER, technology) for technology in Technology),
    Action(Verb.DONE),
    *(Action(Verb.TURN, system) for system in System),
    *(Action(Verb.DIE, face) for face in FACES),
    *(Action(Verb.EVENT, event) for event in Event),
    *(Action(Verb.REVOLT, system) for system in System),
)
"""Every action that can ever come up, decisions first."""

IDS: Final = MappingProxyType({action: index for index, action in enumerate(ACTIONS)})
"""The id of each action."""
