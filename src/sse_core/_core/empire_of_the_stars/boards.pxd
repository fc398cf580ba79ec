# For Empire of the Stars. A content pack in the form for play, like `empire_of_the_stars/board.py`: its map as sets of
# regions, which are words with a bit for each, its numbers, its effects, and its table of actions. `Tables` of
# `state.pyx` fills it once for each pack; then it never changes. And lists of ids of actions. Header-only.

from sse_core._core.empire_of_the_stars.structs cimport *

cdef enum:
    MAX_LEGAL = 2560        # a part of a dial can be 2,180 at most (actions.most_strength); effects are 256
    MAX_TESTS = 1024        # of all effects together
    MAX_ACTIONS = 16384

cdef struct Amount:         # content.Amount
    int16_t number
    int16_t per             # a measure, or NONE
    int16_t most
    int16_t of              # 0 the owner's, 1 all opponents' together, 2 the highest, 3 the lowest opponent's

cdef struct Stage:          # effect_rows.Stage
    Amount n
    int16_t part
    int16_t what
    int16_t where
    int16_t steps
    uint8_t give[4]         # credits, polymers, metal, energy
    uint8_t get[4]

cdef struct Test:
    int16_t what            # a measure, or a test beyond the measures
    int16_t comparison      # 0 at least, 1 at most, 2 equal
    int32_t number

cdef struct Row:            # effect_rows.Row
    Stage stages[MAX_STAGES]
    int16_t n_stages
    int16_t first_test      # among Board.tests
    int16_t n_tests
    int16_t card            # the technology it belongs to, or NONE
    int16_t power           # the number of the power, from 0, or NONE
    uint8_t when
    uint8_t who             # 0 owner, 1 chooser, 2 others, 3 side, 4 all
    uint8_t paid[4]         # credits, polymers, metal, energy
    uint8_t tokens
    uint8_t times
    uint8_t until           # 0 role, 1 battle
    uint8_t side            # 0 core, 1 surge
    uint8_t must

cdef struct Numbers:        # some numbers below 256, such as effects, in a row of Board.listed
    int16_t first
    int16_t n

cdef struct Board:
    # the map
    int n_regions
    int n_sectors
    uint64_t all_regions
    uint64_t near[MAX_REGIONS]          # the regions adjacent to each
    uint64_t sectors[MAX_SECTORS]       # the regions of each sector
    int n_blocked                       # the sectors that are blocked for two players
    uint8_t sector_of[MAX_REGIONS]
    # far space, tiles, homes
    int n_far
    int galaxy_tokens
    int far_space[MAX_FAR_SPACE]        # the price of each location
    int n_kinds
    int n_tiles[MAX_KINDS]              # how many there are of each kind
    uint8_t makes[MAX_KINDS][3]
    uint8_t homes[MAX_PLAYERS][3]       # what home worlds make
    int planet_kinds                    # bit of a kind: it is a planet
    int space                           # the kind of empty space, or -1; so are the next ones
    int wormhole
    int asteroids
    int two_polymers
    # wheel, market, edicts
    uint8_t wheel[N_ROLES]              # the roles in their order
    uint8_t places[N_ROLES]             # the place of each role
    int n_market
    uint8_t market_kinds[MAX_MARKET]    # bits of the resources on each tile
    int market_credits[MAX_MARKET]
    int values[3][MAX_MARKET + 1]       # the value of each resource by the number of covered columns
    int measures[N_EDICTS]              # the measure of each edict, or NONE
    uint8_t least[N_EDICTS]             # whether the least of it wins
    # technologies and powers
    int n_cards
    uint8_t costs[MAX_TECHNOLOGIES]     # 1 to 3
    uint8_t kinds[MAX_TECHNOLOGIES]     # the type, by the resource that pays for it
    uint8_t cards[3][MAX_TECHNOLOGIES]  # the technologies of each cost, ascending
    int n_cards_of[3]
    int n_powers
    Amount starts[MAX_POWERS][4]        # credits, polymers, metal and energy at the start
    uint8_t fleets[MAX_POWERS][3]
    # numbers of the rules, effects
    int dial                            # the end of a dial, or NONE
    int most_strength                   # the largest number of the verbs TACTICS and WEAPONS
    int bases[N_NUMBERS]
    int least_of[N_NUMBERS]             # vocabulary.LEAST and MOST
    int most_of[N_NUMBERS]
    int most_room                       # the most ships that a region can ever have
    int n_effects
    int n_tests
    Row effects[MAX_EFFECTS]
    Test tests[MAX_TESTS]
    uint8_t listed[16 * MAX_EFFECTS]    # effects; an effect stands in 3 rows at most, but for those of `turn`
    int n_listed
    Numbers at[N_MOMENTS]               # the effects of each moment
    Numbers during[N_DUE]               # those that can be used beside the own actions of each step
    Numbers at_side[2][MAX_POWERS]      # those of each side of each power
    # what bots make of them, in points (strength/appraisal.pxd)
    float gains[MAX_EFFECTS]            # what a use of each effect brings
    float card_worths[MAX_TECHNOLOGIES]  # what each technology brings in a whole game
    float power_worths[MAX_POWERS]
    # the table of actions
    int n_actions
    int first[N_VERBS]                  # the id of each verb's first action
    uint8_t verbs[MAX_ACTIONS]          # of each action
    uint16_t numbers[MAX_ACTIONS]       # of each action's argument

