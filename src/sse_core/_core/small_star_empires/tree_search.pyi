from typing import Final, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from ..._fast import State

__all__ = [
    "EXACT",
    "MOST_VISITS",
    "MOST_WEIGHT",
    "STAGES",
    "WEIGHT_UNIT",
    "LearnedWeights",
    "SearchTree",
    "action_features",
    "fill_features",
]

__test__: Final[dict[str, object]]

MOST_VISITS: int
EXACT: int
MOST_WEIGHT: int
STAGES: int
WEIGHT_UNIT: int

_Numbers: TypeAlias = tuple[int, tuple[float, ...], tuple[float, ...], int]

@final
class LearnedWeights:
    def __new__(
        cls,
        value: memoryview[int],
        spread: memoryview[int],
        policy: memoryview[int],
        c_puct: float,
        rollouts: int = 0,
        endgame: int = 0,
        tie_break: int = 0,
        won: tuple[float, ...] = (),
    ) -> LearnedWeights: ...
    @property
    def c_puct(self) -> float: ...
    @property
    def rollouts(self) -> int: ...
    @property
    def endgame(self) -> int: ...
    @property
    def won(self) -> tuple[float, ...]: ...
    def evaluate(self, state: State) -> tuple[tuple[float, ...], tuple[float, ...]]: ...
    def odds(self, state: State) -> tuple[list[float], float]: ...
    def priors(self, state: State) -> list[float]: ...

def fill_features(state: State, out: NDArray[np.int32]) -> None: ...
def action_features(state: State) -> list[tuple[int, ...]]: ...

@final
class SearchTree:
    def __new__(cls, state: State, seed: int, size: int, weights: LearnedWeights | None = None) -> SearchTree: ...
    def run(self, visits: int, plies: int) -> int: ...
    def advance(self, state: State) -> bool: ...
    def children(self) -> list[_Numbers]: ...
    def expected(self, rank: int) -> list[int]: ...
    @property
    def root(self) -> _Numbers: ...
    @property
    def visits(self) -> int: ...
    @property
    def is_settled(self) -> bool: ...
    @property
    def used(self) -> int: ...
    @property
    def is_full(self) -> bool: ...
