# For Empire of the Stars. Play by fixed rules, for simulations and bots: a whole decision at a time, by simple counts
# of its gains. Header-only.
#
# A rule of play with a stream draws where it doesn't matter much; without one, NULL, it is the same for all positions
# that a seat can't tell apart, and looks at no hand: cards are neither drawn nor bought then.

from sse_core._core.empire_of_the_stars.strength.appraisal cimport *
from sse_core._core.empire_of_the_stars.rules cimport *
from sse_core._core.random cimport below, next_number

cdef extern from *:
    """
    /* --- in points */
    /* A planet that an own ship settles, beside what it makes. */
    #define SSE_EOTS_SETTLED 0.9
    /* What a resource that a planet makes is worth, as a multiple of one resource. */
    #define SSE_EOTS_MADE 1.2
    /* A battle against a weaker side. */
    #define SSE_EOTS_BATTLE 0.8
    /* A ship that guards an own token. */
    #define SSE_EOTS_GUARD 0.12
    /* To be Emperor. */
    #define SSE_EOTS_EMPEROR 0.4
    /* The dearest location of far space that is worth it, as long as the game isn't over soon. */
    #define SSE_EOTS_DEAREST 7
    """
    double SETTLED_WORTH "SSE_EOTS_SETTLED"
    double MADE_WORTH "SSE_EOTS_MADE"
    double BATTLE_WORTH "SSE_EOTS_BATTLE"
    double GUARD_WORTH "SSE_EOTS_GUARD"
    double EMPEROR_WORTH "SSE_EOTS_EMPEROR"
    int DEAREST "SSE_EOTS_DEAREST"

cdef enum:
    LAST_ROLES = 6          # so near the end, credits serve nothing but far space
    MOST_INFLUENCE = 4      # that is weighed at once in one place


# --- how long the game goes on

cdef inline double roles_left(const Board* b, const Position* p) noexcept nogil:
    # C12.2: the roles until a stock or the pile is empty, at the usual pace.
    cdef int seat, least = TOKENS
    cdef double turns = 4 if p.n_players == 2 else p.n_players
    for seat in range(p.n_players):
        least = min(least, <int>p.stock[seat] + p.influence[seat] + p.on_throne[seat])
    # In a round of the scepter a stock loses two or three tokens, and the pile some.
    turns *= min(least / 2.6, p.pile / (0.9 + 0.55 * p.n_players)) + 0.3
    # Where the end is due, somebody may put it off.
    return max(0.0, min(max(turns, 1.5), <double>p.round_limit - p.round))


# --- the map as a player sees it

cdef struct Reading:
    Terrain land
    uint64_t own            # regions with own ships
    uint64_t foreign        # regions with ships of others
    uint64_t spots          # planets without owner where no other player's ships are

cdef inline Reading read_map(const Board* b, const Position* p, int seat) noexcept nogil:
    cdef Reading found
    cdef int other
    found.land = terrain_of(b, p)
    found.own = found.foreign = 0
    for other in range(p.n_players):
        if other == seat:
            found.own = ships_of(p, seat)
        else:
            found.foreign |= ships_of(p, other)
    found.spots = found.land.planets & ~regions_with(p.token) & ~found.foreign
    return found

cdef inline double worth_of_kind(const Board* b, int kind) noexcept nogil:
    # What a planet of a kind makes, for the rest of the game.
    cdef int resource
    cdef double found = 0
    for resource in range(3):
        found += RESOURCE_WORTH[resource] * b.makes[kind][resource]
    return MADE_WORTH * found

cdef inline double worth_of_spot(const Board* b, const Position* p, int region) noexcept nogil:
    # A planet that is settled.
    return SETTLED_WORTH + worth_of_kind(b, p.tile[region] - 1)

cdef inline int richest(const Board* b, const Position* p, uint64_t planets) noexcept nogil:
    # The planet of a set that makes most; -1 if it is empty.
    cdef int region, found = -1
    cdef double worth, largest = -1
    while planets:
        region = sse_lowest_bit(planets)
        planets &= planets - 1
        worth = worth_of_kind(b, p.tile[region] - 1)
        if worth > largest:
            found, largest = region, worth
    return found

cdef inline int ships_in(const Position* p, int seat, int region) noexcept nogil:
    return p.ships[seat][0][region] + p.ships[seat][1][region] + p.ships[seat][2][region]

