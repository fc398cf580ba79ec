"""Interrupts: Ctrl-C and a closed terminal (SIGHUP) reach only the program itself, not the processes that it starts."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.resource_tracker import ensure_running
from threading import current_thread, main_thread
from typing import Any, Final

__all__ = ["interrupts_blocked", "interrupts_blocked_in_children", "interrupts_held"]

_SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
"""The signals that a terminal sends to all its processes, and that only the parent handles."""


@contextmanager
def interrupts_blocked_in_children() -> Generator[None, None, None]:
    """Let processes that are started in this block ignore Ctrl-C and a closed terminal, from their beginning.

    They may be processes of multiprocessing. Threads that are started in the block start such processes, too. Signals
    that come during the block are delivered at its end.
    """
    with interrupts_held():
        if hasattr(signal, "pthread_sigmask"):
            # If the resource tracker has to be started, it unblocks the signals afterwards.
            ensure_running()
        with interrupts_blocked():
            yield


@contextmanager
def interrupts_blocked() -> Generator[None, None, None]:
    """Let processes that `subprocess` starts in this block ignore these signals."""
    with interrupts_held():
        if not hasattr(signal, "pthread_sigmask"):
            # On Windows children inherit no handlers.
            yield
            return
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def interrupts_held() -> Generator[None, None, None]:
    """Delay Ctrl-C and a closed terminal to the end of the block, so that nothing is left half done.

    A signal mask isn't enough: another thread gets the signal, and its handler still runs in the main thread.
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
