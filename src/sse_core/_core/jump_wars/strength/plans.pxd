# For Jump Wars. Plans: the actions of one seat that make up a decision, such as all orders of a turn, and the plans
# that are worth a search at each step. Header-only.

from sse_core._core.bandit cimport *
from sse_core._core.jump_wars.strength.policy cimport *

cdef enum:
    ORDER_PLANS = 20        # the plans with which a search of orders begins
    MOST_TRIED = 400        # the plans by chance that are looked at for new ones


# --- making plans

cdef inline bint append(Plan* plan, Position* p, int seat, int index) noexcept nogil:
    # The next action of a plan, if it is legal and there is room.
    #   writes   plan, p
    #   returns  whether it was
    if plan.n == PLAN_LENGTH or not is_legal(p, seat, index):
        return False
    play(p, seat, index)
    plan.ids[plan.n] = <uint16_t>index
    plan.n += 1
    return True

cdef inline bint append_number(Plan* plan, Position* p, int seat, int64_t number) noexcept nogil:
    # J5.2: the counts that write a number.
    #   writes   plan, p
    #   returns  whether all of them are legal
    cdef int step = p.step
    cdef int64_t was
    while True:
        was = p.draft_counted[seat] if step == ORDERS_DUE or step == REWRITING_DUE else p.counted
        if not append(plan, p, seat, COUNT + <int>max(<int64_t>0, min(number - was, <int64_t>MOST))):
            return False
        if p.step != step:
            return True
        if step == ORDERS_DUE or step == REWRITING_DUE:
            if not p.draft_length[seat]:
                return True
        elif not p.counted:
            return True

cdef inline bint append_order(Plan* plan, Position* p, int seat, const Order* order) noexcept nogil:
    # J2.6: the actions that write an order.
    #   writes   plan, p
    #   returns  whether all of them are legal
    if not order.fleets:
        return append(plan, p, seat, PLANET + order.target)
    return (
        append(plan, p, seat, FROM + order.origin)
        and append(plan, p, seat, TO + order.target)
        and append_number(plan, p, seat, order.fleets)
    )

cdef inline void add_plan(const Position* p, Plans* plans, int a, int b, int c, int d) noexcept nogil:
    # The plan of at most four actions; NOBODY stands for none.
    #   writes   plans
    cdef Plan* plan = new_plan(plans)
    cdef Position q = p[0]
    if plan == NULL or not append(plan, &q, plans.seat, a):
        return
    if b != NOBODY and not append(plan, &q, plans.seat, b):
        return
    if c != NOBODY and not append(plan, &q, plans.seat, c):
        return
    if d != NOBODY and not append(plan, &q, plans.seat, d):
        return
    keep(plans)

cdef inline void add_each(const Position* p, Plans* plans, int first, int last) noexcept nogil:
    # A plan of one action for each legal id of a range.
    #   writes   plans
    cdef Ids ids
    cdef int index, word = 0
    legal(p, plans.seat, &ids)
    while True:
        index = take_first_id(&ids, &word)
        if index < 0 or index > last:
            return
        if index >= first:
            add_plan(p, plans, index, NOBODY, NOBODY, NOBODY)


# --- orders

cdef inline void end_plan_of_orders(Plan* plan, Position* p, const Position* written, int seat) noexcept nogil:
    # Further orders, as they are written in another position, and the end of writing.
    #   writes   plan, p
    cdef int place
    for place in range(p.n_orders[seat], written.n_orders[seat]):
        if not append_order(plan, p, seat, &written.orders[seat][place]):
            return
    append(plan, p, seat, DONE)

