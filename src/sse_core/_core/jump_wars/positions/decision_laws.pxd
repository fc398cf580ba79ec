# For Jump Wars. Checks of the laws of the due decision (J4.2): its actor, offers, orders, battles, and
# half-made decisions. Header-only. ``laws.pxd`` says how the laws are checked.

from sse_core._core.jump_wars.positions.faults cimport *

cdef enum:
    # Steps in which nobody alone decides, and those that go on with a decision (J4.2, J5.1).
    OF_NOBODY = 1 << START_DUE | 1 << ORDERS_DUE | 1 << END_DUE
    TIME_JUMPS = 1 << TIME_JUMP_DUE | 1 << NEGATE_ORDER_DUE | 1 << NEGATE_CARD_DUE
    SABOTAGES = 1 << SABOTAGE_DUE | 1 << SABOTAGE_SPACE_DUE | 1 << SABOTAGE_CARD_DUE
    OF_SPY = 1 << ESPIONAGE_DUE | 1 << REWRITE_DUE | 1 << REWRITING_DUE
    OFFERED = OFFERING | 1 << ANSWER_DUE
    # A number is counted in parts; other numbers are counted in the offer, or with the orders.
    COUNTING = 1 << REWRITE_DUE | 1 << NEGATE_ORDER_DUE | 1 << BOMBS_DUE | 1 << SPLIT_DUE
    DRAFTS_ONE = 1 << THEFT_DUE | 1 << SABOTAGE_SPACE_DUE | 1 << REWRITING_DUE | 1 << NEGATE_ORDER_DUE
    DRAFTS_TWO = 1 << SABOTAGE_CARD_DUE | 1 << NEGATE_CARD_DUE
    HALF_MADE = OFFERING | DRAFTS_ONE | DRAFTS_TWO | COUNTING


# --- the decision that is due

cdef inline int privilege_of(int step) noexcept nogil:
    # J1.7: the technology whose highest level gives a decision; NOBODY if none does.
    if step == STEAL_DUE or step == THEFT_DUE:
        return TRADE
    if step == ALLIANCE_DUE:
        return DIPLOMACY
    return ESPIONAGE if OF_SPY >> step & 1 else NOBODY

cdef inline int special_of(int step) noexcept nogil:
    # J2.5, J2.6, J2.7: the special technology that gives a decision; NOBODY if none does.
    if SABOTAGES >> step & 1:
        return SABOTAGE_CARD
    if TIME_JUMPS >> step & 1:
        return TIME_JUMP
    return NOVA_BOMBS if step == BOMBS_DUE else NOBODY

cdef inline bint breaks_decision(const Position* p, Fault* out) noexcept nogil:
    # J4.2: whose decision it is. Beyond it there is an actor, wherever one decides alone.
    cdef int technology = privilege_of(p.step), special = special_of(p.step)
    if p.actor == NOBODY and not OF_NOBODY >> p.step & 1:
        return breaks(out, NO_ACTOR, p.step, 0, 0)
    if p.actor != NOBODY and OF_NOBODY >> p.step & 1:
        return breaks(out, ACTOR_ALONE, p.step, p.actor, 0)
    if HALF_MADE >> p.step & 1 and not p.begun:
        return breaks(out, NOT_BEGUN, p.step, 0, 0)
    if (p.step == START_DUE or p.step == END_DUE) and p.begun:
        return breaks(out, BEGUN, p.step, 0, 0)
    if technology != NOBODY and highest(p, technology) != p.actor:
        return breaks(out, NOT_HIGHEST, p.step, p.actor, technology)
    if special != NOBODY and not has(p, p.actor, special):
        return breaks(out, NOT_LEARNED, p.step, p.actor, special)
    return False

cdef inline bint breaks_draw(const Position* p, Fault* out) noexcept nogil:
    # J2.1, J4.4; J2.4: what Mine has sold.
    cdef int most = 3 if p.used & USED_TAKE else 2 if p.used & USED_RUINS else 1 if p.used & USED_BRAINS else 0
    cdef int card, discarded = 0
    if (p.used or p.due) and p.step != DRAW_DUE:
        return breaks(out, DRAWN_ELSEWHERE, p.step, 0, 0)
    if p.used and not p.begun:
        return breaks(out, USED_UNBEGUN, 0, 0, 0)
    if p.used & USED_BRAINS and not has(p, p.actor, POSITRONIC_BRAINS):
        return breaks(out, USED_UNLEARNED, p.actor, POSITRONIC_BRAINS, 0)
    if p.due > most:
        return breaks(out, MANY_DUE, p.due, most, 0)
    if p.due and deck_size(p) == 0:
        return breaks(out, EMPTY_DECK, p.due, 0, 0)
    for card in range(N_CARDS):
        discarded += p.discard[card]
    if p.sold and (p.step != MINE_DUE or not p.begun or p.sold > discarded):
        return breaks(out, SOLD, p.sold, 0, 0)
    return False


