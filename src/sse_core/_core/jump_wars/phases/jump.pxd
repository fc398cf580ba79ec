# For Jump Wars. J2.6, the Jump phase: sealed orders, Espionage, Time Jumps, and the jumps. Header-only.

from sse_core._core.jump_wars.phases.fight cimport *


cdef inline void begin_jump(Position* p) noexcept nogil:
    # All write their orders at once.
    #   writes   p
    decide(p, ORDERS_DUE, NOBODY)


# --- what an order may be

cdef inline int most_orders(const Position* p, int player) noexcept nogil:
    # J2.6, J4.10: 1 + Command, MAX_ORDERS at most.
    return min(1 + level(p, player, COMMAND), <int>MAX_ORDERS)

cdef inline int stack(const Position* p, int player) noexcept nogil:
    # J2.6: the most fleets of an order.
    return 5 + level(p, player, LOGISTICS)

cdef inline int64_t free_fleets(const Position* p, int player, int space) noexcept nogil:
    # J2.6, J4.10: the fleets in a space that no written order binds. A void order binds its fleets too.
    cdef int64_t n = p.fleets[player][space]
    cdef int i
    for i in range(p.n_orders[player]):
        if p.orders[player][i].origin == space:
            n -= p.orders[player][i].fleets
    return n

cdef inline Board free_spaces(const Position* p, int player) noexcept nogil:
    # J2.6, J4.10: the spaces where free_fleets isn't 0. No order binds more fleets than there are.
    cdef Board found = p.occupied[player]
    cdef uint32_t bound[N_SPACES]
    cdef const Order* order
    cdef int i
    # Only the entries of origins are written and read.
    for i in range(p.n_orders[player]):
        bound[p.orders[player][i].origin] = 0
    for i in range(p.n_orders[player]):
        order = &p.orders[player][i]
        sse_check(order.origin < N_SPACES and order.target < N_SPACES)
        bound[order.origin] += order.fleets
        if bound[order.origin] >= p.fleets[player][order.origin]:
            drop_space(&found, order.origin)
    return found

cdef inline bint is_voided(const Position* p, int player, int target) noexcept nogil:
    # J2.2: whether the alliance voids an order of a player that ends in a space.
    return player == p.ally and has_space(&p.occupied[p.diplomat], target)

cdef inline Board may_end(const Position* p, int player, Board targets) noexcept nogil:
    # J4.10: those of some targets for which an order may be written.
    if player == p.ally and not p.options & VOID_ORDERS:
        return without(targets, p.occupied[p.diplomat])
    return targets

cdef inline Board targets(const Position* p, int player, int origin) noexcept nogil:
    # J2.6: the spaces to which fleets in a space may be ordered.
    cdef int steps = 1 + level(p, player, JUMP)
    cdef Board found = reach(
        p.options & HEX, p.counters[BLACK_HOLE], origin, steps, has(p, player, EVENT_SKIMMING)
    )
    return may_end(p, player, found)

cdef inline Board planet_targets(const Position* p, int player) noexcept nogil:
    # J2.6, J4.11: the Voids to which the own Homeworld may be ordered, once a turn, if it is occupied.
    cdef int home = p.homeworlds[player], i
    if not has(p, player, PLANET_JUMP) or not p.fleets[player][home]:
        return no_spaces()
    for i in range(p.n_orders[player]):
        if p.orders[player][i].fleets == 0:
            return no_spaces()
    return may_end(p, player, both(adjacent(p.options & HEX, home), p.counters[VOID]))

cdef inline void add_first_of_order(const Position* p, int player, Ids* ids) noexcept nogil:
    # The ids that begin an order, or write that of the Homeworld.
    #   writes   ids
    cdef Board origins = free_spaces(p, player), near, doubtful
    cdef int origin
    # A target one step away is in reach: a player jumps at least two steps, and no Black Hole lies between. Origins
    # without one are few, and are looked at one by one: an ally may find a target further away, and so may a player
    # who skims Black Holes.
    near = may_end(p, player, without(all_spaces(), p.counters[BLACK_HOLE]))
    doubtful = without(origins, beside_any(p.options & HEX, near))
    while has_any(doubtful):
        origin = take_first(&doubtful)
        if not has_any(targets(p, player, origin)):
            drop_space(&origins, origin)
    add_spaces(ids, FROM, origins)
    add_spaces(ids, PLANET, planet_targets(p, player))

cdef inline int64_t most_fleets(const Position* p, int player, int origin) noexcept nogil:
    # J2.6: the most fleets of the order that is being written.
    return min(free_fleets(p, player, origin), <int64_t>stack(p, player))

cdef inline void add_rest_of_order(const Position* p, int player, Ids* ids) noexcept nogil:
    # The ids that go on with an order half written.
    #   writes   ids
    cdef int origin = p.draft_origin[player]
    if p.draft_length[player] == 1:
        add_spaces(ids, TO, targets(p, player, origin))
    else:
        add_counts(ids, 1, most_fleets(p, player, origin), p.draft_counted[player])


