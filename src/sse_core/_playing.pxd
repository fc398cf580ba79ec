# A whole game of random play. Header-only; for `kind` see _moves.pxd.

from libc.stdint cimport uint64_t

from sse_core._moves cimport drawn, nth_move, tiles_left
from sse_core._random cimport below
from sse_core._structs cimport NARROW, REVEAL_DUE, VARIANT, WIDE, ActionRow, Moves, Position, RulesetData
from sse_core._turn cimport play


cdef inline void play_out(const RulesetData* r, Position* p, Moves* m, uint64_t seed) noexcept nogil:
    # Plays to the end, each legal action, and each tile that is left, as likely.
    #   reads    m, what can be done
    #   writes   p, m
    if r.kind == NARROW:
        play_out_as(r, p, m, seed, NARROW)
    elif r.kind == WIDE:
        play_out_as(r, p, m, seed, WIDE)
    else:
        play_out_as(r, p, m, seed, VARIANT)


cdef inline void play_out_as(const RulesetData* r, Position* p, Moves* m, uint64_t seed, int kind) noexcept nogil:
    cdef ActionRow action
    while m.total:
        if kind == VARIANT and m.due == REVEAL_DUE:
            action = drawn(m, below(&seed, tiles_left(m)))
        else:
            nth_move(m, below(&seed, m.total), &action, kind)
        play(r, p, &action, m, kind)
