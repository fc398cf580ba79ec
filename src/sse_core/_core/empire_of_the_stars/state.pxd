# The extension types of Empire of the Stars, State and Tables, for modules that cimport them. Its rules are C functions
# in the headers beside this file.
#
# Their functions take pointers, allocate nothing, raise nothing and need no GIL:
#
#     from sse_core._core.empire_of_the_stars.state cimport State, state_at
#     from sse_core._core.empire_of_the_stars.structs cimport Position

from libc.stdint cimport int8_t, int64_t

from sse_core._core.empire_of_the_stars.boards cimport Board
from sse_core._core.empire_of_the_stars.structs cimport Position
from sse_core._core.states cimport Slots

# A content pack as the rules read it, and its actions by id and by address. It never changes.
cdef class Tables:
    cdef Board board
    cdef tuple actions              # board.Board.actions
    cdef tuple ids                  # their ids
    cdef object table               # board.Board.table
    cdef Slots slots
    cdef int find(self, object action) except -9

# A pack, a position, and its ply; immutable as seen from Python.
cdef class State:
    cdef readonly object pack       # a Pack with a board.Board
    cdef Tables tables              # those of the pack
    cdef Position position
    cdef int64_t plies
    cdef tuple legal_here           # the legal ids that were asked for last
    cdef int8_t asked               # whose they are: a seat or CHANCE, plus 2; 0: nobody's
    cdef object plain               # the position as bytes, once it was asked for
    cdef int seat_of(self, object player) except -9
    cdef int named(self, object player) except -9
    cdef tuple pick_legal(self, int player)
    cdef bint is_legal(self, int index, int player) except -1

cdef State state_at(State like, const Position* position, int64_t ply)
