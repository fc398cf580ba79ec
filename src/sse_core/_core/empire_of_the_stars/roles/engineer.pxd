# For Empire of the Stars. C7: ships are built and deployed. Header-only.

from sse_core._core.empire_of_the_stars.roles.merchant cimport *


cdef inline void begin_engineer(const Board* b, Position* p) noexcept nogil:
    # C7.1: all build from the chooser on.
    build_from(b, p, p.chooser)

cdef inline bint is_free(const Position* p, int seat, int kind) noexcept nogil:
    # C7.2, S55: whether this ship is the chooser's free fighter.
    return kind == 0 and seat == p.chooser and p.count == 0

cdef inline int buildable(const Board* b, const Position* p, int seat) noexcept nogil:
    # C7.1: bits of the types of ship that a player can build now.
    cdef const uint8_t* has = p.resources[seat]
    cdef int price[3]
    cdef int kind, found = 0
    for kind in range(N_TYPES):
        if p.supply[seat][kind]:
            ship_price(b, p, seat, kind, price)
            if (has[0] >= price[0] and has[1] >= price[1] and has[2] >= price[2]) or is_free(p, seat, kind):
                found |= 1 << kind
    return found

cdef inline void build_from(const Board* b, Position* p, int seat) noexcept nogil:
    # A player builds, or the next one who can; after the last one all deploy.
    p.count = 0
    while not (buildable(b, p, seat) or can_use(b, p, seat, BUILD_DUE)):
        seat = seat_after(p, seat)
        if seat == p.chooser:
            deploy_from(b, p, seat)
            return
    p.step, p.actor = BUILD_DUE, <uint8_t>seat

cdef inline void add_build(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_alone(b, ids, DONE_VERB)
    add_set(b, ids, BUILD_VERB, buildable(b, p, seat))

cdef inline void play_build(const Board* b, Position* p, int seat, int verb, int kind) noexcept nogil:
    cdef int price[3]
    cdef int resource
    if verb == BUILD_VERB:
        if is_free(p, seat, kind):
            p.count = 1
        else:
            ship_price(b, p, seat, kind, price)
            for resource in range(3):
                p.resources[seat][resource] -= <uint8_t>price[resource]
        p.supply[seat][kind] -= 1
        p.staging[seat][kind] += 1
        if buildable(b, p, seat) or can_use(b, p, seat, BUILD_DUE):
            return
    build_next(b, p, seat)

cdef inline void build_next(const Board* b, Position* p, int seat) noexcept nogil:
    cdef int following = seat_after(p, seat)
    p.count = 0
    if following == p.chooser:
        deploy_from(b, p, following)
    else:
        build_from(b, p, following)


# --- C7.3: deployment

cdef inline bint has_staged(const Position* p, int seat) noexcept nogil:
    # Whether a player has ships that were built and aren't deployed.
    return (p.staging[seat][0] | p.staging[seat][1] | p.staging[seat][2]) != 0

cdef inline void deploy_from(const Board* b, Position* p, int seat) noexcept nogil:
    # A player deploys, or the next one who has something to deploy and room for it.
    while True:
        if (has_staged(p, seat) and docks(b, p, seat) != 0) or can_use(b, p, seat, DEPLOY_DUE):
            p.step, p.actor = DEPLOY_DUE, <uint8_t>seat
            return
        put_back_staged(p, seat)
        seat = seat_after(p, seat)
        if seat == p.chooser:
            p.step = END_ROLE_DUE
            return

cdef inline void put_back_staged(Position* p, int seat) noexcept nogil:
    # C7.4: what found no room goes back.
    cdef int kind
    for kind in range(N_TYPES):
        p.supply[seat][kind] += p.staging[seat][kind]
        p.staging[seat][kind] = 0

cdef inline void deploy_next(const Board* b, Position* p, int seat) noexcept nogil:
    cdef int following = seat_after(p, seat)
    put_back_staged(p, seat)
    if following == p.chooser:
        p.step = END_ROLE_DUE
    else:
        deploy_from(b, p, following)

cdef inline void resume_engineer(const Board* b, Position* p, int seat, int step) noexcept nogil:
    # Building or deployment goes on after an effect.
    if step == DEPLOY_DUE:
        deploy_from(b, p, seat)
    elif buildable(b, p, seat) or can_use(b, p, seat, BUILD_DUE):
        p.step = BUILD_DUE
    else:
        build_next(b, p, seat)

cdef inline void add_deploy(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int kind
    if not (has_staged(p, seat) and docks(b, p, seat) != 0):
        # Only an effect can be used here.
        add_alone(b, ids, DONE_VERB)
        return
    for kind in range(N_TYPES):
        if p.staging[seat][kind]:
            add_of(b, ids, DEPLOY_VERB, kind)

cdef inline void play_deploy(const Board* b, Position* p, int seat, int verb, int kind) noexcept nogil:
    if verb == DONE_VERB:
        deploy_next(b, p, seat)
        return
    p.draft[0] = <uint8_t>kind
    p.step = DEPLOY_AT_DUE

cdef inline void add_deploy_at(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_set(b, ids, AT_VERB, docks(b, p, seat))

cdef inline void play_deploy_at(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    cdef int kind = p.draft[0]
    p.draft[0] = 0
    p.staging[seat][kind] -= 1
    p.ships[seat][kind][region] += 1
    p.step = DEPLOY_DUE
    deploy_from(b, p, seat)
