# For Jump Wars. Views: a position as one player may know it (J1.6), and full positions that fit a view (J5.15), as
# jump_wars/reference/secrets.py has them in plain Python, with the same draws. Header-only.

from libc.stdint cimport int32_t
from libc.string cimport memmove

from sse_core._core.jump_wars.phases.jump cimport *
from sse_core._core.jump_wars.phases.trade cimport *
from sse_core._core.random cimport below

cdef enum:
    N_COPIES = 74               # the cards of the whole deck (J1.5)


# --- views

cdef inline void hide_player(Position* p, int seat, bint sealing) noexcept nogil:
    # Hides what others don't know of a player: the cards, and what is sealed if anything is now.
    #   writes   p
    cdef int card, n
    for card in range(N_CARDS):
        n = p.hands[seat][card]
        p.unseen[card] += n
        p.n_unseen += n
        p.hidden[seat] += n
    memset(p.hands[seat], 0, sizeof(p.hands[seat]))
    if not sealing:
        return
    for card in range(N_BASICS):
        # J4.3: a card that was discarded for a sealed boost still counts as held.
        n = p.sealed[seat][card]
        p.unseen[card] += n
        p.n_unseen += n
        p.hidden[seat] += n
        p.hand_sizes[seat] += n
    memset(p.sealed[seat], 0, sizeof(p.sealed[seat]))
    p.sealed_lead[seat] = NOBODY
    if p.step == ORDERS_DUE:
        memset(p.orders[seat], 0, p.n_orders[seat] * sizeof(Order))
        p.voids[seat] = p.n_orders[seat] = 0
        p.draft_length[seat] = p.draft_origin[seat] = p.draft_target[seat] = 0
        p.draft_counted[seat] = 0

cdef inline bint has_begun_orders(const Position* p, int seat) noexcept nogil:
    # Whether a player's orders aren't as they were when the Jump phase began.
    cdef int card
    if p.done >> seat & 1 or p.n_orders[seat] or p.draft_length[seat] or p.sealed_lead[seat] != NOBODY:
        return True
    for card in range(N_BASICS):
        if p.sealed[seat][card]:
            return True
    return False

cdef inline void hide_deals(Position* p, int viewer) noexcept nogil:
    # J5.11: the deals of a group are sealed until all of it have settled; who has settled is open.
    #   writes   p
    cdef int place, side
    for place in range(p.n_deals):
        side = nth_of_group(p, place)
        if side != viewer:
            p.bombs[side] = 0
            p.forces[side] = 0
            memset(p.points[side], 0, sizeof(p.points[side]))
            p.hidden_deals |= <uint8_t>(1 << side)
    if p.actor != viewer:
        p.step = DEAL_DUE
        p.begun = p.n_draft = 0
        memset(p.draft, 0, sizeof(p.draft))
        p.counted = 0

cdef inline void hide_offer(Position* p) noexcept nogil:
    # J4.6: others see who answers whom, and nothing of the offer.
    #   writes   p
    p.n_give = p.n_ask = 0
    memset(p.give, 0, sizeof(p.give))
    memset(p.ask, 0, sizeof(p.ask))
    p.pay = p.charge = 0

cdef inline void view(const Position* p, int viewer, Position* out) noexcept nogil:
    # J1.6: the position as a player may know it. The view of a view hides more, and shows nothing.
    #   reads    viewer, a seat
    #   writes   out
    cdef int seat
    cdef bint sealing = is_sealing(p)
    sse_check(0 <= viewer < p.n_players)
    out[0] = p[0]
    for seat in range(p.n_players):
        if seat != viewer:
            hide_player(out, seat, sealing)
    if p.step == ORDERS_DUE:
        # Nobody knows whether others write; who has finished is open.
        out.begun = out.done != 0 or has_begun_orders(out, viewer)
    elif sealing:
        hide_deals(out, viewer)
    elif OFFERING >> p.step & 1 and viewer != p.actor:
        hide_offer(out)
        out.step = OFFER_DUE
        out.giver = out.receiver = NOBODY
    elif p.giver != NOBODY and viewer != p.giver and viewer != p.receiver:
        hide_offer(out)


# --- samples

