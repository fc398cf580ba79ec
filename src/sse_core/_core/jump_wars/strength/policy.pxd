# For Jump Wars. Play by fixed rules for simulations: the action of a seat at any step of a full position, found quickly
# and a little at random. Header-only.

from libc.math cimport log

from sse_core._core.jump_wars.strength.orders cimport *

cdef enum:
    HORIZON = 8             # the turns whose income counts
    MOVES = 3               # the turns whose orders limit how much many fleets are worth


# --- chance

cdef inline int random_event(const Position* p, uint64_t* stream) noexcept nogil:
    # J1.5, J2.1, J2.2: a chance event of a full position, by its odds.
    #   writes   stream
    cdef const uint8_t* pile = p.unseen
    cdef int card = 0, left = p.n_unseen
    if p.step == START_DUE:
        return FIRST + <int>random_below(stream, p.n_players)
    if p.step == THEFT_DUE:
        pile, left = p.hands[p.draft[0]], p.hand_sizes[p.draft[0]]
    sse_check(left > 0)
    left = <int>random_below(stream, left)
    while left >= pile[card]:
        left -= pile[card]
        card += 1
    return DRAW + card


# --- the worth of cards

# What a seat has, for the worth of cards: in fleets of level 1.
cdef struct Means:
    double made             # J2.4: the RT of a turn, before Manufacturing
    double quality
    double fleets
    double earned           # the RT of the turns that count
    double price
    double moved            # the fleets that orders can move in some turns
    double card             # what a card brings that is sold


cdef inline double turns_left(const Position* p) noexcept nogil:
    return min(<int>HORIZON, p.turn_limit - p.turn + 1)

cdef inline void find_means(const Position* p, int seat, Means* out) noexcept nogil:
    #   writes   out
    cdef double factor = level(p, seat, MANUFACTURING)
    out.made = income(p, seat) / factor - CARD_SOLD * p.sold
    out.quality = quality_of(p, seat)
    out.fleets = fleets_of(p, seat)
    out.price = price(p, seat)
    out.moved = <double>MOVES * (1 + level(p, seat, COMMAND)) * (5 + level(p, seat, LOGISTICS))
    out.earned = p.tokens[seat] + out.made * factor * turns_left(p)
    out.card = 1 + CARD_SOLD * factor / out.price * out.quality

cdef inline double strength_of(
    const Means* m, double quality, double price, double earned, double moved
) noexcept nogil:
    # The force of all fleets, those that will be bought too. Many count less each, since orders move some of them.
    return quality * moved * log(1 + (m.fleets + earned / max(price, <double>1)) / moved)

cdef inline double privilege(const Position* p, int seat, int technology) noexcept nogil:
    # J1.7: 1 where one more level makes a seat the highest, or another one no longer the highest; 0 elsewhere.
    cdef int first = highest(p, technology), other, most = 0
    if first == seat:
        return 0.3
    for other in range(p.n_players):
        if other != seat:
            most = max(most, level(p, other, technology))
    return 1 if level(p, seat, technology) + 1 >= most else 0

cdef inline bint has_bombs(const Position* p) noexcept nogil:
    # Whether any player has learned Nova Bombs.
    cdef int seat
    for seat in range(p.n_players):
        if has(p, seat, NOVA_BOMBS):
            return True
    return False

