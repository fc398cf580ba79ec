"""Unevenness of many starts: the average and the median of starts such as shuffled maps, from few games of each.

The mean square of the distances from even is right on average, from two games of a start on (`Balance.mean_square`). So
its mean over many starts is, too. The root is taken last.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, median, stdev

from ...errors import ArgumentError
from .balance import Balance
from .estimates import Estimate
from .intervals import student_quantile

__all__ = ["average_unevenness", "median_unevenness"]


def average_unevenness(balances: Sequence[Balance]) -> Estimate:
    """Return the root mean square unevenness of starts, with its 95 % interval; raise ArgumentError for fewer than two.

    The interval is Student's for the mean square, so it says how far the average of all such starts may be from that of
    these.

    >>> from sse_core.arena import Row
    >>> starts = [Balance(2), Balance(2)]
    >>> for start, wins in zip(starts, (80, 30)):
    ...     for number in range(100):
    ...         assert start.add(Row(number, (0, 0), (int(number >= wins),), (1, 1)))
    >>> round(average_unevenness(starts).value, 2)
    0.25
    """
    if len(balances) < 2:
        raise ArgumentError(f"an average with its interval is of two starts or more, not of {len(balances)}")
    squares = [each.mean_square for each in balances]
    mean, reach = fmean(squares), student_quantile(len(squares)) * stdev(squares) / sqrt(len(squares))
    return Estimate(*(sqrt(max(each, 0.0)) for each in (mean, mean - reach, mean + reach)))


def median_unevenness(balances: Sequence[Balance]) -> float:
    """Return the median unevenness of at least one start; half of such starts are about this uneven, or more."""
    if not balances:
        raise ArgumentError("a median is of one start or more, and none is given")
    return sqrt(max(median(each.mean_square for each in balances), 0.0))
