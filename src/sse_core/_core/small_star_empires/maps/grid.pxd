# A grid of Small Star Empires: the cells of a board in rows of the same length, so that a step in one direction is one
# shift of the whole board, and all ships of a set fly at once. Header-only.
#
# A grid is two words long. Cells come in the same order as on the board, with free places between rows: PDEP lays a set
# of cells out, and PEXT gathers it. A board has a grid if its rows fit and no flight takes more than LONGEST_SWEEP
# steps; a processor uses it if it has AVX2 and BMI2.

from libc.stdint cimport int64_t, uint64_t

from sse_core._core.small_star_empires.cells cimport Cells, sse_gathered, sse_scattered

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__AVX2__) && defined(__BMI2__) && defined(__GNUC__)
      #define SSE_HAS_SWEEPS 1
      typedef uint64_t sse_ways __attribute__((vector_size(32)));
      /* One word for each of the three directions to higher places; the fourth is the first once more. */
      static inline void sse_sweep(uint64_t* set, uint64_t free_low, uint64_t free_high, int width) {
          const uint64_t wide = (uint64_t)width;
          const sse_ways step = {1, wide - 1, wide, 1};
          sse_ways up_low = (sse_ways){0} + set[0], up_high = (sse_ways){0} + set[1];
          sse_ways down_low = up_low, down_high = up_high;
          sse_ways to_low = (sse_ways){0} + free_low, to_high = (sse_ways){0} + free_high;
          sse_ways from_low = to_low, from_high = to_high, by = step, back;
          /* Kogge and Stone: flights over one free place more, then two, then four. */
          for (int doubling = 0; doubling < 3; doubling++, by += by) {
              back = 64 - by;
              up_high |= to_high & (up_high << by | up_low >> back);
              up_low |= to_low & up_low << by;
              to_high &= to_high << by | to_low >> back;
              to_low &= to_low << by;
              down_low |= from_low & (down_low >> by | down_high << back);
              down_high |= from_high & down_high >> by;
              from_low &= from_low >> by | from_high << back;
              from_high &= from_high >> by;
          }
          back = 64 - step;
          up_high = up_high << step | up_low >> back | down_high >> step;
          up_low = up_low << step | down_low >> step | down_high << back;
          set[0] = up_low[0] | up_low[1] | up_low[2];
          set[1] = up_high[0] | up_high[1] | up_high[2]; }
    #else
      #define SSE_HAS_SWEEPS 0
      #define sse_sweep(set, free_low, free_high, width) ((void)0)
    #endif
    """
    bint SSE_HAS_SWEEPS
    void sse_sweep(uint64_t* ships, uint64_t free_low, uint64_t free_high, int width) noexcept nogil

cdef enum:
    LONGEST_SWEEP = 8       # steps
    WIDEST_GRID = 15        # places of a row: a shift by four rows is one within a word

cdef struct Grid:
    uint64_t places[2]      # those of cells
    int64_t width           # places of a row; 0: the board has no grid
    int64_t split           # cells in the first word, 1 to 63


cdef inline void lay_out(const Grid* grid, Cells cells, uint64_t* out) noexcept nogil:
    # Cells as places.
    #   writes   out[0:2]
    out[0] = sse_scattered(cells.lo, grid.places[0])
    out[1] = sse_scattered(cells.lo >> grid.split | cells.hi << (64 - grid.split), grid.places[1])


cdef inline Cells sweep(const Grid* grid, Cells ships, Cells free) noexcept nogil:
    # E3.1: the cells that any of some whole ships reaches by flight, where some cells are free to fly over. What stops
    # a flight is reached, too, black holes as well.
    cdef uint64_t words[2]
    cdef uint64_t passed[2]
    cdef uint64_t high
    cdef Cells reached
    lay_out(grid, ships, words)
    lay_out(grid, free, passed)
    sse_sweep(words, passed[0], passed[1], <int>grid.width)
    high = sse_gathered(words[1], grid.places[1])
    reached.lo = sse_gathered(words[0], grid.places[0]) | high << grid.split
    reached.hi = high >> (64 - grid.split)
    return reached