cdef inline double card_worth(const Position* p, int seat, int card, const Means* m) noexcept nogil:
    # What a card adds if it is raised or learned.
    cdef double now = strength_of(m, m.quality, m.price, m.earned, m.moved), turns = turns_left(p), factor
    cdef int here = 1, command, logistics
    if card < N_BASICS:
        here = level(p, seat, card)
    elif has(p, seat, card):
        return 0
    if card == MANUFACTURING or card == LEADERSHIP:
        return strength_of(m, m.quality, m.price, m.earned + m.made * turns, m.moved) - now
    if card == ATTACK or card == DEFENSE:
        return strength_of(m, m.quality * sqrt((here + 1.0) / here), m.price + 1, m.earned, m.moved) - now
    if card == MINIATURIZATION:
        return strength_of(m, m.quality, m.price - 1, m.earned, m.moved) - now
    if card == INITIATIVE:
        # Who deals first uses Nova Bombs first.
        factor = 0.15 if has_bombs(p) else 0.05
        return now * (0.2 / here - 0.2 / (here + 1) + factor * privilege(p, seat, card))
    if card == COMMAND or card == LOGISTICS:
        command, logistics = 1 + level(p, seat, COMMAND), 5 + level(p, seat, LOGISTICS)
        factor = (command + 1.0) / command if card == COMMAND else (logistics + 1.0) / logistics
        factor = strength_of(m, m.quality, m.price, m.earned, m.moved * factor) - now
        return factor + (1.5 / here if card == COMMAND else 0.2)
    if card == JUMP:
        return (2 + 0.2 * now) / here if here < MOST_STEPS - 1 else 0
    if card == RESEARCH:
        return 0.5 + 0.4 * turns * m.card * privilege(p, seat, card)
    if card == TRADE:
        return 0.2 + 0.6 * turns * m.card * privilege(p, seat, card)
    if card == DIPLOMACY:
        return 0.2 + 0.25 * now * privilege(p, seat, card) / (p.n_players - 1)
    if card == ESPIONAGE:
        return 0.2 + 0.03 * now * privilege(p, seat, card)
    factor = level(p, seat, MANUFACTURING) * turns
    if card == GENESIS:
        factor *= 1 + count_spaces(both(p.occupied[seat], p.counters[STAR_FIELD]))
        return strength_of(m, m.quality, m.price, m.earned + factor, m.moved) - now
    if card == RAM_SCOOPS:
        factor *= 2 + count_spaces(both(p.occupied[seat], p.counters[NEBULA]))
        return strength_of(m, m.quality, m.price, m.earned + factor, m.moved) - now
    if card == NOVA_BOMBS:
        return 4 + 0.3 * now
    if card == STAR_DOCKS:
        return 2 + 0.15 * now
    if card == POSITRONIC_BRAINS:
        return 0.3 * turns * m.card
    if card == ASSIMILATION:
        return 1 + 0.1 * now
    if card == CLOAKING:
        return 1 + 0.06 * now
    if card == EVENT_SKIMMING:
        return 1 + 0.02 * now
    if card == PROGENITOR_RUINS:
        return 2 * m.card
    return 0.6

cdef inline double noise(uint64_t* stream) noexcept nogil:
    # A factor near 1.
    return 0.85 + 0.3 * (next_number(stream) >> 40) / <double>(1 << 24)

cdef inline int best_card(
    const Position* p, int seat, uint32_t cards, uint64_t* stream, double* worth
) noexcept nogil:
    # The best card of a set; NOBODY if it is empty.
    #   writes   worth, stream
    cdef Means means
    cdef double here
    cdef int card, best = NOBODY
    find_means(p, seat, &means)
    worth[0] = -1e9
    while cards:
        card = sse_lowest_bit(cards)
        cards &= cards - 1
        here = card_worth(p, seat, card, &means) * noise(stream)
        if here > worth[0]:
            worth[0], best = here, card
    return best

cdef inline int worst_card(const Position* p, int seat, uint64_t* stream, double* worth) noexcept nogil:
    # The card of the hand, not empty, that is worth least.
    #   writes   worth, stream
    cdef Means means
    cdef double here
    cdef uint32_t cards = cards_held(p, seat, 1)
    cdef int card, worst = NOBODY
    find_means(p, seat, &means)
    while cards:
        card = sse_lowest_bit(cards)
        cards &= cards - 1
        here = card_worth(p, seat, card, &means)
        if card < N_BASICS and p.hands[seat][card] > 1:
            # A pair.
            here *= 1.2
        if worst == NOBODY or here < worth[0]:
            worth[0], worst = here, card
    return worst


# --- steps

cdef inline int part_of(const Position* p, int64_t number) noexcept nogil:
    # J5.2: the next count of a number, of which p.counted is written.
    return COUNT + <int>min(number - p.counted, <int64_t>MOST)

cdef inline int choose_answer(const Position* p, int seat, uint64_t* stream) noexcept nogil:
    # J4.6: an offer is accepted where it is worth much more to the receiver than what it asks for.
    cdef Means means
    cdef double gain
    cdef int i
    if not can_accept(p, seat):
        return REFUSE
    find_means(p, seat, &means)
    gain = (p.pay - p.charge) / means.price * means.quality
    for i in range(p.n_give):
        gain += card_worth(p, seat, p.give[i], &means) * 0.5
    for i in range(p.n_ask):
        gain -= card_worth(p, seat, p.ask[i], &means) + means.card
    return ACCEPT if gain > means.card else REFUSE

