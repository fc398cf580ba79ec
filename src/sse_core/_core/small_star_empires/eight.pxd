# Eight numbers of 64 bits side by side, in AVX-512: a set of cells in each, or an integer. Header-only.

from libc.stdint cimport int32_t, int64_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VPOPCNTDQ__) && defined(__GNUC__)
      #include <immintrin.h>
      #define SSE_HAS_EIGHT 1
      typedef __m512i sse_eight;
      #define sse_eight_at(words) _mm512_loadu_si512(words)
      #define sse_eight_times(n) _mm512_set1_epi64(n)
      #define sse_eight_sizes(sets, cells) \\
          _mm512_popcnt_epi64(_mm512_and_si512(sets, _mm512_set1_epi64((long long)(cells))))
      #define sse_eight_sum(a, b) _mm512_add_epi64(a, b)
      #define sse_eight_product(a, b) _mm512_mul_epi32(a, b)
      #define sse_eight_weighed(a, weight) _mm512_mul_epi32(a, _mm512_set1_epi32(weight))
      #define sse_eight_at_most(a, n) _mm512_min_epi64(a, _mm512_set1_epi64(n))
      static inline const void* sse_afresh(const void* numbers) {
          __asm__ volatile("" : "+r"(numbers) : : "memory");
          return numbers; }
    #else
      #define SSE_HAS_EIGHT 0
      typedef struct { int64_t unused; } sse_eight;
      static inline sse_eight sse_eight_none(void) { sse_eight none = {0}; return none; }
      #define sse_eight_at(words) sse_eight_none()
      #define sse_eight_times(n) sse_eight_none()
      #define sse_eight_sizes(sets, cells) (sets)
      #define sse_eight_sum(a, b) (a)
      #define sse_eight_product(a, b) (a)
      #define sse_eight_weighed(a, weight) (a)
      #define sse_eight_at_most(a, n) (a)
      #define sse_afresh(numbers) (numbers)
    #endif
    """
    bint SSE_HAS_EIGHT
    ctypedef struct Eight "sse_eight":
        pass
    Eight eight_at "sse_eight_at"(const uint64_t* words) noexcept nogil
    Eight eight_times "sse_eight_times"(int64_t n) noexcept nogil               # one number, eight times
    Eight sizes "sse_eight_sizes"(Eight sets, uint64_t cells) noexcept nogil    # how many of some cells each has
    Eight plus "sse_eight_sum"(Eight a, Eight b) noexcept nogil
    Eight times "sse_eight_product"(Eight a, Eight b) noexcept nogil            # of numbers of 32 bits
    Eight weighed "sse_eight_weighed"(Eight a, int32_t weight) noexcept nogil   # the same by one number
    Eight at_most "sse_eight_at_most"(Eight a, int64_t n) noexcept nogil
    # Numbers that are read one by one in each round of a loop: as vectors, many don't fit into the registers, and gcc
    # takes eight times the room for whatever it puts aside in the same function.
    const void* afresh "sse_afresh"(const void* numbers) noexcept nogil
