# For Empire of the Stars. Its rules at speed: the legal actions of a position, their effects, chance and the end.
# Header-only. Each role has a header of its own.

from sse_core._core.empire_of_the_stars.set_up cimport *
from sse_core._core.random cimport child_seed, ply_below, stream_at

cdef enum:                  # what decided a game
    UNDECIDED = 0
    BY_TOTAL = 1
    BY_PLANETS = 2
    BY_FAVOUR = 3
    MAX_EVENTS = MAX_TECHNOLOGIES


# --- who is to act

cdef inline bint is_chance(const Position* p) noexcept nogil:
    # C16.1: whether something is drawn now.
    return p.step == REVEAL_DUE or p.step == CARD_DUE or p.step == TURN_DUE

cdef inline int seats_to_act(const Position* p) noexcept nogil:
    # C16.1: the set of the seats to act: one, or all who still set dials or choose powers; empty where something is
    # drawn, and at the end.
    cdef int seat, found = 0
    if p.step == END_DUE or is_chance(p):
        return 0
    if p.step == DIAL_DUE:
        if p.written[0] < 2:
            found = 1 << p.attacker
        return found | 1 << p.defender if p.written[1] < 2 else found
    if p.step == POWER_DUE:
        for seat in range(p.n_players):
            if not p.power[seat]:
                found |= 1 << seat
        return found
    return 1 << p.actor

cdef inline bint is_to_act(const Position* p, int player) noexcept nogil:
    # Whether a seat, or CHANCE, is to act.
    return is_chance(p) if player == CHANCE else seats_to_act(p) >> player & 1

cdef inline int first_to_act(const Position* p) noexcept nogil:
    # The first seat that is to act, or CHANCE; 0 at the end, as `State.legal_ids` has it.
    cdef int seats = seats_to_act(p)
    if seats == 0:
        return CHANCE if is_chance(p) else 0
    return sse_lowest_bit(seats)

cdef inline bint are_of_one_decision(int step, int other) noexcept nogil:
    # Whether two steps belong to one decision. The steps of each decision follow one another, so none begins
    # between the two.
    cdef uint64_t begins = (
        one(HOME_DUE) | one(ROLE_DUE) | one(EXPLORE_DUE) | one(STEWARD_DUE) | one(TRADE_DUE) | one(INVEST_DUE)
        | one(BUILD_DUE) | one(DEPLOY_DUE) | one(DRAW_DUE) | one(MOVE_DUE) | one(BATTLE_DUE) | one(INVITE_DUE)
        | one(ANSWER_DUE) | one(DIAL_DUE) | one(SHIFT_DUE) | one(HIT_DUE) | one(COLONIZE_DUE) | one(INFLUENCE_DUE)
        | one(PUT_DUE) | one(EDICT_DUE) | one(FAVOUR_DUE) | one(POWER_DUE) | one(WINDOW_DUE) | one(END_DUE)
    )
    sse_check(step <= END_DUE and other <= END_DUE)
    # Those that begin after the first of the two, up to the last one.
    return begins & ((one(max(step, other)) << 1) - (one(min(step, other)) << 1)) == 0


# --- what is legal