cdef inline int choose_ally(const Position* p, const Maps* maps, int seat) noexcept nogil:
    # The other seat that is strong and near.
    cdef int other, found = NOBODY
    cdef double here, best = -1
    for other in range(p.n_players):
        if other != seat:
            here = fleets_of(p, other) * quality_of(p, other)
            here /= 4 + maps.steps[0][p.homeworlds[seat]][p.homeworlds[other]]
            if here > best:
                best, found = here, other
    return ALLY + found

cdef inline int choose_victim(const Position* p, int seat) noexcept nogil:
    # The largest hand.
    cdef int other, found = NOBODY
    for other in range(p.n_players):
        if other != seat and p.hand_sizes[other] and (found == NOBODY or p.hand_sizes[other] > p.hand_sizes[found]):
            found = other
    return DONE if found == NOBODY else STEAL + found

cdef inline int choose_mine(const Position* p, int seat, uint64_t* stream) noexcept nogil:
    # Manufacturing is led; cards that will not be used soon are sold.
    cdef Means means
    cdef double worth = 0
    cdef int card
    if has(p, seat, LEADERSHIP) and not p.led >> seat & 1:
        return LEAD + MANUFACTURING
    if p.hand_sizes[seat] == 0:
        return DONE
    card = worst_card(p, seat, stream, &worth)
    find_means(p, seat, &means)
    if p.hand_sizes[seat] > 2 or worth < 0.5 * (means.card - 1):
        return DISCARD + card
    return DONE

cdef inline int choose_draw(const Position* p, int seat, uint64_t* stream) noexcept nogil:
    if not p.used & USED_RUINS and holds(p, seat, PROGENITOR_RUINS, 1):
        return RUINS
    if not p.used & USED_TAKE:
        return TAKE
    if (
        not p.used & USED_BRAINS and has(p, seat, POSITRONIC_BRAINS)
        and p.tokens[seat] >= BRAINS_PRICE and level(p, seat, MANUFACTURING) >= 3
    ):
        return BRAINS
    return DONE

cdef inline int choose_tech(const Position* p, int seat, uint64_t* stream) noexcept nogil:
    cdef double worth
    cdef uint32_t known = <uint32_t>p.learned[seat] << N_BASICS | 1 << PROGENITOR_RUINS
    cdef int card = best_card(p, seat, cards_held(p, seat, 1) & ~known, stream, &worth)
    return DONE if card == NOBODY else RAISE + card

cdef inline int choose_pair(const Position* p, int seat, uint64_t* stream) noexcept nogil:
    cdef Means means
    cdef double worth
    cdef uint32_t pairs = cards_held(p, seat, 2) & ALL_BASICS
    cdef int card
    if not pairs:
        return DONE
    card = best_card(p, seat, pairs, stream, &worth)
    find_means(p, seat, &means)
    return PAIR + card if worth > 2 * (means.card - 1) else DONE

cdef inline int choose_time_jump(const Position* p, int seat) noexcept nogil:
    # Voids a large order of an enemy onto own fleets.
    cdef int other, place, found = NOBODY
    cdef uint16_t most = 4
    cdef const Order* order
    if not p.hand_sizes[seat]:
        return DONE
    for other in range(p.n_players):
        if other == seat:
            continue
        for place in range(p.n_orders[other]):
            order = &p.orders[other][place]
            if order.fleets > most and p.fleets[seat][order.target] and not p.voids[other] >> place & 1:
                most, found = order.fleets, other
    return DONE if found == NOBODY else NEGATE + found

cdef inline int choose_negated(const Position* p, int seat) noexcept nogil:
    # The largest order of the seat that was chosen.
    cdef int other = <int>p.draft[0], place, found = NOBODY
    for place in range(p.n_orders[other]):
        if not p.voids[other] >> place & 1 and (
            found == NOBODY or p.orders[other][place].fleets > p.orders[other][found].fleets
        ):
            found = place
    return COUNT + 1 + found

