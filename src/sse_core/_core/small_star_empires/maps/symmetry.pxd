# Symmetries of a board of Small Star Empires: turns and mirrorings that take the map to itself, and the images of
# positions. Header-only.
#
# A symmetry takes each cell to a cell of the same kind. Homeworlds may change hands by turns of the seats round the
# table, and nebulae may change colours, all of one colour to the same other one: E7.1 counts all colours alike.
# Positions that a symmetry takes to each other have the same worths, by seats that it exchanges. The solver keeps one
# of them.

from libc.stdint cimport uint8_t, uint64_t

from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport MAX_CELLS, Cells, either
from sse_core._core.small_star_empires.structs cimport MAX_SHIPS, N_TILES, VARIANT, Position, RulesetData

cdef enum:
    MOST_SYMMETRIES = 11    # six turns, each mirrored or not, without the one that leaves everything in its place
    BYTES = MAX_CELLS // 8

cdef struct Symmetry:
    uint8_t to[MAX_CELLS]           # the cell that a cell goes to
    uint8_t back[MAX_CELLS]         # the cell that comes there
    int shift                       # seat p becomes seat p + shift, round the table
    Cells spread[BYTES][256]        # where the cells of a byte go: byte i has cells 8 * i to 8 * i + 7


cdef inline void fill_symmetry(int n_cells, Symmetry* out) noexcept nogil:
    # Completes a symmetry.
    #   reads    out.to[0:n_cells], a permutation
    #   writes   out.back, out.spread
    cdef int cell, i, byte, bit
    for cell in range(n_cells):
        sse_check(out.to[cell] < n_cells)
        out.back[out.to[cell]] = cell
    for i in range(BYTES):
        for byte in range(256):
            out.spread[i][byte].lo = out.spread[i][byte].hi = 0
            for bit in range(8):
                cell = 8 * i + bit
                if byte >> bit & 1 and cell < n_cells:
                    if out.to[cell] < 64:
                        out.spread[i][byte].lo |= <uint64_t>1 << out.to[cell]
                    else:
                        out.spread[i][byte].hi |= <uint64_t>1 << (out.to[cell] - 64)


cdef inline Cells cells_moved(const Symmetry* g, Cells cells) noexcept nogil:
    # Where a set goes.
    cdef Cells out = g.spread[0][cells.lo & 255]
    cdef int i = 1
    cdef uint64_t word = cells.lo >> 8
    while word:
        out = either(out, g.spread[i][word & 255])
        word >>= 8
        i += 1
    i = 8
    word = cells.hi
    while word:
        out = either(out, g.spread[i][word & 255])
        word >>= 8
        i += 1
    return out


cdef inline int seat_moved(const RulesetData* r, const Symmetry* g, int player) noexcept nogil:
    return player + g.shift if player + g.shift < r.n_players else player + g.shift - r.n_players


cdef inline void move_position(
    const RulesetData* r, const Symmetry* g, const Position* p, Position* out
) noexcept nogil:
    # What a symmetry makes of a position, as far as a key of the solver needs it.
    cdef int player, seat, i, k, tile
    cdef uint8_t ship
    out.passed = 0
    out.due = p.due
    out.to_act = seat_moved(r, g, p.to_act) if p.to_act >= 0 else p.to_act
    out.spot = g.to[p.spot] if p.due else 0
    out.explorer = seat_moved(r, g, p.explorer) if p.due else 0
    out.stations = cells_moved(g, p.stations)
    for player in range(r.n_players):
        seat = seat_moved(r, g, player)
        out.passed |= ((p.passed >> player) & 1) << seat
        out.held[seat] = cells_moved(g, p.held[player])
        out.n_ships[seat] = p.n_ships[player]
        out.cities_left[seat] = p.cities_left[player]
        out.stations_left[seat] = p.stations_left[player]
        out.received[seat] = p.received[player]
        out.banked_planets[seat] = p.banked_planets[player]
        out.banked_tiles[seat] = p.banked_tiles[player]
        for i in range(p.n_ships[player]):
            ship = 2 * g.to[p.ships[player][i] >> 1] + (p.ships[player][i] & 1)
            k = i
            while k > 0 and out.ships[seat][k - 1] > ship:
                out.ships[seat][k] = out.ships[seat][k - 1]
                k -= 1
            out.ships[seat][k] = ship
        for i in range(p.n_ships[player], MAX_SHIPS):
            out.ships[seat][i] = 0
    if r.kind == VARIANT:
        out.conquered = cells_moved(g, p.conquered)
        for tile in range(N_TILES):
            out.tiles[tile] = cells_moved(g, p.tiles[tile])
