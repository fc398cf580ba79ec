"""Search of positions: Monte Carlo tree search in plain Python, for any game of `game.py`.

`search_of` returns the search of a state: the game's own (`SearchedGame`), else a `TreeSearch`.

Each simulation of a `TreeSearch` draws a full state that fits what the seat to act may know, and plays on from there.
Chance events are drawn by their odds. The tree has statistics for each seat and each view of that seat, and a seat
chooses by its own statistics alone. So no choice depends on what the seat can't know: sealed orders are chosen
independently, and the worth of an action is a mean over all hidden cards (information set search: Cowling, Powley and
Whitehouse 2012).

A seat tries its actions in the order in which the greedy bot ranks them. After n visits of a choice, the first √n
actions have been tried (progressive widening: Coulom 2007).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import inf, log, sqrt
from time import perf_counter
from typing import (
    Any,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    SupportsFloat,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from ...forms.checks import check_number, check_seconds, check_seed
from ...game import CHANCE, State
from ...seeds import SplitMix64
from ..fast_play import fast_of
from ..messages import say
from ..records.record import checked_game_of
from ..state_kinds import SecretState
from ..threads import MAX_THREADS
from ..turns import choices, evaluation_of, margin, sample
from .analysis import Analysis, Line, Search, Stop, check_stop, seat_of

__all__ = ["MAX_VISITS", "Budget", "SearchedGame", "TreeSearch", "error_of", "likeliest", "rollouts_of", "search_of"]

ActionT = TypeVar("ActionT")
Evaluation: TypeAlias = Callable[[State[Any]], Sequence[float]]
Play: TypeAlias = Callable[[State[Any], int], State[Any]]

MAX_VISITS: Final = 1 << 31

LONG: Final = 500
"""A game is long if more plies than this can follow: a simulation then stops at the edge of the tree."""

VISITS: Final = 200
"""The simulations of a run without a budget."""

VISITS_OF_LONG: Final = 50
"""The simulations of such a run in a long game."""

EXPLORATION: Final = 1.0
"""The weight of exploration, as a share of the range of all values found."""


@runtime_checkable
class SearchedGame(Protocol):
    """A game with a search of its own, better than the one for any game."""

    def search(self, state: Any, /, *, player: int | None = None, seed: int = 0, threads: int = 1) -> Search[Any]:
        """Return a new search of a state. With one thread, the same seed and visits find the same.

        `player` is a seat that is to act, None for the first of them. Where several write sealed orders, the lines are
        those of that seat.
        """
        ...


def search_of(
    state: State[ActionT], *, player: int | None = None, seed: SupportsIndex = 0, threads: SupportsIndex = 1
) -> Search[ActionT]:
    """Return a new search of a state: the game's own, or else a `TreeSearch`.

    `player` is a seat that is to act, None for the first of them. It matters where several write sealed orders.

    Raises ArgumentError for a seed or a number of threads out of range, IllegalActionError if the player is not to act.
    """
    game = checked_game_of(state)
    begin = game.search if isinstance(game, SearchedGame) else None
    return _begun(begin, state, player, seed, threads)


def rollouts_of(
    state: State[ActionT], *, player: int | None = None, seed: SupportsIndex = 0, threads: SupportsIndex = 1
) -> Search[ActionT]:
    """Return a new search of a state without a learned evaluation.

    It is that of `search_of`, unless that one judges positions by a learned evaluation. A game with such a `search` has
    ``rollouts`` beside it, with the same arguments: a search whose simulations are played to the end of the game.

    It is the search of the mcts bot. Arguments and errors are those of `search_of`.
    """
    game = checked_game_of(state)
    rollouts: Callable[..., Search[ActionT]] | None = getattr(game, "rollouts", None)
    if rollouts is None:
        return search_of(state, player=player, seed=seed, threads=threads)
    return _begun(rollouts, state, player, seed, threads)


def _begun(
    begin: Callable[..., Search[ActionT]] | None,
    state: State[ActionT],
    player: int | None,
    seed: SupportsIndex,
    threads: SupportsIndex,
) -> Search[ActionT]:
    """Return a new search by a game's own search, or a `TreeSearch` if it has none; the arguments are checked first."""
    number, n_threads = check_seed(seed), check_number(threads, "threads", MAX_THREADS, 1)
    if player is not None:
        choices(state, player)
    if begin is None:
        return TreeSearch(state, player=player, seed=number)
    return begin(state, player=player, seed=number, threads=n_threads)


