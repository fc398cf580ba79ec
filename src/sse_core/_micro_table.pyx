# cython: language_level=3, wraparound=False, cdivision=True
"""Micro Space Empire solved whole: all positions at the start of a turn, and their values under best play.

`micro_space_empire/whole.py` calls this module layer by layer. A layer holds the positions at the start of one turn. It
falls into blocks. A block is named by a key: the systems of the empire, as far as their order matters, the unaligned
ones, the events seen, and whether a strike is due. In a block, a position is an economy: the technologies, the military
and the stores. Economies are numbered box by box; a box is a set of technologies.

`Reach` finds the layer of the next turn from a layer. `Solver` finds the values of a layer from those of the next
turn's. Both go through a turn phase by phase, for all economies of a block at once. The cards, prices, limits and
odds are those of ``_micro.pxd``. The base game only: the expansion has too many positions.

Values are whole numbers: a score is SCORE_UNIT times as much, a probability SURVIVAL_UNIT times.
"""

cimport cython
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t, uint64_t
from libc.stdio cimport FILE, fclose, fopen, fwrite
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memset

from sse_core._hex cimport sse_check, sse_count_bits, sse_lowest_bit
from sse_core._micro cimport *

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
      #include <immintrin.h>
    #endif
    #if defined(_MSC_VER)
      #define SSE_ALONE __restrict
    #else
      #define SSE_ALONE __restrict__
    #endif
    /* Scores that differ by no more than this count as equal: rounding may tell equal ones apart. */
    #define SSE_NEAR 8

    /* Spreads values to the places of a word's bits; returns where the next values begin. */
    static inline const int32_t* sse_expand(uint64_t word, const int32_t* from, int32_t* to) {
    #if defined(__AVX512F__) && !defined(SSE_DEBUG)
        for (int i = 0; i < 4; i++, word >>= 16, to += 16) {
            __mmask16 bits = (__mmask16)word;
            _mm512_storeu_si512(to, _mm512_maskz_expandloadu_epi32(bits, from));
            from += __builtin_popcount(bits); }
    #else
        for (; word; word &= word - 1) to[sse_lowest_bit(word)] = *from++;
    #endif
        return from; }
    /* Gathers the values at the places of a word's bits; returns where the next ones go. */
    static inline int32_t* sse_compress(uint64_t word, const int32_t* from, int32_t* to) {
        for (; word; word &= word - 1) *to++ = from[sse_lowest_bit(word)];
        return to; }
    static inline void sse_add(double* SSE_ALONE sum, const int32_t* SSE_ALONE v, double weight, int n) {
        for (int i = 0; i < n; i++) sum[i] += weight * v[i]; }
    static inline void sse_add_through(
        double* SSE_ALONE sum, const int32_t* SSE_ALONE v, const int32_t* SSE_ALONE map, double weight, int n) {
        for (int i = 0; i < n; i++) sum[i] += weight * v[map[i]]; }
    static inline void sse_bound(double* SSE_ALONE best, const double* SSE_ALONE v, int sign, int n) {
        if (sign > 0) for (int i = 0; i < n; i++) best[i] = v[i] > best[i] ? v[i] : best[i];
        else for (int i = 0; i < n; i++) best[i] = v[i] < best[i] ? v[i] : best[i]; }
    static inline void sse_sum(double* SSE_ALONE sum, const double* SSE_ALONE v, int n) {
        for (int i = 0; i < n; i++) sum[i] += v[i]; }
    static inline void sse_round(int32_t* SSE_ALONE out, const double* SSE_ALONE sum, double factor, int n) {
        for (int i = 0; i < n; i++) out[i] = (int32_t)(sum[i] * factor + 0.5); }
    static inline void sse_mix(int32_t* SSE_ALONE out, const int32_t* a, double of_a, const int32_t* b, double of_b,
                               int n) {
        for (int i = 0; i < n; i++) out[i] = (int32_t)(of_a * a[i] + of_b * b[i] + 0.5); }
    static inline void sse_pick(int32_t* SSE_ALONE out, const int32_t* SSE_ALONE v, const int32_t* SSE_ALONE map, int n) {
        for (int i = 0; i < n; i++) out[i] = v[map[i]]; }
    /* The better of two options, place by place: the higher value, or the higher score and among equals the
       survival. */
    static inline void sse_take(int32_t* SSE_ALONE s, const int32_t* SSE_ALONE other, int n) {
        for (int i = 0; i < n; i++) s[i] = other[i] > s[i] ? other[i] : s[i]; }
    static inline void sse_take_both(int32_t* SSE_ALONE s, int32_t* SSE_ALONE v, const int32_t* SSE_ALONE os,
                                     const int32_t* SSE_ALONE ov, int n) {
        for (int i = 0; i < n; i++) {
            int gain = os[i] - s[i];
            int better = (gain > SSE_NEAR) | ((gain >= -SSE_NEAR) & (ov[i] > v[i]));
            v[i] = better ? ov[i] : v[i];
            s[i] = gain > 0 ? os[i] : s[i]; } }
    """
    const int32_t* sse_expand(uint64_t word, const int32_t* source, int32_t* to) noexcept nogil
    int32_t* sse_compress(uint64_t word, const int32_t* source, int32_t* to) noexcept nogil
    void sse_add(double* sums, const int32_t* v, double weight, int n) noexcept nogil
    void sse_add_through(double* sums, const int32_t* v, const int32_t* places, double weight, int n) noexcept nogil
    void sse_bound(double* best, const double* v, int sign, int n) noexcept nogil
    void sse_sum(double* sums, const double* v, int n) noexcept nogil
    void sse_round(int32_t* out, const double* sums, double factor, int n) noexcept nogil
    void sse_mix(int32_t* out, const int32_t* a, double of_a, const int32_t* b, double of_b, int n) noexcept nogil
    void sse_pick(int32_t* out, const int32_t* v, const int32_t* places, int n) noexcept nogil
    void sse_take(int32_t* s, const int32_t* other, int n) noexcept nogil
    void sse_take_both(int32_t* s, int32_t* v, const int32_t* os, const int32_t* ov, int n) noexcept nogil

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "address"]

cdef enum:
    N_PLAIN = 81            # sets of technologies that can be had: three of each row
    N_BOXES = 108           # those, and once more the 27 that Interstellar Diplomacy completed in the turn before
    N_ROWS = 576            # a box has a row for each strength of the military
    N_PLAIN_ROWS = 432
    MAX_AREA = 36           # the stores that a row can have
    MAX_BOX = 6 * MAX_AREA
    N_ECONOMIES = 13056
    N_WORDS = 204           # of 64 bits, which the economies fill
    N_MASK = 4              # words that tell which of these are not zero
    PER_CHUNK = 1024
    MAX_ATTACKS = SYSTEMS_OF_GAME
    MAX_TERMS = N_EVENTS + 20
    MAX_SLOTS = 2 * MAX_TERMS   # the blocks of the next turn that an event phase leads to

cdef enum:
    SCORE_BITS = 26         # of a score behind the point; 27 points are less than 2**31
    SURVIVAL_BITS = 30      # of a probability
    ORDER_BITS = 40
    STRUCK_BIT = 52
    KNOWN_BIT = 53          # how many of the last systems are known by their order: 3 bits
    N_KNOWN = 7             # the deepest system that an invasion can strike is the seventh
    SEEN_BIT = 56
    HOSTILE = REVOLTS | INVASIONS

ALL_KNOWN = N_KNOWN
"""The order of all systems that matter is known."""

SCORE_UNIT = 1 << SCORE_BITS
SURVIVAL_UNIT = 1 << SURVIVAL_BITS

cdef uint64_t CONFIG = (((<uint64_t>1) << STRUCK_BIT) - 1) | (<uint64_t>7 << KNOWN_BIT)


# --- economies

cdef struct Layout:
    int technologies[N_BOXES]
    int levels[N_BOXES]         # strengths of the military: 0 to levels - 1
    int side[N_BOXES]           # contents of a store: 0 to side - 1
    int area[N_BOXES]           # side * side; a place in it is wealth * side + metal
    int base[N_BOXES + 1]       # the first economy of a box
    int row[N_BOXES + 1]        # the first row of a box
    int box[256]                # by technologies; -1 if they can't be had
    int plain[N_BOXES]          # the box with the same technologies that isn't fresh
    int fresh[256]              # the box in which diplomacy is possible in this turn

cdef Layout L


cdef void fill_layout() noexcept:
    cdef int box = 0, again, technologies, i
    memset(&L, 0, sizeof(L))
    for technologies in range(256):
        L.box[technologies] = L.fresh[technologies] = -1
    for again in range(2):
        for technologies in range(256):
            if technologies & ~LEFT_ONES & ~((technologies & LEFT_ONES) << 1):
                continue
            if again and not has(technologies, INTERSTELLAR_DIPLOMACY):
                continue
            if again:
                L.fresh[technologies] = box
            else:
                L.box[technologies] = box
            L.technologies[box] = technologies
            L.plain[box] = L.box[technologies]
            L.levels[box] = 6 if has(technologies, CAPITAL_SHIPS) else 4
            L.side[box] = 6 if has(technologies, INTERSTELLAR_BANKING) else 4
            L.area[box] = L.side[box] * L.side[box]
            L.base[box + 1] = L.base[box] + L.levels[box] * L.area[box]
            L.row[box + 1] = L.row[box] + L.levels[box]
            box += 1

fill_layout()
assert L.base[N_BOXES] == N_ECONOMIES == 64 * N_WORDS and L.row[N_BOXES] == N_ROWS and L.row[N_PLAIN] == N_PLAIN_ROWS


# --- keys of blocks

cdef struct Probe:              # a search for the systems that an invasion can still strike
    int8_t stack[SYSTEMS_OF_GAME]   # the empire, the one that joined last first
    int n
    int empire
    int deepest                 # the last place of the stack that was struck


cdef void probe(Probe* out, int gone, int place, int unseen, int draws, int year) noexcept nogil:
    # Follows every way in which hostile events can take systems (M6.1), dice and shields as bad as can be.
    #   reads    gone, the systems that were taken; place, of the stack, before which all are gone; unseen, the hostile
    #            events left in this year, and draws, how many events come in it
    #   writes   out.deepest
    cdef int left = unseen if draws else 0, event, systems
    while place < out.n and has(gone, out.stack[place]):
        place += 1
    if place == out.n or out.deepest >= out.n - 1 or not (left & INVASIONS or year == 0):
        return
    out.deepest = max(out.deepest, place)
    while left:
        event = sse_lowest_bit(left)
        left &= left - 1
        if year == 0 and event == REVOLT_B and has(unseen, REVOLT_A):
            continue
        systems = 1 << out.stack[place]
        if has(REVOLTS, event):
            systems = weakest_of[out.empire & ~gone]
        while systems:
            if sse_resistance[sse_lowest_bit(systems)] <= 6 + sse_force[event][year]:
                probe(out, gone | systems & -systems, place, unseen & ~(1 << event), draws - 1, year)
            systems &= systems - 1
    if year == 0:
        probe(out, gone, place, HOSTILE, TURNS - TURNS_OF_YEAR_1, 1)


cdef uint16_t weakest_of[1 << SYSTEMS_OF_GAME]     # M6.1, by set of systems

def fill_weakest():
    cdef Position p
    cdef int systems
    for systems in range(1 << SYSTEMS_OF_GAME):
        p.empire = systems
        weakest_of[systems] = weakest(&p)

fill_weakest()


cdef inline uint64_t sorted_order(uint64_t order, int systems, int known, int turn, int seen, int limit) noexcept nogil:
    # The order of the empire's systems, sorted where it no longer matters. It matters for the last systems, up to the
    # deepest that an invasion can strike. Systems that join later can only keep events away from these.
    #   reads    systems, the set of those in the order; turn and seen, before the event of the turn
    cdef Probe p
    cdef uint64_t kept = order
    cdef int shift = 0
    p.n = 0
    p.empire = systems
    p.deepest = -1
    while kept:
        p.stack[p.n] = <int>(kept & 15) - 1
        kept >>= 4
        p.n += 1
    if turn <= TURNS_OF_YEAR_1:
        probe(&p, 0, 0, HOSTILE & ~seen, TURNS_OF_YEAR_1 + 1 - turn, 0)
    else:
        probe(&p, 0, 0, HOSTILE & ~seen, TURNS + 1 - turn, 1)
    p.deepest = min(p.deepest, min(known, limit) - 1)
    sse_check(p.deepest < N_KNOWN)
    while shift <= 4 * p.deepest:
        kept |= order & <uint64_t>15 << shift
        systems &= ~(1 << p.stack[shift // 4])
        shift += 4
    while systems:
        kept |= <uint64_t>(sse_lowest_bit(systems) + 1) << shift
        systems &= systems - 1
        shift += 4
    return kept | <uint64_t>(p.deepest + 1) << KNOWN_BIT


cdef inline int merged_events(int turn, int seen) noexcept nogil:
    # The events seen at the start of a turn, where two sets that make no difference are one. In Year 1 both revolts have
    # the same force. In the last turn, the events that aren't hostile come to the same.
    cdef int n, event, found
    if turn <= TURNS_OF_YEAR_1:
        if has(seen, REVOLT_B) and not has(seen, REVOLT_A):
            seen ^= 1 << REVOLT_A | 1 << REVOLT_B
        return seen
    if turn < TURNS:
        return seen
    n = sse_count_bits(seen & ~HOSTILE)
    found = seen & HOSTILE
    for event in range(N_EVENTS):
        if n and not has(HOSTILE, event):
            found |= 1 << event
            n -= 1
    return found


cdef inline uint64_t config_of(const Position* p, int limit) noexcept nogil:
    # The systems of a position, as far as they matter, before the event of its turn.
    #   reads    limit, of how many systems the order is known at most
    return sorted_order(p.order, p.empire, p.unused, p.turn, p.seen, limit) | <uint64_t>p.unaligned << ORDER_BITS


cdef inline uint64_t key_at_start(Position* p, int limit) noexcept nogil:
    # The key of a position at the start of its turn.
    #   writes   p.seen, merged
    p.seen = merged_events(p.turn, p.seen)
    return config_of(p, limit) | <uint64_t>(p.flags & STRUCK != 0) << STRUCK_BIT | <uint64_t>p.seen << SEEN_BIT


cdef inline Position position_in(uint64_t key, int turn) noexcept nogil:
    # A position of a block, without economy.
    cdef Position p
    cdef uint64_t order
    begin(&p, False)
    p.turn = turn
    p.order = key & ((<uint64_t>1 << ORDER_BITS) - 1)
    p.unaligned = key >> ORDER_BITS & ((1 << (STRUCK_BIT - ORDER_BITS)) - 1)
    p.seen = key >> SEEN_BIT
    p.unused = key >> KNOWN_BIT & 7
    p.flags = STRUCK if key >> STRUCK_BIT & 1 else 0
    order = p.order
    while order:
        p.empire |= 1 << (<int>(order & 15) - 1)
        order >>= 4
    return p


# --- what phase 1 and phase 4 lead to

cdef struct Attack:             # an attack on one system
    uint64_t joined             # the systems after success, as config_of has them
    uint64_t failed
    int system

cdef struct Attacks:            # what phase 1 offers besides biding
    Attack all[MAX_ATTACKS]     # conquests; from `near` on, the near systems that can be explored; from `distant` on
    int near                    # the distant ones, if there are Forward Starbases
    int distant
    int n


cdef inline Attack attack_on(const Position* p, int system, int limit) noexcept nogil:
    cdef Attack attack
    cdef Position q = p[0]
    q.unaligned |= 1 << system
    attack.system = system
    attack.failed = config_of(&q, limit)
    q.target = system
    join(&q)
    q.unused += 1
    attack.joined = config_of(&q, limit)
    return attack


cdef inline void add_attacks(const Position* p, int systems, int limit, Attacks* out) noexcept nogil:
    while systems:
        sse_check(out.n < MAX_ATTACKS)
        out.all[out.n] = attack_on(p, sse_lowest_bit(systems), limit)
        systems &= systems - 1
        out.n += 1


cdef void find_attacks(uint64_t key, int turn, int limit, Attacks* out) noexcept nogil:
    # M2.2: each system is unaligned, or in a deck, or in the empire, so that there are MAX_ATTACKS at most.
    cdef Position p = position_in(key, turn)
    p.technologies = 1 << CAPITAL_SHIPS | 1 << FORWARD_STARBASES
    out.n = 0
    add_attacks(&p, p.unaligned, limit, out)
    out.near = out.n
    add_attacks(&p, hidden_near(&p), limit, out)
    out.distant = out.n
    if may_explore_distant(&p):
        add_attacks(&p, hidden_distant(&p), limit, out)


cdef inline int faces_for(int needed) noexcept nogil:
    # How many faces of the die are at least this.
    return max(0, min(6, 7 - needed))


cdef enum:                      # kinds of a Term
    UNCHANGED = 0
    MORE_WEALTH = 1
    MORE_METAL = 2
    ATTACKED = 3
    DEFEAT = 4
    CANDIDATE = 5               # one of the systems that an invasion may strike, where the order isn't known

cdef struct Term:               # an event that can come, or one of two systems that a revolt can strike
    int kind
    int event
    int twelfths                # its weight among the events: 12, or 6 for one of two systems
    int shield                  # 0 Hyper Television, 1 Planetary Defenses
    int faces[2]                # the faces that lose the system, without and with this shield
    Position kept               # the start of the next turn (without economy), unless there is defeat
    Position lost


cdef inline Position next_turn(const Position* p) noexcept nogil:
    # The start of the next turn, or the end of the game.
    cdef Position q = p[0]
    end_turn(&q)
    return q


cdef inline bint is_known(const Position* p, int system) noexcept nogil:
    # Whether a system's place in the order is known.
    cdef int i
    for i in range(p.unused):
        if <int>(p.order >> 4 * i & 15) == system + 1:
            return True
    return False


cdef inline Position without_system(const Position* p, int system) noexcept nogil:
    # The start of the next turn after the loss of a system (M6.2).
    cdef Position q = p[0]
    q.unused -= is_known(&q, system)
    q.order = order_without(q.order, system)
    q.empire &= ~(1 << system)
    q.unaligned |= 1 << system
    return next_turn(&q)


cdef int find_terms(uint64_t config, int turn, int seen, Term* out) noexcept nogil:
    # What phase 4 can bring (M6).
    #   reads    config and seen, before the event
    #   writes   out[0:k]; k <= MAX_TERMS, as each of the two revolts strikes one of two systems at most
    #   returns  k
    cdef Position p = position_in(config | <uint64_t>seen << SEEN_BIT, turn)
    cdef Position q
    cdef int event, systems, system, n = 0, force, share
    cdef bint unknown
    for event in range(N_EVENTS):
        if has(p.seen, event):
            continue
        q = p
        q.seen |= 1 << event
        systems = 0
        unknown = False
        if has(HOSTILE, event) and p.empire:
            unknown = has(INVASIONS, event) and p.unused == 0
            systems = p.empire if unknown else weakest(&p) if has(REVOLTS, event) else 1 << (<int>(p.order & 15) - 1)
        if systems:
            share = 12 if unknown else 12 // sse_count_bits(systems)
            force = sse_force[event][year_of(&p)]
            while systems:
                sse_check(n < MAX_TERMS and share >= 6)
                system = sse_lowest_bit(systems)
                systems &= systems - 1
                out[n].kind = CANDIDATE if unknown else ATTACKED
                out[n].event = event
                out[n].twelfths = share
                out[n].shield = 0 if has(REVOLTS, event) else 1
                out[n].kept = next_turn(&q)
                out[n].lost = without_system(&q, system)
                out[n].faces[0] = faces_for(sse_resistance[system] - force)
                out[n].faces[1] = faces_for(sse_resistance[system] + 1 - force)
                n += 1
            continue
        sse_check(n < MAX_TERMS)
        out[n].kind = UNCHANGED
        out[n].twelfths = 12
        if event == ASTEROID:
            out[n].kind = MORE_WEALTH
        elif event == DERELICT_SHIP:
            out[n].kind = MORE_METAL
        elif event == STRIKE:
            q.flags |= STRUCK
        elif has(HOSTILE, event) and year_of(&p):
            out[n].kind = DEFEAT
        out[n].kept = next_turn(&q)
        n += 1
    return n


# --- phases 2 and 3 for the stores of a row: a set of them is a number, whose bit is wealth * side + metal

cdef inline void produced(uint64_t config, bint struck, bint robots, int* metal, int* wealth) noexcept nogil:
    # M4.1, M4.3: what is collected with these systems.
    cdef Position p = position_in(config, 1)
    produced_by(&p, struck, robots, metal, wealth)


cdef inline void produced_by(const Position* p, bint struck, bint robots, int* metal, int* wealth) noexcept nogil:
    metal[0], wealth[0] = metal_made(p), wealth_made(p)
    if struck:
        metal[0] = (metal[0] + 1) // 2 if robots else 0
        wealth[0] = (wealth[0] + 1) // 2 if robots else 0


cdef inline uint64_t column(int side, int metal) noexcept nogil:
    # The stores with this metal.
    return (<uint64_t>0x1111 if side == 4 else <uint64_t>0x041041041) << metal


cdef inline uint64_t top_row(int side) noexcept nogil:
    # The stores that are full of wealth.
    return ((<uint64_t>1 << side) - 1) << side * (side - 1)


cdef inline uint64_t more_wealth(uint64_t stores, int side) noexcept nogil:
    return (stores & ~top_row(side)) << side | stores & top_row(side)


cdef inline uint64_t more_metal(uint64_t stores, int side) noexcept nogil:
    cdef uint64_t full = column(side, side - 1)
    return (stores & ~full) << 1 | stores & full


cdef inline void overflow(const Position* start, int box, int* metal, int* wealth) noexcept nogil:
    # M4.1: what the empire will collect at least in this turn, up to what the stores can hold.
    produced_by(start, start.flags & STRUCK, has(L.technologies[box], ROBOT_WORKERS), metal, wealth)
    metal[0], wealth[0] = min(metal[0], L.side[box] - 1), min(wealth[0], L.side[box] - 1)


cdef inline uint64_t merged_stores(uint64_t stores, int side, int metal, int wealth) noexcept nogil:
    # The stores at the start of a turn, where those that the collection fills count as one: what a store has above its
    # limit less the collection makes no difference.
    cdef int i
    for i in range(metal):
        stores = more_metal(stores, side)
    for i in range(wealth):
        stores = more_wealth(stores, side)
    return stores >> (metal + wealth * side)


cdef inline uint64_t traded(uint64_t stores, int side) noexcept nogil:
    # M4.2: the stores, and what one trade makes of them.
    cdef uint64_t sells_metal = stores & ~top_row(side) & ~column(side, 0) & ~column(side, 1)
    cdef uint64_t sells_wealth = stores >> 2 * side << 2 * side & ~column(side, side - 1)
    return stores | sells_metal << (side - 2) | sells_wealth >> (2 * side - 1)


cdef inline uint64_t armed(uint64_t stores, int side) noexcept nogil:
    # M5.1: what is left of the stores after military was built.
    return (stores & ~column(side, 0)) >> (side + 1)


cdef inline uint64_t paid(uint64_t stores, int side, int technology) noexcept nogil:
    # M5.1: what is left of the stores after a technology was discovered. Interstellar Banking makes them larger.
    cdef uint64_t wide = 0
    cdef int wealth
    stores >>= side * price_of(technology)
    if technology != INTERSTELLAR_BANKING:
        return stores
    for wealth in range(4):
        wide |= (stores >> 4 * wealth & 15) << 6 * wealth
    return wide


cdef inline int discoverable(int box) noexcept nogil:
    # M1: the technologies that come next.
    cdef Position p
    p.technologies = L.technologies[box]
    return next_ones(&p) & ((1 << N_TECHNOLOGIES) - 1)


cdef inline int box_with(int box, int technology) noexcept nogil:
    # The box of the next turn after a discovery (M3.3).
    cdef int technologies = L.technologies[box] | 1 << technology
    return L.fresh[technologies] if technology == INTERSTELLAR_DIPLOMACY else L.box[technologies]


# --- numbers for keys

cdef struct Index:
    uint64_t* keys              # [room]
    int32_t* table              # [mask + 1], the number of a key, -1 for none; at least half are free
    int64_t count
    int64_t room
    uint64_t mask


cdef inline uint64_t spread(uint64_t key) noexcept nogil:
    key *= <uint64_t>0x9E3779B97F4A7C15
    key ^= key >> 32
    key *= <uint64_t>0x9E3779B97F4A7C15
    return key ^ key >> 29


cdef bint make_index(Index* index, int64_t room) noexcept nogil:
    # Writes an empty index with room for so many keys; returns whether there was memory.
    index.count, index.room, index.mask = 0, room, 2
    while index.mask < <uint64_t>(2 * room):
        index.mask *= 2
    index.keys = <uint64_t*>PyMem_RawMalloc(room * sizeof(uint64_t))
    index.table = <int32_t*>PyMem_RawMalloc(index.mask * sizeof(int32_t))
    if index.table is not NULL:
        memset(index.table, 255, index.mask * sizeof(int32_t))
    index.mask -= 1
    return index.keys is not NULL and index.table is not NULL


cdef void free_index(Index* index) noexcept nogil:
    PyMem_RawFree(index.keys)
    PyMem_RawFree(index.table)
    memset(index, 0, sizeof(Index))


cdef inline int64_t find(const Index* index, uint64_t key) noexcept nogil:
    # The number of a key, -1 if it isn't there.
    cdef uint64_t at = spread(key) & index.mask
    while index.table[at] >= 0:
        if index.keys[index.table[at]] == key:
            return index.table[at]
        at = (at + 1) & index.mask
    return -1


cdef inline void put(Index* index, uint64_t key) noexcept nogil:
    # Adds a key that isn't there; there must be room.
    cdef uint64_t at = spread(key) & index.mask
    while index.table[at] >= 0:
        at = (at + 1) & index.mask
    sse_check(index.count < index.room)
    index.table[at] = <int32_t>index.count
    index.keys[index.count] = key
    index.count += 1


cdef int64_t add(Index* index, uint64_t key) noexcept nogil:
    # The number of a key, which is added if it isn't there; -1 if memory is short.
    cdef int64_t found = find(index, key), i
    cdef Index wider
    if found >= 0:
        return found
    if index.count == index.room:
        if not make_index(&wider, 2 * index.room):
            free_index(&wider)
            return -1
        for i in range(index.count):
            put(&wider, index.keys[i])
        free_index(index)
        index[0] = wider
    put(index, key)
    return index.count - 1


# --- the economies of a block, as 64-bit words and as rows

cdef inline void read_words(const uint64_t* bits, uint64_t* out) noexcept nogil:
    # From a file's words: the first N_MASK tell which of out[N_WORDS] aren't zero, and those follow.
    cdef int64_t at = N_MASK
    cdef uint64_t mask
    cdef int part
    memset(out, 0, N_WORDS * sizeof(uint64_t))
    for part in range(N_MASK):
        mask = bits[part]
        while mask:
            out[64 * part + sse_lowest_bit(mask)] = bits[at]
            mask &= mask - 1
            at += 1


cdef inline void unpack_rows(const uint64_t* words, uint64_t* rows) noexcept nogil:
    # Writes the set of stores of each row.
    cdef int box, level, at
    cdef uint64_t stores
    for box in range(N_BOXES):
        for level in range(L.levels[box]):
            at = L.base[box] + level * L.area[box]
            stores = words[at >> 6] >> (at & 63)
            if (at & 63) + L.area[box] > 64:
                stores |= words[(at >> 6) + 1] << (64 - (at & 63))
            rows[L.row[box] + level] = stores & (((<uint64_t>1) << L.area[box]) - 1)


cdef inline void pack_row(uint64_t* words, int box, int level, uint64_t stores) noexcept nogil:
    cdef int at = L.base[box] + level * L.area[box]
    words[at >> 6] |= stores << (at & 63)
    if (at & 63) + L.area[box] > 64:
        words[(at >> 6) + 1] |= stores >> (64 - (at & 63))


cdef inline void boxes_of(const uint64_t* words, uint64_t* out) noexcept nogil:
    # Writes the set out[2] of the boxes that have an economy.
    cdef int box, at, last
    cdef uint64_t found
    out[0] = out[1] = 0
    for box in range(N_BOXES):
        at, last = L.base[box] >> 6, (L.base[box + 1] - 1) >> 6
        found = words[at] >> (L.base[box] & 63)
        if last == at:
            found &= (<uint64_t>1 << (L.base[box + 1] - L.base[box])) - 1 if L.base[box + 1] - L.base[box] < 64 else ~<uint64_t>0
        else:
            found |= words[last] << (63 - ((L.base[box + 1] - 1) & 63))
            for at in range(at + 1, last):
                found |= words[at]
        if found:
            out[box >> 6] |= <uint64_t>1 << (box & 63)


cdef int check_known(int known) except -1:
    if not 0 <= known <= N_KNOWN:
        raise ValueError(f"known is {known}")
    return known


cdef class Layer:
    """The positions at the start of a turn: blocks, sorted by key, and the economies of each.

    `keys` has the key of each block; `starts` the number of positions in the blocks before it, and in all; `places`
    where its words begin in `bits`. `known` says of how many of the last systems the order is known at most; all other
    orders are forgotten. With N_KNOWN none is that matters.
    """

    cdef readonly int turn
    cdef readonly int known
    cdef const uint64_t[::1] keys
    cdef const uint64_t[::1] starts
    cdef const uint64_t[::1] places
    cdef const uint64_t[::1] bits

    def __cinit__(self, int turn, const uint64_t[::1] keys, const uint64_t[::1] starts, const uint64_t[::1] places,
                  const uint64_t[::1] bits, int known=N_KNOWN):
        if not 1 <= turn <= TURNS:
            raise ValueError(f"turn is {turn}")
        if starts.shape[0] != keys.shape[0] + 1 or places.shape[0] != keys.shape[0]:
            raise ValueError("the files of a layer do not belong together")
        self.turn, self.known = turn, check_known(known)
        self.keys, self.starts, self.places, self.bits = keys, starts, places, bits

    def __len__(self):
        return self.keys.shape[0]

    @property
    def positions(self):
        """The number of positions."""
        return self.starts[self.keys.shape[0]]

    def groups(self):
        """Return where each set of seen events begins among the blocks; last the number of blocks."""
        cdef int64_t i
        found = [
            i for i in range(self.keys.shape[0])
            if i == 0 or self.keys[i] >> SEEN_BIT != self.keys[i - 1] >> SEEN_BIT
        ]
        return [*found, self.keys.shape[0]]

    def number(self, uint64_t key, int economy):
        """Return the number of a position, by which its values are found; -1 if it isn't there."""
        if not 0 <= economy < N_ECONOMIES:
            raise ValueError(f"economy is {economy}")
        return self.number_of(key, economy)

    cdef int64_t number_of(self, uint64_t key, int economy) noexcept nogil:
        cdef int64_t low = 0, high = self.keys.shape[0], middle, found
        cdef const uint64_t* bits
        cdef int word = economy >> 6, i
        cdef int64_t at = N_MASK
        while low < high:
            middle = (low + high) // 2
            if self.keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        if low == self.keys.shape[0] or self.keys[low] != key:
            return -1
        bits = &self.bits[self.places[low]]
        if not bits[word >> 6] >> (word & 63) & 1:
            return -1
        for i in range(word >> 6):
            at += sse_count_bits(bits[i])
        at += sse_count_bits(bits[word >> 6] & (((<uint64_t>1) << (word & 63)) - 1))
        if not bits[at] >> (economy & 63) & 1:
            return -1
        found = self.starts[low] + sse_count_bits(bits[at] & (((<uint64_t>1) << (economy & 63)) - 1))
        for i in range(N_MASK, at):
            found += sse_count_bits(bits[i])
        return found


