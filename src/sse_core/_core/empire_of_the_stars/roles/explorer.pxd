# For Empire of the Stars. C4: tiles of the display are placed, and the display is filled. Header-only.

from sse_core._core.empire_of_the_stars.sides cimport *


cdef inline void begin_explorer(const Board* b, Position* p) noexcept nogil:
    # C4.1, C4.5: the chooser begins, if there is a tile and a region for it.
    p.step, p.actor = EXPLORE_DUE if can_place(b, p) else END_ROLE_DUE, p.chooser
    if free_regions(b, p) and not n_shown(b, p):
        # S65: before the role effects have placed all tiles that were on display.
        fill(b, p)

cdef inline void resume_explorer(const Board* b, Position* p, int seat, int step) noexcept nogil:
    # A player's tile goes on after an effect.
    if can_place(b, p):
        p.step = <uint8_t>step
    else:
        explore_next(b, p, seat)

cdef inline int n_shown(const Board* b, const Position* p) noexcept nogil:
    # How many tiles are on display.
    cdef int kind, n = 0
    for kind in range(b.n_kinds):
        n += p.display[kind]
    return n

cdef inline uint64_t free_regions(const Board* b, const Position* p) noexcept nogil:
    # The set of the regions without a tile.
    return b.all_regions & regions_where(p.tile, NO_TILE)

cdef inline bint can_place(const Board* b, const Position* p) noexcept nogil:
    # C4.5: whether there is a tile on display and a region for it.
    return free_regions(b, p) != 0 and n_shown(b, p) > 0

cdef inline void explore_next(const Board* b, Position* p, int seat) noexcept nogil:
    # The next player goes on, or the display when all have placed or nothing can be placed any more.
    cdef int following = seat_after(p, seat)
    if following != p.chooser and can_place(b, p):
        p.step, p.actor = EXPLORE_DUE, <uint8_t>following
    else:
        fill(b, p)

cdef inline void add_explore(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int kind
    for kind in range(b.n_kinds):
        if p.display[kind]:
            add_of(b, ids, TILE_VERB, kind)

cdef inline void play_explore(const Board* b, Position* p, int seat, int verb, int kind) noexcept nogil:
    p.draft[0] = <uint8_t>kind
    p.step = EXPLORE_AT_DUE

cdef inline void add_explore_at(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_set(b, ids, AT_VERB, free_regions(b, p))

cdef inline void play_explore_at(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    cdef int kind = p.draft[0]
    p.display[kind] -= 1
    p.tile[region] = <uint8_t>(kind + 1)
    p.draft[0] = 0
    found_wormhole(b, p, kind)
    # C4.2: the chooser may settle it.
    if seat == p.chooser and b.planet_kinds >> kind & 1 and p.stock[seat]:
        p.draft[0] = <uint8_t>region
        p.step = EXPLORE_SETTLE_DUE
    else:
        explore_next(b, p, seat)

cdef inline void add_explore_settle(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_alone(b, ids, DONE_VERB)
    add_of(b, ids, SETTLE_VERB, p.draft[0])

cdef inline void play_explore_settle(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    if verb == SETTLE_VERB:
        place_token(p, seat, region)
    p.draft[0] = 0
    explore_next(b, p, seat)


# --- C4.6, C4.7: the display

cdef inline int display_size(const Board* b, const Position* p) noexcept nogil:
    # C4.6: how many tiles the display has; what effects change for any player counts.
    cdef int seat, n = p.n_players + b.bases[DISPLAY_SIZE]
    if effects_act(p):
        for seat in range(p.n_players):
            n += number(b, p, seat, DISPLAY_SIZE) - b.bases[DISPLAY_SIZE]
    return n

cdef inline bint is_only_space(const Board* b, const Position* p) noexcept nogil:
    # C4.7: whether the display shows empty space, and no planet.
    cdef int kind
    for kind in range(b.n_kinds):
        if p.display[kind] and b.planet_kinds >> kind & 1:
            return False
    return b.space >= 0 and p.display[b.space] > 0

cdef inline void fill(const Board* b, Position* p) noexcept nogil:
    # C4.6, C4.7, S15: chance turns the next tile up, or the display is full and the role ends.
    cdef int left = p.stack + p.bottom
    p.step = REVEAL_DUE
    if n_shown(b, p) < display_size(b, p):
        if left:
            return
    elif left > p.put_back and is_only_space(b, p):
        p.display[b.space] -= 1
        p.bottom += 1
        p.put_back += 1
        return
    p.put_back = 0
    if p.effect:
        # An effect had placed a tile (S65).
        p.step = GO_ON_DUE
        return
    flip_all(b, p)
    p.step = END_ROLE_DUE

cdef inline int events(const Board* b, const Position* p, int* weights) noexcept nogil:
    # S1, S15: the kinds that can be turned up.
    #   writes   weights[0:n_kinds], that of each kind; 0 if it can't come
    #   returns  their sum
    cdef int kind, total = 0
    memset(weights, 0, b.n_kinds * sizeof(int))
    if p.depth[0] == 0 or p.depth[1] == 0 or p.depth[2] == 0:
        weights[b.wormhole] = 1
        return 1
    if p.stack == 0:
        weights[b.space] = 1
        return 1
    for kind in range(b.n_kinds):
        weights[kind] = p.unseen[kind]
        total += p.unseen[kind]
    return total

cdef inline void turn_up(const Board* b, Position* p, int kind) noexcept nogil:
    # Puts a tile of the stack into the display.
    cdef int i
    p.display[kind] += 1
    if p.stack == 0:
        sse_check(p.bottom > 0)
        p.bottom -= 1
        return
    p.stack -= 1
    if p.depth[0] and p.depth[1] and p.depth[2]:
        sse_check(p.unseen[kind] > 0)
        p.unseen[kind] -= 1
    for i in range(3):
        if p.depth[i] != NOBODY:
            p.depth[i] = p.depth[i] - 1 if p.depth[i] else NOBODY

cdef inline void add_reveal(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int weights[MAX_KINDS]
    cdef int kind
    events(b, p, weights)
    for kind in range(b.n_kinds):
        if weights[kind]:
            add_of(b, ids, REVEAL_VERB, kind)

cdef inline void play_reveal(const Board* b, Position* p, int seat, int verb, int kind) noexcept nogil:
    turn_up(b, p, kind)
    fill(b, p)
