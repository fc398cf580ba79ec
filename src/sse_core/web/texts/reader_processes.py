"""Reader processes: they read texts from strangers outside of the server, with a time limit and a fair queue.

Reading, replaying and drawing a text can take very long. So other processes do it, within a limit, while the server
answers clicks. A text of a few pages starts in a process for short work. If it takes longer than a slice of time, it
is interrupted, and starts anew in a process for long work, which has a lower priority. In both queues the next text is
that of the client that has used the least computing lately.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition, Timer
from time import process_time
from types import FrameType
from typing import IO, Any, Final, TypeVar, cast

from ...errors import SseError
from ...forms.messages import language, speaking
from ...games import GAMES
from ...play.sentences import digits
from ..errors import BusyError, WebError, at_the_end
from ..fair_use import FairUse
from ..messages import say
from ..plan import game_named

__all__ = ["SECONDS", "ReaderProcesses"]

Result = TypeVar("Result")

SECONDS: Final = 2.0
"""The most seconds of computing that a text may take."""

_SHORT: Final = 30_000
"""The most bytes of a text for short work."""

_SLICE: Final = 0.1
"""The slice: the seconds of computing after which work isn't short."""

_MUCH: Final = 1.0
"""The seconds of recent computing after which the texts of a client go to long work."""

_PATIENCE: Final = 5.0
"""The limit by the clock, as a multiple of the computing: a busy machine gives a process less than a processor."""

_RESCUE: Final = 4
"""The limit of a slice in one long call, as a multiple; such a call ends only with the process."""

_MOST_WAITING: Final = 12
"""The most texts that wait for one process: fewer than come here at once, so that the other process gets some."""

_BEHIND: Final = 10
"""The niceness of the process for long work."""

_AGAIN: Final = 0.05
"""The seconds of computing after which the signal to give way is repeated."""


class _OutOfTimeError(Exception):
    """Work that has exceeded its time."""