cdef inline void add_plan_of_orders(
    const Position* p, const Maps* maps, const Forces* forces, Plans* plans, const Aim* aim, int boosted,
    uint64_t* stream,
) noexcept nogil:
    # The orders that are written under an aim, after what is written already. With the boost by an id, not NOBODY, only
    # if they strike at a Homeworld.
    #   reads    aim, or NULL for no further orders
    #   writes   plans, stream
    cdef Plan* plan = new_plan(plans)
    cdef Position q = p[0], written
    cdef Ids ids
    cdef int seat = plans.seat
    if plan == NULL:
        return
    # An order that is half written.
    while q.draft_length[seat]:
        legal_to_act(&q, seat, &ids)
        if q.draft_length[seat] == 1:
            append(plan, &q, seat, nth_id(&ids, <int>random_below(stream, count_ids(&ids))))
        else:
            append(plan, &q, seat, nth_id(&ids, count_ids(&ids) - 1 if next_number(stream) & 1 else 0))
    if boosted != NOBODY and not append(plan, &q, seat, boosted):
        return
    written = q
    if aim != NULL:
        plan_orders(&written, maps, forces, seat, aim, stream)
    if boosted != NOBODY and not strikes_home(&written, seat, q.n_orders[seat]):
        return
    end_plan_of_orders(plan, &q, &written, seat)
    keep(plans)

cdef inline bint strikes_home(const Position* p, int seat, int first) noexcept nogil:
    # Whether an order from a place on leads to an enemy Homeworld.
    cdef int place, home
    for place in range(first, p.n_orders[seat]):
        home = homeworld_of(p, p.orders[seat][place].target)
        if home != NOBODY and home != seat:
            return True
    return False

cdef inline Aim aim_of(int tasks, int target, int expansions, float boldness, float caution) noexcept nogil:
    cdef Aim aim
    aim.tasks, aim.target, aim.expansions, aim.boldness, aim.caution = tasks, target, expansions, boldness, caution
    return aim

cdef inline void add_plans_of_orders(
    const Position* p, const Maps* maps, Plans* plans, uint64_t* stream
) noexcept nogil:
    # Orders under several aims; the first is the usual one, the third writes no further order.
    #   writes   plans, stream
    cdef Forces forces
    cdef Aim aim
    cdef int seat = plans.seat, other, card, tried = 0
    fill_forces(p, maps, &forces)
    aim = aim_of(ALL_TASKS, NOBODY, 2, 1.1, 1)
    add_plan_of_orders(p, maps, &forces, plans, &aim, NOBODY, stream)
    aim = aim_of(ALL_TASKS | GATHERS_FIRST, NOBODY, 1, 1.1, 0.7)
    add_plan_of_orders(p, maps, &forces, plans, &aim, NOBODY, stream)
    add_plan_of_orders(p, maps, &forces, plans, NULL, NOBODY, stream)
    aim = aim_of(ALL_TASKS | ALL_IN, NOBODY, 1, 0.9, 0.3)
    add_plan_of_orders(p, maps, &forces, plans, &aim, NOBODY, stream)
    aim = aim_of(RAIDS | EXPANDS, NOBODY, MAX_ORDERS, 1, 0.7)
    add_plan_of_orders(p, maps, &forces, plans, &aim, NOBODY, stream)
    aim = aim_of(DEFENDS | RAIDS | EXPANDS, NOBODY, 1, 1, 2)
    add_plan_of_orders(p, maps, &forces, plans, &aim, NOBODY, stream)
    for other in range(p.n_players):
        if other != seat:
            aim = aim_of(STRIKES | GATHERS | GATHERS_FIRST, other, 0, 1, 0)
            add_plan_of_orders(p, maps, &forces, plans, &aim, NOBODY, stream)
            aim = aim_of(STRIKES | ALL_IN | RAIDS | EXPANDS, other, 2, 0.7, 0)
            add_plan_of_orders(p, maps, &forces, plans, &aim, NOBODY, stream)
    aim = aim_of(STRIKES | ALL_IN, NOBODY, 0, 0.9, 0)
    for card in range(N_BASICS):
        if card == JUMP or card == COMMAND or card == LOGISTICS:
            add_plan_of_orders(p, maps, &forces, plans, &aim, BOOST + card, stream)
            add_plan_of_orders(p, maps, &forces, plans, &aim, LEAD + card, stream)
    while plans.n < ORDER_PLANS and tried < ORDER_PLANS:
        aim = random_aim(p, seat, stream)
        add_plan_of_orders(p, maps, &forces, plans, &aim, NOBODY, stream)
        tried += 1

