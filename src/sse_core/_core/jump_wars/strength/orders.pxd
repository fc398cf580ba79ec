# For Jump Wars. All orders of a seat for a turn (J2.6), written by fixed rules for an aim. Header-only.

from libc.math cimport sqrt
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from sse_core._core.jump_wars.strength.battles cimport *
from sse_core._core.jump_wars.strength.distances cimport *
from sse_core._core.jump_wars.rules cimport *
from sse_core._core.random cimport next_number

cdef enum:                  # the tasks of an aim
    STRIKES = 1             # on enemy Homeworlds, where the forecast of the battle is won
    RAIDS = 2               # on enemy fleets elsewhere
    EXPANDS = 4             # onto spaces with income
    GATHERS = 8             # near the target
    DEFENDS = 16            # the own Homeworld
    ALL_IN = 32             # with the garrison of the own Homeworld too
    GATHERS_FIRST = 64      # before it expands
    ALL_TASKS = STRIKES | RAIDS | EXPANDS | GATHERS | DEFENDS

# What a seat wants of its orders.
cdef struct Aim:
    int tasks
    int target              # the seat whose Homeworld it wants, or NOBODY, so that it takes the easiest one
    int expansions          # the orders for spaces with income, at most
    float boldness          # the enemies of a strike are counted so many times
    float caution           # the part of an enemy's force against which fleets are kept, at home and on their way

# The forces of all seats on a board, as they are when orders are written.
cdef struct Forces:
    float quality[MAX_SIDES]
    float hit[MAX_PLAYERS][N_SPACES]    # the force that a seat can bring to a space in this turn

# Orders that are being written.
cdef struct Writing:
    Board mine              # the spaces with fleets that are free to jump
    Board foes              # the spaces with fleets of others
    Board shut              # where the alliance voids orders (J2.2)
    Board taken             # the targets of these orders, and the own fleets
    uint32_t free[N_SPACES]     # the fleets that may jump
    uint32_t garrison       # further ones on the own Homeworld
    int seat
    float caution           # that of the aim
    int left                # the orders
    int stack
    int jump
    int skims


cdef inline uint64_t random_below(uint64_t* stream, uint64_t n) noexcept nogil:
    # A number from 0 to n - 1, 1 <= n < 2**32.
    #   writes   stream
    return (next_number(stream) >> 32) * n >> 32

cdef inline int random_space(Board board, uint64_t* stream) noexcept nogil:
    # A space of a set that has any.
    #   writes   stream
    cdef int n = <int>random_below(stream, count_spaces(board))
    while n:
        take_first(&board)
        n -= 1
    return first_space(board)


# --- forces

cdef inline void fill_forces(const Position* p, const Maps* maps, Forces* out) noexcept nogil:
    # Single fleets don't count: they hold spaces.
    #   writes   out
    cdef Board stacks, near
    cdef int seat, side, space, jump, skims
    cdef float most, force
    for side in range(n_sides(p)):
        out.quality[side] = <float>quality_of(p, side)
    memset(out.hit, 0, sizeof(out.hit))
    for seat in range(p.n_players):
        jump, skims = min(1 + level(p, seat, JUMP), <int>MOST_STEPS), has(p, seat, EVENT_SKIMMING)
        most = <float>(1 + level(p, seat, COMMAND)) * (5 + level(p, seat, LOGISTICS)) * out.quality[seat]
        stacks = p.occupied[seat]
        while has_any(stacks):
            space = take_first(&stacks)
            if p.fleets[seat][space] < 2:
                continue
            force = p.fleets[seat][space] * out.quality[seat]
            near = maps.within[skims][space][jump]
            while has_any(near):
                out.hit[seat][take_first(&near)] += force
        for space in range(N_SPACES):
            if out.hit[seat][space] > most:
                out.hit[seat][space] = most

cdef inline float threat_to(const Position* p, const Forces* forces, int seat, int space) noexcept nogil:
    # The largest force that an enemy of a seat can bring to a space, where an alliance doesn't forbid it.
    cdef float found = 0
    cdef int other
    for other in range(p.n_players):
        if other != seat and not (p.diplomat == seat and p.ally == other and p.fleets[seat][space]):
            found = max(found, forces.hit[other][space])
    return found

