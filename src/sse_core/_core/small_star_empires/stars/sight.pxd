# Boards of Small Star Empires as rows of 128 bytes, a code for each cell (charts.pxd), and what ships see there, in
# AVX-512. Header-only, for modules of the level v4 alone.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from sse_core._core.sixteen cimport Sixteen
from sse_core._core.small_star_empires.cells cimport Cells

cdef extern from *:
    """
    #if !defined(__AVX512VBMI__) || !defined(__AVX512BITALG__) || !defined(__GFNI__)
      #error "sse_core: boards of bytes are for AVX-512 with VBMI, BITALG and GFNI"
    #endif
    #include <immintrin.h>
    #include <stdint.h>
    typedef __m512i sse_bytes;
    #define sse_load_bytes(from) _mm512_loadu_si512((const void*)(from))
    #define sse_load_table(from) _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i*)(from)))
    /* VPERMI2B takes the codes of 64 cells, VPSHUFB makes a byte of flags of each. An affine map turns every eight
       bytes round, so that a byte has one flag of eight cells, the last cell of the order first. VPERMB brings the
       bytes of one flag together, in the lower half. */
    static inline __m512i sse_seen(const uint8_t* board, const uint8_t* a, const uint8_t* b, sse_bytes flags) {
        const __m512i unit = _mm512_set1_epi64((long long)0x8040201008040201ULL);
        __m512i cells = _mm512_inserti64x4(_mm512_castsi256_si512(
            _mm256_loadu_si256((const __m256i*)a)), _mm256_loadu_si256((const __m256i*)b), 1);
        __m512i codes = _mm512_permutex2var_epi8(sse_load_bytes(board), cells, sse_load_bytes(board + 64));
        return _mm512_gf2p8affine_epi64_epi8(unit, _mm512_shuffle_epi8(flags, codes), 0); }
    static inline void sse_see_four(const uint8_t (*board)[128], const uint8_t (*views)[128], const uint32_t* a,
                                    const uint32_t* b, sse_bytes flags, sse_sixteen* out) {
        const __m512i turn = _mm512_set_epi64(
            0x3B332B233A322A22, 0x3931292138302820, 0x1B130B031A120A02, 0x1911090118100800,
            0x3B332B233A322A22, 0x3931292138302820, 0x1B130B031A120A02, 0x1911090118100800);
        const __m512i first = _mm512_setr_epi32(0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27);
        const __m512i second = _mm512_setr_epi32(4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31);
        __m512i two[2];
        for (int i = 0; i < 2; i++) {
            two[i] = _mm512_permutexvar_epi8(
                turn, sse_seen(board[2 * i], views[a[2 * i]], views[b[2 * i]], flags));
            two[i] = _mm512_mask_permutexvar_epi8(two[i], 0xFFFFFFFF00000000ULL,
                turn, sse_seen(board[2 * i + 1], views[a[2 * i + 1]], views[b[2 * i + 1]], flags)); }
        out[0] = (sse_sixteen)_mm512_permutex2var_epi32(two[0], first, two[1]);
        out[1] = (sse_sixteen)_mm512_permutex2var_epi32(two[0], second, two[1]); }
    /* Two steps, each of which doubles the games whose words are side by side: 4, 8, 16. */
    static inline void sse_put_by_word(const sse_sixteen (*fours)[2], sse_sixteen* out) {
        const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
        const __m512i last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        for (int star = 0; star < 2; star++) {
            __m512i a = (__m512i)fours[0][star], b = (__m512i)fours[1][star];
            __m512i c = (__m512i)fours[2][star], d = (__m512i)fours[3][star];
            __m512i ab = _mm512_permutex2var_epi64(a, first, b), cd = _mm512_permutex2var_epi64(c, first, d);
            out[4 * star] = (sse_sixteen)_mm512_shuffle_i64x2(ab, cd, 0x44);
            out[4 * star + 1] = (sse_sixteen)_mm512_shuffle_i64x2(ab, cd, 0xEE);
            ab = _mm512_permutex2var_epi64(a, last, b);
            cd = _mm512_permutex2var_epi64(c, last, d);
            out[4 * star + 2] = (sse_sixteen)_mm512_shuffle_i64x2(ab, cd, 0x44);
            out[4 * star + 3] = (sse_sixteen)_mm512_shuffle_i64x2(ab, cd, 0xEE); } }
    /* The low half of each. */
    static inline uint64_t sse_interleaved(uint64_t first, uint64_t second) {
        return _pdep_u64(first, 0x5555555555555555ULL) | _pdep_u64(second, 0xAAAAAAAAAAAAAAAAULL); }
    #define sse_reordered(word, bits) ((uint64_t)_cvtmask64_u64(_mm512_bitshuffle_epi64_mask( \\
        _mm512_set1_epi64((long long)(word)), sse_load_bytes(bits))))
    #define sse_like(bytes, mask, value) ((uint64_t)_cvtmask64_u64(_mm512_cmpeq_epi8_mask( \\
        _mm512_and_si512(bytes, _mm512_set1_epi8((char)(mask))), _mm512_set1_epi8((char)(value)))))
    #define sse_from(bytes, value) ((uint64_t)_cvtmask64_u64(_mm512_cmpge_epu8_mask( \\
        bytes, _mm512_set1_epi8((char)(value)))))
    """
    ctypedef struct Bytes "sse_bytes":
        pass
    Bytes load_bytes "sse_load_bytes"(const uint8_t* row) noexcept nogil        # row[0:64]
    Bytes load_table "sse_load_table"(const uint8_t* table) noexcept nogil      # table[0:16], for all bytes
    # What two ships see in each of four games: four words of flags each, with a bit for each cell of a star. The cells
    # of a star are the first 32 bytes of its view, in each eight the last first.
    #   reads    board[0:4]; views[a[0:4]], views[b[0:4]]; flags, a byte for each code: the lowest four bits
    #   writes   out[0], of the ships a: the first words of all four games, then the second, ...; out[1], of the ships b
    void see_four "sse_see_four"(
        const uint8_t (*board)[128], const uint8_t (*views)[128], const uint32_t* a, const uint32_t* b, Bytes flags,
        Sixteen* out) noexcept nogil
    # The same words of all games side by side.
    #   reads    fours[0:4], as `see_four` writes them
    #   writes   out[0:4], of the ships a; out[4:8], of the ships b
    void put_by_word "sse_put_by_word"(const Sixteen (*fours)[2], Sixteen* out) noexcept nogil
    uint64_t interleaved "sse_interleaved"(uint64_t first, uint64_t second) noexcept nogil  # the lower 32 bits of both
    uint64_t reordered "sse_reordered"(uint64_t word, const uint8_t* bits) noexcept nogil   # bit i is bit bits[i]
    uint64_t like "sse_like"(Bytes row, int mask, int value) noexcept nogil     # the bytes with `byte & mask == value`
    uint64_t starting_from "sse_from"(Bytes row, int value) noexcept nogil      # the bytes that are not below it


cdef inline Cells cells_like(const uint8_t* board, int mask, int value) noexcept nogil:
    # The cells of a board with `code & mask == value`.
    #   reads    board[0:128]
    cdef Cells found
    found.lo = like(load_bytes(board), mask, value)
    found.hi = like(load_bytes(board + 64), mask, value)
    return found
