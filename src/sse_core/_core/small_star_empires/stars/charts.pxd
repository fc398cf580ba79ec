# Charts of a board of Small Star Empires for lanes under all rules: what never changes in a call. Header-only.
#
# A ship's star has the cells of its six rays, the nearest of each first, as bits of a word of 32. A cell that it can
# only jump to is a bit behind the rays. If there is no room for all, the first 32 such cells of the board are bits of
# another word, the row, which all ships share.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport (
    Cells, both, cell_bit, cells_none, either, has, is_empty, pop_lowest, size, without,
)
from sse_core._core.small_star_empires.stars.bags cimport MAX_BAG, N_SUMS, fill_bag
from sse_core._core.small_star_empires.stars.sight cimport BOARD, TURN, TWICE, put_code
from sse_core._core.small_star_empires.structs cimport (
    ASTEROID, MAX_CELLS, MAX_PLAYERS, N_TILES, NORDINN, NOTHING_DUE, REFUELING, Position, RulesetData,
)
from sse_core._core.small_star_empires.turn cimport points_at_once
from sse_core._core.words cimport Words

cdef enum:
    MAX_FLEET = 6           # a player's ships
    MAX_STAR = 32           # bits of a word
    NOWHERE = 127           # stands for no cell: a wall
    # A ship is its cell, + DAMAGED. The views of whole ships, which most are, lie side by side: they nearly fill the
    # first-level cache, and with gaps between them they would crowd out each other.
    DAMAGED = 128
    NO_SHIP = 127           # sees nothing, and lands nowhere
    ROW = 255               # its view has the cells of the row
    # What is in a cell.
    NOTHING = 0             # a wormhole, or a conquered system that ships pass
    FREE = 1                # explored, and somebody could land there
    UNEXPLORED = 2
    WALL = 3
    CITIES = 4              # of the first player; 5, 6, 7 of the others
    STATIONS = 8
    HOMES = 12
    N_CODES = 16
    # What that is for a ship of a player: flags, whose words stand in this order.
    LANDS = 1
    EXPLORES = 2            # with LANDS: the own homeworld
    STOPS = 4               # with LANDS: a toll, and no stop

# What a ship sees from a cell. Two lines of the cache: a ship that doesn't move needs the first.
cdef struct View:
    uint8_t order[MAX_STAR]     # the cell of each bit, at bit ^ TURN; NOWHERE for none
    uint32_t ends               # the last bit of each ray
    uint32_t far                # bits where it can jump to
    uint32_t jumps              # the same of the row
    uint32_t unused[5]
    uint8_t by_cell[64]         # bits by ascending cell: with a row, those of the star and, from 32 on, those of the
                                # row; without one, those of the star (TWICE)

cdef struct Charts:
    Words aligned                           # no load of a view is of two lines of the cache: that takes twice as long
    View view[2 * MAX_CELLS]                # by ship; NO_SHIP; ROW
    uint8_t flags[MAX_PLAYERS][N_CODES]     # what a code is for a player
    uint8_t landed[MAX_PLAYERS][2][N_CODES]     # what a cell is after a ship has landed with a city, or a station
    uint8_t explored[MAX_PLAYERS][N_TILES]  # what it is after a tile has been revealed
    uint8_t start[BOARD]                    # the board
    uint8_t until[N_SUMS]                   # the tiles that are left (bags.pxd)
    uint8_t at_once[N_TILES]                # the points of a tile when it is revealed
    uint8_t goes_on[N_TILES]                # whether a turn may go on after it
    uint8_t planets[MAX_CELLS]
    uint32_t damaged_stop                   # all bits if unexplored systems stop damaged ships, else 0
    uint32_t longest_ray                    # no ship ever passes so many tolls; 0 where there are none
    bint has_row
    bint jumps                              # whether any ship can ever jump
    int n_players
    int n_ships


