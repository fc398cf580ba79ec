# Bounds on the margin of Small Star Empires for two on a plain board: E3, E6, E7. Header-only.
#
# A bound grants one player every system that a ship can ever reach, as if all landings were free, and the other player
# nothing. It ignores the order of turns. So it holds for every play, and takes some tenths of a microsecond.

from libc.stdint cimport int32_t, uint64_t

from sse_core._core.small_star_empires.flood cimport largest_territory
from sse_core._core.bits cimport sse_check, sse_highest_bit, sse_lowest_bit
from sse_core._core.small_star_empires.cells cimport (
    MAX_CELLS, Cells, both, cell_bit, cells_none, either, has, is_empty, pop_lowest, size, without,
)
from sse_core._core.small_star_empires.moves cimport held_by_all, opponents_of
from sse_core._core.small_star_empires.score cimport nebula_points, planets_of, set_points, station_points
from sse_core._core.small_star_empires.structs cimport MAX_SET, NARROW, Position, RulesetData

cdef enum:
    MAX_PARTS = MAX_CELLS   # connected parts of a player's systems

# How much a player who holds some nebulae of a colour, or has so many within reach, can gain by them.
cdef struct NebulaSteps:
    int32_t most[MAX_SET + 1][MAX_SET + 1]      # [held][reach]: points of a nebula more, at most, on average over any
                                                # number of them, rounded up
    int32_t least[MAX_SET + 1][MAX_SET + 1]     # the least gain by any number of them; 0 or less

# What a player can still do.
cdef struct Prospect:
    Cells held
    Cells reach             # free systems where a ship can land some day
    int landings            # at most so many pieces are placed
    int stations            # at most so many of them are stations
    int points              # planets, nebulae and stations now
    int territory           # the largest now, where it is asked for


