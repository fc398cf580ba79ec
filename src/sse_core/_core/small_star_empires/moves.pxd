# Legal actions of Small Star Empires: E3 to E5, and E9 and E10.1 with unexplored systems or open borders. Header-only.
#
# `kind` is r.kind. Where a caller passes a constant, the compiler makes a specialized function. NARROW and WIDE are
# plain boards, without unexplored systems and with closed borders, of up to 64 cells and of more; VARIANT is everything
# else.

from libc.stdint cimport uint64_t

from sse_core._core.small_star_empires.structs cimport (
    ASTEROID, CHOICE_DUE, CHOOSE, CITY, MAX_SHIPS, N_TILES, NARROW, NORDINN, REFUEL_DUE, REPAIR, REVEAL, REVEAL_DUE,
    STATION, STAY, VARIANT, WIDE, ActionRow, Moves, Position, RulesetData,
)
from sse_core._core.bits cimport sse_check, sse_count_bits, sse_nth_bit
from sse_core._core.small_star_empires.cells cimport (
    SSE_HAS_LINES, Cells, along_all, are_equal, both, cell_bit, cells_none, down_to_highest, down_to_last, either,
    has, is_empty, nth_cell, nth_of_two_sets, size, sse_gathered, sse_scattered, up_to_first, up_to_lowest, without,
)


cdef inline int seat_after(const RulesetData* r, int player) noexcept nogil:
    # E2.1: the next seat around the table.
    return player + 1 if player + 1 < r.n_players else 0


cdef inline Cells held_by_all(const Position* p) noexcept nogil:
    return either(either(p.held[0], p.held[1]), either(p.held[2], p.held[3]))


cdef inline Cells opponents_of(const Position* p, int player) noexcept nogil:
    # The systems that a player's opponents hold, their homeworlds included.
    return without(held_by_all(p), p.held[player])


cdef inline Cells flight(const RulesetData* r, int cell, Cells stops, int kind) noexcept nogil:
    # E3.1: the cells of the six rays up to the first that stops a ship, that one included.
    cdef const Cells* ray = r.ray[cell]
    cdef Cells star = r.star[cell], reached
    cdef uint64_t found
    cdef int low
    if SSE_HAS_LINES and r.lined:
        if kind == NARROW:
            reached = cells_none()
            reached.lo = along_all(r.lines[cell], stops.lo)
            return reached
        # With open borders few ships are stopped, and most stars have no stop at all.
        if kind == VARIANT and r.open_borders and is_empty(both(star, stops)):
            return star
        # The stops of both words side by side: a star has 30 cells at most.
        low = sse_count_bits(star.lo)
        found = sse_gathered(stops.lo, star.lo) | sse_gathered(stops.hi, star.hi) << low
        found = along_all(r.lines[cell], found)
        reached.lo = sse_scattered(found, star.lo)
        reached.hi = sse_scattered(found >> low, star.hi)
        return reached
    if kind == NARROW:
        reached = cells_none()
        reached.lo = (
            up_to_lowest(ray[0].lo, stops.lo) | up_to_lowest(ray[4].lo, stops.lo) | up_to_lowest(ray[5].lo, stops.lo)
            | down_to_highest(ray[1].lo, stops.lo) | down_to_highest(ray[2].lo, stops.lo)
            | down_to_highest(ray[3].lo, stops.lo)
        )
        return reached
    if is_empty(both(star, stops)):
        return star
    return either(
        either(
            either(up_to_first(ray[0], stops), up_to_first(ray[4], stops)),
            either(up_to_first(ray[5], stops), down_to_last(ray[1], stops)),
        ),
        either(down_to_last(ray[2], stops), down_to_last(ray[3], stops)),
    )


cdef inline Cells reach(const RulesetData* r, int ship, Cells stops, int kind) noexcept nogil:
    # The cells that a ship reaches by flight (E3.1, E5.1), stops included, or by jump (E4.1).
    cdef Cells reached = in_range(r, ship, flight(r, ship >> 1, stops, kind))
    if kind == NARROW:
        # It is 0 already, but the compiler can't know that and would compute it.
        reached.hi = 0
    return reached


