# cython: language_level=3, wraparound=False, cdivision=True
"""The worth of positions of Empire of the Stars, and search by plans, without the GIL.

`empire_of_the_stars/strength/evaluation.py` shows the worth. `empire_of_the_stars/strength/search.py` checks the
arguments of a search, keeps the time and says what was found.

A plan is the actions of a decision, such as a region, a ship and a target. Each legal action begins one; the evaluation
(``strength/evaluation.pxd``) ranks them and finds how they go on. A simulation deals what is hidden, lays a plan, plays
this role and some more by rule (``strength/policy.pxd``), and shares the win by what the seats have then. Simulation i
of each plan deals the same and draws from the same stream, so that plans are compared with the same luck.
`_core/bandit.pxd` says which plan is next; more of them come in as visits grow (progressive widening: Coulom 2007).
"""

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport exp, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memset

from sse_core._core.bandit cimport *
from sse_core._core.empire_of_the_stars.strength.evaluation cimport *
from sse_core._core.empire_of_the_stars.state cimport State
from sse_core._core.empire_of_the_stars.views cimport sample, view
from sse_core._core.random cimport below, child_seed

from sse_core.forms.checks import check_index, type_named

__all__ = ["PlanTree", "evaluate", "expected_leads"]

MOST_VISITS = 1 << 31
"""The visits that are counted at most."""

cdef enum:
    ROLES = 4               # that a simulation plays beyond this one
    MOST_STEPS_PLAYED = 3000    # of a simulation: it ends there, wherever it is
    FIRST_PLANS = 4             # the plans that are tried from the beginning
    RANKED = 48                 # the actions that begin plans at most
    STEPS_OF_A_ROLE = 30
    TRIED = 3                   # the roles of which a simulation takes the one that the evaluation likes best


cdef struct Run:
    Position root           # as the seat may know it
    Plans plans
    Tally tally
    uint64_t seed


# --- shares of the win

cdef inline void share_worths(const Board* b, const Position* p, double* worth) noexcept nogil:
    # Shares of the win by the worths of the seats, which tell more the nearer the end is.
    #   writes   worth[n_players], which then adds to 1
    cdef double spread = 1.5 + 0.12 * roles_left(b, p), largest = 0, total = 0
    cdef int seat
    for seat in range(p.n_players):
        largest = max(largest, worth[seat])
    for seat in range(p.n_players):
        worth[seat] = exp((worth[seat] - largest) / spread)
        total += worth[seat]
    for seat in range(p.n_players):
        worth[seat] /= total

cdef inline void find_shares(const Board* b, const Position* p, double* out) noexcept nogil:
    # The shares of the win; before the end by the worths of the seats, which tell more the nearer the end is.
    #   writes   out[n_players], which add to 1
    cdef uint8_t winners
    cdef int seat
    if outcome_of(b, p, &winners) != UNDECIDED:
        for seat in range(p.n_players):
            out[seat] = winners >> seat & 1
        return
    count_worths(b, p, out)
    share_worths(b, p, out)

cdef inline void expect_shares(const Board* b, const Position* p, double* out) noexcept nogil:
    # The shares of the win as the evaluation sees them, once this role is played on by rule.
    #   writes   out[n_players], which add to 1
    evaluate_seats(b, p, out)
    share_worths(b, p, out)


# --- plans

cdef inline bint goes_on(const Position* p, int seat) noexcept nogil:
    # Whether the decision of a seat isn't complete yet.
    cdef int step = p.step
    if not is_to_act(p, seat):
        return False
    if step == DIAL_DUE:
        return p.written[side_of(p, seat)] == 1
    return (
        step == FIRST_TILE_DUE or step == EXPLORE_AT_DUE or step == EXPLORE_SETTLE_DUE or step == TRADE_METAL_DUE
        or step == TRADE_ENERGY_DUE or step == DEPLOY_AT_DUE or step == MOVE_SHIP_DUE or step == MOVE_TO_DUE
        or step == AGAINST_DUE or step == BRING_SHIP_DUE or step == BRING_TO_DUE or step == SHIFT_SHIP_DUE
        or step == SHIFT_TO_DUE or step == HIT_UNIT_DUE or EFFECT_RESOURCE_DUE <= step <= EFFECT_EDICT_DUE
    )


