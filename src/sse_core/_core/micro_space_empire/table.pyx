# cython: language_level=3, wraparound=False, cdivision=True
"""Micro Space Empire solved whole: all positions at the start of a turn, and their values under best play.

`micro_space_empire/strength/tablebase.py` calls this module layer by layer. A layer holds the positions at the start of
one turn, in blocks. The key of a block has the systems of the empire, as far as their order matters, the unaligned
ones, the events seen, and whether a strike is due. In a block, a position is an economy: the technologies, the military
and the stores.

`Reach` finds the layer of the next turn from a layer. `Solver` finds the values of a layer from those of the next
turn's. Both go through a turn phase by phase, for all economies of a block at once. The cards, prices, limits and
odds are those of ``rules.pxd``. The base game only: the expansion has too many positions.

Values are whole numbers: scores are multiplied by SCORE_UNIT, probabilities by SURVIVAL_UNIT. Headers have the parts:
economies and sets of them, planes of values, numbers for keys.

Ring: laboratory.
"""

from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdio cimport FILE, fclose, fopen, fwrite
from libc.stdlib cimport qsort
from libc.string cimport memcmp, memcpy, memset

from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit
from sse_core._core.micro_space_empire.rules cimport *
from sse_core._core.micro_space_empire.economies cimport *
from sse_core._core.micro_space_empire.index cimport Index, add, find, free_index, make_index, put, with_room
from sse_core._core.micro_space_empire.planes cimport *
from sse_core._core.piles cimport Pile, drop_pile, take_from

__all__ = ["ALL_KNOWN", "SCORE_UNIT", "SURVIVAL_UNIT", "Layer", "Reach", "Solver", "Values", "address", "events_after"]

cdef enum:
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


cdef void fill_weakest() noexcept:
    cdef Position p
    cdef int systems
    for systems in range(1 << SYSTEMS_OF_GAME):
        p.empire = systems
        weakest_of[systems] = weakest(&p)


fill_weakest()


cdef inline int same_at_last(int system, int systems, int seen) noexcept nogil:
    # Only the last event of the game can strike a system that is so deep in the order. Then only its resistance and its
    # points matter, or that no invasion can take it (M6.2, M7).
    #   reads    system, one of systems; none of these is above it in the order
    #   returns  the first of these systems that is equivalent
    cdef int strongest = SMALL_INVASION_FORCE if has(seen, LARGE_INVASION_FORCE) else LARGE_INVASION_FORCE
    cdef int safe = 6 + sse_force[strongest][1], other, left = systems
    while left:
        other = sse_lowest_bit(left)
        left &= left - 1
        if sse_resistance[other] > safe and sse_resistance[system] > safe:
            return other
        if sse_resistance[other] == sse_resistance[system] and has(DISTANT_SYSTEMS, other) == has(
            DISTANT_SYSTEMS, system
        ):
            return other
    return system


