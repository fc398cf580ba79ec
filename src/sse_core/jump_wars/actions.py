"""Actions of the players and of chance, as a dense table.

A decision is made in small steps: an order is a place to jump from, a place to jump to and a number of fleets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from ..forms.action_table import ActionTable
from .board import N_SPACES
from .cards import BASICS, SPECIALS, Card

__all__ = ["ACTIONS", "MOST", "NEUTRAL", "SPACE_VERBS", "TABLE", "Action", "Verb", "id_of", "ids_of"]

NEUTRAL: Final = 5
"""The number of the neutral side in actions that name a side (J3.3)."""

MOST: Final = 99
"""The largest number of a single action. A larger number is written in parts: 99 each, and then the rest."""


class Verb(StrEnum):
    """The kind of an action; the last two are chance events."""

    DONE = "done"
    """End a decision, or make no use of it."""

    TAKE = "take"
    """Take the cards of the Draw phase (J2.1)."""

    RUINS = "ruins"
    """Discard Progenitor Ruins for two more cards (J2.1)."""

    BRAINS = "brains"
    """Pay 10 RT for a card (J2.1)."""

    ACCEPT = "accept"
    """Accept an offer (J2.2)."""

    REFUSE = "refuse"
    """Refuse an offer (J2.2)."""

    FIRE = "fire"
    """Deal damage with all fleets (J2.7)."""

    BOMB = "bomb"
    """Give up fleets as Nova Bombs; their number follows (J2.7)."""

    REWRITE = "rewrite"
    """Rewrite one of one's own orders; its number follows (J2.6)."""

    BOOST = "boost"
    """Discard a basic card for a level until the turn ends (J2.9)."""

    LEAD = "lead"
    """Use Leadership for a level until the turn ends (J2.9)."""

    RAISE = "raise"
    """Discard a basic card for a level (J2.3)."""

    LEARN = "learn"
    """Discard a special card to learn it (J2.3)."""

    PAIR = "pair"
    """Discard two equal basic cards for a level (J2.3)."""

    DISCARD = "discard"
    """Discard a card: for RT, for Sabotage, for a Time Jump, or down to the limit of the hand."""

    OFFER = "offer"
    """Make an offer to a player; its content follows (J2.2)."""

    GIVE = "give"
    """Offer a card of one's own hand (J2.2)."""

    ASK = "ask"
    """Ask for a card (J2.2)."""

    STEAL = "steal"
    """Steal a random card from a player (J2.2)."""

    ALLY = "ally"
    """Name an ally for the turn (J2.2)."""

    BUILD = "build"
    """Build a fleet in a space (J2.5)."""

    SABOTAGE = "sabotage"
    """Destroy a fleet of a side; its space and a card follow (J2.5)."""

    AT = "at"
    """The space of the fleet to sabotage (J2.5)."""

    FROM = "from"
    """Begin an order: the space to jump from (J2.6)."""

    TO = "to"
    """The space to jump to (J2.6)."""

    PLANET = "planet"
    """Order the own Homeworld to jump to a space (J2.6)."""

    NEGATE = "negate"
    """Void an order of a player by a Time Jump; its number and a card follow (J2.6)."""

    COUNT = "count"
    """A number: of fleets, tokens, points of damage, or the number of a written order."""

    FIRST = "first"
    """The start player is drawn (J1.5)."""

    DRAW = "draw"
    """A card comes from the deck, or from the hand of a player who is stolen from (J2.1, J2.2)."""


class Action(NamedTuple):
    """A decision, or a chance event; its id is its index in `ACTIONS`."""

    verb: Verb
    argument: int | None = None
    """A `Card`, a space, a seat (or `NEUTRAL`), or a number, depending on the verb; None for a verb without
    argument."""


_SEATS: Final = range(5)
_SPACES: Final = range(N_SPACES)

_ARGUMENTS: Final[tuple[tuple[Verb, Iterable[int | None]], ...]] = (
    *((verb, [None]) for verb in list(Verb)[:9]),
    *((verb, BASICS) for verb in (Verb.BOOST, Verb.LEAD, Verb.RAISE)),
    (Verb.LEARN, SPECIALS),
    (Verb.PAIR, BASICS),
    (Verb.DISCARD, Card),
    (Verb.OFFER, _SEATS),
    (Verb.GIVE, Card),
    (Verb.ASK, Card),
    (Verb.STEAL, _SEATS),
    (Verb.ALLY, _SEATS),
    (Verb.BUILD, _SPACES),
    (Verb.SABOTAGE, (*_SEATS, NEUTRAL)),
    (Verb.AT, _SPACES),
    (Verb.FROM, _SPACES),
    (Verb.TO, _SPACES),
    (Verb.PLANET, _SPACES),
    (Verb.NEGATE, _SEATS),
    (Verb.COUNT, range(MOST + 1)),
    (Verb.FIRST, _SEATS),
    (Verb.DRAW, Card),
)
"""The arguments of each verb, in the order of ids."""

SPACE_VERBS: Final = frozenset(verb for verb, arguments in _ARGUMENTS if arguments is _SPACES)
"""The verbs whose argument is a space."""

TABLE: Final = ActionTable(Action(verb, argument) for verb, arguments in _ARGUMENTS for argument in arguments)
"""Every action of the game by id: decisions first, then chance events."""

ACTIONS: Final = TABLE.actions
"""The actions of `TABLE`."""

_FIRST_ID: Final = {
    verb: TABLE.ids[Action(verb, argument)] - (argument or 0)
    for verb, arguments in _ARGUMENTS
    for argument in [next(iter(arguments))]
}
"""The id of each verb's action with the argument 0, which need not be in the table."""


def id_of(verb: Verb, argument: int = 0) -> int:
    """Return the id of an action that is in the table."""
    return _FIRST_ID[verb] + argument


def ids_of(verb: Verb, arguments: Iterable[int]) -> Iterator[int]:
    """Yield the ids of a verb's actions with these arguments, in their order."""
    first = _FIRST_ID[verb]
    return (first + argument for argument in arguments)
