"""Jobs of an arena: texts that say which games to play, and the texts of what came out.

A job is JSON: the set-up of the rounds, the bots by name, the seed, who sits where in the games of a round, and the
first and the last game. With n games in a round, game k belongs to round ``k // n``. It has the start of that round,
the seed ``child_seed(seed, round)``, and the seats at place ``k % n``. So a job can be played anywhere, twice, or cut
in two, and gives the same rows. A bot and a house rule from a file need the file on the worker.

Bots and starts of a caller are no text. They go beside it, and are pickled by the executor of processes.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self

from ..bots.naming import bot_named, seconds_of
from ..errors import ArgumentError
from ..game import AnyGame, Bot
from ..seeds import child_seed
from ..version import __version__
from .errors import WorkersError
from .loop import Kind, halves
from .playing import play, state_digest
from .rows import Row
from .setups import Setup
from .starts import Start, usually_opened
from .workers import lone_process

__all__ = ["JOBS", "Beside", "Job", "JobResult", "Order", "check_job", "main", "play_job", "rows_of"]


@dataclass(frozen=True)
class Job:
    """Games of an arena that are to be played."""

    setup: Setup | None
    """How each round begins; None: as the starts beside the job."""

    bots: Sequence[str]
    """The names of all bots of the arena."""

    seed: int
    """The seed of the arena."""

    seats: tuple[tuple[int, ...], ...]
    """The places of the bots at the seats, in each game of a round."""

    first: int
    """The number of the first game."""

    last: int
    """The number after that of the last game."""

    actions: bool = False
    """Whether rows have the ids of actions."""

    opening_plies: int = 0
    """The random plies that each round begins with (`opened`). Starts beside the job have theirs."""

    searches: bool = False
    """Whether rows have what bots tell of their searches."""

    version: str = __version__
    """The version of the package that wants the games. Others may play other games."""

    @property
    def text(self) -> str:
        """The job as JSON."""
        setup = None if self.setup is None else self.setup.to_json()
        return json.dumps(vars(self) | {"setup": setup, "seed": str(self.seed)})

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the job of a text that was written by `text`."""
        found: dict[str, Any] = json.loads(text)
        read: dict[str, Callable[[Any], Any]] = {
            "setup": lambda setup: None if setup is None else Setup.from_json(setup),
            "bots": tuple,
            "seed": int,
            "seats": lambda tables: tuple(tuple(seats) for seats in tables),
        }
        return cls(**{name: read[name](value) if name in read else value for name, value in found.items()})

    def cut(self) -> Sequence[Job]:
        """Return the halves of the job; a job of one game alone."""
        return [replace(self, first=part[0], last=part[-1] + 1) for part in halves(range(self.first, self.last))]


class Beside(NamedTuple):
    """What goes beside the text of a job: bots by their places, and starts with their openings by round."""

    bots: Mapping[int, Bot] = MappingProxyType({})
    starts: Mapping[int, Start] = MappingProxyType({})


NOTHING_BESIDE: Final = Beside()


class Order(NamedTuple):
    """A job on its way to a worker."""

    text: str
    beside: Beside | None = None
    """What goes beside it; None where the text is all, as in an arena of bots by name."""


@dataclass(frozen=True)
class JobResult:
    """What came out of a job."""

    rows: Sequence[Row]
    seconds: float
    """How long the worker played."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the result of a text; raise WorkersError if the worker refused the job, as its first one."""
        found: dict[str, Any] = json.loads(text)
        if "refused" in found:
            raise WorkersError(found["refused"])
        return cls([Row.from_json(row) for row in found["rows"]], found["seconds"])


def play_job(text: str, careful: bool = False, beside: Beside | None = None) -> str:
    """Play the job of a text, and return the text of its result: a row a game. It runs in a worker, and never raises.

    `careful`: in a child process, which a game may end; its row says so.

    >>> job = Job(Setup("small_star_empires"), ("greedy", "random"), seed=7, seats=((0, 1), (1, 0)), first=0, last=2)
    >>> [(row.number, row.seats) for row in JobResult.parse(play_job(job.text)).rows]
    [(0, (0, 1)), (1, (1, 0))]
    """
    begun = perf_counter()
    try:
        # A job of another version may be written in another way.
        version = json.loads(text)["version"]
        if version != __version__:
            return _refusal(f"has sse_core {__version__}, and the arena {version}")
        job = Job.parse(text)
        check_job(job, beside)
    except Exception as error:
        return _refusal(f"can't play this: {error}")
    if not careful:
        found = rows_of(job, beside)
    else:
        found = _careful_rows(job) if beside is None else _careful_rows_beside(job, beside)
    return json.dumps({"rows": [row.to_json() for row in found], "seconds": perf_counter() - begun})


def _refusal(why: str) -> str:
    return json.dumps({"refused": f"a worker, process {os.getpid()} of {platform.node()}, {why}"})


def check_job(job: Job, beside: Beside | None = None) -> None:
    """Raise SseError unless the bots and the starts of a job can be made here."""
    _Cast(job, beside or NOTHING_BESIDE)
    if job.setup is not None:
        job.setup.maker()(0)


