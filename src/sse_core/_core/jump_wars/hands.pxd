# For Jump Wars. Moves of cards between the deck, the hands and the discard (J1.5, J4.4). Header-only.
#
# In a view a hidden card can be any card that is unseen: who shows one takes it from the unseen ones.

from sse_core._core.jump_wars.structs cimport *

cdef extern from *:
    """
    /* The set of those of 26 kinds of which a pile has n or more, 0 <= n <= 127: no kind has more than 127. */
    #if defined(__SSE2__)
      #include <emmintrin.h>
      static inline unsigned sse_jw_cards_in(const unsigned char* pile, int n) {
          const __m128i less = _mm_set1_epi8((char)(n - 1));
          __m128i first = _mm_loadu_si128((const __m128i*)pile), last = _mm_loadu_si128((const __m128i*)(pile + 10));
          unsigned low = (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(first, less));
          return low | (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(last, less)) << 10; }
    #else
      static inline unsigned sse_jw_cards_in(const unsigned char* pile, int n) {
          unsigned found = 0;
          for (int card = 0; card < 26; card++)
              found |= (unsigned)(pile[card] >= n) << card;
          return found; }
    #endif
    """
    uint32_t cards_in "sse_jw_cards_in"(const uint8_t* pile, int n) noexcept nogil


cdef inline bint holds(const Position* p, int player, int card, int n) noexcept nogil:
    # Whether a player has n cards of a kind; of hidden cards, whether they may be of that kind.
    cdef int missing = n - p.hands[player][card]
    return missing <= 0 or (missing <= p.hidden[player] and missing <= p.unseen[card])

cdef inline bint holds_all(const Position* p, int player, const uint8_t* cards, int n) noexcept nogil:
    # Whether a player has all these cards, n <= MAX_OFFERED, ascending; of hidden cards, whether they may be the
    # missing ones.
    cdef int first, second
    if n == 0:
        return True
    if n == 1:
        return holds(p, player, cards[0], 1)
    if cards[0] == cards[1]:
        return holds(p, player, cards[0], 2)
    first, second = not p.hands[player][cards[0]], not p.hands[player][cards[1]]
    return first + second <= p.hidden[player] and first <= p.unseen[cards[0]] and second <= p.unseen[cards[1]]

cdef inline uint32_t cards_held(const Position* p, int player, int n) noexcept nogil:
    # The set of cards of which a player has n, n >= 1, or may have them by hidden cards.
    cdef uint32_t found = cards_in(p.hands[player], n)
    cdef int missing
    for missing in range(1, min(n, <int>p.hidden[player]) + 1):
        found |= cards_in(p.hands[player], n - missing) & cards_in(p.unseen, missing)
    return found

cdef inline int deck_size(const Position* p) noexcept nogil:
    # The number of cards in the deck.
    cdef int seat, n = p.n_unseen
    for seat in range(p.n_players):
        n -= p.hidden[seat]
    return n

cdef inline int hand_limit(const Position* p, int player) noexcept nogil:
    # J2.8: 3 + Research.
    return 3 + level(p, player, RESEARCH)


# --- effects

cdef inline void take_from_hand(Position* p, int player, int card) noexcept nogil:
    # A card leaves a hand: one that is known, else a hidden one.
    p.hand_sizes[player] -= 1
    if p.hands[player][card]:
        p.hands[player][card] -= 1
        return
    sse_check(p.unseen[card] and p.hidden[player])
    p.unseen[card] -= 1
    p.n_unseen -= 1
    p.hidden[player] -= 1

cdef inline void put_into_hand(Position* p, int player, int card) noexcept nogil:
    p.hands[player][card] += 1
    p.hand_sizes[player] += 1

cdef inline void spend(Position* p, int player, int card) noexcept nogil:
    # A player discards a card.
    take_from_hand(p, player, card)
    p.discard[card] += 1

cdef inline void make_due(Position* p, int n) noexcept nogil:
    # J2.1, J4.4: n cards are due; an empty deck is made of the discard, and without any card nothing is drawn.
    cdef int card
    if n and deck_size(p) == 0:
        for card in range(N_CARDS):
            p.unseen[card] += p.discard[card]
            p.n_unseen += p.discard[card]
            p.discard[card] = 0
        if deck_size(p) == 0:
            n = 0
    p.due = n

cdef inline void draw_card(Position* p, int player, int card) noexcept nogil:
    # A player draws a card that is due.
    sse_check(p.unseen[card] and p.due)
    p.unseen[card] -= 1
    p.n_unseen -= 1
    put_into_hand(p, player, card)
    make_due(p, p.due - 1)
