# cython: language_level=3, wraparound=False, cdivision=True
"""Small Star Empires' rules at speed: legality, application, score, playouts and perft over sets of cells.

The structs and the C functions' contracts stand in ``_fast.pxd``, the Python face and its types in ``_fast.pyi``, the
rules themselves in ``small_star_empires/RULES.md``, whose clauses are cited here. Only `def` methods check their
input and raise; what is below them takes what it is given.
"""

from collections import namedtuple
from types import SimpleNamespace

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE, PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from sse_core._hex cimport (
    MAX_CELLS,
    Cells,
    before_first,
    beyond_last,
    both,
    cell_bit,
    either,
    has,
    is_empty,
    nth_cell,
    pop_lowest,
    size,
    sse_check,
    without,
)

from sse_core.checks import check_number, check_seed
from sse_core.errors import Reason, SetupError
from sse_core.game import Outcome

__all__ = ["Playouts", "Reserve", "Score", "State", "Tables", "lend_words", "perft", "perft_divide", "place",
           "playout", "playouts"]


# --- movement: E3, E4, E5

cdef Cells flight(const TableData* t, const Position* p, int player, int cell) noexcept nogil:
    # E3.1, E3.3, E3.4: a ship flies straight until a gap, a black hole or an opponent's system.
    #   reads    t.ray[cell], p.held
    #   returns  the cells entered, own systems and wormholes included
    cdef Cells blockers = opponents_of(t, p, player)
    cdef const Cells* ray = t.ray[cell]
    return either(
        either(
            either(before_first(ray[0], blockers), before_first(ray[4], blockers)),
            either(before_first(ray[5], blockers), beyond_last(ray[1], blockers)),
        ),
        either(beyond_last(ray[2], blockers), beyond_last(ray[3], blockers)),
    )


cdef inline Cells opponents_of(const TableData* t, const Position* p, int player) noexcept nogil:
    # The systems that the others hold, their homeworlds included.
    cdef Cells held = held_by_all(p)
    return without(held, p.held[player])


cdef inline Cells held_by_all(const Position* p) noexcept nogil:
    return either(either(p.held[0], p.held[1]), either(p.held[2], p.held[3]))


cdef inline Cells reach(const TableData* t, const Position* p, int player, int ship) noexcept nogil:
    # Where a ship (2 * cell + damaged) gets to by flight (E3.1, E5.1) or jump (E4.1, E4.3).
    cdef int cell = ship >> 1
    cdef Cells reached = flight(t, p, player, cell)
    if not ship & 1:
        return either(reached, t.jump[cell])
    reached = both(reached, t.near[cell])
    return either(reached, t.jump[cell]) if t.damaged_jump else reached


cdef void list_moves(const TableData* t, const Position* p, int player, Moves* out) noexcept nogil:
    # E3, E4, E5: what a player can do.
    #   reads    p.ships, p.held, p.cities_left, p.stations_left of the player
    #   writes   out whole, but for the rows of its arrays beyond out.n
    cdef int i, ship, n = 0, total = 0, last = -1
    cdef int kinds = (p.cities_left[player] > 0) + (p.stations_left[player] > 0)
    cdef Cells free = without(t.landable, held_by_all(p)), reached
    out.kinds = kinds
    out.first_kind = CITY if p.cities_left[player] > 0 else STATION
    sse_check(0 <= player < t.n_players and p.n_ships[player] <= MAX_SHIPS)
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        sse_check(ship >> 1 < t.n_cells)
        if ship == last or (kinds == 0 and not ship & 1):
            continue
        sse_check(n < MAX_SHIPS)
        reached = reach(t, p, player, ship)
        out.ship[n] = ship
        out.landings[n] = both(reached, free)
        out.repairs[n] = (ship & 1) and has(reached, t.home[player])
        out.marked[n] = (ship & 1) and i > 0 and p.ships[player][i - 1] >> 1 == ship >> 1
        total += kinds * size(out.landings[n]) + out.repairs[n]
        last = ship
        n += 1
    out.n = n
    out.total = total


