# cython: language_level=3, wraparound=False, cdivision=True
"""Random play of sixteen games side by side, each in a lane of its own, on plain boards where all ships are whole.

Where the lanes do the same without a branch, several of them are one value of the type Words. The games are those of
`_loops.pyx`, ply by ply: the clauses E2.1 to E2.3, E3, E4, E6.1 and the draw of `_random.pxd` are written here once
more for this narrow case, and ``tests/small_star_empires/test_lanes.py`` holds both equal.

A set of systems is one word with a bit for each system where a ship can land, at most 63. These systems are places 0,
1 and so on, in the order of their cells. An opponent's homeworld has no bit; it ends the lines of a player's own chart.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from sse_core._endings cimport (
    MAX_PLACES, SLOTS, EndCharts, Endings, draw_end_charts, note_endings, places_of,
)
from sse_core._fast cimport State
from sse_core._hex cimport (
    Cells, cell_bit, down_to_last, either, has, size, sse_check, sse_fill_tables, sse_nth_bit, up_to_first, without,
)
from sse_core._random cimport FIRST_MIX, GOLDEN, SECOND_MIX, child_seed, ply_below, stream_at
from sse_core._structs cimport MAX_CELLS, MAX_PLAYERS, VARIANT, Position, RulesetData
from sse_core._words cimport (
    EVERY, GROUPS, LANES, WIDTH, Words, any_set, count_each, each, from_highest, if_below, if_equal, words_of,
)

__all__ = ["has_lanes", "play_games"]

sse_fill_tables()

cdef enum:
    MAX_FLEET = 4           # a player's ships
    JUMPS = 3               # a ship has three lines, and the places that it can jump to

cdef int* HIGHER = [0, 4, 5]
cdef int* LOWER = [3, 1, 2]

# What never changes in a call.
cdef struct Charts:
    uint64_t sight[MAX_PLAYERS][MAX_CELLS][4]   # the three lines and the jumps of a player's ship on a cell
    uint64_t held[MAX_PLAYERS]                  # at the start
    uint64_t stations
    uint8_t cell[64]                            # the cell of each place
    uint8_t spot[MAX_CELLS]                     # 2 * the number of places below a cell, + 1 if it is a place itself
    int n_players
    int n_ships[MAX_PLAYERS]
    bint jumps                                  # whether any ship can ever jump

# Sixteen games: the lanes of a group are the words of its Words.
cdef struct Lanes:
    Words sight[MAX_PLAYERS][MAX_FLEET + 1][4][GROUPS]      # the last ship stands in for none, where nobody moves
    Words spot[MAX_PLAYERS][MAX_FLEET + 1][GROUPS]
    Words held[MAX_PLAYERS][GROUPS]
    Words taken[GROUPS]                         # what all hold
    Words stations[GROUPS]
    Words cities_left[MAX_PLAYERS][GROUPS]
    Words stations_left[MAX_PLAYERS][GROUPS]
    Words left[GROUPS]                          # the pieces in all reserves
    Words passed[GROUPS]
    Words stream[GROUPS]                        # what the next ply draws from (ply_below)
    int64_t game[LANES]                         # the row of the game; -1 for none
    # What the player whose turn it is does.
    Words moves[GROUPS]                         # 1, or 0 if nothing can be done
    Words piece[GROUPS]
    Words ship[GROUPS]
    Words landings[GROUPS]                      # where that ship can land
    Words rank[GROUPS]                          # how many of these places are lower than the target
    Words target[GROUPS]                        # the place where it lands


def has_lanes(State state not None):
    """Return whether the games from a state can be played here."""
    cdef const RulesetData* r = &state.ruleset.data
    cdef const Position* p = &state.position
    cdef int player, i
    if r.kind == VARIANT or size(r.landable) > MAX_PLACES or p.to_act < 0:
        return False
    for player in range(r.n_players):
        if p.n_ships[player] > MAX_FLEET:
            return False
        for i in range(p.n_ships[player]):
            if p.ships[player][i] & 1:
                return False
    return True


def play_games(
    State state not None, uint64_t seed, Py_ssize_t first, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
    int32_t[::1] plies,
):
    """Play the games from number `first` on, one for each row of the arrays, and fill these."""
    with nogil:
        play_lanes(&state.ruleset.data, &state.position, seed, first, totals, winners, plies)


cdef void play_lanes(
    const RulesetData* r, const Position* start, uint64_t seed, int64_t first, int32_t[:, ::1] totals,
    uint8_t[:, ::1] winners, int32_t[::1] plies,
) noexcept nogil:
    # A lane whose game is over takes the next one when it is the turn of the seat that begins.
    cdef Charts c
    cdef Lanes g
    cdef EndCharts ends
    cdef Endings ended
    cdef int64_t begun = 0, n = plies.shape[0]
    cdef int lane, player, _, busy = 0, n_ended = 0
    draw_charts(r, &c, start)
    draw_end_charts(r, start, &ends)
    memset(&g, 0, sizeof(Lanes))
    memset(&ended, 0, sizeof(Endings))
    for lane in range(LANES):
        g.game[lane] = -1
        if begun < n:
            let_in(&c, start, &g, lane, begun, child_seed(seed, first + begun))
            begun += 1
            busy += 1
    while busy:
        player = start.to_act
        for _ in range(r.n_players):
            take_turns(&c, &g, player)
            player = player + 1 if player + 1 < r.n_players else 0
        if not any_over(&c, &g):
            continue
        for lane in range(LANES):
            if g.game[lane] < 0 or not is_over(&c, &g, lane):
                continue
            let_out(&c, &g, lane, &ended, n_ended)
            n_ended += 1
            if n_ended == SLOTS:
                note_endings(&ends, &ended, n_ended, totals, winners, plies)
                n_ended = 0
            g.game[lane] = -1
            if begun < n:
                let_in(&c, start, &g, lane, begun, child_seed(seed, first + begun))
                begun += 1
            else:
                busy -= 1
    note_endings(&ends, &ended, n_ended, totals, winners, plies)


# --- charts

cdef void draw_charts(const RulesetData* r, Charts* c, const Position* start) noexcept nogil:
    cdef int cell, player, axis, n = 0
    cdef Cells stops
    cdef uint64_t* sight
    memset(c, 0, sizeof(Charts))
    c.n_players = r.n_players
    for cell in range(r.n_cells):
        c.spot[cell] = 2 * n + has(r.landable, cell)
        if has(r.landable, cell):
            sse_check(n < MAX_PLACES)
            c.cell[n] = cell
            n += 1
    c.stations = places_of(r.landable, start.stations)
    for player in range(r.n_players):
        c.held[player] = places_of(r.landable, start.held[player])
        c.n_ships[player] = start.n_ships[player]
        stops = without(r.homes, cell_bit(r.home[player]))
        for cell in range(r.n_cells):
            sight = c.sight[player][cell]
            for axis in range(3):
                # E, SW and SE run towards higher cells; W, NE and NW, their opposites, towards lower ones.
                sight[axis] = places_of(r.landable, either(
                    up_to_first(r.ray[cell][HIGHER[axis]], stops), down_to_last(r.ray[cell][LOWER[axis]], stops)
                ))
            sight[JUMPS] = places_of(r.landable, r.jump[cell])
            c.jumps |= sight[JUMPS] != 0


# --- games come and go

cdef inline void let_in(
    const Charts* c, const Position* start, Lanes* g, int lane, int64_t game, uint64_t seed
) noexcept nogil:
    # A game begins.
    cdef int player, ship
    g.game[lane] = game
    each(g.stream)[lane] = stream_at(seed, start.ply)
    each(g.passed)[lane] = start.passed
    each(g.stations)[lane] = c.stations
    each(g.left)[lane] = each(g.taken)[lane] = 0
    for player in range(c.n_players):
        each(g.held[player])[lane] = c.held[player]
        each(g.taken)[lane] |= c.held[player]
        each(g.cities_left[player])[lane] = start.cities_left[player]
        each(g.stations_left[player])[lane] = start.stations_left[player]
        each(g.left)[lane] += start.cities_left[player] + start.stations_left[player]
        for ship in range(c.n_ships[player]):
            see_from(c, g, lane, player, ship, start.ships[player][ship] >> 1)


cdef inline void let_out(const Charts* c, const Lanes* g, int lane, Endings* ended, int slot) noexcept nogil:
    # A game that is over takes a slot.
    cdef int player
    ended.row[slot] = g.game[lane]
    each(ended.stations)[slot] = each(g.stations)[lane]
    for player in range(c.n_players):
        each(ended.held[player])[slot] = each(g.held[player])[lane]
        each(ended.cities_left[player])[slot] = each(g.cities_left[player])[lane]
        each(ended.stations_left[player])[slot] = each(g.stations_left[player])[lane]


cdef inline bint any_over(const Charts* c, const Lanes* g) noexcept nogil:
    # Whether any game is.
    cdef Words over = words_of(0), everybody = words_of((1 << c.n_players) - 1)
    cdef int k
    for k in range(GROUPS):
        over |= if_equal(g.left[k], words_of(0), words_of(1)) | if_equal(g.passed[k], everybody, words_of(1))
    return any_set(over)


cdef inline bint is_over(const Charts* c, const Lanes* g, int lane) noexcept nogil:
    # E2.3: no piece is left, or nobody can move.
    return each(g.left)[lane] == 0 or each(g.passed)[lane] == <uint64_t>((1 << c.n_players) - 1)


# --- the turn of one player in all games

cdef inline void take_turns(const Charts* c, Lanes* g, int player) noexcept nogil:
    # E2.1, E2.2: a player who can't move is out.
    cdef Words landings[MAX_FLEET]
    cdef int k
    for k in range(GROUPS):
        list_landings(c, g, player, k, landings)
        choose(c, g, player, k, landings)
    move_ships(c, g, player)
    for k in range(GROUPS):
        colonize(g, player, k)


cdef inline void list_landings(const Charts* c, Lanes* g, int player, int k, Words* landings) noexcept nogil:
    # E3, E4: where each ship can land, on a flight or by a jump; equal ships are listed once.
    #   writes   landings[0:n_ships]
    cdef Words stops = g.taken[k] & ~g.held[player][k], here, lower, line, hit, reached
    cdef int ship, other, axis
    for ship in range(c.n_ships[player]):
        here = words_of(1) << (g.spot[player][ship][k] >> 1)
        lower = here - 1
        reached = g.sight[player][ship][JUMPS][k] if c.jumps else words_of(0)
        for axis in range(3):
            # E3.1: up to the lowest stop above, down to the highest below.
            line = g.sight[player][ship][axis][k]
            hit = line & stops
            reached |= line & ((hit ^ (hit - here)) | (from_highest(hit & lower | 1) & lower))
        landings[ship] = reached & ~g.taken[k]
        for other in range(ship):
            landings[ship] ^= if_equal(g.spot[player][ship][k], g.spot[player][other][k], landings[ship])


cdef inline void choose(const Charts* c, Lanes* g, int player, int k, const Words* landings) noexcept nogil:
    # One of the legal actions: by ship, those on lower cells first, then by place, then by piece.
    #   writes   g.moves, g.piece, g.ship, g.landings, g.rank, g.passed, g.stream
    cdef Words none = words_of(0), one = words_of(1), every = words_of(EVERY)
    cdef Words cities = if_below(none, g.cities_left[player][k], one)
    cdef Words stations = if_below(none, g.stations_left[player][k], one)
    cdef Words total = none, number, rank, here
    cdef Words counts[MAX_FLEET]
    cdef Words before[MAX_FLEET]            # how many landings the ships have that stand on lower cells
    cdef int ship, other
    for ship in range(c.n_ships[player]):
        counts[ship] = count_each(landings[ship])
        total += counts[ship]
        before[ship] = none
        for other in range(ship):
            here = if_below(g.spot[player][other][k], g.spot[player][ship][k], every)
            before[ship] += counts[other] & here
            before[other] += counts[ship] & ~here
    total = if_below(none, cities | stations, total) << (cities & stations)
    total = if_equal(g.passed[k] & (1 << player), none, total)
    g.moves[k] = if_below(none, total, one)
    g.passed[k] |= if_equal(total, none, if_below(none, g.left[k], words_of(1 << player)))
    number = draw(&g.stream[k], total)
    g.piece[k] = (number & cities & stations) | (cities ^ 1)
    number = number >> (cities & stations) | if_equal(total, none, every)
    g.ship[k] = if_equal(total, none, words_of(MAX_FLEET))
    g.landings[k] = if_equal(total, none, one)
    g.rank[k] = none
    for ship in range(c.n_ships[player]):
        rank = number - before[ship]
        here = if_below(rank, counts[ship], every)
        g.ship[k] |= here & ship
        g.rank[k] |= here & rank
        g.landings[k] |= here & landings[ship]


cdef inline Words draw(Words* streams, Words totals) noexcept nogil:
    # A number below each total, as `ply_below` draws it; 0 where this is 0, and the stream stays.
    cdef Words z = streams[0] + words_of(GOLDEN)
    cdef Words drawn
    streams[0] += if_below(words_of(0), totals, words_of(GOLDEN))
    z = (z ^ (z >> 30)) * words_of(FIRST_MIX)
    z = (z ^ (z >> 27)) * words_of(SECOND_MIX)
    z = ((z ^ (z >> 31)) >> 32) * totals
    drawn = z >> 32
    if any_set(if_below(z & words_of(EVERY >> 32), totals, totals)):
        draw_again(streams, &totals, &drawn)
    return drawn


cdef void draw_again(Words* streams, const Words* totals, Words* drawn) noexcept nogil:
    # One by one, since some number may be rejected.
    cdef uint64_t stream
    cdef int i
    for i in range(WIDTH):
        if each(totals)[i]:
            stream = each(streams)[i] - GOLDEN
            each(drawn)[i] = ply_below(&stream, <int>each(totals)[i])


cdef inline void move_ships(const Charts* c, Lanes* g, int player) noexcept nogil:
    # One by one, since charts are looked up.
    cdef int lane
    for lane in range(LANES):
        each(g.target)[lane] = sse_nth_bit(each(g.landings)[lane], each(g.rank)[lane])
    for lane in range(LANES):
        see_from(c, g, lane, player, each(g.ship)[lane], c.cell[each(g.target)[lane]])


cdef inline void see_from(const Charts* c, Lanes* g, int lane, int player, int ship, int cell) noexcept nogil:
    # A ship stands on a cell from now on.
    cdef const uint64_t* sight = c.sight[player][cell]
    cdef int axis
    each(g.spot[player][ship])[lane] = c.spot[cell]
    for axis in range(3):
        each(g.sight[player][ship][axis])[lane] = sight[axis]
    if c.jumps:
        each(g.sight[player][ship][JUMPS])[lane] = sight[JUMPS]


cdef inline void colonize(Lanes* g, int player, int k) noexcept nogil:
    # E6.1: a piece goes from the reserve onto a system.
    cdef Words moves = g.moves[k], is_station = g.piece[k], spot = moves << g.target[k]
    g.held[player][k] |= spot
    g.taken[k] |= spot
    g.stations[k] |= if_equal(is_station, words_of(1), spot)
    g.cities_left[player][k] -= moves & ~is_station
    g.stations_left[player][k] -= moves & is_station
    g.left[k] -= moves
