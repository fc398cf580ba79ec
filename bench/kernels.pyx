# cython: language_level=3, wraparound=False, cdivision=True
"""Kernels: inner calls of the core, each in a loop without the GIL, for `instructions.py` and `peers`.

A kernel works on one position again and again, and returns the number of operations. It is compiled like the core. In
the position a player's turn begins; only `territories` takes many positions of any kind.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc

from sse_core._core.small_star_empires cimport flood
from sse_core._fast cimport State
from sse_core._core.small_star_empires.cells cimport Cells
from sse_core._core.small_star_empires.strength.learned cimport (
    MOST_ACTIONS, N_STAGES, Weights, evaluate, find_odds,
)
from sse_core._core.small_star_empires.moves cimport list_moves, nth_move
from sse_core._core.small_star_empires.numbers cimport N_FEATURES, features_of
from sse_core._core.small_star_empires.strength.powers cimport ONE
from sse_core._core.small_star_empires.score cimport SIDE_BY_SIDE, score
from sse_core._core.small_star_empires.structs cimport (
    MAX_PLAYERS, NARROW, VARIANT, WIDE, ActionRow, Moves, Position, RulesetData, Sheet,
)
from sse_core._core.small_star_empires.strength.tree cimport Result
from sse_core._core.small_star_empires.turn cimport play

__all__ = [
    "AT_ONCE", "COMPILER", "all_features", "all_priors", "evaluations", "floods_eight", "judge_each",
    "largest_territories", "list_turns", "play_each", "score_all", "territories",
]

cdef extern from *:
    """
    #if defined(__clang__)
      #define SSE_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
      #define SSE_COMPILER "gcc " __VERSION__
    #else
      #define SSE_COMPILER "unknown"
    #endif
    /* For all the compiler knows, what is pointed to is read here and anything may be written: no result can be left
       out of a loop, and none carried over from one round to the next. */
    #if defined(__GNUC__)
      #define sse_use(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")
    #else
      #define sse_use(pointer) ((void)*(volatile const char*)(pointer))
    #endif
    """
    const char* SSE_COMPILER
    void sse_use(const void* pointer) noexcept nogil

COMPILER = SSE_COMPILER.decode()
# The number of positions that playouts score in one call.
AT_ONCE = SIDE_BY_SIDE

# All numbers count nothing: how long it takes to weigh them is the same.
cdef Weights level_weights
cdef int _stage
for _stage in range(N_STAGES):
    level_weights.spread[_stage] = ONE


def list_turns(State state not None, int times):
    """List the moves of the player to act."""
    cdef const RulesetData* r = &state.ruleset.data
    cdef const Position* p = &state.position
    cdef Moves moves
    cdef int _
    with nogil:
        for _ in range(times):
            list_moves(r, p, p.to_act, &moves, r.kind)
            sse_use(&moves)
    return times


def play_each(State state not None, int times):
    """Play every legal action on a copy of the position, and list the next moves there, as a search does."""
    cdef const RulesetData* r = &state.ruleset.data
    cdef Position child
    cdef Moves moves
    cdef ActionRow action
    cdef int _, rank
    with nogil:
        for _ in range(times):
            for rank in range(state.moves.total):
                child = state.position
                nth_move(&state.moves, rank, &action, r.kind)
                play(r, &child, &action, &moves, r.kind)
                sse_use(&child)
                sse_use(&moves)
    return times * state.moves.total


def largest_territories(State state not None, int times):
    """Measure the largest territory of every player."""
    cdef const RulesetData* r = &state.ruleset.data
    cdef int _, player, most
    with nogil:
        for _ in range(times):
            for player in range(r.n_players):
                most = flood.largest_territory(r, state.position.held[player])
                sse_use(&most)
    return times * r.n_players


def score_all(State state not None, int times):
    """Score the position for all players."""
    cdef const RulesetData* r = &state.ruleset.data
    cdef Sheet sheets[MAX_PLAYERS]
    cdef int _
    with nogil:
        for _ in range(times):
            score(r, &state.position, sheets)
            sse_use(sheets)
    return times


def all_features(State state not None, int times):
    """Compute the features of the position for all players, as a search specialized for one kind of board does."""
    cdef const RulesetData* r = &state.ruleset.data
    cdef int32_t found[MAX_PLAYERS * N_FEATURES]
    cdef int _
    with nogil:
        for _ in range(times):
            if r.kind == NARROW:
                features_of(r, &state.position, found, NARROW)
            elif r.kind == WIDE:
                features_of(r, &state.position, found, WIDE)
            else:
                features_of(r, &state.position, found, VARIANT)
            sse_use(found)
    return times


def all_priors(State state not None, int times):
    """Compute the prior of each action, as a search does when it expands a node."""
    return judge_each([state], True, times)


def evaluations(State state not None, int times):
    """Evaluate the position, as a search does at a leaf."""
    return judge_each([state], False, times)


def judge_each(list states not None, bint nodes, int times):
    """Evaluate positions on one board, one after the other, as a search does at leaves; with `nodes`, compute priors.

    With many positions, branches are unpredictable for the processor.
    """
    if not states:
        raise ValueError("no positions")
    cdef State state = states[0]
    cdef const RulesetData* r = &state.ruleset.data
    cdef int n = len(states), i
    cdef Judged* judged = <Judged*>malloc(n * sizeof(Judged))
    if judged == NULL:
        raise MemoryError
    try:
        for i in range(n):
            state = states[i]
            judged[i].position, judged[i].moves = state.position, state.moves
        with nogil:
            if r.kind == NARROW:
                judge(r, judged, n, nodes, times, NARROW)
            elif r.kind == WIDE:
                judge(r, judged, n, nodes, times, WIDE)
            else:
                judge(r, judged, n, nodes, times, VARIANT)
    finally:
        free(judged)
    return times * n


cdef struct Judged:
    Position position
    Moves moves


cdef inline void judge(
    const RulesetData* r, const Judged* judged, int n, bint nodes, int times, int kind
) noexcept nogil:
    cdef float odds[MOST_ACTIONS]
    cdef float total
    cdef Result found
    cdef int i, _
    for _ in range(times):
        for i in range(n):
            if nodes:
                total = find_odds(&level_weights, r, &judged[i].position, &judged[i].moves, odds, kind)
                sse_use(odds)
                sse_use(&total)
            else:
                evaluate(&level_weights, r, &judged[i].position, &found, kind)
                sse_use(&found)


def territories(list states not None, int at_once, int64_t[:, ::1] most not None, int times):
    """Measure the largest territory of every player in positions on one board, AT_ONCE in a call at most.

    `most` gets the sizes, by position, then by player.
    """
    if not states or not 1 <= at_once <= SIDE_BY_SIDE:
        raise ValueError("no positions, or too many in a call")
    cdef State state = states[0]
    cdef const RulesetData* r = &state.ruleset.data
    cdef int n = len(states), i, _
    if most.shape[0] != n or most.shape[1] != r.n_players:
        raise ValueError("there is not a number for each player in each position")
    cdef Position* positions = <Position*>malloc(n * sizeof(Position))
    if positions == NULL:
        raise MemoryError
    try:
        for i in range(n):
            state = states[i]
            positions[i] = state.position
        with nogil:
            for _ in range(times):
                measure(r, positions, n, at_once, &most[0, 0])
                sse_use(&most[0, 0])
    finally:
        free(positions)
    return times * n * r.n_players


cdef void measure(const RulesetData* r, const Position* positions, int n, int at_once, int64_t* most) noexcept nogil:
    # As for score_many, the sets are gathered, then flooded in one call.
    cdef Cells held[SIDE_BY_SIDE * MAX_PLAYERS]
    cdef int done = 0, i, player, n_sets
    while done < n:
        n_sets = 0
        for i in range(done, min(done + at_once, n)):
            for player in range(r.n_players):
                held[n_sets] = positions[i].held[player]
                n_sets += 1
        flood.largest_territories(r, held, n_sets, &most[done * r.n_players])
        done += at_once


def floods_eight(State state not None):
    """Return whether this processor floods sets on this board eight at a time."""
    return state.ruleset.data.flood != NULL
