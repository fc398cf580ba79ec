"""The games of a match: who sits where, how each is played, and several at a time in processes of their own.

A round is as many games as there are seats, on one start and one seed: A takes each seat once, and B all the others. In
a game for one, a round is two games: A plays alone, then B. Where A and B are the same bot, all these games would be
equal, so a round is one game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import chain, islice
from time import perf_counter
from typing import Any, Final, NamedTuple, SupportsIndex, TypeAlias

from ..bots.naming import bot_named
from ..bots.one_game import Contender
from ..bots.watched import BotError
from ..errors import ArgumentError, SseError
from ..forms.checks import check_number
from ..game import AnyGame, Bot, State
from ..play.records import GameRecord
from .loop import Kind, Tidings, halves, results_of
from .playing import digest_of, play, state_digest
from .sizes import Sizes
from .starts import MAX_OPENING, Start, opened, tags_of, usual_opening, usually_opened
from .workers import ProcessWorkers, Workers, lone_process

__all__ = ["Contender", "GameFailedError", "MatchGame", "is_same", "play_match", "seatings"]

_TRIAL: Final = 2
"""The rounds that tell whether all are alike."""

_Played: TypeAlias = Callable[[Iterator["_Task"]], Iterator["MatchGame"]]
"""A function that plays tasks and yields their games in order."""

_SECONDS: Final = 0.1
"""The seconds of play that a job of a match takes: results come one after the other, and a test may end it soon."""


@dataclass(frozen=True)
class MatchGame:
    """A game of a match that was played to its end."""

    number: int
    """Its place in the match, counted from 0."""

    round: int
    """The round that it belongs to, counted from 0."""

    seats: tuple[int, ...]
    """Who sat at each seat: 0 for A, 1 for B. If they are the same bot, it is A at all of them."""

    winners: tuple[int, ...]
    """The seats that won."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    plies: int
    """The number of actions, chance events and the opening included."""

    record: GameRecord[Any, Any] | None = None
    """The game's record, if records are kept."""

    opening: int = 0
    """The number of random plies that it began with."""

    digest: str | None = None
    """A digest of the start and all actions, chance events included, as 32 hexadecimal digits. Games with the same one
    are equal, whoever sat where and whatever their seeds were. None: nobody knows, and the game counts as unlike all
    others."""

    is_cut: bool = False
    """Whether the opening is shorter than asked, since it would have left the bots nothing to choose (`opened`)."""


class GameFailedError(BotError):
    """A game of a match that a bot didn't finish.

    Attributes
    ----------
    number
        The place of the game in the match, counted from 0.
    record
        The record up to the position in which the bot failed.
    """

    def __init__(self, message: str, number: int, record: GameRecord[Any, Any]) -> None:
        super().__init__(message, number, record)
        self.message = message
        self.number = number
        self.record = record

    def __str__(self) -> str:
        return self.message


# --- rounds


def is_same(a: Contender, b: Contender) -> bool:
    """Return whether two players are the same bot: one name, or one object."""
    return a == b if isinstance(a, str) and isinstance(b, str) else a is b


def seatings(seats: int, *, same: bool = False) -> list[tuple[int, ...]]:
    """Return who sits where in each game of a round, for so many seats. `same`: A and B are the same bot.

    >>> seatings(2), seatings(3), seatings(1)
    ([(0, 1), (1, 0)], [(0, 1, 1), (1, 0, 1), (1, 1, 0)], [(0,), (1,)])
    >>> seatings(2, same=True)
    [(0, 0)]
    """
    if same:
        return [(0,) * seats]
    if seats == 1:
        return [(0,), (1,)]
    return [tuple(int(seat != place) for seat in range(seats)) for place in range(seats)]


# --- games


class _Task(NamedTuple):
    """A game that is to be played."""

    number: int
    round: int
    start: Start
    digest: bytes
    """The digest of the start's state."""

    seats: tuple[int, ...]
    contenders: tuple[Contender, Contender]
    names: tuple[str, str]
    keeps: bool


def play_match(
    a: Contender,
    b: Contender,
    starts: Iterable[Start],
    *,
    names: tuple[str, str] | None = None,
    jobs: int = 1,
    records: bool = False,
    opening_plies: SupportsIndex | None = None,
) -> Generator[MatchGame, None, None]:
    """Yield the games of A against B, round after round in their order, all seats turned on every start.

    The same bot as A and as B plays each start once, at all seats: `Balance` counts these games, `Results` all others.

    A and B are names of bots (`bots.naming`), or bots, which are pickled for several processes.

    `names` are those in records and errors; None means the names of bots by name, and A and B for others. `jobs` is the
    number of processes that play; 1 is this one. The number changes neither the games nor their order, unless a bot
    looks at the clock. A bot by name is made anew for each seat of each game. `records`: keep a record of each game.

    `opening_plies` is the number of random plies that each round begins with (`opened`), 0 to 1,000. None: where the
    first two rounds have the same start and the same actions, all others begin with `usual_opening`, as they would be
    the same once more. `MatchGame.opening` says so.

    Close the generator to end a match early: that ends the processes. Processes are spawned, so a script that uses
    several keeps its calls below ``if __name__ == "__main__":``, as the module multiprocessing asks.

    Raises ArgumentError if `jobs` is below 1 or `opening_plies` out of range, and at the first game if a bot isn't
    there, or if so many plies leave the bots nothing to choose (`opened`); GameFailedError at the game in which a bot
    fails; SseError if a process ends by itself, as when memory is short.

    >>> from sse_core import small_star_empires
    >>> from sse_core.arena import starts_of
    >>> starts = starts_of(lambda seed: small_star_empires.start(players=2, seed=seed), seed=7)
    >>> games = play_match("greedy", "random", starts)
    >>> [(game.round, game.seats) for game, _ in zip(games, range(3))]
    [(0, (0, 1)), (0, (1, 0)), (1, (0, 1))]
    """
    if jobs < 1:
        raise ArgumentError(f"jobs is 1 or more, not {jobs}")
    plies = None if opening_plies is None else check_number(opening_plies, "opening_plies", MAX_OPENING)
    if names is None:
        names = a if isinstance(a, str) else "A", b if isinstance(b, str) else "B"
    return _match(_Tasks((a, b), names, records), iter(starts), jobs, plies)


