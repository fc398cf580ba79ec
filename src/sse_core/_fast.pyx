# cython: language_level=3, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""Positions of Small Star Empires for Python: `State`, and the `Ruleset` that all states of one board and rules share.

`Ruleset` prepares a board and rules for the core. `State` holds a position and its legal actions, and `why_not` finds
the reason for which it refuses an action. Compiled rules stand in headers of ``_core/small_star_empires``, the types of
this module in ``_fast.pyi``; clauses are those of ``small_star_empires/RULES.md``. Only `def` methods check their input
and raise; C functions trust theirs.
"""

from collections import namedtuple

cimport cython
from cpython.buffer cimport PyBuffer_Release
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE, PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from sse_core._core.arrays cimport take_bytes
from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit
from sse_core._core.legal_actions cimport LegalActions, sse_put_number, sse_see_number
from sse_core._core.small_star_empires.cells cimport (
    LONGEST_LINE, MAX_CELLS, ONE_PLACE, Cells, Line, both, cell_bit, cells_none, either, has, is_empty, nth_cell,
    pop_highest, pop_lowest, size, without,
)
from sse_core._core.small_star_empires.moves cimport (
    between, drawn, held_by_all, is_listed, landings_with, list_due, nth_move, opponents_of, tiles_divisor, tiles_left,
    toll_systems, walls,
)
from sse_core._core.small_star_empires.vectors.eight_floods cimport sse_floods_eight, sse_wide_floods_eight
from sse_core._core.small_star_empires.vectors.four_floods cimport sse_wide_floods_four
from sse_core._core.small_star_empires.flood cimport largest_territory
from sse_core._core.small_star_empires.action_ids cimport id_of
from sse_core._core.small_star_empires.maps.grid cimport LONGEST_SWEEP, WIDEST_GRID
from sse_core._core.small_star_empires.numbers cimport N_FEATURES, features_of
from sse_core._core.small_star_empires.score cimport score, total_of, winners_of
from sse_core._core.small_star_empires.structs cimport *
from sse_core._core.small_star_empires.observation cimport PLANES_A_PLAYER, PLANES_OF_SYSTEMS, draw_planes
from sse_core._core.small_star_empires.ships cimport place_of
from sse_core._core.small_star_empires.turn cimport make_due, play, turn_goes_on

from sse_core._core.variants import PORTABLE, V4, highest
from sse_core.errors import SetupError
from sse_core.forms.arrays import array_to_fill
from sse_core.forms.checks import check_number, check_rng, no_action
from sse_core.games import GAMES

__all__ = ["Banked", "Due", "Reserve", "Ruleset", "State", "colonized", "features", "observe", "place"]


# --- why an action is refused

cdef int why_not(const RulesetData* r, const Position* p, const ActionRow* action) noexcept nogil:
    # Why an action of the table is illegal for the player to act, or for chance, while the game goes on.
    #   returns  a Reason's value: the first that applies
    cdef int player = p.explorer if p.due else p.to_act
    if not is_due(p, action):
        return why_not_now(r, p, action)
    if action.piece == REVEAL:
        return NO_TILE
    if action.piece == CHOOSE:
        return NO_CHOICE
    sse_check(0 <= player < r.n_players and action.piece <= REPAIR)
    return why_no_move(r, p, player, action)


cdef inline bint is_due(const Position* p, const ActionRow* action) noexcept nogil:
    # Whether this kind of action is due. A Stay is legal whenever it is due.
    if p.due == REVEAL_DUE:
        return action.piece == REVEAL
    if p.due == CHOICE_DUE:
        return action.piece == CHOOSE
    if p.due == REFUEL_DUE:
        return action.piece < REPAIR and action.origin == p.spot and not action.damaged
    return action.piece <= REPAIR


cdef int why_not_now(const RulesetData* r, const Position* p, const ActionRow* action) noexcept nogil:
    # What is due first; or that an action of this kind isn't due at the start of a turn.
    #   returns  a Reason's value
    if p.due == REVEAL_DUE:
        return REVEAL_FIRST
    if p.due == REFUEL_DUE:
        return FUEL_FIRST
    if p.due == CHOICE_DUE:
        return CHOICE_FIRST
    if action.piece == REVEAL:
        return NO_REVEAL
    if action.piece == CHOOSE:
        return NO_DESTRUCTION
    sse_check(action.piece == STAY)
    return MUST_MOVE if r.toll_compulsory else FREE_MOVES


cdef int why_no_move(const RulesetData* r, const Position* p, int player, const ActionRow* action) noexcept nogil:
    # Why a move or a repair is illegal where one is due.
    #   returns  a Reason's value: the first that applies
    cdef int i
    cdef bint whole = False, damaged = False
    sse_check(p.n_ships[player] <= MAX_SHIPS and action.origin < r.n_cells and action.target < r.n_cells)
    for i in range(p.n_ships[player]):
        if p.ships[player][i] >> 1 == action.origin:
            damaged |= p.ships[player][i] & 1
            whole |= not p.ships[player][i] & 1
    if not (whole or damaged):
        return NO_SHIP
    if action.damaged and not (whole and damaged):
        return NO_DAMAGED_SHIP
    # From here on, whether the ship that moves is damaged.
    damaged = action.damaged or not whole
    if action.piece == REPAIR and not damaged:
        return NOT_DAMAGED
    if action.piece == CITY and p.cities_left[player] == 0:
        return NO_CITY_TO_EXPLORE if has(p.unexplored, action.target) else NO_CITY
    if action.piece == STATION and p.stations_left[player] == 0:
        return NO_STATION
    if has(opponents_of(p, player), action.target):
        return OPPONENT_SYSTEM
    if action.piece != REPAIR and has(p.held[player], action.target):
        return OWN_SYSTEM
    if has(p.tiles[ASTEROID], action.target):
        return ASTEROID_FIELD
    if has(p.tiles[NORDINN], action.target):
        return NORDINN_SYSTEM
    if has(p.conquered, action.target):
        return CONQUERED_SYSTEM
    if has(p.unexplored, action.target) and damaged:
        return DAMAGED_EXPLORER
    if has(p.unexplored, action.target) and action.piece == STATION:
        return EXPLORES_WITH_CITY
    if p.due == REFUEL_DUE:
        return NOT_ADJACENT
    if not has(r.star[action.origin], action.target):
        return NO_DAMAGED_JUMP
    if not has(r.within[2 * action.origin + damaged], action.target):
        return OUT_OF_RANGE
    return why_stopped(r, p, both(between(r, action.origin, action.target), walls(r, p, player, damaged)), action)


cdef int why_stopped(
    const RulesetData* r, const Position* p, Cells obstacles, const ActionRow* action
) noexcept nogil:
    # What stops a flight first, of all obstacles between its ends; if none does, its owner can't pay the tolls.
    #   returns  a Reason's value
    cdef int first
    if is_empty(obstacles):
        return NO_TOLL
    # The numbers of cells ascend in three directions, and descend in the opposite ones.
    first = nth_cell(obstacles, 0 if action.origin < action.target else size(obstacles) - 1)
    if has(p.tiles[ASTEROID], first):
        return BLOCKED_BY_ASTEROIDS
    if has(p.tiles[NORDINN], first):
        return BLOCKED_BY_NORDINN
    if has(p.conquered, first):
        return BLOCKED_BY_CONQUEST
    if has(p.unexplored, first):
        return BLOCKED_FOR_DAMAGED if r.unexplored_passable else BLOCKED_BY_UNEXPLORED
    return BLOCKED


# --- values for Python

# `namedtuple` can't find the name of a compiled module by itself, and pickles need it.
Reserve = namedtuple("Reserve", ("cities", "stations"), module=__name__)
Reserve.__doc__ = "What a player can still put on the map (E1.7)."


Banked = namedtuple("Banked", ("planets", "tiles"), module=__name__)
Banked.__doc__ = """Points that were scored during the game and can't be seen on the map (E6.2, E9.6 to E9.9).