def likeliest(state: State[Any]) -> int:
    """Return the id of a chance event with the likeliest result; the lowest of such ids.

    Events with equal results count as one, such as all faces of a die that are high enough.
    """
    chances: dict[State[Any], Fraction] = defaultdict(Fraction)
    firsts: dict[State[Any], int] = {}
    for index, (event, chance) in zip(state.legal_ids(CHANCE), state.odds(), strict=True):
        after = state.after(event, CHANCE)
        chances[after] += chance
        firsts.setdefault(after, index)
    return firsts[max(chances, key=lambda after: chances[after])]


def error_of(visits: int, total: float, squares: float) -> float:
    """Return the standard error of a mean of numbers from 0 to 1, from their count, sum and sum of squares.

    One 0 and one 1 are added to the numbers, so the error is never 0 (after Agresti and Coull 1998).
    """
    n = visits + 2
    return sqrt(max(0.0, (squares + 1) / n - ((total + 1) / n) ** 2) / n)


class Budget:
    """The length of a search: a number of visits, a time in seconds, or both, whichever ends first.

    `default` is the number of visits if neither is given. The time begins with the budget. Once `stop` is set it allows
    nothing more.

    Raises ArgumentError for a number out of range: `visits` is 1 to 2**31, `seconds` 0 to 1,000,000,000.
    Raises TypeError for a token that can't be asked.
    """

    def __init__(
        self, visits: SupportsIndex | None, seconds: SupportsFloat | None, default: int, stop: Stop | None = None
    ) -> None:
        self._start = perf_counter()
        self._stop = check_stop(stop)
        number = None if visits is None else check_number(visits, "visits", MAX_VISITS, 1)
        time = None if seconds is None else check_seconds(seconds)
        self.visits: float = (default if time is None else inf) if number is None else number
        """The number of visits, infinite if the time alone is bounded."""
        self.end = inf if time is None else self._start + time
        """The time by `time.perf_counter` at which it is used up, infinite if the visits alone are bounded."""

    @property
    def spent(self) -> float:
        """The seconds since the budget was made."""
        return perf_counter() - self._start

    def is_stopped(self) -> bool:
        """Return whether the stop token is set, whatever is left of the budget."""
        return self._stop is not None and self._stop.is_set()

    def allows(self, done: int) -> bool:
        """Return whether one more visit after so many is within the budget, and the stop token isn't set."""
        return done < self.visits and not self.is_up()

    def is_up(self) -> bool:
        """Return whether the time is up, or the stop token is set."""
        return (self.end != inf and perf_counter() >= self.end) or self.is_stopped()


