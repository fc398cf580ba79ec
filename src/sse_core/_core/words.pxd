# For all games. Words of 64 bits side by side, one for each of as many games: a type on which + - * & | ^ ~ << >> work
# word by word. A value fills a register of the processor that the module is compiled for. Header-only; gcc and clang.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #define SSE_LANES 16
    #define SSE_EVERY (~(uint64_t)0)
    #define sse_words_of(value) ((sse_words){0} + (uint64_t)(value))
    #if defined(__AVX512VPOPCNTDQ__) && defined(__GFNI__)
      #include <immintrin.h>
      #define SSE_WIDTH 8
      typedef uint64_t sse_words __attribute__((vector_size(64), may_alias));
      #define sse_if_below(a, b, words) \\
          ((sse_words)_mm512_maskz_mov_epi64(_mm512_cmplt_epu64_mask((__m512i)(a), (__m512i)(b)), (__m512i)(words)))
      #define sse_if_equal(a, b, words) \\
          ((sse_words)_mm512_maskz_mov_epi64(_mm512_cmpeq_epu64_mask((__m512i)(a), (__m512i)(b)), (__m512i)(words)))
      #define sse_count_each(words) ((sse_words)_mm512_popcnt_epi64((__m512i)(words)))
      #define sse_times_small(a, b) ((sse_words)_mm512_mul_epu32((__m512i)(a), (__m512i)(b)))
      /* The bits of each byte by an affine map, then the bytes of each word. */
      static inline sse_words sse_flipped(sse_words words) {
          const __m512i bytes = _mm512_set4_epi32(0x08090A0B, 0x0C0D0E0F, 0x00010203, 0x04050607);
          const __m512i bits = _mm512_set1_epi64((long long)0x8040201008040201ULL);
          return (sse_words)_mm512_shuffle_epi8(_mm512_gf2p8affine_epi64_epi8((__m512i)words, bits, 0), bytes); }
      #define sse_any_set(words) (_mm512_test_epi64_mask((__m512i)(words), (__m512i)(words)) != 0)
    #elif defined(__AVX2__)
      #include <immintrin.h>
      #define SSE_WIDTH 4
      typedef uint64_t sse_words __attribute__((vector_size(32), may_alias));
      #define sse_if_below(a, b, words) ((sse_words)((a) < (b)) & (words))
      #define sse_if_equal(a, b, words) ((sse_words)((a) == (b)) & (words))
      #define sse_times_small(a, b) ((sse_words)_mm256_mul_epu32((__m256i)(a), (__m256i)(b)))
      #define sse_any_set(words) (!_mm256_testz_si256((__m256i)(words), (__m256i)(words)))
      /* Tables of the 16 values of half a byte. */
      static inline sse_words sse_count_each(sse_words words) {
          const __m256i counts = _mm256_set_epi64x(
              0x0403030203020201, 0x0302020102010100, 0x0403030203020201, 0x0302020102010100);
          const __m256i halves = _mm256_set1_epi8(15), low = _mm256_and_si256((__m256i)words, halves);
          const __m256i high = _mm256_and_si256(_mm256_srli_epi16((__m256i)words, 4), halves);
          return (sse_words)_mm256_sad_epu8(_mm256_setzero_si256(), _mm256_add_epi8(
              _mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high))); }
      static inline sse_words sse_flipped(sse_words words) {
          const __m256i bytes = _mm256_set_epi64x(
              0x08090A0B0C0D0E0F, 0x0001020304050607, 0x08090A0B0C0D0E0F, 0x0001020304050607);
          const __m256i turned = _mm256_set_epi64x(
              0x0F070B030D050901, 0x0E060A020C040800, 0x0F070B030D050901, 0x0E060A020C040800);
          const __m256i halves = _mm256_set1_epi8(15);
          const __m256i swapped = _mm256_shuffle_epi8((__m256i)words, bytes);
          const __m256i low = _mm256_shuffle_epi8(turned, _mm256_and_si256(swapped, halves));
          const __m256i high = _mm256_shuffle_epi8(
              turned, _mm256_and_si256(_mm256_srli_epi16(swapped, 4), halves));
          return (sse_words)_mm256_or_si256(_mm256_slli_epi16(low, 4), high); }
    #else
      #define SSE_WIDTH 2
      typedef uint64_t sse_words __attribute__((vector_size(16), may_alias));
      #define sse_if_below(a, b, words) ((sse_words)((a) < (b)) & (words))
      #define sse_if_equal(a, b, words) ((sse_words)((a) == (b)) & (words))
      #define sse_times_small(a, b) ((a) * (b))
      #define sse_any_set(words) (((words)[0] | (words)[1]) != 0)
      static inline sse_words sse_count_each(sse_words words) {
          words -= (words >> 1) & 0x5555555555555555ULL;
          words = (words & 0x3333333333333333ULL) + ((words >> 2) & 0x3333333333333333ULL);
          words = (words + (words >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
          words += words >> 8;
          words += words >> 16;
          return (words + (words >> 32)) & 127; }
      static inline sse_words sse_flipped(sse_words words) {
          words = (words & 0x5555555555555555ULL) << 1 | (words >> 1 & 0x5555555555555555ULL);
          words = (words & 0x3333333333333333ULL) << 2 | (words >> 2 & 0x3333333333333333ULL);
          words = (words & 0x0F0F0F0F0F0F0F0FULL) << 4 | (words >> 4 & 0x0F0F0F0F0F0F0F0FULL);
          words = (words & 0x00FF00FF00FF00FFULL) << 8 | (words >> 8 & 0x00FF00FF00FF00FFULL);
          words = (words & 0x0000FFFF0000FFFFULL) << 16 | (words >> 16 & 0x0000FFFF0000FFFFULL);
          return words << 32 | words >> 32; }
    #endif
    """
    enum:
        LANES "SSE_LANES"               # games side by side
        WIDTH "SSE_WIDTH"               # words in a value
        GROUPS "SSE_LANES / SSE_WIDTH"  # values for all games
    ctypedef uint64_t Words "sse_words"
    uint64_t EVERY "SSE_EVERY"                                                    # a word with all bits set
    Words words_of "sse_words_of"(uint64_t value) noexcept nogil                  # the value in each word
    Words if_below "sse_if_below"(Words a, Words b, Words words) noexcept nogil   # the words where a < b, elsewhere 0
    Words if_equal "sse_if_equal"(Words a, Words b, Words words) noexcept nogil   # the words where a == b, elsewhere 0
    Words count_each "sse_count_each"(Words words) noexcept nogil                 # how many bits each word has
    Words flipped "sse_flipped"(Words words) noexcept nogil                       # bit i of each word as bit 63 - i
    Words times_small "sse_times_small"(Words a, Words b) noexcept nogil          # a * b, both below 2**32
    bint any_set "sse_any_set"(Words words) noexcept nogil                        # whether any word has a bit


cdef inline uint64_t* each(const Words* words) noexcept nogil:
    # The same words one by one.
    return <uint64_t*>words
