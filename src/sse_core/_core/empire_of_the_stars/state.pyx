# cython: language_level=3, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""Positions of Empire of the Stars for Python: `State`.

`State` holds a content pack, a position and the ply, and plays actions. Compiled rules stand in the headers beside this
file, the types of this module in ``state.pyi``; clauses are those of ``empire_of_the_stars/RULES.md``. Only `def`
methods check their input and raise; C functions trust theirs. Plain Python has the words of refusals and of laws.
"""

from fractions import Fraction
from weakref import WeakKeyDictionary

cimport cython
from cpython.buffer cimport PyBuffer_Release
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.long cimport PyLong_AsLong, PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE, PyTuple_New
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from sse_core._core.bits cimport hash_of
from sse_core._core.empire_of_the_stars.strength.appraisal cimport appraise
from sse_core._core.legal_actions cimport LegalActions
from sse_core._core.arrays cimport take_shorts
from sse_core._core.empire_of_the_stars.answers cimport price_of, why_not_use
from sse_core._core.empire_of_the_stars.positions.decision_laws cimport *
from sse_core._core.empire_of_the_stars.observation cimport n_observed, write_observation
from sse_core._core.empire_of_the_stars.views cimport *
from sse_core._core.states cimport (
    drawn_event,
    drawn_seed,
    drop_slots,
    find_entry,
    forbid_new,
    not_made_so,
    put,
    seat_named,
    take_slots,
)

from sse_core.errors import SetupError
from sse_core.forms.arrays import array_to_fill
from sse_core.forms.checks import check_index, check_number, check_rng, check_seed, check_type, not_in_table
from sse_core.forms.packs import Pack
from sse_core.game import Outcome
from sse_core.games import GAMES

__all__ = ["State", "field_places", "observe"]


# --- the game's own tables, which this module takes when the first State is made

cdef tuple _REASONS = None      # the members of reasons.Reason
cdef object _GAME               # the module sse_core.empire_of_the_stars
cdef type _BOARD                # board.Board
cdef object _TABLES = WeakKeyDictionary()   # the Tables of each board.Board

cdef tuple _NOTHING = ()
cdef tuple _BY_CHANCE = (CHANCE,)
cdef tuple _SEATS = tuple([        # by their set
    tuple([seat for seat in range(MAX_PLAYERS) if seats >> seat & 1]) for seats in range(1 << MAX_PLAYERS)
])
cdef tuple _DECIDED_BY = (None, "total", "planets", "favour")

cdef enum:                      # the values of reasons.Reason that are found without its words
    OK = 0
    NO_SUCH_ACTION = 1
    GAME_OVER = 2
    NOT_TO_ACT = 3

cdef enum:
    MAX_FIELDS = 96
    MOST_PLY = 1000000000       # positions.MAX_PLY
    MOST_ROUNDS = 1000          # layout.MAX_ROUNDS

cdef struct Field:              # layout.Field
    int offset
    int n
    int width
    uint32_t least
    uint32_t most
    bint nobody

cdef Field _FIELDS[MAX_FIELDS]
cdef int _N_FIELDS = 0


cdef int take_game() except -1:
    global _REASONS, _GAME, _BOARD, _N_FIELDS
    game = _GAME = GAMES["empire_of_the_stars"]
    _BOARD = game.Board
    assert sum([each.n * each.width for each in game.LAYOUT]) == sizeof(Position) and len(game.LAYOUT) <= MAX_FIELDS
    assert (len(game.Due), len(game.Verb)) == (N_DUE, N_VERBS)
    _N_FIELDS = 0
    for each in game.LAYOUT:
        _FIELDS[_N_FIELDS] = Field(each.offset, each.n, each.width, each.least, each.most, each.nobody)
        _N_FIELDS += 1
    # The last one, as it says that all are there.
    _REASONS = tuple(game.Reason)
    return 0


# --- State

@cython.final
@cython.no_gc
@cython.freelist(8)
cdef class _LegalActions(LegalActions):
    cdef Tables tables
    cdef tuple ids

    cdef object at(self, Py_ssize_t place):
        return self.tables.actions[PyLong_AsLong(<object>PyTuple_GET_ITEM(self.ids, place))]

    cdef tuple listed(self):
        cdef tuple picked = PyTuple_New(self.n)
        cdef Py_ssize_t i
        for i in range(self.n):
            put(picked, i, self.at(i))
        return picked

    cdef bint holds(self, object action) except -1:
        cdef int index
        if type(action) is not type(self.tables.actions[0]):
            return action in self.listed()
        index = self.tables.find(action)
        return index >= 0 and <object>PyTuple_GET_ITEM(self.tables.ids, index) in self.ids


@cython.final
@cython.no_gc
@cython.freelist(8)
cdef class State:
    """A position of Empire of the Stars, immutable; states with the same content are equal and hash equal.

    It answers `sse_core.game.State` and `SecretState`. `new_game` begins a game, `position` makes a state of any
    position. Threads may share states. A set of regions is an integer with a bit for each, by its place in the pack.
    """

    def __init__(self, *args, **options):
        raise not_made_so()

    @staticmethod
    def of(pack, data, ply=0):
        """Return the state of a position of a pack, reached after `ply` actions.

        Raises SetupError, with the clause, for a position that can't be.
        """
        cdef State state = state_with(pack)
        cdef Fault fault
        check_type(data, bytes, "data is bytes")
        state.plies = check_number(ply, "ply", MOST_PLY, error=SetupError)
        if PyBytes_GET_SIZE(data) != sizeof(Position):
            tell(&fault, SIZE_LAW, sizeof(Position), PyBytes_GET_SIZE(data), 0, 0)
            raise unlawful(pack.value, &fault)
        memcpy(&state.position, PyBytes_AS_STRING(data), sizeof(Position))
        if goes_out_of_bounds(&state.position, &fault) or find_fault(&state.tables.board, &state.position, &fault):
            raise unlawful(pack.value, &fault)
        return state

    @staticmethod
    def dealt(pack, players, flags, round_limit, blocked, seed):
        """Return the state before the first decision: a seed deals cards, the display and powers (C1).

        `blocked` has the sectors that are blocked for two players; with None the seed draws them. The function
        `new_game` checks what it is given.
        """
        cdef State state
        cdef Fault fault
        cdef uint64_t stream = check_seed(seed), regions = 0
        cdef int n = check_number(players, "players", MAX_PLAYERS, 2, error=SetupError)
        state = state_with(pack)
        if blocked is None:
            blocked = pack.value.blockable[below(&stream, <uint32_t>len(pack.value.blockable))] if n == 2 else ()
        for sector in blocked:
            regions |= state.tables.board.sectors[check_index(sector, state.tables.board.n_sectors, "sector")]
        set_up = check_number(flags, "flags", UINT16_MOST), check_number(round_limit, "round_limit", MOST_ROUNDS, 1)
        if set_up[0] & POWERS and N_DEALT * n > state.tables.board.n_powers:
            breaks(&fault, NO_POWERS_LAW)
            raise unlawful(pack.value, &fault)
        deal(&state.tables.board, n, set_up[0], set_up[1], regions, &stream, &state.position)
        return state

    # --- the contract of all games

    @property
    def game(self):
        """The game: `sse_core.empire_of_the_stars`."""
        return _GAME

    @property
    def board(self):
        """What the pack is for play: its map, its numbers, its actions."""
        return self.pack.value

    @property
    def actions(self):
        """The dense table of every action of the pack; an action's id is its index."""
        return self.tables.actions

    @property
    def players(self):
        """The number of players."""
        return self.position.n_players

    @property
    def ply(self):
        """The number of actions before this state; in a view, of those that its player knows."""
        return self.plies

    @property
    def to_act(self):
        """The seats to act: one, both who still set dials, ``(CHANCE,)``, or ``()`` at the end (C16.1)."""
        return _BY_CHANCE if is_chance(&self.position) else _SEATS[seats_to_act(&self.position)]

    @property
    def totals(self):
        """The points of each seat if the game ended now (C12.3)."""
        cdef int seat
        cdef tuple found = PyTuple_New(self.position.n_players)
        for seat in range(self.position.n_players):
            put(found, seat, points(&self.tables.board, &self.position, seat))
        return found

    @property
    def outcome(self):
        """The end of the game, None while it goes on: decided by ``"total"``, ``"planets"`` or ``"favour"`` (C12.4)."""
        cdef uint8_t winners
        cdef int decided_by = outcome_of(&self.tables.board, &self.position, &winners)
        if decided_by == UNDECIDED:
            return None
        return Outcome(_SEATS[winners], self.totals, _DECIDED_BY[decided_by])

    def legal_ids(self, player=None):
        """Return the ids of the legal actions of a player, or of CHANCE, ascending; None: the first to act.

        Raises RangeError for a player who isn't there.
        """
        return self.pick_legal(self.seat_of(player))

    def legal_actions(self, player=None):
        """Return the actions with the `legal_ids`."""
        cdef _LegalActions found = _LegalActions.__new__(_LegalActions)
        found.tables, found.ids = self.tables, self.pick_legal(self.seat_of(player))
        found.n = PyTuple_GET_SIZE(found.ids)
        return found

    def after(self, action, player=None):
        """Return the state after an action or its id, of the player to act; None: the first of them.

        Raises IllegalActionError, GameOverError below it, with the reason of `why_not`.
        """
        cdef int actor = self.seat_of(player), index = self.tables.find(action)
        cdef State then
        if not self.is_legal(index, actor):
            raise refusal(self, action, index, actor)
        then = state_at(self, &self.position, self.plies + 1)
        play(&self.tables.board, &then.position, actor, index)
        return then

    def why_not(self, action, player=None):
        """Return the reason why `after` refuses an action or id; ``Reason.OK`` (0) if it is legal."""
        cdef int actor = self.seat_of(player)
        return reason_of(self, self.tables.find(action), actor)

    def odds(self):
        """Return each chance event that can come with its probability, by ascending id; ``()`` if none is due.

        In a view, the card that is drawn may be any card of its cost that the player hasn't seen, each equally likely.
        """
        cdef int64_t weights[MAX_EVENTS]
        cdef int total = odds_of(&self.tables.board, &self.position, weights)
        cdef Py_ssize_t i
        if not total:
            return _NOTHING
        cdef tuple ids = self.pick_legal(CHANCE)
        cdef Py_ssize_t n = PyTuple_GET_SIZE(ids)
        found, share = [], None
        for i in range(n):
            # Cards of a deck are all equally likely.
            if share is None or weights[i] != weights[i - 1]:
                share = Fraction(weights[i], total)
            found.append((self.tables.actions[PyLong_AsLong(<object>PyTuple_GET_ITEM(ids, i))], share))
        return tuple(found)

    def resolve(self, rng):
        """Return the state after drawing chance events until none is due, each by ``rng.draw(odds())``."""
        cdef State state = self
        cdef int64_t weights[MAX_EVENTS]
        cdef int total, n
        check_rng(rng)
        while True:
            total = odds_of(&state.tables.board, &state.position, weights)
            if not total:
                return state
            n = drawn_event(weights, total, rng, check_number)
            state = state.after(<object>PyTuple_GET_ITEM(state.pick_legal(CHANCE), n), CHANCE)

    def view(self, player):
        """Return the state as a player may know it (C16.12).

        Cards of others are counted by cost, unless they were taken from a pile (S24). Powers that others were dealt or
        have chosen are hidden until all have; a dial of another player until both are set. `to_act` tells who has
        finished, and `ply` counts none of the actions of others until then.
        """
        cdef int viewer = self.named(player)
        cdef State seen = state_at(self, NULL, self.plies - unknown_plies(&self.position, viewer))
        view(&self.tables.board, &self.position, viewer, &seen.position)
        return seen

    def sample(self, player, rng):
        """Return a full state with the same `view` of a player.

        Each way to deal the hidden cards and powers is equally likely. A dial, or a choice of a power, that isn't known
        is drawn by random choices. Two draws of ``rng.below(2**31)`` are the upper and the lower half of the seed of
        the stream that all these come from.
        """
        cdef Position seen
        cdef uint64_t stream
        cdef int viewer
        cdef State full
        check_rng(rng)
        viewer = self.named(player)
        stream = drawn_seed(rng, check_number)
        view(&self.tables.board, &self.position, viewer, &seen)
        full = state_at(self, NULL, self.plies - unknown_plies(&self.position, viewer))
        full.plies += sample(&self.tables.board, &seen, &stream, &full.position)
        return full

    # --- what the rules say of a position, beside what is legal

    def numbers(self, player):
        """Return the numbers of the rules for a player, with what effects change, as ``RULE_NUMBERS`` names them."""
        cdef int n, seat = self.named(player)
        cdef tuple found = PyTuple_New(N_NUMBERS)
        for n in range(N_NUMBERS):
            put(found, n, number(&self.tables.board, &self.position, seat, n))
        return found

    def price(self, action, player=None):
        """Return what an action or id costs a player, legal or not: credits, polymers, metal, energy.

        Roles, investments, ships, technologies, influence and effects cost something (C2.3, C6.3, C7.1, C8.2, C11.2,
        C16.13); of an effect it is what isn't chosen. Raises IllegalActionError for what is no action of the game.
        """
        cdef int out[4]
        cdef int actor = self.seat_of(player), index = self.tables.find(action)
        if index < 0:
            raise not_in_table(action, _REASONS[NO_SUCH_ACTION])
        if actor == CHANCE:
            return 0, 0, 0, 0
        price_of(&self.tables.board, &self.position, actor, index, out)
        return out[0], out[1], out[2], out[3]

    def why_not_use(self, effect, player):
        """Return why a player can't use an effect, by its number, now (C16.13); ``Reason.OK`` if it can be."""
        cdef int seat = self.named(player)
        cdef int number = check_index(effect, self.tables.board.n_effects, "effect")
        return _REASONS[why_not_use(&self.tables.board, &self.position, seat, number)]

    @property
    def market_values(self):
        """The value of polymers, metal and energy in credits, in the open column of the market (C5.5)."""
        cdef const Board* b = &self.tables.board
        return value_of(b, &self.position, 0), value_of(b, &self.position, 1), value_of(b, &self.position, 2)

    @property
    def decks(self):
        """For each cost, the number of cards in the deck, and the card on top of its pile, -1 for none (C8.1)."""
        cdef int cost
        cdef const Board* b = &self.tables.board
        cdef tuple found = PyTuple_New(3)
        for cost in range(3):
            put(found, cost, (deck_size(b, &self.position, cost), top_of(b, &self.position, cost)))
        return found

    def room(self, player):
        """Return the regions with room for one more ship of a player, as a set (C7.4)."""
        return with_room(&self.tables.board, &self.position, self.named(player))

    def docks(self, player):
        """Return the regions where a player can deploy a ship, as a set (C7.3)."""
        cdef int seat = self.named(player)
        return docks(&self.tables.board, &self.position, seat) if self.position.home[seat] != NOBODY else 0

    def units(self, player):
        """Return the regions with a ship, a token or the home world of a player, as a set."""
        return units_of(&self.tables.board, &self.position, self.named(player))

    def reach(self, player, region, steps):
        """Return the regions that a player's ship gets to from a region in so many steps, as a set (C9.1, C9.4)."""
        cdef int seat = self.named(player)
        cdef int origin = check_index(region, self.tables.board.n_regions, "region")
        cdef int far = check_number(steps, "steps", MAX_REGIONS)
        cdef Terrain land = terrain_of(&self.tables.board, &self.position)
        return reach_within(&self.tables.board, &self.position, &land, seat, origin, far)

    def strength(self, player, sector):
        """Return the strength of a player's units in a sector (C10.4)."""
        cdef int seat = self.named(player)
        return strength_in(
            &self.tables.board, &self.position, seat, check_index(sector, self.tables.board.n_sectors, "sector")
        )

    def dial(self, side):
        """Return tactics, weapons and shields of the attacker's side, 0, or the defender's, 1, with effects (C10.5)."""
        cdef int out[3]
        parts(&self.tables.board, &self.position, check_index(side, 2, "side"), out)
        return out[0], out[1], out[2]

    def dial_end(self, strength):
        """Return the most that a part of a dial can be when so much strength is left (S32, S57)."""
        return dial_end(&self.tables.board, check_number(strength, "strength", UINT16_MOST))

    def hits(self, player, kind):
        """Return the hits that destroy a player's ship of a type, 0 to 2; those that are spared come first (C10.7)."""
        cdef int seat = self.named(player)
        return hit_price(&self.tables.board, &self.position, seat, check_index(kind, N_TYPES, "kind"))

    # --- the position

    @property
    def data(self):
        """The position as bytes, whose fields `layout` tells."""
        with cython.critical_section(self):
            if self.plain is None:
                self.plain = PyBytes_FromStringAndSize(<const char*>&self.position, sizeof(Position))
            return self.plain

    # --- what is asked at every action

    cdef int seat_of(self, object player) except -9:
        # The player who is meant: the first to act unless one is named. RangeError for no such seat.
        if player is None:
            return first_to_act(&self.position)
        return seat_named(player, self.position.n_players, check_index)

    cdef int named(self, object player) except -9:
        # A seat that is named; RangeError for no such seat.
        return check_index(player, self.position.n_players, "player")

    cdef tuple pick_legal(self, int player):
        # The legal ids of a player, or of CHANCE, ascending; those of the last player who was asked for are kept.
        cdef Ids ids
        cdef int i
        cdef tuple picked
        with cython.critical_section(self):
            if self.asked == player + 2:
                return self.legal_here
            legal(&self.tables.board, &self.position, player, &ids)
            picked = _NOTHING
            if ids.n:
                picked = PyTuple_New(ids.n)
                for i in range(ids.n):
                    put(picked, i, <object>PyTuple_GET_ITEM(self.tables.ids, ids.at[i]))
            self.legal_here, self.asked = picked, <int8_t>(player + 2)
            return picked

    cdef bint is_legal(self, int index, int player) except -1:
        # Whether an id, or -1, is legal for a player, or for CHANCE.
        cdef Ids ids
        cdef Py_ssize_t i
        cdef PyObject* wanted
        if index < 0:
            return False
        with cython.critical_section(self):
            if self.asked == player + 2:
                wanted = PyTuple_GET_ITEM(self.tables.ids, index)
                for i in range(PyTuple_GET_SIZE(self.legal_here)):
                    if PyTuple_GET_ITEM(self.legal_here, i) == wanted:
                        return True
                return False
        legal(&self.tables.board, &self.position, player, &ids)
        return has_id(&ids, index)

    # --- texts, pictures, comparison

    def to_json(self):
        """Return the position as a JSON object on one line."""
        return _GAME.state_to_json(self)

    @staticmethod
    def from_json(text):
        """Return the position of a JSON text; raise NotationError if it isn't one, SetupError if it can't be."""
        return GAMES["empire_of_the_stars"].state_from_json(text)

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
        # A pack of one's own may not be known where the state is read again.
        return _GAME.remade, (_GAME.format_state(self), self.pack.content)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self


