# For Empire of the Stars. C8: cards are drawn, bought, discarded. Header-only. A cost counts from 0.

from sse_core._core.empire_of_the_stars.measures cimport *


cdef inline void begin_scientist(const Board* b, Position* p) noexcept nogil:
    # C8: the chooser begins.
    p.step, p.actor = DRAW_DUE, p.chooser

cdef inline int deck_size(const Board* b, const Position* p, int cost) noexcept nogil:
    # The number of cards in a deck; in a view, hidden cards of hands aren't there.
    cdef int i, seat, n = 0
    for i in range(b.n_cards_of[cost]):
        n += p.place[b.cards[cost][i]] == IN_DECK
    for seat in range(p.n_players):
        n -= p.hidden[seat][cost]
    return n

cdef inline int top_of(const Board* b, const Position* p, int cost) noexcept nogil:
    # The card on the top of a pile; -1 for an empty one.
    cdef int i, card, height = 0, top = -1
    for i in range(b.n_cards_of[cost]):
        card = b.cards[cost][i]
        if p.height[card] > height:
            height, top = p.height[card], card
    return top

cdef inline bint can_draw(const Board* b, const Position* p, int cost) noexcept nogil:
    # C8.1, S23: whether a card can be drawn from a deck, or from the pile that becomes it.
    cdef int top
    if deck_size(b, p, cost) != 0:
        return True
    if not p.flags & RESHUFFLE:
        return False
    top = top_of(b, p, cost)
    return top >= 0 and p.height[top] > 1

