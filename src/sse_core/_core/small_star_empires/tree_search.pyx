# cython: language_level=3, wraparound=False, cdivision=True
"""Monte Carlo tree search of Small Star Empires, without the GIL.

`small_star_empires/strength/search.py` calls this module: it checks the arguments, keeps the time and merges the trees
of threads. It has variants for newer processors (``variants.py``).

A simulation goes down the tree from the root. Where a seat acts, it takes the child with the largest bound. Where
chance acts, it draws an event by its odds (E9.2). At the first node whose children aren't in the tree it finds each
seat's share of the win (E7.4) and its margin, which are added to all nodes on the way. ``strength/tree.pxd`` has the
tree and the proofs; ``reference/search.py`` has all of it in plain Python.

- Without weights, random play among the richest systems in reach goes on to the end of the game
  (``strength/rich_play.pxd``), and bounds are those of UCT (Kocsis and Szepesvári 2006).
- With weights, they evaluate the position (``strength/learned.pxd``), and bounds are those of PUCT with the priors that
  the weights give to actions (Rosin 2011; Silver et al. 2017). Where the weights ask for it, one simulation in so many
  goes on to the end of the game all the same, and so do all from positions near the end.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from sse_core._core.small_star_empires.copies cimport copy_position
from sse_core._fast cimport State
from sse_core._core.bits cimport sse_check, sse_highest_bit
from sse_core._core.small_star_empires.cells cimport is_empty, without
from sse_core._core.small_star_empires.moves cimport list_moves, nth_move
from sse_core._core.small_star_empires.strength.action_features cimport (
    N_ACTION_FEATURES, Scene, set_scene, write_action,
)
from sse_core._core.small_star_empires.strength.learned cimport MOST_WEIGHT as LARGEST_WEIGHT
from sse_core._core.small_star_empires.strength.learned cimport (
    MOST_ACTIONS, N_STAGES, Weights, evaluate, find_odds, stage_of,
)
from sse_core._core.small_star_empires.numbers cimport N_FEATURES, features_of
from sse_core._core.small_star_empires.playing cimport draw_tile
from sse_core._core.small_star_empires.strength.powers cimport ONE
from sse_core._core.random cimport child_seed, stream_at
from sse_core._core.small_star_empires.strength.rich_play cimport Riches, find_riches, play_rich
from sse_core._core.small_star_empires.score cimport score, total_of, winners_of
from sse_core._core.small_star_empires.structs cimport (
    CHANCE, MAX_PLAYERS, N_TILES, NARROW, VARIANT, WIDE, ActionRow, Moves, Position, RulesetData, Sheet,
)
from sse_core._core.small_star_empires.strength.tree cimport EXACT as ALL_MARGINS
from sse_core._core.small_star_empires.strength.tree cimport (
    EXPLORATION, MAX_DEPTH, UNIT, Block, Record, Result, Tree, add_children, add_result, children_of, choose, cut,
    give_place, is_better, is_settled, margin_of, note_bound, place_of, priors_of, proof_of, prove, read_result,
    records_of, set_result, share_of, sums_of, try_by_odds, try_each, worth_of,
)
from sse_core._core.small_star_empires.turn cimport play, play_until

__all__ = [
    "EXACT", "MOST_VISITS", "MOST_WEIGHT", "STAGES", "WEIGHT_UNIT", "LearnedWeights", "SearchTree", "action_features",
    "fill_features",
]

MOST_VISITS = 1 << 31
"""The visits that a tree counts at most."""

EXACT = ALL_MARGINS
"""The proof that margins are known; another one that isn't 0 says that the shares of the win are."""

STAGES = N_STAGES
"""The stages of a game that have weights."""

MOST_WEIGHT = LARGEST_WEIGHT
"""The largest weight, of either sign."""

WEIGHT_UNIT = ONE
"""The integer that is a weight of 1."""

cdef enum:
    EXPANSION_VISITS = 8            # visits of a node after which its children are put into the tree, ...
    EXPANSION_VISITS_GUIDED = 1     # ...and where weights guide the search
    ORDER = 1               # the number of the stream that draws the order of children; even ones are for simulations


# A node on the way of a simulation.
cdef struct PathNode:
    Block* block            # the one that it stands in; NULL for the root
    int place               # in the block
    Record* record
    double* sums
    const double* instead   # what is proved of a better child of the same node; NULL if there is none

