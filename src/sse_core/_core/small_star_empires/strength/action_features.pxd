# Numbers that describe an action of Small Star Empires: its target, the gains and losses there, and its ship.
# Header-only.
#
# `small_star_empires/strength/action_features.py` names them, one sentence each, in the order of the enum below;
# `small_star_empires/reference/action_features.py` has them in plain Python. For `kind` see moves.pxd.
#
# Most of them belong to the target alone. So a node writes them once for each target, however many ships reach it.

from libc.stdint cimport INT32_MIN, int32_t
from libc.string cimport memset

from sse_core._core.small_star_empires.cells cimport (
    Cells, both, cells_none, either, has, is_empty, size, without,
)
from sse_core._core.small_star_empires.moves cimport (
    held_by_all, open_systems, opponents_of, reach, toll_systems, walls,
)
from sse_core._core.small_star_empires.numbers cimport Landings, find_landings, find_rich, in_a_word
from sse_core._core.small_star_empires.score cimport set_points
from sse_core._core.small_star_empires.structs cimport (
    ABANDONED, CHOOSE, NARROW, REPAIR, STATION, STAY, VARIANT, ActionRow, Moves, Position, RulesetData,
)

cdef enum:                  # action_features.ACTION_FEATURES, in its order
    PLANETS = 0             # of the target: with 1 planet or more, 2, 3
    NEBULA = 3
    DENIED = 4
    BESIDE_OWN = 5
    CONNECTED = 6
    BESIDE_THEIRS = 7
    BESIDE_THEIR_STATIONS = 8
    BESIDE_OWN_STATIONS = 9
    OPEN_BESIDE = 10
    RICH_BESIDE = 11
    CONTESTED = 12
    CONTESTED_WORTH = 13
    SHARED = 14
    SHARED_WORTH = 15
    ONWARD = 16
    ONWARD_RICH = 17
    ONWARD_NEW = 18
    ONWARD_NEW_RICH = 19
    DEAD_END = 20
    CONTESTED_BESIDE = 21
    CONTESTED_RICH_BESIDE = 22
    CONTESTED_RICH_IN_LINE = 23
    UNEXPLORED = 24
    OF_STATION = 25         # of a station on the target
    STATION_THEIRS = 26
    STATION_CONTESTED = 27
    STATION_OPEN = 28
    SHIP_LANDINGS = 29      # of the ship
    SHIP_RICH = 30
    SHIP_DAMAGED = 31
    TOLLS = 32              # of ship and target
    OF_REPAIR = 33
    OF_STAY = 34
    CHOICE_OWN = 35         # of a city to destroy
    CHOICE_PLANETS = 36
    N_ACTION_FEATURES = 37

# What all actions of a position have in common.
cdef struct Scene:
    int player
    Cells open              # systems where a city can be put
    Cells rich              # of these, all with a nebula or two planets
    Cells planets[3]        # systems with 1, 2, 3 planets at least
    Cells own
    Cells theirs
    Cells own_stations
    Cells their_stations
    Cells now               # where the player's ships land
    Cells shared            # where two of them do
    Cells contested         # where an opponent lands in one move
    Cells unexplored        # under all rules
    Cells stops             # of a whole ship of the player that pays no toll
    Cells targets           # where such a ship puts down a piece
    int own_steps[3]        # the points of one nebula more of each colour
    int their_steps[3]      # the most points of it for an opponent


