# For Empire of the Stars. C11.8, C12: edicts and their scoring, and the end of the game. Header-only.

from sse_core._core.empire_of_the_stars.roles.regent cimport *


cdef inline int best(const Board* b, const Position* p) noexcept nogil:
    # C12.1, S46: the player who alone meets the condition of the edict; NOBODY if none does.
    cdef int counted = b.measures[p.edict], seat, value, top = 0, winner = NOBODY
    if counted == NONE:
        return NOBODY
    for seat in range(p.n_players):
        value = measure(b, p, seat, counted)
        if b.least[p.edict]:
            value = -value
        if seat == 0 or value > top:
            top, winner = value, seat
        elif value == top:
            winner = NOBODY
    return winner

cdef inline void score_edict(const Board* b, Position* p) noexcept nogil:
    # C12.1: each scores a token of the stock, and who meets the condition a galaxy token.
    cdef bint substitute = p.flags & EDICT_SUBSTITUTE != 0
    cdef int _n, seat = p.emperor, winner
    for _n in range(p.n_players):
        score_token(p, seat, substitute)
        seat = seat_after(p, seat)
    winner = best(b, p)
    if winner != NOBODY:
        score_galaxy(p, winner)

cdef inline bint must_end(const Position* p) noexcept nogil:
    # C12.2, S40: whether a stock or the pile is empty.
    cdef int seat
    for seat in range(p.n_players):
        if not p.stock[seat]:
            return True
    return p.pile == 0

cdef inline void add_edict(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_range(b, ids, EDICT_VERB, N_EDICTS)

cdef inline void play_edict(const Board* b, Position* p, int seat, int verb, int edict) noexcept nogil:
    p.edict = edict
    score_edict(b, p)
    open_window(b, p, EDICT_MOMENT, END_ROLE_DUE)


# --- the end

cdef inline int tied(const Board* b, const Position* p, int* first) noexcept nogil:
    # C12.4: the players with most points, and of these those with most planets.
    #   writes   first, the set of those with most points
    #   returns  the set of those of them with most planets
    cdef int seat, value, top = -1, found = 0
    for seat in range(p.n_players):
        value = points(b, p, seat)
        if value > top:
            top, first[0] = value, 0
        if value == top:
            first[0] |= 1 << seat
    top = -1
    for seat in range(p.n_players):
        if first[0] >> seat & 1:
            value = measure(b, p, seat, PLANETS_MEASURE)
            if value > top:
                top, found = value, 0
            if value == top:
                found |= 1 << seat
    return found

cdef inline void begin_end(const Board* b, Position* p) noexcept nogil:
    # C12.2: effects at the end of the game, then it is counted.
    open_window(b, p, FINAL_MOMENT, COUNTED_DUE)

cdef inline void finish(const Board* b, Position* p) noexcept nogil:
    # C12.4: ends the game, unless the Emperor has to name the winner.
    cdef int first
    p.step = FAVOUR_DUE if sse_count_bits(tied(b, p, &first)) > 1 else END_DUE
    p.actor = p.emperor

cdef inline void add_favour(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int first
    add_set(b, ids, FAVOUR_VERB, tied(b, p, &first))

cdef inline void play_favour(const Board* b, Position* p, int seat, int verb, int winner) noexcept nogil:
    p.favoured = winner
    p.step = END_DUE
