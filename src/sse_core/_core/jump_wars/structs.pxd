# For Jump Wars. A position as plain data, and the facts that several clauses need of it;
# `jump_wars/positions/position.py` has the same in plain Python. Header-only. Clauses are those of jump_wars/RULES.md.
#
# A seat is 0 to n_players - 1; a side is a seat, or the neutral side, whose number is n_players. Five players have no
# neutral side (J3.3), so there are MAX_SIDES at most.
#
# Bounds. A position by hand has at most 10**6 fleets, levels of 10**4 and boosts of 100 (shapes.py). An action builds
# one fleet at most, Assimilation gives fewer than have fallen, and a game stops at MAX_PLIES: fleets stay below 2**32.
# A player draws six cards a turn at most (J2.1), all cards of five players may come to one, and each raises a level by
# one: in 1,000 turns a level grows by less than 31,000, so that a level with its boosts stays below 2**16. A boost
# takes a card, or Leadership, and a turn has 74 cards in hands and 30 that are drawn at most: boosts stay below 2**8.
# Damage of a battle is below 2**32 fleets times a strength below 2**17, which is below 2**63.

from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit
from sse_core._core.jump_wars.boards cimport *

cdef enum:
    MAX_PLAYERS = 5
    MAX_SIDES = 5
    MAX_ORDERS = 40         # those of a seat (J4.10)
    MAX_OFFERED = 2         # J4.6: the cards on one side of an offer
    MAX_DRAFT = 6
    NOBODY = -1
    CHANCE = -1             # as a player

cdef extern from *:
    """
    #define SSE_JW_MAX_PLIES ((int64_t)4000000000)
    """
    int64_t MAX_PLIES "SSE_JW_MAX_PLIES"

cdef enum:                  # cards.Card, in its order
    INITIATIVE = 0
    ATTACK = 1
    DEFENSE = 2
    JUMP = 3
    COMMAND = 4
    LOGISTICS = 5
    RESEARCH = 6
    MANUFACTURING = 7
    MINIATURIZATION = 8
    ESPIONAGE = 9
    TRADE = 10
    DIPLOMACY = 11
    N_BASICS = 12
    RAM_SCOOPS = 12
    EVENT_SKIMMING = 13
    NOVA_BOMBS = 14
    CLOAKING = 15
    SPACE_RAIDING = 16
    ASSIMILATION = 17
    LEADERSHIP = 18
    GENESIS = 19
    STAR_DOCKS = 20
    TIME_JUMP = 21
    PLANET_JUMP = 22
    PROGENITOR_RUINS = 23
    SABOTAGE_CARD = 24
    POSITRONIC_BRAINS = 25
    N_CARDS = 26
    ALL_BASICS = (1 << N_BASICS) - 1
    ALL_CARDS = (1 << N_CARDS) - 1

cdef enum:                  # position.Due, in its order: what is due (J5.1)
    START_DUE = 0
    DRAW_DUE = 1
    OFFER_DUE = 2
    GIVE_DUE = 3
    PAY_DUE = 4
    ASK_DUE = 5
    CHARGE_DUE = 6
    ANSWER_DUE = 7
    STEAL_DUE = 8
    THEFT_DUE = 9
    ALLIANCE_DUE = 10
    TECH_DUE = 11
    PAIRS_DUE = 12
    MINE_DUE = 13
    BUILD_DUE = 14
    SABOTAGE_DUE = 15
    SABOTAGE_SPACE_DUE = 16
    SABOTAGE_CARD_DUE = 17
    ORDERS_DUE = 18
    ESPIONAGE_DUE = 19
    REWRITE_DUE = 20
    REWRITING_DUE = 21
    TIME_JUMP_DUE = 22
    NEGATE_ORDER_DUE = 23
    NEGATE_CARD_DUE = 24
    DEAL_DUE = 25
    BOMBS_DUE = 26
    SPLIT_DUE = 27
    FINAL_DUE = 28
    END_DUE = 29
    N_DUE = 30