cdef inline Cells in_range(const RulesetData* r, int ship, Cells reached) noexcept nogil:
    # E5.1: a damaged ship flies two steps at most; jumps are added. Branch-free, because damage is unpredictable.
    return either(both(reached, r.within[ship]), r.far[ship])


# --- at the beginning of a turn

cdef inline void list_moves(const RulesetData* r, const Position* p, int player, Moves* out, int kind) noexcept nogil:
    # E3, E4, E5: the legal actions of a player whose turn begins.
    #   reads    p.ships, p.held, p.cities_left, p.stations_left of the player; for a VARIANT tiles and tolls
    #   writes   out, but no entry of its arrays from out.n on
    if kind == VARIANT:
        list_variant_moves(r, p, player, out)
    else:
        list_plain_moves(r, p, player, out, kind)


cdef inline void list_plain_moves(
    const RulesetData* r, const Position* p, int player, Moves* out, int kind
) noexcept nogil:
    # The same on a plain board.
    cdef int i, ship, n = 0, total = 0, actions, last = -1
    cdef int kinds = (p.cities_left[player] > 0) + (p.stations_left[player] > 0)
    cdef Cells stops = opponents_of(p, player), free = without(r.landable, held_by_all(p)), reached, landings
    out.due = out.mixed = out.stay = 0
    out.kinds = kinds
    out.first_kind = CITY if p.cities_left[player] > 0 else STATION
    sse_check(0 <= player < r.n_players and p.n_ships[player] <= MAX_SHIPS)
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        sse_check(ship >> 1 < r.n_cells)
        if ship == last:
            continue
        sse_check(n < MAX_SHIPS)
        reached = reach(r, ship, stops, kind)
        landings = both(reached, free)
        actions = kinds * size(landings)
        out.repairs[n] = out.marked[n] = 0
        if ship & 1:
            out.repairs[n] = has(reached, r.home[player])
            out.marked[n] = last == ship - 1
            actions += out.repairs[n]
        out.ship[n] = ship
        out.landings[n] = landings
        out.actions[n] = actions
        total += actions
        last = ship
        n += 1
    out.n = n
    out.total = total


cdef inline Cells landings_with(const Moves* m, int i, int piece) noexcept nogil:
    # Where listed ship i can land and put down a piece, CITY or STATION.
    if m.mixed:
        return m.landings[i] if piece == CITY else m.station_landings[i]
    return m.landings[i] if m.kinds == 2 or (m.kinds == 1 and m.first_kind == piece) else cells_none()


cdef inline bint is_listed(const RulesetData* r, const Moves* m, const ActionRow* action, int player) noexcept nogil:
    # Whether an action of the table is among the legal actions of the player, or of chance.
    cdef int i
    if action.piece > REPAIR:
        if action.piece == STAY:
            return m.stay
        if action.piece == REVEAL:
            return m.due == REVEAL_DUE and m.left[action.target] > 0
        return m.due == CHOICE_DUE and has(m.candidates, action.target)
    for i in range(m.n):
        if m.ship[i] >> 1 == action.origin and m.marked[i] == action.damaged:
            if action.piece == REPAIR:
                return m.repairs[i] and action.target == r.home[player]
            return has(landings_with(m, i, action.piece), action.target)
    return False


cdef inline void nth_move(const Moves* m, int rank, ActionRow* out, int kind) noexcept nogil:
    # The legal action of a rank by ascending id, counted from 0; rank < m.total.
    #   writes   out
    sse_check(0 <= rank < m.total)
    if kind == VARIANT:
        nth_variant_move(m, rank, out)
    else:
        nth_plain_move(m, rank, out, kind)