class TreeSearch(Generic[ActionT]):
    """A Monte Carlo tree search of any game, which answers `analysis.Search`.

    The lines are the actions of `player`, a seat that is to act; None stands for the first such seat. Where a chance
    event is due, the lines are the events, all searched equally often.

    A simulation is played at random beyond the tree, to the end of the game. In a long game, where more than 500 plies
    can follow, it stops at the edge of the tree: there a seat's share of the win is its share of the state's evaluation
    (`turns.evaluation_of`), and the margin is that of the totals.

    It runs on one thread. The same state, player, seed and visits find the same, in one run or in several.

    The best line has the most visits. An action that was not tried yet has no visits; its value and margin are those of
    the state right after it.
    """

    def __init__(self, state: State[ActionT], *, player: int | None = None, seed: SupportsIndex = 0) -> None:
        self._rng = SplitMix64(check_seed(seed))
        self._tree: dict[tuple[int, State[Any]], _Choice] = {}
        self._ranges: list[tuple[float, float]] = []
        """For each seat, the smallest and the largest goal that a simulation found."""
        self._time = 0.0
        self._begin(state, player)

    def _begin(self, state: State[ActionT], player: int | None) -> None:
        """Make a state the root."""
        if player is not None:
            choices(state, player)
        self._player = seat_of(state, player) if state.to_act else CHANCE
        self._state = state
        self._evaluate: Evaluation = evaluation_of(state.game)
        self._is_long = state.game.max_plies(state) > LONG
        self._play: Play = fast_of(state.game).playout
        if self._player == CHANCE:
            self._root = _Choice(state.legal_ids(CHANCE), 0)
        else:
            self._state = state.view(self._player)
            self._root = self._choice(self._state, self._player)
        self._firsts: dict[int, _First] = {}

    @property
    def default_visits(self) -> int:
        """The visits of a run without a budget."""
        return VISITS_OF_LONG if self._is_long else VISITS

    @property
    def n_choices(self) -> int:
        """The number of choices in the tree."""
        return len(self._tree)

    def run(
        self,
        *,
        visits: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Search for so many simulations or so many seconds, whichever ends first.

        Without both it makes 200 simulations, or 50 in a long game. It does nothing after the end of the game, or if
        every action ends the game. It ends after the simulation in which `stop` is set. Ctrl-C is raised. The results
        are kept.

        Raises ArgumentError for a number out of range (see `Budget`).
        """
        budget = Budget(visits, seconds, self.default_visits, stop)
        try:
            if not all(self._first(index).is_end for index in self._root.ids):
                done = 0
                while budget.allows(done):
                    self._simulate()
                    done += 1
        finally:
            self._time += budget.spent

    def analysis(self) -> Analysis[ActionT]:
        """Return the results so far, the action with the most visits first; among equals, the one with the best mean.

        Chance events are sorted by their worth for the first seat.
        """
        found = [(self._line(place, index), self._rank(place, index)) for place, index in enumerate(self._root.ids)]
        found.sort(key=lambda pair: pair[1], reverse=True)
        player = None if self._player == CHANCE else self._player
        return Analysis(
            tuple(line for line, _ in found),
            self._root.visits,
            self._time,
            self._how(),
            state=self._state,
            player=player,
        )

    def advance(self, state: State[ActionT], /) -> bool:
        """Move to a later position; return whether its lines have visits already.

        The tree keeps choices by seat and view. So it finds a choice again where the same seat has the same view,
        whatever was played before. Choices of earlier plies are dropped; if the tree doesn't have the position, all
        are. The lines then belong to the same seat as before if it is to act, else to the first seat to act. Chance
        events have no visits at first; the choices after them are kept.
        """
        player = self._player if self._player in state.to_act else None
        seat = seat_of(state, player) if state.to_act else CHANCE
        if seat == CHANCE or (seat, state.view(seat)) in self._tree:
            # A view counts fewer plies than another seat's, as long as orders are sealed.
            plies = [state.view(each).ply for each in range(len(state.totals))]
            self._tree = {key: choice for key, choice in self._tree.items() if key[1].ply >= plies[key[0]]}
        else:
            self._tree, self._ranges = {}, []
        if len(self._ranges) != len(state.totals):
            self._ranges = []
        self._time = 0.0
        self._begin(state, player)
        return self._root.visits > 0

    # --- simulations

    def _simulate(self) -> None:
        """Play one game, and add its result to the statistics of the choices made in the tree."""
        state, path, size = self._state, list[tuple[_Choice, int]](), len(self._tree)
        if self._player == CHANCE:
            place = self._root.least_visited()
            path.append((self._root, place))
            state = state.after(self._root.ids[place], CHANCE)
        else:
            state = sample(state, self._player, self._rng)
        while state.to_act and len(self._tree) == size:
            if state.to_act == (CHANCE,):
                state = state.resolve(self._rng)
                continue
            # The player seals an order first, as at the root: a view shows which other seats have sealed theirs.
            seat = seat_of(state, self._player)
            choice = self._choice(state, seat)
            place = choice.place(self._weight(seat))
            path.append((choice, place))
            state = state.after(choice.ids[place], seat)
        found = self._result(self._playout(state))
        known = self._ranges or [(goal, goal) for goal in found.goals]
        self._ranges = [(min(low, goal), max(high, goal)) for (low, high), goal in zip(known, found.goals, strict=True)]
        for choice, place in path:
            choice.add(place, found)

    def _choice(self, state: State[Any], seat: int) -> _Choice:
        """Return the statistics of a seat's choice, new ones if the tree doesn't have it."""
        view = state.view(seat)
        found = self._tree.get((seat, view))
        if found is None:
            # Equals come in a random order.
            liked = [
                (margin(self._evaluate(view.after(index, seat)), seat), self._rng.next(), index)
                for index in view.legal_ids(seat)
            ]
            liked.sort(reverse=True)
            found = self._tree[seat, view] = _Choice([index for _, _, index in liked], seat)
        return found

    def _weight(self, seat: int) -> float:
        """Return the weight of exploration, in the unit of the seat's goals."""
        if not self._ranges:
            return EXPLORATION
        low, high = self._ranges[seat]
        return EXPLORATION * (high - low)

    def _playout(self, state: State[Any]) -> State[Any]:
        """Play at random to the end; in a long game, not at all."""
        return state if self._is_long else self._play(state, self._rng.next())

    def _result(self, state: State[Any]) -> _Result:
        """Return the result of the state at the end of a simulation."""
        outcome, totals = state.outcome, state.totals
        if len(totals) == 1:
            alive = outcome is None or bool(outcome.winners)
            goals = self._evaluate(state) if alive else (0.0,)
            return _Result((float(alive),), (totals[0] if alive else 0,), goals)
        margins = [margin(totals, seat) for seat in range(len(totals))]
        if outcome is not None:
            shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(len(totals))]
            return _Result(shares, margins, shares)
        worth = self._evaluate(state)
        total = sum(worth)
        shares = [number / total for number in worth] if total else [1 / len(worth)] * len(worth)
        return _Result(shares, margins, shares)

    # --- results

    def _line(self, place: int, index: int) -> Line[ActionT]:
        """Return the line of the action at a place of the root."""
        action: ActionT = self._state.actions[index]
        first, arm = self._first(index), self._root.arm(place)
        if first.is_end or arm is None:
            result = first.result
            visits, error = (0 if arm is None else arm.visits), (0.0 if first.is_end else error_of(0, 0, 0))
            return Line(action, visits, tuple(result.values), tuple(result.margins), error, first.is_end, (action,))
        error = error_of(arm.visits, arm.values[self._root.seat], arm.squares)
        play = (action, *self._expected(self._state.after(index, self._player)))
        return Line(action, arm.visits, _means(arm.values, arm), _means(arm.margins, arm), error, False, play)

    def _rank(self, place: int, index: int) -> tuple[float, ...]:
        """Return the key by which the best line is the largest."""
        arm, seat = self._root.arm(place), self._root.seat
        if arm is None:
            result = self._first(index).result
            worth = result.goals[seat], result.margins[seat]
        else:
            worth = arm.goal / arm.visits, arm.margins[seat] / arm.visits
        return worth if self._player == CHANCE else (0 if arm is None else arm.visits, *worth)

    def _first(self, index: int) -> _First:
        """Return the result of an action of the root, before any simulation."""
        found = self._firsts.get(index)
        if found is None:
            after = self._state.after(index, self._player)
            is_end = not after.to_act and not isinstance(after, SecretState)
            found = self._firsts[index] = _First(self._result(after), is_end)
        return found

    def _expected(self, state: State[ActionT]) -> Iterator[ActionT]:
        """Yield the actions that were tried most from a state on, and the likeliest chance events between them."""
        events = list[ActionT]()
        while state.to_act:
            seat = seat_of(state, self._player)
            if seat == CHANCE:
                events.append(state.actions[likeliest(state)])
                state = state.after(events[-1], CHANCE)
                continue
            choice = self._tree.get((seat, state.view(seat)))
            if choice is None or not choice.visits:
                return
            best = state.actions[choice.most_visited()]
            yield from (*events, best)
            events.clear()
            state = state.after(best, seat)

    def _how(self) -> str:
        alone = len(self._state.totals) == 1
        play = (
            say("Monte Carlo tree search: each visit stops where it leaves the tree.")
            if self._is_long
            else say("Monte Carlo tree search: each visit is played to the end at random.")
        )
        value = (
            say("The value is the chance to win; the margin is the expected score, ± one standard error.")
            if alone
            else say("The value is the expected share of the win, ± one standard error.")
        )
        return f"{play} {value}"


