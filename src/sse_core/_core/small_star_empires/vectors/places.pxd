# Places of Small Star Empires: the systems of a board where a ship can land, as bits of one word. They are numbered in
# the order of their cells, from 1 to 63 at most; place 1 is bit 1, and bit 0 is no place. Header-only.

from libc.stdint cimport uint64_t

from sse_core._core.bits cimport sse_count_bits
from sse_core._core.small_star_empires.cells cimport (
    SSE_HAS_LINES, Cells, both, cell_bit, is_empty, pop_lowest, size, sse_gathered,
)

cdef enum:
    MAX_PLACES = 63


cdef inline int places_below(Cells landable, int cell) noexcept nogil:
    # How many places are on lower cells, on a board with these systems to land on.
    cdef Cells lower = cell_bit(cell)
    lower.hi = lower.hi - 1 if lower.hi else 0
    lower.lo = lower.lo - 1
    return size(both(lower, landable))


cdef inline uint64_t places_of(Cells landable, Cells cells) noexcept nogil:
    # The places among some cells.
    cdef uint64_t places = 0
    if SSE_HAS_LINES:
        places = sse_gathered(cells.hi, landable.hi) << (sse_count_bits(landable.lo) & 63)
        return (places | sse_gathered(cells.lo, landable.lo)) << 1
    cells = both(cells, landable)
    while not is_empty(cells):
        places |= <uint64_t>2 << places_below(landable, pop_lowest(&cells))
    return places
