# Masks of the legal actions of Small Star Empires: a bit or a byte for each id of the table. Header-only.
#
# The ids of all moves from one cell are a block. The block begins with pairs: the city and the station of each target
# that a whole ship can ever colonize from there. A few instructions turn the landings of a ship into the bits of all
# its pairs, and these into bytes. Most boards have at most 64 pairs in a block, which are written as two halves.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from sse_core._core.bits cimport sse_check, sse_count_bits
from sse_core._core.small_star_empires.cells cimport Cells, is_empty, pop_lowest, size
from sse_core._core.small_star_empires.moves cimport landings_with
from sse_core._core.small_star_empires.structs cimport (
    CHOICE_DUE, CITY, MAX_CELLS, N_TILES, NOTHING_DUE, REPAIR, REVEAL_DUE, STATION, Moves, RulesetData,
)

cdef extern from *:
    """
    #if defined(__BMI2__)
      #include <immintrin.h>
      #include <string.h>
      #define SSE_PUTS_PAIRS 1
      #define SSE_EVEN 0x5555555555555555ULL
      /* The pairs of up to 32 targets: the city is an even bit, the station the next. */
      #define sse_paired(cities, stations) (_pdep_u64(cities, SSE_EVEN) | _pdep_u64(stations, ~SSE_EVEN))
      #define sse_among(cells, places) _pext_u64(cells, places)
      /* Puts 64 bits into a row from a bit on. Only one byte is read, since reading a word right after parts of it were
         written is slow. */
      static inline void sse_put_bits(unsigned char* row, int at, unsigned long long bits) {
          unsigned char* out = row + (at >> 3);
          unsigned long long low = *out | bits << (at & 7);
          memcpy(out, &low, 8);
          out[8] = (unsigned char)(bits >> 1 >> (63 - (at & 7))); }
      /* Adds 64 bits to those of a row. */
      static inline void sse_add_bits(unsigned char* row, int at, unsigned long long bits) {
          unsigned long long low;
          memcpy(&low, row + (at >> 3), 8);
          low |= bits;
          memcpy(row + (at >> 3), &low, 8); }
      static inline void sse_add_bytes(unsigned char* row, int at, unsigned long long bits) {
          for (; bits; bits &= bits - 1) row[at + __builtin_ctzll(bits)] = 1; }
      #if defined(__AVX2__)
        /* Half of the bits as bytes. */
        static inline __m256i sse_bytes_of(unsigned bits) {
            const __m256i byte = _mm256_setr_epi64x(
                0, 0x0101010101010101LL, 0x0202020202020202LL, 0x0303030303030303LL);
            const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201ULL);
            const __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), byte);
            return _mm256_min_epu8(_mm256_and_si256(bytes, bit), _mm256_set1_epi8(1)); }
        static inline void sse_put_bytes(unsigned char* row, int at, unsigned long long bits) {
            _mm256_storeu_si256((__m256i*)(row + at), sse_bytes_of((unsigned)bits));
            _mm256_storeu_si256((__m256i*)(row + at + 32), sse_bytes_of((unsigned)(bits >> 32))); }
        static inline void sse_put_halves(unsigned char* row, unsigned more, unsigned long long bits) {
            _mm256_storeu_si256((__m256i*)row, sse_bytes_of((unsigned)bits));
            _mm256_storeu_si256((__m256i*)(row + more), sse_bytes_of((unsigned)(bits >> more))); }
        static inline void sse_clear_halves(unsigned char* row, unsigned more) {
            _mm256_storeu_si256((__m256i*)row, _mm256_setzero_si256());
            _mm256_storeu_si256((__m256i*)(row + more), _mm256_setzero_si256()); }
      #else
        static inline void sse_put_bytes(unsigned char* row, int at, unsigned long long bits) {
            for (int i = 0; i < 64; i++) row[at + i] = (unsigned char)(bits >> i & 1); }
        static inline void sse_put_halves(unsigned char* row, unsigned more, unsigned long long bits) {
            for (unsigned i = 0; i < more + 32; i++) row[i] = (unsigned char)(bits >> i & 1); }
        #define sse_clear_halves(row, more) memset(row, 0, (more) + 32)
      #endif
    #else
      #define SSE_PUTS_PAIRS 0
      #define sse_paired(cities, stations) ((cities) | (stations))
      #define sse_among(cells, places) ((cells) & (places))
      #define sse_put_bits(row, at, bits) ((void)0)
      #define sse_put_bytes(row, at, bits) ((void)0)
      #define sse_add_bits(row, at, bits) ((void)0)
      #define sse_add_bytes(row, at, bits) ((void)0)
      #define sse_put_halves(row, more, bits) ((void)0)
      #define sse_clear_halves(row, more) ((void)0)
    #endif
    """
    bint SSE_PUTS_PAIRS
    uint64_t sse_paired(uint64_t cities, uint64_t stations) noexcept nogil
    uint64_t sse_among(uint64_t cells, uint64_t places) noexcept nogil
    # Write 64 ids of a row from `at` on. sse_put_bits keeps the ids before them in their first byte, and clears those
    # after them in the ninth.
    void sse_put_bits(uint8_t* row, int at, uint64_t bits) noexcept nogil
    void sse_put_bytes(uint8_t* row, int at, uint64_t bits) noexcept nogil
    # Mark those of 64 ids that are set, and leave the others as they are.
    void sse_add_bits(uint8_t* row, int at, uint64_t bits) noexcept nogil       # at % 8 == 0
    void sse_add_bytes(uint8_t* row, int at, uint64_t bits) noexcept nogil
    # Write the bytes of up to 64 ids, or zeros: row[0:HALF] and row[more:more + HALF], where more <= HALF.
    void sse_put_halves(uint8_t* row, unsigned more, uint64_t bits) noexcept nogil
    void sse_clear_halves(uint8_t* row, unsigned more) noexcept nogil