cdef void add_plan(const Board* b, const Position* p, Plans* plans, int index) noexcept nogil:
    # The plan that begins with an action, and goes on as the evaluation likes best.
    #   writes   plans
    cdef Plan* plan = new_plan(plans)
    cdef Position q = p[0]
    cdef Ids ids
    cdef double leads[MAX_LEGAL]
    cdef int i, n, best_one
    if plan == NULL:
        return
    while True:
        plan.ids[plan.n] = <uint16_t>index
        plan.n += 1
        play_sealed(b, &q, plans.seat, index)
        if plan.n == PLAN_LENGTH or not goes_on(&q, plans.seat):
            break
        n = expected_leads_of(b, &q, plans.seat, leads)
        best_one = 0
        for i in range(1, n):
            if leads[i] > leads[best_one]:
                best_one = i
        legal_to_act(b, &q, plans.seat, &ids)
        index = ids.at[best_one]
    expect_shares(b, &q, plan.prior)
    plan.has_prior = True
    keep(plans)


cdef void find_plans(const Board* b, const Position* p, int seat, Plans* out) noexcept nogil:
    # The plans of a seat that is to act, the one that the evaluation likes best first; of CHANCE, each event.
    #   reads    p, a position as the seat may know it
    #   writes   out
    cdef Ids ids
    cdef double leads[MAX_LEGAL]
    cdef int i, best_one, _ranked
    cdef Plan* plan
    out.n = 0
    out.seat = seat
    legal_to_act(b, p, seat, &ids)
    if seat == CHANCE:
        for i in range(ids.n):
            plan = new_plan(out)
            if plan != NULL:
                plan.ids[0], plan.n = ids.at[i], 1
                keep(out)
        return
    expected_leads_of(b, p, seat, leads)
    for _ranked in range(min(ids.n, <int>RANKED)):
        best_one = -1
        for i in range(ids.n):
            if leads[i] > -1e300 and (best_one < 0 or leads[i] > leads[best_one]):
                best_one = i
        leads[best_one] = -1e301
        add_plan(b, p, out, ids.at[best_one])


# --- a simulation

cdef inline int choose_role(const Board* b, const Position* p, uint64_t* stream) noexcept nogil:
    # C2.3: the best of some roles that are drawn, so that simulations see good play and differ.
    #   writes   stream
    #   returns  an id
    cdef Ids ids
    cdef Position after
    cdef int tried, place, found = -1
    cdef double lead, largest = -1e300
    legal_to_act(b, p, p.actor, &ids)
    for tried in range(min(<int>TRIED, ids.n)):
        # What was drawn isn't drawn again.
        place = tried + <int>below(stream, ids.n - tried)
        ids.at[tried], ids.at[place] = ids.at[place], ids.at[tried]
        after = p[0]
        play(b, &after, p.actor, ids.at[tried])
        lead = expected_lead(b, &after, p.actor)
        if lead > largest:
            largest, found = lead, ids.at[tried]
    return found


cdef inline int simulate(const Board* b, Run* s, Plan* plan) noexcept nogil:
    # Plays a plan and some roles, and adds what comes of it to the plan.
    #   writes   s, plan
    #   returns  how many steps it had
    cdef Position p
    cdef uint64_t stream = child_seed(s.seed, plan.visits)
    cdef double shares[MAX_PLAYERS]
    cdef double margins[MAX_PLAYERS]
    cdef int seat, other, place = 0, steps, last, side, largest
    if s.plans.seat == CHANCE:
        p = s.root
    else:
        sample(b, &s.root, &stream, &p)
    if p.step == DIAL_DUE:
        # Dials of others that are set already are set again, by rule.
        for side in range(2):
            if leader(&p, side) != s.plans.seat:
                p.written[side] = 0
    last = p.round + ROLES
    while place < plan.n and is_to_act(&p, s.plans.seat):
        play(b, &p, s.plans.seat, plan.ids[place])
        place += 1
    steps = plan.n
    while p.step != END_DUE and (p.step != ROLE_DUE or p.round < last) and steps < MOST_STEPS_PLAYED:
        if p.step == ROLE_DUE:
            play(b, &p, p.actor, choose_role(b, &p, &stream))
            # To weigh it has taken about as many steps.
            steps += TRIED * STEPS_OF_A_ROLE
        else:
            steps += play_on(b, &p, &stream)
    find_shares(b, &p, shares)
    for seat in range(p.n_players):
        largest = 0
        for other in range(p.n_players):
            if other != seat:
                largest = max(largest, points(b, &p, other))
        margins[seat] = points(b, &p, seat) - largest
    add_result(&s.plans, &s.tally, plan, shares, margins, p.n_players)
    return steps


