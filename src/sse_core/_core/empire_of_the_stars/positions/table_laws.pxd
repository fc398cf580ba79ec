# For Empire of the Stars. Checks of the things on the table in a position: players, the galaxy, tokens, ships, tiles,
# cards. Header-only. The bounds of the layout hold already. Each function asks some laws, relies on those before it,
# and returns whether one is broken, which it writes into `out`.

from sse_core._core.empire_of_the_stars.positions.faults cimport *


# --- what there is in this game

cdef inline bint goes_beyond(
    const Position* p, const uint8_t* row, int first, int end, Fault* out
) noexcept nogil:
    # Whether a row has anything from a place on, where this game has nothing.
    #   reads    row[end], bytes of p
    cdef int i
    for i in range(first, end):
        if row[i]:
            return tell(out, BEYOND_LAW, offset_of(p, row), row[i], 0, 0)
    return False

cdef inline bint seats_go_beyond(
    const Position* p, const uint8_t* rows, int length, int last, Fault* out
) noexcept nogil:
    # The same of rows of so many bytes for each seat, of which this game has the first ones, up to `last`.
    cdef int seat
    for seat in range(MAX_PLAYERS):
        if goes_beyond(p, rows, length * seat + (last if seat < p.n_players else 0), length * (seat + 1), out):
            return True
    return False

cdef inline bint regions_go_beyond(
    const Board* b, const Position* p, const uint8_t* rows, int n, Fault* out
) noexcept nogil:
    # The same of n rows of regions for each seat.
    cdef int row
    for row in range(MAX_PLAYERS * n):
        if goes_beyond(
            p, rows, MAX_REGIONS * row + (b.n_regions if row < p.n_players * n else 0), MAX_REGIONS * (row + 1), out
        ):
            return True
    return False