cdef enum:
    HALF = 32

# Ids first to stop - 1 of a table.
cdef struct Span:
    int32_t first
    int32_t stop

# The pairs of a whole ship on some cell.
cdef struct Pairs:
    Cells targets
    Span ids
    uint64_t n_low                  # how many targets are in the low word

# The same on a narrow board, of at most 64 pairs, as HALF ids from `first` on and HALF that begin `more` ids later.
# These end with the last pair, or are the same ids if there are fewer.
cdef struct Halves:
    uint64_t targets
    uint32_t first
    uint32_t more

# Where the ids of a table stand.
cdef struct Places:
    Pairs pairs[MAX_CELLS]
    Halves halves[64]
    int32_t halved                  # 1 if `halves` are valid: for each cell, and none is beyond the table
    Span block[MAX_CELLS]           # all moves from a cell
    Span others                     # what is no move, after the last block
    int32_t narrow                  # 1 if the board has at most 64 cells


cdef inline void find_places(const RulesetData* r, Places* out) noexcept nogil:
    # The table has the moves first, by origin; REVEAL, CHOOSE and STAY follow.
    cdef Pairs* pairs
    cdef int id = 0, cell
    for cell in range(r.n_cells):
        out.block[cell].first = id
        while id < r.n_actions and r.rows[id].piece <= REPAIR and r.rows[id].origin == cell:
            id += 1
        out.block[cell].stop = id
        # r.first_pair is valid where there are pairs.
        pairs = &out.pairs[cell]
        pairs.targets = r.pairs[cell]
        pairs.ids.first = out.block[cell].first if is_empty(r.pairs[cell]) else r.first_pair[cell]
        pairs.ids.stop = pairs.ids.first + 2 * size(r.pairs[cell])
        pairs.n_low = sse_count_bits(r.pairs[cell].lo)
    out.others.first, out.others.stop = id, r.n_actions
    out.narrow = r.n_cells <= 64
    find_halves(r, out)


