# The extension type of Jump Wars, State, for modules that cimport it. Its rules are C functions in the headers beside it.
#
# Their functions take pointers, allocate nothing, raise nothing and need no GIL:
#
#     from sse_core._core.jump_wars.state cimport State, state_at
#     from sse_core._core.jump_wars.structs cimport Position

from libc.stdint cimport int32_t, int64_t

from sse_core._core.jump_wars.structs cimport MAX_PLAYERS, Position

# A position, its ply, and how many of the actions before each seat has written sealed orders with; immutable as seen from
# Python. All of them 0 stands for ().
cdef class State:
    cdef Position data
    cdef int64_t plies
    cdef int32_t written_by[MAX_PLAYERS]
    cdef object plain               # the position.Position, once it was asked for

cdef State state_at(const Position* position, int64_t ply, const int32_t* written)
