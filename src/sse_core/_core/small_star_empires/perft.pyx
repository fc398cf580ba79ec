# cython: language_level=3, wraparound=False, cdivision=True
"""Perft of Small Star Empires without the GIL: counts of the ways to play some plies from a state.

`small_star_empires/game_tree.py` calls this module: it checks the arguments and shares the work between threads. It has
variants for newer processors (``variants.py``).

Without a table every action is played, but for those of the last ply, which are only counted. With a table, positions
from which the same can be played are counted once; their keys are equal (`write_key` in ``transpositions.pxd``).
"""

cimport cython
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from sse_core._core.small_star_empires.copies cimport copy_position
from sse_core._fast cimport State
from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport (
    Cells, both, cell_bit, cells_none, either, has, is_empty, pop_lowest, size, without,
)
from sse_core._core.small_star_empires.moves cimport held_by_all, nth_move, opponents_of, reach, seat_after
from sse_core._core.small_star_empires.structs cimport (
    CITY, MAX_SHIPS, NARROW, STATION, VARIANT, WIDE, ActionRow, Moves, Position, RulesetData,
)
from sse_core._core.small_star_empires.transpositions cimport MAX_KEY, Transpositions, find, hash_of, keep, write_key
from sse_core._core.small_star_empires.turn cimport play

__all__ = ["AT_ONCE", "Count", "TranspositionTable", "count", "key"]

cdef enum:
    LAST = 2                # plies that are counted in one go
    LINE = 64               # bytes of a line of the processor's cache

AT_ONCE = LAST
"""The plies that `count` counts at most."""


# --- the last two plies

cdef inline uint64_t count_last(
    const RulesetData* r, const Position* p, const Moves* m, int left, bint merged, int kind
) noexcept nogil:
    # The ways to play up to LAST plies. A game that ends sooner counts once.
    if left == 0 or m.total == 0:
        return 1
    if left == 1:
        return m.total
    sse_check(left == LAST)
    return count_replies(r, p, m, kind) if merged and kind != VARIANT else count_played(r, p, m, kind)


cdef inline uint64_t count_played(const RulesetData* r, const Position* p, const Moves* m, int kind) noexcept nogil:
    # The ways to play two plies: every action is played, its replies are counted.
    cdef Position child
    cdef Moves replies
    cdef ActionRow action
    cdef uint64_t ways = 0
    cdef int rank
    for rank in range(m.total):
        copy_position(p, &child, kind)
        nth_move(m, rank, &action, kind)
        play(r, &child, &action, &replies, kind)
        ways += max(replies.total, 1)
    return ways


cdef inline uint64_t count_replies(const RulesetData* r, const Position* p, const Moves* m, int kind) noexcept nogil:
    # The same on a plain board, by the system that an action takes. All actions of a player that take the same system
    # leave the next player the same replies. A system changes only the replies of ships that reach it. Where the next
    # player may have no reply, the order of turns decides (E2.2, E2.3), and the actions are played.
    cdef int player = p.to_act, other = next_with_pieces(r, p), i, cell, ships, here
    cdef int n = 0, kinds, replies = 0, last = -1
    cdef Cells stops, free, targets = cells_none(), taken
    cdef Cells reached[MAX_SHIPS]
    cdef int replies_of[MAX_SHIPS]
    cdef uint8_t fleet[MAX_SHIPS]
    cdef uint64_t ways = 0
    if other == player:
        return count_played(r, p, m, kind)
    kinds = (p.cities_left[other] > 0) + (p.stations_left[other] > 0)
    stops, free = opponents_of(p, other), without(r.landable, held_by_all(p))
    for i in range(p.n_ships[other]):
        if p.ships[other][i] != last:
            last = fleet[n] = p.ships[other][i]
            reached[n] = reach(r, last, stops, kind)
            replies_of[n] = count_ship(r, last, reached[n], free, kinds, r.home[other])
            replies += replies_of[n]
            n += 1
    if replies == 0:
        return count_played(r, p, m, kind)
    for i in range(m.n):
        targets = either(targets, m.landings[i])
        ways += m.repairs[i] * replies
    while not is_empty(targets):
        cell = pop_lowest(&targets)
        taken = cell_bit(cell)
        here, ships = replies, 0
        for i in range(n):
            if has(reached[i], cell):
                here += count_ship(
                    r, fleet[i], reach(r, fleet[i], either(stops, taken), kind), without(free, taken), kinds,
                    r.home[other],
                ) - replies_of[i]
        if here == 0:
            return count_played(r, p, m, kind)
        for i in range(m.n):
            ships += has(m.landings[i], cell)
        ways += m.kinds * ships * here
    return ways


