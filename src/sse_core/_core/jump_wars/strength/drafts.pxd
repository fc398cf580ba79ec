# For Jump Wars. Half-written orders: an estimate of the gain of their best completion, quicker than the evaluation.
# Header-only.

from sse_core._core.jump_wars.strength.fronts cimport *

cdef enum:
    N_YIELDS = 6            # a space makes 0 to 5 RT (J2.4)
    N_MEMOS = 64            # gains of fights that are kept, in places that others may take

# The worth of things to the writer, in the unit of the evaluation.
cdef struct Prices:
    double whole            # all that a player has
    double fleet            # a fleet more
    double income           # an RT more in each turn, before Manufacturing
    double homeworld        # an enemy Homeworld more, as a share of all that a player has
    double destroyed        # a force of 1 less among the enemies

# Orders that a seat can add to those it has written, and what each gains while all else stays as it is.
cdef struct Drafts:
    const Position* p
    const World* world      # after the orders that are written
    const Front* front
    Prices prices
    Board yields[N_YIELDS]  # the spaces that would make so much, without those that are held, or that enemies hold
    Board enemies           # the spaces that enemies hold before any order
    Board reserved          # the spaces of which it is known what else can come, ...
    double reserves[N_SPACES]   # ...and what
    double memos[N_MEMOS]   # gains of fights that are known, ...
    int keys[N_MEMOS]       # ...by their space and fleets
    int seat
    int most                # the fleets of an order


cdef inline void begin_drafts(
    Drafts* d, const Position* p, int seat, const World* world, const Front* front, const Prices* prices
) noexcept nogil:
    #   writes   d, which keeps the pointers
    cdef Board taken
    cdef int side, kind, owner
    d.p, d.seat, d.world, d.front, d.prices = p, seat, world, front, prices[0]
    d.most = stack(p, seat)
    d.enemies = no_spaces()
    for side in range(n_sides(p)):
        if side != seat:
            d.enemies = either(d.enemies, p.occupied[side])
    for kind in range(N_YIELDS):
        d.yields[kind] = no_spaces()
    taken = either(world.occupied[seat], d.enemies)
    d.yields[2] = world.counters[CLUSTER]
    kind = yield_of_field(p, seat)
    d.yields[kind] = either(d.yields[kind], world.counters[STAR_FIELD])
    if has(p, seat, RAM_SCOOPS):
        d.yields[1] = either(d.yields[1], world.counters[NEBULA])
    for owner in range(p.n_players):
        put_space(&d.yields[5 if owner == seat else 2], world.homeworlds[owner])
    for kind in range(1, N_YIELDS):
        d.yields[kind] = without(d.yields[kind], taken)
    memset(d.keys, NOBODY, sizeof(d.keys))
    d.reserved = no_spaces()

cdef inline double gain_of_leaving(const Drafts* d, int space, int n) noexcept nogil:
    # The gain, below 0 as a rule, if n fleets leave a space.
    cdef double here = fleets_in(d.world, d.seat, space), gain = 0
    if d.front.target != NOBODY:
        gain = -d.prices.fleet * n * nearness(&d.world.steps[d.front.target], space)
    if n >= here:
        gain -= d.prices.income * yield_at(d.p, d.world, d.seat, space)
    if space == d.world.homeworlds[d.seat]:
        gain -= d.prices.whole * (danger_of(d.p, d.seat, here - n, d.front.threat) - d.front.danger)
    return gain

cdef inline int64_t sent_to(const Position* p, int seat, int space) noexcept nogil:
    # The fleets of a seat that are in a space after the orders that it has written, before any battle.
    cdef int64_t n = p.fleets[seat][space]
    cdef int place
    for place in range(p.n_orders[seat]):
        if p.orders[seat][place].target == space:
            n += p.orders[seat][place].fleets
        if p.orders[seat][place].origin == space:
            n -= p.orders[seat][place].fleets
    return n

