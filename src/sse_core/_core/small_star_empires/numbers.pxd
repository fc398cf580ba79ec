# Numbers that describe a position of Small Star Empires: the goods of each seat, and the reach of its ships.
# Header-only.
#
# `small_star_empires/strength/features.py` names them, one sentence each, in the order of the enum below;
# `small_star_empires/reference/features.py` has them in plain Python. For `kind` see moves.pxd.

from libc.stdint cimport int32_t, int64_t

from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport (
    Cells, both, cells_none, either, is_empty, pop_lowest, size, without,
)
from sse_core._core.small_star_empires.flood cimport largest_territories
from sse_core._core.small_star_empires.maps.grid cimport SSE_HAS_SWEEPS, sweep
from sse_core._core.small_star_empires.moves cimport (
    held_by_all, list_variant_moves, open_systems, opponents_of, reach, seat_after, walls,
)
from sse_core._core.small_star_empires.observation cimport whose_turn
from sse_core._core.small_star_empires.score cimport score_with, set_points
from sse_core._core.small_star_empires.structs cimport (
    ABANDONED, FINISHED, MAX_PLAYERS, NARROW, THREE, TWO, VARIANT, Moves, Position, RulesetData, Sheet,
)

cdef enum:                  # features.FEATURES, in its order
    POINTS = 0              # planets, nebulae, stations, territory, tiles, tolls
    PLANETS = 0
    TERRITORY = 6
    CITIES_LEFT = 7
    STATIONS_LEFT = 8
    DAMAGED = 9
    STUCK = 10
    TIGHT = 11
    NOW = 12                # four numbers of each set: all systems, then those with planets, two or more, three
    FIRST = 16
    ALONE = 20
    SOON = 24
    SAFE = 28
    NEBULAE = 32            # now, first, alone, soon
    UNEXPLORED_NOW = 36
    UNEXPLORED_SOON = 37
    TOLLED = 38
    BESIDE_NOW = 39
    BESIDE_SOON = 40
    BEST_SPOT = 41
    SPOTS = 42
    WAIT = 43
    PLY = 44
    N_FEATURES = 45

# Where the ships of a seat can land, as if its turn began.
cdef struct Landings:
    Cells whole             # by an undamaged ship
    Cells damaged           # by a damaged one
    Cells now               # by either
    Cells soon              # those, and what is reached from them
    Cells for_station       # where it can put a station
    Cells toll_free         # of `now`: where no toll is due
    int32_t n_damaged       # ships that are damaged, ...
    int32_t stuck           # ...that can land nowhere, ...
    int32_t tight           # ...that can land in one or two systems


cdef inline void features_of(const RulesetData* r, const Position* p, int32_t* out, int kind) noexcept nogil:
    # The numbers of every seat.
    #   writes   out[0:n_players * N_FEATURES], by seat, then in the order of the enum
    cdef Landings seats[MAX_PLAYERS]
    cdef Sheet sheets[MAX_PLAYERS]
    cdef int64_t largest[MAX_PLAYERS]
    cdef Cells rich[3]
    cdef Cells earlier = cells_none(), rivals_now, rivals_soon
    cdef int player, other, _, wait = 0
    sse_check(r.n_players <= MAX_PLAYERS)
    find_rich(r, p, rich, kind)
    largest_territories(r, p.held, r.n_players, largest)
    score_with(r, p, largest, sheets)
    for player in range(r.n_players):
        find_landings(r, p, player, &seats[player], kind, True)
    # On a plain board nothing is ever due inside a turn, and a search leaves those fields unset (copies.pxd).
    player = whose_turn(p) if kind == VARIANT else max(p.to_act, 0)
    for _ in range(r.n_players):
        rivals_now = rivals_soon = cells_none()
        for other in range(r.n_players):
            if other != player:
                rivals_now = either(rivals_now, seats[other].now)
                rivals_soon = either(rivals_soon, seats[other].soon)
        write_features(
            r, p, player, &seats[player], &sheets[player], rivals_now, rivals_soon, earlier, rich,
            out + player * N_FEATURES, kind,
        )
        out[player * N_FEATURES + TERRITORY] = <int32_t>largest[player]
        out[player * N_FEATURES + WAIT] = wait
        earlier = either(earlier, seats[player].now)
        if p.to_act != FINISHED and not (p.passed >> player) & 1:
            wait += 1
        player = seat_after(r, player)


