# For Jump Wars. Decisions, as all phases have them: one becomes due, boosts with it (J2.9), and numbers written in
# parts. Header-only.

from sse_core._core.jump_wars.hands cimport *
from sse_core._core.jump_wars.ids cimport *


cdef inline void decide_on_offer(Position* p, int step, int actor) noexcept nogil:
    # A fresh decision is due, and the offer stays.
    p.step, p.actor = step, actor
    p.begun = p.used = p.due = p.sold = p.n_draft = 0
    memset(p.draft, 0, sizeof(p.draft))
    p.counted = 0

cdef inline void decide(Position* p, int step, int actor) noexcept nogil:
    # A fresh decision is due, of a seat or of NOBODY.
    decide_on_offer(p, step, actor)
    p.n_give = p.n_ask = 0
    memset(p.give, 0, sizeof(p.give))
    memset(p.ask, 0, sizeof(p.ask))
    p.pay = p.charge = 0
    p.giver = p.receiver = NOBODY

cdef inline void add_draft(Position* p, int64_t number) noexcept nogil:
    # A number more of a decision half made.
    sse_check(p.n_draft < MAX_DRAFT)
    p.draft[p.n_draft] = number
    p.n_draft += 1


# --- J2.9: boosts

cdef inline bint is_decision(const Position* p, int player) noexcept nogil:
    # J4.2: whether J2.9 can be used by a player who is to act.
    if player == CHANCE or not DECISIONS >> p.step & 1:
        return False
    return p.step != ORDERS_DUE or p.draft_length[player] == 0

cdef inline bint is_sealing(const Position* p) noexcept nogil:
    # J4.3: whether decisions are sealed now: orders; with the option `simultaneous`, the deals of a group too.
    return p.step == ORDERS_DUE or (has_option(p, SIMULTANEOUS) and FIGHTING >> p.step & 1)

cdef inline void add_boosts(const Position* p, int player, Ids* ids) noexcept nogil:
    # J2.9: any basic card of the hand, and Leadership once a turn.
    add_word(ids, BOOST, cards_held(p, player, 1) & ALL_BASICS)
    if has(p, player, LEADERSHIP) and not p.led >> player & 1 and p.sealed_lead[player] == NOBODY:
        add_word(ids, LEAD, ALL_BASICS)

cdef inline void boost(Position* p, int player, int index) noexcept nogil:
    # J2.9, J4.3: the action BOOST or LEAD: +1 until the turn ends; sealed while several decide at the same time.
    cdef int technology = index - (LEAD if index >= LEAD else BOOST)
    sse_check(0 <= technology < N_BASICS)
    if index >= LEAD:
        if is_sealing(p):
            p.sealed_lead[player] = technology
        else:
            p.boosts[player][technology] += 1
            p.led |= <uint8_t>(1 << player)
    elif is_sealing(p):
        take_from_hand(p, player, technology)
        p.sealed[player][technology] += 1
    else:
        spend(p, player, technology)
        p.boosts[player][technology] += 1

cdef inline void reveal_boosts(Position* p) noexcept nogil:
    # J4.3: the sealed boosts are open, and their cards lie on the discard.
    cdef int seat, card
    for seat in range(p.n_players):
        for card in range(N_BASICS):
            p.boosts[seat][card] += p.sealed[seat][card]
            p.discard[card] += p.sealed[seat][card]
            p.sealed[seat][card] = 0
        if p.sealed_lead[seat] != NOBODY:
            p.boosts[seat][p.sealed_lead[seat]] += 1
            p.sealed_lead[seat] = NOBODY
            p.led |= <uint8_t>(1 << seat)


# --- numbers (J5.2)

cdef inline void add_counts(Ids* ids, int64_t low, int64_t high, int64_t counted) noexcept nogil:
    # The counts that write a number from low to high, of which `counted` is written already.
    low, high = max(low, counted) - counted, high - counted
    sse_check(high >= 0)
    add_numbers(ids, <int>min(low, <int64_t>MOST), <int>min(high, <int64_t>MOST))

cdef inline bint is_part(int part, int64_t largest, int64_t counted) noexcept nogil:
    # Whether a count is a part of a number, so that another follows; `largest` is the largest one allowed.
    return part == MOST and largest - counted > MOST