cdef inline void add_draw(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int cost
    add_alone(b, ids, DONE_VERB)
    for cost in range(3):
        if can_draw(b, p, cost):
            add_of(b, ids, DRAW_VERB, cost)
    for cost in range(3):
        if top_of(b, p, cost) >= 0:
            add_of(b, ids, TAKE_VERB, cost)

cdef inline void play_draw(const Board* b, Position* p, int seat, int verb, int cost) noexcept nogil:
    cdef int card = top_of(b, p, cost)
    if verb == DRAW_VERB:
        draw_from(b, p, cost)
    elif verb == TAKE_VERB and card >= 0:
        p.place[card], p.height[card], p.known[card] = IN_HAND + seat, 0, 1
        if top_of(b, p, cost) < 0 and deck_size(b, p, cost) != 0:
            p.draft[0], p.step = cost, TURN_DUE
        else:
            go_on_after_card(b, p, seat)
    else:
        p.count, p.step = 0, BUY_DUE

cdef inline void draw_from(const Board* b, Position* p, int cost) noexcept nogil:
    # Chance draws a card of a deck, or of the pile that becomes it.
    if deck_size(b, p, cost) == 0:
        reshuffle(b, p, cost)
    p.draft[0], p.step = cost, CARD_DUE

cdef inline void go_on_after_card(const Board* b, Position* p, int seat) noexcept nogil:
    # With the effect that drew it, with another one, or to buy.
    p.draft[0] = 0
    if p.effect:
        sse_check(p.left > 0)
        p.left -= 1
        p.step = GO_ON_DUE
    elif p.count + 1 < number(b, p, seat, DRAWS):
        p.count += 1
        p.step = DRAW_DUE
    else:
        p.count, p.step = 0, BUY_DUE

cdef inline void reshuffle(const Board* b, Position* p, int cost) noexcept nogil:
    # S23: the pile below its top card becomes the deck.
    cdef int i, card, top = top_of(b, p, cost)
    sse_check(top >= 0)
    for i in range(b.n_cards_of[cost]):
        card = b.cards[cost][i]
        if card != top and p.place[card] == IN_PILE:
            p.place[card], p.height[card] = IN_DECK, 0
    p.height[top] = 1

cdef inline void add_unseen(const Board* b, const Position* p, int verb, Ids* ids) noexcept nogil:
    # Adds a verb's actions with the cards that can come from the deck that is drawn from; all are equally likely.
    cdef int i, card, cost = p.draft[0]
    for i in range(b.n_cards_of[cost]):
        card = b.cards[cost][i]
        if p.place[card] == IN_DECK:
            add_of(b, ids, verb, card)

cdef inline void add_card(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_unseen(b, p, CARD_VERB, ids)

cdef inline void play_card(const Board* b, Position* p, int seat, int verb, int card) noexcept nogil:
    p.place[card] = IN_HAND + p.actor
    go_on_after_card(b, p, p.actor)

cdef inline void add_turn(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_unseen(b, p, TURN_VERB, ids)

cdef inline void play_turn(const Board* b, Position* p, int seat, int verb, int card) noexcept nogil:
    p.place[card], p.height[card] = IN_PILE, 1
    go_on_after_card(b, p, p.actor)


# --- C8.2, C8.3

cdef inline int discount(const Board* b, const Position* p, int seat, int kind) noexcept nogil:
    # C8.2: how much less than its cost a player pays for a technology of a type.
    cdef int less = number(b, p, seat, LESS_TECHNOLOGY) + number(b, p, seat, LESS_TECHNOLOGY + 1 + kind)
    return less + count_technologies(b, p, seat, kind) + (seat == p.chooser)

cdef inline int price(const Board* b, const Position* p, int seat, int card) noexcept nogil:
    # C8.2: what a player pays for a technology, in the resource of its type.
    cdef int left = b.costs[card] - discount(b, p, seat, b.kinds[card])
    return max(left, 0)

cdef inline void add_hand(const Board* b, const Position* p, int seat, int verb, Ids* ids) noexcept nogil:
    # Adds a verb's actions with the cards in a player's hand that are known here.
    cdef int card
    for card in range(b.n_cards):
        if p.place[card] == IN_HAND + seat:
            add_of(b, ids, verb, card)

cdef inline void add_buy(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int card, kind
    cdef int most[3]        # the highest cost that the player can pay for, of each type
    for kind in range(3):
        most[kind] = p.resources[seat][kind] + discount(b, p, seat, kind)
    add_alone(b, ids, DONE_VERB)
    for card in range(b.n_cards):
        if p.place[card] == IN_HAND + seat and b.costs[card] <= most[b.kinds[card]]:
            add_of(b, ids, BUY_VERB, card)

cdef inline void play_buy(const Board* b, Position* p, int seat, int verb, int card) noexcept nogil:
    if verb == BUY_VERB:
        p.resources[seat][b.kinds[card]] -= price(b, p, seat, card)
        p.place[card], p.known[card] = OWNED + seat, 0
        if technologies_act(p):
            restand(b, p)
        p.count += 1
        if p.count < number(b, p, seat, BUYS):
            return
    p.count = 0
    end_cards(b, p, seat)

cdef inline int cards_in_hand(const Board* b, const Position* p, int seat) noexcept nogil:
    # How many cards a player has in hand, those that a view hides, too.
    return count_cards_at(p, IN_HAND + seat) + p.hidden[seat][0] + p.hidden[seat][1] + p.hidden[seat][2]

cdef inline void end_cards(const Board* b, Position* p, int seat) noexcept nogil:
    # C8.3: the player discards, or the next one begins.
    cdef int following = seat_after(p, seat)
    if cards_in_hand(b, p, seat) > number(b, p, seat, HAND):
        p.step = DISCARD_DUE
    elif following == p.chooser:
        p.step, p.actor = END_ROLE_DUE, seat
    else:
        p.step, p.actor = DRAW_DUE, following

cdef inline void add_discard(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_hand(b, p, seat, DISCARD_VERB, ids)

cdef inline void play_discard(const Board* b, Position* p, int seat, int verb, int card) noexcept nogil:
    discard(b, p, card)
    if p.then:
        # The role is over, and a hand was too large (C16.15).
        p.step = p.then
        p.then = 0
    else:
        end_cards(b, p, seat)

cdef inline void discard(const Board* b, Position* p, int card) noexcept nogil:
    # C8.3: puts a card on the pile of its cost.
    cdef int top = top_of(b, p, b.costs[card] - 1)
    p.place[card], p.known[card] = IN_PILE, 0
    p.height[card] = (p.height[top] if top >= 0 else 0) + 1

cdef inline void resume_scientist(const Board* b, Position* p, int seat, int step) noexcept nogil:
    # Drawing or buying goes on after an effect; both are always asked.
    p.step = step
