"""Empirical likelihood of a mean: among all distributions with a given mean, the one that fits counts of results best.

If the mean is free, the observed frequencies fit best. If it must be s, a value x of frequency p gets the probability
p / (1 + θ (x − s)), where one number θ makes the mean s (Owen 1988; in tests of chess engines since fishtest). The
sequential test is based on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite, log
from typing import Final

from ...errors import ArgumentError

__all__ = ["cautious_variance", "checked_counts", "log_likelihood", "mean_of", "regularised"]

_EMPTY: Final = 1e-3
"""The count of an empty bin, as in fishtest: a result that hasn't come up isn't impossible."""

_HALVINGS: Final = 200
"""The number of bisections: more than a float has digits."""

_MOST: Final = 1e15
"""The most results of a value: beyond it, adding one doesn't change a float."""


def checked_counts(counts: Mapping[float, float]) -> Mapping[float, float]:
    """Return counts by share of the win; raise ArgumentError for shares outside of 0 to 1, and for invalid counts.

    At least one count must be above 0.
    """
    for value, count in counts.items():
        # This form also refuses nan, which compares with nothing.
        if not 0 <= value <= 1:
            raise ArgumentError(f"a share of the win is from 0 to 1, not {value:g}")
        if not 0 <= count <= _MOST:
            raise ArgumentError(f"the number of results with share {value:g} is from 0 to {_MOST:g}, not {count:g}")
    if not any(counts.values()):
        raise ArgumentError("counts have at least one result")
    return counts


def regularised(counts: Mapping[float, float]) -> dict[float, float]:
    """Return counts by value, with a thousandth of a result in each empty bin."""
    return {value: count or _EMPTY for value, count in counts.items()}


def mean_of(counts: Mapping[float, float]) -> float:
    """Return the mean of the values, weighted by counts, whose total must be above 0."""
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def cautious_variance(counts: Mapping[float, float]) -> float:
    """Return the variance of shares from 0 to 1 by their counts, with one more result at each end.

    With these two, a few equal results don't suggest that all others will be equal. It serves estimates of how many
    more games are needed.
    """
    known = {**counts, 0.0: counts.get(0.0, 0.0) + 1, 1.0: counts.get(1.0, 0.0) + 1}
    mean = mean_of(known)
    return sum(count * (value - mean) ** 2 for value, count in known.items()) / sum(known.values())


def log_likelihood(counts: Mapping[float, float], mean: float) -> float:
    """Return the largest log likelihood of counts under a mean, minus that under their own mean, where it is 0.

    Every count must be above 0. The result is −∞ if no distribution on the values has the mean. Raises ArgumentError
    for a mean that is nan.
    """
    if not isfinite(mean):
        raise ArgumentError(f"a mean is a number, not {mean:g}")
    if not min(counts) < mean < max(counts):
        return 0.0 if len(counts) == 1 and mean in counts else -inf
    theta = _theta(counts, mean)
    return -sum(count * log(1 + theta * (value - mean)) for value, count in counts.items())


def _theta(counts: Mapping[float, float], mean: float) -> float:
    """Return the θ for which the fitted distribution has the mean, which is between the extreme values."""
    total, largest, smallest = sum(counts.values()), max(counts), min(counts)
    # No fitted probability is above 1, so 1 + θ (x − s) is at least the frequency of x. The largest and the smallest
    # value give two bounds for θ, between which the sum below falls from above 0 to below 0.
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
