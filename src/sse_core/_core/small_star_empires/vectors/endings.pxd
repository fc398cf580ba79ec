# Scores and winners of many finished games of Small Star Empires at a time: E7.0 to E7.4, for plain boards, by places.
# Header-only.
#
# `flood.pxd` and `score.pxd` score any position, by cells; `tests/small_star_empires/test_endings.py` compares both.
# Editions (E6.2) and tiles (E9) differ only where there are unexplored systems, so they don't matter here.
#
# All games of one value of the type Words are scored in the same steps. A territory grows by shifts. Places are
# numbered row by row, so the numbers of two neighbours differ by one of a few distances. For each distance, one shift
# brings every place to its neighbour. A homeworld is no place, but it connects all places held beside it: floods begin
# there.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit
from sse_core._core.small_star_empires.cells cimport Cells, is_empty, pop_lowest, size, without
from sse_core._core.small_star_empires.vectors.places cimport MAX_PLACES, places_of
from sse_core._core.small_star_empires.score cimport set_points
from sse_core._core.small_star_empires.structs cimport MAX_PLAYERS, Position, RulesetData
from sse_core._core.words cimport WIDTH, Words, any_set, count_each, each, if_below, if_equal, words_of

cdef extern from *:
    """
    #define SSE_SLOTS 64
    """
    enum:
        SLOTS "SSE_SLOTS"               # games in one call
        VALUES "SSE_SLOTS / SSE_WIDTH"  # values for all of them

cdef enum:
    ABREAST = 8             # values in which territories grow at the same time; VALUES is a multiple
    FEW = 2                 # so many, if there are no more

# What the score of a board asks for, and never changes in a game.
cdef struct EndCharts:
    uint64_t pairs[MAX_PLACES]              # for each distance: the places that have a neighbour so many places higher
    uint64_t distance[MAX_PLACES]
    int n_distances
    uint64_t home[MAX_PLAYERS]              # the places beside a player's homeworld
    # Numbers of each place in binary: bit 0 of all, then bit 1.
    uint64_t homes[MAX_PLAYERS][2]          # how many homeworlds of a player's opponents are beside it
    uint64_t planets[2]
    uint64_t nebulae[3]                     # red, green, blue
    int32_t nebula_points[MAX_PLACES + 1]   # of so many of one colour
    int32_t most_nebulae                    # of one colour, on the board
    int32_t territory_points
    int32_t n_players
    int32_t pieces                          # in all reserves when the games began

# Games that are over, each in a slot of its own: the word of a Words.
cdef struct Endings:
    Words held[MAX_PLAYERS][VALUES]
    Words stations[VALUES]                  # of all players
    Words cities_left[MAX_PLAYERS][VALUES]
    Words stations_left[MAX_PLAYERS][VALUES]
    int64_t row[SLOTS]                      # where the outcome goes


# --- charts

cdef inline void draw_end_charts(const RulesetData* r, const Position* start, EndCharts* out) noexcept nogil:
    #   reads    start, the position in which all games began
    cdef int player, other, kind, n
    cdef uint64_t beside
    sse_check(size(r.landable) <= MAX_PLACES)
    memset(out, 0, sizeof(EndCharts))
    out.n_players, out.territory_points = r.n_players, r.territory_points
    draw_neighbours(r, out)
    for player in range(r.n_players):
        out.home[player] = places_of(r.landable, r.around[r.home[player]])
        out.pieces += start.cities_left[player] + start.stations_left[player]
    for player in range(r.n_players):
        for other in range(r.n_players):
            if other != player:
                # At most three opponents: two bits are enough.
                beside = out.home[other]
                out.homes[player][1] ^= out.homes[player][0] & beside
                out.homes[player][0] ^= beside
    out.planets[0] = places_of(r.landable, without(r.planets[0], r.planets[1])) | places_of(r.landable, r.planets[2])
    out.planets[1] = places_of(r.landable, r.planets[1])
    for kind in range(3):
        out.nebulae[kind] = places_of(r.landable, r.nebulae[kind])
        out.most_nebulae = max(out.most_nebulae, sse_count_bits(out.nebulae[kind]))
    for n in range(1, out.most_nebulae + 1):
        out.nebula_points[n] = set_points(r, n)


cdef inline void draw_neighbours(const RulesetData* r, EndCharts* out) noexcept nogil:
    #   writes   out.pairs, out.distance, out.n_distances
    cdef uint64_t pairs[MAX_PLACES]         # by distance
    cdef uint64_t higher
    cdef int distance, place = 1
    cdef Cells left = r.landable
    memset(pairs, 0, sizeof(pairs))
    while not is_empty(left):
        sse_check(place <= MAX_PLACES)
        higher = places_of(r.landable, r.around[pop_lowest(&left)]) >> place
        while higher:
            pairs[sse_lowest_bit(higher)] |= <uint64_t>1 << place
            higher &= higher - 1
        place += 1
    # The floods take fewer steps if they go far first. No distance is above 62, so there are 62 at most.
    for distance in range(MAX_PLACES - 1, 0, -1):
        if pairs[distance]:
            out.pairs[out.n_distances], out.distance[out.n_distances] = pairs[distance], distance
            out.n_distances += 1


