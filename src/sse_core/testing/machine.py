"""A Hypothesis state machine that plays one game in two implementations and compares them."""

from __future__ import annotations

import copy
import pickle
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, ClassVar, NoReturn, Protocol, Self, cast, runtime_checkable

from hypothesis import Phase, currently_in_test_context, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ..errors import ArgumentError, IllegalActionError, NotationError, SseError
from ..game import CHANCE, AnyGame, AnyState
from ..play.draws import Choice, from_choices, seeds, unfinished
from ..play.house_rules import variant_of
from ..play.records.record import GameRecord, checked_game, format_game
from .registration import strategies_of

__all__ = ["DrawnGame", "GameMachine"]

_STARTS: Any = st.runner().flatmap(lambda machine: machine.states)
_MOST_STARTS = 10
"""The most positions in which a run starts: many short runs find more than a long one, and shrink to one position."""

_STEPS = 30
"""The number of steps of a run. Hypothesis's default of 50 makes runs that are slow to shrink."""

_PLIES = 25
"""The mean number of actions of a step."""

_LOOKAHEAD = 20
"""The most positions that a lookahead visits."""

_SHOWN = 12
"""The most actions that a message lists for a side."""


@runtime_checkable
class DrawnGame(Protocol):
    """A game whose types Hypothesis draws by annotation, from its module ``strategies``.

    A `GameRecord` of the game's type ``State`` is drawn by the function ``games`` of that module.
    """

    @property
    def STRATEGIES(self) -> Mapping[str, str]:
        """The function of ``strategies`` for each public type, by the name of the type."""
        ...


def _pickled(state: Any) -> Any:
    return pickle.loads(pickle.dumps(state))


_COPIES: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy, _pickled)


def _ranks(below: Choice) -> list[int]:
    """Choose a number for each ply, which selects one of the legal actions."""
    ranks: list[int] = []
    # A choice before each ply lets the shrinker leave out any of them. A length would be drawn once.
    while below(_PLIES + 1):
        ranks.append(below(1_000))
    return ranks


