# The goal of the solver in Small Star Empires: worths of finished games, as integers. Header-only.
#
# The worth of a finished game to a seat is by_win * (share of the win beyond the even one) + by_margin * (margin), so
# that the worths of two players add up to 0. One of the two factors is 0, or by_win is so large that a larger share of
# the win outweighs every margin: then players look at the share first, and at the margin among equal shares.
#
# Worths need no fractions. A draw takes one of the tiles that nobody has seen, each equally likely (E9.2). If t tiles
# are left and at most k draws follow, from t, t - 1, ... tiles, every expectation is a multiple of one part in t * (t -
# 1) * ... * (t - k + 1). Worths count these parts. The worth before a draw is then the sum of the worths after it, each
# counted once for every such tile that is left, and nothing is divided.

from libc.stdint cimport int32_t, int64_t

from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport size
from sse_core._core.small_star_empires.score cimport score, total_of, winners_of
from sse_core._core.small_star_empires.structs cimport (
    MAX_PLAYERS, N_TILES, REVEAL_DUE, VARIANT, Position, RulesetData, Sheet,
)

cdef enum:
    SHARES = 12             # a won game has so many shares, for 1, 2, 3 or 4 winners to divide
    WORTH_BITS = 61         # no worth is further from 0 than 2**61: sums and differences of two fit in 64 bits

cdef struct Goal:
    int64_t by_win          # for each of SHARES
    int64_t by_margin
    int64_t most_margin     # no margin of the game is larger
    int32_t never_seen      # at least so many of the unexplored systems are still unexplored at the end


cdef inline int64_t parts_of(const RulesetData* r, const Position* p, const Goal* goal) noexcept nogil:
    # In how many parts worths are counted here; 0 if it is more than 2**40.
    cdef int tile, left = 0, unexplored
    cdef int64_t parts = 1
    if r.kind != VARIANT:
        return 1
    unexplored = size(p.unexplored) - goal.never_seen
    sse_check(unexplored >= 0)
    for tile in range(N_TILES):
        left += r.bag[tile] - size(p.tiles[tile])
    while unexplored > 0:
        # No game starts with fewer tiles than unexplored systems (E9.1), and both become one less with a reveal.
        sse_check(left >= unexplored)
        parts *= left
        if parts > (<int64_t>1 << 40):
            return 0
        left -= 1
        unexplored -= 1
    return parts


cdef inline void worths_at_end(const RulesetData* r, const Position* p, const Goal* goal, int64_t* out) noexcept nogil:
    # The worth of a finished game to each seat, in parts.
    #   writes   out[0:n_players]
    cdef Sheet sheets[MAX_PLAYERS]
    cdef int totals[MAX_PLAYERS]
    cdef int player, other, best, won = 0, decided_by, share = 0
    cdef int64_t parts = parts_of(r, p, goal)
    score(r, p, sheets)
    for player in range(r.n_players):
        totals[player] = total_of(&sheets[player])
    if goal.by_win:
        won = winners_of(r, p, sheets, &decided_by)
        for player in range(r.n_players):
            share += (won >> player) & 1
        share = SHARES // share
    for player in range(r.n_players):
        best = -1
        for other in range(r.n_players):
            if other != player:
                best = max(best, totals[other])
        out[player] = parts * (
            goal.by_margin * (totals[player] - best)
            + goal.by_win * (((won >> player) & 1) * share - SHARES // r.n_players)
        )
