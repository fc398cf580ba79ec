# For Jump Wars. Observations: a position as a seat sees it, as numbers; jump_wars/observation.py names them, in this
# order. Header-only.
#
# A position and its view by the seat give the same numbers: what the seat doesn't know is left out here, so that no
# view need be made.

from libc.stdint cimport int16_t

from sse_core._core.jump_wars.phases.fight cimport *

cdef enum:
    LARGEST = 32767             # greater numbers are written as this one
    OBSERVED_ORDERS = 8         # the orders of a seat that are observed
    BELONGINGS = 2 * N_BASICS + 8
    N_SPECIALS = N_CARDS - N_BASICS
    # The numbers for each seat, where seats have their own, and those that all positions have; MAX_OBSERVED in all.
    OF_A_SEAT = 3 * N_SPACES + BELONGINGS + N_SPECIALS + 4 * OBSERVED_ORDERS + 5 + 3
    OF_ALL = 8 * N_SPACES + N_DUE + 3 + 4 + 3 * N_CARDS + N_BASICS + 1 + 3 + 5 + 3 + 1 + 2 * N_CARDS + 4
    MAX_OBSERVED = MAX_PLAYERS * OF_A_SEAT + OF_ALL


cdef inline int n_observed(int players) noexcept nogil:
    # How many numbers `write_observation` writes, at most MAX_OBSERVED.
    return players * OF_A_SEAT + OF_ALL

cdef inline int16_t bounded(int64_t number) noexcept nogil:
    return <int16_t>min(number, <int64_t>LARGEST)

cdef inline void mark_spaces(Board board, int16_t* out) noexcept nogil:
    # One for each space of a set.
    while has_any(board):
        out[take_first(&board)] = 1

cdef inline int16_t* write_cards(const uint8_t* pile, int n, int16_t* out) noexcept nogil:
    # The number of each of n kinds of cards, and returns what is behind them; so do all functions below.
    cdef int card
    for card in range(n):
        out[card] = pile[card]
    return out + n

cdef inline int16_t* write_maps(const Position* p, const int* order, int16_t* out) noexcept nogil:
    # Fleets of each side, where each has held, Homeworlds, the counters of each kind, the battle.
    cdef int n = p.n_players, place, side, kind, space
    cdef Board left
    for place in range(n + 1):
        side = order[place]
        if side < n_sides(p):
            left = p.occupied[side]
            while has_any(left):
                space = take_first(&left)
                out[place * N_SPACES + space] = bounded(p.fleets[side][space])
            mark_spaces(p.held[side], out + (n + 1 + place) * N_SPACES)
    out += 2 * (n + 1) * N_SPACES
    for place in range(n):
        out[place * N_SPACES + p.homeworlds[order[place]]] = 1
    out += n * N_SPACES
    for kind in range(N_COUNTERS):
        mark_spaces(p.counters[kind], out + kind * N_SPACES)
    out += N_COUNTERS * N_SPACES
    if p.battle_space != NOBODY:
        out[p.battle_space] = 1
    return out + N_SPACES

cdef inline int16_t* write_belongings(const Position* p, int seat, int16_t* out) noexcept nogil:
    # What everybody knows of a player, but for the special technologies.
    cdef int card, sealed = 0
    for card in range(N_BASICS):
        out[card] = bounded(p.levels[seat][card])
        out[N_BASICS + card] = p.boosts[seat][card]
        sealed += p.sealed[seat][card]
    out += 2 * N_BASICS
    # J4.3: a card that was discarded for a sealed boost still counts as held.
    out[0] = p.hand_sizes[seat] + sealed
    out[1] = p.led >> seat & 1
    out[2] = p.done >> seat & 1
    out[3] = seat == p.start_player
    out[4] = seat == p.actor
    out[5] = seat == p.diplomat
    out[6] = seat == p.ally
    out[7] = seat == p.neutral_holder
    return out + 8

cdef inline int16_t* write_orders(const Position* p, int seat, int16_t* out) noexcept nogil:
    # The first orders of a seat.
    cdef int place
    for place in range(min(<int>p.n_orders[seat], <int>OBSERVED_ORDERS)):
        out[4 * place] = p.orders[seat][place].origin + 1
        out[4 * place + 1] = p.orders[seat][place].target + 1
        out[4 * place + 2] = bounded(p.orders[seat][place].fleets)
        out[4 * place + 3] = p.voids[seat] >> place & 1
    return out + 4 * OBSERVED_ORDERS

cdef inline int16_t* write_piles(const Position* p, int seat, int16_t* out) noexcept nogil:
    # The own hand, the cards that the seat doesn't see, in the deck and with others, and the discard.
    cdef int other, card
    out = write_cards(p.hands[seat], N_CARDS, out)
    write_cards(p.unseen, N_CARDS, out)
    for other in range(p.n_players):
        if other != seat:
            for card in range(N_CARDS):
                out[card] += p.hands[other][card]
            for card in range(N_BASICS):
                out[card] += p.sealed[other][card]
    return write_cards(p.discard, N_CARDS, out + N_CARDS)

cdef inline int16_t* write_sealed(const Position* p, int seat, int16_t* out) noexcept nogil:
    # The own sealed boosts, by Leadership too, and whether it was used.
    write_cards(p.sealed[seat], N_BASICS, out)
    if p.sealed_lead[seat] != NOBODY:
        out[p.sealed_lead[seat]] += 1
        out[N_BASICS] = 1
    return out + N_BASICS + 1

