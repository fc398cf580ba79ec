"""Threads that share work which the core does without the GIL."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

__all__ = ["MAX_THREADS", "Team"]

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_THREADS: Final = 1024


class Team:
    """A number of threads. A team of one is the caller's own thread."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task], *, wait_running: bool = False) -> list[Result]:
        """Return the result of `work` for each task, in the order of the tasks.

        An exception, Ctrl-C included, cancels the tasks that haven't begun. `wait_running`: it waits for the others.
        """
        if self.threads == 1:
            return [work(task) for task in tasks]
        from concurrent.futures import wait

        futures = [self._started().submit(work, task) for task in tasks]
        try:
            return [future.result() for future in futures]
        finally:
            for future in futures:
                future.cancel()
            if wait_running:
                wait(futures)

    def _started(self) -> ThreadPoolExecutor:
        if self._pool is None:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(self.threads)
        return self._pool