forbid_new(State)


cdef State state_with(object pack):
    # A new state with a pack, whose position is still to be written.
    cdef State state
    if _REASONS is None:
        take_game()
    check_type(pack, Pack, "pack is a pack of load_pack")
    check_type(pack.value, _BOARD, "pack is a pack of load_pack, with a Board")
    state = State.__new__(State)
    state.pack = pack
    state.tables = tables_of(pack.value)
    return state


cdef State state_at(State like, const Position* position, int64_t ply):
    # A new state with the pack of another one, of a position that is reached after `ply` actions; NULL: its position is
    # still to be written.
    cdef State state = State.__new__(State)
    state.pack, state.tables = like.pack, like.tables
    if position is not NULL:
        memcpy(&state.position, position, sizeof(Position))
    state.plies = ply
    return state


cdef object unlawful(object board, const Fault* fault):
    # The error for a position that breaks a law.
    return _GAME.unlawful(board, fault.law, (fault.at[0], fault.at[1], fault.at[2], fault.at[3]))


cdef object reason_of(State state, int index, int actor):
    # The reasons.Reason for which an id, or -1, is refused a player, or CHANCE.
    if index < 0:
        return _REASONS[NO_SUCH_ACTION]
    if state.position.step == END_DUE:
        return _REASONS[GAME_OVER]
    if not is_to_act(&state.position, actor):
        return _REASONS[NOT_TO_ACT]
    if state.is_legal(index, actor):
        return _REASONS[OK]
    return _GAME.reason_for(state, actor, index)


