# For Jump Wars. Tables of distances between spaces, for plans: they hold for a whole game, since Black Holes never move
# (J1.2, J2.6). Header-only.

from libc.stdint cimport uint8_t
from libc.string cimport memset

from sse_core._core.jump_wars.boards cimport *

cdef enum:
    MOST_STEPS = 7          # a longer jump is planned as one of so many steps
    FAR = 99                # where no path leads

cdef struct Maps:
    # The first index: whether the fleets have Event Skimming.
    Board within[2][N_SPACES][MOST_STEPS + 1]   # the spaces that a jump of at most so many steps reaches
    uint8_t steps[2][N_SPACES][N_SPACES]        # of the shortest path, or FAR


cdef inline void fill_maps(bint hex_grid, Board black_holes, Maps* out) noexcept nogil:
    #   writes   out
    cdef Board found, more, fresh
    cdef int skims, origin, step
    memset(out.steps, FAR, sizeof(out.steps))
    for skims in range(2):
        for origin in range(N_SPACES):
            found = space_alone(origin)
            out.within[skims][origin][0] = no_spaces()
            out.steps[skims][origin][origin] = 0
            for step in range(1, N_SPACES):
                more = beside_any(hex_grid, found)
                if not skims:
                    more = without(more, black_holes)
                more = either(more, found)
                if step <= MOST_STEPS:
                    out.within[skims][origin][step] = without(without(more, black_holes), space_alone(origin))
                fresh = without(without(more, found), black_holes)
                if more.low == found.low and more.high == found.high:
                    if step >= MOST_STEPS:
                        break
                    continue
                found = more
                while has_any(fresh):
                    out.steps[skims][origin][take_first(&fresh)] = <uint8_t>step
