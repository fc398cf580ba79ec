# Draws in several games at a time, each from the stream of its own game; `random.pxd` draws for one. Header-only; gcc
# and clang.

from libc.stdint cimport uint64_t

from sse_core._core.random cimport FIRST_MIX, GOLDEN, SECOND_MIX, ply_below
from sse_core._core.words cimport EVERY, WIDTH, Words, any_set, each, if_below, times_small, words_of

cdef extern from *:
    """
    /* The build with asserts draws every number again: no test could wait for the few that are rejected. */
    #ifdef SSE_DEBUG
      #define SSE_DRAWS_AGAIN 1
    #else
      #define SSE_DRAWS_AGAIN 0
    #endif
    """
    bint SSE_DRAWS_AGAIN

# `draw_one_by_one`, compiled by itself: it is seldom called, and would take room in the loops.
ctypedef void (*DrawAgain)(Words* streams, const Words* totals, Words* drawn) noexcept nogil


cdef inline Words draw(Words* streams, Words totals, DrawAgain draw_again) noexcept nogil:
    # A number below each total, as `ply_below` draws it; 0 where this is 0, and the stream stays.
    #   writes   streams[0]
    cdef Words z = streams[0] + words_of(GOLDEN)
    cdef Words drawn
    streams[0] += if_below(words_of(0), totals, words_of(GOLDEN))
    z = (z ^ (z >> 30)) * words_of(FIRST_MIX)
    z = (z ^ (z >> 27)) * words_of(SECOND_MIX)
    z = times_small((z ^ (z >> 31)) >> 32, totals)
    drawn = z >> 32
    if SSE_DRAWS_AGAIN or any_set(if_below(z & words_of(EVERY >> 32), totals, totals)):
        draw_again(streams, &totals, &drawn)
    return drawn


cdef inline void draw_one_by_one(Words* streams, const Words* totals, Words* drawn) noexcept nogil:
    # The same numbers once more, since some may be rejected.
    #   reads    streams[0], which have advanced already; totals[0]
    #   writes   drawn[0]
    cdef uint64_t stream
    cdef int i
    for i in range(WIDTH):
        if each(totals)[i]:
            stream = each(streams)[i] - GOLDEN
            each(drawn)[i] = ply_below(&stream, <int>each(totals)[i])
