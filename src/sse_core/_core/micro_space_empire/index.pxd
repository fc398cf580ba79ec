# For Micro Space Empire. Numbers for keys: a hash table that numbers 64-bit keys in the order in which they come.
# Header-only.

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from sse_core._core.bits cimport sse_check

cdef struct Index:
    uint64_t* keys              # [room]
    int32_t* table              # [mask + 1], the number of a key, -1 for none; at least half are free
    int64_t count
    int64_t room
    uint64_t mask


cdef inline uint64_t spread(uint64_t key) noexcept nogil:
    key *= <uint64_t>0x9E3779B97F4A7C15
    key ^= key >> 32
    key *= <uint64_t>0x9E3779B97F4A7C15
    return key ^ key >> 29


cdef inline bint make_index(Index* index, int64_t room) noexcept nogil:
    # Writes an empty index with room for so many keys; returns whether there was memory.
    index.count, index.room, index.mask = 0, room, 2
    while index.mask < <uint64_t>(2 * room):
        index.mask *= 2
    index.keys = <uint64_t*>PyMem_RawMalloc(room * sizeof(uint64_t))
    index.table = <int32_t*>PyMem_RawMalloc(index.mask * sizeof(int32_t))
    if index.table is not NULL:
        memset(index.table, 255, index.mask * sizeof(int32_t))
    index.mask -= 1
    return index.keys is not NULL and index.table is not NULL


cdef inline void free_index(Index* index) noexcept nogil:
    PyMem_RawFree(index.keys)
    PyMem_RawFree(index.table)
    memset(index, 0, sizeof(Index))


cdef inline int64_t find(const Index* index, uint64_t key) noexcept nogil:
    # The number of a key, -1 if it isn't there.
    cdef uint64_t at = spread(key) & index.mask
    while index.table[at] >= 0:
        if index.keys[index.table[at]] == key:
            return index.table[at]
        at = (at + 1) & index.mask
    return -1


cdef inline void put(Index* index, uint64_t key) noexcept nogil:
    # Adds a key that isn't there; there must be room.
    cdef uint64_t at = spread(key) & index.mask
    while index.table[at] >= 0:
        at = (at + 1) & index.mask
    sse_check(index.count < index.room)
    index.table[at] = <int32_t>index.count
    index.keys[index.count] = key
    index.count += 1


cdef inline int64_t add(Index* index, uint64_t key) noexcept nogil:
    # The number of a key, which is added if it isn't there; -1 if memory is short.
    cdef int64_t found = find(index, key), i
    cdef Index wider
    if found >= 0:
        return found
    if index.count == index.room:
        if not make_index(&wider, 2 * index.room):
            free_index(&wider)
            return -1
        for i in range(index.count):
            put(&wider, index.keys[i])
        free_index(index)
        index[0] = wider
    put(index, key)
    return index.count - 1


cdef inline void* with_room(void* array, int64_t* room, int64_t number, size_t size) noexcept nogil:
    # An array by number, made larger if it has no room for one: something of this size for each key.
    #   writes   room
    #   returns  the array, which may have moved; NULL if memory is short, and then it stays as it was
    cdef int64_t wanted
    cdef void* more
    if number < room[0]:
        return array
    wanted = max(1024, number + number // 2)
    more = PyMem_RawRealloc(array, wanted * size)
    if more is not NULL:
        room[0] = wanted
    return more
