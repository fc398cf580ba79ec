# Effects of actions and the order of turns of Small Star Empires: E2 and E6, and with unexplored systems or open
# borders E9 and E10.1. Header-only; for `kind` see moves.pxd.

from libc.stdint cimport uint8_t, uint64_t

from sse_core._core.small_star_empires.structs cimport (
    ABANDONED, ASTEROID, CHANCE, CHOICE_DUE, CHOOSE, CITY, FINISHED, HOLLANA, MAX_SHIPS, NORDINN, NOTHING_DUE,
    REFUEL_DUE, REFUELING, REPAIR, REVEAL, REVEAL_DUE, STATION, STAY, TENNAR, VARIANT, ActionRow, Moves, Position,
    RulesetData,
)
from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport Cells, both, cell_bit, either, has, is_empty, size, without
from sse_core._core.small_star_empires.moves cimport (
    forget_moves, held_by_all, list_choices, list_moves, list_reveals, list_second_moves, seat_after, toll_systems,
)
from sse_core._core.small_star_empires.score cimport planets_of
from sse_core._core.small_star_empires.ships cimport place_of, put_ship


cdef inline void play(const RulesetData* r, Position* p, const ActionRow* action, Moves* out, int kind) noexcept nogil:
    # E2.1: plays a legal action of the player to act, or of chance.
    #   writes   p, and out: the legal actions that follow, none when the game is over
    # A repair leads to the player's homeworld; the target in its row is not read.
    if kind == VARIANT:
        play_variant(r, p, action, out)
    else:
        play_plain(r, p, action, out, kind)


cdef inline void play_plain(
    const RulesetData* r, Position* p, const ActionRow* action, Moves* out, int kind
) noexcept nogil:
    # The same on a plain board, where an action is a whole turn.
    cdef int player = p.to_act
    move_plain(r, p, action, player)
    end_turn(r, p, player, out, kind)


cdef inline void play_until(const RulesetData* r, Position* p, const ActionRow* action, int seat) noexcept nogil:
    # The same where it is known which seat acts next: E2.2, those between have passed. No moves are listed.
    cdef int player = p.to_act
    move_plain(r, p, action, player)
    p.to_act = seat
    while True:
        player = seat_after(r, player)
        if player == seat:
            return
        p.passed |= 1 << player


cdef inline void move_plain(const RulesetData* r, Position* p, const ActionRow* action, int player) noexcept nogil:
    # A ship moves, and colonizes or is repaired.
    cdef uint8_t* row = p.ships[player]
    cdef int place
    sse_check(0 <= player < r.n_players)
    place = place_of(row, p.n_ships[player], 2 * action.origin + action.damaged)
    p.ply += 1
    if action.piece == REPAIR:
        put_ship(row, p.n_ships[player], place, 2 * r.home[player])
    else:
        put_ship(row, p.n_ships[player], place, 2 * action.target + (row[place] & 1))
        colonize(r, p, player, action.target, action.piece)


cdef inline void colonize(const RulesetData* r, Position* p, int player, int cell, int piece) noexcept nogil:
    # E6.1: puts a piece, CITY or STATION, from the reserve onto a system.
    cdef Cells spot = cell_bit(cell)
    sse_check(is_empty(both(held_by_all(p), spot)) and has(r.landable, cell))
    p.held[player] = either(p.held[player], spot)
    # Branch-free, because the piece is unpredictable: CITY is 0, STATION is 1.
    spot.lo &= <uint64_t>0 - <uint64_t>piece
    spot.hi &= <uint64_t>0 - <uint64_t>piece
    p.stations = either(p.stations, spot)
    p.stations_left[player] -= piece
    p.cities_left[player] -= 1 - piece


cdef inline void end_turn(const RulesetData* r, Position* p, int player, Moves* out, int kind) noexcept nogil:
    # E2.1, E2.3: the next player who can move is to act; if all reserves are empty, the game is over.
    if p.cities_left[player] == 0 and p.stations_left[player] == 0 and nothing_left(r, p):
        p.to_act = FINISHED
        forget_moves(out)
    else:
        turn_goes_on(r, p, player, out, kind)


cdef inline void play_variant(const RulesetData* r, Position* p, const ActionRow* action, Moves* out) noexcept nogil:
    cdef int player = p.explorer if p.due else p.to_act
    cdef int due = p.due, spot = p.spot
    cdef bint goes_on = False
    sse_check(0 <= player < r.n_players)
    p.ply += 1
    p.due = NOTHING_DUE
    p.spot = p.explorer = 0
    if action.piece == REVEAL:
        p.to_act = player
        goes_on = reveal(r, p, player, spot, action.target, out)
    elif action.piece == CHOOSE:
        destroy(r, p, player, spot, action.target)
    elif action.piece == STAY:
        # E10.1: a player who stays instead of paying has passed. E9.7: to stay after refueling only ends the turn.
        if due == NOTHING_DUE:
            p.passed |= 1 << player
    else:
        goes_on = move(r, p, player, action, out, due == REFUEL_DUE)
    if not goes_on:
        end_turn(r, p, player, out, VARIANT)


