# For Micro Space Empire. Planes of values: numbers by economy, combined a row or a box at a time; and rough values,
# which take less space. Header-only.
#
# Values are whole numbers of 32 bits. Rough values have 16 bits of the difference to the lowest value of their block,
# and a value that is that of the economy before isn't kept again. They are rounded to the nearest, or, for bounds, away
# from what they bound; and to whole steps, so that equal values of two blocks with the same step stay equal.

from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t, uint64_t
from libc.string cimport memset

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
      #include <immintrin.h>
    #endif
    #if defined(_MSC_VER)
      #define SSE_ALONE __restrict
    #else
      #define SSE_ALONE __restrict__
    #endif
    /* Scores that differ by no more than this count as equal: rounding may tell equal ones apart. */
    #define SSE_NEAR 8

    /* Spreads values to the places of a word's bits; returns where the next values begin. */
    static inline const int32_t* sse_expand(uint64_t word, const int32_t* from, int32_t* to) {
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
        for (int i = 0; i < 4; i++, word >>= 16, to += 16) {
            __mmask16 bits = (__mmask16)word;
            _mm512_storeu_si512(to, _mm512_maskz_expandloadu_epi32(bits, from));
            from += __builtin_popcount(bits); }
    #else
        for (; word; word &= word - 1) to[sse_lowest_bit(word)] = *from++;
    #endif
        return from; }
    /* Gathers the values at the places of a word's bits; returns where the next ones go. */
    static inline int32_t* sse_compress(uint64_t word, const int32_t* from, int32_t* to) {
        for (; word; word &= word - 1) *to++ = from[sse_lowest_bit(word)];
        return to; }
    /* Spreads rough values. flags has a bit for each place: whether its value differs from the one before. */
    static inline const uint16_t* sse_expand_rough(
        uint64_t word, const uint16_t* from, const uint16_t* flags, int* at, int32_t base, int shift, int32_t* to) {
        for (; word; word &= word - 1, ++*at) {
            from += flags[*at >> 4] >> (*at & 15) & 1;
            to[sse_lowest_bit(word)] = base + ((int32_t)from[-1] << shift); }
        return from; }
    static inline void sse_add(double* SSE_ALONE sum, const int32_t* SSE_ALONE v, double weight, int n) {
        for (int i = 0; i < n; i++) sum[i] += weight * v[i]; }
    /* A row has 16 values or 36. A map[48] has for each place of a row the place of another that its value comes from.
       The last of three vectors is short. */
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
      #define SSE_SHORT 15
      typedef struct { __m512i first, second, third; } sse_row;
      static inline sse_row sse_load_row(const int32_t* v, int n) {
          sse_row row;
          row.first = row.second = row.third = _mm512_loadu_si512(v);
          if (n > 16) {
              row.second = _mm512_loadu_si512(v + 16);
              row.third = _mm512_maskz_loadu_epi32(SSE_SHORT, v + 32); }
          return row; }
      static inline __m512i sse_at(sse_row row, __m512i at) {
          return _mm512_mask_permutexvar_epi32(
              _mm512_permutex2var_epi32(row.first, at, row.second), _mm512_cmpgt_epi32_mask(at, _mm512_set1_epi32(31)),
              at, row.third); }
      static inline __m512i sse_widened(const int8_t* map) {
          return _mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i*)map)); }
      /* The places of a vector, the one from i on, for which a map has a place. */
      static inline __mmask16 sse_mapped(__m512i at, int i) {
          return (__mmask16)(~_mm512_movepi32_mask(at) & (i == 32 ? SSE_SHORT : 0xFFFF)); }
    #endif
    /* Adds the values that a map takes from another row. */
    static inline void sse_add_row(
        double* SSE_ALONE sum, const int32_t* SSE_ALONE v, const int8_t* SSE_ALONE map, double weight, int n) {
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
        const __m512d by = _mm512_set1_pd(weight);
        const sse_row row = sse_load_row(v, n);
        for (int i = 0; i < n; i += 16) {
            __m512i x = sse_at(row, sse_widened(map + i));
            __m512d low = _mm512_cvtepi32_pd(_mm512_castsi512_si256(x));
            __m512d high = _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(x, 1));
            if (i == 32) {
                _mm512_mask_storeu_pd(
                    sum + 32, SSE_SHORT, _mm512_fmadd_pd(low, by, _mm512_maskz_loadu_pd(SSE_SHORT, sum + 32)));
                return; }
            _mm512_storeu_pd(sum + i, _mm512_fmadd_pd(low, by, _mm512_loadu_pd(sum + i)));
            _mm512_storeu_pd(sum + i + 8, _mm512_fmadd_pd(high, by, _mm512_loadu_pd(sum + i + 8))); }
    #else
        for (int i = 0; i < n; i++) sum[i] += weight * v[map[i]];
    #endif
        }
    /* Writes them. */
    static inline void sse_pick_row(
        int32_t* SSE_ALONE out, const int32_t* SSE_ALONE v, const int8_t* SSE_ALONE map, int n) {
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
        const sse_row row = sse_load_row(v, n);
        for (int i = 0; i < n; i += 16)
            _mm512_mask_storeu_epi32(out + i, i == 32 ? SSE_SHORT : 0xFFFF, sse_at(row, sse_widened(map + i)));
    #else
        for (int i = 0; i < n; i++) out[i] = v[map[i]];
    #endif
        }
    /* Takes another score and survival if they are better. */
    static inline void sse_take_pair(int32_t* s, int32_t* v, int32_t os, int32_t ov) {
        int gain = os - *s;
        int better = (gain > SSE_NEAR) | ((gain >= -SSE_NEAR) & (ov > *v));
        *v = better ? ov : *v;
        *s = gain > 0 ? os : *s; }
    /* Takes them where they are higher; -1 in the map takes none. The other row has n or n_other places. */
    static inline void sse_take_row(int32_t* s, const int32_t* other, const int8_t* map, int n, int n_other) {
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
        const sse_row row = sse_load_row(other, n_other);
        for (int i = 0; i < n; i += 16) {
            __m512i at = sse_widened(map + i);
            __mmask16 some = sse_mapped(at, i);
            __m512i old = _mm512_maskz_loadu_epi32(some, s + i);
            _mm512_mask_storeu_epi32(s + i, some, _mm512_max_epi32(old, sse_at(row, at))); }
    #else
        int32_t before[36];
        memcpy(before, other, n_other * sizeof(int32_t));
        for (int i = 0; i < n; i++) if (map[i] >= 0 && before[map[i]] > s[i]) s[i] = before[map[i]];
    #endif
        }
    /* The same for pairs: the higher score, and among equals the survival. */
    static inline void sse_take_row_of_pairs(
        int32_t* s, int32_t* v, const int32_t* other_s, const int32_t* other_v, const int8_t* map, int n, int n_other) {
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
        const sse_row scores = sse_load_row(other_s, n_other), survivals = sse_load_row(other_v, n_other);
        const __m512i near = _mm512_set1_epi32(SSE_NEAR), minus_near = _mm512_set1_epi32(-SSE_NEAR);
        for (int i = 0; i < n; i += 16) {
            __m512i at = sse_widened(map + i), os = sse_at(scores, at), ov = sse_at(survivals, at);
            __mmask16 some = sse_mapped(at, i);
            __m512i old_s = _mm512_maskz_loadu_epi32(some, s + i), old_v = _mm512_maskz_loadu_epi32(some, v + i);
            __m512i gain = _mm512_sub_epi32(os, old_s);
            __mmask16 higher = _mm512_cmpgt_epi32_mask(gain, near);
            __mmask16 safer = _mm512_cmpge_epi32_mask(gain, minus_near) & _mm512_cmpgt_epi32_mask(ov, old_v);
            _mm512_mask_storeu_epi32(v + i, some & (higher | safer), ov);
            _mm512_mask_storeu_epi32(s + i, some, _mm512_max_epi32(old_s, os)); }
    #else
        int32_t os[36], ov[36];
        memcpy(os, other_s, n_other * sizeof(int32_t));
        memcpy(ov, other_v, n_other * sizeof(int32_t));
        for (int i = 0; i < n; i++) if (map[i] >= 0)
            sse_take_pair(s + i, v + i, os[map[i]], ov[map[i]]);
    #endif
        }
    static inline void sse_bound(double* SSE_ALONE best, const double* SSE_ALONE v, int sign, int n) {
        if (sign > 0) for (int i = 0; i < n; i++) best[i] = v[i] > best[i] ? v[i] : best[i];
        else for (int i = 0; i < n; i++) best[i] = v[i] < best[i] ? v[i] : best[i]; }
    static inline void sse_sum(double* SSE_ALONE sum, const double* SSE_ALONE v, int n) {
        for (int i = 0; i < n; i++) sum[i] += v[i]; }
    static inline void sse_round(int32_t* SSE_ALONE out, const double* SSE_ALONE sum, double factor, int n) {
        for (int i = 0; i < n; i++) out[i] = (int32_t)(sum[i] * factor + 0.5); }
    static inline void sse_mix(int32_t* SSE_ALONE out, const int32_t* a, double of_a, const int32_t* b, double of_b,
                               int n) {
        for (int i = 0; i < n; i++) out[i] = (int32_t)(of_a * a[i] + of_b * b[i] + 0.5); }
    /* The better of two options, place by place: the higher value, or the higher score and among equals the
       survival. */
    static inline void sse_take(int32_t* SSE_ALONE s, const int32_t* SSE_ALONE other, int n) {
        for (int i = 0; i < n; i++) s[i] = other[i] > s[i] ? other[i] : s[i]; }
    static inline void sse_take_pairs(int32_t* SSE_ALONE s, int32_t* SSE_ALONE v, const int32_t* SSE_ALONE os,
                                      const int32_t* SSE_ALONE ov, int n) {
        for (int i = 0; i < n; i++) sse_take_pair(s + i, v + i, os[i], ov[i]); }
    """
    const int32_t* sse_expand(uint64_t word, const int32_t* source, int32_t* to) noexcept nogil
    int32_t* sse_compress(uint64_t word, const int32_t* source, int32_t* to) noexcept nogil
    const uint16_t* sse_expand_rough(
        uint64_t word, const uint16_t* source, const uint16_t* flags, int* at, int32_t base, int shift, int32_t* to
    ) noexcept nogil
    void sse_add(double* sums, const int32_t* v, double weight, int n) noexcept nogil
    void sse_pick_row(int32_t* out, const int32_t* v, const int8_t* places, int n) noexcept nogil
    void sse_take_row(int32_t* s, const int32_t* other, const int8_t* places, int n, int n_other) noexcept nogil
    void sse_take_row_of_pairs(
        int32_t* s, int32_t* v, const int32_t* other_s, const int32_t* other_v, const int8_t* places, int n, int n_other
    ) noexcept nogil
    void sse_add_row(double* sums, const int32_t* v, const int8_t* places, double weight, int n) noexcept nogil
    void sse_bound(double* best, const double* v, int sign, int n) noexcept nogil
    void sse_sum(double* sums, const double* v, int n) noexcept nogil
    void sse_round(int32_t* out, const double* sums, double factor, int n) noexcept nogil
    void sse_mix(int32_t* out, const int32_t* a, double of_a, const int32_t* b, double of_b, int n) noexcept nogil
    void sse_take(int32_t* s, const int32_t* other, int n) noexcept nogil
    void sse_take_pairs(int32_t* s, int32_t* v, const int32_t* os, const int32_t* ov, int n) noexcept nogil


cdef enum:
    MAP_ROOM = 48           # a map of a row takes three vectors of 16
    ROUGH_HEAD = 3          # words before the rough values of a block: the lowest value, in two; the bits left out


cdef inline uint64_t rough_room(uint64_t positions, uint64_t blocks) noexcept nogil:
    # The 16-bit words that the rough values of some blocks take at most.
    return positions + positions // 16 + (ROUGH_HEAD + 1) * blocks


cdef inline int words_of_flags(int positions) noexcept nogil:
    # How many words come after the head of a block: a bit for each position, whether its value is a new one.
    return (positions + 15) // 16


cdef inline int32_t rough_base(const uint16_t* rough) noexcept nogil:
    return rough[0] | <int32_t>rough[1] << 16


cdef inline int64_t write_rough(const int32_t* values, int n, int bound, uint16_t* out) noexcept nogil:
    # Rounds the values of a block: up if bound is 1, down if it is -1, else to the nearest.
    #   writes   out[0:k]; k <= rough_room(n, 1)
    #   returns  k
    cdef int32_t lowest = values[0], highest = values[0], add = 0, value
    cdef int64_t at = ROUGH_HEAD + words_of_flags(n)
    cdef int shift = 0, i
    cdef uint16_t* flags = out + ROUGH_HEAD
    for i in range(n):
        lowest, highest = min(lowest, values[i]), max(highest, values[i])
    # One less, as the highest may be rounded up.
    while (highest >> shift) - (lowest >> shift) >= (1 << 16) - 1:
        shift += 1
    lowest = lowest >> shift << shift
    if shift and bound >= 0:
        add = (1 << shift) - 1 if bound else 1 << (shift - 1)
    out[0], out[1], out[2] = lowest & 0xFFFF, lowest >> 16, shift
    memset(flags, 0, words_of_flags(n) * sizeof(uint16_t))
    for i in range(n):
        value = (values[i] - lowest + add) >> shift
        if i == 0 or out[at - 1] != value:
            flags[i >> 4] |= 1 << (i & 15)
            out[at] = <uint16_t>value
            at += 1
    return at
