"""Workers that play jobs: any executor, processes on this machine, or threads of this process."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from threading import Thread
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar

from ..errors import WorkersError
from .interrupts import interrupts_blocked_in_children, interrupts_held
from .main_module import check_main_module
from .output import print_aside
from .process_groups import ProcessGroup, join_group

__all__ = ["ExecutorWorkers", "ProcessWorkers", "Workers", "threads"]

ResultT = TypeVar("ResultT")

_INTERPRETERS: Final = "InterpreterPoolExecutor"
"""The name of the executor of `concurrent.futures` that can't play; Python before 3.14 doesn't have it."""


class Workers(Protocol):
    """Workers behind an executor that can be replaced. They are a context manager, and end with its block."""

    def submit(self, play: Callable[..., ResultT], *args: Any) -> Future[ResultT]:
        """Send a call to a worker; raise BrokenExecutor if no worker can take calls any more."""
        ...

    def renew(self) -> None:
        """Replace a broken executor; its unfinished calls are lost."""
        ...

    def alive(self) -> int:
        """Return the present number of workers; raise WorkersError if there will never be any again."""
        ...

    def __enter__(self) -> Self:
        """Return the workers."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """End the workers, unless their executor was given."""
        ...


class ExecutorWorkers:
    """The workers of a given executor, or of executors that a given function makes, again after each break.

    At the end a given executor is left open, while one that was made here is shut down after the running games.
    `count` is the number of its workers.

    Raises WorkersError for an InterpreterPoolExecutor, since only one interpreter of a process can load the compiled
    core; and for an executor of processes that can't load the main module again, or would start others there.
    """

    def __init__(self, source: Executor | Callable[[], Executor], count: int) -> None:
        self._source = source
        self._count = count
        self._executor = self._made()
        if _spawns(self._executor):
            check_main_module()
        self._sent = set[Future[Any]]()
        """The unfinished calls."""

    def submit(self, play: Callable[..., ResultT], *args: Any) -> Future[ResultT]:
        """Hand a call to a worker."""
        sent = self._executor.submit(play, *args)
        self._sent.add(sent)
        sent.add_done_callback(self._sent.discard)
        return sent

    def renew(self) -> None:
        """Make a new executor; raise WorkersError if an executor was given instead of a function."""
        if isinstance(self._source, Executor):
            raise WorkersError("the executor is broken; a function that makes one would have been called again")
        self._shut_down(wait=False)
        self._executor = self._made()

    def alive(self) -> int:
        """Return the given number of workers, since an executor doesn't tell it."""
        return self._count

    def __enter__(self) -> Self:
        """Return the workers."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Shut down an executor that was made here."""
        if not isinstance(self._source, Executor):
            self._shut_down()

    def _made(self) -> Executor:
        """Return the given executor, or make one; raise WorkersError if it uses interpreters."""
        executor = self._source if isinstance(self._source, Executor) else self._source()
        if any(base.__name__ == _INTERPRETERS for base in type(executor).__mro__):
            raise WorkersError(
                f"an {_INTERPRETERS} can't play: one interpreter of a process alone loads the compiled core; "
                "processes and threads can"
            )
        return executor

    def _shut_down(self, *, wait: bool = True) -> None:
        """Shut down the executor, and cancel calls that no worker has begun."""
        # Not every executor can cancel them itself: loky's has no `cancel_futures`.
        for sent in self._sent.copy():
            sent.cancel()
        self._executor.shutdown(wait=wait)


def _spawns(executor: Executor) -> bool:
    """Return whether an executor's processes load the main module again."""
    context: Any = getattr(executor, "_mp_context", None)
    return context is not None and context.get_start_method() != "fork"


def threads(count: int) -> ExecutorWorkers:
    """Return workers that are so many threads of this process."""
    return ExecutorWorkers(lambda: ThreadPoolExecutor(count), count)


class ProcessWorkers(ExecutorWorkers):
    """Workers that are processes on this machine. They are killed at the end of the block, or with this process.

    Processes that their bots have started are killed, too, except on Windows. Prints of bots go to the standard error.

    They are spawned, so a script needs its calls below ``if __name__ == "__main__":``, as for the module
    multiprocessing. Raises WorkersError if it hasn't, or if the script comes from the standard input.
    """

    def __init__(self, count: int) -> None:
        self._context = _Context()
        super().__init__(lambda: _processes(count, self._context), count)

    def renew(self) -> None:
        """Start new processes."""
        self._end()
        super().renew()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """End the processes."""
        self._end()

    def _end(self) -> None:
        self._context.terminate()
        # The executor drops their calls, and fails at a call that is cancelled meanwhile. Its own thread also waits for
        # its processes, and two threads that wait at once would miss an end.
        self._executor.shutdown()
        self._context.join()


def _processes(count: int, context: _Context) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(context.begin(),))


class _Process(SpawnProcess):
    def start(self) -> None:
        """Start the process, which ignores Ctrl-C."""
        with interrupts_blocked_in_children():
            super().start()


class _Context(SpawnContext):
    """A context of multiprocessing for spawned processes, which can be killed together.

    Forks would copy the locks of other threads in any state.
    """

    def __init__(self) -> None:
        super().__init__()
        self._started: list[BaseProcess] = []
        self._group: ProcessGroup | None = None

    def begin(self) -> int | None:
        """Make a process group for the next processes, and return its number."""
        self._group = ProcessGroup()
        return self._group.number

    def Process(self, *args: Any, **options: Any) -> BaseProcess:  # type: ignore[override]
        """Return a process, and note it."""
        made = _Process(*args, **options)
        self._started.append(made)
        return made

    def terminate(self) -> None:
        """Kill all processes."""
        # A killed process may have held a lock that others wait for.
        with interrupts_held():
            for process in self._started:
                if process.pid is not None:
                    process.terminate()
            if self._group is not None:
                self._group.end()

    def join(self) -> None:
        """Wait until all processes have ended."""
        for process in self._started:
            if process.pid is not None:
                process.join()
        self._started.clear()


def _begin(group: int | None) -> None:
    """Prepare a worker process."""
    parent = parent_process()
    assert parent is not None
    join_group(group)
    if not parent.is_alive():
        # The parent was killed before this process joined the group, and the group has ended.
        os._exit(1)
    # On Windows, too, only the parent handles Ctrl-C, now that everything is loaded.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print_aside()
    if group is None:
        Thread(target=_end_with_parent, args=(parent,), daemon=True).start()


def _end_with_parent(parent: BaseProcess) -> None:
    """End this process when its parent has died without ending it."""
    parent.join()
    os._exit(1)
