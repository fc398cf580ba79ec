# For Empire of the Stars. The worth of a position for each seat, in points: the points so far, and those expected from
# its planets, ships, cards and credits. Header-only.
#
# The role that is played is played to its end by rule (policy.pxd) before anything is counted. So one action ahead is
# enough for a bot: a region to move from counts as the best move from there, influence as what is left of it when all
# have placed theirs, and a role as what all make of it.
#
# No seat's number depends on what is hidden from it. Play by rule looks at no hand. What a player can buy counts by the
# own hand for the own number alone. Dials that are being set count against all that the other side may set, and a power
# that is being chosen by what it is worth alone.

from libc.math cimport exp

from sse_core._core.empire_of_the_stars.strength.policy cimport *
from sse_core._core.empire_of_the_stars.views cimport view

cdef extern from *:
    """
    /* A win. */
    #define SSE_EOTS_WON 1e6
    /* A win that play by rule leads to. */
    #define SSE_EOTS_AHEAD 15.0
    /* The same where the game ends as soon as the Emperor receives the scepter, if that is next. */
    #define SSE_EOTS_ENDING 6.0
    /* All seats have so much, so that nobody is below 0. */
    #define SSE_EOTS_BASE 5.0
    /* What a planet makes in a role, of what it makes when all is made. */
    #define SSE_EOTS_ROLE 0.055
    /* The roles after which resources, credits, ships and technologies count fully. */
    #define SSE_EOTS_SPENT 13.0
    #define SSE_EOTS_SAILED 7.5
    /* A planet where an own ship waits, and one that a ship can reach. */
    #define SSE_EOTS_WAITING 0.55
    #define SSE_EOTS_REACHED 0.25
    #define SSE_EOTS_NEAR 0.03
    /* The edict that is in effect, for who alone meets it; to be Emperor; a power on its surge side. */
    #define SSE_EOTS_MET 0.55
    #define SSE_EOTS_CROWN 0.2
    #define SSE_EOTS_SURGED 0.2
    /* To be Emperor when the game has lasted too long. */
    #define SSE_EOTS_TIRED 0.5
    /* A technology that doesn't act, and the part of its worth that one in the hand has. */
    #define SSE_EOTS_PLAIN 0.15
    #define SSE_EOTS_HELD 0.22
    /* A galaxy token for the tactics, with the moves. */
    #define SSE_EOTS_TACTICS 0.42
    """
    double WON "SSE_EOTS_WON"
    double AHEAD "SSE_EOTS_AHEAD"
    double ENDING "SSE_EOTS_ENDING"
    double BASE "SSE_EOTS_BASE"
    double MADE_IN_A_ROLE "SSE_EOTS_ROLE"
    double SPENT_AFTER "SSE_EOTS_SPENT"
    double SAILED_AFTER "SSE_EOTS_SAILED"
    double WAITING "SSE_EOTS_WAITING"
    double REACHED "SSE_EOTS_REACHED"
    double NEAR "SSE_EOTS_NEAR"
    double MET "SSE_EOTS_MET"
    double CROWN "SSE_EOTS_CROWN"
    double TIRED "SSE_EOTS_TIRED"
    double SURGED "SSE_EOTS_SURGED"
    double PLAIN_CARD "SSE_EOTS_PLAIN"
    double HELD "SSE_EOTS_HELD"
    double TACTICS_WORTH "SSE_EOTS_TACTICS"

cdef enum:
    PATIENT = 30            # rounds; later, the end counts less and less, and from twice as many on not at all
    LONGEST_ROLE = 600      # actions that a role is played on
    MOST_HITS = 64          # of a battle that are weighed


# --- how the game ends

cdef inline double patience(const Position* p) noexcept nogil:
    # How much the end counts. Who is behind can put it off for ever (S47), and should give up at some time.
    return max(0.0, min(1.0, 2 - p.round / <double>PATIENT))


# --- what a seat has

cdef inline double worth_of_ships(const Board* b, const Position* p, int seat, const Reading* seen) noexcept nogil:
    # The ships, and the planets that they can settle.
    cdef uint64_t reached = 0, left, waiting = seen.spots & seen.own
    cdef int kind, region, n = 0, more, taken
    cdef double found = 0
    for kind in range(N_TYPES):
        left, more = regions_with(p.ships[seat][kind]), 0
        while left:
            region = sse_lowest_bit(left)
            left &= left - 1
            more += p.ships[seat][kind][region]
            reached |= reach(b, p, &seen.land, seat, kind, region)
        n += more
        found += SHIP_WORTH[kind] * (more + 0.75 * p.staging[seat][kind])
    taken = min(sse_count_bits(waiting), <int>p.stock[seat])
    found += WAITING * taken
    reached &= seen.spots & ~seen.own
    found += REACHED * min(sse_count_bits(reached), min(n - taken, p.stock[seat] - taken))
    if p.home[seat] != NOBODY:
        left = b.near[p.home[seat]]
        reached = left
        while left:
            reached |= b.near[sse_lowest_bit(left)]
            left &= left - 1
        found += NEAR * sse_count_bits(reached & seen.spots)
    return found

