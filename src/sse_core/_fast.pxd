# The extension types of the core, Ruleset and State, for modules that cimport them. docs/python.md lists the headers
# that are public. Their functions take pointers, allocate nothing, raise nothing and need no GIL:
#
#     from sse_core._fast cimport State
#     from sse_core._core.small_star_empires.score cimport score

from libc.stdint cimport int32_t, uint64_t

from sse_core._core.small_star_empires.cells cimport Cells
from sse_core._core.small_star_empires.structs cimport ActionRow, Moves, Position, RulesetData

# A board and rules, prepared for the core; owns the memory that data.rows and data.ids point to.
cdef class Ruleset:
    cdef RulesetData data
    cdef readonly object board
    cdef readonly object rules
    cdef readonly tuple actions     # board.actions; the index is the id
    cdef tuple id_objects           # (0, 1, 2, ...), so that ids need not be made anew
    cdef type move_type
    cdef tuple other_types          # Reveal, Choose, Stay
    cdef tuple tiles                # the members of tiles.Tile
    cdef tuple reasons              # the members of reasons.Reason
    cdef type score_type            # scores.Score
    cdef type sheet_type            # scores.ScoreSheet
    cdef type bag_type              # tiles.Bag
    cdef object __weakref__
    cdef uint64_t key
    cdef ActionRow* rows
    cdef int32_t* ids
    cdef int take_system(self, int cell, object system) except -1
    cdef int take_lines(self) except -1
    cdef int take_grid(self) except -1
    cdef uint64_t word_of(self, int cell, Cells cells)
    cdef int take_neighbours(self) except -1
    cdef bint take_layout(self) except -1
    cdef int take_options(self, object rules, object bag) except -1
    cdef int take_actions(self, tuple action_types) except -1
    cdef int find(self, object action) except -2
    cdef int find_move(self, object move) except -2
    cdef int find_other(self, object action) except -2
    cdef int seat(self, object player) except -1
    cdef int cell(self, object cell) except -1

# A position with its legal actions; immutable as seen from Python.
cdef class State:
    cdef Position position
    cdef Moves moves
    cdef Ruleset ruleset
    cdef int taken                  # 1 more than the id of the legal action that was looked up last; 0: none was
    cdef bint is_to_act(self, object player) except -1
    cdef int seat_or_chance(self, object player) except -2
    cdef tuple pick(self, tuple table)
    cdef int refuses(self, int index, object player) except -1

cdef State state_at(Ruleset ruleset, const Position* position)
