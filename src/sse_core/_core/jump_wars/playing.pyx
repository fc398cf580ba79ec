# cython: language_level=3, wraparound=False, cdivision=True
"""Whole games of Jump Wars without the GIL: random play, and counts of what can follow.

`jump_wars/playing.py` and `jump_wars/game_tree.py` call this module: they check the arguments and share the work
between threads. It has variants for newer processors (``variants.py``).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from sse_core._core.jump_wars.random_play cimport *
from sse_core._core.jump_wars.state cimport State, state_at

from sse_core.errors import ArgumentError

__all__ = ["AT_ONCE", "count", "play_games", "play_to_end"]

cdef enum:
    DEEPEST = 3             # plies that are counted in one go

AT_ONCE = DEEPEST
"""The plies that `count` counts at most."""

cdef int32_t[MAX_PLAYERS] NONE_SEALED


cdef State end_of(const Position* end, int64_t ply):
    # The last state of a game.
    if end.step != END_DUE:
        raise too_long()
    return state_at(end, ply, NONE_SEALED)


cdef object too_long():
    # The error of `State.after` where the count of actions ends.
    return ArgumentError(f"no action follows ply {MAX_PLIES}: actions are counted to {MAX_PLIES}")


def play_to_end(State state not None, uint64_t seed):
    """Return the end of one game."""
    cdef Position end = state.data
    cdef int64_t ply
    with nogil:
        ply = play_out(&end, seed, state.plies)
    return end_of(&end, ply)


def play_games(
    State state not None, uint64_t seed, Py_ssize_t first, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
    int32_t[::1] plies, list ends,
):
    """Play the games from number `first` on, one for each row of the arrays; fill these, and append to `ends`."""
    cdef Position end
    cdef Py_ssize_t game
    cdef int64_t ply
    cdef int seat, n = state.data.n_players
    cdef uint8_t won
    if not totals.shape[0] == winners.shape[0] == plies.shape[0] or totals.shape[1] != n or winners.shape[1] != n:
        raise ValueError("the arrays have a row for each game, and a column for each seat")
    with nogil:
        for game in range(plies.shape[0]):
            end = state.data
            ply = play_out(&end, child_seed(seed, first + game), state.plies)
            if end.step != END_DUE:
                with gil:
                    raise too_long()
            outcome_of(&end, &won)
            plies[game] = <int32_t>(ply - state.plies)
            for seat in range(n):
                totals[game, seat] = enemy_homeworlds(&end, seat)
                winners[game, seat] = won >> seat & 1
            if ends is not None:
                with gil:
                    ends.append(end_of(&end, ply))


cdef uint64_t leaves(const Position* p, int depth, Position* below) noexcept nogil:
    # Perft: the number of sequences of `depth` actions, at least 1; a game that ends sooner counts once. If several
    # seal orders, the first of them is next.
    #   writes   below[depth - 1]
    #   returns  a number that 64 bits hold while depth <= 6: a position has fewer than 2**10 actions
    cdef Ids ids
    cdef int player = first_to_act(p), word = 0, index
    cdef uint64_t found = 0
    if p.step == END_DUE:
        return 1
    legal_to_act(p, player, &ids)
    if depth == 1:
        return count_ids(&ids)
    while True:
        index = take_first_id(&ids, &word)
        if index < 0:
            return found
        below[0] = p[0]
        play(below, player, index)
        found += leaves(below, depth - 1, below + 1)


def count(State state not None, int plies):
    """Return how many positions lie up to AT_ONCE plies ahead; a game that ends sooner counts once."""
    cdef Position below[DEEPEST]
    cdef uint64_t found
    if not 0 <= plies <= DEEPEST:
        raise ValueError(f"{plies} plies aren't counted at once")
    if plies == 0:
        return 1
    with nogil:
        found = leaves(&state.data, plies, below)
    return found