cdef inline double worth_of_cards(const Board* b, const Position* p, int seat, double share) noexcept nogil:
    # Technologies, and cards of the hand; those that aren't known by their cost.
    #   reads    share, the part of a whole game that is left
    cdef double owned = 0, held = 0
    cdef int card, place, cost
    for card in range(b.n_cards):
        place = p.place[card] - seat
        if place == OWNED:
            owned += b.card_worths[card] if technologies_act(p) else PLAIN_CARD
        elif place == IN_HAND:
            held += HELD * b.card_worths[card] if technologies_act(p) else CARD_WORTH
    for cost in range(3):
        held += p.hidden[seat][cost] * (cost + 1) * CARD_WORTH
    return share * (owned + held)

cdef inline double worth_of_seat(const Board* b, const Position* p, int seat, double left) noexcept nogil:
    # The worth of a position between two roles.
    #   reads    left, the roles that are left
    cdef Reading seen = read_map(b, p, seat)
    cdef double found = BASE + points(b, p, seat) * POINT, spent = min(1.0, left / SPENT_AFTER), money
    cdef int resource, n
    for resource in range(3):
        found += MADE_IN_A_ROLE * left * RESOURCE_WORTH[resource] * produced(b, p, seat, resource)
        n = p.resources[seat][resource]
        found += spent * RESOURCE_WORTH[resource] * (min(n, 4) + 0.6 * max(n - 4, 0))
    money = p.credits[seat]
    found += spent * CREDIT_WORTH * (min(money, 14.0) + 0.5 * max(min(money, 60.0) - 14.0, 0.0))
    found += min(1.0, left / SAILED_AFTER) * worth_of_ships(b, p, seat, &seen)
    found += worth_of_cards(b, p, seat, min(1.0, left / FULL_GAME))
    found += GUARD_WORTH * sse_count_bits(seen.own & tokens_of(p, seat, False))
    if has_powers(p):
        found += SURGED * p.surged[seat]
    if p.emperor == seat:
        # Where nobody has patience any more, an Emperor who stays receives the scepter at last.
        found += CROWN * spent * patience(p) - TIRED * (1 - patience(p))
    return found

cdef inline void count_worths(const Board* b, const Position* p, double* worth) noexcept nogil:
    # The worth for each seat of a position between two roles, or of one that is as good as that.
    #   writes   worth[n_players]
    cdef double left = roles_left(b, p)
    cdef int seat
    for seat in range(p.n_players):
        worth[seat] = worth_of_seat(b, p, seat, left)
    seat = best(b, p)
    if seat != NOBODY and p.pile:
        worth[seat] += MET
    add_ending(b, p, worth)

cdef inline void add_ending(const Board* b, const Position* p, double* worth) noexcept nogil:
    # C12.2: what it is worth to be ahead where the game ends once the Emperor receives the scepter. Who is ahead wants
    # an Emperor who soon does, and so the others don't.
    cdef int seat, first, second, least = TOKENS, away = p.emperor - p.scepter
    for seat in range(p.n_players):
        least = min(least, <int>p.stock[seat])
    # Each scores a token before the stocks are looked at.
    if least > 1 and p.pile:
        return
    second = tied(b, p, &first)
    seat = p.emperor if second & (second - 1) else sse_lowest_bit(second)
    worth[seat] += ENDING * patience(p) / (away if away > 0 else away + p.n_players)


# --- the role that is played

cdef enum:                  # sets of steps, where play by rule ends
    SET_UP_STEPS = 1 << HOME_DUE | 1 << FIRST_TILE_DUE
    SCIENTIST_STEPS = 1 << DRAW_DUE | 1 << CARD_DUE | 1 << TURN_DUE | 1 << BUY_DUE

cdef inline bint is_between(const Position* p) noexcept nogil:
    # Whether a role is over, or what follows hangs on chance, or on hands.
    if is_chance(p) or p.step == ROLE_DUE or p.step == END_DUE:
        return True
    return p.step <= FIRST_TILE_DUE or p.step == DISCARD_DUE or p.step == EFFECT_CARD_DUE or p.step == POWER_DUE

cdef inline void add_purchases(const Board* b, const Position* p, double* worth) noexcept nogil:
    # C8.2: what those can buy who have still to do so in this role: by the own hand, since play by rule buys nothing.
    cdef int seat = p.actor
    cdef double gain
    if p.step > BUY_DUE or not SCIENTIST_STEPS >> p.step & 1:
        return
    while True:
        best_buy(b, p, seat, &gain)
        if gain <= 0 and p.hidden[seat][0] + p.hidden[seat][1] + p.hidden[seat][2]:
            gain = CARD_WORTH
        worth[seat] += 0.9 * gain
        seat = seat_after(p, seat)
        if seat == p.chooser:
            return


