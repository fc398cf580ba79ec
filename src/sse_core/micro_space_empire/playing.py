"""Random play to the end of games, one or many, on one thread or several."""

from __future__ import annotations

from typing import Final, SupportsIndex

from .._fast_micro import play_games, play_to_end
from ..checks import check_flag, check_number, check_seed
from ..random_play import MAX_PLAYOUTS, Playouts
from ..threads import MAX_THREADS, Team
from .state import State, check_state

__all__ = ["Playouts", "playout", "playouts"]

CHUNK: Final = 4096
"""The games that one call of the core plays: some milliseconds of work, after which Ctrl-C is noticed."""


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

    Game i is ``playout(state, child_seed(seed, i))``, for any number of threads. With `ends` the final states come too.
    Needs numpy. Raises ArgumentError for a number out of range: `n` is 0 to 2**31, `threads` 1 to 1024.
    """
    import numpy

    number, games = check_seed(seed), check_number(n, "n", MAX_PLAYOUTS)
    n_threads, wanted = check_number(threads, "threads", MAX_THREADS, 1), check_flag(ends, "ends")
    begun = check_state(state)
    totals = numpy.empty((games, 1), numpy.int32)
    winners = numpy.empty((games, 1), numpy.uint8)
    plies = numpy.empty(games, numpy.int32)

    def chunk(first: int) -> list[State]:
        rows = slice(first, first + CHUNK)
        found: list[State] = []
        play_games(begun, number, first, totals[rows], winners[rows], plies[rows], found if wanted else None)
        return found

    found = Team(n_threads).run(chunk, range(0, games, CHUNK))
    finals = tuple(end for part in found for end in part) if wanted else None
    return Playouts(totals, winners.view(numpy.bool_), plies, finals)
