# A whole game of random play. Header-only; for `kind` see _moves.pxd.

from libc.stdint cimport uint64_t

from sse_core._moves cimport drawn, nth_move, tiles_left
from sse_core._random cimport below
from sse_core._structs cimport NARROW, REVEAL_DUE, VARIANT, WIDE, Deed, Moves, Position, TableData
from sse_core._turn cimport play


cdef inline void play_out(const TableData* t, Position* p, Moves* m, uint64_t seed) noexcept nogil:
    # Plays to the end, each legal action, and each tile that is left, as likely.
    #   reads    m, what can be done
    #   writes   p, m
    if t.kind == NARROW:
        play_out_as(t, p, m, seed, NARROW)
    elif t.kind == WIDE:
        play_out_as(t, p, m, seed, WIDE)
    else:
        play_out_as(t, p, m, seed, VARIANT)


cdef inline void play_out_as(const TableData* t, Position* p, Moves* m, uint64_t seed, int kind) noexcept nogil:
    cdef Deed deed
    while m.total:
        if kind == VARIANT and m.due == REVEAL_DUE:
            deed = drawn(m, below(&seed, tiles_left(m)))
        else:
            nth_move(m, below(&seed, m.total), &deed, kind)
        play(t, p, &deed, m, kind)
