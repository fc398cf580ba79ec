# The tree of the Monte Carlo search of Small Star Empires: blocks of children in one arena, the choice of a child by
# UCT or PUCT, proofs, and the part of a tree that stays after a move. Header-only. Of the game it knows only the number
# of seats and who acts; tree_search.pyx plays.
#
# A *record* holds what is known of a node. The children of a node stand in one *block*. A child has a *rank*: it is
# what the legal action of that rank leads to. No position is stored: a simulation plays the actions again from the
# root. Chance has nodes, too; their children are the events that can come.
#
# Most children are never tried, above all where priors guide the search. So a child *waits*, with nothing but its
# prior, until it is tried for the first time. Those that are tried stand in the block in the order of their first
# trials, each at a *place*. A block that has no place left is copied to one with more; the old one stays behind as
# waste until the next move.
#
# A block stands in the arena in units of 16 bytes:
#
#     Block
#     Bound  bounds[room]          all that the choice of a child reads, by place
#     double sums[room][2 * kept]  by place: for each seat that is kept its shares of the win, then for each its margins
#     Record records[room]         by place
#     float  priors[n]             by rank: PUCT, how likely each child is the best; UCT, a random number; where chance
#                                  acts, the weight of the event. TRIED, where a seat acts and the child is tried
#
# In a game for two, seat 1 has the rest of the win and the opposite margin: only seat 0 is kept.
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
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from sse_core._core.bits cimport sse_check
from sse_core._core.random cimport next_number
from sse_core._core.small_star_empires.structs cimport CHANCE, MAX_PLAYERS, ActionRow
from sse_core._core.small_star_empires.strength.waiting cimport first_largest

cdef extern from *:
    """
    #define SSE_UNTRIED 1000.0f
    #define SSE_TRIED -1.0f
    #define SSE_EXPLORATION 0.4
    #define SSE_FPU_REDUCTION 0.08
    """
    float UNTRIED "SSE_UNTRIED"             # a bound above all of children that have been visited
    float TRIED "SSE_TRIED"                 # in the place of a prior that isn't needed any more
    double EXPLORATION "SSE_EXPLORATION"    # the weight of the second part of a bound of UCT
    # First-play urgency: what a child that has a prior is worth less than its parent until a visit.
    double FPU_REDUCTION "SSE_FPU_REDUCTION"

cdef enum:
    UNIT = 16               # bytes
    MAX_DEPTH = 256         # nodes in the tree that a simulation goes through
    FEW = 2                 # places of a new block
    UNKNOWN = 0xFFFF        # no rank

cdef enum:                  # proofs
    OPEN = 0
    PROVED = 1
    EXACT = 3               # it is PROVED, too

# The bound of a child is mean + width * spread, where the width is the same for all children.
cdef struct Bound:
    float mean              # of the worth to the seat that chooses
    float spread            # UCT: 1 / sqrt(visits); PUCT: prior / (1 + visits); 0 if the child is PROVED

cdef struct Record:
    uint32_t visits         # simulations
    uint32_t link           # 4 * block + proof; block is the unit where the block of the children begins, 0 for none
    float prior             # with which it waited
    uint16_t rank
    uint16_t unused
    ActionRow action        # written by whoever visits it first

cdef struct Block:
    uint16_t n              # children, at least 1
    uint16_t tried          # children that have a place
    uint16_t room           # places
    uint16_t unproved       # children that are not PROVED
    uint16_t next           # the rank of the child that is tried next; UNKNOWN before anybody looked, and where none is
    int8_t seat             # who acts, or CHANCE
    uint8_t stays           # 1 between two steps of `cut` if the block is part of the new tree
    float waiting           # the mean in the bounds of children that wait
    float prior             # that of `next`
    uint32_t moved          # in `cut`: the next block to look at, then the unit where the block goes

cdef struct Tree:
    uint8_t* arena
    uint32_t size           # of the arena, in units
    uint32_t used           # units in use; unit 0 is never part of a block
    int n_players
    int kept                # seats whose sums are kept
    bint guided             # bounds are those of PUCT, else of UCT
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