cdef inline int seat_after(const Position* p, int seat) noexcept nogil:
    # The next seat clockwise.
    return seat + 1 if seat + 1 < p.n_players else 0


# --- lists of ids, ascending

cdef struct Ids:
    int n
    uint16_t at[MAX_LEGAL]

cdef inline void add_id(Ids* ids, int index) noexcept nogil:
    sse_check(ids.n < MAX_LEGAL and (ids.n == 0 or ids.at[ids.n - 1] < index))
    ids.at[ids.n] = <uint16_t>index
    ids.n += 1

cdef inline void add_alone(const Board* b, Ids* ids, int verb) noexcept nogil:
    # Adds the first action of a verb.
    add_id(ids, b.first[verb])

cdef inline void add_of(const Board* b, Ids* ids, int verb, int number) noexcept nogil:
    # Adds the action of a verb and the number of its argument.
    add_id(ids, b.first[verb] + number)

cdef inline void add_range(const Board* b, Ids* ids, int verb, int n) noexcept nogil:
    # Adds the first n actions of a verb.
    cdef int number
    for number in range(n):
        add_id(ids, b.first[verb] + number)

cdef inline void add_set(const Board* b, Ids* ids, int verb, uint64_t numbers) noexcept nogil:
    # Adds the actions of a verb whose numbers, such as regions, are in a set.
    while numbers:
        add_id(ids, b.first[verb] + sse_lowest_bit(numbers))
        numbers &= numbers - 1

cdef inline bint has_id(const Ids* ids, int index) noexcept nogil:
    # Whether an id is in a list.
    cdef int low = 0, high = ids.n, middle
    while low < high:
        middle = (low + high) >> 1
        if ids.at[middle] < index:
            low = middle + 1
        else:
            high = middle
    return low < ids.n and ids.at[low] == index


# --- sets of regions, and what tiles make of the map

cdef inline uint64_t one(int region) noexcept nogil:
    # The set of a region.
    return <uint64_t>1 << region

cdef inline bint in_set(uint64_t regions, int region) noexcept nogil:
    return regions >> region & 1

