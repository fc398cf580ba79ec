# The worth of targets of actions, by weights of their numbers, eight targets at a time: of a board with at most 64
# cells, in AVX-512. Header-only; `action_features.pxd` writes the same numbers one target after the other.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from sse_core._core.small_star_empires.strength.action_features cimport (
    BESIDE_OWN, BESIDE_OWN_STATIONS, BESIDE_THEIR_STATIONS, BESIDE_THEIRS, CONNECTED, CONTESTED, CONTESTED_BESIDE,
    CONTESTED_RICH_BESIDE, CONTESTED_RICH_IN_LINE, CONTESTED_WORTH, DEAD_END, DENIED, NEBULA, OF_STATION, ONWARD,
    ONWARD_NEW, ONWARD_NEW_RICH, ONWARD_RICH, OPEN_BESIDE, PLANETS, RICH_BESIDE, SHARED, SHARED_WORTH,
    STATION_CONTESTED, STATION_OPEN, STATION_THEIRS, Scene,
)
from sse_core._core.small_star_empires.cells cimport size, sse_gathered
from sse_core._core.small_star_empires.vectors.eight cimport (
    Eight, EightReals, afresh, all_cells, any_of, down_to_stops, eight_times, entries, plus, plus_chosen, plus_where,
    put_chosen, put_columns, put_pairs, put_ranks, shared_with, sizes, times_reals, up_to_stops, weighed,
)
from sse_core._core.small_star_empires.strength.powers cimport MOST_OF_REST, MOST_OF_TARGET, odds_of_eight
from sse_core._core.small_star_empires.structs cimport FIRST_NEBULA, JUMPS, NEIGHBOURS, RulesetData

# Eight targets, and what is near each.
cdef struct Targets:
    const uint8_t* sorts    # RulesetData.sort
    uint64_t contested      # bits 0 to 7: which of them are
    uint64_t shared
    Eight around
    Eight star
    Eight onward            # where a ship of the player lands next

# What targets are worth by their planets or nebula, by RulesetData.sort.
cdef struct BySort:
    int64_t all[8]
    int64_t contested[8]    # what is added if an opponent contests them
    int64_t shared[8]


cdef inline void weigh_targets_by_eight(
    const RulesetData* r, const Scene* s, const int32_t* policy, bint has_stations, float (*out)[2], uint8_t* rank_of
) noexcept nogil:
    # As weigh_targets (learned.pxd).
    #   writes   out, of up to seven more targets, too; rank_of[0:64]
    cdef uint8_t cells[64]
    cdef uint8_t sorts[64]
    cdef BySort by_sort
    cdef Targets t
    cdef EightReals city, station
    cdef uint64_t contested = sse_gathered(s.contested.lo, s.now.lo), shared = sse_gathered(s.shared.lo, s.now.lo)
    cdef int i
    put_ranks(s.now.lo, rank_of)
    put_chosen(s.now.lo, all_cells, cells)
    put_chosen(s.now.lo, r.sort, sorts)
    weigh_sorts(s, policy, &by_sort)
    for i in range(0, size(s.now), 8):
        s, policy = <const Scene*>afresh(s), <const int32_t*>afresh(policy)
        t.sorts, t.contested, t.shared = sorts + i, contested >> i, shared >> i
        look_around(r, s, cells + i, &t)
        city = station = odds_of_eight(worth_of_cities(s, &t, &by_sort, policy), MOST_OF_TARGET)
        if has_stations:
            station = times_reals(city, odds_of_eight(worth_of_stations(s, &t, policy), MOST_OF_REST))
        put_pairs(city, station, &out[i][0])


cdef inline void weigh_sorts(const Scene* s, const int32_t* policy, BySort* out) noexcept nogil:
    # What planets and nebulae are worth: the numbers PLANETS to DENIED and CONTESTED to SHARED_WORTH, weighed.
    cdef int planets, colour, nebula
    out.all[0] = 0
    for planets in range(4):
        if planets:
            out.all[planets] = out.all[planets - 1] + policy[PLANETS + planets - 1]
        out.contested[planets] = policy[CONTESTED] + policy[CONTESTED_WORTH] * planets
        out.shared[planets] = policy[SHARED] + policy[SHARED_WORTH] * planets
    for colour in range(3):
        nebula = FIRST_NEBULA + colour
        out.all[nebula] = policy[NEBULA] * s.own_steps[colour] + policy[DENIED] * s.their_steps[colour]
        out.contested[nebula] = policy[CONTESTED] + policy[CONTESTED_WORTH] * s.their_steps[colour]
        out.shared[nebula] = policy[SHARED] + policy[SHARED_WORTH] * s.own_steps[colour]


