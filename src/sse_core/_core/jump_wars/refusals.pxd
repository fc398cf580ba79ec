# For Jump Wars. The first reason why an action is refused, by its number in reasons.Reason. Header-only. Play asks only
# what is legal; this is asked after a refusal, and need not be fast.

from sse_core._core.jump_wars.phases.draw cimport *

cdef enum:                  # reasons.Reason, in its order
    WHY_OK, WHY_NO_SUCH_ACTION, WHY_GAME_OVER, WHY_NOT_TO_ACT, WHY_NOT_DUE, WHY_NO_PLAYER, WHY_NO_SIDE,
    WHY_OWN_SEAT, WHY_OWN_OFFER, WHY_NO_BRAINS, WHY_NO_LEADERSHIP, WHY_NO_PLANET_JUMP, WHY_NO_NOVA_BOMBS,
    WHY_NEVER_LEARNED, WHY_LEARNED, WHY_USED, WHY_BRAINS_USED, WHY_HAS_LED, WHY_HAS_PLANET_JUMP, WHY_NO_CARDS,
    WHY_NO_CARDS_TO_STEAL, WHY_NO_CARDS_TO_NEGATE, WHY_NOT_IN_HAND, WHY_NO_RUINS, WHY_NO_CARD_TO_BOOST,
    WHY_NO_CARD_TO_LEARN, WHY_NO_CARD_TO_OFFER, WHY_NO_COPY, WHY_NOT_IN_DECK, WHY_NOTHING_TO_STEAL,
    WHY_NOT_ASCENDING, WHY_NO_TOKENS, WHY_NO_TOKENS_FOR_CARD, WHY_NO_TOKENS_TO_OFFER, WHY_EMPTY_OFFER,
    WHY_MUST_TAKE, WHY_MUST_RAISE, WHY_HAND_LIMIT, WHY_NO_DOCKS, WHY_WRONG_KIND, WHY_NO_VOID, WHY_NO_ORDERS_LEFT,
    WHY_ORDER_LIMIT, WHY_NO_ORDER, WHY_VOID_ORDER, WHY_NO_FLEETS, WHY_NO_FLEETS_THERE, WHY_NO_FLEETS_TO_BOMB,
    WHY_BOUND, WHY_STACK, WHY_SAME_SPACE, WHY_BLACK_HOLE, WHY_ALLIED, WHY_NO_PATH, WHY_NO_TARGET, WHY_NUMBER

cdef extern from *:
    """
    /* J5.1: by step, the first of the ids that are due in a row, how many there are, and whether DONE is due too. Draws
       and orders that are being written depend on more. */
    static const short sse_jw_due[30][3] = {
        {775, 5, 0},                                            /* start: first */
        {1, 3, 1},                                              /* draw: take, ruins, brains */
        {97, 5, 1}, {102, 26, 1}, {675, 100, 0},                /* offer, give, pay */
        {128, 26, 1}, {675, 100, 0}, {4, 2, 0},                 /* ask, charge, answer: accept, refuse */
        {154, 5, 1}, {780, 26, 0}, {159, 5, 1},                 /* steal, theft: draw, alliance: ally */
        {33, 26, 1}, {59, 12, 1}, {71, 26, 1},                  /* tech: raise, learn; pairs, mine: discard */
        {164, 100, 1}, {264, 6, 1}, {270, 100, 0}, {71, 26, 0}, /* build, sabotage, then at, discard */
        {370, 100, 1},                                          /* orders: from */
        {8, 1, 1}, {675, 100, 0}, {370, 100, 1},                /* espionage: rewrite; its number; from */
        {670, 5, 1}, {675, 100, 0}, {71, 26, 0},                /* time jump: negate; its number; discard */
        {6, 2, 0}, {675, 100, 0}, {675, 100, 0},                /* deal: fire, bomb; bombs, split */
        {71, 26, 1}, {0, 0, 0}};                                /* final: discard; end */
    """
    const short sse_jw_due[30][3]


# --- what is due

cdef inline void add_row(Ids* ids, int first, int n) noexcept nogil:
    # Adds the n ids from `first` on.
    cdef int index
    for index in range(first, first + n):
        add_id(ids, index)

cdef inline void due_ids(const Position* p, int player, Ids* ids) noexcept nogil:
    # J5.1, J5.3: the actions that belong to what is due of a player who is to act, or of CHANCE, legal or not.
    #   writes   ids
    cdef bint writes = p.step == ORDERS_DUE or p.step == REWRITING_DUE
    clear_ids(ids)
    if p.step == DRAW_DUE and p.due:
        add_row(ids, DRAW, N_CARDS)
    elif writes and p.draft_length[player] == 1:
        add_row(ids, TO, N_SPACES)
    elif writes and p.draft_length[player] == 2:
        add_row(ids, COUNT, MOST + 1)
    else:
        add_row(ids, sse_jw_due[p.step][0], sse_jw_due[p.step][1])
        if writes:
            add_row(ids, PLANET, N_SPACES)
        if sse_jw_due[p.step][2]:
            add_id(ids, DONE)
    if is_decision(p, player):
        add_row(ids, BOOST, 2 * N_BASICS)