# --- C10.5: dials

cdef inline void find_hits(const Board* b, const Position* p, int side, bint own, double* out) noexcept nogil:
    # C10.7: what so many hits on the units of the other side bring: those who hit, or cost the other side's leader.
    #   reads    side, whose hits they are; own, whether the hits are made or suffered by who counts
    #   writes   out[MOST_HITS]
    cdef uint64_t here = b.sectors[p.sector], guards = guarded(p, 2 - side), tokens, left
    cdef int seat, kind, n, cost, hits
    cdef double worth, share
    for hits in range(MOST_HITS):
        out[hits] = 0
    for seat in range(p.n_players):
        if p.side[seat] != 2 - side:
            continue
        # Who suffers counts the own units, who hits all of them.
        share = 1 if not own and seat == leader(p, 1 - side) else 0.15 if not own else 0.4
        tokens = here & tokens_of(p, seat, False)
        if number(b, p, leader(p, side), GUARDS):
            tokens &= ~guards
        left = tokens
        while left:
            worth = POINT + worth_of_kind(b, p.tile[sse_lowest_bit(left)] - 1)
            add_hits(out, 1 + p.spare[seat], worth * share + (POINT if own else 0.0), 1)
            left &= left - 1
        add_hits(out, 1 + p.spare[seat], POINT * share, sse_count_bits(here & tokens_of(p, seat, True)))
        for kind in range(N_TYPES):
            left, n = here & regions_with(p.ships[seat][kind]), 0
            while left:
                n += p.ships[seat][kind][sse_lowest_bit(left)]
                left &= left - 1
            cost = hit_price(b, p, seat, kind)
            # A ship that fell can be deployed again.
            add_hits(out, cost, 0.6 * SHIP_WORTH[kind] * share, n)

cdef inline void add_hits(double* out, int cost, double worth, int n) noexcept nogil:
    # Some units alike, of which each takes so many hits, are among those that may fall.
    #   writes   out[MOST_HITS]
    cdef int hits, _unit
    for _unit in range(n):
        for hits in range(MOST_HITS - 1, cost - 1, -1):
            out[hits] = max(out[hits], out[hits - cost] + worth)

cdef inline void find_chances(const Board* b, int force, double (*out)[MOST_HITS]) noexcept nogil:
    # C10.5: how likely each number of tactics, weapons and shields is that a side may set: all tactics are equally
    # likely, then all weapons.
    #   reads    force < MOST_HITS
    #   writes   out[3][MOST_HITS]
    cdef int tactic, weapon, most = dial_end(b, force), rest
    cdef double share
    memset(out, 0, 3 * MOST_HITS * sizeof(double))
    for tactic in range(most + 1):
        rest = dial_end(b, force - tactic)
        share = 1.0 / (most + 1) / (rest + 1)
        for weapon in range(rest + 1):
            out[0][tactic] += share
            out[1][weapon] += share
            out[2][dial_end(b, force - tactic - weapon)] += share

cdef inline double gain_of_dial(const Board* b, const Position* p, int side) noexcept nogil:
    # What a battle brings the attacker or the defender, by the own dial against all that the other may be; what isn't
    # set yet is set at its best.
    cdef double chances[3][MOST_HITS]
    cdef double made[MOST_HITS]
    cdef double suffered[MOST_HITS]
    cdef double by_weapons[MOST_HITS]
    cdef double by_shields[MOST_HITS]
    cdef double by_tactics, token = TACTICS_WORTH if p.pile else 0.15, gain, largest = -1e9
    cdef int force = min(<int>p.force[side], MOST_HITS - 1), other = min(<int>p.force[1 - side], MOST_HITS - 1)
    cdef int tactic, weapon, shield, n, written = p.written[side], hits, first, last, least, most
    find_chances(b, other, chances)
    find_hits(b, p, side, True, made)
    find_hits(b, p, 1 - side, False, suffered)
    for n in range(force + 1):
        by_weapons[n] = by_shields[n] = 0
        for weapon in range(other + 1):
            hits = max(0, min(n + p.plus[side][1] - weapon - p.plus[1 - side][2], MOST_HITS - 1))
            by_weapons[n] += chances[2][weapon] * made[hits]
            hits = max(0, min(weapon + p.plus[1 - side][1] - n - p.plus[side][2], MOST_HITS - 1))
            by_shields[n] += chances[1][weapon] * suffered[hits]
    first, last = 0, dial_end(b, force)
    if 0 < written < SEALED:
        first = last = min(<int>p.tactics[side], force)
    for tactic in range(first, last + 1):
        by_tactics = 0
        for n in range(other + 1):
            if tactic + p.plus[side][0] > n + p.plus[1 - side][0]:
                by_tactics += chances[0][n] * token
            elif tactic + p.plus[side][0] < n + p.plus[1 - side][0]:
                by_tactics -= chances[0][n] * token * 0.6
        least, most = 0, dial_end(b, force - tactic)
        if written == 2:
            least = most = min(<int>p.weapons[side], force - tactic)
        for weapon in range(least, most + 1):
            shield = dial_end(b, force - tactic - weapon)
            gain = by_tactics + by_weapons[weapon] - by_shields[shield]
            largest = max(largest, gain)
    return largest