# --- written orders

cdef inline uint64_t bits_below(int place) noexcept nogil:
    # The lowest bits of a word, `place` of them, 0 <= place < 64.
    return (<uint64_t>1 << place) - 1

cdef inline void insert_order(Position* p, int player, int place, int origin, int target, int64_t n) noexcept nogil:
    # An order comes to a place among the others, 0 <= place <= n_orders; it isn't void.
    #   writes   p.orders, p.voids, p.n_orders
    cdef uint64_t voids = p.voids[player], below = bits_below(place)
    cdef int i = p.n_orders[player]
    # Whoever begins an order has written fewer than most_orders, or has taken one off.
    sse_check(0 <= place <= i < MAX_ORDERS)
    sse_check(0 <= n < 1 << 16)
    while i > place:
        p.orders[player][i] = p.orders[player][i - 1]
        i -= 1
    p.orders[player][place].origin = origin
    p.orders[player][place].target = target
    p.orders[player][place].fleets = <uint16_t>n
    p.voids[player] = (voids & below) | (voids & ~below) << 1
    p.n_orders[player] += 1

cdef inline void remove_order(Position* p, int player, int place) noexcept nogil:
    # The order at a place is taken off.
    #   writes   p.orders, p.voids, p.n_orders
    cdef uint64_t voids = p.voids[player], below = bits_below(place)
    cdef int i, last = p.n_orders[player] - 1
    sse_check(0 <= place <= last < MAX_ORDERS)
    for i in range(place, last):
        p.orders[player][i] = p.orders[player][i + 1]
    memset(&p.orders[player][last], 0, sizeof(Order))
    p.voids[player] = (voids & below) | (voids >> 1 & ~below)
    p.n_orders[player] = last

cdef inline bint write_order(Position* p, int player, int index, int place) noexcept nogil:
    # An action that writes an order; a whole one goes to its place.
    #   writes   p: the orders
    #   returns  whether the order is whole
    cdef int origin = p.draft_origin[player], number
    if index >= COUNT:
        number = index - COUNT
        if is_part(number, most_fleets(p, player, origin), p.draft_counted[player]):
            p.draft_counted[player] += number
            return False
        insert_order(p, player, place, origin, p.draft_target[player], p.draft_counted[player] + number)
        p.draft_length[player] = p.draft_origin[player] = p.draft_target[player] = 0
        p.draft_counted[player] = 0
        return True
    if index >= PLANET:
        insert_order(p, player, place, p.homeworlds[player], index - PLANET, 0)
        return True
    if index >= TO:
        p.draft_length[player], p.draft_target[player] = 2, index - TO
    else:
        sse_check(FROM <= index)
        p.draft_length[player], p.draft_origin[player] = 1, index - FROM
    return False


# --- writing orders

cdef inline void add_orders(const Position* p, int player, Ids* ids) noexcept nogil:
    #   writes   ids
    if p.draft_length[player]:
        add_rest_of_order(p, player, ids)
        return
    add_id(ids, DONE)
    if p.n_orders[player] < most_orders(p, player):
        add_first_of_order(p, player, ids)

cdef inline void play_orders(Position* p, int player, int index) noexcept nogil:
    #   writes   p
    if index != DONE:
        write_order(p, player, index, p.n_orders[player])
        return
    p.done |= <uint8_t>(1 << player)
    if p.done == (1 << p.n_players) - 1:
        reveal_orders(p)

cdef inline void reveal_orders(Position* p) noexcept nogil:
    # J2.6, J4.3: the orders are open, and so are the boosts that were made while they were written.
    #   writes   p
    cdef int spy
    reveal_boosts(p)
    void_allied_orders(p)
    spy = highest(p, ESPIONAGE)
    if spy == NOBODY:
        next_time_jump(p, NOBODY)
    else:
        decide(p, ESPIONAGE_DUE, spy)

cdef inline void void_allied_orders(Position* p) noexcept nogil:
    # J2.2: the orders that the alliance voids are void.
    #   writes   p.voids
    cdef int i
    if p.ally == NOBODY:
        return
    for i in range(p.n_orders[p.ally]):
        if is_voided(p, p.ally, p.orders[p.ally][i].target):
            p.voids[p.ally] |= <uint64_t>1 << i


# --- Espionage

cdef inline void add_espionage(const Position* p, int player, Ids* ids) noexcept nogil:
    #   writes   ids
    add_id(ids, DONE)
    if p.n_orders[player]:
        add_id(ids, REWRITE)

cdef inline void play_espionage(Position* p, int player, int index) noexcept nogil:
    #   writes   p
    if index == DONE:
        next_time_jump(p, NOBODY)
    else:
        p.step = REWRITE_DUE

