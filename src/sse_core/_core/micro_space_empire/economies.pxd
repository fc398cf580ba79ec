# For Micro Space Empire. Economies: the technologies, the military and the stores of a position. Header-only.
#
# Economies are numbered box by box; a box is a set of technologies. A box has a row for each strength of the military,
# and a row has the contents of the stores. A set of economies is 64-bit words, or a number for each row.

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from sse_core._core.bits cimport sse_count_bits, sse_lowest_bit
from sse_core._core.micro_space_empire.rules cimport *

cdef enum:
    N_PLAIN = 81            # sets of technologies that can be had: three of each row
    N_BOXES = 108           # those, and once more the 27 that Interstellar Diplomacy completed in the turn before
    N_ROWS = 576            # a box has a row for each strength of the military
    N_PLAIN_ROWS = 432
    MAX_AREA = 36           # the stores that a row can have
    MAX_BOX = 6 * MAX_AREA
    N_ECONOMIES = 13056
    N_WORDS = 204           # of 64 bits, which the economies fill
    N_MASK = 4              # words that tell which of these are not zero

cdef extern from *:
    """
    /* See Layout below. */
    typedef struct {
        int technologies[108], levels[108], side[108], area[108], base[109], row[109], box[256], plain[108], fresh[256];
        uint64_t boxes[204][2];
    } sse_layout;
    static sse_layout sse_the_layout;
    """
    ctypedef struct Layout "sse_layout":
        int technologies[N_BOXES]
        int levels[N_BOXES]         # strengths of the military: 0 to levels - 1
        int side[N_BOXES]           # contents of a store: 0 to side - 1
        int area[N_BOXES]           # side * side; a place in it is wealth * side + metal
        int base[N_BOXES + 1]       # the first economy of a box
        int row[N_BOXES + 1]        # the first row of a box
        int box[256]                # by technologies; -1 if they can't be had
        int plain[N_BOXES]          # the box with the same technologies that isn't fresh
        int fresh[256]              # the box in which diplomacy is possible in this turn
        uint64_t boxes[N_WORDS][2]  # by word of 64 economies: the set of the boxes that have one in it

    Layout L "sse_the_layout"   # filled by fill_layout, once


cdef inline void fill_layout() noexcept:
    cdef int box = 0, again, technologies, word
    memset(&L, 0, sizeof(L))
    for technologies in range(256):
        L.box[technologies] = L.fresh[technologies] = -1
    for again in range(2):
        for technologies in range(256):
            if technologies & ~LEFT_ONES & ~((technologies & LEFT_ONES) << 1):
                continue
            if again and not has(technologies, INTERSTELLAR_DIPLOMACY):
                continue
            if again:
                L.fresh[technologies] = box
            else:
                L.box[technologies] = box
            L.technologies[box] = technologies
            L.plain[box] = L.box[technologies]
            L.levels[box] = 6 if has(technologies, CAPITAL_SHIPS) else 4
            L.side[box] = 6 if has(technologies, INTERSTELLAR_BANKING) else 4
            L.area[box] = L.side[box] * L.side[box]
            L.base[box + 1] = L.base[box] + L.levels[box] * L.area[box]
            L.row[box + 1] = L.row[box] + L.levels[box]
            for word in range(L.base[box] >> 6, ((L.base[box + 1] - 1) >> 6) + 1):
                L.boxes[word][box >> 6] |= <uint64_t>1 << (box & 63)
            box += 1


# --- phases 2 and 3 for the stores of a row: a set of them is a number, whose bit is wealth * side + metal

# --- phases 2 and 3 for the stores of a row: a set of them is a number, whose bit is wealth * side + metal

cdef inline void produced_by(const Position* p, bint struck, bint robots, int* metal, int* wealth) noexcept nogil:
    metal[0], wealth[0] = metal_made(p), wealth_made(p)
    reduce_made(struck, robots, metal, wealth)


cdef inline void reduce_made(bint struck, bint robots, int* metal, int* wealth) noexcept nogil:
    if struck:
        metal[0] = (metal[0] + 1) // 2 if robots else 0
        wealth[0] = (wealth[0] + 1) // 2 if robots else 0


cdef inline uint64_t column(int side, int metal) noexcept nogil:
    # The stores with this metal.
    return (<uint64_t>0x1111 if side == 4 else <uint64_t>0x041041041) << metal


cdef inline uint64_t top_row(int side) noexcept nogil:
    # The stores that are full of wealth.
    return ((<uint64_t>1 << side) - 1) << side * (side - 1)