cdef int64_t simulate_some(const Board* b, Run* s, int64_t visits, int64_t steps) noexcept nogil:
    # Simulates until so many visits or about so many steps are done.
    #   returns  the visits
    cdef int64_t done = 0
    cdef int n
    while done < visits and steps > 0:
        n = FIRST_PLANS + <int>sqrt(<double>s.tally.visits)
        steps -= simulate(b, s, &s.plans.all[next_plan(&s.plans, &s.tally, n)])
        done += 1
    return done


# --- the worth of positions, for Python

cdef State checked(object state):
    # A state; raises TypeError for anything else.
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Empire of the Stars, not {type_named(state)}")
    return <State>state


def evaluate(state, /):
    """Return the worth for each seat, in points (C12.3); a larger number is better.

    It is the points that a seat has, and those that planets, ships, cards, resources and credits will bring in the
    roles that are left. After the end the winner (C12.4) has 1,000,000, and the others have 0.
    `EvaluatedGame.evaluate` says what holds for the worth in every game.
    """
    cdef State found = checked(state)
    cdef double worth[MAX_PLAYERS]
    cdef int seat
    with nogil:
        evaluate_seats(&found.tables.board, &found.position, worth)
    return tuple([worth[seat] for seat in range(found.position.n_players)])


def expected_leads(state, player, /):
    """Return the expected lead after each legal action of a player, by ascending id; none out of turn."""
    cdef State found = checked(state)
    cdef double leads[MAX_LEGAL]
    cdef int seat = check_index(player, found.position.n_players, "player"), n = 0, i
    if not is_to_act(&found.position, seat):
        return ()
    with nogil:
        n = expected_leads_of(&found.tables.board, &found.position, seat, leads)
    return tuple([leads[i] for i in range(n)])


# --- plans, for Python

@cython.final
cdef class PlanTree:
    """The plans of a seat, or of chance, at a state, and what simulations found about them."""

    cdef Run* data
    cdef State state        # whose pack is played

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
        cdef const Board* b = &state.tables.board
        self.state = state
        if seat == CHANCE:
            s.root = state.position
        else:
            view(b, &state.position, seat, &s.root)
        memset(&s.tally, 0, sizeof(Tally))
        s.plans.n = 0
        s.plans.seat = seat
        if s.root.step != END_DUE:
            with nogil:
                find_plans(b, &s.root, seat, &s.plans)

    def run(self, int64_t visits, int64_t steps, /):
        """Simulate until so many visits or about so many steps of play are done; return how many visits were made."""
        cdef int64_t done = 0
        cdef const Board* b = &self.state.tables.board
        if not self.data.plans.n:
            return 0
        visits = min(visits, <int64_t>MOST_VISITS - self.data.tally.visits)
        with nogil:
            done = simulate_some(b, self.data, visits, steps)
        return done

    def advance(self, State state not None, int seat, /):
        """Make a later state the root; return whether plans of before lead on from it, which are kept then."""
        cdef Run* s = self.data
        cdef Position wanted
        cdef int i, length = 0
        if seat == s.plans.seat != CHANCE and state.position.step != END_DUE and state.pack is self.state.pack:
            view(&state.tables.board, &state.position, seat, &wanted)
            for i in range(s.plans.n):
                length = reached_by(&state.tables.board, s, &s.plans.all[i], &wanted)
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
        find_shares(&self.state.tables.board, &self.data.root, out)
        return tuple([out[seat] for seat in range(self.data.root.n_players)])

    @property
    def visits(self):
        """The simulations so far."""
        return self.data.tally.visits

    @property
    def is_clear(self):
        """Whether more simulations would hardly change the choice."""
        return bool(is_clear(&self.data.plans, &self.data.tally))


cdef int reached_by(const Board* b, const Run* s, const Plan* plan, const Position* wanted):
    # The number of actions of a plan after which a position is reached; 0 if it isn't.
    cdef Position p = s.root
    cdef int i
    for i in range(plan.n - 1):
        # What opens sealed choices is the last action of a plan.
        if not is_to_act(&p, s.plans.seat):
            return 0
        play(b, &p, s.plans.seat, plan.ids[i])
        if not memcmp(&p, wanted, sizeof(Position)):
            return i + 1
    return 0
