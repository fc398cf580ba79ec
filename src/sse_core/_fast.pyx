# cython: language_level=3, wraparound=False, cdivision=True
"""Small Star Empires' rules at speed: legality, application, score, playouts and perft over sets of cells.

The structs and the C functions' contracts stand in ``_fast.pxd``, the Python face and its types in ``_fast.pyi``, the
rules themselves in ``small_star_empires/RULES.md``, whose clauses are cited here. Only `def` methods check their
input and raise; what is below them takes what it is given.
"""

from collections import namedtuple
from fractions import Fraction
from types import SimpleNamespace

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE, PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from sse_core._hex cimport (
    MAX_CELLS,
    Cells,
    before_first,
    beyond_last,
    both,
    cell_bit,
    down_to_last,
    either,
    has,
    is_empty,
    nth_cell,
    pop_highest,
    pop_lowest,
    size,
    sse_check,
    up_to_first,
    without,
)

from sse_core.checks import check_number, check_seed
from sse_core.errors import Reason, SetupError
from sse_core.game import Outcome

__all__ = ["Banked", "Due", "Playouts", "Reserve", "Score", "State", "Tables", "lend_words", "perft", "perft_divide",
           "place", "playout", "playouts"]


# --- movement: E3, E4, E5

cdef Cells flight(const TableData* t, const Position* p, int player, int cell) noexcept nogil:
    # E3.1, E3.3, E3.4: a ship flies straight until a gap, a black hole or an opponent's system.
    #   reads    t.ray[cell], p.held
    #   returns  the cells entered, own systems and wormholes included
    cdef Cells blockers = opponents_of(t, p, player)
    cdef const Cells* ray = t.ray[cell]
    return either(
        either(
            either(before_first(ray[0], blockers), before_first(ray[4], blockers)),
            either(before_first(ray[5], blockers), beyond_last(ray[1], blockers)),
        ),
        either(beyond_last(ray[2], blockers), beyond_last(ray[3], blockers)),
    )


cdef inline Cells opponents_of(const TableData* t, const Position* p, int player) noexcept nogil:
    # The systems that the others hold, their homeworlds included.
    cdef Cells held = held_by_all(p)
    return without(held, p.held[player])


cdef inline Cells held_by_all(const Position* p) noexcept nogil:
    return either(either(p.held[0], p.held[1]), either(p.held[2], p.held[3]))


cdef inline Cells reach(const TableData* t, const Position* p, int player, int ship) noexcept nogil:
    # Where a ship (2 * cell + damaged) gets to by flight (E3.1, E5.1) or jump (E4.1, E4.3).
    cdef int cell = ship >> 1
    cdef Cells reached = flight(t, p, player, cell)
    if not ship & 1:
        return either(reached, t.jump[cell])
    reached = both(reached, t.near[cell])
    return either(reached, t.jump[cell]) if t.damaged_jump else reached


cdef void list_moves(const TableData* t, const Position* p, int player, Moves* out) noexcept nogil:
    # E3, E4, E5: what a player can do whose turn has come.
    #   reads    p.ships, p.held, p.cities_left, p.stations_left of the player; tiles and tolls if t.variants
    #   writes   out whole, but for the rows of its arrays beyond out.n
    if t.variants:
        list_variant_moves(t, p, player, out)
    else:
        list_plain_moves(t, p, player, out)


cdef inline void list_plain_moves(const TableData* t, const Position* p, int player, Moves* out) noexcept nogil:
    # The same on a map without unexplored systems, with closed borders.
    cdef int i, ship, n = 0, total = 0, last = -1
    cdef int kinds = (p.cities_left[player] > 0) + (p.stations_left[player] > 0)
    cdef Cells free = without(t.landable, held_by_all(p)), reached
    out.due = out.mixed = out.stay = 0
    out.kinds = kinds
    out.first_kind = CITY if p.cities_left[player] > 0 else STATION
    sse_check(0 <= player < t.n_players and p.n_ships[player] <= MAX_SHIPS)
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        sse_check(ship >> 1 < t.n_cells)
        if ship == last or (kinds == 0 and not ship & 1):
            continue
        sse_check(n < MAX_SHIPS)
        reached = reach(t, p, player, ship)
        out.ship[n] = ship
        out.landings[n] = both(reached, free)
        out.repairs[n] = (ship & 1) and has(reached, t.home[player])
        out.marked[n] = (ship & 1) and i > 0 and p.ships[player][i - 1] >> 1 == ship >> 1
        total += kinds * size(out.landings[n]) + out.repairs[n]
        last = ship
        n += 1
    out.n = n
    out.total = total


cdef void nth_move(const TableData* t, const Moves* m, int rank, Deed* out) noexcept nogil:
    # The legal action with `rank` others before it by ascending id; 0 <= rank < m.total.
    sse_check(0 <= rank < m.total)
    if t.variants:
        nth_variant_move(m, rank, out)
    else:
        nth_plain_move(m, rank, out)