cdef struct TreeRun:
    Tree tree
    const RulesetData* r
    const Weights* weights  # NULL: rollouts
    float c_puct            # the weight of the exploration term of PUCT
    uint32_t rollouts       # with weights one simulation in so many goes on to the end of the game; 0: none
    uint32_t endgame        # with weights, so do all from positions with fewer pieces left than so many
    uint32_t expansion_visits
    Position start
    Moves moves             # those of the start
    uint64_t seed
    uint64_t number         # of the next simulation
    Riches riches


# --- a simulation

cdef inline float width_of(uint32_t visits) noexcept nogil:
    # The width of the bounds of UCT below a node with so many visits: it grows as the square root of their logarithm.
    # The logarithm to base 2 is interpolated between powers of two, so that it is the same on every machine.
    cdef int whole = sse_highest_bit(max(visits, 1))
    return <float>(EXPLORATION * sqrt(whole + max(visits, 1) / <double>(<uint64_t>1 << whole) - 1))


cdef inline int draw_event(const Moves* m, uint64_t seed, int ply) noexcept nogil:
    # E9.2: the rank of the event that chance draws at a ply, as play_out would.
    cdef uint64_t stream = stream_at(seed, ply)
    cdef ActionRow action = draw_tile(m, &stream)
    cdef int tile, rank = 0
    for tile in range(action.target):
        rank += m.left[tile] > 0
    return rank


cdef inline void note_odds(const Tree* t, const Moves* m, Block* block) noexcept nogil:
    # Writes the weights of the events into the block of a chance node.
    cdef int tile, n = 0
    for tile in range(N_TILES):
        if m.left[tile] > 0:
            priors_of(t, block)[n] = m.left[tile]
            n += 1
    sse_check(n == block.n)


cdef inline void note_end(const RulesetData* r, const Position* p, Result* out) noexcept nogil:
    # E7.0, E7.4: the result of a finished game. The winners share the win.
    cdef Sheet sheets[MAX_PLAYERS]
    cdef int totals[MAX_PLAYERS]
    cdef int seat, decided_by, won, n = 0, best = -1, second = -1
    score(r, p, sheets)
    won = winners_of(r, p, sheets, &decided_by)
    for seat in range(r.n_players):
        totals[seat] = total_of(&sheets[seat])
        n += (won >> seat) & 1
        if totals[seat] > best:
            second, best = best, totals[seat]
        else:
            second = max(second, totals[seat])
    for seat in range(r.n_players):
        out.share[seat] = ((won >> seat) & 1) / <double>n
        out.margin[seat] = totals[seat] - (second if totals[seat] == best else best)


cdef inline Block* grow(TreeRun* s, const PathNode* here, const Position* p, const Moves* m, int kind) noexcept nogil:
    # Puts the children of a node into the tree.
    #   returns  their block; NULL if there is no room
    cdef Tree* t = &s.tree
    cdef Block* block = add_children(t, here.record, m.total, p.to_act)
    cdef float total
    cdef double worth
    if block == NULL:
        return NULL
    if kind == VARIANT and block.seat == CHANCE:
        note_odds(t, m, block)
    elif s.weights != NULL:
        total = find_odds(s.weights, s.r, p, m, priors_of(t, block), kind)
        worth = worth_of(t, here.sums, here.record.visits, block.seat) if here.record.visits else 0.5
        try_by_odds(t, block, total, worth)
    else:
        try_each(t, block)
    return block


cdef inline int take_child(
    TreeRun* s, const PathNode* here, const Position* p, const Moves* m, uint64_t seed, const double** instead, int kind
) noexcept nogil:
    # Takes a child of a node whose children are in the tree.
    #   writes   instead[0]: what is proved of a better child, NULL if there is none
    #   returns  its place; -1 if there is no room for it, and no other
    cdef Tree* t = &s.tree
    cdef const Block* block = children_of(t, here.record)
    cdef uint32_t visits = max(here.record.visits, 1)
    cdef int rank, place
    cdef float width
    instead[0] = NULL
    if kind == VARIANT and block.seat == CHANCE:
        rank = draw_event(m, seed, p.ply)
        place = place_of(t, block, rank)
        return give_place(t, here.record, rank) if place < 0 else place
    width = s.c_puct * <float>sqrt(<double>visits) if s.weights != NULL else width_of(visits)
    place = choose(t, here.record, width, False)
    block = children_of(t, here.record)
    if place >= 0 and proof_of(&records_of(t, block)[place]) and block.unproved:
        instead[0] = sums_of(t, block, place)
        place = choose(t, here.record, width, True)
    return place


