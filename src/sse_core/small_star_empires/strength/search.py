"""The search of Small Star Empires: Monte Carlo tree search in the core, on one thread or several.

Learned weights evaluate the positions that it reaches (``learned.py``), and order the actions by promise. For kinds of
maps without weights, and for the mcts bot, games are played to the end at random (`rollouts`).

Near the end of a game the solver is tried first: if few plies can follow a state, `solving.Solving` works on it for
about the time of the simulations. If it solves the state, nothing is simulated.

``docs/experiments.md`` tells which other methods were tried, and how strong they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import exp, inf, log, pow, sqrt
from threading import Event, Lock
from time import perf_counter
from types import MappingProxyType
from typing import Final, NamedTuple, SupportsFloat, SupportsIndex

from ..._core.small_star_empires.tree_search import EXACT, MOST_VISITS, LearnedWeights, SearchTree
from ..._fast import State
from ...forms.checks import check_number, check_seed
from ...game import CHANCE
from ...play.search.analysis import Analysis, Line, Stop
from ...play.search.monte_carlo import Budget
from ...play.sentences import digits
from ...play.threads import MAX_THREADS, Team
from ...play.turns import choices
from ...play.turns import margin as margin_of
from ...seeds import child_seed
from ..actions import Action
from ..messages import say
from ..playing import check_state
from ..positions.makers import max_plies
from .learned import PREDICTED_VALUES, between, expected, weights_of
from .solution import Solution, Worth
from .solving import Solving

__all__ = ["EXACT", "CompiledTreeSearch", "SearchTree", "rollouts", "search"]

VISITS: Final = 10_000
"""The simulations of a run without a budget."""

MEGABYTES: Final = 256
"""The memory of the trees of a search, all threads together."""

MOST_MEGABYTES: Final = 16_000
"""The largest memory of the tree of a thread."""

PLIES: Final = 10_000
"""The plies that one call of the core plays: half a millisecond of work. Then the clock, Ctrl-C and tokens are checked.

So a search exceeds its time by a quarter of a millisecond on average, with learned weights and without. So a match by
the clock is fair between both.
"""

GUIDED_SIMULATIONS: Final = 500
"""The simulations of such a call with learned weights, which end after few plies, at an evaluation."""

LAST_PLIES: Final[Mapping[int, int]] = MappingProxyType({2: 12, 3: 16, 4: 32})
"""The largest `max_plies` for which the solver is tried, by the number of players.

With more players, some are out sooner, so the bound is more generous.
"""

SOLVER_PACE: Final = 5
"""The positions that the solver may search for each simulation of the budget: about the same time."""

SOLVER_MEGABYTES: Final = 8

MOST_ERROR: Final = 0.42
"""The largest error of a learned value, as a fraction of the error of a coin with the same odds."""

ERROR_BY_VISITS: Final = (1.4, 0.225)
"""Two numbers a and b: after n visits the error is a / n**b of such a coin's, if that is less.

It is the measured distance from the values after 30,000 visits, as the root of the mean square over 1,200 positions of
200 games on maps of ``plain-2``: 0.43 of a coin's error after 30 visits, 0.40 after 100, 0.36 after 300, 0.28 after
1,000, 0.23 after 3,000.
"""

LEAST: Final = 1e-6
"""The least variance of such a coin: an estimate of 0 or 1 is no proof, and has an error."""

MOST_BIAS: Final = 0.14
"""The largest bias of the means in a tree: by so much they overstate the log-odds of the seat to act.

