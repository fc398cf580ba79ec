# For Empire of the Stars. Checks of the due decision in a position: fields that a step leaves at rest, the battle,
# powers and effects, the half-made decision. `find_fault` then checks all laws of a position. Header-only. Functions
# are as in ``table_laws.pxd``.

from sse_core._core.empire_of_the_stars.positions.table_laws cimport *


# --- steps

cdef inline uint64_t span(int first, int last) noexcept nogil:
    # The set of the steps from one to another, which is END_DUE at most.
    return ((one(last) << 1) - 1) & ~(one(first) - 1)

cdef inline bint is_among(uint64_t steps, int step) noexcept nogil:
    # Whether a step is one of a set; those beyond END_DUE are in none.
    return step <= END_DUE and steps >> step & 1

cdef inline uint64_t steps_of_effects() noexcept nogil:
    # Steps of effects, which can come up in every role; what else is set then is that of the step or window before.
    return span(WINDOW_DUE, EFFECT_EDICT_DUE) | one(CARD_DUE) | one(REVEAL_DUE)

cdef inline uint64_t steps_of_battle() noexcept nogil:
    return span(INVITE_DUE, HIT_UNIT_DUE)

cdef inline uint64_t steps_of_dials() noexcept nogil:
    return span(DIAL_DUE, HIT_UNIT_DUE)

cdef inline uint64_t steps_of_shifts() noexcept nogil:
    return span(SHIFT_DUE, SHIFT_TO_DUE)

cdef inline uint64_t steps_with_draft() noexcept nogil:
    # The steps that go on with a decision half made.
    return (
        one(FIRST_TILE_DUE) | one(EXPLORE_AT_DUE) | one(EXPLORE_SETTLE_DUE) | one(TRADE_METAL_DUE)
        | one(TRADE_ENERGY_DUE) | one(DEPLOY_AT_DUE) | one(CARD_DUE) | one(TURN_DUE) | one(MOVE_SHIP_DUE)
        | one(MOVE_TO_DUE) | one(AGAINST_DUE) | one(BRING_SHIP_DUE) | one(BRING_TO_DUE) | one(SHIFT_SHIP_DUE)
        | one(SHIFT_TO_DUE) | one(HIT_UNIT_DUE) | one(EFFECT_AT_DUE) | one(EFFECT_SHIP_DUE) | one(EFFECT_TO_DUE)
        | one(EFFECT_UNIT_DUE)
    )

cdef inline int around(const Position* p) noexcept nogil:
    # The step that what is on the table belongs to: that around an effect, or one of the battle of a window.
    if not is_among(steps_of_effects(), p.step) or not (p.window or p.effect):
        return p.step
    if p.window == 0:
        return p.then
    if p.window - 1 == BATTLE_BEGIN:
        return ANSWER_DUE
    if p.window - 1 == BATTLE_OPEN or p.window - 1 == BATTLE_END:
        return SHIFT_DUE
    return WINDOW_DUE


# --- C16.1: what is at rest

cdef inline bint is_set(const void* field, int64_t n, int rest) noexcept nogil:
    # Whether any of n bytes isn't as it is at rest.
    cdef int64_t i
    for i in range(n):
        if (<const uint8_t*>field)[i] != rest:
            return True
    return False

cdef inline bint stirs(
    const Position* p, const void* field, int64_t n, int rest, uint64_t steps, int step, Fault* out
) noexcept nogil:
    # Whether a field isn't at rest in a step, though it is but in some steps.
    #   reads    field[n], bytes of p
    if is_among(steps, step) or not is_set(field, n, rest):
        return False
    return tell(out, REST_LAW, offset_of(p, field), p.step, 0, 0)

