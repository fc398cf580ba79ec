# Powers of two with exponents in 1024ths: they turn the doublings that weights give into odds. Header-only.

from libc.stdint cimport int64_t

cimport sse_core._core.bits  # SSE_AT_LOAD
from sse_core._core.small_star_empires.vectors.eight cimport Eight, EightReals

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>
    /* Two to the power of i / 1024. For odds they are products of three of fewer powers: eighths, then 128ths, then
       1024ths. So eight are found at a time, in tables that fit into registers. */
    static double sse_fractions[1024];
    static float sse_odds_fractions[1024], sse_eighths[8], sse_sixteen[16], sse_rests[8];
    SSE_AT_LOAD(sse_fill_powers) {
        for (int i = 0; i < 8; i++) {
            sse_eighths[i] = (float)pow(2, i / 8.0);
            sse_rests[i] = (float)pow(2, i / 1024.0); }
        for (int i = 0; i < 16; i++) sse_sixteen[i] = (float)pow(2, i / 128.0);
        for (int i = 0; i < 1024; i++) {
            float small = sse_sixteen[i >> 3 & 15] * sse_rests[i & 7];
            sse_odds_fractions[i] = sse_eighths[i >> 7] * small;
            sse_fractions[i] = pow(2, i / 1024.0); } }
    /* Two to the power of n / 1024. What is beyond 2 ** 240 or below 2 ** -240 is that. Whole doublings are added to
       the exponent, which begins at bit 52. */
    static inline double sse_doubled(int64_t n) {
        double power;
        uint64_t bits;
        n = n < -240 * 1024 ? -240 * 1024 : n > 240 * 1024 ? 240 * 1024 : n;
        memcpy(&bits, &sse_fractions[n & 1023], 8);
        bits += (uint64_t)(n >> 10) << 52;
        memcpy(&power, &bits, 8);
        return power; }
    /* The same in single precision, from 2 ** -most to 2 ** most. The exponent begins at bit 23. */
    static inline float sse_odds(int64_t n, int64_t most) {
        float odds;
        uint32_t bits;
        n = n < -most * 1024 ? -most * 1024 : n > most * 1024 ? most * 1024 : n;
        memcpy(&bits, &sse_odds_fractions[n & 1023], 4);
        bits += (uint32_t)(n >> 10) << 23;
        memcpy(&odds, &bits, 4);
        return odds; }
    #if SSE_HAS_EIGHT
      static inline sse_eight_reals sse_eight_odds(sse_eight words, int most) {
          __m256i n = _mm512_cvtepi64_epi32(words);
          n = _mm256_max_epi32(n, _mm256_set1_epi32(-most * 1024));
          n = _mm256_min_epi32(n, _mm256_set1_epi32(most * 1024));
          /* No more of a place counts than the table is long. */
          __m256 odds = _mm256_mul_ps(
              _mm256_permutex2var_ps(
                  _mm256_loadu_ps(sse_sixteen), _mm256_srai_epi32(n, 3), _mm256_loadu_ps(sse_sixteen + 8)),
              _mm256_permutevar8x32_ps(_mm256_loadu_ps(sse_rests), n));
          odds = _mm256_mul_ps(_mm256_permutevar8x32_ps(_mm256_loadu_ps(sse_eighths), _mm256_srai_epi32(n, 7)), odds);
          return _mm256_castsi256_ps(_mm256_add_epi32(
              _mm256_castps_si256(odds), _mm256_slli_epi32(_mm256_srai_epi32(n, 10), 23))); }
    #else
      #define sse_eight_odds(n, most) sse_reals_none()
    #endif
    """
    double doubled "sse_doubled"(int64_t n) noexcept nogil
    float odds_of "sse_odds"(int64_t n, int64_t most) noexcept nogil
    EightReals odds_of_eight "sse_eight_odds"(Eight n, int most) noexcept nogil

cdef enum:
    ONE = 1024              # one doubling
    # The doublings that count at most, either way: of a target, or a city to destroy; of anything else. A product of
    # one of the first and three of the second, and the sum of thousands of them, can be written in single precision.
    MOST_OF_TARGET = 50
    MOST_OF_REST = 20
