# Plans of a search, for every game: the actions of one seat that make up a decision, the results of simulations about
# each plan, and the choice of the next one to try. Header-only.
#
# The plan with the largest bound is next (UCB1: Auer, Cesa-Bianchi and Fischer 2002), in units of the spread that all
# simulations have shown.

from libc.math cimport log, sqrt
from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memcmp, memmove, memset

from sse_core._core.bits cimport sse_check

cdef enum:
    MOST_SEATS = 5
    PLAN_LENGTH = 200       # a longer plan is cut, and play by rule goes on with it
    MOST_PLANS = 64
    SHRINKING = 8           # visits of what was expected that are added to each plan

cdef struct Plan:
    double shares[MOST_SEATS]       # sums over the visits: of the win, ...
    double margins[MOST_SEATS]      # ...and of the lead, in what the game counts it by
    double squares                  # the sum of the squared shares of the seat that plans
    double prior[MOST_SEATS]        # the shares that were expected before any visit...
    bint has_prior                  # ...if they were; else the mean over all plans stands for them
    uint32_t visits
    uint16_t n
    uint16_t ids[PLAN_LENGTH]

# The plans of a root.
cdef struct Plans:
    Plan all[MOST_PLANS]
    int n
    int seat                # or CHANCE, which is below 0

# What all simulations found.
cdef struct Tally:
    double total            # the sum of the shares of the seat that plans...
    double squares          # ...and of their squares
    uint32_t visits
    double sums[MOST_SEATS]  # of the shares, over all simulations since the decision began
    uint32_t n_sums


# --- plans

cdef inline Plan* new_plan(Plans* plans) noexcept nogil:
    # The place of one more plan, which `keep` keeps; NULL if there is no room.
    cdef Plan* found
    if plans.n == MOST_PLANS:
        return NULL
    found = &plans.all[plans.n]
    memset(found, 0, sizeof(Plan))
    return found

cdef inline bint keep(Plans* plans) noexcept nogil:
    # Keeps the plan of `new_plan`, if it is another one than those before.
    #   writes   plans
    #   returns  whether it does
    cdef const Plan* plan = &plans.all[plans.n]
    cdef int i
    if not plan.n:
        return False
    for i in range(plans.n):
        if plans.all[i].n == plan.n and not memcmp(plans.all[i].ids, plan.ids, plan.n * sizeof(plan.ids[0])):
            return False
    plans.n += 1
    return True

cdef inline void keep_after(Plans* plans, Tally* tally, int like, int n) noexcept nogil:
    # Keeps the plans that begin with the same n actions as one of them, without these.
    #   reads    like, the number of that one
    #   writes   plans, tally
    cdef Plan model = plans.all[like]
    cdef Plan* plan
    cdef int i, kept = 0
    tally.visits = 0
    tally.total = tally.squares = 0
    for i in range(plans.n):
        plan = &plans.all[i]
        if plan.n <= n or memcmp(plan.ids, model.ids, n * sizeof(plan.ids[0])):
            continue
        if kept != i:
            plans.all[kept] = plan[0]
        plan = &plans.all[kept]
        plan.n -= n
        memmove(plan.ids, &plan.ids[n], plan.n * sizeof(plan.ids[0]))
        tally.visits += plan.visits
        tally.total += plan.shares[plans.seat]
        tally.squares += plan.squares
        kept += 1
    plans.n = kept


# --- what simulations found

cdef inline void add_result(
    Plans* plans, Tally* tally, Plan* plan, const double* shares, const double* margins, int n_seats
) noexcept nogil:
    # Adds the result of a simulation of a plan.
    #   reads    shares[n_seats], margins[n_seats]
    #   writes   tally, plan
    cdef int seat
    plan.visits += 1
    for seat in range(n_seats):
        plan.shares[seat] += shares[seat]
        plan.margins[seat] += margins[seat]
        tally.sums[seat] += shares[seat]
    tally.n_sums += 1
    seat = max(plans.seat, 0)
    plan.squares += shares[seat] * shares[seat]
    tally.visits += 1
    tally.total += shares[seat]
    tally.squares += shares[seat] * shares[seat]