cdef inline bint fits(const RulesetData* r, const Position* p) noexcept nogil:
    # Whether the games from a position are for these lanes.
    cdef Cells row = row_of(r)
    cdef int player, kind, ship, pieces = 0, tiles = 0
    for kind in range(N_TILES):
        tiles += r.bag[kind]
    for player in range(r.n_players):
        pieces += p.cities_left[player] + p.stations_left[player]
        if p.n_ships[player] != p.n_ships[0] or p.n_ships[player] > MAX_FLEET:
            return False
    for ship in range(2 * r.n_cells):
        if bits_of(r, ship, row) > MAX_STAR:
            return False
    # Whether a player stays is not asked here, nor is the start whether the game is over (E2.3).
    return (
        r.n_cells <= NOWHERE and tiles <= MAX_BAG and pieces > 0 and p.to_act >= 0 and p.due == NOTHING_DUE
        and (r.toll_compulsory or not r.open_borders)
    )


cdef inline void draw_charts(const RulesetData* r, const Position* p, Charts* out) noexcept nogil:
    # Charts of a board and of the position in which all games begin.
    #   reads    r and p, which fit
    #   writes   out
    cdef Cells row = row_of(r), left = row
    cdef int ship, bit
    memset(out, 0, sizeof(Charts))
    memset(out.view[NO_SHIP].order, NOWHERE, MAX_STAR)
    memset(out.view[ROW].order, NOWHERE, MAX_STAR)
    out.n_players, out.n_ships = r.n_players, p.n_ships[0]
    # Of a longer ray, no ship sees more cells than a star has.
    out.longest_ray = min(r.longest_ray, <int>MAX_STAR) if r.open_borders else 0
    out.damaged_stop = 0 if r.damaged_passes else 0xFFFFFFFF
    draw_codes(r, p, out)
    fill_bag(r, p, out.until)
    out.has_row = not is_empty(row)
    for bit in range(size(row)):
        out.view[ROW].order[bit ^ TURN] = pop_lowest(&left)
    for ship in range(2 * r.n_cells):
        out.jumps |= not is_empty(r.far[ship])
        draw_view(r, ship, row, out)


cdef inline int ship_of(int ship) noexcept nogil:
    # A ship of the rules, 2 * cell + damaged, as it is here.
    return ship >> 1 | (ship & 1) * DAMAGED


cdef inline Cells seen_by_rays(const RulesetData* r, int ship) noexcept nogil:
    # The systems that a ship flies over where ships can be: homeworlds, and those to land on.
    return among_systems(r, ship, both(r.star[ship >> 1], r.within[ship]))


cdef inline Cells seen_far(const RulesetData* r, int ship) noexcept nogil:
    # The same of those that it can jump to.
    return among_systems(r, ship, r.far[ship])


cdef inline Cells among_systems(const RulesetData* r, int ship, Cells cells) noexcept nogil:
    # The cells where ships can be; none for a ship that is elsewhere.
    cdef Cells systems = either(r.landable, r.homes)
    return both(cells, systems) if has(systems, ship >> 1) else cells_none()


cdef inline int bits_of(const RulesetData* r, int ship, Cells row) noexcept nogil:
    # How many bits the star of a ship takes, if the row has some cells. Behind rays there is a wall before jumps begin.
    cdef Cells rays = seen_by_rays(r, ship)
    cdef int jumps = size(without(without(seen_far(r, ship), rays), row))
    return size(rays) + (1 + jumps if jumps else 0)


cdef inline Cells row_of(const RulesetData* r) noexcept nogil:
    # The cells of the row: the first MAX_STAR that ships can jump to; none if all stars have room for jumps.
    cdef Cells left = cells_none(), row = cells_none()
    cdef bint is_crowded = False
    cdef int ship, _
    for ship in range(2 * r.n_cells):
        left = either(left, seen_far(r, ship))
        is_crowded |= bits_of(r, ship, row) > MAX_STAR
    if is_crowded:
        for _ in range(min(size(left), <int>MAX_STAR)):
            row = either(row, cell_bit(pop_lowest(&left)))
    return row


