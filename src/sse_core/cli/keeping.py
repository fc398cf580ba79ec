"""Games that are not lost: files written whole or not at all, and signals that end a game but not its record."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

__all__ = ["is_another", "save", "stoppable", "undisturbed"]

_STOPPING: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def save(path: Path, text: str) -> None:
    """Write a text and a newline to a file, which holds what it held before until all of it is written.

    Raises OSError if that can't be done. What is no file, such as ``/dev/stdout``, is written to as it is.
    """
    content = text.removesuffix("\n") + "\n"
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_text(content, encoding="utf-8", newline="\n")
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def is_another(path: Path, resumed: str | None) -> bool:
    """Return whether a file is there, and isn't the one that is gone on with, by name."""
    return path.is_file() and (resumed in (None, "-") or not path.samefile(str(resumed)))


@contextmanager
def stoppable() -> Generator[None, None, None]:
    """Let a request to end the process, or a terminal that goes away, raise KeyboardInterrupt, as Ctrl-C does."""
    with _handled(signal.default_int_handler):
        yield


@contextmanager
def undisturbed() -> Generator[None, None, None]:
    """Let nobody interrupt what is written, be it by a second Ctrl-C."""
    with _handled(signal.SIG_IGN):
        yield


@contextmanager
def _handled(handler: Any) -> Generator[None, None, None]:
    """Have signals handled so for a while. Only the main thread can, and what it was told to ignore stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _STOPPING}
    mine = [number for number, known in before.items() if known is not signal.SIG_IGN and known is not None]
    for number in mine:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, before[number])
