# SplitMix64, the generator of seeds.py, for loops without the GIL. Header-only.

from libc.stdint cimport uint32_t, uint64_t


cdef inline uint64_t next_number(uint64_t* state) noexcept nogil:
    # SplitMix64, as in seeds.py.
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline int below(uint64_t* state, int n) noexcept nogil:
    # A number from 0 to n - 1, each as likely, as in seeds.py; n >= 1.
    cdef uint64_t product = (next_number(state) >> 32) * <uint64_t>n
    if <uint32_t>product < <uint32_t>n:
        while <uint32_t>product < (<uint32_t>0 - <uint32_t>n) % <uint32_t>n:
            product = (next_number(state) >> 32) * <uint64_t>n
    return <int>(product >> 32)


cdef inline uint64_t child_seed(uint64_t seed, uint64_t index) noexcept nogil:
    # As in seeds.py: the number at that place in the stream of the seed.
    cdef uint64_t state = seed + index * <uint64_t>0x9E3779B97F4A7C15
    return next_number(&state)
