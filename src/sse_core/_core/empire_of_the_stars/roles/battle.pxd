# For Empire of the Stars. C10: battles, with allies, sealed dials, moves by tactics, and hits. Header-only. A side is
# 0, the attacker's, or 1, the defender's; of the units of a hit, ships have seat * 3 and their type, and a colony or
# starbase has TOKEN_UNIT.

from sse_core._core.empire_of_the_stars.roles.engineer cimport *


cdef inline void begin_battle(const Board* b, Position* p, int sector, int attacker, int defender) noexcept nogil:
    # C10.1: a battle begins in a sector.
    p.sector, p.attacker, p.defender = sector, attacker, defender
    p.side[attacker], p.side[defender] = 1, 2
    let_invite(b, p, 0)

cdef inline int leader(const Position* p, int side) noexcept nogil:
    # The attacker for side 0, the defender for side 1.
    return p.defender if side else p.attacker

cdef inline int side_of(const Position* p, int seat) noexcept nogil:
    # 0 for the attacker, 1 for the defender.
    return seat != p.attacker


# --- C10.2: allies

cdef inline bint has_unit_here(const Board* b, const Position* p, int seat) noexcept nogil:
    return units_of(b, p, seat) & b.sectors[p.sector] != 0

cdef inline uint64_t bringable(
    const Board* b, const Position* p, int seat, uint64_t within, uint64_t* kinds
) noexcept nogil:
    # C10.2, S59: the regions outside the sector from which a player can bring ships.
    #   reads    within, the regions that are looked at
    #   writes   kinds, the set of the types that can be brought from them
    cdef Terrain land = terrain_of(b, p)
    cdef uint64_t here = b.sectors[p.sector]
    return moves_from(b, p, seat, &land, within & ~here, here & stops(b, p, seat), p.flags & FREE_ALLIES != 0, kinds)

cdef inline bint can_bring(const Board* b, const Position* p, int seat) noexcept nogil:
    cdef uint64_t kinds
    return bringable(b, p, seat, b.all_regions, &kinds) != 0

cdef inline bint can_join(const Board* b, const Position* p, int seat) noexcept nogil:
    # C10.3, S30: whether a player has a unit in the sector or can bring one.
    return has_unit_here(b, p, seat) or can_bring(b, p, seat)

cdef inline int wanted(const Board* b, const Position* p, int side) noexcept nogil:
    # The set of the players whom a side may still ask.
    cdef int seat, found = 0
    for seat in range(p.n_players):
        if not p.side[seat] and not p.asked[side] >> seat & 1 and can_join(b, p, seat):
            found |= 1 << seat
    return found

cdef inline void let_invite(const Board* b, Position* p, int side) noexcept nogil:
    # Lets attacker, then defender, ask for allies; then those who were asked answer.
    while side < 2:
        if wanted(b, p, side):
            p.step, p.actor = INVITE_DUE, leader(p, side)
            return
        side += 1
    let_answer(b, p, p.attacker)

