# For Empire of the Stars. C9: a player's turn of moves, battles and colonies. Header-only.

from sse_core._core.empire_of_the_stars.roles.battle cimport *


cdef inline void begin_warlord(const Board* b, Position* p) noexcept nogil:
    # C9: the player to the chooser's left begins.
    cdef int seat = seat_after(p, p.chooser)
    begin_warlord_turn(p, seat)
    go_on_with_turn(b, p, seat, MOVE_DUE)

cdef inline void begin_warlord_turn(Position* p, int seat) noexcept nogil:
    p.fought = 0
    p.actor = seat

cdef inline bint is_to_act_at(const Board* b, const Position* p, int seat, int step) noexcept nogil:
    # Whether there is something to do for a player at a step, or an effect to use.
    cdef uint64_t kinds
    if step == MOVE_DUE:
        return movable(b, p, seat, b.all_regions, &kinds) != 0 or can_use(b, p, seat, step)
    if step == BATTLE_DUE:
        return battle_sectors(b, p, seat) != 0 or can_use(b, p, seat, step)
    return colonizable(b, p, seat) != 0 or can_use(b, p, seat, step)

cdef inline bint find_step(const Board* b, Position* p, int seat, int step) noexcept nogil:
    # Lets a player move, begin a battle or settle, whichever comes first from a step on.
    #   returns  whether there is something to do
    p.step = step
    while not is_to_act_at(b, p, seat, step):
        if step == COLONIZE_DUE:
            return False
        step = BATTLE_DUE if step == MOVE_DUE else COLONIZE_DUE
        p.step = step
    return True

cdef inline void go_on_with_turn(const Board* b, Position* p, int seat, int step) noexcept nogil:
    # Lets a player go on from a step, or the next one begin.
    if not find_step(b, p, seat, step):
        end_warlord_turn(b, p, seat)

cdef inline void end_warlord_turn(const Board* b, Position* p, int seat) noexcept nogil:
    # Lets the next player begin who has something to do; after the chooser the role ends.
    while seat != p.chooser:
        seat = seat_after(p, seat)
        begin_warlord_turn(p, seat)
        if find_step(b, p, seat, MOVE_DUE):
            return
    p.step = END_ROLE_DUE
    p.fought = 0
    memset(p.moved, 0, sizeof(p.moved))

cdef inline void after_battle(const Board* b, Position* p) noexcept nogil:
    # Lets the attacker start another battle.
    go_on_with_turn(b, p, p.actor, BATTLE_DUE)

cdef inline void resume_warlord(const Board* b, Position* p, int seat, int step) noexcept nogil:
    # Moves, battles or colonies go on after an effect.
    go_on_with_turn(b, p, seat, step)


# --- C9.1: moves

cdef inline uint64_t movable(
    const Board* b, const Position* p, int seat, uint64_t within, uint64_t* kinds
) noexcept nogil:
    # The regions with ships that can move.
    #   reads    within, the regions that are looked at
    #   writes   kinds, the set of the types that can move from there
    cdef Terrain land = terrain_of(b, p)
    return moves_from(b, p, seat, &land, within, stops(b, p, seat), False, kinds)

cdef inline void add_move(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t kinds
    add_alone(b, ids, DONE_VERB)
    add_set(b, ids, FROM_VERB, movable(b, p, seat, b.all_regions, &kinds))

cdef inline void play_move(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    if verb == FROM_VERB:
        p.draft[0], p.step = region, MOVE_SHIP_DUE
    else:
        go_on_with_turn(b, p, seat, BATTLE_DUE)

cdef inline void add_move_ship(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t kinds
    movable(b, p, seat, one(p.draft[0]), &kinds)
    add_set(b, ids, SHIP_VERB, kinds)

cdef inline void play_move_ship(const Board* b, Position* p, int seat, int verb, int kind) noexcept nogil:
    p.draft[1], p.step = kind, MOVE_TO_DUE

cdef inline void add_move_to(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef Terrain land = terrain_of(b, p)
    add_set(b, ids, TO_VERB, reach(b, p, &land, seat, p.draft[1], p.draft[0]) & stops(b, p, seat))

cdef inline void play_move_to(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    go(p, seat, p.draft[1], p.draft[0], region)
    p.draft[0] = p.draft[1] = 0
    go_on_with_turn(b, p, seat, MOVE_DUE)


# --- C9.6: battles

cdef inline int battle_sectors(const Board* b, const Position* p, int seat) noexcept nogil:
    # C9.6, S29: the set of the sectors where a battle can begin.
    cdef uint64_t own = units_of(b, p, seat), others = 0
    cdef int sector, other, found = 0
    for other in range(p.n_players):
        if other != seat:
            others |= units_of(b, p, other)
    for sector in range(b.n_sectors):
        if own & b.sectors[sector] and others & b.sectors[sector]:
            found |= 1 << sector
    return found & ~p.fought

cdef inline void add_battle(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_alone(b, ids, DONE_VERB)
    add_set(b, ids, BATTLE_VERB, battle_sectors(b, p, seat))

cdef inline void play_battle(const Board* b, Position* p, int seat, int verb, int sector) noexcept nogil:
    if verb == BATTLE_VERB:
        p.draft[0], p.step = sector, AGAINST_DUE
    else:
        go_on_with_turn(b, p, seat, COLONIZE_DUE)

cdef inline void add_against(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int other
    for other in range(p.n_players):
        if other != seat and units_of(b, p, other) & b.sectors[p.draft[0]]:
            add_of(b, ids, AGAINST_VERB, other)

cdef inline void play_against(const Board* b, Position* p, int seat, int verb, int other) noexcept nogil:
    cdef int sector = p.draft[0]
    p.draft[0] = 0
    p.fought |= 1 << sector
    begin_battle(b, p, sector, seat, other)


# --- C9.7: colonies

cdef inline uint64_t colonizable(const Board* b, const Position* p, int seat) noexcept nogil:
    # C9.7, S28: the planets without owner where own ships stand and no other player's.
    cdef uint64_t found
    cdef int other
    if not p.stock[seat]:
        return 0
    found = ships_of(p, seat) & ~regions_with(p.token)
    for other in range(p.n_players):
        if other != seat:
            found &= ~ships_of(p, other)
    return found & terrain_of(b, p).planets

cdef inline void add_colonize(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_alone(b, ids, DONE_VERB)
    add_set(b, ids, SETTLE_VERB, colonizable(b, p, seat))

cdef inline void play_colonize(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    if verb == SETTLE_VERB:
        place_token(p, seat, region)
        go_on_with_turn(b, p, seat, COLONIZE_DUE)
    else:
        end_warlord_turn(b, p, seat)
