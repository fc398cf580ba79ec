# The tree of the Monte Carlo search of Small Star Empires: blocks of children in one arena, the choice of a child by
# UCT, proofs, and the part of a tree that stays after a move. Header-only. Of the game it knows only the number of
# seats and who acts; tree_search.pyx plays.
#
# A *record* holds what is known of a node. The children of a node stand in one *block*, in the order of the legal
# actions: child i is what the action of rank i leads to. So no action is stored, and no position: a simulation plays
# the actions again from the root. Chance has nodes, too; their children are the events that can come.
#
# A block stands in the arena in units of 16 bytes:
#
#     Block
#     Bound  bounds[n]            all that the choice of a child reads
#     Record records[n]
#     double sums[n][2 * kept]    for each seat that is kept, its shares of the win; then for each its margins
#     float  priors[n]            if the tree is `guided`: how likely each child is the best, before any visit
#
# In a game for two, seat 1 has the rest of the win and the opposite margin: only seat 0 is kept. Blocks are allocated
# in a row, so a block stands behind the one that its parent stands in.
#
# Proofs. A record is PROVED if each seat's share of the win is known for best play. It is EXACT if the margins are
# known, too. Its sums are then these numbers themselves, and no game is played from it any more. In best play a seat
# takes the child with the largest share for it, then with the largest margin; among equals the one with the smallest
# share and margin for the next seat, and so on around the table, as `solving.solve` does.
#
# - The end of a game is EXACT.
# - Where a seat acts, a child that is PROVED and has the whole win for the seat proves the node at once. Otherwise the
#   best child does so when all children are PROVED. In both cases the node is EXACT if all children are PROVED, and
#   those EXACT that have the largest share: a better margin can only be found among these.
# - With three players or more, children that are equal for the seat may share the rest of the win in other ways. If the
#   margin has to choose among them and isn't known, the node stays unproved. It is settled, though: there is nothing
#   left to simulate.
# - Where chance acts, all children must be PROVED. They are weighed by their odds. The node is EXACT if all are.

from libc.math cimport fabs, sqrt
from libc.stddef cimport size_t
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memmove, memset

from sse_core._core.bits cimport sse_check
from sse_core._core.random cimport next_number
from sse_core._core.small_star_empires.structs cimport CHANCE, MAX_PLAYERS

cdef extern from *:
    """
    #define SSE_UNTRIED 1000.0f
    #define SSE_EXPLORATION 0.4
    #define SSE_DOUBT 0.08
    """
    float UNTRIED "SSE_UNTRIED"             # a bound above all of children that have been visited
    double EXPLORATION "SSE_EXPLORATION"    # the weight of the second part of a bound of UCT
    double DOUBT "SSE_DOUBT"                # what a child that has a prior is worth less than its parent until a visit

cdef enum:
    UNIT = 16               # bytes
    MAX_DEPTH = 256         # nodes in the tree that a simulation goes through

cdef enum:                  # proofs
    OPEN = 0
    PROVED = 1
    EXACT = 3               # it is PROVED, too

# The bound of a child is mean + width * spread, where the width is the same for all children.
cdef struct Bound:
    float mean              # of the worth to the seat that chooses; where chance acts, the weight of the event
    float spread            # UCT: 1 / sqrt(visits); PUCT: prior / (1 + visits); 0 if the child is PROVED

cdef struct Record:
    uint32_t visits         # simulations
    uint32_t link           # 4 * block + proof; block is the unit where the block of the children begins, 0 for none

cdef struct Block:
    uint32_t above          # the unit of the block that the node stands in; 0 for the root
    uint16_t index          # of the node in that block
    uint16_t n              # children, at least 1
    uint16_t unproved       # children that are not PROVED
    int8_t seat             # who acts, or CHANCE
    uint8_t stays           # 1 between two steps of `cut` if the block is part of the new tree
    uint32_t unused

