# The extension type of Micro Space Empire, State, for modules that cimport it. Its rules are C functions in rules.pxd:
#
#     begin, play         the start of a game, and the effect of an action
#     legal, first_id     the legal actions, or the events that chance can bring: all of these are equally likely
#     points_of, total_of the score
#     are_same, key_of    equality and hash
#     play_out            a whole random game
#
# Their functions take pointers, allocate nothing, raise nothing and need no GIL:
#
#     from sse_core._core.micro_space_empire.state cimport State
#     from sse_core._core.micro_space_empire.rules cimport Position, legal, play

from libc.stdint cimport int32_t, uint64_t

from sse_core._core.micro_space_empire.rules cimport Position

# A position with its legal actions and the ply; immutable as seen from Python.
cdef class State:
    cdef Position data
    cdef uint64_t actions_here      # the legal actions, as `legal` returns them
    cdef int32_t plies
    cdef int taken                  # 1 more than the id of the legal action that was looked up last; 0: none was
    cdef int find(self, object action) except -2
    cdef bint is_to_act(self, object player) except -1
    cdef int refuses(self, int index, object player) except -1
    cdef tuple pick(self, tuple table)

cdef State state_at(const Position* position, int32_t ply)
