from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..._fast import State

__all__ = ["has_lanes", "play_games"]

__test__: Final[dict[str, object]]

def has_lanes(state: State) -> bool: ...
def play_games(
    state: State,
    seed: int,
    first: int,
    totals: NDArray[np.int32],
    winners: NDArray[np.uint8],
    plies: NDArray[np.int32],
) -> None: ...
