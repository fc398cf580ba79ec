# For Jump Wars. Estimates for plans: battles between two sides, worked out at once (J2.7). Header-only.

from libc.stdint cimport int64_t

from sse_core._core.jump_wars.phases.fight cimport strength
from sse_core._core.jump_wars.strength.forecasts cimport quality
from sse_core._core.jump_wars.structs cimport *

cdef enum:
    MOST_ROUNDS = 40        # those of a battle that are looked at

# The fleets of a side in a battle, with boosts and bonuses.
cdef struct Fighter:
    int64_t n
    int64_t attack
    int64_t defense
    int initiative
    int first               # Initiative in the first round
    bint bombs              # Nova Bombs


cdef inline Fighter fighter_at(const Position* p, int side, int space, int64_t n) noexcept nogil:
    # J2.7, J3.3: n fleets of a side as they would fight in a space.
    cdef Fighter found
    cdef bint is_player = side < p.n_players
    found.n = n
    found.attack, found.defense = strength(p, side, space, ATTACK), strength(p, side, space, DEFENSE)
    found.initiative = strength(p, side, space, INITIATIVE)
    found.first = found.initiative + (2 if is_player and has(p, side, CLOAKING) else 0)
    found.bombs = is_player and has(p, side, NOVA_BOMBS)
    return found


cdef inline double quality_of(const Position* p, int side) noexcept nogil:
    # The force of a fleet on plain ground; that of a fleet of level 1 is 1.
    if side == p.n_players:
        return 1
    return quality(level(p, side, INITIATIVE), level(p, side, ATTACK), level(p, side, DEFENSE))


cdef inline void wear(const Fighter* dealer, Fighter* other, int64_t* stamina) noexcept nogil:
    # J4.12: fire goes on the worst hit fleet, so that the fleets of a side have what damage they can take in common.
    #   writes   other.n, stamina
    stamina[0] -= dealer.n * dealer.attack
    other.n = 0 if stamina[0] <= 0 else (stamina[0] + other.defense - 1) // other.defense


cdef inline void fire_on(Fighter* a, Fighter* b) noexcept nogil:
    # A battle without bombs, to the end, but for endless ones.
    #   writes   a.n and b.n
    cdef int64_t lives_a = a.n * a.defense, lives_b = b.n * b.defense
    cdef Fighter was
    cdef int lead, n
    for n in range(MOST_ROUNDS):
        if not a.n or not b.n:
            return
        lead = a.first - b.first if n == 0 else a.initiative - b.initiative
        if lead == 0:
            was = a[0]
            wear(b, a, &lives_a)
            wear(&was, b, &lives_b)
        elif lead > 0:
            wear(a, b, &lives_b)
            wear(b, a, &lives_a)
        else:
            wear(b, a, &lives_a)
            wear(a, b, &lives_b)


cdef inline int64_t bombs_needed(const Fighter* dealer, const Fighter* other) noexcept nogil:
    # J4.12: the fleets to give up so that each fleet of the other side falls.
    return (other.defense + dealer.attack - 1) // dealer.attack


cdef inline bint bombed(const Fighter* dealer, const Fighter* other, Fighter* left) noexcept nogil:
    # Whether a dealer can destroy all fleets of the other side by bombs in the first round.
    #   writes   left.n, the dealer's fleets after that
    cdef int64_t standing = dealer.n, need
    if not dealer.bombs or not dealer.n:
        return False
    need = bombs_needed(dealer, other)
    if other.first > dealer.first:
        standing -= other.n * other.attack // dealer.defense
    if standing < need:
        return False
    left.n = standing - need if dealer.defense > need * dealer.attack else 0
    return True


cdef inline void fight_out(Fighter* a, Fighter* b) noexcept nogil:
    # A battle to the end. Who would lose it uses Nova Bombs, and who wins it does where that saves fleets.
    #   writes   a.n and b.n
    cdef Fighter x = a[0], y = b[0], left
    cdef bint a_may, b_may
    fire_on(&x, &y)
    left.n = 0
    a_may = a.bombs and bombed(a, b, &left) and (left.n > x.n or (y.n and not x.n))
    if a_may and a.first >= b.first:
        a.n, b.n = left.n, 0
        return
    b_may = b.bombs and x.n >= 0 and bombed(b, a, &left) and (left.n > y.n or (x.n and not y.n))
    if b_may:
        a.n, b.n = 0, left.n
        return
    if a_may:
        bombed(a, b, &left)
        a.n, b.n = left.n, 0
        return
    a.n, b.n = x.n, y.n
