# For Empire of the Stars. C2: the choice of a role, and the steps after it; C14.2 for two players. Header-only.

from sse_core._core.empire_of_the_stars.edicts cimport *


cdef inline int distance(const Board* b, const Position* p, int role, bint back) noexcept nogil:
    # How many spaces the monolith moves to a role, clockwise or back; 0 for the role that it stands on.
    cdef int steps = b.places[role] - b.places[p.monolith]
    if back:
        steps = -steps
    return steps + N_ROLES if steps < 0 else steps

cdef inline void add_ways(
    const Board* b, const Position* p, int verb, int64_t most, bint back, Ids* ids
) noexcept nogil:
    # Adds the roles that the monolith gets to clockwise, or back.
    #   reads    most, the spaces that the player can pay for
    cdef int role, steps
    for role in range(N_ROLES):
        steps = distance(b, p, role, back)
        if 0 < steps <= most:
            add_of(b, ids, verb, role)

cdef inline void add_role(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    # C2.2, C2.3.
    cdef int64_t most = <int64_t>p.credits[seat] + 1
    if p.monolith == NOBODY:
        add_range(b, ids, ROLE_VERB, N_ROLES)
        return
    add_ways(b, p, ON_VERB, most, False, ids)
    if not p.flags & ONE_WAY:
        add_ways(b, p, BACK_VERB, most, True, ids)

cdef inline void play_role(const Board* b, Position* p, int seat, int verb, int role) noexcept nogil:
    cdef int passed, place, _n
    if verb != ROLE_VERB:
        # C2.3: a credit on each role between.
        passed = distance(b, p, role, verb == BACK_VERB) - 1
        earn(p, seat, -passed)
        place = b.places[p.monolith]
        for _n in range(passed):
            if verb == BACK_VERB:
                place = place - 1 if place > 0 else N_ROLES - 1
            else:
                place = place + 1 if place < N_ROLES - 1 else 0
            p.wheel[b.wheel[place]] += 1
    p.monolith = role
    earn(p, seat, p.wheel[role])
    p.wheel[role] = 0
    p.chooser = seat
    p.count = 0
    p.round += 1
    p.step = BEGIN_ROLE_DUE

cdef inline void begin_role(const Board* b, Position* p) noexcept nogil:
    # C13.3, S50: effects before the role, then the role.
    open_window(b, p, BEFORE + p.monolith, DO_ROLE_DUE)

cdef inline void end_role(const Board* b, Position* p) noexcept nogil:
    # C13.3, S50: effects after the role, then its end.
    open_window(b, p, AFTER + p.monolith, ROLE_OVER_DUE)

cdef inline void role_over(const Board* b, Position* p) noexcept nogil:
    # C2.5, C14.2, C12.2: the scepter goes on, and the next role is due, or the game ends.
    if effects_act(p) and end_effects(b, p):
        return
    p.step, p.actor, p.count = ROLE_DUE, p.scepter, 0
    if p.n_players == 2 and p.round > 1:
        p.second ^= 1
        if p.second:
            return
    p.scepter = seat_after(p, p.scepter)
    p.actor = p.scepter
    if p.scepter == p.emperor:
        score_edict(b, p)
        open_window(b, p, EDICT_MOMENT, EDICT_SCORED_DUE)
    elif p.round >= p.round_limit:
        p.step = FINISH_DUE

cdef inline void edict_scored(const Board* b, Position* p) noexcept nogil:
    # C12.2, S47: the holder of the scepter goes on, or the game ends.
    p.step, p.actor = ROLE_DUE, p.scepter
    if effects_act(p):
        end_uses(b, p)
    if must_end(p) or p.round >= p.round_limit:
        p.step = FINISH_DUE