cdef inline void set_scene(
    const RulesetData* r, const Position* p, const Moves* m, Scene* out, int kind
) noexcept nogil:
    # What the legal actions of a seat have in common.
    #   reads    m, the legal actions of p; no reveal is due
    cdef Cells stations = p.stations, known, nebulae, landings
    cdef Landings theirs
    cdef int player = p.explorer if m.due else p.to_act, other, colour, i
    out.player = player
    out.own, out.theirs = in_a_word(p.held[player], kind), in_a_word(opponents_of(p, player), kind)
    find_rich(r, p, out.planets, kind)
    if kind == VARIANT:
        stations = either(stations, both(p.tiles[ABANDONED], held_by_all(p)))
        known = open_systems(r, p)
        out.unexplored = p.unexplored
        out.open = either(known, p.unexplored)
        out.stops = either(out.theirs, walls(r, p, player, False))
        out.targets = out.open if p.cities_left[player] else known
    else:
        out.open = out.targets = in_a_word(without(r.landable, held_by_all(p)), kind)
        out.stops = out.theirs
    out.own_stations, out.their_stations = both(stations, out.own), both(stations, out.theirs)
    nebulae = either(r.nebulae[0], either(r.nebulae[1], r.nebulae[2]))
    out.rich = in_a_word(both(out.open, either(out.planets[1], nebulae)), kind)
    out.contested = out.now = out.shared = cells_none()
    for other in range(r.n_players):
        if other != player:
            find_landings(r, p, other, &theirs, kind, False)
            out.contested = in_a_word(either(out.contested, theirs.now), kind)
    # No ship is listed where a city is chosen.
    for i in range(m.n):
        landings = landings_of(m, i, kind)
        out.shared = either(out.shared, both(out.now, landings))
        out.now = either(out.now, landings)
    for colour in range(3):
        out.own_steps[colour] = nebula_step(r, p, player, colour)
        # A larger set may score less.
        out.their_steps[colour] = INT32_MIN
        for other in range(r.n_players):
            if other != player:
                out.their_steps[colour] = max(out.their_steps[colour], nebula_step(r, p, other, colour))


cdef inline Cells landings_of(const Moves* m, int i, int kind) noexcept nogil:
    # Where a listed ship can put down a piece, a city or a station. E3.6: nowhere without a reserve; a plain list of
    # moves has the systems in reach all the same, for repairs alone.
    if kind == VARIANT:
        return either(m.landings[i], m.station_landings[i])
    return in_a_word(m.landings[i], kind) if m.kinds else cells_none()


cdef inline bint is_in(Cells cells, int cell, int kind) noexcept nogil:
    # Whether a set has a cell; on a NARROW board only its first word is looked at.
    return (cells.lo >> cell) & 1 if kind == NARROW else has(cells, cell)


cdef inline int nebula_step(const RulesetData* r, const Position* p, int player, int colour) noexcept nogil:
    # E7.1: the points that one nebula more of a colour adds.
    cdef int n = size(both(p.held[player], r.nebulae[colour]))
    return set_points(r, n + 1) - set_points(r, n)


# --- the numbers of an action: a row, whose parts are written one by one

cdef inline void write_action(
    const RulesetData* r, const Position* p, const Moves* m, const Scene* s, const ActionRow* action, int32_t* out,
    int kind,
) noexcept nogil:
    # The whole row of a legal action.
    #   writes   out[0:N_ACTION_FEATURES]
    cdef int i, ship
    memset(out, 0, N_ACTION_FEATURES * sizeof(int32_t))
    if action.piece == CHOOSE:
        write_choice(s, action.target, out)
    elif action.piece == STAY:
        out[OF_STAY] = 1
    else:
        ship = 2 * action.origin + is_damaged(m, action)
        for i in range(m.n):
            if m.ship[i] == ship:
                write_ship(s, m, i, out, kind)
        if action.piece == REPAIR:
            out[OF_REPAIR] = 1
            out[TOLLS] = tolls_of(r, p, s.player, ship, r.home[s.player], kind)
            return
        out[TOLLS] = tolls_of(r, p, s.player, ship, action.target, kind)
        write_target(r, s, action.target, out, kind)
        if action.piece == STATION:
            write_station(r, s, action.target, out, kind)


cdef inline int tolls_of(
    const RulesetData* r, const Position* p, int player, int ship, int target, int kind
) noexcept nogil:
    # E10.1: the tolls that a ship pays on its way.
    return size(toll_systems(r, p, player, ship, target)) if kind == VARIANT else 0


cdef inline bint is_damaged(const Moves* m, const ActionRow* action) noexcept nogil:
    # Whether the ship of a move is damaged: the one that is marked, or the only one of its origin.
    cdef int i
    for i in range(m.n):
        if m.ship[i] >> 1 == action.origin and m.marked[i] == action.damaged:
            return m.ship[i] & 1
    return False


