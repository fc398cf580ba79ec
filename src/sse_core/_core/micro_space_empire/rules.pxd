# For Micro Space Empire. Its rules at speed: a position as plain data, its legal actions, their effects, chance and the
# score. Header-only. Clauses are those of micro_space_empire/RULES.md; reference.py beside it has the same in plain
# Python.
#
# A set of cards is a number whose bit i is card i. The legal actions are a set, too, of either decisions or chance
# events: bit i is the action with the id first_id(p) + i.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcmp, memset

from sse_core._core.bits cimport hash_of, sse_check, sse_count_bits, sse_lowest_bit, sse_nth_bit
from sse_core._core.random cimport ply_below, stream_at

cdef extern from *:
    """
    /* M1: the resistance of each system, and the force of each event in Year 1 and in Year 2. */
    static const unsigned char sse_resistance[12] = {5, 6, 8, 5, 4, 7, 6, 9, 9, 10, 6, 7};
    static const unsigned char sse_force[8][2] = {{0, 0}, {0, 0}, {0, 0}, {1, 3}, {1, 2}, {0, 0}, {2, 3}, {1, 2}};
    """
    const uint8_t* sse_resistance       # [N_SYSTEMS]
    const uint8_t (*sse_force)[2]       # [N_EVENTS]

cdef enum:                  # cards.System, in its order
    WOLF_359 = 0
    PROXIMA = 1
    EPSILON_ERIDANI = 2
    CYGNUS = 3
    TAU_CETI = 4
    PROCYON = 5
    SIRIUS = 6
    CANOPUS = 7
    POLARIS = 8
    GALAXYS_EDGE = 9
    AQUILA = 10
    QUELOZ = 11
    N_SYSTEMS = 12

cdef enum:                  # sets of systems (M1)
    DISTANT_SYSTEMS = 1 << CANOPUS | 1 << POLARIS | 1 << GALAXYS_EDGE
    NEAR_OF_EXPANSION = 1 << AQUILA | 1 << QUELOZ
    NEAR_OF_BASE = (1 << CANOPUS) - 1
    NEAR_SYSTEMS = NEAR_OF_BASE | NEAR_OF_EXPANSION
    METAL_SYSTEMS = 1 << WOLF_359 | 1 << PROXIMA | 1 << POLARIS | 1 << QUELOZ
    WEALTH_SYSTEMS = 1 << CYGNUS | 1 << PROCYON | 1 << CANOPUS | 1 << AQUILA

cdef enum:                  # cards.Technology, in its order
    CAPITAL_SHIPS = 0
    FORWARD_STARBASES = 1
    ROBOT_WORKERS = 2
    PLANETARY_DEFENSES = 3
    HYPER_TELEVISION = 4
    INTERSTELLAR_DIPLOMACY = 5
    INTERSPECIES_COMMERCE = 6
    INTERSTELLAR_BANKING = 7
    N_TECHNOLOGIES = 8

cdef enum:                  # sets of technologies: those on the left of the mat, and those of each price (M1)
    LEFT_ONES = 1 << CAPITAL_SHIPS | 1 << ROBOT_WORKERS | 1 << HYPER_TELEVISION | 1 << INTERSPECIES_COMMERCE
    FOR_TWO = 1 << ROBOT_WORKERS | 1 << INTERSPECIES_COMMERCE
    FOR_THREE = 1 << CAPITAL_SHIPS | 1 << HYPER_TELEVISION | 1 << INTERSTELLAR_BANKING
    FOR_FOUR = 1 << FORWARD_STARBASES | 1 << PLANETARY_DEFENSES
    FOR_FIVE = 1 << INTERSTELLAR_DIPLOMACY

cdef enum:                  # cards.Event, in its order
    ASTEROID = 0
    STRIKE = 1
    DERELICT_SHIP = 2
    REVOLT_A = 3
    SMALL_INVASION_FORCE = 4
    PEACE_AND_QUIET = 5
    LARGE_INVASION_FORCE = 6
    REVOLT_B = 7
    N_EVENTS = 8

