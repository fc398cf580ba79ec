# For Empire of the Stars. The numbers of the laws that each position keeps, and the record of a broken one.
# `empire_of_the_stars/positions/laws.py` has their sentences and clauses, in this order. Header-only.

from sse_core._core.empire_of_the_stars.random_play cimport *

cdef enum:                  # the laws, in the order in which they are asked
    WHOLE = 0
    SIZE_LAW = 1
    BOUNDS_LAW = 2
    TRACK_LAW = 3
    NO_POWERS_LAW = 4
    BEYOND_LAW = 5
    PLAYERS_LAW = 6
    SECOND_LAW = 7
    LIMIT_LAW = 8
    MONOLITH_LAW = 9
    FIRST_ROUND_LAW = 10
    FIRST_EMPEROR_LAW = 11
    HIGHEST_EMPEROR_LAW = 12
    CHOOSER_LAW = 13
    SCEPTER_LAW = 14
    EMPEROR_LAW = 15
    REST_LAW = 16
    HOME_MISSING_LAW = 17
    HOME_EARLY_LAW = 18
    HOME_TILE_LAW = 19
    HOMES_LAW = 20
    TILE_LAW = 21
    TOKEN_PLACE_LAW = 22
    TOKEN_OWNER_LAW = 23
    FAR_OWNER_LAW = 24
    WHOLE_SECTORS_LAW = 25
    BLOCKED_SECTORS_LAW = 26
    TOKENS_LAW = 27
    INFLUENCE_PLACE_LAW = 28
    GALAXY_TOKENS_LAW = 29
    SHIPS_LAW = 30
    MOVED_LAW = 31
    STOP_LAW = 32
    OWN_ROOM_LAW = 33
    ROOM_LAW = 34
    TILES_LAW = 35
    WORMHOLES_LAW = 36
    STACK_LAW = 37
    DEPTHS_LAW = 38
    DEPTHS_ASCEND_LAW = 39
    NO_SPACE_LAW = 40
    PUT_BACK_LAW = 41
    NOTHING_TO_REVEAL_LAW = 42
    DISPLAY_LAW = 43
    FULL_DISPLAY_LAW = 44
    MARKET_LAW = 45
    CARD_OWNER_LAW = 46
    KNOWN_LAW = 47
    HEIGHT_LAW = 48
    PILE_LAW = 49
    HIDDEN_LAW = 50
    EMPTY_DECK_LAW = 51
    HAND_LAW = 52
    DISCARD_LAW = 53
    BATTLE_LAW = 54
    LEADERS_LAW = 55
    FOUGHT_LAW = 56
    SECTORS_LAW = 57
    ASKED_LAW = 58
    JOINED_LAW = 59
    FALLEN_LAW = 60
    INVITER_LAW = 61
    ANSWER_LAW = 62
    DIALS_OPEN_LAW = 63
    DIAL_UNSET_LAW = 64
    FORCE_LAW = 65
    DIAL_PARTS_LAW = 66
    DIALS_SET_LAW = 67
    DIAL_ACTOR_LAW = 68
    SHIFTS_LAW = 69
    HITTER_LAW = 70
    HITS_LAW = 71
    WITHOUT_POWERS_LAW = 72
    UNKNOWN_POWER_LAW = 73
    POWERLESS_LAW = 74
    ONE_OF_THREE_LAW = 75
    ALL_CHOSEN_LAW = 76
    DEALT_ONCE_LAW = 77
    ONE_PLAYERS_LAW = 78
    CORE_SIDES_LAW = 79
    FLIPPED_LAW = 80
    WITHOUT_EFFECTS_LAW = 81
    UNUSED_LAW = 82
    CHANGED_LAW = 83
    SWAY_LAW = 84
    USED_IN_ROLE_LAW = 85
    ROLE_CHANGES_LAW = 86
    BATTLE_CHANGES_LAW = 87
    IDLE_CARD_LAW = 88
    USES_LAW = 89
    WINDOW_STEP_LAW = 90
    NO_EFFECT_STEP_LAW = 91
    NOBODY_ASKED_LAW = 92
    NOT_HALF_DONE_LAW = 93
    NOTHING_AFTER_LAW = 94
    WINDOW_AFTER_LAW = 95
    WINDOW_ROLE_LAW = 96
    WINDOW_BATTLE_LAW = 97
    EFFECT_LAW = 98
    EFFECT_OWNER_LAW = 99
    EFFECT_STEP_LAW = 100
    EFFECT_USED_LAW = 101
    EFFECT_PART_LAW = 102
    EFFECT_SIDE_LAW = 103
    EFFECT_MOMENT_LAW = 104
    EFFECT_ROLE_LAW = 105
    DRAFT_LENGTH_LAW = 106
    DRAFT_TRACK_LAW = 107
    DRAFT_COST_LAW = 108
    DRAFT_HOME_LAW = 109
    DRAFT_PLANET_LAW = 110
    DRAFT_SETTLER_LAW = 111
    DRAFT_TILE_LAW = 112
    DRAFT_CHOICE_LAW = 113
    COUNT_LAW = 114
    NOTHING_TO_DO_LAW = 115
    FAVOUR_LAW = 116
    N_LAWS = 117

cdef struct Fault:
    int law                 # the law that is broken; WHOLE: the position can be
    int64_t at[4]           # the numbers that its sentence names, in their order


cdef inline bint tell(Fault* out, int law, int64_t a, int64_t b, int64_t c, int64_t d) noexcept nogil:
    # Notes a broken law, and the numbers of its sentence.
    #   returns  True
    out.law = law
    out.at[0], out.at[1], out.at[2], out.at[3] = a, b, c, d
    return True

cdef inline bint breaks(Fault* out, int law) noexcept nogil:
    # The same for a law whose sentence names nothing.
    return tell(out, law, 0, 0, 0, 0)

cdef inline int64_t offset_of(const Position* p, const void* field) noexcept nogil:
    # Where a field of a position stands in its bytes.
    return <const uint8_t*>field - <const uint8_t*>p
