"""Likelihood of wins as a function of players' strengths (natural logarithms): its peak, and the ends of intervals.

The chance of a seat is the strength of its player over the sum of all seats' strengths (Luce 1959). The log likelihood
has one peak, which Newton's method finds. A step is shortened if it changes the odds at a table by more than e², or
lowers the likelihood. Equations are solved without BLAS, whose threads cost more than they save on such small matrices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from typing import Final, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...errors import ArgumentError

__all__ = ["Flags", "Model", "Numbers", "Peak", "Places", "end_of", "peak_of", "reach_of", "solved", "sums_at"]

Numbers: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]

_MOST_ITERATIONS: Final = 10_000
"""The most iterations to a peak or an end. About ten are usual, even for a chain of n players at 9 : 1."""

_LONGEST: Final = 2.0
"""The most by which a step changes the log odds of two players at a table."""

_ENOUGH: Final = 1e-6
"""The change after which no step follows, since the next one would be about its square."""

_NEAR: Final = 1e-7
"""The relative tolerance for the distance to an end."""

_NOBODY: Final = -1e9
"""The logarithm of the number of seats for nobody."""

_SPARSE: Final = 4
"""If fewer than one in so many rows has something to eliminate, only these rows are updated."""


class Model(NamedTuple):
    """Wins and players at tables, as arrays as wide as the largest table; others are filled up with nobody."""

    players: Places
    """Shape (tables, width): the players at each table, each once; 0 for nobody."""

    seats: Numbers
    """Shape (tables, width): the natural logarithm of the number of seats of each; −1e9 for nobody."""

    wins: Numbers
    """Shape (tables, width): the wins of each."""

    size: int
    """The number of all players."""

    @classmethod
    def of(cls, tables: Sequence[Mapping[int, int]], size: int) -> Self:
        """Return the model of tables without wins; each table is given as the number of seats by player."""
        width = max(map(len, tables), default=1)
        players, seats = np.zeros((len(tables), width), np.intp), np.full((len(tables), width), _NOBODY)
        for place, table in enumerate(tables):
            players[place, : len(table)] = list(table)
            seats[place, : len(table)] = np.log(list(table.values()))
        return cls(players, seats, np.zeros((len(tables), width)), size)

    @property
    def here(self) -> Flags:
        """Shape (tables, width): True where there is a player."""
        return self.seats > _NOBODY

    def among(self, chosen: Flags) -> Self:
        """Return the model of only some players; the odds between them don't depend on the others."""
        is_in = chosen[self.players] & self.here
        return self._replace(seats=np.where(is_in, self.seats, _NOBODY), wins=np.where(is_in, self.wins, 0.0))

    def chances(self, at: Numbers) -> Numbers:
        """Return the chance of each player at each table, shape (tables, width); 0 for nobody."""
        return np.exp(self._logarithms(at)) * self.here

    def value(self, at: Numbers) -> float:
        """Return the log likelihood."""
        return float((self.wins * self._logarithms(at)).sum())

    def slope(self, at: Numbers) -> Numbers:
        """Return the slope of the log likelihood by the strength of each player."""
        return self._by_player(self.wins - self.wins.sum(1, keepdims=True) * self.chances(at))

    def bend(self, at: Numbers) -> Numbers:
        """Return the information of the games, shape (players, players): the negative second derivatives."""
        return self.information(self.chances(at), self.wins.sum(1))

    def information(self, chances: Numbers, games: Numbers) -> Numbers:
        """Return the information of so many games at each table, under given chances."""
        each = games[:, None] * chances
        places = self.players[:, :, None] * self.size + self.players[:, None, :]
        products = each[:, :, None] * chances[:, None, :]
        found = -sums_at(places, products, self.size**2).reshape(self.size, self.size)
        found[np.diag_indices(self.size)] += self._by_player(each)
        return found

    def most(self, change: Numbers) -> float:
        """Return the greatest change of the log odds of two players at a table under a change of strengths."""
        seen = np.where(self.here, change[self.players], np.nan)
        return float((np.nanmax(seen, 1, initial=-inf) - np.nanmin(seen, 1, initial=inf)).max(initial=0.0))

    def _by_player(self, found: Numbers) -> Numbers:
        return sums_at(self.players, found, self.size)

    def _logarithms(self, at: Numbers) -> Numbers:
        """Return the logarithm of each chance at each table."""
        strengths: Numbers = at[self.players] + self.seats
        strengths -= strengths.max(1, keepdims=True)
        strengths -= np.log(np.exp(strengths).sum(1, keepdims=True))
        return strengths


