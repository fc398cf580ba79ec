# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A naive version of the base game for two in Cython: byte arrays, all actions listed, then one chosen.

The core is measured against it, so it stays as it was in its first commit. There are no damaged ships and no unexplored
systems. A random game uses the same draws as `sse_core.playout`, but lists a ship's targets ray by ray. So single games
differ, and only their distribution is the same; perft and scores are the same.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t
from libc.string cimport memset

cdef enum:
    MAX_CELLS = 128
    MAX_ACTIONS = 4096      # two for each of 16 ships and 128 cells
    SHIPS = 16
    NOBODY = -1

# The board: the system of each cell, and each cell's neighbours, -1 for none.
cdef int n_cells
cdef int16_t step[MAX_CELLS][6]
cdef int8_t landable[MAX_CELLS]
cdef int8_t wormhole[MAX_CELLS]
cdef int8_t black_hole[MAX_CELLS]
cdef int8_t planets[MAX_CELLS]
cdef int8_t nebula[MAX_CELLS]
cdef int8_t homeworld[MAX_CELLS]

cdef struct Action:
    int16_t ship
    int16_t target
    int8_t piece

cdef struct Game:
    int8_t owner[MAX_CELLS]
    int8_t station[MAX_CELLS]
    int16_t ships[2][SHIPS]
    int n_ships
    int reserve[2][2]
    int player
    int passed[2]
    int over
    int plies
    int n_actions
    Action actions[MAX_ACTIONS]


def load(board):
    """Load a board."""
    global n_cells
    n_cells = board.n_cells
    for cell in range(n_cells):
        system = board.system(cell)
        landable[cell] = system.can_be_landed_on
        wormhole[cell] = system.value == "w"
        black_hole[cell] = system.value == "x"
        planets[cell] = system.planets
        nebula[cell] = NOBODY if system.nebula is None else system.nebula
        homeworld[cell] = NOBODY if system.homeworld is None else system.homeworld
        for direction in range(6):
            there = board.at(board.hexes[cell].step(direction))
            step[cell][direction] = NOBODY if there is None else there


cdef void begin(Game* g, int n_ships, int cities, int stations) noexcept nogil:
    cdef int cell, ship
    memset(g, 0, sizeof(Game) - sizeof(g.actions))
    memset(g.owner, NOBODY, sizeof(g.owner))
    g.n_ships = n_ships
    for cell in range(n_cells):
        if homeworld[cell] >= 0:
            g.owner[cell] = homeworld[cell]
            for ship in range(n_ships):
                g.ships[<int>homeworld[cell]][ship] = cell
    g.reserve[0][0] = g.reserve[1][0] = cities
    g.reserve[0][1] = g.reserve[1][1] = stations
    list_actions(g)


cdef void add_target(Game* g, int ship, int target, int8_t* seen) noexcept nogil:
    cdef int piece
    if seen[target] or not landable[target] or g.owner[target] != NOBODY:
        return
    seen[target] = 1
    for piece in range(2):
        if g.reserve[g.player][piece] > 0:
            g.actions[g.n_actions].ship = ship
            g.actions[g.n_actions].target = target
            g.actions[g.n_actions].piece = piece
            g.n_actions += 1


cdef void list_actions(Game* g) noexcept nogil:
    cdef int ship, direction, cell, start, entrance, exit, other, near
    cdef int8_t seen[MAX_CELLS]
    g.n_actions = 0
    for ship in range(g.n_ships):
        start = g.ships[g.player][ship]
        if ship and g.ships[g.player][ship - 1] == start:
            continue
        memset(seen, 0, n_cells)
        for direction in range(6):
            cell = step[start][direction]
            while cell >= 0 and not black_hole[cell] and (g.owner[cell] == NOBODY or g.owner[cell] == g.player):
                add_target(g, ship, cell, seen)
                cell = step[cell][direction]
        for direction in range(6):
            entrance = step[start][direction]
            if entrance < 0 or not wormhole[entrance]:
                continue
            for exit in range(n_cells):
                if wormhole[exit] and exit != entrance:
                    for near in range(6):
                        other = step[exit][near]
                        if other >= 0 and other != start:
                            add_target(g, ship, other, seen)


