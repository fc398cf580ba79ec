# For Empire of the Stars. What the rules rely on in a position, so that bytes of any origin do no harm: everything that
# is named is there, what is conserved is complete, and the step that is due finds what it needs. Header-only. The
# bounds of the layout hold already. `empire_of_the_stars/placement.py` asks for more, and says what is wrong.

from sse_core._core.empire_of_the_stars.random_play cimport *


cdef inline bint is_zero(const uint8_t* row, int first, int end) noexcept nogil:
    cdef int i
    for i in range(first, end):
        if row[i]:
            return False
    return True

cdef inline bint ends_where_the_map_ends(const Board* b, const Position* p) noexcept nogil:
    # Whether nothing belongs to a seat or a region that isn't there.
    cdef int seat, kind, n = p.n_players, last
    if not is_zero(p.tile, b.n_regions, MAX_REGIONS) or not is_zero(p.token, b.n_regions, MAX_REGIONS):
        return False
    if not is_zero(p.far_space, b.n_far, MAX_FAR_SPACE) or not is_zero(p.used, b.n_effects, MAX_EFFECTS):
        return False
    if not is_zero(p.display, b.n_kinds, MAX_KINDS) or not is_zero(p.unseen, b.n_kinds, MAX_KINDS):
        return False
    if not is_zero(p.place, b.n_cards, MAX_TECHNOLOGIES) or not is_zero(p.height, b.n_cards, MAX_TECHNOLOGIES):
        return False
    if not is_zero(p.side, n, MAX_PLAYERS) or not is_zero(p.power, n, MAX_PLAYERS):
        return False
    for seat in range(MAX_PLAYERS):
        last = b.n_regions if seat < n else 0
        for kind in range(N_TYPES):
            if not is_zero(p.ships[seat][kind], last, MAX_REGIONS):
                return False
            if not is_zero(p.moved[seat][kind], last, MAX_REGIONS):
                return False
            if not is_zero(p.shifted[seat][kind], last, MAX_REGIONS):
                return False
        if not is_zero(p.placed[seat], last, MAX_REGIONS) or not is_zero(p.sway_at[seat], last, MAX_REGIONS):
            return False
    return True

cdef inline bint has_known_seats(const Board* b, const Position* p) noexcept nogil:
    # Whether each seat that is named plays.
    cdef int n = p.n_players, region, place, card
    if p.actor >= n or p.scepter >= n or p.emperor >= n or p.chooser >= n:
        return False
    if (p.asked[0] | p.asked[1]) >> n or (p.favoured >= n and p.favoured != NOBODY):
        return False
    for region in range(b.n_regions):
        if p.tile[region] > b.n_kinds and p.tile[region] != BLOCKED:
            if not HOME_TILE <= p.tile[region] < HOME_TILE + n:
                return False
        # C3.3: tokens lie on planets.
        if p.token[region] and (
            (p.token[region] - 1) >> 1 >= n
            or not 0 < p.tile[region] <= b.n_kinds
            or not b.planet_kinds >> (p.tile[region] - 1) & 1
        ):
            return False
    for place in range(b.n_far):
        if p.far_space[place] > GALAXY and (p.far_space[place] - 2) >> 1 >= n:
            return False
    for card in range(b.n_cards):
        if p.place[card] >= IN_HAND and (p.place[card] - IN_HAND) % MAX_PLAYERS >= n:
            return False
    return True

cdef inline bint has_homes(const Board* b, const Position* p) noexcept nogil:
    # C1.9: whether home worlds are where they have been placed.
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int place, seat, region
    cdef bint is_placed, ahead = p.step == HOME_DUE or p.step == FIRST_TILE_DUE
    by_number(p, seats)
    for place in range(p.n_players):
        seat = seats[place]
        is_placed = p.step != POWER_DUE
        if ahead and place >= place_by_number(seats, p.actor):
            is_placed = seat == p.actor and p.step == FIRST_TILE_DUE
        if is_placed != (p.home[seat] != NOBODY):
            return False
        if is_placed and (p.home[seat] >= b.n_regions or p.tile[p.home[seat]] != HOME_TILE + seat):
            return False
    for region in range(b.n_regions):
        if HOME_TILE <= p.tile[region] < BLOCKED and p.home[p.tile[region] - HOME_TILE] != region:
            return False
    return True