cdef inline void write_target(const RulesetData* r, const Scene* s, int cell, int32_t* out, int kind) noexcept nogil:
    # The numbers of a target, whatever the piece and the ship.
    #   writes   out[0:OF_STATION]
    cdef Cells around = in_a_word(r.around[cell], kind), onward, onward_new, contested_rich = both(s.contested, s.rich)
    cdef int colour, planets
    out[PLANETS] = is_in(s.planets[0], cell, kind)
    out[PLANETS + 1] = is_in(s.planets[1], cell, kind)
    out[PLANETS + 2] = is_in(s.planets[2], cell, kind)
    planets = out[PLANETS] + out[PLANETS + 1] + out[PLANETS + 2]
    out[NEBULA] = out[DENIED] = 0
    for colour in range(3):
        if is_in(r.nebulae[colour], cell, kind):
            out[NEBULA], out[DENIED] = s.own_steps[colour], s.their_steps[colour]
    out[BESIDE_OWN] = size(both(around, s.own))
    out[CONNECTED] = out[BESIDE_OWN] > 0
    out[BESIDE_THEIRS] = size(both(around, s.theirs))
    out[BESIDE_THEIR_STATIONS] = size(both(around, s.their_stations))
    out[BESIDE_OWN_STATIONS] = size(both(around, s.own_stations))
    out[OPEN_BESIDE] = size(both(around, s.open))
    out[RICH_BESIDE] = size(both(around, s.rich))
    out[CONTESTED] = is_in(s.contested, cell, kind)
    out[CONTESTED_WORTH] = out[CONTESTED] * (planets + out[DENIED])
    out[SHARED] = is_in(s.shared, cell, kind)
    out[SHARED_WORTH] = out[SHARED] * (planets + out[NEBULA])
    onward = both(reach(r, 2 * cell, s.stops, kind), s.targets)
    onward_new = without(onward, s.now)
    out[ONWARD] = size(onward)
    out[ONWARD_RICH] = size(both(onward, s.rich))
    out[ONWARD_NEW] = size(onward_new)
    out[ONWARD_NEW_RICH] = size(both(onward_new, s.rich))
    out[DEAD_END] = is_empty(onward)
    out[CONTESTED_BESIDE] = size(both(around, s.contested))
    out[CONTESTED_RICH_BESIDE] = size(both(around, contested_rich))
    out[CONTESTED_RICH_IN_LINE] = size(both(in_a_word(r.star[cell], kind), contested_rich))
    out[UNEXPLORED] = kind == VARIANT and is_in(s.unexplored, cell, kind)


cdef inline void write_station(const RulesetData* r, const Scene* s, int cell, int32_t* out, int kind) noexcept nogil:
    # What a station adds to the numbers of its target.
    #   writes   out[OF_STATION:SHIP_LANDINGS]
    cdef Cells around = in_a_word(r.around[cell], kind)
    out[OF_STATION] = 1
    out[STATION_THEIRS] = size(both(around, s.theirs))
    out[STATION_CONTESTED] = size(both(around, s.contested))
    out[STATION_OPEN] = size(both(around, s.open))


cdef inline void write_ship(const Scene* s, const Moves* m, int i, int32_t* out, int kind) noexcept nogil:
    # The numbers of a listed ship.
    #   writes   out[SHIP_LANDINGS:TOLLS]
    cdef Cells landings = landings_of(m, i, kind)
    out[SHIP_LANDINGS] = size(landings)
    out[SHIP_RICH] = size(both(landings, s.rich))
    out[SHIP_DAMAGED] = m.ship[i] & 1


cdef inline void write_choice(const Scene* s, int cell, int32_t* out) noexcept nogil:
    # E9.9: the numbers of a city that may be destroyed.
    #   writes   out[CHOICE_OWN:N_ACTION_FEATURES]
    out[CHOICE_OWN] = has(s.own, cell)
    out[CHOICE_PLANETS] = has(s.planets[0], cell) + has(s.planets[1], cell) + has(s.planets[2], cell)
