"""Random play to the end of games, one or many, on one thread or several."""

from __future__ import annotations

from functools import partial
from typing import SupportsIndex

from .._core.micro_space_empire.state import play_games, play_to_end
from ..forms.checks import check_seed
from ..game import Playouts
from ..play.random_play import play_in_chunks
from .state import State, check_state

__all__ = ["Playouts", "playout", "playouts"]


def playout(state: State, seed: SupportsIndex) -> State:
    """Return the final state of a game of uniform random play: the game of the random bot with this seed.

    `seed` is 0 to 2**64 − 1. Ply p draws from ``PlyStream(seed, p)`` of `sse_core.seeds`, p being `State.ply`: index
    ``below(n)`` of the n legal actions, or of the n chance events, by ascending id.
    """
    return play_to_end(check_state(state), check_seed(seed))


def playouts(
    state: State, n: SupportsIndex, seed: SupportsIndex, *, threads: SupportsIndex = 1, ends: bool = False
) -> Playouts:
    """Return the results of n games of uniform random play from a state, played without the GIL.

    Game i is ``playout(state, child_seed(seed, i))``, for any number of threads. With `ends` the final states are
    returned, too. Needs numpy. Raises ArgumentError for a number out of range: `n` is 0 to 2**31, `threads` 1 to 1024.
    """
    return play_in_chunks(partial(play_games, check_state(state), check_seed(seed)), 1, n, threads, ends=ends)
