# The worth of targets of actions, by weights of their numbers, eight targets at a time: of a board with at most 64
# cells, in AVX-512. Header-only; `action_numbers.pxd` writes the same numbers one target after the other.

from libc.stdint cimport int32_t, uint64_t

from sse_core._core.bits cimport sse_lowest_bit
from sse_core._core.small_star_empires.action_numbers cimport (
    BESIDE_OWN, BESIDE_OWN_STATIONS, BESIDE_THEIR_STATIONS, BESIDE_THEIRS, CONNECTED, CONTESTED, CONTESTED_BESIDE,
    CONTESTED_RICH_BESIDE, CONTESTED_RICH_IN_LINE, CONTESTED_WORTH, DEAD_END, DENIED, NEBULA, OF_STATION, ONWARD,
    ONWARD_NEW, ONWARD_NEW_RICH, ONWARD_RICH, OPEN_BESIDE, PLANETS, RICH_BESIDE, SHARED, SHARED_WORTH,
    STATION_CONTESTED, STATION_OPEN, STATION_THEIRS, Scene,
)
from sse_core._core.small_star_empires.eight cimport (
    Eight, afresh, at_most, eight_at, eight_times, plus, sizes, times, weighed,
)
from sse_core._core.small_star_empires.moves cimport reach
from sse_core._core.small_star_empires.powers cimport put_doubled, put_products
from sse_core._core.small_star_empires.structs cimport NARROW, RulesetData

# Targets in a row, and what is near each. What stands behind the last one is weighed with it, and never read.
cdef struct Targets:
    uint64_t itself[64]
    uint64_t around[64]
    uint64_t star[64]
    uint64_t onward[64]     # where a ship of the player lands next


cdef inline void weigh_targets_by_eight(
    const RulesetData* r, const Scene* s, const int32_t* policy, bint has_stations, double* city, double* station
) noexcept nogil:
    # How much a city on each target looks worth trying, and a station if the player has one.
    #   writes   city, station, by the rank of each cell in s.now, and up to seven more
    cdef Targets t
    cdef uint64_t todo = s.now.lo
    cdef int n = 0, i, cell
    while todo:
        cell = sse_lowest_bit(todo)
        t.itself[n] = todo & (0 - todo)
        t.around[n] = r.around[cell].lo
        t.star[n] = r.star[cell].lo
        t.onward[n] = reach(r, 2 * cell, s.stops, NARROW).lo & s.targets.lo
        todo &= todo - 1
        n += 1
    for i in range(0, n, 8):
        s, policy = <const Scene*>afresh(s), <const int32_t*>afresh(policy)
        put_doubled(worth_of_cities(r, s, &t, i, policy), city + i)
        if has_stations:
            put_doubled(worth_of_stations(s, &t, i, policy), station + i)
            put_products(city + i, station + i)


cdef inline Eight worth_of_cities(
    const RulesetData* r, const Scene* s, const Targets* t, int i, const int32_t* policy
) noexcept nogil:
    # The sum of numbers 0 to OF_STATION - 1 of eight targets from i on, each times its weight.
    cdef Eight itself = eight_at(t.itself + i), around = eight_at(t.around + i), onward = eight_at(t.onward + i)
    cdef Eight planets = sizes(itself, s.planets[0].lo), two = sizes(itself, s.planets[1].lo)
    cdef Eight three = sizes(itself, s.planets[2].lo), nebula = eight_times(0), denied = eight_times(0)
    cdef Eight contested = sizes(itself, s.contested.lo), shared = sizes(itself, s.shared.lo)
    cdef Eight own = sizes(around, s.own.lo), n_onward = sizes(onward, s.targets.lo), n, found
    cdef uint64_t contested_rich = s.contested.lo & s.rich.lo, new = ~s.now.lo
    cdef int colour
    for colour in range(3):
        n = sizes(itself, r.nebulae[colour].lo)
        nebula = plus(nebula, weighed(n, s.own_steps[colour]))
        denied = plus(denied, weighed(n, s.their_steps[colour]))
    found = plus(weighed(planets, policy[PLANETS]), weighed(two, policy[PLANETS + 1]))
    found = plus(found, weighed(three, policy[PLANETS + 2]))
    found = plus(found, weighed(nebula, policy[NEBULA]))
    found = plus(found, weighed(denied, policy[DENIED]))
    found = plus(found, weighed(own, policy[BESIDE_OWN]))
    found = plus(found, weighed(at_most(own, 1), policy[CONNECTED]))
    found = plus(found, weighed(sizes(around, s.theirs.lo), policy[BESIDE_THEIRS]))
    found = plus(found, weighed(sizes(around, s.their_stations.lo), policy[BESIDE_THEIR_STATIONS]))
    found = plus(found, weighed(sizes(around, s.own_stations.lo), policy[BESIDE_OWN_STATIONS]))
    found = plus(found, weighed(sizes(around, s.open.lo), policy[OPEN_BESIDE]))
    found = plus(found, weighed(sizes(around, s.rich.lo), policy[RICH_BESIDE]))
    planets = plus(planets, plus(two, three))
    found = plus(found, weighed(contested, policy[CONTESTED]))
    found = plus(found, weighed(times(contested, plus(planets, denied)), policy[CONTESTED_WORTH]))
    found = plus(found, weighed(shared, policy[SHARED]))
    found = plus(found, weighed(times(shared, plus(planets, nebula)), policy[SHARED_WORTH]))
    found = plus(found, weighed(n_onward, policy[ONWARD]))
    found = plus(found, weighed(sizes(onward, s.rich.lo), policy[ONWARD_RICH]))
    found = plus(found, weighed(sizes(onward, new), policy[ONWARD_NEW]))
    found = plus(found, weighed(sizes(onward, new & s.rich.lo), policy[ONWARD_NEW_RICH]))
    found = plus(found, plus(eight_times(policy[DEAD_END]), weighed(at_most(n_onward, 1), -policy[DEAD_END])))
    found = plus(found, weighed(sizes(around, s.contested.lo), policy[CONTESTED_BESIDE]))
    found = plus(found, weighed(sizes(around, contested_rich), policy[CONTESTED_RICH_BESIDE]))
    return plus(found, weighed(sizes(eight_at(t.star + i), contested_rich), policy[CONTESTED_RICH_IN_LINE]))


cdef inline Eight worth_of_stations(const Scene* s, const Targets* t, int i, const int32_t* policy) noexcept nogil:
    # The same of numbers OF_STATION to SHIP_LANDINGS - 1, which a station adds.
    cdef Eight around = eight_at(t.around + i), found = eight_times(policy[OF_STATION])
    found = plus(found, weighed(sizes(around, s.theirs.lo), policy[STATION_THEIRS]))
    found = plus(found, weighed(sizes(around, s.contested.lo), policy[STATION_CONTESTED]))
    return plus(found, weighed(sizes(around, s.open.lo), policy[STATION_OPEN]))