cdef inline bint stirs_in_battle(const Position* p, int step, Fault* out) noexcept nogil:
    # The fields of battles, from the sector to the last one of all. Effects can destroy before the dials are set.
    cdef uint64_t battle = steps_of_battle(), dials = steps_of_dials()
    return (
        stirs(p, &p.fought, sizeof(p.fought), 0, span(MOVE_DUE, COLONIZE_DUE), step, out)
        or stirs(p, &p.sector, 3, NOBODY, battle, step, out)
        or stirs(p, &p.side, sizeof(p.side) + sizeof(p.asked), 0, battle, step, out)
        or stirs(p, &p.force, offset_of(p, &p.fallen) - offset_of(p, &p.force), 0, dials, step, out)
        or stirs(p, &p.fallen, sizeof(p.fallen), 0, dials | one(ANSWER_DUE), step, out)
        or stirs(p, &p.plus, sizeof(p[0]) - offset_of(p, &p.plus), 0, dials, step, out)
        or stirs(p, &p.shifts, sizeof(p.shifts), 0, steps_of_shifts(), step, out)
    )

cdef inline bint is_not_at_rest(const Position* p, Fault* out) noexcept nogil:
    # Whether a field is set in a step that leaves it at rest.
    cdef int step = p.step, about = around(p)
    cdef uint64_t put = one(PUT_DUE), buy = one(INFLUENCE_DUE) | put, within = steps_of_effects()
    cdef uint64_t counting = (
        one(INVEST_DUE) | one(BUILD_DUE) | one(DRAW_DUE) | one(CARD_DUE) | one(TURN_DUE) | one(BUY_DUE)
        | one(INFLUENCE_DUE)
    )
    return (
        stirs(p, &p.draft, sizeof(p.draft), 0, steps_with_draft(), step, out)
        or stirs(p, &p.count, 1, 0, counting, about, out)
        or stirs(p, &p.put_back, 1, 0, one(REVEAL_DUE), step, out)
        or stirs(p, &p.moved, sizeof(p.moved), 0, span(MOVE_DUE, COLONIZE_DUE), about, out)
        or stirs(p, &p.shifted, sizeof(p.shifted), 0, steps_of_shifts(), about, out)
        or stirs(p, &p.placed, sizeof(p.placed), 0, put, about, out)
        or stirs(p, &p.on_throne, sizeof(p.on_throne), 0, put, about, out)
        or stirs(p, &p.influence, sizeof(p.influence), 0, buy, about, out)
        or stirs(p, &p.bought, 1, 0, buy, about, out)
        or stirs(p, &p.sway_at, sizeof(p.sway_at), 0, put, about, out)
        or stirs(p, &p.sway_throne, sizeof(p.sway_throne), 0, put, about, out)
        or stirs(p, &p.sway, sizeof(p.sway), 0, buy | one(WINDOW_DUE), about, out)
        or stirs(p, &p.dealt, sizeof(p.dealt), 0, one(POWER_DUE), about, out)
        or stirs(p, &p.window, 1, 0, within, step, out)
        or stirs(p, &p.then, 1, 0, within | one(DISCARD_DUE), step, out)
        or stirs(p, &p.effect, 4, 0, within, step, out)
        or stirs_in_battle(p, about, out)
        or stirs(p, &p.favoured, 1, NOBODY, one(END_DUE), about, out)
    )


# --- C10: the battle

