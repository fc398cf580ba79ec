# A player's ships: a sorted row of bytes, each 2 * cell + damaged. Up to eight ships are handled branch-free as one
# word, with the lowest ship in the lowest byte. Header-only.

from libc.stdint cimport uint8_t, uint64_t

from sse_core._hex cimport sse_check

cdef extern from *:
    """
    /* Eight bytes as a word, the first byte lowest, on a machine of any byte order. */
    static inline unsigned long long sse_load_row(const unsigned char* row) {
        unsigned long long word = 0;
        for (int i = 0; i < 8; i++) word |= (unsigned long long)row[i] << 8 * i;
        return word; }
    static inline void sse_store_row(unsigned char* row, unsigned long long word) {
        for (int i = 0; i < 8; i++) row[i] = (unsigned char)(word >> 8 * i); }
    """
    uint64_t sse_load_row(const uint8_t* row) noexcept nogil
    void sse_store_row(uint8_t* row, uint64_t word) noexcept nogil


cdef inline int place_of(const uint8_t* row, int n, int ship) noexcept nogil:
    # The place of a ship in a row: how many ships of row[0:n] are lower.
    cdef int i, before = 0
    if n <= 8:
        return bytes_below(sse_load_row(row), n, ship)
    for i in range(n):
        before += row[i] < ship
    return before


cdef inline void put_ship(uint8_t* row, int n, int place, int ship) noexcept nogil:
    # Replaces the ship at a place.
    #   writes   row[0:n], which stays sorted
    cdef uint64_t word, low
    sse_check(0 <= place < n)
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
