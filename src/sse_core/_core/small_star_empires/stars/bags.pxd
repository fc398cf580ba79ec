# Tiles that are left, as running sums in sixteen bytes: a draw is a compare and a count. Header-only, for
# modules of the levels v3 and v4.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from sse_core._core.bits cimport sse_check
from sse_core._core.draws cimport SSE_DRAWS_AGAIN
from sse_core._core.random cimport next_number, ply_below
from sse_core._core.small_star_empires.cells cimport size
from sse_core._core.small_star_empires.structs cimport N_TILES, Position, RulesetData

cdef extern from *:
    """
    #include <immintrin.h>
    #include <stdint.h>
    #define sse_load_sums(until) _mm_loadu_si128((const __m128i*)(until))
    static inline int sse_kind_at(const uint8_t* until, int number) {
        __m128i sums = sse_load_sums(until), number_each = _mm_set1_epi8((char)number);
        return __builtin_popcount(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(sums, number_each), sums))); }
    static inline void sse_take_kind(uint8_t* until, int kind) {
        const __m128i kinds = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        _mm_storeu_si128((__m128i*)until, _mm_sub_epi8(sse_load_sums(until), _mm_andnot_si128(
            _mm_cmpgt_epi8(_mm_set1_epi8((char)kind), kinds), _mm_set1_epi8(1)))); }
    """
    int kind_at "sse_kind_at"(const uint8_t* until, int number) noexcept nogil      # how many sums are not above it
    void take_kind "sse_take_kind"(uint8_t* until, int kind) noexcept nogil         # one less from this sum on

cdef enum:
    MAX_BAG = 255           # tiles: a sum is a byte
    N_SUMS = 16             # N_TILES, and the last of them again


cdef inline void fill_bag(const RulesetData* r, const Position* p, uint8_t* until) noexcept nogil:
    # How many tiles nobody has seen.
    #   writes   until[0:N_SUMS]: how many of this kind and of those before
    cdef int tile, left = 0
    for tile in range(N_SUMS):
        if tile < N_TILES:
            left += r.bag[tile] - size(p.tiles[tile])
        sse_check(0 <= left <= MAX_BAG)
        until[tile] = left


cdef inline int take_tile(uint8_t* until, uint64_t* stream) noexcept nogil:
    # E9.2: a tile by its odds, as `draw_tile` of playing.pxd draws it; it is taken out.
    #   reads    until, with at least one tile
    #   writes   until, stream
    #   returns  its kind
    # The least common denominator of the odds is n, the number of tiles left, divided by what divides every count of
    # them. A draw below n gives a tile of the same kind: all running sums are multiples of the divisor d. It is not
    # rejected if the lower half of the product is n at least; nor is then the draw below n / d, whose lower half, times
    # d, would else be less than n.
    cdef uint64_t after = stream[0], product
    cdef int divisor, n = until[N_SUMS - 1], tile
    sse_check(n > 0)
    product = (next_number(&after) >> 32) * <uint64_t>n
    if <uint32_t>product >= <uint32_t>n and not SSE_DRAWS_AGAIN:
        stream[0] = after
        tile = kind_at(until, <int>(product >> 32))
    else:
        divisor = divisor_of(until)
        tile = kind_at(until, divisor * ply_below(stream, n // divisor))
    sse_check(tile < N_TILES)
    take_kind(until, tile)
    return tile


cdef inline int divisor_of(const uint8_t* until) noexcept nogil:
    # The greatest common divisor of how many tiles of each kind are left, which is that of their running sums.
    # Unsigned, whose remainders need no look at signs.
    cdef uint32_t total, divisor = 0
    cdef int tile
    for tile in range(N_TILES):
        total = until[tile]
        while total:
            divisor, total = total, divisor % total
        if divisor == 1:
            break
    return divisor