# --- offers (J2.2, J4.6)

cdef inline bint breaks_trade(const Position* p, Fault* out) noexcept nogil:
    cdef bint offered = OFFERED >> p.step & 1
    if (p.giver != NOBODY) != offered:
        return breaks(out, WITHOUT_OFFER if offered else WITH_OFFER, p.step, 0, 0)
    if (offered or p.step == OFFER_DUE) and not has_option(p, TRADING):
        return breaks(out, NO_TRADE, p.step, 0, 0)
    return offered and (
        breaks_partners(p, out) or breaks_cards_of_offer(p, out)
        or breaks_tokens(p, p.pay, p.giver, PAY_DUE, out) or breaks_tokens(p, p.charge, p.receiver, CHARGE_DUE, out)
        or breaks_order_of_offer(p, out)
    )

cdef inline bint breaks_partners(const Position* p, Fault* out) noexcept nogil:
    if p.giver == p.receiver:
        return breaks(out, OFFER_TO_SELF, 0, 0, 0)
    if p.actor == (p.receiver if p.step == ANSWER_DUE else p.giver):
        return False
    return breaks_more(out, OFFER_OF_ANOTHER, p.step, p.actor, p.giver, p.receiver, 0)

cdef inline bint are_ordered(const uint8_t* cards, int n) noexcept nogil:
    # Whether the cards on a side of an offer are ascending (J5.2).
    return n < 2 or cards[0] <= cards[1]

cdef inline bint breaks_cards_of_offer(const Position* p, Fault* out) noexcept nogil:
    # In a view the receiver may have shown, by a boost, the card that the giver was taken to have.
    cdef bint was_shown = p.step == ANSWER_DUE and p.hidden[p.giver] > 0
    if not are_ordered(p.give, p.n_give) or not (was_shown or holds_all(p, p.giver, p.give, p.n_give)):
        return breaks(out, GIVEN, p.giver, 0, 0)
    if not are_ordered(p.ask, p.n_ask) or (p.n_ask == 2 and p.ask[0] == p.ask[1] and p.ask[0] >= N_BASICS):
        return breaks(out, ASKED, 0, 0, 0)
    return False

cdef inline bint breaks_tokens(const Position* p, int64_t tokens, int payer, int step, Fault* out) noexcept nogil:
    if tokens > p.tokens[payer]:
        return breaks(out, TOO_POOR, payer, p.tokens[payer], tokens)
    return p.step == step and breaks_parts(tokens, p.tokens[payer], out)

cdef inline bint breaks_order_of_offer(const Position* p, Fault* out) noexcept nogil:
    # Parts that are still to come are empty, and a side of two cards is full.
    cdef bint later = p.step < CHARGE_DUE and p.charge or p.step < ASK_DUE and p.n_ask or p.step < PAY_DUE and p.pay
    if later:
        return breaks(out, LATER_PART, p.step, 0, 0)
    if (p.step == GIVE_DUE and p.n_give > 1) or (p.step == ASK_DUE and p.n_ask > 1):
        return breaks(out, TWO_CARDS, p.step, 0, 0)
    if p.step == CHARGE_DUE and not (p.n_give or p.pay or p.n_ask or p.tokens[p.receiver]):
        return breaks(out, EMPTY_OFFER, p.receiver, 0, 0)
    return False


# --- orders (J2.6)

cdef inline bint breaks_any_orders(const Position* p, Fault* out) noexcept nogil:
    cdef int seat
    cdef bint written = False
    for seat in range(p.n_players):
        written = written or has_begun_orders(p, seat)
        if breaks_writing(p, seat, out):
            return True
        if is_sealing(p) and p.sealed_lead[seat] != NOBODY:
            if p.led >> seat & 1 or not has(p, seat, LEADERSHIP):
                return breaks(out, SEALED_LEAD, seat, 0, 0)
        if ORDERS_DUE <= p.step < DEAL_DUE and breaks_orders(p, seat, out):
            return True
    if p.step != ORDERS_DUE:
        return False
    if p.done == (1 << p.n_players) - 1:
        return breaks(out, ALL_DONE, 0, 0, 0)
    return not p.begun and written and breaks(out, ORDERS_UNBEGUN, 0, 0, 0)

