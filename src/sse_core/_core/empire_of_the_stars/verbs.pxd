# For Empire of the Stars. C16.14: the verbs of effects, done part by part, and the choices that they need. Header-only.

from sse_core._core.empire_of_the_stars.roles.explorer cimport *

cdef enum:
    ANY_SHIP = 0            # of what is moved or removed: any ship, then each type, then a colony
    ANY_COLONY = 4
    TOKEN_UNIT = 12         # the number of a colony among units; ships have seat * 3 and their type
    BY_SHIPS = 0            # where a planet is settled: where own ships are, beside own planets; and anywhere
    BESIDE_PLANETS = 1
    IN_SECTORS = 0          # where units fall: in sectors with own units, beside own units; and anywhere
    BESIDE_UNITS = 1
    OF_OPPONENT = 1         # whose ships are moved
    MOST_ADDED = 99         # to influence, dials and hits that don't count
    MOST_LEFT = 20


# --- amounts and prices

cdef inline int amount(const Board* b, const Position* p, int seat, const Amount* n) noexcept nogil:
    # A number of an effect, or so many for each of a measure, for its owner.
    cdef int other, value, found = 0
    cdef bint is_first = True
    if n.per == NONE:
        return n.number
    if n.of == 0:
        found = measure(b, p, seat, n.per)
    else:
        for other in range(p.n_players):
            if other == seat:
                continue
            value = measure(b, p, other, n.per)
            if n.of == 1:
                found += value
            elif is_first or (value > found if n.of == 2 else value < found):
                found = value
            is_first = False
    return min(n.number * found, <int>n.most)

cdef inline int money_of(const Position* p, int seat, int money) noexcept nogil:
    # The credits of a player, or a resource: 1 is the first one.
    return p.resources[seat][money - 1] if money else <int>p.credits[seat]

cdef inline void pay(Position* p, int seat, const uint8_t* price) noexcept nogil:
    #   reads    price[4]: credits, polymers, metal, energy
    cdef int resource
    if price[0]:
        earn(p, seat, -<int>price[0])
    for resource in range(3):
        sse_check(p.resources[seat][resource] >= price[1 + resource])
        p.resources[seat][resource] -= price[1 + resource]

cdef inline void receive(const Board* b, Position* p, int seat, int money, int n) noexcept nogil:
    if money:
        gain(b, p, seat, money - 1, n)
    else:
        earn(p, seat, n)

cdef inline bint can_pay(const Board* b, const Position* p, int seat, const Row* row) noexcept nogil:
    # Whether a player can pay for an effect.
    cdef int money, i, n, left
    cdef const Stage* stage
    for money in range(4):
        if row.paid[money] > money_of(p, seat, money):
            return False
    if row.tokens > p.stock[seat]:
        return False
    for i in range(row.n_stages):
        stage = &row.stages[i]
        n = stage.n.number
        if stage.part == PAY_ANY_PART:
            left = 0
            for money in range(1, 4):
                left += money_of(p, seat, money) - row.paid[money]
            if left < n:
                return False
        elif stage.part == PAY_SHIP_PART:
            if count_type(p, seat, stage.what) < n:
                return False
        elif stage.part == PAY_CARD_PART:
            if cards_in_hand(b, p, seat) < n:
                return False
        else:
            break
    return True


# --- what can be done

cdef inline int others_of(const Position* p, int seat) noexcept nogil:
    # The set of the other seats.
    return ((1 << p.n_players) - 1) & ~(1 << seat)

cdef inline int served_by(const Position* p, int seat, int who) noexcept nogil:
    # The set of the seats that an effect serves: the owner's, those of the side, or all.
    cdef int other, found
    if who == ALL_SERVED:
        return (1 << p.n_players) - 1
    if who == SIDE_SERVED:
        found = 0
        for other in range(p.n_players):
            if p.side[other] == p.side[seat]:
                found |= 1 << other
        return found
    return 1 << seat

