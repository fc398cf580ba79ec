"""Words of pictures: numbers of things with their unit, and the captions of what lies on the table."""

from __future__ import annotations

from typing import Final, TypeAlias

from ..forms.messages import message
from .board import Board
from .card_words import effect_words
from .content import NONE, Edict, Face
from .layout import GALAXY
from .messages import counted, say
from .vocabulary import MEASURES

__all__ = [
    "card_does",
    "credits_words",
    "edict_condition",
    "face_name",
    "far_holder",
    "price_words",
    "resource_words",
    "role_name",
    "ship_words",
    "tile_lines",
    "token_words",
    "type_name",
]

_Noun: TypeAlias = tuple[str, str]
"""A number of things: one of them, and several."""

_RESOURCES: Final[tuple[_Noun, ...]] = (
    (message("{n} polymer"), message("{n} polymers")),
    (message("{n} metal"), message("{n} metal")),
    (message("{n} energy"), message("{n} energy")),
)
_SHIPS: Final[tuple[_Noun, ...]] = (
    (message("{n} fighter"), message("{n} fighters")),
    (message("{n} cruiser"), message("{n} cruisers")),
    (message("{n} dreadnought"), message("{n} dreadnoughts")),
)
_FACES: Final = {
    Face.SPACE: message("empty space"),
    Face.ASTEROIDS: message("asteroids"),
    Face.WORMHOLE: message("wormhole"),
    Face.PLANET: message("planet"),
}
_TYPES: Final = (message("culture"), message("industry"), message("military"))
_ROLES: Final = (
    message("Explorer"),
    message("Steward"),
    message("Merchant"),
    message("Engineer"),
    message("Scientist"),
    message("Warlord"),
    message("Regent"),
)


def credits_words(n: int) -> str:
    """Return a number of credits."""
    return counted(n, "{n} credit", "{n} credits")


def resource_words(kind: int, n: int) -> str:
    """Return a number of polymers, metal or energy."""
    return counted(n, *_RESOURCES[kind])


def ship_words(kind: int, n: int) -> str:
    """Return a number of ships of a type."""
    return counted(n, *_SHIPS[kind])


def token_words(n: int, *, is_galaxy: bool = False) -> str:
    """Return a number of tokens of a player, or of galaxy tokens."""
    return counted(n, "{n} galaxy token", "{n} galaxy tokens") if is_galaxy else counted(n, "{n} token", "{n} tokens")


def type_name(kind: int) -> str:
    """Return the name of a type of technology."""
    return say(_TYPES[kind])


def role_name(role: int) -> str:
    """Return the name of a role."""
    return say(_ROLES[role])


def price_words(b: Board, card: int) -> str:
    """Return what a technology costs without those that a player owns (C8.2)."""
    technology = b.content.technologies[card]
    return resource_words(technology.kind, technology.cost)


def card_does(b: Board, card: int) -> str:
    """Return what a technology does; what the pack says about it where it has no effect."""
    technology = b.content.technologies[card]
    return " ".join(map(effect_words, technology.effects)) or technology.about


def tile_lines(b: Board, kind: int) -> list[str]:
    """Return what a kind of tile is, or what the planet on it makes: a line for each resource."""
    tile = b.content.tiles[kind]
    made = [resource_words(resource, n) for resource, n in enumerate(tile.makes) if n]
    return made or [face_name(tile.face)]


def face_name(face: Face) -> str:
    """Return the name of the face of a tile."""
    return say(_FACES[face])


def edict_condition(edict: Edict) -> str:
    """Return the condition of an edict."""
    if edict.measure == NONE:
        return say("no condition")
    what = MEASURES[edict.measure].replace(".", " of ").replace("_", " ")
    return say("least {what}", what=what) if edict.least else say("most {what}", what=what)


def far_holder(token: int) -> str:
    """Return what lies on a location of far space, in a word."""
    if not token:
        return say("free")
    if token == GALAXY:
        return say("galaxy")
    return say("starbase") if token % 2 else say("colony")
