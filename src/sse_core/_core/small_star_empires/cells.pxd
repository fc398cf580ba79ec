# Sets of cells of Small Star Empires in two machine words, and flights along rays. Header-only: every loop unrolls.
#
# A board numbers its cells row by row, so three of the six directions (E, SW, SE) run towards higher cells and three
# (NE, NW, W) towards lower ones. The first blocker of a ray towards higher cells is the lowest set bit of
# `ray & blockers`; in a ray towards lower cells it is the highest.

from libc.stdint cimport uint16_t, uint64_t

from sse_core._core.bits cimport sse_check, sse_count_bits, sse_highest_bit, sse_lowest_bit, sse_nth_bit, sse_nth_of_two

cdef extern from *:
    """
    /* With PEXT and PDEP: the cells of a line that a ship on it reaches in both directions, stops included. The cell of
       the ship itself is left out. Each place of the ship, of up to eleven, has 512 entries: a bit for each stop
       between the ends of the line, since a flight stops at the ends in any case. */
    #ifdef __BMI2__
      #define SSE_HAS_LINES 1
      #define sse_gathered(word, mask) __builtin_ia32_pext_di(word, mask)
      #define sse_scattered(word, mask) __builtin_ia32_pdep_di(word, mask)
      static unsigned short sse_reaches[11 * 512];
      SSE_AT_LOAD(sse_fill_reaches) {
          for (int place = 0; place < 11; place++)
              for (int stops = 0; stops < 512; stops++) {
                  int reach = 0, lower = place ? place - 1 : 0;
                  for (int i = place; i < 10; i++) { reach |= 1 << i; if (stops >> (i - place + lower) & 1) break; }
                  for (int i = place - 1; i >= 0; i--) { reach |= 1 << i; if (stops << 1 >> i & 1) break; }
                  sse_reaches[512 * place + stops] = (unsigned short)reach; } }
    #else
      #define SSE_HAS_LINES 0
      #define sse_gathered(word, mask) (word)
      #define sse_scattered(word, mask) (word)
      static const unsigned short sse_reaches[1] = {0};
    #endif
    """
    bint SSE_HAS_LINES
    uint64_t sse_gathered(uint64_t word, uint64_t mask) noexcept nogil
    uint64_t sse_scattered(uint64_t word, uint64_t mask) noexcept nogil
    const uint16_t* sse_reaches                          # [LONGEST_LINE * ONE_PLACE]

cdef enum:
    MAX_CELLS = 128
    LONGEST_LINE = 11       # the most cells of a line in sse_reaches
    ONE_PLACE = 512         # entries of it

# A set of cells: cell c is bit c of lo, or bit c - 64 of hi.
cdef struct Cells:
    uint64_t lo
    uint64_t hi

cdef inline Cells cells_none() noexcept nogil:
    cdef Cells none
    none.lo = none.hi = 0
    return none

cdef inline Cells cell_bit(int cell) noexcept nogil:
    sse_check(0 <= cell < MAX_CELLS)
    cdef Cells one
    cdef uint64_t bit = (<uint64_t>1) << (cell & 63)
    one.lo = bit if cell < 64 else 0
    one.hi = 0 if cell < 64 else bit
    return one

cdef inline bint has(Cells a, int cell) noexcept nogil:
    sse_check(0 <= cell < MAX_CELLS)
    return ((a.lo if cell < 64 else a.hi) >> (cell & 63)) & 1

cdef inline Cells both(Cells a, Cells b) noexcept nogil:
    a.lo &= b.lo
    a.hi &= b.hi
    return a

cdef inline Cells either(Cells a, Cells b) noexcept nogil:
    a.lo |= b.lo
    a.hi |= b.hi
    return a

cdef inline Cells without(Cells a, Cells b) noexcept nogil:
    a.lo &= ~b.lo
    a.hi &= ~b.hi
    return a

cdef inline bint is_empty(Cells a) noexcept nogil:
    return (a.lo | a.hi) == 0

cdef inline bint are_equal(Cells a, Cells b) noexcept nogil:
    return ((a.lo ^ b.lo) | (a.hi ^ b.hi)) == 0

cdef inline int size(Cells a) noexcept nogil:
    return sse_count_bits(a.lo) + sse_count_bits(a.hi)

