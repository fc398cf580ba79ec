# cython: language_level=3, wraparound=False, cdivision=True
"""Many games side by side in plain arrays, stepped and observed without the GIL.

`small_star_empires/batch.py` calls this module: it checks every array once, and shares the games between threads. A
method here works on the games of slots ``first`` to ``stop - 1``. It has variants, as ``loops.pyx`` has.
"""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from sse_core._fast cimport State, state_at
from sse_core._core.bits cimport sse_check, sse_lowest_bit
from sse_core._core.small_star_empires.action_ids cimport id_of
from sse_core._core.small_star_empires.masks cimport (
    Places, Span, clear_bytes, find_places, mark_bytes, write_bits, write_bytes,
)
from sse_core._core.small_star_empires.moves cimport is_listed
from sse_core._core.small_star_empires.observation cimport PLANES_A_PLAYER, PLANES_OF_SYSTEMS, draw_planes, whose_turn
from sse_core._core.small_star_empires.playing cimport draw_action, draw_tile
from sse_core._core.random cimport child_seed, stream_at
from sse_core._core.small_star_empires.score cimport SIDE_BY_SIDE, note_outcome, score_many, total_of
from sse_core._core.small_star_empires.structs cimport *
from sse_core._core.small_star_empires.turn cimport play

__all__ = ["Games", "Rows"]


cdef enum:
    WAIT = -1               # the id that leaves a game as it is
    # A cell has up to 2 * (2 * (MAX_CELLS - 1) + MAX_PLAYERS) moves; REVEAL, CHOOSE and STAY follow.
    MAX_WORDS = (MAX_CELLS * (4 * MAX_CELLS + 2 * MAX_PLAYERS) + N_TILES + MAX_CELLS + 1 + 63) // 64
    MAX_PLANES = MAX_PLAYERS * PLANES_A_PLAYER + PLANES_OF_SYSTEMS
    WORDS_A_PLANE = MAX_CELLS // 8
    AHEAD = 4               # games between the one that is played and the one that is fetched

cdef extern from *:
    """
    #if defined(__GNUC__)
      #define sse_fetch(address) __builtin_prefetch(address, 1)
    #else
      #define sse_fetch(address) ((void)0)
    #endif
    """
    void sse_fetch(const uint8_t* address) noexcept nogil       # a line of the memory that will be written soon

# What games begin with.
cdef struct Start:
    const RulesetData* r
    Position position
    Moves moves
    Places places

# Games that are over and not yet scored, all of one board and rules.
cdef struct Ends:
    Position positions[SIDE_BY_SIDE]
    Py_ssize_t slots[SIDE_BY_SIDE]
    const RulesetData* r
    int n


@cython.final
cdef class Rows:
    """A table of bytes, zeros at first. The core alone writes into it: the buffer that it gives is read-only."""

    cdef uint8_t* data
    cdef Py_ssize_t[2] shape
    cdef Py_ssize_t[2] strides
    cdef bytes format

    def __cinit__(self, Py_ssize_t n, Py_ssize_t width, bytes format not None):
        self.shape[0], self.shape[1] = n, width
        self.strides[0], self.strides[1] = width, 1
        self.format = format
        self.data = <uint8_t*>PyMem_Calloc(n, width)
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.data)

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("only the batch writes into its own mask")
        buffer.obj, buffer.buf, buffer.len = self, self.data, self.shape[0] * self.shape[1]
        buffer.readonly, buffer.itemsize, buffer.ndim = 1, 1, 2
        buffer.format = <char*>self.format if flags & PyBUF_FORMAT else NULL
        buffer.shape, buffer.strides = self.shape, self.strides
        buffer.suboffsets = buffer.internal = NULL


