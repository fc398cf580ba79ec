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
_HOMES: Final = (*SEATS, _NEUTRAL_WORLD)
_SPACE_OF: Final = {**{sign: space for space, sign in SIGNS.items()}, **dict.fromkeys(_HOMES, Space.HOMEWORLD)}
_SYMBOLS: Final = frozenset(_SPACE_OF)
_SIGN_OF: Final = {**SIGNS, Space.HOMEWORLD: _NEUTRAL_WORLD}


def format_map(p: Position) -> list[str]:
    """Return the ten rows of the map, ten characters each, a1 first.

    ``.`` is a Void, ``+`` a Star Field, ``%`` a Cluster, ``#`` a Black Hole, ``~`` a Nebula; a Homeworld has the letter
    of its owner, the neutral one ``N``.
    """
    symbols = [_SIGN_OF[space] for space in p.spaces]
    for seat, space in enumerate(p.homeworlds):
        symbols[space] = SEATS[seat]
    return ["".join(symbols[first : first + SIDE]) for first in range(0, N_SPACES, SIDE)]


def map_of(rows: Sequence[str]) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    """Return the spaces of ten rows, and the space of each player's Homeworld.

    Raises NotationError with the row and the column, counted from 1, if the rows are no map; SetupError if Homeworlds
    are missing.
    """
    drawn = "".join(rows)
    homes = {symbol: drawn.index(symbol) for symbol in _HOMES if symbol in drawn}
    if (
        [*map(len, rows)] != [SIDE] * SIDE
        or not _SYMBOLS.issuperset(drawn)
        or sum(map(drawn.count, homes)) > len(homes)
    ):
        raise _fault(rows)
    spaces = [_SPACE_OF[symbol] for symbol in drawn]
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


def _fault(rows: Sequence[str]) -> NotationError:
    """Return the error of the first fault in rows that are no map."""
    homes: set[str] = set()
    for line, row in enumerate(rows, 1):
        for column, symbol in enumerate(row[:SIDE], 1):
            if symbol in homes:
                return NotationError(f"there is a second Homeworld {symbol}", row, column, line)
            if symbol in _HOMES:
                homes.add(symbol)
            elif symbol not in _SPACE_OF:
                known = f"{' '.join(SIGNS.values())}, a seat from {SEATS[0]} to {SEATS[-1]}, or {_NEUTRAL_WORLD}"
                return NotationError(f"a space is one of {known}", row, column, line)
        if len(row) != SIDE:
            return NotationError(f"a row of the map has {SIDE} spaces", row, min(len(row), SIDE) + 1, line)
    return NotationError(f"a map has {SIDE} rows", rows[-1] if rows else "", line=max(1, len(rows)))