cdef inline bint has_all_tokens(const Board* b, const Position* p) noexcept nogil:
    # C1.7, C1.3: whether each player has 16 tokens, and no galaxy token is too many.
    cdef int seat, owner, region, place, total, galaxy = p.pile
    for seat in range(p.n_players):
        total = p.stock[seat] + p.influence[seat] + p.on_throne[seat] + p.spent[seat]
        for owner in range(p.n_players):
            total += p.throne[owner][seat]
        for region in range(b.n_regions):
            total += p.placed[seat][region] + (p.token[region] > 0 and (p.token[region] - 1) >> 1 == seat)
        for place in range(b.n_far):
            total += p.far_space[place] > GALAXY and (p.far_space[place] - 2) >> 1 == seat
        if total != TOKENS:
            return False
        galaxy += p.throne[seat][MAX_PLAYERS]
    for place in range(b.n_far):
        galaxy += p.far_space[place] == GALAXY
    return galaxy == b.galaxy_tokens

cdef inline bint has_all_ships(const Board* b, const Position* p) noexcept nogil:
    # C1.7: whether each player has 8 fighters, 4 cruisers and 2 dreadnoughts, and no more have moved than are there.
    cdef int seat, kind, region, total
    for seat in range(p.n_players):
        for kind in range(N_TYPES):
            total = p.supply[seat][kind] + p.staging[seat][kind]
            for region in range(b.n_regions):
                total += p.ships[seat][kind][region]
                if p.ships[seat][kind][region] < max(p.moved[seat][kind][region], p.shifted[seat][kind][region]):
                    return False
            if total != 8 >> kind:
                return False
    return True

cdef inline bint has_all_tiles(const Board* b, const Position* p) noexcept nogil:
    # C1.5, S1: whether all tiles are there, and the stack has those that are left for it.
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int kind, region, place, other, total, blocked = 0, deep = 0, left = 0, waiting = 0
    # C1.9: each player has a 2-polymer tile beside the stack until it is placed.
    if p.step == POWER_DUE:
        waiting = p.n_players
    elif p.step == HOME_DUE or p.step == FIRST_TILE_DUE:
        by_number(p, seats)
        waiting = p.n_players - place_by_number(seats, p.actor)
    for region in range(b.n_regions):
        blocked += p.tile[region] == BLOCKED
    for place in range(3):
        if p.depth[place] != NOBODY:
            deep += 1
            if p.depth[place] >= p.stack:
                return False
            for other in range(place):
                if p.depth[other] == p.depth[place]:
                    return False
    for kind in range(b.n_kinds):
        total = p.display[kind] + p.unseen[kind]
        left += p.unseen[kind]
        for region in range(b.n_regions):
            total += p.tile[region] == kind + 1
        total += p.bottom if kind == b.space else deep if kind == b.wormhole else 0
        total += waiting if kind == b.two_polymers else 0
        if total != b.n_tiles[kind]:
            return False
    if (p.bottom and b.space < 0) or p.put_back > p.bottom or (deep and b.wormhole < 0):
        return False
    if b.wormhole >= 0 and p.unseen[b.wormhole]:
        return False
    return p.stack == left - blocked + deep