cdef inline int64_t bombs_to_win(const Position* p, int seat) noexcept nogil:
    # J4.12: the fleets to give up so that all enemies in the battle fall.
    cdef int enemies[MAX_SIDES]
    cdef int n = enemies_of(p, seat, enemies), i, side
    cdef int64_t most = 0, attack = strength(p, seat, p.battle_space, ATTACK), damage
    for i in range(n):
        side = enemies[i]
        damage = p.others[side] if standing(p, side) > 1 else p.worst[side]
        most = max(most, strength(p, side, p.battle_space, DEFENSE) - damage)
    return (most + attack - 1) // attack

cdef inline int choose_deal(const Position* p, int seat) noexcept nogil:
    # Bombs where fire loses the battle or saves less; a boost where that wins it on a Homeworld.
    cdef Fighter ours = fighter_at(p, seat, p.battle_space, standing(p, seat))
    cdef Fighter theirs = enemy_at(p, seat, p.battle_space)
    cdef int64_t need, left = 0
    # It is this side's turn to deal.
    ours.first = ours.initiative + 1000
    theirs.first = theirs.initiative
    fire_on(&ours, &theirs)
    if has(p, seat, NOVA_BOMBS):
        need = bombs_to_win(p, seat)
        if need <= standing(p, seat):
            if need * strength(p, seat, p.battle_space, ATTACK) + p.others[seat] < strength(
                p, seat, p.battle_space, DEFENSE
            ):
                left = standing(p, seat) - need
            if left > ours.n or (theirs.n and not ours.n):
                return BOMB
    if theirs.n and homeworld_of(p, p.battle_space) != NOBODY:
        if p.hands[seat][ATTACK]:
            return BOOST + ATTACK
        if p.hands[seat][DEFENSE]:
            return BOOST + DEFENSE
    return FIRE

cdef inline int choose_split(const Position* p, int seat) noexcept nogil:
    # J2.7: all on the side with most force.
    cdef int enemies[MAX_SIDES]
    cdef int n = enemies_of(p, seat, enemies), i, best = 0
    for i in range(1, n):
        if standing(p, enemies[i]) * quality_of(p, enemies[i]) > standing(p, enemies[best]) * quality_of(
            p, enemies[best]
        ):
            best = i
    return part_of(p, points_left(p, seat) if p.n_draft - 1 == best else 0)

cdef inline int choose(const Position* p, const Maps* maps, int seat, uint64_t* stream) noexcept nogil:
    # What a seat does at a step, orders and fleets aside.
    #   reads    p, a full position in which the seat is to act
    #   writes   stream
    #   returns  the id of a legal action
    cdef double worth = 0
    cdef int step = p.step
    cdef Ids ids
    if step == DRAW_DUE:
        return choose_draw(p, seat, stream)
    if step == OFFER_DUE or step == BUILD_DUE or step == SABOTAGE_DUE or step == ESPIONAGE_DUE:
        return DONE
    if step == ANSWER_DUE:
        return choose_answer(p, seat, stream)
    if step == STEAL_DUE:
        return choose_victim(p, seat)
    if step == ALLIANCE_DUE:
        return choose_ally(p, maps, seat)
    if step == TECH_DUE:
        return choose_tech(p, seat, stream)
    if step == PAIRS_DUE:
        return choose_pair(p, seat, stream)
    if step == MINE_DUE:
        return choose_mine(p, seat, stream)
    if step == TIME_JUMP_DUE:
        return choose_time_jump(p, seat)
    if step == NEGATE_ORDER_DUE:
        return choose_negated(p, seat)
    if step == NEGATE_CARD_DUE or step == SABOTAGE_CARD_DUE:
        return DISCARD + worst_card(p, seat, stream, &worth)
    if step == DEAL_DUE:
        return choose_deal(p, seat)
    if step == BOMBS_DUE:
        return part_of(p, min(bombs_to_win(p, seat), standing(p, seat)))
    if step == SPLIT_DUE:
        return choose_split(p, seat)
    if step == FINAL_DUE:
        if p.hand_sizes[seat] <= hand_limit(p, seat):
            return DONE
        return DISCARD + worst_card(p, seat, stream, &worth)
    # An offer in the making, or an order that is rewritten.
    legal_to_act(p, seat, &ids)
    if has_id(&ids, DONE):
        return DONE
    return nth_id(&ids, <int>random_below(stream, count_ids(&ids)))


# --- fleets and orders

