# cython: language_level=3, wraparound=False, cdivision=True
"""Random play of many games of Small Star Empires in one call, without the GIL.

`small_star_empires/playing.py` calls this module: it checks the arguments and shares the work between threads. It has
variants for newer processors (``variants.py``).
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from sse_core._fast cimport State, state_at
from sse_core._core.small_star_empires.playing cimport play_out
from sse_core._core.random cimport child_seed
from sse_core._core.small_star_empires.score cimport SIDE_BY_SIDE, note_outcome, score_many
from sse_core._core.small_star_empires.structs cimport MAX_PLAYERS, Moves, Position, RulesetData, Sheet

__all__ = ["play_games", "play_to_end"]


cdef void play_one(const RulesetData* r, Position* p, Moves* m, uint64_t seed) noexcept nogil:
    # Plays a game to its end. The loops are long: they are compiled once for all callers.
    play_out(r, p, m, seed)


def play_to_end(State state not None, uint64_t seed):
    """Return the end of one game."""
    cdef State end = state_at(state.ruleset, &state.position)
    end.moves = state.moves
    with nogil:
        play_one(&end.ruleset.data, &end.position, &end.moves, seed)
    return end


def play_games(
    State state not None, uint64_t seed, Py_ssize_t first, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
    int32_t[::1] plies, list ends,
):
    """Play the games from number `first` on, one for each row of the arrays; fill these, and append to `ends`."""
    cdef const RulesetData* r = &state.ruleset.data
    cdef Position ended[SIDE_BY_SIDE]
    cdef Position position
    cdef Moves moves
    cdef Py_ssize_t done, left = plies.shape[0]
    cdef int game, n
    while left:
        done, n = plies.shape[0] - left, min(left, SIDE_BY_SIDE)
        with nogil:
            for game in range(n):
                position = state.position
                moves = state.moves
                play_one(r, &position, &moves, child_seed(seed, first + done + game))
                ended[game] = position
            note_ends(r, ended, n, state.position.ply, totals[done:], winners[done:], plies[done:])
        if ends is not None:
            ends.extend([state_at(state.ruleset, &ended[game]) for game in range(n)])
        left -= n


cdef inline void note_ends(
    const RulesetData* r, const Position* ended, int n, int begun, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
    int32_t[::1] plies,
) noexcept nogil:
    cdef Sheet sheets[SIDE_BY_SIDE * MAX_PLAYERS]
    cdef int game
    score_many(r, ended, n, sheets)
    for game in range(n):
        note_outcome(r, &ended[game], &sheets[game * r.n_players], &totals[game, 0], &winners[game, 0])
        plies[game] = ended[game].ply - begun
