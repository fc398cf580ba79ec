"""Jobs of an arena: texts that say which games to play, and the texts of their results.

A job is JSON: the set-up of the rounds, the names of the bots, the seed, the seatings in a round, and the first and the
last game. With n games in a round, game k belongs to round ``k // n``. It has the start of that round, the seed
``child_seed(seed, round)``, and the seating at place ``k % n``. So a job can be played anywhere, repeated, or cut in
two, and gives the same rows. A bot or a house rule from a file needs the file on the worker.

A caller's own bots and starts have no text form. They are sent beside the text, and an executor of processes pickles
them.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, Self, runtime_checkable

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
    """A range of an arena's games to play."""

    setup: Setup | None
    """The set-up of the rounds; None if the starts are beside the job."""

    bots: Sequence[str]
    """The names of all bots of the arena."""

    seed: int
    """The seed of the arena."""

    seats: tuple[tuple[int, ...], ...]
    """The seating of each game in a round: the places of the bots at the seats."""

    first: int
    """The number of the first game."""

    last: int
    """The number after that of the last game."""

    actions: bool = False
    """Whether rows include the ids of actions."""

    opening_plies: int = 0
    """The number of random plies at the beginning of each round (`opened`). Starts beside the job have their own."""

    searches: bool = False
    """Whether rows include the visits of bots' searches."""

    choice_seconds: float | None = None
    """The most seconds for a bot's choice; None without a limit."""

    game_seconds: float | None = None
    """The most seconds for a game; None without a limit."""

    version: str = __version__
    """The version of the package that has made the job. Other versions may play other games."""

    @property
    def text(self) -> str:
        """The job as JSON."""
        setup = None if self.setup is None else self.setup.to_json()
        return json.dumps(vars(self) | {"setup": setup, "seed": str(self.seed)})

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the job from the text that `text` has written."""
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
        """The time limits; if one is set, all games are played in a child process."""
        return Limits(self.choice_seconds, self.game_seconds)

    def cut(self) -> Sequence[Job]:
        """Return the two halves of the job; only the job itself if it is a single game."""
        return [replace(self, first=part[0], last=part[-1] + 1) for part in halves(range(self.first, self.last))]


@runtime_checkable
class LimitedBot(Protocol):
    """A bot that wants to know the limits of time in which its choices and games are held."""

    def limit(self, choice: float | None, game: float | None, /) -> None:
        """Take in the most seconds for a choice, and for a game; None without a limit."""
        ...


class JobObjects(NamedTuple):
    """Objects beside the text of a job: bots by their places, and starts with their openings by round."""

    bots: Mapping[int, Contender] = MappingProxyType({})
    starts: Mapping[int, Start] = MappingProxyType({})


NO_OBJECTS: Final = JobObjects()


class SentJob(NamedTuple):
    """A job to send to a worker."""

    text: str
    objects: JobObjects | None = None
    """The objects beside it; None if the text is enough, as in an arena of named bots."""


@dataclass(frozen=True)
class JobResult:
    """The result of a job."""

    rows: Sequence[Row]
    seconds: float
    """The seconds that the worker played."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the result from its text; raise WorkersError if the worker has refused the job."""
        found: dict[str, Any] = json.loads(text)
        if "refused" in found:
            raise WorkersError(found["refused"])
        return cls([Row.from_json(row) for row in found["rows"]], found["seconds"])


def play_job(text: str, careful: bool = False, objects: JobObjects | None = None) -> str:
    """Play the job of a text in a worker; return the text of its result, with one row per game. It never raises.

    With `careful` it plays in a child process. If a game ends the child, the game's row says so.

    >>> job = Job(Setup("small_star_empires"), ("greedy", "random"), seed=7, seats=((0, 1), (1, 0)), first=0, last=2)
    >>> [(row.number, row.seats) for row in JobResult.parse(play_job(job.text)).rows]
    [(0, (0, 1)), (1, (1, 0))]
    """
    begun = perf_counter()
    try:
        # A job of another version may have another form.
        version = json.loads(text)["version"]
        if version != __version__:
            return _refusal(f"has sse_core {__version__}, and the arena {version}")
        job = Job.parse(text)
        found = _rows_apart(job, objects) if careful or job.limits.are_set else rows_of(job, objects)
    except Exception as error:
        return _refusal(f"can't play this: {error}")
    return json.dumps({"rows": [row.to_json() for row in found], "seconds": perf_counter() - begun})


def rows_here(job: Job, objects: JobObjects | None = None, *, is_sendable: bool = False) -> Generator[Row, None, None]:
    """Yield the rows of a job that this process plays itself, like `rows_of`.

    With time limits, or if a bot is a file, the games are still played in a child process, so that no bot ends this
    program. Without limits, objects beside the job are sent to a child only if somebody says that they can be.
    """
    is_here = objects is not None and not is_sendable
    if not job.limits.are_set and (is_here or not any(map(is_bot_file, job.bots))):
        yield from rows_of(job, objects)
        return
    try:
        yield from _rows_apart(job, objects)
    finally:
        end_child()


def _refusal(why: str) -> str:
    return json.dumps({"refused": f"a worker, process {os.getpid()} of {platform.node()}, {why}"})


class _Participants:
    """The bots of a job and the starts of its rounds; raises SseError unless they can be made here."""

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
        """Return the bot at a place; a named bot is made anew."""
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
    """Yield the rows of the games, each at its end. A clock times choices.

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
            for bot in bots:
                if isinstance(bot, LimitedBot):
                    bot.limit(job.choice_seconds, job.game_seconds)
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
            # A bot has forked, and its choice returns twice.
            os._exit(0)
        yield row


class _Known:
    """A cache of the ids of actions, by table of actions, which many games share."""

    def __init__(self) -> None:
        self._table: Sequence[Any] = ()
        self._ids: dict[Any, int] = {}

    def ids(self, table: Sequence[Any]) -> dict[Any, int]:
        """Return the ids by action."""
        if table is not self._table:
            self._table, self._ids = table, {action: place for place, action in enumerate(table)}
        return self._ids


# --- in a child process


def _rows_apart(job: Job, objects: JobObjects | None) -> Iterator[Row]:
    """Yield the rows of a job that a child process plays; a game may crash it, or exceed a limit.

    Raises SseError at once like `rows_of`, the errors of pickling, and WorkersError if the child can't load the main
    module for the pickled objects.
    """
    game = _Participants(job, objects or NO_OBJECTS).game
    return _watched_rows(job, game, packed(objects))


def _watched_rows(job: Job, game: AnyGame, objects: str | None) -> Iterator[Row]:
    """Yield the row of each game. If a game has ended its child or was too long, its row names the bot and the move.

    If a child ends between two games, no game has failed the first time: something else has ended the child, and
    another child goes on.
    """
    excused = -1
    while job.first < job.last:
        try:
            for line in lines_of(json.dumps([job.text, objects]), job.limits):
                yield Row.parse(line)
                job = replace(job, first=job.first + 1)
        except ChildEndedError as error:
            # The last line of the child may have arrived meanwhile.
            if job.first == job.last or (error.note.number != job.first and excused != job.first):
                excused = job.first
                continue
            yield _failed(job, game, error)
            job = replace(job, first=job.first + 1)


def _failed(job: Job, game: AnyGame, error: ChildEndedError) -> Row:
    """Return the row of the first game of a job, during which the child has ended."""
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
"""The kind of jobs whose results are texts."""
