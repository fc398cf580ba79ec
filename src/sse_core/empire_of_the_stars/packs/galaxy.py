"""Functions about the graph of regions: neighbours, connected regions, and disjoint pairs of adjacent regions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

__all__ = ["blockable", "has_pairs", "is_connected", "neighbours"]


def neighbours(n: int, joins: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Return the regions adjacent to each region, ascending.

    >>> neighbours(3, [(0, 1), (1, 2)])
    ((1,), (0, 2), (1,))
    """
    found: list[set[int]] = [set() for _ in range(n)]
    for one, other in joins:
        found[one].add(other)
        found[other].add(one)
    return tuple(tuple(sorted(each)) for each in found)


def is_connected(regions: Collection[int], beside: Sequence[Sequence[int]]) -> bool:
    """Return whether regions are connected by paths among themselves; True if there are none."""
    left = {*regions}
    ahead = [left.pop()] if left else []
    while ahead:
        near = left.intersection(beside[ahead.pop()])
        left -= near
        ahead += near
    return not left


def blockable(
    sectors: Sequence[Collection[int]], beside: Sequence[Sequence[int]], n: int
) -> tuple[tuple[int, ...], ...]:
    """S53: return each choice of n connected sectors that leaves the other sectors connected."""
    found: list[tuple[int, ...]] = []
    for chosen in combinations(range(len(sectors)), n):
        inside = [region for number in chosen for region in sectors[number]]
        outside = [region for number, each in enumerate(sectors) if number not in chosen for region in each]
        if is_connected(inside, beside) and is_connected(outside, beside):
            found.append(chosen)
    return tuple(found)


def has_pairs(free: Collection[int], beside: Sequence[Sequence[int]], wanted: int) -> bool:
    """S56: return whether so many disjoint pairs of adjacent free regions can be chosen.

    First, pairs are taken greedily; if that gives too few, all ways are tried.
    """
    if wanted <= 0:
        return True
    left = {*free}
    pairs = 0
    for region in sorted(free):
        other = next((each for each in beside[region] if each in left), None) if region in left else None
        if other is not None:
            left -= {region, other}
            pairs += 1
            if pairs == wanted:
                return True
    return _has_pairs(frozenset(free), beside, wanted)


def _has_pairs(free: frozenset[int], beside: Sequence[Sequence[int]], wanted: int) -> bool:
    """Return the same by a full search: the first region is tried in each of its pairs, and in none.

    Greedy pairs are at least half of the maximum. At most four pairs are wanted, so if greedy pairs are too few, there
    are at most 2 * 4 - 2 = 6: the search is small.
    """
    if wanted == 0:
        return True
    if len(free) < 2 * wanted:
        return False
    first = min(free)
    rest = free - {first}
    tried = (rest - {other} for other in beside[first] if other in rest)
    return any(_has_pairs(each, beside, wanted - 1) for each in tried) or _has_pairs(rest, beside, wanted)