cdef inline uint8_t take_card(uint8_t* pile, int n, int place) noexcept nogil:
    # The card at a place of a pile.
    #   writes   pile[0:n - 1], the others in their order
    cdef uint8_t card
    sse_check(0 <= place < n <= N_COPIES)
    card = pile[place]
    memmove(pile + place, pile + place + 1, n - place - 1)
    return card

cdef inline int drop_card(uint8_t* pile, int n, int card) noexcept nogil:
    # A card of a kind leaves a pile that has one.
    #   writes   pile
    #   returns  n - 1
    cdef int place = 0
    while pile[place] != card:
        place += 1
    take_card(pile, n, place)
    return n - 1

cdef inline int deal_hand(
    Position* p, int seat, const uint8_t* needed, int n_needed, uint8_t* pile, int n, uint64_t* stream
) noexcept nogil:
    # Deals the hidden cards of a hand. Each way to deal them is equally likely, of all ways in which the needed cards
    # are among them.
    #   reads    needed[n_needed], ascending, 0 <= n_needed <= MAX_OFFERED, which are in the pile
    #   writes   p; pile[0:n], the cards that are unseen, ascending; stream
    #   returns  how many are left in the pile
    # The needed cards are dealt first, then any others. So a hand comes about once for each choice of the needed cards
    # among its own: with x of a kind of which m are needed, C(x, m) times as often as each other hand. Such a hand is
    # kept once in so many times. There are 25 choices at most, since no kind has more than five cards.
    cdef uint8_t left[N_COPIES]
    cdef uint8_t dealt[N_CARDS]
    cdef int i, _i, card, count, ways
    sse_check(n == p.n_unseen <= N_COPIES and n_needed <= p.hidden[seat] <= n)
    while True:
        count = n
        memcpy(left, pile, n)
        memset(dealt, 0, sizeof(dealt))
        for i in range(n_needed):
            count = drop_card(left, count, needed[i])
            dealt[needed[i]] += 1
        for _i in range(p.hidden[seat] - n_needed):
            dealt[take_card(left, count, <int>below(stream, count))] += 1
            count -= 1
        ways = 1
        if n_needed == 2 and needed[0] == needed[1]:
            ways = dealt[needed[0]] * (dealt[needed[0]] - 1) // 2
        else:
            for i in range(n_needed):
                ways *= dealt[needed[i]]
        if ways == 1 or below(stream, ways) == 0:
            break
    for card in range(N_CARDS):
        p.hands[seat][card] += dealt[card]
        p.unseen[card] -= dealt[card]
    p.n_unseen -= p.hidden[seat]
    p.hidden[seat] = 0
    memcpy(pile, left, count)
    return count

cdef inline void deal_hands(Position* p, uint64_t* stream) noexcept nogil:
    # Deals the hidden cards of all hands from the unseen ones; the giver of an offer that is seen has what it offers.
    #   writes   p, stream
    cdef uint8_t pile[N_COPIES]
    cdef uint8_t needed[MAX_OFFERED]
    cdef int seat, card, i, held, n = 0, n_needed = 0
    for card in range(N_CARDS):
        memset(pile + n, card, p.unseen[card])
        n += p.unseen[card]
    # In a view, the hidden cards that were offered may have been seen elsewhere since.
    if p.giver != NOBODY and p.hidden[p.giver] and holds_all(p, p.giver, p.give, p.n_give):
        for i in range(p.n_give):
            # Of two cards of a kind, the first is one that is known.
            held = p.hands[p.giver][p.give[i]] - (i == 1 and p.give[0] == p.give[1])
            if held <= 0:
                needed[n_needed] = p.give[i]
                n_needed += 1
        # The giver's hand comes first: with the cards offered in it, each way to deal the rest is equally likely.
        n = deal_hand(p, p.giver, needed, n_needed, pile, n, stream)
    for seat in range(p.n_players):
        if p.hidden[seat]:
            n = deal_hand(p, seat, needed, 0, pile, n, stream)

cdef inline int draw_id(const Ids* ids, uint64_t* stream) noexcept nogil:
    # One of some ids, each equally likely, as SplitMix64.choice has it.
    #   writes   stream
    return nth_id(ids, <int>below(stream, count_ids(ids)))

