# Eight words side by side, in AVX-512: a set of cells in each, or an integer in its lower half. Header-only.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__AVX512CD__) && defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VBMI2__) && defined(__GNUC__)
      #include <immintrin.h>
      #define SSE_HAS_EIGHT 1
      static const uint8_t sse_all_cells[64] = {
          0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
          22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
          44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
      typedef __m512i sse_eight;
      #define sse_eight_times(n) _mm512_set1_epi32(n)
      #define sse_eight_words(word) _mm512_set1_epi64((long long)(word))
      #define sse_eight_any(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xFE)
      #define sse_eight_shared(sets, cells) _mm512_and_si512(sets, sse_eight_words(cells))
      #define sse_eight_sizes(sets, cells) _mm512_popcnt_epi64(sse_eight_shared(sets, cells))
      #define sse_eight_having(sets, cells) _mm512_test_epi64_mask(sets, sse_eight_words(cells))
      #define sse_eight_sum(a, b) _mm512_add_epi64(a, b)
      #define sse_eight_weighed(a, weight) _mm512_mul_epi32(a, sse_eight_times(weight))
      #define sse_eight_sum_where(a, n, sets, cells) \\
          _mm512_mask_add_epi64(a, sse_eight_having(sets, cells), a, sse_eight_times(n))
      #define sse_eight_sum_chosen(a, b, which) _mm512_mask_add_epi64(a, (__mmask8)(which), a, b)
      /* As up_to_lowest and down_to_highest of cells.pxd. */
      static inline __m512i sse_eight_up(__m512i rays, uint64_t stops) {
          __m512i hits = sse_eight_shared(rays, stops);
          return _mm512_ternarylogic_epi64(rays, hits, _mm512_add_epi64(hits, sse_eight_words(-1)), 0x60); }
      static inline __m512i sse_eight_down(__m512i rays, uint64_t stops) {
          __m512i above = _mm512_lzcnt_epi64(sse_eight_shared(rays, stops));
          return _mm512_andnot_si512(_mm512_srlv_epi64(sse_eight_words(INT64_MAX), above), rays); }
      static inline __m512i sse_halves(const uint64_t* row, const uint64_t* other) {
          return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i*)row)),
              _mm256_loadu_si256((const __m256i*)other), 1); }
      static inline void sse_put_columns(const uint64_t (*rows)[8], const uint8_t* chosen, __m512i* out) {
          const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
          const __m512i odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
          for (int half = 0; half < 8; half += 4) {
              __m512i a = sse_halves(rows[chosen[0]] + half, rows[chosen[4]] + half);
              __m512i b = sse_halves(rows[chosen[1]] + half, rows[chosen[5]] + half);
              __m512i c = sse_halves(rows[chosen[2]] + half, rows[chosen[6]] + half);
              __m512i d = sse_halves(rows[chosen[3]] + half, rows[chosen[7]] + half);
              __m512i ab = _mm512_unpacklo_epi64(a, b), ab_next = _mm512_unpackhi_epi64(a, b);
              __m512i cd = _mm512_unpacklo_epi64(c, d), cd_next = _mm512_unpackhi_epi64(c, d);
              out[half] = _mm512_permutex2var_epi64(ab, even, cd);
              out[half + 1] = _mm512_permutex2var_epi64(ab_next, even, cd_next);
              out[half + 2] = _mm512_permutex2var_epi64(ab, odd, cd);
              out[half + 3] = _mm512_permutex2var_epi64(ab_next, odd, cd_next); } }
      static inline void sse_put_chosen(uint64_t cells, const uint8_t* of_cell, uint8_t* out) {
          _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(cells, _mm512_loadu_si512(of_cell))); }
      static inline void sse_put_ranks(uint64_t cells, uint8_t* rank_of) {
          _mm512_storeu_si512(rank_of, _mm512_maskz_expand_epi8(cells, _mm512_loadu_si512(sse_all_cells))); }
      #define sse_eight_entries(table, places) _mm512_permutexvar_epi64( \\
          _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i*)(places))), _mm512_loadu_si512(table))
      typedef __m256 sse_eight_reals;
      #define sse_reals_product(a, b) _mm256_mul_ps(a, b)
      static inline void sse_put_pairs(__m256 a, __m256 b, float* out) {
          _mm256_storeu_ps(out, _mm256_permutex2var_ps(a, _mm256_setr_epi32(0, 8, 1, 9, 2, 10, 3, 11), b));
          _mm256_storeu_ps(out + 8, _mm256_permutex2var_ps(a, _mm256_setr_epi32(4, 12, 5, 13, 6, 14, 7, 15), b)); }
      static inline const void* sse_afresh(const void* numbers) {
          __asm__ volatile("" : "+r"(numbers) : : "memory");
          return numbers; }
    #else
      #define SSE_HAS_EIGHT 0
      #define sse_all_cells ((const uint8_t*)0)
      typedef struct { int64_t unused; } sse_eight;
      static inline sse_eight sse_eight_none(void) { sse_eight none = {0}; return none; }
      #define sse_put_chosen(cells, of_cell, out) ((void)0)
      #define sse_put_ranks(cells, rank_of) ((void)0)
      #define sse_eight_entries(table, places) sse_eight_none()
      #define sse_eight_times(n) sse_eight_none()
      #define sse_eight_any(a, b, c) (a)
      #define sse_eight_shared(sets, cells) (sets)
      #define sse_eight_sizes(sets, cells) (sets)
      #define sse_eight_sum(a, b) (a)
      #define sse_eight_weighed(a, weight) (a)
      #define sse_eight_sum_where(a, n, sets, cells) (a)
      #define sse_eight_sum_chosen(a, b, which) (a)
      #define sse_eight_up(rays, stops) (rays)
      #define sse_eight_down(rays, stops) (rays)
      #define sse_put_columns(rows, chosen, out) ((void)0)
      typedef struct { float unused; } sse_eight_reals;
      static inline sse_eight_reals sse_reals_none(void) { sse_eight_reals none = {0}; return none; }
      #define sse_reals_product(a, b) (a)
      #define sse_put_pairs(a, b, out) ((void)0)
      #define sse_afresh(numbers) (numbers)
    #endif
    """
    bint SSE_HAS_EIGHT
    ctypedef struct Eight "sse_eight":
        pass
    const uint8_t* all_cells "sse_all_cells"        # 0 to 63
    # Of a set of cells: a byte of each, by rank, 0 beyond the last; the rank of each that is in it, 0 for others.
    void put_chosen "sse_put_chosen"(uint64_t cells, const uint8_t* of_cell, uint8_t* out) noexcept nogil   # [0:64]
    void put_ranks "sse_put_ranks"(uint64_t cells, uint8_t* rank_of) noexcept nogil     # [0:64]
    Eight eight_times "sse_eight_times"(int32_t n) noexcept nogil               # one number, eight times
    Eight entries "sse_eight_entries"(const int64_t* table, const uint8_t* places) noexcept nogil   # of eight numbers
    # Eight rows of a table, turned: the first word of each, the second word of each, and so on.
    void put_columns "sse_put_columns"(const uint64_t (*rows)[8], const uint8_t* chosen, Eight* out) noexcept nogil
    # Of sets: `cells` is the same for all eight.
    Eight any_of "sse_eight_any"(Eight a, Eight b, Eight c) noexcept nogil
    Eight shared_with "sse_eight_shared"(Eight sets, uint64_t cells) noexcept nogil
    Eight sizes "sse_eight_sizes"(Eight sets, uint64_t cells) noexcept nogil    # how many of some cells each has
    Eight up_to_stops "sse_eight_up"(Eight rays, uint64_t stops) noexcept nogil
    Eight down_to_stops "sse_eight_down"(Eight rays, uint64_t stops) noexcept nogil
    # Of numbers.
    Eight plus "sse_eight_sum"(Eight a, Eight b) noexcept nogil
    Eight weighed "sse_eight_weighed"(Eight a, int32_t weight) noexcept nogil
    # Where a set has one of some cells, or where a bit is set: a sum; a elsewhere.
    Eight plus_where "sse_eight_sum_where"(Eight a, int32_t n, Eight sets, uint64_t cells) noexcept nogil
    Eight plus_chosen "sse_eight_sum_chosen"(Eight a, Eight b, uint64_t which) noexcept nogil
    # Numbers that are read one by one in each round of a loop: as vectors, many don't fit into the registers, and gcc
    # takes eight times the room for whatever it puts aside in the same function.
    const void* afresh "sse_afresh"(const void* numbers) noexcept nogil
    ctypedef struct EightReals "sse_eight_reals":
        pass
    EightReals times_reals "sse_reals_product"(EightReals a, EightReals b) noexcept nogil
    # Writes out[0:16]: the first of a, the first of b, the second of a, and so on.
    void put_pairs "sse_put_pairs"(EightReals a, EightReals b, float* out) noexcept nogil
