"""Main loop of an arena: it sends jobs to workers until each has a result, even if workers die.

Exceptions in games are part of results. So an exception of a future means that a worker has died, and the job is sent
again, to a new executor if the old one is broken. From the second time on it is played with care: in a child process of
the worker, and in two halves. So a game that crashes its process ends only the child, not another worker. And even if
workers die often, jobs become short enough to be finished in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

from .errors import WorkersError
from .workers.executors import Workers

__all__ = ["Incidents", "JobKind", "halves", "results_of"]

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")
ItemT = TypeVar("ItemT")

_IN_FLIGHT: Final = 2
"""The jobs in flight per worker: one in play, and one that waits there."""

_MOST_LOSSES: Final = 20
"""The number of jobs lost in a row, with none finished, after which the arena gives up."""

_POLL_SECONDS: Final = 0.5
"""The seconds after which workers are counted again while no job finishes."""


class JobKind(NamedTuple, Generic[JobT, ResultT]):
    """The functions for a kind of jobs: one plays a job, the other cuts it."""

    play: Callable[[JobT, bool], ResultT]
    """Plays a job in a worker and never raises; the flag asks for care, since the job may end its process."""

    cut: Callable[[JobT], Sequence[JobT]]
    """Returns the two halves of a job; only the job itself if it is a single game."""


@dataclass
class Incidents:
    """Counts of lost jobs and broken executors so far."""

    resent: int = 0
    """The number of jobs that were sent again."""

    renewed: int = 0
    """The number of broken executors that were replaced."""

    last_error: str = ""
    """The error of the last lost job."""


class _Sent(NamedTuple, Generic[JobT]):
    """A job in flight, with whether it was lost before, so that it is played with care."""

    job: JobT
    careful: bool


def results_of(
    jobs: Callable[[], JobT | None],
    kind: JobKind[JobT, ResultT],
    workers: Workers,
    *,
    incidents: Incidents,
    patience: float = 30.0,
) -> Generator[tuple[JobT, ResultT], None, None]:
    """Yield jobs with their results as they finish, until none is in flight and there is no further one.

    `jobs` returns the next job; None if there is none at present, which later results may change. Two jobs per worker
    are in flight. A lost job is sent again in parts.

    Raises WorkersError if there is no worker for `patience` seconds, if there will never be one again, or if workers
    fail twenty times in a row without a finished job.
    """
    again, running = deque[_Sent[JobT]](), dict[Future[ResultT], _Sent[JobT]]()
    seen, losses = monotonic(), 0
    while True:
        is_broken, alive = False, workers.alive()
        while len(running) < _IN_FLIGHT * max(alive, 1):
            job = again.popleft() if again else _first(jobs())
            if job is None:
                break
            try:
                running[workers.submit(kind.play, job.job, job.careful)] = job
            except BrokenExecutor:
                again.appendleft(job)
                is_broken = True
                break
        if not running and not is_broken:
            return
        done = wait(running, timeout=min(patience, _POLL_SECONDS), return_when=FIRST_COMPLETED).done
        if done or alive:
            seen = monotonic()
        elif monotonic() - seen >= patience:
            raise WorkersError(f"there was no worker for {patience:g} seconds")
        lost, finished = list[_Sent[JobT]](), list[tuple[JobT, ResultT]]()
        for future in done:
            sent = running.pop(future)
            try:
                result = future.result()
            except Exception as error:
                is_broken |= isinstance(error, BrokenExecutor)
                incidents.last_error = _words(error)
                lost.append(sent)
            else:
                finished.append((sent.job, result))
        yield from finished
        if is_broken:
            lost += running.values()
            running.clear()
            workers.renew()
            incidents.renewed += 1
        incidents.resent += len(lost)
        losses = 0 if finished else losses + bool(lost)
        if losses == _MOST_LOSSES:
            raise WorkersError(
                f"workers failed {losses} times before any finished a job, at last by {incidents.last_error}"
            )
        again.extend(_Sent(part, True) for sent in lost for part in kind.cut(sent.job))


def halves(items: Sequence[ItemT]) -> Sequence[Sequence[ItemT]]:
    """Return the two halves of a sequence; only the sequence itself if it has a single item.

    >>> halves("abc"), halves("a")
    (['ab', 'c'], ['a'])
    """
    middle = (len(items) + 1) // 2
    return [part for part in (items[:middle], items[middle:]) if part]


def _first(job: JobT | None) -> _Sent[JobT] | None:
    return None if job is None else _Sent(job, False)


def _words(error: Exception) -> str:
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
