# For Jump Wars. Checks of the laws of positions: conditions that a position made by hand must meet so that play can go
# on from it (J1 to J5). Header-only.
#
# Views, with their hidden cards, orders and offers, keep them too. How a player came by cards, levels, fleets and
# tokens isn't added up, nor what boosts cost; in a battle, the order of Initiative and the damage and kills of the
# rounds before aren't worked out again; carried-out orders, and who held a space before them, are not compared with the
# fleets.
#
# Each function looks at some laws, in their order, and returns whether one is broken. It may rely on those of the
# functions before it. What the data can't say, such as a third card of an offer, is noted by the reader in
# ``state.pyx``.

from sse_core._core.jump_wars.positions.decision_laws cimport *

cdef enum:
    MOST_FLEETS = 1000000       # shapes.MAX_FLEETS: those of all sides together
    FIRST_FLEETS = 5            # J1.4
    FIRST_OF_NEUTRAL = 3        # J3.3

cdef extern from *:
    """
    /* J1.2: the counters of each kind. */
    static const int sse_jw_counters[5] = {30, 20, 10, 20, 20};
    /* J1.3, J4.1: the sites of 2 to 5 Homeworlds on squares; then those of five on hexes. */
    static const int sse_jw_sites[5][5] = {
        {0, 99, 0, 0, 0}, {0, 9, 94, 0, 0}, {0, 9, 99, 90, 0}, {0, 9, 99, 90, 44}, {0, 6, 39, 93, 60}};
    """
    const int sse_jw_counters[5]
    const int sse_jw_sites[5][5]


cdef inline bint breaks_laws(const Position* p, Fault* out) noexcept nogil:
    # Whether a position breaks a law.
    #   writes   out: the first law that it breaks, where the reader has noted none before that
    return (
        breaks_map(p, out) or breaks_sites(p, out) or breaks_turn(p, out) or breaks_players(p, out)
        or breaks_fleets(p, out) or breaks_neutral(p, out) or breaks_holder(p, out)
        or breaks_decision(p, out) or breaks_draw(p, out) or breaks_trade(p, out)
        or breaks_any_orders(p, out) or breaks_battle(p, out) or breaks_draft(p, out) or breaks_end(p, out)
    )


# --- the map

cdef inline bint breaks_map(const Position* p, Fault* out) noexcept nogil:
    # J1.2, J1.3: a Homeworld in a space of its own, and no more counters than there are.
    cdef Board sites = no_spaces(), others = no_spaces(), wrong
    cdef int seat, kind, n
    if has_option(p, NEUTRAL_SIDE):
        put_space(&sites, CENTRE)
    for seat in range(p.n_players):
        put_space(&sites, p.homeworlds[seat])
    if count_spaces(sites) < n_sides(p):
        return breaks(out, SHARED_SITE, 0, 0, 0)
    for kind in range(N_COUNTERS):
        others = either(others, p.counters[kind])
    wrong = either(both(sites, others), without(without(all_spaces(), others), sites))
    if has_any(wrong):
        n = first_space(wrong)
        return breaks(out, NO_HOMEWORLD if has_space(&sites, n) else HOMEWORLD_OF_NOBODY, n, 0, 0)
    for kind in range(N_COUNTERS):
        n = count_spaces(p.counters[kind])
        if n > sse_jw_counters[kind]:
            return breaks(out, COUNTERS, n, kind, sse_jw_counters[kind])
    return False

cdef inline int site_of(const Position* p, int seat) noexcept nogil:
    # J1.3, J4.1: where a player's Homeworld was at the start.
    return sse_jw_sites[4 if p.n_players == 5 and has_option(p, HEX) else p.n_players - 2][seat]

cdef inline int distance(bint hex_grid, int a, int b) noexcept nogil:
    # J1.1: the steps between two spaces of an empty board.
    cdef int dx = b % 10 - a % 10, dy = b // 10 - a // 10
    cdef int most = max(dx if dx > 0 else -dx, dy if dy > 0 else -dy), sum = dx + dy
    return max(most, sum if sum > 0 else -sum) if hex_grid else most