cdef inline void vary_plan_of_orders(
    const Position* p, const Maps* maps, Plans* plans, const Plan* best, uint64_t* stream
) noexcept nogil:
    # One more plan: some orders of the best one, and others under any aim.
    #   writes   plans, stream
    cdef Forces forces
    cdef Aim aim
    cdef Plan* plan = new_plan(plans)
    cdef Position q = p[0], whole = p[0], written
    cdef int seat = plans.seat, place, i, kept
    cdef uint64_t dropped, half
    if plan == NULL or p.draft_length[seat]:
        return
    for i in range(best.n):
        if best.ids[i] == DONE:
            break
        if best.ids[i] < LEAD + N_BASICS:
            if not append(plan, &q, seat, best.ids[i]):
                return
        play(&whole, seat, best.ids[i])
    if whole.draft_length[seat]:
        return
    fill_forces(p, maps, &forces)
    aim = random_aim(p, seat, stream)
    kept = whole.n_orders[seat] - p.n_orders[seat]
    dropped = random_below(stream, kept) if kept else 0
    half = next_number(stream) & 1
    for place in range(kept):
        # One order less, or half of them.
        if <uint64_t>place == dropped or (half and next_number(stream) & 1):
            continue
        if not append_order(plan, &q, seat, &whole.orders[seat][p.n_orders[seat] + place]):
            return
    written = q
    if next_number(stream) & 3:
        plan_orders(&written, maps, &forces, seat, &aim, stream)
    end_plan_of_orders(plan, &q, &written, seat)
    keep(plans)


# --- other steps