cdef inline uint32_t units_for(const Tree* t, int n, int room) noexcept nogil:
    # The size of a block of n children, with places for some of them.
    cdef size_t place = sizeof(Bound) + sizeof(Record) + 2 * t.kept * sizeof(double)
    return <uint32_t>((sizeof(Block) + room * place + n * sizeof(float) + UNIT - 1) // UNIT)


cdef inline Bound* bounds_of(const Block* block) noexcept nogil:
    return <Bound*>(block + 1)


cdef inline Record* records_of(const Tree* t, const Block* block) noexcept nogil:
    return <Record*>sums_of(t, block, block.room)


cdef inline double* sums_of(const Tree* t, const Block* block, int place) noexcept nogil:
    return <double*>(bounds_of(block) + block.room) + 2 * t.kept * place


cdef inline float* priors_of(const Tree* t, const Block* block) noexcept nogil:
    return <float*>(records_of(t, block) + block.room)


cdef inline int place_of(const Tree* t, const Block* block, int rank) noexcept nogil:
    # The place of the child of a rank, -1 if it waits.
    cdef int place
    for place in range(block.tried):
        if records_of(t, block)[place].rank == rank:
            return place
    return -1


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


# --- growth

cdef inline Block* add_block(Tree* t, Record* record, int n, int room) noexcept nogil:
    # Allocates a block for the n children of a node, with places for some of them.
    #   writes   record.link; t.is_full if there is no room
    #   returns  the block, whose head alone is written; NULL if there is no room
    cdef Block* block
    cdef uint32_t unit = t.used, units = units_for(t, n, room)
    if units > t.size - t.used:
        t.is_full = True
        return NULL
    t.used += units
    record.link = 4 * unit | proof_of(record)
    block = block_at(t, unit)
    memset(block, 0, sizeof(Block))
    block.n, block.room = n, room
    return block


cdef inline Block* add_children(Tree* t, Record* record, int n, int seat) noexcept nogil:
    # Puts the n children of a node into the tree. All of them wait.
    #   writes   record.link; t.is_full if there is no room
    #   returns  the block, whose priors and `waiting` are to be written; NULL if there is no room
    cdef Block* block
    sse_check(0 < n < UNKNOWN and record.link == 0)
    block = add_block(t, record, n, min(n, FEW))
    if block == NULL:
        return NULL
    block.unproved = n
    block.seat = seat
    block.next = UNKNOWN
    return block


cdef inline void try_each(Tree* t, Block* block) noexcept nogil:
    # Each child is tried once before any is visited again, in a random order.
    cdef float* priors = priors_of(t, block)
    cdef int rank
    block.waiting = UNTRIED
    for rank in range(block.n):
        priors[rank] = drawn_share(t)


cdef inline void try_by_odds(Tree* t, Block* block, float total, double worth) noexcept nogil:
    # Each child counts a little less than its parent, which has this worth, until it is tried. Its prior is its part of
    # the total of all odds, which are written where priors stand. It is shaken a little, so that trees with other seeds
    # are others.
    cdef float* priors = priors_of(t, block)
    cdef float part = 1 / total
    cdef int rank
    block.waiting = <float>(worth - FPU_REDUCTION)
    for rank in range(block.n):
        priors[rank] *= part * (<float>0.9 + <float>0.2 * drawn_share(t))


cdef inline float drawn_share(Tree* t) noexcept nogil:
    # A random number from 0 to 1.
    return <float><int32_t>(next_number(&t.stream) >> 40) / (1 << 24)


cdef inline Block* widen(Tree* t, Record* record) noexcept nogil:
    # Copies the block of a node's children to one with more places.
    #   writes   record.link; t.is_full if there is no room
    #   returns  the new block; NULL if there is no room
    cdef Block* old = children_of(t, record)
    cdef Block* block = add_block(t, record, old.n, min(<int>old.n, 2 * old.room + 2))
    cdef int room
    if block == NULL:
        return NULL
    room = block.room
    block[0] = old[0]
    block.room = room
    memcpy(bounds_of(block), bounds_of(old), old.tried * sizeof(Bound))
    memcpy(records_of(t, block), records_of(t, old), old.tried * sizeof(Record))
    memcpy(sums_of(t, block, 0), sums_of(t, old, 0), old.tried * 2 * t.kept * sizeof(double))
    memcpy(priors_of(t, block), priors_of(t, old), old.n * sizeof(float))
    return block


cdef inline int give_place(Tree* t, Record* record, int rank) noexcept nogil:
    # Gives a place to a child of a node that waits; its block may be another one then.
    #   returns  the place; -1 if there is no room
    cdef Block* block = children_of(t, record)
    cdef Record* child
    cdef float* prior
    cdef int place
    if block.tried == block.room:
        block = widen(t, record)
        if block == NULL:
            return -1
    place = block.tried
    block.tried += 1
    block.next = UNKNOWN
    prior = &priors_of(t, block)[rank]
    child = &records_of(t, block)[place]
    child.visits, child.link, child.prior, child.rank = 0, 0, prior[0], rank
    if block.seat != CHANCE:
        prior[0] = TRIED
    memset(sums_of(t, block, place), 0, 2 * t.kept * sizeof(double))
    return place


# --- choice

cdef inline void look_ahead(const Tree* t, Block* block, float width) noexcept nogil:
    # Finds the child that is tried next: of those that wait, the first one with the largest bound.
    #   writes   block.next, block.prior
    cdef const float* priors = priors_of(t, block)
    block.next = first_largest(priors, block.n, block.waiting, width)
    block.prior = priors[block.next]


cdef inline int choose(Tree* t, Record* record, float width, bint unproved) noexcept nogil:
    # Chooses the child of a node with the largest bound, the first of these by rank. `unproved`: among those that
    # aren't PROVED, of which there is at least one. One that waits gets a place.
    #   returns  its place in the block of the children, which may be another one then; -1 if there is no room for a
    #            place, and no other child to choose
    cdef Block* block = children_of(t, record)
    cdef int place = -1
    cdef float largest = -UNTRIED
    cdef int rank = UNKNOWN
    if block.tried < block.n:
        if block.next == UNKNOWN:
            look_ahead(t, block, width)
        rank, largest = block.next, block.waiting + width * block.prior
        place = best_place(t, block, width, unproved, largest, rank)
        if place < 0:
            place = give_place(t, record, rank)
    return best_place(t, block, width, unproved, -UNTRIED, UNKNOWN) if place < 0 else place


cdef inline int best_place(
    const Tree* t, const Block* block, float width, bint unproved, float largest, int rank
) noexcept nogil:
    # The place of the child with the largest bound among those that are tried, -1 if that of a child that has this rank
    # is larger. Of equal ones the first by rank counts as larger.
    cdef const Bound* bounds = bounds_of(block)
    cdef const Record* records = records_of(t, block)
    cdef int i, best = -1
    cdef float bound
    for i in range(block.tried):
        bound = bounds[i].mean + width * bounds[i].spread
        if bound < largest or unproved and proof_of(&records[i]):
            continue
        if bound > largest or records[i].rank < rank:
            largest, rank, best = bound, records[i].rank, i
    return best


cdef inline void note_bound(const Tree* t, Block* block, int place) noexcept nogil:
    # Writes the bound of a visited child for the seat that chooses.
    cdef const Record* record = &records_of(t, block)[place]
    cdef const double* sums = sums_of(t, block, place)
    cdef Bound* bound = &bounds_of(block)[place]
    if proof_of(record):
        bound.mean = <float>worth_of(t, sums, 1, block.seat)
        bound.spread = 0
        return
    bound.mean = <float>(worth_of(t, sums, record.visits, block.seat))
    if t.guided:
        bound.spread = record.prior / (1 + record.visits)
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
    # The same where a seat acts and all children are PROVED, and tried.
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
            proof &= proof_of(&records_of(t, block)[i])
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
    cdef int rank, place, seat, proof = EXACT
    memset(out, 0, sizeof(Result))
    for rank in range(block.n):
        place = place_of(t, block, rank)
        weight = priors_of(t, block)[rank]
        weights += weight
        proof &= proof_of(&records_of(t, block)[place])
        read_result(t, sums_of(t, block, place), &part)
        for seat in range(t.n_players):
            out.share[seat] += weight * part.share[seat]
            out.margin[seat] += weight * part.margin[seat]
    for seat in range(t.n_players):
        out.share[seat] /= weights
        out.margin[seat] /= weights
    return proof


# --- after a move

cdef inline void cut(Tree* t, const Record* root, const double* sums) noexcept nogil:
    # Makes a node the root, and forgets all that isn't below it: the blocks that stay move to the front of the arena.
    #   reads    root, sums: those of the node
    cdef double kept[2 * MAX_PLAYERS]
    memcpy(kept, sums, 2 * t.kept * sizeof(double))
    t.root = root[0]
    memcpy(t.root_sums, kept, 2 * t.kept * sizeof(double))
    mark(t)
    find_places(t)
    move_blocks(t)
    t.is_full = False


cdef inline void mark(Tree* t) noexcept nogil:
    # Finds the blocks that stay. Those that are still to be looked at are a chain, by `moved`.
    #   writes   their `stays`
    cdef Block* block = children_of(t, &t.root)
    cdef Block* last = block
    cdef Block* child
    cdef int i
    while block != NULL:
        block.stays = 1
        for i in range(block.tried):
            child = children_of(t, &records_of(t, block)[i])
            if child != NULL:
                last.moved = unit_of(t, child)
                child.moved = 0
                last = child
        block = block_at(t, block.moved) if block != last else NULL


cdef inline void find_places(Tree* t) noexcept nogil:
    # Finds where the blocks that stay go to, and links them to one another there.
    cdef Block* block
    cdef uint32_t unit = 1, place = 1, units
    cdef int i
    while unit < t.used:
        block = block_at(t, unit)
        units = units_for(t, block.n, block.room)
        if block.stays:
            block.moved = place
            place += units
        unit += units
    unit = 1
    link(t, &t.root)
    while unit < t.used:
        block = block_at(t, unit)
        if block.stays:
            for i in range(block.tried):
                link(t, &records_of(t, block)[i])
        unit += units_for(t, block.n, block.room)


cdef inline void link(const Tree* t, Record* record) noexcept nogil:
    # Links a node to where the block of its children goes.
    cdef const Block* block = children_of(t, record)
    if block != NULL:
        record.link = 4 * block.moved | proof_of(record)


cdef inline void move_blocks(Tree* t) noexcept nogil:
    # Moves the blocks that stay, the first ones first: none goes to where one stands that hasn't moved yet.
    cdef Block* block
    cdef uint32_t unit = 1, used = t.used, units
    t.used = 1
    while unit < used:
        block = <Block*>(t.arena + <size_t>unit * UNIT)
        units = units_for(t, block.n, block.room)
        if block.stays:
            block.stays = 0
            memmove(t.arena + <size_t>t.used * UNIT, block, <size_t>units * UNIT)
            t.used += units
        unit += units
