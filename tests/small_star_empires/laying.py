"""A search for a way to lay a map from printed sectors (E1.3, E1.4, E8.1, E9.1)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Final, NamedTuple

from sse_core import Board
from sse_core.small_star_empires import Hex

HOME: Final = "2.1"
"""What lies round a homeworld, counter-clockwise (E1.4)."""

MAIN: Final[dict[int, str]] = {
    int(number): row["A"]
    for number, row in tomllib.loads(
        (files("sse_core.small_star_empires") / "data" / "sectors.toml").read_text(encoding="utf-8")
    ).items()
}
"""What lies round the middle of each main sector, side A, counter-clockwise from east (E1.3)."""

HOMES_IN_A_BOX: Final = 4
HOLES_IN_A_BOX: Final = 6
TILES: Final = "wx?"
"""What is laid on an empty system, so that the sector below shows an empty one (E8.1, E9.1)."""

_HOMEWORLDS: Final = "ABCD"


class Piece(NamedTuple):
    """A printed sector in its place."""

    sector: int
    """1 to 7; 0 for a home sector."""

    middle: Hex
    """The place of its middle, or of its homeworld."""

    turn: int
    """By how many sixths it is turned, counter-clockwise."""


def laid(board: Board, copies: int = 1) -> list[Piece] | None:
    """Return a way to lay a map from the sectors and tiles of some copies of the game; None if there is none."""
    signs = {place: system.value for place, system in zip(board.hexes, board.systems, strict=True)}
    counts = Counter(signs.values())
    if counts["w"] + counts["x"] > copies * HOLES_IN_A_BOX:
        return None
    if any(counts[letter] > 1 for letter in _HOMEWORLDS) or board.players > HOMES_IN_A_BOX:
        return None
    below = {place: "." if sign in TILES else sign for place, sign in signs.items()}
    return _lay(below, Counter(dict.fromkeys(MAIN, copies)))


def _lay(below: dict[Hex, str], box: Counter[int]) -> list[Piece] | None:
    """Cover the rest of a map, homeworlds first, then the place with the fewest ways; each place once."""
    if not below:
        return []
    homes = [place for place, sign in below.items() if sign in _HOMEWORLDS]
    if homes:
        ways = list(_home_sectors(below, homes[0]))
    else:
        ways = min((list(_main_sectors(below, place, box)) for place in _hardest(below)), key=len)
    for piece, covered in ways:
        rest = {place: sign for place, sign in below.items() if place not in covered}
        found = _lay(rest, box - Counter([piece.sector]))
        if found is not None:
            return [piece, *found]
    return None


def _hardest(below: dict[Hex, str]) -> list[Hex]:
    """Return the places with the fewest uncovered neighbours: only a few sectors can lie there."""
    around = {place: sum(place.step(direction) in below for direction in range(6)) for place in below}
    fewest = min(around.values())
    return [place for place in below if around[place] == fewest]


def _home_sectors(below: dict[Hex, str], home: Hex) -> Iterator[tuple[Piece, set[Hex]]]:
    """Yield the ways to lay a home sector, each with the places that it covers."""
    for turn in range(6):
        arc = [home.step((turn + index) % 6) for index in range(len(HOME))]
        if all(below.get(place) == sign for place, sign in zip(arc, HOME, strict=True)):
            yield Piece(0, home, turn), {home, *arc}


def _main_sectors(below: dict[Hex, str], place: Hex, box: Counter[int]) -> Iterator[tuple[Piece, set[Hex]]]:
    """Yield the ways to lay a remaining main sector over a place, each with the places that it covers."""
    for middle in (place, *(place.step(direction) for direction in range(6))):
        ring = [middle.step(direction) for direction in range(6)]
        if below.get(middle) != "." or any(other not in below for other in ring):
            continue
        seen = "".join(below[other] for other in ring)
        for sector in sorted(box):
            # A sector turned by k sixths has the system of a direction k directions farther on.
            for turn in range(6):
                if seen == MAIN[sector][-turn:] + MAIN[sector][:-turn]:
                    yield Piece(sector, middle, turn), {middle, *ring}
