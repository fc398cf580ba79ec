# For Empire of the Stars. Measures of a player, for edicts, tests and amounts (C12.1, S46). Header-only.

from sse_core._core.empire_of_the_stars.ships cimport *


cdef inline int produced(const Board* b, const Position* p, int seat, int resource) noexcept nogil:
    # C5.3, S12: how many of a resource a player's planets make, the home world among them.
    cdef uint64_t left = tokens_of(p, seat, False) | tokens_of(p, seat, True)
    cdef int total = b.homes[seat][resource]
    while left:
        total += b.makes[p.tile[sse_lowest_bit(left)] - 1][resource]
        left &= left - 1
    return total

cdef inline int count_colonies(const Position* p, int seat) noexcept nogil:
    return sse_count_bits(tokens_of(p, seat, False))

cdef inline int count_starbases(const Position* p, int seat) noexcept nogil:
    # The starbases on planets; the home world is one (C3.3).
    return sse_count_bits(tokens_of(p, seat, True)) + 1

cdef inline int count_far_space(const Board* b, const Position* p, int seat) noexcept nogil:
    cdef int place, n = 0, colony = 1 + token_of(seat, False)
    for place in range(b.n_far):
        n += p.far_space[place] == colony or p.far_space[place] == colony + 1
    return n

cdef inline int sectors_of(const Board* b, const Position* p, int seat) noexcept nogil:
    # The set of the sectors where a player has units.
    cdef uint64_t units = units_of(b, p, seat)
    cdef int sector, found = 0
    for sector in range(b.n_sectors):
        if units & b.sectors[sector]:
            found |= 1 << sector
    return found

cdef inline int count_contacts(const Board* b, const Position* p, int seat) noexcept nogil:
    # How many opponents have units in sectors with own units.
    cdef int other, n = 0, own = sectors_of(b, p, seat)
    for other in range(p.n_players):
        n += other != seat and own & sectors_of(b, p, other) != 0
    return n

cdef inline int count_type(const Position* p, int seat, int kind) noexcept nogil:
    # How many ships of a type a player has on the board.
    cdef uint64_t left = regions_with(p.ships[seat][kind])
    cdef int n = 0
    while left:
        n += p.ships[seat][kind][sse_lowest_bit(left)]
        left &= left - 1
    return n

cdef inline int strength_of(const Board* b, const Position* p, int seat) noexcept nogil:
    # The strength of all units on the board.
    cdef int kind, total = number(b, p, seat, HOME_STRENGTH)
    for kind in range(N_TYPES):
        total += number(b, p, seat, STRENGTH + kind) * count_type(p, seat, kind)
    total += number(b, p, seat, STRENGTH + 3) * count_colonies(p, seat)
    return total + number(b, p, seat, STRENGTH + 4) * (count_starbases(p, seat) - 1)

cdef inline int count_cards_at(const Position* p, int place) noexcept nogil:
    # How many technologies are in a place, such as IN_HAND and a seat, but for IN_DECK.
    # A row of cards is one of regions, and half of another one.
    cdef uint64_t first = regions_where(p.place, place)
    cdef uint64_t others = regions_where(p.place + MAX_TECHNOLOGIES - MAX_REGIONS, place)
    return sse_count_bits(first) + sse_count_bits(others >> (2 * MAX_REGIONS - MAX_TECHNOLOGIES))

cdef inline int count_technologies(const Board* b, const Position* p, int seat, int kind) noexcept nogil:
    # How many technologies of a type a player owns.
    cdef int card, n = 0
    for card in range(b.n_cards):
        n += p.place[card] == OWNED + seat and b.kinds[card] == kind
    return n

cdef inline int count_throne(const Position* p, int seat) noexcept nogil:
    cdef int colour, n = 0
    for colour in range(N_COLOURS):
        n += p.throne[seat][colour]
    return n

cdef inline int measure(const Board* b, const Position* p, int seat, int which) noexcept nogil:
    # A measure of a player.
    if which == PLANETS_MEASURE:
        return count_colonies(p, seat) + count_starbases(p, seat)
    if which == COLONIES_MEASURE:
        return count_colonies(p, seat)
    if which == STARBASES_MEASURE:
        return count_starbases(p, seat)
    if which == FAR_SPACE_MEASURE:
        return count_far_space(b, p, seat)
    if which == SECTORS_MEASURE:
        return sse_count_bits(sectors_of(b, p, seat))
    if which == SHIPS_MEASURE:
        return count_type(p, seat, 0) + count_type(p, seat, 1) + count_type(p, seat, 2)
    if which <= DREADNOUGHTS_MEASURE:
        return count_type(p, seat, which - FIGHTERS_MEASURE)
    if which == STRENGTH_MEASURE:
        return strength_of(b, p, seat)
    if which == STAGING_MEASURE:
        return p.staging[seat][0] + p.staging[seat][1] + p.staging[seat][2]
    if which == TECHNOLOGIES_MEASURE:
        return count_cards_at(p, OWNED + seat)
    if which <= TECHNOLOGIES_MILITARY_MEASURE:
        return count_technologies(b, p, seat, which - TECHNOLOGIES_CULTURE_MEASURE)
    if which == CARDS_MEASURE:
        # Those that a view hides, too.
        return count_cards_at(p, IN_HAND + seat) + p.hidden[seat][0] + p.hidden[seat][1] + p.hidden[seat][2]
    if which == CREDITS_MEASURE:
        return <int>p.credits[seat]
    if which <= ENERGY_MEASURE:
        return p.resources[seat][which - POLYMERS_MEASURE]
    if which == RESOURCES_MEASURE:
        return p.resources[seat][0] + p.resources[seat][1] + p.resources[seat][2]
    if which == STOCK_MEASURE:
        return p.stock[seat]
    if which == THRONE_MEASURE:
        return count_throne(p, seat)
    if which == HOME_FLEET_MEASURE:
        return p.ships[seat][0][p.home[seat]] + p.ships[seat][1][p.home[seat]] + p.ships[seat][2][p.home[seat]]
    if which == WORMHOLES_MEASURE:
        return sse_count_bits(ships_of(p, seat) & tiles_of(p, b.wormhole))
    if which == ASTEROIDS_MEASURE:
        return sse_count_bits(ships_of(p, seat) & tiles_of(p, b.asteroids))
    if which == CONTACTS_MEASURE:
        return count_contacts(b, p, seat)
    sse_check(which >= MADE_POLYMERS_MEASURE and which <= MADE_ENERGY_MEASURE)
    return produced(b, p, seat, which - MADE_POLYMERS_MEASURE)
