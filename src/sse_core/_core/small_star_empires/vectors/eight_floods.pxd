# Territories of Small Star Empires in AVX-512: sets of cells, flooded eight at a time. It is compiled once, for all
# modules: a Ruleset has its address, and `flood.pxd` calls it.
#
# A vector has a byte for each cell, with a bit for each set; boards of more than 64 cells take two vectors. One
# permutation of bytes brings every cell its neighbour in one direction, so six of them advance eight floods by one
# step. A set in which no larger part can be left makes room for the next one.

from sse_core._core.small_star_empires.structs cimport Flood, WideFlood

cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
      #include <immintrin.h>
      #include <stdint.h>
      #define SSE_EIGHT __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni")))
      /* Permutations: byte 8 k + s takes byte 8 s + k, and the bytes of each word in reverse order. */
      static const unsigned char sse_across[64] = {
          0, 8, 16, 24, 32, 40, 48, 56,  1, 9, 17, 25, 33, 41, 49, 57,  2, 10, 18, 26, 34, 42, 50, 58,
          3, 11, 19, 27, 35, 43, 51, 59,  4, 12, 20, 28, 36, 44, 52, 60,  5, 13, 21, 29, 37, 45, 53, 61,
          6, 14, 22, 30, 38, 46, 54, 62,  7, 15, 23, 31, 39, 47, 55, 63};
      static const unsigned char sse_back[64] = {
          7, 6, 5, 4, 3, 2, 1, 0,  15, 14, 13, 12, 11, 10, 9, 8,  23, 22, 21, 20, 19, 18, 17, 16,
          31, 30, 29, 28, 27, 26, 25, 24,  39, 38, 37, 36, 35, 34, 33, 32,  47, 46, 45, 44, 43, 42, 41, 40,
          55, 54, 53, 52, 51, 50, 49, 48,  63, 62, 61, 60, 59, 58, 57, 56};
      /* Bit i of byte j of each word becomes bit j of byte i. */
      SSE_EIGHT static inline __m512i sse_turned(__m512i words) {
          return _mm512_gf2p8affine_epi64_epi8(
              _mm512_set1_epi64(0x8040201008040201LL),
              _mm512_permutexvar_epi8(_mm512_loadu_si512(sse_back), words), 0); }
      /* The connected parts of eight sets that contain the seeds; word s is set s. */
      SSE_EIGHT static inline __m512i sse_parts(const unsigned char near[6][128], __m512i sets, __m512i seeds) {
          const __m512i across = _mm512_loadu_si512(sse_across);
          __m512i held = sse_turned(_mm512_permutexvar_epi8(across, sets)), before;
          __m512i part = sse_turned(_mm512_permutexvar_epi8(across, seeds));
          do {
              before = part;
              for (int way = 0; way < 6; way++)
                  part = _mm512_or_si512(part, _mm512_permutexvar_epi8(_mm512_loadu_si512(near[way]), before));
              part = _mm512_and_si512(part, held);
          } while (_mm512_cmpneq_epi8_mask(part, before));
          return _mm512_permutexvar_epi8(across, sse_turned(part)); }
      /* Reads n sets from words[0:n] and writes the sizes of their largest parts to most[0:n]; n <= 64. Sets that
         aren't finished stay together at the front of words: words[0:8 * ceil(n / 8)] is overwritten. They are brought
         together in a register, and all eight words stored, since the instruction that stores only those kept takes
         142 cycles on AMD's Zen 4. A part in `middle`, the higher cells, is flooded first if there is one, since it is
         mostly the largest. */
      SSE_EIGHT static void sse_flood(
          const unsigned char near[6][128], uint64_t middle, uint64_t* words, int n, int64_t* most) {
          int64_t best[64], which[64];
          for (int i = 0; i < n; i++) { best[i] = 0; which[i] = i; }
          while (n) {
              int going_on = 0;
              for (int i = 0; i < n; i += 8) {
                  __mmask8 here = (__mmask8)(n - i < 8 ? (1 << (n - i)) - 1 : 255), more;
                  __m512i held = _mm512_maskz_loadu_epi64(here, words + i);
                  __m512i largest = _mm512_maskz_loadu_epi64(here, best + i);
                  __m512i set = _mm512_maskz_loadu_epi64(here, which + i);
                  __m512i from = _mm512_and_si512(held, _mm512_set1_epi64((long long)middle)), part;
                  from = _mm512_mask_mov_epi64(from, _mm512_testn_epi64_mask(from, from), held);
                  from = _mm512_and_si512(from, _mm512_sub_epi64(_mm512_setzero_si512(), from));
                  part = sse_parts(near, held, from);
                  held = _mm512_andnot_si512(part, held);
                  largest = _mm512_max_epi64(largest, _mm512_popcnt_epi64(part));
                  more = _mm512_mask_cmpgt_epi64_mask(here, _mm512_popcnt_epi64(held), largest);
                  _mm512_storeu_si512(best + i, largest);
                  for (int k = i; k < n && k < i + 8; k++) most[which[k]] = best[k];
                  /* going_on <= i: what these stores overwrite has been read. */
                  _mm512_storeu_si512(words + going_on, _mm512_maskz_compress_epi64(more, held));
                  _mm512_storeu_si512(best + going_on, _mm512_maskz_compress_epi64(more, largest));
                  _mm512_storeu_si512(which + going_on, _mm512_maskz_compress_epi64(more, set));
                  going_on += __builtin_popcount(more);
              }
              n = going_on;
          } }
      /* The same of sets of two words, whose parts of both words grow together. */
      SSE_EIGHT static inline __m512i sse_by_cell(__m512i sets) {
          return sse_turned(_mm512_permutexvar_epi8(_mm512_loadu_si512(sse_across), sets)); }
      SSE_EIGHT static inline void sse_wide_parts(
          const unsigned char near[6][128], __m512i low, __m512i high, __m512i* part_low, __m512i* part_high) {
          const __m512i across = _mm512_loadu_si512(sse_across);
          __m512i held_low = sse_by_cell(low), held_high = sse_by_cell(high), before_low, before_high;
          __m512i grown_low = sse_by_cell(*part_low), grown_high = sse_by_cell(*part_high);
          do {
              before_low = grown_low;
              before_high = grown_high;
              for (int way = 0; way < 6; way++) {
                  grown_low = _mm512_or_si512(grown_low, _mm512_permutex2var_epi8(
                      before_low, _mm512_loadu_si512(near[way]), before_high));
                  grown_high = _mm512_or_si512(grown_high, _mm512_permutex2var_epi8(
                      before_low, _mm512_loadu_si512(near[way] + 64), before_high)); }
              grown_low = _mm512_and_si512(grown_low, held_low);
              grown_high = _mm512_and_si512(grown_high, held_high);
          } while (_mm512_cmpneq_epi8_mask(grown_low, before_low) | _mm512_cmpneq_epi8_mask(grown_high, before_high));
          *part_low = _mm512_permutexvar_epi8(across, sse_turned(grown_low));
          *part_high = _mm512_permutexvar_epi8(across, sse_turned(grown_high)); }
      SSE_EIGHT static void sse_wide_flood(
          const unsigned char near[6][128], const uint64_t (*layout)[4], const int32_t* shape,
          uint64_t* lo, uint64_t* hi, int n, int64_t* most) {
          const __m512i none = _mm512_setzero_si512();
          int64_t best[64], which[64];
          for (int i = 0; i < n; i++) { best[i] = 0; which[i] = i; }
          while (n) {
              int going_on = 0;
              for (int i = 0; i < n; i += 8) {
                  __mmask8 here = (__mmask8)(n - i < 8 ? (1 << (n - i)) - 1 : 255), more;
                  __m512i low = _mm512_maskz_loadu_epi64(here, lo + i), high = _mm512_maskz_loadu_epi64(here, hi + i);
                  __m512i largest = _mm512_maskz_loadu_epi64(here, best + i);
                  __m512i set = _mm512_maskz_loadu_epi64(here, which + i);
                  /* One cell of each: the lowest of the high word, of the low word if that has none. */
                  __m512i from_high = _mm512_and_si512(high, _mm512_sub_epi64(none, high));
                  __m512i from_low = _mm512_maskz_and_epi64(
                      _mm512_testn_epi64_mask(high, high), low, _mm512_sub_epi64(none, low));
                  sse_wide_parts(near, low, high, &from_low, &from_high);
                  low = _mm512_andnot_si512(from_low, low);
                  high = _mm512_andnot_si512(from_high, high);
                  largest = _mm512_max_epi64(largest, _mm512_add_epi64(
                      _mm512_popcnt_epi64(from_low), _mm512_popcnt_epi64(from_high)));
                  more = _mm512_mask_cmpgt_epi64_mask(
                      here, _mm512_add_epi64(_mm512_popcnt_epi64(low), _mm512_popcnt_epi64(high)), largest);
                  _mm512_storeu_si512(best + i, largest);
                  for (int k = i; k < n && k < i + 8; k++) most[which[k]] = best[k];
                  /* As above: going_on <= i. */
                  _mm512_storeu_si512(lo + going_on, _mm512_maskz_compress_epi64(more, low));
                  _mm512_storeu_si512(hi + going_on, _mm512_maskz_compress_epi64(more, high));
                  _mm512_storeu_si512(best + going_on, _mm512_maskz_compress_epi64(more, largest));
                  _mm512_storeu_si512(which + going_on, _mm512_maskz_compress_epi64(more, set));
                  going_on += __builtin_popcount(more);
              }
              n = going_on;
          } }
      static int sse_runs_eight(void) {
          __builtin_cpu_init();
          return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
              && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vpopcntdq")
              && __builtin_cpu_supports("gfni"); }
      #define sse_floods_eight() (sse_runs_eight() ? sse_flood : NULL)
      #define sse_wide_floods_eight() (sse_runs_eight() ? sse_wide_flood : NULL)
    #else
      #define sse_floods_eight() NULL
      #define sse_wide_floods_eight() NULL
    #endif
    """
    Flood sse_floods_eight() noexcept nogil             # NULL if this processor lacks the instructions
    WideFlood sse_wide_floods_eight() noexcept nogil    # the same
