# For Empire of the Stars. C9: ships on the map: their places, where they can stop, and how far they get. Header-only.

from sse_core._core.empire_of_the_stars.tokens cimport *

cdef enum:
    N_WORDS = 8             # of a row of regions


cdef inline void count_fleets(const Position* p, int first, int end, uint8_t* counts) noexcept nogil:
    # How many ships players have in each region, from one seat on to before another.
    #   writes   counts[MAX_REGIONS]
    # A region holds less than 256 ships, so the sums of words are those of their bytes.
    cdef uint64_t totals[N_WORDS]
    cdef uint64_t its
    cdef const uint8_t* rows = &p.ships[0][0][0]        # one after another
    cdef int part, row
    memset(totals, 0, sizeof(totals))
    for row in range(N_TYPES * first, N_TYPES * end):
        for part in range(N_WORDS):
            memcpy(&its, rows + MAX_REGIONS * row + 8 * part, 8)
            totals[part] += its
    memcpy(counts, totals, sizeof(totals))

cdef inline void fleet(const Position* p, int seat, uint8_t* counts) noexcept nogil:
    # How many ships a player has in each region.
    #   writes   counts[MAX_REGIONS]
    count_fleets(p, seat, seat + 1, counts)

cdef inline void crowd(const Position* p, uint8_t* counts) noexcept nogil:
    # How many ships of all players are in each region.
    #   writes   counts[MAX_REGIONS]
    count_fleets(p, 0, p.n_players, counts)

cdef inline uint64_t ships_of(const Position* p, int seat) noexcept nogil:
    # The set of the regions where a player has ships.
    cdef uint8_t counts[MAX_REGIONS]
    fleet(p, seat, counts)
    return regions_with(counts)

cdef inline uint64_t guarded(const Position* p, int its) noexcept nogil:
    # C10.8, S37: the regions where ships guard the colonies of a side.
    #   reads    its, 1 for the attacker's side, 2 for the defender's
    cdef uint64_t found = 0
    cdef int seat
    for seat in range(p.n_players):
        if p.side[seat] == its or (not p.side[seat] and p.flags & NEUTRAL_SHIELDS):
            found |= ships_of(p, seat)
    return found

cdef inline uint64_t home_of(const Position* p, int seat) noexcept nogil:
    # The set of the region of a home world; empty as long as it isn't placed.
    return one(p.home[seat]) if p.home[seat] != NOBODY else 0

cdef inline uint64_t with_room(const Board* b, const Position* p, int seat) noexcept nogil:
    # C7.4, S22: the set of regions where there is room for one more ship of a player.
    cdef uint8_t counts[MAX_REGIONS]
    if p.flags & OWN_CAP:
        fleet(p, seat, counts)
    else:
        crowd(p, counts)
    return b.all_regions & ~regions_from(counts, number(b, p, seat, ROOM))

cdef inline uint64_t stops(const Board* b, const Position* p, int seat) noexcept nogil:
    # C9.2, C9.3, S54: the set of regions where a ship of a player can stop.
    cdef uint64_t found = with_room(b, p, seat)
    cdef int other
    for other in range(p.n_players):
        if other != seat:
            found &= ~home_of(p, other)
    return found

cdef inline uint64_t units_of(const Board* b, const Position* p, int seat) noexcept nogil:
    # The set of regions where a player has a unit: a ship, a token or the home world.
    return ships_of(p, seat) | home_of(p, seat) | tokens_of(p, seat, False) | tokens_of(p, seat, True)