cdef inline Cells in_a_word(Cells cells, int kind) noexcept nogil:
    # The cells, of which the compiler then knows that none is beyond the first word of a NARROW board.
    if kind == NARROW:
        cells.hi = 0
    return cells


cdef inline void find_rich(const RulesetData* r, const Position* p, Cells* out, int kind) noexcept nogil:
    # E7.0, E9.3: the systems with at least 1, 2 and 3 planets, those of revealed tiles included.
    #   writes   out[0:3]
    cdef int planets
    for planets in range(3):
        out[planets] = r.planets[planets]
        if kind == VARIANT:
            out[planets] = either(out[planets], p.tiles[THREE])
            if planets < 2:
                out[planets] = either(out[planets], p.tiles[TWO])


# --- where ships can land

cdef inline void find_landings(
    const RulesetData* r, const Position* p, int player, Landings* out, int kind, bint second
) noexcept nogil:
    # Where a seat's ships can land and colonize now and next, as if its turn began. A seat that is out, or has nothing
    # in reserve, lands nowhere. Without `second`, out.soon has those of one move alone.
    #   writes   out
    cdef int i, pieces = p.cities_left[player] + p.stations_left[player]
    # Field by field: gcc clears so few bytes by a slow string instruction.
    out.whole = out.damaged = out.now = out.soon = out.for_station = out.toll_free = cells_none()
    out.n_damaged = out.stuck = out.tight = 0
    for i in range(p.n_ships[player]):
        out.n_damaged += p.ships[player][i] & 1
    if pieces == 0 or (p.passed >> player) & 1:
        out.stuck = p.n_ships[player]
        return
    if kind == VARIANT:
        find_variant_landings(r, p, player, out)
    else:
        find_plain_landings(r, p, player, out, kind)
    out.now = out.soon = either(out.whole, out.damaged)
    if second and pieces > 1:
        add_second_landings(r, p, player, out, kind)


cdef inline void find_plain_landings(
    const RulesetData* r, const Position* p, int player, Landings* out, int kind
) noexcept nogil:
    # The same on a plain board, for this move.
    cdef Cells stops = in_a_word(opponents_of(p, player), kind), landings
    cdef Cells free = in_a_word(without(r.landable, held_by_all(p)), kind)
    cdef int i, ship
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        landings = both(reach(r, ship, stops, kind), free)
        if ship & 1:
            out.damaged = either(out.damaged, landings)
        else:
            out.whole = either(out.whole, landings)
        note_ship(out, landings)
    out.toll_free = either(out.whole, out.damaged)
    if p.stations_left[player]:
        out.for_station = out.toll_free


cdef inline void find_variant_landings(
    const RulesetData* r, const Position* p, int player, Landings* out
) noexcept nogil:
    # The same under all rules. Equal ships are listed once, and counted one by one.
    cdef Moves moves
    cdef Cells landings, stops
    cdef int i, ship, listed = -1
    list_variant_moves(r, p, player, &moves)
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        listed += listed < 0 or moves.ship[listed] != ship
        landings = either(moves.landings[listed], moves.station_landings[listed])
        out.for_station = either(out.for_station, moves.station_landings[listed])
        if ship & 1:
            out.damaged = either(out.damaged, landings)
        else:
            out.whole = either(out.whole, landings)
        stops = either(walls(r, p, player, ship & 1), opponents_of(p, player))
        out.toll_free = either(out.toll_free, both(landings, reach(r, ship, stops, VARIANT)))
        note_ship(out, landings)


