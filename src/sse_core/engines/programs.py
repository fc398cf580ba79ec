"""Programs of engines: how a command is parted into words, its process, its lines, its standard error, and its end."""

from __future__ import annotations

import os
import shutil
import subprocess
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import IO, Any, Final, NamedTuple, TypeAlias

from ..arena.workers.interrupts import interrupts_blocked
from ..arena.workers.process_groups import ProcessGroup
from ..bots.naming import words_in
from ..bots.watched import FailureError
from ..errors import ArgumentError
from ..forms.checks import check_text, shown
from ..version import __version__
from .messages import FROM_ENGINE, MOST_BYTES, PROTOCOL, WANTS, Message, MessageError, read_message, written

__all__ = ["PATIENCE", "EngineError", "Listener", "Log", "Patience", "Program", "cut", "words_of"]

_MOST_WAITING: Final = 4 * MOST_BYTES
"""The most bytes that an engine may write without being asked. Nothing more is read from it then."""

_MOST_SAID: Final = 4096
"""The last bytes of the standard error that are kept for errors."""

_LONGEST: Final = 200
"""The most characters of a line in an error."""

_MOST_LOGGED: Final = 10_000_000
"""The most bytes that a log adds to its file."""

_LAST_WORDS: Final = 1.0
"""The seconds for the standard error of a process that has ended, which others may hold open."""


_HOUR: Final = 3600.0
"""The most seconds of one wait: the system refuses waits of many years."""


class EngineError(FailureError):
    """An engine that failed: what it did, and its last line on the standard error."""


Listener: TypeAlias = Callable[[str, bytes], object]
"""A function that gets each line, with a mark in front: ``>`` for the host's, ``<`` for the engine's, ``!`` for its
standard error."""


class Log:
    """A file to which lines are added: a `Listener`. Each log adds some megabytes at most.

    What can't be written is left out: nothing fails for it.
    """

    def __init__(self, path: str) -> None:
        self._path, self._left, self._lock = os.path.abspath(path), _MOST_LOGGED, Lock()

    def __call__(self, mark: str, line: bytes) -> None:
        """Add a line."""
        text = f"{mark} ".encode() + line.rstrip(b"\n") + b"\n"
        with self._lock, suppress(OSError):
            self._left -= len(text)
            if self._left >= 0:
                with open(self._path, "ab") as file:
                    file.write(text)


class Patience(NamedTuple):
    """The most seconds that a host waits for an engine."""

    hello: float = 10.0
    answer: float = 60.0
    """For a choice without a limit of its own; then the host writes ``stop``."""

    stop: float = 5.0
    """For the answer after ``stop``."""

    quit: float = 1.0


PATIENCE: Final = Patience()


def words_of(command: str) -> tuple[str, ...]:
    """Return the words of a command line, the program first; no shell reads them.

    Raises ArgumentError if there is no such program, or if a quotation mark is missing.

    >>> words_of("sh -c 'exit 3'")
    ('sh', '-c', 'exit 3')
    >>> words_of("./nobody --fast")
    Traceback (most recent call last):
        ...
    sse_core.errors.ArgumentError: there is no program ./nobody
    """
    command = check_text(command, "a command")
    try:
        words = tuple(words_in(command))
    except ValueError as error:
        raise ArgumentError(f"{shown(command)} can't be parted into words: {error}") from None
    if not words:
        raise ArgumentError("a program is missing, as in engine:./mybot")
    if "\0" in command:
        raise ArgumentError(f"{shown(command)} is no command: it has a character 0")
    program = words[0]
    if shutil.which(program) is None:
        if Path(program).is_file():
            if os.sep not in program:
                raise ArgumentError(f"there is no program {program} on the path; the file here is ./{program}")
            raise ArgumentError(f"{program} can't be run as a program: `chmod +x {program}` allows it")
        raise ArgumentError(f"there is no program {program if program.isprintable() else shown(program)}")
    return words