cdef inline void add_invite(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_alone(b, ids, DONE_VERB)
    add_set(b, ids, ALLY_VERB, wanted(b, p, side_of(p, seat)))

cdef inline void play_invite(const Board* b, Position* p, int seat, int verb, int other) noexcept nogil:
    cdef int side = side_of(p, seat)
    if verb == ALLY_VERB:
        p.asked[side] |= 1 << other
        let_invite(b, p, side)
    else:
        let_invite(b, p, side + 1)

cdef inline void let_answer(const Board* b, Position* p, int seat) noexcept nogil:
    # Lets the next player after a seat answer; after the last one the dials are set.
    cdef int asked = p.asked[0] | p.asked[1]
    while True:
        seat = seat_after(p, seat)
        if seat == p.attacker:
            open_window(b, p, BATTLE_BEGIN, SET_DIALS_DUE)
            return
        if asked >> seat & 1 and can_join(b, p, seat):
            p.step, p.actor = ANSWER_DUE, seat
            return

cdef inline void add_answer(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int side
    cdef uint64_t leaders = 0
    add_alone(b, ids, DECLINE_VERB)
    for side in range(2):
        if p.asked[side] >> seat & 1:
            leaders |= one(leader(p, side))
    add_set(b, ids, JOIN_VERB, leaders)

cdef inline void play_answer(const Board* b, Position* p, int seat, int verb, int whom) noexcept nogil:
    if verb == JOIN_VERB:
        p.side[seat] = p.side[whom]
        let_bring(b, p, seat)
    else:
        let_answer(b, p, seat)

cdef inline void let_bring(const Board* b, Position* p, int seat) noexcept nogil:
    # Lets an ally bring ships, or the next one answer.
    p.step = BRING_DUE
    if not can_bring(b, p, seat):
        let_answer(b, p, seat)

cdef inline void add_bring(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t kinds
    # C10.3: who has no unit there has to bring one.
    if has_unit_here(b, p, seat):
        add_alone(b, ids, DONE_VERB)
    add_set(b, ids, FROM_VERB, bringable(b, p, seat, b.all_regions, &kinds))

cdef inline void play_bring(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    if verb == FROM_VERB:
        p.draft[0], p.step = region, BRING_SHIP_DUE
    else:
        let_answer(b, p, seat)

cdef inline void add_bring_ship(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t kinds
    bringable(b, p, seat, one(p.draft[0]), &kinds)
    add_set(b, ids, SHIP_VERB, kinds)

cdef inline void play_bring_ship(const Board* b, Position* p, int seat, int verb, int kind) noexcept nogil:
    p.draft[1], p.step = kind, BRING_TO_DUE

cdef inline void add_bring_to(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef Terrain land = terrain_of(b, p)
    cdef uint64_t far = reach(b, p, &land, seat, p.draft[1], p.draft[0])
    add_set(b, ids, TO_VERB, far & stops(b, p, seat) & b.sectors[p.sector])

cdef inline void play_bring_to(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    if p.flags & FREE_ALLIES:
        carry(p, seat, p.draft[1], p.draft[0], region)
    else:
        go(p, seat, p.draft[1], p.draft[0], region)
    p.draft[0] = p.draft[1] = 0
    let_bring(b, p, seat)


# --- C10.4, C10.5: dials

cdef inline void set_dials(const Board* b, Position* p) noexcept nogil:
    # C10.4: each side's strength is counted, and attacker and defender set their dials.
    cdef int side, seat, force
    for side in range(2):
        force = 0
        for seat in range(p.n_players):
            if p.side[seat] == side + 1:
                force += strength_in(b, p, seat, p.sector)
        p.force[side] = force
    p.step, p.actor = DIAL_DUE, p.attacker

cdef inline void parts(const Board* b, const Position* p, int side, int* out) noexcept nogil:
    # The tactics, weapons and shields of a side, with what effects add to them.
    #   writes   out[3]
    cdef int weapons = p.weapons[side], shields = dial_end(b, p.force[side] - p.tactics[side] - weapons)
    out[0] = tactics(p, side)
    out[1] = max(0, weapons + p.plus[side][1])
    out[2] = max(0, shields + p.plus[side][2])

cdef inline int dial_end(const Board* b, int strength) noexcept nogil:
    # S32, S57: the most that a part of a dial can be.
    return strength if b.dial < 0 else min(strength, b.dial)

cdef inline void add_dial(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int side = side_of(p, seat), force = p.force[side]
    if p.written[side]:
        add_range(b, ids, WEAPONS_VERB, dial_end(b, force - p.tactics[side]) + 1)
    else:
        add_range(b, ids, TACTICS_VERB, dial_end(b, force) + 1)

cdef inline void play_dial(const Board* b, Position* p, int seat, int verb, int n) noexcept nogil:
    cdef int side = side_of(p, seat)
    if p.written[side]:
        p.weapons[side] = n
    else:
        p.tactics[side] = n
    p.written[side] += 1
    if p.written[0] >= 2 and p.written[1] >= 2:
        # In a view, a dial that isn't known has all in its shields.
        p.written[0] = p.written[1] = 2
        open_window(b, p, BATTLE_OPEN, OPEN_DIALS_DUE)

cdef inline void open_dials(const Board* b, Position* p) noexcept nogil:
    # C10.5 to C10.7: the dials are open; tokens for the tactics, then moves by them.
    cdef int dials[2][3]
    cdef int side, seat, n, ahead, _n
    for side in range(2):
        parts(b, p, side, dials[side])
    for side in range(2):
        # Hits that an effect of the side spares are there already.
        n = dials[side][1] - dials[1 - side][2] - p.hits[side]
        p.hits[side] = max(n, 0)
    ahead = dials[0][0] - dials[1][0]
    p.step = SHIFT_DUE
    if ahead == 0:
        let_hit(b, p, 0)
        return
    side = ahead < 0
    seat = leader(p, side)
    p.shifts, p.actor = -ahead if side else ahead, seat
    for _n in range(p.n_players):
        if p.side[seat] == side + 1:
            score_galaxy(p, seat)
        seat = seat_after(p, seat)
    let_shift(b, p)


# --- C10.6: moves by tactics

cdef inline uint64_t shiftable(const Board* b, const Position* p, uint64_t within, uint64_t* units) noexcept nogil:
    # C10.6, S33: the regions with ships that can be moved.
    #   reads    within, the regions that are looked at
    #   writes   units, the set of the ships that can be moved there: seat * 3 and their types
    cdef Terrain land = terrain_of(b, p)
    cdef uint64_t left, targets, found = 0
    cdef int seat, kind, region, far
    cdef bint stop
    units[0] = 0
    for seat in range(p.n_players):
        if not p.side[seat]:
            continue
        targets = stops(b, p, seat)
        stop = number(b, p, seat, ASTEROIDS_STOP) != 0
        for kind in range(N_TYPES):
            left, far = within & regions_with(p.ships[seat][kind]), number(b, p, seat, MOVES + kind)
            while left:
                region = sse_lowest_bit(left)
                left &= left - 1
                if p.ships[seat][kind][region] > p.shifted[seat][kind][region]:
                    if reaches(b, &land, region, far, stop, targets):
                        found |= one(region)
                        units[0] |= one(N_TYPES * seat + kind)
    return found

cdef inline void let_shift(const Board* b, Position* p) noexcept nogil:
    # Lets the winner of the tactics move a ship, or goes on to the hits.
    cdef uint64_t units
    p.step = SHIFT_DUE
    if not p.shifts or not shiftable(b, p, b.sectors[p.sector], &units):
        let_hit(b, p, 0)

cdef inline void add_shift(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t units
    add_alone(b, ids, DONE_VERB)
    add_set(b, ids, FROM_VERB, shiftable(b, p, b.sectors[p.sector], &units))

cdef inline void play_shift(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    if verb == FROM_VERB:
        p.draft[0], p.step = region, SHIFT_SHIP_DUE
    else:
        let_hit(b, p, 0)

cdef inline void add_shift_ship(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t units
    shiftable(b, p, one(p.draft[0]), &units)
    # The first numbers are the own types.
    add_set(b, ids, SHIP_VERB, units << N_TYPES)

cdef inline void play_shift_ship(const Board* b, Position* p, int seat, int verb, int ship) noexcept nogil:
    p.draft[1], p.step = ship - N_TYPES, SHIFT_TO_DUE

cdef inline void add_shift_to(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int owner = p.draft[1] // N_TYPES, kind = p.draft[1] % N_TYPES
    cdef Terrain land = terrain_of(b, p)
    add_set(b, ids, TO_VERB, reach(b, p, &land, owner, kind, p.draft[0]) & stops(b, p, owner))

cdef inline void play_shift_to(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    cdef int owner = p.draft[1] // N_TYPES, kind = p.draft[1] % N_TYPES
    carry(p, owner, kind, p.draft[0], region)
    if in_set(b.sectors[p.sector], region):
        p.shifted[owner][kind][region] += 1
    p.shifts -= 1
    p.draft[0] = p.draft[1] = 0
    let_shift(b, p)


# --- C10.7 to C10.10: hits

cdef inline int hit_price(const Board* b, const Position* p, int seat, int kind) noexcept nogil:
    # C10.7: the hits that destroy a ship of a player; those that are spared come before.
    return number(b, p, seat, HITS + kind) + p.spare[seat]

cdef inline uint64_t hittable(
    const Board* b, const Position* p, int side, uint64_t within, uint64_t* units
) noexcept nogil:
    # C10.7, C10.8: the regions with units that a side can still hit.
    #   reads    within, regions of the sector
    #   writes   units, the set of these units
    cdef uint64_t found = 0, its, exposed = within
    cdef int hits = p.hits[side], enemy = 2 - side, seat, kind
    units[0] = 0
    # No unit falls without a hit.
    if hits == 0:
        return 0
    if number(b, p, leader(p, side), GUARDS):
        exposed &= ~guarded(p, enemy)
    for seat in range(p.n_players):
        if p.side[seat] != enemy:
            continue
        for kind in range(N_TYPES):
            if hit_price(b, p, seat, kind) <= hits:
                its = within & regions_with(p.ships[seat][kind])
                if its:
                    found |= its
                    units[0] |= one(N_TYPES * seat + kind)
        if hits > p.spare[seat]:
            its = (exposed & tokens_of(p, seat, False)) | (within & tokens_of(p, seat, True))
            if its:
                found |= its
                units[0] |= one(TOKEN_UNIT)
    return found

cdef inline void let_hit(const Board* b, Position* p, int side) noexcept nogil:
    # Lets attacker, then defender, use hits; then the battle ends. No ship is moved by tactics any more.
    cdef uint64_t units
    p.shifts = 0
    memset(p.shifted, 0, sizeof(p.shifted))
    while side < 2:
        if hittable(b, p, side, b.sectors[p.sector], &units):
            p.step, p.actor = HIT_DUE, leader(p, side)
            return
        p.hits[side] = 0
        side += 1
    open_window(b, p, BATTLE_END, BATTLE_OVER_DUE)

cdef inline void add_hit(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t units
    if p.flags & SPARE_HITS:
        add_alone(b, ids, DONE_VERB)
    add_set(b, ids, HIT_VERB, hittable(b, p, side_of(p, seat), b.sectors[p.sector], &units))

cdef inline void play_hit(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    cdef int side = side_of(p, seat)
    if verb == HIT_VERB:
        p.draft[0], p.step = region, HIT_UNIT_DUE
    else:
        p.hits[side] = 0
        let_hit(b, p, side)

cdef inline void add_hit_unit(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t units
    hittable(b, p, side_of(p, seat), one(p.draft[0]), &units)
    add_set(b, ids, UNIT_VERB, units)

cdef inline void play_hit_unit(const Board* b, Position* p, int seat, int verb, int unit) noexcept nogil:
    cdef int side = side_of(p, seat), region = p.draft[0], owner = unit // N_TYPES, kind = unit % N_TYPES, spent
    if unit != TOKEN_UNIT:
        spent = hit_price(b, p, owner, kind)
        leave(p, owner, kind, region)
        p.staging[owner][kind] += 1
    else:
        owner = (p.token[region] - 1) >> 1
        spent = 1 + p.spare[owner]
        if p.token[region] & 1:
            destroy(p, seat, region)
        else:
            p.token[region] -= 1
    p.spare[owner] = 0
    p.hits[side] -= spent
    p.draft[0] = 0
    let_hit(b, p, side)

cdef inline void reward_allies(Position* p) noexcept nogil:
    # C10.10, S10, S71: allies score for colonies that fell, to effects, too.
    cdef int side, seat, _n
    for side in range(2):
        seat = seat_after(p, leader(p, side))
        while seat != leader(p, side):
            if p.side[seat] == side + 1:
                for _n in range(p.fallen[side]):
                    score_galaxy(p, seat)
            seat = seat_after(p, seat)

cdef inline void end_battle(const Board* b, Position* p) noexcept nogil:
    # Rewards allies, and clears the battle away; its attacker goes on.
    reward_allies(p)
    p.step, p.actor = AFTER_BATTLE_DUE, p.attacker
    end_battle_changes(b, p)
    p.sector = p.attacker = p.defender = NOBODY
    memset(p.side, 0, sizeof(p.side))
    memset(p.asked, 0, sizeof(p.asked))
    memset(p.force, 0, sizeof(p.force))
    memset(p.written, 0, sizeof(p.written))
    memset(p.tactics, 0, sizeof(p.tactics))
    memset(p.weapons, 0, sizeof(p.weapons))
    p.shifts = 0
    memset(p.hits, 0, sizeof(p.hits))
    memset(p.fallen, 0, sizeof(p.fallen))
    memset(p.plus, 0, sizeof(p.plus))
    memset(p.spare, 0, sizeof(p.spare))