cdef object refusal(State state, object action, int index, int actor):
    # The error that `after` raises.
    found = reason_of(state, index, actor)
    if index < 0:
        return not_in_table(action, found)
    return _GAME.illegal_action(state, actor, index, found)


cdef bint same_state(State a, State b) except -1:
    return (
        a.plies == b.plies
        and memcmp(&a.position, &b.position, sizeof(Position)) == 0
        and (a.tables is b.tables or a.pack == b.pack)
        and a.pack == b.pack
    )


cdef uint64_t key_of(State state) noexcept:
    return hash_of(&state.position, sizeof(Position), <uint64_t>state.plies * <uint64_t>0x9E3779B97F4A7C15)


cdef bint goes_out_of_bounds(const Position* p, Fault* out) noexcept nogil:
    # Whether a number of a position is beyond the bounds of its field, which is written into `out`.
    cdef int i, n, byte
    cdef uint32_t found
    cdef const Field* field
    cdef const uint8_t* data = <const uint8_t*>p
    for i in range(_N_FIELDS):
        field = &_FIELDS[i]
        for n in range(field.n):
            found = 0
            for byte in range(field.width):
                found |= <uint32_t>data[field.offset + n * field.width + byte] << 8 * byte
            if not field.least <= found <= field.most and not (field.nobody and found == NOBODY):
                return tell(out, BOUNDS_LAW, field.offset, found, field.least, field.most)
    return False


