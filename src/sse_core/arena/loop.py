"""The loop of an arena: jobs go to workers, each until it has a result, though workers die.

Whatever a game raises is part of a result. So an exception of a future says that a worker died, and the job is sent
again, to a new executor if the old one is broken. From the second time on it is played with care: in a child process of
the worker, and in two halves. So a game that ends its process ends the child, and costs no further worker; and however
often workers die, the jobs get short enough to be finished between two deaths.
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
"""The jobs of a worker: one that it plays, and one that waits there."""

_MOST_LOSSES: Final = 20
"""How often in a row jobs are lost, and none is finished, before the arena gives up."""

_POLL_SECONDS: Final = 0.5
"""The seconds after which workers are counted again while none has finished."""


class JobKind(NamedTuple, Generic[JobT, ResultT]):
    """What jobs of a kind are played by, and cut by."""

    play: Callable[[JobT, bool], ResultT]
    """Plays a job in a worker; the flag says whether with care, as it may end its process. It never raises."""

    cut: Callable[[JobT], Sequence[JobT]]
    """Returns the halves of a job; the job alone if it is one game."""


@dataclass
class Incidents:
    """Jobs that were lost and executors that broke, counted so far."""

    resent: int = 0
    """The jobs that were sent again."""

    renewed: int = 0
    """The executors that were broken, and made anew."""

    last_error: str = ""
    """The last error with which a job was lost."""


class _Sent(NamedTuple, Generic[JobT]):
    """A job, and whether it was lost before, so that it is played with care."""

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
    """Yield the jobs with their results as they are finished, until none runs and there is no further one.

    `jobs` returns the next job; None if there is none at present, which the results may change. Two jobs a worker are
    in flight. A job that was lost comes back in parts.

    Raises WorkersError if there was no worker for `patience` seconds, if there never will be one again, or if workers
    fail twenty times in a row before any has finished a job.
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
    """Return a sequence in two parts; one of a single item alone.

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