cdef inline void add_legal(const Board* b, const Position* p, int player, Ids* ids) noexcept nogil:
    # Adds the legal actions of a step, for a player who is to act, or CHANCE; none at the end.
    cdef int step = p.step
    if step == HOME_DUE:
        add_home(b, p, player, ids)
    elif step == FIRST_TILE_DUE:
        add_first_tile(b, p, player, ids)
    elif step == ROLE_DUE:
        add_role(b, p, player, ids)
    elif step == EXPLORE_DUE:
        add_explore(b, p, player, ids)
    elif step == EXPLORE_AT_DUE:
        add_explore_at(b, p, player, ids)
    elif step == EXPLORE_SETTLE_DUE:
        add_explore_settle(b, p, player, ids)
    elif step == REVEAL_DUE:
        add_reveal(b, p, player, ids)
    elif step == STEWARD_DUE:
        add_steward(b, p, player, ids)
    elif step == TRADE_DUE or step == TRADE_METAL_DUE or step == TRADE_ENERGY_DUE:
        add_trade(b, p, player, ids)
    elif step == INVEST_DUE:
        add_invest(b, p, player, ids)
    elif step == BUILD_DUE:
        add_build(b, p, player, ids)
    elif step == DEPLOY_DUE:
        add_deploy(b, p, player, ids)
    elif step == DEPLOY_AT_DUE:
        add_deploy_at(b, p, player, ids)
    elif step == DRAW_DUE:
        add_draw(b, p, player, ids)
    elif step == CARD_DUE:
        add_card(b, p, player, ids)
    elif step == TURN_DUE:
        add_turn(b, p, player, ids)
    elif step == BUY_DUE:
        add_buy(b, p, player, ids)
    elif step == DISCARD_DUE:
        add_discard(b, p, player, ids)
    elif step == MOVE_DUE:
        add_move(b, p, player, ids)
    elif step == MOVE_SHIP_DUE:
        add_move_ship(b, p, player, ids)
    elif step == MOVE_TO_DUE:
        add_move_to(b, p, player, ids)
    elif step == BATTLE_DUE:
        add_battle(b, p, player, ids)
    elif step == AGAINST_DUE:
        add_against(b, p, player, ids)
    elif step == INVITE_DUE:
        add_invite(b, p, player, ids)
    elif step == ANSWER_DUE:
        add_answer(b, p, player, ids)
    elif step == BRING_DUE:
        add_bring(b, p, player, ids)
    elif step == BRING_SHIP_DUE:
        add_bring_ship(b, p, player, ids)
    elif step == BRING_TO_DUE:
        add_bring_to(b, p, player, ids)
    elif step == DIAL_DUE:
        add_dial(b, p, player, ids)
    elif step == SHIFT_DUE:
        add_shift(b, p, player, ids)
    elif step == SHIFT_SHIP_DUE:
        add_shift_ship(b, p, player, ids)
    elif step == SHIFT_TO_DUE:
        add_shift_to(b, p, player, ids)
    elif step == HIT_DUE:
        add_hit(b, p, player, ids)
    elif step == HIT_UNIT_DUE:
        add_hit_unit(b, p, player, ids)
    elif step == COLONIZE_DUE:
        add_colonize(b, p, player, ids)
    elif step == INFLUENCE_DUE:
        add_influence(b, p, player, ids)
    elif step == PUT_DUE:
        add_put(b, p, player, ids)
    elif step == EDICT_DUE:
        add_edict(b, p, player, ids)
    elif step == FAVOUR_DUE:
        add_favour(b, p, player, ids)
    elif step == POWER_DUE:
        add_power(b, p, player, ids)
    elif step == WINDOW_DUE:
        add_window(b, p, player, ids)
    elif step == EFFECT_RESOURCE_DUE:
        add_effect_resource(b, p, player, ids)
    elif step == EFFECT_CARD_DUE:
        add_effect_card(b, p, player, ids)
    elif step == EFFECT_SEAT_DUE:
        add_effect_seat(b, p, player, ids)
    elif step == EFFECT_TILE_DUE:
        add_effect_tile(b, p, player, ids)
    elif step == EFFECT_AT_DUE:
        add_effect_at(b, p, player, ids)
    elif step == EFFECT_FROM_DUE:
        add_effect_from(b, p, player, ids)
    elif step == EFFECT_SHIP_DUE:
        add_effect_ship(b, p, player, ids)
    elif step == EFFECT_TO_DUE:
        add_effect_to(b, p, player, ids)
    elif step == EFFECT_HIT_DUE:
        add_effect_hit(b, p, player, ids)
    elif step == EFFECT_UNIT_DUE:
        add_effect_unit(b, p, player, ids)
    elif step == EFFECT_AGAIN_DUE:
        add_effect_again(b, p, player, ids)
    elif step == EFFECT_EDICT_DUE:
        add_effect_edict(b, p, player, ids)
    else:
        sse_check(step == END_DUE)