cdef inline int ship_with(const Moves* m, int* rank) noexcept nogil:
    # The listed ship that has the action of a rank. Branch-free, because which ship moves is unpredictable.
    #   reads    rank[0], counted among the actions of all ships
    #   writes   rank[0], counted among the actions of this ship
    #   returns  its index in m.ship
    cdef int i = 0, k, over, before = 0, until = 0
    for k in range(m.n - 1):
        until += m.actions[k]
        over = -(rank[0] >= until)
        i -= over
        before += m.actions[k] & over
    rank[0] -= before
    sse_check(0 <= rank[0] < m.actions[i])
    return i


cdef inline void nth_plain_move(const Moves* m, int rank, ActionRow* out, int kind) noexcept nogil:
    # The same where every landing takes each kind of piece.
    cdef int i = ship_with(m, &rank)
    out.origin = m.ship[i] >> 1
    out.damaged = m.marked[i]
    if m.repairs[i] and rank == m.actions[i] - 1:
        out.target = 0
        out.piece = REPAIR
        return
    out.piece = m.first_kind
    if m.kinds == 2:
        out.piece = rank & 1
        rank >>= 1
    out.target = sse_nth_bit(m.landings[i].lo, rank) if kind == NARROW else nth_cell(m.landings[i], rank)


# --- with unexplored systems and open borders: E3, E9, E10.1

cdef inline Cells closed_systems(const Position* p) noexcept nogil:
    # E3.4: asteroid fields, Nordinn systems and conquered ones.
    return either(either(p.tiles[ASTEROID], p.tiles[NORDINN]), p.conquered)


cdef inline Cells open_systems(const RulesetData* r, const Position* p) noexcept nogil:
    # E3.2: the explored systems where a city or a station can be put.
    return without(r.landable, either(held_by_all(p), either(closed_systems(p), p.unexplored)))


cdef inline Cells walls(const RulesetData* r, const Position* p, int player, bint damaged) noexcept nogil:
    # E3.3, E3.4, E5.2, E9.9, E10.1: the systems that stop a player's flight, whatever tolls it pays.
    cdef Cells stops = either(p.tiles[ASTEROID], p.tiles[NORDINN])
    if not r.conquered_passable:
        stops = either(stops, p.conquered)
    if not r.open_borders:
        stops = either(stops, opponents_of(p, player))
    if not r.unexplored_passable or (damaged and not r.damaged_passes):
        stops = either(stops, p.unexplored)
    return stops


cdef inline void list_variant_moves(const RulesetData* r, const Position* p, int player, Moves* out) noexcept nogil:
    # The same under all rules. E10.1: the piece that a ship lands with must be left after its tolls.
    cdef int i, ship, n = 0, last = -1, asked, repair, actions, damaged
    cdef int cities = p.cities_left[player], stations = p.stations_left[player]
    cdef bint may_stay = r.open_borders and not r.toll_compulsory, something_free = False
    cdef Cells home = cell_bit(r.home[player]), tolls = cells_none(), known = open_systems(r, p), reached, for_city
    cdef Cells open_to_stations = known if stations else cells_none()
    # Index 0 is for whole ships, 1 for damaged ones. E9.1, E5.2: only a whole ship explores, and with a city.
    cdef Cells open_to_cities[2]
    cdef Cells stops[2]
    open_to_cities[0] = either(known, p.unexplored) if cities else cells_none()
    open_to_cities[1] = known if cities else cells_none()
    forget_moves(out)
    out.mixed = 1
    if r.open_borders:
        tolls = opponents_of(p, player)
    stops[0] = walls(r, p, player, False)
    stops[1] = walls(r, p, player, True)
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        sse_check(ship >> 1 < r.n_cells)
        if ship == last:
            continue
        sse_check(n < MAX_SHIPS)
        damaged = ship & 1
        reached = reach(r, ship, stops[damaged], VARIANT)
        for_city = reached
        asked = size(both(reached, tolls))
        if cities < r.longest_ray and asked >= max(cities, 1):
            # The reserve may be too small for some of these flights.
            reach_paying(r, ship, stops[damaged], tolls, cities, &reached, &for_city)
        repair = damaged & (not is_empty(both(reached, home)))
        out.marked[n] = damaged & (last == ship - 1)
        for_city = both(for_city, open_to_cities[damaged])
        reached = both(reached, open_to_stations)
        actions = size(for_city) + size(reached) + repair
        out.ship[n] = ship
        out.repairs[n] = repair
        out.landings[n] = for_city
        out.station_landings[n] = reached
        out.actions[n] = actions
        out.total += actions
        if may_stay and not something_free:
            reached = either(for_city, reached)
            if repair:
                reached = either(reached, home)
            something_free = not is_empty(both(reach(r, ship, either(stops[damaged], tolls), VARIANT), reached))
        last = ship
        n += 1
    out.n = n
    if out.total and may_stay and not something_free:
        out.stay = 1
        out.total += 1


