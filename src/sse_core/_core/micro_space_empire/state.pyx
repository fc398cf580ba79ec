# cython: language_level=3, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""Positions of Micro Space Empire for Python: `State`, and many games in one call, without the GIL.

`State` holds a position, its legal actions and the ply, and finds the reason for which it refuses an action. Compiled
rules stand in ``rules.pxd``, the types of this module in ``state.pyi``; clauses are those of
``micro_space_empire/RULES.md``. Only `def` methods check their input and raise; C functions trust theirs.
"""

from fractions import Fraction

cimport cython
from cpython.buffer cimport PyBuffer_Release
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_New
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from sse_core._core.arrays cimport take_bytes
from sse_core._core.bits cimport sse_check, sse_count_bits, sse_lowest_bit, sse_nth_bit
from sse_core._core.legal_actions cimport LegalActions, sse_put_number, sse_see_number
from sse_core._core.micro_space_empire.rules cimport *
from sse_core._core.random cimport child_seed
from sse_core._core.states cimport forbid_new, not_made_so, put

from sse_core.forms.arrays import array_to_fill
from sse_core.forms.checks import check_index, check_number, check_rng, no_action, not_in_table
from sse_core.errors import SetupError
from sse_core.game import CHANCE as _CHANCE
from sse_core.game import Outcome
from sse_core.games import GAMES

__all__ = ["State", "count", "observe", "play_games", "play_to_end"]


# --- why an action is refused

cdef enum:      # the values of reasons.Reason
    OK = 0
    NO_SUCH_ACTION = 1
    GAME_OVER = 2
    NOT_TO_ACT = 3
    NOT_DUE = 4
    EMPTY_DECK = 5
    NO_STARBASES = 6
    UNALIGNED_NEAR = 7
    NOT_UNALIGNED = 8
    NO_COMMERCE = 9
    KNOWN = 10
    NOT_NEXT = 11
    ONCE_A_TURN = 12
    NO_RESOURCES = 13
    FULL = 14
    NO_CARD = 15
    NOT_WEAKEST = 16


cdef int why_not(const Position* p, int action) noexcept nogil:
    # Why an action is illegal while the game goes on, whoever acts.
    #   reads    action, an id that isn't legal
    #   returns  a Reason's value: the first that applies
    if not is_due(p.due, action):
        return NOT_DUE
    if action < CONQUER:
        return why_not_explored(p, action)
    if action < BIDE:
        return NOT_UNALIGNED
    if action == TRADE_METAL or action == TRADE_WEALTH:
        return why_not_traded(p, action)
    if action == BUILD:
        return why_not_built(p)
    if action < DONE:
        return why_not_discovered(p, action - DISCOVER)
    return NO_CARD if action < REVOLT else NOT_WEAKEST


cdef bint is_due(int due, int action) noexcept nogil:
    # M2.2: whether this kind of action is due.
    if action <= BIDE:
        return due == CHOICE_DUE
    if action <= ROLL:
        return due == DIPLOMACY_DUE
    if action <= KEEP:
        return due == TRADE_DUE
    if action <= DONE:
        return due == BUILD_DUE
    if action < DIE:
        return due == NEAR_DUE or due == DISTANT_DUE
    if action < EVENT:
        return due == ATTACK_DUE or due == DEFENSE_DUE
    return due == EVENT_DUE if action < REVOLT else due == REVOLT_DUE


cdef int why_not_explored(const Position* p, int action) noexcept nogil:
    # M3.2, M3.4: why a deck can't be explored.
    if action == EXPLORE_NEAR or hidden_distant(p) == 0:
        return EMPTY_DECK
    return UNALIGNED_NEAR if has(p.technologies, FORWARD_STARBASES) else NO_STARBASES


cdef int why_not_traded(const Position* p, int action) noexcept nogil:
    # M4.2: why a resource can't be traded.
    if not has(p.technologies, INTERSPECIES_COMMERCE):
        return NO_COMMERCE
    return NO_RESOURCES if (p.metal if action == TRADE_METAL else p.wealth) < 2 else FULL


cdef int why_not_built(const Position* p) noexcept nogil:
    # M5.1: why military can't be built.
    if p.flags & BUILT:
        return ONCE_A_TURN
    return FULL if p.metal > 0 and p.wealth > 0 else NO_RESOURCES


cdef int why_not_discovered(const Position* p, int technology) noexcept nogil:
    # M1, M5.1: why a technology can't be discovered.
    if has(p.technologies, technology):
        return KNOWN
    if not has(next_ones(p), technology):
        return NOT_NEXT
    return NO_RESOURCES if p.discovered == NONE else ONCE_A_TURN


# --- the game's own tables, which this module takes when the first State is made

cdef tuple _ACTIONS = None      # actions.ACTIONS
cdef object _IDS_BY_ACTION      # actions.IDS
cdef type _ACTION               # actions.Action
cdef type _POSITION             # position.Position
cdef type _SCORE                # position.Score
cdef type _SHEET
cdef tuple _SYSTEMS             # the members of cards.System
cdef tuple _TECHNOLOGIES
cdef tuple _EVENTS
cdef tuple _DUE                 # the members of position.Due
cdef tuple _REASONS             # the members of reasons.Reason

cdef tuple _IDS = tuple(range(N_ACTIONS))
cdef tuple _NOTHING = ()
cdef tuple _PLAYER = (0,)
cdef tuple _BY_CHANCE = (_CHANCE,)
cdef dict _ODDS = {}            # by the legal actions; fewer than a thousand sets of these can come


cdef int take_tables() except -1:
    global _ACTIONS, _IDS_BY_ACTION, _ACTION, _POSITION, _SCORE, _SHEET, _SYSTEMS, _TECHNOLOGIES
    global _EVENTS, _DUE, _REASONS
    game = GAMES["micro_space_empire"]
    _IDS_BY_ACTION = {action: index for index, action in enumerate(game.ACTIONS)}
    _ACTION, _POSITION, _SCORE, _SHEET = game.Action, game.Position, game.Score, game.ScoreSheet
    _SYSTEMS, _TECHNOLOGIES, _EVENTS = tuple(game.System), tuple(game.Technology), tuple(game.Event)
    _DUE, _REASONS = tuple(game.Due), tuple(game.Reason)
    sizes = len(game.ACTIONS), len(_SYSTEMS), len(_TECHNOLOGIES), len(_EVENTS), len(_DUE), len(_REASONS)
    assert sizes == (N_ACTIONS, N_SYSTEMS, N_TECHNOLOGIES, N_EVENTS, N_DUE, NOT_WEAKEST + 1)
    # The last one, as it says that all are there.
    _ACTIONS = game.ACTIONS
    return 0


# --- State

@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class _LegalActions(LegalActions):
    # Those of the player, or of CHANCE, or none.

    cdef State state

    cdef object at(self, Py_ssize_t place):
        cdef int index = first_id(&self.state.data) + sse_nth_bit(self.state.actions_here, <int>place)
        sse_check(0 <= index < N_ACTIONS)
        sse_put_number(&self.state.taken, index + 1)
        return <object>PyTuple_GET_ITEM(_ACTIONS, index)

    cdef tuple listed(self):
        return self.state.pick(_ACTIONS) if self.n else _NOTHING

    cdef bint holds(self, object action) except -1:
        if type(action) is not _ACTION:
            return action in self.listed()
        return self.n > 0 and self.state.refuses(self.state.find(action), None) == OK


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class State:
    """A state of Micro Space Empire: an immutable value that knows its legal actions.

    States are made by `new_game`, `position`, `parse_state` and `after`. Equality and hash cover the `Position` and
    the ply. Nothing is hidden from the player: a card is drawn when it is turned over. Threads may share states.
    """

    def __init__(self, *args, **options):
        raise not_made_so()

    @staticmethod
    def of(position, ply):
        """Return the state of a position that is known to be possible; the function `position` checks one.

        Raises SetupError for one that the core can't hold.
        """
        cdef Position p
        if _ACTIONS is None:
            take_tables()
        if not isinstance(position, _POSITION):
            raise TypeError(f"a position is a Position, not {type(position).__name__}")
        read_position(position, &p)
        return state_at(&p, ply)

    # --- the contract of all games

    @property
    def game(self):
        """The game that this is a state of: the module `sse_core.micro_space_empire`."""
        return GAMES["micro_space_empire"]

    @property
    def to_act(self):
        """``(0,)`` for the player, ``(CHANCE,)`` while a die or a card is due, ``()`` when the game is over."""
        if is_chance(&self.data):
            return _BY_CHANCE
        return _NOTHING if self.data.due == END_DUE else _PLAYER

    @property
    def actions(self):
        """The dense table of every action; an action's id is its index."""
        return _ACTIONS

    @property
    def ply(self):
        """How many actions led here."""
        return self.plies

    @property
    def totals(self):
        """The points as they stand, 0 in a lost game (M6.3, M7)."""
        return (total_of(&self.data),)

    @property
    def outcome(self):
        """How the game ended, None while it goes on (M6.3, M7).

        The player wins by survival: the winners are ``(0,)`` or ``()``, `decided_by` is ``"survival"`` or ``"defeat"``.
        """
        if self.actions_here:
            return None
        if self.data.flags & LOST:
            return Outcome(_NOTHING, (0,), "defeat")
        return Outcome(_PLAYER, self.totals, "survival")

    def legal_actions(self, player=None):
        """Return the legal actions of the player, or of CHANCE, by ascending id; None means whoever is to act.

        Raises RangeError if there is no such seat.
        """
        cdef _LegalActions found = _LegalActions.__new__(_LegalActions)
        found.state = self
        found.n = sse_count_bits(self.actions_here) if self.is_to_act(player) else 0
        return found

    def legal_ids(self, player=None):
        """Return the ids of `legal_actions`, ascending."""
        return self.pick(_IDS) if self.is_to_act(player) else _NOTHING

    def after(self, action, player=None):
        """Return the state after an action or its id.

        Raises IllegalActionError, GameOverError below it, with the reason; RangeError if there is no such seat.
        """
        cdef int index = sse_see_number(&self.taken) - 1, reason
        if index < 0 or player is not None or action is not <object>PyTuple_GET_ITEM(_ACTIONS, index):
            index = self.find(action)
            reason = self.refuses(index, player)
            if reason:
                raise refusal(self, action, index, reason)
        cdef State then = State.__new__(State)
        then.data = self.data
        then.plies = self.plies + 1
        play(&then.data, index)
        then.actions_here = legal(&then.data)
        return then

    def odds(self):
        """Return each chance event that can come now with its probability; ``()`` where none is due.

        All are equally likely: the faces of the die, the cards that may be turned over, the systems that may revolt.
        """
        if not is_chance(&self.data):
            return _NOTHING
        found = _ODDS.get(self.actions_here)
        if found is None:
            events = self.pick(_ACTIONS)
            found = _ODDS[self.actions_here] = tuple([(event, Fraction(1, len(events))) for event in events])
        return found

    def resolve(self, rng):
        """Return the state after drawing chance events until none is due; the state itself if none is.

        Each of n events is equally likely, and one draw of ``rng.below(n)`` gives its place in `odds`. Raises TypeError
        if `rng` lacks ``below``.
        """
        cdef State state = self
        cdef int n
        check_rng(rng)
        while is_chance(&state.data):
            n = sse_count_bits(state.actions_here)
            state = state.after(state.pick(_IDS)[<int>check_number(rng.below(n), "a random number", n - 1)])
        return state

    def view(self, player):
        """Return this state: nothing is hidden. Raises RangeError if there is no such seat."""
        check_index(player, 1, "player")
        return self

    def why_not(self, action, player=None):
        """Return the reason for which `after` refuses an action, `Reason.OK` if it is legal."""
        return _REASONS[self.refuses(self.find(action), player)]

    cdef int find(self, object action) except -2:
        # The id that an Action or an integer stands for, -1 if the table has no such action. TypeError for other types.
        cdef int overflow = 0
        cdef long index
        cdef uint64_t left
        if not PyLong_CheckExact(action):
            if isinstance(action, _ACTION):
                # Most actions are entries of the table, and legal.
                left = self.actions_here
                while left:
                    index = first_id(&self.data) + sse_lowest_bit(left)
                    if PyTuple_GET_ITEM(_ACTIONS, index) == <PyObject*>action:
                        return index
                    left &= left - 1
                return _IDS_BY_ACTION.get(action, -1)
            if isinstance(action, bool) or not hasattr(action, "__index__"):
                raise no_action(action)
        index = PyLong_AsLongAndOverflow(action, &overflow)
        return index if not overflow and 0 <= index < N_ACTIONS else -1

    cdef bint is_to_act(self, object player) except -1:
        # Whether it is the turn of a seat, or of CHANCE; None is whoever is to act. RangeError for no such seat.
        if player is None:
            return True
        if not isinstance(player, bool) and hasattr(player, "__index__") and player.__index__() == _CHANCE:
            return is_chance(&self.data)
        check_index(player, 1, "player")
        return not is_chance(&self.data) and self.data.due != END_DUE

    cdef int refuses(self, int index, object player) except -1:
        # The Reason's value for an id; -1 stands for an action that the table lacks.
        cdef int place = index - first_id(&self.data)
        if index < 0:
            return NO_SUCH_ACTION
        if self.data.due == END_DUE:
            return GAME_OVER
        if player is not None and not self.is_to_act(player):
            return NOT_TO_ACT
        # A set of ids has 64 bits at most, and the ids of decisions and of chance events are fewer.
        if 0 <= place < 64 and self.actions_here >> place & 1:
            return OK
        return why_not(&self.data, index)

    cdef tuple pick(self, tuple table):
        # The entries of a table at the legal ids, ascending.
        cdef uint64_t left = self.actions_here
        cdef int first = first_id(&self.data)
        cdef Py_ssize_t fill = 0
        cdef object item
        if left == 0:
            return _NOTHING
        cdef tuple picked = PyTuple_New(sse_count_bits(left))
        while left:
            sse_check(first + sse_lowest_bit(left) < N_ACTIONS)
            item = <object>PyTuple_GET_ITEM(table, first + sse_lowest_bit(left))
            left &= left - 1
            put(picked, fill, item)
            fill += 1
        return picked

    # --- the position, field by field

    @property
    def position(self):
        """All that lies on the mat, and the phase of the turn, as a named tuple."""
        cdef const Position* p = &self.data
        return tuple.__new__(_POSITION, (
            p.turn,
            _DUE[p.due],
            p.metal,
            p.wealth,
            p.military,
            p.technologies,
            in_order(p),
            p.unaligned,
            p.seen,
            p.flags & STRUCK != 0,
            p.flags & DIPLOMATIC != 0,
            p.flags & BUILT != 0,
            card_or_none(_TECHNOLOGIES, p.discovered),
            card_or_none(_EVENTS, p.event),
            card_or_none(_SYSTEMS, p.target),
            p.flags & LOST != 0,
            p.flags & EXPANSION != 0,
        ))

    @property
    def turn(self):
        """The number of the turn, 1 to 13 (M2.1)."""
        return self.data.turn

    @property
    def year(self):
        """1 in turns 1 to 7, 2 after them (M2.1)."""
        return 1 + year_of(&self.data)

    @property
    def due(self):
        """The next decision or chance event of the turn (M2.2)."""
        return _DUE[self.data.due]

    @property
    def metal(self):
        """The metal in store."""
        return self.data.metal

    @property
    def wealth(self):
        """The wealth in store."""
        return self.data.wealth

    @property
    def store_cap(self):
        """How much of each resource can be stored: 3, or 5 with Interstellar Banking (M1)."""
        return store_cap(&self.data)

    @property
    def military(self):
        """The military strength."""
        return self.data.military

    @property
    def military_cap(self):
        """How large the military can be: 3, or 5 with Capital Ships (M1)."""
        return military_cap(&self.data)

    @property
    def production(self):
        """The metal and the wealth that the empire produces a turn, the Home World's included (M1)."""
        return metal_made(&self.data), wealth_made(&self.data)

    @property
    def technologies(self):
        """The technologies that were discovered, in the order of the mat."""
        return cards_of(_TECHNOLOGIES, self.data.technologies)

    @property
    def empire(self):
        """The systems of the empire, in the order in which they joined it; without the Home World (M6.1)."""
        return in_order(&self.data)

    @property
    def unaligned(self):
        """The systems that were turned over and are not in the empire; one under attack is still among them (M3.1)."""
        return cards_of(_SYSTEMS, self.data.unaligned)

    @property
    def events(self):
        """The events that were turned over in this year, in the order of the box (M2.1)."""
        return cards_of(_EVENTS, self.data.seen)

    @property
    def target(self):
        """The system that the empire attacks, or that a revolt or an invasion strikes; None at other times."""
        return card_or_none(_SYSTEMS, self.data.target)

    @property
    def lost(self):
        """Whether the Home World has fallen (M6.3)."""
        return self.data.flags & LOST != 0

    @property
    def score(self):
        """The points as they stand, part by part; a lost game has them, too (M7)."""
        cdef Points points = points_of(&self.data)
        parts = points.systems, points.technologies, points.explored, points.scientific, points.warlord
        return tuple.__new__(_SCORE, (*parts, sum(parts)))

    def score_sheet(self):
        """Return the points as they stand, one `Score` for each seat; that of this game's only seat is `score`."""
        return _SHEET((self.score,))

    # --- texts, pictures, comparison

    def to_json(self):
        """Return the position as a JSON object on one line; its keys are the fields of `Position`."""
        return self.game.state_to_json(self)

    @staticmethod
    def from_json(text):
        """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
        return GAMES["micro_space_empire"].state_from_json(text)

    def __eq__(self, other, /):
        if not isinstance(other, State):
            return NotImplemented
        return same_state(self, <State>other)

    def __hash__(self):
        # Cython returns -2 for -1, which would be the sign of an error.
        return <Py_hash_t>key_of(&self.data, self.plies)

    def __repr__(self):
        return self.game.state_expression(self)

    def _repr_svg_(self):
        """Return the drawing that notebooks show."""
        return self.game.to_svg(self)

    def _repr_html_(self):
        """Return the drawing at most as wide as the page, which notebooks show."""
        return self.game.to_svg(self)._repr_html_()

    def __str__(self):
        return self.game.to_text(self)

    def __reduce__(self):
        return self.game.parse_state, (self.game.format_state(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self


cdef State state_at(const Position* position, int32_t ply):
    # A new state of a position that is reached after `ply` actions.
    cdef State state = State.__new__(State)
    state.data = position[0]
    state.plies = ply
    state.actions_here = legal(position)
    return state


cdef bint same_state(State a, State b):
    return a.plies == b.plies and are_same(&a.data, &b.data)


cdef object refusal(State state, object action, int index, int reason):
    # The error that `after` raises; `reason` is a Reason's value.
    found = _REASONS[reason]
    if index < 0:
        return not_in_table(action, found)
    return state.game.illegal_action(state.position, _ACTIONS[index], found)


cdef tuple cards_of(tuple cards, int chosen):
    # The cards of a set, in the order of their kind.
    return tuple([card for index, card in enumerate(cards) if has(chosen, index)])


cdef object card_or_none(tuple cards, int index):
    return None if index == NONE else cards[index]


cdef tuple in_order(const Position* p):
    # M6.1: the systems of the empire, in the order in which they joined it.
    cdef int n = sse_count_bits(p.empire), place
    return tuple([_SYSTEMS[<int>(p.order >> 4 * (n - 1 - place) & 15) - 1] for place in range(n)])


cdef int read_position(object position, Position* out) except -1:
    # A position as plain data. SetupError for one in which a function of the rules would read what is not there; all
    # other rules are checked before, in `positions/checks.py`.
    cdef uint8_t flags = 0
    (
        turn, due, metal, wealth, military, technologies, empire, unaligned, seen, struck, diplomatic, built,
        discovered, event, target, lost, expansion,
    ) = position
    begin(out, expansion)
    out.turn, out.due, out.metal, out.wealth, out.military = turn, _DUE.index(due), metal, wealth, military
    out.technologies, out.unaligned, out.seen = technologies, unaligned, seen
    for system in empire:
        out.order = out.order << 4 | <uint64_t>(_SYSTEMS.index(system) + 1)
        out.empire |= <uint16_t>(1 << _SYSTEMS.index(system))
    if struck:
        flags |= STRUCK
    if diplomatic:
        flags |= DIPLOMATIC
    if built:
        flags |= BUILT
    if lost:
        flags |= LOST
    out.flags |= flags
    out.discovered = NONE if discovered is None else _TECHNOLOGIES.index(discovered)
    out.event = NONE if event is None else _EVENTS.index(event)
    out.target = NONE if target is None else _SYSTEMS.index(target)
    if not (
        len(empire) == sse_count_bits(out.empire) <= SYSTEMS_OF_GAME
        and out.unaligned < 1 << N_SYSTEMS
        and not out.unaligned & out.empire
        and (out.due not in (DIPLOMACY_DUE, ATTACK_DUE) or out.target != NONE and not has(out.empire, out.target))
        and (out.due != DEFENSE_DUE or out.target != NONE and has(out.empire, out.target))
        and (out.due not in (REVOLT_DUE, DEFENSE_DUE) or out.event != NONE and out.empire != 0)
    ):
        raise SetupError("this is no position of the game: the function `position` says why")
    return 0


# --- observations

cdef enum:      # where the numbers of each kind begin; `micro_space_empire/observation.py` names them all
    TURN_AT = 0
    DUE_AT = 1
    STORES_AT = DUE_AT + N_DUE
    FLAGS_AT = STORES_AT + 3
    KNOWN_AT = FLAGS_AT + 5
    DISCOVERED_AT = KNOWN_AT + N_TECHNOLOGIES
    EMPIRE_AT = DISCOVERED_AT + N_TECHNOLOGIES
    UNALIGNED_AT = EMPIRE_AT + N_SYSTEMS
    TARGET_AT = UNALIGNED_AT + N_SYSTEMS
    SEEN_AT = TARGET_AT + N_SYSTEMS
    EVENT_AT = SEEN_AT + N_EVENTS
    N_OBSERVED = EVENT_AT + N_EVENTS


cdef void write_numbers(const Position* p, uint8_t* out) noexcept nogil:
    # The position as numbers.
    #   writes   out[0:N_OBSERVED]
    cdef int n = sse_count_bits(p.empire), place
    memset(out, 0, N_OBSERVED)
    out[TURN_AT] = p.turn
    out[DUE_AT + p.due] = 1
    out[STORES_AT], out[STORES_AT + 1], out[STORES_AT + 2] = p.metal, p.wealth, p.military
    write_bits(p.flags, 5, out + FLAGS_AT)
    write_bits(p.technologies, N_TECHNOLOGIES, out + KNOWN_AT)
    write_bits(p.unaligned, N_SYSTEMS, out + UNALIGNED_AT)
    write_bits(p.seen, N_EVENTS, out + SEEN_AT)
    for place in range(n):
        # M6.1: the one that joined last is in the lowest bits.
        sse_check(1 <= <int>(p.order >> 4 * place & 15) <= N_SYSTEMS)
        out[EMPIRE_AT + <int>(p.order >> 4 * place & 15) - 1] = n - place
    if p.discovered != NONE:
        out[DISCOVERED_AT + p.discovered] = 1
    if p.event != NONE:
        out[EVENT_AT + p.event] = 1
    if p.target != NONE:
        out[TARGET_AT + p.target] = 1


cdef inline void write_bits(int bits, int n, uint8_t* out) noexcept nogil:
    #   writes   out[0:n], the lowest bit first
    cdef int i
    for i in range(n):
        out[i] = bits >> i & 1


# What numpy has, taken when the first array is made.
cdef object _ARRAY = None       # numpy.ndarray
cdef object _EMPTY              # numpy.empty
cdef object _BYTES              # numpy.dtype("uint8")


def observe(State state not None, player, out=None):
    """Return a state as numbers, in a new array or in `out`.

    Raises RangeError for a player other than 0, and as `array_to_fill` for another `out`.
    """
    global _ARRAY, _EMPTY, _BYTES
    cdef Py_buffer view
    check_index(player, 1, "player")
    if _ARRAY is None:
        import numpy
        _EMPTY, _BYTES, _ARRAY = numpy.empty, numpy.dtype("uint8"), numpy.ndarray
    if out is None:
        out = _EMPTY(N_OBSERVED, _BYTES)
    if type(out) is not _ARRAY or not take_bytes(out, N_OBSERVED, 0, &view):
        if not take_bytes(array_to_fill(out, _BYTES, (N_OBSERVED,)), N_OBSERVED, 0, &view):
            raise MemoryError
    write_numbers(&state.data, <uint8_t*>view.buf)
    PyBuffer_Release(&view)
    return out


# --- many games

def play_to_end(State state not None, uint64_t seed):
    """Return the end of one game."""
    cdef Position end = state.data
    cdef int played
    with nogil:
        played = play_out(&end, seed, state.plies)
    return state_at(&end, state.plies + played)


def play_games(
    State state not None, uint64_t seed, Py_ssize_t first, int32_t[:, ::1] totals, uint8_t[:, ::1] winners,
    int32_t[::1] plies, list ends,
):
    """Play the games from number `first` on, one for each row of the arrays; fill these, and append to `ends`."""
    cdef Position end
    cdef Py_ssize_t game
    if not totals.shape[0] == winners.shape[0] == plies.shape[0] or totals.shape[1] != 1 or winners.shape[1] != 1:
        raise ValueError("the arrays have a row for each game, and one seat")
    with nogil:
        for game in range(plies.shape[0]):
            end = state.data
            plies[game] = play_out(&end, child_seed(seed, first + game), state.plies)
            totals[game, 0] = total_of(&end)
            winners[game, 0] = not end.flags & LOST
            if ends is not None:
                with gil:
                    ends.append(state_at(&end, state.plies + plies[game]))


def count(State state not None, int depth):
    """Return how many positions lie `depth` plies ahead; a game that ends sooner counts once."""
    cdef uint64_t leaves
    with nogil:
        leaves = count_leaves(&state.data, depth)
    return leaves


cdef uint64_t count_leaves(const Position* p, int depth) noexcept nogil:
    # Perft. The last ply is counted, not played. A game has at most 130 plies (`positions/makers.py`), so the recursion
    # ends.
    cdef uint64_t left = legal(p), leaves = 0
    cdef Position child
    if depth == 0 or left == 0:
        return 1
    if depth == 1:
        return sse_count_bits(left)
    while left:
        child = p[0]
        play(&child, first_id(p) + sse_lowest_bit(left))
        left &= left - 1
        leaves += count_leaves(&child, depth - 1)
    return leaves


forbid_new(State)