cdef inline Fighter enemy_at(const Position* p, int seat, int space) noexcept nogil:
    # All fleets of others in a space, with the strength of the owner of a Homeworld there, else of the largest side.
    cdef int side, best = NOBODY
    cdef int64_t n = 0
    for side in range(n_sides(p)):
        if side != seat and p.fleets[side][space]:
            n += p.fleets[side][space]
            if best == NOBODY or (
                p.homeworlds[best] != space if best < p.n_players else True
            ) and p.fleets[side][space] > p.fleets[best][space]:
                best = side
            if side < p.n_players and p.homeworlds[side] == space:
                best = side
    if best == NOBODY:
        best = 0 if seat else 1
    return fighter_at(p, best, space, n)


# --- orders

cdef inline void add_order(Position* p, Writing* d, int origin, int target, uint32_t n) noexcept nogil:
    #   writes   the orders of the seat, and d
    cdef Order* order = &p.orders[d.seat][p.n_orders[d.seat]]
    sse_check(d.left > 0 and p.n_orders[d.seat] < MAX_ORDERS and 0 < n <= <uint32_t>d.stack and origin != target)
    order.origin, order.target, order.fleets = <uint8_t>origin, <uint8_t>target, <uint16_t>n
    p.n_orders[d.seat] += 1
    d.left -= 1
    sse_check(n <= d.free[origin])
    d.free[origin] -= n
    if not d.free[origin]:
        drop_space(&d.mine, origin)
    put_space(&d.taken, target)

cdef inline uint32_t chunk_at(const Writing* d, int space) noexcept nogil:
    # The fleets of the largest order from a space.
    return min(d.free[space], <uint32_t>d.stack)

cdef inline int largest_near(const Writing* d, Board near) noexcept nogil:
    # The space of a set from which most fleets may jump at once; NOBODY if there are none.
    cdef int space, best = NOBODY
    near = both(near, d.mine)
    while has_any(near):
        space = take_first(&near)
        if best == NOBODY or chunk_at(d, space) > chunk_at(d, best):
            best = space
    return best


# --- tasks

cdef inline bint strike(Position* p, const Maps* maps, Writing* d, int space, const Aim* aim) noexcept nogil:
    # Sends what is near to a space with enemies, if the forecast of the battle is won.
    #   writes   the orders and d
    #   returns  whether it did
    cdef Board near = maps.within[d.skims][space][d.jump]
    cdef uint32_t was[N_SPACES]
    cdef uint8_t origins[MAX_ORDERS]
    cdef uint32_t counts[MAX_ORDERS]
    cdef Fighter foe = enemy_at(p, d.seat, space), ours, theirs
    cdef int64_t sent = p.fleets[d.seat][space]
    cdef int origin, n = 0, place, home = p.homeworlds[d.seat]
    cdef bint won = False
    cdef Board mine = d.mine
    if d.left <= 0 or has_space(&d.shut, space):
        return False
    memcpy(was, d.free, sizeof(was))
    if aim.tasks & ALL_IN and d.garrison and space != home:
        was[home] += d.garrison
        d.free[home] += d.garrison
        put_space(&d.mine, home)
    foe.n = <int64_t>(foe.n * aim.boldness + 0.999)
    while n < d.left:
        origin = largest_near(d, near)
        if origin == NOBODY:
            break
        origins[n], counts[n] = <uint8_t>origin, chunk_at(d, origin)
        sent += counts[n]
        d.free[origin] -= counts[n]
        if not d.free[origin]:
            drop_space(&d.mine, origin)
        n += 1
        ours, theirs = fighter_at(p, d.seat, space, sent), foe
        fight_out(&ours, &theirs)
        if ours.n and not theirs.n:
            if won or 2 * ours.n >= sent:
                # One order more than is needed, or hardly a loss.
                won = True
                break
            won = True
    d.mine = mine
    if not won:
        if aim.tasks & ALL_IN and d.garrison and space != home:
            was[home] -= d.garrison
        memcpy(d.free, was, sizeof(was))
        return False
    if aim.tasks & ALL_IN and d.garrison and space != home:
        d.garrison = 0
        put_space(&d.mine, home)
    memcpy(d.free, was, sizeof(was))
    for place in range(n):
        add_order(p, d, origins[place], space, counts[place])
    return True

