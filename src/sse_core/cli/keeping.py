"""Games kept in files: written whole or not at all, safe from signals, and checked by replaying them."""

from __future__ import annotations

import os
import signal
import threading
from argparse import Namespace
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ..play.contents import Content
from .loading import load
from .pages import RefusedError, echo, say

__all__ = ["first_ctrl_c_noted", "is_other_file", "report_files", "save", "signals_as_interrupts", "signals_ignored"]

_SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that ask a process to end."""


# --- files


def save(path: Path, text: str) -> None:
    """Write a text and a newline to a file. The file keeps its old content until the new one is complete.

    Raises OSError if the file can't be written. A path that is no regular file, such as ``/dev/stdout``, is written to
    directly.
    """
    content = text.removesuffix("\n") + "\n"
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_text(content, encoding="utf-8", newline="\n")
        return
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def is_other_file(path: Path, resumed: str | None) -> bool:
    """Return whether a file exists and is another one than the resumed file."""
    return path.is_file() and (resumed in (None, "-") or not path.samefile(str(resumed)))


def report_files(
    args: Namespace, names: Sequence[str], *, finished: bool, is_same: Callable[[Content], bool], same: str
) -> None:
    """Print which files were written to ``args.out``, and how to resume an unfinished game.

    The first of the names is loaded again. `is_same` compares its content with what was played, and `same` says what
    was compared. Raises RefusedError if the two differ.
    """
    resume = f"`{args.parser.prog} --resume {{}}` goes on with it"
    if args.out is None:
        if not finished:
            say(f"It isn't kept. With --out DIR it would be, and {resume.format(f'DIR/{names[0]}')}.")
        return
    paths = [args.out / name for name in names]
    echo(f"\nWrote {' and '.join(map(str, paths))}.")
    if not is_same(load(str(paths[0]), args.game)):
        raise RefusedError(f"{paths[0]} does not replay to what was played")
    echo(f"Replayed {paths[0]}: {same}.")
    if not finished:
        echo(f"{resume.format(paths[0])}.")


# --- signals


@contextmanager
def signals_as_interrupts() -> Generator[None, None, None]:
    """Make every signal to end the process raise KeyboardInterrupt, as Ctrl-C does; a closed terminal sends one."""
    with _handler_set(signal.default_int_handler):
        yield


@contextmanager
def signals_ignored() -> Generator[None, None, None]:
    """Ignore the signals to end the process, such as a second Ctrl-C, while a file is written."""
    with _handler_set(signal.SIG_IGN):
        yield


@contextmanager
def first_ctrl_c_noted() -> Generator[Callable[[], bool], None, None]:
    """Note the first Ctrl-C rather than end the process; yield the function that says whether it came.

    A second one, and every other signal to end the process, does what it did before.
    """
    before = signal.getsignal(signal.SIGINT)
    noted: list[int] = []

    def note(number: int, frame: object) -> None:
        noted.append(number)
        signal.signal(signal.SIGINT, before)

    with _handler_set(note, [signal.SIGINT]):
        yield lambda: bool(noted)


@contextmanager
def _handler_set(handler: Any, signals: Sequence[int] = _SIGNALS) -> Generator[None, None, None]:
    """Set the handler of the signals to end, or of some of them, and restore the old ones afterwards.

    Only the main thread can set handlers; in other threads nothing happens. A signal that the process was started to
    ignore stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in signals}
    changed = [number for number, old in before.items() if old is not signal.SIG_IGN and old is not None]
    for number in changed:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, before[number])