cdef inline void legal_to_act(const Board* b, const Position* p, int player, Ids* ids) noexcept nogil:
    # The legal actions of a player who is to act, or of CHANCE.
    #   writes   ids
    ids.n = 0
    add_legal(b, p, player, ids)
    add_uses(b, p, player, p.step, ids)

cdef inline void legal(const Board* b, const Position* p, int player, Ids* ids) noexcept nogil:
    # The legal actions of a player, or of CHANCE; none out of turn.
    #   writes   ids
    if is_to_act(p, player):
        legal_to_act(b, p, player, ids)
    else:
        ids.n = 0


# --- what follows

cdef inline void play_step(const Board* b, Position* p, int player, int verb, int n) noexcept nogil:
    # The effect of a legal action of a step, up to what stands between steps.
    #   reads    n, the number of the verb's argument
    #   writes   p
    cdef int step = p.step
    if step == HOME_DUE:
        play_home(b, p, player, verb, n)
    elif step == FIRST_TILE_DUE:
        play_first_tile(b, p, player, verb, n)
    elif step == ROLE_DUE:
        play_role(b, p, player, verb, n)
    elif step == EXPLORE_DUE:
        play_explore(b, p, player, verb, n)
    elif step == EXPLORE_AT_DUE:
        play_explore_at(b, p, player, verb, n)
    elif step == EXPLORE_SETTLE_DUE:
        play_explore_settle(b, p, player, verb, n)
    elif step == REVEAL_DUE:
        play_reveal(b, p, player, verb, n)
    elif step == STEWARD_DUE:
        play_steward(b, p, player, verb, n)
    elif step == TRADE_DUE or step == TRADE_METAL_DUE or step == TRADE_ENERGY_DUE:
        play_trade(b, p, player, verb, n)
    elif step == INVEST_DUE:
        play_invest(b, p, player, verb, n)
    elif step == BUILD_DUE:
        play_build(b, p, player, verb, n)
    elif step == DEPLOY_DUE:
        play_deploy(b, p, player, verb, n)
    elif step == DEPLOY_AT_DUE:
        play_deploy_at(b, p, player, verb, n)
    elif step == DRAW_DUE:
        play_draw(b, p, player, verb, n)
    elif step == CARD_DUE:
        play_card(b, p, player, verb, n)
    elif step == TURN_DUE:
        play_turn(b, p, player, verb, n)
    elif step == BUY_DUE:
        play_buy(b, p, player, verb, n)
    elif step == DISCARD_DUE:
        play_discard(b, p, player, verb, n)
    elif step == MOVE_DUE:
        play_move(b, p, player, verb, n)
    elif step == MOVE_SHIP_DUE:
        play_move_ship(b, p, player, verb, n)
    elif step == MOVE_TO_DUE:
        play_move_to(b, p, player, verb, n)
    elif step == BATTLE_DUE:
        play_battle(b, p, player, verb, n)
    elif step == AGAINST_DUE:
        play_against(b, p, player, verb, n)
    elif step == INVITE_DUE:
        play_invite(b, p, player, verb, n)
    elif step == ANSWER_DUE:
        play_answer(b, p, player, verb, n)
    elif step == BRING_DUE:
        play_bring(b, p, player, verb, n)
    elif step == BRING_SHIP_DUE:
        play_bring_ship(b, p, player, verb, n)
    elif step == BRING_TO_DUE:
        play_bring_to(b, p, player, verb, n)
    elif step == DIAL_DUE:
        play_dial(b, p, player, verb, n)
    elif step == SHIFT_DUE:
        play_shift(b, p, player, verb, n)
    elif step == SHIFT_SHIP_DUE:
        play_shift_ship(b, p, player, verb, n)
    elif step == SHIFT_TO_DUE:
        play_shift_to(b, p, player, verb, n)
    elif step == HIT_DUE:
        play_hit(b, p, player, verb, n)
    elif step == HIT_UNIT_DUE:
        play_hit_unit(b, p, player, verb, n)
    elif step == COLONIZE_DUE:
        play_colonize(b, p, player, verb, n)
    elif step == INFLUENCE_DUE:
        play_influence(b, p, player, verb, n)
    elif step == PUT_DUE:
        play_put(b, p, player, verb, n)
    elif step == EDICT_DUE:
        play_edict(b, p, player, verb, n)
    elif step == FAVOUR_DUE:
        play_favour(b, p, player, verb, n)
    elif step == POWER_DUE:
        play_power(b, p, player, verb, n)
    elif step == WINDOW_DUE:
        play_window(b, p, player, verb, n)
    elif step == EFFECT_RESOURCE_DUE:
        play_effect_resource(b, p, player, verb, n)
    elif step == EFFECT_CARD_DUE:
        play_effect_card(b, p, player, verb, n)
    elif step == EFFECT_SEAT_DUE:
        play_effect_seat(b, p, player, verb, n)
    elif step == EFFECT_TILE_DUE:
        play_effect_tile(b, p, player, verb, n)
    elif step == EFFECT_AT_DUE:
        play_effect_at(b, p, player, verb, n)
    elif step == EFFECT_FROM_DUE:
        play_effect_from(b, p, player, verb, n)
    elif step == EFFECT_SHIP_DUE:
        play_effect_ship(b, p, player, verb, n)
    elif step == EFFECT_TO_DUE:
        play_effect_to(b, p, player, verb, n)
    elif step == EFFECT_HIT_DUE:
        play_effect_hit(b, p, player, verb, n)
    elif step == EFFECT_UNIT_DUE:
        play_effect_unit(b, p, player, verb, n)
    elif step == EFFECT_AGAIN_DUE:
        play_effect_again(b, p, player, verb, n)
    elif step == EFFECT_EDICT_DUE:
        play_effect_edict(b, p, player, verb, n)
    else:
        sse_check(False)

