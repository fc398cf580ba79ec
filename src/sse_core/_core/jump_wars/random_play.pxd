# For Jump Wars. Uniform random play, from the streams of seeds.py. Header-only.

from sse_core._core.jump_wars.rules cimport *


cdef inline int64_t play_out(Position* p, uint64_t seed, int64_t ply) noexcept nogil:
    # Plays a game to its end; ply n draws as PlyStream(seed, n) of seeds.py.
    #   reads    ply, the number of actions that led to p
    #   writes   p
    #   returns  the number of actions that led to the end; MAX_PLIES if the game goes on there
    cdef uint64_t stream = stream_at(seed, ply)
    cdef int player
    cdef Ids ids
    while p.step != END_DUE and ply < MAX_PLIES:
        if is_chance(p):
            play(p, CHANCE, draw_event(p, &stream))
        else:
            player = first_to_act(p)
            legal_to_act(p, player, &ids)
            play(p, player, nth_id(&ids, ply_below(&stream, count_ids(&ids))))
        ply += 1
    return ply
