# For Empire of the Stars. A position as plain data, field by field as `empire_of_the_stars/positions/fields.py` has it:
# the same bytes, in the same order. Header-only. Clauses are those of empire_of_the_stars/RULES.md.
#
# A seat is 0 to n_players - 1; a side of a battle is 0, the attacker's, or 1, the defender's. The bounds of each field
# are those of the layout; a position has the size of the largest pack, and what a smaller one lacks is 0.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit

cdef enum:
    MAX_PLAYERS = 4
    MAX_REGIONS = 64
    MAX_SECTORS = 16
    MAX_FAR_SPACE = 16
    MAX_KINDS = 16
    MAX_MARKET = 4
    MAX_TECHNOLOGIES = 96
    MAX_POWERS = 48
    MAX_EFFECTS = 256
    MAX_STAGES = 12         # the choices of a price, and four verbs
    N_ROLES = 7
    N_EDICTS = 7
    N_TYPES = 3             # of ships
    N_COLOURS = 5           # of tokens in a throne: the seats', then galaxy tokens
    NOBODY = 255            # no seat, no role, no sector, no depth
    SECRET = MAX_POWERS + 1  # in a view, a power that was chosen and isn't shown yet
    SEALED = 3              # in a view, a dial that is set and isn't known
    CHANCE = -1             # as a player
    NONE = -1               # of a pack: no measure, no end of the dial, no card, no power
    MAX_CREDITS = 100000000
    TOKENS = 16             # of each player
    NO_TILE = 0
    HOME_TILE = 32          # and the seat
    BLOCKED = 40
    GALAXY = 1              # a galaxy token on far space
    IN_DECK = 0             # where a card is
    IN_PILE = 1
    IN_HAND = 2             # and the seat
    OWNED = 6               # and the seat

cdef enum:                  # flags
    POWERS = 1
    TECHNOLOGIES = 2
    START_COLONY = 4
    ONE_WAY = 8
    EDICT_SUBSTITUTE = 16
    OWN_CAP = 32
    RESHUFFLE = 64
    FREE_ALLIES = 128
    SPARE_HITS = 256
    NEUTRAL_SHIELDS = 512

cdef enum:                  # due.Due, in its order: the steps that are due, then what stands between steps
    HOME_DUE = 0
    FIRST_TILE_DUE = 1
    ROLE_DUE = 2
    EXPLORE_DUE = 3
    EXPLORE_AT_DUE = 4
    EXPLORE_SETTLE_DUE = 5
    REVEAL_DUE = 6
    STEWARD_DUE = 7
    TRADE_DUE = 8
    TRADE_METAL_DUE = 9
    TRADE_ENERGY_DUE = 10
    INVEST_DUE = 11
    BUILD_DUE = 12
    DEPLOY_DUE = 13
    DEPLOY_AT_DUE = 14
    DRAW_DUE = 15
    CARD_DUE = 16
    TURN_DUE = 17
    BUY_DUE = 18
    DISCARD_DUE = 19
    MOVE_DUE = 20
    MOVE_SHIP_DUE = 21
    MOVE_TO_DUE = 22
    BATTLE_DUE = 23
    AGAINST_DUE = 24
    INVITE_DUE = 25
    ANSWER_DUE = 26
    BRING_DUE = 27
    BRING_SHIP_DUE = 28
    BRING_TO_DUE = 29
    DIAL_DUE = 30
    SHIFT_DUE = 31
    SHIFT_SHIP_DUE = 32
    SHIFT_TO_DUE = 33
    HIT_DUE = 34
    HIT_UNIT_DUE = 35
    COLONIZE_DUE = 36
    INFLUENCE_DUE = 37
    PUT_DUE = 38
    EDICT_DUE = 39
    FAVOUR_DUE = 40
    POWER_DUE = 41
    WINDOW_DUE = 42
    EFFECT_RESOURCE_DUE = 43
    EFFECT_CARD_DUE = 44
    EFFECT_SEAT_DUE = 45
    EFFECT_TILE_DUE = 46
    EFFECT_AT_DUE = 47
    EFFECT_FROM_DUE = 48
    EFFECT_SHIP_DUE = 49
    EFFECT_TO_DUE = 50
    EFFECT_HIT_DUE = 51
    EFFECT_UNIT_DUE = 52
    EFFECT_AGAIN_DUE = 53
    EFFECT_EDICT_DUE = 54
    END_DUE = 55
    SET_UP_OVER_DUE = 56
    GAME_BEGINS_DUE = 57
    BEGIN_ROLE_DUE = 58
    DO_ROLE_DUE = 59
    END_ROLE_DUE = 60
    ROLE_OVER_DUE = 61
    SET_DIALS_DUE = 62
    OPEN_DIALS_DUE = 63
    BATTLE_OVER_DUE = 64
    AFTER_BATTLE_DUE = 65
    EDICT_SCORED_DUE = 66
    FINISH_DUE = 67
    COUNTED_DUE = 68
    ASK_DUE = 69
    GO_ON_DUE = 70
    RESUME_DUE = 71
    N_DUE = 72

