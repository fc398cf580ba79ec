# cython: language_level=3, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""Positions of Jump Wars for Python: `State`.

`State` holds a position and the ply, and plays actions. Compiled rules stand in the headers beside this file, the types
of this module in ``state.pyi``; clauses are those of ``jump_wars/RULES.md``. Only `def` methods check their input and
raise; C functions trust theirs. The core says why an action is refused and which law a position breaks; the words for
it are plain Python.
"""

from fractions import Fraction

cimport cython
from cpython.buffer cimport PyBuffer_Release
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_New
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from sse_core._core.arrays cimport take_shorts
from sse_core._core.bits cimport hash_of, sse_lowest_bit
from sse_core._core.jump_wars.positions.laws cimport *
from sse_core._core.legal_actions cimport LegalActions
from sse_core._core.jump_wars.observation cimport n_observed, write_observation
from sse_core._core.jump_wars.refusals cimport *
from sse_core._core.jump_wars.rules cimport *
from sse_core._core.states cimport (
    Slots,
    drawn_event,
    drawn_seed,
    find_entry,
    forbid_new,
    not_made_so,
    put,
    seat_named,
    take_slots,
)

from sse_core.errors import ArgumentError, SetupError
from sse_core.forms.arrays import array_to_fill
from sse_core.forms.checks import check_index, check_number, check_rng, no_action, not_in_table
from sse_core.game import Outcome
from sse_core.games import GAMES

__all__ = ["State", "check_laws", "observe"]


cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1


# --- the game's own tables, which this module takes when the first State is made

cdef tuple _ACTIONS = None      # actions.ACTIONS
cdef object _GAME               # the module sse_core.jump_wars
cdef object _IDS_BY_ACTION      # the id of each Action
cdef type _ACTION               # actions.Action
cdef type _POSITION             # position.Position
cdef type _PLAYER
cdef type _WRITTEN_ORDERS
cdef type _ORDER
cdef type _OFFER
cdef type _BATTLE
cdef type _DEAL
cdef type _OPTIONS              # options.Options
cdef tuple _GRIDS               # the members of board.Grid
cdef tuple _FLAGS               # the names of the options that are flags, in the order of their bits
cdef tuple _SPACES              # the members of board.Space
cdef tuple _CARDS               # the members of cards.Card
cdef tuple _DUE                 # the members of position.Due
cdef tuple _REASONS             # the members of reasons.Reason
cdef tuple _USED                # by the set of what a Draw decision has used
cdef object _NOTHING_WRITTEN           # position.NOTHING_WRITTEN
cdef object _ALL_WRITTEN        # no orders, and done

cdef tuple _IDS = tuple(range(N_ACTIONS))
cdef tuple _NOTHING = ()
cdef tuple _BY_CHANCE = (CHANCE,)
cdef tuple _SEATS = tuple([        # by their set
    tuple([seat for seat in range(MAX_PLAYERS) if seats >> seat & 1]) for seats in range(1 << MAX_PLAYERS)
])
cdef tuple _DECIDED_BY = (None, "conquest", "neutral", "homeworlds", "fleets", "tokens", "shared")
cdef tuple _NO_FLEETS = (0,) * N_SPACES
cdef tuple _NO_CARDS = (0,) * N_CARDS
cdef frozenset _NO_SET = frozenset()

# What many positions share, by its bytes: games keep their options, and nearly keep their maps and what was learned.
cdef enum:
    MOST_KEPT = 1 << 10
cdef dict _KEPT_OPTIONS = {}
cdef dict _KEPT_MAPS = {}
cdef dict _KEPT_LEARNED = {}

cdef Slots _SLOTS               # the entries of _ACTIONS, by their addresses


cdef int take_tables() except -1:
    global _ACTIONS, _GAME, _IDS_BY_ACTION, _ACTION, _POSITION, _PLAYER, _WRITTEN_ORDERS, _ORDER, _OFFER, _BATTLE, _DEAL
    global _OPTIONS, _GRIDS, _FLAGS, _SPACES, _CARDS, _DUE, _REASONS, _USED, _NOTHING_WRITTEN, _ALL_WRITTEN
    game = _GAME = GAMES["jump_wars"]
    _IDS_BY_ACTION = {action: index for index, action in enumerate(game.ACTIONS)}
    _ACTION, _POSITION, _PLAYER, _WRITTEN_ORDERS = game.Action, game.Position, game.Player, game.WrittenOrders
    _ORDER, _OFFER, _BATTLE, _DEAL, _OPTIONS = game.Order, game.Offer, game.Battle, game.Deal, game.Options
    _GRIDS, _SPACES, _CARDS = tuple(game.Grid), tuple(game.Space), tuple(game.Card)
    _DUE, _REASONS = tuple(game.Due), tuple(game.Reason)
    _FLAGS = tuple([name for name in game.OPTIONS if name not in ("grid", "turn_limit")])
    verbs = game.Verb.TAKE, game.Verb.RUINS, game.Verb.BRAINS
    _USED = tuple([
        frozenset([verb for bit, verb in enumerate(verbs) if used >> bit & 1])
        for used in range((USED_TAKE | USED_RUINS | USED_BRAINS) + 1)
    ])
    _NOTHING_WRITTEN, _ALL_WRITTEN = _WRITTEN_ORDERS(), _WRITTEN_ORDERS(done=True)
    assert (len(game.ACTIONS), len(_SPACES), len(_CARDS), len(_DUE)) == (N_ACTIONS, HOMEWORLD + 1, N_CARDS, N_DUE)
    assert len(_FLAGS) == 7 and len(_DECIDED_BY) == N_DECIDED
    if _SLOTS.at is NULL:
        take_slots(&_SLOTS, game.ACTIONS)
    # The last one, as it says that all are there.
    _ACTIONS = game.ACTIONS
    return 0


# --- State

@cython.final
@cython.no_gc
@cython.freelist(8)
cdef class _LegalActions(LegalActions):
    cdef State state
    cdef Ids ids
    cdef int player

    cdef object at(self, Py_ssize_t place):
        return <object>PyTuple_GET_ITEM(_ACTIONS, nth_id(&self.ids, <int>place))

    cdef tuple listed(self):
        return self.state.pick(_ACTIONS, self.player)

    cdef bint holds(self, object action) except -1:
        cdef int index
        if type(action) is not _ACTION:
            return action in self.listed()
        index = self.state.find(action)
        return index >= 0 and has_id(&self.ids, index)


@cython.final
@cython.no_gc
@cython.freelist(8)
cdef class State:
    """A position of Jump Wars, immutable; states with the same content are equal and hash equal.

    It answers `sse_core.game.State` and `SecretState`. `new_game` begins a game, `position` makes a state of any
    position. Threads may share states.
    """

    def __init__(self, *args, **options):
        raise not_made_so()

    @staticmethod
    def of(position, ply, written=()):
        """Return the state of a position that is known to be possible; the function `position` checks one.

        Raises SetupError for one that the core can't hold.
        """
        cdef Position p
        cdef Told told
        cdef int32_t by_seat[MAX_PLAYERS]
        cdef int seat
        read_position(position, &p, &told)
        if told.fault.law:
            raise unlawful(&told.fault)
        if not is_whole(&p) or position_of(&p) != position:
            raise cannot_hold()
        memset(by_seat, 0, sizeof(by_seat))
        if written and len(written) != p.n_players:
            raise cannot_hold()
        for seat in range(length(written, 0, MAX_PLAYERS)):
            by_seat[seat] = <int32_t>number(written[seat], 0, MOST_WRITTEN)
        return state_at(&p, number(ply, 0, MAX_PLIES), by_seat)

    # --- the contract of all games

    @property
    def game(self):
        """The game: `sse_core.jump_wars`."""
        return _GAME

    @property
    def actions(self):
        """The dense table of every action; an action's id is its index."""
        return _ACTIONS

    @property
    def players(self):
        """The number of players."""
        return self.data.n_players

    @property
    def ply(self):
        """The number of actions before this state; in a view, of those that its player knows."""
        return self.plies

    @property
    def to_act(self):
        """The seats to act: one, all who still write orders, ``(CHANCE,)``, or ``()`` at the end (J2, J4.2)."""
        if self.data.step == END_DUE:
            return _NOTHING
        if is_chance(&self.data):
            return _BY_CHANCE
        if self.data.step == ORDERS_DUE:
            return _SEATS[~self.data.done & ((1 << self.data.n_players) - 1)]
        return _SEATS[1 << self.data.actor]

    @property
    def is_sealed(self):
        """Whether the action before this state is sealed: part of an order, or of a deal (J4.3, J5.11)."""
        return self.written != _NOTHING

    @property
    def totals(self):
        """For each seat, the enemy Homeworlds with own fleets (J3.4)."""
        cdef int seat
        cdef tuple found = PyTuple_New(self.data.n_players)
        for seat in range(self.data.n_players):
            put(found, seat, enemy_homeworlds(&self.data, seat))
        return found

    @property
    def outcome(self):
        """The end of the game, None while it goes on (J3).

        It is decided by ``"conquest"`` or ``"neutral"``, and at the turn limit by ``"homeworlds"``, ``"fleets"``,
        ``"tokens"`` or ``"shared"``.
        """
        cdef uint8_t winners
        cdef int decided_by = outcome_of(&self.data, &winners)
        if decided_by == UNDECIDED:
            return None
        return Outcome(_SEATS[winners], self.totals, _DECIDED_BY[decided_by])

    def legal_ids(self, player=None):
        """Return the ids of the legal actions of a player, or of CHANCE, ascending; None: the first to act.

        Raises RangeError for a player who isn't there.
        """
        return self.pick(_IDS, self.seat_of(player))

    def legal_actions(self, player=None):
        """Return the actions with the `legal_ids`."""
        cdef _LegalActions found = _LegalActions.__new__(_LegalActions)
        found.state, found.player = self, self.seat_of(player)
        self.take_legal(found.player, &found.ids)
        found.n = count_ids(&found.ids)
        return found

    def after(self, action, player=None):
        """Return the state after an action or its id, of the player to act; None: the first of them.

        Raises IllegalActionError, GameOverError below it, with the reason of `why_not`; ArgumentError at ply
        `LAST_PLY`, where the count of actions ends.
        """
        cdef int actor, index
        cdef State then
        if self.plies >= MAX_PLIES:
            raise ArgumentError(f"no action follows ply {self.plies}: actions are counted to {MAX_PLIES}")
        actor, index = self.seat_of(player), self.find(action)
        if not self.is_legal(index, actor):
            raise refusal(self, action, index, actor)
        then = State.__new__(State)
        then.data = self.data
        then.plies = self.plies + 1
        play(&then.data, actor, index)
        if is_sealing(&self.data) and goes_on(&then.data):
            memcpy(then.written_by, self.written_by, sizeof(then.written_by))
            then.written_by[actor] += 1
        return then

    def why_not(self, action, player=None):
        """Return the reason why `after` refuses an action or id; ``Reason.OK`` (0) if it is legal."""
        cdef int actor = self.seat_of(player)
        return reason_of(self, self.find(action), actor)

    def odds(self):
        """Return each chance event that can come with its probability, by ascending id; ``()`` if none is due.

        In a view, the card that is drawn may be any unseen card, each equally likely.
        """
        cdef int64_t weights[N_CARDS]
        cdef int total = odds_of(&self.data, weights), i
        if not total:
            return _NOTHING
        events = self.pick(_ACTIONS, CHANCE)
        return tuple([(events[i], Fraction(weights[i], total)) for i in range(len(events))])

    def resolve(self, rng):
        """Return the state after drawing chance events until none is due, each by ``rng.draw(odds())``."""
        cdef State state = self
        cdef int64_t weights[N_CARDS]
        cdef int total, n
        check_rng(rng)
        while True:
            total = odds_of(&state.data, weights)
            if not total:
                return state
            n = drawn_event(weights, total, rng, check_number)
            state = state.after(state.pick(_IDS, CHANCE)[n], CHANCE)

    def view(self, player):
        """Return the state as a player may know it (J1.6).

        The cards of others are counted in `Player.hidden`. Orders of others are hidden until all are written; so are
        offers between others until they are answered (J4.6). Until then `ply` counts none of the others' orders, and
        nothing tells that one is being written: who has finished is known by `to_act` alone. With the option
        `simultaneous`, the same holds for the deals of a group, until all of them are settled (J5.11).
        """
        cdef int viewer = check_index(player, self.data.n_players, "player")
        cdef State seen = State.__new__(State)
        view(&self.data, viewer, &seen.data)
        seen.plies = seen_plies(self, viewer)
        seen.written_by[viewer] = self.written_by[viewer]
        return seen

    def sample(self, player, rng):
        """Return a full state with the same `view` of a player.

        Each way to deal the unseen cards is equally likely. Sealed orders, sealed deals and hidden offers of others are
        drawn by random choices; the deals have no boosts. Two draws of ``rng.below(2**31)`` are the upper and the lower
        half of the seed of the stream that all these come from.
        """
        cdef Position seen
        cdef uint64_t stream
        cdef int viewer, seat
        cdef State full
        check_rng(rng)
        viewer = check_index(player, self.data.n_players, "player")
        stream = drawn_seed(rng, check_number)
        view(&self.data, viewer, &seen)
        full = State.__new__(State)
        sample(&seen, viewer, &stream, &full.data, full.written_by)
        full.plies = seen_plies(self, viewer)
        for seat in range(self.data.n_players):
            full.plies += full.written_by[seat]
        full.written_by[viewer] += self.written_by[viewer]
        return full

    # --- what the rules say of a position, beyond what is legal

    def price(self, player):
        """Return the price of a fleet, in RT (J2.5)."""
        return price(&self.data, self.player_of(player))

    def most_orders(self, player):
        """Return how many orders a player may write: 1 + Command, 40 at most (J2.6, J4.10)."""
        return most_orders(&self.data, self.player_of(player))

    def stack(self, player):
        """Return the most fleets of an order: 5 + Logistics (J2.6)."""
        return stack(&self.data, self.player_of(player))

    def free_fleets(self, player, space):
        """Return how many fleets of a player in a space no written order binds (J2.6, J4.10)."""
        return free_fleets(&self.data, self.player_of(player), space_of(space))

    def is_voided(self, player, space):
        """Return whether the alliance voids an order of a player that ends in a space (J2.2)."""
        return is_voided(&self.data, self.player_of(player), space_of(space)) != 0

    def yield_of(self, player, space):
        """Return what a space with fleets of a player is worth to the player, in RT, before Manufacturing (J2.4)."""
        return yield_of(&self.data, self.player_of(player), space_of(space))

    def strength(self, side, space):
        """Return the Initiative, Attack and Defense of a side's fleets in a space, with boosts and bonuses (J2.7).

        The neutral side has the number of the players. Cloaking counts in the first round of a battle that goes on.
        """
        cdef Position* p = &self.data
        cdef int s = space_of(space), who = check_index(side, p.n_players + 1, "side")
        cdef int first = initiative(p, who) if s == p.battle_space else strength(p, who, s, INITIATIVE)
        return first, strength(p, who, s, ATTACK), strength(p, who, s, DEFENSE)

    @property
    def would_win(self):
        """The seats that meet a condition of victory, as the last turn left them; if several do, play goes on (J3)."""
        return _SEATS[would_win(&self.data)]

    @property
    def points_left(self):
        """The points of damage that a dealer has still to split; 0 if none are split (J2.7)."""
        return points_left(&self.data, self.data.actor) if self.data.step == SPLIT_DUE else 0

    def battle_after(self, action, player=None):
        """Return the battle after an action of a dealer, even if it is over: before anybody gains by Assimilation.

        Arguments and errors are those of `after`; ArgumentError also if no battle goes on (J2.7, J4.12).
        """
        cdef Position p = self.data
        cdef int actor = self.seat_of(player), index = self.find(action)
        if not self.is_legal(index, actor):
            raise refusal(self, action, index, actor)
        if p.battle_space == NOBODY:
            raise ArgumentError("no battle goes on (J2.7)")
        if BOOST <= index < RAISE:
            boost(&p, actor, index)
        elif settle(&p, actor, index):
            deal_on(&p)
        return battle_of(&p)

    def verbs_due(self, player=None):
        """Return the verbs of what is due of a player, legal or not, boosts last (J5.1, J5.3); none out of turn.

        Raises RangeError for a player who isn't there.
        """
        cdef Ids ids
        cdef int actor = self.seat_of(player), word = 0, index
        if not is_to_act(&self.data, actor):
            return _NOTHING
        due_ids(&self.data, actor, &ids)
        verbs, others = {}, {}
        while True:
            index = take_first_id(&ids, &word)
            if index < 0:
                return (*verbs, *others)
            # What ends a decision stands behind what makes it, and then the boosts.
            (others if index == DONE or BOOST <= index < RAISE else verbs)[_ACTIONS[index].verb] = None

    # --- the position

    @property
    def written(self):
        """How many of these actions each seat has made at its sealed decision, orders or a deal; ``()`` if none has."""
        cdef int seat
        for seat in range(self.data.n_players):
            if self.written_by[seat]:
                return tuple([self.written_by[seat] for seat in range(self.data.n_players)])
        return _NOTHING

    @property
    def position(self):
        """Everything that play depends on, as a named tuple."""
        with cython.critical_section(self):
            if self.plain is None:
                self.plain = position_of(&self.data)
            return self.plain

    # --- what is asked at every action

    cdef int seat_of(self, object player) except -9:
        # The player who is meant: the first to act unless one is named. RangeError for no such seat.
        if player is None:
            return first_to_act(&self.data)
        return seat_named(player, self.data.n_players, check_index)

    cdef int player_of(self, object player) except -1:
        # A seat of this game. RangeError for another one.
        return check_index(player, self.data.n_players, "player")

    cdef int find(self, object action) except -9:
        # The id that an Action or an integer stands for, -1 if the table has no such action. TypeError for other types.
        cdef int overflow = 0, entry
        cdef long index
        if not PyLong_CheckExact(action):
            entry = find_entry(&_SLOTS, <PyObject*>action)
            if entry >= 0:
                return entry
            if isinstance(action, _ACTION):
                try:
                    return _IDS_BY_ACTION.get(action, -1)
                except TypeError:  # A part of it can't be looked up, such as a list.
                    return -1
            if isinstance(action, bool) or not hasattr(action, "__index__"):
                raise no_action(action)
        index = PyLong_AsLongAndOverflow(action, &overflow)
        return <int>index if not overflow and 0 <= index < N_ACTIONS else -1

    cdef int take_legal(self, int player, Ids* out) except -1:
        # The legal actions of a player, or of CHANCE; those of the last player who was asked for are kept.
        #   writes   out
        with cython.critical_section(self):
            if self.asked != player + 2:
                legal(&self.data, player, &self.legal_here)
                self.asked = <int8_t>(player + 2)
            out[0] = self.legal_here
        return 0

    cdef bint is_legal(self, int index, int player) except -1:
        # Whether an id, or -1, is legal for a player, or for CHANCE.
        cdef Ids ids
        self.take_legal(player, &ids)
        return index >= 0 and has_id(&ids, index)

    cdef tuple pick(self, tuple table, int player):
        # The entries of a table at the legal ids of a player, or of CHANCE, ascending.
        cdef Ids ids
        cdef int word, n
        cdef uint64_t left
        cdef Py_ssize_t fill = 0
        self.take_legal(player, &ids)
        n = count_ids(&ids)
        if n == 0:
            return _NOTHING
        cdef tuple picked = PyTuple_New(n)
        for word in range(ID_WORDS):
            left = ids.words[word]
            while left:
                put(picked, fill, <object>PyTuple_GET_ITEM(table, 64 * word + sse_lowest_bit(left)))
                left &= left - 1
                fill += 1
        return picked

    # --- texts, pictures, comparison

    def to_json(self):
        """Return the position as a JSON object on one line."""
        return _GAME.state_to_json(self)

    @staticmethod
    def from_json(text):
        """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
        return GAMES["jump_wars"].state_from_json(text)

    def __eq__(self, other, /):
        if not isinstance(other, State):
            return NotImplemented
        return same_state(self, <State>other)

    def __hash__(self):
        # Cython returns -2 for -1, which would be the sign of an error.
        return <Py_hash_t>key_of(self)

    def __repr__(self):
        return _GAME.state_expression(self)

    def __str__(self):
        """Return the drawing for a terminal."""
        return _GAME.to_text(self)

    def _repr_svg_(self):
        """Return the drawing that notebooks show."""
        return _GAME.to_svg(self)

    def _repr_html_(self):
        """Return the drawing at most as wide as the page, which notebooks show."""
        return _GAME.to_svg(self)._repr_html_()

    def __reduce__(self):
        return _GAME.parse_state, (_GAME.format_state(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self


cdef int64_t seen_plies(State state, int viewer) noexcept:
    # How many actions before a state its viewer knows: not those at sealed decisions of others.
    cdef int seat
    cdef int64_t known = state.plies + state.written_by[viewer]
    for seat in range(state.data.n_players):
        known -= state.written_by[seat]
    return known


cdef bint goes_on(const Position* p) noexcept nogil:
    # Whether what is sealed after an action goes on: a group of deals has begun, and isn't settled (J5.11).
    if p.battle_space == NOBODY:
        return p.step == ORDERS_DUE
    return has_option(p, SIMULTANEOUS) and (p.begun or p.n_deals)


cdef object reason_of(State state, int index, int actor):
    # The reasons.Reason for which an id, or -1, is refused a player, or CHANCE.
    if index < 0:
        return _REASONS[WHY_NO_SUCH_ACTION]
    if state.data.step == END_DUE:
        return _REASONS[WHY_GAME_OVER]
    if not is_to_act(&state.data, actor):
        return _REASONS[WHY_NOT_TO_ACT]
    if state.is_legal(index, actor):
        return _REASONS[WHY_OK]
    return _REASONS[reason_against(&state.data, actor, index)]


cdef object refusal(State state, object action, int index, int actor):
    # The error that `after` raises.
    found = reason_of(state, index, actor)
    if index < 0:
        return not_in_table(action, found)
    return _GAME.illegal_action(state, actor, _ACTIONS[index], found)


cdef int space_of(object space) except -1:
    # A space of the board. RangeError for what is none.
    return check_index(space, N_SPACES, "space")


cdef State state_at(const Position* position, int64_t ply, const int32_t* written):
    # A new state of a position that is reached after `ply` actions.
    #   reads    written[MAX_PLAYERS], all 0 if no seat has sealed orders
    cdef State state = State.__new__(State)
    state.data = position[0]
    state.plies = ply
    memcpy(state.written_by, written, sizeof(state.written_by))
    return state


cdef bint same_state(State a, State b):
    return (
        a.plies == b.plies
        and memcmp(a.written_by, b.written_by, sizeof(a.written_by)) == 0
        and are_same(&a.data, &b.data)
    )


cdef uint64_t key_of(State state):
    cdef uint64_t key = <uint64_t>state.plies
    cdef int seat
    for seat in range(MAX_PLAYERS):
        key = (key ^ <uint64_t>state.written_by[seat]) * <uint64_t>0x9E3779B97F4A7C15
    return hash_of(&state.data, sizeof(Position), key)


# --- observations

# What numpy has, taken when the first array is made.
cdef object _ARRAY = None       # numpy.ndarray
cdef object _EMPTY              # numpy.empty
cdef object _SHORTS             # numpy.dtype("int16")


def observe(State state not None, player, out=None):
    """Return a state as a seat sees it, as numbers, in a new array or in `out`.

    Raises RangeError if there is no such seat, and as `array_to_fill` for another `out`.
    """
    global _ARRAY, _EMPTY, _SHORTS
    cdef Py_buffer taken
    cdef int n = n_observed(state.data.n_players), overflow = 0
    cdef long seat = PyLong_AsLongAndOverflow(player, &overflow) if PyLong_CheckExact(player) else NOBODY
    if overflow or not 0 <= seat < state.data.n_players:
        seat = check_index(player, state.data.n_players, "player")
    if _ARRAY is None:
        import numpy
        _EMPTY, _SHORTS, _ARRAY = numpy.empty, numpy.dtype("int16"), numpy.ndarray
    if out is None:
        out = _EMPTY(n, _SHORTS)
    if type(out) is not _ARRAY or not take_shorts(out, n, 0, &taken):
        if not take_shorts(array_to_fill(out, _SHORTS, (n,)), n, 0, &taken):
            raise MemoryError
    write_observation(&state.data, <int>seat, <int16_t*>taken.buf)
    PyBuffer_Release(&taken)
    return out


# --- a position as plain data, from a named tuple

# What a position tells beyond what the data can say.
cdef struct Told:
    Fault fault             # the first law that is seen to be broken while it is read
    int cards[N_CARDS]      # how many of each kind there are in all (J1.5)


def check_laws(position, /):
    """Raise SetupError, with the clause, for a position that breaks a law of the game; its fields are in range."""
    cdef Position p
    cdef Told told
    read_position(position, &p, &told)
    breaks_copies(told.cards, &told.fault)
    breaks_laws(&p, &told.fault)
    if told.fault.law:
        raise unlawful(&told.fault)


cdef object unlawful(const Fault* fault):
    # The error for a broken law, in words.
    cdef int i
    return _GAME.unlawful(fault.law, tuple([fault.where[i] for i in range(MAX_WHERE)]))


cdef object cannot_hold():
    # The error for a position that the core can't hold; the function `position` refuses it before, with its clause.
    return SetupError("this is no position of the game: the function `position` says why")


cdef int64_t number(object value, int64_t least, int64_t most) except? -9:
    # An integer from `least` to `most`; SetupError for another one, TypeError for what is no integer.
    cdef int overflow = 0
    cdef int64_t found = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow or not least <= found <= most:
        raise cannot_hold()
    return found


cdef int length(object values, int least, int most) except -9:
    # How many values there are, from `least` to `most`.
    return <int>number(len(values), least, most)


cdef int place_in(tuple values, object value) except -9:
    # The place of a value.
    if value not in values:
        raise cannot_hold()
    return <int>values.index(value)


cdef int read_numbers(object values, int n, int most, uint8_t* out) except -1:
    # n numbers from 0 to `most`.
    #   writes   out[0:n]
    cdef int i = 0
    length(values, n, n)
    for value in values:
        out[i] = <uint8_t>number(value, 0, most)
        i += 1
    return 0


cdef int read_position(object position, Position* p, Told* told) except -1:
    # A position as plain data. What the data would say in another way breaks a law, and is noted; SetupError for a
    # number that a field can't have.
    #   writes   p; told
    if _ACTIONS is None:
        take_tables()
    if not isinstance(position, _POSITION):
        raise TypeError(f"a position is a Position, not {type(position).__name__}")
    (
        options, spaces, homeworlds, fleets, held, players, unseen, discard, start_player, turn, step, actor, begun,
        used, due, sold, draft, counted, offer, alliance, battle, neutral_holder, neutral_turns,
    ) = position
    cdef int seat
    clear_position(p)
    memset(told, 0, sizeof(Told))
    p.n_players = <uint8_t>length(players, 2, MAX_PLAYERS)
    read_options(options, p, told)
    read_board(spaces, fleets, held, p, told)
    read_numbers(homeworlds, p.n_players, N_SPACES - 1, p.homeworlds)
    for seat in range(p.n_players):
        read_player(players[seat], seat, p, told)
    read_piles(unseen, discard, p, told)
    p.start_player = <int8_t>number(start_player, NOBODY, p.n_players - 1)
    p.turn = <uint16_t>number(turn, 0, UINT16_MOST)
    p.step = <uint8_t>place_in(_DUE, step)
    p.actor = <int8_t>number(actor, NOBODY, p.n_players - 1)
    p.begun = bool(begun)
    if used in _USED:
        p.used = <uint8_t>_USED.index(used)
    else:
        breaks(&told.fault, STRANGE_USE, 0, 0, 0)
    p.due = <uint8_t>number(due, 0, UINT8_MOST)
    p.sold = <uint8_t>number(sold, 0, UINT8_MOST)
    read_draft(draft, p, told)
    p.counted = number(counted, 0, MOST_NUMBER)
    if offer is not None:
        read_offer(offer, p, told)
    if alliance is not None:
        length(alliance, 2, 2)
        diplomat, ally = alliance
        p.diplomat = <int8_t>number(diplomat, 0, p.n_players - 1)
        p.ally = <int8_t>number(ally, 0, p.n_players - 1)
    if battle is not None:
        read_battle(battle, p, told)
    p.neutral_holder = <int8_t>number(neutral_holder, NOBODY, p.n_players - 1)
    p.neutral_turns = <uint16_t>number(neutral_turns, 0, UINT16_MOST)
    return 0


cdef int read_piles(object unseen, object discard, Position* p, Told* told) except -1:
    cdef int card
    read_numbers(unseen, N_CARDS, UINT8_MOST, p.unseen)
    read_numbers(discard, N_CARDS, UINT8_MOST, p.discard)
    p.n_unseen = <uint8_t>number(sum(unseen), 0, UINT8_MOST)
    for card in range(N_CARDS):
        told.cards[card] += p.unseen[card] + p.discard[card]
    return 0


cdef int read_draft(object draft, Position* p, Told* told) except -1:
    cdef int i = 0
    p.n_draft = <uint8_t>min(len(draft), MAX_DRAFT)
    if len(draft) > MAX_DRAFT:
        breaks(&told.fault, NO_SPLIT if p.step == SPLIT_DUE else DRAFTED, p.step, len(draft), drafted_in(p.step))
    for i in range(p.n_draft):
        p.draft[i] = number(draft[i], 0, MOST_NUMBER)
    return 0


cdef extern from *:
    """
    #define SSE_JW_UINT32_MOST ((int64_t)4294967295)
    #define SSE_JW_MOST_NUMBER ((int64_t)1 << 60)
    #define SSE_JW_MOST_WRITTEN ((int64_t)1 << 30)
    """
    int64_t UINT32_MOST "SSE_JW_UINT32_MOST"
    int64_t MOST_NUMBER "SSE_JW_MOST_NUMBER"
    int64_t MOST_WRITTEN "SSE_JW_MOST_WRITTEN"

cdef enum:
    UINT8_MOST = 255
    UINT16_MOST = 65535


cdef int read_options(object options, Position* p, Told* told) except -1:
    cdef int bit = NEUTRAL_SIDE
    if options.grid == _GRIDS[1]:
        p.options |= HEX
    for name in _FLAGS:
        if getattr(options, name):
            p.options |= <uint8_t>bit
        bit <<= 1
    p.turn_limit = <uint16_t>number(options.turn_limit, 1, UINT16_MOST)
    if p.options & NEUTRAL_SIDE and p.n_players == MAX_PLAYERS:
        # J3.3. There is no room for six sides.
        breaks(&told.fault, NEUTRAL_FOR_FIVE, p.n_players, 0, 0)
        p.options &= <uint8_t>~NEUTRAL_SIDE
    return 0


cdef int read_board(object spaces, object fleets, object held, Position* p, Told* told) except -1:
    cdef int space, side
    length(spaces, N_SPACES, N_SPACES)
    length(held, N_SPACES, N_SPACES)
    length(fleets, p.n_players + 1, p.n_players + 1)
    for space in range(N_SPACES):
        side = <int>number(spaces[space], 0, HOMEWORLD)
        if side != HOMEWORLD:
            put_space(&p.counters[side], space)
        side = <int>number(held[space], NOBODY, p.n_players)
        if side >= n_sides(p):
            breaks(&told.fault, HELD_BY_NEUTRAL, space, 0, 0)
        elif side != NOBODY:
            put_space(&p.held[side], space)
    for side in range(p.n_players + 1):
        read_fleets(fleets[side], side, p, told)
    return 0


cdef int read_fleets(object fleets, int side, Position* p, Told* told) except -1:
    cdef int space = 0
    cdef int64_t count
    length(fleets, N_SPACES, N_SPACES)
    for value in fleets:
        count = number(value, 0, UINT32_MOST)
        if count and side >= n_sides(p):
            breaks(&told.fault, NEUTRAL_FLEETS, FIRST_OF_NEUTRAL, 0, 0)
        elif count:
            put_fleets(p, side, space, count)
        space += 1
    return 0


cdef int read_player(object player, int seat, Position* p, Told* told) except -1:
    cdef int i = 0, card
    levels, boosts, learned, led, tokens, hand, hidden, written = player
    length(levels, N_BASICS, N_BASICS)
    for value in levels:
        p.levels[seat][i] = <uint16_t>number(value, 0, UINT16_MOST)
        i += 1
    read_numbers(boosts, N_BASICS, UINT8_MOST, p.boosts[seat])
    for value in sorted(learned):
        card = <int>number(value, 0, N_CARDS - 1)
        if card < N_BASICS:
            breaks(&told.fault, NOT_LEARNABLE, seat, card, 0)
        else:
            p.learned[seat] |= <uint16_t>(1 << (card - N_BASICS))
    if led:
        p.led |= <uint8_t>(1 << seat)
    p.tokens[seat] = number(tokens, 0, MOST_NUMBER)
    read_numbers(hand, N_CARDS, UINT8_MOST, p.hands[seat])
    for card in range(N_CARDS):
        told.cards[card] += p.hands[seat][card]
    p.hidden[seat] = <uint8_t>number(hidden, 0, UINT8_MOST)
    p.hand_sizes[seat] = <uint8_t>number(sum(hand) + hidden, 0, UINT8_MOST)
    if written != _NOTHING_WRITTEN:
        read_written(written, seat, p, told)
    return 0


cdef int read_written(object written, int seat, Position* p, Told* told) except -1:
    cdef int i
    orders, draft, boosts, led, done = written
    if len(orders) > MAX_ORDERS:
        breaks(&told.fault, MANY_LINES, seat, len(orders), MAX_ORDERS)
    p.n_orders[seat] = <uint8_t>min(len(orders), MAX_ORDERS)
    for i in range(p.n_orders[seat]):
        origin, target, fleets, void = orders[i]
        p.orders[seat][i].origin = <uint8_t>number(origin, 0, N_SPACES - 1)
        p.orders[seat][i].target = <uint8_t>number(target, 0, N_SPACES - 1)
        p.orders[seat][i].fleets = <uint16_t>number(fleets, 0, UINT16_MOST)
        if void:
            p.voids[seat] |= <uint64_t>1 << i
    p.draft_length[seat] = <uint8_t>min(len(draft), 2)
    if len(draft) > 0:
        p.draft_origin[seat] = <uint8_t>number(draft[0], 0, N_SPACES - 1)
    if len(draft) > 1:
        p.draft_target[seat] = <uint8_t>number(draft[1], 0, N_SPACES - 1)
    parts = draft[2:]
    p.draft_counted[seat] = <uint32_t>number(sum(parts), 0, UINT32_MOST)
    if parts and {*parts} != {MOST}:
        breaks(&told.fault, PARTS_OF_ORDER, MOST, 0, 0)
    if list(boosts) != sorted(boosts):
        breaks(&told.fault, SEALED_BOOSTS, seat, 0, 0)
    for card in boosts:
        i = <int>number(card, 0, N_CARDS - 1)
        told.cards[i] += 1
        if i < N_BASICS:
            p.sealed[seat][i] = <uint8_t>min(p.sealed[seat][i] + 1, UINT8_MOST)
        else:
            breaks(&told.fault, SEALED_BOOSTS, seat, 0, 0)
    p.sealed_lead[seat] = <int8_t>number(led, NOBODY, N_BASICS - 1)
    if done:
        p.done |= <uint8_t>(1 << seat)
    return 0


cdef int read_offer(object offer, Position* p, Told* told) except -1:
    giver, receiver, give, pay, ask, charge = offer
    p.giver = <int8_t>number(giver, 0, p.n_players - 1)
    p.receiver = <int8_t>number(receiver, 0, p.n_players - 1)
    if len(give) > MAX_OFFERED:
        breaks(&told.fault, MANY_GIVEN, len(give), MAX_OFFERED, 0)
    if len(ask) > MAX_OFFERED:
        breaks(&told.fault, MANY_ASKED, len(ask), MAX_OFFERED, 0)
    p.n_give, p.n_ask = <uint8_t>min(len(give), MAX_OFFERED), <uint8_t>min(len(ask), MAX_OFFERED)
    read_numbers(give[:MAX_OFFERED], p.n_give, N_CARDS - 1, p.give)
    read_numbers(ask[:MAX_OFFERED], p.n_ask, N_CARDS - 1, p.ask)
    p.pay, p.charge = number(pay, 0, MOST_NUMBER), number(charge, 0, MOST_NUMBER)
    return 0


cdef int read_battle(object battle, Position* p, Told* told) except -1:
    cdef int side
    space, battle_round, damage, kills, groups, deals = battle
    p.battle_space = <int8_t>number(space, 0, N_SPACES - 1)
    p.round = <uint32_t>number(battle_round, 0, UINT32_MOST)
    length(damage, p.n_players + 1, p.n_players + 1)
    length(kills, p.n_players + 1, p.n_players + 1)
    for side in range(p.n_players + 1):
        read_damage(damage[side], side, p, told)
        if side < n_sides(p):
            p.kills[side] = number(kills[side], 0, MOST_NUMBER)
        elif kills[side]:
            breaks(&told.fault, NEUTRAL_FIGHTS, 0, 0, 0)
    read_groups(groups, p, told)
    read_deals(groups[0] if groups else _NOTHING, deals, p, told)
    return 0


cdef int read_damage(object hits, int side, Position* p, Told* told) except -1:
    # J4.12: a fleet may have more damage than the others of its side, and all of these have the same.
    cdef int64_t fleets = standing(p, side) if side < n_sides(p) else 0, worst
    if len(hits) != fleets:
        breaks(&told.fault, FLEETS_IN_BATTLE, named(p, side), fleets, len(hits))
    if list(hits) != sorted(hits, reverse=True):
        breaks(&told.fault, WORST_FIRST, named(p, side), 0, 0)
    if len({*hits[1:]}) > 1:
        breaks(&told.fault, OTHERS_EQUAL, named(p, side), 0, 0)
    if not hits or side >= n_sides(p):
        return 0
    worst = number(hits[0], 0, MOST_NUMBER)
    if worst > UINT32_MOST:
        breaks(&told.fault, FALLEN, named(p, side), worst, strength(p, side, p.battle_space, DEFENSE))
    p.worst[side] = <uint32_t>min(worst, UINT32_MOST)
    if len(hits) > 1:
        p.others[side] = <uint32_t>min(number(hits[1], 0, MOST_NUMBER), UINT32_MOST)
    return 0


cdef int read_groups(object groups, Position* p, Told* told) except -1:
    # J4.12: sides by their rank; in a group they stand in turn order.
    cdef int rank = 0, side, place, last
    for group in groups:
        rank += 1
        last = NOBODY
        if not group:
            breaks(&told.fault, DEALER_FALLEN, 0, 0, 0)
        for value in group:
            side = <int>number(value, 0, p.n_players)
            if side >= n_sides(p):
                breaks(&told.fault, NEUTRAL_FIGHTS, 0, 0, 0)
                continue
            place = side if side == p.n_players else (side - p.start_player + p.n_players) % p.n_players
            if p.rank[side] or place <= last:
                breaks(&told.fault, GROUPS, 0, 0, 0)
            p.rank[side] = <uint8_t>min(rank, UINT8_MOST)
            last = place
    if rank == 0:
        breaks(&told.fault, GROUPS, 0, 0, 0)
    return 0


cdef int read_deals(object group, object deals, Position* p, Told* told) except -1:
    # J5.11: the sides of the first group settle their deals in its order.
    cdef int side, other
    if tuple([deal[0] for deal in deals]) != tuple(group[:len(deals)]):
        breaks(&told.fault, NOT_NEXT, p.actor, 0, 0)
    p.n_deals = <uint8_t>min(len(deals), MAX_SIDES)
    for dealer, bombs, force, points in deals:
        side = <int>number(dealer, 0, p.n_players)
        if side >= n_sides(p):
            breaks(&told.fault, NEUTRAL_FIGHTS, 0, 0, 0)
            continue
        if bombs > UINT32_MOST:
            breaks(&told.fault, MANY_BOMBS, named(p, side), number(bombs, 0, MOST_NUMBER), 0)
        p.bombs[side] = <uint32_t>min(number(bombs, 0, MOST_NUMBER), UINT32_MOST)
        p.forces[side] = number(force, 0, MOST_NUMBER)
        if not points:
            # J5.11: a view hides it.
            p.hidden_deals |= <uint8_t>(1 << side)
            continue
        length(points, p.n_players + 1, p.n_players + 1)
        for other in range(p.n_players + 1):
            if other < n_sides(p):
                p.points[side][other] = number(points[other], 0, MOST_NUMBER)
            elif points[other]:
                breaks(&told.fault, NO_ENEMY, named(p, side), 0, 0)
    return 0


# --- a named tuple of a position

cdef object position_of(const Position* p):
    # The position.Position with the same content.
    cdef int seat, side, n = p.n_players
    players = PyTuple_New(n)
    for seat in range(n):
        put(players, seat, player_of(p, seat))
    fleets = PyTuple_New(n + 1)
    for side in range(n + 1):
        put(fleets, side, row_of(p, side))
    return tuple.__new__(_POSITION, (
        options_of(p),
        map_of(p),
        numbers_of(p.homeworlds, n),
        fleets,
        held_of(p),
        players,
        numbers_of(p.unseen, N_CARDS),
        numbers_of(p.discard, N_CARDS),
        p.start_player,
        p.turn,
        _DUE[p.step],
        p.actor,
        p.begun != 0,
        _USED[p.used],
        p.due,
        p.sold,
        tuple([p.draft[side] for side in range(p.n_draft)]) if p.n_draft else _NOTHING,
        p.counted,
        None if p.giver == NOBODY else offer_of(p),
        None if p.diplomat == NOBODY else (p.diplomat, p.ally),
        None if p.battle_space == NOBODY else battle_of(p),
        p.neutral_holder,
        p.neutral_turns,
    ))


cdef tuple numbers_of(const uint8_t* numbers, int n):
    # n numbers.
    cdef int i
    cdef tuple found = PyTuple_New(n)
    for i in range(n):
        put(found, i, numbers[i])
    return found


cdef object options_of(const Position* p):
    cdef int bit = NEUTRAL_SIDE
    key = <int>p.options | <int>p.turn_limit << 8
    found = _KEPT_OPTIONS.get(key)
    if found is None:
        flags = {}
        for name in _FLAGS:
            flags[name] = p.options & bit != 0
            bit <<= 1
        found = _OPTIONS(grid=_GRIDS[1 if p.options & HEX else 0], turn_limit=p.turn_limit, **flags)
        keep(_KEPT_OPTIONS, key, found)
    return found


cdef int keep(dict kept, object key, object value) except -1:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return 0


cdef tuple map_of(const Position* p):
    # What lies on each space.
    cdef int space
    key = PyBytes_FromStringAndSize(<const char*>p.counters, sizeof(p.counters))
    found = _KEPT_MAPS.get(key)
    if found is None:
        found = tuple([_SPACES[counter_at(p, space)] for space in range(N_SPACES)])
        keep(_KEPT_MAPS, key, found)
    return found


cdef tuple row_of(const Position* p, int side):
    # How many fleets a side has on each space.
    cdef int space
    if side >= n_sides(p) or not has_any(p.occupied[side]):
        return _NO_FLEETS
    cdef tuple found = PyTuple_New(N_SPACES)
    for space in range(N_SPACES):
        put(found, space, p.fleets[side][space])
    return found


cdef tuple held_of(const Position* p):
    # The side that held each space at the end of the last turn, or NOBODY.
    cdef int8_t holders[N_SPACES]
    cdef int side, space
    cdef Board left
    cdef tuple found = PyTuple_New(N_SPACES)
    memset(holders, NOBODY, sizeof(holders))
    for side in range(n_sides(p)):
        left = p.held[side]
        while has_any(left):
            holders[take_first(&left)] = side
    for space in range(N_SPACES):
        put(found, space, holders[space])
    return found


cdef object player_of(const Position* p, int seat):
    cdef int card
    cdef tuple levels = PyTuple_New(N_BASICS)
    for card in range(N_BASICS):
        put(levels, card, p.levels[seat][card])
    learned = _NO_SET
    if p.learned[seat]:
        learned = _KEPT_LEARNED.get(p.learned[seat])
        if learned is None:
            learned = frozenset([_CARDS[card] for card in range(N_BASICS, N_CARDS) if has(p, seat, card)])
            keep(_KEPT_LEARNED, p.learned[seat], learned)
    return tuple.__new__(_PLAYER, (
        levels,
        numbers_of(p.boosts[seat], N_BASICS),
        learned,
        p.led >> seat & 1 != 0,
        p.tokens[seat],
        _NO_CARDS if p.hand_sizes[seat] == p.hidden[seat] else numbers_of(p.hands[seat], N_CARDS),
        p.hidden[seat],
        written_of(p, seat),
    ))


cdef object written_of(const Position* p, int seat):
    cdef int card, i
    cdef const Order* order
    cdef bint done = p.done >> seat & 1
    orders, boosts, draft = [], [], []
    for i in range(p.n_orders[seat]):
        order = &p.orders[seat][i]
        orders.append(tuple.__new__(
            _ORDER, (order.origin, order.target, order.fleets, p.voids[seat] >> i & 1 != 0)
        ))
    if p.draft_length[seat] > 0:
        draft.append(p.draft_origin[seat])
    if p.draft_length[seat] > 1:
        draft.append(p.draft_target[seat])
        draft += [99] * (p.draft_counted[seat] // 99)
    for card in range(N_BASICS):
        if p.sealed[seat][card]:
            boosts += [_CARDS[card]] * p.sealed[seat][card]
    if not orders and not draft and not boosts and p.sealed_lead[seat] == NOBODY:
        return _ALL_WRITTEN if done else _NOTHING_WRITTEN
    led = NOBODY if p.sealed_lead[seat] == NOBODY else _CARDS[p.sealed_lead[seat]]
    return tuple.__new__(_WRITTEN_ORDERS, (tuple(orders), tuple(draft), tuple(boosts), led, done))


cdef object offer_of(const Position* p):
    cdef int i
    give = tuple([_CARDS[p.give[i]] for i in range(p.n_give)])
    ask = tuple([_CARDS[p.ask[i]] for i in range(p.n_ask)])
    return tuple.__new__(_OFFER, (p.giver, p.receiver, give, p.pay, ask, p.charge))


cdef object battle_of(const Position* p):
    cdef int side, other, rank, n = p.n_players + 1, dealt = 0
    cdef int64_t fleets
    damage, groups, deals = [], [], []
    for side in range(n):
        fleets = p.fleets[side][p.battle_space] if side < n_sides(p) else 0
        damage.append((p.worst[side], *((p.others[side],) * (fleets - 1))) if fleets else _NOTHING)
    for rank in range(1, MAX_SIDES + 1):
        group = []
        for side in range(n_sides(p)):
            other = nth_in_turn(p, side)
            if p.rank[other] == rank:
                group.append(other)
                if dealt < p.n_deals:
                    deals.append(deal_of(p, other))
                    dealt += 1
        if not group:
            break
        groups.append(tuple(group))
    kills = tuple([p.kills[side] if side < n_sides(p) else 0 for side in range(n)])
    return tuple.__new__(_BATTLE, (
        p.battle_space, p.round, tuple(damage), kills, tuple(groups), tuple(deals),
    ))


cdef object deal_of(const Position* p, int side):
    cdef int other
    if p.hidden_deals >> side & 1:
        # J5.11.
        return tuple.__new__(_DEAL, (side, p.bombs[side], p.forces[side], _NOTHING))
    points = tuple([p.points[side][other] if other < n_sides(p) else 0 for other in range(p.n_players + 1)])
    return tuple.__new__(_DEAL, (side, p.bombs[side], p.forces[side], points))


forbid_new(State)
