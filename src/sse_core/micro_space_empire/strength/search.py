"""Search of positions: exact values in the last turns or with a tablebase, else means over games of the planner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, SupportsFloat, SupportsIndex

from ...forms.checks import check_number, check_seed
from ...play.search.analysis import Analysis, Line, Stop
from ...play.search.monte_carlo import Budget, error_of, likeliest
from ...play.threads import MAX_THREADS
from ...play.turns import choices
from ...seeds import SplitMix64, child_seed
from ..actions import ACTIONS, Action
from ..messages import say
from ..positions.position import CHANCES, TURNS, Due
from ..state import State, check_state
from .best_play import OutOfTimeError, Prospect, Prospects, never, preference
from .planner import decide
from .prospects import Ahead, ProspectTable, table_from, table_of_environment
from .tablebase_built import EXACT_FROM, EXACT_FROM_WITHOUT_TABLES, are_tables_built

__all__ = ["GAMES", "PlannerSearch", "search"]

GAMES: Final = 100
"""The number of games that are simulated for each action, by default."""

_MOST_KEPT: Final = 1 << 17
"""The most positions of the last turn in the cache, some 50 MB."""


class PlannerSearch:
    """A search of a position, which answers `play.search.analysis.Search`.

    From turn `exact_from` on, 1 to 13, the numbers are those of best play, which has the highest expected score. They
    are exact apart from rounding, to 1e-7. Before that turn, if the environment variable SSE_MICRO_TABLE names the
    folder of a table of the whole game (see `perfect`), they are looked up there, with the error of
    `tablebase_prospects.StoredTable`, 0.0005. Without the table they are means over games that the planner plays after
    each action. The planner is weaker than best play, so these means estimate a lower bound.

    The value is the probability that the Home World holds out. The margin is the expected score, where a lost game
    counts 0 (M6.3, M7). The best line has the highest expected score.

    A visit is a game; the actions take turns. Each action gets the same random draws, which come from the seed. A game
    takes about a millisecond; it runs on one thread. Exact numbers take no visits. They take less than a second from
    turn 10 on, seconds in turn 9, about a minute and a gigabyte of temporary files in turn 8, and about thirty times as
    much for each earlier turn. With the expansion they take some tenths of a second in turn 12, some seconds in turn
    11.
    """

    def __init__(self, state: State, *, seed: SupportsIndex = 0, exact_from: SupportsIndex | None = None) -> None:
        self._seed = check_seed(seed)
        self._exact_from = None if exact_from is None else check_number(exact_from, "exact_from", TURNS, 1)
        self._prospects = Prospects()
        """The prospects of the exact turns."""
        self._last_turns = Prospects()
        """The prospects of the last turns, in which the games of the planner end."""
        self._late: ProspectTable | None = None
        """The last table of all that can follow, once there is one."""
        self._begin(state)

    def _begin(self, state: State) -> None:
        self._state = check_state(state)
        self._ids = state.legal_ids()
        self._stored = None if self._is_late else self._stored_table()
        self._is_exact = self._is_late or self._stored is not None
        self._exact: dict[int, Prospect] = {}
        self._means = {index: _Mean() for index in self._ids}
        self._visits = 0
        self._time = 0.0

    @property
    def _is_late(self) -> bool:
        """Whether everything that can follow is solved exactly."""
        has_tables = are_tables_built() and not self._state.position.expansion
        default = EXACT_FROM if has_tables else EXACT_FROM_WITHOUT_TABLES
        return self._state.turn >= (self._exact_from or default)

    def _stored_table(self) -> ProspectTable | None:
        """Return the table of the whole game, if there is one that has the state."""
        table = None if self._state.position.expansion else table_of_environment()
        return table if table is not None and table.covers(self._state) else None

    @property
    def default_visits(self) -> int:
        """The visits of `run` without a budget: 100 for each line."""
        return GAMES * max(1, len(self._ids))

    def run(
        self,
        *,
        visits: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Solve the position, or play so many games, for so many seconds at most.

        Without both it is 100 games for each action. It ends soon after `stop` is set; while a table is built, after
        the present part of it: some hundredths of a second from turn 10 on. Ctrl-C is raised. The results are kept.

        Raises ArgumentError for a number out of range (see `monte_carlo.Budget`).
        """
        budget = Budget(visits, seconds, self.default_visits, stop)
        try:
            if self._is_exact:
                self._work_out(budget)
            else:
                done = 0
                while self._ids and budget.allows(done):
                    self._play()
                    done += 1
        finally:
            self._time += budget.spent

    def analysis(self) -> Analysis[Action]:
        """Return the results so far, the highest expected score first; among equals, the likeliest to survive.

        An action without results has the numbers of the state right after it.
        """
        lines = [self._line(index) for index in self._ids]
        lines.sort(key=_rank, reverse=True)
        return Analysis(tuple(lines), self._visits, self._time, self._how(), state=self._state)

    def advance(self, state: State, /) -> bool:
        """Move to a later position; return whether it is already solved."""
        was_worked_out = bool(self._exact)
        self._begin(state)
        return self._is_exact and was_worked_out

    def _work_out(self, budget: Budget) -> None:
        """Find the prospect of each line, until the time is up."""
        is_base = not self._state.position.expansion
        try:
            if is_base and (are_tables_built() or self._state.turn < EXACT_FROM_WITHOUT_TABLES):
                self._look_ahead(budget)
            self._prospects.is_up = budget.is_up
            for index in self._ids:
                if index not in self._exact:
                    self._exact[index] = self._prospects.of(self._state.after(index).position)
        except OutOfTimeError:
            pass
        finally:
            self._prospects.is_up = never

    def _look_ahead(self, budget: Budget) -> None:
        """Take the table of the whole game, or one of all that can follow.

        A table is built to the end, however long it takes; if the search is stopped, OutOfTimeError is raised.
        """
        last = self._prospects.table if isinstance(self._prospects, Ahead) else None
        table = self._stored
        if table is None:
            if self._late is None or not self._late.covers(self._state):
                self._late = table_from(self._state, is_up=budget.is_stopped)
            table = self._late
        if table is not last:
            self._prospects = Ahead(table)

    def _play(self) -> None:
        """Play the next game, after the action whose turn it is, with the same draws as for the other actions."""
        game, place = divmod(self._visits, len(self._ids))
        state, rng = self._state.after(self._ids[place]), SplitMix64(child_seed(self._seed, game))
        while state.due is not Due.END and not (state.turn == TURNS and state.due is Due.CHOICE):
            state = state.after(rng.choice(state.legal_ids()) if state.due in CHANCES else decide(state))
        if len(self._last_turns) > _MOST_KEPT:
            self._last_turns = Prospects()
        # In the last turn the planner follows best play.
        self._means[self._ids[place]].add(self._last_turns.of(state.position))
        self._visits += 1

    def _line(self, index: int) -> Line[Action]:
        """Return the line of an action."""
        after, exact, mean = self._state.after(index), self._exact.get(index), self._means[index]
        play = (ACTIONS[index], *self._expected(after))
        if exact is not None:
            return Line(ACTIONS[index], 0, (exact.survival,), (exact.score,), 0.0, True, play)
        prospect = mean.prospect or Prospect(after.totals[0], float(not after.lost))
        return Line(ACTIONS[index], mean.visits, (prospect.survival,), (prospect.score,), mean.error, False, play)

    def _expected(self, state: State) -> Iterator[Action]:
        """Yield the expected play after an action to the end of the turn: the likeliest events, the best decisions."""
        turn = self._state.turn
        while state.to_act and state.turn == turn:
            if state.due in CHANCES:
                index = likeliest(state)
            elif len(self._exact) == len(self._ids):
                index = self._best(state)
            else:
                index = decide(state)
            yield ACTIONS[index]
            state = state.after(index)

    def _best(self, state: State) -> int:
        return max(state.legal_ids(), key=lambda index: preference(self._prospects.of(state.after(index).position)))

    def _how(self) -> str:
        numbers = say("The value is the chance that the Home World holds out; the margin is the expected score.")
        if self._stored is not None:
            found = say("Best play, by the table of the whole game: a score is off by 0.0005 at most.")
            return f"{found} {numbers}"
        if self._is_exact:
            found = say("Exact, under best play.")
            return f"{found} {numbers}"
        found = say(
            "Means of games of the planner, which is weaker than best play: best play is worth as much or more."
        )
        error = say("± is one standard error of the value.")
        if self._state.position.expansion or are_tables_built():
            return f"{found} {numbers} {error}"
        where = say("From turn {turn} on they are exact where the tables are built.", turn=EXACT_FROM)
        return f"{found} {numbers} {error} {where}"