cdef inline int16_t* write_half_order(const Position* p, int seat, int16_t* out) noexcept nogil:
    # The order that is being written, as far as the seat sees it: its origin, its target and its fleets.
    cdef int writer = seat if p.step == ORDERS_DUE else p.actor if p.step == REWRITING_DUE else <int>NOBODY
    if writer != NOBODY and p.draft_length[writer]:
        out[0] = p.draft_origin[writer] + 1
        if p.draft_length[writer] > 1:
            out[1] = p.draft_target[writer] + 1
            out[2] = bounded(p.draft_counted[writer])
    return out + 3

cdef inline int16_t* write_draft(const Position* p, int step, const int* places, int16_t* out) noexcept nogil:
    # The side, the space and the order that a decision names, the bombs, and the points for each side.
    #   reads    step, what is due as the seat sees it
    cdef int n = p.n_players, i
    cdef int enemies[MAX_SIDES]
    cdef int16_t* named = out + n + 1
    cdef int16_t* points = named + 3
    if step in (THEFT_DUE, SABOTAGE_SPACE_DUE, SABOTAGE_CARD_DUE, NEGATE_ORDER_DUE, NEGATE_CARD_DUE):
        out[places[p.draft[0]]] = 1
    if step == SABOTAGE_CARD_DUE:
        named[0] = <int16_t>(p.draft[1] + 1)
    elif step == NEGATE_CARD_DUE:
        named[1] = <int16_t>(p.draft[1] + 1)
    elif step == REWRITING_DUE:
        named[1] = <int16_t>(p.draft[0] + 1)
    elif step == SPLIT_DUE:
        named[2] = bounded(p.draft[0])
        enemies_of(p, p.actor, enemies)
        for i in range(1, p.n_draft):
            points[places[enemies[i - 1]]] = bounded(p.draft[i])
    return points + n + 1

cdef inline int16_t* write_battle(const Position* p, const int* order, int16_t* out) noexcept nogil:
    # The round of a battle; of each side its damage, its kills and when it deals, 0 for not any more.
    cdef int n = p.n_players, place, side
    cdef int64_t fleets
    out[0] = bounded(p.round)
    out += 1
    if p.battle_space != NOBODY:
        for place in range(n + 1):
            side = order[place]
            if side < n_sides(p):
                fleets = standing(p, side)
                if fleets:
                    out[place] = bounded(p.worst[side] + (fleets - 1) * p.others[side])
                out[n + 1 + place] = bounded(p.kills[side])
                out[2 * (n + 1) + place] = p.rank[side]
    return out + 3 * (n + 1)

cdef inline int16_t* write_offer(const Position* p, const int* places, bint whole, int16_t* out) noexcept nogil:
    # Who offers and who receives, and the cards of both sides if the whole offer is seen.
    cdef int n = p.n_players, i
    if p.giver != NOBODY:
        out[places[p.giver]] = 1
        out[n + places[p.receiver]] = 1
        if whole:
            for i in range(p.n_give):
                out[2 * n + p.give[i]] += 1
            for i in range(p.n_ask):
                out[2 * n + N_CARDS + p.ask[i]] += 1
    return out + 2 * (n + N_CARDS)

cdef inline void write_observation(const Position* p, int seat, int16_t* out) noexcept nogil:
    # J1.6: a position as a seat sees it; seats are counted clockwise from it.
    #   writes   out[0:n_observed(p.n_players)]
    cdef int n = p.n_players, place, card, step = p.step
    cdef int order[MAX_PLAYERS + 1]         # the seats from this one on, the neutral side last
    cdef int places[MAX_PLAYERS + 1]        # the place of each side in it
    cdef bint whole = seat == p.actor or seat == p.giver
    cdef bint hidden = p.step == ORDERS_DUE
    cdef int16_t* end = out + n_observed(n)
    sse_check(0 <= seat < n)
    for place in range(n + 1):
        order[place] = n if place == n else seat + place if seat + place < n else seat + place - n
        places[order[place]] = place
    memset(out, 0, n_observed(n) * sizeof(int16_t))
    out = write_maps(p, order, out)
    for place in range(n):
        out = write_belongings(p, order[place], out)
    for place in range(n):
        for card in range(N_SPECIALS):
            out[card] = p.learned[order[place]] >> card & 1
        out += N_SPECIALS
    for place in range(n):
        if place and hidden:
            out += 4 * OBSERVED_ORDERS
        else:
            out = write_orders(p, order[place], out)
    if seat != p.actor:
        if OFFERING >> step & 1:
            # J4.6: an offer that is put together is seen by its giver alone...
            step = OFFER_DUE
        elif FIGHTING >> step & 1 and has_option(p, SIMULTANEOUS):
            # J5.11: ...and so is a sealed deal by its dealer.
            step = DEAL_DUE
    out[step] = 1
    out += N_DUE
    out[0] = p.used & USED_TAKE != 0
    out[1] = p.used & USED_RUINS != 0
    out[2] = p.used & USED_BRAINS != 0
    out += 3
    out[0] = p.due
    out[1] = p.sold
    out[2] = bounded(p.counted) if step == p.step else 0
    out[3] = bounded(p.neutral_turns)
    out = write_piles(p, seat, out + 4)
    out = write_sealed(p, seat, out)
    out = write_half_order(p, seat, out)
    out = write_draft(p, step, places, out)
    out = write_battle(p, order, out)
    if step == OFFER_DUE:
        out += 2 * (n + N_CARDS)
    else:
        out = write_offer(p, places, whole, out)
    for place in range(n):
        out[place] = bounded(p.tokens[order[place]])
    out += n
    out[0] = p.turn
    out[1] = p.turn_limit - p.turn
    if whole:
        out[2] = bounded(p.pay)
        out[3] = bounded(p.charge)
    sse_check(out + 4 == end)
