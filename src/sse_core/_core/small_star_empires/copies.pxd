# Copies of positions of Small Star Empires, for counts and searches that play on from one position in many ways.
# Header-only.

from libc.string cimport memcpy

from sse_core._core.small_star_empires.structs cimport VARIANT, Position


cdef inline void copy_position(const Position* p, Position* out, int kind) noexcept nogil:
    # Writes what play reads. Field by field, because gcc copies a whole Position by an instruction that takes longer
    # than to play an action.
    memcpy(out.held, p.held, sizeof(p.held))
    memcpy(out.ships, p.ships, sizeof(p.ships))
    memcpy(out.n_ships, p.n_ships, sizeof(p.n_ships))
    memcpy(out.cities_left, p.cities_left, sizeof(p.cities_left))
    memcpy(out.stations_left, p.stations_left, sizeof(p.stations_left))
    out.stations = p.stations
    out.ply, out.to_act, out.passed = p.ply, p.to_act, p.passed
    if kind == VARIANT:
        memcpy(out.tiles, p.tiles, sizeof(p.tiles))
        memcpy(out.received, p.received, sizeof(p.received))
        memcpy(out.banked_planets, p.banked_planets, sizeof(p.banked_planets))
        memcpy(out.banked_tiles, p.banked_tiles, sizeof(p.banked_tiles))
        out.unexplored, out.conquered = p.unexplored, p.conquered
        out.due, out.spot, out.explorer = p.due, p.spot, p.explorer