cdef inline bint breaks_writing(const Position* p, int seat, Fault* out) noexcept nogil:
    # Whether orders are open, and whether the player may write some.
    cdef bint done = p.done >> seat & 1, writes = p.step == REWRITING_DUE and seat == p.actor
    if p.step < ORDERS_DUE:
        return has_begun_orders(p, seat) and breaks(out, EARLY_ORDERS, seat, p.step, 0)
    if p.step > ORDERS_DUE and (not done or (has_sealed(p, seat) and not has_dealt(p, seat))):
        return breaks(out, CLOSED_ORDERS, seat, p.step, 0)
    if p.step == ORDERS_DUE:
        writes = not done
    return p.draft_length[seat] and not writes and breaks(out, WRITES_NOW, seat, 0, 0)

cdef inline bint has_sealed(const Position* p, int seat) noexcept nogil:
    # J4.3: whether a boost of a player is sealed.
    cdef int card
    for card in range(N_BASICS):
        if p.sealed[seat][card]:
            return True
    return p.sealed_lead[seat] != NOBODY

cdef inline bint has_dealt(const Position* p, int seat) noexcept nogil:
    # J5.11: whether a player has begun a deal of this group, which is sealed.
    cdef int place
    if not is_sealing(p) or p.battle_space == NOBODY:
        return is_sealing(p)
    for place in range(p.n_deals):
        if nth_of_group(p, place) == seat:
            return True
    return p.actor == seat and p.begun

cdef inline bint breaks_orders(const Position* p, int seat, Fault* out) noexcept nogil:
    # J2.6, J4.10: orders that are not carried out yet.
    cdef const Order* order
    cdef int i, planets = 0, lines = p.n_orders[seat] + (p.draft_length[seat] > 0)
    if lines > most_orders(p, seat):
        return breaks(out, MANY_ORDERS, seat, p.n_orders[seat], most_orders(p, seat))
    for i in range(p.n_orders[seat]):
        planets += p.orders[seat][i].fleets == 0
    if planets > 1:
        return breaks(out, TWO_PLANETS, seat, 0, 0)
    for i in range(p.n_orders[seat]):
        order = &p.orders[seat][i]
        if order.fleets and free_fleets(p, seat, order.origin) < 0:
            return breaks(out, FLEETS_TWICE, seat, order.origin, 0)
    for i in range(p.n_orders[seat]):
        if breaks_order(p, seat, &p.orders[seat][i], out) or breaks_void(p, seat, i, out):
            return True
    return p.draft_length[seat] and breaks_begun_order(p, seat, out)

cdef inline bint breaks_order(const Position* p, int seat, const Order* order, Fault* out) noexcept nogil:
    cdef int home = p.homeworlds[seat]
    cdef Board near
    if order.fleets:
        near = targets(p, seat, order.origin)
        if not has_space(&near, order.target):
            return breaks(out, OUT_OF_REACH, seat, order.origin, order.target)
        if order.fleets <= stack(p, seat):
            return False
        return breaks_more(out, LARGE_STACK, seat, order.origin, order.target, order.fleets, stack(p, seat))
    near = both(adjacent(has_option(p, HEX), home), p.counters[VOID])
    if order.origin != home or not has_space(&near, order.target) or not p.fleets[seat][home]:
        return breaks(out, OF_HOMEWORLD, seat, order.origin, order.target)
    if not has(p, seat, PLANET_JUMP):
        return breaks(out, OF_HOMEWORLD, seat, order.origin, order.target)
    if is_voided(p, seat, order.target) and not has_option(p, VOID_ORDERS):
        return breaks(out, OF_HOMEWORLD_ALLIED, seat, order.origin, order.target)
    return False

cdef inline bint breaks_void(const Position* p, int seat, int place, Fault* out) noexcept nogil:
    # J2.2, J2.6: the alliance voids orders as they are revealed, and a Time Jump others later.
    cdef const Order* order = &p.orders[seat][place]
    cdef bint against = is_voided(p, seat, order.target), is_void = p.voids[seat] >> place & 1
    # A holder's turn is over, who may have voided an order.
    cdef bint negated = TIME_JUMPS >> p.step & 1 and next_holder(p, TIME_JUMP, NOBODY) != p.actor
    if p.step == ORDERS_DUE:
        return is_void and breaks(out, VOID_EARLY, seat, order.origin, order.target)
    if against:
        return not is_void and breaks(out, NOT_VOID, seat, order.origin, order.target)
    return is_void and not negated and breaks(out, VOID_ALONE, seat, order.origin, order.target)

