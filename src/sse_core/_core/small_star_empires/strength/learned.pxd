# The worth of a position of Small Star Empires and the priors of its actions, by weights of their numbers. Header-only;
# for `kind` see moves.pxd.
#
# Weights are integers, ONE for a weight of 1, and what they give is, too, ONE for a point or a doubling. So sums don't
# depend on their order, and every processor finds the same.

from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint8_t

from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.strength.action_features cimport (
    N_ACTION_FEATURES, OF_REPAIR, OF_STATION, OF_STAY, SHIP_LANDINGS, TOLLS, Scene, landings_of, set_scene,
    tolls_of, write_choice, write_ship, write_station, write_target,
)
from sse_core._core.small_star_empires.cells cimport MAX_CELLS, Cells, has, is_empty, pop_lowest
from sse_core._core.small_star_empires.vectors.eight cimport SSE_HAS_EIGHT
from sse_core._core.small_star_empires.strength.eight_targets cimport weigh_targets_by_eight
from sse_core._core.small_star_empires.numbers cimport N_FEATURES, PLANETS, features_of
from sse_core._core.small_star_empires.strength.pair cimport (
    Pair, no_pair, pair_at, pair_times, plus_pair, put_pair, total_of_pair,
)
from sse_core._core.small_star_empires.strength.powers cimport MOST_OF_REST, MOST_OF_TARGET, ONE, doubled, odds_of
from sse_core._core.small_star_empires.structs cimport (
    CHOICE_DUE, CITY, MAX_PLAYERS, MAX_SHIPS, NARROW, STATION, VARIANT, Moves, Position, RulesetData,
)
from sse_core._core.small_star_empires.strength.tree cimport Result

cdef extern from *:
    """
    /* Sums of products, eight at a time where there are vectors, in 32 bits and in 64; some numbers, each times one. */
    #include <stdint.h>
    #ifdef __AVX2__
      #include <immintrin.h>
      static inline int32_t sse_dot(const int32_t* a, const int32_t* b, int n) {
          __m256i sum = _mm256_setzero_si256();
          int i = 0;
          for (; i + 8 <= n; i += 8)
              sum = _mm256_add_epi32(sum, _mm256_mullo_epi32(
                  _mm256_loadu_si256((const __m256i*)(a + i)), _mm256_loadu_si256((const __m256i*)(b + i))));
          __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
          half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
          int32_t total = _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1)));
          for (; i < n; i++) total += a[i] * b[i];
          return total; }
      static inline int64_t sse_long_dot(const int32_t* a, const int32_t* b, int n) {
          __m256i sum = _mm256_setzero_si256(), x, y;
          int i = 0;
          for (; i + 8 <= n; i += 8) {
              x = _mm256_loadu_si256((const __m256i*)(a + i));
              y = _mm256_loadu_si256((const __m256i*)(b + i));
              sum = _mm256_add_epi64(sum, _mm256_mul_epi32(x, y));
              sum = _mm256_add_epi64(sum, _mm256_mul_epi32(_mm256_srli_epi64(x, 32), _mm256_srli_epi64(y, 32))); }
          __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
          int64_t total = _mm_cvtsi128_si64(half) + _mm_extract_epi64(half, 1);
          for (; i < n; i++) total += (int64_t)a[i] * b[i];
          return total; }
    #else
      static inline int32_t sse_dot(const int32_t* a, const int32_t* b, int n) {
          int32_t sum = 0;
          for (int i = 0; i < n; i++) sum += a[i] * b[i];
          return sum; }
      static inline int64_t sse_long_dot(const int32_t* a, const int32_t* b, int n) {
          int64_t sum = 0;
          for (int i = 0; i < n; i++) sum += (int64_t)a[i] * b[i];
          return sum; }
    #endif
    """
    int32_t sse_dot(const int32_t* a, const int32_t* b, int n) noexcept nogil
    int64_t sse_long_dot(const int32_t* a, const int32_t* b, int n) noexcept nogil

cdef enum:
    N_STAGES = 256          # stages of a game that have weights; earlier ones have those of the last
    MOST_WEIGHT = 100       # of either sign
    DECISIVE = 2            # planets more than all others, by which a seat counts as the winner of a tie
    MOST_ACTIONS = 2 * MAX_CELLS * MAX_SHIPS + MAX_SHIPS + 1

