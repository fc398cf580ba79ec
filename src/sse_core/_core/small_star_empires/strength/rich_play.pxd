# Random play among the richest systems in reach, by which simulations of the search of Small Star Empires go on beyond
# the tree. Header-only; for `kind` see moves.pxd.
#
# A ply lands on a system with a nebula or at least two planets, if a ship reaches one; else on one with a planet, if a
# ship reaches one; else it is any legal action. Each of these actions is equally likely. Tiles don't count as rich:
# they are unknown at first, and ships seldom land there after the reveal.

from libc.stdint cimport uint64_t

from sse_core._core.bits cimport sse_check, sse_count_bits
from sse_core._core.small_star_empires.cells cimport Cells, both, either, size
from sse_core._core.small_star_empires.moves cimport nth_move
from sse_core._core.small_star_empires.playing cimport draw_tile
from sse_core._core.random cimport ply_below, stream_at
from sse_core._core.small_star_empires.structs cimport (
    MAX_SHIPS, NARROW, REVEAL_DUE, VARIANT, ActionRow, Moves, Position, RulesetData,
)
from sse_core._core.small_star_empires.turn cimport play

# The systems of a map that are worth landing on.
cdef struct Riches:
    Cells most              # nebulae, and at least two planets
    Cells some              # at least a planet, the others included


cdef inline void find_riches(const RulesetData* r, Riches* out) noexcept nogil:
    out.most = either(r.planets[1], either(r.nebulae[0], either(r.nebulae[1], r.nebulae[2])))
    out.some = either(out.most, r.planets[0])


cdef inline void list_landings(const Moves* m, Cells wanted, Moves* out, int kind) noexcept nogil:
    # The moves among some legal actions that land and colonize in a set of systems.
    #   reads    m, in which no reveal is due
    #   writes   out; out.total is 0 if there is no such move
    cdef int i, total = 0
    sse_check(m.due != REVEAL_DUE and m.n <= MAX_SHIPS)
    out.due, out.mixed, out.kinds, out.first_kind, out.n, out.stay = m.due, m.mixed, m.kinds, m.first_kind, m.n, 0
    for i in range(m.n):
        out.ship[i], out.marked[i], out.repairs[i] = m.ship[i], m.marked[i], 0
        out.landings[i] = both(m.landings[i], wanted)
        if kind == VARIANT:
            out.station_landings[i] = both(m.station_landings[i], wanted)
            out.actions[i] = size(out.landings[i]) + size(out.station_landings[i])
        elif kind == NARROW:
            out.actions[i] = m.kinds * sse_count_bits(out.landings[i].lo)
        else:
            out.actions[i] = m.kinds * size(out.landings[i])
        total += out.actions[i]
    out.total = total


cdef inline void draw_rich(
    const Riches* riches, const Moves* m, uint64_t* stream, ActionRow* out, int kind
) noexcept nogil:
    # What one ply does: as above, or a tile by its odds (E9.2).
    #   reads    m, in which at least one action is legal
    #   writes   stream, out
    cdef Moves landings
    if kind == VARIANT and m.due == REVEAL_DUE:
        out[0] = draw_tile(m, stream)
        return
    list_landings(m, riches.most, &landings, kind)
    if landings.total == 0:
        list_landings(m, riches.some, &landings, kind)
    if landings.total:
        nth_move(&landings, ply_below(stream, landings.total), out, kind)
    else:
        nth_move(m, ply_below(stream, m.total), out, kind)


cdef inline void play_rich(
    const RulesetData* r, const Riches* riches, Position* p, Moves* m, uint64_t seed, int kind
) noexcept nogil:
    # Plays a game to its end; ply p draws as PlyStream(seed, p) of seeds.py.
    #   reads    m, the legal actions of p
    #   writes   p, m
    cdef ActionRow action
    cdef uint64_t stream = stream_at(seed, p.ply)
    while m.total:
        draw_rich(riches, m, &stream, &action, kind)
        play(r, p, &action, m, kind)