cdef inline void find_halves(const RulesetData* r, Places* out) noexcept nogil:
    #   writes   out.halves, out.halved
    cdef Halves* halves
    cdef int cell, n
    out.halved = SSE_PUTS_PAIRS and out.narrow
    if not out.halved:
        return
    for cell in range(r.n_cells):
        halves, n = &out.halves[cell], out.pairs[cell].ids.stop - out.pairs[cell].ids.first
        halves.targets = out.pairs[cell].targets.lo
        halves.first = out.pairs[cell].ids.first
        halves.more = max(n - HALF, 0)
        out.halved &= n <= 2 * HALF and out.pairs[cell].ids.first + HALF <= r.n_actions


cdef inline void write_bits(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width
) noexcept nogil:
    # Writes the legal actions as bits, id 0 the lowest of the first byte.
    #   writes   row[0:width]; 8 * width >= r.n_actions
    memset(row, 0, width)
    mark(r, places, m, player, row, 8 * width, False)


cdef inline void write_bytes(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width
) noexcept nogil:
    # Writes the legal actions as bytes, ones among zeros.
    #   writes   row[0:width]; width >= r.n_actions
    memset(row, 0, width)
    mark_bytes(r, places, m, player, row, width)


cdef inline void clear_bytes(const Places* places, const Moves* m, uint8_t* row) noexcept nogil:
    # Takes all ones out of a row that has the bytes of these moves: what mark_bytes did.
    #   writes   row, in the blocks of the listed ships and behind the last block
    cdef const Halves* halves
    cdef int i, cell
    if m.due == REVEAL_DUE or m.due == CHOICE_DUE:
        clear(row, places.others)
        return
    for i in range(m.n):
        cell = m.ship[i] >> 1
        if m.marked[i] | m.repairs[i]:
            clear(row, places.block[cell])
        elif places.halved:
            halves = &places.halves[cell]
            sse_clear_halves(row + halves.first, halves.more)
        else:
            clear(row, places.pairs[cell].ids)
    if m.stay:
        clear(row, places.others)


cdef inline void clear(uint8_t* row, Span span) noexcept nogil:
    sse_check(0 <= span.first <= span.stop)
    memset(row + span.first, 0, span.stop - span.first)


cdef inline void mark_bytes(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width
) noexcept nogil:
    # Marks the legal actions in a row of zeros.
    if places.halved and m.due == NOTHING_DUE and not m.mixed:
        mark_halves(r, places, m, player, row)
    else:
        mark(r, places, m, player, row, width, True)


cdef inline void mark_halves(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row
) noexcept nogil:
    # The same on a plain board whose pairs are halves. Nobody may stay there.
    # Ships are listed by cell: zeros that are put beyond the pairs of one are put before those of the next.
    cdef uint64_t kinds = 3 if m.kinds == 2 else m.kinds << m.first_kind
    cdef const Halves* halves
    cdef int i
    for i in range(m.n):
        if m.marked[i] | m.repairs[i]:
            mark_one_by_one(
                r, m, i, player, landings_with(m, i, CITY), landings_with(m, i, STATION), row, True
            )
        else:
            # Each landing is an even bit. Times 1, 2 or 3 it is the city, the station or both of its pair.
            halves = &places.halves[m.ship[i] >> 1]
            sse_put_halves(
                row + halves.first, halves.more,
                sse_paired(sse_among(m.landings[i].lo, halves.targets), 0) * kinds,
            )


cdef inline void mark(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width, bint in_bytes
) noexcept nogil:
    # Marks the legal actions in a row of zeros: of `width` bits or bytes.
    if m.due == REVEAL_DUE or m.due == CHOICE_DUE:
        mark_due(r, m, row, in_bytes)
    elif m.mixed:
        mark_ships(r, places, m, player, row, width, in_bytes, True, False)
    elif places.narrow:
        mark_ships(r, places, m, player, row, width, in_bytes, False, True)
    else:
        mark_ships(r, places, m, player, row, width, in_bytes, False, False)
    if m.stay:
        mark_id(row, r.n_actions - 1, in_bytes)


