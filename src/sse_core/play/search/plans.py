"""Search by plans: simulations compare whole decisions, each a list of actions. A game's compiled core plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Final, Generic, NamedTuple, Protocol, SupportsFloat, SupportsIndex, TypeAlias, TypeVar

from ...forms.checks import check_number, check_seed
from ...game import CHANCE, State
from ..messages import say
from ..sentences import digits
from ..threads import MAX_THREADS
from ..turns import choices, margin
from .analysis import Analysis, Line, Stop, seat_of
from .monte_carlo import MAX_VISITS, Budget, error_of

__all__ = ["Method", "PlanSearch", "Plans", "plan_search"]

ActionT = TypeVar("ActionT")
StateT = TypeVar("StateT", bound=State[Any])

Found: TypeAlias = tuple[tuple[int, ...], int, tuple[float, ...], tuple[float, ...], float, float]
"""A plan with its results, as `Plans.plans` returns it."""

PLIES_AT_ONCE: Final = 10_000
"""The plies that one call of the core plays: a few milliseconds of work, after which Ctrl-C and a token are noticed."""


class Plans(Protocol):
    """The plans of a seat, or of chance, at a state, with the results of simulations: compiled code of a game."""

    def run(self, visits: int, steps: int, /) -> int:
        """Simulate until so many visits or about so many steps of play are done; return how many visits were made."""
        ...

    def advance(self, state: Any, seat: int, /) -> bool:
        """Make a later state the root; keep the plans that go on from it, and return whether there are any."""
        ...

    def plans(self) -> list[Found]:
        """Return each plan: its ids, visits, shares and margins, and two sums over its visits.

        A share is the mean over the plan's visits, and over some added visits with the mean of all plans. The sums are
        those of the planning seat's shares and of their squares.
        """
        ...

    def shares(self) -> tuple[float, ...]:
        """Return the shares of the win by an evaluation of the present state."""
        ...

    @property
    def visits(self) -> int:
        """The simulations so far."""
        ...

    @property
    def is_clear(self) -> bool:
        """Whether more simulations would hardly change the choice."""
        ...


class Method(NamedTuple, Generic[StateT, ActionT]):
    """The settings with which a game searches by plans."""

    tree: Callable[[StateT, int, int], Plans]
    """Makes the plans of a seat, or CHANCE, at a state, with a seed."""

    visits: int
    """The simulations of a run without a budget."""

    enough: Callable[[StateT], float]
    """Returns after how many simulations a run by seconds ends at a state: few if the choice matters little."""

    how: Callable[[str], str]
    """Returns sentences about the method, with the number of simulations as digits, and the meaning of values and
    margins."""


def plan_search(
    method: Method[StateT, ActionT],
    state: StateT,
    player: SupportsIndex | None,
    seed: SupportsIndex,
    threads: SupportsIndex,
) -> PlanSearch[StateT, ActionT]:
    """Return a new search of a state, for a seat that is to act; None: the first of them.

    It runs on one thread, whatever `threads` says. Raises ArgumentError for numbers out of range, TypeError for values
    of another type, IllegalActionError if the player is not to act.
    """
    check_number(threads, "threads", MAX_THREADS, 1)
    number = None if player is None else check_number(player, "player", len(state.totals) - 1)
    return PlanSearch(method, state, player=number, seed=seed)


class PlanSearch(Generic[StateT, ActionT]):
    """A search of a state, which answers `analysis.Search`.

    A decision such as all orders of a turn is many small actions. The search tries it as a whole: it has some plans for
    the decision, each a list of actions, and its simulations compare the plans. A line stands for the best plan that
    begins with its action. An action that begins no plan has no visits.

    The same state, player, seed and visits find the same, in one run or in several. A run with `seconds` ends early
    once the best plan is clear, and after some thousands of simulations if the choice matters little. After `advance`
    along a plan, the plans that begin in the same way are kept, and the next run ends at once. So all orders take
    the time of one choice. It runs on one thread.
    """

    def __init__(
        self, method: Method[StateT, ActionT], state: StateT, *, player: int | None = None, seed: SupportsIndex = 0
    ) -> None:
        self._method = method
        self._seconds = 0.0
        self._goes_on = False
        """Whether the plan of an earlier choice goes on from here."""
        self._state, self._seat = _seen(state, player)
        self._tree = method.tree(self._state, self._seat, check_seed(seed))

    @property
    def default_visits(self) -> int:
        """The simulations of `run` without a budget."""
        return self._method.visits

    @property
    def visits(self) -> int:
        """The simulations so far, those of kept plans included."""
        return self._tree.visits

    def run(
        self,
        *,
        visits: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Search for so many simulations or so many seconds, whichever ends first.

        Without both it makes `default_visits`. With seconds it ends as soon as the choice is clear. After the end of
        the game it does nothing. Once `stop` is set, and at Ctrl-C, it stops within some milliseconds and keeps its
        results.

        Raises ArgumentError for a number out of range: `visits` is 1 to 2**31, `seconds` 0 to 1,000,000,000.
        """
        budget = Budget(visits, seconds, self.default_visits, stop)
        done, most = 0, int(min(budget.visits, MAX_VISITS))
        try:
            while self._state.to_act and budget.allows(done) and not (budget.end != inf and self._is_clear):
                done += self._tree.run(most - done, PLIES_AT_ONCE)
        finally:
            self._seconds += budget.spent

    @property
    def _is_clear(self) -> bool:
        """Whether more simulations would hardly change the choice."""
        return self._goes_on or self._tree.visits >= self._method.enough(self._state) or self._tree.is_clear

    def advance(self, state: StateT, /) -> bool:
        """Move to a later position; keep the plans that go on from it, and return whether there are any.

        The lines then belong to the same seat as before if it is to act, else to the first seat to act.
        """
        player = self._seat if self._seat in state.to_act and self._seat != CHANCE else None
        self._state, self._seat = _seen(state, player)
        self._goes_on = self._tree.advance(self._state, self._seat)
        if not self._goes_on:
            self._seconds = 0.0
        return self._goes_on

    def analysis(self) -> Analysis[ActionT]:
        """Return the results so far, with a line for each legal action, or for each chance event that is due.

        The first line begins the best plan. The value of a line is that of its best plan: the mean share of the win
        over its simulations, moved a little towards the mean over all plans, the more so the fewer simulations it has.
        The error is its standard error, the visits are those of all plans that begin with the action, and the margin is
        the mean lead, in the unit in which the game counts leads. An action without visits has the shares by the
        evaluation of the present state.
        """
        found: dict[int, _Plan] = {}
        visits: dict[int, int] = {}
        for plan in map(_Plan._make, self._tree.plans()):
            if plan.visits:
                index = plan.ids[0]
                visits[index] = visits.get(index, 0) + plan.visits
                if index not in found or plan.shares[self._seat] > found[index].shares[self._seat]:
                    found[index] = plan
        lines = [self._line(index, found.get(index), visits.get(index, 0)) for index in self._ids]
        seat = max(self._seat, 0)
        lines.sort(key=lambda line: (line.visits > 0, line.value[seat], line.visits), reverse=True)
        return Analysis(
            tuple(lines),
            self.visits,
            self._seconds,
            self._method.how(digits(f"{self.visits:,}")) if self._state.to_act else say("The game is over."),
            state=self._state,
            player=None if self._seat == CHANCE else self._seat,
        )

    @property
    def _ids(self) -> tuple[int, ...]:
        return tuple(self._state.legal_ids(self._seat)) if self._state.to_act else ()

    def _line(self, index: int, plan: _Plan | None, visits: int) -> Line[ActionT]:
        actions: Sequence[ActionT] = self._state.actions
        if plan is None:
            totals = self._state.totals
            margins = tuple(float(margin(totals, seat)) for seat in range(len(totals)))
            action = actions[index]
            return Line(action, 0, self._tree.shares(), margins, error_of(0, 0, 0), False, (action,))
        error = error_of(plan.visits, plan.total, plan.squares)
        play = tuple(actions[each] for each in plan.ids)
        return Line(actions[index], visits, plan.shares, plan.margins, error, False, play)


class _Plan(NamedTuple):
    """A plan with its results, as the core returns it."""

    ids: tuple[int, ...]
    visits: int
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    total: float
    """The sum of the shares of the seat that plans."""
    squares: float


def _seen(state: StateT, player: int | None) -> tuple[StateT, int]:
    """Return the state as a player may know it, and the planner: a seat that is to act, or CHANCE."""
    if player is not None:
        choices(state, player)
    seat = seat_of(state, player) if state.to_act else CHANCE
    return (state if seat == CHANCE else state.view(seat)), seat
