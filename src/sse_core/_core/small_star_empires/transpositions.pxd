# For Small Star Empires. A transposition table: counts below positions that were met before, in a fixed number of
# entries. Header-only.
#
# A key holds all that decides what can be played from a position. An entry holds the whole key, so two positions are
# never taken for one; a hash only finds the entry. Threads share the table: an entry has a lock, and only the thread
# that has taken the lock reads or writes the entry. A thread that finds an entry locked does without it.

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcmp, memcpy

from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport Cells
from sse_core._core.small_star_empires.ships cimport sse_load_row
from sse_core._core.small_star_empires.structs cimport MAX_PLAYERS, N_TILES, VARIANT, Position, RulesetData

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      #define sse_try_lock(lock) (!_InterlockedExchange((volatile long*)(lock), 1))
      #define sse_unlock(lock) ((void)_InterlockedExchange((volatile long*)(lock), 0))
    #else
      #define sse_try_lock(lock) (!__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
      #define sse_unlock(lock) __atomic_store_n(lock, 0, __ATOMIC_RELEASE)
    #endif
    """
    bint sse_try_lock(uint64_t* lock) noexcept nogil    # takes the lock and returns 1, or returns 0 if it is taken
    void sse_unlock(uint64_t* lock) noexcept nogil

cdef enum:
    # Plies and turn; by player two words of systems and two of ships; reserves of two players a word; stations, tiles
    # and conquered systems.
    MAX_KEY = 1 + 4 * MAX_PLAYERS + MAX_PLAYERS // 2 + 2 + 2 * N_TILES + 2
    LEFT_BITS = 48          # the plies left are above these bits of a key's first word

# Entry i is words[i * size : (i + 1) * size]: its lock, its key, its count. An entry of zeros is empty, since the plies
# left in a key are at least 1.
cdef struct Transpositions:
    uint64_t* words
    uint64_t n              # entries
    int size                # of an entry, in words
    int key_size
    int count_size


cdef inline int write_key(const RulesetData* r, const Position* p, int left, uint64_t* key) noexcept nogil:
    # The key of a position with so many plies left, 1 to 65,535.
    #   writes   key[0:k]
    #   returns  k, the same for all positions of a game; k <= MAX_KEY
    # From positions with the same key, the same sequences of `left` actions can be played:
    # - The legal actions, their effects and the order of turns (moves.pxd, turn.pxd) read what is in the key, and
    #   p.unexplored and p.n_ships. Within a game p.unexplored is what p.tiles leave over, and p.n_ships never changes.
    # - They never read p.ply, p.received, p.banked_planets and p.banked_tiles: these only count plies and points.
    # - Only Choose reads p.stations, which plain boards don't have (E9.9).
    # - On plain boards a reserve only shrinks, by at most one piece a ply, and what is asked is whether it is empty.
    #   The last ply asks first and places then, so a reserve of at least `left` pieces is never found empty.
    cdef const uint8_t* ships
    cdef int player, tile, n = 1, most = left
    key[0] = (
        <uint64_t>left << LEFT_BITS | <uint64_t><uint8_t>p.to_act << 32 | <uint64_t>p.passed << 24
        | <uint64_t>p.due << 16 | <uint64_t>p.spot << 8 | p.explorer
    )
    for player in range(r.n_players):
        ships = p.ships[player]
        n = write_cells(r, p.held[player], key, n)
        key[n] = sse_load_row(ships)
        n += 1
        if p.n_ships[player] > 8:
            key[n] = sse_load_row(ships + 8)
            n += 1
    if r.kind == VARIANT:
        most = 0xFFFF
        n = write_cells(r, p.stations, key, n)
        n = write_cells(r, p.conquered, key, n)
        for tile in range(N_TILES):
            if r.bag[tile]:
                n = write_cells(r, p.tiles[tile], key, n)
    for player in range(0, r.n_players, 2):
        key[n] = reserve(p, player, most) | reserve(p, player + 1, most) << 32
        n += 1
    sse_check(n <= MAX_KEY)
    return n


cdef inline int write_cells(const RulesetData* r, Cells cells, uint64_t* key, int n) noexcept nogil:
    # Writes a set as word n, and n + 1 on a board of more than 64 cells; returns the number of the next word.
    key[n] = cells.lo
    if r.n_cells <= 64:
        return n + 1
    key[n + 1] = cells.hi
    return n + 2


cdef inline uint64_t reserve(const Position* p, int player, int most) noexcept nogil:
    # A player's cities and stations in reserve, each counted up to `most`; 0 for a seat that the game hasn't.
    sse_check(player < MAX_PLAYERS and p.cities_left[player] >= 0 and p.stations_left[player] >= 0)
    return min(most, p.cities_left[player]) | <uint64_t>min(most, p.stations_left[player]) << 16


cdef inline uint64_t hash_of(const uint64_t* key, int n) noexcept nogil:
    # A hash of key[0:n].
    cdef uint64_t hashed = 0
    cdef int i
    for i in range(n):
        hashed = (hashed ^ key[i]) * <uint64_t>0x9E3779B97F4A7C15
        hashed ^= hashed >> 32
    return hashed


cdef inline bint find(const Transpositions* t, const uint64_t* key, uint64_t hashed, uint64_t* count) noexcept nogil:
    # Looks a key up.
    #   reads    key[0:t.key_size]
    #   writes   count[0:t.count_size], if the key is found
    #   returns  whether the key is found
    cdef uint64_t* entry = t.words + hashed % t.n * t.size
    cdef bint found
    if not sse_try_lock(entry):
        return False
    found = memcmp(entry + 1, key, t.key_size * sizeof(uint64_t)) == 0
    if found:
        memcpy(count, entry + 1 + t.key_size, t.count_size * sizeof(uint64_t))
    sse_unlock(entry)
    return found


cdef inline void keep(
    const Transpositions* t, const uint64_t* key, uint64_t hashed, const uint64_t* count
) noexcept nogil:
    # Keeps a count. In an entry that is in use, the position with more plies left stays; of two with equally many, the
    # new one.
    #   reads    key[0:t.key_size], count[0:t.count_size]
    cdef uint64_t* entry = t.words + hashed % t.n * t.size
    if not sse_try_lock(entry):
        return
    if entry[1] >> LEFT_BITS <= key[0] >> LEFT_BITS:
        memcpy(entry + 1, key, t.key_size * sizeof(uint64_t))
        memcpy(entry + 1 + t.key_size, count, t.count_size * sizeof(uint64_t))
    sse_unlock(entry)