# --- a pack as the rules read it

@cython.final
@cython.no_gc
cdef class Tables:
    """A content pack for the rules: `tables_of` makes those of a Board."""

    def __init__(self):
        raise TypeError("the Tables of a pack are made with its first State")

    def __dealloc__(self):
        drop_slots(&self.slots)

    cdef int find(self, object action) except -9:
        # The id that an Action or an integer stands for, -1 if the table has no such action. TypeError for other types.
        cdef int overflow = 0, entry
        cdef long index
        if not PyLong_CheckExact(action):
            entry = find_entry(&self.slots, <PyObject*>action)
            if entry >= 0:
                return entry
            action = self.table.id_of(action)
        index = PyLong_AsLongAndOverflow(action, &overflow)
        return <int>index if not overflow and 0 <= index < self.board.n_actions else -1


forbid_new(Tables)


cdef Tables tables_of(object board):
    # The Tables of a board.Board; SetupError if it has more than the core can hold.
    found = _TABLES.get(board)
    if found is None:
        found = _TABLES[board] = new_tables(board)
    return found


cdef Tables new_tables(object board):
    cdef Tables tables = Tables.__new__(Tables)
    memset(&tables.board, 0, sizeof(Board))
    tables.table, tables.actions = board.table, board.actions
    tables.ids = tuple(range(len(board.actions)))
    take_slots(&tables.slots, tables.actions)
    read_map(board, &tables.board)
    read_things(board, &tables.board)
    read_cards(board, &tables.board)
    read_effects(board, &tables.board)
    read_actions(board, &tables.board)
    appraise(&tables.board)
    return tables