cdef inline bint has_wrong_sides(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C9.6, C10.1, C10.2: a battle that goes on has its sector and its sides.
    cdef int side, seat, leaders
    if p.sector >= b.n_sectors or p.attacker == NOBODY or p.defender == NOBODY or p.attacker == p.defender:
        return breaks(out, BATTLE_LAW)
    if p.side[p.attacker] != 1 or p.side[p.defender] != 2:
        return breaks(out, LEADERS_LAW)
    if not p.fought >> p.sector & 1:
        return breaks(out, FOUGHT_LAW)
    if p.fought >> b.n_sectors:
        return breaks(out, SECTORS_LAW)
    leaders = 1 << p.attacker | 1 << p.defender
    for side in range(2):
        if p.asked[side] & leaders or p.asked[side] >> p.n_players:
            return breaks(out, ASKED_LAW)
        for seat in range(p.n_players):
            if not leaders >> seat & 1 and p.side[seat] == side + 1 and not p.asked[side] >> seat & 1:
                return tell(out, JOINED_LAW, seat, 0, 0, 0)
    return False

cdef inline bint is_leader(const Position* p, int seat) noexcept nogil:
    return seat == p.attacker or seat == p.defender

cdef inline bint has_wrong_battle(const Board* b, const Position* p, Fault* out) noexcept nogil:
    if not is_among(steps_of_battle(), around(p)):
        return False
    if has_wrong_sides(b, p, out):
        return True
    if p.step == ANSWER_DUE and (p.fallen[0] or p.fallen[1]):
        return breaks(out, FALLEN_LAW)
    if p.step == INVITE_DUE and not is_leader(p, p.actor):
        return breaks(out, INVITER_LAW)
    if ANSWER_DUE <= p.step <= BRING_TO_DUE:
        if not (p.asked[0] | p.asked[1]) >> p.actor & 1 or (p.step == ANSWER_DUE) == (p.side[p.actor] > 0):
            return tell(out, ANSWER_LAW, p.actor, 0, 0, 0)
    return is_among(steps_of_dials(), around(p)) and has_wrong_dials(b, p, out)

cdef inline bint has_wrong_dial(const Board* b, const Position* p, int side, Fault* out) noexcept nogil:
    # C10.4, C10.5: the dial of a side.
    cdef int force = p.force[side], written = p.written[side]
    if p.step != DIAL_DUE and written != 2:
        return breaks(out, DIALS_OPEN_LAW)
    if ((written == 0 or written == SEALED) and p.tactics[side]) or (written != 2 and p.weapons[side]):
        return breaks(out, DIAL_UNSET_LAW)
    if force > b.most_strength and b.dial == NONE:
        return tell(out, FORCE_LAW, force, b.most_strength, 0, 0)
    if p.tactics[side] > dial_end(b, force) or p.weapons[side] > dial_end(b, force - p.tactics[side]):
        return tell(out, DIAL_PARTS_LAW, force, 0, 0, 0)
    return False

cdef inline bint has_wrong_hits(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C10.7: the hits that are left. In a window hits are those that effects spare.
    cdef int dials[2][3]
    cdef int side, most
    for side in range(2):
        parts(b, p, side, dials[side])
    for side in range(2):
        most = max(0, dials[side][1] - dials[1 - side][2]) if p.step != DIAL_DUE else 0
        if p.window:
            most = MOST_ADDED
        if p.hits[side] > most:
            return tell(out, HITS_LAW, most, p.hits[side], 0, 0)
    return False

cdef inline bint has_wrong_dials(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C10.5 to C10.7: dials, moves by tactics, hits.
    cdef int ahead = tactics(p, 0) - tactics(p, 1)
    if has_wrong_dial(b, p, 0, out) or has_wrong_dial(b, p, 1, out):
        return True
    if p.step == DIAL_DUE and p.written[0] > 1 and p.written[1] > 1:
        return breaks(out, DIALS_SET_LAW)
    if p.step == DIAL_DUE and p.actor != p.attacker:
        return breaks(out, DIAL_ACTOR_LAW)
    if is_among(steps_of_shifts(), p.step):
        if not 0 < p.shifts <= abs(ahead) or p.actor != (p.defender if ahead < 0 else p.attacker):
            return breaks(out, SHIFTS_LAW)
    if (p.step == HIT_DUE or p.step == HIT_UNIT_DUE) and not is_leader(p, p.actor):
        return breaks(out, HITTER_LAW)
    return has_wrong_hits(b, p, out)


# --- C1.8, C13: powers, and what effects have changed

cdef inline bint is_dealt(const Position* p, int seat, int power) noexcept nogil:
    return p.dealt[seat][0] == power or p.dealt[seat][1] == power or p.dealt[seat][2] == power

cdef inline bint has_wrong_power(const Board* b, const Position* p, int seat, Fault* out) noexcept nogil:
    # C1.8: a player's power, or the choice of it.
    cdef int power = p.power[seat], nth, n = 0
    cdef bint choosing = p.step == POWER_DUE
    for nth in range(N_DEALT):
        n += p.dealt[seat][nth] > 0
    if power > b.n_powers and (power != SECRET or not choosing or n):
        return tell(out, UNKNOWN_POWER_LAW, seat, 0, 0, 0)
    if not choosing:
        return power == 0 and tell(out, POWERLESS_LAW, seat, 0, 0, 0)
    if (n and n < N_DEALT) or (0 < power < SECRET and not is_dealt(p, seat, power)):
        return tell(out, ONE_OF_THREE_LAW, seat, 0, 0, 0)
    return False

cdef inline bint has_wrong_choice(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C1.8: the powers that are dealt, and those that are shown.
    cdef uint64_t met = 0, held = 0
    cdef int seat, nth, power, chosen = 0
    for seat in range(p.n_players):
        chosen += p.power[seat] > 0
    if p.step == POWER_DUE and chosen == p.n_players:
        return breaks(out, ALL_CHOSEN_LAW)
    for seat in range(p.n_players):
        for nth in range(N_DEALT):
            power = p.dealt[seat][nth]
            if power > b.n_powers or (power and met >> power & 1):
                return breaks(out, DEALT_ONCE_LAW)
            met |= one(power)
    for seat in range(p.n_players):
        power = p.power[seat]
        if power and power != SECRET and held >> power & 1:
            return breaks(out, ONE_PLAYERS_LAW)
        held |= one(power)
    return False

cdef inline bint has_wrong_numbers(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C13.6: what effects change for ever, for the role and for the battle make up what they change in all.
    cdef int changes[MAX_PLAYERS][N_NUMBERS]
    cdef int seat, n
    memset(changes, 0, sizeof(changes))
    if not is_set_up(p):
        standing(b, p, changes)
    for seat in range(p.n_players):
        for n in range(N_NUMBERS):
            if (p.changed[seat][n] - changes[seat][n] - p.for_role[seat][n] - p.for_battle[seat][n]) & 255:
                return tell(out, CHANGED_LAW, seat, 0, 0, 0)
    return False

cdef inline bint outlasts(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C11.3, C16.13, C16.15: what effects have left behind.
    cdef int effect
    if is_set(&p.sway, sizeof(p.sway), 0) and around(p) == WINDOW_DUE and p.window - 1 != BEFORE + REGENT:
        return breaks(out, SWAY_LAW)
    if p.step == ROLE_DUE:
        if is_set(&p.used, sizeof(p.used), 0):
            return breaks(out, USED_IN_ROLE_LAW)
        if is_set(&p.for_role, sizeof(p.for_role) + sizeof(p.for_battle), 0):
            return breaks(out, ROLE_CHANGES_LAW)
    if p.sector == NOBODY and is_set(&p.for_battle, sizeof(p.for_battle), 0):
        return breaks(out, BATTLE_CHANGES_LAW)
    for effect in range(b.n_effects):
        if p.used[effect] and b.effects[effect].card != NONE and not technologies_act(p):
            return tell(out, IDLE_CARD_LAW, effect, 0, 0, 0)
        if p.used[effect] > b.effects[effect].times or (p.used[effect] and owner_of(b, p, effect) == NONE):
            return tell(out, USES_LAW, effect, p.used[effect], 0, 0)
    return False

cdef inline bint has_wrong_powers(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C1.8, C4.8, C13.1: powers and their sides. The fields of powers, and those of effects, follow each other.
    cdef int seat
    if not has_powers(p):
        return is_set(&p.power, offset_of(p, &p.window) - offset_of(p, &p.power), 0) and breaks(out, WITHOUT_POWERS_LAW)
    for seat in range(p.n_players):
        if has_wrong_power(b, p, seat, out):
            return True
    if has_wrong_choice(b, p, out):
        return True
    if is_set_up(p) and is_set(&p.surged, offset_of(p, &p.window) - offset_of(p, &p.surged), 0):
        return breaks(out, CORE_SIDES_LAW)
    return p.new_wormhole and p.step == ROLE_DUE and breaks(out, FLIPPED_LAW)

cdef inline bint has_wrong_changes(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C13.1, C16.13: what effects have used and changed.
    cdef int64_t effects
    if not effects_act(p):
        effects = offset_of(p, &p.fought) - offset_of(p, &p.window)
        return is_set(&p.window, effects, 0) and breaks(out, WITHOUT_EFFECTS_LAW)
    if is_set_up(p) and is_set(&p.window, offset_of(p, &p.changed) - offset_of(p, &p.window), 0):
        return breaks(out, UNUSED_LAW)
    return has_wrong_numbers(b, p, out) or outlasts(b, p, out)


# --- C13.3, C16.13, C16.14: the window, and the effect that is half done

cdef inline bint can_follow(int moment, int then) noexcept nogil:
    # C13.3: whether a step can follow the window of a moment.
    if moment == SET_UP_MOMENT:
        return then == GAME_BEGINS_DUE
    if BEFORE <= moment < BEFORE + N_ROLES:
        return then == DO_ROLE_DUE
    if AFTER <= moment < AFTER + N_ROLES:
        return then == ROLE_OVER_DUE
    # Of the moments within a role, production alone asks.
    if moment == PRODUCE_MOMENT:
        return then == END_ROLE_DUE
    if moment == BATTLE_BEGIN:
        return then == SET_DIALS_DUE
    if moment == BATTLE_OPEN:
        return then == OPEN_DIALS_DUE
    if moment == BATTLE_END:
        return then == BATTLE_OVER_DUE
    if moment == EDICT_MOMENT:
        return then == END_ROLE_DUE or then == EDICT_SCORED_DUE
    return moment == FINAL_MOMENT and then == COUNTED_DUE

cdef inline int role_of_window(int moment, int then) noexcept nogil:
    # C13.3: the role that a window belongs to; NONE if it belongs to no certain one.
    if BEFORE <= moment < BEFORE + N_ROLES:
        return moment - BEFORE
    if AFTER <= moment < AFTER + N_ROLES:
        return moment - AFTER
    if moment == PRODUCE_MOMENT:
        return STEWARD
    return REGENT if moment == EDICT_MOMENT and then == END_ROLE_DUE else NONE

cdef inline bint has_wrong_window(const Position* p, Fault* out) noexcept nogil:
    cdef int moment = p.window - 1, role = role_of_window(moment, p.then)
    if not can_follow(moment, p.then):
        return tell(out, WINDOW_AFTER_LAW, moment, 0, 0, 0)
    if moment < PRODUCE_MOMENT and role != NONE and role != p.monolith:
        return tell(out, WINDOW_ROLE_LAW, moment, 0, 0, 0)
    if (BATTLE_BEGIN <= moment <= BATTLE_END) != (p.sector != NOBODY):
        return tell(out, WINDOW_BATTLE_LAW, moment, 0, 0, 0)
    if role != NONE and role != p.monolith:
        return tell(out, WINDOW_ROLE_LAW, moment, 0, 0, 0)
    return False

cdef inline int role_of_step(int step) noexcept nogil:
    # The role in which a step with effects beside its own actions is due.
    if step == EXPLORE_DUE:
        return EXPLORER
    if step == TRADE_DUE or step == INVEST_DUE:
        return MERCHANT
    if step == BUILD_DUE or step == DEPLOY_DUE:
        return ENGINEER
    if step == DRAW_DUE or step == BUY_DUE:
        return SCIENTIST
    return REGENT if step == INFLUENCE_DUE or step == PUT_DUE else WARLORD

cdef inline bint asks_here(int part, int step) noexcept nogil:
    # C16.14: whether a part of an effect comes up in a step.
    if part == PLACE_PART:
        return step == EFFECT_TILE_DUE or step == EFFECT_AT_DUE or step == REVEAL_DUE
    if part == DRAW_PART:
        return step == CARD_DUE
    if part == MOVE_PART:
        return EFFECT_FROM_DUE <= step <= EFFECT_TO_DUE
    if part == REMOVE_PART:
        return step == EFFECT_HIT_DUE or step == EFFECT_UNIT_DUE
    if part == TAKE_CARD_PART and step == EFFECT_CARD_DUE:
        return True
    return part <= LAST_CHOICE and first_step_of(part) == step

cdef inline bint has_wrong_part(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C16.13, C16.14: the effect that is half done, and its part.
    cdef const Row* row
    cdef int effect = p.effect - 1, owner, part = NONE
    if effect >= b.n_effects:
        return breaks(out, EFFECT_LAW)
    row, owner = &b.effects[effect], owner_of(b, p, effect)
    if 0 < p.part <= row.n_stages:
        part = row.stages[p.part - 1].part
    # Who gives a card chooses it.
    if owner == NONE or (p.actor != owner) != (p.step == EFFECT_CARD_DUE and part == TAKE_CARD_PART):
        return breaks(out, EFFECT_OWNER_LAW)
    if part == NONE or not asks_here(part, p.step):
        return tell(out, EFFECT_STEP_LAW, p.step, 0, 0, 0)
    if not p.used[effect]:
        return breaks(out, EFFECT_USED_LAW)
    if p.left == 0 and p.step != REVEAL_DUE:
        return breaks(out, EFFECT_PART_LAW)
    if p.sector != NOBODY and not p.side[owner]:
        return tell(out, EFFECT_SIDE_LAW, owner, 0, 0, 0)
    if p.window:
        return row.when != p.window - 1 and breaks(out, EFFECT_MOMENT_LAW)
    if p.then > END_DUE or not is_listed(b, &b.during[p.then], effect):
        return breaks(out, EFFECT_MOMENT_LAW)
    return p.monolith != role_of_step(p.then) and breaks(out, EFFECT_ROLE_LAW)

cdef inline bint has_wrong_effect(const Board* b, const Position* p, Fault* out) noexcept nogil:
    if p.step == WINDOW_DUE and (p.window == 0 or p.effect):
        return breaks(out, WINDOW_STEP_LAW)
    if EFFECT_RESOURCE_DUE <= p.step <= EFFECT_EDICT_DUE and p.effect == 0:
        return tell(out, NO_EFFECT_STEP_LAW, p.step, 0, 0, 0)
    if p.window and p.effect == 0 and p.step != WINDOW_DUE:
        return breaks(out, NOBODY_ASKED_LAW)
    if p.effect == 0:
        if p.part or p.left:
            return breaks(out, NOT_HALF_DONE_LAW)
        if p.window == 0 and p.then:
            if p.step != DISCARD_DUE or (p.then != ROLE_OVER_DUE and p.then != GAME_BEGINS_DUE):
                return breaks(out, NOTHING_AFTER_LAW)
    if p.window and has_wrong_window(p, out):
        return True
    return p.effect and has_wrong_part(b, p, out)


# --- C16.1: the decision

cdef inline int draft_length(int step) noexcept nogil:
    # How many choices a decision half made can have before a step.
    if step == TRADE_ENERGY_DUE:
        return 2
    return 2 if step == MOVE_TO_DUE or step == BRING_TO_DUE or step == SHIFT_TO_DUE or step == EFFECT_TO_DUE else 1

cdef inline int step_before(int step) noexcept nogil:
    # The step whose choice is the first of a draft, of a decision that began with it; NONE for other steps. The second
    # one is that of the next step.
    if step == EXPLORE_AT_DUE or step == DEPLOY_AT_DUE or step == AGAINST_DUE:
        return step - 1
    if step == MOVE_SHIP_DUE or step == BRING_SHIP_DUE or step == SHIFT_SHIP_DUE or step == EFFECT_SHIP_DUE:
        return step - 1
    if step == HIT_UNIT_DUE or step == EFFECT_UNIT_DUE:
        return step - 1
    if step == MOVE_TO_DUE or step == BRING_TO_DUE or step == SHIFT_TO_DUE or step == EFFECT_TO_DUE:
        return step - 2
    return NONE

cdef inline bint has_wrong_choices(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # Whether a choice of the draft wasn't legal where it was made.
    cdef Position before = p[0]
    cdef Ids ids
    cdef int first = step_before(p.step), place, drafted, i
    cdef bint is_legal
    if first == NONE:
        return False
    memset(before.draft, 0, sizeof(before.draft))
    for place in range(p.step - first):
        before.step, ids.n = <uint8_t>(first + place), 0
        add_legal(b, &before, p.actor, &ids)
        # The first numbers of the verb are the own types of ships.
        drafted = p.draft[place]
        if before.step == SHIFT_SHIP_DUE or before.step == EFFECT_SHIP_DUE:
            drafted += N_TYPES
        is_legal = False
        for i in range(ids.n):
            is_legal = is_legal or (b.verbs[ids.at[i]] != DONE_VERB and b.numbers[ids.at[i]] == drafted)
        if not is_legal:
            return tell(out, DRAFT_CHOICE_LAW, p.draft[place], before.step, 0, 0)
        before.draft[place] = p.draft[place]
    return False

cdef inline bint has_wrong_draft(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # Whether the choices of a decision half made aren't what was there to choose.
    cdef int first = p.draft[0], step = p.step, seat = p.actor, n = draft_length(step), resource
    if is_set(p.draft + n, 4 - n, 0):
        return tell(out, DRAFT_LENGTH_LAW, n, 0, 0, 0)
    if step == TRADE_METAL_DUE or step == TRADE_ENERGY_DUE:
        for resource in range(n):
            if p.draft[resource] > number(b, p, seat, TRACK + resource):
                return breaks(out, DRAFT_TRACK_LAW)
        return False
    if (step == CARD_DUE or step == TURN_DUE) and first > 2:
        return breaks(out, DRAFT_COST_LAW)
    if step == FIRST_TILE_DUE and first != p.home[seat]:
        return breaks(out, DRAFT_HOME_LAW)
    if step == EXPLORE_SETTLE_DUE:
        if first >= b.n_regions or not is_planet(b, p.tile[first]) or p.token[first] or p.stock[seat] == 0:
            return breaks(out, DRAFT_PLANET_LAW)
        return seat != p.chooser and breaks(out, DRAFT_SETTLER_LAW)
    if step == EFFECT_AT_DUE:
        if stage_of(b, p).part == PLACE_PART:
            return not (first < b.n_kinds and p.display[first]) and breaks(out, DRAFT_TILE_LAW)
        return first and breaks(out, DRAFT_TILE_LAW)
    return has_wrong_choices(b, p, out)

cdef inline bint is_wrongly_named(const Board* b, const Position* p) noexcept nogil:
    # C12.4: whether the Emperor hasn't named the winner among those still tied, or has done so without need.
    cdef int first, still = tied(b, p, &first)
    if still & (still - 1) == 0:
        return p.favoured != NOBODY
    return p.favoured == NOBODY or not still >> p.favoured & 1

cdef inline bint has_wrong_decision(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # The draft was legal, and everybody who is to act, chance too, has an action. A view may hide what there is to
    # discard or to choose.
    cdef Ids ids
    cdef int player
    if has_wrong_draft(b, p, out):
        return True
    if p.step == END_DUE:
        return is_wrongly_named(b, p) and breaks(out, FAVOUR_LAW)
    # S62: any number of uses comes to this.
    if p.count > (MOST_LEFT if effects_act(p) else 1):
        return tell(out, COUNT_LAW, p.count, 0, 0, 0)
    for player in range(CHANCE, p.n_players):
        if is_to_act(p, player) and (player == CHANCE or not is_set(&p.hidden[player], 3, 0)):
            legal(b, p, player, &ids)
            if ids.n == 0:
                return tell(out, NOTHING_TO_DO_LAW, p.step, 0, 0, 0)
    return False


# --- all laws

cdef inline bint find_fault(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # Whether a position can't be: whether it breaks a law, the first of which is written into `out`. The rules find all
    # that they read, now and later, in one that can.
    out.law = WHOLE
    return (
        exceeds_game(b, p, out)
        or has_wrong_seats(p, out)
        or is_not_at_rest(p, out)
        or has_wrong_galaxy(b, p, out)
        or has_wrong_tokens(b, p, out)
        or has_wrong_ships(b, p, out)
        or has_wrong_tiles(b, p, out)
        or has_wrong_cards(b, p, out)
        or has_wrong_battle(b, p, out)
        or has_wrong_powers(b, p, out)
        or has_wrong_changes(b, p, out)
        or has_wrong_effect(b, p, out)
        or has_wrong_decision(b, p, out)
    )
