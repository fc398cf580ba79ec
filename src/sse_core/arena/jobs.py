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
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self

from ..bots.naming import bot_named, is_bot_file, seconds_of
from ..bots.one_game import Contender
from ..bots.watched import where_failed
from ..errors import ArgumentError
from ..game import AnyGame, Bot
from ..seeds import child_seed
from ..version import __version__
from .errors import WorkersError
from .loop import JobKind, halves
from .playing import play, state_digest
from .rows import Row
from .setups import Setup
from .starts import Start, usually_opened
from .workers.children import ChildEndedError, end_child, lines_of
from .workers.clocks import GameClock, OverrunError
from .workers.limits import Limits
from .workers.parcels import packed

__all__ = ["JOBS", "Job", "JobObjects", "JobResult", "SentJob", "play_job", "rows_here", "rows_of"]


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

    choice_seconds: float | None = None
    """The most seconds that a bot has for a choice; None where there is no limit."""

    game_seconds: float | None = None
    """The most seconds that a game lasts; None where there is no limit."""

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

    @property
    def limits(self) -> Limits:
        """The limits of time; with one of them, all games are played apart."""
        return Limits(self.choice_seconds, self.game_seconds)

    def cut(self) -> Sequence[Job]:
        """Return the halves of the job; a job of one game alone."""
        return [replace(self, first=part[0], last=part[-1] + 1) for part in halves(range(self.first, self.last))]


class JobObjects(NamedTuple):
    """What goes beside the text of a job: bots by their places, and starts with their openings by round."""

    bots: Mapping[int, Contender] = MappingProxyType({})
    starts: Mapping[int, Start] = MappingProxyType({})


NO_OBJECTS: Final = JobObjects()


class SentJob(NamedTuple):
    """A job on its way to a worker."""

    text: str
    objects: JobObjects | None = None
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


def play_job(text: str, careful: bool = False, objects: JobObjects | None = None) -> str:
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
        found = _rows_apart(job, objects) if careful or job.limits.are_set else rows_of(job, objects)
    except Exception as error:
        return _refusal(f"can't play this: {error}")
    return json.dumps({"rows": [row.to_json() for row in found], "seconds": perf_counter() - begun})


def rows_here(job: Job, objects: JobObjects | None = None) -> Generator[Row, None, None]:
    """Yield the rows of a job that nobody else plays, as `rows_of`.

    With limits of time, and where a bot is a file and nothing goes beside the job, the games are played apart all the
    same, so that no bot ends this program.
    """
    if not job.limits.are_set and (objects is not None or not any(map(is_bot_file, job.bots))):
        yield from rows_of(job, objects)
        return
    try:
        yield from _rows_apart(job, objects)
    finally:
        end_child()


def _refusal(why: str) -> str:
    return json.dumps({"refused": f"a worker, process {os.getpid()} of {platform.node()}, {why}"})


class _Participants:
    """The bots of a job, and the starts of its rounds; raises SseError unless they can be made here."""

    def __init__(self, job: Job, objects: JobObjects) -> None:
        self._job, self._objects = job, objects
        self.game = _game_of(job, objects)
        bots = [self.bot(who) for who in range(len(job.bots))]
        self.timed = {who for who, bot in enumerate(bots) if seconds_of(bot) is not None}
        """The places of the bots that look at the clock."""
        self._make = None if job.setup is None else job.setup.maker()
        if self._make is not None:
            self._make(0)

    def bot(self, who: int) -> Bot:
        """Return the bot of a place; one by name is made anew."""
        found = self._objects.bots.get(who, self._job.bots[who])
        return bot_named(found, self.game) if isinstance(found, str) else found

    def start(self, place: int) -> Start:
        """Return the start of a round, with its opening."""
        if self._make is None:
            return self._objects.starts[place]
        made = self._make(child_seed(self._job.seed, place))
        return next(usually_opened([made], self._job.opening_plies))


def _game_of(job: Job, objects: JobObjects) -> AnyGame:
    if job.setup is not None:
        return job.setup.played
    if not objects.starts:
        raise ArgumentError("neither a set-up nor a start is given")
    game: AnyGame = next(iter(objects.starts.values())).state.game
    return game


