# For Jump Wars. Faults of positions: the numbers of the laws that a position must keep, and where one is broken.
# Header-only. `jump_wars/positions/laws.py` has a sentence for each law.

from sse_core._core.jump_wars.views cimport *

cdef enum:                  # laws.Law, in its order
    NO_LAW = 0,
    # The map.
    NEUTRAL_FOR_FIVE, SHARED_SITE, NO_HOMEWORLD, HOMEWORLD_OF_NOBODY, COUNTERS, HOMEWORLD_ELSEWHERE,
    HOMEWORLD_TOO_FAR, CUT_OFF,
    # The turn, players and cards.
    TURN_LIMIT, NO_START_PLAYER, EARLY_START_PLAYER, FIRST_GOODS, NOT_LEARNABLE, LED_UNLEARNED, LED_UNBOOSTED,
    OWN_ALLY, EARLY_ALLIANCE, COPIES, HIDDEN_CARDS,
    # Fleets.
    MANY_FLEETS, IN_BLACK_HOLE, FIRST_FLEETS_OF, FIRST_NEUTRAL_FLEETS, HELD_BY_ANOTHER, BUILT_ELSEWHERE, TWO_SIDES,
    NEUTRAL_FLEETS, HELD_BY_NEUTRAL, NEUTRAL_CAME_BACK, HOLDER_AND_TURNS, HELD_TOO_LONG, ANOTHER_HOLDER,
    # The decision that is due.
    NO_ACTOR, ACTOR_ALONE, NOT_BEGUN, BEGUN, NOT_HIGHEST, NOT_LEARNED, STRANGE_USE, DRAWN_ELSEWHERE, USED_UNBEGUN,
    USED_UNLEARNED, MANY_DUE, EMPTY_DECK, SOLD,
    # Offers.
    WITHOUT_OFFER, WITH_OFFER, NO_TRADE, MANY_GIVEN, MANY_ASKED, OFFER_TO_SELF, OFFER_OF_ANOTHER, GIVEN, ASKED,
    TOO_POOR, LATER_PART, TWO_CARDS, EMPTY_OFFER,
    # Sheets.
    MANY_LINES, EARLY_ORDERS, CLOSED_ORDERS, WRITES_NOW, SEALED_BOOSTS, SEALED_LEAD, MANY_ORDERS, TWO_PLANETS,
    FLEETS_TWICE, OF_HOMEWORLD, OF_HOMEWORLD_ALLIED, OUT_OF_REACH, LARGE_STACK, VOID_EARLY, NOT_VOID, VOID_ALONE,
    BEGUN_FROM, BEGUN_TO, PARTS_OF_ORDER, ALL_DONE, ORDERS_UNBEGUN,
    # Battles.
    WITHOUT_BATTLE, WITH_BATTLE, ANOTHER_SPACE, NEUTRAL_FIGHTS, FLEETS_IN_BATTLE, WORST_FIRST, OTHERS_EQUAL, FALLEN,
    GROUPS, DEALER_FALLEN, NOT_NEXT, NOT_HIDDEN, MANY_BOMBS, FORCE, POINTS, NO_ENEMY,
    # Decisions half made.
    COUNTED, DRAFTED, VICTIM, SABOTAGED_SIDE, SABOTAGED_SPACE, NO_CARD_TO_PAY, NOTHING_TO_REWRITE, NO_PLACE,
    NOTHING_TAKEN, NEGATED_OF_NOBODY, NOTHING_TO_NEGATE, NO_SPLIT, NO_POINTS, NO_PART,
    # The end of a turn, and of the game.
    NOT_DISCARDED, NOT_OVER, OVER

cdef enum:
    MAX_WHERE = 5

# A law that is broken, 0 if there is none, and where: what its sentence names, in that order. Sides are named as
# actions name them, the neutral one by NEUTRAL.
cdef struct Fault:
    int law
    int64_t where[MAX_WHERE]


cdef inline bint breaks(Fault* out, int law, int64_t a, int64_t b, int64_t c) noexcept nogil:
    # Notes that a law is broken, and the first parts of where. Of several, the first law is kept.
    #   writes   out
    #   returns  True
    if out.law == 0 or law < out.law:
        out.law = law
        out.where[0], out.where[1], out.where[2], out.where[3], out.where[4] = a, b, c, 0, 0
    return True

cdef inline bint breaks_more(
    Fault* out, int law, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e
) noexcept nogil:
    # The same with all parts of where.
    breaks(out, law, a, b, c)
    if out.law == law:
        out.where[3], out.where[4] = d, e
    return True

cdef inline int named(const Position* p, int side) noexcept nogil:
    # A side as actions name it.
    return NEUTRAL if side == p.n_players else side

cdef inline bint breaks_parts(int64_t counted, int64_t largest, Fault* out) noexcept nogil:
    # J5.2: a number that is being written has parts of 99, and can be larger still.
    return (counted % MOST != 0 or counted >= max(<int64_t>1, largest)) and breaks(out, NO_PART, counted, largest, 0)
