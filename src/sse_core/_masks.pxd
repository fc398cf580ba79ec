# Masks of legal actions: a row of bits or of bytes, one for each id of the table. Header-only.
#
# The ids of the moves from one cell stand together: they are a block. It begins with the pairs, the city and the station
# of each target that a whole ship can ever colonize from there. So the landings of a ship become the bits of all its
# pairs at once, and these become bytes.

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from sse_core._hex cimport Cells, is_empty, pop_lowest, size, sse_check, sse_count_bits
from sse_core._structs cimport (
    CHOICE_DUE, CITY, MAX_CELLS, MAX_SHIPS, N_TILES, REPAIR, REVEAL_DUE, STATION, Moves, RulesetData,
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
      /* Puts 64 bits into a row from a bit on; from there to the end it has zeros. Nine bytes are written. Only one byte
         is read, since reading a word right after parts of it were written is slow. */
      static inline void sse_put_bits(unsigned char* row, int at, unsigned long long bits) {
          unsigned char* out = row + (at >> 3);
          unsigned long long low = *out | bits << (at & 7);
          memcpy(out, &low, 8);
          out[8] = (unsigned char)(bits >> 1 >> (63 - (at & 7))); }
      /* Puts 64 bits as 64 bytes. */
      static inline void sse_put_bytes(unsigned char* row, int at, unsigned long long bits) {
        #if defined(__AVX512BW__)
          _mm512_storeu_si512(row + at, _mm512_maskz_set1_epi8(bits, 1));
        #elif defined(__AVX2__)
          const __m256i byte = _mm256_setr_epi64x(
              0, 0x0101010101010101LL, 0x0202020202020202LL, 0x0303030303030303LL);
          const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201ULL);
          for (int half = 0; half < 2; half++) {
              __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32((int)(bits >> 32 * half)), byte);
              bytes = _mm256_min_epu8(_mm256_and_si256(bytes, bit), _mm256_set1_epi8(1));
              _mm256_storeu_si256((__m256i*)(row + at + 32 * half), bytes); }
        #else
          for (int i = 0; i < 64; i++) row[at + i] = (unsigned char)(bits >> i & 1);
        #endif
      }
    #else
      #define SSE_PUTS_PAIRS 0
      #define sse_paired(cities, stations) ((cities) | (stations))
      #define sse_among(cells, places) ((cells) & (places))
      #define sse_put_bits(row, at, bits) ((void)0)
      #define sse_put_bytes(row, at, bits) ((void)0)
    #endif
    """
    bint SSE_PUTS_PAIRS
    uint64_t sse_paired(uint64_t cities, uint64_t stations) noexcept nogil
    uint64_t sse_among(uint64_t cells, uint64_t places) noexcept nogil
    void sse_put_bits(uint8_t* row, int at, uint64_t bits) noexcept nogil
    void sse_put_bytes(uint8_t* row, int at, uint64_t bits) noexcept nogil

cdef enum:
    MARGIN = 72             # sse_put_bits writes so many bits at most from its first on, sse_put_bytes fewer
    PIECE = 64              # so many bytes are cleared at a time

# Ids first to stop - 1 of a table.
cdef struct Span:
    int32_t first
    int32_t stop

# Where the ids of a table stand.
cdef struct Places:
    Span pairs[MAX_CELLS]           # the pairs of a whole ship
    Span block[MAX_CELLS]           # all moves from the cell
    Span others                     # what is no move, after the last block

# The spans of a row of bytes that may have ones; all others are zeros.
cdef struct Shown:
    int32_t n
    Span spans[MAX_SHIPS + 1]


cdef inline void find_places(const RulesetData* r, Places* out) noexcept nogil:
    # The table has the moves first, by origin; REVEAL, CHOOSE and STAY follow.
    cdef int id = 0, cell
    for cell in range(r.n_cells):
        out.block[cell].first = id
        while id < r.n_actions and r.rows[id].piece <= REPAIR and r.rows[id].origin == cell:
            id += 1
        out.block[cell].stop = id
        # r.first_pair is valid where there are pairs.
        out.pairs[cell].first = out.block[cell].first if is_empty(r.pairs[cell]) else r.first_pair[cell]
        out.pairs[cell].stop = out.pairs[cell].first + 2 * size(r.pairs[cell])
    out.others.first, out.others.stop = id, r.n_actions


cdef inline void write_bits(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width
) noexcept nogil:
    # Writes the legal actions as bits, id 0 the lowest of the first byte.
    #   writes   row[0:width]; 8 * width >= r.n_actions
    memset(row, 0, width)
    mark(r, places, m, player, row, 8 * width, NULL)


cdef inline void write_bytes(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width
) noexcept nogil:
    # Writes the legal actions as bytes, ones among zeros.
    #   writes   row[0:width]; width >= r.n_actions
    cdef Shown shown
    memset(row, 0, width)
    mark(r, places, m, player, row, width, &shown)


cdef inline void rewrite_bytes(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width, Shown* shown
) noexcept nogil:
    # The same in a row that has ones in the spans of `shown` alone.
    #   writes   row[0:width], shown
    cdef int i
    for i in range(shown.n):
        clear(row, shown.spans[i], width)
    mark(r, places, m, player, row, width, shown)


cdef inline void clear(uint8_t* row, Span span, int width) noexcept nogil:
    # Writes zeros to a span, and to some bytes after it if the row has them.
    sse_check(0 <= span.first <= span.stop <= width)
    if span.stop + PIECE > width:
        memset(row + span.first, 0, span.stop - span.first)
        return
    memset(row + span.first, 0, PIECE)
    while span.first + PIECE < span.stop:
        span.first += PIECE
        memset(row + span.first, 0, PIECE)


cdef inline void mark(
    const RulesetData* r, const Places* places, const Moves* m, int player, uint8_t* row, int width, Shown* shown
) noexcept nogil:
    # Marks the legal actions in a row of zeros: of `width` bits if `shown` is NULL, else of bytes.
    #   writes   shown
    # Ships are listed by cell: zeros that are put beyond the pairs of one are put before those of the next.
    cdef const Cells* for_station = <Cells*>m.station_landings if m.mixed else <Cells*>m.landings
    cdef bint all_kinds = m.mixed or m.kinds == 2
    cdef uint64_t any_city = <uint64_t>0 - <uint64_t>(all_kinds or (m.kinds == 1 and m.first_kind == CITY))
    cdef uint64_t any_station = <uint64_t>0 - <uint64_t>(all_kinds or (m.kinds == 1 and m.first_kind == STATION))
    cdef Cells cities, stations
    cdef Span span
    cdef int i, cell
    if shown != NULL:
        shown.n = 0
    if m.due == REVEAL_DUE or m.due == CHOICE_DUE:
        mark_due(r, places, m, row, shown)
        return
    for i in range(m.n):
        cell = m.ship[i] >> 1
        span = places.pairs[cell]
        cities.lo, cities.hi = m.landings[i].lo & any_city, m.landings[i].hi & any_city
        stations.lo, stations.hi = for_station[i].lo & any_station, for_station[i].hi & any_station
        if SSE_PUTS_PAIRS and not m.marked[i] | m.repairs[i] and span.stop + MARGIN <= width:
            put_pairs(r.pairs[cell], cities, stations, row, span.first, shown != NULL)
        else:
            span = places.block[cell]
            mark_one_by_one(r, m, i, player, cities, stations, row, shown != NULL)
        if shown != NULL:
            shown.spans[shown.n] = span
            shown.n += 1
    if m.stay:
        mark_id(row, r.n_actions - 1, shown != NULL)
        if shown != NULL:
            shown.spans[shown.n] = places.others
            shown.n += 1


cdef inline void put_pairs(Cells places, Cells cities, Cells stations, uint8_t* row, int at, bint in_bytes) noexcept nogil:
    # Puts the pairs of a whole ship, which begin with the id `at`.
    put_pairs_of_word(places.lo, cities.lo, stations.lo, row, at, in_bytes)
    if places.hi:
        put_pairs_of_word(places.hi, cities.hi, stations.hi, row, at + 2 * sse_count_bits(places.lo), in_bytes)


cdef inline void put_pairs_of_word(
    uint64_t places, uint64_t cities, uint64_t stations, uint8_t* row, int at, bint in_bytes
) noexcept nogil:
    cdef int n = sse_count_bits(places)
    cities, stations = sse_among(cities, places), sse_among(stations, places)
    put(row, at, sse_paired(cities, stations), in_bytes)
    if n > 32:
        put(row, at + 64, sse_paired(cities >> 32, stations >> 32), in_bytes)


cdef inline void put(uint8_t* row, int at, uint64_t bits, bint in_bytes) noexcept nogil:
    if in_bytes:
        sse_put_bytes(row, at, bits)
    else:
        sse_put_bits(row, at, bits)


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


cdef inline void mark_due(
    const RulesetData* r, const Places* places, const Moves* m, uint8_t* row, Shown* shown
) noexcept nogil:
    cdef Cells cells = m.candidates
    cdef int tile
    if shown != NULL:
        shown.spans[0] = places.others
        shown.n = 1
    if m.due == REVEAL_DUE:
        for tile in range(N_TILES):
            if m.left[tile] > 0:
                mark_id(row, r.first_reveal + tile, shown != NULL)
    else:
        while not is_empty(cells):
            mark_id(row, r.choices[pop_lowest(&cells)], shown != NULL)


cdef inline void mark_id(uint8_t* row, int id, bint in_bytes) noexcept nogil:
    if in_bytes:
        row[id] = 1
    else:
        row[id >> 3] |= 1 << (id & 7)
