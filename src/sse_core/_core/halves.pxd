# Words of 32 bits side by side, for every game: a type on which + - & | ^ ~ << >> work word by word. A value fills a
# register, and has a word for each of several games: sixteen with AVX-512, eight with AVX2. Words of 64 bits
# (words.pxd) take two registers for as many games. Header-only; gcc and clang, for modules of the levels v3 and v4.

from libc.stdint cimport uint32_t, uint64_t

from sse_core._core.words cimport Words

cdef extern from *:
    """
    #include <stdint.h>
    #define sse_halves_of(value) ((sse_halves){0} + (uint32_t)(value))
    #if defined(__AVX512VPOPCNTDQ__) && defined(__GFNI__)
      #include <immintrin.h>
      #define SSE_HALVES 16
      typedef uint32_t sse_halves __attribute__((vector_size(64), may_alias));
      typedef __mmask16 sse_which;
      #define sse_which_of(bits) ((sse_which)(bits))
      #define sse_bits_of(which) ((uint32_t)(sse_which)(which))
      #define sse_any_of(which) ((sse_which)(which) != 0)
      #define sse_below(a, b) _mm512_cmplt_epu32_mask((__m512i)(a), (__m512i)(b))
      #define sse_not_below_among(which, a, b) _mm512_mask_cmpge_epu32_mask(which, (__m512i)(a), (__m512i)(b))
      #define sse_equal(a, b) _mm512_cmpeq_epu32_mask((__m512i)(a), (__m512i)(b))
      #define sse_equal_among(which, a, b) _mm512_mask_cmpeq_epu32_mask(which, (__m512i)(a), (__m512i)(b))
      #define sse_differ(a, b) _mm512_cmpneq_epu32_mask((__m512i)(a), (__m512i)(b))
      #define sse_share(a, b) _mm512_test_epi32_mask((__m512i)(a), (__m512i)(b))
      #define sse_where(which, x) ((sse_halves)_mm512_maskz_mov_epi32(which, (__m512i)(x)))
      #define sse_merged(which, x, y) ((sse_halves)_mm512_mask_mov_epi32((__m512i)(x), which, (__m512i)(y)))
      #define sse_plus_where(which, x, y) \\
          ((sse_halves)_mm512_mask_add_epi32((__m512i)(x), which, (__m512i)(x), (__m512i)(y)))
      #define sse_both_or_where(which, x, y, z) ((sse_halves)_mm512_mask_ternarylogic_epi32( \\
          (__m512i)(x), which, (__m512i)(y), (__m512i)(z), 0xEA))
      #define sse_sizes(x) ((sse_halves)_mm512_popcnt_epi32((__m512i)(x)))
      #define sse_sizes_of_two(x, y) (sse_sizes(x) + sse_sizes(y))
      #define sse_shifted(x, by) ((sse_halves)_mm512_sllv_epi32((__m512i)(x), (__m512i)(by)))
      #define sse_tops(x) ((sse_halves)_mm512_srlv_epi32(_mm512_set1_epi32((int)0x80000000U), \\
          _mm512_lzcnt_epi32((__m512i)(x))))
      static inline void sse_put_widened(sse_halves x, sse_words* out) {
          out[0] = (sse_words)_mm512_cvtepu32_epi64(_mm512_castsi512_si256((__m512i)x));
          out[1] = (sse_words)_mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64((__m512i)x, 1)); }
      static inline sse_halves sse_narrowed(sse_words a, sse_words b) {
          return (sse_halves)_mm512_inserti64x4(_mm512_castsi256_si512(
              _mm512_cvtepi64_epi32((__m512i)a)), _mm512_cvtepi64_epi32((__m512i)b), 1); }
      static inline void sse_put_pairs_of(sse_halves low, sse_halves high, uint64_t* out) {
          const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
          const __m512i last = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
          _mm512_storeu_si512(out, _mm512_permutex2var_epi32((__m512i)low, first, (__m512i)high));
          _mm512_storeu_si512(out + 8, _mm512_permutex2var_epi32((__m512i)low, last, (__m512i)high)); }
    #elif defined(__AVX2__)
      #include <immintrin.h>
      #define SSE_HALVES 8
      typedef uint32_t sse_halves __attribute__((vector_size(32), may_alias));
      /* All bits of the words that it has. */
      typedef uint32_t sse_which __attribute__((vector_size(32)));
      #define sse_which_of(bits) sse_equal(sse_spread_bits & (uint32_t)(bits), sse_spread_bits)
      static const sse_halves sse_spread_bits = {1, 2, 4, 8, 16, 32, 64, 128};
      #define sse_bits_of(which) ((uint32_t)_mm256_movemask_ps((__m256)(which)))
      #define sse_any_of(which) (!_mm256_testz_si256((__m256i)(which), (__m256i)(which)))
      #define sse_below(a, b) ((sse_which)((a) < (b)))
      #define sse_not_below_among(which, a, b) ((which) & (sse_which)((a) >= (b)))
      #define sse_equal(a, b) ((sse_which)((a) == (b)))
      #define sse_equal_among(which, a, b) ((which) & (sse_which)((a) == (b)))
      #define sse_differ(a, b) (~(sse_which)((a) == (b)))
      #define sse_share(a, b) (~(sse_which)(((a) & (b)) == 0))
      #define sse_where(which, x) ((sse_halves)(which) & (x))
      #define sse_merged(which, x, y) \\
          ((sse_halves)_mm256_blendv_epi8((__m256i)(x), (__m256i)(y), (__m256i)(which)))
      #define sse_plus_where(which, x, y) ((x) + ((sse_halves)(which) & (y)))
      #define sse_both_or_where(which, x, y, z) sse_merged(which, x, ((x) & (y)) | (z))
      #define sse_shifted(x, by) ((sse_halves)_mm256_sllv_epi32((__m256i)(x), (__m256i)(by)))
      /* Tables of the 16 values of half a byte. */
      static inline __m256i sse_sizes_of_bytes(sse_halves x) {
          const __m256i counts = _mm256_set_epi64x(
              0x0403030203020201, 0x0302020102010100, 0x0403030203020201, 0x0302020102010100);
          const __m256i halves = _mm256_set1_epi8(15), low = _mm256_and_si256((__m256i)x, halves);
          const __m256i high = _mm256_and_si256(_mm256_srli_epi16((__m256i)x, 4), halves);
          return _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high)); }
      #define sse_sum_of_bytes(bytes) ((sse_halves)_mm256_madd_epi16( \\
          _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)), _mm256_set1_epi16(1)))
      #define sse_sizes(x) sse_sum_of_bytes(sse_sizes_of_bytes(x))
      #define sse_sizes_of_two(x, y) \\
          sse_sum_of_bytes(_mm256_add_epi8(sse_sizes_of_bytes(x), sse_sizes_of_bytes(y)))
      static inline sse_halves sse_tops(sse_halves x) {
          x |= x >> 1;
          x |= x >> 2;
          x |= x >> 4;
          x |= x >> 8;
          x |= x >> 16;
          return x ^ (x >> 1); }
      static inline void sse_put_widened(sse_halves x, sse_words* out) {
          out[0] = (sse_words)_mm256_cvtepu32_epi64(_mm256_castsi256_si128((__m256i)x));
          out[1] = (sse_words)_mm256_cvtepu32_epi64(_mm256_extracti128_si256((__m256i)x, 1)); }
      static inline sse_halves sse_narrowed(sse_words a, sse_words b) {
          return (sse_halves)_mm256_permute4x64_epi64(
              (__m256i)_mm256_shuffle_ps((__m256)a, (__m256)b, 0x88), 0xD8); }
      static inline void sse_put_pairs_of(sse_halves low, sse_halves high, uint64_t* out) {
          __m256i even = _mm256_unpacklo_epi32((__m256i)low, (__m256i)high);
          __m256i odd = _mm256_unpackhi_epi32((__m256i)low, (__m256i)high);
          _mm256_storeu_si256((__m256i*)out, _mm256_permute2x128_si256(even, odd, 0x20));
          _mm256_storeu_si256((__m256i*)(out + 4), _mm256_permute2x128_si256(even, odd, 0x31)); }
    #else
      #error "sse_core: words side by side of 32 bits are for AVX2 and AVX-512"
    #endif
    """
    enum:
        LANES "SSE_HALVES"              # games side by side: words in a value
        GROUPS "SSE_HALVES / SSE_WIDTH"     # values of Words for all of them: 2
    # To Cython it is an integer, of a type that no literal is wider than: a value of both has this type.
    ctypedef uint64_t Halves "sse_halves"
    # Some of the words; & | ^ ~ work on it. Only of AVX-512 is it a number.
    ctypedef uint64_t Which "sse_which"
    Which which_of "sse_which_of"(uint32_t bits) noexcept nogil             # a bit for each word, the lowest first
    uint32_t bits_of "sse_bits_of"(Which which) noexcept nogil              # the same bits
    bint any_of "sse_any_of"(Which which) noexcept nogil                    # whether there is one
    Halves halves_of "sse_halves_of"(uint32_t value) noexcept nogil         # the value in each word
    Which below "sse_below"(Halves a, Halves b) noexcept nogil              # where a < b
    Which equal "sse_equal"(Halves a, Halves b) noexcept nogil              # where a == b
    Which differ "sse_differ"(Halves a, Halves b) noexcept nogil            # where a != b
    Which share "sse_share"(Halves a, Halves b) noexcept nogil              # where a & b has a bit
    # The same among some words.
    Which not_below_among "sse_not_below_among"(Which which, Halves a, Halves b) noexcept nogil     # where a >= b
    Which equal_among "sse_equal_among"(Which which, Halves a, Halves b) noexcept nogil
    Halves where "sse_where"(Which which, Halves x) noexcept nogil          # x there, 0 elsewhere
    Halves merged "sse_merged"(Which which, Halves x, Halves y) noexcept nogil              # y there, x elsewhere
    Halves plus_where "sse_plus_where"(Which which, Halves x, Halves y) noexcept nogil      # x + y there, x elsewhere
    Halves both_or_where "sse_both_or_where"(           # (x & y) | z there, x elsewhere
        Which which, Halves x, Halves y, Halves z) noexcept nogil
    Halves sizes "sse_sizes"(Halves x) noexcept nogil                       # how many bits each word has
    Halves sizes_of_two "sse_sizes_of_two"(Halves x, Halves y) noexcept nogil   # of both words together
    Halves shifted "sse_shifted"(Halves x, Halves by) noexcept nogil        # x << by; 0 if `by` is 32 or more
    Halves tops "sse_tops"(Halves x) noexcept nogil                         # the highest bit of each word; 0 of 0
    void put_widened "sse_put_widened"(Halves x, Words* out) noexcept nogil         # out[0:GROUPS]
    Halves narrowed "sse_narrowed"(Words a, Words b) noexcept nogil         # the lower halves of the words of both
    # Words of 64 bits with a word of `low` as lower half, and one of `high`.
    void put_pairs_of "sse_put_pairs_of"(Halves low, Halves high, uint64_t* out) noexcept nogil     # out[0:LANES]


cdef inline uint32_t* lane_of(const Halves* words) noexcept nogil:
    # The same words one by one.
    return <uint32_t*>words
