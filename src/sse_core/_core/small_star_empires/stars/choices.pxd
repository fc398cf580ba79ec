# The choice of an action in many games of Small Star Empires at a time: E3 to E5, E9.1 and E10.1. Header-only, for
# modules of the levels v3 and v4.

from sse_core._core.bits cimport sse_check
from sse_core._core.draws cimport DrawAgain, draw
from sse_core._core.halves cimport (
    GROUPS, LANES, Halves, Which, any_of, below, both_or_where, differ, equal, equal_among, halves_of, merged, narrowed,
    not_below_among, plus_where, put_pairs_of, put_widened, share, sizes, sizes_of_two, where, which_of,
)
from sse_core._core.small_star_empires.stars.charts cimport DAMAGED, MAX_FLEET, MAX_STAR, NO_SHIP, Charts
from sse_core._core.small_star_empires.stars.games cimport MAX_STARS, Games
from sse_core._core.words cimport Words

cdef enum:
    EVERY_BIT = 0xFFFFFFFF
    # Words of what a ship sees: the first three as flags (charts.pxd), then each by itself.
    FREE_THERE = 0
    UNEXPLORED_THERE = 1
    STOPPED = 2
    ASKED = 3               # a toll

# What the ships of a player can do, ship by ship. Words of the row begin with `row_`.
cdef struct Options:
    Halves order[MAX_FLEET]                # as the actions are listed: by cell, then by damage
    # First the systems that it reaches, with a city left after tolls, and without; then its landings there.
    Halves city[MAX_FLEET]
    Halves station[MAX_FLEET]
    Halves repair[MAX_FLEET]               # first its homeworld, if it is damaged
    Halves row_city[MAX_FLEET]
    Halves row_station[MAX_FLEET]
    Halves row_repair[MAX_FLEET]
    Which needs[MAX_FLEET]                  # where the reserve may be too small for some flights
    Which needy                             # all of these
    Which repairs[MAX_FLEET]
    Halves number[MAX_FLEET]               # of its actions, and of those of ships before it
    Halves before[MAX_FLEET]
    Halves total
    # Of the player.
    Which has_city
    Which has_station
    Which may_lack                          # the reserve is shorter than some ray
    Halves most                            # the cities for tolls, at least 1
    # The choice.
    Which repaired
    Halves slot
    Halves rank
    Halves from_ship
    Halves from_ends
    Halves from_far
    Halves from_tolls
    Halves to_city
    Halves to_station
    Halves to_row_city
    Halves to_row_station


cdef inline void choose(const Charts* c, Games* g, int player, bint has_row, DrawAgain draw_again) noexcept nogil:
    # One of the legal actions: by ship, those on lower cells first, then by target, then by piece.
    #   writes   g.seen, g.passed, g.stream, and from g.moves to g.rank
    cdef Options o
    cdef Halves none = halves_of(0), number
    cdef Words totals[GROUPS]
    cdef Words drawn[GROUPS]
    cdef Which stays
    cdef bint may_lack
    cdef int i, k, n_ships = c.n_ships
    o.has_city, o.has_station = below(none, g.cities[player]), below(none, g.stations[player])
    o.may_lack = below(g.cities[player], halves_of(c.longest_ray))
    o.most = plus_where(equal(g.cities[player], none), g.cities[player], halves_of(1))
    may_lack = any_of(o.may_lack)
    o.needy = which_of(0)
    o.total = none
    for i in range(n_ships):
        look_from(c, g, player, &o, i, may_lack)
    if any_of(o.needy):
        pay_tolls(c, g, player, &o, n_ships)
    for i in range(n_ships):
        list_ship(g, player, &o, n_ships, has_row, i)
    o.total = where(equal(g.passed & halves_of(1 << player), none), o.total)
    o.total = where(below(none, g.left), o.total)
    # E2.2: a player who can't move is out, unless the game is over.
    stays = equal(o.total, none)
    g.moves = halves_of(1) - where(stays, halves_of(1))
    g.passed |= where(stays, where(below(none, g.left), halves_of(1 << player)))
    put_widened(o.total, totals)
    for k in range(GROUPS):
        drawn[k] = draw(&g.stream[k], totals[k], draw_again)
    # No ship has this number.
    number = merged(stays, narrowed(drawn[0], drawn[1]), halves_of(EVERY_BIT))
    # Where nobody moves, NO_SHIP lands on the first bit of its star, which is NOWHERE.
    o.repaired = which_of(0)
    o.slot, o.from_ship = halves_of(LANES * (MAX_STARS - 1)), halves_of(NO_SHIP)
    o.to_city = where(stays, halves_of(1))
    o.rank = o.from_ends = o.from_far = o.from_tolls = o.to_station = o.to_row_city = o.to_row_station = none
    for i in range(n_ships):
        choose_ship(c, g, player, &o, number, has_row, i)
    g.slot, g.rank, g.ship, g.ends, g.far, g.tolls = o.slot, o.rank, o.from_ship, o.from_ends, o.from_far, o.from_tolls
    g.repairs = o.repaired
    g.damage = merged(o.repaired, o.from_ship & halves_of(DAMAGED), none)
    if has_row:
        put_pairs_of(o.to_city, o.to_row_city, g.to_city)
        put_pairs_of(o.to_station, o.to_row_station, g.to_station)
    else:
        put_pairs_of(o.to_city, o.to_station, g.to_city)


