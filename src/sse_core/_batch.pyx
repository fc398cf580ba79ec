# cython: language_level=3, wraparound=False, cdivision=True
"""Many games side by side in plain arrays, stepped and observed without the GIL.

`small_star_empires/batch.py` calls this module: it checks every array once, and shares the games between threads. A
method here works on the games of slots ``first`` to ``stop - 1``. Compiled twice, as ``_loops.pyx`` is.
"""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset

from sse_core._fast cimport Ruleset, State, state_at
from sse_core._hex cimport Cells, both, is_empty, pop_lowest, size, sse_check, sse_fill_tables
from sse_core._moves cimport is_listed, landings_with
from sse_core._playing cimport draw_action, draw_tile
from sse_core._random cimport child_seed, stream_at
from sse_core._score cimport SIDE_BY_SIDE, note_outcome, score, score_many, total_of
from sse_core._structs cimport *
from sse_core._turn cimport play

__all__ = ["Games"]

sse_fill_tables()

cdef enum:
    PLANES_A_PLAYER = 9
    PLANES_OF_SYSTEMS = 18


@cython.final
cdef class Games:
    """The games of n slots, all from one start. Calls on different slots may run at the same time."""

    cdef readonly Py_ssize_t n
    cdef readonly State start
    cdef Ruleset ruleset
    cdef bint auto_reset
    cdef bint resolves
    cdef Position* positions
    cdef Moves* moves
    cdef uint64_t* numbers      # the number of each slot's game: the slot's own at first, then n more for each new game
    cdef int32_t* chosen        # the id of what each game does next, a copy that no caller can change
    cdef uint64_t seed

    def __cinit__(self, State start not None, Py_ssize_t n, uint64_t seed, bint auto_reset, bint resolves):
        cdef Py_ssize_t i
        self.n, self.start, self.ruleset = n, start, start.ruleset
        self.auto_reset, self.resolves, self.seed = auto_reset, resolves, seed
        self.positions = <Position*>PyMem_Malloc(n * sizeof(Position))
        self.moves = <Moves*>PyMem_Malloc(n * sizeof(Moves))
        self.numbers = <uint64_t*>PyMem_Malloc(n * sizeof(uint64_t))
        self.chosen = <int32_t*>PyMem_Malloc(n * sizeof(int32_t))
        if self.positions == NULL or self.moves == NULL or self.numbers == NULL or self.chosen == NULL:
            raise MemoryError
        # What no game writes, such as the moves beyond the last ship, is the same in every process.
        memset(self.moves, 0, n * sizeof(Moves))
        for i in range(n):
            self.begin(i, i)

    def __dealloc__(self):
        PyMem_Free(self.positions)
        PyMem_Free(self.moves)
        PyMem_Free(self.numbers)
        PyMem_Free(self.chosen)

    @property
    def bytes_a_game(self):
        """How many bytes the slot of a game takes."""
        return sizeof(Position) + sizeof(Moves) + sizeof(uint64_t) + sizeof(int32_t)

    cdef void begin(self, Py_ssize_t i, uint64_t number) noexcept nogil:
        # Begins the game of this number in slot i.
        self.numbers[i] = number
        self.positions[i] = self.start.position
        self.moves[i] = self.start.moves
        self.resolve(i)

    cdef uint64_t stream(self, Py_ssize_t i) noexcept nogil:
        # What the next ply of the game in slot i draws from (ply_below).
        return stream_at(child_seed(self.seed, self.numbers[i]), self.positions[i].ply)

    cdef void resolve(self, Py_ssize_t i) noexcept nogil:
        # E9.2: draws tiles as a playout of the game's seed does, until no reveal is due.
        cdef const RulesetData* r = &self.ruleset.data
        cdef ActionRow action
        cdef uint64_t stream
        while self.resolves and self.positions[i].due == REVEAL_DUE:
            stream = self.stream(i)
            action = draw_tile(&self.moves[i], &stream)
            play(r, &self.positions[i], &action, &self.moves[i], r.kind)

    def state(self, Py_ssize_t i):
        """Return the game in slot i as a state."""
        cdef State state = state_at(self.ruleset, &self.positions[i])
        state.moves = self.moves[i]
        return state

    def put(self, Py_ssize_t i, State state not None):
        """Let the game in slot i go on from a state, which is of the same board and rules."""
        self.positions[i] = state.position
        self.moves[i] = state.moves
        self.resolve(i)

    def reset(self, const uint8_t[::1] which, int8_t[::1] to_act, Py_ssize_t first, Py_ssize_t stop):
        """Begin a new game in each slot that is marked, and write who is to act in all."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                if which[i]:
                    self.begin(i, self.numbers[i] + self.n)
                to_act[i] = self.positions[i].to_act

    def seeds(self, uint64_t[::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the seed of each game."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                out[i] = child_seed(self.seed, self.numbers[i])

    def choose(self, const int32_t[::1] actions, Py_ssize_t first, Py_ssize_t stop):
        """Take the id of what each game does next; return the first game in which it is illegal, -1 if there is none.

        What `step` does is what was looked at here, even if somebody writes into the array in between.
        """
        cdef const RulesetData* r = &self.ruleset.data
        cdef Py_ssize_t i, found = -1
        cdef const Position* p
        cdef int id
        with nogil:
            for i in range(first, stop):
                p = &self.positions[i]
                # Read once only: it may be another one a moment later.
                self.chosen[i] = actions[i]
                id = self.chosen[i]
                if p.to_act != FINISHED and not (
                    0 <= id < r.n_actions and is_listed(r, &self.moves[i], &r.rows[id], p.to_act)
                ):
                    found = i
                    break
        return found

    def chosen_in(self, Py_ssize_t i):
        """Return the id that was taken for game i."""
        return self.chosen[i]

    def step(
        self, int8_t[::1] to_act, uint8_t[::1] done, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
        Py_ssize_t first, Py_ssize_t stop,
    ):
        """Do what was chosen in each game that isn't finished, note who is to act, and how games ended that did."""
        cdef const RulesetData* r = &self.ruleset.data
        cdef Position* p
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                p = &self.positions[i]
                if p.to_act != FINISHED:
                    sse_check(0 <= self.chosen[i] < r.n_actions)
                    play(r, p, &r.rows[self.chosen[i]], &self.moves[i], r.kind)
                    self.resolve(i)
                    if p.to_act == FINISHED:
                        done[i] = True
                        note_end(r, p, &totals[i, 0], &winners[i, 0])
                        if self.auto_reset:
                            self.begin(i, self.numbers[i] + self.n)
                    else:
                        done[i] = False
                to_act[i] = p.to_act

    def sample(self, int32_t[::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the action that a playout of each game's seed does next, -1 for finished games."""
        cdef const RulesetData* r = &self.ruleset.data
        cdef Py_ssize_t i
        cdef ActionRow action
        cdef uint64_t stream
        with nogil:
            for i in range(first, stop):
                out[i] = -1
                if self.moves[i].total:
                    stream = self.stream(i)
                    draw_action(&self.moves[i], &stream, &action, r.kind)
                    out[i] = id_of(r, &action, self.positions[i].to_act)

    def mask_bits(self, uint8_t[:, ::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the legal actions of each game as bits, id 0 the lowest of the first byte."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                memset(&out[i, 0], 0, out.shape[1])
                mark_bits(&self.ruleset.data, &self.moves[i], self.positions[i].to_act, &out[i, 0])

    def mask_bytes(self, int8_t[:, ::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the legal actions of each game as ones among zeros."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                memset(&out[i, 0], 0, out.shape[1])
                mark_bytes(&self.ruleset.data, &self.moves[i], self.positions[i].to_act, &out[i, 0])

    def scores(self, int32_t[:, ::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write what each player of each game would score if it ended now."""
        cdef const RulesetData* r = &self.ruleset.data
        cdef Sheet sheets[SIDE_BY_SIDE * MAX_PLAYERS]
        cdef int game, player, n
        with nogil:
            while first < stop:
                n = min(stop - first, SIDE_BY_SIDE)
                score_many(r, &self.positions[first], n, sheets)
                for game in range(n):
                    for player in range(r.n_players):
                        out[first + game, player] = total_of(&sheets[game * r.n_players + player])
                first += n

    def observe(self, uint8_t[:, :, ::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the planes of each game."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                draw_planes(&self.ruleset.data, &self.positions[i], &out[i, 0, 0])


cdef inline void note_end(const RulesetData* r, const Position* p, int32_t* totals, uint8_t* winners) noexcept nogil:
    cdef Sheet sheets[MAX_PLAYERS]
    score(r, p, sheets)
    note_outcome(r, p, sheets, totals, winners)


cdef inline int id_of(const RulesetData* r, const ActionRow* action, int player) noexcept nogil:
    # The id of a legal action.
    cdef int target
    if action.piece == REVEAL:
        return r.first_reveal + action.target
    if action.piece == CHOOSE:
        return r.choices[action.target]
    if action.piece == STAY:
        return r.n_actions - 1
    target = r.home[player] if action.piece == REPAIR else action.target
    return r.ids[(2 * action.origin + action.damaged) * r.n_cells + target] + (action.piece == STATION)


# --- masks

cdef extern from *:
    """
    #if defined(__BMI2__)
      #include <immintrin.h>
      #include <string.h>
      #define SSE_MARKS_PAIRS 1
      /* Ors 64 bits into bytes, bit 0 at some bit; nine bytes are touched. */
      static inline void sse_or_bits(unsigned char* out, int at, unsigned long long bits) {
          unsigned long long there;
          memcpy(&there, out + (at >> 3), 8);
          there |= bits << (at & 7);
          memcpy(out + (at >> 3), &there, 8);
          out[(at >> 3) + 8] |= (unsigned char)(bits >> 1 >> (63 - (at & 7))); }
      /* Marks the cities and stations among some places, which have two bits each, from a bit on; returns the next. */
      static inline int sse_mark_pairs(unsigned char* out, int at, unsigned long long places,
                                       unsigned long long cities, unsigned long long stations) {
          int n = __builtin_popcountll(places);
          unsigned long long even = 0x5555555555555555ULL;
          cities = _pext_u64(cities, places);
          stations = _pext_u64(stations, places);
          if (n) sse_or_bits(out, at, _pdep_u64(cities, even) | _pdep_u64(stations, ~even));
          if (n > 32) sse_or_bits(out, at + 64, _pdep_u64(cities >> 32, even) | _pdep_u64(stations >> 32, ~even));
          return at + 2 * n; }
    #else
      #define SSE_MARKS_PAIRS 0
      #define sse_mark_pairs(out, at, places, cities, stations) (at)
    #endif
    """
    bint SSE_MARKS_PAIRS
    int sse_mark_pairs(uint8_t* out, int at, uint64_t places, uint64_t cities, uint64_t stations) noexcept nogil

cdef inline void mark_bits(const RulesetData* r, const Moves* m, int player, uint8_t* out) noexcept nogil:
    cdef const int32_t* row
    cdef Cells cells
    cdef int i, id, cell
    if m.due == REVEAL_DUE or m.due == CHOICE_DUE:
        mark_due_bits(r, m, out)
        return
    for i in range(m.n):
        cell = m.ship[i] >> 1
        # As many bytes as sse_or_bits may touch beyond the last pair are within the row, but for the last ids.
        if SSE_MARKS_PAIRS and not m.marked[i] and not m.repairs[i] and (
            r.first_pair[cell] + 2 * size(r.pairs[cell]) + 136 <= r.n_actions
        ):
            id = sse_mark_pairs(
                out, r.first_pair[cell], r.pairs[cell].lo, landings_with(m, i, CITY).lo, landings_with(m, i, STATION).lo
            )
            sse_mark_pairs(
                out, id, r.pairs[cell].hi, landings_with(m, i, CITY).hi, landings_with(m, i, STATION).hi
            )
            continue
        row = &r.ids[((m.ship[i] & ~1) + m.marked[i]) * r.n_cells]
        cells = landings_with(m, i, CITY)
        while not is_empty(cells):
            id = row[pop_lowest(&cells)]
            out[id >> 3] |= 1 << (id & 7)
        cells = landings_with(m, i, STATION)
        while not is_empty(cells):
            id = row[pop_lowest(&cells)] + 1
            out[id >> 3] |= 1 << (id & 7)
        if m.repairs[i]:
            id = row[r.home[player]]
            out[id >> 3] |= 1 << (id & 7)
    if m.stay:
        id = r.n_actions - 1
        out[id >> 3] |= 1 << (id & 7)


cdef inline void mark_due_bits(const RulesetData* r, const Moves* m, uint8_t* out) noexcept nogil:
    cdef Cells cells = m.candidates
    cdef int tile, id
    if m.due == REVEAL_DUE:
        for tile in range(N_TILES):
            id = r.first_reveal + tile
            out[id >> 3] |= (m.left[tile] > 0) << (id & 7)
    else:
        while not is_empty(cells):
            id = r.choices[pop_lowest(&cells)]
            out[id >> 3] |= 1 << (id & 7)


cdef inline void mark_bytes(const RulesetData* r, const Moves* m, int player, int8_t* out) noexcept nogil:
    cdef const int32_t* row
    cdef Cells cells
    cdef int i, tile
    if m.due == REVEAL_DUE:
        for tile in range(N_TILES):
            out[r.first_reveal + tile] = m.left[tile] > 0
        return
    if m.due == CHOICE_DUE:
        cells = m.candidates
        while not is_empty(cells):
            out[r.choices[pop_lowest(&cells)]] = 1
        return
    for i in range(m.n):
        row = &r.ids[((m.ship[i] & ~1) + m.marked[i]) * r.n_cells]
        cells = landings_with(m, i, CITY)
        while not is_empty(cells):
            out[row[pop_lowest(&cells)]] = 1
        cells = landings_with(m, i, STATION)
        while not is_empty(cells):
            out[row[pop_lowest(&cells)] + 1] = 1
        if m.repairs[i]:
            out[row[r.home[player]]] = 1
    if m.stay:
        out[r.n_actions - 1] = 1


# --- observations

cdef inline void draw_planes(const RulesetData* r, const Position* p, uint8_t* out) noexcept nogil:
    # Planes of n_cells bytes each, in the order that batch.py documents.
    cdef int n = r.n_cells, seat, player, tile
    cdef int first = p.explorer if p.due else p.to_act if p.to_act >= 0 else 0
    memset(out, 0, (PLANES_A_PLAYER * r.n_players + PLANES_OF_SYSTEMS) * n)
    for seat in range(r.n_players):
        player = (first + seat) % r.n_players
        out = draw_player(r, p, player, out)
    out = draw_cells(r.planets[0], 1, out, n) - n
    out = draw_cells(r.planets[1], 2, out, n) - n
    out = draw_cells(r.planets[2], 3, out, n) - n
    out = draw_cells(p.tiles[THREE], 3, out, n) - n
    out = draw_cells(p.tiles[TWO], 2, out, n)
    for tile in range(3):
        out = draw_cells(r.nebulae[tile], 1, out, n)
    out = draw_cells(p.tiles[CHROMATIC], 1, out, n)
    out = draw_cells(r.wormholes, 1, out, n)
    out = draw_cells(r.black_holes, 1, out, n)
    out = draw_cells(p.unexplored, 1, out, n)
    for tile in range(ASTEROID, N_TILES):
        out = draw_cells(p.tiles[tile], 1, out, n)
    out = draw_cells(p.conquered, 1, out, n)
    if p.due:
        out[(p.due - 1) * n + p.spot] = 1


cdef inline uint8_t* draw_player(const RulesetData* r, const Position* p, int player, uint8_t* out) noexcept nogil:
    # Nine planes: homeworld, cities, stations, whole ships, damaged ships, both reserves, received, passed.
    cdef int n = r.n_cells, i, ship
    cdef Cells held = p.held[player]
    out[r.home[player]] = 1
    out = draw_cells(without_all(held, p.stations, r.homes), 1, out + n, n)
    out = draw_cells(both(held, p.stations), 1, out, n)
    for i in range(p.n_ships[player]):
        ship = p.ships[player][i]
        out[(ship & 1) * n + (ship >> 1)] += 1
    out += 2 * n
    memset(out, min(p.cities_left[player], 255), n)
    memset(out + n, min(p.stations_left[player], 255), n)
    memset(out + 2 * n, min(p.received[player], 255), n)
    memset(out + 3 * n, (p.passed >> player) & 1, n)
    return out + 4 * n


cdef inline Cells without_all(Cells a, Cells b, Cells c) noexcept nogil:
    a.lo &= ~(b.lo | c.lo)
    a.hi &= ~(b.hi | c.hi)
    return a


cdef inline uint8_t* draw_cells(Cells cells, int value, uint8_t* out, int n) noexcept nogil:
    # Writes a value at each cell of one plane, and returns the next plane.
    while not is_empty(cells):
        out[pop_lowest(&cells)] = value
    return out + n
