# For Jump Wars. J2.7, the Fight phase: battles, rounds, deals of damage. Header-only.
#
# Of the fleets of a side in a battle all but the worst hit one have equal damage, at most that of the worst hit one
# (J4.12). So it is with fleets without damage. A bomb adds as much to each. The fleets that are given up are the worst
# hit ones. Fire goes on the worst hit one until it falls, then on one of the others, and so on: at most one that
# stands then has more than the others. So a count and two numbers tell the damage of a side.

from libc.limits cimport INT_MAX

from sse_core._core.jump_wars.phases.final cimport *

# The fleets of a side that stand in a battle, and their damage. A fleet that there isn't has damage 0.
cdef struct Damaged:
    int64_t fleets
    int64_t worst           # the damage of the worst hit fleet...
    int64_t others          # ...and of each of the others


cdef inline void begin_fight(Position* p) noexcept nogil:
    # J4.12: battles one after another, by space.
    #   reads    p: no battle
    #   writes   p
    fight_on(p)


# --- strength

cdef inline int bonus(const Position* p, int side, int space, int technology) noexcept nogil:
    # J2.7: what is added to a side's Initiative, Attack or Defense in a space; not Cloaking.
    cdef int added = has_space(&p.counters[NEBULA], space) and has_space(&p.held[side], space)
    if technology != INITIATIVE and (side == p.n_players or p.homeworlds[side] == space):
        added += 2
    return added

cdef inline int strength(const Position* p, int side, int space, int technology) noexcept nogil:
    # J2.7: a side's Initiative, Attack or Defense in a space; the neutral side has level 1 (J3.3). Not Cloaking.
    return (1 if side == p.n_players else level(p, side, technology)) + bonus(p, side, space, technology)

cdef inline int initiative(const Position* p, int side) noexcept nogil:
    # J2.7, J4.12: a side's Initiative in this round of the battle, with Cloaking in the first.
    cdef int found = strength(p, side, p.battle_space, INITIATIVE)
    if p.round == 1 and side < p.n_players and has(p, side, CLOAKING):
        found += 2
    return found

cdef inline int64_t standing(const Position* p, int side) noexcept nogil:
    # The fleets of a side that stand in the battle.
    return p.fleets[side][p.battle_space]

cdef inline int enemies_of(const Position* p, int side, int* out) noexcept nogil:
    # J2.7: the other sides that stand in the battle, in turn order, the neutral one last.
    #   writes   out[0:k], k < MAX_SIDES
    #   returns  k
    cdef int place, other, k = 0
    for place in range(n_sides(p)):
        other = nth_in_turn(p, place)
        if other != side and standing(p, other):
            out[k] = other
            k += 1
    return k


# --- battles and rounds

cdef inline void fight_on(Position* p) noexcept nogil:
    # J2.7, J4.12: up to the next deal that a player decides, or to the Final phase.
    #   reads    p: no battle, or one in which no deal is half made
    #   writes   p
    cdef int dealer
    while p.battle_space != NOBODY or begin_battle(p):
        dealer = deal_on(p)
        if dealer != NOBODY:
            decide(p, DEAL_DUE, dealer)
            return
        end_battle(p)
    begin_final(p)

cdef inline int deal_on(Position* p) noexcept nogil:
    # J2.7: a battle up to the next deal that a player decides, or until less than two sides stand.
    #   reads    p: a battle in which no deal is half made
    #   writes   p
    #   returns  the player; NOBODY if no deal follows, before anybody gains by Assimilation
    cdef int dealer
    while True:
        dealer = next_dealer(p)
        if dealer == NOBODY:
            if not end_group(p):
                return NOBODY
        elif dealer == p.n_players:
            deal_of_neutral(p)
        else:
            return dealer

cdef inline bint begin_battle(Position* p) noexcept nogil:
    # J2.7, J4.12: the next battle begins. It is in the first space with fleets of several sides: in those before it,
    # battles are over.
    #   reads    p: no battle
    #   writes   p: a battle in its first round
    #   returns  whether there is one
    cdef Board contested = in_several(p.occupied, n_sides(p))
    if not has_any(contested):
        return False
    p.battle_space = first_space(contested)
    begin_round(p)
    return True

cdef inline void begin_round(Position* p) noexcept nogil:
    # J2.7, J4.12: the order of dealing is fixed as a round begins: highest Initiative first, equal ones together.
    #   reads    p: a battle in which no side has a rank
    #   writes   p.round, p.rank
    cdef int initiatives[MAX_SIDES]
    cdef int side, n = n_sides(p), rank = 0, best, before = INT_MAX
    p.round += 1
    for side in range(n):
        initiatives[side] = initiative(p, side) if standing(p, side) else NOBODY
    while True:
        best = NOBODY
        for side in range(n):
            if initiatives[side] < before:
                best = max(best, initiatives[side])
        if best == NOBODY:
            return
        rank += 1
        for side in range(n):
            if initiatives[side] == best:
                p.rank[side] = rank
        before = best