cdef inline uint64_t effect_movable(
    const Board* b, const Position* p, int seat, const Stage* stage, uint64_t within, uint64_t* units
) noexcept nogil:
    # The regions with ships that an effect can move.
    #   reads    within, the regions that are looked at
    #   writes   units, the set of the ships that it can move there: seat * 3 and their types
    cdef Terrain land = terrain_of(b, p)
    cdef int owner, kind, region, owners = others_of(p, seat) if stage.where == OF_OPPONENT else 1 << seat
    cdef uint64_t targets, left, found = 0
    cdef bint stop
    units[0] = 0
    for owner in range(p.n_players):
        if not owners >> owner & 1:
            continue
        targets = stops(b, p, owner)
        stop = number(b, p, owner, ASTEROIDS_STOP) != 0
        for kind in range(N_TYPES):
            if stage.what != ANY_SHIP and stage.what != kind + 1:
                continue
            left = within & regions_with(p.ships[owner][kind])
            while left:
                region = sse_lowest_bit(left)
                left &= left - 1
                if reaches(b, &land, region, stage.steps, stop, targets):
                    found |= one(region)
                    units[0] |= one(N_TYPES * owner + kind)
    return found

cdef inline uint64_t free_planets(const Board* b, const Position* p, int seat, int where) noexcept nogil:
    # The planets without owner that an effect can settle.
    cdef uint64_t near = 0, planets, own
    cdef Terrain land
    if not p.stock[seat]:
        return 0
    land = terrain_of(b, p)
    planets = land.planets & ~regions_with(p.token)
    if where == BY_SHIPS:
        planets &= ships_of(p, seat)
    elif where == BESIDE_PLANETS:
        own = home_of(p, seat) | tokens_of(p, seat, False) | tokens_of(p, seat, True)
        while own:
            near |= b.near[sse_lowest_bit(own)]
            own &= own - 1
        planets &= near
    return planets

cdef inline uint64_t removable(
    const Board* b, const Position* p, int seat, const Stage* stage, uint64_t within, uint64_t* units
) noexcept nogil:
    # S71: the regions with units of opponents that an effect can destroy. In a battle they are those of the other side
    # in its sector, whose ships guard its colonies; elsewhere those of a colony's owner do.
    #   reads    within, the regions that are looked at
    #   writes   units, the set of the numbers of these units there
    cdef uint64_t regions = b.all_regions, own, theirs, found = 0
    cdef int owner, kind, sector, others = others_of(p, seat)
    units[0] = 0
    if p.sector != NOBODY:
        regions = b.sectors[p.sector]
        for owner in range(p.n_players):
            if not p.side[owner] or p.side[owner] == p.side[seat]:
                others &= ~(1 << owner)
    elif stage.where == IN_SECTORS:
        own, regions = units_of(b, p, seat), 0
        for sector in range(b.n_sectors):
            if b.sectors[sector] & own:
                regions |= b.sectors[sector]
    elif stage.where == BESIDE_UNITS:
        own = regions = units_of(b, p, seat)
        while own:
            regions |= b.near[sse_lowest_bit(own)]
            own &= own - 1
    regions &= within
    for owner in range(p.n_players):
        if not others >> owner & 1:
            continue
        if stage.what == ANY_COLONY:
            theirs = regions & tokens_of(p, owner, False)
            if number(b, p, seat, GUARDS):
                theirs &= ~(ships_of(p, owner) if p.sector == NOBODY else guarded(p, p.side[owner]))
            found |= theirs
            if theirs:
                units[0] |= one(TOKEN_UNIT)
            continue
        for kind in range(N_TYPES):
            if stage.what == ANY_SHIP or stage.what == kind + 1:
                theirs = regions & regions_with(p.ships[owner][kind])
                found |= theirs
                if theirs:
                    units[0] |= one(N_TYPES * owner + kind)
    return found

