# For Empire of the Stars. C5: a market tile is chosen, and planets make the resources on it. Header-only.

from sse_core._core.empire_of_the_stars.windows cimport *


cdef inline void begin_steward(const Board* b, Position* p) noexcept nogil:
    # C5.1: the chooser picks a tile that shows resources, if there is one.
    p.step, p.actor = END_ROLE_DUE if p.market == (1 << b.n_market) - 1 else STEWARD_DUE, p.chooser

cdef inline void add_steward(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int tile
    for tile in range(b.n_market):
        if not p.market >> tile & 1:
            add_of(b, ids, MARKET_VERB, tile)

cdef inline void play_steward(const Board* b, Position* p, int seat, int verb, int tile) noexcept nogil:
    cdef int resource, owner, kinds = b.market_kinds[tile]
    for resource in range(3):
        if kinds >> resource & 1:
            gain(b, p, seat, resource, 1)
    # C5.3, C5.4: all that planets of a player make comes at once, and what doesn't fit is lost.
    for owner in range(p.n_players):
        for resource in range(3):
            if kinds >> resource & 1:
                gain(b, p, owner, resource, produced(b, p, owner, resource))
    p.market |= <uint8_t>(1 << tile)
    open_window(b, p, PRODUCE_MOMENT, END_ROLE_DUE)