class _Cast:
    """The bots of a job, and the starts of its rounds."""

    def __init__(self, job: Job, beside: Beside) -> None:
        self._job, self._beside = job, beside
        self._game = _game_of(job, beside)
        bots = [self.bot(who) for who in range(len(job.bots))]
        self.timed = {who for who, bot in enumerate(bots) if seconds_of(bot) is not None}
        """The places of the bots that look at the clock."""
        self._make = None if job.setup is None else job.setup.maker()

    def bot(self, who: int) -> Bot:
        """Return the bot of a place; one by name is made anew."""
        found = self._beside.bots.get(who)
        return bot_named(self._job.bots[who], self._game) if found is None else found

    def start(self, place: int) -> Start:
        """Return the start of a round, with its opening."""
        if self._make is None:
            return self._beside.starts[place]
        made = self._make(child_seed(self._job.seed, place))
        return next(usually_opened([made], self._job.opening_plies))


def _game_of(job: Job, beside: Beside) -> AnyGame:
    if job.setup is not None:
        return job.setup.played
    if not beside.starts:
        raise ArgumentError("neither a set-up nor a start is given")
    game: AnyGame = next(iter(beside.starts.values())).state.game
    return game


def rows_of(job: Job, beside: Beside | None = None) -> Iterator[Row]:
    """Yield the row of each game as it ends; raise SseError as `check_job`, before the first."""
    cast, known, per_round = _Cast(job, beside or NOTHING_BESIDE), _Known(), len(job.seats)
    place, start, digest = -1, None, b""
    for number in range(job.first, job.last):
        seats = job.seats[number % per_round]
        try:
            if start is None or number // per_round != place:
                place = number // per_round
                start = cast.start(place)
                digest = state_digest(start.state)
            names = [job.bots[who] for who in seats]
            played = play(start, [cast.bot(who) for who in seats], names, searches=job.searches)
            ids = known.ids(start.state.actions) if job.actions or played.failure else None
            row = Row.of(number, seats, start, digest, played, is_timed=not cast.timed.isdisjoint(seats), ids=ids)
        except Exception as error:
            row = Row(number, seats, error=f"{type(error).__name__}: {error}")
        yield row


class _Known:
    """The ids of the actions of a table, which many games share."""

    def __init__(self) -> None:
        self._table: Sequence[Any] = ()
        self._ids: dict[Any, int] = {}

    def ids(self, table: Sequence[Any]) -> dict[Any, int]:
        """Return the ids by action."""
        if table is not self._table:
            self._table, self._ids = table, {action: place for place, action in enumerate(table)}
        return self._ids


# --- with care

_CHILD: Final = "from sse_core.arena.jobs import main; main()"


def _careful_rows(job: Job) -> Iterator[Row]:
    """Yield the rows from child processes; a game that ends its process has a row that says so."""
    # Not by multiprocessing: a worker of Dask is a daemon, and may not have children there.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    while job.first < job.last:
        child = subprocess.run(
            [sys.executable, "-c", _CHILD],
            input=job.text,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=environment,
            # Ctrl-C is for the arena: it isn't the game that ends the child.
            start_new_session=True,
            check=False,
        )
        rows = [Row.parse(line) for line in child.stdout.splitlines(keepends=True) if line.endswith("\n")]
        yield from rows
        job = replace(job, first=job.first + len(rows))
        if job.first < job.last:
            how = f"signal {-child.returncode}" if child.returncode < 0 else f"status {child.returncode}"
            yield Row(job.first, job.seats[job.first % len(job.seats)], error=f"the game ended its process ({how})")
            job = replace(job, first=job.first + 1)


def main() -> None:
    """Play the job on the standard input, and write each row as a line when its game is over.

    What bots print goes to the standard error.
    """
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as lines:
        os.dup2(2, 1)
        for row in rows_of(Job.parse(sys.stdin.read())):
            lines.write(f"{row.text}\n")
            lines.flush()


def _careful_rows_beside(job: Job, beside: Beside) -> Iterator[Row]:
    """Do the same where bots or starts are no text: the child is one of multiprocessing, which pickles them."""
    number = job.first
    while number < job.last:
        with lone_process() as process:
            try:
                while number < job.last:
                    one = replace(job, first=number, last=number + 1)
                    yield process.submit(_one_row, one, beside).result()
                    number += 1
            except BrokenExecutor:
                yield Row(number, job.seats[number % len(job.seats)], error="the game ended its process")
                number += 1


def _one_row(job: Job, beside: Beside) -> Row:
    return next(rows_of(job, beside))


def _play(order: Order, careful: bool) -> str:
    return play_job(order.text, careful, order.beside)


def _cut(order: Order) -> Sequence[Order]:
    return [order._replace(text=part.text) for part in Job.parse(order.text).cut()]


JOBS: Final[Kind[Order, str]] = Kind(_play, _cut)
"""Jobs whose results are texts."""