# --- forward: the positions that can be reached

cdef struct Ranked:
    uint64_t key
    int64_t number


cdef int compare(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<const Ranked*>a).key, y = (<const Ranked*>b).key
    return (x > y) - (x < y)


cdef class Reach:
    """The layer of a turn while it is collected, or the part of it whose seen events, as a number, are low to high."""

    cdef readonly int turn
    cdef int known
    cdef int low
    cdef int high
    cdef uint64_t start         # what the parts that were written before have
    cdef uint64_t place
    cdef Index index
    cdef uint64_t** chunks      # [n_chunks], each the words of PER_CHUNK blocks
    cdef int64_t n_chunks
    cdef Index mids             # the systems after phase 1, in one group
    cdef uint64_t* mid_rows     # [mid_room][2][N_PLAIN_ROWS], by struck
    cdef int64_t mid_room

    def __cinit__(self, int turn, int known=N_KNOWN, int low=0, int high=1 << N_EVENTS):
        self.turn, self.known, self.low, self.high = turn, check_known(known), low, high
        if not make_index(&self.index, 1 << 10) or not make_index(&self.mids, 1 << 10):
            raise MemoryError

    def __dealloc__(self):
        cdef int64_t i
        for i in range(self.n_chunks):
            PyMem_RawFree(self.chunks[i])
        PyMem_RawFree(self.chunks)
        PyMem_RawFree(self.mid_rows)
        free_index(&self.index)
        free_index(&self.mids)

    def add_position(self, uint64_t key, int economy):
        """Add one position."""
        if not 0 <= economy < N_ECONOMIES:
            raise ValueError(f"economy is {economy}")
        cdef uint64_t* words = self.words_of(key)
        if words is NULL:
            raise MemoryError
        words[economy >> 6] |= <uint64_t>1 << (economy & 63)

    def add_group(self, Layer layer not None, int64_t low, int64_t high):
        """Add what can follow blocks low to high of the layer before, which have seen the same events."""
        cdef bint done
        if layer.turn + 1 != self.turn:
            raise ValueError("the layer is not that of the turn before")
        if not 0 <= low < high <= layer.keys.shape[0]:
            raise ValueError("no such blocks")
        with nogil:
            done = self.spread_group(layer, low, high)
        if not done:
            raise MemoryError

    cdef uint64_t* words_of(self, uint64_t key) noexcept nogil:
        # The words of a block, which is added if it isn't there; NULL if memory is short.
        cdef int64_t number = add(&self.index, key)
        cdef uint64_t** more
        if number < 0:
            return NULL
        if number == self.n_chunks * PER_CHUNK:
            more = <uint64_t**>PyMem_RawRealloc(self.chunks, (self.n_chunks + 1) * sizeof(uint64_t*))
            if more is NULL:
                return NULL
            self.chunks = more
            more[self.n_chunks] = <uint64_t*>PyMem_RawCalloc(PER_CHUNK * N_WORDS, sizeof(uint64_t))
            if more[self.n_chunks] is NULL:
                return NULL
            self.n_chunks += 1
        return self.words_at(number)

    cdef uint64_t* words_at(self, int64_t number) noexcept nogil:
        return self.chunks[number // PER_CHUNK] + number % PER_CHUNK * N_WORDS

    cdef int64_t mid_of(self, uint64_t config) noexcept nogil:
        # The number of the systems after phase 1; new ones have empty rows. -1 if memory is short.
        cdef int64_t before = self.mids.count, number = add(&self.mids, config), room
        cdef uint64_t* more
        if number < 0 or number < before:
            return number
        if number >= self.mid_room:
            room = max(1024, 2 * self.mid_room)
            more = <uint64_t*>PyMem_RawRealloc(self.mid_rows, room * 2 * N_PLAIN_ROWS * sizeof(uint64_t))
            if more is NULL:
                return -1
            self.mid_rows, self.mid_room = more, room
        memset(self.mid_rows + 2 * number * N_PLAIN_ROWS, 0, 2 * N_PLAIN_ROWS * sizeof(uint64_t))
        return number

    cdef bint spread_group(self, Layer layer, int64_t low, int64_t high) noexcept nogil:
        cdef int seen = <int>(layer.keys[low] >> SEEN_BIT)
        cdef int64_t i
        free_index(&self.mids)
        if not make_index(&self.mids, 1 << 10):
            return False
        for i in range(low, high):
            if not self.spread_block(layer.keys[i], layer.turn, layer.known, &layer.bits[layer.places[i]]):
                return False
        for i in range(self.mids.count):
            if not self.spread_mid(i, layer.turn, seen):
                return False
        return True

    cdef bint spread_block(self, uint64_t key, int turn, int limit, const uint64_t* bits) noexcept nogil:
        # Phase 1.
        cdef uint64_t words[N_WORDS]
        cdef uint64_t rows[N_ROWS]
        cdef uint64_t* to
        cdef Attacks attacks
        cdef bint struck = key >> STRUCK_BIT & 1
        cdef int64_t number = self.mid_of(key & CONFIG)
        cdef int box, level, i
        if number < 0:
            return False
        read_words(bits, words)
        unpack_rows(words, rows)
        to = self.mid_rows + (2 * number + struck) * N_PLAIN_ROWS
        for box in range(N_BOXES):
            for level in range(L.levels[box]):
                to[L.row[L.plain[box]] + level] |= rows[L.row[box] + level]
        find_attacks(key, turn, limit, &attacks)
        for i in range(attacks.n):
            if not self.spread_attack(&attacks.all[i], rows, struck, i >= attacks.distant):
                return False
        return True

    cdef bint spread_attack(self, const Attack* attack, const uint64_t* rows, bint struck, bint distant) noexcept nogil:
        # Success and failure (M3.1), and diplomacy (M3.3).
        cdef int64_t joined = self.mid_of(attack.joined), failed = self.mid_of(attack.failed)
        cdef uint64_t* to_joined
        cdef uint64_t* to_failed
        cdef int box, level, faces, row
        if joined < 0 or failed < 0:
            return False
        to_joined = self.mid_rows + (2 * joined + struck) * N_PLAIN_ROWS
        to_failed = self.mid_rows + (2 * failed + struck) * N_PLAIN_ROWS
        for box in range(N_BOXES):
            if distant and not has(L.technologies[box], FORWARD_STARBASES):
                continue
            row = L.row[L.plain[box]]
            for level in range(L.levels[box]):
                faces = faces_for(sse_resistance[attack.system] - level)
                if faces or box >= N_PLAIN:
                    to_joined[row + level] |= rows[L.row[box] + level]
                if faces < 6:
                    to_failed[row + max(0, level - 1)] |= rows[L.row[box] + level]
        return True

    cdef bint spread_mid(self, int64_t number, int turn, int seen) noexcept nogil:
        # Phases 2 to 4.
        cdef uint64_t rows[N_ROWS]
        cdef uint64_t wealthier[N_ROWS]
        cdef uint64_t richer[N_ROWS]
        cdef uint64_t config = self.mids.keys[number]
        cdef Term terms[MAX_TERMS]
        cdef int box, i, n_terms
        cdef bint done
        collect_and_build(config, self.mid_rows + 2 * number * N_PLAIN_ROWS, rows)
        for box in range(N_BOXES):
            for i in range(L.row[box], L.row[box + 1]):
                wealthier[i] = more_wealth(rows[i], L.side[box])
                richer[i] = more_metal(rows[i], L.side[box])
        n_terms = find_terms(config, turn, seen, terms)
        for i in range(n_terms):
            done = True
            if terms[i].kind == MORE_WEALTH:
                done = self.merge(&terms[i].kept, wealthier, 0, True, True)
            elif terms[i].kind == MORE_METAL:
                done = self.merge(&terms[i].kept, richer, 0, True, True)
            elif terms[i].kind == UNCHANGED:
                done = self.merge(&terms[i].kept, rows, 0, True, True)
            elif terms[i].kind == ATTACKED or terms[i].kind == CANDIDATE:
                done = self.merge(
                    &terms[i].kept, rows, terms[i].shield, terms[i].faces[0] < 6, terms[i].faces[1] < 6
                ) and self.merge(
                    &terms[i].lost, rows, terms[i].shield, terms[i].faces[0] > 0, terms[i].faces[1] > 0
                )
            if not done:
                return False
        return True

    cdef bint merge(self, Position* start, const uint64_t* rows, int shield, bint bare, bint covered) noexcept nogil:
        # Adds economies to a block of the next turn: those without the shield if `bare`, those with it if `covered`.
        cdef int technology = PLANETARY_DEFENSES if shield else HYPER_TELEVISION
        cdef int box, level, metal, wealth
        cdef uint64_t some[N_WORDS]
        cdef uint64_t any_one = 0, key
        cdef uint64_t* to
        start.seen = merged_events(start.turn, start.seen)
        if not self.low <= start.seen < self.high:
            return True
        memset(some, 0, sizeof(some))
        for box in range(N_BOXES):
            if not (covered if has(L.technologies[box], technology) else bare):
                continue
            overflow(start, box, &metal, &wealth)
            for level in range(L.levels[box]):
                if rows[L.row[box] + level]:
                    any_one = 1
                    pack_row(some, box, level, merged_stores(rows[L.row[box] + level], L.side[box], metal, wealth))
        if any_one == 0:
            return True
        key = key_at_start(start, self.known)
        to = self.words_of(key)
        if to is NULL:
            return False
        for box in range(N_WORDS):
            to[box] |= some[box]
        return True

    def write(self, bytes keys not None, bytes starts not None, bytes places not None, bytes bits not None, *,
              Reach before=None, bint last=True):
        """Write the layer to four files, given by their names; return the number of positions so far.

        Part by part the files are written from the lowest seen events to the `last`; `before` is the part before.
        """
        if before is not None:
            self.start, self.place = before.start, before.place
        cdef FILE* files[4]
        cdef Ranked* ranks = NULL
        cdef int64_t written = -1
        cdef int i
        memset(files, 0, sizeof(files))
        names = (keys, starts, places, bits)
        try:
            for i in range(4):
                files[i] = fopen(<const char*><bytes>names[i], b"wb" if before is None else b"ab")
                if files[i] is NULL:
                    raise OSError(f"cannot write {names[i]!r}")
            ranks = <Ranked*>PyMem_RawMalloc((self.index.count + 1) * sizeof(Ranked))
            if ranks is NULL:
                raise MemoryError
            with nogil:
                written = self.write_ranked(files, ranks, last)
        finally:
            PyMem_RawFree(ranks)
            for i in range(4):
                if files[i] is not NULL and fclose(files[i]):
                    written = -1
        if written < 0:
            raise OSError("cannot write the layer: is the disk full?")
        return written

    cdef int64_t write_ranked(self, FILE** files, Ranked* ranks, bint last) noexcept nogil:
        cdef int64_t i, n = self.index.count
        cdef uint64_t place = self.place, start = self.start
        cdef uint64_t* words
        cdef uint64_t packed[N_MASK + N_WORDS]
        cdef size_t k
        cdef int word
        cdef bint good = True
        for i in range(n):
            ranks[i].key, ranks[i].number = self.index.keys[i], i
        qsort(ranks, n, sizeof(Ranked), compare)
        for i in range(n):
            words = self.words_at(ranks[i].number)
            good &= fwrite(&ranks[i].key, 8, 1, files[0]) == 1
            good &= fwrite(&start, 8, 1, files[1]) == 1
            good &= fwrite(&place, 8, 1, files[2]) == 1
            memset(packed, 0, N_MASK * sizeof(uint64_t))
            k = N_MASK
            for word in range(N_WORDS):
                if words[word]:
                    packed[word >> 6] |= <uint64_t>1 << (word & 63)
                    packed[k] = words[word]
                    start += sse_count_bits(words[word])
                    k += 1
            place += k
            good &= fwrite(packed, 8, k, files[3]) == k
        good &= not last or fwrite(&start, 8, 1, files[1]) == 1
        self.place, self.start = place, start
        return <int64_t>start if good else -1


cdef void collect_and_build(uint64_t config, const uint64_t* after, uint64_t* rows) noexcept nogil:
    # Phases 2 and 3.
    #   reads    after[2][N_PLAIN_ROWS], the rows after phase 1, by struck
    #   writes   rows[N_ROWS], the rows before phase 4
    cdef int struck, box, level, metal, wealth, i, left, technology, target
    cdef uint64_t stores
    memset(rows, 0, N_ROWS * sizeof(uint64_t))
    for struck in range(2):
        for box in range(N_PLAIN):
            produced(config, struck, has(L.technologies[box], ROBOT_WORKERS), &metal, &wealth)
            for level in range(L.levels[box]):
                stores = after[struck * N_PLAIN_ROWS + L.row[box] + level]
                if stores == 0:
                    continue
                for i in range(metal):
                    stores = more_metal(stores, L.side[box])
                for i in range(wealth):
                    stores = more_wealth(stores, L.side[box])
                if has(L.technologies[box], INTERSPECIES_COMMERCE):
                    stores = traded(stores, L.side[box])
                rows[L.row[box] + level] |= stores
    # Downwards, so that one technology is discovered at most, and one military built.
    for box in range(N_PLAIN - 1, -1, -1):
        left = discoverable(box)
        while left:
            technology = sse_lowest_bit(left)
            left &= left - 1
            target = box_with(box, technology)
            for level in range(L.levels[box]):
                rows[L.row[target] + level] |= paid(rows[L.row[box] + level], L.side[box], technology)
    for box in range(N_BOXES):
        for level in range(L.levels[box] - 2, -1, -1):
            rows[L.row[box] + level + 1] |= armed(rows[L.row[box] + level], L.side[box])


# --- backward: the values

cdef struct Mid:                # a position after phase 1
    uint64_t needs[2][2]        # by struck: the boxes that are asked for
    int32_t* planes[2]          # by struck: the boxes' values, then as many survivals
    int32_t size[2]
    int32_t at[2][N_PLAIN]      # where a box begins in the plane


cdef inline bint in_boxes(const uint64_t* boxes, int box) noexcept nogil:
    return boxes[box >> 6] >> (box & 63) & 1


cdef inline void put_box(uint64_t* boxes, int box) noexcept nogil:
    boxes[box >> 6] |= <uint64_t>1 << (box & 63)


cdef struct Plane:
    int32_t first[N_ECONOMIES]      # scores, or the values of the only objective
    int32_t second[N_ECONOMIES]     # survivals

cdef struct Work:
    Plane slots[MAX_SLOTS]      # blocks of the next turn
    Plane after                 # before phase 4, then before phase 3, then before the trade
    Plane block


cdef class Solver:
    """The values of a layer, from those of the next one; `following` is None in the last turn.

    With `survivals`, best play maximizes the score, and among equals survival: `scores` and `survivals` are those of
    the next turn. Without, it maximizes survival, whose values are in `scores`.
    """

    cdef readonly Layer layer
    cdef Layer following
    cdef const int32_t[::1] scores
    cdef const int32_t[::1] survivals
    cdef bint pair
    cdef bint score             # whether the first plane has scores
    cdef int bound              # 1 or -1: an invasion whose target isn't known strikes what is best, or worst, to lose
    cdef Index starts           # the blocks of the next turn
    cdef Index index            # the positions after phase 1, in one group
    cdef Mid* mids
    cdef int64_t room
    cdef Work* work
    cdef uint64_t slot_keys[MAX_SLOTS]
    cdef int n_slots
    cdef int32_t wealthier[2][MAX_BOX]      # by side: the place of the stores with one wealth more
    cdef int32_t richer[2][MAX_BOX]
    cdef int32_t sells_metal[2][MAX_BOX]    # the place after a trade, or the same
    cdef int32_t sells_wealth[2][MAX_BOX]
    cdef int32_t merged[4][MAX_BOX]

    def __cinit__(self, Layer layer not None, Layer following, const int32_t[::1] scores, const int32_t[::1] survivals,
                  *, bint pair, bint score=True, int bound=0):
        cdef int64_t i
        if (following is None) != (layer.turn == TURNS):
            raise ValueError("the last turn has no next one, and only that")
        if following is not None:
            if following.turn != layer.turn + 1:
                raise ValueError("the layers are not those of turns in a row")
            if scores is None or scores.shape[0] != following.positions:
                raise ValueError("the values are not those of the next layer")
            if pair and (survivals is None or survivals.shape[0] != following.positions):
                raise ValueError("the survivals are not those of the next layer")
        self.score, self.bound = score, bound
        self.layer, self.following, self.scores, self.survivals, self.pair = layer, following, scores, survivals, pair
        if not make_index(&self.index, 1 << 10):
            raise MemoryError
        self.work = <Work*>PyMem_RawCalloc(1, sizeof(Work))
        if self.work is NULL:
            raise MemoryError
        if following is not None:
            if not make_index(&self.starts, max(1, following.keys.shape[0])):
                raise MemoryError
            for i in range(following.keys.shape[0]):
                put(&self.starts, following.keys[i])
        self.fill_places()

    def __dealloc__(self):
        self.drop_mids()
        PyMem_RawFree(self.mids)
        PyMem_RawFree(self.work)
        free_index(&self.starts)
        free_index(&self.index)

    cdef void fill_places(self) noexcept:
        cdef int wide, side, i, metal, wealth, start
        for wide in range(2):
            side = 6 if wide else 4
            for i in range(6 * side * side):
                metal, wealth = i % side, i // side % side
                start = i - metal - wealth * side
                self.wealthier[wide][i] = start + min(side - 1, wealth + 1) * side + metal
                self.richer[wide][i] = start + wealth * side + min(side - 1, metal + 1)
                self.sells_metal[wide][i] = self.sells_wealth[wide][i] = i
                if metal >= 2 and wealth < side - 1:
                    self.sells_metal[wide][i] = i + side - 2
                if wealth >= 2 and metal < side - 1:
                    self.sells_wealth[wide][i] = i - 2 * side + 1

    def solve_group(self, int64_t low, int64_t high, int32_t[::1] scores not None, int32_t[::1] survivals):
        """Write the values of blocks low to high, which have seen the same events, to the values of the layer."""
        cdef bint done
        if not 0 <= low < high <= self.layer.keys.shape[0]:
            raise ValueError("no such blocks")
        if scores.shape[0] != self.layer.positions or self.pair and (
            survivals is None or survivals.shape[0] != self.layer.positions
        ):
            raise ValueError("the values are not those of the layer")
        with nogil:
            done = self.value_group(low, high, &scores[0], &survivals[0] if self.pair else NULL)
        if not done:
            raise MemoryError

    cdef void drop_mids(self) noexcept nogil:
        cdef int64_t i
        for i in range(min(self.index.count, self.room)):
            PyMem_RawFree(self.mids[i].planes[0])
            PyMem_RawFree(self.mids[i].planes[1])
        self.index.count = 0

    cdef bint value_group(self, int64_t low, int64_t high, int32_t* scores, int32_t* survivals) noexcept nogil:
        cdef int seen = <int>(self.layer.keys[low] >> SEEN_BIT)
        cdef int64_t i, start
        self.drop_mids()
        free_index(&self.index)
        if not make_index(&self.index, 1 << 10):
            return False
        for i in range(low, high):
            if not self.ask_block(i):
                return False
        for i in range(self.index.count):
            if not self.value_mid(i, seen):
                return False
        for i in range(low, high):
            start = self.layer.starts[i]
            self.value_block(i, scores + start, survivals + start if self.pair else NULL)
        return True

    cdef int64_t mid_of(self, uint64_t config) noexcept nogil:
        # The number of a position after phase 1, a new one if need be; -1 if memory is short.
        cdef int64_t before = self.index.count, number = add(&self.index, config), room
        cdef Mid* more
        if number < 0 or number < before:
            return number
        if number >= self.room:
            room = max(1024, 2 * self.room)
            more = <Mid*>PyMem_RawRealloc(self.mids, room * sizeof(Mid))
            if more is NULL:
                self.index.count = before
                return -1
            self.mids, self.room = more, room
        memset(&self.mids[number], 0, sizeof(Mid))
        return number

    cdef bint ask_block(self, int64_t block) noexcept nogil:
        # Notes the boxes that a block asks for after phase 1.
        cdef uint64_t words[N_WORDS]
        cdef uint64_t boxes[2]
        cdef uint64_t plain[2]
        cdef uint64_t key = self.layer.keys[block]
        cdef bint struck = key >> STRUCK_BIT & 1
        cdef Attacks attacks
        cdef int box, i
        read_words(&self.layer.bits[self.layer.places[block]], words)
        boxes_of(words, boxes)
        plain[0] = plain[1] = 0
        for box in range(N_BOXES):
            if in_boxes(boxes, box):
                put_box(plain, L.plain[box])
        find_attacks(key, self.layer.turn, self.layer.known, &attacks)
        if not self.ask_mid(key & CONFIG, struck, plain):
            return False
        for i in range(attacks.n):
            if not self.ask_mid(attacks.all[i].joined, struck, plain):
                return False
            if not self.ask_mid(attacks.all[i].failed, struck, plain):
                return False
        return True

    cdef bint ask_mid(self, uint64_t config, bint struck, const uint64_t* boxes) noexcept nogil:
        cdef int64_t number = self.mid_of(config)
        if number < 0:
            return False
        self.mids[number].needs[struck][0] |= boxes[0]
        self.mids[number].needs[struck][1] |= boxes[1]
        return True

    cdef inline void take(self, int32_t* s, int32_t* v, const int32_t* other_s, const int32_t* other_v, int n) noexcept nogil:
        # The better of two options, place by place.
        if self.pair:
            sse_take_both(s, v, other_s, other_v, n)
        else:
            sse_take(s, other_s, n)

    # --- phases 2 to 4

    cdef bint value_mid(self, int64_t number, int seen) noexcept nogil:
        # The values of a position after phase 1, in the boxes that are asked for.
        cdef Mid* mid = &self.mids[number]
        cdef uint64_t config = self.index.keys[number]
        cdef uint64_t asked[2]
        cdef uint64_t boxes[2]
        cdef int box, left, k
        for k in range(2):
            boxes[k] = asked[k] = mid.needs[0][k] | mid.needs[1][k]
        for box in range(N_PLAIN):
            if in_boxes(asked, box):
                left = discoverable(box)
                while left:
                    put_box(boxes, box_with(box, sse_lowest_bit(left)))
                    left &= left - 1
        self.value_events(config, seen, boxes)
        for box in range(N_BOXES):
            if in_boxes(boxes, box):
                self.value_military(box)
        for box in range(N_PLAIN):
            # Upwards, so that one technology is discovered at most.
            if in_boxes(asked, box):
                self.value_discoveries(box)
        for box in range(N_PLAIN):
            if in_boxes(asked, box) and has(L.technologies[box], INTERSPECIES_COMMERCE):
                self.value_trades(box)
        for k in range(2):
            if not self.value_collection(mid, config, k):
                return False
        return True

    cdef void value_events(self, uint64_t config, int seen, const uint64_t* boxes) noexcept nogil:
        # Phase 4 (M6).
        #   writes   work.after, in the given boxes
        cdef Term terms[MAX_TERMS]
        cdef int kept[MAX_TERMS]
        cdef int lost[MAX_TERMS]
        cdef double sums[2][MAX_BOX]
        cdef double option[2][MAX_BOX]
        cdef double chosen[MAX_BOX]
        cdef int n_terms = find_terms(config, self.layer.turn, seen, terms), i, box, n, faces, share, base
        cdef double factor = 1.0 / (12 * sse_count_bits(ALL_EVENTS & ~seen))
        self.n_slots = 0
        for i in range(n_terms):
            kept[i] = self.slot_of(&terms[i].kept, boxes) if terms[i].kind != DEFEAT else -1
            lost[i] = self.slot_of(&terms[i].lost, boxes) if terms[i].kind == ATTACKED or terms[i].kind == CANDIDATE else -1
        for box in range(N_BOXES):
            if not in_boxes(boxes, box):
                continue
            base, n = L.base[box], L.levels[box] * L.area[box]
            memset(sums, 0, sizeof(sums))
            for i in range(n_terms):
                if terms[i].kind == UNCHANGED:
                    self.add_slot(sums, kept[i], box, NULL, 12)
                elif terms[i].kind == MORE_WEALTH:
                    self.add_slot(sums, kept[i], box, self.wealthier[L.side[box] == 6], 12)
                elif terms[i].kind == MORE_METAL:
                    self.add_slot(sums, kept[i], box, self.richer[L.side[box] == 6], 12)
                elif terms[i].kind == ATTACKED:
                    share = terms[i].twelfths // 6
                    faces = terms[i].faces[has(L.technologies[box], PLANETARY_DEFENSES if terms[i].shield else HYPER_TELEVISION)]
                    self.add_slot(sums, lost[i], box, NULL, share * faces)
                    self.add_slot(sums, kept[i], box, NULL, share * (6 - faces))
                elif terms[i].kind == CANDIDATE:
                    faces = terms[i].faces[has(L.technologies[box], PLANETARY_DEFENSES)]
                    memset(option, 0, sizeof(option))
                    self.add_slot(option, lost[i], box, NULL, 2 * faces)
                    self.add_slot(option, kept[i], box, NULL, 2 * (6 - faces))
                    if i and terms[i - 1].kind == CANDIDATE and terms[i - 1].event == terms[i].event:
                        sse_bound(chosen, option[0], self.bound, n)
                    else:
                        memcpy(chosen, option[0], sizeof(chosen))
                    if i + 1 == n_terms or terms[i + 1].kind != CANDIDATE or terms[i + 1].event != terms[i].event:
                        sse_sum(sums[0], chosen, n)
            sse_round(self.work.after.first + base, sums[0], factor, n)
            if self.pair:
                sse_round(self.work.after.second + base, sums[1], factor, n)

    cdef inline void add_slot(
        self, double (*sums)[MAX_BOX], int slot, int box, const int32_t* places, int weight
    ) noexcept nogil:
        cdef int n = L.levels[box] * L.area[box]
        if slot < 0 or weight == 0:
            return
        if places is NULL:
            sse_add(sums[0], self.work.slots[slot].first + L.base[box], weight, n)
            if self.pair:
                sse_add(sums[1], self.work.slots[slot].second + L.base[box], weight, n)
        else:
            sse_add_through(sums[0], self.work.slots[slot].first + L.base[box], places, weight, n)
            if self.pair:
                sse_add_through(sums[1], self.work.slots[slot].second + L.base[box], places, weight, n)

    cdef int slot_of(self, Position* start, const uint64_t* boxes) noexcept nogil:
        # The slot with the values of a block of the next turn, or of the ends of the game; -1 if no position of it
        # can be reached.
        cdef uint64_t key = key_at_start(start, 0 if self.following is None else self.following.known)
        cdef int i
        for i in range(self.n_slots):
            if self.slot_keys[i] == key:
                return i
        sse_check(self.n_slots < MAX_SLOTS)
        if not (self.fill_ends(start, boxes) if start.due == END_DUE else self.fill_block(start, key, boxes)):
            return -1
        self.slot_keys[self.n_slots] = key
        self.n_slots += 1
        return self.n_slots - 1

    cdef bint fill_ends(self, Position* end, const uint64_t* boxes) noexcept nogil:
        # M7: the scores of games that are over.
        cdef Plane* plane = &self.work.slots[self.n_slots]
        cdef int box, i, score
        for box in range(N_BOXES):
            if in_boxes(boxes, box):
                end.technologies = L.technologies[box]
                score = total_of(end) << SCORE_BITS if self.score else 1 << SURVIVAL_BITS
                for i in range(L.base[box], L.base[box + 1]):
                    plane.first[i] = score
                    plane.second[i] = 1 << SURVIVAL_BITS
        return True

    cdef bint fill_block(self, const Position* start_at, uint64_t key, const uint64_t* boxes) noexcept nogil:
        cdef Plane* plane = &self.work.slots[self.n_slots]
        cdef int64_t number = find(&self.starts, key), start
        cdef const uint64_t* bits
        cdef const uint64_t* word
        cdef const int32_t* scores
        cdef const int32_t* survivals
        cdef uint64_t mask
        cdef int part, to, box, n, i
        cdef int32_t copied[MAX_BOX]
        if number < 0:
            return False
        start = self.following.starts[number]
        bits = &self.following.bits[self.following.places[number]]
        word = bits + N_MASK
        scores = &self.scores[start]
        survivals = &self.survivals[start] if self.pair else NULL
        for part in range(N_MASK):
            mask = bits[part]
            while mask:
                to = 64 * (64 * part + sse_lowest_bit(mask))
                mask &= mask - 1
                scores = sse_expand(word[0], scores, plane.first + to)
                if self.pair:
                    survivals = sse_expand(word[0], survivals, plane.second + to)
                word += 1
        # What counts as one at the start of the turn has one value (merged_stores).
        for i in range(4):
            self.fill_merged(start_at, 6 if i & 1 else 4, i >> 1, self.merged[i])
        for box in range(N_BOXES):
            if in_boxes(boxes, box):
                n = L.levels[box] * L.area[box]
                i = (L.side[box] == 6) + 2 * has(L.technologies[box], ROBOT_WORKERS)
                memcpy(copied, plane.first + L.base[box], n * sizeof(int32_t))
                sse_pick(plane.first + L.base[box], copied, self.merged[i], n)
                if self.pair:
                    memcpy(copied, plane.second + L.base[box], n * sizeof(int32_t))
                    sse_pick(plane.second + L.base[box], copied, self.merged[i], n)
        return True

    cdef void fill_merged(self, const Position* start, int side, bint robots, int32_t* out) noexcept nogil:
        # The place of the stores that stand for each: merged_stores.
        cdef int metal, wealth, i, a, w
        produced_by(start, start.flags & STRUCK, robots, &metal, &wealth)
        metal, wealth = max(0, side - 1 - metal), max(0, side - 1 - wealth)
        for i in range(6 * side * side):
            a, w = i % side, i // side % side
            out[i] = i - a - w * side + min(wealth, w) * side + min(metal, a)

    cdef inline void value_military(self, int box) noexcept nogil:
        # M5.1: building military or not.
        cdef int32_t* s = self.work.after.first + L.base[box]
        cdef int32_t* v = self.work.after.second + L.base[box]
        cdef int level, wealth, side = L.side[box], area = L.area[box], to, source
        for level in range(L.levels[box] - 1):
            for wealth in range(1, side):
                to = level * area + wealth * side + 1
                source = (level + 1) * area + (wealth - 1) * side
                self.take(s + to, v + to, s + source, v + source, side - 1)

    cdef inline void value_discoveries(self, int box) noexcept nogil:
        # M5.1: discovering a technology or not.
        cdef int32_t* s = self.work.after.first
        cdef int32_t* v = self.work.after.second
        cdef int left = discoverable(box), technology, target, price, level, wealth, side = L.side[box], to, source
        while left:
            technology = sse_lowest_bit(left)
            left &= left - 1
            price = price_of(technology)
            if price >= side:
                continue
            target = box_with(box, technology)
            for level in range(L.levels[box]):
                to = L.base[box] + level * L.area[box] + price * side
                source = L.base[target] + level * L.area[target]
                if L.side[target] == side:
                    self.take(s + to, v + to, s + source, v + source, (side - price) * side)
                    continue
                for wealth in range(side - price):
                    self.take(
                        s + to + wealth * side, v + to + wealth * side,
                        s + source + wealth * L.side[target], v + source + wealth * L.side[target], side,
                    )

    cdef inline void value_trades(self, int box) noexcept nogil:
        # M4.2: trading or not.
        cdef int32_t before[2][MAX_BOX]
        cdef int32_t option[2][MAX_BOX]
        cdef int32_t* s = self.work.after.first + L.base[box]
        cdef int32_t* v = self.work.after.second + L.base[box]
        cdef const int32_t* places
        cdef int n = L.levels[box] * L.area[box], k
        memcpy(before[0], s, n * sizeof(int32_t))
        memcpy(before[1], v, n * sizeof(int32_t))
        for k in range(2):
            places = &self.sells_wealth[L.side[box] == 6][0] if k else &self.sells_metal[L.side[box] == 6][0]
            sse_pick(option[0], before[0], places, n)
            if self.pair:
                sse_pick(option[1], before[1], places, n)
            self.take(s, v, option[0], option[1], n)

    cdef bint value_collection(self, Mid* mid, uint64_t config, bint struck) noexcept nogil:
        # M4.1, M4.3.
        cdef int32_t places[4][MAX_BOX]
        cdef int box, n, size = 0, metal, wealth, side, wide, robots, i, a, w
        for box in range(N_PLAIN):
            if in_boxes(mid.needs[struck], box):
                mid.at[struck][box] = size
                size += L.levels[box] * L.area[box]
        mid.size[struck] = size
        if size == 0:
            return True
        mid.planes[struck] = <int32_t*>PyMem_RawMalloc((1 + self.pair) * size * sizeof(int32_t))
        if mid.planes[struck] is NULL:
            return False
        for wide in range(2):
            for robots in range(2):
                produced(config, struck, robots, &metal, &wealth)
                side = 6 if wide else 4
                for i in range(6 * side * side):
                    a, w = i % side, i // side % side
                    places[2 * wide + robots][i] = (
                        i - a - w * side + min(side - 1, w + wealth) * side + min(side - 1, a + metal)
                    )
        for box in range(N_PLAIN):
            if in_boxes(mid.needs[struck], box):
                n = L.levels[box] * L.area[box]
                i = 2 * (L.side[box] == 6) + has(L.technologies[box], ROBOT_WORKERS)
                sse_pick(mid.planes[struck] + mid.at[struck][box], self.work.after.first + L.base[box], places[i], n)
                if self.pair:
                    sse_pick(
                        mid.planes[struck] + size + mid.at[struck][box], self.work.after.second + L.base[box],
                        places[i], n,
                    )
        return True

    # --- phase 1

    cdef void value_block(self, int64_t block, int32_t* scores, int32_t* survivals) noexcept nogil:
        cdef uint64_t words[N_WORDS]
        cdef uint64_t boxes[2]
        cdef uint64_t key = self.layer.keys[block]
        cdef bint struck = key >> STRUCK_BIT & 1
        cdef Attacks attacks
        cdef const Mid* joined[MAX_ATTACKS]
        cdef const Mid* failed[MAX_ATTACKS]
        cdef const Mid* same = &self.mids[find(&self.index, key & CONFIG)]
        cdef double sums[2][MAX_BOX]
        cdef int32_t option[2][MAX_BOX]
        cdef int32_t* s
        cdef int32_t* v
        cdef int box, plain, n, i, last, explored
        read_words(&self.layer.bits[self.layer.places[block]], words)
        boxes_of(words, boxes)
        find_attacks(key, self.layer.turn, self.layer.known, &attacks)
        for i in range(attacks.n):
            joined[i] = &self.mids[find(&self.index, attacks.all[i].joined)]
            failed[i] = &self.mids[find(&self.index, attacks.all[i].failed)]
        for box in range(N_BOXES):
            if not in_boxes(boxes, box):
                continue
            plain, n = L.plain[box], L.levels[box] * L.area[box]
            s, v = self.work.block.first + L.base[box], self.work.block.second + L.base[box]
            memcpy(s, first_of(same, struck, plain), n * sizeof(int32_t))
            if self.pair:
                memcpy(v, second_of(same, struck, plain), n * sizeof(int32_t))
            for i in range(attacks.near):
                self.value_attack(attacks.all[i].system, joined[i], failed[i], struck, box, option)
                self.take(s, v, option[0], option[1], n)
            i = attacks.near
            while i < attacks.n:
                if i >= attacks.distant and not has(L.technologies[box], FORWARD_STARBASES):
                    break
                last = attacks.distant if i < attacks.distant else attacks.n
                memset(sums, 0, sizeof(sums))
                explored = last - i
                while i < last:
                    self.value_attack(attacks.all[i].system, joined[i], failed[i], struck, box, option)
                    sse_add(sums[0], option[0], 1, n)
                    if self.pair:
                        sse_add(sums[1], option[1], 1, n)
                    i += 1
                sse_round(option[0], sums[0], 1.0 / explored, n)
                if self.pair:
                    sse_round(option[1], sums[1], 1.0 / explored, n)
                self.take(s, v, option[0], option[1], n)
        for i in range(N_WORDS):
            if words[i]:
                scores = sse_compress(words[i], self.work.block.first + 64 * i, scores)
                if self.pair:
                    survivals = sse_compress(words[i], self.work.block.second + 64 * i, survivals)

    cdef inline void value_attack(
        self, int system, const Mid* joined, const Mid* failed, bint struck, int box, int32_t (*out)[MAX_BOX]
    ) noexcept nogil:
        # M3.1: the die; M3.3: in a fresh box, diplomacy instead of it.
        cdef int plain = L.plain[box], area = L.area[box], level, lower, faces, k
        cdef const int32_t* good
        cdef const int32_t* bad
        for k in range(1 + self.pair):
            good = second_of(joined, struck, plain) if k else first_of(joined, struck, plain)
            bad = second_of(failed, struck, plain) if k else first_of(failed, struck, plain)
            for level in range(L.levels[box]):
                faces = faces_for(sse_resistance[system] - level)
                lower = max(0, level - 1)
                sse_mix(
                    out[k] + level * area, good + level * area, faces / 6.0, bad + lower * area, (6 - faces) / 6.0, area
                )
        if box >= N_PLAIN:
            self.take(
                out[0], out[1], first_of(joined, struck, plain), second_of(joined, struck, plain),
                L.levels[box] * area,
            )


cdef inline const int32_t* first_of(const Mid* mid, bint struck, int box) noexcept nogil:
    return mid.planes[struck] + mid.at[struck][box]


cdef inline const int32_t* second_of(const Mid* mid, bint struck, int box) noexcept nogil:
    return mid.planes[struck] + mid.size[struck] + mid.at[struck][box]


# --- for Python

cdef inline int economy_of(const Position* p) noexcept nogil:
    # The number of a position's economy at the start of a turn.
    cdef int box = L.fresh[p.technologies] if p.flags & DIPLOMATIC else L.box[p.technologies]
    cdef int metal, wealth
    overflow(p, box, &metal, &wealth)
    metal, wealth = min(p.metal, L.side[box] - 1 - metal), min(p.wealth, L.side[box] - 1 - wealth)
    return L.base[box] + p.military * L.area[box] + wealth * L.side[box] + metal



def address(
    int turn, uint64_t order, int unaligned, int seen, bint struck, bint diplomatic, int technologies, int metal,
    int wealth, int military, int known=N_KNOWN,
):
    """Return the key and the economy of a position at the start of a turn.

    `order` has the systems of the empire, 4 bits each: the number plus one, the one that joined last in the lowest.
    """
    cdef Position p = position_in(order | <uint64_t>unaligned << ORDER_BITS | <uint64_t>seen << SEEN_BIT, turn)
    if not 0 <= technologies < 256 or L.box[technologies] < 0:
        raise ValueError(f"technologies are {technologies}")
    p.technologies, p.metal, p.wealth, p.military = technologies, metal, wealth, military
    p.flags = (STRUCK if struck else 0) | (DIPLOMATIC if diplomatic else 0)
    p.unused = sse_count_bits(p.empire)
    return key_at_start(&p, known), economy_of(&p)
