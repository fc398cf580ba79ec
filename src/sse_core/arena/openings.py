"""Automatic openings of an arena: its first two rounds decide whether all later rounds begin with random plies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .rows import Row
from .schedules import Pair
from .starts import usual_opening

__all__ = ["TRIAL", "Openings"]

TRIAL: Final = 2
"""The number of rounds that decide whether later ones would repeat them."""


class Openings:
    """The number of random plies at the beginning of rounds, as far as it is decided.

    `plies` is the number if somebody has chosen it. `is_fixed` says whether the first two rounds have the same start.
    `bots` is how many of the first bots take part in the decision.

    >>> openings = Openings(None, seats=2, is_fixed=True, bots=2)
    >>> openings.of(1), openings.of(2)
    (0, None)
    >>> for place in (0, 1):
    ...     openings.add(place, {(0, 1): [Row(0, (0, 1), digest="a"), Row(1, (1, 0), digest="b")]})
    >>> openings.of(1), openings.of(2)
    (0, 4)
    """

    def __init__(self, plies: int | None, *, seats: int, is_fixed: bool, bots: int) -> None:
        self._first = plies or 0
        self._later = plies if plies is not None or is_fixed else 0
        self._usual, self._bots = usual_opening(seats), bots
        self._trial: dict[int, Mapping[Pair, Sequence[Row]]] = {}

    def of(self, place: int) -> int | None:
        """Return the plies of a round; None until the first two rounds have decided it."""
        return self._first if place < TRIAL else self._later

    @property
    def are_known(self) -> bool:
        """Whether the plies of all rounds are known."""
        return self._later is not None

    def add(self, place: int, games: Mapping[Pair, Sequence[Row]]) -> None:
        """Look at the games of each pair in a round."""
        if self.are_known or place >= TRIAL:
            return
        self._trial[place] = games
        if len(self._trial) == TRIAL:
            before, after = self._trial[0], self._trial[1]
            both = [pair for pair in before.keys() & after.keys() if max(pair) < self._bots]
            self._later = self._usual if any(_are_equal(before[pair], after[pair]) for pair in both) else 0


def _are_equal(before: Sequence[Row], after: Sequence[Row]) -> bool:
    """Return whether the games of two bots are the same in both rounds. A failed game proves nothing."""
    return all(
        one.error is None is other.error and one.digest is not None and one.digest == other.digest
        for one, other in zip(before, after, strict=True)
    )
