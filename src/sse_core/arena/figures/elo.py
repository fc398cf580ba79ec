"""Elo: conversion between differences in strength and expected shares of the win.

With two seats it is the logistic scale of chess: 400 points mean odds of ten to one. With n seats, one player has these
odds against each of n − 1 equal players, so a difference of 0 means a share of 1/n.
"""

from __future__ import annotations

from math import inf, isnan, log10

from ...errors import ArgumentError

__all__ = ["elo_of", "share_of"]


def share_of(elo: float, seats: int = 2) -> float:
    """Return the expected share of the win of a player who is stronger by `elo` than each of the others.

    −∞ and ∞ give 0 and 1. Raises ArgumentError for a difference that is nan, and for fewer than two seats.

    >>> share_of(0), share_of(400), share_of(0, seats=4)
    (0.5, 0.9090909090909091, 0.25)
    """
    _check_seats(seats)
    if isnan(elo):
        raise ArgumentError("a difference in Elo is a number, not nan")
    # The powers below are at most 1, so nothing overflows.
    if elo < 0:
        odds: float = 10 ** (elo / 400)
        return odds / (odds + seats - 1)
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def elo_of(share: float, seats: int = 2) -> float:
    """Return the difference in Elo for a share of the win, 0 to 1; −∞ and ∞ at these ends.

    Raises ArgumentError for another share, and for fewer than two seats.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    _check_seats(seats)
    # This form also refuses nan, which compares with nothing.

    if not 0 <= share <= 1:
        raise ArgumentError(f"a share of the win is from 0 to 1, not {share:g}")
    if share in (0, 1):
        return inf if share else -inf
    return 400 * log10((seats - 1) * share / (1 - share))


def _check_seats(seats: int) -> None:
    if not seats >= 2:
        raise ArgumentError(f"seats that share a win are two or more, not {seats}")