def _match(tasks: _Tasks, starts: Iterator[Start], jobs: int, plies: int | None) -> Generator[MatchGame, None, None]:
    """Yield the games; without a number of plies, the first rounds say whether the others have openings."""
    with _hands(jobs) as played:
        if plies is None:
            first = list(islice(starts, _TRIAL))
            if len(first) == _TRIAL and all(start.state == first[0].state for start in first):
                rounds: dict[int, list[str | None]] = {}
                for game in played(tasks.of(first)):
                    rounds.setdefault(game.round, []).append(game.digest)
                    yield game
                if len({tuple(digests) for digests in rounds.values()}) == 1:
                    starts = usually_opened(starts, usual_opening(len(first[0].state.totals)))
            else:
                starts = chain(first, starts)
        yield from played(tasks.of(starts if plies is None else opened(starts, plies)))


class _Tasks:
    """The tasks of a match, which are numbered from its first game to its last."""

    def __init__(self, contenders: tuple[Contender, Contender], names: tuple[str, str], keeps: bool) -> None:
        self._contenders, self._names, self._keeps = contenders, names, keeps
        self._is_same = is_same(*contenders)
        self._games = self._rounds = 0
        self._last: tuple[State[Any], bytes] | None = None

    def of(self, starts: Iterable[Start]) -> Iterator[_Task]:
        """Yield the tasks of further rounds."""
        for start in starts:
            digest = self._digest(start.state)
            for seats in seatings(len(start.state.totals), same=self._is_same):
                yield _Task(self._games, self._rounds, start, digest, seats, self._contenders, self._names, self._keeps)
                self._games += 1
            self._rounds += 1

    def _digest(self, state: State[Any]) -> bytes:
        """Return the digest of a state, which is often that of the round before."""
        if self._last is None or self._last[0] != state:
            self._last = state, state_digest(state)
        return self._last[1]


def _play(task: _Task) -> MatchGame:
    """Play a game; raise GameFailedError if a bot fails."""
    game = task.start.state.game
    bots = [_bot(task.contenders[who], game) for who in task.seats]
    moves, final, failure, _ = play(task.start, bots, [task.names[who] for who in task.seats])
    if failure is not None:
        raise GameFailedError(str(failure), task.number, _record(task, moves)) from None
    outcome = final.outcome
    assert outcome is not None
    return MatchGame(
        task.number,
        task.round,
        task.seats,
        tuple(outcome.winners),
        tuple(outcome.totals),
        len(moves),
        _record(task, moves) if task.keeps else None,
        len(task.start.opening),
        digest_of(task.digest, moves),
        task.start.is_cut,
    )


def _bot(contender: Contender, game: AnyGame) -> Bot:
    return bot_named(contender, game) if isinstance(contender, str) else contender


def _record(task: _Task, moves: Sequence[tuple[int, Any]]) -> GameRecord[Any, Any]:
    return GameRecord(task.start.state, moves, tags_of(task.start, [task.names[who] for who in task.seats]))


# --- processes


@contextmanager
def _hands(jobs: int) -> Generator[_Played, None, None]:
    """Return the function that plays tasks: in this process, or in so many processes, which end at the end."""
    if jobs == 1:
        yield lambda tasks: map(_play, tasks)
        return
    with ProcessWorkers(jobs) as workers:
        yield lambda tasks: _played_by(workers, tasks)


def _played_by(workers: Workers, tasks: Iterator[_Task]) -> Iterator[MatchGame]:
    """Yield the games in order, played by workers."""
    found: dict[int, MatchGame | Exception] = {}
    waiting: deque[int] = deque()
    sizes = Sizes()

    def next_job() -> Sequence[_Task] | None:
        job = tuple(islice(tasks, sizes.games(_SECONDS)))
        waiting.extend(task.number for task in job)
        return job or None

    for job, result in results_of(next_job, _MATCH_JOBS, workers, tidings=Tidings()):
        sizes.learn(len(job), result.seconds)
        found.update(zip((task.number for task in job), result.games, strict=False))
        while waiting and waiting[0] in found:
            played = found.pop(waiting.popleft())
            if isinstance(played, Exception):
                raise played
            yield played


class _Result(NamedTuple):
    """What a worker returns."""

    games: Sequence[MatchGame | Exception]
    """The games, or why there is none. Only the last may be an error: nobody asks for the games after it."""

    seconds: float


def _play_job(tasks: Sequence[_Task], careful: bool) -> _Result:
    """Play games one after the other, with care each in a process that it may end."""
    begun, games = perf_counter(), list[MatchGame | Exception]()
    with lone_process() if careful else nullcontext() as process:
        for task in tasks:
            try:
                games.append(_play(task) if process is None else process.submit(_play, task).result())
            except BrokenExecutor:
                games.append(SseError("a process that played games has ended; perhaps memory is short"))
            except Exception as error:
                games.append(error)
            if isinstance(games[-1], Exception):
                break
    return _Result(games, perf_counter() - begun)


_MATCH_JOBS: Final[Kind[Sequence[_Task], _Result]] = Kind(_play_job, halves)
"""Jobs that are pickled by the pool of processes: they may have bots that are no names."""