cdef inline int holders_of(const Board* b, const Position* p, int seat, const Stage* stage) noexcept nogil:
    # The set of the opponents from whom something can be taken.
    cdef int other, found = 0
    for other in range(p.n_players):
        if other == seat:
            continue
        if (cards_in_hand(b, p, other) if stage.part == TAKE_CARD_PART else money_of(p, other, stage.what)):
            found |= 1 << other
    return found

cdef inline bint can_swap(const Position* p, int seat, const Stage* stage) noexcept nogil:
    cdef int money
    for money in range(4):
        if stage.give[money] > money_of(p, seat, money):
            return False
    return True

cdef inline bint can_build_by(const Board* b, const Position* p, int seat, const Stage* stage) noexcept nogil:
    # Whether an effect can build a ship of a player.
    if not p.supply[seat][stage.what]:
        return False
    return stage.part == BUILD_STAGING_PART or in_set(with_room(b, p, seat), p.home[seat])

cdef inline uint64_t yards(const Board* b, const Position* p, int seat) noexcept nogil:
    # The set of regions where an effect can build a ship on a starbase, wherever ships are deployed (C7.3).
    return starbases_of(p, seat) & with_room(b, p, seat)

cdef inline bint is_heard(const Position* p, int seat, int who) noexcept nogil:
    # C10.3: whether an effect changes a dial: an ally's card serves the ally's own units unless it names the side.
    return who == SIDE_SERVED or seat == p.attacker or seat == p.defender

cdef inline bint can_do(const Board* b, const Position* p, int seat, const Stage* stage, int who) noexcept nogil:
    # Whether a part of an effect can do something now.
    cdef int part = stage.part, served, each
    if part == SURGE_PART or part == CORE_PART:
        return power_of(p, seat) >= 0 and p.surged[seat] == (part == CORE_PART)
    if part == NUMBER_PART and stage.steps:
        # What sets a number may set it to 0.
        return True
    if amount(b, p, seat, &stage.n) == 0:
        return False
    if part == DIAL_PART:
        return is_heard(p, seat, who)
    if part <= LAST_CHOICE:
        return has_choice(b, p, seat, stage)
    if part == TAKE_EACH_PART:
        return holders_of(b, p, seat, stage) != 0
    if part == SCORE_GALAXY_PART:
        return p.pile > 0
    if (part == GAIN_PART and stage.what == 0) or (part == SCORE_TOKEN_PART and p.pile):
        return True
    if part == GAIN_PART or part == SCORE_TOKEN_PART or part == BUILD_STAGING_PART or part == BUILD_HOME_PART:
        served = served_by(p, seat, who)
        for each in range(p.n_players):
            if not served >> each & 1:
                continue
            if part == GAIN_PART:
                if p.resources[each][stage.what - 1] < number(b, p, each, TRACK + stage.what - 1):
                    return True
            elif part == SCORE_TOKEN_PART:
                if p.stock[each]:
                    return True
            elif can_build_by(b, p, each, stage):
                return True
        return False
    return True

cdef inline bint has_choice(const Board* b, const Position* p, int seat, const Stage* stage) noexcept nogil:
    # Whether there is something to choose for a part that asks.
    cdef int part = stage.part, resource
    cdef uint64_t units
    if part == EDICT_PART:
        return True
    if part == GAIN_ANY_PART:
        # What doesn't fit is lost (C5.4), so that one resource has room is enough.
        for resource in range(3):
            if p.resources[seat][resource] < number(b, p, seat, TRACK + resource):
                return True
        return False
    if part == PAY_ANY_PART:
        return p.resources[seat][0] or p.resources[seat][1] or p.resources[seat][2]
    if part == PAY_SHIP_PART:
        return regions_with(p.ships[seat][stage.what]) != 0
    if part == PAY_CARD_PART:
        return cards_in_hand(b, p, seat) > 0
    if part == TAKE_PART or part == TAKE_CARD_PART:
        return holders_of(b, p, seat, stage) != 0
    if part == BUILD_STARBASE_PART:
        return p.supply[seat][stage.what] > 0 and yards(b, p, seat) != 0
    if part == MOVE_PART:
        return effect_movable(b, p, seat, stage, b.all_regions, &units) != 0
    if part == SETTLE_PART:
        return free_planets(b, p, seat, stage.where) != 0
    if part == UPGRADE_PART:
        return tokens_of(p, seat, False) != 0
    if part == REMOVE_PART:
        return removable(b, p, seat, stage, b.all_regions, &units) != 0
    if part == DRAW_PART:
        return can_draw(b, p, stage.what - 1)
    if part == PLACE_PART:
        return can_place(b, p)
    sse_check(part == SWAP_PART)
    return can_swap(p, seat, stage)


