# For Jump Wars. The shares of the win that seats can expect in a position between turns, for the end of a simulation of
# the search. Header-only.

from sse_core._core.jump_wars.strength.evaluation cimport evaluate_seats
from sse_core._core.jump_wars.strength.policy cimport *


cdef enum:
    LAST_TURNS = 15         # before the limit, in which what counts there (J3.4) counts more and more


cdef inline double rank_of(const Position* p, int seat) noexcept nogil:
    # J3.4: what counts at the limit: Homeworlds, then fleets.
    return 1 + 4 * enemy_homeworlds(p, seat) + fleets_of(p, seat) / (200.0 + fleets_of(p, seat))

cdef inline void find_shares(const Position* p, double* out) noexcept nogil:
    # J3: the shares of the win; before the end, by the worths of the seats.
    #   writes   out[n_players], which add to 1
    cdef uint8_t winners = 0
    cdef int seat, n, left = p.turn_limit - p.turn
    cdef double total = 0, ends = 0, late = 0
    cdef double ranks[MAX_PLAYERS]
    if outcome_of(p, &winners) != UNDECIDED:
        n = sse_count_bits(winners)
        for seat in range(p.n_players):
            out[seat] = (winners >> seat & 1) / <double>n
        return
    evaluate_seats(p, out)
    for seat in range(p.n_players):
        out[seat] *= out[seat] * out[seat]
        total += out[seat]
    if left < LAST_TURNS:
        late = 1 - left / <double>LAST_TURNS
        for seat in range(p.n_players):
            ranks[seat] = rank_of(p, seat)
            ranks[seat] *= ranks[seat] * ranks[seat]
            ends += ranks[seat]
    for seat in range(p.n_players):
        out[seat] = out[seat] / total if total else 1 / <double>p.n_players
        if late:
            out[seat] = (1 - late) * out[seat] + late * ranks[seat] / ends