cdef int64_t bounded(object value, int64_t least, int64_t most) except? -9999:
    # A number of a pack; SetupError if it is out of range. `packs/reading.py` refuses it before, with its key.
    return check_number(value, "a number of the pack", most, least, error=SetupError)


cdef int n_of(object values, int most, int least = 0) except -1:
    # How many values there are.
    return <int>bounded(len(values), least, most)


cdef uint64_t region_set(object regions, const Board* b) except? 9999:
    # A set of regions of the map.
    check_number(regions, "a set of regions of the pack", b.all_regions, error=SetupError)
    return <uint64_t>regions


cdef int read_map(object board, Board* b) except -1:
    cdef int i
    content = board.content
    b.n_regions = <int>bounded(board.n_regions, 1, MAX_REGIONS)
    b.all_regions = (<uint64_t>1 << (b.n_regions - 1) << 1) - 1
    n_of(board.near, b.n_regions, b.n_regions)
    n_of(board.sector_of, b.n_regions, b.n_regions)
    b.n_sectors = n_of(board.sectors, MAX_SECTORS, 1)
    for i in range(b.n_regions):
        b.near[i] = region_set(board.near[i], b)
        b.sector_of[i] = <uint8_t>bounded(board.sector_of[i], 0, b.n_sectors - 1)
    for i in range(b.n_sectors):
        b.sectors[i] = region_set(board.sectors[i], b)
    b.n_blocked = <int>bounded(content.blocked, 0, b.n_sectors)
    b.n_far = n_of(content.far_space, MAX_FAR_SPACE)
    b.galaxy_tokens = <int>bounded(content.galaxy_tokens, 0, UINT8_MOST)
    for i in range(b.n_far):
        b.far_space[i] = <int>bounded(content.far_space[i], 0, UINT8_MOST)
    return 0


