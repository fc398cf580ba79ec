# The generator SplitMix64 of seeds.py, for every game and without the GIL. Header-only.

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #define SSE_GOLDEN ((uint64_t)0x9E3779B97F4A7C15)
    #define SSE_FIRST_MIX ((uint64_t)0xBF58476D1CE4E5B9)
    #define SSE_SECOND_MIX ((uint64_t)0x94D049BB133111EB)
    """
    uint64_t GOLDEN "SSE_GOLDEN"            # what a stream advances by with each number
    uint64_t FIRST_MIX "SSE_FIRST_MIX"
    uint64_t SECOND_MIX "SSE_SECOND_MIX"


cdef inline uint64_t next_number(uint64_t* stream) noexcept nogil:
    # The next number of a stream, as SplitMix64.next of seeds.py.
    #   writes   stream
    cdef uint64_t z
    stream[0] += GOLDEN
    z = stream[0]
    z = (z ^ (z >> 30)) * FIRST_MIX
    z = (z ^ (z >> 27)) * SECOND_MIX
    return z ^ (z >> 31)


cdef inline uint64_t stream_at(uint64_t seed, uint64_t index) noexcept nogil:
    # The stream of a seed, as it is before its number `index`, counted from 0.
    return seed + index * GOLDEN


cdef inline uint64_t child_seed(uint64_t seed, uint64_t index) noexcept nogil:
    # Number `index` of the stream of a seed, as in seeds.py.
    cdef uint64_t stream = stream_at(seed, index)
    return next_number(&stream)


cdef inline int ply_below(uint64_t* stream, int n) noexcept nogil:
    # PlyStream(seed, ply).below(n) of seeds.py, where the stream is that of the seed, before number `ply`.
    #   reads    n >= 1
    #   writes   stream, which is then that of the next ply
    #   returns  an integer from 0 to n - 1, each equally likely
    # A rejected number is the seed of the stream that the further draws of this ply come from.
    cdef uint64_t number = next_number(stream)
    cdef uint64_t product = (number >> 32) * <uint64_t>n
    if <uint32_t>product < <uint32_t>n:
        while <uint32_t>product < (<uint32_t>0 - <uint32_t>n) % <uint32_t>n:
            product = (next_number(&number) >> 32) * <uint64_t>n
    return <int>(product >> 32)


cdef inline uint32_t below(uint64_t* stream, uint32_t n) noexcept nogil:
    # SplitMix64.below of seeds.py.
    #   reads    n >= 1
    #   writes   stream
    #   returns  an integer from 0 to n - 1, each equally likely
    cdef uint64_t product = (next_number(stream) >> 32) * n
    if <uint32_t>product < n:
        while <uint32_t>product < (<uint32_t>0 - n) % n:
            product = (next_number(stream) >> 32) * n
    return <uint32_t>(product >> 32)
