# The worth of targets of actions, by weights of their numbers, eight targets at a time: of a board with at most 64
# cells, in AVX-512. Header-only; `action_numbers.pxd` writes the same numbers one target after the other.

from libc.stdint cimport int32_t, uint8_t, uint64_t

from sse_core._core.small_star_empires.action_numbers cimport (
    BESIDE_OWN, BESIDE_OWN_STATIONS, BESIDE_THEIR_STATIONS, BESIDE_THEIRS, CONNECTED, CONTESTED, CONTESTED_BESIDE,
    CONTESTED_RICH_BESIDE, CONTESTED_RICH_IN_LINE, CONTESTED_WORTH, DEAD_END, DENIED, NEBULA, OF_STATION, ONWARD,
    ONWARD_NEW, ONWARD_NEW_RICH, ONWARD_RICH, OPEN_BESIDE, PLANETS, RICH_BESIDE, SHARED, SHARED_WORTH,
    STATION_CONTESTED, STATION_OPEN, STATION_THEIRS, Scene,
)
from sse_core._core.small_star_empires.cells cimport size
from sse_core._core.small_star_empires.eight cimport (
    Eight, EightReals, afresh, any_of, bits_of, down_to_stops, eight_times, plus, plus_where, put_columns, put_pairs,
    put_ranks, shared_with, sizes, times_reals, up_to_stops, weighed, where,
)
from sse_core._core.small_star_empires.powers cimport doubled_by_eight
from sse_core._core.small_star_empires.structs cimport JUMPS, NEIGHBOURS, RulesetData

# Eight targets, and what is near each.
cdef struct Targets:
    Eight itself
    Eight around
    Eight star
    Eight onward            # where a ship of the player lands next


cdef inline void weigh_targets_by_eight(
    const RulesetData* r, const Scene* s, const int32_t* policy, bint has_stations, double (*out)[2], uint8_t* rank_of
) noexcept nogil:
    # As weigh_targets (learned.pxd).
    #   writes   out, of up to seven more targets, too; rank_of[0:64]
    cdef uint8_t cells[64]
    cdef Targets t
    cdef EightReals city, station
    cdef int i
    put_ranks(s.now.lo, cells, rank_of)
    for i in range(0, size(s.now), 8):
        s, policy = <const Scene*>afresh(s), <const int32_t*>afresh(policy)
        look_around(r, s, cells + i, &t)
        city = station = doubled_by_eight(worth_of_cities(r, s, &t, policy))
        if has_stations:
            station = times_reals(city, doubled_by_eight(worth_of_stations(s, &t, policy)))
        put_pairs(city, station, &out[i][0])


cdef inline void look_around(const RulesetData* r, const Scene* s, const uint8_t* cells, Targets* out) noexcept nogil:
    # What is near eight targets. A whole ship flies or jumps on from there (E3.1, E4.1); E, SW and SE go up to higher
    # cells, the other rays down.
    cdef Eight near[8]
    cdef Eight up, down
    cdef uint64_t stops = s.stops.lo
    put_columns(r.near, cells, near)
    up = any_of(up_to_stops(near[0], stops), up_to_stops(near[4], stops), up_to_stops(near[5], stops))
    down = any_of(down_to_stops(near[1], stops), down_to_stops(near[2], stops), down_to_stops(near[3], stops))
    out.itself = bits_of(cells)
    out.around = near[NEIGHBOURS]
    out.star = any_of(any_of(near[0], near[1], near[2]), any_of(near[3], near[4], near[5]), eight_times(0))
    out.onward = shared_with(any_of(up, down, near[JUMPS]), s.targets.lo)


cdef inline Eight worth_of_cities(
    const RulesetData* r, const Scene* s, const Targets* t, const int32_t* policy
) noexcept nogil:
    # The sum of numbers 0 to OF_STATION - 1 of eight targets, each times its weight.
    cdef Eight itself = t.itself, around = t.around, onward = t.onward
    cdef Eight planets = eight_times(0), nebula = eight_times(0), denied = eight_times(0), found
    cdef uint64_t contested_rich = s.contested.lo & s.rich.lo, new = ~s.now.lo
    cdef int i
    found = plus_where(eight_times(policy[DEAD_END]), -policy[DEAD_END], onward, s.targets.lo)
    for i in range(3):
        planets = plus_where(planets, 1, itself, s.planets[i].lo)
        nebula = plus_where(nebula, s.own_steps[i], itself, r.nebulae[i].lo)
        denied = plus_where(denied, s.their_steps[i], itself, r.nebulae[i].lo)
        found = plus_where(found, policy[PLANETS + i], itself, s.planets[i].lo)
    found = plus(found, weighed(nebula, policy[NEBULA]))
    found = plus(found, weighed(denied, policy[DENIED]))
    found = plus(found, weighed(sizes(around, s.own.lo), policy[BESIDE_OWN]))
    found = plus_where(found, policy[CONNECTED], around, s.own.lo)
    found = plus(found, weighed(sizes(around, s.theirs.lo), policy[BESIDE_THEIRS]))
    found = plus(found, weighed(sizes(around, s.their_stations.lo), policy[BESIDE_THEIR_STATIONS]))
    found = plus(found, weighed(sizes(around, s.own_stations.lo), policy[BESIDE_OWN_STATIONS]))
    found = plus(found, weighed(sizes(around, s.open.lo), policy[OPEN_BESIDE]))
    found = plus(found, weighed(sizes(around, s.rich.lo), policy[RICH_BESIDE]))
    found = plus_where(found, policy[CONTESTED], itself, s.contested.lo)
    found = plus(found, where(weighed(plus(planets, denied), policy[CONTESTED_WORTH]), itself, s.contested.lo))
    found = plus_where(found, policy[SHARED], itself, s.shared.lo)
    found = plus(found, where(weighed(plus(planets, nebula), policy[SHARED_WORTH]), itself, s.shared.lo))
    found = plus(found, weighed(sizes(onward, s.targets.lo), policy[ONWARD]))
    found = plus(found, weighed(sizes(onward, s.rich.lo), policy[ONWARD_RICH]))
    found = plus(found, weighed(sizes(onward, new), policy[ONWARD_NEW]))
    found = plus(found, weighed(sizes(onward, new & s.rich.lo), policy[ONWARD_NEW_RICH]))
    found = plus(found, weighed(sizes(around, s.contested.lo), policy[CONTESTED_BESIDE]))
    found = plus(found, weighed(sizes(around, contested_rich), policy[CONTESTED_RICH_BESIDE]))
    return plus(found, weighed(sizes(t.star, contested_rich), policy[CONTESTED_RICH_IN_LINE]))


cdef inline Eight worth_of_stations(const Scene* s, const Targets* t, const int32_t* policy) noexcept nogil:
    # The same of numbers OF_STATION to SHIP_LANDINGS - 1, which a station adds.
    cdef Eight around = t.around, found = eight_times(policy[OF_STATION])
    found = plus(found, weighed(sizes(around, s.theirs.lo), policy[STATION_THEIRS]))
    found = plus(found, weighed(sizes(around, s.contested.lo), policy[STATION_CONTESTED]))
    return plus(found, weighed(sizes(around, s.open.lo), policy[STATION_OPEN]))
