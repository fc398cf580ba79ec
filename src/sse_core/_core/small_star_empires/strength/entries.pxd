# The transposition table of the solver of Small Star Empires: worths of positions that were met before. Header-only.
#
# A key holds all that decides the worth of a position within one game and goal. An entry holds the whole key, so two
# positions are never confused; a hash only finds the entry. What can't matter any more is left out of the key: the
# ships of a player who is out, or of a player on a plain board who has nothing left to place.

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy

from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.ships cimport sse_load_row
from sse_core._core.small_star_empires.structs cimport MAX_PLAYERS, N_TILES, VARIANT, Position, RulesetData
from sse_core._core.small_star_empires.transpositions cimport write_cells

cdef enum:
    # Turn; by player two words of systems and two of ships, a word of reserves and points; stations, tiles and
    # conquered systems.
    MAX_ENTRY_KEY = 1 + 5 * MAX_PLAYERS + 2 + 2 * N_TILES + 2
    IN_USE = 1              # bit 0 of a key's first word, so that an entry of zeros is empty

# Entry i is words[i * size : (i + 1) * size]: its key, its worths, and its move with the plies that could follow. A key
# may be in two entries: 2 * place, which keeps the position with more plies below it, and the next one, which keeps the
# latest.
cdef struct Entries:
    uint64_t* words
    uint64_t mask           # the number of places less one, a power of two less one
    int size                # of an entry, in words
    int key_size
    int n_worths


cdef inline int write_entry_key(const RulesetData* r, const Position* p, uint64_t* key) noexcept nogil:
    # The key of a position that isn't finished.
    #   writes   key[0:k]
    #   returns  k, the same for all positions of a game; k <= MAX_ENTRY_KEY
    # From positions of one game with the same key, the same actions lead to the same ends:
    # - What decides legal actions and scores is in the key, apart from p.unexplored, which p.tiles leave over, and
    #   n_ships, which never changes. p.ply counts plies only.
    # - On a plain board no piece leaves the map, so that the pieces there tell the reserves.
    # - The ships of a player who is out never move again. Without a piece in reserve a ship can only be repaired, and
    #   on a plain board the reserve stays empty.
    cdef const uint8_t* ships
    cdef int player, tile, n = 1
    key[0] = (
        <uint64_t><uint8_t>p.to_act << 32 | <uint64_t>p.passed << 40 | <uint64_t>p.due << 24 | <uint64_t>p.spot << 16
        | <uint64_t>p.explorer << 8 | IN_USE
    )
    for player in range(r.n_players):
        n = write_cells(r, p.held[player], key, n)
        ships = p.ships[player]
        if are_idle(r, p, player):
            key[n] = 0
        else:
            key[n] = sse_load_row(ships)
        n += 1
        if p.n_ships[player] > 8:
            key[n] = 0 if are_idle(r, p, player) else sse_load_row(ships + 8)
            n += 1
    n = write_cells(r, p.stations, key, n)
    if r.kind == VARIANT:
        n = write_cells(r, p.conquered, key, n)
        for tile in range(N_TILES):
            if r.bag[tile]:
                n = write_cells(r, p.tiles[tile], key, n)
        for player in range(r.n_players):
            # Cities are at most 4 * 383, stations 255; points count by their sum.
            key[n] = (
                <uint64_t>p.cities_left[player] | <uint64_t>p.stations_left[player] << 16
                | <uint64_t>(p.banked_planets[player] + p.banked_tiles[player] + 2 * p.received[player]) << 32
            )
            n += 1
    sse_check(n <= MAX_ENTRY_KEY)
    return n


cdef inline bint are_idle(const RulesetData* r, const Position* p, int player) noexcept nogil:
    # Whether no ship of a player moves any more.
    cdef int i
    if (p.passed >> player) & 1:
        return True
    if r.kind == VARIANT or p.cities_left[player] or p.stations_left[player]:
        return False
    for i in range(p.n_ships[player]):
        if p.ships[player][i] & 1:
            return False
    return True


cdef inline uint64_t* find_entry(const Entries* t, const uint64_t* key, uint64_t hashed) noexcept nogil:
    # The entry of a key, NULL if there is none.
    #   reads    key[0:t.key_size]
    cdef uint64_t* entry = t.words + (hashed & t.mask) * 2 * t.size
    if memcmp(entry, key, t.key_size * sizeof(uint64_t)) == 0:
        return entry
    entry += t.size
    if memcmp(entry, key, t.key_size * sizeof(uint64_t)) == 0:
        return entry
    return NULL


cdef inline void keep_entry(
    const Entries* t, const uint64_t* key, uint64_t hashed, const int64_t* worths, uint64_t move, uint64_t plies
) noexcept nogil:
    # Keeps worths[0:t.n_worths] and a move of at most 32 bits; plies are those that can follow, at most.
    cdef uint64_t* entry = find_entry(t, key, hashed)
    if entry == NULL:
        entry = t.words + (hashed & t.mask) * 2 * t.size
        if entry[0] and entry[t.size - 1] >> 32 > plies:
            entry += t.size
    memcpy(entry, key, t.key_size * sizeof(uint64_t))
    memcpy(entry + t.key_size, worths, t.n_worths * sizeof(int64_t))
    entry[t.size - 1] = move | plies << 32
