# The extension type of Jump Wars, State, for modules that cimport it. Its rules are C functions in the headers
# beside it.
#
# Their functions take pointers, allocate nothing, raise nothing and need no GIL:
#
#     from sse_core._core.jump_wars.state cimport State, state_at
#     from sse_core._core.jump_wars.structs cimport Position

from libc.stdint cimport int8_t, int32_t, int64_t

from sse_core._core.jump_wars.ids cimport Ids
from sse_core._core.jump_wars.structs cimport MAX_PLAYERS, Position

# A position, its ply, and how many of the actions before each seat has made at its sealed decision; immutable as seen
# from Python. All of them 0 stands for ().
cdef class State:
    cdef Position data
    cdef int64_t plies
    cdef int32_t written_by[MAX_PLAYERS]
    cdef int8_t asked               # whose legal actions are kept: a seat or CHANCE, plus 2; 0: nobody's
    cdef Ids legal_here             # those
    cdef object plain               # the position.Position, once it was asked for
    cdef int seat_of(self, object player) except -9
    cdef int player_of(self, object player) except -1
    cdef int find(self, object action) except -9
    cdef int take_legal(self, int player, Ids* out) except -1
    cdef bint is_legal(self, int index, int player) except -1
    cdef tuple pick(self, tuple table, int player)

cdef State state_at(const Position* position, int64_t ply, const int32_t* written)
