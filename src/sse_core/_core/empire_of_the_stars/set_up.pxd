# For Empire of the Stars. C1.8 to C1.11, C15: the choice of powers, home worlds and 2-polymer tiles, and the start of
# the game, as `empire_of_the_stars/rules/set_up.py` has it, which alone deals. Header-only.

from sse_core._core.empire_of_the_stars.wheel cimport *

# --- C1.8

cdef inline void add_power(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t powers = 0
    cdef int i
    for i in range(3):
        if p.dealt[seat][i]:
            powers |= one(p.dealt[seat][i] - 1)
    add_set(b, ids, POWER_VERB, powers)

cdef inline void show_powers(Position* p) noexcept nogil:
    # All have chosen. In a view, a power that isn't known is the first that it can be.
    #   writes   p
    cdef uint64_t taken = one(0)
    cdef int seat, nth, power
    for seat in range(p.n_players):
        taken |= one(p.power[seat])
        for nth in range(3):
            taken |= one(p.dealt[seat][nth])
    for seat in range(p.n_players):
        if p.power[seat] == SECRET:
            power = sse_lowest_bit(~taken)
            taken |= one(power)
            p.power[seat] = <uint8_t>power
    memset(p.dealt, 0, sizeof(p.dealt))

cdef inline void play_power(const Board* b, Position* p, int seat, int verb, int power) noexcept nogil:
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int other
    p.power[seat] = <uint8_t>(power + 1)
    for other in range(p.n_players):
        if p.power[other] == 0:
            return
    show_powers(p)
    by_number(p, seats)
    # C1.11: the highest number begins as Emperor.
    p.emperor = p.scepter = p.chooser = seats[p.n_players - 1]
    p.step, p.actor = HOME_DUE, seats[0]


# --- C1.9

cdef inline bint has_pairs(const Board* b, uint64_t free, int wanted) noexcept nogil:
    # S56: whether so many pairs of adjacent free regions can be chosen without a region in common, as
    # `empire_of_the_stars/galaxy.py` has it: for the first region each pair is tried that it can be in, then none.
    #   reads    0 <= wanted < MAX_PLAYERS
    cdef uint64_t left[MAX_PLAYERS]         # the regions that are left when so many pairs are chosen
    cdef uint64_t others[MAX_PLAYERS]       # those to try beside the one that is looked at
    cdef int first, n = 0
    sse_check(wanted < MAX_PLAYERS)
    left[0], others[0] = free, 0
    while n < wanted:
        if others[n]:
            left[n + 1] = left[n] & ~(others[n] & (~others[n] + 1))
            others[n] &= others[n] - 1
            n += 1
            others[n] = 0
        elif sse_count_bits(left[n]) < 2 * (wanted - n):
            if n == 0:
                return False
            n -= 1
        else:
            first = sse_lowest_bit(left[n])
            left[n] &= left[n] - 1
            others[n] = b.near[first] & left[n]
    return True

cdef inline bint has_room(const Board* b, const Position* p, int seat, uint64_t free) noexcept nogil:
    # S56: whether all players after a seat can place home world and tile in free regions.
    cdef uint8_t seats[MAX_PLAYERS]
    by_number(p, seats)
    return has_pairs(b, free, p.n_players - 1 - place_by_number(seats, seat))

cdef inline void add_home(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t free = free_regions(b, p), left = free, others
    cdef int region
    while left:
        region = sse_lowest_bit(left)
        left &= left - 1
        others = b.near[region] & free
        while others:
            if has_room(b, p, seat, free & ~(one(region) | one(sse_lowest_bit(others)))):
                add_of(b, ids, AT_VERB, region)
                break
            others &= others - 1

cdef inline void play_home(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    p.draft[0] = <uint8_t>region
    p.step = FIRST_TILE_DUE
    p.home[seat] = <uint8_t>region
    p.tile[region] = <uint8_t>(HOME_TILE + seat)

cdef inline void add_first_tile(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t free = free_regions(b, p), left = b.near[p.draft[0]] & free
    cdef int region
    while left:
        region = sse_lowest_bit(left)
        left &= left - 1
        if has_room(b, p, seat, free & ~one(region)):
            add_of(b, ids, AT_VERB, region)

cdef inline void play_first_tile(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int kind, n, following
    for kind in range(N_TYPES):
        # C1.9: a fighter at the home world, unless a power says otherwise.
        n = b.fleets[power_of(p, seat)][kind] if has_powers(p) else kind == 0
        p.ships[seat][kind][p.draft[0]] = <uint8_t>n
        p.supply[seat][kind] -= <uint8_t>n
    p.tile[region] = <uint8_t>(b.two_polymers + 1)
    if p.flags & START_COLONY:
        place_token(p, seat, region)
    p.draft[0] = 0
    by_number(p, seats)
    following = place_by_number(seats, seat) + 1
    if following < p.n_players:
        p.step, p.actor = HOME_DUE, seats[following]
    elif has_powers(p):
        p.step = SET_UP_OVER_DUE
    else:
        p.step, p.actor = ROLE_DUE, p.scepter


# --- C1.10

cdef inline bint waits_for_others(const Amount* start) noexcept nogil:
    # Whether what a power gives at the start depends on opponents.
    #   reads    start[4]
    return start[0].of != 0 or start[1].of != 0 or start[2].of != 0 or start[3].of != 0

cdef inline void take_starts(const Board* b, Position* p) noexcept nogil:
    # C1.10: each takes what the power says; who depends on opponents waits until all others have.
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int amounts[4]
    cdef const Amount* start
    cdef int n, money, waits
    # C13.1: the core sides work from now on; a track that they make longer has room for more.
    restand(b, p)
    by_number(p, seats)
    for waits in range(2):
        for n in range(p.n_players):
            start = b.starts[power_of(p, seats[n])]
            if waits_for_others(start) != waits:
                continue
            for money in range(4):
                amounts[money] = amount(b, p, seats[n], &start[money])
            earn(p, seats[n], amounts[0])
            for money in range(1, 4):
                gain(b, p, seats[n], money - 1, amounts[money])
    open_window(b, p, SET_UP_MOMENT, GAME_BEGINS_DUE)

cdef inline void begin_game(const Board* b, Position* p) noexcept nogil:
    # C1.11: the Emperor starts.
    if must_discard(b, p, GAME_BEGINS_DUE):
        return
    memset(p.used, 0, sizeof(p.used))
    p.step, p.actor = ROLE_DUE, p.scepter