cdef inline void find_strengths(const Board* b, const Position* p, int seat, int* out) noexcept nogil:
    # C10.4: the strength of a player in each sector.
    #   writes   out[n_sectors]
    cdef uint64_t left
    cdef int kind, region, strength
    memset(out, 0, MAX_SECTORS * sizeof(int))
    for kind in range(N_TYPES):
        left, strength = regions_with(p.ships[seat][kind]), number(b, p, seat, STRENGTH + kind)
        while left:
            region = sse_lowest_bit(left)
            left &= left - 1
            out[b.sector_of[region]] += strength * p.ships[seat][kind][region]
    for kind in range(2):
        left, strength = tokens_of(p, seat, kind), number(b, p, seat, STRENGTH + N_TYPES + kind)
        while left:
            out[b.sector_of[sse_lowest_bit(left)]] += strength
            left &= left - 1
    if p.home[seat] != NOBODY:
        out[b.sector_of[p.home[seat]]] += number(b, p, seat, HOME_STRENGTH)


# --- ids

cdef inline int id_of(const Board* b, int verb, int number) noexcept nogil:
    return b.first[verb] + number


# --- C9: moves and battles

cdef inline double turn_away(const Position* p, int seat, int other) noexcept nogil:
    # A tie between opponents is broken by who sits nearer clockwise, so that no seat is another one's favourite.
    return 1e-6 * (other - seat if other > seat else other - seat + p.n_players)

cdef struct Voyage:
    double gain
    int origin
    int kind
    int target

cdef inline void find_voyage(
    const Board* b, const Position* p, int seat, uint64_t origins, int kinds, uint64_t targets, bint any_ship,
    Voyage* out,
) noexcept nogil:
    # The move of a ship that brings most: onto a planet to settle, or to a sector where the player is stronger then.
    #   reads    origins and kinds, from where and which ships may move; any_ship, whether those that have moved may
    #   writes   out, whose gain is below 0 if there is no legal move
    cdef Reading seen = read_map(b, p, seat)
    cdef uint64_t stopping = stops(b, p, seat) & targets, left, far, here
    cdef int own[MAX_SECTORS]
    cdef int theirs[MAX_SECTORS]
    cdef int others[MAX_SECTORS]
    cdef int kind, region, sector, strength, other, target
    cdef int stock = p.stock[seat] - sse_count_bits(seen.spots & seen.own)
    cdef double cost, gain, battle = BATTLE_WORTH if p.pile else 0.2
    find_strengths(b, p, seat, own)
    memset(theirs, 0, sizeof(theirs))
    for other in range(p.n_players):
        if other != seat:
            find_strengths(b, p, other, others)
            for sector in range(b.n_sectors):
                theirs[sector] = max(theirs[sector], others[sector])
    out.gain, out.origin, out.kind, out.target = -1e9, -1, -1, -1
    for kind in range(N_TYPES):
        if not kinds >> kind & 1:
            continue
        left = regions_with(p.ships[seat][kind]) & origins
        strength = number(b, p, seat, STRENGTH + kind)
        while left:
            region = sse_lowest_bit(left)
            left &= left - 1
            if not any_ship and p.ships[seat][kind][region] <= p.moved[seat][kind][region]:
                continue
            far = reach(b, p, &seen.land, seat, kind, region) & stopping
            if not far:
                continue
            cost = 0
            if ships_in(p, seat, region) == 1:
                if in_set(seen.spots, region) and p.stock[seat]:
                    cost = worth_of_spot(b, p, region)
                elif p.token[region]:
                    cost = GUARD_WORTH
            sector = b.sector_of[region]
            if theirs[sector] and own[sector] > theirs[sector] and own[sector] - strength <= theirs[sector]:
                cost += battle
            if -0.05 - cost > out.gain:
                out.gain, out.origin, out.kind, out.target = -0.05 - cost, region, kind, sse_lowest_bit(far)
            if stock > 0:
                target = richest(b, p, far & seen.spots & ~seen.own)
                if target >= 0:
                    gain = worth_of_spot(b, p, target) - cost - 0.02 * kind
                    if gain > out.gain:
                        out.gain, out.origin, out.kind, out.target = gain, region, kind, target
            for sector in range(b.n_sectors):
                here = far & b.sectors[sector]
                if here and sector != b.sector_of[region] and own[sector] <= theirs[sector] < own[sector] + strength:
                    gain = battle - cost
                    if here & seen.spots & ~seen.own:
                        here &= seen.spots & ~seen.own
                        gain += 0.3
                    if gain > out.gain:
                        out.gain, out.origin, out.kind, out.target = gain, region, kind, sse_lowest_bit(here)