cdef int read_things(object board, Board* b) except -1:
    # Tiles, home worlds, the wheel, the market, edicts.
    cdef int i, j
    content = board.content
    b.n_kinds = <int>bounded(board.n_kinds, 1, MAX_KINDS)
    n_of(content.tiles, b.n_kinds, b.n_kinds)
    for i in range(b.n_kinds):
        b.n_tiles[i] = <int>bounded(content.tiles[i].n, 0, 99)
        read_bytes(board.makes[i], 3, 99, b.makes[i])
        if i + 1 in board.planets:
            b.planet_kinds |= 1 << i
    b.space = <int>bounded(board.space, NONE, b.n_kinds - 1)
    b.wormhole = <int>bounded(board.wormhole, NONE, b.n_kinds - 1)
    b.asteroids = <int>bounded(board.asteroids, NONE, b.n_kinds - 1)
    b.two_polymers = <int>bounded(board.two_polymers, 0, b.n_kinds - 1)
    n_of(content.homes, MAX_PLAYERS, MAX_PLAYERS)
    for i in range(MAX_PLAYERS):
        read_bytes(content.homes[i], 3, 99, b.homes[i])
    read_bytes(content.wheel, N_ROLES, N_ROLES - 1, b.wheel)
    read_bytes(board.places, N_ROLES, N_ROLES - 1, b.places)
    b.n_market = n_of(content.market, MAX_MARKET)
    for i in range(b.n_market):
        for kind in content.market[i].kinds:
            b.market_kinds[i] |= <uint8_t>(1 << bounded(kind, 0, 2))
        b.market_credits[i] = <int>bounded(content.market[i].credits, 0, 99)
    n_of(content.values, 3, 3)
    for i in range(3):
        n_of(content.values[i], MAX_MARKET + 1, b.n_market + 1)
        for j in range(b.n_market + 1):
            b.values[i][j] = <int>bounded(content.values[i][j], 0, 99)
    n_of(content.edicts, N_EDICTS, N_EDICTS)
    for i in range(N_EDICTS):
        b.measures[i] = <int>bounded(content.edicts[i].measure, NONE, N_MEASURES - 1)
        b.least[i] = bool(content.edicts[i].least)
    return 0


cdef int read_cards(object board, Board* b) except -1:
    # Technologies, powers, and the numbers of the rules.
    cdef int i, j
    content = board.content
    b.n_cards = <int>bounded(board.n_cards, 0, MAX_TECHNOLOGIES)
    n_of(board.kinds, b.n_cards, b.n_cards)
    n_of(board.costs, b.n_cards, b.n_cards)
    for i in range(b.n_cards):
        b.costs[i] = <uint8_t>bounded(board.costs[i], 1, 3)
        b.kinds[i] = <uint8_t>bounded(board.kinds[i], 0, 2)
        j = b.costs[i] - 1
        b.cards[j][b.n_cards_of[j]] = <uint8_t>i
        b.n_cards_of[j] += 1
    b.n_powers = n_of(content.powers, MAX_POWERS)
    for i in range(b.n_powers):
        for j in range(4):
            read_amount(content.powers[i].start[j], &b.starts[i][j])
        read_bytes(content.powers[i].fleet, 3, 8, b.fleets[i])
    b.dial = <int>bounded(content.dial, NONE, UINT16_MOST)
    b.most_strength = <int>bounded(_GAME.most_strength(content), 0, MAX_LEGAL - MAX_EFFECTS - 1)
    b.most_room = <int>bounded(board.most_room, 0, UINT8_MOST)
    n_of(board.bases, N_NUMBERS, N_NUMBERS)
    for i in range(N_NUMBERS):
        b.bases[i] = <int>bounded(board.bases[i], -UINT8_MOST, UINT8_MOST)
        b.least_of[i] = <int>bounded(_GAME.LEAST[i], -UINT8_MOST, UINT8_MOST)
        b.most_of[i] = <int>bounded(_GAME.MOST[i], -UINT8_MOST, UINT8_MOST)
    return 0


cdef enum:
    UINT8_MOST = 255
    UINT16_MOST = 65535


cdef int read_bytes(object values, int n, int most, uint8_t* out) except -1:
    # n numbers from 0 to `most`.
    #   writes   out[0:n]
    cdef int i
    n_of(values, n, n)
    for i in range(n):
        out[i] = <uint8_t>bounded(values[i], 0, most)
    return 0


cdef int read_amount(object amount, Amount* out) except -1:
    out.number = <int16_t>bounded(amount.number, -UINT8_MOST, UINT8_MOST)
    out.per = <int16_t>bounded(amount.per, NONE, N_MEASURES - 1)
    out.most = <int16_t>bounded(amount.most, 0, UINT8_MOST)
    out.of = <int16_t>bounded(amount.of, 0, 3)
    return 0


cdef int most_what(int part) noexcept nogil:
    # The largest number that says what a part of an effect is about.
    if part == NUMBER_PART:
        return N_NUMBERS - 1
    if part in (PAY_SHIP_PART, BUILD_STARBASE_PART, BUILD_STAGING_PART, BUILD_HOME_PART, DIAL_PART):
        return 2
    return 4 if part in (REMOVE_PART, TAKE_CARD_PART, GAIN_ANY_PART) else 3


cdef int read_stage(object stage, Stage* out) except -1:
    # A part of an effect. What it is about begins with 0, of a drawn card with 1; many are about nothing.
    out.part = <int16_t>bounded(stage.part, 0, CORE_PART)
    out.what = <int16_t>bounded(stage.what, NONE, most_what(out.part))
    if out.what == NONE and out.part not in ABOUT_NOTHING:
        raise SetupError("a part of an effect of the pack is about nothing")
    read_amount(stage.n, &out.n)
    out.where = <int16_t>bounded(stage.where, NONE, UINT8_MOST)
    out.steps = <int16_t>bounded(stage.steps, 0, UINT8_MOST)
    read_bytes(stage.give, 4, UINT8_MOST, out.give)
    read_bytes(stage.get, 4, UINT8_MOST, out.get)
    return 0


cdef frozenset ABOUT_NOTHING = frozenset([
    PAY_ANY_PART, PAY_CARD_PART, SETTLE_PART, UPGRADE_PART, PLACE_PART, SWAP_PART, EDICT_PART, SCORE_TOKEN_PART,
    SCORE_GALAXY_PART, INFLUENCE_PART, SPARE_PART, SURGE_PART, CORE_PART,
])


