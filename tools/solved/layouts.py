"""Enumeration of the layouts of small maps for two, up to turning, mirroring and exchanging the players.

A layout has the places of homeworlds, wormholes and black holes. Its other systems are open: pieces can be placed
there, but their kinds aren't fixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from sse_core.small_star_empires import Hex
from sse_core.small_star_empires.maps.hexes import DIRECTIONS

OPEN: Final = "o"
"""The sign of an open system. The others are those of maps: A, B, w, x (E1.2)."""

APART: Final = 100
"""The distance between galaxies, in steps to the east."""

Cells: TypeAlias = tuple[tuple[Hex, str], ...]
"""Places with signs, in the order of their places."""


class Layout(NamedTuple):
    """Places, with a sign for each."""

    places: tuple[Hex, ...]
    signs: str

    @property
    def open(self) -> tuple[int, ...]:
        """The indices of the open systems."""
        return tuple(index for index, sign in enumerate(self.signs) if sign == OPEN)

    def systems(self, kinds: Iterable[str]) -> dict[Hex, str]:
        """Return the symbol of each place of a map, with these kinds for the open systems, in order."""
        given = iter(kinds)
        return {
            place: next(given) if sign == OPEN else sign for place, sign in zip(self.places, self.signs, strict=True)
        }


def layouts(size: int) -> Iterator[Layout]:
    """Yield the relevant layouts of so many systems, in a fixed order.

    Layouts with a galaxy that has neither a homeworld nor a wormhole are left out, since no ship ever enters it (E1.6,
    E4.2): such a map can't be played, or is equivalent to a smaller one.
    """
    for sizes in partitions(size):
        seen: set[tuple[Cells, ...]] = set()
        for parts in product(*(map(signed, map(polyhexes, sizes)))):
            signs = "".join(sign for part in parts for _, sign in part)
            if signs.count("A") != 1 or signs.count("B") != 1 or OPEN not in signs:
                continue
            key = min(up_to_symmetry(parts), up_to_symmetry(map(exchanged, parts)))
            if key not in seen:
                seen.add(key)
                yield joined(parts)


def partitions(size: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum, the largest part first."""
    if size == 0:
        yield ()
    for first in range(min(size, largest or size), 0, -1):
        for rest in partitions(size - first, first):
            yield (first, *rest)


@cache
def polyhexes(size: int) -> tuple[tuple[Hex, ...], ...]:
    """Return the connected shapes of so many hexes, each once up to turning and mirroring.

    >>> [len(polyhexes(size)) for size in range(1, 8)]
    [1, 1, 3, 7, 22, 82, 333]
    """
    if size == 1:
        return ((Hex(0, 0),),)
    found = {
        least_shape((*shape, place.shifted(step)))
        for shape in polyhexes(size - 1)
        for place in shape
        for step in DIRECTIONS
        if place.shifted(step) not in shape
    }
    return tuple(sorted(found))


def least_shape(shape: Iterable[Hex]) -> tuple[Hex, ...]:
    return tuple(place for place, _ in least((place, "") for place in shape))


def signed(shapes: Iterable[tuple[Hex, ...]]) -> Iterator[Cells]:
    """Yield the shapes with each choice of signs that a galaxy can have."""
    for shape in shapes:
        for signs in product(f"AB{OPEN}wx", repeat=len(shape)):
            if signs.count("A") <= 1 and signs.count("B") <= 1 and {"A", "B", "w"} & {*signs}:
                yield tuple(zip(shape, signs, strict=True))


def exchanged(part: Cells) -> Cells:
    """Return a galaxy with the homeworlds of the players exchanged."""
    return tuple((place, {"A": "B", "B": "A"}.get(sign, sign)) for place, sign in part)


def up_to_symmetry(parts: Iterable[Cells]) -> tuple[Cells, ...]:
    """Return a canonical form: the same for layouts that differ by the order, turning or mirroring of galaxies."""
    return tuple(sorted(map(least, parts)))


def least(cells: Iterable[tuple[Hex, str]]) -> Cells:
    """Return the canonical form of a galaxy: the least of its twelve turned and mirrored forms, moved to the origin."""
    return min(moved_home(way) for way in ways(tuple(cells)))


def ways(cells: Cells) -> Iterator[Cells]:
    """Yield a galaxy in its twelve forms: turned by each number of sixths, plain and mirrored."""
    for mirrored in (False, True):
        for k in range(6):
            yield tuple(((place.mirrored() if mirrored else place).turned(k), sign) for place, sign in cells)


def moved_home(cells: Cells) -> Cells:
    """Return a galaxy moved so that its least coordinates are 0, with its places in order."""
    corner = Hex(-min(place.q for place, _ in cells), -min(place.r for place, _ in cells))
    return tuple(sorted((place.shifted(corner), sign) for place, sign in cells))


def joined(parts: Iterable[Cells]) -> Layout:
    """Return galaxies as one layout. Their distance doesn't matter, since no flight crosses a gap (E1.6)."""
    cells = [(place.shifted(Hex(APART * index, 0)), sign) for index, part in enumerate(parts) for place, sign in part]
    return Layout(tuple(place for place, _ in cells), "".join(sign for _, sign in cells))


def parts_of(layout: Layout, kinds: str) -> tuple[Cells, ...]:
    """Return the galaxies of a map, with these kinds for the open systems."""
    left, parts = layout.systems(kinds), list[Cells]()
    while left:
        todo, part = [next(iter(left))], dict[Hex, str]()
        while todo:
            if (place := todo.pop()) in left:
                part[place] = left.pop(place)
                todo += (place.shifted(step) for step in DIRECTIONS)
        parts.append(tuple(part.items()))
    return tuple(parts)
