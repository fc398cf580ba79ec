# For Jump Wars. Forecasts for bots, by a rule of thumb: the places of fleets after written orders are carried out and
# battles are fought. Header-only.
#
# Bots look at positions in the middle of a turn. Fleets of a forecast can be fractions. All that others hide from the
# viewer of a forecast is left out: their orders and boosts while these are sealed.

from libc.math cimport sqrt

from sse_core._core.jump_wars.phases.jump cimport *

cdef extern from *:
    """
    /* Fewer fleets count as none. */
    #define SSE_JW_LEAST 0.5
    /* The part of the fleets at home that can come to a battle. */
    #define SSE_JW_FROM_HOME 0.6
    /* What the highest Initiatives add to the force of a fleet, in comparison with level 1. */
    #define SSE_JW_EARLIER 0.25
    """
    double LEAST "SSE_JW_LEAST"
    double FROM_HOME "SSE_JW_FROM_HOME"
    double EARLIER "SSE_JW_EARLIER"

cdef enum:
    FAR = 30                # steps beyond which nothing is nearer
    ROUNDS = 30             # the rounds of a battle that are looked at

# The spaces by their distance from one of them, around Black Holes.
cdef struct Steps:
    Board at[FAR]           # at[k]: those that are k steps away, k < n; unset from n on
    int n

# The board after orders and battles.
cdef struct World:
    Board counters[N_COUNTERS]
    Board occupied[MAX_SIDES]
    Steps steps[MAX_PLAYERS]                # from each Homeworld
    double fleets[MAX_SIDES][N_SPACES]      # set where a side occupies a space, else unset
    double lost[MAX_SIDES]                  # the force of the fleets that a side loses in battles
    double owed                             # the fleets that the writer of orders loses of those still to be sent
    uint8_t homeworlds[MAX_PLAYERS]

# J2.7: the strength of a side's fleets in a space, with boosts and bonuses; Cloaking counts as Initiative.
cdef struct Strength:
    int initiative
    double attack
    double defense


# --- the board

cdef inline void find_steps(bint hex_grid, Board black_holes, int origin, Steps* steps) noexcept nogil:
    # Breadth first from a space.
    #   writes   steps
    cdef Board found = space_alone(origin), more
    steps.at[0] = found
    steps.n = 1
    while steps.n < FAR:
        more = without(beside_any(hex_grid, found), either(found, black_holes))
        if not has_any(more):
            break
        steps.at[steps.n] = more
        steps.n += 1
        found = either(found, more)

cdef inline int steps_to(const Steps* steps, int space) noexcept nogil:
    # How far a space is away; FAR if it is farther, or if no path leads there.
    cdef int k
    for k in range(steps.n):
        if has_space(&steps.at[k], space):
            return k
    return FAR

cdef inline double fleets_in(const World* world, int side, int space) noexcept nogil:
    # The fleets of a side in a space.
    return world.fleets[side][space] if has_space(&world.occupied[side], space) else 0.0

cdef inline void set_fleets(World* world, int side, int space, double n) noexcept nogil:
    #   writes   world, in which a side has n fleets in a space; none if n <= 0
    if n > 0:
        world.fleets[side][space] = n
        put_space(&world.occupied[side], space)
    else:
        drop_space(&world.occupied[side], space)

cdef inline void copy_world(const Position* p, World* world) noexcept nogil:
    # The world as it stands.
    #   writes   world
    cdef int side, space, seat
    cdef Board left
    memcpy(world.counters, p.counters, sizeof(p.counters))
    memcpy(world.occupied, p.occupied, sizeof(p.occupied))
    memcpy(world.homeworlds, p.homeworlds, sizeof(p.homeworlds))
    memset(world.lost, 0, sizeof(world.lost))
    world.owed = 0
    for side in range(n_sides(p)):
        left = p.occupied[side]
        while has_any(left):
            space = take_first(&left)
            world.fleets[side][space] = p.fleets[side][space]
    for seat in range(p.n_players):
        find_steps(has_option(p, HEX), p.counters[BLACK_HOLE], p.homeworlds[seat], &world.steps[seat])


# --- strength

cdef inline double quality(int initiative, double attack, double defense) noexcept nogil:
    # The force of a fleet: that of a fleet of level 1 is 1.
    return (1 + EARLIER - EARLIER / initiative) * sqrt(attack * defense)

cdef inline int known_level(const Position* p, int viewer, int player, int technology) noexcept nogil:
    # J1.7, J4.3: a level with the boosts that a viewer knows.
    if player == viewer:
        return level(p, player, technology)
    return p.levels[player][technology] + p.boosts[player][technology]