class GameMachine(RuleBasedStateMachine):
    """Plays the same actions in two implementations, and compares every value of `State` after each action.

    `GameMachine.of` makes the machine of two implementations; its ``TestCase`` is what pytest and unittest collect:

        TestMyRules = GameMachine.of(first, second, states=...).TestCase
        TestMyRules.settings = settings(max_examples=50)

    Its runs leave out the phase `explain` of Hypothesis, whatever the settings are: after a failure it takes minutes,
    and has nothing to say about steps.

    It also tries illegal actions, copies, pickles and replays on both sides. If the sides differ, it raises
    AssertionError with the record of the game so far, and Hypothesis shrinks the game.

    A subclass may compare more in `compare`, add rules, and count events in `events`. Steps are methods, so that a test
    can steer a machine: ``Machine().start(state, ranks)``.
    """

    game: ClassVar[AnyGame]
    """The game of the first side, which also writes the records in errors."""

    states: ClassVar[st.SearchStrategy[Any]]
    """The starts of games, as states of the first side."""

    other: ClassVar[AnyGame | None] = None
    """The game of the second side, None if it isn't one; then the texts of positions are not compared."""

    twin: ClassVar[Callable[[Any], Any]]
    """Returns the state of the second side for a state of the first."""

    reached: ClassVar[Counter[str]]
    """How often each of `events` came up, in all runs since the class was made."""

    first: Any
    """The state of the first side."""

    second: Any
    """The state of the second side."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.reached = Counter()
        case: Any = cls.TestCase
        case.settings = _without_explanations(settings(case.settings, stateful_step_count=_STEPS))
        inherited = case.runTest

        @wraps(inherited)
        def run(self: Any) -> None:
            self.settings = _without_explanations(self.settings)
            inherited(self)

        case.runTest = run

    def __init__(self) -> None:
        super().__init__()
        self._compared: tuple[AnyState | None, AnyState | None] = None, None
        self._starts: tuple[AnyState, AnyState] | None = None
        self._moves: list[tuple[Any, int]] = []
        self._ids: dict[Any, int] = {}

    @classmethod
    def of(
        cls,
        first: AnyGame,
        second: AnyGame | Callable[[Any], Any],
        *,
        states: st.SearchStrategy[Any] | None = None,
    ) -> type[Self]:
        """Return the machine that plays one implementation against another.

        Parameters
        ----------
        first
            A game.
        second
            Another implementation of it: a game that reads the position texts of the first, or a function from a state
            of the first to the same state of the second. The class of that state must be at module level, so that it
            can be pickled. For house rules it is the method ``by_these_rules`` of the game that `house_game` returns,
            since a game by house rules reads no texts of the published game.
        states
            The starts of games, as states of the first; None: unfinished positions by the game's own strategies, or
            if it has none, the starts that ``first.new_game`` makes of any seed.

        Raises ArgumentError if the second game doesn't read the positions of the first, TypeError if a game is none.
        """
        checked_game(first)
        starts = _starts_of(first) if states is None else states
        sides: dict[str, Any] = {"game": first, "states": starts}
        if callable(second):
            sides["twin"] = staticmethod(second)
        else:
            _check_reads(checked_game(second), first)
            sides |= {"other": second, "twin": staticmethod(_reader(first, second))}
        return cast("type[Self]", type(cls.__name__, (cls,), sides))

    # --- what a subclass may override

    def compare(self, first: Any, second: Any) -> None:
        """Raise unless two states have the same values; use `differ` to raise."""
        self._compare(first, second, "")
        for player in range(len(first.totals)):
            ours, theirs = first.view(player), second.view(player)
            if ours is not first or theirs is not second:
                self._compare(ours, theirs, f"view({player}).")

    def _compare(self, first: AnyState, second: AnyState, prefix: str) -> None:
        for (name, ours), (_, theirs) in zip(_values(first), _values(second), strict=True):
            if ours != theirs:
                self.differ(prefix + name, *self._told(name, ours, theirs))
        if self.other is not None:
            texts = self.game.format_state(first), self.other.format_state(second)
            if texts[0] != texts[1]:
                self.differ(f"the text of {prefix}state", *texts)

    def compare_refusals(self, first: Exception, second: Exception) -> None:
        """Raise unless two errors for the same action in the same state have one type and one reason."""
        ours, theirs = ((type(error), getattr(error, "reason", None)) for error in (first, second))
        if ours != theirs:
            self.differ("the refusal", repr(first), repr(second))

    def events(self, state: Any, action: Any) -> Iterable[str]:
        """Return names of the events of an action, or of the end of a game if that is None; `reached` counts them.

        The strategies of the first game may define them; then each stands behind its clause.
        """
        told = _strategies_of(self.game)
        if not hasattr(told, "events"):
            return ()
        return (f"{told.EVENTS[name]} {name}" for name in told.events(state, action))

    def differ(self, what: str, first: object, second: object) -> NoReturn:
        """Raise AssertionError with a value that differs between the two sides, and the record."""
        raise AssertionError(f"{what} differs: first {first}, second {second}; after\n{self.record()}")

    def _told(self, name: str, first: Any, second: Any) -> Sequence[object]:
        """Return a value of both sides for a message: actions by their texts, and only those that one side has."""
        if name.startswith("odds"):
            first, second = ([(self._text_of(action), odds) for action, odds in side] for side in (first, second))
            return tuple(", ".join(f"{text} {odds}" for text, odds in side) for side in (first, second))
        if not name.startswith("legal_actions"):
            return first, second
        if {*first} == {*second}:
            return tuple(f"has {self._texts_of(side)} in this order" for side in (first, second))
        return tuple(
            f"alone has {self._texts_of([action for action in side if action not in other])}"
            for side, other in ((first, second), (second, first))
        )

    def _texts_of(self, actions: Sequence[Any]) -> str:
        """Return the texts of some actions, of the first ones if there are many."""
        more = f" and {len(actions) - _SHOWN} more" if len(actions) > _SHOWN else ""
        return " ".join(map(self._text_of, actions[:_SHOWN])) + more if actions else "none"

    def _text_of(self, action: Any) -> str:
        """Return the text of an action, or of an id."""
        return self.game.format_action(self.first.actions[action] if isinstance(action, int) else action, self.first)

    def record(self) -> str:
        """Return the record of the game so far, as text."""
        assert self._starts is not None
        return format_game(GameRecord(self._starts[0], [(player, action) for action, player in self._moves]))

    # --- steps

    @initialize(starts=st.lists(st.tuples(_STARTS, from_choices(_ranks)), min_size=1, max_size=_MOST_STARTS))
    def begin(self, starts: list[tuple[Any, list[int]]]) -> None:
        """Start in some positions, one after the other, and go on from the last one."""
        for state, ranks in starts:
            self.start(state, ranks)

    def start(self, state: Any, ranks: list[int]) -> None:
        """Start on both sides and play some actions."""
        self.first, self.second = state, type(self).twin(state)
        self._starts, self._moves = (self.first, self.second), []
        self._ids = {action: index for index, action in enumerate(self.first.actions)}
        if self.first.actions != self.second.actions:
            self.differ("actions", len(self.first.actions), len(self.second.actions))
        self.agree()
        if not state.to_act:
            self._count_events(None)
        self.play(ranks)

    @rule(ranks=from_choices(_ranks))
    def play(self, ranks: list[int]) -> None:
        """Play some actions, at most to the end, and look ahead from there; after the end, start again."""
        assert self._starts is not None
        if not self.first.to_act:
            (self.first, self.second), self._moves = self._starts, []
        for rank in ranks:
            actors = self.first.to_act
            if not actors:
                break
            # Remainders of the same number depend on each other: the second seat would never choose the first of two
            # actions.
            choice, place = divmod(rank, len(actors))
            player = actors[place]
            legal = self.first.legal_actions(player)
            self.play_one(legal[choice % len(legal)], player)
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Compare the positions that may come next, ply by ply up to a limit, and return to the current one.

        So a difference is found, whichever next action shows it. The difference isn't lost when the shrinker makes the
        board smaller and the ranks select other actions.
        """
        here = self.first, self.second, self._moves
        ahead, left = deque([here]), _LOOKAHEAD
        while ahead and left:
            first, second, done = ahead.popleft()
            for player in first.to_act:
                for action in first.legal_actions(player)[:left]:
                    self.first, self.second, self._moves = first, second, list(done)
                    self.play_one(action, player)
                    ahead.append((self.first, self.second, self._moves))
                    left -= 1
        self.first, self.second, self._moves = here
        self._compared = here[:2]

    def play_one(self, action: Any, player: int) -> None:
        """Play a legal action on both sides and compare the states after it."""
        self._count_events(action)
        index = self._ids[action]
        # An id and its action mean the same: one side gets the id, the other one the action.
        ours, theirs = (index, action) if index % 2 else (action, index)
        self.first = self.first.after(ours, player)
        self._moves.append((action, player))
        try:
            self.second = self.second.after(theirs, player)
        except SseError as error:
            self.differ(f"after {self._text_of(action)} by {player}", "a state", repr(error))
        self.agree()
        if not self.first.to_act:
            self._count_events(None)

    @rule(numbers=st.lists(st.integers(0, 1 << 16), min_size=1, max_size=20), seat=st.integers(-1, 7) | st.none())
    def ask(self, numbers: list[int], seat: int | None) -> None:
        """Try actions of the table, legal and illegal ones, for the player to act or for any seat."""
        player = seat if seat in (None, CHANCE) else seat % len(self.first.totals)
        for number in numbers:
            self._try(number % len(self.first.actions), player)

    @rule(number=st.integers())
    def ask_beyond(self, number: int) -> None:
        """Try a number that may be out of the range of ids."""
        self._try(number, self.first.to_act[0] if self.first.to_act else None)

    def _try(self, index: int, player: int | None) -> None:
        """Compare the states after an id, or the refusals. Nothing is played, and both states are compared again."""
        self._compared = None, None
        ours, theirs = (_after_or_error(state, index, player) for state in (self.first, self.second))
        if isinstance(ours, IllegalActionError) and isinstance(theirs, IllegalActionError):
            _count_in_hypothesis(f"{ours.reason.clause} refused: {ours.reason.name}")
            self.compare_refusals(ours, theirs)
        elif isinstance(ours, Exception) or isinstance(theirs, Exception):
            self.differ(f"after {self._text_of(index)} by {player}", ours, theirs)
        else:
            self.compare(ours, theirs)

    @rule(how=st.sampled_from(_COPIES))
    def copy(self, how: Callable[[Any], Any]) -> None:
        """Replace both states by copies."""
        for side in ("first", "second"):
            state = getattr(self, side)
            twin = how(state)
            if twin != state or hash(twin) != hash(state):
                self.differ(f"a copy of the {side} state", state, twin)
            setattr(self, side, twin)

    @rule()
    def replay(self) -> None:
        """Replay the whole game, which leads to equal states."""
        assert self._starts is not None
        for side, state in zip(("first", "second"), self._starts, strict=True):
            for action, player in self._moves:
                state = state.after(action, player)
            if state != getattr(self, side) or hash(state) != hash(getattr(self, side)):
                self.differ(f"the {side} state, replayed,", getattr(self, side), state)

    @invariant()
    def agree(self) -> None:
        """Compare the two sides, unless these states were compared before."""
        if self._compared[0] is not self.first or self._compared[1] is not self.second:
            self.compare(self.first, self.second)
            self._compared = self.first, self.second

    def _count_events(self, action: Any) -> None:
        names = set(self.events(self.first, action))
        type(self).reached.update(names)
        for name in names:
            _count_in_hypothesis(name)


