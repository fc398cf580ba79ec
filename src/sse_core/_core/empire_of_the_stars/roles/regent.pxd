# For Empire of the Stars. C11: influence is gained, placed and settled; the Emperor chooses an edict. Header-only.

from sse_core._core.empire_of_the_stars.roles.warlord cimport *


cdef inline void begin_regent(const Board* b, Position* p) noexcept nogil:
    # C11.1: each takes two tokens of the stock; then all may buy one more.
    cdef int seat, taken, stock
    for seat in range(p.n_players):
        stock = p.stock[seat]
        taken = min(number(b, p, seat, INFLUENCE_FREE), stock)
        p.stock[seat] -= taken
        p.influence[seat] = taken
    p.bought = 0
    let_buy(b, p, p.chooser)

cdef inline int influence_price(const Board* b, const Position* p, int seat) noexcept nogil:
    # C11.2: the price of one more influence.
    cdef int found = number(b, p, seat, INFLUENCE_PRICE) + p.bought - number(b, p, seat, LESS_INFLUENCE)
    return max(found, 0)

cdef inline bint can_buy_influence(const Board* b, const Position* p, int seat) noexcept nogil:
    if not p.stock[seat] or <int>p.credits[seat] < influence_price(b, p, seat):
        return False
    return p.count < number(b, p, seat, INFLUENCE_BOUGHT)

cdef inline bint is_to_buy(const Board* b, const Position* p, int seat) noexcept nogil:
    # Whether a player is asked to buy influence: one can be bought, or an effect used.
    return can_buy_influence(b, p, seat) or can_use(b, p, seat, INFLUENCE_DUE)

cdef inline void let_buy(const Board* b, Position* p, int seat) noexcept nogil:
    # Lets a player buy an influence, or the next one who can; then all place theirs.
    p.count = 0
    while not is_to_buy(b, p, seat):
        seat = seat_after(p, seat)
        if seat == p.chooser:
            let_put(b, p, seat_after(p, seat))
            return
    p.step, p.actor = INFLUENCE_DUE, seat