cdef inline void begin_group(Position* p) noexcept nogil:
    # J2.7: the first group in which one stands deals next, without its fallen; after the last group, a round begins.
    #   reads    p: the ranks of those who have still to deal in this round; two sides stand
    #   writes   p.rank, p.round
    cdef int side, n = n_sides(p), first = INT_MAX, rank
    for side in range(n):
        if p.rank[side] and standing(p, side):
            first = min(first, <int>p.rank[side])
    for side in range(n):
        rank = p.rank[side]
        # The fallen of later groups keep their ranks until their group deals, as the plain rules have them.
        p.rank[side] = rank - first + 1 if rank > first or (rank == first and standing(p, side)) else 0
    if first == INT_MAX:
        begin_round(p)

cdef inline int nth_of_group(const Position* p, int n) noexcept nogil:
    # J5.11: the side of the first group that settles its deal after n others, in turn order; NOBODY if it has no more.
    cdef int place, side
    for place in range(n_sides(p)):
        side = nth_in_turn(p, place)
        if p.rank[side] == 1:
            if n == 0:
                return side
            n -= 1
    return NOBODY

cdef inline int next_dealer(const Position* p) noexcept nogil:
    # J5.11: the side of the first group that settles its deal next; NOBODY if all have.
    return nth_of_group(p, p.n_deals)