cdef int read_effects(object board, Board* b) except -1:
    cdef int i, j
    cdef Row* row
    b.n_effects = n_of(board.effects, MAX_EFFECTS)
    for i in range(b.n_effects):
        each, row = board.effects[i], &b.effects[i]
        row.n_stages = <int16_t>n_of(each.stages, MAX_STAGES, 1)
        for j in range(row.n_stages):
            read_stage(each.stages[j], &row.stages[j])
        row.first_test, row.n_tests = <int16_t>b.n_tests, <int16_t>n_of(each.tests, MAX_TESTS - b.n_tests)
        for what, comparison, limit in each.tests:
            b.tests[b.n_tests].what = <int16_t>bounded(what, 0, ATTACKER_TEST)
            b.tests[b.n_tests].comparison = <int16_t>bounded(comparison, 0, 2)
            b.tests[b.n_tests].number = <int32_t>bounded(limit, 0, UINT16_MOST)
            b.n_tests += 1
        row.card = <int16_t>bounded(each.card, NONE, b.n_cards - 1)
        row.power = <int16_t>bounded(each.power, NONE, b.n_powers - 1)
        if (row.card == NONE) == (row.power == NONE):
            raise SetupError("an effect of the pack belongs to a technology or to a power")
        row.when = <uint8_t>bounded(each.when, 0, N_MOMENTS - 1)
        row.who = <uint8_t>bounded(each.who, 0, 4)
        read_bytes(each.paid, 4, UINT8_MOST, row.paid)
        row.tokens = <uint8_t>bounded(each.tokens, 0, UINT8_MOST)
        row.times = <uint8_t>bounded(each.times, 0, UINT8_MOST)
        row.until = <uint8_t>bounded(each.until, 0, 1)
        row.side = <uint8_t>bounded(each.side, 0, 1)
        row.must = bool(each.must)
        for j in range(row.n_stages):
            if row.stages[j].part in (DIAL_PART, SPARE_PART) and row.when != BATTLE_OPEN:
                raise SetupError("an effect of the pack changes dials that aren't open")
    n_of(board.at, N_MOMENTS, N_MOMENTS)
    for i in range(N_MOMENTS):
        list_effects(board.at[i], b, &b.at[i])
    n_of(board.during, N_DUE, N_DUE)
    for i in range(N_DUE):
        list_effects(board.during[i], b, &b.during[i])
    for j in range(2):
        n_of(board.at_side[j], b.n_powers, b.n_powers)
        for i in range(b.n_powers):
            list_effects(board.at_side[j][i], b, &b.at_side[j][i])
    return 0


cdef int list_effects(object effects, Board* b, Numbers* out) except -1:
    out.first, out.n = <int16_t>b.n_listed, <int16_t>n_of(effects, <int>sizeof(b.listed) - b.n_listed)
    for effect in effects:
        b.listed[b.n_listed] = <uint8_t>bounded(effect, 0, b.n_effects - 1)
        b.n_listed += 1
    return 0


cdef int read_actions(object board, Board* b) except -1:
    cdef int i
    b.n_actions = n_of(board.actions, MAX_ACTIONS)
    n_of(board.first, N_VERBS, N_VERBS)
    n_of(board.verbs, b.n_actions, b.n_actions)
    n_of(board.numbers, b.n_actions, b.n_actions)
    for i in range(N_VERBS):
        b.first[i] = <int>bounded(board.first[i], 0, b.n_actions)
    for i in range(b.n_actions):
        b.verbs[i] = <uint8_t>bounded(board.verbs[i], 0, N_VERBS - 1)
        b.numbers[i] = <uint16_t>bounded(board.numbers[i], 0, UINT16_MOST)
    return 0


# --- observations

def observe(State state not None, player, out=None):
    """Return a state as a seat sees it, as numbers, in a new array or in `out`.

    Raises RangeError if there is no such seat, and as `array_to_fill` for another `out`.
    """
    cdef Py_buffer taken
    cdef int seat = state.named(player), n = n_observed(&state.tables.board, state.position.n_players)
    array = array_to_fill(out, "int16", (n,))
    if not take_shorts(array, n, 0, &taken):
        raise MemoryError
    write_observation(&state.tables.board, &state.position, seat, <int16_t*>taken.buf)
    PyBuffer_Release(&taken)
    return array if out is None else out


# --- the layout, which a test compares