cdef enum:                  # sets of steps
    # J4.2: where J2.9 can be used.
    DECISIONS = (
        1 << DRAW_DUE | 1 << OFFER_DUE | 1 << ANSWER_DUE | 1 << STEAL_DUE | 1 << ALLIANCE_DUE | 1 << TECH_DUE
        | 1 << PAIRS_DUE | 1 << MINE_DUE | 1 << BUILD_DUE | 1 << SABOTAGE_DUE | 1 << ORDERS_DUE | 1 << ESPIONAGE_DUE
        | 1 << TIME_JUMP_DUE | 1 << DEAL_DUE | 1 << FINAL_DUE
    )
    # J4.6: an offer is put together, which its giver alone sees.
    OFFERING = 1 << GIVE_DUE | 1 << PAY_DUE | 1 << ASK_DUE | 1 << CHARGE_DUE
    # J2.7.
    FIGHTING = 1 << DEAL_DUE | 1 << BOMBS_DUE | 1 << SPLIT_DUE

cdef enum:                  # what a Draw decision has used (J4.4)
    USED_TAKE = 1
    USED_RUINS = 2
    USED_BRAINS = 4

cdef enum:                  # board.Space, in its order
    VOID = 0
    STAR_FIELD = 1
    CLUSTER = 2
    BLACK_HOLE = 3
    NEBULA = 4
    HOMEWORLD = 5
    N_COUNTERS = 5          # a space without any of these counters is a Homeworld

cdef enum:                  # options.Options: the flags
    HEX = 1
    NEUTRAL_SIDE = 2
    TRADING = 4
    VOID_ORDERS = 8
    MUST_RAISE = 16
    GENESIS_ADDS = 32
    ANY_MAP = 64
    SIMULTANEOUS = 128

# An order (J2.6).
cdef struct Order:
    uint8_t origin
    uint8_t target
    uint16_t fleets         # how many jump; 0 for a Planet Jump, whose origin is the Homeworld's space