# --- scores

cdef inline void note_endings(
    const EndCharts* c, const Endings* e, int n, int32_t[:, ::1] totals, uint8_t[:, ::1] winners, int32_t[::1] plies,
) noexcept nogil:
    # E7: the outcomes of the games in slots 0 to n - 1, and how many plies they took. Other slots may have anything.
    #   writes   the rows e.row[0:n] of totals, winners (1 who won, 0 who did not) and plies
    cdef Words largest[MAX_PLAYERS][VALUES]
    cdef Words most[VALUES]
    cdef Words total[MAX_PLAYERS][VALUES]
    cdef Words won[MAX_PLAYERS][VALUES]
    cdef Words left[VALUES]
    cdef int32_t* points
    cdef uint8_t* wins
    cdef int i, player, slot, n_values = (n + WIDTH - 1) // WIDTH
    sse_check(0 <= n <= SLOTS)
    measure_territories(c, e, n_values, largest, most)
    for i in range(n_values):
        score_value(c, e, i, largest, most[i], total, won)
        left[i] = words_of(0)
        for player in range(c.n_players):
            left[i] += e.cities_left[player][i] + e.stations_left[player][i]
    for slot in range(n):
        # A ply puts one piece.
        plies[e.row[slot]] = c.pieces - <int32_t>each(left)[slot]
        points, wins = &totals[e.row[slot], 0], &winners[e.row[slot], 0]
        for player in range(c.n_players):
            points[player] = <int32_t>each(total[player])[slot]
            wins[player] = <uint8_t>each(won[player])[slot]


cdef inline void score_value(
    const EndCharts* c, const Endings* e, int i, const Words (*largest)[VALUES], Words most, Words (*total)[VALUES],
    Words (*won)[VALUES],
) noexcept nogil:
    # E7.0, E7.3, E7.4 for the games of value i.
    #   reads    largest, the sizes of territories, and most, the largest of all players
    #   writes   total[player][i]; won[player][i], 1 or 0
    cdef Words taken = words_of(0), best = words_of(0), planets, points
    cdef Words rank[MAX_PLAYERS]
    cdef int player
    for player in range(c.n_players):
        taken |= e.held[player][i]
    for player in range(c.n_players):
        planets = count_each(e.held[player][i] & c.planets[0]) + 2 * count_each(e.held[player][i] & c.planets[1])
        points = planets + nebula_points(c, e.held[player][i])
        points += station_points(c, player, e.stations[i] & e.held[player][i], taken & ~e.held[player][i])
        points += if_equal(largest[player][i], most, words_of(c.territory_points))
        total[player][i] = points
        # E7.4: the highest total, then most cities left, then most stations left, then most planets, all in one number.
        # Each is below 2**16: reserves are an int16_t, and 63 systems earn less than 6 * 999 points by E7.0 to E7.3.
        rank[player] = points << 48 | e.cities_left[player][i] << 32 | e.stations_left[player][i] << 16 | planets
        best += if_below(best, rank[player], rank[player] - best)
    for player in range(c.n_players):
        won[player][i] = if_equal(rank[player], best, words_of(1))


cdef inline Words nebula_points(const EndCharts* c, Words held) noexcept nogil:
    # E7.1: points for each colour, by the rules' table.
    cdef Words points = words_of(0), count
    cdef int kind, n
    for kind in range(3):
        count = count_each(held & c.nebulae[kind])
        for n in range(1, c.most_nebulae + 1):
            points += if_equal(count, words_of(n), words_of(c.nebula_points[n]))
    return points


cdef inline Words station_points(const EndCharts* c, int player, Words own, Words others) noexcept nogil:
    # E7.2: one point for each system of an opponent next to a station.
    #   reads    own, the places of the player's stations; others, those that opponents hold
    cdef Words ones = words_of(0), twos = words_of(0), pairs
    cdef int k
    for k in range(c.n_distances):
        # A pair of neighbours counts at the lower place. A place has three higher neighbours at most: two bits.
        pairs = ((own & (others >> c.distance[k])) | (others & (own >> c.distance[k]))) & c.pairs[k]
        twos ^= ones & pairs
        ones ^= pairs
    return (
        count_each(ones) + 2 * count_each(twos)
        + count_each(own & c.homes[player][0]) + 2 * count_each(own & c.homes[player][1])
    )


# --- territories

# Sets whose largest part may not be known yet: what is left of each, and whose it is.
cdef struct Rests:
    Words words[MAX_PLAYERS * VALUES]
    uint16_t owner[MAX_PLAYERS * SLOTS]     # SLOTS * player + slot
    int n


