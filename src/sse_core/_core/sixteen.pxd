# Words of 32 bits side by side in AVX-512, for every game: a type on which + - & | ^ ~ << >> work word by word. A value
# fills a register and has a word for each of sixteen games. Header-only; gcc and clang, for modules of the level v4
# alone.

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from sse_core._core.words cimport Words

cdef extern from *:
    """
    #include <stdint.h>
    #if !defined(__AVX512F__) || !defined(__AVX512CD__) || !defined(__AVX512VPOPCNTDQ__)
      #error "sse_core: words side by side of 32 bits are for AVX-512"
    #endif
    #include <immintrin.h>
    typedef uint32_t sse_sixteen __attribute__((vector_size(64), may_alias));
    #define sse_sixteen_of(value) ((sse_sixteen){0} + (uint32_t)(value))
    #define sse_below(a, b) _mm512_cmplt_epu32_mask((__m512i)(a), (__m512i)(b))
    #define sse_not_below_among(which, a, b) _mm512_mask_cmpge_epu32_mask(which, (__m512i)(a), (__m512i)(b))
    #define sse_equal(a, b) _mm512_cmpeq_epu32_mask((__m512i)(a), (__m512i)(b))
    #define sse_equal_among(which, a, b) _mm512_mask_cmpeq_epu32_mask(which, (__m512i)(a), (__m512i)(b))
    #define sse_differ(a, b) _mm512_cmpneq_epu32_mask((__m512i)(a), (__m512i)(b))
    #define sse_share(a, b) _mm512_test_epi32_mask((__m512i)(a), (__m512i)(b))
    #define sse_where(which, x) ((sse_sixteen)_mm512_maskz_mov_epi32(which, (__m512i)(x)))
    #define sse_merged(which, x, y) ((sse_sixteen)_mm512_mask_mov_epi32((__m512i)(x), which, (__m512i)(y)))
    #define sse_plus_where(which, x, y) \\
        ((sse_sixteen)_mm512_mask_add_epi32((__m512i)(x), which, (__m512i)(x), (__m512i)(y)))
    #define sse_sizes(x) ((sse_sixteen)_mm512_popcnt_epi32((__m512i)(x)))
    #define sse_shifted(x, by) ((sse_sixteen)_mm512_sllv_epi32((__m512i)(x), (__m512i)(by)))
    #define sse_tops(x) ((sse_sixteen)_mm512_srlv_epi32(_mm512_set1_epi32((int)0x80000000U), \\
        _mm512_lzcnt_epi32((__m512i)(x))))
    /* (x & y) | z in the words of a mask, x elsewhere. */
    #define sse_both_or_where(which, x, y, z) ((sse_sixteen)_mm512_mask_ternarylogic_epi32( \\
        (__m512i)(x), which, (__m512i)(y), (__m512i)(z), 0xEA))
    static inline void sse_put_widened(sse_sixteen x, sse_words* out) {
        out[0] = (sse_words)_mm512_cvtepu32_epi64(_mm512_castsi512_si256((__m512i)x));
        out[1] = (sse_words)_mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64((__m512i)x, 1)); }
    static inline sse_sixteen sse_narrowed(sse_words a, sse_words b) {
        return (sse_sixteen)_mm512_inserti64x4(_mm512_castsi256_si512(
            _mm512_cvtepi64_epi32((__m512i)a)), _mm512_cvtepi64_epi32((__m512i)b), 1); }
    static inline void sse_put_pairs_of(sse_sixteen low, sse_sixteen high, uint64_t* out) {
        const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const __m512i last = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        _mm512_storeu_si512(out, _mm512_permutex2var_epi32((__m512i)low, first, (__m512i)high));
        _mm512_storeu_si512(out + 8, _mm512_permutex2var_epi32((__m512i)low, last, (__m512i)high)); }
    """
    # To Cython it is an integer, of a type that no literal is wider than: a value of both has this type.
    ctypedef uint64_t Sixteen "sse_sixteen"
    ctypedef uint16_t Which "__mmask16"                                     # a bit for each word
    Sixteen sixteen_of "sse_sixteen_of"(uint32_t value) noexcept nogil      # the value in each word
    Which below "sse_below"(Sixteen a, Sixteen b) noexcept nogil            # where a < b
    Which equal "sse_equal"(Sixteen a, Sixteen b) noexcept nogil            # where a == b
    Which differ "sse_differ"(Sixteen a, Sixteen b) noexcept nogil          # where a != b
    Which share "sse_share"(Sixteen a, Sixteen b) noexcept nogil            # where a & b has a bit
    # The same among those that a mask has.
    Which not_below_among "sse_not_below_among"(Which which, Sixteen a, Sixteen b) noexcept nogil   # where a >= b
    Which equal_among "sse_equal_among"(Which which, Sixteen a, Sixteen b) noexcept nogil
    Sixteen where "sse_where"(Which which, Sixteen x) noexcept nogil        # x there, 0 elsewhere
    Sixteen merged "sse_merged"(Which which, Sixteen x, Sixteen y) noexcept nogil           # y there, x elsewhere
    Sixteen plus_where "sse_plus_where"(Which which, Sixteen x, Sixteen y) noexcept nogil   # x + y there, x elsewhere
    Sixteen both_or_where "sse_both_or_where"(          # (x & y) | z there, x elsewhere
        Which which, Sixteen x, Sixteen y, Sixteen z) noexcept nogil
    Sixteen sizes "sse_sizes"(Sixteen x) noexcept nogil                     # how many bits each word has
    Sixteen shifted "sse_shifted"(Sixteen x, Sixteen by) noexcept nogil     # x << by; 0 if `by` is 32 or more
    Sixteen tops "sse_tops"(Sixteen x) noexcept nogil                       # the highest bit of each word; 0 of 0
    void put_widened "sse_put_widened"(Sixteen x, Words* out) noexcept nogil        # out[0:2]
    Sixteen narrowed "sse_narrowed"(Words a, Words b) noexcept nogil        # the lower halves of sixteen words
    # Words of 64 bits with a word of `low` as lower half, and one of `high`.
    void put_pairs_of "sse_put_pairs_of"(Sixteen low, Sixteen high, uint64_t* out) noexcept nogil   # out[0:16]


cdef inline uint32_t* lane_of(const Sixteen* words) noexcept nogil:
    # The same words one by one.
    return <uint32_t*>words
