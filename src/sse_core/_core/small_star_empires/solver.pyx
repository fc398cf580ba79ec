# cython: language_level=3, wraparound=False, cdivision=True
"""The exact solver of Small Star Empires, without the GIL: worths of positions under best play to the end.

`small_star_empires/strength/solving.py` calls this module: it checks the arguments and makes values of the numbers. It
has variants for newer processors (``variants.py``).

Two players are searched by alpha-beta, more players by max^n. Before a reveal a worth is the sum over the tiles that
are left (``strength/goal.pxd``). A worth is that of the seat to act, or of the seat whose turn waits for chance: the
viewer's.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from time import perf_counter

from sse_core._core.small_star_empires.action_ids cimport id_of
from sse_core._core.small_star_empires.strength.bounds cimport (
    NebulaSteps, Prospect, best_last_margin, best_margin, best_territory, fill_steps, foresee,
)
from sse_core._core.small_star_empires.copies cimport copy_position
from sse_core._core.small_star_empires.strength.entries cimport (
    MAX_ENTRY_KEY, Entries, find_entry, keep_entry, write_entry_key,
)
from sse_core._fast cimport State
from sse_core._core.small_star_empires.flood cimport largest_territory
from sse_core._core.small_star_empires.strength.goal cimport SHARES, WORTH_BITS, Goal, parts_of, worths_at_end
from sse_core._core.bits cimport sse_check
from sse_core._core.small_star_empires.cells cimport (
    Cells, both, cells_none, either, has, is_empty, pop_lowest, size, without,
)
from sse_core._core.small_star_empires.moves cimport held_by_all, nth_move, opponents_of, seat_after
from sse_core._core.small_star_empires.score cimport set_points
from sse_core._core.small_star_empires.structs cimport (
    CHANCE, CITY, FINISHED, MAX_CELLS, MAX_PLAYERS, N_TILES, NARROW, NOTHING_DUE, REPAIR, REVEAL,
    REVEAL_DUE, STATION, VARIANT, WIDE, ActionRow, Moves, Position, RulesetData,
)
from sse_core._core.small_star_empires.maps.symmetry cimport (
    MOST_SYMMETRIES, Symmetry, fill_symmetry, move_position, seat_moved,
)
from sse_core._core.small_star_empires.transpositions cimport hash_of, sse_try_lock, sse_unlock
from sse_core._core.small_star_empires.turn cimport play

__all__ = ["MAX_PLIES", "SHARES_OF_A_WIN", "Solver"]

cdef enum:
    POLL = 1 << 12          # positions between two looks at clock and signals: some milliseconds
    LINE = 64               # bytes of a line of the processor's cache
    MOST_PLIES = 1000       # that can follow a position which is searched: they bound the depth of recursion

MAX_PLIES = MOST_PLIES
"""The most actions that can follow a position which is searched."""

SHARES_OF_A_WIN = SHARES
"""The number of shares in a win."""


# An action of a position, and how early it is tried.
cdef struct Choice:
    int32_t rank            # higher ones first
    ActionRow action

# The key of a position in the table, or of one that a symmetry takes it to.
cdef struct Key:
    uint64_t words[MAX_ENTRY_KEY]
    uint64_t hashed
    const Symmetry* symmetry        # NULL if it is of the position itself

# A position on the way from the first one to where the search is.
cdef struct Frame:
    Position position
    Moves moves
    int64_t worths[MAX_PLAYERS]     # found by search_many, by seat

cdef struct SolverRun:
    const RulesetData* r
    Goal goal
    NebulaSteps steps
    Entries table           # words is NULL if there is none
    Frame* frames           # [plies + 1]
    Choice* choices         # [plies][most_choices]
    Symmetry* symmetries    # [n_symmetries]
    int n_symmetries
    int most_choices
    int plies               # that can follow the first position
    int64_t most_worth      # of one part: no worth is further from 0
    uint64_t nodes          # positions searched so far
    uint64_t poll_at        # the number of nodes at which poll is called
    bint stopped            # what a search returns now means nothing
    void* owner             # the Solver, which polls


# --- actions in order

cdef inline uint32_t code_of(const ActionRow* action) noexcept nogil:
    # An action as a number; 0 is none.
    return (
        <uint32_t>action.origin | <uint32_t>action.target << 8 | <uint32_t>action.piece << 16
        | <uint32_t>action.damaged << 24
    )


cdef inline int viewer_of(const Position* p) noexcept nogil:
    # The seat to act, or the one whose turn waits for chance.
    return p.explorer if p.due else p.to_act


cdef inline Choice* choices_at(const SolverRun* s, int level) noexcept nogil:
    return s.choices + <size_t>level * s.most_choices


cdef int list_choices(
    SolverRun* s, int level, const Prospect* own, const Prospect* other, uint32_t first
) noexcept nogil:
    # The actions to try in a position where a player is to act, each with its rank.
    #   reads    own, other: the prospects of two players on a plain board, or NULL
    #   writes   choices_at(s, level)[0:n]
    #   returns  n
    cdef const RulesetData* r = s.r
    cdef const Position* p = &s.frames[level].position
    cdef const Moves* m = &s.frames[level].moves
    cdef Choice* out = choices_at(s, level)
    cdef int player = viewer_of(p), i, piece, cell, n = 0
    cdef Cells left, done
    cdef int32_t rank
    cdef int32_t rank_of[2][MAX_CELLS]
    cdef bint last_piece
    if r.kind == VARIANT or m.due != NOTHING_DUE:
        for i in range(m.total):
            nth_move(m, i, &out[i].action, r.kind)
            out[i].rank = rank_of_action(r, p, player, &out[i].action)
        n = m.total
    else:
        done = cells_none()
        rank_targets(s, p, player, targets_of(m), own, other, m, rank_of)
        # Ships don't matter any more when the last piece is placed.
        last_piece = p.cities_left[player] + p.stations_left[player] == 1
        for i in range(m.n):
            last_piece &= not m.ship[i] & 1
        for i in range(m.n):
            if m.repairs[i]:
                out[n].action.origin = m.ship[i] >> 1
                out[n].action.target = r.home[player]
                out[n].action.piece = REPAIR
                out[n].action.damaged = m.marked[i]
                out[n].rank = -1000
                n += 1
            left = m.landings[i]
            if last_piece:
                left = without(left, done)
                done = either(done, left)
            while not is_empty(left):
                cell = pop_lowest(&left)
                for piece in range(2):
                    rank = rank_of[piece][cell]
                    if rank > NOT_TRIED:
                        sse_check(n < s.most_choices)
                        out[n].action.origin = m.ship[i] >> 1
                        out[n].action.target = cell
                        out[n].action.piece = piece
                        out[n].action.damaged = m.marked[i]
                        # Of several ships the one with fewest other targets.
                        out[n].rank = rank - size(m.landings[i])
                        n += 1
    if first:
        for i in range(n):
            if code_of(&out[i].action) == first:
                out[i].rank = FIRST
    return n

cdef enum:
    NOT_TRIED = -(1 << 30)
    FIRST = 1 << 30


cdef inline int32_t rank_of_action(
    const RulesetData* r, const Position* p, int player, const ActionRow* action
) noexcept nogil:
    # The rank of an action where no prospects are known.
    cdef int kind, rank = 0
    if action.piece > STATION:
        return -1000
    for kind in range(3):
        rank += 16 * has(r.planets[kind], action.target)
        rank += 24 * has(r.nebulae[kind], action.target)
    if action.piece == STATION:
        rank += 12 * size(both(r.around[action.target], opponents_of(p, player))) - 12
    return rank


cdef inline void rank_targets(
    const SolverRun* s, const Position* p, int player, Cells targets, const Prospect* own, const Prospect* other,
    const Moves* m, int32_t (*out)[MAX_CELLS]
) noexcept nogil:
    # The rank of each piece at each target on a plain board. It is NOT_TRIED for a piece that the reserve lacks. Where
    # prospects of two players are given and only the margin counts, it is also NOT_TRIED for a piece that is never
    # better than the other one:
    # - A player who has as many stations left as landings, at most, loses nothing by placing stations only.
    # - A station beside which the opponent holds nothing at the end scores nothing. It is no worse to keep it.
    # - A station that scores now already as much as any other can in the end is no worse than a city.
    # Legal actions stay the same in each case, since they depend only on whether any piece is left.
    cdef const RulesetData* r = s.r
    cdef Cells cells = targets, opponents = opponents_of(p, player), spots
    cdef int cell, kind, rank, beside, pot, most = 0, second = 0, at_most = -1, colour, held
    cdef int step[3]
    cdef int theirs[3]
    cdef int pots[MAX_CELLS]
    cdef bint cities = p.cities_left[player] > 0, stations = p.stations_left[player] > 0
    cdef bint compared = own != NULL and not s.goal.by_win and m.kinds == 2
    for colour in range(3):
        held = size(both(p.held[player], r.nebulae[colour]))
        step[colour] = set_points(r, held + 1) - set_points(r, held)
        held = size(both(opponents, r.nebulae[colour]))
        theirs[colour] = set_points(r, held + 1) - set_points(r, held)
    if compared:
        cells = own.reach
        while not is_empty(cells):
            cell = pop_lowest(&cells)
            pot = size(both(r.around[cell], opponents)) + min(other.landings, size(both(r.around[cell], other.reach)))
            pots[cell] = pot
            if pot > most:
                second, most, at_most = most, pot, cell
            elif pot > second:
                second = pot
    cells = targets
    while not is_empty(cells):
        cell = pop_lowest(&cells)
        rank = 0
        for kind in range(3):
            if has(r.planets[kind], cell):
                rank += 16 + (16 if other != NULL and has(other.reach, cell) else 0)
            if has(r.nebulae[kind], cell):
                rank += 16 * step[kind] + (16 * theirs[kind] if other != NULL and has(other.reach, cell) else 0)
        beside = size(both(r.around[cell], opponents))
        # An opponent's stations beside it score one more.
        spots = both(both(r.around[cell], p.stations), opponents)
        rank -= 16 * size(spots)
        out[CITY][cell] = rank if cities else NOT_TRIED
        out[STATION][cell] = rank + 16 * beside - 16 if stations else NOT_TRIED
        if compared:
            if own.stations == own.landings:
                out[CITY][cell] = NOT_TRIED
            elif pots[cell] == 0:
                out[STATION][cell] = NOT_TRIED
            elif beside >= (second if cell == at_most else most):
                out[CITY][cell] = NOT_TRIED


cdef inline void bring_forward(Choice* choices, int i, int n) noexcept nogil:
    # Exchanges choice i with the best one of choices[i:n].
    cdef int best = i, k
    cdef Choice choice
    for k in range(i + 1, n):
        if choices[k].rank > choices[best].rank:
            best = k
    choice = choices[i]
    choices[i] = choices[best]
    choices[best] = choice


cdef void step_to(SolverRun* s, int level, const ActionRow* action) noexcept nogil:
    # Plays an action: frame `level` + 1 is written.
    cdef Frame* frame = &s.frames[level]
    cdef Frame* child = frame + 1
    cdef const RulesetData* r = s.r
    sse_check(level < s.plies)
    if r.kind == NARROW:
        copy_position(&frame.position, &child.position, NARROW)
        play(r, &child.position, action, &child.moves, NARROW)
    elif r.kind == WIDE:
        copy_position(&frame.position, &child.position, WIDE)
        play(r, &child.position, action, &child.moves, WIDE)
    else:
        copy_position(&frame.position, &child.position, VARIANT)
        play(r, &child.position, action, &child.moves, VARIANT)


cdef inline bint goes_on(SolverRun* s, int level) noexcept nogil:
    # Counts a position; returns whether the search goes on. It stops where more plies follow than it has frames for.
    s.nodes += 1
    s.stopped |= level >= s.plies
    if s.nodes >= s.poll_at:
        poll(s)
    return not s.stopped


cdef void poll(SolverRun* s) noexcept nogil:
    with gil:
        (<Solver>s.owner).poll_now()


# --- the table

cdef enum:
    PLIES_WITH_SYMMETRY = 4     # nearer to the end positions are searched faster than they are turned


cdef uint64_t* look_up(const SolverRun* s, int level, Key* key) noexcept nogil:
    # The entry of a frame, NULL if there is none.
    #   writes   key, unless there is no table
    cdef const RulesetData* r = s.r
    cdef const Position* p = &s.frames[level].position
    cdef Position moved
    cdef uint64_t words[MAX_ENTRY_KEY]
    cdef int i, k, n = write_entry_key(r, p, key.words)
    key.symmetry = NULL
    if s.n_symmetries and s.plies - level > PLIES_WITH_SYMMETRY:
        # Of all keys the lowest one.
        for i in range(s.n_symmetries):
            move_position(r, &s.symmetries[i], p, &moved)
            write_entry_key(r, &moved, words)
            k = 0
            while k < n and words[k] == key.words[k]:
                k += 1
            if k < n and words[k] < key.words[k]:
                key.symmetry = &s.symmetries[i]
                memcpy(key.words, words, n * sizeof(uint64_t))
    key.hashed = hash_of(key.words, n)
    return find_entry(&s.table, key.words, key.hashed)


cdef inline uint32_t first_of(const SolverRun* s, const Key* key, const uint64_t* entry) noexcept nogil:
    # The number of the action that an entry has for the position of its key, 0 if it has none.
    cdef uint32_t code = <uint32_t>entry[s.table.size - 1]
    return code if key.symmetry == NULL else moved_code(key.symmetry.back, code)


cdef inline uint32_t moved_code(const uint8_t* to, uint32_t code) noexcept nogil:
    # What cells going `to` others make of the number of an action.
    if code == 0 or code >> 16 & 255 == REVEAL:
        return code
    return code >> 16 << 16 | to[code & 255] | <uint32_t>to[code >> 8 & 255] << 8


cdef inline void keep(
    const SolverRun* s, int level, const Key* key, const int64_t* worths, uint32_t code
) noexcept nogil:
    # Keeps the worths of a frame, and the number of an action to try first.
    if key.symmetry != NULL:
        code = moved_code(key.symmetry.to, code)
    keep_entry(&s.table, key.words, key.hashed, worths, code, s.plies - level)


# --- two players

cdef int64_t worth_of(SolverRun* s, int level, int player, int64_t alpha, int64_t beta) noexcept nogil:
    # The worth of a frame to a player, finished or not; as `search`.
    cdef const Position* p = &s.frames[level].position
    cdef int64_t worths[MAX_PLAYERS]
    if p.to_act == FINISHED:
        worths_at_end(s.r, p, &s.goal, worths)
        return worths[player]
    if viewer_of(p) == player:
        return search(s, level, alpha, beta)
    return -search(s, level, -beta, -alpha)


cdef int64_t search(SolverRun* s, int level, int64_t alpha, int64_t beta) noexcept nogil:
    # The worth of a position that isn't finished, alpha < beta. A result up to alpha says that the worth is no larger;
    # one from beta on that it is no smaller; one between is exact.
    cdef const RulesetData* r = s.r
    cdef const Position* p = &s.frames[level].position
    cdef Choice* choices
    cdef int64_t bounds[2]          # the worth lies in these
    cdef int64_t best = -INT64_MAX, worth, floor
    cdef Key key
    cdef uint64_t* entry
    cdef uint32_t first = 0, best_code = 0
    cdef Prospect prospects[2]
    cdef int player = viewer_of(p), i, n
    cdef bint plain = r.kind != VARIANT
    if not goes_on(s, level):
        return 0
    bounds[0] = -s.most_worth * (1 if plain else parts_of(r, p, &s.goal))
    bounds[1] = -bounds[0]
    if plain and is_last_placement(s, p, player):
        return best_last_margin(r, p, player, targets_of(&s.frames[level].moves))
    if s.table.words != NULL:
        entry = look_up(s, level, &key)
        if entry != NULL:
            bounds[0] = <int64_t>entry[s.table.key_size]
            bounds[1] = <int64_t>entry[s.table.key_size + 1]
            first = first_of(s, &key, entry)
            if bounds[0] >= beta or bounds[0] == bounds[1]:
                return bounds[0]
            if bounds[1] <= alpha:
                return bounds[1]
    if plain:
        static_bounds(s, p, player, alpha, beta, prospects, bounds)
        if bounds[0] >= beta or bounds[0] == bounds[1]:
            return bounds[0]
        if bounds[1] <= alpha:
            return bounds[1]
    alpha, beta = max(alpha, bounds[0]), min(beta, bounds[1])
    floor = alpha
    if p.due == REVEAL_DUE:
        best = search_chance(s, level, alpha, beta)
    else:
        if plain:
            n = list_choices(s, level, &prospects[player], &prospects[1 - player], first)
        else:
            n = list_choices(s, level, NULL, NULL, first)
        choices = choices_at(s, level)
        for i in range(n):
            bring_forward(choices, i, n)
            step_to(s, level, &choices[i].action)
            if i == 0:
                worth = worth_of(s, level + 1, player, alpha, beta)
            else:
                worth = worth_of(s, level + 1, player, alpha, alpha + 1)
                if alpha < worth < beta and not s.stopped:
                    worth = worth_of(s, level + 1, player, worth, beta)
            if s.stopped:
                return 0
            if worth > best:
                best = worth
                best_code = code_of(&choices[i].action)
                if best > alpha:
                    alpha = best
                if best >= beta:
                    break
    if s.stopped:
        return 0
    if best >= beta:
        bounds[0] = max(bounds[0], best)
    elif best > floor:
        bounds[0] = bounds[1] = best
    else:
        bounds[1] = min(bounds[1], max(best, bounds[0]))
        best = bounds[1]
        if first:
            best_code = first
    if s.table.words != NULL:
        keep(s, level, &key, bounds, best_code)
    return best


cdef inline bint is_last_placement(const SolverRun* s, const Position* p, int player) noexcept nogil:
    # Whether one of two players on a plain board places the last piece of all now, and only the margin counts.
    cdef int i
    if s.goal.by_win or p.cities_left[player] + p.stations_left[player] != 1:
        return False
    if p.cities_left[1 - player] or p.stations_left[1 - player]:
        return False
    for i in range(p.n_ships[player]):
        # It might be repaired first.
        if p.ships[player][i] & 1:
            return False
    return True


cdef inline Cells targets_of(const Moves* m) noexcept nogil:
    # Where any ship can land on a plain board.
    cdef Cells targets = cells_none()
    cdef int i
    for i in range(m.n):
        targets = either(targets, m.landings[i])
    return targets


cdef void static_bounds(
    const SolverRun* s, const Position* p, int player, int64_t alpha, int64_t beta, Prospect* prospects, int64_t* bounds
) noexcept nogil:
    # Narrows the bounds of two players' worth on a plain board by what both can still reach; not by territory where the
    # bounds already say enough, that the worth is alpha at most or beta at least.
    #   writes   prospects[0:2], by seat; bounds[0:2]
    cdef const RulesetData* r = s.r
    cdef Cells free = without(r.landable, held_by_all(p))
    cdef Prospect* own = &prospects[player]
    cdef Prospect* other = &prospects[1 - player]
    cdef int most, least, territory = r.territory_points
    foresee(r, p, 0, free, &prospects[0])
    foresee(r, p, 1, free, &prospects[1])
    most = best_margin(r, &s.steps, own, other, p.stations)
    least = -best_margin(r, &s.steps, other, own, p.stations)
    if most_worth_with(s, most + territory) > alpha and -most_worth_with(s, territory - least) < beta:
        own.territory = largest_territory(r, own.held)
        other.territory = largest_territory(r, other.held)
        most += best_territory(r, own, other)
        least -= best_territory(r, other, own)
    else:
        most += territory
        least -= territory
    bounds[1] = min(bounds[1], most_worth_with(s, most))
    bounds[0] = max(bounds[0], -most_worth_with(s, -least))


cdef inline int64_t most_worth_with(const SolverRun* s, int64_t margin) noexcept nogil:
    # The worth, at most, to one of two players whose margin is this at most. E7.4: level players may win by a
    # tie-break.
    return s.goal.by_margin * margin + s.goal.by_win * (SHARES // 2 if margin >= 0 else -(SHARES // 2))


cdef inline int64_t floor_of(int64_t number, int64_t by) noexcept nogil:
    # number / by, rounded down; by > 0.
    return number // by - (1 if number % by < 0 else 0)


cdef int64_t search_chance(SolverRun* s, int level, int64_t alpha, int64_t beta) noexcept nogil:
    # The same for a position where a reveal is due: the sum over the tiles left (Star1). A tile is searched with the
    # window outside which the tiles after it can't bring the sum back between alpha and beta.
    cdef const Position* p = &s.frames[level].position
    cdef const Moves* m = &s.frames[level].moves
    cdef ActionRow action
    cdef int tile, left = 0, number, player = p.explorer
    cdef int64_t most, known = 0, worth, low, high
    for tile in range(N_TILES):
        left += m.left[tile]
    most = s.most_worth * (parts_of(s.r, p, &s.goal) // left)
    action.origin = action.damaged = 0
    action.piece = REVEAL
    for tile in range(N_TILES):
        number = m.left[tile]
        if number <= 0:
            continue
        left -= number
        action.target = tile
        step_to(s, level, &action)
        low = max(floor_of(alpha - known - left * most, number), -most - 1)
        high = min(-floor_of(-(beta - known + left * most), number), most + 1)
        if low >= high:
            # The window is beyond every worth.
            low, high = -most - 1, most + 1
        worth = worth_of(s, level + 1, player, low, high)
        if s.stopped:
            return 0
        known += number * worth
        if worth <= low:
            return known + left * most
        if worth >= high:
            return known - left * most
    return known


# --- more players

cdef inline bint prefers(const SolverRun* s, int player, const int64_t* a, const int64_t* b) noexcept nogil:
    # Whether a player prefers worths a to b: the player's own worth is larger; if both are equal, the next seat's is
    # smaller, and so on round the table. If a player prefers neither, all worths are the same.
    cdef int seat = player, _
    if a[player] != b[player]:
        return a[player] > b[player]
    for _ in range(s.r.n_players - 1):
        seat = seat_after(s.r, seat)
        if a[seat] != b[seat]:
            return a[seat] < b[seat]
    return False


cdef bint search_many(SolverRun* s, int level, int64_t ceiling) noexcept nogil:
    # The worths of a frame by max^n, finished or not.
    #   writes   s.frames[level].worths[0:n_players]
    #   returns  False if the viewer has more than `ceiling`; then what is written means nothing
    # Shallow pruning: the margins of two players add up to 0 at most, and they share one win. So a player who has found
    # worth w skips positions in which the next player's worth leaves less than w. The worths of players after that one
    # give no bound.
    cdef const RulesetData* r = s.r
    cdef Frame* frame = &s.frames[level]
    cdef Frame* child = frame + 1
    cdef const Position* p = &frame.position
    cdef Choice* choices
    cdef Key key
    cdef uint64_t* entry
    cdef uint32_t first = 0, best_code = 0
    cdef int64_t worths[MAX_PLAYERS]
    cdef int64_t most
    cdef int player = viewer_of(p), seat, i, n
    if p.to_act == FINISHED:
        worths_at_end(r, p, &s.goal, frame.worths)
        return True
    if not goes_on(s, level):
        return False
    if s.table.words != NULL:
        entry = look_up(s, level, &key)
        if entry != NULL:
            for seat in range(r.n_players):
                i = seat if key.symmetry == NULL else seat_moved(r, key.symmetry, seat)
                frame.worths[seat] = <int64_t>entry[s.table.key_size + i]
            return True
    if p.due == REVEAL_DUE:
        sum_many(s, level)
        if s.stopped:
            return False
    else:
        # Two players' worths add up to this at most.
        most = s.goal.by_win * (SHARES - 2 * (SHARES // r.n_players)) * parts_of(r, p, &s.goal)
        n = list_choices(s, level, NULL, NULL, first)
        choices = choices_at(s, level)
        for i in range(n):
            bring_forward(choices, i, n)
            step_to(s, level, &choices[i].action)
            if i == 0 or child.position.to_act == CHANCE or viewer_of(&child.position) == player:
                search_many(s, level + 1, INT64_MAX)
            elif not search_many(s, level + 1, most - frame.worths[player]) and not s.stopped:
                continue
            if s.stopped:
                return False
            if i == 0 or prefers(s, player, child.worths, frame.worths):
                best_code = code_of(&choices[i].action)
                for seat in range(r.n_players):
                    frame.worths[seat] = child.worths[seat]
                if frame.worths[player] > ceiling:
                    return False
    if s.stopped:
        return False
    if s.table.words != NULL:
        for seat in range(r.n_players):
            worths[seat if key.symmetry == NULL else seat_moved(r, key.symmetry, seat)] = frame.worths[seat]
        keep(s, level, &key, worths, best_code)
    return True


cdef void sum_many(SolverRun* s, int level) noexcept nogil:
    # The same where a reveal is due: the sum over the tiles left.
    cdef Frame* frame = &s.frames[level]
    cdef Frame* child = frame + 1
    cdef ActionRow action
    cdef int tile, seat
    for seat in range(MAX_PLAYERS):
        frame.worths[seat] = 0
    action.origin = action.damaged = 0
    action.piece = REVEAL
    for tile in range(N_TILES):
        if frame.moves.left[tile] <= 0:
            continue
        action.target = tile
        step_to(s, level, &action)
        search_many(s, level + 1, INT64_MAX)
        if s.stopped:
            return
        for seat in range(s.r.n_players):
            frame.worths[seat] += frame.moves.left[tile] * child.worths[seat]


# --- for Python

@cython.final
cdef class Solver:
    """The solver of one state and goal, which can be stopped and go on.

    Worths are integers: by_win for each share of the win beyond the even one, of SHARES_OF_A_WIN, and by_margin for
    each point of margin, both times `parts` of the position. `most_margin` bounds every margin of the game. `plies`
    bounds the number of actions that can follow, and at least `never_seen` systems stay unexplored. `n_bytes` is the
    size of the table, 0 for none.

    `symmetries` are those of the board and of what the players began with: by the cell that each cell goes to, and by
    how many seats the players move round the table. Raises MemoryError.
    """

    cdef State state
    cdef SolverRun search
    cdef void* table
    cdef object deadline            # a time of perf_counter, or None
    cdef object most_nodes          # or None
    cdef object error               # what a signal raised
    cdef uint64_t lock              # taken while the solver has a position
    cdef object report              # called now and then, or None

    def __cinit__(
        self, State state not None, int64_t by_win, int64_t by_margin, int64_t most_margin, int never_seen, int plies,
        uint64_t n_bytes, tuple symmetries,
    ):
        cdef SolverRun* s = &self.search
        cdef const RulesetData* r = &state.ruleset.data
        cdef uint64_t key[MAX_ENTRY_KEY]
        cdef int64_t parts
        cdef int player, ships = 1
        if not 0 <= plies <= MOST_PLIES:
            raise ValueError(f"{plies} plies aren't searched")
        self.state = state
        s.r = r
        s.owner = <void*>self
        s.goal.by_win, s.goal.by_margin, s.goal.most_margin = by_win, by_margin, most_margin
        s.goal.never_seen = never_seen
        s.most_worth = by_margin * most_margin + by_win * SHARES
        parts = parts_of(r, &state.position, &s.goal)
        if parts == 0 or s.most_worth > (<int64_t>1 << WORTH_BITS) // parts:
            raise OverflowError("worths of this state need more than 64 bits")
        fill_steps(r, &s.steps)
        s.plies = plies
        for player in range(r.n_players):
            ships = max(ships, state.position.n_ships[player])
        s.most_choices = ships * (2 * r.n_cells + 1) + N_TILES + 1
        s.frames = <Frame*>PyMem_RawCalloc(plies + 1, sizeof(Frame))
        s.choices = <Choice*>PyMem_RawCalloc(<size_t>plies * s.most_choices + 1, sizeof(Choice))
        if s.frames == NULL or s.choices == NULL:
            raise MemoryError
        self.take_symmetries(symmetries)
        s.table.key_size = write_entry_key(r, &state.position, key)
        s.table.n_worths = 2 if r.n_players == 2 else r.n_players
        s.table.size = s.table.key_size + s.table.n_worths + 1
        if n_bytes >= 2 * self.entry_bytes:
            # The mask of one place, in the memory of a new object, is 0.
            while 2 * (s.table.mask + 1) * 2 * self.entry_bytes <= n_bytes:
                s.table.mask = 2 * s.table.mask + 1
            self.table = PyMem_RawCalloc((s.table.mask + 1) * 2 * self.entry_bytes + LINE, 1)
            if self.table == NULL:
                raise MemoryError(f"there is no memory for a table of {n_bytes} bytes")
            s.table.words = <uint64_t*>((<size_t>self.table + LINE - 1) & ~(<size_t>LINE - 1))

    cdef int take_symmetries(self, tuple symmetries) except -1:
        cdef SolverRun* s = &self.search
        cdef int i, cell
        s.n_symmetries = len(symmetries)
        if s.n_symmetries > MOST_SYMMETRIES:
            raise ValueError(f"a board has up to {MOST_SYMMETRIES} symmetries, not {s.n_symmetries}")
        s.symmetries = <Symmetry*>PyMem_RawCalloc(s.n_symmetries + 1, sizeof(Symmetry))
        if s.symmetries == NULL:
            raise MemoryError
        for i, (cells, shift) in enumerate(symmetries):
            if sorted(cells) != list(range(s.r.n_cells)) or not 0 <= shift < s.r.n_players:
                raise ValueError("a symmetry takes cells to cells, and seats to seats")
            for cell in range(s.r.n_cells):
                s.symmetries[i].to[cell] = cells[cell]
            s.symmetries[i].shift = shift
            fill_symmetry(s.r.n_cells, &s.symmetries[i])
        return 0

    def __dealloc__(self):
        PyMem_RawFree(self.search.symmetries)
        PyMem_RawFree(self.search.frames)
        PyMem_RawFree(self.search.choices)
        PyMem_RawFree(self.table)

    @property
    def entry_bytes(self):
        """The size of an entry of the table in bytes."""
        return self.search.table.size * sizeof(uint64_t)

    @property
    def nodes(self):
        """The positions searched so far."""
        return self.search.nodes

    @property
    def parts(self):
        """In how many parts the worths of the state are counted."""
        return parts_of(self.search.r, &self.state.position, &self.search.goal)

    cdef int begin(self, State state) except -1:
        # Takes the lock, and puts a state in the first frame. Who calls this gives the lock back.
        cdef Frame* frame = &self.search.frames[0]
        if state.ruleset is not self.state.ruleset:
            raise ValueError("a solver is for states of one game")
        if not sse_try_lock(&self.lock):
            raise RuntimeError("a solver has one position at a time")
        frame.position, frame.moves = state.position, state.moves
        self.search.stopped = False
        self.search.poll_at = self.search.nodes
        return 0

    cdef int poll_now(self) except? -1:
        # Looks at signals, clock and count, and stops the search if one of them says so.
        cdef SolverRun* s = &self.search
        s.poll_at = s.nodes + POLL
        if self.most_nodes is not None:
            if s.nodes >= self.most_nodes:
                s.stopped = True
            s.poll_at = min(s.poll_at, <uint64_t>self.most_nodes)
        try:
            PyErr_CheckSignals()
            if self.deadline is not None and perf_counter() >= self.deadline:
                s.stopped = True
            if self.report is not None:
                self.report()
        except BaseException as error:
            self.error = error
            s.stopped = True
        return 0

    def limit(self, nodes=None, deadline=None, report=None):
        """Set where searches stop: at so many nodes in all, at a time of `perf_counter`.

        `report` is called every few milliseconds; what it raises stops the search, too.
        """
        self.most_nodes, self.deadline, self.report = nodes, deadline, report

    def bounds(self, State state not None):
        """Return bounds on the worth of an unfinished state of two players to the seat to act."""
        cdef SolverRun* s = &self.search
        cdef Prospect prospects[2]
        cdef int64_t bounds[2]
        bounds[0] = -s.most_worth * parts_of(s.r, &state.position, &s.goal)
        bounds[1] = -bounds[0]
        if s.r.kind != VARIANT:
            static_bounds(
                s, &state.position, viewer_of(&state.position), -INT64_MAX, INT64_MAX, prospects, bounds
            )
        return bounds[0], bounds[1]

    def worth(self, State state not None, int player, int64_t alpha, int64_t beta):
        """Return the worth of a state of two players to one of them, None if the search was stopped.

        A result up to alpha says that the worth is no larger, one from beta on that it is no smaller.
        """
        cdef int64_t found
        self.begin(state)
        try:
            with nogil:
                found = worth_of(&self.search, 0, player, alpha, beta)
        finally:
            sse_unlock(&self.lock)
        return found if self.finished() else None

    def worths(self, State state not None):
        """Return the worth of a state to each of several players, None if the search was stopped."""
        self.begin(state)
        try:
            with nogil:
                search_many(&self.search, 0, INT64_MAX)
            found = tuple([self.search.frames[0].worths[seat] for seat in range(self.search.r.n_players)])
        finally:
            sse_unlock(&self.lock)
        return found if self.finished() else None

    def first(self, State state not None):
        """Return the id of the action that the table has for an unfinished state, None if it has none."""
        cdef SolverRun* s = &self.search
        cdef Key key
        cdef uint64_t* entry
        if s.table.words == NULL:
            return None
        self.begin(state)
        entry = look_up(s, 0, &key)
        sse_unlock(&self.lock)
        if entry == NULL or first_of(s, &key, entry) == 0:
            return None
        return id_with(s.r, &state.position, first_of(s, &key, entry))

    def in_order(self, State state not None):
        """Return the ids of the actions that are tried at a state where a player is to act, the first one first."""
        cdef SolverRun* s = &self.search
        cdef Choice* choices = choices_at(s, 0)
        cdef Prospect prospects[2]
        cdef int64_t bounds[2]
        cdef int i, n, player = viewer_of(&state.position)
        if s.plies == 0 or state.position.to_act < 0:
            return ()
        self.begin(state)
        if s.r.n_players == 2 and s.r.kind != VARIANT:
            bounds[0], bounds[1] = -INT64_MAX, INT64_MAX
            static_bounds(s, &state.position, player, -INT64_MAX, INT64_MAX, prospects, bounds)
            n = list_choices(s, 0, &prospects[player], &prospects[1 - player], 0)
        else:
            n = list_choices(s, 0, NULL, NULL, 0)
        for i in range(n):
            bring_forward(choices, i, n)
        found = tuple([id_with(s.r, &state.position, code_of(&choices[i].action)) for i in range(n)])
        sse_unlock(&self.lock)
        return found

    cdef bint finished(self) except *:
        # Whether the search came to its end; raises what a signal raised.
        error, self.error = self.error, None
        if error is not None:
            raise error
        return not self.search.stopped


cdef int id_with(const RulesetData* r, const Position* p, uint32_t code) noexcept:
    # The id of the action of a position that a code of `code_of` stands for.
    cdef ActionRow action
    action.origin, action.target = code & 255, code >> 8 & 255
    action.piece, action.damaged = code >> 16 & 255, code >> 24
    return id_of(r, &action, p.to_act)