cdef inline void reach_paying(
    const RulesetData* r, int ship, Cells stops, Cells tolls, int most, Cells* reached, Cells* for_less
) noexcept nogil:
    # E10.1: flights that pay tolls. A flight ends at the first toll that it can't pay; each further one extends all six
    # rays to their next toll.
    #   writes   reached[0], for `most` tolls; for_less[0], for one toll less, the same if `most` is 0
    cdef Cells far = flight(r, ship >> 1, either(stops, tolls), WIDE), near = far
    while most > 0:
        near = far
        far = flight(r, ship >> 1, either(stops, without(tolls, near)), WIDE)
        if are_equal(far, near):
            break
        most -= 1
    reached[0] = in_range(r, ship, far)
    for_less[0] = in_range(r, ship, near)


cdef inline Cells toll_systems(
    const RulesetData* r, const Position* p, int player, int ship, int target
) noexcept nogil:
    # E10.1: the opponents' systems that a ship passes on its way to a target; none if it can jump there.
    if not r.open_borders or has(r.far[ship], target):
        return cells_none()
    return both(between(r, ship >> 1, target), opponents_of(p, player))


cdef inline Cells between(const RulesetData* r, int cell, int target) noexcept nogil:
    # The cells between both ends of a flight: what the two rays that face each other have in common. That of the lower
    # cell is E, SW or SE. Opposite rays that don't face each other have no cell in common.
    cdef const Cells* up = r.ray[min(cell, target)]
    cdef const Cells* down = r.ray[max(cell, target)]
    return either(either(both(up[0], down[3]), both(up[4], down[1])), both(up[5], down[2]))


# --- inside a turn

cdef inline void list_second_moves(
    const RulesetData* r, const Position* p, int player, int cell, Moves* out
) noexcept nogil:
    # E9.7: one step with the fuel just found, to where the ship can land, or to stay; nothing if there is no step.
    cdef Cells known = both(r.around[cell], open_systems(r, p))
    forget_moves(out)
    out.due = REFUEL_DUE
    out.mixed = out.n = 1
    out.ship[0] = 2 * cell
    out.marked[0] = out.repairs[0] = 0
    out.landings[0] = out.station_landings[0] = cells_none()
    if p.cities_left[player]:
        out.landings[0] = either(known, both(r.around[cell], p.unexplored))
    if p.stations_left[player]:
        out.station_landings[0] = known
    out.actions[0] = out.total = size(out.landings[0]) + size(out.station_landings[0])
    if out.total:
        out.stay = 1
        out.total += 1


cdef inline void list_choices(const RulesetData* r, const Position* p, int player, int cell, Moves* out) noexcept nogil:
    # E9.9: the player's cities next to the Nordinn Empire; if there are none, all cities of the opponents.
    cdef Cells buildings = either(p.stations, r.homes)
    forget_moves(out)
    out.due = CHOICE_DUE
    out.candidates = without(both(p.held[player], r.around[cell]), buildings)
    if is_empty(out.candidates):
        out.candidates = without(opponents_of(p, player), buildings)
    out.total = size(out.candidates)