cdef inline bint is_judged(const TreeRun* s, const Position* p) noexcept nogil:
    # Whether a simulation ends at a position with what the weights say of it. Otherwise it goes on at random.
    if s.weights == NULL or stage_of(s.r, p) < s.endgame:
        return False
    return s.rollouts == 0 or (s.number >> 1) % s.rollouts != 0


cdef inline int simulate(TreeRun* s, int kind) noexcept nogil:
    # Plays one game and adds its result.
    #   writes   s
    #   returns  how many plies it had
    cdef const RulesetData* r = s.r
    cdef Tree* t = &s.tree
    cdef PathNode path[MAX_DEPTH]
    cdef PathNode* here = path
    cdef Position p
    cdef Moves moves
    cdef const Moves* m = &s.moves      # those of p; NULL: they aren't listed
    cdef Result result
    cdef Block* block
    cdef const double* instead = NULL
    cdef uint64_t seed = child_seed(s.seed, s.number)
    cdef int depth = 0, place = 0, proof = 0
    s.number += 2
    copy_position(&s.start, &p, kind)
    here.block, here.place, here.record, here.sums, here.instead = NULL, 0, &t.root, t.root_sums, NULL
    while True:
        if m != NULL and m.total == 0:
            note_end(r, &p, &result)
            proof = ALL_MARGINS
            break
        block = children_of(t, here.record)
        if block == NULL and depth + 1 < MAX_DEPTH and (depth == 0 or here.record.visits >= s.expansion_visits):
            block = grow(s, here, &p, m, kind)
        if block != NULL:
            place = take_child(s, here, &p, m, seed, &instead, kind)
        if block == NULL or place < 0:
            if is_judged(s, &p):
                evaluate(s.weights, r, &p, &result, kind)
                break
            if depth == 0:
                moves = s.moves
            elif m == NULL:
                list_moves(r, &p, p.to_act, &moves, kind)
            play_rich(r, &s.riches, &p, &moves, seed, kind)
            note_end(r, &p, &result)
            break
        block = children_of(t, here.record)
        depth += 1
        here = &path[depth]
        here.block, here.place, here.instead = block, place, instead
        here.record, here.sums = &records_of(t, block)[place], sums_of(t, block, place)
        if proof_of(here.record):
            read_result(t, here.sums, &result)
            break
        if here.record.visits == 0:
            if m == NULL:
                list_moves(r, &p, p.to_act, &moves, kind)
                m = &moves
            nth_move(m, here.record.rank, &here.record.action, kind)
        block = children_of(t, here.record)
        if kind != VARIANT and block != NULL:
            play_until(r, &p, &here.record.action, block.seat)
            m = NULL
        else:
            play(r, &p, &here.record.action, &moves, kind)
            m = &moves
    note_result(s, path, depth, &result, proof)
    return p.ply - s.start.ply


cdef inline void note_result(TreeRun* s, PathNode* path, int depth, Result* result, int proof) noexcept nogil:
    # Adds a result to the nodes path[0:depth + 1]. If the last of them has just been proved, so are those above it that
    # follow from it, and they hand on what is proved of them. So does a node with a proved child that is better than
    # the one that was simulated: whoever acts there would take it.
    #   writes   s.tree, result
    cdef Tree* t = &s.tree
    cdef PathNode* here
    while depth >= 0:
        here = &path[depth]
        here.record.visits += 1
        if proof:
            here.record.link |= proof
            set_result(t, result, here.sums)
        elif not proof_of(here.record):
            add_result(t, result, here.sums)
        if here.block != NULL:
            if here.block.seat != CHANCE:
                note_bound(t, here.block, here.place)
            if proof:
                here.block.unproved -= 1
                proof = prove(t, here.block, here.place, result)
            if here.instead != NULL and not proof:
                read_result(t, here.instead, result)
        depth -= 1


cdef int64_t simulate_some(TreeRun* s, uint64_t visits, int64_t plies, int kind) noexcept nogil:
    # Simulates until so many visits or about so many plies are done, or nothing is left to simulate.
    #   returns  the visits
    cdef uint64_t begun = visits
    while visits and plies > 0 and not is_settled(&s.tree):
        plies -= simulate(s, kind) + 1
        visits -= 1
    return begun - visits


# --- finding a position in the tree

cdef struct Sought:
    const Position* position
    const Record* record        # where it was found; NULL if it wasn't
    const double* sums


