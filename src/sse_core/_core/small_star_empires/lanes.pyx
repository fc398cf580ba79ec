# cython: language_level=3, wraparound=False, cdivision=True
"""Random play of sixteen games side by side, each in a lane of its own, on plain boards where all ships are whole.

A value of the type Words has the words of several lanes, so that one instruction serves them all. The games are those
of ``loops.pyx``, ply by ply. This module has the clauses E2.1 to E2.3, E3, E4 and E6.1 a second time, for this narrow
case; ``tests/small_star_empires/test_lanes.py`` compares both.

A set of systems is one word with a bit for each place (``vectors/places.pxd``). An opponent's homeworld has no bit; a
player's charts have lines that end before it.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from sse_core._core.small_star_empires.vectors.endings cimport SLOTS, EndCharts, Endings, draw_end_charts, note_endings
from sse_core._fast cimport State
from sse_core._core.draws cimport draw, draw_one_by_one
from sse_core._core.bits cimport sse_check, sse_count_bits, sse_nth_bit
from sse_core._core.small_star_empires.cells cimport (
    Cells, cell_bit, down_to_last, has, size, up_to_first, without,
)
from sse_core._core.small_star_empires.moves cimport seat_after
from sse_core._core.small_star_empires.vectors.places cimport MAX_PLACES, places_below, places_of
from sse_core._core.random cimport child_seed, stream_at
from sse_core._core.small_star_empires.structs cimport MAX_PLAYERS, VARIANT, Position, RulesetData
from sse_core._core.words cimport (
    EVERY, GROUPS, LANES, Words, any_set, count_each, each, flipped, if_below, if_equal, words_of,
)

__all__ = ["has_lanes", "play_games", "score_positions"]


cdef enum:
    MAX_FLEET = 8           # a player's ships
    # What a ship sees where it stands: three lines, then
    SPOT = 3                # 2 * the number of places on lower cells, + 1 if it stands on a place itself
    JUMPS = 4               # where it can jump to
    SEEN = 5

cdef int* HIGHER = [0, 4, 5]
cdef int* LOWER = [3, 1, 2]

# What never changes in a call.
cdef struct Charts:
    uint64_t view[MAX_PLAYERS][64][SEEN]        # what a player's ship sees from each place
    uint64_t start[MAX_PLAYERS][MAX_FLEET][SEEN]    # what each ship sees at the start
    uint64_t held[MAX_PLAYERS]                  # at the start
    uint64_t stations
    int n_players
    int n_ships[MAX_PLAYERS]
    bint jumps                                  # whether any ship can ever jump

# Sixteen games: the lanes of a group are the words of its Words.
cdef struct Lanes:
    Words view[MAX_PLAYERS][MAX_FLEET + 1][SEEN][GROUPS]    # the last ship stands in for none, where nobody moves
    Words held[MAX_PLAYERS][GROUPS]
    Words taken[GROUPS]                         # what all hold, and bit 0
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
    Words ship[GROUPS]                          # from which word of g.view[player] on it has its views
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
    if not has_lanes(state):
        raise ValueError("a state without lanes")
    if not len(totals) == len(winners) == len(plies):
        raise ValueError("arrays of other lengths")
    with nogil:
        play_lanes(&state.ruleset.data, &state.position, seed, first, totals, winners, plies)


def score_positions(
    list states not None, int32_t[:, ::1] totals, uint8_t[:, ::1] winners, int32_t[::1] plies,
):
    """Score positions of one board and rules as if their games, which began in the first, were over; for tests.

    The arrays have a row for each and get what `play_games` writes; `plies` gets the number of pieces placed.
    """
    cdef State state = states[0]
    cdef const RulesetData* r = &state.ruleset.data
    cdef EndCharts ends
    cdef Endings ended
    cdef Py_ssize_t row = 0
    cdef int player, slot = 0
    if r.kind == VARIANT or size(r.landable) > MAX_PLACES:
        raise ValueError("a board without places")
    if not len(states) == len(totals) == len(winners) == len(plies):
        raise ValueError("arrays of other lengths")
    draw_end_charts(r, &state.position, &ends)
    # What is in a slot that isn't used doesn't matter.
    memset(&ended, 255, sizeof(Endings))
    for state in states:
        if &state.ruleset.data != r:
            raise ValueError("positions of several boards or rules")
        ended.row[slot] = row
        each(ended.stations)[slot] = places_of(r.landable, state.position.stations)
        for player in range(r.n_players):
            each(ended.held[player])[slot] = places_of(r.landable, state.position.held[player])
            each(ended.cities_left[player])[slot] = state.position.cities_left[player]
            each(ended.stations_left[player])[slot] = state.position.stations_left[player]
        row += 1
        slot += 1
        if slot == SLOTS or row == len(states):
            note_endings(&ends, &ended, slot, totals, winners, plies)
            slot = 0


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
            player = seat_after(r, player)
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
    cdef int cell, player, ship, place = 0
    memset(c, 0, sizeof(Charts))
    c.n_players = r.n_players
    c.stations = places_of(r.landable, start.stations)
    for cell in range(r.n_cells):
        if has(r.landable, cell):
            place += 1
            sse_check(place <= MAX_PLACES)
            for player in range(r.n_players):
                look_from(r, c, player, cell, c.view[player][place])
                c.jumps |= c.view[player][place][JUMPS] != 0
    for player in range(r.n_players):
        c.held[player] = places_of(r.landable, start.held[player])
        c.n_ships[player] = start.n_ships[player]
        for ship in range(start.n_ships[player]):
            look_from(r, c, player, start.ships[player][ship] >> 1, c.start[player][ship])
            c.jumps |= c.start[player][ship][JUMPS] != 0


cdef inline void look_from(const RulesetData* r, const Charts* c, int player, int cell, uint64_t* out) noexcept nogil:
    # What a player's ship sees from a cell.
    #   writes   out[0:SEEN]
    # A line is folded at the n places that are lower than the cell: the nearest of them is bit 0, the farthest bit
    # n - 1. Bit n is set. The higher places of the line are where they always are, from bit n + 1 on.
    cdef Cells stops = without(r.homes, cell_bit(r.home[player]))
    cdef int axis, n = places_below(r.landable, cell)
    cdef Words lower
    for axis in range(3):
        # E, SW and SE run towards higher cells; W, NE and NW, their opposites, towards lower ones.
        lower = flipped(words_of(places_of(r.landable, down_to_last(r.ray[cell][LOWER[axis]], stops)) | 1))
        out[axis] = places_of(r.landable, up_to_first(r.ray[cell][HIGHER[axis]], stops)) | each(&lower)[0] >> (63 - n)
    out[SPOT] = 2 * n + has(r.landable, cell)
    out[JUMPS] = places_of(r.landable, r.jump[cell])


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
    each(g.left)[lane] = 0
    each(g.taken)[lane] = 1
    for player in range(c.n_players):
        each(g.held[player])[lane] = c.held[player]
        each(g.taken)[lane] |= c.held[player]
        each(g.cities_left[player])[lane] = start.cities_left[player]
        each(g.stations_left[player])[lane] = start.stations_left[player]
        each(g.left)[lane] += start.cities_left[player] + start.stations_left[player]
        for ship in range(c.n_ships[player]):
            see(c, each(g.view[player][ship][0]) + lane, c.start[player][ship])


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
    # E2.1: each number of ships has a loop of its own, which the compiler unrolls.
    if c.n_ships[player] == 4:
        take_turns_with(c, g, player, 4)
    elif c.n_ships[player] == 3:
        take_turns_with(c, g, player, 3)
    elif c.n_ships[player] == 2:
        take_turns_with(c, g, player, 2)
    else:
        take_turns_with(c, g, player, c.n_ships[player])


cdef inline void take_turns_with(const Charts* c, Lanes* g, int player, int n_ships) noexcept nogil:
    # E2.1, E2.2: a player who can't move is out.
    cdef Words landings[MAX_FLEET]
    cdef int k
    for k in range(GROUPS):
        list_landings(c, g, player, k, n_ships, landings)
        choose(c, g, player, k, n_ships, landings)
    move_ships(c, g, player)
    for k in range(GROUPS):
        colonize(g, player, k)


cdef inline void list_landings(
    const Charts* c, Lanes* g, int player, int k, int n_ships, Words* landings
) noexcept nogil:
    # E3, E4: where each ship can land, on a flight or by a jump; equal ships are listed once.
    #   writes   landings[0:n_ships]
    # A flight ends at the lowest stop of the line that is higher, and at the highest that is lower. On a folded line
    # both are the lowest of their part. A subtraction in each part finds them: it borrows from all bits below a stop.
    # Bit n, a stop, keeps the lower part from borrowing of the higher one.
    cdef Words taken = g.taken[k], stops = taken & ~g.held[player][k], lower_stops = flipped(stops), spot, unfolded
    cdef Words higher, folded, hits, reached
    cdef int ship, other, axis
    for ship in range(n_ships):
        spot = g.view[player][ship][SPOT][k]
        unfolded = 63 - (spot >> 1)
        higher = words_of(0) - (words_of(2) << (spot >> 1))
        folded = stops & higher | lower_stops >> unfolded
        reached = words_of(0)
        for axis in range(3):
            hits = g.view[player][ship][axis][k] & folded
            reached |= g.view[player][ship][axis][k] & (hits ^ (hits + (higher - 1)))
        reached = (reached & higher) | flipped(reached << unfolded)
        if c.jumps:
            reached |= g.view[player][ship][JUMPS][k]
        reached &= ~taken
        for other in range(ship):
            reached ^= if_equal(spot, g.view[player][other][SPOT][k], reached)
        landings[ship] = reached


cdef inline void choose(
    const Charts* c, Lanes* g, int player, int k, int n_ships, const Words* landings
) noexcept nogil:
    # One of the legal actions: by ship, those on lower cells first, then by place, then by piece.
    #   writes   g.moves, g.piece, g.ship, g.landings, g.rank, g.passed, g.stream
    cdef Words none = words_of(0), one = words_of(1), every = words_of(EVERY)
    cdef Words cities = if_below(none, g.cities_left[player][k], one)
    cdef Words stations = if_below(none, g.stations_left[player][k], one)
    cdef Words total = none, number, nowhere, rank, here, chosen_ship, chosen_landings, chosen_rank
    cdef Words counts[MAX_FLEET]
    cdef Words before[MAX_FLEET]            # how many landings the ships have that stand on lower cells
    cdef int ship, other
    for ship in range(n_ships):
        counts[ship] = count_each(landings[ship])
        total += counts[ship]
        before[ship] = none
        for other in range(ship):
            here = if_below(g.view[player][other][SPOT][k], g.view[player][ship][SPOT][k], every)
            before[ship] += counts[other] & here
            before[other] += counts[ship] & ~here
    total = if_below(none, cities | stations, total) << (cities & stations)
    total = if_equal(g.passed[k] & (1 << player), none, total)
    nowhere = if_equal(total, none, every)
    g.moves[k] = one & ~nowhere
    g.passed[k] |= nowhere & if_below(none, g.left[k], words_of(1 << player))
    number = draw(&g.stream[k], total, draw_again)
    g.piece[k] = (number & cities & stations) | (cities ^ 1)
    number = number >> (cities & stations) | nowhere
    chosen_ship = nowhere & (MAX_FLEET * SEEN * LANES)
    chosen_landings = nowhere & 1
    chosen_rank = none
    for ship in range(n_ships):
        rank = number - before[ship]
        here = if_below(rank, counts[ship], every)
        chosen_ship |= here & (ship * SEEN * LANES)
        chosen_rank |= here & rank
        chosen_landings |= here & landings[ship]
    g.ship[k] = chosen_ship
    g.rank[k] = chosen_rank
    g.landings[k] = chosen_landings


cdef void draw_again(Words* streams, const Words* totals, Words* drawn) noexcept nogil:
    draw_one_by_one(streams, totals, drawn)


cdef inline void move_ships(const Charts* c, Lanes* g, int player) noexcept nogil:
    # One by one, since charts are looked up.
    cdef uint64_t* first = each(g.view[player][0][0])
    cdef int lane, place
    for lane in range(LANES):
        sse_check(each(g.ship)[lane] <= MAX_FLEET * SEEN * LANES)
        sse_check(each(g.rank)[lane] < <uint64_t>sse_count_bits(each(g.landings)[lane]))
        place = sse_nth_bit(each(g.landings)[lane], each(g.rank)[lane])
        each(g.target)[lane] = place
        see(c, &first[each(g.ship)[lane] + lane], c.view[player][place])


cdef inline void see(const Charts* c, uint64_t* ship, const uint64_t* view) noexcept nogil:
    # A ship has this view from now on.
    #   writes   ship: every LANES-th of its words, which are those of one lane
    cdef int i
    for i in range(JUMPS):
        ship[i * LANES] = view[i]
    if c.jumps:
        ship[JUMPS * LANES] = view[JUMPS]


cdef inline void colonize(Lanes* g, int player, int k) noexcept nogil:
    # E6.1: a piece goes from the reserve onto a system.
    cdef Words moves = g.moves[k], is_station = g.piece[k], spot = moves << g.target[k]
    sse_check(not any_set(spot & g.taken[k]))
    g.held[player][k] |= spot
    g.taken[k] |= spot
    g.stations[k] |= if_equal(is_station, words_of(1), spot)
    g.cities_left[player][k] -= moves & ~is_station
    g.stations_left[player][k] -= moves & is_station
    g.left[k] -= moves