cdef inline void add_rewrite(const Position* p, int player, Ids* ids) noexcept nogil:
    # The numbers of orders, counted from 1. MAX_ORDERS <= MOST, so that each is written in one part.
    #   writes   ids
    add_numbers(ids, 1, p.n_orders[player])

cdef inline void play_rewrite(Position* p, int player, int index) noexcept nogil:
    # J4.10: the order is taken off, so that its fleets are free.
    #   writes   p
    cdef int place = index - COUNT - 1
    remove_order(p, player, place)
    p.step = REWRITING_DUE
    add_draft(p, place)

cdef inline void add_rewriting(const Position* p, int player, Ids* ids) noexcept nogil:
    #   writes   ids
    if p.draft_length[player]:
        add_rest_of_order(p, player, ids)
        return
    add_id(ids, DONE)
    add_first_of_order(p, player, ids)

cdef inline void play_rewriting(Position* p, int player, int index) noexcept nogil:
    #   writes   p
    if index == DONE:
        next_time_jump(p, NOBODY)
    elif write_order(p, player, index, <int>p.draft[0]):
        void_allied_orders(p)
        next_time_jump(p, NOBODY)


# --- Time Jump

cdef inline void next_time_jump(Position* p, int after) noexcept nogil:
    # J2.6, J4.10: each holder of Time Jump, once a turn, in turn order.
    #   reads    after, the seat that has used it last, or NOBODY
    #   writes   p
    cdef int holder = next_holder(p, TIME_JUMP, after)
    if holder == NOBODY:
        carry_out(p)
    else:
        decide(p, TIME_JUMP_DUE, holder)

cdef inline uint64_t open_orders(const Position* p, int player) noexcept nogil:
    # The places of a player's orders that aren't void, as bits.
    return bits_below(p.n_orders[player]) & ~p.voids[player]

cdef inline void add_time_jump(const Position* p, int player, Ids* ids) noexcept nogil:
    #   writes   ids
    cdef int seat
    add_id(ids, DONE)
    if p.hand_sizes[player]:
        for seat in range(p.n_players):
            if open_orders(p, seat):
                add_id(ids, NEGATE + seat)

cdef inline void play_time_jump(Position* p, int player, int index) noexcept nogil:
    #   writes   p
    if index == DONE:
        next_time_jump(p, player)
    else:
        p.step = NEGATE_ORDER_DUE
        add_draft(p, index - NEGATE)

cdef inline void add_negate_order(const Position* p, int player, Ids* ids) noexcept nogil:
    # The numbers of orders, as add_rewrite has them.
    #   writes   ids
    add_word(ids, COUNT + 1, open_orders(p, <int>p.draft[0]))

cdef inline void play_negate_order(Position* p, int player, int index) noexcept nogil:
    #   writes   p
    p.step = NEGATE_CARD_DUE
    add_draft(p, index - COUNT - 1)

cdef inline void add_negate_card(const Position* p, int player, Ids* ids) noexcept nogil:
    #   writes   ids
    add_word(ids, DISCARD, cards_held(p, player, 1))

cdef inline void play_negate_card(Position* p, int player, int index) noexcept nogil:
    #   writes   p
    spend(p, player, index - DISCARD)
    p.voids[p.draft[0]] |= <uint64_t>1 << p.draft[1]
    next_time_jump(p, player)


# --- the jumps

cdef inline void carry_out(Position* p) noexcept nogil:
    # J2.6: Homeworlds and fleets jump, all at once; crossing fleets do not meet.
    #   writes   p
    cdef const Order* order
    cdef uint64_t left
    cdef int seat
    move_planets(p)
    for seat in range(p.n_players):
        left = open_orders(p, seat)
        while left:
            order = &p.orders[seat][sse_lowest_bit(left)]
            left &= left - 1
            # One after the other is as good as all at once: orders together move no more fleets from a space than
            # were in it, so that no number is below 0 between.
            put_fleets(p, seat, order.origin, -<int64_t>order.fleets)
            put_fleets(p, seat, order.target, order.fleets)
    begin_fight(p)

cdef inline void move_planets(Position* p) noexcept nogil:
    # J2.6: each Homeworld jumps; of two into one Void the earlier in turn order does, and the other order is void.
    #   writes   p.counters, p.homeworlds, p.voids
    cdef Board taken = no_spaces()
    cdef int place, seat, i, target
    for place in range(p.n_players):
        seat = nth_in_turn(p, place)
        if not has(p, seat, PLANET_JUMP):
            continue
        for i in range(p.n_orders[seat]):
            target = p.orders[seat][i].target
            if p.orders[seat][i].fleets or p.voids[seat] >> i & 1:
                continue
            if has_space(&taken, target):
                p.voids[seat] |= <uint64_t>1 << i
                continue
            put_space(&taken, target)
            # The old space is a Void; the counter of the new one, a Void as the phase began, is gone.
            put_space(&p.counters[VOID], p.homeworlds[seat])
            drop_space(&p.counters[VOID], target)
            p.homeworlds[seat] = target