cdef enum:                  # sets of events (M1)
    ALL_EVENTS = (1 << N_EVENTS) - 1
    REVOLTS = 1 << REVOLT_A | 1 << REVOLT_B
    INVASIONS = 1 << SMALL_INVASION_FORCE | 1 << LARGE_INVASION_FORCE

cdef enum:                  # position.Due, in its order: the next decision or chance event (M2.2)
    CHOICE_DUE = 0
    NEAR_DUE = 1
    DISTANT_DUE = 2
    DIPLOMACY_DUE = 3
    ATTACK_DUE = 4
    TRADE_DUE = 5
    BUILD_DUE = 6
    EVENT_DUE = 7
    REVOLT_DUE = 8
    DEFENSE_DUE = 9
    END_DUE = 10
    N_DUE = 11

cdef enum:                  # the set of what chance decides: a card, a die
    CARDS_DUE = 1 << NEAR_DUE | 1 << DISTANT_DUE | 1 << EVENT_DUE | 1 << REVOLT_DUE
    CHANCE_DUE = CARDS_DUE | 1 << ATTACK_DUE | 1 << DEFENSE_DUE

cdef enum:                  # ids: the index in actions.ACTIONS of a verb's only action, or of its first one
    EXPLORE_NEAR = 0
    EXPLORE_DISTANT = 1
    CONQUER = 2             # a system
    BIDE = 14
    DIPLOMACY = 15
    ROLL = 16
    TRADE_METAL = 17        # gives metal
    TRADE_WEALTH = 18
    KEEP = 19
    BUILD = 20
    DISCOVER = 21           # a technology
    DONE = 29
    TURN = 30               # a system; the first chance event
    DIE = 42                # a face, less one
    EVENT = 48              # an event
    REVOLT = 56             # a system
    N_ACTIONS = 68

cdef enum:                  # flags of a position
    STRUCK = 1              # a strike reduces the next collection (M4.3)
    DIPLOMATIC = 2          # an attack may succeed without the die in this turn (M3.3)
    BUILT = 4               # military was built in this turn (M5.1)
    LOST = 8                # the Home World has fallen (M6.3)
    EXPANSION = 16          # the box has Aquila and Queloz (M1)

cdef enum:
    NONE = -1               # no technology, event or system
    FACES = (1 << 6) - 1    # the faces of the die
    TURNS = 13              # M2.1
    TURNS_OF_YEAR_1 = 7     # M2.1
    NEAR_CARDS = 7          # the near systems in a game (M1)
    SYSTEMS_OF_GAME = 10    # the systems in a game (M1)

# A position: what position.Position has. 24 bytes, all of them set, so that bytes tell positions apart.
cdef struct Position:
    uint64_t order          # the systems of the empire, 4 bits each: system + 1, the one that joined last in the lowest
    uint16_t empire         # the same systems as a set
    uint16_t unaligned      # those turned over and not in the empire; one under attack is still among them
    uint8_t seen            # the events of this year
    uint8_t technologies
    uint8_t turn            # 1 to TURNS
    uint8_t due
    uint8_t metal
    uint8_t wealth
    uint8_t military
    uint8_t flags
    int8_t discovered       # the technology of this turn, NONE before
    int8_t event            # the revolt or invasion that goes on, or NONE
    int8_t target           # the system that is attacked or struck, or NONE
    uint8_t n_known         # used by table.pyx alone: how many of the last systems have a known place in the order

# The points, part by part (M7).
cdef struct Points:
    int32_t systems
    int32_t technologies
    int32_t explored
    int32_t scientific
    int32_t warlord


# --- what follows from the fields

cdef inline bint has(int cards, int card) noexcept nogil:
    return cards >> card & 1

cdef inline int year_of(const Position* p) noexcept nogil:
    # M2.1: 0 in Year 1, 1 in Year 2.
    return p.turn > TURNS_OF_YEAR_1

cdef inline int store_cap(const Position* p) noexcept nogil:
    # M1: how much of each resource can be stored.
    return 5 if has(p.technologies, INTERSTELLAR_BANKING) else 3

