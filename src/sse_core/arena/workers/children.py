"""Child processes in which a worker plays games that may crash or take too long; the worker watches them.

Each thread of a worker has a child of its own, which plays all its jobs until a game ends it. A child and all processes
of its bots form a process group, which ends with the worker, even if that is killed.
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
"""The seconds for the last lines of an ended child, whose output processes of its bots may hold open."""

_END: Final = ""
"""The line after those of a job."""


class ChildEndedError(Exception):
    """A child that has ended during a game, or that was ended because a time limit was exceeded."""

    def __init__(self, note: ChoiceNote, status: int, overrun: Overrun | None) -> None:
        super().__init__(note, status, overrun)
        self.note = note
        """The choice that it was working on."""
        self.status = status
        """Its exit status; less than 0 for a signal."""
        self.overrun = overrun


def lines_of(job: str, limits: Limits) -> Iterator[str]:
    """Yield the lines of this thread's child for the line of a job: one after each game.

    Raises ChildEndedError if a game ends the child, or takes too long.
    """
    child: _Child | None = getattr(_OWN, "child", None)
    if child is None or child.has_ended:
        child = _OWN.child = _Child()
    try:
        yield from child.lines(job, limits)
    except BaseException:
        # The caller has stopped reading.
        end_child()
        raise


def end_child() -> None:
    """End the child of this thread, if it has one; the end of the thread does so, too."""
    child: _Child | None = vars(_OWN).pop("child", None)
    if child is not None:
        child.end()


_OWN: Final = local()
"""The child of each thread."""


class _Parts(NamedTuple):
    """The parts of a child."""

    process: subprocess.Popen[str]
    group: ProcessGroup
    notes: Notes
    owner: int
    """The process that owns the child. Only the owner ends it, not a fork of the owner."""


class _Child:
    """A child process."""

    def __init__(self) -> None:
        notes, group = Notes.new(), ProcessGroup()
        # Multiprocessing can't be used: a Dask worker is a daemon, which may not have children there.
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
        """The lines of its output; None at the end."""
        self.end: Callable[[], Any] = weakref.finalize(self, _end, self._parts)
        """A function that ends it; it also runs at the end of this process."""
        Thread(target=_read, args=(process.stdout, self._read), daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """Whether it has ended."""
        return self._parts.process.poll() is not None

    def lines(self, job: str, limits: Limits) -> Iterator[str]:
        """Yield the lines of a job until the job is done; raise ChildEndedError if the child ends before."""
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
                # The child is about to end by itself.
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_PATIENCE)
                break
            if line == _END:
                return
            yield line
        # The child may have gone on to another choice after the limit was exceeded.
        note = self._parts.notes.read() if overrun is None else watch.note
        self._parts.group.end(process)
        yield from self._last_lines()
        raise ChildEndedError(note, process.returncode, overrun)

    def _last_lines(self) -> Iterator[str]:
        """Yield the lines that were still in the pipe when it ended."""
        with suppress(Empty):
            while (line := self._read.get(timeout=_PATIENCE)) is not None:
                if line != _END:
                    yield line


def _read(stream: IO[str], read: SimpleQueue[str | None]) -> None:
    """Put the lines of a stream, without line ends, into a queue, and None after the last complete one."""
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
    """The watch on a child's notes: it measures how long a choice and a game have been going on."""

    def __init__(self, notes: Notes, limits: Limits) -> None:
        self._notes, self._limits = notes, limits
        self.note = BETWEEN
        """The note at the last look."""
        self._choice = self._game = monotonic()

    def overrun(self) -> Overrun | None:
        """Return the limit that is exceeded now; None if none is."""
        now, note = monotonic(), self._notes.read()
        if note != self.note:
            self._choice = now
        if note.number != self.note.number:
            self._game = now
        self.note = note
        return self._limits.overrun(note, now - self._choice, now - self._game) if note.number >= 0 else None
