# For Empire of the Stars. Observations: a position as a seat sees it, as numbers; empire_of_the_stars/observation.py
# names them, in this order. Header-only.
#
# Functions write their numbers to `out`, and return what is behind them. Those of powers and effects are left out where
# the pack has no powers.

from libc.stdint cimport int16_t

from sse_core._core.empire_of_the_stars.views cimport *

cdef enum:
    LARGEST = 32767             # greater numbers are written as this one
    N_FOLLOWING = N_DUE - 1     # the steps that can follow a window; the first step of all follows nothing


cdef inline int16_t bounded_short(int64_t number) noexcept nogil:
    return <int16_t>min(number, <int64_t>LARGEST)

cdef inline int16_t* write_one(int64_t number, int16_t* out) noexcept nogil:
    out[0] = bounded_short(number)
    return out + 1

cdef inline int16_t* write_row(const uint8_t* row, int n, int16_t* out) noexcept nogil:
    # The numbers of a row.
    cdef int i
    for i in range(n):
        out[i] = row[i]
    return out + n

cdef inline int16_t* write_signed(const int8_t* row, int n, int16_t* out) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = row[i]
    return out + n

cdef inline int16_t* write_equal(const uint8_t* row, int n, int number, int16_t* out) noexcept nogil:
    # For each number of a row whether it is this one.
    cdef int i
    for i in range(n):
        out[i] = row[i] == number
    return out + n

cdef inline int16_t* write_named(int number, int n, int16_t* out) noexcept nogil:
    # Which of n things a number names; none if it is another one.
    memset(out, 0, n * sizeof(int16_t))
    if 0 <= number < n:
        out[number] = 1
    return out + n

cdef inline int16_t* write_bits(int bits, int n, int16_t* out) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = bits >> i & 1
    return out + n


# --- maps

cdef inline int16_t* write_maps_of(const Board* b, const Position* p, int seat, int16_t* out) noexcept nogil:
    # A player's maps of the regions: ships, tokens, influence.
    cdef int kind, n = b.n_regions
    for kind in range(N_TYPES):
        out = write_row(p.ships[seat][kind], n, out)
    for kind in range(N_TYPES):
        out = write_row(p.moved[seat][kind], n, out)
    for kind in range(N_TYPES):
        out = write_row(p.shifted[seat][kind], n, out)
    out = write_equal(p.tile, n, HOME_TILE + seat, out)
    out = write_equal(p.token, n, token_of(seat, False), out)
    out = write_equal(p.token, n, token_of(seat, True), out)
    out = write_row(p.placed[seat], n, out)
    return write_row(p.sway_at[seat], n, out) if b.n_powers else out

cdef inline int16_t* write_tiles(const Board* b, const Position* p, int16_t* out) noexcept nogil:
    # The maps of tiles.
    cdef int kind
    for kind in range(b.n_kinds):
        out = write_equal(p.tile, b.n_regions, kind + 1, out)
    return write_equal(p.tile, b.n_regions, BLOCKED, out)


# --- players

cdef inline int16_t* write_powers_of(const Board* b, const Position* p, int seat, int16_t* out) noexcept nogil:
    # A player's power, and what effects have left with the player.
    out = write_one(p.sway[seat], out)
    out = write_one(p.sway_throne[seat], out)
    out = write_one(p.spent[seat], out)
    out = write_one(p.spare[seat], out)
    out = write_named(p.power[seat] - 1, b.n_powers, out)
    out = write_one(p.power[seat] > 0, out)
    out = write_one(p.surged[seat], out)
    out = write_signed(p.changed[seat], N_NUMBERS, out)
    out = write_signed(p.for_role[seat], N_NUMBERS, out)
    return write_signed(p.for_battle[seat], N_NUMBERS, out)

cdef inline int16_t* write_belongings(const Board* b, const Position* p, int seat, int16_t* out) noexcept nogil:
    # What a player has beside the map, and the part that the player has in the round.
    out = write_one(p.credits[seat], out)
    out = write_row(p.resources[seat], 3, out)
    out = write_one(p.stock[seat], out)
    out = write_one(p.influence[seat], out)
    out = write_one(p.on_throne[seat], out)
    if b.n_powers:
        out = write_powers_of(b, p, seat, out)
    out = write_row(p.supply[seat], N_TYPES, out)
    out = write_row(p.staging[seat], N_TYPES, out)
    out = write_one(p.scepter == seat, out)
    out = write_one(p.emperor == seat, out)
    out = write_one(p.chooser == seat, out)
    out = write_one(p.actor == seat, out)
    out = write_one(p.favoured == seat, out)
    out = write_one(p.attacker == seat, out)
    out = write_one(p.defender == seat, out)
    out = write_named(p.side[seat] - 1, 2, out)
    out = write_one(p.asked[0] >> seat & 1, out)
    out = write_one(p.asked[1] >> seat & 1, out)
    out = write_equal(p.far_space, b.n_far, GALAXY + token_of(seat, False), out)
    return write_equal(p.far_space, b.n_far, GALAXY + token_of(seat, True), out)

cdef inline int16_t* write_cards_of(const Board* b, const Position* p, int seat, int16_t* out) noexcept nogil:
    # What all know of a player's technologies: of the observer's own cards, how many others don't know; of others, as
    # the view counts them.
    cdef int16_t* known = write_row(p.hidden[seat], 3, out)
    cdef int card
    for card in range(b.n_cards):
        known[card] = 0
        if p.place[card] == IN_HAND + seat:
            known[card] = p.known[card]
            out[b.costs[card] - 1] += 1 - p.known[card]
    return write_equal(p.place, b.n_cards, OWNED + seat, known + b.n_cards)