cdef inline void add_influence(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_alone(b, ids, DONE_VERB)
    if can_buy_influence(b, p, seat):
        add_alone(b, ids, INFLUENCE_VERB)

cdef inline void play_influence(const Board* b, Position* p, int seat, int verb, int n) noexcept nogil:
    if verb == INFLUENCE_VERB:
        earn(p, seat, -influence_price(b, p, seat))
        p.bought += 1
        p.stock[seat] -= 1
        p.influence[seat] += 1
        if number(b, p, seat, INFLUENCE_BOUGHT) > 1 or can_use(b, p, seat, INFLUENCE_DUE):
            p.count += 1
            if is_to_buy(b, p, seat):
                return
    end_buying(b, p, seat)

cdef inline void resume_regent(const Board* b, Position* p, int seat, int step) noexcept nogil:
    # Buying or placing influence goes on after an effect.
    p.step = step
    if step == INFLUENCE_DUE:
        if not is_to_buy(b, p, seat):
            end_buying(b, p, seat)
    elif not is_to_put(b, p, seat):
        end_putting(b, p, seat)

cdef inline void end_buying(const Board* b, Position* p, int seat) noexcept nogil:
    cdef int following = seat_after(p, seat)
    p.count = 0
    if following == p.chooser:
        let_put(b, p, seat_after(p, following))
    else:
        let_buy(b, p, following)


# --- C11.3: placing

cdef inline bint has_influence(const Position* p, int seat) noexcept nogil:
    return p.influence[seat] + p.sway[seat] > 0

cdef inline bint is_to_put(const Board* b, const Position* p, int seat) noexcept nogil:
    # Whether a player is asked to place influence: one has some, or can use an effect.
    return has_influence(p, seat) or can_use(b, p, seat, PUT_DUE)

cdef inline void let_put(const Board* b, Position* p, int seat) noexcept nogil:
    # Lets a player place influence, or the next one who has any; the chooser is the last.
    while not is_to_put(b, p, seat):
        if seat == p.chooser:
            settle_influence(b, p)
            return
        seat = seat_after(p, seat)
    p.step, p.actor = PUT_DUE, seat

cdef inline void add_put(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    if not has_influence(p, seat):
        # Only an effect can be used here.
        add_alone(b, ids, DONE_VERB)
        return
    add_set(b, ids, PUT_VERB, terrain_of(b, p).planets)
    add_of(b, ids, PUT_VERB, b.n_regions)

cdef inline void play_put(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    if verb == PUT_VERB:
        # S63: tokens go first, then influence that is no token.
        if p.influence[seat]:
            p.influence[seat] -= 1
            if region == b.n_regions:
                p.on_throne[seat] += 1
            else:
                p.placed[seat][region] += 1
        else:
            p.sway[seat] -= 1
            if region == b.n_regions:
                p.sway_throne[seat] += 1
            else:
                p.sway_at[seat][region] += 1
        if is_to_put(b, p, seat):
            return
    end_putting(b, p, seat)

cdef inline void end_putting(const Board* b, Position* p, int seat) noexcept nogil:
    if seat == p.chooser:
        settle_influence(b, p)
    else:
        let_put(b, p, seat_after(p, seat))


# --- C11.5 to C11.7

cdef inline int settled(const int* influence, int n, int* left) noexcept nogil:
    # C11.5: who has influence left.
    #   reads    influence[n], n >= 2
    #   writes   left, how much it is, or 0
    #   returns  the seat; NOBODY if nobody has
    cdef int seat, winner = NOBODY, first = -1, second = -1
    for seat in range(n):
        if influence[seat] > first:
            winner, second, first = seat, first, influence[seat]
        elif influence[seat] > second:
            second = influence[seat]
    left[0] = first - second
    return winner if first > second else NOBODY

cdef inline void settle_influence(const Board* b, Position* p) noexcept nogil:
    # C11.5 to C11.7: settles all places, then the Throne; the Emperor chooses an edict.
    cdef int seat, winner, left
    cdef int influence[MAX_PLAYERS]
    cdef uint64_t places = 0
    for seat in range(p.n_players):
        places |= regions_with(p.placed[seat]) | regions_with(p.sway_at[seat])
    while places:
        settle_planet(p, sse_lowest_bit(places))
        places &= places - 1
    for seat in range(p.n_players):
        influence[seat] = p.on_throne[seat] + p.sway_throne[seat]
    winner = settled(influence, p.n_players, &left)
    p.emperor = p.chooser if winner == NOBODY else winner
    for seat in range(p.n_players):
        p.stock[seat] += p.on_throne[seat]
    memset(p.on_throne, 0, sizeof(p.on_throne))
    memset(p.placed, 0, sizeof(p.placed))
    memset(p.sway_at, 0, sizeof(p.sway_at))
    memset(p.sway_throne, 0, sizeof(p.sway_throne))
    memset(p.sway, 0, sizeof(p.sway))
    p.bought = 0
    p.step, p.actor = EDICT_DUE, p.emperor

cdef inline void settle_planet(Position* p, int region) noexcept nogil:
    # C11.4 to C11.6: all tokens go back, and who has influence left keeps one there.
    #
    # S63: influence that is no token counts in the conflict, and no more is left than the strength of the tokens that
    # were there.
    cdef int influence[MAX_PLAYERS]
    cdef int seat, winner, left, token = p.token[region]
    for seat in range(p.n_players):
        influence[seat] = p.placed[seat][region] + p.sway_at[seat][region]
        p.stock[seat] += p.placed[seat][region]
    if token:
        seat = (token - 1) >> 1
        influence[seat] += 1 + (token - 1 & 1)
        p.stock[seat] += 1
    winner = settled(influence, p.n_players, &left)
    if left:
        left = min(left, influence[winner] - p.sway_at[winner][region])
    if not left:
        p.token[region] = 0
    else:
        p.stock[winner] -= 1
        p.token[region] = token_of(winner, left > 1)