cdef inline void add_builds(const Position* p, Plans* plans) noexcept nogil:
    # J2.5: all RT on the own Homeworld, or at one of the docks, or half, or nothing.
    #   writes   plans
    cdef Board docks = yards(p, plans.seat)
    cdef int home = p.homeworlds[plans.seat], n = 0
    cdef int64_t most = min(p.tokens[plans.seat] // price(p, plans.seat), <int64_t>PLAN_LENGTH)
    add_build_plan(p, plans, home, most, NOBODY)
    add_plan(p, plans, DONE, NOBODY, NOBODY, NOBODY)
    drop_space(&docks, home)
    while has_any(docks) and n < 12:
        add_build_plan(p, plans, take_first(&docks), most, NOBODY)
        n += 1
    if most > 1:
        add_build_plan(p, plans, home, most // 2, NOBODY)
    add_build_plan(p, plans, home, most, BOOST + MINIATURIZATION)
    add_build_plan(p, plans, home, most, LEAD + MINIATURIZATION)

cdef inline void add_build_plan(const Position* p, Plans* plans, int space, int64_t n, int boosted) noexcept nogil:
    # So many fleets in a space; with a boost by an id, as many as that buys, if these are more.
    #   writes   plans
    cdef Plan* plan = new_plan(plans)
    cdef Position q = p[0]
    cdef int64_t _fleet
    if plan == NULL or n <= 0:
        return
    if boosted != NOBODY:
        if not append(plan, &q, plans.seat, boosted):
            return
        n = q.tokens[plans.seat] // price(&q, plans.seat)
        if n == p.tokens[plans.seat] // price(p, plans.seat):
            return
    for _fleet in range(n):
        if not append(plan, &q, plans.seat, BUILD + space):
            break
    append(plan, &q, plans.seat, DONE)
    keep(plans)

cdef inline void add_mines(const Position* p, Plans* plans, uint64_t* stream) noexcept nogil:
    # J2.4: some of the worst cards are sold; Manufacturing is boosted or led before that, or it isn't.
    #   writes   plans, stream
    cdef Plan* plan
    cdef Position q
    cdef double worth = 0
    cdef int boosted, sold, i
    cdef int first[3]
    first[0], first[1], first[2] = NOBODY, LEAD + MANUFACTURING, BOOST + MANUFACTURING
    for boosted in range(3):
        for sold in range(6):
            plan = new_plan(plans)
            if plan == NULL:
                return
            q = p[0]
            if first[boosted] != NOBODY and not append(plan, &q, plans.seat, first[boosted]):
                break
            i = 0
            while i < sold and q.hand_sizes[plans.seat]:
                append(plan, &q, plans.seat, DISCARD + worst_card(&q, plans.seat, stream, &worth))
                i += 1
            if i < sold:
                break
            append(plan, &q, plans.seat, DONE)
            keep(plans)

cdef inline void add_sabotages(const Position* p, Plans* plans, uint64_t* stream) noexcept nogil:
    #   writes   plans, stream
    cdef double worth = 0
    cdef int side, n = 0, card
    cdef Board left
    add_plan(p, plans, DONE, NOBODY, NOBODY, NOBODY)
    if not p.hand_sizes[plans.seat]:
        return
    card = worst_card(p, plans.seat, stream, &worth)
    for side in range(n_sides(p)):
        if side == plans.seat:
            continue
        left = p.occupied[side]
        n = 0
        while has_any(left) and n < 8:
            add_plan(
                p, plans, SABOTAGE + (NEUTRAL if side == p.n_players else side), AT + take_first(&left), DISCARD + card,
                NOBODY,
            )
            n += 1

cdef inline void add_time_jumps(const Position* p, Plans* plans, uint64_t* stream) noexcept nogil:
    #   writes   plans, stream
    cdef double worth = 0
    cdef int seat, place, card
    add_plan(p, plans, DONE, NOBODY, NOBODY, NOBODY)
    if not p.hand_sizes[plans.seat]:
        return
    card = worst_card(p, plans.seat, stream, &worth)
    for seat in range(p.n_players):
        for place in range(min(<int>p.n_orders[seat], 10)):
            if seat != plans.seat:
                add_plan(p, plans, NEGATE + seat, COUNT + 1 + place, DISCARD + card, NOBODY)

cdef inline void add_rewrites(const Position* p, const Maps* maps, Plans* plans, uint64_t* stream) noexcept nogil:
    # J4.10: an own order is cancelled, or another one is written in its place.
    #   writes   plans, stream
    cdef Forces forces
    cdef Aim aim
    cdef Plan* plan
    cdef Position q, written
    cdef int seat = plans.seat, place, way, last = 1
    if p.step == ESPIONAGE_DUE:
        add_plan(p, plans, DONE, NOBODY, NOBODY, NOBODY)
    if p.step != REWRITING_DUE:
        last = min(<int>p.n_orders[seat], 10)
    elif p.draft_length[seat]:
        add_each(p, plans, 0, N_ACTIONS)
        return
    fill_forces(p, maps, &forces)
    for place in range(last):
        for way in range(4):
            plan = new_plan(plans)
            q = p[0]
            if plan == NULL:
                return
            if q.step == ESPIONAGE_DUE and not append(plan, &q, seat, REWRITE):
                break
            if q.step == REWRITE_DUE and not append(plan, &q, seat, COUNT + 1 + place):
                break
            if way == 0:
                append(plan, &q, seat, DONE)
                keep(plans)
                continue
            written = q
            if written.n_orders[seat] >= most_orders(&written, seat):
                break
            aim = aim_of(STRIKES | RAIDS if way == 1 else DEFENDS | EXPANDS if way == 2 else GATHERS, NOBODY, 1, 1, 1)
            plan_orders(&written, maps, &forces, seat, &aim, stream)
            if written.n_orders[seat] > q.n_orders[seat]:
                if append_order(plan, &q, seat, &written.orders[seat][q.n_orders[seat]]):
                    keep(plans)

cdef inline void add_deals(const Position* p, Plans* plans) noexcept nogil:
    # J2.7: fire, bombs, or a boost first; a boost only where the battle is open.
    #   writes   plans
    cdef int seat = plans.seat, card
    cdef Plan* plan
    cdef Position q
    cdef Fighter ours = fighter_at(p, seat, p.battle_space, standing(p, seat)), foe = enemy_at(p, seat, p.battle_space)
    add_plan(p, plans, FIRE, NOBODY, NOBODY, NOBODY)
    if has(p, seat, NOVA_BOMBS):
        plan = new_plan(plans)
        q = p[0]
        if plan != NULL and append(plan, &q, seat, BOMB):
            append_number(plan, &q, seat, min(bombs_to_win(p, seat), standing(p, seat)))
            keep(plans)
    fire_on(&ours, &foe)
    if ours.n and not foe.n and 10 * ours.n > 9 * standing(p, seat):
        return
    for card in range(ATTACK, DEFENSE + 1):
        add_plan(p, plans, BOOST + card, NOBODY, NOBODY, NOBODY)
        add_plan(p, plans, LEAD + card, NOBODY, NOBODY, NOBODY)

cdef inline void add_numbers_of(const Position* p, Plans* plans, int64_t number) noexcept nogil:
    # The plan that writes a number at a step of counts alone.
    #   writes   plans
    cdef Plan* plan = new_plan(plans)
    cdef Position q = p[0]
    if plan != NULL:
        append_number(plan, &q, plans.seat, number)
        keep(plans)

cdef inline void find_plans(const Position* p, const Maps* maps, int seat, uint64_t seed, Plans* out) noexcept nogil:
    # The plans of a seat, or of CHANCE, that is to act: at least one.
    #   reads    p, a position as the seat may know it
    #   writes   out
    cdef uint64_t stream = seed
    cdef int step = p.step
    out.n = 0
    out.seat = seat
    if seat == CHANCE:
        add_each(p, out, 0, N_ACTIONS)
    elif step == ORDERS_DUE:
        add_plans_of_orders(p, maps, out, &stream)
    elif step == OFFER_DUE:
        add_plan(p, out, DONE, NOBODY, NOBODY, NOBODY)
    elif step == BUILD_DUE:
        add_builds(p, out)
    elif step == MINE_DUE:
        add_mines(p, out, &stream)
    elif step == SABOTAGE_DUE:
        add_sabotages(p, out, &stream)
    elif step == TIME_JUMP_DUE:
        add_time_jumps(p, out, &stream)
    elif step == ESPIONAGE_DUE or step == REWRITE_DUE or step == REWRITING_DUE:
        add_rewrites(p, maps, out, &stream)
    elif step == DEAL_DUE:
        add_deals(p, out)
    elif step == BOMBS_DUE:
        add_numbers_of(p, out, max(p.counted, min(bombs_to_win(p, seat), standing(p, seat))))
        add_numbers_of(p, out, max(p.counted, <int64_t>1))
        add_numbers_of(p, out, standing(p, seat))
    elif step == SPLIT_DUE:
        add_numbers_of(p, out, points_left(p, seat))
        add_numbers_of(p, out, p.counted)
        add_numbers_of(p, out, max(p.counted, points_left(p, seat) // 2))
    else:
        # The usual action first.
        if step != GIVE_DUE and step != PAY_DUE and step != ASK_DUE and step != CHARGE_DUE and step != REWRITE_DUE:
            add_plan(p, out, choose(p, maps, seat, &stream), NOBODY, NOBODY, NOBODY)
        add_each(p, out, 0, BOOST - 1)
        add_each(p, out, RAISE, N_ACTIONS)
    if not out.n:
        add_each(p, out, 0, N_ACTIONS)
