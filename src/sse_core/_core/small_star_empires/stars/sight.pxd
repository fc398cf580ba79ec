# Boards of Small Star Empires as codes side by side (charts.pxd), one for each of 128 cells, and what ships see there,
# in AVX2 and AVX-512. Header-only, for modules of the levels v3 and v4.
#
# AVX-512 looks up 128 bytes in an instruction, and a code takes a byte. AVX2 looks up 16 bytes: there a byte has two
# codes, that of a cell below 64 in the lower half and that of the cell 64 higher in the other.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from sse_core._core.halves cimport Halves
from sse_core._core.small_star_empires.cells cimport Cells

cdef extern from *:
    """
    #include <immintrin.h>
    #include <stdint.h>
    /* The low half of each. */
    static inline uint64_t sse_interleaved(uint64_t first, uint64_t second) {
        return _pdep_u64(first, 0x5555555555555555ULL) | _pdep_u64(second, 0xAAAAAAAAAAAAAAAAULL); }
    #if defined(__AVX512VBMI__) && defined(__AVX512BITALG__) && defined(__GFNI__)
      #define SSE_BOARD 128
      #define SSE_TURN 7
      #define sse_load_bytes(from) _mm512_loadu_si512((const void*)(from))
      #define sse_code_at(board, cell) ((uint32_t)(board)[cell])
      #define sse_put_code(board, cell, code) ((void)((board)[cell] = (uint8_t)(code)))
      /* VPERMI2B takes the codes of 64 cells, VPSHUFB makes a byte of flags of each. An affine map turns every eight
         bytes round, so that a byte has one flag of eight cells, the last cell of the order first. VPERMB brings the
         bytes of one flag together, in the lower half. */
      static inline __m512i sse_seen(const uint8_t* board, const uint8_t* a, const uint8_t* b, __m512i flags) {
          const __m512i unit = _mm512_set1_epi64((long long)0x8040201008040201ULL);
          __m512i cells = _mm512_inserti64x4(_mm512_castsi256_si512(
              _mm256_loadu_si256((const __m256i*)a)), _mm256_loadu_si256((const __m256i*)b), 1);
          __m512i codes = _mm512_permutex2var_epi8(sse_load_bytes(board), cells, sse_load_bytes(board + 64));
          return _mm512_gf2p8affine_epi64_epi8(unit, _mm512_shuffle_epi8(flags, codes), 0); }
      /* What two ships see in each of four games: the first words of all four games, then the second, ... */
      static inline void sse_see_four(const uint8_t (*board)[128], const uint8_t (*views)[128], const uint32_t* a,
                                      const uint32_t* b, __m512i flags, __m512i* out) {
          const __m512i turn = _mm512_set_epi64(
              0x3B332B233A322A22, 0x3931292138302820, 0x1B130B031A120A02, 0x1911090118100800,
              0x3B332B233A322A22, 0x3931292138302820, 0x1B130B031A120A02, 0x1911090118100800);
          const __m512i first = _mm512_setr_epi32(0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27);
          const __m512i second = _mm512_setr_epi32(4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31);
          __m512i two[2];
          for (int i = 0; i < 2; i++) {
              two[i] = _mm512_permutexvar_epi8(
                  turn, sse_seen(board[2 * i], views[a[2 * i]], views[b[2 * i]], flags));
              two[i] = _mm512_mask_permutexvar_epi8(two[i], 0xFFFFFFFF00000000ULL,
                  turn, sse_seen(board[2 * i + 1], views[a[2 * i + 1]], views[b[2 * i + 1]], flags)); }
          out[0] = _mm512_permutex2var_epi32(two[0], first, two[1]);
          out[1] = _mm512_permutex2var_epi32(two[0], second, two[1]); }
      /* Two steps, each of which doubles the games whose words are side by side: 4, 8, 16. */
      static inline void sse_put_by_word(__m512i a, __m512i b, __m512i c, __m512i d, sse_halves* out) {
          const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
          const __m512i last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
          __m512i ab = _mm512_permutex2var_epi64(a, first, b), cd = _mm512_permutex2var_epi64(c, first, d);
          out[0] = (sse_halves)_mm512_shuffle_i64x2(ab, cd, 0x44);
          out[1] = (sse_halves)_mm512_shuffle_i64x2(ab, cd, 0xEE);
          ab = _mm512_permutex2var_epi64(a, last, b);
          cd = _mm512_permutex2var_epi64(c, last, d);
          out[2] = (sse_halves)_mm512_shuffle_i64x2(ab, cd, 0x44);
          out[3] = (sse_halves)_mm512_shuffle_i64x2(ab, cd, 0xEE); }
      static inline void sse_see(const uint8_t (*board)[SSE_BOARD], const uint8_t (*views)[128],
                                 const sse_halves* ships, int n, const uint8_t* table, sse_halves (*out)[4]) {
          const __m512i flags = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i*)table));
          __m512i fours[4][4][2];
          for (int k = 0; k < 4; k++)
              for (int i = 0; i < n; i += 2)
                  sse_see_four(board + 4 * k, views, (const uint32_t*)(ships + i) + 4 * k,
                      (const uint32_t*)(ships + i + 1) + 4 * k, flags, fours[i / 2][k]);
          for (int i = 0; i < n; i += 2) {
              __m512i (*four)[2] = fours[i / 2];
              sse_put_by_word(four[0][0], four[1][0], four[2][0], four[3][0], out[i]);
              sse_put_by_word(four[0][1], four[1][1], four[2][1], four[3][1], out[i + 1]); } }
      #define sse_reordered(word, bits) ((uint64_t)_cvtmask64_u64(_mm512_bitshuffle_epi64_mask( \\
          _mm512_set1_epi64((long long)(word)), sse_load_bytes(bits))))
      #define SSE_TWICE 1
      #define sse_sorted(landings, bits) sse_reordered(landings, bits)
      #define sse_sorted_with_row(city, station, bits) \\
          sse_interleaved(sse_reordered(city, bits), sse_reordered(station, bits))
      static inline uint64_t sse_like(const uint8_t* board, int half, int mask, int value) {
          return _cvtmask64_u64(_mm512_cmpeq_epi8_mask(_mm512_and_si512(
              sse_load_bytes(board + 64 * half), _mm512_set1_epi8((char)mask)), _mm512_set1_epi8((char)value))); }
    #elif defined(__AVX2__)
      #define SSE_BOARD 64
      #define SSE_TURN 0
      #define sse_code_at(board, cell) ((uint32_t)(board)[(cell) & 63] >> ((cell) >> 4 & 4) & 15)
      static inline void sse_put_code(uint8_t* board, uint32_t cell, uint32_t code) {
          uint32_t shift = cell >> 4 & 4, both = board[cell & 63];
          board[cell & 63] = (uint8_t)((both & ~(15U << shift)) | code << shift); }
      #define sse_load_sixteen(from) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i*)(from)))
      #define sse_top_bits(bytes) ((uint32_t)_mm256_movemask_epi8(bytes))
      /* VPSHUFB looks 32 cells up in each quarter of the board, by the lowest four bits. The next three, shifted to the
         top of each byte, choose among the quarters and the halves of a byte. Another one makes flags of the codes. */
      static inline void sse_see(const uint8_t (*board)[SSE_BOARD], const uint8_t (*views)[128],
                                 const sse_halves* ships, int n, const uint8_t* table, sse_halves (*out)[4]) {
          const __m256i flags = _mm256_slli_epi16(sse_load_sixteen(table), 5), low = _mm256_set1_epi8(15);
          for (int k = 0; k < SSE_HALVES; k++) {
              const __m256i a = sse_load_sixteen(board[k]), b = sse_load_sixteen(board[k] + 16);
              const __m256i c = sse_load_sixteen(board[k] + 32), d = sse_load_sixteen(board[k] + 48);
              for (int i = 0; i < n; i++) {
                  __m256i cells = _mm256_loadu_si256((const __m256i*)views[((const uint32_t*)(ships + i))[k]]);
                  __m256i odd = _mm256_slli_epi16(cells, 3), codes = _mm256_blendv_epi8(
                      _mm256_blendv_epi8(_mm256_shuffle_epi8(a, cells), _mm256_shuffle_epi8(b, cells), odd),
                      _mm256_blendv_epi8(_mm256_shuffle_epi8(c, cells), _mm256_shuffle_epi8(d, cells), odd),
                      _mm256_slli_epi16(cells, 2));
                  codes = _mm256_blendv_epi8(codes, _mm256_srli_epi16(codes, 4), _mm256_add_epi8(cells, cells));
                  codes = _mm256_shuffle_epi8(flags, _mm256_and_si256(codes, low));
                  ((uint32_t*)&out[i][0])[k] = sse_top_bits(_mm256_slli_epi16(codes, 2));
                  ((uint32_t*)&out[i][1])[k] = sse_top_bits(_mm256_slli_epi16(codes, 1));
                  ((uint32_t*)&out[i][2])[k] = sse_top_bits(codes); } } }
      /* The byte with each bit, and that bit of the byte. */
      static inline __m256i sse_bytes_of(__m256i bits) {
          return _mm256_and_si256(_mm256_srli_epi16(bits, 3), _mm256_set1_epi8(7)); }
      static inline __m256i sse_powers_of(__m256i bits) {
          return _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)0x8040201008040201ULL), bits); }
      static inline uint32_t sse_picked(__m256i word, __m256i bytes, __m256i powers) {
          return sse_top_bits(_mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(word, bytes), powers), powers)); }
      static inline uint64_t sse_reordered(uint64_t word, const uint8_t* bits) {
          const __m256i words = _mm256_set1_epi64x((long long)word);
          __m256i low = _mm256_loadu_si256((const __m256i*)bits), high = _mm256_loadu_si256((const __m256i*)bits + 1);
          return (uint64_t)sse_picked(words, sse_bytes_of(high), sse_powers_of(high)) << 32
              | sse_picked(words, sse_bytes_of(low), sse_powers_of(low)); }
      #define SSE_TWICE 0
      static inline uint64_t sse_sorted_words(__m256i city, __m256i station, const uint8_t* bits) {
          __m256i from = _mm256_loadu_si256((const __m256i*)bits), bytes = sse_bytes_of(from);
          __m256i powers = sse_powers_of(from);
          return sse_interleaved(sse_picked(city, bytes, powers), sse_picked(station, bytes, powers)); }
      #define sse_sorted(landings, bits) sse_sorted_words( \\
          _mm256_set1_epi32((int)(landings)), _mm256_set1_epi32((int)((landings) >> 32)), bits)
      #define sse_sorted_with_row(city, station, bits) sse_sorted_words( \\
          _mm256_set1_epi64x((long long)(city)), _mm256_set1_epi64x((long long)(station)), bits)
      static inline uint64_t sse_like(const uint8_t* board, int half, int mask, int value) {
          uint64_t found = 0;
          for (int i = 32; i >= 0; i -= 32) {
              __m256i codes = _mm256_srl_epi16(
                  _mm256_loadu_si256((const __m256i*)(board + i)), _mm_cvtsi32_si128(4 * half));
              found = found << 32 | sse_top_bits(_mm256_cmpeq_epi8(
                  _mm256_and_si256(codes, _mm256_set1_epi8((char)mask)), _mm256_set1_epi8((char)value))); }
          return found; }
    #else
      #error "sse_core: boards of codes side by side are for AVX2, and for AVX-512 with VBMI, BITALG and GFNI"
    #endif
    """
    enum:
        BOARD "SSE_BOARD"               # bytes of a board
        TURN "SSE_TURN"                 # bit b of a star is number b ^ TURN in the order of a view
        TWICE "SSE_TWICE"               # whether a view without a row has each bit twice, the second time + 32
    uint32_t code_at "sse_code_at"(const uint8_t* board, uint32_t cell) noexcept nogil
    void put_code "sse_put_code"(uint8_t* board, uint32_t cell, uint32_t code) noexcept nogil
    # What ships see in all games: four words of flags each, with a bit for each cell of a star. The cells of a star are
    # the first 32 bytes of its view.
    #   reads    board[0:LANES]; the views of ships[0:n]; table, a byte for each of 16 codes: the lowest four bits
    #   writes   out[0:n], and may write out[n]
    void see "sse_see"(
        const uint8_t (*board)[BOARD], const uint8_t (*views)[128], const Halves* ships, int n, const uint8_t* table,
        Halves (*out)[4]) noexcept nogil
    uint64_t reordered "sse_reordered"(uint64_t word, const uint8_t* bits) noexcept nogil   # bit i is bit bits[i]
    # The landings of a star by ascending cell, at each the city before the station.
    #   reads    landings, the stations from bit 32 on; bits, those of a view without a row
    uint64_t sorted_landings "sse_sorted"(uint64_t landings, const uint8_t* bits) noexcept nogil
    # The same of a star and of the row, which is bits 32 to 63 of both words, on the first 32 of their cells.
    #   reads    bits, those of a view with a row
    uint64_t sorted_with_row "sse_sorted_with_row"(uint64_t city, uint64_t station, const uint8_t* bits) noexcept nogil
    # The cells with `code & mask == value` among the first 64 (half 0) or the others (half 1); mask <= 15.
    uint64_t like "sse_like"(const uint8_t* board, int half, int mask, int value) noexcept nogil


cdef inline Cells cells_like(const uint8_t* board, int mask, int value) noexcept nogil:
    # The cells of a board with `code & mask == value`; mask <= 15.
    #   reads    board[0:BOARD]
    cdef Cells found
    found.lo = like(board, 0, mask, value)
    found.hi = like(board, 1, mask, value)
    return found