def rows_of(job: Job, objects: JobObjects | None = None, clock: GameClock | None = None) -> Iterator[Row]:
    """Return the rows of the games, each as it ends. A clock times choices.

    Raises SseError at once unless the bots and the starts of the job can be made here.
    """
    return _rows(job, _Participants(job, objects or NO_OBJECTS), clock)


def _rows(job: Job, participants: _Participants, clock: GameClock | None) -> Iterator[Row]:
    known, per_round, process = _Known(), len(job.seats), os.getpid()
    place, start, digest = -1, None, b""
    for number in range(job.first, job.last):
        seats = job.seats[number % per_round]
        try:
            if start is None or number // per_round != place:
                place = number // per_round
                start = participants.start(place)
                digest = state_digest(start.state)
            names, bots = [job.bots[who] for who in seats], [participants.bot(who) for who in seats]
            if clock is not None:
                clock.begin(number, names)
            timed = None if clock is None else clock.timed
            played = play(start, bots, names, searches=job.searches, timed=timed)
            ids = known.ids(start.state.actions) if job.actions or played.failure else None
            is_timed = not participants.timed.isdisjoint(seats) or isinstance(played.failure, OverrunError)
            row = Row.of(number, seats, start, digest, played, is_timed=is_timed, ids=ids)
        except Exception as error:
            row = Row(number, seats, error=f"{type(error).__name__}: {error}")
        if clock is not None:
            clock.end()
        if os.getpid() != process:
            # A bot that forked came back from its choice twice.
            os._exit(0)
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


# --- apart


def _rows_apart(job: Job, objects: JobObjects | None) -> Iterator[Row]:
    """Return the rows of a job that is played by a child process, which a game may end, or which is ended with one.

    Raises SseError at once as `rows_of`, what pickling raises, and WorkersError where the child couldn't load the main
    module for what is pickled.
    """
    game = _Participants(job, objects or NO_OBJECTS).game
    return _watched_rows(job, game, packed(objects))


def _watched_rows(job: Job, game: AnyGame, objects: str | None) -> Iterator[Row]:
    """Yield the row of each game; that of one that ended its child, or was too long, says which bot it was and where.

    A child that ends between two games is no game's failure the first time: something else ended it, and another one
    goes on.
    """
    excused = -1
    while job.first < job.last:
        try:
            for line in lines_of(json.dumps([job.text, objects]), job.limits):
                yield Row.parse(line)
                job = replace(job, first=job.first + 1)
        except ChildEndedError as error:
            # The last line of the child may have come meanwhile.
            if job.first == job.last or (error.note.number != job.first and excused != job.first):
                excused = job.first
                continue
            yield _failed(job, game, error)
            job = replace(job, first=job.first + 1)


def _failed(job: Job, game: AnyGame, error: ChildEndedError) -> Row:
    """Return the row of the first game of a job, in which the child ended."""
    note, number = error.note, job.first
    seats, is_timed = job.seats[number % len(job.seats)], error.overrun is not None
    how = f"signal {-error.status}" if error.status < 0 else f"status {error.status}"
    if note.number != number or note.seat < 0:
        return Row(number, seats, error=f"the game ended its process ({how}) where no bot had to choose")
    seat, why = error.overrun or (note.seat, f"it ended its process ({how})")
    where, failed = where_failed(job.bots[seats[seat]], game, seat, note.ply), seats[seat]
    return Row(number, seats, plies=note.ply, error=f"{where}: {why}", failed=failed, is_timed=is_timed)


# --- orders


def _play(sent: SentJob, careful: bool) -> str:
    return play_job(sent.text, careful, sent.objects)


def _cut(sent: SentJob) -> Sequence[SentJob]:
    return [sent._replace(text=part.text) for part in Job.parse(sent.text).cut()]


JOBS: Final[JobKind[SentJob, str]] = JobKind(_play, _cut)
"""Jobs whose results are texts."""