cdef inline bint has_all_cards(const Board* b, const Position* p) noexcept nogil:
    # C8.1, S24: whether piles have their order, and decks the cards that hands hide.
    cdef int cost, i, card, seat, n, hidden
    cdef uint64_t low, high
    for cost in range(3):
        low = high = 0
        n = hidden = 0
        for i in range(b.n_cards_of[cost]):
            card = b.cards[cost][i]
            if (p.height[card] > 0) != (p.place[card] == IN_PILE):
                return False
            hidden -= p.place[card] == IN_DECK
            if p.place[card] == IN_PILE:
                n += 1
                if p.height[card] <= 64:
                    low |= <uint64_t>1 << (p.height[card] - 1)
                else:
                    high |= <uint64_t>1 << (p.height[card] - 65)
        # Heights are 1 to n, each once.
        if sse_count_bits(low) != min(n, 64) or sse_count_bits(high) != max(0, n - 64):
            return False
        if (n < 64 and low >> n) or (n > 64 and high >> (n - 64)) or (n <= 64 and high):
            return False
        for seat in range(p.n_players):
            hidden += p.hidden[seat][cost]
        if hidden > 0:
            return False
    for card in range(b.n_cards):
        if p.known[card] and not IN_HAND <= p.place[card] < OWNED:
            return False
    return True