# The weights of each stage: by how many pieces all seats together have left.
cdef struct Weights:
    int32_t value[N_STAGES][N_FEATURES]          # of the numbers of a seat, in points
    int32_t spread[N_STAGES]                     # the lead, in points, that doubles the odds to win; above 0
    int32_t tie_break                            # what more planets count besides, in points
    int32_t policy[N_STAGES][N_ACTION_FEATURES]  # of the numbers of an action, in doublings of its odds to be chosen


cdef inline int32_t dot(const int32_t* a, const int32_t* b, int begin, int end) noexcept nogil:
    # The sum of some numbers of an action, each times its weight. It has 32 bits: two of the numbers are points of a
    # nebula, two have such points in them, 999 each at most, and the others are smaller than 2 ** 8.
    return sse_dot(a + begin, b + begin, end - begin)


cdef inline int64_t worth_of_seat(const int32_t* weights, const int32_t* numbers) noexcept nogil:
    # The same of a seat, in 64 bits: a position by hand may have a million plies or points.
    return sse_long_dot(weights, numbers, N_FEATURES)


cdef inline int stage_of(const RulesetData* r, const Position* p) noexcept nogil:
    # The pieces that all seats together have left, N_STAGES - 1 at most.
    cdef int seat, left = 0
    for seat in range(r.n_players):
        left += p.cities_left[seat] + p.stations_left[seat]
    return min(left, N_STAGES - 1)


cdef inline int64_t tie_break(const Weights* w, const int32_t* numbers, int n_players, int seat) noexcept nogil:
    # E7.4: level totals are mostly decided by planets. What a seat may hope for from that, by how many more it has than
    # the best other one: of two seats one has `w.tie_break` more of this than the other, or less.
    cdef int other, planets = numbers[seat * N_FEATURES + PLANETS], ahead = DECISIVE
    for other in range(n_players):
        if other != seat:
            ahead = min(ahead, planets - numbers[other * N_FEATURES + PLANETS])
    return max(-DECISIVE, ahead) * w.tie_break // (2 * DECISIVE)


