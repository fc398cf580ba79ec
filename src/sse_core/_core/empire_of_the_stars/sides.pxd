# For Empire of the Stars. C4.8, C13: the sides of powers, and the end of a role. Header-only.

from sse_core._core.empire_of_the_stars.roles.scientist cimport *


cdef inline void by_number(const Position* p, uint8_t* seats) noexcept nogil:
    # C13.6, S52: the seats by the numbers of their powers, or as they sit without powers.
    #   writes   seats[0:n_players]
    cdef int seat, place
    for seat in range(p.n_players):
        place = seat
        while place > 0 and p.power[seats[place - 1]] > p.power[seat]:
            seats[place] = seats[place - 1]
            place -= 1
        seats[place] = <uint8_t>seat

cdef inline int place_by_number(const uint8_t* seats, int seat) noexcept nogil:
    # The place of a seat among all.
    #   reads    seats, what `by_number` has written
    cdef int place = 0
    while seats[place] != seat:
        place += 1
    return place

cdef inline void flip(const Board* b, Position* p, int seat, int side) noexcept nogil:
    # C15.1: turns a side of a player's power up, 0 for core, 1 for surge; without powers there is none.
    if p.surged[seat] != side and has_powers(p):
        p.surged[seat] = <uint8_t>side
        restand(b, p)

cdef inline void found_wormhole(const Board* b, Position* p, int kind) noexcept nogil:
    # C4.8: notes that a wormhole came into the galaxy.
    if kind == b.wormhole and has_powers(p):
        p.new_wormhole = 1

cdef inline void flip_all(const Board* b, Position* p) noexcept nogil:
    # C4.8: if a wormhole came into the galaxy, all powers flip to surge.
    cdef int seat
    if p.new_wormhole:
        p.new_wormhole = 0
        for seat in range(p.n_players):
            flip(b, p, seat, 1)

cdef inline bint has_used_surge(const Board* b, const Position* p, int seat) noexcept nogil:
    # Whether a player has used an effect of the surge side in this role.
    cdef int i
    cdef Numbers side
    sse_check(p.power[seat] > 0)
    side = b.at_side[1][p.power[seat] - 1]
    for i in range(side.n):
        if p.used[b.listed[side.first + i]]:
            return True
    return False

cdef inline void end_uses(const Board* b, Position* p) noexcept nogil:
    # C13.5: who used the surge side flips it back; then all effects can be used again.
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int n
    if has_powers(p):
        by_number(p, seats)
        for n in range(p.n_players):
            if has_used_surge(b, p, seats[n]):
                flip(b, p, seats[n], 0)
    memset(p.used, 0, sizeof(p.used))

cdef inline bint end_effects(const Board* b, Position* p) noexcept nogil:
    # C16.15: ends what effects changed for the role.
    #   returns  whether a player has to discard first
    end_role_changes(b, p)
    end_uses(b, p)
    flip_all(b, p)
    return must_discard(b, p, ROLE_OVER_DUE)

cdef inline bint must_discard(const Board* b, Position* p, int then) noexcept nogil:
    # S68: lets the next player discard whose hand is above its limit.
    #   returns  whether there is one
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int n
    by_number(p, seats)
    for n in range(p.n_players):
        if cards_in_hand(b, p, seats[n]) > number(b, p, seats[n], HAND):
            p.step, p.actor, p.then = DISCARD_DUE, seats[n], <uint8_t>then
            return True
    return False