cdef enum:                  # actions.Verb, in its order
    DONE_VERB = 0
    DECLINE_VERB = 1
    INFLUENCE_VERB = 2
    AT_VERB = 3
    ROLE_VERB = 4
    ON_VERB = 5
    BACK_VERB = 6
    TILE_VERB = 7
    SETTLE_VERB = 8
    MARKET_VERB = 9
    POLYMERS_VERB = 10
    METAL_VERB = 11
    ENERGY_VERB = 12
    INVEST_VERB = 13
    BUILD_VERB = 14
    DEPLOY_VERB = 15
    DRAW_VERB = 16
    TAKE_VERB = 17
    BUY_VERB = 18
    DISCARD_VERB = 19
    FROM_VERB = 20
    SHIP_VERB = 21
    TO_VERB = 22
    BATTLE_VERB = 23
    AGAINST_VERB = 24
    ALLY_VERB = 25
    JOIN_VERB = 26
    TACTICS_VERB = 27
    WEAPONS_VERB = 28
    HIT_VERB = 29
    UNIT_VERB = 30
    PUT_VERB = 31
    EDICT_VERB = 32
    FAVOUR_VERB = 33
    POWER_VERB = 34
    RESOURCE_VERB = 35
    CORE_VERB = 36
    USE_VERB = 37
    REVEAL_VERB = 38
    CARD_VERB = 39
    TURN_VERB = 40
    N_VERBS = 41

cdef enum:                  # effect_rows.Part, in its order: what a part of an effect does
    PAY_ANY_PART = 0
    PAY_SHIP_PART = 1
    PAY_CARD_PART = 2
    GAIN_ANY_PART = 3
    TAKE_PART = 4
    TAKE_CARD_PART = 5
    BUILD_STARBASE_PART = 6
    MOVE_PART = 7
    SETTLE_PART = 8
    UPGRADE_PART = 9
    REMOVE_PART = 10
    DRAW_PART = 11
    PLACE_PART = 12
    SWAP_PART = 13
    EDICT_PART = 14
    GAIN_PART = 15
    TAKE_EACH_PART = 16
    SCORE_TOKEN_PART = 17
    SCORE_GALAXY_PART = 18
    NUMBER_PART = 19
    BUILD_STAGING_PART = 20
    BUILD_HOME_PART = 21
    INFLUENCE_PART = 22
    DIAL_PART = 23
    SPARE_PART = 24
    SURGE_PART = 25
    CORE_PART = 26
    LAST_CHOICE = EDICT_PART    # the last part that its player, or chance, chooses something for

cdef enum:                  # vocabulary.ROLES
    EXPLORER = 0
    STEWARD = 1
    MERCHANT = 2
    ENGINEER = 3
    SCIENTIST = 4
    WARLORD = 5
    REGENT = 6

cdef enum:                  # vocabulary.MEASURES, in its order; then what else is tested
    PLANETS_MEASURE = 0
    COLONIES_MEASURE = 1
    STARBASES_MEASURE = 2
    FAR_SPACE_MEASURE = 3
    SECTORS_MEASURE = 4
    SHIPS_MEASURE = 5
    FIGHTERS_MEASURE = 6
    CRUISERS_MEASURE = 7
    DREADNOUGHTS_MEASURE = 8
    STRENGTH_MEASURE = 9
    STAGING_MEASURE = 10
    TECHNOLOGIES_MEASURE = 11
    TECHNOLOGIES_CULTURE_MEASURE = 12
    TECHNOLOGIES_INDUSTRY_MEASURE = 13
    TECHNOLOGIES_MILITARY_MEASURE = 14
    CARDS_MEASURE = 15
    CREDITS_MEASURE = 16
    POLYMERS_MEASURE = 17
    METAL_MEASURE = 18
    ENERGY_MEASURE = 19
    RESOURCES_MEASURE = 20
    STOCK_MEASURE = 21
    THRONE_MEASURE = 22
    HOME_FLEET_MEASURE = 23
    WORMHOLES_MEASURE = 24
    ASTEROIDS_MEASURE = 25
    CONTACTS_MEASURE = 26
    MADE_POLYMERS_MEASURE = 27
    MADE_METAL_MEASURE = 28
    MADE_ENERGY_MEASURE = 29
    WINNER_TEST = 30
    EMPEROR_TEST = 31
    ATTACKER_TEST = 32
    N_MEASURES = 30