cdef inline void mark_ships(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width, bint in_bytes,
    bint mixed, bint narrow,
) noexcept nogil:
    # Marks the actions of all listed ships; `mixed` is m.mixed, `narrow` places.narrow.
    # Ships are listed by cell: zeros that are put beyond the pairs of one are put before those of the next.
    cdef uint64_t any_city = <uint64_t>0 - <uint64_t>(m.kinds == 2 or (m.kinds == 1 and m.first_kind == CITY))
    cdef uint64_t any_station = <uint64_t>0 - <uint64_t>(m.kinds == 2 or (m.kinds == 1 and m.first_kind == STATION))
    cdef const Pairs* pairs
    cdef Cells cities, stations
    cdef int i
    for i in range(m.n):
        cities = stations = m.landings[i]
        if mixed:
            stations = m.station_landings[i]
        else:
            cities.lo, cities.hi = cities.lo & any_city, cities.hi & any_city
            stations.lo, stations.hi = stations.lo & any_station, stations.hi & any_station
        if narrow:
            cities.hi = stations.hi = 0
        if SSE_PUTS_PAIRS and not m.marked[i] | m.repairs[i] and width >= 64:
            pairs = &places.pairs[m.ship[i] >> 1]
            put_pairs(pairs.targets.lo, cities.lo, stations.lo, row, pairs.ids.first, width, in_bytes)
            if not narrow and pairs.targets.hi:
                put_pairs(
                    pairs.targets.hi, cities.hi, stations.hi, row, pairs.ids.first + 2 * pairs.n_low, width, in_bytes
                )
        else:
            mark_one_by_one(r, m, i, player, cities, stations, row, in_bytes)


cdef inline void put_pairs(
    uint64_t targets, uint64_t cities, uint64_t stations, uint8_t* row, int at, int width, bint in_bytes
) noexcept nogil:
    # Puts the pairs of a whole ship with the targets in one word, from the id `at` on.
    cities, stations = sse_among(cities, targets), sse_among(stations, targets)
    put(row, at, sse_paired(cities, stations), width, in_bytes)
    if sse_count_bits(targets) > 32:
        put(row, at + 64, sse_paired(cities >> 32, stations >> 32), width, in_bytes)


cdef inline void put(uint8_t* row, int at, uint64_t bits, int width, bint in_bytes) noexcept nogil:
    # Writes up to 64 ids from `at` on, and clears some after them.
    #   reads    at < width, a row of 64 ids or more; no bit is set for an id that the row lacks
    cdef int last = width - 64
    sse_check(0 <= at < width and last >= 0)
    if at < last:
        if in_bytes:
            sse_put_bytes(row, at, bits)
        else:
            sse_put_bits(row, at, bits)
    elif in_bytes:
        sse_add_bytes(row, at, bits)
    else:
        sse_add_bits(row, last, bits << (at - last))


cdef inline void mark_one_by_one(
    const RulesetData* r, const Moves* m, int i, int player, Cells cities, Cells stations, uint8_t* row, bint in_bytes
) noexcept nogil:
    # Marks the actions of listed ship i.
    cdef const int32_t* ids = &r.ids[((m.ship[i] & ~1) + m.marked[i]) * r.n_cells]
    while not is_empty(cities):
        mark_id(row, ids[pop_lowest(&cities)], in_bytes)
    while not is_empty(stations):
        mark_id(row, ids[pop_lowest(&stations)] + 1, in_bytes)
    if m.repairs[i]:
        mark_id(row, ids[r.home[player]], in_bytes)


cdef inline void mark_due(const RulesetData* r, const Moves* m, uint8_t* row, bint in_bytes) noexcept nogil:
    cdef Cells cells = m.candidates
    cdef int tile
    if m.due == REVEAL_DUE:
        for tile in range(N_TILES):
            if m.left[tile] > 0:
                mark_id(row, r.first_reveal + tile, in_bytes)
    else:
        while not is_empty(cells):
            mark_id(row, r.choices[pop_lowest(&cells)], in_bytes)


cdef inline void mark_id(uint8_t* row, int id, bint in_bytes) noexcept nogil:
    if in_bytes:
        row[id] = 1
    else:
        row[id >> 3] |= 1 << (id & 7)
