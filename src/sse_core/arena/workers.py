"""Workers that play jobs: those of an executor that is given, processes of this machine, or this process alone."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Thread, current_thread, main_thread
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar

from .errors import WorkersError

__all__ = ["ExecutorWorkers", "ProcessWorkers", "Workers", "deaf_children", "lone_process", "threads"]

ResultT = TypeVar("ResultT")

_SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
"""The signals of a terminal, which come to all processes there, and which the parent alone answers."""


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
    """

    def __init__(self, source: Executor | Callable[[], Executor], count: int) -> None:
        self._source = source
        self._count = count
        self._executor = source if isinstance(source, Executor) else source()
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
        self._executor = self._source()

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

    def _shut_down(self, *, wait: bool = True) -> None:
        """End the executor without the calls that no worker has begun."""
        # Not every executor can cancel them itself: that of loky has no `cancel_futures`.
        for sent in self._sent.copy():
            sent.cancel()
        self._executor.shutdown(wait=wait)


def threads(count: int) -> ExecutorWorkers:
    """Return so many threads of this process."""
    return ExecutorWorkers(lambda: ThreadPoolExecutor(count), count)


class ProcessWorkers(ExecutorWorkers):
    """Processes of this machine. At the end they end at once, whatever they play; so they do if this process is killed.

    They are spawned, so a script keeps its calls below ``if __name__ == "__main__":``, as the module multiprocessing
    asks.
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


def lone_process() -> ProcessPoolExecutor:
    """Return one process for calls that may end it."""
    return _processes(1, _Context())


def _processes(count: int, context: _Context) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, mp_context=context, initializer=_begin)


@contextmanager
def deaf_children() -> Generator[None, None, None]:
    """Let the processes that are started here hear nothing of Ctrl-C and a closed terminal, from their beginning.

    Threads that are started here start such processes, too. What comes in the meantime comes at the end.
    """
    with _interrupts_held():
        if not hasattr(signal, "pthread_sigmask"):
            # On Windows nothing is handed down.
            yield
            return
        # When it has to be started, it lets the signals through afterwards.
        ensure_running()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _interrupts_held() -> Generator[None, None, None]:
    """Let Ctrl-C and a closed terminal come at the end, where something isn't to be left half done.

    A mask doesn't do: other threads get the signal, and its handler runs in the main thread all the same.
    """
    came = list[int]()
    handlers: dict[int, Any] = {}
    if current_thread() is main_thread():
        handlers = {number: handler for number in _SIGNALS if callable(handler := signal.getsignal(number))}
    try:
        for number in handlers:
            signal.signal(number, lambda number, _: came.append(number))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


class _Process(SpawnProcess):
    def start(self) -> None:
        """Start the process, which hears nothing of Ctrl-C."""
        with deaf_children():
            super().start()


class _Context(SpawnContext):
    """Spawned processes, which can be ended.

    A fork would copy the locks of other threads in whatever state they are.
    """

    def __init__(self) -> None:
        super().__init__()
        self._started: list[BaseProcess] = []

    def Process(self, *args: Any, **options: Any) -> BaseProcess:  # type: ignore[override]
        """Return a process that is noted."""
        made = _Process(*args, **options)
        self._started.append(made)
        return made

    def terminate(self) -> None:
        """Tell all processes to end at once."""
        # One that has ended may have had a lock that others wait for.
        with _interrupts_held():
            for process in self._started:
                if process.pid is not None:
                    process.terminate()

    def join(self) -> None:
        """Wait until all have ended."""
        for process in self._started:
            if process.pid is not None:
                process.join()
        self._started.clear()


def _begin() -> None:
    """Prepare a process that plays, until it is ended."""
    # On Windows, too, the parent alone answers Ctrl-C, now that everything is loaded.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent has ended in a way that left it no time to say so."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
