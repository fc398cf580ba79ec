"""Random play to the end of games, and sizes of game trees (perft), on one thread or several."""

from __future__ import annotations

from typing import Final, SupportsIndex

from .._fast_micro import count, play_games, play_to_end
from ..checks import check_flag, check_number, check_seed
from ..game_tree import MAX_DEPTH
from ..random_play import MAX_PLAYOUTS, Playouts
from ..threads import MAX_THREADS, Team
from .actions import Action
from .state import State, check_state

__all__ = ["Playouts", "perft", "perft_divide", "playout", "playouts"]

SHORT: Final = 6
"""The plies that one call of the core counts: some milliseconds of work, after which Ctrl-C is noticed."""

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


def perft(state: State, depth: SupportsIndex, *, threads: SupportsIndex = 1) -> int:
    """Return the number of ways to play `depth` plies from a state; a game that ends sooner counts once.

    It is 1 at depth 0 and for a finished state. Each chance event is a ply. Raises ArgumentError for a depth below 0 or
    above 10,000.
    """
    plies, n_threads = check_number(depth, "depth", MAX_DEPTH), check_number(threads, "threads", MAX_THREADS, 1)
    if n_threads == 1 or plies == 0 or not check_state(state).to_act:
        return _leaves(check_state(state), plies)
    return sum(perft_divide(state, plies, threads=n_threads).values())


def perft_divide(state: State, depth: SupportsIndex, *, threads: SupportsIndex = 1) -> dict[Action, int]:
    """Return the perft behind each legal action: ``perft(state.after(action), depth - 1)`` by action.

    The keys are in the order of ids. A finished state has none. Raises ArgumentError for a depth below 1.
    """
    plies = check_number(depth, "depth", MAX_DEPTH, 1)
    n_threads = check_number(threads, "threads", MAX_THREADS, 1)
    legal = check_state(state).legal_actions()

    def behind(action: Action) -> int:
        return _leaves(state.after(action), plies - 1)

    return dict(zip(legal, Team(n_threads).run(behind, legal), strict=True))


def _leaves(state: State, plies: int) -> int:
    """Return the perft by short calls of the core, so that Ctrl-C is noticed between them."""
    if plies <= SHORT:
        return count(state, plies)
    return sum(_leaves(state.after(action), plies - 1) for action in state.legal_actions()) if state.to_act else 1
