"""Exact worths of positions under best play to the end: margins, shares of the win, and the line of best play.

`solve` works a position out, within a time or a number of positions if either is given:

>>> from sse_core import format_action, new_game, parse_map
>>> start = new_game(parse_map("A 1 2 3 B"), ships=1)
>>> solution = solve(start)
>>> solution.exact, solution.margin, format_action(solution.line[0], start)
(True, (10, -10), 'a1-a4=S')

`Solving` does the same in several calls: ``run(seconds=60)`` continues the last call, and `solution` has the results so
far.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import perm
from time import perf_counter
from typing import Final, SupportsIndex, final

from ..._core.small_star_empires.solver import MAX_PLIES, SHARES_OF_A_WIN, Solver
from ..._fast import State
from ...forms.checks import check_choice, check_flag, check_number, check_seconds
from ...game import CHANCE, Outcome
from ...play.search.analysis import Stop, check_stop
from ...play.turns import margin as margin_of
from ..actions import Action
from ..maps.symmetry import symmetries
from ..maps.systems import System
from ..playing import check_state
from ..positions.makers import max_plies
from .solution import Objective, Solution, Worth

__all__ = ["Goal", "Solving", "solve"]

REPORTED_EVERY: Final = 1.0
"""The seconds between two reports."""

MEGABYTES: Final = 64
"""The default size of the transposition table."""

_MAX_MEGABYTES: Final = 1 << 20
_MAX_NODES: Final = 1 << 62
_MEGABYTE: Final = 1 << 20
_LARGEST_PARTS: Final = 1 << 40


def solve(
    state: State,
    *,
    objective: Objective = "margin",
    seconds: float | None = None,
    nodes: SupportsIndex | None = None,
    megabytes: SupportsIndex = MEGABYTES,
    all: bool = False,
    report: Callable[[Solution], object] | None = None,
) -> Solution:
    """Return the worth of a position under best play of everyone, worked out to the end of the game.

    Each player maximizes its own number of the objective. Among actions of the same worth to itself, it takes the one
    that is worst for the next seat, then for the seat after that, and so on. So a position has one worth for every
    seat, which doesn't change if the board is turned or mirrored, or if the seats are rotated. With two players the
    numbers are opposite, so this rule never matters. Chance events give an expectation, in exact fractions.

    It stops after so many `seconds` or `nodes` (positions searched), whichever comes first; without both it works to
    the end, which is out of reach from the start of a game on a full map. Ctrl-C stops it, too. `megabytes` is the size
    of the transposition table, 0 for none; it changes the time, never the result. With `all`, the worth of every legal
    action is worked out, not only that of the best one; `exact` is still about the position. `report` is called about
    once a second with the results so far.

    The solver works in integers of 64 bits. If so many tiles can be revealed that the odds need more, it doesn't begin:
    `nodes` is 0, and the solution isn't `exact`. The objective ``"win-margin"`` needs most bits.

    Raises ArgumentError for a number out of range or another objective, MemoryError if there is no room for the table.
    """
    solving = Solving(state, objective=objective, megabytes=megabytes, all=all)
    solving.run(seconds=seconds, nodes=nodes, report=report)
    return solving.solution()


class _StoppedError(Exception):
    """The work was stopped."""


@final
class Solving:
    """The work on a position, in several calls; arguments are those of `solve`."""

    def __init__(
        self,
        state: State,
        *,
        objective: Objective = "margin",
        megabytes: SupportsIndex = MEGABYTES,
        all: bool = False,
    ) -> None:
        self.state = check_state(state)
        self.objective: Objective = check_choice(objective, ("margin", "win", "win-margin"), "objective")
        self._all = check_flag(all, "all")
        self._goal = Goal(state, self.objective)
        n_bytes = check_number(megabytes, "megabytes", _MAX_MEGABYTES) * _MEGABYTE
        self._viewer = state.due.player if state.due else state.to_act[0] if state.to_act else 0
        self._seconds = 0.0
        self._worths: tuple[int, ...] | None = None
        self._line: list[Action] = []
        self._first: tuple[Action, ...] = ()
        self._line_is_whole = False
        self._by_action: dict[Action, tuple[int, ...]] = {}
        """The known worths of the states after actions."""
        self._solver: Solver | None = None
        most = self._goal.most_worth * self._goal.parts
        self._lower: int = -most
        self._upper: int = most
        plies = _most_plies(state)
        assert plies <= MAX_PLIES
        if state.to_act and self._goal.fits:
            goal = self._goal
            alike = tuple((symmetry.cells, symmetry.shift) for symmetry in symmetries(state))
            self._solver = Solver(
                state, goal.by_win, goal.by_margin, goal.most_margin, goal.never_seen, plies, n_bytes, alike
            )
            if state.board.players == 2:
                self._lower, self._upper = self._solver.bounds(state)
            self._note_first(self._solver)
        elif not state.to_act:
            self._worths, self._line_is_whole = self._goal.at_end(state), True

    def run(
        self,
        *,
        seconds: float | None = None,
        nodes: SupportsIndex | None = None,
        report: Callable[[Solution], object] | None = None,
        stop: Stop | None = None,
    ) -> bool:
        """Work for so many seconds, or so many positions; return whether everything requested is known.

        It ends some milliseconds after `stop` is set, by any thread. Then, and after Ctrl-C, which is raised again, the
        results are kept.
        """
        begun = perf_counter()
        deadline = None if seconds is None else begun + check_seconds(seconds)
        more = None if nodes is None else check_number(nodes, "nodes", _MAX_NODES)
        if report is not None and not callable(report):
            raise TypeError(f"report is a function of a Solution, not {type(report).__name__}")
        check_stop(stop)
        solver = self._solver
        if solver is None or self.is_finished:
            return self.is_finished
        last, before = begun, self._seconds

        def look() -> None:
            nonlocal last
            if stop is not None and stop.is_set():
                raise _StoppedError
            now = perf_counter()
            self._seconds = before + now - begun
            if report is not None and now - last >= REPORTED_EVERY:
                last = now
                report(self.solution())

        solver.limit(None if more is None else solver.nodes + more, deadline, look)
        try:
            if self._worths is None:
                self._find_worths(solver)
            if self._worths is not None and not self._line_is_whole:
                self._extend_line(solver)
            if self._all and self._worths is not None:
                self._find_all(solver)
        except _StoppedError:
            pass
        finally:
            self._seconds = before + perf_counter() - begun
        return self.is_finished

    @property
    def is_finished(self) -> bool:
        """Whether everything requested is known."""
        if self._worths is None or not self._line_is_whole:
            return False
        return not self._all or len(self._by_action) == self.state.legal_count()

    def solution(self) -> Solution:
        """Return the results so far."""
        goal, seat = self._goal, self._viewer
        lower, upper = goal.number(self._lower), goal.number(self._upper)
        margin = value = None
        line = tuple(self._line) or self._first
        if self._worths is not None:
            margin, value = goal.margins(self._worths), goal.values(self._worths)
            lower = upper = goal.number(self._worths[seat])
        known = sorted(self._by_action.items(), key=lambda item: (self._order(item[1]), self._id(item[0])))
        return Solution(
            exact=self._worths is not None,
            objective=self.objective,
            margin=margin,
            value=value,
            lower=lower,
            upper=upper,
            line=line,
            worths=tuple(Worth(action, goal.margins(worths), goal.values(worths)) for action, worths in known),
            nodes=0 if self._solver is None else self._solver.nodes,
            seconds=self._seconds,
            state=self.state,
        )

    # --- the worth of the position

    def _find_worths(self, solver: Solver) -> None:
        """Work out the worths of the position, as far as the limit allows."""
        if self.state.board.players == 2:
            self._find_bounds(solver)
            if self._lower == self._upper:
                self._worths = self._of_two(self._lower)
        elif self.state.to_act == (CHANCE,):
            self._worths = solver.worths(self.state)
        else:
            self._find_best(solver)

    def _find_bounds(self, solver: Solver) -> None:
        """Narrow the bounds of the worth for two players until they meet."""
        guess = self._greedy_worth(solver)
        while self._lower < self._upper:
            found = self._narrowed(solver, self.state, self._viewer, self._lower, self._upper, guess)
            if found is None:
                return
            self._lower, self._upper, guess = found
            self._note_first(solver)

    def _note_first(self, solver: Solver) -> None:
        """Note the action that looks best; not within a report, since the solver works on one position at a time."""
        if self.state.to_act != (CHANCE,):
            self._first = (self.state.actions[self._candidates(solver, self.state)[0]],)

    def _narrowed(
        self, solver: Solver, state: State, player: int, lower: int, upper: int, guess: int
    ) -> tuple[int, int, int] | None:
        """Return narrower bounds of a worth, and the next guess; None if the search was stopped.

        Without chance there are few possible worths, and a search whether the worth reaches a guess is quick. With
        chance there are many, and one full search finds the worth.
        """
        if self._goal.parts > 1:
            worth = solver.worth(state, player, lower - 1, upper + 1)
            return None if worth is None else (worth, worth, worth)
        guess = min(max(guess, lower + 1), upper)
        worth = solver.worth(state, player, guess - 1, guess)
        if worth is None:
            return None
        return (worth, upper, worth + 1) if worth >= guess else (lower, worth, worth)

    def _greedy_worth(self, solver: Solver) -> int:
        """Return the viewer's worth if everyone takes the action that looks best; 0 with chance."""
        state = self.state
        if state.unexplored:
            return 0
        while state.to_act:
            state = state.after(solver.in_order(state)[0])
        return self._goal.at_end(state)[self._viewer]

    def _find_best(self, solver: Solver) -> None:
        """Work out the worths of several players, action by action."""
        for index in solver.in_order(self.state):
            action = self.state.actions[index]
            if action in self._by_action:
                continue
            child = self.state.after(index)
            worths = self._worths_of(solver, child)
            if worths is None:
                return
            self._by_action[action] = worths
            self._first = (min(self._by_action, key=lambda known: self._order(self._by_action[known])),)
            self._lower = self._by_action[self._first[0]][self._viewer]
        self._worths = min(self._by_action.values(), key=self._order)
        self._lower = self._upper = self._worths[self._viewer]

    def _worths_of(self, solver: Solver, state: State) -> tuple[int, ...] | None:
        """Return the worths behind a state to every seat; None if the search was stopped."""
        if not state.to_act:
            return self._goal.at_end(state)
        if state.board.players > 2:
            return solver.worths(state)
        lower, upper = solver.bounds(state)
        seat = state.due.player if state.due else state.to_act[0]
        guess = self._lower if seat == self._viewer else -self._lower
        while lower < upper:
            found = self._narrowed(solver, state, seat, lower, upper, guess)
            if found is None:
                return None
            lower, upper, guess = found
        return (lower, -lower) if seat == 0 else (-lower, lower)

    def _of_two(self, worth: int) -> tuple[int, ...]:
        """Return the worths of two players, given the viewer's worth."""
        return (worth, -worth) if self._viewer == 0 else (-worth, worth)

    def _order(self, worths: tuple[int, ...]) -> tuple[int, ...]:
        """Return a sort key, which is smallest for the worths that the viewer prefers."""
        seats = [(self._viewer + turn) % len(worths) for turn in range(1, len(worths))]
        return (-worths[self._viewer], *(worths[seat] for seat in seats))

    # --- actions

    def _extend_line(self, solver: Solver) -> None:
        """Extend the line of best play, as far as the limit allows."""
        worths = self._worths
        assert worths is not None
        state = self.state
        for action in self._line:
            state = state.after(action)
        while state.to_act and state.to_act != (CHANCE,):
            for index in self._candidates(solver, state):
                keeps = self._keeps(solver, state, state.after(index), worths)
                if keeps is None:
                    return
                if keeps:
                    self._line.append(state.actions[index])
                    state = state.after(index)
                    break
            else:
                raise AssertionError("no action keeps the worth of the position")
        self._line_is_whole = True

    def _candidates(self, solver: Solver, state: State) -> list[int]:
        """Return the ids of actions that may be the best, the likeliest first."""
        first = solver.first(state)
        return ([] if first is None else [first]) + [index for index in solver.in_order(state) if index != first]

    def _keeps(self, solver: Solver, state: State, child: State, worths: tuple[int, ...]) -> bool | None:
        """Return whether an action keeps the worths of the position; None if the search was stopped."""
        if not child.to_act:
            return self._goal.at_end(child) == worths
        if len(worths) > 2:
            found = solver.worths(child)
            return None if found is None else found == worths
        seat = state.due.player if state.due else state.to_act[0]
        worth = solver.worth(child, seat, worths[seat] - 1, worths[seat])
        return None if worth is None else worth >= worths[seat]

    def _find_all(self, solver: Solver) -> None:
        """Work out the worths of all legal actions, as far as the limit allows."""
        for action in self.state.legal_actions():
            if action not in self._by_action:
                child = self.state.after(action)
                worths = self._worths_of(solver, child)
                if worths is None:
                    return
                # After a reveal worths are counted in fewer parts.
                more = self._goal.parts // self._goal.parts_of(child)
                self._by_action[action] = tuple(more * worth for worth in worths)

    def _id(self, action: Action) -> int:
        found = self.state.board.action_id(action)
        assert found is not None
        return found


