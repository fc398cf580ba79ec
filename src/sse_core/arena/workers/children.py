"""Child processes that play the games of a worker, which it watches: a game may end its child, or be ended with it.

Each thread of a worker has a child of its own, which plays all its jobs, until a game ends it. A child and all that its
bots have started are a process group, which ends with the worker, however that ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread, local
from time import monotonic
from typing import IO, Any, Final, NamedTuple

from .choice_notes import BETWEEN, ChoiceNote, Notes
from .interrupts import interrupts_blocked
from .limits import Limits, Overrun
from .process_groups import ProcessGroup

__all__ = ["ChildEndedError", "end_child", "lines_of"]

_CHILD: Final = "from sse_core.arena.workers.child import main; main()"

_POLL_SECONDS: Final = 0.05
"""The seconds between two looks at a child."""

_PATIENCE: Final = 1.0
"""The seconds for the last lines of a child that has ended: what its bots have started may hold its output open."""

_END: Final = ""
"""The line after those of a job."""


class ChildEndedError(Exception):
    """A child that has ended in a game, or that was ended since a limit was overrun."""

    def __init__(self, note: ChoiceNote, status: int, overrun: Overrun | None) -> None:
        super().__init__(note, status, overrun)
        self.note = note
        """The choice that it was at."""
        self.status = status
        """Its exit status; less than 0 for a signal."""
        self.overrun = overrun


def lines_of(job: str, limits: Limits) -> Iterator[str]:
    """Yield the lines that the child of this thread writes for the line of a job: one when each game is over.

    Raises ChildEndedError where a game ends the child, or lasts too long.
    """
    child: _Child | None = getattr(_OWN, "child", None)
    if child is None or child.has_ended:
        child = _OWN.child = _Child()
    try:
        yield from child.lines(job, limits)
    except BaseException:
        # Nobody reads the rest.
        end_child()
        raise


def end_child() -> None:
    """End the child of this thread, if it has one; so does the end of the thread."""
    child: _Child | None = vars(_OWN).pop("child", None)
    if child is not None:
        child.end()


_OWN: Final = local()
"""The child of each thread."""


class _Parts(NamedTuple):
    """What a child is made of."""

    process: subprocess.Popen[str]
    group: ProcessGroup
    notes: Notes
    owner: int
    """The process that has it, and that alone ends it: a fork of it doesn't."""


class _Child:
    """A child process."""

    def __init__(self) -> None:
        notes, group = Notes.new(), ProcessGroup()
        # Not by multiprocessing: a worker of Dask is a daemon, and may not have children there.
        with interrupts_blocked():
            process = subprocess.Popen(
                [sys.executable, "-c", _CHILD, notes.address],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                **group.options,
                **notes.options,
            )
        self._parts = _Parts(process, group, notes, os.getpid())
        self._read: SimpleQueue[str | None] = SimpleQueue()
        """The lines that it wrote; None at their end."""
        self.end: Callable[[], Any] = weakref.finalize(self, _end, self._parts)
        """Ends it; so does the end of this process."""
        Thread(target=_read, args=(process.stdout, self._read), daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """Whether it plays no more."""
        return self._parts.process.poll() is not None

    def lines(self, job: str, limits: Limits) -> Iterator[str]:
        """Yield the lines of a job, until it is done; raise ChildEndedError if it ends before, or is ended."""
        process, watch = self._parts.process, _Watch(self._parts.notes, limits)
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.write(f"{job}\n")
            process.stdin.flush()
        overrun: Overrun | None = None
        while overrun is None and not self.has_ended:
            try:
                line = self._read.get(timeout=_POLL_SECONDS)
            except Empty:
                overrun = watch.overrun()
                continue
            if line is None:
                self._read.put(None)
                # It is about to end by itself.
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_PATIENCE)
                break
            if line == _END:
                return
            yield line
        # It may have gone on to another choice since a limit was overrun.
        note = self._parts.notes.read() if overrun is None else watch.note
        self._parts.group.end(process)
        yield from self._last_lines()
        raise ChildEndedError(note, process.returncode, overrun)

    def _last_lines(self) -> Iterator[str]:
        """Yield the lines that were on their way when it ended."""
        with suppress(Empty):
            while (line := self._read.get(timeout=_PATIENCE)) is not None:
                if line != _END:
                    yield line


def _read(stream: IO[str], read: SimpleQueue[str | None]) -> None:
    """Put the lines of a stream, without their ends, into a queue, and None after the last whole one."""
    with stream:
        for line in stream:
            if line.endswith("\n"):
                read.put(line[:-1])
    read.put(None)


def _end(child: _Parts) -> None:
    if child.owner != os.getpid():
        return
    child.group.end(child.process)
    assert child.process.stdin is not None
    with suppress(OSError):
        child.process.stdin.close()
    child.notes.close()


class _Watch:
    """The look at the notes of a child: since when a choice and a game have been going on."""

    def __init__(self, notes: Notes, limits: Limits) -> None:
        self._notes, self._limits = notes, limits
        self.note = BETWEEN
        """What was noted at the last look."""
        self._choice = self._game = monotonic()

    def overrun(self) -> Overrun | None:
        """Return which limit is overrun now; None if none is."""
        now, note = monotonic(), self._notes.read()
        if note != self.note:
            self._choice = now
        if note.number != self.note.number:
            self._game = now
        self.note = note
        return self._limits.overrun(note, now - self._choice, now - self._game) if note.number >= 0 else None
