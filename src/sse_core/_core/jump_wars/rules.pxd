# For Jump Wars. Its rules at speed: the legal actions of a position, their effects, chance and the end, as
# `jump_wars/reference/__init__.py` has them. Header-only. Each phase has a header of its own; they follow one another
# as in a turn.

from sse_core._core.jump_wars.phases.draw cimport *
from sse_core._core.random cimport child_seed, next_number, ply_below, stream_at


# --- what is legal, and what follows

cdef inline void add_legal(const Position* p, int player, Ids* ids) noexcept nogil:
    # Adds the legal actions of a player who is to act, or of CHANCE, but for boosts.
    cdef int step = p.step
    if step == START_DUE:
        add_start(p, player, ids)
    elif step == DRAW_DUE:
        add_draw(p, player, ids)
    elif step == OFFER_DUE:
        add_offer(p, player, ids)
    elif step == GIVE_DUE:
        add_give(p, player, ids)
    elif step == PAY_DUE:
        add_pay(p, player, ids)
    elif step == ASK_DUE:
        add_ask(p, player, ids)
    elif step == CHARGE_DUE:
        add_charge(p, player, ids)
    elif step == ANSWER_DUE:
        add_answer(p, player, ids)
    elif step == STEAL_DUE:
        add_steal(p, player, ids)
    elif step == THEFT_DUE:
        add_theft(p, player, ids)
    elif step == ALLIANCE_DUE:
        add_alliance(p, player, ids)
    elif step == TECH_DUE:
        add_tech(p, player, ids)
    elif step == PAIRS_DUE:
        add_pairs(p, player, ids)
    elif step == MINE_DUE:
        add_mine(p, player, ids)
    elif step == BUILD_DUE:
        add_build(p, player, ids)
    elif step == SABOTAGE_DUE:
        add_sabotage(p, player, ids)
    elif step == SABOTAGE_SPACE_DUE:
        add_sabotage_space(p, player, ids)
    elif step == SABOTAGE_CARD_DUE:
        add_sabotage_card(p, player, ids)
    elif step == ORDERS_DUE:
        add_orders(p, player, ids)
    elif step == ESPIONAGE_DUE:
        add_espionage(p, player, ids)
    elif step == REWRITE_DUE:
        add_rewrite(p, player, ids)
    elif step == REWRITING_DUE:
        add_rewriting(p, player, ids)
    elif step == TIME_JUMP_DUE:
        add_time_jump(p, player, ids)
    elif step == NEGATE_ORDER_DUE:
        add_negate_order(p, player, ids)
    elif step == NEGATE_CARD_DUE:
        add_negate_card(p, player, ids)
    elif step == DEAL_DUE:
        add_deal(p, player, ids)
    elif step == BOMBS_DUE:
        add_bombs(p, player, ids)
    elif step == SPLIT_DUE:
        add_split(p, player, ids)
    elif step == FINAL_DUE:
        add_final(p, player, ids)

cdef inline void legal_to_act(const Position* p, int player, Ids* ids) noexcept nogil:
    # The legal actions of a player who is to act, or of CHANCE.
    #   writes   ids
    clear_ids(ids)
    add_legal(p, player, ids)
    if is_decision(p, player):
        add_boosts(p, player, ids)

cdef inline void legal(const Position* p, int player, Ids* ids) noexcept nogil:
    # The legal actions of a player, or of CHANCE; none out of turn.
    #   writes   ids
    if is_to_act(p, player):
        legal_to_act(p, player, ids)
    else:
        clear_ids(ids)

cdef inline bint is_legal(const Position* p, int player, int index) noexcept nogil:
    # Whether an action of a player, or of CHANCE, is one of `legal`.
    cdef Ids ids
    legal(p, player, &ids)
    return has_id(&ids, index)

