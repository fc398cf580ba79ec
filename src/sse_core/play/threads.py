"""A team of threads for work that the core does without the GIL."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

__all__ = ["MAX_THREADS", "Team"]

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_THREADS: Final = 1024


class Team:
    """A number of threads. The caller's own thread is one of them, so a team of one starts none."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task], *, wait_running: bool = False) -> list[Result]:
        """Return the result of `work` for each task, in the order of the tasks.

        Each thread takes the next task when it has done one, so no task waits for a thread that starts late. An
        exception, Ctrl-C included, cancels the tasks that haven't begun. With `wait_running` the call then waits for
        the tasks that run.
        """
        queue = deque(enumerate(tasks))
        n_helpers = min(self.threads, len(queue)) - 1
        results: dict[int, Result] = {}

        def take() -> None:
            try:
                while True:
                    try:
                        index, task = queue.popleft()
                    except IndexError:
                        return
                    results[index] = work(task)
            except BaseException:
                queue.clear()
                raise

        helpers = [self._started().submit(take) for _ in range(n_helpers)]
        try:
            take()
            for helper in helpers:
                # A thread that hasn't begun finds no task left.
                if not helper.cancel():
                    helper.result()
        finally:
            queue.clear()
            if wait_running and helpers:
                from concurrent.futures import wait

                wait(helpers)
        return [results[index] for index in range(len(results))]

    def _started(self) -> ThreadPoolExecutor:
        if self._pool is None:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(self.threads - 1)
        return self._pool