cdef inline void do_role(const Board* b, Position* p) noexcept nogil:
    # The role begins that the monolith stands on.
    cdef int role = p.monolith
    if role == EXPLORER:
        begin_explorer(b, p)
    elif role == STEWARD:
        begin_steward(b, p)
    elif role == MERCHANT:
        begin_merchant(b, p)
    elif role == ENGINEER:
        begin_engineer(b, p)
    elif role == SCIENTIST:
        begin_scientist(b, p)
    elif role == WARLORD:
        begin_warlord(b, p)
    else:
        sse_check(role == REGENT)
        begin_regent(b, p)

cdef inline void resume(const Board* b, Position* p) noexcept nogil:
    # The step goes on beside whose own actions an effect was used.
    cdef int step = p.then, seat = p.actor
    p.then = 0
    if step == EXPLORE_DUE:
        resume_explorer(b, p, seat, step)
    elif step == TRADE_DUE or step == INVEST_DUE:
        resume_merchant(b, p, seat, step)
    elif step == BUILD_DUE or step == DEPLOY_DUE:
        resume_engineer(b, p, seat, step)
    elif step == DRAW_DUE or step == BUY_DUE:
        resume_scientist(b, p, seat, step)
    elif step == MOVE_DUE or step == BATTLE_DUE or step == COLONIZE_DUE:
        resume_warlord(b, p, seat, step)
    else:
        sse_check(step == INFLUENCE_DUE or step == PUT_DUE)
        resume_regent(b, p, seat, step)

