"""Names of what lies on the map, and of the game's data, in the language of whoever reads."""

from __future__ import annotations

from typing import Final

from .board import Space
from .cards import BASICS, Card
from .messages import message, say
from .notation import SEATS
from .position import NOBODY

__all__ = ["code_of", "homeworld_name", "kind_name", "label"]

_SPACES: Final = {
    Space.VOID: message("void"),
    Space.STAR_FIELD: message("star field"),
    Space.CLUSTER: message("cluster"),
    Space.BLACK_HOLE: message("black hole"),
    Space.NEBULA: message("nebula"),
    Space.HOMEWORLD: message("Homeworld"),
}

_CODES: Final = dict(
    zip(
        BASICS,
        (
            *(message("I"), message("A"), message("D"), message("J"), message("C"), message("L")),
            *(message("R"), message("M"), message("Z"), message("E"), message("T"), message("Y")),
        ),
        strict=True,
    )
)
"""The rulebook's letter for each basic technology."""

_LABELS: Final = {
    # Columns of the score table.
    "fleets": message("fleets"),
    "tokens": message("tokens"),
    "total": message("total"),
    # Options of the set-up, in the command's names and in those of `start`.
    "first": message("start player"),
    "grid": message("grid"),
    "turns": message("turns"),
    "turn_limit": message("turn limit"),
    "neutral": message("neutral Homeworld"),
    "trade": message("trade"),
    "no_trade": message("no trade"),
    "void_orders": message("void orders"),
    "must_raise": message("must raise"),
    "genesis_adds": message("Genesis adds"),
    "any_map": message("any map"),
    "simultaneous": message("simultaneous deals"),
}
_VALUES: Final = {
    ("grid", "square"): message("square"),
    ("grid", "hex"): message("hexagonal"),
}


def kind_name(kind: Space) -> str:
    """Return what lies on a space, in captions and legends."""
    return say(_SPACES[kind])


def homeworld_name(owner: int) -> str:
    """Return what the Homeworld of a player is called; `NOBODY` has the neutral one."""
    return say("neutral Homeworld") if owner == NOBODY else say("Homeworld of {seat}", seat=SEATS[owner])


def code_of(basic: Card) -> str:
    """Return the letter of a basic technology, above its level."""
    return say(_CODES[basic])


def label(name: str, /, of: str = "") -> str:
    """Return a name of the game's data for people: a column of a table, an option, or a value of the option `of`.

    >>> label("tokens"), label("first"), label("hex", "grid"), label("other_words")
    ('tokens', 'start player', 'hexagonal', 'other words')
    """
    if (of, name) in _VALUES:
        return say(_VALUES[of, name])
    return say(_LABELS[name]) if not of and name in _LABELS else name.replace("_", " ")