class _Result(NamedTuple):
    """The result of a simulation, by seat."""

    values: Sequence[float]
    """The share of the win; in a game for one, whether it is won."""

    margins: Sequence[float]
    goals: Sequence[float]
    """The number that each seat maximizes: its share of the win; in a game for one, the worth of the state."""


class _First(NamedTuple):
    """The result of an action of the root, before any simulation."""

    result: _Result
    is_end: bool
    """Whether the action ends the game in every state that fits the view."""


class _Arm:
    """The sums over the visits of an action."""

    __slots__ = ("goal", "margins", "squares", "values", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.goal = 0.0
        """The sum of the goals of the seat that chooses."""
        self.values = [0.0] * seats
        self.margins = [0.0] * seats
        self.squares = 0.0
        """The sum of the squared values of the seat that chooses."""


class _Choice:
    """The statistics of the actions that a seat can choose, in the order in which they are tried."""

    def __init__(self, ids: Sequence[int], seat: int) -> None:
        self.ids = ids
        self.seat = seat
        """The seat that chooses; the first seat for chance."""
        self.visits = 0
        self._arms: list[_Arm] = []

    def place(self, weight: float) -> int:
        """Return the place of the next action if it is time to widen, else of the best one by UCB1."""
        tried = len(self._arms)
        if tried < len(self.ids) and tried * tried <= self.visits:
            return tried
        scale = weight * sqrt(log(self.visits))
        bounds = [arm.goal / arm.visits + scale / sqrt(arm.visits) for arm in self._arms]
        return bounds.index(max(bounds))

    def least_visited(self) -> int:
        """Return the first of the places that were tried least."""
        return self.visits % len(self.ids)

    def arm(self, place: int) -> _Arm | None:
        """Return the sums of a place, None if it was never tried."""
        return self._arms[place] if place < len(self._arms) else None

    def add(self, place: int, found: _Result) -> None:
        """Count a visit of a place that was tried before, or of the next one."""
        if place == len(self._arms):
            self._arms.append(_Arm(len(found.values)))
        arm, value = self._arms[place], found.values[self.seat]
        self.visits += 1
        arm.visits += 1
        arm.goal += found.goals[self.seat]
        arm.squares += value * value
        for seat, (share, lead) in enumerate(zip(found.values, found.margins, strict=True)):
            arm.values[seat] += share
            arm.margins[seat] += lead

    def most_visited(self) -> int:
        """Return the id that was tried most; among equals, the one with the highest mean."""
        return max((arm.visits, arm.goal, index) for arm, index in zip(self._arms, self.ids, strict=False))[2]


def _means(sums: Sequence[float], arm: _Arm) -> tuple[float, ...]:
    return tuple(number / arm.visits for number in sums)
