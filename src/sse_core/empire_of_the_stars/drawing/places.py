"""Places of drawings that aren't regions: things that a click can choose, each named by the key of its step."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from ..actions import SEATS, THRONE_PLACE, Verb
from ..board import Board
from ..packs.content import SIDES, slug
from ..packs.vocabulary import ROLES
from ..positions.due import Due
from ..positions.position import Position

__all__ = [
    "card_place",
    "far_place",
    "market_place",
    "power_place",
    "role_place",
    "seat_place",
    "side_place",
    "throne_place",
    "tile_place",
]

Attributes = dict[str, float | str]

_APART: Final = (
    Verb.AT,
    Verb.ROLE,
    Verb.TILE,
    Verb.BUY,
    Verb.AGAINST,
    Verb.EDICT,
    Verb.POWER,
    Verb.SHIP,
    Verb.RESOURCE,
)
"""Verbs whose arguments are different things: regions, roles, tiles, technologies, seats and so on."""


@lru_cache(maxsize=16)
def _names(b: Board) -> frozenset[str]:
    """Return the names that are unambiguous in a pack, whose regions and cards may have equal names."""
    found = Counter(name for verb in _APART for name in {*b.arguments[verb]})
    found[THRONE_PLACE] += 1
    return frozenset(name for name, n in found.items() if n == 1)


def _place(b: Board, name: str) -> Attributes:
    return {"data_place": name} if name in _names(b) else {}


def role_place(b: Board, role: int) -> Attributes:
    """Return the attribute of a role as a place."""
    return _place(b, ROLES[role])


def throne_place(b: Board) -> Attributes:
    """Return the attribute of the Throne as a place."""
    return _place(b, THRONE_PLACE)


def tile_place(b: Board, kind: int) -> Attributes:
    """Return the attribute of a kind of tile of the display as a place."""
    return _place(b, b.content.tiles[kind].name)


def card_place(b: Board, card: int) -> Attributes:
    """Return the attribute of a technology that a player holds or owns as a place."""
    return _place(b, slug(b.content.technologies[card].name))


def power_place(b: Board, power: int) -> Attributes:
    """Return the attribute of a power that can be kept as a place."""
    return _place(b, slug(b.content.powers[power].name))


def side_place(b: Board, power: int, side: int) -> Attributes:
    """Return the attribute of the side of a power that is up as a place: no other name has a full stop."""
    return {"data_place": f"{slug(b.content.powers[power].name)}.{SIDES[side]}"}


def seat_place(b: Board, seat: int) -> Attributes:
    """Return the attribute of a player as a place."""
    return _place(b, SEATS[seat])


def market_place(p: Position, number: int) -> Attributes:
    """Return the attribute of a market tile as a place: while one is picked its number means nothing else."""
    return {"data_place": str(number + 1)} if p.step == Due.STEWARD else {}


def far_place(p: Position, number: int) -> Attributes:
    """Return the attribute of a location of far space as a place: while one invests its number means nothing else."""
    return {"data_place": str(number + 1)} if p.step == Due.INVEST else {}