cdef inline int military_cap(const Position* p) noexcept nogil:
    # M1: how large the military can be.
    return 5 if has(p.technologies, CAPITAL_SHIPS) else 3

cdef inline int metal_made(const Position* p) noexcept nogil:
    # M1: the metal that the empire produces in a turn, the Home World's included.
    return 1 + sse_count_bits(p.empire & METAL_SYSTEMS)

cdef inline int wealth_made(const Position* p) noexcept nogil:
    # M1: the wealth that it produces.
    return 1 + sse_count_bits(p.empire & WEALTH_SYSTEMS)

cdef inline int hidden_near(const Position* p) noexcept nogil:
    # M1: the systems that the top card of the near deck can be, all equally likely; none if seven were turned over.
    cdef int cards = NEAR_SYSTEMS if p.flags & EXPANSION else NEAR_OF_BASE
    cdef int found = (p.empire | p.unaligned) & cards
    return cards & ~found if sse_count_bits(found) < NEAR_CARDS else 0

cdef inline int hidden_distant(const Position* p) noexcept nogil:
    # M1: the systems that the top card of the distant deck can be.
    return DISTANT_SYSTEMS & ~(p.empire | p.unaligned)

cdef inline int weakest(const Position* p) noexcept nogil:
    # M6.1: the systems of the empire with the lowest resistance on their cards.
    cdef int left = p.empire, found = 0, lowest = 255, system
    while left:
        system = sse_lowest_bit(left)
        left &= left - 1
        if sse_resistance[system] < lowest:
            lowest = sse_resistance[system]
            found = 0
        if sse_resistance[system] == lowest:
            found |= 1 << system
    return found

cdef inline Points points_of(const Position* p) noexcept nogil:
    # M7: the points as they stand; a lost game has them, too. A distant system has two, Galaxy's Edge three.
    cdef Points points
    points.systems = (
        sse_count_bits(p.empire) + sse_count_bits(p.empire & DISTANT_SYSTEMS) + has(p.empire, GALAXYS_EDGE)
    )
    points.technologies = sse_count_bits(p.technologies)
    points.explored = sse_count_bits(p.empire | p.unaligned) == SYSTEMS_OF_GAME
    points.scientific = points.technologies == N_TECHNOLOGIES
    points.warlord = 3 * (sse_count_bits(p.empire) == SYSTEMS_OF_GAME)
    return points

cdef inline int total_of(const Position* p) noexcept nogil:
    # M6.3, M7: the score, 0 in a lost game.
    cdef Points points = points_of(p)
    if p.flags & LOST:
        return 0
    return points.systems + points.technologies + points.explored + points.scientific + points.warlord

cdef inline bint are_same(const Position* a, const Position* b) noexcept nogil:
    return memcmp(a, b, sizeof(Position)) == 0

cdef inline uint64_t key_of(const Position* p, uint64_t key) noexcept nogil:
    # A 64-bit hash of a position and a number, the same on every machine of one byte order.
    return hash_of(p, sizeof(Position), key)


# --- legal actions

cdef inline bint is_chance(const Position* p) noexcept nogil:
    return CHANCE_DUE >> p.due & 1

cdef inline int first_id(const Position* p) noexcept nogil:
    # The id that bit 0 of the legal actions stands for.
    return TURN if is_chance(p) else 0

cdef inline uint64_t legal(const Position* p) noexcept nogil:
    # M2.2: the legal actions of the player, or the events that chance can bring, all equally likely.
    #   returns  a set of ids, counted from first_id(p); empty if the game is over
    if p.due == CHOICE_DUE:
        return choices(p)
    if p.due == NEAR_DUE:
        return hidden_near(p)
    if p.due == DISTANT_DUE:
        return hidden_distant(p)
    if p.due == DIPLOMACY_DUE:
        return 1 << DIPLOMACY | 1 << ROLL
    if p.due == TRADE_DUE:
        return trades(p)
    if p.due == BUILD_DUE:
        return builds(p)
    if p.due == EVENT_DUE:
        return <uint64_t>(ALL_EVENTS & ~p.seen) << (EVENT - TURN)
    if p.due == REVOLT_DUE:
        return <uint64_t>weakest(p) << (REVOLT - TURN)
    if p.due == ATTACK_DUE or p.due == DEFENSE_DUE:
        return FACES << (DIE - TURN)
    return 0

