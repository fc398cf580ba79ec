"""Words of pictures: captions of the things on the table, and numbers of things with their unit."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ..board import Board
from ..messages import counted, message, say
from ..packs.content import NONE, Edict, Face
from ..packs.vocabulary import MEASURES
from ..positions.fields import GALAXY
from ..words.cards import effect_words
from ..words.phrases import resource, tokens

__all__ = ["card_does", "edict_condition", "face_name", "far_holder", "price_words", "tile_lines", "token_words"]

_FACES: Final = {
    Face.SPACE: message("empty space"),
    Face.ASTEROIDS: message("asteroids"),
    Face.WORMHOLE: message("wormhole"),
    Face.PLANET: message("planet"),
}
_COUNTED: Final = MappingProxyType({
    "planets": message("planets"),
    "colonies": message("colonies"),
    "starbases": message("starbases"),
    "far_space": message("far space"),
    "sectors": message("sectors"),
    "ships": message("ships"),
    "fighters": message("fighters"),
    "cruisers": message("cruisers"),
    "dreadnoughts": message("dreadnoughts"),
    "strength": message("strength"),
    "staging": message("ships in staging"),
    "technologies": message("technologies"),
    "technologies.culture": message("technologies of culture"),
    "technologies.industry": message("technologies of industry"),
    "technologies.military": message("military technologies"),
    "cards": message("cards in hand"),
    "credits": message("credits"),
    "polymers": message("polymers"),
    "metal": message("metal"),
    "energy": message("energy"),
    "resources": message("resources"),
    "stock": message("tokens in the stock"),
    "throne": message("tokens scored"),
    "home_fleet": message("ships at home"),
    "wormholes": message("wormholes with ships"),
    "asteroids": message("asteroids with ships"),
    "contacts": message("opponents near"),
    "made.polymers": message("polymers made"),
    "made.metal": message("metal made"),
    "made.energy": message("energy made"),
})  # fmt: skip
"""The measures of edicts, in words short enough for the Throne."""


def token_words(n: int, *, is_galaxy: bool = False) -> str:
    """Return a number of tokens of a player, or of galaxy tokens."""
    return counted(n, "{n} galaxy token", "{n} galaxy tokens") if is_galaxy else tokens(n)


def price_words(b: Board, card: int) -> str:
    """Return the price of a technology, before any reduction by technologies that a player owns (C8.2)."""
    technology = b.content.technologies[card]
    return resource(technology.cost, technology.kind)


def card_does(b: Board, card: int) -> str:
    """Return the effects of a technology; if it has none, the pack's line about it."""
    technology = b.content.technologies[card]
    return " ".join(map(effect_words, technology.effects)) or technology.about


def tile_lines(b: Board, kind: int) -> list[str]:
    """Return the lines for a kind of tile: its name, or a line for each resource that its planet makes."""
    tile = b.content.tiles[kind]
    made = [resource(n, each) for each, n in enumerate(tile.makes) if n]
    return made or [face_name(tile.face)]


def face_name(face: Face) -> str:
    """Return the name of the face of a tile."""
    return say(_FACES[face])


def edict_condition(edict: Edict) -> str:
    """Return the condition of an edict."""
    if edict.measure == NONE:
        return say("no condition")
    what = say(_COUNTED[MEASURES[edict.measure]])
    return say("least {what}", what=what) if edict.least else say("most {what}", what=what)


def far_holder(token: int) -> str:
    """Return the words for a location of far space: a galaxy token, or the points for its owner."""
    if not token:
        return say("free")
    if token == GALAXY:
        return say("galaxy")
    return counted(1 + token % 2, "{n} point", "{n} points")