cdef inline uint64_t sorted_order(uint64_t order, int systems, int known, int turn, int seen, int limit) noexcept nogil:
    # The order of the empire's systems, sorted where it no longer matters. It matters for the last systems, up to the
    # deepest that an invasion can strike. Systems that join later can only keep events away from these.
    #   reads    systems, the set of those in the order; turn and seen, before the event of the turn
    cdef Probe p
    cdef uint64_t kept = order
    cdef int shift = 0, system
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
        system = p.stack[shift // 4]
        if turn + shift // 4 == TURNS:
            system = same_at_last(system, systems, seen)
        kept |= <uint64_t>(system + 1) << shift
        systems &= ~(1 << system)
        shift += 4
    while systems:
        kept |= <uint64_t>(sse_lowest_bit(systems) + 1) << shift
        systems &= systems - 1
        shift += 4
    return kept | <uint64_t>(p.deepest + 1) << KNOWN_BIT


cdef inline int merged_events(int turn, int seen) noexcept nogil:
    # The events seen at the start of a turn; equivalent sets become one. In Year 1 both revolts have the same force. In
    # the last turn, all events that aren't hostile are equivalent.
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
    return sorted_order(p.order, p.empire, p.n_known, p.turn, p.seen, limit) | <uint64_t>p.unaligned << ORDER_BITS


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
    p.n_known = key >> KNOWN_BIT & 7
    p.flags = STRUCK if key >> STRUCK_BIT & 1 else 0
    order = p.order
    while order:
        p.empire |= 1 << (<int>(order & 15) - 1)
        order >>= 4
    return p


cdef inline void produced(uint64_t config, bint struck, bint robots, int* metal, int* wealth) noexcept nogil:
    # M4.1, M4.3: what is collected with these systems.
    cdef Position p = position_in(config, 1)
    produced_by(&p, struck, robots, metal, wealth)


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
    q.n_known += 1
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
    for i in range(p.n_known):
        if <int>(p.order >> 4 * i & 15) == system + 1:
            return True
    return False


cdef inline Position without_system(const Position* p, int system) noexcept nogil:
    # The start of the next turn after the loss of a system (M6.2).
    cdef Position q = p[0]
    q.n_known -= is_known(&q, system)
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
            unknown = has(INVASIONS, event) and p.n_known == 0
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


cdef extern from *:
    """
    #if defined(_MSC_VER)
      #include <intrin.h>
      static inline int sse_is_ready(const unsigned char* flag) {
          int ready = *(const volatile unsigned char*)flag; _ReadWriteBarrier(); return ready; }
      static inline void sse_set_ready(unsigned char* flag) {
          _ReadWriteBarrier(); *(volatile unsigned char*)flag = 1; }
    #else
      static inline int sse_is_ready(const unsigned char* flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }
      static inline void sse_set_ready(unsigned char* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
    #endif
    """
    bint sse_is_ready(const uint8_t* flag) noexcept nogil
    void sse_set_ready(uint8_t* flag) noexcept nogil


# --- equivalent stores
#
# Two contents of the stores at the start of a turn are equivalent if no play can tell them apart; the table keeps one
# of them. In most turns they differ in what overflows at the collection (M4.1). In the last turns they also differ in
# what can't be spent any more. There the stores alone are followed to the end of the game, for every production that an
# empire may have and every event that may come. Two contents are equivalent if the same purchases lead both to the same
# ends.
#
# More in the stores is never worse: whatever is possible with less is possible with more, since a trade that a full
# store forbids (M4.2) isn't needed there. So each content that can be reached stands for all contents that hold no
# more.

cdef enum:
    FORESIGHT = 4           # the last turns, in which stores are followed to the end of the game
    MOST_MADE = 4           # of metal, and of wealth: the Home World's and that of three systems (M1)
    N_SOON = 32             # sets of the events that matter to the stores: the first three, any revolt, any invasion
    REVOLT_SOON = 1 << REVOLT_A
    INVASION_SOON = 1 << SMALL_INVASION_FORCE
    N_OUTLOOKS = (FORESIGHT + 1) * 2 * MOST_MADE * MOST_MADE * N_SOON
    MAX_JOINS = 3           # what a system that joins may add: nothing, a metal, a wealth
    MAX_BOUGHT = 10         # with each of four technologies or none, military or not
    MAX_CHANGES = 16        # what an event may change

cdef struct Outlook:        # what matters to the stores at the start of a turn, besides the technologies
    int turns               # how many turns are left, this one included; 0 if more than FORESIGHT
    bint struck
    int metal               # what the empire makes, before a strike reduces it
    int wealth
    int soon                # the events that can come, a number below N_SOON

cdef int8_t merge_maps[N_OUTLOOKS][N_PLAIN][MAP_ROOM]
cdef uint8_t merge_ready[N_OUTLOOKS][N_PLAIN]
cdef uint64_t below_maps[N_OUTLOOKS][N_PLAIN][MAX_AREA]
cdef uint8_t below_ready[N_OUTLOOKS][N_PLAIN]


cdef inline int number_of_outlook(const Outlook* o) noexcept nogil:
    sse_check(0 <= o.turns <= FORESIGHT and 1 <= o.metal <= MOST_MADE and 1 <= o.wealth <= MOST_MADE)
    sse_check(0 <= o.soon < N_SOON)
    return (
        ((o.turns * 2 + o.struck) * MOST_MADE + o.metal - 1) * MOST_MADE + o.wealth - 1
    ) * N_SOON + o.soon


cdef inline Outlook outlook_of(const Position* start) noexcept nogil:
    # What matters to the stores at the start of a turn.
    cdef Outlook o
    cdef int unseen = ALL_EVENTS & ~start.seen
    o.turns = TURNS + 1 - start.turn
    o.struck = start.flags & STRUCK != 0
    o.metal, o.wealth = metal_made(start), wealth_made(start)
    o.soon = 0
    if o.turns > FORESIGHT:
        o.turns = 0
    else:
        o.soon = unseen & (1 << ASTEROID | 1 << STRIKE | 1 << DERELICT_SHIP)
        if unseen & REVOLTS:
            o.soon |= REVOLT_SOON
        if unseen & INVASIONS:
            o.soon |= INVASION_SOON
        o.soon = soon_in(o.turns, o.soon)
    return o


cdef inline int soon_in(int turns, int soon) noexcept nogil:
    # In the last turn, an event can't change what the stores are worth any more.
    return soon & (REVOLT_SOON | INVASION_SOON) if turns == 1 else soon


cdef const int8_t* merges_of(const Outlook* o, int box) noexcept nogil:
    # For each content of the stores, in a box that isn't fresh, the first equivalent one.
    #   returns  an array[L.area[box]]
    cdef int number = number_of_outlook(o)
    if not sse_is_ready(&merge_ready[number][box]):
        # Two threads may both write it: they write the same.
        fill_merges(o, box, merge_maps[number][box])
        sse_set_ready(&merge_ready[number][box])
    return merge_maps[number][box]


cdef void fill_merges(const Outlook* o, int box, int8_t* out) noexcept nogil:
    cdef uint64_t results[MAX_AREA][MAX_JOINS * MAX_BOUGHT]
    cdef Outlook then
    cdef int metal, wealth, join, i, k, n = 0
    for join in range(MAX_JOINS):
        then = o[0]
        then.metal += join == 1
        then.wealth += join == 2
        if then.metal > MOST_MADE or then.wealth > MOST_MADE or o.turns == 0 and join:
            continue
        metal, wealth = then.metal, then.wealth
        reduce_made(o.struck, has(L.technologies[box], ROBOT_WORKERS), &metal, &wealth)
        k = n
        for i in range(L.area[box]):
            n = add_results(&then, box, collected(i, L.side[box], metal, wealth), results[i], k)
    for i in range(L.area[box]):
        out[i] = <int8_t>i
        for k in range(i):
            if memcmp(results[i], results[k], n * sizeof(uint64_t)) == 0:
                out[i] = <int8_t>k
                break


cdef inline int collected(int place, int side, int metal, int wealth) noexcept nogil:
    # M4.1: the place of a row after the collection.
    return min(side - 1, place // side + wealth) * side + min(side - 1, place % side + metal)


cdef int add_results(const Outlook* o, int box, int place, uint64_t* out, int n) noexcept nogil:
    # All that can become of some stores after the collection of this turn.
    #   writes   from out[n] on
    #   returns  the new n
    cdef uint64_t stores = <uint64_t>1 << place, left
    cdef int side = L.side[box], technologies = discoverable(box), technology, target
    if o.turns and has(L.technologies[box], INTERSPECIES_COMMERCE):
        stores = traded(stores, side)
    if o.turns == 0:
        out[n] = stores
        return n + 1
    if o.turns == 1:
        # Any technology is a point, the eighth two. A shield may also matter to the last event. Military doesn't.
        out[n] = 0
        while technologies:
            technology = sse_lowest_bit(technologies)
            technologies &= technologies - 1
            if paid(stores, side, technology):
                if technology == HYPER_TELEVISION and o.soon & REVOLT_SOON:
                    out[n] |= 2
                elif technology == PLANETARY_DEFENSES and o.soon & INVASION_SOON:
                    out[n] |= 4
                else:
                    out[n] |= 1
        return n + 1
    n = add_closed(o, box, stores, out, n)
    while technologies:
        technology = sse_lowest_bit(technologies)
        technologies &= technologies - 1
        target = L.box[L.technologies[box] | 1 << technology]
        left = paid(stores, side, technology)
        n = add_closed(o, target, left, out, n)
    return n


cdef int add_closed(const Outlook* o, int box, uint64_t stores, uint64_t* out, int n) noexcept nogil:
    # What is left before the event, without military built and with it, and all contents that are no better.
    cdef const uint64_t* below = below_of(o, box)
    cdef uint64_t left
    cdef int k
    for k in range(2):
        left = armed(stores, L.side[box]) if k else stores
        out[n] = 0
        while left:
            out[n] |= below[sse_lowest_bit(left)]
            left &= left - 1
        n += 1
    return n


cdef const uint64_t* below_of(const Outlook* o, int box) noexcept nogil:
    # For each content of the stores before the event, the set of those that are no better.
    #   returns  an array[L.area[box]]
    cdef Outlook whole = o[0]
    cdef int number
    whole.struck = False
    number = number_of_outlook(&whole)
    if not sse_is_ready(&below_ready[number][box]):
        fill_below(&whole, box, below_maps[number][box])
        sse_set_ready(&below_ready[number][box])
    return below_maps[number][box]


cdef void fill_below(const Outlook* o, int box, uint64_t* out) noexcept nogil:
    cdef int8_t results[MAX_AREA][MAX_CHANGES]
    cdef uint64_t lower[MAX_AREA]
    cdef uint64_t left, before
    cdef int side = L.side[box], i, k, n = 0
    n = add_change(o, box, 0, 0, o.soon, 0, 0, False, results, n)
    for k in range(3):
        # A hostile event: no other of its kind may be left after it.
        i = o.soon & ~(REVOLT_SOON if k == 1 else INVASION_SOON if k == 2 else 0)
        if k and i == o.soon or not o.soon & (REVOLT_SOON | INVASION_SOON):
            continue
        n = add_change(o, box, 0, 0, i, 0, 0, False, results, n)
        n = add_change(o, box, 1, 0, i, 0, 0, False, results, n)
        n = add_change(o, box, 0, 1, i, 0, 0, False, results, n)
    if has(o.soon, ASTEROID):
        n = add_change(o, box, 0, 0, o.soon ^ 1 << ASTEROID, 0, 1, False, results, n)
    if has(o.soon, DERELICT_SHIP):
        n = add_change(o, box, 0, 0, o.soon ^ 1 << DERELICT_SHIP, 1, 0, False, results, n)
    if has(o.soon, STRIKE):
        n = add_change(o, box, 0, 0, o.soon ^ 1 << STRIKE, 0, 0, True, results, n)
    for i in range(L.area[box]):
        lower[i] = 0
        for k in range(L.area[box]):
            if (
                k % side <= i % side and k // side <= i // side
                or memcmp(results[i], results[k], n * sizeof(int8_t)) == 0
            ):
                lower[i] |= <uint64_t>1 << k
    for i in range(L.area[box]):
        out[i], before = lower[i], 0
        while out[i] != before:
            left = before = out[i]
            while left:
                out[i] |= lower[sse_lowest_bit(left)]
                left &= left - 1


cdef inline int add_change(
    const Outlook* o, int box, int metal_lost, int wealth_lost, int soon, int metal, int wealth, bint struck,
    int8_t (*results)[MAX_CHANGES], int n
) noexcept nogil:
    # The stores at the start of the next turn, after an event.
    #   reads    the production that is lost; metal and wealth, which the event brings
    #   writes   column n of results, if the empire has so much production to lose
    #   returns  the number of columns
    cdef Outlook then = o[0]
    cdef const int8_t* merges
    cdef int i
    then.turns -= 1
    then.struck = struck
    then.metal -= metal_lost
    then.wealth -= wealth_lost
    then.soon = soon_in(then.turns, soon)
    if then.metal == 0 or then.wealth == 0:
        return n
    merges = merges_of(&then, box)
    for i in range(L.area[box]):
        results[i][n] = merges[collected(i, L.side[box], metal, wealth)]
    sse_check(n < MAX_CHANGES)
    return n + 1


cdef inline uint64_t merged_stores(uint64_t stores, const int8_t* merges) noexcept nogil:
    # A set of stores at the start of a turn; equivalent ones become one.
    cdef uint64_t merged = 0
    while stores:
        merged |= <uint64_t>1 << merges[sse_lowest_bit(stores)]
        stores &= stores - 1
    return merged


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
        if keys.shape[0] and places[keys.shape[0] - 1] + N_MASK > <uint64_t>bits.shape[0]:
            raise ValueError("a file of the layer is too short")
        self.turn, self.known = turn, check_known(known)
        self.keys, self.starts, self.places, self.bits = keys, starts, places, bits

    def __len__(self):
        return self.keys.shape[0]

    @property
    def positions(self):
        """The number of positions."""
        return self.starts[self.keys.shape[0]]

    def groups(self):
        """Return where the blocks of each set of seen events begin, and where they end."""
        cdef int64_t i, first = 0, n = self.keys.shape[0]
        found = {}
        for i in range(1, n + 1):
            if i == n or self.keys[i] >> SEEN_BIT != self.keys[first] >> SEEN_BIT:
                found[self.keys[first] >> SEEN_BIT] = first, i
                first = i
        return found

    def positions_before(self, int64_t block):
        """Return the number of positions in the blocks before one."""
        if not 0 <= block <= self.keys.shape[0]:
            raise ValueError("no such block")
        return self.starts[block]

    def number(self, uint64_t key, int economy):
        """Return the number of a position, by which its values are found; -1 if it isn't there."""
        if not 0 <= economy < N_ECONOMIES:
            raise ValueError(f"economy is {economy}")
        cdef int64_t block = self.find_block(key)
        cdef const uint64_t* bits
        cdef uint64_t words = 0
        cdef uint64_t room = self.bits.shape[0] - N_MASK
        cdef int i
        if block < 0:
            return -1
        if self.places[block] <= room:
            bits = &self.bits[self.places[block]]
            room -= self.places[block]
            for i in range(N_MASK):
                words += sse_count_bits(bits[i])
            if words <= room:
                return self.number_in(block, economy)
        raise ValueError("a file of the layer is damaged")

    def rough_room(self, int64_t blocks):
        """Return how many 16-bit words the rough values of the first blocks take at most."""
        if not 0 <= blocks <= self.keys.shape[0]:
            raise ValueError("no such blocks")
        return rough_room(self.starts[blocks], blocks)

    cdef inline int size(self, int64_t block) noexcept nogil:
        # The number of positions of a block.
        return <int>(self.starts[block + 1] - self.starts[block])

    cdef int64_t block_of(self, uint64_t number) noexcept nogil:
        # The block of a position.
        cdef int64_t low = 0, high = self.keys.shape[0], middle
        while high - low > 1:
            middle = (low + high) // 2
            if self.starts[middle] <= number:
                low = middle
            else:
                high = middle
        return low

    cdef int64_t find_block(self, uint64_t key) noexcept nogil:
        # The block of a key; -1 if there is none.
        cdef int64_t low = 0, high = self.keys.shape[0], middle
        while low < high:
            middle = (low + high) // 2
            if self.keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low if low < self.keys.shape[0] and self.keys[low] == key else -1

    cdef int64_t number_in(self, int64_t block, int economy) noexcept nogil:
        # The number of the position of a block with this economy; -1 if there is none.
        cdef const uint64_t* bits = &self.bits[self.places[block]]
        cdef int word = economy >> 6, at = N_MASK, i
        cdef int64_t found = self.starts[block]
        if not bits[word >> 6] >> (word & 63) & 1:
            return -1
        for i in range(word >> 6):
            at += sse_count_bits(bits[i])
        at += sse_count_bits(bits[word >> 6] & (((<uint64_t>1) << (word & 63)) - 1))
        if not bits[at] >> (economy & 63) & 1:
            return -1
        for i in range(N_MASK, at):
            found += sse_count_bits(bits[i])
        return found + sse_count_bits(bits[at] & (((<uint64_t>1) << (economy & 63)) - 1))


cdef class Values:
    """The values of a layer's positions, of one kind, by number (see `Layer.number`).

    They stand in a buffer of bytes as whole numbers of 32 bits. With `runs`, another buffer, they are rough ones of 16
    bits, and `runs` has the place of each block's first word in 64 bits. The buffers may be writable.
    """

    cdef readonly Layer layer
    cdef const int32_t[::1] fine
    cdef const uint16_t[::1] rough
    cdef const uint64_t[::1] runs
    cdef bint is_rough
    cdef bint is_writable

    def __cinit__(self, Layer layer not None, values, runs=None):
        cdef int64_t n = len(layer)
        first = memoryview(values)
        self.layer, self.is_rough, self.is_writable = layer, runs is not None, not first.readonly
        if runs is None:
            if first.nbytes != 4 * layer.positions:
                raise ValueError("the values are not those of the layer")
            self.fine = first.cast("i")
            return
        second = memoryview(runs)
        if first.nbytes != 2 * layer.rough_room(n) or second.nbytes != 8 * n:
            raise ValueError("the values are not those of the layer")
        self.is_writable = self.is_writable and not second.readonly
        self.rough, self.runs = first.cast("H"), second.cast("Q")

    def __len__(self):
        return self.layer.positions

    def __getitem__(self, int64_t number):
        cdef int64_t block, at, i
        cdef const uint16_t* head
        if not 0 <= number < <int64_t>self.layer.positions:
            raise IndexError(f"no value {number} among {self.layer.positions}")
        if not self.is_rough:
            return self.fine[number]
        block = self.layer.block_of(number)
        if self.runs[block] > rough_room(self.layer.starts[block], block):
            raise ValueError("the place of a block is damaged")
        head = &self.rough[self.runs[block]]
        if head[2] >= 32:
            raise ValueError("the head of a block is damaged")
        at = ROUGH_HEAD + words_of_flags(self.layer.size(block)) - 1
        for i in range(number - <int64_t>self.layer.starts[block] + 1):
            at += head[ROUGH_HEAD + i // 16] >> (i & 15) & 1
        return rough_base(head) + (<int64_t>head[at] << head[2])

    cdef void spread(self, int64_t block, int32_t* plane) noexcept nogil:
        # Writes the values of a block to a plane[N_ECONOMIES], each at its economy.
        cdef const uint64_t* bits = &self.layer.bits[self.layer.places[block]]
        cdef const uint64_t* word = bits + N_MASK
        cdef const int32_t* fine = NULL
        cdef const uint16_t* rough = NULL
        cdef const uint16_t* flags = NULL
        cdef int32_t lowest = 0
        cdef uint64_t left
        cdef int part, to, at = 0, shift = 0
        if self.is_rough:
            rough = &self.rough[self.runs[block]]
            lowest, shift, flags = rough_base(rough), rough[2], rough + ROUGH_HEAD
            rough = flags + words_of_flags(self.layer.size(block))
        else:
            fine = &self.fine[self.layer.starts[block]]
        for part in range(N_MASK):
            left = bits[part]
            while left:
                to = 64 * (64 * part + sse_lowest_bit(left))
                left &= left - 1
                if self.is_rough:
                    rough = sse_expand_rough(word[0], rough, flags, &at, lowest, shift, plane + to)
                else:
                    fine = sse_expand(word[0], fine, plane + to)
                word += 1

    cdef uint64_t gather(
        self, int64_t block, const int32_t* plane, int bound, uint64_t place, int32_t* spare
    ) noexcept nogil:
        # Writes the values of a block's positions, each from its economy in a plane[N_ECONOMIES].
        #   reads    bound, which is that of `write_rough`; place, of the block's first word among rough values
        #   writes   spare[N_ECONOMIES]
        #   returns  the place of the next block
        cdef uint64_t words[N_WORDS]
        cdef int32_t* to = spare if self.is_rough else <int32_t*>&self.fine[self.layer.starts[block]]
        cdef int i
        read_words(&self.layer.bits[self.layer.places[block]], words)
        for i in range(N_WORDS):
            if words[i]:
                to = sse_compress(words[i], plane + 64 * i, to)
        if not self.is_rough:
            return place
        (<uint64_t*>&self.runs[block])[0] = place
        return place + write_rough(spare, self.layer.size(block), bound, <uint16_t*>&self.rough[place])


# --- forward: the positions that can be reached

cdef struct Ranked:
    uint64_t key
    int64_t number


cdef int compare(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<const Ranked*>a).key, y = (<const Ranked*>b).key
    return (x > y) - (x < y)


cdef struct SparseWords:              # the economies of a block: those of N_WORDS words that aren't zero
    uint64_t mask[N_MASK]       # tells which they are
    uint64_t* words
    int64_t room


cdef bint unite(SparseWords* block, const uint64_t* words) noexcept nogil:
    # Adds the economies in words[N_WORDS] to a block; False if memory is short.
    cdef uint64_t whole[N_WORDS]
    cdef uint64_t mask[N_MASK]
    cdef uint64_t left
    cdef uint64_t* more
    cdef int part, word, n = 0, to = 0
    cdef bint is_new = False
    for part in range(N_MASK):
        mask[part] = block.mask[part]
        for word in range(64 * part, min(64 * part + 64, N_WORDS)):
            if words[word]:
                mask[part] |= <uint64_t>1 << (word & 63)
        is_new |= mask[part] != block.mask[part]
        n += sse_count_bits(mask[part])
    if is_new:
        memset(whole, 0, sizeof(whole))
        for part in range(N_MASK):
            left = block.mask[part]
            while left:
                whole[64 * part + sse_lowest_bit(left)] = block.words[to]
                left &= left - 1
                to += 1
        if n > block.room:
            # A few more than needed, as a block grows by many small steps.
            more = <uint64_t*>PyMem_RawRealloc(block.words, (n + 4) * sizeof(uint64_t))
            if more is NULL:
                return False
            block.words, block.room = more, n + 4
        to = 0
    for part in range(N_MASK):
        left = block.mask[part] = mask[part]
        while left:
            word = 64 * part + sse_lowest_bit(left)
            left &= left - 1
            block.words[to] = (whole[word] if is_new else block.words[to]) | words[word]
            to += 1
    return True


cdef class Reach:
    """The layer of a turn while it is collected, or the part of it whose seen events, as a number, are low to high."""

    cdef readonly int turn
    cdef int known
    cdef int low
    cdef int high
    cdef uint64_t start         # what the parts that were written before have
    cdef uint64_t place
    cdef Index index
    cdef SparseWords* blocks          # [room]
    cdef int64_t room
    cdef Index mids             # the systems after phase 1, in one group
    cdef uint64_t* mid_rows     # [mid_room][2][N_PLAIN_ROWS], by struck
    cdef int64_t mid_room

    def __cinit__(self, int turn, int known=N_KNOWN, int low=0, int high=1 << N_EVENTS):
        self.turn, self.known, self.low, self.high = turn, check_known(known), low, high
        if not make_index(&self.index, 1 << 10) or not make_index(&self.mids, 1 << 10):
            raise MemoryError

    def __dealloc__(self):
        self.empty()

    cdef void empty(self) noexcept nogil:
        cdef int64_t i
        for i in range(min(self.index.count, self.room)):
            PyMem_RawFree(self.blocks[i].words)
        PyMem_RawFree(self.blocks)
        PyMem_RawFree(self.mid_rows)
        free_index(&self.index)
        free_index(&self.mids)
        self.blocks, self.mid_rows, self.room, self.mid_room = NULL, NULL, 0, 0

    def add_position(self, uint64_t key, int economy):
        """Add one position."""
        if not 0 <= economy < N_ECONOMIES:
            raise ValueError(f"economy is {economy}")
        cdef uint64_t words[N_WORDS]
        if self.index.keys is NULL:
            raise ValueError("the layer is written")
        memset(words, 0, sizeof(words))
        words[economy >> 6] = <uint64_t>1 << (economy & 63)
        if not self.add_words(key, words):
            raise MemoryError

    def add_group(self, Layer layer not None, int64_t low, int64_t high):
        """Add what can follow blocks low to high of the layer before, which have seen the same events."""
        cdef bint done
        if layer.turn + 1 != self.turn:
            raise ValueError("the layer is not that of the turn before")
        if self.index.keys is NULL:
            raise ValueError("the layer is written")
        if not 0 <= low < high <= layer.keys.shape[0]:
            raise ValueError("no such blocks")
        with nogil:
            done = not self.wants(<int>(layer.keys[low] >> SEEN_BIT)) or self.spread_group(layer, low, high)
        if not done:
            raise MemoryError

    cdef bint wants(self, int seen) noexcept nogil:
        # Whether what follows these events can belong to this part of the layer.
        cdef int event, after
        for event in range(N_EVENTS):
            if not has(seen, event):
                after = 0 if self.turn == TURNS_OF_YEAR_1 + 1 else merged_events(self.turn, seen | 1 << event)
                if self.low <= after < self.high:
                    return True
        return False

    cdef bint add_words(self, uint64_t key, const uint64_t* words) noexcept nogil:
        # Adds economies to a block, which is new or not; False if memory is short.
        cdef int64_t before = self.index.count, number = add(&self.index, key)
        cdef SparseWords* more
        if number < 0:
            return False
        if number == before:
            more = <SparseWords*>with_room(self.blocks, &self.room, number, sizeof(SparseWords))
            if more is NULL:
                self.index.count = before
                return False
            self.blocks = more
            memset(&self.blocks[number], 0, sizeof(SparseWords))
        return unite(&self.blocks[number], words)

    cdef int64_t mid_of(self, uint64_t config) noexcept nogil:
        # The number of the systems after phase 1; new ones have empty rows. -1 if memory is short.
        cdef int64_t before = self.mids.count, number = add(&self.mids, config)
        cdef uint64_t* more
        if number < before:
            return number
        more = <uint64_t*>with_room(self.mid_rows, &self.mid_room, number, 2 * N_PLAIN_ROWS * sizeof(uint64_t))
        if more is NULL:
            return -1
        self.mid_rows = more
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
        cdef uint64_t some[2]
        cdef uint64_t rows[N_ROWS]
        cdef int8_t boxes[N_BOXES + 1]
        cdef uint64_t* to
        cdef Attacks attacks
        cdef bint struck = key >> STRUCK_BIT & 1
        cdef int64_t number = self.mid_of(key & CONFIG)
        cdef int box, level, i, n = 0
        if number < 0:
            return False
        read_words(bits, words)
        boxes_of(words, some)
        unpack_rows(words, rows)
        to = self.mid_rows + (2 * number + struck) * N_PLAIN_ROWS
        for box in range(N_BOXES):
            if in_boxes(some, box):
                boxes[n] = <int8_t>box
                n += 1
                for level in range(L.levels[box]):
                    to[L.row[L.plain[box]] + level] |= rows[L.row[box] + level]
        boxes[n] = -1
        find_attacks(key, turn, limit, &attacks)
        for i in range(attacks.n):
            if not self.spread_attack(&attacks.all[i], rows, boxes, struck, i >= attacks.distant):
                return False
        return True

    cdef bint spread_attack(
        self, const Attack* attack, const uint64_t* rows, const int8_t* boxes, bint struck, bint distant
    ) noexcept nogil:
        # Success and failure (M3.1), and diplomacy (M3.3).
        cdef int64_t joined = self.mid_of(attack.joined), failed = self.mid_of(attack.failed)
        cdef uint64_t* to_joined
        cdef uint64_t* to_failed
        cdef int box, level, faces, row
        if joined < 0 or failed < 0:
            return False
        to_joined = self.mid_rows + (2 * joined + struck) * N_PLAIN_ROWS
        to_failed = self.mid_rows + (2 * failed + struck) * N_PLAIN_ROWS
        while boxes[0] >= 0:
            box = boxes[0]
            boxes += 1
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
        cdef int8_t boxes[N_BOXES + 1]
        cdef uint64_t config = self.mids.keys[number]
        cdef Term terms[MAX_TERMS]
        cdef int i, k, n_terms
        cdef bint done
        collect_and_build(config, self.mid_rows + 2 * number * N_PLAIN_ROWS, rows, boxes)
        k = 0
        while boxes[k] >= 0:
            for i in range(L.row[boxes[k]], L.row[boxes[k] + 1]):
                wealthier[i] = more_wealth(rows[i], L.side[boxes[k]])
                richer[i] = more_metal(rows[i], L.side[boxes[k]])
            k += 1
        n_terms = find_terms(config, turn, seen, terms)
        for i in range(n_terms):
            done = True
            if terms[i].kind == MORE_WEALTH:
                done = self.merge(&terms[i].kept, wealthier, boxes, 0, True, True)
            elif terms[i].kind == MORE_METAL:
                done = self.merge(&terms[i].kept, richer, boxes, 0, True, True)
            elif terms[i].kind == UNCHANGED:
                done = self.merge(&terms[i].kept, rows, boxes, 0, True, True)
            elif terms[i].kind == ATTACKED or terms[i].kind == CANDIDATE:
                done = self.merge(
                    &terms[i].kept, rows, boxes, terms[i].shield, terms[i].faces[0] < 6, terms[i].faces[1] < 6
                ) and self.merge(
                    &terms[i].lost, rows, boxes, terms[i].shield, terms[i].faces[0] > 0, terms[i].faces[1] > 0
                )
            if not done:
                return False
        return True

    cdef bint merge(
        self, Position* start, const uint64_t* rows, const int8_t* boxes, int shield, bint bare, bint covered
    ) noexcept nogil:
        # Adds economies to a block of the next turn: those without the shield if `bare`, those with it if `covered`.
        #   reads    boxes, those with economies; then -1
        cdef int technology = PLANETARY_DEFENSES if shield else HYPER_TELEVISION
        cdef int box, level
        cdef uint64_t some[N_WORDS]
        cdef uint64_t any_one = 0
        cdef const int8_t* merges
        cdef Outlook outlook
        start.seen = merged_events(start.turn, start.seen)
        if not self.low <= start.seen < self.high:
            return True
        memset(some, 0, sizeof(some))
        outlook = outlook_of(start)
        while boxes[0] >= 0:
            box = boxes[0]
            boxes += 1
            if not (covered if has(L.technologies[box], technology) else bare):
                continue
            merges = merges_of(&outlook, L.plain[box])
            for level in range(L.levels[box]):
                if rows[L.row[box] + level]:
                    any_one = 1
                    pack_row(some, box, level, merged_stores(rows[L.row[box] + level], merges))
        return any_one == 0 or self.add_words(key_at_start(start, self.known), some)

    def write(self, bytes keys not None, bytes starts not None, bytes places not None, bytes bits not None, *,
              Reach before=None, bint last=True):
        """Write the layer to four files, given by their names; return the number of positions so far.

        Part by part the files are written from the lowest seen events to the `last`; `before` is the part before. What
        is written is no longer in memory: nothing can be added.
        """
        if self.index.keys is NULL:
            raise ValueError("the layer is written")
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
        self.empty()
        return written

    cdef int64_t write_ranked(self, FILE** files, Ranked* ranks, bint last) noexcept nogil:
        cdef int64_t i, n = self.index.count
        cdef uint64_t place = self.place, start = self.start
        cdef const SparseWords* block
        cdef size_t k
        cdef int word
        cdef bint good = True
        for i in range(n):
            ranks[i].key, ranks[i].number = self.index.keys[i], i
        qsort(ranks, n, sizeof(Ranked), compare)
        for i in range(n):
            block = &self.blocks[ranks[i].number]
            good &= fwrite(&ranks[i].key, 8, 1, files[0]) == 1
            good &= fwrite(&start, 8, 1, files[1]) == 1
            good &= fwrite(&place, 8, 1, files[2]) == 1
            k = 0
            for word in range(N_MASK):
                k += sse_count_bits(block.mask[word])
            for word in range(<int>k):
                start += sse_count_bits(block.words[word])
            good &= fwrite(block.mask, 8, N_MASK, files[3]) == N_MASK
            good &= fwrite(block.words, 8, k, files[3]) == k
            place += N_MASK + k
        good &= not last or fwrite(&start, 8, 1, files[1]) == 1
        self.place, self.start = place, start
        return <int64_t>start if good else -1


cdef void collect_and_build(uint64_t config, const uint64_t* after, uint64_t* rows, int8_t* boxes) noexcept nogil:
    # Phases 2 and 3.
    #   reads    after[2][N_PLAIN_ROWS], the rows after phase 1, by struck
    #   writes   rows[N_ROWS], the rows before phase 4; boxes[N_BOXES + 1], the boxes with any, then -1
    cdef int struck, box, level, metal, wealth, left, technology, target, n = 0
    cdef uint64_t stores, found
    cdef uint64_t some[2]
    some[0] = some[1] = 0
    memset(rows, 0, N_ROWS * sizeof(uint64_t))
    for box in range(N_PLAIN):
        for struck in range(2):
            found = 0
            for level in range(L.levels[box]):
                found |= after[struck * N_PLAIN_ROWS + L.row[box] + level]
            if found == 0:
                continue
            put_box(some, box)
            produced(config, struck, has(L.technologies[box], ROBOT_WORKERS), &metal, &wealth)
            for level in range(L.levels[box]):
                stores = after[struck * N_PLAIN_ROWS + L.row[box] + level]
                if stores == 0:
                    continue
                for _ in range(metal):
                    stores = more_metal(stores, L.side[box])
                for _ in range(wealth):
                    stores = more_wealth(stores, L.side[box])
                if has(L.technologies[box], INTERSPECIES_COMMERCE):
                    stores = traded(stores, L.side[box])
                rows[L.row[box] + level] |= stores
    # Downwards, so that one technology is discovered at most, and one military built.
    for box in range(N_PLAIN - 1, -1, -1):
        if not in_boxes(some, box):
            continue
        left = discoverable(box)
        while left:
            technology = sse_lowest_bit(left)
            left &= left - 1
            target = box_with(box, technology)
            found = 0
            for level in range(L.levels[box]):
                stores = paid(rows[L.row[box] + level], L.side[box], technology)
                rows[L.row[target] + level] |= stores
                found |= stores
            if found:
                put_box(some, target)
    for box in range(N_BOXES):
        if in_boxes(some, box):
            boxes[n] = <int8_t>box
            n += 1
            for level in range(L.levels[box] - 2, -1, -1):
                rows[L.row[box] + level + 1] |= armed(rows[L.row[box] + level], L.side[box])
    boxes[n] = -1


# --- backward: the values

cdef struct Mid:                # a position after phase 1
    uint64_t needs[2][2]        # by struck: the boxes that are asked for
    int32_t* planes[2]          # by struck: the boxes' values, then as many survivals
    int32_t size[2]
    int32_t at[2][N_PLAIN]      # where a box begins in the plane


cdef struct Plane:
    int32_t first[N_ECONOMIES]      # scores, or the values of the only objective
    int32_t second[N_ECONOMIES]     # survivals

cdef struct Work:
    Plane slots[MAX_SLOTS]      # blocks of the next turn
    Plane after                 # before phase 4, then before phase 3, then before the trade
    Plane block


cdef class Solver:
    """The values of a layer, from those of the next turn's; in the last turn there are no `following` ones.

    In a pair, best play maximizes the first kind of values, which are scores, and among equals the second, which are
    chances to survive. Else there is one kind: scores, or with ``score=False`` chances to survive.
    """

    cdef readonly Layer layer
    cdef Layer following
    cdef Values first           # those of the next turn
    cdef Values second
    cdef bint pair
    cdef bint score             # whether the first plane has scores
    cdef int bound              # 1 or -1: an invasion whose target isn't known strikes what is best, or worst, to lose
    cdef Index starts           # the blocks of the next turn
    cdef Index index            # the positions after phase 1, in one group
    cdef Mid* mids
    cdef int64_t room
    cdef Pile planes            # those of the mids
    cdef Work* work
    cdef uint64_t slot_keys[MAX_SLOTS]
    cdef int n_slots
    cdef uint64_t found[2]      # the boxes that the slots have
    # Maps of rows, by side: where a value comes from, -1 if the step isn't possible.
    cdef int8_t wealthier[2][MAP_ROOM]      # one wealth more
    cdef int8_t richer[2][MAP_ROOM]         # one metal more
    cdef int8_t trades[2][2][MAP_ROOM]      # metal for wealth, wealth for metal
    cdef int8_t armings[2][MAP_ROOM]        # to the row of the next strength
    cdef int8_t payments[2][2][6][MAP_ROOM]  # by price, to a row of the second side
    cdef int8_t full[2][MOST_MADE + 1][MOST_MADE + 1][MAP_ROOM]     # after the collection of metal and wealth
    cdef Outlook outlooks[MAX_SLOTS]        # what merges the stores of a slot

    def __cinit__(self, Layer layer not None, Values following=None, Values second=None, *, bint pair=False,
                  bint score=True, int bound=0):
        cdef int64_t i
        if (following is None) != (layer.turn == TURNS):
            raise ValueError("the last turn has no next one, and only that")
        if following is not None and following.layer.turn != layer.turn + 1:
            raise ValueError("the layers are not those of turns in a row")
        if (second is not None) != (pair and following is not None):
            raise ValueError("a pair has two kinds of values")
        if second is not None and second.layer is not following.layer:
            raise ValueError("the values are not those of one layer")
        self.layer, self.pair, self.score, self.bound = layer, pair, score, bound
        self.following = None if following is None else following.layer
        self.first, self.second = following, second
        self.work = <Work*>PyMem_RawCalloc(1, sizeof(Work))
        if self.work is NULL:
            raise MemoryError
        if following is not None:
            if not make_index(&self.starts, max(1, self.following.keys.shape[0])):
                raise MemoryError
            for i in range(self.following.keys.shape[0]):
                put(&self.starts, self.following.keys[i])
        self.fill_places()

    def __dealloc__(self):
        self.drop_mids()
        PyMem_RawFree(self.work)
        free_index(&self.starts)

    cdef void fill_places(self) noexcept:
        cdef int wide, side, i, metal, wealth, made, more, price
        for wide in range(2):
            side = 6 if wide else 4
            for i in range(side * side):
                metal, wealth = i % side, i // side
                self.wealthier[wide][i] = <int8_t>collected(i, side, 0, 1)
                self.richer[wide][i] = <int8_t>collected(i, side, 1, 0)
                self.trades[wide][0][i] = <int8_t>(i + side - 2) if metal >= 2 and wealth < side - 1 else -1
                self.trades[wide][1][i] = <int8_t>(i - 2 * side + 1) if wealth >= 2 and metal < side - 1 else -1
                self.armings[wide][i] = <int8_t>(i - side - 1) if metal and wealth else -1
                for price in range(6):
                    self.payments[wide][wide][price][i] = <int8_t>(i - price * side) if wealth >= price else -1
                    self.payments[wide][1][price][i] = (
                        <int8_t>((wealth - price) * 6 + metal) if wealth >= price else -1
                    )
                for made in range(MOST_MADE + 1):
                    for more in range(MOST_MADE + 1):
                        self.full[wide][made][more][i] = <int8_t>collected(i, side, made, more)

    def solve_group(self, int64_t low, int64_t high, Values first not None, Values second=None):
        """Write the values of blocks low to high, which have seen the same events."""
        cdef bint done
        if not 0 <= low < high <= self.layer.keys.shape[0]:
            raise ValueError("no such blocks")
        if (second is not None) != self.pair:
            raise ValueError("a pair has two kinds of values")
        for values in (first, *[second] * self.pair):
            if values.layer is not self.layer or not (<Values>values).is_writable:
                raise ValueError("the values are not those of the layer, or can't be written")
        with nogil:
            done = self.value_group(low, high, first, second)
            self.drop_mids()
        if not done:
            raise MemoryError

    cdef void drop_mids(self) noexcept nogil:
        PyMem_RawFree(self.mids)
        self.mids, self.room = NULL, 0
        drop_pile(&self.planes)
        free_index(&self.index)

    cdef bint value_group(self, int64_t low, int64_t high, Values first, Values second) noexcept nogil:
        cdef int seen = <int>(self.layer.keys[low] >> SEEN_BIT)
        cdef uint64_t place = rough_room(self.layer.starts[low], low), second_place = place
        cdef int64_t i
        if not make_index(&self.index, 1 << 10):
            return False
        for i in range(low, high):
            if not self.ask_block(i):
                return False
        for i in range(self.index.count):
            if not self.value_mid(i, seen):
                return False
        for i in range(low, high):
            self.value_block(i)
            place = first.gather(i, self.work.block.first, self.bound, place, self.work.after.first)
            if self.pair:
                second_place = second.gather(
                    i, self.work.block.second, self.bound, second_place, self.work.after.first
                )
        return True

    cdef int64_t mid_of(self, uint64_t config) noexcept nogil:
        # The number of a position after phase 1, a new one if need be; -1 if memory is short.
        cdef int64_t before = self.index.count, number = add(&self.index, config)
        cdef Mid* more
        if number < before:
            return number
        more = <Mid*>with_room(self.mids, &self.room, number, sizeof(Mid))
        if more is NULL:
            self.index.count = before
            return -1
        self.mids = more
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

    cdef inline void take(
        self, int32_t* s, int32_t* v, const int32_t* other_s, const int32_t* other_v, int n
    ) noexcept nogil:
        # The better of two options, place by place.
        if self.pair:
            sse_take_pairs(s, v, other_s, other_v, n)
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

    cdef void value_events(self, uint64_t config, int seen, uint64_t* boxes) noexcept nogil:
        # Phase 4 (M6).
        #   writes   work.after, in the given boxes; boxes, without those that no position of the next turn is in
        cdef Term terms[MAX_TERMS]
        cdef int kept[MAX_TERMS]
        cdef int lost[MAX_TERMS]
        cdef double sums[2][MAX_BOX]
        cdef double option[2][MAX_BOX]
        cdef double chosen[MAX_BOX]
        cdef int shields[2]
        cdef int n_terms = find_terms(config, self.layer.turn, seen, terms), i, k, box, n, faces, share, base
        cdef double factor = 1.0 / (12 * sse_count_bits(ALL_EVENTS & ~seen))
        self.n_slots = 0
        self.found[0] = self.found[1] = 0
        shields[0], shields[1] = HYPER_TELEVISION, PLANETARY_DEFENSES
        for i in range(n_terms):
            kept[i] = self.slot_of(&terms[i].kept, boxes) if terms[i].kind != DEFEAT else -1
            lost[i] = -1
            if terms[i].kind == ATTACKED or terms[i].kind == CANDIDATE:
                lost[i] = self.slot_of(&terms[i].lost, boxes)
        if self.n_slots and self.following is not None:
            boxes[0] &= self.found[0]
            boxes[1] &= self.found[1]
        for box in range(N_BOXES):
            if not in_boxes(boxes, box):
                continue
            base, n = L.base[box], L.levels[box] * L.area[box]
            for k in range(1 + self.pair):
                memset(sums[k], 0, n * sizeof(double))
            for i in range(n_terms):
                if terms[i].kind == UNCHANGED:
                    self.add_slot(sums, kept[i], box, NULL, 12)
                elif terms[i].kind == MORE_WEALTH:
                    self.add_slot(sums, kept[i], box, self.wealthier[L.side[box] == 6], 12)
                elif terms[i].kind == MORE_METAL:
                    self.add_slot(sums, kept[i], box, self.richer[L.side[box] == 6], 12)
                elif terms[i].kind == ATTACKED:
                    share = terms[i].twelfths // 6
                    faces = terms[i].faces[has(L.technologies[box], shields[terms[i].shield])]
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
        self, double (*sums)[MAX_BOX], int slot, int box, const int8_t* places, int weight
    ) noexcept nogil:
        # Adds values at the start of the next turn; what counts as one there has one value.
        cdef int8_t merged[MAP_ROOM]
        cdef int area = L.area[box], base = L.base[box], i, level
        cdef const int8_t* merges
        if slot < 0 or weight == 0:
            return
        if self.following is None:
            sse_add(sums[0], self.work.slots[slot].first + base, weight, L.levels[box] * area)
            if self.pair:
                sse_add(sums[1], self.work.slots[slot].second + base, weight, L.levels[box] * area)
            return
        merges = merges_of(&self.outlooks[slot], L.plain[box])
        if places is not NULL:
            for i in range(area):
                merged[i] = merges[places[i]]
            merges = merged
        for level in range(L.levels[box]):
            i = level * area
            sse_add_row(sums[0] + i, self.work.slots[slot].first + base + i, merges, weight, area)
            if self.pair:
                sse_add_row(sums[1] + i, self.work.slots[slot].second + base + i, merges, weight, area)

    cdef int slot_of(self, Position* start, const uint64_t* boxes) noexcept nogil:
        # The slot with the values of a block of the next turn, or of the ends of the game; -1 if no position of it
        # can be reached.
        cdef uint64_t key = key_at_start(start, 0 if self.following is None else self.following.known)
        cdef int i
        for i in range(self.n_slots):
            if self.slot_keys[i] == key:
                return i
        sse_check(self.n_slots < MAX_SLOTS)
        if not (self.fill_ends(start, boxes) if start.due == END_DUE else self.fill_block(key)):
            return -1
        if start.due != END_DUE:
            self.outlooks[self.n_slots] = outlook_of(start)
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

    cdef bint fill_block(self, uint64_t key) noexcept nogil:
        cdef Plane* plane = &self.work.slots[self.n_slots]
        cdef int64_t number = find(&self.starts, key)
        cdef const uint64_t* bits
        cdef uint64_t left
        cdef int part, word
        if number < 0:
            return False
        bits = &self.following.bits[self.following.places[number]]
        for part in range(N_MASK):
            left = bits[part]
            while left:
                word = 64 * part + sse_lowest_bit(left)
                left &= left - 1
                self.found[0] |= L.boxes[word][0]
                self.found[1] |= L.boxes[word][1]
        self.first.spread(number, plane.first)
        if self.pair:
            self.second.spread(number, plane.second)
        return True

    cdef inline void take_row(
        self, int32_t* s, int32_t* v, const int32_t* other_s, const int32_t* other_v, const int8_t* places, int n,
        int n_other,
    ) noexcept nogil:
        # The better of a row and what a map takes from another one.
        if self.pair:
            sse_take_row_of_pairs(s, v, other_s, other_v, places, n, n_other)
        else:
            sse_take_row(s, other_s, places, n, n_other)

    cdef inline void take_row_after(
        self, int to, int source, const int8_t* places, int box, int source_box
    ) noexcept nogil:
        # The same with two rows of work.after.
        cdef Plane* after = &self.work.after
        self.take_row(
            after.first + to, after.second + to, after.first + source, after.second + source, places,
            L.area[box], L.area[source_box],
        )

    cdef inline void value_military(self, int box) noexcept nogil:
        # M5.1: building military or not; upwards, so that it is built once.
        cdef int to = L.base[box], area = L.area[box]
        for _ in range(L.levels[box] - 1):
            self.take_row_after(to, to + area, self.armings[L.side[box] == 6], box, box)
            to += area

    cdef inline void value_discoveries(self, int box) noexcept nogil:
        # M5.1: discovering a technology or not.
        cdef int left = discoverable(box), technology, target, level
        cdef const int8_t* places
        while left:
            technology = sse_lowest_bit(left)
            left &= left - 1
            if price_of(technology) >= L.side[box]:
                continue
            target = box_with(box, technology)
            places = self.payments[L.side[box] == 6][L.side[target] == 6][price_of(technology)]
            for level in range(L.levels[box]):
                self.take_row_after(
                    L.base[box] + level * L.area[box], L.base[target] + level * L.area[target], places, box, target
                )

    cdef inline void value_trades(self, int box) noexcept nogil:
        # M4.2: trading or not.
        cdef int32_t before[2][MAX_AREA]
        cdef int32_t* s = self.work.after.first + L.base[box]
        cdef int32_t* v = self.work.after.second + L.base[box]
        cdef int k, area = L.area[box]
        for _ in range(L.levels[box]):
            memcpy(before[0], s, area * sizeof(int32_t))
            memcpy(before[1], v, area * sizeof(int32_t))
            for k in range(2):
                self.take_row(s, v, before[0], before[1], self.trades[L.side[box] == 6][k], area, area)
            s += area
            v += area

    cdef bint value_collection(self, Mid* mid, uint64_t config, bint struck) noexcept nogil:
        # M4.1, M4.3.
        cdef const int8_t* places
        cdef int32_t* to
        cdef int box, size = 0, metal, wealth, base
        for box in range(N_PLAIN):
            if in_boxes(mid.needs[struck], box):
                mid.at[struck][box] = size
                size += L.levels[box] * L.area[box]
        mid.size[struck] = size
        if size == 0:
            return True
        mid.planes[struck] = <int32_t*>take_from(&self.planes, (1 + self.pair) * size * sizeof(int32_t))
        if mid.planes[struck] is NULL:
            return False
        for box in range(N_PLAIN):
            if in_boxes(mid.needs[struck], box):
                produced(config, struck, has(L.technologies[box], ROBOT_WORKERS), &metal, &wealth)
                places = self.full[L.side[box] == 6][metal][wealth]
                to = mid.planes[struck] + mid.at[struck][box]
                base = L.base[box]
                for _ in range(L.levels[box]):
                    sse_pick_row(to, self.work.after.first + base, places, L.area[box])
                    if self.pair:
                        sse_pick_row(to + size, self.work.after.second + base, places, L.area[box])
                    to += L.area[box]
                    base += L.area[box]
        return True

    # --- phase 1

    cdef void value_block(self, int64_t block) noexcept nogil:
        # Writes work.block.
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
        cdef int box, plain, n, i, k, last, explored
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
                for k in range(1 + self.pair):
                    memset(sums[k], 0, n * sizeof(double))
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
    cdef Outlook outlook = outlook_of(p)
    return (
        L.base[box] + p.military * L.area[box] + merges_of(&outlook, L.plain[box])[p.wealth * L.side[box] + p.metal]
    )


def events_after(int turn, int seen):
    """Return the sets of seen events that can follow one, at the start of the next turn; lowest first."""
    if not (1 <= turn < TURNS and 0 <= seen < 1 << N_EVENTS):
        raise ValueError("a number is out of range")
    if turn == TURNS_OF_YEAR_1:
        return [0]
    return sorted({merged_events(turn + 1, seen | 1 << event) for event in range(N_EVENTS) if not has(seen, event)})


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
    if order >> ORDER_BITS or not 0 <= unaligned < 1 << SYSTEMS_OF_GAME or unaligned & p.empire:
        raise ValueError("the systems can't be so")
    if not (0 <= metal < 6 and 0 <= wealth < 6 and 0 <= military < 6 and 1 <= turn <= TURNS and 0 <= seen < 256):
        raise ValueError("a number is out of range")
    p.technologies, p.metal, p.wealth, p.military = technologies, metal, wealth, military
    p.flags = (STRUCK if struck else 0) | (DIPLOMATIC if diplomatic else 0)
    p.n_known = sse_count_bits(p.empire)
    return key_at_start(&p, known), economy_of(&p)