# --- the first reason against an action: each function asks in the order of the reasons, and returns 0 if there is none

cdef inline int reason_against(const Position* p, int player, int index) noexcept nogil:
    # The first reason against an illegal action of a player who is to act, or of CHANCE.
    cdef Ids due
    cdef int found
    due_ids(p, player, &due)
    if not has_id(&due, index):
        return WHY_NOT_DUE
    if index == DONE:
        found = against_done(p)
    elif index < BOOST:
        found = against_verb(p, player, index)
    elif index < OFFER:
        found = against_card(p, player, index)
    elif index < BUILD:
        found = against_trade(p, player, index)
    elif index < FROM or index >= NEGATE and index < COUNT:
        found = against_price(p, player, index)
    elif index < NEGATE:
        found = against_order(p, player, index)
    elif index < FIRST:
        found = against_number(p, player, index - COUNT)
    elif index < DRAW:
        found = WHY_NO_PLAYER
    else:
        found = WHY_NOTHING_TO_STEAL if p.step == THEFT_DUE else WHY_NOT_IN_DECK
    return found if found else WHY_NOT_DUE

cdef inline int against_done(const Position* p) noexcept nogil:
    # J4.4, J4.6, J2.3, J2.8.
    if p.step == DRAW_DUE:
        return WHY_MUST_TAKE
    if p.step == ASK_DUE:
        return WHY_EMPTY_OFFER
    if p.step == TECH_DUE:
        return WHY_MUST_RAISE
    return WHY_HAND_LIMIT if p.step == FINAL_DUE else 0

cdef inline int against_verb(const Position* p, int player, int index) noexcept nogil:
    # J2.1, J4.4: each once; Progenitor Ruins from the hand, Positronic Brains learned and paid for. J4.6: only a player
    # who has all that is asked for can accept. J2.7, J2.6.
    if index == TAKE or index == RUINS and p.used & USED_RUINS:
        return WHY_USED
    if index == RUINS:
        return WHY_NO_RUINS
    if index == BRAINS:
        if not has(p, player, POSITRONIC_BRAINS):
            return WHY_NO_BRAINS
        return WHY_BRAINS_USED if p.used & USED_BRAINS else WHY_NO_TOKENS_FOR_CARD
    if index == ACCEPT:
        # In a view the offer may be hidden; and its giver may have shown the cards that were offered.
        if not holds_all(p, player, p.ask, p.n_ask) or not holds_all(p, p.giver, p.give, p.n_give):
            return WHY_NO_CARD_TO_OFFER
        return WHY_NO_TOKENS_TO_OFFER if p.tokens[player] < p.charge else WHY_EMPTY_OFFER
    if index == BOMB:
        return WHY_NO_NOVA_BOMBS
    return WHY_NO_ORDER if index == REWRITE else 0

cdef inline int against_card(const Position* p, int player, int index) noexcept nogil:
    # J2.9, J2.3, J4.7; J2.8, J4.5: any card of the hand, in the Final phase those above the limit.
    cdef int card = index - LEARN
    if index < LEAD:
        return WHY_NO_CARD_TO_BOOST
    if index < RAISE:
        return WHY_HAS_LED if has(p, player, LEADERSHIP) else WHY_NO_LEADERSHIP
    if index >= DISCARD:
        return WHY_HAND_LIMIT if holds(p, player, index - DISCARD, 1) else WHY_NOT_IN_HAND
    if index < PAIR and card == PROGENITOR_RUINS:
        return WHY_NEVER_LEARNED
    if index < PAIR and card >= N_BASICS and has(p, player, card):
        return WHY_LEARNED
    return WHY_NO_CARD_TO_LEARN

cdef inline int against_trade(const Position* p, int player, int index) noexcept nogil:
    # J2.2: another player, and to steal from, one who has a card. J4.6, J5.5: up to two cards, ascending: of the own
    # hand, or any that there are.
    cdef bint gives = index < ASK
    cdef int seat, card, last, wanted
    if GIVE <= index < STEAL:
        card = index - (GIVE if gives else ASK)
        last = NOBODY
        if (p.n_give if gives else p.n_ask):
            last = p.give[0] if gives else p.ask[0]
        wanted = 2 if card == last else 1
        if gives and not holds(p, player, card, wanted):
            return WHY_NO_CARD_TO_OFFER
        if not gives and wanted == 2 and card >= N_BASICS:
            return WHY_NO_COPY
        return WHY_NOT_ASCENDING if card < last else 0
    seat = index - (ALLY if index >= ALLY else STEAL if index >= STEAL else OFFER)
    if seat >= p.n_players:
        return WHY_NO_PLAYER
    if seat == player:
        return WHY_OWN_OFFER if index < GIVE else WHY_OWN_SEAT
    return WHY_NO_CARDS_TO_STEAL