# A position: what position.Position has. All bytes are set, those beyond a count to 0, so that bytes tell positions
# apart. `occupied`, `hand_sizes` and `n_unseen` follow from other fields; put_fleets and hands.pxd keep them.
cdef struct Position:
    # --- the board
    Board counters[N_COUNTERS]              # the spaces with each kind of counter (J1.2)
    Board occupied[MAX_SIDES]               # the spaces with fleets of a side
    Board held[MAX_SIDES]                   # those where it had fleets at the end of the last turn (J2.7)
    # --- a decision half made, and an offer
    int64_t tokens[MAX_PLAYERS]
    int64_t draft[MAX_DRAFT]                # n_draft sides, seats, spaces, the places of orders, bombs and points
    int64_t counted                         # the parts of a number that is being written (J5.2)
    int64_t pay                             # of the offer: what its giver pays, ...
    int64_t charge                          # ...and what the giver asks for
    # --- the battle (J2.7), all 0 if there is none
    int64_t kills[MAX_SIDES]                # the enemy fleets that a side has destroyed in this battle
    int64_t forces[MAX_SIDES]               # of the deals of this group, by dealer: the damage of a bomb to each fleet,
    int64_t points[MAX_SIDES][MAX_SIDES]    # ...and the points of fire on each side
    uint64_t voids[MAX_PLAYERS]             # bit i: order i is void
    # --- fleets
    uint32_t fleets[MAX_SIDES][N_SPACES]
    uint32_t bombs[MAX_SIDES]               # of the deals: the fleets given up
    uint32_t worst[MAX_SIDES]               # the damage of a side's worst hit fleet in the battle, ...
    uint32_t others[MAX_SIDES]              # ...and of each of its other fleets there: equal, no more (J4.12)
    uint32_t round                          # counted from 1
    # --- players
    Order orders[MAX_PLAYERS][MAX_ORDERS]
    uint32_t draft_counted[MAX_PLAYERS]     # of the order being written: the parts of its number, 99 each
    uint16_t levels[MAX_PLAYERS][N_BASICS]  # without boosts
    uint16_t learned[MAX_PLAYERS]           # bit i: the special technology N_BASICS + i
    uint16_t turn
    uint16_t turn_limit
    uint16_t neutral_turns                  # J3.3: for how many turns in a row the neutral Homeworld is held
    uint8_t boosts[MAX_PLAYERS][N_BASICS]   # those that all know (J2.9)
    uint8_t sealed[MAX_PLAYERS][N_BASICS]   # the cards discarded for boosts that others don't know yet (J4.3)
    int8_t sealed_lead[MAX_PLAYERS]         # the technology that Leadership boosts so, or NOBODY
    uint8_t n_orders[MAX_PLAYERS]
    uint8_t draft_length[MAX_PLAYERS]       # of the order being written: 0, 1 with its origin, 2 with its target
    uint8_t draft_origin[MAX_PLAYERS]
    uint8_t draft_target[MAX_PLAYERS]
    uint8_t done                            # bit of a seat: it has written its orders
    uint8_t led                             # bit of a seat: Leadership was used in this turn
    uint8_t homeworlds[MAX_PLAYERS]
    # --- cards
    uint8_t hands[MAX_PLAYERS][N_CARDS]     # in a view, those that the viewer knows
    uint8_t hand_sizes[MAX_PLAYERS]         # their number and that of the hidden ones
    uint8_t hidden[MAX_PLAYERS]             # further cards that the viewer doesn't know
    uint8_t unseen[N_CARDS]                 # the cards in the deck, or hidden in hands
    uint8_t discard[N_CARDS]
    uint8_t n_unseen
    # --- what is due
    uint8_t options
    uint8_t n_players
    uint8_t n_draft
    int8_t start_player                     # or NOBODY
    uint8_t step
    int8_t actor                            # the seat whose decision it is, or NOBODY
    uint8_t begun                           # whether the decision has had an action before
    uint8_t used                            # J4.4: what this Draw decision has used
    uint8_t due                             # the number of cards that are to be drawn now
    uint8_t sold                            # the number of cards discarded in this Mine decision
    int8_t diplomat                         # of this turn, or NOBODY
    int8_t ally
    int8_t neutral_holder                   # or NOBODY
    # --- the offer: givers and receivers are NOBODY if there is none
    int8_t giver
    int8_t receiver
    uint8_t n_give
    uint8_t n_ask
    uint8_t give[MAX_OFFERED]               # cards, ascending
    uint8_t ask[MAX_OFFERED]
    # --- the battle
    int8_t battle_space                     # or NOBODY
    uint8_t n_deals                         # how many of the first group have settled, in turn order
    uint8_t hidden_deals                    # in a view, bit of a side: its deal isn't known (J5.11)
    uint8_t rank[MAX_SIDES]                 # 1 for the group that deals now, 2 for the next, ..., 0 has dealt


# --- seats and turn order

cdef inline bint has_option(const Position* p, int option) noexcept nogil:
    return (p.options & option) != 0

cdef inline int n_sides(const Position* p) noexcept nogil:
    # The sides there can be: one more than players, if there is a neutral one.
    return p.n_players + (1 if p.options & NEUTRAL_SIDE else 0)

cdef inline int nth_in_turn(const Position* p, int place) noexcept nogil:
    # J2: the seat at a place of the turn order, 0 <= place < n_players; n_players for the neutral side, the last one.
    cdef int seat = p.start_player + place
    if place == p.n_players:
        return place
    return seat - p.n_players if seat >= p.n_players else seat

cdef inline int next_after(const Position* p, int player) noexcept nogil:
    # The seat that follows in turn order, NOBODY after the last one.
    cdef int follower = player + 1 if player + 1 < p.n_players else 0
    return NOBODY if follower == p.start_player else follower


# --- technologies

cdef inline int level(const Position* p, int player, int technology) noexcept nogil:
    # J1.7, J4.3: a level with its boosts, sealed ones too.
    return (
        p.levels[player][technology] + p.boosts[player][technology] + p.sealed[player][technology]
        + (p.sealed_lead[player] == technology)
    )

cdef inline bint has(const Position* p, int player, int special) noexcept nogil:
    # Whether a player has learned a special technology.
    return p.learned[player] >> (special - N_BASICS) & 1

