"""Sequential test between two differences in Elo (SPRT), as engine testers use it: play goes on until one is refuted.

It is the generalized sequential probability ratio test (GSPRT) on the results of whole rounds. The games of a round
share a map and its luck, so they are not independent; rounds are. With two seats a round is a pair, with the five
results 0, ½, 1, 1½ and 2: the pentanomial test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, isnan, log
from typing import Final, Literal, TypeAlias

from ...errors import ArgumentError
from .elo import share_of
from .likelihood import checked_counts, log_likelihood, regularised

__all__ = ["Decision", "Sprt"]

Decision: TypeAlias = Literal["H0", "H1"]

_STRAIGHT: Final = 1e-6
"""The tilt of a random walk below which it counts as none."""


@dataclass(frozen=True)
class Sprt:
    """The test of H0, a difference of `elo0` or less, against H1, one of `elo1` or more.

    If H0 is true, the test accepts H1 with a probability of about `alpha` at most. If H1 is true, it accepts H0 with a
    probability of about `beta` at most.

    Raises ArgumentError unless ``elo0 < elo1``, and both errors are between 0 and ½.

    >>> round(Sprt().upper, 2)
    2.94
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        # This form also refuses nan, which compares with nothing.
        if not -4000 <= self.elo0 < self.elo1 <= 4000:
            raise ArgumentError(
                f"bounds in Elo are two numbers from -4000 to 4000, not {self.elo0:g} and {self.elo1:g}"
            )
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise ArgumentError(f"{name} is between 0 and 0.5, not {error:g}")

    @property
    def lower(self) -> float:
        """The log likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log likelihood ratio at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[float, float], seats: int = 2) -> float:
        """Return the log likelihood ratio of H1 to H0 for the number of rounds by share of the win, 0 to 1.

        The counts have every share that a round can have, even with 0 rounds; with two seats these are five. Raises
        ArgumentError for counts without the shares 0 and 1, and for counts that aren't numbers of rounds.
        """
        if not any(counts.values()):
            return 0.0
        if missing := {0, 1} - counts.keys():
            raise ArgumentError(f"counts have no share {min(missing)}: they have each that a round can have")
        known = regularised(checked_counts(counts))
        return log_likelihood(known, share_of(self.elo1, seats)) - log_likelihood(known, share_of(self.elo0, seats))

    def decision(self, ratio: float) -> Decision | None:
        """Return the hypothesis that a log likelihood ratio accepts; None while the test goes on.

        Raises ArgumentError for nan.
        """
        if isnan(ratio):
            raise ArgumentError("a log likelihood ratio is a number, not nan")
        if ratio >= self.upper:
            return "H1"
        return "H0" if ratio <= self.lower else None

    def expected_rounds(self, variance: float, seats: int = 2, elo: float | None = None) -> float:
        """Return about how many different rounds the test takes on average (Wald 1945, for close bounds).

        `variance` is the variance of a round's mean share of the win: with two seats at most ⅛ if its games are
        independent and the bots equal, less if the start decides. `elo` is the true difference; None means halfway
        between the bounds, where the test takes longest.

        Raises ArgumentError unless the variance is above 0 and at most ¼, and if `elo` is nan.

        >>> test = Sprt(0, 50)
        >>> round(test.expected_rounds(1 / 8)), round(test.expected_rounds(1 / 8, elo=50))
        (212, 130)
        """
        if not 0 < variance <= 1 / 4:
            raise ArgumentError(f"variance is above 0, and at most 0.25 for shares from 0 to 1, not {variance:g}")
        low, high = share_of(self.elo0, seats), share_of(self.elo1, seats)
        share = (low + high) / 2 if elo is None else share_of(elo, seats)
        # A round adds about (high - low) (2 x - low - high) / 2 v to the ratio, for its share x and the variance v.
        drift = (high - low) * (2 * share - low - high) / (2 * variance)
        spread = (high - low) ** 2 / variance
        bend = -2 * drift / spread
        # Nearer to zero, rounding would destroy the differences below.
        if abs(bend) < _STRAIGHT:
            return -self.lower * self.upper / spread
        width = exp(-abs(bend) * (self.upper - self.lower))
        # This is the probability that H1 is accepted, written so that no exponent is above zero.
        accepted = (
            (exp(-bend * self.upper) - width) / (1 - width) if bend > 0 else (1 - exp(-bend * self.lower)) / (1 - width)
        )
        return (accepted * self.upper + (1 - accepted) * self.lower) / drift