cdef inline Strength strength_in(const Position* p, const World* world, int viewer, int side, int space) noexcept nogil:
    # The strength of a side's fleets in a space, as a viewer knows it.
    cdef Strength found
    cdef int bonus = has_space(&p.counters[NEBULA], space) and has_space(&p.held[side], space)
    cdef bint is_home
    found.initiative = found.attack = found.defense = 1
    is_home = True
    if side < p.n_players:
        found.initiative = known_level(p, viewer, side, INITIATIVE) + 2 * has(p, side, CLOAKING)
        found.attack = known_level(p, viewer, side, ATTACK)
        found.defense = known_level(p, viewer, side, DEFENSE)
        is_home = world.homeworlds[side] == space
    found.initiative += bonus
    found.attack += bonus + 2 * is_home
    found.defense += bonus + 2 * is_home
    return found


# --- battles

cdef inline void after_battle(const Strength* sides, int n_fighting, double* fleets) noexcept nogil:
    # The fleets of each side after a battle without Nova Bombs: each side fires at its most numerous enemy, of equals
    # at the first. So callers list sides in turn order: then no seat gains by its number.
    #   reads    sides[n_fighting], 2 <= n_fighting <= MAX_SIDES
    #   writes   fleets[n_fighting]; at most one side is left, but after ROUNDS rounds
    cdef double hits[MAX_SIDES]
    cdef double largest
    cdef int a, b, target, rank, below, standing, _round
    for _round in range(ROUNDS):
        rank = 1 << 30
        while True:
            # The next group: the highest Initiative below the last one.
            below = -1
            for a in range(n_fighting):
                if sides[a].initiative < rank:
                    below = max(below, sides[a].initiative)
            if below < 0:
                break
            rank = below
            for a in range(n_fighting):
                hits[a] = 0
            for a in range(n_fighting):
                if sides[a].initiative != rank or fleets[a] <= 0:
                    continue
                target, largest = NOBODY, 0
                for b in range(n_fighting):
                    if b != a and fleets[b] > largest:
                        target, largest = b, fleets[b]
                if target != NOBODY:
                    hits[target] += fleets[a] * sides[a].attack / sides[target].defense
            for a in range(n_fighting):
                fleets[a] -= hits[a]
                if fleets[a] < LEAST:
                    fleets[a] = 0
        standing = 0
        for a in range(n_fighting):
            standing += fleets[a] > 0
        if standing < 2:
            return

cdef inline bint can_destroy_all(
    const Position* p, int side, const Strength* sides, int n_fighting, int place, double n
) noexcept nogil:
    # J2.7: whether n fleets of a side, the one at a place, can destroy all others by Nova Bombs before they have dealt.
    cdef double toughest = 0
    cdef int other
    if side >= p.n_players or not has(p, side, NOVA_BOMBS):
        return False
    for other in range(n_fighting):
        if other != place:
            if sides[other].initiative > sides[place].initiative:
                return False
            toughest = max(toughest, sides[other].defense)
    return n * sides[place].attack >= toughest


cdef inline void fight_out(
    const Position* p, const int* sides, const Strength* strengths, int n_fighting, const double* there, double* after
) noexcept nogil:
    # The fleets of each side after a battle. A side that would lose uses Nova Bombs if they destroy all its enemies.
    #   reads    there[n_fighting], the fleets that are there for sure
    #   writes   after[n_fighting]
    cdef int place, other
    after_battle(strengths, n_fighting, after)
    for place in range(n_fighting):
        if after[place] <= 0 and can_destroy_all(p, sides[place], strengths, n_fighting, place, there[place]):
            for other in range(n_fighting):
                after[other] = 0
            return


# --- orders

cdef inline Board in_reach(const Position* p, int player, int space) noexcept nogil:
    # J2.6: the spaces that fleets of a player reach from a space, whatever the alliance voids.
    return reach(
        has_option(p, HEX), p.counters[BLACK_HOLE], space, 1 + level(p, player, JUMP), has(p, player, EVENT_SKIMMING)
    )