cdef inline double mean_of(const Tally* tally, const Plan* plan, int seat, int n_seats) noexcept nogil:
    # The mean share of a seat, with some visits of what was expected, or of the mean over all of the decision's.
    if plan.has_prior:
        return (plan.shares[seat] + SHRINKING * plan.prior[seat]) / (plan.visits + SHRINKING)
    if not tally.n_sums:
        return 1 / <double>n_seats
    return (plan.shares[seat] + SHRINKING * tally.sums[seat] / tally.n_sums) / (plan.visits + SHRINKING)

cdef inline int best_plan(const Plans* plans, const Tally* tally) noexcept nogil:
    # The plan with the largest mean of those that were tried.
    cdef int i, found = 0
    cdef double here, best = -1
    for i in range(plans.n):
        if plans.all[i].visits:
            here = mean_of(tally, &plans.all[i], max(plans.seat, 0), 1)
            if here > best:
                best, found = here, i
    return found

cdef inline int next_plan(const Plans* plans, const Tally* tally, int n) noexcept nogil:
    # The plan of the next simulation, of the first n; chance events take turns.
    cdef int i, found = 0, seat = max(plans.seat, 0)
    cdef double spread, bound, best = -1
    cdef const Plan* plan
    if plans.seat < 0:
        return tally.visits % plans.n
    n = min(n, plans.n)
    sse_check(n > 0)
    for i in range(n):
        if not plans.all[i].visits and not (plans.all[i].has_prior and i):
            return i
    spread = tally.total / tally.visits
    spread = sqrt(max(tally.squares / tally.visits - spread * spread, 1e-8) * log(<double>tally.visits))
    for i in range(n):
        plan = &plans.all[i]
        if plan.has_prior:
            bound = mean_of(tally, plan, seat, 1) + spread / sqrt(<double>plan.visits + 1)
        else:
            bound = plan.shares[seat] / plan.visits + spread / sqrt(<double>plan.visits)
        if bound > best:
            best, found = bound, i
    return found

cdef inline bint is_clear(const Plans* plans, const Tally* tally) noexcept nogil:
    # Whether more simulations would hardly change the choice: one plan is left, or one is far ahead.
    cdef const Plan* best
    cdef const Plan* plan
    cdef int i, seat = max(plans.seat, 0)
    cdef double mean, gap, a, b
    if plans.n <= 1:
        return tally.visits > 0
    best = &plans.all[best_plan(plans, tally)]
    if plans.seat < 0 or best.visits < 64:
        return False
    mean = best.shares[seat] / best.visits
    a = max(best.squares / best.visits - mean * mean, 0) / best.visits
    for i in range(plans.n):
        plan = &plans.all[i]
        if plan == best:
            continue
        if plan.visits < 16:
            return False
        gap = plan.shares[seat] / plan.visits
        b = max(plan.squares / plan.visits - gap * gap, 0) / plan.visits
        gap = mean - gap
        if gap <= 0 or gap * gap < 16 * (a + b):
            return False
    return True


# --- for Python

cdef inline list found_plans(const Plans* plans, const Tally* tally, int n_seats):
    # Each plan: its ids, visits, shares and margins, and the sums of the shares of its seat and of their squares. The
    # shares are those of `mean_of`.
    cdef const Plan* plan
    cdef int i, seat
    found = []
    for i in range(plans.n):
        plan = &plans.all[i]
        shares = tuple([mean_of(tally, plan, seat, n_seats) for seat in range(n_seats)])
        margins = tuple([plan.margins[seat] / max(plan.visits, <uint32_t>1) for seat in range(n_seats)])
        ids = tuple([plan.ids[seat] for seat in range(plan.n)])
        found.append((ids, plan.visits, shares, margins, plan.shares[max(plans.seat, 0)], plan.squares))
    return found