cdef enum:                  # vocabulary.RULE_NUMBERS: the first of each row of numbers
    MOVES = 0
    STRENGTH = 3
    HITS = 8
    ROOM = 11
    HAND = 12
    DRAWS = 13
    BUYS = 14
    INVESTS = 15
    INFLUENCE_FREE = 16
    INFLUENCE_BOUGHT = 17
    INFLUENCE_PRICE = 18
    TRACK = 19
    ASTEROIDS_STOP = 22
    DEPLOY_TO_COLONIES = 23
    GUARDS = 24
    HOME_STRENGTH = 25
    DISPLAY_SIZE = 26
    LESS_SHIP = 27
    LESS_TECHNOLOGY = 39
    LESS_FAR_SPACE = 43
    LESS_INFLUENCE = 44
    N_NUMBERS = 45

cdef enum:                  # vocabulary.MOMENTS: the first of each row of moments
    ALWAYS = 0
    SET_UP_MOMENT = 1
    BEFORE = 2
    AFTER = 9
    PRODUCE_MOMENT = 17
    BATTLE_BEGIN = 29
    BATTLE_OPEN = 30
    BATTLE_END = 31
    EDICT_MOMENT = 32
    FINAL_MOMENT = 33
    N_MOMENTS = 34

cdef packed struct Position:
    uint8_t n_players
    uint16_t flags
    uint16_t round_limit
    uint16_t round
    uint8_t step
    uint8_t actor
    uint8_t begun
    uint8_t scepter
    uint8_t second
    uint8_t emperor
    uint8_t edict
    uint8_t monolith
    uint8_t chooser
    uint16_t wheel[N_ROLES]
    uint8_t draft[4]
    uint8_t count
    uint8_t favoured
    uint32_t credits[MAX_PLAYERS]
    uint8_t resources[MAX_PLAYERS][3]
    uint8_t stock[MAX_PLAYERS]
    uint8_t throne[MAX_PLAYERS][5]
    uint8_t influence[MAX_PLAYERS]
    uint8_t on_throne[MAX_PLAYERS]
    uint8_t bought
    uint8_t supply[MAX_PLAYERS][3]
    uint8_t staging[MAX_PLAYERS][3]
    uint8_t home[MAX_PLAYERS]
    uint8_t tile[MAX_REGIONS]
    uint8_t token[MAX_REGIONS]
    uint8_t ships[MAX_PLAYERS][3][MAX_REGIONS]
    uint8_t moved[MAX_PLAYERS][3][MAX_REGIONS]
    uint8_t shifted[MAX_PLAYERS][3][MAX_REGIONS]
    uint8_t placed[MAX_PLAYERS][MAX_REGIONS]
    uint8_t far_space[MAX_FAR_SPACE]
    uint8_t pile
    uint8_t display[MAX_KINDS]
    uint8_t unseen[MAX_KINDS]
    uint8_t stack
    uint8_t bottom
    uint8_t depth[3]
    uint8_t put_back
    uint8_t market
    uint8_t place[MAX_TECHNOLOGIES]
    uint8_t height[MAX_TECHNOLOGIES]
    uint8_t known[MAX_TECHNOLOGIES]
    uint8_t hidden[MAX_PLAYERS][3]
    uint8_t power[MAX_PLAYERS]
    uint8_t dealt[MAX_PLAYERS][3]
    uint8_t surged[MAX_PLAYERS]
    uint8_t new_wormhole
    uint8_t window
    uint8_t then
    uint16_t effect
    uint8_t part
    uint8_t left
    uint8_t used[MAX_EFFECTS]
    int8_t changed[MAX_PLAYERS][N_NUMBERS]
    int8_t for_role[MAX_PLAYERS][N_NUMBERS]
    int8_t for_battle[MAX_PLAYERS][N_NUMBERS]
    uint8_t spent[MAX_PLAYERS]
    uint8_t sway[MAX_PLAYERS]
    uint8_t sway_at[MAX_PLAYERS][MAX_REGIONS]
    uint8_t sway_throne[MAX_PLAYERS]
    uint16_t fought
    uint8_t sector
    uint8_t attacker
    uint8_t defender
    uint8_t side[MAX_PLAYERS]
    uint8_t asked[2]
    uint16_t force[2]
    uint8_t written[2]
    uint16_t tactics[2]
    uint16_t weapons[2]
    uint16_t shifts
    uint16_t hits[2]
    uint8_t fallen[2]
    int8_t plus[2][3]
    uint8_t spare[MAX_PLAYERS]
