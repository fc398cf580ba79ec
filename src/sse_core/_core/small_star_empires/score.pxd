# Scores and winners of Small Star Empires: E6.2, E7; with unexplored systems or open borders E9, E10.1. Header-only.

from libc.stdint cimport int32_t, int64_t, uint8_t

from sse_core._core.small_star_empires.flood cimport largest_territories
from sse_core._core.small_star_empires.structs cimport (
    ABANDONED, CHROMATIC, HOLLANA, MAX_PLAYERS, REFUELING, TENNAR, THREE, TWO, VARIANT, Position, RulesetData,
    Sheet,
)
from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport MAX_CELLS, Cells, both, either, is_empty, pop_lowest, size
from sse_core._core.small_star_empires.moves cimport opponents_of

cdef enum:
    SIDE_BY_SIDE = 16       # positions scored in one call: MAX_SETS // MAX_PLAYERS


cdef inline void score(const RulesetData* r, const Position* p, Sheet* out) noexcept nogil:
    # E7.0 to E7.3: what each player would score if the game ended now.
    #   writes   out[0:n_players]
    score_many(r, p, 1, out)


cdef inline void score_many(const RulesetData* r, const Position* positions, int n, Sheet* out) noexcept nogil:
    # The same for each of n positions; n <= SIDE_BY_SIDE.
    #   writes   out[0:n * n_players], by position, then by player
    cdef Cells held[SIDE_BY_SIDE * MAX_PLAYERS]
    cdef int64_t largest[SIDE_BY_SIDE * MAX_PLAYERS]
    cdef int i, player
    sse_check(n <= SIDE_BY_SIDE and r.n_players <= MAX_PLAYERS)
    for i in range(n):
        for player in range(r.n_players):
            held[i * r.n_players + player] = positions[i].held[player]
    largest_territories(r, held, n * r.n_players, largest)
    for i in range(n):
        score_with(r, &positions[i], &largest[i * r.n_players], &out[i * r.n_players])


cdef inline void score_with(const RulesetData* r, const Position* p, const int64_t* largest, Sheet* out) noexcept nogil:
    # The same, given the sizes of territories.
    #   reads    largest[0:n_players], the size of each player's largest territory
    #   writes   out[0:n_players]
    cdef int player, most = 0
    for player in range(r.n_players):
        out[player].planets = planets_of(r, p, p.held[player])
        out[player].nebulae = nebula_points(r, p, p.held[player])
        out[player].stations = station_points(r, p, player)
        out[player].tiles = out[player].tolls = 0
        most = max(most, <int>largest[player])
    for player in range(r.n_players):
        out[player].territory = r.territory_points if largest[player] == most else 0
    if r.kind == VARIANT:
        score_variants(r, p, out)


cdef inline void score_variants(const RulesetData* r, const Position* p, Sheet* out) noexcept nogil:
    # E6.2, E9.6 to E9.8, E10.1: adds points scored during the game, points of tiles, and two for each city received.
    #   writes   out[0:n_players]
    cdef int player
    for player in range(r.n_players):
        out[player].planets += p.banked_planets[player]
        out[player].tiles += p.banked_tiles[player]
        if r.first_edition:
            out[player].tiles += size(both(p.held[player], either(p.tiles[ABANDONED], p.tiles[REFUELING])))
        out[player].tolls += 2 * p.received[player]
    score_hollana(r, p, out)
    score_tennar(r, p, out)


cdef inline void score_hollana(const RulesetData* r, const Position* p, Sheet* out) noexcept nogil:
    # E9.8: three points to the player who holds most of the systems next to it, two to each of several.
    #   writes   out[0:n_players].tiles
    cdef Cells left = p.tiles[HOLLANA], around
    cdef int player, most, n_most, points
    cdef int held[MAX_PLAYERS]
    while not is_empty(left):
        around = r.around[pop_lowest(&left)]
        most = n_most = 0
        for player in range(r.n_players):
            held[player] = size(both(around, p.held[player]))
            if held[player] > most:
                most = held[player]
                n_most = 0
            n_most += held[player] == most
        points = 3 if n_most == 1 else 2
        for player in range(r.n_players):
            if most and held[player] == most:
                out[player].tiles += points