class Peak(NamedTuple):
    """The most likely strengths, of which some were given."""

    at: Numbers
    value: float
    """The log likelihood there."""

    information: Numbers
    """Shape (players, players): the information there, or one step before."""


def peak_of(model: Model, free: Places, start: Numbers) -> Peak:
    """Return the most likely strengths of the free players; the others keep those of `start`.

    There must be a peak. Raises ArgumentError if it isn't reached.
    """
    at, now = start, model.value(start)
    for _ in range(_MOST_ITERATIONS):
        bend = model.bend(at)
        step = np.zeros(model.size)
        step[free] = solved(bend[np.ix_(free, free)], model.slope(at)[free, None])[:, 0]
        length = model.most(step)
        part = min(1.0, _LONGEST / length) if length else 1.0
        # Near the peak, values differ by less than rounding errors.
        while length > _ENOUGH and model.value(at + part * step) < now and part * length > _ENOUGH:
            part /= 2
        at = at + part * step
        now = model.value(at)
        if part * length <= _ENOUGH:
            return Peak(at, now, bend)
    raise ArgumentError(
        f"the ratings of {model.size} players aren't found: {_MOST_ITERATIONS:,} iterations don't reach them"
    )


def end_of(model: Model, peak: Peak, player: int, free: Places, way: float, fall: float) -> float:
    """Return the strength of a player at which the profile log likelihood has fallen by `fall` from its peak.

    At each strength the free others have their best strengths. `way` is the first step from the peak: above 0 for the
    upper end, else for the lower one. The square root of the fall is nearly a straight line, so Newton's method takes
    few steps on it. Each step stays between a strength that is too near and one that is too far.
    """
    near, far, wanted = float(peak.at[player]), inf if way > 0 else -inf, sqrt(fall)
    at, there, information = peak.at, near + way, peak.information
    for _ in range(_MOST_ITERATIONS):
        moved = at.copy()
        change = there - at[player]
        moved[player] = there
        # The other strengths are predicted from the information.
        moved[free] -= change * solved(information[np.ix_(free, free)], information[free, player][:, None])[:, 0]
        at, value, information = peak_of(model, free, moved)
        fallen = sqrt(max(peak.value - value, 0.0))
        if abs(fallen - wanted) <= _NEAR * wanted:
            break
        if fallen < wanted:
            near = there
        else:
            far = there
        there = _next(near, far, there, fallen, wanted, float(model.slope(at)[player]))
        if there in (near, far):
            break
    return there


def _next(near: float, far: float, there: float, fallen: float, wanted: float, slope: float) -> float:
    """Return the next strength to try: by Newton's method, or between the two ends."""
    if fallen and slope:
        step = there - 2 * fallen * (wanted - fallen) / slope
        if min(near, far) < step < max(near, far):
            return step
    return (near + far) / 2 if abs(far) < inf else there + 2 * (there - near) + (1.0 if far > 0 else -1.0)


def reach_of(model: Model) -> Flags:
    """Return who has beaten whom, directly or through others, shape (players, players); each player reaches itself."""
    reach = np.eye(model.size, dtype=bool)
    for winner in range(model.players.shape[1]):
        for other in range(model.players.shape[1]):
            met = (model.wins[:, winner] > 0) & model.here[:, other]
            reach[model.players[met, winner], model.players[met, other]] = True
    for between in range(model.size):
        reach |= reach[:, [between]] & reach[between]
    return reach


def sums_at(places: Places, numbers: Numbers, size: int) -> Numbers:
    """Return the sum of the numbers for each of `size` places; both arrays have the same shape."""
    return np.bincount(places.ravel(), numbers.ravel(), size).astype(np.float64, copy=False)


def solved(matrix: Numbers, sides: Numbers) -> Numbers:
    """Return x with matrix · x = sides; the matrix is symmetric and positive definite, with as many rows as `sides`.

    So elimination needs no pivots (Cholesky). It skips rows with nothing to eliminate, which are most rows if few
    players have met.
    """
    n = len(matrix)
    work = np.concatenate([matrix, sides], axis=1)
    for i in range(n - 1):
        factors = work[i + 1 :, i] / work[i, i]
        rows = factors.nonzero()[0]
        if _SPARSE * len(rows) < n:
            columns = work[i].nonzero()[0]
            columns = columns[columns > i]
            work[np.ix_(rows + i + 1, columns)] -= factors[rows, None] * work[i, columns]
        else:
            work[i + 1 :, i + 1 :] -= factors[:, None] * work[i, i + 1 :]
    found = np.empty_like(sides)
    for i in range(n - 1, -1, -1):
        found[i] = (work[i, n:] - (work[i, i + 1 : n, None] * found[i + 1 :]).sum(0)) / work[i, i]
    return found
