# For Jump Wars. The worth of a position for each seat: levels, income, fleets and their places, cards, tokens, and
# Homeworlds. Header-only.
#
# Its unit is a fleet of level 1.
#   - Fleets count by their number and by their force in battle (`quality`). So do the RT that buy them, and the income
#     of the next turns. Many fleets count less each, since the orders of a turn move only some of them.
#   - The other levels and special technologies count by fixed weights.
#   - A card in the hand counts a share of what its use would add; the best card counts most.
#   - All this is multiplied by a factor for enemy Homeworlds that are held, and for the own one in danger.
#   - Last, fleets gain with every step towards an enemy Homeworld (fronts.pxd).
# Orders that a seat has written count for it as carried out (forecasts.pxd). A half-written order counts by an estimate
# of its best completion (drafts.pxd), since bots look only one small action ahead.
#
# The weights come from self-play. In 7,300 games of two and of four players both sides had all weights changed at
# random, mostly by less than a factor of two. The weights moved where a linear fit of the wins said so at more than two
# standard errors: income, fleets that can be moved and enemy Homeworlds count more than they did at first; cards in the
# hand, losses of enemies and steps towards the enemy less. Single levels and specials made no difference that showed.

from libc.math cimport log

from sse_core._core.jump_wars.strength.drafts cimport *
from sse_core._core.jump_wars.rules cimport *
from sse_core._core.jump_wars.views cimport view

cdef extern from *:
    """
    /* --- weights, in fleets of level 1 */
    /* A win, shared by the winners. */
    #define SSE_JW_WON 1e6
    /* What an RT is worth beside the fleets that it buys. */
    #define SSE_JW_SPENT 0.9
    /* A card that isn't known. */
    #define SSE_JW_CARD 2.0
    /* The worth of the best card in a hand, as a share of the worth of its use, and of each further one in turn. */
    #define SSE_JW_BEST_CARD 0.55
    #define SSE_JW_FURTHER 0.7
    /* Leadership that can still be used in this turn. */
    #define SSE_JW_UNUSED_LEAD 0.01
    /* All enemy Homeworlds, as a share of all that the seat has. */
    #define SSE_JW_HELD 0.9
    /* The same at the end of the last turn, as a multiple; before, less by the turns that are left. */
    #define SSE_JW_LATE 2.0
    /* The turns whose income counts. */
    #define SSE_JW_TURNS 12.0
    /* The turns whose orders limit how much many fleets are worth. */
    #define SSE_JW_MOVES 4.0
    /* The highest Initiative of all, alone, in the same way. */
    #define SSE_JW_FIRST 0.1
    /* What a forecast destroys of the enemies' forces. */
    #define SSE_JW_DESTROYED 0.35
    /* An offer in the making, in comparison with none: it may be refused. */
    #define SSE_JW_OFFERING 0.999
    /* A level of a technology that neither fights, nor earns, nor makes fleets cheaper, by card. */
    static const double sse_jw_levels[12] = {0, 0, 0, 1.8, 1.5, 0.4, 1.2, 0, 0, 0.5, 0.6, 0.5};
    /* The highest level of all, alone (J1.7), by card. */
    static const double sse_jw_privileges[12] = {0, 0, 0, 0, 0, 0, 3, 0, 0, 1, 3, 1};
    /* A special technology, by card. */
    static const double sse_jw_specials[14] = {3, 1, 4, 1.5, 1, 2, 3, 3, 3, 1, 0.5, 0, 2, 2};
    """
    double WON "SSE_JW_WON"
    double SPENT "SSE_JW_SPENT"
    double CARD_WORTH "SSE_JW_CARD"
    double BEST_CARD "SSE_JW_BEST_CARD"
    double FURTHER "SSE_JW_FURTHER"
    double UNUSED_LEAD "SSE_JW_UNUSED_LEAD"
    double HOLDING "SSE_JW_HELD"
    double LATE "SSE_JW_LATE"
    double TURNS "SSE_JW_TURNS"
    double MOVES "SSE_JW_MOVES"
    double DEALS_FIRST "SSE_JW_FIRST"
    double DESTROYED "SSE_JW_DESTROYED"
    double OFFERED "SSE_JW_OFFERING"
    const double* LEVEL_WORTH "sse_jw_levels"
    const double* PRIVILEGE_WORTH "sse_jw_privileges"
    const double* SPECIAL_WORTH "sse_jw_specials"