cdef inline bint breaks_sites(const Position* p, Fault* out) noexcept nogil:
    # J1.3, J4.11: Homeworlds where they can have jumped to, and joined by paths.
    cdef Board sites = no_spaces(), found
    cdef int seat, site
    for seat in range(p.n_players):
        site = site_of(p, seat)
        put_space(&sites, p.homeworlds[seat])
        if p.homeworlds[seat] != site and not has(p, seat, PLANET_JUMP):
            return breaks(out, HOMEWORLD_ELSEWHERE, seat, site, 0)
        if distance(has_option(p, HEX), p.homeworlds[seat], site) > p.turn:
            return breaks(out, HOMEWORLD_TOO_FAR, seat, site, 0)
    if has_option(p, ANY_MAP):
        return False
    if has_option(p, NEUTRAL_SIDE):
        put_space(&sites, CENTRE)
    site = take_first(&sites)
    found = reach(has_option(p, HEX), p.counters[BLACK_HOLE], site, N_SPACES, False)
    return has_any(without(sites, found)) and breaks(out, CUT_OFF, 0, 0, 0)


# --- the turn, players and cards

cdef inline bint has_boost(const Position* p, int seat) noexcept nogil:
    cdef int card
    for card in range(N_BASICS):
        if p.boosts[seat][card]:
            return True
    return False

cdef inline bint is_fresh(const Position* p, int seat) noexcept nogil:
    # J1.4: whether a player has what all have at the start.
    cdef int card
    for card in range(N_BASICS):
        if p.levels[seat][card] != 1:
            return False
    if p.learned[seat] or p.led >> seat & 1 or p.tokens[seat] or p.hand_sizes[seat]:
        return False
    return not has_boost(p, seat) and not has_begun_orders(p, seat)

cdef inline bint breaks_turn(const Position* p, Fault* out) noexcept nogil:
    # J3.4, J1.4, J1.5.
    cdef int seat
    if p.turn > p.turn_limit:
        return breaks(out, TURN_LIMIT, p.turn, p.turn_limit, 0)
    if (p.start_player == NOBODY) != (p.step == START_DUE):
        return breaks(out, NO_START_PLAYER if p.start_player == NOBODY else EARLY_START_PLAYER, p.step, 0, 0)
    if p.step != START_DUE:
        return False
    for seat in range(p.n_players):
        if not is_fresh(p, seat):
            return breaks(out, FIRST_GOODS, 0, 0, 0)
    return (p.turn != 1 or cards_in(p.discard, 1)) and breaks(out, FIRST_GOODS, 0, 0, 0)

cdef inline bint breaks_players(const Position* p, Fault* out) noexcept nogil:
    # J2.3, J2.9, J2.2, J1.6.
    cdef int seat, hidden = 0
    for seat in range(p.n_players):
        hidden += p.hidden[seat]
        if has(p, seat, PROGENITOR_RUINS):
            return breaks(out, NOT_LEARNABLE, seat, PROGENITOR_RUINS, 0)
        if p.led >> seat & 1 and not has(p, seat, LEADERSHIP):
            return breaks(out, LED_UNLEARNED, seat, 0, 0)
        if p.led >> seat & 1 and not has_boost(p, seat):
            return breaks(out, LED_UNBOOSTED, seat, 0, 0)
    if p.diplomat != NOBODY and p.diplomat == p.ally:
        return breaks(out, OWN_ALLY, 0, 0, 0)
    if p.diplomat != NOBODY and p.step <= ALLIANCE_DUE:
        return breaks(out, EARLY_ALLIANCE, p.step, 0, 0)
    return hidden > p.n_unseen and breaks(out, HIDDEN_CARDS, hidden, p.n_unseen, 0)

cdef inline bint breaks_copies(const int* cards, Fault* out) noexcept nogil:
    # J1.5: all cards of the deck are somewhere.
    #   reads    cards[N_CARDS], how many of each kind there are
    cdef int card, copies
    for card in range(N_CARDS):
        copies = 5 if card < N_BASICS else 1
        if cards[card] != copies:
            return breaks(out, COPIES, cards[card], card, copies)
    return False


# --- fleets

