"""Jobs of an arena: texts that say which games to play, and the texts of what came out.

A job is JSON: the set-up of the rounds, the bots by name, the seed, who sits where in the games of a round, and the
first and the last game. With n games in a round, game k belongs to round ``k // n``. It has the start of that round,
the seed ``child_seed(seed, round)``, and the seats at place ``k % n``. So a job can be played anywhere, twice, or cut
in two, and gives the same rows. A bot and a house rule from a file need the file on the worker.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final, Self

from ..bots.naming import bot_named, seconds_of
from ..seeds import child_seed
from ..version import __version__
from .errors import WorkersError
from .loop import Kind, halves
from .playing import play, state_digest
from .rows import Row
from .setups import Setup

__all__ = ["TEXT_JOBS", "Job", "JobResult", "main", "play_job"]


@dataclass(frozen=True)
class Job:
    """Games of an arena that are to be played."""

    setup: Setup
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

    version: str = __version__
    """The version of the package that wants the games. Others may play other games."""

    @property
    def text(self) -> str:
        """The job as JSON."""
        found = vars(self) | {"setup": self.setup.to_json(), "seed": str(self.seed)}
        return json.dumps(found)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the job of a text that was written by `text`."""
        found: dict[str, Any] = json.loads(text)
        return cls(
            Setup.from_json(found["setup"]),
            tuple(found["bots"]),
            int(found["seed"]),
            tuple(tuple(seats) for seats in found["seats"]),
            found["first"],
            found["last"],
            found["actions"],
            found["version"],
        )

    def cut(self) -> Sequence[Job]:
        """Return the halves of the job; a job of one game alone."""
        return [replace(self, first=part[0], last=part[-1] + 1) for part in halves(range(self.first, self.last))]


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


def play_job(text: str, careful: bool = False) -> str:
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
        job.setup.maker()(0)
        for name in job.bots:
            bot_named(name, job.setup.played)
    except Exception as error:
        return _refusal(f"can't play this: {error}")
    rows = [row.to_json() for row in (_careful_rows(job) if careful else _rows(job))]
    return json.dumps({"rows": rows, "seconds": perf_counter() - begun})


def _refusal(why: str) -> str:
    return json.dumps({"refused": f"a worker, process {os.getpid()} of {platform.node()}, {why}"})


def _rows(job: Job) -> Iterator[Row]:
    """Yield the row of each game."""
    game, per_round = job.setup.played, len(job.seats)
    make, known = job.setup.maker(), _Known()
    timed = {who for who, name in enumerate(job.bots) if seconds_of(bot_named(name, game)) is not None}
    place, start, digest = -1, None, b""
    for number in range(job.first, job.last):
        seats = job.seats[number % per_round]
        try:
            if start is None or number // per_round != place:
                place = number // per_round
                start = make(child_seed(job.seed, place))
                digest = state_digest(start.state)
            names = [job.bots[who] for who in seats]
            played = play(start, [bot_named(name, game) for name in names], names)
            ids = known.ids(start.state.actions) if job.actions else None
            yield Row.of(number, seats, start, digest, played, is_timed=not timed.isdisjoint(seats), ids=ids)
        except Exception as error:
            yield Row(number, seats, error=f"{type(error).__name__}: {error}")


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
        for row in _rows(Job.parse(sys.stdin.read())):
            lines.write(f"{row.text}\n")
            lines.flush()


def _cut(text: str) -> Sequence[str]:
    return [part.text for part in Job.parse(text).cut()]


TEXT_JOBS: Final[Kind[str, str]] = Kind(play_job, _cut)
"""Jobs that are texts, as are their results."""
