# cython: language_level=3, wraparound=False, cdivision=True
"""The worth of positions of Jump Wars, and search by whole plans, without the GIL.

`jump_wars/strength/evaluation.py` shows the worth (``strength/evaluation.pxd``). `jump_wars/strength/search.py` checks
the arguments of a search, keeps the time and says what was found.

The actions of a decision, such as all orders of a turn, are tried as one plan (``strength/plans.pxd``). A simulation
deals the hidden cards, lays a plan, plays some turns on by rule (``strength/policy.pxd``), and shares the win by what
the seats have then (``strength/worth.pxd``). Simulation i of each plan deals the same cards and draws from the same
stream, so that plans are compared with the same luck. `_core/bandit.pxd` says which plan is next; of orders more plans
come in as visits grow (progressive widening: Coulom 2007).
"""

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from sse_core._core.bits cimport sse_check
from sse_core._core.jump_wars.strength.evaluation cimport *
from sse_core._core.jump_wars.strength.plans cimport *
from sse_core._core.jump_wars.state cimport State
from sse_core._core.jump_wars.views cimport deal_hands, draw_deals, draw_offer, view
from sse_core._core.jump_wars.strength.worth cimport find_shares
from sse_core._core.random cimport child_seed

from sse_core.forms.checks import check_index, type_named

__all__ = ["MOST_VISITS", "PlanTree", "evaluate", "expected_leads"]

MOST_VISITS = 1 << 31
"""The visits that are counted at most."""

cdef enum:
    TURNS_PLAYED = 4        # that a simulation plays beyond this one
    MOST_STEPS_PLAYED = 20000   # of a simulation: it ends there, wherever it is
    FIRST_PLANS = 6             # the plans that are tried from the beginning


cdef struct Run:
    Position root           # as the seat may know it
    Maps maps
    Plans plans
    Tally tally
    uint64_t seed
    uint64_t variations     # how many plans of orders were varied so far


# --- a simulation

cdef inline void fill_in(Position* p, int seat, uint64_t* stream) noexcept nogil:
    # J5.15: what the seat doesn't know. Sealed orders of others are written again, by rule.
    #   writes   p, stream
    cdef int32_t drawn[MAX_SIDES]
    deal_hands(p, stream)
    if p.step == ORDERS_DUE:
        p.done = 0
    elif p.hidden_deals:
        memset(drawn, 0, sizeof(drawn))
        draw_deals(p, drawn, stream)
    elif p.step == ANSWER_DUE and is_empty_offer(p):
        draw_offer(p, stream)


cdef inline int simulate(Run* s, Plan* plan) noexcept nogil:
    # Plays one game, and adds its result to a plan.
    #   writes   s, plan
    #   returns  how many steps it had
    cdef Position p = s.root
    cdef uint64_t stream = child_seed(s.seed, 2 * <uint64_t>plan.visits)
    cdef double shares[MAX_PLAYERS]
    cdef double margins[MAX_PLAYERS]
    cdef int seat, other, place = 0, steps, best
    cdef int held[MAX_PLAYERS]
    if s.plans.seat == CHANCE:
        play(&p, CHANCE, plan.ids[0])
        place = 1
    fill_in(&p, s.plans.seat, &stream)
    while place < plan.n and p.step != END_DUE:
        sse_check(is_to_act(&p, s.plans.seat))
        play(&p, s.plans.seat, plan.ids[place])
        place += 1
    steps = plan.n + play_turns(&p, &s.maps, TURNS_PLAYED, MOST_STEPS_PLAYED, &stream)
    find_shares(&p, shares)
    for seat in range(p.n_players):
        held[seat] = enemy_homeworlds(&p, seat)
    for seat in range(p.n_players):
        best = 0
        for other in range(p.n_players):
            if other != seat:
                best = max(best, held[other])
        margins[seat] = held[seat] - best
    add_result(&s.plans, &s.tally, plan, shares, margins, p.n_players)
    return steps


cdef inline int following_plan(Run* s) noexcept nogil:
    # The plan of the next simulation; of orders, a new one now and then.
    #   writes   s
    cdef int n = FIRST_PLANS + <int>sqrt(<double>s.tally.visits)
    cdef uint64_t stream
    if n > s.plans.n and s.root.step == ORDERS_DUE and s.tally.visits >= 16 and s.plans.n < MOST_PLANS and (
        s.variations < s.tally.visits // 8
    ):
        s.variations += 1
        stream = child_seed(s.seed, 2 * s.variations + 1)
        vary_plan_of_orders(&s.root, &s.maps, &s.plans, &s.plans.all[best_plan(&s.plans, &s.tally)], &stream)
    return next_plan(&s.plans, &s.tally, n)


cdef int64_t simulate_some(Run* s, int64_t visits, int64_t steps) noexcept nogil:
    # Simulates until so many visits or about so many steps are done.
    #   returns  the visits
    cdef int64_t done = 0
    while done < visits and steps > 0:
        steps -= simulate(s, &s.plans.all[following_plan(s)])
        done += 1
    return done


