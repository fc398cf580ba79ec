"""Signal handlers that are set for the length of a block."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

__all__ = ["handler_set"]


@contextmanager
def handler_set(handler: Any, signals: Sequence[int] = (signal.SIGINT,)) -> Generator[None, None, None]:
    """Set the handler of signals, of Ctrl-C by default, and restore the old ones afterwards.

    Only the main thread can set handlers; in other threads nothing happens. A signal that the process was started to
    ignore stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in signals}
    changed = [number for number, old in before.items() if old is not signal.SIG_IGN and old is not None]
    try:
        for number in changed:
            signal.signal(number, handler)
        yield
    finally:
        for number in changed:
            signal.signal(number, before[number])