cdef struct Tree:
    uint8_t* arena
    uint32_t size           # of the arena, in units
    uint32_t used           # units in use; unit 0 is never part of a block
    int n_players
    int kept                # seats whose sums are kept
    bint guided             # blocks have priors: bounds are those of PUCT, else of UCT
    bint is_full            # a block found no room
    uint64_t stream         # draws the order in which children are first tried
    Record root
    double root_sums[2 * MAX_PLAYERS]

# What a simulation found, or what is proved of a node.
cdef struct Result:
    double share[MAX_PLAYERS]
    double margin[MAX_PLAYERS]


# --- parts of a block

cdef inline Block* block_at(const Tree* t, uint32_t unit) noexcept nogil:
    sse_check(0 < unit < t.used)
    return <Block*>(t.arena + <size_t>unit * UNIT)


cdef inline uint32_t unit_of(const Tree* t, const Block* block) noexcept nogil:
    return <uint32_t>((<const uint8_t*>block - t.arena) // UNIT)


cdef inline uint32_t units_for(const Tree* t, int n) noexcept nogil:
    # The size of a block of n children.
    cdef size_t child = sizeof(Bound) + sizeof(Record) + 2 * t.kept * sizeof(double) + t.guided * sizeof(float)
    return <uint32_t>((sizeof(Block) + n * child + UNIT - 1) // UNIT)


cdef inline Bound* bounds_of(const Block* block) noexcept nogil:
    return <Bound*>(block + 1)


cdef inline Record* records_of(const Block* block) noexcept nogil:
    return <Record*>(bounds_of(block) + block.n)


cdef inline double* sums_of(const Tree* t, const Block* block, int i) noexcept nogil:
    return <double*>(records_of(block) + block.n) + 2 * t.kept * i


cdef inline float* priors_of(const Tree* t, const Block* block) noexcept nogil:
    return <float*>sums_of(t, block, block.n)


cdef inline Block* children_of(const Tree* t, const Record* record) noexcept nogil:
    # The block of a node's children, NULL if they aren't in the tree.
    return block_at(t, record.link >> 2) if record.link >> 2 else NULL


cdef inline int proof_of(const Record* record) noexcept nogil:
    return record.link & 3


cdef inline bint is_settled(const Tree* t) noexcept nogil:
    # Whether nothing is left to simulate: the root or all its children are PROVED.
    cdef const Block* block = children_of(t, &t.root)
    return proof_of(&t.root) or (block != NULL and block.unproved == 0)


# --- numbers

cdef inline double share_of(const Tree* t, const double* sums, double visits, int seat) noexcept nogil:
    # The sum of a seat's shares over so many visits.
    return sums[seat] if seat < t.kept else visits - sums[0]


cdef inline double margin_of(const Tree* t, const double* sums, int seat) noexcept nogil:
    return sums[t.kept + seat] if seat < t.kept else -sums[t.kept]


cdef inline double worth_of(const Tree* t, const double* sums, double visits, int seat) noexcept nogil:
    # What a seat wants where nothing is proved: its share of the win, and less and less for each point of its margin:
    # m / (2 * (10 + |m|)) for m points, a twentieth for the first ones and a half for all.
    cdef double margin = margin_of(t, sums, seat) / visits
    return share_of(t, sums, visits, seat) / visits + margin / (2 * (10 + fabs(margin)))


cdef inline void read_result(const Tree* t, const double* sums, Result* out) noexcept nogil:
    # The numbers of a PROVED record.
    cdef int seat
    for seat in range(t.n_players):
        out.share[seat] = share_of(t, sums, 1, seat)
        out.margin[seat] = margin_of(t, sums, seat)


cdef inline void add_result(const Tree* t, const Result* result, double* sums) noexcept nogil:
    cdef int seat
    for seat in range(t.kept):
        sums[seat] += result.share[seat]
        sums[t.kept + seat] += result.margin[seat]


cdef inline void set_result(const Tree* t, const Result* result, double* sums) noexcept nogil:
    cdef int seat
    for seat in range(t.kept):
        sums[seat] = result.share[seat]
        sums[t.kept + seat] = result.margin[seat]


# --- growth and choice

cdef inline Block* add_children(
    Tree* t, Record* record, uint32_t above, int index, int n, int seat
) noexcept nogil:
    # Allocates the block of the n children of a node, which stands at an index of the block `above`.
    #   writes   record.link; t.is_full if there is no room
    #   returns  the block, in which no child has been visited; NULL if there is no room
    cdef Block* block
    cdef uint32_t units = units_for(t, n)
    sse_check(0 < n < 1 << 16 and record.link == 0)
    if units > t.size - t.used:
        t.is_full = True
        return NULL
    record.link = 4 * t.used
    t.used += units
    block = children_of(t, record)
    memset(block, 0, <size_t>units * UNIT)
    block.above, block.index = above, index
    block.n = block.unproved = n
    block.seat = seat
    return block


cdef inline void try_each(Tree* t, Block* block) noexcept nogil:
    # Writes the bounds by which each child is visited once before any is visited again, in a random order.
    cdef Bound* bounds = bounds_of(block)
    cdef int i
    for i in range(block.n):
        bounds[i].mean = UNTRIED
        bounds[i].spread = drawn_share(t)


cdef inline void try_by_priors(Tree* t, Block* block, double worth) noexcept nogil:
    # Writes the bounds of children that have priors: each counts a little less than its parent, which has this worth,
    # until it is visited. The priors are shaken a little, so that trees with other seeds are others.
    cdef Bound* bounds = bounds_of(block)
    cdef float* priors = priors_of(t, block)
    cdef int i
    for i in range(block.n):
        priors[i] *= <float>0.9 + <float>0.2 * drawn_share(t)
        bounds[i].mean = <float>(worth - DOUBT)
        bounds[i].spread = priors[i]


cdef inline float drawn_share(Tree* t) noexcept nogil:
    # A random number from 0 to 1.
    return <float>(<double>(next_number(&t.stream) >> 40) / (1 << 24))


cdef inline int best_child(const Block* block, float width, bint unproved) noexcept nogil:
    # The child with the largest bound; `unproved`: among those that aren't PROVED, of which there is at least one.
    cdef const Bound* bounds = bounds_of(block)
    cdef const Record* records = records_of(block)
    cdef int i, best = 0
    cdef float bound, largest = -UNTRIED
    for i in range(block.n):
        if unproved and proof_of(&records[i]):
            continue
        bound = bounds[i].mean + width * bounds[i].spread
        if bound > largest:
            largest, best = bound, i
    return best


cdef inline void note_bound(const Tree* t, Block* block, int i) noexcept nogil:
    # Writes the bound of a visited child for the seat that chooses.
    cdef const Record* record = &records_of(block)[i]
    cdef const double* sums = sums_of(t, block, i)
    cdef Bound* bound = &bounds_of(block)[i]
    if proof_of(record):
        bound.mean = <float>worth_of(t, sums, 1, block.seat)
        bound.spread = 0
        return
    bound.mean = <float>(worth_of(t, sums, record.visits, block.seat))
    if t.guided:
        bound.spread = priors_of(t, block)[i] / (1 + record.visits)
    else:
        bound.spread = <float>(1 / sqrt(<double>record.visits))


# --- proofs

cdef inline bint is_level(double a, double b) noexcept nogil:
    # Whether two shares or margins are equal but for rounding: means by odds may be added up in another order.
    return fabs(a - b) < 1e-9


cdef inline bint is_better(const Tree* t, const double* sums, const double* than, int seat) noexcept nogil:
    # Whether a PROVED child is better for a seat than another one.
    cdef double share, other
    cdef int turn, player
    for turn in range(t.n_players):
        player = (seat + turn) % t.n_players
        share, other = share_of(t, sums, 1, player), share_of(t, than, 1, player)
        if not is_level(share, other):
            return (share > other) == (turn == 0)
        share, other = margin_of(t, sums, player), margin_of(t, than, player)
        if not is_level(share, other):
            return (share > other) == (turn == 0)
    return False


cdef inline int prove(const Tree* t, const Block* block, int child, Result* out) noexcept nogil:
    # Tries to prove a node.
    #   reads    block, that of its children; child, the one that has just been proved; out, what is proved of it
    #   writes   out, if the node is proved
    #   returns  the proof
    if block.seat == CHANCE:
        return OPEN if block.unproved else prove_chance(t, block, out)
    if block.unproved:
        if share_of(t, sums_of(t, block, child), 1, block.seat) != 1:
            return OPEN
        return PROVED
    return prove_best(t, block, out)


cdef inline int prove_best(const Tree* t, const Block* block, Result* out) noexcept nogil:
    # The same where a seat acts and all children are PROVED.
    cdef const double* best = sums_of(t, block, 0)
    cdef const double* sums
    cdef int i, other, proof = EXACT, seat = block.seat
    cdef bint is_alike = True
    for i in range(1, block.n):
        sums = sums_of(t, block, i)
        if is_better(t, sums, best, seat):
            best = sums
    for i in range(block.n):
        sums = sums_of(t, block, i)
        if is_level(share_of(t, sums, 1, seat), share_of(t, best, 1, seat)):
            proof &= proof_of(&records_of(block)[i])
            for other in range(t.n_players):
                is_alike &= is_level(share_of(t, sums, 1, other), share_of(t, best, 1, other))
    if proof != EXACT and not is_alike:
        return OPEN
    read_result(t, best, out)
    return proof


cdef inline int prove_chance(const Tree* t, const Block* block, Result* out) noexcept nogil:
    # The same where chance acts and all children are PROVED. Weights and shares of one are integers, so that a sum of
    # nothing but wins is a win.
    cdef Result part
    cdef double weight, weights = 0
    cdef int i, seat, proof = EXACT
    memset(out, 0, sizeof(Result))
    for i in range(block.n):
        weight = bounds_of(block)[i].mean
        weights += weight
        proof &= proof_of(&records_of(block)[i])
        read_result(t, sums_of(t, block, i), &part)
        for seat in range(t.n_players):
            out.share[seat] += weight * part.share[seat]
            out.margin[seat] += weight * part.margin[seat]
    for seat in range(t.n_players):
        out.share[seat] /= weights
        out.margin[seat] /= weights
    return proof


# --- after a move

cdef inline void cut(Tree* t, const Record* root, const double* sums) noexcept nogil:
    # Makes a node the root, and forgets all that isn't below it.
    #   reads    root, sums: those of the node
    # The blocks below it move to the front of the arena one after the other. A block is reached after the one that its
    # parent stands in, which has told it that it stays and where its parent is now.
    cdef Block* block
    cdef uint32_t unit = root.link >> 2, used = t.used, units
    cdef double kept[2 * MAX_PLAYERS]
    cdef Record record = root[0]
    cdef int i
    for i in range(2 * t.kept):
        kept[i] = sums[i]
    for i in range(2 * t.kept):
        t.root_sums[i] = kept[i]
    t.root = record
    if unit:
        block = block_at(t, unit)
        block.above = block.index = 0
        block.stays = 1
    else:
        unit = used
    t.used = 1
    t.is_full = False
    while unit < used:
        block = <Block*>(t.arena + <size_t>unit * UNIT)
        units = units_for(t, block.n)
        if block.stays:
            move_block(t, block, units)
        unit += units


cdef inline void move_block(Tree* t, Block* block, uint32_t units) noexcept nogil:
    # Moves a block that stays to the end of the blocks that have been moved, where its parent is one of them.
    cdef uint8_t* place = t.arena + <size_t>t.used * UNIT
    cdef Record* above
    cdef Record* records
    cdef Block* child
    cdef int i
    above = &records_of(block_at(t, block.above))[block.index] if block.above else &t.root
    above.link = 4 * t.used | proof_of(above)
    block.stays = 0
    memmove(place, block, <size_t>units * UNIT)
    block = <Block*>place
    records = records_of(block)
    for i in range(block.n):
        if records[i].link >> 2:
            child = <Block*>(t.arena + <size_t>(records[i].link >> 2) * UNIT)
            child.above, child.stays = t.used, 1
    t.used += units