cdef inline int16_t* write_thrones(const Position* p, const int* order, int16_t* out) noexcept nogil:
    # The tokens that each player has scored, by colour, the observer's first; then galaxy tokens.
    cdef int place, colour, n = p.n_players
    for place in range(n):
        for colour in range(n):
            out = write_one(p.throne[order[place]][order[colour]], out)
    for place in range(n):
        out = write_one(p.throne[order[place]][N_COLOURS - 1], out)
    return out


# --- what belongs to nobody

cdef inline int16_t* write_cards(const Board* b, const Position* p, int seat, int16_t* out) noexcept nogil:
    out = write_equal(p.place, b.n_cards, IN_HAND + seat, out)
    out = write_equal(p.place, b.n_cards, IN_DECK, out)
    return write_row(p.height, b.n_cards, out)

cdef inline int16_t* write_round(const Board* b, const Position* p, int16_t* out) noexcept nogil:
    # The round, the wheel, the market, and what is due.
    cdef int role
    out = write_named(p.step, END_DUE + 1, out)
    out = write_one(p.round, out)
    out = write_one(max(0, <int>p.round_limit - p.round), out)
    out = write_one(p.second, out)
    out = write_named(p.edict, N_EDICTS, out)
    out = write_named(p.monolith, N_ROLES, out)
    for role in range(N_ROLES):
        out = write_one(p.wheel[role], out)
    out = write_bits(p.market, b.n_market, out)
    out = write_row(p.draft, 4, out)
    out = write_one(p.count, out)
    return write_one(p.bought, out)

cdef inline int16_t* write_stack(const Board* b, const Position* p, int16_t* out) noexcept nogil:
    # The display, the stack, and galaxy tokens.
    cdef int i
    out = write_row(p.display, b.n_kinds, out)
    out = write_row(p.unseen, b.n_kinds, out)
    out = write_one(p.stack, out)
    out = write_one(p.bottom, out)
    out = write_one(p.put_back, out)
    for i in range(N_WORMHOLES):
        # 0 for those that were turned up.
        out = write_one(<uint8_t>(p.depth[i] + 1), out)
    out = write_one(p.pile, out)
    return write_equal(p.far_space, b.n_far, GALAXY, out)

cdef inline int16_t* write_battle(const Board* b, const Position* p, int16_t* out) noexcept nogil:
    cdef int side
    out = write_bits(p.fought, b.n_sectors, out)
    out = write_named(p.sector, b.n_sectors, out)
    for side in range(2):
        out = write_one(p.written[side], out)
        out = write_one(p.fallen[side], out)
        out = write_one(p.force[side], out)
        out = write_one(p.tactics[side], out)
        out = write_one(p.weapons[side], out)
        out = write_one(p.hits[side], out)
    return write_one(p.shifts, out)

cdef inline int16_t* write_effects(const Board* b, const Position* p, int seat, int16_t* out) noexcept nogil:
    # The powers that were dealt, the window that is open, the effect that is half done, and what was used.
    cdef int power, i
    for power in range(1, b.n_powers + 1):
        out[power - 1] = 0
        for i in range(N_DEALT):
            out[power - 1] |= p.dealt[seat][i] == power
    out = write_one(p.new_wormhole, out + b.n_powers)
    out = write_named(p.window - 1, N_MOMENTS, out)
    out = write_named(p.then - 1, N_FOLLOWING, out)
    out = write_named(p.effect - 1, b.n_effects, out)
    out = write_one(p.part, out)
    out = write_one(p.left, out)
    out = write_row(p.used, b.n_effects, out)
    return write_signed(&p.plus[0][0], 6, out)


# --- all of it

cdef inline int n_observed(const Board* b, int players) noexcept nogil:
    # How many numbers `write_observation` writes.
    cdef int of_seat = (4 + 3 * N_TYPES) * b.n_regions + 2 * (N_TYPES + b.n_far + b.n_cards) + players + 22
    cdef int of_all = (
        (b.n_kinds + 1) * b.n_regions + 3 * b.n_cards + END_DUE + 1 + 3 + N_EDICTS + 2 * N_ROLES + b.n_market + 6
        + 2 * b.n_kinds + 3 + N_WORMHOLES + 1 + b.n_far + 2 * b.n_sectors + 13
    )
    if b.n_powers:
        of_seat += b.n_regions + 6 + b.n_powers + 3 * N_NUMBERS
        of_all += b.n_powers + 1 + N_MOMENTS + N_FOLLOWING + 2 * b.n_effects + 2 + 6
    return players * of_seat + of_all

cdef inline void write_observation(const Board* b, const Position* p, int seat, int16_t* out) noexcept nogil:
    # C16.12: a position as a seat sees it; seats are counted clockwise from it.
    #   writes   out[0:n_observed(b, p.n_players)]
    cdef Position seen
    cdef int order[MAX_PLAYERS]
    cdef int place, n = p.n_players
    cdef int16_t* end = out + n_observed(b, n)
    view(b, p, seat, &seen)
    for place in range(n):
        order[place] = seat + place if seat + place < n else seat + place - n
        out = write_maps_of(b, &seen, order[place], out)
    out = write_tiles(b, &seen, out)
    for place in range(n):
        out = write_belongings(b, &seen, order[place], out)
    for place in range(n):
        out = write_cards_of(b, &seen, order[place], out)
    out = write_thrones(&seen, order, out)
    out = write_cards(b, &seen, seat, out)
    out = write_round(b, &seen, out)
    out = write_stack(b, &seen, out)
    out = write_battle(b, &seen, out)
    if b.n_powers:
        out = write_effects(b, &seen, seat, out)
    sse_check(out == end)
