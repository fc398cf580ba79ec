"""Thread pool in which bots think. Jobs for which a person waits come first."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Final

__all__ = ["NOBODY", "PERSON", "WATCHED", "Job", "Workers"]

_LOG: Final = logging.getLogger("sse_core.web")

PERSON: Final = 0
"""The urgency of a job for which a person waits."""

WATCHED: Final = 1
"""The urgency of a job that somebody watches."""

NOBODY: Final = 2
"""The urgency of a job that nobody watches."""


@dataclass(eq=False)
class Job:
    """A job for the workers. Its functions may be called from any thread, and handle their own errors."""

    run: Callable[[], None]
    urgency: Callable[[], int]
    """A function that returns the urgency now; the smallest number is done first. It takes no lock."""

    interrupt: Callable[[], None]
    """A function that makes `run` end soon; the job is then submitted again. It takes no lock."""

    is_quick: bool = False
    """Whether the job is done in an instant, and is never interrupted."""


class Workers:
    """A fixed number of threads that do the most urgent job first; among equals, the oldest.

    A job interrupts a less urgent one and takes its place. Quick jobs have one more thread of their own, so they never
    wait for long ones. The threads end with the process.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._changed = Condition()
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        """The jobs in progress, without those of the thread for quick jobs."""
        self._is_closing = False
        for number in range(count + 1):
            Thread(target=self._work, args=(number == count,), name=f"sse bots {number + 1}", daemon=True).start()

    def submit(self, job: Job) -> None:
        """Add a job to those that wait."""
        with self._changed:
            self._waiting.append(job)
            self._make_way()
            self._changed.notify_all()

    def look_again(self) -> None:
        """Look at the urgencies again, after one has changed."""
        with self._changed:
            self._make_way()

    def close(self) -> None:
        """Tell the threads to end after their present jobs."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()

    def _make_way(self) -> None:
        """Interrupt the least urgent job in progress if a waiting one is more urgent."""
        waiting = min((job.urgency() for job in self._waiting), default=NOBODY)
        if len(self._running) < self._count:
            return
        last = max((job for job in self._running if not job.is_quick), key=lambda job: job.urgency(), default=None)
        if last is not None and waiting < last.urgency():
            last.interrupt()

    def _next(self, quick_ones: bool) -> Job | None:
        """Remove and return the next waiting job; None at the end."""
        with self._changed:
            while not self._is_closing:
                jobs = [job for job in self._waiting if job.is_quick or not quick_ones]
                if jobs:
                    job = min(jobs, key=lambda job: job.urgency())
                    self._waiting.remove(job)
                    if not quick_ones:
                        self._running.append(job)
                    return job
                self._changed.wait()
            return None

    def _work(self, quick_ones: bool) -> None:
        while (job := self._next(quick_ones)) is not None:
            try:
                job.run()
            except Exception:
                # A fault in one game must not stop the others.
                _LOG.exception("a game can't go on")
            finally:
                if not quick_ones:
                    with self._changed:
                        self._running.remove(job)