cdef inline void end_battle(Position* p) noexcept nogil:
    # J2.7: Assimilation gains half the kills for a surviving winner; the battle is over.
    #   reads    p: a battle without deals, in which one side stands, or none
    #   writes   p: no battle
    cdef int side
    for side in range(p.n_players):
        if standing(p, side) and has(p, side, ASSIMILATION):
            put_fleets(p, side, p.battle_space, p.kills[side] // 2)
    p.battle_space = NOBODY
    p.round = 0
    memset(p.kills, 0, sizeof(p.kills))
    memset(p.worst, 0, sizeof(p.worst))
    memset(p.others, 0, sizeof(p.others))
    memset(p.rank, 0, sizeof(p.rank))


# --- a deal

cdef inline void add_deal(const Position* p, int player, Ids* ids) noexcept nogil:
    #   writes   ids
    add_id(ids, FIRE)
    if has(p, player, NOVA_BOMBS):
        add_id(ids, BOMB)

cdef inline void play_deal(Position* p, int player, int index) noexcept nogil:
    #   writes   p
    if settle(p, player, index):
        fight_on(p)

cdef inline bint settle(Position* p, int player, int index) noexcept nogil:
    # J2.7, J5.2: an action of a deal: FIRE, BOMB, or a count of bombs, or of points for the next enemy.
    #   writes   p
    #   returns  whether the deal is settled with it
    cdef int64_t largest
    if index == FIRE:
        return aim(p, player, 0)
    if index == BOMB:
        p.step = BOMBS_DUE
        return False
    largest = standing(p, player) if p.step == BOMBS_DUE else points_left(p, player)
    if is_part(index - COUNT, largest, p.counted):
        p.counted += index - COUNT
        return False
    return aim(p, player, p.counted + index - COUNT)

cdef inline void add_bombs(const Position* p, int player, Ids* ids) noexcept nogil:
    #   writes   ids
    add_counts(ids, 1, standing(p, player), p.counted)

cdef inline void add_split(const Position* p, int player, Ids* ids) noexcept nogil:
    #   writes   ids
    add_counts(ids, 0, points_left(p, player), p.counted)

cdef inline int64_t points_left(const Position* p, int player) noexcept nogil:
    # J2.7: of the damage by fire of the fleets that aren't given up, what no enemy has been given yet.
    #   reads    p.draft: the bombs, then the points for some enemies in order
    cdef int64_t attack = strength(p, player, p.battle_space, ATTACK)
    cdef int64_t left = (standing(p, player) - p.draft[0]) * attack
    cdef int i
    for i in range(1, p.n_draft):
        left -= p.draft[i]
    return left

cdef inline bint aim(Position* p, int player, int64_t number) noexcept nogil:
    # J5.11: the bombs, or the points for the next enemy, are settled; the last enemy gets the rest.
    #   writes   p
    #   returns  whether the deal is settled with them
    cdef int enemies[MAX_SIDES]
    cdef int n = enemies_of(p, player, enemies), i
    cdef int64_t left
    p.counted = 0
    add_draft(p, number)
    left = points_left(p, player)
    sse_check(left >= 0 and 1 <= p.n_draft <= n)
    if left and p.n_draft < n:
        p.step = SPLIT_DUE
        return False
    p.bombs[player] = <uint32_t>p.draft[0]
    p.forces[player] = strength(p, player, p.battle_space, ATTACK) if p.draft[0] else 0
    for i in range(1, p.n_draft):
        p.points[player][enemies[i - 1]] = p.draft[i]
    p.points[player][enemies[p.n_draft - 1]] = left
    p.n_deals += 1
    return True

cdef inline void deal_of_neutral(Position* p) noexcept nogil:
    # J4.8: the neutral fleets all fire at the side with most fleets there, of equals the earlier in turn order.
    #   writes   p.points, p.n_deals
    cdef int enemies[MAX_SIDES]
    cdef int neutral = p.n_players, n = enemies_of(p, neutral, enemies), target = enemies[0], i
    sse_check(n > 0)
    for i in range(1, n):
        if standing(p, enemies[i]) > standing(p, target):
            target = enemies[i]
    p.points[neutral][target] = standing(p, neutral) * strength(p, neutral, p.battle_space, ATTACK)
    p.n_deals += 1


# --- the damage of a group

cdef inline bint end_group(Position* p) noexcept nogil:
    # J2.7, J4.12, J5.12: a group of equal Initiative has settled its deals: fleets are given up, bombs go, the others
    # fire. In a view a hidden deal does no damage.
    #   reads    p: the deals of the first group
    #   writes   p: the next group deals, if the battle goes on
    #   returns  whether it does
    cdef Damaged damaged[MAX_SIDES]
    cdef int64_t defense[MAX_SIDES]
    cdef int dealers[MAX_SIDES]
    cdef int n = n_sides(p), n_dealers = 0, i, dealer, side, n_standing = 0
    cdef int64_t fallen
    if p.options & SIMULTANEOUS:
        reveal_boosts(p)
    for i in range(n):
        side = nth_in_turn(p, i)
        if p.rank[side] == 1:
            dealers[n_dealers] = side
            n_dealers += 1
            p.rank[side] = 0
        damaged[side].fleets = standing(p, side)
        damaged[side].worst, damaged[side].others = p.worst[side], p.others[side]
        defense[side] = strength(p, side, p.battle_space, DEFENSE)
        remove_worst(&damaged[side], p.bombs[side])
    for i in range(n_dealers):
        dealer = dealers[i]
        for side in range(n):
            fallen = bomb(&damaged[side], p.bombs[dealer] * p.forces[dealer], defense[side])
            # A kill is an enemy fleet: own ones don't count.
            p.kills[dealer] += fallen if side != dealer else 0
    for i in range(n_dealers):
        dealer = dealers[i]
        for side in range(n):
            p.kills[dealer] += fire(&damaged[side], p.points[dealer][side], defense[side])
    for side in range(n):
        put_fleets(p, side, p.battle_space, damaged[side].fleets - standing(p, side))
        p.worst[side], p.others[side] = <uint32_t>damaged[side].worst, <uint32_t>damaged[side].others
        n_standing += damaged[side].fleets > 0
    p.n_deals = p.hidden_deals = 0
    memset(p.bombs, 0, sizeof(p.bombs))
    memset(p.forces, 0, sizeof(p.forces))
    memset(p.points, 0, sizeof(p.points))
    if n_standing < 2:
        return False
    begin_group(p)
    return True

cdef inline void remove_worst(Damaged* damaged, int64_t n) noexcept nogil:
    # The n worst hit fleets leave, n <= damaged.fleets.
    #   writes   damaged
    sse_check(0 <= n <= damaged.fleets)
    damaged.fleets -= n
    if n:
        damaged.worst = damaged.others
    if damaged.fleets < 2:
        damaged.others = 0
    if damaged.fleets < 1:
        damaged.worst = 0

cdef inline int64_t bomb(Damaged* damaged, int64_t points, int64_t defense) noexcept nogil:
    # J2.7: points of damage to each fleet; those fall whose damage reaches Defense.
    #   writes   damaged
    #   returns  how many fall: all, the worst hit one alone, or none, since all others are alike
    cdef int64_t fallen = 0
    if damaged.others + points >= defense:
        fallen = damaged.fleets
    elif damaged.worst + points >= defense:
        fallen = 1
    damaged.worst += points
    damaged.others += points
    remove_worst(damaged, fallen)
    return fallen

cdef inline int64_t fire(Damaged* damaged, int64_t points, int64_t defense) noexcept nogil:
    # J4.12: puts points on the worst hit fleet that stands, again and again; what finds no fleet is lost.
    #   reads    defense, above the damage of each fleet: bombs, or none, go before fire, and end those that reach it
    #   writes   damaged
    #   returns  how many fall
    #
    # The worst hit fleet falls if the points reach what it can still take. The others then fall one by one, and each
    # takes the same number of points, more than 0: as many fall as that number goes into what is left. The remainder
    # is less than a fleet can take, and goes on one that stands. The second remove_worst leaves that one as the worst
    # hit of equals, or none.
    cdef int64_t fallen, each = defense - damaged.others
    sse_check(damaged.worst < defense and damaged.others < defense)
    if damaged.fleets == 0:
        return 0
    if points < defense - damaged.worst:
        damaged.worst += points
        return 0
    points -= defense - damaged.worst
    remove_worst(damaged, 1)
    fallen = min(points // each, damaged.fleets)
    remove_worst(damaged, fallen)
    if damaged.fleets:
        damaged.worst += points - fallen * each
    return 1 + fallen
