# cython: language_level=3, wraparound=False, cdivision=True
"""Whole games of Empire of the Stars without the GIL: random play, and counts of what can follow.

`empire_of_the_stars/playing.py` and `empire_of_the_stars/game_tree.py` call this module: they check the arguments and
share the work between threads. It has variants for newer processors (``variants.py``).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from sse_core._core.empire_of_the_stars.random_play cimport *
from sse_core._core.empire_of_the_stars.state cimport State, state_at

from sse_core.errors import ArgumentError

__all__ = ["AT_ONCE", "count", "play_games", "play_to_end"]

cdef enum:
    DEEPEST = 3             # plies that are counted in one go

AT_ONCE = DEEPEST
"""The plies that `count` counts at most."""


cdef object stuck():
    # The error for a game that nobody can go on with.
    return ArgumentError("nobody has an action: a view hides what can be chosen. `State.sample` gives a full position")


def play_to_end(State state not None, uint64_t seed):
    """Return the end of one game."""
    cdef Position end = state.position
    cdef int64_t ply
    with nogil:
        ply = play_out(&state.tables.board, &end, seed, state.plies)
    if end.step != END_DUE:
        raise stuck()
    return state_at(state, &end, ply)


def play_games(
    State state not None, uint64_t seed, Py_ssize_t first, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
    int32_t[::1] plies, list ends,
):
    """Play the games from number `first` on, one for each row of the arrays; fill these, and append to `ends`."""
    cdef const Board* b = &state.tables.board
    cdef Position end
    cdef Py_ssize_t game
    cdef int64_t ply
    cdef int seat, n = state.position.n_players
    cdef uint8_t won
    if not totals.shape[0] == winners.shape[0] == plies.shape[0] or totals.shape[1] != n or winners.shape[1] != n:
        raise ValueError("the arrays have a row for each game, and a column for each seat")
    with nogil:
        for game in range(plies.shape[0]):
            end = state.position
            ply = play_out(b, &end, child_seed(seed, first + game), state.plies)
            if end.step != END_DUE:
                with gil:
                    raise stuck()
            outcome_of(b, &end, &won)
            plies[game] = <int32_t>(ply - state.plies)
            for seat in range(n):
                totals[game, seat] = points(b, &end, seat)
                winners[game, seat] = won >> seat & 1
            if ends is not None:
                with gil:
                    ends.append(state_at(state, &end, ply))


cdef uint64_t leaves(const Board* b, const Position* p, int depth, Position* below) noexcept nogil:
    # Perft: the number of sequences of `depth` actions, at least 1; a game that ends sooner counts once. If several
    # are to act, the first of them is next.
    #   writes   below[depth - 1]
    #   returns  a number that 64 bits hold while depth <= 5: a position has fewer than 2**12 actions
    cdef Ids ids
    cdef int player = first_to_act(p), i
    cdef uint64_t found = 0
    if p.step == END_DUE:
        return 1
    legal_to_act(b, p, player, &ids)
    if depth == 1:
        return ids.n
    for i in range(ids.n):
        below[0] = p[0]
        play(b, below, player, ids.at[i])
        found += leaves(b, below, depth - 1, below + 1)
    return found


def count(State state not None, int plies):
    """Return how many positions lie up to AT_ONCE plies ahead; a game that ends sooner counts once."""
    cdef Position below[DEEPEST]
    cdef uint64_t found
    if not 0 <= plies <= DEEPEST:
        raise ValueError(f"{plies} plies aren't counted at once")
    if plies == 0:
        return 1
    with nogil:
        found = leaves(&state.tables.board, &state.position, plies, below)
    return found
