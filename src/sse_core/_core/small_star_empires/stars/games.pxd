# Games of Small Star Empires under all rules, each in a lane of its own. Header-only, for modules of the levels v3 and
# v4.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from sse_core._core.bits cimport sse_check
from sse_core._core.random cimport stream_at
from sse_core._core.halves cimport GROUPS, LANES, Halves, Which, halves_of, lane_of
from sse_core._core.small_star_empires.cells cimport Cells, without
from sse_core._core.small_star_empires.stars.bags cimport N_SUMS
from sse_core._core.small_star_empires.stars.charts cimport NO_SHIP, NOTHING, ROW, STATIONS, Charts, ship_of
from sse_core._core.small_star_empires.stars.sight cimport BOARD, cells_like
from sse_core._core.small_star_empires.structs cimport MAX_PLAYERS, N_TILES, Position, RulesetData
from sse_core._core.words cimport Words, each

cdef extern from *:
    """
    /* GOLDEN times this is 1, by 2**64. */
    #define SSE_GOLDEN_INVERSE ((uint64_t)0xF1DE83E19937733D)
    """
    uint64_t GOLDEN_INVERSE "SSE_GOLDEN_INVERSE"

cdef enum:
    MAX_STARS = 8           # MAX_FLEET ships, the row, and one that makes them even
    SEEN = 4                # words of what a ship sees

# The ships of a player in all games. A slot counts words: LANES * ship + lane.
cdef struct Fleet:
    Halves ship[MAX_STARS]                 # charts.pxd; behind the last ship ROW, then NO_SHIP
    Halves ends[MAX_STARS]                 # of its view
    Halves far[MAX_STARS]
    Halves jumps[MAX_STARS]

# What only explorers and the end of a game ask for.
cdef struct Rest:
    int32_t banked_planets[MAX_PLAYERS]
    int32_t banked_tiles[MAX_PLAYERS]
    uint8_t until[N_SUMS]                   # tiles that are left (bags.pxd)
    int64_t row                             # of the game; -1 for none
    uint64_t begun                          # the stream at the start
    Cells tiles[N_TILES]

# Lane by lane: the words of a Halves.
cdef struct Games:
    uint8_t board[LANES][BOARD]
    Halves seen[MAX_STARS][SEEN]            # by star; that of number n_ships is the row
    Fleet fleet[MAX_PLAYERS]
    Halves cities[MAX_PLAYERS]             # those left in reserve
    Halves stations[MAX_PLAYERS]
    Halves received[MAX_PLAYERS]
    Halves left                            # the pieces in all reserves
    Halves passed
    Words stream[GROUPS]                    # what the next ply draws from (ply_below)
    Rest rest[LANES]
    # What the player whose turn it is does.
    Halves moves                           # 1, or 0 if nothing can be done
    Which repairs                           # where the ship is repaired
    Halves slot                            # the ship that moves, its place and view; NO_SHIP, in the last place
    Halves ship
    Halves ends
    Halves far
    Halves tolls                           # bits of its star where a toll would be due
    Halves damage                          # DAMAGED if it is so, and stays so; else 0
    uint64_t to_city[LANES]                 # its landings: bits of the star; from 32 on stations, or the row (View)
    uint64_t to_station[LANES]              # if there is a row
    uint64_t landings[LANES]                # the same by cell
    Halves rank                            # the number of the action among these
    Halves landing                         # the bit where it lands, + 64 for a station
    Halves target                          # the cell
    Halves paid                            # bits where it pays a toll


cdef inline void clear_lanes(const Charts* c, Games* g) noexcept nogil:
    # Lanes without games, on whose empty boards nobody moves: nothing is left in reserve.
    #   writes   g
    cdef int lane, player, i
    memset(g, 0, sizeof(Games))
    for lane in range(LANES):
        g.rest[lane].row = -1
    for player in range(c.n_players):
        for i in range(c.n_ships, MAX_STARS):
            g.fleet[player].ship[i] = halves_of(ROW if i == c.n_ships else NO_SHIP)


cdef inline void put(const Charts* c, Fleet* fleet, uint32_t slot, uint32_t ship) noexcept nogil:
    # A ship of a player stands somewhere else.
    #   writes   a word of each part of fleet
    lane_of(fleet.ship)[slot] = ship
    lane_of(fleet.ends)[slot] = c.view[ship].ends
    if c.jumps:
        lane_of(fleet.far)[slot] = c.view[ship].far
        lane_of(fleet.jumps)[slot] = c.view[ship].jumps


cdef inline void let_in(
    const Charts* c, const Position* start, Games* g, int lane, int64_t row, uint64_t seed
) noexcept nogil:
    # A game begins in a lane.
    cdef Rest* rest = &g.rest[lane]
    cdef int player, tile, ship
    memcpy(g.board[lane], c.start, sizeof(c.start))
    lane_of(&g.left)[lane] = 0
    for player in range(c.n_players):
        lane_of(&g.cities[player])[lane] = start.cities_left[player]
        lane_of(&g.stations[player])[lane] = start.stations_left[player]
        lane_of(&g.received[player])[lane] = start.received[player]
        lane_of(&g.left)[lane] += start.cities_left[player] + start.stations_left[player]
        rest.banked_planets[player] = start.banked_planets[player]
        rest.banked_tiles[player] = start.banked_tiles[player]
        for ship in range(c.n_ships):
            put(c, &g.fleet[player], LANES * ship + lane, ship_of(start.ships[player][ship]))
    for tile in range(N_TILES):
        rest.tiles[tile] = start.tiles[tile]
    memcpy(rest.until, c.until, sizeof(c.until))
    rest.row = row
    rest.begun = stream_at(seed, start.ply)
    each(g.stream)[lane] = rest.begun
    lane_of(&g.passed)[lane] = start.passed


cdef inline bint is_over(const Charts* c, const Games* g, int lane) noexcept nogil:
    # E2.3: no piece is left, or nobody can move.
    return lane_of(&g.left)[lane] == 0 or lane_of(&g.passed)[lane] == <uint32_t>((1 << c.n_players) - 1)


cdef inline Cells held_by(const uint8_t* board, int player) noexcept nogil:
    # The systems of a player: those with a code from CITIES on whose lowest bits are the player.
    return without(cells_like(board, 3, player), cells_like(board, 12, NOTHING))


cdef inline void let_out(
    const RulesetData* r, const Games* g, int lane, const Position* start, Position* out
) noexcept nogil:
    # A game is over.
    #   writes   of out what scores ask for, and how many plies there were
    cdef const Rest* rest = &g.rest[lane]
    cdef int player, tile
    memset(out, 0, sizeof(Position))
    for player in range(r.n_players):
        out.held[player] = held_by(g.board[lane], player)
        out.cities_left[player] = <int>lane_of(&g.cities[player])[lane]
        out.stations_left[player] = <int>lane_of(&g.stations[player])[lane]
        out.received[player] = <int>lane_of(&g.received[player])[lane]
        out.banked_planets[player] = rest.banked_planets[player]
        out.banked_tiles[player] = rest.banked_tiles[player]
    out.stations = cells_like(g.board[lane], 12, STATIONS)
    for tile in range(N_TILES):
        out.tiles[tile] = rest.tiles[tile]
    # A stream advances by GOLDEN with each ply.
    out.ply = start.ply + <int>((each(g.stream)[lane] - rest.begun) * GOLDEN_INVERSE)
    sse_check(out.ply >= start.ply)