# --- the worth of positions, for Python

cdef State checked(object state):
    # A state; raises TypeError for anything else.
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Jump Wars, not {type_named(state)}")
    return <State>state


def evaluate(state, /):
    """Return the worth for each seat, in fleets of level 1; a larger number is better.

    Fleets count by number, level and place. So do RT and income, levels and special technologies, cards, tokens, and
    Homeworlds (J2). After the end (J3) the winners share 1,000,000, and the others have 0. `EvaluatedGame.evaluate`
    says what holds for the worth in every game.
    """
    cdef State found = checked(state)
    cdef double worth[MAX_PLAYERS]
    cdef int seat
    with nogil:
        evaluate_seats(&found.data, worth)
    return tuple([worth[seat] for seat in range(found.data.n_players)])


def expected_leads(state, player, /):
    """Return the expected lead after each legal action of a player, by ascending id; none out of turn."""
    cdef State found = checked(state)
    cdef double leads[N_ACTIONS]
    cdef int seat = check_index(player, found.data.n_players, "player"), n = 0, i
    if not is_to_act(&found.data, seat):
        return ()
    with nogil:
        n = expected_leads_of(&found.data, seat, leads)
    return tuple([leads[i] for i in range(n)])


# --- plans, for Python

@cython.final
cdef class PlanTree:
    """The plans of a seat, or of chance, at a state, and what simulations found about them."""

    cdef Run* data

    def __cinit__(self, State state not None, int seat, uint64_t seed):
        self.data = <Run*>PyMem_RawMalloc(sizeof(Run))
        if self.data == NULL:
            raise MemoryError("there is no memory for a search")
        memset(self.data, 0, sizeof(Run))
        self.data.seed = seed
        self.begin(state, seat)

    def __dealloc__(self):
        PyMem_RawFree(self.data)

    cdef begin(self, State state, int seat):
        cdef Run* s = self.data
        if seat == CHANCE:
            s.root = state.data
        else:
            view(&state.data, seat, &s.root)
        fill_maps(has_option(&s.root, HEX), s.root.counters[BLACK_HOLE], &s.maps)
        memset(&s.tally, 0, sizeof(Tally))
        s.variations = 0
        s.plans.n = 0
        s.plans.seat = seat
        if s.root.step != END_DUE:
            with nogil:
                find_plans(&s.root, &s.maps, seat, child_seed(s.seed, 1), &s.plans)

    def run(self, int64_t visits, int64_t steps):
        """Simulate until so many visits or about so many steps of play are done; return how many visits were made."""
        cdef int64_t done = 0
        if not self.data.plans.n:
            return 0
        visits = min(visits, <int64_t>MOST_VISITS - self.data.tally.visits)
        with nogil:
            done = simulate_some(self.data, visits, steps)
        return done

    def advance(self, State state not None, int seat):
        """Make a later state the root; return whether plans of before lead on from it, which are kept then."""
        cdef Run* s = self.data
        cdef Position wanted
        cdef int i, length = 0
        if seat == s.plans.seat != CHANCE and state.data.step != END_DUE:
            view(&state.data, seat, &wanted)
            for i in range(s.plans.n):
                length = reached(s, &s.plans.all[i], &wanted)
                if length:
                    break
        if not length:
            self.begin(state, seat)
            return False
        keep_after(&s.plans, &s.tally, i, length)
        s.root = wanted
        return s.tally.visits > 0

    def plans(self):
        """Return each plan: its ids, visits, shares and margins, and two sums over the visits of its seat's shares.

        The shares are means with SHRINKING visits of the mean over all plans; the sums are those of the shares and of
        their squares.
        """
        return found_plans(&self.data.plans, &self.data.tally, self.data.root.n_players)

    def shares(self):
        """Return the shares of the win by what the seats have now."""
        cdef double out[MAX_PLAYERS]
        cdef int seat
        find_shares(&self.data.root, out)
        return tuple([out[seat] for seat in range(self.data.root.n_players)])

    @property
    def visits(self):
        """The simulations so far."""
        return self.data.tally.visits

    @property
    def is_clear(self):
        """Whether more simulations would hardly change the choice."""
        return bool(is_clear(&self.data.plans, &self.data.tally))


cdef int reached(const Run* s, const Plan* plan, const Position* wanted):
    # The number of actions of a plan after which a position is reached; 0 if it isn't.
    cdef Position p = s.root
    cdef int i
    for i in range(plan.n):
        if not is_to_act(&p, s.plans.seat) or (p.step == ORDERS_DUE and plan.ids[i] == DONE):
            return 0
        play(&p, s.plans.seat, plan.ids[i])
        if are_same(&p, wanted):
            return i + 1 if i + 1 < plan.n else 0
    return 0
