# For Jump Wars. The worth of the fleets of a forecast to a seat, beside their number. Header-only.

from sse_core._core.jump_wars.strength.forecasts cimport *
from sse_core._core.jump_wars.phases.mine cimport yield_of_clusters, yield_of_field

cdef extern from *:
    """
    /* The own Homeworld lost, as a share of all that the seat has. */
    #define SSE_JW_DANGER 0.35
    /* The own Homeworld empty, with no enemy near, in the same way. */
    #define SSE_JW_OPEN 0.05
    /* The part of a force that counts if it is two jumps away, or if the alliance hampers it. */
    #define SSE_JW_LATER 0.5
    /* The gain of a fleet of level 1 by a step towards the target, in fleets of level 1. */
    #define SSE_JW_STEP 0.008
    /* The target: how many steps count as much as the whole garrison again. */
    #define SSE_JW_AWAY 8.0
    """
    double IN_DANGER "SSE_JW_DANGER"
    double LEFT_OPEN "SSE_JW_OPEN"
    double LATER "SSE_JW_LATER"
    double NEARER "SSE_JW_STEP"
    double AWAY "SSE_JW_AWAY"

# The fleets of a seat, and where they stand.
cdef struct Front:
    double fleets           # the number of fleets
    double near             # what they gain by where they stand: the nearer the target, the more
    double threat           # the largest force that an enemy can bring to the own Homeworld soon
    double danger           # how far the own Homeworld is in danger: a loss, as a share of all that the seat has
    int made                # J2.4: the RT of a turn, before Manufacturing
    int held                # enemy Homeworlds with own fleets
    int target              # the enemy whose Homeworld fleets should approach, or NOBODY


# --- technologies

cdef inline double force_of(const Position* p, int seat) noexcept nogil:
    # The force of a fleet of a seat, boosts aside.
    return quality(p.levels[seat][INITIATIVE], p.levels[seat][ATTACK], p.levels[seat][DEFENSE])

cdef inline bint leads_in(const Position* p, int seat, int technology) noexcept nogil:
    # J1.7: whether a seat alone has the highest level, boosts aside.
    cdef int other
    for other in range(p.n_players):
        if other != seat and p.levels[other][technology] >= p.levels[seat][technology]:
            return False
    return True


# --- income (J2.4)

cdef inline int made_by(const Position* p, const World* world, int seat) noexcept nogil:
    # The RT of a turn, before Manufacturing.
    cdef Board row = world.occupied[seat]
    cdef int made = yield_of_field(p, seat) * count_spaces(both(row, world.counters[STAR_FIELD]))
    cdef int owner
    made += yield_of_clusters(p, world.occupied, both(row, world.counters[CLUSTER]), seat)
    if has(p, seat, RAM_SCOOPS):
        made += count_spaces(both(row, world.counters[NEBULA]))
    for owner in range(p.n_players):
        if has_space(&row, world.homeworlds[owner]):
            made += 5 if owner == seat else 2
    return made

cdef inline int yield_at(const Position* p, const World* world, int seat, int space) noexcept nogil:
    # What a space makes with fleets of a seat, without raids.
    cdef int owner
    for owner in range(p.n_players):
        if world.homeworlds[owner] == space:
            return 5 if owner == seat else 2
    if has_space(&world.counters[CLUSTER], space):
        return 2
    if has_space(&world.counters[STAR_FIELD], space):
        return yield_of_field(p, seat)
    return has_space(&world.counters[NEBULA], space) and has(p, seat, RAM_SCOOPS)


# --- distances

cdef inline double fleets_on(const World* world, int side, Board spaces) noexcept nogil:
    # The fleets of a side on some spaces.
    cdef double found = 0
    spaces = both(spaces, world.occupied[side])
    while has_any(spaces):
        found += world.fleets[side][take_first(&spaces)]
    return found

cdef inline double threat_to(const Position* p, const World* world, int seat) noexcept nogil:
    # The largest force that an enemy can bring to the seat's Homeworld soon; a far one counts in part.
    cdef const Steps* steps = &world.steps[seat]
    cdef double largest = 0, near
    cdef Board soon, later
    cdef int enemy, jump, k
    for enemy in range(p.n_players):
        if enemy == seat:
            continue
        jump = 1 + p.levels[enemy][JUMP]
        soon, later = no_spaces(), no_spaces()
        for k in range(min(2 * jump + 1, steps.n)):
            if k <= jump:
                soon = either(soon, steps.at[k])
            else:
                later = either(later, steps.at[k])
        near = fleets_on(world, enemy, soon) + LATER * fleets_on(world, enemy, later)
        # J2.6: so many can jump in a turn.
        near = min(near, <double>(1 + p.levels[enemy][COMMAND]) * (5 + p.levels[enemy][LOGISTICS]))
        if p.diplomat == seat and p.ally == enemy:
            near *= LATER
        largest = max(largest, near * force_of(p, enemy))
    return largest

cdef inline int target_of(const Position* p, const World* world, int seat) noexcept nogil:
    # The enemy with a near Homeworld and a weak garrison, NOBODY if no path leads to one that isn't held.
    cdef double easiest = 0, garrison, ease
    cdef int place, enemy, side, home, away, found = NOBODY
    for place in range(1, p.n_players):
        enemy = (seat + place) % p.n_players
        home = world.homeworlds[enemy]
        if has_space(&world.occupied[seat], home):
            continue
        away = steps_to(&world.steps[seat], home)
        if away == FAR:
            continue
        garrison = 0
        for side in range(p.n_players):
            if side != seat:
                garrison = max(garrison, fleets_in(world, side, home) * force_of(p, side))
        ease = 1 / ((1 + garrison) * (AWAY + away))
        if ease > easiest:
            easiest, found = ease, enemy
    return found

cdef inline double nearness(const Steps* steps, int space) noexcept nogil:
    # What a fleet of level 1 gains by standing in a space.
    return NEARER * (FAR - steps_to(steps, space))

cdef inline double danger_of(const Position* p, int seat, double garrison, double threat) noexcept nogil:
    # How far the own Homeworld with a garrison is in danger from a threat: a loss, as a share of all there is.
    cdef double ratio
    if threat <= 0:
        return 0.0 if garrison > 0 else LEFT_OPEN
    # J2.7: the Homeworld adds 2 to Attack and Defense.
    ratio = garrison * quality(
        p.levels[seat][INITIATIVE], p.levels[seat][ATTACK] + 2, p.levels[seat][DEFENSE] + 2
    ) / threat
    return IN_DANGER * max(0.0, 1 - ratio * ratio)

cdef inline void find_front(const Position* p, const World* world, int seat, Front* front) noexcept nogil:
    #   writes   front
    cdef const Steps* steps
    cdef double n, near = 0
    cdef int other, k
    front.fleets = max(0.0, fleets_on(world, seat, world.occupied[seat]) - world.owed)
    front.made = made_by(p, world, seat)
    front.held = 0
    for other in range(p.n_players):
        front.held += other != seat and has_space(&world.occupied[seat], world.homeworlds[other])
    front.threat = threat_to(p, world, seat)
    front.danger = danger_of(p, seat, fleets_in(world, seat, world.homeworlds[seat]), front.threat)
    front.target = target_of(p, world, seat)
    if front.target != NOBODY:
        steps = &world.steps[front.target]
        for k in range(steps.n):
            n = fleets_on(world, seat, steps.at[k])
            near += n * (FAR - k)
    front.near = force_of(p, seat) * NEARER * near
