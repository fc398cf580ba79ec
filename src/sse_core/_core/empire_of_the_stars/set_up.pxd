# For Empire of the Stars. C1, C14.1, C15: the deal of the seed, then the choice of powers, home worlds and 2-polymer
# tiles, and the start of the game. Header-only.

from sse_core._core.empire_of_the_stars.wheel cimport *
from sse_core._core.random cimport below

cdef enum:
    N_DEALT = 3             # cards of cost 1, and powers, for each player (C1.2, C1.8)
    N_WORMHOLES = 3


# --- what the seed deals

cdef inline void shuffle(uint8_t* items, int n, uint64_t* stream) noexcept nogil:
    # As SplitMix64.shuffle of seeds.py.
    #   writes   items[n], stream
    cdef int last, other
    cdef uint8_t item
    for last in range(n - 1, 0, -1):
        other = <int>below(stream, last + 1)
        item = items[last]
        items[last] = items[other]
        items[other] = item

cdef inline void take_pieces(Position* p, int seat) noexcept nogil:
    # C1.7, C15.1: a player's ships, tokens, credits and resources.
    cdef int kind
    p.stock[seat] = TOKENS
    for kind in range(N_TYPES):
        p.supply[seat][kind] = <uint8_t>(8 >> kind)
    if not has_powers(p):
        p.credits[seat] = 5
        p.resources[seat][0], p.resources[seat][1], p.resources[seat][2] = 3, 2, 1

cdef inline void lay_stack(const Board* b, Position* p) noexcept nogil:
    # C1.5, C14.1, S1: the tiles that lie in the stack, and how deep the wormholes are.
    cdef int kind, nth, size, above = 0
    cdef int others = -<int>sse_count_bits(regions_where(p.tile, BLOCKED))
    for kind in range(b.n_kinds):
        p.unseen[kind] = <uint8_t>(b.n_tiles[kind] if kind != b.wormhole else 0)
    p.unseen[b.two_polymers] -= p.n_players
    for kind in range(b.n_kinds):
        others += p.unseen[kind]
    for nth in range(N_WORMHOLES):
        # Larger stacks lie above.
        size = (others + N_WORMHOLES - 1 - nth) // N_WORMHOLES
        p.depth[nth] = <uint8_t>(above + size // 2)
        above += size + 1
    p.stack = <uint8_t>above

cdef inline void deal_decks(const Board* b, Position* p, uint64_t* stream) noexcept nogil:
    # C1.2: three cards of cost 1 for each, and the first card of each pile.
    #   writes   p, stream
    cdef uint8_t deck[MAX_TECHNOLOGIES]
    cdef int cost, seat, n, _i
    for cost in range(3):
        n = b.n_cards_of[cost]
        memcpy(deck, b.cards[cost], n)
        shuffle(deck, n, stream)
        if cost == 0:
            for seat in range(p.n_players):
                for _i in range(N_DEALT):
                    n -= 1
                    p.place[deck[n]] = <uint8_t>(IN_HAND + seat)
        sse_check(n > 0)
        p.place[deck[n - 1]], p.height[deck[n - 1]] = IN_PILE, 1

cdef inline void show_tiles(const Board* b, Position* p, uint64_t* stream) noexcept nogil:
    # C1.6: fills the display.
    #   writes   p, stream
    cdef int weights[MAX_KINDS]
    cdef int left, kind
    fill(b, p)
    while p.step == REVEAL_DUE:
        left, kind = <int>below(stream, events(b, p, weights)), 0
        while left >= weights[kind]:
            left -= weights[kind]
            kind += 1
        turn_up(b, p, kind)
        fill(b, p)

cdef inline void offer_powers(const Board* b, Position* p, uint64_t* stream) noexcept nogil:
    # C1.8, S5: three powers for each, after cards and display.
    #   writes   p, stream
    cdef uint8_t powers[MAX_POWERS]
    cdef int power, seat, nth
    for power in range(b.n_powers):
        powers[power] = <uint8_t>(power + 1)
    shuffle(powers, b.n_powers, stream)
    for seat in range(p.n_players):
        for nth in range(N_DEALT):
            p.dealt[seat][nth] = powers[N_DEALT * seat + nth]
    p.step = POWER_DUE

cdef inline void deal(
    const Board* b, int players, int flags, int round_limit, uint64_t blocked, uint64_t* stream, Position* out
) noexcept nogil:
    # The position before the first decision.
    #   reads    blocked, regions; players * N_DEALT <= b.n_powers if `flags` have POWERS
    #   writes   out, stream
    cdef int seat
    memset(out, 0, sizeof(out[0]))
    out.n_players, out.flags, out.round_limit = <uint8_t>players, <uint16_t>flags, <uint16_t>round_limit
    out.monolith = out.favoured = out.sector = out.attacker = out.defender = NOBODY
    memset(out.home, NOBODY, sizeof(out.home))
    out.emperor = out.scepter = out.chooser = <uint8_t>(players - 1)
    memset(out.far_space, GALAXY, b.n_far)
    out.pile = <uint8_t>(b.galaxy_tokens - b.n_far)
    while blocked:
        out.tile[sse_lowest_bit(blocked)] = BLOCKED
        blocked &= blocked - 1
    for seat in range(players):
        take_pieces(out, seat)
    lay_stack(b, out)
    deal_decks(b, out, stream)
    show_tiles(b, out, stream)
    out.step, out.actor = HOME_DUE, 0
    if has_powers(out):
        offer_powers(b, out, stream)


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
    # `empire_of_the_stars/packs/galaxy.py` has it: for the first region each pair is tried that it can be in, then
    # none.
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
        # Nobody has a technology yet, but in a position by hand.
        restand(b, p)
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
