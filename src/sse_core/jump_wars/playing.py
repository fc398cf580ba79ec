"""Random play to the end of games, one or many, on one thread or several."""

from __future__ import annotations

from functools import partial
from typing import Final, SupportsIndex

from .._core.jump_wars.playing import play_games, play_to_end
from ..forms.checks import check_seed
from ..game import Playouts
from ..play.random_play import play_in_chunks
from .state import State, check_state

__all__ = ["Playouts", "playout", "playouts"]

CHUNK: Final = 16
"""The games that one call of the core plays: some milliseconds of work, after which Ctrl-C is noticed."""


def playout(state: State, seed: SupportsIndex) -> State:
    """Return the final state of a game of uniform random play: the game of random bots with this seed.

    `seed` is 0 to 2**64 − 1. Ply p draws from ``PlyStream(seed, p)`` of `sse_core.seeds`, p being `State.ply`: index
    ``below(n)`` of the n legal actions by ascending id, and a chance event by ``draw(odds)``. If several seats are to
    act, the first of them is next.

    Raises ArgumentError if the game isn't over at ply `LAST_PLY`, the last one that is counted.
    """
    return play_to_end(check_state(state), check_seed(seed))


def playouts(
    state: State, n: SupportsIndex, seed: SupportsIndex, *, threads: SupportsIndex = 1, ends: bool = False
) -> Playouts:
    """Return the results of n games of uniform random play from a state, played without the GIL.

    Game i is ``playout(state, child_seed(seed, i))``, for any number of threads. With `ends` the final states are
    returned, too. Needs numpy. Raises ArgumentError for a number out of range: `n` is 0 to 2**31, `threads` 1 to 1024.
    """
    play = partial(play_games, check_state(state), check_seed(seed))
    return play_in_chunks(play, state.players, n, threads, ends=ends, chunk=CHUNK)
