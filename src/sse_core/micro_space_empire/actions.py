"""Actions of the player and of chance, as a dense table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from ..forms.action_table import ActionTable
from .cards import Deck, Event, System, Technology

__all__ = ["ACTIONS", "FACES", "TABLE", "Action", "Resource", "Verb"]

FACES: Final = range(1, 7)
"""The faces of the die."""


class Resource(StrEnum):
    """A resource that is stored (M1)."""

    METAL = "metal"
    WEALTH = "wealth"


class Verb(StrEnum):
    """The kind of an action; the last four are chance events."""

    EXPLORE = "explore"
    """Turn over the top card of a deck and attack it (M2.2)."""

    CONQUER = "conquer"
    """Attack an unaligned system (M2.2)."""

    BIDE = "bide"
    """Attack nothing (M2.2)."""

    DIPLOMACY = "diplomacy"
    """Let the attack succeed without a roll (M3.3)."""

    ROLL = "roll"
    """Roll the die, though diplomacy is possible (M3.3)."""

    TRADE = "trade"
    """Give two of a resource for one of the other (M4.2)."""

    KEEP = "keep"
    """Trade nothing (M4.2)."""

    BUILD = "build"
    """Add one to the military (M5.1)."""

    DISCOVER = "discover"
    """Buy a technology (M5.1)."""

    DONE = "done"
    """End the building phase (M5.1)."""

    TURN = "turn"
    """A system card is turned over (M2.2)."""

    DIE = "die"
    """The die of an attack, a revolt or an invasion (M3.1, M6.2)."""

    EVENT = "event"
    """An event card is turned over (M2.2)."""

    REVOLT = "revolt"
    """A revolt breaks out in one of the systems of equally low resistance (M6.1)."""


Argument: TypeAlias = Deck | System | Technology | Resource | Event | int | None


_NOTHING: Final = (None,)


class Action(NamedTuple):
    """A decision, or a chance event; its id is its index in `ACTIONS`."""

    verb: Verb
    argument: Argument = None
    """A deck, a system, the resource that is given, a technology, an event, or a face of the die; None for a verb
    without argument."""


TABLE: Final = ActionTable(
    Action(verb, argument)
    for verb, arguments in (
        (Verb.EXPLORE, Deck),
        (Verb.CONQUER, System),
        (Verb.BIDE, _NOTHING),
        (Verb.DIPLOMACY, _NOTHING),
        (Verb.ROLL, _NOTHING),
        (Verb.TRADE, Resource),
        (Verb.KEEP, _NOTHING),
        (Verb.BUILD, _NOTHING),
        (Verb.DISCOVER, Technology),
        (Verb.DONE, _NOTHING),
        (Verb.TURN, System),
        (Verb.DIE, FACES),
        (Verb.EVENT, Event),
        (Verb.REVOLT, System),
    )
    for argument in arguments
)
"""Every action of the game by id: decisions first, then chance events."""

ACTIONS: Final = TABLE.actions
"""The actions of `TABLE`."""