cdef inline void measure_territories(
    const EndCharts* c, const Endings* e, int n_values, Words (*largest)[VALUES], Words* most
) noexcept nogil:
    # E7.3: who has the largest territory.
    #   writes   most[0:n_values], its size; largest[player][0:n_values], the same for whoever has it, less for others
    cdef Words parts[MAX_PLAYERS][VALUES]
    cdef Words number
    cdef Rests rests
    cdef int player, i
    for i in range(n_values):
        most[i] = words_of(0)
    for player in range(c.n_players):
        for i in range(n_values):
            parts[player][i] = e.held[player][i] & words_of(c.home[player])
        flood(c, e.held[player], n_values, parts[player])
        for i in range(n_values):
            # The homeworld is one system more.
            number = count_each(parts[player][i]) + 1
            largest[player][i] = number
            most[i] += if_below(most[i], number, number - most[i])
    list_rests(c, e, n_values, parts, largest, most, &rests)
    while rests.n:
        measure_rests(c, &rests, each(&largest[0][0]), each(most))


cdef inline void list_rests(
    const EndCharts* c, const Endings* e, int n_values, const Words (*parts)[VALUES], const Words (*largest)[VALUES],
    const Words* most, Rests* out,
) noexcept nogil:
    # What isn't connected with the homeworld, where it matters.
    #   writes   out.words[0:out.n], out.owner[0:out.n]; out.n <= MAX_PLAYERS * SLOTS, since each set is listed once
    cdef Words rest, listed
    cdef int player, i, j
    out.n = 0
    for player in range(c.n_players):
        for i in range(n_values):
            rest = e.held[player][i] & ~parts[player][i]
            listed = count_each(rest) + if_below(largest[player][i], most[i], words_of(1))
            listed = if_below(most[i], listed, words_of(1))
            if any_set(listed):
                for j in range(WIDTH):
                    # Branch-free, because it is unpredictable.
                    sse_check(out.n < MAX_PLAYERS * SLOTS)
                    each(out.words)[out.n] = each(&rest)[j]
                    out.owner[out.n] = SLOTS * player + WIDTH * i + j
                    out.n += each(&listed)[j]


cdef inline bint matters(uint64_t rest, uint64_t largest, uint64_t most) noexcept nogil:
    # Whether a part of a rest could be larger than all territories, or as large where the player has none of that size.
    return <uint64_t>sse_count_bits(rest) + (largest < most) > most


cdef inline void measure_rests(const EndCharts* c, Rests* rests, uint64_t* largest, uint64_t* most) noexcept nogil:
    # One part of each; what still matters after that stays listed.
    #   writes   largest[owner], most[slot], if the part is larger
    cdef Words parts[MAX_PLAYERS * VALUES]
    cdef uint64_t part, rest, number
    cdef int i, owner, slot, n = rests.n, n_values = (n + WIDTH - 1) // WIDTH
    for i in range(n, n_values * WIDTH):
        each(rests.words)[i] = 0
    for i in range(n_values):
        parts[i] = rests.words[i] & (words_of(0) - rests.words[i])
    flood(c, rests.words, n_values, parts)
    rests.n = 0
    for i in range(n):
        part, owner = each(parts)[i], rests.owner[i]
        rest = each(rests.words)[i] ^ part
        slot = owner & (SLOTS - 1)
        number = sse_count_bits(part)
        largest[owner] = max(largest[owner], number)
        most[slot] = max(most[slot], number)
        each(rests.words)[rests.n] = rest
        rests.owner[rests.n] = owner
        rests.n += matters(rest, largest[owner], most[slot])


cdef inline void flood(const EndCharts* c, const Words* held, int n_values, Words* parts) noexcept nogil:
    # Parts of sets grow until nothing else that is held is connected with them.
    #   reads    held[0:n_values]
    #   writes   parts[0:n_values], and may write what follows up to a multiple of ABREAST
    cdef int block
    if n_values <= FEW:
        flood_abreast(c, held, parts, FEW)
        return
    for block in range((n_values + ABREAST - 1) // ABREAST):
        flood_abreast(c, held + block * ABREAST, parts + block * ABREAST, ABREAST)


cdef inline void flood_abreast(const EndCharts* c, const Words* held, Words* parts, int n) noexcept nogil:
    # The same at the same time in n values, which is known when this is compiled: while one waits, another goes on.
    cdef Words part[ABREAST]
    cdef Words before[ABREAST]
    cdef Words pairs, grown = words_of(1)
    cdef uint64_t distance
    cdef int i, k
    for i in range(n):
        part[i] = parts[i]
    while any_set(grown):
        for i in range(n):
            before[i] = part[i]
        for k in range(c.n_distances):
            pairs = words_of(c.pairs[k])
            distance = c.distance[k]
            for i in range(n):
                part[i] |= (((part[i] & pairs) << distance) | ((part[i] >> distance) & pairs)) & held[i]
        grown = words_of(0)
        for i in range(n):
            grown |= part[i] ^ before[i]
    for i in range(n):
        parts[i] = part[i]