cdef inline void build_fleets(Position* p, const Maps* maps, int seat, uint64_t* stream) noexcept nogil:
    # J2.5: builds all that the RT buy: at the dock that is nearest to the target, else on the own Homeworld.
    #   writes   p, in which the decision is due still; stream
    cdef int64_t cost = price(p, seat), n = p.tokens[seat] // cost
    cdef int space, dock, home = p.homeworlds[seat], other, skims = has(p, seat, EVENT_SKIMMING), best
    cdef Board docks
    cdef Forces forces
    cdef float ours
    if n <= 0:
        return
    n = min(n, <int64_t>1000000)
    space = home
    if has(p, seat, STAR_DOCKS) and next_number(stream) & 3:
        fill_forces(p, maps, &forces)
        other = easiest_target(p, maps, &forces, seat, stream)
        docks = yards(p, seat)
        drop_space(&docks, home)
        if other != NOBODY and (
            p.fleets[seat][home] >= garrison_of(p, &forces, seat, home, threat_to(p, &forces, seat, home))
        ):
            best = maps.steps[skims][home][p.homeworlds[other]]
            while has_any(docks):
                dock = take_first(&docks)
                ours = (n + p.fleets[seat][dock]) * forces.quality[seat]
                if maps.steps[skims][dock][p.homeworlds[other]] < best and (
                    ours >= threat_to(p, &forces, seat, dock)
                ):
                    best, space = maps.steps[skims][dock][p.homeworlds[other]], dock
    p.tokens[seat] -= n * cost
    put_fleets(p, seat, space, n)

cdef inline Aim random_aim(const Position* p, int seat, uint64_t* stream) noexcept nogil:
    # What seats want in simulations.
    #   writes   stream
    cdef Aim aim
    cdef uint64_t bits = next_number(stream)
    aim.target = NOBODY
    aim.tasks = ALL_TASKS
    if bits & 3 == 0:
        aim.tasks |= ALL_IN
    if bits >> 2 & 1:
        aim.tasks |= GATHERS_FIRST
    aim.expansions = 1 + <int>(bits >> 3 & 3)
    aim.boldness = <float>(0.95 + (bits >> 8 & 255) / 512.0)
    aim.caution = <float>((bits >> 16 & 255) / 200.0)
    return aim

cdef inline void finish_order(Position* p, const Maps* maps, int seat, uint64_t* stream) noexcept nogil:
    # An order that is half written is written to its end, with all fleets that may go.
    #   writes   p, stream
    cdef Ids ids
    while p.draft_length[seat]:
        legal_to_act(p, seat, &ids)
        if p.draft_length[seat] == 1:
            play(p, seat, nth_id(&ids, <int>random_below(stream, count_ids(&ids))))
        else:
            play(p, seat, nth_id(&ids, count_ids(&ids) - 1))

cdef inline void write_orders(Position* p, const Maps* maps, uint64_t* stream) noexcept nogil:
    # All seats that still write finish their orders.
    #   writes   p, in which the orders are open; stream
    cdef Forces forces
    cdef Aim aim
    cdef int seat, left = ~p.done & ((1 << p.n_players) - 1)
    fill_forces(p, maps, &forces)
    while left:
        seat = sse_lowest_bit(left)
        left &= left - 1
        finish_order(p, maps, seat, stream)
        aim = random_aim(p, seat, stream)
        plan_orders(p, maps, &forces, seat, &aim, stream)
        play(p, seat, DONE)

cdef inline void play_step(Position* p, const Maps* maps, uint64_t* stream) noexcept nogil:
    # One step of all who are to act, or of chance.
    #   reads    p, a full position, in which somebody is to act
    #   writes   p, stream
    cdef int seat
    if is_chance(p):
        play(p, CHANCE, random_event(p, stream))
    elif p.step == ORDERS_DUE:
        write_orders(p, maps, stream)
    else:
        seat = p.actor
        if p.step == BUILD_DUE:
            build_fleets(p, maps, seat, stream)
        play(p, seat, choose(p, maps, seat, stream))

cdef inline int play_turns(Position* p, const Maps* maps, int turns, int most, uint64_t* stream) noexcept nogil:
    # Plays to the end of the game, or to the end of this turn and some more turns, but no more than so many steps.
    #   writes   p, stream
    #   returns  how many steps it played
    cdef int last = p.turn + turns, n = 0
    while p.step != END_DUE and p.turn <= last and n < most:
        play_step(p, maps, stream)
        n += 1
    return n