cdef inline int next_with_pieces(const RulesetData* r, const Position* p) noexcept nogil:
    # E2.1: the next seat that hasn't passed, if that player has pieces in reserve, so that the game goes on for sure
    # (E2.3); the player to act if not.
    cdef int player = p.to_act, _
    for _ in range(r.n_players - 1):
        player = seat_after(r, player)
        if not (p.passed >> player) & 1:
            return player if p.cities_left[player] or p.stations_left[player] else p.to_act
    return p.to_act


cdef inline int count_ship(
    const RulesetData* r, int ship, Cells reached, Cells free, int kinds, int home
) noexcept nogil:
    # The actions of a ship on a plain board: landings with each kind of piece, and the repair (E3, E5.3).
    return kinds * size(both(reached, free)) + (ship & has(reached, home))


# --- deeper counts

# A position on the way from the start to where the count has come.
cdef struct Frame:
    Position position
    Moves moves
    int rank                        # of the next action to play
    int times                       # how often the position above counts
    uint64_t hashed
    uint64_t key[MAX_KEY]

cdef struct Walk:
    const RulesetData* r
    const Transpositions* table     # NULL if there is none
    Frame* frames                   # [plies], by plies played
    uint64_t* sums                  # [plies][size], the ways counted below each frame
    int size                        # of a count in words, the lowest first
    int plies
    int level                       # of the frame where the count is


cdef inline void add(uint64_t* sum, const uint64_t* more, int words, int times) noexcept nogil:
    # Adds a number to another one, `times` times.
    #   reads    more[0:words]
    #   writes   sum[0:words], which has room for the result
    cdef uint64_t carry, part
    cdef int i
    while times:
        carry = 0
        for i in range(words):
            part = sum[i] + carry
            carry = part < carry
            sum[i] = part + more[i]
            carry += sum[i] < part
        sse_check(carry == 0)
        times -= 1


cdef inline void add_small(uint64_t* sum, uint64_t more, int words, int times) noexcept nogil:
    # The same for a number of one word.
    cdef int i
    while times:
        sum[0] += more
        i = 1
        if sum[0] < more:
            while i < words:
                sum[i] += 1
                if sum[i]:
                    break
                i += 1
            sse_check(i < words)
        times -= 1


cdef inline bint next_action(const Walk* w, Frame* frame, int left, ActionRow* out, int kind) noexcept nogil:
    # Takes the next action of a position with `left` plies to play.
    #   writes   out, frame.rank, frame.times
    #   returns  whether it is to be played
    # On a plain board a city and a station on the same system leave positions with the same key, if both reserves have
    # `left` pieces. The city counts for both.
    cdef int player = frame.position.to_act
    nth_move(&frame.moves, frame.rank, out, kind)
    frame.rank += 1
    frame.times = 1
    if (
        kind != VARIANT and w.table != NULL and frame.position.cities_left[player] >= left
        and frame.position.stations_left[player] >= left
    ):
        frame.times = 2 if out.piece == CITY else 1
        return out.piece != STATION
    return True


cdef inline bint walk_as(Walk* w, int64_t budget, int kind) noexcept nogil:
    # Goes on with a count.
    #   reads    budget, about how many actions may be counted in this call
    #   writes   w
    #   returns  whether the count is finished: w.sums[0:w.size] has it
    cdef const RulesetData* r = w.r
    cdef Frame* frame
    cdef Frame* child
    cdef uint64_t* sum
    cdef ActionRow action
    cdef int left
    cdef bint merged = w.table != NULL
    while budget > 0:
        frame, sum, left = &w.frames[w.level], &w.sums[w.level * w.size], w.plies - w.level
        if frame.rank == frame.moves.total:
            if merged:
                keep(w.table, frame.key, frame.hashed, sum)
            if w.level == 0:
                return True
            w.level -= 1
            add(sum - w.size, sum, w.size, w.frames[w.level].times)
            continue
        budget -= 1
        if not next_action(w, frame, left, &action, kind):
            continue
        left -= 1
        child = frame + 1
        copy_position(&frame.position, &child.position, kind)
        play(r, &child.position, &action, &child.moves, kind)
        if left <= LAST or child.moves.total == 0:
            add_small(sum, count_last(r, &child.position, &child.moves, left, merged, kind), w.size, frame.times)
            budget -= child.moves.total
        elif enter(w, child, left):
            w.level += 1
        else:
            add(sum, sum + w.size, w.size, frame.times)
    return False


cdef inline bint enter(const Walk* w, Frame* child, int left) noexcept nogil:
    # Begins to count below a position, unless the table has its count.
    #   writes   child, and its sum
    #   returns  False if its sum is the count already
    cdef uint64_t* sum = &w.sums[(w.plies - left) * w.size]
    if w.table != NULL:
        child.hashed = hash_of(child.key, write_key(w.r, &child.position, left, child.key))
        if find(w.table, child.key, child.hashed, sum):
            return False
    memset(sum, 0, w.size * sizeof(uint64_t))
    child.rank = 0
    return True