cdef inline void evaluate(
    const Weights* w, const RulesetData* r, const Position* p, Result* out, int kind
) noexcept nogil:
    # Each seat's share of the win and margin, as they are expected: its numbers are weighed, and what it leads by gives
    # both. The odds of two seats differ by a doubling for each `spread` of points, the tie-break included.
    #   writes   out, of every seat
    cdef int32_t numbers[MAX_PLAYERS * N_FEATURES]
    cdef int64_t worth[MAX_PLAYERS]
    cdef int64_t hope[MAX_PLAYERS]
    cdef int64_t best = INT64_MIN, second = INT64_MIN, most = INT64_MIN
    cdef int stage = stage_of(r, p), seat
    cdef double odds, total = 0
    features_of(r, p, numbers, kind)
    for seat in range(r.n_players):
        worth[seat] = worth_of_seat(w.value[stage], numbers + seat * N_FEATURES)
        hope[seat] = worth[seat] + tie_break(w, numbers, r.n_players, seat)
        most = max(most, hope[seat])
        if worth[seat] > best:
            second, best = best, worth[seat]
        else:
            second = max(second, worth[seat])
    for seat in range(r.n_players):
        odds = doubled((hope[seat] - most) * ONE // w.spread[stage])
        out.share[seat] = odds
        total += odds
        out.margin[seat] = (worth[seat] - (second if worth[seat] == best else best)) / <double>ONE
    for seat in range(r.n_players):
        out.share[seat] /= total


cdef inline float find_odds(
    const Weights* w, const RulesetData* r, const Position* p, const Moves* m, float* out, int kind
) noexcept nogil:
    # How much each action looks worth trying: the product of what its target, its piece, its ship and its tolls give.
    # What a target gives is found once for all ships. An action's part of all odds is its prior. No reveal is due.
    #   writes   out[0:m.total], by rank
    #   returns  their sum
    cdef Scene s
    cdef int32_t row[N_ACTION_FEATURES]
    cdef float of_target[MAX_CELLS][2]
    cdef uint8_t rank_of[MAX_CELLS]
    cdef const int32_t* policy = w.policy[stage_of(r, p)]
    cdef Cells todo
    cdef Pair pair, pairs
    cdef float base, paid, of_ship, total = 0
    cdef int i, cell, rank = 0
    cdef const float* odds
    cdef bint has_stations
    sse_check(m.total <= MOST_ACTIONS)
    set_scene(r, p, m, &s, kind)
    if m.due == CHOICE_DUE:
        todo = m.candidates
        while not is_empty(todo):
            write_choice(&s, pop_lowest(&todo), row)
            append(odds_of(dot(policy, row, OF_STAY + 1, N_ACTION_FEATURES), MOST_OF_TARGET), out, &rank, &total)
    has_stations = p.stations_left[s.player] > 0
    if SSE_HAS_EIGHT and kind == NARROW:
        weigh_targets_by_eight(r, &s, policy, has_stations, of_target, rank_of)
    else:
        weigh_targets(r, &s, policy, has_stations, of_target, rank_of, kind)
    for i in range(m.n):
        write_ship(&s, m, i, row, kind)
        # By ship, so that each sum doesn't wait for the one before.
        of_ship = 0
        pairs = no_pair()
        base = odds_of(dot(policy, row, SHIP_LANDINGS, TOLLS), MOST_OF_REST)
        todo = landings_of(m, i, kind)
        while not is_empty(todo):
            cell = pop_lowest(&todo)
            odds = of_target[rank_of[cell]]
            if kind == VARIANT:
                paid = base * odds_of(policy[TOLLS] * tolls_of(r, p, s.player, m.ship[i], cell, kind), MOST_OF_REST)
                if has(m.landings[i], cell):
                    append(paid * odds[CITY], out, &rank, &of_ship)
                if has(m.station_landings[i], cell):
                    append(paid * odds[STATION], out, &rank, &of_ship)
            elif m.kinds == 2:
                pair = pair_times(pair_at(odds), base)
                put_pair(pair, out + rank)
                pairs = plus_pair(pairs, pair)
                rank += 2
            else:
                append(base * odds[m.first_kind], out, &rank, &of_ship)
        if m.repairs[i]:
            paid = odds_of(policy[TOLLS] * tolls_of(r, p, s.player, m.ship[i], r.home[s.player], kind), MOST_OF_REST)
            append(base * paid * odds_of(policy[OF_REPAIR], MOST_OF_REST), out, &rank, &of_ship)
        total += of_ship + total_of_pair(pairs)
    if m.stay:
        append(odds_of(policy[OF_STAY], MOST_OF_REST), out, &rank, &total)
    sse_check(rank == m.total)
    return total


cdef inline void weigh_targets(
    const RulesetData* r, const Scene* s, const int32_t* policy, bint has_stations, float (*out)[2], uint8_t* rank_of,
    int kind,
) noexcept nogil:
    # How much a city on each target looks worth trying, and a station if the player has one: out[i][CITY] and
    # out[i][STATION].
    #   writes   out, by the rank of each cell in s.now; rank_of, by cell
    cdef int32_t rows[MAX_CELLS][N_ACTION_FEATURES]
    cdef float more
    cdef Cells todo = s.now
    cdef int i = 0, cell, rank
    while not is_empty(todo):
        cell = pop_lowest(&todo)
        write_target(r, s, cell, rows[i], kind)
        if has_stations:
            write_station(r, s, cell, rows[i], kind)
        rank_of[cell] = i
        i += 1
    # In a loop of its own: a vector can't be read before all its numbers have come to the cache.
    for rank in range(i):
        out[rank][CITY] = odds_of(dot(policy, rows[rank], 0, OF_STATION), MOST_OF_TARGET)
        if has_stations:
            more = odds_of(dot(policy, rows[rank], OF_STATION, SHIP_LANDINGS), MOST_OF_REST)
            out[rank][STATION] = out[rank][CITY] * more


cdef inline void append(float odds, float* out, int* rank, float* total) noexcept nogil:
    # Writes the odds of the next action. They are summed up at once: a sum by itself would wait for each addition.
    out[rank[0]] = odds
    rank[0] += 1
    total[0] += odds