cdef inline bint breaks_begun_order(const Position* p, int seat, Fault* out) noexcept nogil:
    cdef int origin = p.draft_origin[seat], target = p.draft_target[seat]
    cdef int64_t free = most_fleets(p, seat, origin)
    cdef Board near = targets(p, seat, origin) if free > 0 else no_spaces()
    if p.draft_length[seat] == 1:
        return not has_any(near) and breaks(out, BEGUN_FROM, seat, origin, 0)
    if not has_space(&near, target):
        return breaks(out, BEGUN_TO, seat, origin, target)
    return breaks_parts(p.draft_counted[seat], free, out)


# --- battles (J2.7)

cdef inline bint breaks_battle(const Position* p, Fault* out) noexcept nogil:
    # J4.12: a battle is in the first space with fleets of two sides; those of the first group stand, and deal one after
    # the other.
    cdef Board contested = in_several(p.occupied, n_sides(p))
    cdef bint fights = FIGHTING >> p.step & 1
    cdef int side, defense
    if (p.battle_space != NOBODY) != fights:
        return breaks(out, WITHOUT_BATTLE if fights else WITH_BATTLE, p.step, 0, 0)
    if not fights:
        return False
    if not has_any(contested) or first_space(contested) != p.battle_space:
        return breaks(out, ANOTHER_SPACE, p.battle_space, 0, 0)
    for side in range(n_sides(p)):
        defense = strength(p, side, p.battle_space, DEFENSE)
        if standing(p, side) and <int64_t>p.worst[side] >= defense:
            return breaks(out, FALLEN, named(p, side), p.worst[side], defense)
    for side in range(n_sides(p)):
        if p.rank[side] == 1 and not standing(p, side):
            return breaks(out, DEALER_FALLEN, 0, 0, 0)
    if next_dealer(p) != p.actor:
        return breaks(out, NOT_NEXT, p.actor, 0, 0)
    for side in range(p.n_deals):
        if breaks_deal(p, nth_of_group(p, side), out):
            return True
    return False

cdef inline bint breaks_deal(const Position* p, int dealer, Fault* out) noexcept nogil:
    # J2.7: bombs and points of the fleets that the side has; its technologies don't change before they count.
    cdef int attack = strength(p, dealer, p.battle_space, ATTACK), side
    cdef int64_t right = (standing(p, dealer) - <int64_t>p.bombs[dealer]) * attack, dealt = 0
    if p.hidden_deals >> dealer & 1:
        if has_option(p, SIMULTANEOUS) and dealer != p.n_players and not p.bombs[dealer] and not p.forces[dealer]:
            return False
        return breaks(out, NOT_HIDDEN, named(p, dealer), 0, 0)
    if p.bombs[dealer] and breaks_bombs(p, dealer, p.bombs[dealer], out):
        return True
    if p.forces[dealer] != (attack if p.bombs[dealer] else 0):
        return breaks(out, FORCE, named(p, dealer), p.forces[dealer], 0)
    for side in range(n_sides(p)):
        dealt += p.points[dealer][side]
    if dealt != right:
        return breaks(out, POINTS, named(p, dealer), right, dealt)
    for side in range(n_sides(p)):
        if p.points[dealer][side] and (side == dealer or not standing(p, side)):
            return breaks(out, NO_ENEMY, named(p, dealer), 0, 0)
    return False

cdef inline bint breaks_bombs(const Position* p, int dealer, int64_t bombs, Fault* out) noexcept nogil:
    # J2.7: no more fleets are given up than there are, and Nova Bombs are learned.
    if bombs <= standing(p, dealer) and dealer != p.n_players and has(p, dealer, NOVA_BOMBS):
        return False
    return breaks(out, MANY_BOMBS, named(p, dealer), bombs, 0)


# --- decisions half made

cdef inline int drafted_in(int step) noexcept nogil:
    # J5.1: how many numbers a step is due with; those of a split depend on the battle.
    return 1 if DRAFTS_ONE >> step & 1 else 2 if DRAFTS_TWO >> step & 1 else 0