def search(
    state: State,
    /,
    *,
    player: int | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    exact_from: SupportsIndex | None = None,
) -> PlannerSearch:
    """Return a new search of a state: best play from turn `exact_from` on, games of the planner before.

    It runs on one thread, whatever `threads` says; `player` can only be the seat that is to act. Raises ArgumentError
    for numbers out of range, TypeError for values of another type, IllegalActionError if the player is not to act.
    """
    check_number(threads, "threads", MAX_THREADS, 1)
    if player is not None:
        choices(check_state(state), player)
    return PlannerSearch(state, seed=seed, exact_from=exact_from)


class _Mean:
    """The mean over games of an action."""

    def __init__(self) -> None:
        self.visits = 0
        self._score = self._survival = self._squares = 0.0

    def add(self, end: Prospect) -> None:
        self.visits += 1
        self._score += end.score
        self._survival += end.survival
        self._squares += end.survival**2

    @property
    def prospect(self) -> Prospect | None:
        """The mean, None before the first game."""
        return Prospect(self._score / self.visits, self._survival / self.visits) if self.visits else None

    @property
    def error(self) -> float:
        """The standard error of the survival."""
        return error_of(self.visits, self._survival, self._squares)


def _rank(line: Line[Action]) -> tuple[bool, tuple[float, float]]:
    """Return the key by which the best line is the largest; a line without numbers comes last."""
    return line.exact or line.visits > 0, preference(Prospect(float(line.margin[0]), float(line.value[0])))
