# For Empire of the Stars. Uniform random play, from the streams of seeds.py. Header-only.

from sse_core._core.empire_of_the_stars.rules cimport *


cdef inline int64_t play_out(const Board* b, Position* p, uint64_t seed, int64_t ply) noexcept nogil:
    # Plays a game to its end, which comes (S47); ply n draws as PlyStream(seed, n) of seeds.py.
    #   reads    ply, the number of actions that led to p
    #   writes   p
    #   returns  the number of actions that led to the end, or to where nobody has one: what is to be discarded, or to
    #            be chosen, may be hidden in a view
    cdef uint64_t stream = stream_at(seed, ply)
    cdef int player
    cdef Ids ids
    while p.step != END_DUE:
        if is_chance(p):
            play(b, p, CHANCE, draw_event(b, p, &stream))
        else:
            player = first_to_act(p)
            legal_to_act(b, p, player, &ids)
            if ids.n == 0:
                return ply
            play(b, p, player, ids.at[ply_below(&stream, ids.n)])
        ply += 1
    return ply
