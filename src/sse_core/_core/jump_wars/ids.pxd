# For Jump Wars. The ids of actions, as `jump_wars/actions.py` numbers them, and sets of ids. Header-only.

from libc.stdint cimport uint64_t

from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit, sse_nth_bit
from sse_core._core.jump_wars.boards cimport Board

cdef enum:                  # the id of a verb's action with the argument 0, whether the table has that or not
    DONE = 0
    TAKE = 1
    RUINS = 2
    BRAINS = 3
    ACCEPT = 4
    REFUSE = 5
    FIRE = 6
    BOMB = 7
    REWRITE = 8
    BOOST = 9               # a basic card
    LEAD = 21               # a basic card
    RAISE = 33              # a basic card
    LEARN = 33              # a special card, 12 or more
    PAIR = 59               # a basic card
    DISCARD = 71            # a card
    OFFER = 97              # a seat
    GIVE = 102              # a card
    ASK = 128               # a card
    STEAL = 154             # a seat
    ALLY = 159              # a seat
    BUILD = 164             # a space
    SABOTAGE = 264          # a seat, or NEUTRAL
    AT = 270                # a space
    FROM = 370              # a space
    TO = 470                # a space
    PLANET = 570            # a space
    NEGATE = 670            # a seat
    COUNT = 675             # 0 to MOST
    FIRST = 775             # a seat; the first chance event
    DRAW = 780              # a card
    N_ACTIONS = 806

cdef enum:
    NEUTRAL = 5             # the neutral side where an action names a side (J3.3)
    MOST = 99               # the largest number of one action (J5.2)
    ID_WORDS = 13           # 64 ids each

# A set of ids: bit i of word w is the id 64 * w + i. Few words have ids at a time: those whose bits are in `used` may.
cdef struct Ids:
    uint64_t words[ID_WORDS]
    uint64_t used


cdef extern from *:
    """
    /* Clears 14 words. gcc has a slow string instruction for memset here, as long as all the rest of a ply. */
    #if defined(__SSE2__)
      #include <emmintrin.h>
      static inline void sse_jw_clear_14(void* words) {
          __m128i* out = (__m128i*)words;
          const __m128i zero = _mm_setzero_si128();
          _mm_storeu_si128(out, zero);
          _mm_storeu_si128(out + 1, zero);
          _mm_storeu_si128(out + 2, zero);
          _mm_storeu_si128(out + 3, zero);
          _mm_storeu_si128(out + 4, zero);
          _mm_storeu_si128(out + 5, zero);
          _mm_storeu_si128(out + 6, zero); }
    #else
      #include <string.h>
      static inline void sse_jw_clear_14(void* words) { memset(words, 0, 112); }
    #endif
    """
    void sse_jw_clear_14(void* words) noexcept nogil

cdef inline void clear_ids(Ids* ids) noexcept nogil:
    sse_check(sizeof(Ids) == 14 * sizeof(uint64_t))
    sse_jw_clear_14(ids)

cdef inline bint has_id(const Ids* ids, int index) noexcept nogil:
    sse_check(0 <= index < N_ACTIONS)
    return ids.words[index >> 6] >> (index & 63) & 1

cdef inline void add_id(Ids* ids, int index) noexcept nogil:
    sse_check(0 <= index < N_ACTIONS)
    ids.words[index >> 6] |= <uint64_t>1 << (index & 63)
    ids.used |= <uint64_t>1 << (index >> 6)

cdef inline void add_word(Ids* ids, int first, uint64_t set) noexcept nogil:
    # Adds the id first + i for each bit i of a set.
    cdef int word = first >> 6, shift = first & 63
    ids.words[word] |= set << shift
    ids.used |= <uint64_t>1 << word
    if shift and set >> (64 - shift):
        sse_check(word + 1 < ID_WORDS)
        ids.words[word + 1] |= set >> (64 - shift)
        ids.used |= <uint64_t>2 << word

cdef inline void add_spaces(Ids* ids, int first, Board board) noexcept nogil:
    # Adds the id first + space for each space of a set.
    add_word(ids, first, board.low)
    add_word(ids, first + 64, board.high)

cdef inline void add_numbers(Ids* ids, int low, int high) noexcept nogil:
    # Adds COUNT for each number from low to high, 0 <= low, high <= MOST; nothing if low is larger.
    sse_check(0 <= low and high <= MOST)
    if low > high:
        return
    if low < 64:
        add_word(ids, COUNT + low, ~<uint64_t>0 >> (63 - min(high - low, 63)))
        low += 64
    if low <= high:
        add_word(ids, COUNT + low, ~<uint64_t>0 >> (63 - (high - low)))

cdef inline int count_ids(const Ids* ids) noexcept nogil:
    cdef uint64_t left = ids.used
    cdef int n = 0
    while left:
        n += sse_count_bits(ids.words[sse_lowest_bit(left)])
        left &= left - 1
    return n

cdef inline int nth_id(const Ids* ids, int n) noexcept nogil:
    # The n-th id of a set, ascending, 0 <= n < count_ids(ids).
    cdef uint64_t left = ids.used
    cdef int word, here
    while True:
        sse_check(left != 0)
        word = sse_lowest_bit(left)
        here = sse_count_bits(ids.words[word])
        if n < here:
            return 64 * word + sse_nth_bit(ids.words[word], n)
        n -= here
        left &= left - 1

cdef inline int take_first_id(Ids* ids, int* word) noexcept nogil:
    # The lowest id of a set, -1 if it is empty.
    #   reads    word, below which the set has none
    #   writes   ids, which then lacks it; word
    cdef int found
    while word[0] < ID_WORDS:
        if ids.words[word[0]]:
            found = 64 * word[0] + sse_lowest_bit(ids.words[word[0]])
            ids.words[word[0]] &= ids.words[word[0]] - 1
            return found
        word[0] += 1
    return -1