class ReaderProcesses:
    """The two processes that read texts. Each starts with its first text. Any thread may call it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._slice = min(seconds, _SLICE)
        self.fair_use = FairUse()
        """The recent computing of each client here."""
        self._short, self._long = _Reader(self.fair_use, niceness=0), _Reader(self.fair_use, niceness=_BEHIND)

    @property
    def is_closed(self) -> bool:
        """Whether it reads no more."""
        return self._long.is_closed

    def run(self, work: Callable[..., Result], *args: object, client: str = "") -> Result:
        """Return the result of a module's function for arguments that are plain values; raise its SseError.

        Raises WebError if it takes too long, BusyError if too many wait and none of their clients has used more
        computing than this one.
        """
        data = pickle.dumps((language(), work, args))
        if len(data) < _SHORT and self.fair_use.of(client) < _MUCH:
            with suppress(_OutOfTimeError):
                return cast(Result, self._short.answer(data, client, self._slice, _RESCUE * self._slice))
        return cast(Result, self._answer_long(data, client, is_patient=False))

    def run_long(self, work: Callable[..., Result], *args: object, client: str = "") -> Result:
        """Return the result of a function as `run` does, for work that is long, and waits as long as necessary."""
        return cast(Result, self._answer_long(pickle.dumps((language(), work, args)), client, is_patient=True))

    def _answer_long(self, data: bytes, client: str, *, is_patient: bool) -> Any:
        try:
            return self._long.answer(data, client, None, self._seconds, is_patient=is_patient)
        except _OutOfTimeError:
            seconds = digits(f"{self._seconds:g}")
            raise WebError(say("the text takes longer than {seconds} seconds to work out", seconds=seconds)) from None

    def stop(self) -> None:
        """Take no more texts, and interrupt the current ones."""
        for reader in (self._short, self._long):
            reader.stop()

    def close(self) -> None:
        """End the processes, also while they work."""
        self.stop()
        for reader in (self._short, self._long):
            reader.close()


@dataclass(eq=False)
class _Turn:
    """A text in a queue."""

    client: str
    is_patient: bool
    is_refused: bool = False


class _Reader:
    """A process that reads one text after the other, next that of the client that has used the least."""

    def __init__(self, use: FairUse, niceness: int) -> None:
        self._use, self._niceness = use, niceness
        self._changed = Condition()
        self._waiting: list[_Turn] = []
        self._is_busy = False
        self._process: subprocess.Popen[bytes] | None = None
        self.is_closed = False
        """Whether it reads no more."""

    def answer(self, data: bytes, client: str, least: float | None, most: float, *, is_patient: bool = False) -> object:
        """Return the result of a function; `data` has the function and its arguments, pickled. Raises its error.

        After `least` seconds of computing the work is interrupted as soon as possible, and after `most` seconds the
        process is killed. Both raise _OutOfTimeError. Raises BusyError if the text has to leave the queue for others,
        or at the end of the server.
        """
        self._take_turn(_Turn(client, is_patient))
        used = most
        try:
            answer, used = _exchange(self._running(), (data, least, most), _PATIENCE * most)
        except (EOFError, OSError, pickle.UnpicklingError):
            # The process was killed, by its timer or by `close`.
            self._end()
            self._check_open()
            raise _OutOfTimeError from None
        finally:
            self._use.add(client, used)
            with self._changed:
                self._is_busy = False
                self._changed.notify_all()
        if answer is None:
            raise _OutOfTimeError
        result, error = answer
        if error is not None:
            raise error
        return result

    def stop(self) -> None:
        """Take no more texts, and interrupt the current ones."""
        self.is_closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """Wait, after `stop`, until no text is being read, and clean up the process."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_busy)
            self._end()

    def _take_turn(self, turn: _Turn) -> None:
        """Wait for a text's turn; raise BusyError if the queue is full, or at the end."""
        with self._changed:
            self._waiting.append(turn)
            impatient = [each for each in self._waiting if not each.is_patient]
            if len(impatient) > _MOST_WAITING:
                max(reversed(impatient), key=lambda each: self._use.of(each.client)).is_refused = True
                self._changed.notify_all()
            self._changed.wait_for(lambda: turn.is_refused or self.is_closed or self._is_next(turn))
            self._waiting.remove(turn)
            self._changed.notify_all()
            self._check_open()
            if turn.is_refused:
                raise BusyError(say("many texts are read here at the moment; try again later"))
            self._is_busy = True

    def _is_next(self, turn: _Turn) -> bool:
        return not self._is_busy and turn is min(self._waiting, key=lambda each: self._use.of(each.client))

    def _check_open(self) -> None:
        if self.is_closed:
            raise at_the_end()

    def _running(self) -> subprocess.Popen[bytes]:
        """Return the process once it is loaded: loading takes no time from a text. Raise EOFError if it has ended."""
        if self._process is None or self._process.poll() is not None:
            self._end()
            if self.is_closed:
                raise EOFError
            command = [sys.executable, "-m", __name__, str(self._niceness)]
            # Ctrl-C at the terminal goes to the server, which then ends this process.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            # `close` kills the process that it sees. A process that has started since is killed here.
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
    """Send a value to a process and return its answer; kill the process after so many seconds by the clock."""
    ending = Timer(seconds, process.kill)
    ending.daemon = True
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
    # Unpickling is safe here: both ends are ours, and texts of strangers are plain strings.
    assert line is not None
    return pickle.load(line)


# --- in the process


class _EndOfSlice(BaseException):
    """An interruption of work that is to give way. No handler of a text's errors catches it."""


def _serve(niceness: int) -> None:
    """Answer requests until the server is gone."""
    # On Windows there are no sessions, so Ctrl-C arrives here, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, _give_way)
    for name in GAMES:
        # All games are loaded before the first text, so that no interruption leaves one half loaded.
        game_named(name)
    _write(sys.stdout.buffer, None)
    while True:
        try:
            data, least, most = _read(sys.stdin.buffer)
        except EOFError:
            return
        begin = process_time()
        try:
            _set_timers(least, most)
            answer: object = _answer_of(*pickle.loads(data))
            _set_timers(0, 0)
        except _EndOfSlice:
            _set_timers(0, 0)
            answer = None
        _write(sys.stdout.buffer, (answer, process_time() - begin))


def _answer_of(spoken: str, work: Callable[..., object], args: tuple[object, ...]) -> tuple[object, Exception | None]:
    """Return the result of a function in a language and None, or None and its error."""
    try:
        with speaking(spoken):
            return work(*args), None
    except SseError as error:
        return None, error
    except Exception as error:
        # This is a fault of ours. It is shown at the terminal of the server.
        return None, RuntimeError(f"{type(error).__name__}: {error}")


def _set_timers(least: float | None, most: float) -> None:
    """Set timers: an interruption after `least` seconds of computing, None for none, and the end after `most`.

    Zero removes the timers. Windows has no such timers; there the server kills the process after a while.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, least or 0, _AGAIN if least else 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, most)


def _give_way(number: int, frame: FrameType | None) -> None:
    raise _EndOfSlice


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