cdef inline int strength_in(const Board* b, const Position* p, int seat, int sector) noexcept nogil:
    # C10.4: the strength of a player's units in a sector.
    cdef uint64_t here = b.sectors[sector], left
    cdef int kind, count, total = 0
    for kind in range(N_TYPES):
        left, count = here & regions_with(p.ships[seat][kind]), 0
        while left:
            count += p.ships[seat][kind][sse_lowest_bit(left)]
            left &= left - 1
        total += count * number(b, p, seat, STRENGTH + kind)
    total += sse_count_bits(here & tokens_of(p, seat, False)) * number(b, p, seat, STRENGTH + 3)
    total += sse_count_bits(here & tokens_of(p, seat, True)) * number(b, p, seat, STRENGTH + 4)
    # There are no tokens on home worlds.
    if here & home_of(p, seat):
        total += number(b, p, seat, HOME_STRENGTH)
    return total

cdef inline uint64_t docks(const Board* b, const Position* p, int seat) noexcept nogil:
    # C7.3, S21: the set of regions with an own starbase and room for a ship; effects may add colonies.
    cdef uint64_t found = starbases_of(p, seat)
    if number(b, p, seat, DEPLOY_TO_COLONIES):
        found |= tokens_of(p, seat, False)
    return found & with_room(b, p, seat)

cdef inline uint64_t starbases_of(const Position* p, int seat) noexcept nogil:
    # C3.3: the set of regions with an own starbase, the home world among them.
    return home_of(p, seat) | tokens_of(p, seat, True)

cdef inline uint64_t reach(
    const Board* b, const Position* p, const Terrain* land, int seat, int kind, int region
) noexcept nogil:
    # C9.1: the regions that a player's ship of a type gets to from a region.
    return reached(b, land, region, number(b, p, seat, MOVES + kind), number(b, p, seat, ASTEROIDS_STOP) != 0)

cdef inline uint64_t reach_within(
    const Board* b, const Position* p, const Terrain* land, int seat, int region, int steps
) noexcept nogil:
    # The same with so many steps.
    return reached(b, land, region, steps, number(b, p, seat, ASTEROIDS_STOP) != 0)

cdef inline uint64_t moves_from(
    const Board* b, const Position* p, int seat, const Terrain* land, uint64_t within, uint64_t targets, bint any_ship,
    uint64_t* kinds
) noexcept nogil:
    # The regions from which a player's ship reaches one of the targets.
    #   reads    within, the regions that are looked at; any_ship: whether ships that have moved count, too
    #   writes   kinds, the set of the types that do from these regions
    #   returns  their set
    cdef uint64_t found = 0, left
    cdef int kind, region, far
    cdef bint stop = number(b, p, seat, ASTEROIDS_STOP) != 0
    kinds[0] = 0
    for kind in range(N_TYPES):
        left, far = within & regions_with(p.ships[seat][kind]), number(b, p, seat, MOVES + kind)
        while left:
            region = sse_lowest_bit(left)
            left &= left - 1
            if any_ship or p.ships[seat][kind][region] > p.moved[seat][kind][region]:
                if reaches(b, land, region, far, stop, targets):
                    found |= one(region)
                    kinds[0] |= one(kind)
    return found

cdef inline void carry(Position* p, int owner, int kind, int origin, int target) noexcept nogil:
    # Moves a ship that stays as it was, moved or not (S31, S64).
    p.moved[owner][kind][target] += leave(p, owner, kind, origin)
    p.ships[owner][kind][target] += 1

cdef inline void go(Position* p, int owner, int kind, int origin, int target) noexcept nogil:
    # C9.1: moves a ship that has not moved yet, and has then.
    p.ships[owner][kind][origin] -= 1
    p.ships[owner][kind][target] += 1
    p.moved[owner][kind][target] += 1

cdef inline bint leave(Position* p, int owner, int kind, int region) noexcept nogil:
    # S58: takes a ship away; one that has moved goes first. There are no more ships moved, or shifted, than there are.
    #   returns  whether it was one that has moved
    cdef bint moved = p.moved[owner][kind][region] > 0
    sse_check(p.ships[owner][kind][region] > 0)
    p.ships[owner][kind][region] -= 1
    p.moved[owner][kind][region] -= moved
    if p.shifted[owner][kind][region] > p.ships[owner][kind][region]:
        p.shifted[owner][kind][region] -= 1
    return moved