cdef inline void strike_homeworlds(Position* p, const Maps* maps, Writing* d, const Aim* aim) noexcept nogil:
    # Strikes at the target first, then at the other Homeworlds of enemies, and retakes the own one.
    #   writes   the orders and d
    cdef int place, other, space
    if has_space(&d.foes, p.homeworlds[d.seat]):
        strike(p, maps, d, p.homeworlds[d.seat], aim)
    for place in range(-1, p.n_players):
        other = aim.target if place < 0 else place
        if other == NOBODY or other == d.seat or (place >= 0 and other == aim.target):
            continue
        space = p.homeworlds[other]
        if has_space(&d.foes, space):
            strike(p, maps, d, space, aim)
        elif not p.fleets[d.seat][space] and not has_space(&d.taken, space):
            occupy(p, maps, d, space)

cdef inline void occupy(Position* p, const Maps* maps, Writing* d, int space) noexcept nogil:
    # Sends an order to an empty Homeworld.
    #   writes   the orders and d
    cdef int origin
    if d.left <= 0 or has_space(&d.shut, space):
        return
    origin = largest_near(d, maps.within[d.skims][space][d.jump])
    if origin != NOBODY:
        add_order(p, d, origin, space, chunk_at(d, origin))

cdef inline double gain_of_raid(
    const Position* p, const Forces* forces, const Writing* d, int space, uint32_t most, uint32_t* out
) noexcept nogil:
    # The force that a strike by one order destroys in a space beyond what it loses; 0 if it doesn't destroy all of it.
    #   reads    most, the fleets that can jump
    #   writes   out, the fleets that should
    cdef Fighter foe = enemy_at(p, d.seat, space), ours = fighter_at(p, d.seat, space, most), theirs = foe, left
    cdef double destroyed = foe.n * sqrt(<double>foe.attack * foe.defense), best = 0, gain
    cdef uint32_t n = <uint32_t>min(<int64_t>most, 2 * foe.n + 1)
    cdef int _way
    for _way in range(2):
        ours.n, theirs = n, foe
        fight_out(&ours, &theirs)
        if ours.n and not theirs.n:
            out[0] = n
            gain = destroyed - (n - ours.n) * forces.quality[d.seat]
            if has_space(&p.counters[CLUSTER], space) or has_space(&p.counters[STAR_FIELD], space):
                gain += forces.quality[d.seat]
            best = max(best, gain)
            break
        n = most
    if fighter_at(p, d.seat, space, 1).bombs:
        # A few fleets are given up, and destroy all others.
        ours = fighter_at(p, d.seat, space, most)
        n = <uint32_t>bombs_needed(&ours, &foe)
        if foe.first > ours.first:
            n += <uint32_t>min(foe.n * foe.attack // ours.defense, <int64_t>1 << 20)
        if n <= most:
            ours.n = n
            if bombed(&ours, &foe, &left):
                gain = destroyed - (n - left.n) * forces.quality[d.seat]
                if gain > best:
                    out[0], best = n, gain
    return best

cdef inline void raid(Position* p, const Maps* maps, const Forces* forces, Writing* d) noexcept nogil:
    # Strikes at enemy fleets, one order each, where more is destroyed than lost.
    #   writes   the orders and d
    cdef Board near, mine, foes
    cdef int space, origin, best_space, best_origin
    cdef uint32_t n = 0, best_n
    cdef double gain, best
    while d.left > 0:
        mine, near = d.mine, no_spaces()
        while has_any(mine):
            near = either(near, maps.within[d.skims][take_first(&mine)][d.jump])
        foes = without(without(both(d.foes, near), d.taken), d.shut)
        best, best_space, best_origin, best_n = 0.3 * forces.quality[d.seat], NOBODY, NOBODY, 0
        while has_any(foes):
            space = take_first(&foes)
            origin = largest_near(d, maps.within[d.skims][space][d.jump])
            if origin == NOBODY:
                continue
            gain = gain_of_raid(p, forces, d, space, chunk_at(d, origin), &n)
            if gain > best:
                best, best_space, best_origin, best_n = gain, space, origin, n
        if best_space == NOBODY:
            return
        add_order(p, d, best_origin, best_space, best_n)


# --- income

cdef inline int expand_to(
    Position* p, const Maps* maps, Writing* d, Board goals, int most, uint64_t* stream
) noexcept nogil:
    # Sends single fleets to spaces that nobody has.
    #   writes   the orders and d
    #   returns  how many
    cdef Board sources, near
    cdef int source, target, done = 0, best
    goals = without(goals, d.taken)
    while done < most and d.left > 0 and has_any(goals):
        # The source with fewest fleets that are free to jump goes first: it has nothing else to do.
        sources, best = d.mine, NOBODY
        while has_any(sources):
            source = take_first(&sources)
            if has_any(both(goals, maps.within[d.skims][source][d.jump])):
                if best == NOBODY or d.free[source] < d.free[best]:
                    best = source
        if best == NOBODY:
            break
        near = both(goals, maps.within[d.skims][best][d.jump])
        target = random_space(near, stream)
        add_order(p, d, best, target, 1)
        drop_space(&goals, target)
        done += 1
    return done

cdef inline void explore(Position* p, const Maps* maps, Writing* d, Board goals, uint64_t* stream) noexcept nogil:
    # Sends some fleets on the way to the nearest spaces with income that are out of reach.
    #   writes   the orders and d
    cdef Board sources, left, near
    cdef int source, goal, steps, best = FAR, from_ = NOBODY, to = NOBODY, landing, n_near = 0
    goals = without(goals, d.taken)
    if d.left <= 0 or not has_any(goals):
        return
    sources = d.mine
    while has_any(sources):
        source = take_first(&sources)
        left = goals
        while has_any(left):
            goal = take_first(&left)
            steps = maps.steps[d.skims][source][goal]
            if steps < best or (steps == best and next_number(stream) & 1):
                best, from_, to = steps, source, goal
    if from_ == NOBODY or best > 3 * d.jump:
        return
    near = without(without(maps.within[d.skims][from_][d.jump], d.foes), d.shut)
    best, landing = FAR, NOBODY
    while has_any(near):
        source = take_first(&near)
        steps = maps.steps[d.skims][source][to]
        if steps < best:
            best, landing = steps, source
    if landing == NOBODY or best >= maps.steps[d.skims][from_][to]:
        return
    # As many as there are goals around it.
    near = both(goals, maps.within[d.skims][to][min(2 * d.jump, <int>MOST_STEPS)])
    n_near = 1 + count_spaces(near)
    add_order(p, d, from_, landing, min(chunk_at(d, from_), <uint32_t>n_near))


# --- gathering

cdef inline bint is_safe(
    const Position* p, const Forces* forces, const Writing* d, int space, uint32_t more
) noexcept nogil:
    # Whether own fleets in a space, with some more, outweigh what an enemy can bring there.
    cdef float ours = (p.fleets[d.seat][space] + more) * forces.quality[d.seat]
    return ours * 1.1 >= d.caution * threat_to(p, forces, d.seat, space)

cdef inline int landing_towards(
    const Position* p, const Maps* maps, const Forces* forces, const Writing* d, int origin, int goal, uint32_t n
) noexcept nogil:
    # The space to which n fleets jump on their way to a goal; NOBODY if they stay.
    cdef Board near = without(without(maps.within[d.skims][origin][d.jump], d.foes), d.shut)
    cdef int space, cost, found = NOBODY, best = 4 * maps.steps[d.skims][origin][goal] - 3
    while has_any(near):
        space = take_first(&near)
        cost = 4 * maps.steps[d.skims][space][goal]
        if cost > best:
            continue
        # Stacks that meet are stronger.
        if p.fleets[d.seat][space] > 1 or has_space(&d.taken, space):
            cost -= 1
        if cost < best and (space == p.homeworlds[d.seat] or is_safe(p, forces, d, space, n)):
            best, found = cost, space
    return found

cdef inline int easiest_target(
    const Position* p, const Maps* maps, const Forces* forces, int seat, uint64_t* stream
) noexcept nogil:
    # The seat whose Homeworld is near and weak, by and large; NOBODY if the own fleets are on all that can be reached.
    #   writes   stream
    cdef int other, side, skims = has(p, seat, EVENT_SKIMMING), found = NOBODY, home = p.homeworlds[seat]
    cdef float ease, best = 0, garrison
    cdef int space, steps
    for other in range(p.n_players):
        space = p.homeworlds[other]
        if other == seat or p.fleets[seat][space]:
            continue
        steps = maps.steps[skims][home][space]
        if steps == FAR:
            continue
        garrison = 0
        for side in range(n_sides(p)):
            garrison += p.fleets[side][space] * forces.quality[side]
        ease = (1 + 0.25 * <float>random_below(stream, 256) / 256) / ((4 + garrison) * (8 + steps))
        if ease > best:
            best, found = ease, other
    return found

cdef inline int rally_point(
    const Position* p, const Maps* maps, const Forces* forces, const Writing* d, int goal
) noexcept nogil:
    # Where fleets gather for a strike at a goal: the largest stack within one jump of it, else the nearest such space
    # to the own Homeworld.
    cdef Board near = without(without(maps.within[d.skims][goal][d.jump], d.foes), d.shut), left
    cdef int space, found = NOBODY, best = FAR, home = p.homeworlds[d.seat]
    cdef uint32_t most = 2
    left = both(near, p.occupied[d.seat])
    while has_any(left):
        space = take_first(&left)
        if p.fleets[d.seat][space] > most and space != home:
            most, found = p.fleets[d.seat][space], space
    if found != NOBODY:
        return found
    while has_any(near):
        space = take_first(&near)
        if maps.steps[d.skims][home][space] < best:
            best, found = maps.steps[d.skims][home][space], space
    return goal if found == NOBODY else found

cdef inline void gather(
    Position* p, const Maps* maps, const Forces* forces, Writing* d, int goal, int most
) noexcept nogil:
    # Moves the largest stacks towards a goal, by at most so many orders.
    #   writes   the orders and d
    cdef Board sources, tried = no_spaces()
    cdef int source, origin, landing
    while most > 0 and d.left > 0:
        sources, origin = without(d.mine, tried), NOBODY
        while has_any(sources):
            source = take_first(&sources)
            if source != goal and (origin == NOBODY or chunk_at(d, source) > chunk_at(d, origin) or (
                chunk_at(d, source) == chunk_at(d, origin)
                and maps.steps[d.skims][source][goal] < maps.steps[d.skims][origin][goal]
            )):
                origin = source
        if origin == NOBODY:
            return
        landing = landing_towards(p, maps, forces, d, origin, goal, d.free[origin])
        if landing == NOBODY:
            put_space(&tried, origin)
            continue
        add_order(p, d, origin, landing, chunk_at(d, origin))
        most -= 1


# --- all orders

cdef inline uint32_t garrison_of(
    const Position* p, const Forces* forces, int seat, int space, float force
) noexcept nogil:
    # The fleets on the own Homeworld that match a force.
    cdef double here
    if force <= 0:
        return 1
    here = sqrt(<double>(level(p, seat, ATTACK) + 2) * (level(p, seat, DEFENSE) + 2))
    return <uint32_t>min(force / here + 1, <double>1000000000)

cdef inline void begin_writing(
    const Position* p, const Maps* maps, const Forces* forces, int seat, const Aim* aim, Writing* out
) noexcept nogil:
    # What a seat may do by further orders, beside those that are written.
    #   writes   out
    cdef Board left
    cdef int space, other, place, home = p.homeworlds[seat]
    cdef uint32_t n, kept
    cdef double cost
    out.seat = seat
    out.caution = aim.caution
    out.left = min(1 + level(p, seat, COMMAND), <int>MAX_ORDERS) - p.n_orders[seat]
    out.stack = min(5 + level(p, seat, LOGISTICS), 65535)
    out.jump = min(1 + level(p, seat, JUMP), <int>MOST_STEPS)
    out.skims = has(p, seat, EVENT_SKIMMING)
    out.foes = no_spaces()
    for other in range(n_sides(p)):
        if other != seat:
            out.foes = either(out.foes, p.occupied[other])
    out.shut = p.occupied[p.diplomat] if p.ally == seat else no_spaces()
    out.mine, out.taken = no_spaces(), p.occupied[seat]
    out.garrison = 0
    memset(out.free, 0, sizeof(out.free))
    left = p.occupied[seat]
    while has_any(left):
        space = take_first(&left)
        out.free[space] = p.fleets[seat][space]
    for place in range(p.n_orders[seat]):
        if p.orders[seat][place].fleets:
            out.free[p.orders[seat][place].origin] -= p.orders[seat][place].fleets
        put_space(&out.taken, p.orders[seat][place].target)
    left = p.occupied[seat]
    while has_any(left):
        space = take_first(&left)
        n = out.free[space]
        if space == home:
            kept = min(n, garrison_of(p, forces, seat, home, aim.caution * threat_to(p, forces, seat, home)))
            out.garrison = kept
        elif homeworld_of(p, space) != NOBODY:
            # What its owner can build there is beaten.
            other = homeworld_of(p, space)
            cost = 2 + 2.5 * (p.tokens[other] + 8 * level(p, other, MANUFACTURING)) / price(p, other)
            kept = <uint32_t>min(<double>n, cost)
        elif n and (has_space(&p.counters[CLUSTER], space) or has_space(&p.counters[STAR_FIELD], space) or (
            has_space(&p.counters[NEBULA], space) and has(p, seat, RAM_SCOOPS)
        )):
            kept = 1
        else:
            kept = 0
        out.free[space] = n - kept
        if n > kept:
            put_space(&out.mine, space)

cdef inline void plan_orders(
    Position* p, const Maps* maps, const Forces* forces, int seat, const Aim* aim, uint64_t* stream
) noexcept nogil:
    # Writes further orders of a seat that writes no order just now.
    #   writes   the orders, stream
    cdef Writing d
    cdef Board goals, rich
    cdef int target, space, home = p.homeworlds[seat], done
    cdef float threat
    begin_writing(p, maps, forces, seat, aim, &d)
    if d.left <= 0 or not has_any(p.occupied[seat]):
        return
    if aim.tasks & STRIKES:
        strike_homeworlds(p, maps, &d, aim)
    if d.left > 0 and aim.tasks & DEFENDS:
        threat = aim.caution * threat_to(p, forces, seat, home)
        if p.fleets[seat][home] < garrison_of(p, forces, seat, home, threat):
            gather(p, maps, forces, &d, home, (d.left + 1) // 2)
    if d.left > 0 and aim.tasks & RAIDS:
        raid(p, maps, forces, &d)
    target = aim.target
    if target == NOBODY or target == seat:
        target = easiest_target(p, maps, forces, seat, stream)
    if d.left > 0 and aim.tasks & GATHERS_FIRST and aim.tasks & GATHERS and target != NOBODY:
        space = rally_point(p, maps, forces, &d, p.homeworlds[target])
        gather(p, maps, forces, &d, space, (d.left + 1) // 2)
    if d.left > 0 and aim.tasks & EXPANDS:
        goals = p.counters[STAR_FIELD]
        if has(p, seat, RAM_SCOOPS):
            goals = either(goals, p.counters[NEBULA])
        goals = without(without(goals, d.foes), d.shut)
        rich = without(without(p.counters[CLUSTER], d.foes), d.shut)
        done = expand_to(p, maps, &d, rich, aim.expansions, stream)
        done += expand_to(p, maps, &d, goals, aim.expansions - done, stream)
        if done < aim.expansions:
            explore(p, maps, &d, either(goals, rich), stream)
    if d.left > 0 and aim.tasks & GATHERS and target != NOBODY:
        space = rally_point(p, maps, forces, &d, p.homeworlds[target])
        gather(p, maps, forces, &d, space, d.left)