cdef enum:                  # sets of steps
    # All orders are open, and not carried out yet.
    OPEN_ORDERS = (
        1 << ESPIONAGE_DUE | 1 << REWRITE_DUE | 1 << REWRITING_DUE | 1 << TIME_JUMP_DUE | 1 << NEGATE_ORDER_DUE
        | 1 << NEGATE_CARD_DUE
    )
    BEFORE_MINE = (1 << MINE_DUE) - 1
    # A decision is half made, and has few completions.
    HALF_MADE = (
        1 << SABOTAGE_SPACE_DUE | 1 << SABOTAGE_CARD_DUE | 1 << REWRITE_DUE | 1 << NEGATE_ORDER_DUE
        | 1 << NEGATE_CARD_DUE | 1 << BOMBS_DUE
    )

# What a seat has.
cdef struct Means:
    double fleets
    double tokens           # with the RT of this turn's Mine phase, if that is still to come
    double made             # before Manufacturing, in the turns that count
    uint16_t levels[N_BASICS]
    uint16_t learned


# --- what a seat has

cdef inline double worth_of_fleets(const Means* m) noexcept nogil:
    # Fleets, tokens and income.
    cdef double price = max(1, 4 + m.levels[ATTACK] + m.levels[DEFENSE] - m.levels[MINIATURIZATION])
    cdef double moved = MOVES * (1 + m.levels[COMMAND]) * (5 + m.levels[LOGISTICS])
    cdef double strong = m.fleets + (m.tokens + m.made * m.levels[MANUFACTURING]) * SPENT / price
    return quality(m.levels[INITIATIVE], m.levels[ATTACK], m.levels[DEFENSE]) * moved * log(1 + strong / moved)

cdef inline double worth_of_rest(const Means* m) noexcept nogil:
    # All other levels, and special technologies.
    cdef double found = 0
    cdef uint64_t left = m.learned
    cdef int card
    for card in range(JUMP, N_BASICS):
        found += LEVEL_WORTH[card] * m.levels[card]
    while left:
        found += SPECIAL_WORTH[sse_lowest_bit(left)]
        left &= left - 1
    return found

cdef inline double gain_of_card(const Means* m, int card, double worth) noexcept nogil:
    # What the use of a card adds to a worth of fleets.
    cdef Means more
    if card == PROGENITOR_RUINS:
        return 2 * CARD_WORTH
    if card >= N_BASICS:
        return 0 if m.learned >> (card - N_BASICS) & 1 else SPECIAL_WORTH[card - N_BASICS]
    if card == JUMP or card == RESEARCH or card >= ESPIONAGE:
        return LEVEL_WORTH[card]
    more = m[0]
    more.levels[card] += 1
    return LEVEL_WORTH[card] + worth_of_fleets(&more) - worth

cdef inline double worth_of_cards(const Position* p, int seat, const Means* m, double worth) noexcept nogil:
    # The cards of a hand, the best first.
    cdef double gains[N_CARDS + 1]
    cdef int counts[N_CARDS + 1]
    cdef int n = 0, card, _card, place, unknown = p.hidden[seat]
    cdef double gain, found = 0, share = BEST_CARD
    if p.actor == seat:
        unknown += p.due
    if not p.hand_sizes[seat] and not unknown:
        return 0
    for card in range(N_CARDS + 1):
        if card == N_CARDS:
            if not unknown:
                break
            gain = CARD_WORTH
        elif p.hands[seat][card]:
            gain = gain_of_card(m, card, worth)
        else:
            continue
        place = n
        while place > 0 and gains[place - 1] < gain:
            gains[place], counts[place] = gains[place - 1], counts[place - 1]
            place -= 1
        gains[place] = gain
        counts[place] = unknown if card == N_CARDS else p.hands[seat][card]
        n += 1
    for place in range(n):
        for _card in range(counts[place]):
            found += share * gains[place]
            share *= FURTHER
    return found

