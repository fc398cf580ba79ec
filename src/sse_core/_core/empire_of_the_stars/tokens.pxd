# For Empire of the Stars. C3, C12.3: tokens scored and placed, and the points of a player. Header-only.

from sse_core._core.empire_of_the_stars.standing cimport *


cdef inline void score_token(Position* p, int seat, bint substitute) noexcept nogil:
    # C3.1, S9: scores a token of the stock, or a galaxy token if there is none.
    if p.stock[seat]:
        p.stock[seat] -= 1
        p.throne[seat][seat] += 1
    elif substitute:
        score_galaxy(p, seat)

cdef inline void score_galaxy(Position* p, int seat) noexcept nogil:
    # C3.1, S10: scores a galaxy token of the pile, if there is one.
    if p.pile:
        p.pile -= 1
        p.throne[seat][N_COLOURS - 1] += 1

cdef inline int token_of(int seat, bint starbase) noexcept nogil:
    # A token as positions write it on a planet.
    return 1 + 2 * seat + starbase

cdef inline void place_token(Position* p, int seat, int region) noexcept nogil:
    # C4.2, C9.7: places a token of the stock on a planet.
    sse_check(p.stock[seat] > 0)
    p.stock[seat] -= 1
    p.token[region] = <uint8_t>token_of(seat, False)

cdef inline void earn(Position* p, int seat, int credits) noexcept nogil:
    # Adds credits, or takes them away.
    credits += <int>p.credits[seat]
    sse_check(credits >= 0)
    p.credits[seat] = min(credits, MAX_CREDITS)

cdef inline void gain(const Board* b, Position* p, int seat, int resource, int n) noexcept nogil:
    # C5.4: adds resources; what doesn't fit is lost.
    cdef int end = number(b, p, seat, TRACK + resource)
    n += p.resources[seat][resource]
    p.resources[seat][resource] = <uint8_t>min(n, end)

cdef inline uint64_t tokens_of(const Position* p, int seat, bint starbase) noexcept nogil:
    # The set of the regions with colonies of a player, or with starbases; the home world isn't one of them.
    return regions_where(p.token, token_of(seat, starbase))

cdef inline int points(const Board* b, const Position* p, int seat) noexcept nogil:
    # C12.3: the tokens in the own throne, and those on planets and far space.
    cdef int colour, place, total = 0, colony = token_of(seat, False)
    for colour in range(N_COLOURS):
        total += p.throne[seat][colour]
    total += sse_count_bits(tokens_of(p, seat, False)) + 2 * sse_count_bits(tokens_of(p, seat, True))
    for place in range(b.n_far):
        if p.far_space[place] == colony + 1:
            total += 1
        elif p.far_space[place] == colony + 2:
            total += 2
    return total