cdef inline double worth_of_fight(const Drafts* d, int space, double n, double more) noexcept nogil:
    # What a battle in a space gains if n fleets are sent there, and `more` can follow.
    cdef int sides[MAX_SIDES]
    cdef Strength strengths[MAX_SIDES]
    cdef double fleets[MAX_SIDES]
    cdef double were[MAX_SIDES]
    cdef double destroyed = 0, gain = 0, lost = n
    cdef int side, owner, place, n_fighting = 1, left = 0
    sides[0] = d.seat
    strengths[0] = strength_in(d.p, d.world, d.seat, d.seat, space)
    were[0] = n
    fleets[0] = n + more
    for place in range(n_sides(d.p)):
        side = nth_in_turn(d.p, place)
        if side != d.seat and d.p.fleets[side][space]:
            sides[n_fighting] = side
            strengths[n_fighting] = strength_in(d.p, d.world, d.seat, side, space)
            fleets[n_fighting] = were[n_fighting] = d.p.fleets[side][space]
            n_fighting += 1
    fight_out(d.p, sides, strengths, n_fighting, were, fleets)
    for place in range(1, n_fighting):
        left += fleets[place] > 0
        destroyed += (were[place] - fleets[place]) * quality(
            strengths[place].initiative, strengths[place].attack, strengths[place].defense
        )
    if fleets[0] > 0 and not left:
        lost = n + more - fleets[0]
        gain = d.prices.income * yield_at(d.p, d.world, d.seat, space)
        for owner in range(d.p.n_players):
            if owner != d.seat and d.world.homeworlds[owner] == space:
                gain += d.prices.whole * d.prices.homeworld
    return gain + d.prices.destroyed * destroyed - d.prices.fleet * lost

cdef inline double gain_of_fight(Drafts* d, int space, int n) noexcept nogil:
    # The gain of n fleets more that fight in a space.
    cdef double there = <double>sent_to(d.p, d.seat, space), gain
    if not has_space(&d.reserved, space):
        d.reserves[space] = support(d.p, d.seat, space, 1)
        put_space(&d.reserved, space)
    gain = worth_of_fight(d, space, there + n, d.reserves[space])
    return gain - worth_of_fight(d, space, there, 0) if there > 0 else gain

cdef inline double gain_of_entering(Drafts* d, int space, int n) noexcept nogil:
    # The gain if n fleets enter a space that enemies hold.
    cdef int key = space << 20 | min(n, (1 << 20) - 1), place = (7 * space + n) % N_MEMOS
    if d.keys[place] != key:
        d.keys[place] = key
        d.memos[place] = gain_of_fight(d, space, n)
    return d.memos[place]

cdef inline double best_entry(Drafts* d, Board ends, int n) noexcept nogil:
    # The largest gain if n fleets enter one of some spaces, of which there is at least one.
    cdef double largest = -1e99, gain
    cdef Board left, near
    cdef int kind, k
    cdef const Steps* steps
    left = both(ends, d.enemies)
    while has_any(left):
        largest = max(largest, gain_of_entering(d, take_first(&left), n))
    left = without(ends, d.enemies)
    if not has_any(left):
        return largest
    if d.front.target == NOBODY:
        largest = max(largest, 0.0)
        for kind in range(1, N_YIELDS):
            if has_any(both(left, d.yields[kind])):
                largest = max(largest, d.prices.income * kind)
        return largest
    steps = &d.world.steps[d.front.target]
    # The nearest of all spaces, and the nearest that make more.
    largest = max(largest, 0.0)
    for kind in range(N_YIELDS):
        near = both(left, d.yields[kind]) if kind else left
        if not has_any(near):
            continue
        for k in range(steps.n):
            if has_any(both(near, steps.at[k])):
                gain = d.prices.income * kind + d.prices.fleet * n * NEARER * (FAR - k)
                largest = max(largest, gain)
                break
    return largest

cdef inline double best_from(Drafts* d, int origin, int target) noexcept nogil:
    # The gain of the best order from a space, to a target or to any (NOBODY); less than any gain if there is none.
    cdef int free = <int>min(free_fleets(d.p, d.seat, origin), <int64_t>d.most), n, tried
    cdef double largest = -1e99
    cdef Board ends
    if free < 1:
        return largest
    ends = targets(d.p, d.seat, origin) if target == NOBODY else space_alone(target)
    if not has_any(ends):
        return largest
    for tried in range(3):
        n = free if tried == 0 else free - 1 if tried == 1 else 1
        if n < 1 or (tried == 2 and free <= 2):
            continue
        largest = max(largest, gain_of_leaving(d, origin, n) + best_entry(d, ends, n))
    return largest

cdef inline double best_draft(Drafts* d) noexcept nogil:
    # The gain of the best order from any space; less than any gain if there is none.
    cdef Board origins = d.p.occupied[d.seat]
    cdef double largest = -1e99
    while has_any(origins):
        largest = max(largest, best_from(d, take_first(&origins), NOBODY))
    return largest
