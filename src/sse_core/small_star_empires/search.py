"""The search of Small Star Empires: Monte Carlo tree search in the core, on one thread or several."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, sqrt
from threading import Event
from time import perf_counter
from typing import Final, NamedTuple, SupportsIndex

from .._fast import State, runs_v3
from ..checks import check_number, check_seed, shown
from ..errors import ArgumentError
from ..game import CHANCE, Analysis, Line
from ..seeds import child_seed
from ..threads import MAX_THREADS, Team
from .actions import Action
from .playing import check_state

if runs_v3():
    from .._search_v3 import EXACT, MOST_VISITS, SearchTree
else:
    from .._search import EXACT, MOST_VISITS, SearchTree

__all__ = ["VISITS", "TreeSearch", "search"]

VISITS: Final = 10_000
"""The simulations of a run without a budget."""

MEGABYTES: Final = 256
"""The size of the trees of a search, all threads together."""

MOST_MEGABYTES: Final = 16_000
"""The largest size of the tree of a thread."""

PLIES: Final = 100_000
"""The plies that one call of the core plays: some milliseconds of work, after which Ctrl-C is noticed."""


def search(
    state: State,
    /,
    *,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    megabytes: SupportsIndex = MEGABYTES,
) -> TreeSearch:
    """Return a new search of a state.

    With one thread, the same seed and visits find the same, in one run or several. Each thread has a tree of its own,
    with a seed of its own and its part of the memory; their numbers are added up.

    `megabytes`: the memory of all trees, 1 to 16,000 for each thread. The operating system gives it as it is used. A
    tree that has filled it is searched on, and grows no more.

    Raises ArgumentError for a number out of range: `seed` is 0 to 2**64 − 1, `threads` 1 to 1024; MemoryError if there
    is no room for the trees.
    """
    n_threads = check_number(threads, "threads", MAX_THREADS, 1)
    size = check_number(megabytes, "megabytes", MOST_MEGABYTES * n_threads, n_threads)
    return TreeSearch(check_state(state), check_seed(seed), n_threads, size)


class TreeSearch:
    """A search of a state, which `search` begins. It answers `game.Search`."""

    def __init__(self, state: State, seed: int, threads: int, megabytes: int) -> None:
        size = (megabytes << 20) // threads
        self._state = state
        self._trees = [SearchTree(state, child_seed(seed, thread), size) for thread in range(threads)]
        self._team = Team(threads)
        self._seconds = 0.0

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
        """The simulations of this state so far, those of a kept tree too."""
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
        return any(tree.is_settled for tree in self._trees)

    def run(self, *, visits: SupportsIndex | None = None, seconds: float | None = None) -> None:
        """Go on for so many simulations, or for so many seconds: until the first of them is reached.

        Without both it makes 10,000 simulations. It stops early where the win is proved, and after the end of the game
        there is nothing to do. At Ctrl-C it stops within some milliseconds, and keeps what it has found.

        Raises ArgumentError for a number out of range: `visits` is 0 to 2**31, `seconds` 0 or more.
        """
        begun = perf_counter()
        deadline = inf if seconds is None else begun + _checked_seconds(seconds)
        if visits is not None:
            budget = check_number(visits, "visits", MOST_VISITS)
        else:
            budget = VISITS if seconds is None else MOST_VISITS
        given_up = Event()

        def work(thread: int) -> None:
            tree, left = self._trees[thread], (budget + thread) // len(self._trees)
            while left and perf_counter() < deadline and not given_up.is_set():
                left -= tree.run(left, PLIES)
                if tree.is_settled:
                    given_up.set()

        try:
            self._team.run(work, range(len(self._trees)), wait_running=True)
        finally:
            given_up.set()
            self._seconds += perf_counter() - begun

    def advance(self, state: State, /) -> bool:
        """Go on to a later position of the game; return whether what was found below it is kept.

        A position that isn't in the tree begins a new tree.
        """
        kept = [tree.advance(check_state(state)) for tree in self._trees]
        self._state = state
        if not any(kept):
            self._seconds = 0.0
        return any(kept)

    def analysis(self) -> Analysis[Action]:
        """Return what was found so far, with a line for each legal action, or for each chance event that is due.

        First come actions that are proved to win, then those with most visits. An action whose share is proved stands
        before those that seem to be worth less. Chance events stand in the order of their visits.

        `value` is the mean share of the win over the simulations, `margin` the mean margin. An action without visits
        has an even share, and the margins on the score sheet. `exact` says that the share and the margin are proved.
        Where only the share is, the error is 0, and the margin is that of the play which proves it.
        """
        lines = self._lines()
        return Analysis(
            lines=tuple(line for line, _ in lines),
            visits=self.visits,
            seconds=self._seconds,
            how=self._how([proof for _, proof in lines]),
            is_full=self.is_full,
        )

    # --- lines

    def _lines(self) -> list[tuple[Line[Action], int]]:
        """Return the lines, the best first, each with its proof."""
        state = self._state
        due = state.due
        seat = due.player if due else max(state.to_act, default=0)
        by_tree = [tree.children() for tree in self._trees]
        found: list[tuple[Line[Action], int]] = []
        for rank, action in enumerate(state.legal_actions()):
            parts = [_Numbers(*rows[rank]) if rows else _NOTHING for rows in by_tree]
            numbers, surest = _merged(parts), max(parts, key=lambda part: (part.proof, part.visits))
            play = self._play(rank, self._trees[parts.index(surest)])
            found.append((self._line(action, numbers, seat, play), numbers.proof))
        return _ranked(found, seat, is_chance=state.to_act == (CHANCE,))

    def _line(self, action: Action, numbers: _Numbers, seat: int, play: tuple[Action, ...]) -> Line[Action]:
        state, players = self._state, self._state.board.players
        if not numbers.visits:
            totals = state.totals
            value: tuple[float, ...] = (1 / players,) * players
            margin: tuple[float, ...] = tuple(
                total - max(totals[:player] + totals[player + 1 :]) for player, total in enumerate(totals)
            )
        else:
            over = 1 if numbers.proof else numbers.visits
            value = tuple(share / over for share in numbers.shares)
            margin = tuple(points / over for points in numbers.margins)
        return Line(
            action=action,
            visits=numbers.visits,
            value=value,
            margin=margin,
            error=0.0 if numbers.proof else _error(value[seat], numbers.visits),
            exact=numbers.proof == EXACT,
            line=play or (action,),
        )

    def _play(self, rank: int, tree: SearchTree) -> tuple[Action, ...]:
        """Return the play that a tree expects after the action of a rank."""
        state, actions = self._state, list[Action]()
        for next_rank in tree.expected(rank):
            actions.append(state.legal_actions()[next_rank])
            state = state.after(actions[-1])
        return tuple(actions)

    def _how(self, proofs: Sequence[int]) -> str:
        if not proofs:
            return "The game is over."
        text = (
            f"Monte Carlo tree search, {self.visits:,} simulated games. The value is the share of the win, the margin "
            "the lead over the best opponent, both as means of these games; the error is the standard error of the "
            "value."
        )
        if self.is_settled:
            text += " The result of best play is proved."
        elif any(proofs):
            text += " Lines with the error 0 are proved."
        if self.is_full:
            text += " The memory of the tree is full: it is searched on, and grows no more."
        return text


# --- numbers


class _Numbers(NamedTuple):
    """What is known of an action: sums over the visits, or what is proved."""

    visits: int
    shares: tuple[float, ...]
    margins: tuple[float, ...]
    proof: int


_NOTHING: Final = _Numbers(0, (), (), 0)


def _merged(parts: Sequence[_Numbers]) -> _Numbers:
    """Return the numbers of all trees together. A proof outweighs any visits."""
    visits = sum(part.visits for part in parts)
    surest = max(parts, key=lambda part: part.proof)
    if surest.proof:
        return surest._replace(visits=visits)
    visited = [part for part in parts if part.visits]
    shares = tuple(map(sum, zip(*(part.shares for part in visited), strict=True)))
    margins = tuple(map(sum, zip(*(part.margins for part in visited), strict=True)))
    return _Numbers(visits, shares, margins, 0)


def _error(value: float, visits: int) -> float:
    """Return the standard error of a share of the win: that of a coin, with one more win and one more loss.

    The two more keep it above 0 where all simulations had the same end.
    """
    n = visits + 2
    chance = (value * visits + 1) / n
    return sqrt(chance * (1 - chance) / n)


def _ranked(found: list[tuple[Line[Action], int]], seat: int, *, is_chance: bool) -> list[tuple[Line[Action], int]]:
    """Return lines in the order of `TreeSearch.analysis`."""
    if is_chance:
        return sorted(found, key=lambda entry: -entry[0].visits)
    ranked = sorted(
        (entry for entry in found if not entry[1]), key=lambda entry: (-entry[0].visits, -entry[0].value[seat])
    )
    for entry in sorted(
        (entry for entry in found if entry[1]), key=lambda entry: (entry[0].value[seat], entry[0].margin[seat])
    ):
        share = entry[0].value[seat]
        place = 0
        while place < len(ranked) and not _is_worth_less(ranked[place], share, seat):
            place += 1
        ranked.insert(place, entry)
    return ranked


def _is_worth_less(entry: tuple[Line[Action], int], share: float | Fraction, seat: int) -> bool:
    """Return whether a line stands behind one whose share is proved, and which is the better one of proved lines."""
    line, proof = entry
    return bool(proof) or share == 1 or bool(share and (not line.visits or line.value[seat] < share))


def _checked_seconds(seconds: float) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"seconds is a number, not {type(seconds).__name__}")
    if not 0 <= seconds < inf:
        raise ArgumentError(f"seconds is {shown(seconds)}, not 0 or more")
    return seconds