cdef inline void play(Position* p, int player, int index) noexcept nogil:
    # The effect of a legal action of a player, or of CHANCE.
    #   reads    index, one of `legal`
    #   writes   p
    cdef int step = p.step
    sse_check(is_legal(p, player, index))
    p.begun = True
    # BOOST and LEAD are one row of 24 ids.
    if <unsigned int>(index - BOOST) < 2 * N_BASICS:
        boost(p, player, index)
    elif step == START_DUE:
        play_start(p, player, index)
    elif step == DRAW_DUE:
        play_draw(p, player, index)
    elif step == OFFER_DUE:
        play_offer(p, player, index)
    elif step == GIVE_DUE:
        play_give(p, player, index)
    elif step == PAY_DUE:
        play_pay(p, player, index)
    elif step == ASK_DUE:
        play_ask(p, player, index)
    elif step == CHARGE_DUE:
        play_charge(p, player, index)
    elif step == ANSWER_DUE:
        play_answer(p, player, index)
    elif step == STEAL_DUE:
        play_steal(p, player, index)
    elif step == THEFT_DUE:
        play_theft(p, player, index)
    elif step == ALLIANCE_DUE:
        play_alliance(p, player, index)
    elif step == TECH_DUE:
        play_tech(p, player, index)
    elif step == PAIRS_DUE:
        play_pairs(p, player, index)
    elif step == MINE_DUE:
        play_mine(p, player, index)
    elif step == BUILD_DUE:
        play_build(p, player, index)
    elif step == SABOTAGE_DUE:
        play_sabotage(p, player, index)
    elif step == SABOTAGE_SPACE_DUE:
        play_sabotage_space(p, player, index)
    elif step == SABOTAGE_CARD_DUE:
        play_sabotage_card(p, player, index)
    elif step == ORDERS_DUE:
        play_orders(p, player, index)
    elif step == ESPIONAGE_DUE:
        play_espionage(p, player, index)
    elif step == REWRITE_DUE:
        play_rewrite(p, player, index)
    elif step == REWRITING_DUE:
        play_rewriting(p, player, index)
    elif step == TIME_JUMP_DUE:
        play_time_jump(p, player, index)
    elif step == NEGATE_ORDER_DUE:
        play_negate_order(p, player, index)
    elif step == NEGATE_CARD_DUE:
        play_negate_card(p, player, index)
    elif FIGHTING >> step & 1:
        play_deal(p, player, index)
    else:
        sse_check(step == FINAL_DUE)
        play_final(p, player, index)


# --- chance

cdef inline int greatest_divisor(int a, int b) noexcept nogil:
    # The greatest common divisor; of 0 and a number, the number.
    cdef int rest
    while b:
        rest = a % b
        a, b = b, rest
    return a

cdef inline int odds_of(const Position* p, int64_t* weights) noexcept nogil:
    # The odds of the chance events that can come.
    #   writes   weights[0:n], one for each of the n <= N_CARDS events, in the order of their ids
    #   returns  their sum, the least common denominator of the probabilities; 0 if no event is due
    cdef int seat, card, n = 0, total = 0, weight, divisor = 0, n_unseen = p.n_unseen if p.n_unseen else 1
    if not is_chance(p) or p.step == END_DUE:
        return 0
    if p.step == START_DUE:
        # J1.5: each player is equally likely.
        for seat in range(p.n_players):
            weights[seat] = 1
        return p.n_players
    for card in range(N_CARDS):
        if p.step == THEFT_DUE:
            # J2.2: a hidden card may be any unseen one.
            seat = <int>p.draft[0]
            weight = p.hands[seat][card] * n_unseen + p.hidden[seat] * p.unseen[card]
        else:
            # J4.4: each card of the deck is equally likely; the place of a hidden card is as good as any in the deck.
            weight = p.unseen[card]
        if weight:
            weights[n] = weight
            divisor = greatest_divisor(weight, divisor)
            total += weight
            n += 1
    if divisor > 1:
        total //= divisor
        for card in range(n):
            weights[card] //= divisor
    return total

cdef inline int draw_event(const Position* p, uint64_t* stream) noexcept nogil:
    # What chance draws at a ply where an event is due, as ``PlyStream.draw(odds)`` of seeds.py.
    #   writes   stream, from which the ply draws (ply_below)
    #   returns  an id
    cdef int64_t weights[N_CARDS]
    cdef Ids ids
    cdef int n = 0
    cdef int64_t left
    # Most events are cards of the deck, and of some kind there is one card: then no number divides all the weights.
    if p.step == DRAW_DUE and cards_in(p.unseen, 1) & ~cards_in(p.unseen, 2):
        left = ply_below(stream, p.n_unseen)
        while left >= p.unseen[n]:
            left -= p.unseen[n]
            n += 1
        return DRAW + n
    left = ply_below(stream, odds_of(p, weights))
    while left >= weights[n]:
        left -= weights[n]
        n += 1
    legal_to_act(p, CHANCE, &ids)
    return nth_id(&ids, n)