cdef inline void note_ship(Landings* out, Cells landings) noexcept nogil:
    cdef int n = size(landings)
    out.stuck += n == 0
    out.tight += n == 1 or n == 2


cdef inline void add_second_landings(
    const RulesetData* r, const Position* p, int player, Landings* out, int kind
) noexcept nogil:
    # Adds the systems that a ship reaches from those where it can land now, without a toll, all else being equal.
    #   reads    out.whole, out.damaged
    #   writes   out.soon
    cdef Cells stops = in_a_word(opponents_of(p, player), kind), known
    if kind != VARIANT:
        known = in_a_word(without(r.landable, held_by_all(p)), kind)
        add_reached(r, out.whole, 0, stops, known, &out.soon, kind)
        add_reached(r, out.damaged, 1, stops, known, &out.soon, kind)
        return
    known = open_systems(r, p)
    # E5.2: damaged ships don't explore.
    add_reached(r, out.damaged, 1, either(stops, walls(r, p, player, True)), known, &out.soon, kind)
    # E9.1: exploring takes a city.
    if p.cities_left[player]:
        known = either(known, p.unexplored)
    add_reached(r, out.whole, 0, either(stops, walls(r, p, player, False)), known, &out.soon, kind)


cdef inline void add_reached(
    const RulesetData* r, Cells origins, int damaged, Cells stops, Cells targets, Cells* out, int kind
) noexcept nogil:
    # Adds those of some targets that a ship reaches from any of the origins, which are targets themselves.
    #   writes   out[0]
    cdef Cells reached = cells_none()
    if SSE_HAS_SWEEPS and r.grid.width and not damaged:
        reached = in_a_word(sweep(&r.grid, origins, without(r.flyable, stops)), kind)
        origins = both(origins, r.jumpers)
    while not is_empty(origins):
        reached = either(reached, reach(r, 2 * pop_lowest(&origins) + damaged, stops, kind))
    out[0] = either(out[0], both(reached, targets))


# --- numbers of a seat

cdef inline void write_features(
    const RulesetData* r, const Position* p, int player, const Landings* own, const Sheet* sheet, Cells rivals_now,
    Cells rivals_soon, Cells earlier, const Cells* rich, int32_t* out, int kind,
) noexcept nogil:
    # The numbers of a seat.
    #   reads    rivals_now, rivals_soon: where any opponent lands; earlier: where those land who act before the seat
    #   writes   out[0:N_FEATURES], but neither TERRITORY nor WAIT
    cdef Cells now = in_a_word(own.now, kind), soon = in_a_word(own.soon, kind), held = in_a_word(p.held[player], kind)
    cdef Cells first = without(now, earlier), alone = without(now, rivals_now)
    out[POINTS] = sheet.planets
    out[POINTS + 1] = sheet.nebulae
    out[POINTS + 2] = sheet.stations
    out[POINTS + 3] = sheet.territory
    out[POINTS + 4] = sheet.tiles
    out[POINTS + 5] = sheet.tolls
    out[CITIES_LEFT] = p.cities_left[player]
    out[STATIONS_LEFT] = p.stations_left[player]
    out[DAMAGED] = own.n_damaged
    out[STUCK] = own.stuck
    out[TIGHT] = own.tight
    count_systems(rich, now, out + NOW, kind)
    count_systems(rich, first, out + FIRST, kind)
    count_systems(rich, alone, out + ALONE, kind)
    count_systems(rich, soon, out + SOON, kind)
    count_systems(rich, without(now, rivals_soon), out + SAFE, kind)
    write_nebulae(r, held, now, first, alone, soon, out + NEBULAE, kind)
    out[UNEXPLORED_NOW] = out[UNEXPLORED_SOON] = out[TOLLED] = 0
    if kind == VARIANT:
        out[UNEXPLORED_NOW] = size(both(now, p.unexplored))
        out[UNEXPLORED_SOON] = size(both(soon, p.unexplored))
        out[TOLLED] = size(without(now, own.toll_free))
    write_stations(r, p, player, own, rivals_now, rivals_soon, out, kind)
    out[PLY] = p.ply


