"""Likelihood of a mean: the distribution of results that fits counts best, among all with a given mean.

Without a condition, the observed frequencies fit counts best. If the mean must be s, a value x with frequency p gets
the probability p / (1 + θ (x − s)), with the one number θ for which the mean is s (empirical likelihood: Owen 1988;
testers of chess engines use it since fishtest). The sequential test and the intervals follow from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import atan, cos, inf, log, pi, sin, sqrt
from statistics import NormalDist
from typing import Final

__all__ = [
    "cautious_variance",
    "log_likelihood",
    "mean_interval",
    "mean_of",
    "normal_quantile",
    "regularised",
    "student_quantile",
]

_EMPTY: Final = 1e-3
"""What an empty bin counts, as with fishtest: no result is impossible because it hasn't come up."""

_STEPS: Final = 200
"""The number of times that an interval is halved: more than a float has digits."""

_AS_NORMAL: Final = 2000
"""The results beyond which the quantile of Student's distribution is that of the normal one, within a thousandth."""


def regularised(counts: Mapping[float, float]) -> dict[float, float]:
    """Return counts by value where an empty bin has a thousandth of a result."""
    return {value: count or _EMPTY for value, count in counts.items()}


def mean_of(counts: Mapping[float, float]) -> float:
    """Return the mean of the values by their counts; the total of counts is above 0."""
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def cautious_variance(counts: Mapping[float, float]) -> float:
    """Return the variance of shares from 0 to 1 by their counts, with one more at each end.

    So a few results that are the same don't say that all others will be. For plans: how much more is to be played.
    """
    known = {**counts, 0.0: counts.get(0.0, 0.0) + 1, 1.0: counts.get(1.0, 0.0) + 1}
    mean = mean_of(known)
    return sum(count * (value - mean) ** 2 for value, count in known.items()) / sum(known.values())


def log_likelihood(counts: Mapping[float, float], mean: float) -> float:
    """Return the largest log likelihood of counts under a mean, less the largest under any: 0 at the counts' own mean.

    Every count is above 0. −∞ where no distribution on the values has the mean.
    """
    if not min(counts) < mean < max(counts):
        return 0.0 if len(counts) == 1 and mean in counts else -inf
    theta = _theta(counts, mean)
    return -sum(count * log(1 + theta * (value - mean)) for value, count in counts.items())


def _theta(counts: Mapping[float, float], mean: float) -> float:
    """Return the θ that gives the fitted distribution the mean, which lies between the smallest and largest value."""
    total, largest, smallest = sum(counts.values()), max(counts), min(counts)
    # No fitted probability is above 1, so 1 + θ (x − s) is no smaller than the frequency of x. Between these two ends,
    # which the largest and the smallest value set, the sum below falls, from above 0 to below.
    low = (counts[largest] / total - 1) / (largest - mean)
    high = (1 - counts[smallest] / total) / (mean - smallest)
    for _ in range(_STEPS):
        theta = (low + high) / 2
        if theta in (low, high):
            break
        if sum(count * (value - mean) / (1 + theta * (value - mean)) for value, count in counts.items()) > 0:
            low = theta
        else:
            high = theta
    return (low + high) / 2


def normal_quantile(intervals: int = 1) -> float:
    """Return how many standard errors a 95 % interval has to each side; with several, one that all hold together.

    Each of so many intervals has the same part of the 5 % (Bonferroni).

    >>> round(normal_quantile(), 2), round(normal_quantile(4), 2)
    (1.96, 2.5)
    """
    return NormalDist().inv_cdf(1 - 0.025 / intervals)


@cache
def student_quantile(results: int) -> float:
    """Return how many standard errors the 95 % interval of a mean of so many results, at least two, has to each side.

    The errors are those of the results themselves. Few results tell little about their own variance (Student 1908).

    >>> [round(student_quantile(results), 2) for results in (2, 3, 10, 100)]
    [12.71, 4.3, 2.26, 1.98]
    """
    if results > _AS_NORMAL:
        return normal_quantile()
    freedom, low, high = results - 1, normal_quantile(), 13.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _within(middle, freedom) < 0.95:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _within(t: float, freedom: int) -> float:
    """Return how often Student's t lies within a distance of 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    term, first = (cos(angle), 2) if freedom % 2 else (1.0, 1)
    total = 0.0
    for n in range(first, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * n / (n + 1)
    return 2 / pi * (angle + sin(angle) * total) if freedom % 2 else sin(angle) * total


def mean_interval(counts: Mapping[float, float], intervals: int = 1) -> tuple[float, float]:
    """Return the 95 % interval of the mean: all means that a likelihood ratio test at 5 % keeps.

    It stays between the smallest and the largest value, and has a width even where all results are the same. It is one
    of so many `intervals` that hold together.
    """
    known = regularised(counts)
    centre, limit = mean_of(known), -(normal_quantile(intervals) ** 2) / 2
    return _end(known, centre, min(known), limit), _end(known, centre, max(known), limit)


def _end(counts: Mapping[float, float], kept: float, refused: float, limit: float) -> float:
    """Return the end of the interval between a mean that is kept and a value beyond all that are."""
    for _ in range(_STEPS):
        middle = (kept + refused) / 2
        if middle in (kept, refused):
            break
        if log_likelihood(counts, middle) >= limit:
            kept = middle
        else:
            refused = middle
    return refused