cdef inline double gain_of_battle(const Board* b, const Position* p, int seat, int sector, int against) noexcept nogil:
    # What a battle brings its attacker; nothing where the other side isn't weaker.
    cdef int own = strength_in(b, p, seat, sector), theirs = strength_in(b, p, against, sector)
    cdef uint64_t tokens = (tokens_of(p, against, False) | tokens_of(p, against, True)) & b.sectors[sector]
    cdef double gain
    if own <= theirs:
        return 0
    gain = (BATTLE_WORTH if p.pile else 0.0) + 0.2 * min(own - theirs, 3) * sse_count_bits(tokens)
    return gain - 0.01 * theirs - turn_away(p, seat, against)

cdef inline int choose_battle(const Board* b, const Position* p, int seat) noexcept nogil:
    # C9.6: the battle that brings most, or none.
    cdef Ids ids
    cdef int i, index, sector, other, found = id_of(b, DONE_VERB, 0)
    cdef double gain, largest = 0
    legal_to_act(b, p, seat, &ids)
    for i in range(ids.n):
        index = ids.at[i]
        if b.verbs[index] == BATTLE_VERB:
            sector = b.numbers[index]
            for other in range(p.n_players):
                if other != seat and units_of(b, p, other) & b.sectors[sector]:
                    gain = gain_of_battle(b, p, seat, sector, other)
                    if gain > largest:
                        largest, found = gain, index
    return found

cdef inline int choose_defender(const Board* b, const Position* p, int seat) noexcept nogil:
    # C10.1: the opponent against whom the battle brings most.
    cdef Ids ids
    cdef int i, found = 0
    cdef double gain, largest = -1e9
    legal_to_act(b, p, seat, &ids)
    for i in range(ids.n):
        gain = gain_of_battle(b, p, seat, p.draft[0], b.numbers[ids.at[i]])
        if gain <= 0:
            gain = -strength_in(b, p, b.numbers[ids.at[i]], p.draft[0]) - turn_away(p, seat, b.numbers[ids.at[i]])
        if gain > largest:
            largest, found = gain, ids.at[i]
    return found

cdef inline int choose_answer(const Board* b, const Position* p, int seat) noexcept nogil:
    # C10.2: joins the stronger of the sides that ask.
    cdef int side, own, theirs
    own, theirs = strength_in(b, p, p.attacker, p.sector), strength_in(b, p, p.defender, p.sector)
    side = 0 if own > theirs else 1
    if own != theirs and p.asked[side] >> seat & 1 and has_unit_here(b, p, seat):
        return id_of(b, JOIN_VERB, leader(p, side))
    return id_of(b, DECLINE_VERB, 0)

