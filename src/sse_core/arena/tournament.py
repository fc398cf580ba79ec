"""An arena: games of many bots, played by workers, kept in a store, and counted round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from ..bots.naming import file_of
from ..errors import ArgumentError
from ..version import __version__
from .jobs import TEXT_JOBS, Job, JobResult
from .loop import Tidings, results_of
from .rows import Row
from .schedules import Pair, Schedule
from .setups import Setup
from .sizes import Sizes
from .sprt import Sprt
from .standings import Standings
from .store import Store
from .workers import Workers

__all__ = ["Plan", "Tournament"]

_SECONDS: Final = (1.0, 10.0)
"""The shortest and the longest time of play of a job, after the first ones."""

_WORKERS_A_SECOND: Final = 200
"""The workers whose jobs of a second keep a scheduler half busy: with more of them, jobs are longer."""

_LAST: Final = 0.1
"""The time of play below which the last jobs, which are shorter so that all workers end together, don't go."""


_MOST_ROUNDS: Final = 10**12
"""The most rounds of an arena."""


@dataclass(frozen=True)
class Plan:
    """What an arena plays."""

    setup: Setup
    bots: Sequence[str]
    """The bots by name, each once; kept as a tuple."""

    seed: int
    rounds: int
    schedule: Schedule
    actions: bool = False
    """Whether the ids of all actions are kept."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", tuple(self.bots))
        if not isinstance(self.rounds, int) or not 0 <= self.rounds <= _MOST_ROUNDS:
            raise ArgumentError(f"rounds is an integer from 0 to {_MOST_ROUNDS:,}, not {self.rounds}")

    @property
    def games(self) -> int:
        """The number of games of all rounds."""
        return self.rounds * self.schedule.per_round

    def to_json(self) -> dict[str, Any]:
        """Return all that the rows depend on as a JSON object: the version, and what files of one's own have, too."""
        files = {name: path for name in self.bots if (path := file_of(name)) is not None}
        if self.setup.rules is not None:
            files[self.setup.rules] = self.setup.rules
        return {
            "version": __version__,
            **self.setup.to_json(),
            "bots": list(self.bots),
            "files": {name: _content(path) for name, path in files.items()},
            "seed": str(self.seed),
            "rounds": self.rounds,
            "schedule": self.schedule.kind,
            "stage": self.schedule.stage if self.schedule.kind == "swiss" else None,
            "actions": self.actions,
        }


def _content(path: str) -> str | None:
    """Return a digest of a file; None if it can't be read here."""
    try:
        return blake2b(Path(path).expanduser().read_bytes(), digest_size=8).hexdigest()
    except OSError:
        return None


class Tournament:
    """The games of a plan, as far as a store has them, and those that are to come.

    A test ends it when it has decided for each pair. Rows come as jobs end. Rounds count in their order, whatever is
    finished first, so the standings are the same wherever the games are played.

    >>> from sse_core.arena import MEMORY, threads
    >>> plan = Plan(Setup("small_star_empires"), ("greedy", "random"), 7, 2, Schedule("round-robin", 2, 2))
    >>> with Store(MEMORY, plan.to_json()) as store, threads(1) as workers:
    ...     arena = Tournament(plan, store)
    ...     rows = [row for rows in arena.play(workers) for row in rows]
    >>> sorted(row.number for row in rows), arena.standings.results[0, 1].tally.games
    ([0, 1, 2, 3], 4)
    """

    def __init__(self, plan: Plan, store: Store, test: Sprt | None = None) -> None:
        self.plan = plan
        self.standings = Standings(plan.schedule, plan.bots)
        self.tidings = Tidings()
        self._store, self._test = store, test
        self._per_round = plan.schedule.per_round
        self._stages: list[dict[Pair, Fraction]] = []
        self._shares: list[Mapping[Pair, Fraction]] = []
        """The shares of the rounds of the stage that isn't complete."""
        self._pairs = plan.schedule.pairs()
        self._waiting: dict[int, Row] = {}
        """The rows of rounds that aren't complete, or that come after such a round."""
        self._there = Counter[int]()
        """The number of their rows, by round."""
        self._known, self._next = store.numbers(), 0
        self._sizes = Sizes()
        for row in store.rows():
            self._take(row)

    @property
    def games(self) -> int:
        """The number of games that have a row."""
        return len(self._known)

    @property
    def is_decided(self) -> bool:
        """Whether the test has decided for each pair."""
        if self._test is None or len(self.standings.results) < len(self._pairs):
            return False
        return None not in self.standings.decisions(self._test).values()

    @property
    def is_finished(self) -> bool:
        """Whether all rounds are counted, or the test has decided."""
        return self.standings.rounds == self.plan.rounds or self.is_decided

    def play(self, workers: Workers, *, patience: float = 30.0) -> Generator[Sequence[Row], None, None]:
        """Play until it is finished; yield the new rows of each job when they are kept.

        Raises WorkersError and StoreError where it can't go on; all that was yielded is kept.
        """
        for _, result in results_of(
            lambda: self._job(workers.alive()), TEXT_JOBS, workers, tidings=self.tidings, patience=patience
        ):
            found = JobResult.parse(result)
            self._sizes.learn(len(found.rows), found.seconds)
            new = self._store.add(found.rows)
            for row in new:
                self._known.add(row.number)
                self._take(row)
            yield new
            if self.is_finished:
                return

    def _job(self, workers: int) -> str | None:
        """Return the next job; None if none can be played before others are finished."""
        while self._next in self._known:
            self._next += 1
        end = self._end
        if self._next >= end or self.is_finished:
            return None
        shortest, longest = _SECONDS
        size = self._sizes.games(min(longest, max(shortest, workers / _WORKERS_A_SECOND)))
        # The last jobs are shorter, so that all workers end at about the same time.
        size = max(min(size, (end - self._next) // (2 * max(workers, 1))), self._sizes.games(_LAST))
        first, last = self._next, self._next + 1
        while last < min(end, first + size) and last not in self._known:
            last += 1
        self._next = last
        plan = self.plan
        tables = plan.schedule.tables(self._pairs)
        return Job(plan.setup, plan.bots, plan.seed, tables, first, last, plan.actions).text

    @property
    def _end(self) -> int:
        """The number after the last game that can be played now: a Swiss stage pairs by the results before it."""
        if self.plan.schedule.kind != "swiss":
            return self.plan.games
        return self._per_round * min(self.plan.rounds, (len(self._stages) + 1) * self.plan.schedule.stage)

    def _take(self, row: Row) -> None:
        """Count a row, and each round that it completes."""
        place = row.number // self._per_round
        self._waiting[row.number] = row
        self._there[place] += 1
        while self._there[self.standings.rounds] == self._per_round and not self.is_decided:
            first = self.standings.rounds * self._per_round
            del self._there[self.standings.rounds]
            rows = [self._waiting.pop(number) for number in range(first, first + self._per_round)]
            shares = self.standings.add(self._pairs, rows)
            if self.plan.schedule.kind == "swiss":
                self._shares.append(shares)
                if len(self._shares) == self.plan.schedule.stage:
                    self._end_stage()

    def _end_stage(self) -> None:
        """Pair anew, by the mean shares of the stage."""
        n, shares = len(self._shares), self._shares
        self._stages.append({pair: sum((each[pair] for each in shares), Fraction()) / n for pair in self._pairs})
        self._shares = []
        self._pairs = self.plan.schedule.pairs(self._stages)
