# For Empire of the Stars. Views: a position as one player may know it (C16.12), and full positions that fit a view.
# Header-only.

from sse_core._core.empire_of_the_stars.rules cimport *
from sse_core._core.random cimport below


# --- views

cdef inline bint is_dial_of_other(const Position* p, int side, int viewer) noexcept nogil:
    # Whether the dial of a side of a battle, 0 or 1, is being set by another player than the viewer.
    return p.step == DIAL_DUE and viewer != (p.defender if side else p.attacker)

cdef inline int unknown_plies(const Position* p, int viewer) noexcept nogil:
    # How many actions have set the dials, or chosen the powers, of others, which a viewer doesn't count.
    cdef int seat, side, n = 0
    if p.step == POWER_DUE:
        for seat in range(p.n_players):
            n += 0 < p.power[seat] < SECRET and seat != viewer
    for side in range(2):
        if is_dial_of_other(p, side, viewer) and p.written[side] != SEALED:
            n += p.written[side]
    return n

cdef inline void hide_hands(const Board* b, Position* p, int viewer) noexcept nogil:
    # C8.1, S24: hides the cards in the hands of others that not all have seen.
    #   writes   p
    cdef int card, seat
    for card in range(b.n_cards):
        seat = p.place[card] - IN_HAND
        if 0 <= seat < p.n_players and seat != viewer and not p.known[card]:
            p.place[card] = IN_DECK
            p.hidden[seat][b.costs[card] - 1] += 1

cdef inline void view(const Board* b, const Position* p, int viewer, Position* out) noexcept nogil:
    # C16.12: the position as a player may know it. The view of a view hides more, and shows nothing.
    #   reads    viewer, a seat
    #   writes   out
    cdef int seat, side
    sse_check(0 <= viewer < p.n_players)
    out[0] = p[0]
    if p.step == POWER_DUE:
        for seat in range(p.n_players):
            if seat != viewer:
                memset(out.dealt[seat], 0, sizeof(out.dealt[seat]))
                out.power[seat] = SECRET if p.power[seat] else 0
    hide_hands(b, out, viewer)
    for side in range(2):
        if is_dial_of_other(p, side, viewer):
            out.written[side] = SEALED if p.written[side] > 1 else 0
            out.tactics[side] = out.weapons[side] = 0
    if p.step == DIAL_DUE:
        # Nobody knows whether others have begun; who has finished is open.
        out.begun = out.written[0] != 0 or out.written[1] != 0


# --- samples

cdef inline int take_at(uint8_t* numbers, int n, int place) noexcept nogil:
    # The number at a place.
    #   writes   numbers[0:n - 1], the others in their order
    cdef int found = numbers[place], i
    sse_check(0 <= place < n)
    for i in range(place, n - 1):
        numbers[i] = numbers[i + 1]
    return found

cdef inline void deal_cards(const Board* b, Position* p, uint64_t* stream) noexcept nogil:
    # Deals the hidden cards of all hands; each way to deal them is equally likely.
    #   writes   p, stream
    cdef uint8_t deck[3][MAX_TECHNOLOGIES]
    cdef int left[3]
    cdef int cost, i, _i, card, seat
    for cost in range(3):
        left[cost] = 0
        for i in range(b.n_cards_of[cost]):
            card = b.cards[cost][i]
            if p.place[card] == IN_DECK:
                deck[cost][left[cost]] = <uint8_t>card
                left[cost] += 1
    for seat in range(p.n_players):
        for cost in range(3):
            for _i in range(p.hidden[seat][cost]):
                card = take_at(deck[cost], left[cost], <int>below(stream, left[cost]))
                left[cost] -= 1
                p.place[card] = <uint8_t>(IN_HAND + seat)
            p.hidden[seat][cost] = 0

cdef inline int deal_powers(const Board* b, Position* p, uint64_t* stream) noexcept nogil:
    # Deals the powers that a view doesn't have, and chooses for those who have chosen.
    #   writes   p, stream
    #   returns  how many have chosen
    cdef uint8_t left[MAX_POWERS]
    cdef int seat, nth, power, n = 0, drawn = 0
    cdef uint64_t dealt = 0
    if p.step != POWER_DUE:
        return 0
    for seat in range(MAX_PLAYERS):
        for nth in range(3):
            dealt |= one(p.dealt[seat][nth])
    for power in range(1, b.n_powers + 1):
        if not in_set(dealt, power):
            left[n] = <uint8_t>power
            n += 1
    for seat in range(p.n_players):
        if not p.dealt[seat][0]:
            for nth in range(3):
                p.dealt[seat][nth] = <uint8_t>take_at(left, n, <int>below(stream, n))
                n -= 1
        if p.power[seat] == SECRET:
            p.power[seat] = p.dealt[seat][below(stream, 3)]
            drawn += 1
    return drawn

cdef inline int sample(const Board* b, const Position* seen, uint64_t* stream, Position* out) noexcept nogil:
    # A full position for a view: each way to deal the hidden cards and powers is equally likely; dials, and powers that
    # were chosen, are drawn by random choices.
    #   reads    seen, what `view` has written
    #   writes   out, stream
    #   returns  how many actions have made choices that were drawn
    cdef int side, force, drawn
    out[0] = seen[0]
    deal_cards(b, out, stream)
    drawn = deal_powers(b, out, stream)
    for side in range(2):
        if out.written[side] == SEALED:
            force = out.force[side]
            out.tactics[side] = <uint16_t>below(stream, dial_end(b, force) + 1)
            out.weapons[side] = <uint16_t>below(stream, dial_end(b, force - out.tactics[side]) + 1)
            out.written[side] = 2
            drawn += 2
    return drawn