cdef inline void set_dial(const Board* b, Position* p, int seat, uint64_t* stream) noexcept nogil:
    # C10.5: parts the strength: who is stronger wins the tactics, who is weaker shoots and takes cover.
    #   writes   p; stream, if there is one
    cdef int side = side_of(p, seat), force = p.force[side], other = p.force[1 - side], most, tactic, weapon, rest
    most = dial_end(b, force)
    if force > other:
        tactic = min(most, other // 2 + 1)
        if stream != NULL:
            tactic = min(most, other // 3 + <int>below(stream, other + 2))
    else:
        tactic = 0 if stream == NULL else <int>below(stream, force // 2 + 1)
    tactic = min(tactic, most)
    rest = force - tactic
    weapon = (rest + 1) // 2 if stream == NULL else <int>below(stream, rest + 1)
    if p.written[side] == 0:
        play(b, p, seat, id_of(b, TACTICS_VERB, tactic))
    else:
        rest = force - p.tactics[side]
    play(b, p, seat, id_of(b, WEAPONS_VERB, min(weapon, dial_end(b, rest))))

cdef inline double worth_of_target(const Board* b, const Position* p, int unit, int region) noexcept nogil:
    # C10.7: a unit of the other side that is hit, for each hit.
    if unit == TOKEN_UNIT:
        return 1.4 if p.token[region] & 1 else 0.6
    return SHIP_WORTH[unit % N_TYPES] / hit_price(b, p, unit // N_TYPES, unit % N_TYPES)

cdef inline int choose_target(const Board* b, const Position* p, int seat) noexcept nogil:
    # C10.7: the region, or the unit of a region, that is best hit.
    cdef Ids ids
    cdef uint64_t left
    cdef int i, unit, region, found = 0
    cdef double worth, largest = -1
    legal_to_act(b, p, seat, &ids)
    for i in range(ids.n):
        if b.verbs[ids.at[i]] == DONE_VERB:
            continue
        region = p.draft[0] if p.step == HIT_UNIT_DUE else b.numbers[ids.at[i]]
        left = one(b.numbers[ids.at[i]])
        if p.step != HIT_UNIT_DUE:
            hittable(b, p, side_of(p, seat), one(region), &left)
        while left:
            unit = sse_lowest_bit(left)
            left &= left - 1
            worth = worth_of_target(b, p, unit, region)
            if unit != TOKEN_UNIT:
                worth -= turn_away(p, seat, unit // N_TYPES)
            if worth > largest:
                largest, found = worth, ids.at[i]
    return found


# --- C4: tiles

cdef inline int choose_tile(const Board* b, const Position* p, int seat, const Ids* ids) noexcept nogil:
    # The planet that makes most; else what comes first.
    cdef int i, kind, found = ids.at[ids.n - 1]
    cdef double worth, largest = -1
    for i in range(ids.n):
        kind = b.numbers[ids.at[i]]
        if b.verbs[ids.at[i]] == TILE_VERB and b.planet_kinds >> kind & 1:
            worth = worth_of_kind(b, kind)
            if worth > largest:
                largest, found = worth, ids.at[i]
    return found

cdef inline int choose_site(const Board* b, const Position* p, int seat, const Ids* ids) noexcept nogil:
    # A region for a tile: a planet near own units and far from others', anything else the other way round.
    cdef uint64_t own = units_of(b, p, seat), foreign = 0, near, far, left
    cdef int i, region, other, sign = 1 if b.planet_kinds >> p.draft[0] & 1 else -1, worth, largest = -9
    cdef int found = ids.at[0]
    for other in range(p.n_players):
        if other != seat:
            foreign |= units_of(b, p, other)
    near, far = own, foreign
    left = own
    while left:
        near |= b.near[sse_lowest_bit(left)]
        left &= left - 1
    left = foreign
    while left:
        far |= b.near[sse_lowest_bit(left)]
        left &= left - 1
    for i in range(ids.n):
        if b.verbs[ids.at[i]] != AT_VERB:
            continue
        region = b.numbers[ids.at[i]]
        worth = 2 * in_set(near, region) + in_set(own, region)
        worth -= in_set(far, region) + 2 * in_set(foreign, region)
        if sign * worth > largest:
            largest, found = sign * worth, ids.at[i]
    return found


# --- C5, C6, C7, C8

cdef inline double yield_of(const Board* b, const Position* p, int seat, int kinds, bint chooses) noexcept nogil:
    # C5.2, C5.3: what a market tile with these resources brings a player.
    cdef int resource, made
    cdef double found = 0
    for resource in range(3):
        if kinds >> resource & 1:
            made = produced(b, p, seat, resource) + chooses
            made = min(made, number(b, p, seat, TRACK + resource) - <int>p.resources[seat][resource])
            found += RESOURCE_WORTH[resource] * made
    return found

cdef inline double gain_of_market(const Board* b, const Position* p, int seat, int tile) noexcept nogil:
    # What a market tile brings its chooser, less half of what it brings the others.
    cdef int other
    cdef double found = yield_of(b, p, seat, b.market_kinds[tile], True)
    for other in range(p.n_players):
        if other != seat:
            found -= 0.5 / (p.n_players - 1) * yield_of(b, p, other, b.market_kinds[tile], False)
    return found

cdef inline int best_market(const Board* b, const Position* p, int seat) noexcept nogil:
    # The market tile that brings most; -1 if none shows resources.
    cdef int tile, found = -1
    cdef double gain, largest = -1e9
    for tile in range(b.n_market):
        if not p.market >> tile & 1:
            gain = gain_of_market(b, p, seat, tile)
            if gain > largest:
                largest, found = gain, tile
    return found

cdef inline int cheapest_place(const Board* b, const Position* p, int seat) noexcept nogil:
    # C6.3: the cheapest location of far space that would serve a player; -1 if there is none.
    cdef int place, there, price, found = -1, least = MAX_CREDITS
    for place in range(b.n_far):
        there, price = p.far_space[place], far_price(b, p, seat, place)
        if price < least and (there == GALAXY or there == token_of(seat, False) + 1 or (not there and p.stock[seat])):
            least, found = price, place
    return found

cdef inline bint is_worth_it(const Board* b, const Position* p, int price) noexcept nogil:
    # Whether a place in far space is worth its price.
    return price <= DEAREST or roles_left(b, p) < LAST_ROLES

cdef inline int choose_amount(const Board* b, const Position* p, int seat) noexcept nogil:
    # C6.2: how many of a resource to hold: as many as now, but that far space is paid, the dear resources first.
    cdef int resource = p.step - TRADE_DUE, has = p.resources[seat][resource], all_sold = worth_of(b, p, seat)
    cdef int place = cheapest_place(b, p, seat), price, wanted = 0
    if place >= 0:
        price = far_price(b, p, seat, place)
        if price <= all_sold and is_worth_it(b, p, price):
            wanted = price
            if 2 * price <= all_sold and number(b, p, seat, INVESTS) > 1:
                wanted *= 2
    return min(has, (all_sold - wanted) // value_of(b, p, resource))

cdef inline int choose_ship(const Board* b, const Position* p, int seat) noexcept nogil:
    # C7.1: a type of ship to build, -1 for none: fighters at first, then the largest; no more than there is room for.
    cdef int kinds = buildable(b, p, seat), kind, n = 0, staged = 0
    cdef uint64_t left = docks(b, p, seat)
    cdef int room = 0, most = number(b, p, seat, ROOM)
    for kind in range(N_TYPES):
        n += count_type(p, seat, kind) + p.staging[seat][kind]
        staged += p.staging[seat][kind]
    while left:
        room += max(0, most - ships_in(p, seat, sse_lowest_bit(left)))
        left &= left - 1
    if not kinds or staged >= room:
        return -1
    if kinds & 1 and (n < 3 or is_free(p, seat, 0)):
        return 0
    return 2 if kinds & 4 else 1 if kinds & 2 else 0

cdef inline int choose_dock(const Board* b, const Position* p, int seat, const Ids* ids) noexcept nogil:
    # C7.3: the starbase from which most planets to settle are near.
    cdef Reading seen = read_map(b, p, seat)
    cdef int i, region, n, most = -1, found = ids.at[0]
    for i in range(ids.n):
        if b.verbs[ids.at[i]] == AT_VERB:
            region = b.numbers[ids.at[i]]
            n = 4 * sse_count_bits(reach_within(b, p, &seen.land, seat, region, 3) & seen.spots & ~seen.own)
            n += 3 - ships_in(p, seat, region)
            if n > most:
                most, found = n, ids.at[i]
    return found

cdef inline double gain_of_buying(const Board* b, const Position* p, int seat, int card) noexcept nogil:
    # C8.2: what a technology brings in the rest of the game, less its price.
    cdef double found = 0.25
    if technologies_act(p):
        found = b.card_worths[card] * min(1.0, roles_left(b, p) / FULL_GAME)
    return found - RESOURCE_WORTH[b.kinds[card]] * price(b, p, seat, card)

cdef inline int best_buy(const Board* b, const Position* p, int seat, double* gain) noexcept nogil:
    # The card of a hand that is best bought, -1 for none.
    #   writes   gain, which is above 0 if there is one
    cdef int card, found = -1
    cdef double here
    gain[0] = 0
    for card in range(b.n_cards):
        if p.place[card] == IN_HAND + seat and price(b, p, seat, card) <= p.resources[seat][b.kinds[card]]:
            here = gain_of_buying(b, p, seat, card)
            if here > gain[0]:
                gain[0], found = here, card
    return found

cdef inline int worst_card(const Board* b, const Position* p, const Ids* ids) noexcept nogil:
    # The card that is missed least.
    cdef int i, found = ids.at[0]
    for i in range(1, ids.n):
        if b.card_worths[b.numbers[ids.at[i]]] < b.card_worths[b.numbers[found]]:
            found = ids.at[i]
    return found


# --- C11: influence and edicts

cdef inline double rivalry(const Position* p) noexcept nogil:
    # What a point that one opponent loses is worth.
    return 0.8 / (p.n_players - 1)

cdef inline double worth_with(
    const Board* b, const Position* p, int seat, int region, int more
) noexcept nogil:
    # C11.4 to C11.6: what a planet is worth to a player who places so many more tokens, if all is settled then.
    cdef int influence[MAX_PLAYERS]
    cdef int other, winner, left, token = p.token[region]
    cdef double worth
    for other in range(p.n_players):
        influence[other] = p.placed[other][region] + p.sway_at[other][region]
    influence[seat] += more
    if token:
        influence[(token - 1) >> 1] += 1 + ((token - 1) & 1)
    winner = settled(influence, p.n_players, &left)
    if winner == NOBODY:
        return 0
    worth = min(left, 2) * POINT + worth_of_kind(b, p.tile[region] - 1)
    return worth if winner == seat else -worth * rivalry(p)

cdef inline int choose_influence(const Board* b, const Position* p, int seat) noexcept nogil:
    # C11.3: where a token of influence brings most.
    cdef uint64_t left = terrain_of(b, p).planets
    cdef int n = p.influence[seat] + p.sway[seat], region, more, other, highest = 0, found = b.n_regions
    cdef double before, gain, largest = 0
    for other in range(p.n_players):
        if other != seat:
            highest = max(highest, <int>p.on_throne[other] + p.sway_throne[other])
    more = highest + 1 - p.on_throne[seat] - p.sway_throne[seat]
    # C11.7: if nobody has influence there, the chooser is Emperor.
    if 0 < more <= n and (seat != p.chooser or highest):
        largest = EMPEROR_WORTH / more
    while left:
        region = sse_lowest_bit(left)
        left &= left - 1
        before = worth_with(b, p, seat, region, 0)
        for more in range(1, min(n, <int>MOST_INFLUENCE) + 1):
            gain = (worth_with(b, p, seat, region, more) - before) / more
            if gain > largest:
                largest, found = gain, region
    return id_of(b, PUT_VERB, found)

cdef inline int choose_edict(const Board* b, const Position* p, int seat) noexcept nogil:
    # C11.8: an edict that gives the Emperor a token, else one that gives nobody any.
    cdef Position q = p[0]
    cdef int edict, winner, found = 0, worth, largest = -2
    for edict in range(N_EDICTS):
        q.edict = <uint8_t>edict
        winner = best(b, &q)
        worth = 1 if winner == seat else 0 if winner == NOBODY else -1
        if worth > largest:
            largest, found = worth, edict
    return id_of(b, EDICT_VERB, found)


# --- C13: effects

cdef inline bint asks_for_cards(const Row* row) noexcept nogil:
    # Whether an effect draws, asks for cards of a hand, or turns tiles up.
    cdef int i, part
    for i in range(row.n_stages):
        part = row.stages[i].part
        if part == DRAW_PART or part == PAY_CARD_PART or part == TAKE_CARD_PART or part == PLACE_PART:
            return True
    return False

cdef inline int choose_use(const Board* b, const Position* p, int seat, const Ids* ids, bint draws) noexcept nogil:
    # The effect that brings most; -1 if none is worth it.
    cdef int i, effect, found = -1
    cdef double largest = 0.05
    for i in range(ids.n):
        if b.verbs[ids.at[i]] == USE_VERB:
            effect = b.numbers[ids.at[i]]
            if b.gains[effect] > largest and (draws or not asks_for_cards(&b.effects[effect])):
                largest, found = b.gains[effect], ids.at[i]
    return found

cdef inline int choose_resource(const Board* b, const Position* p, int seat, const Ids* ids) noexcept nogil:
    # C16.14: of what is paid that of which there is most, of what is gained that for which there is most room.
    cdef bint pays = stage_of(b, p).part == PAY_ANY_PART
    cdef int i, resource, found = ids.at[0], n
    cdef double worth, largest = -1e9
    for i in range(ids.n):
        resource = b.numbers[ids.at[i]]
        n = p.resources[seat][resource]
        worth = n / (1 + RESOURCE_WORTH[resource])
        if not pays:
            worth = RESOURCE_WORTH[resource] * min(3, number(b, p, seat, TRACK + resource) - n)
        if worth > largest:
            largest, found = worth, ids.at[i]
    return found

cdef inline int choose_victim(const Board* b, const Position* p, int seat, const Ids* ids) noexcept nogil:
    # The opponent with most points.
    cdef int i, found = ids.at[0]
    cdef double worth, largest = -1
    for i in range(ids.n):
        worth = points(b, p, b.numbers[ids.at[i]]) - turn_away(p, seat, b.numbers[ids.at[i]])
        if worth > largest:
            largest, found = worth, ids.at[i]
    return found

cdef inline int choose_of_effect(const Board* b, const Position* p, int seat, const Ids* ids) noexcept nogil:
    # C16.14: a choice that an effect asks for.
    cdef int step = p.step, i, planet, first = 0
    cdef double worth, largest = -1
    cdef int found
    if step == EFFECT_RESOURCE_DUE:
        return choose_resource(b, p, seat, ids)
    if step == EFFECT_CARD_DUE:
        return worst_card(b, p, ids)
    if step == EFFECT_SEAT_DUE:
        return choose_victim(b, p, seat, ids)
    if step == EFFECT_TILE_DUE:
        return choose_tile(b, p, seat, ids)
    if step == EFFECT_EDICT_DUE:
        return choose_edict(b, p, seat)
    # What can be ended is listed first.
    if b.verbs[ids.at[0]] == DONE_VERB and ids.n > 1:
        first = 1
    found = ids.at[first]
    if step == EFFECT_AT_DUE:
        if stage_of(b, p).part == PLACE_PART:
            return choose_site(b, p, seat, ids)
        if stage_of(b, p).part == BUILD_STARBASE_PART:
            return choose_dock(b, p, seat, ids)
        for i in range(first, ids.n):
            planet = b.numbers[ids.at[i]]
            if b.verbs[ids.at[i]] == SETTLE_VERB or b.verbs[ids.at[i]] == AT_VERB:
                worth = worth_of_kind(b, p.tile[planet] - 1)
                if worth > largest:
                    largest, found = worth, ids.at[i]
    elif step == EFFECT_FROM_DUE and stage_of(b, p).part == MOVE_PART:
        return ids.at[0]
    elif step == EFFECT_UNIT_DUE:
        return ids.at[ids.n - 1]
    return found


# --- one decision

cdef inline int sail_by_rule(
    const Board* b, Position* p, int seat, uint64_t targets, bint any_ship, double least
) noexcept nogil:
    # C9.1, C10.2: the best move of a ship, or the rest of one that has begun, if it brings more than so much.
    #   writes   p
    #   returns  how many actions that were; 0 if no move is worth it
    cdef Voyage found
    cdef uint64_t origins = b.all_regions
    cdef int kinds = 7, step = p.step, n = 1
    cdef bint begins = step == MOVE_DUE or step == BRING_DUE
    if not begins:
        origins = one(p.draft[0])
        if step == MOVE_TO_DUE or step == BRING_TO_DUE:
            kinds = 1 << p.draft[1]
    elif step == BRING_DUE:
        origins = ~b.sectors[p.sector]
    find_voyage(b, p, seat, origins, kinds, targets, any_ship, &found)
    if found.origin < 0 or (begins and found.gain < least):
        return 0
    if begins:
        play(b, p, seat, id_of(b, FROM_VERB, found.origin))
        n += 1
    if p.step == MOVE_SHIP_DUE or p.step == BRING_SHIP_DUE:
        play(b, p, seat, id_of(b, SHIP_VERB, found.kind))
        n += 1
    play(b, p, seat, id_of(b, TO_VERB, found.target))
    return n

cdef inline int choose(const Board* b, const Position* p, int seat, const Ids* ids, uint64_t* stream) noexcept nogil:
    # What a seat does at a step, moves and dials aside.
    #   reads    ids, its legal actions
    #   returns  one of them
    cdef int step = p.step, found, done = id_of(b, DONE_VERB, 0)
    cdef double gain
    if ids.n == 1:
        return ids.at[0]
    if step == WINDOW_DUE or (effects_act(p) and b.during[step].n and not p.window):
        found = choose_use(b, p, seat, ids, stream != NULL)
        if found >= 0:
            return found
        if step == WINDOW_DUE:
            return done
    if EFFECT_RESOURCE_DUE <= step <= EFFECT_EDICT_DUE:
        return choose_of_effect(b, p, seat, ids)
    if step == EXPLORE_DUE:
        return choose_tile(b, p, seat, ids)
    if step == EXPLORE_AT_DUE:
        return choose_site(b, p, seat, ids)
    if step == EXPLORE_SETTLE_DUE:
        return id_of(b, SETTLE_VERB, p.draft[0])
    if step == STEWARD_DUE:
        return id_of(b, MARKET_VERB, best_market(b, p, seat))
    if TRADE_DUE <= step <= TRADE_ENERGY_DUE:
        return ids.at[choose_amount(b, p, seat)]
    if step == INVEST_DUE:
        found = cheapest_place(b, p, seat)
        if found < 0 or not is_worth_it(b, p, far_price(b, p, seat, found)):
            return done
        found = id_of(b, INVEST_VERB, found)
        return found if has_id(ids, found) else done
    if step == BUILD_DUE:
        found = choose_ship(b, p, seat)
        return done if found < 0 else id_of(b, BUILD_VERB, found)
    if step == DEPLOY_DUE:
        return ids.at[0]
    if step == DEPLOY_AT_DUE:
        return choose_dock(b, p, seat, ids)
    if step == DRAW_DUE:
        if stream == NULL or not next_number(stream) & 1:
            return done
        found = id_of(b, DRAW_VERB, 0)
        return found if has_id(ids, found) else done
    if step == BUY_DUE:
        found = -1 if stream == NULL else best_buy(b, p, seat, &gain)
        return done if found < 0 else id_of(b, BUY_VERB, found)
    if step == DISCARD_DUE:
        return worst_card(b, p, ids)
    if step == BATTLE_DUE:
        return choose_battle(b, p, seat)
    if step == AGAINST_DUE:
        return choose_defender(b, p, seat)
    if step == INVITE_DUE or step == SHIFT_DUE:
        return done
    if step == ANSWER_DUE:
        return choose_answer(b, p, seat)
    if step == HIT_DUE or step == HIT_UNIT_DUE:
        return choose_target(b, p, seat)
    if step == COLONIZE_DUE:
        found = richest(b, p, colonizable(b, p, seat))
        return done if found < 0 else id_of(b, SETTLE_VERB, found)
    if step == INFLUENCE_DUE:
        found = id_of(b, INFLUENCE_VERB, 0)
        return found if influence_price(b, p, seat) <= 5 and has_id(ids, found) else done
    if step == PUT_DUE:
        found = choose_influence(b, p, seat)
        return found if has_id(ids, found) else ids.at[0]
    if step == EDICT_DUE:
        return choose_edict(b, p, seat)
    if step == FAVOUR_DUE:
        found = id_of(b, FAVOUR_VERB, seat)
        return found if has_id(ids, found) else ids.at[0]
    # A home world, the tile beside it, a power, a role, or a move by tactics.
    return ids.at[0 if stream == NULL else <int>below(stream, ids.n)]

cdef inline int play_on(const Board* b, Position* p, uint64_t* stream) noexcept nogil:
    # What the first seat that is to act, or chance, does next.
    #   reads    p, in which somebody is to act; chance needs a stream
    #   writes   p; stream, if there is one
    #   returns  how many actions that were
    cdef Ids ids
    cdef int seat = first_to_act(p), step = p.step, n = 0, found
    if seat == CHANCE:
        play(b, p, CHANCE, draw_event(b, p, stream))
        return 1
    if step == DIAL_DUE:
        n = 2 - p.written[side_of(p, seat)]
        set_dial(b, p, seat, stream)
        return n
    if step == MOVE_SHIP_DUE or step == MOVE_TO_DUE:
        n = sail_by_rule(b, p, seat, b.all_regions, False, 0)
    elif step == BRING_SHIP_DUE or step == BRING_TO_DUE:
        n = sail_by_rule(b, p, seat, b.sectors[p.sector], p.flags & FREE_ALLIES != 0, 0)
    if n:
        return n
    if step == MOVE_DUE and not effects_act(p):
        n = sail_by_rule(b, p, seat, b.all_regions, False, 0.05)
        if not n:
            play(b, p, seat, id_of(b, DONE_VERB, 0))
        return max(n, 1)
    legal_to_act(b, p, seat, &ids)
    sse_check(ids.n > 0)
    if step == MOVE_DUE:
        found = choose_use(b, p, seat, &ids, stream != NULL)
        if found >= 0:
            play(b, p, seat, found)
            return 1
        n = sail_by_rule(b, p, seat, b.all_regions, False, 0.05)
        if not n:
            play(b, p, seat, id_of(b, DONE_VERB, 0))
        return max(n, 1)
    if step == BRING_DUE and b.verbs[ids.at[0]] != DONE_VERB:
        n = sail_by_rule(b, p, seat, b.sectors[p.sector], p.flags & FREE_ALLIES != 0, -1e8)
        if n:
            return n
    play(b, p, seat, choose(b, p, seat, &ids, stream))
    return 1