cdef inline void draw_view(const RulesetData* r, int ship, Cells row, Charts* out) noexcept nogil:
    #   reads    row, the cells of the row; bits_of(r, ship, row) <= MAX_STAR
    #   writes   the view of this ship
    cdef View* view = &out.view[ship_of(ship)]
    cdef uint8_t bit_of[MAX_CELLS]
    cdef uint8_t cells[MAX_STAR]            # of a ray, by number
    cdef Cells rays = seen_by_rays(r, ship), far = seen_far(r, ship), ray, left
    cdef int direction, i, n, cell, bit = 0
    memset(view.order, NOWHERE, sizeof(view.order))
    for direction in range(6):
        ray = both(r.ray[ship >> 1][direction], rays)
        n = size(ray)
        sse_check(bit + n <= MAX_STAR)
        for i in range(n):
            cells[i] = pop_lowest(&ray)
        for i in range(n):
            # E, SW and SE run towards higher cells, the others towards lower ones.
            cell = cells[i if direction in (0, 4, 5) else n - 1 - i]
            view.order[bit ^ TURN] = cell
            view.far |= <uint32_t>has(far, cell) << bit
            bit_of[cell] = bit
            bit += 1
        if n:
            view.ends |= <uint32_t>1 << (bit - 1)
    left = without(without(far, rays), row)
    while not is_empty(left):
        # The bit behind the rays stays a wall.
        bit += 1
        sse_check(bit < MAX_STAR)
        cell = pop_lowest(&left)
        view.order[bit ^ TURN] = cell
        view.far |= <uint32_t>1 << bit
        bit_of[cell] = bit
    for bit in range(MAX_STAR):
        cell = out.view[ROW].order[bit ^ TURN]
        if cell != NOWHERE and has(far, cell) and not has(rays, cell):
            view.jumps |= <uint32_t>1 << bit
            bit_of[cell] = MAX_STAR + bit
    left = either(rays, far)
    # At most 32 cells of the star and 32 of the row. What is behind the last cell is never looked at.
    n = 0
    while not is_empty(left):
        cell = pop_lowest(&left)
        if out.has_row:
            sse_check(n < 64)
            view.by_cell[n] = bit_of[cell]
        else:
            sse_check(n < 32)
            view.by_cell[n << TWICE] = bit_of[cell]
            if TWICE:
                view.by_cell[2 * n + 1] = MAX_STAR + bit_of[cell]
        n += 1


cdef inline void draw_codes(const RulesetData* r, const Position* p, Charts* out) noexcept nogil:
    # E3.2 to E3.4, E5.2, E9.1, E9.3, E9.9, E10.1: what is in each cell, and what that is for each player.
    #   writes   out.start, out.planets, and all tables of codes and tiles
    cdef Cells walls = either(p.tiles[ASTEROID], p.tiles[NORDINN])
    cdef int player, other, cell, code, tile
    for player in range(r.n_players):
        out.flags[player][FREE], out.flags[player][WALL] = LANDS, STOPS
        out.flags[player][UNEXPLORED] = EXPLORES if r.unexplored_passable else EXPLORES | STOPS
        for code in range(CITIES, N_CODES, 4):
            for other in range(r.n_players):
                if other != player:
                    out.flags[player][code + other] = LANDS | STOPS if r.open_borders else STOPS
        out.flags[player][HOMES + player] = LANDS | EXPLORES
        for code in range(N_CODES):
            out.landed[player][0][code] = CITIES + player if code == FREE else code
            out.landed[player][1][code] = STATIONS + player if code == FREE else code
        for tile in range(N_TILES):
            out.explored[player][tile] = WALL if tile == ASTEROID or tile == NORDINN else CITIES + player
    for tile in range(N_TILES):
        out.at_once[tile] = points_at_once(r, tile)
        out.goes_on[tile] = tile == NORDINN or tile == REFUELING
    put_code(out.start, NOWHERE, WALL)
    for cell in range(r.n_cells):
        out.planets[cell] = has(r.planets[0], cell) + has(r.planets[1], cell) + has(r.planets[2], cell)
        if has(walls, cell):
            put_code(out.start, cell, WALL)
        elif has(p.conquered, cell):
            put_code(out.start, cell, after_conquest(r))
        elif has(p.unexplored, cell):
            put_code(out.start, cell, UNEXPLORED)
        elif has(r.landable, cell):
            put_code(out.start, cell, FREE)
        for player in range(r.n_players):
            if has(p.held[player], cell):
                put_code(out.start, cell, (STATIONS if has(p.stations, cell) else CITIES) + player)
    for player in range(r.n_players):
        put_code(out.start, r.home[player], HOMES + player)


cdef inline int after_conquest(const RulesetData* r) noexcept nogil:
    # E9.9: the code of a system with a conquest marker.
    return NOTHING if r.conquered_passable else WALL