cdef inline bint may_become(const RulesetData* r, const Position* p, const Position* later) noexcept nogil:
    # Whether a position can still become another one, as far as a look at what is never undone tells.
    # Who has passed stays out. Tiles stay revealed. On plain boards all pieces stay, too.
    cdef int player, tile
    if p.ply > later.ply or p.passed & ~later.passed:
        return False
    if r.kind == VARIANT:
        for tile in range(N_TILES):
            if not is_empty(without(p.tiles[tile], later.tiles[tile])):
                return False
        return True
    for player in range(r.n_players):
        if not is_empty(without(p.held[player], later.held[player])):
            return False
        if p.cities_left[player] < later.cities_left[player] or p.stations_left[player] < later.stations_left[player]:
            return False
    return is_empty(without(p.stations, later.stations))


cdef void seek(
    const TreeRun* s, const Record* record, const double* sums, const Position* p, Sought* out
) noexcept nogil:
    # Looks for a position below a node, that one included.
    #   writes   out.record and out.sums, if it is found
    cdef const Tree* t = &s.tree
    cdef Position child
    cdef Moves moves
    cdef const Record* below
    cdef const Block* block
    cdef int i
    if p.ply == out.position.ply:
        if memcmp(p, out.position, sizeof(Position)) == 0:
            out.record, out.sums = record, sums
        return
    block = children_of(t, record)
    if block == NULL:
        return
    for i in range(block.tried):
        below = &records_of(t, block)[i]
        if below.visits:
            child = p[0]
            play(s.r, &child, &below.action, &moves, s.r.kind)
            if may_become(s.r, &child, out.position):
                seek(s, below, sums_of(t, block, i), &child, out)
                if out.record != NULL:
                    return


# --- for Python

@cython.final
cdef class LearnedWeights:
    """Weights of the numbers of positions and actions, by stage, in 1024ths: see `strength/learned.pxd`.

    `value`: (256, 45); `spread`: (256,), above 0; `policy`: (256, 37). None is beyond `MOST_WEIGHT`. `c_puct` is the
    weight of PUCT, above 0. One simulation in `rollouts` goes on to the end of the game, none if that is 0; so do all
    from positions where all seats together have fewer pieces left than `endgame`. `tie_break` is what more planets
    count besides, from 0 on. `won` is kept for whoever tells people what a search says.
    """

    cdef Weights data
    cdef readonly float c_puct
    cdef readonly uint32_t rollouts, endgame
    cdef readonly tuple won

    def __cinit__(
        self, const int32_t[:, ::1] value, const int32_t[::1] spread, const int32_t[:, ::1] policy, float c_puct,
        uint32_t rollouts=0, uint32_t endgame=0, int32_t tie_break=0, tuple won=(),
    ):
        cdef int stage, i
        cdef bint is_small = True
        if (
            value.shape[0] != N_STAGES or value.shape[1] != N_FEATURES or spread.shape[0] != N_STAGES
            or policy.shape[0] != N_STAGES or policy.shape[1] != N_ACTION_FEATURES
        ):
            raise ValueError(f"weights are for {N_STAGES} stages, {N_FEATURES} numbers and {N_ACTION_FEATURES}")
        for stage in range(N_STAGES):
            if spread[stage] < 1:
                raise ValueError(f"the spread of stage {stage} is {spread[stage]}, and must be above 0")
            for i in range(N_FEATURES):
                is_small &= -LARGEST_WEIGHT * ONE <= value[stage, i] <= LARGEST_WEIGHT * ONE
            for i in range(N_ACTION_FEATURES):
                is_small &= -LARGEST_WEIGHT * ONE <= policy[stage, i] <= LARGEST_WEIGHT * ONE
        if not is_small:
            raise ValueError(f"a weight is beyond {LARGEST_WEIGHT}")
        if not 0 < c_puct <= LARGEST_WEIGHT:
            raise ValueError(f"c_puct is {c_puct}, and must be above 0 and at most {LARGEST_WEIGHT}")
        if not 0 <= tie_break <= LARGEST_WEIGHT * ONE:
            raise ValueError(f"the tie-break is {tie_break}, and must be 0 to {LARGEST_WEIGHT * ONE}")
        self.data.tie_break = tie_break
        memcpy(self.data.value, &value[0, 0], sizeof(self.data.value))
        memcpy(self.data.spread, &spread[0], sizeof(self.data.spread))
        memcpy(self.data.policy, &policy[0, 0], sizeof(self.data.policy))
        self.c_puct, self.rollouts, self.endgame, self.won = c_puct, rollouts, endgame, won

    def evaluate(self, State state not None):
        """Return the shares of the win and the margins that are expected, by seat; at the end those that are."""
        cdef Result result
        cdef const RulesetData* r = &state.ruleset.data
        if state.moves.total:
            evaluate(&self.data, r, &state.position, &result, r.kind)
        else:
            note_end(r, &state.position, &result)
        return (
            tuple([result.share[seat] for seat in range(r.n_players)]),
            tuple([result.margin[seat] for seat in range(r.n_players)]),
        )

    def odds(self, State state not None):
        """Return the odds of each legal action to be the best one, by rank, and their total. A seat is to act."""
        cdef float odds[MOST_ACTIONS]
        cdef float total
        cdef const RulesetData* r = &state.ruleset.data
        if state.position.to_act < 0:
            raise ValueError("a seat is to act where actions have priors")
        total = find_odds(&self.data, r, &state.position, &state.moves, odds, r.kind)
        return [odds[rank] for rank in range(state.moves.total)], total

    def priors(self, State state not None):
        """Return the probability of each legal action, by rank. A seat is to act."""
        odds, total = self.odds(state)
        return [each / total for each in odds]