cdef inline void nth_plain_move(const Moves* m, int rank, Deed* out) noexcept nogil:
    # The same where every landing takes each kind of piece.
    cdef int i = 0, landings
    while True:
        sse_check(i < m.n)
        landings = m.kinds * size(m.landings[i])
        if rank < landings + m.repairs[i]:
            break
        rank -= landings + m.repairs[i]
        i += 1
    out.origin = m.ship[i] >> 1
    out.damaged = m.marked[i]
    if rank == landings:
        out.target = 0
        out.piece = REPAIR
        return
    out.target = nth_cell(m.landings[i], rank // m.kinds)
    out.piece = m.first_kind + rank % m.kinds


# --- movement with unexplored systems and open borders: E3, E9, E10.1

# What lies in the way of one ship.
cdef struct Obstacles:
    Cells walls             # let nothing land or pass
    Cells ends              # may be landed on, but not passed
    Cells tolls             # may be passed for a city each


cdef inline Cells still_unexplored(const TableData* t, const Position* p) noexcept nogil:
    # E9.1: the systems that nobody has explored yet.
    cdef Cells seen = cells_none()
    cdef int tile
    for tile in range(N_TILES):
        seen = either(seen, p.tiles[tile])
    return without(t.unexplored, seen)


cdef inline Cells closed_systems(const Position* p) noexcept nogil:
    # E3.4: asteroid fields, Nordinn systems and conquered ones.
    return either(either(p.tiles[ASTEROID], p.tiles[NORDINN]), p.conquered)


cdef inline Cells open_systems(const TableData* t, const Position* p) noexcept nogil:
    # E3.2: where a city or a station can be put, be it known already what lies there.
    return without(without(t.landable, held_by_all(p)), either(closed_systems(p), still_unexplored(t, p)))


cdef Obstacles obstacles(const TableData* t, const Position* p, int player, bint damaged) noexcept nogil:
    # E3.3, E3.4, E5.2, E9.9, E10.1: what stops a player's ship, damaged or not. Black holes end the rays already.
    cdef Obstacles o
    cdef Cells unexplored = still_unexplored(t, p)
    o.walls = closed_systems(p)
    if t.conquered_passable:
        o.walls = without(o.walls, p.conquered)
    o.ends = o.tolls = cells_none()
    if t.open_borders:
        o.tolls = opponents_of(t, p, player)
    else:
        o.walls = either(o.walls, opponents_of(t, p, player))
    if damaged and not (t.damaged_passes and t.unexplored_passable):
        o.walls = either(o.walls, unexplored)
    elif not t.unexplored_passable:
        o.ends = unexplored
    return o


cdef Cells paid_flight(const TableData* t, const Obstacles* o, int cell, int most) noexcept nogil:
    # E3.1, E10.1: a flight for which at most `most` cities are paid.
    #   returns  the cells entered; none if `most` is negative
    cdef Cells reached = cells_none(), way, tolls
    cdef int direction, paid
    if most < 0:
        return reached
    for direction in range(6):
        way = t.ray[cell][direction]
        if direction == 0 or direction >= 4:
            way = up_to_first(before_first(way, o.walls), o.ends)
            tolls = both(way, o.tolls)
            paid = 0
            while paid < most and not is_empty(tolls):
                pop_lowest(&tolls)
                paid += 1
            way = before_first(way, tolls)
        else:
            way = down_to_last(beyond_last(way, o.walls), o.ends)
            tolls = both(way, o.tolls)
            paid = 0
            while paid < most and not is_empty(tolls):
                pop_highest(&tolls)
                paid += 1
            way = beyond_last(way, tolls)
        reached = either(reached, way)
    return reached


cdef inline Cells paid_reach(const TableData* t, const Obstacles* o, int ship, int most) noexcept nogil:
    # As `reach`, for at most so many cities paid.
    cdef int cell = ship >> 1
    cdef Cells reached = paid_flight(t, o, cell, most)
    if ship & 1:
        reached = both(reached, t.near[cell])
    return either(reached, free_jump(t, ship)) if most >= 0 else reached


cdef inline Cells free_jump(const TableData* t, int ship) noexcept nogil:
    # E4.1, E4.3: where a ship can jump.
    return cells_none() if ship & 1 and not t.damaged_jump else t.jump[ship >> 1]


cdef void list_variant_moves(const TableData* t, const Position* p, int player, Moves* out) noexcept nogil:
    # What a player can do whose turn has come, all rules regarded. E10.1: what a ship lands with must remain.
    cdef int i, ship, n = 0, last = -1, damaged
    cdef int cities = p.cities_left[player], stations = p.stations_left[player]
    cdef Cells known = open_systems(t, p), unexplored = still_unexplored(t, p), home = cell_bit(t.home[player])
    cdef Cells for_city, for_station, targets
    cdef bint something_free = False
    cdef Obstacles o[2]
    forget_moves(out)
    out.mixed = 1
    o[0] = obstacles(t, p, player, False)
    o[1] = obstacles(t, p, player, True)
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        damaged = ship & 1
        sse_check(ship >> 1 < t.n_cells)
        if ship == last or (cities == 0 and stations == 0 and not damaged):
            continue
        sse_check(n < MAX_SHIPS)
        for_station = for_city = paid_reach(t, &o[damaged], ship, cities)
        # With more cities than any way has systems, one less affords the same.
        if t.open_borders and cities <= t.longest_ray:
            for_city = paid_reach(t, &o[damaged], ship, cities - 1)
        out.ship[n] = ship
        out.repairs[n] = damaged and not is_empty(both(for_station, home))
        out.marked[n] = damaged and i > 0 and p.ships[player][i - 1] >> 1 == ship >> 1
        out.landings[n] = out.station_landings[n] = cells_none()
        if cities:
            # E9.1, E5.2: a city, and a whole ship, for what is unexplored.
            out.landings[n] = both(for_city, known if damaged else either(known, unexplored))
        if stations:
            out.station_landings[n] = both(for_station, known)
        out.total += size(out.landings[n]) + size(out.station_landings[n]) + out.repairs[n]
        if t.open_borders and not t.toll_compulsory:
            targets = either(out.landings[n], out.station_landings[n])
            if out.repairs[n]:
                targets = either(targets, home)
            something_free |= not is_empty(both(paid_reach(t, &o[damaged], ship, 0), targets))
        last = ship
        n += 1
    out.n = n
    if out.total and t.open_borders and not t.toll_compulsory and not something_free:
        out.stay = 1
        out.total += 1


cdef void list_second_moves(const TableData* t, const Position* p, int player, int cell, Moves* out) noexcept nogil:
    # E9.7: one step with the fuel just found, to where the ship could land, or stay; nothing if there is no such step.
    cdef Cells known = both(t.around[cell], open_systems(t, p))
    forget_moves(out)
    out.due = REFUEL_DUE
    out.mixed = out.n = 1
    out.ship[0] = 2 * cell
    out.marked[0] = out.repairs[0] = 0
    out.landings[0] = out.station_landings[0] = cells_none()
    if p.cities_left[player]:
        out.landings[0] = either(known, both(t.around[cell], still_unexplored(t, p)))
    if p.stations_left[player]:
        out.station_landings[0] = known
    out.total = size(out.landings[0]) + size(out.station_landings[0])
    if out.total:
        out.stay = 1
        out.total += 1


cdef void list_choices(const TableData* t, const Position* p, int player, int cell, Moves* out) noexcept nogil:
    # E9.9: the own cities next to the Nordinn Empire; with none, every city of the others.
    cdef Cells buildings = either(p.stations, t.homes)
    forget_moves(out)
    out.due = CHOICE_DUE
    out.candidates = without(both(p.held[player], t.around[cell]), buildings)
    if is_empty(out.candidates):
        out.candidates = without(opponents_of(t, p, player), buildings)
    out.total = size(out.candidates)


cdef void list_reveals(const TableData* t, const Position* p, Moves* out) noexcept nogil:
    # E9.2: the tiles that can come.
    cdef int tile
    forget_moves(out)
    out.due = REVEAL_DUE
    for tile in range(N_TILES):
        out.left[tile] = t.bag[tile] - size(p.tiles[tile])
        out.total += out.left[tile] > 0


cdef void list_due(const TableData* t, const Position* p, Moves* out) noexcept nogil:
    # Whatever can be done now: by chance, or by the player to act.
    if p.due == REVEAL_DUE:
        list_reveals(t, p, out)
    elif p.due == REFUEL_DUE:
        list_second_moves(t, p, p.explorer, p.spot, out)
    elif p.due == CHOICE_DUE:
        list_choices(t, p, p.explorer, p.spot, out)
    else:
        list_moves(t, p, p.to_act, out)


cdef void nth_variant_move(const Moves* m, int rank, Deed* out) noexcept nogil:
    cdef int i, moves
    cdef Cells cities, stations, cells
    out.origin = out.target = out.damaged = 0
    if m.due == REVEAL_DUE:
        out.piece = REVEAL
        while True:
            if m.left[out.target] > 0:
                if rank == 0:
                    return
                rank -= 1
            out.target += 1
            sse_check(out.target < N_TILES)
    if m.due == CHOICE_DUE:
        out.piece = CHOOSE
        out.target = nth_cell(m.candidates, rank)
        return
    for i in range(m.n):
        moves = size(m.landings[i]) + size(m.station_landings[i]) + m.repairs[i]
        if rank >= moves:
            rank -= moves
            continue
        out.origin = m.ship[i] >> 1
        out.damaged = m.marked[i]
        if m.repairs[i] and rank == moves - 1:
            out.piece = REPAIR
            return
        cities = m.landings[i]
        stations = m.station_landings[i]
        cells = either(cities, stations)
        while True:
            out.target = pop_lowest(&cells)
            if has(cities, out.target):
                if rank == 0:
                    out.piece = CITY
                    return
                rank -= 1
            if has(stations, out.target):
                if rank == 0:
                    out.piece = STATION
                    return
                rank -= 1
    sse_check(m.stay and rank == 0)
    out.piece = STAY


cdef Cells toll_systems(const TableData* t, const Position* p, int player, int ship, int target) noexcept nogil:
    # E10.1: the opponents' systems on a ship's way; none where it can jump.
    cdef Cells goal = cell_bit(target)
    cdef int cell = ship >> 1, direction
    if not t.open_borders or not is_empty(both(free_jump(t, ship), goal)):
        return cells_none()
    for direction in range(6):
        if has(t.ray[cell][direction], target):
            if direction == 0 or direction >= 4:
                return both(before_first(t.ray[cell][direction], goal), opponents_of(t, p, player))
            return both(beyond_last(t.ray[cell][direction], goal), opponents_of(t, p, player))
    return cells_none()


# --- the turn: E2, E6

cdef void play(const TableData* t, Position* p, const Deed* deed, Moves* out) noexcept nogil:
    # E2.1: whoever is to act does a legal deed, or chance turns up a tile, and the turn goes on.
    #   writes   p, and out: what can be done then, nothing when the game is over
    # A repair's target is the own homeworld, whatever the deed says.
    if t.variants:
        play_variant(t, p, deed, out)
    else:
        play_plain(t, p, deed, out)


cdef inline void play_plain(const TableData* t, Position* p, const Deed* deed, Moves* out) noexcept nogil:
    # The same on a map without unexplored systems, with closed borders: a deed is a whole turn.
    cdef int player = p.to_act, ship
    sse_check(0 <= player < t.n_players)
    ship = ship_of(p, player, deed)
    p.ply += 1
    if deed.piece == REPAIR:
        move_ship(p, player, ship, 2 * t.home[player])
    else:
        move_ship(p, player, ship, 2 * deed.target + (ship & 1))
        colonize(t, p, player, deed.target, deed.piece)
    end_turn(t, p, player, out)


cdef inline void colonize(const TableData* t, Position* p, int player, int cell, int piece) noexcept nogil:
    # E6.1: a piece goes from the reserve onto a system.
    cdef Cells spot = cell_bit(cell)
    sse_check(is_empty(both(held_by_all(p), spot)) and has(t.landable, cell))
    p.held[player] = either(p.held[player], spot)
    if piece == STATION:
        p.stations = either(p.stations, spot)
        p.stations_left[player] -= 1
    else:
        p.cities_left[player] -= 1


cdef inline void end_turn(const TableData* t, Position* p, int player, Moves* out) noexcept nogil:
    # E2.1, E2.3: the turn goes on to whoever can move, unless nothing is left.
    if nothing_left(t, p):
        p.to_act = FINISHED
        forget_moves(out)
    else:
        turn_comes_to(t, p, player + 1, out)


cdef void play_variant(const TableData* t, Position* p, const Deed* deed, Moves* out) noexcept nogil:
    cdef int player = p.explorer if p.due else p.to_act
    cdef int due = p.due, spot = p.spot
    sse_check(0 <= player < t.n_players)
    p.ply += 1
    p.due = NOTHING_DUE
    p.spot = p.explorer = 0
    if deed.piece == REVEAL:
        p.to_act = player
        reveal(t, p, player, spot, deed.target, out)
    elif deed.piece == CHOOSE:
        destroy(t, p, player, deed.target)
        end_turn(t, p, player, out)
    elif deed.piece == STAY:
        # E10.1: who would not pay is out; E9.7: a ship that stays after refueling has had its turn.
        if due == NOTHING_DUE:
            p.passed |= 1 << player
        end_turn(t, p, player, out)
    else:
        move(t, p, player, deed, out, due == REFUEL_DUE)


cdef void move(
    const TableData* t, Position* p, int player, const Deed* deed, Moves* out, bint refueled
) noexcept nogil:
    # E3, E9.1, E10.1: a ship moves, pays on its way, and colonizes, explores or is repaired.
    cdef int ship = ship_of(p, player, deed)
    cdef int target = t.home[player] if deed.piece == REPAIR else deed.target
    if not refueled:
        pay(t, p, player, toll_systems(t, p, player, ship, target))
    if deed.piece == REPAIR:
        move_ship(p, player, ship, 2 * target)
        end_turn(t, p, player, out)
        return
    move_ship(p, player, ship, 2 * target + (ship & 1))
    if has(still_unexplored(t, p), target):
        sse_check(not ship & 1 and deed.piece == CITY)
        make_due(p, REVEAL_DUE, target, player)
        p.to_act = CHANCE
        list_reveals(t, p, out)
        return
    colonize(t, p, player, target, deed.piece)
    end_turn(t, p, player, out)


cdef inline void pay(const TableData* t, Position* p, int player, Cells systems) noexcept nogil:
    # E10.1: one city for each system, to whoever holds it.
    cdef int other, toll
    for other in range(t.n_players):
        toll = size(both(systems, p.held[other]))
        p.received[other] += toll
        p.cities_left[player] -= toll
    sse_check(p.cities_left[player] >= 0)


cdef inline void make_due(Position* p, int due, int cell, int player) noexcept nogil:
    p.due = due
    p.spot = cell
    p.explorer = player


cdef void reveal(const TableData* t, Position* p, int player, int cell, int tile, Moves* out) noexcept nogil:
    # E9.3 to E9.9: what becomes of the ship that explores.
    sse_check(has(still_unexplored(t, p), cell))
    p.tiles[tile] = either(p.tiles[tile], cell_bit(cell))
    if tile == ASTEROID or tile == NORDINN:
        move_ship(p, player, 2 * cell, 2 * cell + 1)
    else:
        colonize(t, p, player, cell, CITY)
        p.banked_tiles[player] += points_at_once(t, tile)
    if tile == REFUELING:
        list_second_moves(t, p, player, cell, out)
        if out.total:
            make_due(p, REFUEL_DUE, cell, player)
            return
    elif tile == NORDINN:
        list_choices(t, p, player, cell, out)
        if out.total:
            make_due(p, CHOICE_DUE, cell, player)
            return
    end_turn(t, p, player, out)


cdef inline int points_at_once(const TableData* t, int tile) noexcept nogil:
    # E9.6, E9.7, E9.8; E6.2: the first edition counts the stations' points at the end.
    if tile == HOLLANA or tile == TENNAR:
        return 2
    return (tile == ABANDONED or tile == REFUELING) and not t.first_edition


cdef void destroy(const TableData* t, Position* p, int player, int cell) noexcept nogil:
    # E9.9: a city goes back to its owner's reserve; where it was the player's own, a conquest marker lies.
    cdef Cells spot = cell_bit(cell)
    cdef int owner = 0
    while not has(p.held[owner], cell):
        owner += 1
        sse_check(owner < t.n_players)
    p.held[owner] = without(p.held[owner], spot)
    p.cities_left[owner] += 1
    if not t.first_edition:
        # E6.2: points scored at once stay.
        p.banked_planets[owner] += planets_of(t, p, spot)
    if owner == player:
        p.conquered = either(p.conquered, spot)


cdef inline int ship_of(const Position* p, int player, const Deed* deed) noexcept nogil:
    # The ship that a deed moves, 2 * cell + damaged: said where both kinds stand there, seen where one does.
    cdef int i
    sse_check(p.n_ships[player] <= MAX_SHIPS)
    if deed.damaged:
        return 2 * deed.origin + 1
    for i in range(p.n_ships[player]):
        if p.ships[player][i] >> 1 == deed.origin:
            return p.ships[player][i]
    return -1


cdef inline void move_ship(Position* p, int player, int old, int new) noexcept nogil:
    # Takes one ship out of the sorted row and puts it back where it belongs.
    cdef uint8_t* row = p.ships[player]
    cdef int i = 0, n = p.n_ships[player]
    sse_check(n <= MAX_SHIPS)
    while row[i] != old:
        i += 1
        sse_check(i < n)
    while i + 1 < n and row[i + 1] < new:
        row[i] = row[i + 1]
        i += 1
    while i > 0 and row[i - 1] > new:
        row[i] = row[i - 1]
        i -= 1
    row[i] = new


cdef inline bint nothing_left(const TableData* t, const Position* p) noexcept nogil:
    # E2.3: no player has a piece in reserve.
    cdef int player, left = 0
    for player in range(t.n_players):
        left |= p.cities_left[player] | p.stations_left[player]
    return left == 0


cdef inline void turn_comes_to(const TableData* t, Position* p, int seat, Moves* out) noexcept nogil:
    # E2.1, E2.2: seats in order; who can't move when the turn comes is out for good; E2.3: all out, all over.
    #   writes   p.passed, p.to_act, and out: the moves of the player to act
    cdef int turn, player
    for turn in range(t.n_players):
        player = (seat + turn) % t.n_players
        if not (p.passed >> player) & 1:
            list_moves(t, p, player, out)
            if out.total:
                p.to_act = player
                return
            p.passed |= 1 << player
    p.to_act = FINISHED
    forget_moves(out)


cdef inline void forget_moves(Moves* out) noexcept nogil:
    out.total = out.due = out.mixed = out.kinds = out.first_kind = out.n = out.stay = 0


# --- why an action is refused

cdef int why_not(const TableData* t, const Position* p, const Moves* m, const Deed* deed) noexcept nogil:
    # Judges a deed of the table that is not legal for whoever is to act.
    #   reads    m, what can be done in p
    #   returns  a Reason's value, the first that applies in their order
    cdef int player = p.explorer if p.due else p.to_act
    if p.to_act == FINISHED:
        return GAME_OVER
    if not is_due(p, m, deed):
        return NOT_DUE
    if deed.piece == REVEAL:
        return NO_TILE
    if deed.piece == CHOOSE:
        return NO_CHOICE
    sse_check(0 <= player < t.n_players and deed.piece <= REPAIR)
    return why_no_move(t, p, player, deed)


cdef inline bint is_due(const Position* p, const Moves* m, const Deed* deed) noexcept nogil:
    # Whether it is the time for this kind of deed.
    if deed.piece == STAY:
        return m.stay
    if p.due == REVEAL_DUE:
        return deed.piece == REVEAL
    if p.due == CHOICE_DUE:
        return deed.piece == CHOOSE
    if p.due == REFUEL_DUE:
        return deed.piece < REPAIR and deed.origin == p.spot and not deed.damaged
    return deed.piece <= REPAIR


cdef int why_no_move(const TableData* t, const Position* p, int player, const Deed* deed) noexcept nogil:
    cdef int ship, i
    cdef bint whole = False, damaged = False
    cdef Cells line
    cdef Obstacles o
    sse_check(p.n_ships[player] <= MAX_SHIPS and deed.origin < t.n_cells and deed.target < t.n_cells)
    for i in range(p.n_ships[player]):
        if p.ships[player][i] >> 1 == deed.origin:
            damaged |= p.ships[player][i] & 1
            whole |= not p.ships[player][i] & 1
    if not (whole or damaged) or (deed.damaged and not (whole and damaged)):
        return NO_SHIP
    ship = 2 * deed.origin + (1 if deed.damaged or not whole else 0)
    if deed.piece == REPAIR and not ship & 1:
        return NOT_DAMAGED
    if deed.piece == CITY and p.cities_left[player] == 0:
        return NO_CITY
    if deed.piece == STATION and p.stations_left[player] == 0:
        return NO_STATION
    if has(opponents_of(t, p, player), deed.target):
        return OPPONENT_SYSTEM
    if deed.piece != REPAIR and has(p.held[player], deed.target):
        return OWN_SYSTEM
    if has(closed_systems(p), deed.target):
        return CLOSED_SYSTEM
    if has(still_unexplored(t, p), deed.target) and (ship & 1 or deed.piece == STATION):
        return UNEXPLORED_SYSTEM
    if p.due == REFUEL_DUE:
        return NOT_ADJACENT
    line.lo = line.hi = 0
    for i in range(6):
        line = either(line, t.ray[deed.origin][i])
    if not has(line, deed.target):
        return NO_DAMAGED_JUMP
    if ship & 1 and not has(t.near[deed.origin], deed.target):
        return OUT_OF_RANGE
    o = obstacles(t, p, player, ship & 1)
    return NO_TOLL if has(paid_flight(t, &o, deed.origin, MAX_CELLS), deed.target) else BLOCKED


# --- the end: E7

cdef int largest_territory(const TableData* t, Cells held) noexcept nogil:
    # E7.3: how many systems the largest connected part of a set has. Wormholes are held by nobody and join nothing.
    cdef Cells todo, part
    cdef int most = 0, left = size(held)
    while left > most:
        todo = part = cell_bit(pop_lowest(&held))
        while not is_empty(todo):
            todo = either(both(t.around[pop_lowest(&todo)], held), todo)
            held = without(held, todo)
            part = either(part, todo)
        most = max(most, size(part))
        left = size(held)
    return most


cdef void score(const TableData* t, const Position* p, Sheet* out) noexcept nogil:
    # E7.0 to E7.3: what each player would score if the game ended now.
    #   writes   out[0:n_players]
    cdef int player, most = 0
    cdef int largest[MAX_PLAYERS]
    sse_check(t.n_players <= MAX_PLAYERS)
    for player in range(t.n_players):
        out[player].planets = planets_of(t, p, p.held[player])
        out[player].nebulae = nebula_points(t, p, p.held[player])
        out[player].stations = station_points(t, p, player)
        out[player].tiles = out[player].tolls = 0
        largest[player] = largest_territory(t, p.held[player])
        most = max(most, largest[player])
    for player in range(t.n_players):
        out[player].territory = t.territory_points if largest[player] == most else 0
    if t.variants:
        score_variants(t, p, out)


cdef void score_variants(const TableData* t, const Position* p, Sheet* out) noexcept nogil:
    # E6.2, E9.6 to E9.8, E10.1: what was scored at once, what tiles score, and two for each city received.
    #   writes   out[0:n_players], adding to it
    cdef int player
    for player in range(t.n_players):
        out[player].planets += p.banked_planets[player]
        out[player].tiles += p.banked_tiles[player]
        if t.first_edition:
            out[player].tiles += size(both(p.held[player], either(p.tiles[ABANDONED], p.tiles[REFUELING])))
        out[player].tolls += 2 * p.received[player]
    score_hollana(t, p, out)
    score_tennar(t, p, out)


cdef void score_hollana(const TableData* t, const Position* p, Sheet* out) noexcept nogil:
    # E9.8: three to who holds most of the systems next to it, two to each if tied.
    cdef Cells left = p.tiles[HOLLANA], around
    cdef int player, most, n_most, points
    cdef int held[MAX_PLAYERS]
    while not is_empty(left):
        around = t.around[pop_lowest(&left)]
        most = n_most = 0
        for player in range(t.n_players):
            held[player] = size(both(around, p.held[player]))
            if held[player] > most:
                most = held[player]
                n_most = 0
            n_most += held[player] == most
        points = 3 if n_most == 1 else 2
        for player in range(t.n_players):
            if most and held[player] == most:
                out[player].tiles += points


cdef void score_tennar(const TableData* t, const Position* p, Sheet* out) noexcept nogil:
    # E9.8: two to each player who holds a system next to it.
    cdef Cells left = p.tiles[TENNAR], around
    cdef int player
    while not is_empty(left):
        around = t.around[pop_lowest(&left)]
        for player in range(t.n_players):
            if not is_empty(both(around, p.held[player])):
                out[player].tiles += 2


cdef inline int planets_of(const TableData* t, const Position* p, Cells held) noexcept nogil:
    # E7.0: one for each planet of some systems, those of tiles too (E9.3).
    cdef int kind, planets = 0
    for kind in range(3):
        planets += size(both(held, t.planets[kind]))
    if t.variants:
        planets += 3 * size(both(held, p.tiles[THREE])) + 2 * size(both(held, p.tiles[TWO]))
    return planets


cdef inline int nebula_points(const TableData* t, const Position* p, Cells held) noexcept nogil:
    # E7.1: by the table, per colour. E9.4: each chromatic nebula joins a colour, all chosen for the highest sum.
    cdef int red = size(both(held, t.nebulae[0]))
    cdef int green = size(both(held, t.nebulae[1]))
    cdef int blue = size(both(held, t.nebulae[2]))
    cdef int chromatic, most, to_red, to_green, points
    if not t.variants:
        return set_points(t, red) + set_points(t, green) + set_points(t, blue)
    chromatic = size(both(held, p.tiles[CHROMATIC]))
    most = 0
    for to_red in range(chromatic + 1):
        for to_green in range(chromatic - to_red + 1):
            points = (
                set_points(t, red + to_red)
                + set_points(t, green + to_green)
                + set_points(t, blue + chromatic - to_red - to_green)
            )
            most = max(most, points)
    return most


cdef inline int set_points(const TableData* t, int n) noexcept nogil:
    # E7.1: what n nebulae of one colour score; a larger set counts as the table's last.
    sse_check(t.n_set <= MAX_SET)
    return t.nebula_points[min(n, t.n_set) - 1] if n else 0


cdef inline int station_points(const TableData* t, const Position* p, int player) noexcept nogil:
    # E7.2: for each station, one for each adjacent system that an opponent holds. E9.6: an abandoned one is a station.
    cdef Cells opponents = opponents_of(t, p, player)
    cdef Cells own = p.stations
    cdef int points = 0
    if t.variants:
        own = either(own, p.tiles[ABANDONED])
    own = both(own, p.held[player])
    while not is_empty(own):
        points += size(both(t.around[pop_lowest(&own)], opponents))
    return points


cdef int winners_of(const TableData* t, const Position* p, const Sheet* sheets, int* decided_by) noexcept nogil:
    # E7.0, E7.4: the highest total; then most cities left, most stations left, most planets; then all tied.
    #   reads    sheets[0:n_players]
    #   writes   decided_by[0]: 0 total, 1 cities, 2 stations, 3 planets, 4 shared
    #   returns  the winners, bit p for player p
    cdef int criterion, player, best, value, tied = (1 << t.n_players) - 1, level
    for criterion in range(4):
        best = -1
        level = 0
        for player in range(t.n_players):
            if not (tied >> player) & 1:
                continue
            if criterion == 0:
                value = total_of(&sheets[player])
            elif criterion == 1:
                value = p.cities_left[player]
            elif criterion == 2:
                value = p.stations_left[player]
            else:
                value = planets_of(t, p, p.held[player])
            if value > best:
                best = value
                level = 0
            if value == best:
                level |= 1 << player
        tied = level
        if tied & (tied - 1) == 0:
            decided_by[0] = criterion
            return tied
    decided_by[0] = 4
    return tied


cdef int total_of(const Sheet* sheet) noexcept nogil:
    # E7.0: the sum of all parts.
    return sheet.planets + sheet.nebulae + sheet.stations + sheet.territory + sheet.tiles + sheet.tolls


# --- playouts and perft

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


cdef void play_out(const TableData* t, Position* p, Moves* m, uint64_t seed) noexcept nogil:
    # Plays to the end, each legal action, and each tile that is left, as likely.
    #   reads    m, what can be done
    #   writes   p, m
    cdef Deed deed
    if t.variants:
        while m.total:
            if m.due == REVEAL_DUE:
                deed = drawn(m, below(&seed, tiles_left(m)))
            else:
                nth_variant_move(m, below(&seed, m.total), &deed)
            play_variant(t, p, &deed, m)
    else:
        while m.total:
            nth_plain_move(m, below(&seed, m.total), &deed)
            play_plain(t, p, &deed, m)


cdef inline int tiles_left(const Moves* m) noexcept nogil:
    # E9.2: how many tiles nobody has seen; at least one where a reveal is due.
    cdef int tile, left = 0
    for tile in range(N_TILES):
        left += m.left[tile]
    return left


cdef Deed drawn(const Moves* m, int number) noexcept nogil:
    # The reveal of one of the tiles that are left, counted by kind; number < tiles_left(m).
    cdef Deed deed
    deed.origin = deed.target = deed.damaged = 0
    deed.piece = REVEAL
    while number >= m.left[deed.target]:
        number -= m.left[deed.target]
        deed.target += 1
        sse_check(deed.target < N_TILES)
    return deed


cdef inline void nth_child(
    const TableData* t, const Position* p, const Moves* m, int rank, Position* child, Moves* out
) noexcept nogil:
    # The position that the legal action of a rank leads to, and what can be done there.
    cdef Deed deed
    child[0] = p[0]
    nth_move(t, m, rank, &deed)
    play(t, child, &deed, out)


cdef uint64_t count_leaves(const TableData* t, const Position* p, const Moves* m, int depth) noexcept nogil:
    # Perft: positions after `depth` plies, a finished game counting once. The last ply is counted, not made.
    # A game is finite (`positions.py` bounds it), and so is the recursion: it is at most `depth` deep.
    cdef Position child
    cdef Moves moves
    cdef uint64_t leaves = 0
    cdef int rank
    if depth == 0 or m.total == 0:
        return 1
    if depth == 1:
        return m.total
    for rank in range(m.total):
        nth_child(t, p, m, rank, &child, &moves)
        leaves += count_leaves(t, &child, &moves, depth - 1)
    return leaves


# --- what Python sees

Reserve = namedtuple("Reserve", ("cities", "stations"))
Reserve.__doc__ = "What a player can still put on the map (E1.7)."


Banked = namedtuple("Banked", ("planets", "tiles"))
Banked.__doc__ = """Points scored at once that nothing on the map tells (E6.2, E9.6 to E9.9).

planets: for planets of cities that were destroyed since.
tiles: for tiles, when they were revealed (E9.6 to E9.8).
"""

Due = namedtuple("Due", ("what", "cell", "player"))
Due.__doc__ = """What is to be done before a turn is over.

what: ``"reveal"`` by chance (E9.2), ``"refuel"``: go on or stay (E9.7), ``"choose"`` a city to destroy (E9.9).
cell: where the ship is.
player: whose turn it is.
"""


_COLUMNS = ("planets", "nebulae", "stations", "territory", "tiles", "tolls")


class Score(namedtuple("Score", _COLUMNS, defaults=(0, 0))):
    """The points of one player, by what they are for.

    planets (E7.0), sets of nebulae (E7.1), trade stations (E7.2), territory (E7.3), tiles of unexplored systems
    (E9.6 to E9.8), and tolls received (E10.1).
    """

    __slots__ = ()

    @property
    def total(self):
        """The sum of all."""
        return sum(self)


Playouts = namedtuple("Playouts", ("totals", "winners", "plies"))
Playouts.__doc__ = """How n games of random play ended, as numpy arrays whose row i is game i.

totals: int32, shape (n, players), the final score of each seat.
winners: bool, shape (n, players), whether the seat won.
plies: int32, shape (n,), how many actions the game took from the given state, reveals counted.
"""

cdef enum:      # the values of errors.Reason
    OK = 0
    NO_SUCH_ACTION = 1
    GAME_OVER = 2
    NOT_TO_ACT = 3
    NOT_DUE = 4
    NO_TILE = 5
    NO_CHOICE = 6
    NO_SHIP = 7
    NOT_DAMAGED = 8
    NO_CITY = 9
    NO_STATION = 10
    OWN_SYSTEM = 11
    OPPONENT_SYSTEM = 12
    CLOSED_SYSTEM = 13
    UNEXPLORED_SYSTEM = 14
    NOT_ADJACENT = 15
    NO_DAMAGED_JUMP = 16
    OUT_OF_RANGE = 17
    BLOCKED = 18
    NO_TOLL = 19

MAX_DEPTH = 10_000              # no game is nearly as long
MAX_PLAYOUTS = 1 << 31

cdef str CITY_NAME = "city"
cdef str STATION_NAME = "station"
cdef tuple _REASONS = tuple(Reason)
cdef tuple _SEATS = ((), (CHANCE,), (0,), (1,), (2,), (3,))
cdef tuple _DUE = ("", "reveal", "refuel", "choose")
cdef tuple _DECIDED_BY = ("total", "cities", "stations", "planets", "shared")
cdef tuple _NO_ACTIONS = ()
cdef str _NOT_MADE_SO = "a State is made by new_game, position or parse_state"
cdef object _words = None


def lend_words(*, bag, format_state, mirrored, parse_state, refusal, state_from_json, state_to_json, to_text, turned):
    """Take the functions of the modules above this one that a State speaks and moves with."""
    global _words
    _words = SimpleNamespace(
        bag=bag,
        format_state=format_state,
        mirrored=mirrored,
        parse_state=parse_state,
        refusal=refusal,
        state_from_json=state_from_json,
        state_to_json=state_to_json,
        to_text=to_text,
        turned=turned,
    )


@cython.final
cdef class Tables:
    """A board and rules, worked out for the core: made once for each pair, and shared by all states."""

    @cython.boundscheck(True)
    def __cinit__(self, board, rules, bag, tuple action_types, tuple tiles, rays, near, jumps):
        cdef TableData* t = &self.data
        cdef int cell, direction, n = board.n_cells
        if n > MAX_CELLS or board.players > MAX_PLAYERS or len(rules.nebula_points) > MAX_SET:
            raise SetupError("this board or these rules are too large for the core")
        self.board = board
        self.rules = rules
        self.actions = board.actions
        self.move_type = action_types[0]
        self.other_types = action_types[1:]
        self.tiles = tiles
        self.id_objects = tuple(range(len(self.actions)))
        # A map's own rules and these may be the same, so that their keys may not cancel out.
        self.key = stir(board.key, rules.key)
        memset(t, 0, sizeof(TableData))
        t.n_cells = n
        t.n_players = board.players
        t.n_actions = len(self.actions)
        for cell, system in enumerate(board.systems):
            self.take_system(cell, system)
            t.near[cell] = cells_of(near[cell], n)
            t.jump[cell] = cells_of(jumps[cell], n)
            t.around[cell] = cells_of(board.neighbours(cell), n)
            for direction in range(6):
                t.ray[cell][direction] = cells_of(rays[cell][direction], n)
                t.longest_ray = max(t.longest_ray, size(t.ray[cell][direction]))
        self.take_options(rules, bag)
        self.take_actions(action_types)

    cdef int take_system(self, int cell, object system) except -1:
        cdef TableData* t = &self.data
        cdef Cells spot = cell_bit(cell)
        cdef int kind
        if system.can_be_landed_on:
            t.landable = either(t.landable, spot)
        if system.value == "?":
            t.unexplored = either(t.unexplored, spot)
        if system.nebula is not None:
            t.nebulae[<int>system.nebula] = either(t.nebulae[<int>system.nebula], spot)
        if system.homeworld is not None:
            t.homes = either(t.homes, spot)
            t.home[<int>system.homeworld] = cell
        for kind in range(system.planets):
            t.planets[kind] = either(t.planets[kind], spot)
        return 0

    @cython.boundscheck(True)
    cdef int take_options(self, object rules, object bag) except -1:
        cdef TableData* t = &self.data
        cdef int entry
        t.variants = rules.open_borders or not is_empty(t.unexplored)
        t.first_edition = rules.edition == "first"
        t.unexplored_passable = rules.unexplored_passable
        t.damaged_passes = rules.damaged_passes_unexplored
        t.conquered_passable = rules.conquered_passable
        t.open_borders = rules.open_borders
        t.toll_compulsory = rules.toll_compulsory
        t.damaged_jump = rules.damaged_jump
        t.territory_points = rules.territory_points
        t.n_set = len(rules.nebula_points)
        for entry in range(t.n_set):
            t.nebula_points[entry] = rules.nebula_points[entry]
        for entry in range(N_TILES):
            t.bag[entry] = bag[entry]
        return 0

    cdef int take_actions(self, tuple action_types) except -1:
        cdef TableData* t = &self.data
        cdef int index, n = t.n_cells
        cdef Deed* deed
        _, reveal, choose, stay = action_types
        self.deeds = <Deed*>PyMem_Malloc(t.n_actions * sizeof(Deed))
        self.ids = <int32_t*>PyMem_Malloc(2 * n * n * sizeof(int32_t))
        if self.deeds == NULL or self.ids == NULL:
            raise MemoryError
        memset(self.deeds, 0, t.n_actions * sizeof(Deed))
        memset(self.ids, 0xFF, 2 * n * n * sizeof(int32_t))
        memset(t.choices, 0xFF, sizeof(t.choices))
        t.first_reveal = -1
        for index, action in enumerate(self.actions):
            deed = &self.deeds[index]
            if type(action) is reveal:
                deed.piece = REVEAL
                deed.target = self.tiles.index(action.tile)
                if deed.target == 0:
                    t.first_reveal = index
            elif type(action) is choose:
                deed.piece = CHOOSE
                deed.target = action.target
                t.choices[deed.target] = index
            elif type(action) is stay:
                deed.piece = STAY
            else:
                deed.origin = action.origin
                deed.target = action.target
                deed.damaged = action.damaged
                deed.piece = REPAIR if action.piece is None else CITY if action.piece == CITY_NAME else STATION
                if deed.piece != STATION:
                    self.ids[(2 * deed.origin + deed.damaged) * n + deed.target] = index
        t.deeds = self.deeds
        t.ids = self.ids
        return 0

    def __dealloc__(self):
        PyMem_Free(self.deeds)
        PyMem_Free(self.ids)

    cdef int find(self, object action) except -2:
        # The id of an Action or of an integer; -1 if the table has none such. TypeError for anything else.
        if type(action) is self.move_type:
            return self.find_move(action)
        if not PyLong_CheckExact(action):
            if type(action) in self.other_types:
                return self.find_other(action)
            if isinstance(action, self.move_type):
                return self.find_move(action)
            if isinstance(action, bool) or not hasattr(action, "__index__"):
                raise TypeError(f"an action is an Action or its id, not {type(action).__name__}")
            action = action.__index__()
        return index_below(action, self.data.n_actions)

    cdef int find_other(self, object action) except -2:
        # The id of a Reveal, a Choose or a Stay.
        cdef int cell, tile
        cdef object kind = type(action)
        if kind is self.other_types[0]:
            if self.data.first_reveal >= 0:
                for tile in range(N_TILES):
                    if isinstance(action.tile, str) and action.tile == self.tiles[tile]:
                        return self.data.first_reveal + tile
            return -1
        if kind is self.other_types[1]:
            cell = cell_or_none(action.target, self.data.n_cells)
            return -1 if cell < 0 else self.data.choices[cell]
        return self.data.n_actions - 1

    cdef int find_move(self, object action) except -2:
        cdef int n = self.data.n_cells, found, piece
        cdef object kind, damaged
        if PyTuple_GET_SIZE(action) != 4:
            return -1
        cdef int origin = cell_or_none(<object>PyTuple_GET_ITEM(action, 0), n)
        cdef int target = cell_or_none(<object>PyTuple_GET_ITEM(action, 1), n)
        kind = <object>PyTuple_GET_ITEM(action, 2)
        damaged = <object>PyTuple_GET_ITEM(action, 3)
        if origin < 0 or target < 0 or not (damaged is False or damaged is True):
            return -1
        found = self.ids[(2 * origin + (damaged is True)) * n + target]
        if found < 0:
            return -1
        if kind is None:
            piece = REPAIR
        elif kind is CITY_NAME or isinstance(kind, str) and kind == CITY_NAME:
            piece = CITY
        elif kind is STATION_NAME or isinstance(kind, str) and kind == STATION_NAME:
            piece = STATION
        else:
            return -1
        if (piece == REPAIR) != (self.deeds[found].piece == REPAIR):
            return -1
        return found + (piece == STATION)

    cdef int seat(self, object player) except -1:
        # A seat of this board; RangeError or TypeError if it is none.
        cdef int found = index_below(player, self.data.n_players)
        return found if found >= 0 else self.board.check_player(player)

    cdef int cell(self, object cell) except -1:
        # A cell of this board; RangeError or TypeError if it is none.
        cdef int found = index_below(cell, self.data.n_cells)
        return found if found >= 0 else self.board.check_cell(cell)


cdef int cell_or_none(object number, int n) except -2:
    # A cell below n, or -1 for any other integer; TypeError for what is no integer.
    if not PyLong_CheckExact(number):
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise TypeError(f"an action's cells are integers, not {type(number).__name__}")
        number = number.__index__()
    return index_below(number, n)


cdef inline int index_below(object number, int n) except -2:
    # A plain int from 0 to n - 1, or -1 for anything else.
    cdef int overflow = 0
    cdef long index
    if not PyLong_CheckExact(number):
        return -1
    index = PyLong_AsLongAndOverflow(number, &overflow)
    return index if not overflow and 0 <= index < n else -1


cdef Cells cells_of(numbers, int n) except *:
    # The set of some cells, each below n.
    cdef Cells cells
    cdef int cell
    cells.lo = cells.hi = 0
    for cell in numbers:
        if not 0 <= cell < n:
            raise SetupError(f"there is no cell {cell}")
        cells = either(cells, cell_bit(cell))
    return cells


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class State:
    """A position of Small Star Empires: an immutable value that knows what can be done in it.

    Made by `new_game`, `position`, `parse_state` and `after`. Equality and hash cover everything: board, rules, what
    lies where, reserves, who has passed, whose turn it is, and the ply. States may be shared between threads.
    """

    def __init__(self, *args, **options):
        raise TypeError(_NOT_MADE_SO)

    @property
    def board(self):
        """The board that is played on."""
        return self.tables.board

    @property
    def rules(self):
        """The options of this game."""
        return self.tables.rules

    @property
    def actions(self):
        """The dense table of every action of the board, `Board.actions`; an action's id is its index."""
        return self.tables.actions

    @property
    def to_act(self):
        """``(player,)``, ``(CHANCE,)`` while a reveal is due, ``()`` when the game is over (E2.1, E9.2)."""
        return _SEATS[self.position.to_act - FINISHED]

    @property
    def ply(self):
        """How many actions led here."""
        return self.position.ply

    @property
    def passed(self):
        """For each player, whether out for the rest of the game (E2.2)."""
        return tuple([bool((self.position.passed >> player) & 1) for player in range(self.tables.data.n_players)])

    def legal_actions(self, player=None):
        """Return what a player, or CHANCE, may do, by ascending id (E2.1, E9.2).

        None means whoever is to act; any other player, and everyone after the end, gets ``()``. Raises RangeError if
        there is no such seat.
        """
        return self.pick(self.tables.actions) if self.is_to_act(player) else _NO_ACTIONS

    def legal_ids(self, player=None):
        """Return the ids of `legal_actions`, ascending."""
        return self.pick(self.tables.id_objects) if self.is_to_act(player) else _NO_ACTIONS

    def legal_count(self, player=None):
        """Return how many legal actions there are, without listing them."""
        return self.moves.total if self.is_to_act(player) else 0

    cdef bint is_to_act(self, object player) except -1:
        return player is None or self.seat_or_chance(player) == self.position.to_act

    cdef int seat_or_chance(self, object player) except -2:
        cdef int found = index_below(player, self.tables.data.n_players)
        if found >= 0:
            return found
        is_number = not isinstance(player, bool) and hasattr(player, "__index__")
        return CHANCE if is_number and player.__index__() == CHANCE else self.tables.seat(player)

    cdef tuple pick(self, tuple table):
        # The entries of a table that the legal ids name, ascending.
        cdef const Moves* m = &self.moves
        cdef const TableData* t = &self.tables.data
        cdef const int32_t* row
        cdef Cells landings
        cdef int i, index, kinds = m.kinds, first_kind = m.first_kind
        cdef Py_ssize_t fill = 0
        if m.total == 0:
            return _NO_ACTIONS
        if t.variants:
            return self.pick_variant(table)
        cdef tuple picked = PyTuple_New(m.total)
        for i in range(m.n):
            row = &t.ids[((m.ship[i] & ~1) + m.marked[i]) * t.n_cells]
            landings = m.landings[i] if kinds else cells_none()
            while not is_empty(landings):
                index = row[pop_lowest(&landings)] + first_kind
                sse_check(0 <= index < t.n_actions and fill < m.total)
                fill = put(picked, fill, table, index)
                if kinds == 2:
                    fill = put(picked, fill, table, index + 1)
            if m.repairs[i]:
                fill = put(picked, fill, table, row[t.home[self.position.to_act]])
        sse_check(fill == m.total)
        return picked

    cdef tuple pick_variant(self, tuple table):
        cdef Deed deed
        cdef int rank
        picked = []
        for rank in range(self.moves.total):
            nth_variant_move(&self.moves, rank, &deed)
            picked.append(table[self.id_of(&deed)])
        return tuple(picked)

    cdef int id_of(self, const Deed* deed) noexcept:
        # The id of a legal deed.
        cdef const TableData* t = &self.tables.data
        if deed.piece == REVEAL:
            return t.first_reveal + deed.target
        if deed.piece == CHOOSE:
            return t.choices[deed.target]
        if deed.piece == STAY:
            return t.n_actions - 1
        cdef int target = t.home[self.position.to_act] if deed.piece == REPAIR else deed.target
        return t.ids[(2 * deed.origin + deed.damaged) * t.n_cells + target] + (deed.piece == STATION)

    def after(self, action, player=None):
        """Return the state after an action, given as an Action or its id (any integer type but bool).

        The turn goes on by itself: who can't move when the turn comes has passed (E2.2). `player` says who acts, or
        is CHANCE; None is the one to act.

        Raises
        ------
        IllegalActionError
            If the rules refuse it; `reason` is what `why_not` gives. After the end of the game its child GameOverError.
        TypeError
            If it is neither an Action nor an integer.
        """
        cdef int index = self.tables.find(action)
        cdef int refused = self.refuses(index, player)
        if refused:
            raise _words.refusal(
                self, action if index < 0 else self.tables.actions[index], _REASONS[refused], player
            )
        sse_check(0 <= index < self.tables.data.n_actions)
        cdef State then = State.__new__(State)
        then.tables = self.tables
        then.position = self.position
        play(&self.tables.data, &then.position, &self.tables.deeds[index], &then.moves)
        return then

    def why_not(self, action, player=None):
        """Return why an action or id is refused, `Reason.OK` if it is legal; the first Reason that applies."""
        return _REASONS[self.refuses(self.tables.find(action), player)]

    cdef int refuses(self, int index, object player) except -1:
        # The Reason's value for an id, or for -1 in the place of none.
        cdef int by = self.position.to_act if player is None else self.seat_or_chance(player)
        if index < 0:
            return NO_SUCH_ACTION
        if self.position.to_act == FINISHED:
            return GAME_OVER
        if by != self.position.to_act:
            return NOT_TO_ACT
        if is_listed(&self.tables.data, &self.moves, &self.tables.deeds[index], by):
            return OK
        return why_not(&self.tables.data, &self.position, &self.moves, &self.tables.deeds[index])

    def owner(self, cell):
        """Return who holds a cell, None if nobody does; a homeworld is its player's (E3.4)."""
        cdef int at = self.tables.cell(cell), player
        for player in range(self.tables.data.n_players):
            if has(self.position.held[player], at):
                return player
        return None

    def piece(self, cell):
        """Return ``"city"``, ``"station"`` or ``"homeworld"``, None for a cell that nobody holds."""
        cdef int at = self.tables.cell(cell)
        if has(self.tables.data.homes, at):
            return "homeworld"
        if has(self.position.stations, at):
            return "station"
        return "city" if has(held_by_all(&self.position), at) else None

    def ships(self, player):
        """Return the ships of a player, sorted, each as (cell, damaged)."""
        cdef int seat = self.tables.seat(player)
        row = [self.position.ships[seat][i] for i in range(self.position.n_ships[seat])]
        return tuple([(ship >> 1, bool(ship & 1)) for ship in row])

    def reserve(self, player):
        """Return what a player has in reserve."""
        cdef int seat = self.tables.seat(player)
        return Reserve(self.position.cities_left[seat], self.position.stations_left[seat])

    def tile(self, cell):
        """Return what an unexplored system turned out to be, None where nothing was revealed (E9.2)."""
        cdef int at = self.tables.cell(cell), tile
        for tile in range(N_TILES):
            if has(self.position.tiles[tile], at):
                return self.tables.tiles[tile]
        return None

    @property
    def unexplored(self):
        """The cells that nobody has explored yet, ascending (E9.1)."""
        return tuple_of(still_unexplored(&self.tables.data, &self.position))

    @property
    def conquered(self):
        """The cells with a conquest marker, ascending (E9.9)."""
        return tuple_of(self.position.conquered)

    @property
    def bag(self):
        """The tiles that nobody has seen yet (E9.2)."""
        cdef const TableData* t = &self.tables.data
        return _words.bag([t.bag[tile] - size(self.position.tiles[tile]) for tile in range(N_TILES)])

    @property
    def due(self):
        """What is to be done before the turn is over, None if nothing is (E9.2, E9.7, E9.9)."""
        if self.position.due == NOTHING_DUE:
            return None
        return Due(_DUE[self.position.due], self.position.spot, self.position.explorer)

    def received(self, player):
        """Return how many cities a player has got as tolls (E10.1)."""
        return self.position.received[self.tables.seat(player)]

    def banked(self, player):
        """Return the points that a player has scored at once and nothing on the map tells (E6.2, E9.6 to E9.9)."""
        cdef int seat = self.tables.seat(player)
        return Banked(self.position.banked_planets[seat], self.position.banked_tiles[seat])

    def toll(self, action):
        """Return how many cities a legal move costs on its way (E10.1); 0 for anything else.

        Raises TypeError if it is neither an Action nor an integer.
        """
        cdef int index = self.tables.find(action), player = self.position.to_act
        cdef const Deed* deed
        if index < 0 or player < 0 or self.position.due or self.refuses(index, None):
            return 0
        deed = &self.tables.deeds[index]
        if deed.piece > REPAIR:
            return 0
        return size(toll_systems(
            &self.tables.data, &self.position, player, ship_of(&self.position, player, deed), deed.target
        ))

    def territory(self, player):
        """Return how many systems the largest connected territory of a player has, homeworld included (E7.3)."""
        return largest_territory(&self.tables.data, self.position.held[self.tables.seat(player)])

    @property
    def totals(self):
        """What each player would score if the game ended now, by seat."""
        cdef Sheet sheets[MAX_PLAYERS]
        score(&self.tables.data, &self.position, sheets)
        return tuple([total_of(&sheets[player]) for player in range(self.tables.data.n_players)])

    def score_sheet(self):
        """Return what each player would score if it ended now, part by part, by seat (E7.0 to E7.3, E9, E10.1)."""
        cdef Sheet sheets[MAX_PLAYERS]
        score(&self.tables.data, &self.position, sheets)
        return tuple([
            Score(
                sheets[player].planets,
                sheets[player].nebulae,
                sheets[player].stations,
                sheets[player].territory,
                sheets[player].tiles,
                sheets[player].tolls,
            )
            for player in range(self.tables.data.n_players)
        ])

    @property
    def outcome(self):
        """How the game ended, None while it goes on (E7.0, E7.4).

        `decided_by` is ``"total"``, ``"cities"``, ``"stations"``, ``"planets"``, or ``"shared"`` if all four tie.
        """
        cdef Sheet sheets[MAX_PLAYERS]
        cdef int decided_by, winners, n = self.tables.data.n_players
        if self.position.to_act != FINISHED:
            return None
        score(&self.tables.data, &self.position, sheets)
        winners = winners_of(&self.tables.data, &self.position, sheets, &decided_by)
        return Outcome(
            tuple([player for player in range(n) if (winners >> player) & 1]),
            tuple([total_of(&sheets[player]) for player in range(n)]),
            _DECIDED_BY[decided_by],
        )

    def odds(self):
        """Return each tile that can be revealed now with its probability; ``()`` where no reveal is due (E9.2).

        In the order of ids; the probabilities are Fractions and add to one.
        """
        if self.position.due != REVEAL_DUE:
            return _NO_ACTIONS
        left = tiles_left(&self.moves)
        return tuple([
            (self.tables.actions[self.tables.data.first_reveal + tile], Fraction(self.moves.left[tile], left))
            for tile in range(N_TILES) if self.moves.left[tile]
        ])

    def resolve(self, rng):
        """Return the state after drawing tiles until none is due; the state itself if none is (E9.2).

        Each draw asks `rng` once, for ``randrange(n)``, n being the number of tiles left; the tiles are counted in
        the order of `Tile`.
        """
        cdef State state = self, then
        cdef Deed deed
        if not hasattr(rng, "randrange"):
            raise TypeError(f"rng draws by randrange, as random.Random does, which {type(rng).__name__} lacks")
        while state.position.due == REVEAL_DUE:
            left = tiles_left(&state.moves)
            deed = drawn(&state.moves, check_number(rng.randrange(left), "a random number", left - 1))
            then = State.__new__(State)
            then.tables = state.tables
            then.position = state.position
            play(&then.tables.data, &then.position, &deed, &then.moves)
            state = then
        return state

    def view(self, player):
        """Return this state: nothing is hidden. Raises RangeError if there is no such seat."""
        self.tables.seat(player)
        return self

    def turned(self, k):
        """Return the state with its board turned by k sixths, counter-clockwise, about Hex(0, 0)."""
        return _words.turned(self, k)

    def mirrored(self):
        """Return the state with left and right exchanged."""
        return _words.mirrored(self)

    @property
    def key(self):
        """64 bits that stand for everything equality covers, the same in every process."""
        return key_of(&self.tables.data, &self.position, self.tables.key)

    def to_json(self):
        """Return the position as a JSON object on one line, the twin of `format_state`."""
        return _words.state_to_json(self)

    @staticmethod
    def from_json(text):
        """Return the position of a JSON text; raise NotationError or SetupError if it is none."""
        return _words.state_from_json(text)

    def __eq__(self, other, /):
        if not isinstance(other, State):
            return NotImplemented
        return same_state(self, <State>other)

    def __hash__(self):
        cdef Py_hash_t key = <Py_hash_t>key_of(&self.tables.data, &self.position, self.tables.key)
        return key if key != -1 else -2

    def __repr__(self):
        return f"parse_state({_words.format_state(self)!r})"

    def __str__(self):
        return _words.to_text(self)

    def __reduce__(self):
        return _words.parse_state, (_words.format_state(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self


cdef inline Cells cells_none() noexcept nogil:
    cdef Cells none
    none.lo = none.hi = 0
    return none


cdef inline Py_ssize_t put(tuple picked, Py_ssize_t fill, tuple table, Py_ssize_t index):
    cdef object item = <object>PyTuple_GET_ITEM(table, index)
    Py_INCREF(item)
    PyTuple_SET_ITEM(picked, fill, item)
    return fill + 1


cdef inline bint is_listed(const TableData* t, const Moves* m, const Deed* deed, int player) noexcept nogil:
    # Whether a deed of the table is among the legal actions of the player, or of chance.
    cdef int i
    if deed.piece > REPAIR:
        if deed.piece == STAY:
            return m.stay
        if deed.piece == REVEAL:
            return m.due == REVEAL_DUE and m.left[deed.target] > 0
        return m.due == CHOICE_DUE and has(m.candidates, deed.target)
    for i in range(m.n):
        if m.ship[i] >> 1 == deed.origin and m.marked[i] == deed.damaged:
            if deed.piece == REPAIR:
                return m.repairs[i] and deed.target == t.home[player]
            if m.mixed:
                return has(m.landings[i] if deed.piece == CITY else m.station_landings[i], deed.target)
            return deed.piece - m.first_kind < m.kinds and deed.piece >= m.first_kind and has(
                m.landings[i], deed.target
            )
    return False


cdef tuple tuple_of(Cells cells):
    # The cells of a set, ascending.
    listed = []
    while not is_empty(cells):
        listed.append(pop_lowest(&cells))
    return tuple(listed)


cdef bint same_state(State a, State b):
    if a.tables is not b.tables and (a.tables.board != b.tables.board or a.tables.rules != b.tables.rules):
        return False
    return memcmp(&a.position, &b.position, sizeof(Position)) == 0


cdef inline uint64_t stir(uint64_t key, uint64_t word) noexcept nogil:
    key = (key ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return key ^ (key >> 32)


cdef uint64_t key_of(const TableData* t, const Position* p, uint64_t key) noexcept nogil:
    # 64 bits of all that a position holds, the same on every machine.
    cdef int player, i
    for player in range(t.n_players):
        key = stir(stir(key, p.held[player].lo), p.held[player].hi)
        key = stir(key, <uint64_t>p.cities_left[player] << 32 | <uint64_t>p.stations_left[player] << 16
                   | p.n_ships[player])
        for i in range(p.n_ships[player]):
            key = stir(key, p.ships[player][i])
    key = stir(stir(key, p.stations.lo), p.stations.hi)
    if t.variants:
        for i in range(N_TILES):
            key = stir(stir(key, p.tiles[i].lo), p.tiles[i].hi)
        key = stir(stir(key, p.conquered.lo), p.conquered.hi)
        key = stir(key, <uint64_t>p.due << 16 | <uint64_t>p.spot << 8 | p.explorer)
        for player in range(t.n_players):
            key = stir(key, <uint64_t>p.banked_planets[player] << 32 | <uint64_t>p.banked_tiles[player])
            key = stir(key, p.received[player])
    return stir(key, <uint64_t>p.ply << 32 | <uint64_t>p.passed << 8 | <uint8_t>p.to_act)


@cython.boundscheck(True)
def place(
    Tables tables not None, owners, stations, tiles, conquered, ships, reserves, received, banked, passed, mover, due,
    spot, ply, turn_comes,
):
    """Return a state of what lies where; `positions.py` is the door that checks it and says what is wrong.

    Arguments by player: `owners` (the cells colonized), `ships` (2 * cell + damaged), `reserves` (cities, stations),
    `received` (cities), `banked` (planets, tiles), `passed`; `stations` are the cells that hold one; `tiles` has the
    cells of each kind, in the order of `Tile`. `due` is an index into ``("", "reveal", "refuel", "choose")``, `spot`
    its cell. With `turn_comes` the mover's turn is only now due, so that who can't move passes (E2.2).
    """
    cdef State state = State.__new__(State)
    cdef Position* p = &state.position
    cdef const TableData* t = &tables.data
    cdef int player, i, ship, n = t.n_players
    if not len(owners) == len(ships) == len(reserves) == len(received) == len(banked) == len(passed) == n:
        raise SetupError("every player has systems, ships, a reserve, cities received, points, and a flag for passing")
    state.tables = tables
    for player in range(n):
        p.held[player] = either(cells_of(owners[player], t.n_cells), cell_bit(t.home[player]))
        if len(ships[player]) > MAX_SHIPS:
            raise SetupError(f"player {player} has more than {MAX_SHIPS} ships")
        p.n_ships[player] = len(ships[player])
        for i, ship in enumerate(sorted(ships[player])):
            if not 0 <= ship < 2 * t.n_cells:
                raise SetupError(f"there is no cell {ship >> 1}")
            p.ships[player][i] = ship
        p.cities_left[player], p.stations_left[player] = reserves[player]
        p.received[player] = received[player]
        p.banked_planets[player], p.banked_tiles[player] = banked[player]
        p.passed |= <uint8_t>bool(passed[player]) << player
    for i in range(N_TILES):
        p.tiles[i] = cells_of(tiles[i], t.n_cells)
    p.stations = cells_of(stations, t.n_cells)
    p.conquered = cells_of(conquered, t.n_cells)
    p.ply = ply
    p.to_act = FINISHED
    if turn_comes:
        turn_comes_to(t, p, tables.seat(mover), &state.moves)
    elif mover is not None:
        p.to_act = tables.seat(mover)
        if due:
            make_due(p, due, spot, p.to_act)
            if due == REVEAL_DUE:
                p.to_act = CHANCE
        list_due(t, p, &state.moves)
    return state


def perft(State state not None, depth):
    """Return how many positions lie `depth` plies ahead, each way there counted; a game that ends sooner counts once.

    1 at depth 0 and for a finished state. Raises SetupError for a depth below 0 or above 10,000.
    """
    cdef int plies = check_number(depth, "depth", MAX_DEPTH)
    return sum(perft_divide(state, plies).values()) if plies and state.moves.total else 1


def perft_divide(State state not None, depth):
    """Return the `perft` of what follows each legal action, `depth` plies counted from here (at least 1).

    The keys are in the order of ids; empty for a finished state.
    """
    cdef int plies = check_number(depth, "depth", MAX_DEPTH, 1)
    cdef Position child
    cdef Moves moves
    cdef const TableData* t = &state.tables.data
    counts = {}
    for rank, action in enumerate(state.legal_actions()):
        nth_child(t, &state.position, &state.moves, rank, &child, &moves)
        counts[action] = leaves_of(t, &child, &moves, plies - 1)
    return counts


cdef object leaves_of(const TableData* t, const Position* p, const Moves* m, int depth):
    # As count_leaves, looking at signals once in a while, so that Ctrl-C ends it; as deep as the game is long at most.
    cdef Position child
    cdef Moves moves
    cdef uint64_t few
    cdef int rank
    PyErr_CheckSignals()
    if depth <= 4 or m.total == 0:
        with nogil:
            few = count_leaves(t, p, m, depth)
        return few
    leaves = 0
    for rank in range(m.total):
        nth_child(t, p, m, rank, &child, &moves)
        leaves += leaves_of(t, &child, &moves, depth - 1)
    return leaves


def playout(State state not None, seed):
    """Return the end of a game of uniform random play.

    The generator is `SplitMix64` of the seed, 0 to 2**64 − 1. Each ply draws `below(n)` once: at a decision n is the
    number of legal actions, and the action of that rank by ascending id is taken; at a reveal n is the number of tiles
    left, counted in the order of `Tile`.
    """
    cdef State end = State.__new__(State)
    cdef uint64_t number = check_seed(seed)
    end.tables = state.tables
    end.position = state.position
    end.moves = state.moves
    with nogil:
        play_out(&end.tables.data, &end.position, &end.moves, number)
    return end


def playouts(State state not None, n, seed):
    """Return how n games of uniform random play from a state ended, without holding the GIL.

    Game i is ``playout(state, child_seed(seed, i))``. Needs numpy.
    """
    import numpy

    cdef uint64_t number = check_seed(seed)
    cdef int n_players = state.tables.data.n_players, player, decided_by, winner
    cdef Py_ssize_t games = check_number(n, "n", MAX_PLAYOUTS), game = 0, stop
    cdef const TableData* t = &state.tables.data
    cdef Position position
    cdef Moves moves
    cdef Sheet sheets[MAX_PLAYERS]
    totals = numpy.empty((games, n_players), numpy.int32)
    winners = numpy.empty((games, n_players), numpy.uint8)
    plies = numpy.empty(games, numpy.int32)
    cdef int32_t[:, ::1] all_totals = totals
    cdef uint8_t[:, ::1] all_winners = winners
    cdef int32_t[::1] all_plies = plies
    while game < games:
        PyErr_CheckSignals()
        stop = min(games, game + 4096)
        with nogil:
            for game in range(game, stop):
                position = state.position
                moves = state.moves
                play_out(t, &position, &moves, child_seed(number, game))
                score(t, &position, sheets)
                winner = winners_of(t, &position, sheets, &decided_by)
                for player in range(n_players):
                    all_totals[game, player] = total_of(&sheets[player])
                    all_winners[game, player] = (winner >> player) & 1
                all_plies[game] = position.ply - state.position.ply
        game = stop
    return Playouts(totals, winners.view(bool), plies)


# `State.__new__` from Python would give a state without tables: only the functions above may call it. `State()` comes
# by `__init__` instead, since a type that is called may have a way of its own to make an instance.
cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyObject* (*tp_new)(PyTypeObject*, PyObject*, PyObject*) except NULL


cdef PyObject* refuse_new(PyTypeObject* cls, PyObject* args, PyObject* options) except NULL:
    raise TypeError(_NOT_MADE_SO)


(<PyTypeObject*>State).tp_new = refuse_new
