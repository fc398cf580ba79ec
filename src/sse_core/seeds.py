"""Random numbers from seeds: the generator SplitMix64, and the stream of each ply of a game.

Chance, bots and set-up draw from this module only. The core has the same generator in ``random.pxd``. So a seed gives
the same numbers in Python and in C, in every process, on every machine and in every version.

The draws of a game:

- A game has one seed. Ply p, counted from 0 as in `State.ply`, has number p of the stream of that seed.
- The chance event or the choice at a ply draws that number first.
- Its further draws are the stream whose seed is that number. So no two plies share a draw.

The draws of a ply depend on the seed and the ply only. A game that is resumed at any ply goes on in the same way.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, Final, TypeVar

from .errors import ArgumentError
from .forms.checks import MAX_SEED, check_number, check_seed

__all__ = ["PlyStream", "SplitMix64", "child_seed"]

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1
_MOST: Final = 1 << 32
_GOLDEN: Final = 0x9E3779B97F4A7C15


class SplitMix64:
    """A stream of 64-bit numbers from a seed, 0 to 2**64 − 1 (Steele, Lea and Flood 2014).

    Raises ArgumentError for a seed out of range, TypeError for one of another type.

    >>> stream = SplitMix64(0)
    >>> hex(stream.next())
    '0xe220a8397b1dcdaf'
    >>> stream.below(6), stream.choice("abc")
    (2, 'a')
    """

    def __init__(self, seed: int) -> None:
        self._state = check_seed(seed)

    def next(self) -> int:
        """Return the next number, 0 to 2**64 − 1."""
        self._state = (self._state + _GOLDEN) & _MASK
        return _mixed(self._state)

    def below(self, n: int) -> int:
        """Return an integer from 0 to n − 1, each equally likely (Lemire 2019, on the upper 32 bits).

        It takes one number of the stream, and one more for each rejected number. Raises ArgumentError unless
        1 <= n < 2**32.
        """
        if type(n) is not int or not 0 < n < _MOST:
            n = check_number(n, "n", _MOST - 1, 1)
        product = (self.next() >> 32) * n
        while product & 0xFFFFFFFF < _MOST % n:
            product = (self.next() >> 32) * n
        return product >> 32

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely: the one with index ``below(len(items))``.

        Raises ArgumentError if there are none, TypeError unless they are a sequence.
        """
        if isinstance(items, Mapping):
            raise TypeError("items are a sequence, not a mapping")
        if len(items) == 0:
            raise ArgumentError("there is no item to choose")
        return items[self.below(len(items))]

    def draw(self, odds: Iterable[tuple[T, Fraction]]) -> T:
        """Return one event by its probability, from pairs such as those of `State.odds`.

        It is one draw of ``below(n)``, where n is the least common denominator of the probabilities. Each event has as
        many of the integers below n as its numerator over n. The first event has the smallest ones.

        Raises ArgumentError if the probabilities don't add to 1, or if n is 2**32 or more; TypeError unless the odds
        are pairs with a Fraction.

        >>> SplitMix64(0).draw([("heads", Fraction(1, 3)), ("tails", Fraction(2, 3))])
        'tails'
        """
        try:
            events = [(event, chance.numerator, chance.denominator) for event, chance in odds]
        except (AttributeError, TypeError, ValueError):
            raise TypeError("odds are pairs of an event and its probability, a Fraction") from None
        n = lcm(*[denominator for _, _, denominator in events])
        # The end of each event's range of integers.
        ends = list(accumulate(numerator * (n // denominator) for _, numerator, denominator in events))
        if not ends or ends[-1] != n:
            raise ArgumentError(f"the probabilities add to {Fraction(ends[-1] if ends else 0, n)}, not to 1")
        return events[bisect_right(ends, self.below(n))][0]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place, every order equally likely (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class PlyStream(SplitMix64):
    """The stream of one ply of a game.

    The first number is ``child_seed(seed, ply)`` of the game's seed. It is the seed of the stream of the others.

    >>> stream, first = PlyStream(7, 2), child_seed(7, 2)
    >>> stream.next() == first, stream.next() == SplitMix64(first).next()
    (True, True)
    """

    def __init__(self, seed: int, ply: int) -> None:
        # The number is in range: there is nothing to check again. Environments make a stream for each chance event.
        self._state = child_seed(seed, ply)
        self._is_new = True

    def next(self) -> int:
        """Return the next number, 0 to 2**64 − 1."""
        if self._is_new:
            self._is_new = False
            return self._state
        return super().next()


def child_seed(seed: int, index: int) -> int:
    """Return number `index` of the stream of a seed, counted from 0: the seed of one game of many.

    >>> child_seed(0, 0) == SplitMix64(0).next()
    True
    """
    place = check_number(index, "index", MAX_SEED)
    return _mixed((check_seed(seed) + (place + 1) * _GOLDEN) & _MASK)


def _mixed(z: int) -> int:
    """Return the number of a stream whose state is z."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