cdef inline int highest(const Position* p, int technology) noexcept nogil:
    # J1.7: the one player with the highest level, NOBODY if several have it.
    cdef int seat, here, best = -1, found = NOBODY
    for seat in range(p.n_players):
        here = level(p, seat, technology)
        if here > best:
            best, found = here, seat
        elif here == best:
            found = NOBODY
    return found

cdef inline int next_holder(const Position* p, int special, int after) noexcept nogil:
    # The next seat in turn order, after another one, or NOBODY, that has learned a special; NOBODY if none has.
    cdef int seat = p.start_player if after == NOBODY else next_after(p, after)
    while seat != NOBODY and not has(p, seat, special):
        seat = next_after(p, seat)
    return seat


# --- the board

cdef inline int counter_at(const Position* p, int space) noexcept nogil:
    # What lies on a space: a board.Space.
    cdef int kind
    for kind in range(N_COUNTERS):
        if has_space(&p.counters[kind], space):
            return kind
    return HOMEWORLD

cdef inline void put_fleets(Position* p, int side, int space, int64_t more) noexcept nogil:
    # More fleets of a side in a space, or fewer.
    cdef int64_t now = <int64_t>p.fleets[side][space] + more
    sse_check(0 <= side < MAX_SIDES and 0 <= space < N_SPACES)
    sse_check(0 <= now < <int64_t>1 << 32)
    p.fleets[side][space] = <uint32_t>now
    if now:
        put_space(&p.occupied[side], space)
    else:
        drop_space(&p.occupied[side], space)

cdef inline int homeworld_of(const Position* p, int space) noexcept nogil:
    # The player whose Homeworld is in a space, else NOBODY.
    cdef int seat
    for seat in range(p.n_players):
        if p.homeworlds[seat] == space:
            return seat
    return NOBODY

cdef inline int enemy_homeworlds(const Position* p, int player) noexcept nogil:
    # J3.2: on how many enemy Homeworlds a player has fleets; the neutral one is none (J4.8).
    cdef int seat, n = 0
    for seat in range(p.n_players):
        n += seat != player and p.fleets[player][p.homeworlds[seat]] > 0
    return n

cdef inline int side_at(const Position* p, int space) noexcept nogil:
    # The only side with fleets in a space; NOBODY if there is none, or several.
    cdef int side, found = NOBODY
    for side in range(n_sides(p)):
        if p.fleets[side][space]:
            if found != NOBODY:
                return NOBODY
            found = side
    return found


# --- whole positions

cdef inline void clear_position(Position* p) noexcept nogil:
    # The position in which nothing is set: no player, no counter, no card, nobody anywhere.
    #   writes   p
    memset(p, 0, sizeof(Position))
    memset(p.sealed_lead, NOBODY, sizeof(p.sealed_lead))
    p.start_player = p.actor = p.diplomat = p.ally = p.neutral_holder = p.giver = p.receiver = p.battle_space = NOBODY

cdef inline bint are_same(const Position* a, const Position* b) noexcept nogil:
    return memcmp(a, b, sizeof(Position)) == 0

cdef inline bint is_chance(const Position* p) noexcept nogil:
    # J1.5, J2.1, J2.2: whether something is drawn now.
    return p.step == START_DUE or p.step == THEFT_DUE or p.due > 0

cdef inline bint is_to_act(const Position* p, int player) noexcept nogil:
    # J2: whether a seat, or CHANCE, is to act: one seat, or all who still write orders.
    if p.step == END_DUE:
        return False
    if is_chance(p):
        return player == CHANCE
    if p.step == ORDERS_DUE:
        return player != CHANCE and not p.done >> player & 1
    return player == p.actor

cdef inline int first_to_act(const Position* p) noexcept nogil:
    # The first seat that is to act, or CHANCE; 0 at the end, as `State.legal_ids` has it.
    if p.step == END_DUE:
        return 0
    if is_chance(p):
        return CHANCE
    if p.step == ORDERS_DUE:
        sse_check(<uint8_t>~p.done != 0)
        return sse_lowest_bit(<uint64_t>~p.done & 255)
    return p.actor