cdef void nth_move(const TableData* t, const Moves* m, int rank, Deed* out) noexcept nogil:
    # The legal action with `rank` others before it by ascending id; 0 <= rank < m.total.
    cdef int i = 0, landings
    sse_check(0 <= rank < m.total)
    while True:
        sse_check(i < m.n)
        landings = m.kinds * size(m.landings[i])
        if rank < landings + m.repairs[i]:
            break
        rank -= landings + m.repairs[i]
        i += 1
    out.origin = m.ship[i] >> 1
    out.damaged = m.marked[i]
    if rank == landings:
        out.target = 0
        out.piece = REPAIR
        return
    out.target = nth_cell(m.landings[i], rank // m.kinds)
    out.piece = m.first_kind + rank % m.kinds


# --- the turn: E2, E6

cdef void play(const TableData* t, Position* p, const Deed* deed, Moves* out) noexcept nogil:
    # E2.1: the player to act does a legal deed, and the turn goes on to whoever can move.
    #   writes   p, and out: the moves of the player to act then, none when the game is over
    # A repair's target is the own homeworld, whatever the deed says.
    cdef int player = p.to_act, ship
    cdef Cells spot
    sse_check(0 <= player < t.n_players)
    ship = ship_of(p, player, deed)
    if deed.piece == REPAIR:
        move_ship(p, player, ship, 2 * t.home[player])
    else:
        move_ship(p, player, ship, 2 * deed.target + (ship & 1))
        spot = cell_bit(deed.target)
        sse_check(is_empty(both(held_by_all(p), spot)) and has(t.landable, deed.target))
        p.held[player] = either(p.held[player], spot)
        if deed.piece == STATION:
            p.stations = either(p.stations, spot)
            p.stations_left[player] -= 1
        else:
            p.cities_left[player] -= 1
    p.ply += 1
    if nothing_left(t, p):
        p.to_act = FINISHED
        forget_moves(out)
    else:
        turn_comes_to(t, p, player + 1, out)


cdef inline int ship_of(const Position* p, int player, const Deed* deed) noexcept nogil:
    # The ship that a deed moves, 2 * cell + damaged: said where both kinds stand there, seen where one does.
    cdef int i
    sse_check(p.n_ships[player] <= MAX_SHIPS)
    if deed.damaged:
        return 2 * deed.origin + 1
    for i in range(p.n_ships[player]):
        if p.ships[player][i] >> 1 == deed.origin:
            return p.ships[player][i]
    return -1


cdef inline void move_ship(Position* p, int player, int old, int new) noexcept nogil:
    # Takes one ship out of the sorted row and puts it back where it belongs.
    cdef uint8_t* row = p.ships[player]
    cdef int i = 0, n = p.n_ships[player]
    sse_check(n <= MAX_SHIPS)
    while row[i] != old:
        i += 1
        sse_check(i < n)
    while i + 1 < n and row[i + 1] < new:
        row[i] = row[i + 1]
        i += 1
    while i > 0 and row[i - 1] > new:
        row[i] = row[i - 1]
        i -= 1
    row[i] = new


cdef inline bint nothing_left(const TableData* t, const Position* p) noexcept nogil:
    # E2.3: no player has a piece in reserve.
    cdef int player, left = 0
    for player in range(t.n_players):
        left |= p.cities_left[player] | p.stations_left[player]
    return left == 0


cdef inline void turn_comes_to(const TableData* t, Position* p, int seat, Moves* out) noexcept nogil:
    # E2.1, E2.2: seats in order; who can't move when the turn comes is out for good; E2.3: all out, all over.
    #   writes   p.passed, p.to_act, and out: the moves of the player to act
    cdef int turn, player
    for turn in range(t.n_players):
        player = (seat + turn) % t.n_players
        if not (p.passed >> player) & 1:
            list_moves(t, p, player, out)
            if out.total:
                p.to_act = player
                return
            p.passed |= 1 << player
    p.to_act = FINISHED
    forget_moves(out)


cdef inline void forget_moves(Moves* out) noexcept nogil:
    out.total = out.kinds = out.first_kind = out.n = 0


# --- why an action is refused

cdef int why_not(const TableData* t, const Position* p, const Deed* deed) noexcept nogil:
    # Judges a deed of the table for the player to act.
    #   returns  a Reason's value, the first that applies in their order
    cdef int player = p.to_act, ship, i
    cdef bint whole = False, damaged = False
    cdef Cells line
    if player == FINISHED:
        return GAME_OVER
    sse_check(0 <= player < t.n_players and p.n_ships[player] <= MAX_SHIPS)
    sse_check(deed.origin < t.n_cells and deed.target < t.n_cells)
    for i in range(p.n_ships[player]):
        if p.ships[player][i] >> 1 == deed.origin:
            damaged |= p.ships[player][i] & 1
            whole |= not p.ships[player][i] & 1
    if not (whole or damaged) or (deed.damaged and not (whole and damaged)):
        return NO_SHIP
    ship = 2 * deed.origin + (1 if deed.damaged or not whole else 0)
    if deed.piece == REPAIR and not ship & 1:
        return NOT_DAMAGED
    if deed.piece == CITY and p.cities_left[player] == 0:
        return NO_CITY
    if deed.piece == STATION and p.stations_left[player] == 0:
        return NO_STATION
    if has(opponents_of(t, p, player), deed.target):
        return OPPONENT_SYSTEM
    if deed.piece != REPAIR and has(p.held[player], deed.target):
        return OWN_SYSTEM
    if has(reach(t, p, player, ship), deed.target):
        return OK
    line.lo = line.hi = 0
    for i in range(6):
        line = either(line, t.ray[deed.origin][i])
    if not has(line, deed.target):
        return NO_DAMAGED_JUMP
    return OUT_OF_RANGE if ship & 1 and not has(t.near[deed.origin], deed.target) else BLOCKED


# --- the end: E7

cdef int largest_territory(const TableData* t, Cells held) noexcept nogil:
    # E7.3: how many systems the largest connected part of a set has. Wormholes are held by nobody and join nothing.
    cdef Cells todo, part
    cdef int most = 0, left = size(held)
    while left > most:
        todo = part = cell_bit(pop_lowest(&held))
        while not is_empty(todo):
            todo = either(both(t.around[pop_lowest(&todo)], held), todo)
            held = without(held, todo)
            part = either(part, todo)
        most = max(most, size(part))
        left = size(held)
    return most


cdef void score(const TableData* t, const Position* p, Sheet* out) noexcept nogil:
    # E7.0 to E7.3: what each player would score if the game ended now.
    #   writes   out[0:n_players]
    cdef int player, most = 0
    cdef int largest[MAX_PLAYERS]
    sse_check(t.n_players <= MAX_PLAYERS)
    for player in range(t.n_players):
        out[player].planets = planets_held(t, p, player)
        out[player].nebulae = nebula_points(t, p.held[player])
        out[player].stations = station_points(t, p, player)
        largest[player] = largest_territory(t, p.held[player])
        most = max(most, largest[player])
    for player in range(t.n_players):
        out[player].territory = t.territory_points if largest[player] == most else 0


cdef inline int planets_held(const TableData* t, const Position* p, int player) noexcept nogil:
    # E7.0: one for each planet.
    cdef int kind, planets = 0
    for kind in range(3):
        planets += size(both(p.held[player], t.planets[kind]))
    return planets


cdef inline int nebula_points(const TableData* t, Cells held) noexcept nogil:
    # E7.1: by the table, per colour; a larger set counts as the table's last.
    cdef int colour, n, points = 0
    for colour in range(3):
        n = min(size(both(held, t.nebulae[colour])), t.n_set)
        sse_check(n <= MAX_SET)
        if n:
            points += t.nebula_points[n - 1]
    return points


cdef inline int station_points(const TableData* t, const Position* p, int player) noexcept nogil:
    # E7.2: for each station, one for each adjacent system that an opponent holds.
    cdef Cells opponents = opponents_of(t, p, player)
    cdef Cells own = both(p.stations, p.held[player])
    cdef int points = 0
    while not is_empty(own):
        points += size(both(t.around[pop_lowest(&own)], opponents))
    return points


cdef int winners_of(const TableData* t, const Position* p, const Sheet* sheets, int* decided_by) noexcept nogil:
    # E7.0, E7.4: the highest total; then most cities left, most stations left, most planets; then all tied.
    #   reads    sheets[0:n_players]
    #   writes   decided_by[0]: 0 total, 1 cities, 2 stations, 3 planets, 4 shared
    #   returns  the winners, bit p for player p
    cdef int criterion, player, best, value, tied = (1 << t.n_players) - 1, level
    for criterion in range(4):
        best = -1
        level = 0
        for player in range(t.n_players):
            if not (tied >> player) & 1:
                continue
            if criterion == 0:
                value = total_of(&sheets[player])
            elif criterion == 1:
                value = p.cities_left[player]
            elif criterion == 2:
                value = p.stations_left[player]
            else:
                value = sheets[player].planets
            if value > best:
                best = value
                level = 0
            if value == best:
                level |= 1 << player
        tied = level
        if tied & (tied - 1) == 0:
            decided_by[0] = criterion
            return tied
    decided_by[0] = 4
    return tied


cdef inline int total_of(const Sheet* sheet) noexcept nogil:
    return sheet.planets + sheet.nebulae + sheet.stations + sheet.territory


# --- playouts and perft

cdef inline uint64_t next_number(uint64_t* state) noexcept nogil:
    # SplitMix64, as in seeds.py.
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline int below(uint64_t* state, int n) noexcept nogil:
    # A number from 0 to n - 1, each as likely, as in seeds.py; n >= 1.
    cdef uint64_t product = (next_number(state) >> 32) * <uint64_t>n
    if <uint32_t>product < <uint32_t>n:
        while <uint32_t>product < (<uint32_t>0 - <uint32_t>n) % <uint32_t>n:
            product = (next_number(state) >> 32) * <uint64_t>n
    return <int>(product >> 32)


cdef inline uint64_t child_seed(uint64_t seed, uint64_t index) noexcept nogil:
    # As in seeds.py: the number at that place in the stream of the seed.
    cdef uint64_t state = seed + index * <uint64_t>0x9E3779B97F4A7C15
    return next_number(&state)


cdef void play_out(const TableData* t, Position* p, Moves* m, uint64_t seed) noexcept nogil:
    # Plays to the end, each legal action as likely.
    #   reads    m, the moves of the player to act
    #   writes   p, m
    cdef Deed deed
    while m.total:
        nth_move(t, m, below(&seed, m.total), &deed)
        play(t, p, &deed, m)


cdef uint64_t count_leaves(const TableData* t, const Position* p, const Moves* m, int depth) noexcept nogil:
    # Perft: positions after `depth` plies, a finished game counting once. The last ply is counted, not made.
    # A game is finite, so the recursion is at most MAX_CELLS landings and all ships' repairs deep.
    cdef Position child
    cdef Moves moves
    cdef Deed deed
    cdef uint64_t leaves = 0
    cdef int rank
    if depth == 0 or m.total == 0:
        return 1
    if depth == 1:
        return m.total
    for rank in range(m.total):
        child = p[0]
        nth_move(t, m, rank, &deed)
        play(t, &child, &deed, &moves)
        leaves += count_leaves(t, &child, &moves, depth - 1)
    return leaves


# --- what Python sees

Reserve = namedtuple("Reserve", ("cities", "stations"))
Reserve.__doc__ = "What a player can still put on the map (E1.7)."


class Score(namedtuple("Score", ("planets", "nebulae", "stations", "territory"))):
    """The points of one player: for planets (E7.0), sets of nebulae (E7.1), trade stations (E7.2), territory (E7.3)."""

    __slots__ = ()

    @property
    def total(self):
        """The sum of all."""
        return self.planets + self.nebulae + self.stations + self.territory


Playouts = namedtuple("Playouts", ("totals", "winners", "plies"))
Playouts.__doc__ = """How n games of random play ended, as numpy arrays whose row i is game i.

totals: int32, shape (n, players), the final score of each seat.
winners: bool, shape (n, players), whether the seat won.
plies: int32, shape (n,), how many actions the game took from the given state.
"""

cdef enum:      # the values of errors.Reason
    OK = 0
    NO_SUCH_ACTION = 1
    GAME_OVER = 2
    NOT_TO_ACT = 3
    NO_SHIP = 4
    NOT_DAMAGED = 5
    NO_CITY = 6
    NO_STATION = 7
    OWN_SYSTEM = 8
    OPPONENT_SYSTEM = 9
    NO_DAMAGED_JUMP = 10
    OUT_OF_RANGE = 11
    BLOCKED = 12

MAX_DEPTH = 10_000              # no game is nearly as long
MAX_PLAYOUTS = 1 << 31

cdef str CITY_NAME = "city"
cdef str STATION_NAME = "station"
cdef tuple _REASONS = tuple(Reason)
cdef tuple _SEATS = ((), (0,), (1,), (2,), (3,))
cdef tuple _DECIDED_BY = ("total", "cities", "stations", "planets", "shared")
cdef tuple _NO_ACTIONS = ()
cdef str _NOT_MADE_SO = "a State is made by new_game, position or parse_state"
cdef object _words = None


def lend_words(*, format_state, mirrored, parse_state, refusal, state_from_json, state_to_json, to_text, turned):
    """Take the functions of the modules above this one that a State speaks and moves with."""
    global _words
    _words = SimpleNamespace(
        format_state=format_state,
        mirrored=mirrored,
        parse_state=parse_state,
        refusal=refusal,
        state_from_json=state_from_json,
        state_to_json=state_to_json,
        to_text=to_text,
        turned=turned,
    )


@cython.final
cdef class Tables:
    """A board and rules, worked out for the core: made once for each pair, and shared by all states."""

    @cython.boundscheck(True)
    def __cinit__(self, board, rules, type action_type, rays, near, jumps):
        cdef TableData* t = &self.data
        cdef int cell, direction, entry, n = board.n_cells
        if n > MAX_CELLS or board.players > MAX_PLAYERS or len(rules.nebula_points) > MAX_SET:
            raise SetupError("this board or these rules are too large for the core")
        self.board = board
        self.rules = rules
        self.actions = board.actions
        self.action_type = action_type
        self.id_objects = tuple(range(len(self.actions)))
        self.key = board.key ^ rules.key
        memset(t, 0, sizeof(TableData))
        t.n_cells = n
        t.n_players = board.players
        t.n_actions = len(self.actions)
        for cell, system in enumerate(board.systems):
            self.take_system(cell, system)
            t.near[cell] = cells_of(near[cell], n)
            t.jump[cell] = cells_of(jumps[cell], n)
            t.around[cell] = cells_of(board.neighbours(cell), n)
            for direction in range(6):
                t.ray[cell][direction] = cells_of(rays[cell][direction], n)
        t.damaged_jump = rules.damaged_jump
        t.territory_points = rules.territory_points
        t.n_set = len(rules.nebula_points)
        for entry in range(t.n_set):
            t.nebula_points[entry] = rules.nebula_points[entry]
        self.take_actions()

    cdef int take_system(self, int cell, object system) except -1:
        cdef TableData* t = &self.data
        cdef Cells spot = cell_bit(cell)
        cdef int kind
        if system.can_be_landed_on:
            t.landable = either(t.landable, spot)
        if system.nebula is not None:
            t.nebulae[<int>system.nebula] = either(t.nebulae[<int>system.nebula], spot)
        if system.homeworld is not None:
            t.homes = either(t.homes, spot)
            t.home[<int>system.homeworld] = cell
        for kind in range(system.planets):
            t.planets[kind] = either(t.planets[kind], spot)
        return 0

    cdef int take_actions(self) except -1:
        cdef TableData* t = &self.data
        cdef int index, n = t.n_cells
        cdef Deed* deed
        self.deeds = <Deed*>PyMem_Malloc(t.n_actions * sizeof(Deed))
        self.ids = <int32_t*>PyMem_Malloc(2 * n * n * sizeof(int32_t))
        if self.deeds == NULL or self.ids == NULL:
            raise MemoryError
        memset(self.ids, 0xFF, 2 * n * n * sizeof(int32_t))
        for index, action in enumerate(self.actions):
            deed = &self.deeds[index]
            deed.origin = action.origin
            deed.target = action.target
            deed.damaged = action.damaged
            deed.piece = REPAIR if action.piece is None else CITY if action.piece == "city" else STATION
            if deed.piece != STATION:
                self.ids[(2 * deed.origin + deed.damaged) * n + deed.target] = index
        t.deeds = self.deeds
        t.ids = self.ids
        return 0

    def __dealloc__(self):
        PyMem_Free(self.deeds)
        PyMem_Free(self.ids)

    cdef int find(self, object action) except -2:
        # The id of an Action or of an integer; -1 if the table has none such. TypeError for anything else.
        if type(action) is self.action_type:
            return self.find_action(action)
        if not PyLong_CheckExact(action):
            if isinstance(action, self.action_type):
                return self.find_action(action)
            if isinstance(action, bool) or not hasattr(action, "__index__"):
                raise TypeError(f"an action is an Action or its id, not {type(action).__name__}")
            action = action.__index__()
        return index_below(action, self.data.n_actions)

    cdef int find_action(self, object action) except -2:
        cdef int n = self.data.n_cells, found, piece
        cdef object kind, damaged
        if PyTuple_GET_SIZE(action) != 4:
            return -1
        cdef int origin = cell_or_none(<object>PyTuple_GET_ITEM(action, 0), n)
        cdef int target = cell_or_none(<object>PyTuple_GET_ITEM(action, 1), n)
        kind = <object>PyTuple_GET_ITEM(action, 2)
        damaged = <object>PyTuple_GET_ITEM(action, 3)
        if origin < 0 or target < 0 or not (damaged is False or damaged is True):
            return -1
        found = self.ids[(2 * origin + (damaged is True)) * n + target]
        if found < 0:
            return -1
        if kind is None:
            piece = REPAIR
        elif kind is CITY_NAME or isinstance(kind, str) and kind == CITY_NAME:
            piece = CITY
        elif kind is STATION_NAME or isinstance(kind, str) and kind == STATION_NAME:
            piece = STATION
        else:
            return -1
        if (piece == REPAIR) != (self.deeds[found].piece == REPAIR):
            return -1
        return found + (piece == STATION)

    cdef int seat(self, object player) except -1:
        # A seat of this board; RangeError or TypeError if it is none.
        cdef int found = index_below(player, self.data.n_players)
        return found if found >= 0 else self.board.check_player(player)

    cdef int cell(self, object cell) except -1:
        # A cell of this board; RangeError or TypeError if it is none.
        cdef int found = index_below(cell, self.data.n_cells)
        return found if found >= 0 else self.board.check_cell(cell)


cdef int cell_or_none(object number, int n) except -2:
    # A cell below n, or -1 for any other integer; TypeError for what is no integer.
    if not PyLong_CheckExact(number):
        if isinstance(number, bool) or not hasattr(number, "__index__"):
            raise TypeError(f"an action's cells are integers, not {type(number).__name__}")
        number = number.__index__()
    return index_below(number, n)


cdef inline int index_below(object number, int n) except -2:
    # A plain int from 0 to n - 1, or -1 for anything else.
    cdef int overflow = 0
    cdef long index
    if not PyLong_CheckExact(number):
        return -1
    index = PyLong_AsLongAndOverflow(number, &overflow)
    return index if not overflow and 0 <= index < n else -1


cdef Cells cells_of(numbers, int n) except *:
    # The set of some cells, each below n.
    cdef Cells cells
    cdef int cell
    cells.lo = cells.hi = 0
    for cell in numbers:
        if not 0 <= cell < n:
            raise SetupError(f"there is no cell {cell}")
        cells = either(cells, cell_bit(cell))
    return cells


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class State:
    """A position of Small Star Empires: an immutable value that knows what can be done in it.

    Made by `new_game`, `position`, `parse_state` and `after`. Equality and hash cover everything: board, rules, what
    lies where, reserves, who has passed, whose turn it is, and the ply. States may be shared between threads.
    """

    def __init__(self, *args, **options):
        raise TypeError(_NOT_MADE_SO)

    @property
    def board(self):
        """The board that is played on."""
        return self.tables.board

    @property
    def rules(self):
        """The options of this game."""
        return self.tables.rules

    @property
    def actions(self):
        """The dense table of every action of the board, `Board.actions`; an action's id is its index."""
        return self.tables.actions

    @property
    def to_act(self):
        """``(player,)``, or ``()`` when the game is over (E2.1)."""
        return _SEATS[self.position.to_act + 1 if self.position.to_act >= 0 else 0]

    @property
    def ply(self):
        """How many actions led here."""
        return self.position.ply

    @property
    def passed(self):
        """For each player, whether out for the rest of the game (E2.2)."""
        return tuple([bool((self.position.passed >> player) & 1) for player in range(self.tables.data.n_players)])

    def legal_actions(self, player=None):
        """Return what a player may do, by ascending id (E2.1).

        None means the player to act; any other player, and everyone after the end, gets ``()``. Raises RangeError if
        there is no such seat.
        """
        return self.pick(self.tables.actions) if self.is_to_act(player) else _NO_ACTIONS

    def legal_ids(self, player=None):
        """Return the ids of `legal_actions`, ascending."""
        return self.pick(self.tables.id_objects) if self.is_to_act(player) else _NO_ACTIONS

    def legal_count(self, player=None):
        """Return how many legal actions there are, without listing them."""
        return self.moves.total if self.is_to_act(player) else 0

    cdef bint is_to_act(self, object player) except -1:
        return player is None or self.tables.seat(player) == self.position.to_act

    cdef tuple pick(self, tuple table):
        # The entries of a table that the legal ids name, ascending.
        cdef const Moves* m = &self.moves
        cdef const TableData* t = &self.tables.data
        cdef const int32_t* row
        cdef Cells landings
        cdef int i, index, kinds = m.kinds, first_kind = m.first_kind
        cdef Py_ssize_t fill = 0
        if m.total == 0:
            return _NO_ACTIONS
        cdef tuple picked = PyTuple_New(m.total)
        for i in range(m.n):
            row = &t.ids[((m.ship[i] & ~1) + m.marked[i]) * t.n_cells]
            landings = m.landings[i] if kinds else cells_none()
            while not is_empty(landings):
                index = row[pop_lowest(&landings)] + first_kind
                sse_check(0 <= index < t.n_actions and fill < m.total)
                fill = put(picked, fill, table, index)
                if kinds == 2:
                    fill = put(picked, fill, table, index + 1)
            if m.repairs[i]:
                fill = put(picked, fill, table, row[t.home[self.position.to_act]])
        sse_check(fill == m.total)
        return picked

    def after(self, action, player=None):
        """Return the state after an action, given as an Action or its id (any integer type but bool).

        The turn goes on by itself: who can't move when the turn comes has passed (E2.2). `player` says who acts; None
        is the one to act.

        Raises
        ------
        IllegalActionError
            If the rules refuse it; `reason` is what `why_not` gives. After the end of the game its child GameOverError.
        TypeError
            If it is neither an Action nor an integer.
        """
        cdef int index = self.tables.find(action)
        cdef int refused = self.refuses(index, player)
        if refused:
            raise _words.refusal(
                self, action if index < 0 else self.tables.actions[index], _REASONS[refused], player
            )
        sse_check(0 <= index < self.tables.data.n_actions)
        cdef State then = State.__new__(State)
        then.tables = self.tables
        then.position = self.position
        play(&self.tables.data, &then.position, &self.tables.deeds[index], &then.moves)
        return then

    def why_not(self, action, player=None):
        """Return why an action or id is refused, `Reason.OK` if it is legal; the first Reason that applies."""
        return _REASONS[self.refuses(self.tables.find(action), player)]

    cdef int refuses(self, int index, object player) except -1:
        # The Reason's value for an id, or for -1 in the place of none.
        cdef int by = self.position.to_act if player is None else self.tables.seat(player)
        if index < 0:
            return NO_SUCH_ACTION
        if self.position.to_act == FINISHED:
            return GAME_OVER
        if by != self.position.to_act:
            return NOT_TO_ACT
        if is_listed(&self.moves, &self.tables.deeds[index], self.tables.data.home[by]):
            return OK
        return why_not(&self.tables.data, &self.position, &self.tables.deeds[index])

    def owner(self, cell):
        """Return who holds a cell, None if nobody does; a homeworld is its player's (E3.4)."""
        cdef int at = self.tables.cell(cell), player
        for player in range(self.tables.data.n_players):
            if has(self.position.held[player], at):
                return player
        return None

    def piece(self, cell):
        """Return ``"city"``, ``"station"`` or ``"homeworld"``, None for a cell that nobody holds."""
        cdef int at = self.tables.cell(cell)
        if has(self.tables.data.homes, at):
            return "homeworld"
        if has(self.position.stations, at):
            return "station"
        return "city" if has(held_by_all(&self.position), at) else None

    def ships(self, player):
        """Return the ships of a player, sorted, each as (cell, damaged)."""
        cdef int seat = self.tables.seat(player)
        row = [self.position.ships[seat][i] for i in range(self.position.n_ships[seat])]
        return tuple([(ship >> 1, bool(ship & 1)) for ship in row])

    def reserve(self, player):
        """Return what a player has in reserve."""
        cdef int seat = self.tables.seat(player)
        return Reserve(self.position.cities_left[seat], self.position.stations_left[seat])

    def territory(self, player):
        """Return how many systems the largest connected territory of a player has, homeworld included (E7.3)."""
        return largest_territory(&self.tables.data, self.position.held[self.tables.seat(player)])

    @property
    def totals(self):
        """What each player would score if the game ended now, by seat."""
        cdef Sheet sheets[MAX_PLAYERS]
        score(&self.tables.data, &self.position, sheets)
        return tuple([total_of(&sheets[player]) for player in range(self.tables.data.n_players)])

    def score_sheet(self):
        """Return what each player would score if the game ended now, part by part, by seat (E7.0 to E7.3)."""
        cdef Sheet sheets[MAX_PLAYERS]
        score(&self.tables.data, &self.position, sheets)
        return tuple([
            Score(sheets[player].planets, sheets[player].nebulae, sheets[player].stations, sheets[player].territory)
            for player in range(self.tables.data.n_players)
        ])

    @property
    def outcome(self):
        """How the game ended, None while it goes on (E7.0, E7.4).

        `decided_by` is ``"total"``, ``"cities"``, ``"stations"``, ``"planets"``, or ``"shared"`` if all four tie.
        """
        cdef Sheet sheets[MAX_PLAYERS]
        cdef int decided_by, winners, n = self.tables.data.n_players
        if self.position.to_act != FINISHED:
            return None
        score(&self.tables.data, &self.position, sheets)
        winners = winners_of(&self.tables.data, &self.position, sheets, &decided_by)
        return Outcome(
            tuple([player for player in range(n) if (winners >> player) & 1]),
            tuple([total_of(&sheets[player]) for player in range(n)]),
            _DECIDED_BY[decided_by],
        )

    def odds(self):
        """Return ``()``: nothing is left to chance in this game."""
        return ()

    def resolve(self, rng):
        """Return this state: nothing is left to chance in this game."""
        return self

    def view(self, player):
        """Return this state: nothing is hidden. Raises RangeError if there is no such seat."""
        self.tables.seat(player)
        return self

    def turned(self, k):
        """Return the state with its board turned by k sixths, counter-clockwise, about Hex(0, 0)."""
        return _words.turned(self, k)

    def mirrored(self):
        """Return the state with left and right exchanged."""
        return _words.mirrored(self)

    @property
    def key(self):
        """64 bits that stand for everything equality covers, the same in every process."""
        return key_of(&self.tables.data, &self.position, self.tables.key)

    def to_json(self):
        """Return the position as a JSON object on one line, the twin of `format_state`."""
        return _words.state_to_json(self)

    @staticmethod
    def from_json(text):
        """Return the position of a JSON text; raise NotationError or SetupError if it is none."""
        return _words.state_from_json(text)

    def __eq__(self, other, /):
        if not isinstance(other, State):
            return NotImplemented
        return same_state(self, <State>other)

    def __hash__(self):
        cdef Py_hash_t key = <Py_hash_t>key_of(&self.tables.data, &self.position, self.tables.key)
        return key if key != -1 else -2

    def __repr__(self):
        return f"parse_state({_words.format_state(self)!r})"

    def __str__(self):
        return _words.to_text(self)

    def __reduce__(self):
        return _words.parse_state, (_words.format_state(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self


cdef inline Cells cells_none() noexcept nogil:
    cdef Cells none
    none.lo = none.hi = 0
    return none


cdef inline Py_ssize_t put(tuple picked, Py_ssize_t fill, tuple table, Py_ssize_t index):
    cdef object item = <object>PyTuple_GET_ITEM(table, index)
    Py_INCREF(item)
    PyTuple_SET_ITEM(picked, fill, item)
    return fill + 1


cdef inline bint is_listed(const Moves* m, const Deed* deed, int home) noexcept nogil:
    # Whether a deed of the table is among the legal actions of the player with this homeworld.
    cdef int i
    for i in range(m.n):
        if m.ship[i] >> 1 == deed.origin and m.marked[i] == deed.damaged:
            if deed.piece == REPAIR:
                return m.repairs[i] and deed.target == home
            return deed.piece - m.first_kind < m.kinds and deed.piece >= m.first_kind and has(
                m.landings[i], deed.target
            )
    return False


cdef bint same_state(State a, State b):
    if a.tables is not b.tables and (a.tables.board != b.tables.board or a.tables.rules != b.tables.rules):
        return False
    return memcmp(&a.position, &b.position, sizeof(Position)) == 0


cdef inline uint64_t stir(uint64_t key, uint64_t word) noexcept nogil:
    key = (key ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return key ^ (key >> 32)


cdef uint64_t key_of(const TableData* t, const Position* p, uint64_t key) noexcept nogil:
    # 64 bits of all that a position holds, the same on every machine.
    cdef int player, i
    for player in range(t.n_players):
        key = stir(stir(key, p.held[player].lo), p.held[player].hi)
        key = stir(key, <uint64_t>p.cities_left[player] << 32 | <uint64_t>p.stations_left[player] << 16
                   | p.n_ships[player])
        for i in range(p.n_ships[player]):
            key = stir(key, p.ships[player][i])
    key = stir(stir(key, p.stations.lo), p.stations.hi)
    return stir(key, <uint64_t>p.ply << 32 | <uint64_t>p.passed << 8 | <uint8_t>p.to_act)


@cython.boundscheck(True)
def place(Tables tables not None, owners, stations, ships, reserves, passed, mover, ply, turn_comes):
    """Return a state of what lies where; `positions.py` is the door that checks it and says what is wrong.

    Arguments by player: `owners` (the cells colonized), `ships` (2 * cell + damaged), `reserves` (cities, stations),
    `passed`; `stations` are the cells that hold one. With `turn_comes` the mover's turn is only now due, so that who
    can't move passes (E2.2).
    """
    cdef State state = State.__new__(State)
    cdef Position* p = &state.position
    cdef const TableData* t = &tables.data
    cdef int player, i, ship, n = t.n_players
    if not len(owners) == len(ships) == len(reserves) == len(passed) == n:
        raise SetupError("every player has systems, ships, a reserve and a flag for having passed")
    state.tables = tables
    for player in range(n):
        p.held[player] = either(cells_of(owners[player], t.n_cells), cell_bit(t.home[player]))
        if len(ships[player]) > MAX_SHIPS:
            raise SetupError(f"player {player} has more than {MAX_SHIPS} ships")
        p.n_ships[player] = len(ships[player])
        for i, ship in enumerate(sorted(ships[player])):
            if not 0 <= ship < 2 * t.n_cells:
                raise SetupError(f"there is no cell {ship >> 1}")
            p.ships[player][i] = ship
        cities_left, stations_left = reserves[player]
        if not (0 <= cities_left <= MAX_RESERVE and 0 <= stations_left <= MAX_RESERVE):
            raise SetupError(f"the reserve of player {player} is not in 0 to {MAX_RESERVE}")
        p.cities_left[player] = cities_left
        p.stations_left[player] = stations_left
        p.passed |= <uint8_t>bool(passed[player]) << player
    p.stations = cells_of(stations, t.n_cells)
    p.ply = ply
    p.to_act = FINISHED
    if turn_comes:
        turn_comes_to(t, p, tables.seat(mover), &state.moves)
    elif mover is not None:
        p.to_act = tables.seat(mover)
        list_moves(t, p, p.to_act, &state.moves)
    return state


def perft(State state not None, depth):
    """Return how many positions lie `depth` plies ahead, each way there counted; a game that ends sooner counts once.

    1 at depth 0 and for a finished state. Raises SetupError for a depth below 0 or above 10,000.
    """
    cdef int plies = check_number(depth, "depth", MAX_DEPTH)
    return sum(perft_divide(state, plies).values()) if plies and state.moves.total else 1


def perft_divide(State state not None, depth):
    """Return the `perft` of what follows each legal action, `depth` plies counted from here (at least 1).

    The keys are in the order of ids; empty for a finished state.
    """
    cdef int plies = check_number(depth, "depth", MAX_DEPTH, 1)
    cdef uint64_t leaves
    cdef Position child
    cdef Moves moves
    cdef const TableData* t = &state.tables.data
    cdef Deed* deed
    counts = {}
    for index in state.legal_ids():
        PyErr_CheckSignals()
        deed = &state.tables.deeds[<int>index]
        with nogil:
            child = state.position
            play(t, &child, deed, &moves)
            leaves = count_leaves(t, &child, &moves, plies - 1)
        counts[state.tables.actions[index]] = leaves
    return counts


def playout(State state not None, seed):
    """Return the end of a game of uniform random play.

    The generator is `SplitMix64` of the seed, 0 to 2**64 − 1. Each ply draws `below(n)` once, n being the number of
    legal actions, and takes the action of that rank by ascending id.
    """
    cdef State end = State.__new__(State)
    cdef uint64_t number = check_seed(seed)
    end.tables = state.tables
    end.position = state.position
    end.moves = state.moves
    with nogil:
        play_out(&end.tables.data, &end.position, &end.moves, number)
    return end


def playouts(State state not None, n, seed):
    """Return how n games of uniform random play from a state ended, without holding the GIL.

    Game i is ``playout(state, child_seed(seed, i))``. Needs numpy.
    """
    import numpy

    cdef uint64_t number = check_seed(seed)
    cdef int n_players = state.tables.data.n_players, player, decided_by, winner
    cdef Py_ssize_t games = check_number(n, "n", MAX_PLAYOUTS), game = 0, stop
    cdef const TableData* t = &state.tables.data
    cdef Position position
    cdef Moves moves
    cdef Sheet sheets[MAX_PLAYERS]
    totals = numpy.empty((games, n_players), numpy.int32)
    winners = numpy.empty((games, n_players), numpy.uint8)
    plies = numpy.empty(games, numpy.int32)
    cdef int32_t[:, ::1] all_totals = totals
    cdef uint8_t[:, ::1] all_winners = winners
    cdef int32_t[::1] all_plies = plies
    while game < games:
        PyErr_CheckSignals()
        stop = min(games, game + 4096)
        with nogil:
            for game in range(game, stop):
                position = state.position
                moves = state.moves
                play_out(t, &position, &moves, child_seed(number, game))
                score(t, &position, sheets)
                winner = winners_of(t, &position, sheets, &decided_by)
                for player in range(n_players):
                    all_totals[game, player] = total_of(&sheets[player])
                    all_winners[game, player] = (winner >> player) & 1
                all_plies[game] = position.ply - state.position.ply
        game = stop
    return Playouts(totals, winners.view(bool), plies)


# `State.__new__` from Python would give a state without tables: only the functions above may call it. `State()` comes
# by `__init__` instead, since a type that is called may have a way of its own to make an instance.
cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyObject* (*tp_new)(PyTypeObject*, PyObject*, PyObject*) except NULL


cdef PyObject* refuse_new(PyTypeObject* cls, PyObject* args, PyObject* options) except NULL:
    raise TypeError(_NOT_MADE_SO)


(<PyTypeObject*>State).tp_new = refuse_new
