# Explorations in lanes under all rules of Small Star Empires: E9, one game after the other. Header-only, for modules of
# the levels v3 and v4.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from sse_core._core.bits cimport sse_check
from sse_core._core.random cimport ply_below
from sse_core._core.halves cimport lane_of
from sse_core._core.small_star_empires.cells cimport (
    Cells, both, cell_bit, cells_none, either, has, is_empty, nth_cell, nth_of_two_sets, size, without,
)
from sse_core._core.small_star_empires.stars.bags cimport take_tile
from sse_core._core.small_star_empires.stars.charts cimport CITIES, DAMAGED, FREE, UNEXPLORED, Charts, after_conquest
from sse_core._core.small_star_empires.stars.games cimport Games, put
from sse_core._core.small_star_empires.stars.sight cimport cells_like, code_at, put_code
from sse_core._core.small_star_empires.structs cimport (
    ASTEROID, NORDINN, REFUELING, THREE, TWO, RulesetData,
)
from sse_core._core.words cimport each


cdef inline void explore(const RulesetData* r, const Charts* c, Games* g, int player, int lane) noexcept nogil:
    # E9.2 to E9.9: all that follows a landing on an unexplored system, to the end of the turn.
    #   reads    g.slot, the ship that has landed
    #   writes   the lane
    cdef uint32_t slot = lane_of(&g.slot)[lane] + lane
    cdef int cell = lane_of(g.fleet[player].ship)[slot]
    sse_check(cell < DAMAGED)
    while cell >= 0:
        cell = explore_one(r, c, g, player, lane, slot, cell)


cdef inline int explore_one(
    const RulesetData* r, const Charts* c, Games* g, int player, int lane, uint32_t slot, int cell
) noexcept nogil:
    # E9.2: a tile is revealed at a cell, and acts on the ship there.
    #   returns  the next cell that the ship explores in the same turn (E9.7); -1 for none
    cdef uint64_t* stream = each(g.stream) + lane
    cdef int tile = take_tile(g.rest[lane].until, stream), is_damaged
    sse_check(code_at(g.board[lane], cell) == UNEXPLORED)
    g.rest[lane].tiles[tile] = either(g.rest[lane].tiles[tile], cell_bit(cell))
    # Mostly without branches, because the tile is unpredictable: the ship is damaged here, or it colonizes.
    is_damaged = (tile == ASTEROID) | (tile == NORDINN)
    put(c, &g.fleet[player], slot, cell | DAMAGED * is_damaged)
    put_code(g.board[lane], cell, c.explored[player][tile])
    g.rest[lane].banked_tiles[player] += c.at_once[tile]
    lane_of(&g.cities[player])[lane] -= 1 - is_damaged
    lane_of(&g.left)[lane] -= 1 - is_damaged
    if not c.goes_on[tile]:
        return -1
    if tile == REFUELING:
        return refuel(r, c, g, player, lane, slot, cell)
    meet_nordinn(r, c, g, player, lane, cell)
    return -1


cdef inline int refuel(
    const RulesetData* r, const Charts* c, Games* g, int player, int lane, uint32_t slot, int cell
) noexcept nogil:
    # E9.7: one step with the fuel just found, or none.
    #   returns  the cell that the ship explores now; -1 if it lands elsewhere or stays
    cdef uint8_t* board = g.board[lane]
    cdef uint32_t* cities_left = lane_of(&g.cities[player]) + lane
    cdef uint32_t* stations_left = lane_of(&g.stations[player]) + lane
    cdef Cells stations = both(r.around[cell], cells_like(board, 15, FREE)), cities = cells_none()
    cdef int total, rank, place, piece
    if cities_left[0]:
        cities = either(stations, both(r.around[cell], cells_like(board, 15, UNEXPLORED)))
    if not stations_left[0]:
        stations = cells_none()
    total = size(cities) + size(stations)
    if not total:
        return -1
    rank = ply_below(each(g.stream) + lane, total + 1)
    if rank == total:
        return -1
    place = nth_of_two_sets(cities, stations, rank)
    piece, place = place & 1, place >> 1
    put(c, &g.fleet[player], slot, place)
    if code_at(board, place) == UNEXPLORED:
        return place
    sse_check(code_at(board, place) == FREE)
    put_code(board, place, c.landed[player][piece][FREE])
    stations_left[0] -= piece
    cities_left[0] -= 1 - piece
    lane_of(&g.left)[lane] -= 1
    return -1


cdef inline void meet_nordinn(
    const RulesetData* r, const Charts* c, Games* g, int player, int lane, int nordinn
) noexcept nogil:
    # E9.9: one of the player's cities next to the Nordinn Empire is destroyed; if there is none, any of the opponents'.
    cdef uint8_t* board = g.board[lane]
    cdef Cells own = cells_like(board, 15, CITIES + player), cities = both(own, r.around[nordinn])
    cdef int n, cell, owner
    if is_empty(cities):
        cities = without(cells_like(board, 12, CITIES), own)
    n = size(cities)
    if not n:
        return
    cell = nth_cell(cities, ply_below(each(g.stream) + lane, n))
    owner = <int>code_at(board, cell) - CITIES
    sse_check(0 <= owner < r.n_players)
    lane_of(&g.cities[owner])[lane] += 1
    lane_of(&g.left)[lane] += 1
    if not r.first_edition:
        # E6.2: points scored at once stay.
        g.rest[lane].banked_planets[owner] += (
            c.planets[cell] + 3 * has(g.rest[lane].tiles[THREE], cell) + 2 * has(g.rest[lane].tiles[TWO], cell)
        )
    if has(r.around[nordinn], cell) and (owner == player or not r.conquest_own_only):
        put_code(board, cell, after_conquest(r))
    else:
        put_code(board, cell, FREE)