cdef inline bint has_known_powers(const Board* b, const Position* p) noexcept nogil:
    # C1.8, C15.1: whether each player has a power, or chooses one, where there are powers.
    cdef int seat, i, other, chosen = 0
    for seat in range(p.n_players):
        if not has_powers(p):
            if p.power[seat] or p.surged[seat]:
                return False
            continue
        chosen += p.power[seat] > 0
        if p.step == POWER_DUE:
            if p.power[seat] > b.n_powers and p.power[seat] != SECRET:
                return False
            for i in range(3):
                if p.dealt[seat][i] > b.n_powers or (p.dealt[seat][i] == 0) != (p.dealt[seat][0] == 0):
                    return False
                for other in range(3 * seat + i):
                    if p.dealt[seat][i] and p.dealt[other // 3][other % 3] == p.dealt[seat][i]:
                        return False
        elif not 0 < p.power[seat] <= b.n_powers:
            return False
        for other in range(seat):
            if p.power[seat] != SECRET and p.power[seat] and p.power[other] == p.power[seat]:
                return False
    if p.step == POWER_DUE:
        return has_powers(p) and chosen < p.n_players and 3 * p.n_players <= b.n_powers
    return not has_powers(p) or b.n_powers > 0

cdef inline bint is_in_battle(const Position* p) noexcept nogil:
    # Whether a battle goes on: at its steps, and at windows and effects within it.
    return INVITE_DUE <= p.step <= HIT_UNIT_DUE or BATTLE_BEGIN <= p.window - 1 <= BATTLE_END

cdef inline bint has_its_battle(const Board* b, const Position* p) noexcept nogil:
    # C10: whether a battle has its sector, its sides and its dials, if one goes on.
    cdef int side, seat, ahead
    if not is_in_battle(p):
        return p.sector == NOBODY and p.attacker == NOBODY and p.defender == NOBODY and is_zero(p.side, 0, MAX_PLAYERS)
    if p.sector >= b.n_sectors or p.attacker >= p.n_players or p.defender >= p.n_players:
        return False
    if p.attacker == p.defender or p.side[p.attacker] != 1 or p.side[p.defender] != 2:
        return False
    for side in range(2):
        if p.asked[side] >> p.attacker & 1 or p.asked[side] >> p.defender & 1:
            return False
        for seat in range(p.n_players):
            if p.side[seat] == side + 1 and seat != p.attacker and seat != p.defender and not p.asked[side] >> seat & 1:
                return False
        if p.force[side] > b.most_strength and b.dial == NONE:
            return False
        if p.tactics[side] > dial_end(b, p.force[side]):
            return False
        if p.weapons[side] > dial_end(b, p.force[side] - p.tactics[side]):
            return False
        if p.fallen[side] > TOKENS * MAX_PLAYERS or p.hits[side] > 2 * MAX_LEGAL:
            return False
        if p.step != DIAL_DUE and p.written[side] != (2 if DIAL_DUE < p.step <= HIT_UNIT_DUE else p.written[side]):
            return False
    if p.step == DIAL_DUE:
        return p.written[0] < 2 or p.written[1] < 2
    if p.step == INVITE_DUE or p.step == HIT_DUE or p.step == HIT_UNIT_DUE:
        return p.actor == p.attacker or p.actor == p.defender
    if ANSWER_DUE <= p.step <= BRING_TO_DUE:
        return (p.asked[0] | p.asked[1]) >> p.actor & 1 and (p.side[p.actor] == 0) == (p.step == ANSWER_DUE)
    if SHIFT_DUE <= p.step <= SHIFT_TO_DUE:
        ahead = tactics(p, 0) - tactics(p, 1)
        return ahead != 0 and p.actor == (p.attacker if ahead > 0 else p.defender) and 0 < p.shifts <= abs(ahead)
    return True

cdef inline bint fits_window(const Position* p) noexcept nogil:
    # C13.3: whether a window is followed by a step that can follow it.
    cdef int moment = p.window - 1, then = p.then
    if moment == SET_UP_MOMENT:
        return then == GAME_BEGINS_DUE
    if p.monolith == NOBODY:
        return False
    if BEFORE <= moment < AFTER:
        return then == DO_ROLE_DUE and moment - BEFORE == p.monolith
    if AFTER <= moment < AFTER + N_ROLES:
        return then == ROLE_OVER_DUE and moment - AFTER == p.monolith
    if moment == BATTLE_BEGIN:
        return then == SET_DIALS_DUE
    if moment == BATTLE_OPEN:
        return then == OPEN_DIALS_DUE and p.written[0] == 2 and p.written[1] == 2
    if moment == BATTLE_END:
        return then == BATTLE_OVER_DUE
    if moment == EDICT_MOMENT:
        return then == END_ROLE_DUE or then == EDICT_SCORED_DUE
    if moment == FINAL_MOMENT:
        return then == COUNTED_DUE
    # Of the moments within a role, production alone asks.
    return moment == PRODUCE_MOMENT and then == END_ROLE_DUE

cdef inline bint asks_here(int part, int step) noexcept nogil:
    # C16.14: whether a part of an effect comes up in a step.
    if part == PLACE_PART:
        return step == EFFECT_TILE_DUE or step == EFFECT_AT_DUE or step == REVEAL_DUE
    if part == DRAW_PART:
        return step == CARD_DUE
    if part == MOVE_PART:
        return EFFECT_FROM_DUE <= step <= EFFECT_TO_DUE
    if part == REMOVE_PART:
        return step == EFFECT_HIT_DUE or step == EFFECT_UNIT_DUE
    if part == TAKE_CARD_PART and step == EFFECT_CARD_DUE:
        return True
    return part <= LAST_CHOICE and first_step_of(part) == step

cdef inline bint has_its_effect(const Board* b, const Position* p) noexcept nogil:
    # C16.13, C16.14: whether window and effect fit the step, and each other.
    cdef const Row* row
    cdef int part, owner
    cdef bint within = EFFECT_RESOURCE_DUE <= p.step <= EFFECT_EDICT_DUE
    if not has_powers(p) and (p.window or p.effect):
        return False
    if p.effect == 0:
        if within or p.part or p.left or (p.window > 0) != (p.step == WINDOW_DUE):
            return False
        if p.window:
            return fits_window(p)
        if p.step == DISCARD_DUE and p.then:
            return has_powers(p) and (p.then == ROLE_OVER_DUE or p.then == GAME_BEGINS_DUE)
        return p.then == 0
    if not within and p.step != CARD_DUE and p.step != REVEAL_DUE:
        return False
    if p.effect > b.n_effects:
        return False
    row, owner = &b.effects[p.effect - 1], owner_of(b, p, p.effect - 1)
    if owner < 0 or owner >= p.n_players or not 0 < p.part <= row.n_stages or not p.used[p.effect - 1]:
        return False
    part = row.stages[p.part - 1].part
    if not asks_here(part, p.step) or (p.left == 0 and p.step != REVEAL_DUE):
        return False
    if (p.actor == owner) == (part == TAKE_CARD_PART and p.step == EFFECT_CARD_DUE):
        return False
    if p.window:
        return row.when == p.window - 1 and fits_window(p)
    return p.then < N_DUE and is_listed(b, &b.during[p.then], p.effect - 1) and p.monolith != NOBODY

cdef inline bint has_its_draft(const Board* b, const Position* p) noexcept nogil:
    # Whether the numbers of a decision half made name what there is.
    cdef int first = p.draft[0], second = p.draft[1], step = p.step, resource
    if step == EXPLORE_AT_DUE or (step == EFFECT_AT_DUE and stage_of(b, p).part == PLACE_PART):
        return first < b.n_kinds and p.display[first] > 0
    if step == TRADE_METAL_DUE or step == TRADE_ENERGY_DUE:
        for resource in range(step - TRADE_DUE):
            if p.draft[resource] > number(b, p, p.actor, TRACK + resource):
                return False
        return True
    if step == CARD_DUE or step == TURN_DUE:
        # A view hides cards of hands in the deck.
        return first < 3 and deck_size(b, p, first) > 0
    if step == AGAINST_DUE:
        return first < b.n_sectors
    if step == FIRST_TILE_DUE:
        return first == p.home[p.actor]
    if step == EXPLORE_SETTLE_DUE:
        return first < b.n_regions and 0 < p.tile[first] <= b.n_kinds and (
            b.planet_kinds >> (p.tile[first] - 1) & 1 and p.token[first] == 0 and p.stock[p.actor] > 0
        )
    if step in (DEPLOY_AT_DUE,):
        return first < N_TYPES and p.staging[p.actor][first] > 0
    if step in (MOVE_SHIP_DUE, BRING_SHIP_DUE, SHIFT_SHIP_DUE, HIT_UNIT_DUE, EFFECT_SHIP_DUE, EFFECT_UNIT_DUE):
        return first < b.n_regions
    if step == MOVE_TO_DUE or step == BRING_TO_DUE:
        return first < b.n_regions and second < N_TYPES and p.ships[p.actor][second][first] > 0
    if step == SHIFT_TO_DUE or step == EFFECT_TO_DUE:
        return first < b.n_regions and second < N_TYPES * p.n_players and p.ships[second // 3][second % 3][first] > 0
    return True

cdef inline bint has_its_role(const Position* p) noexcept nogil:
    # C2.2, C1.9, C1.8: whether the monolith stands on a role since the first choice.
    if p.step in (HOME_DUE, FIRST_TILE_DUE, POWER_DUE) or p.then == GAME_BEGINS_DUE:
        return p.monolith == NOBODY
    return p.monolith != NOBODY or p.step == ROLE_DUE

cdef inline bint has_its_end(const Board* b, const Position* p) noexcept nogil:
    # C12.4: whether the Emperor has named the winner among those still tied, and only then.
    cdef int first, still
    if p.step != END_DUE:
        return p.favoured == NOBODY
    still = tied(b, p, &first)
    if still & (still - 1) == 0:
        return p.favoured == NOBODY
    return p.favoured != NOBODY and still >> p.favoured & 1

cdef inline bint has_choices(const Board* b, const Position* p) noexcept nogil:
    # Whether everybody who is to act, chance too, has an action. A view may hide what there is to discard or to choose.
    cdef Ids ids
    cdef int seat
    if p.step == REVEAL_DUE and p.stack + p.bottom == 0:
        return False
    for seat in range(CHANCE, p.n_players):
        if is_to_act(p, seat):
            legal(b, p, seat, &ids)
            if ids.n == 0 and (seat == CHANCE or (p.step != POWER_DUE and is_zero(p.hidden[seat], 0, 3))):
                return False
    return True

cdef inline bint is_possible(const Board* b, const Position* p) noexcept nogil:
    # Whether the rules find all that they read, now and later.
    return (
        ends_where_the_map_ends(b, p)
        and has_known_seats(b, p)
        and has_known_powers(b, p)
        and has_homes(b, p)
        and has_all_tokens(b, p)
        and has_all_ships(b, p)
        and has_all_tiles(b, p)
        and has_all_cards(b, p)
        and has_its_role(p)
        and has_its_battle(b, p)
        and has_its_effect(b, p)
        and has_its_draft(b, p)
        and has_its_end(b, p)
        and has_choices(b, p)
    )
