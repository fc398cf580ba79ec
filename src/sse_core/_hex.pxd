# Sets of cells in two machine words, and how far a ray gets in them: header-only, so that every loop unrolls.
#
# A board numbers its cells row by row, so three of the six directions (E, SW, SE) run towards higher cells and three
# (NE, NW, W) towards lower ones. The first blocker of a ray is the lowest set bit of `ray & blockers` in the former,
# the highest in the latter.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      static __inline int sse_lowest_bit(unsigned __int64 x) {
          unsigned long i; _BitScanForward64(&i, x); return (int)i; }
      static __inline int sse_highest_bit(unsigned __int64 x) {
          unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    #else
      #define sse_lowest_bit(x) __builtin_ctzll(x)
      #define sse_highest_bit(x) (63 - __builtin_clzll(x))
    #endif
    #if defined(__POPCNT__) || defined(__aarch64__)
      #define sse_count_bits(x) __builtin_popcountll(x)
    #else
      static inline int sse_count_bits(unsigned long long x) {
          x -= (x >> 1) & 0x5555555555555555ULL;
          x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
          x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
          return (int)((x * 0x0101010101010101ULL) >> 56); }
    #endif
    #ifdef SSE_DEBUG
      #include <stdio.h>
      #include <stdlib.h>
      #define sse_check(condition) ((condition) ? (void)0 : \
          (fprintf(stderr, "sse_core: %s:%d: %s\\n", __FILE__, __LINE__, #condition), abort()))
    #else
      #define sse_check(condition) ((void)0)
    #endif
    """
    int sse_lowest_bit(uint64_t word) noexcept nogil     # word != 0
    int sse_highest_bit(uint64_t word) noexcept nogil    # word != 0
    int sse_count_bits(uint64_t word) noexcept nogil
    void sse_check(bint condition) noexcept nogil        # aborts in the SSE_DEBUG build, nothing otherwise

cdef enum:
    MAX_CELLS = 128

# A set of cells: cell c is bit c of lo, or bit c - 64 of hi.
cdef struct Cells:
    uint64_t lo
    uint64_t hi

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

cdef inline int pop_highest(Cells* a) noexcept nogil:
    # Takes the highest cell out of a set that isn't empty, and returns it.
    cdef int cell
    sse_check(not is_empty(a[0]))
    if a.hi:
        cell = sse_highest_bit(a.hi)
        a.hi ^= (<uint64_t>1) << cell
        return 64 + cell
    cell = sse_highest_bit(a.lo)
    a.lo ^= (<uint64_t>1) << cell
    return cell

cdef inline int nth_cell(Cells a, int n) noexcept nogil:
    # The cell with n lower ones in the set; n < size(a).
    cdef int low = sse_count_bits(a.lo), base = 0
    cdef uint64_t word = a.lo
    sse_check(0 <= n < size(a))
    if n >= low:
        n -= low
        base = 64
        word = a.hi
    while n:
        word &= word - 1
        n -= 1
    return base + sse_lowest_bit(word)

cdef inline Cells before_first(Cells ray, Cells blockers) noexcept nogil:
    # The part of a ray towards higher cells that lies before its first blocker; all of it without one.
    cdef Cells hit = both(ray, blockers)
    ray.lo &= (hit.lo - 1) & ~hit.lo
    ray.hi &= (hit.hi - (hit.lo == 0)) & ~hit.hi
    return ray

cdef inline Cells up_to_first(Cells ray, Cells blockers) noexcept nogil:
    # As before_first, and the blocker itself.
    cdef Cells hit = both(ray, blockers)
    if hit.lo:
        ray.lo &= hit.lo ^ (hit.lo - 1)
        ray.hi = 0
    elif hit.hi:
        ray.hi &= hit.hi ^ (hit.hi - 1)
    return ray

cdef inline Cells down_to_last(Cells ray, Cells blockers) noexcept nogil:
    # As beyond_last, and the blocker itself.
    cdef Cells hit = both(ray, blockers)
    if hit.hi:
        ray.lo = 0
        ray.hi &= (~<uint64_t>0) << sse_highest_bit(hit.hi)
    elif hit.lo:
        ray.lo &= (~<uint64_t>0) << sse_highest_bit(hit.lo)
    return ray

cdef inline Cells beyond_last(Cells ray, Cells blockers) noexcept nogil:
    # The part of a ray towards lower cells that lies before its first blocker; all of it without one.
    cdef Cells hit = both(ray, blockers)
    if hit.hi:
        ray.lo = 0
        ray.hi &= (~(<uint64_t>1)) << sse_highest_bit(hit.hi)
    elif hit.lo:
        ray.lo &= (~(<uint64_t>1)) << sse_highest_bit(hit.lo)
    return ray