# --- the parts that choose nothing

cdef inline void take_money(const Board* b, Position* p, int seat, int other, int money, int n) noexcept nogil:
    # Moves up to so many credits or resources from one player to another.
    cdef int taken = min(n, money_of(p, other, money))
    if money:
        p.resources[other][money - 1] -= <uint8_t>taken
    else:
        earn(p, other, -taken)
    receive(b, p, seat, money, taken)

cdef inline void build_by(const Board* b, Position* p, int seat, const Stage* stage, int n) noexcept nogil:
    # Builds up to n ships of a player in the staging area or at home.
    cdef int _i, kind = stage.what
    for _i in range(n):
        if not can_build_by(b, p, seat, stage):
            return
        p.supply[seat][kind] -= 1
        if stage.part == BUILD_HOME_PART:
            p.ships[seat][kind][p.home[seat]] += 1
        else:
            p.staging[seat][kind] += 1

cdef inline void serve(
    const Board* b, Position* p, int seat, const Stage* stage, int n, int until
) noexcept nogil:
    # A part that chooses nothing, for a player whom it serves.
    #   reads    until, when a changed number ends
    cdef int part = stage.part, _i
    if part == GAIN_PART:
        receive(b, p, seat, stage.what, n)
    elif part == SCORE_TOKEN_PART:
        for _i in range(n):
            score_token(p, seat, True)
    elif part == SCORE_GALAXY_PART:
        for _i in range(n):
            score_galaxy(p, seat)
    elif part == NUMBER_PART:
        change(b, p, seat, stage.what, n - number(b, p, seat, stage.what) if stage.steps else n, until)
    elif part == INFLUENCE_PART:
        p.sway[seat] = <uint8_t>min(MOST_ADDED, p.sway[seat] + n)
    else:
        sse_check(part == BUILD_STAGING_PART or part == BUILD_HOME_PART)
        build_by(b, p, seat, stage, n)

cdef inline void do_at_once(
    const Board* b, Position* p, int seat, const Stage* stage, int n, const Row* row
) noexcept nogil:
    # A part that chooses nothing, for its owner.
    cdef int part = stage.part, served, each, _i
    if part == SURGE_PART or part == CORE_PART:
        flip(b, p, seat, part == SURGE_PART)
    elif part == TAKE_EACH_PART:
        for each in range(p.n_players):
            if each != seat:
                take_money(b, p, seat, each, stage.what, n)
    elif part == DIAL_PART:
        if not is_heard(p, seat, row.who):
            return
        sse_check(p.side[seat] > 0)
        each = p.plus[p.side[seat] - 1][stage.what] + n
        p.plus[p.side[seat] - 1][stage.what] = <int8_t>max(-MOST_ADDED, min(MOST_ADDED, each))
    elif part == SPARE_PART and row.who == SIDE_SERVED:
        # The other side makes fewer hits; they are counted when the dials are read.
        sse_check(p.side[seat] > 0)
        p.hits[2 - p.side[seat]] = <uint16_t>min(MOST_ADDED, p.hits[2 - p.side[seat]] + n)
    elif part == SPARE_PART:
        p.spare[seat] = <uint8_t>min(MOST_ADDED, p.spare[seat] + n)
    else:
        # S10: in turn order from the owner, since the pile may be too small.
        served, each = served_by(p, seat, row.who), seat
        for _i in range(p.n_players):
            if served >> each & 1:
                serve(b, p, each, stage, n, row.until)
            each = seat_after(p, each)