A tree takes the best of many estimates, which is mostly too high. The measured bias is 0.09 to 0.17 after 300 visits,
over games on all kinds of maps; on plain maps for two it is 0.13 after 30 visits, and 0.07 after 3,000.
"""

BIAS_BY_VISITS: Final = (0.95, 0.33)
"""Two numbers a and b: after n visits the bias is a / n**b, if that is less."""


def search(
    state: State,
    /,
    *,
    player: int | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    megabytes: SupportsIndex = MEGABYTES,
    weights: LearnedWeights | None = None,
) -> CompiledTreeSearch:
    """Return a new search of a state, guided by `weights`; None: by the weights that ship (``learned.py``).

    For a kind of map without weights it is the search of `rollouts`.

    With one thread, the same seed and visits find the same, in one run or several. Each thread has its own tree, with
    its own seed and its part of the memory; the numbers of all trees are added up.

    `megabytes`: the memory of all trees, 1 to 16,000 for each thread. The operating system gives it as it is used. A
    tree that has filled its part is still searched, but grows no more.

    `player` can only be the seat that is to act.

    Raises ArgumentError for a number out of range: `seed` is 0 to 2**64 − 1, `threads` 1 to 1024; MemoryError if there
    is no room for the trees; IllegalActionError if the player is not to act.
    """
    found = weights_of(check_state(state)) if weights is None else weights
    return _begun(state, player, seed, threads, megabytes, found)


def rollouts(
    state: State,
    /,
    *,
    player: int | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    megabytes: SupportsIndex = MEGABYTES,
) -> CompiledTreeSearch:
    """Return a new search whose simulations are played to the end; all else as in `search`."""
    return _begun(state, player, seed, threads, megabytes, None)


def _begun(
    state: State,
    player: int | None,
    seed: SupportsIndex,
    threads: SupportsIndex,
    megabytes: SupportsIndex,
    weights: LearnedWeights | None,
) -> CompiledTreeSearch:
    if player is not None:
        choices(check_state(state), player)
    n_threads = check_number(threads, "threads", MAX_THREADS, 1)
    size = check_number(megabytes, "megabytes", MOST_MEGABYTES * n_threads, n_threads)
    return CompiledTreeSearch(check_state(state), check_seed(seed), n_threads, size, weights)


class CompiledTreeSearch:
    """A search of a state, which `search` or `rollouts` begins. It answers `play.search.analysis.Search`."""

    def __init__(self, state: State, seed: int, threads: int, megabytes: int, weights: LearnedWeights | None) -> None:
        size = (megabytes << 20) // threads
        self._weights = weights
        self._trees = [SearchTree(state, child_seed(seed, thread), size, weights) for thread in range(threads)]
        self._busy = [Lock() for _ in range(threads)]
        self._team = Team(threads)
        self._seconds = 0.0
        self._begin(state)

    def _begin(self, state: State) -> None:
        """Make a state the one that is searched."""
        self._state = state
        self._solving = _solving(state)
        self._solution: Solution | None = None
        self._asked = 0.0
        """The simulations that were requested, whether they were needed or not."""

    @property
    def state(self) -> State:
        """The state that is searched."""
        return self._state

    @property
    def default_visits(self) -> int:
        """The simulations of `run` without a budget."""
        return VISITS

    @property
    def visits(self) -> int:
        """The simulations that went through this state so far, those of a kept tree included."""
        return sum(tree.visits for tree in self._trees)

    @property
    def used_bytes(self) -> int:
        """The memory that the trees use."""
        return sum(tree.used for tree in self._trees)

    @property
    def is_full(self) -> bool:
        """Whether a tree has filled its memory, and grows no more."""
        return any(tree.is_full for tree in self._trees)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to simulate: the win is proved, or the game is over."""
        return self._is_solved or any(tree.is_settled for tree in self._trees)

    @property
    def _is_solved(self) -> bool:
        """Whether the solver knows the worth of every action."""
        return self._solution is not None and len(self._solution.worths) == self._state.legal_count()

    def run(
        self,
        *,
        visits: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Search for so many simulations or so many seconds, whichever ends first.

        Without both it makes 10,000 simulations. It stops early if the win is proved, and does nothing after the end of
        the game. Once `stop` is set, and at Ctrl-C, it stops within some milliseconds, and keeps its results.

        Raises ArgumentError for a number out of range: `visits` is 1 to 2**31, `seconds` 0 to 1,000,000,000.
        """
        budget = Budget(visits, seconds, self.default_visits, stop)
        try:
            self._solve(budget, stop)
            if not self._is_solved:
                self._simulate(budget)
        finally:
            self._seconds += budget.spent

    def advance(self, state: State, /) -> bool:
        """Move to a later position of the game; return whether the results about it are kept.

        A position that isn't in the tree begins a new tree.
        """
        kept = [tree.advance(check_state(state)) for tree in self._trees]
        self._begin(state)
        if not any(kept):
            self._seconds = 0.0
        return any(kept)

    def best(self) -> Action:
        """Return the action of the first line of `analysis`, in a fraction of its time.

        Raises GameOverError after the end of the game.
        """
        actions = choices(self._state, self._seat)
        if self._solution is not None and self._solution.best is not None:
            return self._solution.best
        found = [_merged(parts) for parts in self._by_tree()]
        if any(numbers.visits or numbers.proof for numbers in found):
            return actions[self._ranked(found, self._values(found))[0]]
        return self.analysis().lines[0].action

    def analysis(self) -> Analysis[Action]:
        """Return the results so far, with a line for each legal action, or for each chance event that is due.

        First come actions that are proved to win, then those with most visits. An action with a proved share stands
        before actions that seem to be worth less. Chance events stand in the order of their visits. If the solver has
        solved the state, the best action is first, whatever the others seem to be worth.

        `value` is the mean share of the win over the simulations, `margin` the mean margin. With learned weights
        `value` is calibrated: of positions with 70 %, about 70 % are won when such searches play each other. The best
        of many estimates is mostly too high, so its measured bias (`MOST_BIAS`) is taken off. Then the measured share
        of wins with such values on maps of this kind (`learned.PREDICTED_VALUES`) replaces the value.

        `error` is then the measured distance from the value of a much longer search (`ERROR_BY_VISITS`); by rollouts it
        is the standard error of a mean. An action without visits has the values of the weights right after it; without
        weights an even share, and the margins on the score sheet. `exact` says that the share and the margin are those
        of best play. If only the share is proved, the error is 0, and the margin is that of the line which proves the
        share.
        """
        solution = self._solution
        lines = self._lines() if not self._is_solved else []
        if solution is not None:
            lines = _with_solution(lines, solution)
        return Analysis(
            lines=tuple(line for line, _ in lines),
            visits=self.visits,
            seconds=self._seconds,
            how=self._how([proof for _, proof in lines]),
            is_full=self.is_full,
            state=self._state,
        )

    # --- the work

    def _solve(self, budget: Budget, stop: Stop | None) -> None:
        """Let the solver search as many positions as match the simulations of the budget, in at most half the time."""
        solving = self._solving
        if solving is None:
            return
        nodes = None
        if budget.visits != inf:
            self._asked += budget.visits
            nodes = max(0, int(SOLVER_PACE * self._asked) - solving.solution().nodes)
        seconds = None if budget.end == inf else max(0.0, budget.end - perf_counter()) / 2
        if solving.run(nodes=nodes, seconds=seconds, stop=stop):
            self._solving = None
        solution = solving.solution()
        if solution.exact and (solution.best is not None or self._state.to_act == (CHANCE,)):
            self._solution = solution

    def _simulate(self, budget: Budget) -> None:
        given_up = Event()
        visits = int(min(budget.visits, MOST_VISITS))
        at_once = GUIDED_SIMULATIONS if self._weights is not None else visits

        def work(thread: int) -> None:
            tree, share = self._trees[thread], (visits + thread) // len(self._trees)
            with self._busy[thread]:
                done = 0
                while done < share and budget.allows(done) and not given_up.is_set() and not tree.is_settled:
                    done += tree.run(min(at_once, share - done), PLIES)
            if tree.is_settled:
                given_up.set()

        try:
            self._team.run(work, range(len(self._trees)))
        finally:
            # After Ctrl-C the other threads soon stop, too. Until then their trees may not be read.
            given_up.set()
            for busy in self._busy:
                with busy:
                    pass

    # --- lines

    def _lines(self) -> list[_Proved]:
        """Return the lines, the best first."""
        actions, by_tree = self._state.legal_actions(), self._by_tree()
        found = [
            numbers if numbers.proof or numbers.visits else self._untried(action)
            for action, numbers in zip(actions, map(_merged, by_tree), strict=True)
        ]
        values, lines = self._values(found), list[_Proved]()
        for rank in self._ranked(found, values):
            surest = max(by_tree[rank], key=lambda part: (part.proof, part.visits))
            play = self._play(rank, self._trees[by_tree[rank].index(surest)])
            lines.append(self._line(actions[rank], found[rank], values[rank], play))
        return lines

    def _by_tree(self) -> list[tuple[_Numbers, ...]]:
        """Return the numbers of each legal action, by rank, in each tree."""
        n = self._state.legal_count()
        rows = ([_Numbers(*row) for row in tree.children()] or [_NOTHING] * n for tree in self._trees)
        return list(zip(*rows, strict=True))

    def _ranked(self, found: Sequence[_Numbers], values: Sequence[tuple[float, ...]]) -> list[int]:
        """Return the ranks of actions in the order of their numbers, the best first; chance events by their visits."""
        if self._state.to_act == (CHANCE,):
            return sorted(range(len(found)), key=lambda rank: -found[rank].visits)
        seat = self._seat
        return _ranked(found, [value[seat] if value else 0.0 for value in values], seat)

    @property
    def _seat(self) -> int:
        """The seat whose share of the win orders the lines."""
        return self._state.due.player if self._state.due else max(self._state.to_act, default=0)

    def _untried(self, action: Action) -> _Numbers:
        """Return the numbers of an action without visits: the values of the weights after it, or even shares."""
        if self._weights is not None:
            return _Numbers(0, *expected(self._state.after(action), self._weights), 0)
        totals = self._state.totals
        margins = tuple(float(margin_of(totals, player)) for player in range(len(totals)))
        return _Numbers(0, (1 / len(totals),) * len(totals), margins, 0)

    def _line(self, action: Action, numbers: _Numbers, value: tuple[float, ...], play: tuple[Action, ...]) -> _Proved:
        line = Line(
            action=action,
            visits=numbers.visits,
            value=value,
            margin=numbers.margin,
            error=0.0 if numbers.proof else self._error(value[self._seat], numbers.visits),
            exact=numbers.proof == EXACT,
            line=play or (action,),
        )
        return _Proved(line, numbers.proof)

    def _values(self, found: Sequence[_Numbers]) -> list[tuple[float, ...]]:
        """Return each seat's share of the win by each action, calibrated."""
        visits = self.visits
        if self._weights is None or not visits or self._state.to_act == (CHANCE,):
            return [numbers.value for numbers in found]
        much, power = BIAS_BY_VISITS
        seat, less, won = self._seat, min(MOST_BIAS, much / pow(visits, power)), self._weights.won or PREDICTED_VALUES
        return [
            numbers.value if numbers.proof or not numbers.visits else _told(numbers.value, seat, less, won)
            for numbers in found
        ]

    def _error(self, value: float, visits: int) -> float:
        """Return the error of a share of the win."""
        if self._weights is not None:
            scale, power = ERROR_BY_VISITS
            coin = sqrt(max(value * (1 - value), LEAST))
            return coin * (min(MOST_ERROR, scale / pow(visits, power)) if visits else MOST_ERROR)
        return _coin_error(value, visits)

    def _play(self, rank: int, tree: SearchTree) -> tuple[Action, ...]:
        """Return the line of play that a tree expects after the action of a rank."""
        state, actions = self._state, list[Action]()
        for next_rank in tree.expected(rank):
            actions.append(state.legal_actions()[next_rank])
            state = state.after(actions[-1])
        return tuple(actions)

    def _how(self, proofs: Sequence[int]) -> str:
        if not proofs:
            return say("The game is over.")
        if self._solution is not None and self._is_solved:
            return say(
                "Solved to the end of the game, {positions} positions. The value is the share of the win under best "
                "play, the margin the lead over the best opponent.",
                positions=digits(f"{self._solution.nodes:,}"),
            )
        sentences = [self._method()]
        if self._solution is not None:
            sentences.append(say("The first action is proved to be best."))
        elif self.is_settled:
            sentences.append(say("The win is proved."))
        if any(proofs):
            sentences.append(say("Values with the error 0 are those of best play."))
        if self.is_full:
            sentences.append(say("The memory of the tree is full: it is searched on, and grows no more."))
        return " ".join(sentences)

    def _method(self) -> str:
        """Return sentences about the method of the search, and the meaning of its numbers."""
        visits = digits(f"{self.visits:,}")
        if self._weights is None:
            return say(
                "Monte Carlo tree search, {visits} simulated games. The value is the share of the win, the margin the "
                "lead over the best opponent, both as means of these games; the error is the standard error of the "
                "value.",
                visits=visits,
            )
        every = self._weights.rollouts
        judged = (
            say("{visits} simulations, one in {every} to the end of the game", visits=visits, every=every)
            if every
            else say("{visits} positions judged", visits=visits)
        )
        return say(
            "Tree search with learned weights, {judged}. The value is the share of the win that is expected, the "
            "margin the lead over the best opponent; the error is how far the value of a much longer search lies from "
            "it.",
            judged=judged,
        )


def _solving(state: State) -> Solving | None:
    """Return the work of the solver on a state; None if too many plies can follow, or none."""
    if not 0 < max_plies(state) <= LAST_PLIES[state.board.players]:
        return None
    return Solving(state, objective="win-margin", megabytes=SOLVER_MEGABYTES, all=True)


# --- numbers


class _Numbers(NamedTuple):
    """The numbers of an action: sums over its visits, or proved or expected numbers."""

    visits: int
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    proof: int

    @property
    def value(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        return tuple(share / self._over for share in self.shares)

    @property
    def margin(self) -> tuple[float, ...]:
        """Each seat's margin."""
        return tuple(points / self._over for points in self.margins)

    @property
    def _over(self) -> int:
        """The divisor of the sums."""
        return 1 if self.proof else max(1, self.visits)


_NOTHING: Final = _Numbers(0, (), (), 0)


class _Proved(NamedTuple):
    """A line, and its grade of proof."""

    line: Line[Action]
    proof: int


def _merged(parts: Sequence[_Numbers]) -> _Numbers:
    """Return the numbers of all trees together. A proof outweighs any visits."""
    if len(parts) == 1:
        return parts[0]
    visits = sum(part.visits for part in parts)
    surest = max(parts, key=lambda part: part.proof)
    if surest.proof:
        return surest._replace(visits=visits)
    visited = [part for part in parts if part.visits]
    shares = tuple(map(sum, zip(*(part.shares for part in visited), strict=True)))
    margins = tuple(map(sum, zip(*(part.margins for part in visited), strict=True)))
    return _Numbers(visits, shares, margins, 0)


def _told(value: tuple[float, ...], seat: int, less: float, won: tuple[float, ...]) -> tuple[float, ...]:
    """Return calibrated shares of the win for a mean in a tree; the other seats share the rest as before.

    `less` is the bias of the tree in the log-odds of the seat; `won` has the measured shares of wins for the values
    `PREDICTED_VALUES`.
    """
    own = value[seat]
    if not 0 < own < 1:
        return value
    said = _logit(own) - less
    share = 1 / (1 + exp(-said - between(_shifts(won), _KNOTS, said)))
    return tuple(share if player == seat else part * (1 - share) / (1 - own) for player, part in enumerate(value))


@cache
def _shifts(won: tuple[float, ...]) -> tuple[float, ...]:
    """Return the log-odds of the measured shares of wins less the log-odds of the values `PREDICTED_VALUES`."""
    return tuple(_logit(share) - knot for share, knot in zip(won, _KNOTS, strict=True))


def _logit(share: float) -> float:
    return log(share / (1 - share))


_KNOTS: Final = tuple(map(_logit, PREDICTED_VALUES))


def _coin_error(value: float, visits: int) -> float:
    """Return the standard error of a share of the win: that of a coin, after one win and one loss are added.

    These two keep the error above 0 if all simulations end alike.
    """
    n = visits + 2
    chance = (value * visits + 1) / n
    return sqrt(chance * (1 - chance) / n)


def _with_solution(lines: Sequence[_Proved], solution: Solution) -> list[_Proved]:
    """Return lines with solved ones in place of simulated ones, the best action first."""
    found = {entry.line.action: entry for entry in lines}
    worths = {worth.action: worth for worth in solution.worths}
    if solution.best is not None:
        # The best action is known before the worths of all actions.
        worths[solution.best] = Worth(solution.best, solution.margin, solution.value)
    for action, worth in worths.items():
        assert worth.value is not None
        assert worth.margin is not None
        line = solution.line if solution.best == action else (action,)
        visits = found[action].line.visits if action in found else 0
        solved = Line(action, visits, worth.value, tuple(map(Fraction, worth.margin)), 0.0, True, line)
        found[action] = _Proved(solved, EXACT)
    return sorted(found.values(), key=lambda entry: entry.line.action != solution.best)


def _ranked(found: Sequence[_Numbers], values: Sequence[float], seat: int) -> list[int]:
    """Return the places of numbers in the order of an analysis, each with the seat's share of the win."""
    places = range(len(found))
    ranked = [place for place in places if not found[place].proof]
    ranked.sort(key=lambda place: (-found[place].visits, -values[place]))
    proved = [place for place in places if found[place].proof]
    proved.sort(key=lambda place: (values[place], found[place].margin[seat]))
    for place in proved:
        share = values[place]
        behind = (i for i, other in enumerate(ranked) if _is_worth_less(found[other], values[other], share))
        ranked.insert(next(behind, len(ranked)), place)
    return ranked


def _is_worth_less(numbers: _Numbers, value: float, share: float) -> bool:
    """Return whether an action is worth less than the best proved one, which has this share."""
    return bool(numbers.proof) or share == 1 or (share > 0 and (not numbers.visits or value < share))