cdef inline double mining(const Position* p, int seat, int made) noexcept nogil:
    # The RT of the Mine phase of this turn, if it is still to come for a seat (J2.4).
    cdef int place, now
    if BEFORE_MINE >> p.step & 1:
        return <double>made * p.levels[seat][MANUFACTURING]
    if p.step != MINE_DUE:
        return 0
    place = seat - p.start_player + (p.n_players if seat < p.start_player else 0)
    now = p.actor - p.start_player + (p.n_players if p.actor < p.start_player else 0)
    if place < now:
        return 0
    return <double>(made + (2 * p.sold if seat == p.actor else 0)) * level(p, seat, MANUFACTURING)

cdef inline double worth_of_means(const Position* p, int seat, double fleets, int made) noexcept nogil:
    # What a seat has, wherever its fleets stand.
    cdef Means m
    cdef double found
    memcpy(m.levels, p.levels[seat], sizeof(m.levels))
    m.learned = p.learned[seat]
    m.fleets = fleets
    m.tokens = p.tokens[seat] + mining(p, seat, made)
    m.made = <double>made * max(0.0, min(TURNS, <double>(p.turn_limit - p.turn)))
    found = worth_of_fleets(&m)
    return found + worth_of_rest(&m) + worth_of_cards(p, seat, &m, found)


# --- a seat

cdef inline double holding(const Position* p) noexcept nogil:
    # An enemy Homeworld, as a share of all that a seat has.
    return HOLDING / (p.n_players - 1) * (1 + LATE / (1 + p.turn_limit - p.turn))

cdef inline double worth_of(const Position* p, int seat, const World* world, Front* front) noexcept nogil:
    # The worth of a forecast for a seat.
    #   writes   front
    cdef double found, share
    cdef int side
    find_front(p, world, seat, front)
    found = worth_of_means(p, seat, front.fleets, front.made)
    for side in range(RESEARCH, N_BASICS):
        if PRIVILEGE_WORTH[side] and leads_in(p, seat, side):
            found += PRIVILEGE_WORTH[side]
    for side in range(n_sides(p)):
        if side != seat:
            found += DESTROYED * world.lost[side]
    if has(p, seat, LEADERSHIP) and not p.led >> seat & 1 and p.sealed_lead[seat] == NOBODY:
        found += UNUSED_LEAD
    share = holding(p) * front.held - front.danger
    if leads_in(p, seat, INITIATIVE):
        share += DEALS_FIRST
    found = found * (1 + share) + front.near
    return found * OFFERED if OFFERING >> p.step & 1 and p.actor == seat else found


# --- a seat that writes orders

cdef inline bint is_writing(const Position* p, int seat) noexcept nogil:
    # Whether a seat has half written an order, or writes one anew.
    return p.draft_length[seat] > 0 or p.step == REWRITING_DUE

cdef inline double find_drafts(
    const Position* p, int seat, const World* world, Front* front, Drafts* drafts
) noexcept nogil:
    # The drafts of a seat, given the world after the orders that it has written.
    #   writes   front, and drafts, which keeps the pointers
    #   returns  the worth without a draft
    cdef Prices prices
    cdef double now
    prices.whole = worth_of(p, seat, world, front)
    now = worth_of_means(p, seat, front.fleets, front.made)
    prices.fleet = worth_of_means(p, seat, front.fleets + 1, front.made) - now
    prices.income = worth_of_means(p, seat, front.fleets, front.made + 1) - now
    prices.homeworld = holding(p)
    prices.destroyed = DESTROYED
    begin_drafts(drafts, p, seat, world, front, &prices)
    return prices.whole

cdef inline double worth_of_draft(const Position* p, int seat, const World* world) noexcept nogil:
    # The worth for a seat that writes orders; an order that is half written is completed, and one more is written.
    cdef Front front
    cdef Drafts drafts
    cdef double whole, gain
    cdef int target
    if not is_writing(p, seat):
        return worth_of(p, seat, world, &front)
    whole = find_drafts(p, seat, world, &front, &drafts)
    if p.draft_length[seat] == 0:
        gain = max(0.0, best_draft(&drafts))
    else:
        target = p.draft_target[seat] if p.draft_length[seat] == 2 else <int>NOBODY
        gain = best_from(&drafts, p.draft_origin[seat], target)
    return max(0.0, whole + gain)