cdef inline int against_price(const Position* p, int player, int index) noexcept nogil:
    # J2.5: on the own Homeworld, or with Star Docks on an occupied Star Field or Cluster. J2.5, J4.9: any side's fleet,
    # for a card. J2.6, J4.10: a player who has an order that isn't void, for a card.
    cdef int number = index - BUILD
    if index < SABOTAGE:
        if p.tokens[player] < price(p, player):
            return WHY_NO_TOKENS
        if not has(p, player, STAR_DOCKS):
            return WHY_NO_DOCKS
        if counter_at(p, number) != STAR_FIELD and counter_at(p, number) != CLUSTER:
            return WHY_WRONG_KIND
        return WHY_NO_FLEETS_THERE
    if index < AT:
        number = index - SABOTAGE
        if number >= p.n_players and not (number == NEUTRAL and has_option(p, NEUTRAL_SIDE)):
            return WHY_NO_SIDE
        return WHY_NO_FLEETS_THERE if p.hand_sizes[player] else WHY_NO_CARDS
    if index < FROM:
        return WHY_NO_FLEETS_THERE
    number = index - NEGATE
    if number >= p.n_players:
        return WHY_NO_PLAYER
    if not p.hand_sizes[player]:
        return WHY_NO_CARDS_TO_NEGATE
    return WHY_VOID_ORDER if p.n_orders[number] else WHY_NO_ORDER


# --- orders

cdef inline bint is_forbidden(const Position* p, int player, int space) noexcept nogil:
    # J2.2, J4.10: whether the alliance voids an order that ends in a space, and so it can't be written.
    return not has_option(p, VOID_ORDERS) and is_voided(p, player, space)

cdef inline int against_another(const Position* p, int player) noexcept nogil:
    # J2.6, J4.10: a further order; a rewritten one takes the place of another.
    if p.step != ORDERS_DUE or p.n_orders[player] < most_orders(p, player):
        return 0
    return WHY_ORDER_LIMIT if p.n_orders[player] == MAX_ORDERS else WHY_NO_ORDERS_LEFT

cdef inline int against_order(const Position* p, int player, int index) noexcept nogil:
    # J2.6, J4.10: fleets that no other order moves, with somewhere to jump to; another space, no Black Hole, in range,
    # and none that the alliance forbids.
    cdef int space = index - FROM, full
    if index >= PLANET:
        return against_planet_jump(p, player, index - PLANET)
    if index >= TO:
        space = index - TO
        if space == p.draft_origin[player]:
            return WHY_SAME_SPACE
        if counter_at(p, space) == BLACK_HOLE:
            return WHY_BLACK_HOLE
        return WHY_ALLIED if is_forbidden(p, player, space) else WHY_NO_PATH
    full = against_another(p, player)
    if full:
        return full
    if not p.fleets[player][space]:
        return WHY_NO_FLEETS
    return WHY_NO_TARGET if free_fleets(p, player, space) else WHY_BOUND

cdef inline int against_planet_jump(const Position* p, int player, int space) noexcept nogil:
    # J2.6, J4.11: the occupied own Homeworld, once a turn, to an adjacent Void.
    cdef int home = p.homeworlds[player], i
    if not has(p, player, PLANET_JUMP):
        return WHY_NO_PLANET_JUMP
    for i in range(p.n_orders[player]):
        if p.orders[player][i].fleets == 0:
            return WHY_HAS_PLANET_JUMP
    if counter_at(p, space) != VOID:
        return WHY_NO_VOID
    i = against_another(p, player)
    if i:
        return i
    if not p.fleets[player][home]:
        return WHY_NO_FLEETS
    return WHY_ALLIED if is_forbidden(p, player, space) else WHY_NO_PATH


# --- numbers

cdef inline int against_number(const Position* p, int player, int part) noexcept nogil:
    # J5.2: the number so far, with the part that is added.
    cdef int64_t number = p.counted + part
    if p.step == PAY_DUE:
        return WHY_NO_TOKENS_TO_OFFER
    if p.step == CHARGE_DUE:
        return WHY_NO_TOKENS_TO_OFFER if p.charge + part > p.tokens[p.receiver] else WHY_EMPTY_OFFER
    if p.step == ORDERS_DUE or p.step == REWRITING_DUE:
        return against_stack(p, player, p.draft_counted[player] + part)
    if p.step == REWRITE_DUE:
        return WHY_NO_ORDER
    if p.step == NEGATE_ORDER_DUE:
        return WHY_VOID_ORDER if 1 <= number <= p.n_orders[p.draft[0]] else WHY_NO_ORDER
    if p.step == BOMBS_DUE and number > standing(p, player):
        return WHY_NO_FLEETS_TO_BOMB
    return WHY_NUMBER

cdef inline int against_stack(const Position* p, int player, int64_t number) noexcept nogil:
    # J2.6: at least one fleet, at most a stack, all standing there and not bound.
    cdef int origin = p.draft_origin[player]
    if number > p.fleets[player][origin]:
        return WHY_NO_FLEETS
    if number > free_fleets(p, player, origin):
        return WHY_BOUND
    return WHY_STACK if number > stack(p, player) else WHY_NUMBER
