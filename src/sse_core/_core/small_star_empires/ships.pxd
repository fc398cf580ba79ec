# For Small Star Empires. A player's ships: a sorted row of MAX_SHIPS bytes, each 2 * cell + damaged, and 0 behind the
# last ship. With SSE2 a row is handled branch-free as one vector. Without it a row of up to eight ships is one word,
# with the lowest ship in the lowest byte, and a longer one is sorted in a loop. Header-only.

from libc.stdint cimport uint8_t, uint64_t

from sse_core._core.small_star_empires.structs cimport MAX_SHIPS
from sse_core._core.bits cimport sse_check, sse_lowest_bit

cdef extern from *:
    """
    #if defined(__SSE2__) || defined(_M_X64)
      #include <emmintrin.h>
      #define SSE_HAS_ROWS 1
      /* Loaded from byte 16 - n on: a row whose first n bytes have all bits set. */
      static const unsigned char sse_firsts[32] = {
          255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
      static inline __m128i sse_first(int n) {
          return _mm_loadu_si128((const __m128i*)(sse_firsts + 16 - n)); }
      /* A bit for each byte of a row that is not below a value. */
      static inline unsigned sse_not_below(const unsigned char* row, int value) {
          __m128i ships = _mm_loadu_si128((const __m128i*)row);
          return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(ships, _mm_set1_epi8((char)value)), ships)); }
      /* Takes the byte at a place out of the first n, and puts a value in among the others: each is the lower one of
         itself and the value, or its lower neighbour if that is higher. Nothing is higher than the last of them. */
      static inline void sse_put_ship(unsigned char* row, int n, int place, int value) {
          __m128i ships = _mm_loadu_si128((const __m128i*)row), kept = sse_first(place), all = sse_first(n);
          __m128i others = _mm_or_si128(_mm_and_si128(kept, ships), _mm_andnot_si128(kept, _mm_srli_si128(ships, 1)));
          others = _mm_or_si128(others, _mm_andnot_si128(_mm_srli_si128(all, 1), all));
          ships = _mm_max_epu8(_mm_slli_si128(others, 1), _mm_min_epu8(others, _mm_set1_epi8((char)value)));
          _mm_storeu_si128((__m128i*)row, _mm_and_si128(ships, all)); }
    #else
      #define SSE_HAS_ROWS 0
      #define sse_not_below(row, value) 0
      #define sse_put_ship(row, n, place, value) ((void)0)
    #endif
    /* Eight bytes as a word, the first byte lowest, on a machine of any byte order. */
    static inline unsigned long long sse_load_row(const unsigned char* row) {
        unsigned long long word = 0;
        for (int i = 0; i < 8; i++) word |= (unsigned long long)row[i] << 8 * i;
        return word; }
    static inline void sse_store_row(unsigned char* row, unsigned long long word) {
        for (int i = 0; i < 8; i++) row[i] = (unsigned char)(word >> 8 * i); }
    """
    bint SSE_HAS_ROWS
    unsigned sse_not_below(const uint8_t* row, int value) noexcept nogil
    void sse_put_ship(uint8_t* row, int n, int place, int value) noexcept nogil
    uint64_t sse_load_row(const uint8_t* row) noexcept nogil
    void sse_store_row(uint8_t* row, uint64_t word) noexcept nogil

cdef inline int place_of(const uint8_t* row, int n, int ship) noexcept nogil:
    # The place of a ship in a row: how many ships of row[0:n] are lower.
    cdef int i, before = 0
    if SSE_HAS_ROWS:
        return sse_lowest_bit(sse_not_below(row, ship) | <uint64_t>1 << n)
    if n <= 8:
        return bytes_below(sse_load_row(row), n, ship)
    for i in range(n):
        before += row[i] < ship
    return before


cdef inline void put_ship(uint8_t* row, int n, int place, int ship) noexcept nogil:
    # Replaces the ship at a place.
    #   writes   row[0:n], which stays sorted
    cdef uint64_t word, low
    sse_check(0 <= place < n <= MAX_SHIPS)
    if SSE_HAS_ROWS:
        sse_put_ship(row, n, place, ship)
        return
    if n <= 8:
        low = low_bytes(place)
        word = sse_load_row(row)
        word = (word & low) | ((word >> 8) & ~low)
        low = low_bytes(bytes_below(word, n - 1, ship))
        word = (word & low) | (<uint64_t>ship * (low + 1)) | ((word & ~low) << 8)
        sse_store_row(row, word)
        return
    while place + 1 < n and row[place + 1] < ship:
        row[place] = row[place + 1]
        place += 1
    while place > 0 and row[place - 1] > ship:
        row[place] = row[place - 1]
        place -= 1
    row[place] = ship


cdef inline int bytes_below(uint64_t word, int n, int value) noexcept nogil:
    # How many of the lowest n bytes of a word are below a value: those whose own subtraction borrows; n <= 8.
    cdef uint64_t ones = 0x0101010101010101, tops = ones << 7, values = value * ones
    cdef uint64_t rest = (word | tops) - (values & ~tops)
    cdef uint64_t borrows = ((~word & values) | (~(word ^ values) & ~rest)) & tops
    borrows &= tops if n == 8 else low_bytes(n)
    return ((borrows >> 7) * ones) >> 56


cdef inline uint64_t low_bytes(int n) noexcept nogil:
    # A word with all bits of its lowest n bytes set; n < 8.
    return (<uint64_t>1 << 8 * n) - 1