cdef inline int draw_orders(Position* p, int seat, uint64_t* stream) noexcept nogil:
    # Writes sealed orders, of which a view has none, by random choices.
    #   writes   p, stream
    #   returns  how many choices there were
    # Another player still writes, so that nothing is revealed.
    cdef Ids ids
    cdef int index, n = 0
    p.done &= <uint8_t>~(1 << seat)
    while not p.done >> seat & 1:
        clear_ids(&ids)
        add_orders(p, seat, &ids)
        if is_decision(p, seat):
            add_boosts(p, seat, &ids)
        index = draw_id(&ids, stream)
        if index == DONE:
            p.done |= <uint8_t>(1 << seat)
        elif index < LEAD + N_BASICS:
            boost(p, seat, index)
        else:
            write_order(p, seat, index, p.n_orders[seat])
        n += 1
    return n

cdef inline void draw_offer(Position* p, uint64_t* stream) noexcept nogil:
    # Puts a hidden offer, which is empty, together by random choices.
    #   writes   p: the offer; stream
    cdef Position draft = p[0]
    cdef Ids ids
    cdef int giver = p.giver
    draft.step = GIVE_DUE
    while OFFERING >> draft.step & 1:
        clear_ids(&ids)
        if draft.step == GIVE_DUE:
            add_give(&draft, giver, &ids)
            play_give(&draft, giver, draw_id(&ids, stream))
        elif draft.step == PAY_DUE:
            add_pay(&draft, giver, &ids)
            play_pay(&draft, giver, draw_id(&ids, stream))
        elif draft.step == ASK_DUE:
            add_ask(&draft, giver, &ids)
            play_ask(&draft, giver, draw_id(&ids, stream))
        else:
            add_charge(&draft, giver, &ids)
            play_charge(&draft, giver, draw_id(&ids, stream))
    p.n_give, p.n_ask = draft.n_give, draft.n_ask
    memcpy(p.give, draft.give, sizeof(p.give))
    memcpy(p.ask, draft.ask, sizeof(p.ask))
    p.pay, p.charge = draft.pay, draft.charge

cdef inline void draw_deals(Position* p, int32_t* drawn, uint64_t* stream) noexcept nogil:
    # J5.11: settles the hidden deals of a group by random choices, without boosts.
    #   writes   p: these deals; drawn, by side: how many choices there were; stream
    cdef Position q
    cdef Ids ids
    cdef int place, side
    for place in range(p.n_deals):
        side = nth_of_group(p, place)
        if not p.hidden_deals >> side & 1:
            continue
        q = p[0]
        q.n_deals = place
        decide(&q, DEAL_DUE, side)
        while q.n_deals == place:
            clear_ids(&ids)
            if q.step == DEAL_DUE:
                add_deal(&q, side, &ids)
            elif q.step == BOMBS_DUE:
                add_bombs(&q, side, &ids)
            else:
                add_split(&q, side, &ids)
            settle(&q, side, draw_id(&ids, stream))
            drawn[side] += 1
        p.bombs[side], p.forces[side] = q.bombs[side], q.forces[side]
        memcpy(p.points[side], q.points[side], sizeof(p.points[side]))
        p.hidden_deals &= <uint8_t>~(1 << side)

cdef inline void sample(
    const Position* seen, int viewer, uint64_t* stream, Position* out, int32_t* drawn
) noexcept nogil:
    # J5.15: a full position for a view: each way to deal the unseen cards is equally likely. Sealed orders, sealed
    # deals and a hidden offer are drawn by random choices.
    #   reads    seen, what `view` has written for this viewer
    #   writes   out; drawn[MAX_PLAYERS], how many actions wrote each seat's orders, or settled its deal; stream
    cdef int seat
    out[0] = seen[0]
    memset(drawn, 0, MAX_PLAYERS * sizeof(int32_t))
    deal_hands(out, stream)
    if out.step == ORDERS_DUE:
        for seat in range(out.n_players):
            if seat != viewer and out.done >> seat & 1:
                drawn[seat] = draw_orders(out, seat, stream)
    elif out.hidden_deals:
        draw_deals(out, drawn, stream)
    elif out.step == ANSWER_DUE and is_empty_offer(out):
        draw_offer(out, stream)
