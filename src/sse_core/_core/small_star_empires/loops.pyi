from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..._fast import State

__all__ = ["play_games", "play_to_end"]

__test__: Final[dict[str, object]]

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
