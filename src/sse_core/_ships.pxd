# A player's ships: a sorted row of bytes, 2 * cell + damaged each. Up to eight are handled as one word, the lowest ship
# in its lowest byte, without a branch. Header-only.

from libc.stdint cimport uint8_t, uint64_t

from sse_core._hex cimport sse_check

cdef extern from *:
    """
    /* Eight bytes as a word, the first one lowest, whatever the machine's order. */
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
    # Where in the row a ship stands, or the next one after it: how many are before it.
    cdef int i, before = 0
    if n <= 8:
        return bytes_below(sse_load_row(row), n, ship)
    for i in range(n):
        before += row[i] < ship
    return before


cdef inline void put_ship(uint8_t* row, int n, int place, int ship) noexcept nogil:
    # Changes the ship at a place into another, and sorts the row again.
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
    # How many of the lowest n bytes of a word are below a value: where a subtraction byte by byte must borrow.
    cdef uint64_t ones = 0x0101010101010101, tops = ones << 7, values = value * ones
    cdef uint64_t rest = (word | tops) - (values & ~tops)
    cdef uint64_t borrows = ((~word & values) | (~(word ^ values) & ~rest)) & tops
    borrows &= tops if n == 8 else low_bytes(n)
    return ((borrows >> 7) * ones) >> 56


cdef inline uint64_t low_bytes(int n) noexcept nogil:
    # A word whose lowest n bytes, n < 8, are all ones.
    return (<uint64_t>1 << 8 * n) - 1
