"""The games of a match: who sits where, how each is played, and several at a time in processes of their own.

A round is as many games as there are seats, on one start and one seed: A takes each seat once, and B all the others. In
a game for one, a round is two games: A plays alone, then B. Where A and B are the same bot, all these games would be
equal, so a round is one game.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Final, NamedTuple, SupportsIndex, TypeAlias

from ..bots.naming import bot_named
from ..bots.watched import BotError, watched
from ..errors import ArgumentError, SseError
from ..forms.checks import check_number
from ..game import AnyGame, Bot, State
from ..play.match import turns_of
from ..play.records import GameRecord
from .starts import MAX_OPENING, Start, opened, usual_opening, usually_opened

__all__ = ["Contender", "GameFailedError", "MatchGame", "is_same", "play_match", "seatings"]

Contender: TypeAlias = str | Bot
"""A player of a match: the name of a bot (`bots.naming`), or a bot, which must be picklable for several processes."""

_TRIAL: Final = 2
"""The rounds that tell whether all are alike."""

_Played: TypeAlias = Callable[[Iterator["_Task"]], Iterator["MatchGame"]]
"""A function that plays tasks and yields their games in order."""

Worker: TypeAlias = "Connection[Any, Any]"
"""The connection to a process that plays."""


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
            self._last = state, _hash(state.game.format_state(state).encode()).digest()
        return self._last[1]


def _hash(data: bytes) -> blake2b:
    return blake2b(data, digest_size=16)


def _play(task: _Task) -> MatchGame:
    """Play a game."""
    state, moves = task.start.state, list[tuple[int, Any]]()
    for player, action in task.start.opening:
        state = state.after(action, player)
        moves.append((player, action))
    choosers = [watched(_bot(task.contenders[who], state.game), task.names[who]) for who in task.seats]
    try:
        for player, action, after in turns_of(state, choosers, task.start.seed):
            moves.append((player, action))
            state = after
    except BotError as error:
        raise GameFailedError(str(error), task.number, _record(task, moves)) from None
    outcome = state.outcome
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
        _hash(task.digest + repr(moves).encode()).hexdigest(),
        task.start.is_cut,
    )


def _bot(contender: Contender, game: AnyGame) -> Bot:
    return bot_named(contender, game) if isinstance(contender, str) else contender


def _record(task: _Task, moves: list[tuple[int, Any]]) -> GameRecord[Any, Any]:
    seats = zip(task.start.state.game.INFO.seats, task.seats, strict=False)
    tags = {"seed": str(task.start.seed)} | {seat: task.names[who] for seat, who in seats}
    if task.start.opening:
        tags["opening"] = str(len(task.start.opening))
    return GameRecord(task.start.state, moves, tags)


# --- processes


@contextmanager
def _hands(jobs: int) -> Generator[_Played, None, None]:
    """Return the function that plays tasks: in this process, or in so many processes, which end at the end."""
    if jobs == 1:
        yield lambda tasks: map(_play, tasks)
        return
    with _workers(jobs) as workers:
        yield lambda tasks: _played_by(workers, tasks)


def _played_by(workers: Sequence[Worker], tasks: Iterator[_Task]) -> Iterator[MatchGame]:
    """Yield the games in order, played by processes. Each gets the next game when it has played one."""
    found: dict[int, MatchGame | Exception] = {}
    waiting: deque[int] = deque()
    busy = {worker for worker in workers if _hand_over(worker, tasks, waiting)}
    while busy:
        for worker in wait(busy):
            assert isinstance(worker, Connection)
            place, game = _taken(worker)
            found[place] = game
            if not _hand_over(worker, tasks, waiting):
                busy.remove(worker)
        while waiting and waiting[0] in found:
            played = found.pop(waiting.popleft())
            if isinstance(played, Exception):
                raise played
            yield played


def _hand_over(worker: Worker, tasks: Iterator[_Task], waiting: deque[int]) -> bool:
    """Give a process its next game, and note its number; return whether there was one."""
    for task in tasks:
        worker.send(task)
        waiting.append(task.number)
        return True
    return False


def _taken(worker: Worker) -> tuple[int, MatchGame | Exception]:
    """Return the number of the game that a process has played, and the game, or why there is none."""
    try:
        found: tuple[int, MatchGame | Exception] = worker.recv()
    except (EOFError, ConnectionResetError):
        raise SseError("a process that played games has ended; perhaps memory is short") from None
    return found


@contextmanager
def _workers(jobs: int) -> Generator[list[Worker], None, None]:
    """Start processes that play games, and return how to talk to them. At the end they end, whatever they play."""
    # A fork would copy the locks of other threads in whatever state they are.
    context = get_context("spawn")
    processes: list[BaseProcess] = []
    workers: list[Worker] = []
    try:
        for _ in range(jobs):
            worker, theirs = context.Pipe()
            workers.append(worker)
            processes.append(context.Process(target=_work, args=(theirs,), daemon=True))
            processes[-1].start()
            theirs.close()
        yield workers
    finally:
        for process in processes:
            if process.pid is not None:
                process.terminate()
                process.join()
        for worker in workers:
            worker.close()


def _work(parent: Worker) -> None:
    """Play the games that the parent process sends, and send them back, until this process is ended."""
    # The parent alone answers Ctrl-C and a closed terminal.
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        task: _Task = parent.recv()
        try:
            found: MatchGame | Exception = _play(task)
        except Exception as error:
            found = error
        parent.send((task.number, found))


def _end_with_parent() -> None:
    """End this process when its parent has ended in a way that left it no time to say so."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