# --- how an effect goes on

cdef inline void begin_effect(const Board* b, Position* p, int seat, int effect) noexcept nogil:
    # Pays for an effect what isn't chosen, and lets it go on.
    cdef const Row* row = &b.effects[effect]
    pay(p, seat, row.paid)
    p.stock[seat] -= row.tokens
    p.spent[seat] += row.tokens
    p.effect = <uint16_t>(effect + 1)
    p.step, p.actor = GO_ON_DUE, seat

cdef inline int first_step_of(int part) noexcept nogil:
    # The first step of a part that its player chooses something for.
    if part == PAY_ANY_PART or part == GAIN_ANY_PART:
        return EFFECT_RESOURCE_DUE
    if part == PAY_SHIP_PART or part == MOVE_PART:
        return EFFECT_FROM_DUE
    if part == PAY_CARD_PART:
        return EFFECT_CARD_DUE
    if part == TAKE_PART or part == TAKE_CARD_PART:
        return EFFECT_SEAT_DUE
    if part == BUILD_STARBASE_PART or part == SETTLE_PART or part == UPGRADE_PART:
        return EFFECT_AT_DUE
    if part == REMOVE_PART:
        return EFFECT_HIT_DUE
    if part == PLACE_PART:
        return EFFECT_TILE_DUE
    if part == SWAP_PART:
        return EFFECT_AGAIN_DUE
    sse_check(part == EDICT_PART)
    return EFFECT_EDICT_DUE

cdef inline const Stage* stage_of(const Board* b, const Position* p) noexcept nogil:
    # The part of the effect that is half done.
    sse_check(p.effect > 0 and p.part > 0)
    return &b.effects[p.effect - 1].stages[p.part - 1]

cdef inline void go_on(const Board* b, Position* p) noexcept nogil:
    # Does the parts of an effect up to the next choice, or to its end.
    cdef int effect = p.effect - 1, seat = owner_of(b, p, effect), n
    cdef const Row* row = &b.effects[effect]
    cdef const Stage* stage
    sse_check(effect >= 0 and seat >= 0)
    p.actor = <uint8_t>seat
    while True:
        if p.left:
            stage = stage_of(b, p)
            if has_choice(b, p, seat, stage):
                if stage.part == DRAW_PART:
                    draw_from(b, p, stage.what - 1)
                else:
                    p.step = <uint8_t>first_step_of(stage.part)
                return
            p.left = 0
        if p.part == row.n_stages:
            break
        stage = &row.stages[p.part]
        p.part += 1
        n = amount(b, p, seat, &stage.n)
        if stage.part > LAST_CHOICE:
            do_at_once(b, p, seat, stage, n, row)
        elif stage.part == TAKE_PART:
            # All of it comes from one opponent.
            p.left = n > 0
        elif stage.part == SWAP_PART:
            if n > 0 and can_swap(p, seat, stage):
                swap(b, p, seat, stage)
                p.left = <uint8_t>(min(MOST_LEFT, n) - 1)
        else:
            p.left = <uint8_t>max(0, min(MOST_LEFT, n))
    p.effect = p.part = 0
    p.step = ASK_DUE if p.window else RESUME_DUE

cdef inline void end_choice(Position* p) noexcept nogil:
    # Counts a choice that was made.
    p.draft[0] = p.draft[1] = 0
    sse_check(p.left > 0)
    p.left -= 1
    p.step = GO_ON_DUE

cdef inline void end_part(Position* p) noexcept nogil:
    # Ends a part before it was done as often as it can be.
    p.left = 0
    p.step = GO_ON_DUE

cdef inline void swap(const Board* b, Position* p, int seat, const Stage* stage) noexcept nogil:
    cdef int money
    pay(p, seat, stage.give)
    for money in range(4):
        if stage.get[money]:
            receive(b, p, seat, money, stage.get[money])


# --- resources, cards, seats

