# cython: language_level=3, wraparound=False, cdivision=True
"""Random play of games side by side under all rules, each in a lane of its own: eight with AVX2, sixteen with AVX-512.

The games are those of ``loops.pyx``, ply by ply; ``lanes.pyx`` plays plain boards faster. This module and its headers
in ``stars`` have the clauses E2 to E6.1, E9 and E10.1 a second time. ``tests/small_star_empires/test_full_lanes.py``
compares both.

A board is a row of codes, one for each cell. A ship sees the codes of its star: the cells of its six rays in the
order of flight. Flags of these codes are words of 32 bits, and one subtraction ends all six flights in all games.
The turn of one seat is played in all games at once; only explorers play the rest of their turn one after the other.

Left to ``loops.pyx``, by `has_lanes`:

- open borders with tolls that aren't compulsory: a player may stay, which depends on every flight without a toll;
- a start within a turn, or without pieces in reserve: turns begin together here;
- stars of more than 32 cells, since a star is a word: where no line has more than eleven cells, a star has 30 at most;
- jumps to so many cells that star and row (``stars/charts.pxd``) have no room for them;
- boards of 128 cells: one code of the board stands for no cell;
- fleets of unequal size or of more than six ships, and bags of more than 255 tiles: no map has them.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from sse_core._fast cimport State
from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit, sse_nth_bit, sse_nth_of_two
from sse_core._core.draws cimport draw_one_by_one
from sse_core._core.random cimport child_seed
from sse_core._core.halves cimport (
    LANES, Halves, any_of, below, bits_of, equal, halves_of, lane_of, share, shifted, sizes, tops, where, which_of,
)
from sse_core._core.small_star_empires.moves cimport seat_after
from sse_core._core.small_star_empires.score cimport SIDE_BY_SIDE, note_outcome, score_many
from sse_core._core.small_star_empires.stars.charts cimport (
    CITIES, DAMAGED, FREE, HOMES, MAX_STAR, ROW, UNEXPLORED, Charts, draw_charts, fits,
)
from sse_core._core.small_star_empires.stars.choices cimport choose
from sse_core._core.small_star_empires.stars.exploring cimport explore
from sse_core._core.small_star_empires.stars.games cimport Games, clear_lanes, is_over, let_in, let_out, put
from sse_core._core.small_star_empires.stars.sight cimport (
    TURN, TWICE, code_at, put_code, reordered, see, sorted_landings, sorted_with_row,
)
from sse_core._core.small_star_empires.structs cimport MAX_PLAYERS, Position, RulesetData, Sheet
from sse_core._core.words cimport Words

__all__ = ["has_lanes", "play_games"]

# All that a turn needs, in one place: it nearly fills the first-level cache.
cdef struct Table:
    Charts charts
    Games games


def has_lanes(State state not None):
    """Return whether the games from a state can be played here."""
    return fits(&state.ruleset.data, &state.position)


def play_games(
    State state not None, uint64_t seed, Py_ssize_t first, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
    int32_t[::1] plies,
):
    """Play the games from number `first` on, one for each row of the arrays, and fill these."""
    cdef Table t
    cdef const Charts* c = &t.charts
    cdef const RulesetData* r = &state.ruleset.data
    if not has_lanes(state):
        raise ValueError("a state without lanes")
    if not len(totals) == len(winners) == len(plies):
        raise ValueError("arrays of other lengths")
    draw_charts(r, &state.position, &t.charts)
    with nogil:
        # Each has a loop of its own. One for each number of ships is no faster: it is long, and much is put aside.
        if c.has_row:
            play_lanes(r, &t, &state.position, seed, first, totals, winners, plies, True)
        else:
            play_lanes(r, &t, &state.position, seed, first, totals, winners, plies, False)


cdef inline void play_lanes(
    const RulesetData* r, Table* t, const Position* start, uint64_t seed, int64_t first, int32_t[:, ::1] totals,
    uint8_t[:, ::1] winners, int32_t[::1] plies, bint has_row,
) noexcept nogil:
    # A lane whose game is over takes the next one when it is the turn of the seat that begins.
    cdef const Charts* c = &t.charts
    cdef Games* g = &t.games
    cdef Position ended[SIDE_BY_SIDE]
    cdef int64_t rows[SIDE_BY_SIDE]
    cdef int64_t n = plies.shape[0], begun = min(n, <int64_t>LANES)
    cdef int lane, player, _, busy = <int>begun, n_ended = 0
    clear_lanes(c, g)
    for lane in range(busy):
        let_in(c, start, g, lane, lane, child_seed(seed, first + lane))
    while busy:
        player = start.to_act
        for _ in range(r.n_players):
            take_turns(r, c, g, player, has_row)
            player = seat_after(r, player)
        if not any_over(c, g):
            continue
        for lane in range(LANES):
            if g.rest[lane].row < 0 or not is_over(c, g, lane):
                continue
            let_out(r, g, lane, start, &ended[n_ended])
            rows[n_ended] = g.rest[lane].row
            n_ended += 1
            if n_ended == SIDE_BY_SIDE:
                note_ends(r, ended, rows, n_ended, start.ply, totals, winners, plies)
                n_ended = 0
            g.rest[lane].row = -1
            if begun < n:
                let_in(c, start, g, lane, begun, child_seed(seed, first + begun))
                begun += 1
            else:
                busy -= 1
    note_ends(r, ended, rows, n_ended, start.ply, totals, winners, plies)


cdef inline bint any_over(const Charts* c, const Games* g) noexcept nogil:
    # Whether any game is, or a lane has none.
    cdef Halves everybody = halves_of((1 << c.n_players) - 1)
    return any_of(equal(g.left, halves_of(0)) | equal(g.passed, everybody))


cdef void note_ends(
    const RulesetData* r, const Position* ended, const int64_t* rows, int n, int begun, int32_t[:, ::1] totals,
    uint8_t[:, ::1] winners, int32_t[::1] plies,
) noexcept nogil:
    # The outcomes of n games.
    #   writes   rows[0:n] of totals, winners and plies
    cdef Sheet sheets[SIDE_BY_SIDE * MAX_PLAYERS]
    cdef int i
    score_many(r, ended, n, sheets)
    for i in range(n):
        note_outcome(r, &ended[i], &sheets[i * r.n_players], &totals[rows[i], 0], &winners[rows[i], 0])
        plies[rows[i]] = ended[i].ply - begun


# --- the turn of one player in all games

cdef inline void take_turns(const RulesetData* r, const Charts* c, Games* g, int player, bint has_row) noexcept nogil:
    # E2.1, E2.2: a player who can't move is out.
    cdef int lane
    cdef uint32_t explorers = 0
    see(
        &g.board[0], <const uint8_t (*)[128]>c.view, g.fleet[player].ship, c.n_ships + has_row, c.flags[player], g.seen
    )
    choose(c, g, player, has_row, draw_again)
    for lane in range(LANES):
        reorder(c, g, has_row, lane)
    for lane in range(LANES):
        find_landing(c, g, has_row, lane)
    for lane in range(LANES):
        explorers |= <uint32_t>move(c, g, player, lane) << lane
    account(c, g, player, explorers)
    if c.n_players > 2:
        pay_each(c, g)
    while explorers:
        explore(r, c, g, player, sse_lowest_bit(explorers))
        explorers &= explorers - 1


cdef void draw_again(Words* streams, const Words* totals, Words* drawn) noexcept nogil:
    draw_one_by_one(streams, totals, drawn)


cdef inline void reorder(const Charts* c, Games* g, bint has_row, int lane) noexcept nogil:
    # The landings by ascending cell, at each the city before the station: two bits for each cell.
    #   writes   g.landings: of 32 cells, if there are more
    cdef const uint8_t* by_cell = &c.view[lane_of(&g.ship)[lane]].by_cell[0]
    if has_row:
        g.landings[lane] = sorted_with_row(g.to_city[lane], g.to_station[lane], by_cell)
    else:
        g.landings[lane] = sorted_landings(g.to_city[lane], by_cell)


cdef inline void find_landing(const Charts* c, Games* g, bint has_row, int lane) noexcept nogil:
    # The landing of a rank.
    #   writes   g.landing, g.target
    cdef uint32_t ship = lane_of(&g.ship)[lane], bit
    cdef const uint8_t* by_cell = &c.view[ship].by_cell[0]
    cdef int rank = lane_of(&g.rank)[lane], place
    if has_row:
        if rank < sse_count_bits(g.landings[lane]):
            place = sse_nth_bit(g.landings[lane], rank)
        else:
            place = sse_nth_of_two(reordered(g.to_city[lane], by_cell), reordered(g.to_station[lane], by_cell), rank)
        bit = by_cell[place >> 1]
        # Without a branch, because it is unpredictable: ROW has all bits of a ship.
        ship |= ROW * (bit >= MAX_STAR)
    else:
        sse_check(rank < sse_count_bits(g.landings[lane]))
        place = sse_nth_bit(g.landings[lane], rank)
        bit = by_cell[place >> (1 - TWICE)] & (MAX_STAR - 1)
    lane_of(&g.landing)[lane] = bit | 64 * (place & 1)
    lane_of(&g.target)[lane] = c.view[ship].order[(bit & (MAX_STAR - 1)) ^ TURN]


cdef inline bint move(const Charts* c, Games* g, int player, int lane) noexcept nogil:
    # E5.3, E6.1, E9.1: a ship moves, and colonizes, or explores, or is repaired.
    #   writes   the board and the ship
    #   returns  whether it explores
    cdef uint32_t target = lane_of(&g.target)[lane], code = code_at(g.board[lane], target)
    sse_check(
        code == FREE or (code == UNEXPLORED and lane_of(&g.ship)[lane] < DAMAGED)
        or (code == <uint32_t>(HOMES + player) and bits_of(g.repairs) >> lane & 1) or not lane_of(&g.moves)[lane]
    )
    put_code(g.board[lane], target, c.landed[player][lane_of(&g.landing)[lane] >> 6][code])
    put(c, &g.fleet[player], lane_of(&g.slot)[lane] + lane, target | lane_of(&g.damage)[lane])
    return code == UNEXPLORED


cdef inline void account(const Charts* c, Games* g, int player, uint32_t explorers) noexcept nogil:
    # E6.1, E10.1: a piece leaves the reserve, and a city for each system of an opponent on the way; a jump is free.
    #   writes   g.paid and the reserves; of two players, also what the other one receives
    # The bits on the way are those below the landing, down to the last start of a ray. A landing in the row has none.
    cdef Halves here = shifted(g.moves, g.landing & halves_of(63)), starts = (g.ends << 1) | halves_of(1)
    cdef Halves paid = (here - tops(starts & (here | (here - g.moves)))) & g.tolls
    cdef Halves colonizes = where(~(which_of(explorers) | g.repairs), g.moves), station = (g.landing >> 6) & colonizes
    paid = where(share(here, ~g.far), paid)
    g.paid = paid
    paid = sizes(paid)
    sse_check(not any_of(below(g.cities[player], paid + (colonizes ^ station)) | below(g.stations[player], station)))
    g.cities[player] -= paid + (colonizes ^ station)
    g.stations[player] -= station
    g.left -= paid + colonizes
    if c.n_players == 2:
        g.received[1 - player] += paid


cdef inline void pay_each(const Charts* c, Games* g) noexcept nogil:
    # E10.1: who gets which toll, one by one.
    #   writes   g.received; g.paid, from which each toll is taken
    # One loop for all tolls of all games: how many a game has is unpredictable.
    cdef uint32_t payers = bits_of(share(g.paid, g.paid)), paid, rest
    cdef int lane, cell
    while payers:
        lane = sse_lowest_bit(payers)
        paid = lane_of(&g.paid)[lane]
        rest = paid & (paid - 1)
        lane_of(&g.paid)[lane] = rest
        payers ^= <uint32_t>(rest == 0) << lane
        cell = c.view[lane_of(&g.ship)[lane]].order[sse_lowest_bit(paid) ^ TURN]
        sse_check(code_at(g.board[lane], cell) >= CITIES)
        lane_of(&g.received[code_at(g.board[lane], cell) & 3])[lane] += 1