cdef inline int choices(const Position* p) noexcept nogil:
    # M2.2, M3.4: what phase 1 offers: exploring, conquering, and always biding.
    cdef int found = p.unaligned << CONQUER | 1 << BIDE
    if hidden_near(p):
        found |= 1 << EXPLORE_NEAR
    if may_explore_distant(p):
        found |= 1 << EXPLORE_DISTANT
    return found

cdef inline bint may_explore_distant(const Position* p) noexcept nogil:
    # M3.2: it takes Forward Starbases, no unaligned near system, and a card in the deck.
    return has(p.technologies, FORWARD_STARBASES) and not p.unaligned & NEAR_SYSTEMS and hidden_distant(p) != 0

cdef inline int trades(const Position* p) noexcept nogil:
    # M4.2: the trades, and keeping all; none if no trade is possible.
    cdef int found = 0
    if not has(p.technologies, INTERSPECIES_COMMERCE):
        return 0
    if p.metal >= 2 and p.wealth < store_cap(p):
        found |= 1 << TRADE_METAL
    if p.wealth >= 2 and p.metal < store_cap(p):
        found |= 1 << TRADE_WEALTH
    return found | 1 << KEEP if found else 0

cdef inline int builds(const Position* p) noexcept nogil:
    # M5.1: building military, discovering a technology, and ending that; none if neither is possible.
    cdef int found = 0
    if may_build(p):
        found |= 1 << BUILD
    if p.discovered == NONE:
        found |= (next_ones(p) & affordable(p.wealth)) << DISCOVER
    return found | 1 << DONE if found else 0

cdef inline bint may_build(const Position* p) noexcept nogil:
    # M5.1: once a turn, for one metal and one wealth.
    return not p.flags & BUILT and p.metal > 0 and p.wealth > 0 and p.military < military_cap(p)

cdef inline int next_ones(const Position* p) noexcept nogil:
    # M1: the technologies that come next in their rows.
    return ~p.technologies & (LEFT_ONES | (p.technologies & LEFT_ONES) << 1)

cdef inline int affordable(int wealth) noexcept nogil:
    # M1: the technologies that cost no more than this.
    cdef int found = 0
    if wealth >= 2:
        found |= FOR_TWO
    if wealth >= 3:
        found |= FOR_THREE
    if wealth >= 4:
        found |= FOR_FOUR
    if wealth >= 5:
        found |= FOR_FIVE
    return found


# --- effects of actions

cdef inline void begin(Position* p, bint expansion) noexcept nogil:
    # M1: the start of a game, but for the number of its turn, which the caller writes.
    #   writes   p
    memset(p, 0, sizeof(Position))
    p.discovered = p.event = p.target = NONE
    p.flags = EXPANSION if expansion else 0

cdef inline void play(Position* p, int action) noexcept nogil:
    # Plays a legal action of the player or of chance, up to the next decision or chance event (M2.2).
    #   reads    action, an id
    #   writes   p
    if action == EXPLORE_NEAR:
        p.due = NEAR_DUE
    elif action == EXPLORE_DISTANT:
        p.due = DISTANT_DUE
    elif action < BIDE:
        attack(p, action - CONQUER)
    elif action == BIDE:
        collect(p)
    elif action == DIPLOMACY:
        join(p)
    elif action == ROLL:
        p.due = ATTACK_DUE
    elif action < BUILD:
        trade(p, action)
    elif action == BUILD:
        build(p)
    elif action < DONE:
        discover(p, action - DISCOVER)
    elif action == DONE:
        p.due = EVENT_DUE
    elif action < DIE:
        p.unaligned |= 1 << (action - TURN)
        attack(p, action - TURN)
    elif action < EVENT:
        if p.due == ATTACK_DUE:
            end_attack(p, action - DIE + 1)
        else:
            end_defense(p, action - DIE + 1)
    elif action < REVOLT:
        happen(p, action - EVENT)
    else:
        strike_system(p, action - REVOLT)

