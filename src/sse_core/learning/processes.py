"""Calls of a function in processes of this machine, which are those of an arena: one that dies is replaced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, NamedTuple, TypeVar

from ..arena.loop import Incidents, JobKind, halves, results_of
from ..arena.workers.executors import ProcessWorkers, Workers

__all__ = ["processes", "results_in_order"]

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


class _Job(NamedTuple):
    """Some items of all, and what is called with each of them."""

    call: Callable[[Any], Any]
    place: int
    """The place of the first item among all."""

    items: Sequence[Any]


def processes(count: int) -> AbstractContextManager[Workers | None]:
    """Return so many processes as workers, which end with the block; None in place of one, which is this process."""
    return nullcontext() if count == 1 else ProcessWorkers(count)


def results_in_order(
    call: Callable[[ItemT], ResultT], items: Sequence[ItemT], workers: Workers | None, *, at_once: int
) -> list[ResultT]:
    """Return what a function of a module returns for each item; without workers this process calls it.

    `at_once` is how many items a process gets together. Raises what the function raises, and WorkersError if processes
    die again and again.
    """
    if workers is None:
        return [call(item) for item in items]
    jobs = (_Job(call, place, items[place : place + at_once]) for place in range(0, len(items), at_once))
    found = dict[int, list[ResultT]]()
    for job, results in results_of(lambda: next(jobs, None), _CALLS, workers, incidents=Incidents()):
        if isinstance(results, Exception):
            raise results
        found[job.place] = results
    return [result for _, results in sorted(found.items()) for result in results]


def _play(job: _Job, careful: bool) -> list[Any] | Exception:
    # A job that was lost comes in halves, which need no more care: no call ends its process by itself.
    try:
        return [job.call(item) for item in job.items]
    except Exception as error:
        return error


def _cut(job: _Job) -> Sequence[_Job]:
    first, *rest = halves(job.items)
    return [job._replace(items=first), *(_Job(job.call, job.place + len(first), items) for items in rest)]


_CALLS: Final[JobKind[_Job, list[Any] | Exception]] = JobKind(_play, _cut)
