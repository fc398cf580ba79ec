"""Words of the text of positions, for those who write it and those who read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..errors import NotationError, SetupError
from ..forms.checks import check_number
from .actions import Verb
from .board import N_SPACES, SIDE, SIGNS, Space, space_name
from .notation import SEATS, side_name
from .position import Position, Step

__all__ = [
    "ALL_FIRST",
    "BEGUN",
    "DONE",
    "DRAW_VERBS",
    "LED",
    "NEUTRAL_WORLD",
    "NOBODY_NAME",
    "NONE",
    "PLANET",
    "SPACE_OF",
    "STANDARD",
    "STATE_NAME",
    "STATE_PREFIX",
    "VOID",
    "YES",
    "draft_kinds",
    "draft_words",
    "format_map",
    "map_of",
]

STATE_NAME: Final = "jw-state"
STATE_PREFIX: Final = f"{STATE_NAME} 1"

NONE: Final = "none"
NOBODY_NAME: Final = "nobody"
STANDARD: Final = "standard"
YES: Final = "yes"
BEGUN: Final = "begun"
LED: Final = "led"
DONE: Final = "done"
PLANET: Final = "planet"
VOID: Final = "void"

ALL_FIRST: Final = "all:1"
"""The levels of a player who never raised one (J1.4)."""

NEUTRAL_WORLD: Final = "N"
"""The neutral Homeworld on the map (J3.3)."""

SPACE_OF: Final = {sign: space for space, sign in SIGNS.items()}
"""What lies on a space, by its sign on the map; a Homeworld has a letter instead."""

DRAW_VERBS: Final = (Verb.TAKE, Verb.RUINS, Verb.BRAINS)
"""What a Draw decision can use, in the order of texts."""


def format_map(p: Position) -> list[str]:
    """Return the ten rows of the map, ten characters each, a1 first.

    ``.`` is a Void, ``+`` a Star Field, ``%`` a Cluster, ``#`` a Black Hole, ``~`` a Nebula; a Homeworld has the letter
    of its owner, the neutral one ``N``.
    """
    symbols = [SIGNS.get(space, NEUTRAL_WORLD) for space in p.spaces]
    for seat, space in enumerate(p.homeworlds):
        symbols[space] = SEATS[seat]
    return ["".join(symbols[first : first + SIDE]) for first in range(0, N_SPACES, SIDE)]


def map_of(rows: Sequence[str]) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    """Return the spaces of ten rows, and the space of each player's Homeworld.

    Raises NotationError with the row and the column, counted from 1, if they are no map; SetupError if Homeworlds are
    missing.
    """
    spaces: list[Space] = []
    homes: dict[str, int] = {}
    for line, row in enumerate(rows, 1):
        for column, symbol in enumerate(row[:SIDE], 1):
            if symbol in homes:
                raise NotationError(f"there is a second Homeworld {symbol}", row, column, line)
            if symbol in SEATS or symbol == NEUTRAL_WORLD:
                homes[symbol] = len(spaces)
            elif symbol not in SPACE_OF:
                known = f"{' '.join(SPACE_OF)}, a seat from {SEATS[0]} to {SEATS[-1]}, or {NEUTRAL_WORLD}"
                raise NotationError(f"a space is one of {known}", row, column, line)
            spaces.append(SPACE_OF.get(symbol, Space.HOMEWORLD))
        if len(row) != SIDE:
            raise NotationError(f"a row of the map has {SIDE} spaces", row, min(len(row), SIDE) + 1, line)
    if len(rows) != SIDE:
        raise NotationError(f"a map has {SIDE} rows", rows[-1] if rows else "", line=max(1, len(rows)))
    seats = SEATS[
        : check_number(
            sum(seat in homes for seat in SEATS), "the number of Homeworlds", len(SEATS), 2, error=SetupError
        )
    ]
    for seat in seats:
        if seat not in homes:
            raise SetupError(f"there is no Homeworld {seat} on the map (J1.3)")
    return tuple(spaces), tuple(homes[seat] for seat in seats)


# --- decisions half made

_DRAFTS: Final = {
    Step.THEFT: ("side",),
    Step.SABOTAGE_SPACE: ("side",),
    Step.SABOTAGE_CARD: ("side", "space"),
    Step.REWRITING: ("place",),
    Step.NEGATE_ORDER: ("side",),
    Step.NEGATE_CARD: ("side", "place"),
}
_MOST: Final = 6
"""More numbers than a draft ever has."""


def draft_kinds(step: Step) -> tuple[str, ...]:
    """Return what the numbers of a draft are: a ``side``, a ``space``, the ``place`` of an order, or a ``number``.

    The place of an order counts from 0, and is written as its number, from 1.
    """
    kinds = _DRAFTS.get(step, ())
    return (*kinds, *["number"] * (_MOST - len(kinds)))


def draft_words(p: Position) -> list[str]:
    """Return the words of the decision half made, one for each number of the draft."""
    return [_draft_word(n, kind, len(p.players)) for n, kind in zip(p.draft, draft_kinds(p.step), strict=False)]


def _draft_word(number: int, kind: str, n_players: int) -> str:
    if kind == "side":
        return side_name(number, n_players)
    return space_name(number) if kind == "space" else str(number + (kind == "place"))