cdef inline void attack(Position* p, int system) noexcept nogil:
    # M3.1, M3.3: an attack begins with the die, or with the choice between diplomacy and the die.
    p.target = system
    p.due = DIPLOMACY_DUE if p.flags & DIPLOMATIC else ATTACK_DUE

cdef inline void end_attack(Position* p, int face) noexcept nogil:
    # M3.1: success joins the system; failure costs one military, if there is one.
    sse_check(0 <= p.target < N_SYSTEMS)
    if face + p.military >= sse_resistance[p.target]:
        join(p)
    else:
        p.target = NONE
        p.military -= p.military > 0
        collect(p)

cdef inline void join(Position* p) noexcept nogil:
    # M3.1, M6.1: the target joins the empire, as its latest system.
    sse_check(0 <= p.target < N_SYSTEMS and not has(p.empire, p.target))
    p.order = p.order << 4 | <uint64_t>(p.target + 1)
    p.empire |= 1 << p.target
    p.unaligned &= ~(1 << p.target)
    p.target = NONE
    collect(p)

cdef inline void collect(Position* p) noexcept nogil:
    # M4.1, M4.3: the production goes into the stores, as far as they hold it; a strike reduces it. The trade is next.
    cdef int metal = metal_made(p), wealth = wealth_made(p), cap = store_cap(p)
    if p.flags & STRUCK:
        if has(p.technologies, ROBOT_WORKERS):
            metal, wealth = (metal + 1) // 2, (wealth + 1) // 2
        else:
            metal, wealth = 0, 0
    p.metal = min(cap, p.metal + metal)
    p.wealth = min(cap, p.wealth + wealth)
    p.flags &= ~STRUCK
    if trades(p):
        p.due = TRADE_DUE
    else:
        go_on_to_build(p)

cdef inline void trade(Position* p, int action) noexcept nogil:
    # M4.2: two of a resource for one of the other, or nothing.
    if action == TRADE_METAL:
        p.metal -= 2
        p.wealth += 1
    elif action == TRADE_WEALTH:
        p.metal += 1
        p.wealth -= 2
    go_on_to_build(p)

cdef inline void go_on_to_build(Position* p) noexcept nogil:
    # M2.2: phase 3 if it offers something, else phase 4.
    p.due = BUILD_DUE if builds(p) else EVENT_DUE

cdef inline void build(Position* p) noexcept nogil:
    # M5.1: one military for one metal and one wealth.
    p.metal -= 1
    p.wealth -= 1
    p.military += 1
    p.flags |= BUILT
    go_on_to_build(p)

cdef inline void discover(Position* p, int technology) noexcept nogil:
    # M5.1: a technology for its price in wealth.
    p.wealth -= price_of(technology)
    p.technologies |= 1 << technology
    p.discovered = technology
    go_on_to_build(p)

cdef inline int price_of(int technology) noexcept nogil:
    # M1: the price in wealth.
    if has(FOR_TWO, technology):
        return 2
    if has(FOR_THREE, technology):
        return 3
    return 4 if has(FOR_FOUR, technology) else 5

cdef inline void happen(Position* p, int event) noexcept nogil:
    # M6: an event does what its card says for the year.
    p.seen |= 1 << event
    if has(REVOLTS | INVASIONS, event):
        if p.empire == 0:
            find_home_alone(p)
        elif has(REVOLTS, event):
            revolt(p, event)
        else:
            # M6.1: an invasion strikes the system that joined last.
            p.event = event
            strike_system(p, <int>(p.order & 15) - 1)
        return
    if event == ASTEROID:
        # M4.4: what the store can't hold is lost.
        p.wealth = min(store_cap(p), p.wealth + 1)
    elif event == DERELICT_SHIP:
        p.metal = min(store_cap(p), p.metal + 1)
    elif event == STRIKE:
        p.flags |= STRUCK
    end_turn(p)

