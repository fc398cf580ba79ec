# For Jump Wars. J2.4, the Mine phase, as `jump_wars/reference/mine.py` has it. Header-only.

from sse_core._core.jump_wars.phases.build cimport *

cdef enum:                  # J2.4, in RT
    OWN_HOMEWORLD = 5
    ENEMY_HOMEWORLD = 2
    CARD_SOLD = 2
    OF_CLUSTER = 2


cdef inline void begin_mine(Position* p) noexcept nogil:
    # The start player is first.
    decide(p, MINE_DUE, p.start_player)

cdef inline int yield_of_field(const Position* p, int player) noexcept nogil:
    # J2.4: the RT for a Star Field with fleets of a player.
    if not has(p, player, GENESIS):
        return 1
    return 3 if has_option(p, GENESIS_ADDS) else 2

cdef inline int yield_of_clusters(const Position* p, const Board* occupied, Board clusters, int player) noexcept nogil:
    # J2.4: 2 RT for each Cluster with fleets of a player, 1 less for each other player who raids it, and at least 0.
    #   reads    occupied[n_players], the spaces with fleets of each; clusters, those of the player
    cdef Board once = no_spaces(), again = no_spaces(), raided
    cdef int raider
    if not has_any(clusters):
        return 0
    for raider in range(p.n_players):
        if raider != player and has(p, raider, SPACE_RAIDING):
            raided = both(clusters, beside_any(has_option(p, HEX), occupied[raider]))
            again = either(again, both(once, raided))
            once = either(once, raided)
    return OF_CLUSTER * count_spaces(clusters) - count_spaces(once) - count_spaces(again)

cdef inline int yield_of(const Position* p, int player, int space) noexcept nogil:
    # J2.4: what a space with fleets of a player is worth to that player, in RT, before Manufacturing.
    cdef int kind = counter_at(p, space), owner
    if kind == STAR_FIELD:
        return yield_of_field(p, player)
    if kind == CLUSTER:
        return yield_of_clusters(p, p.occupied, space_alone(space), player)
    if kind == NEBULA:
        return has(p, player, RAM_SCOOPS)
    owner = homeworld_of(p, space)
    # J4.8: the neutral Homeworld is no enemy Homeworld.
    return 0 if owner == NOBODY else OWN_HOMEWORLD if owner == player else ENEMY_HOMEWORLD

cdef inline int64_t income(const Position* p, int player) noexcept nogil:
    # J2.4: the RT of a Mine phase, those for the cards that are sold included.
    cdef Board mine = p.occupied[player]
    cdef int64_t found = OWN_HOMEWORLD * (p.fleets[player][p.homeworlds[player]] > 0)
    # J4.8: the neutral Homeworld is no enemy Homeworld.
    found += ENEMY_HOMEWORLD * enemy_homeworlds(p, player)
    found += yield_of_field(p, player) * count_spaces(both(mine, p.counters[STAR_FIELD]))
    found += yield_of_clusters(p, p.occupied, both(mine, p.counters[CLUSTER]), player)
    if has(p, player, RAM_SCOOPS):
        found += count_spaces(both(mine, p.counters[NEBULA]))
    return (found + CARD_SOLD * p.sold) * level(p, player, MANUFACTURING)

cdef inline void add_mine(const Position* p, int player, Ids* ids) noexcept nogil:
    add_id(ids, DONE)
    add_word(ids, DISCARD, cards_held(p, player, 1))

cdef inline void play_mine(Position* p, int player, int index) noexcept nogil:
    cdef int follower
    if index != DONE:
        spend(p, player, index - DISCARD)
        p.sold += 1
        return
    p.tokens[player] += income(p, player)
    follower = next_after(p, player)
    if follower == NOBODY:
        begin_build(p)
    else:
        decide(p, MINE_DUE, follower)
