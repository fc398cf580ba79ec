# For Jump Wars. J2.3, the Tech phase: a card each, then pairs, as `jump_wars/reference/tech.py` has it. Header-only.

from sse_core._core.jump_wars.phases.mine cimport *


cdef inline void begin_tech(Position* p) noexcept nogil:
    # The start player is first.
    decide(p, TECH_DUE, p.start_player)

cdef inline void add_tech(const Position* p, int player, Ids* ids) noexcept nogil:
    # J2.3, J4.7: basic cards of the hand, and specials that aren't learned yet; Progenitor Ruins never is. RAISE and
    # LEARN are one row of cards.
    cdef uint32_t known = <uint32_t>p.learned[player] << N_BASICS | 1 << PROGENITOR_RUINS
    cdef uint32_t cards = cards_held(p, player, 1) & ~known
    # J2.3: a player may pass, unless the option makes it a must.
    if not has_option(p, MUST_RAISE) or not cards:
        add_id(ids, DONE)
    add_word(ids, RAISE, cards)

cdef inline void play_tech(Position* p, int player, int index) noexcept nogil:
    cdef int card = index - RAISE, follower
    if index != DONE:
        spend(p, player, card)
        if card < N_BASICS:
            p.levels[player][card] += 1
        else:
            p.learned[player] |= <uint16_t>(1 << (card - N_BASICS))
    follower = next_after(p, player)
    if follower == NOBODY:
        decide(p, PAIRS_DUE, p.start_player)
    else:
        decide(p, TECH_DUE, follower)

cdef inline void add_pairs(const Position* p, int player, Ids* ids) noexcept nogil:
    # J2.3: any number of pairs.
    add_id(ids, DONE)
    add_word(ids, PAIR, cards_held(p, player, 2) & ALL_BASICS)

cdef inline void play_pairs(Position* p, int player, int index) noexcept nogil:
    cdef int card = index - PAIR, follower
    if index != DONE:
        spend(p, player, card)
        spend(p, player, card)
        p.levels[player][card] += 1
        return
    follower = next_after(p, player)
    if follower == NOBODY:
        begin_mine(p)
    else:
        decide(p, PAIRS_DUE, follower)