def _without_explanations(chosen: settings) -> settings:
    """Return settings without the phase `explain`.

    After a failure that phase repeats the run a hundred times with other random games, and traces every line: minutes,
    which explain nothing about the steps of a machine.
    """
    return settings(chosen, phases=[phase for phase in chosen.phases if phase is not Phase.explain])


def _count_in_hypothesis(name: str) -> None:
    """Count an event in the statistics of Hypothesis, unless a test steers the machine without it."""
    if currently_in_test_context():
        event(name)


def _strategies_of(game: AnyGame) -> Any:
    """Return the module of a game's strategies; None if it has none."""
    return strategies_of(game) if isinstance(game, DrawnGame) else None


def _starts_of(game: AnyGame) -> st.SearchStrategy[Any]:
    if not isinstance(game, DrawnGame):
        return st.builds(game.new_game, seed=seeds())
    return unfinished(getattr(strategies_of(game), game.STRATEGIES["State"])())


def _check_reads(second: AnyGame, first: AnyGame) -> None:
    """Raise ArgumentError unless a game reads a position of the first game."""
    try:
        _reader(first, second)(first.new_game(seed=0))
    except NotationError as error:
        variant = variant_of(second)
        if variant is not None and variant.base == first:
            advice = f"pass its `by_these_rules`, which makes the same position by {second.INFO.name}"
        else:
            advice = f"pass a function that makes the same position in it ({error})"
        raise ArgumentError(f"the second game reads no positions of {first.INFO.name}: {advice}") from error


def _reader(first: AnyGame, second: AnyGame) -> Callable[[Any], Any]:
    return lambda state: second.parse_state(first.format_state(state))


def _values(state: AnyState) -> Iterator[tuple[str, Any]]:
    """Yield every value of a state, with its name."""
    yield "to_act", state.to_act
    yield "ply", state.ply
    yield "totals", state.totals
    yield "outcome", state.outcome
    yield "odds()", state.odds()
    for player in (CHANCE, *range(len(state.totals))):
        yield f"legal_actions({player})", state.legal_actions(player)
    if len(state.to_act) < 2:
        yield "legal_actions()", state.legal_actions()


def _after_or_error(state: AnyState, index: int, player: int | None) -> AnyState | Exception:
    try:
        return state.after(index, player)
    except Exception as error:
        return error
