"""95 % intervals for a share of the win, with the parts that all intervals use: dispersion of rounds, and quantiles.

The likelihood of a share is that of wins and losses, where a round counts as one result, possibly a fraction of a win.
A prior of 0.4 wins and 0.4 losses is added. With half a win and half a loss it would be Jeffreys' prior, whose
intervals are right even from few results (Firth 1993; Brown, Cai and DasGupta 2001); a little less was better for many
players (Kerman 2011 has a third). The interval has all shares whose log likelihood is at most z² / 2 times the
dispersion below the highest one, for the normal quantile z (Wedderburn 1974; for results in clusters McCullagh and
Nelder 1989, Chandler and Bate 2007).

The dispersion is the variance of rounds over the variance of rounds that are won or lost as a whole: 1 if all games of
a round end alike, 1/n if its n games are independent, less if one game is won because another is lost. It is measured.
Few rounds say little about it, and least if nearly all are won. So the measured value is mixed with a prior, the middle
of 1 and 1/n, which has the weight of one round. docs/arena.md shows how often such intervals contain the true value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import atan, cos, log, pi, sin, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, TypeVar

from ...errors import ArgumentError
from .likelihood import checked_counts, mean_of

if TYPE_CHECKING:
    from .strengths import Numbers

    _Number = TypeVar("_Number", float, Numbers)

__all__ = [
    "PRIOR",
    "dispersion",
    "expected_dispersion",
    "last_kept",
    "mean_interval",
    "normal_quantile",
    "student_quantile",
]

PRIOR: Final = 0.4
"""The wins of the prior for each side."""

_HALVINGS: Final = 200
"""The number of bisections: more than a float has digits."""


_AS_NORMAL: Final = 2000
"""The results beyond which Student's quantile equals the normal one within a thousandth."""


def mean_interval(counts: Mapping[float, float], intervals: int = 1, *, games: int = 1) -> tuple[float, float]:
    """Return the 95 % interval of a mean share of the win, from the number of rounds by their share, 0 to 1.

    `games` is the number of games in a round. The interval is one of so many simultaneous `intervals`. It contains the
    mean of the counts, always has a width, and ends at 0 or 1 only if all rounds have that share. Raises ArgumentError
    for invalid counts, and if all are 0.

    >>> [round(end, 3) for end in mean_interval({0.0: 1, 0.5: 2, 1.0: 7}, games=2)]
    [0.534, 0.934]
    >>> [round(end, 3) for end in mean_interval({0.0: 0, 1.0: 10})]
    [0.767, 1.0]
    """
    known = checked_counts(counts)
    rounds, mean = sum(known.values()), mean_of(known)
    wins, losses = rounds * mean + PRIOR, rounds * (1 - mean) + PRIOR
    best = wins / (wins + losses)
    varied = sum(count * (value - best) ** 2 for value, count in known.items()) / rounds / (best * (1 - best))
    found = dispersion(expected_dispersion(games), varied, rounds, 4 * best * (1 - best))
    limit = found * normal_quantile(intervals) ** 2 / 2

    def is_kept(share: float) -> bool:
        return wins * log(best / share) + losses * log((1 - best) / (1 - share)) <= limit

    low = 0.0 if mean == 0 else last_kept(is_kept, best, 0.0)
    high = 1.0 if mean == 1 else last_kept(is_kept, best, 1.0)
    return min(low, mean), max(high, mean)


def expected_dispersion(games: _Number) -> _Number:
    """Return the prior dispersion of rounds of so many games; element by element for an array.

    >>> expected_dispersion(1), expected_dispersion(2), expected_dispersion(4)
    (1.0, 0.75, 0.625)
    """
    return (1 + 1 / games) / 2


def dispersion(expected: float, measured: float, rounds: float, evenness: float) -> float:
    """Return the dispersion after so many rounds, from the prior one and the mean of the measured ones.

    `evenness` is 1 if wins and losses are equally likely, and nearly 0 if one of them is rare; then a round says less.
    """
    weight = evenness**2
    return (expected + weight * rounds * measured) / (1 + weight * max(rounds - 1, 0.0))


def last_kept(is_kept: Callable[[float], bool], kept: float, refused: float) -> float:
    """Return, by bisection, the last number for which `is_kept` holds on the way from `kept` to `refused`."""
    for _ in range(_HALVINGS):
        middle = (kept + refused) / 2
        if middle in (kept, refused):
            break
        if is_kept(middle):
            kept = middle
        else:
            refused = middle
    return kept


def normal_quantile(intervals: int = 1) -> float:
    """Return how many standard errors a 95 % interval has to each side, as one of so many simultaneous intervals.

    Each of them gets the same part of the 5 % (Bonferroni). Raises ArgumentError for fewer than one.

    >>> round(normal_quantile(), 2), round(normal_quantile(4), 2)
    (1.96, 2.5)
    """
    if not 1 <= intervals <= _MOST_INTERVALS:
        raise ArgumentError(f"intervals is 1 to {_MOST_INTERVALS}, not {intervals}")
    return NormalDist().inv_cdf(1 - 0.025 / intervals)


_MOST_INTERVALS: Final = 1_000_000


@cache
def student_quantile(results: int) -> float:
    """Return how many standard errors the 95 % interval of a mean has to each side, for at least two results.

    The errors are estimated from the results themselves, and few results say little about their variance (Student
    1908). Raises ArgumentError for fewer than two.

    >>> [round(student_quantile(results), 2) for results in (2, 3, 10, 100)]
    [12.71, 4.3, 2.26, 1.98]
    """
    if not results >= 2:
        raise ArgumentError(f"results that vary are 2 or more, not {results}")
    if results > _AS_NORMAL:
        return normal_quantile()
    return last_kept(lambda t: _within(t, results - 1) < 0.95, normal_quantile(), 13.0)


def _within(t: float, freedom: int) -> float:
    """Return the probability that Student's t is within a distance of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    term, first = (cos(angle), 2) if freedom % 2 else (1.0, 1)
    total = 0.0
    for n in range(first, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * n / (n + 1)
    return 2 / pi * (angle + sin(angle) * total) if freedom % 2 else sin(angle) * total
