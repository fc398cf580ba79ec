"""Names of the things on the map, and of the game's data, in the reader's language."""

from __future__ import annotations

from typing import Final

from ...forms.messages import Labels
from ..board import Space
from ..cards import BASICS, Card
from ..messages import message, say
from ..positions.position import NOBODY
from ..text.notation import SEATS

__all__ = ["LABELS", "code_of", "homeworld_name", "kind_name"]

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

LABELS: Final[Labels] = {
    # Columns of the score table.
    "fleets": message("fleets"),
    "tokens": message("RT"),
    "total": message("enemy Homeworlds"),
    # Options of the set-up, by their names in the command and in `new_game`.
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
    # Values of options.
    ("grid", "square"): message("square"),
    ("grid", "hex"): message("hexagonal"),
}
"""The game's data in words, by name; a value of an option by the option and its name."""


def kind_name(kind: Space) -> str:
    """Return the name of a kind of space in captions and legends."""
    return say(_SPACES[kind])


def homeworld_name(owner: int) -> str:
    """Return the name of a player's Homeworld; `NOBODY` has the neutral one."""
    return say("neutral Homeworld") if owner == NOBODY else say("Homeworld of {seat}", seat=SEATS[owner])


def code_of(basic: Card) -> str:
    """Return the letter of a basic technology, above its level."""
    return say(_CODES[basic])