cdef inline void after_orders(const Position* p, int seat, World* world, bint goes_on) noexcept nogil:
    # What a seat expects of its own orders, to which it adds more or not; it doesn't know those of others.
    #   writes   world
    follow_orders(p, world, seat)
    fight_all(p, world, seat, seat if goes_on else <int>NOBODY)

cdef inline double worth_of_orders(const Position* p, int seat, const World* world) noexcept nogil:
    # The worth for a seat while orders are written, given the world before any.
    cdef World own = world[0]
    after_orders(p, seat, &own, not p.done >> seat & 1 and not is_writing(p, seat))
    return worth_of_draft(p, seat, &own)


# --- all seats

cdef inline void evaluate_as_it_stands(const Position* p, double* worth) noexcept nogil:
    # The worth for each seat of a position whose game goes on, without completing any decision but orders.
    #   writes   worth[n_players]
    cdef World world, own
    cdef Front front
    cdef int seat
    copy_world(p, &world)
    if p.step == ORDERS_DUE:
        # Nobody knows the orders of others.
        for seat in range(p.n_players):
            worth[seat] = worth_of_orders(p, seat, &world)
        return
    if p.battle_space != NOBODY and has_option(p, SIMULTANEOUS):
        # Nobody knows the deals of others.
        for seat in range(p.n_players):
            own = world
            fight_all(p, &own, seat, NOBODY)
            worth[seat] = worth_of(p, seat, &own, &front)
        return
    if OPEN_ORDERS >> p.step & 1:
        for seat in range(p.n_players):
            follow_orders(p, &world, seat)
    fight_all(p, &world, NOBODY, NOBODY)
    for seat in range(p.n_players):
        worth[seat] = worth_of(p, seat, &world, &front)
    if p.step == REWRITING_DUE:
        worth[p.actor] = worth_of_draft(p, p.actor, &world)

cdef inline double margin(const double* worth, int n_players, int player) noexcept nogil:
    # The number of a player less the largest of the others.
    cdef double largest = 0
    cdef int seat
    for seat in range(n_players):
        if seat != player:
            largest = max(largest, worth[seat])
    return worth[player] - largest

cdef inline double lead_as_it_stands(const Position* p, int player) noexcept nogil:
    # The lead of a player without completing any decision but orders.
    cdef double worth[MAX_PLAYERS]
    evaluate_as_it_stands(p, worth)
    return margin(worth, p.n_players, player)

cdef inline int best_discard(const Position* p) noexcept nogil:
    # The id of the card that the actor best discards to end a decision.
    cdef Position after
    cdef Ids ids
    cdef double largest = -1e99, lead
    cdef int index, word = 0, found = NOBODY
    legal_to_act(p, p.actor, &ids)
    while True:
        index = take_first_id(&ids, &word)
        if index == NOBODY:
            return found
        after = p[0]
        play(&after, p.actor, index)
        lead = lead_as_it_stands(&after, p.actor)
        if lead > largest:
            largest, found = lead, index

cdef inline double completion(const Position* p) noexcept nogil:
    # What the best completion of a decision half made adds to the actor's lead, in the actor's own view.
    cdef Position seen, after
    cdef Ids ids
    cdef double largest = -1e99
    cdef int actor = p.actor, index, word = 0, card = NOBODY
    view(p, actor, &seen)
    legal_to_act(&seen, actor, &ids)
    while True:
        index = take_first_id(&ids, &word)
        if index == NOBODY:
            return largest - lead_as_it_stands(&seen, actor)
        after = seen
        play(&after, actor, index)
        if after.step == SABOTAGE_CARD_DUE or after.step == NEGATE_CARD_DUE:
            # The card that is best discarded for one target is so for another.
            if card == NOBODY:
                card = best_discard(&after)
            play(&after, actor, card)
        largest = max(largest, lead_as_it_stands(&after, actor))

