# Powers of two, of integers in 1024ths: odds, of the doublings that weights give. Header-only.

from libc.stdint cimport int64_t

from sse_core._core.small_star_empires.eight cimport Eight, EightReals

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>
    /* Two to the power of i / 32 and i / 1024. The last are products of the others, which are found eight at a time. */
    static double sse_thirtyseconds[32], sse_rests[32], sse_fractions[1024];
    static void sse_fill_powers(void) {
        for (int i = 0; i < 32; i++) { sse_thirtyseconds[i] = pow(2, i / 32.0); sse_rests[i] = pow(2, i / 1024.0); }
        for (int i = 0; i < 1024; i++) sse_fractions[i] = sse_thirtyseconds[i >> 5] * sse_rests[i & 31]; }
    /* Two to the power of n / 1024. What is beyond 2 ** 240 or below 2 ** -240 is that, so that products of four are
       numbers, too. Whole doublings are added to the exponent, which begins at bit 52. */
    static inline double sse_doubled(int64_t n) {
        double odds;
        uint64_t bits;
        n = n < -240 * 1024 ? -240 * 1024 : n > 240 * 1024 ? 240 * 1024 : n;
        memcpy(&bits, &sse_fractions[n & 1023], 8);
        bits += (uint64_t)(n >> 10) << 52;
        memcpy(&odds, &bits, 8);
        return odds; }
    #if SSE_HAS_EIGHT
      /* Entries of a table of 32; no more than five bits of each place count. */
      static inline __m512d sse_eight_of(const double* table, __m512i places) {
          return _mm512_mask_blend_pd(
              _mm512_test_epi64_mask(places, _mm512_set1_epi64(16)),
              _mm512_permutex2var_pd(_mm512_loadu_pd(table), places, _mm512_loadu_pd(table + 8)),
              _mm512_permutex2var_pd(_mm512_loadu_pd(table + 16), places, _mm512_loadu_pd(table + 24))); }
      static inline sse_eight_reals sse_eight_doubled(sse_eight n) {
          n = _mm512_srai_epi64(_mm512_slli_epi64(n, 32), 32);
          n = _mm512_max_epi64(n, _mm512_set1_epi64(-240 * 1024));
          n = _mm512_min_epi64(n, _mm512_set1_epi64(240 * 1024));
          __m512i bits = _mm512_castpd_si512(_mm512_mul_pd(
              sse_eight_of(sse_thirtyseconds, _mm512_srai_epi64(n, 5)), sse_eight_of(sse_rests, n)));
          bits = _mm512_add_epi64(bits, _mm512_slli_epi64(_mm512_srai_epi64(n, 10), 52));
          return _mm512_castsi512_pd(bits); }
    #else
      #define sse_eight_doubled(n) sse_reals_none()
    #endif
    """
    void sse_fill_powers() noexcept nogil           # call once, before the others
    double doubled "sse_doubled"(int64_t n) noexcept nogil
    EightReals doubled_by_eight "sse_eight_doubled"(Eight n) noexcept nogil

cdef enum:
    ONE = 1024              # one doubling
