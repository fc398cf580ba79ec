"""Contenders of flood fill: the core's and the naive version's, for the largest territory of each player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

import sse_core as sse

from ..compiling import compiled, loaded
from ..levels import newest_loops
from ..racing import Contender
from ..samples import CheckError
from .naive import Naive

if TYPE_CHECKING:
    from numpy.typing import NDArray

POSITIONS = 500
"""The number of positions."""

NOBODY = -1
"""The owner of a free cell, for the naive version."""


class Kernels(Protocol):
    """The functions of `kernels.pyx` used here."""

    AT_ONCE: int

    def territories(self, states: list[sse.State], at_once: int, most: NDArray[np.int64], times: int, /) -> int: ...

    def floods_eight(self, state: sse.State, /) -> bool: ...


class Positions:
    """Final positions of random games, with contenders that measure all territories in them again and again."""

    def __init__(self, start: sse.State) -> None:
        self.ends: list[sse.State] = list(sse.playouts(start, POSITIONS, 7, ends=True).ends or ())
        players, cells = range(start.board.players), range(start.board.n_cells)
        self.right = np.array([[end.territory(player) for player in players] for end in self.ends], np.int64)
        owners = [[end.owner(cell) for cell in cells] for end in self.ends]
        self.owners = np.array([[NOBODY if owner is None else owner for owner in row] for row in owners], np.int8)
        compiled("kernels", newest_loops())
        self.kernels = cast("Kernels", loaded("kernels", newest_loops()))

    def core(self, name: str, at_once: int) -> Contender:
        """Return the contender of the core's flood fill, with so many positions per call."""
        return self.checked(name, lambda most, times: self.kernels.territories(self.ends, at_once, most, times))

    def naive(self, name: str, naive: Naive) -> Contender:
        """Return the contender of the naive flood fill that goes from position to position, as the core does."""
        return self.checked(name, lambda most, times: naive.largest_territories(self.owners, most, times))

    def naive_by_heart(self, name: str, naive: Naive) -> Contender:
        """Return the contender of the naive flood fill that repeats each territory many times before the next."""

        def measure(most: NDArray[np.int64], times: int) -> None:
            for row, owner in zip(most, self.owners, strict=True):
                row[:] = [naive.largest_territory(owner, player, times) for player in range(len(row))]

        return self.checked(name, measure)

    def checked(self, name: str, measure: Callable[[NDArray[np.int64], int], object]) -> Contender:
        """Return a contender after a check of its answers, the sizes by position, then by player."""
        most = np.zeros_like(self.right)
        measure(most, 1)
        if not np.array_equal(most, self.right):
            raise CheckError(f"{name}: {np.count_nonzero(most != self.right)} territories are wrong")
        return Contender(name, partial(run, measure, most))

    @property
    def about(self) -> str:
        """A remark about the method."""
        if self.kernels.floods_eight(self.ends[0]):
            lanes = "This processor fills eight sets at a time, and those of a single position one at a time."
        else:
            lanes = "This processor fills one set at a time, however many positions a call has."
        return (
            f"Territories are those of both players at the end of {POSITIONS} random games of the base game, measured "
            f"repeatedly. All answers were compared first. Playouts score {self.kernels.AT_ONCE} positions a call. "
            f"{lanes} All contenders go from position to position. The naive version runs a second time and repeats "
            "each territory many times before the next: the processor then predicts its branches, which it can't do in "
            "a game."
        )


def run(measure: Callable[[NDArray[np.int64], int], object], most: NDArray[np.int64], size: int, _: int) -> float:
    """Measure all territories so many times. The seed isn't used."""
    measure(most, size)
    return most.size * size