cdef inline int pop_lowest(Cells* a) noexcept nogil:
    # Takes the lowest cell out of a set that isn't empty, and returns it.
    cdef int cell
    sse_check(not is_empty(a[0]))
    if a.lo:
        cell = sse_lowest_bit(a.lo)
        a.lo &= a.lo - 1
        return cell
    cell = 64 + sse_lowest_bit(a.hi)
    a.hi &= a.hi - 1
    return cell

cdef inline void pop_highest(Cells* a) noexcept nogil:
    # Takes the highest cell out of a set, if there is one.
    if a.hi:
        a.hi ^= <uint64_t>1 << sse_highest_bit(a.hi)
    elif a.lo:
        a.lo ^= <uint64_t>1 << sse_highest_bit(a.lo)

cdef inline int nth_cell(Cells a, int n) noexcept nogil:
    # The cell of rank n in a set, counted from 0; n < size(a). Branch-free, because its word is unpredictable.
    cdef int low = sse_count_bits(a.lo)
    cdef uint64_t high = <uint64_t>0 - <uint64_t>(n >= low)
    sse_check(0 <= n < size(a))
    return sse_nth_bit(a.lo ^ ((a.lo ^ a.hi) & high), n - (low & <int>high)) + (64 & <int>high)

cdef inline int nth_of_two_sets(Cells a, Cells b, int n) noexcept nogil:
    # Rank n among the cells of both sets, the cell of a before the same one of b: twice the cell, + 1 if it is the one
    # of b; n < size(a) + size(b). Branch-free, because its word is unpredictable.
    cdef int low = sse_count_bits(a.lo) + sse_count_bits(b.lo)
    cdef uint64_t high = <uint64_t>0 - <uint64_t>(n >= low)
    sse_check(0 <= n < size(a) + size(b))
    a.lo ^= (a.lo ^ a.hi) & high
    b.lo ^= (b.lo ^ b.hi) & high
    return sse_nth_of_two(a.lo, b.lo, n - (low & <int>high)) + (128 & <int>high)

# A ship flies along a ray up to the first stop, that one included. In a ray towards higher cells the first stop is the
# lowest set bit of `ray & stops`, in a ray towards lower cells the highest. Without a stop it flies the whole ray.

cdef inline uint64_t up_to_lowest(uint64_t ray, uint64_t stops) noexcept nogil:
    cdef uint64_t hit = ray & stops
    return ray & (hit ^ (hit - 1))

cdef inline uint64_t down_to_highest(uint64_t ray, uint64_t stops) noexcept nogil:
    # Bit 0 can stand in for a stop, since no cell is below it.
    return ray & (~<uint64_t>0) << sse_highest_bit(ray & stops | 1)

cdef inline Cells up_to_first(Cells ray, Cells stops) noexcept nogil:
    cdef Cells hit = both(ray, stops)
    ray.lo &= hit.lo ^ (hit.lo - 1)
    ray.hi &= hit.hi ^ (hit.hi - (hit.lo == 0))
    return ray

cdef inline Cells down_to_last(Cells ray, Cells stops) noexcept nogil:
    cdef Cells hit = both(ray, stops)
    ray.hi &= (~<uint64_t>0) << sse_highest_bit(hit.hi | 1)
    ray.lo &= (~<uint64_t>0) << sse_highest_bit(hit.lo | 1) & (<uint64_t>0 - (hit.hi == 0))
    return ray

# A line through a cell, the cell itself left out. On a processor with PEXT and PDEP one look-up in sse_reaches gives
# the flights from the cell in both directions, if no line of the board is longer than LONGEST_LINE.
cdef struct Line:
    uint64_t cells          # all of the line
    uint64_t inner          # all but its two ends
    uint64_t first          # entry of sse_reaches: ONE_PLACE for each lower cell of the line

cdef inline uint64_t along(const Line* line, uint64_t stops) noexcept nogil:
    return sse_scattered(sse_reaches[line.first + sse_gathered(stops, line.inner)], line.cells)

cdef inline uint64_t along_all(const Line* lines, uint64_t stops) noexcept nogil:
    # The same along the three lines through a cell.
    return along(&lines[0], stops) | along(&lines[1], stops) | along(&lines[2], stops)
