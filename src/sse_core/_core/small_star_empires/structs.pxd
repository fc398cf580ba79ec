# Sizes, named numbers and plain structs of Small Star Empires. A struct is copied by assignment and compared by memcmp:
# every byte of it is set, and it has no padding.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t

from sse_core._core.small_star_empires.cells cimport MAX_CELLS, Cells, Line
from sse_core._core.small_star_empires.maps.grid cimport Grid

cdef enum:
    MAX_PLAYERS = 4
    MAX_SHIPS = 16          # a player's ships
    MAX_RESERVE = 255       # cities, or stations, in one reserve at the start
    DAMAGED_RANGE = 2       # systems that a damaged ship flies at most (E5.1)
    MAX_SET = 16            # entries of the nebula table of the rules
    MAX_MOVES = 16          # of cells to the places of a layout
    CHANCE = -1             # to_act while a tile is to be revealed
    FINISHED = -2           # to_act when the game is over

cdef enum:                  # kinds of boards and rules: each has loops of its own
    NARROW = 0              # at most 64 cells, no unexplored systems, closed borders
    WIDE = 1                # the same with more cells
    VARIANT = 2             # unexplored systems or open borders

cdef enum:                  # columns of RulesetData.near, after those of the six rays
    NEIGHBOURS = 6
    JUMPS = 7

cdef enum:                  # sorts of systems, after those with 0, 1, 2 and 3 planets
    FIRST_NEBULA = 4        # red; then green and blue

cdef enum:                  # kinds of actions: the first three are moves, named by what the ship puts down or does
    CITY = 0
    STATION = 1
    REPAIR = 2
    REVEAL = 3
    CHOOSE = 4
    STAY = 5

cdef enum:                  # tiles.Tile, in its order
    THREE = 0
    TWO = 1
    CHROMATIC = 2
    ASTEROID = 3
    ABANDONED = 4
    REFUELING = 5
    HOLLANA = 6
    TENNAR = 7
    NORDINN = 8
    N_TILES = 9

cdef enum:                  # what is due inside a turn
    NOTHING_DUE = 0
    REVEAL_DUE = 1          # chance reveals the tile at the spot (E9.2)
    REFUEL_DUE = 2          # the ship at the spot may move once more (E9.7)
    CHOICE_DUE = 3          # the player chooses a city to destroy (E9.9)

# A row of the dense table of actions: what the action with this id does.
cdef struct ActionRow:
    uint8_t origin
    uint8_t target          # a cell; the tile of a REVEAL
    uint8_t piece           # CITY, STATION, REPAIR, REVEAL, CHOOSE or STAY
    uint8_t damaged         # 1 if a damaged ship moves from an origin that has a whole one, too

# Writes the sizes of the largest parts of n sets, words[0:n], to most[0:n]; words is overwritten
# (vectors/eight_floods.pxd).
ctypedef void (*Flood)(
    const uint8_t (*near)[128], uint64_t middle, uint64_t* words, int n, int64_t* most
) noexcept nogil

# The same for sets of two words, lo[0:n] and hi[0:n], eight or four at a time (vectors/four_floods.pxd).
ctypedef void (*WideFlood)(
    const uint8_t (*near)[128], const uint64_t (*layout)[4], const int32_t* shape, uint64_t* lo, uint64_t* hi, int n,
    int64_t* most
) noexcept nogil