cdef inline bint pieces_go_beyond(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # What players have, and the galaxy.
    cdef int seat, n = p.n_players
    for seat in range(n, MAX_PLAYERS):
        if p.credits[seat]:
            return tell(out, BEYOND_LAW, offset_of(p, &p.credits), p.credits[seat], 0, 0)
    if seats_go_beyond(p, &p.resources[0][0], 3, 3, out) or goes_beyond(p, p.stock, n, MAX_PLAYERS, out):
        return True
    for seat in range(MAX_PLAYERS):
        if goes_beyond(p, &p.throne[0][0], N_COLOURS * seat + (n if seat < n else 0), N_COLOURS * (seat + 1) - 1, out):
            return True
        if seat >= n and p.throne[seat][N_COLOURS - 1]:
            return tell(out, BEYOND_LAW, offset_of(p, &p.throne), p.throne[seat][N_COLOURS - 1], 0, 0)
    if goes_beyond(p, p.influence, n, MAX_PLAYERS, out) or goes_beyond(p, p.on_throne, n, MAX_PLAYERS, out):
        return True
    if seats_go_beyond(p, &p.supply[0][0], 3, 3, out) or seats_go_beyond(p, &p.staging[0][0], 3, 3, out):
        return True
    for seat in range(n, MAX_PLAYERS):
        if p.home[seat] != NOBODY and p.home[seat]:
            return tell(out, BEYOND_LAW, offset_of(p, &p.home), p.home[seat], 0, 0)
    return (
        goes_beyond(p, p.tile, b.n_regions, MAX_REGIONS, out)
        or goes_beyond(p, p.token, b.n_regions, MAX_REGIONS, out)
        or regions_go_beyond(b, p, &p.ships[0][0][0], N_TYPES, out)
        or regions_go_beyond(b, p, &p.moved[0][0][0], N_TYPES, out)
        or regions_go_beyond(b, p, &p.shifted[0][0][0], N_TYPES, out)
        or regions_go_beyond(b, p, &p.placed[0][0], 1, out)
        or goes_beyond(p, p.far_space, b.n_far, MAX_FAR_SPACE, out)
    )

cdef inline bint cards_go_beyond(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # Tiles, technologies, powers and effects.
    cdef int n = p.n_players
    return (
        goes_beyond(p, p.display, b.n_kinds, MAX_KINDS, out)
        or goes_beyond(p, p.unseen, b.n_kinds, MAX_KINDS, out)
        or goes_beyond(p, p.place, b.n_cards, MAX_TECHNOLOGIES, out)
        or goes_beyond(p, p.height, b.n_cards, MAX_TECHNOLOGIES, out)
        or goes_beyond(p, p.known, b.n_cards, MAX_TECHNOLOGIES, out)
        or seats_go_beyond(p, &p.hidden[0][0], 3, 3, out)
        or goes_beyond(p, p.power, n, MAX_PLAYERS, out)
        or seats_go_beyond(p, &p.dealt[0][0], 3, 3, out)
        or goes_beyond(p, p.surged, n, MAX_PLAYERS, out)
        or goes_beyond(p, p.used, b.n_effects, MAX_EFFECTS, out)
        or seats_go_beyond(p, <const uint8_t*>&p.changed[0][0], N_NUMBERS, N_NUMBERS, out)
        or seats_go_beyond(p, <const uint8_t*>&p.for_role[0][0], N_NUMBERS, N_NUMBERS, out)
        or seats_go_beyond(p, <const uint8_t*>&p.for_battle[0][0], N_NUMBERS, N_NUMBERS, out)
        or goes_beyond(p, p.spent, n, MAX_PLAYERS, out)
        or goes_beyond(p, p.sway, n, MAX_PLAYERS, out)
        or regions_go_beyond(b, p, &p.sway_at[0][0], 1, out)
        or goes_beyond(p, p.sway_throne, n, MAX_PLAYERS, out)
        or goes_beyond(p, p.side, n, MAX_PLAYERS, out)
        or goes_beyond(p, p.spare, n, MAX_PLAYERS, out)
    )

cdef inline bint exceeds_game(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C5.4, C15.1: tracks, powers, and what belongs to nothing that this game has.
    cdef int seat, resource, end
    for seat in range(p.n_players):
        for resource in range(3):
            end = number(b, p, seat, TRACK + resource)
            if p.resources[seat][resource] > end:
                return tell(out, TRACK_LAW, seat, p.resources[seat][resource], resource, end)
    if has_powers(p) and b.n_powers < N_DEALT * p.n_players:
        return breaks(out, NO_POWERS_LAW)
    return pieces_go_beyond(b, p, out) or cards_go_beyond(b, p, out)


# --- who plays

cdef inline bint is_nobody(const Position* p, const uint8_t* seat, Fault* out) noexcept nogil:
    # C1.7: whether a field names a seat that this game hasn't.
    if seat[0] < p.n_players or seat[0] == NOBODY:
        return False
    return tell(out, PLAYERS_LAW, offset_of(p, seat), seat[0], p.n_players, 0)

cdef inline bint is_set_up(const Position* p) noexcept nogil:
    # C1.8, C1.9: whether the steps before the first role are due.
    return p.step == HOME_DUE or p.step == FIRST_TILE_DUE or p.step == POWER_DUE

cdef inline bint is_before_roles(const Position* p) noexcept nogil:
    # C2.2: whether no role was chosen yet.
    return is_set_up(p) or (p.step == ROLE_DUE and p.round == 0) or p.then == GAME_BEGINS_DUE

cdef inline bint has_wrong_emperor(const Position* p, Fault* out) noexcept nogil:
    # C1.11, S52: who is the Emperor before the first role.
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int first = p.n_players - 1
    by_number(p, seats)
    if p.step != POWER_DUE:
        first = seats[p.n_players - 1]
    if p.emperor == first or not is_before_roles(p):
        return False
    return tell(
        out, HIGHEST_EMPEROR_LAW if has_powers(p) and p.step != POWER_DUE else FIRST_EMPEROR_LAW, first, 0, 0, 0
    )

cdef inline bint is_between_roles(const Position* p) noexcept nogil:
    # Whether effects are asked when the Emperor has received the scepter, or at the end of the game.
    return p.then == EDICT_SCORED_DUE or p.then == COUNTED_DUE

cdef inline bint is_after_roles(const Position* p) noexcept nogil:
    # C12.2: whether the role is over, or the game.
    return is_between_roles(p) or p.step == FAVOUR_DUE or p.step == END_DUE

cdef inline bint has_wrong_round(const Position* p, Fault* out) noexcept nogil:
    # C2.2, C14.2, S47: the second of two roles may be beyond the last round, also when it is over.
    cdef int limit = p.round_limit, last = limit
    if p.second or (p.n_players == 2 and is_after_roles(p)):
        last += 1
    if p.second and (p.n_players != 2 or p.round < 2):
        return breaks(out, SECOND_LAW)
    if p.round > last or (p.round >= limit and p.step == ROLE_DUE and not p.second):
        return tell(out, LIMIT_LAW, p.round, limit, 0, 0)
    if is_before_roles(p) != (p.monolith == NOBODY):
        return breaks(out, MONOLITH_LAW)
    if is_before_roles(p) and p.round:
        return tell(out, FIRST_ROUND_LAW, p.round, 0, 0, 0)
    return False

cdef inline bint has_wrong_seats(const Position* p, Fault* out) noexcept nogil:
    # C1.7, C2, C11.8, C12.4.
    if is_nobody(p, &p.actor, out) or is_nobody(p, &p.scepter, out) or is_nobody(p, &p.emperor, out):
        return True
    if is_nobody(p, &p.chooser, out) or is_nobody(p, &p.favoured, out):
        return True
    if is_nobody(p, &p.attacker, out) or is_nobody(p, &p.defender, out):
        return True
    if has_wrong_round(p, out) or has_wrong_emperor(p, out):
        return True
    if p.chooser != p.scepter and not (is_before_roles(p) or is_after_roles(p) or p.step == ROLE_DUE):
        return breaks(out, CHOOSER_LAW)
    if p.step == ROLE_DUE and p.actor != p.scepter:
        return breaks(out, SCEPTER_LAW)
    if (p.step == EDICT_DUE or p.step == FAVOUR_DUE) and p.actor != p.emperor:
        return tell(out, EMPEROR_LAW, p.step, 0, 0, 0)
    return False


# --- the galaxy

cdef inline bint is_planet(const Board* b, int tile) noexcept nogil:
    # Whether a tile of a region, as positions have it, is a planet.
    return 0 < tile <= b.n_kinds and b.planet_kinds >> (tile - 1) & 1

cdef inline int count_tiles(const Board* b, const Position* p, int tile) noexcept nogil:
    # The number of the regions with a tile.
    return sse_count_bits(b.all_regions & regions_where(p.tile, tile))

cdef inline bint has_wrong_homes(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C1.9: home worlds are where they have been placed.
    cdef uint8_t seats[MAX_PLAYERS]
    cdef int seat, place, actor
    cdef bint is_placed
    by_number(p, seats)
    actor = place_by_number(seats, p.actor)
    for seat in range(p.n_players):
        place = place_by_number(seats, seat)
        is_placed = place < actor or not is_set_up(p) or (place == actor and p.step == FIRST_TILE_DUE)
        is_placed = is_placed and p.step != POWER_DUE
        if is_placed != (p.home[seat] != NOBODY):
            return tell(out, HOME_MISSING_LAW if is_placed else HOME_EARLY_LAW, seat, 0, 0, 0)
        if is_placed and (p.home[seat] >= b.n_regions or p.tile[p.home[seat]] != HOME_TILE + seat):
            return tell(out, HOME_TILE_LAW, seat, 0, 0, 0)
        if count_tiles(b, p, HOME_TILE + seat) != is_placed:
            return tell(out, HOMES_LAW, seat, 0, 0, 0)
    return False

cdef inline bint is_connected(const Board* b, uint64_t regions) noexcept nogil:
    # Whether regions are all joined by paths among them.
    cdef uint64_t edge = regions & (~regions + 1), left = regions & ~edge, near
    while edge:
        near = b.near[sse_lowest_bit(edge)] & left
        left &= ~near
        edge = (edge & (edge - 1)) | near
    return left == 0

cdef inline bint has_wrong_blocks(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C14.1, S53: blocked sectors.
    cdef uint64_t blocked = b.all_regions & regions_where(p.tile, BLOCKED), whole = 0, others = 0
    cdef int sector, n = 0
    for sector in range(b.n_sectors):
        if b.sectors[sector] & ~blocked:
            others |= b.sectors[sector]
        else:
            whole |= b.sectors[sector]
            n += 1
    if whole != blocked:
        return breaks(out, WHOLE_SECTORS_LAW)
    if n != (b.n_blocked if p.n_players == 2 else 0) or not (is_connected(b, whole) and is_connected(b, others)):
        return breaks(out, BLOCKED_SECTORS_LAW)
    return False

cdef inline bint has_wrong_galaxy(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C1.1, C1.7, C3.3: home worlds, tiles, tokens and blocked sectors.
    cdef int region, place, tile, n = p.n_players
    if has_wrong_homes(b, p, out):
        return True
    for region in range(b.n_regions):
        tile = p.tile[region]
        if not (tile <= b.n_kinds or HOME_TILE <= tile < HOME_TILE + n or tile == BLOCKED):
            return tell(out, TILE_LAW, region, 0, 0, 0)
        if p.token[region] and not is_planet(b, tile):
            return tell(out, TOKEN_PLACE_LAW, region, 0, 0, 0)
        if p.token[region] and (p.token[region] - 1) >> 1 >= n:
            return tell(out, TOKEN_OWNER_LAW, region, 0, 0, 0)
    for place in range(b.n_far):
        if p.far_space[place] > GALAXY and (p.far_space[place] - 2) >> 1 >= n:
            return tell(out, FAR_OWNER_LAW, place + 1, 0, 0, 0)
    return has_wrong_blocks(b, p, out)


# --- tokens and ships

cdef inline int count_tokens(const Board* b, const Position* p, int seat) noexcept nogil:
    # C1.7: the tokens of a player, wherever they are.
    cdef int owner, region, place
    cdef int total = p.stock[seat] + p.influence[seat] + p.on_throne[seat] + p.spent[seat]
    for owner in range(p.n_players):
        total += p.throne[owner][seat]
    for region in range(b.n_regions):
        total += p.placed[seat][region] + (p.token[region] > 0 and (p.token[region] - 1) >> 1 == seat)
    for place in range(b.n_far):
        total += p.far_space[place] > GALAXY and (p.far_space[place] - 2) >> 1 == seat
    return total

cdef inline bint has_wrong_tokens(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C1.3, C1.7: no token is missing, and none is too many.
    cdef int seat, region, place, total, galaxy = p.pile
    for seat in range(p.n_players):
        total = count_tokens(b, p, seat)
        if total != TOKENS:
            return tell(out, TOKENS_LAW, seat, total, TOKENS, 0)
        for region in range(b.n_regions):
            if p.placed[seat][region] and not is_planet(b, p.tile[region]):
                return tell(out, INFLUENCE_PLACE_LAW, region, 0, 0, 0)
        galaxy += p.throne[seat][N_COLOURS - 1]
    for place in range(b.n_far):
        galaxy += p.far_space[place] == GALAXY
    if galaxy != b.galaxy_tokens:
        return tell(out, GALAXY_TOKENS_LAW, galaxy, b.galaxy_tokens, 0, 0)
    return False

cdef inline bint has_wrong_fleet(const Board* b, const Position* p, int seat, Fault* out) noexcept nogil:
    # C1.7, C7.4, C9: a player's ships.
    cdef uint8_t counts[MAX_REGIONS]
    cdef int kind, region, total, tile
    for kind in range(N_TYPES):
        total = p.supply[seat][kind] + p.staging[seat][kind]
        for region in range(b.n_regions):
            total += p.ships[seat][kind][region]
        if total != 8 >> kind:
            return tell(out, SHIPS_LAW, seat, total, kind, 8 >> kind)
        for region in range(b.n_regions):
            if p.ships[seat][kind][region] < max(p.moved[seat][kind][region], p.shifted[seat][kind][region]):
                return tell(out, MOVED_LAW, kind, region, 0, 0)
    fleet(p, seat, counts)
    for region in range(b.n_regions):
        tile = p.tile[region]
        if counts[region] and HOME_TILE <= tile <= BLOCKED and tile != HOME_TILE + seat:
            return tell(out, STOP_LAW, seat, region, 0, 0)
        if p.flags & OWN_CAP and counts[region] > b.most_room:
            return tell(out, OWN_ROOM_LAW, seat, counts[region], region, b.most_room)
    return False

cdef inline bint has_wrong_ships(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C7.4: all ships. They stay where an effect of an earlier role had made room.
    cdef uint8_t counts[MAX_REGIONS]
    cdef int seat, region
    for seat in range(p.n_players):
        if has_wrong_fleet(b, p, seat, out):
            return True
    if p.flags & OWN_CAP:
        return False
    crowd(p, counts)
    for region in range(b.n_regions):
        if counts[region] > b.most_room:
            return tell(out, ROOM_LAW, region, counts[region], b.most_room, 0)
    return False


# --- tiles

cdef inline int count_waiting(const Position* p) noexcept nogil:
    # C1.9: each player has a 2-polymer tile beside the stack until it is placed.
    cdef uint8_t seats[MAX_PLAYERS]
    if p.step == POWER_DUE:
        return p.n_players
    if not is_set_up(p):
        return 0
    by_number(p, seats)
    return p.n_players - place_by_number(seats, p.actor)

cdef inline bint has_wrong_depths(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # S1: the wormholes of the stack.
    cdef int i, j
    for i in range(N_WORMHOLES):
        if p.depth[i] == NOBODY:
            continue
        for j in range(i):
            if p.depth[j] == p.depth[i]:
                return breaks(out, DEPTHS_LAW)
        if p.depth[i] >= p.stack:
            return breaks(out, DEPTHS_LAW)
    for i in range(1, N_WORMHOLES):
        if <uint8_t>(p.depth[i] + 1) < <uint8_t>(p.depth[i - 1] + 1):
            return breaks(out, DEPTHS_ASCEND_LAW)
    return False

cdef inline bint has_wrong_stack(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C1.5, S1: all tiles are there, and the stack has those that are left for it.
    cdef int kind, total, i, deep = 0, left = -count_tiles(b, p, BLOCKED)
    for i in range(N_WORMHOLES):
        deep += p.depth[i] != NOBODY
    for kind in range(b.n_kinds):
        total = p.display[kind] + p.unseen[kind] + count_tiles(b, p, kind + 1)
        total += p.bottom if kind == b.space else deep if kind == b.wormhole else 0
        total += count_waiting(p) if kind == b.two_polymers else 0
        if total != b.n_tiles[kind]:
            return tell(out, TILES_LAW, total, kind, b.n_tiles[kind], 0)
        left += p.unseen[kind]
    if b.wormhole >= 0 and p.unseen[b.wormhole]:
        return breaks(out, WORMHOLES_LAW)
    if p.stack != left + deep:
        return tell(out, STACK_LAW, p.stack, left + deep, 0, 0)
    return has_wrong_depths(b, p, out)

cdef inline bint has_wrong_tiles(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C1.5, C4.6, C4.7, C5.1: the stack, the display and the market.
    cdef int shown = n_shown(b, p)
    if has_wrong_stack(b, p, out):
        return True
    if p.bottom and b.space < 0:
        return tell(out, NO_SPACE_LAW, p.bottom, 0, 0, 0)
    if p.put_back > p.bottom:
        return tell(out, PUT_BACK_LAW, p.put_back, p.bottom, 0, 0)
    if p.step == REVEAL_DUE and p.stack + p.bottom == 0:
        return breaks(out, NOTHING_TO_REVEAL_LAW)
    if not effects_act(p):
        if shown > p.n_players + 1:
            return tell(out, DISPLAY_LAW, p.n_players + 1, 0, 0, 0)
        if p.step == REVEAL_DUE and shown > p.n_players:
            return breaks(out, FULL_DISPLAY_LAW)
    if p.market == (1 << MAX_MARKET) - 1 and p.step == STEWARD_DUE:
        return breaks(out, MARKET_LAW)
    return False


# --- technologies

cdef inline bint has_wrong_places(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C1.7, S24: where each card is.
    cdef int card, place
    for card in range(b.n_cards):
        place = p.place[card]
        if place >= IN_HAND and (place - IN_HAND) % MAX_PLAYERS >= p.n_players:
            return tell(out, CARD_OWNER_LAW, card, 0, 0, 0)
        if p.known[card] and not IN_HAND <= place < OWNED:
            return tell(out, KNOWN_LAW, card, 0, 0, 0)
        if (p.height[card] > 0) != (place == IN_PILE):
            return tell(out, HEIGHT_LAW, card, 0, 0, 0)
    return False

cdef inline bint has_wrong_decks(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C8.1, S24: piles have their order, and decks the cards that hands hide.
    cdef uint8_t met[MAX_TECHNOLOGIES + 1]
    cdef int cost, i, card, height, n, deck
    cdef bint in_order
    for cost in range(3):
        memset(met, 0, sizeof(met))
        n = 0
        for i in range(b.n_cards_of[cost]):
            card = b.cards[cost][i]
            met[p.height[card]] += 1
            n += p.place[card] == IN_PILE
        in_order = True
        for height in range(1, n + 1):
            in_order = in_order and met[height] == 1
        if not in_order:
            return tell(out, PILE_LAW, cost + 1, n, 0, 0)
        deck = deck_size(b, p, cost)
        if deck < 0:
            return tell(out, HIDDEN_LAW, cost + 1, 0, 0, 0)
        if (p.step == CARD_DUE or p.step == TURN_DUE) and p.draft[0] == cost and deck == 0:
            return tell(out, EMPTY_DECK_LAW, cost + 1, 0, 0, 0)
    return False

cdef inline int most_in_hand(const Board* b, const Position* p, int seat) noexcept nogil:
    # C8.3, S68: the most cards that a player can have in hand now. The edict comes after the end of a role, and cards
    # that effects bring with it stay.
    cdef bint after_edict = p.scepter == p.emperor and not p.second
    cdef bint draws = p.step == BUY_DUE or p.step == TURN_DUE or p.step == DISCARD_DUE
    if effects_act(p):
        return number(b, p, seat, HAND) if p.step == ROLE_DUE and not after_edict else b.n_cards
    return b.bases[HAND] + (draws and seat == p.actor)

cdef inline bint has_wrong_cards(const Board* b, const Position* p, Fault* out) noexcept nogil:
    # C8: decks, piles and hands.
    cdef int seat, hand
    if has_wrong_places(b, p, out) or has_wrong_decks(b, p, out):
        return True
    for seat in range(p.n_players):
        hand = cards_in_hand(b, p, seat)
        if hand > most_in_hand(b, p, seat):
            return tell(out, HAND_LAW, seat, hand, most_in_hand(b, p, seat), 0)
        if p.step == DISCARD_DUE and seat == p.actor and hand <= number(b, p, seat, HAND):
            return tell(out, DISCARD_LAW, seat, hand, 0, 0)
    return False