cdef inline bint breaks_draft(const Position* p, Fault* out) noexcept nogil:
    cdef int wanted = drafted_in(p.step)
    if p.counted and not COUNTING >> p.step & 1:
        return breaks(out, COUNTED, p.step, 0, 0)
    if p.step == SPLIT_DUE:
        return breaks_split(p, out)
    if p.n_draft != wanted:
        return breaks(out, DRAFTED, p.step, p.n_draft, wanted)
    if p.step == BOMBS_DUE:
        return breaks_parts(p.counted, standing(p, p.actor), out)
    if p.step == THEFT_DUE:
        return breaks_theft(p, out)
    if SABOTAGES >> p.step & 1 and wanted:
        return breaks_sabotage(p, out) or breaks_payment(p, out)
    if OF_SPY >> p.step & 1:
        return breaks_rewriting(p, out)
    if TIME_JUMPS >> p.step & 1 and wanted:
        return breaks_negation(p, out) or breaks_payment(p, out)
    return p.step == FINAL_DUE and breaks_hands(p, out)

cdef inline bint breaks_payment(const Position* p, Fault* out) noexcept nogil:
    return p.hand_sizes[p.actor] == 0 and breaks(out, NO_CARD_TO_PAY, p.actor, 0, 0)

cdef inline bint breaks_theft(const Position* p, Fault* out) noexcept nogil:
    # J2.2: of another player who has a card.
    cdef int victim = <int>min(p.draft[0], <int64_t>p.n_players)
    if victim < p.n_players and victim != p.actor and p.hand_sizes[victim]:
        return False
    return breaks(out, VICTIM, 0, 0, 0)

cdef inline bint breaks_sabotage(const Position* p, Fault* out) noexcept nogil:
    # J2.5: a side's fleet, in a space where it has one.
    cdef int side = <int>min(p.draft[0], <int64_t>MAX_SIDES)
    if side >= n_sides(p) or not has_any(p.occupied[side]):
        return breaks(out, SABOTAGED_SIDE, 0, 0, 0)
    if p.step == SABOTAGE_CARD_DUE and (p.draft[1] >= N_SPACES or not p.fleets[side][p.draft[1]]):
        return breaks(out, SABOTAGED_SPACE, named(p, side), 0, 0)
    return False

cdef inline bint breaks_rewriting(const Position* p, Fault* out) noexcept nogil:
    # J2.6: an order of the spy is rewritten, and is taken off then.
    cdef int n = p.n_orders[p.actor]
    if p.step == REWRITE_DUE:
        return (n == 0 and breaks(out, NOTHING_TO_REWRITE, p.actor, 0, 0)) or breaks_parts(p.counted, n, out)
    if p.step != REWRITING_DUE:
        return False
    if p.draft[0] > n:
        return breaks(out, NO_PLACE, p.actor, 0, 0)
    return n >= most_orders(p, p.actor) and breaks(out, NOTHING_TAKEN, p.actor, 0, 0)

cdef inline bint breaks_negation(const Position* p, Fault* out) noexcept nogil:
    # J2.6: an order of a player that isn't void.
    cdef uint64_t left
    cdef int seat = <int>min(p.draft[0], <int64_t>p.n_players), last = 0
    if seat == p.n_players:
        return breaks(out, NEGATED_OF_NOBODY, 0, 0, 0)
    left = open_orders(p, seat)
    while left >> last > 1:
        last += 1
    if not left or (p.step == NEGATE_CARD_DUE and (p.draft[1] > last or not left >> p.draft[1] & 1)):
        return breaks(out, NOTHING_TO_NEGATE, seat, 0, 0)
    return p.step == NEGATE_ORDER_DUE and breaks_parts(p.counted, last + 1, out)

cdef inline bint breaks_split(const Position* p, Fault* out) noexcept nogil:
    # J2.7: points for some enemies; the last one gets the rest.
    cdef int enemies[MAX_SIDES]
    if not 1 <= p.n_draft < enemies_of(p, p.actor, enemies):
        return breaks(out, NO_SPLIT, 0, 0, 0)
    if p.draft[0] and breaks_bombs(p, p.actor, p.draft[0], out):
        return True
    if points_left(p, p.actor) <= 0:
        return breaks(out, NO_POINTS, p.actor, 0, 0)
    return breaks_parts(p.counted, points_left(p, p.actor), out)

cdef inline bint breaks_hands(const Position* p, Fault* out) noexcept nogil:
    # J2.8: who has discarded down before the actor.
    cdef int seat = p.start_player
    while seat != p.actor:
        if p.hand_sizes[seat] > hand_limit(p, seat):
            return breaks(out, NOT_DISCARDED, seat, p.hand_sizes[seat], 0)
        seat = next_after(p, seat)
    return False