cdef inline void list_reveals(const RulesetData* r, const Position* p, Moves* out) noexcept nogil:
    # E9.2: one reveal for each kind of tile that is left.
    cdef int tile
    forget_moves(out)
    out.due = REVEAL_DUE
    for tile in range(N_TILES):
        out.left[tile] = r.bag[tile] - size(p.tiles[tile])
        out.total += out.left[tile] > 0


cdef inline void list_due(const RulesetData* r, const Position* p, Moves* out) noexcept nogil:
    # The legal actions of a position: those of what is due, or those of the player to act.
    if p.due == REVEAL_DUE:
        list_reveals(r, p, out)
    elif p.due == REFUEL_DUE:
        list_second_moves(r, p, p.explorer, p.spot, out)
    elif p.due == CHOICE_DUE:
        list_choices(r, p, p.explorer, p.spot, out)
    else:
        list_moves(r, p, p.to_act, out, r.kind)


cdef inline void forget_moves(Moves* out) noexcept nogil:
    # No legal action.
    out.total = out.due = out.mixed = out.kinds = out.first_kind = out.n = out.stay = 0


cdef inline void nth_variant_move(const Moves* m, int rank, ActionRow* out) noexcept nogil:
    out.origin = out.target = out.damaged = 0
    if m.due == REVEAL_DUE:
        nth_reveal(m, rank, out)
    elif m.due == CHOICE_DUE:
        out.piece = CHOOSE
        out.target = nth_cell(m.candidates, rank)
    elif m.stay and rank == m.total - 1:
        out.piece = STAY
    else:
        nth_landing(m, rank, out)


cdef inline void nth_reveal(const Moves* m, int rank, ActionRow* out) noexcept nogil:
    # The reveal of a rank among the kinds of tiles that are left.
    out.piece = REVEAL
    out.target = 0
    while m.left[out.target] <= 0 or rank > 0:
        rank -= m.left[out.target] > 0
        out.target += 1
        sse_check(out.target < N_TILES)


cdef inline void nth_landing(const Moves* m, int rank, ActionRow* out) noexcept nogil:
    # A ship's actions stand in the order of cells, at each cell the city before the station; its repair is the last.
    cdef int i = ship_with(m, &rank), place
    out.origin = m.ship[i] >> 1
    out.damaged = m.marked[i]
    if m.repairs[i] and rank == m.actions[i] - 1:
        out.piece = REPAIR
        return
    place = nth_of_two_sets(m.landings[i], m.station_landings[i], rank)
    out.target = place >> 1
    out.piece = CITY + (place & 1)


cdef inline int tiles_left(const Moves* m) noexcept nogil:
    # E9.2: how many tiles nobody has seen; at least one where a reveal is due.
    cdef int tile, left = 0
    for tile in range(N_TILES):
        left += m.left[tile]
    return left


cdef inline int tiles_divisor(const Moves* m) noexcept nogil:
    # E9.2: the greatest common divisor of how many tiles of each kind are left; at least 1 where a reveal is due.
    cdef int tile, count, divisor = 0
    cdef bint single = False
    for tile in range(N_TILES):
        single |= m.left[tile] == 1
    # Mostly so. The loops below are slow, since where they end is unpredictable.
    if single:
        return 1
    for tile in range(N_TILES):
        count = m.left[tile]
        while count:
            divisor, count = count, divisor % count
        if divisor == 1:
            break
    return divisor


cdef inline ActionRow drawn(const Moves* m, int number) noexcept nogil:
    # The reveal of one of the tiles that are left, counted by kind; number < tiles_left(m). Branch-free, because the
    # tile is unpredictable.
    cdef ActionRow action
    cdef int tile, until = 0, kind = 0
    for tile in range(N_TILES):
        until += m.left[tile]
        kind += number >= until
    sse_check(kind < N_TILES)
    action.origin = action.damaged = 0
    action.target = kind
    action.piece = REVEAL
    return action