cdef inline void fill_steps(const RulesetData* r, NebulaSteps* out) noexcept nogil:
    # A set beyond the table scores as its last entry, so that MAX_SET nebulae stand for any larger number.
    cdef int held, reach, gain
    for held in range(MAX_SET + 1):
        out.most[held][0] = out.least[held][0] = 0
        for reach in range(1, MAX_SET + 1):
            gain = set_points(r, held + reach) - set_points(r, held)
            out.most[held][reach] = max(out.most[held][reach - 1], (gain + reach - 1) // reach if gain > 0 else 0)
            out.least[held][reach] = min(out.least[held][reach - 1], gain)


cdef inline Cells systems_in_reach(const RulesetData* r, const Position* p, int player, Cells free) noexcept nogil:
    # The free systems where a ship of a player can land some day on a plain board. Ships pass free systems, their own
    # and wormholes (E3.3), and systems that an opponent holds stay closed; jumps lead on from wherever a ship can be.
    cdef Cells passable = either(free, either(p.held[player], r.wormholes)), seen, todo = cells_none(), near
    cdef int i, cell
    for i in range(p.n_ships[player]):
        todo = either(todo, cell_bit(p.ships[player][i] >> 1))
    if r.kind == NARROW:
        todo.lo = joined_in_word(r, passable.lo, todo.lo) & free.lo
        return todo
    seen = todo
    while not is_empty(todo):
        cell = pop_lowest(&todo)
        near = without(both(either(r.around[cell], r.jump[cell]), passable), seen)
        seen = either(seen, near)
        todo = either(todo, near)
    return both(seen, free)


cdef inline uint64_t joined_in_word(const RulesetData* r, uint64_t passable, uint64_t todo) noexcept nogil:
    # The cells that ships on some cells reach by steps and jumps over passable ones, on a board of at most 64 cells.
    # Two cells at a time, the lowest and the highest, since each step waits for what the one before has found.
    cdef uint64_t left = passable & ~todo, seen = todo, near
    cdef int low, high
    while todo:
        low, high = sse_lowest_bit(todo), sse_highest_bit(todo)
        near = (r.around[low].lo | r.jump[low].lo | r.around[high].lo | r.jump[high].lo) & left
        left ^= near
        seen |= near
        todo = todo & ~(<uint64_t>1 << low | <uint64_t>1 << high) | near
    return seen


cdef inline void take_stock(const RulesetData* r, const Position* p, int player, Prospect* out) noexcept nogil:
    # What a player has.
    #   writes   out.held, out.points
    out.held = p.held[player]
    out.points = planets_of(r, p, out.held) + nebula_points(r, p, out.held) + station_points(r, p, player)


cdef inline void foresee(const RulesetData* r, const Position* p, int player, Cells free, Prospect* out) noexcept nogil:
    # What a player has, and can still do, on a plain board.
    #   writes   out, apart from the territory
    cdef int pieces = p.cities_left[player] + p.stations_left[player]
    take_stock(r, p, player, out)
    out.reach = cells_none()
    out.landings = out.stations = 0
    if pieces and not (p.passed >> player) & 1:
        out.reach = systems_in_reach(r, p, player, free)
        out.landings = min(pieces, size(out.reach))
        out.stations = min(<int>p.stations_left[player], out.landings)


cdef inline int best_gain(
    const RulesetData* r, const NebulaSteps* steps, const Prospect* a, const Prospect* b, Cells stations
) noexcept nogil:
    # At most so many points a player gains from here on, territory left out.
    #   reads    a, the player; b, the opponent; stations, those of both
    cdef int n = a.landings, ones, twos, threes, colour, held, reach, step, gain = 0, cell, left, pot
    cdef int with_pot[7]
    cdef Cells beside[6]        # systems in the opponent's reach with more than 0, 1, ... stations beside them
    cdef Cells own = both(stations, a.held), cells
    if n:
        ones = size(both(a.reach, r.planets[0]))
        twos = size(both(a.reach, r.planets[1]))
        threes = size(both(a.reach, r.planets[2]))
        for colour in range(3):
            cells = both(a.reach, r.nebulae[colour])
            reach = size(cells)
            if reach:
                held = min(size(both(a.held, r.nebulae[colour])), <int>MAX_SET)
                step = steps.most[held][min(reach, <int>MAX_SET)]
                ones += reach if step >= 1 else 0
                twos += reach if step >= 2 else 0
                threes += reach if step >= 3 else 0
                if step > 3:
                    gain += min(n, reach) * (step - 3)
        gain += min(n, ones) + min(n, twos) + min(n, threes)
    # Stations on the map gain by each landing of the opponent: one point for each of them beside it.
    if b.landings:
        for pot in range(6):
            beside[pot] = cells_none()
        while not is_empty(own):
            cells = both(r.around[pop_lowest(&own)], b.reach)
            for pot in range(5, 0, -1):
                beside[pot] = either(beside[pot], both(beside[pot - 1], cells))
            beside[0] = either(beside[0], cells)
        for pot in range(6):
            gain += min(b.landings, size(beside[pot]))
    # Those to come score for all that the opponent has beside them at the end.
    if a.stations:
        for pot in range(7):
            with_pot[pot] = 0
        cells = a.reach
        while not is_empty(cells):
            cell = pop_lowest(&cells)
            pot = size(both(r.around[cell], b.held)) + min(b.landings, size(both(r.around[cell], b.reach)))
            with_pot[min(pot, 6)] += 1
        left = a.stations
        for pot in range(6, 0, -1):
            gain += pot * min(left, with_pot[pot])
            left -= min(left, with_pot[pot])
    return gain


cdef inline int least_gain(const RulesetData* r, const NebulaSteps* steps, const Prospect* a) noexcept nogil:
    # At least so many points a player gains: less than none where a larger set of nebulae scores less.
    cdef int colour, gain = 0
    if a.landings:
        for colour in range(3):
            gain += steps.least[min(size(both(a.held, r.nebulae[colour])), <int>MAX_SET)][
                min(size(both(a.reach, r.nebulae[colour])), <int>MAX_SET)
            ]
    return gain


cdef inline int best_territory(const RulesetData* r, const Prospect* a, const Prospect* b) noexcept nogil:
    # E7.3: how far territory can favour a player at most.
    cdef int most = size(a.held) + a.landings
    if not a.landings and not b.landings:
        return (r.territory_points if a.territory >= b.territory else 0) - (
            r.territory_points if b.territory >= a.territory else 0
        )
    if not a.landings:
        most = a.territory
    if most < b.territory:
        return -r.territory_points
    return r.territory_points if most > b.territory else 0


cdef inline int best_margin(
    const RulesetData* r, const NebulaSteps* steps, const Prospect* a, const Prospect* b, Cells stations
) noexcept nogil:
    # The margin of a over b is at most this, territory left out.
    return a.points - b.points + best_gain(r, steps, a, b, stations) - least_gain(r, steps, b)


cdef inline int best_last_margin(
    const RulesetData* r, const Position* p, int player, Cells targets
) noexcept nogil:
    # The largest margin of one of two players, who places the last piece of all, on one of some targets, and ends the
    # game (E2.3).
    #   reads    targets, at least one
    cdef Prospect own, other
    cdef Cells held = p.held[player], todo, part, near, theirs = both(p.stations, p.held[1 - player])
    cdef Cells parts[MAX_PARTS]
    cdef int n_parts = 0, i, cell, gain, best = -(1 << 30), territory, colour
    cdef int step[3]
    take_stock(r, p, player, &own)
    take_stock(r, p, 1 - player, &other)
    other.territory = largest_territory(r, other.held)
    own.territory = 0
    for colour in range(3):
        i = size(both(held, r.nebulae[colour]))
        step[colour] = set_points(r, i + 1) - set_points(r, i)
    while not is_empty(held):
        todo = part = cell_bit(pop_lowest(&held))
        while not is_empty(todo):
            near = both(r.around[pop_lowest(&todo)], held)
            held = without(held, near)
            todo = either(todo, near)
            part = either(part, near)
        sse_check(n_parts < MAX_PARTS)
        parts[n_parts] = part
        own.territory = max(own.territory, size(part))
        n_parts += 1
    while not is_empty(targets):
        cell = pop_lowest(&targets)
        territory = 1
        for i in range(n_parts):
            if not is_empty(both(parts[i], r.around[cell])):
                territory += size(parts[i])
        territory = max(territory, own.territory)
        gain = has(r.planets[0], cell) + has(r.planets[1], cell) + has(r.planets[2], cell)
        for colour in range(3):
            if has(r.nebulae[colour], cell):
                gain += step[colour]
        if p.stations_left[player]:
            gain += size(both(r.around[cell], other.held))
        gain -= size(both(r.around[cell], theirs))
        if territory >= other.territory:
            gain += r.territory_points
        if other.territory >= territory:
            gain -= r.territory_points
        best = max(best, gain)
    return own.points - other.points + best