cdef inline bint move(
    const RulesetData* r, Position* p, int player, const ActionRow* action, Moves* out, bint refueled
) noexcept nogil:
    # E3, E9.1, E10.1: a ship moves, pays on its way, and colonizes, explores or is repaired.
    #   returns  whether a reveal is due now
    cdef uint8_t* row = p.ships[player]
    cdef int place = place_of(row, p.n_ships[player], 2 * action.origin + action.damaged), ship = row[place]
    cdef int target = r.home[player] if action.piece == REPAIR else action.target
    if not refueled:
        pay(r, p, player, toll_systems(r, p, player, ship, target))
    if action.piece == REPAIR:
        put_ship(row, p.n_ships[player], place, 2 * target)
        return False
    put_ship(row, p.n_ships[player], place, 2 * target + (ship & 1))
    if has(p.unexplored, target):
        sse_check(not ship & 1 and action.piece == CITY)
        make_due(p, REVEAL_DUE, target, player)
        p.to_act = CHANCE
        list_reveals(r, p, out)
        return True
    colonize(r, p, player, target, action.piece)
    return False


cdef inline void pay(const RulesetData* r, Position* p, int player, Cells systems) noexcept nogil:
    # E10.1: pays one city for each system to the player who holds it. Without a branch for moves that pay nothing,
    # since which do is unpredictable.
    cdef int other, toll
    for other in range(r.n_players):
        toll = size(both(systems, p.held[other]))
        p.received[other] += toll
        p.cities_left[player] -= toll
    sse_check(p.cities_left[player] >= 0)


cdef inline void make_due(Position* p, int due, int cell, int player) noexcept nogil:
    # Makes something due at a cell in the turn of a player.
    p.due = due
    p.spot = cell
    p.explorer = player


cdef inline bint reveal(const RulesetData* r, Position* p, int player, int cell, int tile, Moves* out) noexcept nogil:
    # E9.3 to E9.9: a tile is revealed, and acts on the ship that explores it.
    #   returns  whether a second move or a choice is due now
    cdef uint8_t* row = p.ships[player]
    sse_check(has(p.unexplored, cell))
    p.tiles[tile] = either(p.tiles[tile], cell_bit(cell))
    p.unexplored = without(p.unexplored, cell_bit(cell))
    if tile == ASTEROID or tile == NORDINN:
        put_ship(row, p.n_ships[player], place_of(row, p.n_ships[player], 2 * cell), 2 * cell + 1)
    else:
        colonize(r, p, player, cell, CITY)
        p.banked_tiles[player] += points_at_once(r, tile)
    if tile == REFUELING:
        list_second_moves(r, p, player, cell, out)
        if out.total:
            make_due(p, REFUEL_DUE, cell, player)
            return True
    elif tile == NORDINN:
        list_choices(r, p, player, cell, out)
        if out.total:
            make_due(p, CHOICE_DUE, cell, player)
            return True
    return False


cdef inline int points_at_once(const RulesetData* r, int tile) noexcept nogil:
    # E9.6, E9.7, E9.8: the points of a tile when it is revealed. E6.2: in the first edition those of stations come at
    # the end.
    if tile == HOLLANA or tile == TENNAR:
        return 2
    return (tile == ABANDONED or tile == REFUELING) and not r.first_edition


cdef inline void destroy(const RulesetData* r, Position* p, int player, int nordinn, int cell) noexcept nogil:
    # E9.9: a city goes back to its owner's reserve; next to the Nordinn system its place gets a conquest marker.
    cdef Cells spot = cell_bit(cell)
    cdef int owner = 0
    while not has(p.held[owner], cell):
        owner += 1
        sse_check(owner < r.n_players)
    p.held[owner] = without(p.held[owner], spot)
    p.cities_left[owner] += 1
    if not r.first_edition:
        # E6.2: points scored at once stay.
        p.banked_planets[owner] += planets_of(r, p, spot)
    if has(r.around[nordinn], cell) and (owner == player or not r.conquest_own_only):
        p.conquered = either(p.conquered, spot)


cdef inline bint nothing_left(const RulesetData* r, const Position* p) noexcept nogil:
    # E2.3: no player has a piece in reserve.
    cdef int player, left = 0
    for player in range(r.n_players):
        left |= p.cities_left[player] | p.stations_left[player]
    return left == 0


cdef inline void turn_goes_on(const RulesetData* r, Position* p, int player, Moves* out, int kind) noexcept nogil:
    # E2.1, E2.2: after a player's turn the next seat is to act; a player who can't move when the turn comes has passed.
    # E2.3: the game is over when all have passed.
    #   writes   p.passed, p.to_act, and out: the moves of the player to act
    cdef int _
    for _ in range(r.n_players):
        player = seat_after(r, player)
        if not (p.passed >> player) & 1:
            list_moves(r, p, player, out, kind)
            if out.total:
                p.to_act = player
                return
            p.passed |= 1 << player
    p.to_act = FINISHED
    forget_moves(out)
