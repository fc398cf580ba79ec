# For Empire of the Stars. Numbers of the rules for a player, with the changes by effects: for ever, for a role or for a
# battle. Header-only.

from sse_core._core.empire_of_the_stars.boards cimport *

cdef enum:                  # of Row.who and Row.until
    SIDE_SERVED = 3
    ALL_SERVED = 4
    UNTIL_BATTLE = 1


cdef inline bint has_powers(const Position* p) noexcept nogil:
    # C15.1: whether powers are dealt.
    return p.flags & POWERS != 0

cdef inline bint technologies_act(const Position* p) noexcept nogil:
    # C13.7, S67: whether technologies do more than be bought, measured and counted.
    return p.flags & TECHNOLOGIES != 0

cdef inline bint effects_act(const Position* p) noexcept nogil:
    # C16.13: whether there are effects, of powers or of technologies.
    return p.flags & (POWERS | TECHNOLOGIES) != 0

cdef inline int number(const Board* b, const Position* p, int seat, int n) noexcept nogil:
    # A number of the rules for a player, by its place in RULE_NUMBERS, with all that effects change.
    cdef int changed = p.changed[seat][n]
    if changed == 0:
        return b.bases[n]
    return max(b.least_of[n], min(b.most_of[n], b.bases[n] + changed))

cdef inline void ship_price(const Board* b, const Position* p, int seat, int kind, int* price) noexcept nogil:
    # S61: the price of a ship for a player; what is less in any resource comes first off what the player is short of,
    # then off the largest part, the first of equal ones.
    #   writes   price[3]: polymers, metal, energy
    cdef const int8_t* changed = &p.changed[seat][LESS_SHIP + 4 * kind]
    cdef int resource, largest, less, lacking
    # C7.1: 1, 1, 0 for a fighter, 2, 2, 1 for a cruiser, 3, 3, 2 for a dreadnought.
    price[0] = price[1] = kind + 1
    price[2] = kind
    if not (changed[0] | changed[1] | changed[2] | changed[3]):
        return
    for resource in range(3):
        price[resource] = max(0, price[resource] - number(b, p, seat, LESS_SHIP + 4 * kind + resource))
    less = number(b, p, seat, LESS_SHIP + 4 * kind + 3)
    if less < 0:
        price[0] -= less
        return
    for resource in range(3):
        lacking = min(less, max(0, price[resource] - p.resources[seat][resource]))
        price[resource] -= lacking
        less -= lacking
    while less > 0:
        largest = 0
        for resource in range(1, 3):
            if price[resource] > price[largest]:
                largest = resource
        if price[largest] == 0:
            return
        price[largest] -= 1
        less -= 1

cdef inline int tactics(const Position* p, int side) noexcept nogil:
    # C10.6: the tactics of the attacker's side, 0, or the defender's, 1, with what effects add to them.
    cdef int found = p.tactics[side] + p.plus[side][0]
    return max(found, 0)

cdef inline int power_of(const Position* p, int seat) noexcept nogil:
    # The number of a player's power; NONE if there is none, or if it isn't known.
    return p.power[seat] - 1

cdef inline int owner_of(const Board* b, const Position* p, int effect) noexcept nogil:
    # Whose effect it is, whichever side of a power is up; NONE if it is nobody's, or of a technology that doesn't act.
    cdef const Row* row = &b.effects[effect]
    cdef int seat
    if row.card != NONE:
        seat = p.place[row.card] - OWNED
        return seat if seat >= 0 and technologies_act(p) else NONE
    for seat in range(p.n_players):
        if p.power[seat] == row.power + 1:
            return seat
    return NONE

cdef inline void clip_tracks(const Board* b, Position* p) noexcept nogil:
    # C5.4: what no longer fits on a track is lost.
    cdef int seat, resource, end
    for seat in range(p.n_players):
        for resource in range(3):
            end = number(b, p, seat, TRACK + resource)
            if p.resources[seat][resource] > end:
                p.resources[seat][resource] = <uint8_t>end

