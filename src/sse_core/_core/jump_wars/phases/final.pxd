# For Jump Wars. J2.8 and J3: the Final phase, victory, and the end of a turn, as `jump_wars/reference/final.py` has it.
# Header-only.

from sse_core._core.jump_wars.phases.decisions cimport *

cdef enum:
    NEUTRAL_TURNS = 3       # J3.3: for how many turns in a row the neutral Homeworld must be held

cdef enum:                  # what decided a game, in the order of the clauses (J3)
    UNDECIDED = 0           # it goes on
    BY_CONQUEST = 1
    BY_NEUTRAL = 2
    BY_HOMEWORLDS = 3
    BY_FLEETS = 4
    BY_TOKENS = 5
    SHARED = 6
    N_DECIDED = 7


cdef inline void begin_final(Position* p) noexcept nogil:
    # The start player is first.
    decide(p, FINAL_DUE, p.start_player)

cdef inline void add_final(const Position* p, int player, Ids* ids) noexcept nogil:
    # J2.8: discard down to the limit of the hand.
    if p.hand_sizes[player] <= hand_limit(p, player):
        add_id(ids, DONE)
    else:
        add_word(ids, DISCARD, cards_held(p, player, 1))

cdef inline void play_final(Position* p, int player, int index) noexcept nogil:
    cdef int follower
    if index != DONE:
        spend(p, player, index - DISCARD)
        return
    follower = next_after(p, player)
    if follower == NOBODY:
        end_turn(p)
    else:
        decide(p, FINAL_DUE, follower)

cdef inline void end_turn(Position* p) noexcept nogil:
    # J2.8, J3: the victory check; then boosts, orders and the alliance end, and the next turn begins.
    cdef int victors
    count_neutral(p)
    victors = would_win(p)
    if (victors and not victors & (victors - 1)) or p.turn == p.turn_limit:
        decide(p, END_DUE, NOBODY)
        return
    clear_orders(p)
    note_held(p)
    memset(p.boosts, 0, sizeof(p.boosts))
    p.led = 0
    p.diplomat = p.ally = NOBODY
    p.turn += 1
    decide(p, DRAW_DUE, p.start_player)

cdef inline void clear_orders(Position* p) noexcept nogil:
    # No seat has an order, written or half written, or a sealed boost, or is done.
    cdef int seat
    for seat in range(p.n_players):
        memset(p.orders[seat], 0, p.n_orders[seat] * sizeof(Order))
    memset(p.n_orders, 0, sizeof(p.n_orders))
    memset(p.voids, 0, sizeof(p.voids))
    memset(p.draft_counted, 0, sizeof(p.draft_counted))
    memset(p.draft_length, 0, sizeof(p.draft_length))
    memset(p.draft_origin, 0, sizeof(p.draft_origin))
    memset(p.draft_target, 0, sizeof(p.draft_target))
    memset(p.sealed, 0, sizeof(p.sealed))
    memset(p.sealed_lead, NOBODY, sizeof(p.sealed_lead))
    p.done = 0

cdef inline void note_held(Position* p) noexcept nogil:
    # J2.7: who alone has fleets in a space holds it.
    cdef Board one = no_spaces(), several = no_spaces()
    cdef int side
    for side in range(n_sides(p)):
        several = either(several, both(one, p.occupied[side]))
        one = either(one, p.occupied[side])
    for side in range(n_sides(p)):
        p.held[side] = without(p.occupied[side], several)

cdef inline void count_neutral(Position* p) noexcept nogil:
    # J3.3, J4.13: for how many turns in a row a player has held the neutral Homeworld, this one counted.
    cdef int holder = side_at(p, CENTRE) if has_option(p, NEUTRAL_SIDE) else NOBODY
    if holder == NOBODY or holder == p.n_players:
        p.neutral_holder, p.neutral_turns = NOBODY, 0
        return
    p.neutral_turns = p.neutral_turns + 1 if holder == p.neutral_holder else 1
    p.neutral_holder = holder


# --- victory

cdef inline int conquerors(const Position* p) noexcept nogil:
    # J3.1: the set of players with fleets on every opponent's Homeworld.
    cdef int seat, found = 0
    for seat in range(p.n_players):
        found |= (enemy_homeworlds(p, seat) == p.n_players - 1) << seat
    return found

cdef inline int would_win(const Position* p) noexcept nogil:
    # J3.1, J3.3, J4.13: the set of players who meet a condition of victory; more than one, and play goes on.
    cdef int found = conquerors(p)
    if p.neutral_turns >= NEUTRAL_TURNS:
        sse_check(p.neutral_holder != NOBODY)
        found |= 1 << p.neutral_holder
    return found

cdef inline int64_t fleets_of(const Position* p, int side) noexcept nogil:
    # The number of all fleets of a side.
    cdef Board left = p.occupied[side]
    cdef int64_t n = 0
    while has_any(left):
        n += p.fleets[side][take_first(&left)]
    return n

cdef inline int best_of(const int64_t* numbers, int seats) noexcept nogil:
    # Those of a set of seats, at least one, that have the largest number.
    cdef int left = seats, seat, found = 0
    cdef int64_t top = -1
    while left:
        seat = sse_lowest_bit(left)
        left &= left - 1
        if numbers[seat] > top:
            top, found = numbers[seat], 0
        if numbers[seat] == top:
            found |= 1 << seat
    return found

cdef inline int outcome_of(const Position* p, uint8_t* winners) noexcept nogil:
    # J3: the end of the game.
    #   writes   winners, a set of seats; none while the game goes on
    #   returns  what decided it
    cdef int64_t numbers[MAX_PLAYERS]
    cdef int seat, best
    winners[0] = 0
    if p.step != END_DUE:
        return UNDECIDED
    best = would_win(p)
    if best and not best & (best - 1):
        winners[0] = best
        return BY_CONQUEST if best == conquerors(p) else BY_NEUTRAL
    # J3.4: most enemy Homeworlds held, then fleets, then RT; then those at the top share the win (J4.13).
    for seat in range(p.n_players):
        numbers[seat] = enemy_homeworlds(p, seat)
    best = best_of(numbers, (1 << p.n_players) - 1)
    if not best & (best - 1):
        winners[0] = best
        return BY_HOMEWORLDS
    for seat in range(p.n_players):
        numbers[seat] = fleets_of(p, seat)
    best = best_of(numbers, best)
    if not best & (best - 1):
        winners[0] = best
        return BY_FLEETS
    best = best_of(p.tokens, best)
    winners[0] = best
    return SHARED if best & (best - 1) else BY_TOKENS