cdef extern from *:
    """
    #include <stdint.h>
    /* The sets of the regions whose number in a row is n, and is n or more. The numbers of a row are below 128. */
    #if defined(__SSE2__)
      #include <emmintrin.h>
      #define SSE_EMPIRE_REGIONS(compared) \\
          uint64_t found = 0; \\
          for (int part = 0; part < 4; part++) { \\
              __m128i its = _mm_loadu_si128((const __m128i*)(row + 16 * part)); \\
              found |= (uint64_t)(unsigned)_mm_movemask_epi8(compared(its, with)) << 16 * part; } \\
          return found;
      static inline uint64_t sse_empire_regions_where(const unsigned char* row, int n) {
          const __m128i with = _mm_set1_epi8((char)n);
          SSE_EMPIRE_REGIONS(_mm_cmpeq_epi8) }
      static inline uint64_t sse_empire_regions_from(const unsigned char* row, int n) {
          const __m128i with = _mm_set1_epi8((char)(n - 1));
          SSE_EMPIRE_REGIONS(_mm_cmpgt_epi8) }
    #else
      static inline uint64_t sse_empire_regions_where(const unsigned char* row, int n) {
          uint64_t found = 0;
          for (int region = 0; region < 64; region++)
              found |= (uint64_t)(row[region] == n) << region;
          return found; }
      static inline uint64_t sse_empire_regions_from(const unsigned char* row, int n) {
          uint64_t found = 0;
          for (int region = 0; region < 64; region++)
              found |= (uint64_t)(row[region] >= n) << region;
          return found; }
    #endif
    """
    #   reads    row[MAX_REGIONS]; 0 <= n < 128
    #   returns  the set of the regions whose number in the row is n, or n or more; those that the map lacks have 0
    uint64_t regions_where "sse_empire_regions_where"(const uint8_t* row, int n) noexcept nogil
    uint64_t regions_from "sse_empire_regions_from"(const uint8_t* row, int n) noexcept nogil

cdef inline uint64_t regions_with(const uint8_t* row) noexcept nogil:
    # The set of the regions whose number in a row isn't 0.
    return regions_from(row, 1)

cdef struct Terrain:        # board.Terrain
    uint64_t open           # the regions that aren't blocked
    uint64_t free           # those without a tile
    uint64_t planets
    uint64_t wormholes
    uint64_t asteroids

cdef inline uint64_t tiles_of(const Position* p, int kind) noexcept nogil:
    # The regions with tiles of a kind; none where the pack lacks it, and the kind is -1.
    return regions_where(p.tile, kind + 1) if kind >= 0 else 0

cdef inline Terrain terrain_of(const Board* b, const Position* p) noexcept nogil:
    cdef Terrain land
    cdef uint64_t tiles = b.all_regions & ~regions_from(p.tile, HOME_TILE)      # the regions but homes and blocked ones
    land.open = b.all_regions & ~regions_where(p.tile, BLOCKED)
    land.free = tiles & regions_where(p.tile, NO_TILE)
    land.wormholes = tiles_of(p, b.wormhole)
    land.asteroids = tiles_of(p, b.asteroids)
    land.planets = tiles & ~(land.free | land.wormholes | land.asteroids | tiles_of(p, b.space))
    return land

cdef inline uint64_t reached_until(
    const Board* b, const Terrain* land, int region, int steps, bint stop, uint64_t targets
) noexcept nogil:
    # C9.1, C9.4, C9.5: the regions where a ship can be after up to so many steps, without the one it is in; no further
    # ones once a target is among them. Asteroid fields stop it unless an effect says otherwise.
    cdef uint64_t start = one(region), seen = start, edge = start, ahead
    while steps > 0 and edge:
        ahead = land.open if edge & land.wormholes else 0
        while edge:
            ahead |= b.near[sse_lowest_bit(edge)]
            edge &= edge - 1
        edge = ahead & land.open & ~seen
        seen |= edge
        if edge & targets:
            break
        # C9.4: from an asteroid field a ship goes on only where it began.
        if stop:
            edge &= ~land.asteroids
        steps -= 1
    return seen & ~start

cdef inline uint64_t reached(const Board* b, const Terrain* land, int region, int steps, bint stop) noexcept nogil:
    # C9.1: all these regions.
    return reached_until(b, land, region, steps, stop, 0)

cdef inline bint reaches(
    const Board* b, const Terrain* land, int region, int steps, bint stop, uint64_t targets
) noexcept nogil:
    # C9.1: whether a ship reaches a target. It mostly does at the first step, so this is much cheaper than `reached`.
    return reached_until(b, land, region, steps, stop, targets) & targets != 0