def fill_features(State state not None, int32_t[:, ::1] out not None):
    """Write the numbers of every seat into the rows of an array, in the order of `FEATURES`."""
    cdef const RulesetData* r = &state.ruleset.data
    if out.shape[0] != r.n_players or out.shape[1] != N_FEATURES:
        raise ValueError(f"the array has {r.n_players} rows of {N_FEATURES}")
    features_of(r, &state.position, &out[0, 0], r.kind)


def action_features(State state not None):
    """Return the numbers of each legal action, by rank, in the order of `ACTION_FEATURES`. A seat is to act."""
    cdef Scene scene
    cdef ActionRow action
    cdef int32_t row[N_ACTION_FEATURES]
    cdef const RulesetData* r = &state.ruleset.data
    cdef list found = []
    cdef int rank, i
    if state.position.to_act < 0:
        raise ValueError("a seat is to act where actions have numbers")
    set_scene(r, &state.position, &state.moves, &scene, r.kind)
    for rank in range(state.moves.total):
        nth_move(&state.moves, rank, &action, r.kind)
        write_action(r, &state.position, &state.moves, &scene, &action, row, r.kind)
        found.append(tuple([row[i] for i in range(N_ACTION_FEATURES)]))
    return found


@cython.final
cdef class SearchTree:
    """The tree of a state, in an arena of `size` bytes, searched with weights, or by rollouts where they are None."""

    cdef TreeRun data
    cdef State state
    cdef LearnedWeights weights

    def __cinit__(self, State state not None, uint64_t seed, uint64_t size, LearnedWeights weights=None):
        cdef Tree* t = &self.data.tree
        memset(&self.data, 0, sizeof(TreeRun))
        self.weights = weights
        self.data.expansion_visits = EXPANSION_VISITS
        if weights is not None:
            self.data.weights, self.data.c_puct = &weights.data, weights.c_puct
            self.data.expansion_visits = EXPANSION_VISITS_GUIDED
            self.data.rollouts, self.data.endgame = weights.rollouts, weights.endgame
            t.guided = True
        t.arena = <uint8_t*>PyMem_RawMalloc(size)
        if t.arena == NULL:
            raise MemoryError(f"there is no memory for a tree of {size} bytes")
        t.size = <uint32_t>(size // UNIT)
        self.begin(state, seed)

    def __dealloc__(self):
        PyMem_RawFree(self.data.tree.arena)

    cdef begin(self, State state, uint64_t seed):
        # An empty tree.
        cdef Tree* t = &self.data.tree
        t.n_players = state.ruleset.data.n_players
        t.kept = 1 if t.n_players == 2 else t.n_players
        t.used = 1
        t.is_full = False
        t.stream = child_seed(seed, ORDER)
        self.data.seed, self.data.number = seed, 0
        memset(&t.root, 0, sizeof(Record))
        memset(t.root_sums, 0, sizeof(t.root_sums))
        self.root_at(state)

    cdef root_at(self, State state):
        self.state = state
        self.data.r = &state.ruleset.data
        self.data.start, self.data.moves = state.position, state.moves
        find_riches(self.data.r, &self.data.riches)

    def run(self, uint64_t visits, int64_t plies):
        """Simulate until so many visits or about so many plies are done; return how many visits were made.

        It stops early when nothing is left to simulate.
        """
        cdef int64_t done = 0
        cdef TreeRun* s = &self.data
        if s.moves.total == 0:
            return 0
        visits = min(visits, <uint64_t>MOST_VISITS - s.tree.root.visits)
        with nogil:
            if s.r.kind == NARROW:
                done = simulate_some(s, visits, plies, NARROW)
            elif s.r.kind == WIDE:
                done = simulate_some(s, visits, plies, WIDE)
            else:
                done = simulate_some(s, visits, plies, VARIANT)
        return done

    def advance(self, State state not None):
        """Make a later state the root; return whether it was in the tree, whose part below it is kept then."""
        cdef TreeRun* s = &self.data
        cdef Sought sought
        sought.position, sought.record, sought.sums = &state.position, NULL, NULL
        if state.ruleset is self.state.ruleset:
            with nogil:
                seek(s, &s.tree.root, s.tree.root_sums, &s.start, &sought)
        if sought.record == NULL:
            self.begin(state, child_seed(s.seed, s.number + 1))
            return False
        with nogil:
            cut(&s.tree, sought.record, sought.sums)
        self.root_at(state)
        return True

    def children(self):
        """Return (visits, shares, margins, proof) of each action by rank: sums by seat, but what is proved itself."""
        cdef const Tree* t = &self.data.tree
        cdef const Block* block = children_of(t, &t.root)
        cdef const Record* record
        cdef Record none
        cdef double zeros[2 * MAX_PLAYERS]
        cdef list found
        cdef int place
        if block == NULL:
            return []
        memset(&none, 0, sizeof(Record))
        memset(zeros, 0, sizeof(zeros))
        found = [self.numbers(&none, zeros)] * block.n
        for place in range(block.tried):
            record = &records_of(t, block)[place]
            found[record.rank] = self.numbers(record, sums_of(t, block, place))
        return found

    @property
    def root(self):
        """The same of the root."""
        return self.numbers(&self.data.tree.root, self.data.tree.root_sums)

    cdef numbers(self, const Record* record, const double* sums):
        cdef const Tree* t = &self.data.tree
        cdef int proof = proof_of(record), seat
        cdef double visits = 1 if proof else record.visits
        return (
            record.visits,
            tuple([share_of(t, sums, visits, seat) for seat in range(t.n_players)]),
            tuple([margin_of(t, sums, seat) for seat in range(t.n_players)]),
            proof,
        )

    def expected(self, int rank):
        """Return the ranks of the play that is expected, that of the root's child of a rank first."""
        cdef const Tree* t = &self.data.tree
        cdef const Block* block = children_of(t, &t.root)
        cdef const Record* record
        cdef list ranks = []
        cdef int place
        if block == NULL:
            return []
        place = place_of(t, block, rank)
        if place < 0:
            return [rank]
        while True:
            record = &records_of(t, block)[place]
            ranks.append(record.rank)
            block = children_of(t, record)
            if block == NULL or block.tried == 0:
                return ranks
            place = expected_child(t, block, proof_of(record))

    @property
    def visits(self):
        """The simulations that went through the root."""
        return self.data.tree.root.visits

    @property
    def is_settled(self):
        """Whether nothing is left to simulate: the root or all its children are proved, or the game is over."""
        return self.data.moves.total == 0 or is_settled(&self.data.tree)

    @property
    def used(self):
        """The bytes of the arena that are in use."""
        return <uint64_t>self.data.tree.used * UNIT

    @property
    def is_full(self):
        """Whether some children found no room in the arena."""
        return self.data.tree.is_full


cdef int expected_child(const Tree* t, const Block* block, int proof) noexcept nogil:
    # The place of the child that is expected: the most visited one; the best one that is PROVED, if the node is and a
    # seat acts. Of equal ones it is the first by rank.
    cdef const Record* records = records_of(t, block)
    cdef int place, best = -1
    cdef bint by_proof = proof and block.seat != CHANCE
    for place in range(block.tried):
        if by_proof and not proof_of(&records[place]):
            continue
        if best < 0 or comes_before(t, block, place, best, by_proof):
            best = place
    return best


cdef bint comes_before(const Tree* t, const Block* block, int a, int b, bint by_proof) noexcept nogil:
    # Whether one child is expected rather than another one.
    cdef const Record* records = records_of(t, block)
    cdef const double* sums = sums_of(t, block, a)
    cdef const double* others = sums_of(t, block, b)
    if by_proof:
        if is_better(t, sums, others, block.seat):
            return True
        if is_better(t, others, sums, block.seat):
            return False
    elif records[a].visits != records[b].visits:
        return records[a].visits > records[b].visits
    return records[a].rank < records[b].rank