cdef inline void revolt(Position* p, int event) noexcept nogil:
    # M6.1: a revolt strikes the weakest system; chance chooses among equals.
    cdef int systems = weakest(p)
    p.event = event
    if systems & (systems - 1):
        p.due = REVOLT_DUE
    else:
        strike_system(p, sse_lowest_bit(systems))

cdef inline void strike_system(Position* p, int system) noexcept nogil:
    # M6.1: a revolt or an invasion strikes this system.
    sse_check(0 <= system < N_SYSTEMS and has(p.empire, system))
    p.target = system
    p.due = DEFENSE_DUE

cdef inline void find_home_alone(Position* p) noexcept nogil:
    # M6.3: a revolt or an invasion finds the Home World alone: nothing in Year 1, defeat in Year 2.
    if year_of(p) == 0:
        end_turn(p)
    else:
        p.flags |= LOST
        end_game(p)

cdef inline void end_defense(Position* p, int face) noexcept nogil:
    # M6.2: die and force against the resistance, which a technology raises.
    sse_check(0 <= p.event < N_EVENTS and 0 <= p.target < N_SYSTEMS)
    cdef int shield = HYPER_TELEVISION if has(REVOLTS, p.event) else PLANETARY_DEFENSES
    cdef int force = sse_force[p.event][year_of(p)]
    if face + force >= sse_resistance[p.target] + has(p.technologies, shield):
        p.order = order_without(p.order, p.target)
        p.empire &= ~(1 << p.target)
        p.unaligned |= 1 << p.target
    p.event = p.target = NONE
    end_turn(p)

cdef inline uint64_t order_without(uint64_t order, int system) noexcept nogil:
    # The order of the empire's systems without one of them.
    #   reads    system, which is in the order: so the loop ends at the tenth place at the latest
    cdef int shift = 0
    while <int>(order >> shift & 15) != system + 1:
        shift += 4
        sse_check(shift < 4 * SYSTEMS_OF_GAME)
    return order >> shift >> 4 << shift | order & ((<uint64_t>1 << shift) - 1)

cdef inline void end_turn(Position* p) noexcept nogil:
    # M2.1, M3.3: the next turn begins, or the game ends; a new year has all its events again.
    if p.turn == TURNS:
        end_game(p)
        return
    if p.turn == TURNS_OF_YEAR_1:
        p.seen = 0
    p.turn += 1
    p.due = CHOICE_DUE
    p.flags &= ~(DIPLOMATIC | BUILT)
    if p.discovered == INTERSTELLAR_DIPLOMACY:
        p.flags |= DIPLOMATIC
    p.discovered = NONE

cdef inline void end_game(Position* p) noexcept nogil:
    # M2.1: the game is over, and nothing belongs to a turn any more.
    p.due = END_DUE
    p.flags &= ~(STRUCK | DIPLOMATIC | BUILT)
    p.discovered = NONE


# --- random play

cdef inline int draw_action(const Position* p, uint64_t actions, uint64_t* stream) noexcept nogil:
    # What one ply of random play does: a legal action, or a chance event, each equally likely.
    #   reads    actions, the legal ones of p: at least one
    #   writes   stream, from which the ply draws (ply_below)
    #   returns  an id
    return first_id(p) + sse_nth_bit(actions, ply_below(stream, sse_count_bits(actions)))

cdef inline int play_out(Position* p, uint64_t seed, uint64_t ply) noexcept nogil:
    # Plays a game to its end; ply n draws as PlyStream(seed, n) of seeds.py.
    #   reads    ply, the number of actions that led to p
    #   writes   p
    #   returns  the number of actions played
    cdef uint64_t stream = stream_at(seed, ply), actions = legal(p)
    cdef int played = 0
    while actions:
        play(p, draw_action(p, actions, &stream))
        actions = legal(p)
        played += 1
    return played
