# For Empire of the Stars. C13.3, C16.13: the moments at which effects can be used: owners of usable effects are asked,
# or use them beside their own actions. Header-only.

from sse_core._core.empire_of_the_stars.verbs cimport *

cdef enum:
    CHOOSER_SERVED = 1      # of Row.who
    OTHERS_SERVED = 2
    AT_LEAST = 0            # of Test.comparison
    AT_MOST = 1


cdef inline bint won_tactics(const Position* p, int seat) noexcept nogil:
    # C10.6: whether a player is the attacker or defender whose tactics are higher, once the dials are open.
    if p.sector == NOBODY or p.written[0] < 2 or p.written[1] < 2:
        return False
    if seat == p.attacker:
        return tactics(p, 0) > tactics(p, 1)
    return seat == p.defender and tactics(p, 1) > tactics(p, 0)

cdef inline bint holds(const Board* b, const Position* p, int seat, const Test* test) noexcept nogil:
    # Whether what a test compares is as it says.
    cdef int value
    if test.what < N_MEASURES:
        value = measure(b, p, seat, test.what)
    elif test.what == EMPEROR_TEST:
        value = p.emperor == seat
    elif test.what == ATTACKER_TEST:
        value = p.attacker == seat
    else:
        sse_check(test.what == WINNER_TEST)
        value = won_tactics(p, seat)
    if test.comparison == AT_LEAST:
        return value >= test.number
    if test.comparison == AT_MOST:
        return value <= test.number
    return value == test.number

cdef inline bint is_listed(const Board* b, const Numbers* row, int effect) noexcept nogil:
    # Whether an effect is one of some effects.
    cdef int i
    for i in range(row.first, row.first + row.n):
        if b.listed[i] == effect:
            return True
    return False

cdef inline bint does_something(const Board* b, const Position* p, int seat, const Row* row) noexcept nogil:
    # Whether a part of an effect can do something now.
    cdef int i
    for i in range(row.n_stages):
        if row.stages[i].part >= GAIN_ANY_PART and can_do(b, p, seat, &row.stages[i], row.who):
            return True
    return False

cdef inline bint usable(const Board* b, const Position* p, int seat, int effect) noexcept nogil:
    # Whether a player can use an effect now, if its moment is now.
    cdef const Row* row = &b.effects[effect]
    cdef int i
    if row.card != NONE:
        if p.place[row.card] != OWNED + seat or not technologies_act(p):
            return False
    elif p.power[seat] != row.power + 1 or p.surged[seat] != row.side:
        return False
    if p.used[effect] >= row.times or (BATTLE_BEGIN <= row.when <= BATTLE_END and not p.side[seat]):
        return False
    if row.who == CHOOSER_SERVED:
        if seat != p.chooser:
            return False
    elif row.who == OTHERS_SERVED and seat == p.chooser:
        return False
    if not can_pay(b, p, seat, row):
        return False
    for i in range(row.n_tests):
        if not holds(b, p, seat, &b.tests[row.first_test + i]):
            return False
    return does_something(b, p, seat, row)

cdef inline bint any_usable(const Board* b, const Position* p, int seat, const Numbers* effects) noexcept nogil:
    # Whether a player can use one of some effects now.
    cdef int i
    for i in range(effects.n):
        if usable(b, p, seat, b.listed[effects.first + i]):
            return True
    return False

cdef inline void add_usable(
    const Board* b, const Position* p, int seat, const Numbers* effects, Ids* ids
) noexcept nogil:
    # Adds the uses of those of some effects that a player can use now.
    cdef int i, effect
    for i in range(effects.n):
        effect = b.listed[effects.first + i]
        if usable(b, p, seat, effect):
            add_of(b, ids, USE_VERB, effect)

cdef inline bint can_use(const Board* b, const Position* p, int seat, int step) noexcept nogil:
    # Whether there are effects that a player can use beside the own actions of a step.
    return effects_act(p) and any_usable(b, p, seat, &b.during[step])

cdef inline void add_uses(const Board* b, const Position* p, int seat, int step, Ids* ids) noexcept nogil:
    # Adds the effects that a player can use beside the own actions of a step.
    if effects_act(p):
        add_usable(b, p, seat, &b.during[step], ids)

cdef inline void use(const Board* b, Position* p, int seat, int effect) noexcept nogil:
    # Uses an effect; beside a step's own actions, the step goes on afterwards.
    if not p.window:
        p.then = p.step
    p.used[effect] += 1
    begin_effect(b, p, seat, effect)


# --- windows

cdef inline bint is_before(int moment) noexcept nogil:
    # S51: whether the powers that surge can be flipped back at a moment, before a role.
    return BEFORE <= moment < BEFORE + N_ROLES

cdef inline bint any_surged(const Position* p) noexcept nogil:
    return (p.surged[0] | p.surged[1] | p.surged[2] | p.surged[3]) != 0

cdef inline void open_window(const Board* b, Position* p, int moment, int then) noexcept nogil:
    # Asks the owners of effects of a moment, lowest number first, and goes on with a step afterwards.
    cdef uint8_t seats[MAX_PLAYERS]
    p.step = <uint8_t>then
    if effects_act(p) and (b.at[moment].n or (is_before(moment) and any_surged(p))):
        by_number(p, seats)
        p.window, p.then, p.step, p.actor = <uint8_t>(moment + 1), <uint8_t>then, ASK_DUE, seats[0]

cdef inline void close_window(Position* p) noexcept nogil:
    p.step = p.then
    p.window = p.then = 0

cdef inline void ask(const Board* b, Position* p) noexcept nogil:
    # Asks the next player, from the actor on, who can use an effect; what must happen happens by itself.
    cdef int moment = p.window - 1, place, seat, i, effect
    cdef uint8_t seats[MAX_PLAYERS]
    cdef bint can
    cdef Numbers effects = b.at[moment]
    by_number(p, seats)
    for place in range(place_by_number(seats, p.actor), p.n_players):
        seat = seats[place]
        p.actor = <uint8_t>seat
        can = is_before(moment) and p.surged[seat]
        for i in range(effects.n):
            effect = b.listed[effects.first + i]
            if usable(b, p, seat, effect):
                if b.effects[effect].must or moment == SET_UP_MOMENT:
                    use(b, p, seat, effect)
                    return
                can = True
        if can:
            p.step = WINDOW_DUE
            return
    close_window(p)

cdef inline void add_window(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int moment = p.window - 1
    add_alone(b, ids, DONE_VERB)
    if is_before(moment) and p.surged[seat]:
        add_alone(b, ids, CORE_VERB)
    add_usable(b, p, seat, &b.at[moment], ids)

cdef inline void play_window(const Board* b, Position* p, int seat, int verb, int effect) noexcept nogil:
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int following
    if verb == USE_VERB:
        use(b, p, seat, effect)
        return
    p.step = ASK_DUE
    if verb == CORE_VERB:
        # S51: who doesn't want to surge flips back.
        flip(b, p, seat, 0)
        return
    by_number(p, seats)
    following = place_by_number(seats, seat) + 1
    if following < p.n_players:
        p.actor = seats[following]
    else:
        close_window(p)