cdef inline bint breaks_fleets(const Position* p, Fault* out) noexcept nogil:
    # J2.6: none in Black Holes. J2.7, J2.5: where each phase has them.
    cdef Board in_holes = no_spaces(), contested = in_several(p.occupied, n_sides(p))
    cdef int64_t fleets = 0
    cdef int side
    for side in range(n_sides(p)):
        fleets += fleets_of(p, side)
        in_holes = either(in_holes, both(either(p.occupied[side], p.held[side]), p.counters[BLACK_HOLE]))
    if fleets > MOST_FLEETS:
        return breaks(out, MANY_FLEETS, fleets, MOST_FLEETS, 0)
    if has_any(in_holes):
        return breaks(out, IN_BLACK_HOLE, first_space(in_holes), 0, 0)
    if p.step < BUILD_DUE:
        return (p.turn == 1 and breaks_first_fleets(p, out)) or breaks_held(p, out)
    if p.step < DEAL_DUE:
        return breaks_built(p, out)
    if FIGHTING >> p.step & 1 or not has_any(contested):
        return False
    return breaks(out, TWO_SIDES, first_space(contested), 0, 0)

cdef inline bint breaks_first_fleets(const Position* p, Fault* out) noexcept nogil:
    # J1.4, J3.3: in the first turn all begin alike.
    cdef int seat, site
    for seat in range(p.n_players):
        site = site_of(p, seat)
        if p.fleets[seat][site] != FIRST_FLEETS or fleets_of(p, seat) != FIRST_FLEETS:
            return breaks(out, FIRST_FLEETS_OF, seat, FIRST_FLEETS, site)
    if not has_option(p, NEUTRAL_SIDE) or p.fleets[p.n_players][CENTRE] == FIRST_OF_NEUTRAL:
        return False
    return breaks(out, FIRST_NEUTRAL_FLEETS, FIRST_OF_NEUTRAL, 0, 0)

cdef inline bint breaks_held(const Position* p, Fault* out) noexcept nogil:
    # J2.7: before the Build phase, fleets are where they were at the end of the last turn.
    cdef Board moved = no_spaces()
    cdef int side
    for side in range(n_sides(p)):
        moved = either(moved, without(p.occupied[side], p.held[side]))
        moved = either(moved, without(p.held[side], p.occupied[side]))
    return has_any(moved) and breaks(out, HELD_BY_ANOTHER, first_space(moved), 0, 0)

cdef inline bint breaks_built(const Position* p, Fault* out) noexcept nogil:
    # J2.5: before the jumps, fleets are where the side had some at the end of the last turn, or on the own Homeworld.
    cdef Board built
    cdef int side
    for side in range(n_sides(p)):
        built = without(p.occupied[side], p.held[side])
        if side < p.n_players:
            drop_space(&built, p.homeworlds[side])
        if has_any(built):
            return breaks(out, BUILT_ELSEWHERE, named(p, side), first_space(built), 0)
    return False


# --- the neutral side (J3.3)

cdef inline bint breaks_neutral(const Position* p, Fault* out) noexcept nogil:
    # Its fleets never leave its Homeworld, and don't come back.
    cdef int neutral = p.n_players
    cdef Board strange
    if not has_option(p, NEUTRAL_SIDE):
        return False
    strange = without(p.held[neutral], space_alone(CENTRE))
    if fleets_of(p, neutral) != p.fleets[neutral][CENTRE] or p.fleets[neutral][CENTRE] > FIRST_OF_NEUTRAL:
        return breaks(out, NEUTRAL_FLEETS, FIRST_OF_NEUTRAL, 0, 0)
    if has_any(strange):
        return breaks(out, HELD_BY_NEUTRAL, first_space(strange), 0, 0)
    if p.fleets[neutral][CENTRE] and not has_space(&p.held[neutral], CENTRE):
        return breaks(out, NEUTRAL_CAME_BACK, 0, 0, 0)
    return False

cdef inline bint breaks_holder(const Position* p, Fault* out) noexcept nogil:
    # J3.3: who counts as the holder of the neutral Homeworld holds it.
    cdef int holder = NOBODY, seat
    if (p.neutral_holder == NOBODY) != (p.neutral_turns == 0):
        return breaks(out, HOLDER_AND_TURNS, 0, 0, 0)
    if p.neutral_turns > p.turn - (p.step != END_DUE):
        return breaks(out, HELD_TOO_LONG, p.neutral_turns, p.turn, 0)
    if has_option(p, NEUTRAL_SIDE) and p.step == END_DUE:
        holder = side_at(p, CENTRE)
    elif has_option(p, NEUTRAL_SIDE):
        for seat in range(p.n_players):
            if has_space(&p.held[seat], CENTRE):
                holder = seat
    return p.neutral_holder != (NOBODY if holder == p.n_players else holder) and breaks(out, ANOTHER_HOLDER, 0, 0, 0)


