"""Workers that play jobs: those of an executor that is given, processes of this machine, or this process alone."""

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
"""The executor of `concurrent.futures` that can't play, by its name: before Python 3.14 there is none."""


class Workers(Protocol):
    """Workers behind an executor, which can be made anew. As a context they end at its end."""

    def submit(self, play: Callable[..., ResultT], *args: Any) -> Future[ResultT]:
        """Hand a call to a worker; raise BrokenExecutor if none can take it any more."""
        ...

    def renew(self) -> None:
        """Make a new executor, after the old one has broken; what it had not finished is lost."""
        ...

    def alive(self) -> int:
        """Return how many workers there are now; raise WorkersError if there will never be any again."""
        ...

    def __enter__(self) -> Self:
        """Return the workers."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """End the workers that were made here."""
        ...


class ExecutorWorkers:
    """The workers of an executor, or of one that a function makes anew as often as it breaks.

    An executor is left as it is at the end, one that was made is shut down: games that run are played to their end.
    `count` is the number of its workers.

    Raises WorkersError for an InterpreterPoolExecutor, since one interpreter of a process alone loads the compiled
    core; and for an executor of processes that can't load the main module again, or would start others there.
    """

    def __init__(self, source: Executor | Callable[[], Executor], count: int) -> None:
        self._source = source
        self._count = count
        self._executor = self._made()
        if _spawns(self._executor):
            check_main_module()
        self._sent = set[Future[Any]]()
        """The calls that haven't ended."""

    def submit(self, play: Callable[..., ResultT], *args: Any) -> Future[ResultT]:
        """Hand a call to a worker."""
        sent = self._executor.submit(play, *args)
        self._sent.add(sent)
        sent.add_done_callback(self._sent.discard)
        return sent

    def renew(self) -> None:
        """Make a new executor; raise WorkersError if one was given, and no function."""
        if isinstance(self._source, Executor):
            raise WorkersError("the executor is broken; a function that makes one would have been called again")
        self._shut_down(wait=False)
        self._executor = self._made()

    def alive(self) -> int:
        """Return the number of workers, which an executor doesn't tell."""
        return self._count

    def __enter__(self) -> Self:
        """Return the workers."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Shut an executor down that was made here."""
        if not isinstance(self._source, Executor):
            self._shut_down()

    def _made(self) -> Executor:
        """Return the executor that is given or made; raise WorkersError if it is of interpreters."""
        executor = self._source if isinstance(self._source, Executor) else self._source()
        if any(base.__name__ == _INTERPRETERS for base in type(executor).__mro__):
            raise WorkersError(
                f"an {_INTERPRETERS} can't play: one interpreter of a process alone loads the compiled core; "
                "processes and threads can"
            )
        return executor

    def _shut_down(self, *, wait: bool = True) -> None:
        """End the executor without the calls that no worker has begun."""
        # Not every executor can cancel them itself: that of loky has no `cancel_futures`.
        for sent in self._sent.copy():
            sent.cancel()
        self._executor.shutdown(wait=wait)


def _spawns(executor: Executor) -> bool:
    """Return whether an executor has processes that load the main module again."""
    context: Any = getattr(executor, "_mp_context", None)
    return context is not None and context.get_start_method() != "fork"


def threads(count: int) -> ExecutorWorkers:
    """Return so many threads of this process."""
    return ExecutorWorkers(lambda: ThreadPoolExecutor(count), count)


class ProcessWorkers(ExecutorWorkers):
    """Processes of this machine. At the end they end at once, whatever they play; so they do if this process is killed.

    What their bots have started ends with them, and what they print goes to the standard error. On Windows, both ends
    leave what bots have started.

    They are spawned, so a script keeps its calls below ``if __name__ == "__main__":``, as the module multiprocessing
    asks. Raises WorkersError if it doesn't, or if it comes from the standard input.
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
        # The executor drops what they had to do, and fails at a call that is cancelled in the meantime. Its own thread
        # waits for its processes, too. Two that wait at once would miss an end.
        self._executor.shutdown()
        self._context.join()


def _processes(count: int, context: _Context) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(context.begin(),))


class _Process(SpawnProcess):
    def start(self) -> None:
        """Start the process, which hears nothing of Ctrl-C."""
        with interrupts_blocked_in_children():
            super().start()


class _Context(SpawnContext):
    """Spawned processes, which can be ended.

    A fork would copy the locks of other threads in whatever state they are.
    """

    def __init__(self) -> None:
        super().__init__()
        self._started: list[BaseProcess] = []
        self._group: ProcessGroup | None = None

    def begin(self) -> int | None:
        """Make a group for the next processes, and return its number."""
        self._group = ProcessGroup()
        return self._group.number

    def Process(self, *args: Any, **options: Any) -> BaseProcess:  # type: ignore[override]
        """Return a process that is noted."""
        made = _Process(*args, **options)
        self._started.append(made)
        return made

    def terminate(self) -> None:
        """Tell all processes to end at once."""
        # One that has ended may have had a lock that others wait for.
        with interrupts_held():
            for process in self._started:
                if process.pid is not None:
                    process.terminate()
            if self._group is not None:
                self._group.end()

    def join(self) -> None:
        """Wait until all have ended."""
        for process in self._started:
            if process.pid is not None:
                process.join()
        self._started.clear()


def _begin(group: int | None) -> None:
    """Prepare a process that plays, until it is ended."""
    parent = parent_process()
    assert parent is not None
    join_group(group)
    if not parent.is_alive():
        # It was killed before this process was in the group, which has ended with it.
        os._exit(1)
    # On Windows, too, the parent alone answers Ctrl-C, now that everything is loaded.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print_aside()
    if group is None:
        Thread(target=_end_with_parent, args=(parent,), daemon=True).start()


def _end_with_parent(parent: BaseProcess) -> None:
    """End this process when its parent has ended in a way that left it no time to say so."""
    parent.join()
    os._exit(1)