def field_places():
    """Return the place of each field of a position, and its bytes, by its name in the core."""
    cdef Position p
    cdef const char* first = <const char*>&p
    return {
        "n_players": (<const char*>&p.n_players - first, sizeof(p.n_players)),
        "flags": (<const char*>&p.flags - first, sizeof(p.flags)),
        "round_limit": (<const char*>&p.round_limit - first, sizeof(p.round_limit)),
        "round": (<const char*>&p.round - first, sizeof(p.round)),
        "step": (<const char*>&p.step - first, sizeof(p.step)),
        "actor": (<const char*>&p.actor - first, sizeof(p.actor)),
        "begun": (<const char*>&p.begun - first, sizeof(p.begun)),
        "scepter": (<const char*>&p.scepter - first, sizeof(p.scepter)),
        "second": (<const char*>&p.second - first, sizeof(p.second)),
        "emperor": (<const char*>&p.emperor - first, sizeof(p.emperor)),
        "edict": (<const char*>&p.edict - first, sizeof(p.edict)),
        "monolith": (<const char*>&p.monolith - first, sizeof(p.monolith)),
        "chooser": (<const char*>&p.chooser - first, sizeof(p.chooser)),
        "wheel": (<const char*>&p.wheel - first, sizeof(p.wheel)),
        "draft": (<const char*>&p.draft - first, sizeof(p.draft)),
        "count": (<const char*>&p.count - first, sizeof(p.count)),
        "favoured": (<const char*>&p.favoured - first, sizeof(p.favoured)),
        "credits": (<const char*>&p.credits - first, sizeof(p.credits)),
        "resources": (<const char*>&p.resources - first, sizeof(p.resources)),
        "stock": (<const char*>&p.stock - first, sizeof(p.stock)),
        "throne": (<const char*>&p.throne - first, sizeof(p.throne)),
        "influence": (<const char*>&p.influence - first, sizeof(p.influence)),
        "on_throne": (<const char*>&p.on_throne - first, sizeof(p.on_throne)),
        "bought": (<const char*>&p.bought - first, sizeof(p.bought)),
        "supply": (<const char*>&p.supply - first, sizeof(p.supply)),
        "staging": (<const char*>&p.staging - first, sizeof(p.staging)),
        "home": (<const char*>&p.home - first, sizeof(p.home)),
        "tile": (<const char*>&p.tile - first, sizeof(p.tile)),
        "token": (<const char*>&p.token - first, sizeof(p.token)),
        "ships": (<const char*>&p.ships - first, sizeof(p.ships)),
        "moved": (<const char*>&p.moved - first, sizeof(p.moved)),
        "shifted": (<const char*>&p.shifted - first, sizeof(p.shifted)),
        "placed": (<const char*>&p.placed - first, sizeof(p.placed)),
        "far_space": (<const char*>&p.far_space - first, sizeof(p.far_space)),
        "pile": (<const char*>&p.pile - first, sizeof(p.pile)),
        "display": (<const char*>&p.display - first, sizeof(p.display)),
        "unseen": (<const char*>&p.unseen - first, sizeof(p.unseen)),
        "stack": (<const char*>&p.stack - first, sizeof(p.stack)),
        "bottom": (<const char*>&p.bottom - first, sizeof(p.bottom)),
        "depth": (<const char*>&p.depth - first, sizeof(p.depth)),
        "put_back": (<const char*>&p.put_back - first, sizeof(p.put_back)),
        "market": (<const char*>&p.market - first, sizeof(p.market)),
        "place": (<const char*>&p.place - first, sizeof(p.place)),
        "height": (<const char*>&p.height - first, sizeof(p.height)),
        "known": (<const char*>&p.known - first, sizeof(p.known)),
        "hidden": (<const char*>&p.hidden - first, sizeof(p.hidden)),
        "power": (<const char*>&p.power - first, sizeof(p.power)),
        "dealt": (<const char*>&p.dealt - first, sizeof(p.dealt)),
        "surged": (<const char*>&p.surged - first, sizeof(p.surged)),
        "new_wormhole": (<const char*>&p.new_wormhole - first, sizeof(p.new_wormhole)),
        "window": (<const char*>&p.window - first, sizeof(p.window)),
        "then": (<const char*>&p.then - first, sizeof(p.then)),
        "effect": (<const char*>&p.effect - first, sizeof(p.effect)),
        "part": (<const char*>&p.part - first, sizeof(p.part)),
        "left": (<const char*>&p.left - first, sizeof(p.left)),
        "used": (<const char*>&p.used - first, sizeof(p.used)),
        "changed": (<const char*>&p.changed - first, sizeof(p.changed)),
        "for_role": (<const char*>&p.for_role - first, sizeof(p.for_role)),
        "for_battle": (<const char*>&p.for_battle - first, sizeof(p.for_battle)),
        "spent": (<const char*>&p.spent - first, sizeof(p.spent)),
        "sway": (<const char*>&p.sway - first, sizeof(p.sway)),
        "sway_at": (<const char*>&p.sway_at - first, sizeof(p.sway_at)),
        "sway_throne": (<const char*>&p.sway_throne - first, sizeof(p.sway_throne)),
        "fought": (<const char*>&p.fought - first, sizeof(p.fought)),
        "sector": (<const char*>&p.sector - first, sizeof(p.sector)),
        "attacker": (<const char*>&p.attacker - first, sizeof(p.attacker)),
        "defender": (<const char*>&p.defender - first, sizeof(p.defender)),
        "side": (<const char*>&p.side - first, sizeof(p.side)),
        "asked": (<const char*>&p.asked - first, sizeof(p.asked)),
        "force": (<const char*>&p.force - first, sizeof(p.force)),
        "written": (<const char*>&p.written - first, sizeof(p.written)),
        "tactics": (<const char*>&p.tactics - first, sizeof(p.tactics)),
        "weapons": (<const char*>&p.weapons - first, sizeof(p.weapons)),
        "shifts": (<const char*>&p.shifts - first, sizeof(p.shifts)),
        "hits": (<const char*>&p.hits - first, sizeof(p.hits)),
        "fallen": (<const char*>&p.fallen - first, sizeof(p.fallen)),
        "plus": (<const char*>&p.plus - first, sizeof(p.plus)),
        "spare": (<const char*>&p.spare - first, sizeof(p.spare)),
    }