# --- the end of the game

cdef inline bint is_one(int seats) noexcept nogil:
    # Whether a set has one seat.
    return seats != 0 and seats & (seats - 1) == 0

cdef inline int had_won(const Position* p) noexcept nogil:
    # J4.13: the set of players who met a condition of victory as the last turn ended.
    cdef int seat, other, held, found = 0
    for seat in range(p.n_players):
        held = 0
        for other in range(p.n_players):
            held += other != seat and has_space(&p.held[seat], p.homeworlds[other])
        found |= (held == p.n_players - 1) << seat
    return found | 1 << p.neutral_holder if p.neutral_turns >= NEUTRAL_TURNS else found

cdef inline bint breaks_end(const Position* p, Fault* out) noexcept nogil:
    # J3.1, J3.4: a game ends when one player has won, or the last turn is over.
    if p.step == END_DUE:
        return not is_one(would_win(p)) and p.turn != p.turn_limit and breaks(out, NOT_OVER, 0, 0, 0)
    return p.turn > 1 and p.step < DEAL_DUE and is_one(had_won(p)) and breaks(out, OVER, 0, 0, 0)


# --- what play relies on, also in a position that breaks laws, as tests make them

cdef inline bint is_whole(const Position* p) noexcept nogil:
    # Whether the rules find all that they read at the step that is due, and have room for all cards.
    return (
        has_room(p) and has_deciders(p) and (has_dealers(p) if FIGHTING >> p.step & 1 else has_drafted(p))
    )

cdef inline bint has_room(const Position* p) noexcept nogil:
    # J1.5, J1.6: no more cards than the deck has, and those that are hidden are unseen.
    cdef int cards = p.n_unseen, hidden = 0, seat, card
    for card in range(N_CARDS):
        cards += p.discard[card]
    for seat in range(p.n_players):
        hidden += p.hidden[seat]
        for card in range(N_CARDS):
            cards += p.hands[seat][card]
        for card in range(N_BASICS):
            cards += p.sealed[seat][card]
    return cards <= N_COPIES and hidden <= p.n_unseen and (p.due == 0 or p.step == DRAW_DUE)

cdef inline bint has_deciders(const Position* p) noexcept nogil:
    # J1.5, J4.2, J4.6: who is to act, in which order, and on whose offer.
    if p.actor == NOBODY and not OF_NOBODY >> p.step & 1:
        return False
    if p.start_player == NOBODY and p.step != START_DUE:
        return False
    if p.step == ORDERS_DUE and p.done == (1 << p.n_players) - 1:
        return False
    return p.giver != NOBODY or not OFFERED >> p.step & 1

cdef inline bint has_dealers(const Position* p) noexcept nogil:
    # J2.7: a battle of two sides, in which the actor is to deal.
    cdef int side, first = 0, n_standing = 0
    if p.battle_space == NOBODY or p.rank[p.actor] != 1:
        return False
    for side in range(n_sides(p)):
        first += p.rank[side] == 1
        n_standing += standing(p, side) > 0
    if p.n_deals >= first or n_standing < 2 or not standing(p, p.actor):
        return False
    # The last enemy's points are no choice.
    return p.step != SPLIT_DUE or 1 <= p.n_draft < n_standing - 1

cdef inline bint has_drafted(const Position* p) noexcept nogil:
    # Whether the numbers of a decision half made name what there is.
    cdef bint is_side = SABOTAGES >> p.step & 1
    if p.n_draft != drafted_in(p.step):
        return False
    if p.step == REWRITING_DUE:
        return p.draft[0] <= p.n_orders[p.actor] < MAX_ORDERS
    if p.n_draft and p.draft[0] >= (n_sides(p) if is_side else p.n_players):
        return False
    if p.step == SABOTAGE_CARD_DUE:
        return p.draft[1] < N_SPACES
    return p.step != NEGATE_CARD_DUE or p.draft[1] < p.n_orders[p.draft[0]]
