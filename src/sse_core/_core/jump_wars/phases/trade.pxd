# For Jump Wars. J2.2, the Trade phase: offers, the steal, the alliance, as `jump_wars/reference/trade.py` has it.
# Header-only.

from sse_core._core.jump_wars.phases.tech cimport *


cdef inline uint64_t others_of(const Position* p, int player) noexcept nogil:
    # The set of the other seats.
    return ((1 << p.n_players) - 1) & ~(1 << player)

cdef inline void begin_trade(Position* p) noexcept nogil:
    # J2.2: offers, if they are played with; then the steal, then the alliance.
    if has_option(p, TRADING):
        decide(p, OFFER_DUE, p.start_player)
    else:
        begin_steal(p)


# --- offers (J4.6)

cdef inline void add_offer(const Position* p, int player, Ids* ids) noexcept nogil:
    add_id(ids, DONE)
    add_word(ids, OFFER, others_of(p, player))

cdef inline void play_offer(Position* p, int player, int index) noexcept nogil:
    if index == DONE:
        next_offer(p, player)
        return
    p.step = GIVE_DUE
    p.giver, p.receiver = player, index - OFFER

cdef inline void next_offer(Position* p, int giver) noexcept nogil:
    cdef int follower = next_after(p, giver)
    if follower == NOBODY:
        begin_steal(p)
    else:
        decide(p, OFFER_DUE, follower)

cdef inline uint32_t further_cards(const uint8_t* cards) noexcept nogil:
    # The cards that may be added to a side of an offer: ascending, and of no kind more than there are (J1.5).
    #   reads    cards[0], the first one of the side, or 0 if it has none: then they are all cards
    return ALL_CARDS & ~<uint32_t>0 << (cards[0] + (cards[0] >= N_BASICS))

cdef inline void add_give(const Position* p, int player, Ids* ids) noexcept nogil:
    cdef uint32_t cards = further_cards(p.give), left
    cdef uint8_t given[MAX_OFFERED]
    add_id(ids, DONE)
    if p.n_give == 0:
        cards = cards_held(p, player, 1)
    else:
        given[0], left = p.give[0], cards
        while left:
            given[1] = sse_lowest_bit(left)
            left &= left - 1
            if not holds_all(p, player, given, 2):
                cards &= ~(<uint32_t>1 << given[1])
    add_word(ids, GIVE, cards)

cdef inline void play_give(Position* p, int player, int index) noexcept nogil:
    if index != DONE:
        sse_check(p.n_give < MAX_OFFERED)
        p.give[p.n_give] = index - GIVE
        p.n_give += 1
    if index == DONE or p.n_give == MAX_OFFERED:
        p.step = PAY_DUE

cdef inline void add_pay(const Position* p, int player, Ids* ids) noexcept nogil:
    add_counts(ids, 0, p.tokens[player], p.pay)

cdef inline void play_pay(Position* p, int player, int index) noexcept nogil:
    if not is_part(index - COUNT, p.tokens[player], p.pay):
        p.step = ASK_DUE
    p.pay += index - COUNT

cdef inline bint is_empty_offer(const Position* p) noexcept nogil:
    return not (p.n_give or p.pay or p.n_ask or p.charge)

cdef inline void add_ask(const Position* p, int player, Ids* ids) noexcept nogil:
    # J4.6: not both sides are empty, and a receiver without RT can't fill the other one.
    if not is_empty_offer(p) or p.tokens[p.receiver]:
        add_id(ids, DONE)
    add_word(ids, ASK, further_cards(p.ask))

cdef inline void play_ask(Position* p, int player, int index) noexcept nogil:
    if index != DONE:
        sse_check(p.n_ask < MAX_OFFERED)
        p.ask[p.n_ask] = index - ASK
        p.n_ask += 1
    if index == DONE or p.n_ask == MAX_OFFERED:
        p.step = CHARGE_DUE