# --- numbers


class Goal:
    """The conversion between an objective's numbers and the integers of the solver (``strength/goal.pxd``)."""

    def __init__(self, state: State, objective: Objective) -> None:
        self.players = state.board.players
        self.has_chance = bool(state.unexplored)
        self.never_seen = len(state.unexplored) - _most_reveals(state)
        self.parts = self.parts_of(state)
        self.most_margin = _most_margin(state)
        self.by_margin = int(objective != "win")
        self.by_win: int = {"margin": 0, "win": 1, "win-margin": 2 * self.most_margin * self.parts + 1}[objective]
        self.most_worth = self.by_margin * self.most_margin + self.by_win * SHARES_OF_A_WIN
        self.fits = self.parts <= _LARGEST_PARTS and self.most_worth * self.parts <= 1 << 61

    def parts_of(self, state: State) -> int:
        """Return the number of parts of a unit in which worths are counted at a state.

        Each of the tiles left may come next, then each of the tiles left after that, and so on.
        """
        return perm(state.bag.total, len(state.unexplored) - self.never_seen)

    def at_end(self, state: State) -> tuple[int, ...]:
        """Return the worths of a finished game, in parts."""
        outcome = state.outcome
        assert outcome is not None
        parts = self.parts_of(state)
        shares = [_share(outcome, seat) - SHARES_OF_A_WIN // self.players for seat in range(self.players)]
        return tuple(
            parts * (self.by_win * shares[seat] + self.by_margin * margin_of(outcome.totals, seat))
            for seat in range(self.players)
        )

    def _split(self, worth: int) -> tuple[int, int]:
        """Return the shares beyond the even one, and the margin, of a worth, both in parts."""
        if not self.by_margin:
            return worth, 0
        if not self.by_win:
            return 0, worth
        shares = (worth + self.by_win // 2) // self.by_win
        return shares, worth - shares * self.by_win

    def _margin(self, worth: int) -> int | Fraction:
        margin = Fraction(self._split(worth)[1], self.parts)
        return margin if self.has_chance else int(margin)

    def _value(self, worth: int) -> Fraction:
        return Fraction(self._split(worth)[0], self.parts * SHARES_OF_A_WIN) + Fraction(1, self.players)

    def number(self, worth: int) -> int | Fraction:
        """Return the margin of a worth, or its share of the win if the objective begins with it."""
        return min(max(self._value(worth), Fraction(0)), Fraction(1)) if self.by_win else self._margin(worth)

    def margins(self, worths: tuple[int, ...]) -> tuple[int | Fraction, ...] | None:
        """Return the margins of worths by seat; None if they don't count."""
        return tuple(map(self._margin, worths)) if self.by_margin else None

    def values(self, worths: tuple[int, ...]) -> tuple[Fraction, ...] | None:
        """Return the shares of the win of worths by seat; None if they don't count."""
        return tuple(map(self._value, worths)) if self.by_win else None


def _share(outcome: Outcome, seat: int) -> int:
    return SHARES_OF_A_WIN // len(outcome.winners) if seat in outcome.winners else 0


def _most_margin(state: State) -> int:
    """Return a bound on every total that the game can end with, and so on every margin (E7)."""
    board, rules, players = state.board, state.rules, range(state.board.players)
    cells = board.n_cells
    cities = sum(state.reserve(player).cities + state.received(player) for player in players)
    # Three planets or two federations beside it, two points at once, another one in the first edition.
    tiles = 11 * board.systems.count(System.UNEXPLORED)
    return (
        sum(system.planets for system in board.systems)
        + 3 * max(rules.nebula_points)
        # A station has six neighbours.
        + 6 * cells
        + rules.territory_points
        + tiles
        + sum(sum(state.banked(player)) for player in players)
        # Each city, in a reserve or on the map, may be received as a toll once.
        + 2 * (cities + cells)
    )


def _most_reveals(state: State) -> int:
    """Return a bound on the reveals that can follow.

    Each takes a city from a reserve, unless the tile damages the ship, or a city is destroyed and comes back (E9).
    """
    cities = sum(state.reserve(player).cities for player in range(state.board.players) if not state.passed[player])
    bag = state.bag
    more = bag.asteroid + 2 * bag.nordinn if cities else 0
    return min(len(state.unexplored), cities + more)


def _most_plies(state: State) -> int:
    """Return a bound on the actions that can follow, below `MAX_PLIES`.

    It is that of E2.4, or one that counts systems. A landing takes a free system; a destroyed city may free one more
    for each Nordinn Empire. A reveal takes an unexplored system, and one more decision may follow it. Two more actions
    may be due now. A ship that is repaired is damaged now, or by asteroids or the Nordinn Empire before. Each player
    may stay once.
    """
    board, players, unexplored = state.board, range(state.board.players), len(state.unexplored)
    free = sum(board.system(cell).can_be_landed_on and state.owner(cell) is None for cell in range(board.n_cells))
    nordinn, asteroids = min(state.bag.nordinn, unexplored), min(state.bag.asteroid, unexplored)
    damaged = sum(damaged for player in players for _, damaged in state.ships(player))
    systems = free + nordinn + 2 * unexplored + 2 + damaged + asteroids + nordinn + board.players
    return min(max_plies(state), systems)
