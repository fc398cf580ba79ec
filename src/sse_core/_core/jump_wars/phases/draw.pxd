# For Jump Wars. J2.1, the Draw phase, as `jump_wars/reference/draw.py` has it. Header-only.

from sse_core._core.jump_wars.phases.trade cimport *

cdef enum:
    BRAINS_PRICE = 10       # J2.1: the price of a card by Positronic Brains, in RT


cdef inline void begin_draw(Position* p) noexcept nogil:
    # The start player draws first.
    decide(p, DRAW_DUE, p.start_player)

cdef inline void add_start(const Position* p, int player, Ids* ids) noexcept nogil:
    # J1.5: each player may be the start player.
    add_word(ids, FIRST, (1 << p.n_players) - 1)

cdef inline void play_start(Position* p, int player, int index) noexcept nogil:
    p.start_player = index - FIRST
    begin_draw(p)

cdef inline void add_draw(const Position* p, int player, Ids* ids) noexcept nogil:
    # J2.1: the cards first, and whatever else gives cards, in any order; by chance, a card of the deck.
    if player == CHANCE:
        add_word(ids, DRAW, cards_in(p.unseen, 1))
        return
    add_id(ids, DONE if p.used & USED_TAKE else TAKE)
    if not p.used & USED_RUINS and holds(p, player, PROGENITOR_RUINS, 1):
        add_id(ids, RUINS)
    if not p.used & USED_BRAINS and has(p, player, POSITRONIC_BRAINS) and p.tokens[player] >= BRAINS_PRICE:
        add_id(ids, BRAINS)

cdef inline void play_draw(Position* p, int player, int index) noexcept nogil:
    cdef int follower
    if index >= DRAW:
        draw_card(p, p.actor, index - DRAW)
    elif index == TAKE:
        # J4.4: the third card is settled now.
        p.used |= USED_TAKE
        make_due(p, 3 if highest(p, RESEARCH) == player else 2)
    elif index == RUINS:
        # J4.4: the card lies on the discard before its cards are drawn.
        p.used |= USED_RUINS
        spend(p, player, PROGENITOR_RUINS)
        make_due(p, 2)
    elif index == BRAINS:
        p.used |= USED_BRAINS
        p.tokens[player] -= BRAINS_PRICE
        make_due(p, 1)
    else:
        follower = next_after(p, player)
        if follower == NOBODY:
            begin_trade(p)
        else:
            decide(p, DRAW_DUE, follower)
