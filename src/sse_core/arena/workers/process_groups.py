"""Process groups that end as a whole: all processes in a group, and those they have started, are killed at once.

A small shell leads the group and waits for its input, which only this process holds open. So the group also ends when
this process is killed. Windows has no such groups; there each process is ended alone.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any, Final

from .interrupts import interrupts_blocked

__all__ = ["ProcessGroup", "join_group"]

_LEADER: Final = ("/bin/sh", "-c", "read nothing; kill -KILL 0")
"""The shell command of the leader: it reads its input, which stays empty, to the end, then kills the whole group."""


class ProcessGroup:
    """A process group. Its `number` is None on Windows."""

    def __init__(self) -> None:
        self.number: int | None = None
        self._leader: subprocess.Popen[bytes] | None = None
        if os.name != "posix":
            return
        quiet = subprocess.DEVNULL
        with interrupts_blocked():
            self._leader = subprocess.Popen(_LEADER, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, process_group=0)
        self.number = self._leader.pid

    @property
    def options(self) -> dict[str, Any]:
        """The options of `subprocess.Popen` for a process of the group."""
        if self.number is None:
            # Ctrl-C doesn't reach a process of another group.
            return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        return {"process_group": self.number}

    def end(self, *others: subprocess.Popen[Any]) -> None:
        """End all processes of the group, and wait for `others`, which are in it."""
        if self._leader is not None and self._leader.returncode is None:
            # No other group can get the number before this process waits for the leader.
            with suppress(ProcessLookupError):
                os.killpg(self._leader.pid, signal.SIGKILL)
        for process in others:
            if process.poll() is None:
                process.kill()
            process.wait()
        if self._leader is not None:
            self._leader.wait()
            assert self._leader.stdin is not None
            self._leader.stdin.close()


def join_group(number: int | None) -> None:
    """Make this process a member of a group; end it if the group has ended."""
    if number is not None:
        try:
            os.setpgid(0, number)
        except OSError:
            os._exit(1)
