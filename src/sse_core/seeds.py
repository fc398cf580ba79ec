"""The generator behind every seed: SplitMix64, the same numbers here and in C, in every process and version."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, Final

from .checks import MAX_SEED, check_number, check_seed

__all__ = ["SplitMix64", "child_seed"]

_MASK: Final = (1 << 64) - 1
_MOST: Final = 1 << 32
_GOLDEN: Final = 0x9E3779B97F4A7C15


class SplitMix64:
    """A stream of 64-bit numbers from a seed (Steele, Lea and Flood 2014).

    >>> stream = SplitMix64(0)
    >>> hex(stream.next())
    '0xe220a8397b1dcdaf'
    """

    def __init__(self, seed: int) -> None:
        self._state = check_seed(seed)

    def next(self) -> int:
        """Return the next number, 0 to 2**64 − 1."""
        self._state = (self._state + _GOLDEN) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1, each as likely (Lemire 2019, on the upper 32 bits).

        Raises SetupError unless 1 <= n < 2**32.
        """
        if type(n) is not int or not 0 < n < _MOST:
            n = check_number(n, "n", _MOST - 1, 1)
        product = (self.next() >> 32) * n
        while product & 0xFFFFFFFF < (1 << 32) % n:
            product = (self.next() >> 32) * n
        return product >> 32

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place, every order as likely (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def child_seed(seed: int, index: int) -> int:
    """Return the seed of game `index` of many: the number at that place in the stream of `seed`.

    >>> child_seed(0, 0) == SplitMix64(0).next()
    True
    """
    place = check_number(index, "index", MAX_SEED)
    return SplitMix64((check_seed(seed) + place * _GOLDEN) & _MASK).next()
