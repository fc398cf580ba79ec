from typing import Final

import numpy as np
from numpy.typing import NDArray

from .state import State

__all__ = ["AT_ONCE", "count", "play_games", "play_to_end"]

__test__: Final[dict[str, object]]

AT_ONCE: int

def play_to_end(state: State, seed: int) -> State: ...
def play_games(
    state: State,
    seed: int,
    first: int,
    totals: NDArray[np.int32],
    winners: NDArray[np.uint8],
    plies: NDArray[np.int32],
    ends: list[State] | None,
) -> None: ...
def count(state: State, plies: int) -> int: ...