class Program:
    """A running engine that has said hello. Its process and all that it starts form a group, which ends with this one.

    One thread at a time asks it. Threads call `listener` with each line that is written to it or by it.

    Raises EngineError if it doesn't say hello.
    """

    def __init__(self, words: Sequence[str], listener: Listener | None = None, patience: Patience = PATIENCE) -> None:
        self.words = tuple(words)
        self.requests = 0
        """The number of requests that were written to it."""
        self.lines = 0
        """The number of lines that were read from it."""
        self._patience = patience
        self._end = 0.0
        """The time of `time.monotonic` until which it may run after `quit`."""
        group = ProcessGroup()
        try:
            with interrupts_blocked():
                process: subprocess.Popen[Any] = subprocess.Popen(
                    self.words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    **group.options,
                )
        except OSError as error:
            group.end()
            raise EngineError(f"it can't be started: {error.strerror or error}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._parts = _Parts(process, group, _Inbox(), SimpleQueue(), deque(maxlen=_MOST_SAID), os.getpid())
        self.kill = weakref.finalize(self, _kill, self._parts)
        """A function that kills it; it also runs at the end of this process."""
        _start(_read, process.stdout, self._parts.inbox, listener)
        _start(_write, process.stdin, self._parts.outbox, listener)
        self._listener = _start(_listen, process.stderr, self._parts.said, listener)
        try:
            self.hello = self._greeted()
        except EngineError:
            self.kill()
            raise

    @property
    def is_killed(self) -> bool:
        """Whether this process has killed it, as for each failure."""
        return not self.kill.alive

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return not self.is_killed and self._parts.process.poll() is None

    @property
    def wants(self) -> frozenset[str]:
        """What it wants to read about a choice."""
        return frozenset(self.hello.get("wants", ()))

    @property
    def games_at_once(self) -> int:
        """How many games may go on at a time."""
        found: int = self.hello.get("games_at_once", 1)
        return found

    def write(self, type: str, /, **values: object) -> None:
        """Write a message. It never waits: a thread hands the line on."""
        self._parts.outbox.put(written(type, **values))

    def read(self, until: float, awaited: str) -> Message | None:
        """Return its next message; None if none comes until a time of `time.monotonic`, or in an hour.

        Raises EngineError, after which it has ended, if a line is no message of the protocol, or if it has ended;
        `awaited` is the noun for what it should have written.
        """
        line = self._parts.inbox.take(until - monotonic())
        if line is None:
            return None
        if line == _END:
            raise self.failed(f"{self._how_it_ended()} before {awaited}")
        if line == _FLOOD:
            raise self.failed(f"it wrote more than {_MOST_WAITING:,} bytes that nobody had asked for")
        self.lines += 1
        try:
            return read_message(line, FROM_ENGINE)
        except MessageError as error:
            found = f": {cut(line)}" if line.strip() else ""
            raise self.failed(f"line {self.lines} that it wrote is wrong: {error.message}{found}") from None

    def failed(self, message: str) -> EngineError:
        """Kill it; return the error for a failure, with its last line on the standard error."""
        self.kill()
        self._listener.join(_LAST_WORDS)
        lines = bytes(self._parts.said).decode(errors="replace").split("\n")
        return EngineError(message, cut(next((line for line in reversed(lines) if line.strip()), "")))

    def quit(self) -> None:
        """Ask it to end, without waiting; `kill` ends it for sure."""
        self._end = monotonic() + self._patience.quit
        if self.is_alive:
            self.write("quit")
            self._parts.outbox.put(b"")

    def wait(self) -> bool:
        """Wait until it ends, for the time of its patience since `quit`, then kill it; return whether it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self._parts.process.wait(max(self._end - monotonic(), 0.0))
        has_ended = self._parts.process.poll() is not None
        self.kill()
        return has_ended

    def _greeted(self) -> Message:
        """Return its hello."""
        self.write("hello", protocol=PROTOCOL, name="sse_core", version=__version__)
        found = self.read(monotonic() + self._patience.hello, "its hello")
        if found is None:
            raise self.failed(f"it didn't say hello within {self._patience.hello:g} s")
        if found.type != "hello":
            why = f": {cut(found['message'])}" if found.type == "error" else ""
            raise self.failed(f"it wrote {found.type!r} where its hello was awaited{why}")
        if found["protocol"] != PROTOCOL:
            raise self.failed(f"it speaks version {shown(found['protocol'])} of the protocol, and the host {PROTOCOL}")
        unknown = [want for want in found.get("wants", ()) if want not in WANTS]
        if unknown:
            raise self.failed(f"its hello wants {shown(unknown[0])}; there are {', '.join(WANTS)}")
        if found.get("games_at_once", 1) < 1:
            raise self.failed(f"its hello has games_at_once {shown(found['games_at_once'])}, and 1 is the least")
        return found

    def _how_it_ended(self) -> str:
        process = self._parts.process
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LAST_WORDS)
        status = process.returncode
        if status is None:
            return "it closed its standard output"
        return f"it ended (signal {-status})" if status < 0 else f"it ended (status {status})"


class _Parts(NamedTuple):
    """The parts of a program, which threads share with it."""

    process: subprocess.Popen[Any]
    group: ProcessGroup
    inbox: _Inbox
    outbox: SimpleQueue[bytes]
    """The lines to write; an empty one closes its standard input."""

    said: deque[int]
    """The last bytes of its standard error."""

    owner: int
    """The process that has started it. Only this one ends it, not a fork."""


def _kill(parts: _Parts) -> None:
    if parts.owner == os.getpid():
        parts.group.end(parts.process)
        parts.outbox.put(b"")


_END: Final = b"end"
_FLOOD: Final = b"flood"
"""What an inbox has in place of a line, which ends with a newline or is cut."""


class _Inbox:
    """The lines that a program has written and nobody has read. One thread puts them in, one at a time takes them."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._came = self._taken = 0

    def put(self, line: bytes) -> bool:
        """Put in a line; return False, and put in a mark, if too many bytes wait already."""
        self._came += len(line)
        if self._came - self._taken > _MOST_WAITING:
            self._lines.put(_FLOOD)
            return False
        self._lines.put(line)
        return True

    def take(self, seconds: float) -> bytes | None:
        """Return the next line; None if none comes in so many seconds, or in an hour."""
        try:
            line = self._lines.get(timeout=min(seconds, _HOUR)) if seconds > 0 else self._lines.get_nowait()
        except Empty:
            return None
        self._taken += len(line)
        if line in (_END, _FLOOD):
            # Whoever asks again reads it again.
            self._lines.put(line)
        return line


def _start(run: Callable[..., None], *args: object) -> Thread:
    thread = Thread(target=run, args=args, daemon=True)
    thread.start()
    return thread


def _read(stream: IO[bytes], inbox: _Inbox, listener: Listener | None) -> None:
    """Put the lines of a stream into an inbox, to its end, to a line that is too long, or to a flood."""
    with stream, suppress(OSError, ValueError):
        while line := stream.readline(MOST_BYTES + 1):
            if listener is not None:
                listener("<", line)
            # A last line without an end may be anything, and isn't one of the marks.
            if not inbox.put(line if line.endswith(b"\n") or len(line) > MOST_BYTES else line + b"\n"):
                return
            if len(line) > MOST_BYTES:
                return
    inbox.put(_END)


def _write(stream: IO[bytes], outbox: SimpleQueue[bytes], listener: Listener | None) -> None:
    """Write lines to a stream, and close it after an empty one."""
    with suppress(OSError, ValueError):
        while line := outbox.get():
            if listener is not None:
                listener(">", line)
            stream.write(line)
            stream.flush()
    with suppress(OSError, ValueError):
        stream.close()


def _listen(stream: IO[bytes], said: deque[int], listener: Listener | None) -> None:
    """Keep the last bytes of the standard error."""
    with stream, suppress(OSError, ValueError):
        while line := stream.readline(MOST_BYTES):
            said.extend(line)
            if listener is not None:
                listener("!", line)


def cut(said: bytes | str) -> str:
    """Return what an engine has written, as errors show it: printable, on one line, and not too long."""
    text = said[: 4 * _LONGEST]
    text = (text if isinstance(text, str) else text.decode(errors="replace")).strip()
    text = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
