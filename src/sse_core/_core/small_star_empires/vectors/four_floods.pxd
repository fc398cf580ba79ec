# Territories of Small Star Empires in AVX2: sets of cells, flooded four at a time. It is compiled once, for all
# modules: a Ruleset has its address, and `flood.pxd` calls it.
#
# Cells are laid out in rows of one width, so that neighbours are 1, a width, or a width less 1 apart: four shifts
# advance four floods by one step. A vector has a word of each set, and three of them have all places. A set in which
# no larger part can be left makes room for the next one.

from sse_core._core.small_star_empires.structs cimport WideFlood

cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
      #include <immintrin.h>
      #include <stdint.h>
      #define SSE_FOUR __attribute__((target("avx2,bmi2,popcnt")))
      #define sse_either_four(a, b) _mm256_or_si256(a, b)
      /* Four sets of three words, two of them for the same places: shifted by less than 64. */
      SSE_FOUR static inline void sse_up_four(const __m256i* p, int by, __m256i* out) {
          const __m128i up = _mm_cvtsi32_si128(by), over = _mm_cvtsi32_si128(64 - by);
          out[0] = _mm256_sll_epi64(p[0], up);
          for (int k = 1; k < 3; k++)
              out[k] = sse_either_four(_mm256_sll_epi64(p[k], up), _mm256_srl_epi64(p[k - 1], over)); }
      SSE_FOUR static inline void sse_down_four(const __m256i* p, int by, __m256i* out) {
          const __m128i down = _mm_cvtsi32_si128(by), over = _mm_cvtsi32_si128(64 - by);
          for (int k = 0; k < 2; k++)
              out[k] = sse_either_four(_mm256_srl_epi64(p[k], down), _mm256_sll_epi64(p[k + 1], over));
          out[2] = _mm256_srl_epi64(p[2], down); }
      /* Parts of sets grow by one step. A place and the one below it are beside two places of the next row; a place and
         the one above it, beside two of the row before. */
      SSE_FOUR static inline void sse_grow_four(__m256i* part, const __m256i* held, int width) {
          __m256i above[3], below[3], higher[3], lower[3];
          sse_up_four(part, 1, above);
          sse_down_four(part, 1, below);
          for (int k = 0; k < 3; k++) {
              above[k] = sse_either_four(above[k], part[k]);
              below[k] = sse_either_four(below[k], part[k]); }
          sse_up_four(below, width, higher);
          sse_down_four(above, width, lower);
          for (int k = 0; k < 3; k++)
              part[k] = _mm256_and_si256(held[k], sse_either_four(
                  sse_either_four(above[k], below[k]), sse_either_four(higher[k], lower[k]))); }
      /* One place of each of four sets: the lowest of the middle word, else of the last, else of the first. */
      SSE_FOUR static inline void sse_begin_four(const __m256i* held, __m256i* part) {
          const __m256i none = _mm256_setzero_si256();
          __m256i empty = _mm256_set1_epi64x(-1);
          for (int i = 0; i < 3; i++) {
              int k = (i + 1) % 3;
              part[k] = _mm256_and_si256(empty, _mm256_and_si256(held[k], _mm256_sub_epi64(none, held[k])));
              empty = _mm256_and_si256(empty, _mm256_cmpeq_epi64(held[k], none)); } }
      SSE_FOUR static void sse_wide_flood_four(
          const unsigned char near[6][128], const uint64_t (*layout)[4], const int32_t* shape,
          uint64_t* lo, uint64_t* hi, int n, int64_t* most) {
          uint64_t words[3][64], parts[3][4];
          int which[64];
          for (int i = 0; i < n; i++) {
              uint64_t cells[2] = {lo[i], hi[i]}, places[3] = {0, 0, 0};
              for (int k = 0; k < shape[0]; k++)
                  places[layout[k][2]] |= _pdep_u64(_pext_u64(cells[layout[k][0]], layout[k][1]), layout[k][3]);
              for (int k = 0; k < 3; k++) words[k][i] = places[k];
              most[i] = 0;
              which[i] = i; }
          while (n) {
              int going_on = 0;
              /* n <= 64: the last four sets have room. */
              for (int i = n; i % 4; i++) words[0][i] = words[1][i] = words[2][i] = 0;
              for (int i = 0; i < n; i += 4) {
                  __m256i held[3], part[3], before[3], grown;
                  for (int k = 0; k < 3; k++) held[k] = _mm256_loadu_si256((const __m256i*)&words[k][i]);
                  sse_begin_four(held, part);
                  do {
                      for (int k = 0; k < 3; k++) before[k] = part[k];
                      sse_grow_four(part, held, shape[1]);
                      sse_grow_four(part, held, shape[1]);
                      grown = _mm256_setzero_si256();
                      for (int k = 0; k < 3; k++)
                          grown = sse_either_four(grown, _mm256_xor_si256(part[k], before[k]));
                  } while (!_mm256_testz_si256(grown, grown));
                  for (int k = 0; k < 3; k++) _mm256_storeu_si256((__m256i*)parts[k], part[k]);
                  for (int set = i; set < n && set < i + 4; set++) {
                      int64_t *largest = &most[which[set]], size = 0, left = 0;
                      /* going_on <= set: what this overwrites has been read. */
                      which[going_on] = which[set];
                      for (int k = 0; k < 3; k++) {
                          uint64_t rest = words[k][set] ^ parts[k][set - i];
                          size += __builtin_popcountll(parts[k][set - i]);
                          left += __builtin_popcountll(rest);
                          words[k][going_on] = rest; }
                      *largest = *largest < size ? size : *largest;
                      going_on += left > *largest; } }
              n = going_on; } }
      static int sse_runs_four(void) {
          __builtin_cpu_init();
          return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")
              && !__builtin_cpu_is("bdver4") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2"); }
      #define sse_wide_floods_four() (sse_runs_four() ? sse_wide_flood_four : NULL)
    #else
      #define sse_wide_floods_four() NULL
    #endif
    """
    WideFlood sse_wide_floods_four() noexcept nogil     # NULL if this processor lacks the instructions, or is slow