cdef inline void score_tennar(const RulesetData* r, const Position* p, Sheet* out) noexcept nogil:
    # E9.8: two points to each player who holds a system next to it.
    #   writes   out[0:n_players].tiles
    cdef Cells left = p.tiles[TENNAR], around
    cdef int player
    while not is_empty(left):
        around = r.around[pop_lowest(&left)]
        for player in range(r.n_players):
            if not is_empty(both(around, p.held[player])):
                out[player].tiles += 2


cdef inline int planets_of(const RulesetData* r, const Position* p, Cells held) noexcept nogil:
    # E7.0: one point for each planet of a set of systems, those of revealed tiles included (E9.3).
    cdef int kind, planets = 0
    for kind in range(3):
        planets += size(both(held, r.planets[kind]))
    if r.kind == VARIANT:
        planets += 3 * size(both(held, p.tiles[THREE])) + 2 * size(both(held, p.tiles[TWO]))
    return planets


cdef inline int nebula_points(const RulesetData* r, const Position* p, Cells held) noexcept nogil:
    # E7.1: points for each colour, by the rules' table. E9.4: chromatic nebulae join the colours that score most.
    cdef int red = size(both(held, r.nebulae[0]))
    cdef int green = size(both(held, r.nebulae[1]))
    cdef int blue = size(both(held, r.nebulae[2]))
    cdef int chromatic, most, to_red, to_green, points
    if not r.kind == VARIANT:
        return set_points(r, red) + set_points(r, green) + set_points(r, blue)
    chromatic = size(both(held, p.tiles[CHROMATIC]))
    most = 0
    for to_red in range(chromatic + 1):
        for to_green in range(chromatic - to_red + 1):
            points = (
                set_points(r, red + to_red)
                + set_points(r, green + to_green)
                + set_points(r, blue + chromatic - to_red - to_green)
            )
            most = max(most, points)
    return most


cdef inline int set_points(const RulesetData* r, int n) noexcept nogil:
    # E7.1: the points of n nebulae of one colour.
    sse_check(0 <= n < MAX_CELLS + 2)
    return r.nebula_points[n]


cdef inline int station_points(const RulesetData* r, const Position* p, int player) noexcept nogil:
    # E7.2: one point for each system of an opponent next to a station. E9.6: abandoned stations count, too.
    cdef Cells opponents = opponents_of(p, player)
    cdef Cells own = p.stations
    cdef int points = 0
    if r.kind == VARIANT:
        own = either(own, p.tiles[ABANDONED])
    own = both(own, p.held[player])
    while not is_empty(own):
        points += size(both(r.around[pop_lowest(&own)], opponents))
    return points


cdef inline int winners_of(
    const RulesetData* r, const Position* p, const Sheet* sheets, int* decided_by
) noexcept nogil:
    # E7.0, E7.4: the highest total; then most cities left, most stations left, most planets; then all tied.
    #   reads    sheets[0:n_players]
    #   writes   decided_by[0]: 0 total, 1 cities, 2 stations, 3 planets, 4 shared
    #   returns  the winners, bit p for player p
    cdef int criterion, player, best, value, tied = (1 << r.n_players) - 1, level
    for criterion in range(4):
        best = -1
        level = 0
        for player in range(r.n_players):
            if not (tied >> player) & 1:
                continue
            if criterion == 0:
                value = total_of(&sheets[player])
            elif criterion == 1:
                value = p.cities_left[player]
            elif criterion == 2:
                value = p.stations_left[player]
            else:
                value = planets_of(r, p, p.held[player])
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


cdef inline void note_outcome(
    const RulesetData* r, const Position* p, const Sheet* sheets, int32_t* totals, uint8_t* winners
) noexcept nogil:
    # E7.0, E7.4: the outcome of a finished game, for arrays.
    #   reads    sheets[0:n_players]
    #   writes   totals[0:n_players], winners[0:n_players]: 1 who won, 0 who did not
    cdef int player, decided_by
    cdef int won = winners_of(r, p, sheets, &decided_by)
    for player in range(r.n_players):
        totals[player] = total_of(&sheets[player])
        winners[player] = (won >> player) & 1


cdef inline int total_of(const Sheet* sheet) noexcept nogil:
    # E7.0: the sum of all parts.
    return sheet.planets + sheet.nebulae + sheet.stations + sheet.territory + sheet.tiles + sheet.tolls
