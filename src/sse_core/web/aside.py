"""A process beside the server that reads what others wrote, so that no text holds up the games.

Reading, replaying and drawing a text takes as long as the text wants. So it is done in another process, for so long and
no longer, while the server answers clicks.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from threading import Lock, Timer
from typing import IO, Any, Final, TypeVar, cast

from ..errors import SseError
from .errors import BusyError, WebError

__all__ = ["SECONDS", "Aside"]

Result = TypeVar("Result")

SECONDS: Final = 2.0
"""The most seconds of computing that a text may take."""

_PATIENCE: Final = 5.0
"""How many times as long it may take by the clock: a busy machine gives a process less than a processor."""

_MOST_WAITING: Final = 8
"""How many texts wait at most while one is read."""


class Aside:
    """A process that reads texts, one after the other; it starts with the first one. Any thread may call it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._turn = Lock()
        self._count = Lock()
        self._waiting = 0
        self._process: subprocess.Popen[bytes] | None = None
        self.is_closed = False
        """Whether it reads no more."""

    def run(self, work: Callable[..., Result], *args: object, times: int = 1) -> Result:
        """Return what a function of a module makes of its arguments, which are plain values; raise its SseError.

        It has so many times as long as a text. Raises WebError if it takes too long, BusyError if too many wait.
        """
        with self._count:
            if self._waiting > _MOST_WAITING:
                raise BusyError("many texts are read here at the moment; try again later")
            self._waiting += 1
        try:
            with self._turn:
                return self._answer(work, args, times * self._seconds)
        finally:
            with self._count:
                self._waiting -= 1

    def close(self) -> None:
        """End the process, also while it works."""
        self.is_closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._turn:
            self._end()

    def _answer(self, work: Callable[..., Result], args: tuple[object, ...], seconds: float) -> Result:
        try:
            result, error = _exchange(self._running(), (work, args, seconds), _PATIENCE * seconds)
        except (EOFError, OSError, pickle.UnpicklingError):
            # The process was ended, by its timer or by `close`.
            self._end()
            if self.is_closed:
                raise BusyError("the server is about to end") from None
            raise WebError(f"the text takes longer than {seconds:g} seconds to work out") from None
        if error is not None:
            raise error
        return cast(Result, result)

    def _running(self) -> subprocess.Popen[bytes]:
        """Return the process, once it is there: loading it takes no time from a text. Raise EOFError if it is ended."""
        if self._process is None or self._process.poll() is not None:
            self._end()
            if self.is_closed:
                raise EOFError
            command = [sys.executable, "-m", __name__]
            # Ctrl-C at the terminal is for the server, which ends this process.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            # `close` ends the process that it sees, and one that it doesn't see ends here.
            if self.is_closed:
                raise EOFError
            _read(self._process.stdout)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _exchange(process: subprocess.Popen[bytes], value: object, seconds: float) -> Any:
    """Write a value to a process, and return what it answers; kill it after so many seconds by the clock."""
    ending = Timer(seconds, process.kill)
    ending.start()
    try:
        _write(process.stdin, value)
        return _read(process.stdout)
    finally:
        ending.cancel()


def _write(line: IO[bytes] | None, value: object) -> None:
    assert line is not None
    pickle.dump(value, line)
    line.flush()


def _read(line: IO[bytes] | None) -> Any:
    # Both ends are ours, and what others wrote is a str in it.
    assert line is not None
    return pickle.load(line)


def _serve() -> None:
    """Answer until the server is gone."""
    # Windows has no sessions: there Ctrl-C comes here, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _write(sys.stdout.buffer, None)
    while True:
        try:
            work, args, seconds = _read(sys.stdin.buffer)
        except EOFError:
            return
        _set_timer(seconds)
        answer = _answer_of(work, args)
        _set_timer(0)
        _write(sys.stdout.buffer, answer)


def _answer_of(work: Callable[..., object], args: tuple[object, ...]) -> tuple[object, Exception | None]:
    """Return the result of a function and no error, or no result and its error."""
    try:
        return work(*args), None
    except SseError as error:
        return None, error
    except Exception as error:
        # A fault of ours, which the terminal of the server tells.
        return None, RuntimeError(f"{type(error).__name__}: {error}")


def _set_timer(seconds: float) -> None:
    """Let the system end this process after so many seconds of computing; 0 for never.

    Windows has no such timer: there the server ends it after a while.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    _serve()
