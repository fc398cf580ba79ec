"""Interrupts: Ctrl-C and a closed terminal are for the program alone, and not for the processes that it starts."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.resource_tracker import ensure_running
from threading import current_thread, main_thread
from typing import Any, Final

__all__ = ["interrupts_blocked", "interrupts_blocked_in_children", "interrupts_held"]

_SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)]
"""The signals of a terminal, which come to all processes there, and which the parent alone answers."""


@contextmanager
def interrupts_blocked_in_children() -> Generator[None, None, None]:
    """Let the processes that are started here hear nothing of Ctrl-C and a closed terminal, from their beginning.

    They may be processes of multiprocessing. Threads that are started here start such processes, too. What comes in the
    meantime comes at the end.
    """
    with interrupts_held():
        if hasattr(signal, "pthread_sigmask"):
            # When it has to be started, it lets the signals through afterwards.
            ensure_running()
        with interrupts_blocked():
            yield


@contextmanager
def interrupts_blocked() -> Generator[None, None, None]:
    """Let the processes that are started here by `subprocess` hear nothing of these signals."""
    with interrupts_held():
        if not hasattr(signal, "pthread_sigmask"):
            # On Windows nothing is handed down.
            yield
            return
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def interrupts_held() -> Generator[None, None, None]:
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