cdef inline void look_from(
    const Charts* c, Games* g, int player, Options* o, int i, bint may_lack
) noexcept nogil:
    # E3.1, E3.4, E4.1, E5: where a ship flies and jumps.
    #   writes   g.seen[i], o.order[i], o.city[i], o.station[i], o.repair[i], o.needs[i]; adds to o.needy
    # A flight ends at the lowest stop of its ray. One subtraction finds it in all rays: from the start of each it
    # borrows from all bits below the stop.
    cdef Halves ship = g.fleet[player].ship[i], ends = g.fleet[player].ends[i]
    cdef Halves damaged = halves_of(0) - (ship >> 7), free, unexplored, stops, home, asked
    free, unexplored, stops = g.seen[i][FREE_THERE], g.seen[i][UNEXPLORED_THERE], g.seen[i][STOPPED]
    home, asked = free & unexplored, free & stops
    o.repair[i] = home & damaged
    o.order[i] = ((ship << 1) & halves_of(255)) | (ship >> 7)
    unexplored ^= home
    # The ends of rays are stops, too.
    stops = (stops ^ asked) | ends | (unexplored & damaged & halves_of(c.damaged_stop))
    g.seen[i][FREE_THERE] = free ^ home ^ asked
    g.seen[i][UNEXPLORED_THERE] = unexplored & ~damaged
    g.seen[i][STOPPED], g.seen[i][ASKED] = stops, asked
    o.station[i] = stops ^ (stops - starts_of(ends))
    if c.jumps:
        o.station[i] |= g.fleet[player].far[i]
    o.city[i] = o.station[i]
    if may_lack:
        o.needs[i] = not_below_among(o.may_lack, sizes(o.station[i] & asked), o.most)
        o.needy |= o.needs[i]


cdef inline Halves starts_of(Halves ends) noexcept nogil:
    # The first bit of each ray, since one begins where another ends; and the wall behind them, which nobody reaches.
    return (ends << 1) | halves_of(1)


cdef inline void pay_tolls(const Charts* c, Games* g, int player, Options* o, int n_ships) noexcept nogil:
    # E10.1: which flights can be paid, where this is to be asked. The first tolls of all rays are taken away, one for
    # each city that can be given; a flight ends at the first one left. The last city may be the one to land with.
    #   writes   o.city, o.station
    cdef Which can_pay[MAX_STAR]            # where the reserve has more than so many cities; no ray has more cells
    cdef Halves x, y, starts, stops
    cdef int i, step, longest_ray = c.longest_ray
    sse_check(longest_ray <= MAX_STAR)
    for step in range(longest_ray - 1):
        can_pay[step] = below(halves_of(step), g.cities[player])
    for i in range(n_ships):
        starts, stops = starts_of(g.fleet[player].ends[i]), g.seen[i][STOPPED]
        x = stops | g.seen[i][ASKED]
        for step in range(1, longest_ray - 1):
            x = both_or_where(can_pay[step], x, x - starts, stops)
        y = both_or_where(can_pay[0], x, x - starts, stops)
        o.city[i] = merged(o.needs[i], o.city[i], (x ^ (x - starts)) | g.fleet[player].far[i])
        o.station[i] = merged(o.needs[i], o.station[i], (y ^ (y - starts)) | g.fleet[player].far[i])


