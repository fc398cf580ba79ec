# Territories of Small Star Empires: the size of the largest connected part of a set (E7.3). Header-only.
#
# One set is flooded from cell to cell. Many sets are flooded at a time where the processor can: eight by
# `vectors/eight_floods.pxd`, four by `vectors/four_floods.pxd`.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit
from sse_core._core.small_star_empires.cells cimport Cells, both, cell_bit, either, is_empty, pop_lowest, size, without
from sse_core._core.small_star_empires.structs cimport RulesetData

cdef enum:
    MAX_SETS = 64           # in one call
    FEW = 2                 # up to so many are flooded faster one at a time

cdef inline int largest_territory(const RulesetData* r, Cells held) noexcept nogil:
    # The size of the largest connected part of a set. Nobody holds a wormhole, so that wormholes join nothing.
    if r.n_cells <= 64:
        return largest_in_word(r, held.lo)
    cdef Cells todo, part
    cdef int most = 0, left = size(held)
    while left > most:
        todo = part = cell_bit(pop_lowest(&held))
        while not is_empty(todo):
            todo = either(both(r.around[pop_lowest(&todo)], held), todo)
            held = without(held, todo)
            part = either(part, todo)
        most = max(most, size(part))
        left = size(held)
    return most


cdef inline int largest_in_word(const RulesetData* r, uint64_t held) noexcept nogil:
    # The same on a board of at most 64 cells.
    cdef uint64_t todo, part, grown
    cdef int most = 0, left = sse_count_bits(held)
    while left > most:
        todo = part = held & (~held + 1)
        held ^= todo
        while todo:
            grown = r.around[sse_lowest_bit(todo)].lo & held
            todo = todo & (todo - 1) | grown
            part |= grown
            held ^= grown
        most = max(most, sse_count_bits(part))
        left = sse_count_bits(held)
    return most


cdef inline void largest_territories(const RulesetData* r, const Cells* sets, int n, int64_t* most) noexcept nogil:
    # The same for each of n sets; n <= MAX_SETS.
    #   reads    sets[0:n]
    #   writes   most[0:n]
    cdef uint64_t words[MAX_SETS]
    cdef uint64_t higher[MAX_SETS]
    cdef int i
    sse_check(0 <= n <= MAX_SETS)
    if n > FEW and (r.flood != NULL or r.wide_flood != NULL):
        for i in range(n):
            words[i], higher[i] = sets[i].lo, sets[i].hi
        if r.flood != NULL:
            r.flood(r.neighbour, r.middle, words, n, most)
        else:
            r.wide_flood(r.neighbour, r.layout, r.shape, words, higher, n, most)
    else:
        for i in range(n):
            most[i] = largest_territory(r, sets[i])