cdef inline void evaluate_seats(const Position* p, double* worth) noexcept nogil:
    # The worth for each seat, none below 0, a larger one is better; after the end, the winners have WON among them and
    # the others nothing. A position and a seat's own view of it have the same number for that seat.
    #   writes   worth[n_players]
    cdef uint8_t winners
    cdef int seat
    if p.step == END_DUE:
        outcome_of(p, &winners)
        for seat in range(p.n_players):
            worth[seat] = WON / sse_count_bits(winners) if winners >> seat & 1 else 0.0
        return
    evaluate_as_it_stands(p, worth)
    if HALF_MADE >> p.step & 1:
        worth[p.actor] = max(0.0, worth[p.actor] + completion(p))


# --- what a player expects

cdef inline double expected_lead(const Position* p, int player) noexcept nogil:
    # The lead of a player over the best of the others; where a chance event is due, its mean.
    cdef double worth[MAX_PLAYERS]
    cdef int64_t weights[N_CARDS]
    cdef Position after
    cdef Ids ids
    cdef double found = 0
    cdef int total, n = 0, index, word = 0
    if not is_chance(p):
        evaluate_seats(p, worth)
        return margin(worth, p.n_players, player)
    total = odds_of(p, weights)
    legal_to_act(p, CHANCE, &ids)
    while True:
        index = take_first_id(&ids, &word)
        if index == NOBODY:
            return found
        after = p[0]
        play(&after, CHANCE, index)
        evaluate_seats(&after, worth)
        found += <double>weights[n] / total * margin(worth, p.n_players, player)
        n += 1

cdef inline void add_leads_of_orders(const Position* p, int player, Ids ids, double* leads) noexcept nogil:
    # The leads after the actions by which a player writes orders, but for the last one. What others expect doesn't
    # depend on them, and many of them only begin an order.
    #   reads    ids, the legal actions
    #   writes   leads[i] for each i-th action but DONE
    cdef World world, own
    cdef Front front
    cdef Drafts drafts
    cdef Position after
    cdef double worth[MAX_PLAYERS]
    cdef double whole = 0
    cdef int seat, index, word = 0, n = 0
    cdef bint has_drafts = False
    copy_world(p, &world)
    for seat in range(p.n_players):
        if seat != player:
            worth[seat] = worth_of_orders(p, seat, &world)
    while True:
        index = take_first_id(&ids, &word)
        if index == NOBODY:
            return
        if FROM <= index < PLANET:
            if not has_drafts:
                has_drafts = True
                own = world
                after_orders(p, player, &own, False)
                whole = find_drafts(p, player, &own, &front, &drafts)
            if index < TO:
                worth[player] = whole + best_from(&drafts, index - FROM, NOBODY)
            else:
                worth[player] = whole + best_from(&drafts, p.draft_origin[player], index - TO)
            worth[player] = max(0.0, worth[player])
            leads[n] = margin(worth, p.n_players, player)
        elif index != DONE:
            after = p[0]
            play(&after, player, index)
            worth[player] = worth_of_orders(&after, player, &world)
            leads[n] = margin(worth, p.n_players, player)
        n += 1

cdef inline int expected_leads_of(const Position* p, int player, double* leads) noexcept nogil:
    # The expected lead after each legal action of a player who is to act. The end of the last orders opens none.
    #   writes   leads[0:n], in the order of ids
    #   returns  n, at most N_ACTIONS
    cdef Position after
    cdef Ids ids
    cdef int n = 0, index, word = 0
    legal_to_act(p, player, &ids)
    if p.step == ORDERS_DUE:
        add_leads_of_orders(p, player, ids, leads)
    while True:
        index = take_first_id(&ids, &word)
        if index == NOBODY:
            return n
        if p.step != ORDERS_DUE or index == DONE:
            after = p[0]
            if p.step == ORDERS_DUE:
                # Whoever is the last to write doesn't know what the others have written. If the end opened theirs, it
                # would be carried out as if they had written nothing.
                after.done |= <uint8_t>(1 << player)
            else:
                play(&after, player, index)
            leads[n] = expected_lead(&after, player)
        n += 1