planets: for planets of cities that were destroyed since.
tiles: for tiles, when they were revealed (E9.6 to E9.8).
"""

Due = namedtuple("Due", ("what", "cell", "player"), module=__name__)
Due.__doc__ = """An action that is due before a turn is over.

what: ``"reveal"`` by chance (E9.2), ``"refuel"``: move once more or stay (E9.7), ``"choose"`` a city to destroy (E9.9).
cell: where the ship is.
player: whose turn it is.
"""


cdef enum:      # the values of reasons.Reason that the core gives
    OK = 0
    NO_SUCH_ACTION = 1
    GAME_OVER = 10
    NOT_TO_ACT = 12
    REVEAL_FIRST = 13
    FUEL_FIRST = 14
    CHOICE_FIRST = 15
    NO_REVEAL = 16
    NO_DESTRUCTION = 17
    MUST_MOVE = 18
    FREE_MOVES = 19
    NO_TILE = 20
    NO_CHOICE = 21
    NO_SHIP = 22
    NO_DAMAGED_SHIP = 23
    NOT_DAMAGED = 24
    NO_CITY = 25
    NO_CITY_TO_EXPLORE = 26
    NO_STATION = 27
    OPPONENT_SYSTEM = 28
    OWN_SYSTEM = 29
    ASTEROID_FIELD = 30
    NORDINN_SYSTEM = 31
    CONQUERED_SYSTEM = 32
    DAMAGED_EXPLORER = 33
    EXPLORES_WITH_CITY = 34
    NOT_ADJACENT = 35
    NO_DAMAGED_JUMP = 36
    OUT_OF_RANGE = 37
    BLOCKED = 38
    BLOCKED_BY_ASTEROIDS = 39
    BLOCKED_BY_NORDINN = 40
    BLOCKED_BY_CONQUEST = 41
    BLOCKED_BY_UNEXPLORED = 42
    BLOCKED_FOR_DAMAGED = 43
    NO_TOLL = 44

cdef str CITY_NAME = "city"
cdef str STATION_NAME = "station"
cdef tuple _SEATS = ((), (CHANCE,), (0,), (1,), (2,), (3,))
cdef tuple _DUE = ("", "reveal", "refuel", "choose")
cdef tuple _DECIDED_BY = ("total", "cities", "stations", "planets", "shared")
cdef tuple _NO_ACTIONS = ()
cdef str _NOT_MADE_SO = "a State is made by new_game, position or parse_state"


cdef enum:
    WORDS_OF_LAYOUT = 3
    MAX_LAYOUT = 64 * WORDS_OF_LAYOUT   # places
    WIDEST_LAYOUT = 63                  # places of a row: a shift by a row is one within a word
    MOST_PARTS = 2                      # of the board: sets have something in each, which takes one flood more


cdef bint are_grid(const RulesetData* r, const int32_t* places, int width, int n_places) noexcept:
    # Whether places are those of a grid: below n_places, each of one cell, with neighbours next to each other and
    # nobody else.
    #   reads    places[n_cells]; width <= WIDEST_LAYOUT, n_places <= MAX_LAYOUT
    cdef int16_t cell_at[MAX_LAYOUT + WIDEST_LAYOUT]
    cdef int cell, step, to
    memset(cell_at, 0xFF, sizeof(cell_at))
    for cell in range(r.n_cells):
        if not 0 <= places[cell] < n_places or cell_at[places[cell]] >= 0:
            return False
        cell_at[places[cell]] = cell
    for cell in range(r.n_cells):
        for step in (1, width - 1, width):
            to = cell_at[places[cell] + step]
            if to >= 0 and not has(r.around[cell], to):
                return False
    return True


cdef bint place_parts(
    const RulesetData* r, const int32_t* across, const int32_t* down, const int32_t* part_of, const int32_t* first,
    int n_parts, int width, int32_t* places
) noexcept:
    # A layout in rows of a width. Its first and last place are free: half a step from there would be lost.
    #   reads    across[n_cells], down[n_cells], part_of[n_cells]; first[n_parts], the first cell of each part
    #   writes   places[n_cells]
    #   returns  whether they are a grid, with the cells of each part in their order
    cdef int part, cell, begin = 1, last
    for part in range(n_parts):
        last = begin - 1
        for cell in range(first[part], r.n_cells):
            if part_of[cell] == part:
                places[cell] = begin + across[cell] - across[first[part]] + width * (down[cell] - down[first[part]])
                if not last < places[cell] < MAX_LAYOUT - 1:
                    return False
                last = places[cell]
        # So far from what is before it, no cell of the next part is beside one of this part.
        begin = last + width + 1
    return are_grid(r, places, width, MAX_LAYOUT)


cdef bint note_moves(RulesetData* r, const int32_t* part_of, const int32_t* places, int width) noexcept:
    # How the words of a set of cells become the words of its places.
    #   writes   r.layout and r.shape
    #   returns  whether there is room
    cdef int32_t part_moved[MAX_MOVES]
    cdef int cell, i, n = 0
    for cell in range(r.n_cells):
        for i in range(n + 1):
            if i == MAX_MOVES:
                return False
            if i == n:
                part_moved[n] = part_of[cell]
                r.layout[n][0], r.layout[n][2] = cell >> 6, places[cell] >> 6
                n += 1
                break
            if (
                part_moved[i] == part_of[cell] and r.layout[i][0] == <uint64_t>(cell >> 6)
                and r.layout[i][2] == <uint64_t>(places[cell] >> 6)
            ):
                break
        r.layout[i][1] |= <uint64_t>1 << (cell & 63)
        r.layout[i][3] |= <uint64_t>1 << (places[cell] & 63)
    r.shape[0], r.shape[1] = n, width
    return True


cdef bint are_ascending(const int32_t* places, int n) noexcept:
    cdef int i
    for i in range(1, n):
        if places[i - 1] >= places[i]:
            return False
    return True


@cython.final
cdef class Ruleset:
    """A board and rules, prepared for the core: one object for each pair, shared by all its states."""

    @cython.boundscheck(True)
    def __cinit__(
        self, board, rules, bag, tuple action_types, tuple tiles, tuple reasons, tuple score_types, rays, jumps
    ):
        cdef RulesetData* r = &self.data
        cdef int cell, direction, n = board.n_cells
        cdef Cells near
        if n > MAX_CELLS or board.players > MAX_PLAYERS or len(rules.nebula_points) > MAX_SET:
            raise SetupError("this board or these rules are too large for the core")
        self.board = board
        self.rules = rules
        self.actions = board.actions
        self.move_type = action_types[0]
        self.other_types = action_types[1:]
        self.tiles = tiles
        self.reasons = reasons
        self.score_type, self.sheet_type = score_types
        self.bag_type = type(bag)
        self.id_objects = tuple(range(len(self.actions)))
        # The board's key covers its own rules. These may be the same, and the two keys must not cancel out.
        self.key = stir(board.key, rules.key)
        memset(r, 0, sizeof(RulesetData))
        r.n_cells = n
        r.n_players = board.players
        r.n_actions = len(self.actions)
        for cell, system in enumerate(board.systems):
            self.take_system(cell, system)
            r.within[2 * cell] = cells_of(range(n), n)
            r.jump[cell] = r.far[2 * cell] = cells_of(jumps[cell], n)
            r.far[2 * cell + 1] = r.jump[cell] if rules.damaged_jump else cells_none()
            if not is_empty(r.jump[cell]):
                r.jumpers = either(r.jumpers, cell_bit(cell))
            r.around[cell] = cells_of(board.neighbours(cell), n)
            for direction in range(6):
                r.ray[cell][direction] = cells_of(rays[cell][direction], n)
                r.star[cell] = either(r.star[cell], r.ray[cell][direction])
                near = cells_of(rays[cell][direction][:DAMAGED_RANGE], n)
                r.within[2 * cell + 1] = either(r.within[2 * cell + 1], near)
                r.longest_ray = max(r.longest_ray, size(r.ray[cell][direction]))
        self.take_options(rules, bag)
        self.take_lines()
        self.take_grid()
        self.take_neighbours()
        self.take_actions(action_types)

    cdef int take_lines(self) except -1:
        cdef RulesetData* r = &self.data
        cdef Cells lower, higher, inner_lower, inner_higher
        cdef Line* line
        cdef int cell, axis, higher_way
        # From the cell at its end, a whole line is one ray.
        r.lined = r.longest_ray + 1 <= LONGEST_LINE
        if not r.lined:
            return 0
        for cell in range(r.n_cells):
            for axis in range(3):
                # E, SW and SE run towards higher cells, the way back towards lower ones.
                higher_way = 0 if axis == 0 else 3 + axis
                higher, lower = r.ray[cell][higher_way], r.ray[cell][(higher_way + 3) % 6]
                inner_higher, inner_lower = higher, lower
                pop_highest(&inner_higher)
                if not is_empty(inner_lower):
                    pop_lowest(&inner_lower)
                line = &r.lines[cell][axis]
                line.first = ONE_PLACE * size(lower)
                line.cells = self.word_of(cell, either(lower, higher))
                line.inner = self.word_of(cell, either(inner_lower, inner_higher))
        return 0

    cdef uint64_t word_of(self, int cell, Cells cells):
        # A set of cells of a star, as the lines through its middle have it.
        cdef Cells star = self.data.star[cell]
        cdef uint64_t word = 0
        cdef int place
        if self.data.kind == NARROW:
            return cells.lo
        for place in range(size(star)):
            word |= <uint64_t>has(cells, pop_lowest(&star)) << place
        return word

    cdef int take_grid(self) except -1:
        # A grid with the shortest rows in which no step in a direction leads to another place than on the board.
        cdef RulesetData* r = &self.data
        cdef int32_t places[MAX_CELLS]
        cdef int cell, width
        for cell in range(r.n_cells):
            if not has(r.black_holes, cell):
                r.flyable = either(r.flyable, cell_bit(cell))
        if r.longest_ray > LONGEST_SWEEP:
            return 0
        hexes = self.board.hexes
        for width in range(3, WIDEST_GRID + 1):
            for cell in range(r.n_cells):
                places[cell] = hexes[cell].q - hexes[0].q + width * (hexes[cell].r - hexes[0].r)
            if are_ascending(places, r.n_cells) and are_grid(r, places, width, MAX_CELLS):
                for cell in range(r.n_cells):
                    r.grid.places[places[cell] >> 6] |= <uint64_t>1 << (places[cell] & 63)
                r.grid.split = sse_count_bits(r.grid.places[0])
                r.grid.width = width if r.grid.split < 64 else 0
                return 0
        return 0

    cdef int take_neighbours(self) except -1:
        cdef RulesetData* r = &self.data
        cdef int cell, way
        cdef Cells left
        most = highest()
        if most != PORTABLE and r.n_cells <= 64:
            r.flood = sse_floods_eight() if most == V4 else NULL
        elif most != PORTABLE:
            r.wide_flood = sse_wide_floods_eight() if most == V4 else NULL
            if r.wide_flood == NULL and self.take_layout():
                r.wide_flood = sse_wide_floods_four()
        r.middle = (~<uint64_t>0) << min(r.n_cells // 3, 63)
        for cell in range(MAX_CELLS):
            left = r.around[cell]
            for way in range(6):
                r.neighbour[way][cell] = cell if is_empty(left) else pop_lowest(&left)
        for cell in range(64):
            for way in range(6):
                r.near[cell][way] = r.ray[cell][way].lo
            r.near[cell][NEIGHBOURS], r.near[cell][JUMPS] = r.around[cell].lo, r.jump[cell].lo
        return 0

    cdef bint take_layout(self) except -1:
        # The layout with the shortest rows. Connected parts of the board stand one behind the other.
        #   returns  whether there is one
        cdef RulesetData* r = &self.data
        cdef int32_t across[MAX_CELLS]
        cdef int32_t down[MAX_CELLS]
        cdef int32_t places[MAX_CELLS]
        cdef int32_t first[MAX_CELLS]       # of each part: a cell
        cdef int32_t part_of[MAX_CELLS]
        cdef int cell, part, width, n_parts = 0
        cdef Cells left, todo
        hexes = self.board.hexes
        for cell in range(r.n_cells):
            across[cell], down[cell], part_of[cell] = hexes[cell].q, hexes[cell].r, -1
        for cell in range(r.n_cells):
            if part_of[cell] < 0:
                first[n_parts] = cell
                todo = cell_bit(cell)
                while not is_empty(todo):
                    part = pop_lowest(&todo)
                    part_of[part] = n_parts
                    left = r.around[part]
                    while not is_empty(left):
                        part = pop_lowest(&left)
                        if part_of[part] < 0:
                            todo = either(todo, cell_bit(part))
                n_parts += 1
        if n_parts > MOST_PARTS:
            return False
        for width in range(3, WIDEST_LAYOUT + 1):
            if place_parts(r, across, down, part_of, first, n_parts, width, places):
                return note_moves(r, part_of, places, width)
        return False

    cdef int take_system(self, int cell, object system) except -1:
        cdef RulesetData* r = &self.data
        cdef Cells spot = cell_bit(cell)
        cdef int kind
        if system.can_be_landed_on:
            r.landable = either(r.landable, spot)
        if system.value == "?":
            r.unexplored = either(r.unexplored, spot)
        if system.value == "w":
            r.wormholes = either(r.wormholes, spot)
        if system.value == "x":
            r.black_holes = either(r.black_holes, spot)
        if system.nebula is not None:
            r.nebulae[<int>system.nebula] = either(r.nebulae[<int>system.nebula], spot)
        if system.homeworld is not None:
            r.homes = either(r.homes, spot)
            r.home[<int>system.homeworld] = cell
        for kind in range(system.planets):
            r.planets[kind] = either(r.planets[kind], spot)
        if cell < 64:
            r.sort[cell] = system.planets if system.nebula is None else FIRST_NEBULA + <int>system.nebula
        return 0

    @cython.boundscheck(True)
    cdef int take_options(self, object rules, object bag) except -1:
        cdef RulesetData* r = &self.data
        cdef int entry
        r.kind = VARIANT if rules.open_borders or not is_empty(r.unexplored) else NARROW if r.n_cells <= 64 else WIDE
        r.first_edition = rules.edition == "first"
        r.unexplored_passable = rules.unexplored_passable
        r.damaged_passes = rules.damaged_passes_unexplored
        r.conquered_passable = rules.conquered_passable
        r.conquest_own_only = rules.conquest_own_only
        r.open_borders = rules.open_borders
        r.toll_compulsory = rules.toll_compulsory
        r.territory_points = rules.territory_points
        for entry in range(len(rules.nebula_points)):
            r.nebula_points[entry + 1] = rules.nebula_points[entry]
        # A larger set scores as the last entry.
        for entry in range(len(rules.nebula_points) + 1, MAX_CELLS + 2):
            r.nebula_points[entry] = r.nebula_points[entry - 1]
        for entry in range(N_TILES):
            r.bag[entry] = bag[entry]
        return 0

    cdef int take_actions(self, tuple action_types) except -1:
        cdef RulesetData* r = &self.data
        cdef int index, n = r.n_cells
        cdef ActionRow* row
        _, reveal, choose, stay = action_types
        self.rows = <ActionRow*>PyMem_Malloc(r.n_actions * sizeof(ActionRow))
        self.ids = <int32_t*>PyMem_Malloc(2 * n * n * sizeof(int32_t))
        if self.rows == NULL or self.ids == NULL:
            raise MemoryError
        memset(self.rows, 0, r.n_actions * sizeof(ActionRow))
        memset(self.ids, 0xFF, 2 * n * n * sizeof(int32_t))
        memset(r.choices, 0xFF, sizeof(r.choices))
        r.first_reveal = -1
        for index, action in enumerate(self.actions):
            row = &self.rows[index]
            if type(action) is reveal:
                row.piece = REVEAL
                row.target = self.tiles.index(action.tile)
                if row.target == 0:
                    r.first_reveal = index
            elif type(action) is choose:
                row.piece = CHOOSE
                row.target = action.target
                r.choices[row.target] = index
            elif type(action) is stay:
                row.piece = STAY
            else:
                row.origin = action.origin
                row.target = action.target
                row.damaged = action.damaged
                row.piece = REPAIR if action.piece is None else CITY if action.piece == CITY_NAME else STATION
                if row.piece == CITY and not row.damaged:
                    if is_empty(r.pairs[row.origin]):
                        r.first_pair[row.origin] = index
                    sse_check(index == r.first_pair[row.origin] + 2 * size(r.pairs[row.origin]))
                    r.pairs[row.origin] = either(r.pairs[row.origin], cell_bit(row.target))
                if row.piece != STATION:
                    self.ids[(2 * row.origin + row.damaged) * n + row.target] = index
        r.rows = self.rows
        r.ids = self.ids
        return 0

    def __dealloc__(self):
        PyMem_Free(self.rows)
        PyMem_Free(self.ids)

    cdef int find(self, object action) except -2:
        # The id that an Action or an integer stands for, -1 if the table has no such action. TypeError for other types.
        if type(action) is self.move_type:
            return self.find_move(action)
        if not PyLong_CheckExact(action):
            if type(action) in self.other_types:
                return self.find_other(action)
            if isinstance(action, self.move_type):
                return self.find_move(action)
            if isinstance(action, bool) or not hasattr(action, "__index__"):
                raise no_action(action)
            action = action.__index__()
        return index_below(action, self.data.n_actions)

    cdef int find_other(self, object action) except -2:
        # The id of a Reveal, a Choose or a Stay.
        cdef int cell, tile
        cdef object kind = type(action)
        if kind is self.other_types[0]:
            if self.data.first_reveal >= 0:
                for tile in range(N_TILES):
                    found = self.tiles[tile]
                    if action.tile is found or isinstance(action.tile, str) and str.__str__(action.tile) == found.value:
                        return self.data.first_reveal + tile
            return -1
        if kind is self.other_types[1]:
            cell = cell_or_none(action.target, self.data.n_cells)
            return -1 if cell < 0 else self.data.choices[cell]
        return self.data.n_actions - 1

    cdef int find_move(self, object action) except -2:
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
        # Most actions come from the table. The last one in it, Stay, is no move.
        if action is <object>PyTuple_GET_ITEM(self.actions, found):
            return found
        if action is <object>PyTuple_GET_ITEM(self.actions, found + 1):
            return found + 1
        if kind is None:
            piece = REPAIR
        elif isinstance(kind, str) and str.__str__(kind) == CITY_NAME:
            piece = CITY
        elif isinstance(kind, str) and str.__str__(kind) == STATION_NAME:
            piece = STATION
        else:
            return -1
        if (piece == REPAIR) != (self.rows[found].piece == REPAIR):
            return -1
        return found + (piece == STATION)

    cdef int seat(self, object player) except -1:
        # A seat of this board as a C int. RangeError or TypeError for anything else.
        cdef int found = index_below(player, self.data.n_players)
        return found if found >= 0 else self.board.check_player(player)

    cdef int cell(self, object cell) except -1:
        # A cell of this board as a C int. RangeError or TypeError for anything else.
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
@cython.freelist(16)
cdef class _LegalActions(LegalActions):
    # Those of the player to act, or none.

    cdef State state

    cdef object at(self, Py_ssize_t place):
        cdef const RulesetData* r = &self.state.ruleset.data
        cdef ActionRow action
        cdef int index
        if r.kind == NARROW:  # Most boards are: with a constant, the code for others is left out here.
            nth_move(&self.state.moves, <int>place, &action, NARROW)
        else:
            nth_move(&self.state.moves, <int>place, &action, r.kind)
        index = id_of(r, &action, self.state.position.to_act)
        sse_check(0 <= index < r.n_actions)
        sse_put_number(&self.state.taken, index + 1)
        return <object>PyTuple_GET_ITEM(self.state.ruleset.actions, index)

    cdef tuple listed(self):
        return self.state.pick(self.state.ruleset.actions) if self.n else _NO_ACTIONS

    cdef bint holds(self, object action) except -1:
        cdef Ruleset ruleset = self.state.ruleset
        cdef int index
        if type(action) is not ruleset.move_type and type(action) not in ruleset.other_types:
            return action in self.listed()
        index = ruleset.find(action)
        return self.n > 0 and index >= 0 and is_listed(
            &ruleset.data, &self.state.moves, &ruleset.rows[index], self.state.position.to_act
        )


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class State:
    """A position of Small Star Empires with its legal actions: an immutable value.

    Made by `new_game`, `position`, `parse_state` and `after`. Equality and hash cover everything: board, rules, pieces
    on the map, reserves, who has passed, whose turn it is, and the ply. Threads may share states.
    """

    def __init__(self, *args, **options):
        raise TypeError(_NOT_MADE_SO)

    @property
    def board(self):
        """The board that is played on."""
        return self.ruleset.board

    @property
    def rules(self):
        """The options of this game."""
        return self.ruleset.rules

    @property
    def actions(self):
        """The dense table of every action of the board, `Board.actions`; an action's id is its index."""
        return self.ruleset.actions

    @property
    def game(self):
        """The game that this is a state of: the module `sse_core.small_star_empires`.

        It has the texts, drawings and errors of states, so that this module needs none of its files.
        """
        return GAMES["small_star_empires"]

    @property
    def to_act(self):
        """``(player,)``, ``(CHANCE,)`` while a reveal is due, ``()`` when the game is over (E2.1, E9.2)."""
        return _SEATS[self.position.to_act - FINISHED]

    @property
    def ply(self):
        """How many actions led here."""
        return self.position.ply

    @property
    def passed(self):
        """For each player, whether out for the rest of the game (E2.2)."""
        return tuple([bool((self.position.passed >> player) & 1) for player in range(self.ruleset.data.n_players)])

    def legal_actions(self, player=None):
        """Return the legal actions of a player, or of CHANCE, by ascending id (E2.1, E9.2).

        None means the one to act. Every other player, and everyone after the end, has none: an empty sequence. It
        finds an action when it is asked for. Raises RangeError if there is no such seat.
        """
        cdef _LegalActions found = _LegalActions.__new__(_LegalActions)
        found.state = self
        found.n = self.moves.total if self.is_to_act(player) else 0
        return found

    def legal_ids(self, player=None):
        """Return the ids of `legal_actions`, ascending."""
        return self.pick(self.ruleset.id_objects) if self.is_to_act(player) else _NO_ACTIONS

    def legal_count(self, player=None):
        """Return how many legal actions there are, without listing them."""
        return self.moves.total if self.is_to_act(player) else 0

    cdef bint is_to_act(self, object player) except -1:
        return player is None or self.seat_or_chance(player) == self.position.to_act

    cdef int seat_or_chance(self, object player) except -2:
        cdef int found = index_below(player, self.ruleset.data.n_players)
        if found >= 0:
            return found
        is_number = not isinstance(player, bool) and hasattr(player, "__index__")
        return CHANCE if is_number and player.__index__() == CHANCE else self.ruleset.seat(player)

    cdef tuple pick(self, tuple table):
        # The entries of a table at the legal ids, ascending.
        cdef const Moves* m = &self.moves
        cdef const RulesetData* r = &self.ruleset.data
        cdef const int32_t* row
        cdef Cells cities, stations, cells
        cdef int i
        cdef Py_ssize_t fill = 0
        if m.total == 0:
            return _NO_ACTIONS
        cdef tuple picked = PyTuple_New(m.total)
        if m.due == REVEAL_DUE:
            for i in range(N_TILES):
                if m.left[i] > 0:
                    fill = put(picked, fill, table, r.first_reveal + i)
        elif m.due == CHOICE_DUE:
            cells = m.candidates
            while not is_empty(cells):
                fill = put(picked, fill, table, r.choices[pop_lowest(&cells)])
        else:
            for i in range(m.n):
                row = &r.ids[((m.ship[i] & ~1) + m.marked[i]) * r.n_cells]
                cities = landings_with(m, i, CITY)
                stations = landings_with(m, i, STATION)
                fill = put_landings(picked, fill, table, row, 0, cities.lo, stations.lo)
                fill = put_landings(picked, fill, table, row, 64, cities.hi, stations.hi)
                if m.repairs[i]:
                    fill = put(picked, fill, table, row[r.home[self.position.to_act]])
            if m.stay:
                fill = put(picked, fill, table, r.n_actions - 1)
        sse_check(fill == m.total)
        return picked

    def after(self, action, player=None):
        """Return the state after an action, given as an Action or its id (any integer type but bool).

        The turn passes on by itself: a player who can't move when the turn comes has passed (E2.2). `player` is the
        seat that acts, or CHANCE; None means the one to act.

        Raises
        ------
        IllegalActionError
            If the rules refuse it; `reason` is what `why_not` gives. After the end of the game its child GameOverError.
        TypeError
            If the action is neither an Action nor an integer.
        """
        cdef int index = sse_see_number(&self.taken) - 1, refused
        if index < 0 or player is not None or action is not <object>PyTuple_GET_ITEM(self.ruleset.actions, index):
            index = self.ruleset.find(action)
            refused = self.refuses(index, player)
            if refused:
                raise refusal(self, action if index < 0 else self.ruleset.actions[index], refused, player)
        sse_check(0 <= index < self.ruleset.data.n_actions)
        sse_check(is_listed(&self.ruleset.data, &self.moves, &self.ruleset.rows[index], self.position.to_act))
        cdef State then = state_at(self.ruleset, &self.position)
        play(&self.ruleset.data, &then.position, &self.ruleset.rows[index], &then.moves, self.ruleset.data.kind)
        return then

    def why_not(self, action, player=None):
        """Return why an action or id is refused, `Reason.OK` if it is legal; the first Reason that applies."""
        cdef int index = self.ruleset.find(action), refused = self.refuses(index, player)
        return self.game.reason_never(self, action) if index < 0 else self.ruleset.reasons[refused]

    cdef int refuses(self, int index, object player) except -1:
        # The Reason's value for an id; -1 stands for an action that the table lacks.
        cdef int by = self.position.to_act if player is None else self.seat_or_chance(player)
        if index < 0:
            return NO_SUCH_ACTION
        if self.position.to_act == FINISHED:
            return GAME_OVER
        if by != self.position.to_act:
            return NOT_TO_ACT
        if is_listed(&self.ruleset.data, &self.moves, &self.ruleset.rows[index], by):
            return OK
        return why_not(&self.ruleset.data, &self.position, &self.ruleset.rows[index])

    def owner(self, cell):
        """Return who holds a cell, None if nobody does; a homeworld is its player's (E3.4)."""
        cdef int at = self.ruleset.cell(cell), player
        for player in range(self.ruleset.data.n_players):
            if has(self.position.held[player], at):
                return player
        return None

    def piece(self, cell):
        """Return ``"city"``, ``"station"`` or ``"homeworld"``, None for a cell that nobody holds."""
        cdef int at = self.ruleset.cell(cell)
        if has(self.ruleset.data.homes, at):
            return "homeworld"
        if has(self.position.stations, at):
            return "station"
        return "city" if has(held_by_all(&self.position), at) else None

    def ships(self, player):
        """Return the ships of a player, sorted, each as (cell, damaged)."""
        cdef int seat = self.ruleset.seat(player)
        row = [self.position.ships[seat][i] for i in range(self.position.n_ships[seat])]
        return tuple([(ship >> 1, bool(ship & 1)) for ship in row])

    def reserve(self, player):
        """Return what a player has in reserve."""
        cdef int seat = self.ruleset.seat(player)
        return Reserve(self.position.cities_left[seat], self.position.stations_left[seat])

    def tile(self, cell):
        """Return the tile that was revealed on a cell, None where none was (E9.2)."""
        cdef int at = self.ruleset.cell(cell), tile
        for tile in range(N_TILES):
            if has(self.position.tiles[tile], at):
                return self.ruleset.tiles[tile]
        return None

    @property
    def unexplored(self):
        """The cells that nobody has explored yet, ascending (E9.1)."""
        return tuple_of(self.position.unexplored)

    @property
    def conquered(self):
        """The cells with a conquest marker, ascending (E9.9)."""
        return tuple_of(self.position.conquered)

    @property
    def bag(self):
        """The tiles that haven't been revealed (E9.2)."""
        cdef const RulesetData* r = &self.ruleset.data
        return self.ruleset.bag_type(*[r.bag[tile] - size(self.position.tiles[tile]) for tile in range(N_TILES)])

    @property
    def due(self):
        """The action that is due before the turn is over, None if none is (E9.2, E9.7, E9.9)."""
        if self.position.due == NOTHING_DUE:
            return None
        return Due(_DUE[self.position.due], self.position.spot, self.position.explorer)

    def received(self, player):
        """Return how many cities a player has received as tolls (E10.1)."""
        return self.position.received[self.ruleset.seat(player)]

    def banked(self, player):
        """Return the points that a player scored during the game and the map doesn't show (E6.2, E9.6 to E9.9)."""
        cdef int seat = self.ruleset.seat(player)
        return Banked(self.position.banked_planets[seat], self.position.banked_tiles[seat])

    def toll(self, action):
        """Return how many cities a legal move pays as tolls (E10.1); 0 for any other action.

        Raises TypeError if it is neither an Action nor an integer.
        """
        cdef int index = self.ruleset.find(action), player = self.position.to_act, place
        cdef const ActionRow* row
        cdef const uint8_t* ships
        if self.refuses(index, None):
            return 0
        row = &self.ruleset.rows[index]
        if row.piece > REPAIR:
            return 0
        ships = self.position.ships[player]
        place = place_of(ships, self.position.n_ships[player], 2 * row.origin + row.damaged)
        return size(toll_systems(&self.ruleset.data, &self.position, player, ships[place], row.target))

    def territory(self, player):
        """Return how many systems the largest connected territory of a player has, homeworld included (E7.3)."""
        return largest_territory(&self.ruleset.data, self.position.held[self.ruleset.seat(player)])

    @property
    def totals(self):
        """What each player would score if the game ended now, by seat."""
        cdef Sheet sheets[MAX_PLAYERS]
        score(&self.ruleset.data, &self.position, sheets)
        return tuple([total_of(&sheets[player]) for player in range(self.ruleset.data.n_players)])

    def score_sheet(self):
        """Return what each player would score if it ended now, part by part, by seat (E7.0 to E7.3, E9, E10.1)."""
        cdef Sheet sheets[MAX_PLAYERS]
        score(&self.ruleset.data, &self.position, sheets)
        return self.ruleset.sheet_type([
            self.ruleset.score_type(
                sheets[player].planets,
                sheets[player].nebulae,
                sheets[player].stations,
                sheets[player].territory,
                sheets[player].tiles,
                sheets[player].tolls,
            )
            for player in range(self.ruleset.data.n_players)
        ])

    @property
    def outcome(self):
        """How the game ended, None while it goes on (E7.0, E7.4).

        `decided_by` is ``"total"``, ``"cities"``, ``"stations"``, ``"planets"``, or ``"shared"`` if all four tie.
        """
        cdef Sheet sheets[MAX_PLAYERS]
        cdef int decided_by, winners, n = self.ruleset.data.n_players
        if self.position.to_act != FINISHED:
            return None
        # A program that plays on loads no contract of games, which takes longer than this module.
        from sse_core.game import Outcome

        score(&self.ruleset.data, &self.position, sheets)
        winners = winners_of(&self.ruleset.data, &self.position, sheets, &decided_by)
        return Outcome(
            tuple([player for player in range(n) if (winners >> player) & 1]),
            tuple([total_of(&sheets[player]) for player in range(n)]),
            _DECIDED_BY[decided_by],
        )

    def odds(self):
        """Return each tile that can be revealed now with its probability; ``()`` where no reveal is due (E9.2).

        In the order of ids; the probabilities are Fractions and add to one.
        """
        if self.position.due != REVEAL_DUE:
            return _NO_ACTIONS
        from fractions import Fraction

        left = tiles_left(&self.moves)
        return tuple([
            (self.ruleset.actions[self.ruleset.data.first_reveal + tile], Fraction(self.moves.left[tile], left))
            for tile in range(N_TILES) if self.moves.left[tile]
        ])

    def resolve(self, rng):
        """Return the state after drawing tiles until none is due; the state itself if none is (E9.2).

        Each tile is one draw of ``rng.below(n)``, as in ``rng.draw(odds())``: n is the least common denominator of the
        odds, and the tiles are counted in the order of `Tile`. Raises TypeError if `rng` lacks ``below``.
        """
        cdef State state = self, then
        cdef ActionRow action
        cdef int divisor, n
        check_rng(rng)
        while state.position.due == REVEAL_DUE:
            divisor = tiles_divisor(&state.moves)
            n = tiles_left(&state.moves) // divisor
            action = drawn(&state.moves, divisor * check_number(rng.below(n), "a random number", n - 1))
            then = state_at(state.ruleset, &state.position)
            play(&then.ruleset.data, &then.position, &action, &then.moves, then.ruleset.data.kind)
            state = then
        return state

    def view(self, player):
        """Return this state: nothing is hidden. Raises RangeError if there is no such seat."""
        self.ruleset.seat(player)
        return self

    def turned(self, k):
        """Return the state with its board turned by k sixths, counter-clockwise, about Hex(0, 0)."""
        return self.game.turned(self, k)

    def mirrored(self):
        """Return the state with left and right exchanged."""
        return self.game.mirrored(self)

    @property
    def key(self):
        """A 64-bit hash of everything that equality covers, the same in every process."""
        return key_of(&self.ruleset.data, &self.position, self.ruleset.key)

    def to_json(self):
        """Return the position as a JSON object on one line, the twin of `format_state`."""
        return self.game.state_to_json(self)

    @staticmethod
    def from_json(text):
        """Return the position of a JSON text; raise NotationError if it is none, SetupError if it can't be."""
        return GAMES["small_star_empires"].state_from_json(text)

    def __eq__(self, other, /):
        if not isinstance(other, State):
            return NotImplemented
        return same_state(self, <State>other)

    def __hash__(self):
        # Cython returns -2 for -1, which would be the sign of an error.
        return <Py_hash_t>key_of(&self.ruleset.data, &self.position, self.ruleset.key)

    def __repr__(self):
        return self.game.state_expression(self)

    def _repr_svg_(self):
        """Return the drawing that notebooks show."""
        return self.game.to_svg(self)

    def _repr_html_(self):
        """Return the drawing at most as wide as the page, which notebooks show."""
        return self.game.to_svg(self)._repr_html_()

    def __str__(self):
        return self.game.to_text(self)

    def __reduce__(self):
        return self.game.parse_state, (self.game.format_state(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self


cdef object refusal(State state, object action, int reason, object player):
    # The error that `after` raises; `reason` is a Reason's value.
    return state.game.illegal_action(state, action, state.ruleset.reasons[reason], player)


cdef inline Py_ssize_t put(tuple picked, Py_ssize_t fill, tuple table, Py_ssize_t index):
    # Puts an entry of a table into a new tuple, and returns the next free place.
    cdef PyObject* item = PyTuple_GET_ITEM(table, index)
    sse_check(fill < PyTuple_GET_SIZE(picked) and 0 <= index < PyTuple_GET_SIZE(table))
    Py_INCREF(<object>item)
    PyTuple_SET_ITEM(picked, fill, <object>item)
    return fill + 1


cdef inline Py_ssize_t put_landings(
    tuple picked, Py_ssize_t fill, tuple table, const int32_t* row, int first, uint64_t cities, uint64_t stations
):
    # The same for a ship's landings in the word of cells that begins with `first`: at each the city before the station.
    #   reads    row, the id of the city by cell; the station's is the next one
    cdef uint64_t cells = cities | stations, lowest
    cdef Py_ssize_t city
    while cells:
        city = row[first + sse_lowest_bit(cells)]
        lowest = cells & (~cells + 1)
        cells ^= lowest
        if cities & lowest:
            fill = put(picked, fill, table, city)
        if stations & lowest:
            fill = put(picked, fill, table, city + 1)
    return fill


cdef tuple tuple_of(Cells cells):
    # The cells of a set, ascending.
    listed = []
    while not is_empty(cells):
        listed.append(pop_lowest(&cells))
    return tuple(listed)


cdef State state_at(Ruleset ruleset, const Position* position):
    # A new state of a position; the caller lists its legal actions.
    cdef State state = State.__new__(State)
    state.ruleset = ruleset
    state.position = position[0]
    return state


cdef bint same_state(State a, State b):
    if a.ruleset is not b.ruleset and (a.ruleset.board != b.ruleset.board or a.ruleset.rules != b.ruleset.rules):
        return False
    return memcmp(&a.position, &b.position, sizeof(Position)) == 0


cdef inline uint64_t stir(uint64_t key, uint64_t word) noexcept nogil:
    key = (key ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return key ^ (key >> 32)


cdef uint64_t key_of(const RulesetData* r, const Position* p, uint64_t key) noexcept nogil:
    # A 64-bit hash of a position, the same on every machine.
    cdef int player, i
    for player in range(r.n_players):
        key = stir(stir(key, p.held[player].lo), p.held[player].hi)
        key = stir(key, <uint64_t>p.cities_left[player] << 32 | <uint64_t>p.stations_left[player] << 16
                   | p.n_ships[player])
        for i in range(p.n_ships[player]):
            key = stir(key, p.ships[player][i])
    key = stir(stir(key, p.stations.lo), p.stations.hi)
    if r.kind == VARIANT:
        for i in range(N_TILES):
            key = stir(stir(key, p.tiles[i].lo), p.tiles[i].hi)
        key = stir(stir(key, p.conquered.lo), p.conquered.hi)
        key = stir(key, <uint64_t>p.due << 16 | <uint64_t>p.spot << 8 | p.explorer)
        for player in range(r.n_players):
            key = stir(key, <uint64_t>p.banked_planets[player] << 32 | <uint64_t>p.banked_tiles[player])
            key = stir(key, p.received[player])
    return stir(key, <uint64_t>p.ply << 32 | <uint64_t>p.passed << 8 | <uint8_t>p.to_act)


@cython.boundscheck(True)
def place(
    Ruleset ruleset not None, owners, stations, tiles, conquered, ships, reserves, received, banked, passed, mover, due,
    spot, ply, turn_comes,
):
    """Return the state with these contents, which `positions/makers.py` checks before.

    Arguments by player: `owners` (the cells colonized), `ships` (2 * cell + damaged), `reserves` (cities, stations),
    `received` (cities), `banked` (planets, tiles), `passed`; `stations` are the cells that hold one; `tiles` has the
    cells of each kind, in the order of `Tile`. `due` is an index into ``("", "reveal", "refuel", "choose")``, `spot`
    its cell. With `turn_comes` the mover's turn begins here, and a player who can't move passes (E2.2).
    """
    cdef State state = State.__new__(State)
    cdef Position* p = &state.position
    cdef const RulesetData* r = &ruleset.data
    cdef int player, i, ship, n = r.n_players
    if not len(owners) == len(ships) == len(reserves) == len(received) == len(banked) == len(passed) == n:
        raise SetupError("every player has systems, ships, a reserve, cities received, points, and a flag for passing")
    state.ruleset = ruleset
    p.unexplored = r.unexplored
    for player in range(n):
        p.held[player] = either(cells_of(owners[player], r.n_cells), cell_bit(r.home[player]))
        if len(ships[player]) > MAX_SHIPS:
            raise SetupError(f"player {'ABCD'[player]} has more than {MAX_SHIPS} ships")
        p.n_ships[player] = len(ships[player])
        for i, ship in enumerate(sorted(ships[player])):
            if not 0 <= ship < 2 * r.n_cells:
                raise SetupError(f"there is no cell {ship >> 1}")
            p.ships[player][i] = ship
        p.cities_left[player], p.stations_left[player] = reserves[player]
        p.received[player] = received[player]
        p.banked_planets[player], p.banked_tiles[player] = banked[player]
        p.passed |= <uint8_t>bool(passed[player]) << player
    for i in range(N_TILES):
        p.tiles[i] = cells_of(tiles[i], r.n_cells)
        p.unexplored = without(p.unexplored, p.tiles[i])
    p.stations = cells_of(stations, r.n_cells)
    p.conquered = cells_of(conquered, r.n_cells)
    p.ply = ply
    p.to_act = FINISHED
    if turn_comes:
        turn_goes_on(r, p, (ruleset.seat(mover) + n - 1) % n, &state.moves, r.kind)
    elif mover is not None:
        p.to_act = ruleset.seat(mover)
        if due:
            make_due(p, due, spot, p.to_act)
            if due == REVEAL_DUE:
                p.to_act = CHANCE
        list_due(r, p, &state.moves)
    return state


def colonized(State state not None):
    """Return the cells of each player's cities and of the stations, both ascending, by player; no homeworld is one."""
    cdef const Position* p = &state.position
    cdef Cells own
    cdef int player
    found = []
    for player in range(state.ruleset.data.n_players):
        own = without(p.held[player], state.ruleset.data.homes)
        found.append((tuple_of(without(own, p.stations)), tuple_of(both(own, p.stations))))
    return found


# --- observations

# What numpy has, taken when the first array is made.
cdef object _ARRAY = None       # numpy.ndarray
cdef object _EMPTY              # numpy.empty
cdef object _BYTES              # numpy.dtype("uint8")


def observe(State state not None, player, out=None):
    """Return the planes of a state as a seat sees it, in a new array or in `out`.

    Raises RangeError if there is no such seat, and as `array_to_fill` for another `out`.
    """
    global _ARRAY, _EMPTY, _BYTES
    cdef int seat = state.ruleset.seat(player)
    cdef const RulesetData* r = &state.ruleset.data
    cdef Py_ssize_t planes = r.n_players * PLANES_A_PLAYER + PLANES_OF_SYSTEMS
    cdef Py_buffer view
    if _ARRAY is None:
        import numpy
        _EMPTY, _BYTES, _ARRAY = numpy.empty, numpy.dtype("uint8"), numpy.ndarray
    if out is None:
        out = _EMPTY((planes, r.n_cells), _BYTES)
    if type(out) is not _ARRAY or not take_bytes(out, planes, r.n_cells, &view):
        if not take_bytes(array_to_fill(out, _BYTES, (planes, r.n_cells)), planes, r.n_cells, &view):
            raise MemoryError
    memset(view.buf, 0, view.len)
    draw_planes(r, &state.position, seat, r.n_players, <uint8_t*>view.buf, r.n_cells)
    PyBuffer_Release(&view)
    return out


# --- numbers

def features(State state not None, player):
    """Return the numbers of a seat, in the order of `features.FEATURES`. Raises RangeError if there is no such seat."""
    cdef int32_t found[MAX_PLAYERS * N_FEATURES]
    cdef int seat = state.ruleset.seat(player), i
    features_of(&state.ruleset.data, &state.position, found, state.ruleset.data.kind)
    return tuple([found[seat * N_FEATURES + i] for i in range(N_FEATURES)])


# Called from Python, `State.__new__` would make a state without a ruleset, so it raises. The functions above call the C
# function behind it instead. `State()` raises in `__init__`, since a call of a type need not go through this slot.

cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyObject* (*tp_new)(PyTypeObject*, PyObject*, PyObject*) except NULL


cdef PyObject* refuse_new(PyTypeObject* cls, PyObject* args, PyObject* options) except NULL:
    raise TypeError(_NOT_MADE_SO)


(<PyTypeObject*>State).tp_new = refuse_new
