# Observations: a position as planes of bytes, as a player sees it; small_star_empires/observation.py names the planes.

from libc.stdint cimport uint8_t
from libc.string cimport memset

from sse_core._core.small_star_empires.cells cimport Cells, both, is_empty, pop_lowest
from sse_core._core.small_star_empires.structs cimport *

cdef enum:
    PLANES_A_PLAYER = 9
    PLANES_OF_SYSTEMS = 18

cdef inline int whose_turn(const Position* p) noexcept nogil:
    # The player whose turn it is, also while chance reveals a tile; seat 0 after the end.
    return p.explorer if p.due else p.to_act if p.to_act >= 0 else 0

cdef inline Cells without_all(Cells a, Cells b, Cells c) noexcept nogil:
    a.lo &= ~(b.lo | c.lo)
    a.hi &= ~(b.hi | c.hi)
    return a

cdef inline uint8_t* draw_cells(Cells cells, int value, uint8_t* out, int n) noexcept nogil:
    # Writes a value at each cell of one plane, and returns the next plane.
    while not is_empty(cells):
        out[pop_lowest(&cells)] = value
    return out + n

cdef inline void draw_player(
    const RulesetData* r, const Position* p, int player, uint8_t* out, int n
) noexcept nogil:
    # Nine planes: homeworld, cities, stations, whole ships, damaged ships, both reserves, received, passed.
    cdef int i, ship
    cdef Cells held = p.held[player]
    out[r.home[player]] = 1
    out = draw_cells(without_all(held, p.stations, r.homes), 1, out + n, n)
    out = draw_cells(both(held, p.stations), 1, out, n)
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        out[(ship & 1) * n + (ship >> 1)] += 1
    out += 2 * n
    memset(out, min(p.cities_left[player], 255), r.n_cells)
    memset(out + n, min(p.stations_left[player], 255), r.n_cells)
    memset(out + 2 * n, min(p.received[player], 255), r.n_cells)
    memset(out + 3 * n, (p.passed >> player) & 1, r.n_cells)

cdef inline void draw_planes(
    const RulesetData* r, const Position* p, int first, int players, uint8_t* out, int n
) noexcept nogil:
    # Planes of n bytes each, those of the player `first` before those of the others; n >= r.n_cells.
    #   writes   out, zeros before, which has the planes of so many players; players >= r.n_players
    cdef int seat, player, tile
    for seat in range(r.n_players):
        player = (first + seat) % r.n_players
        draw_player(r, p, player, out + seat * PLANES_A_PLAYER * n, n)
    out += players * PLANES_A_PLAYER * n
    out = draw_cells(r.planets[0], 1, out, n) - n
    out = draw_cells(r.planets[1], 2, out, n) - n
    out = draw_cells(r.planets[2], 3, out, n) - n
    out = draw_cells(p.tiles[THREE], 3, out, n) - n
    out = draw_cells(p.tiles[TWO], 2, out, n)
    for tile in range(3):
        out = draw_cells(r.nebulae[tile], 1, out, n)
    out = draw_cells(p.tiles[CHROMATIC], 1, out, n)
    out = draw_cells(r.wormholes, 1, out, n)
    out = draw_cells(r.black_holes, 1, out, n)
    out = draw_cells(p.unexplored, 1, out, n)
    for tile in range(ASTEROID, N_TILES):
        out = draw_cells(p.tiles[tile], 1, out, n)
    out = draw_cells(p.conquered, 1, out, n)
    if p.due:
        out[(p.due - 1) * n + p.spot] = 1
