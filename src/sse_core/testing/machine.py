"""A state machine of Hypothesis that plays one game in two implementations and holds them equal."""

from __future__ import annotations

import copy
import pickle
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, NoReturn, Self, cast

from hypothesis import Phase, currently_in_test_context, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ..errors import IllegalActionError, SseError
from ..game import CHANCE, AnyGame, AnyState
from ..records import GameRecord, format_game
from .draws import Choice, from_choices, seeds

__all__ = ["GameMachine"]

_STARTS: Any = st.runner().flatmap(lambda machine: machine.states)
_STEPS = 30
"""How many steps a run has; Hypothesis's own 50 make runs long, and what is long is slow to shrink."""

_PLIES = 25
"""How many actions are played at once, in the mean."""

_AHEAD = 20
"""How many actions are looked at ahead, at most."""


def _pickled(state: Any) -> Any:
    return pickle.loads(pickle.dumps(state))


_COPIES: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy, _pickled)


def _ranks(below: Choice) -> list[int]:
    """Choose one number for each ply: which of the legal actions is played."""
    ranks: list[int] = []
    # A choice before each, rather than how many there are, lets any of them be left out.
    while below(_PLIES + 1):
        ranks.append(below(1_000))
    return ranks


class GameMachine(RuleBasedStateMachine):
    """Plays the same actions in two implementations, and compares all that `State` tells after each of them.

    `GameMachine.of` makes the machine of two implementations; its ``TestCase`` is what pytest and unittest collect:

        TestMyRules = GameMachine.of(first, second, states=...).TestCase

    It also tries what is illegal, copies, pickles and replays, on both sides. Where the sides differ it raises
    AssertionError, with the record of the game so far; Hypothesis then shrinks that to the smallest game it can find.

    A subclass may compare more, by `compare`, try more, by rules of its own, and count more, by `events`. Steps can be
    called as methods, too, to steer a machine where something is: ``Machine().start(state, ranks)``.
    """

    game: ClassVar[AnyGame]
    """What plays the first side, and writes the records in what is raised."""

    states: ClassVar[st.SearchStrategy[Any]]
    """Where games start, as states of the first side."""

    other: ClassVar[AnyGame | None] = None
    """What plays the second side, if that is a game too: then texts of positions are compared as well."""

    twin: ClassVar[Callable[[Any], Any]]
    """What takes a state of the first side to the same state of the second."""

    reached: ClassVar[Counter[str]]
    """How often each of `events` came up, in all runs since the class was made."""

    first: Any
    """The state of the first side."""

    second: Any
    """The state of the second side."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.reached = Counter()
        inherited = cls.TestCase.settings
        # The phase `explain` follows every line that is run from the first failure on, which makes runs ten times as
        # long, and has nothing to say of a machine's steps.
        phases = tuple(phase for phase in inherited.phases if phase is not Phase.explain)
        cls.TestCase.settings = settings(inherited, stateful_step_count=_STEPS, phases=phases)

    def __init__(self) -> None:
        super().__init__()
        self._agreed: tuple[AnyState | None, AnyState | None] = None, None
        self._starts: tuple[AnyState, AnyState] | None = None
        self._done: list[tuple[Any, int]] = []
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
            Another implementation of it: a game that reads the first one's texts of positions, or a function that
            takes a state of the first to the same state of the second. That state needs a module-level class, to be
            pickled by.
        states
            Where games start, as states of the first; None: where ``first.start`` starts, with any seed.
        """
        starts = st.builds(first.start, seed=seeds()) if states is None else states
        sides: dict[str, Any] = {"game": first, "states": starts}
        if callable(second):
            sides["twin"] = staticmethod(second)
        else:
            sides |= {"other": second, "twin": staticmethod(_reader(first, second))}
        return cast("type[Self]", type(cls.__name__, (cls,), sides))

    # --- what a subclass adds to

    def compare(self, first: Any, second: Any) -> None:
        """Raise unless two states tell the same; `differ` does that well."""
        self._compare(first, second, "")
        for player in range(len(first.totals)):
            ours, theirs = first.view(player), second.view(player)
            if ours is not first or theirs is not second:
                self._compare(ours, theirs, f"view({player}).")

    def _compare(self, first: AnyState, second: AnyState, prefix: str) -> None:
        for (name, ours), (_, theirs) in zip(_shown(first), _shown(second), strict=True):
            if ours != theirs:
                self.differ(prefix + name, ours, theirs)
        if self.other is not None:
            texts = self.game.format_state(first), self.other.format_state(second)
            if texts[0] != texts[1]:
                self.differ(f"the text of {prefix}state", *texts)

    def compare_refusals(self, first: Exception, second: Exception) -> None:
        """Raise unless two errors, of the same action in the same state, are of one kind."""
        ours, theirs = ((type(error), getattr(error, "reason", None)) for error in (first, second))
        if ours != theirs:
            self.differ("the refusal", repr(first), repr(second))

    def events(self, state: Any, action: Any) -> Iterable[str]:
        """Return names of what happens where an action is played, None at the end; `reached` counts them."""
        return ()

    def differ(self, what: str, first: object, second: object) -> NoReturn:
        """Raise AssertionError: something is one thing on the first side, another on the second."""
        raise AssertionError(f"{what} differs: first {first}, second {second}; after\n{self.record()}")

    def record(self) -> str:
        """Return the record of the game so far, as text."""
        assert self._starts is not None
        return format_game(GameRecord(self._starts[0], [(player, action) for action, player in self._done]))

    # --- steps

    @initialize(state=_STARTS, ranks=from_choices(_ranks))
    def start(self, state: Any, ranks: list[int]) -> None:
        """Start on both sides, and play some actions."""
        self.first, self.second = state, type(self).twin(state)
        self._starts, self._done = (self.first, self.second), []
        self._ids = {action: index for index, action in enumerate(self.first.actions)}
        if self.first.actions != self.second.actions:
            self.differ("actions", len(self.first.actions), len(self.second.actions))
        self.agree()
        if not state.to_act:
            self._count(None)
        self.play(ranks)

    @rule(ranks=from_choices(_ranks))
    def play(self, ranks: list[int]) -> None:
        """Play some actions, to the end at most, and look ahead from there; after the end begin anew."""
        assert self._starts is not None
        if not self.first.to_act:
            (self.first, self.second), self._done = self._starts, []
        for rank in ranks:
            actors = self.first.to_act
            if not actors:
                break
            player = actors[rank % len(actors)]
            legal = self.first.legal_actions(player)
            self.play_one(legal[rank % len(legal)], player)
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Play what may come next, one ply after the other up to so many positions, and take all of it back.

        A difference is found whichever of the next actions shows it. So it isn't lost where the shrinker makes a board
        smaller, and ranks come to mean other actions.
        """
        here = self.first, self.second, self._done
        ahead, left = deque([here]), _AHEAD
        while ahead and left:
            first, second, done = ahead.popleft()
            for player in first.to_act:
                for action in first.legal_actions(player)[:left]:
                    self.first, self.second, self._done = first, second, list(done)
                    self.play_one(action, player)
                    ahead.append((self.first, self.second, self._done))
                    left -= 1
        self.first, self.second, self._done = here
        self._agreed = here[:2]

    def play_one(self, action: Any, player: int) -> None:
        """Play a legal action on both sides, and compare what comes of it."""
        self._count(action)
        index = self._ids[action]
        # Ids and actions serve alike, so each side gets the one or the other.
        names = (index, action) if index % 2 else (action, index)
        self.first = self.first.after(names[0], player)
        self._done.append((action, player))
        try:
            self.second = self.second.after(names[1], player)
        except SseError as error:
            self.differ(f"after({action!r}, {player})", self.first, repr(error))
        self.agree()
        if not self.first.to_act:
            self._count(None)

    @rule(numbers=st.lists(st.integers(0, 1 << 16), min_size=1, max_size=20), seat=st.integers(-1, 7) | st.none())
    def ask(self, numbers: list[int], seat: int | None) -> None:
        """Ask for actions of the table, legal and illegal ones, of whoever is to act, or in the name of a seat."""
        player = seat if seat in (None, CHANCE) else seat % len(self.first.totals)
        for number in numbers:
            self._try(number % len(self.first.actions), player)

    @rule(number=st.integers())
    def ask_beyond(self, number: int) -> None:
        """Ask for a number that may be no id at all."""
        self._try(number, self.first.to_act[0] if self.first.to_act else None)

    def _try(self, index: int, player: int | None) -> None:
        """Compare what an id leads to, or how it is refused; nothing is played, and both states are looked at again."""
        self._agreed = None, None
        ours, theirs = (_answer(state, index, player) for state in (self.first, self.second))
        if isinstance(ours, IllegalActionError) and isinstance(theirs, IllegalActionError):
            _tell("a refusal")
            self.compare_refusals(ours, theirs)
        elif isinstance(ours, Exception) or isinstance(theirs, Exception):
            self.differ(f"after({index}, {player})", ours, theirs)
        else:
            self.compare(ours, theirs)

    @rule(how=st.sampled_from(_COPIES))
    def copy(self, how: Callable[[Any], Any]) -> None:
        """Go on with copies of both states."""
        for side in ("first", "second"):
            state = getattr(self, side)
            twin = how(state)
            if twin != state or hash(twin) != hash(state):
                self.differ(f"a copy of the {side} state", state, twin)
            setattr(self, side, twin)

    @rule()
    def replay(self) -> None:
        """Play the whole game again, which leads to equal states."""
        assert self._starts is not None
        for side, state in zip(("first", "second"), self._starts, strict=True):
            for action, player in self._done:
                state = state.after(action, player)
            if state != getattr(self, side) or hash(state) != hash(getattr(self, side)):
                self.differ(f"the {side} state, replayed,", getattr(self, side), state)

    @invariant()
    def agree(self) -> None:
        """Hold the two sides equal, whatever was done to come by them."""
        if self._agreed[0] is not self.first or self._agreed[1] is not self.second:
            self.compare(self.first, self.second)
            self._agreed = self.first, self.second

    def _count(self, action: Any) -> None:
        names = set(self.events(self.first, action))
        type(self).reached.update(names)
        for name in names:
            _tell(name)


def _tell(name: str) -> None:
    """Tell Hypothesis of an event, unless the machine is steered without it."""
    if currently_in_test_context():
        event(name)


def _reader(first: AnyGame, second: AnyGame) -> Callable[[Any], Any]:
    return lambda state: second.parse_state(first.format_state(state))


def _shown(state: AnyState) -> Iterator[tuple[str, Any]]:
    """Yield all that a state tells by itself: name and value."""
    yield "to_act", state.to_act
    yield "ply", state.ply
    yield "totals", state.totals
    yield "outcome", state.outcome
    yield "odds()", state.odds()
    for player in (CHANCE, *range(len(state.totals))):
        yield f"legal_actions({player})", state.legal_actions(player)
    if len(state.to_act) < 2:
        yield "legal_actions()", state.legal_actions()


def _answer(state: AnyState, index: int, player: int | None) -> AnyState | Exception:
    try:
        return state.after(index, player)
    except Exception as error:
        return error
