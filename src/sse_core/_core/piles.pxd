# For all games. Memory that is taken piece by piece and given back all at once. Header-only.
#
# It comes in chunks. They grow to a size that the C library takes from the system and gives back to it at once, so that
# what one thread has given back another one can take.

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport uint8_t

from sse_core._core.bits cimport sse_check

cdef enum:
    SMALLEST_CHUNK = 1 << 20
    LARGEST_CHUNK = 1 << 26
    PIECE = 64              # bytes: the size of a piece is a multiple of it

cdef struct Chunk:
    Chunk* before

cdef struct Pile:
    Chunk* last
    size_t room             # of the last chunk, with its head
    size_t used


cdef inline void* take_from(Pile* pile, size_t size) noexcept nogil:
    # A new piece of memory, below SMALLEST_CHUNK bytes; NULL if memory is short.
    cdef Chunk* chunk
    cdef size_t room
    sse_check(size <= SMALLEST_CHUNK - PIECE)
    size = (size + PIECE - 1) // PIECE * PIECE
    if pile.used + size > pile.room:
        room = min(2 * pile.room, <size_t>LARGEST_CHUNK) if pile.room else SMALLEST_CHUNK
        chunk = <Chunk*>PyMem_RawMalloc(room)
        if chunk is NULL:
            return NULL
        chunk.before = pile.last
        pile.last, pile.room, pile.used = chunk, room, PIECE
    pile.used += size
    return <uint8_t*>pile.last + pile.used - size


cdef inline void drop_pile(Pile* pile) noexcept nogil:
    # Gives all of it back.
    cdef Chunk* before
    while pile.last is not NULL:
        before = pile.last.before
        PyMem_RawFree(pile.last)
        pile.last = before
    pile.room = pile.used = 0
