"""The games of a match: who sits where, how each is played, and several at a time in processes of their own.

A round is as many games as there are seats, on one start and one seed: A takes each seat once, and B all the others. In
a game for one, a round is two games: A plays alone, then B.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, NamedTuple, TypeAlias

from ..bots.naming import bot_named
from ..bots.watched import BotError, watched
from ..errors import ArgumentError, SseError
from ..game import AnyGame, Bot, State
from ..play.match import turns_of
from ..play.records import GameRecord
from ..seeds import child_seed

__all__ = ["Contender", "GameFailedError", "MatchGame", "Start", "play_match", "seatings", "starts_of"]

Contender: TypeAlias = str | Bot
"""A player of a match: the name of a bot (`bots.naming`), or a bot, which must be picklable for several processes."""

Worker: TypeAlias = "Connection[Any, Any]"
"""The connection to a process that plays."""


class Start(NamedTuple):
    """The start of a round."""

    state: State[Any]
    seed: int
    """The seed of its games, as in `match.turns_of`."""


@dataclass(frozen=True)
class MatchGame:
    """A game of a match that was played to its end."""

    number: int
    """Its place in the match, counted from 0."""

    round: int
    """The round that it belongs to, counted from 0."""

    seats: tuple[int, ...]
    """Who sat at each seat: 0 for A, 1 for B."""

    winners: tuple[int, ...]
    """The seats that won."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    plies: int
    """The number of actions, chance events included."""

    record: GameRecord[Any, Any] | None = None
    """The game's record, if records are kept."""


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


def starts_of(make: Callable[[int], State[Any]], seed: int) -> Iterator[Start]:
    """Yield the starts of rounds without end: round i has the seed ``child_seed(seed, i)``, and `make` its state.

    >>> from sse_core import small_star_empires
    >>> starts = starts_of(lambda seed: small_star_empires.start(players=2, seed=seed), seed=7)
    >>> [start.seed == child_seed(7, i) for start, i in zip(starts, range(3))]
    [True, True, True]
    """
    number = 0
    while True:
        child = child_seed(seed, number)
        yield Start(make(child), child)
        number += 1


def seatings(seats: int) -> list[tuple[int, ...]]:
    """Return who sits where in each game of a round, for so many seats.

    >>> seatings(2), seatings(3), seatings(1)
    ([(0, 1), (1, 0)], [(0, 1, 1), (1, 0, 1), (1, 1, 0)], [(0,), (1,)])
    """
    if seats == 1:
        return [(0,), (1,)]
    return [tuple(int(seat != place) for seat in range(seats)) for place in range(seats)]


# --- games


class _Task(NamedTuple):
    """A game that is to be played."""

    number: int
    round: int
    start: Start
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
) -> Generator[MatchGame, None, None]:
    """Yield the games of A against B, round after round in their order, all seats turned on every start.

    `names` are those in records and errors; None means the names of bots by name, and A and B for others. `jobs` is the
    number of processes that play; 1 is this one. The number changes neither the games nor their order, unless a bot
    looks at the clock. A bot by name is made anew for each seat of each game. `records`: keep a record of each game.

    Close the generator to end a match early: that ends the processes. Processes are spawned, so a script that uses
    several keeps its calls below ``if __name__ == "__main__":``, as the module multiprocessing asks.

    Raises ArgumentError if `jobs` is below 1, and at the first game if a bot isn't there; GameFailedError at the game
    in which a bot fails; SseError if a process ends by itself, as when memory is short.

    >>> from sse_core import small_star_empires
    >>> starts = starts_of(lambda seed: small_star_empires.start(players=2, seed=seed), seed=7)
    >>> games = play_match("greedy", "random", starts)
    >>> [(game.round, game.seats) for game, _ in zip(games, range(3))]
    [(0, (0, 1)), (0, (1, 0)), (1, (0, 1))]
    """
    if jobs < 1:
        raise ArgumentError(f"jobs is 1 or more, not {jobs}")
    if names is None:
        names = a if isinstance(a, str) else "A", b if isinstance(b, str) else "B"
    tasks = _tasks(starts, (a, b), names, records)
    return (_play(task) for task in tasks) if jobs == 1 else _played_by(tasks, jobs)


def _tasks(
    starts: Iterable[Start], contenders: tuple[Contender, Contender], names: tuple[str, str], keeps: bool
) -> Iterator[_Task]:
    number = 0
    for place, start in enumerate(starts):
        for seats in seatings(len(start.state.totals)):
            yield _Task(number, place, start, seats, contenders, names, keeps)
            number += 1


def _play(task: _Task) -> MatchGame:
    """Play a game."""
    state, moves = task.start.state, list[tuple[int, Any]]()
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
    )


def _bot(contender: Contender, game: AnyGame) -> Bot:
    return bot_named(contender, game) if isinstance(contender, str) else contender


def _record(task: _Task, moves: list[tuple[int, Any]]) -> GameRecord[Any, Any]:
    seats = zip(task.start.state.game.INFO.seats, task.seats, strict=False)
    tags = {"seed": str(task.start.seed)} | {seat: task.names[who] for seat, who in seats}
    return GameRecord(task.start.state, moves, tags)


# --- processes


def _played_by(tasks: Iterator[_Task], jobs: int) -> Generator[MatchGame, None, None]:
    """Yield the games in order, played by so many processes. Each gets the next game when it has played one."""
    found: dict[int, MatchGame | Exception] = {}
    number = 0
    with _workers(jobs) as workers:
        busy = {worker for worker in workers if _hand_over(worker, tasks)}
        while busy:
            for worker in wait(busy):
                assert isinstance(worker, Connection)
                place, game = _taken(worker)
                found[place] = game
                if not _hand_over(worker, tasks):
                    busy.remove(worker)
            while number in found:
                played = found.pop(number)
                if isinstance(played, Exception):
                    raise played
                yield played
                number += 1


def _hand_over(worker: Worker, tasks: Iterator[_Task]) -> bool:
    """Give a process its next game; return whether there was one."""
    for task in tasks:
        worker.send(task)
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