cdef inline double support(const Position* p, int writer, int space, int besides) noexcept nogil:
    # How many more fleets a writer can send to a space by the orders that are left `besides` those that are needed
    # elsewhere; some stay on the own Homeworld.
    cdef int left = most_orders(p, writer) - p.n_orders[writer] - besides
    cdef int64_t stacks[MAX_ORDERS]
    cdef int64_t free, most = stack(p, writer), full = 0, found = 0
    cdef int n = 0, place, origin
    cdef Board origins
    if p.done >> writer & 1 or left <= 0:
        return 0
    # Paths lead both ways.
    origins = both(p.occupied[writer], in_reach(p, writer, space))
    while has_any(origins):
        origin = take_first(&origins)
        free = free_fleets(p, writer, origin)
        if origin == p.homeworlds[writer]:
            free = <int64_t>(free * FROM_HOME)
        if free >= most:
            full += free // most
            free %= most
        if free <= 0 or (n == left and stacks[n - 1] >= free):
            continue
        # The largest `left` rests, in descending order; left <= MAX_ORDERS.
        if n == left:
            n -= 1
        place = n
        while place > 0 and stacks[place - 1] < free:
            stacks[place] = stacks[place - 1]
            place -= 1
        stacks[place] = free
        n += 1
    if full >= left:
        return <double>(left * most)
    for place in range(min(n, left - <int>full)):
        found += stacks[place]
    return <double>(found + full * most)

cdef inline void follow_orders(const Position* p, World* world, int seat) noexcept nogil:
    # The orders of a seat that aren't void.
    #   writes   world
    cdef const Order* order
    cdef int place
    cdef bint has_moved = False
    for place in range(p.n_orders[seat]):
        order = &p.orders[seat][place]
        if p.voids[seat] >> place & 1:
            continue
        if order.fleets:
            set_fleets(world, seat, order.origin, fleets_in(world, seat, order.origin) - order.fleets)
            set_fleets(world, seat, order.target, fleets_in(world, seat, order.target) + order.fleets)
        else:
            put_space(&world.counters[VOID], world.homeworlds[seat])
            drop_space(&world.counters[VOID], order.target)
            world.homeworlds[seat] = order.target
            has_moved = True
    if has_moved:
        find_steps(has_option(p, HEX), world.counters[BLACK_HOLE], world.homeworlds[seat], &world.steps[seat])


# --- battles of a world

cdef inline bint knows_deal(const Position* p, int viewer, int dealer) noexcept nogil:
    # J5.11: whether a viewer knows what a dealer has settled.
    return dealer == viewer or not has_option(p, SIMULTANEOUS)

cdef inline void settle_deals(const Position* p, World* world, int viewer) noexcept nogil:
    # What dealers of the battle have settled: fleets given up, then all bombs, then all fire (J5.12). Deals that are
    # sealed count for their dealer alone.
    #   writes   world
    cdef int space = p.battle_space, dealer, side
    cdef double left, defense, points
    for side in range(n_sides(p)):
        left, points = fleets_in(world, side, space), 0
        if left and knows_deal(p, viewer, side):
            left -= p.bombs[side]
        defense = strength_in(p, world, viewer, side, space).defense
        for dealer in range(n_sides(p)):
            if knows_deal(p, viewer, dealer):
                left -= min(left, left * p.bombs[dealer] * p.forces[dealer] / defense)
                points += p.points[dealer][side]
        set_fleets(world, side, space, left - points / defense)

cdef inline void fight_in(const Position* p, World* world, int viewer, int space, int writer) noexcept nogil:
    # A battle. A side that would lose uses Nova Bombs if they destroy all its enemies. In the battles of a `writer` of
    # orders, fleets that can still be sent count, too.
    #   writes   world
    cdef int sides[MAX_SIDES]
    cdef Strength strengths[MAX_SIDES]
    cdef double before[MAX_SIDES]
    cdef double after[MAX_SIDES]
    cdef double reserve = 0, stood
    cdef int side, place, n = 0
    for place in range(n_sides(p)):
        side = nth_in_turn(p, place)
        if has_space(&world.occupied[side], space):
            sides[n] = side
            strengths[n] = strength_in(p, world, viewer, side, space)
            before[n] = after[n] = world.fleets[side][space]
            if side == writer:
                reserve = support(p, writer, space, 0)
                after[n] += reserve
            n += 1
    if n < 2:
        return
    fight_out(p, sides, strengths, n, before, after)
    for place in range(n):
        stood = after[place]
        if sides[place] == writer and stood > 0:
            world.owed += reserve * (1 - stood / (before[place] + reserve))
            stood *= before[place] / (before[place] + reserve)
        set_fleets(world, sides[place], space, stood)
        world.lost[sides[place]] += (before[place] - stood) * quality(
            strengths[place].initiative, strengths[place].attack, strengths[place].defense
        )

cdef inline void fight_all(const Position* p, World* world, int viewer, int writer) noexcept nogil:
    # All battles of a world.
    #   writes   world
    cdef Board spaces = in_several(world.occupied, n_sides(p))
    if p.battle_space != NOBODY:
        settle_deals(p, world, viewer)
    while has_any(spaces):
        fight_in(p, world, viewer, take_first(&spaces), writer)