# --- all seats

cdef inline double best_dealt(const Board* b, const Position* p, int seat) noexcept nogil:
    # C1.8: what the power that was chosen is worth, or the best of those that may be.
    cdef int nth, power
    cdef double found = 0
    if p.power[seat] and p.power[seat] != SECRET:
        return b.power_worths[p.power[seat] - 1]
    for nth in range(3):
        power = p.dealt[seat][nth]
        if power:
            found = max(found, <double>b.power_worths[power - 1])
    return found

cdef inline void evaluate_seats(const Board* b, const Position* p, double* worth) noexcept nogil:
    # The worth for each seat, none below 0, a larger one is better; after the end, the winner has WON and the others
    # nothing. A position and a seat's own view of it have the same number for that seat.
    #   writes   worth[n_players]
    cdef Position q
    cdef uint8_t winners
    cdef int seat, n = 0
    if p.step == END_DUE:
        outcome_of(b, p, &winners)
        for seat in range(p.n_players):
            worth[seat] = WON if winners >> seat & 1 else 0.0
        return
    if p.step == DIAL_DUE:
        count_worths(b, p, worth)
        worth[p.attacker] += gain_of_dial(b, p, 0)
        worth[p.defender] += gain_of_dial(b, p, 1)
    elif is_between(p):
        count_worths(b, p, worth)
        if p.step == POWER_DUE:
            for seat in range(p.n_players):
                worth[seat] += best_dealt(b, p, seat)
    else:
        q = p[0]
        while not is_between(&q) and n < LONGEST_ROLE:
            n += play_on(b, &q, NULL)
        count_worths(b, &q, worth)
        if outcome_of(b, &q, &winners) != UNDECIDED:
            worth[sse_lowest_bit(winners)] += AHEAD * patience(&q)
    add_purchases(b, p, worth)
    for seat in range(p.n_players):
        worth[seat] = max(worth[seat], 0.0)


# --- what a player expects

cdef inline double lead_of(const double* worth, int n_players, int player) noexcept nogil:
    # The number of a player less the largest of the others.
    cdef double largest = 0
    cdef int seat
    for seat in range(n_players):
        if seat != player:
            largest = max(largest, worth[seat])
    return worth[player] - largest

cdef inline double expected_lead(const Board* b, const Position* p, int player) noexcept nogil:
    # The lead of a player over the best of the others; where a chance event is due, its mean.
    cdef double worth[MAX_PLAYERS]
    cdef int64_t weights[MAX_EVENTS]
    cdef Position after
    cdef Ids ids
    cdef double found = 0
    cdef int64_t total
    cdef int i
    if not is_chance(p):
        evaluate_seats(b, p, worth)
        return lead_of(worth, p.n_players, player)
    total = odds_of(b, p, weights)
    legal_to_act(b, p, CHANCE, &ids)
    for i in range(ids.n):
        after = p[0]
        play(b, &after, CHANCE, ids.at[i])
        evaluate_seats(b, &after, worth)
        found += <double>weights[i] / total * lead_of(worth, p.n_players, player)
    return found

cdef inline void play_sealed(const Board* b, Position* p, int player, int index) noexcept nogil:
    # The effect of an action, as if all that others have sealed were sealed still: nobody knows what they set.
    cdef int side = side_of(p, player)
    if p.step == POWER_DUE:
        p.power[player] = b.numbers[index] + 1
    elif p.step == DIAL_DUE:
        if b.verbs[index] == TACTICS_VERB:
            p.tactics[side] = b.numbers[index]
        else:
            p.weapons[side] = b.numbers[index]
        p.written[side] += 1
    else:
        play(b, p, player, index)

cdef inline int expected_leads_of(const Board* b, const Position* p, int player, double* leads) noexcept nogil:
    # The expected lead after each legal action of a player who is to act.
    #   writes   leads[0:n], in the order of ids
    #   returns  n, at most MAX_LEGAL
    cdef Position after
    cdef Ids ids
    cdef int i
    legal_to_act(b, p, player, &ids)
    for i in range(ids.n):
        after = p[0]
        play_sealed(b, &after, player, ids.at[i])
        leads[i] = expected_lead(b, &after, player)
    return ids.n
