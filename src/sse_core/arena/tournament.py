"""The class `Tournament`: an arena whose workers play games, stored in a store and counted round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from itertools import chain, takewhile
from typing import Final, Protocol, runtime_checkable

from .errors import StoreError
from .figures.sprt import Sprt
from .figures.standings import Standings
from .jobs import JOBS, Job, JobObjects, JobResult, SentJob, rows_here
from .loop import Incidents, results_of
from .openings import TRIAL, Openings
from .plans import NOTHING, Own, Plan
from .rows import Row
from .schedules import Pair
from .starts import Start, StartsInOrder
from .store import MEMORY, Store
from .workers.executors import Workers
from .workers.sizes import Sizes

__all__ = ["StagedStarts", "Tournament"]

_SECONDS: Final = (1.0, 10.0)
"""The shortest and longest playing time of a job in seconds, after the first jobs."""

_WORKERS_A_SECOND: Final = 200
"""The number of workers whose one-second jobs keep a scheduler half busy; with more workers, jobs are longer."""

_AT_ONCE: Final = 100
"""The rounds of a job that this process plays from starts in stages."""

_LAST: Final = 0.1
"""The least playing time of the last jobs in seconds, which are shorter so that all workers end together."""


@runtime_checkable
class StagedStarts(Protocol):
    """Starts of which the later ones depend on the games of the earlier ones. They can be pickled."""

    ready: int
    """The number of rounds whose starts are known, two or more at first; it grows as games are added."""

    def start(self, place: int) -> Start:
        """Return the start of a round whose start is known."""
        ...

    def add(self, row: Row) -> None:
        """Take a game of the next round that counts."""
        ...

    def __iter__(self) -> Iterator[Start]:
        """Yield the starts of the rounds in order."""
        ...


class Tournament:
    """The arena of a plan: the games that its store has already, and those to come.

    A test ends the arena when it has decided for each pair. Rows come as jobs end. Rounds count in their order,
    whichever finishes first, so the standings don't depend on where games are played. `own` has a caller's bots and
    starts; a store in a file needs an identification of them (`Own.about`). If there are fewer starts than rounds, the
    last start ends the arena.

    Raises StoreError for a store in a file if `own` has bots or starts without identification.

    >>> from sse_core.arena import MEMORY, Schedule, Setup, threads
    >>> plan = Plan(Setup("small_star_empires"), ("greedy", "random"), 7, 2, Schedule("round-robin", 2, 2))
    >>> with Store(MEMORY, plan.to_json()) as store, threads(1) as workers:
    ...     arena = Tournament(plan, store)
    ...     rows = [row for rows in arena.play(workers) for row in rows]
    >>> sorted(row.number for row in rows), arena.standings.results[0, 1].tally.games
    ([0, 1, 2, 3], 4)
    """

    def __init__(self, plan: Plan, store: Store, test: Sprt | None = None, *, own: Own = NOTHING) -> None:
        if (own.bots or own.starts is not None) and own.about is None and store.path != MEMORY:
            raise StoreError(
                f"{store.path} is a file, and nobody could play these games again from it: bots are given by name, and "
                "starts by a set-up, where games are kept"
            )
        self.plan = plan
        self.standings = Standings(plan.schedule, plan.bots, plan.failure)
        self.incidents = Incidents()
        self._store, self._test = store, test
        self._own = own
        self._starts = None if own.starts is None else StartsInOrder(own.starts, plan.schedule.seats)
        self._staged = own.starts if isinstance(own.starts, StagedStarts) else None
        self._rounds = plan.rounds
        """The number of rounds; less than planned once the starts are known to run out."""
        self._per_round = plan.schedule.per_round
        self._openings = Openings(
            plan.opening_plies,
            seats=plan.schedule.seats,
            is_fixed=self._is_fixed(),
            bots=store.asked.get("openings_by", len(plan.bots)),
        )
        self._stages: list[dict[Pair, Fraction]] = []
        self._shares: list[Mapping[Pair, Fraction]] = []
        """The shares of the rounds in the current stage."""
        self._pairs = plan.schedule.pairs()
        self._waiting: dict[int, Row] = {}
        """The rows that aren't counted yet, since their round or an earlier one isn't complete."""
        self._there = Counter[int]()
        """The number of these rows by round."""
        self.is_decided = False
        """Whether the test has decided for each pair."""
        self._known, self._next = store.numbers(), 0
        self._sizes = Sizes()
        for row in store.rows():
            self._take(row)

    @property
    def games(self) -> int:
        """The number of games that have a row."""
        return len(self._known)

    @property
    def is_finished(self) -> bool:
        """Whether all rounds are counted, or the test has decided."""
        return self.standings.rounds == self._rounds or self.is_decided

    def start(self, place: int) -> Start:
        """Return the start of a round that was played, without an opening; raise ArgumentError for a caller's starts.

        Starts in stages (`StagedStarts`) are no obstacle, since they can be asked for again.
        """
        return self.plan.start(place) if self._staged is None else self._staged.start(place)

    def play(
        self, workers: Workers | None = None, *, patience: float = 30.0, seconds: float | None = None
    ) -> Generator[Sequence[Row], None, None]:
        """Play until the arena is finished; yield the new rows of each job after they are stored.

        Without workers this process plays, and yields after each game. `seconds` is the playing time of a job, after
        the first ones; None means one to ten seconds, longer with more workers.

        Raises WorkersError and StoreError if it can't go on; without workers, SseError before the first game if a bot
        or a start can't be made. All yielded rows are stored.
        """
        for rows, seconds_played in self._here() if workers is None else self._results(workers, patience, seconds):
            self._sizes.learn(len(rows), seconds_played)
            new = self._store.add(rows)
            for row in new:
                self._known.add(row.number)
                self._take(row)
            yield new
            if self.is_finished:
                return

    def in_order(
        self, workers: Workers | None = None, *, patience: float = 30.0, seconds: float | None = None
    ) -> Generator[Row, None, None]:
        """Play like `play`, but yield all rows in order, stored ones included; none after a round that decided."""
        told, waiting = 0, {row.number: row for row in self._store.rows()}
        with closing(self.play(workers, patience=patience, seconds=seconds)) as played:
            for rows in chain([()], played):
                waiting.update((row.number, row) for row in rows)
                while told in waiting and self._counts(told):
                    yield waiting.pop(told)
                    told += 1

    def counting(self, first: int = 0) -> Iterator[Row]:
        """Yield the rows from a number on, up to the first missing one, or to the end of a round that decided."""
        return takewhile(lambda row: self._counts(row.number), self._store.following(first))

    def _counts(self, number: int) -> bool:
        """Return whether a game counts; none does after the round in which the test decided."""
        return number < self.standings.games or not self.is_decided

    # --- jobs

    def _here(self) -> Iterator[tuple[Sequence[Row], float]]:
        """Play in this process; yield the row and the seconds of each game."""
        # A caller's starts may be endless, so they are taken one by one; of stages some are known.
        most = self.plan.games if self._starts is None else self._per_round * (_AT_ONCE if self._staged else 1)
        while (found := self._next_job(most)) is not None:
            with closing(rows_here(*found, is_sendable=self._staged is not None)) as rows:
                for row in rows:
                    yield [row], 0.0

    def _results(
        self, workers: Workers, patience: float, seconds: float | None
    ) -> Iterator[tuple[Sequence[Row], float]]:
        """Play with workers; yield the rows and the seconds of each job."""
        for _, result in results_of(
            lambda: self._job_to_send(workers.alive(), seconds),
            JOBS,
            workers,
            incidents=self.incidents,
            patience=patience,
        ):
            found = JobResult.parse(result)
            yield found.rows, found.seconds

    def _job_to_send(self, workers: int, seconds: float | None) -> SentJob | None:
        """Return the next job for workers; None if none can start before others are finished."""
        if seconds is None:
            shortest, longest = _SECONDS
            seconds = min(longest, max(shortest, workers / _WORKERS_A_SECOND))
        self._skip()
        # The last jobs are shorter, so that all workers end at about the same time.
        size = min(self._sizes.games(seconds), (self._end - self._next) // (2 * max(workers, 1)))
        found = self._next_job(max(size, self._sizes.games(min(seconds, _LAST))))
        return None if found is None else SentJob(found[0].text, found[1])

    def _next_job(self, most: int) -> tuple[Job, JobObjects | None] | None:
        """Return the next job of at most so many games, and the objects beside it."""
        self._skip()
        end = self._end
        if self._next >= end or self.is_finished:
            return None
        first, last = self._next, self._next + 1
        while last < min(end, first + most) and last not in self._known:
            last += 1
        plies = self._openings.of(first // self._per_round)
        assert plies is not None, "the end is that of the rounds whose openings are known"
        objects = None
        if self._starts is not None:
            places = range(first // self._per_round, (last - 1) // self._per_round + 1)
            objects = JobObjects(dict(self._own.bots), self._starts.opened(places, plies))
            if self._starts.end is not None:
                self._rounds = min(self._rounds, self._starts.end)
                last = min(last, self._rounds * self._per_round)
                if first >= last:
                    return None
        elif self._own.bots:
            objects = JobObjects(dict(self._own.bots), {})
        self._next = last
        plan, tables = self.plan, self.plan.schedule.tables(self._pairs)
        job = Job(
            plan.setup,
            plan.bots,
            plan.seed,
            tables,
            first,
            last,
            plan.actions,
            plies,
            plan.searches,
            plan.choice_seconds,
            plan.game_seconds,
        )
        return job, objects

    def _skip(self) -> None:
        """Skip the games that have a row."""
        while self._next in self._known:
            self._next += 1

    @property
    def _end(self) -> int:
        """The number after the last game that can be played now.

        The first rounds may decide on the openings of later ones, and a stage needs the results before it.
        """
        rounds = self._rounds if self._openings.are_known else min(self._rounds, TRIAL)
        if self._staged is not None:
            rounds = min(rounds, self._staged.ready)
        if self.plan.schedule.kind == "swiss":
            rounds = min(rounds, (len(self._stages) + 1) * self.plan.schedule.stage)
        return self._per_round * rounds

    def _is_fixed(self) -> bool:
        """Return whether the first two rounds have the same start and more rounds follow."""
        if self.plan.opening_plies is not None or self.plan.rounds <= TRIAL:
            return False
        if self._starts is None:
            return self.plan.start(0).state == self.plan.start(1).state
        first, second = self._starts.get(0), self._starts.get(1)
        return first is not None and second is not None and first.state == second.state

    # --- rounds

    def _take(self, row: Row) -> None:
        """Add a row, and count each round that it completes."""
        place = row.number // self._per_round
        self._waiting[row.number] = row
        self._there[place] += 1
        while self._there[self.standings.rounds] == self._per_round and not self.is_decided:
            first = self.standings.rounds * self._per_round
            del self._there[self.standings.rounds]
            rows = [self._waiting.pop(number) for number in range(first, first + self._per_round)]
            self._openings.add(self.standings.rounds, dict(self.plan.schedule.games(self._pairs, rows)))
            self.standings.add(self._pairs, rows)
            if self._staged is not None:
                for each in rows:
                    self._staged.add(each)
            self.is_decided = self._has_decided()
            if self.plan.schedule.kind == "swiss":
                self._shares.append(self.standings.shares(self._pairs, rows))
                if len(self._shares) == self.plan.schedule.stage:
                    self._end_stage()

    def _has_decided(self) -> bool:
        if self._test is None or len(self.standings.results) < len(self._pairs):
            return False
        return None not in self.standings.decisions(self._test).values()

    def _end_stage(self) -> None:
        """Pair the bots anew, by the mean shares of the stage."""
        n, shares = len(self._shares), self._shares
        self._stages.append({pair: sum((each[pair] for each in shares), Fraction()) / n for pair in self._pairs})
        self._shares = []
        self._pairs = self.plan.schedule.pairs(self._stages)