# What never changes in a game: the board's rays and neighbourhoods, the options, and the table of actions.
cdef struct RulesetData:
    Cells ray[MAX_CELLS][6]         # cells in each direction up to a gap or black hole; E NE NW W SW SE (E3.1)
    Cells star[MAX_CELLS]           # all six rays of a cell together
    Line lines[MAX_CELLS][3]        # rays E and W, SW and NE, SE and NW; used if `lined`. On a NARROW board bit c is
                                    # cell c. On others bit i is the i-th cell of the star, so that one word has them.
    Grid grid
    Cells flyable                   # all cells but black holes
    Cells jumpers                   # cells from which a whole ship can jump
    Cells around[MAX_CELLS]         # neighbours
    uint8_t neighbour[6][MAX_CELLS]     # the neighbours of each cell in six places; the cell itself fills free ones
    uint64_t middle                 # the higher cells, in which `flood` begins
    # Boards of more than 64 cells, laid out in rows in three words: which cells of which word become which places of
    # which word, in their order; how many such moves there are, and the width of the rows.
    uint64_t layout[MAX_MOVES][4]
    int32_t shape[2]
    Cells jump[MAX_CELLS]           # cells that a jump from here reaches, itself left out (E4.1, E4.2)
    uint64_t near[64][8]            # the rays, neighbours and jump of cells 0 to 63 once more, a row for each cell
    uint8_t sort[64]                # of cells 0 to 63: how many planets, or FIRST_NEBULA and the colour
    Cells within[2 * MAX_CELLS]     # by ship, 2 * cell + damaged: all cells, or those in DAMAGED_RANGE
    Cells far[2 * MAX_CELLS]        # by ship: the cells that it can jump to (E4.1, E4.3)
    Cells landable                  # planets, nebulae, empty and unexplored systems (E3.2)
    Cells unexplored                # systems with a tile at the start (E9.1)
    Cells planets[3]                # systems with at least 1, 2, 3 planets
    Cells nebulae[3]                # red, green, blue
    Cells homes                     # all homeworlds
    Cells wormholes
    Cells black_holes
    int32_t n_cells
    int32_t n_players
    int32_t n_actions
    int32_t kind                    # NARROW, WIDE or VARIANT
    int32_t longest_ray             # the most cells of a ray
    int32_t lined                   # 1 if no line is longer than LONGEST_LINE
    int32_t first_edition           # E6.2
    int32_t unexplored_passable     # E3.3
    int32_t damaged_passes          # E5.2: damaged ships pass unexplored systems
    int32_t conquered_passable      # E9.9
    int32_t conquest_own_only       # E9.9
    int32_t open_borders            # E10.1
    int32_t toll_compulsory         # E10.1
    int32_t bag[N_TILES]            # E9.10
    int32_t first_reveal            # the id of the first Reveal; -1 without unexplored systems
    int32_t choices[MAX_CELLS]      # the id of the Choose of a cell; -1 for none
    Cells pairs[MAX_CELLS]          # the targets that a whole ship from here can ever colonize
    int32_t first_pair[MAX_CELLS]   # the id of the first target's city; then its station, the next city, ...
    int32_t territory_points        # E7.3
    int32_t nebula_points[MAX_CELLS + 2]    # E7.1: by the size of a set, up to one nebula more than there are cells
    uint8_t home[MAX_PLAYERS]
    const ActionRow* rows           # [n_actions]
    const int32_t* ids              # [n_cells][2][n_cells]: origin, damaged, target -> id of the city (the station's
                                    # is the next) or of the repair; -1 for none
    Flood flood                     # floods eight sets at a time; NULL if the processor can't, or beyond 64 cells
    WideFlood wide_flood            # the same beyond 64 cells; NULL up to 64, or if it is for no such layout

# A position: all that changes in a game. 392 bytes.
cdef struct Position:
    Cells held[MAX_PLAYERS]                 # each player's systems, the homeworld included
    Cells stations                          # those that hold a station, of all players
    Cells tiles[N_TILES]                    # the unexplored systems that have been revealed, by what they are (E9)
    Cells unexplored                        # the unexplored systems that haven't been revealed
    Cells conquered                         # systems with a conquest marker (E9.9)
    uint8_t ships[MAX_PLAYERS][MAX_SHIPS]   # 2 * cell + damaged, ascending; 0 beyond n_ships
    uint8_t n_ships[MAX_PLAYERS]
    int32_t ply
    int16_t cities_left[MAX_PLAYERS]
    int16_t stations_left[MAX_PLAYERS]
    int16_t received[MAX_PLAYERS]           # cities received as tolls (E10.1)
    int32_t banked_planets[MAX_PLAYERS]     # points for planets of cities since destroyed (E6.2)
    int32_t banked_tiles[MAX_PLAYERS]       # points for tiles when they were revealed (E9.6 to E9.8)
    int8_t to_act                           # a seat, CHANCE, or FINISHED
    uint8_t passed                          # bit p: player p is out (E2.2)
    uint8_t due                             # NOTHING_DUE and so on
    uint8_t spot                            # the cell where something is due; 0 if nothing is
    uint8_t explorer                        # the player whose turn it is while something is due; 0 if nothing is
    uint8_t unused[3]

# The legal actions of the player to act, or of chance, as sets of cells. Equal ships are listed once.
cdef struct Moves:
    int32_t total                   # how many actions
    int32_t due                     # as in Position; it selects the fields below that are valid
    # Moves of ships: NOTHING_DUE, REFUEL_DUE
    int32_t mixed                   # 0: every landing takes each of the `kinds`; 1: cities go to `landings`, stations
                                    # to `station_landings`, and `kinds` and `first_kind` are not valid
    int32_t kinds                   # how many kinds of pieces the player has: 0, 1, 2
    int32_t first_kind              # CITY or STATION: the only one if `kinds` is 1
    int32_t n                       # how many ships are listed
    int32_t stay                    # 1 if the player may stay
    uint8_t ship[MAX_SHIPS]         # 2 * cell + damaged, ascending
    uint8_t marked[MAX_SHIPS]       # 1 if its actions have `damaged` set: a whole ship stands there too
    uint8_t repairs[MAX_SHIPS]      # 1 if it can be repaired
    int16_t actions[MAX_SHIPS]      # how many actions it has
    Cells landings[MAX_SHIPS]       # where it can land and colonize
    Cells station_landings[MAX_SHIPS]
    # REVEAL_DUE
    int16_t left[N_TILES]           # tiles not yet seen, by kind
    # CHOICE_DUE
    Cells candidates                # the cities that may be destroyed

# The points of a player, by what they are for.
cdef struct Sheet:
    int32_t planets
    int32_t nebulae
    int32_t stations
    int32_t territory
    int32_t tiles
    int32_t tolls
