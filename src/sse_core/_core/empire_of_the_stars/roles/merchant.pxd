# For Empire of the Stars. C6: credits of the market, trade, and far space. Header-only.

from sse_core._core.empire_of_the_stars.roles.steward cimport *


cdef inline void begin_merchant(const Board* b, Position* p) noexcept nogil:
    # C6.1: the chooser gains the credits of the market; then all trade.
    cdef int tile, credits = 0
    for tile in range(b.n_market):
        if p.market >> tile & 1:
            credits += b.market_credits[tile]
    earn(p, p.chooser, credits)
    trade_from(b, p, p.chooser)


# --- C6.2: trade

cdef inline int value_of(const Board* b, const Position* p, int resource) noexcept nogil:
    # C5.5: the value of a resource, in the column that no market tile covers.
    return b.values[resource][sse_count_bits(p.market)]

cdef inline int worth_of(const Board* b, const Position* p, int seat) noexcept nogil:
    # The credits of a player when all resources that aren't settled yet are sold, and the others paid.
    cdef int resource, held, worth = <int>p.credits[seat]
    for resource in range(3):
        held = p.resources[seat][resource]
        if p.step <= TRADE_ENERGY_DUE and TRADE_DUE + resource < p.step:
            held -= p.draft[resource]
        worth += value_of(b, p, resource) * held
    return worth

cdef inline bint can_trade(const Board* b, const Position* p, int seat) noexcept nogil:
    # Whether a player has something to sell, or credits to buy for.
    cdef int resource, credits = <int>p.credits[seat]
    for resource in range(3):
        if p.resources[seat][resource] or credits >= value_of(b, p, resource):
            return True
    return False

cdef inline void trade_from(const Board* b, Position* p, int seat) noexcept nogil:
    # A player trades, or the next one if nothing can be bought or sold; when all have traded, they invest.
    while True:
        if can_trade(b, p, seat) or can_use(b, p, seat, TRADE_DUE):
            p.step, p.actor = TRADE_DUE, <uint8_t>seat
            return
        seat = seat_after(p, seat)
        if seat == p.chooser:
            invest_from(b, p, seat)
            return

cdef inline void add_trade(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int resource = p.step - TRADE_DUE, worth = worth_of(b, p, seat)
    cdef int end = number(b, p, seat, TRACK + resource)
    if worth >= 0:
        worth = <int>(<unsigned int>worth // <unsigned int>value_of(b, p, resource))
        add_range(b, ids, POLYMERS_VERB + resource, min(end, worth) + 1)

cdef inline void play_trade(const Board* b, Position* p, int seat, int verb, int n) noexcept nogil:
    cdef int following, resource = p.step - TRADE_DUE
    if resource < 2:
        p.draft[resource] = <uint8_t>n
        p.step += 1
        return
    p.credits[seat] = <uint32_t>(worth_of(b, p, seat) - n * value_of(b, p, 2))
    p.resources[seat][0], p.resources[seat][1], p.resources[seat][2] = p.draft[0], p.draft[1], <uint8_t>n
    p.draft[0] = p.draft[1] = 0
    following = seat_after(p, seat)
    if following == p.chooser:
        invest_from(b, p, following)
    else:
        trade_from(b, p, following)


# --- C6.3: far space

cdef inline int far_price(const Board* b, const Position* p, int seat, int place) noexcept nogil:
    # C6.3: what a location costs a player.
    return max(0, b.far_space[place] - number(b, p, seat, LESS_FAR_SPACE))

cdef inline bint can_invest_at(const Board* b, const Position* p, int seat, int place) noexcept nogil:
    # C6.3, C6.4, S20: whether a player can invest in a location.
    cdef int there = p.far_space[place]
    if there == 0:
        if p.stock[seat] == 0:
            return False
    elif there != GALAXY and there != token_of(seat, False) + 1:
        return False
    return far_price(b, p, seat, place) <= <int>p.credits[seat]

cdef inline bint can_invest(const Board* b, const Position* p, int seat) noexcept nogil:
    cdef int place
    if p.count < number(b, p, seat, INVESTS):
        for place in range(b.n_far):
            if can_invest_at(b, p, seat, place):
                return True
    return False

cdef inline void invest_from(const Board* b, Position* p, int seat) noexcept nogil:
    # A player invests, or the next one who can; after the last one the market is reset (C6.5).
    p.count = 0
    while not (can_invest(b, p, seat) or can_use(b, p, seat, INVEST_DUE)):
        seat = seat_after(p, seat)
        if seat == p.chooser:
            end_merchant(p)
            return
    p.step, p.actor = INVEST_DUE, <uint8_t>seat

cdef inline void end_merchant(Position* p) noexcept nogil:
    p.market = p.count = 0
    p.step = END_ROLE_DUE

cdef inline void add_invest(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int place
    add_alone(b, ids, DONE_VERB)
    # Beyond the last investment only an effect can be used.
    if p.count < number(b, p, seat, INVESTS):
        for place in range(b.n_far):
            if can_invest_at(b, p, seat, place):
                add_of(b, ids, INVEST_VERB, place)

cdef inline void play_invest(const Board* b, Position* p, int seat, int verb, int place) noexcept nogil:
    cdef int there
    if verb == INVEST_VERB:
        earn(p, seat, -far_price(b, p, seat, place))
        there = p.far_space[place]
        if there == GALAXY:
            p.far_space[place] = 0
            p.throne[seat][N_COLOURS - 1] += 1
        elif there:
            p.far_space[place] += 1
        else:
            p.stock[seat] -= 1
            p.far_space[place] = <uint8_t>(token_of(seat, False) + 1)
        p.count += 1
        if can_invest(b, p, seat) or can_use(b, p, seat, INVEST_DUE):
            return
    invest_next(b, p, seat)

cdef inline void resume_merchant(const Board* b, Position* p, int seat, int step) noexcept nogil:
    # Trade or investments go on after an effect.
    p.step = <uint8_t>step
    if step == TRADE_DUE:
        # C16.4: the effect may have left nothing to sell, and too little to buy.
        trade_from(b, p, seat)
    elif not (can_invest(b, p, seat) or can_use(b, p, seat, INVEST_DUE)):
        invest_next(b, p, seat)

cdef inline void invest_next(const Board* b, Position* p, int seat) noexcept nogil:
    cdef int following = seat_after(p, seat)
    if following == p.chooser:
        end_merchant(p)
    else:
        invest_from(b, p, following)
