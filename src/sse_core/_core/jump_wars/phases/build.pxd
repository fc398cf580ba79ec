# For Jump Wars. J2.5, the Build phase: fleets, then Sabotage, as `jump_wars/reference/build.py` has it. Header-only.

from sse_core._core.jump_wars.phases.jump cimport *


cdef inline void begin_build(Position* p) noexcept nogil:
    # The start player is first.
    decide(p, BUILD_DUE, p.start_player)

cdef inline int price(const Position* p, int player) noexcept nogil:
    # J2.5: the price of a fleet, in RT.
    cdef int found = 4 + level(p, player, ATTACK) + level(p, player, DEFENSE) - level(p, player, MINIATURIZATION)
    return found if found > 1 else 1

cdef inline Board yards(const Position* p, int player) noexcept nogil:
    # J2.5, J4.9: the own Homeworld, empty or not; with Star Docks, occupied Star Fields and Clusters.
    cdef Board found = no_spaces()
    if has(p, player, STAR_DOCKS):
        found = both(p.occupied[player], either(p.counters[STAR_FIELD], p.counters[CLUSTER]))
    put_space(&found, p.homeworlds[player])
    return found

cdef inline void add_build(const Position* p, int player, Ids* ids) noexcept nogil:
    add_id(ids, DONE)
    if p.tokens[player] >= price(p, player):
        add_spaces(ids, BUILD, yards(p, player))

cdef inline void play_build(Position* p, int player, int index) noexcept nogil:
    cdef int follower
    if index != DONE:
        p.tokens[player] -= price(p, player)
        put_fleets(p, player, index - BUILD, 1)
        return
    follower = next_after(p, player)
    if follower == NOBODY:
        next_sabotage(p, NOBODY)
    else:
        decide(p, BUILD_DUE, follower)


# --- Sabotage

cdef inline void next_sabotage(Position* p, int after) noexcept nogil:
    # J2.5: each holder of Sabotage, once a turn, in turn order.
    cdef int holder = next_holder(p, SABOTAGE_CARD, after)
    if holder == NOBODY:
        begin_jump(p)
    else:
        decide(p, SABOTAGE_DUE, holder)

cdef inline void add_sabotage(const Position* p, int player, Ids* ids) noexcept nogil:
    cdef int side
    add_id(ids, DONE)
    if p.hand_sizes[player]:
        for side in range(n_sides(p)):
            if has_any(p.occupied[side]):
                add_id(ids, SABOTAGE + (NEUTRAL if side == p.n_players else side))

cdef inline void play_sabotage(Position* p, int player, int index) noexcept nogil:
    if index == DONE:
        next_sabotage(p, player)
        return
    p.step = SABOTAGE_SPACE_DUE
    add_draft(p, p.n_players if index == SABOTAGE + NEUTRAL else index - SABOTAGE)

cdef inline void add_sabotage_space(const Position* p, int player, Ids* ids) noexcept nogil:
    add_spaces(ids, AT, p.occupied[p.draft[0]])

cdef inline void play_sabotage_space(Position* p, int player, int index) noexcept nogil:
    p.step = SABOTAGE_CARD_DUE
    add_draft(p, index - AT)

cdef inline void add_sabotage_card(const Position* p, int player, Ids* ids) noexcept nogil:
    add_word(ids, DISCARD, cards_held(p, player, 1))

cdef inline void play_sabotage_card(Position* p, int player, int index) noexcept nogil:
    spend(p, player, index - DISCARD)
    put_fleets(p, <int>p.draft[0], <int>p.draft[1], -1)
    next_sabotage(p, player)