cdef inline void look_around(const RulesetData* r, const Scene* s, const uint8_t* cells, Targets* out) noexcept nogil:
    # What is near eight targets. A whole ship flies or jumps on from there (E3.1, E4.1); E, SW and SE go up to higher
    # cells, the other rays down.
    cdef Eight near[8]
    cdef Eight up, down
    cdef uint64_t stops = s.stops.lo
    put_columns(r.near, cells, near)
    up = any_of(up_to_stops(near[0], stops), up_to_stops(near[4], stops), up_to_stops(near[5], stops))
    down = any_of(down_to_stops(near[1], stops), down_to_stops(near[2], stops), down_to_stops(near[3], stops))
    out.around = near[NEIGHBOURS]
    out.star = any_of(any_of(near[0], near[1], near[2]), any_of(near[3], near[4], near[5]), eight_times(0))
    out.onward = shared_with(any_of(up, down, near[JUMPS]), s.targets.lo)


cdef inline Eight worth_of_cities(
    const Scene* s, const Targets* t, const BySort* by_sort, const int32_t* policy
) noexcept nogil:
    # The sum of numbers 0 to OF_STATION - 1 of eight targets, each times its weight.
    cdef Eight around = t.around, onward = t.onward, found
    cdef uint64_t contested_rich = s.contested.lo & s.rich.lo, new = ~s.now.lo
    found = entries(by_sort.all, t.sorts)
    found = plus_chosen(found, entries(by_sort.contested, t.sorts), t.contested)
    found = plus_chosen(found, entries(by_sort.shared, t.sorts), t.shared)
    found = plus(found, weighed(sizes(around, s.own.lo), policy[BESIDE_OWN]))
    found = plus_where(found, policy[CONNECTED], around, s.own.lo)
    found = plus(found, weighed(sizes(around, s.theirs.lo), policy[BESIDE_THEIRS]))
    found = plus(found, weighed(sizes(around, s.their_stations.lo), policy[BESIDE_THEIR_STATIONS]))
    found = plus(found, weighed(sizes(around, s.own_stations.lo), policy[BESIDE_OWN_STATIONS]))
    found = plus(found, weighed(sizes(around, s.open.lo), policy[OPEN_BESIDE]))
    found = plus(found, weighed(sizes(around, s.rich.lo), policy[RICH_BESIDE]))
    found = plus(found, weighed(sizes(around, s.contested.lo), policy[CONTESTED_BESIDE]))
    found = plus(found, weighed(sizes(around, contested_rich), policy[CONTESTED_RICH_BESIDE]))
    found = plus(found, weighed(sizes(t.star, contested_rich), policy[CONTESTED_RICH_IN_LINE]))
    found = plus(found, weighed(sizes(onward, s.targets.lo), policy[ONWARD]))
    found = plus(found, weighed(sizes(onward, s.rich.lo), policy[ONWARD_RICH]))
    found = plus(found, weighed(sizes(onward, new), policy[ONWARD_NEW]))
    found = plus(found, weighed(sizes(onward, new & s.rich.lo), policy[ONWARD_NEW_RICH]))
    return plus_where(plus(found, eight_times(policy[DEAD_END])), -policy[DEAD_END], onward, s.targets.lo)


cdef inline Eight worth_of_stations(const Scene* s, const Targets* t, const int32_t* policy) noexcept nogil:
    # The same of numbers OF_STATION to SHIP_LANDINGS - 1, which a station adds.
    cdef Eight around = t.around, found = eight_times(policy[OF_STATION])
    found = plus(found, weighed(sizes(around, s.theirs.lo), policy[STATION_THEIRS]))
    found = plus(found, weighed(sizes(around, s.contested.lo), policy[STATION_CONTESTED]))
    return plus(found, weighed(sizes(around, s.open.lo), policy[STATION_OPEN]))