cdef inline void change(const Board* b, Position* p, int seat, int n, int by, int until) noexcept nogil:
    # Changes a number for a player until the role or the battle ends; a track may get shorter.
    if until == UNTIL_BATTLE:
        p.for_battle[seat][n] = <int8_t>(p.for_battle[seat][n] + by)
    else:
        p.for_role[seat][n] = <int8_t>(p.for_role[seat][n] + by)
    p.changed[seat][n] = <int8_t>(p.changed[seat][n] + by)
    clip_tracks(b, p)


# --- what works for ever

cdef inline void add_standing(const Row* row, int* values, int* added) noexcept nogil:
    # Adds the numbers that an effect sets, or adds to, for a player.
    #   writes   values[N_NUMBERS], added[N_NUMBERS]
    cdef const Stage* stage
    cdef int i
    for i in range(row.n_stages):
        stage = &row.stages[i]
        # S60: what sets a number goes before what adds to it.
        if stage.steps:
            values[stage.what] = stage.n.number
        else:
            added[stage.what] += stage.n.number

cdef inline void standing(const Board* b, const Position* p, int (*changes)[N_NUMBERS]) noexcept nogil:
    # How much each number is changed for ever, for each player, by cards that are owned and powers.
    #   writes   changes[n_players][N_NUMBERS]
    cdef int values[MAX_PLAYERS][N_NUMBERS]
    cdef Numbers always = b.at[ALWAYS]
    cdef const Row* row
    cdef int i, n, seat, effect, owner
    for seat in range(p.n_players):
        memcpy(values[seat], b.bases, sizeof(b.bases))
        memset(changes[seat], 0, N_NUMBERS * sizeof(int))
    for i in range(always.n):
        effect = b.listed[always.first + i]
        row = &b.effects[effect]
        owner = owner_of(b, p, effect)
        if owner == NONE or (row.power != NONE and p.surged[owner] != row.side):
            continue
        if row.who != ALL_SERVED:
            add_standing(row, values[owner], changes[owner])
            continue
        for seat in range(p.n_players):
            add_standing(row, values[seat], changes[seat])
    for seat in range(p.n_players):
        for n in range(N_NUMBERS):
            changes[seat][n] += values[seat][n] - b.bases[n]

cdef inline void restand(const Board* b, Position* p) noexcept nogil:
    # Sums up what works for ever, after a technology was bought or a power was flipped.
    cdef int changes[MAX_PLAYERS][N_NUMBERS]
    cdef int seat, n
    if b.at[ALWAYS].n == 0:
        return
    standing(b, p, changes)
    for seat in range(p.n_players):
        for n in range(N_NUMBERS):
            p.changed[seat][n] = <int8_t>(changes[seat][n] + p.for_role[seat][n] + p.for_battle[seat][n])
    clip_tracks(b, p)


# --- C16.15: what ends

cdef inline bint is_nothing(const int8_t* row, int n) noexcept nogil:
    # Whether all numbers of a row are 0.
    #   reads    row[n], n >= 8
    cdef uint64_t found, word
    cdef int i
    memcpy(&found, row + n - 8, 8)
    for i in range(0, n - 8, 8):
        memcpy(&word, row + i, 8)
        found |= word
    return found == 0

cdef inline void end_changes(const Board* b, Position* p, int8_t (*part)[N_NUMBERS]) noexcept nogil:
    # Ends what effects changed for a time.
    #   reads    part, for_role or for_battle of p
    #   writes   p
    cdef int seat, n
    if is_nothing(part[0], MAX_PLAYERS * N_NUMBERS):
        return
    for seat in range(p.n_players):
        for n in range(N_NUMBERS):
            p.changed[seat][n] = <int8_t>(p.changed[seat][n] - part[seat][n])
            part[seat][n] = 0
    clip_tracks(b, p)

cdef inline void end_role_changes(const Board* b, Position* p) noexcept nogil:
    # Ends what effects changed for the role.
    end_changes(b, p, p.for_role)

cdef inline void end_battle_changes(const Board* b, Position* p) noexcept nogil:
    # Ends what effects changed for the battle.
    end_changes(b, p, p.for_battle)
