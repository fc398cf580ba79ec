# Uniform random play of Small Star Empires. Header-only; for `kind` see moves.pxd.

from libc.stdint cimport uint64_t

from sse_core._core.small_star_empires.moves cimport drawn, nth_move, tiles_divisor, tiles_left
from sse_core._core.random cimport ply_below, stream_at
from sse_core._core.small_star_empires.structs cimport (
    NARROW, REVEAL_DUE, VARIANT, WIDE, ActionRow, Moves, Position, RulesetData,
)
from sse_core._core.small_star_empires.turn cimport play


cdef inline void draw_action(const Moves* m, uint64_t* stream, ActionRow* out, int kind) noexcept nogil:
    # What one ply of random play does: a legal action, each equally likely, or a tile by its odds (E9.2).
    #   reads    m, in which at least one action is legal
    #   writes   stream, from which the ply draws (ply_below)
    #   writes   out
    if kind == VARIANT and m.due == REVEAL_DUE:
        out[0] = draw_tile(m, stream)
    else:
        nth_move(m, ply_below(stream, m.total), out, kind)


cdef inline ActionRow draw_tile(const Moves* m, uint64_t* stream) noexcept nogil:
    # E9.2: the reveal that a ply draws, as SplitMix64.draw does from State.odds.
    #   reads    m, in which a reveal is due
    #   writes   stream
    # The least common denominator of the odds is the number of tiles left, divided by what divides every count of them.
    cdef int divisor = tiles_divisor(m)
    return drawn(m, divisor * ply_below(stream, tiles_left(m) // divisor))


cdef inline void play_out(const RulesetData* r, Position* p, Moves* m, uint64_t seed) noexcept nogil:
    # Plays a game to its end; ply p draws as PlyStream(seed, p) of seeds.py.
    #   reads    m, the legal actions of p
    #   writes   p, m
    if r.kind == NARROW:
        play_out_as(r, p, m, seed, NARROW)
    elif r.kind == WIDE:
        play_out_as(r, p, m, seed, WIDE)
    else:
        play_out_as(r, p, m, seed, VARIANT)


cdef inline void play_out_as(const RulesetData* r, Position* p, Moves* m, uint64_t seed, int kind) noexcept nogil:
    cdef ActionRow action
    cdef uint64_t stream = stream_at(seed, p.ply)
    while m.total:
        draw_action(m, &stream, &action, kind)
        play(r, p, &action, m, kind)
