# For Empire of the Stars. The appraisal of a pack for bots: the worth in points of things, effects, technologies and
# powers. `Tables` appraises a pack once. Header-only.
#
# What an effect is worth is read from its row, so that it holds for every pack: what its verbs bring, less its price,
# by how often its moment comes in a whole game. An effect with tests counts less.

from sse_core._core.empire_of_the_stars.boards cimport *

cdef extern from *:
    """
    /* --- the worth of one, in points: resources, credits, ships by type, a token or its place */
    static const double sse_eots_resources[3] = {0.19, 0.34, 0.36};
    static const double sse_eots_ships[3] = {0.7, 1.3, 2.1};
    #define SSE_EOTS_CREDIT 0.13
    #define SSE_EOTS_POINT 1.0
    /* A card in the hand that isn't known, by its cost. */
    #define SSE_EOTS_CARD 0.07
    /* The part of its worth that an effect with tests has. */
    #define SSE_EOTS_TESTED 0.6
    """
    const double* RESOURCE_WORTH "sse_eots_resources"
    const double* SHIP_WORTH "sse_eots_ships"
    double CREDIT_WORTH "SSE_EOTS_CREDIT"
    double POINT "SSE_EOTS_POINT"
    double CARD_WORTH "SSE_EOTS_CARD"
    double TESTED "SSE_EOTS_TESTED"

cdef enum:
    FULL_GAME = 24          # roles in a game in which all that a card brings is counted
    LIKELY_MEASURE = 2      # what a measure that an amount counts by comes to


cdef inline double worth_of_money(int money) noexcept nogil:
    # A credit, or a resource: 1 is the first one.
    return RESOURCE_WORTH[money - 1] if money else CREDIT_WORTH

cdef inline double worth_of_number(int which) noexcept nogil:
    # One more of a number of the rules, as long as it holds.
    if which < STRENGTH:
        return 0.12
    if which < HITS:
        return 0.25 if which < STRENGTH + 3 else 0.15
    if which < ROOM:
        return 0.2
    if which == BUYS or which == INVESTS:
        return 0.2
    if which == INFLUENCE_FREE:
        return 0.9
    if which == INFLUENCE_BOUGHT:
        return 0.3
    if which == INFLUENCE_PRICE or which == ASTEROIDS_STOP or which == GUARDS:
        return -0.1
    if which == HOME_STRENGTH or which == DEPLOY_TO_COLONIES:
        return 0.15
    if LESS_SHIP <= which < LESS_TECHNOLOGY:
        return 0.25
    if which == LESS_FAR_SPACE:
        return 0.15
    if LESS_TECHNOLOGY <= which:
        return 0.12
    return 0.06

cdef inline double worth_of_unit(int what) noexcept nogil:
    # What is moved, built or destroyed: any ship, then each type, then a colony.
    if what == 0:
        return SHIP_WORTH[0]
    return SHIP_WORTH[what - 1] if what <= N_TYPES else 1.3 * POINT

cdef inline double gain_of_stage(const Board* b, const Stage* stage) noexcept nogil:
    # What a part of an effect brings its owner, less what it costs.
    cdef int part = stage.part, money
    cdef double found = 0, n = stage.n.number
    if stage.n.per != NONE:
        n = min(n * LIKELY_MEASURE, <double>stage.n.most)
    if part == PAY_ANY_PART:
        return -RESOURCE_WORTH[0] * n
    if part == PAY_SHIP_PART:
        return -SHIP_WORTH[stage.what] * n
    if part == PAY_CARD_PART:
        return -2 * CARD_WORTH * n
    if part == GAIN_ANY_PART:
        return RESOURCE_WORTH[1] * n
    if part == GAIN_PART:
        return worth_of_money(stage.what) * n
    if part == TAKE_PART or part == TAKE_EACH_PART:
        return 1.4 * worth_of_money(stage.what) * n
    if part == TAKE_CARD_PART or part == DRAW_PART:
        return CARD_WORTH * 1.5 * n
    if part == BUILD_STARBASE_PART or part == BUILD_STAGING_PART or part == BUILD_HOME_PART:
        return SHIP_WORTH[stage.what] * n
    if part == MOVE_PART:
        return 0.12 * n
    if part == SETTLE_PART or part == UPGRADE_PART:
        return 0.95 * POINT * n
    if part == REMOVE_PART:
        return worth_of_unit(stage.what) * n
    if part == PLACE_PART:
        return 0.2 * n
    if part == SWAP_PART:
        for money in range(4):
            found += worth_of_money(money) * (stage.get[money] - <int>stage.give[money])
        return max(found, 0.0) * n
    if part == EDICT_PART:
        return 0.4
    if part == SCORE_TOKEN_PART or part == SCORE_GALAXY_PART:
        return POINT * n
    if part == NUMBER_PART:
        if stage.steps:
            n -= b.bases[stage.what]
        return worth_of_number(stage.what) * n
    if part == INFLUENCE_PART:
        return 0.7 * n
    if part == DIAL_PART or part == SPARE_PART:
        return 0.3 * n
    return 0.2 if part == SURGE_PART else 0.0

cdef inline double gain_of_effect(const Board* b, int effect) noexcept nogil:
    # What one use of an effect brings its owner.
    cdef const Row* row = &b.effects[effect]
    cdef double found = -0.3 * POINT * row.tokens
    cdef int i
    for i in range(4):
        found -= worth_of_money(i) * row.paid[i]
    for i in range(row.n_stages):
        found += gain_of_stage(b, &row.stages[i])
    return found

cdef inline double uses_in_a_game(const Row* row) noexcept nogil:
    # How often an effect is used in a whole game.
    cdef double found = 2.5
    if row.when == ALWAYS:
        found = 4
    elif row.when == EDICT_MOMENT:
        found = 3
    elif row.when == SET_UP_MOMENT or row.when == FINAL_MOMENT:
        found = 1
    elif BATTLE_BEGIN <= row.when <= BATTLE_END:
        found = 1.5
    if row.power != NONE and row.side == 1:
        found = min(found, 1.5)
    return found * TESTED if row.n_tests else found

cdef inline void appraise(Board* b) noexcept nogil:
    # What bots make of the effects, technologies and powers of a pack.
    #   reads    all of b but what it writes
    #   writes   b.gains, b.card_worths, b.power_worths
    cdef const Row* row
    cdef double worth
    cdef int effect, card, power, money
    for card in range(b.n_cards):
        b.card_worths[card] = 0.1
    for power in range(b.n_powers):
        b.power_worths[power] = 0
        for money in range(4):
            worth = b.starts[power][money].number
            if b.starts[power][money].per != NONE:
                worth = 5 * (b.starts[power][money].number != 0)
            b.power_worths[power] += <float>(worth * worth_of_money(money))
        for money in range(N_TYPES):
            b.power_worths[power] += <float>(SHIP_WORTH[money] * b.fleets[power][money])
    for effect in range(b.n_effects):
        row = &b.effects[effect]
        worth = gain_of_effect(b, effect)
        b.gains[effect] = <float>worth
        worth = max(worth, 0.0) * uses_in_a_game(row)
        if row.card != NONE:
            b.card_worths[row.card] += <float>worth
        else:
            b.power_worths[row.power] += <float>worth
