"""Likelihood of a mean: the distribution of results that fits counts best, among all with a given mean.

Without a condition, the observed frequencies fit counts best. If the mean must be s, a value x with frequency p gets
the probability p / (1 + θ (x − s)), with the one number θ for which the mean is s (empirical likelihood: Owen 1988;
testers of chess engines use it since fishtest). The sequential test follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite, log
from typing import Final

from ...errors import ArgumentError

__all__ = ["cautious_variance", "checked_counts", "log_likelihood", "mean_of", "regularised"]

_EMPTY: Final = 1e-3
"""What an empty bin counts, as with fishtest: no result is impossible because it hasn't come up."""

_HALVINGS: Final = 200
"""The number of times that an interval is halved: more than a float has digits."""

_MOST: Final = 1e15
"""The most results of a value: beyond it a float doesn't tell one more from none."""


def checked_counts(counts: Mapping[float, float]) -> Mapping[float, float]:
    """Return counts by share of the win; raise ArgumentError unless shares are 0 to 1, and counts numbers of results.

    At least one of them is above 0.
    """
    for value, count in counts.items():
        # Numbers that don't compare, such as nan, are refused, too.
        if not 0 <= value <= 1:
            raise ArgumentError(f"a share of the win is from 0 to 1, not {value:g}")
        if not 0 <= count <= _MOST:
            raise ArgumentError(f"the number of results with share {value:g} is from 0 to {_MOST:g}, not {count:g}")
    if not any(counts.values()):
        raise ArgumentError("counts have at least one result")
    return counts


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

    Every count is above 0. −∞ where no distribution on the values has the mean. Raises ArgumentError for a mean that is
    no number.
    """
    if not isfinite(mean):
        raise ArgumentError(f"a mean is a number, not {mean:g}")
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
    for _ in range(_HALVINGS):
        theta = (low + high) / 2
        if theta in (low, high):
            break
        if sum(count * (value - mean) / (1 + theta * (value - mean)) for value, count in counts.items()) > 0:
            low = theta
        else:
            high = theta
    return (low + high) / 2