@cython.final
cdef class Games:
    """The games of n slots, in which game number g begins with ``starts[g % len(starts)]``.

    Calls on different slots may run at the same time.
    """

    cdef readonly Py_ssize_t n
    cdef readonly tuple starts
    cdef Py_ssize_t n_starts
    cdef Start* begun_with
    cdef int32_t* at            # the start of each slot's game
    cdef bint auto_reset
    cdef bint resolves
    cdef Position* positions
    cdef Moves* moves
    cdef uint64_t* numbers      # the number of each slot's game: the slot's own at first, then n more for each new game
    cdef int32_t* chosen        # the id of what each game does next, a copy that no caller can change
    cdef public uint64_t seed
    cdef bint keeps_bits
    cdef Rows kept_bits         # the masks of all games, kept up to date, if they are asked for
    cdef bint keeps_bytes
    cdef Rows kept_bytes

    def __cinit__(self, tuple starts not None, Py_ssize_t n, uint64_t seed, bint auto_reset, bint resolves):
        cdef Py_ssize_t i
        cdef State start
        self.n, self.starts, self.n_starts = n, starts, len(starts)
        self.auto_reset, self.resolves, self.seed = auto_reset, resolves, seed
        self.begun_with = <Start*>PyMem_Malloc(len(starts) * sizeof(Start))
        self.at = <int32_t*>PyMem_Malloc(n * sizeof(int32_t))
        self.positions = <Position*>PyMem_Malloc(n * sizeof(Position))
        self.moves = <Moves*>PyMem_Malloc(n * sizeof(Moves))
        self.numbers = <uint64_t*>PyMem_Malloc(n * sizeof(uint64_t))
        self.chosen = <int32_t*>PyMem_Malloc(n * sizeof(int32_t))
        if (
            self.begun_with == NULL or self.at == NULL or self.positions == NULL or self.moves == NULL
            or self.numbers == NULL or self.chosen == NULL
        ):
            raise MemoryError
        for i, start in enumerate(starts):
            self.begun_with[i].r = &start.ruleset.data
            self.begun_with[i].position, self.begun_with[i].moves = start.position, start.moves
            find_places(&start.ruleset.data, &self.begun_with[i].places)
        # What no game writes, such as the moves beyond the last ship, is the same in every process.
        memset(self.moves, 0, n * sizeof(Moves))
        for i in range(n):
            self.begin(i, i)

    def __dealloc__(self):
        PyMem_Free(self.begun_with)
        PyMem_Free(self.at)
        PyMem_Free(self.positions)
        PyMem_Free(self.moves)
        PyMem_Free(self.numbers)
        PyMem_Free(self.chosen)

    @property
    def bytes_a_game(self):
        """How many bytes the slot of a game takes."""
        return sizeof(Position) + sizeof(Moves) + sizeof(uint64_t) + 2 * sizeof(int32_t)

    cdef inline const RulesetData* ruleset(self, Py_ssize_t i) noexcept nogil:
        return self.begun_with[self.at[i]].r

    cdef void begin(self, Py_ssize_t i, uint64_t number) noexcept nogil:
        # Begins the game of this number in slot i.
        cdef const Start* start
        self.numbers[i] = number
        self.at[i] = number % <uint64_t>self.n_starts
        start = &self.begun_with[self.at[i]]
        self.positions[i] = start.position
        self.moves[i] = start.moves
        self.resolve(i)

    cdef uint64_t stream(self, Py_ssize_t i) noexcept nogil:
        # What the next ply of the game in slot i draws from (ply_below).
        return stream_at(child_seed(self.seed, self.numbers[i]), self.positions[i].ply)

    cdef void resolve(self, Py_ssize_t i) noexcept nogil:
        # E9.2: draws tiles as a playout of the game's seed does, until no reveal is due.
        cdef const RulesetData* r = self.ruleset(i)
        cdef ActionRow action
        cdef uint64_t stream
        while self.resolves and self.positions[i].due == REVEAL_DUE:
            stream = self.stream(i)
            action = draw_tile(&self.moves[i], &stream)
            play(r, &self.positions[i], &action, &self.moves[i], VARIANT)

    cdef inline void hide(self, Py_ssize_t i) noexcept nogil:
        # Takes the legal actions of the game in slot i out of its kept bytes, before there are others: to be called
        # before its state changes, and `show` afterwards.
        if self.keeps_bytes:
            clear_bytes(
                &self.begun_with[self.at[i]].places, &self.moves[i],
                self.kept_bytes.data + i * self.kept_bytes.shape[1],
            )

    cdef inline void show(self, Py_ssize_t i) noexcept nogil:
        # Brings the kept masks of the game in slot i up to date.
        #   reads    a row of kept bytes that has zeros alone, or the same actions already
        cdef const Start* start = &self.begun_with[self.at[i]]
        cdef int player = self.positions[i].to_act
        cdef Py_ssize_t width
        if self.keeps_bytes:
            width = self.kept_bytes.shape[1]
            mark_bytes(start.r, &start.places, &self.moves[i], player, self.kept_bytes.data + i * width, width)
        if self.keeps_bits:
            width = self.kept_bits.shape[1]
            write_bits(start.r, &start.places, &self.moves[i], player, self.kept_bits.data + i * width, width)

    cdef inline void fetch(self, Py_ssize_t i) noexcept nogil:
        # Brings near where a ply will put ones into the kept bytes of game i: the ids of the next player's ships, two
        # lines of the memory at most on most boards. The rows of a thousand games don't fit into the memory nearest to
        # a core. To fetch where zeros will be put costs more than it gains.
        cdef const Start* start = &self.begun_with[self.at[i]]
        cdef const Position* p = &self.positions[i]
        cdef const uint8_t* row = self.kept_bytes.data + i * self.kept_bytes.shape[1]
        cdef Span ids
        cdef int k, player = p.to_act + 1 if 0 <= p.to_act < start.r.n_players - 1 else 0
        for k in range(p.n_ships[player]):
            ids = start.places.pairs[p.ships[player][k] >> 1].ids
            sse_fetch(row + ids.first)
            sse_fetch(row + ids.stop - 1)

    def state(self, Py_ssize_t i):
        """Return the game in slot i as a state."""
        cdef State start = self.starts[self.at[i]]
        cdef State state = state_at(start.ruleset, &self.positions[i])
        state.moves = self.moves[i]
        return state

    def put(self, Py_ssize_t i, int32_t at, State state not None):
        """Let the game in slot i go on from a state, of the board and rules of the start with the index `at`."""
        self.hide(i)
        self.at[i] = at
        self.positions[i] = state.position
        self.moves[i] = state.moves
        self.resolve(i)
        self.show(i)

    def reset(self, const uint8_t[::1] which, int8_t[::1] to_act, Py_ssize_t first, Py_ssize_t stop):
        """Begin a new game in each slot that is marked, and write who is to act in all."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                if which[i]:
                    self.hide(i)
                    self.begin(i, self.numbers[i] + self.n)
                    self.show(i)
                to_act[i] = self.positions[i].to_act

    def restart(self, int8_t[::1] to_act, Py_ssize_t first, Py_ssize_t stop):
        """Begin the first game of each slot again, and write who is to act."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                self.hide(i)
                self.begin(i, i)
                self.show(i)
                to_act[i] = self.positions[i].to_act

    def seeds(self, uint64_t[::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the seed of each game."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                out[i] = child_seed(self.seed, self.numbers[i])

    def started_at(self, int32_t[::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the index of each game's start."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                out[i] = self.at[i]

    def choose(self, const int32_t[::1] actions, Py_ssize_t first, Py_ssize_t stop):
        """Take the id of what each game does next; return the first game in which it is illegal, -1 if there is none.

        `step` does what was checked here, even if somebody writes into the array in between.
        """
        cdef Py_ssize_t i, found = -1
        with nogil:
            for i in range(first, stop):
                # Each id is read once: it may be another one a moment later.
                self.chosen[i] = actions[i]
                if not self.allows(i, self.chosen[i]):
                    found = i
                    break
        return found

    def illegal(self, const int32_t[::1] actions, uint8_t[::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write in which games `choose` refuses the id."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                self.chosen[i] = actions[i]
                out[i] = not self.allows(i, self.chosen[i])

    cdef inline bint allows(self, Py_ssize_t i, int id) noexcept nogil:
        # A finished game ignores its id, and WAIT leaves any game as it is.
        cdef const RulesetData* r = self.ruleset(i)
        cdef int player = self.positions[i].to_act
        if 0 <= id < r.n_actions:
            # Nobody else can write into the kept bytes. One of them is read sooner than the moves are searched.
            if self.keeps_bytes:
                return player == FINISHED or self.kept_bytes.data[i * self.kept_bytes.shape[1] + id]
            return player == FINISHED or is_listed(r, &self.moves[i], &r.rows[id], player)
        return player == FINISHED or id == WAIT

    def chosen_in(self, Py_ssize_t i):
        """Return the id that was taken for game i."""
        return self.chosen[i]

    def step(
        self, int8_t[::1] to_act, uint8_t[::1] done, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
        uint8_t[::1] players, Py_ssize_t first, Py_ssize_t stop,
    ):
        """Do what was chosen in each game that isn't finished, note who is to act, and how games ended that did.

        A game that waits keeps all that was noted.
        """
        cdef Ends ends
        cdef Py_ssize_t i
        cdef const Position* p
        with nogil:
            ends.n = 0
            for i in range(first, stop):
                p = &self.positions[i]
                if self.keeps_bytes and i + AHEAD < stop:
                    self.fetch(i + AHEAD)
                if p.to_act == FINISHED or self.chosen[i] == WAIT:
                    continue
                self.hide(i)
                self.play_chosen(i)
                done[i] = p.to_act == FINISHED
                if done[i]:
                    self.end(i, &ends, totals, winners, players)
                to_act[i] = p.to_act
                self.show(i)
            note_ends(&ends, totals, winners, players)

    cdef inline void play_chosen(self, Py_ssize_t i) noexcept nogil:
        # Each kind of board has a loop of its own in `play`, if it is a constant.
        cdef const RulesetData* r = self.ruleset(i)
        cdef Position* p = &self.positions[i]
        cdef Moves* m = &self.moves[i]
        sse_check(0 <= self.chosen[i] < r.n_actions)
        if r.kind == NARROW:
            play(r, p, &r.rows[self.chosen[i]], m, NARROW)
        elif r.kind == WIDE:
            play(r, p, &r.rows[self.chosen[i]], m, WIDE)
        else:
            play(r, p, &r.rows[self.chosen[i]], m, VARIANT)
            self.resolve(i)

    cdef inline void end(
        self, Py_ssize_t i, Ends* ends, int32_t[:, ::1] totals, uint8_t[:, ::1] winners, uint8_t[::1] players
    ) noexcept nogil:
        # Puts a game that is over among `ends`, of which those before are noted if they are too many or of another
        # board, and begins the next one if the batch does so.
        if ends.n == SIDE_BY_SIDE or (ends.n and ends.r != self.ruleset(i)):
            note_ends(ends, totals, winners, players)
        ends.r, ends.positions[ends.n], ends.slots[ends.n] = self.ruleset(i), self.positions[i], i
        ends.n += 1
        if self.auto_reset:
            self.begin(i, self.numbers[i] + self.n)

    def play(
        self, const uint8_t[::1] which, int64_t plies, uint64_t seed, int8_t[::1] to_act, uint8_t[::1] done,
        int32_t[:, ::1] totals, uint8_t[:, ::1] winners, uint8_t[::1] players, Py_ssize_t first, Py_ssize_t stop,
    ):
        """Play random actions in each marked game, or in all if `which` is None; note what `step` notes.

        Each plays so many plies, 1 at least, or to its end if `plies` is 0. Game k draws from the child k of the seed.
        """
        cdef Ends ends
        cdef Py_ssize_t i
        cdef int64_t left
        cdef const Position* p
        cdef bint some = which is not None
        with nogil:
            ends.n = 0
            for i in range(first, stop):
                p = &self.positions[i]
                if self.keeps_bytes and i + AHEAD < stop:
                    self.fetch(i + AHEAD)
                if self.moves[i].total == 0 or (some and not which[i]):
                    continue
                left = plies
                self.hide(i)
                while True:
                    self.play_drawn(i, seed)
                    done[i] = p.to_act == FINISHED
                    if done[i]:
                        self.end(i, &ends, totals, winners, players)
                    left -= 1
                    if left == 0 or self.moves[i].total == 0 or (done[i] and plies == 0):
                        break
                to_act[i] = p.to_act
                self.show(i)
            note_ends(&ends, totals, winners, players)

    cdef inline void play_drawn(self, Py_ssize_t i, uint64_t seed) noexcept nogil:
        # What `sample` draws if the batch has this seed.
        cdef const RulesetData* r = self.ruleset(i)
        cdef Position* p = &self.positions[i]
        cdef Moves* m = &self.moves[i]
        cdef uint64_t stream = stream_at(child_seed(seed, self.numbers[i]), p.ply)
        cdef ActionRow action
        sse_check(m.total > 0)
        if r.kind == NARROW:
            draw_action(m, &stream, &action, NARROW)
            play(r, p, &action, m, NARROW)
        elif r.kind == WIDE:
            draw_action(m, &stream, &action, WIDE)
            play(r, p, &action, m, WIDE)
        else:
            draw_action(m, &stream, &action, VARIANT)
            play(r, p, &action, m, VARIANT)
            self.resolve(i)

    def sample(self, int32_t[::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the action that a playout of each game's seed does next, -1 for finished games."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                out[i] = self.drawn(i) if self.moves[i].total else -1

    cdef inline int drawn(self, Py_ssize_t i) noexcept nogil:
        cdef const RulesetData* r = self.ruleset(i)
        cdef uint64_t stream = self.stream(i)
        cdef ActionRow action
        if r.kind == NARROW:
            draw_action(&self.moves[i], &stream, &action, NARROW)
        else:
            draw_action(&self.moves[i], &stream, &action, r.kind)
        return id_of(r, &action, self.positions[i].to_act)

    def mask_bits(self, uint8_t[:, ::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the legal actions of each game as bits, id 0 the lowest of the first byte."""
        cdef const Start* start
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                start = &self.begun_with[self.at[i]]
                write_bits(
                    start.r, &start.places, &self.moves[i], self.positions[i].to_act, &out[i, 0], out.shape[1]
                )

    def mask_bytes(self, int8_t[:, ::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the legal actions of each game as ones among zeros."""
        cdef const Start* start
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                start = &self.begun_with[self.at[i]]
                write_bytes(
                    start.r, &start.places, &self.moves[i], self.positions[i].to_act, <uint8_t*>&out[i, 0],
                    out.shape[1],
                )

    def count_legal(self, int64_t[::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write how many legal actions each game has."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                out[i] = self.moves[i].total

    def legal_ids(self, const int64_t[::1] offsets, int32_t[::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write the ids of the legal actions of each game, ascending; those of game i from ``offsets[i]`` on."""
        cdef const Start* start
        cdef uint64_t words[MAX_WORDS]
        cdef uint64_t word
        cdef int64_t at
        cdef Py_ssize_t i
        cdef int k, n
        with nogil:
            for i in range(first, stop):
                start = &self.begun_with[self.at[i]]
                n = (start.r.n_actions + 63) // 64
                sse_check(n <= MAX_WORDS)
                write_bits(start.r, &start.places, &self.moves[i], self.positions[i].to_act, <uint8_t*>words, 8 * n)
                at = offsets[i]
                for k in range(n):
                    word = words[k]
                    while word:
                        out[at] = 64 * k + sse_lowest_bit(word)
                        word &= word - 1
                        at += 1
                sse_check(at == offsets[i] + self.moves[i].total)

    def keep_bits(self, Py_ssize_t width):
        """Return the masks of all games as rows of bits. From now on what changes a game keeps them up to date."""
        if self.kept_bits is None:
            self.kept_bits = Rows(self.n, width, b"B")
            self.keeps_bits = True
            self.show_all()
        return memoryview(self.kept_bits)

    def keep_bytes(self, Py_ssize_t width):
        """Return the same as rows of bytes."""
        if self.kept_bytes is None:
            self.kept_bytes = Rows(self.n, width, b"b")
            self.keeps_bytes = True
            self.show_all()
        return memoryview(self.kept_bytes)

    cdef void show_all(self) noexcept:
        cdef Py_ssize_t i
        with nogil:
            for i in range(self.n):
                self.show(i)

    def scores(self, int32_t[:, ::1] out, Py_ssize_t first, Py_ssize_t stop):
        """Write what each player of each game would score if it ended now; zeros for seats that a board lacks."""
        cdef const RulesetData* r
        cdef Sheet sheets[SIDE_BY_SIDE * MAX_PLAYERS]
        cdef int game, player, n
        with nogil:
            while first < stop:
                r, n = self.ruleset(first), 1
                while n < min(stop - first, SIDE_BY_SIDE) and self.ruleset(first + n) == r:
                    n += 1
                score_many(r, &self.positions[first], n, sheets)
                for game in range(n):
                    for player in range(out.shape[1]):
                        out[first + game, player] = (
                            total_of(&sheets[game * r.n_players + player]) if player < r.n_players else 0
                        )
                first += n

    def observe(self, uint8_t[:, :, ::1] out, int players, Py_ssize_t first, Py_ssize_t stop):
        """Write the planes of each game, zeros for cells that its board lacks, and for seats up to `players`."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(first, stop):
                self.draw(i, players, &out[i, 0, 0], out.shape[1], out.shape[2])

    def observe_some(
        self, const Py_ssize_t[::1] slots, uint8_t[:, :, ::1] out, int players, Py_ssize_t first, Py_ssize_t stop
    ):
        """Write the same for some games: row k is that of ``slots[k]``, for k from `first` to ``stop - 1``."""
        cdef Py_ssize_t k
        with nogil:
            for k in range(first, stop):
                self.draw(slots[k], players, &out[k, 0, 0], out.shape[1], out.shape[2])

    def observe_on_grid(
        self, const Py_ssize_t[::1] slots, const int32_t[:, ::1] places, uint8_t[:, :, ::1] out, int players,
        Py_ssize_t first, Py_ssize_t stop,
    ):
        """Write the same in planes that have a place for each cell, and a plane more, of ones where a cell is.

        Cell c of a board has the place ``places[b, c]``, below the length of a plane; b is the index of the start.
        """
        # A plane has whole words here, so that most of its zeros are seen at a glance.
        cdef uint64_t words[MAX_PLANES][WORDS_A_PLANE]
        cdef const uint8_t* seen
        cdef const int32_t* place
        cdef uint8_t* plane
        cdef Py_ssize_t k
        cdef int planes = players * PLANES_A_PLAYER + PLANES_OF_SYSTEMS
        cdef int n_cells, p, at, cell
        sse_check(planes <= MAX_PLANES and out.shape[1] == planes + 1)
        with nogil:
            for k in range(first, stop):
                place = &places[self.at[slots[k]], 0]
                n_cells = self.ruleset(slots[k]).n_cells
                self.draw(slots[k], players, <uint8_t*>&words[0][0], planes, MAX_CELLS)
                plane = &out[k, 0, 0]
                memset(plane, 0, out.shape[1] * out.shape[2])
                for p in range(planes):
                    seen = <const uint8_t*>&words[p][0]
                    for at in range(0, n_cells, 8):
                        if words[p][at >> 3]:
                            for cell in range(at, min(at + 8, n_cells)):
                                plane[place[cell]] = seen[cell]
                    plane += out.shape[2]
                for cell in range(n_cells):
                    plane[place[cell]] = 1

    cdef void draw(self, Py_ssize_t i, int players, uint8_t* out, Py_ssize_t planes, int n) noexcept nogil:
        cdef const Position* p = &self.positions[i]
        sse_check(0 <= i < self.n)
        memset(out, 0, planes * n)
        draw_planes(self.ruleset(i), p, whose_turn(p), players, out, n)


cdef inline void note_ends(
    Ends* ends, int32_t[:, ::1] totals, uint8_t[:, ::1] winners, uint8_t[::1] players
) noexcept nogil:
    # Writes the outcomes of ended games, zeros for seats that their board lacks, and how many seats it has; none are
    # left in `ends`.
    cdef Sheet sheets[SIDE_BY_SIDE * MAX_PLAYERS]
    cdef Py_ssize_t slot
    cdef int i
    if ends.n == 0:
        return
    score_many(ends.r, ends.positions, ends.n, sheets)
    for i in range(ends.n):
        slot = ends.slots[i]
        players[slot] = ends.r.n_players
        memset(&totals[slot, 0], 0, totals.shape[1] * sizeof(int32_t))
        memset(&winners[slot, 0], 0, winners.shape[1])
        note_outcome(
            ends.r, &ends.positions[i], &sheets[i * ends.r.n_players], &totals[slot, 0], &winners[slot, 0]
        )
    ends.n = 0
