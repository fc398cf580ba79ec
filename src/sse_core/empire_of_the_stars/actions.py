"""Actions of the players and of chance: a verb with an argument. The board of a pack makes the table of all actions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from .packs.content import Content, named_effects, slug
from .packs.rule_numbers import highest
from .packs.vocabulary import NUMBERS, RESOURCES, ROLES, SHIPS, SUPPLY

__all__ = ["SEATS", "THRONE_PLACE", "TOKEN_UNIT", "Action", "Verb", "arguments_of", "most_strength", "text_of"]

SEATS: Final = "ABCD"
THRONE_PLACE: Final = "throne"
TOKEN_UNIT: Final = "token"


class Verb(IntEnum):
    """The kind of an action; the last three are chance events."""

    DONE = 0
    """End a decision, or make no use of it."""
    DECLINE = 1
    """Join no side (C10.2)."""
    INFLUENCE = 2
    """Buy an influence more (C11.2)."""
    AT = 3
    """A region: of a home world, a tile, a ship that is deployed."""
    ROLE = 4
    """Set the monolith on a role in the first round (C2.2)."""
    ON = 5
    """Move it clockwise to a role (C2.3)."""
    BACK = 6
    """Move it the other way round."""
    TILE = 7
    """Take a tile of the display (C4.1)."""
    SETTLE = 8
    """Place a token on a planet (C4.2, C9.7)."""
    MARKET = 9
    """Pick a market tile (C5.2)."""
    POLYMERS = 10
    """A number of resources to hold (C6.2)."""
    METAL = 11
    ENERGY = 12
    INVEST = 13
    """Invest in a location of far space (C6.3)."""
    BUILD = 14
    """Build a ship (C7.1)."""
    DEPLOY = 15
    """Deploy a ship; its region follows (C7.3)."""
    DRAW = 16
    """Draw from the deck of a cost (C8.1)."""
    TAKE = 17
    """Take the top of the pile of a cost (C8.1)."""
    BUY = 18
    """Buy a technology (C8.2)."""
    DISCARD = 19
    """Discard a card (C8.3)."""
    FROM = 20
    """A region to move a ship from (C9.1, C10.2, C10.6)."""
    SHIP = 21
    """The ship to move: a type, or a seat and a type."""
    TO = 22
    """Its target."""
    BATTLE = 23
    """Start a battle in a sector (C9.6)."""
    AGAINST = 24
    """Name the defender (C10.1)."""
    ALLY = 25
    """Ask a player to join (C10.2)."""
    JOIN = 26
    """Join the side of a player (C10.2)."""
    TACTICS = 27
    """Set tactics (C10.5)."""
    WEAPONS = 28
    """Set weapons; the rest is shields (C10.5)."""
    HIT = 29
    """A region where a hit falls (C10.7)."""
    UNIT = 30
    """The unit that it falls on: a seat and a type of ship, or the token there."""
    PUT = 31
    """Place an influence on a planet or on the Throne (C11.3)."""
    EDICT = 32
    """Choose an edict (C11.8)."""
    FAVOUR = 33
    """Name the winner (C12.4)."""
    POWER = 34
    """Choose a power (C1.8)."""
    RESOURCE = 35
    """A resource of choice (C16.14)."""
    CORE = 36
    """Flip the own power back to its core side (C13.5)."""
    USE = 37
    """Use an effect (C16.13)."""
    REVEAL = 38
    """A tile is turned up (C4.6)."""
    CARD = 39
    """A card is drawn from a deck (C8.1)."""
    TURN = 40
    """A card is turned up on an empty pile (C8.1)."""

    @property
    def word(self) -> str:
        """The verb as texts write it."""
        return self.name.lower()


class Action(NamedTuple):
    """A decision, or a chance event; its id is its place in the table of its pack."""

    verb: Verb
    argument: str = ""
    """The argument, by its name in texts: a region, a role, a number; empty if the verb has none."""


def text_of(action: Action) -> str:
    """Return the text of an action of any pack.

    >>> text_of(Action(Verb.FROM, "c2")), text_of(Action(Verb.DONE))
    ('from=c2', 'done')
    """
    verb, argument = action
    return f"{Verb(verb).word}={argument}" if argument else Verb(verb).word


def arguments_of(content: Content) -> tuple[tuple[str, ...], ...]:
    """Return the names of each verb's arguments, in the order of their numbers."""
    regions = content.regions
    cards = tuple(slug(card.name) for card in content.technologies)
    kinds = tuple(tile.name for tile in content.tiles)
    of_seats = tuple(f"{seat}.{ship}" for seat in SEATS for ship in SHIPS)
    strengths = _numbers(most_strength(content))
    alone = ("",)
    costs = ("1", "2", "3")
    by_verb: dict[Verb, Sequence[str]] = {
        Verb.DONE: alone,
        Verb.DECLINE: alone,
        Verb.INFLUENCE: alone,
        Verb.AT: regions,
        Verb.ROLE: ROLES,
        Verb.ON: ROLES,
        Verb.BACK: ROLES,
        Verb.TILE: kinds,
        Verb.SETTLE: regions,
        Verb.MARKET: [str(n) for n in range(1, len(content.market) + 1)],
        Verb.INVEST: [str(n) for n in range(1, len(content.far_space) + 1)],
        Verb.BUILD: SHIPS,
        Verb.DEPLOY: SHIPS,
        Verb.DRAW: costs,
        Verb.TAKE: costs,
        Verb.BUY: cards,
        Verb.DISCARD: cards,
        Verb.FROM: regions,
        Verb.SHIP: (*SHIPS, *of_seats),
        Verb.TO: regions,
        Verb.BATTLE: tuple(sector.name for sector in content.sectors),
        Verb.AGAINST: SEATS,
        Verb.ALLY: SEATS,
        Verb.JOIN: SEATS,
        Verb.TACTICS: strengths,
        Verb.WEAPONS: strengths,
        Verb.HIT: regions,
        Verb.UNIT: (*of_seats, TOKEN_UNIT),
        Verb.PUT: (*regions, THRONE_PLACE),
        Verb.EDICT: tuple(slug(edict.name) for edict in content.edicts),
        Verb.FAVOUR: SEATS,
        Verb.POWER: [slug(power.name) for power in content.powers],
        Verb.RESOURCE: RESOURCES,
        Verb.CORE: alone if content.powers else (),
        Verb.USE: [name for name, _ in named_effects(content)],
        Verb.REVEAL: kinds,
        Verb.CARD: cards,
        Verb.TURN: cards,
    }
    for verb, resource in zip((Verb.POLYMERS, Verb.METAL, Verb.ENERGY), RESOURCES, strict=True):
        by_verb[verb] = _numbers(highest(content, NUMBERS.index(f"track.{resource}")))
    assert len(RESOURCES) == 3
    return tuple(tuple(by_verb[verb]) for verb in Verb)


def most_strength(content: Content) -> int:
    """Return the largest number on a part of a dial: the fleets of three players and a starbase in each region.

    Four players have one player at least on the other side (C10.1), and a region has one token or home world.
    """
    first = NUMBERS.index("strength.fighter")
    fleet = sum(n * highest(content, first + kind, players=3) for kind, n in enumerate(SUPPLY))
    n_regions = max(len(sector.regions) for sector in content.sectors)
    places = max(highest(content, NUMBERS.index(name)) for name in ("strength.colony", "strength.starbase"))
    homes = 3 * max(0, highest(content, NUMBERS.index("home_strength")) - places)
    most = fleet + places * n_regions + homes
    return most if content.dial < 0 else min(most, content.dial)


def _numbers(most: int) -> list[str]:
    return [str(n) for n in range(most + 1)]
