"""The search of Jump Wars: whole decisions are tried as plans, and played on by rule, in the core."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Final, NamedTuple, SupportsFloat, SupportsIndex

from .._core.jump_wars.search import MOST_VISITS, PlanTree
from .._core.jump_wars.state import State
from ..forms.checks import check_number, check_seed
from ..game import CHANCE
from ..play.analysis import Analysis, Line, Stop, seat_of
from ..play.match import choices, margin
from ..play.search import Budget, error_of
from ..play.threads import MAX_THREADS
from .actions import ACTIONS, Action
from .position import Due
from .state import check_state

__all__ = ["PlanSearch", "search"]

VISITS: Final = 400
"""The simulations of a run without a budget."""

ENOUGH: Final[Mapping[Due, float]] = MappingProxyType(
    {
        Due.ORDERS: inf,
        **dict.fromkeys((Due.TECH, Due.BUILD, Due.ESPIONAGE, Due.REWRITE, Due.REWRITING, Due.TIME_JUMP), 8000),
        **dict.fromkeys((Due.DEAL, Due.BOMBS, Due.SPLIT), 8000),
    }
)
"""The simulations after which a run by seconds ends at a step; at other steps, on which less hangs, 3,000."""

STEPS: Final = 10_000
"""The steps that one call of the core plays: a few milliseconds of work, after which Ctrl-C and a token are noticed."""


def search(
    state: State,
    /,
    *,
    player: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
) -> PlanSearch:
    """Return a new search of a state, for a seat that is to act; None: the first of them.

    It runs on one thread, whatever `threads` says. Raises ArgumentError for numbers out of range, TypeError for values
    of another type, IllegalActionError if the player is not to act.
    """
    n_players = check_state(state).players
    check_number(threads, "threads", MAX_THREADS, 1)
    number = None if player is None else check_number(player, "player", n_players - 1)
    return PlanSearch(state, player=number, seed=seed)


class PlanSearch:
    """A search of a state, which answers `play.analysis.Search`.

    A decision such as a sheet of orders is many small actions. The search tries it as a whole: it has some plans for
    the decision, each a list of actions, and its simulations compare the plans. A line stands for the best plan that
    begins with its action. An action that begins no plan has no visits.

    The same state, player, seed and visits find the same, in one run or in several. A run that has `seconds` ends early
    where it is clear which plan is best, and after some thousands of simulations where little hangs on the choice.
    It ends at once where the plan of the choice before goes on: after `advance` along a plan, those that begin in the
    same way are kept. So a sheet takes the time of one choice. It runs on one thread.
    """

    def __init__(self, state: State, *, player: int | None = None, seed: SupportsIndex = 0) -> None:
        self._seconds = 0.0
        self._goes_on = False
        """Whether a plan was chosen before, and leads on from here."""
        self._state, self._seat = _seen(state, player)
        self._tree = PlanTree(self._state, self._seat, check_seed(seed))

    @property
    def default_visits(self) -> int:
        """The simulations of `run` without a budget."""
        return VISITS

    @property
    def visits(self) -> int:
        """The simulations so far, those of kept plans too."""
        return self._tree.visits

    def run(
        self,
        *,
        visits: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Go on for so many simulations, or for so many seconds: until the first of them is reached.

        Without both it makes 400 simulations. With seconds it ends as soon as the choice is clear. After the end of
        the game there is nothing to do. Once `stop` is set, and at Ctrl-C, it stops within some milliseconds, and keeps
        what it has found.

        Raises ArgumentError for a number out of range: `visits` is 1 to 2**31, `seconds` 0 to 1,000,000,000.
        """
        budget = Budget(visits, seconds, self.default_visits, stop)
        done, most = 0, int(min(budget.visits, MOST_VISITS))
        try:
            while self._state.to_act and budget.allows(done) and not (budget.end != inf and self._is_clear):
                done += self._tree.run(most - done, STEPS)
        finally:
            self._seconds += budget.spent

    @property
    def _is_clear(self) -> bool:
        """Whether more simulations would hardly change the choice."""
        enough = ENOUGH.get(self._state.position.step, 3000)
        return self._goes_on or self._tree.visits >= enough or self._tree.is_clear

    def advance(self, state: State, /) -> bool:
        """Go on to a later position; return whether plans lead on from there, which are kept then.

        The lines are those of the same seat as before if it is to act, else those of the first seat.
        """
        player = self._seat if self._seat in check_state(state).to_act and self._seat != CHANCE else None
        self._state, self._seat = _seen(state, player)
        self._goes_on = self._tree.advance(self._state, self._seat)
        if not self._goes_on:
            self._seconds = 0.0
        return self._goes_on

    def analysis(self) -> Analysis[Action]:
        """Return what was found so far, with a line for each legal action, or for each chance event that is due.

        The first line begins the best plan. The value of a line is that of its best plan: the mean share of the win
        over its simulations, moved a little towards the mean over all plans, the more so the fewer simulations it has.
        The error is its standard error, the visits are those of all plans that begin with the action, and the margin is
        the mean lead in enemy Homeworlds. An action without visits has the shares that the evaluation sees now.
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
            self._how(),
            state=self._state,
            player=None if self._seat == CHANCE else self._seat,
        )

    @property
    def _ids(self) -> tuple[int, ...]:
        return self._state.legal_ids(self._seat) if self._state.to_act else ()

    def _line(self, index: int, plan: _Plan | None, visits: int) -> Line[Action]:
        action = ACTIONS[index]
        if plan is None:
            totals = self._state.totals
            margins = tuple(float(margin(totals, seat)) for seat in range(len(totals)))
            return Line(action, 0, self._tree.shares(), margins, error_of(0, 0, 0), False, (action,))
        error = error_of(plan.visits, plan.total, plan.squares)
        play = tuple(ACTIONS[each] for each in plan.ids)
        return Line(action, visits, plan.shares, plan.margins, error, False, play)

    def _how(self) -> str:
        if not self._state.to_act:
            return "The game is over."
        return (
            f"{self.visits:,} simulations of plans: each deals the hidden cards, lays a plan such as a whole sheet of "
            "orders, and plays some turns by rule. The value is the expected share of the win, ± one standard error; "
            "the margin is the lead in enemy Homeworlds."
        )


class _Plan(NamedTuple):
    """A plan, and what was found about it, as the core has it."""

    ids: tuple[int, ...]
    visits: int
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    total: float
    """The sum of the shares of the seat that plans."""
    squares: float


def _seen(state: State, player: int | None) -> tuple[State, int]:
    """Return the state as it is searched for a player, and whose plans they are: a seat that is to act, or CHANCE."""
    if player is not None:
        choices(state, player)
    seat = seat_of(state, player) if state.to_act else CHANCE
    return state if seat == CHANCE else state.view(seat), seat