cdef inline void count_systems(const Cells* rich, Cells cells, int32_t* out, int kind) noexcept nogil:
    # How many systems a set has: all, then those with 1, 2 and 3 planets at least.
    #   writes   out[0:4]
    cells = in_a_word(cells, kind)
    out[0] = size(cells)
    out[1] = size(both(cells, rich[0]))
    out[2] = size(both(cells, rich[1]))
    out[3] = size(both(cells, rich[2]))


cdef inline void write_nebulae(
    const RulesetData* r, Cells held, Cells now, Cells first, Cells alone, Cells soon, int32_t* out, int kind
) noexcept nogil:
    # E7.1: the points that nebulae in reach would add, by colour: one of each colour now, or first; three at most of
    # each alone, or soon. Chromatic nebulae (E9.4) are left out.
    #   writes   out[0:4]
    cdef Cells nebulae
    cdef int colour, n, points
    out[0] = out[1] = out[2] = out[3] = 0
    for colour in range(3):
        nebulae = in_a_word(r.nebulae[colour], kind)
        n = size(both(held, nebulae))
        points = set_points(r, n)
        out[0] += set_points(r, n + min(size(both(now, nebulae)), 1)) - points
        out[1] += set_points(r, n + min(size(both(first, nebulae)), 1)) - points
        out[2] += set_points(r, n + min(size(both(alone, nebulae)), 3)) - points
        out[3] += set_points(r, n + min(size(both(soon, nebulae)), 3)) - points


cdef inline void write_stations(
    const RulesetData* r, const Position* p, int player, const Landings* own, Cells rivals_now, Cells rivals_soon,
    int32_t* out, int kind,
) noexcept nogil:
    # E7.2, E9.6: systems beside the seat's stations where opponents can land, and systems beside which they stand.
    #   writes   BESIDE_NOW, BESIDE_SOON, BEST_SPOT, SPOTS
    cdef Cells stations = in_a_word(both(p.stations, p.held[player]), kind), around, todo, left
    cdef Cells beside[3]        # how many systems of opponents are beside each, in binary
    cdef int bit, now = 0, soon = 0, best = 0
    if kind == VARIANT:
        stations = either(stations, both(p.tiles[ABANDONED], p.held[player]))
    while not is_empty(stations):
        around = in_a_word(r.around[pop_lowest(&stations)], kind)
        now += size(both(around, rivals_now))
        soon += size(both(around, rivals_soon))
    out[BESIDE_NOW], out[BESIDE_SOON] = now, soon
    out[BEST_SPOT] = out[SPOTS] = 0
    left = in_a_word(own.for_station, kind)
    if is_empty(left):
        return
    beside[0] = beside[1] = beside[2] = cells_none()
    todo = in_a_word(opponents_of(p, player), kind)
    while not is_empty(todo):
        # A system has six neighbours at most, so that three binary digits are enough.
        around = both(r.around[pop_lowest(&todo)], left)
        beside[2] = either(beside[2], both(beside[1], both(beside[0], around)))
        around, beside[0] = both(beside[0], around), differing(beside[0], around)
        beside[1] = differing(beside[1], around)
    out[SPOTS] = size(either(beside[1], beside[2]))
    for bit in range(2, -1, -1):
        todo = both(left, beside[bit])
        if not is_empty(todo):
            best += 1 << bit
            left = todo
    out[BEST_SPOT] = best


cdef inline Cells differing(Cells a, Cells b) noexcept nogil:
    # The cells of one set alone.
    a.lo ^= b.lo
    a.hi ^= b.hi
    return a
