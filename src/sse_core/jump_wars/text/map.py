"""The map of a position as ten rows of signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...errors import NotationError, map_error
from ...forms.checks import check_number
from ..board import N_SPACES, SIDE, SIGNS, Space
from ..positions.position import Position
from .notation import SEATS

__all__ = ["format_map", "map_of"]

_NEUTRAL_WORLD: Final = "N"
_SPACE_OF: Final = {sign: space for space, sign in SIGNS.items()}


def format_map(p: Position) -> list[str]:
    """Return the ten rows of the map, ten characters each, a1 first.

    ``.`` is a Void, ``+`` a Star Field, ``%`` a Cluster, ``#`` a Black Hole, ``~`` a Nebula; a Homeworld has the letter
    of its owner, the neutral one ``N``.
    """
    symbols = [SIGNS.get(space, _NEUTRAL_WORLD) for space in p.spaces]
    for seat, space in enumerate(p.homeworlds):
        symbols[space] = SEATS[seat]
    return ["".join(symbols[first : first + SIDE]) for first in range(0, N_SPACES, SIDE)]


def map_of(rows: Sequence[str]) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    """Return the spaces of ten rows, and the space of each player's Homeworld.

    Raises NotationError with the row and the column, counted from 1, if the rows are no map; SetupError if Homeworlds
    are missing.
    """
    spaces: list[Space] = []
    homes: dict[str, int] = {}
    for line, row in enumerate(rows, 1):
        for column, symbol in enumerate(row[:SIDE], 1):
            if symbol in homes:
                raise NotationError(f"there is a second Homeworld {symbol}", row, column, line)
            if symbol in SEATS or symbol == _NEUTRAL_WORLD:
                homes[symbol] = len(spaces)
            elif symbol not in _SPACE_OF:
                known = f"{' '.join(_SPACE_OF)}, a seat from {SEATS[0]} to {SEATS[-1]}, or {_NEUTRAL_WORLD}"
                raise NotationError(f"a space is one of {known}", row, column, line)
            spaces.append(_SPACE_OF.get(symbol, Space.HOMEWORLD))
        if len(row) != SIDE:
            raise NotationError(f"a row of the map has {SIDE} spaces", row, min(len(row), SIDE) + 1, line)
    if len(rows) != SIDE:
        raise NotationError(f"a map has {SIDE} rows", rows[-1] if rows else "", line=max(1, len(rows)))
    n = check_number(
        sum(seat in homes for seat in SEATS),
        "the number of Homeworlds",
        len(SEATS),
        2,
        error=map_error,
    )
    seats = SEATS[:n]
    for seat in seats:
        if seat not in homes:
            raise map_error(f"there is no Homeworld {seat} on the map (J1.3)")
    return tuple(spaces), tuple(homes[seat] for seat in seats)
