# For Jump Wars. Sets of spaces as 100 bits, bit 10 * y + x for the space (x, y), and paths over them (J1.1, J2.6).
# Header-only.

from libc.stdint cimport uint64_t

from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit

cdef extern from *:
    """
    #include <stdint.h>
    /* The spaces with x = 0 and with x = 9, and all spaces: the lower 64, then the other 36. */
    #define SSE_JW_LOW_A ((uint64_t)0x1004010040100401)
    #define SSE_JW_HIGH_A ((uint64_t)0x0000000004010040)
    #define SSE_JW_LOW_J ((uint64_t)0x0802008020080200)
    #define SSE_JW_HIGH_J ((uint64_t)0x0000000802008020)
    #define SSE_JW_HIGH ((uint64_t)0x0000000FFFFFFFFF)
    """
    uint64_t LOW_A "SSE_JW_LOW_A"
    uint64_t HIGH_A "SSE_JW_HIGH_A"
    uint64_t LOW_J "SSE_JW_LOW_J"
    uint64_t HIGH_J "SSE_JW_HIGH_J"
    uint64_t ALL_HIGH "SSE_JW_HIGH"

cdef enum:
    N_SPACES = 100
    CENTRE = 44             # J3.3, J4.1

# A set of spaces.
cdef struct Board:
    uint64_t low            # spaces 0 to 63
    uint64_t high           # spaces 64 to 99


cdef inline Board no_spaces() noexcept nogil:
    cdef Board found
    found.low = found.high = 0
    return found

cdef inline Board all_spaces() noexcept nogil:
    cdef Board found
    found.low, found.high = ~<uint64_t>0, ALL_HIGH
    return found

cdef inline Board space_alone(int space) noexcept nogil:
    # The set of one space.
    cdef Board found
    sse_check(0 <= space < N_SPACES)
    found.low = <uint64_t>1 << (space & 63) if space < 64 else 0
    found.high = 0 if space < 64 else <uint64_t>1 << (space & 63)
    return found

cdef inline Board both(Board a, Board b) noexcept nogil:
    # The spaces in both sets.
    cdef Board found
    found.low, found.high = a.low & b.low, a.high & b.high
    return found

cdef inline Board either(Board a, Board b) noexcept nogil:
    # The spaces in one of the sets, or in both.
    cdef Board found
    found.low, found.high = a.low | b.low, a.high | b.high
    return found

cdef inline Board without(Board a, Board b) noexcept nogil:
    # The spaces of a that aren't in b.
    cdef Board found
    found.low, found.high = a.low & ~b.low, a.high & ~b.high
    return found

cdef inline Board in_several(const Board* boards, int n) noexcept nogil:
    # The spaces in two of n sets, or in more of them.
    cdef Board once = no_spaces(), again = no_spaces()
    cdef int i
    for i in range(n):
        again = either(again, both(once, boards[i]))
        once = either(once, boards[i])
    return again

cdef inline bint has_any(Board board) noexcept nogil:
    return (board.low | board.high) != 0

cdef inline bint has_space(const Board* board, int space) noexcept nogil:
    sse_check(0 <= space < N_SPACES)
    return (board.low >> space if space < 64 else board.high >> (space - 64)) & 1

cdef inline void put_space(Board* board, int space) noexcept nogil:
    #   writes   board, which then has the space
    sse_check(0 <= space < N_SPACES)
    if space < 64:
        board.low |= <uint64_t>1 << space
    else:
        board.high |= <uint64_t>1 << (space - 64)

cdef inline void drop_space(Board* board, int space) noexcept nogil:
    #   writes   board, which then lacks the space
    sse_check(0 <= space < N_SPACES)
    if space < 64:
        board.low &= ~(<uint64_t>1 << space)
    else:
        board.high &= ~(<uint64_t>1 << (space - 64))

cdef inline int count_spaces(Board board) noexcept nogil:
    return sse_count_bits(board.low) + sse_count_bits(board.high)

cdef inline int first_space(Board board) noexcept nogil:
    # The lowest space of a set that has any.
    sse_check(has_any(board))
    return sse_lowest_bit(board.low) if board.low else 64 + sse_lowest_bit(board.high)

cdef inline int take_first(Board* board) noexcept nogil:
    # The lowest space of a set that has any.
    #   writes   board, which then lacks it
    cdef int space
    sse_check(has_any(board[0]))
    if board.low:
        space = sse_lowest_bit(board.low)
        board.low &= board.low - 1
        return space
    space = sse_lowest_bit(board.high)
    board.high &= board.high - 1
    return 64 + space


# --- steps

cdef inline Board up(Board a, int n) noexcept nogil:
    # Each space moved n places on, 0 < n < 64; what leaves the board is dropped.
    cdef Board found
    found.low = a.low << n
    found.high = (a.high << n | a.low >> (64 - n)) & ALL_HIGH
    return found

cdef inline Board down(Board a, int n) noexcept nogil:
    # Each space moved n places back, 0 < n < 64.
    cdef Board found
    found.low = a.low >> n | a.high << (64 - n)
    found.high = a.high >> n
    return found

cdef inline Board beside_any(bint hex_grid, Board a) noexcept nogil:
    # J1.1, J4.1: the spaces one step from a space of a set.
    cdef Board left, right, sides, row
    left.low, left.high = a.low & ~LOW_A, a.high & ~HIGH_A
    right.low, right.high = a.low & ~LOW_J, a.high & ~HIGH_J
    sides = either(down(left, 1), up(right, 1))
    if hex_grid:
        # (0, 1), (0, -1), (-1, 1), (1, -1).
        sides = either(sides, either(up(a, 10), down(a, 10)))
        return either(sides, either(up(left, 9), down(right, 9)))
    row = either(a, sides)
    return either(sides, either(up(row, 10), down(row, 10)))

cdef inline Board adjacent(bint hex_grid, int space) noexcept nogil:
    # J1.1: the spaces one step from a space.
    return beside_any(hex_grid, space_alone(space))

cdef inline Board reach(bint hex_grid, Board black_holes, int origin, int steps, bint skims) noexcept nogil:
    # J2.6: the spaces to which a path of at most `steps` steps leads, without the origin. No path enters a Black Hole;
    # one that `skims` may cross some, and ends in none.
    cdef Board found = space_alone(origin), more
    cdef int _step
    # No path without a detour is longer than the board.
    for _step in range(min(steps, <int>N_SPACES)):
        more = beside_any(hex_grid, found)
        if not skims:
            more = without(more, black_holes)
        more = either(more, found)
        if more.low == found.low and more.high == found.high:
            break
        found = more
    found = without(found, black_holes)
    drop_space(&found, origin)
    return found