cdef inline void list_ship(
    Games* g, int player, Options* o, int n_ships, bint has_row, int i
) noexcept nogil:
    # E3.2, E5.2, E5.3, E9.1: what a ship can do where it flies or jumps to; equal ships are listed once.
    #   writes   from o.city[i] on; o.before of earlier ships; adds to o.total
    cdef Halves none = halves_of(0), differs = halves_of(EVERY_BIT), free = g.seen[i][FREE_THERE], damaged
    cdef Halves row_free, row_home, row_unexplored, jumps
    cdef Which lower
    cdef int other
    for other in range(i):
        differs = where(differ(o.order[i], o.order[other]), differs)
    o.repair[i] &= o.station[i] & differs
    o.city[i] &= where(o.has_city, (free | g.seen[i][UNEXPLORED_THERE]) & differs)
    o.station[i] &= where(o.has_station, free & differs)
    o.number[i] = sizes_of_two(o.city[i], o.station[i])
    o.repairs[i] = share(o.repair[i], o.repair[i])
    if has_row:
        row_home = g.seen[n_ships][FREE_THERE] & g.seen[n_ships][UNEXPLORED_THERE]
        row_free = (g.seen[n_ships][FREE_THERE] ^ row_home) & ~g.seen[n_ships][STOPPED]
        row_unexplored = g.seen[n_ships][UNEXPLORED_THERE] ^ row_home
        jumps = g.fleet[player].jumps[i] & differs
        damaged = none - (g.fleet[player].ship[i] >> 7)
        o.row_city[i] = where(o.has_city, jumps & (row_free | (row_unexplored & ~damaged)))
        o.row_station[i] = where(o.has_station, jumps & row_free)
        o.row_repair[i] = jumps & row_home & damaged
        o.number[i] += sizes_of_two(o.row_city[i], o.row_station[i])
        o.repairs[i] |= share(o.row_repair[i], o.row_repair[i])
    o.number[i] = plus_where(o.repairs[i], o.number[i], halves_of(1))
    o.total += o.number[i]
    o.before[i] = none
    for other in range(i):
        # An equal ship has no actions, which are listed for the other one.
        lower = below(o.order[other], o.order[i])
        o.before[i] = plus_where(lower, o.before[i], o.number[other])
        o.before[other] = plus_where(~lower, o.before[other], o.number[i])


cdef inline void choose_ship(
    const Charts* c, Games* g, int player, Options* o, Halves number, bint has_row, int i
) noexcept nogil:
    # Where this ship has the action of a number. The last of its actions is its repair: a landing with rank 0.
    #   writes   from o.slot to o.to_row_station
    cdef Halves rank = number - o.before[i]
    cdef Which here = below(rank, o.number[i]), repaired
    o.slot = merged(here, o.slot, halves_of(LANES * i))
    o.from_ship = merged(here, o.from_ship, g.fleet[player].ship[i])
    o.from_ends = merged(here, o.from_ends, g.fleet[player].ends[i])
    o.from_tolls = merged(here, o.from_tolls, g.seen[i][ASKED])
    if c.jumps:
        o.from_far = merged(here, o.from_far, g.fleet[player].far[i])
    # Without a branch, since it is unpredictable whether a game has a repair.
    repaired = equal_among(here & o.repairs[i], rank + halves_of(1), o.number[i])
    here ^= repaired
    o.repaired |= repaired
    o.rank = merged(here, o.rank, rank)
    o.to_city = merged(repaired, merged(here, o.to_city, o.city[i]), o.repair[i])
    o.to_station = merged(here, o.to_station, o.station[i])
    if has_row:
        o.to_row_city = merged(repaired, merged(here, o.to_row_city, o.row_city[i]), o.row_repair[i])
        o.to_row_station = merged(here, o.to_row_station, o.row_station[i])
