"""A fixed number of threads that let bots think."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeAlias

__all__ = ["Job", "Workers"]

_LOG: Final = logging.getLogger("sse_core.web")

Job: TypeAlias = Callable[[], None]


class Workers:
    """Threads that do one job after the other, in the order in which they come.

    They end with the process, even while a bot thinks.
    """

    def __init__(self, count: int) -> None:
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._count = count
        for number in range(count):
            Thread(target=self._work, name=f"sse bots {number + 1}", daemon=True).start()

    def submit(self, job: Job) -> None:
        """Put a job at the end of the queue. A job handles its own errors."""
        self._jobs.put(job)

    def close(self) -> None:
        """Tell the threads to end after what they do now and what was put before."""
        for _ in range(self._count):
            self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception:
                # A fault in one game is no reason to stop the others.
                _LOG.exception("a game can't go on")