cdef void play(Game* g, Action action) noexcept nogil:
    cdef int _, i
    cdef int16_t* row = g.ships[g.player]
    row[action.ship] = action.target
    i = action.ship
    while i > 0 and row[i - 1] > row[i]:
        row[i - 1], row[i] = row[i], row[i - 1]
        i -= 1
    while i + 1 < g.n_ships and row[i + 1] < row[i]:
        row[i + 1], row[i] = row[i], row[i + 1]
        i += 1
    g.owner[action.target] = g.player
    g.station[action.target] = action.piece
    g.reserve[g.player][action.piece] -= 1
    g.plies += 1
    if g.reserve[0][0] + g.reserve[0][1] + g.reserve[1][0] + g.reserve[1][1] == 0:
        g.over = 1
        g.n_actions = 0
        return
    for _ in range(2):
        g.player = 1 - g.player
        if not g.passed[g.player]:
            list_actions(g)
            if g.n_actions:
                return
            g.passed[g.player] = 1
    g.over = 1
    g.n_actions = 0


cdef int fill(const int8_t* owner, int player, int start, int8_t* seen) noexcept nogil:
    cdef int16_t stack[MAX_CELLS]
    cdef int top = 1, cell, direction, other, size = 0
    stack[0] = start
    seen[start] = 1
    while top:
        top -= 1
        cell = stack[top]
        size += 1
        for direction in range(6):
            other = step[cell][direction]
            if other >= 0 and not seen[other] and owner[other] == player:
                seen[other] = 1
                stack[top] = other
                top += 1
    return size


cdef int territory(const int8_t* owner, int player) noexcept nogil:
    # The number of systems in a player's largest connected territory.
    cdef int8_t seen[MAX_CELLS]
    cdef int cell, most = 0
    memset(seen, 0, n_cells)
    for cell in range(n_cells):
        if owner[cell] == player and not seen[cell]:
            most = max(most, fill(owner, player, cell, seen))
    return most


cdef int set_points(int n) noexcept nogil:
    return 8 if n >= 3 else 5 if n == 2 else 2 if n == 1 else 0


cdef void score(const Game* g, int* totals) noexcept nogil:
    cdef int player, cell, direction, other, colour
    cdef int nebulae[3]
    cdef int largest[2]
    for player in range(2):
        totals[player] = 0
        nebulae[0] = nebulae[1] = nebulae[2] = 0
        for cell in range(n_cells):
            if g.owner[cell] != player:
                continue
            totals[player] += planets[cell]
            if nebula[cell] >= 0:
                nebulae[<int>nebula[cell]] += 1
            if g.station[cell]:
                for direction in range(6):
                    other = step[cell][direction]
                    if other >= 0 and g.owner[other] == 1 - player:
                        totals[player] += 1
        for colour in range(3):
            totals[player] += set_points(nebulae[colour])
        largest[player] = territory(g.owner, player)
    for player in range(2):
        if largest[player] == max(largest[0], largest[1]):
            totals[player] += 3


cdef inline uint64_t next_number(uint64_t* state) noexcept nogil:
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


def playouts(int n_ships, int cities, int stations, int32_t[:, ::1] totals, int32_t[::1] plies, uint64_t seed):
    """Play as many random games as the arrays have rows; fill in the scores and the lengths."""
    cdef Game game
    cdef Py_ssize_t number
    cdef int scored[2]
    with nogil:
        for number in range(plies.shape[0]):
            begin(&game, n_ships, cities, stations)
            while game.n_actions:
                play(&game, game.actions[<int>(((next_number(&seed) >> 32) * <uint64_t>game.n_actions) >> 32)])
            score(&game, scored)
            totals[number, 0] = scored[0]
            totals[number, 1] = scored[1]
            plies[number] = game.plies


cdef uint64_t leaves(const Game* g, int depth) noexcept nogil:
    cdef Game child
    cdef uint64_t found = 0
    cdef int i
    if depth == 0 or g.n_actions == 0:
        return 1
    for i in range(g.n_actions):
        child = g[0]
        play(&child, g.actions[i])
        found += leaves(&child, depth - 1)
    return found


def perft(int n_ships, int cities, int stations, int depth):
    """Count positions from the start of a game, playing every ply."""
    cdef Game game
    begin(&game, n_ships, cities, stations)
    return leaves(&game, depth)


def largest_territory(int8_t[::1] owner, int player, int times):
    """Compute the largest territory of a player on the board so many times, and return it."""
    cdef int most = 0, _
    with nogil:
        for _ in range(times):
            most = territory(&owner[0], player)
    return most


def largest_territories(int8_t[:, ::1] owners, int64_t[:, ::1] most, int times):
    """Compute the largest territories of both players in all positions, so many times."""
    cdef Py_ssize_t row
    cdef int player, _
    with nogil:
        for _ in range(times):
            for row in range(owners.shape[0]):
                for player in range(2):
                    most[row, player] = territory(&owners[row, 0], player)