cdef inline uint64_t more_wealth(uint64_t stores, int side) noexcept nogil:
    return (stores & ~top_row(side)) << side | stores & top_row(side)


cdef inline uint64_t more_metal(uint64_t stores, int side) noexcept nogil:
    cdef uint64_t full = column(side, side - 1)
    return (stores & ~full) << 1 | stores & full


cdef inline uint64_t traded(uint64_t stores, int side) noexcept nogil:
    # M4.2: the stores, and what one trade makes of them.
    cdef uint64_t sells_metal = stores & ~top_row(side) & ~column(side, 0) & ~column(side, 1)
    cdef uint64_t sells_wealth = stores >> 2 * side << 2 * side & ~column(side, side - 1)
    return stores | sells_metal << (side - 2) | sells_wealth >> (2 * side - 1)


cdef inline uint64_t armed(uint64_t stores, int side) noexcept nogil:
    # M5.1: what is left of the stores after military was built.
    return (stores & ~column(side, 0)) >> (side + 1)


cdef inline uint64_t paid(uint64_t stores, int side, int technology) noexcept nogil:
    # M5.1: what is left of the stores after a technology was discovered. Interstellar Banking makes them larger.
    cdef uint64_t wide = 0
    cdef int wealth
    stores >>= side * price_of(technology)
    if technology != INTERSTELLAR_BANKING:
        return stores
    for wealth in range(4):
        wide |= (stores >> 4 * wealth & 15) << 6 * wealth
    return wide


cdef inline int discoverable(int box) noexcept nogil:
    # M1: the technologies that come next.
    cdef Position p
    p.technologies = L.technologies[box]
    return next_ones(&p) & ((1 << N_TECHNOLOGIES) - 1)


cdef inline int box_with(int box, int technology) noexcept nogil:
    # The box of the next turn after a discovery (M3.3).
    cdef int technologies = L.technologies[box] | 1 << technology
    return L.fresh[technologies] if technology == INTERSTELLAR_DIPLOMACY else L.box[technologies]


# --- sets of economies, as 64-bit words and as rows

cdef inline void read_words(const uint64_t* bits, uint64_t* out) noexcept nogil:
    # From a file's words: the first N_MASK tell which of out[N_WORDS] aren't zero, and those follow.
    cdef int64_t at = N_MASK
    cdef uint64_t mask
    cdef int part
    memset(out, 0, N_WORDS * sizeof(uint64_t))
    for part in range(N_MASK):
        mask = bits[part]
        while mask:
            out[64 * part + sse_lowest_bit(mask)] = bits[at]
            mask &= mask - 1
            at += 1


cdef inline void unpack_rows(const uint64_t* words, uint64_t* rows) noexcept nogil:
    # Writes the set of stores of each row.
    cdef int box, level, at
    cdef uint64_t stores
    for box in range(N_BOXES):
        for level in range(L.levels[box]):
            at = L.base[box] + level * L.area[box]
            stores = words[at >> 6] >> (at & 63)
            if (at & 63) + L.area[box] > 64:
                stores |= words[(at >> 6) + 1] << (64 - (at & 63))
            rows[L.row[box] + level] = stores & (((<uint64_t>1) << L.area[box]) - 1)


cdef inline void pack_row(uint64_t* words, int box, int level, uint64_t stores) noexcept nogil:
    cdef int at = L.base[box] + level * L.area[box]
    words[at >> 6] |= stores << (at & 63)
    if (at & 63) + L.area[box] > 64:
        words[(at >> 6) + 1] |= stores >> (64 - (at & 63))


cdef inline bint in_boxes(const uint64_t* boxes, int box) noexcept nogil:
    return boxes[box >> 6] >> (box & 63) & 1


cdef inline void put_box(uint64_t* boxes, int box) noexcept nogil:
    boxes[box >> 6] |= <uint64_t>1 << (box & 63)


cdef inline void boxes_of(const uint64_t* words, uint64_t* out) noexcept nogil:
    # Writes the set out[2] of the boxes that have an economy.
    cdef int box, at, first, last
    cdef uint64_t found
    out[0] = out[1] = 0
    for box in range(N_BOXES):
        first, last = L.base[box], L.base[box + 1] - 1
        # A box has 64 economies at least, so that it ends in a later word than it begins, or fills one.
        found = words[first >> 6] >> (first & 63) | words[last >> 6] << (63 - (last & 63))
        for at in range((first >> 6) + 1, last >> 6):
            found |= words[at]
        if found:
            put_box(out, box)