cdef inline void add_effect_resource(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int resource
    cdef bint paying = stage_of(b, p).part == PAY_ANY_PART
    for resource in range(3):
        if not paying or p.resources[seat][resource]:
            add_of(b, ids, RESOURCE_VERB, resource)

cdef inline void play_effect_resource(const Board* b, Position* p, int seat, int verb, int resource) noexcept nogil:
    if stage_of(b, p).part == PAY_ANY_PART:
        sse_check(p.resources[seat][resource] > 0)
        p.resources[seat][resource] -= 1
    else:
        gain(b, p, seat, resource, 1)
    end_choice(p)

cdef inline void add_effect_card(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_hand(b, p, seat, DISCARD_VERB, ids)

cdef inline void play_effect_card(const Board* b, Position* p, int seat, int verb, int card) noexcept nogil:
    if stage_of(b, p).part == PAY_CARD_PART:
        discard(b, p, card)
        end_choice(p)
        return
    # S66: the card that is given is shown. All of them come from one opponent, as far as the hand goes.
    p.place[card], p.known[card] = <uint8_t>(IN_HAND + owner_of(b, p, p.effect - 1)), 1
    p.left -= 1
    if not p.left or not cards_in_hand(b, p, seat):
        end_part(p)

cdef inline void add_effect_seat(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_set(b, ids, AGAINST_VERB, holders_of(b, p, seat, stage_of(b, p)))

cdef inline void play_effect_seat(const Board* b, Position* p, int seat, int verb, int other) noexcept nogil:
    cdef const Stage* stage = stage_of(b, p)
    if stage.part == TAKE_CARD_PART:
        p.step, p.actor = EFFECT_CARD_DUE, <uint8_t>other
        return
    take_money(b, p, seat, other, stage.what, amount(b, p, seat, &stage.n))
    end_choice(p)


# --- regions, tiles, ships

cdef inline void add_effect_tile(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_alone(b, ids, DONE_VERB)
    add_explore(b, p, seat, ids)

cdef inline void play_effect_tile(const Board* b, Position* p, int seat, int verb, int kind) noexcept nogil:
    if verb == DONE_VERB:
        end_part(p)
    else:
        p.draft[0], p.step = <uint8_t>kind, EFFECT_AT_DUE

cdef inline void add_effect_at(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef const Stage* stage = stage_of(b, p)
    if stage.part == PLACE_PART:
        add_explore_at(b, p, seat, ids)
        return
    add_alone(b, ids, DONE_VERB)
    if stage.part == SETTLE_PART:
        add_set(b, ids, SETTLE_VERB, free_planets(b, p, seat, stage.where))
    elif stage.part == UPGRADE_PART:
        add_set(b, ids, AT_VERB, tokens_of(p, seat, False))
    else:
        add_set(b, ids, AT_VERB, yards(b, p, seat))

cdef inline bint is_filled_later(const Position* p) noexcept nogil:
    # S65: whether the display is filled when all have placed: the effect is used before Explorer, the first role, or
    # within it.
    return p.window - 1 == BEFORE or (not p.window and p.then == EXPLORE_DUE)

cdef inline void play_effect_at(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    cdef const Stage* stage = stage_of(b, p)
    cdef int kind
    if verb == DONE_VERB:
        end_part(p)
        return
    if stage.part == PLACE_PART:
        kind = p.draft[0]
        p.display[kind] -= 1
        p.tile[region] = <uint8_t>(kind + 1)
        found_wormhole(b, p, kind)
        end_choice(p)
        if not is_filled_later(p):
            fill(b, p)
        return
    if stage.part == SETTLE_PART:
        place_token(p, seat, region)
    elif stage.part == UPGRADE_PART:
        p.token[region] += 1
    else:
        p.supply[seat][stage.what] -= 1
        p.ships[seat][stage.what][region] += 1
    end_choice(p)

cdef inline void add_effect_from(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef const Stage* stage = stage_of(b, p)
    cdef uint64_t units
    if stage.part == PAY_SHIP_PART:
        add_set(b, ids, FROM_VERB, regions_with(p.ships[seat][stage.what]))
        return
    add_alone(b, ids, DONE_VERB)
    add_set(b, ids, FROM_VERB, effect_movable(b, p, seat, stage, b.all_regions, &units))

cdef inline void play_effect_from(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    cdef const Stage* stage = stage_of(b, p)
    if verb == DONE_VERB:
        end_part(p)
    elif stage.part == PAY_SHIP_PART:
        leave(p, seat, stage.what, region)
        p.supply[seat][stage.what] += 1
        end_choice(p)
    else:
        p.draft[0], p.step = <uint8_t>region, EFFECT_SHIP_DUE

cdef inline void add_effect_ship(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t units
    effect_movable(b, p, seat, stage_of(b, p), one(p.draft[0]), &units)
    # The first numbers are the own types.
    add_set(b, ids, SHIP_VERB, units << N_TYPES)

cdef inline void play_effect_ship(const Board* b, Position* p, int seat, int verb, int ship) noexcept nogil:
    p.draft[1], p.step = <uint8_t>(ship - N_TYPES), EFFECT_TO_DUE

cdef inline void add_effect_to(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef int owner = p.draft[1] // N_TYPES
    cdef Terrain land = terrain_of(b, p)
    cdef uint64_t targets = reach_within(b, p, &land, owner, p.draft[0], stage_of(b, p).steps)
    add_set(b, ids, TO_VERB, targets & stops(b, p, owner))

cdef inline void play_effect_to(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    # S64: it isn't the ship's own move; a ship that has moved stays one.
    carry(p, p.draft[1] // N_TYPES, p.draft[1] % N_TYPES, p.draft[0], region)
    end_choice(p)

cdef inline void add_effect_hit(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t units
    add_alone(b, ids, DONE_VERB)
    add_set(b, ids, HIT_VERB, removable(b, p, seat, stage_of(b, p), b.all_regions, &units))

cdef inline void play_effect_hit(const Board* b, Position* p, int seat, int verb, int region) noexcept nogil:
    if verb == DONE_VERB:
        end_part(p)
    else:
        p.draft[0], p.step = <uint8_t>region, EFFECT_UNIT_DUE

cdef inline void add_effect_unit(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    cdef uint64_t units
    removable(b, p, seat, stage_of(b, p), one(p.draft[0]), &units)
    add_set(b, ids, UNIT_VERB, units)

cdef inline void destroy(Position* p, int seat, int region) noexcept nogil:
    # C10.10, S71: a colony goes into the throne of who destroyed it; in a battle allies will score for it.
    p.throne[seat][(p.token[region] - 1) >> 1] += 1
    p.token[region] = 0
    if p.sector != NOBODY:
        sse_check(p.side[seat] > 0)
        p.fallen[p.side[seat] - 1] += 1

cdef inline void play_effect_unit(const Board* b, Position* p, int seat, int verb, int unit) noexcept nogil:
    cdef int region = p.draft[0]
    if unit == TOKEN_UNIT:
        destroy(p, seat, region)
    else:
        leave(p, unit // N_TYPES, unit % N_TYPES, region)
        p.staging[unit // N_TYPES][unit % N_TYPES] += 1
    end_choice(p)


# --- exchanges and edicts

cdef inline void add_effect_again(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_alone(b, ids, DONE_VERB)
    add_of(b, ids, USE_VERB, p.effect - 1)

cdef inline void play_effect_again(const Board* b, Position* p, int seat, int verb, int effect) noexcept nogil:
    if verb == DONE_VERB:
        end_part(p)
    else:
        swap(b, p, seat, stage_of(b, p))
        end_choice(p)

cdef inline void add_effect_edict(const Board* b, const Position* p, int seat, Ids* ids) noexcept nogil:
    add_range(b, ids, EDICT_VERB, N_EDICTS)

cdef inline void play_effect_edict(const Board* b, Position* p, int seat, int verb, int edict) noexcept nogil:
    p.edict = <uint8_t>edict
    end_choice(p)
