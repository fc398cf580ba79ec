# Words of 64 bits side by side, one for each of as many games: a type on which + - * & | ^ ~ << >> work word by word. A
# value fills a register of the processor that the module is compiled for. Header-only; gcc and clang.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #define SSE_LANES 16
    #define SSE_EVERY (~(uint64_t)0)
    #define sse_words_of(value) ((sse_words){0} + (uint64_t)(value))
    #ifdef __AVX512VPOPCNTDQ__
      #include <immintrin.h>
      #define SSE_WIDTH 8
      typedef uint64_t sse_words __attribute__((vector_size(64), may_alias));
      #define sse_if_below(a, b, words) \\
          ((sse_words)_mm512_maskz_mov_epi64(_mm512_cmplt_epu64_mask((__m512i)(a), (__m512i)(b)), (__m512i)(words)))
      #define sse_if_equal(a, b, words) \\
          ((sse_words)_mm512_maskz_mov_epi64(_mm512_cmpeq_epu64_mask((__m512i)(a), (__m512i)(b)), (__m512i)(words)))
      #define sse_count_each(words) ((sse_words)_mm512_popcnt_epi64((__m512i)(words)))
      #define sse_from_highest(words) ((sse_words)_mm512_srav_epi64( \\
          _mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64((__m512i)(words))))
      #define sse_any_set(words) (_mm512_test_epi64_mask((__m512i)(words), (__m512i)(words)) != 0)
    #else
      #ifdef __AVX2__
        #define SSE_WIDTH 4
      #else
        #define SSE_WIDTH 2
      #endif
      typedef uint64_t sse_words __attribute__((vector_size(8 * SSE_WIDTH), may_alias));
      #define sse_if_below(a, b, words) ((sse_words)((a) < (b)) & (words))
      #define sse_if_equal(a, b, words) ((sse_words)((a) == (b)) & (words))
      static inline sse_words sse_count_each(sse_words words) {
          words -= (words >> 1) & 0x5555555555555555ULL;
          words = (words & 0x3333333333333333ULL) + ((words >> 2) & 0x3333333333333333ULL);
          words = (words + (words >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
          words += words >> 8;
          words += words >> 16;
          return (words + (words >> 32)) & 127; }
      static inline sse_words sse_from_highest(sse_words words) {
          words |= words >> 1; words |= words >> 2; words |= words >> 4;
          words |= words >> 8; words |= words >> 16; words |= words >> 32;
          return ~(words >> 1); }
      static inline int sse_any_set(sse_words words) {
          uint64_t any = 0;
          for (int i = 0; i < SSE_WIDTH; i++) any |= words[i];
          return any != 0; }
    #endif
    """
    enum:
        LANES "SSE_LANES"               # games side by side
        WIDTH "SSE_WIDTH"               # words in a value
        GROUPS "SSE_LANES / SSE_WIDTH"  # values for all games
    ctypedef uint64_t Words "sse_words"
    uint64_t EVERY "SSE_EVERY"                                                      # a word with all bits set
    Words words_of "sse_words_of"(uint64_t value) noexcept nogil                    # the value in each word
    Words if_below "sse_if_below"(Words a, Words b, Words words) noexcept nogil     # the words where a < b, elsewhere 0
    Words if_equal "sse_if_equal"(Words a, Words b, Words words) noexcept nogil     # the words where a == b, elsewhere 0
    Words count_each "sse_count_each"(Words words) noexcept nogil                   # how many bits each word has
    Words from_highest "sse_from_highest"(Words words) noexcept nogil               # the highest bit and all above it
    bint any_set "sse_any_set"(Words words) noexcept nogil                          # whether any word has a bit


cdef inline uint64_t* each(const Words* words) noexcept nogil:
    # The same words one by one.
    return <uint64_t*>words