cdef inline void do_between(const Board* b, Position* p) noexcept nogil:
    # What stands between steps goes on by itself, up to what is next.
    cdef int step = p.step
    if step == SET_UP_OVER_DUE:
        take_starts(b, p)
    elif step == GAME_BEGINS_DUE:
        begin_game(b, p)
    elif step == BEGIN_ROLE_DUE:
        begin_role(b, p)
    elif step == DO_ROLE_DUE:
        do_role(b, p)
    elif step == END_ROLE_DUE:
        end_role(b, p)
    elif step == ROLE_OVER_DUE:
        role_over(b, p)
    elif step == SET_DIALS_DUE:
        set_dials(b, p)
    elif step == OPEN_DIALS_DUE:
        open_dials(b, p)
    elif step == BATTLE_OVER_DUE:
        end_battle(b, p)
    elif step == AFTER_BATTLE_DUE:
        after_battle(b, p)
    elif step == EDICT_SCORED_DUE:
        edict_scored(b, p)
    elif step == FINISH_DUE:
        begin_end(b, p)
    elif step == COUNTED_DUE:
        finish(b, p)
    elif step == ASK_DUE:
        ask(b, p)
    elif step == GO_ON_DUE:
        go_on(b, p)
    else:
        sse_check(step == RESUME_DUE)
        resume(b, p)

cdef inline void play(const Board* b, Position* p, int player, int index) noexcept nogil:
    # The effect of a legal action of a player, or of CHANCE.
    #   reads    index, one of `legal`
    #   writes   p
    cdef int step = p.step, actor = p.actor, verb = b.verbs[index]
    if verb == USE_VERB and b.during[step].n and not p.window:
        use(b, p, player, b.numbers[index])
    else:
        play_step(b, p, player, verb, b.numbers[index])
    while p.step > END_DUE:
        do_between(b, p)
    p.begun = is_chance(p) or (p.actor == actor and are_of_one_decision(p.step, step))


# --- chance

cdef inline int greatest_divisor(int a, int b) noexcept nogil:
    # The greatest common divisor; of 0 and a number, the number.
    cdef int rest
    while b:
        rest = a % b
        a, b = b, rest
    return a

cdef inline int odds_of(const Board* b, const Position* p, int64_t* weights) noexcept nogil:
    # The odds of the chance events that can come.
    #   writes   weights[0:n], one for each of the n <= MAX_EVENTS events, in the order of their ids
    #   returns  their sum, the least common denominator of the probabilities; 0 if no event is due
    cdef int events_by_kind[MAX_KINDS]
    cdef int kind, i, total, n = 0, divisor = 0
    cdef Ids ids
    if not is_chance(p):
        return 0
    if p.step != REVEAL_DUE:
        # All cards of the deck are equally likely.
        legal_to_act(b, p, CHANCE, &ids)
        for i in range(ids.n):
            weights[i] = 1
        return ids.n
    total = events(b, p, events_by_kind)
    for kind in range(b.n_kinds):
        if events_by_kind[kind]:
            weights[n] = events_by_kind[kind]
            divisor = greatest_divisor(events_by_kind[kind], divisor)
            n += 1
    for i in range(n):
        weights[i] //= divisor
    return total // divisor

cdef inline int draw_event(const Board* b, const Position* p, uint64_t* stream) noexcept nogil:
    # What chance draws at a ply where an event is due, as ``PlyStream.draw(odds)`` of seeds.py.
    #   writes   stream, from which the ply draws (ply_below)
    #   returns  an id
    cdef int64_t weights[MAX_EVENTS]
    cdef int64_t left = ply_below(stream, odds_of(b, p, weights))
    cdef int n = 0
    cdef Ids ids
    while left >= weights[n]:
        left -= weights[n]
        n += 1
    legal_to_act(b, p, CHANCE, &ids)
    return ids.at[n]


# --- the end

cdef inline int outcome_of(const Board* b, const Position* p, uint8_t* winners) noexcept nogil:
    # C12.4: the end of the game.
    #   writes   winners, a set of one seat; none while the game goes on
    #   returns  what decided it
    cdef int first, second
    winners[0] = 0
    if p.step != END_DUE:
        return UNDECIDED
    second = tied(b, p, &first)
    if first & (first - 1) == 0:
        winners[0] = <uint8_t>first
        return BY_TOTAL
    if second & (second - 1) == 0:
        winners[0] = <uint8_t>second
        return BY_PLANETS
    sse_check(p.favoured < p.n_players)
    winners[0] = <uint8_t>(1 << p.favoured)
    return BY_FAVOUR
