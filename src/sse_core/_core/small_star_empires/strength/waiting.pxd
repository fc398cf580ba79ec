# The choice among the children of a node that wait (tree.pxd), eight at a time where there are vectors. Header-only.

cdef extern from *:
    """
    /* A bound below all. */
    #define SSE_LOWEST_BOUND -1000.0f
    static inline int sse_first_of_few(const float* priors, int n, float base, float width) {
        float bound, largest = SSE_LOWEST_BOUND;
        int rank, best = 0;
        for (rank = 0; rank < n; rank++) {
            bound = base + width * priors[rank];
            if (priors[rank] >= 0 && bound > largest) { largest = bound; best = rank; } }
        return best; }
    #if defined(__AVX2__) && defined(__GNUC__)
      #include <immintrin.h>
      static inline __m256 sse_eight_bounds(const float* priors, float base, float width) {
          __m256 eight = _mm256_loadu_ps(priors);
          return _mm256_blendv_ps(
              _mm256_add_ps(_mm256_set1_ps(base), _mm256_mul_ps(_mm256_set1_ps(width), eight)),
              _mm256_set1_ps(SSE_LOWEST_BOUND), eight); }
      static inline int sse_equal_to(__m256 a, __m256 b) {
          return _mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ)); }
      /* The last eight are asked by themselves: some of them may have been among others before. */
      static inline int sse_first_largest(const float* priors, int n, float base, float width) {
          if (n < 8) return sse_first_of_few(priors, n, base, width);
          const __m256 last = sse_eight_bounds(priors + n - 8, base, width);
          __m256 largest = last;
          for (int i = 0; i < n - 8; i += 8)
              largest = _mm256_max_ps(largest, sse_eight_bounds(priors + i, base, width));
          largest = _mm256_max_ps(largest, _mm256_permute2f128_ps(largest, largest, 1));
          largest = _mm256_max_ps(largest, _mm256_shuffle_ps(largest, largest, 0x4E));
          largest = _mm256_max_ps(largest, _mm256_shuffle_ps(largest, largest, 0xB1));
          for (int i = 0; i < n - 8; i += 8) {
              int found = sse_equal_to(sse_eight_bounds(priors + i, base, width), largest);
              if (found) return i + __builtin_ctz(found); }
          return n - 8 + __builtin_ctz(sse_equal_to(last, largest)); }
    #else
      #define sse_first_largest(priors, n, base, width) sse_first_of_few(priors, n, base, width)
    #endif
    """
    # The rank of the first child with the largest bound, base + width * prior. Those with a prior below 0 don't wait.
    int first_largest "sse_first_largest"(const float* priors, int n, float base, float width) noexcept nogil
