# For Empire of the Stars. Answers for sentences, beyond what is legal: the price of an action, and the reason why an
# effect can't be used. Header-only.

from sse_core._core.empire_of_the_stars.rules cimport *

cdef enum:                  # of reasons.Reason: why an effect can't be used
    USABLE = 0
    NOT_OWNED = 52
    OTHER_SIDE = 53
    NOT_NOW = 55
    WAS_USED = 56
    NO_PRICE = 57
    NO_EFFECT = 58
    NOT_MET = 59


cdef inline void price_of(const Board* b, const Position* p, int seat, int index, int* out) noexcept nogil:
    # What an action costs a player, whether it is legal or not.
    #   writes   out[4]: credits, polymers, metal, energy
    cdef int verb = b.verbs[index], n = b.numbers[index], money
    for money in range(4):
        out[money] = 0
    if verb == ON_VERB or verb == BACK_VERB:
        # C2.3: a credit for each role between.
        if p.monolith != NOBODY:
            out[0] = max(0, distance(b, p, n, verb == BACK_VERB) - 1)
    elif verb == INVEST_VERB:
        out[0] = far_price(b, p, seat, n)
    elif verb == BUILD_VERB:
        if p.step != BUILD_DUE or not is_free(p, seat, n):
            ship_price(b, p, seat, n, out + 1)
    elif verb == BUY_VERB:
        out[1 + b.kinds[n]] = price(b, p, seat, n)
    elif verb == INFLUENCE_VERB:
        out[0] = influence_price(b, p, seat)
    elif verb == USE_VERB:
        for money in range(4):
            out[money] = b.effects[n].paid[money]

cdef inline int why_not_use(const Board* b, const Position* p, int seat, int effect) noexcept nogil:
    # C16.13: why a player can't use an effect now: the first of these reasons; USABLE if it can be used.
    cdef const Row* row = &b.effects[effect]
    if owner_of(b, p, effect) != seat:
        return NOT_OWNED
    if row.card == NONE and p.surged[seat] != row.side:
        return OTHER_SIDE
    if not (p.window and row.when == p.window - 1) and not is_listed(b, &b.during[p.step], effect):
        return NOT_NOW
    if p.used[effect] >= row.times:
        return WAS_USED
    if not can_pay(b, p, seat, row):
        return NO_PRICE
    if not does_something(b, p, seat, row):
        return NO_EFFECT
    return USABLE if usable(b, p, seat, effect) else NOT_MET