cdef inline void add_charge(const Position* p, int player, Ids* ids) noexcept nogil:
    add_counts(ids, 1 if is_empty_offer(p) else 0, p.tokens[p.receiver], p.charge)

cdef inline void play_charge(Position* p, int player, int index) noexcept nogil:
    cdef bint partly = is_part(index - COUNT, p.tokens[p.receiver], p.charge)
    p.charge += index - COUNT
    if not partly:
        decide_on_offer(p, ANSWER_DUE, p.receiver)

cdef inline bint can_accept(const Position* p, int player) noexcept nogil:
    # J4.6: whether a player has all that the offer asks for; what is hidden in a view can't be accepted.
    if is_empty_offer(p) or p.tokens[player] < p.charge:
        return False
    # In a view, the hidden cards that were offered may have been seen elsewhere since.
    return holds_all(p, player, p.ask, p.n_ask) and holds_all(p, p.giver, p.give, p.n_give)

cdef inline void add_answer(const Position* p, int player, Ids* ids) noexcept nogil:
    if can_accept(p, player):
        add_id(ids, ACCEPT)
    add_id(ids, REFUSE)

cdef inline void play_answer(Position* p, int player, int index) noexcept nogil:
    if index == ACCEPT:
        hand_over(p, p.giver, player, p.give, p.n_give, p.pay)
        hand_over(p, player, p.giver, p.ask, p.n_ask, p.charge)
    next_offer(p, p.giver)

cdef inline void hand_over(
    Position* p, int giver, int receiver, const uint8_t* cards, int n, int64_t tokens
) noexcept nogil:
    #   reads    cards[n], which are not the hands'
    cdef int i
    for i in range(n):
        take_from_hand(p, giver, cards[i])
        put_into_hand(p, receiver, cards[i])
    p.tokens[giver] -= tokens
    p.tokens[receiver] += tokens


# --- the steal

cdef inline void begin_steal(Position* p) noexcept nogil:
    # J2.2, J4.4: the highest Trade, as the step begins.
    cdef int thief = highest(p, TRADE)
    if thief == NOBODY:
        begin_alliance(p)
    else:
        decide(p, STEAL_DUE, thief)

cdef inline void add_steal(const Position* p, int player, Ids* ids) noexcept nogil:
    cdef int seat
    add_id(ids, DONE)
    for seat in range(p.n_players):
        if seat != player and p.hand_sizes[seat]:
            add_id(ids, STEAL + seat)

cdef inline void play_steal(Position* p, int player, int index) noexcept nogil:
    if index == DONE:
        begin_alliance(p)
        return
    p.step = THEFT_DUE
    add_draft(p, index - STEAL)

cdef inline void add_theft(const Position* p, int player, Ids* ids) noexcept nogil:
    # J2.2: chance draws any card of the hand; a hidden one may be any unseen one.
    add_word(ids, DRAW, cards_held(p, <int>p.draft[0], 1))

cdef inline void play_theft(Position* p, int player, int index) noexcept nogil:
    take_from_hand(p, <int>p.draft[0], index - DRAW)
    put_into_hand(p, p.actor, index - DRAW)
    begin_alliance(p)


# --- the alliance

cdef inline void begin_alliance(Position* p) noexcept nogil:
    # J2.2, J4.4: the highest Diplomacy, as the step begins.
    cdef int diplomat = highest(p, DIPLOMACY)
    if diplomat == NOBODY:
        begin_tech(p)
    else:
        decide(p, ALLIANCE_DUE, diplomat)

cdef inline void add_alliance(const Position* p, int player, Ids* ids) noexcept nogil:
    add_id(ids, DONE)
    add_word(ids, ALLY, others_of(p, player))

cdef inline void play_alliance(Position* p, int player, int index) noexcept nogil:
    if index != DONE:
        p.diplomat, p.ally = player, index - ALLY
    begin_tech(p)