# --- for Python

cdef int count_size(State state, int plies):
    # How many words the number of ways to play so many plies fits in.
    # A ply has fewer than 2**bits ways: each ship puts one of two pieces on a cell or is repaired, and one way is to
    # stay. Cities to choose from, and kinds of tiles, are fewer.
    cdef int player, ships = 1, bits = 4
    for player in range(state.ruleset.data.n_players):
        ships = max(ships, state.position.n_ships[player])
    while ships * (2 * state.ruleset.data.n_cells + 1) + 1 >> bits:
        bits += 1
    return (bits * plies + 63) // 64


def count(State state not None, int plies):
    """Return the number of ways to play up to AT_ONCE plies; every action but the last is played."""
    cdef uint64_t ways
    if plies > LAST:
        raise ValueError(f"{plies} plies aren't counted at once")
    with nogil:
        ways = count_last(
            &state.ruleset.data, &state.position, &state.moves, plies, False, state.ruleset.data.kind
        )
    return ways


def key(State state not None, int plies):
    """Return bytes that are equal for two states of a game only if the same sequences of `plies` actions can follow."""
    cdef uint64_t words[MAX_KEY]
    cdef int n = write_key(&state.ruleset.data, &state.position, plies, words)
    return (<const char*>words)[:n * sizeof(uint64_t)]


@cython.final
cdef class TranspositionTable:
    """A transposition table of a number of entries, for counts of up to `plies` plies from the states of one game.

    Its memory is allocated at once, and freed with it. Raises MemoryError if there isn't so much.
    """

    cdef Transpositions data
    cdef int plies
    cdef void* memory

    def __cinit__(self, State state not None, int plies, uint64_t n):
        cdef uint64_t key[MAX_KEY]
        cdef Transpositions* t = &self.data
        t.n = max(n, 1)
        t.key_size = write_key(&state.ruleset.data, &state.position, plies, key)
        t.count_size = count_size(state, plies)
        t.size = 1 + t.key_size + t.count_size
        self.plies = plies
        self.memory = PyMem_RawCalloc(t.n + (LINE + self.entry_bytes - 1) // self.entry_bytes, self.entry_bytes)
        if self.memory == NULL:
            raise MemoryError(f"there is no memory for a table of {t.n} positions of {self.entry_bytes} bytes")
        # Most entries are of one line of the cache or two.
        t.words = <uint64_t*>((<size_t>self.memory + LINE - 1) & ~(<size_t>LINE - 1))

    def __dealloc__(self):
        PyMem_RawFree(self.memory)

    @property
    def entry_bytes(self):
        """The size of an entry in bytes."""
        return self.data.size * sizeof(uint64_t)


@cython.final
cdef class Count:
    """A count of the ways to play `plies` plies from a state, more than AT_ONCE, that is done in short calls.

    Counts in several threads may share a table.
    """

    cdef State state
    cdef TranspositionTable table
    cdef Walk walk

    def __cinit__(self, State state not None, int plies, TranspositionTable table=None):
        cdef Walk* w = &self.walk
        cdef int frames = plies
        if plies <= LAST or (table is not None and table.plies < plies):
            raise ValueError(f"{plies} plies aren't counted so")
        self.state, self.table = state, table
        w.r = &state.ruleset.data
        w.plies = plies
        w.table = NULL if table is None else &table.data
        w.size = count_size(state, plies) if table is None else table.data.count_size
        w.frames = <Frame*>PyMem_RawCalloc(frames, sizeof(Frame))
        w.sums = <uint64_t*>PyMem_RawCalloc(frames * w.size, sizeof(uint64_t))
        if w.frames == NULL or w.sums == NULL:
            raise MemoryError
        w.frames[0].position, w.frames[0].moves = state.position, state.moves
        if not enter(w, w.frames, plies):
            # Another count has put it into the table.
            w.frames[0].rank = state.moves.total
        elif state.moves.total == 0:
            w.sums[0] = 1

    def __dealloc__(self):
        PyMem_RawFree(self.walk.frames)
        PyMem_RawFree(self.walk.sums)

    def run(self, int64_t budget):
        """Go on until about `budget` actions have been counted; return whether the count is finished."""
        cdef bint finished
        with nogil:
            finished = walk(&self.walk, budget)
        return finished

    @property
    def ways(self):
        """The ways counted so far, all of them when the count is finished."""
        return sum([<object>self.walk.sums[i] << 64 * i for i in range(self.walk.size)])


cdef bint walk(Walk* w, int64_t budget) noexcept nogil:
    if w.r.kind == NARROW:
        return walk_as(w, budget, NARROW)
    if w.r.kind == WIDE:
        return walk_as(w, budget, WIDE)
    return walk_as(w, budget, VARIANT)
